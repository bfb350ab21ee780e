//! Schedule trees: the order in which the instances of the statements are executed.
//!
//! A tree is read from the root, which holds all instances. A *band* orders the instances that
//! reach it by their dates; a *sequence* runs its filtered parts one after the other; a *set*
//! leaves the order of its parts open; what arrives together at a *leaf* is not ordered. (The
//! structure is that of Verdoolaege, Guelton, Grosser and Cohen, *Schedule Trees*, 2014.)
//!
//! Trees are immutable and share their parts.

mod band;
mod compare;
mod flat;
mod interpret;
mod leaves;
mod node;
mod order;
mod text;
mod tree;
mod vectors;
mod verify;

pub use band::{Band, LoopType, Member, Unroll};
pub use node::{Kind, Node};
pub use tree::{Path, ScheduleTree};
pub use vectors::TwoDPlusOne;
pub use verify::TreeProblem;
