//! How memory is accessed along the loops of a band: the same cell again, the next one, or others.

use crate::linear::{complement, solve};
use presburger::{Dim, Map, Result, Space};
use scop::schedule::Band;
use scop::{Access, ArrayId, Scop, StmtId};

/// What an access does when a loop makes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Stride {
    /// The same cell again.
    Same,
    /// The next one.
    Next,
    /// Another one in the row.
    Near,
    /// One in another row.
    Far,
}

impl Stride {
    /// What that costs in the innermost loop.
    pub(super) fn cost(self) -> i64 {
        match self {
            Stride::Same => 0,
            Stride::Next => 1,
            Stride::Near => 4,
            Stride::Far => 16,
        }
    }
}

/// The strides of a statement in a band.
#[derive(Clone)]
pub(super) struct Strides {
    pub(super) statement: StmtId,
    /// Whether it has different dates in a member.
    pub(super) moves: Vec<bool>,
    /// How many iterators it has.
    pub(super) depth: usize,
    pub(super) accesses: Vec<AccessStrides>,
}

/// The strides of an access.
#[derive(Clone)]
pub(super) struct AccessStrides {
    pub(super) array: ArrayId,
    pub(super) is_write: bool,
    /// One for each member of the band.
    pub(super) along: Vec<Stride>,
    /// Which cells, so that accesses to the same ones are known.
    pub(super) relation: Map,
}

impl Strides {
    /// The strides of the statements in a band.
    pub(super) fn of_band(scop: &Scop, band: &Band) -> Result<Vec<Strides>> {
        let mut all = Vec::new();
        for (at, statement) in scop.statements.iter().enumerate() {
            let Some(rows) = rows(band, statement.domain.space())? else {
                continue;
            };
            let depth = statement.depth();
            let mut directions = Vec::with_capacity(band.size());
            for member in 0..band.size() {
                directions.push(direction(&rows, depth, member));
            }
            let moves = rows.iter().map(|row| row.iter().any(|one| *one != 0));
            all.push(Strides {
                statement: StmtId::new(at),
                moves: moves.collect(),
                depth,
                accesses: accesses(&statement.accesses, &directions)?,
            });
        }
        Ok(all)
    }

    /// What all accesses cost along a member.
    pub(super) fn cost(&self, member: usize) -> i64 {
        match self.moves[member] {
            // The statement runs in one of its iterations.
            false => 0,
            true => self
                .accesses
                .iter()
                .map(|one| one.along[member].cost())
                .sum(),
        }
    }
}

fn accesses(accesses: &[Access], directions: &[Option<Vec<i64>>]) -> Result<Vec<AccessStrides>> {
    let mut all = Vec::with_capacity(accesses.len());
    for access in accesses {
        let mut along = Vec::with_capacity(directions.len());
        for direction in directions {
            along.push(match direction {
                Some(direction) => stride(&access.relation, direction)?,
                None => Stride::Far,
            });
        }
        all.push(AccessStrides {
            array: access.array,
            is_write: access.is_write(),
            along,
            relation: access.relation.clone(),
        });
    }
    Ok(all)
}

/// The factors of iterators in each member for the instances in a space; `None` if they have no dates in the
/// band, or not one affine date.
pub(super) fn rows(band: &Band, space: &Space) -> Result<Option<Vec<Vec<i64>>>> {
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

/// The factors of iterators in the subscripts of an access, for each of its pieces; nothing if it is not to
/// one cell.
fn linear(relation: &Map) -> Result<Option<Vec<Vec<Vec<i64>>>>> {
    if !relation.is_single_valued()? {
        return Ok(None);
    }
    let mut pieces = Vec::new();
    for (_, subscripts) in relation.as_pw_multi_aff()?.pieces() {
        let mut rows = Vec::with_capacity(subscripts.size());
        for dim in 0..subscripts.size() {
            let subscript = subscripts.at(dim)?;
            let mut row = Vec::with_capacity(relation.space().n_in());
            for i in 0..relation.space().n_in() {
                let Some(factor) = subscript.coefficient(Dim::In(i))?.to_i64() else {
                    return Ok(None);
                };
                row.push(factor);
            }
            rows.push(row);
        }
        pieces.push(rows);
    }
    Ok(Some(pieces))
}

/// Whether the statements with the most iterators go over the same cells again and again, and find what they
/// read a fixed distance away: time steps of a stencil.
pub(crate) fn is_stencil(scop: &Scop) -> Result<bool> {
    let depth = scop
        .statements
        .iter()
        .map(|one| one.depth())
        .max()
        .unwrap_or(0);
    let writes = || {
        scop.statements
            .iter()
            .flat_map(|one| &one.accesses)
            .filter(|one| one.is_write())
    };
    for statement in scop.statements.iter().filter(|one| one.depth() == depth) {
        let Some(write) = statement.accesses.iter().find(|one| one.is_write()) else {
            return Ok(false);
        };
        let Some(own) = linear(&write.relation)? else {
            return Ok(false);
        };
        if own.iter().any(|rows| rows.len() >= depth) {
            return Ok(false);
        }
        for access in &statement.accesses {
            let is_written = writes().any(|one| one.array == access.array);
            if is_written && linear(&access.relation)?.as_ref() != Some(&own) {
                return Ok(false);
            }
        }
    }
    Ok(depth > 1)
}

/// What a step of each iterator of each statement costs.
pub(crate) fn costs(scop: &Scop) -> Result<Vec<Vec<i64>>> {
    let mut all = Vec::with_capacity(scop.statements.len());
    for statement in &scop.statements {
        let depth = statement.depth();
        let mut costs = vec![0; depth];
        for access in &statement.accesses {
            for (i, cost) in costs.iter_mut().enumerate() {
                let mut direction = vec![0; depth];
                direction[i] = 1;
                *cost += stride(&access.relation, &direction)?.cost();
            }
        }
        all.push(costs);
    }
    Ok(all)
}

/// The stride of an access when the instance changes by `direction`.
pub(super) fn stride(relation: &Map, direction: &[i64]) -> Result<Stride> {
    let Some(pieces) = linear(relation)? else {
        return Ok(Stride::Far);
    };
    let mut worst = Stride::Same;
    for rows in pieces {
        let n = rows.len();
        for (dim, row) in rows.iter().enumerate() {
            let steps = row
                .iter()
                .zip(direction)
                .map(|(factor, change)| factor.saturating_mul(*change));
            let step = steps.fold(0i64, i64::saturating_add);
            let is_last = dim + 1 == n;
            worst = worst.max(match (step.abs(), is_last) {
                (0, _) => Stride::Same,
                (1, true) => Stride::Next,
                (_, true) => Stride::Near,
                (_, false) => Stride::Far,
            });
        }
    }
    Ok(worst)
}
