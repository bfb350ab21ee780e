//! Fourier–Motzkin elimination: the rational shadow of a conjunction.

use super::Conj;
use crate::budget;
use crate::number::{Coeff, Run};

impl<T: Coeff> Conj<T> {
    /// A conjunction that does not mention the constraint columns in `cols` and holds wherever
    /// some rational values for them satisfy `self`. Over the integers it is a superset of the
    /// projection. The columns stay; they are unconstrained afterwards.
    pub(crate) fn eliminate_cols(&mut self, cols: &[usize]) -> Run<()> {
        for &col in cols {
            if self.empty {
                return Ok(());
            }
            self.forget_definitions_by(col);
            if let Some(pivot) = (0..self.eq.rows()).find(|&i| !self.eq.get(i, col).is_zero()) {
                if !self.eliminate_with(pivot, col)? {
                    self.mark_empty();
                    return Ok(());
                }
                self.eq.remove(pivot);
                continue;
            }
            self.eliminate_by_pairs(col)?;
            self.remove_redundancies()?;
        }
        Ok(())
    }

    /// A definition that mentions an eliminated variable is no longer one.
    fn forget_definitions_by(&mut self, col: usize) {
        for k in 0..self.n_local() {
            if !self.div.get(k, 1 + col).is_zero() || self.local_col(k) == col {
                for value in self.div.row_mut(k) {
                    *value = T::zero();
                }
            }
        }
    }

    fn eliminate_by_pairs(&mut self, col: usize) -> Run<()> {
        let n = self.ineq.rows();
        for l in 0..n {
            if !self.ineq.get(l, col).is_pos() {
                continue;
            }
            for u in 0..n {
                if !self.ineq.get(u, col).is_neg() {
                    continue;
                }
                budget::spend(1)?;
                let mut row = self.ineq.row(l).to_vec();
                let (a, b) = (row[col].clone(), self.ineq.get(u, col).neg());
                let gcd = a.gcd(&b);
                T::combine(
                    &mut row,
                    &b.div_exact(&gcd),
                    self.ineq.row(u),
                    &a.div_exact(&gcd),
                )?;
                if !super::simplify::normalize_inequality(&mut row, self.rational) {
                    self.mark_empty();
                    return Ok(());
                }
                if !crate::number::is_zero_row(&row[1..]) {
                    self.ineq.push(&row);
                }
            }
        }
        let mut index = 0;
        self.ineq.retain(|_, row| {
            index += 1;
            index > n || row[col].is_zero()
        });
        Ok(())
    }
}
