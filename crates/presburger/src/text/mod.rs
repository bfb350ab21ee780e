//! The notation of integer sets, relations and functions that isl reads and
//! writes, for example
//!
//! ```text
//! [N] -> { S[i, j] -> [i + j, floor(j/2)] : 0 <= i < N and exists (a : j = 2a) }
//! ```
//!
//! Reading has two steps. [`parse_object`] turns text into a tree of [`syntax`]
//! nodes that carry byte spans and knows nothing of spaces or matrices; lowering
//! then gives the tree its meaning.
//!
//! **Invariant:** parsing takes time linear in the text, never panics, and the
//! tree is never nested deeper than [`MAX_DEPTH`](parser::MAX_DEPTH) allows, so code that walks it
//! may recurse.
//!
//! Beyond isl's own notation the reader takes the symbols of papers
//! (`≤ ≥ ≠ ∧ ∨ ¬ ∃`, `==`, `<>`), products such as `2(i + j)`, tuple names in
//! quotes, and conditional expressions wherever an expression may stand.

mod lexer;
mod lower;
mod objects;
mod parser;
mod print;
pub mod syntax;

use std::fmt;
use std::ops::Range;

use crate::error::{Error, ParseError};

pub use lexer::is_name;
pub(crate) use lower::functions::{
    Entry, ReadMulti, ReadPiece, ReadUnionMulti, read_multi, read_pieces, read_union_multi,
};
pub(crate) use lower::polynomials::read_polynomials;
pub(crate) use lower::read_relations;
pub(crate) use objects::{read_object, read_prefix};
pub use parser::parse_object;
pub(crate) use print::{
    value_texts, write_bound, write_multi, write_pieces, write_polynomials, write_relations,
    write_union_multi,
};

/// The text is not in the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What was expected and what was found, with a hint where there is one.
    pub message: String,
    /// The bytes of the text at fault. Empty at the end of the text.
    pub span: Range<usize>,
}

impl SyntaxError {
    /// Line and column, both counted from 1, of the place at fault in `text`.
    #[cfg(test)]
    pub(crate) fn position(&self, text: &str) -> (usize, usize) {
        line_and_column(text, self.span.start)
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}

fn syntax_error(text: &str, error: SyntaxError) -> Error {
    Error::Parse(ParseError::new(text, error.span, error.message))
}

/// Line and column (in characters) of byte `offset` of `text`, counted from 1.
#[cfg(test)]
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (
        before.matches('\n').count() + 1,
        before[line_start..].chars().count() + 1,
    )
}
