//! Loops counted from their first iteration.
//!
//! Whether loops can be fused is asked of dates without negative coefficients (Convexity, section 4.2), "assuming
//! that loop bounds have been normalised such that 0 is the first iteration". So a date is a sum of *counters*,
//! the forms that say how far a loop has got: in
//!
//! ```text
//! for (i = n - 1; i >= 0; i--)
//!   for (j = i + 1; j < n; j++)
//! ```
//!
//! they are `n - 1 - i` and `j - i - 1`. A counter is never negative, and 0 in the first iteration of its
//! loop, whatever conditions there are inside the loop. If a loop begins at the largest of several values, it counts from the
//! simplest of them. A loop that runs once for all iterations of the loops around it has no counter: a date that depends on nothing
//! else is constant.
//!
//! Where a statement is at several places of the program, or a loop runs over something that is no affine
//! form, its iterators are its counters.

use crate::linear;
use crate::schedule::Problem;
use presburger::{Aff, BasicSet, Constraint, Dim, Result, Set};
use scop::schedule::Vector;

/// How far a loop around a statement has got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counter {
    /// Which of the loops, from the outside in.
    pub(crate) position: usize,
    /// The coefficients of iterators, parameters and 1.
    pub(crate) form: Vec<i64>,
}

/// The counters of a statement, from the outside in.
pub(crate) type Counters = Vec<Counter>;

/// The counters of all statements.
pub(crate) fn counters(problem: &Problem) -> Result<Vec<Counters>> {
    let statements = 0..problem.statements.len();
    statements.map(|one| of_statement(problem, one)).collect()
}

fn of_statement(problem: &Problem, statement: usize) -> Result<Counters> {
    let space = problem.statements[statement].domain.space();
    let depth = space.n_out();
    let mut own = problem.original.iter();
    let mut own = own
        .by_ref()
        .filter(|one| one.domain.space().tuple() == space.tuple());
    let forms = match (own.next(), own.next()) {
        (Some(vector), None) => of_vector(problem, statement, vector)?,
        _ => None,
    };
    let forms = forms.unwrap_or_else(|| {
        let unit = |i: usize| {
            let mut unit = vec![0; depth + problem.n_param() + 1];
            unit[i] = 1;
            unit
        };
        (0..depth).map(unit).collect()
    });
    // What the equations of the domain fix is the same for all instances.
    let fixed = problem.fixed(statement)?;
    let rank = linear::rank(&fixed, depth);
    let varies = |counter: &Counter| {
        let mut with = fixed.clone();
        with.push(counter.form[..depth].to_vec());
        linear::rank(&with, depth) > rank
    };
    let all = forms.into_iter().enumerate();
    let all = all.map(|(position, form)| Counter { position, form });
    Ok(all.filter(varies).collect())
}

/// The counters of a statement with one place in the program, as forms; `None` if one of its loops has none.
fn of_vector(
    problem: &Problem,
    statement: usize,
    vector: &Vector,
) -> Result<Option<Vec<Vec<i64>>>> {
    let mut dates: Vec<Vec<i64>> = Vec::with_capacity(vector.dates.len());
    for date in &vector.dates {
        let [(_, date)] = &date.pieces()[..] else {
            return Ok(None);
        };
        let Some(date) = coefficients(problem, statement, date)? else {
            return Ok(None);
        };
        dates.push(date);
    }
    let mut counters = Vec::with_capacity(dates.len());
    for k in 0..dates.len() {
        let Some(first) = first_iteration(problem, vector, k)? else {
            // It runs once, or for ever in both directions.
            counters.push(dates[k].clone());
            continue;
        };
        // Σ factor * date + what does not depend on dates
        let depth = dates[k].len() - problem.n_param() - 1;
        let mut counter = vec![0; dates[k].len()];
        counter[depth..].copy_from_slice(&first.rest);
        for (factor, date) in first.dates.iter().zip(&dates) {
            for (sum, value) in counter.iter_mut().zip(date) {
                let more = factor
                    .checked_mul(*value)
                    .and_then(|more| sum.checked_add(more));
                let Some(more) = more else { return Ok(None) };
                *sum = more;
            }
        }
        counters.push(counter);
    }
    Ok(Some(counters))
}

/// The coefficients of an affine form of a statement's instances; `None` if it has floors or fractions.
fn coefficients(problem: &Problem, statement: usize, form: &Aff) -> Result<Option<Vec<i64>>> {
    let space = problem.statements[statement].domain.space();
    let of_iterators = |form: &Aff, i: usize| form.coefficient(Dim::In(i));
    row(problem, form, space.n_out(), &of_iterators)
}

/// The coefficients of a form of `n` dimensions, the parameters and sizes, and 1.
fn row(
    problem: &Problem,
    form: &Aff,
    n: usize,
    coefficient: &dyn Fn(&Aff, usize) -> Result<presburger::Value>,
) -> Result<Option<Vec<i64>>> {
    if !form.floors().is_empty() || !form.denominator().is_one() {
        return Ok(None);
    }
    let space = form.domain_space();
    let mut values = Vec::with_capacity(n + problem.n_param() + 1);
    for i in 0..n {
        values.push(coefficient(form, i)?.to_i64());
    }
    for name in &problem.parameters {
        let position = space.params().iter().position(|own| **own == **name);
        values.push(match position {
            Some(position) => form.coefficient(Dim::Param(position))?.to_i64(),
            None => Some(0),
        });
    }
    let Some(constant) = form.constant().to_i64() else {
        return Ok(None);
    };
    let (sizes, rest) = problem.sizes.split(constant);
    values.extend(sizes.into_iter().chain([rest]).map(Some));
    Ok(values.into_iter().collect())
}

/// That a form of the dates of a loop and of those around it is never negative, and 0 in its first iteration.
struct First {
    /// The factors of the dates, that of the loop itself last and positive.
    dates: Vec<i64>,
    /// The coefficients of parameters, and the constant.
    rest: Vec<i64>,
}

/// Where the loop at a depth of a vector begins.
fn first_iteration(problem: &Problem, vector: &Vector, k: usize) -> Result<Option<First>> {
    let mut iterations: Option<Set> = None;
    for other in &problem.original {
        let is_inside = other.positions.len() > k + 1
            && other.positions[..=k] == vector.positions[..=k]
            && other.dates.len() > k;
        if is_inside {
            let own = other.prefix(k + 1)?.as_map()?.range()?;
            iterations = Some(match iterations {
                Some(all) => all.union(&own)?,
                None => own,
            });
        }
    }
    let Some(iterations) = iterations else {
        return Ok(None);
    };
    let iterations = iterations.intersect_params(&problem.context)?;
    lower_bound(problem, &iterations.simple_hull()?, k)
}

/// The simplest of the affine forms that bound the last of some dates from below.
fn lower_bound(problem: &Problem, hull: &BasicSet, k: usize) -> Result<Option<First>> {
    let mut best: Option<(usize, First)> = None;
    for constraint in hull.constraints()? {
        let Some(first) = bound(problem, &constraint, k)? else {
            continue;
        };
        // Few terms are simple; a factor makes it worse than any term.
        let terms = first.dates[..k].iter().chain(&first.rest);
        let terms = terms.filter(|factor| **factor != 0).count();
        let cost = terms + (first.dates[k] as usize - 1) * (k + first.rest.len());
        if best.as_ref().is_none_or(|(known, _)| cost < *known) {
            best = Some((cost, first));
        }
    }
    Ok(best.map(|(_, first)| first))
}

fn bound(problem: &Problem, constraint: &Constraint, k: usize) -> Result<Option<First>> {
    let dimension = |form: &Aff, i: usize| form.coefficient(Dim::In(i));
    let Some(mut row) = row(problem, constraint.aff(), k + 1, &dimension)? else {
        return Ok(None);
    };
    if constraint.is_equality() && row[k] < 0 {
        row.iter_mut().for_each(|value| *value = -*value);
    }
    if row[k] <= 0 {
        return Ok(None);
    }
    let rest = row.split_off(k + 1);
    Ok(Some(First { dates: row, rest }))
}
