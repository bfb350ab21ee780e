//! Quasi-polynomials as text, in the form that isl prints: by powers of the last symbol, whose
//! coefficients are polynomials in those before it.

use std::fmt;

use super::functions::{condition, with_condition};
use super::{tuples, variable_names, write_braces, write_params};
use crate::number::{Big, Coeff};
use crate::polynomial::poly::{Floor, Poly, Symbol};
use crate::relation::Relation;
use crate::space::{Name, Space};
use crate::value::Value;

/// Writes polynomials on sets, or on whole spaces: `[n] -> { A[i] -> n * i : i >= 0; B[] -> 7 }`.
pub(crate) fn write_polynomials(
    out: &mut dyn fmt::Write,
    params: &[Name],
    pieces: &[(&Space, Option<&Relation>, &Poly)],
) -> fmt::Result {
    write_params(out, params)?;
    let pieces: Vec<String> = pieces
        .iter()
        .map(|(space, domain, value)| {
            let names = variable_names(space).texts;
            piece(space, *domain, &names, &polynomial(value, &names))
        })
        .collect();
    write_braces(out, &pieces)
}

/// Writes the extreme value of polynomials: `[n] -> { max(n, n^2) : n > 0 }`.
pub(crate) fn write_bound(
    out: &mut dyn fmt::Write,
    params: &[Name],
    function: &str,
    pieces: &[(Relation, Vec<Poly>)],
) -> fmt::Result {
    write_params(out, params)?;
    let pieces: Vec<String> = pieces
        .iter()
        .map(|(domain, values)| {
            let names = variable_names(&domain.space).texts;
            let values: Vec<String> = values.iter().map(|v| polynomial(v, &names)).collect();
            let text = format!("{function}({})", values.join(", "));
            piece(&domain.space, Some(domain), &names, &text)
        })
        .collect();
    write_braces(out, &pieces)
}

fn piece(space: &Space, domain: Option<&Relation>, names: &[String], value: &str) -> String {
    let text = match space.is_params() {
        true => value.to_owned(),
        false => {
            let dims = names.iter().skip(space.n_param()).cloned();
            format!("{} -> {value}", tuples(space, dims))
        }
    };
    let condition = domain.map_or_else(String::new, |domain| condition(domain, names));
    with_condition(&text, &condition)
}

/// A coefficient and what it is multiplied by: numbers of symbols, in order, with their exponents.
type Term<'a> = (Vec<(usize, u32)>, &'a Value);

/// A polynomial by the powers of its last symbol.
fn polynomial(poly: &Poly, names: &[String]) -> String {
    let symbols = poly.symbols();
    let texts: Vec<String> = symbols.iter().map(|s| symbol(s, names)).collect();
    let number = |(symbol, exponent): &(Symbol, u32)| {
        // They are in order.
        (symbols.partition_point(|other| other < symbol), *exponent)
    };
    let mut terms: Vec<Term> = poly
        .terms()
        .map(|(monomial, value)| (monomial.iter().map(number).collect(), value))
        .collect();
    // Where the last symbols are the same, those before them decide.
    terms.sort_by(|a, b| a.0.iter().rev().cmp(b.0.iter().rev()));
    let mut text = String::new();
    match terms.is_empty() {
        true => text.push('0'),
        false => write_powers(&mut text, &terms, 0, &texts),
    }
    text
}

/// Writes terms, in order, that have their last `tail` symbols in common, without these.
fn write_powers(text: &mut String, terms: &[Term], tail: usize, texts: &[String]) {
    let last = |term: &Term| term.0[..term.0.len() - tail].last().copied();
    let Some((symbol, _)) = terms.last().and_then(last) else {
        text.extend(terms.iter().map(|(_, value)| value.to_string()));
        return;
    };
    let exponent = |term: &Term| match last(term) {
        Some((found, exponent)) if found == symbol => exponent,
        _ => 0,
    };
    let powers = || terms.chunk_by(|a, b| exponent(a) == exponent(b));
    let is_sum = powers().nth(1).is_some();
    if is_sum {
        text.push('(');
    }
    for (k, coefficient) in powers().enumerate() {
        let exponent = exponent(&coefficient[0]);
        let tail = tail + usize::from(exponent > 0);
        let power = match exponent {
            0 => String::new(),
            1 => texts[symbol].clone(),
            _ => format!("{}^{exponent}", texts[symbol]),
        };
        match coefficient {
            [(monomial, value)] if monomial.len() == tail => {
                text.push_str(match (k == 0, value.is_neg()) {
                    (true, false) => "",
                    (true, true) => "-",
                    (false, false) => " + ",
                    (false, true) => " - ",
                });
                let size = value.abs();
                text.push_str(&match (exponent, size.is_one()) {
                    (0, _) => size.to_string(),
                    (_, true) => power,
                    (_, false) => format!("{size} * {power}"),
                });
            }
            _ => {
                if k > 0 {
                    text.push_str(" + ");
                }
                write_powers(text, coefficient, tail, texts);
                if exponent > 0 {
                    text.push_str(" * ");
                    text.push_str(&power);
                }
            }
        }
    }
    if is_sum {
        text.push(')');
    }
}

fn symbol(symbol: &Symbol, names: &[String]) -> String {
    match symbol {
        Symbol::Var(v) => names[*v].clone(),
        Symbol::Floor(inner) => floor(inner, names),
    }
}

/// `floor((1 + 2n)/3)`
fn floor(floor: &Floor, names: &[String]) -> String {
    let mut text = String::new();
    if !floor.constant.is_zero() {
        text = floor.constant.to_string();
    }
    for (inner, coefficient) in &floor.terms {
        let sign = match (text.is_empty(), coefficient.is_neg()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let size = coefficient.abs();
        let size = match (size == Big::one(), inner) {
            (true, _) => String::new(),
            (false, Symbol::Var(_)) => size.to_string(),
            (false, Symbol::Floor(_)) => format!("{size}*"),
        };
        text.push_str(&format!("{sign}{size}{}", symbol(inner, names)));
    }
    format!("floor(({text})/{})", floor.denominator)
}

impl Default for Value {
    fn default() -> Value {
        Value::zero()
    }
}
