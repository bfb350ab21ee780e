//! Finding what integrality implies about locals, with all of them turned into variables.

use super::Conj;
use crate::linear::tableau::Optimum;
use crate::number::{Coeff, Run, last_nonzero};

/// Bounds that have not come to rest by then are left as they are.
const MAX_ROUNDS: usize = 8;

impl<T: Coeff> Conj<T> {
    /// The conjunction over its visible variables followed by its locals, without locals, and
    /// with equalities between locals and bounds that only hold for integers made explicit:
    /// floors that coincide given the equalities, and floors with a single possible value.
    pub(crate) fn sharpened(&self) -> Run<Conj<T>> {
        if self.rational || self.n_local() == 0 {
            let mut out = self.lift_locals();
            out.simplify()?;
            return Ok(out);
        }
        // Each local gets a visible twin; simplification then merges and solves the locals.
        let (n, k) = (self.n_vis, self.n_local());
        let mut twins = self.insert_visible(n, k);
        for i in 0..k {
            let local = twins.local_col(i);
            let row = twins.eq.push_zero();
            row[1 + n + i] = T::one().neg();
            row[local] = T::one();
        }
        twins.simplify()?;
        if twins.empty {
            return Ok(Conj::nothing(n + k));
        }
        let mut out = self.lift_locals();
        for row in twins.eq.iter() {
            if last_nonzero(row).is_some_and(|col| col <= n + k) {
                out.eq.push(&row[..1 + n + k]);
            }
        }
        out.tighten()?;
        if !out.empty {
            out.fix_single_values(n)?;
        }
        Ok(out)
    }

    /// Simplifies, using equalities with a coefficient 1 to tighten inequalities.
    pub(crate) fn tighten(&mut self) -> Run<()> {
        // Where equalities contradict each other for integers, bounds would creep on for ever:
        // x = 4a + 1 = 4b + 3 turns x >= 5 into x >= 7, that into x >= 9, and so on.
        for _ in 0..MAX_ROUNDS {
            self.simplify()?;
            if self.empty || self.rational || !self.tighten_by_units()? {
                return Ok(());
            }
        }
        self.simplify()
    }

    /// Substitutes variables with coefficient 1 in an equality, in inequalities that then have a
    /// common factor; true if that changed anything.
    fn tighten_by_units(&mut self) -> Run<bool> {
        let mut changed = false;
        for i in 0..self.eq.rows() {
            let eq = self.eq.row(i).to_vec();
            let Some(pivot) = last_nonzero(&eq) else {
                continue;
            };
            if eq[pivot].is_unit() {
                continue;
            }
            let Some(col) = (1..eq.len()).rev().find(|&c| eq[c].is_unit()) else {
                continue;
            };
            for r in 0..self.ineq.rows() {
                let factor = self.ineq.get(r, col).clone();
                if factor.is_zero() {
                    continue;
                }
                let mut row = self.ineq.row(r).to_vec();
                let factor = if eq[col].is_neg() {
                    factor
                } else {
                    factor.neg()
                };
                T::combine(&mut row, &T::one(), &eq, &factor)?;
                let gcd = T::row_gcd(&row[1..]);
                if !gcd.is_zero() && !gcd.is_one() && !gcd.divides(&row[0]) {
                    self.ineq.push(&row);
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    /// Adds an equality for each variable from `first` on whose bounds leave one value.
    fn fix_single_values(&mut self, first: usize) -> Run<()> {
        let mut tab = self.tableau()?;
        if tab.is_empty() {
            self.mark_empty();
            return Ok(());
        }
        let mut found = false;
        let mut form = vec![T::zero(); self.cols()];
        for v in first..self.n_vis {
            if self.eq.iter().any(|row| !row[1 + v].is_zero()) {
                continue;
            }
            form[1 + v] = T::one();
            if let Optimum::Value(a, b) = tab.minimum(&form)? {
                let low = a.div_ceil(&b);
                if let Optimum::Value(c, d) = tab.maximum(&form)?
                    && low == c.div_floor(&d)
                {
                    let mut row = form.clone();
                    row[0] = low.neg();
                    self.eq.push(&row);
                    found = true;
                }
            }
            form[1 + v] = T::zero();
        }
        if found {
            self.simplify()?;
        }
        Ok(())
    }
}
