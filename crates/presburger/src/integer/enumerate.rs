//! Listing and counting the points of bounded conjunctions.

use crate::conj::Conj;
use crate::linear::Tableau;
use crate::linear::tableau::Optimum;
use crate::number::{Coeff, Run};
use crate::{budget, error::Stop};

/// Calls `visit` with every visible point of a conjunction, in lexicographic order, until it
/// returns false. Fails with [`Stop::Unbounded`] if a coordinate has no bound.
pub(crate) fn for_each_point<T: Coeff>(
    conj: &Conj<T>,
    visit: &mut dyn FnMut(&[T]) -> Run<bool>,
) -> Run<bool> {
    if conj.is_empty()? {
        return Ok(true);
    }
    let tab = conj.tableau()?;
    let mut prefix = Vec::with_capacity(conj.n_vis());
    walk(conj, tab, &mut prefix, visit)
}

fn walk<T: Coeff>(
    conj: &Conj<T>,
    mut tab: Tableau<T>,
    prefix: &mut Vec<T>,
    visit: &mut dyn FnMut(&[T]) -> Run<bool>,
) -> Run<bool> {
    budget::spend(1)?;
    let level = prefix.len();
    if level == conj.n_vis() {
        if conj.n_local() > 0 && !has_completion(conj, prefix)? {
            return Ok(true);
        }
        return visit(prefix);
    }
    let mut form = vec![T::zero(); conj.cols()];
    form[1 + level] = T::one();
    let (lo, hi) = match (tab.minimum(&form)?, tab.maximum(&form)?) {
        (Optimum::Value(a, b), Optimum::Value(c, d)) => (a.div_ceil(&b), c.div_floor(&d)),
        (Optimum::Empty, _) => return Ok(true),
        _ => return Err(Stop::Unbounded),
    };
    let mut value = lo;
    while value <= hi {
        form[0] = value.neg();
        let mut fixed = tab.clone();
        fixed.add_eq(&form)?;
        if !fixed.is_empty() {
            prefix.push(value.clone());
            let go_on = walk(conj, fixed, prefix, visit)?;
            prefix.pop();
            if !go_on {
                return Ok(false);
            }
        }
        value = value.add(&T::one())?;
    }
    Ok(true)
}

/// The number of visible points of a conjunction.
pub(crate) fn count<T: Coeff>(conj: &Conj<T>) -> Run<T> {
    if conj.is_empty()? {
        return Ok(T::zero());
    }
    if conj.n_local() > 0 || conj.n_vis() == 0 {
        let mut sum = T::zero();
        for_each_point(conj, &mut |_| {
            sum = sum.add(&T::one())?;
            Ok(true)
        })?;
        return Ok(sum);
    }
    count_from(conj, conj.tableau()?, 0)
}

/// Without locals the values of the last variable are an interval: no need to list them.
fn count_from<T: Coeff>(conj: &Conj<T>, mut tab: Tableau<T>, level: usize) -> Run<T> {
    budget::spend(1)?;
    let mut form = vec![T::zero(); conj.cols()];
    form[1 + level] = T::one();
    let (lo, hi) = match (tab.minimum(&form)?, tab.maximum(&form)?) {
        (Optimum::Value(a, b), Optimum::Value(c, d)) => (a.div_ceil(&b), c.div_floor(&d)),
        (Optimum::Empty, _) => return Ok(T::zero()),
        _ => return Err(Stop::Unbounded),
    };
    if lo > hi {
        return Ok(T::zero());
    }
    if level + 1 == conj.n_vis() {
        return hi.sub(&lo)?.add(&T::one());
    }
    let mut sum = T::zero();
    let mut value = lo;
    while value <= hi {
        form[0] = value.neg();
        let mut fixed = tab.clone();
        fixed.add_eq(&form)?;
        if !fixed.is_empty() {
            sum = sum.add(&count_from(conj, fixed, level + 1)?)?;
        }
        value = value.add(&T::one())?;
    }
    Ok(sum)
}

/// Whether the visible values can be completed by values of the locals.
pub(crate) fn has_completion<T: Coeff>(conj: &Conj<T>, visible: &[T]) -> Run<bool> {
    let fix = |row: &[T]| -> Run<Vec<T>> {
        let n = conj.n_vis();
        let mut out = Vec::with_capacity(1 + conj.n_local());
        out.push(row[0].add(&crate::number::dot(&row[1..1 + n], visible)?)?);
        out.extend_from_slice(&row[1 + n..]);
        Ok(out)
    };
    let mut eq = crate::linear::Matrix::new(1 + conj.n_local());
    for row in conj.eq.iter() {
        eq.push(&fix(row)?);
    }
    let mut ineq = crate::linear::Matrix::new(1 + conj.n_local());
    for row in conj.ineq.iter() {
        ineq.push(&fix(row)?);
    }
    Ok(super::sample::sample(&eq, &ineq)?.is_some())
}
