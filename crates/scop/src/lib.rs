//! The program model: what a loop nest is once it has left its source text.
//!
//! A [`Scop`] has parameters, arrays and statements; a [`Statement`] has instances and accesses
//! as exact sets and relations; a [`ScheduleTree`](schedule::ScheduleTree) has their order. A
//! [`Span`] says where in a source something stands and a [`Diagnostic`] speaks of it; both
//! are here because every later stage points back at the source.

mod compare;
mod diagnostic;
mod ids;
mod json;
mod model;
pub mod openscop;
mod relations;
pub mod schedule;
mod span;
mod verify;
pub mod yaml;

pub use diagnostic::{Code, Diagnostic, Label, Severity};
pub use ids::{AccessId, ArrayId, StmtId};
pub use model::{
    Access, AccessKind, Array, Body, Certainty, Hole, Parameter, Reduction, ReductionOperator,
    Scop, Statement, Storage,
};
pub use schedule::ScheduleTree;
pub use span::{FileId, Span};
pub use verify::Problem;
