//! isl's own files: schedule trees, flow problems and scheduling problems are read, and what we
//! write of a tree is read back as the same tree. Skipped, saying so, where the files are not
//! beside the repository.

use presburger::{Budget, Error};
use scop::{ScheduleTree, yaml};
use std::path::{Path, PathBuf};

/// The files with an extension below a folder of the corpus.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = crate_folder
        .ancestors()
        .map(|folder| folder.join("shared/corpus/isl"))
        .find(|corpus| corpus.is_dir());
    let Some(corpus) = found else {
        eprintln!("skipped: no shared/corpus/isl beside the repository");
        return Vec::new();
    };
    let mut files = Vec::new();
    let mut folders = vec![corpus.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(!files.is_empty(), "no .{extension} below {folder}");
    files
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a readable file")
}

#[test]
fn schedule_trees_make_the_round_trip() {
    let mut unsettled = Vec::new();
    for path in files("codegen", "st")
        .into_iter()
        .chain(files("schedule", "st"))
    {
        let name = path.display();
        let tree: ScheduleTree = match read(&path).parse() {
            Ok(tree) => tree,
            Err(error) => panic!("{name}: {error}"),
        };
        for text in [tree.to_string(), format!("{tree:#}")] {
            let again: ScheduleTree = match text.parse() {
                Ok(tree) => tree,
                Err(error) => panic!("{name}: {error} in\n{text}"),
            };
            // One file has a set whose equality with itself, written otherwise, takes long.
            let is_equal = Budget::operations(100_000).run(|| tree.is_equal(&again));
            match is_equal {
                Err(Error::BudgetExhausted) => {
                    unsettled.push(name.to_string());
                    let points = domain_points(&tree);
                    assert!(!points.is_empty(), "{name}");
                    assert_eq!(domain_points(&again), points, "{name}");
                }
                other => assert!(other.expect("sets that fit"), "{name}:\n{text}"),
            }
        }
    }
    assert!(unsettled.len() <= 2, "{unsettled:?}");
}

/// The points of the domain, for the values of its parameters that there are.
fn domain_points(tree: &ScheduleTree) -> Vec<Vec<i64>> {
    let mut points: Vec<Vec<i64>> = Vec::new();
    for set in tree.domain().sets() {
        let values = set
            .params()
            .and_then(|set| set.points())
            .expect("bounded parameters");
        for value in &values {
            let here = set.intersect_params(&value.to_set()).expect("a small set");
            let found = here.points().expect("a bounded domain");
            points.extend(found.iter().map(|p| p.to_i64s().expect("small numbers")));
        }
    }
    points.sort();
    points
}

#[test]
fn flow_problems_are_read() {
    use presburger::UnionMap;
    for path in files("flow", "ai") {
        let name = path.display();
        let file = yaml::parse(&read(&path)).unwrap_or_else(|error| panic!("{name}: {error}"));
        for entry in file.as_map().expect("a mapping") {
            let read = match entry.key.as_str() {
                "schedule" => ScheduleTree::from_yaml(&entry.value).map(drop),
                "sink" | "must_source" | "may_source" | "kill" | "schedule_map" => {
                    entry.value.parse::<UnionMap>().map(drop)
                }
                other => panic!("{name}: what is {other}?"),
            };
            read.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    for path in files("flow", "flow") {
        let file = yaml::parse(&read(&path)).unwrap_or_else(|error| panic!("{error}"));
        for entry in file.as_map().expect("a mapping") {
            let map = entry.value.parse::<UnionMap>();
            map.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

#[test]
fn scheduling_problems_are_read() {
    use presburger::{Set, UnionMap, UnionSet};
    for path in files("schedule", "sc") {
        let name = path.display();
        let file = yaml::parse(&read(&path)).unwrap_or_else(|error| panic!("{name}: {error}"));
        for entry in file.as_map().expect("a mapping") {
            let read = match entry.key.as_str() {
                "domain" => entry.value.parse::<UnionSet>().map(drop),
                "context" => entry.value.parse::<Set>().map(drop),
                _ => entry.value.parse::<UnionMap>().map(drop),
            };
            read.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}
