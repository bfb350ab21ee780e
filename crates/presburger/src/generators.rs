//! Polyhedra by their generators: what points, rays and lines a set is made of.

use crate::error::{Error, Result, exact};
use crate::linear::Matrix;
use crate::linear::double_description::generators;
use crate::map::Map;
use crate::number::{Big, Coeff, Run};
use crate::relation::hull::hull_generators;
use crate::relation::{Relation, Width};
use crate::set::Set;
use crate::value::Value;

/// The rays and lines that generate a polyhedral cone: its elements are the sums `Σ λ r + Σ μ l` with
/// `λ >= 0`. All numbers are integers without a common factor.
///
/// A polyhedron is the cone of all `[t | x]` such that `x / t` is in it, or `t = 0` and `x` is one of
/// its directions: a ray with `t > 0` is the point `x / t`. What holds for all of a polyhedron is what
/// holds for its generators: an affine form is non-negative on it if and only if its homogeneous form
/// is non-negative on the rays, and zero on the lines (the affine form of Farkas' lemma).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generators {
    /// Used with factors that are not negative.
    pub rays: Vec<Vec<Value>>,
    /// Used with any factors.
    pub lines: Vec<Vec<Value>>,
}

impl Generators {
    /// The generators of the dual cone, `{ f : f · r >= 0 and f · l = 0 }`, a minimal set of them; rows
    /// have `dimension` entries. The dual of the dual are the same generators without redundant ones.
    ///
    /// ```
    /// # use presburger::{Generators, Value};
    /// let row = |row: [i64; 2]| row.map(Value::from).to_vec();
    /// let rays = vec![row([1, 0]), row([1, 1]), row([1, 2])];
    /// let cone = Generators { rays, lines: vec![] };
    /// let minimal = cone.dual(2)?.dual(2)?;
    /// assert_eq!(minimal.rays.len(), 2);
    /// assert!(!minimal.rays.contains(&row([1, 1])));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn dual(&self, dimension: usize) -> Result<Generators> {
        let integers = |rows: &[Vec<Value>]| -> Result<Vec<Vec<Big>>> {
            if rows.iter().any(|row| row.len() != dimension) {
                let message = format!("a generator does not have {dimension} entries");
                return Err(Error::invalid(message));
            }
            let rows = rows.iter();
            rows.map(|row| row.iter().map(Value::to_integer).collect())
                .collect()
        };
        let (rays, lines) = (integers(&self.rays)?, integers(&self.lines)?);
        Ok(exact!(T => {
            let lines = matrix::<T>(&lines, dimension)?;
            let rays = matrix::<T>(&rays, dimension)?;
            let found = generators(&lines, &rays)?;
            Ok::<_, crate::error::Stop>(listed(&found.rays, &found.lines))
        })?)
    }
}

impl Set {
    /// Generators of the convex hull of the rational relaxations, existentials projected out: rows
    /// `[t | parameters… | dimensions…]`. Those of several conjunctions together may not be minimal. An
    /// empty set has no ray with `t > 0`.
    ///
    /// ```
    /// # use presburger::{Set, Value};
    /// let set: Set = "[N] -> { [i] : 0 <= i < N }".parse()?;
    /// let rays = set.generators()?.rays;
    /// let row = |row: [i64; 3]| row.map(Value::from).to_vec();
    /// let expected = [row([0, 1, 0]), row([0, 1, 1]), row([1, 1, 0])];
    /// assert!(rays.len() == 3 && expected.iter().all(|ray| rays.contains(ray)));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn generators(&self) -> Result<Generators> {
        of_relation(&self.0)
    }
}

impl Map {
    /// Generators of the convex hull of the rational relaxations, see [`Set::generators`]: rows
    /// `[t | parameters… | domain… | range…]`.
    ///
    /// ```
    /// # use presburger::{Map, Value};
    /// let map: Map = "{ [i] -> [i + 2] : i >= 0 }".parse()?;
    /// let rays = map.generators()?.rays;
    /// let row = |row: [i64; 3]| row.map(Value::from).to_vec();
    /// let expected = [row([0, 1, 1]), row([1, 0, 2])];
    /// assert!(rays.len() == 2 && expected.iter().all(|ray| rays.contains(ray)));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn generators(&self) -> Result<Generators> {
        of_relation(&self.0)
    }
}

fn of_relation(relation: &Relation) -> Result<Generators> {
    let n = relation.space.n_total();
    Ok(exact!(T => {
        let found = hull_generators(n, &<T as Width>::load(&relation.parts)?)?;
        Ok::<_, crate::error::Stop>(listed(&found.rays, &found.lines))
    })?)
}

fn listed<T: Coeff>(rays: &Matrix<T>, lines: &Matrix<T>) -> Generators {
    let rows = |rows: &Matrix<T>| {
        let value = |value: &T| Value::integer(value.to_big());
        let rows = rows.iter().map(|row| row.iter().map(value).collect());
        rows.collect::<Vec<Vec<Value>>>()
    };
    Generators {
        rays: rows(rays),
        lines: rows(lines),
    }
}

fn matrix<T: Coeff>(rows: &[Vec<Big>], dimension: usize) -> Run<Matrix<T>> {
    let mut matrix = Matrix::with_capacity(dimension, rows.len());
    for row in rows {
        let row: Vec<T> = row.iter().map(T::from_big).collect::<Run<_>>()?;
        matrix.push(&row);
    }
    Ok(matrix)
}
