//! Conditions with few comparisons.
//!
//! A set of parameters is written as alternatives, `a && b || c`, or as the negation of alternatives of what is left of all that
//! is possible, `(!a || !b) && !c`, whichever is shorter. In both a comparison that makes no difference is dropped: one without
//! which an alternative has no point of the other set. So alternatives may have points in common.

use astgen::Position;
use astgen::ast::{Expr, Op};
use presburger::{Constraint, Result, Set};

/// The condition that something known to be in one set is in another one, which is a part of it. Of its parameters, the
/// first `n` are those of the program: comparisons of these alone come first, because what they exclude need not fit
/// the types of others.
pub(super) fn condition(
    known: &Set,
    set: &Set,
    n: usize,
) -> std::result::Result<Expr, astgen::Error> {
    let others = known.subtract(set)?.coalesce()?;
    let all = alternatives(known, set, &others, n)?;
    let none = alternatives(known, &others, set, n)?;
    let size = |alternatives: &[Vec<Set>]| alternatives.iter().map(Vec::len).sum::<usize>();
    let position = Position::new(Vec::new(), known.from_params()?);
    let (outer, inner) = match size(&none) < size(&all) {
        true => (Op::And, Op::Or),
        false => (Op::Or, Op::And),
    };
    let mut parts = Vec::new();
    for alternative in if outer == Op::And { &none } else { &all } {
        let mut comparisons = Vec::new();
        for comparison in alternative {
            let comparison = match outer {
                Op::And => comparison.complement()?,
                _ => comparison.clone(),
            };
            comparisons.extend(position.condition(&comparison.from_params()?)?);
        }
        parts.extend(Expr::join(inner, comparisons));
    }
    let neutral = Expr::Int(i64::from(outer == Op::And));
    Ok(Expr::join(outer, parts).unwrap_or(neutral))
}

/// Conjunctions of comparisons that together have all points of `set`, and of what is known, none of `others`.
fn alternatives(known: &Set, set: &Set, others: &Set, n: usize) -> Result<Vec<Vec<Set>>> {
    let mut alternatives: Vec<Vec<(usize, Set)>> = Vec::new();
    for part in set.gist(known)?.basic_sets() {
        let constraints = part.constraints()?;
        let mut wanted: Vec<(usize, Set)> = Vec::new();
        for constraint in &constraints {
            wanted.push((difficulty(constraint, n), points(constraint)?));
        }
        // What is hard to read goes first, and what is about few parameters comes first.
        wanted.sort_by_key(|(difficulty, _)| *difficulty);
        let mut at = wanted.len();
        while at > 0 {
            at -= 1;
            let mut left = known.clone();
            for (i, (_, points)) in wanted.iter().enumerate() {
                if i != at {
                    left = left.intersect(points)?;
                }
            }
            if left.is_disjoint(others)? {
                wanted.remove(at);
            }
        }
        alternatives.push(wanted);
    }
    // Alternatives have grown, so that some may have nothing of their own.
    let whole = |alternative: &[(usize, Set)]| -> Result<Set> {
        let mut whole = known.clone();
        for (_, points) in alternative {
            whole = whole.intersect(points)?;
        }
        Ok(whole)
    };
    let mut at = alternatives.len();
    while at > 0 && alternatives.len() > 1 {
        at -= 1;
        let mut rest = Set::empty(known.space().clone())?;
        for (i, other) in alternatives.iter().enumerate() {
            if i != at {
                rest = rest.union(&whole(other)?)?;
            }
        }
        if whole(&alternatives[at])?.is_subset(&rest)? {
            alternatives.remove(at);
        }
    }
    let hardest = |alternative: &[(usize, Set)]| {
        let difficulties = alternative.iter().map(|(difficulty, _)| *difficulty);
        difficulties.max().unwrap_or(0)
    };
    alternatives.sort_by_key(|one| (hardest(one) >= OTHER, one.len(), hardest(one)));
    let sets =
        |alternative: Vec<(usize, Set)>| alternative.into_iter().map(|(_, set)| set).collect();
    Ok(alternatives.into_iter().map(sets).collect())
}

fn points(constraint: &Constraint) -> Result<Set> {
    let points = match constraint.is_equality() {
        true => constraint.aff().zero_set()?,
        false => constraint.aff().nonneg_set()?,
    };
    Ok(points)
}

/// The difficulty of a parameter that is not one of the program.
const OTHER: usize = 100;

/// How hard it is to read: floors, distances, parameters.
fn difficulty(constraint: &Constraint, n: usize) -> usize {
    let aff = constraint.aff();
    let space = aff.domain_space();
    let parameters = (0..space.n_param()).map(|at| {
        let coefficient = aff.coefficient(presburger::Dim::Param(at));
        let is_used = coefficient.is_ok_and(|one| !one.is_zero());
        usize::from(is_used) * if at < n { 1 } else { OTHER }
    });
    100 * OTHER * aff.floors().len() + parameters.sum::<usize>()
}
