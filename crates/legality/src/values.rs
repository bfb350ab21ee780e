//! Which pairs in another order change a value.
//!
//! A schedule that executes two dependent instances in another order changes what the program
//! computes only if some read finds another value, or another value is left at the end. Let a read
//! `r` find the value of the write `s` in the program; it finds the same one in the new order if
//! `s` comes before `r` and no other write to the cell comes in between. If one does, then `s` and `r`
//! are a wrong pair themselves, or the write in between, `w`, was before `s` or after `r`. So of the
//! pairs that are executed in another order, these matter:
//!
//! 1. a write and a read that finds its value (RAW, value-based);
//! 2. a read `r` and a later write `w` that is now before `r` (WAR), unless `w` is also before the
//!    write whose value `r` finds; what `r` finds from before the program is overwritten in any case;
//! 3. a write `w` and a later write `s` that is now before `w` (WAW), if a read that finds the value
//!    of `s` is not before `w`, or if `s` is the last write to the cell and somebody may see it after the
//!    program.
//!
//! In `for (i) for (j) { S: t = a[i][j]; T: b[i][j] = t; }` interchanged loops have nearly all pairs
//! in another order, and none of them matters.
//!
//! That needs writes that happen for sure, and one cell for each access of an instance. For other
//! arrays all pairs count as if they mattered. So they do where accumulations may change places,
//! because then it is not known whose value a read finds.

use crate::check::Reductions;
use crate::claims::accumulates;
use crate::pairs::Comparer;
use crate::placement::Placed;
use dependence::{Dependence, DependenceKind};
use presburger::{Map, Result, Set};
use scop::{AccessId, ArrayId, Scop, StmtId};

/// An access of a statement.
type Access = (StmtId, AccessId);

/// Who reads which values of an array in a program.
pub(crate) struct Values {
    array: ArrayId,
    /// Value-based flow between different instances.
    flows: Vec<Dependence>,
}

/// Whether the values of an array can be followed from writes to reads, so that not every pair in another order
/// changes one.
///
/// ```
/// # let scop = scop::Scop {
/// #     name: "f".into(), parameters: vec![], context: "{ : }".parse()?, arrays: vec![], statements: vec![],
/// #     schedule: scop::ScheduleTree::new("{}".parse()?, scop::schedule::Node::leaf()), span: None,
/// # };
/// // Nobody accesses it at all.
/// assert!(legality::is_followed(&scop, scop::ArrayId::new(0), legality::Reductions::Strict)?);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn is_followed(scop: &Scop, array: ArrayId, reductions: Reductions) -> Result<bool> {
    for (statement, id, access) in scop.accesses().filter(|one| one.2.array == array) {
        let is_sure = !access.is_write() || access.is_must() && access.exact;
        let is_free = reductions == Reductions::Relax && accumulates(scop, statement, id).is_some();
        if !is_sure || is_free || !access.relation.is_single_valued()? {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Values {
    /// Those of an array, if they are known.
    pub(crate) fn of(
        scop: &Scop,
        array: ArrayId,
        reductions: Reductions,
    ) -> Result<Option<Values>> {
        if !is_followed(scop, array, reductions)? {
            return Ok(None);
        }
        let options = dependence::Options {
            kinds: vec![DependenceKind::Flow],
            split_by_depth: false,
            array: Some(array),
            ..dependence::Options::default()
        };
        let flows = dependence::dependences(scop, &options)?;
        Ok(Some(Values { array, flows }))
    }

    /// Value-based flow between different instances.
    pub(crate) fn flows(&self) -> &[Dependence] {
        &self.flows
    }
}

/// Finds the pairs that matter.
pub(crate) struct Harm<'a, 'b> {
    pub(crate) placed: &'a Placed<'b>,
    pub(crate) comparer: &'a mut Comparer<'b>,
    pub(crate) values: &'a Values,
    /// Those of the program, memory-based.
    pub(crate) dependences: &'a [Dependence],
}

impl Harm<'_, '_> {
    /// Of pairs of a dependence that are not executed in its order, those that matter.
    pub(crate) fn among(&mut self, dependence: &Dependence, wrong: &Map) -> Result<Map> {
        debug_assert_eq!(dependence.array, self.values.array);
        let (source, sink) = (dependence.source, dependence.sink);
        match dependence.kind {
            DependenceKind::Raw => self.flowing(source, sink, wrong),
            DependenceKind::War => self.overwriting(source, sink, wrong),
            DependenceKind::Waw => self.hiding(source, sink, wrong),
            DependenceKind::Rar | DependenceKind::Flow => Ok(wrong.clone()),
        }
    }

    /// Writes and the reads that find their values.
    fn flowing(&self, write: Access, read: Access, wrong: &Map) -> Result<Map> {
        let mut harmful = Map::empty(wrong.space().clone())?;
        for flow in &self.values.flows {
            if (flow.source, flow.sink) == (write, read) {
                harmful = harmful.union(&wrong.intersect(&flow.relation)?)?;
            }
        }
        Ok(harmful)
    }

    /// Reads that do not find their values because a later write is before them and not before the
    /// write that they belong to.
    fn overwriting(&mut self, read: Access, write: Access, wrong: &Map) -> Result<Map> {
        let values = self.values;
        let mut harmful = wrong.clone();
        for flow in values.flows.iter().filter(|flow| flow.sink == read) {
            let sources = flow.relation.reverse()?;
            let pairs = wrong.reverse()?.apply_range(&sources)?;
            let before = self.before(&pairs, write.0, flow.source.0)?;
            if let Some(before) = before {
                let harmless = sources.apply_range(&before.reverse()?)?;
                harmful = harmful.subtract(&harmless)?;
            }
        }
        // The instance itself has written what it reads.
        if let Some(own) = self.own(read)? {
            let pairs = wrong.intersect_domain(&own)?.reverse()?;
            if let Some(before) = self.before(&pairs, write.0, read.0)? {
                harmful = harmful.subtract(&before.reverse()?)?;
            }
        }
        Ok(harmful)
    }

    /// Writes that are hidden by an earlier one: the last ones, and those that are read after it.
    fn hiding(&mut self, write: Access, later: Access, wrong: &Map) -> Result<Map> {
        let mut harmful = match self.placed.scop[self.values.array].is_seen_later() {
            false => Map::empty(wrong.space().clone())?,
            true => wrong.intersect_range(&self.last(later)?)?,
        };
        let values = self.values;
        for flow in values.flows.iter().filter(|flow| flow.source == later) {
            let pairs = flow.relation.reverse()?.apply_range(&wrong.reverse()?)?;
            let after = match self.before(&pairs, flow.sink.0, write.0)? {
                Some(before) => pairs.subtract(&before)?,
                None => pairs,
            };
            let hidden = flow.relation.apply_range(&after)?.reverse()?;
            harmful = harmful.union(&wrong.intersect(&hidden)?)?;
        }
        Ok(harmful)
    }

    /// The instances of a write that no other one follows.
    fn last(&self, write: Access) -> Result<Set> {
        let scop = self.placed.scop;
        let mut last = scop[write.0][write.1].relation.domain()?;
        for one in self.dependences {
            if one.kind == DependenceKind::Waw && one.source == write {
                last = last.subtract(&one.relation.domain()?)?;
            }
        }
        Ok(last)
    }

    /// The instances of a read that find what they have written themselves.
    fn own(&self, (statement, read): Access) -> Result<Option<Set>> {
        let statement = &self.placed.scop[statement];
        let mut own: Option<Set> = None;
        for (id, access) in statement.accesses() {
            if id < read && access.is_write() && access.array == self.values.array {
                let same = access
                    .relation
                    .intersect(&statement[read].relation)?
                    .domain()?;
                own = Some(match own {
                    None => same,
                    Some(own) => own.union(&same)?,
                });
            }
        }
        Ok(own)
    }

    /// The pairs of instances of two statements that are executed in order.
    fn before(&mut self, pairs: &Map, first: StmtId, second: StmtId) -> Result<Option<Map>> {
        self.placed.before(self.comparer, pairs, first, second)
    }
}
