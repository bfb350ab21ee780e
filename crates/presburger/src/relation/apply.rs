//! Relations put together: application, composition, products, restriction to a domain or range.
//!
//! Both operands are placed in a common list of columns. For `A -> B` applied to `B -> C` that is
//! `parameters | A | B | C`; the two conjunctions are joined and `B` becomes existential, so the
//! result is exact and only simplified once.

use super::shape::{fresh, old};
use super::{Relation, Width, union};
use crate::conj::Column;
use crate::dim::Dim;
use crate::error::{Result, exact};
use crate::number::Big;
use crate::space::{Space, Tuple};
use std::borrow::Cow;

impl Relation {
    /// `{ a -> c : ∃ b : a -> b ∈ self ∧ b -> c ∈ other }`.
    pub(crate) fn apply_range(&self, other: &Relation) -> Result<Relation> {
        let (from, middle) = self.space.map_tuples()?;
        let (other_middle, to) = other.space.map_tuples()?;
        check_tuples(self, middle, other, other_middle)?;
        let params = self.space.merge_params(&other.space);
        let (p, n, m, k) = (params.len(), from.len(), middle.len(), to.len());
        let space = self.space.with_params(params);
        let space = space.with_tuples(from.clone(), to.clone());
        let (range, gone) = (p + n..p + n + k, p + n + k..p + n + k + m);
        let left = self.columns_in(&space, (p..p + n).chain(gone.clone()));
        let right = other.columns_in(&space, gone.chain(range));
        join((self, &left), (other, &right), m, space)
    }

    /// `{ c -> b : ∃ a : a -> b ∈ self ∧ a -> c ∈ other }`.
    pub(crate) fn apply_domain(&self, other: &Relation) -> Result<Relation> {
        other.reverse()?.apply_range(self)
    }

    /// `{ b : ∃ a ∈ self : a -> b ∈ map }` for a set.
    pub(crate) fn apply_set(&self, map: &Relation) -> Result<Relation> {
        let ((from, to), tuple) = (map.space.map_tuples()?, self.space.set_tuple()?);
        check_tuples(self, tuple, map, from)?;
        let params = self.space.merge_params(&map.space);
        let (p, n, m) = (params.len(), from.len(), to.len());
        let space = map.space.with_params(params).with_tuple(to.clone());
        let (range, gone) = (p..p + m, p + m..p + m + n);
        let left = self.columns_in(&space, gone.clone());
        let right = map.columns_in(&space, gone.chain(range));
        join((self, &left), (map, &right), n, space)
    }

    /// Which column of a space, or behind it, each column of `self` is: parameters go by name, the
    /// others are given.
    fn columns_in(&self, space: &Space, others: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut columns = Vec::with_capacity(self.space.n_total());
        if self.space.params() == &space.params()[..self.space.n_param()] {
            columns.extend(0..self.space.n_param());
        } else {
            let place = |name| {
                space
                    .find_param(name)
                    .expect("the parameters are among those")
            };
            columns.extend(self.space.params().iter().map(|name| place(name)));
        }
        columns.extend(others);
        columns
    }

    /// `{ a -> b ∈ self : a ∈ set }`.
    pub(crate) fn intersect_domain(&self, set: &Relation) -> Result<Relation> {
        let (map, set) = self.with_side(Dim::In(0), set)?;
        map.intersect(&set)
    }

    /// `{ a -> b ∈ self : b ∈ set }`.
    pub(crate) fn intersect_range(&self, set: &Relation) -> Result<Relation> {
        let (map, set) = self.with_side(Dim::Out(0), set)?;
        map.intersect(&set)
    }

    /// `{ a -> b ∈ self : a ∉ set }`.
    pub(crate) fn subtract_domain(&self, set: &Relation) -> Result<Relation> {
        let (map, set) = self.with_side(Dim::In(0), set)?;
        map.subtract(&set)
    }

    /// `{ a -> b ∈ self : b ∉ set }`.
    pub(crate) fn subtract_range(&self, set: &Relation) -> Result<Relation> {
        let (map, set) = self.with_side(Dim::Out(0), set)?;
        map.subtract(&set)
    }

    /// `self ∩ params` for a parameter set.
    pub(crate) fn intersect_params(&self, params: &Relation) -> Result<Relation> {
        if !params.space.is_params() {
            return Err(self.space.to_params().mismatch(&params.space));
        }
        let (a, b) = self.aligned(params);
        a.intersect(&b.over(&a.space))
    }

    /// The relation and the set as a relation whose other side is free, in one space.
    fn with_side<'a>(
        &'a self,
        side: Dim,
        set: &'a Relation,
    ) -> Result<(Cow<'a, Relation>, Relation)> {
        let (map, set) = self.aligned(set);
        let (domain, range) = map.space.map_tuples()?;
        let (tuple, start) = match side {
            Dim::In(_) => (domain, map.space.n_param()),
            _ => (range, map.space.n_param() + domain.len()),
        };
        check_tuples(&map, tuple, &set, set.space.set_tuple()?)?;
        let placed = set.placed(&map.space, start..start + tuple.len());
        Ok((map, placed))
    }

    /// Keeps what `factor` says of one half of the tuple of `dim` (the other side, if there is
    /// one, being the same): for `[A -> B] -> C` and half 0, `factor` is `A -> C`.
    pub(crate) fn intersect_factor(
        &self,
        dim: Dim,
        half: usize,
        factor: &Relation,
    ) -> Result<Relation> {
        let (map, factor) = self.aligned(factor);
        let (space, halves) = map.pair_of(dim)?;
        let expected = map.factor_space(dim, half)?;
        expected.check_equal_tuples(&factor.space)?;
        let (p, b, end) = map.ends();
        let kept = halves[half].clone();
        let columns: Vec<usize> = match dim {
            Dim::In(_) => kept.chain(b..end).collect(),
            _ => (p..b).chain(kept).collect(),
        };
        map.intersect(&factor.placed(&space, columns))
    }

    /// Keeps what `set` says of the first half of the tuple of `dim`, `[A -> B]`.
    pub(crate) fn intersect_wrapped_domain(&self, dim: Dim, set: &Relation) -> Result<Relation> {
        let (map, set) = self.aligned(set);
        let (space, halves) = map.pair_of(dim)?;
        let first = map.factor_space(dim, 0)?;
        let tuple = if let Dim::In(_) = dim {
            first.map_tuples()?.0
        } else {
            first.map_tuples()?.1
        };
        check_tuples(&map, tuple, &set, set.space.set_tuple()?)?;
        map.intersect(&set.placed(&space, halves[0].clone()))
    }

    fn factor_space(&self, dim: Dim, half: usize) -> Result<Space> {
        let mut failed = Ok(());
        let space = self
            .space
            .with_tuple_of(dim, |tuple| match tuple.expect_pair() {
                Ok((a, b)) => {
                    if half == 0 {
                        a.clone()
                    } else {
                        b.clone()
                    }
                }
                Err(error) => {
                    failed = Err(error);
                    tuple.clone()
                }
            })?;
        failed.map(|()| space)
    }

    /// Sets: `{ [a -> b] : a ∈ self ∧ b ∈ other }`; relations:
    /// `{ [a -> b] -> [c -> d] : a -> c ∈ self ∧ b -> d ∈ other }`.
    pub(crate) fn product(&self, other: &Relation, flat: bool) -> Result<Relation> {
        let (a, b) = self.aligned(other);
        let space = a.space.paired(&b.space, flat)?;
        let (p, mid, _) = a.ends();
        let n_in = space.n_in();
        // Columns parameters | a | b | c | d; for sets a and b are empty.
        let a_in = p..mid;
        let b_in = mid..p + n_in;
        let c_out = p + n_in..p + n_in + a.space.n_out();
        let d_out = c_out.end..space.n_total();
        let (a, b) = (
            a.placed(&space, a_in.chain(c_out)),
            b.placed(&space, b_in.chain(d_out)),
        );
        a.intersect(&b)
    }

    /// `{ [a -> b] -> c : a -> c ∈ self ∧ b -> c ∈ other }`.
    pub(crate) fn domain_product(&self, other: &Relation, flat: bool) -> Result<Relation> {
        let (a, b) = self.aligned(other);
        let space = a.space.domains_paired(&b.space, flat)?;
        let (p, mid, _) = a.ends();
        let range = p + space.n_in()..space.n_total();
        let right = b.placed(&space, (mid..range.start).chain(range.clone()));
        a.placed(&space, (p..mid).chain(range)).intersect(&right)
    }

    /// `{ a -> [b -> c] : a -> b ∈ self ∧ a -> c ∈ other }`.
    pub(crate) fn range_product(&self, other: &Relation, flat: bool) -> Result<Relation> {
        let (a, b) = self.aligned(other);
        let space = a.space.ranges_paired(&b.space, flat)?;
        let (p, mid, end) = a.ends();
        let right = b.placed(&space, (p..mid).chain(end..space.n_total()));
        a.placed(&space, p..end).intersect(&right)
    }

    /// `{ a -> b : a ∈ self ∧ b ∈ other }` for two sets.
    pub(crate) fn cross(&self, other: &Relation) -> Result<Relation> {
        self.product(other, false)?.unwrap()
    }

    /// `{ y - x : x -> y ∈ self }`.
    pub(crate) fn deltas(&self) -> Result<Relation> {
        let map = self.deltas_map()?;
        map.range()
    }

    /// `{ [x -> y] -> y - x : x -> y ∈ self }`.
    pub(crate) fn deltas_map(&self) -> Result<Relation> {
        let (a, b) = self.space.map_tuples()?;
        check_tuples(self, a, self, b)?;
        let n = a.len();
        let space = self
            .space
            .with_tuples(Tuple::pair(a.clone(), b.clone()), a.clone());
        let p = self.space.n_param();
        let columns = p..p + 2 * n;
        let differences = (0..n).map(|i| {
            let mut row = vec![0i64; 1 + p + 3 * n];
            row[1 + p + i] = -1;
            row[1 + p + n + i] = 1;
            row[1 + p + 2 * n + i] = -1;
            row
        });
        let graph = Relation::from_rows(space.clone(), differences, [])?;
        self.placed(&space, columns).intersect(&graph)
    }

    /// `{ x -> x_columns : x ∈ self }`: the coordinates in `columns` copied to a range `tuple`,
    /// with the tuples of `self` wrapped as the domain if it is a relation.
    pub(crate) fn with_copies(&self, columns: &[usize], tuple: Tuple) -> Result<Relation> {
        let domain = if self.space.is_map() {
            let (a, b) = self.space.map_tuples()?;
            Tuple::pair(a.clone(), b.clone())
        } else {
            self.space.set_tuple()?.clone()
        };
        let space = self.space.with_tuples(domain, tuple);
        let (p, n) = (self.space.n_param(), self.space.n_total());
        let copies = columns.iter().enumerate().map(|(i, &column)| {
            let mut row = vec![0i64; 1 + n + columns.len()];
            row[1 + column] = 1;
            row[1 + n + i] = -1;
            row
        });
        let graph = Relation::from_rows(space.clone(), copies, [])?;
        self.placed(&space, p..n).intersect(&graph)
    }

    /// `{ x -> -y : x -> y ∈ self }`, or `{ -x : x ∈ self }` for a set.
    pub(crate) fn neg_tuple(&self) -> Result<Relation> {
        let tuple = match self.space.tuple() {
            Some(tuple) => tuple.clone(),
            None => return Ok(self.clone()),
        };
        let space = self
            .space
            .to_params()
            .with_tuples(tuple.clone(), tuple.clone());
        let (p, n) = (space.n_param(), tuple.len());
        let opposites = (0..n).map(|i| {
            let mut row = vec![0i64; 1 + p + 2 * n];
            row[1 + p + i] = 1;
            row[1 + p + n + i] = 1;
            row
        });
        let negation = Relation::from_rows(space, opposites, [])?;
        if self.space.is_map() {
            self.apply_range(&negation)
        } else {
            self.apply_set(&negation)
        }
    }

    /// `{ x -> y + z : x -> y ∈ self ∧ x -> z ∈ other }`.
    pub(crate) fn sum_ranges(&self, other: &Relation) -> Result<Relation> {
        let (a, b) = self.matched(other)?;
        let tuple = a.space.map_tuples()?.1.clone();
        let pair = Tuple::pair(tuple.clone(), tuple.clone());
        let space = a.space.to_params().with_tuples(pair, tuple.clone());
        let (p, n) = (space.n_param(), tuple.len());
        let sums = (0..n).map(|i| {
            let mut row = vec![0i64; 1 + p + 3 * n];
            row[1 + p + i] = 1;
            row[1 + p + n + i] = 1;
            row[1 + p + 2 * n + i] = -1;
            row
        });
        let addition = Relation::from_rows(space, sums, [])?;
        a.range_product(&b, false)?.apply_range(&addition)
    }

    /// `self` composed with itself `exponent` times: the inverse for a negative number, the
    /// identity for zero. Squares are coalesced: each would have the square of the conjunctions
    /// of the one before.
    pub(crate) fn fixed_power(&self, exponent: i64) -> Result<Relation> {
        let (a, b) = self.space.map_tuples()?;
        check_tuples(self, a, self, b)?;
        if exponent == 0 {
            return Relation::identity(&self.space);
        }
        let mut square = if exponent < 0 {
            Cow::Owned(self.reverse()?)
        } else {
            Cow::Borrowed(self)
        };
        let mut left = exponent.unsigned_abs();
        let mut power: Option<Relation> = None;
        loop {
            if left & 1 == 1 {
                power = Some(match power {
                    None => square.clone().into_owned(),
                    Some(power) => power.apply_range(&square)?.coalesce()?,
                });
            }
            left >>= 1;
            if left == 0 {
                return Ok(power.expect("a positive number has a lowest set bit"));
            }
            square = Cow::Owned(square.apply_range(&square)?.coalesce()?);
        }
    }

    /// Whether every point of the domain is related to one point only.
    pub(crate) fn is_single_valued(&self) -> Result<bool> {
        self.space.map_tuples()?;
        let (_, b, end) = self.ends();
        let m = end - b;
        let left: Vec<Column> = old(0..end).chain(fresh(m)).collect();
        let right: Vec<Column> = old(0..b).chain(fresh(m)).chain(old(b..end)).collect();
        // Two images of one point that differ, first seen in some dimension; pairs are symmetric.
        Ok(exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            for (i, x) in conjs.iter().enumerate() {
                for (j, y) in conjs[i..].iter().enumerate() {
                    let mut both = x.rearrange(&left);
                    both.conjoin(&y.rearrange(&right))?;
                    both.simplify()?;
                    if both.is_marked_empty() {
                        continue;
                    }
                    for k in 0..m {
                        for sign in if j == 0 { &[1][..] } else { &[1, -1][..] } {
                            let mut differ = both.clone();
                            let row = differ.ineq.push_zero();
                            row[0] = <T as crate::number::Coeff>::from_i64(-1)?;
                            row[1 + b + k] = <T as crate::number::Coeff>::from_i64(*sign)?;
                            row[1 + end + k] = <T as crate::number::Coeff>::from_i64(-sign)?;
                            differ.simplify()?;
                            if !differ.is_empty()? {
                                return Ok(false);
                            }
                        }
                    }
                }
            }
            Ok(true)
        })?)
    }

    pub(crate) fn is_injective(&self) -> Result<bool> {
        self.reverse()?.is_single_valued()
    }

    pub(crate) fn is_bijective(&self) -> Result<bool> {
        Ok(self.is_single_valued()? && self.is_injective()?)
    }

    /// The set or relation of one point, all coordinates given.
    pub(crate) fn singleton(space: Space, coordinates: &[Big]) -> Relation {
        Relation::new(space, vec![crate::conj::Conj::point(coordinates)])
    }
}

fn check_tuples(a: &Relation, x: &Tuple, b: &Relation, y: &Tuple) -> Result<()> {
    if x == y {
        Ok(())
    } else {
        Err(a.space.mismatch(&b.space))
    }
}

/// All pairs of conjunctions, each with its columns placed among those of `space` and `gone` ones
/// behind them, joined, and the latter projected out.
fn join(
    (a, left): (&Relation, &[usize]),
    (b, right): (&Relation, &[usize]),
    gone: usize,
    space: Space,
) -> Result<Relation> {
    let n = space.n_total();
    let parts = exact!(T => {
        let (x, y) = (<T as Width>::load(&a.parts)?, <T as Width>::load(&b.parts)?);
        let is_product = x.len() * y.len() > 1;
        let mut out = union::Distinct::with_capacity((x.len() * y.len()).min(union::MANY));
        for x in x.iter() {
            for y in y.iter() {
                let mut both = x.placed(left, n + gone, (y.eq.rows(), y.ineq.rows()));
                both.conjoin_placed(y, right)?;
                both.drop_visible(n, gone)?;
                if !is_product || !union::is_plainly_empty(&both)? {
                    out.push(both);
                }
            }
        }
        Ok(T::store(out.list))
    })?;
    Ok(Relation { space, parts })
}
