//! Identity and lexicographic order as relations.
//!
//! `x ≺ y` on `n` dimensions is the disjoint union over `k < n` of
//! `x_0 = y_0 ∧ … ∧ x_{k-1} = y_{k-1} ∧ x_k < y_k`; `x ≼ y` has in addition the piece where all
//! are equal (the last piece with `x_{n-1} <= y_{n-1}` covers it, without another conjunction).

use super::{Order, Relation};
use crate::conj::Conj;
use crate::error::{Error, Result};
use crate::space::Space;

impl Relation {
    /// `{ x -> x }` in a space whose tuples agree.
    pub(crate) fn identity(space: &Space) -> Result<Relation> {
        let (a, b) = space.map_tuples()?;
        if a != b {
            return Err(space.domain()?.mismatch(&space.range()?));
        }
        let (p, n) = (space.n_param(), a.len());
        let rows = (0..n).map(|i| equal(p, n, i, n)).collect::<Vec<_>>();
        Relation::from_rows(space.clone(), rows, [])
    }

    /// `{ x -> y : x op y }` in the lexicographic order of the first `n` dimensions.
    pub(crate) fn lex(space: &Space, op: Order, n: usize) -> Result<Relation> {
        let (a, b) = space.map_tuples()?;
        if n > a.len() || n > b.len() {
            return Err(Error::invalid(format!(
                "{space} has fewer than {n} dimensions"
            )));
        }
        let (p, n_in) = (space.n_param(), a.len());
        let total = space.n_total();
        let mut conjs: Vec<Conj<i64>> = Vec::with_capacity(n + 1);
        let pieces = if op == Order::Eq { 0 } else { n };
        for k in 0..pieces {
            let mut conj = Conj::universe(total);
            for i in 0..k {
                conj.eq.push(&equal(p, n_in, i, total - p - n_in));
            }
            let last_or_equal = k + 1 == n && matches!(op, Order::Le | Order::Ge);
            let sign = if matches!(op, Order::Lt | Order::Le) {
                1
            } else {
                -1
            };
            let row = conj.ineq.push_zero();
            row[0] = if last_or_equal { 0 } else { -1 };
            row[1 + p + k] = -sign;
            row[1 + p + n_in + k] = sign;
            conjs.push(conj);
        }
        let reflexive = matches!(op, Order::Le | Order::Ge) && n == 0;
        if reflexive || op == Order::Eq {
            let mut conj = Conj::universe(total);
            for i in 0..n {
                conj.eq.push(&equal(p, n_in, i, total - p - n_in));
            }
            conjs.push(conj);
        }
        let mut simple = Vec::with_capacity(conjs.len());
        for mut conj in conjs {
            conj.simplify()?;
            simple.push(conj);
        }
        Ok(Relation::new(space.clone(), simple))
    }

    /// `{ x -> y : x ∈ self ∧ y ∈ other ∧ x op y }` for two sets with equal tuples.
    pub(crate) fn lex_sets(&self, op: Order, other: &Relation) -> Result<Relation> {
        let (a, b) = self.matched(other)?;
        let n = a.space.set_tuple()?.len();
        let space = a.space.map_to(&b.space)?;
        Relation::lex(&space, op, n)?
            .intersect_domain(&a)?
            .intersect_range(&b)
    }

    /// `{ x -> y : ∃ u, v : x -> u ∈ self ∧ y -> v ∈ other ∧ u op v }`.
    pub(crate) fn lex_maps(&self, op: Order, other: &Relation) -> Result<Relation> {
        let (a, b) = self.aligned(other);
        let (u, v) = (a.space.map_tuples()?.1, b.space.map_tuples()?.1);
        if u != v {
            return Err(a.space.mismatch(&b.space));
        }
        let space = a.space.with_tuples(u.clone(), v.clone());
        Relation::lex(&space, op, u.len())?
            .apply_domain(&a.reverse()?)?
            .apply_range(&b.reverse()?)
    }
}

/// The row `x_i = y_i` over `p` parameters, `n_in` and `n_out` dimensions.
fn equal(p: usize, n_in: usize, i: usize, n_out: usize) -> Vec<i64> {
    let mut row = vec![0; 1 + p + n_in + n_out];
    row[1 + p + i] = 1;
    row[1 + p + n_in + i] = -1;
    row
}
