//! Union and intersection of unions of conjunctions.

use std::collections::hash_map::Entry;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::conj::Conj;
use crate::number::{Coeff, Run};

/// For more results than this no room is made in advance: most pairs of many have nothing in common.
pub(super) const MANY: usize = 1 << 12;

/// Pairwise intersections, without those seen to be empty.
pub(crate) fn intersect<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let mut out = Distinct::with_capacity((a.len() * b.len()).min(MANY));
    for x in a {
        for y in b {
            if x.is_plain_universe() && !y.is_rational() {
                out.push(y.clone());
                continue;
            }
            if y.is_plain_universe() && !x.is_rational() {
                out.push(x.clone());
                continue;
            }
            out.push(x.intersect(y)?);
        }
    }
    Ok(out.list)
}

/// All conjunctions of both, without duplicates.
pub(crate) fn union<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Vec<Conj<T>> {
    let mut out = Distinct::with_capacity(a.len() + b.len());
    for conj in a.iter().chain(b) {
        out.push(conj.clone());
    }
    out.list
}

/// Appends a conjunction unless it is marked empty or already there.
pub(crate) fn push_new<T: Coeff>(out: &mut Vec<Conj<T>>, conj: Conj<T>) {
    // Long unions spend their time here.
    crate::budget::charge(out.len() / 2);
    if !conj.is_marked_empty() && !out.contains(&conj) {
        out.push(conj);
    }
}

/// A list without duplicates and without what is marked empty, which is long now and then.
struct Distinct<T> {
    list: Vec<Conj<T>>,
    /// By its hash, where in the list the first conjunction with it is, once the list is long.
    places: FxHashMap<u64, usize>,
}

/// The length from which on conjunctions are hashed before they are compared.
const LONG: usize = 16;

impl<T: Coeff> Distinct<T> {
    fn with_capacity(capacity: usize) -> Distinct<T> {
        Distinct {
            list: Vec::with_capacity(capacity),
            places: FxHashMap::default(),
        }
    }

    fn push(&mut self, conj: Conj<T>) {
        if self.list.len() < LONG {
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
