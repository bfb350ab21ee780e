//! Loops for a schedule.
//!
//! A schedule says in which order the instances of statements are executed; this crate writes
//! the loops that do so, after Grosser, Verdoolaege and Cohen, *Polyhedral AST generation is more
//! than scanning polyhedra* (TOPLAS 2015). Sections of that paper are named where they apply.
//!
//! ```
//! use astgen::Generator;
//! let schedule = "[n] -> { S[i, j] -> [i, j] : 0 <= i < n and 0 <= j <= i }".parse()?;
//! let ast = Generator::new().from_map(&schedule)?;
//! assert_eq!(
//!     ast.to_string(),
//!     "for (int c0 = 0; c0 < n; c0 += 1)\n  for (int c1 = 0; c1 <= c0; c1 += 1)\n    S(c0, c1);\n"
//! );
//! # Ok::<(), astgen::Error>(())
//! ```

mod ahead;
mod algorithm;
pub mod ast;
mod build;
mod components;
mod cost;
mod error;
mod expression;
mod floors;
mod generate;
mod graft;
mod hook;
mod input;
mod interleaved;
pub mod interpret;
mod json;
mod leaf;
mod loops;
mod options;
mod pieces;
mod print;
mod rename;
mod scale;
mod settings;
mod shift;
mod strides;
mod strip;
mod tree;
mod versions;

pub use error::{Error, Result};
pub use expression::Position;
pub use generate::Generator;
pub use hook::Leaf;
pub use input::Input;
pub use print::macros;
pub use settings::Settings;
