//! Equality of trees by what their sets and functions mean.

use super::{Kind, Node, ScheduleTree};
use presburger::Result;

impl ScheduleTree {
    /// Whether the other tree has the same nodes with equal sets, relations and functions,
    /// however these are written. (`==` compares how they are written.)
    pub fn is_equal(&self, other: &ScheduleTree) -> Result<bool> {
        self.root().is_equal(other.root())
    }
}

impl Node {
    /// Whether the other subtree has the same nodes with equal sets, relations and functions.
    pub fn is_equal(&self, other: &Node) -> Result<bool> {
        if self == other {
            return Ok(true);
        }
        if self.children().len() != other.children().len()
            || !kind_is_equal(self.kind(), other.kind())?
        {
            return Ok(false);
        }
        for (a, b) in self.children().iter().zip(other.children()) {
            if !a.is_equal(b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn kind_is_equal(a: &Kind, b: &Kind) -> Result<bool> {
    Ok(match (a, b) {
        (Kind::Domain(a), Kind::Domain(b)) | (Kind::Filter(a), Kind::Filter(b)) => a.is_equal(b)?,
        (Kind::Context(a), Kind::Context(b)) | (Kind::Guard(a), Kind::Guard(b)) => {
            a.space().has_equal_tuples(b.space()) && a.is_equal(b)?
        }
        (Kind::Band(a), Kind::Band(b)) => {
            let options = match (&a.options, &b.options) {
                (None, None) => true,
                (Some(a), Some(b)) => a.is_equal(b)?,
                _ => false,
            };
            options
                && a.permutable == b.permutable
                && a.members == b.members
                && a.schedule.range_tuple() == b.schedule.range_tuple()
                && a.schedule.is_equal(&b.schedule)?
        }
        (Kind::Extension(a), Kind::Extension(b)) => a.is_equal(b)?,
        (
            Kind::Expansion {
                contraction: c,
                expansion: e,
            },
            Kind::Expansion {
                contraction: d,
                expansion: f,
            },
        ) => c.is_equal(d)? && e.is_equal(f)?,
        (Kind::Mark(a), Kind::Mark(b)) => a == b,
        (Kind::Sequence, Kind::Sequence) | (Kind::Set, Kind::Set) | (Kind::Leaf, Kind::Leaf) => {
            true
        }
        _ => false,
    })
}
