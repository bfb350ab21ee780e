//! Lexicographic comparison of the points of two sets.

use super::Set;
use crate::error::Result;
use crate::map::Map;
use crate::relation::Order;

impl Set {
    /// `{ x -> y : x ∈ self ∧ y ∈ other ∧ x ≺ y }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : 0 <= i, j <= 1 }".parse()?;
    /// let b: Set = "{ [0, 1] }".parse()?;
    /// assert!(a.lex_lt_set(&b)?.is_equal(&"{ [0, 0] -> [0, 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_lt_set(&self, other: &Set) -> Result<Map> {
        Ok(Map(self.0.lex_sets(Order::Lt, &other.0)?))
    }

    /// `{ x -> y : x ∈ self ∧ y ∈ other ∧ x ≼ y }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : 0 <= i, j <= 1 }".parse()?;
    /// let b: Set = "{ [0, 1] }".parse()?;
    /// assert!(a.lex_le_set(&b)?.is_equal(&"{ [0, j] -> [0, 1] : 0 <= j <= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_le_set(&self, other: &Set) -> Result<Map> {
        Ok(Map(self.0.lex_sets(Order::Le, &other.0)?))
    }

    /// `{ x -> y : x ∈ self ∧ y ∈ other ∧ x ≻ y }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : 0 <= i, j <= 1 }".parse()?;
    /// let b: Set = "{ [0, 1] }".parse()?;
    /// assert!(a.lex_gt_set(&b)?.is_equal(&"{ [1, j] -> [0, 1] : 0 <= j <= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_gt_set(&self, other: &Set) -> Result<Map> {
        Ok(Map(self.0.lex_sets(Order::Gt, &other.0)?))
    }

    /// `{ x -> y : x ∈ self ∧ y ∈ other ∧ x ≽ y }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : 0 <= i, j <= 1 }".parse()?;
    /// let b: Set = "{ [1, 0] }".parse()?;
    /// assert!(a.lex_ge_set(&b)?.is_equal(&"{ [1, j] -> [1, 0] : 0 <= j <= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_ge_set(&self, other: &Set) -> Result<Map> {
        Ok(Map(self.0.lex_sets(Order::Ge, &other.0)?))
    }
}
