//! Simpler descriptions of relations, hulls around them, and lexicographic optima.

use super::Map;
use crate::basic::BasicMap;
use crate::error::Result;
use crate::integer::pip::Goal;
use crate::relation::hull::Shift;
use crate::set::Set;

impl Map {
    /// A relation `g`, as simple as we can make it, with `g ∩ context = self ∩ context`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [i + 1] : 0 <= i <= 9 }".parse()?;
    /// let c: Map = "{ [i] -> [j] : i <= 9 }".parse()?;
    /// assert!(a.gist(&c)?.is_equal(&"{ [i] -> [i + 1] : i >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist(&self, context: &Map) -> Result<Map> {
        Ok(Map(self.0.gist(&context.0)?))
    }

    /// The gist with respect to what is known of the domain.
    ///
    /// ```
    /// # use presburger::Map;
    /// # use presburger::Set;
    /// let a: Map = "{ [i] -> [i + 1] : 0 <= i <= 9 }".parse()?;
    /// let c: Set = "{ [i] : 0 <= i <= 5 }".parse()?;
    /// assert!(a.gist_domain(&c)?.is_equal(&"{ [i] -> [i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist_domain(&self, context: &Set) -> Result<Map> {
        let known = Map::universe(self.space().clone())?.intersect_domain(context)?;
        self.gist(&known)
    }

    /// The gist with respect to what is known of the range.
    ///
    /// ```
    /// # use presburger::Map;
    /// # use presburger::Set;
    /// let a: Map = "{ [i] -> [j] : 0 <= j <= i }".parse()?;
    /// let c: Set = "{ [i] : i >= 2 }".parse()?;
    /// assert!(a.gist_range(&c)?.is_equal(&"{ [i] -> [j] : j <= i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist_range(&self, context: &Set) -> Result<Map> {
        let known = Map::universe(self.space().clone())?.intersect_range(context)?;
        self.gist(&known)
    }

    /// The gist with respect to what is known of the parameters.
    ///
    /// ```
    /// # use presburger::Map;
    /// # use presburger::Set;
    /// let a: Map = "[N] -> { [i] -> [i + N] : N >= 1 }".parse()?;
    /// let c: Set = "[N] -> { : N >= 10 }".parse()?;
    /// assert!(a.gist_params(&c)?.is_equal(&"[N] -> { [i] -> [i + N] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist_params(&self, context: &Set) -> Result<Map> {
        Ok(Map(self.0.gist_params(&context.0)?))
    }

    /// The same pairs in as few conjunctions as merging pairs of them gives.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [j] : i < j; [i] -> [j] : i >= j }".parse()?;
    /// assert_eq!(a.coalesce()?.n_basic_map(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn coalesce(&self) -> Result<Map> {
        Ok(Map(self.0.coalesce()?))
    }

    /// The same pairs with every equality that holds for them stated, in each conjunction by
    /// itself.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [a] -> [i] : 32a - 31 <= i <= 32a and i mod 32 = 0 }".parse()?;
    /// assert_eq!(a.detect_equalities()?.to_string(), "{ [a] -> [i = 32a] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn detect_equalities(&self) -> Result<Map> {
        Ok(Map(self.0.detect_equalities(false)?))
    }

    /// The smallest affine relation that contains all pairs.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [i + 1] : 0 <= i <= 4; [i] -> [i + 1] : i >= 9 }".parse()?;
    /// assert!(a.affine_hull()?.to_map().is_equal(&"{ [i] -> [i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn affine_hull(&self) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.affine_hull()?))
    }

    /// A single conjunction around the relation, of constraints parallel to its own.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [0] -> [1]; [4] -> [5] }".parse()?;
    /// assert!(a.simple_hull()?.to_map().is_equal(&"{ [i] -> [i + 1] : 0 <= i <= 4 }".parse()?)? == false);
    /// assert!(a.is_subset(&a.simple_hull()?.to_map())?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn simple_hull(&self) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.simple_hull(Shift::Allowed)?))
    }

    /// The constraints among those of the relation that hold for all of it.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [j] : i >= 1 and j >= 1; [i] -> [j] : i >= 2 and j <= 0 }".parse()?;
    /// assert!(a.unshifted_simple_hull()?.to_map().is_equal(&"{ [i] -> [j] : i >= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unshifted_simple_hull(&self) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(
            self.0.simple_hull(Shift::Forbidden)?,
        ))
    }

    /// The convex hull of the rational relaxations of the conjunctions.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [0] -> [1]; [4] -> [5] }".parse()?;
    /// assert!(a.polyhedral_hull()?.to_map().is_equal(&"{ [i] -> [i + 1] : 0 <= i <= 4 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn polyhedral_hull(&self) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.polyhedral_hull()?))
    }

    /// The convex hull: the same as [`polyhedral_hull`](Map::polyhedral_hull).
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [0] -> [0]; [1] -> [2] }".parse()?;
    /// assert!(a.convex_hull()?.to_map().is_equal(&"{ [i] -> [2i] : 0 <= i <= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn convex_hull(&self) -> Result<BasicMap> {
        self.polyhedral_hull()
    }

    /// `{ x -> min { y : x -> y ∈ self } }`, in lexicographic order.
    ///
    /// Fails with [`Error::Unbounded`](crate::Error::Unbounded) where there is no lower bound.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [j] : i <= 2j <= 20 }".parse()?;
    /// assert!(a.lexmin()?.is_equal(&"{ [i] -> [ceil(i/2)] : i <= 20 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lexmin(&self) -> Result<Map> {
        Ok(Map(self.0.lexopt(Goal::Min)?))
    }

    /// `{ x -> max { y : x -> y ∈ self } }`, in lexicographic order.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [j] : i <= 2j <= 20 }".parse()?;
    /// assert!(a.lexmax()?.is_equal(&"{ [i] -> [10] : i <= 20 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lexmax(&self) -> Result<Map> {
        Ok(Map(self.0.lexopt(Goal::Max)?))
    }

    /// The union of all positive powers, and whether it is exact. Where it is not, the result
    /// contains the closure.
    ///
    /// ```
    /// # use presburger::Map;
    /// let step: Map = "[N] -> { [i] -> [i + 2] : 0 <= i < N }".parse()?;
    /// let (closure, exact) = step.transitive_closure()?;
    /// assert!(exact);
    /// let expected: Map = "[N] -> { [i] -> [j] : 0 <= i < j <= N + 1 and (j - i) mod 2 = 0 }".parse()?;
    /// assert!(closure.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn transitive_closure(&self) -> Result<(Map, bool)> {
        let (closure, exact) = self.0.transitive_closure()?;
        Ok((Map(closure), exact))
    }

    /// The lexicographically smallest image of each element of `domain`, and the elements that have
    /// none.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let a: Map = "{ [n] -> [i] : 3 <= i <= n }".parse()?;
    /// let (least, none) = a.partial_lexmin(&"{ [n] : n >= 0 }".parse()?)?;
    /// assert!(least.is_equal(&"{ [n] -> [3] : n >= 3 }".parse()?)?);
    /// assert!(none.is_equal(&"{ [n] : 0 <= n < 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn partial_lexmin(&self, domain: &crate::set::Set) -> Result<(Map, crate::set::Set)> {
        let part = self.intersect_domain(domain)?;
        Ok((part.lexmin()?, domain.subtract(&part.domain()?)?))
    }

    /// The lexicographically largest image of each element of `domain`, and the elements that have
    /// none.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let a: Map = "{ [n] -> [i] : 3 <= i <= n }".parse()?;
    /// let (most, _) = a.partial_lexmax(&"{ [n] : n >= 0 }".parse()?)?;
    /// assert!(most.is_equal(&"{ [n] -> [n] : n >= 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn partial_lexmax(&self, domain: &crate::set::Set) -> Result<(Map, crate::set::Set)> {
        let part = self.intersect_domain(domain)?;
        Ok((part.lexmax()?, domain.subtract(&part.domain()?)?))
    }
}
