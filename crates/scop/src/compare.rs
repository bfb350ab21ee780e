//! Equality of models by what their sets mean.

use crate::{Access, Array, Scop, Statement};
use presburger::{PwAff, Result};

impl Scop {
    /// Whether the other model says the same: equal names, texts and places, equal sets and
    /// relations however they are written, the same schedule tree. (`==` compares how they are
    /// written.)
    pub fn is_equal(&self, other: &Scop) -> Result<bool> {
        let plain = self.name == other.name
            && self.parameters == other.parameters
            && self.span == other.span
            && self.arrays.len() == other.arrays.len()
            && self.statements.len() == other.statements.len();
        Ok(plain
            && self.context.is_equal(&other.context)?
            && all(&self.arrays, &other.arrays, array_is_equal)?
            && all(&self.statements, &other.statements, statement_is_equal)?
            && self.schedule.is_equal(&other.schedule)?)
    }
}

fn all<T>(a: &[T], b: &[T], is_equal: impl Fn(&T, &T) -> Result<bool>) -> Result<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(b) {
        if !is_equal(a, b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn array_is_equal(a: &Array, b: &Array) -> Result<bool> {
    let plain = a.name == b.name
        && a.source_name == b.source_name
        && a.element == b.element
        && a.storage == b.storage
        && a.span == b.span;
    Ok(plain && all(&a.extents, &b.extents, extent_is_equal)?)
}

fn extent_is_equal(a: &Option<PwAff>, b: &Option<PwAff>) -> Result<bool> {
    match (a, b) {
        (None, None) => Ok(true),
        (Some(a), Some(b)) => a.is_equal(b),
        _ => Ok(false),
    }
}

fn statement_is_equal(a: &Statement, b: &Statement) -> Result<bool> {
    let plain = a.name == b.name
        && a.label == b.label
        && a.iterators == b.iterators
        && a.span == b.span
        && a.reduction == b.reduction
        && a.body.text == b.body.text;
    Ok(plain
        && a.domain.space().has_equal_tuples(b.domain.space())
        && a.domain.is_equal(&b.domain)?
        && all(&a.accesses, &b.accesses, access_is_equal)?
        && all(&a.body.holes, &b.body.holes, |a, b| {
            Ok(a.range == b.range && a.value.is_equal(&b.value)?)
        })?)
}

fn access_is_equal(a: &Access, b: &Access) -> Result<bool> {
    let plain = a.array == b.array
        && a.kind == b.kind
        && a.certainty == b.certainty
        && a.span == b.span
        && a.exact == b.exact;
    Ok(plain
        && a.relation.space().has_equal_tuples(b.relation.space())
        && a.relation.is_equal(&b.relation)?)
}
