//! The smallest affine, and small convex, sets around a union of conjunctions.

use super::integer_hull::polyhedral_hull;
use super::subtract::with_known_locals;
use super::{Relation, Width};
use crate::budget;
use crate::conj::Conj;
use crate::error::{Error, Result, exact};
use crate::linear::double_description::{Generators, generators};
use crate::linear::echelon;
use crate::linear::tableau::Optimum;
use crate::linear::{Matrix, Tableau};
use crate::number::{Coeff, Run, dot, negate_row};
use crate::space::{Name, Space, Tuple};

impl Relation {
    /// The smallest affine relation with all integer points.
    pub(crate) fn affine_hull(&self) -> Result<Relation> {
        let parts = exact!(T => {
            Ok(T::store(affine_hull(&<T as Width>::load(&self.parts)?)?.into_iter().collect()))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }

    /// One conjunction of constraints parallel to those of the relation.
    pub(crate) fn simple_hull(&self, shift: Shift) -> Result<Relation> {
        let parts = exact!(T => {
            let hull = simple_hull(&<T as Width>::load(&self.parts)?, shift)?;
            Ok(T::store(hull.into_iter().collect()))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }

    /// The smallest polyhedron with all integer points.
    pub(crate) fn polyhedral_hull(&self) -> Result<Relation> {
        let parts = exact!(T => {
            let hull = polyhedral_hull(&<T as Width>::load(&self.parts)?)?;
            Ok(T::store(hull.into_iter().collect()))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }

    /// The coefficients of the affine forms that are not negative on a basic set, as a set of
    /// `coefficients[[constant, parameters…] -> [dimensions…]]`.
    pub(crate) fn coefficients(&self) -> Result<Relation> {
        let Some(tuple) = self.space.tuple().filter(|_| self.space.is_set()) else {
            return Err(Error::invalid("coefficients are those of forms on a set"));
        };
        let named = |name: &Name| -> Name { format!("c_{name}").into() };
        let fixed = std::iter::once(Name::from("c_cst"))
            .chain(self.space.params().iter().map(named))
            .map(Some);
        let pair = Tuple::pair(
            Tuple::from_dims(None, fixed.collect()),
            tuple.rename_dims(&named),
        );
        let space = Space::set(Vec::new(), pair.with_name(Some("coefficients")));
        let parts = exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            let mut cone = Conj::universe(space.n_total());
            cone.set_rational();
            for conj in conjs.iter() {
                cone = cone.intersect(&coefficients(conj)?)?;
            }
            Ok(T::store(vec![cone]))
        })?;
        Ok(Relation { space, parts })
    }

    /// The set whose non-negative forms have coefficients in this one: the inverse of
    /// [`Relation::coefficients`].
    pub(crate) fn solutions(&self) -> Result<Relation> {
        let Some((fixed, free)) = self.space.tuple().and_then(Tuple::as_pair) else {
            return Err(Error::invalid(
                "solutions are taken of a set made by coefficients",
            ));
        };
        if !self.space.params().is_empty() || fixed.is_empty() {
            return Err(Error::invalid(
                "coefficients have a constant and no parameters",
            ));
        }
        let bare = |name: &Name| Name::from(name.strip_prefix("c_").unwrap_or(name));
        let params = fixed.dim_names()[1..]
            .iter()
            .enumerate()
            .map(|(i, name)| name.as_ref().map_or_else(|| format!("p{i}").into(), bare))
            .collect();
        let space = Space::set(params, free.rename_dims(&bare));
        let parts = exact!(T => {
            let mut out = Conj::universe(space.n_total());
            out.set_rational();
            for cone in <T as Width>::load(&self.parts)?.iter() {
                out = out.intersect(&solutions(cone)?)?;
            }
            Ok(T::store(vec![out]))
        })?;
        Ok(Relation { space, parts })
    }
}

/// The smallest affine set that contains all integer points; `None` if there are none.
pub(crate) fn affine_hull<T: Coeff>(conjs: &[Conj<T>]) -> Run<Option<Conj<T>>> {
    let Some(points) = hull_points(conjs)? else {
        return Ok(None);
    };
    let mut hull = Conj::universe(points[0].len());
    for row in equations_through(&points)?.iter() {
        hull.eq.push(row);
    }
    hull.simplify()?;
    Ok(Some(hull))
}

/// Integer points of the union with the same affine hull as all of them; `None` if there are
/// none.
///
/// The hull of the points found so far grows: for each of its equations one looks for a point off
/// it, on either side; an equation without such a point holds everywhere. The rational relaxation
/// often tells: it has no such point, or a corner of it is one.
pub(super) fn hull_points<T: Coeff>(conjs: &[Conj<T>]) -> Run<Option<Vec<Vec<T>>>> {
    let Some(first) = conjs.first() else {
        return Ok(None);
    };
    let n = first.n_vis();
    let mut points: Vec<Vec<T>> = Vec::new();
    let mut tabs = Vec::with_capacity(conjs.len());
    for conj in conjs {
        let tab = conj.tableau()?;
        let point = match tab.is_empty() {
            true => None,
            false => match tab.integer_sample() {
                None => conj.sample()?,
                corner => corner,
            },
        };
        points.extend(point.map(|point| point[..n].to_vec()));
        tabs.push(tab);
    }
    if points.is_empty() {
        return Ok(None);
    }
    if let ([conj], [_]) = (conjs, &points[..])
        && conj.eq.is_empty()
        && conj.n_local() == 0
    {
        add_neighbours(conj, &mut points)?;
    }
    let mut equations = equations_through(&points)?;
    let mut proved: Vec<Vec<T>> = Vec::new();
    loop {
        let open = equations
            .iter()
            .find(|row| !proved.iter().any(|p| p == row));
        let Some(equation) = open.map(<[T]>::to_vec) else {
            return Ok(Some(points));
        };
        let mut off = None;
        for (conj, tab) in conjs.iter().zip(&mut tabs) {
            off = point_off(conj, tab, &equation)?;
            if off.is_some() {
                break;
            }
        }
        match off {
            Some(point) => {
                points.push(point[..n].to_vec());
                equations = equations_through(&points)?;
            }
            None => proved.push(equation),
        }
    }
}

/// Adds, for each coordinate, a point that differs from one of the points in it by one, if there
/// is one: what takes only a look at the constraints need not be searched for.
fn add_neighbours<T: Coeff>(conj: &Conj<T>, points: &mut Vec<Vec<T>>) -> Run<()> {
    let n = conj.n_vis();
    let values = |point: &[T]| -> Run<Vec<T>> {
        let value = |row: &[T]| -> Run<T> { row[0].add(&dot(&row[1..], point)?) };
        conj.ineq.iter().map(value).collect()
    };
    let mut slacks = vec![values(&points[0])?];
    let mut open: Vec<usize> = (0..n).collect();
    let mut from = 0;
    while from < points.len() && !open.is_empty() {
        budget::spend(T::COST * conj.ineq.rows())?;
        let mut left = Vec::with_capacity(open.len());
        for &v in &open {
            let stays = |up: bool| {
                let mut rows = slacks[from].iter().zip(conj.ineq.iter());
                rows.all(|(slack, row)| match (up, row[1 + v].signum()) {
                    (true, -1) => *slack >= row[1 + v].neg(),
                    (false, 1) => *slack >= row[1 + v],
                    _ => true,
                })
            };
            let step = match (stays(true), stays(false)) {
                (true, _) => T::one(),
                (false, true) => T::one().neg(),
                _ => {
                    left.push(v);
                    continue;
                }
            };
            let mut point = points[from].clone();
            point[v] = point[v].add(&step)?;
            slacks.push(values(&point)?);
            points.push(point);
        }
        open = left;
        from += 1;
    }
    Ok(())
}

/// A point of `conj`, whose tableau is `tab`, that does not satisfy `equation` (over the visible
/// variables).
fn point_off<T: Coeff>(
    conj: &Conj<T>,
    tab: &mut Tableau<T>,
    equation: &[T],
) -> Run<Option<Vec<T>>> {
    if tab.is_empty() {
        return Ok(None);
    }
    let mut row = equation.to_vec();
    row.resize_with(conj.cols(), T::zero);
    let mut undecided = Vec::new();
    for _ in 0..2 {
        if !tab.implies(&row)? {
            if let Some(corner) = tab.integer_sample()
                && row[0].add(&dot(&row[1..], &corner)?)?.is_neg()
            {
                return Ok(Some(corner));
            }
            undecided.push(row.clone());
        }
        negate_row(&mut row);
    }
    for mut below in undecided {
        negate_row(&mut below);
        below[0] = below[0].sub(&T::one())?;
        let mut part = conj.clone();
        part.ineq.push(&below);
        if let Some(point) = part.sample()? {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

/// Independent equations `[const | coefficients]` of the affine hull of some points.
pub(crate) fn equations_through<T: Coeff>(points: &[Vec<T>]) -> Run<Matrix<T>> {
    let n = points[0].len();
    // The row vectors orthogonal to all homogenised points.
    let mut rows = Matrix::new(1 + n);
    for point in points {
        let row = rows.push_zero();
        row[0] = T::one();
        row[1..].clone_from_slice(point);
    }
    let form = echelon::echelon(&rows)?;
    let mut equations = Matrix::from_rows(
        1 + n,
        (form.rank..1 + n).map(|i| form.basis.row(i).to_vec()),
    );
    // In echelon form from the last column, so that the same hull gives the same equations.
    let mut conj = Conj::universe(n);
    conj.eq = equations.clone();
    if conj.gauss()? {
        equations = conj.eq;
    }
    Ok(equations)
}

/// How the constants of a hull's constraints are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shift {
    /// As far as all conjunctions reach.
    Allowed,
    /// Only constraints that hold as they are.
    Forbidden,
}

/// The intersection of all constraints, parallel to those of the conjunctions, that hold for the
/// whole union. `None` if it has no points.
pub(crate) fn simple_hull<T: Coeff>(conjs: &[Conj<T>], shift: Shift) -> Run<Option<Conj<T>>> {
    let mut parts = Vec::with_capacity(conjs.len());
    for mut conj in with_known_locals(conjs)? {
        conj.remove_redundancies()?;
        if !conj.is_empty()? {
            parts.push(conj);
        }
    }
    let Some(first) = parts.first() else {
        return Ok(None);
    };
    if parts.len() == 1 {
        return Ok(parts.pop());
    }
    let n = first.n_vis();
    let mut hull: Conj<T> = Conj::universe(n);
    let mut maps = Vec::with_capacity(parts.len());
    for part in &parts {
        maps.push(hull.adopt_locals(part)?);
    }
    for k in 0..hull.n_local() {
        hull.add_floor_bounds(k)?;
    }
    let mut tabs = Vec::with_capacity(parts.len());
    let mut candidates: Vec<Vec<T>> = Vec::new();
    for (part, map) in parts.iter().zip(&maps) {
        let mut full = hull.clone();
        for row in part.eq.iter() {
            let row = hull.translate(row, 0, part, map).into_owned();
            full.eq.push(&row);
            let mut negated = row.clone();
            negate_row(&mut negated);
            candidates.push(row);
            candidates.push(negated);
        }
        for row in part.ineq.iter() {
            let floor_bound = part.is_floor_bound(row)?;
            let row = hull.translate(row, 0, part, map);
            full.ineq.push(&row);
            if !floor_bound {
                candidates.push(row.into_owned());
            }
        }
        // With what integrality says: `n = 4e - 1` and `4q <= n` is `q < e`.
        tabs.push(full.sharpened()?.tableau()?);
    }
    for mut row in candidates {
        let mut valid = true;
        for tab in &mut tabs {
            match tab.minimum(&row)? {
                Optimum::Empty => {}
                Optimum::Unbounded => valid = false,
                Optimum::Value(num, den) => {
                    let low = num.div_ceil(&den);
                    if low.is_neg() {
                        if shift == Shift::Forbidden {
                            valid = false;
                        } else {
                            row[0] = row[0].sub(&low)?;
                        }
                    }
                }
            }
            if !valid {
                break;
            }
        }
        if valid {
            hull.ineq.push(&row);
        }
    }
    hull.simplify()?;
    hull.remove_redundancies()?;
    hull.simplify()?;
    Ok(Some(hull))
}

/// Generators of the convex hull of the rational relaxations over `n` visible variables, locals
/// projected out: rows `[t | x]`. Those of all parts together generate the hull.
pub(crate) fn hull_generators<T: Coeff>(n: usize, conjs: &[Conj<T>]) -> Run<Generators<T>> {
    let mut rays = Matrix::new(1 + n);
    let mut lines = Matrix::new(1 + n);
    for conj in conjs {
        let mut shadow = conj.shadow()?;
        shadow.tighten()?;
        // What only the integers make redundant still shapes the hull.
        shadow.remove_rational_redundancies()?;
        if shadow.is_marked_empty() {
            continue;
        }
        let (eq, mut ineq) = shadow.visible_rows();
        ineq.push_zero()[0] = T::one();
        let found = generators(&eq, &ineq)?;
        rays.append(&found.rays);
        lines.append(&found.lines);
    }
    Ok(Generators { rays, lines })
}

/// The cone of all `[const | coefficients]` with `const + coefficients · x >= 0` on the rational
/// points of a conjunction (Farkas): a conjunction over `1 + n` variables.
pub(crate) fn coefficients<T: Coeff>(conj: &Conj<T>) -> Run<Conj<T>> {
    let n = conj.n_vis();
    let mut cone = Conj::universe(1 + n);
    cone.set_rational();
    let mut shadow = conj.shadow()?;
    shadow.tighten()?;
    if shadow.is_marked_empty() || shadow.tableau()?.is_empty() {
        return Ok(cone);
    }
    let (eq, mut ineq) = shadow.visible_rows();
    ineq.push_zero()[0] = T::one();
    let found = generators(&eq, &ineq)?;
    cone.eq = homogeneous(&found.lines);
    cone.ineq = homogeneous(&found.rays);
    cone.simplify()?;
    cone.remove_redundancies()?;
    Ok(cone)
}

/// The points `x` with `const + coefficients · x >= 0` for all members of a cone of coefficients:
/// the inverse of [`coefficients`].
pub(crate) fn solutions<T: Coeff>(cone: &Conj<T>) -> Run<Conj<T>> {
    let n = cone.n_vis() - 1;
    let mut out = Conj::universe(n);
    out.set_rational();
    if cone.is_marked_empty() || cone.tableau()?.is_empty() {
        return Ok(out);
    }
    let strip = |m: &Matrix<T>| {
        let mut m = m.clone();
        m.drop_cols(0, 1);
        m
    };
    let (eq, ineq) = cone.visible_rows();
    let found = generators(&strip(&eq), &strip(&ineq))?;
    out.eq = found.lines;
    out.ineq = found.rays;
    out.simplify()?;
    out.remove_redundancies()?;
    Ok(out)
}

fn homogeneous<T: Coeff>(rows: &Matrix<T>) -> Matrix<T> {
    let mut out = rows.clone();
    out.insert_cols(0, 1);
    out
}

impl<T: Coeff> Conj<T> {
    /// Equalities and inequalities over the visible variables, which must be all that is used.
    pub(crate) fn visible_rows(&self) -> (Matrix<T>, Matrix<T>) {
        let cols: Vec<usize> = (0..=self.n_vis()).collect();
        (self.eq.select_cols(&cols), self.ineq.select_cols(&cols))
    }
}
