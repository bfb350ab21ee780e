//! The order of execution.
//!
//! For each statement in the text, the executions are points `[new date | old date]`: when the text
//! executes something, and when the schedule wants it. Two statements `a` and `b` of the text are in
//! order if no pair of their points has `new(a) < new(b)` and `old(a) > old(b)`, both
//! lexicographically.
//!
//! Pairs are split at the first new date that differs, and then looked at old date by old date.
//! Dates that are numbers, the positions in sequences, and old dates that are new dates, the
//! counters of loops that scan the schedule as it is, decide nearly all of them without any sets.

use presburger::{Dim, Map, UnionMap};
use scop::schedule::Kind;

use crate::dated::Dated;
use crate::{Claim, Failure, Result, example};

/// Proves that no two executions are in the wrong order; `dates` are those of the text.
pub(crate) fn kept(dated: &[Dated<'_>], dates: &UnionMap, claim: &Claim) -> Result<()> {
    for first in dated {
        for second in dated {
            if first.length() == second.length() {
                Pair {
                    a: first,
                    b: second,
                    dates,
                    claim,
                }
                .kept()?;
            }
        }
    }
    Ok(())
}

/// Executions of `a` that come before executions of `b`.
struct Pair<'a> {
    a: &'a Dated<'a>,
    b: &'a Dated<'a>,
    dates: &'a UnionMap,
    claim: &'a Claim,
}

impl Pair<'_> {
    fn kept(&self) -> Result<()> {
        let (a, b) = (self.a, self.b);
        for dim in 0..a.new {
            match (a.numbers[dim], b.numbers[dim]) {
                (Some(x), Some(y)) if x == y => continue,
                (Some(x), Some(y)) if x > y => return Ok(()),
                (Some(_), Some(_)) => return self.check(dim, false),
                _ => self.check(dim, true)?,
            }
        }
        if std::ptr::eq(a, b) || self.pairs(a.new, false)?.is_empty()? {
            return Ok(());
        }
        Err(Failure::NotRecords(
            "two statements of the text run at the same time".into(),
        ))
    }

    /// Pairs with equal new dates before `dim`, and an earlier one there if `strict`.
    fn pairs(&self, dim: usize, strict: bool) -> Result<Map> {
        let mut pairs = Map::from_domain_and_range(&self.a.points, &self.b.points)?;
        for dim in 0..dim {
            if self.a.numbers[dim].is_none() || self.b.numbers[dim].is_none() {
                pairs = pairs.equate(Dim::In(dim), Dim::Out(dim))?;
            }
        }
        Ok(match strict {
            true => pairs.order_lt(Dim::In(dim), Dim::Out(dim))?,
            false => pairs,
        })
    }

    /// Proves that in none of these pairs the schedule has the second one first.
    fn check(&self, dim: usize, strict: bool) -> Result<()> {
        let (a, b) = (self.a, self.b);
        let mut pairs: Option<Map> = None;
        for old in a.new..a.points.n_dim() {
            match (a.numbers[old], b.numbers[old]) {
                (Some(x), Some(y)) if x == y => continue,
                (Some(x), Some(y)) if x < y => return Ok(()),
                _ => {}
            }
            // The old dates as new dates, if both have the same formula.
            let same = a.same[old].filter(|_| a.same[old] == b.same[old]);
            match same {
                Some((new, _)) if new < dim => continue,
                Some((new, _)) if new == dim && strict => return Ok(()),
                _ => {}
            }
            let here = match pairs {
                Some(pairs) => pairs,
                None => {
                    let mut pairs = self.pairs(dim, strict)?;
                    for old in a.new..old {
                        pairs = pairs.equate(Dim::In(old), Dim::Out(old))?;
                    }
                    pairs
                }
            };
            let later = here.order_gt(Dim::In(old), Dim::Out(old))?;
            if !later.is_empty()? {
                self.wrong(later)?;
            }
            let here = here.equate(Dim::In(old), Dim::Out(old))?;
            if here.is_empty()? {
                return Ok(());
            }
            pairs = Some(here);
        }
        Ok(())
    }

    /// Pairs that the dates have in another order: wrong unless the tree leaves their order open.
    fn wrong(&self, pairs: Map) -> Result<()> {
        let (a, b, new, claim) = (self.a, self.b, self.dates, self.claim);
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
}
