//! Whether a program that keeps values in other places computes what it should.
//!
//! Let `x` be an array whose values are kept in `y`, `s` a write and `r` a read that finds the value
//! of `s` in the program. With the other storage it finds the same one if
//!
//! 1. `s` writes the cell of `y` that `r` reads;
//! 2. `s` is executed before `r`;
//! 3. no other write to that cell is executed in between.
//!
//! What `r` finds from before the program it finds if the statement that copies values in is such an
//! `s`; what is left at the end is right if the statement that copies values out is such an `r` for
//! the last write to each cell. So all that is asked is whether certain pairs, which follow from the
//! program alone, are *kept* by the cells of `y` and an order.
//!
//! A write that may not happen leaves a value that depends on the one before. So it counts as a
//! read of its cell and a write that is sure to happen, in the program and with the other
//! storage alike (see [`scop::Certain`]): `if (c[i] > 0) t = c[i];` finds the value of `t = 0;` before it.
//!
//! Several arrays may have cells of one array: a write to any of them is a write to its cell.
//!
//! Most storage keeps them in the order of the program (an array in place of a scalar has more
//! cells, a transposed one as many): then it is a program that computes the same, and a new order is
//! judged by its own dependences. Storage with fewer cells may need the new order: then the pairs
//! must be kept by that one, and which loops are parallel is judged by the dependences of the new
//! program in its new order.

use crate::buffers::loops;
use crate::check::{Options, Reductions, reordered, run};
use crate::legal::without_claims;
use crate::moved::{Losing, Pairs, Place, begins_with, copied, is_kept};
use crate::pairs::Comparer;
use crate::placement::Placed;
use crate::values::Values;
use crate::verdict::{Loss, Verdict, Violation};
use dependence::DependenceKind;
use presburger::{Error, Map, Result, Set};
use scop::{AccessId, ArrayId, Certain, Move, ScheduleTree, Scop, StmtId, Storage, Stored};
use std::collections::BTreeSet;

/// Whether a program with other storage computes what the original one computes, in the order of
/// `schedule`.
///
/// Fails when `stored` is not the original program with other storage, when it is not known which
/// cells a moved array is accessed in, and when the budget runs out.
pub fn check_stored(
    original: &Scop,
    stored: &Stored,
    schedule: &ScheduleTree,
    options: &Options,
) -> Result<Verdict> {
    let run = || judge(original, stored, schedule, options);
    options.within_budget(run)
}

fn judge(
    original: &Scop,
    stored: &Stored,
    schedule: &ScheduleTree,
    options: &Options,
) -> Result<Verdict> {
    is_the_same_program(original, stored)?;
    let scop = &stored.scop;
    let dependences = dependence::dependences(scop, &dependence::Options::default())?;
    // Arrays that move to one array: a write that may not happen counts as a read in both programs.
    let together = |to: ArrayId| -> Vec<ArrayId> {
        let own = stored.moves.iter().filter(|one| one.to == to);
        own.map(|one| one.from).collect()
    };
    let certain: Vec<[Certain; 2]> = { stored.moves.iter() }
        .map(|one| {
            [
                Certain::of(original, &together(one.to)),
                Certain::new(scop, one.to),
            ]
        })
        .collect();
    let mut kept = Vec::new();
    for (one, [original, scop]) in stored.moves.iter().zip(&certain) {
        kept.push(Kept::of(&original.scop, scop, one)?);
    }
    let mut elsewhere = BTreeSet::new();
    for (one, kept) in stored.moves.iter().zip(&kept) {
        if kept.violation(&scop.schedule)?.is_some() {
            elsewhere.insert(one.to);
        }
    }
    let moved = |verdict: Verdict| match verdict.legal() {
        Some(legal) => Verdict::legal_one(legal.clone().moving(stored.moves.clone())),
        None => verdict,
    };
    let none = BTreeSet::new();
    if elsewhere.is_empty() {
        let verdict = run(scop, &dependences, schedule, options, &none, Vec::new())?;
        return Ok(moved(verdict));
    }
    let mut lost = Vec::new();
    for (one, kept) in stored.moves.iter().zip(&kept) {
        if elsewhere.contains(&one.to) {
            lost.extend(kept.violation(schedule)?);
        }
    }
    let sequential = without_claims(schedule);
    let verdict = run(scop, &dependences, &sequential, options, &elsewhere, lost)?;
    // In this order the program computes what it should. What its loops are is judged with the
    // values that go from write to read in this order; in that of the source they are others.
    let Some(order) = verdict.legal() else {
        return Ok(verdict);
    };
    let verdict = loops(scop, schedule, options, Default::default())?;
    Ok(moved(match verdict.legal() {
        Some(found) => {
            let placed = Placed::new(scop, schedule)?;
            let relaxed = reordered(&placed, &dependences, options)?;
            Verdict::legal_one(found.clone().like(order, relaxed))
        }
        None => verdict,
    }))
}

/// A write and the reads that should find its value.
struct Pair {
    source: Place,
    sink: Place,
    /// From instances of the source to instances of the sink.
    relation: Map,
}

/// What must be kept for an array that has moved.
struct Kept<'a> {
    /// The new program, with writes that are sure to happen.
    certain: &'a Certain,
    from: ArrayId,
    to: ArrayId,
    pairs: Vec<Pair>,
    /// Reads that find what was there before, and no statement copies it.
    unfilled: Vec<(Place, Set)>,
    /// Copies of cells that nobody has written.
    garbage: Option<(Place, Set)>,
    /// Last writes that no statement copies out.
    dropped: Vec<(Place, Set)>,
    /// Accesses that write the new array.
    writes: Vec<Place>,
}

impl<'a> Kept<'a> {
    /// For a program whose writes are sure to happen, and what has become of it.
    fn of(original: &Scop, certain: &'a Certain, one: &Move) -> Result<Kept<'a>> {
        let scop = &certain.scop;
        let name = &original[one.from].source_name;
        let unknown = || Error::Invalid(format!("the cells of `{name}` are not known"));
        let values = Values::of(original, one.from, Reductions::Strict)?.ok_or_else(unknown)?;
        let flows = values.flows();
        let mut pairs: Vec<Pair> = flows
            .iter()
            .map(|flow| Pair {
                source: flow.source,
                sink: flow.sink,
                relation: flow.relation.clone(),
            })
            .collect();
        let (mut unfilled, mut dropped) = (Vec::new(), Vec::new());
        let mut copied_out: Option<Set> = None;
        for (statement, id, access) in original.accesses() {
            if access.array != one.from {
                continue;
            }
            let place = (statement, id);
            let all = access.relation.domain()?.intersect_params(&scop.context)?;
            if access.is_write() {
                if !original[one.from].is_seen_later() {
                    continue;
                }
                let last = last_writes(original, place, &all)?;
                let Some(copy) = one.copy_out else {
                    dropped.push((place, last));
                    continue;
                };
                let [read, write] = [AccessId::new(0), AccessId::new(1)];
                let relation = { access.relation.intersect_domain(&last)? }
                    .apply_range(&scop[copy][write].relation.reverse()?)?;
                dropped.push((place, last.subtract(&relation.domain()?)?));
                let cells = relation.range()?;
                copied_out = Some(match copied_out {
                    None => cells,
                    Some(known) => known.union(&cells)?,
                });
                pairs.push(Pair {
                    source: place,
                    sink: (copy, read),
                    relation,
                });
                continue;
            }
            let mut older = all;
            for flow in flows.iter().filter(|flow| flow.sink == place) {
                older = older.subtract(&flow.relation.range()?)?;
            }
            let Some(copy) = one.copy_in else {
                unfilled.push((place, older));
                continue;
            };
            let [read, write] = [AccessId::new(0), AccessId::new(1)];
            // The copy must be of the cell that is read, and to the cell that is read.
            let own = { access.relation.intersect_domain(&older)? }
                .apply_range(&scop[copy][read].relation.reverse()?)?;
            let there = { scop[statement][id].relation.intersect_domain(&older)? }
                .apply_range(&scop[copy][write].relation.reverse()?)?;
            let relation = own.intersect(&there)?.reverse()?;
            unfilled.push((place, older.subtract(&relation.range()?)?));
            pairs.push(Pair {
                source: (copy, write),
                sink: place,
                relation,
            });
        }
        let garbage = match one.copy_out {
            None => None,
            Some(copy) => {
                let all = scop[copy].domain.intersect_params(&scop.context)?;
                let rest = match copied_out {
                    None => all,
                    Some(copied) => all.subtract(&copied)?,
                };
                Some(((copy, AccessId::new(0)), rest))
            }
        };
        let writes = { scop.accesses() }
            .filter(|(_, _, access)| access.array == one.to && access.is_write())
            .map(|(statement, id, _)| (statement, id));
        Ok(Kept {
            certain,
            from: one.from,
            to: one.to,
            pairs,
            unfilled,
            garbage,
            dropped,
            writes: writes.collect(),
        })
    }

    fn cells(&self, (statement, access): Place) -> &'a Map {
        &self.certain.scop[statement][access].relation
    }

    /// A value that is not kept in an order, if there is one.
    fn violation(&self, schedule: &ScheduleTree) -> Result<Option<Violation>> {
        let placed = Placed::new(&self.certain.scop, schedule)?;
        let found = self.lost(&placed)?;
        Ok(found.map(|lost| self.as_in_program(lost)))
    }

    /// A loss as one of the accesses that the program has.
    fn as_in_program(&self, violation: Violation) -> Violation {
        let Violation::Lost(mut lost) = violation else {
            return violation;
        };
        let ends = [&mut lost.wanted, &mut lost.found].into_iter().flatten();
        for access in ends.map(|(access, _)| access).chain([&mut lost.access]) {
            access.access = self.certain.original(access.statement, access.access);
        }
        Violation::Lost(lost)
    }

    fn lost(&self, placed: &Placed<'_>) -> Result<Option<Violation>> {
        let losing = Losing {
            scop: &self.certain.scop,
            from: self.from,
            to: self.to,
            placed,
        };
        let unfilled = self.unfilled.iter().map(|one| (Loss::Unfilled, one));
        let dropped = self.dropped.iter().map(|one| (Loss::Dropped, one));
        let garbage = self.garbage.iter().map(|one| (Loss::Garbage, one));
        for (loss, (place, instances)) in unfilled.chain(dropped).chain(garbage) {
            if let Some(found) = losing.alone(loss, *place, instances)? {
                return Ok(Some(found));
            }
        }
        let mut order = Order {
            placed,
            comparer: Comparer::new(&placed.view),
        };
        for pair in &self.pairs {
            let relation = pair.relation.intersect_params(&self.certain.scop.context)?;
            if relation.is_empty()? {
                continue;
            }
            let (source, sink) = (pair.source, pair.sink);
            let sources = relation.reverse()?;
            let wanted = Some((source, &sources));
            let same = self
                .cells(source)
                .apply_range(&self.cells(sink).reverse()?)?;
            let apart = Pairs::sure(relation.subtract(&same)?.reverse()?);
            if let Some(found) = losing.between(Loss::Apart, sink, wanted, None, apart)? {
                return Ok(Some(found));
            }
            let late = order.late(&relation, source.0, sink.0)?;
            if let Some(found) = losing.between(Loss::Late, sink, wanted, None, late)? {
                return Ok(Some(found));
            }
            for &write in &self.writes {
                let harmful = self.overwriting(&mut order, source, sink, &relation, write)?;
                let by = Some(write);
                let found = losing.between(Loss::Overwritten, sink, wanted, by, harmful)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// Reads with the writes to their cells that may be executed after the write whose value they
    /// should find, and before the read.
    fn overwriting(
        &self,
        order: &mut Order<'_, '_>,
        source: Place,
        sink: Place,
        relation: &Map,
        write: Place,
    ) -> Result<Pairs> {
        let reads = relation.range()?;
        let sources = relation.reverse()?;
        let mut harmful = { self.cells(sink).intersect_domain(&reads)? }
            .apply_range(&self.cells(write).reverse()?)?
            .intersect_params(&self.certain.scop.context)?;
        // In one instance the accesses have an order of their own.
        if write.0 == sink.0 && sink.1 < write.1 {
            harmful = harmful.subtract(&reads.identity()?)?;
        }
        if write.0 == source.0 && write.1 <= source.1 {
            harmful = harmful.subtract(&sources)?;
        }
        let harmful = order.not_before(&harmful, sink.0, write.0)?;
        if harmful.is_empty()? {
            return Ok(Pairs::sure(harmful));
        }
        let to_sources = harmful.reverse()?.apply_range(&sources)?;
        let near = order.not_before(&to_sources, write.0, source.0)?;
        let near = near.reverse()?;
        let all = harmful.intersect(&sources.apply_range(&near)?)?;
        if all.is_empty()? {
            return Ok(Pairs::sure(all));
        }
        let near = order.before(&near, source.0, write.0)?;
        let sure = order.before(&harmful.reverse()?, write.0, sink.0)?;
        let sure = sure.reverse()?.intersect(&sources.apply_range(&near)?)?;
        let sure = Some(sure.intersect(&all)?);
        Ok(Pairs { all, sure })
    }
}

/// The instances of a write that no other one to the cell follows in the program.
fn last_writes(original: &Scop, write: Place, all: &Set) -> Result<Set> {
    let options = dependence::Options {
        kinds: vec![DependenceKind::Waw],
        split_by_depth: false,
        array: Some(original[write.0][write.1].array),
        ..dependence::Options::default()
    };
    let mut last = all.clone();
    for one in dependence::dependences(original, &options)? {
        if one.source == write {
            last = last.subtract(&one.relation.domain()?)?;
        }
    }
    Ok(last)
}

/// An order of instances.
struct Order<'a, 'b> {
    placed: &'a Placed<'b>,
    comparer: Comparer<'a>,
}

impl Order<'_, '_> {
    /// The pairs of instances of two statements that are not executed in order.
    fn not_before(&mut self, pairs: &Map, first: StmtId, second: StmtId) -> Result<Map> {
        self.placed
            .not_before(&mut self.comparer, pairs, first, second)
    }

    /// The pairs of instances of two statements that are executed in order, or are one instance whose
    /// accesses have it.
    fn before(&mut self, pairs: &Map, first: StmtId, second: StmtId) -> Result<Map> {
        let before = self
            .placed
            .before(&mut self.comparer, pairs, first, second)?;
        let mut found = match before {
            Some(before) => before,
            None => Map::empty(pairs.space().clone())?,
        };
        if first == second {
            let own = self.placed.scop[first].domain.identity()?;
            found = found.union(&pairs.intersect(&own)?)?;
        }
        Ok(found)
    }

    /// Of pairs of a write and a read that should find its value, the reads that may be executed too
    /// early, with the writes.
    fn late(&mut self, pairs: &Map, write: StmtId, read: StmtId) -> Result<Pairs> {
        let all = self.not_before(pairs, write, read)?.reverse()?;
        let sure = match all.is_empty()? {
            true => None,
            false => Some(self.before(&all, read, write)?),
        };
        Ok(Pairs { all, sure })
    }
}

/// That a program is the original one with other storage.
fn is_the_same_program(original: &Scop, stored: &Stored) -> Result<()> {
    let scop = &stored.scop;
    let wrong = |why: &str| Err(Error::Invalid(format!("other storage: {why}")));
    let move_of = |array: ArrayId| stored.moves.iter().find(|one| one.from == array);
    // With other parameters nobody runs the program.
    let known = |one: &scop::Access| one.relation.domain()?.intersect_params(&original.context);
    begins_with(original, scop, &|_, a, b| match move_of(a.array) {
        None => is_kept(a, b),
        Some(one) => Ok(b.array == one.to
            && a.exact
            && b.relation.is_single_valued()?
            && known(a)?.is_equal(&known(b)?)?),
    })?;
    let (arrays, statements) = (original.arrays.len(), original.statements.len());
    let mut moved = BTreeSet::new();
    for one in &stored.moves {
        let known = one.from.index() < arrays && one.to.index() < scop.arrays.len();
        if !known || one.to.index() < arrays || !moved.insert(one.from) {
            return wrong("an array moves to a known one, or twice");
        }
        if scop[one.to].storage != Storage::Region {
            return wrong("the new array is seen by others");
        }
    }
    for old in &original.statements {
        let is_own = |read: &scop::Access, writes: &[scop::Access]| {
            let mut writes = writes.iter().filter(|one| one.is_write());
            !read.is_write() && writes.any(|one| one.array == read.array)
        };
        let mut all = old.accesses.iter().enumerate();
        if all.any(|(at, one)| move_of(one.array).is_some() && is_own(one, &old.accesses[..at])) {
            return wrong("a statement reads what it has written itself");
        }
    }
    // What accumulates in the program accumulates in the new cells, too: its order is free.
    for (id, old) in original.statements() {
        let Some(reduction) = old.reduction else {
            continue;
        };
        let both = [reduction.read, reduction.write];
        let [before, after] = [old, &scop[id]].map(|one| {
            let [read, write] = both.map(|access| &one[access].relation);
            read.is_equal(write)
        });
        if before? && !after? {
            return wrong("the parts of an accumulation are in different cells");
        }
    }
    let mut copies = BTreeSet::new();
    for one in &stored.moves {
        let both = [
            (one.copy_in, one.from, one.to),
            (one.copy_out, one.to, one.from),
        ];
        for (copy, read, written) in both {
            let Some(copy) = copy else { continue };
            if !copies.insert(copy) || copy.index() < statements {
                return wrong("a copy is another statement");
            }
            let Some(copy) = scop.statements.get(copy.index()) else {
                return wrong("a copy is missing");
            };
            let Some([a, b]) = copied(copy) else {
                return wrong("a copy does something else");
            };
            if (a.array, b.array) != (read, written) {
                return wrong("a copy does something else");
            }
            for access in [a, b] {
                let is_sure = access.is_must() && access.exact;
                if !is_sure
                    || !access.relation.is_single_valued()?
                    || !copy.domain.is_subset(&access.relation.domain()?)?
                {
                    return wrong("a copy is not one of one cell");
                }
            }
        }
    }
    if copies.len() != scop.statements.len() - statements {
        return wrong("there are more statements than copies");
    }
    Ok(())
}
