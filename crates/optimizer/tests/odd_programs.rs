//! Programs that nobody expects: an answer that is legal, or an error, in every preset.

mod support;

use optimizer::Strategy;
use optimizer::schedule::{Fusion, Options, schedule};
use scop::{Access, Array, ArrayId, Parameter, ScheduleTree, Scop, Statement};
use std::time::{Duration, Instant};
use support::{all_of, program};

/// Schedules a program in every preset and by every policy.
fn check(name: &str, scop: &Scop) {
    let dependences = all_of(scop);
    for preset in Strategy::PRESETS {
        for fusion in [Fusion::Max, Fusion::Smart, Fusion::None] {
            let start = Instant::now();
            let strategy = Strategy::preset(preset).unwrap();
            let mut options = strategy.options(scop, &Options::default()).unwrap();
            options.fusion = fusion.clone();
            let found = schedule(scop, &dependences, &options);
            let found = found.unwrap_or_else(|e| panic!("{name}, {preset}, {fusion:?}: {e}"));
            assert!(!found.rejected, "{name}, {preset}, {fusion:?}");
            // Far more than it takes, for busy machines.
            let limit = Duration::from_secs(60);
            assert!(
                start.elapsed() < limit,
                "{name}, {preset}, {fusion:?}: {:?}",
                start.elapsed()
            );
        }
    }
}

#[test]
fn regions_without_loops() {
    let text = "S: x[0] = 1; T: x[1] = x[0]; U: x[0] = x[1];";
    check("no loops", &program("double x[2]", text));
    check("one statement", &program("double x[2]", "S: x[0] = 1;"));
    check(
        "a loop without statements",
        &program("int n, double x[2]", "for (int i = 0; i < n; i++) ;"),
    );
}

#[test]
fn loops_that_never_run() {
    let text = "for (int i = 0; i < 0; i++) S: x[i] = x[i + 1];
                for (int i = 5; i < 6; i++) for (int j = i; j < i; j++) T: x[j] = x[i];";
    check("never", &program("double x[10]", text));
}

#[test]
fn data_decide_what_happens() {
    let text = "for (int i = 0; i < n; i++) { S: x[i] = 0; for (int j = 0; j < n; j++) if (x[j] > 0) T: y[i] = x[j]; }
                for (int i = 0; i < n; i++) U: x[(int) y[i]] += y[i];";
    check("choices", &program("int n, double x[n], double y[n]", text));
}

#[test]
fn calls_may_do_anything() {
    let text = "for (int i = 0; i < n; i++) { S: x[i] = y[i]; f(x, n); T: y[i] = x[0]; }";
    check("calls", &program("int n, double x[n], double y[n]", text));
}

/// Without an end of the loops, no parameter bounds a distance.
#[test]
fn loops_without_an_end() {
    let a = ArrayId::new(0);
    let mut s = Statement::new("{ S[i, j] : i >= 0 }".parse().unwrap());
    s.accesses = vec![
        Access::read(
            a,
            "{ S[i, j] -> A[i - 1, j + 1] : i >= 0 }".parse().unwrap(),
        ),
        Access::write(a, "{ S[i, j] -> A[i, j] : i >= 0 }".parse().unwrap()),
    ];
    let scop = Scop {
        name: "f".into(),
        parameters: vec![Parameter::new("n")],
        context: "[n] -> { : }".parse().unwrap(),
        arrays: vec![Array::new("A", 2)],
        schedule: ScheduleTree::from_map(&"{ S[i, j] -> [i, j] : i >= 0 }".parse().unwrap())
            .unwrap(),
        statements: vec![s],
        span: None,
    };
    check("without an end", &scop);
}

#[test]
fn forty_statements_in_a_chain() {
    let one = |k: usize| {
        format!(
            "for (int i = 1; i < n; i++) S{k}: A[{k}][i] = A[{}][i - 1];\n",
            k + 39
        )
    };
    let apart: String = (1..40).map(one).collect();
    check("forty loops", &program("int n, double A[80][n]", &apart));
    let one = |k: usize| format!("S{k}: A[{k}][i] = A[{}][i - 1];\n", k - 1);
    let body: String = (1..41).map(one).collect();
    let together = format!("for (int i = 1; i < n; i++) {{ {body} }}");
    check(
        "forty statements",
        &program("int n, double A[41][n]", &together),
    );
}

#[test]
fn eight_loops() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let loops: String = names
        .map(|i| format!("for (int {i} = 1; {i} < n; {i}++) "))
        .concat();
    let cells = names.map(|i| format!("[{i}]")).concat();
    let before = names.map(|i| format!("[{i} - 1]")).concat();
    let extents = "[n]".repeat(8);
    let text = format!("{loops} S: A{cells} = A{before} + x[a];");
    check(
        "eight loops",
        &program(&format!("int n, double A{extents}, double x[n]"), &text),
    );
    let text = format!(
        "{loops} S: A{cells} = A[a]{} + x[b];",
        before.trim_start_matches("[a - 1]")
    );
    check(
        "seven of eight",
        &program(&format!("int n, double A{extents}, double x[n]"), &text),
    );
}

#[test]
fn sizes_that_do_not_fit_words() {
    let text = "for (long i = 0; i < 9223372036854775807; i++) S: x[i % 3] = x[(i + 1) % 3];
                for (long i = 0; i < 4000000000; i++) for (long j = 0; j < i; j++) T: y[4000000000 * i + j] = x[0];";
    check("large", &program("double x[3], double *restrict y", text));
}

/// The hull of its dependences has more facets than anybody wants to see.
#[test]
fn three_statements_in_four_loops() {
    let text = "for (int i = 1; i < n / 2; i += 1)
           for (int j = i + 1; j < m; ++j)
             for (int k = j >= 4 ? j - 3 : 1; k < n + 1; k += 1)
               for (int l = i + 1; l < n + 1; l += 2) {
                 S: z[i] -= B[i + 2][j];
                 T: z[j] += B[l][l + 2] + z[2 * k];
                 U: C[l][l] = B[k + 2][l];
               }";
    let variables = "int n, int m, double B[n + m + 8][n + m + 8], double C[n + m + 8][n + m + 8], double z[2 * n + 2 * m + 12]";
    let scop = program(variables, text);
    let found = schedule(&scop, &all_of(&scop), &Options::default()).unwrap();
    assert!(!found.rejected);
}
