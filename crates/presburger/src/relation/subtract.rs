//! Difference, complement and inclusion of unions of conjunctions.
//!
//! `A \ (c1 ∧ c2 ∧ …)` is the disjoint union of `A ∧ ¬c1`, `A ∧ c1 ∧ ¬c2`, … . Constraints that
//! `A` implies contribute nothing and are found with one incremental tableau; the pieces that
//! remain are checked for integer points. Known locals of the conjunction that is taken away are
//! floors in the pieces too; the bounds of floors hold everywhere and are not negated. Unknown ones
//! are left to parametric integer programming, with `A` as the context.

use crate::budget;
use crate::conj::Conj;
use crate::integer::pip::{self, Wanted};
use crate::number::{Coeff, Run, negate_row};

/// `a \ b` as disjoint pieces of each conjunction of `a`.
pub(crate) fn subtract<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let mut out = Vec::new();
    for conj in a {
        let mut pieces = Vec::new();
        subtract_all(conj, b, Wanted::Infeasible, &mut |piece| {
            pieces.push(piece);
            Ok(true)
        })?;
        out.append(&mut pieces);
    }
    Ok(out)
}

/// Whether `a ⊆ b`.
pub(crate) fn is_subset<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Run<bool> {
    for conj in a {
        if conj.is_rational() {
            if !is_rational_subset(conj, b)? {
                return Ok(false);
            }
            continue;
        }
        if b.contains(conj) {
            continue;
        }
        let covered = subtract_all(conj, b, Wanted::OneInfeasible, &mut |_| Ok(false))?;
        if !covered {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether all rational points of `a` are in `b`, as far as one conjunction of `b` shows it. A
/// conjunction of integer points has at most single rational points in it.
fn is_rational_subset<T: Coeff>(a: &Conj<T>, b: &[Conj<T>]) -> Run<bool> {
    let mut tab = a.tableau()?;
    if tab.is_empty() {
        return Ok(true);
    }
    for conj in b {
        if conj.n_local() > 0 || a.n_local() > 0 {
            continue;
        }
        if !conj.is_rational() {
            let single = a.eq.rows() == a.n_vis();
            if !(single && tab.integer_sample().is_some()) {
                continue;
            }
        }
        let mut inside = true;
        for row in conj.eq.iter() {
            let mut negated = row.to_vec();
            negate_row(&mut negated);
            inside = inside && tab.implies(row)? && tab.implies(&negated)?;
        }
        for row in conj.ineq.iter() {
            inside = inside && tab.implies(row)?;
        }
        if inside {
            return Ok(true);
        }
    }
    Ok(false)
}

/// All conjunctions with locals that can be negated around.
pub(crate) fn with_known_locals<T: Coeff>(b: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let mut out = Vec::with_capacity(b.len());
    for conj in b {
        out.extend(conj.with_known_locals()?);
    }
    Ok(out)
}

/// So many conjunctions are subtracted in one go, each in what the one before it leaves: more would
/// need too much of the stack.
const AT_ONCE: usize = 100;

/// Gives the pieces of `a \ (b[0] ∪ b[1] ∪ …)` to `found` until it returns false; the result tells
/// whether it never did. `wanted` says whether all pieces are needed.
fn subtract_all<T: Coeff>(
    a: &Conj<T>,
    b: &[Conj<T>],
    wanted: Wanted,
    found: &mut dyn FnMut(Conj<T>) -> Run<bool>,
) -> Run<bool> {
    if b.len() > AT_ONCE {
        let (some, others) = b.split_at(AT_ONCE);
        let mut pieces = Vec::new();
        let mut keep = |piece| {
            pieces.push(piece);
            Ok(true)
        };
        subtract_all(a, some, Wanted::Infeasible, &mut keep)?;
        for piece in pieces {
            if !subtract_all(&piece, others, wanted, found)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    let Some((first, rest)) = b.split_first() else {
        if a.is_empty()? {
            return Ok(true);
        }
        return found(a.clone());
    };
    if first.is_marked_empty() {
        return subtract_all(a, rest, wanted, found);
    }
    let mut next = |piece: Conj<T>| subtract_all(&piece, rest, wanted, found);
    if first.has_known_locals() {
        return subtract_one(a, first, &mut next);
    }
    // What the constraints without unknown locals exclude is found as usual; what they leave is
    // compared with the rest, for which the unknown locals have to be solved.
    let plain = first.without_unknown_locals();
    if !plain.is_plain_universe() && !subtract_one(a, &plain, &mut next)? {
        return Ok(false);
    }
    let inside = a.intersect(&plain)?;
    // One uncovered piece settles the matter only if nothing else could cover it.
    let enough = if rest.is_empty() {
        wanted
    } else {
        Wanted::Infeasible
    };
    for piece in pip::uncovered(&inside, first, enough)? {
        if !next(piece)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Gives the pieces of `a \ b` to `found` until it returns false.
fn subtract_one<T: Coeff>(
    a: &Conj<T>,
    b: &Conj<T>,
    found: &mut dyn FnMut(Conj<T>) -> Run<bool>,
) -> Run<bool> {
    if a.is_marked_empty() {
        return Ok(true);
    }
    if b.is_marked_empty() {
        return found(a.clone());
    }
    let mut base = a.clone();
    let map = base.adopt_locals(b)?;
    for (theirs, &mine) in map.iter().enumerate() {
        if mine >= a.n_local() {
            debug_assert!(b.is_known(theirs));
            base.add_floor_bounds(mine)?;
        }
    }
    let mut tab = base.tableau()?;
    if tab.is_empty() {
        return Ok(true);
    }
    // The constraints of b that a does not imply, equalities as two inequalities.
    let mut relevant: Vec<Vec<T>> = Vec::new();
    let mut disjoint = false;
    let mut consider = |row: Vec<T>, relevant: &mut Vec<Vec<T>>| -> Run<bool> {
        if tab.implies(&row)? {
            return Ok(true);
        }
        let mut negated = row.clone();
        negate_row(&mut negated);
        negated[0] = negated[0].sub(&T::one())?;
        if tab.implies(&negated)? {
            return Ok(false);
        }
        relevant.push(row);
        Ok(true)
    };
    for eq in b.eq.iter() {
        let row = base.translate(eq, 0, b, &map);
        let mut negated = row.clone();
        negate_row(&mut negated);
        if !consider(row, &mut relevant)? || !consider(negated, &mut relevant)? {
            disjoint = true;
            break;
        }
    }
    if !disjoint {
        for ineq in b.ineq.iter() {
            if b.is_floor_bound(ineq)? {
                continue;
            }
            let row = base.translate(ineq, 0, b, &map);
            if !consider(row, &mut relevant)? {
                disjoint = true;
                break;
            }
        }
    }
    if disjoint {
        // b violates something that holds all over a: nothing is taken away.
        return found(a.clone());
    }
    let mut kept = base.clone();
    for (i, row) in relevant.iter().enumerate() {
        budget::spend(1)?;
        let mut piece = kept.clone();
        let mut negated = row.clone();
        negate_row(&mut negated);
        negated[0] = negated[0].sub(&T::one())?;
        piece.ineq.push(&negated);
        piece.simplify()?;
        if !piece.is_marked_empty() && !piece.is_empty()? && !found(piece)? {
            return Ok(false);
        }
        if i + 1 < relevant.len() {
            kept.ineq.push(row);
            tab.add_ineq(row)?;
            if tab.is_empty() {
                break;
            }
        }
    }
    Ok(true)
}

/// Whether no conjunction has a point.
pub(crate) fn is_empty<T: Coeff>(a: &[Conj<T>]) -> Run<bool> {
    for conj in a {
        if !conj.is_empty()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether no conjunction of `a` meets one of `b`.
pub(crate) fn is_disjoint<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Run<bool> {
    for x in a {
        for y in b {
            if !x.intersect(y)?.is_empty()? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
