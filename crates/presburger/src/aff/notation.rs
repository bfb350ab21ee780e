//! Functions from text and to text.

use super::affine::Aff;
use super::expr::Expr;
use super::function::{Function, Pieces, domain_space};
use super::multi_aff::MultiAff;
use super::multi_pw_aff::MultiPwAff;
use super::multi_union_pw_aff::MultiUnionPwAff;
use super::pw_aff::PwAff;
use super::pw_multi_aff::PwMultiAff;
use super::union_function::UnionFunction;
use super::union_pw_aff::UnionPwAff;
use super::union_pw_multi_aff::UnionPwMultiAff;
use crate::error::{Error, Result};
use crate::form::Form;
use crate::number::{Big, Coeff};
use crate::relation::Relation;
use crate::space::{Name, Space};
use crate::text::{
    Entry, ReadMulti, ReadPiece, ReadUnionMulti, read_pieces, value_texts, write_multi,
    write_pieces, write_union_multi,
};
use crate::value::Value;
use std::fmt;

/// A value that was read; functions have no infinite values.
pub(crate) fn expr_of(entry: &Entry) -> Result<Expr> {
    match entry {
        Entry::Form(form) => Ok(Expr::from(form)),
        Entry::NaN => Ok(Expr::Nan),
        Entry::Infinity | Entry::NegInfinity => Err(Error::invalid(
            "a quasi-affine function has no infinite values",
        )),
    }
}

fn exprs_of(piece: &ReadPiece) -> Result<Vec<Expr>> {
    piece.values.iter().map(expr_of).collect()
}

impl Function {
    /// Reads a function between two tuples.
    pub(crate) fn read_single(text: &str) -> Result<Function> {
        let (_, pieces) = read_pieces(text)?;
        let Some(first) = pieces.first() else {
            return Err(Error::invalid("the text has no function, and so no space"));
        };
        let space = first.space.clone();
        let mut out = Pieces::default();
        for piece in &pieces {
            space.check_equal_tuples(&piece.space)?;
            out.push(piece.domain.clone(), exprs_of(piece)?)?;
        }
        Ok(out.into_function(space))
    }

    /// Reads a tuple of values without variables.
    pub(crate) fn read_constants(text: &str) -> Result<(Space, Vec<Value>)> {
        let (_, pieces) = read_pieces(text)?;
        let [piece] = &pieces[..] else {
            return Err(Error::invalid("the text is not a tuple of values"));
        };
        let mut values = Vec::with_capacity(piece.values.len());
        for entry in &piece.values {
            values.push(match entry {
                Entry::NaN => Value::nan(),
                Entry::Infinity => Value::infty(),
                Entry::NegInfinity => Value::neginfty(),
                Entry::Form(form) => match form.as_constant() {
                    Some((numerator, denominator)) => Value::ratio(numerator, denominator),
                    None => return Err(Error::invalid("a value does not depend on variables")),
                },
            });
        }
        Ok((piece.space.clone(), values))
    }
}

impl UnionFunction {
    /// Reads functions on any number of domain tuples.
    pub(crate) fn read(text: &str) -> Result<UnionFunction> {
        let (params, pieces) = read_pieces(text)?;
        UnionFunction::from_read(&params, &pieces)
    }

    pub(crate) fn from_read(params: &[Name], pieces: &[ReadPiece]) -> Result<UnionFunction> {
        let mut functions: Vec<Function> = Vec::new();
        for piece in pieces {
            let mut single = Pieces::default();
            single.push(piece.domain.clone(), exprs_of(piece)?)?;
            functions.push(single.into_function(piece.space.clone()));
        }
        UnionFunction::collect(params, functions)
    }
}

/// A value to be written.
fn entry_of(expr: &Expr) -> Entry {
    match expr.to_form() {
        Some(form) => Entry::Form(form),
        None => Entry::NaN,
    }
}

/// The pieces of a function; one that is nowhere defined is written with the domain `false`.
fn pieces_of(function: &Function) -> Vec<ReadPiece> {
    if function.pieces.is_empty() {
        return vec![ReadPiece {
            space: function.space.clone(),
            domain: Relation::empty(function.domain_space()),
            values: vec![
                Entry::Form(Form::constant(function.n_domain(), Big::zero()));
                function.space.n_out()
            ],
        }];
    }
    let pieces = function.pieces.iter();
    pieces
        .map(|piece| ReadPiece {
            space: function.space.clone(),
            domain: piece.domain.clone(),
            values: piece.values.iter().map(entry_of).collect(),
        })
        .collect()
}

fn write_function(f: &mut fmt::Formatter<'_>, function: &Function) -> fmt::Result {
    write_pieces(f, function.space.params(), &pieces_of(function))
}

impl Aff {
    /// The form as text, without its space.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "[N] -> { S[i, j] -> [N - i + floor((i + 3j)/2)] }".parse()?;
    /// assert_eq!(f.expression(), "N + floor((i + 3j)/2) - i");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn expression(&self) -> String {
        let pieces = pieces_of(&self.to_function());
        pieces.iter().flat_map(value_texts).collect()
    }
}

macro_rules! display_function {
    ($($t:ident)*) => {$(
        impl fmt::Display for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_function(f, &self.0)
            }
        }
    )*};
}

display_function!(MultiAff PwAff PwMultiAff);

impl fmt::Display for Aff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_function(f, &self.to_function())
    }
}

macro_rules! display_union {
    ($($t:ident)*) => {$(
        impl fmt::Display for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let pieces: Vec<ReadPiece> = self.0.functions.iter().flat_map(pieces_of).collect();
                write_pieces(f, &self.0.params, &pieces)
            }
        }
    )*};
}

display_union!(UnionPwAff UnionPwMultiAff);

impl fmt::Display for MultiPwAff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims = self.components().iter().map(|component| {
            let pieces = component.pieces.iter();
            pieces
                .map(|piece| (piece.domain.clone(), entry_of(&piece.values[0])))
                .collect()
        });
        let universe = || Relation::universe(domain_space(self.space()));
        let multi = ReadMulti {
            space: self.space().clone(),
            dims: dims.collect(),
            domain: self.explicit_domain().cloned().unwrap_or_else(universe),
        };
        write_multi(f, self.space().params(), &multi)
    }
}

impl fmt::Display for MultiUnionPwAff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims = self.components().iter();
        let multi = ReadUnionMulti {
            params: self.params().to_vec(),
            tuple: self.range_tuple().clone(),
            dims: dims
                .map(|c| c.functions.iter().flat_map(pieces_of).collect())
                .collect(),
            domain: self.explicit_domain().map(<[Relation]>::to_vec),
        };
        write_union_multi(f, &multi)
    }
}
