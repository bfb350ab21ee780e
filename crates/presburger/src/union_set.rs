//! Sets over several spaces.

mod algebra;
mod simplify;

use crate::error::{Error, Result};
use crate::point::Point;
use crate::relation::Relation;
use crate::set::Set;
use crate::space::Space;
use crate::text;
use crate::unions::Union;
use crate::value::Value;
use std::fmt;
use std::str::FromStr;

/// A set of integer tuples of different names and sizes: a union of [`Set`]s, at most one for each
/// space, over the same parameters.
///
/// ```
/// # use presburger::{Set, UnionSet};
/// let domain: UnionSet = "[N] -> { S[i] : 0 <= i < N; T[i, j] : 0 <= i < j < N }".parse()?;
/// assert_eq!(domain.n_set(), 2);
/// let s: Set = "[N] -> { S[i] : 0 <= i < N }".parse()?;
/// assert!(domain.extract_set(s.space())?.is_equal(&s)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct UnionSet(pub(crate) Union);

impl UnionSet {
    /// The set without points, over the parameters of a space.
    ///
    /// ```
    /// # use presburger::{Set, UnionSet};
    /// let a: Set = "[N] -> { S[i] : i < N }".parse()?;
    /// assert!(UnionSet::empty(a.space()).is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn empty(space: &Space) -> UnionSet {
        UnionSet(Union::empty(space.params()))
    }

    /// The union of sets.
    ///
    /// ```
    /// # use presburger::{Set, UnionSet};
    /// let a: Set = "{ S[i] : i > 0 }".parse()?;
    /// let b: Set = "{ T[i] : i < 0 }".parse()?;
    /// assert!(UnionSet::from_sets([a, b])?.is_equal(&"{ S[i] : i > 0; T[i] : i < 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_sets(sets: impl IntoIterator<Item = Set>) -> Result<UnionSet> {
        Ok(UnionSet(Union::new(
            &[],
            sets.into_iter().map(|set| set.0).collect(),
        )?))
    }

    /// The set with the points of another one.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0 }".parse()?;
    /// assert!(a.add_set(&"{ T[] }".parse()?)?.is_equal(&"{ S[i] : i > 0; T[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add_set(&self, set: &Set) -> Result<UnionSet> {
        self.union(&UnionSet::from(set.clone()))
    }

    /// The sets, one for each space, in the order in which the spaces were first put in.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ T[i] : i > 0; S[j] }".parse()?;
    /// let names: Vec<_> = a.sets().iter().map(|s| s.tuple_name().map(String::from)).collect();
    /// assert_eq!(names, [Some("T".into()), Some("S".into())]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sets(&self) -> Vec<Set> {
        self.0
            .parts()
            .iter()
            .map(|part| Set(part.clone()))
            .collect()
    }

    /// Number of spaces in which there is a set.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0; T[] }".parse()?;
    /// assert_eq!(a.n_set(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_set(&self) -> usize {
        self.0.parts().len()
    }

    /// The part in a space; the empty set if there is none.
    ///
    /// ```
    /// # use presburger::{Set, UnionSet};
    /// let a: UnionSet = "{ S[i] : i > 0; T[] }".parse()?;
    /// let t: Set = "{ T[] }".parse()?;
    /// assert!(a.extract_set(t.space())?.is_equal(&"{ T[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn extract_set(&self, space: &Space) -> Result<Set> {
        let params = self.space().merge_params(space);
        match self.0.in_space(space) {
            Some(part) => Ok(Set(part.align_params(&params))),
            None => Set::empty(space.with_params(params)),
        }
    }

    /// The set, if there is exactly one space.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0 }".parse()?;
    /// assert!(a.as_set()?.is_equal(&"{ S[i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_set(&self) -> Result<Set> {
        match self.0.parts() {
            [part] => Ok(Set(part.clone())),
            parts => Err(Error::invalid(format!(
                "a union of {} spaces is not a set",
                parts.len()
            ))),
        }
    }

    /// The parameters, as a space without tuple.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "[N] -> { S[i] : i > N }".parse()?;
    /// assert_eq!(a.space().n_param(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> Space {
        self.0.space()
    }

    /// Whether there is no point, for any value of the parameters.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0 and i < 1; T[i] : 2i = 1 }".parse()?;
    /// assert!(a.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_empty(&self) -> Result<bool> {
        self.0.is_empty()
    }

    /// Whether both have the same points.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0; T[] }".parse()?;
    /// assert!(a.is_equal(&"{ T[]; S[i] : i >= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_equal(&self, other: &UnionSet) -> Result<bool> {
        self.0.is_equal(&other.0)
    }

    /// Whether every point of `self` is in `other`.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0 }".parse()?;
    /// assert!(a.is_subset(&"{ T[]; S[i] : i >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_subset(&self, other: &UnionSet) -> Result<bool> {
        self.0.is_subset(&other.0)
    }

    /// Whether `self` is a subset of `other` and not equal to it.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0 }".parse()?;
    /// assert!(a.is_strict_subset(&"{ T[]; S[i] : i >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_strict_subset(&self, other: &UnionSet) -> Result<bool> {
        Ok(self.is_subset(other)? && !other.is_subset(self)?)
    }

    /// Whether no point is in both.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0 }".parse()?;
    /// assert!(a.is_disjoint(&"{ T[]; S[i] : i < 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_disjoint(&self, other: &UnionSet) -> Result<bool> {
        self.0.is_disjoint(&other.0)
    }

    /// Whether the set is finite for every value of the parameters.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "[N] -> { S[i] : 0 < i < N; T[] }".parse()?;
    /// assert!(a.is_bounded()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_bounded(&self) -> Result<bool> {
        self.0.all(Relation::is_bounded)
    }

    /// Whether the point is in the set.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0; T[] }".parse()?;
    /// assert!(a.contains(&"{ S[7] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn contains(&self, point: &Point) -> Result<bool> {
        match self.0.in_space(point.space()) {
            Some(part) => Set(part.clone()).contains(point),
            None => Ok(false),
        }
    }

    /// Some point, parameter values included; `None` if there is none.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : 1 < 2i < 1; T[5] }".parse()?;
    /// assert_eq!(a.sample_point()?.map(|p| p.to_string()), Some("{ T[5] }".into()));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sample_point(&self) -> Result<Option<Point>> {
        Ok(self
            .0
            .sample()?
            .map(|(space, point)| Point::from_coordinates(space, point)))
    }

    /// A set of one point of this set, or the empty set.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : 1 < 2i < 1; T[5] }".parse()?;
    /// assert!(a.sample()?.is_equal(&"{ T[5] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sample(&self) -> Result<UnionSet> {
        Ok(match self.sample_point()? {
            None => UnionSet::empty(&self.space()),
            Some(point) => point.to_set().into(),
        })
    }

    /// All points of a bounded set: space by space, in lexicographic order within each.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : 0 <= i <= 1; T[] }".parse()?;
    /// let texts: Vec<_> = a.points()?.iter().map(|p| p.to_string()).collect();
    /// assert_eq!(texts, ["{ S[0] }", "{ S[1] }", "{ T[] }"]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn points(&self) -> Result<Vec<Point>> {
        let mut points = Vec::new();
        for set in self.sets() {
            points.append(&mut set.points()?);
        }
        Ok(points)
    }

    /// Number of points of a bounded set (found by listing them).
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : 0 <= i <= 1; T[] }".parse()?;
    /// assert_eq!(a.count()?, 3);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn count(&self) -> Result<Value> {
        let mut count = Value::zero();
        for set in self.sets() {
            count = count + set.count()?;
        }
        Ok(count)
    }
}

impl From<Set> for UnionSet {
    fn from(set: Set) -> UnionSet {
        let params = set.space().params().to_vec();
        UnionSet(Union::new(&params, vec![set.0]).expect("one relation is not united with another"))
    }
}

impl fmt::Display for UnionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl fmt::Debug for UnionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for UnionSet {
    type Err = Error;

    /// Reads a union of sets in isl's notation.
    fn from_str(text: &str) -> Result<UnionSet> {
        let (params, relations) = text::read_relations(text)?;
        for relation in &relations {
            if relation.space.is_map() {
                return Err(Error::invalid(format!(
                    "{} is a relation, not a set",
                    relation.space
                )));
            }
        }
        Ok(UnionSet(Union::new(&params, relations)?))
    }
}
