//! Joining conjunctions that differ in the bounds of one form only.
//!
//! A *slab* of a conjunction is what it says of one form of the visible variables alone:
//! `low <= f <= high`, either side possibly open. Conjunctions that are equal but for one slab of
//! the same form are equal to one with the hull of the intervals, provided that no integer lies
//! between these. So sorting by the lower bound finds all of them at once, and a grid of boxes,
//! however shuffled, is one box after a pass per dimension: the cost is that of hashing and
//! sorting. Nothing is asked of a tableau.
//!
//! Example: `0 <= x <= 4 and 0 <= y <= 1`, `5 <= x <= 9 and 0 <= y <= 1` and `0 <= x <= 9 and
//! y = 2`. The first two agree but for `x` and give `0 <= x <= 9 and 0 <= y <= 1`; this and the
//! third agree but for `y`.

use crate::budget;
use crate::conj::Conj;
use crate::linear::Matrix;
use crate::number::{Coeff, Run, is_zero_row, negate_row};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::{BuildHasher, Hash, Hasher};

/// `low <= form <= high`.
#[derive(Clone, Debug)]
pub(super) struct Slab<T> {
    /// Coefficients of the visible variables; the first that is not zero is positive.
    form: Vec<T>,
    low: Option<T>,
    high: Option<T>,
    /// Stated as an equality.
    is_equality: bool,
}

impl<T: Coeff> Slab<T> {
    /// The slab that a row alone describes, if it speaks of visible variables only.
    fn of(row: &[T], n_vis: usize, is_equality: bool) -> Option<Slab<T>> {
        if !is_zero_row(&row[1 + n_vis..]) {
            return None;
        }
        let mut form = row[1..1 + n_vis].to_vec();
        let is_upper = form.iter().find(|a| !a.is_zero())?.is_neg();
        // The row is `form + c >= 0` or `-form + c >= 0`.
        let bound = match is_upper {
            true => row[0].clone(),
            false => row[0].neg(),
        };
        if is_upper {
            negate_row(&mut form);
        }
        Some(Slab {
            form,
            low: (is_equality || !is_upper).then(|| bound.clone()),
            high: (is_equality || is_upper).then_some(bound),
            is_equality,
        })
    }

    /// Both slabs at once.
    fn intersect(&mut self, other: Slab<T>) {
        if let Some(low) = other.low
            && self.low.as_ref().is_none_or(|mine| *mine < low)
        {
            self.low = Some(low);
        }
        if let Some(high) = other.high
            && self.high.as_ref().is_none_or(|mine| high < *mine)
        {
            self.high = Some(high);
        }
        self.is_equality |= other.is_equality;
    }

    /// Whether two or more integers lie between one and the other, of which `self` has the lower.
    fn is_far_below(&self, other: &Slab<T>) -> Run<bool> {
        let (Some(high), Some(low)) = (&self.high, &other.low) else {
            return Ok(false);
        };
        Ok(high.add(&T::one())? < *low)
    }
}

/// The slabs of a conjunction, one for each form, sorted by it.
pub(super) fn slabs<T: Coeff>(conj: &Conj<T>) -> Vec<Slab<T>> {
    let n_vis = conj.n_vis();
    let equalities = conj.eq.iter().map(|row| (row, true));
    let inequalities = conj.ineq.iter().map(|row| (row, false));
    let mut found: Vec<Slab<T>> = equalities
        .chain(inequalities)
        .filter_map(|(row, is_equality)| Slab::of(row, n_vis, is_equality))
        .collect();
    found.sort_by(|a, b| a.form.cmp(&b.form));
    let mut out: Vec<Slab<T>> = Vec::with_capacity(found.len());
    for slab in found {
        match out.last_mut() {
            Some(last) if last.form == slab.form => last.intersect(slab),
            _ => out.push(slab),
        }
    }
    out
}

/// Whether a conjunction consists of bounds of single variables that leave an interval for each:
/// no constraint follows from others.
pub(super) fn is_box<T: Coeff>(conj: &Conj<T>, slabs: &[Slab<T>]) -> bool {
    let is_single = |row: &[T]| row[1..].iter().filter(|a| !a.is_zero()).count() == 1;
    let is_interval = |slab: &Slab<T>| match (&slab.low, &slab.high) {
        (Some(low), Some(high)) => slab.is_equality || low < high,
        _ => true,
    };
    let bounds = slabs.iter().map(|slab| match slab.is_equality {
        true => 1,
        false => usize::from(slab.low.is_some()) + usize::from(slab.high.is_some()),
    });
    !conj.is_rational()
        && !conj.is_marked_empty()
        && conj.n_local() == 0
        && conj.eq.iter().chain(conj.ineq.iter()).all(is_single)
        && bounds.sum::<usize>() == conj.eq.rows() + conj.ineq.rows()
        && slabs.iter().all(is_interval)
}

/// Whether an inequality of one keeps it away from the other by two or more.
///
/// Equalities do not count: along a line of lattice points a gap across it is none.
pub(super) fn are_apart<T: Coeff>(a: &[Slab<T>], b: &[Slab<T>]) -> Run<bool> {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].form.cmp(&b[j].form) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                let (x, y) = (&a[i], &b[j]);
                if !(x.is_equality && y.is_equality) && (x.is_far_below(y)? || y.is_far_below(x)?) {
                    return Ok(true);
                }
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    Ok(false)
}

/// Whether the bounds of a form exclude each other.
pub(super) fn are_disjoint<T: Coeff>(a: &[Slab<T>], b: &[Slab<T>]) -> bool {
    let is_below = |x: &Slab<T>, y: &Slab<T>| match (&x.high, &y.low) {
        (Some(high), Some(low)) => high < low,
        _ => false,
    };
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].form.cmp(&b[j].form) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                if is_below(&a[i], &b[j]) || is_below(&b[j], &a[i]) {
                    return true;
                }
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    false
}

/// An equal union in which no two conjunctions differ in one slab that could be joined.
pub(super) fn join<T: Coeff>(conjs: Vec<Conj<T>>) -> Run<Vec<Conj<T>>> {
    let mut slots: Vec<Option<Conj<T>>> = conjs.into_iter().map(Some).collect();
    loop {
        let mut changed = false;
        for form in promising_forms(&slots) {
            changed |= join_along(&form, &mut slots)?;
        }
        if !changed {
            return Ok(slots.into_iter().flatten().collect());
        }
    }
}

/// The forms that two conjunctions bound which look the same otherwise, in the order in which they
/// come up. Where there are none, which is as a rule, hashing each row once was all.
fn promising_forms<T: Coeff>(slots: &[Option<Conj<T>>]) -> Vec<Vec<T>> {
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    let mut order: Vec<Vec<T>> = Vec::new();
    for conj in slots.iter().flatten().filter(|conj| !conj.is_rational()) {
        budget::charge(conj.eq.rows() + conj.ineq.rows());
        for (key, row) in keys(conj) {
            let count = counts.entry(key).or_insert(0);
            *count += 1;
            if *count == 2 {
                let slab = Slab::of(row, conj.n_vis(), false);
                order.extend(slab.map(|slab| slab.form));
            }
        }
    }
    let mut seen: FxHashSet<Vec<T>> = FxHashSet::default();
    order.retain(|form| seen.insert(form.clone()));
    order
}

/// For each slab of a conjunction a hash of its form and of all that is said besides, whatever the
/// order of the rows, and a row with the form.
fn keys<T: Coeff>(conj: &Conj<T>) -> Vec<(u64, &[T])> {
    let n_vis = conj.n_vis();
    let mut all: u64 = FxBuildHasher.hash_one(&conj.div);
    // Per form its hash, the sum of the hashes of its rows, and one of them.
    let mut forms: Vec<(u64, u64, &[T])> = Vec::with_capacity(conj.eq.rows() + conj.ineq.rows());
    let equalities = conj.eq.iter().map(|row| (row, true));
    for (row, is_equality) in equalities.chain(conj.ineq.iter().map(|row| (row, false))) {
        let hash = FxBuildHasher.hash_one((row, is_equality));
        all = all.wrapping_add(hash);
        let Some(form) = form_hash(row, n_vis) else {
            continue;
        };
        match forms.iter_mut().find(|(known, _, _)| *known == form) {
            Some((_, sum, _)) => *sum = sum.wrapping_add(hash),
            None => forms.push((form, hash, row)),
        }
    }
    let rest = |sum: u64| all.wrapping_sub(sum);
    let hashed = forms.into_iter();
    hashed
        .map(|(form, sum, row)| (FxBuildHasher.hash_one((form, rest(sum))), row))
        .collect()
}

/// A hash of the form of a row, the same for both bounds; `None` if locals take part.
fn form_hash<T: Coeff>(row: &[T], n_vis: usize) -> Option<u64> {
    if !is_zero_row(&row[1 + n_vis..]) {
        return None;
    }
    let form = &row[1..1 + n_vis];
    let mut hasher = FxBuildHasher.build_hasher();
    if form.iter().find(|a| !a.is_zero())?.is_neg() {
        form.iter().for_each(|a| a.neg().hash(&mut hasher));
    } else {
        form.iter().for_each(|a| a.hash(&mut hasher));
    }
    Some(hasher.finish())
}

/// Joins what differs in the bounds of `form`; whether there was something.
fn join_along<T: Coeff>(form: &[T], slots: &mut [Option<Conj<T>>]) -> Run<bool> {
    let mut groups: FxHashMap<u64, Vec<Member<T>>> = FxHashMap::default();
    for (at, conj) in slots.iter().enumerate() {
        let Some(conj) = conj.as_ref().filter(|conj| !conj.is_rational()) else {
            continue;
        };
        budget::charge(conj.eq.rows() + conj.ineq.rows());
        if let Some(member) = Member::new(at, conj, form) {
            groups.entry(member.hash()).or_default().push(member);
        }
    }
    let mut changed = false;
    for mut members in groups.into_values().filter(|members| members.len() > 1) {
        // Equal remainders side by side, then by the lower bound, open ones first.
        members.sort_by(|x, y| {
            let bounds = x.slab.low.cmp(&y.slab.low);
            x.rest.cmp(&y.rest).then(bounds).then(x.at.cmp(&y.at))
        });
        let mut members = members.into_iter();
        let Some(mut current) = members.next() else {
            continue;
        };
        for next in members {
            if next.rest == current.rest && current.touches(&next)? {
                current.absorb(&next);
                slots[next.at.max(current.at)] = None;
                current.at = current.at.min(next.at);
                current.has_grown = true;
                changed = true;
            } else {
                current.write_back(slots)?;
                current = next;
            }
        }
        current.write_back(slots)?;
    }
    Ok(changed)
}

/// A conjunction as one of its slabs and the rest.
struct Member<T> {
    at: usize,
    slab: Slab<T>,
    rest: Rest<T>,
    has_grown: bool,
}

/// What a conjunction says besides: its definitions, equalities and inequalities, sorted.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Rest<T> {
    div: Vec<Vec<T>>,
    eq: Vec<Vec<T>>,
    ineq: Vec<Vec<T>>,
}

impl<T: Coeff> Member<T> {
    /// `None` if the conjunction says nothing of the form.
    fn new(at: usize, conj: &Conj<T>, form: &[T]) -> Option<Member<T>> {
        let n_vis = conj.n_vis();
        let mut slab: Option<Slab<T>> = None;
        let mut split = |rows: &Matrix<T>, is_equality: bool| {
            let mut rest: Vec<Vec<T>> = Vec::with_capacity(rows.rows());
            for row in rows.iter() {
                match Slab::of(row, n_vis, is_equality).filter(|one| one.form == form) {
                    None => rest.push(row.to_vec()),
                    Some(one) => match &mut slab {
                        Some(slab) => slab.intersect(one),
                        None => slab = Some(one),
                    },
                }
            }
            rest.sort();
            rest
        };
        let (eq, ineq) = (split(&conj.eq, true), split(&conj.ineq, false));
        let div = conj.div.iter().map(<[T]>::to_vec).collect();
        Some(Member {
            at,
            slab: slab?,
            rest: Rest { div, eq, ineq },
            has_grown: false,
        })
    }

    fn hash(&self) -> u64 {
        FxBuildHasher.hash_one(&self.rest)
    }

    /// Whether no integer lies between this slab and one that does not start before it.
    fn touches(&self, next: &Member<T>) -> Run<bool> {
        Ok(!self.slab.is_far_below(&next.slab)?)
    }

    fn absorb(&mut self, next: &Member<T>) {
        // `None` is open, and further out than any bound.
        self.slab.high = match (self.slab.high.take(), &next.slab.high) {
            (Some(mine), Some(other)) => Some(mine.max(other.clone())),
            _ => None,
        };
    }

    /// Puts a conjunction that has grown in its place.
    fn write_back(self, slots: &mut [Option<Conj<T>>]) -> Run<()> {
        if !self.has_grown {
            return Ok(());
        }
        let n_vis = self.slab.form.len();
        let mut conj: Conj<T> = Conj::universe(n_vis);
        conj.add_locals(self.rest.div.len());
        for (k, def) in self.rest.div.iter().enumerate() {
            conj.div.row_mut(k).clone_from_slice(def);
        }
        for row in &self.rest.eq {
            conj.eq.push(row);
        }
        for row in &self.rest.ineq {
            conj.ineq.push(row);
        }
        if let Some(low) = &self.slab.low {
            let row = conj.ineq.push_zero();
            row[0] = low.neg();
            row[1..1 + n_vis].clone_from_slice(&self.slab.form);
        }
        if let Some(high) = &self.slab.high {
            let row = conj.ineq.push_zero();
            row[0] = high.clone();
            for (to, from) in row[1..].iter_mut().zip(&self.slab.form) {
                *to = from.neg();
            }
        }
        conj.simplify()?;
        slots[self.at] = Some(conj);
        Ok(())
    }
}
