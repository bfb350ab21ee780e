//! Why a variable is not private to a loop, with the smallest case.

use crate::placement::Placed;
use crate::private::{Obstacle, private, would_be_private};
use crate::verdict::{NotPrivate, NotPrivateReason, Violation};
use crate::witness::{Case, Search};
use presburger::{Dim, Effort, Map, Point, Result, Space, Value, attempt};
use scop::{ArrayId, MemberId};

/// The variables that loops are said to have copies of, and cannot.
pub(crate) fn wrong_privates(search: &Search<'_>, placed: &Placed<'_>) -> Result<Vec<Violation>> {
    let mut found = Vec::new();
    for (member, one) in placed.view.members() {
        for name in &one.attributes.private {
            let wrong = match placed.scop.find_array(name) {
                None => Some(about(
                    placed,
                    member,
                    name,
                    (NotPrivateReason::Unknown, Vec::new()),
                )),
                Some(array) => match private(placed, member, array)? {
                    Ok(_) => None,
                    Err(obstacle) => Some(not_private(search, placed, member, array, obstacle)?),
                },
            };
            found.extend(wrong.map(|wrong| Violation::NotPrivate(Box::new(wrong))));
        }
    }
    Ok(found)
}

/// Why iterations that race have no copies of a variable, if there is more to say than that a value
/// passes from one to the other. What takes long is not said.
pub(crate) fn worth_telling(
    search: &Search<'_>,
    placed: &Placed<'_>,
    member: MemberId,
    array: ArrayId,
) -> Result<Option<NotPrivate>> {
    let find = || -> Result<Option<NotPrivate>> {
        let Err(obstacle) = private(placed, member, array)? else {
            return Ok(None);
        };
        let matters = match &obstacle {
            Obstacle::Crosses(_) => false,
            Obstacle::Uncopied(_) => would_be_private(placed, member, array)?,
            // Or else it would have to be initialised, too.
            Obstacle::Lost(_) => false,
            Obstacle::Overwritten(_) | Obstacle::Lanes(_) => true,
        };
        match matters {
            true => not_private(search, placed, member, array, obstacle).map(Some),
            false => Ok(None),
        }
    };
    Ok(attempt(Effort::Loop, find)?.flatten())
}

fn not_private(
    search: &Search<'_>,
    placed: &Placed<'_>,
    member: MemberId,
    array: ArrayId,
    obstacle: Obstacle,
) -> Result<NotPrivate> {
    let (reason, case) = match &obstacle {
        Obstacle::Uncopied(why) => (NotPrivateReason::NoCopies(why), None),
        Obstacle::Crosses(pairs) => {
            let (case, [read, cell, write]) = smallest(search, pairs)?;
            (NotPrivateReason::Crosses { write, read, cell }, Some(case))
        }
        Obstacle::Overwritten(pairs) => {
            let (case, [reading, cell, writing]) = smallest(search, pairs)?;
            let (reading, writing) = (last(&reading)?, last(&writing)?);
            let reason = NotPrivateReason::Overwritten {
                reading,
                writing,
                cell,
            };
            (reason, Some(case))
        }
        Obstacle::Lost(cells) | Obstacle::Lanes(cells) => {
            let (case, iteration, cell) = search.smallest_pair(cells)?;
            let iteration = last(&iteration)?;
            let reason = match obstacle {
                Obstacle::Lost(_) => NotPrivateReason::Lost { iteration, cell },
                _ => NotPrivateReason::Lanes { cell },
            };
            (reason, Some(case))
        }
    };
    let parameters = case.map(|case| case.parameters).unwrap_or_default();
    let name = &placed.scop[array].name;
    Ok(about(placed, member, name, (reason, parameters)))
}

fn about(
    placed: &Placed<'_>,
    member: MemberId,
    name: &str,
    (reason, parameters): (NotPrivateReason, Vec<(String, Value)>),
) -> NotPrivate {
    let one = &placed.view[member];
    NotPrivate {
        path: one.path.clone(),
        member: one.position,
        iterator: one.attributes.iterator.clone(),
        label: one.attributes.label.clone(),
        array: name.into(),
        reason,
        parameters,
    }
}

/// The number of the iteration within its execution.
fn last(iteration: &Point) -> Result<Value> {
    let n = iteration.space().tuple().map_or(0, |tuple| tuple.len());
    iteration.coordinate(Dim::Set(n.saturating_sub(1)))
}

/// The smallest element of a relation `[a -> b] -> c`.
fn smallest(search: &Search<'_>, pairs: &Map) -> Result<(Case, [Point; 3])> {
    let (case, first, last) = search.smallest_pair(pairs)?;
    let inner = pairs.domain()?.unwrap()?;
    let (a, b) = (inner.space().domain()?, inner.space().range()?);
    let part = |space: &Space, from: usize| -> Result<Point> {
        let tuple = space.tuple().cloned();
        let tuple = tuple.ok_or_else(|| presburger::Error::Invalid("no tuple".into()))?;
        let n = tuple.len();
        let values = (from..from + n).map(|at| first.coordinate(Dim::Set(at)));
        let values = values.collect::<Result<Vec<_>>>()?;
        Point::new(Space::set(Vec::new(), tuple), values)
    };
    let n = inner.space().n_in();
    Ok((case, [part(&a, 0)?, part(&b, n)?, last]))
}
