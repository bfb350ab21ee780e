//! Sets of integer tuples in one space: what they are, and questions about them.

mod algebra;
mod lattice;
mod order;
mod points;
mod shape;
mod simplify;

use crate::basic::BasicSet;
use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::point::Point;
use crate::relation::Relation;
use crate::space::Space;
use crate::text;
use std::fmt;
use std::str::FromStr;

pub use lattice::FixedBox;

/// A set of integer tuples, for each value of the parameters: a finite union of conjunctions of
/// affine constraints, possibly with floors and existentials. A set without a tuple,
/// `[N] -> { : N >= 0 }`, is a set of parameter values.
///
/// Values are immutable and cheap to clone. `==` compares representations; whether two sets have
/// the same points is asked with [`is_equal`](Set::is_equal).
///
/// ```
/// # use presburger::Set;
/// let even: Set = "[N] -> { [i] : 0 <= i < N and i mod 2 = 0 }".parse()?;
/// let odd: Set = "[N] -> { [i] : 0 <= i < N and i mod 2 = 1 }".parse()?;
/// assert!(even.union(&odd)?.is_equal(&"[N] -> { [i] : 0 <= i < N }".parse()?)?);
/// assert!(even.is_disjoint(&odd)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Set(pub(crate) Relation);

impl Set {
    /// The relation as a set; it must not have two tuples.
    pub(crate) fn from_relation(relation: Relation) -> Result<Set> {
        if relation.space.is_map() {
            return Err(Error::invalid(format!(
                "{} is not the space of a set",
                relation.space
            )));
        }
        Ok(Set(relation))
    }

    /// The set without points.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ S[i, j] : i < j }".parse()?;
    /// assert!(Set::empty(a.space().clone())?.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn empty(space: Space) -> Result<Set> {
        Set::from_relation(Relation::empty(space))
    }

    /// The set of all points.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ S[i, j] : i < j }".parse()?;
    /// assert!(Set::universe(a.space().clone())?.is_equal(&"{ S[i, j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn universe(space: Space) -> Result<Set> {
        Set::from_relation(Relation::universe(space))
    }

    /// The set of all points without negative coordinates; parameters are free.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : i < j }".parse()?;
    /// let expected = "{ [i, j] : i >= 0 and j >= 0 }".parse()?;
    /// assert!(Set::nat_universe(a.space().clone())?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn nat_universe(space: Space) -> Result<Set> {
        let n = space.n_out();
        let mut set = Set::universe(space)?;
        for i in 0..n {
            set = set.lower_bound(Dim::Set(i), 0)?;
        }
        Ok(set)
    }

    /// The set of one point.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 3 <= i <= 4 }".parse()?;
    /// assert!(Set::from_point(&a.points()?[0]).is_equal(&"{ [3] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_point(point: &Point) -> Set {
        Set(Relation::singleton(
            point.space().clone(),
            point.coordinates(),
        ))
    }

    /// The set `{ [] }` where the parameter values are in `params`, `∅` elsewhere.
    ///
    /// ```
    /// # use presburger::Set;
    /// let p: Set = "[N] -> { : N >= 2 }".parse()?;
    /// assert!(p.from_params()?.is_equal(&"[N] -> { [] : N >= 2 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    #[allow(clippy::wrong_self_convention)]
    pub fn from_params(&self) -> Result<Set> {
        if !self.is_params() {
            return Err(Error::invalid(format!(
                "{} is not a space of parameters",
                self.space()
            )));
        }
        let tuple = crate::space::Tuple::anonymous(0);
        Ok(Set(self.0.with_space(self.space().with_tuple(tuple))))
    }

    /// The space the points live in.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { S[i] : i < N }".parse()?;
    /// assert_eq!(a.space().to_string(), "[N] -> { S[i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.0.space
    }

    /// Number of dimensions, parameters not counted.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { S[i, j] : i < N }".parse()?;
    /// assert_eq!(a.n_dim(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_dim(&self) -> usize {
        self.space().n_out()
    }

    /// The name of the tuple, if it has one.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ S[i] }".parse()?;
    /// assert_eq!(a.tuple_name(), Some("S"));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn tuple_name(&self) -> Option<&str> {
        self.space().tuple().and_then(|tuple| tuple.name())
    }

    /// Number of conjunctions.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i < 0 or i > 5 }".parse()?;
    /// assert_eq!(a.n_basic_set(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_basic_set(&self) -> usize {
        self.0.n_conj()
    }

    /// The conjunctions, in order.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i < 0 or i > 5 }".parse()?;
    /// assert_eq!(a.basic_sets().len(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn basic_sets(&self) -> Vec<BasicSet> {
        (0..self.0.n_conj())
            .map(|i| BasicSet(self.0.conj(i)))
            .collect()
    }

    /// Whether there is no point, for any value of the parameters.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : 2i = 4j + 1 }".parse()?;
    /// assert!(a.is_empty()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_empty(&self) -> Result<bool> {
        self.0.is_empty()
    }

    /// Whether there is no conjunction at all: implies emptiness and costs nothing.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i >= 0 }".parse()?;
    /// assert!(!a.plain_is_empty());
    /// assert!(a.subtract(&a)?.plain_is_empty());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn plain_is_empty(&self) -> bool {
        self.0.is_plain_empty()
    }

    /// Whether some conjunction has no constraints: then the set is the universe.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] }".parse()?;
    /// assert!(a.plain_is_universe());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn plain_is_universe(&self) -> bool {
        self.0.is_plain_universe()
    }

    /// Whether the constraints have no floors, no existentials and no coefficients but -1, 0 and 1.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[n] -> { [i, j] : 4 <= i + j < n }".parse()?;
    /// assert!(a.has_unit_coefficients());
    /// let b: Set = "[n] -> { [i, j] : 0 <= i < 2n }".parse()?;
    /// assert!(!b.has_unit_coefficients());
    /// let c: Set = "{ [i] : i mod 2 = 0 }".parse()?;
    /// assert!(!c.has_unit_coefficients());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn has_unit_coefficients(&self) -> bool {
        self.0.has_unit_coefficients()
    }

    /// Whether all points of the space are in the set.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i >= 0 or i < 3 }".parse()?;
    /// assert!(a.is_universe()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_universe(&self) -> Result<bool> {
        Ok(self.plain_is_universe() || self.complement()?.is_empty()?)
    }

    /// Whether both have the same points. Sets of different tuples are different, also when empty.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 < 2i < 5 }".parse()?;
    /// let b: Set = "{ [i] : i = 1 or i = 2 }".parse()?;
    /// assert!(a.is_equal(&b)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_equal(&self, other: &Set) -> Result<bool> {
        self.0.is_equal(&other.0)
    }

    /// Whether every point of `self` is in `other`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i mod 6 = 1 }".parse()?;
    /// let b: Set = "{ [i] : i mod 3 = 1 }".parse()?;
    /// assert!(a.is_subset(&b)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_subset(&self, other: &Set) -> Result<bool> {
        self.0.is_subset(&other.0)
    }

    /// Whether `self` is a subset of `other` and not equal to it.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i mod 6 = 1 }".parse()?;
    /// let b: Set = "{ [i] : i mod 3 = 1 }".parse()?;
    /// assert!(a.is_strict_subset(&b)?);
    /// assert!(!a.is_strict_subset(&a)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_strict_subset(&self, other: &Set) -> Result<bool> {
        Ok(self.is_subset(other)? && !other.is_subset(self)?)
    }

    /// Whether no point is in both.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i mod 2 = 0 }".parse()?;
    /// let b: Set = "{ [i] : i mod 4 = 3 }".parse()?;
    /// assert!(a.is_disjoint(&b)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_disjoint(&self, other: &Set) -> Result<bool> {
        self.0.is_disjoint(&other.0)
    }

    /// Whether the set is finite for every value of the parameters.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 0 <= i <= N }".parse()?;
    /// assert!(a.is_bounded()?);
    /// let b: Set = "{ [i] : 0 <= i }".parse()?;
    /// assert!(!b.is_bounded()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_bounded(&self) -> Result<bool> {
        self.0.is_bounded()
    }

    /// Whether there is exactly one point, parameters included.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 < 2i < 4 }".parse()?;
    /// assert!(a.is_singleton()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_singleton(&self) -> Result<bool> {
        match self.0.sample()? {
            None => Ok(false),
            Some(point) => self
                .0
                .is_subset(&Relation::singleton(self.space().clone(), &point)),
        }
    }

    /// Whether this is a set of parameter values, without a tuple.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { : N > 0 }".parse()?;
    /// assert!(a.is_params());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_params(&self) -> bool {
        self.space().is_params()
    }

    /// Whether the tuple wraps a relation.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [A[i] -> B[j]] }".parse()?;
    /// assert!(a.is_wrapping());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_wrapping(&self) -> bool {
        self.space()
            .tuple()
            .is_some_and(|tuple| tuple.as_pair().is_some())
    }

    /// Whether a constraint mentions one of `count` dimensions from `first` on. A dimension that
    /// is not mentioned does not influence which points are in the set.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "[N] -> { [i, j] : 0 <= i < N }".parse()?;
    /// assert!(a.involves_dims(Dim::Param(0), 1)?);
    /// assert!(!a.involves_dims(Dim::Set(1), 1)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn involves_dims(&self, first: Dim, count: usize) -> Result<bool> {
        self.0.involves_dims(first, count)
    }

    /// Whether the spaces agree, up to the names of dimensions.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ S[i] : i > 0 }".parse()?;
    /// let b: Set = "{ S[j] }".parse()?;
    /// assert!(a.has_equal_space(&b));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn has_equal_space(&self, other: &Set) -> bool {
        self.space() == other.space()
    }
}

impl From<BasicSet> for Set {
    fn from(basic: BasicSet) -> Set {
        Set(basic.0.without_marked_empty())
    }
}

impl From<&Point> for Set {
    fn from(point: &Point) -> Set {
        Set::from_point(point)
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_relations(f, self.space().params(), &[&self.0])
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Set {
    type Err = Error;

    /// Reads a set in isl's notation.
    fn from_str(text: &str) -> Result<Set> {
        Set::from_relation(crate::relation::single(text::read_relations(text)?.1)?)
    }
}
