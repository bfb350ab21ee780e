//! Loopwright as a library: what the command line offers, without the command line.
//!
//! - [`program`] reads C or OpenScop; [`show`] and [`deps`] write its model and its dependences,
//!   for people and for tools; [`report`] shows what is wrong with it, as `rustc` does, and
//!   [`explain`] has a page about each kind of message.
//! - [`calc`] is a calculator for integer sets and relations in the manner of `iscc`, with
//!   messages of its own ([`diagnostic`]).
//!
//! ```
//! use loopwright::calc::{Calculator, Effect, NoFiles};
//! use loopwright::diagnostic::Source;
//!
//! let script = Source::new("example", "S := { [i] : 0 <= i < 10 }; lexmax S;");
//! let mut values = Vec::new();
//! Calculator::new(NoFiles).run(&script, &mut |effect| {
//!     if let Effect::Value(object) = effect {
//!         values.push(object.to_string());
//!     }
//!     Ok(())
//! }).expect("the script has no mistakes");
//! assert_eq!(values, ["{ [i = 9] }"]);
//! ```
//!
//! Nothing here reads or writes files or terminals by itself: a [`calc::Files`] or a
//! [`frontend::Headers`] does that, so the same code serves the command line, tests and a web page.

pub mod calc;
pub mod deps;
pub mod diagnostic;
pub mod explain;
mod frame;
mod lines;
mod overlap;
mod process;
pub mod program;
pub mod readback;
pub mod report;
pub mod rewrite;
pub mod show;
pub mod structure;
mod table;
pub mod transform;
pub mod trial;
