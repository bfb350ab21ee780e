//! What the iterations of a parallel or vector loop have for themselves.
//!
//! Let `m` be a band member that is claimed to be parallel, and `x` a scalar that several of its
//! iterations touch and one writes. Two instances are in the same iteration of `m` if they agree on
//! the dates of `m` and of all members above it. Each iteration can have an `x` of its own if no
//! value of `x` enters an iteration: every read in it finds a value that was written in the same
//! iteration. With the value-based flow `w -> r` on `x` that is
//!
//! 1. no `w -> r` with `r` in an iteration of `m` that `w` is not in;
//! 2. no `r` in an iteration of `m` that finds what `x` held before the program.
//!
//! Then `x` is private. If a value leaves the loop, because somebody reads it there or the variable
//! outlives the region, what is left behind must be the value of the last iteration: it is if
//! every iteration writes `x` for sure.
//!
//! Value-based flow is that of the original order. The new order has the same, which is checked
//! separately.

use crate::claims::{accumulates, problem};
use crate::legal::Role;
use crate::placement::Placed;
use dependence::{Dependence, DependenceKind};
use presburger::{Map, MultiAff, PwAff, Result, Set, Tuple, UnionSet};
use scop::schedule::Placement;
use scop::{ArrayId, MemberId, PlacementId, ReductionOperator, ScheduleTree, Scop, Storage};
use std::collections::BTreeMap;

/// The roles that are not [`Role::Shared`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Roles(BTreeMap<(MemberId, ArrayId), Role>);

impl Roles {
    pub(crate) fn get(&self, member: MemberId, array: ArrayId) -> Role {
        let known = self.0.get(&(member, array));
        known.copied().unwrap_or(Role::Shared)
    }

    pub(crate) fn set(&mut self, member: MemberId, array: ArrayId, role: Role) {
        self.0.insert((member, array), role);
    }
}

/// The operator with which everything in a loop accumulates into an array, if it does nothing
/// else with it.
pub(crate) fn reduction(
    placed: &Placed<'_>,
    member: MemberId,
    array: ArrayId,
) -> Option<ReductionOperator> {
    if problem(placed, member, array).is_some() {
        return None;
    }
    let mut accesses = placed.scop.accesses().filter(|(statement, _, access)| {
        let mut own = placed.of(*statement).iter();
        access.array == array && own.any(|&id| placed.view[id].date_of(member).is_some())
    });
    let (statement, access, _) = accesses.next()?;
    accumulates(placed.scop, statement, access)
}

/// The role of a scalar that iterations of a loop do not share as they are: private if it can be.
pub(crate) fn private(
    placed: &Placed<'_>,
    member: MemberId,
    array: ArrayId,
) -> Result<Option<Role>> {
    // Parts of a structure cannot be named in a clause, and functions do not see copies.
    let known = &placed.scop[array];
    if known.rank() > 0 || known.source_name.contains('.') || known.seen_by_calls {
        return Ok(None);
    }
    // A copy of the pointer would lead to no memory, or to the same.
    if known.heap {
        return Ok(None);
    }
    let scop = with_accesses_of(placed.scop, array)?;
    let options = dependence::Options {
        kinds: vec![DependenceKind::Flow],
        split_by_depth: false,
        ..dependence::Options::default()
    };
    let flows = dependence::dependences(&scop, &options)?;
    let loop_ = Loop { placed, member };
    if loop_.reads_older_value(&scop, array, &flows)? {
        return Ok(None);
    }
    let mut leaves = placed.scop[array].storage != Storage::Region;
    for flow in &flows {
        for &a in placed.of(flow.source.0) {
            for &b in placed.of(flow.sink.0) {
                let crossing = loop_.crossing(flow, a, b)?;
                match (loop_.holds(a), loop_.holds(b), crossing) {
                    (_, _, false) | (false, false, _) => {}
                    (_, true, true) => return Ok(None),
                    (true, false, true) => leaves = true,
                }
            }
        }
    }
    Ok(match leaves {
        false => Some(Role::Private),
        true if loop_.always_writes(array)? => Some(Role::LastPrivate),
        true => None,
    })
}

/// What iterations of the loops of a schedule could have for themselves, whether these are claimed
/// to be parallel or not.
///
/// ```
/// # use scop::{ScheduleTree, Scop, Statement};
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![],
/// #     context: "{ : }".parse()?,
/// #     arrays: vec![],
/// #     schedule: ScheduleTree::from_map(&"{ S[i] -> [i] : 1 <= i < 9 }".parse()?)?,
/// #     statements: vec![Statement::new("{ S[i] : 1 <= i < 9 }".parse()?)],
/// #     span: None,
/// # };
/// let copies = legality::OwnCopies::new(&scop, &scop.schedule)?;
/// for (array, _) in scop.arrays() {
///     println!("{:?}", copies.role(scop::MemberId(0), array)?);
/// }
/// # Ok::<(), presburger::Error>(())
/// ```
pub struct OwnCopies<'a>(Placed<'a>);

impl<'a> OwnCopies<'a> {
    /// Those of a schedule.
    pub fn new(scop: &'a Scop, schedule: &ScheduleTree) -> Result<OwnCopies<'a>> {
        Ok(OwnCopies(Placed::new(scop, schedule)?))
    }

    /// [`Role::Private`] or [`Role::LastPrivate`] if a copy for each iteration of a loop will do:
    /// then dependences on the variable do not keep the loop from being parallel.
    pub fn role(&self, member: MemberId, array: ArrayId) -> Result<Option<Role>> {
        private(&self.0, member, array)
    }
}

/// The program with the accesses of one array only.
fn with_accesses_of(scop: &Scop, array: ArrayId) -> Result<Scop> {
    let mut scop = scop.clone();
    let mut domains = Vec::new();
    for statement in &mut scop.statements {
        statement.accesses.retain(|access| access.array == array);
        statement.reduction = None;
        if !statement.accesses.is_empty() {
            domains.push(statement.domain.clone());
        }
    }
    // The order of the others does not matter, and there may be many.
    if let Some(below) = scop.schedule.root().child() {
        scop.schedule = ScheduleTree::new(UnionSet::from_sets(domains)?, below.clone());
    }
    Ok(scop)
}

/// A loop that is claimed to be parallel.
struct Loop<'a> {
    placed: &'a Placed<'a>,
    member: MemberId,
}

impl Loop<'_> {
    /// Whether a placement is in the loop.
    fn holds(&self, id: PlacementId) -> bool {
        self.placed.view[id].date_of(self.member).is_some()
    }

    /// Whether a value goes from one placement to another that is not in the same iteration.
    fn crossing(&self, flow: &Dependence, a: PlacementId, b: PlacementId) -> Result<bool> {
        let view = &self.placed.view;
        let pairs = flow
            .relation
            .intersect_domain(&view[a].domain)?
            .intersect_range(&view[b].domain)?
            .intersect_params(&self.placed.scop.context)?;
        if pairs.is_empty()? {
            return Ok(false);
        }
        if !(self.holds(a) && self.holds(b)) {
            return Ok(true);
        }
        let mut together: Map = pairs.clone();
        for member in view.compare(a, b)?.members {
            let (s, t) = (
                PwAff::from_aff(member.first),
                PwAff::from_aff(member.second),
            );
            together = together.intersect(&s.eq_map(&t)?)?;
            if member.id == self.member {
                break;
            }
        }
        Ok(!pairs.is_subset(&together)?)
    }

    /// Whether something in the loop may read what the array held before the program; `scop` has
    /// the accesses of this array alone.
    fn reads_older_value(&self, scop: &Scop, array: ArrayId, flows: &[Dependence]) -> Result<bool> {
        let mut uncovered = false;
        for (statement, id, access) in scop.accesses() {
            let in_loop = self.placed.of(statement).iter().any(|&one| self.holds(one));
            if access.array != array || access.is_write() || !in_loop {
                continue;
            }
            let mut rest = access.relation.domain()?;
            rest = rest.intersect_params(&scop.context)?;
            for flow in flows.iter().filter(|flow| flow.sink == (statement, id)) {
                rest = rest.subtract(&flow.relation.range()?)?;
            }
            uncovered |= !rest.is_empty()?;
        }
        // A read may find what its own instance has written, which is no flow between instances.
        Ok(uncovered && !dependence::live_in(scop)?.is_empty()?)
    }

    /// Whether every iteration writes the scalar for sure.
    fn always_writes(&self, array: ArrayId) -> Result<bool> {
        let (mut all, mut writing): (Option<Set>, Option<Set>) = (None, None);
        let add = |known: &mut Option<Set>, more: Set| -> Result<()> {
            *known = Some(match known.take() {
                None => more,
                Some(known) => known.union(&more)?,
            });
            Ok(())
        };
        for (statement, of) in self.placed.scop.statements() {
            for &id in self.placed.of(statement) {
                let placement = &self.placed.view[id];
                if !self.holds(id) {
                    continue;
                }
                let domain = &placement.domain;
                add(&mut all, self.iterations(placement, domain)?)?;
                let sure = of.accesses.iter().filter(|access| {
                    access.array == array && access.is_write() && access.is_must() && access.exact
                });
                for access in sure {
                    let domain = domain.intersect(&access.relation.domain()?)?;
                    add(&mut writing, self.iterations(placement, &domain)?)?;
                }
            }
        }
        match (all, writing) {
            (None, _) => Ok(true),
            (Some(_), None) => Ok(false),
            (Some(all), Some(writing)) => {
                let all = all.intersect_params(&self.placed.scop.context)?;
                all.is_subset(&writing)
            }
        }
    }

    /// The iterations that instances are in: their dates down to the loop.
    fn iterations(&self, placement: &Placement, domain: &Set) -> Result<Set> {
        let mut dates = Vec::new();
        for (id, date) in placement.dates() {
            dates.push(date.clone());
            if id == self.member {
                break;
            }
        }
        let tuple = Tuple::anonymous(dates.len());
        let dates = MultiAff::from_aff_list(domain.space(), tuple, &dates)?;
        dates.as_map()?.intersect_domain(domain)?.range()
    }
}
