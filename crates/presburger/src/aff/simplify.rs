//! Fewer and simpler pieces: gist in a context, and coalescing.

use super::expr::{Expr, FormWidth, Sign};
use super::function::{Function, Piece, Pieces, lift_params};
use crate::conj::Conj;
use crate::error::{Result, exact};
use crate::form::Form;
use crate::linear::Matrix;
use crate::number::{Coeff, Run, is_zero_row, last_nonzero};
use crate::relation::{Parts, Relation, Width, hull};

impl Function {
    /// A function that agrees with `self` on `context`, with simpler domains and values.
    pub(crate) fn gist(&self, context: &Relation) -> Result<Function> {
        let this = self.aligned_to(&context.space);
        this.domain_space().check_equal_tuples(&context.space)?;
        let context = context.align_params(this.space.params());
        let mut out = Pieces::default();
        for piece in this.pieces.iter() {
            let inside = piece.domain.intersect(&context)?;
            if inside.is_empty()? {
                continue;
            }
            let domain = match &this.pieces[..] {
                [_] if context.is_subset(&piece.domain)? => {
                    Relation::universe(piece.domain.space.clone())
                }
                _ => piece.domain.gist(&context)?,
            };
            out.push(domain, simplify_on(&piece.values, &inside)?)?;
        }
        Ok(out.into_function(this.space.clone()))
    }

    /// The same under a condition on the parameters.
    pub(crate) fn gist_params(&self, context: &Relation) -> Result<Function> {
        let this = self.aligned_to(&context.space);
        this.gist(&lift_params(context, &this.domain_space())?)
    }

    /// The same function with as few pieces as can be found: a piece takes over the domain of
    /// every other piece on which its values are right as well.
    pub(crate) fn coalesce(&self) -> Result<Function> {
        let mut pieces: Vec<Piece> = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces.iter() {
            let domain = piece.domain.coalesce()?;
            pieces.push(Piece {
                domain,
                values: piece.values.clone(),
            });
        }
        let mut i = 0;
        while i < pieces.len() {
            let mut j = 0;
            while j < pieces.len() {
                if i != j && agree(&pieces[i].values, &pieces[j].values, &pieces[j].domain)? {
                    let taken = pieces.remove(j);
                    if j < i {
                        i -= 1;
                    }
                    let domain = pieces[i].domain.union(&taken.domain)?;
                    pieces[i].domain = domain.coalesce()?;
                } else {
                    j += 1;
                }
            }
            i += 1;
        }
        Ok(Function {
            space: self.space.clone(),
            pieces: pieces.into(),
        })
    }
}

/// Whether two tuples of forms have the same values on `domain`.
pub(crate) fn agree(a: &[Expr], b: &[Expr], domain: &Relation) -> Result<bool> {
    for (x, y) in a.iter().zip(b) {
        if x == y {
            continue;
        }
        let difference = x.sub(y)?;
        if difference.is_nan()
            || !domain.is_disjoint(&difference.locus(&domain.space, Sign::NonZero)?)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Values that are the same on `domain`, with variables replaced by what equals them there.
pub(crate) fn simplify_on(values: &[Expr], domain: &Relation) -> Result<Vec<Expr>> {
    if values
        .iter()
        .all(|e| e.is_nan() || e.as_constant().is_some())
    {
        return Ok(values.to_vec());
    }
    Ok(exact!(T => {
        let conjs = <T as Width>::load(&domain.parts)?;
        let Some(hull) = hull::affine_hull(&conjs)? else { return Ok(values.to_vec()) };
        reduce_all::<T>(values, &hull)
    })?)
}

/// The same for the equalities that are written in a domain of one conjunction.
pub(crate) fn use_equalities(values: Vec<Expr>, domain: &Relation) -> Result<Vec<Expr>> {
    let plain = match &domain.parts {
        Parts::Narrow(conjs) => !matches!(&conjs[..], [conj] if !conj.eq.is_empty()),
        Parts::Wide(conjs) => !matches!(&conjs[..], [conj] if !conj.eq.is_empty()),
    };
    if plain
        || values
            .iter()
            .all(|e| e.is_nan() || e.as_constant().is_some())
    {
        return Ok(values);
    }
    Ok(exact!(T => {
        let conjs = <T as Width>::load(&domain.parts)?;
        reduce_all::<T>(&values, &conjs[0])
    })?)
}

fn reduce_all<T: FormWidth>(values: &[Expr], equalities: &Conj<T>) -> Run<Vec<Expr>> {
    let mut out = Vec::with_capacity(values.len());
    for value in values {
        out.push(match value {
            Expr::Nan => Expr::Nan,
            _ => T::expr(reduce(T::form(value)?.into_owned(), equalities)?),
        });
    }
    Ok(out)
}

/// Eliminates from a form the last variable of every equality that gives it as an integral
/// combination of the others.
fn reduce<T: Coeff>(mut form: Form<T>, hull: &Conj<T>) -> Run<Form<T>> {
    let n = hull.n_vis();
    for eq in hull.eq.iter() {
        let row = &eq[..1 + n];
        let Some(col) = last_nonzero(&row[1..]) else {
            continue;
        };
        if !is_zero_row(&eq[1 + n..]) {
            continue;
        }
        let pivot = row[1 + col].clone();
        if pivot.is_unit() {
            // col = -(rest) / pivot
            let mut rest = Form::from_row(Matrix::new(2 + n), row.to_vec(), T::one());
            rest.row[1 + col] = T::zero();
            let rest = if pivot.is_pos() { rest.neg() } else { rest };
            let mut with: Vec<Form<T>> = (0..n).map(|v| Form::variable(n, v)).collect();
            with[col] = rest;
            form = form.substitute(n, &with)?;
        } else if !form.row[1 + col].is_zero() && pivot.divides(&form.row[1 + col]) {
            let factor = form.row[1 + col].div_exact(&pivot.abs());
            let factor = if pivot.is_pos() { factor.neg() } else { factor };
            let zero = Form::from_row(Matrix::new(2 + n), row.to_vec(), form.den.clone());
            form = form.combine(&T::one(), &zero, &factor)?;
        }
    }
    Ok(form)
}
