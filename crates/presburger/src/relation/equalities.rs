//! Equalities that all integer points of a conjunction satisfy though no constraint states them,
//! and the constants that inequalities may then have.
//!
//! Integer solutions of the equalities are a lattice `x = x0 + B y`. In terms of `y` there are only
//! inequalities. Each is divided by the gcd of its coefficients, which sharpens its constant. If
//! the polyhedron of `y` is so wide that it contains a unit cube of integer points it has full
//! dimension, and there is nothing to find; one linear program tells. Otherwise the affine hull of
//! its integer points is found point by point.
//!
//! Example: `i + j = 32 e`, `0 <= j <= 31` and `32 a - 31 <= i <= 32 a`. The sum `i + j` lies
//! strictly between `32 a - 32` and `32 a + 32`, and so it is `32 a`.

use super::hull::{equations_through, hull_points};
use super::{Relation, Width};
use crate::budget::{Effort, attempt};
use crate::conj::Conj;
use crate::error::{Result, exact};
use crate::linear::echelon::{self, Lattice};
use crate::linear::tableau::Optimum;
use crate::linear::{Matrix, Tableau};
use crate::number::{Coeff, Run, divide_row, negate_row};

/// New equalities may show more; that comes to rest soon.
const MAX_ROUNDS: usize = 5;

impl Relation {
    /// The same points, each conjunction with all equalities its integer points have, locals
    /// included; if `sharp`, inequalities have the least constants that the equalities allow.
    pub(crate) fn detect_equalities(&self, sharp: bool) -> Result<Relation> {
        let parts = exact!(T => {
            let mut out = Vec::new();
            for conj in <T as Width>::load(&self.parts)?.iter() {
                let conj = with_equalities(conj, sharp)?;
                if !conj.is_marked_empty() {
                    out.push(conj);
                }
            }
            Ok(T::store(out))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }
}

/// The same for one conjunction.
pub(crate) fn with_equalities<T: Coeff>(conj: &Conj<T>, sharp: bool) -> Run<Conj<T>> {
    let mut work = conj.clone();
    let mut found = sharp;
    if work.is_rational() || work.is_marked_empty() {
        return Ok(work);
    }
    for _ in 0..MAX_ROUNDS {
        work.remove_redundancies()?;
        if work.is_marked_empty() || work.ineq.is_empty() {
            break;
        }
        let Some(lattice) = echelon::solve(&work.eq)? else {
            work.mark_empty();
            break;
        };
        let Some(rows) = sharpen(&mut work, &lattice)? else {
            work.mark_empty();
            break;
        };
        if has_room(&rows)? {
            break;
        }
        if fix_locals(&mut work)? {
            work.simplify()?;
            found = true;
            continue;
        }
        let mut polyhedron = Conj::universe(lattice.basis.rows());
        polyhedron.ineq = rows;
        // Where looking for points takes long, the equalities found so far must do.
        let Some(points) = attempt(Effort::Question, || hull_points(&[polyhedron]))? else {
            break;
        };
        let Some(points) = points else {
            work.mark_empty();
            break;
        };
        if points.len() > lattice.basis.rows() {
            // As many independent points as there can be: no new equation.
            break;
        }
        let mut images = Vec::with_capacity(points.len());
        for point in &points {
            images.push(lattice.point(point)?);
        }
        for equation in equations_through(&images)?.iter() {
            work.eq.push(equation);
        }
        work.simplify()?;
        found = true;
    }
    if work.is_marked_empty() {
        return Ok(work);
    }
    if !found && work.eq == conj.eq {
        return Ok(conj.clone());
    }
    work.simplify()?;
    Ok(work)
}

/// Sharpens the constants of the inequalities and returns them in terms of the lattice; `None` if
/// one is a contradiction.
fn sharpen<T: Coeff>(conj: &mut Conj<T>, lattice: &Lattice<T>) -> Run<Option<Matrix<T>>> {
    let mut rows = Matrix::with_capacity(1 + lattice.basis.rows(), conj.ineq.rows());
    for i in 0..conj.ineq.rows() {
        let mut pulled = lattice.pull_row(conj.ineq.row(i))?;
        let gcd = T::row_gcd(&pulled[1..]);
        if gcd.is_zero() {
            if pulled[0].is_neg() {
                return Ok(None);
            }
            continue;
        }
        if !gcd.is_one() {
            let quotient = pulled[0].div_floor(&gcd);
            let surplus = pulled[0].sub(&quotient.mul(&gcd)?)?;
            let row = conj.ineq.row_mut(i);
            row[0] = row[0].sub(&surplus)?;
            pulled[0] = quotient;
            divide_row(&mut pulled[1..], &gcd);
        }
        rows.push(&pulled);
    }
    Ok(Some(rows))
}

/// Adds an equality for each local whose bounds leave one value; true if there is one. Floors of
/// something small are found so, with less work than by looking for points.
fn fix_locals<T: Coeff>(conj: &mut Conj<T>) -> Run<bool> {
    let mut tab = conj.tableau()?;
    let mut form = vec![T::zero(); conj.cols()];
    let mut found = false;
    for k in 0..conj.n_local() {
        let col = conj.local_col(k);
        if tab.is_empty() || conj.eq.iter().any(|row| !row[col].is_zero()) {
            continue;
        }
        form[col] = T::one();
        if let Optimum::Value(a, b) = tab.minimum(&form)? {
            let low = a.div_ceil(&b);
            let mut at_most = form.clone();
            at_most[0] = low.neg();
            let equation = at_most.clone();
            negate_row(&mut at_most);
            if tab.implies(&at_most)? {
                conj.eq.push(&equation);
                found = true;
            }
        }
        form[col] = T::zero();
    }
    Ok(found)
}

/// Whether the polyhedron surely contains a unit cube of integer points: it has a point from
/// which every coordinate can grow by less than two, so that rounding up leaves room for a step.
fn has_room<T: Coeff>(rows: &Matrix<T>) -> Run<bool> {
    let mut tab = Tableau::new(rows.cols() - 1, rows.rows());
    for row in rows.iter() {
        let mut shrunk = row.to_vec();
        for value in &row[1..] {
            if value.is_neg() {
                shrunk[0] = shrunk[0].add(value)?.add(value)?;
            }
        }
        tab.add_ineq(&shrunk)?;
        if tab.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}
