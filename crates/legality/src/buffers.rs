//! Whether a program in which some statements work on copies computes what it should.
//!
//! Let `P` be a program in an order that is right, and `Q` the same with a buffer for an array `A`:
//! statements in some *tiles* access `b[β(t, c)]` where `P` accesses `A[c]`, with `t` the tile that
//! they are in; `I[t, c]` copies `A[c]` into the buffer and `O[t, c]` back. `(t, c)` is the *key* of
//! an access. `Q` computes the same as `P` if at every moment a cell of the buffer that is still to
//! be read for its key holds what `A[c]` holds in `P`, and `A[c]` itself is up to date whenever
//! somebody else looks at it:
//!
//! 1. every read through the buffer has its `I` before it, or it has a sure write with the same key
//!    before it and the `O` of that behind it; every write has its `O` behind it, and only keys that are
//!    written are copied back;
//! 2. `I` comes before all writes of its key;
//! 3. between the `I` of a read and the read nobody writes `A[c]` in `P` but with the same key;
//! 4. between a write and its `O` nobody accesses `A[c]` in `Q`, but copies of the same key, and
//!    nobody writes it in `P` but with the same key;
//! 5. between the `I` of a read and the read, and between a write and its `O`, nobody writes the cell
//!    of the buffer for another key.
//!
//! (By induction over the order: a key's cell is filled with the value of `A[c]` by 1, changes with it
//! by 2 and 3, and by nothing else by 5; by 4 nobody sees `A[c]` while it is out of date. A read
//! without an `I` is between a write of its key and the `O` of that: since the write the cell changes
//! with `A[c]` by 4, and by nothing else by 5.)

use crate::check::{Options, Owned, reordered, run_with};
use crate::legal::{Legal, without_claims};
use crate::moved::{Losing, Pairs, Place, begins_with, copied, is_kept};
use crate::pairs::{Comparer, Found, Wanted};
use crate::placement::Placed;
use crate::private::iterations;
use crate::verdict::{Loss, Verdict, Violation};
use dependence::{Dependence, DependenceKind, Depth};
use presburger::{
    Aff, Error, Map, MultiAff, MultiPwAff, PwAff, PwMultiAff, Result, Set, Tuple, UnionSet,
};
use scop::{
    AccessId, ArrayId, Certainty, DependenceId, MemberId, Pack, Packed, PlacementId, ScheduleTree,
    Scop, StmtId, Storage,
};
use std::collections::BTreeSet;

/// Whether a program with buffers, in the order of `schedule`, computes what the program without
/// them computes in an order that is `legal`: the [same order](plain_order) without the copies.
///
/// Fails when `packed` is not that program with buffers, and when the budget runs out.
pub fn check_packed(
    legal: &Legal,
    packed: &Packed,
    schedule: &ScheduleTree,
    options: &Options,
) -> Result<Verdict> {
    let run = || judge(legal, packed, schedule, options);
    options.within_budget(run)
}

/// The order of the program without buffers, whose loops nobody claims anything of.
pub fn plain_order(packed: &Packed, plain: &Scop, schedule: &ScheduleTree) -> Result<ScheduleTree> {
    let n = plain.statements.len();
    let own = { packed.scop.statements.iter() }
        .take(n)
        .map(|statement| statement.domain.clone());
    let domain = schedule.domain().intersect(&UnionSet::from_sets(own)?)?;
    let tree = match schedule.root().child() {
        Some(child) => ScheduleTree::new(domain, child.clone()),
        None => schedule.clone(),
    };
    Ok(without_claims(&tree))
}

fn judge(
    legal: &Legal,
    packed: &Packed,
    schedule: &ScheduleTree,
    options: &Options,
) -> Result<Verdict> {
    let (plain, scop) = (legal.scop(), &packed.scop);
    is_the_same_program(plain, packed)?;
    if *legal.schedule() != plain_order(packed, plain, schedule)? {
        return Err(Error::Invalid("buffers: another order".into()));
    }
    let placed = Placed::new(scop, schedule)?;
    for pack in &packed.packs {
        let mut buffered = Buffered {
            plain,
            scop,
            pack,
            placed: &placed,
            comparer: Comparer::new(&placed.view),
        };
        if let Some(lost) = buffered.violation()? {
            let violations = vec![lost];
            return Ok(Verdict::wrong(violations, Default::default(), 0, false));
        }
    }
    let verdict = loops(scop, schedule, options, owned(packed, &placed)?)?;
    Ok(match verdict.legal() {
        Some(found) => {
            let relaxed = relaxed(legal, &placed, options)?;
            let legal = found.clone().like(legal, relaxed);
            Verdict::legal_one(legal.packing(packed.packs.clone()))
        }
        None => verdict,
    })
}

/// The dependences of the program without buffers that are only kept up to the order of accumulations:
/// by the order, as is known, or by loops that declare to accumulate into an array or its buffer.
fn relaxed(legal: &Legal, placed: &Placed<'_>, options: &Options) -> Result<Vec<DependenceId>> {
    let mut members = placed.view.members();
    if !members.any(|(_, one)| one.is_claimed() && !one.attributes.reductions.is_empty()) {
        return Ok(legal.relaxed().to_vec());
    }
    let mut all = dependence::dependences(legal.scop(), &dependence::Options::default())?;
    for dependence in &mut all {
        let (statement, access) = dependence.source;
        dependence.array = placed.scop[statement][access].array;
    }
    reordered(placed, &all, options)
}

/// Judges the loops of a program whose schedule is right, as one whose own order it is: with the
/// values that go from write to read in this order.
pub(crate) fn loops(
    scop: &Scop,
    schedule: &ScheduleTree,
    options: &Options,
    owned: Owned,
) -> Result<Verdict> {
    let mut own = scop.clone();
    own.schedule = without_claims(schedule);
    let pairs = match own.schedule == *schedule {
        true => Vec::new(),
        false => conflicts(&own)?,
    };
    let all = own.arrays().map(|(id, _)| id).collect();
    let verdict = run_with(
        &own,
        &pairs,
        schedule,
        options,
        &all,
        Vec::new(),
        owned.clone(),
    )?;
    if verdict.is_legal() {
        return Ok(verdict);
    }
    // Messages say what comes first in the program, which takes longer to find.
    let dependences = dependence::dependences(&own, &dependence::Options::default())?;
    run_with(
        &own,
        &dependences,
        schedule,
        options,
        &BTreeSet::new(),
        Vec::new(),
        owned,
    )
}

/// The buffers that iterations of claimed loops have for themselves: all of a tile is in one of them.
/// What is read of a buffer has been copied or written for the same tile, so it is of the same
/// iteration, and nothing of a buffer is seen elsewhere.
fn owned(packed: &Packed, placed: &Placed<'_>) -> Result<Owned> {
    let mut owned = Owned::new();
    for pack in &packed.packs {
        let mut users = pack.tiles.clone();
        let n = pack
            .tiles
            .first()
            .map_or(0, |(_, tile)| tile.space().n_out());
        for copy in pack.copy_in.into_iter().chain(pack.copy_out) {
            let space = packed.scop[copy].domain.space().clone();
            let tile = &Aff::vars_on_domain(&space)?[..n];
            let tile = MultiAff::from_aff_list(&space, Tuple::anonymous(n), tile)?;
            users.push((copy, tile.as_map()?));
        }
        for (member, _) in { placed.view.members() }.filter(|(_, one)| one.is_claimed()) {
            if is_in_one_iteration(&users, placed, member)? {
                owned.insert((member, pack.to));
            }
        }
    }
    Ok(owned)
}

/// Whether each tile is in one iteration of a loop.
fn is_in_one_iteration(
    users: &[(StmtId, Map)],
    placed: &Placed<'_>,
    member: MemberId,
) -> Result<bool> {
    let mut all: Option<Map> = None;
    for (user, tile) in users {
        for &id in placed.of(*user) {
            let placement = &placed.view[id];
            if placement.date_of(member).is_none() {
                return Ok(false);
            }
            let own = tile.intersect_domain(&placement.domain)?.reverse()?;
            let own = own.apply_range(&iterations(placement, member)?)?;
            all = Some(match all {
                None => own,
                Some(known) => known.union(&own)?,
            });
        }
    }
    let Some(all) = all else {
        return Ok(false);
    };
    all.intersect_params(&placed.scop.context)?
        .is_single_valued()
}

/// All pairs of accesses to one cell of which one writes, in any order: iterations of a parallel
/// loop must not have such pairs between them.
fn conflicts(scop: &Scop) -> Result<Vec<Dependence>> {
    let accesses: Vec<_> = scop.accesses().collect();
    let mut found = Vec::new();
    for (at, (s, a, first)) in accesses.iter().enumerate() {
        for (t, b, second) in &accesses[at..] {
            if first.array != second.array || !(first.is_write() || second.is_write()) {
                continue;
            }
            let pairs = first.relation.apply_range(&second.relation.reverse()?)?;
            let mut pairs = pairs.intersect_params(&scop.context)?;
            if s == t {
                pairs = pairs.subtract(&scop[*s].domain.identity()?)?;
            }
            if pairs.is_empty()? {
                continue;
            }
            let is_sure = first.is_must() && second.is_must();
            found.push(Dependence {
                kind: DependenceKind::of(first.kind, second.kind),
                source: (*s, *a),
                sink: (*t, *b),
                array: first.array,
                relation: pairs,
                depth: Depth::Independent,
                distance: None,
                certainty: match is_sure {
                    true => Certainty::Must,
                    false => Certainty::May,
                },
                reduction: None,
            });
        }
    }
    Ok(found)
}

/// An access through a buffer.
struct Use {
    access: Place,
    is_write: bool,
    /// To the key, with the name of the statement that copies in, or out.
    key: Map,
    /// To the cell of the array.
    cell: Map,
    /// The coordinates of the key.
    coordinates: Vec<PwAff>,
    /// How many of them are those of the tile.
    tiles: usize,
}

/// Functions of two instances that are the same if both have the same key, or tile.
type Same = (Vec<PwAff>, Vec<PwAff>);

/// A placement of an access, and one of its copies.
struct Ends {
    access: PlacementId,
    copy: PlacementId,
    copy_of: PwMultiAff,
    /// The instances of the access with copies there.
    here: Set,
    /// The loops from the outside in whose iterations both have in common.
    shared: Vec<MemberId>,
}

/// The coordinates of what a function leads to.
fn coordinates(function: &Map) -> Result<Vec<PwAff>> {
    let all = MultiPwAff::from_pw_multi_aff(&function.as_pw_multi_aff()?)?;
    (0..all.size()).map(|at| all.at(at)).collect()
}

/// The pairs of which the functions are not the same. (Coordinate by coordinate, because to subtract
/// the others makes many pieces where there are divisions.)
fn apart(pairs: &Map, (first, second): &Same) -> Result<Map> {
    let mut found = Map::empty(pairs.space().clone())?;
    for (a, b) in first.iter().zip(second) {
        for differ in [a.lt_map(b)?, a.gt_map(b)?] {
            let part = pairs.intersect(&differ)?;
            if !part.is_empty()? {
                found = found.union(&part)?;
            }
        }
    }
    Ok(found)
}

struct Buffered<'a> {
    plain: &'a Scop,
    scop: &'a Scop,
    pack: &'a Pack,
    placed: &'a Placed<'a>,
    comparer: Comparer<'a>,
}

impl<'a> Buffered<'a> {
    fn uses(&self) -> Result<Vec<Use>> {
        let mut uses = Vec::new();
        for (id, tile) in &self.pack.tiles {
            for (access_id, access) in self.plain[*id].accesses() {
                if access.array != self.pack.from {
                    continue;
                }
                let domain = access.relation.domain()?;
                let domain = domain.intersect_params(&self.scop.context)?;
                let cell = access.relation.intersect_domain(&domain)?;
                let tile = tile.intersect_domain(&domain)?;
                let plain = cell.set_range_tuple_name(None)?;
                let key = tile.flat_range_product(&plain)?;
                uses.push(Use {
                    access: (*id, access_id),
                    is_write: access.is_write(),
                    coordinates: coordinates(&key)?,
                    tiles: tile.space().n_out(),
                    key,
                    cell,
                });
            }
        }
        Ok(uses)
    }

    fn cells(&self, (statement, access): Place) -> &Map {
        &self.scop[statement][access].relation
    }

    /// The keys of a statement that copies, as instances of it.
    fn named(&self, key: &Map, copy: StmtId) -> Result<Map> {
        key.set_range_tuple_name(self.scop[copy].domain.tuple_name())
    }

    fn violation(&mut self) -> Result<Option<Violation>> {
        let uses = self.uses()?;
        let losing = self.losing();
        let mut written: Option<Set> = None;
        for one in &uses {
            let (domain, place) = (one.cell.domain()?, one.access);
            // 1 and 2: it is filled before it is used, and copied back after that.
            let filled = match self.pack.copy_in {
                Some(copy) => {
                    let key = self.copies_of(one, copy)?;
                    let late = self.not_before(&key.reverse()?, copy, place.0)?.reverse()?;
                    let late = Pairs {
                        sure: self.before(&late, place.0, copy)?,
                        all: late,
                    };
                    let late = losing.between(Loss::Late, place, None, None, late)?;
                    if late.is_some() {
                        return Ok(late);
                    }
                    key.domain()?
                }
                None => Set::empty(domain.space().clone())?,
            };
            if !one.is_write {
                let rest = domain.subtract(&filled)?;
                let rest = rest.subtract(&self.computed(one, &uses, &rest)?)?;
                if let Some(lost) = losing.alone(Loss::Unfilled, place, &rest)? {
                    return Ok(Some(lost));
                }
                continue;
            }
            let Some(copy) = self.pack.copy_out else {
                return losing.alone(Loss::Dropped, place, &domain);
            };
            let key = self.copies_of(one, copy)?;
            let rest = domain.subtract(&key.domain()?)?;
            if let Some(lost) = losing.alone(Loss::Dropped, place, &rest)? {
                return Ok(Some(lost));
            }
            let behind = self.not_before(&key, place.0, copy)?;
            let early = self.before(&behind.reverse()?, copy, place.0)?;
            let behind = Pairs {
                sure: early.map(|early| early.reverse()).transpose()?,
                all: behind,
            };
            if let Some(lost) = losing.between(Loss::Behind, place, None, None, behind)? {
                return Ok(Some(lost));
            }
            let keys = key.range()?;
            written = Some(match written {
                None => keys,
                Some(known) => known.union(&keys)?,
            });
        }
        if let Some(copy) = self.pack.copy_out {
            let all = &self.scop[copy].domain;
            let all = all.intersect_params(&self.scop.context)?;
            let rest = match &written {
                Some(written) => all.subtract(written)?,
                None => all,
            };
            let place = (copy, AccessId::new(0));
            if let Some(lost) = losing.alone(Loss::Garbage, place, &rest)? {
                return Ok(Some(lost));
            }
        }
        for one in &uses {
            if let Some(found) = self.disturbed(one, &uses)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn losing(&self) -> Losing<'a> {
        Losing {
            scop: self.scop,
            from: self.pack.from,
            to: self.pack.to,
            placed: self.placed,
        }
    }

    /// Of instances of a read, those with a write of the same key before them and the copy of it back
    /// behind them.
    fn computed(&mut self, read: &Use, uses: &[Use], instances: &Set) -> Result<Set> {
        let mut found = Set::empty(instances.space().clone())?;
        let Some(copy) = self.pack.copy_out else {
            return Ok(found);
        };
        if instances.is_empty()? {
            return Ok(found);
        }
        let view = &self.placed.view;
        let keys = read.key.intersect_domain(instances)?.reverse()?;
        for write in uses.iter().filter(|one| one.is_write) {
            let (statement, access) = write.access;
            let access = &self.plain[statement][access];
            if !access.is_must() || !access.exact {
                continue;
            }
            let pairs = write.key.apply_range(&keys)?;
            let (writes, reads) = (self.placed.of(statement), self.placed.of(read.access.0));
            for (&a, &b) in product(writes, reads) {
                let pairs = pairs.intersect_domain(&view[a].domain)?;
                let pairs = pairs.intersect_range(&view[b].domain)?;
                if let Some(before) = self.comparer.before(&pairs, a, b)? {
                    found = found.union(&before.range()?)?;
                }
            }
        }
        let back = self.copies_of(read, copy)?;
        let late = self.not_before(&back, read.access.0, copy)?;
        found.intersect(&back.domain()?)?.subtract(&late.domain()?)
    }

    /// The instances of a copy that belong to an access.
    fn copies_of(&self, one: &Use, copy: StmtId) -> Result<Map> {
        let key = self.named(&one.key, copy)?;
        key.intersect_range(&self.scop[copy].domain)
    }

    /// 3, 4 and 5 for one access.
    fn disturbed(&mut self, one: &Use, uses: &[Use]) -> Result<Option<Violation>> {
        let (id, pack) = (one.access.0, self.pack);
        let copy = match one.is_write {
            true => pack.copy_out,
            false => pack.copy_in,
        };
        let Some(copy) = copy else { return Ok(None) };
        let key = self.named(&one.key, copy)?;
        // Who else accesses the cell of the array, with another key or none.
        // The pairs of the same key are left out at the end, when there are few left.
        let mut others: Vec<(Place, Map, Option<Same>)> = Vec::new();
        let is_user = |statement: StmtId| pack.tiles.iter().any(|(user, _)| *user == statement);
        for other in uses.iter().filter(|other| other.is_write) {
            let same = one.cell.apply_range(&other.cell.reverse()?)?;
            let tiles = (
                one.coordinates[..one.tiles].to_vec(),
                other.coordinates[..other.tiles].to_vec(),
            );
            others.push((other.access, same, Some(tiles)));
        }
        // Statements with other buffers for the array access it as in the program without them.
        let n = self.plain.statements.len();
        let copies = self.scop.accesses().filter(|(id, ..)| id.index() >= n);
        for (statement, access_id, access) in self.plain.accesses().chain(copies) {
            let matters = one.is_write || access.is_write();
            if access.array != pack.from || is_user(statement) || !matters {
                continue;
            }
            let same = one.cell.apply_range(&access.relation.reverse()?)?;
            let is_own = Some(statement) == pack.copy_in || Some(statement) == pack.copy_out;
            let together = match is_own {
                true => Some((one.coordinates.clone(), self.own(statement)?)),
                false => None,
            };
            others.push(((statement, access_id), same, together));
        }
        // Other keys in the same cell of the buffer.
        for (statement, access_id, access) in self.scop.accesses() {
            if access.array != pack.to || !access.is_write() {
                continue;
            }
            let place = (statement, access_id);
            let own = self.cells(one.access);
            let same = own.apply_range(&access.relation.reverse()?)?;
            let other = match uses.iter().find(|other| other.access == place) {
                Some(other) => other.coordinates.clone(),
                None => self.own(statement)?,
            };
            others.push((place, same, Some((one.coordinates.clone(), other))));
        }
        let ends = self.ends(id, &key, copy)?;
        for (place, pairs, together) in others {
            let pairs = pairs.intersect_params(&self.scop.context)?;
            if pairs.is_empty()? {
                continue;
            }
            let mut between = |sure| -> Result<Map> {
                let found = self.between(&ends, one.is_write, &pairs, place.0, sure)?;
                match &together {
                    Some(together) => apart(&found, together),
                    None => Ok(found),
                }
            };
            let all = between(false)?;
            if all.is_empty()? {
                continue;
            }
            let sure = Some(between(true)?);
            let found = Pairs { all, sure };
            let by = Some(place);
            let lost = { self.losing() }.between(Loss::Overwritten, one.access, None, by, found)?;
            if lost.is_some() {
                return Ok(lost);
            }
        }
        Ok(None)
    }

    /// The coordinates of a copy as functions of its instances.
    fn own(&self, copy: StmtId) -> Result<Vec<PwAff>> {
        let own = Aff::vars_on_domain(self.scop[copy].domain.space())?;
        Ok(own.iter().map(PwAff::from_aff).collect())
    }

    /// The placements of a statement and of its copies, with what they share.
    fn ends(&self, id: StmtId, key: &Map, copy: StmtId) -> Result<Vec<Ends>> {
        let copy_of = key.as_pw_multi_aff()?;
        let view = &self.placed.view;
        let mut all = Vec::new();
        for (&access, &copy) in product(self.placed.of(id), self.placed.of(copy)) {
            let own = &view[access].domain;
            let here = view[copy].domain.preimage_pw_multi_aff(&copy_of)?;
            // Mostly all of it, which may have many pieces over there.
            let here = match own.is_subset(&here)? {
                true => own.clone(),
                false => here.intersect(own)?,
            };
            if here.is_empty()? {
                continue;
            }
            let mut shared = Vec::new();
            for member in view.compare(access, copy)?.members {
                let own = PwAff::from_aff(member.first);
                let other = PwAff::from_aff(member.second).pullback_pw_multi_aff(&copy_of)?;
                let differs = |set: Set| here.intersect(&set)?.is_empty().map(|empty| !empty);
                if differs(own.lt_set(&other)?)? || differs(own.gt_set(&other)?)? {
                    break;
                }
                shared.push(member.id);
            }
            all.push(Ends {
                access,
                copy,
                copy_of: copy_of.clone(),
                here,
                shared,
            });
        }
        Ok(all)
    }

    /// Of pairs of an access and something else, those in which the latter is executed between the
    /// access and its copy, which follows it or comes before it; in every order that the schedule
    /// leaves open if that must be `sure`.
    fn between(
        &mut self,
        ends: &[Ends],
        copy_follows: bool,
        pairs: &Map,
        other: StmtId,
        sure: bool,
    ) -> Result<Map> {
        let view = &self.placed.view;
        let mut found: Option<Map> = None;
        for (end, &b) in
            { ends.iter() }.flat_map(|end| self.placed.of(other).iter().map(move |b| (end, b)))
        {
            let mut left =
                { pairs.intersect_domain(&end.here)? }.intersect_range(&view[b].domain)?;
            // What is between two instances of one iteration is in that iteration.
            for member in view.compare(end.access, b)?.members {
                if !end.shared.contains(&member.id) {
                    break;
                }
                let (s, t) = (
                    PwAff::from_aff(member.first),
                    PwAff::from_aff(member.second),
                );
                left = left.intersect(&s.eq_map(&t)?)?;
            }
            if left.is_empty()? {
                continue;
            }
            // On the near side of the access, and on the near side of the copy.
            let wanted = Wanted {
                order: true,
                races: &|_| false,
            };
            let mut near = Found::default();
            let comparer = &mut self.comparer;
            let (a, back) = (end.access, left.reverse()?);
            match (sure, copy_follows) {
                (true, true) => near.wrong = comparer.before(&left, a, b)?,
                (true, false) => near.wrong = comparer.before(&back, b, a)?,
                (false, true) => comparer.follow(&back, b, a, &wanted, &mut near)?,
                (false, false) => comparer.follow(&left, a, b, &wanted, &mut near)?,
            }
            let Some(near) = near.wrong else { continue };
            let near = match sure != copy_follows {
                true => near.reverse()?,
                false => near,
            };
            let copy = (&end.copy_of, end.copy);
            let more = comparer.through(&near, copy, b, !copy_follows, sure)?;
            found = match (found.take(), more) {
                (Some(found), Some(more)) => Some(found.union(&more)?),
                (found, more) => found.or(more),
            };
        }
        match found {
            Some(found) => Ok(found),
            None => Map::empty(pairs.space().clone()),
        }
    }

    /// The pairs that are executed in order.
    fn before(&mut self, pairs: &Map, first: StmtId, second: StmtId) -> Result<Option<Map>> {
        let placed = self.placed;
        placed.before(&mut self.comparer, pairs, first, second)
    }

    /// The pairs that are not executed in order.
    fn not_before(&mut self, pairs: &Map, first: StmtId, second: StmtId) -> Result<Map> {
        let placed = self.placed;
        placed.not_before(&mut self.comparer, pairs, first, second)
    }
}

/// All pairs of two lists.
fn product<'a, T>(first: &'a [T], second: &'a [T]) -> impl Iterator<Item = (&'a T, &'a T)> {
    first
        .iter()
        .flat_map(move |a| second.iter().map(move |b| (a, b)))
}

/// That a program is another one with buffers.
fn is_the_same_program(plain: &Scop, packed: &Packed) -> Result<()> {
    let scop = &packed.scop;
    let wrong = |why: &str| Err(Error::Invalid(format!("buffers: {why}")));
    let buffer_of = |id: StmtId, array: ArrayId| {
        let mut own = packed.packs.iter().filter(|pack| pack.from == array);
        own.find_map(|pack| {
            let tile = pack.tiles.iter().find(|(user, _)| *user == id);
            tile.map(|(_, tile)| (pack, tile))
        })
    };
    begins_with(plain, scop, &|id, a, b| {
        let Some((pack, tile)) = buffer_of(id, a.array) else {
            return is_kept(a, b);
        };
        let cell = a.relation.set_range_tuple_name(None)?;
        let there = tile.flat_range_product(&cell)?.apply_range(&pack.cells)?;
        // With other parameters nobody runs the program.
        let there = there.intersect_params(&plain.context)?;
        let (old, new) = (
            a.relation.intersect_params(&plain.context)?,
            b.relation.intersect_params(&plain.context)?,
        );
        Ok(b.array == pack.to
            && a.exact
            && (!a.is_write() || a.is_must())
            && a.relation.is_single_valued()?
            && tile.is_single_valued()?
            && is_same(&there, &new)?
            && there.domain()?.is_equal(&old.domain()?)?)
    })?;
    let (arrays, statements) = (plain.arrays.len(), plain.statements.len());
    let mut buffers = BTreeSet::new();
    let mut copies = BTreeSet::new();
    for pack in &packed.packs {
        let is_new = pack.to.index() >= arrays && pack.to.index() < scop.arrays.len();
        if !is_new || pack.from.index() >= arrays || !buffers.insert(pack.to) {
            return wrong("a buffer is no new array");
        }
        if scop[pack.to].storage != Storage::Region || !pack.cells.is_single_valued()? {
            return wrong("a buffer is seen by others, or a cell is kept twice");
        }
        for (copy, back) in [(pack.copy_in, false), (pack.copy_out, true)] {
            let Some(copy) = copy else { continue };
            if copy.index() < statements
                || copy.index() >= scop.statements.len()
                || !copies.insert(copy)
            {
                return wrong("a copy is another statement");
            }
            if !is_copy(scop, pack, copy, back)? {
                return wrong("a copy does something else");
            }
        }
    }
    if copies.len() != scop.statements.len() - statements {
        return wrong("there are more statements than copies");
    }
    Ok(())
}

/// Whether two relations are the same, which mostly shows at once.
fn is_same(a: &Map, b: &Map) -> Result<bool> {
    Ok(a == b || a.is_equal(b)?)
}

/// Whether a statement copies the cells of its keys, and nothing else.
fn is_copy(scop: &Scop, pack: &Pack, copy: StmtId, back: bool) -> Result<bool> {
    let copy = &scop[copy];
    let Some([read, write]) = copied(copy) else {
        return Ok(false);
    };
    let (in_array, in_buffer) = match back {
        false => (read, write),
        true => (write, read),
    };
    if in_array.array != pack.from {
        return Ok(false);
    }
    if in_buffer.array != pack.to || ![read, write].iter().all(|one| one.is_must() && one.exact) {
        return Ok(false);
    }
    let name = copy.domain.tuple_name();
    let there = pack.cells.set_domain_tuple_name(name)?;
    let there = there.intersect_domain(&copy.domain)?;
    let rank = scop[pack.from].rank();
    let n = copy.domain.n_dim();
    if rank > n {
        return Ok(false);
    }
    // The last coordinates are those of the cell.
    let own = presburger::Aff::vars_on_domain(copy.domain.space())?;
    let tuple = presburger::Tuple::anonymous(rank).with_name(Some(&scop[pack.from].name));
    let cell = presburger::MultiAff::from_aff_list(copy.domain.space(), tuple, &own[n - rank..])?;
    let cell = cell.as_map()?.intersect_domain(&copy.domain)?;
    Ok(is_same(&in_buffer.relation, &there)?
        && is_same(&in_array.relation, &cell)?
        && copy.domain.is_subset(&there.domain()?)?)
}
