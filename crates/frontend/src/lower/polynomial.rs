//! Polynomials of parameters that are linear in iterators, and their division by the lengths of
//! rows.

use std::collections::BTreeMap;

use super::quasi::Quasi;

/// Products of parameters with what they are multiplied by: no parameters in the latter.
pub(super) type Polynomial = BTreeMap<Vec<String>, Quasi>;

/// Parameters taken out of a sum.
pub(super) fn affine_polynomial(value: &Quasi) -> Option<Polynomial> {
    let form = value.linear()?;
    let mut rest = Quasi::Const(form.constant);
    for (depth, factor) in form.iterators {
        rest = rest.plus(Quasi::Iterator(depth).times(factor));
    }
    let mut polynomial = Polynomial::from([(Vec::new(), rest)]);
    for (name, factor) in form.params {
        polynomial.insert(vec![name], Quasi::Const(factor.into()));
    }
    Some(polynomial)
}

/// What stands for a number that depends on data: no parameter has such a name.
pub(super) fn unknown(place: u32) -> String {
    format!("?{place}")
}

/// Whether a product has a factor that depends on data.
pub(super) fn is_unknown(monomial: &[String]) -> bool {
    monomial.iter().any(|name| name.starts_with('?'))
}

/// A polynomial without products as a sum.
fn affine(polynomial: Polynomial) -> Option<Quasi> {
    let mut sum = Quasi::Const(0);
    for (monomial, value) in polynomial {
        let term = match &monomial[..] {
            [] => value,
            _ if is_unknown(&monomial) => return None,
            [name] => Quasi::Param(name.clone()).times(value.as_const()?),
            _ if value.as_const() == Some(0) => Quasi::Const(0),
            _ => return None,
        };
        sum = sum.plus(term);
    }
    Some(sum.compact())
}

pub(super) fn add(mut a: Polynomial, b: Polynomial, sign: i64) -> Option<Polynomial> {
    for (monomial, value) in b {
        let sum = a.remove(&monomial).unwrap_or(Quasi::Const(0));
        let sum = sum.plus(value.times(sign)).compact();
        sum.linear()?;
        if sum.as_const() != Some(0) || monomial.is_empty() {
            a.insert(monomial, sum);
        }
    }
    Some(a)
}

pub(super) fn multiply(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut product = Polynomial::new();
    for (left, x) in a {
        for (right, y) in b {
            let value = match (x.as_const(), y.as_const()) {
                (Some(0), _) | (_, Some(0)) => continue,
                (Some(factor), _) => y.clone().times(factor),
                (_, Some(factor)) => x.clone().times(factor),
                _ => return None,
            };
            let mut monomial = [left.as_slice(), right.as_slice()].concat();
            monomial.sort();
            product = add(product, Polynomial::from([(monomial, value)]), 1)?;
        }
    }
    Some(product)
}

/// A subscript divided by the lengths of rows, the innermost first: its parts, the innermost last;
/// and whether the first of these is known.
pub(super) fn parts(mut sum: Polynomial, lengths: &[Quasi]) -> Option<(Vec<Quasi>, bool)> {
    let mut parts = Vec::new();
    for length in lengths {
        let (quotient, rest) = divided(sum, length)?;
        parts.push(affine(rest)?);
        sum = quotient;
    }
    // In which row it is may be up to data.
    let is_known = !sum.keys().any(|monomial| is_unknown(monomial));
    parts.push(match is_known {
        true => affine(sum)?,
        false => Quasi::Const(0),
    });
    parts.reverse();
    Some((parts, is_known))
}

/// Quotient and remainder of a polynomial by the length of a row.
fn divided(sum: Polynomial, length: &Quasi) -> Option<(Polynomial, Polynomial)> {
    let form = length.linear()?;
    match form.params.first() {
        Some((name, factor)) => divided_by_name(sum, length, name, *factor),
        None => divided_by_number(sum, i64::try_from(form.constant).ok()?),
    }
}

fn divided_by_number(sum: Polynomial, number: i64) -> Option<(Polynomial, Polynomial)> {
    if number < 2 {
        return None;
    }
    let (mut quotient, mut rest) = (Polynomial::new(), Polynomial::new());
    for (monomial, value) in sum {
        let form = value.linear()?;
        let wide = i128::from(number);
        // What is left over of a number stays within the row.
        let (multiple, over) = match monomial.is_empty() || form.constant % wide == 0 {
            true => (
                form.constant.div_euclid(wide),
                form.constant.rem_euclid(wide),
            ),
            false => (0, form.constant),
        };
        let (mut many, mut few) = (Quasi::Const(multiple), Quasi::Const(over));
        for (depth, factor) in form.iterators {
            match factor % number == 0 {
                true => many = many.plus(Quasi::Iterator(depth).times(factor / number)),
                false => few = few.plus(Quasi::Iterator(depth).times(factor)),
            }
        }
        quotient.insert(monomial.clone(), many);
        rest.insert(monomial, few);
    }
    Some((quotient, rest))
}

/// Division by a sum in which a parameter has this factor.
fn divided_by_name(
    mut sum: Polynomial,
    length: &Quasi,
    name: &String,
    factor: i64,
) -> Option<(Polynomial, Polynomial)> {
    let length = affine_polynomial(length)?;
    let mut quotient = Polynomial::new();
    // Every round takes the parameter out of one product, as many times as it is in there.
    for _ in 0..64 {
        let is_multiple = |value: &Quasi| {
            value.linear().is_some_and(|form| {
                form.constant % i128::from(factor) == 0
                    && form.iterators.iter().all(|(_, own)| own % factor == 0)
                    && value.as_const() != Some(0)
            })
        };
        let mut products = sum.iter();
        let found =
            products.find(|(monomial, value)| monomial.contains(name) && is_multiple(value));
        let Some((monomial, value)) = found else {
            return Some((quotient, sum));
        };
        let form = value.linear()?;
        let mut times = Quasi::Const(form.constant / i128::from(factor));
        for (depth, own) in form.iterators {
            times = times.plus(Quasi::Iterator(depth).times(own / factor));
        }
        let mut rest = monomial.clone();
        let position = rest.iter().position(|other| other == name)?;
        rest.remove(position);
        let part = Polynomial::from([(rest, times)]);
        sum = add(sum, multiply(&part, &length)?, -1)?;
        quotient = add(quotient, part, 1)?;
    }
    None
}
