//! Which of several steps towards a schedule made it wrong.

use crate::claims::{commute, declares, wrong_declarations};
use crate::obstacle::wrong_privates;
use crate::placement::{Order, Placed};
use crate::verdict::{AccessRef, Counterexample, ExtraReason, Violation};
use crate::witness::{Search, with_parameters};
use presburger::Result;
use scop::{ScheduleTree, Scop};

/// The first of several steps after which a violation of the last one exists and does not
/// go away again; `None` if it does not exist after the last step.
///
/// `steps` has the schedule after each step; `violation` is what [`check`](crate::check) found
/// for the last of them. What is followed is the smallest case, the one that a message shows: a
/// step that breaks other pairs of the same dependence is not blamed if a later one repairs
/// these.
pub fn first_break(
    scop: &Scop,
    steps: &[ScheduleTree],
    violation: &Violation,
) -> Result<Option<usize>> {
    let mut first = None;
    for (index, schedule) in steps.iter().enumerate().rev() {
        let placed = Placed::new(scop, schedule)?;
        if !exists(&placed, violation)? {
            break;
        }
        first = Some(index);
    }
    Ok(first)
}

/// Whether the smallest case of a violation happens in a schedule too.
fn exists(placed: &Placed<'_>, violation: &Violation) -> Result<bool> {
    let scop = placed.scop;
    Ok(match violation {
        Violation::Missing(missing) => {
            let instance = with_parameters(&missing.parameters, &missing.instance)?;
            placed.find(missing.statement, &instance)?.is_none()
        }
        Violation::Extra(extra) => {
            let instance = with_parameters(&extra.parameters, &extra.instance)?;
            let mut times = 0;
            for (_, placement) in placed.view.iter() {
                times += usize::from(placement.domain.contains(&instance)?);
            }
            for repeated in placed.view.repeated() {
                times += usize::from(repeated.dates.domain()?.contains(&instance)?);
            }
            match extra.reason {
                ExtraReason::NotInDomain => times > 0,
                ExtraReason::Twice => times > 1,
            }
        }
        Violation::Conflict(conflict) => {
            let first = with_parameters(&conflict.parameters, &conflict.first)?;
            let second = with_parameters(&conflict.parameters, &conflict.second)?;
            let (s, t) = conflict.statements;
            match (placed.find(s, &first)?, placed.find(t, &second)?) {
                (Some(a), Some(b)) => {
                    a.leaf == b.leaf && placed.order((a, &first), (b, &second))? == Order::Open
                }
                _ => false,
            }
        }
        Violation::Dependence(broken) => {
            let ends = (broken.source, broken.sink);
            match order(placed, ends, &broken.counterexample)? {
                Some(order) => !order.is_before(),
                None => false,
            }
        }
        Violation::Race(race) => {
            let ends = (race.source, race.sink);
            match order(placed, ends, &race.counterexample)? {
                Some(Order::Loop(member, _)) => {
                    let one = &placed.view[member];
                    let key = |one: AccessRef| (one.statement, one.access);
                    let declared = commute(scop, key(race.source), key(race.sink))
                        && declares(scop, &one.attributes, race.array);
                    one.is_claimed() && !declared
                }
                _ => false,
            }
        }
        // Storage is not a matter of the order alone.
        Violation::Lost(_) => false,
        Violation::Declaration(wrong) => {
            let found = wrong_declarations(placed);
            found.iter().any(|one| match one {
                Violation::Declaration(one) => {
                    one.array == wrong.array && one.problem == wrong.problem
                }
                _ => false,
            })
        }
        Violation::NotPrivate(wrong) => {
            let search = Search::new(scop, &placed.view);
            let found = wrong_privates(&search, placed)?;
            found.iter().any(|one| match one {
                Violation::NotPrivate(one) => one.array == wrong.array,
                _ => false,
            })
        }
    })
}

/// The order of the instances of a counterexample.
fn order(
    placed: &Placed<'_>,
    (source, sink): (AccessRef, AccessRef),
    example: &Counterexample,
) -> Result<Option<Order>> {
    let first = with_parameters(&example.parameters, &example.source)?;
    let second = with_parameters(&example.parameters, &example.sink)?;
    let a = placed.find(source.statement, &first)?;
    let b = placed.find(sink.statement, &second)?;
    Ok(match (a, b) {
        (Some(a), Some(b)) => Some(placed.order((a, &first), (b, &second))?),
        _ => None,
    })
}
