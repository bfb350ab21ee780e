//! The smallest changes that make an illegal order of a program's instances legal.
//!
//! After Bastoul, *Mapping Deviation: A Technique to Adapt or to Guard Loop Transformation Intuitions for
//! Legality* (2016).
//!
//! - [`violations`] lists the pairs of instances that an order executes the wrong way round, by the entry of their vectors
//!   that decides it (section 4.1);
//! - [`safe_space`] is the set of deviations of chosen entries with which none of them are left, exactly (figure 4);
//! - [`correct`] finds the smallest deviations that a judge accepts;
//! - [`unsafe_distances`] says where arrays that overlap may not lie for an order to be legal (section 5.2).
//!
//! An order is given as [`Piece`]s with vectors `(p0, j1, p1, …)` of positions and loops. Nothing here
//! decides what is legal: `correct` asks a judge, and proposes nothing that the judge has not accepted.

mod bound;
mod correct;
mod overlap;
mod piece;
mod solve;
mod space;
mod violation;

pub use bound::Bound;
pub use correct::{Answer, Correction, Fixed, Found, Judge, Problem, Why, correct, deviated};
pub use overlap::{Look, Object, Part, Unsafe, keeps_order, shared, unsafe_distances};
pub use piece::{Piece, entry_name};
pub use space::{Deviated, safe_space};
pub use violation::{Violated, violations};
