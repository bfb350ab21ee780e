//! Loops that advance by more than one (section 5.3).
//!
//! An equality `h + u (v i + s f(α)) = 0` with an integer `f(α)` says that `i` is `-a h/u` modulo
//! `s`, where `a v = 1` modulo `s`. Floors of the current dimension are such integers, whatever
//! they are floors of.

use crate::build::{Build, involves};
use crate::error::Result;
use crate::expression::integer;
use presburger::{Aff, BasicSet, Dim, Effort, Set, Value, attempt};

/// The values of a dimension are `offset` modulo `step`.
#[derive(Clone, Debug)]
pub(crate) struct Stride {
    pub step: i64,
    pub offset: Aff,
    /// What must hold of the outer dimensions for the stride to be possible at all: strides that
    /// were combined must agree.
    pub requires: Option<Set>,
}

impl Stride {
    /// The smallest value from `lower` on that the stride allows.
    pub fn round_up(&self, lower: &Aff, build: &Build) -> Result<Aff> {
        let distance = lower.sub(&self.offset)?;
        if distance.denominator().is_one() {
            let (divisor, constant) = build.divisor(&distance)?;
            if divisor % self.step == 0 {
                let more = (-constant).rem_euclid(self.step);
                return Ok(lower.add_constant(&Value::from(more))?);
            }
        }
        let step = Value::from(self.step);
        let steps = lower.sub(&self.offset)?.scale_down(&step)?.ceil()?;
        Ok(self.offset.add(&steps.scale(&step)?)?)
    }

    /// The largest value up to `upper` that the stride allows.
    pub fn round_down(&self, upper: &Aff, build: &Build) -> Result<Aff> {
        let distance = upper.sub(&self.offset)?;
        if distance.denominator().is_one() {
            let (divisor, constant) = build.divisor(&distance)?;
            if divisor % self.step == 0 {
                let less = -constant.rem_euclid(self.step);
                return Ok(upper.add_constant(&Value::from(less))?);
            }
        }
        let step = Value::from(self.step);
        let steps = distance.scale_down(&step)?.floor()?;
        Ok(self.offset.add(&steps.scale(&step)?)?)
    }

    /// The values it allows for dimension `dim`.
    pub fn set(&self, dim: usize) -> Result<Set> {
        let variable = Aff::var_on_domain(&self.offset.domain_space(), Dim::Set(dim))?;
        let distance = variable.sub(&self.offset)?;
        let denominator = distance.denominator();
        let whole = distance.scale(&denominator)?;
        let modulus = &denominator * &Value::from(self.step);
        Ok(whole.mod_val(&modulus)?.zero_set()?)
    }

    /// The stride that the values of both have.
    fn join(self, other: Stride, build: &Build) -> Result<Stride> {
        let difference = self.offset.sub(&other.offset)?;
        if !difference.denominator().is_one() {
            return Ok(Stride { step: 1, ..self });
        }
        let (divisor, constant) = build.divisor(&difference)?;
        let step = gcd(gcd(self.step, other.step), gcd(divisor, constant));
        let offset = match step {
            0 => self.offset,
            _ => reduce_constant(&self.offset, step)?,
        };
        Ok(Stride {
            step,
            offset,
            requires: None,
        })
    }

    /// The step and the offset as numbers, if the offset is one, given what is known.
    pub fn as_numbers(&self, build: &Build) -> Result<(i64, i64)> {
        if !self.offset.denominator().is_one() {
            return Ok((1, 0));
        }
        let (divisor, constant) = build.divisor(&self.offset)?;
        match gcd(self.step, divisor) {
            0 | 1 => Ok((1, 0)),
            step => Ok((step, constant.rem_euclid(step))),
        }
    }

    /// The stride of the values that both allow.
    fn combine(self, other: Stride) -> Result<Option<Stride>> {
        let (gcd, c, d) = bezout(self.step, other.step);
        // i = d s2/g o1 + c s1/g o2 modulo s1 s2/g
        let Some(step) = (self.step / gcd).checked_mul(other.step) else {
            return Ok(None);
        };
        let difference = self.offset.sub(&other.offset)?;
        let denominator = difference.denominator();
        let modulus = &denominator * &Value::from(gcd);
        let mut requires = difference
            .scale(&denominator)?
            .mod_val(&modulus)?
            .zero_set()?;
        for more in self.requires.iter().chain(&other.requires) {
            requires = requires.intersect(more)?;
        }
        let within = |a: i64, b: i64| {
            let value = i128::from(a) * i128::from(b);
            i64::try_from(value.rem_euclid(i128::from(step))).unwrap_or(0)
        };
        let t1 = within(d, other.step / gcd);
        let t2 = within(c, self.step / gcd);
        let first = self.offset.scale(&Value::from(t1))?;
        let second = other.offset.scale(&Value::from(t2))?;
        Ok(Some(Stride {
            step,
            offset: reduce_constant(&first.add(&second)?, step)?,
            requires: Some(requires),
        }))
    }
}

/// The stride of the current dimension that all of `domain` has.
pub(crate) fn detect_stride(domain: &Set, build: &Build) -> Result<Option<Stride>> {
    Ok(any_stride(domain, build)?.filter(|stride| stride.step > 1))
}

/// The same; the step is zero if there is a single value.
pub(crate) fn any_stride(domain: &Set, build: &Build) -> Result<Option<Stride>> {
    let parts = domain.basic_sets();
    let mut own = Vec::with_capacity(parts.len());
    for part in parts.iter() {
        match stride_of_part(part, build.depth)? {
            Some(stride) => own.push(stride),
            None => return Ok(None),
        }
    }
    let mut common: Option<Stride> = None;
    for other in &own {
        common = Some(match common {
            None => other.clone(),
            Some(stride) => stride.join(other.clone(), build)?,
        });
    }
    // What one part has all may have, though its offset alone does not tell: a single value `16w`
    // is a multiple of 32 if `w` is even.
    let joined = common.as_ref().map_or(0, |stride| stride.step);
    if joined > 0
        && let Some(largest) = own.iter().max_by_key(|stride| stride.step)
        && largest.step > joined
    {
        let has_it = || -> Result<bool> { Ok(domain.is_subset(&largest.set(build.depth)?)?) };
        if attempt(Effort::Question, has_it)? == Some(true) {
            return Ok(Some(largest.clone()));
        }
    }
    Ok(common.filter(|stride| stride.step != 1))
}

/// The stride of a conjunction; a step of zero if there is only one value.
fn stride_of_part(part: &BasicSet, dim: usize) -> Result<Option<Stride>> {
    let mut found: Option<Stride> = None;
    for (form, modulus) in part.congruences()? {
        let Some(stride) = stride_in(&form, integer(&modulus)?, dim)? else {
            continue;
        };
        if stride.step == 0 {
            return Ok(Some(stride));
        }
        found = match found {
            None => Some(stride),
            Some(other) => {
                let kept = other.clone();
                Some(other.combine(stride)?.unwrap_or(kept))
            }
        };
    }
    Ok(found)
}

/// The stride that dimension `dim` has where `aff` is a multiple of `modulus`.
fn stride_in(aff: &Aff, modulus: i64, dim: usize) -> Result<Option<Stride>> {
    let factor = integer(&aff.coefficient(Dim::In(dim))?)?;
    if factor == 0 {
        return Ok(None);
    }
    let variable = Aff::var_on_domain(&aff.domain_space(), Dim::Set(dim))?;
    let mut rest = aff.sub(&variable.scale(&Value::from(factor))?)?;
    let mut step = modulus;
    for (coefficient, argument) in aff.floors() {
        if involves(&argument, dim) {
            rest = rest.sub(&argument.floor()?.scale(&coefficient)?)?;
            step = gcd(step, integer(&coefficient)?);
        }
    }
    if step == 0 {
        let offset = rest.neg()?.scale_down(&Value::from(factor))?;
        return Ok(offset.denominator().is_one().then_some(Stride {
            step,
            offset,
            requires: None,
        }));
    }
    let common = gcd(factor, step);
    let modulus = step / common.max(1);
    if modulus <= 1 {
        return Ok(None);
    }
    let (_, inverse, _) = bezout((factor / common).rem_euclid(modulus), modulus);
    let scale = Value::rational(-inverse.rem_euclid(modulus), common);
    // -a and s - a differ by a multiple of s: take the smaller one.
    let scale = match inverse.rem_euclid(modulus) > modulus / 2 {
        true => Value::rational(modulus - inverse.rem_euclid(modulus), common),
        false => scale,
    };
    let offset = rest.scale(&scale)?;
    Ok(Some(Stride {
        step: modulus,
        offset: reduce_constant(&offset, modulus)?,
        requires: None,
    }))
}

/// The same offset modulo `step`, with a small constant.
fn reduce_constant(offset: &Aff, step: i64) -> Result<Aff> {
    let constant = offset.constant();
    let Ok(value) = integer(&constant) else {
        return Ok(offset.clone());
    };
    let change = value.rem_euclid(step) - value;
    Ok(offset.add_constant(&Value::from(change))?)
}

pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

/// `(g, x, y)` with `a x + b y = g`, for positive numbers.
fn bezout(a: i64, b: i64) -> (i64, i64, i64) {
    let (mut old, mut new) = ((a, 1i64, 0i64), (b, 0i64, 1i64));
    while new.0 != 0 {
        let q = old.0 / new.0;
        let next = (old.0 - q * new.0, old.1 - q * new.1, old.2 - q * new.2);
        (old, new) = (new, next);
    }
    old
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bezout_is_an_identity() {
        for a in 1..30 {
            for b in 1..30 {
                let (g, x, y) = bezout(a, b);
                assert_eq!(a * x + b * y, g);
                assert_eq!(g, gcd(a, b));
            }
        }
    }
}
