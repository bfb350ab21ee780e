//! Equality and complement on the sets that were captured from polyhedral compilers, against the
//! answers that isl gave.

use presburger::{Budget, Set};
use std::path::PathBuf;

/// The lines of a file of the corpus, without the count at the top; `None` where it is absent.
fn lines(file: &str) -> Option<(usize, Vec<String>)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/corpus/fpl")
        .join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return None;
    };
    let mut lines = text.lines().map(str::to_string);
    let count = lines.next().and_then(|line| line.trim().parse().ok());
    Some((count.expect("a number of cases"), lines.collect()))
}

fn read(text: &str) -> Set {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn equality_is_what_isl_found() {
    let Some((count, lines)) = lines("equal.txt") else {
        return;
    };
    let mut differ = 0;
    for case in lines.chunks_exact(3) {
        let (a, b) = (read(&case[0]), read(&case[1]));
        let equal = case[2].trim() == "1";
        differ += usize::from(!equal);
        let found = Budget::operations(10_000_000).run(|| a.is_equal(&b));
        assert_eq!(found, Ok(equal), "{a} = {b}");
    }
    assert_eq!(lines.len(), 3 * count);
    assert!(differ > 0, "no case in which the sets differ");
}

#[test]
fn complements_are_what_isl_found() {
    let Some((count, lines)) = lines("complement.txt") else {
        return;
    };
    for case in lines.chunks_exact(2) {
        let (set, expected) = (read(&case[0]), read(&case[1]));
        let equal = Budget::operations(10_000_000)
            .run(|| set.complement().and_then(|found| found.is_equal(&expected)));
        assert_eq!(equal, Ok(true), "the complement of {set}");
    }
    assert_eq!(lines.len(), 2 * count);
}
