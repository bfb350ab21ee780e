//! The language, with its operations.
#![doc = include_str!("../LANGUAGE.md")]
