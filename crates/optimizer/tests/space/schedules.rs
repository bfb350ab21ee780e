//! Interleavings as schedules: legal, and with the loops in common that they say.

use crate::support::{all_of, kernel, program};
use optimizer::schedule::{Fusion, Options, schedule};
use optimizer::space::{Interleaving, Order, Space};
use scop::schedule::{Kind, Node, Placements};
use scop::{ScheduleTree, Scop};
use std::collections::BTreeSet;

/// The interleaving of a schedule, as far as it has loops: an order of the statements for each level.
fn interleaving(scop: &Scop, tree: &ScheduleTree, levels: usize) -> Vec<Order> {
    let n = scop.statements.len();
    let name = |domain: &presburger::Set| {
        let mut names = scop.statements.iter();
        let position = names.position(|one| one.domain.space().tuple() == domain.space().tuple());
        position.unwrap()
    };
    let placements = Placements::new(tree).unwrap();
    let mut ways: Vec<Vec<Option<(usize, usize)>>> = vec![Vec::new(); n];
    for (_, placement) in placements.iter() {
        ways[name(&placement.domain)] = placement
            .steps
            .iter()
            .map(|step| match step {
                scop::schedule::Step::Part { index, .. } => Some((*index, 0)),
                scop::schedule::Step::Member { .. } => None,
            })
            .collect();
    }
    // Before the first, the second, … loop: which way statements go.
    let way = |one: usize, level: usize| -> Vec<usize> {
        let mut loops = 0;
        let mut parts = Vec::new();
        for step in &ways[one] {
            match step {
                Some((index, _)) => parts.push(*index),
                None if loops == level => return parts,
                None => loops += 1,
            }
        }
        parts
    };
    let orders = (0..levels).map(|level| {
        let all: Vec<Vec<usize>> = (0..n).map(|one| way(one, level)).collect();
        let sorted: BTreeSet<&Vec<usize>> = all.iter().collect();
        let rank = |one: &Vec<usize>| sorted.iter().position(|other| *other == one).unwrap() as i64;
        Order::from_values(&all.iter().map(rank).collect::<Vec<i64>>())
    });
    orders.collect()
}

/// Schedules so many interleavings of a kernel, and looks at what becomes of them.
fn check(name: &str, levels: usize, most: usize) {
    check_program(name, kernel(name).remove(0), levels, most);
}

fn check_program(name: &str, scop: Scop, levels: usize, most: usize) {
    let dependences = all_of(&scop);
    let space = Space::of_program(&scop, &dependences, &Default::default()).unwrap();
    let mut choices = vec![false];
    if scop.statements.len() < 4 {
        choices.push(true);
    }
    let deep = scop.statements.iter().all(|one| one.depth() >= levels);
    for one in space.iter(levels).take(most) {
        let one = one.unwrap();
        let words = one.words(space.names());
        for &temporaries in &choices {
            let options = Options {
                fusion: Fusion::Interleaving(one.clone()),
                temporaries,
                ..Options::default()
            };
            let found = schedule(&scop, &dependences, &options)
                .unwrap_or_else(|e| panic!("{name}: {words}: {e}"));
            let tree = found.legal.schedule();
            assert!(!found.rejected, "{name}: {words}");
            if deep {
                let own = interleaving(&scop, tree, levels);
                assert_eq!(own, one.levels(), "{name}: {words}\n{tree}");
            }
        }
    }
}

#[test]
fn every_interleaving_of_table_1_has_a_legal_schedule() {
    for name in [
        "advect3d",
        "convexity-atax",
        "bicg",
        "gemver",
        "convexity-ludcmp",
        "convexity-doitgen",
        "varcovar",
        "convexity-correl",
        "threematmat",
    ] {
        check(name, 1, usize::MAX);
    }
}

#[test]
fn interleavings_of_several_levels_have_legal_schedules() {
    check("threematmat", 2, usize::MAX);
    check("threematmat", 3, usize::MAX);
    check("advect3d", 2, 60);
    check("advect3d", 3, 60);
    check("convexity-doitgen", 2, 60);
    check("bicg", 2, 60);
    check("convexity-atax", 2, 60);
    check("convexity-correl", 2, 30);
}

#[test]
fn interleavings_that_are_not_legal_are_refused() {
    let scop = kernel("threematmat").remove(0);
    let dependences = all_of(&scop);
    for (values, expected) in [
        (vec![1, 0, 0], "the interleaving is not legal"),
        (
            vec![0, 0],
            "an interleaving of 2 statements for a program of 3",
        ),
    ] {
        let options = Options {
            fusion: Fusion::Interleaving(Interleaving::of_order(Order::from_values(&values))),
            ..Options::default()
        };
        let error = schedule(&scop, &dependences, &options).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// No band of a schedule without loops in common has several statements.
#[test]
fn all_loops_are_distributed_if_that_is_said() {
    let scop = kernel("convexity-atax").remove(0);
    let dependences = all_of(&scop);
    let options = Options {
        fusion: Fusion::Interleaving(Interleaving::of_order(Order::from_values(&[0, 1, 2, 3]))),
        ..Options::default()
    };
    let found = schedule(&scop, &dependences, &options).unwrap();
    fn has_shared_band(node: &Node) -> bool {
        let shared = match node.kind() {
            Kind::Band(band) => band.schedule.domain().unwrap().sets().len() > 1,
            _ => false,
        };
        shared || node.children().iter().any(has_shared_band)
    }
    assert!(!has_shared_band(found.legal.schedule().root()));
}

/// A temporary that is written and never read, by some instances only.
#[test]
fn temporaries_do_not_change_what_is_legal() {
    let scop = program(
        "int n, int m, double A[n + m], double x[n + m]",
        "for (int i = 1; i < n; i++) x[i] = x[i - 1];
         for (int j = 0; j < m; j++) {
             double mx = 0;
             for (int i = 0; i < n; i++)
                 if (A[i] > 0) mx = A[i];
         }",
    );
    check_program("temporary", scop, 1, usize::MAX);
}
