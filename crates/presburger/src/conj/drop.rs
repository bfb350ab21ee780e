//! Constraints taken away by the variables that they mention: a set that contains the conjunction,
//! found without any computation.

use super::Conj;
use crate::number::{Coeff, Run};
use std::ops::Range;

impl<T: Coeff> Conj<T> {
    /// Without the constraints that mention one of the visible variables, in floors too.
    pub(crate) fn without_constraints_on(&self, variables: Range<usize>) -> Run<Conj<T>> {
        let mentions = self.mentioned(variables);
        let mut out = self.clone();
        let is_free = |row: &[T]| !mentions.iter().any(|&col| !row[col].is_zero());
        out.eq.retain(|_, row| is_free(row));
        out.ineq.retain(|_, row| is_free(row));
        out.simplify()?;
        Ok(out)
    }

    /// Without the constraints that mention none of the visible variables, not in floors either.
    pub(crate) fn only_constraints_on(&self, variables: Range<usize>) -> Run<Conj<T>> {
        let mentions = self.mentioned(variables);
        let mut out = self.clone();
        let is_bound = |row: &[T]| mentions.iter().any(|&col| !row[col].is_zero());
        out.eq.retain(|_, row| is_bound(row));
        out.ineq.retain(|_, row| is_bound(row));
        // What a floor is remains true.
        for k in 0..out.n_local() {
            if out.is_known(k) {
                out.add_floor_bounds(k)?;
            }
        }
        out.simplify()?;
        Ok(out)
    }

    /// The constraint columns of the variables and of the floors that depend on them.
    fn mentioned(&self, variables: Range<usize>) -> Vec<usize> {
        let mut columns: Vec<usize> = variables.map(|v| 1 + v).collect();
        for k in 0..self.n_local() {
            let def = self.div.row(k);
            if self.is_known(k) && columns.iter().any(|&col| !def[1 + col].is_zero()) {
                columns.push(self.local_col(k));
            }
        }
        columns
    }
}
