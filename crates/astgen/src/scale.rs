//! Dates that are multiples (section 5.3): where every statement of a loop has dates `m x + r` with
//! a whole `x`, the loop counts `x`, so that `{ A[i] -> [3i] }` needs neither a step nor a division.
//!
//! This is about formulas, not about values: the dates of `{ A[i] -> [32*floor(i/32)] }` are
//! multiples too, but a loop over tiles is meant to have their size as its step.

use crate::algorithm::Algorithm;
use crate::build::Build;
use crate::error::Result;
use crate::expression::integer;
use crate::pieces::divisor_of;
use crate::strides::gcd;
use presburger::{Aff, BasicSet, Dim, Map, Value};

impl Algorithm<'_> {
    /// The component with `m t + r` in place of the date `t` of the current dimension, and the build
    /// that knows of it; `None` where the dates are no multiples.
    pub(crate) fn scale_down(
        &self,
        executed: &[Map],
        build: &Build,
    ) -> Result<Option<(Vec<Map>, Build)>> {
        if !build.settings.scale_strides {
            return Ok(None);
        }
        let Some((factor, offset)) = common_factor(executed, build)? else {
            return Ok(None);
        };
        let date = Aff::var_on_domain(&build.space(), Dim::Set(build.depth))?;
        let date = date.scale(&Value::from(factor))?;
        let function = build.replacing(&date.add_constant(&Value::from(offset))?)?;
        let mut inner = build.clone();
        inner.values = build.values.pullback_multi_aff(&function)?;
        let mut maps = Vec::with_capacity(executed.len());
        for map in executed {
            let scaled = map.preimage_domain_multi_aff(&function)?;
            // A bound that needs a division is worse than a step.
            let divisor = |map: &Map| divisor_of(&build.local(&map.domain()?)?, build.depth);
            if divisor(&scaled)? > divisor(map)? {
                return Ok(None);
            }
            maps.push(scaled);
        }
        Ok(Some((maps, inner)))
    }
}

/// `(m, r)` with `m > 1` if the dates of all statements are stated to be `m x + r`.
fn common_factor(executed: &[Map], build: &Build) -> Result<Option<(i64, i64)>> {
    let (mut factor, mut first) = (0, None);
    for map in executed {
        for part in map.wrap()?.flatten().basic_sets() {
            let Some((own, constant)) = stated_factor(&part, build.depth)? else {
                return Ok(None);
            };
            let first = *first.get_or_insert(constant);
            let Some(difference) = constant.checked_sub(first) else {
                return Ok(None);
            };
            factor = gcd(gcd(factor, own), difference);
            if factor == 1 {
                return Ok(None);
            }
        }
    }
    Ok(match first {
        Some(first) if factor > 1 => Some((factor, first.rem_euclid(factor))),
        _ => None,
    })
}

/// `(m, r)` if an equality says that dimension `dim` is `m x + r`, `x` being a sum of other
/// dimensions and parameters; `m` is zero if there is no `x`.
fn stated_factor(part: &BasicSet, dim: usize) -> Result<Option<(i64, i64)>> {
    for (form, modulus) in part.congruences()? {
        let date = form.coefficient(Dim::In(dim))?;
        if !modulus.is_zero() || !date.abs().is_one() || !form.floors().is_empty() {
            continue;
        }
        let space = form.domain_space();
        let others = (0..space.n_out())
            .filter(|&other| other != dim)
            .map(Dim::In);
        let mut factor = 0;
        for other in others.chain((0..space.n_param()).map(Dim::Param)) {
            factor = gcd(factor, integer(&form.coefficient(other)?)?);
        }
        if factor != 1 {
            let constant = integer(&form.constant())?;
            let sign = integer(&date)?;
            return Ok(Some((factor, -sign * constant)));
        }
    }
    Ok(None)
}
