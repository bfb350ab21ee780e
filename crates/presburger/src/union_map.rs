//! Relations over several spaces.

mod algebra;
mod factors;
mod simplify;

use crate::error::{Error, Result};
use crate::map::Map;
use crate::relation::Relation;
use crate::space::{Space, Tuple};
use crate::text;
use crate::union_set::UnionSet;
use crate::unions::Union;
use std::fmt;
use std::str::FromStr;

/// A relation between integer tuples of different names and sizes: a union of [`Map`]s, at most
/// one for each space, over the same parameters.
///
/// ```
/// # use presburger::UnionMap;
/// let writes: UnionMap = "[N] -> { S[i] -> A[i] : 0 <= i < N; T[i] -> A[i + 1] : 0 <= i < N }".parse()?;
/// let clashes = writes.apply_range(&writes.reverse()?)?;
/// assert!(clashes.is_subset(&"{ S[i] -> S[i]; T[i] -> T[i]; S[i] -> T[i - 1]; T[i] -> S[i + 1] }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct UnionMap(pub(crate) Union);

impl UnionMap {
    /// The relation without pairs, over the parameters of a space.
    ///
    /// ```
    /// # use presburger::{Map, UnionMap};
    /// let m: Map = "[N] -> { S[i] -> [i + N] }".parse()?;
    /// assert!(UnionMap::empty(m.space()).is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn empty(space: &Space) -> UnionMap {
        UnionMap(Union::empty(space.params()))
    }

    /// The union of relations.
    ///
    /// ```
    /// # use presburger::{Map, UnionMap};
    /// let a: Map = "{ S[i] -> [i] }".parse()?;
    /// let b: Map = "{ T[i] -> [2i] }".parse()?;
    /// assert!(UnionMap::from_maps([a, b])?.is_equal(&"{ S[i] -> [i]; T[i] -> [2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_maps(maps: impl IntoIterator<Item = Map>) -> Result<UnionMap> {
        Ok(UnionMap(Union::new(
            &[],
            maps.into_iter().map(|map| map.0).collect(),
        )?))
    }

    /// `{ x -> [] : x ∈ domain }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionSet = "{ A[i] : i > 0; B[] }".parse()?;
    /// let expected = "{ A[i] -> [] : i > 0; B[] -> [] }".parse()?;
    /// assert!(UnionMap::from_domain(&a)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_domain(domain: &UnionSet) -> Result<UnionMap> {
        UnionMap::from_maps(
            domain
                .sets()
                .iter()
                .map(Map::from_domain)
                .collect::<Result<Vec<_>>>()?,
        )
    }

    /// `{ [] -> x : x ∈ range }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionSet = "{ A[i] : i > 0; B[] }".parse()?;
    /// assert!(UnionMap::from_range(&a)?.is_equal(&"{ [] -> A[i] : i > 0; [] -> B[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_range(range: &UnionSet) -> Result<UnionMap> {
        UnionMap::from_maps(
            range
                .sets()
                .iter()
                .map(Map::from_range)
                .collect::<Result<Vec<_>>>()?,
        )
    }

    /// `{ x -> y : x ∈ domain ∧ y ∈ range }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionSet = "{ A[i] : i > 0; B[] }".parse()?;
    /// let b: UnionSet = "{ C[] }".parse()?;
    /// let expected = "{ A[i] -> C[] : i > 0; B[] -> C[] }".parse()?;
    /// assert!(UnionMap::from_domain_and_range(&a, &b)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_domain_and_range(domain: &UnionSet, range: &UnionSet) -> Result<UnionMap> {
        Ok(UnionMap(domain.0.all_pairs(&range.0, Relation::cross)?))
    }

    /// The relation with the pairs of another one.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i] }".parse()?;
    /// let expected = "{ S[i] -> [i]; T[] -> [0] }".parse()?;
    /// assert!(a.add_map(&"{ T[] -> [0] }".parse()?)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add_map(&self, map: &Map) -> Result<UnionMap> {
        self.union(&UnionMap::from(map.clone()))
    }

    /// The relations, one for each space, in the order in which the spaces were first put in.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ T[i] -> [i]; S[i] -> [i] }".parse()?;
    /// assert_eq!(a.maps()[0].domain_tuple_name(), Some("T"));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn maps(&self) -> Vec<Map> {
        self.0
            .parts()
            .iter()
            .map(|part| Map(part.clone()))
            .collect()
    }

    /// The relations from the tuple of a space of sets.
    ///
    /// ```
    /// # use presburger::{Set, UnionMap};
    /// let a: UnionMap = "{ T[i] -> [i]; S[i] -> [i]; T[i] -> [i, 0] }".parse()?;
    /// let t: Set = "{ T[i] }".parse()?;
    /// assert_eq!(a.maps_from(t.space()).len(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn maps_from(&self, space: &Space) -> Vec<Map> {
        let parts = self.0.parts().iter();
        parts
            .filter(|part| part.space.domain_tuple() == space.tuple())
            .map(|part| Map(part.clone()))
            .collect()
    }

    /// Number of spaces in which there is a relation.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ T[i] -> [i]; S[i] -> [i]; T[i] -> [i + 1] }".parse()?;
    /// assert_eq!(a.n_map(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_map(&self) -> usize {
        self.0.parts().len()
    }

    /// The part in a space; the empty relation if there is none.
    ///
    /// ```
    /// # use presburger::{Map, UnionMap};
    /// let a: UnionMap = "{ T[i] -> [i]; S[i] -> [i] }".parse()?;
    /// let t: Map = "{ T[i] -> [j] }".parse()?;
    /// assert!(a.extract_map(t.space())?.is_equal(&"{ T[i] -> [i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn extract_map(&self, space: &Space) -> Result<Map> {
        let params = self.space().merge_params(space);
        match self.0.in_space(space) {
            Some(part) => Ok(Map(part.align_params(&params))),
            None => Map::empty(space.with_params(params)),
        }
    }

    /// The relation, if there is exactly one space.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i] }".parse()?;
    /// assert!(a.as_map()?.is_equal(&"{ S[i] -> [i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_map(&self) -> Result<Map> {
        match self.0.parts() {
            [part] => Ok(Map(part.clone())),
            parts => Err(Error::invalid(format!(
                "a union of {} spaces is not a map",
                parts.len()
            ))),
        }
    }

    /// The parameters, as a space without tuple.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "[N] -> { S[i] -> [N - i] }".parse()?;
    /// assert_eq!(a.space().n_param(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> Space {
        self.0.space()
    }

    /// Whether there is no pair, for any value of the parameters.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [j] : 2i = 2j + 1 }".parse()?;
    /// assert!(a.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_empty(&self) -> Result<bool> {
        self.0.is_empty()
    }

    /// Whether both have the same pairs.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i]; T[] -> [0] }".parse()?;
    /// assert!(a.is_equal(&"{ T[] -> [0]; S[i] -> [j] : j <= i <= j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_equal(&self, other: &UnionMap) -> Result<bool> {
        self.0.is_equal(&other.0)
    }

    /// Whether every pair of `self` is in `other`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i] }".parse()?;
    /// assert!(a.is_subset(&"{ T[] -> [0]; S[i] -> [j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_subset(&self, other: &UnionMap) -> Result<bool> {
        self.0.is_subset(&other.0)
    }

    /// Whether `self` is a subset of `other` and not equal to it.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i] }".parse()?;
    /// assert!(a.is_strict_subset(&"{ T[] -> [0]; S[i] -> [j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_strict_subset(&self, other: &UnionMap) -> Result<bool> {
        Ok(self.is_subset(other)? && !other.is_subset(self)?)
    }

    /// Whether no pair is in both.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i] }".parse()?;
    /// assert!(a.is_disjoint(&"{ T[i] -> [i]; S[i] -> [i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_disjoint(&self, other: &UnionMap) -> Result<bool> {
        self.0.is_disjoint(&other.0)
    }

    /// Whether every point is related to at most one point.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i]; T[i] -> [i] }".parse()?;
    /// assert!(a.is_single_valued()?);
    /// let b: UnionMap = "{ S[i] -> [i]; S[i] -> T[i] }".parse()?;
    /// assert!(!b.is_single_valued()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_single_valued(&self) -> Result<bool> {
        let maps = self.maps();
        for (i, map) in maps.iter().enumerate() {
            if !map.is_single_valued()? {
                return Ok(false);
            }
            for other in &maps[..i] {
                // Ranges in different spaces differ, so the domains must not meet.
                let same_domain = map.space().domain_tuple() == other.space().domain_tuple();
                if same_domain && !map.domain()?.is_disjoint(&other.domain()?)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether at most one point is related to every point.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i]; T[i] -> [i] }".parse()?;
    /// assert!(!a.is_injective()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_injective(&self) -> Result<bool> {
        self.reverse()?.is_single_valued()
    }

    /// Whether the relation is single-valued and injective.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [2i]; T[i] -> [2i + 1] }".parse()?;
    /// assert!(a.is_bijective()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_bijective(&self) -> Result<bool> {
        Ok(self.is_single_valued()? && self.is_injective()?)
    }

    /// Whether every pair is of the form `x -> x`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> S[i] : i > 0; T[] -> T[] }".parse()?;
    /// assert!(a.is_identity()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_identity(&self) -> Result<bool> {
        self.0.all(|part| Map(part.clone()).is_identity())
    }

    /// A relation of one pair of this relation, or the empty relation.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [j] : 0 < i < j < 3 }".parse()?;
    /// assert!(a.sample()?.is_equal(&"{ S[1] -> [2] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sample(&self) -> Result<UnionMap> {
        let parts = match self.0.sample()? {
            None => Vec::new(),
            Some((space, point)) => vec![Relation::singleton(space, &point)],
        };
        Ok(UnionMap(Union::new(self.space().params(), parts)?))
    }
}

impl From<Map> for UnionMap {
    fn from(map: Map) -> UnionMap {
        let params = map.space().params().to_vec();
        UnionMap(Union::new(&params, vec![map.0]).expect("one relation is not united with another"))
    }
}

impl fmt::Display for UnionMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl fmt::Debug for UnionMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for UnionMap {
    type Err = Error;

    /// Reads a union of relations in isl's notation.
    fn from_str(text: &str) -> Result<UnionMap> {
        let (params, relations) = text::read_relations(text)?;
        for relation in &relations {
            if !relation.space.is_map() {
                return Err(Error::invalid(format!(
                    "{} is a set, not a relation",
                    relation.space
                )));
            }
        }
        Ok(UnionMap(Union::new(&params, relations)?))
    }
}

/// The domain tuple, to look parts up by.
fn domain_of(space: &Space) -> Option<Tuple> {
    space.domain_tuple().cloned()
}

/// The range tuple of a relation or the tuple of a set, to look parts up by.
fn range_of(space: &Space) -> Option<Tuple> {
    space.tuple().cloned()
}
