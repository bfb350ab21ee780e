//! Dates with which some statements share a loop.
//!
//! Statements share a loop if they have dates
//!
//! ```text
//! θ = Σ a c + d
//! ```
//!
//! of their [counters](super::counters) `c`, with `a >= 0`, not all zero, and `d` constant, so that no
//! dependence between them runs backwards (Convexity, definition 7). `d` is a number: with a shift that grows
//! with parameters the loops would run one after the other, under one head. So the dates of a statement are
//! a *cone*, and sums of dates that share a loop share one as well.

use super::counters::{Counters, counters};
use crate::farkas::Condition;
use crate::linear;
use crate::schedule::Problem;
use crate::schedule::graph::Edge;
use crate::solver::{Choice, Program, Row, Search};
use presburger::{Error, Result};

/// The date of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    /// The coefficients `a` of its counters.
    pub(crate) counters: Vec<i64>,
    /// `d`.
    pub(crate) shift: i64,
    /// The same as coefficients of iterators, parameters, 1.
    pub(crate) form: Vec<i64>,
}

/// A date for each of some statements.
pub(crate) type Dates = Vec<Date>;

/// Which of the possible dates are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objective {
    /// Those with the smallest coefficients.
    Small,
    /// Those with the shortest dependences: at most `u · n + w` between two dates, with the smallest `u`,
    /// then the smallest `w` (Bondhugula et al., 2008).
    Short,
}

/// What all systems have in common.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    /// The counters of each statement.
    pub(crate) counters: Vec<Counters>,
    /// The number of its iterators.
    pub(crate) depths: Vec<usize>,
    /// The parameters that dates have coefficients for.
    pub(crate) n_param: usize,
    /// The pivots for one program.
    pub(crate) pivots: u64,
    /// The largest difference of two `d`, if there is one; unless it is 0, dates are no cone then.
    pub(crate) shift: Option<i64>,
}

/// The unknowns of one statement.
struct Columns<'a> {
    statement: usize,
    /// The counters that may be used, with their numbers and the columns of `a`.
    counters: Vec<(usize, &'a [i64], usize)>,
    /// The column of `d`.
    shift: usize,
}

/// The conditions on the dates of some statements.
pub(crate) struct System<'a> {
    ground: &'a Ground,
    columns: Vec<Columns<'a>>,
    /// The columns of `u` and `w`.
    bound: Vec<usize>,
    program: Program,
    /// The distances of dependences at their generators, which are not negative.
    distances: Vec<Vec<(usize, i64)>>,
}

/// The columns in front: `Σ u`, `w`, `Σ a`, `Σ d`.
const LEADING: usize = 4;
const W: usize = 1;

impl Ground {
    /// What the systems of a problem have in common, with so many pivots for each, and the largest shift.
    pub(crate) fn new(problem: &Problem, pivots: u64, shift: Option<i64>) -> Result<Ground> {
        let depths = problem.statements.iter().map(|one| one.domain.n_dim());
        Ok(Ground {
            counters: counters(problem)?,
            depths: depths.collect(),
            n_param: problem.n_param(),
            pivots,
            shift,
        })
    }

    /// Whether the sum of dates with which statements share a loop are such dates.
    pub(crate) fn is_cone(&self) -> bool {
        matches!(self.shift, None | Some(0))
    }

    /// Vectors one of which has a product with every date that is independent of some rows of a
    /// statement, and none with others; none if the statement has no loop left.
    pub(crate) fn complement(&self, statement: usize, rows: &[Vec<i64>]) -> Result<Vec<Vec<i64>>> {
        linear::complement(rows, self.depths[statement]).ok_or_else(too_large)
    }

    /// The date of a statement with these coefficients.
    pub(crate) fn date(&self, statement: usize, counters: Vec<i64>, shift: i64) -> Result<Date> {
        let mut form = vec![0i128; self.depths[statement] + self.n_param + 1];
        for (counter, factor) in self.counters[statement].iter().zip(&counters) {
            for (sum, value) in form.iter_mut().zip(&counter.form) {
                *sum += i128::from(*value) * i128::from(*factor);
            }
        }
        if let Some(constant) = form.last_mut() {
            *constant += i128::from(shift);
        }
        let form = form.into_iter().map(i64::try_from);
        Ok(Date {
            counters,
            shift,
            form: form
                .collect::<std::result::Result<_, _>>()
                .map_err(|_| too_large())?,
        })
    }

    /// The system of some statements, with the edges between them. Of a statement's counters those are used
    /// that `may_use` says, by statement and counter.
    pub(crate) fn system(
        &self,
        statements: &[usize],
        edges: &[Edge],
        objective: Objective,
        may_use: &dyn Fn(usize, usize) -> bool,
    ) -> Result<System<'_>> {
        let mut program = Program::new(LEADING);
        let bound: Vec<usize> = match objective {
            Objective::Small => Vec::new(),
            Objective::Short => {
                let u = (0..self.n_param).map(|_| program.add_variable());
                u.chain([W]).collect()
            }
        };
        let mut columns = Vec::with_capacity(statements.len());
        for &statement in statements {
            // The smallest point has its ones as late as possible: outer counters come last.
            let own = self.counters[statement].iter().enumerate().rev();
            let own = own.filter(|&(k, _)| may_use(statement, k));
            let counters = own.map(|(k, one)| (k, &one.form[..], program.add_variable()));
            columns.push(Columns {
                statement,
                counters: counters.collect(),
                shift: program.add_variable(),
            });
        }
        let mut system = System {
            ground: self,
            columns,
            bound,
            program,
            distances: Vec::new(),
        };
        system.add_sums();
        for edge in edges {
            for terms in system.add_all(edge, &edge.weak)? {
                system.distances.push(terms);
            }
            if objective == Objective::Short {
                system.add_all(edge, &edge.bounded)?;
            }
        }
        Ok(system)
    }

    /// Dates with which some statements share a loop, each independent of the `rows` that the statement has, by
    /// statement. `None` if there are none.
    pub(crate) fn shared(
        &self,
        statements: &[usize],
        edges: &[Edge],
        rows: &[Vec<Vec<i64>>],
        objective: Objective,
    ) -> Result<Option<Dates>> {
        let mut wanted = Vec::with_capacity(statements.len());
        for &one in statements {
            wanted.push((one, self.complement(one, &rows[one])?));
        }
        let system = self.system(statements, edges, objective, &|_, _| true)?;
        system.independent(&wanted)
    }

    /// Of the dates with which some statements share a loop, those that leave as much freedom for the
    /// loops inside as any others; `None` if there are none.
    ///
    /// They order every pair of instances that some dates order, so that the fewest pairs are left; and inside,
    /// a statement can use whatever it could use here, so that it has independent dates left if it has any for
    /// some choice of these. Where dates are no cone, these are those with the smallest coefficients.
    pub(crate) fn freest(
        &self,
        statements: &[usize],
        edges: &[Edge],
        rows: &[Vec<Vec<i64>>],
    ) -> Result<Option<Dates>> {
        let small = self.shared(statements, edges, rows, Objective::Small)?;
        let Some(small) = small.filter(|_| self.is_cone()) else {
            return self.shared(statements, edges, rows, Objective::Small);
        };
        let system = self.system(statements, edges, Objective::Small, &|_, _| true)?;
        let inside = system.interior()?;
        // What is inside of the cone may happen to depend on the dates above: then something independent is
        // added, until it shows.
        let (mut dates, mut added) = (inside.clone(), &small);
        loop {
            let mut is_new = true;
            for (&statement, date) in statements.iter().zip(&dates) {
                is_new &= self.is_independent(statement, &rows[statement], &date.form)?;
            }
            if is_new {
                return Ok(Some(dates));
            }
            let sums = statements.iter().zip(dates.iter().zip(added));
            let sums = sums.map(|(&statement, (a, b))| {
                let pairs = a.counters.iter().zip(&b.counters);
                let counters: Option<Vec<i64>> = pairs.map(|(a, b)| a.checked_add(*b)).collect();
                let sums = counters.zip(a.shift.checked_add(b.shift));
                let (counters, shift) = sums.ok_or_else(too_large)?;
                self.date(statement, counters, shift)
            });
            dates = sums.collect::<Result<Dates>>()?;
            added = &inside;
        }
    }

    /// Whether a date is independent of some rows, or there is no loop left for it.
    fn is_independent(&self, statement: usize, rows: &[Vec<i64>], form: &[i64]) -> Result<bool> {
        let complement = self.complement(statement, rows)?;
        let product = |vector: &Vec<i64>| -> i128 {
            let products = vector.iter().zip(form);
            products.map(|(a, b)| i128::from(*a) * i128::from(*b)).sum()
        };
        Ok(complement.is_empty() || complement.iter().any(|vector| product(vector) != 0))
    }
}

impl System<'_> {
    fn of(&self, statement: usize) -> Option<usize> {
        let mut columns = self.columns.iter();
        columns.position(|own| own.statement == statement)
    }

    /// The columns of all `a`.
    fn coefficients(&self) -> Vec<usize> {
        let own = self.columns.iter().flat_map(|own| &own.counters);
        own.map(|(_, _, column)| *column).collect()
    }

    fn add_sums(&mut self) {
        let u: Vec<usize> = self.bound.iter().copied().filter(|one| *one != W).collect();
        let a = self.coefficients();
        let d: Vec<usize> = self.columns.iter().map(|one| one.shift).collect();
        for (sum, of) in [(0, u), (2, a), (3, d.clone())] {
            let terms = of.into_iter().map(|column| (column, -1));
            self.program.add(Row::zero(terms.chain([(sum, 1)]), 0));
        }
        // All dates can be shifted together, so that the smallest shift is 0.
        if let Some(most) = self.ground.shift {
            for &shift in &d {
                self.program.add(Row::at_least_zero([(shift, -1)], most));
            }
        }
    }

    /// The terms of `Σ factor * coefficient` for the date of the statement at a position.
    fn terms(&self, position: usize, factors: &[i64]) -> Result<Vec<(usize, i64)>> {
        let mut terms = self.linear(position, factors)?;
        let shift = self.columns[position].shift;
        terms.extend(factors.last().map(|factor| (shift, *factor)));
        Ok(terms)
    }

    /// The same for the first coefficients, without the shift.
    fn linear(&self, position: usize, factors: &[i64]) -> Result<Vec<(usize, i64)>> {
        let own = self.columns[position].counters.iter();
        let terms = own.map(|&(_, counter, column)| {
            let products = counter.iter().zip(factors);
            let products = products.map(|(a, b)| i128::from(*a) * i128::from(*b));
            let factor = i64::try_from(products.sum::<i128>()).map_err(|_| too_large())?;
            Ok((column, factor))
        });
        terms.collect()
    }

    /// Conditions on the dates at the ends of an edge; the terms of those that are no equations.
    fn add_all(&mut self, edge: &Edge, conditions: &[Condition]) -> Result<Vec<Vec<(usize, i64)>>> {
        let mut all = Vec::new();
        let (Some(source), Some(sink)) = (self.of(edge.source), self.of(edge.sink)) else {
            return Ok(all);
        };
        for condition in conditions {
            let mut terms = self.terms(source, &condition.source)?;
            terms.extend(self.terms(sink, &condition.sink)?);
            let bound = self.bound.iter().zip(&condition.bound);
            terms.extend(bound.map(|(column, factor)| (*column, *factor)));
            if condition.equality {
                self.program.add(Row::zero(terms, condition.constant));
            } else {
                let row = Row::at_least_zero(terms.iter().copied(), condition.constant);
                self.program.add(row);
                all.push(terms);
            }
        }
        Ok(all)
    }

    /// That no pair of these edges is on different dates.
    pub(crate) fn keep_together(&mut self, edges: &[Edge]) -> Result<()> {
        for edge in edges {
            self.add_all(edge, &edge.zero()?)?;
        }
        Ok(())
    }

    /// That the date of a statement is not constant, nor a combination of those that `complement` is
    /// orthogonal to: one of these has to hold. None if no date is like that.
    fn independence(&self, statement: usize, complement: &[Vec<i64>]) -> Result<Choice> {
        let mut choice = Choice::default();
        let Some(position) = self.of(statement) else {
            return Ok(choice);
        };
        for vector in complement {
            for sign in [1, -1] {
                let factors: Vec<i64> = vector.iter().map(|value| sign * value).collect();
                let terms = self.linear(position, &factors)?;
                if terms.iter().any(|(_, factor)| *factor > 0) {
                    let row = Row::at_least_zero(terms, -1);
                    choice.alternatives.push(vec![row]);
                }
            }
        }
        Ok(choice)
    }

    /// Dates that are independent of those that each statement has: the products of its date with one of its
    /// vectors must not be zero; no demand on statements without vectors. `None` if there are none.
    ///
    /// This asks for all of it at once: it is the definition, without any lemma.
    pub(crate) fn independent(&self, wanted: &[(usize, Vec<Vec<i64>>)]) -> Result<Option<Dates>> {
        let mut choices = Vec::with_capacity(wanted.len());
        for (statement, complement) in wanted.iter().filter(|one| !one.1.is_empty()) {
            let choice = self.independence(*statement, complement)?;
            if choice.alternatives.is_empty() {
                return Ok(None);
            }
            choices.push(choice);
        }
        let mut program = self.program.clone();
        for choice in &choices {
            // Whatever is chosen, some counter has a coefficient.
            if let [only] = &choice.alternatives[..] {
                only.iter().for_each(|row| program.add(row.clone()));
            }
        }
        let search = Search::new(&program, &choices).with_leading(LEADING);
        let found = search.with_budget(self.ground.pivots).run()?;
        match (found.point, found.complete) {
            (Some(point), _) => self.dates(&point).map(Some),
            (None, true) => Ok(None),
            (None, false) => Err(Error::BudgetExhausted),
        }
    }

    /// The smallest point with one more condition.
    fn point_with(&self, row: Row) -> Result<Option<Vec<i64>>> {
        let mut program = self.program.clone();
        program.add(row);
        program.lexmin(self.ground.pivots)
    }

    /// For each statement, in order, the counters that have a coefficient in some dates, as a set of bits:
    /// since sums of dates are dates, in some dates all at once.
    pub(crate) fn support(&self) -> Result<Vec<u64>> {
        let all = || {
            let own = self.columns.iter().enumerate();
            own.flat_map(|(i, own)| {
                own.counters
                    .iter()
                    .map(move |&(k, _, column)| (i, k, column))
            })
        };
        let mut found = vec![0; self.columns.len()];
        loop {
            let open = all().filter(|&(i, k, _)| found[i] >> k & 1 == 0);
            let terms: Vec<(usize, i64)> = open.map(|(_, _, column)| (column, 1)).collect();
            if terms.is_empty() {
                return Ok(found);
            }
            let Some(point) = self.point_with(Row::at_least_zero(terms, -1))? else {
                return Ok(found);
            };
            for (i, k, column) in all() {
                found[i] |= u64::from(point[column] > 0) << k;
            }
        }
    }

    /// Dates inside the cone: every distance is positive that is so for any dates.
    pub(crate) fn interior(&self) -> Result<Dates> {
        let mut open: Vec<&Vec<(usize, i64)>> = self.distances.iter().collect();
        let mut sum = vec![0i64; self.program.len()];
        let mut unused = self.coefficients();
        loop {
            open.retain(|terms| value(terms, &sum) == 0);
            unused.retain(|&column| sum[column] == 0);
            let terms = open.iter().flat_map(|terms| terms.iter().copied());
            let terms = terms.chain(unused.iter().map(|&column| (column, 1)));
            let terms: Vec<(usize, i64)> = terms.collect();
            if terms.is_empty() {
                break;
            }
            let Some(point) = self.point_with(Row::at_least_zero(terms, -1))? else {
                break;
            };
            for (sum, more) in sum.iter_mut().zip(&point) {
                *sum = sum.checked_add(*more).ok_or(Error::BudgetExhausted)?;
            }
        }
        self.dates(&sum)
    }

    /// The dates at a point.
    fn dates(&self, point: &[i64]) -> Result<Dates> {
        let dates = self.columns.iter().map(|own| {
            let mut counters = vec![0; self.ground.counters[own.statement].len()];
            for &(k, _, column) in &own.counters {
                counters[k] = point[column];
            }
            self.ground.date(own.statement, counters, point[own.shift])
        });
        dates.collect()
    }
}

fn too_large() -> Error {
    Error::Invalid("a coefficient is too large".into())
}

fn value(terms: &[(usize, i64)], point: &[i64]) -> i128 {
    let products = terms
        .iter()
        .map(|&(column, factor)| i128::from(factor) * i128::from(point[column]));
    products.sum()
}
