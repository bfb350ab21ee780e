//! Whether a quasi-polynomial is zero at all points of a set.
//!
//! Terms that look different can be the same function: `⌊n/2⌋ + ⌊(n+1)/2⌋` is `n`. For a quasi-polynomial
//! `p` and a set `D` let `S(B)` be the sum of `p²` over the points of `D` whose coordinates are in
//! `-B..=B`. It is never negative and never decreases, so `p` is zero on `D` exactly if `S(B)` is
//! zero for arbitrarily large `B`. `S` is a piecewise quasi-polynomial in one variable: beyond the
//! last change of pieces, on each class of `B` modulo the product `m` of all denominators, it is a
//! polynomial of some degree `d`, which is zero if it is zero at `d + 1` places. So `m (d + 1)`
//! consecutive values of a large `B` decide.

use super::poly::{Poly, Symbol};
use super::{signed_parts, sum};
use crate::conj::{Column, Conj};
use crate::error::{Error, Result, Stop, exact};
use crate::number::{Big, Coeff, Run};
use crate::relation::{Relation, Width};
use crate::value::Value;

/// More values than that are not looked at.
const MAX_VALUES: i64 = 1 << 20;

/// Whether the polynomial is zero at all points of the relation.
pub(super) fn is_zero_on(relation: &Relation, poly: &Poly) -> Result<bool> {
    if poly.is_zero() {
        return Ok(true);
    }
    if poly.as_constant().is_some() {
        return relation.is_empty();
    }
    let n = relation.space.n_total();
    if n == 0 {
        return Ok(false);
    }
    // One point often says it.
    if let Some(point) = relation.sample()?
        && !poly.value_at(&point).is_zero()
    {
        return Ok(false);
    }
    let terms = exact!(T => {
        let mut terms = Vec::new();
        for (conj, sign) in signed_parts(&<T as Width>::load(&relation.parts)?)? {
            let signed = |(domain, value): (Conj<T>, Poly)| {
                (domain, if sign { value } else { value.neg() })
            };
            terms.extend(squares(&conj, poly)?.into_iter().map(signed));
        }
        let terms: Vec<(Conj<Big>, Poly)> =
            terms.into_iter().map(|(conj, value): (Conj<T>, Poly)| (conj.widen(), value)).collect();
        Ok::<_, Stop>(terms)
    })?;
    let (period, start) = last_period(&terms)?;
    let degree = terms.iter().map(|term| term.1.degree()).max().unwrap_or(0);
    let count = period.times(&Big::from(i64::from(degree) + 1));
    if count > Big::from(MAX_VALUES) {
        return Err(Error::invalid(
            "the functions have too many cases of remainders to compare",
        ));
    }
    let domain = |conj: &Conj<Big>| {
        let space = crate::space::Space::unnamed(1);
        Relation::new(space, vec![conj.clone()])
    };
    let terms: Vec<(Relation, Poly)> = terms
        .into_iter()
        .map(|(conj, value)| (domain(&conj), value))
        .collect();
    let mut at = start;
    for _ in 0..count.to_i64().unwrap_or(MAX_VALUES) {
        let point = [at.clone()];
        let mut sum = Value::zero();
        for (domain, value) in &terms {
            if domain.contains(&point)? {
                sum = &sum + &value.value_at(&point);
            }
        }
        if !sum.is_zero() {
            return Ok(false);
        }
        at = at.plus(&Big::one());
    }
    Ok(true)
}

/// The sum of the squares in a box, as a function of its size.
fn squares<T: Coeff>(conj: &Conj<T>, poly: &Poly) -> Run<sum::Terms<T>> {
    let n = conj.n_vis();
    let columns: Vec<Column> = std::iter::once(Column::Fresh)
        .chain((0..n).map(Column::Old))
        .collect();
    let mut boxed = conj.rearrange(&columns);
    for v in 0..n {
        for sign in [1, -1] {
            let mut row = vec![T::zero(); boxed.cols()];
            row[1] = T::one();
            row[2 + v] = T::from_i64(sign)?;
            boxed.ineq.push(&row);
        }
    }
    boxed.simplify()?;
    let poly = poly.image(&mut |v| Poly::symbol(Symbol::Var(v + 1)))?;
    sum::sum(&boxed, &poly.mul(&poly)?, 1)
}

/// A multiple of all periods, and a value from which on no condition changes except with them.
///
/// Every floor is `r B + e` with a rational `r` whose denominator divides the product `m` of all
/// denominators, and an error `e` that is at most the sum of the errors of the floors in its
/// definition, with their coefficients, plus its constant and 1. So a condition is `r B + e >= 0`
/// with `|r| >= 1/m` or `r = 0`, and `e` at most `c^depth` for a `c` beyond the sum of all
/// coefficients; with `r = 0` it is periodic, otherwise decided beyond `m c^depth`.
fn last_period(terms: &[(Conj<Big>, Poly)]) -> Result<(Big, Big)> {
    let mut period = Big::one();
    let mut reach = Big::one();
    for (conj, value) in terms {
        let mut product = Big::one();
        let mut size = Big::from(2);
        for row in conj.div.iter() {
            product = product.times(&row[0]);
        }
        for row in conj
            .div
            .iter()
            .chain(conj.eq.iter())
            .chain(conj.ineq.iter())
        {
            for entry in row {
                size = size.plus(&Coeff::abs(entry));
            }
        }
        let mut bound = product.clone();
        for _ in 0..=conj.n_local() {
            bound = bound.times(&size);
        }
        if bound > reach {
            reach = bound;
        }
        period = period.lcm(&product)?;
        for symbol in value.symbols() {
            period = period.lcm(&denominators(&symbol))?;
        }
    }
    Ok((period, reach))
}

/// The product of the denominators in a symbol.
fn denominators(symbol: &Symbol) -> Big {
    match symbol {
        Symbol::Var(_) => Big::one(),
        Symbol::Floor(floor) => floor
            .terms
            .iter()
            .fold(floor.denominator.clone(), |product, (inner, _)| {
                product.times(&denominators(inner))
            }),
    }
}
