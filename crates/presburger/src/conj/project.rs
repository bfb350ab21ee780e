//! Projection: visible variables taken out.
//!
//! What is taken out becomes existential. Most of it can go at once, before there are locals: a
//! variable that an equality with coefficient ±1 determines, one that is bounded on one side only,
//! and one whose bounds can be paired without loss. What is left becomes a local, for
//! `simplify_locals` to deal with.

use super::simplify::{Row, normalize_inequality};
use super::{Column, Conj};
use crate::number::{Coeff, Run};
use std::ops::Range;

impl<T: Coeff> Conj<T> {
    /// Turns the visible variables `at..at + count` into locals and simplifies.
    pub(crate) fn project_out(&self, at: usize, count: usize) -> Run<Conj<T>> {
        let mut out = self.clone();
        out.drop_visible(at, count)?;
        Ok(out)
    }

    /// The same in place.
    pub(crate) fn drop_visible(&mut self, at: usize, count: usize) -> Run<()> {
        if count == 0 {
            return Ok(());
        }
        let is_normal = self.n_local() == 0 && self.eq.is_empty();
        let has_new_rows = self.take_out(at..at + count)?;
        if self.empty {
            *self = Conj {
                rational: self.rational,
                ..Conj::nothing(self.n_vis - count)
            };
            return Ok(());
        }
        if (at..at + count).all(|v| !self.mentions(1 + v)) {
            self.eq.drop_cols(1 + at, count);
            self.ineq.drop_cols(1 + at, count);
            self.div.drop_cols(2 + at, count);
            self.n_vis -= count;
            if is_normal && !has_new_rows {
                return Ok(());
            }
        } else if at + count == self.n_vis {
            // They stand where the locals begin.
            self.n_vis = at;
            self.div.insert_zero_rows(0, count);
        } else {
            let kept = (0..at).chain(at + count..self.n_vis);
            let columns: Vec<Column> = kept.map(Column::Old).collect();
            *self = self.rearrange(&columns);
        }
        self.simplify()
    }

    /// Whether a constraint or definition mentions a constraint column.
    fn mentions(&self, col: usize) -> bool {
        let is_there = |row: &[T]| !row[col].is_zero();
        self.eq.iter().any(is_there)
            || self.ineq.iter().any(is_there)
            || self.div.iter().any(|row| !row[1 + col].is_zero())
    }

    /// Eliminates visible variables as far as that is easy and exact; their columns are zero then.
    /// Whether there are new rows, which are not in normal form.
    fn take_out(&mut self, variables: Range<usize>) -> Run<bool> {
        let mut has_new_rows = false;
        loop {
            let mut goes_on = false;
            for v in variables.clone().rev() {
                let col = 1 + v;
                if self.empty || self.div.iter().any(|row| !row[1 + col].is_zero()) {
                    continue;
                }
                let determined = (0..self.eq.rows()).filter(|&i| !self.eq.get(i, col).is_zero());
                let mut determined = determined.peekable();
                if determined.peek().is_some() {
                    let is_solved = |&i: &usize| self.rational || self.eq.get(i, col).is_unit();
                    if let Some(pivot) = determined.find(is_solved) {
                        if !self.eliminate_with(pivot, col)? {
                            self.mark_empty();
                            return Ok(true);
                        }
                        // Rows that became trivial are gone, but none before the pivot.
                        self.eq.remove(pivot);
                        has_new_rows = true;
                        goes_on = true;
                    }
                    continue;
                }
                let (mut lower, mut upper) = (0, 0);
                for row in self.ineq.iter() {
                    match row[col].signum() {
                        1 => lower += 1,
                        -1 => upper += 1,
                        _ => {}
                    }
                }
                if lower + upper == 0 {
                    continue;
                }
                if lower == 0 || upper == 0 {
                    self.ineq.retain(|_, row| row[col].is_zero());
                    goes_on = true;
                    continue;
                }
                if lower * upper > lower + upper + 1 {
                    continue;
                }
                let bounds = self.bounds(col);
                if self.pairs_are_exact(col, &bounds, None)? {
                    let before = self.ineq.rows() - lower - upper;
                    self.pair_bounds(col, &bounds)?;
                    has_new_rows = true;
                    goes_on = true;
                    if !self.tidy_inequalities(before) {
                        self.mark_empty();
                    }
                }
            }
            if !goes_on || self.empty || variables.len() == 1 {
                return Ok(has_new_rows);
            }
        }
    }

    /// Brings the inequalities from `first` on to lowest terms and drops trivial ones; false if one
    /// is a contradiction.
    fn tidy_inequalities(&mut self, first: usize) -> bool {
        let mut is_trivial = false;
        for i in first..self.ineq.rows() {
            match normalize_inequality(self.ineq.row_mut(i), self.rational) {
                Row::Contradiction => return false,
                Row::Trivial => is_trivial = true,
                Row::Constraint => {}
            }
        }
        if is_trivial {
            self.ineq
                .retain(|_, row| crate::number::last_nonzero(&row[1..]).is_some());
        }
        true
    }
}
