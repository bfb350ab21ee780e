//! Fourier–Motzkin elimination: the rational shadow of a conjunction.

use super::Conj;
use super::simplify::{Row, normalize_inequality};
use crate::budget;
use crate::number::{Coeff, Run};

impl<T: Coeff> Conj<T> {
    /// The rational shadow on the visible variables: what their rational values may be, locals
    /// being rational too. Over the integers it contains the conjunction.
    pub(crate) fn shadow(&self) -> Run<Conj<T>> {
        let n = self.n_vis;
        let mut lifted = self.lift_locals();
        let locals: Vec<usize> = (1 + n..lifted.cols()).collect();
        lifted.eliminate_cols(&locals)?;
        if lifted.empty {
            return Ok(Conj::nothing(n));
        }
        let cols: Vec<usize> = (0..=n).collect();
        let mut out = Conj::universe(n);
        out.rational = self.rational;
        out.eq = lifted.eq.select_cols(&cols);
        out.ineq = lifted.ineq.select_cols(&cols);
        Ok(out)
    }

    /// Replaces a conjunction without locals by one that does not mention the constraint columns
    /// in `cols` and holds wherever some rational values for them satisfy it. The columns stay;
    /// they are unconstrained afterwards.
    pub(crate) fn eliminate_cols(&mut self, cols: &[usize]) -> Run<()> {
        // Simplification could drop locals, and the columns would no longer be the ones meant.
        assert_eq!(self.n_local(), 0, "only variables are eliminated");
        for &col in cols {
            if self.empty {
                return Ok(());
            }
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
                match normalize_inequality(&mut row, self.rational) {
                    Row::Contradiction => {
                        self.mark_empty();
                        return Ok(());
                    }
                    Row::Trivial => {}
                    Row::Constraint => self.ineq.push(&row),
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
