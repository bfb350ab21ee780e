//! Fusibility with any coefficients (Convexity, definition 3).
//!
//! Two statements R and S overlap if they have dates, of any form, such that a date of S is between two dates of
//! R. It is enough to look at the vertices of their domains: if instances `x`, `y`, `x'` have such dates, vertices have.
//!
//! The definition does not say that dates must not be constant, but if all dates are zero, all statements overlap; so
//! it is asked for here. Even then nearly all do: shifted by the right multiple of the parameters, the last iteration of one
//! loop is at the date of the first one of the other, and nothing runs backwards if dependences
//! lead from one to the other only. That is why [`Space`](super::Space) is built with definition 7.

use crate::farkas::{Condition, Demand};
use crate::linear;
use crate::schedule::Problem;
use crate::schedule::graph::{Edge, Graph};
use crate::solver::{Choice, Program, Row, Search};
use presburger::{BasicSet, Constraint, Error, Map, Result, Set, Space, Tuple};

/// The unknowns of the date of a statement: for each coefficient its positive and its negative part.
struct Columns {
    statement: usize,
    coefficients: Vec<(usize, usize)>,
}

impl Columns {
    fn new(problem: &Problem, statement: usize, program: &mut Program) -> Columns {
        let depth = problem.statements[statement].domain.n_dim();
        let mut both = || (program.add_variable(), program.add_variable());
        Columns {
            statement,
            coefficients: (0..depth + problem.n_param() + 1).map(|_| both()).collect(),
        }
    }

    fn terms(&self, factors: &[i64]) -> impl Iterator<Item = (usize, i64)> {
        let pairs = self.coefficients.iter().zip(factors);
        pairs.flat_map(|(&(plus, minus), &factor)| [(plus, factor), (minus, -factor)])
    }
}

/// Whether a date of the second statement can be between two dates of the first one.
pub(super) fn overlap(problem: &Problem, one: usize, other: usize, pivots: u64) -> Result<bool> {
    let mut program = Program::new(0);
    let columns = [one, other].map(|statement| Columns::new(problem, statement, &mut program));
    let graph = Graph::new(problem)?.among(&[one, other]);
    for edge in &graph.order {
        for condition in &edge.weak {
            program.add(row(&columns, edge, condition));
        }
    }
    let mut choices = Vec::new();
    for own in &columns {
        choices.extend(varies(problem, own)?);
    }
    choices.push(between(problem, &columns)?);
    if choices.iter().any(|choice| choice.alternatives.is_empty()) {
        return Ok(false);
    }
    let found = Search::new(&program, &choices)
        .with_leading(0)
        .with_budget(pivots)
        .run()?;
    match (found.point.is_some(), found.complete) {
        (true, _) => Ok(true),
        (false, true) => Ok(false),
        (false, false) => Err(Error::BudgetExhausted),
    }
}

fn row(columns: &[Columns; 2], edge: &Edge, condition: &Condition) -> Row {
    let of = |statement: usize| columns.iter().find(|own| own.statement == statement);
    let source = of(edge.source)
        .into_iter()
        .flat_map(|own| own.terms(&condition.source));
    let sink = of(edge.sink)
        .into_iter()
        .flat_map(|own| own.terms(&condition.sink));
    match condition.equality {
        true => Row::zero(source.chain(sink), condition.constant),
        false => Row::at_least_zero(source.chain(sink), condition.constant),
    }
}

/// That the date of a statement is not the same for all instances; none if it has no loops.
fn varies(problem: &Problem, columns: &Columns) -> Result<Option<Choice>> {
    let depth = problem.statements[columns.statement].domain.n_dim();
    let fixed = problem.fixed(columns.statement)?;
    let complement = linear::complement(&fixed, depth);
    let complement =
        complement.ok_or_else(|| Error::Invalid("a coefficient is too large".into()))?;
    let mut choice = Choice::default();
    for vector in &complement {
        for sign in [1, -1] {
            let factors: Vec<i64> = vector.iter().map(|value| sign * value).collect();
            let row = Row::at_least_zero(columns.terms(&factors), -1);
            choice.alternatives.push(vec![row]);
        }
    }
    Ok((!complement.is_empty()).then_some(choice))
}

/// That a vertex of the second statement is between two of the first one.
fn between(problem: &Problem, columns: &[Columns; 2]) -> Result<Choice> {
    let [one, other] = columns;
    let of = |own: &Columns| vertices(problem, &problem.statements[own.statement].domain);
    let (ours, theirs) = (of(one)?, of(other)?);
    let mut choice = Choice::default();
    for vertex in &theirs {
        let mut below = Vec::new();
        let mut above = Vec::new();
        for own in &ours {
            below.extend(in_order(problem, (one, own), (other, vertex))?);
            above.extend(in_order(problem, (other, vertex), (one, own))?);
        }
        for low in &below {
            for high in &above {
                choice.alternatives.push([&low[..], &high[..]].concat());
            }
        }
    }
    Ok(choice)
}

/// That the date of one vertex is not after that of another one, for all parameters for which there are both.
fn in_order(
    problem: &Problem,
    first: (&Columns, &Set),
    second: (&Columns, &Set),
) -> Result<Option<Vec<Row>>> {
    let relation = Map::from_domain_and_range(first.1, second.1)?;
    let relation = relation.intersect_params(&problem.context)?;
    if relation.is_empty()? {
        return Ok(None);
    }
    let mut rows = Vec::new();
    for part in relation.basic_maps() {
        let pairs = problem.pairs(&part.to_map(), false)?;
        for condition in pairs.conditions(Demand::Weak) {
            let terms = first
                .0
                .terms(&condition.source)
                .chain(second.0.terms(&condition.sink));
            rows.push(match condition.equality {
                true => Row::zero(terms, condition.constant),
                false => Row::at_least_zero(terms, condition.constant),
            });
        }
    }
    Ok(Some(rows))
}

/// The vertices of a domain, each as a set with at most one point for given parameters: where as many of its constraints are
/// equations as there are dimensions.
fn vertices(problem: &Problem, domain: &Set) -> Result<Vec<Set>> {
    let mut found = Vec::new();
    for part in domain.intersect_params(&problem.context)?.basic_sets() {
        let constraints = part.constraints()?;
        let constraints: Vec<Constraint> = constraints
            .into_iter()
            .filter(|one| one.aff().floors().is_empty())
            .collect();
        corners(&part, &constraints, part.to_set(), &mut found)?;
    }
    Ok(found)
}

/// Adds the corners of a face that are where more of some constraints are equations.
fn corners(
    part: &BasicSet,
    constraints: &[Constraint],
    face: Set,
    found: &mut Vec<Set>,
) -> Result<()> {
    if face.is_empty()? {
        return Ok(());
    }
    let nothing = Space::set(face.space().params().to_vec(), Tuple::anonymous(0));
    let nothing = Set::universe(nothing)?;
    if Map::from_domain_and_range(&nothing, &face)?.is_single_valued()? {
        if !found.contains(&face) {
            found.push(face);
        }
        return Ok(());
    }
    for (k, constraint) in constraints.iter().enumerate() {
        let equation = Constraint::zero(constraint.aff().clone());
        let plane = BasicSet::from_constraints(part.space(), &[equation])?;
        let smaller = face.intersect(&plane.to_set())?;
        if !smaller.is_equal(&face)? {
            corners(part, &constraints[k + 1..], smaller, found)?;
        }
    }
    Ok(())
}
