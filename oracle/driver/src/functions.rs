//! The operations whose arguments or results are functions.

use crate::case::{Answer, Case, Failure};
use presburger::{Map, MultiAff, PwAff, PwMultiAff, Set, UnionPwMultiAff, Value};

pub fn run(kind: &str, name: &str, c: &Case) -> Answer {
    match kind {
        "pw_aff" => pw_aff(name, c),
        "multi_aff" => multi_aff(name, c),
        "pw_multi_aff" => pw_multi_aff(name, c),
        "union_pw_multi_aff" => union_pw_multi_aff(name, c),
        _ => Err(Failure::Unsupported),
    }
}

pub fn of_set(name: &str, c: &Case) -> Answer {
    let s: Set = c.arg(0)?;
    match name {
        "lexmin_pw_multi_aff" => c.equal(s.lexmin_pw_multi_aff()),
        "lexmax_pw_multi_aff" => c.equal(s.lexmax_pw_multi_aff()),
        "dim_min" => c.equal(s.dim_min(c.number(1))),
        "dim_max" => c.equal(s.dim_max(c.number(1))),
        "min_val" => c.value(s.min_val(&c.arg(1)?)),
        "max_val" => c.value(s.max_val(&c.arg(1)?)),
        "preimage_multi_aff" => c.equal(s.preimage_multi_aff(&c.arg(1)?)),
        "preimage_pw_multi_aff" => c.equal(s.preimage_pw_multi_aff(&c.arg(1)?)),
        _ => Err(Failure::Unsupported),
    }
}

pub fn of_map(name: &str, c: &Case) -> Answer {
    let m: Map = c.arg(0)?;
    match name {
        "lexmin_pw_multi_aff" => c.equal(m.lexmin_pw_multi_aff()),
        "lexmax_pw_multi_aff" => c.equal(m.lexmax_pw_multi_aff()),
        "preimage_domain_multi_aff" => c.equal(m.preimage_domain_multi_aff(&c.arg(1)?)),
        "preimage_domain_pw_multi_aff" => c.equal(m.preimage_domain_pw_multi_aff(&c.arg(1)?)),
        "preimage_range_multi_aff" => c.equal(m.preimage_range_multi_aff(&c.arg(1)?)),
        "preimage_range_pw_multi_aff" => c.equal(m.preimage_range_pw_multi_aff(&c.arg(1)?)),
        _ => Err(Failure::Unsupported),
    }
}

fn pw_aff(name: &str, c: &Case) -> Answer {
    let f: PwAff = c.arg(0)?;
    let other = || c.arg::<PwAff>(1);
    match name {
        "add" => c.equal(f.add(&other()?)),
        "sub" => c.equal(f.sub(&other()?)),
        "min" => c.equal(f.min(&other()?)),
        "max" => c.equal(f.max(&other()?)),
        "union_add" => c.equal(f.union_add(&other()?)),
        "eq_set" => c.equal(f.eq_set(&other()?)),
        "ne_set" => c.equal(f.ne_set(&other()?)),
        "le_set" => c.equal(f.le_set(&other()?)),
        "lt_set" => c.equal(f.lt_set(&other()?)),
        "ge_set" => c.equal(f.ge_set(&other()?)),
        "gt_set" => c.equal(f.gt_set(&other()?)),
        "mul" => c.equal(f.mul(&other()?)),
        "scale_val" => c.equal(f.scale(&c.arg::<Value>(1)?)),
        "mod_val" => c.equal(f.mod_val(&c.arg::<Value>(1)?)),
        "floor" => c.equal(f.floor()),
        "ceil" => c.equal(f.ceil()),
        "neg" => c.equal(f.neg()),
        "domain" => c.equal(f.domain()),
        "as_map" => c.equal(f.as_map()),
        "gist" => {
            let context: Set = c.arg(1)?;
            c.specified(f.gist(&context), |result| result.intersect_domain(&context))
        }
        "intersect_domain" => c.equal(f.intersect_domain(&c.arg(1)?)),
        "pullback_multi_aff" => c.equal(f.pullback_multi_aff(&c.arg(1)?)),
        "pullback_pw_multi_aff" => c.equal(f.pullback_pw_multi_aff(&c.arg(1)?)),
        _ => Err(Failure::Unsupported),
    }
}

fn multi_aff(name: &str, c: &Case) -> Answer {
    let f: MultiAff = c.arg(0)?;
    let g: MultiAff = c.arg(1)?;
    match name {
        "add" => c.equal(f.add(&g)),
        "sub" => c.equal(f.sub(&g)),
        // Equal where the inner function is integral.
        "pullback_multi_aff" => c.judged(f.pullback_multi_aff(&g), |result| {
            let Some(expected) = c.expect else {
                return Ok(true);
            };
            let domain = g.as_map()?.domain()?;
            let on_integers = |f: &MultiAff| f.to_pw_multi_aff().intersect_domain(&domain);
            on_integers(result)?.is_equal(&on_integers(&expected.parse()?)?)
        }),
        _ => Err(Failure::Unsupported),
    }
}

fn pw_multi_aff(name: &str, c: &Case) -> Answer {
    if name == "from_map" {
        return c.equal(PwMultiAff::from_map(&c.arg(0)?));
    }
    let f: PwMultiAff = c.arg(0)?;
    let other = || c.arg::<PwMultiAff>(1);
    match name {
        "add" => c.equal(f.add(&other()?)),
        "sub" => c.equal(f.sub(&other()?)),
        "union_add" => c.equal(f.union_add(&other()?)),
        "as_map" => c.equal(f.as_map()),
        "domain" => c.equal(f.domain()),
        "pullback_pw_multi_aff" => c.equal(f.pullback_pw_multi_aff(&other()?)),
        "gist" => {
            let context: Set = c.arg(1)?;
            c.specified(f.gist(&context), |result| result.intersect_domain(&context))
        }
        _ => Err(Failure::Unsupported),
    }
}

fn union_pw_multi_aff(name: &str, c: &Case) -> Answer {
    let f: UnionPwMultiAff = c.arg(0)?;
    match name {
        "union_add" => c.equal(f.union_add(&c.arg(1)?)),
        _ => Err(Failure::Unsupported),
    }
}
