//! Naming one coordinate of a space.

use std::fmt;

/// A coordinate of a set or relation, counted from 0 within its group.
///
/// `Set(i)` and `Out(i)` mean the same: the dimension `i` of a set is where the range of a
/// relation is.
///
/// ```
/// use presburger::{Dim, Map, Set};
/// let set: Set = "{ [i, j] : 0 <= i <= j < 10 }".parse()?;
/// assert!(set.fix(Dim::Set(1), 2)?.is_equal(&"{ [i, 2] : 0 <= i <= 2 }".parse()?)?);
/// let map: Map = "[N] -> { [i] -> [N - i] }".parse()?;
/// assert!(map.fix(Dim::Param(0), 7)?.is_equal(&"[N] -> { [i] -> [7 - i] : N = 7 }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dim {
    /// A parameter.
    Param(usize),
    /// A dimension of the domain of a relation.
    In(usize),
    /// A dimension of a set.
    Set(usize),
    /// A dimension of the range of a relation.
    Out(usize),
}

impl Dim {
    pub(crate) fn position(self) -> usize {
        match self {
            Dim::Param(i) | Dim::In(i) | Dim::Set(i) | Dim::Out(i) => i,
        }
    }

    /// The dimension `n` places further in the same group.
    pub(crate) fn offset(self, n: usize) -> Dim {
        match self {
            Dim::Param(i) => Dim::Param(i + n),
            Dim::In(i) => Dim::In(i + n),
            Dim::Set(i) => Dim::Set(i + n),
            Dim::Out(i) => Dim::Out(i + n),
        }
    }

    /// Whether both are parameters, both of the domain, or both of the set or range.
    pub(crate) fn same_group(self, other: Dim) -> bool {
        let group = |dim| match dim {
            Dim::Param(_) => 0,
            Dim::In(_) => 1,
            Dim::Set(_) | Dim::Out(_) => 2,
        };
        group(self) == group(other)
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dim::Param(i) => write!(f, "parameter {i}"),
            Dim::In(i) => write!(f, "domain dimension {i}"),
            Dim::Set(i) => write!(f, "set dimension {i}"),
            Dim::Out(i) => write!(f, "range dimension {i}"),
        }
    }
}
