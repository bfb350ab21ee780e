//! Sets of one conjunction.

use super::{check_one, one_conjunction};
use crate::basic::BasicMap;
use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::point::Point;
use crate::relation::{Order, Relation};
use crate::set::Set;
use crate::space::Space;
use crate::text;
use crate::value::Value;
use std::fmt;
use std::str::FromStr;

/// A set described by one conjunction of affine constraints, possibly with floors and
/// existentials.
///
/// ```
/// # use presburger::BasicSet;
/// let a: BasicSet = "{ [i, j] : 0 <= i <= j and j <= 9 }".parse()?;
/// let b: BasicSet = "{ [i, j] : i + j = 3 }".parse()?;
/// assert!(a.intersect(&b)?.is_equal(&"{ [i, 3 - i] : 0 <= i <= 1 }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BasicSet(pub(crate) Relation);

impl BasicSet {
    /// A set with at most one conjunction.
    pub(crate) fn from_relation(relation: Relation) -> BasicSet {
        BasicSet(one_conjunction(relation))
    }

    /// The set without points.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ S[i] : i > 0 }".parse()?;
    /// assert!(BasicSet::empty(a.space().clone())?.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn empty(space: Space) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(Set::empty(space)?.0))
    }

    /// The set of all points.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ S[i] : i > 0 }".parse()?;
    /// assert!(BasicSet::universe(a.space().clone())?.is_equal(&"{ S[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn universe(space: Space) -> Result<BasicSet> {
        Ok(BasicSet(Set::universe(space)?.0))
    }

    /// The set of one point.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : 3 <= i <= 4 }".parse()?;
    /// assert!(BasicSet::from_point(&a.to_set().points()?[0]).is_equal(&"{ [3] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_point(point: &Point) -> BasicSet {
        BasicSet(Set::from_point(point).0)
    }

    /// The same set as a union of conjunctions.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : i > 0 }".parse()?;
    /// assert!(a.to_set().is_equal(&"{ [i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn to_set(&self) -> Set {
        Set::from(self.clone())
    }

    /// The space the points live in.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ S[i] : i > 0 }".parse()?;
    /// assert_eq!(a.space().to_string(), "{ S[i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.0.space
    }

    /// Whether there is no point, for any value of the parameters.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i, j] : 2i = 4j + 1 }".parse()?;
    /// assert!(a.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_empty(&self) -> Result<bool> {
        self.0.is_empty()
    }

    /// Whether there are no constraints.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] }".parse()?;
    /// assert!(a.plain_is_universe());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn plain_is_universe(&self) -> bool {
        self.0.is_plain_universe()
    }

    /// Whether both have the same points.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : 1 <= 2i <= 5 }".parse()?;
    /// assert!(a.is_equal(&"{ [i] : 1 <= i <= 2 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_equal(&self, other: &BasicSet) -> Result<bool> {
        self.0.is_equal(&other.0)
    }

    /// Whether every point of `self` is in `other`.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : i mod 6 = 1 }".parse()?;
    /// assert!(a.is_subset(&"{ [i] : i mod 3 = 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_subset(&self, other: &BasicSet) -> Result<bool> {
        self.0.is_subset(&other.0)
    }

    /// Whether no point is in both.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : i mod 6 = 1 }".parse()?;
    /// assert!(a.is_disjoint(&"{ [i] : i mod 2 = 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_disjoint(&self, other: &BasicSet) -> Result<bool> {
        self.0.is_disjoint(&other.0)
    }

    /// Whether the set is finite for every value of the parameters.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "[N] -> { [i] : 0 <= i <= N }".parse()?;
    /// assert!(a.is_bounded()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_bounded(&self) -> Result<bool> {
        self.0.is_bounded()
    }

    /// `{ x : x ∈ self ∧ x ∈ other }`.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : i >= 0 }".parse()?;
    /// let b: BasicSet = "{ [i] : i < 5 }".parse()?;
    /// assert!(a.intersect(&b)?.is_equal(&"{ [i] : 0 <= i < 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect(&self, other: &BasicSet) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.intersect(&other.0)?))
    }

    /// `{ x ∈ self : the parameters are in params }`.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "[N] -> { [i] : 0 <= i < N }".parse()?;
    /// let p: BasicSet = "[N] -> { : N < 3 }".parse()?;
    /// assert!(a.intersect_params(&p)?.is_equal(&"[N] -> { [i] : 0 <= i < N < 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_params(&self, params: &BasicSet) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.intersect_params(&params.0)?))
    }

    /// `{ x : x ∈ self ∨ x ∈ other }`.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : i >= 0 }".parse()?;
    /// let b: BasicSet = "{ [i] : i < 0 }".parse()?;
    /// assert!(a.union(&b)?.is_equal(&"{ [i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union(&self, other: &BasicSet) -> Result<Set> {
        self.to_set().union(&other.to_set())
    }

    /// `{ x : x ∈ self ∧ x ∉ other }`.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : i >= 0 }".parse()?;
    /// let b: BasicSet = "{ [i] : i = 2 }".parse()?;
    /// assert!(a.subtract(&b)?.is_equal(&"{ [i] : 0 <= i < 2 or i > 2 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract(&self, other: &BasicSet) -> Result<Set> {
        self.to_set().subtract(&other.to_set())
    }

    /// `{ y : ∃ x ∈ self : x -> y ∈ map }`.
    ///
    /// ```
    /// # use presburger::{BasicMap, BasicSet};
    /// let a: BasicSet = "{ [i] : i >= 0 }".parse()?;
    /// let m: BasicMap = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(a.apply(&m)?.is_equal(&"{ [i] : i >= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply(&self, map: &BasicMap) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.apply_set(&map.0)?))
    }

    /// Without `count` dimensions from `first` on.
    ///
    /// ```
    /// # use presburger::{BasicSet, Dim, Set};
    /// let a: BasicSet = "{ [i, j] : i = 2j }".parse()?;
    /// assert!(a.project_out(Dim::Set(1), 1)?.is_equal(&"{ [i] : i mod 2 = 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out(&self, first: Dim, count: usize) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.project_out(first, count)?))
    }

    /// Projects `count` dimensions from `first` on out and puts them back without constraints.
    ///
    /// ```
    /// # use presburger::{BasicSet, Dim, Set};
    /// let a: BasicSet = "{ [i, j] : 0 <= i <= j <= 5 }".parse()?;
    /// assert!(a.eliminate(Dim::Set(1), 1)?.is_equal(&"{ [i, j] : 0 <= i <= 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eliminate(&self, first: Dim, count: usize) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.eliminate(first, count)?))
    }

    /// `{ x ∈ self : x_dim = value }`.
    ///
    /// ```
    /// # use presburger::{BasicSet, Dim, Set};
    /// let a: BasicSet = "{ [i, j] : i < j }".parse()?;
    /// assert!(a.fix(Dim::Set(0), 3)?.is_equal(&"{ [3, j] : j > 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn fix(&self, dim: Dim, value: impl Into<Value>) -> Result<BasicSet> {
        let value = value.into().to_integer()?;
        Ok(BasicSet::from_relation(self.0.compare_value(
            dim,
            Order::Eq,
            &value,
        )?))
    }

    /// The parameter values for which the set is not empty.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "[N] -> { [i] : 0 <= i < N }".parse()?;
    /// assert!(a.params()?.is_equal(&"[N] -> { : N > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn params(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.params()?))
    }

    /// `{ [a -> b] : a ∈ self ∧ b ∈ other }`.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ A[i] : i > 0 }".parse()?;
    /// let b: BasicSet = "{ B[j] : j < 0 }".parse()?;
    /// assert!(a.product(&b)?.is_equal(&"{ [A[i] -> B[j]] : j < 0 < i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn product(&self, other: &BasicSet) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.product(&other.0, false)?))
    }

    /// `{ (a, b) : a ∈ self ∧ b ∈ other }`.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ A[i] : i > 0 }".parse()?;
    /// let b: BasicSet = "{ B[j] : j < 0 }".parse()?;
    /// assert!(a.flat_product(&b)?.is_equal(&"{ [i, j] : j < 0 < i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_product(&self, other: &BasicSet) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.product(&other.0, true)?))
    }

    /// With a nested tuple replaced by one of all its dimensions.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [A[i] -> B[j]] : i < j }".parse()?;
    /// assert!(a.flatten().is_equal(&"{ [i, j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flatten(&self) -> BasicSet {
        BasicSet(self.0.flatten())
    }

    /// The relation a set of wrapped pairs stands for.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [A[i] -> B[j]] : i < j }".parse()?;
    /// assert!(a.unwrap()?.is_equal(&"{ A[i] -> B[j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unwrap(&self) -> Result<BasicMap> {
        Ok(BasicMap(self.0.unwrap()?))
    }

    /// Some point, parameter values included; `None` if there is none.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : 7 < 4i < 9 }".parse()?;
    /// assert_eq!(a.sample_point()?.and_then(|p| p.to_i64s()), Some(vec![2]));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sample_point(&self) -> Result<Option<Point>> {
        self.to_set().sample_point()
    }

    /// The coefficients of all affine forms that are not negative on the rational points of the
    /// set (Farkas): a rational set of `coefficients[[constant, parameters…] -> [dimensions…]]`.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i] : 0 <= i <= 10 }".parse()?;
    /// let forms = a.coefficients()?.to_set();
    /// // 10 - i and i are not negative on the set, i - 1 is.
    /// let some = "{ rat: coefficients[[10] -> [-1]]; rat: coefficients[[0] -> [1]] }".parse()?;
    /// assert!(forms.intersect(&some)?.n_basic_set() == 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn coefficients(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.coefficients()?))
    }

    /// The set on which all forms with coefficients in `self` are not negative: the inverse of
    /// [`coefficients`](BasicSet::coefficients).
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ S[i, j] : 0 <= i <= 10 and i <= j }".parse()?;
    /// let back = a.coefficients()?.solutions()?;
    /// assert_eq!(back.to_string(), "{ rat: S[i, j] : 0 <= i <= 10 and i <= j }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn solutions(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.solutions()?))
    }

    /// The same points without constraints that follow from others.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let a: BasicSet = "{ [i, j] : i >= 0 and j >= 0 and i + j >= -5 }".parse()?;
    /// assert!(a.remove_redundancies()?.is_equal(&"{ [i, j] : i >= 0 and j >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn remove_redundancies(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.remove_redundancies()?))
    }
}

impl TryFrom<Set> for BasicSet {
    type Error = Error;

    /// Succeeds for a set of at most one conjunction.
    fn try_from(set: Set) -> Result<BasicSet> {
        check_one(&set.0)?;
        Ok(BasicSet::from_relation(set.0))
    }
}

impl fmt::Display for BasicSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_relations(f, self.space().params(), &[&self.0])
    }
}

impl fmt::Debug for BasicSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for BasicSet {
    type Err = Error;

    /// Reads a set of one conjunction in isl's notation.
    fn from_str(text: &str) -> Result<BasicSet> {
        text.parse::<Set>()?.try_into()
    }
}
