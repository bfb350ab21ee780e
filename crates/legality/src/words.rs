//! Violations in words.

use crate::verdict::{
    AccessRef, Broken, Claim, Counterexample, Declaration, DeclarationProblem, ExtraReason, Loss,
    Lost, NotPrivate, NotPrivateReason, Race, Violation,
};
use dependence::DependenceKind;
use presburger::{Dim, Map, Point, Set, Space, Value};
use scop::{ArrayId, Scop};

impl Violation {
    /// What is wrong in one sentence, without a full stop: the smallest case.
    ///
    /// Cells are written as in C, instances as `S[i, j]`.
    pub fn sentence(&self, scop: &Scop) -> String {
        match self {
            Violation::Missing(missing) => {
                let instance = instance(&missing.instance);
                let when = when(&missing.parameters, &of_set(&missing.instances));
                format!("{instance} is not executed{when}")
            }
            Violation::Extra(extra) => {
                let instance = instance(&extra.instance);
                let when = when(&extra.parameters, &of_set(&extra.instances));
                match extra.reason {
                    ExtraReason::NotInDomain => {
                        format!("{instance} is executed{when}, but not by the original program")
                    }
                    ExtraReason::Twice => format!("{instance} is executed more than once{when}"),
                }
            }
            Violation::Conflict(conflict) => {
                let (first, second) = (instance(&conflict.first), instance(&conflict.second));
                let when = when(&conflict.parameters, &of_map(&conflict.relation));
                let date = &conflict.date;
                format!("{first} and {second} have the same date {date}{when}")
            }
            Violation::Dependence(broken) => broken.sentence(scop),
            Violation::Race(race) => race.sentence(scop),
            Violation::Declaration(wrong) => wrong.sentence(scop),
            Violation::NotPrivate(wrong) => wrong.sentence(scop),
            Violation::Lost(lost) => lost.sentence(scop),
        }
    }
}

impl Broken {
    /// `S2[3] reads A[4] before S1[4] writes it when N = 5`
    pub fn sentence(&self, scop: &Scop) -> String {
        let example = &self.counterexample;
        let (source, sink) = (instance(&example.source), instance(&example.sink));
        let cell = cell(scop, self.array, example);
        let when = when(&example.parameters, &of_map(&self.relation));
        let (first, later) = verbs(scop, self.kind, self.source, self.sink);
        if self.unordered {
            let not = format!("without a defined order relative to {source}, which {first} it");
            return format!("{sink} {later} {cell} {not}{when}");
        }
        match self.kind {
            DependenceKind::Waw => format!("{sink} {later} {cell} before {source} does{when}"),
            _ => format!("{sink} {later} {cell} before {source} {first} it{when}"),
        }
    }
}

impl Race {
    /// `iterations 1 and 2 of the parallel loop i depend on each other: S[1] writes A[1] and S[2]
    /// reads it when N = 3`
    pub fn sentence(&self, scop: &Scop) -> String {
        let example = &self.counterexample;
        let (source, sink) = (instance(&example.source), instance(&example.sink));
        let cell = cell(scop, self.array, example);
        let when = when(&example.parameters, &of_map(&self.relation));
        let (first, later) = verbs(scop, self.kind, self.source, self.sink);
        let (a, b) = &self.iterations;
        let name = loop_name(self.claim, &self.label, &self.iterator);
        let both = match self.kind {
            DependenceKind::Waw => format!("{source} and {sink} both write {cell}"),
            _ => format!("{source} {first} {cell} and {sink} {later} it"),
        };
        format!("iterations {a} and {b} of {name} depend on each other: {both}{when}")
    }
}

impl Declaration {
    /// `the parallel loop i declares a reduction into s, but T reads it too`
    pub fn sentence(&self, scop: &Scop) -> String {
        let name = loop_name(self.claim, &self.label, &self.iterator);
        let array = match scop.find_array(&self.array) {
            Some(id) => scop[id].source_name.clone(),
            None => self.array.clone(),
        };
        let statement = |one: &AccessRef| {
            let statement = scop.statements.get(one.statement.index());
            statement.map_or_else(String::new, |statement| statement.name.clone())
        };
        let why = match &self.problem {
            DeclarationProblem::UnknownArray => "there is no such variable".to_string(),
            DeclarationProblem::OtherAccess(one) => {
                let access = scop.statements.get(one.statement.index());
                let access = access.and_then(|s| s.accesses.get(one.access.index()));
                let does = match access.is_some_and(|access| access.is_write()) {
                    true => "writes",
                    false => "reads",
                };
                format!("{} also {does} it", statement(one))
            }
            DeclarationProblem::OtherOperator(a, b) => {
                let (a, b) = (statement(a), statement(b));
                format!("{a} and {b} accumulate with different operators")
            }
        };
        format!("{name} declares a reduction into {array}, but {why}")
    }
}

impl NotPrivate {
    /// `t is not private to loop i: S1[1] reads t[0], which S0[0] has written in another iteration,
    /// when n = 2`
    pub fn sentence(&self, scop: &Scop) -> String {
        let array = scop.find_array(&self.array);
        let name = array.map_or(&self.array, |id| &scop[id].source_name);
        let at = |cell: &Point| element(name, cell);
        let why = match &self.reason {
            NotPrivateReason::Unknown => "there is no such variable".to_string(),
            NotPrivateReason::NoCopies(why) => why.to_string(),
            NotPrivateReason::Crosses { write, read, cell } => {
                let (write, read) = (instance(write), instance(read));
                let cell = at(cell);
                format!("{read} reads {cell}, which {write} has written in another iteration")
            }
            NotPrivateReason::Overwritten {
                reading,
                writing,
                cell,
            } => {
                let cell = at(cell);
                format!(
                    "iteration {reading} reads {cell} from before the loop, and iteration \
                     {writing}, which may run before it in the same thread, writes it"
                )
            }
            NotPrivateReason::Lost { iteration, cell } => {
                let cell = at(cell);
                format!(
                    "iteration {iteration} is not sure to write {cell}, which is needed after the loop"
                )
            }
            NotPrivateReason::Lanes { cell } => {
                let cell = at(cell);
                format!(
                    "{cell} is needed from before the loop, and copies in vector lanes begin \
                     without a value"
                )
            }
        };
        let loop_ = match self.label.as_ref().or(self.iterator.as_ref()) {
            Some(name) => format!("loop {name}"),
            None => "the loop".to_string(),
        };
        let equal = self.parameters.iter();
        let equal: Vec<String> = equal
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let when = match equal.is_empty() {
            true => String::new(),
            false => format!(", when {}", equal.join(" and ")),
        };
        format!("{name} is not private to {loop_}: {why}{when}")
    }
}

impl Lost {
    /// `S[1] overwrites t_i[0], where the value of S[0] is, before T[0] reads it when n = 2`; it *may
    /// overwrite* it if that is up to an order that the schedule leaves open.
    pub fn sentence(&self, scop: &Scop) -> String {
        let reader = instance(&self.instance);
        let cell = named_cell(scop, self.to, self.cell.as_ref());
        let old = &scop[self.from].source_name;
        let wanted = match &self.wanted {
            Some((_, source)) => format!("the value of {}", instance(source)),
            None => format!("the value that {old} had before"),
        };
        let when = match &self.relation {
            Some(relation) => when(&self.parameters, &of_map(relation)),
            None => when(
                &self.parameters,
                &of_set(&scop[self.access.statement].domain),
            ),
        };
        let can = |verb: &str| match self.unordered {
            true => format!("may {verb}"),
            false => format!("{verb}s"),
        };
        match (self.loss, &self.found) {
            (Loss::Unfilled, _) => format!("{reader} does not find in {cell} {wanted}{when}"),
            (Loss::Dropped, _) => {
                format!("{reader} writes {cell}, and nobody copies it back to {old}{when}")
            }
            (Loss::Garbage, _) => {
                format!("{reader} copies {cell} to {old}, although nobody has written it{when}")
            }
            (Loss::Apart, _) => {
                format!("{reader} looks in {cell} for {wanted}, which is in another cell{when}")
            }
            (Loss::Late, _) if self.wanted.is_some() => {
                let reads = can("read");
                format!("{reader} {reads} {cell} before {wanted} is there{when}")
            }
            (Loss::Late, _) => {
                let does = can(verb(scop, self.access));
                format!("{reader} {does} {cell} before {old} is copied to it{when}")
            }
            (Loss::Behind, _) => {
                let writes = can("write");
                format!("{reader} {writes} {cell} after it has been copied back to {old}{when}")
            }
            (Loss::Overwritten, None) => format!("{reader} does not find {wanted} in {cell}{when}"),
            (Loss::Overwritten, Some((by, found))) => {
                let (found, does) = (instance(found), can(verb(scop, *by)));
                let (overwrites, writes) = (can("overwrite"), can("write"));
                let is_write = is_write(scop, self.access);
                match is_of(scop, *by, self.to) {
                    true if is_write => format!(
                        "{found} {writes} {cell} before the value of {reader} is copied back to {old}{when}"
                    ),
                    true => {
                        format!(
                            "{found} {overwrites} {cell}, where {wanted} is, before {reader} reads it{when}"
                        )
                    }
                    false if is_write => format!(
                        "{found} {does} {old} while the value of {reader} is only in {cell}{when}"
                    ),
                    false => {
                        format!(
                            "{found} {writes} {old} while {reader} reads the copy in {cell}{when}"
                        )
                    }
                }
            }
        }
    }
}

fn verb(scop: &Scop, one: AccessRef) -> &'static str {
    match is_write(scop, one) {
        true => "write",
        false => "read",
    }
}

/// Whether an access is to an array.
fn is_of(scop: &Scop, one: AccessRef, array: ArrayId) -> bool {
    let statement = scop.statements.get(one.statement.index());
    let access = statement.and_then(|s| s.accesses.get(one.access.index()));
    access.is_some_and(|access| access.array == array)
}

fn is_write(scop: &Scop, one: AccessRef) -> bool {
    let statement = scop.statements.get(one.statement.index());
    let access = statement.and_then(|s| s.accesses.get(one.access.index()));
    access.is_some_and(|access| access.is_write())
}

/// What source and sink do.
fn verbs(
    scop: &Scop,
    kind: DependenceKind,
    source: AccessRef,
    sink: AccessRef,
) -> (&'static str, &'static str) {
    let is_sure = |one: AccessRef| {
        let statement = scop.statements.get(one.statement.index());
        let access = statement.and_then(|s| s.accesses.get(one.access.index()));
        access.is_some_and(|access| access.is_must() && access.exact)
    };
    let reads = |one| if is_sure(one) { "reads" } else { "may read" };
    let writes = |one| if is_sure(one) { "writes" } else { "may write" };
    match kind {
        DependenceKind::Raw | DependenceKind::Flow => (writes(source), reads(sink)),
        DependenceKind::War if is_sure(sink) => (reads(source), "overwrites"),
        DependenceKind::War => (reads(source), "may overwrite"),
        DependenceKind::Waw => (writes(source), writes(sink)),
        DependenceKind::Rar => (reads(source), reads(sink)),
    }
}

fn loop_name(claim: Claim, label: &Option<String>, iterator: &Option<String>) -> String {
    let kind = match claim {
        Claim::Parallel => "the parallel loop",
        Claim::Vector => "the vector loop",
    };
    match label.as_ref().or(iterator.as_ref()) {
        Some(name) => format!("{kind} {name}"),
        None => kind.to_string(),
    }
}

/// An instance as messages write it: `S[3, 4]`.
pub fn instance(point: &Point) -> String {
    let tuple = point.space().tuple();
    let name = tuple.and_then(|tuple| tuple.name()).unwrap_or_default();
    let n = tuple.map_or(0, |tuple| tuple.len());
    let coordinates: Vec<String> = (0..n).map(|i| coordinate(point, i)).collect();
    format!("{name}[{}]", coordinates.join(", "))
}

/// `A[3][4]`, or just the array when the cell is not known.
fn cell(scop: &Scop, array: ArrayId, example: &Counterexample) -> String {
    named_cell(scop, array, example.cell.as_ref())
}

fn named_cell(scop: &Scop, array: ArrayId, cell: Option<&Point>) -> String {
    let array = scop.arrays.get(array.index());
    let name = array.map_or("", |array| &array.source_name);
    match cell {
        Some(cell) => element(name, cell),
        None => name.to_string(),
    }
}

/// `A[3][4]`
fn element(name: &str, cell: &Point) -> String {
    let mut text = name.to_string();
    let n = cell.space().tuple().map_or(0, |tuple| tuple.len());
    for i in 0..n {
        text.push_str(&format!("[{}]", coordinate(cell, i)));
    }
    text
}

fn coordinate(point: &Point, i: usize) -> String {
    let value = point.coordinate(Dim::Set(i));
    value.map_or_else(|_| "?".to_string(), |value| value.to_string())
}

/// ` when N = 5 and M = 3`, with the parameters on which it depends.
fn when(parameters: &[(String, Value)], involved: &Space) -> String {
    let matter = parameters
        .iter()
        .filter(|(name, _)| involved.find_param(name).is_some());
    let equal: Vec<String> = matter
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    match equal.is_empty() {
        true => String::new(),
        false => format!(" when {}", equal.join(" and ")),
    }
}

/// A space with the parameters that a relation depends on.
fn of_map(map: &Map) -> Space {
    map.drop_unused_params()
        .map_or_else(|_| map.space().clone(), |map| map.space().clone())
}

/// A space with the parameters that a set depends on.
fn of_set(set: &Set) -> Space {
    set.drop_unused_params()
        .map_or_else(|_| set.space().clone(), |set| set.space().clone())
}
