//! Convex and affine hulls of the inputs of isl's own tests: constraint matrices, the last of
//! which is the expected hull.

mod matrices;

use matrices::{Matrix, corpus, name, names, read};
use presburger::{Budget, Set};
use std::path::Path;

#[test]
fn convex_hulls_of_the_corpus() {
    check("convex", |name, sets| {
        let mut union = sets[0].clone();
        for set in &sets[1..] {
            union = union.union(set).expect("a union");
        }
        let hull = union.convex_hull();
        hull.unwrap_or_else(|error| panic!("{name}: {error}"))
            .to_set()
    });
}

#[test]
fn affine_hulls_of_the_corpus() {
    check("affine", |name, sets| {
        assert_eq!(sets.len(), 1, "{name}");
        let hull = sets[0].affine_hull();
        hull.unwrap_or_else(|error| panic!("{name}: {error}"))
            .to_set()
    });
}

/// Runs `hull` on every file whose name starts with `kind`.
fn check(kind: &str, hull: impl Fn(&str, &[Set]) -> Set) {
    let Some(files) = corpus("polylib") else {
        return;
    };
    let mut checked = 0;
    for file in files.iter().filter(|file| name(file).starts_with(kind)) {
        let mut sets = sets(file);
        let expected = sets.pop().expect("an expected hull");
        Budget::operations(50_000_000).run(|| {
            let found = hull(name(file), &sets);
            let equal = found.is_equal(&expected);
            assert_eq!(equal, Ok(true), "{}: found {found}", name(file));
        });
        checked += 1;
    }
    assert!(
        checked > 0,
        "the folder is there, but no {kind} hull was computed"
    );
}

fn sets(file: &Path) -> Vec<Set> {
    let text = read(file);
    let mut words = text.split_whitespace();
    let matrices = std::iter::from_fn(|| Matrix::take(&mut words));
    let set = |matrix: Matrix| {
        let names = names("x", matrix.unknowns);
        let text = format!("{{ [{}] : {} }}", names.join(", "), matrix.formula(&names));
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    matrices.map(set).collect()
}
