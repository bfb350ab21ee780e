//! Removing constraints that say nothing new, and finding equalities hidden among inequalities.

use super::Conj;
use crate::number::{Coeff, Run};

impl<T: Coeff> Conj<T> {
    /// Removes the constraints that follow from others for all rational points, and keeps those
    /// that follow for the integer points only.
    pub(crate) fn remove_rational_redundancies(&mut self) -> Run<()> {
        let rational = std::mem::replace(&mut self.rational, true);
        let done = self.remove_redundancies();
        self.rational = rational;
        done
    }

    /// Drops redundant inequalities and makes implicit equalities explicit. Marks the conjunction
    /// empty if the constraints have no rational solution.
    pub(crate) fn remove_redundancies(&mut self) -> Run<()> {
        if self.empty || self.ineq.is_empty() || self.is_evidently_lean() {
            return Ok(());
        }
        loop {
            let mut tab =
                crate::linear::Tableau::new(self.n_total(), self.eq.rows() + self.ineq.rows() + 1);
            tab.set_rational(self.rational);
            for row in self.eq.iter() {
                tab.add_eq(row)?;
            }
            let mut slacks = Vec::with_capacity(self.ineq.rows());
            for row in self.ineq.iter() {
                slacks.push(tab.add_ineq(row)?);
                if tab.is_empty() {
                    break;
                }
            }
            if tab.is_empty() {
                self.mark_empty();
                return Ok(());
            }
            let mut implicit = vec![false; slacks.len()];
            for (i, &slack) in slacks.iter().enumerate() {
                implicit[i] = tab.make_implicit_equality(slack)?;
            }
            if implicit.iter().any(|&b| b) {
                for i in 0..implicit.len() {
                    if implicit[i] {
                        self.eq.push(self.ineq.row(i));
                    }
                }
                self.ineq.retain(|i, _| !implicit[i]);
                self.simplify()?;
                if self.empty || self.ineq.is_empty() {
                    return Ok(());
                }
                continue;
            }
            let mut redundant = vec![false; slacks.len()];
            // The bounds of known locals go last: a constraint that follows from them is noise,
            // while they follow from a constraint only when that is the sharper one.
            let mut order: Vec<usize> = (0..slacks.len()).collect();
            if self.n_local() > 0 {
                let mut floor_bound = Vec::with_capacity(order.len());
                for row in self.ineq.iter() {
                    floor_bound.push(self.is_floor_bound(row)?);
                }
                order.sort_by_key(|&i| floor_bound[i]);
            }
            for i in order {
                if tab.is_redundant(slacks[i])? {
                    tab.drop_constraint(slacks[i]);
                    redundant[i] = true;
                }
            }
            self.ineq.retain(|i, _| !redundant[i]);
            return Ok(());
        }
    }
}
