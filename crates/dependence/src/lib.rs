//! Exact dependences: which instance touches what another one touched before.
//!
//! [`dependences`] lists those of a program model, memory-based and value-based, with the two
//! accesses, the depth and the distance of each. [`AccessInfo`] computes dataflow on unions of
//! relations, with isl's semantics. [`brute`] is the oracle of both: it runs the program.

mod analysis;
pub mod brute;
mod flow;
mod last;
mod order;
mod tidy;

pub use analysis::{
    Dependence, DependenceKind, Depth, Options, ReadValues, dependences, live_in, live_out,
    numbered, read_values, tagged_union_of, union_of,
};
pub use flow::{AccessInfo, Flow, Schedule};
