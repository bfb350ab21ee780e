//! Shifted strides (section 5.8): statements that all advance by `m`, from different offsets,
//! are given one loop and an order within it.

use crate::build::{After, Build};
use crate::error::Result;
use crate::generate::Generator;
use crate::strides::{gcd, stride_of};
use presburger::{Aff, Dim, Map, MultiAff, Set, Tuple, Value};
use scop::schedule::{Kind, Node};

impl Generator {
    /// The component with the date `t` of statement `i` replaced by `t - r_i, r_i`, and the build
    /// with that dimension; `None` if there is no common stride.
    pub(crate) fn shifted(
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
        let Some((modulus, residues)) = common_stride(executed, build)? else {
            return Ok(None);
        };
        let depth = build.depth;
        let mut inner = build.inserted(depth + 1, 1)?;
        inner.options = build.options.inserted(depth + 1)?;
        let space = inner.space();
        let mut maps = Vec::with_capacity(executed.len());
        for (map, residue) in executed.iter().zip(residues) {
            // Old dates in terms of new ones: t = t' + r, where the next one is r.
            let mut old = Vec::with_capacity(build.n);
            for i in (0..=depth).chain(depth + 2..inner.n) {
                let value = Aff::var_on_domain(&space, Dim::Set(i))?;
                old.push(match i == depth {
                    true => value.add_constant(&Value::from(residue))?,
                    false => value,
                });
            }
            let old = MultiAff::from_aff_list(&space, Tuple::anonymous(build.n), &old)?;
            let map = map.preimage_domain_multi_aff(&old)?;
            maps.push(map.fix(Dim::In(depth + 1), residue)?);
        }
        debug_assert!(modulus > 1);
        Ok(Some((maps, inner)))
    }
}

/// Whether something in the tree depends on the dates of the outer bands.
fn speaks_of_dates(node: &Node) -> bool {
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

/// `m` and the offsets of the statements, if their dates differ by `m x + r_i`.
fn common_stride(executed: &[Map], build: &Build) -> Result<Option<(i64, Vec<i64>)>> {
    let depth = build.depth;
    let inner = build.n - depth - 1;
    let mut domains: Vec<Set> = Vec::with_capacity(executed.len());
    for map in executed {
        domains.push(map.domain()?.eliminate(Dim::Set(depth + 1), inner)?);
    }
    let Some(first) = (0..domains.len()).find(|&i| !is_fixed(&domains[i], build).unwrap_or(true))
    else {
        return Ok(None);
    };
    let mut modulus = 0;
    let mut residues = Vec::with_capacity(domains.len());
    let line = Build::new(
        &Set::universe(presburger::Space::params_only(Vec::new()))?,
        String::new(),
        After::Leaf,
    )?
    .extended(1)?;
    for domain in &domains {
        let mut pairs = Map::from_domain_and_range(&domains[first], domain)?;
        for i in 0..depth {
            pairs = pairs.equate(Dim::In(i), Dim::Out(i))?;
        }
        let differences = pairs.deltas()?.project_onto(Dim::Set(depth), 1)?;
        let differences = differences.project_out_all_params()?;
        if differences.is_empty()? {
            return Ok(None);
        }
        // A single difference is a multiple of anything.
        let (step, residue) = match stride_of(&differences, &line)? {
            Some(stride) if stride.offset.is_cst() => {
                (stride.step, stride.offset.constant().to_i64())
            }
            _ => match single_value(&differences)? {
                Some(value) => (0, Some(value)),
                None => return Ok(None),
            },
        };
        let Some(residue) = residue else {
            return Ok(None);
        };
        modulus = gcd(modulus, step);
        if modulus == 1 {
            return Ok(None);
        }
        residues.push(residue);
    }
    if modulus <= 1 {
        return Ok(None);
    }
    for residue in &mut residues {
        *residue = residue.rem_euclid(modulus);
    }
    let different = residues.iter().any(|residue| *residue != residues[0]);
    Ok(different.then_some((modulus, residues)))
}

/// Whether the current dimension has one value for each value of the outer ones, obviously.
fn is_fixed(domain: &Set, build: &Build) -> Result<bool> {
    let hull = domain.affine_hull()?;
    if hull.has_unknown() {
        return Ok(false);
    }
    let depth = build.depth;
    Ok(hull.constraints()?.iter().any(|constraint| {
        let aff = constraint.aff();
        constraint.is_equality()
            && aff.coefficient(Dim::In(depth)).is_ok_and(|c| !c.is_zero())
            && !aff
                .floors()
                .iter()
                .any(|(_, argument)| crate::build::involves(argument, depth))
    }))
}

fn single_value(set: &Set) -> Result<Option<i64>> {
    if !set.is_singleton()? {
        return Ok(None);
    }
    let point = set.sample_point()?;
    Ok(point.and_then(|point| point.coordinate(Dim::Set(0)).ok()?.to_i64()))
}
