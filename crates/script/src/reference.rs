//! The language, with its operations.
#![doc = include_str!("../LANGUAGE.md")]

/// The same as a text in Markdown.
pub const TEXT: &str = include_str!("../LANGUAGE.md");
