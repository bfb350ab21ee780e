//! Typed indices: a statement is never confused with an array.

use std::fmt;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The index of position `position`.
            pub fn new(position: usize) -> $name {
                // Nobody has four thousand million of them in memory.
                $name(position as u32)
            }

            /// The position in the list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

index!(
    /// An array of a [`Scop`](crate::Scop): the position in `arrays`.
    ArrayId
);
index!(
    /// A statement of a [`Scop`](crate::Scop): the position in `statements`.
    StmtId
);
index!(
    /// An access of a [`Statement`](crate::Statement): the position in its `accesses`.
    AccessId
);
index!(
    /// A placement of a schedule: the position in [`Placements`](crate::schedule::Placements).
    PlacementId
);
index!(
    /// A leaf of a schedule tree, counted from left to right.
    LeafId
);
index!(
    /// A band member of a schedule tree: outer ones before inner ones, left to right.
    MemberId
);
index!(
    /// A dependence of a program: the position in the list that an analysis gives.
    DependenceId
);
