//! Sums of polynomials over the integer points of conjunctions, as functions of the variables that
//! are not summed over: counting is the sum of 1.
//!
//! One variable is eliminated at a time. Among constraints `a x + l >= 0` and `b x <= u` with
//! `a, b > 0`, the largest lower and the smallest upper bound differ from place to place: for each
//! pair of them there is a region of the other variables where it is those two that count, which is
//! described by comparing the rational bounds `-l/a` and `u/b`. In the region Faulhaber's formula
//! gives
//!
//! ```text
//! Σ_{x=⌈-l/a⌉}^{⌊u/b⌋} x^k = P(⌊u/b⌋ + 1) - P(⌈-l/a⌉),
//! ```
//!
//! also where the rational interval is not empty and has no integer point: then both ends are equal.
//! So the regions need no floors. The new summand does, but not of variables that are still to be
//! summed over: such a variable `y` is replaced by `m y + r` for each remainder `r`, after a change
//! of variables that leaves a single one in the floor. Floors of the variables that are kept stay:
//! they are what makes the sum a *quasi*-polynomial.
//!
//! Equalities are solved first, by the steps of Euclid's algorithm as changes of variables, and
//! known floors are variables like any other, because their values are unique. Termination: every
//! step removes a variable and brings none. Variables with few cases go first, which for loop nests
//! and tiles mostly means that there are no remainders at all.
//!
//! Example: `[n] -> { [i, j] : 0 <= i and 0 <= 32 j <= i < n }`. Eliminating `j` would need the
//! remainders of `i` modulo 32; `i` has the bounds `32 j` and `n - 1`, which leaves
//! `Σ_{j=0}^{⌊(n-1)/32⌋} (n - 32 j)`.
//!
//! Compare Verdoolaege, Seghir, Beyls, Loechner and Bruynooghe, "Counting integer points in
//! parametric polytopes using Barvinok's rational functions" (2007), for a method whose cost does
//! not grow with the coefficients, and Pugh, "Counting solutions to Presburger formulas: how and
//! why" (1994), for this one.

use super::poly::{Poly, Symbol, floor, power_sums};
use crate::budget;
use crate::conj::Conj;
use crate::error::Stop;
use crate::number::{Coeff, Run};
use crate::value::Value;

/// More remainders than that in one step are not looked at one by one.
const MAX_REMAINDERS: i64 = 65_536;

/// A sum as terms to be added: each a polynomial on a domain, zero elsewhere.
pub(crate) type Terms<T> = Vec<(Conj<T>, Poly)>;

/// `Σ value` over all values of the visible variables from number `n_kept` on that satisfy the
/// conjunction, whose locals are known floors. The variables of the polynomial are the visible ones.
/// Fails with [`Stop::Infinite`] if there are infinitely many.
pub(crate) fn sum<T: Coeff>(conj: &Conj<T>, value: &Poly, n_kept: usize) -> Run<Terms<T>> {
    if value.is_zero() {
        return Ok(Vec::new());
    }
    eliminate_all(conj, value, n_kept, &mut Sum)
}

/// Removes all variables from number `n_kept` on; `step` says what becomes of the value.
pub(super) fn eliminate_all<T: Coeff>(
    conj: &Conj<T>,
    value: &Poly,
    n_kept: usize,
    step: &mut dyn Step<T>,
) -> Run<Terms<T>> {
    let mut out = Vec::new();
    if conj.is_empty()? {
        return Ok(out);
    }
    if !conj.is_bounded_from(n_kept)? {
        return Err(Stop::Infinite);
    }
    let (frame, work) = Frame::new(conj, value, n_kept)?;
    frame.eliminate(work, step, &mut out)?;
    Ok(out)
}

/// What the elimination of a variable does to the value.
pub(super) trait Step<T> {
    /// In a region where a variable has these bounds: goes on with what is left.
    fn region(
        &mut self,
        frame: &Frame<T>,
        work: Work<T>,
        range: Range<T>,
        out: &mut Terms<T>,
    ) -> Run<()>;
}

/// Adds the values up.
struct Sum;

impl<T: Coeff> Step<T> for Sum {
    fn region(
        &mut self,
        frame: &Frame<T>,
        work: Work<T>,
        range: Range<T>,
        out: &mut Terms<T>,
    ) -> Run<()> {
        frame.integrate(work, range, self, out)
    }
}

/// What stays the same during a summation.
pub(super) struct Frame<T> {
    n_kept: usize,
    /// The columns that are not summed over: the kept variables and the floors of them.
    is_kept: Vec<bool>,
    /// The value of a kept column.
    kept: Vec<Poly>,
    /// The conjunction with the floors as locals, for their definitions.
    source: Conj<T>,
}

/// A sum that is still to be computed. Variable `v` of the value is column `1 + v`.
#[derive(Clone)]
pub(super) struct Work<T> {
    /// All variables are visible.
    conj: Conj<T>,
    pub(super) value: Poly,
    /// The variables that are still summed over.
    pub(super) open: Vec<usize>,
    /// Kept expressions that must be multiples of a number.
    multiples: Vec<(Vec<T>, T)>,
}

/// The bounds of a variable in a region, `lower / a >= -x` and `x <= upper / b`, and the
/// coefficients of its powers in the summand.
#[derive(Clone)]
pub(super) struct Range<T> {
    pub(super) lower: Vec<T>,
    pub(super) a: T,
    pub(super) upper: Vec<T>,
    pub(super) b: T,
    pub(super) powers: Vec<Poly>,
}

impl<T: Coeff> Frame<T> {
    fn new(conj: &Conj<T>, value: &Poly, n_kept: usize) -> Run<(Frame<T>, Work<T>)> {
        let mut source = conj.clone();
        let n = source.n_vis();
        // Floors of variables that are summed over become variables.
        let value = value.substitute(&mut |symbol| {
            if matches!(symbol, Symbol::Var(_)) || !symbol.involves(&|v| v >= n_kept) {
                return Ok(None);
            }
            let column = column_of(&mut source, symbol)?;
            Ok(Some(Poly::symbol(Symbol::Var(column))))
        })?;
        let mut is_kept: Vec<bool> = (0..n).map(|v| v < n_kept).collect();
        let mut kept: Vec<Poly> = (0..n).map(|v| Poly::symbol(Symbol::Var(v))).collect();
        for k in 0..source.n_local() {
            debug_assert!(source.is_known(k), "only floors have unique values");
            let definition = &source.div.row(k)[1..];
            let fixed = (0..n + k).all(|v| definition[1 + v].is_zero() || is_kept[v]);
            is_kept.push(fixed);
            kept.push(match fixed {
                true => floor_of_row(definition, &source.div.get(k, 0).clone(), &kept)?,
                false => Poly::symbol(Symbol::Var(n + k)),
            });
        }
        let work = Work {
            conj: source.lift_locals(),
            value,
            open: (0..is_kept.len()).filter(|&v| !is_kept[v]).collect(),
            multiples: Vec::new(),
        };
        let frame = Frame {
            n_kept,
            is_kept,
            kept,
            source,
        };
        Ok((frame, work))
    }

    /// Removes the open variables one by one.
    pub(super) fn eliminate(
        &self,
        mut work: Work<T>,
        step: &mut dyn Step<T>,
        out: &mut Terms<T>,
    ) -> Run<()> {
        loop {
            budget::spend(1)?;
            work.conj.simplify()?;
            work.conj.remove_redundancies()?;
            if work.conj.is_marked_empty() {
                return Ok(());
            }
            let has_open = |row: &[T]| work.open.iter().any(|&v| !row[1 + v].is_zero());
            let equality = work.conj.eq.iter().position(has_open);
            match equality {
                Some(equality) => self.solve(&mut work, equality)?,
                None => break,
            }
        }
        let Some(x) = cheapest(&work) else {
            out.push((self.domain(&work)?, work.value));
            return Ok(());
        };
        let column = 1 + x;
        let mut rest = work.clone();
        rest.conj.ineq.retain(|_, row| row[column].is_zero());
        rest.open.retain(|&v| v != x);
        let bounds = |sign: i32| -> Vec<(Vec<T>, T)> {
            let rows = work.conj.ineq.iter();
            rows.filter(|row| row[column].signum() == sign)
                .map(|row| {
                    let mut bound = row.to_vec();
                    bound[column] = T::zero();
                    (bound, row[column].abs())
                })
                .collect()
        };
        let (lowers, uppers) = (bounds(1), bounds(-1));
        if lowers.is_empty() || uppers.is_empty() {
            return Err(Stop::Infinite);
        }
        let powers = work.value.powers_of(&Symbol::Var(x));
        for (i, (lower, a)) in lowers.iter().enumerate() {
            for (j, (upper, b)) in uppers.iter().enumerate() {
                let mut region = rest.clone();
                // -l/a is the largest lower bound, u/b the smallest upper one; of equal ones the
                // first.
                let mut compare = |own: (&[T], &T), others: &[(Vec<T>, T)], k: usize| {
                    for (other, (row, c)) in others.iter().enumerate().filter(|(o, _)| *o != k) {
                        let mut row = row.clone();
                        T::combine(&mut row, own.1, own.0, &c.neg())?;
                        if other < k {
                            row[0] = row[0].sub(&T::one())?;
                        }
                        region.conj.ineq.push(&row);
                    }
                    Ok(())
                };
                compare((lower, a), &lowers, i)?;
                compare((upper, b), &uppers, j)?;
                let mut meet = upper.clone();
                T::combine(&mut meet, a, lower, b)?;
                region.conj.ineq.push(&meet);
                let range = Range {
                    lower: lower.clone(),
                    a: a.clone(),
                    upper: upper.clone(),
                    b: b.clone(),
                    powers: powers.clone(),
                };
                step.region(self, region, range, out)?;
            }
        }
        Ok(())
    }

    /// Removes a variable that an equality determines, after changes of variables that leave it a
    /// single one or one with coefficient 1 or -1.
    fn solve(&self, work: &mut Work<T>, equality: usize) -> Run<()> {
        let pivot = loop {
            budget::spend(1)?;
            let row = work.conj.eq.row(equality);
            let mut present: Vec<usize> = work.open.clone();
            present.retain(|&v| !row[1 + v].is_zero());
            let pivot = *present
                .iter()
                .min_by_key(|&&v| row[1 + v].abs())
                .expect("the equality was chosen for its variables");
            let size = row[1 + pivot].abs();
            if size.is_one() || present.len() == 1 {
                break pivot;
            }
            for &other in present.iter().filter(|&&v| v != pivot) {
                let row = work.conj.eq.row(equality);
                let mut times = row[1 + other].div_floor(&size);
                if row[1 + pivot].is_neg() {
                    times = times.neg();
                }
                work.shear(pivot, other, &times)?;
            }
        };
        let row = work.conj.eq.row(equality).to_vec();
        work.conj.eq.remove(equality);
        let coefficient = &row[1 + pivot];
        let size = coefficient.abs();
        let mut rest = row.clone();
        rest[1 + pivot] = T::zero();
        if !size.is_one() {
            work.multiples.push((rest.clone(), size.clone()));
        }
        let replace = |target: &mut [T]| -> Run<()> {
            let c = target[1 + pivot].clone();
            if c.is_zero() {
                return Ok(());
            }
            let factor = if coefficient.is_neg() { c } else { c.neg() };
            T::combine(target, &size, &row, &factor)
        };
        for i in 0..work.conj.eq.rows() {
            replace(work.conj.eq.row_mut(i))?;
        }
        for i in 0..work.conj.ineq.rows() {
            replace(work.conj.ineq.row_mut(i))?;
        }
        let scale = &Value::from(-1) / &Value::integer(coefficient.to_big());
        let value = self.affine(&rest).scale(&scale);
        work.value = work.value.with_value(&Symbol::Var(pivot), &value)?;
        work.open.retain(|&v| v != pivot);
        Ok(())
    }

    /// The sum over one variable between its bounds, and then over the others.
    fn integrate(
        &self,
        mut work: Work<T>,
        mut range: Range<T>,
        step: &mut Sum,
        out: &mut Terms<T>,
    ) -> Run<()> {
        for is_upper in [false, true] {
            let Some((variable, count)) = self.single_remainder(&mut work, &mut range, is_upper)?
            else {
                continue;
            };
            // Remainders of an empty region are many for nothing.
            work.conj.simplify()?;
            work.conj.remove_redundancies()?;
            if work.conj.is_marked_empty() {
                return Ok(());
            }
            let limit = T::from_i64(MAX_REMAINDERS)?;
            if count > limit {
                return Err(Stop::TooManyCases);
            }
            let mut remainder = T::zero();
            while remainder < count {
                budget::spend(1)?;
                let (mut work, mut range) = (work.clone(), range.clone());
                work.stretch(Some(&mut range), variable, &count, &remainder)?;
                self.integrate(work, range, step, out)?;
                remainder = remainder.add(&T::one())?;
            }
            return Ok(());
        }
        // ⌈-l/a⌉ = -⌊l/a⌋ and ⌊u/b⌋ + 1
        let first = self.floor(&work, &range.lower, &range.a)?.neg();
        let last = self.floor(&work, &range.upper, &range.b)?;
        let after = last.add(&Poly::constant(Value::one()));
        let mut value = Poly::default();
        let sums = power_sums(range.powers.len() - 1);
        for (coefficient, sum) in range.powers.iter().zip(&sums) {
            if coefficient.is_zero() {
                continue;
            }
            let at = |end: &Poly| -> Run<Poly> {
                let mut out = Poly::default();
                for a in sum.iter().rev() {
                    out = out.mul(end)?.add(&Poly::constant(a.clone()));
                }
                Ok(out)
            };
            value = value.add(&at(&after)?.sub(&at(&first)?).mul(coefficient)?);
        }
        if value.is_zero() {
            return Ok(());
        }
        work.value = value;
        self.eliminate(work, step, out)
    }

    /// Changes variables until at most one that is still summed over makes a bound fractional:
    /// that one, and how many remainders of it there are.
    fn single_remainder(
        &self,
        work: &mut Work<T>,
        range: &mut Range<T>,
        is_upper: bool,
    ) -> Run<Option<(usize, T)>> {
        loop {
            budget::spend(1)?;
            let (row, divisor) = match is_upper {
                false => (&range.lower, &range.a),
                true => (&range.upper, &range.b),
            };
            let fractional: Vec<(usize, T)> = work
                .open
                .iter()
                .map(|&v| (v, row[1 + v].rem_floor(divisor)))
                .filter(|(_, rest)| !rest.is_zero())
                .collect();
            let Some((pivot, least)) = fractional.iter().min_by_key(|(_, rest)| rest.clone())
            else {
                return Ok(None);
            };
            if fractional.len() == 1 {
                return Ok(Some((*pivot, divisor.div_exact(&divisor.gcd(least)))));
            }
            for (other, rest) in fractional.iter().filter(|(v, _)| v != pivot) {
                let times = rest.div_floor(least);
                work.shear(*pivot, *other, &times)?;
                range.shear(*pivot, *other, &times)?;
            }
        }
    }

    /// `⌊row / divisor⌋` where the divisor divides the coefficients of all open variables.
    pub(super) fn floor(&self, work: &Work<T>, row: &[T], divisor: &T) -> Run<Poly> {
        let mut fixed = row.to_vec();
        let mut whole = vec![T::zero(); row.len()];
        for &v in &work.open {
            whole[1 + v] = row[1 + v].div_floor(divisor);
            fixed[1 + v] = T::zero();
        }
        Ok(self
            .affine(&whole)
            .add(&floor_of_row(&fixed, divisor, &self.kept)?))
    }

    /// A row as a polynomial.
    pub(super) fn affine(&self, row: &[T]) -> Poly {
        affine(row, &self.kept)
    }

    /// What is left when all variables are summed over: a condition on the kept ones.
    fn domain(&self, work: &Work<T>) -> Run<Conj<T>> {
        let n = self.n_kept;
        let floors: Vec<usize> = (self.source.n_vis()..self.is_kept.len())
            .filter(|&v| self.is_kept[v])
            .collect();
        let columns: Vec<usize> = (0..=n).chain(floors.iter().map(|v| 1 + v)).collect();
        let mut domain = Conj::universe(n);
        domain.add_locals(floors.len());
        for (k, &v) in floors.iter().enumerate() {
            let definition = self.source.div.row(v - self.source.n_vis());
            let target = domain.div.row_mut(k);
            target[0] = definition[0].clone();
            for (to, from) in columns.iter().enumerate().take(1 + n + k) {
                target[1 + to] = definition[1 + from].clone();
            }
        }
        domain.eq = work.conj.eq.select_cols(&columns);
        domain.ineq = work.conj.ineq.select_cols(&columns);
        for k in 0..floors.len() {
            domain.add_floor_bounds(k)?;
        }
        for (row, divisor) in &work.multiples {
            let mut row: Vec<T> = columns.iter().map(|&c| row[c].clone()).collect();
            row.resize(domain.cols(), T::zero());
            let quotient = domain.add_floor(divisor, &row)?;
            let mut equality = row;
            equality.resize(domain.cols(), T::zero());
            let column = domain.local_col(quotient);
            equality[column] = equality[column].sub(divisor)?;
            domain.eq.push(&equality);
        }
        domain.simplify()?;
        Ok(domain)
    }
}

impl<T: Coeff> Work<T> {
    /// Replaces variable `p` by `p - times * q`.
    fn shear(&mut self, p: usize, q: usize, times: &T) -> Run<()> {
        if times.is_zero() {
            return Ok(());
        }
        for i in 0..self.conj.eq.rows() {
            shear_row(self.conj.eq.row_mut(i), p, q, times)?;
        }
        for i in 0..self.conj.ineq.rows() {
            shear_row(self.conj.ineq.row_mut(i), p, q, times)?;
        }
        self.value = sheared(&self.value, p, q, times)?;
        Ok(())
    }

    /// Replaces variable `v` by `factor * v + shift`, in the bounds of another one too.
    fn stretch(
        &mut self,
        range: Option<&mut Range<T>>,
        v: usize,
        factor: &T,
        shift: &T,
    ) -> Run<()> {
        let row = |row: &mut [T]| -> Run<()> {
            let c = row[1 + v].clone();
            row[0] = row[0].add(&c.mul(shift)?)?;
            row[1 + v] = c.mul(factor)?;
            Ok(())
        };
        for i in 0..self.conj.eq.rows() {
            row(self.conj.eq.row_mut(i))?;
        }
        for i in 0..self.conj.ineq.rows() {
            row(self.conj.ineq.row_mut(i))?;
        }
        let variable = Poly::symbol(Symbol::Var(v));
        let value = variable
            .scale(&Value::integer(factor.to_big()))
            .add(&Poly::constant(Value::integer(shift.to_big())));
        self.value = self.value.with_value(&Symbol::Var(v), &value)?;
        if let Some(range) = range {
            row(&mut range.lower)?;
            row(&mut range.upper)?;
            for power in &mut range.powers {
                *power = power.with_value(&Symbol::Var(v), &value)?;
            }
        }
        Ok(())
    }
}

impl<T: Coeff> Range<T> {
    fn shear(&mut self, p: usize, q: usize, times: &T) -> Run<()> {
        shear_row(&mut self.lower, p, q, times)?;
        shear_row(&mut self.upper, p, q, times)?;
        for power in &mut self.powers {
            *power = sheared(power, p, q, times)?;
        }
        Ok(())
    }
}

fn shear_row<T: Coeff>(row: &mut [T], p: usize, q: usize, times: &T) -> Run<()> {
    if !row[1 + p].is_zero() {
        row[1 + q] = row[1 + q].sub(&row[1 + p].mul(times)?)?;
    }
    Ok(())
}

fn sheared<T: Coeff>(value: &Poly, p: usize, q: usize, times: &T) -> Run<Poly> {
    let step = Poly::symbol(Symbol::Var(q)).scale(&Value::integer(times.to_big()));
    let changed = Poly::symbol(Symbol::Var(p)).sub(&step);
    value.with_value(&Symbol::Var(p), &changed)
}

/// The variable to sum over next: the one with the fewest cases.
fn cheapest<T: Coeff>(work: &Work<T>) -> Option<usize> {
    let cases = |x: usize| -> u128 {
        let side = |sign: i32| -> u128 {
            let rows = work.conj.ineq.iter();
            rows.filter(|row| row[1 + x].signum() == sign)
                .map(|row| {
                    let divisor = row[1 + x].abs();
                    let others = work.open.iter().filter(|&&v| v != x);
                    let common = others.fold(divisor.clone(), |g, &v| g.gcd(&row[1 + v]));
                    let remainders = divisor.div_exact(&common).to_i64().unwrap_or(i64::MAX);
                    u128::from(remainders.unsigned_abs())
                })
                .sum()
        };
        side(1).saturating_mul(side(-1))
    };
    // Inner dimensions first where that is all the same.
    work.open.iter().copied().rev().min_by_key(|&x| cases(x))
}

/// The column (without the constant) of a symbol, which is added as a floor if need be.
fn column_of<T: Coeff>(conj: &mut Conj<T>, symbol: &Symbol) -> Run<usize> {
    match symbol {
        Symbol::Var(v) => Ok(*v),
        Symbol::Floor(floor) => {
            let mut columns = Vec::with_capacity(floor.terms.len());
            for (inner, _) in &floor.terms {
                columns.push(column_of(conj, inner)?);
            }
            let mut row = vec![T::zero(); conj.cols()];
            row[0] = T::from_big(&floor.constant)?;
            for (column, (_, coefficient)) in columns.iter().zip(&floor.terms) {
                row[1 + column] = row[1 + column].add(&T::from_big(coefficient)?)?;
            }
            let k = conj.add_floor(&T::from_big(&floor.denominator)?, &row)?;
            Ok(conj.n_vis() + k)
        }
    }
}

/// `row[0] + Σ row[1 + v] * columns[v]`
fn affine<T: Coeff>(row: &[T], columns: &[Poly]) -> Poly {
    let mut out = Poly::constant(Value::integer(row[0].to_big()));
    for (coefficient, column) in row[1..].iter().zip(columns) {
        if !coefficient.is_zero() {
            out = out.add(&column.scale(&Value::integer(coefficient.to_big())));
        }
    }
    out
}

/// `⌊row / divisor⌋`
fn floor_of_row<T: Coeff>(row: &[T], divisor: &T, columns: &[Poly]) -> Run<Poly> {
    let sum = affine(row, columns);
    let mut terms = Vec::new();
    let mut constant = crate::number::Big::zero();
    for (monomial, value) in sum.terms() {
        let value = value
            .to_integer()
            .expect("columns are integral, and so are rows");
        match monomial {
            [] => constant = value,
            [(symbol, 1)] => terms.push((symbol.clone(), value)),
            _ => unreachable!("a sum of columns is affine"),
        }
    }
    floor(terms, constant, divisor.to_big())
}
