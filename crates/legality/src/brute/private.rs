//! Variables that iterations have for themselves, followed one by one.

use super::dates::{Entry, Occurrence};
use super::machine::Cell;
use super::{too_large, values};
use crate::{Role, Verdict};
use presburger::Result;
use scop::{ArrayId, MemberId, Scop, StmtId, Storage};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Which instances make which accesses, for given values of the parameters.
pub(super) struct Tables(Vec<Vec<HashSet<Vec<i64>>>>);

impl Tables {
    pub(super) fn new(scop: &Scop, parameters: &[(&str, i64)]) -> Result<Tables> {
        let mut tables = Vec::new();
        for statement in &scop.statements {
            let mut own = Vec::new();
            for access in &statement.accesses {
                let domain = access.relation.domain()?;
                let domain = domain.intersect_params(&values(parameters)?)?;
                let points = domain.project_out_all_params()?.points()?;
                let points = points.iter().map(|p| p.to_i64s().ok_or_else(too_large));
                own.push(points.collect::<Result<HashSet<_>>>()?);
            }
            tables.push(own);
        }
        Ok(Tables(tables))
    }
}

/// The iteration of a loop that an execution is in: the date down to the loop.
fn iteration(occurrence: &Occurrence, member: MemberId) -> Option<Vec<i64>> {
    let mut way = Vec::new();
    for entry in &occurrence.date {
        match entry {
            Entry::Part { index, .. } => way.push(*index as i64),
            Entry::Loop { value, id, .. } => {
                way.push(*value);
                if *id == member {
                    return Some(way);
                }
            }
        }
    }
    None
}

/// Why iterations of a loop cannot have a scalar for themselves as they are said to: each access
/// is followed in the order of the schedule.
pub(super) fn wrong_role(
    scop: &Scop,
    tables: &Tables,
    executed: &HashMap<(StmtId, Vec<i64>), Occurrence>,
    member: MemberId,
    array: ArrayId,
    role: Role,
) -> Option<String> {
    let mut order: Vec<(&(StmtId, Vec<i64>), &Occurrence)> = executed.iter().collect();
    order.sort_by(|(x, a), (y, b)| match a.order(b) {
        Some((order, _)) => order,
        None => x.cmp(y),
    });
    // Where the value comes from: `None` from before the program, else the iteration, if any.
    let mut sources: Vec<Option<Option<Vec<i64>>>> = vec![None];
    let mut iterations: BTreeMap<Vec<i64>, bool> = BTreeMap::new();
    for ((statement, instance), occurrence) in order {
        let here = iteration(occurrence, member);
        if let Some(here) = &here {
            iterations.entry(here.clone()).or_insert(false);
        }
        for (id, access) in scop[*statement].accesses() {
            let makes = tables.0[statement.index()][id.index()].contains(instance);
            if access.array != array || !makes {
                continue;
            }
            if access.is_write() {
                if access.is_must() && access.exact {
                    sources.clear();
                    if let Some(here) = &here {
                        iterations.insert(here.clone(), true);
                    }
                }
                sources.push(Some(here.clone()));
                continue;
            }
            let name = &scop[array].name;
            for source in &sources {
                // A variable of the region has no value before the program.
                if source.is_none() && scop[array].storage == Storage::Region {
                    continue;
                }
                let from = source.clone().flatten();
                let comes_in = here.is_some() && from != here;
                let goes_out = here.is_none() && from.is_some() && role == Role::Private;
                if comes_in || goes_out {
                    return Some(format!("{name} is not private to {member}: {instance:?}"));
                }
            }
        }
    }
    let incomplete = iterations.values().any(|writes| !writes);
    (role == Role::LastPrivate && incomplete).then(|| {
        format!(
            "not every iteration of {member} writes {}",
            scop[array].name
        )
    })
}

/// An iteration that has a copy of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Iteration {
    pub(super) way: Vec<i64>,
    role: Role,
}

/// Which iterations have copies of which variables.
#[derive(Default)]
pub(super) struct Copies {
    of: HashMap<(StmtId, Vec<i64>, ArrayId), Iteration>,
    gone: HashSet<ArrayId>,
    /// Whether a copy is copied again.
    pub(super) are_nested: bool,
}

impl Copies {
    pub(super) fn new(
        scop: &Scop,
        executed: &HashMap<(StmtId, Vec<i64>), Occurrence>,
        verdict: &Verdict,
    ) -> Copies {
        let mut copies = Copies::default();
        for ((statement, instance), occurrence) in executed {
            for entry in &occurrence.date {
                let Entry::Loop { id, .. } = entry else {
                    continue;
                };
                for (array, _) in scop.arrays() {
                    let role = verdict.role(*id, array);
                    if !matches!(role, Role::Private | Role::LastPrivate) {
                        continue;
                    }
                    if role == Role::Private {
                        copies.gone.insert(array);
                    }
                    let way = iteration(occurrence, *id).unwrap_or_default();
                    let key = (*statement, instance.clone(), array);
                    let known = copies.of.insert(key, Iteration { way, role });
                    copies.are_nested |= known.is_some();
                }
            }
        }
        copies
    }

    pub(super) fn of(
        &self,
        statement: StmtId,
        instance: &[i64],
        array: ArrayId,
    ) -> Option<Iteration> {
        self.of.get(&(statement, instance.to_vec(), array)).cloned()
    }

    /// Whether nobody can see the variable after the loop.
    pub(super) fn is_gone(&self, scop: &Scop, array: &str) -> bool {
        scop.find_array(array)
            .is_some_and(|id| self.gone.contains(&id))
    }
}

/// The last iteration of a loop so far that has written a variable that outlives the loop.
#[derive(Default)]
pub(super) struct Last(HashMap<Cell, Vec<i64>>);

impl Last {
    /// Whether a write in this iteration is what the variable holds after the loop, as far as the
    /// loop has come. The order of iterations is that of the schedule, whatever is executed when.
    pub(super) fn is_last(&mut self, cell: &Cell, iteration: &Iteration) -> bool {
        if iteration.role != Role::LastPrivate {
            return false;
        }
        let way = &iteration.way;
        let known = self.0.entry(cell.clone()).or_insert_with(|| way.clone());
        let outer = |way: &[i64]| way[..way.len().saturating_sub(1)].to_vec();
        if outer(known) != outer(way) || *known <= *way {
            *known = way.clone();
            return true;
        }
        false
    }
}
