//! The smallest polyhedron around the integer points of a union of conjunctions.
//!
//! A polyhedron that has integer points recedes in the same directions as the hull of these
//! points (Meyer, "On the existence of optimal solutions to integer and mixed-integer programming
//! problems", 1974), and a linear image of the hull is the hull of the image. So the rays and
//! lines of the rational shadow are those of the hull, also when locals have been projected out,
//! and only its vertices have to be found. Where those of the shadow are integer points of the
//! conjunction they are the ones. Otherwise the hull of the points found so far grows: for each of
//! its facets the least value over all integer points is computed; a facet that a point lies
//! beyond is replaced by those through this point, a facet without one is a facet of the result.
//!
//! Example: `{ [i] : 2i = 3j + 1 and 0 <= j <= 6 }`, the points 2, 5 and 8. The shadow is
//! `1 <= 2i <= 19`, without an integral vertex. With 5 as the first point the hull is `i = 5`; the
//! least `i` is 2 and the greatest is 8, and nothing lies beyond `2 <= i <= 8`.

use super::lexopt::minimum_on;
use crate::conj::Conj;
use crate::form::Form;
use crate::linear::Matrix;
use crate::linear::double_description::generators;
use crate::number::{Coeff, Run, negate_row};

/// The smallest polyhedron that contains all integer points (for rational conjunctions: all
/// points); `None` if there are none.
pub(crate) fn polyhedral_hull<T: Coeff>(conjs: &[Conj<T>]) -> Run<Option<Conj<T>>> {
    let Some(first) = conjs.first() else {
        return Ok(None);
    };
    let n = first.n_vis();
    let mut found = Found {
        rays: Matrix::new(1 + n),
        lines: Matrix::new(1 + n),
        open: Vec::new(),
    };
    for conj in conjs {
        found.add(conj)?;
    }
    if found.rays.iter().all(|ray| ray[0].is_zero()) {
        return Ok(None);
    }
    let (eq, ineq) = found.grow()?;
    let mut hull = Conj::universe(n);
    if conjs.iter().any(Conj::is_rational) {
        hull.set_rational();
    }
    hull.eq = eq;
    hull.ineq = ineq;
    hull.simplify()?;
    hull.remove_rational_redundancies()?;
    Ok(Some(hull))
}

/// What is known to be in the hull.
struct Found<'a, T> {
    /// Points (`[denominator | numerators]`) and directions (`[0 | direction]`).
    rays: Matrix<T>,
    lines: Matrix<T>,
    /// The conjunctions that may have points outside of it.
    open: Vec<&'a Conj<T>>,
}

impl<'a, T: Coeff> Found<'a, T> {
    /// Adds the directions of a conjunction and those of its extreme points that are at hand.
    fn add(&mut self, conj: &'a Conj<T>) -> Run<()> {
        let mut shadow = conj.shadow()?;
        shadow.tighten()?;
        // What only the integers make redundant still shapes the hull.
        shadow.remove_rational_redundancies()?;
        if shadow.is_marked_empty() {
            return Ok(());
        }
        let (eq, mut ineq) = shadow.visible_rows();
        ineq.push_zero()[0] = T::one();
        let corners = generators(&eq, &ineq)?;
        let mut inside = Matrix::new(corners.rays.cols());
        let (mut has_point, mut has_all) = (false, true);
        for ray in corners.rays.iter() {
            let is_point = !ray[0].is_zero();
            if !is_point || conj.is_rational() || conj.has_corner(ray)? {
                inside.push(ray);
                has_point |= is_point;
            } else {
                has_all = false;
            }
        }
        if !has_point {
            let Some(point) = conj.sample()? else {
                return Ok(());
            };
            let row = inside.push_zero();
            let n = row.len() - 1;
            row[0] = T::one();
            row[1..].clone_from_slice(&point[..n]);
        }
        self.rays.append(&inside);
        self.lines.append(&corners.lines);
        if !has_all {
            self.open.push(conj);
        }
        Ok(())
    }

    /// Adds points until nothing lies outside; the equalities and inequalities of the hull.
    fn grow(&mut self) -> Run<(Matrix<T>, Matrix<T>)> {
        let mut proved: Vec<Vec<T>> = Vec::new();
        loop {
            let dual = generators(&self.lines, &self.rays)?;
            let mut rows: Vec<Vec<T>> = Vec::new();
            for row in dual.lines.iter() {
                let mut opposite = row.to_vec();
                negate_row(&mut opposite);
                rows.extend([row.to_vec(), opposite]);
            }
            rows.extend(dual.rays.iter().map(<[T]>::to_vec));
            let mut has_grown = false;
            for row in rows {
                if proved.contains(&row) {
                    continue;
                }
                match self.beyond(&row)? {
                    None => proved.push(row),
                    Some(point) => {
                        has_grown = true;
                        self.rays.push(&point);
                    }
                }
            }
            if !has_grown {
                return Ok((dual.lines, dual.rays));
            }
        }
    }

    /// A point that violates `row >= 0`, as far outside as there is one.
    fn beyond(&self, row: &[T]) -> Run<Option<Vec<T>>> {
        let floors = Matrix::new(1 + row.len());
        let form = Form::from_row(floors, row.to_vec(), T::one());
        let mut best: Option<(T, &Conj<T>)> = None;
        for &conj in &self.open {
            let Some(least) = minimum_on(conj, &form)? else {
                continue;
            };
            if least.is_neg() && best.as_ref().is_none_or(|(value, _)| least < *value) {
                best = Some((least, conj));
            }
        }
        let Some((least, conj)) = best else {
            return Ok(None);
        };
        let mut face = conj.clone();
        let mut equality = row.to_vec();
        equality[0] = equality[0].sub(&least)?;
        equality.resize_with(face.cols(), T::zero);
        face.eq.push(&equality);
        let point = face.sample()?.expect("the least value is taken somewhere");
        let coordinates = point[..row.len() - 1].iter().cloned();
        Ok(Some(std::iter::once(T::one()).chain(coordinates).collect()))
    }
}

impl<T: Coeff> Conj<T> {
    /// Whether a corner of the shadow is an integer point of the conjunction.
    fn has_corner(&self, corner: &[T]) -> Run<bool> {
        if !corner[0].is_one() {
            return Ok(false);
        }
        if self.n_local() == 0 {
            return Ok(true);
        }
        let mut at = self.clone();
        at.conjoin(&Conj::point(&corner[1..]))?;
        Ok(!at.is_empty()?)
    }
}
