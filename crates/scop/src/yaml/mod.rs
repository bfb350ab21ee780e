//! The part of YAML that isl writes for schedule trees, flow problems and scheduling problems.
//!
//! Mappings and lists by indentation or in braces and brackets, quoted and plain scalars,
//! comments. No anchors, tags, block scalars or several documents. As in isl, a plain scalar may
//! be an object in isl's own notation, braces and all:
//!
//! ```
//! let text = "sink: { S[] -> a[] : 0 = 0 }\nschedule: { domain: \"{ S[] }\" } # done";
//! let problem = scop::yaml::parse(text)?;
//! assert_eq!(problem.get("sink").and_then(|v| v.as_str()), Some("{ S[] -> a[] : 0 = 0 }"));
//! let schedule = problem.get("schedule").ok_or("no schedule")?;
//! assert_eq!(schedule.get("domain").and_then(|v| v.as_str()), Some("{ S[] }"));
//! assert_eq!((schedule.line, schedule.column), (2, 11));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An opening brace begins a mapping only if a key with a colon follows: `{ domain: ... }`; no
//! object in isl's notation looks like that. An opening bracket begins a list unless a brace that
//! is no mapping follows, or an arrow follows its end: `[n] -> { ... }` and `[{ S[i] -> [i] }]`
//! are objects.

mod read;
mod write;

use presburger::{Error, ParseError};
use std::str::FromStr;

pub use read::parse;

/// A value with the place it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it is.
    pub content: Content,
    /// Line of its first character, counted from 1; 0 if it was not read.
    pub line: usize,
    /// Column of its first character, counted from 1; 0 if it was not read.
    pub column: usize,
}

/// What a [`Value`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text; line breaks are kept as they are.
    Scalar {
        /// The text, without quotes.
        text: String,
        /// Whether it stood in quotes.
        quoted: bool,
    },
    /// `[ a, b ]`, or lines that begin with a dash.
    List(Vec<Value>),
    /// `{ a: b }`, or lines that begin with a key.
    Map(Vec<Entry>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// What it stands for; an empty plain scalar when there was nothing.
    pub value: Value,
    /// Line of the key, counted from 1; 0 if it was not read.
    pub line: usize,
    /// Column of the key, counted from 1; 0 if it was not read.
    pub column: usize,
}

impl Value {
    /// A scalar that is written in quotes.
    pub fn quoted(text: impl Into<String>) -> Value {
        Value::made(Content::Scalar {
            text: text.into(),
            quoted: true,
        })
    }

    /// A scalar that is written as it is: a word or a number.
    pub fn plain(text: impl Into<String>) -> Value {
        Value::made(Content::Scalar {
            text: text.into(),
            quoted: false,
        })
    }

    /// A list.
    pub fn list(items: Vec<Value>) -> Value {
        Value::made(Content::List(items))
    }

    /// A mapping.
    pub fn map(entries: Vec<(&str, Value)>) -> Value {
        let entries = entries.into_iter().map(|(key, value)| Entry {
            key: key.into(),
            value,
            line: 0,
            column: 0,
        });
        Value::made(Content::Map(entries.collect()))
    }

    fn made(content: Content) -> Value {
        Value {
            content,
            line: 0,
            column: 0,
        }
    }

    /// The text of a scalar.
    pub fn as_str(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        match &self.content {
            Content::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries of a mapping, in order.
    pub fn as_map(&self) -> Option<&[Entry]> {
        match &self.content {
            Content::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The value of a key of a mapping.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let entries = self.as_map()?;
        entries.iter().find(|e| e.key == key).map(|e| &e.value)
    }

    /// An error about this place.
    pub fn error(&self, message: impl Into<String>) -> Error {
        error_at(self.line, self.column, message)
    }

    /// The object that a scalar holds in isl's notation; errors name the place in the file.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let file = scop::yaml::parse("domain:\n  { S[i] : i < }\n")?;
    /// let domain = file.get("domain").ok_or("no domain")?;
    /// let error = domain.parse::<UnionSet>().unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 16:"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse<T: FromStr<Err = Error>>(&self) -> Result<T, Error> {
        let Content::Scalar { text, quoted } = &self.content else {
            return Err(self.error("expected an object in quotes"));
        };
        text.parse().map_err(|error| match error {
            Error::Parse(inner) => {
                let skipped = self.column.saturating_sub(1) + usize::from(*quoted);
                let column = match inner.line {
                    1 => inner.column + skipped,
                    _ => inner.column,
                };
                error_at(self.line + inner.line - 1, column, inner.message)
            }
            Error::Invalid(message) => self.error(message),
            error => error,
        })
    }
}

/// An error about a place that is known by line and column only.
pub(crate) fn error_at(line: usize, column: usize, message: impl Into<String>) -> Error {
    Error::Parse(ParseError {
        message: message.into(),
        span: 0..0,
        line,
        column,
    })
}

#[cfg(test)]
mod tests;
