//! Bringing a conjunction into normal form.
//!
//! Rows are divided by their gcd and inequality constants tightened; equalities are in echelon
//! form, each eliminated from everything else; parallel inequalities are merged; locals that can
//! go without loss are gone, and those that can be expressed as floors are known.

use super::Conj;
use crate::budget;
use crate::number::{Coeff, Run, divide_row, is_negation, last_nonzero, negate_row};
use rustc_hash::FxHashMap;

/// How far equalities are reduced by each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reduce {
    /// No pivot variable occurs in another equality.
    All,
    /// An equality that determines its pivot with coefficient 1 is not scaled by a later one:
    /// it is worth more as it is, because a local can be substituted by it.
    KeepUnits,
}

impl<T: Coeff> Conj<T> {
    /// `self ∩ other`, simplified.
    pub(crate) fn intersect(&self, other: &Conj<T>) -> Run<Conj<T>> {
        let mut out = self.clone_with_room(other.eq.rows(), other.ineq.rows());
        out.conjoin(other)?;
        out.simplify()?;
        Ok(out)
    }

    /// Brings the conjunction into normal form; the set of points stays the same.
    pub(crate) fn simplify(&mut self) -> Run<()> {
        loop {
            if self.empty {
                return Ok(());
            }
            let rows = self.eq.rows() + self.ineq.rows();
            budget::spend(1 + rows + rows * self.cols() / 32)?;
            if !self.normalize_rows() || !self.echelon(Reduce::KeepUnits)? {
                self.mark_empty();
                return Ok(());
            }
            let Some(new_equalities) = self.merge_parallel()? else {
                self.mark_empty();
                return Ok(());
            };
            if new_equalities {
                continue;
            }
            if !self.simplify_locals()? {
                return Ok(());
            }
        }
    }

    /// Divides rows by their gcd and drops trivial ones; false if a row cannot be satisfied.
    fn normalize_rows(&mut self) -> bool {
        let rational = self.rational;
        let (mut trivial_eq, mut trivial_ineq) = (false, false);
        for i in 0..self.eq.rows() {
            match normalize_equality(self.eq.row_mut(i), rational) {
                Row::Contradiction => return false,
                row => trivial_eq |= row == Row::Trivial,
            }
        }
        for i in 0..self.ineq.rows() {
            match normalize_inequality(self.ineq.row_mut(i), rational) {
                Row::Contradiction => return false,
                row => trivial_ineq |= row == Row::Trivial,
            }
        }
        if trivial_eq {
            self.eq.retain(|_, row| last_nonzero(&row[1..]).is_some());
        }
        if trivial_ineq {
            self.ineq.retain(|_, row| last_nonzero(&row[1..]).is_some());
        }
        true
    }

    /// Puts the equalities in echelon form from the last column on and eliminates each pivot
    /// variable from all other rows; false if that shows a contradiction.
    pub(crate) fn gauss(&mut self) -> Run<bool> {
        self.echelon(Reduce::All)
    }

    fn echelon(&mut self, reduce: Reduce) -> Run<bool> {
        let mut done = 0;
        for col in (1..self.cols()).rev() {
            if done == self.eq.rows() {
                break;
            }
            let mut best: Option<usize> = None;
            for i in done..self.eq.rows() {
                let value = self.eq.get(i, col);
                if !value.is_zero() && best.is_none_or(|b| value.abs() < self.eq.get(b, col).abs())
                {
                    best = Some(i);
                }
            }
            let Some(best) = best else { continue };
            self.eq.swap_rows(done, best);
            if !self.eliminate(done, col, reduce)? {
                return Ok(false);
            }
            done += 1;
        }
        Ok(true)
    }

    /// Eliminates `col` from every row but equality `pivot`, using that equality.
    pub(crate) fn eliminate_with(&mut self, pivot: usize, col: usize) -> Run<bool> {
        self.eliminate(pivot, col, Reduce::All)
    }

    fn eliminate(&mut self, pivot: usize, col: usize, reduce: Reduce) -> Run<bool> {
        if self.eq.get(pivot, col).is_neg() {
            negate_row(self.eq.row_mut(pivot));
        }
        let rational = self.rational;
        let mut satisfiable = true;
        // Many equalities have few variables each: work and budget are for the rows that change.
        let mut changed = 0;
        let (mut trivial_eq, mut trivial_ineq) = (false, false);
        let is_trivial = |row: &[T]| last_nonzero(&row[1..]).is_none();
        for i in 0..self.eq.rows() {
            if i != pivot && !self.eq.get(i, col).is_zero() {
                if reduce == Reduce::KeepUnits
                    && i < pivot
                    && !self.eq.get(pivot, col).is_one()
                    && last_nonzero(self.eq.row(i)).is_some_and(|c| self.eq.get(i, c).is_one())
                {
                    continue;
                }
                let (target, source) = self.eq.two_rows(i, pivot);
                cancel(target, source, col)?;
                let row = normalize_equality(target, rational);
                satisfiable &= row != Row::Contradiction;
                trivial_eq |= row == Row::Trivial;
                changed += 1;
            }
        }
        let source = self.eq.row(pivot);
        for i in 0..self.ineq.rows() {
            let target = self.ineq.row_mut(i);
            if !target[col].is_zero() {
                cancel(target, source, col)?;
                let row = normalize_inequality(target, rational);
                satisfiable &= row != Row::Contradiction;
                trivial_ineq |= row == Row::Trivial;
                changed += 1;
            }
        }
        for k in 0..self.div.rows() {
            let def = self.div.row_mut(k);
            if !def[0].is_zero() && !def[1 + col].is_zero() {
                let scale = cancel(&mut def[1..], source, col)?;
                def[0] = def[0].mul(&scale)?;
            }
        }
        budget::spend((self.eq.rows() + self.ineq.rows()) / 256 + changed * self.cols() / 256)?;
        // Elimination can leave rows without variables behind.
        if satisfiable && trivial_eq {
            self.eq.retain(|i, row| i <= pivot || !is_trivial(row));
        }
        if satisfiable && trivial_ineq {
            self.ineq.retain(|_, row| !is_trivial(row));
        }
        Ok(satisfiable)
    }

    /// Merges inequalities with the same coefficients and turns opposite pairs without slack into
    /// equalities. `None`: two inequalities contradict; `Some(true)`: there are new equalities.
    fn merge_parallel(&mut self) -> Run<Option<bool>> {
        let n = self.ineq.rows();
        if n <= FEW_ROWS {
            let (mut drop, mut equal) = (0u32, 0u32);
            for i in 0..n {
                for j in i + 1..n {
                    if (drop >> i | drop >> j) & 1 == 1 {
                        continue;
                    }
                    match self.compare_parallel(i, j)? {
                        Parallel::No => {}
                        Parallel::FirstFollows => drop |= 1 << i,
                        Parallel::SecondFollows => drop |= 1 << j,
                        Parallel::Equality => {
                            drop |= 1 << i | 1 << j;
                            equal |= 1 << i;
                        }
                        Parallel::Contradiction => return Ok(None),
                    }
                }
            }
            if drop == 0 {
                return Ok(Some(false));
            }
            let found = equal != 0;
            while equal != 0 {
                let i = equal.trailing_zeros() as usize;
                self.eq.push(self.ineq.row(i));
                equal &= equal - 1;
            }
            self.ineq.retain(|i, _| drop >> i & 1 == 0);
            return Ok(Some(found));
        }
        let mut drop = vec![false; n];
        let mut equal: Vec<usize> = Vec::new();
        let mut seen: FxHashMap<Vec<T>, Vec<usize>> = FxHashMap::default();
        for j in 0..n {
            let mut key = self.ineq.row(j)[1..].to_vec();
            let first = last_nonzero(&key).expect("trivial rows are gone");
            if key[first].is_neg() {
                negate_row(&mut key);
            }
            let peers = seen.entry(key).or_default();
            for &i in peers.iter() {
                if drop[i] || drop[j] {
                    continue;
                }
                match self.compare_parallel(i, j)? {
                    Parallel::No => {}
                    Parallel::FirstFollows => drop[i] = true,
                    Parallel::SecondFollows => drop[j] = true,
                    Parallel::Equality => {
                        drop[i] = true;
                        drop[j] = true;
                        equal.push(i);
                    }
                    Parallel::Contradiction => return Ok(None),
                }
            }
            peers.push(j);
        }
        let found = !equal.is_empty();
        for i in equal {
            self.eq.push(self.ineq.row(i));
        }
        self.ineq.retain(|i, _| !drop[i]);
        Ok(Some(found))
    }

    fn compare_parallel(&self, i: usize, j: usize) -> Run<Parallel> {
        let (a, b) = (self.ineq.row(i), self.ineq.row(j));
        if a[1..] == b[1..] {
            return Ok(match a[0] <= b[0] {
                true => Parallel::SecondFollows,
                false => Parallel::FirstFollows,
            });
        }
        if !is_negation(&a[1..], &b[1..]) {
            return Ok(Parallel::No);
        }
        Ok(match a[0].add(&b[0])?.signum() {
            1 => Parallel::No,
            0 => Parallel::Equality,
            _ => Parallel::Contradiction,
        })
    }
}

/// So many inequalities are compared pair by pair.
const FEW_ROWS: usize = 24;

/// What two inequalities with the same coefficients, or opposite ones, say together.
enum Parallel {
    /// Nothing new.
    No,
    FirstFollows,
    SecondFollows,
    Equality,
    Contradiction,
}

/// `target := p * target - t * source` with the least positive `p` that cancels the target's
/// column; returns `p`.
fn cancel<T: Coeff>(target: &mut [T], source: &[T], col: usize) -> Run<T> {
    debug_assert!(source[col].is_pos());
    let gcd = target[col].gcd(&source[col]);
    let scale = source[col].div_exact(&gcd);
    let factor = target[col].div_exact(&gcd).neg();
    T::combine(target, &scale, source, &factor)?;
    Ok(scale)
}

/// What a row says once it is in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    Constraint,
    /// Nothing.
    Trivial,
    /// It cannot hold.
    Contradiction,
}

/// Divides an equality by the gcd of its coefficients.
pub(super) fn normalize_equality<T: Coeff>(row: &mut [T], rational: bool) -> Row {
    let gcd = T::row_gcd(&row[1..]);
    if gcd.is_one() {
        return Row::Constraint;
    }
    if gcd.is_zero() {
        return match row[0].is_zero() {
            true => Row::Trivial,
            false => Row::Contradiction,
        };
    }
    if !gcd.divides(&row[0]) {
        if rational {
            let gcd = gcd.gcd(&row[0]);
            divide_row(row, &gcd);
            return Row::Constraint;
        }
        return Row::Contradiction;
    }
    divide_row(row, &gcd);
    Row::Constraint
}

/// Divides an inequality by the gcd of its coefficients, rounding the constant down.
pub(super) fn normalize_inequality<T: Coeff>(row: &mut [T], rational: bool) -> Row {
    let gcd = T::row_gcd(&row[1..]);
    if gcd.is_one() {
        return Row::Constraint;
    }
    if gcd.is_zero() {
        return match row[0].is_neg() {
            true => Row::Contradiction,
            false => Row::Trivial,
        };
    }
    if rational {
        let gcd = gcd.gcd(&row[0]);
        divide_row(row, &gcd);
    } else {
        row[0] = row[0].div_floor(&gcd);
        divide_row(&mut row[1..], &gcd);
    }
    Row::Constraint
}
