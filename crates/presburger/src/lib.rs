//! Exact sets and relations of integer points.
mod aff;
#[cfg(test)]
mod brute;
mod budget;
mod conj;
mod error;
mod form;
mod integer;
mod linear;
mod number;
mod relation;
mod space;
mod text;
pub use budget::Budget;
pub use error::{Error, ParseError, Result};
pub use space::{Name, Space, Tuple};
