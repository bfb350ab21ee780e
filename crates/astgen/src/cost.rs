//! Which of several ways to break up a dimension makes the least code (section 5.4 leaves the choice
//! to the generator unless an option makes it).
//!
//! A union can be made disjoint in as many ways as its parts can be ordered: what is in one part is
//! taken out of those that follow. Where `0 <= t < n` and `t = 0` meet, the first iteration can have
//! code of its own, or the loop a condition and the case `n <= 0` code of its own. The code for a
//! piece grows with the statements in it and with their loops, so that is what is counted.

use crate::build::{Build, domain_of};
use crate::error::Result;
use crate::pieces::{Part, is_fixed, joined, make_disjoint, separated_first};
use crate::strides::detect_stride;
use presburger::{BasicSet, Dim, Effort, Map, Set, Value, attempt};
use std::collections::HashMap;

/// A condition in a body costs as much as so many loops or calls.
const CONDITION: usize = 3;
/// Unions of more parts are broken up in one way only.
const MAX_PARTS: usize = 8;

/// Disjoint pieces that cover `domain`, the part of the schedule that is meant.
pub(crate) fn cheapest(domain: &Set, part: &Part, build: &Build) -> Result<Vec<BasicSet>> {
    let parts = joined(domain, build.depth)?;
    if parts.n_basic_set() < 2 {
        return Ok(parts.basic_sets().to_vec());
    }
    let simple = || one_range(&parts, part, build);
    if let Some(only) = attempt(Effort::Relation, simple)?.flatten() {
        return Ok(vec![only]);
    }
    let single_first = separated_first(&parts, build.depth)?;
    let first = make_disjoint(&single_first, build.depth)?;
    if parts.n_basic_set() > MAX_PARTS || first.len() < 2 || part.executed.len() < 2 {
        return Ok(first);
    }
    let cheaper = || -> Result<Option<Vec<BasicSet>>> {
        let statements = Statements::new(part.executed, build)?;
        let mut orders = vec![single_first.basic_sets().to_vec()];
        let heavy = statements.heavy_first(&parts)?;
        if heavy != orders[0] && !mixes_strides(&heavy, part.executed, build)? {
            orders.push(heavy);
        }
        let mut candidates = Vec::with_capacity(4);
        for (i, order) in orders.iter().enumerate() {
            if i > 0 {
                candidates.push(make_disjoint(&union_of(order, build)?, build.depth)?);
            }
            candidates.push(split_outside_first(order, build)?);
        }
        let mut best = (statements.cost(&first, build)?, None);
        for candidate in candidates {
            let cost = statements.cost(&candidate, build)?;
            if cost < best.0 {
                best = (cost, Some(candidate));
            }
        }
        Ok(best.1)
    };
    Ok(attempt(Effort::Relation, cheaper)?
        .flatten()
        .unwrap_or(first))
}

fn union_of(parts: &[BasicSet], build: &Build) -> Result<Set> {
    let mut union = Set::empty(build.space())?;
    for part in parts {
        union = union.union(&part.to_set())?;
    }
    Ok(union)
}

/// Disjoint pieces of the parts, each without those before it. What is left of a part where another
/// one is not executed at all comes first and keeps its bounds; only the rest is cut by those of the
/// other.
fn split_outside_first(parts: &[BasicSet], build: &Build) -> Result<Vec<BasicSet>> {
    let mut pieces = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let mut rest = vec![part.to_set()];
        for earlier in &parts[..i] {
            let mut cut = Vec::with_capacity(rest.len());
            for piece in rest {
                cut.extend(outside(piece, earlier, build)?);
            }
            rest = cut;
        }
        pieces.extend(rest);
    }
    let mut union = Set::empty(build.space())?;
    for piece in pieces {
        union = union.union(&piece)?;
    }
    make_disjoint(&union, build.depth)
}

/// The parts of `set` where the constraints of `other` fail, one after the other; those that do not
/// involve the current dimension first.
fn outside(set: Set, other: &BasicSet, build: &Build) -> Result<Vec<Set>> {
    if other.has_unknown() {
        return Ok(vec![set.subtract(&other.to_set())?]);
    }
    let (own, outer) = build.split(other, build.depth)?;
    let mut rest = set;
    let mut pieces = Vec::new();
    for constraint in outer.iter().chain(&own) {
        let aff = constraint.aff();
        let mut fails = vec![aff.add_constant(&Value::one())?.neg()?];
        if constraint.is_equality() {
            fails.push(aff.add_constant(&-Value::one())?);
        }
        for fails in fails {
            let piece = rest.intersect(&fails.nonneg_set()?)?;
            if !piece.is_empty()? {
                pieces.push(piece);
            }
        }
        let holds = BasicSet::from_constraints(rest.space(), std::slice::from_ref(constraint))?;
        rest = rest.intersect(&holds.to_set())?;
    }
    Ok(pieces)
}

/// One convex set for all parts, if they differ in what must hold of outer dimensions only: where
/// anything is executed, all values of the set are meant. The conditions go inside of the loop.
fn one_range(parts: &Set, part: &Part, build: &Build) -> Result<Option<BasicSet>> {
    let hull = parts.unshifted_simple_hull()?.eliminate_unknown()?;
    let all = hull.to_set();
    if part.cut && !part.whole.subtract(&part.domain)?.is_disjoint(&all)? {
        return Ok(None);
    }
    let executed = parts.eliminate(Dim::Set(build.depth), 1)?;
    let extent = all.intersect(&executed)?.intersect(&build.known()?)?;
    Ok(extent.is_subset(parts)?.then_some(hull))
}

/// Whether a single value would be in a loop that could have a step without it.
fn mixes_strides(ordered: &[BasicSet], executed: &[Map], build: &Build) -> Result<bool> {
    let mut ranges = Set::empty(build.space())?;
    for part in ordered {
        if !is_fixed(part, build.depth)? {
            ranges = ranges.union(&part.to_set())?;
        }
    }
    let inner = build.n - build.depth - 1;
    let exact = domain_of(executed, build)?.eliminate(Dim::Set(build.depth + 1), inner)?;
    let alone = detect_stride(&exact.intersect(&ranges)?, build)?;
    let together = detect_stride(&exact, build)?;
    Ok(match (alone, together) {
        (Some(alone), Some(together)) => alone.step != together.step,
        (Some(_), None) => true,
        (None, _) => false,
    })
}

/// The statements of a dimension.
struct Statements(Vec<Class>);

/// Statements with the same values of the dimension.
struct Class {
    values: Set,
    /// Where there are any values.
    outer: Set,
    /// How much code the statements are.
    weight: usize,
}

impl Statements {
    fn new(executed: &[Map], build: &Build) -> Result<Statements> {
        let mut places: HashMap<Set, usize> = HashMap::new();
        let mut all: Vec<Class> = Vec::new();
        for map in executed {
            let values = build.local(&map.domain()?)?;
            // A call, and the loops around it.
            let weight = 1 + map.space().n_out();
            let at = *places.entry(values.clone()).or_insert(all.len());
            match all.get_mut(at) {
                Some(class) => class.weight += weight,
                None => all.push(Class {
                    outer: values.eliminate(Dim::Set(build.depth), 1)?,
                    values,
                    weight,
                }),
            }
        }
        Ok(Statements(all))
    }

    /// The parts, those with much code before those with little.
    fn heavy_first(&self, parts: &Set) -> Result<Vec<BasicSet>> {
        let mut weighed = Vec::with_capacity(parts.n_basic_set());
        for part in parts.basic_sets() {
            // What is all in a part is the reason for it.
            let (mut inside, mut some) = (0, 0);
            for class in &self.0 {
                if class.values.is_subset(&part.to_set())? {
                    inside += class.weight;
                } else if !class.values.is_disjoint(&part.to_set())? {
                    some += class.weight;
                }
            }
            weighed.push(((inside, some), part));
        }
        weighed.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        Ok(weighed.into_iter().map(|(_, part)| part).collect())
    }

    /// What the code for all pieces costs: first its size, then the bounds of its loops.
    fn cost(&self, pieces: &[BasicSet], build: &Build) -> Result<(usize, usize)> {
        let (mut total, mut bounds) = (0, 0);
        for piece in pieces {
            bounds += build.split(piece, build.depth)?.0.len();
            let piece = piece.to_set();
            total += 1;
            for class in &self.0 {
                let here = piece.intersect(&class.values)?;
                if here.is_empty()? {
                    continue;
                }
                total += class.weight;
                // A condition on outer dimensions alone can be tested outside of the loop.
                if !piece.intersect(&class.outer)?.is_subset(&class.values)? {
                    total += CONDITION;
                }
            }
        }
        Ok((total, bounds))
    }
}
