//! Union and intersection of unions of conjunctions.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::conj::Conj;
use crate::number::{Coeff, Run};

/// Pairwise intersections, without those seen to be empty.
pub(crate) fn intersect<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let mut out = Distinct::with_capacity(a.len() * b.len());
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
    /// The hashes of all in the list, once it is long.
    hashes: FxHashSet<u64>,
}

/// The length from which on conjunctions are hashed before they are compared.
const LONG: usize = 16;

impl<T: Coeff> Distinct<T> {
    fn with_capacity(capacity: usize) -> Distinct<T> {
        Distinct {
            list: Vec::with_capacity(capacity),
            hashes: FxHashSet::default(),
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
        if self.hashes.is_empty() {
            self.hashes.extend(self.list.iter().map(hash));
        }
        match self.hashes.insert(hash(&conj)) {
            true => {
                crate::budget::charge(LONG / 2);
                self.list.push(conj);
            }
            false => push_new(&mut self.list, conj),
        }
    }
}
