//! Polynomials with rational coefficients in variables and floors of them.
//!
//! The unknowns are [`Symbol`]s: variables by number, and floors `⌊(c + Σ a s) / d⌋` of affine forms
//! in other symbols. A floor is kept in one form only, with a constant in `0..d`, coefficients around
//! zero and the first of them positive, so that sums of equal floors cancel: `⌈(n - 1)/2⌉` and
//! `⌊n/2⌋` are the same symbol.

use crate::budget;
use crate::number::{Big, Coeff, Run};
use crate::value::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a polynomial is a polynomial in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Symbol {
    /// The variable with this number.
    Var(usize),
    Floor(Arc<Floor>),
}

/// `⌊(constant + Σ coefficient * symbol) / denominator⌋`, in the form that [`floor`] makes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Floor {
    /// In order, without zeros.
    pub(crate) terms: Vec<(Symbol, Big)>,
    pub(crate) denominator: Big,
    pub(crate) constant: Big,
}

/// Symbols with positive exponents, in order.
type Monomial = Vec<(Symbol, u32)>;

/// A polynomial; no coefficient is zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Poly(BTreeMap<Monomial, Value>);

impl Symbol {
    /// Whether a variable that the test accepts occurs, in floors too.
    pub(crate) fn involves(&self, test: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Symbol::Var(v) => test(*v),
            Symbol::Floor(floor) => floor.terms.iter().any(|(symbol, _)| symbol.involves(test)),
        }
    }

    fn value_at(&self, point: &[Big]) -> Big {
        match self {
            Symbol::Var(v) => point[*v].clone(),
            Symbol::Floor(floor) => {
                let sum = floor
                    .terms
                    .iter()
                    .fold(floor.constant.clone(), |sum, term| {
                        sum.plus(&term.1.times(&term.0.value_at(point)))
                    });
                sum.div_floor(&floor.denominator)
            }
        }
    }
}

/// `⌊(constant + Σ coefficient * symbol) / denominator⌋` for a positive denominator.
pub(crate) fn floor(
    terms: impl IntoIterator<Item = (Symbol, Big)>,
    constant: Big,
    denominator: Big,
) -> Run<Poly> {
    let mut sum: BTreeMap<Symbol, Big> = BTreeMap::new();
    for (symbol, coefficient) in terms {
        let entry = sum.entry(symbol).or_default();
        *entry = entry.plus(&coefficient);
    }
    sum.retain(|_, coefficient| !coefficient.is_zero());
    // ⌊(g f + c) / (g d)⌋ = ⌊(f + ⌊c/g⌋) / d⌋
    let common = sum.values().fold(denominator.clone(), |g, a| g.gcd(a));
    let constant = constant.div_floor(&common);
    let denominator = denominator.div_exact(&common);
    let two = Big::from(2);
    let mut whole = Poly::default();
    let mut rest: Vec<(Symbol, Big)> = Vec::new();
    for (symbol, coefficient) in sum {
        let coefficient = coefficient.div_exact(&common);
        let mut quotient = coefficient.div_floor(&denominator);
        let mut remainder = coefficient.rem_floor(&denominator);
        if remainder.times(&two) > denominator {
            quotient = quotient.plus(&Big::one());
            remainder = remainder.sub(&denominator)?;
        }
        whole.add_term(vec![(symbol.clone(), 1)], &Value::integer(quotient));
        if !remainder.is_zero() {
            rest.push((symbol, remainder));
        }
    }
    if rest.is_empty() {
        whole.add_term(
            Vec::new(),
            &Value::integer(constant.div_floor(&denominator)),
        );
        return Ok(whole);
    }
    // ⌊(⌊f/m⌋ + c) / d⌋ = ⌊(f + m c) / (m d)⌋
    if let [(Symbol::Floor(inner), one)] = &rest[..]
        && one.is_one()
    {
        let constant = inner.constant.plus(&inner.denominator.times(&constant));
        let denominator = inner.denominator.times(&denominator);
        let nested = floor(inner.terms.iter().cloned(), constant, denominator)?;
        return Ok(whole.add(&nested));
    }
    whole.add_term(
        Vec::new(),
        &Value::integer(constant.div_floor(&denominator)),
    );
    let mut constant = constant.rem_floor(&denominator);
    // ⌊(c - g) / d⌋ = -⌊(g + d - 1 - c) / d⌋, which with coefficients d/2 is a choice
    let opposite = denominator.sub(&Big::one())?.sub(&constant)?;
    let is_half = rest[0].1.times(&two) == denominator;
    let flip = rest[0].1.is_neg() || (is_half && opposite < constant);
    if flip {
        constant = opposite;
        for (symbol, coefficient) in &mut rest {
            if coefficient.times(&two) == denominator {
                // -⌊(… - d/2 x) / d⌋ = x - ⌊(… + d/2 x) / d⌋
                whole.add_term(vec![(symbol.clone(), 1)], &Value::one());
            } else {
                *coefficient = coefficient.neg();
            }
        }
    }
    let sign = Value::from(if flip { -1 } else { 1 });
    let symbol = Symbol::Floor(Arc::new(Floor {
        terms: rest,
        constant,
        denominator,
    }));
    whole.add_term(vec![(symbol, 1)], &sign);
    Ok(whole)
}

impl Poly {
    pub(crate) fn constant(value: Value) -> Poly {
        let mut out = Poly::default();
        out.add_term(Vec::new(), &value);
        out
    }

    pub(crate) fn symbol(symbol: Symbol) -> Poly {
        let mut out = Poly::default();
        out.add_term(vec![(symbol, 1)], &Value::one());
        out
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value, if there are no symbols.
    pub(crate) fn as_constant(&self) -> Option<Value> {
        match self.0.len() {
            0 => Some(Value::zero()),
            1 => self.0.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = (&[(Symbol, u32)], &Value)> {
        self.0
            .iter()
            .map(|(monomial, value)| (&monomial[..], value))
    }

    /// All symbols that occur, those inside of floors not counted.
    pub(crate) fn symbols(&self) -> Vec<Symbol> {
        let mut out: Vec<Symbol> = self
            .0
            .keys()
            .flatten()
            .map(|(symbol, _)| symbol.clone())
            .collect();
        out.sort();
        out.dedup();
        out
    }

    /// The largest sum of exponents.
    pub(crate) fn degree(&self) -> u32 {
        let total = |monomial: &Monomial| monomial.iter().map(|(_, exponent)| exponent).sum();
        self.0.keys().map(total).max().unwrap_or(0)
    }

    /// Whether a variable that the test accepts occurs, in floors too.
    pub(crate) fn involves(&self, test: &dyn Fn(usize) -> bool) -> bool {
        let mut symbols = self.0.keys().flatten();
        symbols.any(|(symbol, _)| symbol.involves(test))
    }

    fn add_term(&mut self, monomial: Monomial, value: &Value) {
        if value.is_zero() {
            return;
        }
        match self.0.entry(monomial) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(value.clone());
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let sum = entry.get() + value;
                if sum.is_zero() {
                    entry.remove();
                } else {
                    entry.insert(sum);
                }
            }
        }
    }

    pub(crate) fn add(&self, other: &Poly) -> Poly {
        let mut out = self.clone();
        for (monomial, value) in &other.0 {
            out.add_term(monomial.clone(), value);
        }
        out
    }

    pub(crate) fn sub(&self, other: &Poly) -> Poly {
        self.add(&other.neg())
    }

    pub(crate) fn neg(&self) -> Poly {
        self.scale(&Value::from(-1))
    }

    pub(crate) fn scale(&self, factor: &Value) -> Poly {
        if factor.is_zero() {
            return Poly::default();
        }
        let scaled = self.0.iter().map(|(m, value)| (m.clone(), value * factor));
        Poly(scaled.collect())
    }

    pub(crate) fn mul(&self, other: &Poly) -> Run<Poly> {
        let mut out = Poly::default();
        for (a, x) in &self.0 {
            budget::spend(1 + other.0.len())?;
            for (b, y) in &other.0 {
                out.add_term(product(a, b), &(x * y));
            }
        }
        Ok(out)
    }

    pub(crate) fn pow(&self, mut exponent: u32) -> Run<Poly> {
        let mut base = self.clone();
        let mut out = Poly::constant(Value::one());
        while exponent > 0 {
            if exponent % 2 == 1 {
                out = out.mul(&base)?;
            }
            exponent /= 2;
            if exponent > 0 {
                base = base.mul(&base)?;
            }
        }
        Ok(out)
    }

    /// The coefficients of the powers of a symbol: `self = Σ out[k] * symbol^k`.
    pub(crate) fn powers_of(&self, symbol: &Symbol) -> Vec<Poly> {
        let mut out = vec![Poly::default()];
        for (monomial, value) in &self.0 {
            let mut rest = monomial.clone();
            let at = rest.iter().position(|(other, _)| other == symbol);
            let exponent = at.map_or(0, |at| rest.remove(at).1) as usize;
            if out.len() <= exponent {
                out.resize_with(exponent + 1, Poly::default);
            }
            out[exponent].add_term(rest, value);
        }
        out
    }

    /// The polynomial with a value for each symbol; those that have none stay.
    pub(crate) fn substitute(
        &self,
        value_of: &mut dyn FnMut(&Symbol) -> Run<Option<Poly>>,
    ) -> Run<Poly> {
        let mut values: Vec<(Symbol, Poly)> = Vec::new();
        for symbol in self.symbols() {
            if let Some(value) = value_of(&symbol)? {
                values.push((symbol, value));
            }
        }
        let mut out = self.clone();
        // One after the other would replace what a value before has brought in.
        let fresh = |k: usize| Symbol::Var(usize::MAX - k);
        for (k, (symbol, _)) in values.iter().enumerate() {
            out = out.renamed(symbol, &fresh(k));
        }
        for (k, (_, value)) in values.iter().enumerate() {
            out = out.with_value(&fresh(k), value)?;
        }
        Ok(out)
    }

    fn renamed(&self, from: &Symbol, to: &Symbol) -> Poly {
        let mut out = Poly::default();
        for (monomial, value) in &self.0 {
            let mut monomial = monomial.clone();
            for (symbol, _) in &mut monomial {
                if symbol == from {
                    *symbol = to.clone();
                }
            }
            monomial.sort();
            out.add_term(monomial, value);
        }
        out
    }

    /// One symbol replaced by a polynomial; floors that it occurs in are left alone.
    pub(crate) fn with_value(&self, symbol: &Symbol, value: &Poly) -> Run<Poly> {
        let powers = self.powers_of(symbol);
        // Horner
        let mut out = Poly::default();
        for coefficient in powers.iter().rev() {
            if !out.is_zero() {
                out = out.mul(value)?;
            }
            out = out.add(coefficient);
        }
        Ok(out)
    }

    pub(crate) fn value_at(&self, point: &[Big]) -> Value {
        let mut sum = Value::zero();
        for (monomial, value) in &self.0 {
            let mut term = value.clone();
            for (symbol, exponent) in monomial {
                let value = Value::integer(symbol.value_at(point));
                for _ in 0..*exponent {
                    term = &term * &value;
                }
            }
            sum = &sum + &term;
        }
        sum
    }
}

fn product(a: &Monomial, b: &Monomial) -> Monomial {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => {
                out.push(a[i].clone());
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                out.push(b[j].clone());
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                out.push((a[i].0.clone(), a[i].1 + b[j].1));
                i += 1;
                j += 1;
            }
        }
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
    out
}

/// Polynomials `P_k` with `Σ_{x=l}^{u-1} x^k = P_k(u) - P_k(l)`, as coefficients from the constant
/// on: Faulhaber's formula, by the recurrence of the Bernoulli numbers.
pub(crate) fn power_sums(highest: usize) -> Vec<Vec<Value>> {
    // (y + 1)^{k+1} - y^{k+1} = Σ_{j<=k} C(k+1, j) y^j, summed over y from l to u - 1:
    // u^{k+1} - l^{k+1} = Σ_{j<=k} C(k+1, j) (P_j(u) - P_j(l))
    let mut sums: Vec<Vec<Value>> = Vec::with_capacity(highest + 1);
    let mut binomial = vec![Value::one(), Value::one()];
    for k in 0..=highest {
        // `binomial[j]` is C(k + 1, j).
        let mut row = vec![Value::zero(); k + 2];
        row[k + 1] = Value::one();
        for (j, lower) in sums.iter().enumerate() {
            for (i, value) in lower.iter().enumerate() {
                row[i] = &row[i] - &(&binomial[j] * value);
            }
        }
        let scale = Value::from(k as i64 + 1);
        sums.push(row.iter().map(|value| value / &scale).collect());
        let mut next = vec![Value::one(); k + 3];
        for j in 1..k + 2 {
            next[j] = &binomial[j - 1] + &binomial[j];
        }
        binomial = next;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(v: usize) -> Symbol {
        Symbol::Var(v)
    }

    #[test]
    fn sums_of_powers() {
        let sums = power_sums(6);
        for (k, row) in sums.iter().enumerate() {
            let at = |y: i64| {
                let y = Value::from(y);
                row.iter()
                    .rev()
                    .fold(Value::zero(), |sum, a| &(&sum * &y) + a)
            };
            for (l, u) in [(0, 5), (-3, 4), (2, 2), (-7, -2)] {
                let sum: i64 = (l..u).map(|x: i64| x.pow(k as u32)).sum();
                assert_eq!(&at(u) - &at(l), Value::from(sum), "{k}: {l}..{u}");
            }
        }
    }

    #[test]
    fn floors_have_one_form() {
        // ⌈(n - 1)/2⌉ = ⌊n/2⌋
        let ceil = floor([(var(0), 1.into())], 0.into(), 2.into()).unwrap();
        let flipped = floor([(var(0), (-1).into())], 1.into(), 2.into()).unwrap();
        assert!(ceil.add(&flipped).is_zero());
        // and whatever the form is, the value is right.
        for (a, b, c, d) in [
            (5, 3, 7, 4),
            (-5, 2, 1, 6),
            (4, 6, 9, 10),
            (-1, -1, -1, 3),
            (3, 6, 2, 3),
            (1, 1, 1, 2),
            (-1, 1, 0, 2),
            (3, 1, 5, 6),
            (-3, 2, 4, 6),
        ] {
            let terms = [(var(0), Big::from(a)), (var(1), Big::from(b))];
            let poly = floor(terms, c.into(), d.into()).unwrap();
            for x in -9i64..9 {
                for y in -9i64..9 {
                    let expected = (a * x + b * y + c).div_euclid(d);
                    let found = poly.value_at(&[x.into(), y.into()]);
                    assert_eq!(found, expected, "({a}x + {b}y + {c})/{d} at {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn values_are_put_in_at_once() {
        // x y with x := y, y := x + 1
        let (x, y) = (Poly::symbol(var(0)), Poly::symbol(var(1)));
        let both = x.mul(&y).unwrap();
        let swapped = both
            .substitute(&mut |symbol| {
                Ok(Some(match symbol {
                    Symbol::Var(0) => y.clone(),
                    _ => x.add(&Poly::constant(Value::one())),
                }))
            })
            .unwrap();
        assert_eq!(swapped, both.add(&y));
        assert_eq!(swapped.value_at(&[3.into(), 5.into()]), 20);
    }
}
