//! Algorithm 2: the loops of one dimension, as an ordered list of convex pieces (sections 5.4,
//! 5.5, 5.6).

use crate::build::{Build, domain_of, involves, restrict, sharp, statements};
use crate::components::ordered_groups;
use crate::error::{Error, Result};
use crate::expression::{integer, product};
use crate::generate::Generator;
use crate::graft::Graft;
use crate::strides::stride_of;
use presburger::{Aff, BasicSet, Budget, Constraint, Dim, Map, Set, Value};
use scop::schedule::LoopType;

/// Something that becomes one loop.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// A convex set around the values of the current dimension.
    pub bounds: BasicSet,
    /// The part of the schedule that is meant, where `bounds` may contain more.
    pub region: Option<Set>,
}

/// Copies of a loop body that are too many to be meant.
const MAX_UNROLL: i64 = 10_000;

impl Generator {
    /// Code for one component.
    pub(crate) fn level(&self, executed: &[Map], build: &Build) -> Result<Vec<Graft>> {
        let domain = build.local(&sharp(&domain_of(executed, build)?)?)?;
        let mut pieces = Vec::new();
        match self.isolation(&domain, build)? {
            Some([before, inside, after, other]) => {
                for (part, isolated) in [
                    (before, false),
                    (inside, true),
                    (after, false),
                    (other, false),
                ] {
                    self.pieces(executed, &part, isolated, build, true, &mut pieces)?;
                }
            }
            None => self.pieces(executed, &domain, false, build, false, &mut pieces)?,
        }
        let mut grafts = Vec::new();
        for piece in self.sorted(pieces, build)? {
            grafts.extend(self.create(executed, piece, build)?);
        }
        Ok(grafts)
    }

    /// The parts before, in and after the isolated part, and the part that is not comparable.
    fn isolation(&self, domain: &Set, build: &Build) -> Result<Option<[Set; 4]>> {
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
        let [mut before, inside, mut after, mut other] =
            [before, inside, after, other].map(|set| set.coalesce_preserving().unwrap_or(set));
        // What is not comparable can often be executed by the same loops as what comes after or
        // before.
        for near in [&mut after, &mut before] {
            if near.n_basic_set() == 1 && other.n_basic_set() == 1 {
                let both = near.union(&other)?.coalesce()?;
                if both.n_basic_set() == 1 {
                    *near = both;
                    other = Set::empty(build.space())?;
                }
            }
        }
        Ok(Some([before, inside, after, other]))
    }

    /// Appends the pieces of `domain`; `cut` if it is only a part of what is executed.
    fn pieces(
        &self,
        executed: &[Map],
        domain: &Set,
        isolated: bool,
        build: &Build,
        cut: bool,
        pieces: &mut Vec<Piece>,
    ) -> Result<()> {
        if let [only] = &domain.coalesce_preserving()?.basic_sets()[..]
            && is_fixed(only, build.depth)?
        {
            // There is nothing to choose about a single value.
            pieces.push(Piece {
                bounds: only.clone(),
                region: None,
            });
            return Ok(());
        }
        let mut rest = domain.clone();
        for (kind, part) in build.options.parts(build, isolated)? {
            if rest.is_empty()? {
                return Ok(());
            }
            let whole = rest.is_subset(&part)?;
            let here = if whole {
                rest.clone()
            } else {
                rest.intersect(&part)?
            };
            rest = if whole {
                Set::empty(rest.space().clone())?
            } else {
                rest.subtract(&part)?.coalesce()?
            };
            self.pieces_of_kind(executed, &here, kind, build, cut || !whole, pieces)?;
        }
        self.pieces_of_kind(executed, &rest, LoopType::Default, build, cut, pieces)
    }

    fn pieces_of_kind(
        &self,
        executed: &[Map],
        domain: &Set,
        kind: LoopType,
        build: &Build,
        cut: bool,
        pieces: &mut Vec<Piece>,
    ) -> Result<()> {
        if domain.is_empty()? {
            return Ok(());
        }
        let plain = |bounds: BasicSet| Piece {
            bounds,
            region: None,
        };
        match kind {
            LoopType::Atomic => pieces.push(Piece {
                bounds: domain.coalesce_preserving()?.unshifted_simple_hull()?,
                region: cut.then(|| domain.clone()),
            }),
            LoopType::Unroll => self.unrolled(executed, domain, build, pieces)?,
            LoopType::Separate => {
                for set in self.separated(executed, cut.then_some(domain), build)? {
                    let set = self.short(set, build)?;
                    pieces.extend(disjoint(&set, build.depth)?.into_iter().map(plain));
                }
            }
            LoopType::Default => {
                let domain = self.short(domain.clone(), build)?;
                pieces.extend(disjoint(&domain, build.depth)?.into_iter().map(plain));
            }
        }
        Ok(())
    }

    /// A union without what is known anyway, if that makes it shorter.
    fn short(&self, set: Set, build: &Build) -> Result<Set> {
        if set.n_basic_set() < 2 {
            return Ok(set);
        }
        let gist = set.gist(&build.known()?)?.coalesce()?;
        Ok(match gist.n_basic_set() < set.n_basic_set() {
            true => gist,
            false => set,
        })
    }

    /// The common refinement of the domains of the statements, within `domain`.
    fn separated(&self, executed: &[Map], domain: Option<&Set>, build: &Build) -> Result<Vec<Set>> {
        let mut parts: Vec<Set> = Vec::new();
        for map in executed {
            let own = match self.settings.explicit_separation {
                true => explicit(map, build)?,
                false => build.local(&map.domain()?)?,
            };
            let own = match domain {
                Some(domain) => own.intersect(domain)?.coalesce()?,
                None => own.coalesce()?,
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
                    refined.push(without.coalesce()?);
                }
                refined.push(common.coalesce()?);
            }
            if !rest.is_empty()? {
                refined.push(rest.coalesce()?);
            }
            parts = refined;
        }
        Ok(parts)
    }

    /// A slice for each iteration, counted from the lower bound that needs the fewest.
    fn unrolled(
        &self,
        executed: &[Map],
        domain: &Set,
        build: &Build,
        pieces: &mut Vec<Piece>,
    ) -> Result<()> {
        let depth = build.depth;
        let here = restrict(executed, domain)?;
        let exact = domain_of(&here, build)?.eliminate(Dim::Set(depth + 1), build.n - depth - 1)?;
        let stride = stride_of(&exact, build)?;
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
            for lower in lower_bounds(&constraint, depth, &variable)? {
                candidates.push(match &stride {
                    Some(stride) => stride.round_up(&lower, build)?,
                    None => lower,
                });
            }
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
                pieces.push(Piece {
                    bounds: build.local(&slice)?.unshifted_simple_hull()?,
                    region: Some(slice),
                });
            }
        }
        Ok(())
    }

    /// The pieces in an order in which no value comes after a larger one. Pieces that cannot be
    /// ordered become one.
    fn sorted(&self, pieces: Vec<Piece>, build: &Build) -> Result<Vec<Piece>> {
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
            for (j, b) in sets.iter().enumerate() {
                if i == j {
                    continue;
                }
                // j comes after i if it has a larger value somewhere.
                let mut pairs = Map::from_domain_and_range(a, b)?;
                for k in 0..depth {
                    pairs = pairs.equate(Dim::In(k), Dim::Out(k))?;
                }
                let larger = pairs.order_lt(Dim::In(depth), Dim::Out(depth))?;
                follows[i][j] = !larger.is_empty()?;
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
            sorted.push(Piece {
                bounds: build.local(&union)?.unshifted_simple_hull()?,
                region: Some(union),
            });
        }
        Ok(sorted)
    }
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
        let (mut kept, mut rest): (Vec<Constraint>, Vec<Constraint>) = part
            .constraints()?
            .into_iter()
            .partition(|c| (outer..set.n_dim()).all(|dim| !involves(c.aff(), dim)));
        // What the bounds of inner loops imply is not explicit, even if it is stated.
        for i in (0..kept.len()).rev() {
            let constraint = kept.swap_remove(i);
            let others: Vec<Constraint> = kept.iter().chain(&rest).cloned().collect();
            let others = BasicSet::from_constraints(part.space(), &others)?.to_set();
            if constraint.is_equality() || !implied(&others, &constraint)? {
                rest.push(constraint.clone());
                kept.push(constraint);
                let last = kept.len() - 1;
                kept.swap(i, last);
            }
        }
        let kept = BasicSet::from_constraints(part.space(), &kept)?.to_set();
        let range = Dim::Set(build.n);
        let kept = kept.project_out(range, kept.n_dim() - build.n)?;
        union = union.union(&kept)?;
    }
    build.local(&union)
}

/// An extreme value, if there is one.
fn proof_of(extreme: impl FnOnce() -> presburger::Result<Value>) -> Result<Option<Value>> {
    match extreme() {
        Ok(value) => Ok(value.is_rat().then_some(value)),
        Err(presburger::Error::Unbounded(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether a constraint obviously holds for all of a set.
fn implied(set: &Set, constraint: &Constraint) -> Result<bool> {
    let negation = constraint.aff().add_constant(&Value::one())?.neg()?;
    let answer = Budget::operations(20_000).run(|| set.is_disjoint(&negation.nonneg_set()?));
    match answer {
        Err(presburger::Error::BudgetExhausted) => Ok(false),
        answer => Ok(answer?),
    }
}

/// Whether an equality determines a dimension by outer ones.
fn is_fixed(set: &BasicSet, dim: usize) -> Result<bool> {
    Ok(set.constraints()?.iter().any(|constraint| {
        let factor = constraint.aff().coefficient(Dim::In(dim));
        constraint.is_equality() && factor.is_ok_and(|factor| !factor.is_zero())
    }))
}

impl Piece {
    /// The values that are meant.
    pub fn meant(&self) -> Result<Set> {
        match &self.region {
            Some(region) => Ok(region.intersect(&self.bounds.to_set())?),
            None => Ok(self.bounds.to_set()),
        }
    }
}

/// Convex sets without common points. Where a range and a single value meet, the value is taken
/// out of the range: the stride of the range does not include it in general.
fn disjoint(set: &Set, dim: usize) -> Result<Vec<BasicSet>> {
    let set = set.coalesce()?;
    let set = match set.n_basic_set() {
        0 | 1 => set,
        _ => {
            let mut union = Set::empty(set.space().clone())?;
            for wanted in [true, false] {
                for part in set.basic_sets() {
                    if is_fixed(&part, dim)? == wanted {
                        union = union.union(&part.to_set())?;
                    }
                }
            }
            union.make_disjoint()?.coalesce()?
        }
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

/// The values that a constraint does not let `dim` be smaller than.
pub(crate) fn lower_bounds(
    constraint: &Constraint,
    dim: usize,
    variable: &Aff,
) -> Result<Vec<Aff>> {
    bounds(constraint, dim, variable, true)
}

/// The values that a constraint does not let `dim` be larger than.
pub(crate) fn upper_bounds(
    constraint: &Constraint,
    dim: usize,
    variable: &Aff,
) -> Result<Vec<Aff>> {
    bounds(constraint, dim, variable, false)
}

fn bounds(constraint: &Constraint, dim: usize, variable: &Aff, lower: bool) -> Result<Vec<Aff>> {
    let aff = constraint.aff();
    let factor = integer(&aff.coefficient(Dim::In(dim))?)?;
    if factor == 0 || (!constraint.is_equality() && (factor > 0) != lower) {
        return Ok(Vec::new());
    }
    // v x + h >= 0
    let rest = aff.sub(&variable.scale(&Value::from(factor))?)?;
    let bound = rest.neg()?.scale_down(&Value::from(factor))?;
    Ok(vec![if lower { bound.ceil()? } else { bound.floor()? }])
}
