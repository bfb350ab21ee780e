//! Unions of conjunctions in one space: the representation behind sets and relations.
//!
//! The functions in the submodules work on slices of [`Conj`] and know nothing of spaces;
//! [`Relation`] adds the space, chooses the coefficient width and aligns parameters.

mod algebra;
mod apply;
pub(crate) mod closure;
pub(crate) mod coalesce;
mod constrain;
pub(crate) mod equalities;
pub(crate) mod gist;
pub(crate) mod hull;
pub(crate) mod integer_hull;
pub(crate) mod lexopt;
mod order;
mod shape;
mod slabs;
pub(crate) mod subtract;
mod tidy;
pub(crate) mod union;

pub(crate) use constrain::Order;
pub(crate) use tidy::single;

use crate::conj::{Column, Conj};
use crate::error::{Result, exact};
use crate::number::{Big, Coeff, Run};
use crate::space::{Name, Space};
use std::borrow::Cow;
use std::sync::Arc;

/// Conjunctions of one coefficient width.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Parts {
    Narrow(Arc<[Conj<i64>]>),
    /// At least one coefficient does not fit a word.
    Wide(Arc<[Conj<Big>]>),
}

/// A coefficient type that unions of conjunctions can be read and stored in.
pub(crate) trait Width: Coeff {
    /// The conjunctions at this width; overflow if they do not fit.
    fn load(parts: &Parts) -> Run<Cow<'_, [Conj<Self>]>>;
    /// Stores conjunctions, at the smallest width that holds them.
    fn store(conjs: Vec<Conj<Self>>) -> Parts;
}

impl Width for i64 {
    fn load(parts: &Parts) -> Run<Cow<'_, [Conj<i64>]>> {
        match parts {
            Parts::Narrow(conjs) => Ok(Cow::Borrowed(conjs)),
            Parts::Wide(_) => Err(crate::error::Stop::Overflow),
        }
    }
    fn store(conjs: Vec<Conj<i64>>) -> Parts {
        // All empty slices are one.
        match conjs.is_empty() {
            true => Parts::Narrow(Arc::default()),
            false => Parts::Narrow(conjs.into()),
        }
    }
}

impl Width for Big {
    fn load(parts: &Parts) -> Run<Cow<'_, [Conj<Big>]>> {
        match parts {
            Parts::Narrow(conjs) => Ok(Cow::Owned(conjs.iter().map(Conj::widen).collect())),
            Parts::Wide(conjs) => Ok(Cow::Borrowed(conjs)),
        }
    }
    fn store(conjs: Vec<Conj<Big>>) -> Parts {
        let narrow: Run<Vec<Conj<i64>>> = conjs
            .iter()
            .map(|conj| conj.convert(<i64 as Coeff>::from_big))
            .collect();
        match narrow {
            Ok(conjs) => Parts::Narrow(conjs.into()),
            Err(_) => Parts::Wide(conjs.into()),
        }
    }
}

/// A union of conjunctions in a space.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Relation {
    pub(crate) space: Space,
    pub(crate) parts: Parts,
}

impl Relation {
    pub(crate) fn new<T: Width>(space: Space, conjs: Vec<Conj<T>>) -> Relation {
        debug_assert!(conjs.iter().all(|c| c.n_vis() == space.n_total()));
        Relation {
            space,
            parts: T::store(conjs),
        }
    }

    pub(crate) fn empty(space: Space) -> Relation {
        Relation::new::<i64>(space, Vec::new())
    }

    pub(crate) fn universe(space: Space) -> Relation {
        let n = space.n_total();
        Relation::new::<i64>(space, vec![Conj::universe(n)])
    }

    /// Number of conjunctions.
    pub(crate) fn n_conj(&self) -> usize {
        match &self.parts {
            Parts::Narrow(conjs) => conjs.len(),
            Parts::Wide(conjs) => conjs.len(),
        }
    }

    /// Conjunction `i` as a relation of its own.
    pub(crate) fn conj(&self, i: usize) -> Relation {
        let parts = match &self.parts {
            Parts::Narrow(conjs) => Parts::Narrow(Arc::new([conjs[i].clone()])),
            Parts::Wide(conjs) => Big::store(vec![conjs[i].clone()]),
        };
        Relation {
            space: self.space.clone(),
            parts,
        }
    }

    /// The same points in a space with the same number of coordinates.
    pub(crate) fn with_space(&self, space: Space) -> Relation {
        debug_assert_eq!(space.n_total(), self.space.n_total());
        Relation {
            space,
            parts: self.parts.clone(),
        }
    }

    /// Over other parameters: present ones are found by name, new ones are unconstrained.
    pub(crate) fn align_params(&self, params: &[Name]) -> Relation {
        if self.space.params() == params {
            return self.clone();
        }
        let columns: Vec<Column> = params
            .iter()
            .map(|name| {
                self.space
                    .find_param(name)
                    .map_or(Column::Fresh, Column::Old)
            })
            .chain((self.space.n_param()..self.space.n_total()).map(Column::Old))
            .collect();
        self.rearrange_plain(self.space.with_params(params.to_vec()), &columns)
    }

    /// New columns without simplification: nothing may be projected out.
    fn rearrange_plain(&self, space: Space, columns: &[Column]) -> Relation {
        let parts = match &self.parts {
            Parts::Narrow(conjs) => {
                Parts::Narrow(conjs.iter().map(|c| c.rearrange(columns)).collect())
            }
            Parts::Wide(conjs) => Parts::Wide(conjs.iter().map(|c| c.rearrange(columns)).collect()),
        };
        Relation { space, parts }
    }

    /// Over new columns; variables that are not named are projected out.
    pub(crate) fn rearrange(&self, space: Space, columns: &[Column]) -> Result<Relation> {
        let kept = columns
            .iter()
            .filter(|c| matches!(c, Column::Old(_)))
            .count();
        if kept == self.space.n_total() {
            return Ok(self.rearrange_plain(space, columns));
        }
        let parts = exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            let mut out = Vec::with_capacity(conjs.len());
            for conj in conjs.iter() {
                let mut conj = conj.rearrange(columns);
                conj.simplify()?;
                if !conj.is_marked_empty() {
                    out.push(conj);
                }
            }
            Ok(T::store(out))
        })?;
        Ok(Relation { space, parts })
    }

    /// Both operands over the union of their parameters.
    pub(crate) fn aligned<'a>(
        &'a self,
        other: &'a Relation,
    ) -> (Cow<'a, Relation>, Cow<'a, Relation>) {
        if self.space.has_equal_params(&other.space) {
            return (Cow::Borrowed(self), Cow::Borrowed(other));
        }
        let params = self.space.merge_params(&other.space);
        (
            Cow::Owned(self.align_params(&params)),
            Cow::Owned(other.align_params(&params)),
        )
    }

    /// Aligned operands whose tuples must agree.
    pub(crate) fn matched<'a>(
        &'a self,
        other: &'a Relation,
    ) -> Result<(Cow<'a, Relation>, Cow<'a, Relation>)> {
        self.space.check_equal_tuples(&other.space)?;
        Ok(self.aligned(other))
    }
}
