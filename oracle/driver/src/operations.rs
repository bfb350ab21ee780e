//! Which call of the library answers which operation. Names are isl's, with the type in front.

use crate::case::{Answer, Case, Failure};
use presburger::{BasicSet, Map, Point, Result, Set, UnionMap, UnionSet, Value};
use serde_json::json;

pub fn run(op: &str, c: &Case) -> Answer {
    let (kind, name) = op.split_once('.').ok_or(Failure::Unsupported)?;
    match kind {
        "set" => set(name, c),
        "map" => map(name, c),
        "union_set" => union_set(name, c),
        "union_map" => union_map(name, c),
        "basic_set" => basic_set(name, c),
        #[cfg(feature = "functions")]
        _ => crate::functions::run(kind, name, c),
        #[cfg(not(feature = "functions"))]
        _ => Err(Failure::Unsupported),
    }
}

fn set(name: &str, c: &Case) -> Answer {
    let s: Set = c.arg(0)?;
    let other = || c.arg::<Set>(1);
    match name {
        "intersect" => c.equal(s.intersect(&other()?)),
        "union" => c.equal(s.union(&other()?)),
        "subtract" => c.equal(s.subtract(&other()?)),
        "complement" => c.equal(s.complement()),
        "is_empty" => c.truth(s.is_empty()),
        "is_equal" => c.truth(s.is_equal(&other()?)),
        "is_subset" => c.truth(s.is_subset(&other()?)),
        "is_strict_subset" => c.truth(s.is_strict_subset(&other()?)),
        "is_disjoint" => c.truth(s.is_disjoint(&other()?)),
        "is_bounded" => c.truth(s.is_bounded()),
        "project_out" => c.equal(s.project_out(c.dim(1), c.number(3))),
        "eliminate" => c.equal(s.eliminate(c.dim(1), c.number(3))),
        "fix_val" => c.equal(s.fix(c.dim(1), c.arg::<Value>(3)?)),
        "lexmin" => c.equal(s.lexmin()),
        "lexmax" => c.equal(s.lexmax()),
        "coalesce" => {
            let result = s.coalesce()?;
            let counts = [s.n_basic_set(), result.n_basic_set()];
            let equal = c.verdict(|| result.is_equal(&s).map(Some))?;
            Ok(
                json!({ "result": result.to_string(), "equal": equal, "disjuncts": counts, "pieces": counts[1] }),
            )
        }
        "gist" => {
            let context = other()?;
            c.specified(s.gist(&context), |result| result.intersect(&context))
        }
        "gist_params" => {
            let context = other()?.params()?;
            c.specified(s.gist_params(&context), |result| {
                result.intersect_params(&context)
            })
        }
        "simple_hull" => hull(c, &s, s.simple_hull()),
        "unshifted_simple_hull" => hull(c, &s, s.unshifted_simple_hull()),
        "affine_hull" => hull(c, &s, s.affine_hull()),
        "convex_hull" => hull(c, &s, s.convex_hull()),
        "polyhedral_hull" => hull(c, &s, s.polyhedral_hull()),
        "sample" => c.judged(s.sample().map(|point| point.to_set()), |point| {
            if point.is_empty()? {
                return s.is_empty();
            }
            Ok(point.is_subset(&s)? && point.is_singleton()?)
        }),
        "count_val" => c.value(s.count()),
        "card_at" => {
            let count = s.card()?;
            let at = vec![c.arg::<Value>(1)?; count.space().n_total()];
            c.value(count.eval(&Point::new(count.space().clone(), at)?))
        }
        "compute_divs" => c.judged(s.compute_divs(), |result| result.is_equal(&s)),
        "lift" => c.equal(each_part(&s, |part| part.lift()?.unwrap()?.domain())),
        "from_constraints" => c.equal(each_part(&s.compute_divs()?, |part| {
            BasicSet::from_constraints(part.space(), &part.constraints()?)
        })),
        "lex_lt_set" => c.equal(s.lex_lt_set(&other()?)),
        "lex_le_set" => c.equal(s.lex_le_set(&other()?)),
        "identity" => c.equal(s.identity()),
        "flat_product" => c.equal(s.flat_product(&other()?)),
        "product" => c.equal(s.product(&other()?)),
        "params" => c.equal(s.params()),
        "apply" => c.equal(s.apply(&c.arg(1)?)),
        "unwrap" => c.equal(s.unwrap()),
        #[cfg(feature = "functions")]
        _ => crate::functions::of_set(name, c),
        #[cfg(not(feature = "functions"))]
        _ => Err(Failure::Unsupported),
    }
}

/// The union of what becomes of the conjunctions of a set.
fn each_part(set: &Set, change: impl Fn(&BasicSet) -> Result<BasicSet>) -> Result<Set> {
    let mut all = Set::empty(set.space().clone())?;
    for part in set.basic_sets() {
        all = all.union(&change(&part)?.to_set())?;
    }
    Ok(all)
}

/// A hull contains its set; how tight it is only isl's side judges.
fn hull(c: &Case, set: &Set, hull: Result<BasicSet>) -> Answer {
    c.judged(hull, |hull| set.is_subset(&hull.to_set()))
}

fn map(name: &str, c: &Case) -> Answer {
    let m: Map = c.arg(0)?;
    let other = || c.arg::<Map>(1);
    let set = || c.arg::<Set>(1);
    match name {
        "intersect" => c.equal(m.intersect(&other()?)),
        "union" => c.equal(m.union(&other()?)),
        "subtract" => c.equal(m.subtract(&other()?)),
        "is_equal" => c.truth(m.is_equal(&other()?)),
        "is_subset" => c.truth(m.is_subset(&other()?)),
        "complement" => c.equal(m.complement()),
        "domain" => c.equal(m.domain()),
        "range" => c.equal(m.range()),
        "reverse" => c.equal(m.reverse()),
        "apply_range" => c.equal(m.apply_range(&other()?)),
        "apply_domain" => c.equal(m.apply_domain(&other()?)),
        "deltas" => c.equal(m.deltas()),
        "is_single_valued" => c.truth(m.is_single_valued()),
        "is_injective" => c.truth(m.is_injective()),
        "is_bijective" => c.truth(m.is_bijective()),
        "intersect_domain" => c.equal(m.intersect_domain(&set()?)),
        "intersect_range" => c.equal(m.intersect_range(&set()?)),
        "subtract_domain" => c.equal(m.subtract_domain(&set()?)),
        "subtract_range" => c.equal(m.subtract_range(&set()?)),
        "lexmin" => c.equal(m.lexmin()),
        "lexmax" => c.equal(m.lexmax()),
        "domain_product" => c.equal(m.domain_product(&other()?)),
        "range_product" => c.equal(m.range_product(&other()?)),
        "wrap" => c.equal(m.wrap()),
        "curry" => c.equal(m.curry()),
        "uncurry" => c.equal(m.uncurry()),
        "coalesce" => {
            let result = m.coalesce()?;
            let counts = [m.n_basic_map(), result.n_basic_map()];
            let equal = c.verdict(|| result.is_equal(&m).map(Some))?;
            Ok(
                json!({ "result": result.to_string(), "equal": equal, "disjuncts": counts, "pieces": counts[1] }),
            )
        }
        "gist" => {
            let context = other()?;
            c.specified(m.gist(&context), |result| result.intersect(&context))
        }
        "compute_divs" => c.judged(m.compute_divs(), |result| result.is_equal(&m)),
        "affine_hull" => c.judged(m.affine_hull().map(|hull| hull.to_map()), |hull| {
            m.is_subset(hull)
        }),
        "transitive_closure" => {
            let (closure, exact) = m.transitive_closure()?;
            let covers =
                c.verdict(|| m.union(&m.apply_range(&m)?)?.is_subset(&closure).map(Some))?;
            Ok(json!({ "result": closure.to_string(), "exact": exact, "equal": covers }))
        }
        "fixed_power_val" => c.equal(m.fixed_power(c.arg::<Value>(1)?)),
        #[cfg(feature = "functions")]
        _ => crate::functions::of_map(name, c),
        #[cfg(not(feature = "functions"))]
        _ => Err(Failure::Unsupported),
    }
}

fn union_set(name: &str, c: &Case) -> Answer {
    let s: UnionSet = c.arg(0)?;
    let other = || c.arg::<UnionSet>(1);
    match name {
        "intersect" => c.equal(s.intersect(&other()?)),
        "union" => c.equal(s.union(&other()?)),
        "subtract" => c.equal(s.subtract(&other()?)),
        "is_equal" => c.truth(s.is_equal(&other()?)),
        "is_subset" => c.truth(s.is_subset(&other()?)),
        "is_disjoint" => c.truth(s.is_disjoint(&other()?)),
        "apply" => c.equal(s.apply(&c.arg::<UnionMap>(1)?)),
        "lexmin" => c.equal(s.lexmin()),
        "coalesce" => c.judged(s.coalesce(), |result| result.is_equal(&s)),
        "gist" => {
            let context = other()?;
            c.specified(s.gist(&context), |result| result.intersect(&context))
        }
        _ => Err(Failure::Unsupported),
    }
}

fn union_map(name: &str, c: &Case) -> Answer {
    let m: UnionMap = c.arg(0)?;
    let other = || c.arg::<UnionMap>(1);
    let set = || c.arg::<UnionSet>(1);
    match name {
        "intersect" => c.equal(m.intersect(&other()?)),
        "union" => c.equal(m.union(&other()?)),
        "subtract" => c.equal(m.subtract(&other()?)),
        "is_equal" => c.truth(m.is_equal(&other()?)),
        "is_subset" => c.truth(m.is_subset(&other()?)),
        "is_disjoint" => c.truth(m.is_disjoint(&other()?)),
        "apply_range" => c.equal(m.apply_range(&other()?)),
        "domain" => c.equal(m.domain()),
        "range" => c.equal(m.range()),
        "reverse" => c.equal(m.reverse()),
        "lexmin" => c.equal(m.lexmin()),
        "lexmax" => c.equal(m.lexmax()),
        "is_single_valued" => c.truth(m.is_single_valued()),
        "is_injective" => c.truth(m.is_injective()),
        "intersect_domain" => c.equal(m.intersect_domain(&set()?)),
        "intersect_range" => c.equal(m.intersect_range(&set()?)),
        "subtract_domain" => c.equal(m.subtract_domain(&set()?)),
        "subtract_range" => c.equal(m.subtract_range(&set()?)),
        _ => Err(Failure::Unsupported),
    }
}

fn basic_set(name: &str, c: &Case) -> Answer {
    let s: BasicSet = c.arg(0)?;
    match name {
        "coefficients" => c.judged(s.coefficients(), |forms| {
            s.to_set().is_subset(&forms.solutions()?.to_set())
        }),
        "solutions" => c.equal(s.solutions()),
        _ => Err(Failure::Unsupported),
    }
}
