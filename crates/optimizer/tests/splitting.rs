//! Statements in pieces: rings and mirrors, in the shapes of Pluto's tests of index-set splitting.

mod support;

use optimizer::schedule::{Fusion, Options, Quality, qualities, schedule};
use scop::Scop;
use support::{all_of, program};

/// What statements get if they are not split and if they may be.
fn check(scop: &Scop, fusion: Fusion, whole: (usize, usize), split: (usize, usize)) {
    let dependences = all_of(scop);
    for (may_split, (permutable, parallel)) in [(false, whole), (true, split)] {
        let options = Options {
            fusion: fusion.clone(),
            split: may_split,
            ..Options::default()
        };
        let found = schedule(scop, &dependences, &options).unwrap();
        assert!(!found.rejected, "not legal");
        let tree = found.legal.schedule();
        let expected = Quality {
            permutable,
            parallel,
        };
        for quality in qualities(scop, tree).unwrap() {
            assert_eq!(quality, expected, "{tree}");
        }
        // Each instance once, and in the order of all pairs: no judge but the tree itself.
        let before = tree.before().unwrap();
        for dependence in &dependences {
            let pairs = presburger::UnionMap::from(dependence.relation.clone());
            assert!(pairs.is_subset(&before).unwrap(), "{dependence:?}\n{tree}");
        }
        let domain =
            presburger::UnionSet::from_sets(scop.statements.iter().map(|s| s.domain.clone()));
        assert!(tree.executed().unwrap().is_equal(&domain.unwrap()).unwrap());
    }
}

#[test]
fn rings_are_tiled_in_time() {
    let scop = program(
        "int m, int n, double A[n], double B[n]",
        "for (int t = 0; t < m; t++) {
           for (int i = 0; i < n; i++)
             S: B[i] = A[i == 0 ? n - 1 : i - 1] + A[i] + A[i == n - 1 ? 0 : i + 1];
           for (int i = 0; i < n; i++) T: A[i] = B[i];
         }",
    );
    check(&scop, Fusion::Smart, (1, 0), (2, 0));
}

/// The buffers change places by the parity of time.
#[test]
fn rings_with_two_buffers_are_tiled_in_time() {
    let scop = program(
        "int m, int n, double A[2][n]",
        "for (int t = 0; t < m; t++)
           for (int i = 0; i < n; i++)
             S: A[(t + 1) % 2][i] = A[t % 2][i == 0 ? n - 1 : i - 1] + A[t % 2][i]
                                  + A[t % 2][i == n - 1 ? 0 : i + 1];",
    );
    check(&scop, Fusion::Smart, (1, 0), (2, 0));
}

#[test]
fn rings_of_known_size_are_tiled_in_time() {
    let scop = program(
        "int m, double A[2][1000]",
        "for (int t = 0; t < m; t++)
           for (int i = 0; i < 1000; i++)
             S: A[(t + 1) % 2][i] = A[t % 2][(i + 999) % 1000] + A[t % 2][(i + 1) % 1000];",
    );
    check(&scop, Fusion::Smart, (1, 0), (2, 0));
}

#[test]
fn tori_are_tiled_in_time() {
    let scop = program(
        "int m, int n, double A[2][n][n]",
        "for (int t = 0; t < m; t++)
           for (int i = 0; i < n; i++)
             for (int j = 0; j < n; j++)
               S: A[(t + 1) % 2][i][j] = A[t % 2][i][j]
                 + A[t % 2][i == 0 ? n - 1 : i - 1][j] + A[t % 2][i == n - 1 ? 0 : i + 1][j]
                 + A[t % 2][i][j == 0 ? n - 1 : j - 1] + A[t % 2][i][j == n - 1 ? 0 : j + 1];",
    );
    check(&scop, Fusion::Smart, (1, 0), (3, 0));
}

/// Cells and their mirror images depend on each other.
#[test]
fn mirrors_are_tiled_in_time() {
    let scop = program(
        "int m, int n, double A[2][n]",
        "for (int t = 0; t < m; t++)
           for (int i = 0; i < n; i++)
             S: A[(t + 1) % 2][i] = A[t % 2][i] + A[t % 2][n - 1 - i];",
    );
    check(&scop, Fusion::Smart, (1, 0), (2, 1));
}

#[test]
fn mirrors_in_place_are_parallel() {
    let scop = program(
        "int n, double A[n]",
        "for (int i = 0; i < n; i++) S: A[i] = A[n - 1 - i] + 1;",
    );
    check(&scop, Fusion::Smart, (1, 0), (1, 1));
}

/// A mirror between two statements.
#[test]
fn reversed_copies_are_tiled_in_time() {
    let scop = program(
        "int m, int n, double A[n], double B[n]",
        "for (int t = 0; t < m; t++) {
           for (int i = 1; i < n - 1; i++) S: B[i] = A[i - 1] + A[i] + A[i + 1];
           for (int i = 1; i < n - 1; i++) T: A[i] = B[n - 1 - i];
         }",
    );
    check(&scop, Fusion::Smart, (1, 0), (2, 0));
}

/// Nothing is split where there is nothing to gain.
#[test]
fn nothing_is_split_without_need() {
    let scop = program(
        "int n, double A[n], double B[n], double C[n]",
        "for (int i = 0; i < n; i++) S: B[i] = A[i];
         for (int i = 0; i < n; i++) T: C[i] = B[n - 1 - i];",
    );
    let found = schedule(&scop, &all_of(&scop), &Options::default()).unwrap();
    let text = found.legal.schedule().to_string();
    assert!(!text.contains("2i"), "{text}");
}

/// Tiles of pieces are legal, too.
#[test]
fn rings_become_tiles() {
    let scop = &support::kernel("periodic")[0];
    let mut options = optimizer::Options::default();
    options.loops.sizes = vec![32];
    let found = optimizer::optimize(scop, &all_of(scop), &options).unwrap();
    assert_eq!(found.result, optimizer::Outcome::Loops);
    let tree = found.legal.schedule().to_string();
    assert!(tree.contains("floor("), "{tree}");
}
