//! Whether a schedule executes what the program executes, each instance once and at a date of its
//! own.

use crate::Date;
use crate::pairs::Comparer;
use crate::placement::{Placement, Placements};
use crate::verdict::{Conflict, Extra, ExtraReason, Missing, Violation};
use crate::witness::Search;
use presburger::{Dim, Map, Result, Set};
use scop::{Scop, StmtId};

/// Instances that are not executed.
pub(crate) fn missing(
    scop: &Scop,
    search: &Search,
    placements: &Placements,
    statement: StmtId,
) -> Result<Option<Violation>> {
    let Some(all) = scop.statements.get(statement.index()).map(|s| &s.domain) else {
        return Ok(None);
    };
    let here = placements.of_statement.get(statement.index());
    let here: Vec<&Set> = here
        .into_iter()
        .flatten()
        .map(|&index| &placements.all[index].domain)
        .collect();
    if here.contains(&all) {
        return Ok(None);
    }
    let mut rest = all.intersect_params(&scop.context)?;
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
pub(crate) fn extra(
    scop: &Scop,
    search: &Search,
    placements: &Placements,
    limit: usize,
) -> Result<Vec<Violation>> {
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
    for placement in &placements.all {
        let statement = placement
            .statement
            .and_then(|s| scop.statements.get(s.index()));
        let outside = match statement {
            Some(statement) if statement.domain == placement.domain => continue,
            Some(statement) => placement.domain.subtract(&statement.domain)?,
            None => placement.domain.clone(),
        };
        if add(ExtraReason::NotInDomain, placement.statement, outside)? {
            return Ok(found);
        }
    }
    for (statement, instances) in &placements.repeated {
        if add(ExtraReason::Twice, *statement, instances.clone())? {
            return Ok(found);
        }
    }
    for (statement, indices) in placements.of_statement.iter().enumerate() {
        for (i, &a) in indices.iter().enumerate() {
            for &b in &indices[..i] {
                let (x, y) = (&placements.all[a].domain, &placements.all[b].domain);
                let both = x.intersect(y)?;
                if add(ExtraReason::Twice, Some(StmtId::new(statement)), both)? {
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
    scop: &Scop,
    search: &Search,
    placements: &Placements,
    comparer: &mut Comparer,
    limit: usize,
) -> Result<Vec<Violation>> {
    let mut found = Vec::new();
    for (i, a) in placements.all.iter().enumerate() {
        for (j, b) in placements.all.iter().enumerate().take(i + 1) {
            let (Some(s), Some(t)) = (a.statement, b.statement) else {
                continue;
            };
            if a.leaf != b.leaf || i == j && is_plainly_injective(a)? {
                continue;
            }
            // The earlier statement first.
            let (i, j, a, b, statements) = match s < t {
                true => (i, j, a, b, (s, t)),
                false => (j, i, b, a, (t, s)),
            };
            let pairs = Map::from_domain_and_range(&a.domain, &b.domain)?;
            let pairs = pairs.intersect_params(&scop.context)?;
            let same = match s == t {
                false => comparer.same_date(&pairs, i, j)?,
                true => {
                    // Each pair once, and no instance with itself.
                    let order = Map::lex_lt(a.domain.space())?;
                    let forth = comparer.same_date(&pairs.intersect(&order)?, i, j)?;
                    let back = match i == j {
                        true => None,
                        false => {
                            let pairs = pairs.reverse()?.intersect(&order)?;
                            comparer.same_date(&pairs, j, i)?
                        }
                    };
                    match (forth, back) {
                        (Some(forth), Some(back)) => Some(forth.union(&back)?),
                        (one, other) => one.or(other),
                    }
                }
            };
            let Some(relation) = same else { continue };
            let (case, first, second) = search.smallest_pair(&relation)?;
            let whole = case.with_parameters(&first)?;
            let placement = placements.find(statements.0, &whole)?;
            let date = placement.map_or(Ok(Date::default()), |p| p.date(&whole))?;
            found.push(Violation::Conflict(Box::new(Conflict {
                statements,
                relation,
                parameters: case.parameters,
                first,
                second,
                date,
            })));
            if found.len() >= limit {
                return Ok(found);
            }
        }
    }
    Ok(found)
}

/// Whether the dates without floors alone tell instances apart: their coefficients of the
/// iterators have full rank. False says nothing.
fn is_plainly_injective(placement: &Placement) -> Result<bool> {
    let n = placement.domain.n_dim();
    let mut rows: Vec<Vec<i128>> = Vec::new();
    for date in placement
        .dates
        .iter()
        .filter(|date| !date.involves_locals())
    {
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
