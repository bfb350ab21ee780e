//! The operations on one operand.

use presburger::{BasicSet, Bound, Error, Result, Set, UnionMap, UnionSet};

use super::binary::{Failure, Outcome};
use super::object::{List, Object};

/// `name operand`, for a name of [`operations`](super::operations).
pub(crate) fn apply(name: &str, operand: &Object) -> Outcome {
    if name == "typeof" {
        return Ok(Object::Text(operand.kind().into()));
    }
    let operand = operand.without_flag();
    let result = match (name, operand) {
        ("lexmin", Object::Set(a)) => set(a.lexmin()),
        ("lexmin", Object::Map(a)) => map(a.lexmin()),
        ("lexmax", Object::Set(a)) => set(a.lexmax()),
        ("lexmax", Object::Map(a)) => map(a.lexmax()),
        ("coalesce", Object::Set(a)) => set(a.coalesce()),
        ("coalesce", Object::Map(a)) => map(a.coalesce()),
        ("coalesce", Object::Count(a)) => Ok(Object::Count(a.clone())),
        ("aff", Object::Set(a)) => set(a.affine_hull()),
        ("aff", Object::Map(a)) => map(a.affine_hull()),
        ("poly", Object::Set(a)) => set(a.polyhedral_hull()),
        ("poly", Object::Map(a)) => map(a.polyhedral_hull()),
        ("simple_hull", Object::Set(a)) => set(a.simple_hull()),
        ("simple_hull", Object::Map(a)) => map(a.simple_hull()),
        ("compute_divs", Object::Set(a)) => set(a.compute_divs()),
        ("compute_divs", Object::Map(a)) => map(a.compute_divs()),
        ("card", Object::Set(a)) => a.card().map(Object::Count),
        ("card", Object::Map(a)) => a.card().map(Object::Count),
        ("sum", Object::Count(a)) => a.sum().map(Object::Count),
        ("ub", Object::Count(a)) => return flagged(a.upper_bound()?),
        ("lb", Object::Count(a)) => return flagged(a.lower_bound()?),
        ("sample", Object::Set(a)) => set(a.sample()),
        ("sample", Object::Map(a)) => map(a.sample()),
        ("scan", Object::Set(a)) => set(scan(a)),
        ("scan", Object::Map(a)) => map(a.wrap().and_then(|a| scan(&a)?.unwrap())),
        ("params", Object::Set(a)) => set(a.params().map(UnionSet::from)),
        ("params", Object::Map(a)) => set(a.params().map(UnionSet::from)),
        ("is_empty", Object::Set(a)) => a.is_empty().map(Object::Bool),
        ("is_empty", Object::Map(a)) => a.is_empty().map(Object::Bool),
        ("is_bounded", Object::Set(a)) => a.is_bounded().map(Object::Bool),
        ("unwrap", Object::Set(a)) => map(a.unwrap()),
        ("identity", Object::Set(a)) => map(a.identity()),
        ("coefficients", Object::Set(a)) => set(farkas(a, BasicSet::coefficients)),
        ("solutions", Object::Set(a)) => set(farkas(a, BasicSet::solutions)),
        ("dom", Object::Count(a)) => set(a.domain()),
        ("map", Object::Schedule(a)) => map(a.map()),
        _ => match as_map(operand)? {
            Some(operand) => on_map(name, &operand)?,
            None => return Err(wrong_kind(name, operand)),
        },
    };
    result.map_err(Failure::from)
}

/// The operations that are for maps only.
fn on_map(name: &str, a: &UnionMap) -> std::result::Result<Result<Object>, Failure> {
    Ok(match name {
        "dom" => set(a.domain()),
        "ran" => set(a.range()),
        "domain_map" => map(a.domain_map()),
        "range_map" => map(a.range_map()),
        "wrap" => set(a.wrap()),
        "zip" => map(a.zip()),
        "curry" => map(a.curry()),
        "uncurry" => map(a.uncurry()),
        "deltas" => set(a.deltas()),
        "deltas_map" => map(a.deltas_map()),
        "is_single_valued" => a.is_single_valued().map(Object::Bool),
        "is_injective" => a.is_injective().map(Object::Bool),
        "is_bijective" => a.is_bijective().map(Object::Bool),
        _ => return Err(wrong_kind(name, &Object::Map(a.clone()))),
    })
}

/// The operand as a map; `{ }` can be one.
pub(crate) fn as_map(object: &Object) -> std::result::Result<Option<UnionMap>, Failure> {
    Ok(match object.without_flag() {
        Object::Map(map) => Some(map.clone()),
        Object::Set(set) if set.is_empty()? => Some(UnionMap::empty(&set.space())),
        _ => None,
    })
}

fn wrong_kind(name: &str, operand: &Object) -> Failure {
    let takes = match name {
        "sum" | "ub" | "lb" => "a piecewise quasipolynomial",
        "unwrap" | "identity" | "coefficients" | "solutions" | "is_bounded" => "a set",
        "lexmin" | "lexmax" | "coalesce" | "aff" | "poly" | "simple_hull" | "compute_divs"
        | "card" | "sample" | "scan" | "params" | "is_empty" => "a set or a map",
        _ => "a map",
    };
    let help = match (name, operand) {
        ("dom" | "ran" | "wrap" | "zip" | "deltas", Object::Set(_)) => {
            Some("`unwrap` turns a set of pairs into a map, `identity` any set")
        }
        ("unwrap", Object::Map(_)) => Some("it is already a map"),
        ("identity", Object::Map(_)) => Some("write `identity dom M` or `identity ran M`"),
        ("is_bounded" | "coefficients" | "solutions", Object::Map(_)) => {
            Some("`wrap M` is the set of pairs of M")
        }
        ("sum" | "ub" | "lb", _) => Some("write it as in `{ [i] -> i^2 : 0 <= i < 10 }`"),
        (_, Object::Text(_)) => Some("sets and maps are written without quotes"),
        _ => None,
    };
    Failure::Kind {
        message: format!("`{name}` takes {takes}, but this is {}", operand.a_kind()),
        help: help.map(String::from),
    }
}

/// The same set, one point after the other.
fn scan(set: &UnionSet) -> Result<UnionSet> {
    let points = set.points()?;
    UnionSet::from_sets(points.iter().map(|point| point.to_set()))
}

/// In each space, the meet over the pieces.
fn farkas(sets: &UnionSet, of: fn(&BasicSet) -> Result<BasicSet>) -> Result<UnionSet> {
    let mut all = Vec::new();
    for set in sets.sets() {
        let mut meet: Option<Set> = None;
        for part in set.basic_sets() {
            let next = of(&part)?.to_set();
            meet = Some(match meet {
                None => next,
                Some(meet) => meet.intersect(&next)?,
            });
        }
        all.extend(meet);
    }
    UnionSet::from_sets(all)
}

/// `M^+`
pub(crate) fn closure(operand: &Object) -> Outcome {
    match as_map(operand)? {
        Some(map) => {
            let (closure, exact) = map.transitive_closure()?;
            let pair = vec![Object::Map(closure), Object::Bool(exact)];
            Ok(Object::List(List::new(pair).ok_or_else(too_large)?))
        }
        None => Err(wrong_kind("^+", operand)),
    }
}

/// `M^k`
pub(crate) fn power(operand: &Object, exponent: &str) -> Outcome {
    let Some(map) = as_map(operand)? else {
        return Err(wrong_kind("^", operand));
    };
    let exponent: presburger::Value = exponent.parse()?;
    if exponent.is_zero() {
        return Err(Failure::Kind {
            message: "the exponent cannot be 0".into(),
            help: Some("write `identity (dom M + ran M)` to relate each element to itself".into()),
        });
    }
    Ok(Object::Map(map.fixed_power(exponent)?))
}

/// `L[i]`
pub(crate) fn index(operand: &Object, index: &str) -> Outcome {
    let Object::List(list) = operand else {
        return Err(Failure::Kind {
            message: format!("only a list has elements, but this is {}", operand.a_kind()),
            help: None,
        });
    };
    let elements = list.elements();
    let element = index.parse().ok().and_then(|i: usize| elements.get(i));
    element.cloned().ok_or_else(|| Failure::Kind {
        message: match elements.len() {
            0 => "the list is empty".into(),
            n => format!("the list has {n} elements; the last is [{}]", n - 1),
        },
        help: None,
    })
}

/// A bound, and whether it is attained.
fn flagged(bound: Bound) -> Outcome {
    let is_tight = Object::Bool(bound.is_tight());
    let pair = vec![Object::Bound(bound), is_tight];
    Ok(Object::List(List::new(pair).ok_or_else(too_large)?))
}

pub(crate) fn too_large() -> Failure {
    Failure::Library(Error::Invalid("the value is too large".into()))
}

pub(crate) fn set(result: Result<UnionSet>) -> Result<Object> {
    result.map(Object::Set)
}

pub(crate) fn map(result: Result<UnionMap>) -> Result<Object> {
    result.map(Object::Map)
}
