//! Generalised basis reduction (Lovász and Scarf): directions in which a polytope is thin.
//!
//! The width of a polytope `P` in direction `b` is `max b·(y - z)` over `y, z` in `P`. With
//! `F_i(b)` the width restricted to pairs with `b_j·(y - z) = 0` for all `j < i`, a basis is
//! reduced when `F_i(b_{i+1} + u b_i) >= F_i(b_{i+1})` for integers `u` and
//! `F_i(b_{i+1}) >= 3/4 F_i(b_i)`. As in lattice reduction, one walks along the basis, improving
//! `b_{i+1}` by the multiple of `b_i` that the dual of the constraint `b_i·(y - z) = 0` tells, and
//! swaps the two when that makes the earlier width clearly smaller.

use crate::linear::tableau::Optimum;
use crate::linear::{Matrix, Tableau};
use crate::number::{Coeff, Run, negate_row};

/// A non-negative rational.
type Width<T> = (T, T);

fn less<T: Coeff>(a: &Width<T>, b: &Width<T>) -> Run<bool> {
    Ok(a.0.mul(&b.1)? < b.0.mul(&a.1)?)
}

/// Reduces the directions `level..` of a basis with respect to a bounded, non-empty tableau in
/// which the directions before `level` are fixed.
pub(crate) fn reduce_basis<T: Coeff>(
    tab: &Tableau<T>,
    basis: &Matrix<T>,
    level: usize,
) -> Run<Matrix<T>> {
    let n = basis.cols();
    let mut basis = basis.clone();
    if n - level < 2 {
        return Ok(basis);
    }
    // pairs[j] is the product P x P restricted to b_level..b_{level + j - 1}.
    let mut pairs = vec![tab.square()?];
    let mut single = tab.clone();
    let mut widths: Vec<Width<T>> = vec![free_width(&mut single, basis.row(level))?];
    let mut i = level;
    while i + 1 < n {
        crate::budget::spend(n)?;
        let at = i - level;
        let mut restricted = pairs[at].clone();
        let slack = restricted.add_eq(&difference(basis.row(i)))?;
        let mut form = difference(basis.row(i + 1));
        negate_row(&mut form);
        let objective = restricted.push_objective(&form)?;
        let Optimum::Value(num, den) = restricted.minimize(objective, |_, _| false)? else {
            unreachable!("the tableau is bounded and not empty");
        };
        let inner = (num.neg(), den);
        let (num, den) = restricted.dual(objective, slack);
        restricted.pop_objective(objective);
        let (low, high) = (num.div_floor(&den), num.div_ceil(&den));
        let mut best = shifted(&basis, i, &low)?;
        let mut width = |b: &[T]| match at {
            0 => free_width(&mut single, b),
            _ => width(&mut pairs[at], b),
        };
        let mut best_width = width(&best)?;
        if high != low {
            let other = shifted(&basis, i, &high)?;
            let other_width = width(&other)?;
            if less(&other_width, &best_width)? {
                (best, best_width) = (other, other_width);
            }
        }
        basis.row_mut(i + 1).clone_from_slice(&best);
        // Swap when 4 F_i(b_{i+1}) < 3 F_i(b_i).
        let four = T::from_i64(4)?;
        let three = T::from_i64(3)?;
        let scaled_new = (best_width.0.mul(&four)?, best_width.1.clone());
        let scaled_old = (widths[at].0.mul(&three)?, widths[at].1.clone());
        if less(&scaled_new, &scaled_old)? {
            basis.swap_rows(i, i + 1);
            if i > level {
                pairs.pop();
                widths.pop();
                i -= 1;
            } else {
                widths[at] = best_width;
            }
        } else {
            pairs.push(restricted);
            widths.push(inner);
            i += 1;
        }
    }
    Ok(basis)
}

/// `b_{i+1} + u b_i`.
fn shifted<T: Coeff>(basis: &Matrix<T>, i: usize, u: &T) -> Run<Vec<T>> {
    let mut row = basis.row(i + 1).to_vec();
    T::combine(&mut row, &T::one(), basis.row(i), u)?;
    Ok(row)
}

/// `[0 | b | -b]`: the form `b·(y - z)`.
fn difference<T: Coeff>(b: &[T]) -> Vec<T> {
    let mut form = Vec::with_capacity(1 + 2 * b.len());
    form.push(T::zero());
    form.extend_from_slice(b);
    form.extend(b.iter().map(T::neg));
    form
}

fn width<T: Coeff>(pairs: &mut Tableau<T>, b: &[T]) -> Run<Width<T>> {
    match pairs.maximum(&difference(b))? {
        Optimum::Value(num, den) => Ok((num, den)),
        _ => unreachable!("the tableau is bounded and not empty"),
    }
}

/// The width without a restriction: the two points of a pair have nothing to do with each other,
/// and half the tableau is enough.
fn free_width<T: Coeff>(tab: &mut Tableau<T>, b: &[T]) -> Run<Width<T>> {
    let mut form = Vec::with_capacity(1 + b.len());
    form.push(T::zero());
    form.extend_from_slice(b);
    match (tab.maximum(&form)?, tab.minimum(&form)?) {
        (Optimum::Value(high, p), Optimum::Value(low, q)) => {
            Ok((high.mul(&q)?.sub(&low.mul(&p)?)?, p.mul(&q)?))
        }
        _ => unreachable!("the tableau is bounded and not empty"),
    }
}
