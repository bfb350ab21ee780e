//! What C makes of an integer in a type that may not hold it.
//!
//! Signed arithmetic does not leave its type, because C says nothing about what happens then. But
//! numbers without a sign wrap around, and a conversion to a type that does not hold the value
//! changes it by a multiple of the number of the type's values, as compilers define it. Here a value
//! in exact arithmetic becomes the one that C has: the same if it is sure to fit, for all values
//! that parameters and counters can have where it is computed; with a case for each lap that it may
//! be off otherwise; or as a remainder.
//!
//! Fitting is decided by intervals first, then exactly: `n - i - 1` is not below zero in a loop with
//! `i < n`.

use std::cell::RefCell;
use std::rc::Rc;

use presburger::{Dim, Effort, Set, Space, Tuple, attempt};

use super::names::{Meaning, Names};
use super::quasi::{Condition, Laps, Order, Quasi, Range, big};
use super::types::Kind;
use crate::syntax::{Expr, Type};

/// All integers that anything has.
pub(super) const ANYTHING: Range = (i128::MIN / 8, i128::MAX / 8);

impl Kind {
    /// The values of the type.
    pub(super) fn range(self) -> Range {
        match self {
            Kind::Int => (i32::MIN.into(), i32::MAX.into()),
            Kind::Unsigned => (0, u32::MAX.into()),
            Kind::Long => (i64::MIN.into(), i64::MAX.into()),
            Kind::UnsignedLong => (0, u64::MAX.into()),
            Kind::Floating | Kind::Unknown => ANYTHING,
        }
    }
}

/// How many values a range has.
pub(super) fn lap((least, most): Range) -> i128 {
    most - least + 1
}

/// A place of the program: which values of counters and parameters it is reached with.
pub(crate) struct Here {
    domain: Option<Set>,
    /// Whether values can be below or above something, as far as it was asked.
    found: RefCell<Vec<(Quasi, Order, i128, bool)>>,
}

impl Here {
    /// A place of which nothing is known.
    pub(crate) fn anywhere() -> Rc<Here> {
        Rc::new(Here {
            domain: None,
            found: RefCell::default(),
        })
    }
}

impl Names<'_> {
    /// Goes to a place that is reached with these values of counters; gives the last one, to
    /// [go back](Names::go_back) to.
    pub(crate) fn go_to(&self, domain: &Set) -> Rc<Here> {
        self.here.replace(Rc::new(Here {
            domain: Some(domain.clone()),
            found: RefCell::default(),
        }))
    }

    pub(crate) fn go_back(&self, here: Rc<Here>) {
        self.here.replace(here);
    }

    /// The value of an expression that is computed elsewhere: the extent of an array.
    pub(crate) fn value_elsewhere(&self, expr: &Expr) -> Option<Quasi> {
        let here = self.here.replace(Here::anywhere());
        let value = self.without_loads(|names| names.value(expr).ok());
        self.go_back(here);
        value
    }

    /// The value of the extent of an array that the region itself declares: what it loads there is
    /// what it loads everywhere.
    pub(crate) fn value_anywhere(&self, expr: &Expr) -> Option<Quasi> {
        let here = self.here.replace(Here::anywhere());
        let value = self.value(expr).ok();
        self.go_back(here);
        value
    }

    /// The value that C has for `value` in a type with these values; nothing if that is too long to
    /// be written down.
    pub(super) fn wrapped(&self, value: Quasi, range: Range) -> Option<Quasi> {
        if range == ANYTHING {
            return Some(value);
        }
        let below = self.may_be(&value, Order::Less, range.0);
        let above = self.may_be(&value, Order::Greater, range.1);
        if !below && !above {
            return Some(value);
        }
        let modulus = lap(range);
        if let Some(constant) = value.as_wide_const() {
            let rest = (constant - range.0).rem_euclid(modulus);
            return Some(Quasi::Const(rest + range.0));
        }
        if value.is_large() {
            return None;
        }
        let far = self.may_be(&value, Order::Less, range.0 - modulus)
            || self.may_be(&value, Order::Greater, range.1 + modulus);
        let laps = Laps {
            below,
            above,
            any: far,
        };
        self.has_wrapped.set(true);
        Some(Quasi::Wrapped(Box::new(value), range, laps))
    }

    /// Whether a value may be less, or greater, than a limit at this place.
    pub(super) fn may_be(&self, value: &Quasi, order: Order, limit: i128) -> bool {
        let (least, most) = self.interval(value);
        let possible = match order {
            Order::Less => least < limit,
            _ => most > limit,
        };
        let here = self.here.borrow().clone();
        if !possible || here.domain.is_none() && self.facts.is_none() {
            return possible;
        }
        let known =
            |(a, b, c, _): &&(Quasi, Order, i128, bool)| (a, *b, *c) == (value, order, limit);
        if let Some((.., found)) = here.found.borrow().iter().find(known) {
            return *found;
        }
        let condition = Condition::Compare(order, value.clone(), Quasi::Const(limit));
        // What cannot be decided may be.
        let found = attempt(Effort::Question, || self.may_hold(&here, &condition));
        let found = found.ok().flatten().unwrap_or(true);
        let mut all = here.found.borrow_mut();
        all.push((value.clone(), order, limit, found));
        found
    }

    /// Whether a condition may hold at this place.
    fn may_hold(&self, here: &Here, condition: &Condition) -> presburger::Result<bool> {
        let domain = match &here.domain {
            Some(domain) => domain.clone(),
            None => Set::universe(Space::set(Vec::new(), Tuple::anonymous(0)))?,
        };
        let depth = domain.n_dim();
        if condition.mentions(&|counter| counter >= depth) {
            return Ok(true);
        }
        let there = domain.intersect(&condition.build(domain.space())?)?;
        self.is_possible(&there)
    }

    /// Whether a set has points for parameters that there can be.
    pub(super) fn is_possible(&self, set: &Set) -> presburger::Result<bool> {
        let known = match &self.facts {
            Some(facts) => set.intersect_params(facts)?,
            None => set.clone(),
        };
        Ok(!known.is_empty()? && !self.typed(&known)?.is_empty()?)
    }

    /// The part of a set for parameters that have values of their types.
    pub(super) fn typed(&self, set: &Set) -> presburger::Result<Set> {
        let mut typed = set.clone();
        for name in set.space().params().to_vec() {
            let (least, most) = self.parameter_range(&name);
            if let Some(at) = typed.space().find_param(&name) {
                typed = typed
                    .lower_bound(Dim::Param(at), big(least)?)?
                    .upper_bound(Dim::Param(at), big(most)?)?;
            }
        }
        Ok(typed)
    }

    /// The values that a parameter can have.
    pub(super) fn parameter_range(&self, name: &str) -> Range {
        if let Some(ty) = self.type_of_load(name) {
            return self.values_of(ty);
        }
        match self.meaning(name) {
            Meaning::Variable(variable) => self.values_of(variable.ty),
            _ => match self.symbol(name) {
                Some(symbol) => self.values_of(&symbol.ty),
                None => Kind::Int.range(),
            },
        }
    }

    /// The values of a type.
    pub(super) fn values_of(&self, ty: &Type) -> Range {
        let kind = self.kind_of_type(ty);
        let Type::Base(base) = self.resolve(ty) else {
            return kind.range();
        };
        let has = |word: &str| base.name.split(' ').any(|one| one == word);
        let is_unsigned = self.is_unsigned(ty) || base.name.starts_with("uint");
        let of = |bits: u32| match is_unsigned {
            true => (0, (1i128 << bits) - 1),
            false => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        };
        match () {
            () if self.is_truth_type(ty) => (0, 1),
            () if ["char", "int8_t", "uint8_t", "u_char"].into_iter().any(has) => of(8),
            () if ["short", "int16_t", "uint16_t", "ushort", "u_short"]
                .into_iter()
                .any(has) =>
            {
                of(16)
            }
            () => kind.range(),
        }
    }

    /// Whether the type is `_Bool`: a conversion to it asks whether the value is zero.
    pub(super) fn is_truth_type(&self, ty: &Type) -> bool {
        match self.resolve(ty) {
            Type::Base(base) => matches!(&*base.name, "bool" | "_Bool"),
            _ => false,
        }
    }

    /// Values between which those of an expression are.
    pub(super) fn interval(&self, value: &Quasi) -> Range {
        let sorted = |a: i128, b: i128| (a.min(b), a.max(b));
        match value {
            Quasi::Const(value) => (*value, *value),
            Quasi::Iterator(depth) => self.intervals.get(*depth).copied().unwrap_or(ANYTHING),
            Quasi::Param(name) => self.parameter_range(name),
            Quasi::Add(a, b) => {
                let (a, b) = (self.interval(a), self.interval(b));
                (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Quasi::Scale(factor, a) => {
                let (least, most) = self.interval(a);
                let factor = i128::from(*factor);
                sorted(least.saturating_mul(factor), most.saturating_mul(factor))
            }
            Quasi::Floor(a, d) => {
                let (least, most) = self.interval(a);
                let d = i128::from(*d).max(1);
                (least.div_euclid(d), most.div_euclid(d))
            }
            Quasi::Quotient(a, d) => {
                let (least, most) = self.interval(a);
                let d = i128::from(*d).max(1);
                (least / d, most / d)
            }
            Quasi::Remainder(a, d) => {
                let (least, most) = self.interval(a);
                let last = i128::from(*d) - 1;
                let least = if least < 0 { least.max(-last) } else { 0 };
                (least, if most < 0 { 0 } else { most.min(last) })
            }
            Quasi::Min(a, b) => {
                let (a, b) = (self.interval(a), self.interval(b));
                (a.0.min(b.0), a.1.min(b.1))
            }
            Quasi::Max(a, b) => {
                let (a, b) = (self.interval(a), self.interval(b));
                (a.0.max(b.0), a.1.max(b.1))
            }
            Quasi::Select(_, a, b) => {
                let (a, b) = (self.interval(a), self.interval(b));
                (a.0.min(b.0), a.1.max(b.1))
            }
            Quasi::Wrapped(_, range, _) => *range,
        }
    }

    /// Values between which those of a counter are, in iterations of its loop.
    pub(super) fn counter_interval(
        &self,
        mut range: Range,
        depth: usize,
        first: &Quasi,
        step: i64,
        holds: &Condition,
    ) -> Range {
        let first = self.interval(first);
        match step > 0 {
            true => range.0 = range.0.max(first.0),
            false => range.1 = range.1.min(first.1),
        }
        self.narrow(&mut range, depth, holds);
        range
    }

    fn narrow(&self, range: &mut Range, depth: usize, holds: &Condition) {
        match holds {
            Condition::And(a, b) => {
                self.narrow(range, depth, a);
                self.narrow(range, depth, b);
            }
            Condition::Compare(order, Quasi::Iterator(own), bound) if *own == depth => {
                if bound.mentions(&|other| other == depth) {
                    return;
                }
                let (least, most) = self.interval(bound);
                match order {
                    Order::Less => range.1 = range.1.min(most.saturating_sub(1)),
                    Order::LessEqual => range.1 = range.1.min(most),
                    Order::Greater => range.0 = range.0.max(least.saturating_add(1)),
                    Order::GreaterEqual => range.0 = range.0.max(least),
                    Order::Equal | Order::NotEqual => {}
                }
            }
            _ => {}
        }
    }
}
