//! Programs whose best schedules are known.

mod support;

use optimizer::schedule::{Fusion, Options, Quality, qualities, schedule};
use scop::Scop;
use support::{all_of, kernel, program};

fn check(scop: &Scop, fusion: Fusion, expected: &[(usize, usize)]) {
    let options = Options {
        fusion,
        ..Options::default()
    };
    let found = schedule(scop, &all_of(scop), &options).unwrap();
    assert!(!found.rejected, "not legal");
    let tree = found.legal.schedule();
    let expected: Vec<Quality> = expected
        .iter()
        .map(|&(permutable, parallel)| Quality {
            permutable,
            parallel,
        })
        .collect();
    assert_eq!(qualities(scop, tree).unwrap(), expected, "{tree}");
}

fn check_kernel(name: &str, expected: &[(usize, usize)]) {
    check(&kernel(name)[0], Fusion::Smart, expected);
}

#[test]
fn a_product_of_matrices_is_tiled_in_three_dimensions() {
    check_kernel("matmul", &[(2, 2), (3, 2)]);
}

/// Bondhugula et al., 2008: the two statements of a step are shifted and skewed against each other.
#[test]
fn stencils_with_two_statements_are_tiled_in_time() {
    check_kernel("jacobi-1d", &[(2, 0), (2, 0)]);
    check_kernel("jacobi-2d", &[(3, 0), (3, 0)]);
    check_kernel("heat-3d", &[(4, 0), (4, 0)]);
}

#[test]
fn seidel_is_skewed() {
    check_kernel("seidel-2d", &[(3, 0)]);
    check_kernel("seidel-1d", &[(2, 0)]);
}

#[test]
fn lu_is_tiled_in_all_dimensions() {
    let found = kernel("lu");
    let options = Options::default();
    let schedule = schedule(&found[0], &all_of(&found[0]), &options).unwrap();
    let quality = qualities(&found[0], schedule.legal.schedule()).unwrap();
    let depths: Vec<usize> = found[0].statements.iter().map(|one| one.depth()).collect();
    for (quality, depth) in quality.iter().zip(depths) {
        assert!(quality.permutable >= depth, "{quality:?}");
    }
}

/// All iterations may run in parallel if one of the loops runs backwards.
#[test]
fn a_loop_is_reversed_for_fusion() {
    let scop = program(
        "int n, double A[n], double B[n], double C[n]",
        "for (int i = 0; i < n; i++) S: B[i] = A[i];
         for (int i = 0; i < n; i++) T: C[i] = B[n - 1 - i];",
    );
    check(&scop, Fusion::Max, &[(1, 1), (1, 1)]);
    check(&scop, Fusion::Smart, &[(1, 1), (1, 1)]);
}

/// The outer loop carries everything, the inner one is parallel: they change places.
#[test]
fn parallel_loops_come_first() {
    let scop = program(
        "int n, double A[n][n]",
        "for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) S: A[i][j] = A[i - 1][j] + 1;",
    );
    check(&scop, Fusion::Smart, &[(2, 1)]);
}

#[test]
fn statements_without_loops_are_ordered() {
    let scop = program(
        "int n, double A[n], double x[1]",
        "R: x[0] = 1; for (int i = 0; i < n; i++) S: A[i] = x[0]; T: x[0] = 2;",
    );
    for fusion in [Fusion::Max, Fusion::Smart, Fusion::None] {
        let options = Options {
            fusion,
            ..Options::default()
        };
        assert!(!schedule(&scop, &all_of(&scop), &options).unwrap().rejected);
    }
}

/// Pluto falls back to the original order for loops that count down.
#[test]
fn loops_that_count_down_are_scheduled() {
    let scop = program(
        "int n, double A[n][n]",
        "for (int i = n - 2; i >= 0; i--) for (int j = 0; j < n; j++) S: A[i][j] = A[i + 1][j] + 1;",
    );
    check(&scop, Fusion::Smart, &[(2, 1)]);
}

/// Strict accumulation into `x[a]`: iterations of `a` are independent, `b` runs forward, and of the loops
/// inside none does for all pairs.
#[test]
fn deep_nests_are_scheduled() {
    let loops: String = ["a", "b", "c", "d", "e", "f", "g", "h"]
        .map(|i| format!("for (int {i} = 0; {i} < n; {i}++)\n"))
        .concat();
    let body = format!("{loops} S: x[a] += y[b] * (c + d + e + f + g + h);");
    let scop = program("int n, double x[n], double y[n]", &body);
    check(&scop, Fusion::Smart, &[(2, 1)]);
}

/// Nothing says that `n` is positive where only `m` bounds a loop, nor the other way around.
#[test]
fn loops_of_unrelated_sizes_are_fused() {
    let scop = program(
        "int n, int m, double x[n], double y[m]",
        "for (int i = 1; i < n; i++) S: x[i] = x[i - 1];
         for (int j = 1; j < m; j++) T: y[j] = y[j - 1];",
    );
    let options = Options {
        fusion: Fusion::Max,
        ..Options::default()
    };
    let found = schedule(&scop, &all_of(&scop), &options).unwrap();
    let text = found.legal.schedule().to_string();
    assert!(text.contains("S[i] -> [i]; T[j] -> [j]"), "{text}");
}
