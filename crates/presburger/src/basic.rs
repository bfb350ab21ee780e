//! Sets and relations of exactly one conjunction of constraints.

mod constraints;
mod map;
mod set;
mod shape;

pub use constraints::Constraint;
pub use map::BasicMap;
pub use set::BasicSet;

use crate::error::{Error, Result};
use crate::relation::Relation;

/// The relation with exactly one conjunction: a union of none gets an empty one.
fn one_conjunction(relation: Relation) -> Relation {
    match relation.n_conj() {
        0 => Relation::nothing(relation.space),
        1 => relation,
        n => unreachable!("the operation keeps one conjunction, there are {n}"),
    }
}

/// Fails unless there is at most one conjunction.
fn check_one(relation: &Relation) -> Result<()> {
    match relation.n_conj() {
        0 | 1 => Ok(()),
        n => Err(Error::invalid(format!(
            "a union of {n} conjunctions is not a single one"
        ))),
    }
}
