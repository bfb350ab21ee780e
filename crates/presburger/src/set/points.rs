//! The points of a set: one, all, how many.

use super::Set;
use crate::basic::BasicSet;
use crate::error::Result;
use crate::point::Point;
use crate::relation::Relation;
use crate::value::Value;

impl Set {
    /// Some point, parameter values included; `None` if there is none.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : 3i + 5j = 1 and 0 <= i < 5 }".parse()?;
    /// assert!(a.sample_point()?.is_some_and(|point| a.contains(&point) == Ok(true)));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sample_point(&self) -> Result<Option<Point>> {
        Ok(self
            .0
            .sample()?
            .map(|c| Point::from_coordinates(self.space().clone(), c)))
    }

    /// A set of one point of this set, or the empty set.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 7 < 4i < 9 }".parse()?;
    /// assert!(a.sample()?.to_set().is_equal(&"{ [2] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sample(&self) -> Result<BasicSet> {
        let space = self.space().clone();
        Ok(BasicSet::from_relation(match self.0.sample()? {
            None => Relation::empty(space),
            Some(point) => Relation::singleton(space, &point),
        }))
    }

    /// Whether the point is in the set. The point must have a value for each parameter.
    ///
    /// ```
    /// # use presburger::{Point, Set};
    /// let a: Set = "{ [i, j] : 0 <= i <= j }".parse()?;
    /// assert!(a.contains(&Point::new(a.space().clone(), [1, 2])?)?);
    /// assert!(!a.contains(&Point::new(a.space().clone(), [2, 1])?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn contains(&self, point: &Point) -> Result<bool> {
        match point.aligned_to(self.space())? {
            None => Ok(false),
            Some(coordinates) => self.0.contains(&coordinates),
        }
    }

    /// Calls `visit` with every point once until it returns false. Fails with
    /// [`Unbounded`](crate::Error::Unbounded) if a coordinate or parameter has no bounds.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 <= i < 10 }".parse()?;
    /// let mut sum = 0;
    /// a.for_each_point(|point| { sum += point.to_i64s().unwrap()[0]; true })?;
    /// assert_eq!(sum, 45);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn for_each_point(&self, mut visit: impl FnMut(Point) -> bool) -> Result<()> {
        self.0.for_each_point(&mut |coordinates| {
            visit(Point::from_coordinates(
                self.space().clone(),
                coordinates.to_vec(),
            ))
        })
    }

    /// All points of a bounded set in lexicographic order.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : 0 <= i <= j <= 1 }".parse()?;
    /// let points: Vec<_> = a.points()?.iter().filter_map(|p| p.to_i64s()).collect();
    /// assert_eq!(points, [[0, 0], [0, 1], [1, 1]]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn points(&self) -> Result<Vec<Point>> {
        let mut points = Vec::new();
        self.for_each_point(|point| {
            points.push(point);
            true
        })?;
        points.sort();
        Ok(points)
    }

    /// Number of points of a bounded set; parameters count as coordinates. It takes time with the
    /// shape of the set, not with the number of its points. As a function of the parameters it is
    /// [`card`](Set::card).
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : 0 <= i <= j < 10 }".parse()?;
    /// assert_eq!(a.count()?, 55);
    /// let b: Set = "{ [i, j, k] : 0 <= i <= j <= k < 1000000 }".parse()?;
    /// assert_eq!(b.count()?.to_string(), "166667166667000000");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn count(&self) -> Result<Value> {
        Ok(Value::integer(self.0.count()?))
    }
}
