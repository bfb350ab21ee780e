//! Whether the smallest case of a violation happens.

use super::dates::{Entry, is_claimed, occurrences};
use super::{too_large, values, with_values};
use crate::verdict::{AccessRef, Counterexample, ExtraReason, Violation};
use presburger::{Point, Result, Space, Tuple, Value};
use scop::{ScheduleTree, Scop, StmtId};

/// Why the smallest case of a violation cannot be, or does not happen; nothing if it does.
///
/// The instances are followed one by one, whatever the size.
pub fn is_real(
    scop: &Scop,
    schedule: &ScheduleTree,
    violation: &Violation,
) -> Result<Option<String>> {
    let numbers: Option<Vec<(&str, i64)>> = violation
        .parameters()
        .iter()
        .map(|(name, value)| Some((name.as_str(), value.to_i64()?)))
        .collect();
    let numbers = numbers.ok_or_else(too_large)?;
    let case = Real {
        scop,
        schedule,
        parameters: &numbers,
    };
    if !matches!(
        violation,
        Violation::Declaration(_) | Violation::NotPrivate(_)
    ) {
        let possible = scop.context.intersect(&values(&numbers)?)?;
        if possible.is_empty()? {
            return Ok(Some("such parameters are not possible".into()));
        }
    }
    case.problem(violation)
}

struct Real<'a> {
    scop: &'a Scop,
    schedule: &'a ScheduleTree,
    parameters: &'a [(&'a str, i64)],
}

impl Real<'_> {
    fn problem(&self, violation: &Violation) -> Result<Option<String>> {
        let new = |instance: &Point| occurrences(self.schedule, instance, self.parameters);
        let says = |happens: bool, otherwise: &str| (!happens).then(|| otherwise.to_string());
        Ok(match violation {
            Violation::Missing(missing) => {
                let exists = self.is_executed(missing.statement, &missing.instance)?;
                let gone = new(&missing.instance)?.is_empty();
                says(exists && gone, "it is executed, or need not be")
            }
            Violation::Extra(extra) => {
                let times = new(&extra.instance)?.len();
                match extra.reason {
                    ExtraReason::Twice => says(times > 1, "it is executed once"),
                    ExtraReason::NotInDomain => {
                        let exists = match extra.statement {
                            Some(statement) => self.is_executed(statement, &extra.instance)?,
                            None => false,
                        };
                        says(times > 0 && !exists, "it should be executed")
                    }
                }
            }
            Violation::Conflict(conflict) => {
                let (a, b) = (new(&conflict.first)?, new(&conflict.second)?);
                let both = self.is_executed(conflict.statements.0, &conflict.first)?
                    && self.is_executed(conflict.statements.1, &conflict.second)?;
                let same = both && conflict.first != conflict.second && !a.is_empty() && a == b;
                says(same, "the dates differ")
            }
            Violation::Dependence(broken) => {
                let example = &broken.counterexample;
                if let Some(why) = self.dependent((broken.source, broken.sink), example)? {
                    return Ok(Some(why));
                }
                let (a, b) = (new(&example.source)?, new(&example.sink)?);
                match (&a[..], &b[..]) {
                    ([a], [b]) if a.is_before(b) => Some("the order is right".into()),
                    ([a], [b]) if a.order(b).is_none() != broken.unordered => {
                        Some("that it is unordered is wrong".into())
                    }
                    ([_], [_]) => None,
                    _ => Some("instances are not executed once".into()),
                }
            }
            Violation::Race(race) => {
                let example = &race.counterexample;
                if let Some(why) = self.dependent((race.source, race.sink), example)? {
                    return Ok(Some(why));
                }
                let (a, b) = (new(&example.source)?, new(&example.sink)?);
                match (&a[..], &b[..]) {
                    ([a], [b]) => match a.order(b) {
                        Some((_, Entry::Loop { member, .. })) if is_claimed(member) => None,
                        _ => Some("no claimed loop tells them apart".into()),
                    },
                    _ => Some("instances are not executed once".into()),
                }
            }
            Violation::Declaration(_) | Violation::NotPrivate(_) | Violation::Lost(_) => None,
        })
    }

    /// Whether the program executes an instance.
    fn is_executed(&self, statement: StmtId, instance: &Point) -> Result<bool> {
        let instance = with_values(self.parameters, instance)?;
        self.scop[statement].domain.contains(&instance)
    }

    /// Why two instances do not depend on each other.
    fn dependent(
        &self,
        (source, sink): (AccessRef, AccessRef),
        example: &Counterexample,
    ) -> Result<Option<String>> {
        let (first, second) = (&example.source, &example.sink);
        if !self.is_executed(source.statement, first)?
            || !self.is_executed(sink.statement, second)?
        {
            return Ok(Some("the program does not execute these instances".into()));
        }
        let Some(cell) = &example.cell else {
            return Ok(Some("there is no cell".into()));
        };
        let touches = |one: AccessRef, instance: &Point| -> Result<bool> {
            let relation = &self.scop[one.statement][one.access].relation;
            let pair = [instance.to_i64s(), cell.to_i64s()];
            let pair: Option<Vec<Vec<i64>>> = pair.into_iter().collect();
            let pair = pair.ok_or_else(too_large)?.concat();
            let space = relation.space().wrap()?;
            let tuple = space
                .tuple()
                .cloned()
                .unwrap_or_else(|| Tuple::anonymous(0));
            let space = Space::set(Vec::new(), tuple);
            let point = Point::new(space, pair.into_iter().map(Value::from))?;
            relation
                .wrap()?
                .contains(&with_values(self.parameters, &point)?)
        };
        if !touches(source, first)? || !touches(sink, second)? {
            return Ok(Some("they do not access this cell".into()));
        }
        let old = |instance: &Point| occurrences(&self.scop.schedule, instance, self.parameters);
        let (a, b) = (old(first)?, old(second)?);
        Ok(match (&a[..], &b[..]) {
            ([a], [b]) if a.is_before(b) => None,
            _ => Some("the program does not execute them in this order".into()),
        })
    }
}
