//! Exact integer linear programs with a lexicographic objective.
//!
//! A [`Program`] has variables that are non-negative integers and conditions that are linear in them. Its
//! solution is the lexicographically smallest point. An objective that is a sum is a variable of its own in
//! front, with an equation. [`Program::lexmin`] finds the point by Feautrier's method: the lexicographic
//! dual simplex method and Gomory's cuts (P. Feautrier, *Parametric integer programming*, 1988).
//!
//! [`Search`] adds [choices](Choice) between alternatives, as for "this form is not zero", which is not
//! convex. It branches, with the lexicographic minimum without the open choices as a bound, and knows the
//! best point so far when its budget ends.

mod number;
mod search;
mod tableau;

pub use search::{Choice, Found, Search};

use presburger::{Error, Result};
use tableau::{Stop, Tableau};

/// A linear form that is to be zero or not negative.
///
/// ```
/// use optimizer::solver::Row;
///
/// // 2x + y - 3 >= 0
/// let row = Row::at_least_zero([(0, 2), (1, 1)], -3);
/// assert!(row.holds_at(&[1, 1]) && !row.holds_at(&[1, 0]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    /// Variables and their factors, by variable, without zeros.
    terms: Vec<(usize, i64)>,
    constant: i64,
    equality: bool,
}

impl Row {
    /// The form is not negative. Terms of one variable add up.
    pub fn at_least_zero(terms: impl IntoIterator<Item = (usize, i64)>, constant: i64) -> Row {
        let mut sorted: Vec<(usize, i64)> = terms.into_iter().collect();
        sorted.sort_by_key(|(variable, _)| *variable);
        let mut terms: Vec<(usize, i64)> = Vec::with_capacity(sorted.len());
        for (variable, factor) in sorted {
            match terms.last_mut() {
                Some(last) if last.0 == variable => last.1 += factor,
                _ => terms.push((variable, factor)),
            }
        }
        terms.retain(|(_, factor)| *factor != 0);
        Row {
            terms,
            constant,
            equality: false,
        }
    }

    /// The form is zero.
    pub fn zero(terms: impl IntoIterator<Item = (usize, i64)>, constant: i64) -> Row {
        let mut row = Row::at_least_zero(terms, constant);
        row.equality = true;
        row
    }

    /// Whether a point satisfies it.
    pub fn holds_at(&self, point: &[i64]) -> bool {
        let value = |(variable, factor): &(usize, i64)| {
            i128::from(*factor) * i128::from(point.get(*variable).copied().unwrap_or(0))
        };
        let value = self.terms.iter().map(value).sum::<i128>() + i128::from(self.constant);
        match self.equality {
            true => value == 0,
            false => value >= 0,
        }
    }

    /// Whether it says something about a variable.
    pub(crate) fn has_variables(&self) -> bool {
        !self.terms.is_empty()
    }

    /// Whether every point without negative coordinates satisfies it.
    fn always_holds(&self) -> bool {
        match self.equality {
            true => self.terms.is_empty() && self.constant == 0,
            false => self.constant >= 0 && self.terms.iter().all(|(_, factor)| *factor >= 0),
        }
    }
}

/// Variables that are non-negative integers, and conditions on them.
///
/// ```
/// use optimizer::solver::{Program, Row};
///
/// // The smallest x + y, then the smallest x, with 2x + 3y >= 7 and x <= y
/// let mut program = Program::new(3);
/// program.add(Row::zero([(0, 1), (1, -1), (2, -1)], 0));
/// program.add(Row::at_least_zero([(1, 2), (2, 3)], -7));
/// program.add(Row::at_least_zero([(1, -1), (2, 1)], 0));
/// assert_eq!(program.lexmin(1000)?, Some(vec![3, 0, 3]));
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Program {
    n: usize,
    rows: Vec<Row>,
}

impl Program {
    /// A program of `n` variables without conditions.
    pub fn new(n: usize) -> Program {
        let rows = Vec::new();
        Program { n, rows }
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// One more variable, behind all others; its number.
    pub fn add_variable(&mut self) -> usize {
        self.n += 1;
        self.n - 1
    }

    /// One more condition, on variables that exist.
    pub fn add(&mut self, row: Row) {
        debug_assert!(row.terms.iter().all(|(variable, _)| *variable < self.n));
        self.rows.push(row);
    }

    /// The conditions.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether a point satisfies all conditions.
    pub fn holds_at(&self, point: &[i64]) -> bool {
        point.len() == self.n
            && point.iter().all(|value| *value >= 0)
            && self.rows.iter().all(|row| row.holds_at(point))
    }

    /// The lexicographically smallest point; `None` if there is no point.
    ///
    /// Fails with [`Error::BudgetExhausted`] after `pivots` steps, or when numbers grow beyond 128 bits.
    pub fn lexmin(&self, pivots: u64) -> Result<Option<Vec<i64>>> {
        let found = Search::new(self, &[]).with_budget(pivots).run()?;
        match (found.point, found.complete) {
            (point, true) => Ok(point),
            (_, false) => Err(Error::BudgetExhausted),
        }
    }

    /// The conditions without duplicates and without those that always hold, equations first.
    fn tidied(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| !row.always_holds()).collect();
        rows.sort_by(|a, b| b.equality.cmp(&a.equality).then_with(|| a.cmp(b)));
        rows.dedup();
        // Of two parallel conditions the stronger one is enough; it has the smaller constant, so that it
        // is the first of them.
        let parallel = |a: &&Row, b: &&Row| !a.equality && !b.equality && a.terms == b.terms;
        rows.dedup_by(|later, earlier| parallel(later, earlier));
        rows
    }
}
