//! Parametric problems on the lattice of their equalities.
//!
//! The equalities `A x = b(p)` of a problem leave the integer points `x = x0(p) + Σ y[k] u[k]` for
//! all integers `y`, where the `u` span the integer kernel of `A` and `x0` exists where certain
//! forms of the parameters are divisible (see [`echelon`]). Solving for `y` takes no cuts to find
//! what the equalities say anyway, and the strides of the values no longer split the parameters.
//!
//! The `u` are in echelon form with positive leading entries, so that the order of the `x` is that
//! of the `y`: two points whose `y` agree before `k` agree in all coordinates before the leading
//! entry of `u[k]`, and there the one with the smaller `y[k]` is smaller.
//!
//! Example: `min i : i = 5e and i >= M` becomes `min y : 5y >= M` with `i = 5y`, which is
//! `i = 5⌈M/5⌉` for all `M`.

use super::context::{Context, Sign};
use crate::conj::Conj;
use crate::linear::{Matrix, echelon};
use crate::number::{Coeff, Run, last_nonzero, negate_row};

/// A problem in the coordinates of its lattice.
pub(super) struct Compressed<T> {
    /// Over the parameters and locals of the context, then the coordinates; what equalities are
    /// left speak of the former.
    pub(super) conj: Conj<T>,
    /// The variables as `[const | context… | coordinates…]`.
    pub(super) shape: Matrix<T>,
    /// How many of the coordinates the first variables depend on, for each number of variables.
    leading: Vec<usize>,
}

impl<T: Coeff> Compressed<T> {
    /// The number of coordinates that determine the first `variables` variables.
    pub(super) fn wanted(&self, variables: usize) -> usize {
        self.leading.iter().filter(|&&v| v < variables).count()
    }
}

/// What becomes of a problem on the lattice of its equalities.
pub(super) enum Outlook<T> {
    Problem(Compressed<T>),
    /// No value of the parameters makes the right hand sides divisible.
    Infeasible,
}

/// Whether an equality determines a variable up to a divisor only.
pub(super) fn is_worthwhile<T: Coeff>(conj: &Conj<T>, known: usize) -> bool {
    conj.eq
        .iter()
        .any(|row| last_nonzero(row).is_some_and(|col| col > known && !row[col].abs().is_one()))
}

/// Restates a conjunction without locals, equalities in echelon form from the last column.
/// `places[c]` is the column of the context that column `c`, one of the constant and the known
/// variables, stands for. The context is restricted to where there may be a solution; `excluded`
/// gets what is cut off.
pub(super) fn compress<T: Coeff>(
    conj: &Conj<T>,
    places: &[usize],
    context: &mut Context<T>,
    excluded: &mut Vec<Conj<T>>,
) -> Run<Outlook<T>> {
    let known = places.len();
    let n_var = conj.cols() - known;
    let at_context = |row: &[T], width: usize| -> Run<Vec<T>> {
        let mut out = vec![T::zero(); width];
        for (c, &place) in places.iter().enumerate() {
            out[place] = out[place].add(&row[c])?;
        }
        Ok(out)
    };
    let tied: Vec<&[T]> = conj
        .eq
        .iter()
        .filter(|row| last_nonzero(row).is_some_and(|col| col >= known))
        .collect();
    let coefficients = Matrix::from_rows(n_var, tied.iter().map(|row| row[known..].to_vec()));
    let change = echelon::echelon(&coefficients)?;
    debug_assert_eq!(change.rank, tied.len());
    // The coordinates that the equalities fix, as forms over the context.
    let mut fixed: Vec<Vec<T>> = Vec::with_capacity(tied.len());
    for (i, row) in tied.iter().enumerate() {
        let mut form = at_context(row, 1 + context.width())?;
        for (j, value) in fixed.iter().enumerate() {
            let factor = change.images.get(j, i);
            T::combine(&mut form[..value.len()], &T::one(), value, factor)?;
        }
        negate_row(&mut form);
        let divisor = change.images.get(i, i);
        match divide(&form, divisor, context, excluded)? {
            Some(value) => fixed.push(value),
            None => return Ok(Outlook::Infeasible),
        }
    }
    let width = 1 + context.width();
    let mut kernel = Matrix::from_rows(
        n_var,
        (change.rank..n_var).map(|j| change.basis.row(j).to_vec()),
    );
    let leading = echelon::order_lexicographically(&mut kernel)?;
    let mut origin = Matrix::new(width);
    for v in 0..n_var {
        let row = origin.push_zero();
        for (j, value) in fixed.iter().enumerate() {
            let factor = change.basis.get(j, v);
            T::combine(&mut row[..value.len()], &T::one(), value, factor)?;
        }
    }
    // The origin may be moved along the lattice: to coefficients below the leading entries.
    for (k, &lead) in leading.iter().enumerate() {
        for c in 0..width {
            let quotient = origin.get(lead, c).div_floor(kernel.get(k, lead));
            if quotient.is_zero() {
                continue;
            }
            for v in lead..n_var {
                let value = origin.get(v, c).sub(&quotient.mul(kernel.get(k, v))?)?;
                origin.set(v, c, value);
            }
        }
    }
    let mut shape = Matrix::new(width + kernel.rows());
    for v in 0..n_var {
        let row = shape.push_zero();
        row[..width].clone_from_slice(origin.row(v));
        for k in 0..kernel.rows() {
            row[width + k] = kernel.get(k, v).clone();
        }
    }
    let mut out = Conj::universe(width - 1 + kernel.rows());
    for row in conj.eq.iter() {
        if last_nonzero(row).is_some_and(|col| col < known) {
            let mut wide = at_context(row, width)?;
            wide.resize_with(out.cols(), T::zero);
            out.eq.push(&wide);
        }
    }
    for row in conj.ineq.iter() {
        let mut wide = at_context(row, width)?;
        wide.resize_with(out.cols(), T::zero);
        for (v, factor) in row[known..].iter().enumerate() {
            if !factor.is_zero() {
                T::combine(&mut wide, &T::one(), shape.row(v), factor)?;
            }
        }
        out.ineq.push(&wide);
    }
    Ok(Outlook::Problem(Compressed {
        conj: out,
        shape,
        leading,
    }))
}

/// `form / divisor` as a form with a floor, on the part of the context where it is an integer;
/// `None` if it is nowhere.
fn divide<T: Coeff>(
    form: &[T],
    divisor: &T,
    context: &mut Context<T>,
    excluded: &mut Vec<Conj<T>>,
) -> Run<Option<Vec<T>>> {
    let mut quotient: Vec<T> = form.iter().map(|a| a.div_floor(divisor)).collect();
    let mut rest: Vec<T> = form.iter().map(|a| a.rem_floor(divisor)).collect();
    if crate::number::is_zero_row(&rest) {
        return Ok(Some(quotient));
    }
    let (k, fresh) = context.add_floor(divisor, &rest)?;
    if fresh {
        quotient.push(T::zero());
        rest.push(T::zero());
    }
    let at = 1 + context.conj().n_vis() + k;
    quotient[at] = quotient[at].add(&T::one())?;
    // The remainder, which is not negative.
    rest[at] = rest[at].sub(divisor)?;
    let mut none = rest.clone();
    negate_row(&mut none);
    match context.sign(&none)? {
        Sign::NonNegative => {}
        Sign::Negative => return Ok(None),
        Sign::Any => {
            let mut outside = context.conj().clone();
            rest[0] = rest[0].sub(&T::one())?;
            outside.ineq.push(&rest);
            excluded.push(outside);
            context.restrict(&none)?;
        }
    }
    Ok(Some(quotient))
}
