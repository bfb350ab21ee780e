//! Difference, complement and inclusion of unions of conjunctions.
//!
//! `A \ (c1 ∧ c2 ∧ …)` is the disjoint union of `A ∧ ¬c1`, `A ∧ c1 ∧ ¬c2`, … . Constraints that
//! `A` implies contribute nothing and are found with one incremental tableau; the pieces that
//! remain are checked for integer points. Known locals of the conjunction that is taken away are
//! floors in the pieces too; the bounds of floors hold everywhere and are not negated. Unknown ones
//! are left to parametric integer programming, with `A` as the context.
//!
//! Whether a union covers `A` is asked more often than what it leaves. Then nobody sees the pieces,
//! and in each of them the conjunction comes next that leaves the least of it.

use crate::budget;
use crate::conj::Conj;
use crate::integer::pip::{self, Wanted};
use crate::linear::Tableau;
use crate::linear::tableau::Verdict;
use crate::number::{Coeff, Run, negate_row};
use crate::relation::slabs;
use std::borrow::Cow;

/// `a \ b` as disjoint pieces of each conjunction of `a`.
pub(crate) fn subtract<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let mut out = Vec::new();
    let ordered = largest_first(b);
    for conj in a {
        let mut pieces = Vec::new();
        subtract_all(
            Part::new(conj),
            &ordered,
            Wanted::Infeasible,
            &mut |piece| {
                pieces.push(piece);
                Ok(true)
            },
        )?;
        out.append(&mut pieces);
    }
    // What one conjunction of `b` cuts apart, the next one often leaves as neighbours.
    match a.len() + b.len() > 2 && out.len() > 1 {
        true => slabs::join(out),
        false => Ok(out),
    }
}

/// The conjunctions with few constraints come first: they leave few pieces, and little for the others to
/// cut.
fn largest_first<T: Coeff>(b: &[Conj<T>]) -> Cow<'_, [Conj<T>]> {
    let cuts = |conj: &Conj<T>| {
        (
            !conj.has_known_locals(),
            2 * conj.eq.rows() + conj.ineq.rows(),
        )
    };
    if b.is_sorted_by_key(cuts) {
        return Cow::Borrowed(b);
    }
    let mut b = b.to_vec();
    b.sort_by_key(cuts);
    Cow::Owned(b)
}

/// Whether `a ⊆ b`.
pub(crate) fn is_subset<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Run<bool> {
    is_subset_of(a.iter(), b)
}

/// The same for conjunctions that are not in one place.
pub(crate) fn is_subset_of<'a, T: Coeff>(
    a: impl Iterator<Item = &'a Conj<T>>,
    b: &[Conj<T>],
) -> Run<bool> {
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
        if !is_covered(conj, &b.iter().collect::<Vec<_>>())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether all points of `a` are in one of `b`.
fn is_covered<T: Coeff>(a: &Conj<T>, b: &[&Conj<T>]) -> Run<bool> {
    if a.is_marked_empty() {
        return Ok(true);
    }
    let mut best: Option<(usize, Compared<T>)> = None;
    let mut near: Vec<&Conj<T>> = Vec::with_capacity(b.len());
    for one in b {
        // What its constraints without unknown locals exclude is not in it.
        let is_known = one.has_known_locals();
        let plain = match is_known {
            true => None,
            false => Some(one.without_unknown_locals()?),
        };
        let Some(found) = compare(a, plain.as_ref().unwrap_or(one))? else {
            continue;
        };
        if is_known && found.relevant.is_empty() {
            return Ok(true);
        }
        // To solve for unknown locals is work: those come last.
        let cost = (!is_known, found.relevant.len());
        if best.as_ref().is_none_or(|(index, old)| {
            let one: &Conj<T> = near[*index];
            cost < (!one.has_known_locals(), old.relevant.len())
        }) {
            best = Some((near.len(), found));
        }
        near.push(one);
    }
    let Some((index, found)) = best else {
        return a.is_empty();
    };
    if near.len() > AT_ONCE {
        let near: Vec<Conj<T>> = near.into_iter().cloned().collect();
        return subtract_all(Part::new(a), &near, Wanted::OneInfeasible, &mut |_| {
            Ok(false)
        });
    }
    let first = near.remove(index);
    if !found.pieces(&mut |piece| is_covered(&piece, &near))? {
        return Ok(false);
    }
    if first.has_known_locals() {
        return Ok(true);
    }
    let inside = a.intersect(&first.without_unknown_locals()?)?;
    for piece in pip::uncovered(&inside, first, enough(&near, Wanted::OneInfeasible))? {
        if !is_covered(&piece, &near)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// One uncovered piece settles the matter only if nothing else could cover it.
fn enough<C>(rest: &[C], wanted: Wanted) -> Wanted {
    match rest.is_empty() {
        true => wanted,
        false => Wanted::Infeasible,
    }
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

/// A conjunction of which something is subtracted.
struct Part<'a, T: Coeff> {
    conj: Cow<'a, Conj<T>>,
    /// Whether it is known to have a point.
    is_inhabited: bool,
}

impl<T: Coeff> Part<'_, T> {
    fn new(conj: &Conj<T>) -> Part<'_, T> {
        Part {
            conj: Cow::Borrowed(conj),
            is_inhabited: false,
        }
    }
}

/// Gives the pieces of `a \ (b[0] ∪ b[1] ∪ …)` to `found` until it returns false; the result tells
/// whether it never did. `wanted` says whether all pieces are needed.
fn subtract_all<T: Coeff>(
    a: Part<'_, T>,
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
        for piece in &pieces {
            if !subtract_all(Part::new(piece), others, wanted, found)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    let Some((first, rest)) = b.split_first() else {
        if !a.is_inhabited && a.conj.is_empty()? {
            return Ok(true);
        }
        return found(a.conj.into_owned());
    };
    if first.is_marked_empty() {
        return subtract_all(a, rest, wanted, found);
    }
    let mut next = |piece: Part<'_, T>| subtract_all(piece, rest, wanted, found);
    if first.has_known_locals() {
        return subtract_one(a, first, &mut next);
    }
    // What the constraints without unknown locals exclude is found as usual; what they leave is
    // compared with the rest, for which the unknown locals have to be solved.
    let plain = first.without_unknown_locals()?;
    if !plain.is_plain_universe() && !subtract_one(Part::new(&a.conj), &plain, &mut next)? {
        return Ok(false);
    }
    let inside = a.conj.intersect(&plain)?;
    for piece in pip::uncovered(&inside, first, enough(rest, wanted))? {
        if !next(Part::new(&piece))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Gives the pieces of `a \ b` to `found` until it returns false.
fn subtract_one<T: Coeff>(
    a: Part<'_, T>,
    b: &Conj<T>,
    found: &mut dyn FnMut(Part<'_, T>) -> Run<bool>,
) -> Run<bool> {
    if a.conj.is_marked_empty() {
        return Ok(true);
    }
    // Without a comparison nothing is taken away.
    let pieces = match compare(&a.conj, b)? {
        Some(compared) => compared.cut()?,
        None => None,
    };
    let Some(pieces) = pieces else {
        return found(a);
    };
    for piece in pieces {
        let piece = Part {
            conj: Cow::Owned(piece),
            is_inhabited: true,
        };
        if !found(piece)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// With fewer pieces than this it is not worth much to find that they are one.
const MANY_PIECES: usize = 3;

/// What is left to be said of a conjunction `b` where another one `a` holds.
struct Compared<T: Coeff> {
    /// `a`, with the locals of `b`.
    base: Conj<T>,
    tab: Tableau<T>,
    /// The constraints of `b` that `a` does not imply, equalities as two inequalities.
    relevant: Vec<Vec<T>>,
}

/// Compares two conjunctions; `None` if they are seen to be disjoint.
fn compare<T: Coeff>(a: &Conj<T>, b: &Conj<T>) -> Run<Option<Compared<T>>> {
    if b.is_marked_empty() {
        return Ok(None);
    }
    // With room for the constraints of `b`, which are added one by one later.
    let mut base = a.clone_with_room(0, 2 * b.eq.rows() + b.ineq.rows());
    let map = base.adopt_locals(b)?;
    for (theirs, &mine) in map.iter().enumerate() {
        if mine >= a.n_local() {
            debug_assert!(b.is_known(theirs));
            base.add_floor_bounds(mine)?;
        }
    }
    // Parallel constraints show most of it, without any tableau.
    let mut open: Vec<Cow<'_, [T]>> = Vec::with_capacity(2 * b.eq.rows() + b.ineq.rows());
    for eq in b.eq.iter() {
        let row = base.translate(eq, 0, b, &map);
        let mut negated = row.to_vec();
        negate_row(&mut negated);
        for row in [row, Cow::Owned(negated)] {
            match base.verdict_of_parallel(&row)? {
                Verdict::Implied => {}
                Verdict::Excluded => return Ok(None),
                Verdict::Open => open.push(row),
            }
        }
    }
    for ineq in b.ineq.iter() {
        if b.is_floor_bound(ineq)? {
            continue;
        }
        let row = base.translate(ineq, 0, b, &map);
        match base.verdict_of_parallel(&row)? {
            Verdict::Implied => {}
            Verdict::Excluded => return Ok(None),
            Verdict::Open => open.push(row),
        }
    }
    let tab = match open.is_empty() {
        true => Tableau::new(0, 0),
        false => base.tableau()?,
    };
    let mut compared = Compared {
        base,
        tab,
        relevant: Vec::new(),
    };
    if compared.tab.is_empty() {
        return Ok(Some(compared));
    }
    for row in open {
        match compared.tab.judge(&row)? {
            Verdict::Implied => {}
            Verdict::Excluded => return Ok(None),
            Verdict::Open => compared.relevant.push(row.into_owned()),
        }
    }
    Ok(Some(compared))
}

impl<T: Coeff> Compared<T> {
    /// The pieces of `a \ b`; `None` if that is `a`, because the two have no point in common and
    /// cutting `a` along the constraints of `b` made pieces of it for nothing.
    fn cut(mut self) -> Run<Option<Vec<Conj<T>>>> {
        let mut relevant = std::mem::take(&mut self.relevant);
        let mut pieces = Vec::with_capacity(relevant.len());
        if relevant.len() > 1 && !self.drop_implied(&mut relevant)? {
            return Ok(None);
        }
        self.walk(&relevant, &mut |piece| {
            pieces.push(piece);
            Ok(true)
        })?;
        if pieces.len() < 2 || self.tab.is_empty() {
            return Ok(Some(pieces).filter(|pieces| pieces.len() < 2));
        }
        // Now the base is what the two have in common, but for the last constraint.
        if let Some(last) = relevant.last() {
            self.tab.add_ineq(last)?;
            self.base.ineq.push(last);
        }
        let is_apart = self.tab.is_empty()
            || (pieces.len() >= MANY_PIECES
                && !self.base.is_rational()
                && self.tab.integer_sample().is_none()
                && self.base.is_empty()?);
        Ok(Some(pieces).filter(|_| !is_apart))
    }

    /// Leaves out what follows from the other constraints: it would cut more pieces off and leave nothing
    /// else. False if the two have no point in common.
    fn drop_implied(&self, relevant: &mut Vec<Vec<T>>) -> Run<bool> {
        let mut tab = self.tab.clone();
        let mut slacks = Vec::with_capacity(relevant.len());
        for row in relevant.iter() {
            slacks.push(tab.add_ineq(row)?);
            if tab.is_empty() {
                return Ok(false);
            }
        }
        for at in (0..relevant.len()).rev() {
            budget::spend(1)?;
            if tab.is_redundant(slacks[at])? {
                tab.drop_constraint(slacks[at]);
                relevant.remove(at);
            }
        }
        Ok(true)
    }

    /// Gives the pieces of `a \ b` to `found` until it returns false.
    fn pieces(mut self, found: &mut dyn FnMut(Conj<T>) -> Run<bool>) -> Run<bool> {
        let relevant = std::mem::take(&mut self.relevant);
        self.walk(&relevant, found)
    }

    /// The same, constraint by constraint, each but the last added to the base afterwards, until
    /// nothing is left.
    fn walk(
        &mut self,
        relevant: &[Vec<T>],
        found: &mut dyn FnMut(Conj<T>) -> Run<bool>,
    ) -> Run<bool> {
        for (i, row) in relevant.iter().enumerate() {
            budget::spend(1)?;
            let mut piece = self.base.clone_with_room(0, 1);
            piece.ineq.push(row);
            let negated = piece.ineq.row_mut(piece.ineq.rows() - 1);
            negate_row(negated);
            negated[0] = negated[0].sub(&T::one())?;
            piece.simplify()?;
            if !piece.is_marked_empty() && !piece.is_empty()? && !found(piece)? {
                return Ok(false);
            }
            if i + 1 < relevant.len() {
                self.base.ineq.push(row);
                self.tab.add_ineq(row)?;
                if self.tab.is_empty() {
                    break;
                }
            }
        }
        Ok(true)
    }
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
