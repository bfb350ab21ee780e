//! Spaces made of others: products, their factors, compositions.
//!
//! Parameters are those of both, the first one's first.

use super::{Space, Tuple};
use crate::error::Result;

impl Space {
    /// `A` and `B` to `[A -> B]`; `A -> C` and `B -> D` to `[A -> B] -> [C -> D]`.
    ///
    /// ```
    /// # use presburger::{Space, Tuple};
    /// let a = Space::set(vec!["N".into()], Tuple::named("A", ["i"]));
    /// let b = Space::set(vec!["M".into()], Tuple::named("B", ["j"]));
    /// assert_eq!(a.product(&b)?.to_string(), "[N, M] -> { [A[i] -> B[j]] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn product(&self, other: &Space) -> Result<Space> {
        self.with_params_of(other).paired(other, false)
    }

    /// `A -> C` and `B -> C` to `[A -> B] -> C`.
    ///
    /// ```
    /// # use presburger::{Space, Tuple};
    /// let a = Space::map(vec![], Tuple::named("A", ["i"]), Tuple::named("C", []));
    /// let b = Space::map(vec![], Tuple::named("B", ["j"]), Tuple::named("C", []));
    /// assert_eq!(a.domain_product(&b)?.to_string(), "{ [A[i] -> B[j]] -> C[] }");
    /// assert!(a.range_product(&b).is_err());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_product(&self, other: &Space) -> Result<Space> {
        self.with_params_of(other).domains_paired(other, false)
    }

    /// `A -> B` and `A -> C` to `A -> [B -> C]`.
    ///
    /// ```
    /// # use presburger::{Space, Tuple};
    /// let b = Space::map(vec![], Tuple::named("A", ["i"]), Tuple::named("B", []));
    /// let c = Space::map(vec![], Tuple::named("A", ["i"]), Tuple::named("C", []));
    /// assert_eq!(b.range_product(&c)?.to_string(), "{ A[i] -> [B[] -> C[]] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_product(&self, other: &Space) -> Result<Space> {
        self.with_params_of(other).ranges_paired(other, false)
    }

    /// `A -> B` and `B -> C` to `A -> C`.
    ///
    /// ```
    /// # use presburger::{Space, Tuple};
    /// let first = Space::map(vec![], Tuple::named("A", ["i"]), Tuple::named("B", ["j"]));
    /// let second = Space::map(vec![], Tuple::named("B", ["j"]), Tuple::named("C", []));
    /// assert_eq!(first.join(&second)?.to_string(), "{ A[i] -> C[] }");
    /// assert!(second.join(&first).is_err());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn join(&self, other: &Space) -> Result<Space> {
        let ((a, b), (c, d)) = (self.map_tuples()?, other.map_tuples()?);
        if b != c {
            return Err(self.mismatch(other));
        }
        Ok(self.with_params_of(other).with_tuples(a.clone(), d.clone()))
    }

    /// `[A -> B]` to `A`; `[A -> B] -> [C -> D]` to `A -> C`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ [A[] -> B[]] -> [C[] -> D[]] }".parse()?;
    /// assert_eq!(map.space().factor_domain()?.to_string(), "{ A[] -> C[] }");
    /// assert_eq!(map.space().factor_range()?.to_string(), "{ B[] -> D[] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn factor_domain(&self) -> Result<Space> {
        self.factor(|(first, _)| first)
    }

    /// `[A -> B]` to `B`; `[A -> B] -> [C -> D]` to `B -> D`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "{ [A[i] -> B[j]] }".parse()?;
    /// assert_eq!(set.space().factor_range()?.to_string(), "{ B[j] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn factor_range(&self) -> Result<Space> {
        self.factor(|(_, second)| second)
    }

    fn factor(&self, choose: for<'t> fn((&'t Tuple, &'t Tuple)) -> &'t Tuple) -> Result<Space> {
        if self.is_set() {
            let tuple = choose(self.set_tuple()?.expect_pair()?).clone();
            return Ok(self.with_tuple(tuple));
        }
        let (domain, range) = self.map_tuples()?;
        let domain = choose(domain.expect_pair()?).clone();
        let range = choose(range.expect_pair()?).clone();
        Ok(self.with_tuples(domain, range))
    }

    /// `[A -> B] -> C` to `A -> C`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ [A[] -> B[]] -> [C[] -> D[]] }".parse()?;
    /// assert_eq!(map.space().domain_factor_domain()?.to_string(), "{ A[] -> [C[] -> D[]] }");
    /// assert_eq!(map.space().range_factor_range()?.to_string(), "{ [A[] -> B[]] -> D[] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_factor_domain(&self) -> Result<Space> {
        let (domain, range) = self.map_tuples()?;
        Ok(self.with_tuples(domain.expect_pair()?.0.clone(), range.clone()))
    }

    /// `[A -> B] -> C` to `B -> C`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ [A[] -> B[]] -> C[] }".parse()?;
    /// assert_eq!(map.space().domain_factor_range()?.to_string(), "{ B[] -> C[] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_factor_range(&self) -> Result<Space> {
        let (domain, range) = self.map_tuples()?;
        Ok(self.with_tuples(domain.expect_pair()?.1.clone(), range.clone()))
    }

    /// `A -> [B -> C]` to `A -> B`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ A[] -> [B[] -> C[]] }".parse()?;
    /// assert_eq!(map.space().range_factor_domain()?.to_string(), "{ A[] -> B[] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_factor_domain(&self) -> Result<Space> {
        let (domain, range) = self.map_tuples()?;
        Ok(self.with_tuples(domain.clone(), range.expect_pair()?.0.clone()))
    }

    /// `A -> [B -> C]` to `A -> C`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ A[] -> [B[] -> C[]] }".parse()?;
    /// assert_eq!(map.space().range_factor_range()?.to_string(), "{ A[] -> C[] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_factor_range(&self) -> Result<Space> {
        let (domain, range) = self.map_tuples()?;
        Ok(self.with_tuples(domain.clone(), range.expect_pair()?.1.clone()))
    }

    fn with_params_of(&self, other: &Space) -> Space {
        self.with_params(self.merge_params(other))
    }
}
