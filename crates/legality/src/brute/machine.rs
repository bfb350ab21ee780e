//! Programs run with symbolic values.

use super::private::{Beyond, Copies, CopyOut, Running, Threads};
use super::{invalid, too_large, values};
use crate::Reductions;
use presburger::{Map, Point, Result};
use scop::{ArrayId, ReductionOperator, ScheduleTree, Scop, StmtId, Storage};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A cell: the array's tuple name and the subscripts.
pub type Cell = (String, Vec<i64>);

/// A value, as an index into [`Machine::terms`].
type Term = usize;

/// How a value came about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Origin {
    /// It was there at the beginning.
    Initial(Cell),
    /// A statement computed it from its iterators and what it has read, for this cell.
    Computed {
        statement: StmtId,
        access: usize,
        instance: Vec<i64>,
        reads: Vec<Term>,
        cell: Cell,
    },
    /// One of both, nobody knows which.
    Either(Term, Term),
    /// The first with the others accumulated into it, in any order.
    Accumulated(ReductionOperator, Term, Vec<Term>),
}

/// Which accumulations may change places.
pub(super) enum Relaxed<'a> {
    No,
    All,
    Into(&'a BTreeSet<ArrayId>),
}

/// The final contents of all cells that were written.
type Memory = BTreeMap<Cell, Term>;

/// The pairs of an access relation: from instances to subscripts.
pub(super) type Table = HashMap<Vec<i64>, Vec<Vec<i64>>>;

/// Runs programs; equal values are the same term in all runs.
pub(super) struct Machine<'a> {
    scop: &'a Scop,
    tables: Vec<Vec<Table>>,
    terms: HashMap<Origin, Term>,
    origins: Vec<Origin>,
}

/// The cells whose contents differ after a run in the program's own order and one in the order of
/// `schedule`, which executes the instances that [`ScheduleTree::instances`] lists.
pub fn differences(
    scop: &Scop,
    schedule: &ScheduleTree,
    parameters: &[(&str, i64)],
    reductions: Reductions,
) -> Result<Vec<Cell>> {
    let relaxed = match reductions {
        Reductions::Strict => Relaxed::No,
        Reductions::Relax => Relaxed::All,
    };
    let mut machine = Machine::new(scop, parameters)?;
    let old = machine.run(&scop.schedule.instances(parameters)?, &relaxed)?;
    let new = machine.run(&schedule.instances(parameters)?, &relaxed)?;
    Ok(different(&old, &new))
}

/// The cells that differ.
pub(super) fn different(old: &Memory, new: &Memory) -> Vec<Cell> {
    let cells: BTreeSet<&Cell> = old.keys().chain(new.keys()).collect();
    let differ = cells
        .into_iter()
        .filter(|cell| old.get(*cell) != new.get(*cell));
    differ.cloned().collect()
}

impl<'a> Machine<'a> {
    pub(super) fn new(scop: &'a Scop, parameters: &[(&str, i64)]) -> Result<Machine<'a>> {
        let mut tables = Vec::new();
        for statement in &scop.statements {
            let accesses = statement.accesses.iter();
            let table = accesses.map(|access| table(&access.relation, parameters));
            tables.push(table.collect::<Result<Vec<Table>>>()?);
        }
        Ok(Machine {
            scop,
            tables,
            terms: HashMap::new(),
            origins: Vec::new(),
        })
    }

    /// Executes instances in this order.
    pub(super) fn run(&mut self, order: &[Point], relaxed: &Relaxed) -> Result<Memory> {
        self.run_with(order, relaxed, &Copies::default(), Threads::One)
    }

    /// Executes instances in this order, where the threads of some loops have copies of their own.
    pub(super) fn run_with(
        &mut self,
        order: &[Point],
        relaxed: &Relaxed,
        copies: &Copies,
        threads: Threads,
    ) -> Result<Memory> {
        let mut memory = Memory::new();
        let mut running = Running::new(copies, threads);
        for point in order {
            let name = point.space().tuple().and_then(|tuple| tuple.name());
            let statement = name.and_then(|name| self.scop.find_statement(name));
            let statement = statement.ok_or_else(|| invalid(format!("what is {point}?")))?;
            let instance = point.to_i64s().ok_or_else(too_large)?;
            let done = running.go_to(self.scop, Some((statement, &instance)), &memory);
            self.copy_out(done, &mut memory)?;
            self.execute(statement, &instance, relaxed, &mut memory, &running);
        }
        let done = running.go_to(self.scop, None, &memory);
        self.copy_out(done, &mut memory)?;
        memory.retain(|(name, _), _| !name.contains('@'));
        Ok(memory)
    }

    /// Whether what a cell holds at the end depends on no cell of the program's own variables that
    /// nobody has written: then it is the same whatever these held.
    pub(super) fn is_defined(&self, memory: &Memory, cell: &Cell) -> bool {
        let mut open: Vec<Term> = memory.get(cell).copied().into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match &self.origins[term] {
                Origin::Initial((array, _)) => {
                    let array = self.scop.find_array(array);
                    if array.is_some_and(|id| self.scop[id].storage == Storage::Region) {
                        return false;
                    }
                }
                Origin::Computed { reads, .. } => open.extend(reads),
                Origin::Either(a, b) => open.extend([*a, *b]),
                Origin::Accumulated(_, first, others) => {
                    open.push(*first);
                    open.extend(others);
                }
            }
        }
        true
    }

    /// Gives variables the contents that loops leave behind.
    fn copy_out(&mut self, done: Vec<CopyOut>, memory: &mut Memory) -> Result<()> {
        for mut done in done {
            for cell in self.cells(done.array)? {
                let new = match (done.contents.remove(&cell), &done.nonsense) {
                    (Some(term), _) => term,
                    (None, Some(copy)) => self.term(Origin::Initial((copy.clone(), cell.clone()))),
                    (None, None) => continue,
                };
                memory.insert((done.to.clone(), cell), new);
            }
        }
        Ok(())
    }

    /// The cells of an array: those that it has, or those that anybody accesses.
    fn cells(&self, array: ArrayId) -> Result<BTreeSet<Vec<i64>>> {
        let mut cells = BTreeSet::new();
        for (statement, id, access) in self.scop.accesses() {
            if access.array == array {
                let table = &self.tables[statement.index()][id.index()];
                cells.extend(table.values().flatten().cloned());
            }
        }
        let mut box_ = vec![Vec::new()];
        for extent in &self.scop[array].extents {
            let extent = extent.as_ref().filter(|one| one.is_cst());
            let Some(extent) = extent.map(|one| one.max_val()) else {
                return Ok(cells);
            };
            let extent = extent?.to_i64().ok_or_else(too_large)?;
            let longer = |cell: &Vec<i64>| {
                let cell = cell.clone();
                (0..extent).map(move |at| [&cell[..], &[at]].concat())
            };
            box_ = box_.iter().flat_map(longer).collect();
        }
        cells.extend(box_);
        Ok(cells)
    }

    fn execute(
        &mut self,
        statement: StmtId,
        instance: &[i64],
        relaxed: &Relaxed,
        memory: &mut Memory,
        running: &Running<'_>,
    ) {
        let scop = self.scop;
        let reduction = scop[statement].reduction.filter(|reduction| {
            let array = scop[statement].accesses.get(reduction.write.index());
            array.is_some_and(|access| match relaxed {
                Relaxed::No => false,
                Relaxed::All => true,
                Relaxed::Into(arrays) => arrays.contains(&access.array),
            })
        });
        let mut reads = Vec::new();
        for (id, access) in scop[statement].accesses() {
            let table = &self.tables[statement.index()][id.index()];
            let touched = table.get(instance).cloned().unwrap_or_default();
            let array = access.relation.range_tuple_name().unwrap_or_default();
            for subscripts in touched {
                let shared = (array.to_owned(), subscripts);
                let cell = match running.name(scop, access.array) {
                    Some(copy) => (copy, shared.1.clone()),
                    None => shared.clone(),
                };
                let old = self.value_in(memory, &cell, access.array, running);
                if !access.is_write() {
                    if reduction.is_none_or(|reduction| reduction.read != id) {
                        reads.push(old);
                    }
                    continue;
                }
                let mut new = self.term(Origin::Computed {
                    statement,
                    access: id.index(),
                    instance: instance.to_vec(),
                    reads: reads.clone(),
                    cell: shared.clone(),
                });
                if let Some(reduction) = reduction.filter(|reduction| reduction.write == id) {
                    new = self.accumulate(reduction.operator, old, new);
                }
                if !access.is_must() || !access.exact {
                    new = self.term(Origin::Either(old, new));
                }
                memory.insert(cell, new);
            }
        }
    }

    fn accumulate(&mut self, operator: ReductionOperator, old: Term, new: Term) -> Term {
        let (start, mut parts) = match &self.origins[old] {
            Origin::Accumulated(known, start, parts) if *known == operator => {
                (*start, parts.clone())
            }
            _ => (old, Vec::new()),
        };
        parts.push(new);
        parts.sort_unstable();
        self.term(Origin::Accumulated(operator, start, parts))
    }

    /// The value of a cell, which may be that of a copy.
    fn value_in(
        &mut self,
        memory: &Memory,
        cell: &Cell,
        array: ArrayId,
        running: &Running<'_>,
    ) -> Term {
        let mut cell = cell.clone();
        while !memory.contains_key(&cell) {
            match running.beyond(self.scop, array, &cell.0) {
                Beyond::In(outer) => cell.0 = outer,
                Beyond::Nothing => return self.term(Origin::Initial(cell)),
            }
        }
        memory[&cell]
    }

    fn term(&mut self, origin: Origin) -> Term {
        if let Some(term) = self.terms.get(&origin) {
            return *term;
        }
        let term = self.origins.len();
        self.origins.push(origin.clone());
        self.terms.insert(origin, term);
        term
    }
}

/// The pairs of a relation with these values of the parameters, ranges in order.
pub(super) fn table(map: &Map, parameters: &[(&str, i64)]) -> Result<Table> {
    let n = map.space().n_in();
    let pairs = map.intersect_params(&values(parameters)?)?;
    let mut table = Table::new();
    for point in pairs.project_out_all_params()?.wrap()?.points()? {
        let mut instance = point.to_i64s().ok_or_else(too_large)?;
        let cell = instance.split_off(n);
        table.entry(instance).or_default().push(cell);
    }
    table.values_mut().for_each(|cells| cells.sort());
    Ok(table)
}
