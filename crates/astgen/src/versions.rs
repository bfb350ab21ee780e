//! Code that is written twice, so that what runs most often has no conditions inside.
//!
//! A tile of 32 iterations ends early where the array ends: `j <= min(n - 1, jt + 31)`. In nearly
//! all tiles it does not, and a loop that always makes 32 iterations is a better one; so are copies
//! of an unrolled body that need not ask whether they are executed. Such a *full* tile is a matter of
//! outer dates, here `jt + 31 < n`, and where these are known there is one condition:
//!
//! ```text
//! if (jt + 31 < n)
//!   for (j = jt; j <= jt + 31; j++) …
//! else
//!   for (j = jt; j < n; j++) …
//! ```
//!
//! The dates below a place (`ahead.rs`) tell what is to be gained. Of the constraints of a
//! statement on an innermost loop, or on a dimension that is unrolled inside of it, a pair of bounds
//! with a fixed distance is the *shape* of the tile, and the others *cut* it. A cut does nothing where
//! the outer dates `x` are such that what remains without it implies it. That is a set of `x`, all
//! those but the projection of (remaining constraints, and the cut fails). Where a statement is not
//! executed at all, its cuts do nothing either, so a tile with a boundary of one statement may be full
//! of another one.
//!
//! The condition is written as far outside as it says the same: whether a tile reaches beyond `n` is
//! known with its first date, whether it reaches a skewed boundary `t + n` with the time step only.
//! Code is repeated once for each of few such sets, and not again inside of them. What is left is
//! divided once more if a statement is executed for a single value of an outer date only, such as the
//! first tile of a row: elsewhere it would be a condition, and its bounds would hold for the others.

use crate::ahead::{Ahead, Turn, shared};
use crate::algorithm::Algorithm;
use crate::ast::{If, Node};
use crate::build::{Build, involves, restrict, simplified};
use crate::error::Result;
use crate::graft::{self, Graft};
use presburger::{BasicSet, Constraint, Dim, Effort, Map, Set, Space, Value, attempt};

/// A loop of so many iterations does not care about its last ones.
const LONG: i64 = 128;
/// So many sets of outer dates get code of their own.
const MAX_VERSIONS: usize = 2;
/// Unions of more parts are not looked at.
const MAX_PARTS: usize = 12;

impl Algorithm<'_> {
    /// Code for a component where it is full, and for where it is not; nothing if that is no matter
    /// of the dates so far.
    pub(crate) fn versions(&self, executed: &[Map], build: &Build) -> Result<Option<Vec<Graft>>> {
        if build.whole || !build.separate || !build.settings.allow_else {
            return Ok(None);
        }
        let find = || self.full(executed, build);
        let Versions {
            full,
            rest,
            special,
        } = match attempt(Effort::Loop, find)? {
            Some(Cuts::Decided(versions)) => versions,
            // Nothing to be gained here or inside.
            Some(Cuts::None) => Versions::default(),
            Some(Cuts::Open) | None => return Ok(None),
        };
        let mut plain = build.clone();
        plain.whole = true;
        if full.is_empty() {
            return Ok(Some(self.component(executed, &plain)?));
        }
        let Graft {
            mut node,
            guard,
            enforced,
        } = graft::fuse(self.component(executed, &plain)?, &plain)?;
        let mut inner = plain.clone();
        inner.generated = plain.generated.intersect(&guard)?;
        // What is left does not ask again.
        let mut left = inner.clone();
        if let Some(rest) = &rest {
            left.generated = left.generated.intersect(rest)?;
            node = self.within(rest, executed, &inner)?;
        }
        if let Some((special, others)) = &special {
            let otherwise = self.within(others, executed, &left)?;
            node = self.version(special, executed, &left, otherwise)?;
        }
        for full in full.iter().rev() {
            node = self.version(full, executed, &inner, node)?;
        }
        Ok(Some(vec![Graft {
            node,
            guard,
            enforced,
        }]))
    }

    /// Code where `condition` holds, with another one for where it does not.
    fn version(
        &self,
        condition: &Set,
        executed: &[Map],
        build: &Build,
        otherwise: Node,
    ) -> Result<Node> {
        let then = self.within(condition, executed, build)?;
        let condition = simplified(condition, &build.generated)?;
        Ok(
            match build.position(&build.universe()?)?.condition(&condition)? {
                Some(cond) => Node::If(Box::new(If {
                    cond,
                    then,
                    otherwise: Some(otherwise),
                })),
                None => then,
            },
        )
    }

    /// Code for those dates of a component that are in `region`.
    fn within(&self, region: &Set, executed: &[Map], build: &Build) -> Result<Node> {
        let mut inner = build.clone();
        inner.generated = build.generated.intersect(region)?;
        let grafts = self.component(&restrict(executed, region)?, &inner)?;
        Ok(Node::block(graft::with_conditions(grafts, &inner)?))
    }

    /// The outer dates for which nothing is cut.
    fn full(&self, executed: &[Map], build: &Build) -> Result<Cuts> {
        let Some(places) = self.ahead(executed, build)? else {
            return Ok(Cuts::Open);
        };
        let mut statements = Vec::new();
        for place in &places {
            for part in place.dates.basic_sets() {
                statements.extend(Statement::new(part, place, build.depth)?);
            }
        }
        let deepest = statements.iter().map(|one| one.loops.len()).max();
        let innermost = statements
            .iter()
            .filter(|one| Some(one.loops.len()) == deepest);
        // Where statements share loops, a boundary of one of them is a condition in the body, and so
        // is a single iteration.
        let shared = executed.len() > 1;
        let whole: Vec<&Statement> = innermost.clone().collect();
        let known = build.known()?;
        let known = known.project_out(Dim::Set(build.depth), build.n - build.depth)?;
        let mut bad = Set::empty(Space::unnamed(build.depth))?;
        let (mut any, mut any_everywhere) = (false, false);
        // Without what is known here, as little as possible is left to be taken away.
        let mut add = |set: Set| -> Result<()> {
            any = true;
            bad = bad.union(&set.gist(&known)?)?;
            Ok(())
        };
        for statement in innermost {
            for cut in &statement.cuts {
                // What cuts copies of a body is a condition before each of them.
                if cut.dim < statement.innermost
                    && !statement.unrolled[cut.dim]
                    && !(shared && statement.is_condition(cut, &statements)?)
                {
                    continue;
                }
                match statement.cut_at(cut, build.depth)? {
                    At::Nowhere => {}
                    At::Everywhere => any_everywhere = true,
                    At::Inside => return Ok(Cuts::Open),
                    At::Some(set) => add(set)?,
                }
            }
        }
        for statement in &statements {
            match statement.once_in(&whole, build.depth)? {
                At::Some(set) => add(set)?,
                At::Inside => return Ok(Cuts::Open),
                At::Nowhere | At::Everywhere => {}
            }
        }
        if !any {
            return Ok(match any_everywhere {
                true => Cuts::Open,
                false => Cuts::None,
            });
        }
        let bad = bad.coalesce_bounded()?;
        let full = known.subtract(&bad)?.coalesce_bounded()?;
        if full.n_basic_set() > MAX_PARTS {
            return Ok(Cuts::Open);
        }
        let bad = bad.intersect(&known)?;
        let mut found: Vec<(usize, Set)> = Vec::new();
        for part in full.basic_sets() {
            let part = part.to_set().gist(&known)?;
            let [only] = &part.basic_sets()[..] else {
                continue;
            };
            // A single value of a loop is not most of it.
            if only.has_unknown() || equalities(only)? > 0 {
                continue;
            }
            let mut reached = false;
            for statement in &statements {
                reached = reached || !statement.outer(build.depth)?.is_disjoint(&part)?;
            }
            if !reached {
                continue;
            }
            let kept = needed(only.constraints()?, &bad)?;
            let set = BasicSet::from_constraints(only.space(), &kept)?.to_set();
            if found.iter().all(|(_, other)| *other != set) {
                found.push((kept.len(), set));
            }
        }
        found.sort_by_key(|(count, _)| *count);
        found.truncate(MAX_VERSIONS);
        let inner = build.n - build.depth;
        // The rest must be all that the loops so far can reach: what is pending is not guaranteed there.
        let reached = build.generated.project_out(Dim::Set(build.depth), inner)?;
        let rest = match &found[..] {
            [(_, full)] => {
                let rest = reached.subtract(full)?.coalesce_bounded()?;
                match rest.n_basic_set() {
                    1 => Some(rest.gist(&reached)?.add_dims(inner)?),
                    _ => None,
                }
            }
            _ => None,
        };
        let sets = found.into_iter().map(|(_, set)| Ok(set.add_dims(inner)?));
        let full: Vec<Set> = sets.collect::<Result<_>>()?;
        let special = match special(&statements, &known, &reached, build.depth)? {
            Some((there, elsewhere)) => Some((there.add_dims(inner)?, elsewhere.add_dims(inner)?)),
            None => None,
        };
        if full.is_empty() && special.is_none() {
            // Nothing is full as a whole here; inside, parts may be.
            return Ok(Cuts::Open);
        }
        Ok(Cuts::Decided(Versions {
            full,
            rest,
            special,
        }))
    }
}

/// Where outer dates have a single value without which some statement is not executed, and where they
/// have not, if that is one condition each: the first tile of a row and the others.
fn special(
    statements: &[Statement],
    known: &Set,
    reached: &Set,
    depth: usize,
) -> Result<Option<(Set, Set)>> {
    for statement in statements {
        let there = statement.outer(depth)?.gist(known)?;
        let [only] = &there.basic_sets()[..] else {
            continue;
        };
        if only.has_unknown() || equalities(only)? != 1 {
            continue;
        }
        let mut kept = only.constraints()?;
        kept.retain(|constraint| constraint.is_equality() && constraint.aff().floors().is_empty());
        let there = BasicSet::from_constraints(only.space(), &kept)?.to_set();
        let elsewhere = reached.subtract(&there)?.coalesce_bounded()?;
        if kept.len() == 1 && elsewhere.n_basic_set() == 1 {
            let elsewhere = elsewhere.gist(reached)?;
            return Ok(Some((there, elsewhere)));
        }
    }
    Ok(None)
}

/// Those of the constraints without which the set would not be disjoint from `bad`.
fn needed(mut constraints: Vec<Constraint>, bad: &Set) -> Result<Vec<Constraint>> {
    let space = bad.space().clone();
    for at in (0..constraints.len()).rev() {
        let mut rest = constraints.clone();
        rest.remove(at);
        if bad.is_disjoint(&BasicSet::from_constraints(&space, &rest)?.to_set())? {
            constraints = rest;
        }
    }
    Ok(constraints)
}

/// How many equalities a set has that are no congruences.
fn equalities(set: &BasicSet) -> Result<usize> {
    let mut congruences = set.congruences()?;
    congruences.retain(|(_, modulus)| modulus.is_zero());
    Ok(congruences.len())
}

/// What is cut below a place.
enum Cuts {
    /// Nothing.
    None,
    /// Nothing in some versions.
    Decided(Versions),
    /// Inner dates tell more.
    Open,
}

/// Sets of outer dates with code of their own.
#[derive(Default)]
struct Versions {
    /// Where nothing is cut.
    full: Vec<Set>,
    /// All the rest, if that is one condition.
    rest: Option<Set>,
    /// Where a statement is executed that is not executed in the second set, among the rest.
    special: Option<(Set, Set)>,
}

/// Where a cut does something.
enum At {
    Nowhere,
    /// For all outer dates, whatever inner ones there are.
    Everywhere,
    /// For some outer dates.
    Some(Set),
    /// That is a matter of inner dates.
    Inside,
}

/// A conjunction of dates.
struct Statement {
    all: BasicSet,
    /// The dimensions that have loops below the place.
    loops: Vec<usize>,
    /// The last of them.
    innermost: usize,
    /// For each dimension whether there is a copy of the body for each of its values.
    unrolled: Vec<bool>,
    /// The sequences on the way to it.
    turns: Vec<Turn>,
    /// What is left without the cuts.
    rest: Vec<Constraint>,
    cuts: Vec<Cut>,
}

struct Cut {
    constraint: Constraint,
    /// The dimension that it cuts.
    dim: usize,
}

impl Statement {
    /// The dates of a statement in a place, `depth` of which are known.
    fn new(all: BasicSet, place: &Ahead, depth: usize) -> Result<Option<Statement>> {
        let all = match all.has_unknown() {
            true => all.eliminate_unknown()?,
            false => all,
        };
        let n = place.unrolled.len();
        let mut by_dim: Vec<Vec<Constraint>> = vec![Vec::new(); n];
        let mut rest = Vec::new();
        for constraint in all.constraints()? {
            match (depth..n)
                .rev()
                .find(|dim| involves(constraint.aff(), *dim))
            {
                Some(dim) => by_dim[dim].push(constraint),
                None => rest.push(constraint),
            }
        }
        let is_loop = |dim: usize| -> Result<bool> {
            let mut fixed = by_dim[dim].iter().filter(|c| c.is_equality());
            let fixed = fixed.any(|c| {
                let factor = c.aff().coefficient(Dim::In(dim));
                factor.is_ok_and(|factor| factor.abs().is_one())
            });
            Ok(!place.unrolled[dim] && !fixed)
        };
        let mut loops = Vec::new();
        for dim in depth..n {
            if is_loop(dim)? {
                loops.push(dim);
            }
        }
        let innermost = loops.last().copied().unwrap_or(depth);
        let mut cuts = Vec::new();
        for (dim, own) in by_dim.into_iter().enumerate() {
            let shape = shape(&own, dim)?;
            let is_long = |distance: i64| !place.unrolled[dim] && distance + 1 >= LONG;
            let Some((low, high, _)) = shape.filter(|(_, _, distance)| !is_long(*distance)) else {
                rest.extend(own);
                continue;
            };
            for (i, constraint) in own.into_iter().enumerate() {
                match i == low || i == high || constraint.is_equality() {
                    true => rest.push(constraint),
                    false => cuts.push(Cut { constraint, dim }),
                }
            }
        }
        Ok(Some(Statement {
            all,
            loops,
            innermost,
            unrolled: place.unrolled.clone(),
            turns: place.turns.clone(),
            rest,
            cuts,
        }))
    }

    /// The outer dates for which it is executed.
    fn outer(&self, depth: usize) -> Result<Set> {
        outer_of(&self.all, depth)
    }

    /// What is only there without the cut.
    fn beyond(&self, cut: &Cut) -> Result<BasicSet> {
        let outside = cut.constraint.aff().add_constant(&Value::one())?.neg()?;
        let mut failing = self.rest.clone();
        failing.push(Constraint::non_negative(outside));
        Ok(BasicSet::from_constraints(self.all.space(), &failing)?)
    }

    /// Whether another statement is executed in the innermost loop of this one where only the cut
    /// prevents this one: then it is a condition there, and no bound of a loop around it.
    fn is_condition(&self, cut: &Cut, statements: &[Statement]) -> Result<bool> {
        let beyond = outer_of(&self.beyond(cut)?, self.innermost + 1)?;
        for other in statements {
            let is_apart = shared(&self.turns, &other.turns) <= self.innermost;
            if std::ptr::eq(other, self) || is_apart || other.all.space().n_out() <= self.innermost
            {
                continue;
            }
            if !outer_of(&other.all, self.innermost + 1)?.is_disjoint(&beyond)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where a cut does something, as far as the first `depth` dates tell.
    fn cut_at(&self, cut: &Cut, depth: usize) -> Result<At> {
        let failing = self.beyond(cut)?;
        if failing.is_empty()? {
            return Ok(At::Nowhere);
        }
        // What the dates before the cut dimension say, the most that can be known outside of it.
        let reached = outer_of(&self.all, cut.dim)?;
        let exactly = outer_of(&failing, cut.dim)?.intersect(&reached)?;
        if reached.is_subset(&exactly)? {
            return Ok(At::Everywhere);
        }
        let here = outer_of(&failing, depth)?.intersect(&self.outer(depth)?)?;
        tells(here, &exactly, &reached, cut.dim - depth)
    }

    /// Where it is executed in a single iteration of a loop of the others, and shares a loop inside
    /// of that with them.
    fn once_in(&self, others: &[&Statement], depth: usize) -> Result<At> {
        let Some(innermost) = self.loops.last() else {
            return Ok(At::Nowhere);
        };
        let inside = |other: &&&Statement| shared(&self.turns, &other.turns) > *innermost;
        for other in others.iter().filter(inside) {
            let mut outer = other.loops.iter().filter(|dim| *dim < innermost);
            let Some(&dim) = outer.find(|dim| !self.loops.contains(dim)) else {
                continue;
            };
            let exactly = outer_of(&self.all, dim)?;
            let reached = exactly.union(&outer_of(&other.all, dim)?)?;
            return tells(self.outer(depth)?, &exactly, &reached, dim - depth);
        }
        Ok(At::Nowhere)
    }
}

/// Whether outer dates tell as much as they and `more` together, of all that is `reached`: what is
/// said `here`, or `exactly`.
fn tells(here: Set, exactly: &Set, reached: &Set, more: usize) -> Result<At> {
    let lost = reached.intersect(&here.add_dims(more)?)?;
    match is_flat(&lost.subtract(exactly)?, reached)? {
        true => Ok(At::Some(here)),
        false => Ok(At::Inside),
    }
}

/// A set around the first `depth` dimensions.
fn outer_of(set: &BasicSet, depth: usize) -> Result<Set> {
    let n = set.space().n_out();
    let set = set.project_out(Dim::Set(depth), n - depth)?;
    Ok(set.eliminate_unknown()?.to_set())
}

/// Whether a part of `all` has fewer dimensions than that: the first row of a triangle and the like.
fn is_flat(part: &Set, all: &Set) -> Result<bool> {
    if part.is_empty()? {
        return Ok(true);
    }
    let whole = equalities(&all.affine_hull()?)?;
    for piece in part.basic_sets() {
        if !piece.is_empty()? && equalities(&piece.to_set().affine_hull()?)? <= whole {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A lower and an upper bound of `dim` with a fixed distance, the shortest one there is.
fn shape(own: &[Constraint], dim: usize) -> Result<Option<(usize, usize, i64)>> {
    let mut best: Option<(usize, usize, i64)> = None;
    for (i, low) in own.iter().enumerate() {
        for (j, high) in own.iter().enumerate() {
            let factor = |c: &Constraint| c.aff().coefficient(Dim::In(dim));
            let is_pair = factor(low)?.is_one() && factor(high)?.is_negone();
            if low.is_equality() || high.is_equality() || !is_pair {
                continue;
            }
            let distance = low.aff().add(high.aff())?;
            if !distance.is_cst() {
                continue;
            }
            let Some(distance) = distance.constant().to_i64() else {
                continue;
            };
            if best.is_none_or(|(_, _, known)| distance < known) {
                best = Some((i, j, distance));
            }
        }
    }
    Ok(best)
}
