//! Union and intersection of unions of conjunctions.

use crate::conj::Conj;
use crate::number::{Coeff, Run};

/// Pairwise intersections, without those seen to be empty.
pub(crate) fn intersect<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let mut out = Vec::with_capacity(a.len() * b.len());
    for x in a {
        for y in b {
            if x.is_plain_universe() && !y.is_rational() {
                push_new(&mut out, y.clone());
                continue;
            }
            if y.is_plain_universe() && !x.is_rational() {
                push_new(&mut out, x.clone());
                continue;
            }
            let meet = x.intersect(y)?;
            push_new(&mut out, meet);
        }
    }
    Ok(out)
}

/// All conjunctions of both, without duplicates.
pub(crate) fn union<T: Coeff>(a: &[Conj<T>], b: &[Conj<T>]) -> Vec<Conj<T>> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    for conj in a.iter().chain(b) {
        push_new(&mut out, conj.clone());
    }
    out
}

/// Appends a conjunction unless it is marked empty or already there.
pub(crate) fn push_new<T: Coeff>(out: &mut Vec<Conj<T>>, conj: Conj<T>) {
    // Long unions spend their time here.
    crate::budget::charge(out.len() / 2);
    if !conj.is_marked_empty() && !out.contains(&conj) {
        out.push(conj);
    }
}
