//! The program model: what a loop nest is once it has left its source text.
//!
//! A [`Scop`] has parameters, arrays and statements; a [`Statement`] has instances and accesses
//! as exact sets and relations; a [`ScheduleTree`] has their order. A [`Span`] says where in a
//! source something stands and a [`Diagnostic`] speaks of it; both are here because every later
//! stage points back at the source.
//!
//! ```
//! use scop::{Access, Array, ArrayId, Parameter, ScheduleTree, Scop, Statement};
//!
//! // for (i = 1; i < n; i++) a[i] = a[i - 1];
//! let mut copy = Statement::new("[n] -> { S0[i] : 1 <= i < n }".parse()?);
//! copy.accesses = vec![
//!     Access::read(ArrayId(0), "[n] -> { S0[i] -> a[i - 1] : 1 <= i < n }".parse()?),
//!     Access::write(ArrayId(0), "[n] -> { S0[i] -> a[i] : 1 <= i < n }".parse()?),
//! ];
//! let scop = Scop {
//!     name: "shift".into(),
//!     parameters: vec![Parameter::new("n")],
//!     context: "[n] -> { : n >= 1 }".parse()?,
//!     arrays: vec![Array::new("a", 1)],
//!     schedule: ScheduleTree::from_map(&"[n] -> { S0[i] -> [i] : 1 <= i < n }".parse()?)?,
//!     statements: vec![copy],
//!     span: None,
//! };
//! assert!(scop.verify()?.is_empty());
//!
//! // The instance that writes what another one reads, tagged with the two accesses.
//! let flow = scop.tagged_writes()?.apply_range(&scop.tagged_reads()?.reverse()?)?;
//! let expected = "[n] -> { [S0[i] -> W1[]] -> [S0[i + 1] -> R0[]] : 1 <= i and i + 1 < n }";
//! assert!(flow.is_equal(&expected.parse()?)?);
//! # Ok::<(), presburger::Error>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | build, check, compare a model | [`Scop`], [`Scop::verify`], [`Scop::is_equal`] |
//! | speak of all statements at once | [`Scop::reads`], [`Scop::tagged_writes`], [`Scop::schedule_map`] |
//! | read, change, run, convert an order | [`schedule`] |
//! | exchange with other tools | [`openscop`], [`Scop::to_json`], [`yaml`] |

mod certain;
pub mod codes;
mod compare;
mod diagnostic;
mod element;
mod ids;
mod json;
pub mod list;
mod model;
pub mod openscop;
mod relations;
pub mod schedule;
mod sources;
mod span;
mod stored;
mod verify;
mod words;
pub mod yaml;

pub use certain::Certain;
pub use diagnostic::{Code, Diagnostic, Label, Severity};
pub use element::ElementBytes;
pub use ids::{AccessId, ArrayId, DependenceId, LeafId, MemberId, PlacementId, StmtId};
pub use model::{
    Access, AccessKind, Array, Body, Certainty, Hole, Parameter, PartOf, Reduction,
    ReductionOperator, Scop, Statement, Storage,
};
pub use schedule::ScheduleTree;
pub use sources::{SourceFile, SourceMap};
pub use span::{FileId, Span};
pub use stored::{Change, How, Move, Pack, Packed, Packing, Stored, Subscript};
pub use verify::Problem;
pub use words::{can_name_variable, is_name};
