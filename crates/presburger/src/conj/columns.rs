//! Rearranging the variables of a conjunction: what spaces need when they reorder, insert,
//! project and join dimensions.

use super::Conj;
use crate::linear::Matrix;
use crate::number::{Coeff, Run};
use std::borrow::Cow;

/// Where a visible column of a rearranged conjunction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// The old visible variable with this number.
    Old(usize),
    /// A new variable without constraints.
    Fresh,
}

impl<T: Coeff> Conj<T> {
    /// The conjunction over new visible variables: `columns[j]` says what the j-th one is.
    /// Old variables that are not named become unknown locals; none may be named twice.
    pub(crate) fn rearrange(&self, columns: &[Column]) -> Conj<T> {
        let mut used = vec![false; self.n_vis];
        for column in columns {
            if let Column::Old(i) = column {
                debug_assert!(!used[*i], "a variable keeps one place");
                used[*i] = true;
            }
        }
        let hidden: Vec<usize> = (0..self.n_vis).filter(|&i| !used[i]).collect();
        // Old locals may be defined by hidden variables, so those come first.
        let order: Vec<Column> = std::iter::once(Column::Old(0))
            .chain(columns.iter().map(|c| match c {
                Column::Old(i) => Column::Old(1 + i),
                Column::Fresh => Column::Fresh,
            }))
            .chain(hidden.iter().map(|i| Column::Old(1 + i)))
            .chain((0..self.n_local()).map(|k| Column::Old(self.local_col(k))))
            .collect();
        let pick = |m: &Matrix<T>, head: usize| {
            let mut out = Matrix::with_capacity(head + order.len(), m.rows());
            for row in m.iter() {
                let target = out.push_zero();
                target[..head].clone_from_slice(&row[..head]);
                for (j, column) in order.iter().enumerate() {
                    if let Column::Old(i) = column {
                        target[head + j] = row[head + i].clone();
                    }
                }
            }
            out
        };
        let mut div = Matrix::with_capacity(1 + order.len(), hidden.len() + self.n_local());
        for _ in &hidden {
            div.push_zero();
        }
        div.append(&pick(&self.div, 1));
        Conj {
            n_vis: columns.len(),
            eq: pick(&self.eq, 0),
            ineq: pick(&self.ineq, 0),
            div,
            empty: self.empty,
            rational: self.rational,
        }
    }

    /// The conjunction over `n_vis` variables, visible variable `v` being number `places[v]` among
    /// them, with room for so many more equalities and inequalities.
    pub(crate) fn placed(&self, places: &[usize], n_vis: usize, room: (usize, usize)) -> Conj<T> {
        let mut out = Conj {
            n_vis,
            eq: Matrix::with_capacity(1 + n_vis + self.n_local(), self.eq.rows() + room.0),
            ineq: Matrix::with_capacity(1 + n_vis + self.n_local(), self.ineq.rows() + room.1),
            div: Matrix::with_capacity(2 + n_vis + self.n_local(), self.n_local()),
            empty: self.empty,
            rational: self.rational,
        };
        for (from, to) in [(&self.eq, &mut out.eq), (&self.ineq, &mut out.ineq)] {
            for row in from.iter() {
                scatter(row, places, to.push_zero());
            }
        }
        for row in self.div.iter() {
            let target = out.div.push_zero();
            target[0] = row[0].clone();
            scatter(&row[1..], places, &mut target[1..]);
        }
        out
    }

    /// Joins the constraints of another conjunction placed like this without simplifying.
    pub(crate) fn conjoin_placed(&mut self, other: &Conj<T>, places: &[usize]) -> Run<()> {
        if other.empty || other.n_local() > 0 {
            return self.conjoin(&other.placed(places, self.n_vis, (0, 0)));
        }
        if self.empty {
            return Ok(());
        }
        self.rational &= other.rational;
        for (from, to) in [(&other.eq, &mut self.eq), (&other.ineq, &mut self.ineq)] {
            for row in from.iter() {
                scatter(row, places, to.push_zero());
            }
        }
        Ok(())
    }

    /// Inserts `count` unconstrained visible variables before visible variable `at`.
    pub(crate) fn insert_visible(&self, at: usize, count: usize) -> Conj<T> {
        let mut out = self.clone();
        out.eq.insert_cols(1 + at, count);
        out.ineq.insert_cols(1 + at, count);
        out.div.insert_cols(2 + at, count);
        out.n_vis += count;
        out
    }

    /// The constraints that do not involve unknown locals, or locals defined by such. What ties a
    /// floor to its definition may have followed from the others, and is said again.
    pub(crate) fn without_unknown_locals(&self) -> Run<Conj<T>> {
        let mut known = vec![true; self.n_local()];
        for k in 0..known.len() {
            let uses = &self.div.row(k)[2 + self.n_vis..];
            known[k] = self.is_known(k)
                && uses
                    .iter()
                    .enumerate()
                    .all(|(j, a)| a.is_zero() || known[j]);
        }
        let mut out = self.clone();
        let free = |row: &[T]| {
            let locals = &row[1 + self.n_vis..];
            locals
                .iter()
                .enumerate()
                .all(|(k, a)| a.is_zero() || known[k])
        };
        out.eq.retain(|_, row| free(row));
        out.ineq.retain(|_, row| free(row));
        for k in (0..known.len()).rev() {
            if !known[k] {
                out.drop_local(k);
            }
        }
        for k in 0..out.n_local() {
            out.add_floor_bounds(k)?;
        }
        Ok(out)
    }

    /// Makes all locals visible, after the present visible variables. Definitions are dropped.
    pub(crate) fn lift_locals(&self) -> Conj<T> {
        let n_vis = self.n_total();
        Conj {
            n_vis,
            eq: self.eq.clone(),
            ineq: self.ineq.clone(),
            div: Matrix::new(2 + n_vis),
            empty: self.empty,
            rational: self.rational,
        }
    }

    /// The last `count` visible variables become locals; the present locals stay behind them.
    pub(crate) fn hide_last(&self, count: usize) -> Conj<T> {
        let columns: Vec<Column> = (0..self.n_vis - count).map(Column::Old).collect();
        self.rearrange(&columns)
    }

    /// Joins the constraints of `other` (same visible variables) without simplifying; the locals
    /// of `other` follow those of `self`. Known locals with the same definition are shared.
    pub(crate) fn conjoin(&mut self, other: &Conj<T>) -> Run<()> {
        debug_assert_eq!(self.n_vis, other.n_vis);
        if self.empty {
            return Ok(());
        }
        if other.empty {
            self.mark_empty();
            return Ok(());
        }
        self.rational &= other.rational;
        let map = self.adopt_locals(other)?;
        for row in other.eq.iter() {
            let row = self.translate(row, 0, other, &map);
            self.eq.push(&row);
        }
        for row in other.ineq.iter() {
            let row = self.translate(row, 0, other, &map);
            self.ineq.push(&row);
        }
        Ok(())
    }

    /// Makes room for the locals of `other`: the result gives, for each, the local of `self` that
    /// stands for it. Definitions are taken over, constraints are not.
    pub(crate) fn adopt_locals(&mut self, other: &Conj<T>) -> Run<Vec<usize>> {
        let mut map: Vec<usize> = Vec::with_capacity(other.n_local());
        let mut fresh = 0;
        let present = self.n_local();
        // First find the shared ones, so that the matrices are widened only once.
        for k in 0..other.n_local() {
            let shared = (0..present).find(|&mine| self.same_definition(mine, other, k, &map));
            map.push(shared.unwrap_or_else(|| {
                fresh += 1;
                present + fresh - 1
            }));
        }
        if fresh > 0 {
            self.add_locals(fresh);
            for k in 0..other.n_local() {
                if map[k] >= present {
                    let row = self.translate(other.div.row(k), 1, other, &map);
                    self.div.row_mut(map[k]).clone_from_slice(&row);
                }
            }
        }
        Ok(map)
    }

    fn same_definition(&self, mine: usize, other: &Conj<T>, theirs: usize, map: &[usize]) -> bool {
        let (a, b) = (self.div.row(mine), other.div.row(theirs));
        if a[0].is_zero() || a[..2 + self.n_vis] != b[..2 + self.n_vis] {
            return false;
        }
        let mut expected = vec![T::zero(); self.n_local()];
        for (j, value) in b[2 + self.n_vis..].iter().enumerate() {
            if value.is_zero() {
                continue;
            }
            match map.get(j) {
                Some(&to) if to < expected.len() => expected[to] = value.clone(),
                _ => return false,
            }
        }
        a[2 + self.n_vis..] == expected[..]
    }

    /// A row of `other` over the columns of `self`; `head` extra columns come before the constant.
    pub(crate) fn translate<'a>(
        &self,
        row: &'a [T],
        head: usize,
        other: &Conj<T>,
        map: &[usize],
    ) -> Cow<'a, [T]> {
        let is_same = map.iter().enumerate().all(|(k, &to)| k == to);
        if is_same && row.len() == head + self.cols() {
            return Cow::Borrowed(row);
        }
        let fixed = head + 1 + other.n_vis;
        let mut out = vec![T::zero(); head + self.cols()];
        out[..fixed].clone_from_slice(&row[..fixed]);
        for (k, value) in row[fixed..].iter().enumerate() {
            out[fixed + map[k]] = value.clone();
        }
        Cow::Owned(out)
    }
}

/// Puts the constant first, the visible columns where `places` says and the locals last in a row of
/// zeros.
fn scatter<T: Coeff>(row: &[T], places: &[usize], target: &mut [T]) {
    target[0] = row[0].clone();
    let (visible, local) = row[1..].split_at(places.len());
    for (value, &place) in visible.iter().zip(places) {
        target[1 + place] = value.clone();
    }
    let first = target.len() - local.len();
    target[first..].clone_from_slice(local);
}
