//! Algorithm 3: one loop, or none where a dimension has a single value (section 5.3).

use crate::algorithm::Algorithm;
use crate::ast::{Expr, For, Node, Op};
use crate::build::{
    Build, domain_of, involves, not_implied, restrict, sharp, simplified, statements,
};
use crate::error::{Error, Result};
use crate::expression::Position;
use crate::graft::{self, Graft};
use crate::pieces::{LoopPiece, first_value, last_value};
use crate::strides::{Stride, detect_stride};
use presburger::{Aff, BasicSet, Constraint, Dim, Effort, Map, PwAff, Set, Value, attempt};

impl Algorithm<'_> {
    /// Algorithm 3: code for the part of the schedule that a piece stands for.
    pub(crate) fn create(
        &self,
        executed: &[Map],
        piece: LoopPiece,
        build: &Build,
    ) -> Result<Vec<Graft>> {
        let maps = restrict(executed, &piece.meant()?)?;
        if maps.is_empty() {
            return Ok(Vec::new());
        }
        let depth = build.depth;
        let inner = build.n - depth - 1;
        let exact = sharp(&domain_of(&maps, build)?.eliminate(Dim::Set(depth + 1), inner)?)?;
        let stride = detect_stride(&exact, build)?;
        let strided = match &stride {
            Some(stride) => stride.set(depth)?,
            None => build.universe()?,
        };
        let (bounds, stated) = loop_bounds(&piece, &exact, &strided, build)?;
        let all = bounds.to_set().intersect(&strided)?;
        let mut value = stated;
        for set in [&all.intersect(&build.known()?)?, &exact] {
            if value.is_none() {
                value = single_iteration(set, &bounds, stride.as_ref(), build)?;
            }
        }
        if let Some(value) = value {
            return self.create_degenerate(maps, &value, &all, build);
        }
        let (sub, head) = enter_loop(&bounds, exact, stride, strided, build)?;
        let children = self.next_dimension_of(maps.clone(), &sub)?;
        if children.is_empty() {
            return Ok(Vec::new());
        }
        let (guard, body) = combine(children, &head, &sub, build)?;
        let graft = construct_for_loop(&head, &maps, guard, body, build)?;
        Ok(vec![graft])
    }

    /// Code without a loop: the current dimension is `value`.
    fn create_degenerate(
        &self,
        maps: Vec<Map>,
        value: &Aff,
        all: &Set,
        build: &Build,
    ) -> Result<Vec<Graft>> {
        let function = build.replacing(value)?;
        let mut sub = build.clone();
        sub.depth += 1;
        sub.values = build.values.pullback_multi_aff(&function)?;
        let needed = all.preimage_multi_aff(&function)?.gist(&build.known()?)?;
        let nested = build.settings.exploit_nested_bounds;
        if nested {
            sub.pending = build.pending.intersect(&needed)?;
        } else {
            sub.generated = build.generated.intersect(&needed)?;
        }
        let mut inner = Vec::with_capacity(maps.len());
        for map in maps {
            inner.push(map.preimage_domain_multi_aff(&function)?);
        }
        let mut grafts = self.next_dimension_of(inner, &sub)?;
        for graft in &mut grafts {
            if !nested {
                graft.guard = graft.guard.intersect(&needed)?;
            }
        }
        Ok(grafts)
    }
}

/// A loop whose body is not yet made.
struct Head {
    /// The values that are executed.
    exact: Set,
    stride: Option<Stride>,
    /// The values that the stride allows.
    strided: Set,
    /// The bounds of the counter.
    own: Vec<Constraint>,
    /// What these say.
    enforced: Set,
    /// What the other constraints say: conditions on outer dimensions.
    needed: Set,
}

/// Convex bounds of the current dimension in a piece, and its value if they state one.
fn loop_bounds(
    piece: &LoopPiece,
    exact: &Set,
    strided: &Set,
    build: &Build,
) -> Result<(BasicSet, Option<Aff>)> {
    let depth = build.depth;
    let known = build.known()?;
    let hull = build.local(exact)?.coalesce_preserving()?;
    let hull = hull.unshifted_simple_hull()?;
    // What the stride implies need not be a bound.
    let bounds = piece.bounds.intersect(&hull)?;
    let bounds = without_slanted(&bounds, depth, &known.intersect(strided)?)?;
    let bounds = single(&sharp(&bounds.to_set())?)?;
    let mut stated = stated_value(&bounds, build)?;
    let bounds = single(&simplified(&bounds.to_set(), &known)?)?;
    if let Some(simple) = stated_value(&bounds, build)? {
        stated = Some(simple);
    }
    // What is equal in its context may still be written with floors of the dimension.
    let bounds = bounds
        .eliminate_floors_of(Dim::Set(depth), 1)?
        .eliminate_unknown()?;
    Ok((bounds, stated))
}

/// The stock inside of a loop with these bounds, and the loop.
fn enter_loop(
    bounds: &BasicSet,
    exact: Set,
    stride: Option<Stride>,
    strided: Set,
    build: &Build,
) -> Result<(Build, Head)> {
    let (own, others) = build.split(bounds, build.depth)?;
    let space = build.space();
    let mut sub = build.clone();
    sub.depth += 1;
    if let Some(stride) = &stride {
        sub.strides[build.depth] = stride.as_numbers(build)?;
    }
    let mut own = sub.tightened(own)?;
    if stride.is_some() && own.len() > 2 {
        // Bounds that are multiples of the step may imply others that are.
        own = not_implied(&space, &own, &build.generated.intersect(&strided)?)?;
    }
    let others = sub.tightened(others)?;
    let enforced = BasicSet::from_constraints(&space, &own)?.to_set();
    sub.generated = build.generated.intersect(&enforced)?.intersect(&strided)?;
    let needed = BasicSet::from_constraints(&space, &others)?.to_set();
    if build.settings.exploit_nested_bounds {
        sub.pending = build.pending.intersect(&needed)?;
    } else {
        sub.generated = sub.generated.intersect(&needed)?;
    }
    if let Some(agreement) = stride.as_ref().and_then(|stride| stride.requires.as_ref()) {
        sub.pending = sub.pending.intersect(agreement)?;
    }
    let head = Head {
        exact,
        stride,
        strided,
        own,
        enforced,
        needed,
    };
    Ok((sub, head))
}

/// The condition that a loop has because all of its body has it, and the body with the others.
fn combine(
    children: Vec<Graft>,
    head: &Head,
    sub: &Build,
    build: &Build,
) -> Result<(Set, Vec<Node>)> {
    let depth = build.depth;
    let mut guard = graft::shared(&children, sub, Some(depth))?;
    if !build.settings.exploit_nested_bounds {
        guard = guard.intersect(&head.needed)?;
    }
    if let Some(stride) = &head.stride {
        if let Some(agreement) = &stride.requires {
            // The combined stride alone does not say so.
            guard = guard.intersect(agreement)?;
        }
        guard = guard.intersect(&head.strided.eliminate(Dim::Set(depth), 1)?)?;
    }
    let guard = simplified(&guard, &build.generated)?;
    let mut inner = sub.clone();
    inner.generated = sub.generated.intersect(&guard)?;
    let body = graft::with_conditions(children, &inner)?;
    Ok((guard, body))
}

fn construct_for_loop(
    head: &Head,
    maps: &[Map],
    guard: Set,
    body: Vec<Node>,
    build: &Build,
) -> Result<Graft> {
    let depth = build.depth;
    let place = build.position(&guard)?;
    let range = Range {
        build,
        own: &head.own,
        exact: &head.exact,
        stride: head.stride.as_ref(),
        place: &place,
        maps,
    };
    let node = Node::For(Box::new(For {
        iterator: build.iterator(depth),
        init: range.init()?,
        cond: range.cond()?,
        step: head.stride.as_ref().map_or(1, |stride| stride.step),
        body: Node::block(body),
        attributes: build.attributes[depth].clone(),
    }));
    let enforced = match &head.enforced.basic_sets()[..] {
        [only] => only
            .eliminate(Dim::Set(depth), 1)?
            .eliminate_unknown()?
            .to_set(),
        _ => build.universe()?,
    };
    Ok(Graft {
        node,
        guard,
        enforced,
    })
}

/// The same bounds of `dim` where `context` holds, without inequalities for a multiple of it that
/// have floors, as far as the others imply them.
fn without_slanted(bounds: &BasicSet, dim: usize, context: &Set) -> Result<BasicSet> {
    if bounds.has_unknown() {
        return Ok(bounds.clone());
    }
    let mut kept = bounds.constraints()?;
    let mut changed = false;
    for constraint in kept.clone() {
        let aff = constraint.aff();
        let factor = aff.coefficient(Dim::In(dim))?.abs();
        if constraint.is_equality() || aff.floors().is_empty() || factor <= Value::one() {
            continue;
        }
        let rest: Vec<Constraint> = kept.iter().filter(|c| **c != constraint).cloned().collect();
        let outside = aff.add_constant(&Value::one())?.neg()?;
        let implied = || -> presburger::Result<bool> {
            let around = BasicSet::from_constraints(bounds.space(), &rest)?.to_set();
            around
                .intersect(context)?
                .is_disjoint(&outside.nonneg_set()?)
        };
        if attempt(Effort::Question, implied)? == Some(true) {
            kept = rest;
            changed = true;
        }
    }
    match changed {
        true => Ok(BasicSet::from_constraints(bounds.space(), &kept)?),
        false => Ok(bounds.clone()),
    }
}

/// A set that is one conjunction, or the simplest around it.
fn single(set: &Set) -> Result<BasicSet> {
    match &set.basic_sets()[..] {
        [only] if !only.has_unknown() => Ok(only.clone()),
        [only] => Ok(only.eliminate_unknown()?),
        _ => Ok(set.unshifted_simple_hull()?.eliminate_unknown()?),
    }
}

/// The values of the current dimension in `set` as a relation from the other ones.
fn values_in(set: &Set, depth: usize) -> Result<Map> {
    Ok(set
        .project_onto_map(Dim::Set(depth), 1)?
        .eliminate(Dim::In(depth), 1)?)
}

/// The value of the current dimension, if an equality says what it is.
fn stated_value(bounds: &BasicSet, build: &Build) -> Result<Option<Aff>> {
    for constraint in bounds.constraints()? {
        if !constraint.is_equality() {
            break;
        }
        let value = first_value(&constraint, None, build)?;
        if let Some(value) = value.filter(|value| !involves(value, build.depth)) {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// The value of the current dimension in `set`, if there is only one, one formula says what it
/// is, and all that is found easily.
fn single_iteration(
    set: &Set,
    bounds: &BasicSet,
    stride: Option<&Stride>,
    build: &Build,
) -> Result<Option<Aff>> {
    let find = || -> Result<Option<Aff>> {
        let values = values_in(set, build.depth)?;
        if !values.is_single_valued()? {
            return Ok(None);
        }
        let variable = Aff::var_on_domain(&build.space(), Dim::Set(build.depth))?;
        let is_value = |candidate: &Aff| -> Result<bool> {
            Ok(set.is_subset(&variable.sub(candidate)?.zero_set()?)?)
        };
        let ends = end_values(bounds, stride, build)?;
        let (simple, others) = ends.split_at(ends.partition_point(|end| floors_in(end) == 0));
        for end in simple {
            if is_value(end)? {
                return Ok(Some(end.clone()));
            }
        }
        let solve = || -> Result<Option<Aff>> {
            let function = values.as_pw_multi_aff()?.at(0)?.coalesce()?;
            Ok(match &function.pieces()[..] {
                [(_, value)] if value.denominator().is_one() && !involves(value, build.depth) => {
                    Some(value.clone())
                }
                _ => None,
            })
        };
        let solved = attempt(Effort::Relation, solve)?.flatten();
        // A bound may be a better formula than what solving for the value gives.
        for end in others {
            if let Some(solved) = &solved
                && floors_in(solved) <= floors_in(end)
            {
                break;
            }
            if is_value(end)? {
                return Ok(Some(end.clone()));
            }
        }
        Ok(solved)
    };
    Ok(attempt(Effort::Loop, find)?.flatten())
}

/// The first and last values that the bounds and the stride allow, simple ones first.
fn end_values(bounds: &BasicSet, stride: Option<&Stride>, build: &Build) -> Result<Vec<Aff>> {
    let mut values = Vec::new();
    for constraint in bounds.constraints()? {
        values.extend(first_value(&constraint, stride, build)?);
        values.extend(last_value(&constraint, stride, build)?);
    }
    values.retain(|value| value.denominator().is_one());
    values.sort_by_key(floors_in);
    Ok(values)
}

/// The number of floors in a formula, nested ones included.
fn floors_in(aff: &Aff) -> usize {
    let floors = aff.floors();
    floors.len() + floors.iter().map(|(_, a)| floors_in(a)).sum::<usize>()
}

/// What the header of a loop is made from.
struct Range<'a> {
    build: &'a Build,
    /// The constraints on the current dimension.
    own: &'a [Constraint],
    /// The values that occur.
    exact: &'a Set,
    stride: Option<&'a Stride>,
    place: &'a Position,
    maps: &'a [Map],
}

impl Range<'_> {
    /// The first value.
    fn init(&self) -> Result<Expr> {
        let mut bounds = Vec::new();
        for constraint in self.own {
            bounds.extend(first_value(constraint, self.stride, self.build)?);
        }
        if bounds.is_empty() {
            let function = self.extreme(true)?;
            return match (function, self.stride) {
                (Some(function), _) => self.place.pw_aff(&function),
                (None, _) => Err(Error::NoLowerBound {
                    dimension: self.build.depth,
                    statements: statements(self.maps),
                }),
            };
        }
        let mut values = Vec::with_capacity(bounds.len());
        for bound in bounds {
            values.push(self.place.aff(&bound)?);
        }
        Ok(Expr::join(Op::Max, values).unwrap_or(Expr::Int(0)))
    }

    /// The comparison with the last value.
    fn cond(&self) -> Result<Expr> {
        let counter = Expr::Id(self.build.iterator(self.build.depth));
        let mut bounds = Vec::new();
        for constraint in self.own {
            bounds.extend(last_value(constraint, None, self.build)?);
        }
        if bounds.is_empty() {
            return Ok(match self.extreme(false)? {
                Some(function) => Expr::binary(Op::Le, counter, self.place.pw_aff(&function)?),
                // A schedule without an end is a loop without one.
                None => Expr::Int(1),
            });
        }
        if !self.build.settings.atomic_upper_bound {
            let mut parts = Vec::new();
            for constraint in self.own {
                if last_value(constraint, None, self.build)?.is_some() {
                    parts.push(self.place.constraint(constraint)?);
                }
            }
            return Ok(Expr::join(Op::And, parts).unwrap_or(Expr::Int(1)));
        }
        // `c < n` rather than `c <= n - 1`.
        let strict = bounds
            .iter()
            .all(|b| !b.is_cst() && b.constant() < Value::zero());
        let mut values = Vec::with_capacity(bounds.len());
        for bound in bounds {
            let bound = match strict {
                true => bound.add_constant(&Value::one())?,
                false => bound,
            };
            values.push(self.place.aff(&bound)?);
        }
        let bound = Expr::join(Op::Min, values).unwrap_or(Expr::Int(0));
        Ok(Expr::binary(
            if strict { Op::Lt } else { Op::Le },
            counter,
            bound,
        ))
    }

    /// The least or largest value that occurs, by parametric integer programming.
    fn extreme(&self, least: bool) -> Result<Option<PwAff>> {
        let values = values_in(self.exact, self.build.depth)?;
        let extreme = if least {
            values.lexmin()
        } else {
            values.lexmax()
        };
        match extreme {
            Ok(map) => Ok(Some(map.as_pw_multi_aff()?.at(0)?.coalesce()?)),
            Err(presburger::Error::Unbounded(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
