//! Quasi-affine values and conditions of iterators and parameters, as trees.
//!
//! A C expression is recognised once ([`super::recognise`]) and built as a function or a set
//! wherever it is needed: on the instances of a statement, on those of a statement with inner
//! loops, on the parameters alone.

use presburger::{Aff, Dim, PwAff, Result, Set, Space, Value};

/// An integer that is a quasi-affine function of iterators and parameters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Quasi {
    Const(i128),
    /// The counter of the loop at this depth, outermost 0.
    Iterator(usize),
    Param(String),
    Add(Box<Quasi>, Box<Quasi>),
    Scale(i64, Box<Quasi>),
    /// Division by a positive constant, rounded down.
    Floor(Box<Quasi>, i64),
    /// Division by a positive constant, rounded towards zero, as C's `/` does.
    Quotient(Box<Quasi>, i64),
    /// What that leaves, as C's `%`.
    Remainder(Box<Quasi>, i64),
    Min(Box<Quasi>, Box<Quasi>),
    Max(Box<Quasi>, Box<Quasi>),
    Select(Box<Condition>, Box<Quasi>, Box<Quasi>),
    /// A value as a type has it that may not hold it: changed by a multiple of the number of the
    /// type's values.
    Wrapped(Box<Quasi>, Range, Laps),
}

/// The least and the largest value.
pub(crate) type Range = (i128, i128);

/// How far outside of its type a value is known to be: a few cases are simpler sets than a
/// remainder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Laps {
    /// It may be too small, by one lap at most.
    pub below: bool,
    /// It may be too large, by one lap at most.
    pub above: bool,
    /// Nothing is known.
    pub any: bool,
}

/// A condition on iterators and parameters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Condition {
    Compare(Order, Quasi, Quasi),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

/// One of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extreme {
    Smaller,
    Larger,
}

impl Extreme {
    fn other(self) -> Extreme {
        match self {
            Extreme::Smaller => Extreme::Larger,
            Extreme::Larger => Extreme::Smaller,
        }
    }
}

/// `constant + Σ iterators + Σ parameters`, with parameters in order of appearance.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Linear {
    pub constant: i128,
    pub iterators: Vec<(usize, i64)>,
    pub params: Vec<(String, i64)>,
}

impl Quasi {
    pub(crate) fn plus(self, other: Quasi) -> Quasi {
        match (self, other) {
            (Quasi::Const(a), Quasi::Const(b)) if a.checked_add(b).is_some() => Quasi::Const(a + b),
            (Quasi::Const(0), other) => other,
            (this, Quasi::Const(0)) => this,
            (this, other) => Quasi::Add(Box::new(this), Box::new(other)),
        }
    }

    pub(crate) fn times(self, factor: i64) -> Quasi {
        match self {
            Quasi::Const(a) if a.checked_mul(factor.into()).is_some() => {
                Quasi::Const(a * i128::from(factor))
            }
            this if factor == 1 => this,
            this => Quasi::Scale(factor, Box::new(this)),
        }
    }

    pub(crate) fn minus(self, other: Quasi) -> Quasi {
        self.plus(other.times(-1))
    }

    /// The same value, written as a short sum if it is one.
    pub(crate) fn compact(self) -> Quasi {
        let Some(form) = self.linear() else {
            return self;
        };
        let mut sum = Quasi::Const(form.constant);
        for (depth, factor) in form.iterators {
            sum = sum.plus(Quasi::Iterator(depth).times(factor));
        }
        for (name, factor) in form.params {
            sum = sum.plus(Quasi::Param(name).times(factor));
        }
        sum
    }

    /// Whether it is too long to be written down more than once.
    pub(crate) fn is_large(&self) -> bool {
        let mut left = 1_000usize;
        self.count_down(&mut left);
        left == 0
    }

    /// Whether it depends on numbers that no text can be written with.
    pub(crate) fn wraps_at_64_bits(&self) -> bool {
        match self {
            Quasi::Const(_) | Quasi::Iterator(_) | Quasi::Param(_) => false,
            Quasi::Add(a, b) | Quasi::Min(a, b) | Quasi::Max(a, b) | Quasi::Select(_, a, b) => {
                a.wraps_at_64_bits() || b.wraps_at_64_bits()
            }
            Quasi::Scale(_, a)
            | Quasi::Floor(a, _)
            | Quasi::Quotient(a, _)
            | Quasi::Remainder(a, _) => a.wraps_at_64_bits(),
            Quasi::Wrapped(a, (least, most), _) => most - least > 1 << 62 || a.wraps_at_64_bits(),
        }
    }

    fn count_down(&self, left: &mut usize) {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return;
        }
        match self {
            Quasi::Const(_) | Quasi::Iterator(_) | Quasi::Param(_) => {}
            Quasi::Add(a, b) | Quasi::Min(a, b) | Quasi::Max(a, b) => {
                a.count_down(left);
                b.count_down(left);
            }
            Quasi::Scale(_, a)
            | Quasi::Floor(a, _)
            | Quasi::Quotient(a, _)
            | Quasi::Remainder(a, _)
            | Quasi::Wrapped(a, ..) => a.count_down(left),
            Quasi::Select(condition, a, b) => {
                condition.count_down(left);
                a.count_down(left);
                b.count_down(left);
            }
        }
    }

    /// Its value, when it has no iterators or parameters and is not too large to compute with.
    pub(crate) fn as_const(&self) -> Option<i64> {
        i64::try_from(self.as_wide_const()?).ok()
    }

    /// Its value, when it has no iterators or parameters.
    pub(crate) fn as_wide_const(&self) -> Option<i128> {
        match self.linear() {
            Some(form) if form.iterators.is_empty() && form.params.is_empty() => {
                Some(form.constant)
            }
            _ => None,
        }
    }

    /// The value as a sum, when it is one without rounding or cases.
    pub(crate) fn linear(&self) -> Option<Linear> {
        let mut form = Linear::default();
        self.add_to(&mut form, 1)?;
        form.iterators.retain(|(_, factor)| *factor != 0);
        form.params.retain(|(_, factor)| *factor != 0);
        Some(form)
    }

    fn add_to(&self, form: &mut Linear, factor: i64) -> Option<()> {
        match self {
            Quasi::Const(value) => {
                let product = value.checked_mul(factor.into())?;
                form.constant = form.constant.checked_add(product)?;
            }
            Quasi::Iterator(depth) => accumulate(&mut form.iterators, *depth, factor)?,
            Quasi::Param(name) => accumulate(&mut form.params, name.clone(), factor)?,
            Quasi::Add(a, b) => {
                a.add_to(form, factor)?;
                b.add_to(form, factor)?;
            }
            Quasi::Scale(scale, a) => a.add_to(form, factor.checked_mul(*scale)?)?,
            _ => return None,
        }
        Some(())
    }

    /// The factor of an iterator that occurs in sums only; `None` when it is also rounded or
    /// compared somewhere.
    pub(crate) fn factor_of(&self, depth: usize) -> Option<i64> {
        match self {
            Quasi::Iterator(d) if *d == depth => Some(1),
            Quasi::Add(a, b) => a.factor_of(depth)?.checked_add(b.factor_of(depth)?),
            Quasi::Scale(factor, a) => a.factor_of(depth)?.checked_mul(*factor),
            other if other.mentions(&|d| d == depth) => None,
            _ => Some(0),
        }
    }

    /// Whether an iterator that `which` accepts occurs.
    pub(crate) fn mentions(&self, which: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Quasi::Const(_) | Quasi::Param(_) => false,
            Quasi::Iterator(depth) => which(*depth),
            Quasi::Add(a, b) | Quasi::Min(a, b) | Quasi::Max(a, b) => {
                a.mentions(which) || b.mentions(which)
            }
            Quasi::Scale(_, a)
            | Quasi::Floor(a, _)
            | Quasi::Quotient(a, _)
            | Quasi::Remainder(a, _)
            | Quasi::Wrapped(a, ..) => a.mentions(which),
            Quasi::Select(condition, a, b) => {
                condition.mentions(which) || a.mentions(which) || b.mentions(which)
            }
        }
    }

    /// The value as the smaller or larger one of two, when it has a minimum or maximum in a place
    /// where it goes up or down with that: `min(a, b) - i` is the smaller one of `a - i` and
    /// `b - i`.
    fn alternatives(&self) -> Option<(Extreme, Quasi, Quasi)> {
        let monotone = |inner: &Quasi, wrap: &dyn Fn(Quasi) -> Quasi| {
            let (extreme, a, b) = inner.alternatives()?;
            Some((extreme, wrap(a), wrap(b)))
        };
        match self {
            Quasi::Min(a, b) => Some((Extreme::Smaller, (**a).clone(), (**b).clone())),
            Quasi::Max(a, b) => Some((Extreme::Larger, (**a).clone(), (**b).clone())),
            Quasi::Add(a, b) => monotone(a, &|a| a.plus((**b).clone()))
                .or_else(|| monotone(b, &|b| (**a).clone().plus(b))),
            Quasi::Scale(0, _) => None,
            Quasi::Scale(factor, inner) => {
                let (extreme, a, b) = monotone(inner, &|value| value.times(*factor))?;
                let extreme = if *factor < 0 {
                    extreme.other()
                } else {
                    extreme
                };
                Some((extreme, a, b))
            }
            Quasi::Floor(a, d) => monotone(a, &|a| Quasi::Floor(Box::new(a), *d)),
            Quasi::Quotient(a, d) => monotone(a, &|a| Quasi::Quotient(Box::new(a), *d)),
            _ => None,
        }
    }

    /// The value as a function on a set space; iterators are its dimensions.
    pub(crate) fn build(&self, space: &Space) -> Result<PwAff> {
        if let Some(form) = self.linear() {
            return Ok(PwAff::from_aff(&form.build(space)?));
        }
        match self {
            Quasi::Const(_) | Quasi::Iterator(_) | Quasi::Param(_) => {
                Err(presburger::Error::Invalid("a number is too large".into()))
            }
            Quasi::Add(a, b) => a.build(space)?.add(&b.build(space)?),
            Quasi::Scale(factor, a) => a.build(space)?.scale(&Value::from(*factor)),
            Quasi::Floor(a, d) => a.build(space)?.scale_down(&Value::from(*d))?.floor(),
            Quasi::Quotient(a, d) => a.build(space)?.tdiv_q(&constant(space, *d)?),
            Quasi::Remainder(a, d) => a.build(space)?.tdiv_r(&constant(space, *d)?),
            Quasi::Min(a, b) => a.build(space)?.min(&b.build(space)?),
            Quasi::Max(a, b) => a.build(space)?.max(&b.build(space)?),
            Quasi::Select(condition, a, b) => {
                let yes = condition.build(space)?;
                let (a, b) = (a.build(space)?, b.build(space)?);
                a.intersect_domain(&yes)?
                    .union_add(&b.subtract_domain(&yes)?)
            }
            Quasi::Wrapped(a, range, laps) => wrapped(&a.build(space)?, *range, *laps),
        }
    }
}

/// A value brought into a range by whole laps; the same value where `laps` rules the lap out.
fn wrapped(value: &PwAff, (least, most): Range, laps: Laps) -> Result<PwAff> {
    let space = value.domain_space();
    let number = |number: i128| -> Result<PwAff> {
        Ok(PwAff::from_aff(&Aff::val_on_domain(&space, &big(number)?)?))
    };
    let lap = number(most - least + 1)?;
    if laps.any {
        let from_least = value.sub(&number(least)?)?;
        return from_least
            .mod_val(&big(most - least + 1)?)?
            .add(&number(least)?);
    }
    let mut pieces = value.clone();
    let mut cases = Vec::new();
    if laps.below {
        cases.push((value.lt_set(&number(least)?)?, value.add(&lap)?));
    }
    if laps.above {
        cases.push((value.gt_set(&number(most)?)?, value.sub(&lap)?));
    }
    for (there, shifted) in cases {
        let shifted = shifted.intersect_domain(&there)?;
        pieces = pieces.subtract_domain(&there)?.union_add(&shifted)?;
    }
    Ok(pieces)
}

/// A number of any size.
pub(crate) fn big(number: i128) -> Result<Value> {
    match i64::try_from(number) {
        Ok(number) => Ok(Value::from(number)),
        Err(_) => number.to_string().parse(),
    }
}

impl Linear {
    fn build(&self, space: &Space) -> Result<Aff> {
        let domain = with_params(space, self.params.iter().map(|(name, _)| name));
        let mut aff = Aff::val_on_domain(&domain, &big(self.constant)?)?;
        for (depth, factor) in &self.iterators {
            let term = Aff::var_on_domain(&domain, Dim::Set(*depth))?;
            aff = aff.add(&term.scale(&Value::from(*factor))?)?;
        }
        for (name, factor) in &self.params {
            if let Some(position) = domain.find_param(name) {
                let term = Aff::var_on_domain(&domain, Dim::Param(position))?;
                aff = aff.add(&term.scale(&Value::from(*factor))?)?;
            }
        }
        Ok(aff)
    }
}

impl Condition {
    pub(crate) fn and(self, other: Condition) -> Condition {
        Condition::And(Box::new(self), Box::new(other))
    }

    pub(crate) fn negated(self) -> Condition {
        match self {
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        }
    }

    fn count_down(&self, left: &mut usize) {
        match self {
            Condition::Compare(_, a, b) => {
                a.count_down(left);
                b.count_down(left);
            }
            Condition::And(a, b) | Condition::Or(a, b) => {
                a.count_down(left);
                b.count_down(left);
            }
            Condition::Not(a) => a.count_down(left),
        }
    }

    pub(crate) fn mentions(&self, which: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Condition::Compare(_, a, b) => a.mentions(which) || b.mentions(which),
            Condition::And(a, b) | Condition::Or(a, b) => a.mentions(which) || b.mentions(which),
            Condition::Not(a) => a.mentions(which),
        }
    }

    /// Whether it can only become false, and then stays so, as the iterator goes up (or down).
    pub(crate) fn ends(&self, depth: usize, up: bool) -> bool {
        match self {
            Condition::Not(inner) => match &**inner {
                Condition::Compare(order, a, b) => {
                    Condition::Compare(order.opposite(), a.clone(), b.clone()).ends(depth, up)
                }
                _ => !self.mentions(&|d| d == depth),
            },
            Condition::And(a, b) => a.ends(depth, up) && b.ends(depth, up),
            Condition::Compare(order, a, b) => {
                let difference = a.clone().minus(b.clone());
                let Some(factor) = difference.factor_of(depth) else {
                    return false;
                };
                let growing = if up { factor } else { -factor };
                match order {
                    Order::Less | Order::LessEqual => growing >= 0,
                    Order::Greater | Order::GreaterEqual => growing <= 0,
                    Order::Equal | Order::NotEqual => factor == 0,
                }
            }
            _ => !self.mentions(&|d| d == depth),
        }
    }

    /// Whether it is sure to fail some time as the iterator goes up (or down) for ever.
    pub(crate) fn fails_at_last(&self, depth: usize, up: bool) -> bool {
        match self {
            Condition::And(a, b) => a.fails_at_last(depth, up) || b.fails_at_last(depth, up),
            Condition::Or(a, b) => a.fails_at_last(depth, up) && b.fails_at_last(depth, up),
            Condition::Compare(order, a, b) => {
                let Some(factor) = a.clone().minus(b.clone()).factor_of(depth) else {
                    return false;
                };
                let growing = if up { factor } else { -factor };
                match order {
                    Order::Less | Order::LessEqual => growing > 0,
                    Order::Greater | Order::GreaterEqual => growing < 0,
                    Order::Equal => factor != 0,
                    Order::NotEqual => false,
                }
            }
            Condition::Not(inner) => match &**inner {
                Condition::Compare(order, a, b) => {
                    let opposite = Condition::Compare(order.opposite(), a.clone(), b.clone());
                    opposite.fails_at_last(depth, up)
                }
                _ => false,
            },
        }
    }

    /// `i <= min(a, b)` as `i <= a && i <= b`, and the like: one conjunction, where the pieces of a
    /// minimum would make several.
    fn without_extremes(order: Order, a: &Quasi, b: &Quasi) -> Option<Condition> {
        let is_less = match order {
            Order::Less | Order::LessEqual => true,
            Order::Greater | Order::GreaterEqual => false,
            Order::Equal | Order::NotEqual => return None,
        };
        let compare = |a: Quasi, b: Quasi| Box::new(Condition::Compare(order, a, b));
        let (both, first, second) = if let Some((extreme, p, q)) = a.alternatives() {
            let both = (extreme == Extreme::Larger) == is_less;
            (both, compare(p, b.clone()), compare(q, b.clone()))
        } else {
            let (extreme, p, q) = b.alternatives()?;
            let both = (extreme == Extreme::Smaller) == is_less;
            (both, compare(a.clone(), p), compare(a.clone(), q))
        };
        Some(match both {
            true => Condition::And(first, second),
            false => Condition::Or(first, second),
        })
    }

    /// Where it holds, as a set in a set space.
    pub(crate) fn build(&self, space: &Space) -> Result<Set> {
        match self {
            Condition::Compare(order, a, b) => {
                if let Some(parts) = Condition::without_extremes(*order, a, b) {
                    return parts.build(space);
                }
                let (a, b) = (a.build(space)?, b.build(space)?);
                match order {
                    Order::Less => a.lt_set(&b),
                    Order::LessEqual => a.le_set(&b),
                    Order::Greater => a.gt_set(&b),
                    Order::GreaterEqual => a.ge_set(&b),
                    Order::Equal => a.eq_set(&b),
                    Order::NotEqual => a.ne_set(&b),
                }
            }
            Condition::And(a, b) => a.build(space)?.intersect(&b.build(space)?),
            Condition::Or(a, b) => a.build(space)?.union(&b.build(space)?),
            // Values are defined everywhere, so the opposite comparison is the complement, and
            // has far fewer pieces than subtraction finds.
            Condition::Not(a) => match &**a {
                Condition::Compare(order, a, b) => {
                    Condition::Compare(order.opposite(), a.clone(), b.clone()).build(space)
                }
                Condition::And(a, b) => {
                    let (a, b) = (a.clone().negated(), b.clone().negated());
                    a.build(space)?.union(&b.build(space)?)
                }
                Condition::Or(a, b) => {
                    let (a, b) = (a.clone().negated(), b.clone().negated());
                    a.build(space)?.intersect(&b.build(space)?)
                }
                Condition::Not(a) => a.build(space),
            },
        }
    }
}

impl Order {
    /// The order that holds when this one does not.
    fn opposite(self) -> Order {
        match self {
            Order::Less => Order::GreaterEqual,
            Order::LessEqual => Order::Greater,
            Order::Greater => Order::LessEqual,
            Order::GreaterEqual => Order::Less,
            Order::Equal => Order::NotEqual,
            Order::NotEqual => Order::Equal,
        }
    }

    /// The order that holds when the sides are exchanged.
    pub(crate) fn swapped(self) -> Order {
        match self {
            Order::Less => Order::Greater,
            Order::LessEqual => Order::GreaterEqual,
            Order::Greater => Order::Less,
            Order::GreaterEqual => Order::LessEqual,
            other => other,
        }
    }
}

/// With more pieces than this, looking for pairs to merge takes longer than it saves.
pub(crate) const MANY: usize = 12;

/// The set with fewer pieces where these are easily found.
pub(crate) fn merged(set: Set) -> Result<Set> {
    if set.n_basic_set() > MANY {
        return Ok(set);
    }
    set.coalesce()
}

fn constant(space: &Space, value: i64) -> Result<PwAff> {
    Ok(PwAff::from_aff(&Aff::val_on_domain(
        space,
        &Value::from(value),
    )?))
}

/// The space with at least these parameters.
fn with_params<'n>(space: &Space, names: impl Iterator<Item = &'n String>) -> Space {
    let mut params = space.params().to_vec();
    for name in names {
        if !params.iter().any(|param| **param == **name) {
            params.push(name.as_str().into());
        }
    }
    match space.tuple() {
        Some(tuple) => Space::set(params, tuple.clone()),
        None => Space::params_only(params),
    }
}

fn accumulate<K: PartialEq>(terms: &mut Vec<(K, i64)>, key: K, factor: i64) -> Option<()> {
    match terms.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum = sum.checked_add(factor)?,
        None => terms.push((key, factor)),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use presburger::Tuple;

    fn space() -> Space {
        Space::set(vec![], Tuple::named("S", ["i", "j"]))
    }

    fn i() -> Quasi {
        Quasi::Iterator(0)
    }

    fn n() -> Quasi {
        Quasi::Param("n".into())
    }

    fn same(value: &Quasi, expected: &str) {
        let built = value.build(&space()).unwrap();
        let expected: PwAff = expected.parse().unwrap();
        assert!(
            built.is_equal(&expected).unwrap(),
            "{built} is not {expected}"
        );
    }

    #[test]
    fn values() {
        same(
            &i().times(2).plus(n()).minus(Quasi::Const(3)),
            "[n] -> { S[i, j] -> [2i + n - 3] }",
        );
        same(
            &Quasi::Floor(Box::new(i()), 4),
            "{ S[i, j] -> [floor(i/4)] }",
        );
        same(
            &Quasi::Max(Box::new(i()), Box::new(Quasi::Iterator(1))),
            "{ S[i, j] -> [max(i, j)] }",
        );
    }

    #[test]
    fn division_rounds_towards_zero() {
        let (quotient, rest) = (
            Quasi::Quotient(Box::new(i()), 3),
            Quasi::Remainder(Box::new(i()), 3),
        );
        let (quotient, rest) = (
            quotient.build(&space()).unwrap(),
            rest.build(&space()).unwrap(),
        );
        for value in -7i64..8 {
            let point = format!("{{ S[{value}, 0] }}").parse::<Set>().unwrap();
            let point = point.sample_point().unwrap().unwrap();
            assert_eq!(quotient.eval(&point).unwrap(), Value::from(value / 3));
            assert_eq!(rest.eval(&point).unwrap(), Value::from(value % 3));
        }
    }

    #[test]
    fn conditions_that_end() {
        let below = Condition::Compare(
            Order::Less,
            i(),
            Quasi::Min(Box::new(n()), Box::new(Quasi::Const(9))),
        );
        assert!(below.ends(0, true) && !below.ends(0, false));
        let odd = Condition::Compare(
            Order::Equal,
            Quasi::Remainder(Box::new(i()), 2),
            Quasi::Const(1),
        );
        assert!(!odd.ends(0, true));
        assert!(!odd.clone().and(below).ends(0, true));
        assert!(odd.ends(1, true));
    }

    #[test]
    fn too_large_is_no_sum() {
        assert_eq!(i().times(i64::MAX).times(2).linear(), None);
    }
}
