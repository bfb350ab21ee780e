//! How far a dependence lets its ends be moved.
//!
//! Let the source `x` of a pair have the vector `s(x)` and the sink `y` the vector `t(y)`, and let
//! deviations `c` and `d` be added to them. The pair is executed in its order if
//! `s(x) + c ≺ t(y) + d`, that is `d − c ≻ s(x) − t(y)`: vectors with the lexicographic order and
//! addition are an ordered group. So all pairs are in order if `d − c` is greater than the *greatest* of these
//! differences. The safe space of a dependence, the complement of its violation space, is a half-space of this
//! order, and one vector describes it: its *bound*.
//!
//! For `A[i] = …` at `(0, i, 0)` and `… = A[i + 1]` at `(0, i, 1)` the differences are
//! `(0, i, 0) − (0, i − 1, 1) = (0, 1, −1)`: the reader is to be moved by more than that, `(0, 2, 0)`, `(0, 1, 0)`
//! and `(1, 0, 0)` among others.
//!
//! A difference that has no greatest value, for whatever values of the parameters, ends the bound: then the entries before it must be
//! greater.

use crate::piece::{Piece, pairs_of};
use dependence::{Dependence, DependenceKind};
use presburger::{Aff, Error, Map, PwAff, Result, Set, Value};
use scop::Scop;
use std::cmp::Ordering;

/// The sum of the deviations of a dependence's sink, less that of its source, must be greater than this,
/// in the lexicographic order of as many entries as there are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bound(pub Vec<i64>);

/// A bound for two pieces.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub source: usize,
    pub sink: usize,
    pub bound: Bound,
}

/// The bounds of a dependence.
pub(crate) fn edges(
    scop: &Scop,
    dependence: &Dependence,
    pieces: &[Piece],
    found: &mut Vec<Edge>,
) -> Result<()> {
    if dependence.kind == DependenceKind::Rar {
        return Ok(());
    }
    for (source, first) in pieces.iter().enumerate() {
        for (sink, second) in pieces.iter().enumerate() {
            let Some(pairs) = pairs_of(scop, dependence, first, second)? else {
                continue;
            };
            if let Some(bound) = bound(&pairs, first, second)? {
                found.push(Edge {
                    source,
                    sink,
                    bound,
                });
            }
        }
    }
    Ok(())
}

/// The bound of pairs of instances of two pieces; `None` if there are no pairs.
pub(crate) fn bound(pairs: &Map, source: &Piece, sink: &Piece) -> Result<Option<Bound>> {
    let all = source.len().max(sink.len());
    Ok(follow(pairs, source, sink, all)?.map(|(bound, _)| bound))
}

/// The first entries of a bound, `end` of them if no difference ends it, and the pairs with these differences.
fn follow(pairs: &Map, source: &Piece, sink: &Piece, end: usize) -> Result<Option<(Bound, Map)>> {
    if pairs.is_empty()? {
        return Ok(None);
    }
    let mut bound = Vec::new();
    let mut pairs = pairs.clone();
    for k in 0..end {
        if k % 2 == 0 {
            bound.push(source.position(k) - sink.position(k));
            continue;
        }
        let (s, t) = (source.entry(k)?, sink.entry(k)?);
        // The least difference `t(y) - s(x)` is the greatest `s(x) - t(y)`.
        let Some(least) = extreme(&differences(&pairs, &s, &t)?, Ordering::Less)? else {
            break;
        };
        bound.push(-least);
        let shifted = s.add(&constant(&s, least)?)?;
        pairs = pairs.intersect(&shifted.eq_map(&t)?)?;
    }
    Ok(Some((Bound(bound), pairs)))
}

/// The bound with which pairs are ordered outside of a loop, counted from 0, or in one iteration of it: with an entry for the
/// loop if one difference makes all iterations one that no outer loop orders.
pub(crate) fn same_iteration(
    pairs: &Map,
    source: &Piece,
    sink: &Piece,
    level: usize,
) -> Result<Option<Bound>> {
    let entry = 2 * level + 1;
    let Some((mut bound, rest)) = follow(pairs, source, sink, entry)? else {
        return Ok(None);
    };
    if bound.0.len() == entry {
        let values = differences(&rest, &source.entry(entry)?, &sink.entry(entry)?)?;
        let least = extreme(&values, Ordering::Less)?;
        if let Some(one) = least
            && extreme(&values, Ordering::Greater)? == least
        {
            bound.0.push(-one);
        }
    }
    Ok(Some(bound))
}

/// The values of `t(y) - s(x)` for pairs of `x` and `y`.
fn differences(pairs: &Map, s: &PwAff, t: &PwAff) -> Result<Set> {
    let dates = pairs
        .apply_domain(&s.as_map()?)?
        .apply_range(&t.as_map()?)?;
    dates.deltas()
}

fn constant(like: &PwAff, value: i64) -> Result<PwAff> {
    let value = Aff::val_on_domain(&like.domain_space(), &Value::from(value))?;
    Ok(PwAff::from_aff(&value))
}

/// The least or the greatest element of a set of numbers that is not empty, if there is one.
fn extreme(numbers: &Set, which: Ordering) -> Result<Option<i64>> {
    let line = Aff::vars_on_domain(numbers.space())?;
    let Some(number) = line.first() else {
        return Err(Error::Invalid("differences without a value".into()));
    };
    let value = match which {
        Ordering::Greater => numbers.max_val(number)?,
        _ => numbers.min_val(number)?,
    };
    if value.is_neginfty() || value.is_infty() {
        return Ok(None);
    }
    match value.to_i64().filter(|value| value.abs() < 1 << 40) {
        Some(value) => Ok(Some(value)),
        None => Err(Error::Invalid(format!("dates differ by {value}"))),
    }
}
