//! Floors in their plainest form.
//!
//! Solving an integer program leaves floors such as `⌊(23a + 2)/24⌋` behind. Coefficients are
//! reduced by multiples of the denominator, `a + ⌊(-a + 2)/24⌋`, the first one made positive,
//! `a - ⌊(a + 21)/24⌋` (of `a - ⌊(a + 1)/2⌋` and `⌊a/2⌋`, where both are, the one with the smaller
//! constant is taken), and the constant is taken away where the points of the domain allow it:
//! where `a mod 24 >= 3` this is `a - ⌊a/24⌋ - 1`. Pieces that stand for one formula then tend to
//! have one formula.

use super::expr::{Expr, FormWidth};
use crate::conj::Conj;
use crate::error::{Result, Stop, exact};
use crate::form::Form;
use crate::number::{Coeff, Run};
use crate::relation::{Relation, Width, subtract};

/// Whether constants stay in floors or are taken out where the domain allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constants {
    Keep,
    Drop,
}

/// The same values on `domain` with plain floors.
pub(crate) fn plain_floors(
    values: &[Expr],
    domain: &Relation,
    constants: Constants,
) -> Result<Vec<Expr>> {
    if values.iter().all(|value| value.n_floor() == 0) {
        return Ok(values.to_vec());
    }
    Ok(exact!(T => {
        let conjs = <T as Width>::load(&domain.parts)?;
        let mut out = Vec::with_capacity(values.len());
        for value in values {
            out.push(if value.n_floor() == 0 {
                value.clone()
            } else {
                let form = <T as FormWidth>::form(value)?;
                <T as FormWidth>::expr(rewrite(&form, &conjs, constants)?)
            });
        }
        Ok::<_, Stop>(out)
    })?)
}

fn rewrite<T: Coeff>(form: &Form<T>, domain: &[Conj<T>], constants: Constants) -> Run<Form<T>> {
    let n = form.n_vis();
    let mut columns: Vec<Form<T>> = (0..n).map(|v| Form::variable(n, v)).collect();
    for def in form.floors.iter() {
        let value = evaluate(&def[1..], &columns)?.scale(&T::one(), &def[0])?;
        let floor = plain_floor(&value, domain, constants)?;
        columns.push(like_inner(&floor, domain)?.unwrap_or(floor));
    }
    evaluate(&form.row, &columns)?.scale(&T::one(), &form.den)
}

/// A floor of floors that differs from one of them by a constant on the domain: that one and the
/// constant. Repeated cuts of an integer program make many such.
fn like_inner<T: Coeff>(floor: &Form<T>, domain: &[Conj<T>]) -> Run<Option<Form<T>>> {
    let n = floor.n_vis();
    let inner: Vec<usize> = (0..floor.n_floor())
        .filter(|k| floor.floors.iter().any(|def| !def[2 + n + k].is_zero()))
        .collect();
    if inner.is_empty() {
        return Ok(None);
    }
    let Some(point) = first_point(domain)? else {
        return Ok(None);
    };
    for k in inner {
        let mut row = vec![T::zero(); floor.row.len()];
        row[1 + n + k] = T::one();
        let candidate = Form::from_row(floor.floors.clone(), row, T::one());
        let difference = floor.sub(&candidate)?;
        let (step, den) = difference.value_at(&point[..n])?;
        if !den.is_one() {
            continue;
        }
        let shifted = candidate.combine(&T::one(), &Form::constant(n, T::one()), &step)?;
        if same_on(floor, &shifted, domain)? {
            return Ok(Some(shifted));
        }
    }
    Ok(None)
}

fn first_point<T: Coeff>(domain: &[Conj<T>]) -> Run<Option<Vec<T>>> {
    for conj in domain {
        if let Some(point) = conj.sample()? {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

/// Whether two forms have the same values on the domain.
fn same_on<T: Coeff>(a: &Form<T>, b: &Form<T>, domain: &[Conj<T>]) -> Run<bool> {
    let difference = a.sub(b)?;
    let apart = [difference.negative()?, difference.neg().negative()?];
    subtract::is_disjoint(domain, &apart)
}

/// `row[0] + Σ row[1 + i] * columns[i]`
fn evaluate<T: Coeff>(row: &[T], columns: &[Form<T>]) -> Run<Form<T>> {
    let n = columns.first().map_or(0, Form::n_vis);
    let mut sum = Form::constant(n, row[0].clone());
    for (value, column) in row[1..].iter().zip(columns) {
        if !value.is_zero() {
            sum = sum.combine(&T::one(), column, value)?;
        }
    }
    Ok(sum)
}

/// `⌊value⌋`
fn plain_floor<T: Coeff>(
    value: &Form<T>,
    domain: &[Conj<T>],
    constants: Constants,
) -> Run<Form<T>> {
    let den = value.den.clone();
    if den.is_one() {
        return Ok(value.clone());
    }
    // value = whole + rest / den, with coefficients of the rest around zero.
    let two = T::from_i64(2)?;
    let mut whole = value.row.clone();
    let mut rest = value.row.clone();
    for (j, a) in value.row.iter().enumerate() {
        let mut quotient = a.div_floor(&den);
        let mut remainder = a.rem_floor(&den);
        if j > 0 && remainder.mul(&two)? > den {
            quotient = quotient.add(&T::one())?;
            remainder = remainder.sub(&den)?;
        }
        whole[j] = quotient;
        rest[j] = remainder;
    }
    // ⌊(c - g)/d⌋ = -⌊(g + d - 1 - c)/d⌋, which with coefficients d/2 is a choice
    let opposite = den.sub(&T::one())?.sub(&rest[0])?;
    let is_half = |a: &T| Ok::<bool, Stop>(a.mul(&two)? == den);
    let flip = match rest[1..].iter().find(|a| !a.is_zero()) {
        Some(first) => first.is_neg() || (is_half(first)? && opposite < rest[0]),
        None => false,
    };
    if flip {
        rest[0] = opposite;
        for (a, whole) in rest[1..].iter_mut().zip(&mut whole[1..]) {
            if is_half(a)? {
                // ⌊(… + d/2 x)/d⌋ = x + ⌊(… - d/2 x)/d⌋
                *whole = whole.add(&T::one())?;
            } else {
                *a = a.neg();
            }
        }
    }
    let whole = Form::from_row(value.floors.clone(), whole, T::one());
    let rest = Form::from_row(value.floors.clone(), rest, den);
    let floor = match constants {
        Constants::Keep => rest.floor()?,
        Constants::Drop => without_constant(&rest, domain)?,
    };
    let sign = if flip { T::one().neg() } else { T::one() };
    whole.combine(&T::one(), &floor, &sign)
}

/// `⌊rest⌋` as a floor without constant, and perhaps one more, if that is the same on the domain.
fn without_constant<T: Coeff>(rest: &Form<T>, domain: &[Conj<T>]) -> Run<Form<T>> {
    let floor = rest.floor()?;
    if rest.row[0].is_zero() || floor.as_constant().is_some() {
        return Ok(floor);
    }
    let mut plain = rest.clone();
    plain.row[0] = T::zero();
    let plain = plain.floor()?;
    for step in [T::one(), T::zero()] {
        let shifted = plain.combine(&T::one(), &Form::constant(rest.n_vis(), T::one()), &step)?;
        if same_on(&floor, &shifted, domain)? {
            return Ok(shifted);
        }
    }
    Ok(floor)
}
