//! The Boolean algebra of relations, and restrictions to a domain or range.

use super::Map;
use crate::dim::Dim;
use crate::error::Result;
use crate::set::Set;

impl Map {
    /// `{ x -> y : x -> y ∈ self ∧ x -> y ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [j] : i < j }".parse()?;
    /// let b: Map = "{ [i] -> [j] : j <= i + 1 }".parse()?;
    /// assert!(a.intersect(&b)?.is_equal(&"{ [i] -> [i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.intersect(&other.0)?))
    }

    /// `{ x -> y ∈ self : the parameters are in params }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let m: Map = "[N] -> { [i] -> [i + N] }".parse()?;
    /// let p: Set = "[N] -> { : N <= 3 }".parse()?;
    /// assert!(m.intersect_params(&p)?.is_equal(&"[N] -> { [i] -> [i + N] : N <= 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_params(&self, params: &Set) -> Result<Map> {
        Ok(Map(self.0.intersect_params(&params.0)?))
    }

    /// `{ x -> y ∈ self : x ∈ set }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let m: Map = "{ [i] -> [2i] }".parse()?;
    /// let s: Set = "{ [i] : 0 <= i < 5 }".parse()?;
    /// assert!(m.intersect_domain(&s)?.is_equal(&"{ [i] -> [2i] : 0 <= i < 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain(&self, set: &Set) -> Result<Map> {
        Ok(Map(self.0.intersect_domain(&set.0)?))
    }

    /// `{ x -> y ∈ self : y ∈ set }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let m: Map = "{ [i] -> [2i] }".parse()?;
    /// let s: Set = "{ [i] : 0 <= i < 5 }".parse()?;
    /// assert!(m.intersect_range(&s)?.is_equal(&"{ [i] -> [2i] : 0 <= i < 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range(&self, set: &Set) -> Result<Map> {
        Ok(Map(self.0.intersect_range(&set.0)?))
    }

    /// `{ x -> y : x -> y ∈ self ∨ x -> y ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [j] : i < j }".parse()?;
    /// let b: Map = "{ [i] -> [j] : i >= j }".parse()?;
    /// assert!(a.union(&b)?.is_universe()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.union(&other.0)?))
    }

    /// `{ x -> y : x -> y ∈ self ∧ x -> y ∉ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [j] : i <= j }".parse()?;
    /// let b: Map = "{ [i] -> [i] }".parse()?;
    /// assert!(a.subtract(&b)?.is_equal(&"{ [i] -> [j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.subtract(&other.0)?))
    }

    /// `{ x -> y ∈ self : x ∉ set }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let m: Map = "{ [i] -> [2i] : i >= 0 }".parse()?;
    /// let s: Set = "{ [i] : 0 <= i < 5 }".parse()?;
    /// assert!(m.subtract_domain(&s)?.is_equal(&"{ [i] -> [2i] : i >= 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract_domain(&self, set: &Set) -> Result<Map> {
        Ok(Map(self.0.subtract_domain(&set.0)?))
    }

    /// `{ x -> y ∈ self : y ∉ set }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let m: Map = "{ [i] -> [2i] : i >= 0 }".parse()?;
    /// let s: Set = "{ [i] : 0 <= i < 5 }".parse()?;
    /// assert!(m.subtract_range(&s)?.is_equal(&"{ [i] -> [2i] : i >= 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract_range(&self, set: &Set) -> Result<Map> {
        Ok(Map(self.0.subtract_range(&set.0)?))
    }

    /// `{ x -> y : x -> y ∉ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : i < j }".parse()?;
    /// assert!(m.complement()?.is_equal(&"{ [i] -> [j] : i >= j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn complement(&self) -> Result<Map> {
        Ok(Map(self.0.complement()?))
    }

    /// The same pairs in conjunctions that have none in common.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : i <= j or i >= j }".parse()?;
    /// assert!(m.make_disjoint()?.is_equal(&"{ [i] -> [j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn make_disjoint(&self) -> Result<Map> {
        Ok(Map(self.0.make_disjoint()?))
    }

    /// The same pairs with every existential an explicit floor.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : exists (a : i <= 3a <= j) }".parse()?;
    /// let expected = "{ [i] -> [j] : exists (a : i <= 3a <= j) }".parse()?;
    /// assert!(m.compute_divs()?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn compute_divs(&self) -> Result<Map> {
        Ok(Map(self.0.compute_divs()?))
    }

    /// The same pairs without constraints that follow from others.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : i >= 0 and j >= i and j >= -1 }".parse()?;
    /// assert!(m.remove_redundancies()?.is_equal(&"{ [i] -> [j] : 0 <= i <= j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn remove_redundancies(&self) -> Result<Map> {
        Ok(Map(self.0.remove_redundancies()?))
    }

    /// `{ [x -> z] -> y ∈ self : x -> y ∈ factor }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> C[k] : i < j < k }".parse()?;
    /// let f: Map = "{ A[i] -> C[i + 2] }".parse()?;
    /// let expected = "{ [A[i] -> B[i + 1]] -> C[i + 2] }".parse()?;
    /// assert!(m.intersect_domain_factor_domain(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain_factor_domain(&self, factor: &Map) -> Result<Map> {
        Ok(Map(self.0.intersect_factor(Dim::In(0), 0, &factor.0)?))
    }

    /// `{ [x -> z] -> y ∈ self : z -> y ∈ factor }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> C[k] : i < j < k }".parse()?;
    /// let f: Map = "{ B[j] -> C[j + 1] }".parse()?;
    /// let expected = "{ [A[i] -> B[j]] -> C[j + 1] : i < j }".parse()?;
    /// assert!(m.intersect_domain_factor_range(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain_factor_range(&self, factor: &Map) -> Result<Map> {
        Ok(Map(self.0.intersect_factor(Dim::In(0), 1, &factor.0)?))
    }

    /// `{ x -> [y -> z] ∈ self : x -> y ∈ factor }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> [B[j] -> C[k]] : i < j < k }".parse()?;
    /// let f: Map = "{ A[i] -> B[i + 1] }".parse()?;
    /// let expected = "{ A[i] -> [B[i + 1] -> C[k]] : i + 1 < k }".parse()?;
    /// assert!(m.intersect_range_factor_domain(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range_factor_domain(&self, factor: &Map) -> Result<Map> {
        Ok(Map(self.0.intersect_factor(Dim::Out(0), 0, &factor.0)?))
    }

    /// `{ x -> [y -> z] ∈ self : x -> z ∈ factor }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> [B[j] -> C[k]] : i < j < k }".parse()?;
    /// let f: Map = "{ A[i] -> C[i + 2] }".parse()?;
    /// let expected = "{ A[i] -> [B[i + 1] -> C[i + 2]] }".parse()?;
    /// assert!(m.intersect_range_factor_range(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range_factor_range(&self, factor: &Map) -> Result<Map> {
        Ok(Map(self.0.intersect_factor(Dim::Out(0), 1, &factor.0)?))
    }

    /// `{ [x -> z] -> y ∈ self : x ∈ set }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let m: Map = "{ [A[i] -> B[j]] -> C[k] : i < j < k }".parse()?;
    /// let s: Set = "{ A[7] }".parse()?;
    /// let expected = "{ [A[7] -> B[j]] -> C[k] : 7 < j < k }".parse()?;
    /// assert!(m.intersect_domain_wrapped_domain(&s)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain_wrapped_domain(&self, set: &Set) -> Result<Map> {
        Ok(Map(self.0.intersect_wrapped_domain(Dim::In(0), &set.0)?))
    }

    /// `{ x -> [y -> z] ∈ self : y ∈ set }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let m: Map = "{ A[i] -> [B[j] -> C[k]] : i < j < k }".parse()?;
    /// let s: Set = "{ B[7] }".parse()?;
    /// let expected = "{ A[i] -> [B[7] -> C[k]] : i < 7 < k }".parse()?;
    /// assert!(m.intersect_range_wrapped_domain(&s)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range_wrapped_domain(&self, set: &Set) -> Result<Map> {
        Ok(Map(self.0.intersect_wrapped_domain(Dim::Out(0), &set.0)?))
    }
}
