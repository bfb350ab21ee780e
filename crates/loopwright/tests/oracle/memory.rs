//! Runs with symbolic data.
//!
//! What an instance writes is a term made of the instance and of the terms that it read, so that
//! two runs leave the same in a cell only if they do for all statements in the place of these.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use dependence::DependenceKind;
use legality::AccessRef;
use scop::{ArrayId, ReductionOperator, Scop, StmtId};

use super::{Accesses, Executed, Values, coordinates, points};

/// An array's tuple name and subscripts.
pub type Cell = (String, Vec<i64>);

/// A number for each different term.
type Term = usize;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Origin {
    /// What was there before.
    Initial(Cell),
    /// What an instance makes of what it read.
    Result(StmtId, usize, Vec<i64>, Vec<Term>),
    /// A write that may not happen.
    Perhaps(Term, Term),
    /// Parts accumulated in any order into a start.
    Accumulated(ReductionOperator, Term, Vec<Term>),
}

/// The cells of each instance.
type Touched = HashMap<Vec<i64>, Vec<Cell>>;

/// An access to a cell at some time.
struct Event {
    time: usize,
    place: AccessRef,
    writes: bool,
}

/// An instance.
pub type Instance = (StmtId, Vec<i64>);

/// What hangs on the order of two accesses to one cell, if all writes happen for sure.
pub enum Stake {
    /// A value that somebody sees.
    Value,
    /// Nothing.
    Nothing,
    /// A value that the first one reads, unless the second comes before this write of it too.
    Read(Instance),
    /// The value of the second one, which these read: all must come before the first.
    Readers(Vec<Instance>),
}

/// Two instances that depend on each other.
pub struct Dependent {
    pub key: Accesses,
    pub source: Vec<i64>,
    pub sink: Vec<i64>,
    pub stake: Stake,
}

pub type Memory = BTreeMap<Cell, Term>;

pub struct Machine<'a> {
    scop: &'a Scop,
    /// By statement and access.
    touched: Vec<Vec<Touched>>,
    numbers: HashMap<Origin, Term>,
    origins: Vec<Origin>,
}

impl<'a> Machine<'a> {
    pub fn new(scop: &'a Scop, values: &Values) -> Result<Machine<'a>, String> {
        let mut touched = Vec::new();
        for statement in &scop.statements {
            let mut of_statement = Vec::new();
            for access in &statement.accesses {
                let relation = &access.relation;
                let array = relation.range_tuple_name().unwrap_or_default().to_string();
                let mut cells = Touched::new();
                let pairs = relation.wrap().map_err(super::text)?;
                for point in points(&pairs, values)? {
                    let mut instance = coordinates(&point)?;
                    let cell = instance.split_off(relation.space().n_in());
                    cells
                        .entry(instance)
                        .or_default()
                        .push((array.clone(), cell));
                }
                cells.values_mut().for_each(|cells| cells.sort());
                of_statement.push(cells);
            }
            touched.push(of_statement);
        }
        Ok(Machine {
            scop,
            touched,
            numbers: HashMap::new(),
            origins: Vec::new(),
        })
    }

    /// The cells that an access of an instance touches.
    fn cells(&self, statement: StmtId, access: usize, instance: &[i64]) -> &[Cell] {
        let cells = self.touched[statement.index()][access].get(instance);
        cells.map_or(&[], Vec::as_slice)
    }

    /// What is in the cells in the end; accumulations into `relaxed` are not ordered.
    pub fn run(&mut self, order: &[&Executed], relaxed: &BTreeSet<ArrayId>) -> Memory {
        let mut memory = Memory::new();
        for one in order {
            self.execute(one, relaxed, &mut memory);
        }
        memory
    }

    fn execute(&mut self, one: &Executed, relaxed: &BTreeSet<ArrayId>, memory: &mut Memory) {
        let statement = &self.scop[one.statement];
        let sum = statement.reduction;
        let sum = sum.filter(|sum| relaxed.contains(&statement[sum.write].array));
        let mut reads = Vec::new();
        let mut writes = Vec::new();
        for (id, access) in statement.accesses() {
            for cell in self
                .cells(one.statement, id.index(), &one.instance)
                .to_vec()
            {
                if access.is_write() {
                    writes.push((id, cell));
                } else if sum.is_none_or(|sum| sum.read != id) {
                    reads.push(self.content(memory, &cell));
                }
            }
        }
        for (id, cell) in writes {
            let result = (
                one.statement,
                id.index(),
                one.instance.clone(),
                reads.clone(),
            );
            let mut term = self.number(Origin::Result(result.0, result.1, result.2, result.3));
            let before = self.content(memory, &cell);
            if let Some(sum) = sum.filter(|sum| sum.write == id) {
                term = self.accumulated(sum.operator, before, term);
            }
            if !statement[id].is_must() || !statement[id].exact {
                term = self.number(Origin::Perhaps(before, term));
            }
            memory.insert(cell, term);
        }
    }

    fn accumulated(&mut self, operator: ReductionOperator, before: Term, part: Term) -> Term {
        let (start, mut parts) = match &self.origins[before] {
            Origin::Accumulated(same, start, parts) if *same == operator => (*start, parts.clone()),
            _ => (before, Vec::new()),
        };
        parts.push(part);
        parts.sort_unstable();
        self.number(Origin::Accumulated(operator, start, parts))
    }

    fn content(&mut self, memory: &Memory, cell: &Cell) -> Term {
        match memory.get(cell) {
            Some(term) => *term,
            None => self.number(Origin::Initial(cell.clone())),
        }
    }

    fn number(&mut self, origin: Origin) -> Term {
        let next = self.origins.len();
        let term = *self.numbers.entry(origin.clone()).or_insert(next);
        if term == next {
            self.origins.push(origin);
        }
        term
    }

    /// All pairs of accesses to one cell by different instances, at least one of them a write.
    pub fn dependent(&self, order: &[&Executed]) -> Vec<Dependent> {
        let mut at_cell: BTreeMap<&Cell, Vec<Event>> = BTreeMap::new();
        for (time, one) in order.iter().enumerate() {
            for (access, model) in self.scop[one.statement].accesses() {
                let place = AccessRef {
                    statement: one.statement,
                    access,
                };
                for cell in self.cells(one.statement, access.index(), &one.instance) {
                    at_cell.entry(cell).or_default().push(Event {
                        time,
                        place,
                        writes: model.is_write(),
                    });
                }
            }
        }
        let mut pairs = Vec::new();
        for events in at_cell.values() {
            for (i, later) in events.iter().enumerate() {
                for (j, earlier) in events[..i].iter().enumerate() {
                    let kind = match (earlier.writes, later.writes) {
                        (true, true) => DependenceKind::Waw,
                        (true, false) => DependenceKind::Raw,
                        (false, true) => DependenceKind::War,
                        (false, false) => continue,
                    };
                    if earlier.time != later.time {
                        let (a, b) = (order[earlier.time], order[later.time]);
                        pairs.push(Dependent {
                            key: (kind, earlier.place, later.place, a.carrying_loop(b)),
                            source: a.instance.clone(),
                            sink: b.instance.clone(),
                            stake: self.stake(order, events, j, i),
                        });
                    }
                }
            }
        }
        pairs
    }

    /// What hangs on the order of two accesses to a cell.
    fn stake(&self, order: &[&Executed], events: &[Event], a: usize, b: usize) -> Stake {
        let instance = |event: &Event| (event.place.statement, order[event.time].instance.clone());
        let found = |read: usize| (0..read).rev().find(|at| events[*at].writes);
        match (events[a].writes, events[b].writes) {
            (true, false) if found(b) == Some(a) => Stake::Value,
            (true, false) => Stake::Nothing,
            (false, _) => match found(a) {
                Some(write) => Stake::Read(instance(&events[write])),
                None => Stake::Value,
            },
            (true, true) => {
                let rest = events[b + 1..].iter();
                let is_last = !rest.clone().any(|later| later.writes);
                let array = self.scop[events[b].place.statement][events[b].place.access].array;
                match is_last && self.scop[array].is_seen_later() {
                    true => Stake::Value,
                    false => {
                        let readers = rest.take_while(|later| !later.writes);
                        Stake::Readers(readers.map(instance).collect())
                    }
                }
            }
        }
    }

    /// Whether both accesses accumulate with one operator.
    pub fn commute(&self, a: AccessRef, b: AccessRef) -> bool {
        let operator = |one: AccessRef| {
            let sum = self.scop[one.statement].reduction?;
            [sum.read, sum.write]
                .contains(&one.access)
                .then_some(sum.operator)
        };
        operator(a).is_some() && operator(a) == operator(b)
    }
}

/// The cells that differ.
pub fn differing(old: &Memory, new: &Memory) -> Vec<Cell> {
    let all: BTreeSet<&Cell> = old.keys().chain(new.keys()).collect();
    all.into_iter()
        .filter(|cell| old.get(*cell) != new.get(*cell))
        .cloned()
        .collect()
}
