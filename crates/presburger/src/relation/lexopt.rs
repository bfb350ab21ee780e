//! Lexicographic minima and maxima of relations, as piecewise functions.
//!
//! Each conjunction is solved by parametric integer programming; the pieces of several
//! conjunctions are merged by comparing their values where the domains overlap.

use super::coalesce::{self, Hull};
use super::{Relation, Width, slabs, subtract, union};
use crate::budget::{Effort, attempt};
use crate::conj::Conj;
use crate::error::{Result, Stop, exact};
use crate::form::Form;
use crate::integer::pip::{self, Goal, Problem, Wanted};
use crate::number::{Big, Coeff, Run};
use crate::space::Space;

/// A function on a part of its domain: values where `domain` holds.
#[derive(Clone, Debug)]
pub(crate) struct FormPiece<T> {
    pub(crate) domain: Vec<Conj<T>>,
    pub(crate) values: Vec<Form<T>>,
}

/// For every value of the first `n_param` columns the optimum of the others; disjoint pieces.
pub(crate) fn optimum<T: Coeff>(
    conjs: &[Conj<T>],
    n_param: usize,
    goal: Goal,
) -> Run<Vec<FormPiece<T>>> {
    let mut found_for: Vec<Vec<FormPiece<T>>> = Vec::with_capacity(conjs.len());
    for conj in conjs {
        // Where there is a solution at all is known beforehand: in the projection of the
        // conjunction. What is known of it without existentials keeps the search from exploring
        // parts without a solution, and the pieces free of conditions that say nothing new.
        let feasible = conj.project_out(n_param, conj.n_vis() - n_param)?;
        let solve = |context: &Conj<T>| {
            let problem = Problem {
                conj,
                n_param,
                context,
                wanted: Wanted::Values,
            };
            pip::optimum(problem, goal)
        };
        let found = if feasible.has_known_locals() {
            solve(&feasible)?
        } else {
            let plain = feasible.without_unknown_locals()?;
            match attempt(Effort::Relation, || solve(&plain))? {
                Some(pieces) => pieces,
                // Too much of what was explored has no solution: now with all that is known.
                None => solve(&feasible)?,
            }
        };
        let mut pieces: Vec<FormPiece<T>> = Vec::new();
        for piece in found {
            let values = piece
                .values
                .iter()
                .map(|row| Form::from_row(piece.floors.clone(), row.to_vec(), T::one()))
                .collect();
            add_piece(&mut pieces, vec![piece.domain], values);
        }
        for piece in &mut pieces {
            piece.domain = joined(std::mem::take(&mut piece.domain))?;
        }
        found_for.push(pieces);
    }
    // In pairs, so that few functions of many pieces meet.
    while found_for.len() > 1 {
        let mut next = Vec::with_capacity(found_for.len().div_ceil(2));
        let mut functions = found_for.into_iter();
        while let Some(first) = functions.next() {
            next.push(match functions.next() {
                Some(second) => merge(first, second, goal)?,
                None => first,
            });
        }
        found_for = next;
    }
    Ok(found_for.pop().unwrap_or_default())
}

/// The better of two piecewise functions wherever both are defined.
///
/// A piece loses what a piece of the other function is better on, and nothing else: the domain of
/// one that is nowhere worse stays as it is.
pub(crate) fn merge<T: Coeff>(
    a: Vec<FormPiece<T>>,
    b: Vec<FormPiece<T>>,
    goal: Goal,
) -> Run<Vec<FormPiece<T>>> {
    let mut rest_b: Vec<Vec<Conj<T>>> = b.iter().map(|piece| piece.domain.clone()).collect();
    let mut out: Vec<FormPiece<T>> = Vec::new();
    for piece in a {
        let mut own = piece.domain.clone();
        for (other, rest) in b.iter().zip(&mut rest_b) {
            let overlap = nonempty(union::intersect(&piece.domain, &other.domain)?)?;
            let Some(n_vis) = overlap.first().map(Conj::n_vis) else {
                continue;
            };
            let loses = worse(n_vis, &piece.values, &other.values, goal)?;
            let lost = nonempty(union::intersect(&overlap, &loses)?)?;
            if lost.is_empty() {
                *rest = subtract::subtract(rest, &piece.domain)?;
                continue;
            }
            let wins = no_worse(n_vis, &piece.values, &other.values, goal)?;
            let won = nonempty(union::intersect(&overlap, &wins)?)?;
            if won.is_empty() {
                own = subtract::subtract(&own, &other.domain)?;
                continue;
            }
            own = subtract::subtract(&own, &lost)?;
            *rest = subtract::subtract(rest, &won)?;
        }
        add_piece(&mut out, own, piece.values);
    }
    for (other, domain) in b.into_iter().zip(rest_b) {
        add_piece(&mut out, domain, other.values);
    }
    for piece in &mut out {
        piece.domain = joined(std::mem::take(&mut piece.domain))?;
    }
    Ok(out)
}

/// Adds a piece to the others; equal values have one domain.
fn add_piece<T: Coeff>(pieces: &mut Vec<FormPiece<T>>, domain: Vec<Conj<T>>, values: Vec<Form<T>>) {
    if domain.is_empty() {
        return;
    }
    match pieces.iter_mut().find(|piece| piece.values == values) {
        Some(piece) => piece.domain.extend(domain),
        None => pieces.push(FormPiece { domain, values }),
    }
}

/// A domain in fewer conjunctions is not worth more than sorting them.
const FRAGMENTS: usize = 6;

/// The same points in fewer conjunctions, if they are found soon. The constraints of the result
/// are those of the parts: a function is no simpler for a tilted border.
fn joined<T: Coeff>(domain: Vec<Conj<T>>) -> Run<Vec<Conj<T>>> {
    if domain.len() < FRAGMENTS {
        return match domain.len() {
            0 | 1 => Ok(domain),
            _ => slabs::join(domain),
        };
    }
    let join = || coalesce::coalesce_with(&domain, Hull::Forbidden);
    Ok(attempt(Effort::Relation, join)?.unwrap_or(domain))
}

fn nonempty<T: Coeff>(conjs: Vec<Conj<T>>) -> Run<Vec<Conj<T>>> {
    let mut out = Vec::with_capacity(conjs.len());
    for conj in conjs {
        if !conj.is_empty()? {
            out.push(conj);
        }
    }
    Ok(out)
}

/// Where `a` is lexicographically at least as good as `b`.
///
/// The number of variables cannot come from the forms: without outputs there are none.
fn no_worse<T: Coeff>(n_vis: usize, a: &[Form<T>], b: &[Form<T>], goal: Goal) -> Run<Vec<Conj<T>>> {
    let mut equal = Conj::universe(n_vis);
    let mut out = Vec::new();
    for (x, y) in a.iter().zip(b) {
        let gain = match goal {
            Goal::Min => y.sub(x)?,
            Goal::Max => x.sub(y)?,
        };
        if gain.is_zero() {
            continue;
        }
        let strictly = gain.neg().negative()?;
        union::push_new(&mut out, equal.intersect(&strictly)?);
        equal = equal.intersect(&gain.zero_set()?)?;
    }
    union::push_new(&mut out, equal);
    Ok(out)
}

/// Where `a` is lexicographically worse than `b`.
fn worse<T: Coeff>(n_vis: usize, a: &[Form<T>], b: &[Form<T>], goal: Goal) -> Run<Vec<Conj<T>>> {
    let mut equal = Conj::universe(n_vis);
    let mut out = Vec::new();
    for (x, y) in a.iter().zip(b) {
        let loss = match goal {
            Goal::Min => y.sub(x)?,
            Goal::Max => x.sub(y)?,
        };
        if loss.is_zero() {
            continue;
        }
        union::push_new(&mut out, equal.intersect(&loss.negative()?)?);
        equal = equal.intersect(&loss.zero_set()?)?;
    }
    Ok(out)
}

/// The graph of a piecewise function: values become the last visible variables.
pub(crate) fn graph<T: Coeff>(pieces: &[FormPiece<T>], n_out: usize) -> Run<Vec<Conj<T>>> {
    let mut out = Vec::new();
    for piece in pieces {
        for domain in &piece.domain {
            let n = domain.n_vis();
            let mut graph = domain.insert_visible(n, n_out);
            for (i, value) in piece.values.iter().enumerate() {
                let columns: Vec<usize> = (0..n).collect();
                let wide = value.renumber(n + n_out, &columns);
                let image = Form::variable(n + n_out, n + i);
                graph.conjoin(&wide.sub(&image)?.zero_set()?)?;
            }
            graph.simplify()?;
            union::push_new(&mut out, graph);
        }
    }
    Ok(out)
}

impl Relation {
    /// For each domain element (each parameter value, for a set) the optimal range element.
    pub(crate) fn lexopt(&self, goal: Goal) -> Result<Relation> {
        self.check_integral("lexicographic optima")?;
        let n_out = self.space.n_out();
        let n_param = self.space.n_total() - n_out;
        let parts = exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            let pieces = optimum(&conjs, n_param, goal)?;
            Ok(T::store(graph(&pieces, n_out)?))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }

    /// The same as a list of pieces: domain (in the domain or parameter space) and values.
    pub(crate) fn lexopt_pieces(&self, goal: Goal) -> Result<Vec<(Relation, Vec<Form<Big>>)>> {
        let n_out = self.space.n_out();
        let n_param = self.space.n_total() - n_out;
        let space = self.domain_space();
        let pieces = exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            let mut out = Vec::new();
            for piece in optimum(&conjs, n_param, goal)? {
                let values = piece
                    .values
                    .iter()
                    .map(|form| form.convert(|v| Ok(v.to_big())))
                    .collect::<Run<Vec<_>>>()?;
                out.push((T::store(piece.domain), values));
            }
            Ok::<_, Stop>(out)
        })?;
        Ok(pieces
            .into_iter()
            .map(|(parts, values)| {
                (
                    Relation {
                        space: space.clone(),
                        parts,
                    },
                    values,
                )
            })
            .collect())
    }

    /// Fails for rational relations: `what` is defined for integers only.
    fn check_integral(&self, what: &str) -> Result<()> {
        let rational = match &self.parts {
            super::Parts::Narrow(conjs) => conjs.iter().any(Conj::is_rational),
            super::Parts::Wide(conjs) => conjs.iter().any(Conj::is_rational),
        };
        if rational {
            return Err(crate::Error::invalid(format!(
                "{what} of rational sets are not supported"
            )));
        }
        Ok(())
    }

    /// The space of what a function with this graph is defined on.
    pub(crate) fn domain_space(&self) -> Space {
        self.space
            .domain()
            .unwrap_or_else(|_| self.space.to_params())
    }

    /// The minimum of a form over all points of a set, parameters included: `None` if the set is
    /// empty, [`crate::Error::Unbounded`] if there is no bound.
    pub(crate) fn minimum(&self, form: &Form<Big>) -> Result<Option<Big>> {
        Ok(exact!(T => {
            let form = form.convert(<T as Coeff>::from_big)?;
            let mut best: Option<T> = None;
            for conj in <T as Width>::load(&self.parts)?.iter() {
                if let Some(value) = minimum_on(conj, &form)? {
                    best = Some(match best {
                        Some(old) if old <= value => old,
                        _ => value,
                    });
                }
            }
            Ok::<_, Stop>(best.map(|v| v.to_big()))
        })?)
    }
}

/// The least integer value of an integral form on a conjunction.
pub(super) fn minimum_on<T: Coeff>(conj: &Conj<T>, form: &Form<T>) -> Run<Option<T>> {
    let n = conj.n_vis();
    if conj.is_empty()? {
        return Ok(None);
    }
    // A first column holds the value; everything else is existential.
    let columns: Vec<usize> = (1..=n).collect();
    let mut graph = conj.insert_visible(0, 1);
    let wide = form.renumber(n + 1, &columns);
    let value = Form::variable(n + 1, 0);
    graph.conjoin(&wide.sub(&value)?.zero_set()?)?;
    let hidden = graph.rearrange(&[crate::conj::Column::Old(0)]);
    let context = Conj::universe(0);
    let problem = Problem {
        conj: &hidden,
        n_param: 0,
        context: &context,
        wanted: Wanted::Values,
    };
    let pieces = pip::optimum(problem, Goal::Min)?;
    Ok(pieces.first().map(|piece| piece.values.get(0, 0).clone()))
}
