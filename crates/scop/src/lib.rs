//! The program model: what a loop nest is once it has left its source text.
//!
//! A [`Span`] says where in a source something stands and a [`Diagnostic`] speaks of it; both
//! are here because every later stage points back at the source.

mod diagnostic;
mod span;

pub use diagnostic::{Code, Diagnostic, Label, Severity};
pub use span::{FileId, Span};
