//! What is known of the parameters while a parametric problem is solved.
//!
//! The context is a conjunction over the parameters. It answers which signs an
//! affine form of the parameters takes on its integer points. Points that were found on the way
//! are kept: most questions are answered by looking at them.

use crate::conj::Conj;
use crate::linear::{Matrix, Tableau};
use crate::number::{Coeff, Run, dot, is_zero_row, negate_row};
use crate::relation::hull::equations_through;

/// The signs an affine form takes on the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Never negative.
    NonNegative,
    /// Always negative.
    Negative,
    /// Both occur.
    Any,
}

#[derive(Clone, Debug)]
pub(crate) struct Context<T: Coeff> {
    conj: Conj<T>,
    tab: Tableau<T>,
    /// Integer points of `conj`, locals included.
    points: Vec<Vec<T>>,
    /// Floors added since the context was last restricted.
    fresh_floors: usize,
    /// Whether the equalities that hold on all points have been looked for since then.
    searched: bool,
}

/// So many floors in one context are normal; with more it is worth asking whether the parameters
/// they are of have fixed values.
const PATIENCE: usize = 2;

/// More points than this are not worth evaluating.
const KEEP: usize = 24;

impl<T: Coeff> Context<T> {
    /// `None` if the conjunction has no points.
    pub(crate) fn new(conj: Conj<T>) -> Run<Option<Context<T>>> {
        let Some(point) = conj.sample()? else {
            return Ok(None);
        };
        let tab = conj.tableau()?;
        Ok(Some(Context {
            conj,
            tab,
            points: vec![point],
            fresh_floors: 0,
            searched: false,
        }))
    }

    pub(crate) fn conj(&self) -> &Conj<T> {
        &self.conj
    }

    /// Number of parameters and locals.
    pub(crate) fn width(&self) -> usize {
        self.conj.n_total()
    }

    /// The signs of `[const | parameters | locals]`.
    pub(crate) fn sign(&mut self, form: &[T]) -> Run<Sign> {
        if is_zero_row(&form[1..]) {
            return Ok(if form[0].is_neg() {
                Sign::Negative
            } else {
                Sign::NonNegative
            });
        }
        let (mut negative, mut nonnegative) = (false, false);
        for point in &self.points {
            if form[0].add(&dot(&form[1..], point)?)?.is_neg() {
                negative = true;
            } else {
                nonnegative = true;
            }
            if negative && nonnegative {
                return Ok(Sign::Any);
            }
        }
        let mut opposite = form.to_vec();
        negate_row(&mut opposite);
        opposite[0] = opposite[0].sub(&T::one())?;
        if !negative {
            negative = self.can_satisfy(&opposite, form)?;
        }
        if !nonnegative {
            nonnegative = self.can_satisfy(form, &opposite)?;
        }
        Ok(match (negative, nonnegative) {
            (true, true) => Sign::Any,
            (true, false) => Sign::Negative,
            (false, _) => Sign::NonNegative,
        })
    }

    /// Whether some integer point has `form >= 0`; `opposite` is `-form - 1`.
    fn can_satisfy(&mut self, form: &[T], opposite: &[T]) -> Run<bool> {
        if self.tab.implies(opposite)? {
            return Ok(false);
        }
        let mut conj = self.conj.clone();
        conj.ineq.push(form);
        match conj.sample()? {
            None => Ok(false),
            Some(point) => {
                if self.points.len() < KEEP {
                    self.points.push(point);
                }
                Ok(true)
            }
        }
    }

    /// Restricts the context to `form >= 0`, which some point must satisfy.
    pub(crate) fn restrict(&mut self, form: &[T]) -> Run<()> {
        let mut kept = Vec::with_capacity(self.points.len());
        for point in self.points.drain(..) {
            if !form[0].add(&dot(&form[1..], &point)?)?.is_neg() {
                kept.push(point);
            }
        }
        self.points = kept;
        self.searched = false;
        self.fresh_floors = 0;
        self.conj.ineq.push(form);
        self.tab.add_ineq(form)?;
        if self.points.is_empty() {
            let point = self.conj.sample()?;
            self.points
                .push(point.expect("the caller saw that the restriction has points"));
        }
        Ok(())
    }

    /// Adds the local `⌊row / denominator⌋`; returns its position among the locals and whether it
    /// is new.
    pub(crate) fn add_floor(&mut self, denominator: &T, row: &[T]) -> Run<(usize, bool)> {
        let before = self.conj.n_local();
        let k = self.conj.add_floor(denominator, row)?;
        if self.conj.n_local() == before {
            return Ok((k, false));
        }
        for point in &mut self.points {
            let value = row[0].add(&dot(&row[1..], point)?)?.div_floor(denominator);
            point.push(value);
        }
        self.tab = self.conj.tableau()?;
        self.fresh_floors += 1;
        Ok((k, true))
    }

    /// Makes the equalities that hold on all integer points explicit and returns all of them, in
    /// echelon form from the last column. That is work: `None` if it was done for this context
    /// already, or if there are only a few floors yet, which tell of no trouble. Unknown locals, and floors of them, do not take part.
    pub(crate) fn find_equalities(&mut self) -> Run<Option<Matrix<T>>> {
        if self.searched || self.fresh_floors < PATIENCE {
            return Ok(None);
        }
        self.searched = true;
        // Columns of the parameters and of the floors they determine: an equality with any other
        // local would bring it into values, which must be functions of the parameters.
        let n = self.conj.n_vis();
        let mut cols: Vec<usize> = (0..n).collect();
        for k in 0..self.conj.n_local() {
            let mut inner = self.conj.div.row(k)[2 + n..].iter().enumerate();
            if self.conj.is_known(k) && inner.all(|(j, a)| a.is_zero() || cols.contains(&(n + j))) {
                cols.push(n + k);
            }
        }
        let mut seen: Vec<Vec<T>> = self.points.iter().map(|p| select(p, &cols)).collect();
        let mut proved: Vec<Vec<T>> = Vec::new();
        let mut equations = equations_through(&seen)?;
        loop {
            let open = equations
                .iter()
                .find(|row| !proved.iter().any(|p| p == row));
            let Some(equation) = open.map(<[T]>::to_vec) else {
                break;
            };
            let mut form = vec![T::zero(); self.conj.cols()];
            form[0] = equation[0].clone();
            for (j, &col) in cols.iter().enumerate() {
                form[1 + col] = equation[1 + j].clone();
            }
            match self.point_off(&form)? {
                None => proved.push(equation),
                Some(point) => {
                    seen.push(select(&point, &cols));
                    equations = equations_through(&seen)?;
                }
            }
        }
        let mut out = Matrix::with_capacity(self.conj.cols(), equations.rows());
        for equation in equations.iter() {
            let row = out.push_zero();
            row[0] = equation[0].clone();
            for (j, &col) in cols.iter().enumerate() {
                row[1 + col] = equation[1 + j].clone();
            }
        }
        Ok(Some(out))
    }

    /// A point where the form is not zero.
    fn point_off(&mut self, form: &[T]) -> Run<Option<Vec<T>>> {
        let mut row = form.to_vec();
        for _ in 0..2 {
            let mut opposite = row.clone();
            negate_row(&mut opposite);
            if !self.tab.implies(&opposite)? {
                let mut conj = self.conj.clone();
                let mut above = row.clone();
                above[0] = above[0].sub(&T::one())?;
                conj.ineq.push(&above);
                if let Some(point) = conj.sample()? {
                    if self.points.len() < KEEP {
                        self.points.push(point.clone());
                    }
                    return Ok(Some(point));
                }
            }
            row = opposite;
        }
        Ok(None)
    }
}

fn select<T: Coeff>(point: &[T], cols: &[usize]) -> Vec<T> {
    cols.iter().map(|&c| point[c].clone()).collect()
}
