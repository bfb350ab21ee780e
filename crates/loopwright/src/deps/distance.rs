//! How much later the sink of a dependence is, loop by loop: a number where it is always the
//! same, a direction otherwise.

use std::fmt;

use dependence::{Dependence, Depth};
use presburger::{Dim, Result, Set, Space};

use crate::structure::Structure;

/// The difference of the counters of one loop, sink minus source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Always this number.
    Exactly(i64),
    /// At least 1.
    Positive,
    /// At least 0.
    NonNegative,
    /// At most -1.
    Negative,
    /// At most 0.
    NonPositive,
    /// Anything.
    Any,
}

impl Step {
    /// What holds of two of them.
    pub(super) fn or(self, other: Step) -> Step {
        if self == other {
            return self;
        }
        // Whether it may be below zero, zero, above zero.
        let signs = |step: Step| match step {
            Step::Exactly(number) => (number < 0, number == 0, number > 0),
            Step::Positive => (false, false, true),
            Step::NonNegative => (false, true, true),
            Step::Negative => (true, false, false),
            Step::NonPositive => (true, true, false),
            Step::Any => (true, true, true),
        };
        let (a, b) = (signs(self), signs(other));
        match (a.0 || b.0, a.1 || b.1, a.2 || b.2) {
            (false, false, _) => Step::Positive,
            (false, true, true) => Step::NonNegative,
            (true, false, false) => Step::Negative,
            (true, true, false) => Step::NonPositive,
            (false, true, false) => Step::Exactly(0),
            (true, _, true) => Step::Any,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Exactly(number) => write!(f, "{number}"),
            Step::Positive => f.write_str("+"),
            Step::NonNegative => f.write_str("0+"),
            Step::Negative => f.write_str("-"),
            Step::NonPositive => f.write_str("0-"),
            Step::Any => f.write_str("*"),
        }
    }
}

/// The step for each common loop, and the first loop in which the instances differ.
pub(super) fn of(
    structure: &Structure,
    dependence: &Dependence,
) -> Result<(Vec<Step>, Option<scop::MemberId>)> {
    let (source, sink) = (dependence.source.0, dependence.sink.0);
    let common = structure.common(source, sink);
    // The analysis leaves out loops that run once; then its numbers are of no use here.
    let known = match &dependence.distance {
        Some(known) if known.len() == common.len() => known.clone(),
        _ => vec![None; common.len()],
    };
    let level = match dependence.depth {
        Depth::Carried(depth)
            if dependence
                .distance
                .as_ref()
                .is_some_and(|d| d.len() == common.len()) =>
        {
            Some(depth - 1)
        }
        _ => None,
    };
    let mut steps = Vec::with_capacity(common.len());
    for (i, (&id, known)) in common.iter().zip(known).enumerate() {
        steps.push(match known {
            Some(number) => Step::Exactly(number),
            None => step(structure, id, dependence, level == Some(i))?,
        });
    }
    let first = steps.iter().position(|step| *step != Step::Exactly(0));
    Ok((steps, first.and_then(|i| common.get(i).copied())))
}

/// The step for one loop.
fn step(
    structure: &Structure,
    id: scop::MemberId,
    dependence: &Dependence,
    carries: bool,
) -> Result<Step> {
    let Some(found) = structure.loops.get(id.index()) else {
        return Ok(Step::Any);
    };
    let (source, sink) = (dependence.source.0, dependence.sink.0);
    let (Some(from), Some(to)) = (found.dates_of(source)?, found.dates_of(sink)?) else {
        return Ok(Step::Any);
    };
    // { date of the source -> date of the sink }
    let dates = dependence.relation.apply_domain(&from)?.apply_range(&to)?;
    let differences = dates.deltas()?;
    let x = Dim::Set(0);
    let numbers = Set::universe(Space::unnamed(1))?;
    let at_least = |least: i64| differences.is_subset(&numbers.lower_bound(x, least)?);
    let at_most = |most: i64| differences.is_subset(&numbers.upper_bound(x, most)?);
    if differences.is_subset(&numbers.fix(x, 0)?)? {
        return Ok(Step::Exactly(0));
    }
    if carries || at_least(0)? {
        return Ok(match only(&differences)? {
            Some(number) => Step::Exactly(number),
            None if carries || at_least(1)? => Step::Positive,
            None => Step::NonNegative,
        });
    }
    if at_most(0)? {
        return Ok(match only(&differences)? {
            Some(number) => Step::Exactly(number),
            None if at_most(-1)? => Step::Negative,
            None => Step::NonPositive,
        });
    }
    Ok(Step::Any)
}

/// The only element, if there is only one, whatever the parameters are.
fn only(set: &Set) -> Result<Option<i64>> {
    let Some(point) = set.sample_point()? else {
        return Ok(None);
    };
    let Some(number) = point.coordinate(Dim::Set(0))?.to_i64() else {
        return Ok(None);
    };
    let alone = Set::universe(Space::unnamed(1))?.fix(Dim::Set(0), number)?;
    Ok(set.is_subset(&alone)?.then_some(number))
}
