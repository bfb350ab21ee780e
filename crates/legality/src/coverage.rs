//! Whether a schedule executes what the program executes, each instance once and at a date of its
//! own.

use crate::pairs::Comparer;
use crate::placement::{Placed, date};
use crate::verdict::{Conflict, Extra, ExtraReason, Missing, Violation};
use crate::witness::Search;
use presburger::{Dim, Error, Map, Result, Set};
use scop::schedule::Placement;
use scop::{LeafId, PlacementId, StmtId};
use std::collections::BTreeMap;

/// Instances that are not executed.
pub(crate) fn missing(
    search: &Search,
    placed: &Placed<'_>,
    statement: StmtId,
) -> Result<Option<Violation>> {
    let all = &placed.scop[statement].domain;
    let here = placed.of(statement).iter();
    let here: Vec<&Set> = here.map(|&id| &placed.view[id].domain).collect();
    if here.contains(&all) {
        return Ok(None);
    }
    let mut rest = all.intersect_params(&placed.scop.context)?;
    for domain in here {
        rest = rest.subtract(domain)?;
    }
    if rest.is_empty()? {
        return Ok(None);
    }
    let (case, instance) = search.smallest_element(&rest)?;
    Ok(Some(Violation::Missing(Box::new(Missing {
        statement,
        instances: rest,
        parameters: case.parameters,
        instance,
    }))))
}

/// Instances that are executed and should not be, up to `limit` violations.
pub(crate) fn extra(search: &Search, placed: &Placed<'_>, limit: usize) -> Result<Vec<Violation>> {
    let (scop, view) = (placed.scop, &placed.view);
    let mut found = Vec::new();
    let mut add = |reason, statement, instances: Set| -> Result<bool> {
        let instances = instances.intersect_params(&scop.context)?;
        if !instances.is_empty()? {
            let (case, instance) = search.smallest_element(&instances)?;
            found.push(Violation::Extra(Box::new(Extra {
                reason,
                statement,
                instances,
                parameters: case.parameters,
                instance,
            })));
        }
        Ok(found.len() >= limit)
    };
    let of_domain = |domain: &Set| {
        let sets = scop.statements().map(|(id, one)| (id, &one.domain));
        let mut own = sets.filter(|(_, set)| set.space().has_equal_tuples(domain.space()));
        own.next().map(|(id, _)| id)
    };
    for (_, placement) in view.iter() {
        let statement = placed.statement(placement);
        let outside = match statement.map(|id| &scop[id].domain) {
            Some(domain) if *domain == placement.domain => continue,
            Some(domain) => placement.domain.subtract(domain)?,
            None => placement.domain.clone(),
        };
        if add(ExtraReason::NotInDomain, statement, outside)? {
            return Ok(found);
        }
    }
    for repeated in view.repeated() {
        let instances = repeated.dates.domain()?;
        if add(ExtraReason::Twice, of_domain(&instances), instances)? {
            return Ok(found);
        }
    }
    for (statement, _) in scop.statements() {
        let own = placed.of(statement);
        for (i, &a) in own.iter().enumerate() {
            for &b in &own[..i] {
                let both = view[a].domain.intersect(&view[b].domain)?;
                if add(ExtraReason::Twice, Some(statement), both)? {
                    return Ok(found);
                }
            }
        }
    }
    Ok(found)
}

/// Different instances with the same date, up to `limit` violations.
///
/// The parts of a `set` are no conflict: the tree says in so many words that any order will do.
pub(crate) fn conflicts(
    search: &Search,
    placed: &Placed<'_>,
    comparer: &mut Comparer,
    limit: usize,
) -> Result<Vec<Violation>> {
    // Only instances at one leaf can have one date.
    let mut leaves: BTreeMap<LeafId, Vec<(PlacementId, StmtId)>> = BTreeMap::new();
    for (id, placement) in placed.view.iter() {
        if let Some(statement) = placed.statement(placement) {
            let leaf = leaves.entry(placement.leaf).or_default();
            leaf.push((id, statement));
        }
    }
    let mut found = Vec::new();
    for leaf in leaves.values() {
        for (i, &(a, s)) in leaf.iter().enumerate() {
            for &(b, t) in &leaf[..=i] {
                // The earlier statement first.
                let (first, second) = match s < t {
                    true => ((a, s), (b, t)),
                    false => ((b, t), (a, s)),
                };
                found.extend(conflict(search, placed, comparer, first, second)?);
                if found.len() >= limit {
                    return Ok(found);
                }
            }
        }
    }
    Ok(found)
}

/// Different instances of two placements at one leaf that have the same date.
fn conflict(
    search: &Search,
    placed: &Placed<'_>,
    comparer: &mut Comparer,
    (a, s): (PlacementId, StmtId),
    (b, t): (PlacementId, StmtId),
) -> Result<Option<Violation>> {
    let (first, second) = (&placed.view[a], &placed.view[b]);
    if a == b && is_plainly_injective(first)? {
        return Ok(None);
    }
    let pairs = Map::from_domain_and_range(&first.domain, &second.domain)?;
    let pairs = pairs.intersect_params(&placed.scop.context)?;
    let same = match s == t {
        false => comparer.same_date(&pairs, a, b)?,
        true => {
            // Each pair once, and no instance with itself.
            let order = Map::lex_lt(first.domain.space())?;
            let forth = comparer.same_date(&pairs.intersect(&order)?, a, b)?;
            let back = match a == b {
                true => None,
                false => {
                    let pairs = pairs.reverse()?.intersect(&order)?;
                    comparer.same_date(&pairs, b, a)?
                }
            };
            match (forth, back) {
                (Some(forth), Some(back)) => Some(forth.union(&back)?),
                (one, other) => one.or(other),
            }
        }
    };
    let Some(relation) = same else {
        return Ok(None);
    };
    let (case, first, second) = search.smallest_pair(&relation)?;
    let whole = case.with_parameters(&first)?;
    let date = match placed.find(s, &whole)? {
        Some(placement) => date(placement, &whole)?,
        None => return Err(Error::Invalid(format!("{whole} is not executed"))),
    };
    Ok(Some(Violation::Conflict(Box::new(Conflict {
        statements: (s, t),
        relation,
        parameters: case.parameters,
        first,
        second,
        date,
    }))))
}

/// Whether the dates without floors alone tell instances apart: their coefficients of the
/// iterators have full rank. False says nothing.
fn is_plainly_injective(placement: &Placement) -> Result<bool> {
    let n = placement.domain.n_dim();
    let mut rows: Vec<Vec<i128>> = Vec::new();
    let dates = placement.dates().map(|(_, date)| date);
    for date in dates.filter(|date| !date.involves_locals()) {
        let mut row = Vec::with_capacity(n);
        for i in 0..n {
            match date.coefficient(Dim::In(i))?.to_i64() {
                Some(value) => row.push(i128::from(value)),
                None => break,
            }
        }
        if row.len() == n {
            rows.push(row);
        }
    }
    Ok(rank(rows, n).is_some_and(|rank| rank == n))
}

/// The rank of a matrix with `n` columns; `None` when numbers become too large.
fn rank(mut rows: Vec<Vec<i128>>, n: usize) -> Option<usize> {
    let mut rank = 0;
    for column in 0..n {
        let Some(pivot) = (rank..rows.len()).find(|&r| rows[r][column] != 0) else {
            continue;
        };
        rows.swap(rank, pivot);
        for r in rank + 1..rows.len() {
            let (p, q) = (rows[rank][column], rows[r][column]);
            for c in 0..n {
                let left = rows[r][c].checked_mul(p)?;
                let right = rows[rank][c].checked_mul(q)?;
                rows[r][c] = left.checked_sub(right)?;
            }
        }
        rank += 1;
    }
    Some(rank)
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn ranks() {
        assert_eq!(rank(vec![vec![1, 0], vec![1, 1]], 2), Some(2));
        assert_eq!(rank(vec![vec![1, 2], vec![2, 4]], 2), Some(1));
        assert_eq!(rank(vec![vec![0, 3], vec![0, 1]], 2), Some(1));
        assert_eq!(rank(vec![vec![0, 1], vec![1, 0], vec![1, 1]], 2), Some(2));
        assert_eq!(rank(vec![], 0), Some(0));
        let large = i128::MAX / 2;
        assert_eq!(rank(vec![vec![large, 1], vec![large, 3]], 2), None);
    }
}
