//! Numbers of points, and the disjoint conjunctions with known floors that sums need.

use super::poly::Poly;
use super::sum;
use crate::budget::{Effort, attempt};
use crate::conj::Conj;
use crate::error::{Result, Stop, exact};
use crate::integer::enumerate;
use crate::number::{Big, Coeff, Run};
use crate::relation::{Relation, Width, subtract};
use crate::value::Value;

/// More terms than that are more work than making the conjunctions disjoint.
const MAX_TERMS: usize = 40;

/// Conjunctions in which all locals are known floors, with signs: each point of the given ones is
/// in one more of those with `true` than of those with `false`.
pub(crate) fn signed_parts<T: Coeff>(conjs: &[Conj<T>]) -> Run<Vec<(Conj<T>, bool)>> {
    let known = subtract::with_known_locals(conjs)?;
    let mut out = Vec::new();
    if include(&known, true, &mut out)? {
        return Ok(out);
    }
    let mut out: Vec<(Conj<T>, bool)> = Vec::new();
    for (i, conj) in known.iter().enumerate() {
        let rest = subtract::subtract(std::slice::from_ref(conj), &known[..i])?;
        let rest = subtract::with_known_locals(&rest)?;
        out.extend(rest.into_iter().map(|conj| (conj, true)));
    }
    Ok(out)
}

/// Inclusion and exclusion: the points of `a ∪ rest` are those of `a` and those of `rest`, except
/// those of `a ∩ rest`, which are a union again. A meet has the floors of both and few constraints
/// more, where a difference is many pieces. Returns false if there are too many terms.
fn include<T: Coeff>(conjs: &[Conj<T>], sign: bool, out: &mut Vec<(Conj<T>, bool)>) -> Run<bool> {
    let mut rest = conjs;
    while let Some((first, others)) = rest.split_first() {
        if out.len() >= MAX_TERMS {
            return Ok(false);
        }
        let mut meets = Vec::new();
        for other in others {
            let meet = first.intersect(other)?;
            if !meet.is_empty()? {
                meets.push(meet);
            }
        }
        out.push((first.clone(), sign));
        if !include(&meets, !sign, out)? {
            return Ok(false);
        }
        rest = others;
    }
    Ok(true)
}

/// The number of points of a bounded relation, parameters being coordinates like any other.
pub(crate) fn count(relation: &Relation) -> Result<Big> {
    Ok(exact!(T => {
        let conjs = <T as Width>::load(&relation.parts)?;
        let mut total = Big::zero();
        for (conj, sign) in signed_parts(&conjs)? {
            let count = count_conj(&conj)?;
            total = total.plus(&if sign { count } else { count.neg() });
        }
        Ok::<_, Stop>(total)
    })?)
}

/// Few points are listed faster than summed.
fn count_conj<T: Coeff>(conj: &Conj<T>) -> Run<Big> {
    if let Some(count) = attempt(Effort::Expression, || enumerate::count(conj))? {
        return Ok(count.to_big());
    }
    let mut total = Value::zero();
    let one = Poly::constant(Value::one());
    for (domain, value) in sum::sum(conj, &one, 0)? {
        debug_assert!(domain.is_plain_universe(), "nothing is left to depend on");
        let value = value.as_constant().expect("nothing is left to depend on");
        total = &total + &value;
    }
    Ok(total.to_integer().expect("points are counted in integers"))
}
