//! isl's own scheduling problems: a legal schedule, at least as good as isl's. Skipped, saying so, where
//! the files are not beside the repository.

use optimizer::schedule::{Fusion, Options, Problem, propose};
use presburger::{Dim, Set, UnionMap, UnionSet};
use scop::ScheduleTree;
use scop::schedule::{Kind, Placements};
use std::path::{Path, PathBuf};

fn problems() -> Option<Vec<PathBuf>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/corpus/isl/schedule"))
        .find(|corpus| corpus.is_dir())?;
    let entries = std::fs::read_dir(corpus).expect("a readable folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "sc"))
        .collect();
    files.sort();
    Some(files)
}

/// The outermost band around the instances of a set; `None` if there is none.
fn outermost(placements: &Placements, set: &Set) -> Option<scop::schedule::Path> {
    let own = placements.iter().map(|(_, one)| one);
    let mut own = own.filter(|one| one.domain.space().tuple() == set.space().tuple());
    let (member, _) = own.next().expect("a place").dates().next()?;
    Some(placements[member].path.clone())
}

/// Members of the outermost band around the instances of a set, and how many of the first are coincident. Members in which all of
/// them have one date count, too.
fn numbers(tree: &ScheduleTree, placements: &Placements, set: &Set) -> [usize; 2] {
    let Some(path) = outermost(placements, set) else {
        return [0, 0];
    };
    match tree.node(&path).map(|node| node.kind()) {
        Some(Kind::Band(band)) => {
            let mut coincident = band.members.iter().map(|member| member.coincident);
            let first = coincident.position(|one| !one).unwrap_or(band.size());
            [if band.permutable { band.size() } else { 1 }, first]
        }
        _ => [0, 0],
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a readable file")
}

#[test]
fn problems_have_schedules_as_good_as_those_of_isl() {
    let Some(files) = problems() else {
        eprintln!("skipped: no shared/corpus/isl/schedule beside the repository");
        return;
    };
    assert!(!files.is_empty(), "no problems in the folder");
    let mut worse = Vec::new();
    for path in files {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let file = scop::yaml::parse(&read(&path)).expect("YAML");
        let text = |key: &str| file.get(key).and_then(|value| value.as_str());
        let domain: UnionSet = text("domain").expect("a domain").parse().expect("a set");
        let validity: UnionMap = text("validity").unwrap_or("{}").parse().expect("a map");
        let context: Set = text("context").unwrap_or("{ : }").parse().expect("a set");
        let problem = Problem::of_relations(&domain, &validity, &context).expect("small");
        let expected: ScheduleTree = read(&path.with_extension("st")).parse().expect("a tree");
        for fusion in [Fusion::Max, Fusion::Smart, Fusion::None] {
            let options = Options {
                fusion: fusion.clone(),
                ..Options::default()
            };
            let tree = propose(&problem, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
            let pairs = validity.intersect_domain(&domain).expect("small");
            let pairs = pairs.intersect_range(&domain).expect("small");
            let before = tree.before().expect("small");
            assert!(
                pairs.is_subset(&before).expect("small"),
                "{name}, {fusion:?}: not legal\n{tree}"
            );
            // No loops are run together, as `4000i + j` would.
            for (_, placement) in Placements::new(&tree).expect("small").iter() {
                for (_, date) in placement.dates() {
                    for i in 0..placement.domain.n_dim() {
                        let factor = date.coefficient(Dim::In(i)).expect("an iterator");
                        let factor = factor.to_i64().expect("small");
                        assert!(factor.abs() <= 20, "{name}, {fusion:?}\n{tree}");
                    }
                }
            }
            if fusion != Fusion::Max {
                continue;
            }
            let (own, isl) = (
                Placements::new(&tree).expect("small"),
                Placements::new(&expected).expect("small"),
            );
            // Without coincidence constraints, isl calls everything coincident.
            let is_known = text("coincidence").is_some();
            for set in domain.sets() {
                let ours = numbers(&tree, &own, &set);
                let theirs = numbers(&expected, &isl, &set);
                let is_less_parallel = is_known && ours[1] < theirs[1];
                if ours[0] < theirs[0] || is_less_parallel {
                    worse.push(format!(
                        "{name}: {set} has {ours:?}, isl {theirs:?}\n{tree}"
                    ));
                }
                for other in domain.sets() {
                    let is_fused = |placements: &Placements| {
                        outermost(placements, &set) == outermost(placements, &other)
                    };
                    if is_fused(&isl) && !is_fused(&own) {
                        worse.push(format!("{name}: {set} and {other} are apart\n{tree}"));
                    }
                }
            }
        }
    }
    assert!(worse.is_empty(), "{}", worse.join("\n"));
}
