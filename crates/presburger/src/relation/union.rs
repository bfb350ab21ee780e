//! Union and intersection of unions of conjunctions.

use std::collections::hash_map::Entry;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::slabs::{self, Slab};
use crate::budget::{Effort, attempt};
use crate::conj::Conj;
use crate::number::{Coeff, Run};

/// For more results than this no room is made in advance: most pairs of many have nothing in common.
pub(super) const MANY: usize = 1 << 12;

/// Pairwise intersections, without those seen to be empty.
pub(crate) fn intersect<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let mut out = Distinct::with_capacity((a.len() * b.len()).min(MANY));
    // One conjunction may be left for later to look at; of many, most are empty.
    let is_product = a.len() * b.len() > 1;
    let slabs_of = |conjs: &[Conj<T>]| -> Vec<Vec<Slab<T>>> {
        let worthwhile = conjs.iter().filter(|_| a.len().min(b.len()) > 1);
        worthwhile.map(slabs::slabs).collect()
    };
    let (slabs_a, slabs_b) = (slabs_of(a), slabs_of(b));
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            if let (Some(s), Some(t)) = (slabs_a.get(i), slabs_b.get(j))
                && !x.is_rational()
                && !y.is_rational()
                && slabs::are_disjoint((x, s), (y, t))?
            {
                crate::budget::charge(s.len());
                continue;
            }
            if x.is_plain_universe() && !y.is_rational() {
                out.push(y.clone());
                continue;
            }
            if y.is_plain_universe() && !x.is_rational() {
                out.push(x.clone());
                continue;
            }
            let both = x.intersect(y)?;
            if !is_product || !is_seen_empty(&both)? {
                out.push(both);
            }
        }
    }
    Ok(out.list)
}

/// Whether a conjunction has no rational points: not all empty ones are found, but at little cost.
pub(super) fn is_plainly_empty<T: Coeff>(conj: &Conj<T>) -> Run<bool> {
    Ok(conj.is_marked_empty() || (!conj.is_evidently_inhabited() && conj.tableau()?.is_empty()))
}

/// Whether a look shows that a conjunction has no integer points.
fn is_seen_empty<T: Coeff>(conj: &Conj<T>) -> Run<bool> {
    if conj.is_marked_empty() || conj.is_evidently_inhabited() {
        return Ok(conj.is_marked_empty());
    }
    Ok(attempt(Effort::Glance, || conj.is_empty())?.unwrap_or(false))
}

/// Without those that have no rational points.
pub(crate) fn nonempty<T: Coeff>(conjs: Vec<Conj<T>>) -> Run<Vec<Conj<T>>> {
    let mut out = Vec::with_capacity(conjs.len());
    for conj in conjs {
        if !is_plainly_empty(&conj)? {
            out.push(conj);
        }
    }
    Ok(out)
}

/// All conjunctions of both, without duplicates.
pub(crate) fn union<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Vec<Conj<T>> {
    let mut out = Distinct::with_capacity(a.len() + b.len());
    for conj in a.iter().chain(b) {
        out.push(conj.clone());
    }
    out.list
}

/// Appends a conjunction unless it is marked empty or already there. One without constraints takes
/// the place of all.
pub(crate) fn push_new<T: Coeff>(out: &mut Vec<Conj<T>>, conj: Conj<T>) {
    if is_everything(&conj) {
        out.clear();
    } else if let [only] = &out[..]
        && is_everything(only)
    {
        return;
    }
    // Long unions spend their time here.
    crate::budget::charge(out.len() / 2);
    if !conj.is_marked_empty() && !out.contains(&conj) {
        out.push(conj);
    }
}

/// All points, rational ones aside.
fn is_everything<T: Coeff>(conj: &Conj<T>) -> bool {
    conj.is_plain_universe() && !conj.is_rational()
}

/// A list without duplicates and without what is marked empty, which is long now and then.
pub(super) struct Distinct<T> {
    pub(super) list: Vec<Conj<T>>,
    /// By its hash, where in the list the first conjunction with it is, once the list is long.
    places: FxHashMap<u64, usize>,
}

/// The length from which on conjunctions are hashed before they are compared.
const LONG: usize = 16;

impl<T: Coeff> Distinct<T> {
    pub(super) fn with_capacity(capacity: usize) -> Distinct<T> {
        Distinct {
            list: Vec::with_capacity(capacity),
            places: FxHashMap::default(),
        }
    }

    pub(super) fn push(&mut self, conj: Conj<T>) {
        if self.list.len() < LONG || is_everything(&conj) {
            self.places.clear();
            return push_new(&mut self.list, conj);
        }
        if conj.is_marked_empty() {
            return;
        }
        let hash = |conj: &Conj<T>| FxBuildHasher.hash_one(conj);
        if self.places.is_empty() {
            let known = self.list.iter().enumerate();
            self.places.extend(known.map(|(at, one)| (hash(one), at)));
        }
        crate::budget::charge(LONG / 2);
        match self.places.entry(hash(&conj)) {
            Entry::Vacant(place) => {
                place.insert(self.list.len());
                self.list.push(conj);
            }
            Entry::Occupied(place) if self.list[*place.get()] == conj => {}
            Entry::Occupied(_) => push_new(&mut self.list, conj),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_have_no_duplicates() {
        let points = || (0..500i64).map(|at| Conj::point(&[at, at % 7]));
        let once: Vec<Conj<i64>> = points().collect();
        let twice: Vec<Conj<i64>> = points().chain(points()).collect();
        assert_eq!(union(&twice, &twice), once);
    }
}
