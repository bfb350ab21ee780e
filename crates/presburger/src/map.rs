//! Relations between integer tuples: what they are, and questions about them.

mod algebra;
mod apply;
mod factors;
mod order;
mod shape;
mod simplify;

use crate::aff::{Aff, MultiAff};
use crate::basic::BasicMap;
use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::relation::Relation;
use crate::set::Set;
use crate::space::{Space, Tuple};
use crate::text;
use std::fmt;
use std::str::FromStr;

/// A relation between integer tuples, for each value of the parameters: a finite union of
/// conjunctions of affine constraints, possibly with floors and existentials.
///
/// Values are immutable and cheap to clone. `==` compares representations; whether two relations
/// have the same pairs is asked with [`is_equal`](Map::is_equal).
///
/// ```
/// # use presburger::Map;
/// let next: Map = "[N] -> { S[i] -> S[i + 1] : 0 <= i < N }".parse()?;
/// let expected = "[N] -> { S[i] -> S[i + 2] : 0 <= i < N - 1 }".parse()?;
/// assert!(next.apply_range(&next)?.is_equal(&expected)?);
/// assert!(next.is_bijective()?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Map(pub(crate) Relation);

impl Map {
    /// The relation as a map; it must have two tuples.
    pub(crate) fn from_relation(relation: Relation) -> Result<Map> {
        relation.space.map_tuples()?;
        Ok(Map(relation))
    }

    /// The relation without pairs.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[j] : i < j }".parse()?;
    /// assert!(Map::empty(m.space().clone())?.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn empty(space: Space) -> Result<Map> {
        Map::from_relation(Relation::empty(space))
    }

    /// The relation of all pairs.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[j] : i < j }".parse()?;
    /// assert!(Map::universe(m.space().clone())?.is_equal(&"{ A[i] -> B[j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn universe(space: Space) -> Result<Map> {
        Map::from_relation(Relation::universe(space))
    }

    /// The relation of all pairs without negative coordinates; parameters are free.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : i < j }".parse()?;
    /// let expected = "{ [i] -> [j] : i >= 0 and j >= 0 }".parse()?;
    /// assert!(Map::nat_universe(m.space().clone())?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn nat_universe(space: Space) -> Result<Map> {
        let (n, m) = (space.n_in(), space.n_out());
        let mut map = Map::universe(space)?;
        for dim in (0..n).map(Dim::In).chain((0..m).map(Dim::Out)) {
            map = map.lower_bound(dim, 0)?;
        }
        Ok(map)
    }

    /// `{ x -> x }` in a space whose two tuples agree.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ S[i] -> S[j] : i < j }".parse()?;
    /// assert!(Map::identity(m.space().clone())?.is_equal(&"{ S[i] -> S[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn identity(space: Space) -> Result<Map> {
        Ok(Map(Relation::identity(&space)?))
    }

    /// The function from `domain` to the values of these forms on it, in an anonymous tuple.
    ///
    /// ```
    /// # use presburger::{Aff, Map, Space};
    /// let pairs = Space::unnamed(2);
    /// let [i, j] = &Aff::vars_on_domain(&pairs)?[..] else { panic!() };
    /// let swap = Map::from_aff_list(&pairs, &[j.clone(), i.clone()])?;
    /// assert!(swap.is_equal(&"{ [i, j] -> [j, i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_aff_list(domain: &Space, list: &[Aff]) -> Result<Map> {
        MultiAff::from_aff_list(domain, Tuple::anonymous(list.len()), list)?.as_map()
    }

    /// `{ x -> [] : x ∈ domain }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let a: Set = "{ A[i] : i > 0 }".parse()?;
    /// assert!(Map::from_domain(&a)?.is_equal(&"{ A[i] -> [] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_domain(domain: &Set) -> Result<Map> {
        let tuple = domain.space().set_tuple()?.clone();
        let space = domain
            .space()
            .with_tuples(tuple, crate::space::Tuple::anonymous(0));
        Ok(Map(domain.0.with_space(space)))
    }

    /// `{ [] -> x : x ∈ range }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let a: Set = "{ A[i] : i > 0 }".parse()?;
    /// assert!(Map::from_range(&a)?.is_equal(&"{ [] -> A[i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_range(range: &Set) -> Result<Map> {
        let tuple = range.space().set_tuple()?.clone();
        let space = range
            .space()
            .with_tuples(crate::space::Tuple::anonymous(0), tuple);
        Ok(Map(range.0.with_space(space)))
    }

    /// `{ x -> y : x ∈ domain ∧ y ∈ range }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let a: Set = "{ A[i] : i > 0 }".parse()?;
    /// let b: Set = "{ B[j] : j < 0 }".parse()?;
    /// let expected = "{ A[i] -> B[j] : j < 0 < i }".parse()?;
    /// assert!(Map::from_domain_and_range(&a, &b)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_domain_and_range(domain: &Set, range: &Set) -> Result<Map> {
        Ok(Map(domain.0.cross(&range.0)?))
    }

    /// The space of the relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "[N] -> { A[i] -> B[N - i] }".parse()?;
    /// assert_eq!(m.space().domain()?.to_string(), "[N] -> { A[i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.0.space
    }

    /// The name of the domain tuple, if it has one.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[j] }".parse()?;
    /// assert_eq!(m.domain_tuple_name(), Some("A"));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_tuple_name(&self) -> Option<&str> {
        self.space().domain_tuple().and_then(|tuple| tuple.name())
    }

    /// The name of the range tuple, if it has one.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[j] }".parse()?;
    /// assert_eq!(m.range_tuple_name(), Some("B"));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_tuple_name(&self) -> Option<&str> {
        self.space().tuple().and_then(|tuple| tuple.name())
    }

    /// Number of conjunctions.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [i + 1]; [i] -> [i - 1] }".parse()?;
    /// assert_eq!(m.n_basic_map(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_basic_map(&self) -> usize {
        self.0.n_conj()
    }

    /// The conjunctions, in order.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [i + 1]; [i] -> [i - 1] }".parse()?;
    /// assert_eq!(m.basic_maps().len(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn basic_maps(&self) -> Vec<BasicMap> {
        (0..self.0.n_conj())
            .map(|i| BasicMap(self.0.conj(i)))
            .collect()
    }

    /// Whether there is no pair, for any value of the parameters.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : 2i = 2j + 1 }".parse()?;
    /// assert!(m.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_empty(&self) -> Result<bool> {
        self.0.is_empty()
    }

    /// Whether there is no conjunction at all: implies emptiness and costs nothing.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : i < j }".parse()?;
    /// assert!(m.subtract(&m)?.plain_is_empty());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn plain_is_empty(&self) -> bool {
        self.0.is_plain_empty()
    }

    /// Whether some conjunction has no constraints: then the relation is the universe.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] }".parse()?;
    /// assert!(m.plain_is_universe());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn plain_is_universe(&self) -> bool {
        self.0.is_plain_universe()
    }

    /// Whether all pairs of the space are in the relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : i < j or i >= j }".parse()?;
    /// assert!(m.is_universe()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_universe(&self) -> Result<bool> {
        Ok(self.plain_is_universe() || self.complement()?.is_empty()?)
    }

    /// Whether both have the same pairs. Relations of different tuples are different, also when
    /// empty.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [floor(i/2)] }".parse()?;
    /// assert!(m.is_equal(&"{ [i] -> [j] : 2j <= i <= 2j + 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_equal(&self, other: &Map) -> Result<bool> {
        self.0.is_equal(&other.0)
    }

    /// Whether every pair of `self` is in `other`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [i + 1] }".parse()?;
    /// let b: Map = "{ [i] -> [j] : i < j }".parse()?;
    /// assert!(a.is_subset(&b)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_subset(&self, other: &Map) -> Result<bool> {
        self.0.is_subset(&other.0)
    }

    /// Whether `self` is a subset of `other` and not equal to it.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [i + 1] }".parse()?;
    /// let b: Map = "{ [i] -> [j] : i < j }".parse()?;
    /// assert!(a.is_strict_subset(&b)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_strict_subset(&self, other: &Map) -> Result<bool> {
        Ok(self.is_subset(other)? && !other.is_subset(self)?)
    }

    /// Whether no pair is in both.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ [i] -> [i + 1] }".parse()?;
    /// let b: Map = "{ [i] -> [j] : i > j }".parse()?;
    /// assert!(a.is_disjoint(&b)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_disjoint(&self, other: &Map) -> Result<bool> {
        self.0.is_disjoint(&other.0)
    }

    /// Whether every point is related to at most one point:
    /// `x -> y ∈ self ∧ x -> z ∈ self ⇒ y = z`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : 10j <= i <= 10j + 9 }".parse()?;
    /// assert!(m.is_single_valued()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_single_valued(&self) -> Result<bool> {
        self.0.is_single_valued()
    }

    /// Whether at most one point is related to every point:
    /// `x -> z ∈ self ∧ y -> z ∈ self ⇒ x = y`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : i = floor(j/2) }".parse()?;
    /// assert!(m.is_injective()? && !m.is_single_valued()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_injective(&self) -> Result<bool> {
        self.0.is_injective()
    }

    /// Whether the relation is single-valued and injective.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i, j] -> [2i, j] }".parse()?;
    /// assert!(m.is_bijective()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_bijective(&self) -> Result<bool> {
        self.0.is_bijective()
    }

    /// Whether every pair is of the form `x -> x`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [i] : i > 0 }".parse()?;
    /// assert!(m.is_identity()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_identity(&self) -> Result<bool> {
        match self.space().map_tuples()? {
            (a, b) if a == b => self.0.is_subset(&Relation::identity(self.space())?),
            _ => self.is_empty(),
        }
    }

    /// Whether all differences `y - x` are the same.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i, j] -> [i + 1, j - 2] : i > 0 }".parse()?;
    /// assert!(m.is_translation()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_translation(&self) -> Result<bool> {
        match self.space().map_tuples()? {
            (a, b) if a == b => self.deltas()?.project_out_all_params()?.is_singleton(),
            _ => Ok(false),
        }
    }

    /// Whether both tuples wrap a relation, as those of a product do.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[] -> B[]] -> [C[] -> D[]] }".parse()?;
    /// assert!(m.is_product());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_product(&self) -> bool {
        self.domain_is_wrapping() && self.range_is_wrapping()
    }

    /// Whether the domain tuple wraps a relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [A[i] -> B[j]] -> C[k] }".parse()?;
    /// assert!(m.domain_is_wrapping() && !m.range_is_wrapping());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_is_wrapping(&self) -> bool {
        self.space()
            .domain_tuple()
            .is_some_and(|tuple| tuple.as_pair().is_some())
    }

    /// Whether the range tuple wraps a relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> [B[j] -> C[k]] }".parse()?;
    /// assert!(m.range_is_wrapping());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_is_wrapping(&self) -> bool {
        self.space()
            .tuple()
            .is_some_and(|tuple| tuple.as_pair().is_some())
    }

    /// Whether a constraint mentions one of `count` dimensions from `first` on. A dimension that
    /// is not mentioned does not influence which pairs are in the relation.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i, j] -> [i] }".parse()?;
    /// assert!(m.involves_dims(Dim::In(0), 1)? && !m.involves_dims(Dim::In(1), 1)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn involves_dims(&self, first: Dim, count: usize) -> Result<bool> {
        self.0.involves_dims(first, count)
    }

    /// Whether the spaces agree, up to the names of dimensions.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ S[i] -> T[j] : i > 0 }".parse()?;
    /// let b: Map = "{ S[k] -> T[l] }".parse()?;
    /// assert!(a.has_equal_space(&b));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn has_equal_space(&self, other: &Map) -> bool {
        self.space() == other.space()
    }

    /// A relation of one pair of this relation, or the empty relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [j] : 0 < i < j < 3 }".parse()?;
    /// assert!(m.sample()?.to_map().is_equal(&"{ [1] -> [2] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sample(&self) -> Result<BasicMap> {
        let space = self.space().clone();
        Ok(BasicMap::from_relation(match self.0.sample()? {
            None => Relation::empty(space),
            Some(point) => Relation::singleton(space, &point),
        }))
    }
}

impl From<BasicMap> for Map {
    fn from(basic: BasicMap) -> Map {
        Map(basic.0.without_marked_empty())
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_relations(f, self.space().params(), &[&self.0])
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Map {
    type Err = Error;

    /// Reads a relation in isl's notation.
    fn from_str(text: &str) -> Result<Map> {
        Map::from_relation(crate::relation::single(text::read_relations(text)?.1)?)
    }
}
