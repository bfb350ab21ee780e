//! Which pairs in another order matter, pair by pair.

use super::dates::Occurrence as Execution;
use super::{too_large, values};
use crate::{Options, Reductions};
use dependence::DependenceKind;
use dependence::brute::{Occurrence, Pair};
use presburger::Result;
use scop::{ArrayId, Scop, StmtId};
use std::collections::{BTreeSet, HashMap};

/// Who finds whose values in a run of the program.
pub(super) struct Matter {
    /// The write whose value a read finds; its own instance too.
    found: HashMap<Occurrence, Occurrence>,
    /// The reads that find the value of a write.
    readers: HashMap<Occurrence, Vec<Occurrence>>,
    /// Writes that others follow.
    overwritten: BTreeSet<Occurrence>,
    /// Arrays of which this is known.
    known: BTreeSet<ArrayId>,
}

/// When instances are executed.
type Executed = HashMap<(StmtId, Vec<i64>), Execution>;

impl Matter {
    pub(super) fn new(
        scop: &Scop,
        pairs: &BTreeSet<Pair>,
        options: &Options,
        parameters: &[(&str, i64)],
    ) -> Result<Matter> {
        let mut matter = Matter {
            found: HashMap::new(),
            readers: HashMap::new(),
            overwritten: BTreeSet::new(),
            known: scop.arrays().map(|(id, _)| id).collect(),
        };
        for (statement, id, access) in scop.accesses() {
            let is_sure = !access.is_write() || access.is_must() && access.exact;
            let own = scop[statement].reduction;
            let accumulates = own.is_some_and(|own| id == own.read || id == own.write);
            let is_free = options.reductions == Reductions::Relax && accumulates;
            if !is_sure || is_free || !access.relation.is_single_valued()? {
                matter.known.remove(&access.array);
            }
        }
        for pair in pairs {
            let (source, sink) = (pair.source.clone(), pair.sink.clone());
            match pair.kind {
                DependenceKind::Flow => {
                    let readers = matter.readers.entry(source.clone()).or_default();
                    readers.push(sink.clone());
                    matter.found.insert(sink, source);
                }
                DependenceKind::Waw => {
                    matter.overwritten.insert(source);
                }
                _ => {}
            }
        }
        matter.add_own(scop, parameters)?;
        Ok(matter)
    }

    /// Reads that find what their own instance has written.
    fn add_own(&mut self, scop: &Scop, parameters: &[(&str, i64)]) -> Result<()> {
        for (statement, of) in scop.statements() {
            for (read, access) in of.accesses().filter(|(_, one)| !one.is_write()) {
                for (write, other) in of.accesses() {
                    if !other.is_write() || other.array != access.array || write > read {
                        continue;
                    }
                    let both = access.relation.intersect(&other.relation)?.domain()?;
                    let both = both.intersect_params(&values(parameters)?)?;
                    for point in both.project_out_all_params()?.points()? {
                        let instance = point.to_i64s().ok_or_else(too_large)?;
                        let at = |access| Occurrence {
                            statement,
                            access,
                            instance: instance.clone(),
                        };
                        self.found.insert(at(read), at(write));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a pair that is not executed in its order changes a value.
    pub(super) fn matters(&self, scop: &Scop, executed: &Executed, pair: &Pair) -> bool {
        let array = scop[pair.source.statement][pair.source.access].array;
        if !self.known.contains(&array) {
            return true;
        }
        let (source, sink) = (&pair.source, &pair.sink);
        let is_before = |a: &Occurrence, b: &Occurrence| {
            let at = |one: &Occurrence| executed.get(&(one.statement, one.instance.clone()));
            matches!((at(a), at(b)), (Some(a), Some(b)) if a.is_before(b))
        };
        match pair.kind {
            DependenceKind::Raw => self.found.get(sink) == Some(source),
            DependenceKind::War => match self.found.get(source) {
                None => true,
                Some(write) => !is_before(sink, write),
            },
            DependenceKind::Waw => {
                let outlives = scop[array].is_seen_later();
                let readers = self.readers.get(sink).into_iter().flatten();
                (outlives && !self.overwritten.contains(sink)) || { readers }
                    .any(|read| !is_before(read, source))
            }
            DependenceKind::Rar | DependenceKind::Flow => false,
        }
    }
}
