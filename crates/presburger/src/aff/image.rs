//! Preimages and graphs: what a tuple of forms does to relations.

use super::expr::{Expr, FormWidth};
use crate::conj::{Column, Conj};
use crate::error::{Result, Stop, exact};
use crate::form::Form;
use crate::linear::Matrix;
use crate::number::{Coeff, Run};
use crate::relation::{Relation, Width, union};
use crate::space::Space;

/// The points of `space` whose image under `with` is in `relation`: every coordinate `v` of the
/// relation is replaced by `with[v]`, a form over the coordinates of `space`.
///
/// A point whose image is not integral has no image in `relation`, which is a set of integer
/// points: for every form with a denominator the result says that it divides. (Rational relations
/// take the image as it is.)
pub(crate) fn preimage(relation: &Relation, space: &Space, with: &[Expr]) -> Result<Relation> {
    if with.iter().any(Expr::is_nan) {
        return Ok(Relation::empty(space.clone()));
    }
    let n_vis = space.n_total();
    let parts = exact!(T => {
        let forms = with
            .iter()
            .map(|e| Ok(<T as FormWidth>::form(e)?.into_owned()))
            .collect::<Run<Vec<Form<T>>>>()?;
        let image = Image::new(n_vis, &forms)?;
        let mut out = Vec::new();
        for conj in <T as Width>::load(&relation.parts)?.iter() {
            union::push_new(&mut out, image.preimage(conj)?);
        }
        Ok::<_, Stop>(<T as Width>::store(out))
    })?;
    Ok(Relation {
        space: space.clone(),
        parts,
    })
}

/// Forms over a common list of floors.
struct Image<T> {
    n_vis: usize,
    /// Holds the floors of all forms.
    floors: Form<T>,
    /// `[const | variables | floors]` and the denominator.
    rows: Vec<(Vec<T>, T)>,
}

impl<T: Coeff> Image<T> {
    fn new(n_vis: usize, forms: &[Form<T>]) -> Run<Image<T>> {
        let mut floors = Form::constant(n_vis, T::zero());
        let maps: Vec<Vec<usize>> = forms.iter().map(|form| floors.adopt(form)).collect();
        let mut rows = Vec::with_capacity(forms.len());
        for (form, map) in forms.iter().zip(&maps) {
            let mut row = vec![T::zero(); 1 + n_vis + floors.n_floor()];
            row[..1 + n_vis].clone_from_slice(&form.row[..1 + n_vis]);
            for (k, value) in form.row[1 + n_vis..].iter().enumerate() {
                let at = 1 + n_vis + map[k];
                row[at] = row[at].add(value)?;
            }
            rows.push((row, form.den.clone()));
        }
        Ok(Image {
            n_vis,
            floors,
            rows,
        })
    }

    fn preimage(&self, conj: &Conj<T>) -> Run<Conj<T>> {
        debug_assert_eq!(conj.n_vis(), self.rows.len());
        let mut out = Conj::universe(self.n_vis);
        if conj.is_marked_empty() {
            out.mark_empty();
            return Ok(out);
        }
        if conj.is_rational() {
            out.set_rational();
        }
        let n_floor = self.floors.n_floor();
        out.add_locals(n_floor + conj.n_local());
        for (k, def) in self.floors.floors.iter().enumerate() {
            out.div.row_mut(k)[..def.len()].clone_from_slice(def);
        }
        for k in 0..conj.n_local() {
            let def = conj.div.row(k);
            if !def[0].is_zero() {
                let (row, scale) = self.replace(&def[1..], conj)?;
                let target = out.div.row_mut(n_floor + k);
                target[0] = def[0].mul(&scale)?;
                target[1..].clone_from_slice(&row);
            }
        }
        for k in 0..out.n_local() {
            if out.is_known(k) {
                out.add_floor_bounds(k)?;
            }
        }
        if !conj.is_rational() {
            self.require_integers(&mut out)?;
        }
        let place = |mut row: Vec<T>| {
            row.resize_with(out.cols(), T::zero);
            row
        };
        let mut eq = Matrix::new(out.cols());
        let mut ineq = Matrix::new(out.cols());
        for row in conj.eq.iter() {
            eq.push(&place(self.replace(row, conj)?.0));
        }
        for row in conj.ineq.iter() {
            // The bounds of floors have been written anew, sharper where the image is rational.
            if !conj.is_floor_bound(row)? {
                ineq.push(&place(self.replace(row, conj)?.0));
            }
        }
        out.eq.append(&eq);
        out.ineq.append(&ineq);
        out.simplify()?;
        Ok(out)
    }

    /// Every form is an integer: `row = den * ⌊row / den⌋`.
    fn require_integers(&self, out: &mut Conj<T>) -> Run<()> {
        for (row, den) in self.rows.iter().filter(|(_, den)| !den.is_one()) {
            let mut wide = row.clone();
            wide.resize_with(out.cols(), T::zero);
            let k = out.add_floor(den, &wide)?;
            wide.resize_with(out.cols(), T::zero);
            wide[out.local_col(k)] = den.neg();
            out.eq.push(&wide);
        }
        Ok(())
    }

    /// A row of `conj` over the columns of the preimage, and the positive factor it was scaled by.
    fn replace(&self, row: &[T], conj: &Conj<T>) -> Run<(Vec<T>, T)> {
        let n_floor = self.floors.n_floor();
        let width = 1 + self.n_vis + n_floor;
        let mut scale = T::one();
        for (v, (_, den)) in self.rows.iter().enumerate() {
            if !row[1 + v].is_zero() {
                scale = scale.lcm(den)?;
            }
        }
        let mut out = vec![T::zero(); width];
        out[0] = row[0].mul(&scale)?;
        for (v, (image, den)) in self.rows.iter().enumerate() {
            if !row[1 + v].is_zero() {
                let factor = row[1 + v].mul(&scale.div_exact(den))?;
                T::combine(&mut out, &T::one(), image, &factor)?;
            }
        }
        for value in &row[1 + conj.n_vis()..] {
            out.push(value.mul(&scale)?);
        }
        Ok((out, scale))
    }
}

/// The graph of `values` over `domain`, in `space`: the coordinates of the domain followed by one
/// for each value. A value that is not an integer has no point in the graph, NaN neither.
pub(crate) fn graph(domain: &Relation, values: &[Expr], space: &Space) -> Result<Relation> {
    if values.iter().any(Expr::is_nan) {
        return Ok(Relation::empty(space.clone()));
    }
    let (n, n_out) = (domain.space.n_total(), values.len());
    let columns: Vec<usize> = (0..n).collect();
    let mut order: Vec<Column> = columns.iter().map(|&c| Column::Old(c)).collect();
    order.resize(n + n_out, Column::Fresh);
    let parts = exact!(T => {
        let mut conditions: Conj<T> = Conj::universe(n + n_out);
        for (i, value) in values.iter().enumerate() {
            let form = <T as FormWidth>::form(value)?.renumber(n + n_out, &columns);
            let image = Form::variable(n + n_out, n + i);
            conditions.conjoin(&form.sub(&image)?.zero_set()?)?;
        }
        let mut out = Vec::new();
        for conj in <T as Width>::load(&domain.parts)?.iter() {
            let mut graph = conj.rearrange(&order);
            graph.conjoin(&conditions)?;
            graph.simplify()?;
            union::push_new(&mut out, graph);
        }
        Ok::<_, Stop>(<T as Width>::store(out))
    })?;
    Ok(Relation {
        space: space.clone(),
        parts,
    })
}
