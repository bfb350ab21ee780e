//! Relations of one conjunction.

use super::{check_one, one_conjunction};
use crate::basic::BasicSet;
use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::relation::{Order, Relation};
use crate::space::Space;
use crate::text;
use crate::value::Value;
use std::fmt;
use std::str::FromStr;

/// A relation described by one conjunction of affine constraints, possibly with floors and
/// existentials.
///
/// ```
/// # use presburger::BasicMap;
/// let a: BasicMap = "{ A[i] -> B[2i] }".parse()?;
/// let b: BasicMap = "{ B[j] -> C[j + 1] }".parse()?;
/// assert!(a.apply_range(&b)?.is_equal(&"{ A[i] -> C[2i + 1] }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BasicMap(pub(crate) Relation);

impl BasicMap {
    /// A relation with at most one conjunction.
    pub(crate) fn from_relation(relation: Relation) -> BasicMap {
        BasicMap(one_conjunction(relation))
    }

    /// The relation without pairs.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ A[i] -> B[j] : i < j }".parse()?;
    /// assert!(BasicMap::empty(a.space().clone())?.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn empty(space: Space) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(Map::empty(space)?.0))
    }

    /// The relation of all pairs.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ A[i] -> B[j] : i < j }".parse()?;
    /// assert!(BasicMap::universe(a.space().clone())?.is_equal(&"{ A[i] -> B[j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn universe(space: Space) -> Result<BasicMap> {
        Ok(BasicMap(Map::universe(space)?.0))
    }

    /// `{ x -> x }` in a space whose two tuples agree.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ S[i] -> S[j] : i < j }".parse()?;
    /// assert!(BasicMap::identity(a.space().clone())?.is_equal(&"{ S[i] -> S[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn identity(space: Space) -> Result<BasicMap> {
        Ok(BasicMap(Relation::identity(&space)?))
    }

    /// The same relation as a union of conjunctions.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(a.to_map().is_equal(&"{ [i] -> [i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn to_map(&self) -> Map {
        Map::from(self.clone())
    }

    /// The space of the relation.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ S[i] -> T[j] : i > j }".parse()?;
    /// assert_eq!(a.space().to_string(), "{ S[i] -> T[j] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.0.space
    }

    /// Whether there is no pair, for any value of the parameters.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [j] : 2i = 4j + 1 }".parse()?;
    /// assert!(a.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_empty(&self) -> Result<bool> {
        self.0.is_empty()
    }

    /// Whether there are no constraints.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [j] }".parse()?;
    /// assert!(a.plain_is_universe());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn plain_is_universe(&self) -> bool {
        self.0.is_plain_universe()
    }

    /// Whether both have the same pairs.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [floor(i/2)] }".parse()?;
    /// assert!(a.is_equal(&"{ [i] -> [j] : 2j <= i <= 2j + 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_equal(&self, other: &BasicMap) -> Result<bool> {
        self.0.is_equal(&other.0)
    }

    /// Whether every pair of `self` is in `other`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(a.is_subset(&"{ [i] -> [j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_subset(&self, other: &BasicMap) -> Result<bool> {
        self.0.is_subset(&other.0)
    }

    /// Whether no pair is in both.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(a.is_disjoint(&"{ [i] -> [j] : i > j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_disjoint(&self, other: &BasicMap) -> Result<bool> {
        self.0.is_disjoint(&other.0)
    }

    /// Whether every point is related to at most one point.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [j] : 2j <= i <= 2j + 1 }".parse()?;
    /// assert!(a.is_single_valued()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_single_valued(&self) -> Result<bool> {
        self.0.is_single_valued()
    }

    /// `{ x -> y : x -> y ∈ self ∧ x -> y ∈ other }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [j] : i < j }".parse()?;
    /// let b: BasicMap = "{ [i] -> [j] : j <= i + 1 }".parse()?;
    /// assert!(a.intersect(&b)?.is_equal(&"{ [i] -> [i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect(&self, other: &BasicMap) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.intersect(&other.0)?))
    }

    /// `{ x -> y ∈ self : x ∈ set }`.
    ///
    /// ```
    /// # use presburger::{BasicMap, BasicSet};
    /// let a: BasicMap = "{ [i] -> [i + 1] }".parse()?;
    /// let s: BasicSet = "{ [i] : i >= 0 }".parse()?;
    /// assert!(a.intersect_domain(&s)?.is_equal(&"{ [i] -> [i + 1] : i >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain(&self, set: &BasicSet) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.intersect_domain(&set.0)?))
    }

    /// `{ x -> y ∈ self : y ∈ set }`.
    ///
    /// ```
    /// # use presburger::{BasicMap, BasicSet};
    /// let a: BasicMap = "{ [i] -> [i + 1] }".parse()?;
    /// let s: BasicSet = "{ [i] : i >= 0 }".parse()?;
    /// assert!(a.intersect_range(&s)?.is_equal(&"{ [i] -> [i + 1] : i >= -1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range(&self, set: &BasicSet) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.intersect_range(&set.0)?))
    }

    /// `{ x -> y : x -> y ∈ self ∨ x -> y ∈ other }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [j] : i < j }".parse()?;
    /// let b: BasicMap = "{ [i] -> [j] : i >= j }".parse()?;
    /// assert!(a.union(&b)?.is_equal(&"{ [i] -> [j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union(&self, other: &BasicMap) -> Result<Map> {
        self.to_map().union(&other.to_map())
    }

    /// `{ x -> y : x -> y ∈ self ∧ x -> y ∉ other }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ [i] -> [j] : i <= j }".parse()?;
    /// let b: BasicMap = "{ [i] -> [i] }".parse()?;
    /// assert!(a.subtract(&b)?.is_equal(&"{ [i] -> [j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract(&self, other: &BasicMap) -> Result<Map> {
        self.to_map().subtract(&other.to_map())
    }

    /// `{ x : ∃ y : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ A[i] -> B[j] : i = 2j }".parse()?;
    /// assert!(a.domain()?.is_equal(&"{ A[i] : i mod 2 = 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.domain()?))
    }

    /// `{ y : ∃ x : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ A[i] -> B[2i] }".parse()?;
    /// assert!(a.range()?.is_equal(&"{ B[i] : i mod 2 = 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.range()?))
    }

    /// The inverse: `{ y -> x : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ A[i] -> B[2i] }".parse()?;
    /// assert!(a.reverse()?.is_equal(&"{ B[j] -> A[i] : j = 2i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn reverse(&self) -> Result<BasicMap> {
        Ok(BasicMap(self.0.reverse()?))
    }

    /// `{ x -> z : ∃ y : x -> y ∈ self ∧ y -> z ∈ other }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ A[i] -> B[2i] }".parse()?;
    /// let b: BasicMap = "{ B[j] -> C[floor(j/4)] }".parse()?;
    /// assert!(a.apply_range(&b)?.is_equal(&"{ A[i] -> C[floor(i/2)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_range(&self, other: &BasicMap) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.apply_range(&other.0)?))
    }

    /// `{ z -> y : ∃ x : x -> y ∈ self ∧ x -> z ∈ other }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// let b: BasicMap = "{ A[i] -> C[3i] }".parse()?;
    /// assert!(a.apply_domain(&b)?.is_equal(&"{ C[k] -> B[j] : k = 3j - 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_domain(&self, other: &BasicMap) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.apply_domain(&other.0)?))
    }

    /// `{ y - x : x -> y ∈ self }`; both tuples must be the same.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ S[i] -> S[i + 1] }".parse()?;
    /// assert!(a.deltas()?.is_equal(&"{ S[1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn deltas(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.deltas()?))
    }

    /// `{ [a -> b] -> [c -> d] : a -> c ∈ self ∧ b -> d ∈ other }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ A[i] -> C[i + 1] }".parse()?;
    /// let b: BasicMap = "{ B[j] -> D[2j] }".parse()?;
    /// assert!(a.product(&b)?.is_equal(&"{ [A[i] -> B[j]] -> [C[i + 1] -> D[2j]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn product(&self, other: &BasicMap) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.product(&other.0, false)?))
    }

    /// The set of wrapped pairs: `{ [a -> b] : a -> b ∈ self }`.
    ///
    /// ```
    /// # use presburger::BasicMap;
    /// let a: BasicMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// assert!(a.wrap()?.is_equal(&"{ [A[i] -> B[i + 1]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn wrap(&self) -> Result<BasicSet> {
        Ok(BasicSet(self.0.wrap()?))
    }

    /// Without `count` dimensions from `first` on.
    ///
    /// ```
    /// # use presburger::{BasicMap, Dim};
    /// let a: BasicMap = "{ [i, j] -> [k] : i < j < k }".parse()?;
    /// assert!(a.project_out(Dim::In(1), 1)?.is_equal(&"{ [i] -> [k] : i + 1 < k }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out(&self, first: Dim, count: usize) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.project_out(first, count)?))
    }

    /// Projects `count` dimensions from `first` on out and puts them back without constraints.
    ///
    /// ```
    /// # use presburger::{BasicMap, Dim};
    /// let a: BasicMap = "{ [i] -> [j] : 0 <= i <= j <= 5 }".parse()?;
    /// assert!(a.eliminate(Dim::Out(0), 1)?.is_equal(&"{ [i] -> [j] : 0 <= i <= 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eliminate(&self, first: Dim, count: usize) -> Result<BasicMap> {
        Ok(BasicMap::from_relation(self.0.eliminate(first, count)?))
    }

    /// `{ x ∈ self : x_dim = value }`.
    ///
    /// ```
    /// # use presburger::{BasicMap, Dim};
    /// let a: BasicMap = "{ [i] -> [j] : i < j }".parse()?;
    /// assert!(a.fix(Dim::In(0), 3)?.is_equal(&"{ [3] -> [j] : j > 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn fix(&self, dim: Dim, value: impl Into<Value>) -> Result<BasicMap> {
        let value = value.into().to_integer()?;
        Ok(BasicMap::from_relation(self.0.compare_value(
            dim,
            Order::Eq,
            &value,
        )?))
    }
}

impl TryFrom<Map> for BasicMap {
    type Error = Error;

    /// Succeeds for a relation of at most one conjunction.
    fn try_from(map: Map) -> Result<BasicMap> {
        check_one(&map.0)?;
        Ok(BasicMap::from_relation(map.0))
    }
}

impl fmt::Display for BasicMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_relations(f, self.space().params(), &[&self.0])
    }
}

impl fmt::Debug for BasicMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for BasicMap {
    type Err = Error;

    /// Reads a relation of one conjunction in isl's notation.
    fn from_str(text: &str) -> Result<BasicMap> {
        text.parse::<Map>()?.try_into()
    }
}
