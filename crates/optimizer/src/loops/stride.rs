//! Which loop is innermost: the one along which memory is accessed with the smallest steps.

use super::reordered;
use crate::linear::{complement, solve};
use presburger::{Dim, Map, Result, Space};
use scop::Scop;
use scop::schedule::Band;

/// The cost of an access in one iteration of the innermost loop: the same cell again, the next one, another
/// one in the row, or one in another row.
const SAME: i64 = 0;
const NEXT: i64 = 1;
const NEAR: i64 = 4;
const FAR: i64 = 16;

/// A permutable band with the member last that costs least; of equals, the one that is last already. The
/// parallel member may be kept where it is.
pub(super) fn with_best_last(scop: &Scop, band: &Band, keep_parallel: bool) -> Result<Band> {
    if !band.permutable || band.size() < 2 {
        return Ok(band.clone());
    }
    let mut costs = vec![0i64; band.size()];
    for statement in &scop.statements {
        let Some(rows) = rows(band, statement.domain.space())? else {
            continue;
        };
        for access in &statement.accesses {
            for (member, cost) in costs.iter_mut().enumerate() {
                *cost += match direction(&rows, statement.depth(), member) {
                    Some(direction) => access_cost(&access.relation, &direction)?,
                    None => FAR,
                };
            }
        }
    }
    let last = band.size() - 1;
    let movable = (0..band.size()).filter(|&k| !(keep_parallel && band.members[k].coincident));
    let best = movable.min_by_key(|&k| (costs[k], last - k));
    let best = best.unwrap_or(last);
    let order: Vec<usize> = (0..band.size())
        .filter(|&k| k != best)
        .chain([best])
        .collect();
    reordered(band, &order)
}

/// The factors of iterators in each member for the instances in a space; `None` if they have no dates in the
/// band, or not one affine date.
fn rows(band: &Band, space: &Space) -> Result<Option<Vec<Vec<i64>>>> {
    let mut rows = Vec::with_capacity(band.size());
    for k in 0..band.size() {
        let dates = band.schedule.at(k)?.pw_affs();
        let own = dates
            .iter()
            .find(|date| date.space().domain_tuple() == space.tuple());
        let pieces = own.map(|date| date.pieces()).unwrap_or_default();
        let [(_, date)] = &pieces[..] else {
            return Ok(None);
        };
        let mut row = Vec::with_capacity(space.n_out());
        for i in 0..space.n_out() {
            match date.coefficient(Dim::In(i))?.to_i64() {
                Some(factor) => row.push(factor),
                None => return Ok(None),
            }
        }
        rows.push(row);
    }
    Ok(Some(rows))
}

/// How an instance changes when one member increases and nothing else changes, as far as it matters; `None`
/// if the member does not depend on the instance.
fn direction(rows: &[Vec<i64>], depth: usize, member: usize) -> Option<Vec<i64>> {
    let mut others: Vec<Vec<i64>> = Vec::with_capacity(depth);
    let kept = rows.iter().enumerate().filter(|(k, _)| *k != member);
    others.extend(kept.map(|(_, row)| row.clone()));
    others.extend(complement(rows, depth)?);
    solve(&others, &rows[member], depth)
}

/// What an access costs when the instance changes by `direction`.
fn access_cost(relation: &Map, direction: &[i64]) -> Result<i64> {
    if !relation.is_single_valued()? {
        return Ok(FAR);
    }
    let mut worst = SAME;
    for (_, subscripts) in relation.as_pw_multi_aff()?.pieces() {
        let n = subscripts.size();
        for dim in 0..n {
            let subscript = subscripts.at(dim)?;
            let mut step = 0i64;
            for (i, change) in direction.iter().enumerate() {
                let factor = subscript.coefficient(Dim::In(i))?.to_i64().unwrap_or(FAR);
                step = step.saturating_add(factor.saturating_mul(*change));
            }
            let is_last = dim + 1 == n;
            worst = worst.max(match (step.abs(), is_last) {
                (0, _) => SAME,
                (1, true) => NEXT,
                (_, true) => NEAR,
                (_, false) => FAR,
            });
        }
    }
    Ok(worst)
}
