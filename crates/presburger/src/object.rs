//! Whatever a text in isl's notation describes, when the caller does not know beforehand.

use std::fmt;
use std::str::FromStr;

use crate::error::Result;
use crate::polynomial::UnionPwQPolynomial;
use crate::text;
use crate::union_map::UnionMap;
use crate::union_set::UnionSet;
use crate::value::Value;

/// A set, a relation, a quasi-polynomial or a number, as the text has it.
///
/// ```
/// # use presburger::Object;
/// assert!(matches!("{ S[i] : i > 0; T[] }".parse()?, Object::Set(_)));
/// assert!(matches!("[N] -> { S[i] -> [i + N] }".parse()?, Object::Map(_)));
/// assert!(matches!("[N] -> { S[i] -> i * N }".parse()?, Object::Polynomial(_)));
/// assert!(matches!("-1/3".parse()?, Object::Value(_)));
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Object {
    /// `{ }`, `{ S[i]; T[] }`, and conditions on the parameters such as `[N] -> { : N > 0 }`.
    Set(UnionSet),
    /// `{ S[i] -> [i]; T[] -> [0] }`.
    Map(UnionMap),
    /// `{ S[i] -> i^2; T[] -> 7 }`, `[N] -> { N^2 : N > 0 }`.
    Polynomial(UnionPwQPolynomial),
    /// `7`, `-1/3`, `infty`.
    Value(Value),
}

impl Object {
    /// Reads one object at the start of `text`; also returns how many bytes it took.
    ///
    /// What follows the object may be anything: this is for languages that have objects
    /// among their expressions. Spans of errors count from the start of `text`.
    ///
    /// ```
    /// # use presburger::Object;
    /// let (object, used) = Object::parse_prefix("{ [i] : i > 0 } * S;")?;
    /// assert_eq!(object.to_string(), "{ [i] : i >= 1 }");
    /// assert_eq!(used, 15);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn parse_prefix(text: &str) -> Result<(Object, usize)> {
        text::read_prefix(text)
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Object::Set(set) => fmt::Display::fmt(set, f),
            Object::Map(map) => fmt::Display::fmt(map, f),
            Object::Polynomial(function) => fmt::Display::fmt(function, f),
            Object::Value(value) => fmt::Display::fmt(value, f),
        }
    }
}

impl FromStr for Object {
    type Err = crate::Error;

    /// Reads an object that makes up all of the text.
    fn from_str(text: &str) -> Result<Object> {
        text::read_object(text)
    }
}
