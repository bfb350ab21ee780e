//! Products of union maps, and union maps between wrapped tuples. Parts whose tuples do not have
//! the form an operation speaks of are left out.

use super::{UnionMap, domain_of, range_of};
use crate::dim::Dim;
use crate::error::Result;
use crate::map::Map;
use crate::relation::Relation;
use crate::space::Space;
use crate::union_set::UnionSet;

impl UnionMap {
    /// `{ [a -> b] -> [c -> d] : a -> c ∈ self ∧ b -> d ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> C[i + 1] }".parse()?;
    /// let b: UnionMap = "{ B[j] -> D[2j] }".parse()?;
    /// assert!(a.product(&b)?.is_equal(&"{ [A[i] -> B[j]] -> [C[i + 1] -> D[2j]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn product(&self, other: &UnionMap) -> Result<UnionMap> {
        Ok(UnionMap(
            self.0.all_pairs(&other.0, |x, y| x.product(y, false))?,
        ))
    }

    /// `{ [a -> b] -> c : a -> c ∈ self ∧ b -> c ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> C[i]; A[i] -> D[] }".parse()?;
    /// let b: UnionMap = "{ B[j] -> C[2j] }".parse()?;
    /// assert!(a.domain_product(&b)?.is_equal(&"{ [A[i] -> B[j]] -> C[i] : i = 2j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_product(&self, other: &UnionMap) -> Result<UnionMap> {
        let product = |x: &Relation, y: &Relation| x.domain_product(y, false);
        Ok(UnionMap(
            self.0.pairs(&other.0, range_of, range_of, product)?,
        ))
    }

    /// `{ (a, b) -> c : a -> c ∈ self ∧ b -> c ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> C[i]; A[i] -> D[] }".parse()?;
    /// let b: UnionMap = "{ B[j] -> C[2j] }".parse()?;
    /// assert!(a.flat_domain_product(&b)?.is_equal(&"{ [i, j] -> C[i] : i = 2j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_domain_product(&self, other: &UnionMap) -> Result<UnionMap> {
        let product = |x: &Relation, y: &Relation| x.domain_product(y, true);
        Ok(UnionMap(
            self.0.pairs(&other.0, range_of, range_of, product)?,
        ))
    }

    /// `{ a -> [b -> c] : a -> b ∈ self ∧ a -> c ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// let b: UnionMap = "{ A[i] -> C[2i]; D[] -> C[0] }".parse()?;
    /// assert!(a.range_product(&b)?.is_equal(&"{ A[i] -> [B[i + 1] -> C[2i]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_product(&self, other: &UnionMap) -> Result<UnionMap> {
        let product = |x: &Relation, y: &Relation| x.range_product(y, false);
        Ok(UnionMap(
            self.0.pairs(&other.0, domain_of, domain_of, product)?,
        ))
    }

    /// `{ a -> (b, c) : a -> b ∈ self ∧ a -> c ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// let b: UnionMap = "{ A[i] -> C[2i]; D[] -> C[0] }".parse()?;
    /// assert!(a.flat_range_product(&b)?.is_equal(&"{ A[i] -> [i + 1, 2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_range_product(&self, other: &UnionMap) -> Result<UnionMap> {
        let product = |x: &Relation, y: &Relation| x.range_product(y, true);
        Ok(UnionMap(
            self.0.pairs(&other.0, domain_of, domain_of, product)?,
        ))
    }

    /// `{ a -> c : ∃ b, d : [a -> b] -> [c -> d] ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ [A[i] -> B[j]] -> [C[i + 1] -> D[2j]]; E[] -> F[] }".parse()?;
    /// assert!(a.factor_domain()?.is_equal(&"{ A[i] -> C[i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn factor_domain(&self) -> Result<UnionMap> {
        self.fitting(Map::is_product, Map::factor_domain)
    }

    /// `{ b -> d : ∃ a, c : [a -> b] -> [c -> d] ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ [A[i] -> B[j]] -> [C[i + 1] -> D[2j]]; E[] -> F[] }".parse()?;
    /// assert!(a.factor_range()?.is_equal(&"{ B[j] -> D[2j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn factor_range(&self) -> Result<UnionMap> {
        self.fitting(Map::is_product, Map::factor_range)
    }

    /// `{ a -> c : ∃ b : [a -> b] -> c ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ [A[i] -> B[j]] -> C[i]; E[] -> F[] }".parse()?;
    /// assert!(a.domain_factor_domain()?.is_equal(&"{ A[i] -> C[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_factor_domain(&self) -> Result<UnionMap> {
        self.fitting(Map::domain_is_wrapping, Map::domain_factor_domain)
    }

    /// `{ b -> c : ∃ a : [a -> b] -> c ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ [A[i] -> B[j]] -> C[j]; E[] -> F[] }".parse()?;
    /// assert!(a.domain_factor_range()?.is_equal(&"{ B[j] -> C[j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_factor_range(&self) -> Result<UnionMap> {
        self.fitting(Map::domain_is_wrapping, Map::domain_factor_range)
    }

    /// `{ a -> b : ∃ c : a -> [b -> c] ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [B[i] -> C[j]]; E[] -> F[] }".parse()?;
    /// assert!(a.range_factor_domain()?.is_equal(&"{ A[i] -> B[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_factor_domain(&self) -> Result<UnionMap> {
        self.fitting(Map::range_is_wrapping, Map::range_factor_domain)
    }

    /// `{ a -> c : ∃ b : a -> [b -> c] ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [B[j] -> C[i]]; E[] -> F[] }".parse()?;
    /// assert!(a.range_factor_range()?.is_equal(&"{ A[i] -> C[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_factor_range(&self) -> Result<UnionMap> {
        self.fitting(Map::range_is_wrapping, Map::range_factor_range)
    }

    /// `{ [x -> z] -> y ∈ self : x -> y ∈ factor }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ [A[i] -> B[j]] -> C[k] : i < j < k; E[] -> F[] }".parse()?;
    /// let f: UnionMap = "{ A[i] -> C[i + 2] }".parse()?;
    /// let expected = "{ [A[i] -> B[i + 1]] -> C[i + 2] }".parse()?;
    /// assert!(a.intersect_domain_factor_domain(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain_factor_domain(&self, factor: &UnionMap) -> Result<UnionMap> {
        self.intersect_factor(Dim::In(0), 0, factor)
    }

    /// `{ [x -> z] -> y ∈ self : z -> y ∈ factor }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ [A[i] -> B[j]] -> C[k] : i < j < k; E[] -> F[] }".parse()?;
    /// let f: UnionMap = "{ B[j] -> C[j + 1] }".parse()?;
    /// let expected = "{ [A[i] -> B[j]] -> C[j + 1] : i < j }".parse()?;
    /// assert!(a.intersect_domain_factor_range(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain_factor_range(&self, factor: &UnionMap) -> Result<UnionMap> {
        self.intersect_factor(Dim::In(0), 1, factor)
    }

    /// `{ x -> [y -> z] ∈ self : x -> y ∈ factor }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [B[j] -> C[k]] : i < j < k; E[] -> F[] }".parse()?;
    /// let f: UnionMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// let expected = "{ A[i] -> [B[i + 1] -> C[k]] : i + 1 < k }".parse()?;
    /// assert!(a.intersect_range_factor_domain(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range_factor_domain(&self, factor: &UnionMap) -> Result<UnionMap> {
        self.intersect_factor(Dim::Out(0), 0, factor)
    }

    /// `{ x -> [y -> z] ∈ self : x -> z ∈ factor }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [B[j] -> C[k]] : i < j < k; E[] -> F[] }".parse()?;
    /// let f: UnionMap = "{ A[i] -> C[i + 2] }".parse()?;
    /// let expected = "{ A[i] -> [B[i + 1] -> C[i + 2]] }".parse()?;
    /// assert!(a.intersect_range_factor_range(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range_factor_range(&self, factor: &UnionMap) -> Result<UnionMap> {
        self.intersect_factor(Dim::Out(0), 1, factor)
    }

    /// The set of wrapped pairs: `{ [a -> b] : a -> b ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> B[i + 1]; C[] -> D[] }".parse()?;
    /// assert!(a.wrap()?.is_equal(&"{ [A[i] -> B[i + 1]]; [C[] -> D[]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn wrap(&self) -> Result<UnionSet> {
        Ok(UnionSet(self.0.each(|part| Ok(Some(part.wrap()?)))?))
    }

    /// `{ [a -> b] -> a : a -> b ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// assert!(a.domain_map()?.is_equal(&"{ [A[i] -> B[i + 1]] -> A[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_map(&self) -> Result<UnionMap> {
        self.fitting(|_| true, Map::domain_map)
    }

    /// `{ [a -> b] -> b : a -> b ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// assert!(a.range_map()?.is_equal(&"{ [A[i] -> B[i + 1]] -> B[i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_map(&self) -> Result<UnionMap> {
        self.fitting(|_| true, Map::range_map)
    }

    /// `{ a -> [b -> c] : [a -> b] -> c ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ [A[i] -> B[j]] -> C[i + j]; E[] -> F[] }".parse()?;
    /// assert!(a.curry()?.is_equal(&"{ A[i] -> [B[j] -> C[i + j]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn curry(&self) -> Result<UnionMap> {
        self.fitting(Map::domain_is_wrapping, Map::curry)
    }

    /// `{ [a -> b] -> c : a -> [b -> c] ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [B[j] -> C[i + j]]; E[] -> F[] }".parse()?;
    /// assert!(a.uncurry()?.is_equal(&"{ [A[i] -> B[j]] -> C[i + j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn uncurry(&self) -> Result<UnionMap> {
        self.fitting(Map::range_is_wrapping, Map::uncurry)
    }

    /// `{ a -> [b -> [c -> d]] : a -> [[b -> c] -> d] ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [[B[j] -> C[k]] -> D[l]]; E[] -> F[] }".parse()?;
    /// assert!(a.range_curry()?.is_equal(&"{ A[i] -> [B[j] -> [C[k] -> D[l]]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_curry(&self) -> Result<UnionMap> {
        self.fitting(|map| map.space().range_curry().is_ok(), Map::range_curry)
    }

    /// `{ [a -> c] -> [b -> d] : [a -> b] -> [c -> d] ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ [A[i] -> B[j]] -> [C[i] -> D[j]]; E[] -> F[] }".parse()?;
    /// assert!(a.zip()?.is_equal(&"{ [A[i] -> C[i]] -> [B[j] -> D[j]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn zip(&self) -> Result<UnionMap> {
        self.fitting(Map::is_product, Map::zip)
    }

    /// `{ [b -> a] -> c : [a -> b] -> c ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ [A[i] -> B[j]] -> C[i - j]; E[] -> F[] }".parse()?;
    /// assert!(a.domain_reverse()?.is_equal(&"{ [B[j] -> A[i]] -> C[i - j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_reverse(&self) -> Result<UnionMap> {
        self.fitting(Map::domain_is_wrapping, Map::domain_reverse)
    }

    /// `{ a -> [c -> b] : a -> [b -> c] ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [B[i] -> C[2i]]; E[] -> F[] }".parse()?;
    /// assert!(a.range_reverse()?.is_equal(&"{ A[i] -> [C[2i] -> B[i]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_reverse(&self) -> Result<UnionMap> {
        self.fitting(Map::range_is_wrapping, Map::range_reverse)
    }

    /// `{ [x -> z] -> y ∈ self : x ∈ set }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let m: UnionMap = "{ [A[x] -> B[y]] -> C[z]; [D[x] -> A[y]] -> E[z] }".parse()?;
    /// let s: UnionSet = "{ A[0] }".parse()?;
    /// let expected = "{ [A[0] -> B[y]] -> C[z] }".parse()?;
    /// assert!(m.intersect_domain_wrapped_domain(&s)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain_wrapped_domain(&self, set: &UnionSet) -> Result<UnionMap> {
        self.intersect_wrapped_domain(Dim::In(0), set)
    }

    /// `{ x -> [y -> z] ∈ self : y ∈ set }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let m: UnionMap = "{ C[z] -> [A[x] -> B[y]]; E[z] -> [D[x] -> A[y]] }".parse()?;
    /// let s: UnionSet = "{ A[0] }".parse()?;
    /// let expected = "{ C[z] -> [A[0] -> B[y]] }".parse()?;
    /// assert!(m.intersect_range_wrapped_domain(&s)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range_wrapped_domain(&self, set: &UnionSet) -> Result<UnionMap> {
        self.intersect_wrapped_domain(Dim::Out(0), set)
    }

    fn intersect_wrapped_domain(&self, dim: Dim, set: &UnionSet) -> Result<UnionMap> {
        let wanted = |space: &Space| {
            let (domain, range) = space.map_tuples().ok()?;
            let wrapped = if let Dim::In(_) = dim { domain } else { range };
            Some(wrapped.as_pair()?.0.clone())
        };
        let meet = |map: &Relation, set: &Relation| map.intersect_wrapped_domain(dim, set);
        let offered = |space: &Space| space.tuple().cloned();
        Ok(UnionMap(self.0.pairs(&set.0, wanted, offered, meet)?))
    }

    /// The operation on the parts that have the form it needs.
    fn fitting(
        &self,
        fits: impl Fn(&Map) -> bool,
        operation: impl Fn(&Map) -> Result<Map>,
    ) -> Result<UnionMap> {
        let parts = self.0.each(|part| {
            let map = Map(part.clone());
            if fits(&map) {
                Ok(Some(operation(&map)?.0))
            } else {
                Ok(None)
            }
        })?;
        Ok(UnionMap(parts))
    }

    fn intersect_factor(&self, dim: Dim, half: usize, factor: &UnionMap) -> Result<UnionMap> {
        // A part matches the factor that has its other tuple and the named half of the wrapped one.
        let wanted = |space: &Space| {
            let (domain, range) = space.map_tuples().ok()?;
            let (wrapped, other) = if let Dim::In(_) = dim {
                (domain, range)
            } else {
                (range, domain)
            };
            let (first, second) = wrapped.as_pair()?;
            Some((
                if half == 0 { first } else { second }.clone(),
                other.clone(),
            ))
        };
        let offered = |space: &Space| {
            let (domain, range) = space.map_tuples().ok()?;
            let (half, other) = if let Dim::In(_) = dim {
                (domain, range)
            } else {
                (range, domain)
            };
            Some((half.clone(), other.clone()))
        };
        let meet = |map: &Relation, factor: &Relation| map.intersect_factor(dim, half, factor);
        Ok(UnionMap(self.0.pairs(&factor.0, wanted, offered, meet)?))
    }
}
