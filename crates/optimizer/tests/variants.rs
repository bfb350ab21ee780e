//! Other loops for bands than the model takes: all of them are orders of the whole program, those of permutable
//! bands are legal, and a few steps lead from any to those that experts write.

mod support;

use std::collections::BTreeSet;

use legality::check;
use optimizer::loops::{Plan, Variants};
use optimizer::{Options, Proposals};
use scop::{ScheduleTree, Scop};
use support::{all_of, kernel};

fn options() -> Options {
    let mut options = Options::default();
    options.loops.parallel = false;
    options
}

fn schedule(scop: &Scop, options: &Options) -> ScheduleTree {
    let dependences = all_of(scop);
    let proposals = Proposals::new(scop, &dependences, options);
    proposals.schedules().unwrap().remove(0)
}

/// Each variant executes every instance, and keeps what the program computes.
fn check_all(name: &str, is_wide: bool) {
    let options = options();
    let mut judged = 0;
    for scop in kernel(name) {
        let dependences = all_of(&scop);
        let tree = schedule(&scop, &options);
        let variants = Variants::new(&scop, &tree, &options.loops).unwrap();
        let mut all = variants.families();
        assert_eq!(all[0], variants.plans());
        let first = variants.neighbours(&all[0]);
        all.extend(first);
        if is_wide {
            // A second step from each: these are many, so only some are judged.
            let second: Vec<_> = all
                .iter()
                .flat_map(|one| variants.neighbours(one))
                .collect();
            all.extend(second.into_iter().step_by(17));
        }
        for plans in &all {
            let loops = variants.loops(plans).unwrap();
            let words = variants.words(plans);
            let verdict = check(&scop, &dependences, &loops.tree, &Default::default()).unwrap();
            assert!(verdict.is_legal(), "{name}: {words}");
            let features = variants.features(plans).unwrap();
            assert_eq!(features.len(), Variants::FEATURES.len());
            assert!(
                features.iter().all(|one| one.is_finite()),
                "{name}: {words}: {features:?}"
            );
            judged += 1;
        }
    }
    assert!(judged > 10, "{name}: {judged}");
}

#[test]
fn variants_of_products_are_legal() {
    check_all("gemm", true);
    check_all("syrk", false);
}

#[test]
fn variants_of_sequences_of_products_with_vectors_are_legal() {
    check_all("mvt", true);
    check_all("gemver", false);
}

#[test]
fn variants_of_stencils_are_legal() {
    check_all("jacobi-1d", true);
    check_all("seidel-1d", true);
}

#[test]
fn variants_of_factorisations_are_legal() {
    check_all("cholesky", false);
}

/// From the loops as they are, a few steps lead to tiles, copies and a buffer.
#[test]
fn steps_lead_from_plain_loops_to_those_of_experts() {
    let options = options();
    let scop = kernel("gemm").remove(0);
    let tree = schedule(&scop, &options);
    let variants = Variants::new(&scop, &tree, &options.loops).unwrap();
    let has = |plans: &[Plan], wanted: &dyn Fn(&Plan) -> bool| plans.iter().any(wanted);
    let is_tiled = |plan: &Plan| plan.tiles.iter().filter(|tile| tile.size > 1).count() > 1;
    let is_jammed = |plan: &Plan| is_tiled(plan) && !plan.unrolled.is_empty();
    let mut reached = BTreeSet::new();
    let mut edge = vec![variants.plain()];
    for _ in 0..3 {
        let next: Vec<Vec<Plan>> = edge
            .iter()
            .flat_map(|one| variants.neighbours(one))
            .collect();
        for plans in &next {
            if has(plans, &is_tiled) {
                reached.insert("tiles");
            }
            if has(plans, &is_jammed) {
                reached.insert("copies");
            }
            if has(plans, &|plan| is_tiled(plan) && !plan.buffers.is_empty()) {
                reached.insert("buffers");
            }
            if has(plans, &|plan| plan.buffers.iter().any(|one| one.transposed)) {
                reached.insert("transposed buffers");
            }
        }
        // Not all of them: there would be thousands.
        edge = next.into_iter().step_by(5).take(40).collect();
    }
    let wanted = ["buffers", "copies", "tiles", "transposed buffers"];
    assert_eq!(reached.into_iter().collect::<Vec<_>>(), wanted);
}

/// A plan that speaks of other loops than a band has is an error, not a panic.
#[test]
fn plans_that_do_not_fit_are_refused() {
    let options = options();
    let scop = kernel("gemm").remove(0);
    let tree = schedule(&scop, &options);
    let variants = Variants::new(&scop, &tree, &options.loops).unwrap();
    let own = variants.plans();
    assert!(variants.loops(&own).is_ok());
    assert!(variants.loops(&own[1..]).is_err());
    let mut odd = own.clone();
    odd[0].points.push(7);
    assert!(variants.loops(&odd).is_err());
    let mut twice = own.clone();
    let first = twice[0].points[0];
    twice[0].points.push(first);
    assert!(variants.loops(&twice).is_err());
}
