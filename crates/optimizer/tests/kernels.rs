//! Every kernel of the repository: it gets a legal schedule, and loops that are what they say.

mod support;

use legality::check;
use optimizer::schedule::{Fusion, Options, Quality, proposal, qualities, schedule};
use optimizer::{Outcome, loops};
use scop::schedule::{Kind, Node};
use scop::{ScheduleTree, Scop};
use support::{all_of, kernel, kernels};

fn scheduled(name: &str, scop: &Scop, fusion: Fusion) -> Vec<Quality> {
    let options = Options {
        fusion,
        ..Options::default()
    };
    let found = schedule(scop, &all_of(scop), &options);
    let found = found.unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(!found.rejected, "{name}: what was found is not legal");
    assert!(found.legal.is_checked());
    qualities(scop, found.legal.schedule()).unwrap()
}

fn every_kernel_has_a_legal_schedule(fusion: Fusion) {
    for kernels::Kernel { name, .. } in kernels::all() {
        for scop in kernel(&name) {
            let found = scheduled(&name, &scop, fusion.clone());
            assert_eq!(found.len(), scop.statements.len());
        }
    }
}

#[test]
fn kernels_have_legal_schedules_with_maximal_fusion() {
    every_kernel_has_a_legal_schedule(Fusion::Max);
}

#[test]
fn kernels_have_legal_schedules_without_fusion() {
    every_kernel_has_a_legal_schedule(Fusion::None);
}

/// What is said of loops is true: all that are said to be coincident can be parallel, and tiles of all
/// bands that are said to be permutable are legal.
#[test]
fn bands_are_what_they_say() {
    let mut claimed = 0;
    for kernels::Kernel { name, .. } in kernels::all() {
        for scop in kernel(&name) {
            let dependences = all_of(&scop);
            let tree = proposal(&scop, &dependences, &Options::default(), true).unwrap();
            for member in 0.. {
                let Some(parallel) = with_parallel(&tree, member) else {
                    break;
                };
                let verdict = check(&scop, &dependences, &parallel, &Default::default()).unwrap();
                let said: Vec<String> = verdict
                    .violations()
                    .iter()
                    .map(|violation| violation.sentence(&scop))
                    .collect();
                assert!(verdict.is_legal(), "{name}: {said:?}\n{parallel}");
                claimed += 1;
            }
            let tiles = loops::Options {
                sizes: vec![3, 4, 5],
                parallel: false,
                ..loops::Options::default()
            };
            let tiled = loops::loops(&scop, &tree, &tiles).unwrap();
            let tiled = tiled.tree;
            let verdict = check(&scop, &dependences, &tiled, &Default::default()).unwrap();
            assert!(verdict.is_legal(), "{name}:\n{tiled}");
        }
    }
    assert!(claimed > 200, "{claimed} loops were said to be coincident");
}

/// The tree with one coincident member parallel, the one with this number among them.
fn with_parallel(tree: &ScheduleTree, number: usize) -> Option<ScheduleTree> {
    let mut seen = 0;
    for (path, node) in tree.nodes() {
        let Kind::Band(band) = node.kind() else {
            continue;
        };
        for (k, member) in band.members.iter().enumerate() {
            if !member.coincident {
                continue;
            }
            if seen == number {
                let mut band = band.clone();
                band.members[k].parallel = true;
                let child = node.child().cloned().unwrap_or_else(Node::leaf);
                return tree.replace(&path, Node::band(band, child));
            }
            seen += 1;
        }
    }
    None
}

#[test]
fn kernels_become_loops() {
    for kernels::Kernel { name, .. } in kernels::all() {
        for scop in kernel(&name) {
            for fusion in [Fusion::Smart, Fusion::Max] {
                let mut options = optimizer::Options::default();
                options.schedule.fusion = fusion.clone();
                options.loops.sizes = vec![32];
                let found = optimizer::optimize(&scop, &all_of(&scop), &options).unwrap();
                assert_eq!(found.result, Outcome::Loops, "{name}, {fusion:?}");
            }
        }
    }
}
