//! Shifted strides (section 5.8): statements that all advance by `m`, from different offsets,
//! are given one loop and an order within it.

use crate::algorithm::Algorithm;
use crate::build::{After, Build};
use crate::error::Result;
use crate::expression::integer;
use crate::strides::{Stride, any_stride, gcd};
use presburger::{Aff, Dim, Effort, Map, MultiAff, Set, Tuple, Value, attempt};
use scop::schedule::{Kind, Node};

impl Algorithm<'_> {
    /// The component with the date `t` of statement `i` replaced by `t - r_i, r_i`, and the build
    /// with that dimension; `None` if there is no common stride.
    pub(crate) fn detect_shifts(
        &self,
        executed: &[Map],
        build: &Build,
    ) -> Result<Option<(Vec<Map>, Build)>> {
        if executed.len() < 2 || build.options.is_isolating() {
            return Ok(None);
        }
        if let After::Tree(node) = &build.after
            && speaks_of_dates(node)
        {
            return Ok(None);
        }
        let Some(Shift {
            modulus,
            residues,
            offset,
        }) = common_stride(executed, build)?
        else {
            return Ok(None);
        };
        let depth = build.depth;
        // Where instances are counted in steps of the stride, so is the loop.
        let mut scale = build.settings.scale_strides && offset.is_some();
        for map in executed {
            scale = scale && is_multiple(map, modulus, build)?;
        }
        let (factor, start) = match (scale, offset) {
            (true, Some(offset)) => (modulus, offset),
            _ => (1, 0),
        };
        let mut inner = build.inserted(depth + 1, 1)?;
        inner.options = build.options.inserted(depth + 1)?;
        let space = inner.space();
        let mut maps = Vec::with_capacity(executed.len());
        for (map, residue) in executed.iter().zip(residues) {
            // Old dates in terms of new ones: t = t' + r, or m t' + o + r; the next one is r.
            let mut old = Vec::with_capacity(build.n);
            for i in (0..=depth).chain(depth + 2..inner.n) {
                let value = Aff::var_on_domain(&space, Dim::Set(i))?;
                old.push(match i == depth {
                    true => value
                        .scale(&Value::from(factor))?
                        .add_constant(&Value::from(start + residue))?,
                    false => value,
                });
            }
            let old = MultiAff::from_aff_list(&space, Tuple::anonymous(build.n), &old)?;
            let map = map.preimage_domain_multi_aff(&old)?;
            maps.push(map.fix(Dim::In(depth + 1), residue)?);
        }
        Ok(Some((maps, inner)))
    }
}

/// Whether something in the tree depends on the dates of the outer bands.
pub(crate) fn speaks_of_dates(node: &Node) -> bool {
    let here = match node.kind() {
        Kind::Extension(_) | Kind::Guard(_) | Kind::Context(_) => true,
        Kind::Band(band) => band
            .options
            .iter()
            .flat_map(|options| options.sets())
            .any(|set| {
                set.space()
                    .tuple()
                    .is_some_and(|tuple| tuple.name() == Some("isolate"))
            }),
        _ => false,
    };
    here || node.children().iter().any(speaks_of_dates)
}

/// The dates of the statements differ by `m x + r_i`.
struct Shift {
    modulus: i64,
    residues: Vec<i64>,
    /// The offset of all dates less `r_i`, if it is a number.
    offset: Option<i64>,
}

/// `m` and the offsets `r_i` of the statements, if their dates differ by `m x + r_i`: it is enough
/// to compare the strides that the dates of each have by themselves.
fn common_stride(executed: &[Map], build: &Build) -> Result<Option<Shift>> {
    let depth = build.depth;
    let inner = build.n - depth - 1;
    let mut strides: Vec<Stride> = Vec::with_capacity(executed.len());
    let mut domains: Vec<Set> = Vec::with_capacity(executed.len());
    for map in executed {
        let domain = map.domain()?.eliminate(Dim::Set(depth + 1), inner)?;
        match any_stride(&domain, build)? {
            Some(stride) => strides.push(stride),
            None => return Ok(None),
        }
        domains.push(domain);
    }
    // Where all have a single value, no stride has a meaning.
    let Some(first) = strides.iter().find(|stride| stride.step > 0) else {
        return Ok(None);
    };
    if strides.iter().filter(|stride| stride.step > 0).count() < 2 {
        // A single value among the rounds of one other statement is no reason to shift.
        return Ok(None);
    }
    let mut modulus = 0;
    let mut residues = Vec::with_capacity(strides.len());
    for stride in &strides {
        let difference = stride.offset.sub(&first.offset)?;
        if !difference.denominator().is_one() {
            return Ok(None);
        }
        let (divisor, constant) = build.divisor(&difference)?;
        modulus = gcd(modulus, gcd(stride.step, divisor));
        residues.push(constant);
    }
    if modulus <= 1 {
        return Ok(None);
    }
    if residues.iter().all(|r| (r - residues[0]) % modulus == 0) {
        return Ok(None);
    }
    // Counted from the statement that begins first, the others follow within the same round.
    let earliest = earliest(&domains, &residues, modulus, build)?;
    let base = residues[earliest];
    let offset = &strides[earliest].offset;
    let offset = match offset.is_cst() {
        true => integer(&offset.constant())
            .ok()
            .map(|o| o.rem_euclid(modulus)),
        false => None,
    };
    for residue in &mut residues {
        *residue = (*residue - base).rem_euclid(modulus);
    }
    Ok(Some(Shift {
        modulus,
        residues,
        offset,
    }))
}

/// Whether the date is a coordinate of the instance times `modulus`, with something added.
fn is_multiple(map: &Map, modulus: i64, build: &Build) -> Result<bool> {
    let set = map.wrap()?.flatten();
    let [part] = &set.basic_sets()[..] else {
        return Ok(false);
    };
    for (form, other) in part.congruences()? {
        let date = form.coefficient(Dim::In(build.depth))?;
        if !other.is_zero() || !date.abs().is_one() {
            continue;
        }
        for dim in build.n..set.n_dim() {
            let factor = form.coefficient(Dim::In(dim))?.to_i64();
            if factor.is_some_and(|factor| factor != 0 && factor % modulus == 0) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The statement that the fewest others begin before; among several, the one that the others
/// follow most closely.
fn earliest(domains: &[Set], residues: &[i64], modulus: i64, build: &Build) -> Result<usize> {
    let depth = build.depth;
    let mut best = ((usize::MAX, 0), 0);
    for (i, domain) in domains.iter().enumerate() {
        let mut earlier = 0;
        for (j, other) in domains.iter().enumerate() {
            let begins_before = || -> Result<bool> {
                let mut pairs = Map::from_domain_and_range(domain, other)?;
                for k in 0..depth {
                    pairs = pairs.equate(Dim::In(k), Dim::Out(k))?;
                }
                let not_before = pairs.order_le(Dim::In(depth), Dim::Out(depth))?.range()?;
                Ok(!other.subtract(&not_before)?.is_empty()?)
            };
            if i != j {
                let answer = attempt(Effort::Question, begins_before)?;
                earlier += (answer == Some(true)) as usize;
            }
        }
        let distance = |residue: &i64| i128::from((residue - residues[i]).rem_euclid(modulus));
        let cost = (earlier, residues.iter().map(distance).sum::<i128>());
        if cost < best.0 {
            best = (cost, i);
        }
    }
    Ok(best.1)
}
