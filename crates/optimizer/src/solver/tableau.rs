//! The lexicographic dual simplex method, with cuts.
//!
//! Every row is a variable or the value of a condition as a form `(c + Σ a_j y_j) / d` of the *columns*
//! `y_j`, quantities that are integers and not negative. At first the columns are the variables. The point
//! of a tableau has all columns at zero. Increasing a column increases the vector of variables
//! lexicographically, always, so that a point without negative rows is the lexicographic minimum.
//!
//! A row with a negative constant must grow: of the columns that make it grow, that with the smallest
//! lexicographic increase for the same growth changes places with it. When no row is negative, but a
//! variable is a fraction, `c + Σ a_j y_j` must be a multiple of `d`; reduced modulo `d` this is Gomory's
//! cut, one more row that is negative now.
//!
//! The column of an equation is zero from then on: its entries are removed.

use super::Row;
use super::number::Number;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A number does not fit.
    Overflow,
    /// The steps are used up.
    Exhausted,
}

/// A tableau; see [the module](self).
#[derive(Clone)]
pub(super) struct Tableau<T> {
    /// The first rows are the variables.
    n: usize,
    /// The number of entries in a row: `[d | c | a…]`.
    stride: usize,
    entries: Vec<T>,
    /// No point satisfies the conditions.
    infeasible: bool,
}

const DENOMINATOR: usize = 0;
const CONSTANT: usize = 1;
const FIRST: usize = 2;

impl<T: Number> Tableau<T> {
    /// The tableau of `n` variables with these equations.
    pub(super) fn new(n: usize, rows: &[&Row], steps: &mut u64) -> Result<Tableau<T>, Stop> {
        let stride = FIRST + n;
        let mut entries = vec![T::default(); n * stride];
        for (i, row) in entries.chunks_mut(stride).enumerate() {
            row[DENOMINATOR] = T::ONE;
            row[FIRST + i] = T::ONE;
        }
        let infeasible = false;
        let mut tableau = Tableau {
            n,
            stride,
            entries,
            infeasible,
        };
        for row in rows {
            tableau.add(row, steps)?;
        }
        tableau.compact();
        Ok(tableau)
    }

    fn rows(&self) -> usize {
        self.entries.len() / self.stride
    }

    fn row(&self, i: usize) -> &[T] {
        &self.entries[i * self.stride..(i + 1) * self.stride]
    }

    fn row_mut(&mut self, i: usize) -> &mut [T] {
        &mut self.entries[i * self.stride..(i + 1) * self.stride]
    }

    /// Removes the columns that are always zero.
    fn compact(&mut self) {
        let used: Vec<usize> = (0..self.stride)
            .filter(|&j| j < FIRST || (0..self.rows()).any(|i| !self.row(i)[j].is_zero()))
            .collect();
        if used.len() == self.stride {
            return;
        }
        let rows = self.entries.chunks(self.stride);
        let rows = rows.flat_map(|row| used.iter().map(|&j| row[j]));
        self.entries = rows.collect();
        self.stride = used.len();
    }

    /// Adds a condition; call [`repair`](Tableau::repair) afterwards.
    pub(super) fn add(&mut self, condition: &Row, steps: &mut u64) -> Result<(), Stop> {
        let mut sum = vec![T::default(); self.stride];
        sum[DENOMINATOR] = T::ONE;
        sum[CONSTANT] = T::of(condition.constant);
        for (variable, factor) in &condition.terms {
            add_multiple(&mut sum, self.row(*variable), T::of(*factor)).ok_or(Stop::Overflow)?;
        }
        reduce(&mut sum);
        if condition.equality {
            return self.equate(sum, steps);
        }
        self.entries.extend(sum);
        Ok(())
    }

    /// Makes a form zero.
    fn equate(&mut self, mut row: Vec<T>, steps: &mut u64) -> Result<(), Stop> {
        let zero = T::default();
        let has = |row: &[T], positive: bool| {
            row[FIRST..]
                .iter()
                .any(|a| !a.is_zero() && (*a > zero) == positive)
        };
        // The constant is to grow to zero.
        let must_negate = row[CONSTANT] > zero || row[CONSTANT].is_zero() && !has(&row, true);
        if must_negate {
            for value in &mut row[CONSTANT..] {
                *value = value.negated().ok_or(Stop::Overflow)?;
            }
        }
        if !has(&row, true) {
            self.infeasible |= !row[CONSTANT].is_zero();
            return Ok(());
        }
        self.entries.extend(row);
        let last = self.rows() - 1;
        let column = self.entering(last)?.expect("a positive entry");
        self.pivot(last, column, steps)?;
        self.entries.truncate(last * self.stride);
        for row in self.entries.chunks_mut(self.stride) {
            row[column] = zero;
            reduce(row);
        }
        Ok(())
    }

    /// The point, if it has no fractions.
    pub(super) fn point(&self) -> Result<Vec<i64>, Stop> {
        let value = |i: usize| {
            let row = self.row(i);
            row[CONSTANT].divided(row[DENOMINATOR]).to_i64()
        };
        let point: Option<Vec<i64>> = (0..self.n).map(value).collect();
        point.ok_or(Stop::Overflow)
    }

    /// By how much the point violates an inequality, rounded up; `None` if it satisfies it.
    pub(super) fn lack(&self, condition: &Row) -> Result<Option<T>, Stop> {
        // [denominator, value]
        let mut sum = [T::ONE, T::of(condition.constant)];
        for (variable, factor) in &condition.terms {
            let row = self.row(*variable);
            if !row[CONSTANT].is_zero() {
                add_multiple(&mut sum, &row[..FIRST], T::of(*factor)).ok_or(Stop::Overflow)?;
            }
        }
        if sum[CONSTANT] >= T::default() {
            return Ok(None);
        }
        let lack = sum[CONSTANT].negated().ok_or(Stop::Overflow)?;
        Ok(Some(lack.divided(sum[DENOMINATOR])))
    }

    /// Pivots until no row is negative; false if there is no such point.
    pub(super) fn repair(&mut self, steps: &mut u64) -> Result<bool, Stop> {
        if self.infeasible {
            return Ok(false);
        }
        while let Some(row) = self.leaving() {
            match self.entering(row)? {
                Some(column) => self.pivot(row, column, steps)?,
                None => {
                    self.infeasible = true;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// A row that is negative: the one that is furthest away.
    fn leaving(&self) -> Option<usize> {
        let zero = T::default();
        let negative = (0..self.rows()).filter(|&i| self.row(i)[CONSTANT] < zero);
        // Among equals the first, so that the choice does not depend on anything else.
        negative.min_by_key(|&i| self.row(i)[CONSTANT].divided(self.row(i)[DENOMINATOR]))
    }

    /// The column that makes a row grow at the smallest lexicographic cost.
    fn entering(&self, row: usize) -> Result<Option<usize>, Stop> {
        let zero = T::default();
        let growth = self.row(row);
        let mut best: Option<usize> = None;
        for column in FIRST..self.stride {
            if growth[column] <= zero {
                continue;
            }
            let Some(known) = best else {
                best = Some(column);
                continue;
            };
            for i in 0..self.n {
                let entries = self.row(i);
                let (a, b) = (entries[column], entries[known]);
                if a.is_zero() && b.is_zero() {
                    continue;
                }
                let order = T::compare_products(a, growth[known], b, growth[column]);
                match order.ok_or(Stop::Overflow)? {
                    std::cmp::Ordering::Less => {
                        best = Some(column);
                        break;
                    }
                    std::cmp::Ordering::Greater => break,
                    std::cmp::Ordering::Equal => {}
                }
            }
        }
        Ok(best)
    }

    /// A row and a column change places: the column becomes the value of the row.
    fn pivot(&mut self, row: usize, column: usize, steps: &mut u64) -> Result<(), Stop> {
        *steps = steps.checked_sub(1).ok_or(Stop::Exhausted)?;
        let source = self.row(row).to_vec();
        let (a, d) = (source[column], source[DENOMINATOR]);
        for i in (0..self.rows()).filter(|&i| i != row) {
            let target = self.row_mut(i);
            let b = target[column];
            if b.is_zero() {
                continue;
            }
            // y = (d v - c - Σ a_l y_l) / a in (c' + … + b y) / d'
            let gcd = a.gcd(b);
            let (p, q) = (a.divided(gcd), b.divided(gcd));
            T::combine(&mut target[CONSTANT..], p, &source[CONSTANT..], q).ok_or(Stop::Overflow)?;
            target[column] = q.times(d).ok_or(Stop::Overflow)?;
            target[DENOMINATOR] = target[DENOMINATOR].times(p).ok_or(Stop::Overflow)?;
            reduce(target);
        }
        let own = self.row_mut(row);
        own.fill(T::default());
        own[DENOMINATOR] = T::ONE;
        own[column] = T::ONE;
        Ok(())
    }

    /// Adds a cut for the first variable that is a fraction; false if there is none.
    pub(super) fn cut(&mut self) -> bool {
        let is_fraction = |row: &[T]| !row[CONSTANT].modulo(row[DENOMINATOR]).is_zero();
        let Some(i) = (0..self.n).find(|&i| is_fraction(self.row(i))) else {
            return false;
        };
        let row = self.row(i);
        let d = row[DENOMINATOR];
        // Σ (a mod d) y >= -c mod d, in units of d
        let mut cut: Vec<T> = row.iter().map(|a| a.modulo(d)).collect();
        cut[DENOMINATOR] = d;
        let missing = row[CONSTANT].negated().map(|c| c.modulo(d));
        cut[CONSTANT] = missing
            .and_then(T::negated)
            .expect("less than the denominator");
        reduce(&mut cut);
        self.entries.extend(cut);
        true
    }
}

/// Adds a multiple of a form to another one; each has its denominator in front.
fn add_multiple<T: Number>(sum: &mut [T], form: &[T], factor: T) -> Option<()> {
    let (old, own) = (sum[DENOMINATOR], form[DENOMINATOR]);
    let gcd = old.gcd(own);
    let p = own.divided(gcd);
    let q = old.divided(gcd).times(factor)?.negated()?;
    T::combine(&mut sum[CONSTANT..], p, &form[CONSTANT..], q)?;
    sum[DENOMINATOR] = old.times(p)?;
    Some(())
}

/// Divides a row by what all of its numbers have in common.
fn reduce<T: Number>(row: &mut [T]) {
    let mut gcd = row[DENOMINATOR];
    for value in row.iter() {
        if gcd == T::ONE {
            return;
        }
        if !value.is_zero() {
            gcd = gcd.gcd(*value);
        }
    }
    if gcd != T::ONE {
        for value in row.iter_mut() {
            *value = value.divided(gcd);
        }
    }
}
