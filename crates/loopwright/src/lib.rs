//! Loopwright as a library: what the command line offers, without the command line.
//!
//! Today that is [`calc`], a calculator for integer sets and relations in the manner of
//! `iscc`, and [`diagnostic`], which shows errors in their source as `rustc` does.
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
//! Nothing here reads or writes files or terminals by itself: a [`calc::Files`] does that,
//! so the same calculator serves the command line, tests and a web page.

pub mod calc;
pub mod diagnostic;
