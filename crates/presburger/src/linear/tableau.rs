//! The rational simplex tableau that decides feasibility and optimises affine forms.
//!
//! *Unknowns* are the structural variables and one slack per constraint. At any time some of them
//! are *columns* (value zero) and the others are *rows*, affine in the columns:
//!
//! ```text
//!     row = (constant + Σ coefficient * column) / denominator        denominator > 0
//! ```
//!
//! Columns and rows of inequality slacks are non-negative, structural variables are free. The
//! tableau is always feasible (every restricted row has a constant `>= 0`) unless `is_empty`.
//! Adding an inequality adds a row and, where its value is negative, pivots until it is not; if
//! no pivot can raise it the constraints contradict each other. An equality becomes a *dead*
//! column: it stays at zero for good. Dead columns are kept at the front and are still updated,
//! because their coefficients in an objective row are the dual values basis reduction needs.
//!
//! Example: `x >= 1` and `x <= 0`. The first makes the row `s = x - 1`; its value is -1, pivoting
//! on `x` gives `x = s + 1`. The second is `t = -x = -s - 1`: negative, and raising it would need
//! `s < 0`: empty.
//!
//! Pivots follow Bland's rule, so that degenerate steps cannot cycle. A snapshot is a clone: the
//! whole tableau is a few flat vectors, and copying it costs about as much as one pivot. Most tableaux
//! live for a few pivots, less than the system takes to find memory for them: they take that of earlier
//! ones (`Frame`).

use crate::budget;
use crate::number::{Coeff, Run, lowest_terms, negate_row};
use std::cell::RefCell;

/// Where the column `j` of the tableau is stored in a row: after denominator and constant.
const HEAD: usize = 2;

/// An unknown: structural variables come first, slacks in the order of their constraints.
#[derive(Clone, Copy, Debug)]
struct Unknown {
    position: u32,
    is_row: bool,
    nonneg: bool,
}

/// Value an affine form can take at its optimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Optimum<T> {
    /// There is no feasible point.
    Empty,
    Unbounded,
    /// Numerator and positive denominator.
    Value(T, T),
}

/// A slack, to ask about its constraint later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slack(usize);

/// What all points of a tableau say about an inequality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It holds for all.
    Implied,
    /// It holds for none.
    Excluded,
    Open,
}

#[derive(Debug)]
pub(crate) struct Tableau<T: Coeff> {
    /// Number of structural variables, which is also the number of columns.
    n: usize,
    stride: usize,
    data: Vec<T>,
    frame: Frame,
    /// Columns before this one are fixed at zero.
    dead: usize,
    empty: bool,
    /// Whether only rational points count: no tightening to integers.
    rational: bool,
}

/// Which unknowns are rows and columns.
#[derive(Debug, Default)]
struct Frame {
    rows: Vec<u32>,
    cols: Vec<u32>,
    unknowns: Vec<Unknown>,
}

/// So many buffers are kept for later,
const SPARE: usize = 8;
/// and none larger than this.
const LARGE: usize = 1 << 14;

thread_local! {
    static FRAMES: RefCell<Vec<Frame>> = const { RefCell::new(Vec::new()) };
}

impl Frame {
    /// An empty one.
    fn take() -> Frame {
        FRAMES.with(|frames| frames.borrow_mut().pop().unwrap_or_default())
    }

    fn put_back(mut self) {
        if self.unknowns.capacity() > LARGE {
            return;
        }
        self.rows.clear();
        self.cols.clear();
        self.unknowns.clear();
        // While a thread ends there may be no place for it any more.
        let _ = FRAMES.try_with(|frames| {
            let mut frames = frames.borrow_mut();
            if frames.len() < SPARE {
                frames.push(self);
            }
        });
    }
}

impl<T: Coeff> Drop for Tableau<T> {
    fn drop(&mut self) {
        std::mem::take(&mut self.frame).put_back();
        let mut data = std::mem::take(&mut self.data);
        if data.capacity() <= LARGE {
            data.clear();
            T::with_spare(|spare| {
                if spare.len() < SPARE {
                    spare.push(data);
                }
            });
        }
    }
}

impl<T: Coeff> Clone for Tableau<T> {
    fn clone(&self) -> Tableau<T> {
        let mut data = spare_data();
        data.extend_from_slice(&self.data);
        let mut frame = Frame::take();
        frame.rows.extend_from_slice(&self.frame.rows);
        frame.cols.extend_from_slice(&self.frame.cols);
        frame.unknowns.extend_from_slice(&self.frame.unknowns);
        Tableau {
            data,
            frame,
            ..*self
        }
    }
}

/// An empty buffer, with memory if there is some.
fn spare_data<T: Coeff>() -> Vec<T> {
    T::with_spare(Vec::pop).unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq)]
enum Toward {
    Up,
    Down,
}

impl<T: Coeff> Tableau<T> {
    /// A tableau of `n` free variables without constraints.
    pub(crate) fn new(n: usize, capacity: usize) -> Tableau<T> {
        let stride = HEAD + n;
        let mut frame = Frame::take();
        frame.rows.reserve(n + capacity);
        frame.cols.extend(0..n as u32);
        frame.unknowns.reserve(n + capacity);
        frame.unknowns.extend((0..n).map(|j| Unknown {
            position: j as u32,
            is_row: false,
            nonneg: false,
        }));
        let mut data = spare_data();
        data.reserve(stride * (n + capacity));
        Tableau {
            n,
            stride,
            data,
            frame,
            dead: 0,
            empty: false,
            rational: false,
        }
    }

    /// Makes the redundancy tests speak of rational points instead of integer ones.
    pub(crate) fn set_rational(&mut self, rational: bool) {
        self.rational = rational;
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.empty
    }
    pub(crate) fn mark_empty(&mut self) {
        self.empty = true;
    }
    pub(crate) fn variables(&self) -> usize {
        self.n
    }
    /// Number of independent directions left by the equalities.
    pub(crate) fn free_dimensions(&self) -> usize {
        self.n - self.dead
    }

    #[inline]
    fn row(&self, r: usize) -> &[T] {
        &self.data[r * self.stride..(r + 1) * self.stride]
    }
    #[inline]
    fn row_mut(&mut self, r: usize) -> &mut [T] {
        &mut self.data[r * self.stride..(r + 1) * self.stride]
    }

    /// Adds `[const | coefficients] >= 0`.
    pub(crate) fn add_ineq(&mut self, constraint: &[T]) -> Run<Slack> {
        let slack = self.add_row(constraint)?;
        let id = slack.0;
        self.frame.unknowns[id].nonneg = true;
        if !self.empty && !self.restore(id)? {
            self.empty = true;
        }
        Ok(slack)
    }

    /// Adds `[const | coefficients] = 0`.
    pub(crate) fn add_eq(&mut self, constraint: &[T]) -> Run<Slack> {
        let slack = self.add_row(constraint)?;
        if !self.empty {
            self.fix_at_zero(slack.0)?;
        }
        Ok(slack)
    }

    /// Appends the row of a new unknown and expresses it in the present columns.
    fn add_row(&mut self, constraint: &[T]) -> Run<Slack> {
        debug_assert_eq!(constraint.len(), self.n + 1);
        budget::spend(1)?;
        let r = self.frame.rows.len();
        self.data.resize_with((r + 1) * self.stride, T::zero);
        let (head, new) = self.data.split_at_mut(r * self.stride);
        new[0] = T::one();
        new[1] = constraint[0].clone();
        for (v, a) in constraint[1..].iter().enumerate() {
            if a.is_zero() {
                continue;
            }
            let unknown = self.frame.unknowns[v];
            let position = unknown.position as usize;
            if !unknown.is_row {
                if position >= self.dead {
                    let scaled = a.mul(&new[0])?;
                    new[HEAD + position] = new[HEAD + position].add(&scaled)?;
                }
                continue;
            }
            let source = &head[position * self.stride..(position + 1) * self.stride];
            if source[0] == new[0] {
                T::combine(&mut new[1..], &T::one(), &source[1..], a)?;
            } else {
                let lcm = source[0].lcm(&new[0])?;
                let mine = lcm.div_exact(&new[0]);
                let theirs = a.mul(&lcm.div_exact(&source[0]))?;
                T::combine(&mut new[1..], &mine, &source[1..], &theirs)?;
                new[0] = lcm;
            }
        }
        lowest_terms(new);
        let id = self.frame.unknowns.len();
        self.frame.unknowns.push(Unknown {
            position: r as u32,
            is_row: true,
            nonneg: false,
        });
        self.frame.rows.push(id as u32);
        Ok(Slack(id))
    }

    /// Exchanges row `r` and column `c`.
    fn pivot(&mut self, r: usize, c: usize) -> Run<()> {
        budget::spend(T::COST * self.frame.rows.len())?;
        let stride = self.stride;
        let pivot_row = &mut self.data[r * stride..(r + 1) * stride];
        // Solve row r for column c; the pivot element becomes the denominator.
        pivot_row.swap(0, HEAD + c);
        if pivot_row[0].is_neg() {
            pivot_row[0] = pivot_row[0].neg();
            pivot_row[HEAD + c] = pivot_row[HEAD + c].neg();
        } else {
            negate_row(&mut pivot_row[1..]);
            pivot_row[HEAD + c] = pivot_row[HEAD + c].neg();
        }
        lowest_terms(pivot_row);
        for i in 0..self.frame.rows.len() {
            if i == r || self.data[i * stride + HEAD + c].is_zero() {
                continue;
            }
            let (target, source) = if i < r {
                let (head, tail) = self.data.split_at_mut(r * stride);
                (&mut head[i * stride..(i + 1) * stride], &tail[..stride])
            } else {
                let (head, tail) = self.data.split_at_mut(i * stride);
                (&mut tail[..stride], &head[r * stride..(r + 1) * stride])
            };
            let factor = std::mem::take(&mut target[HEAD + c]);
            if source[0].is_one() {
                T::combine(&mut target[1..], &T::one(), &source[1..], &factor)?;
            } else {
                let gcd = factor.gcd(&source[0]);
                let scale = source[0].div_exact(&gcd);
                T::combine(
                    &mut target[1..],
                    &scale,
                    &source[1..],
                    &factor.div_exact(&gcd),
                )?;
                target[0] = target[0].mul(&scale)?;
            }
            lowest_terms(target);
        }
        let (row_id, col_id) = (self.frame.rows[r], self.frame.cols[c]);
        self.frame.rows[r] = col_id;
        self.frame.cols[c] = row_id;
        let entering = &mut self.frame.unknowns[col_id as usize];
        (entering.is_row, entering.position) = (true, r as u32);
        let leaving = &mut self.frame.unknowns[row_id as usize];
        (leaving.is_row, leaving.position) = (false, c as u32);
        Ok(())
    }

    /// A column whose change moves row `r` in the wanted direction, by Bland's rule, and the
    /// direction that column has to go.
    fn pivot_column(&self, r: usize, toward: Toward) -> Option<(usize, Toward)> {
        let row = self.row(r);
        let mut best: Option<(usize, Toward)> = None;
        for c in self.dead..self.n {
            let sign = row[HEAD + c].signum();
            if sign == 0 {
                continue;
            }
            let raises = (sign > 0) == (toward == Toward::Up);
            if !raises && self.frame.unknowns[self.frame.cols[c] as usize].nonneg {
                continue;
            }
            if best.is_none_or(|(b, _)| self.frame.cols[c] < self.frame.cols[b]) {
                best = Some((c, if raises { Toward::Up } else { Toward::Down }));
            }
        }
        best
    }

    /// The restricted row that first reaches zero when column `c` moves; `skip` is not looked at.
    fn pivot_row(&self, skip: Option<usize>, c: usize, toward: Toward) -> Run<Option<usize>> {
        let mut best: Option<usize> = None;
        for r in 0..self.frame.rows.len() {
            if Some(r) == skip || !self.frame.unknowns[self.frame.rows[r] as usize].nonneg {
                continue;
            }
            let sign = self.data[r * self.stride + HEAD + c].signum();
            if sign == 0 || (sign > 0) == (toward == Toward::Up) {
                continue;
            }
            let Some(b) = best else {
                best = Some(r);
                continue;
            };
            // Compare const_r / |a_r| with const_b / |a_b|; the denominators cancel.
            let (row, other) = (self.row(r), self.row(b));
            let left = row[1].mul(&other[HEAD + c].abs())?;
            let right = other[1].mul(&row[HEAD + c].abs())?;
            if left < right || (left == right && self.frame.rows[r] < self.frame.rows[b]) {
                best = Some(r);
            }
        }
        Ok(best)
    }

    /// Raises the row of `id` until it is not negative; false if that cannot be.
    fn restore(&mut self, id: usize) -> Run<bool> {
        loop {
            let unknown = self.frame.unknowns[id];
            if !unknown.is_row {
                return Ok(true);
            }
            let r = unknown.position as usize;
            if !self.row(r)[1].is_neg() {
                return Ok(true);
            }
            let Some((c, direction)) = self.pivot_column(r, Toward::Up) else {
                return Ok(false);
            };
            let leaving = self.pivot_row(Some(r), c, direction)?.unwrap_or(r);
            self.pivot(leaving, c)?;
        }
    }

    /// Forces the unknown to zero and retires its column; marks the tableau empty if impossible.
    fn fix_at_zero(&mut self, id: usize) -> Run<()> {
        if !self.restore(id)? {
            self.empty = true;
            return Ok(());
        }
        // The value is >= 0; lower it to zero, where its own row stops the descent.
        self.frame.unknowns[id].nonneg = true;
        loop {
            let unknown = self.frame.unknowns[id];
            if !unknown.is_row {
                self.kill(unknown.position as usize);
                return Ok(());
            }
            let r = unknown.position as usize;
            if self.row(r)[1].is_zero() {
                let alive = self.row(r)[HEAD + self.dead..]
                    .iter()
                    .position(|a| !a.is_zero());
                if let Some(c) = alive {
                    self.pivot(r, self.dead + c)?;
                    continue;
                }
                // Zero whatever the columns are: nothing to fix.
                return Ok(());
            }
            let Some((c, direction)) = self.pivot_column(r, Toward::Down) else {
                self.empty = true;
                return Ok(());
            };
            let leaving = self.pivot_row(None, c, direction)?.unwrap_or(r);
            self.pivot(leaving, c)?;
        }
    }

    /// Moves column `c` among the dead ones.
    fn kill(&mut self, c: usize) {
        if c < self.dead {
            return;
        }
        let to = self.dead;
        if c != to {
            for r in 0..self.frame.rows.len() {
                self.row_mut(r).swap(HEAD + c, HEAD + to);
            }
            self.frame.cols.swap(c, to);
            self.frame.unknowns[self.frame.cols[c] as usize].position = c as u32;
            self.frame.unknowns[self.frame.cols[to] as usize].position = to as u32;
        }
        self.dead += 1;
    }

    /// Whether the constraint of `slack` holds at every feasible point even without itself.
    ///
    /// Over the integers it is enough that the slack stays above -1.
    pub(crate) fn is_redundant(&mut self, slack: Slack) -> Run<bool> {
        let id = slack.0;
        if !self.frame.unknowns[id].is_row {
            let c = self.frame.unknowns[id].position as usize;
            if c < self.dead {
                return Ok(false);
            }
            match self.pivot_row(None, c, Toward::Down)? {
                None => return Ok(false),
                Some(r) => self.pivot(r, c)?,
            }
        }
        let redundant = loop {
            let r = self.frame.unknowns[id].position as usize;
            if self.is_below(r) {
                break false;
            }
            let Some((c, direction)) = self.pivot_column(r, Toward::Down) else {
                break true;
            };
            match self.pivot_row(Some(r), c, direction)? {
                None => break false,
                Some(leaving) => self.pivot(leaving, c)?,
            }
        };
        if !redundant {
            let feasible = self.restore(id)?;
            debug_assert!(
                feasible,
                "a constraint of a feasible tableau can be satisfied"
            );
        }
        Ok(redundant)
    }

    /// Whether the present value of row `r` shows that its constraint can be violated.
    fn is_below(&self, r: usize) -> bool {
        let row = self.row(r);
        if self.rational {
            row[1].is_neg()
        } else {
            row[1].is_neg() && row[1].neg() >= row[0]
        }
    }

    /// Stops enforcing a constraint that was found redundant.
    pub(crate) fn drop_constraint(&mut self, slack: Slack) {
        let unknown = self.frame.unknowns[slack.0];
        debug_assert!(unknown.is_row, "a redundant constraint was left as a row");
        self.remove_row(unknown.position as usize);
        // The identifier stays allocated, with a position nobody looks at.
        self.frame.unknowns[slack.0].nonneg = false;
    }

    fn remove_row(&mut self, r: usize) {
        let last = self.frame.rows.len() - 1;
        if r != last {
            let (head, tail) = self.data.split_at_mut(last * self.stride);
            head[r * self.stride..(r + 1) * self.stride].swap_with_slice(&mut tail[..self.stride]);
            self.frame.rows.swap(r, last);
            self.frame.unknowns[self.frame.rows[r] as usize].position = r as u32;
        }
        self.data.truncate(last * self.stride);
        self.frame.rows.pop();
    }

    /// Whether the slack is zero at every feasible point (below 1 for integers); if so its column
    /// is retired, so that the equality holds from now on.
    pub(crate) fn make_implicit_equality(&mut self, slack: Slack) -> Run<bool> {
        let id = slack.0;
        loop {
            let unknown = self.frame.unknowns[id];
            let position = unknown.position as usize;
            if !unknown.is_row {
                if position < self.dead {
                    return Ok(true);
                }
                match self.pivot_row(None, position, Toward::Up)? {
                    None => return Ok(false),
                    Some(r) => self.pivot(r, position)?,
                }
                continue;
            }
            let row = self.row(position);
            let reached = if self.rational {
                row[1].is_pos()
            } else {
                row[1] >= row[0]
            };
            if reached {
                return Ok(false);
            }
            let Some((c, direction)) = self.pivot_column(position, Toward::Up) else {
                break;
            };
            match self.pivot_row(Some(position), c, direction)? {
                None => return Ok(false),
                Some(r) => self.pivot(r, c)?,
            }
        }
        self.fix_at_zero(id)?;
        Ok(true)
    }

    /// Minimum of `[const | coefficients]`.
    pub(crate) fn minimum(&mut self, form: &[T]) -> Run<Optimum<T>> {
        if self.empty {
            return Ok(Optimum::Empty);
        }
        let objective = self.push_objective(form)?;
        let optimum = self.minimize(objective, |_, _| false)?;
        self.pop_objective(objective);
        Ok(optimum)
    }

    /// Maximum of `[const | coefficients]`.
    pub(crate) fn maximum(&mut self, form: &[T]) -> Run<Optimum<T>> {
        let mut negated = form.to_vec();
        negate_row(&mut negated);
        Ok(match self.minimum(&negated)? {
            Optimum::Value(numerator, denominator) => Optimum::Value(numerator.neg(), denominator),
            other => other,
        })
    }

    /// Whether `[const | coefficients] >= 0` holds at every feasible point
    /// (over the integers: whether it stays above -1).
    pub(crate) fn implies(&mut self, form: &[T]) -> Run<bool> {
        if self.empty {
            return Ok(true);
        }
        let objective = self.push_objective(form)?;
        let is_implied = self.stays_up(objective)?;
        self.pop_objective(objective);
        Ok(is_implied)
    }

    /// Whether `[const | coefficients] >= 0` holds at all feasible points, at none or at some.
    pub(crate) fn judge(&mut self, form: &[T]) -> Run<Verdict> {
        if self.empty {
            return Ok(Verdict::Implied);
        }
        let objective = self.push_objective(form)?;
        let mut verdict = Verdict::Open;
        if self.stays_up(objective)? {
            verdict = Verdict::Implied;
        } else {
            // `-form - 1 >= 0`, in the same row.
            let r = self.frame.unknowns[objective.0].position as usize;
            let row = self.row_mut(r);
            negate_row(&mut row[1..]);
            row[1] = row[1].sub(&row[0])?;
            if self.stays_up(objective)? {
                verdict = Verdict::Excluded;
            }
        }
        self.pop_objective(objective);
        Ok(verdict)
    }

    /// Whether the row of an objective is not negative anywhere (for integers: above -1).
    fn stays_up(&mut self, objective: Slack) -> Run<bool> {
        let rational = self.rational;
        let below = |num: &T, den: &T| match rational {
            true => num.is_neg(),
            false => num.is_neg() && num.neg() >= *den,
        };
        Ok(match self.minimize(objective, below)? {
            Optimum::Empty => true,
            Optimum::Unbounded => false,
            Optimum::Value(num, den) => !below(&num, &den),
        })
    }

    /// Adds an objective row, to be minimised or read and then taken away again.
    pub(crate) fn push_objective(&mut self, form: &[T]) -> Run<Slack> {
        self.add_row(form)
    }

    /// Lowers an objective as far as it goes, or until `enough` holds of its value.
    pub(crate) fn minimize(
        &mut self,
        objective: Slack,
        enough: impl Fn(&T, &T) -> bool,
    ) -> Run<Optimum<T>> {
        loop {
            let r = self.frame.unknowns[objective.0].position as usize;
            let row = self.row(r);
            if enough(&row[1], &row[0]) {
                return Ok(Optimum::Value(row[1].clone(), row[0].clone()));
            }
            let Some((c, direction)) = self.pivot_column(r, Toward::Down) else {
                return Ok(Optimum::Value(row[1].clone(), row[0].clone()));
            };
            match self.pivot_row(Some(r), c, direction)? {
                None => return Ok(Optimum::Unbounded),
                Some(leaving) => self.pivot(leaving, c)?,
            }
        }
    }

    /// The dual value of a constraint in the optimum of `objective`: numerator over denominator.
    pub(crate) fn dual(&self, objective: Slack, constraint: Slack) -> (T, T) {
        let row = self.row(self.frame.unknowns[objective.0].position as usize);
        let unknown = self.frame.unknowns[constraint.0];
        if unknown.is_row {
            return (T::zero(), T::one());
        }
        (
            row[HEAD + unknown.position as usize].clone(),
            row[0].clone(),
        )
    }

    /// Takes the last added objective away.
    pub(crate) fn pop_objective(&mut self, objective: Slack) {
        debug_assert_eq!(objective.0, self.frame.unknowns.len() - 1);
        let unknown = self.frame.unknowns[objective.0];
        debug_assert!(unknown.is_row, "objectives never leave the rows");
        self.remove_row(unknown.position as usize);
        self.frame.unknowns.pop();
    }

    /// The present rational point, as numerator and positive denominator per variable.
    pub(crate) fn sample(&self) -> Vec<(T, T)> {
        (0..self.n).map(|v| self.value(v)).collect()
    }

    /// The coordinate of one variable in the present point.
    pub(crate) fn value(&self, variable: usize) -> (T, T) {
        let unknown = self.frame.unknowns[variable];
        if !unknown.is_row {
            return (T::zero(), T::one());
        }
        let row = self.row(unknown.position as usize);
        (row[1].clone(), row[0].clone())
    }

    /// The present point if all its coordinates are integers.
    pub(crate) fn integer_sample(&self) -> Option<Vec<T>> {
        let mut point = Vec::with_capacity(self.n);
        for v in 0..self.n {
            let unknown = self.frame.unknowns[v];
            if unknown.is_row {
                let row = self.row(unknown.position as usize);
                if !row[0].divides(&row[1]) {
                    return None;
                }
                point.push(row[1].div_exact(&row[0]));
            } else {
                point.push(T::zero());
            }
        }
        Some(point)
    }

    /// The tableau of pairs of points: `2n` variables, both halves restricted like this one.
    pub(crate) fn square(&self) -> Run<Tableau<T>> {
        let n = self.n;
        let mut out = Tableau::new(2 * n, 2 * self.frame.rows.len() + 2 * n);
        out.stride = HEAD + 2 * n;
        out.dead = 2 * self.dead;
        out.empty = self.empty;
        out.rational = true;
        let total = self.frame.unknowns.len();
        // Unknown `u` of this tableau becomes `first(u)` and `second(u)`.
        let name = |u: usize, copy: usize| {
            if u < n {
                copy * n + u
            } else {
                2 * n + copy * (total - n) + (u - n)
            }
        };
        // Dead columns of both copies come first.
        let place = |c: usize, copy: usize| {
            if c < self.dead {
                copy * self.dead + c
            } else {
                2 * self.dead + copy * (n - self.dead) + (c - self.dead)
            }
        };
        out.frame.unknowns = vec![
            Unknown {
                position: 0,
                is_row: true,
                nonneg: false
            };
            2 * total
        ];
        for copy in 0..2 {
            for c in 0..n {
                let id = name(self.frame.cols[c] as usize, copy);
                out.frame.cols[place(c, copy)] = id as u32;
                let nonneg = self.frame.unknowns[self.frame.cols[c] as usize].nonneg;
                out.frame.unknowns[id] = Unknown {
                    position: place(c, copy) as u32,
                    is_row: false,
                    nonneg,
                };
            }
            for r in 0..self.frame.rows.len() {
                let id = name(self.frame.rows[r] as usize, copy);
                let nonneg = self.frame.unknowns[self.frame.rows[r] as usize].nonneg;
                out.frame.unknowns[id] = Unknown {
                    position: out.frame.rows.len() as u32,
                    is_row: true,
                    nonneg,
                };
                out.frame.rows.push(id as u32);
                let start = out.data.len();
                out.data.resize_with(start + out.stride, T::zero);
                let row = self.row(r);
                out.data[start] = row[0].clone();
                out.data[start + 1] = row[1].clone();
                for c in 0..n {
                    out.data[start + HEAD + place(c, copy)] = row[HEAD + c].clone();
                }
            }
        }
        budget::spend(out.frame.rows.len())?;
        Ok(out)
    }

    /// Whether a constraint's slack is at zero for good.
    #[cfg(test)]
    pub(crate) fn is_fixed(&self, slack: Slack) -> bool {
        let unknown = self.frame.unknowns[slack.0];
        if unknown.is_row {
            let row = self.row(unknown.position as usize);
            row[1].is_zero() && crate::number::is_zero_row(&row[HEAD + self.dead..])
        } else {
            (unknown.position as usize) < self.dead
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tableau(n: usize, ineqs: &[&[i64]]) -> Tableau<i64> {
        let mut tab = Tableau::new(n, ineqs.len());
        for row in ineqs {
            tab.add_ineq(row).unwrap();
        }
        tab
    }

    #[test]
    fn contradiction_is_empty() {
        assert!(tableau(1, &[&[-1, 1], &[0, -1]]).is_empty());
        assert!(!tableau(1, &[&[-1, 1], &[1, -1]]).is_empty());
    }

    #[test]
    fn optimum_of_a_triangle() {
        // x, y >= 0 and 2x + 3y <= 7
        let mut tab = tableau(2, &[&[0, 1, 0], &[0, 0, 1], &[7, -2, -3]]);
        assert_eq!(tab.maximum(&[0, 1, 1]).unwrap(), Optimum::Value(7, 2));
        assert_eq!(tab.minimum(&[1, 1, 1]).unwrap(), Optimum::Value(1, 1));
        assert_eq!(tab.maximum(&[0, 0, 1]).unwrap(), Optimum::Value(7, 3));
        assert_eq!(tab.free_dimensions(), 2);
    }

    #[test]
    fn unbounded_direction() {
        let mut tab = tableau(2, &[&[0, 1, 0]]);
        assert_eq!(tab.minimum(&[0, 0, 1]).unwrap(), Optimum::Unbounded);
        assert_eq!(tab.minimum(&[0, 1, 0]).unwrap(), Optimum::Value(0, 1));
    }

    #[test]
    fn equalities_reduce_the_dimension() {
        let mut tab: Tableau<i64> = Tableau::new(2, 4);
        tab.add_eq(&[0, 1, -2]).unwrap(); // x = 2y
        assert_eq!(tab.free_dimensions(), 1);
        tab.add_ineq(&[-3, 1, 0]).unwrap(); // x >= 3
        assert_eq!(tab.minimum(&[0, 0, 1]).unwrap(), Optimum::Value(3, 2));
        tab.add_eq(&[-5, 1, 0]).unwrap(); // x = 5
        assert_eq!(tab.minimum(&[0, 0, 2]).unwrap(), Optimum::Value(5, 1));
        tab.add_eq(&[-2, 0, 1]).unwrap(); // y = 2
        assert!(tab.is_empty());
    }

    #[test]
    fn redundancy_over_the_integers() {
        // x >= 0, x <= 5, 2x <= 11 (redundant only because x is an integer)
        let mut tab: Tableau<i64> = Tableau::new(1, 3);
        tab.add_ineq(&[0, 1]).unwrap();
        let five = tab.add_ineq(&[5, -1]).unwrap();
        let weak = tab.add_ineq(&[11, -2]).unwrap();
        assert!(tab.is_redundant(weak).unwrap());
        tab.drop_constraint(weak);
        assert!(!tab.is_redundant(five).unwrap());
        assert!(tab.implies(&[6, -1]).unwrap());
        assert!(!tab.implies(&[4, -1]).unwrap());
    }

    #[test]
    fn implicit_equality_is_found() {
        // x >= y, y >= x
        let mut tab: Tableau<i64> = Tableau::new(2, 2);
        let a = tab.add_ineq(&[0, 1, -1]).unwrap();
        let b = tab.add_ineq(&[0, -1, 1]).unwrap();
        assert!(tab.make_implicit_equality(a).unwrap());
        assert!(tab.is_fixed(b));
        assert_eq!(tab.free_dimensions(), 1);
    }
}
