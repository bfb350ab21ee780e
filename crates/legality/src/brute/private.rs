//! Variables that iterations have for themselves, followed one by one, and threads with copies.

use super::dates::{Entry, Occurrence};
use super::machine::{Cell, Table, table};
use crate::{Role, Verdict};
use presburger::Result;
use scop::{ArrayId, MemberId, Scop, StmtId, Storage};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Which instances access which cells, for given values of the parameters.
pub(super) struct Tables(Vec<Vec<Table>>);

impl Tables {
    pub(super) fn new(scop: &Scop, parameters: &[(&str, i64)]) -> Result<Tables> {
        let mut tables = Vec::new();
        for statement in &scop.statements {
            let own = statement.accesses.iter();
            let own = own.map(|access| table(&access.relation, parameters));
            tables.push(own.collect::<Result<Vec<Table>>>()?);
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

/// The execution of the loop that an iteration belongs to.
fn execution(way: &[i64]) -> &[i64] {
    &way[..way.len().saturating_sub(1)]
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    Before,
    Outside,
    Iteration(Vec<i64>),
}

/// What happens to the cells of a variable.
#[derive(Default)]
struct Followed {
    /// Whether anything is executed in these iterations, and what they write, surely or perhaps.
    iterations: BTreeMap<Vec<i64>, [BTreeSet<Vec<i64>>; 2]>,
    /// Reads in an iteration of what was there before the execution.
    entering: Vec<(Vec<i64>, Vec<i64>)>,
    /// The cells that others read which an execution has written.
    leaving: BTreeMap<Vec<i64>, BTreeSet<Vec<i64>>>,
    /// Reads of what another iteration has written.
    crossing: Option<Vec<i64>>,
}

/// Why iterations of a loop cannot have a variable for themselves as they are said to: each access
/// is followed in the order of the schedule.
pub(super) fn wrong_role(
    scop: &Scop,
    tables: &Tables,
    executed: &HashMap<(StmtId, Vec<i64>), Occurrence>,
    member: MemberId,
    array: ArrayId,
    role: Role,
) -> Option<String> {
    let mut followed = follow(scop, tables, executed, member, array);
    let name = &scop[array].name;
    if let Some(cell) = followed.crossing {
        return Some(format!("a value of {name}{cell:?} crosses {member}"));
    }
    for (way, cell) in &followed.entering {
        if !role.is_first() {
            return Some(format!("{name}{cell:?} enters {way:?} of {member}"));
        }
        let mut others = followed.iterations.iter();
        let overwritten = others.any(|(other, [_, may])| {
            other != way && execution(other) == execution(way) && may.contains(cell)
        });
        if overwritten {
            return Some(format!("{name}{cell:?} is overwritten before {way:?}"));
        }
    }
    if scop[array].is_seen_later() {
        for (way, [_, may]) in &followed.iterations {
            let leaving = followed.leaving.entry(execution(way).to_vec()).or_default();
            leaving.extend(may.iter().cloned());
        }
    }
    for (way, [must, _]) in &followed.iterations {
        for cell in followed.leaving.get(execution(way)).into_iter().flatten() {
            if !role.is_last() {
                return Some(format!("{name}{cell:?} leaves {member}"));
            }
            if !must.contains(cell) {
                return Some(format!("{way:?} of {member} may not write {name}{cell:?}"));
            }
        }
    }
    None
}

fn follow(
    scop: &Scop,
    tables: &Tables,
    executed: &HashMap<(StmtId, Vec<i64>), Occurrence>,
    member: MemberId,
    array: ArrayId,
) -> Followed {
    // Whatever has no order is taken in one that goes with all others: by the dates as numbers.
    let mut order: Vec<(&(StmtId, Vec<i64>), &Occurrence)> = executed.iter().collect();
    order.sort_by_cached_key(|(instance, occurrence)| {
        let date = occurrence.date.iter().map(|entry| match entry {
            Entry::Part { index, .. } => *index as i64,
            Entry::Loop { value, .. } => *value,
        });
        (date.collect::<Vec<i64>>(), (*instance).clone())
    });
    let mut followed = Followed::default();
    let mut sources: HashMap<Vec<i64>, Vec<Source>> = HashMap::new();
    for ((statement, instance), occurrence) in order {
        let here = iteration(occurrence, member);
        if let Some(here) = &here {
            followed.iterations.entry(here.clone()).or_default();
        }
        for (id, access) in scop[*statement].accesses() {
            if access.array != array {
                continue;
            }
            let touched = tables.0[statement.index()][id.index()].get(instance);
            for cell in touched.into_iter().flatten() {
                let known = sources.entry(cell.clone());
                let known = known.or_insert_with(|| vec![Source::Before]);
                if !access.is_write() {
                    for source in known.iter() {
                        followed.read(scop, array, source, here.as_ref(), cell);
                    }
                    continue;
                }
                let is_sure = access.is_must() && access.exact;
                if is_sure {
                    known.clear();
                }
                known.push(match &here {
                    None => Source::Outside,
                    Some(here) => Source::Iteration(here.clone()),
                });
                if let Some(here) = &here {
                    let [must, may] = followed.iterations.entry(here.clone()).or_default();
                    may.insert(cell.clone());
                    if is_sure {
                        must.insert(cell.clone());
                    }
                }
            }
        }
    }
    followed
}

impl Followed {
    fn read(
        &mut self,
        scop: &Scop,
        array: ArrayId,
        source: &Source,
        here: Option<&Vec<i64>>,
        cell: &[i64],
    ) {
        // A variable of the region has no value before the program.
        if *source == Source::Before && scop[array].storage == Storage::Region {
            return;
        }
        if let (Source::Iteration(from), Some(here)) = (source, here) {
            if from == here {
                return;
            }
            if execution(from) == execution(here) {
                self.crossing = Some(cell.to_vec());
                return;
            }
        }
        if let Source::Iteration(from) = source {
            let leaving = self.leaving.entry(execution(from).to_vec()).or_default();
            leaving.insert(cell.to_vec());
        }
        if let Some(here) = here {
            self.entering.push((here.clone(), cell.to_vec()));
        }
    }
}

/// How many threads run the iterations of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threads {
    One,
    Two,
    /// As many as there are iterations.
    All,
}

impl Threads {
    pub(super) const SOME: [Threads; 3] = [Threads::One, Threads::Two, Threads::All];

    fn of(self, iteration: i64) -> i64 {
        match self {
            Threads::One => 0,
            Threads::Two => iteration.rem_euclid(2),
            Threads::All => iteration,
        }
    }
}

/// A loop whose threads have copies of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Copied {
    member: MemberId,
    array: ArrayId,
    execution: Vec<i64>,
}

/// The loops with copies around an instance, from the outside in, and their iterations.
type Around = Vec<(Copied, i64)>;

/// Which iterations have copies of which variables.
#[derive(Default)]
pub(super) struct Copies {
    around: HashMap<(StmtId, Vec<i64>), Around>,
    roles: BTreeMap<(MemberId, ArrayId), Role>,
    /// The last iteration of each.
    last: HashMap<Copied, i64>,
}

impl Copies {
    pub(super) fn new(
        scop: &Scop,
        executed: &HashMap<(StmtId, Vec<i64>), Occurrence>,
        verdict: &Verdict,
    ) -> Copies {
        let mut copies = Copies::default();
        for (instance, occurrence) in executed {
            for entry in &occurrence.date {
                let Entry::Loop { id, .. } = entry else {
                    continue;
                };
                for (array, _) in scop.arrays() {
                    let role = verdict.role(*id, array);
                    if !role.is_private() {
                        continue;
                    }
                    copies.roles.insert((*id, array), role);
                    let way = iteration(occurrence, *id).unwrap_or_default();
                    let value = way.last().copied().unwrap_or_default();
                    let copied = Copied {
                        member: *id,
                        array,
                        execution: execution(&way).to_vec(),
                    };
                    let last = copies.last.entry(copied.clone()).or_insert(value);
                    *last = value.max(*last);
                    let around = copies.around.entry(instance.clone()).or_default();
                    around.push((copied, value));
                }
            }
        }
        copies
    }

    pub(super) fn are_none(&self) -> bool {
        self.roles.is_empty()
    }

    fn role(&self, copied: &Copied) -> Role {
        let role = self.roles.get(&(copied.member, copied.array));
        role.copied().unwrap_or(Role::Shared)
    }
}

/// Where something is read that a copy does not hold.
pub(super) enum Beyond {
    /// Nowhere: nobody knows what it is.
    Nothing,
    /// In what the copy was made of.
    In(String),
}

/// A run in which threads have copies of variables.
pub(super) struct Running<'c> {
    copies: &'c Copies,
    threads: Threads,
    /// The loops that are being executed, from the outside in, with their current iterations.
    open: Vec<(Copied, i64)>,
    /// The copies in which last iterations ran, when they had.
    kept: HashMap<Copied, BTreeMap<Vec<i64>, usize>>,
}

/// What a run does at the end of a loop: the variable is to have these contents in all of its
/// cells.
pub(super) struct CopyOut {
    pub(super) array: ArrayId,
    pub(super) to: String,
    /// The copy, where cells without contents hold nonsense; `None` where they stay as they are.
    pub(super) nonsense: Option<String>,
    pub(super) contents: BTreeMap<Vec<i64>, usize>,
}

impl<'c> Running<'c> {
    pub(super) fn new(copies: &'c Copies, threads: Threads) -> Running<'c> {
        Running {
            copies,
            threads,
            open: Vec::new(),
            kept: HashMap::new(),
        }
    }

    /// Goes to the next instance, or to the end: which loops are over?
    pub(super) fn go_to(
        &mut self,
        scop: &Scop,
        next: Option<(StmtId, &[i64])>,
        memory: &BTreeMap<Cell, usize>,
    ) -> Vec<CopyOut> {
        let next = next.map(|(statement, instance)| (statement, instance.to_vec()));
        let next = next.and_then(|next| self.copies.around.get(&next));
        let next = next.cloned().unwrap_or_default();
        let mut done = Vec::new();
        for at in (0..self.open.len()).rev() {
            let (copied, value) = self.open[at].clone();
            let now = next.iter().find(|(other, _)| *other == copied);
            let is_over = now.is_none();
            let moves_on = now.is_none_or(|(_, other)| *other != value);
            let role = self.copies.role(&copied);
            let name = self.name_at(scop, at);
            if moves_on && role.is_last() && self.copies.last.get(&copied) == Some(&value) {
                let own = memory.iter().filter(|((array, _), _)| *array == name);
                let own = own.map(|((_, cell), term)| (cell.clone(), *term));
                let mut own: BTreeMap<Vec<i64>, usize> = own.collect();
                // What loops inside that are over at the same time leave in it comes first.
                for inner in done.iter().filter(|inner: &&CopyOut| inner.to == name) {
                    if inner.nonsense.is_some() {
                        own.clear();
                    }
                    own.extend(inner.contents.clone());
                }
                self.kept.insert(copied.clone(), own);
            }
            if is_over && let Some(contents) = self.kept.remove(&copied) {
                done.push(CopyOut {
                    array: copied.array,
                    to: self.outer_name(scop, at),
                    nonsense: (!role.is_first()).then_some(name),
                    contents,
                });
            }
        }
        self.open = next;
        done
    }

    /// The name of the copy that the present instance uses, and where it looks for what that does
    /// not hold; `None` if it uses the variable itself.
    pub(super) fn name(&self, scop: &Scop, array: ArrayId) -> Option<String> {
        let at = self.innermost(array, self.open.len())?;
        Some(self.name_at(scop, at))
    }

    /// Where what a copy does not hold is found.
    pub(super) fn beyond(&self, scop: &Scop, array: ArrayId, name: &str) -> Beyond {
        for at in 0..self.open.len() {
            let (copied, _) = &self.open[at];
            if copied.array == array && self.name_at(scop, at) == name {
                return match self.copies.role(copied).is_first() {
                    true => Beyond::In(self.outer_name(scop, at)),
                    false => Beyond::Nothing,
                };
            }
        }
        Beyond::Nothing
    }

    fn innermost(&self, array: ArrayId, end: usize) -> Option<usize> {
        (0..end).rev().find(|&at| self.open[at].0.array == array)
    }

    fn outer_name(&self, scop: &Scop, at: usize) -> String {
        let array = self.open[at].0.array;
        match self.innermost(array, at) {
            Some(outer) => self.name_at(scop, outer),
            None => scop[array].name.clone(),
        }
    }

    fn name_at(&self, scop: &Scop, at: usize) -> String {
        let (copied, value) = &self.open[at];
        let outer = self.outer_name(scop, at);
        let thread = self.threads.of(*value);
        let (member, execution) = (copied.member, &copied.execution);
        format!("{outer}@{member}{execution:?}{thread}")
    }
}
