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

/// The same points as conjunctions without common points, in which all locals are known floors.
pub(crate) fn disjoint_with_floors<T: Coeff>(conjs: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let known = subtract::with_known_locals(conjs)?;
    if let [_] = &known[..] {
        return Ok(known);
    }
    let mut out: Vec<Conj<T>> = Vec::new();
    for (i, conj) in known.iter().enumerate() {
        let rest = subtract::subtract(std::slice::from_ref(conj), &known[..i])?;
        out.extend(subtract::with_known_locals(&rest)?);
    }
    Ok(out)
}

/// The number of points of a bounded relation, parameters being coordinates like any other.
pub(crate) fn count(relation: &Relation) -> Result<Big> {
    Ok(exact!(T => {
        let conjs = <T as Width>::load(&relation.parts)?;
        let mut total = Big::zero();
        for (i, conj) in conjs.iter().enumerate() {
            for piece in subtract::subtract(std::slice::from_ref(conj), &conjs[..i])? {
                total = total.plus(&count_conj(&piece)?);
            }
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
    for piece in disjoint_with_floors(std::slice::from_ref(conj))? {
        for (domain, value) in sum::sum(&piece, &one, 0)? {
            debug_assert!(domain.is_plain_universe(), "nothing is left to depend on");
            let value = value.as_constant().expect("nothing is left to depend on");
            total = &total + &value;
        }
    }
    Ok(total.to_integer().expect("points are counted in integers"))
}
