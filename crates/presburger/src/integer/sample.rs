//! Finding an integer point, or showing that there is none.
//!
//! 1. Equalities are solved over the integers, which leaves fewer variables and none of them.
//! 2. The rational relaxation: if it is empty so is the set; if its sample is integral, done.
//! 3. Directions in which the set is unbounded are split off. After a unimodular change of basis
//!    the recession cone spans the last coordinates; constraints that mention those can always be
//!    met by going far enough, so only the bounded rest has to be searched.
//! 4. The bounded rest is searched along a reduced basis ([`super::reduce`]): for a fixed
//!    dimension that leaves a bounded number of values to try in each direction.

use super::reduce::reduce_basis;
use crate::budget;
use crate::conj::Conj;
use crate::error::Stop;
use crate::linear::echelon::{self, Lattice};
use crate::linear::tableau::Optimum;
use crate::linear::{Matrix, Tableau};
use crate::number::{Coeff, Run, divide_row, dot, is_zero_row};
use std::borrow::Cow;

impl<T: Coeff> Conj<T> {
    /// Whether there is no integer point (no rational one for a rational conjunction).
    pub(crate) fn is_empty(&self) -> Run<bool> {
        if self.is_marked_empty() {
            return Ok(true);
        }
        if self.eq.is_empty() && self.ineq.rows() <= 1 {
            // One inequality has a solution unless it has no variables.
            return Ok(self
                .ineq
                .iter()
                .any(|row| is_zero_row(&row[1..]) && row[0].is_neg()));
        }
        if self.is_evidently_inhabited() {
            return Ok(false);
        }
        if self.is_rational() {
            return Ok(self.tableau()?.is_empty());
        }
        Ok(self.sample()?.is_none())
    }

    /// Some integer point: values of the visible variables, then of the locals.
    pub(crate) fn sample(&self) -> Run<Option<Vec<T>>> {
        if self.is_marked_empty() {
            return Ok(None);
        }
        sample(&self.eq, &self.ineq)
    }
}

/// Some integer solution of `eq = 0` and `ineq >= 0`.
pub(crate) fn sample<T: Coeff>(eq: &Matrix<T>, ineq: &Matrix<T>) -> Run<Option<Vec<T>>> {
    budget::spend(1)?;
    let n = ineq.cols() - 1;
    if !eq.is_empty() {
        let Some(lattice) = echelon::solve(eq)? else {
            return Ok(None);
        };
        return sample_on(&lattice, ineq);
    }
    let Some(rows) = tighten(ineq)? else {
        return Ok(None);
    };
    if rows.is_empty() {
        return Ok(Some(vec![T::zero(); n]));
    }
    let mut tab = Tableau::new(n, rows.rows() + 2);
    let mut slacks = Vec::with_capacity(rows.rows());
    for row in rows.iter() {
        slacks.push(tab.add_ineq(row)?);
        if tab.is_empty() {
            return Ok(None);
        }
    }
    if let Some(point) = tab.integer_sample() {
        return Ok(Some(point));
    }
    // Equalities among the inequalities lower the dimension of what has to be searched.
    let mut hidden = Matrix::new(n + 1);
    for (i, &slack) in slacks.iter().enumerate() {
        if tab.make_implicit_equality(slack)? {
            hidden.push(rows.row(i));
        }
        if tab.is_empty() {
            return Ok(None);
        }
    }
    if !hidden.is_empty() {
        let Some(lattice) = echelon::solve(&hidden)? else {
            return Ok(None);
        };
        return sample_on(&lattice, &rows);
    }
    if let Some(point) = tab.integer_sample() {
        return Ok(Some(point));
    }
    if let Some(point) = rounded(&tab, &rows)? {
        return Ok(Some(point));
    }
    let cone = bounded_directions(&rows)?;
    if cone.rows() == n {
        let identity = Matrix::identity(n);
        return search(&tab, &identity, 0);
    }
    sample_unbounded(&rows, &cone)
}

/// The present point of the tableau with all coordinates rounded down, or all rounded up, if that
/// satisfies the rows: polyhedra with room inside often contain one of the two.
fn rounded<T: Coeff>(tab: &Tableau<T>, rows: &Matrix<T>) -> Run<Option<Vec<T>>> {
    let corner = tab.sample();
    let down: Vec<T> = corner.iter().map(|(a, b)| a.div_floor(b)).collect();
    let up: Vec<T> = corner.iter().map(|(a, b)| a.div_ceil(b)).collect();
    'points: for point in [down, up] {
        for row in rows.iter() {
            if row[0].add(&dot(&row[1..], &point)?)?.is_neg() {
                continue 'points;
            }
        }
        return Ok(Some(point));
    }
    Ok(None)
}

fn sample_on<T: Coeff>(lattice: &Lattice<T>, ineq: &Matrix<T>) -> Run<Option<Vec<T>>> {
    let k = lattice.basis.rows();
    let mut rows = Matrix::with_capacity(k + 1, ineq.rows());
    for row in ineq.iter() {
        rows.push(&lattice.pull_row(row)?);
    }
    match sample(&Matrix::new(k + 1), &rows)? {
        None => Ok(None),
        Some(y) => lattice.point(&y).map(Some),
    }
}

/// Rows divided by their gcd with tightened constants and trivial ones removed; `None` if one is
/// a contradiction.
fn tighten<T: Coeff>(ineq: &Matrix<T>) -> Run<Option<Matrix<T>>> {
    let mut out = Matrix::with_capacity(ineq.cols(), ineq.rows());
    for row in ineq.iter() {
        let gcd = T::row_gcd(&row[1..]);
        if gcd.is_zero() {
            if row[0].is_neg() {
                return Ok(None);
            }
            continue;
        }
        out.push(row);
        if !gcd.is_one() {
            let last = out.rows() - 1;
            let row = out.row_mut(last);
            row[0] = row[0].div_floor(&gcd);
            divide_row(&mut row[1..], &gcd);
        }
    }
    Ok(Some(out))
}

/// Independent equations of the linear span of the recession cone `{ d : coefficients · d >= 0 }`;
/// as many as variables if and only if the set is bounded.
pub(crate) fn bounded_directions<T: Coeff>(rows: &Matrix<T>) -> Run<Matrix<T>> {
    let n = rows.cols() - 1;
    let mut tab = Tableau::new(n, rows.rows() + 2);
    tab.set_rational(true);
    let mut slacks = Vec::with_capacity(rows.rows());
    let mut homogeneous = Vec::with_capacity(n + 1);
    for row in rows.iter() {
        homogeneous.clear();
        homogeneous.push(T::zero());
        homogeneous.extend_from_slice(&row[1..]);
        slacks.push(tab.add_ineq(&homogeneous)?);
    }
    let mut equations = Matrix::new(n);
    let mut rank = 0;
    for (i, &slack) in slacks.iter().enumerate() {
        if tab.make_implicit_equality(slack)? {
            let now = n - tab.free_dimensions();
            if now > rank {
                rank = now;
                equations.push(&rows.row(i)[1..]);
            }
        }
    }
    Ok(equations)
}

/// A point of a set without hidden equalities whose recession cone is not `{0}`.
fn sample_unbounded<T: Coeff>(rows: &Matrix<T>, equations: &Matrix<T>) -> Run<Option<Vec<T>>> {
    let n = rows.cols() - 1;
    let change = echelon::echelon(equations)?;
    let bounded = change.rank;
    let lattice = Lattice {
        origin: vec![T::zero(); n],
        basis: change.basis,
    };
    let mut searched = Matrix::new(1 + bounded);
    let mut reachable = Vec::new();
    for row in rows.iter() {
        let row = lattice.pull_row(row)?;
        if is_zero_row(&row[1 + bounded..]) {
            searched.push(&row[..1 + bounded]);
        } else {
            reachable.push(row);
        }
    }
    let Some(head) = sample(&Matrix::new(1 + bounded), &searched)? else {
        return Ok(None);
    };
    // Lower each constant so far that rounding a rational solution up stays inside.
    let free = n - bounded;
    let mut tab = Tableau::new(free, reachable.len());
    for row in &reachable {
        let mut rest = vec![T::zero(); free + 1];
        rest[0] = row[0].add(&crate::number::dot(&row[1..1 + bounded], &head)?)?;
        for j in 0..free {
            let a = &row[1 + bounded + j];
            if a.is_neg() {
                rest[0] = rest[0].add(a)?;
            }
            rest[1 + j] = a.clone();
        }
        tab.add_ineq(&rest)?;
    }
    assert!(
        !tab.is_empty(),
        "a translated full-dimensional cone has rational points"
    );
    let mut y = head;
    y.extend(tab.sample().iter().map(|(num, den)| num.div_ceil(den)));
    lattice.point(&y).map(Some)
}

/// Depth-first search of a bounded tableau along the directions `basis[level..]`; the earlier
/// ones are fixed already.
fn search<T: Coeff>(tab: &Tableau<T>, basis: &Matrix<T>, level: usize) -> Run<Option<Vec<T>>> {
    let n = tab.variables();
    let mut tab = tab.clone();
    let mut basis = Cow::Borrowed(basis);
    let mut form = vec![T::zero(); n + 1];
    if level == n {
        return Ok(tab.integer_sample());
    }
    let mut reduced = false;
    let (lo, hi) = loop {
        form[1..].clone_from_slice(basis.row(level));
        let Optimum::Value(num, den) = tab.minimum(&form)? else {
            return Ok(None);
        };
        if let Some(point) = tab.integer_sample() {
            return Ok(Some(point));
        }
        let lo = num.div_ceil(&den);
        let Optimum::Value(num, den) = tab.maximum(&form)? else {
            return Ok(None);
        };
        if let Some(point) = tab.integer_sample() {
            return Ok(Some(point));
        }
        let hi = num.div_floor(&den);
        if lo > hi {
            return Ok(None);
        }
        // A reduced basis is worth its price where there are more than a few values to try.
        if !reduced && lo.add(&T::one())? < hi && level + 1 < n {
            match dive(&tab) {
                Ok(Some(point)) => return Ok(Some(point)),
                // The search need not leave the word because a guess does.
                Ok(None) | Err(Stop::Overflow) => {}
                Err(stop) => return Err(stop),
            }
            basis = Cow::Owned(reduce_basis(&tab, &basis, level)?);
            reduced = true;
            continue;
        }
        break (lo, hi);
    };
    let mut value = lo;
    while value <= hi {
        budget::spend(1)?;
        let mut fixed = tab.clone();
        form[0] = value.neg();
        fixed.add_eq(&form)?;
        if !fixed.is_empty() {
            if let Some(point) = fixed.integer_sample() {
                return Ok(Some(point));
            }
            if let Some(point) = search(&fixed, &basis, level + 1)? {
                return Ok(Some(point));
            }
        }
        value = value.add(&T::one())?;
    }
    Ok(None)
}

/// A point found by fixing one coordinate after the other at an integer next to its present value,
/// without a second try: where there is room this is much cheaper than a reduced basis.
fn dive<T: Coeff>(tab: &Tableau<T>) -> Run<Option<Vec<T>>> {
    let n = tab.variables();
    let mut tab = tab.clone();
    let mut form = vec![T::zero(); n + 1];
    for v in 0..n {
        let (num, den) = tab.value(v);
        let (down, up) = (num.div_floor(&den), num.div_ceil(&den));
        form[1 + v] = T::one();
        form[0] = down.neg();
        let mut fixed = tab.clone();
        fixed.add_eq(&form)?;
        if fixed.is_empty() {
            form[0] = up.neg();
            fixed = tab;
            fixed.add_eq(&form)?;
            if fixed.is_empty() {
                return Ok(None);
            }
        }
        if let Some(point) = fixed.integer_sample() {
            return Ok(Some(point));
        }
        form[1 + v] = T::zero();
        tab = fixed;
    }
    Ok(None)
}

impl<T: Coeff> Conj<T> {
    /// Whether the visible variables from `first` on are bounded for every value of those before
    /// (an empty conjunction is bounded).
    pub(crate) fn is_bounded_from(&self, first: usize) -> Run<bool> {
        if self.is_empty()? {
            return Ok(true);
        }
        // The directions one can go for ever: constants play no role, the first variables rest.
        let mut cone = Conj::universe(self.n_total());
        for v in 0..first {
            cone.eq.push_zero()[1 + v] = T::one();
        }
        for row in self.eq.iter() {
            cone.eq.push_zero()[1..].clone_from_slice(&row[1..]);
        }
        for row in self.ineq.iter() {
            cone.ineq.push_zero()[1..].clone_from_slice(&row[1..]);
        }
        let mut tab = cone.tableau()?;
        let mut form = vec![T::zero(); cone.cols()];
        for v in first..self.n_vis() {
            form[1 + v] = T::one();
            let still = |optimum| matches!(optimum, Optimum::Value(..));
            if !still(tab.minimum(&form)?) || !still(tab.maximum(&form)?) {
                return Ok(false);
            }
            form[1 + v] = T::zero();
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(n: usize, eqs: &[&[i64]], ineqs: &[&[i64]]) -> Option<Vec<i64>> {
        let eq = Matrix::from_rows(n + 1, eqs.iter().map(|r| r.to_vec()));
        let ineq = Matrix::from_rows(n + 1, ineqs.iter().map(|r| r.to_vec()));
        let point = sample(&eq, &ineq).unwrap();
        if let Some(p) = &point {
            for r in eqs {
                assert_eq!(
                    r[0] + r[1..].iter().zip(p).map(|(a, b)| a * b).sum::<i64>(),
                    0
                );
            }
            for r in ineqs {
                assert!(r[0] + r[1..].iter().zip(p).map(|(a, b)| a * b).sum::<i64>() >= 0);
            }
        }
        point
    }

    #[test]
    fn thin_triangle_without_integer_points() {
        // 1 <= 3x - 2y... : 2x = 2y + 1 has no solution, neither has 1 <= 4x - 4y <= 3
        assert!(find(2, &[&[-1, 2, -2]], &[]).is_none());
        assert!(find(2, &[], &[&[-1, 4, -4], &[3, -4, 4]]).is_none());
    }

    #[test]
    fn long_thin_sliver() {
        // 1000 <= 1001 x - 1000 y <= 1000.5 within a box, needs y = 1001 k, x = 1000(k+..)
        let rows: &[&[i64]] = &[
            &[-2, 2002, -2000],
            &[3, -2002, 2000],
            &[-1, 1, 0],
            &[5000, -1, 0],
            &[0, 0, 1],
            &[5000, 0, -1],
        ];
        assert!(find(2, &[], rows).is_some());
    }

    #[test]
    fn unbounded_strip() {
        // 5 <= 7x - 11y <= 6, no other bounds
        assert!(find(2, &[], &[&[-5, 7, -11], &[6, -7, 11]]).is_some());
        // 1 <= 14x - 22y <= 1
        assert!(find(2, &[], &[&[-1, 14, -22], &[1, -14, 22]]).is_none());
    }

    #[test]
    fn unbounded_in_one_direction_of_three() {
        // 2x + 4y between 1 and 1, z free but tied: infeasible by parity
        assert!(find(3, &[], &[&[-1, 2, 4, 0], &[1, -2, -4, 0], &[0, 1, 0, 1]]).is_none());
        assert!(find(3, &[], &[&[-1, 3, 5, 0], &[1, -3, -5, 0], &[-100, 1, 0, 1]]).is_some());
    }

    #[test]
    fn brute_force_small_triangles() {
        let mut state = 12345u64;
        let mut next = |bound: i64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 33) as i64).rem_euclid(2 * bound + 1) - bound
        };
        let mut checked = [0, 0];
        for _ in 0..2000 {
            let rows: Vec<Vec<i64>> = (0..4)
                .map(|_| vec![next(12), next(9), next(9), next(5)])
                .collect();
            let mut all: Vec<Vec<i64>> = rows.clone();
            for d in 0..3 {
                let mut low = vec![4, 0, 0, 0];
                low[1 + d] = 1;
                let mut high = vec![4, 0, 0, 0];
                high[1 + d] = -1;
                all.push(low);
                all.push(high);
            }
            let refs: Vec<&[i64]> = all.iter().map(|r| &r[..]).collect();
            let found = find(3, &[], &refs).is_some();
            let mut expect = false;
            for x in -4..=4 {
                for y in -4..=4 {
                    for z in -4..=4 {
                        expect |= rows
                            .iter()
                            .all(|r| r[0] + r[1] * x + r[2] * y + r[3] * z >= 0);
                    }
                }
            }
            assert_eq!(found, expect, "{rows:?}");
            checked[found as usize] += 1;
        }
        assert!(checked[0] > 50 && checked[1] > 50, "{checked:?}");
    }
}
