//! Products of relations, and relations between and from wrapped tuples.

use super::Map;
use crate::dim::Dim;
use crate::error::Result;
use crate::set::Set;

impl Map {
    /// `{ [a -> b] -> [c -> d] : a -> c ∈ self ∧ b -> d ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> C[i + 1] }".parse()?;
    /// let b: Map = "{ B[j] -> D[2j] }".parse()?;
    /// assert!(a.product(&b)?.is_equal(&"{ [A[i] -> B[j]] -> [C[i + 1] -> D[2j]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn product(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.product(&other.0, false)?))
    }

    /// `{ (a, b) -> (c, d) : a -> c ∈ self ∧ b -> d ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> C[i + 1] }".parse()?;
    /// let b: Map = "{ B[j] -> D[2j] }".parse()?;
    /// assert!(a.flat_product(&b)?.is_equal(&"{ [i, j] -> [i + 1, 2j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_product(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.product(&other.0, true)?))
    }

    /// `{ [a -> b] -> c : a -> c ∈ self ∧ b -> c ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> C[i] }".parse()?;
    /// let b: Map = "{ B[j] -> C[2j] }".parse()?;
    /// assert!(a.domain_product(&b)?.is_equal(&"{ [A[i] -> B[j]] -> C[i] : i = 2j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_product(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.domain_product(&other.0, false)?))
    }

    /// `{ (a, b) -> c : a -> c ∈ self ∧ b -> c ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> C[i] }".parse()?;
    /// let b: Map = "{ B[j] -> C[2j] }".parse()?;
    /// assert!(a.flat_domain_product(&b)?.is_equal(&"{ [i, j] -> C[i] : i = 2j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_domain_product(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.domain_product(&other.0, true)?))
    }

    /// `{ a -> [b -> c] : a -> b ∈ self ∧ a -> c ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> B[i + 1] }".parse()?;
    /// let b: Map = "{ A[i] -> C[2i] }".parse()?;
    /// assert!(a.range_product(&b)?.is_equal(&"{ A[i] -> [B[i + 1] -> C[2i]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_product(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.range_product(&other.0, false)?))
    }

    /// `{ a -> (b, c) : a -> b ∈ self ∧ a -> c ∈ other }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> B[i + 1] }".parse()?;
    /// let b: Map = "{ A[i] -> C[2i] }".parse()?;
    /// assert!(a.flat_range_product(&b)?.is_equal(&"{ A[i] -> [i + 1, 2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_range_product(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.range_product(&other.0, true)?))
    }

    /// `{ a -> c : ∃ b, d : [a -> b] -> [c -> d] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> [C[i + 1] -> D[2j]] }".parse()?;
    /// assert!(m.factor_domain()?.is_equal(&"{ A[i] -> C[i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn factor_domain(&self) -> Result<Map> {
        Ok(Map(self.0.factor(Dim::In(0), 0)?.factor(Dim::Out(0), 0)?))
    }

    /// `{ b -> d : ∃ a, c : [a -> b] -> [c -> d] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> [C[i + 1] -> D[2j]] }".parse()?;
    /// assert!(m.factor_range()?.is_equal(&"{ B[j] -> D[2j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn factor_range(&self) -> Result<Map> {
        Ok(Map(self.0.factor(Dim::In(0), 1)?.factor(Dim::Out(0), 1)?))
    }

    /// `{ a -> c : ∃ b : [a -> b] -> c ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> C[i + 2j] }".parse()?;
    /// let expected = "{ A[i] -> C[k] : (i + k) mod 2 = 0 }".parse()?;
    /// assert!(m.domain_factor_domain()?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_factor_domain(&self) -> Result<Map> {
        Ok(Map(self.0.factor(Dim::In(0), 0)?))
    }

    /// `{ b -> c : ∃ a : [a -> b] -> c ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> C[j] : i > j }".parse()?;
    /// assert!(m.domain_factor_range()?.is_equal(&"{ B[j] -> C[j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_factor_range(&self) -> Result<Map> {
        Ok(Map(self.0.factor(Dim::In(0), 1)?))
    }

    /// `{ a -> b : ∃ c : a -> [b -> c] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> [B[i + 1] -> C[k]] : k > i }".parse()?;
    /// assert!(m.range_factor_domain()?.is_equal(&"{ A[i] -> B[i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_factor_domain(&self) -> Result<Map> {
        Ok(Map(self.0.factor(Dim::Out(0), 0)?))
    }

    /// `{ a -> c : ∃ b : a -> [b -> c] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> [B[i + 1] -> C[k]] : k > i }".parse()?;
    /// assert!(m.range_factor_range()?.is_equal(&"{ A[i] -> C[k] : k > i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_factor_range(&self) -> Result<Map> {
        Ok(Map(self.0.factor(Dim::Out(0), 1)?))
    }

    /// The set of wrapped pairs: `{ [a -> b] : a -> b ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[i + 1] }".parse()?;
    /// assert!(m.wrap()?.is_equal(&"{ [A[i] -> B[i + 1]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn wrap(&self) -> Result<Set> {
        Ok(Set(self.0.wrap()?))
    }

    /// `{ [a -> b] -> a : a -> b ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[i + 1] }".parse()?;
    /// assert!(m.domain_map()?.is_equal(&"{ [A[i] -> B[i + 1]] -> A[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_map(&self) -> Result<Map> {
        let first = self.space().n_param();
        let columns: Vec<usize> = (first..first + self.space().n_in()).collect();
        let tuple = self.space().map_tuples()?.0.clone();
        Ok(Map(self.0.with_copies(&columns, tuple)?))
    }

    /// `{ [a -> b] -> b : a -> b ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[i + 1] }".parse()?;
    /// assert!(m.range_map()?.is_equal(&"{ [A[i] -> B[i + 1]] -> B[i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_map(&self) -> Result<Map> {
        let first = self.space().n_param() + self.space().n_in();
        let columns: Vec<usize> = (first..self.space().n_total()).collect();
        let tuple = self.space().map_tuples()?.1.clone();
        Ok(Map(self.0.with_copies(&columns, tuple)?))
    }

    /// `{ a -> [b -> c] : [a -> b] -> c ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> C[i + j] }".parse()?;
    /// assert!(m.curry()?.is_equal(&"{ A[i] -> [B[j] -> C[i + j]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn curry(&self) -> Result<Map> {
        Ok(Map(self.0.curry()?))
    }

    /// `{ [a -> b] -> c : a -> [b -> c] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> [B[j] -> C[i + j]] }".parse()?;
    /// assert!(m.uncurry()?.is_equal(&"{ [A[i] -> B[j]] -> C[i + j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn uncurry(&self) -> Result<Map> {
        Ok(Map(self.0.uncurry()?))
    }

    /// `{ a -> [b -> [c -> d]] : a -> [[b -> c] -> d] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> [[B[j] -> C[k]] -> D[l]] }".parse()?;
    /// assert!(m.range_curry()?.is_equal(&"{ A[i] -> [B[j] -> [C[k] -> D[l]]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_curry(&self) -> Result<Map> {
        Ok(Map(self.0.range_curry()?))
    }

    /// `{ [a -> c] -> [b -> d] : [a -> b] -> [c -> d] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> [C[i] -> D[j]] : i < j }".parse()?;
    /// assert!(m.zip()?.is_equal(&"{ [A[i] -> C[i]] -> [B[j] -> D[j]] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn zip(&self) -> Result<Map> {
        Ok(Map(self.0.zip()?))
    }

    /// `{ [b -> a] -> c : [a -> b] -> c ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> C[i - j] }".parse()?;
    /// assert!(m.domain_reverse()?.is_equal(&"{ [B[j] -> A[i]] -> C[i - j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_reverse(&self) -> Result<Map> {
        Ok(Map(self.0.swap_pair(Dim::In(0))?))
    }

    /// `{ a -> [c -> b] : a -> [b -> c] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> [B[i] -> C[2i]] }".parse()?;
    /// assert!(m.range_reverse()?.is_equal(&"{ A[i] -> [C[2i] -> B[i]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_reverse(&self) -> Result<Map> {
        Ok(Map(self.0.swap_pair(Dim::Out(0))?))
    }

    /// With nested tuples replaced by tuples of all their dimensions.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> [C[i] -> D[j]] : i < j }".parse()?;
    /// assert!(m.flatten().is_equal(&"{ [i, j] -> [i, j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flatten(&self) -> Map {
        Map(self.0.flatten())
    }

    /// With a nested domain tuple replaced by a tuple of all its dimensions.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> C[k] }".parse()?;
    /// assert!(m.flatten_domain()?.is_equal(&"{ [i, j] -> C[k] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flatten_domain(&self) -> Result<Map> {
        Ok(Map(self.0.flatten_tuple(Dim::In(0))?))
    }

    /// With a nested range tuple replaced by a tuple of all its dimensions.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> [B[j] -> C[k]] }".parse()?;
    /// assert!(m.flatten_range()?.is_equal(&"{ A[i] -> [j, k] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flatten_range(&self) -> Result<Map> {
        Ok(Map(self.0.flatten_tuple(Dim::Out(0))?))
    }
}
