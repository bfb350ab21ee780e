//! What is known of the parameters while a parametric problem is solved.
//!
//! The context is a conjunction over the parameters. It answers which signs an
//! affine form of the parameters takes on its integer points. Points that were found on the way
//! are kept: most questions are answered by looking at them.

use crate::conj::Conj;
use crate::linear::Tableau;
use crate::number::{Coeff, Run, dot, is_zero_row, negate_row};

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
pub(crate) struct Context<T> {
    conj: Conj<T>,
    tab: Tableau<T>,
    /// Integer points of `conj`, locals included.
    points: Vec<Vec<T>>,
}

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
        Ok((k, true))
    }
}
