//! Single points of a space.

use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::number::{Big, Coeff};
use crate::set::Set;
use crate::space::Space;
use crate::value::Value;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// An integer point: a value for every parameter and every dimension of a set space.
///
/// ```
/// # use presburger::{Point, Set};
/// let s: Set = "[N] -> { S[i, j] : 0 <= i < j < N }".parse()?;
/// let point = Point::new(s.space().clone(), [10, 2, 3])?;
/// assert_eq!(point.to_string(), "[N = 10] -> { S[2, 3] }");
/// assert!(s.contains(&point)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Point {
    space: Space,
    /// Parameters, then dimensions.
    coordinates: Vec<Big>,
}

impl Point {
    /// The point with these coordinates: first the parameters, then the dimensions.
    ///
    /// ```
    /// # use presburger::{Point, Set};
    /// let s: Set = "{ [i, j] }".parse()?;
    /// assert_eq!(Point::new(s.space().clone(), [1, 2])?.to_string(), "{ [1, 2] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn new<V: Into<Value>>(
        space: Space,
        coordinates: impl IntoIterator<Item = V>,
    ) -> Result<Point> {
        if space.is_map() {
            return Err(Error::invalid(format!("{space} is not the space of a set")));
        }
        let coordinates: Vec<Big> = coordinates
            .into_iter()
            .map(|value| value.into().to_integer())
            .collect::<Result<_>>()?;
        if coordinates.len() != space.n_total() {
            let message = format!("{} coordinates for a point of {space}", coordinates.len());
            return Err(Error::invalid(message));
        }
        Ok(Point { space, coordinates })
    }

    /// The point whose coordinates are all zero.
    ///
    /// ```
    /// # use presburger::{Point, Set};
    /// let s: Set = "{ [i, j] }".parse()?;
    /// assert_eq!(Point::zero(s.space().clone())?.to_string(), "{ [0, 0] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn zero(space: Space) -> Result<Point> {
        let n = space.n_total();
        Point::new(space, vec![0; n])
    }

    pub(crate) fn from_coordinates(space: Space, coordinates: Vec<Big>) -> Point {
        debug_assert_eq!(space.n_total(), coordinates.len());
        Point { space, coordinates }
    }

    pub(crate) fn coordinates(&self) -> &[Big] {
        &self.coordinates
    }

    /// The coordinates over the parameters of `space`; `None` if the tuples differ.
    pub(crate) fn aligned_to(&self, space: &Space) -> Result<Option<Vec<Big>>> {
        if !self.space.has_equal_tuples(space) {
            return Ok(None);
        }
        let mut out = Vec::with_capacity(space.n_total());
        for name in space.params() {
            match self.space.find_param(name) {
                Some(at) => out.push(self.coordinates[at].clone()),
                None => {
                    let message = format!("the point has no value for the parameter {name}");
                    return Err(Error::invalid(message));
                }
            }
        }
        out.extend_from_slice(&self.coordinates[self.space.n_param()..]);
        Ok(Some(out))
    }

    /// The space of the point.
    ///
    /// ```
    /// # use presburger::Set;
    /// let s: Set = "{ S[i] : 0 < i < 2 }".parse()?;
    /// assert_eq!(s.points()?[0].space(), s.space());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The value of a parameter or dimension.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let s: Set = "{ S[i] : 0 < i < 2 }".parse()?;
    /// assert_eq!(s.points()?[0].coordinate(Dim::Set(0))?, 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn coordinate(&self, dim: Dim) -> Result<Value> {
        Ok(Value::integer(
            self.coordinates[self.space.column(dim)?].clone(),
        ))
    }

    /// The values of the dimensions, without parameters, as machine integers; `None` if one does
    /// not fit.
    ///
    /// ```
    /// # use presburger::Set;
    /// let s: Set = "{ [1, 2] }".parse()?;
    /// assert_eq!(s.points()?[0].to_i64s(), Some(vec![1, 2]));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn to_i64s(&self) -> Option<Vec<i64>> {
        self.coordinates[self.space.n_param()..]
            .iter()
            .map(Coeff::to_i64)
            .collect()
    }

    /// The set of this point.
    ///
    /// ```
    /// # use presburger::Set;
    /// let s: Set = "{ [1, 2] }".parse()?;
    /// assert!(s.points()?[0].to_set().is_equal(&"{ [1, 2] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn to_set(&self) -> Set {
        Set::from_point(self)
    }
}

/// Points are ordered by their coordinates, parameters first, and by their spaces' texts after
/// that.
impl Ord for Point {
    fn cmp(&self, other: &Point) -> Ordering {
        self.coordinates.cmp(&other.coordinates).then_with(|| {
            if self.space == other.space {
                return Ordering::Equal;
            }
            self.space.to_string().cmp(&other.space.to_string())
        })
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Point) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.space.n_param();
        if n > 0 {
            let values = self.space.params().iter().zip(&self.coordinates);
            let values: Vec<String> = values.map(|(name, v)| format!("{name} = {v}")).collect();
            write!(f, "[{}] -> ", values.join(", "))?;
        }
        match self.space.tuple() {
            None => f.write_str("{ : }"),
            Some(tuple) => {
                f.write_str("{ ")?;
                tuple.write_with(f, &mut self.coordinates[n..].iter().map(Big::to_string))?;
                f.write_str(" }")
            }
        }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = Error;

    /// Reads a set of exactly one point in isl's notation.
    fn from_str(text: &str) -> Result<Point> {
        let set: Set = text.parse()?;
        match set.sample_point()? {
            Some(point) if Set::from_point(&point).is_equal(&set)? => Ok(point),
            _ => Err(Error::invalid(format!("{set} is not a single point"))),
        }
    }
}
