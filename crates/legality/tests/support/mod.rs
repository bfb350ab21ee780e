//! Programs in C, schedules in isl's notation, and a check that is confirmed by running both.

// Not every test uses everything here.
#![allow(dead_code)]

#[path = "../../../../kernels/kernels.rs"]
pub mod kernels;

use dependence::{Dependence, dependences};
use frontend::ModelOptions;
use legality::{Options, Verdict, brute, check};
use presburger::UnionMap;
use scop::schedule::{Kind, Node, TwoDPlusOne};
use scop::{ScheduleTree, Scop};

/// The loops in a function of integers and arrays: `int n, double A[n]`, and what it does.
pub fn program(parameters: &str, body: &str) -> Scop {
    let text = format!("void f({parameters}) {{\n#pragma scop\n{body}\n#pragma endscop\n}}\n");
    first_scop(&text, &ModelOptions::default())
}

/// The same with variables that are declared before the loops, `double x[3];`.
pub fn program_with(variables: &str, parameters: &str, body: &str) -> Scop {
    let text = format!(
        "void f({parameters}) {{\n{variables}\n#pragma scop\n{body}\n#pragma endscop\n}}\n"
    );
    first_scop(&text, &ModelOptions::default())
}

/// A kernel of the repository, in the context that its head names.
pub fn kernel(name: &str) -> Scop {
    let kernel = kernels::named(name);
    let context = kernel.context().map(|text| text.parse().expect("a set"));
    let options = ModelOptions {
        context,
        ..ModelOptions::default()
    };
    first_scop(&kernel.text, &options)
}

fn first_scop(text: &str, model: &ModelOptions) -> Scop {
    let options = frontend::Options {
        headers: &kernels::header,
        ..frontend::Options::default()
    };
    let unit = frontend::read(text, &options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let modelled = unit.model(&unit.regions[0], model);
    modelled.unwrap_or_else(|e| panic!("{}\n{text}", e[0])).scop
}

pub fn all_of(scop: &Scop) -> Vec<Dependence> {
    dependences(scop, &Default::default()).unwrap()
}

/// The tree of one band for a relation, which need not say which instances there are.
pub fn flat(scop: &Scop, map: &str) -> ScheduleTree {
    let map: UnionMap = map.parse().unwrap_or_else(|e| panic!("{map}: {e}"));
    let map = map.intersect_domain(&scop.domain().unwrap()).unwrap();
    ScheduleTree::from_map(&map).unwrap()
}

/// The tree of a 2d+1 schedule.
pub fn nested(scop: &Scop, map: &str) -> ScheduleTree {
    let map: UnionMap = map.parse().unwrap_or_else(|e| panic!("{map}: {e}"));
    let map = map.intersect_domain(&scop.domain().unwrap()).unwrap();
    TwoDPlusOne::from_map(&map).unwrap().to_tree().unwrap()
}

/// What is claimed of a loop.
#[derive(Clone, Copy)]
pub enum As {
    Parallel,
    Vector,
}

/// The tree with claims about members, counted through all bands from the outside in and
/// left to right, and what these declare to accumulate into.
pub fn claiming(tree: &ScheduleTree, claims: &[(usize, As)], sums: &[&str]) -> ScheduleTree {
    fn visit(node: &Node, next: &mut usize, claims: &[(usize, As)], sums: &[&str]) -> Node {
        let mut kind = node.kind().clone();
        if let Kind::Band(band) = &mut kind {
            for member in &mut band.members {
                for (number, claim) in claims {
                    if *number == *next {
                        match claim {
                            As::Parallel => member.parallel = true,
                            As::Vector => member.vector = true,
                        }
                        member.reductions = sums.iter().map(|s| s.to_string()).collect();
                    }
                }
                *next += 1;
            }
        }
        let children = node.children().iter();
        let children = children.map(|child| visit(child, next, claims, sums));
        Node::new(kind, children.collect()).expect("the same kind of node")
    }
    let root = visit(tree.root(), &mut 0, claims, sums);
    ScheduleTree::from_root(root).expect("the same root")
}

/// The verdict on a schedule, and that running agrees with it.
pub fn judged(scop: &Scop, tree: &ScheduleTree, options: &Options) -> Verdict {
    judged_at(scop, tree, options, 5)
}

/// The same at sizes below `sizes`.
pub fn judged_at(scop: &Scop, tree: &ScheduleTree, options: &Options, sizes: i64) -> Verdict {
    let verdict = check(scop, &all_of(scop), tree, options).unwrap();
    let mut pairs = 0;
    for size in 0..sizes {
        let different = |i: usize| size + i as i64 % 2;
        let values: Vec<(&str, i64)> = scop
            .parameters
            .iter()
            .enumerate()
            .map(|(i, p)| (p.name.as_str(), different(i)))
            .collect();
        let mut possible = scop.context.clone();
        for (name, value) in &values {
            possible = possible.fix_param(name, *value).unwrap();
        }
        if possible.is_empty().unwrap() {
            continue;
        }
        let found = brute::confirm(scop, tree, &verdict, options, &values).unwrap();
        let agreed = found.disagreements.is_empty();
        assert!(agreed, "{values:?}: {:#?}", found.disagreements);
        pairs += found.pairs;
    }
    assert!(pairs > 0, "there are no dependences");
    for violation in verdict.violations() {
        let problem = brute::is_real(scop, tree, violation).unwrap();
        assert_eq!(problem, None, "{}", violation.sentence(scop));
    }
    verdict
}

/// What is wrong with a schedule, in words.
pub fn wrong(scop: &Scop, tree: &ScheduleTree) -> Vec<String> {
    let options = Options {
        all: true,
        ..Options::default()
    };
    said(scop, &judged(scop, tree, &options))
}

pub fn said(scop: &Scop, verdict: &Verdict) -> Vec<String> {
    let violations = verdict.violations().iter();
    violations.map(|v| v.sentence(scop)).collect()
}
