//! Application and composition of relations, powers and differences.

use super::Map;
use crate::error::{Error, Result};
use crate::set::Set;
use crate::value::Value;

impl Map {
    /// `{ y : ∃ x ∈ set : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let m: Map = "{ [i] -> [j] : i <= j <= i + 1 }".parse()?;
    /// let s: Set = "{ [i] : 0 <= i <= 5 }".parse()?;
    /// assert!(m.apply(&s)?.is_equal(&"{ [j] : 0 <= j <= 6 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply(&self, set: &Set) -> Result<Set> {
        set.apply(self)
    }

    /// `{ x -> z : ∃ y : x -> y ∈ self ∧ y -> z ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> B[2i] }".parse()?;
    /// let b: Map = "{ B[j] -> C[floor(j/4)] }".parse()?;
    /// assert!(a.apply_range(&b)?.is_equal(&"{ A[i] -> C[floor(i/2)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_range(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.apply_range(&other.0)?))
    }

    /// `{ z -> y : ∃ x : x -> y ∈ self ∧ x -> z ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> B[i + 1] }".parse()?;
    /// let b: Map = "{ A[i] -> C[3i] }".parse()?;
    /// assert!(a.apply_domain(&b)?.is_equal(&"{ C[k] -> B[j] : k = 3j - 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_domain(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.apply_domain(&other.0)?))
    }

    /// `self ∘ other`: `{ x -> z : ∃ y : x -> y ∈ other ∧ y -> z ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let f: Map = "{ B[j] -> C[j + 1] }".parse()?;
    /// let g: Map = "{ A[i] -> B[2i] }".parse()?;
    /// assert!(f.compose(&g)?.is_equal(&"{ A[i] -> C[2i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn compose(&self, other: &Map) -> Result<Map> {
        other.apply_range(self)
    }

    /// `{ z -> y : ∃ x : z -> x ∈ function ∧ x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ B[j] -> C[j + 1] }".parse()?;
    /// let f: Map = "{ A[i] -> B[2i] }".parse()?;
    /// assert!(m.preimage_domain(&f)?.is_equal(&"{ A[i] -> C[2i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_domain(&self, function: &Map) -> Result<Map> {
        function.apply_range(self)
    }

    /// `{ x -> z : ∃ y : x -> y ∈ self ∧ z -> y ∈ function }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[i] }".parse()?;
    /// let f: Map = "{ C[j] -> B[2j] }".parse()?;
    /// assert!(m.preimage_range(&f)?.is_equal(&"{ A[i] -> C[j] : i = 2j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_range(&self, function: &Map) -> Result<Map> {
        self.apply_range(&function.reverse()?)
    }

    /// `{ y - x : x -> y ∈ self }`; both tuples must be the same.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ S[i, j] -> S[i + 1, k] : 0 <= j, k < 3 }".parse()?;
    /// assert!(m.deltas()?.is_equal(&"{ S[1, d] : -2 <= d <= 2 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn deltas(&self) -> Result<Set> {
        Ok(Set(self.0.deltas()?))
    }

    /// `{ [x -> y] -> y - x : x -> y ∈ self }`; both tuples must be the same.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ S[i] -> S[2i] }".parse()?;
    /// assert!(m.deltas_map()?.is_equal(&"{ [S[i] -> S[2i]] -> S[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn deltas_map(&self) -> Result<Map> {
        Ok(Map(self.0.deltas_map()?))
    }

    /// `self` composed with itself: `self^exponent`. A negative exponent is a power of the
    /// inverse; the power zero is the identity on the whole space.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [i + 1] : 0 <= i < 10 }".parse()?;
    /// assert!(m.fixed_power(3)?.is_equal(&"{ [i] -> [i + 3] : 0 <= i < 8 }".parse()?)?);
    /// assert!(m.fixed_power(-2)?.is_equal(&"{ [i] -> [i - 2] : 2 <= i <= 10 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn fixed_power(&self, exponent: impl Into<Value>) -> Result<Map> {
        let exponent = exponent.into();
        let power = exponent
            .to_i64()
            .ok_or_else(|| Error::invalid(format!("{exponent} is not a machine integer")))?;
        Ok(Map(self.0.fixed_power(power)?))
    }

    /// `{ x -> -y : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(m.neg()?.is_equal(&"{ [i] -> [-i - 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn neg(&self) -> Result<Map> {
        Ok(Map(self.0.neg_tuple()?))
    }

    /// `{ x -> y + z : x -> y ∈ self ∧ x -> z ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [i] }".parse()?;
    /// let b: Map = "{ [i] -> [j] : 0 <= j <= i }".parse()?;
    /// assert!(a.sum(&b)?.is_equal(&"{ [i] -> [j] : i <= j <= 2i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sum(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.sum_ranges(&other.0)?))
    }
}
