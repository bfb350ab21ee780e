//! What Pluto and isl find for the same programs, statement by statement. Skipped, saying so, where the
//! corpus is not beside the repository.
//!
//! Two numbers are compared: the width of the outermost permutable band around a statement, and how many of
//! its first loops are parallel, all members counted, also those in which the statement has one date.

mod support;

use optimizer::schedule::{Fusion, Independence, Options, schedule};
use scop::schedule::{Kind, Path, Placements};
use scop::{ScheduleTree, Scop};
use support::{all_of, kernel, kernels};

/// Width and parallel loops.
type Numbers = [usize; 2];

/// What the corpus says of one region.
struct Region {
    suite: String,
    kernel: String,
    statements: Vec<(String, serde_json::Value)>,
}

impl Region {
    /// What a scheduler found for a statement; `None` if it was not run.
    fn numbers(&self, statement: &str, scheduler: &str) -> Option<Numbers> {
        let (_, found) = self.statements.iter().find(|(own, _)| own == statement)?;
        let number = |i: usize| found[scheduler][i].as_u64().map(|n| n as usize);
        Some([number(0)?, number(1)?])
    }
}

/// What other schedulers find, if the corpus is there.
fn corpus() -> Option<Vec<Region>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/corpus/schedulers/properties.json");
    let text = std::fs::read_to_string(path).ok()?;
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let regions = all.as_array().expect("a list").iter().map(|one| {
        let statements = one["statements"].as_object().expect("an object").iter();
        let text = |key: &str| one[key].as_str().expect("a text").to_string();
        Region {
            suite: text("suite"),
            kernel: text("file").trim_end_matches(".c").to_string(),
            statements: statements.map(|(a, b)| (a.clone(), b.clone())).collect(),
        }
    });
    Some(regions.collect())
}

/// The numbers of each statement of a program in a tree.
fn numbers(scop: &Scop, tree: &ScheduleTree) -> Vec<Numbers> {
    let placements = Placements::new(tree).unwrap();
    let of = |tuple| {
        let mut worst: Option<Numbers> = None;
        for (_, placement) in placements.iter() {
            if placement.domain.space().tuple() != tuple {
                continue;
            }
            let mut numbers = [0, 0];
            let mut outermost: Option<&Path> = None;
            let mut is_parallel = true;
            for (id, _) in placement.dates() {
                let member = &placements[id];
                let band = tree.node(&member.path).map(|node| node.kind());
                let is_permutable = matches!(band, Some(Kind::Band(band)) if band.permutable);
                if outermost.is_some_and(|path| *path != member.path || !is_permutable) {
                    break;
                }
                outermost = Some(&member.path);
                is_parallel &= member.attributes.coincident;
                numbers[0] += 1;
                numbers[1] += usize::from(is_parallel);
            }
            worst = Some(worst.map_or(numbers, |known| known.min(numbers)));
        }
        worst.unwrap_or_default()
    };
    let statements = scop.statements.iter();
    statements
        .map(|one| of(one.domain.space().tuple()))
        .collect()
}

/// Compares each statement that the corpus knows with what a scheduler found: a list of those with smaller
/// numbers, and how many were compared.
fn worse(scheduler: &str, options: &Options) -> Option<(Vec<String>, usize)> {
    let corpus = corpus()?;
    let (mut worse, mut compared) = (Vec::new(), 0);
    for kernels::Kernel { name, .. } in kernels::all() {
        let mut taken = Vec::new();
        for scop in kernel(&name) {
            let found = schedule(&scop, &all_of(&scop), options).unwrap();
            assert!(!found.rejected, "{name}");
            let own = numbers(&scop, found.legal.schedule());
            for (i, region) in corpus.iter().enumerate() {
                // The statements of PolyBench are numbered in the order of the text.
                let names = scop.statements.iter().enumerate().map(|(k, one)| {
                    match region.suite.as_str() {
                        "kernels" => one.name.clone(),
                        _ => format!("S{k}"),
                    }
                });
                let others: Option<Vec<Numbers>> =
                    names.map(|name| region.numbers(&name, scheduler)).collect();
                let Some(others) = others else { continue };
                let fits = region.statements.len() == own.len();
                if region.kernel != name || !fits || taken.contains(&i) {
                    continue;
                }
                taken.push(i);
                compared += own.len();
                for ((statement, own), other) in scop.statements.iter().zip(&own).zip(others) {
                    if own[0] < other[0] || own[1] < other[1] {
                        worse.push(format!(
                            "{} {name} {} ({}): {own:?}, {scheduler} {other:?}",
                            region.suite,
                            statement.name,
                            statement.depth()
                        ));
                    }
                }
                if region.suite == "kernels" {
                    break;
                }
            }
        }
    }
    Some((worse, compared))
}

fn check(scheduler: &str, options: &Options, expected: &[&str]) {
    let Some((worse, compared)) = worse(scheduler, options) else {
        println!("skipped: the corpus of schedulers is not here");
        return;
    };
    assert!(compared > 400, "{compared} statements were compared");
    assert_eq!(worse, expected);
}

#[test]
fn statements_have_as_many_loops_as_by_pluto() {
    // The third loop around this statement runs once: a member of a band that is no loop.
    let once = "kernels covariance Init (3): [2, 2], pluto [3, 3]";
    check("pluto", &Options::default(), &[once]);
}

/// Polly's options serialise components, and let statements of fewer loops wait.
#[test]
fn statements_have_as_many_loops_as_by_isl_with_the_options_of_polly() {
    let options = Options {
        fusion: Fusion::None,
        independence: Independence::Needed,
        ..Options::default()
    };
    check("isl_polly_options", &options, &[]);
}

/// Unless told otherwise, no statement waits: in gramschmidt, columns are then the parallel loops of the second
/// band, rather than a second loop of the first.
#[test]
fn only_one_program_has_wider_bands_if_statements_wait() {
    for fusion in [Fusion::None, Fusion::Smart] {
        let options = Options {
            fusion,
            ..Options::default()
        };
        let Some((worse, _)) = worse("isl_polly_options", &options) else {
            return;
        };
        assert!(
            worse.iter().all(|line| line.contains(" gramschmidt ")),
            "{worse:#?}"
        );
    }
}
