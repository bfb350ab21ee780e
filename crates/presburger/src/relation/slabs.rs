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
use crate::number::{Coeff, Run, is_zero_row, negate_row};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash, Hasher};

/// `low <= form <= high`.
#[derive(Clone, Debug)]
pub(super) struct Slab<T> {
    /// A row of the conjunction with the form, equalities counted first.
    row: usize,
    /// Whether that row has the form negated: the first coefficient of a form is positive.
    is_flipped: bool,
    low: Option<T>,
    high: Option<T>,
    /// Stated as an equality.
    is_equality: bool,
}

/// A row, equalities counted first.
fn row_at<T: Coeff>(conj: &Conj<T>, at: usize) -> &[T] {
    match at.checked_sub(conj.eq.rows()) {
        None => conj.eq.row(at),
        Some(at) => conj.ineq.row(at),
    }
}

fn n_rows<T: Coeff>(conj: &Conj<T>) -> usize {
    conj.eq.rows() + conj.ineq.rows()
}

/// Whether a row speaks of visible variables only.
fn is_visible<T: Coeff>(row: &[T], n_vis: usize) -> bool {
    is_zero_row(&row[1 + n_vis..])
}

/// Compares two forms, each negated where that is said.
fn compare_forms<T: Coeff>((a, flip_a): (&[T], bool), (b, flip_b): (&[T], bool)) -> Ordering {
    for (x, y) in a.iter().zip(b) {
        let order = match (flip_a, flip_b) {
            (false, false) => x.cmp(y),
            (true, true) => y.cmp(x),
            _ if x.is_zero() && y.is_zero() => Ordering::Equal,
            (true, false) => x.neg().cmp(y),
            (false, true) => x.cmp(&y.neg()),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

impl<T: Coeff> Slab<T> {
    /// The slab that a row alone describes, if it speaks of visible variables only.
    fn of(conj: &Conj<T>, at: usize) -> Option<Slab<T>> {
        let row = row_at(conj, at);
        let is_equality = at < conj.eq.rows();
        if !is_visible(row, conj.n_vis()) {
            return None;
        }
        let is_flipped = row[1..].iter().find(|a| !a.is_zero())?.is_neg();
        // The row is `form + c >= 0` or `-form + c >= 0`.
        let bound = match is_flipped {
            true => row[0].clone(),
            false => row[0].neg(),
        };
        Some(Slab {
            row: at,
            is_flipped,
            low: (is_equality || !is_flipped).then(|| bound.clone()),
            high: (is_equality || is_flipped).then_some(bound),
            is_equality,
        })
    }

    /// The form in the row, and whether it is negated there.
    fn form<'a>(&self, conj: &'a Conj<T>) -> (&'a [T], bool) {
        (&row_at(conj, self.row)[1..=conj.n_vis()], self.is_flipped)
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

    /// Whether no number is in both.
    fn is_below(&self, other: &Slab<T>) -> bool {
        matches!((&self.high, &other.low), (Some(high), Some(low)) if high < low)
    }

    /// Whether an inequality of one keeps it away from the other by two or more.
    ///
    /// Equalities do not count: along a line of lattice points a gap across it is none.
    fn is_apart(&self, other: &Slab<T>) -> Run<bool> {
        let is_across = self.is_equality && other.is_equality;
        Ok(!is_across && (self.is_far_below(other)? || other.is_far_below(self)?))
    }
}

/// The slabs of a conjunction, one for each form, sorted by it.
pub(super) fn slabs<T: Coeff>(conj: &Conj<T>) -> Vec<Slab<T>> {
    let mut found: Vec<Slab<T>> = Vec::with_capacity(n_rows(conj));
    found.extend((0..n_rows(conj)).filter_map(|at| Slab::of(conj, at)));
    found.sort_by(|a, b| compare_forms(a.form(conj), b.form(conj)));
    found.dedup_by(|next, kept| {
        let is_same = compare_forms(next.form(conj), kept.form(conj)) == Ordering::Equal;
        if is_same {
            kept.intersect(next.clone());
        }
        is_same
    });
    found
}

/// A conjunction and its slabs.
pub(super) type Slabbed<'a, T> = (&'a Conj<T>, &'a [Slab<T>]);

/// Goes through the forms that both have slabs of, until `meets` says yes.
fn any_common_form<T: Coeff>(
    (a, slabs_a): Slabbed<T>,
    (b, slabs_b): Slabbed<T>,
    mut meets: impl FnMut(&Slab<T>, &Slab<T>) -> Run<bool>,
) -> Run<bool> {
    let (mut i, mut j) = (0, 0);
    while i < slabs_a.len() && j < slabs_b.len() {
        let (x, y) = (&slabs_a[i], &slabs_b[j]);
        match compare_forms(x.form(a), y.form(b)) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                if meets(x, y)? {
                    return Ok(true);
                }
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    Ok(false)
}

/// Whether an inequality of one keeps it away from the other by two or more.
pub(super) fn are_apart<T: Coeff>(a: Slabbed<T>, b: Slabbed<T>) -> Run<bool> {
    any_common_form(a, b, Slab::is_apart)
}

/// The same for conjunctions that are compared once, so that it is not worth sorting what they say.
pub(super) fn rows_are_apart<T: Coeff>(a: &Conj<T>, b: &Conj<T>) -> Run<bool> {
    let all = |conj| (0..n_rows(conj)).filter_map(move |at| Slab::of(conj, at));
    for x in all(a) {
        for y in all(b) {
            let is_same = compare_forms(x.form(a), y.form(b)) == Ordering::Equal;
            if is_same && x.is_apart(&y)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether the bounds of a form exclude each other.
pub(super) fn are_disjoint<T: Coeff>(a: Slabbed<T>, b: Slabbed<T>) -> Run<bool> {
    any_common_form(a, b, |x, y| Ok(x.is_below(y) || y.is_below(x)))
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

/// Fewer conjunctions are compared pair by pair.
const FEW: usize = 4;

/// The forms that two conjunctions bound which look the same otherwise, in the order in which they
/// come up. Where there are none, which is as a rule, hashing each row once was all.
fn promising_forms<T: Coeff>(slots: &[Option<Conj<T>>]) -> Vec<Vec<T>> {
    let mut order: Vec<Vec<T>> = Vec::new();
    let integral = || slots.iter().flatten().filter(|conj| !conj.is_rational());
    if slots.len() <= FEW {
        for (i, x) in integral().enumerate() {
            for y in integral().take(i) {
                budget::charge(n_rows(x));
                if let Some(form) = only_difference(x, y)
                    && !order.contains(&form)
                {
                    order.push(form);
                }
            }
        }
        return order;
    }
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    for conj in integral() {
        budget::charge(n_rows(conj));
        for (key, at) in keys(conj) {
            let count = counts.entry(key).or_insert(0);
            *count += 1;
            if *count == 2 {
                order.push(positive_form(conj, at));
            }
        }
    }
    let mut seen: FxHashSet<Vec<T>> = FxHashSet::default();
    order.retain(|form| seen.insert(form.clone()));
    order
}

/// The form of a row, its first coefficient positive.
fn positive_form<T: Coeff>(conj: &Conj<T>, at: usize) -> Vec<T> {
    let mut form = row_at(conj, at)[1..=conj.n_vis()].to_vec();
    if form.iter().find(|a| !a.is_zero()).is_some_and(T::is_neg) {
        negate_row(&mut form);
    }
    form
}

/// The form of all rows that only one of the two has, if it is a single one.
fn only_difference<T: Coeff>(a: &Conj<T>, b: &Conj<T>) -> Option<Vec<T>> {
    if a.div != b.div {
        return None;
    }
    let mut form: Option<(&Conj<T>, Slab<T>)> = None;
    for (one, other) in [(a, b), (b, a)] {
        for at in 0..n_rows(one) {
            let row = row_at(one, at);
            let is_shared = match at < one.eq.rows() {
                true => other.eq.iter().any(|r| r == row),
                false => other.ineq.iter().any(|r| r == row),
            };
            if is_shared {
                continue;
            }
            let slab = Slab::of(one, at)?;
            match &form {
                None => form = Some((one, slab)),
                Some((known, first)) => {
                    if compare_forms(slab.form(one), first.form(known)) != Ordering::Equal {
                        return None;
                    }
                }
            }
        }
    }
    form.map(|(conj, slab)| positive_form(conj, slab.row))
}

/// For each slab of a conjunction a hash of its form and of all that is said besides, whatever the
/// order of the rows, and a row with the form.
fn keys<T: Coeff>(conj: &Conj<T>) -> Vec<(u64, usize)> {
    let mut all: u64 = FxBuildHasher.hash_one(&conj.div);
    // Per form its hash, the sum of the hashes of its rows, and one of them.
    let mut forms: Vec<(u64, u64, usize)> = Vec::with_capacity(n_rows(conj));
    for at in 0..n_rows(conj) {
        let row = row_at(conj, at);
        let hash = FxBuildHasher.hash_one((row, at < conj.eq.rows()));
        all = all.wrapping_add(hash);
        let Some(form) = form_hash(row, conj.n_vis()) else {
            continue;
        };
        match forms.iter_mut().find(|(known, _, _)| *known == form) {
            Some((_, sum, _)) => *sum = sum.wrapping_add(hash),
            None => forms.push((form, hash, at)),
        }
    }
    let rest = |sum: u64| all.wrapping_sub(sum);
    let hashed = forms.into_iter();
    hashed
        .map(|(form, sum, at)| (FxBuildHasher.hash_one((form, rest(sum))), at))
        .collect()
}

/// A hash of the form of a row, the same for both bounds; `None` if locals take part.
fn form_hash<T: Coeff>(row: &[T], n_vis: usize) -> Option<u64> {
    if !is_visible(row, n_vis) {
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
        budget::charge(n_rows(conj));
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
                current.write_back(form, slots)?;
                current = next;
            }
        }
        current.write_back(form, slots)?;
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
        let mut slab: Option<Slab<T>> = None;
        let mut rest = Rest {
            div: conj.div.iter().map(<[T]>::to_vec).collect(),
            eq: Vec::with_capacity(conj.eq.rows()),
            ineq: Vec::with_capacity(conj.ineq.rows()),
        };
        for row in 0..n_rows(conj) {
            let found = Slab::of(conj, row)
                .filter(|one| compare_forms(one.form(conj), (form, false)) == Ordering::Equal);
            match (found, &mut slab) {
                (Some(one), Some(slab)) => slab.intersect(one),
                (Some(one), None) => slab = Some(one),
                (None, _) if row < conj.eq.rows() => rest.eq.push(conj.eq.row(row).to_vec()),
                (None, _) => rest.ineq.push(row_at(conj, row).to_vec()),
            }
        }
        rest.eq.sort();
        rest.ineq.sort();
        Some(Member {
            at,
            slab: slab?,
            rest,
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
    fn write_back(self, form: &[T], slots: &mut [Option<Conj<T>>]) -> Run<()> {
        if !self.has_grown {
            return Ok(());
        }
        let n_vis = form.len();
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
            row[1..1 + n_vis].clone_from_slice(form);
        }
        if let Some(high) = &self.slab.high {
            let row = conj.ineq.push_zero();
            row[0] = high.clone();
            for (to, from) in row[1..].iter_mut().zip(form) {
                *to = from.neg();
            }
        }
        conj.simplify()?;
        slots[self.at] = Some(conj);
        Ok(())
    }
}
