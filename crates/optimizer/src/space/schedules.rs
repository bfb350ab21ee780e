//! All legal schedules of so many dimensions, as the integer points of one polyhedron (Convexity, lemma 3).
//!
//! A schedule has `m` rows, each a date for every statement: a form of its iterators, the parameters and 1 whose
//! coefficients are integers between `-bound` and `bound`. For each dependence and each row there is a
//! variable `δ`, which is 1 if this row carries the dependence: if every distance in it is at least 1. Every
//! dependence is carried by one row, and no row before that one has negative distances in it:
//!
//! ```text
//! Σ_p δ_p = 1        distance_p >= δ_p - M Σ_{k < p} δ_k
//! ```
//!
//! where `M` is so large that the condition says nothing once the dependence is carried. The paper takes a form of the
//! parameters for it, `K n + K`, and turns the condition into one on coefficients by Farkas' lemma. Here a dependence is given by its
//! [generators](crate::farkas), each of which is one condition anyway; `M` is the largest value that the
//! bounded coefficients can give it there, and a number.
//!
//! It is sufficient for a schedule to be legal that it is in this set, but not necessary: a dependence as a whole is carried by
//! one row, while a schedule may carry some of its pairs by one row and the others by another one. So relations
//! are cut into conjunctions, each of which is a dependence of its own; for more, cut them further.

use crate::farkas::{Condition, Demand};
use crate::schedule::Problem;
use crate::schedule::graph::{Edge, Graph};
use crate::solver::{Program, Row};
use dependence::Dependence;
use presburger::{Result, Set, UnionMap, UnionSet};
use scop::Scop;

/// One row of a schedule: for each statement the coefficients of its iterators, the parameters, and 1.
pub type ScheduleRow = Vec<Vec<i64>>;

/// `L`: the legal schedules of so many rows with bounded coefficients. See [the module](self).
///
/// ```
/// use optimizer::space::schedules::Schedules;
///
/// // Every iteration needs the one before it.
/// let domain = "[n] -> { S[i] : 0 <= i < n }".parse()?;
/// let order = "[n] -> { S[i] -> S[i + 1] }".parse()?;
/// let schedules = Schedules::of_relations(&domain, &order, &"{ : }".parse()?, 1, 2)?;
/// // i and 2 i + n, but not -i
/// assert!(schedules.contains(&[vec![vec![1, 0, 0]]]));
/// assert!(schedules.contains(&[vec![vec![2, 1, 0]]]));
/// assert!(!schedules.contains(&[vec![vec![-1, 0, 0]]]));
/// let found = schedules.first(1000)?.unwrap();
/// assert!(schedules.contains(&found));
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schedules {
    rows: usize,
    bound: i64,
    /// The number of coefficients of each statement.
    widths: Vec<usize>,
    edges: Vec<Edge>,
    program: Program,
    /// The first column of the coefficients, by row and statement; they are shifted by `bound`.
    columns: Vec<Vec<usize>>,
    /// The columns of `δ`, by dependence and row.
    carried: Vec<Vec<usize>>,
}

impl Schedules {
    /// The schedules of a program with so many rows, given its dependences, and bounded coefficients.
    pub fn of_program(
        scop: &Scop,
        dependences: &[Dependence],
        rows: usize,
        bound: u32,
    ) -> Result<Schedules> {
        Schedules::new(&Problem::of_program(scop, dependences, false)?, rows, bound)
    }

    /// The schedules of instances some of which have to come before others.
    pub fn of_relations(
        domain: &UnionSet,
        before: &UnionMap,
        context: &Set,
        rows: usize,
        bound: u32,
    ) -> Result<Schedules> {
        Schedules::new(
            &Problem::of_relations(domain, before, context)?,
            rows,
            bound,
        )
    }

    fn new(problem: &Problem, rows: usize, bound: u32) -> Result<Schedules> {
        let bound = i64::from(bound);
        let statements = problem.statements.iter();
        let widths = statements.map(|one| one.domain.n_dim() + problem.n_param() + 1);
        let widths: Vec<usize> = widths.collect();
        let edges = Graph::new(problem)?.order;
        let mut program = Program::new(0);
        let dependences = edges.iter().map(|edge| edge.parts.len()).sum();
        // The smallest point carries dependences as late as possible.
        let carried: Vec<Vec<usize>> = (0..dependences)
            .map(|_| (0..rows).map(|_| program.add_variable()).collect())
            .collect();
        let columns = (0..rows).map(|_| {
            let first = |width: &usize| {
                let own: Vec<usize> = (0..*width).map(|_| program.add_variable()).collect();
                own[0]
            };
            widths.iter().map(first).collect()
        });
        let columns = columns.collect();
        let mut schedules = Schedules {
            rows,
            bound,
            widths,
            edges,
            program,
            columns,
            carried,
        };
        schedules.add_bounds();
        schedules.add_dependences()?;
        Ok(schedules)
    }

    fn add_bounds(&mut self) {
        for (first, width) in self
            .columns
            .iter()
            .flat_map(|row| row.iter().zip(&self.widths))
        {
            for column in *first..first + width {
                let row = Row::at_least_zero([(column, -1)], 2 * self.bound);
                self.program.add(row);
            }
        }
        for carried in &self.carried {
            let all = carried.iter().map(|&column| (column, 1));
            self.program.add(Row::zero(all, -1));
        }
    }

    fn add_dependences(&mut self) -> Result<()> {
        let mut number = 0;
        for edge in self.edges.clone() {
            for part in &edge.parts {
                // Weak: the distances; what is demanded of a distance of 1 is what its row lacks.
                let weak = part.pairs.conditions(Demand::Weak);
                let strong = part.pairs.conditions(Demand::Strong);
                for (weak, strong) in weak.iter().zip(&strong) {
                    for row in 0..self.rows {
                        self.add(&edge, weak, -strong.constant, number, row);
                    }
                }
                number += 1;
            }
        }
        Ok(())
    }

    /// The condition at one generator, at which a distance of 1 is `one`.
    fn add(&mut self, edge: &Edge, weak: &Condition, one: i64, dependence: usize, row: usize) {
        let ends = [(edge.source, &weak.source), (edge.sink, &weak.sink)];
        let mut terms = Vec::new();
        let (mut constant, mut largest) = (0, 0);
        for (statement, factors) in ends {
            let first = self.columns[row][statement];
            for (k, &factor) in factors.iter().enumerate() {
                terms.push((first + k, factor));
                constant -= factor * self.bound;
                largest += factor.abs() * self.bound;
            }
        }
        let carried = &self.carried[dependence];
        let before = carried[..row].iter().map(|&column| (column, largest));
        let mut condition: Vec<(usize, i64)> =
            terms.iter().copied().chain(before.clone()).collect();
        condition.push((carried[row], -one));
        self.program.add(Row::at_least_zero(condition, constant));
        if weak.equality {
            // Along a line, distances must not change in the other direction either.
            let other = terms.iter().map(|&(column, factor)| (column, -factor));
            self.program
                .add(Row::at_least_zero(other.chain(before), -constant));
        }
    }

    /// The number of variables.
    pub fn n_variables(&self) -> usize {
        self.program.len()
    }

    /// The number of constraints, but for those that variables are not negative.
    pub fn n_constraints(&self) -> usize {
        self.program.rows().len()
    }

    /// The variables and constraints: first the `δ` of each dependence, then the coefficients of each
    /// row, statement by statement, all shifted so that they are not negative.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The schedule at a point of the program.
    pub fn schedule(&self, point: &[i64]) -> Vec<ScheduleRow> {
        let row = |columns: &Vec<usize>| {
            let dates = columns.iter().zip(&self.widths).map(|(&first, &width)| {
                let own = point[first..first + width].iter();
                own.map(|value| value - self.bound).collect()
            });
            dates.collect()
        };
        self.columns.iter().map(row).collect()
    }

    /// The point of a schedule, if it is one of them.
    pub fn point(&self, schedule: &[ScheduleRow]) -> Option<Vec<i64>> {
        let fits = schedule.len() == self.rows
            && schedule.iter().all(|row| {
                let widths = row.iter().map(Vec::len);
                let mut values = row.iter().flatten();
                widths.eq(self.widths.iter().copied()) && values.all(|v| v.abs() <= self.bound)
            });
        if !fits {
            return None;
        }
        let mut point = vec![0; self.program.len()];
        for (columns, row) in self.columns.iter().zip(schedule) {
            for (&first, date) in columns.iter().zip(row) {
                for (k, value) in date.iter().enumerate() {
                    point[first + k] = value + self.bound;
                }
            }
        }
        let parts = self
            .edges
            .iter()
            .flat_map(|edge| edge.parts.iter().map(move |part| (edge, part)));
        for ((edge, part), carried) in parts.zip(&self.carried) {
            let strong = part.pairs.conditions(Demand::Strong);
            let carries = |row: &ScheduleRow| {
                let (source, sink) = (&row[edge.source], &row[edge.sink]);
                strong
                    .iter()
                    .all(|condition| condition.holds_at(source, sink))
            };
            let row = schedule.iter().position(carries)?;
            point[carried[row]] = 1;
        }
        // A row with negative distances before the dependence is carried is found here.
        self.program.holds_at(&point).then_some(point)
    }

    /// Whether a schedule is one of them.
    pub fn contains(&self, schedule: &[ScheduleRow]) -> bool {
        self.point(schedule).is_some()
    }

    /// The schedule at the smallest point; `None` if there is none.
    ///
    /// Fails with [`Error::BudgetExhausted`](presburger::Error) after so many pivots.
    pub fn first(&self, pivots: u64) -> Result<Option<Vec<ScheduleRow>>> {
        let point = self.program.lexmin(pivots)?;
        Ok(point.map(|point| self.schedule(&point)))
    }
}
