//! One row of a schedule: a date for each statement of a group, the best that the dependences allow.
//!
//! The unknowns are the coefficients of the dates, `u` and `w`. Every distance is at least 0 and at most
//! `u · n + w`. The objective is lexicographic: `Σ u`, `w`, the same for pairs that only read the same data, the sum of the coefficients of parameters, that
//! of iterators, that of constants, then single coefficients (Bondhugula et al., *A practical automatic
//! polyhedral parallelizer and locality optimizer*, 2008). A row with `u = 0` and `w = 0` is coincident.
//!
//! All dates of a group can be shifted together, so coefficients of parameters and constants are not
//! negative. Coefficients of iterators may be, if [`Signs::Any`]: then each is a difference of two unknowns.

use super::graph::Edge;
use super::{Demanded, Edges, Of};
use crate::farkas::{Condition, Demand};
use crate::solver::{Choice, Program, Row, Search};
use presburger::Result;

/// Whether dates may run against iterators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signs {
    NonNegative,
    Any,
}

/// What is wanted of the date of one statement.
pub(super) struct Wanted {
    /// Its number.
    pub(super) statement: usize,
    pub(super) depth: usize,
    /// The product of the date's iterators with one of these must not be zero; no demand if there are
    /// none.
    pub(super) complement: Vec<Vec<i64>>,
}

/// What all rows of a dimension must satisfy, and how long they are searched.
pub(super) struct Limits<'a> {
    pub(super) n_param: usize,
    pub(super) signs: Signs,
    /// Iterators have no larger coefficients than this: `1000t + i` is no loop anybody wants, although it can be tiled. Rows
    /// that carry dependences are free of it: where there is no other one, `1000t + i` has to do.
    pub(super) largest: Option<i64>,
    pub(super) demanded: &'a [Demanded],
    pub(super) budget: u64,
}

/// The dates that were found, one for each that was wanted, and what they cost: `Σ u` and `w` of what has to be
/// ordered, and of what is read several times.
pub(super) struct Solution {
    pub(super) dates: Vec<Vec<i64>>,
    pub(super) cost: [i64; 4],
}

/// The unknowns of one date.
struct Columns {
    statement: usize,
    /// The positive and the negative part of each.
    iterators: Vec<(usize, Option<usize>)>,
    parameters: Vec<usize>,
    constant: usize,
}

impl Columns {
    /// The terms of `Σ factor * coefficient`.
    fn terms(&self, factors: &[i64]) -> Vec<(usize, i64)> {
        let mut terms = Vec::with_capacity(factors.len() * 2);
        let (iterators, rest) = factors.split_at(self.iterators.len());
        for (&(positive, negative), &factor) in self.iterators.iter().zip(iterators) {
            terms.push((positive, factor));
            terms.extend(negative.map(|negative| (negative, -factor)));
        }
        let fixed = self.parameters.iter().chain([&self.constant]);
        terms.extend(fixed.copied().zip(rest.iter().copied()));
        terms
    }

    fn date(&self, point: &[i64]) -> Vec<i64> {
        let iterators = self.iterators.iter().map(|&(positive, negative)| {
            point[positive] - negative.map_or(0, |negative| point[negative])
        });
        let fixed = self.parameters.iter().chain([&self.constant]);
        iterators
            .chain(fixed.map(|&column| point[column]))
            .collect()
    }
}

struct Layout {
    program: Program,
    dates: Vec<Columns>,
    /// `u…` and `w`, of what has to be ordered and of what is read several times.
    bounds: [Vec<usize>; 2],
}

/// The variables in front: sums of `u`, `w`, the same for what is read several times, sums of the coefficients of parameters, of
/// iterators, and of constants.
const COST: usize = 4;
/// After what is minimised as a whole the search is satisfied.
const LEADING: usize = COST + 3;

impl Layout {
    fn new(wanted: &[Wanted], limits: &Limits<'_>, first: usize) -> Layout {
        let (n_param, signs) = (limits.n_param, limits.signs);
        let mut program = Program::new(first + LEADING);
        let bounds = [0, 1]
            .map(|_| -> Vec<usize> { (0..n_param).map(|_| program.add_variable()).collect() });
        let mut dates = Vec::with_capacity(wanted.len());
        for one in wanted {
            // The smallest point has its ones as late as possible: outer iterators come last.
            let mut iterators: Vec<(usize, Option<usize>)> = (0..one.depth)
                .map(|_| {
                    let negative = (signs == Signs::Any).then(|| program.add_variable());
                    (program.add_variable(), negative)
                })
                .collect();
            iterators.reverse();
            dates.push(Columns {
                statement: one.statement,
                iterators,
                parameters: (0..n_param).map(|_| program.add_variable()).collect(),
                constant: program.add_variable(),
            });
        }
        let [u, v] = bounds;
        let sums: [Vec<usize>; 5] = [
            u.clone(),
            v.clone(),
            dates.iter().flat_map(|d| d.parameters.clone()).collect(),
            dates
                .iter()
                .flat_map(|d| d.iterators.iter().flat_map(|(p, n)| [Some(*p), *n]))
                .flatten()
                .collect(),
            dates.iter().map(|d| d.constant).collect(),
        ];
        for (sum, of) in [0, 2, 4, 5, 6].into_iter().zip(sums) {
            let terms = of.into_iter().map(|column| (column, -1));
            program.add(Row::zero(terms.chain([(first + sum, 1)]), 0));
        }
        let bounds = [(u, 1), (v, 3)].map(|(mut bound, w)| {
            bound.push(first + w);
            bound
        });
        let mut layout = Layout {
            program,
            dates,
            bounds,
        };
        layout.limit(limits);
        layout
    }

    fn limit(&mut self, limits: &Limits<'_>) {
        if let Some(largest) = limits.largest {
            for date in &self.dates {
                let all = date.iterators.iter().flat_map(|(p, n)| [Some(*p), *n]);
                for column in all.flatten() {
                    self.program
                        .add(Row::at_least_zero([(column, -1)], largest));
                }
            }
        }
        for demanded in limits.demanded {
            let terms: Option<Vec<_>> = demanded
                .terms
                .iter()
                .map(|&(factor, statement, of)| {
                    let date = self.columns(statement)?;
                    let mut factors = vec![0; date.iterators.len() + date.parameters.len() + 1];
                    let at = match of {
                        Of::Iterator(i) => i,
                        Of::Parameter(i) => date.iterators.len() + i,
                        Of::One => factors.len() - 1,
                    };
                    *factors.get_mut(at)? = factor;
                    Some(date.terms(&factors))
                })
                .collect();
            // What is said of statements elsewhere says nothing here.
            let Some(terms) = terms else { continue };
            let terms = terms.into_iter().flatten();
            self.program.add(match demanded.equality {
                true => Row::zero(terms, demanded.constant),
                false => Row::at_least_zero(terms, demanded.constant),
            });
        }
    }

    fn columns(&self, statement: usize) -> Option<&Columns> {
        self.dates.iter().find(|date| date.statement == statement)
    }

    /// A condition on the dates of two statements as a row, with one of the bounds and more terms.
    fn row(
        &self,
        edge: &Edge,
        condition: &Condition,
        bound: usize,
        more: Option<(usize, i64)>,
    ) -> Option<Row> {
        let mut terms = self.columns(edge.source)?.terms(&condition.source);
        terms.extend(self.columns(edge.sink)?.terms(&condition.sink));
        terms.extend(
            self.bounds[bound]
                .iter()
                .copied()
                .zip(condition.bound.iter().copied()),
        );
        terms.extend(more);
        Some(match condition.equality {
            true => Row::zero(terms, condition.constant),
            false => Row::at_least_zero(terms, condition.constant),
        })
    }

    fn add(&mut self, edge: &Edge, conditions: &[Condition]) {
        self.add_bounded(edge, conditions, 0);
    }

    fn add_bounded(&mut self, edge: &Edge, conditions: &[Condition], bound: usize) {
        for condition in conditions {
            if let Some(row) = self.row(edge, condition, bound, None) {
                self.program.add(row);
            }
        }
    }

    /// That each date is independent of earlier ones: a choice for each statement, and what follows
    /// from it for the sum of its coefficients.
    fn independence(&mut self, wanted: &[Wanted]) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (one, columns) in wanted.iter().zip(&self.dates) {
            if one.complement.is_empty() {
                continue;
            }
            let all = columns.iterators.iter().flat_map(|(p, n)| [Some(*p), *n]);
            let all = all.flatten().map(|column| (column, 1));
            self.program.add(Row::at_least_zero(all, -1));
            let mut alternatives = Vec::new();
            for vector in &one.complement {
                for sign in [1, -1] {
                    let mut factors: Vec<i64> = vector.iter().map(|v| sign * v).collect();
                    factors.resize(one.depth + columns.parameters.len() + 1, 0);
                    let terms = columns.terms(&factors);
                    if terms.iter().any(|(_, factor)| *factor > 0) {
                        alternatives.push(vec![Row::at_least_zero(terms, -1)]);
                    }
                }
            }
            choices.push(Choice { alternatives });
        }
        choices
    }
}

/// The best row in which no distance of the edges is negative; `None` if there is none, or none was
/// found within the budget.
pub(super) fn weak(
    wanted: &[Wanted],
    edges: &Edges<'_>,
    limits: &Limits<'_>,
) -> Result<Option<Solution>> {
    let mut layout = Layout::new(wanted, limits, 0);
    for edge in edges.order {
        layout.add(edge, &edge.weak);
        layout.add(edge, &edge.bounded);
    }
    for edge in edges.together {
        layout.add(edge, &edge.zero()?);
    }
    for edge in edges.reuse {
        layout.add_bounded(edge, &edge.bounded, 1);
    }
    let choices = layout.independence(wanted);
    let search = Search::new(&layout.program, &choices);
    let found = search
        .with_leading(LEADING)
        .with_budget(limits.budget)
        .run()?;
    Ok(found.point.map(|point| Solution {
        dates: layout.dates.iter().map(|date| date.date(&point)).collect(),
        cost: [point[0], point[1], point[2], point[3]],
    }))
}

/// The row in which as many parts of the edges as possible have positive distances only, and at least
/// one of them, and no distance is negative (Feautrier, 1992, part II). `None` if there is none.
pub(super) fn carrying(
    wanted: &[Wanted],
    edges: &[Edge],
    limits: &Limits<'_>,
) -> Result<Option<Solution>> {
    // In front of all: the number of parts that are not carried.
    let mut layout = Layout::new(wanted, limits, 1);
    let mut left = Vec::new();
    for edge in edges {
        for part in &edge.parts {
            // distance >= 1 - left
            let own = layout.program.add_variable();
            layout.program.add(Row::at_least_zero([(own, -1)], 1));
            left.push(own);
            let weak = edge.part_conditions(part, Demand::Weak)?;
            layout.add(edge, &weak);
            for condition in edge.part_conditions(part, Demand::Strong)? {
                let more = (own, -condition.constant);
                let row = layout.row(edge, &condition, 0, Some(more));
                row.into_iter().for_each(|row| layout.program.add(row));
            }
        }
    }
    let count = left.len() as i64;
    let sum = left.iter().map(|&own| (own, -1));
    layout.program.add(Row::zero(sum.chain([(0, 1)]), 0));
    layout.program.add(Row::at_least_zero([(0, -1)], count - 1));
    let search = Search::new(&layout.program, &[]);
    let found = search.with_budget(limits.budget).run()?;
    Ok(found.point.map(|point| Solution {
        dates: layout.dates.iter().map(|date| date.date(&point)).collect(),
        cost: [point[0], 0, 0, 0],
    }))
}
