//! When one instance is executed.

use presburger::Value;
use std::fmt;

/// The date of an instance: the values of the band members above it and its positions in
/// sequences and sets of several parts, from the outside in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Date(pub Vec<Value>);

impl fmt::Display for Date {
    /// `(0, 3, 1)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, value) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{value}")?;
        }
        f.write_str(")")
    }
}
