//! Functions from text and to text.

use super::affine::Aff;
use super::expr::Expr;
use super::function::{Function, Pieces};
use super::multi_aff::MultiAff;
use super::pw_aff::PwAff;
use super::pw_multi_aff::PwMultiAff;
use super::union_function::UnionFunction;
use super::union_pw_aff::UnionPwAff;
use super::union_pw_multi_aff::UnionPwMultiAff;
use crate::error::{Error, Result};
use crate::space::{Name, Space};
use crate::text::{Entry, ReadPiece, read_pieces};
use crate::value::Value;
use std::fmt;

/// A value that was read; functions have no infinite values.
pub(crate) fn expr_of(entry: &Entry) -> Result<Expr> {
    match entry {
        Entry::Form(form) => Ok(Expr::from(form)),
        Entry::NaN => Ok(Expr::Nan),
        Entry::Infinity | Entry::NegInfinity => {
            Err(Error::invalid("a quasi-affine function has no infinite values"))
        }
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

/// Writes functions of several spaces over the same parameters.
pub(crate) fn write_functions(
    f: &mut fmt::Formatter<'_>,
    params: &[Name],
    functions: &[&Function],
) -> fmt::Result {
    let graphs: Result<Vec<crate::relation::Relation>> =
        functions.iter().map(|function| function.graph()).collect();
    let graphs = graphs.map_err(|_| fmt::Error)?;
    let graphs: Vec<_> = graphs.iter().collect();
    let mut text = String::new();
    crate::text::write_relations(&mut text, params, &graphs)?;
    f.write_str(&text)
}

macro_rules! display_function {
    ($t:ident) => {
        impl fmt::Display for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_functions(f, self.0.space.params(), &[&self.0])
            }
        }
    };
}

display_function!(MultiAff);
display_function!(PwAff);
display_function!(PwMultiAff);

macro_rules! display_union {
    ($t:ident) => {
        impl fmt::Display for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let functions: Vec<&Function> = self.0.functions.iter().collect();
                write_functions(f, &self.0.params, &functions)
            }
        }
    };
}

display_union!(UnionPwAff);
display_union!(UnionPwMultiAff);

impl fmt::Display for Aff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_functions(f, self.space.params(), &[&self.to_function()])
    }
}

/// One function inside the braces of a tuple: `[x -> …]` without parameters.
fn braces(functions: &[&Function]) -> String {
    struct Text<'a>(&'a [&'a Function]);
    impl fmt::Display for Text<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_functions(f, &[], self.0)
        }
    }
    Text(functions).to_string()
}

impl fmt::Display for super::MultiPwAff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TODO")
    }
}
impl fmt::Display for super::MultiUnionPwAff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TODO")
    }
}
