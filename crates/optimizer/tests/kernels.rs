//! Every kernel of the repository: it gets a legal schedule, at least as good as Pluto's.

mod support;

use legality::check;
use optimizer::schedule::{Fusion, Options, Quality, proposal, qualities, schedule};
use optimizer::{Outcome, loops};
use scop::schedule::{Kind, Node};
use scop::{ScheduleTree, Scop};
use std::path::Path;
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
                let found = optimizer::optimize(&scop, &all_of(&scop), &options).unwrap();
                assert_eq!(found.result, Outcome::Loops, "{name}, {fusion:?}");
            }
        }
    }
}

/// What the corpus says of one region.
struct Region {
    suite: String,
    kernel: String,
    /// For each statement its name, and Pluto's width and number of parallel loops.
    pluto: Vec<(String, [usize; 2])>,
}

/// What other schedulers find, if the corpus is there.
fn corpus() -> Option<Vec<Region>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/corpus/schedulers/properties.json");
    let text = std::fs::read_to_string(path).ok()?;
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let regions = all.as_array().expect("a list").iter().map(|one| {
        let pair = |value: &serde_json::Value| {
            let number = |i: usize| value[i].as_u64().map(|n| n as usize);
            Some([number(0)?, number(1)?])
        };
        let statements = one["statements"].as_object().expect("an object").iter();
        let text = |key: &str| one[key].as_str().expect("a text").to_string();
        Region {
            suite: text("suite"),
            kernel: text("file").trim_end_matches(".c").to_string(),
            pluto: statements
                .map(|(name, of)| (name.clone(), pair(&of["pluto"]).unwrap_or([0, 0])))
                .collect(),
        }
    });
    Some(regions.collect())
}

#[test]
fn kernels_are_scheduled_at_least_as_well_as_by_pluto() {
    let Some(corpus) = corpus() else {
        println!("skipped: the corpus of schedulers is not here");
        return;
    };
    let mut compared = 0;
    let mut worse = Vec::new();
    for kernels::Kernel { name, .. } in kernels::all() {
        let mut taken = Vec::new();
        for scop in kernel(&name) {
            let found = scheduled(&name, &scop, Fusion::Smart);
            for (i, region) in corpus.iter().enumerate() {
                let names = scop.statements.iter().map(|one| one.name.as_str());
                // JSON objects are sorted by name; PolyBench's statements are numbered in the order of
                // the text.
                let pluto: Vec<[usize; 2]> = match region.suite.as_str() {
                    "kernels" => {
                        let of = |name: &str| region.pluto.iter().find(|(own, _)| own == name);
                        let all: Option<Vec<_>> = names.map(|name| Some(of(name)?.1)).collect();
                        all.unwrap_or_default()
                    }
                    _ => {
                        let number = |k: usize| format!("S{k}");
                        let of = |k: usize| region.pluto.iter().find(|(own, _)| *own == number(k));
                        let all: Option<Vec<_>> =
                            (0..found.len()).map(|k| Some(of(k)?.1)).collect();
                        all.unwrap_or_default()
                    }
                };
                let fits = pluto.len() == found.len() && region.pluto.len() == found.len();
                if region.kernel != name || !fits || taken.contains(&i) {
                    continue;
                }
                taken.push(i);
                compared += found.len();
                for ((statement, own), [width, parallel]) in
                    scop.statements.iter().zip(&found).zip(pluto)
                {
                    // A loop in which a statement has one date is no loop over it, and one that runs
                    // once neither.
                    let hull = statement.domain.affine_hull().unwrap();
                    let equations = hull.congruences().unwrap();
                    let fixed = equations.iter().filter(|(_, modulus)| modulus.is_zero());
                    let depth = statement.depth() - fixed.count();
                    let (width, parallel) = (width.min(depth), parallel.min(depth));
                    if own.permutable < width || own.parallel < parallel {
                        worse.push(format!(
                            "{name}: {} has {own:?}, Pluto {width} and {parallel}",
                            statement.name
                        ));
                    }
                }
                if region.suite == "kernels" {
                    break;
                }
            }
        }
    }
    assert!(compared > 300, "{compared} statements were compared");
    assert!(worse.is_empty(), "{worse:#?}");
}
