//! Schedule trees: the order in which the instances of the statements are executed.
//!
//! A tree is read from the root, which holds all instances. A *band* orders the instances that
//! reach it by their dates; a *sequence* runs its filtered parts one after the other; a *set*
//! leaves the order of its parts open; what arrives together at a *leaf* is not ordered. (The
//! structure is that of Verdoolaege, Guelton, Grosser and Cohen, *Schedule Trees*, 2014.)
//!
//! Trees are immutable and share their parts.

mod band;
mod build;
mod compare;
mod dates;
mod flat;
mod interpret;
mod node;
mod order;
mod outline;
mod placements;
mod text;
mod tree;
mod vectors;
mod verify;

pub use band::{Band, LoopType, Member, Unroll};
pub use build::{LoopStyle, build, number};
pub use node::{Kind, Node};
pub use outline::Item;
pub use placements::{
    Common, Comparison, Mark, Parting, Place, PlacedMember, Placement, Placements, Repeated, Step,
};
pub use tree::{Path, ScheduleTree};
pub use vectors::{TwoDPlusOne, Vector};
pub use verify::TreeProblem;
