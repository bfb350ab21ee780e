//! From values to text.

use super::{Content, Value};
use std::fmt;

impl fmt::Display for Value {
    /// By indentation; with `#` (`{:#}`) on one line, with braces and brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.alternate() {
            true => write_flow(f, self),
            false => match &self.content {
                Content::Map(entries) if !entries.is_empty() => write_block(f, self, 0),
                Content::List(items) if items.iter().any(is_collection) => write_block(f, self, 0),
                _ => {
                    write_flow(f, self)?;
                    f.write_str("\n")
                }
            },
        }
    }
}

/// The lines of a collection; the first one is not indented, so that it can follow a dash.
fn write_block(f: &mut fmt::Formatter<'_>, value: &Value, indent: usize) -> fmt::Result {
    match &value.content {
        Content::Map(entries) => {
            for (i, entry) in entries.iter().enumerate() {
                let before = if i == 0 { 0 } else { indent };
                write!(f, "{:before$}{}:", "", entry.key)?;
                match &entry.value.content {
                    Content::Map(inner) if !inner.is_empty() => {
                        let indent = indent + 2;
                        write!(f, "\n{:indent$}", "")?;
                        write_block(f, &entry.value, indent)?;
                    }
                    Content::List(items) if items.iter().any(is_collection) => {
                        // Dashes stand below the first letter of the key.
                        write!(f, "\n{:indent$}", "")?;
                        write_block(f, &entry.value, indent)?;
                    }
                    _ => {
                        f.write_str(" ")?;
                        write_flow(f, &entry.value)?;
                        f.write_str("\n")?;
                    }
                }
            }
            Ok(())
        }
        Content::List(items) => {
            for (i, item) in items.iter().enumerate() {
                let before = if i == 0 { 0 } else { indent };
                write!(f, "{:before$}- ", "")?;
                if is_collection(item) {
                    write_block(f, item, indent + 2)?;
                } else {
                    write_flow(f, item)?;
                    f.write_str("\n")?;
                }
            }
            Ok(())
        }
        Content::Scalar { .. } => {
            write_flow(f, value)?;
            f.write_str("\n")
        }
    }
}

fn is_collection(value: &Value) -> bool {
    match &value.content {
        Content::Scalar { .. } => false,
        Content::List(items) => !items.is_empty(),
        Content::Map(entries) => !entries.is_empty(),
    }
}

fn write_flow(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    match &value.content {
        Content::Scalar {
            text,
            quoted: false,
        } => f.write_str(text),
        Content::Scalar { text, quoted: true } => {
            f.write_str("\"")?;
            for c in text.chars() {
                match c {
                    '"' | '\\' => write!(f, "\\{c}")?,
                    '\n' => f.write_str("\\n")?,
                    c => write!(f, "{c}")?,
                }
            }
            f.write_str("\"")
        }
        Content::List(items) if items.is_empty() => f.write_str("[ ]"),
        Content::List(items) => {
            for (i, item) in items.iter().enumerate() {
                f.write_str(if i == 0 { "[ " } else { ", " })?;
                write_flow(f, item)?;
            }
            f.write_str(" ]")
        }
        Content::Map(entries) => {
            if entries.is_empty() {
                return f.write_str("{ }");
            }
            for (i, entry) in entries.iter().enumerate() {
                f.write_str(if i == 0 { "{ " } else { ", " })?;
                write!(f, "{}: ", entry.key)?;
                write_flow(f, &entry.value)?;
            }
            f.write_str(" }")
        }
    }
}
