//! Programs with other storage, run with symbolic values.

use super::machine::{Cell, Table, table};
use super::{invalid, too_large};
use presburger::{Point, Result};
use scop::{ScheduleTree, Scop, StmtId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Origin {
    /// It was there at the beginning.
    Initial(Cell),
    /// A statement has computed it from its iterators and from what it has read.
    Computed(StmtId, usize, Vec<i64>, Vec<usize>),
    /// One of both, nobody knows which.
    Either(usize, usize),
}

#[derive(Default)]
struct Terms {
    known: HashMap<Origin, usize>,
}

impl Terms {
    fn number(&mut self, origin: Origin) -> usize {
        let next = self.known.len();
        *self.known.entry(origin).or_insert(next)
    }
}

/// In what two runs differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Cells of the original program's arrays with other contents at the end. What dies with the
    /// region does not count.
    pub cells: Vec<Cell>,
    /// Instances of the original program's statements that have read something else.
    pub readers: Vec<(StmtId, Vec<i64>)>,
}

impl Differences {
    /// Whether the runs are the same.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.readers.is_empty()
    }
}

/// How a run of a program in its own order differs from one of the program with other storage or
/// buffers in the order of `schedule`. Statements that the original program does not have copy.
pub fn stored_differences(
    original: &Scop,
    stored: &Scop,
    schedule: &ScheduleTree,
    parameters: &[(&str, i64)],
) -> Result<Differences> {
    let order = schedule.instances(parameters)?;
    stored_differences_in(original, stored, &order, parameters)
}

/// The same for one order.
pub fn stored_differences_in(
    original: &Scop,
    stored: &Scop,
    order: &[Point],
    parameters: &[(&str, i64)],
) -> Result<Differences> {
    let mut terms = Terms::default();
    let old = original.schedule.instances(parameters)?;
    // What the new program does not read any more was in subscripts.
    let mut without = original.clone();
    for (old, new) in without.statements.iter_mut().zip(&stored.statements) {
        for (a, b) in old.accesses.iter_mut().zip(&new.accesses) {
            if a.array == b.array && !a.is_write() && b.relation.is_empty()? {
                a.relation.clone_from(&b.relation);
            }
        }
    }
    let old = run(&without, &BTreeSet::new(), &old, parameters, &mut terms)?;
    let copies = (original.statements.len()..stored.statements.len()).map(StmtId::new);
    let new = run(stored, &copies.collect(), order, parameters, &mut terms)?;
    let is_seen = |cell: &Cell| {
        let mut arrays = original.arrays.iter();
        arrays.any(|array| array.name == cell.0 && array.is_seen_later())
    };
    let cells: BTreeSet<&Cell> = old.memory.keys().chain(new.memory.keys()).collect();
    let mut different = Differences::default();
    for cell in cells {
        let mut at_end = |run: &Run| match run.memory.get(cell) {
            Some(term) => *term,
            None => terms.number(Origin::Initial(cell.clone())),
        };
        if is_seen(cell) && at_end(&old) != at_end(&new) {
            different.cells.push(cell.clone());
        }
    }
    for (instance, reads) in &old.reads {
        if new.reads.get(instance) != Some(reads) {
            different.readers.push(instance.clone());
        }
    }
    Ok(different)
}

/// What has become of memory, and what each instance has read.
#[derive(Default)]
struct Run {
    memory: BTreeMap<Cell, usize>,
    reads: BTreeMap<(StmtId, Vec<i64>), Vec<usize>>,
}

fn run(
    scop: &Scop,
    copies: &BTreeSet<StmtId>,
    order: &[Point],
    parameters: &[(&str, i64)],
    terms: &mut Terms,
) -> Result<Run> {
    let mut tables: Vec<Vec<Table>> = Vec::new();
    for statement in &scop.statements {
        let accesses = statement.accesses.iter();
        let own = accesses.map(|access| table(&access.relation, parameters));
        tables.push(own.collect::<Result<_>>()?);
    }
    let mut run = Run::default();
    for point in order {
        let name = point.space().tuple().and_then(|tuple| tuple.name());
        let statement = name.and_then(|name| scop.find_statement(name));
        let statement = statement.ok_or_else(|| invalid(format!("what is {point}?")))?;
        let instance = point.to_i64s().ok_or_else(too_large)?;
        let (mut reads, mut kept) = (Vec::new(), Vec::new());
        for (id, access) in scop[statement].accesses() {
            let touched = tables[statement.index()][id.index()].get(&instance);
            let array = access.relation.range_tuple_name().unwrap_or_default();
            for subscripts in touched.into_iter().flatten() {
                let cell = (array.to_owned(), subscripts.clone());
                let before = match run.memory.get(&cell) {
                    Some(term) => *term,
                    None => terms.number(Origin::Initial(cell.clone())),
                };
                if !access.is_write() {
                    reads.push(before);
                    continue;
                }
                if !access.is_must() {
                    kept.push(before);
                }
                let mut new = match (copies.contains(&statement), &reads[..]) {
                    (true, [value]) => *value,
                    _ => {
                        let of = instance.clone();
                        let reads = reads.clone();
                        terms.number(Origin::Computed(statement, id.index(), of, reads))
                    }
                };
                if !access.is_must() || !access.exact {
                    new = terms.number(Origin::Either(before, new));
                }
                run.memory.insert(cell, new);
            }
        }
        // What a write may leave where it is belongs to what the instance finds.
        reads.extend(kept);
        run.reads.insert((statement, instance), reads);
    }
    Ok(run)
}
