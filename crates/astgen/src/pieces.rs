//! Algorithm 2: the loops of one dimension, as an ordered list of convex pieces (sections 5.4,
//! 5.5, 5.6).

use crate::algorithm::Algorithm;
use crate::build::{Build, domain_of, involves, restrict, sharp, statements};
use crate::components::ordered_groups;
use crate::cost::cheapest;
use crate::error::{Error, Result};
use crate::expression::{integer, product};
use crate::graft::Graft;
use crate::strides::{Stride, detect_stride};
use presburger::{Aff, BasicSet, Constraint, Dim, Effort, Map, Set, Value, attempt};
use scop::schedule::LoopType;

/// Something that becomes one loop.
#[derive(Clone, Debug)]
pub(crate) struct LoopPiece {
    /// A convex set around the values of the current dimension.
    pub bounds: BasicSet,
    /// The part of the schedule that is meant, where `bounds` may contain more.
    pub region: Option<Set>,
}

/// A part of the schedule at the current dimension.
#[derive(Clone)]
pub(crate) struct Part<'a> {
    pub executed: &'a [Map],
    /// All that is executed.
    pub whole: &'a Set,
    /// The values of the part.
    pub domain: Set,
    isolated: bool,
    /// Whether it is less than the whole.
    pub cut: bool,
}

/// Copies of a loop body that are too many to be meant.
const MAX_UNROLL: i64 = 10_000;

impl Algorithm<'_> {
    /// Code for one component: its domain in parts that the options tell apart, these as convex
    /// pieces, and a loop for each.
    pub(crate) fn component(&self, executed: &[Map], build: &Build) -> Result<Vec<Graft>> {
        if let Some(versions) = self.versions(executed, build)? {
            return Ok(versions);
        }
        let domain = domain_of(executed, build)?;
        let domain = match domain.n_basic_set() == 1 && build.options.is_free(build) {
            // There is nothing to choose, and the loop is looked at again.
            true => build.local(&domain)?,
            false => sharp_local(&domain, build)?,
        };
        let mut pieces = Vec::new();
        match self.split_on_isolation(&domain, build)? {
            Some([before, inside, after, other]) => {
                for (part, isolated) in [
                    (before, false),
                    (inside, true),
                    (after, false),
                    (other, false),
                ] {
                    let part = Part {
                        executed,
                        whole: &domain,
                        isolated,
                        cut: true,
                        domain: part,
                    };
                    self.base(part, build, &mut pieces)?;
                }
            }
            None => {
                let part = Part {
                    executed,
                    whole: &domain,
                    isolated: false,
                    cut: false,
                    domain: domain.clone(),
                };
                self.base(part, build, &mut pieces)?;
            }
        }
        let mut grafts = Vec::new();
        for piece in self.sort(pieces, build)? {
            grafts.extend(self.create(executed, piece, build)?);
        }
        Ok(grafts)
    }

    /// The parts before, in and after the isolated part, and the part that is not comparable.
    fn split_on_isolation(&self, domain: &Set, build: &Build) -> Result<Option<[Set; 4]>> {
        let Some(isolated) = build.options.isolated(build)? else {
            return Ok(None);
        };
        let isolated = build.local(&isolated)?;
        let isolated = isolated
            .unshifted_simple_hull()?
            .to_set()
            .intersect(domain)?;
        let inside = build.local(&isolated)?;
        if inside.is_empty()? {
            let none = Set::empty(build.space())?;
            return Ok(Some([none.clone(), none.clone(), none, domain.clone()]));
        }
        let depth = build.depth;
        let mut same = Map::from_domain_and_range(&inside, domain)?;
        for i in 0..depth {
            same = same.equate(Dim::In(i), Dim::Out(i))?;
        }
        let earlier = same.order_gt(Dim::In(depth), Dim::Out(depth))?.range()?;
        let later = same.order_lt(Dim::In(depth), Dim::Out(depth))?.range()?;
        let before = build
            .local(&earlier)?
            .intersect(domain)?
            .subtract(&inside)?;
        let after = build.local(&later)?.intersect(domain)?;
        let after = after.subtract(&inside)?.subtract(&before)?;
        let other = domain
            .subtract(&inside)?
            .subtract(&before)?
            .subtract(&after)?;
        let inside = inside.coalesce_preserving()?;
        let [mut before, mut after, mut other] = [
            before.coalesce_preserving()?,
            after.coalesce_preserving()?,
            other.coalesce_preserving()?,
        ];
        // What is not comparable can often be executed by the same loops as what comes after or
        // before.
        for near in [&mut after, &mut before] {
            if near.n_basic_set() == 1 && other.n_basic_set() == 1 {
                let both = near.union(&other)?.coalesce_bounded()?;
                if both.n_basic_set() == 1 {
                    *near = both;
                    other = Set::empty(build.space())?;
                }
            }
        }
        Ok(Some([before, inside, after, other]))
    }

    /// Algorithm 2: appends the pieces of a part of the schedule.
    fn base(&self, part: Part, build: &Build, pieces: &mut Vec<LoopPiece>) -> Result<()> {
        if let [only] = &part.domain.coalesce_preserving()?.basic_sets()[..]
            && is_fixed(only, build.depth)?
        {
            // There is nothing to choose about a single value.
            pieces.push(LoopPiece {
                bounds: only.clone(),
                region: None,
            });
            return Ok(());
        }
        let mut rest = part.clone();
        for class in build.options.separation_classes(build)? {
            let inside = rest.domain.intersect(&class)?;
            if !inside.is_empty()? {
                rest.domain = rest.domain.subtract(&class)?.coalesce_bounded()?;
                rest.cut = rest.cut || !rest.domain.is_empty()?;
                let inside = Part {
                    domain: inside,
                    ..rest.clone()
                };
                self.base_by_type(inside, build, pieces)?;
            }
        }
        self.base_by_type(rest, build, pieces)
    }

    /// The same, one kind of loop after the other.
    fn base_by_type(
        &self,
        mut rest: Part,
        build: &Build,
        pieces: &mut Vec<LoopPiece>,
    ) -> Result<()> {
        for (kind, wanted) in build.options.parts(build, rest.isolated)? {
            if rest.domain.is_empty()? {
                return Ok(());
            }
            if rest.domain.is_subset(&wanted)? {
                return self.base_of_type(&rest, kind, build, pieces);
            }
            let here = Part {
                domain: rest.domain.intersect(&wanted)?,
                cut: true,
                ..rest.clone()
            };
            rest.domain = rest.domain.subtract(&wanted)?.coalesce_bounded()?;
            self.base_of_type(&here, kind, build, pieces)?;
        }
        self.base_of_type(&rest, LoopType::Default, build, pieces)
    }

    fn base_of_type(
        &self,
        part: &Part,
        kind: LoopType,
        build: &Build,
        pieces: &mut Vec<LoopPiece>,
    ) -> Result<()> {
        let domain = &part.domain;
        if domain.is_empty()? {
            return Ok(());
        }
        let plain = |bounds: BasicSet| LoopPiece {
            bounds,
            region: None,
        };
        match kind {
            LoopType::Atomic => {
                let hull = domain.coalesce_preserving()?.unshifted_simple_hull()?;
                let others = match part.cut {
                    true => part.whole.subtract(domain)?,
                    false => Set::empty(build.space())?,
                };
                // What lies between belongs to other loops.
                let bounds = match others.is_disjoint(&hull.to_set())? {
                    true => vec![hull],
                    false => disjoint(&hull.to_set().subtract(&others)?, build.depth)?,
                };
                pieces.extend(bounds.into_iter().map(|bounds| LoopPiece {
                    bounds,
                    region: part.cut.then(|| domain.clone()),
                }));
            }
            LoopType::Unroll => self.unroll(part.executed, domain, build, pieces)?,
            LoopType::Separate => {
                let within = part.cut.then_some(domain);
                for set in self.separate(part.executed, within, build)? {
                    let set = self.without_known(set, build)?;
                    pieces.extend(disjoint(&set, build.depth)?.into_iter().map(plain));
                }
            }
            LoopType::Default | LoopType::Whole => {
                let domain = self.without_known(domain.clone(), build)?;
                pieces.extend(cheapest(&domain, part, build)?.into_iter().map(plain));
            }
        }
        Ok(())
    }

    /// A union without what is known anyway, if that makes it shorter.
    fn without_known(&self, set: Set, build: &Build) -> Result<Set> {
        if set.n_basic_set() < 2 {
            return Ok(set);
        }
        // What is known may be what makes one part contain another.
        let set = joined(&set, build.depth)?;
        if set.n_basic_set() < 2 {
            return Ok(set);
        }
        let gist = joined(&set.gist(&build.known()?)?, build.depth)?;
        Ok(match gist.n_basic_set() < set.n_basic_set() {
            true => gist,
            false => set,
        })
    }

    /// The common refinement of the domains of the statements, within `domain`.
    fn separate(&self, executed: &[Map], domain: Option<&Set>, build: &Build) -> Result<Vec<Set>> {
        let mut parts: Vec<Set> = Vec::new();
        if let ([only], None) = (executed, domain)
            && only.n_basic_map() == 1
        {
            return Ok(vec![build.universe()?]);
        }
        for map in executed {
            let own = match build.settings.explicit_separation {
                true => explicit(map, build)?,
                false => build.local(&map.domain()?)?,
            };
            let own = match domain {
                Some(domain) => own.intersect(domain)?.coalesce_bounded()?,
                None => own.coalesce_bounded()?,
            };
            let mut rest = own.clone();
            let mut refined = Vec::with_capacity(parts.len() + 1);
            for part in parts {
                let common = part.intersect(&own)?;
                if common.is_empty()? {
                    refined.push(part);
                    continue;
                }
                let without = part.subtract(&own)?;
                rest = rest.subtract(&part)?;
                if !without.is_empty()? {
                    refined.push(without.coalesce_bounded()?);
                }
                refined.push(common.coalesce_bounded()?);
            }
            if !rest.is_empty()? {
                refined.push(rest.coalesce_bounded()?);
            }
            parts = refined;
        }
        Ok(parts)
    }

    /// A slice for each iteration, counted from the lower bound that needs the fewest.
    fn unroll(
        &self,
        executed: &[Map],
        domain: &Set,
        build: &Build,
        pieces: &mut Vec<LoopPiece>,
    ) -> Result<()> {
        let depth = build.depth;
        let here = restrict(executed, domain)?;
        let exact = domain_of(&here, build)?.eliminate(Dim::Set(depth + 1), build.n - depth - 1)?;
        let stride = detect_stride(&exact, build)?;
        let hull = domain.simple_hull()?;
        let space = build.space();
        let variable = Aff::var_on_domain(&space, Dim::Set(depth))?;
        let mut best: Option<((i64, usize), Aff)> = None;
        let (own, _) = build.split(&hull, depth)?;
        // The offset of the stride may be as far from the values as a number says.
        let offset = match &stride {
            Some(stride) => stride.offset.clone(),
            None => Aff::zero_on_domain(&space)?,
        };
        let least = proof_of(|| exact.min_val(&variable.sub(&offset)?))?;
        let mut candidates = Vec::new();
        if let Some(least) = least {
            candidates.push(offset.add_constant(&least)?);
        }
        for constraint in own {
            candidates.extend(first_value(&constraint, stride.as_ref(), build)?);
        }
        for lower in candidates {
            let length = variable.sub(&lower)?;
            let Some(most) = proof_of(|| exact.max_val(&length))? else {
                continue;
            };
            let Ok(most) = integer(&most) else { continue };
            let step = stride.as_ref().map_or(1, |stride| stride.step);
            let count = most.div_euclid(step) + 1;
            let cost = (count, lower.floors().len());
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, lower));
            }
        }
        let Some(((count, _), lower)) = best.filter(|((count, _), _)| *count <= MAX_UNROLL) else {
            return Err(Error::NotUnrollable {
                dimension: depth,
                statements: statements(executed),
            });
        };
        let step = stride.as_ref().map_or(1, |stride| stride.step);
        for i in 0..count {
            let value = lower.add_constant(&Value::from(product(i, step)?))?;
            let slice = domain.intersect(&variable.sub(&value)?.zero_set()?)?;
            if !slice.is_empty()? {
                pieces.push(LoopPiece {
                    bounds: build.local(&slice)?.unshifted_simple_hull()?,
                    region: Some(slice),
                });
            }
        }
        Ok(())
    }

    /// The pieces in an order in which no value comes after a larger one. Pieces that cannot be
    /// ordered become one.
    fn sort(&self, pieces: Vec<LoopPiece>, build: &Build) -> Result<Vec<LoopPiece>> {
        if pieces.len() < 2 {
            return Ok(pieces);
        }
        let depth = build.depth;
        let sets: Vec<Set> = pieces
            .iter()
            .map(|piece| piece.meant())
            .collect::<Result<_>>()?;
        let mut follows = vec![vec![false; sets.len()]; sets.len()];
        for (i, a) in sets.iter().enumerate() {
            for (j, b) in sets.iter().enumerate().skip(i + 1) {
                let mut pairs = Map::from_domain_and_range(a, b)?;
                for k in 0..depth {
                    pairs = pairs.equate(Dim::In(k), Dim::Out(k))?;
                }
                // One comes after the other if it has a larger value somewhere.
                let (first, second) = (Dim::In(depth), Dim::Out(depth));
                follows[i][j] = !pairs.order_lt(first, second)?.is_empty()?;
                follows[j][i] = !pairs.order_gt(first, second)?.is_empty()?;
            }
        }
        let mut sorted = Vec::with_capacity(pieces.len());
        for group in ordered_groups(pieces.len(), |i, j| follows[i][j]) {
            if let [only] = group[..] {
                sorted.push(pieces[only].clone());
                continue;
            }
            let mut union = Set::empty(build.space())?;
            for i in group {
                union = union.union(&sets[i])?;
            }
            sorted.push(LoopPiece {
                bounds: build.local(&union)?.unshifted_simple_hull()?,
                region: Some(union),
            });
        }
        Ok(sorted)
    }
}

/// Local constraints with tight inequalities, unless these have floors that the others do not have:
/// `t <= 32⌊(n - 1)/32⌋` is tight for a multiple `t` of 32, but keeps pieces apart that `t < n` would
/// not, and the stride says the same.
fn sharp_local(domain: &Set, build: &Build) -> Result<Set> {
    let tight = build.local(&sharp(domain)?)?;
    let floors = n_floors(&tight)?;
    if floors == 0 {
        return Ok(tight);
    }
    let stated = build.local(domain)?;
    if n_floors(&stated)? >= floors {
        return Ok(tight);
    }
    // Without floors, tight is better: `t >= 0` rather than `t >= -30`.
    let hull = tight.unshifted_simple_hull()?.eliminate_unknown()?;
    let mut plain = hull.constraints()?;
    plain.retain(|constraint| constraint.aff().floors().is_empty());
    let plain = BasicSet::from_constraints(hull.space(), &plain)?;
    Ok(stated.intersect(&plain.to_set())?)
}

/// The number of floors in the constraints.
fn n_floors(set: &Set) -> Result<usize> {
    let mut count = 0;
    for part in set.basic_sets() {
        for constraint in part.constraints()? {
            count += constraint.aff().floors().len();
        }
    }
    Ok(count)
}

/// What the constraints of a relation that mention neither inner dimensions nor instances say:
/// what follows from the bounds of inner loops is no reason to separate.
fn explicit(map: &Map, build: &Build) -> Result<Set> {
    let mut union = Set::empty(build.space())?;
    let set = map.wrap()?.flatten();
    let outer = build.depth + 1;
    for part in set.basic_sets() {
        // Built anew, so that instances are expressed by dates and not the other way round.
        let part = part.eliminate_unknown()?;
        let part = BasicSet::from_constraints(part.space(), &part.constraints()?)?;
        let stated = part.constraints()?;
        let is_explicit = |c: &Constraint| (outer..set.n_dim()).all(|dim| !involves(c.aff(), dim));
        let (first, rest): (Vec<_>, Vec<_>) = stated.into_iter().partition(is_explicit);
        // What the bounds of inner loops imply is not explicit, even if it is stated: the first of
        // several constraints that imply each other is the one that goes.
        let all: Vec<Constraint> = first.into_iter().chain(rest).collect();
        let part = BasicSet::from_constraints(part.space(), &all)?.remove_redundancies()?;
        let mut kept = part.constraints()?;
        kept.retain(is_explicit);
        let kept = BasicSet::from_constraints(part.space(), &kept)?.to_set();
        let range = Dim::Set(build.n);
        let kept = kept.project_out(range, kept.n_dim() - build.n)?;
        union = union.union(&kept)?;
    }
    build.local(&union)
}

/// An extreme value, if there is one, and it is found: large strides take many steps.
fn proof_of(extreme: impl FnOnce() -> presburger::Result<Value>) -> Result<Option<Value>> {
    match attempt(Effort::Loop, extreme) {
        Ok(value) => Ok(value.filter(Value::is_rat)),
        Err(presburger::Error::Unbounded(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether an equality determines a dimension by outer ones.
pub(crate) fn is_fixed(set: &BasicSet, dim: usize) -> Result<bool> {
    Ok(set.constraints()?.iter().any(|constraint| {
        let factor = constraint.aff().coefficient(Dim::In(dim));
        constraint.is_equality() && factor.is_ok_and(|factor| !factor.is_zero())
    }))
}

impl LoopPiece {
    /// The values that are meant.
    pub fn meant(&self) -> Result<Set> {
        match &self.region {
            Some(region) => Ok(region.intersect(&self.bounds.to_set())?),
            None => Ok(self.bounds.to_set()),
        }
    }
}

/// A union whose single values come before its ranges: where they meet, the value is taken out of the
/// range, whose stride does not include it in general.
pub(crate) fn separated_first(set: &Set, dim: usize) -> Result<Set> {
    let set = joined(set, dim)?;
    if set.n_basic_set() < 2 {
        return Ok(set);
    }
    let mut union = Set::empty(set.space().clone())?;
    for wanted in [true, false] {
        for part in set.basic_sets() {
            if is_fixed(&part, dim)? == wanted {
                union = union.union(&part.to_set())?;
            }
        }
    }
    Ok(union)
}

/// Convex sets without common points, single values first.
fn disjoint(set: &Set, dim: usize) -> Result<Vec<BasicSet>> {
    make_disjoint(&separated_first(set, dim)?, dim)
}

/// Convex sets without common points: what is in one part is taken out of those that follow.
pub(crate) fn make_disjoint(set: &Set, dim: usize) -> Result<Vec<BasicSet>> {
    let set = match set.n_basic_set() {
        0 | 1 => set.clone(),
        _ => joined(&set.make_disjoint()?, dim)?,
    };
    // Coalescing may have made them overlap again.
    let mut done = Set::empty(set.space().clone())?;
    let mut parts: Vec<BasicSet> = Vec::new();
    for part in set.basic_sets() {
        let alone = part.to_set();
        if done.is_disjoint(&alone)? {
            parts.push(part);
        } else {
            parts.extend(alone.subtract(&done)?.make_disjoint()?.basic_sets());
        }
        done = done.union(&alone)?;
    }
    Ok(parts)
}

/// Fewer conjunctions, unless single values then have a bound that is steeper than all of theirs:
/// where `t = 0` needs `n >= 6` and `t = 1` needs `n >= 1`, both are in `n >= 6 - 5t`, but two
/// conditions are better than a loop with such a bound. Nor must a bound need a division that none
/// of theirs needs: `t < n` and `t = 0` are both in `32t <= 31n` where `t <= 31`.
pub(crate) fn joined(set: &Set, dim: usize) -> Result<Set> {
    let few = set.coalesce_bounded()?;
    if few.n_basic_set() == set.n_basic_set() {
        return Ok(few);
    }
    if divisor_of(&few, dim)? > divisor_of(set, dim)? {
        return Ok(set.coalesce_preserving()?);
    }
    for part in set.basic_sets() {
        if !is_fixed(&part, dim)? {
            return Ok(few);
        }
    }
    match steepness(&few)? > steepness(set)? {
        true => Ok(set.coalesce_preserving()?),
        false => Ok(few),
    }
}

/// The largest coefficient of a dimension in the constraints.
pub(crate) fn divisor_of(set: &Set, dim: usize) -> Result<Value> {
    let mut most = Value::one();
    for part in set.basic_sets() {
        for constraint in part.constraints()? {
            let size = constraint.aff().coefficient(Dim::In(dim))?.abs();
            if size > most {
                most = size;
            }
        }
    }
    Ok(most)
}

/// The largest coefficient in the constraints, without those that floors have.
fn steepness(set: &Set) -> Result<Value> {
    let mut most = Value::one();
    for part in set.basic_sets() {
        for constraint in part.constraints()? {
            let aff = constraint.aff();
            let space = aff.domain_space();
            let params = (0..space.n_param()).map(Dim::Param);
            for dim in params.chain((0..space.n_out()).map(Dim::In)) {
                let size = aff.coefficient(dim)?.abs();
                if size > most {
                    most = size;
                }
            }
        }
    }
    Ok(most)
}

/// The first value of the current dimension that a constraint and a stride allow, if it is a lower
/// bound.
pub(crate) fn first_value(
    constraint: &Constraint,
    stride: Option<&Stride>,
    build: &Build,
) -> Result<Option<Aff>> {
    let Some(bound) = bound(constraint, build.depth, true)? else {
        return Ok(None);
    };
    // The bound is rounded once: a floor in a floor is no easier to read.
    Ok(Some(match stride {
        Some(stride) => stride.round_up(&bound, build)?,
        None => bound.ceil()?,
    }))
}

/// The last value of the current dimension that a constraint and a stride allow, if it is an upper
/// bound.
pub(crate) fn last_value(
    constraint: &Constraint,
    stride: Option<&Stride>,
    build: &Build,
) -> Result<Option<Aff>> {
    let Some(bound) = bound(constraint, build.depth, false)? else {
        return Ok(None);
    };
    Ok(Some(match stride {
        Some(stride) => stride.round_down(&bound, build)?,
        None => bound.floor()?,
    }))
}

/// What a constraint does not let `dim` be smaller than, or larger, not rounded: `-h/v` where it
/// says `v x + h >= 0`.
fn bound(constraint: &Constraint, dim: usize, lower: bool) -> Result<Option<Aff>> {
    let aff = constraint.aff();
    let factor = integer(&aff.coefficient(Dim::In(dim))?)?;
    if factor == 0 || (!constraint.is_equality() && (factor > 0) != lower) {
        return Ok(None);
    }
    let variable = Aff::var_on_domain(&aff.domain_space(), Dim::Set(dim))?;
    let rest = aff.sub(&variable.scale(&Value::from(factor))?)?;
    Ok(Some(rest.neg()?.scale_down(&Value::from(factor))?))
}
