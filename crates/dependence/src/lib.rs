//! Exact dependences: which instance reads what another one wrote.
//!
//! [`AccessInfo`] answers the question on unions of relations, with isl's semantics.

mod flow;
mod last;
mod order;

pub use flow::{AccessInfo, Flow, Schedule};
