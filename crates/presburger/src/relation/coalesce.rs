//! Replacing pairs of conjunctions by one with the same integer points.
//!
//! Two conjunctions are looked at in one space with the locals of both. If one has a constraint
//! that the other violates by two or more everywhere, a gap separates them and nothing can be
//! done. Otherwise a conjunction around both is proposed: first the constraints of each that hold
//! for the other as well, then the constraints of the convex hull (which also are the right ones
//! when a face of one has to be tilted until it touches the other). A proposal is accepted if it
//! has no integer point outside of the two.
//!
//! Example: `0 <= x <= 4` and `5 <= x <= 9`. The bounds `x <= 4` and `x >= 5` do not hold for the
//! other one but only by one; the remaining ones give `0 <= x <= 9`.

use super::{Relation, Width, subtract};
use crate::conj::Conj;
use crate::error::{Result, exact};
use crate::linear::double_description::bounded_generators;
use crate::linear::tableau::Optimum;
use crate::linear::{Matrix, Tableau};
use crate::number::{Coeff, Run, negate_row};

impl Relation {
    /// An equal relation with as few conjunctions as pairwise merging gives.
    pub(crate) fn coalesce(&self) -> Result<Relation> {
        let parts = exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            Ok(T::store(coalesce(&conjs)?))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }
}

/// An equal union with as few conjunctions as pairwise merging gives.
pub(crate) fn coalesce<T: Coeff>(conjs: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let mut parts: Vec<Part<T>> = Vec::with_capacity(conjs.len());
    for conj in conjs {
        if let Some(part) = Part::new(conj.clone())? {
            parts.push(part);
        }
    }
    if parts.len() < 2 {
        return Ok(parts.into_iter().map(|part| part.conj).collect());
    }
    // Later parts are tried against all earlier ones; a merged part starts again.
    let mut i = 1;
    while i < parts.len() {
        let mut merged = None;
        for j in (0..i).rev() {
            if let Some(conj) = merge(&parts[j], &parts[i])? {
                merged = Some((j, conj));
                break;
            }
        }
        match merged {
            None => i += 1,
            Some((j, conj)) => {
                parts.remove(i);
                match Part::new(conj)? {
                    Some(part) => parts[j] = part,
                    None => {
                        parts.remove(j);
                    }
                }
                i = j.max(1);
            }
        }
    }
    Ok(parts.into_iter().map(|part| part.conj).collect())
}

/// A conjunction without redundant constraints.
struct Part<T> {
    conj: Conj<T>,
}

impl<T: Coeff> Part<T> {
    fn new(mut conj: Conj<T>) -> Run<Option<Part<T>>> {
        conj.simplify()?;
        conj.remove_redundancies()?;
        if conj.is_marked_empty() {
            Ok(None)
        } else {
            Ok(Some(Part { conj }))
        }
    }
}

/// How a constraint of one conjunction meets the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    /// Holds everywhere.
    Valid,
    /// Holds nowhere, but misses by one somewhere.
    Adjacent,
    /// Misses by two or more everywhere.
    Separate,
    /// Holds for some points only.
    Cut,
}

/// The constraints of a conjunction over the joint columns; equalities as two inequalities.
struct Side<T> {
    rows: Vec<Vec<T>>,
    /// How many of the rows, at the start, come from equalities.
    from_eq: usize,
    /// Number of points is one: nothing but equalities.
    is_point: bool,
    tab: Tableau<T>,
}

fn merge<T: Coeff>(a: &Part<T>, b: &Part<T>) -> Run<Option<Conj<T>>> {
    let (a, b) = (&a.conj, &b.conj);
    if a.is_rational() != b.is_rational() {
        return Ok(None);
    }
    if a == b || b.is_plain_universe() {
        return Ok(Some(b.clone()));
    }
    if a.is_plain_universe() {
        return Ok(Some(a.clone()));
    }
    if !a.has_known_locals() || !b.has_known_locals() {
        return merge_contained(a, b);
    }
    let mut joint: Conj<T> = Conj::universe(a.n_vis());
    if a.is_rational() {
        joint.set_rational();
    }
    let map_a = joint.adopt_locals(a)?;
    let map_b = joint.adopt_locals(b)?;
    for k in 0..joint.n_local() {
        joint.add_floor_bounds(k)?;
    }
    let mut side_a = Side::new(&joint, a, &map_a)?;
    let mut side_b = Side::new(&joint, b, &map_b)?;
    let Some(status_a) = statuses(&side_a, &mut side_b)? else {
        return Ok(None);
    };
    if status_a.iter().all(|s| *s == Status::Valid) {
        return Ok(Some(a.clone()));
    }
    let Some(status_b) = statuses(&side_b, &mut side_a)? else {
        return Ok(None);
    };
    if status_b.iter().all(|s| *s == Status::Valid) {
        return Ok(Some(b.clone()));
    }
    // Constraints that hold for both.
    let mut proposal = joint.clone();
    for (rows, status) in [(&side_a.rows, &status_a), (&side_b.rows, &status_b)] {
        for (row, status) in rows.iter().zip(status) {
            if *status == Status::Valid {
                proposal.ineq.push(row);
            }
        }
    }
    if covered_rationally(&proposal, (&side_a, &status_a), (&side_b, &status_b))? {
        proposal.simplify()?;
        return Ok(Some(proposal));
    }
    let Some(hull) = joint_hull(&joint, &side_a, &side_b)? else {
        return Ok(None);
    };
    let both = [a.clone(), b.clone()];
    if subtract::is_subset(std::slice::from_ref(&hull), &both)? {
        return Ok(Some(hull));
    }
    Ok(None)
}

/// With unknown locals only containment can be seen.
fn merge_contained<T: Coeff>(a: &Conj<T>, b: &Conj<T>) -> Run<Option<Conj<T>>> {
    for (inner, outer) in [(a, b), (b, a)] {
        if outer.has_known_locals()
            && subtract::is_subset(std::slice::from_ref(inner), std::slice::from_ref(outer))?
        {
            return Ok(Some(outer.clone()));
        }
    }
    Ok(None)
}

impl<T: Coeff> Side<T> {
    fn new(joint: &Conj<T>, conj: &Conj<T>, map: &[usize]) -> Run<Side<T>> {
        let mut rows = Vec::with_capacity(2 * conj.eq.rows() + conj.ineq.rows());
        let mut full = joint.clone();
        for eq in conj.eq.iter() {
            let row = joint.translate(eq, 0, conj, map);
            full.eq.push(&row);
            let mut negated = row.clone();
            negate_row(&mut negated);
            rows.push(row);
            rows.push(negated);
        }
        let from_eq = rows.len();
        for ineq in conj.ineq.iter() {
            let row = joint.translate(ineq, 0, conj, map);
            if !conj.is_floor_bound(ineq)? {
                full.ineq.push(&row);
                rows.push(row);
            }
        }
        // With the locals as variables like any other, simplification only sharpens the rows:
        // it finds the value of a floor that the equalities determine.
        if full.n_local() > 0 {
            full = full.lift_locals();
            full.simplify()?;
        }
        let is_point = full.eq.rows() == full.n_total();
        let tab = full.tableau()?;
        Ok(Side {
            rows,
            from_eq,
            is_point,
            tab,
        })
    }
}

/// The status of every row of a side with respect to the other; `None` if they are separate.
fn statuses<T: Coeff>(side: &Side<T>, other: &mut Side<T>) -> Run<Option<Vec<Status>>> {
    let mut out = Vec::with_capacity(side.rows.len());
    for (i, row) in side.rows.iter().enumerate() {
        let status = status(row, &mut other.tab)?;
        if status == Status::Separate {
            // A gap across an equality can still be none along a line of lattice points.
            let along = i < side.from_eq && (!other.is_point || side.is_point);
            if !along {
                return Ok(None);
            }
        }
        out.push(status);
    }
    Ok(Some(out))
}

fn status<T: Coeff>(row: &[T], tab: &mut Tableau<T>) -> Run<Status> {
    if tab.implies(row)? {
        return Ok(Status::Valid);
    }
    match tab.maximum(row)? {
        Optimum::Empty => Ok(Status::Valid),
        Optimum::Unbounded => Ok(Status::Cut),
        Optimum::Value(num, den) => {
            let high = num.div_floor(&den);
            let minus_one = T::one().neg();
            Ok(if high < minus_one {
                Status::Separate
            } else if high == minus_one {
                Status::Adjacent
            } else {
                Status::Cut
            })
        }
    }
}

/// Whether every point of the proposal outside of `a` is in `b`, seen by rational reasoning.
fn covered_rationally<T: Coeff>(
    proposal: &Conj<T>,
    (a, status_a): (&Side<T>, &[Status]),
    (b, status_b): (&Side<T>, &[Status]),
) -> Run<bool> {
    let mut inside = proposal.tableau()?;
    for (row, status) in a.rows.iter().zip(status_a) {
        if *status == Status::Valid {
            continue;
        }
        let mut negated = row.clone();
        negate_row(&mut negated);
        negated[0] = negated[0].sub(&T::one())?;
        let mut outside = inside.clone();
        outside.add_ineq(&negated)?;
        if !outside.is_empty() {
            for (other, status) in b.rows.iter().zip(status_b) {
                if *status != Status::Valid && !outside.implies(other)? {
                    return Ok(false);
                }
            }
        }
        inside.add_ineq(row)?;
        if inside.is_empty() {
            break;
        }
    }
    Ok(true)
}

/// More generators than this and the hull is not worth its price.
const MAX_GENERATORS: usize = 64;

/// The convex hull of both sides in the joint space.
fn joint_hull<T: Coeff>(joint: &Conj<T>, a: &Side<T>, b: &Side<T>) -> Run<Option<Conj<T>>> {
    let cols = joint.cols();
    let mut rays = Matrix::new(cols);
    let mut lines = Matrix::new(cols);
    for side in [a, b] {
        let mut ineq = joint.ineq.clone();
        for row in &side.rows {
            ineq.push(row);
        }
        ineq.push_zero()[0] = T::one();
        let Some(found) = bounded_generators(&Matrix::new(cols), &ineq, MAX_GENERATORS)? else {
            return Ok(None);
        };
        rays.append(&found.rays);
        lines.append(&found.lines);
    }
    let Some(dual) = bounded_generators(&lines, &rays, MAX_GENERATORS)? else {
        return Ok(None);
    };
    let mut hull = joint.clone();
    hull.eq = dual.lines;
    for row in dual.rays.iter() {
        hull.ineq.push(row);
    }
    hull.simplify()?;
    hull.remove_redundancies()?;
    Ok(Some(hull))
}
