//! Large constants as parameters.
//!
//! With `i <= 3999` in place of `i < n`, distances are bounded by numbers, so that the smallest bound of a
//! schedule is a matter of thousands of cases, and coefficients of thousands look as good as shifts. So each
//! large constant of the relations becomes a parameter plus a small number, `i <= p - 1`: what holds for all
//! values of the parameter holds for this one. Dates get the constant back.

use presburger::{Aff, BasicSet, Constraint, Dim, Map, Result, Space, Value};
use std::collections::BTreeSet;

/// Constants from here on become parameters.
const LARGE: i64 = 16;
/// Constants from here on are no sizes, but the limits of a type. Conditions that hold up to there are taken
/// to hold always: that makes more pairs, which is safe.
pub(super) const HUGE: i64 = 1 << 30;
/// What is known of these parameters.
const LEAST: i64 = 8;
/// Constants that are this close are one parameter.
const CLOSE: i64 = 8;
/// More different sizes than this are left alone: every parameter makes the programs larger.
const MOST: usize = 6;

/// The constants that are parameters, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) values: Vec<i64>,
    names: Vec<String>,
    /// Whether constants can be twice a size.
    halves: bool,
}

impl Sizes {
    /// The sizes in some relations; names are none of `taken`.
    pub(crate) fn of<'a>(
        relations: impl IntoIterator<Item = &'a Map>,
        taken: &[String],
    ) -> Result<Sizes> {
        Sizes::found(relations, taken, false)
    }

    /// The same for relations of statements that are cut in half: a constant that is about twice a size is no size of its own.
    pub(crate) fn with_halves<'a>(
        relations: impl IntoIterator<Item = &'a Map>,
        taken: &[String],
    ) -> Result<Sizes> {
        Sizes::found(relations, taken, true)
    }

    fn found<'a>(
        relations: impl IntoIterator<Item = &'a Map>,
        taken: &[String],
        halves: bool,
    ) -> Result<Sizes> {
        let mut found: BTreeSet<i64> = BTreeSet::new();
        for relation in relations {
            for conjunction in relation.basic_maps() {
                let set = conjunction.wrap()?;
                if set.has_unknown() {
                    continue;
                }
                for constraint in set.constraints()? {
                    let constant = constraint.aff().constant().to_i64();
                    let constant = constant.and_then(i64::checked_abs);
                    found.extend(constant.filter(|value| (LARGE..HUGE).contains(value)));
                }
            }
        }
        let mut values: Vec<i64> = Vec::new();
        for value in found {
            let is_double = halves && values.iter().any(|half| (value - 2 * half).abs() <= CLOSE);
            if !is_double && values.last().is_none_or(|last| value - last > CLOSE) {
                values.push(value);
            }
        }
        if values.len() > MOST {
            return Ok(Sizes::default());
        }
        let fresh = (0..).map(|i| format!("size{i}"));
        let fresh = fresh.filter(|name| !taken.contains(name));
        Ok(Sizes {
            names: fresh.take(values.len()).collect(),
            values,
            halves,
        })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The pairs of a relation of one conjunction with sizes as parameters: for their values, the same
    /// pairs or more.
    pub(crate) fn generalise(&self, relation: &Map) -> Result<Map> {
        let set = relation.wrap()?;
        let [conjunction] = &set.basic_sets()[..] else {
            return self.with_values(relation);
        };
        if conjunction.has_unknown() {
            return self.with_values(relation);
        }
        let old = set.space();
        let mut parameters = old.params().to_vec();
        parameters.extend(self.names.iter().map(|name| name.as_str().into()));
        let Some(tuple) = old.tuple() else {
            return self.with_values(relation);
        };
        let space = Space::set(parameters, tuple.clone());
        let mut constraints = Vec::new();
        for constraint in conjunction.constraints()? {
            let constant = constraint.aff().constant().to_i64();
            if !constraint.is_equality() && constant.is_none_or(|value| value >= HUGE) {
                continue;
            }
            match self.constraint(&constraint, old, &space)? {
                Some(constraint) => constraints.push(constraint),
                None => return self.with_values(relation),
            }
        }
        for index in 0..self.values.len() {
            let parameter = Aff::var_on_domain(&space, Dim::Param(old.n_param() + index))?;
            let least = parameter.add_constant(&Value::from(-LEAST))?;
            constraints.push(Constraint::non_negative(least));
        }
        BasicSet::from_constraints(&space, &constraints)?
            .to_set()
            .unwrap()
    }

    /// The relation with sizes as parameters that have their values.
    fn with_values(&self, relation: &Map) -> Result<Map> {
        let mut sizes = self.names.iter().zip(&self.values);
        sizes.try_fold(relation.clone(), |relation, (name, &value)| {
            relation.add_param(name)?.fix_param(name, value)
        })
    }

    /// A constant as a sum of sizes, each with its factor, and what is left.
    pub(crate) fn split(&self, constant: i64) -> (Vec<i64>, i64) {
        let mut factors = vec![0; self.values.len()];
        let large = constant.checked_abs().filter(|value| *value >= LARGE);
        let size = large.and_then(|large| {
            let at = self.values.iter().rposition(|size| *size <= large)?;
            if large - self.values[at] <= CLOSE {
                return Some((at, 1));
            }
            let is_half = |size: &i64| (large - 2 * size).abs() <= CLOSE;
            let at = self.values.iter().position(is_half);
            at.filter(|_| self.halves).map(|at| (at, 2))
        });
        let Some((at, factor)) = size else {
            return (factors, constant);
        };
        factors[at] = constant.signum() * factor;
        let rest = constant - factors[at] * self.values[at];
        (factors, rest)
    }

    /// The constraint with sizes; `None` if it has floors, whose constants would have to change too.
    fn constraint(
        &self,
        constraint: &Constraint,
        old: &Space,
        space: &Space,
    ) -> Result<Option<Constraint>> {
        let aff = constraint.aff();
        if !aff.floors().is_empty() {
            return Ok(None);
        }
        let mut coefficients = Vec::with_capacity(space.n_total());
        for i in 0..old.n_param() {
            coefficients.push(aff.coefficient(Dim::Param(i))?);
        }
        let mut constant = aff.constant();
        let split = constant.to_i64().map(|number| self.split(number));
        match split {
            Some((sizes, rest)) => {
                coefficients.extend(sizes.into_iter().map(Value::from));
                constant = Value::from(rest);
            }
            None => coefficients.resize(space.n_param(), Value::zero()),
        }
        for i in 0..old.n_out() {
            coefficients.push(aff.coefficient(Dim::In(i))?);
        }
        let aff = Aff::from_coefficients(space, &coefficients, &constant)?;
        Ok(Some(match constraint.is_equality() {
            true => Constraint::zero(aff),
            false => Constraint::non_negative(aff),
        }))
    }
}
