//! The same points seen in another space: domain and range, wrapping, currying, factors,
//! dimensions taken out, put in and moved.
//!
//! Columns of a relation are `parameters | domain | range`. Most operations only say which old
//! column each new column is; columns that are left out are projected out, exactly.

use super::Relation;
use crate::conj::{Column, Conj};
use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::space::{Name, Space, Tuple};
use std::ops::Range;

/// The old columns of a range.
pub(super) fn old(range: Range<usize>) -> impl Iterator<Item = Column> {
    range.map(Column::Old)
}

/// Columns without constraints.
pub(super) fn fresh(count: usize) -> impl Iterator<Item = Column> {
    std::iter::repeat_n(Column::Fresh, count)
}

impl Relation {
    /// Where the columns of parameters, domain and range end.
    pub(super) fn ends(&self) -> (usize, usize, usize) {
        let p = self.space.n_param();
        (p, p + self.space.n_in(), self.space.n_total())
    }

    /// `{ a : ∃ b : a -> b ∈ self }`.
    pub(crate) fn domain(&self) -> Result<Relation> {
        let (_, b, end) = self.ends();
        self.project_cols(self.space.domain()?, b, end - b)
    }

    /// `{ b : ∃ a : a -> b ∈ self }`.
    pub(crate) fn range(&self) -> Result<Relation> {
        let (a, b, _) = self.ends();
        self.project_cols(self.space.range()?, a, b - a)
    }

    /// The parameter values for which there is a point.
    pub(crate) fn params(&self) -> Result<Relation> {
        let (p, _, end) = self.ends();
        self.project_cols(self.space.to_params(), p, end - p)
    }

    /// `{ b -> a : a -> b ∈ self }`.
    pub(crate) fn reverse(&self) -> Result<Relation> {
        let space = self.space.reverse()?;
        let (p, b, end) = self.ends();
        let columns: Vec<Column> = old(0..p).chain(old(b..end)).chain(old(p..b)).collect();
        Ok(self.rearrange_plain(space, &columns))
    }

    pub(crate) fn wrap(&self) -> Result<Relation> {
        Ok(self.with_space(self.space.wrap()?))
    }

    pub(crate) fn unwrap(&self) -> Result<Relation> {
        Ok(self.with_space(self.space.unwrap()?))
    }

    pub(crate) fn curry(&self) -> Result<Relation> {
        Ok(self.with_space(self.space.curry()?))
    }

    pub(crate) fn uncurry(&self) -> Result<Relation> {
        Ok(self.with_space(self.space.uncurry()?))
    }

    pub(crate) fn range_curry(&self) -> Result<Relation> {
        Ok(self.with_space(self.space.range_curry()?))
    }

    pub(crate) fn flatten(&self) -> Relation {
        self.with_space(self.space.flatten())
    }

    /// The tuple of `dim` without nesting.
    pub(crate) fn flatten_tuple(&self, dim: Dim) -> Result<Relation> {
        Ok(self.with_space(self.space.with_tuple_of(dim, Tuple::flattened)?))
    }

    /// `[A -> B] -> [C -> D]` to `[A -> C] -> [B -> D]`.
    pub(crate) fn zip(&self) -> Result<Relation> {
        let space = self.space.zip()?;
        let (p, cd, end) = self.ends();
        let ((a, _), (c, _)) = (
            self.space.map_tuples()?.0.expect_pair()?,
            self.space.map_tuples()?.1.expect_pair()?,
        );
        let (b, d) = (p + a.len(), cd + c.len());
        let columns: Vec<Column> = old(0..b)
            .chain(old(cd..d))
            .chain(old(b..cd))
            .chain(old(d..end))
            .collect();
        Ok(self.rearrange_plain(space, &columns))
    }

    /// The tuple of `dim`, `[A -> B]`, as `[B -> A]`.
    pub(crate) fn swap_pair(&self, dim: Dim) -> Result<Relation> {
        let (space, halves) = self.pair_of(dim)?;
        let tuple = tuple_of(&space, dim)?.swapped()?;
        let space = space.with_tuple_of(dim, |_| tuple)?;
        let columns: Vec<Column> = old(0..halves[0].start)
            .chain(old(halves[1].clone()))
            .chain(old(halves[0].clone()))
            .chain(old(halves[1].end..self.space.n_total()))
            .collect();
        Ok(self.rearrange_plain(space, &columns))
    }

    /// The tuple of `dim`, `[A -> B]`, as `A` (`half` 0) or `B` (`half` 1).
    pub(crate) fn factor(&self, dim: Dim, half: usize) -> Result<Relation> {
        let (space, halves) = self.pair_of(dim)?;
        let (a, b) = tuple_of(&space, dim)?.expect_pair()?;
        let kept = if half == 0 { a.clone() } else { b.clone() };
        let space = space.with_tuple_of(dim, |_| kept)?;
        let gone = &halves[1 - half];
        self.project_cols(space, gone.start, gone.len())
    }

    /// The columns of the two halves of a tuple that wraps a relation.
    pub(super) fn pair_of(&self, dim: Dim) -> Result<(Space, [Range<usize>; 2])> {
        let (a, b) = tuple_of(&self.space, dim)?.expect_pair()?;
        let start = match dim {
            Dim::In(_) => self.space.n_param(),
            _ => self.space.n_param() + self.space.n_in(),
        };
        let middle = start + a.len();
        Ok((
            self.space.clone(),
            [start..middle, middle..middle + b.len()],
        ))
    }

    /// Without `count` dimensions from `first` on: `{ x : ∃ y : (x, y) ∈ self }`.
    pub(crate) fn project_out(&self, first: Dim, count: usize) -> Result<Relation> {
        let columns = self.space.columns(first, count)?;
        let space = self.space.drop_dims(first, count)?;
        self.project_cols(space, columns.start, count)
    }

    /// Of one tuple, only `count` dimensions from `first` on.
    pub(crate) fn project_onto(&self, first: Dim, count: usize) -> Result<Relation> {
        let kept = self.space.columns(first, count)?;
        let at = first.position();
        let len = match first {
            Dim::Param(_) => self.space.n_param(),
            Dim::In(_) => self.space.n_in(),
            Dim::Set(_) | Dim::Out(_) => self.space.n_out(),
        };
        let start = kept.start - at;
        let space = match first {
            Dim::Param(_) => self
                .space
                .with_params(self.space.params()[at..at + count].to_vec()),
            _ => self.space.with_tuple_of(first, |tuple| {
                Tuple::from_dims(None, tuple.dim_names()[at..at + count].to_vec())
            })?,
        };
        let columns: Vec<Column> = old(0..start)
            .chain(old(kept))
            .chain(old(start + len..self.space.n_total()))
            .collect();
        self.rearrange(space, &columns)
    }

    /// The smallest cylinder around `self` along `count` dimensions: projected out and put back
    /// without constraints.
    pub(crate) fn eliminate(&self, first: Dim, count: usize) -> Result<Relation> {
        let gone = self.space.columns(first, count)?;
        let columns: Vec<Column> = old(0..gone.start)
            .chain(fresh(count))
            .chain(old(gone.end..self.space.n_total()))
            .collect();
        self.rearrange(self.space.clone(), &columns)
    }

    /// `count` new dimensions before `at`.
    pub(crate) fn insert_dims(&self, at: Dim, names: &[Option<Name>]) -> Result<Relation> {
        let space = self.space.insert_dims(at, names)?;
        let column = self.space.columns(at, 0)?.start;
        let columns: Vec<Column> = old(0..column)
            .chain(fresh(names.len()))
            .chain(old(column..self.space.n_total()))
            .collect();
        Ok(self.rearrange_plain(space, &columns))
    }

    /// `count` dimensions from `source` on move before `target`, which is of another group.
    pub(crate) fn move_dims(&self, target: Dim, source: Dim, count: usize) -> Result<Relation> {
        let from = self.space.columns(source, count)?;
        if target.same_group(source) {
            return Err(Error::invalid(
                "dimensions move between different groups only",
            ));
        }
        let mut names = Vec::with_capacity(count);
        for i in 0..count {
            names.push(self.space.dim_name(source.offset(i))?);
        }
        let without = self.space.drop_dims(source, count)?;
        let space = without.insert_dims(target, &names)?;
        let to = without.columns(target, 0)?.start;
        let rest: Vec<Column> = old(0..from.start)
            .chain(old(from.end..self.space.n_total()))
            .collect();
        let columns: Vec<Column> = rest[..to]
            .iter()
            .copied()
            .chain(old(from))
            .chain(rest[to..].iter().copied())
            .collect();
        Ok(self.rearrange_plain(space, &columns))
    }

    /// The columns after the parameters placed at `columns` of `space`; all other columns are
    /// free. The parameters of both must agree.
    pub(super) fn placed(
        &self,
        space: &Space,
        columns: impl IntoIterator<Item = usize>,
    ) -> Relation {
        let p = self.space.n_param();
        debug_assert_eq!(self.space.params(), space.params());
        let mut placed: Vec<Column> = old(0..p).chain(fresh(space.n_total() - p)).collect();
        let mut next = p;
        for column in columns {
            placed[column] = Column::Old(next);
            next += 1;
        }
        debug_assert_eq!(next, self.space.n_total());
        self.rearrange_plain(space.clone(), &placed)
    }

    /// The parameter set as a set or relation of the given tuples.
    pub(crate) fn over(&self, space: &Space) -> Relation {
        self.placed(&space.with_params(self.space.params().to_vec()), [])
    }

    /// One conjunction of equalities and inequalities between integers.
    pub(crate) fn from_rows<T: super::Width>(
        space: Space,
        eq: impl IntoIterator<Item = Vec<T>>,
        ineq: impl IntoIterator<Item = Vec<T>>,
    ) -> Result<Relation> {
        let mut conj = Conj::universe(space.n_total());
        for row in eq {
            conj.eq.push(&row);
        }
        for row in ineq {
            conj.ineq.push(&row);
        }
        conj.simplify()?;
        let mut conjs = Vec::with_capacity(1);
        super::union::push_new(&mut conjs, conj);
        Ok(Relation::new(space, conjs))
    }
}

fn tuple_of(space: &Space, dim: Dim) -> Result<&Tuple> {
    match dim {
        Dim::In(_) => Ok(space.map_tuples()?.0),
        _ => space
            .tuple()
            .ok_or_else(|| Error::invalid(format!("{space} has no tuple"))),
    }
}
