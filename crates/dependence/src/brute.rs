//! The oracle: dependences by running the program.
//!
//! For given values of the parameters, all instances are listed in the order in which the schedule
//! tree executes them, every access is recorded at its cell, and the pairs are read off these
//! records. Nothing is shared with the symbolic analysis, and nothing is fast: this is for tests at
//! small sizes. The schedule must order everything; what a tree leaves open is run in one order.

use crate::{Dependence, DependenceKind};
use presburger::{Error, Map, Name, Result, Set, Space};
use scop::{AccessId, Certainty, Scop, StmtId, Storage};
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// One instance of an access.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Occurrence {
    /// The statement.
    pub statement: StmtId,
    /// The access in the statement.
    pub access: AccessId,
    /// The instance of the statement.
    pub instance: Vec<i64>,
}

/// Two occurrences of which the second depends on the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// What the accesses do.
    pub kind: DependenceKind,
    /// The earlier one.
    pub source: Occurrence,
    /// The later one.
    pub sink: Occurrence,
    /// Whether they depend on each other for sure.
    pub certainty: Certainty,
}

/// A cell: the array's tuple name and the subscripts.
pub type Cell = (String, Vec<i64>);

/// What happened in a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// All dependent pairs of all kinds.
    pub pairs: BTreeSet<Pair>,
    /// Cells that may be read before they are surely written, of arrays that live outside too.
    pub live_in: BTreeSet<Cell>,
    /// Cells that may be written, of arrays that live outside too.
    pub live_out: BTreeSet<Cell>,
    /// The number of instances.
    pub instances: usize,
}

/// An access to a cell at some time.
#[derive(Clone)]
struct Event {
    occurrence: Occurrence,
    /// Position of the instance in the run.
    time: usize,
    is_write: bool,
    is_sure: bool,
}

/// Runs the scop with these values of the parameters.
pub fn run(scop: &Scop, parameters: &[(&str, i64)]) -> Result<Run> {
    let order = scop.schedule.instances(parameters)?;
    let mut cells = Vec::new();
    for statement in &scop.statements {
        let mut tables = Vec::new();
        for access in &statement.accesses {
            tables.push(table(&access.relation, parameters)?);
        }
        cells.push(tables);
    }
    let mut memory: HashMap<Cell, Vec<Event>> = HashMap::new();
    for (time, point) in order.iter().enumerate() {
        let name = point.space().tuple().and_then(|tuple| tuple.name());
        let Some(statement) = name.and_then(|name| scop.find_statement(name)) else {
            return Err(Error::Invalid(format!("{point} is of no statement")));
        };
        let instance = point.to_i64s().ok_or_else(too_large)?;
        for (id, access) in scop[statement].accesses() {
            let touched = cells[statement.index()][id.index()].get(&instance);
            let array = access.relation.range_tuple_name().unwrap_or_default();
            for cell in touched.into_iter().flatten() {
                let cell = (array.to_owned(), cell.clone());
                memory.entry(cell).or_default().push(Event {
                    occurrence: Occurrence {
                        statement,
                        access: id,
                        instance: instance.clone(),
                    },
                    time,
                    is_write: access.is_write(),
                    is_sure: access.is_must() && access.exact,
                });
            }
        }
    }
    let mut run = Run {
        instances: order.len(),
        ..Run::default()
    };
    for (cell, events) in &memory {
        let array = scop.find_array(&cell.0);
        let lives_outside = array.is_some_and(|id| scop[id].storage != Storage::Region);
        run.read_off(cell, events, lives_outside);
    }
    Ok(run)
}

impl Run {
    /// Adds what the history of one cell says.
    fn read_off(&mut self, cell: &Cell, events: &[Event], lives_outside: bool) {
        for (i, sink) in events.iter().enumerate() {
            let earlier = &events[..i];
            for source in earlier.iter().filter(|source| source.time < sink.time) {
                let kind = match (source.is_write, sink.is_write) {
                    (true, false) => DependenceKind::Raw,
                    (false, true) => DependenceKind::War,
                    (true, true) => DependenceKind::Waw,
                    (false, false) => DependenceKind::Rar,
                };
                self.add(kind, source, sink, source.is_sure && sink.is_sure);
            }
            if sink.is_write {
                if lives_outside {
                    self.live_out.insert(cell.clone());
                }
                continue;
            }
            // The last sure write and the unsure ones after it, this instance included.
            let mut candidates = Vec::new();
            let mut found_sure = false;
            for source in earlier.iter().rev().filter(|source| source.is_write) {
                candidates.push(source);
                if source.is_sure {
                    found_sure = true;
                    break;
                }
            }
            let is_sure = found_sure && candidates.len() == 1 && sink.is_sure;
            for source in candidates.iter().filter(|source| source.time < sink.time) {
                self.add(DependenceKind::Flow, source, sink, is_sure);
            }
            if !found_sure && lives_outside {
                self.live_in.insert(cell.clone());
            }
        }
    }

    fn add(&mut self, kind: DependenceKind, source: &Event, sink: &Event, sure: bool) {
        self.pairs.insert(Pair {
            kind,
            source: source.occurrence.clone(),
            sink: sink.occurrence.clone(),
            certainty: match sure {
                true => Certainty::Must,
                false => Certainty::May,
            },
        });
    }

    /// Holds symbolic dependences of these kinds, taken at the same values of the parameters,
    /// against the run.
    pub fn compare(
        &self,
        kinds: &[DependenceKind],
        dependences: &[Dependence],
        parameters: &[(&str, i64)],
    ) -> Result<Comparison> {
        let mut symbolic = BTreeSet::new();
        for dependence in dependences {
            for (source, sinks) in table(&dependence.relation, parameters)? {
                for sink in sinks {
                    let end =
                        |(statement, access): (StmtId, AccessId), instance: &Vec<i64>| Occurrence {
                            statement,
                            access,
                            instance: instance.clone(),
                        };
                    symbolic.insert(Pair {
                        kind: dependence.kind,
                        source: end(dependence.source, &source),
                        sink: end(dependence.sink, &sink),
                        certainty: dependence.certainty,
                    });
                }
            }
        }
        let is_wanted = |pair: &&Pair| kinds.contains(&pair.kind);
        let expected: BTreeSet<Pair> = self.pairs.iter().filter(is_wanted).cloned().collect();
        Ok(Comparison {
            equal: expected.intersection(&symbolic).count(),
            missing: expected.difference(&symbolic).cloned().collect(),
            extra: symbolic.difference(&expected).cloned().collect(),
        })
    }
}

/// How symbolic dependences and a run agree.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The number of pairs in both.
    pub equal: usize,
    /// Pairs of the run that the symbolic dependences lack.
    pub missing: Vec<Pair>,
    /// Pairs of the symbolic dependences that did not occur.
    pub extra: Vec<Pair>,
}

impl Comparison {
    /// Whether both have the same pairs.
    pub fn is_equal(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }
}

impl fmt::Display for Occurrence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{:?}", self.statement, self.access, self.instance)
    }
}

impl fmt::Display for Pair {
    /// `RAW 0.1[3] -> 1.0[4] (must)`: statement, access, instance.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pair {
            kind,
            source,
            sink,
            certainty,
        } = self;
        write!(f, "{kind} {source} -> {sink} ({certainty})")
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (missing, extra) = (self.missing.len(), self.extra.len());
        write!(
            f,
            "{} equal, {missing} missing, {extra} too many",
            self.equal
        )?;
        for pair in self.missing.iter().take(5) {
            write!(f, "\n  missing: {pair}")?;
        }
        for pair in self.extra.iter().take(5) {
            write!(f, "\n  too many: {pair}")?;
        }
        Ok(())
    }
}

/// The points of a set with these values of the parameters, as cells.
pub fn cells(set: &presburger::UnionSet, parameters: &[(&str, i64)]) -> Result<BTreeSet<Cell>> {
    let mut cells = BTreeSet::new();
    for set in set.sets() {
        let name = set.tuple_name().unwrap_or_default().to_owned();
        for point in set
            .intersect_params(&values(parameters)?)?
            .project_out_all_params()?
            .points()?
        {
            cells.insert((name.clone(), point.to_i64s().ok_or_else(too_large)?));
        }
    }
    Ok(cells)
}

/// The pairs of a relation with these values of the parameters.
fn table(map: &Map, parameters: &[(&str, i64)]) -> Result<HashMap<Vec<i64>, Vec<Vec<i64>>>> {
    let n = map.space().n_in();
    let pairs = map.intersect_params(&values(parameters)?)?;
    let mut table: HashMap<Vec<i64>, Vec<Vec<i64>>> = HashMap::new();
    for point in pairs.project_out_all_params()?.wrap()?.points()? {
        let mut source = point.to_i64s().ok_or_else(too_large)?;
        let sink = source.split_off(n);
        table.entry(source).or_default().push(sink);
    }
    Ok(table)
}

/// The set of parameters with these values.
fn values(parameters: &[(&str, i64)]) -> Result<Set> {
    let names = parameters.iter().map(|(name, _)| Name::from(*name));
    let mut set = Set::universe(Space::params_only(names.collect()))?;
    for (name, value) in parameters {
        set = set.fix_param(name, *value)?;
    }
    Ok(set)
}

fn too_large() -> Error {
    Error::Invalid("a coordinate does not fit 64 bits".into())
}
