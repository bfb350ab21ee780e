//! The order of execution.
//!
//! For each statement in the text, the executions are points `[new date | old date]`: when the text
//! executes something, and when the schedule wants it. Two statements `a` and `b` of the text are in
//! order if no pair of their points has `new(a) < new(b)` and `old(a) > old(b)`, both
//! lexicographically.
//!
//! Pairs are split at the first new date that differs, and then looked at old date by old date.
//! Most of them are decided by dates that are numbers, the positions in sequences, without any
//! sets.

use presburger::{Dim, Map, Set, UnionMap};
use scop::Scop;
use scop::schedule::Kind;

use crate::{Claim, Copy, Failure, Result, example};

/// Proves that no two executions are in the wrong order.
pub(crate) fn kept(read: &Scop, copies: &[Copy], claim: &Claim) -> Result<()> {
    let new = read.schedule.map()?;
    let mut dated = Vec::with_capacity(copies.len());
    for (copy, statement) in copies.iter().zip(&read.statements) {
        dated.extend(Dated::new(copy, statement.domain.space(), &new, claim)?);
    }
    for first in &dated {
        for second in &dated {
            if first.length == second.length {
                pair(first, second, &new, claim)?;
            }
        }
    }
    Ok(())
}

/// A statement of the text with its dates.
struct Dated<'a> {
    copy: &'a Copy,
    /// `[new | old]` for each execution.
    points: Set,
    /// For each of these the number that it is, if it is one.
    numbers: Vec<Option<i64>>,
    /// How many of them are new.
    new: usize,
    /// The length of the old date: others are not comparable.
    length: usize,
}

impl<'a> Dated<'a> {
    fn new(
        copy: &'a Copy,
        space: &presburger::Space,
        new: &UnionMap,
        claim: &Claim,
    ) -> Result<Vec<Dated<'a>>> {
        let of_text = of_domain(new, space)?;
        let target = &copy.target;
        let mut dated = Vec::new();
        let range = target.space().range()?;
        let mut covered = Set::empty(target.domain()?.space().clone())?;
        for date in maps_from(&claim.dates, &range)? {
            let old = target.apply_range(&date)?;
            if !date.is_single_valued()? {
                return Err(Failure::Undecided(format!(
                    "instances of `{}` have several dates",
                    claim.statements[copy.statement].name
                )));
            }
            covered = covered.union(&old.domain()?)?;
            let both =
                of_text.flat_range_product(&old.set_range_tuple_name(None)?.flatten_range()?)?;
            let points = both.range()?;
            dated.push(Dated {
                copy,
                numbers: numbers(&points)?,
                new: of_text.space().n_out(),
                length: old.space().n_out(),
                points,
            });
        }
        if !target.domain()?.is_subset(&covered)? {
            return Err(Failure::Undecided(format!(
                "instances of `{}` have no date",
                claim.statements[copy.statement].name
            )));
        }
        Ok(dated)
    }
}

/// The dates of the executions of one statement of the text.
fn of_domain(dates: &UnionMap, space: &presburger::Space) -> Result<Map> {
    match &maps_from(dates, space)?[..] {
        [only] => Ok(only.clone()),
        _ => Err(Failure::NotRecords(
            "the order of a statement is not known".into(),
        )),
    }
}

fn maps_from(dates: &UnionMap, space: &presburger::Space) -> Result<Vec<Map>> {
    let mut found = Vec::new();
    for map in dates.maps() {
        if map.space().domain()?.has_equal_tuples(space) {
            found.push(map);
        }
    }
    Ok(found)
}

/// The dimensions that equalities fix.
fn numbers(points: &Set) -> Result<Vec<Option<i64>>> {
    let n = points.n_dim();
    let mut common: Option<Vec<Option<i64>>> = None;
    for part in points.basic_sets() {
        let mut own = vec![None; n];
        // What is said without existentials, where they have no formula.
        let part = match part.has_unknown() {
            true => part.eliminate_unknown()?,
            false => part,
        };
        for constraint in part.constraints()? {
            let aff = constraint.aff();
            if !constraint.is_equality() || !aff.floors().is_empty() {
                continue;
            }
            let space = aff.domain_space();
            let mut used = Vec::new();
            for dim in 0..n {
                let factor = aff.coefficient(Dim::In(dim))?;
                if !factor.is_zero() {
                    used.push((dim, factor));
                }
            }
            let mut free = true;
            for i in 0..space.n_param() {
                free &= aff.coefficient(Dim::Param(i))?.is_zero();
            }
            if let ([(dim, factor)], true) = (&used[..], free) {
                let value = -aff.constant() / factor.clone();
                own[*dim] = value.to_i64();
            }
        }
        common = Some(match common {
            None => own,
            Some(known) => {
                let both = known.into_iter().zip(own);
                both.map(|(a, b)| a.filter(|_| a == b)).collect()
            }
        });
    }
    Ok(common.unwrap_or_else(|| vec![None; n]))
}

/// Proves the order of the executions of `a` that come before executions of `b`.
fn pair(a: &Dated<'_>, b: &Dated<'_>, new: &UnionMap, claim: &Claim) -> Result<()> {
    if in_order_by_numbers(a, b) {
        return Ok(());
    }
    let mut pairs = Map::from_domain_and_range(&a.points, &b.points)?;
    for dim in 0..a.new {
        match (a.numbers[dim], b.numbers[dim]) {
            (Some(x), Some(y)) if x == y => continue,
            (Some(x), Some(y)) if x > y => return Ok(()),
            (Some(_), Some(_)) => return check(a, b, pairs, new, claim),
            _ => {
                let earlier = pairs.order_lt(Dim::In(dim), Dim::Out(dim))?;
                check(a, b, earlier, new, claim)?;
                pairs = pairs.equate(Dim::In(dim), Dim::Out(dim))?;
                if pairs.is_empty()? {
                    return Ok(());
                }
            }
        }
    }
    match std::ptr::eq(a, b) {
        true => Ok(()),
        false => Err(Failure::NotRecords(
            "two statements of the text run at the same time".into(),
        )),
    }
}

/// Whether numbers alone say that no pair is in the wrong order: there is none that the text
/// executes in this order, or the schedule does the same.
fn in_order_by_numbers(a: &Dated<'_>, b: &Dated<'_>) -> bool {
    let first = |from: usize, to: usize| {
        let mut dims = (from..to).map(|dim| (a.numbers[dim], b.numbers[dim]));
        let differing = dims.find(|(x, y)| x.is_none() || y.is_none() || x != y);
        differing.and_then(|(x, y)| Some(x?.cmp(&y?)))
    };
    let old = first(a.new, a.points.n_dim());
    first(0, a.new) == Some(std::cmp::Ordering::Greater) || old == Some(std::cmp::Ordering::Less)
}

/// Proves that in none of the pairs the schedule has the second one first.
fn check(a: &Dated<'_>, b: &Dated<'_>, pairs: Map, new: &UnionMap, claim: &Claim) -> Result<()> {
    let mut pairs = pairs;
    if pairs.is_empty()? {
        return Ok(());
    }
    for dim in a.new..a.points.n_dim() {
        match (a.numbers[dim], b.numbers[dim]) {
            (Some(x), Some(y)) if x == y => continue,
            (Some(x), Some(y)) if x < y => return Ok(()),
            (Some(_), Some(_)) => return wrong(a, b, pairs, new, claim),
            _ => {
                let later = pairs.order_gt(Dim::In(dim), Dim::Out(dim))?;
                if !later.is_empty()? {
                    wrong(a, b, later, new, claim)?;
                }
                pairs = pairs.equate(Dim::In(dim), Dim::Out(dim))?;
                if pairs.is_empty()? {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Pairs that the dates have in another order: wrong unless the tree leaves their order open.
fn wrong(a: &Dated<'_>, b: &Dated<'_>, pairs: Map, new: &UnionMap, claim: &Claim) -> Result<()> {
    if let Some(tree) = &claim.tree
        && tree
            .nodes()
            .into_iter()
            .any(|(_, node)| matches!(node.kind(), Kind::Set) && node.children().len() > 1)
    {
        let first = UnionMap::from_maps([a.copy.target.clone()])?;
        let second = UnionMap::from_maps([b.copy.target.clone()])?;
        // From instances to when the text executes them.
        let (when_a, when_b) = (
            first.reverse()?.apply_range(new)?,
            second.reverse()?.apply_range(new)?,
        );
        let executed = when_a.lex_lt_union_map(&when_b)?;
        let wanted = tree.before()?.intersect_params(&claim.context)?;
        if executed.is_disjoint(&wanted.reverse()?)? {
            return Ok(());
        }
    }
    let example = example(&pairs.wrap()?.into())?;
    Err(Failure::Order {
        first: claim.statements[a.copy.statement].name.clone(),
        second: claim.statements[b.copy.statement].name.clone(),
        example,
    })
}
