//! Floors of inner dates that outer dates know.
//!
//! The dates of a tiled statement are related by `t = 32⌊i/32⌋`. The generator works from outer
//! dates to inner ones, and for it the same is better said the other way round, without a floor of
//! what comes later: `t` is a multiple of 32, and `t <= i <= t + 31`. In general, an equality
//! `f q + r = 0` with `f > 0` and `q = ⌊e/m⌋` is
//!
//! ```text
//! r mod f = 0  and  0 <= f e + m r <= f (m - 1)
//! ```
//!
//! and everywhere else `q` is `-r/f`. The tile of a wavefront, `w = ⌊t/32⌋ + ⌊i/32⌋`, has two
//! floors; that of `i` goes first, and leaves an equality with one.

use crate::error::Result;
use presburger::{Aff, BasicSet, Constraint, Effort, Map, Set, Value, attempt};

/// The same relation from dates to instances, without floors of inner dates and coordinates that
/// equalities express by outer dates.
pub(crate) fn outer_floors(map: &Map) -> Result<Map> {
    let wrapped = map.wrap()?;
    let mut changed = false;
    let mut union = Set::empty(wrapped.space().clone())?;
    for part in wrapped.basic_sets().iter() {
        let without = attempt(Effort::Relation, || without_inner(part))?.flatten();
        changed = changed || without.is_some();
        let part = without.unwrap_or_else(|| part.clone());
        union = union.union(&part.to_set())?;
    }
    match changed {
        true => Ok(union.unwrap()?),
        false => Ok(map.clone()),
    }
}

/// The conjunction without such floors, if it has any.
fn without_inner(part: &BasicSet) -> Result<Option<BasicSet>> {
    if part.has_unknown() {
        return Ok(None);
    }
    let mut constraints = part.constraints()?;
    let mut changed = false;
    while let Some(known) = known_floor(&constraints)? {
        constraints = known.replaced(&constraints)?;
        changed = true;
    }
    match changed {
        true => Ok(Some(BasicSet::from_constraints(
            part.space(),
            &constraints,
        )?)),
        false => Ok(None),
    }
}

/// `factor * floor(argument) + rest = 0`
struct KnownFloor {
    /// Positive.
    factor: Value,
    argument: Aff,
    rest: Aff,
}

/// An equality with a single floor, of something further inside than all else in it.
fn known_floor(constraints: &[Constraint]) -> Result<Option<KnownFloor>> {
    for constraint in constraints.iter().filter(|c| c.is_equality()) {
        let aff = constraint.aff();
        let [(factor, argument)] = &aff.floors()[..] else {
            continue;
        };
        let rest = aff.sub(&argument.floor()?.scale(factor)?)?;
        if innermost(argument) <= innermost(&rest) {
            continue;
        }
        return Ok(Some(KnownFloor {
            factor: factor.abs(),
            argument: argument.clone(),
            rest: match factor.is_neg() {
                true => rest.neg()?,
                false => rest,
            },
        }));
    }
    Ok(None)
}

/// The last dimension that a form involves, floors included; zero for none.
fn innermost(aff: &Aff) -> usize {
    let n = aff.domain_space().n_out();
    let mut dims = (0..n).rev();
    dims.find(|&dim| crate::build::involves(aff, dim))
        .map_or(0, |dim| dim + 1)
}

impl KnownFloor {
    /// The constraints without the floor.
    fn replaced(&self, constraints: &[Constraint]) -> Result<Vec<Constraint>> {
        let floor = self.argument.floor()?;
        let mut replaced = Vec::with_capacity(constraints.len() + 2);
        for constraint in constraints {
            let aff = constraint.aff();
            let floors = aff.floors();
            let own = floors.iter().find(|(_, a)| *a == self.argument);
            let Some((coefficient, _)) = own else {
                replaced.push(constraint.clone());
                continue;
            };
            // f (c q + x) = f x - c r
            let others = aff.sub(&floor.scale(coefficient)?)?;
            let new = others
                .scale(&self.factor)?
                .sub(&self.rest.scale(coefficient)?)?;
            replaced.push(match constraint.is_equality() {
                true => Constraint::zero(new),
                false => Constraint::non_negative(new),
            });
        }
        let modulus = self.argument.denominator();
        let dividend = self.argument.scale(&modulus)?;
        let remainder = dividend.scale(&self.factor)?;
        let remainder = remainder.add(&self.rest.scale(&modulus)?)?;
        let most = &self.factor * &(&modulus - &Value::one());
        replaced.push(Constraint::non_negative(remainder.clone()));
        replaced.push(Constraint::non_negative(
            remainder.neg()?.add_constant(&most)?,
        ));
        if !self.factor.is_one() {
            replaced.push(Constraint::zero(self.rest.mod_val(&self.factor)?));
        }
        Ok(replaced)
    }
}
