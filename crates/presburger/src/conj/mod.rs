//! One conjunction of affine constraints over integer variables, some of them local.
//!
//! Columns of a constraint are `[constant | visible… | local…]`. The visible variables are the
//! parameters and tuple dimensions of whatever space the conjunction is used in; it does not know
//! which are which. A local variable is existentially quantified. It is *known* when it is
//! `⌊(expression) / denominator⌋` of visible variables and earlier locals: then the two bounding
//! inequalities `0 <= expression - denominator * local < denominator` are among the constraints
//! or implied by them, so that algorithms which only look at constraints are right, and the
//! definition in `div` is the additional knowledge that makes negation possible.

mod columns;
mod drop;
mod eliminate;
mod evident;
mod locals;
mod project;
mod redundancy;
mod sharpen;
mod simplify;

pub(crate) use columns::Column;

use crate::linear::{Matrix, Tableau};
use crate::number::{Big, Coeff, Run};

/// A conjunction of equalities and inequalities.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Conj<T> {
    n_vis: usize,
    /// Rows `= 0`.
    pub(crate) eq: Matrix<T>,
    /// Rows `>= 0`.
    pub(crate) ineq: Matrix<T>,
    /// One row `[denominator | constant | visible… | local…]` per local; denominator 0: unknown.
    pub(crate) div: Matrix<T>,
    /// Known to have no points; then there are no rows.
    empty: bool,
    /// Speaks of rational points: constants are not tightened.
    rational: bool,
}

impl<T: Coeff> Conj<T> {
    /// All points of `n_vis` coordinates.
    pub(crate) fn universe(n_vis: usize) -> Conj<T> {
        Conj {
            n_vis,
            eq: Matrix::new(1 + n_vis),
            ineq: Matrix::new(1 + n_vis),
            div: Matrix::new(2 + n_vis),
            empty: false,
            rational: false,
        }
    }

    /// A copy with room for more equalities and inequalities.
    pub(crate) fn clone_with_room(&self, eqs: usize, ineqs: usize) -> Conj<T> {
        Conj {
            n_vis: self.n_vis,
            eq: self.eq.clone_with_room(eqs),
            ineq: self.ineq.clone_with_room(ineqs),
            div: self.div.clone(),
            empty: self.empty,
            rational: self.rational,
        }
    }

    pub(crate) fn nothing(n_vis: usize) -> Conj<T> {
        Conj {
            empty: true,
            ..Conj::universe(n_vis)
        }
    }

    /// The single point with these coordinates.
    pub(crate) fn point(coordinates: &[T]) -> Conj<T> {
        let n = coordinates.len();
        let mut conj = Conj::universe(n);
        for (i, value) in coordinates.iter().enumerate() {
            let row = conj.eq.push_zero();
            row[0] = value.neg();
            row[1 + i] = T::one();
        }
        conj
    }

    pub(crate) fn n_vis(&self) -> usize {
        self.n_vis
    }
    pub(crate) fn n_local(&self) -> usize {
        self.div.rows()
    }
    /// Number of variables, visible and local.
    pub(crate) fn n_total(&self) -> usize {
        self.n_vis + self.div.rows()
    }
    /// Width of a constraint row.
    pub(crate) fn cols(&self) -> usize {
        1 + self.n_total()
    }
    /// The constraint column of local `k`.
    pub(crate) fn local_col(&self, k: usize) -> usize {
        1 + self.n_vis + k
    }
    /// Marked as having no points; false does not mean that there are some.
    pub(crate) fn is_marked_empty(&self) -> bool {
        self.empty
    }
    pub(crate) fn is_rational(&self) -> bool {
        self.rational
    }
    pub(crate) fn set_rational(&mut self) {
        self.rational = true;
    }
    /// Without any constraint.
    pub(crate) fn is_plain_universe(&self) -> bool {
        !self.empty && self.eq.is_empty() && self.ineq.is_empty()
    }
    pub(crate) fn is_known(&self, local: usize) -> bool {
        !self.div.get(local, 0).is_zero()
    }
    /// Whether every local is a known floor, so that the conjunction can be negated.
    pub(crate) fn has_known_locals(&self) -> bool {
        (0..self.n_local()).all(|k| self.is_known(k))
    }

    pub(crate) fn mark_empty(&mut self) {
        let rational = self.rational;
        *self = Conj::nothing(self.n_vis);
        self.rational = rational;
    }

    /// Appends `count` unknown locals.
    pub(crate) fn add_locals(&mut self, count: usize) {
        let cols = self.cols();
        self.eq.insert_cols(cols, count);
        self.ineq.insert_cols(cols, count);
        self.div.insert_cols(cols + 1, count);
        for _ in 0..count {
            self.div.push_zero();
        }
    }

    /// Appends the local `⌊row / denominator⌋` (`row` is `[constant | visible… | local…]` over
    /// the present columns) with its bounding inequalities, and returns its number.
    pub(crate) fn add_floor(&mut self, denominator: &T, row: &[T]) -> Run<usize> {
        let k = self.n_local();
        debug_assert_eq!(row.len(), self.cols());
        for other in 0..k {
            let known = self.div.row(other);
            if known[0] == *denominator && known[1..] == *row {
                return Ok(other);
            }
        }
        self.add_locals(1);
        let def = self.div.row_mut(k);
        def[0] = denominator.clone();
        def[1..1 + row.len()].clone_from_slice(row);
        self.add_floor_bounds(k)?;
        Ok(k)
    }

    /// Adds `0 <= expression - denominator * local <= denominator - 1` for a known local.
    pub(crate) fn add_floor_bounds(&mut self, k: usize) -> Run<()> {
        let [lower, upper] = self.floor_bounds(k)?;
        self.ineq.push(&lower);
        self.ineq.push(&upper);
        Ok(())
    }

    /// The two inequalities that tie a known local to its definition.
    pub(crate) fn floor_bounds(&self, k: usize) -> Run<[Vec<T>; 2]> {
        let def = self.div.row(k);
        let col = self.local_col(k);
        let mut lower: Vec<T> = def[1..].to_vec();
        lower[col] = lower[col].sub(&def[0])?;
        let mut upper: Vec<T> = lower.iter().map(T::neg).collect();
        upper[0] = upper[0].add(&def[0])?.sub(&T::one())?;
        Ok([lower, upper])
    }

    /// Whether an inequality only says that some known local is the floor it is.
    pub(crate) fn is_floor_bound(&self, row: &[T]) -> Run<bool> {
        let Some(last) = crate::number::last_nonzero(&row[1 + self.n_vis..]) else {
            return Ok(false);
        };
        if !self.is_known(last) {
            return Ok(false);
        }
        let [lower, upper] = self.floor_bounds(last)?;
        Ok(row == lower || row == upper)
    }

    /// The tableau of all constraints, locals as variables like any other.
    pub(crate) fn tableau(&self) -> Run<Tableau<T>> {
        let mut tab = Tableau::new(self.n_total(), self.eq.rows() + self.ineq.rows() + 4);
        tab.set_rational(self.rational);
        if self.empty {
            tab.mark_empty();
            return Ok(tab);
        }
        for row in self.eq.iter() {
            tab.add_eq(row)?;
            if tab.is_empty() {
                return Ok(tab);
            }
        }
        for row in self.ineq.iter() {
            tab.add_ineq(row)?;
            if tab.is_empty() {
                return Ok(tab);
            }
        }
        Ok(tab)
    }

    /// The same conjunction over another coefficient type.
    pub(crate) fn convert<U: Coeff>(&self, value: impl Fn(&T) -> Run<U> + Copy) -> Run<Conj<U>> {
        Ok(Conj {
            n_vis: self.n_vis,
            eq: self.eq.convert(value)?,
            ineq: self.ineq.convert(value)?,
            div: self.div.convert(value)?,
            empty: self.empty,
            rational: self.rational,
        })
    }

    pub(crate) fn widen(&self) -> Conj<Big> {
        self.convert(|v| Ok(v.to_big()))
            .expect("big integers hold every value")
    }
}

#[cfg(test)]
mod tests;
