//! What is legal and what is not, case by case; every verdict is confirmed by running.

mod support;

use legality::{Date, DeclarationProblem, ExtraReason, Options, Reductions, Role, Violation};
use legality::{check, first_break};
use presburger::Error;
use scop::{DependenceId, MemberId, ScheduleTree};
use support::As::{Parallel, Vector};
use support::{all_of, claiming, flat, judged, kernel, nested, program, said, wrong};

const LEGAL: [&str; 0] = [];

#[test]
fn interchange_against_the_dependence() {
    let scop = kernel("interchange");
    let tree = flat(&scop, "[n, m] -> { S0[i, j] -> [j, i] }");
    assert_eq!(
        wrong(&scop, &tree),
        ["S0[2, 0] reads A[1][1] before S0[1, 1] writes it when n = 3 and m = 3"]
    );
    // Its inner loop may run in any order, and so in parallel.
    let tree = flat(&scop, "[n, m] -> { S0[i, j] -> [i, -j] }");
    assert_eq!(wrong(&scop, &claiming(&tree, &[(1, Vector)], &[])), LEGAL);
    // Skewed, the exchange is fine.
    let tree = flat(&scop, "[n, m] -> { S0[i, j] -> [i + j, i] }");
    assert_eq!(wrong(&scop, &tree), LEGAL);
}

#[test]
fn dates_and_cell_of_a_counterexample() {
    let scop = kernel("interchange");
    let tree = flat(&scop, "[n, m] -> { S0[i, j] -> [j, 7, i] }");
    let verdict = judged(&scop, &tree, &Options::default());
    let Violation::Dependence(broken) = &verdict.violations()[0] else {
        panic!("{:?}", said(&scop, &verdict));
    };
    let example = &broken.counterexample;
    let date = |values: &[i64]| Date(values.iter().map(|v| (*v).into()).collect());
    assert_eq!(example.old, (date(&[1, 1]), date(&[2, 0])));
    assert_eq!(example.new, (date(&[1, 7, 1]), date(&[0, 7, 2])));
    assert_eq!(example.cell.as_ref().unwrap().to_string(), "{ A[1, 1] }");
    assert!(!broken.unordered);
    assert_eq!(verdict.violations()[0].dependence(), Some(DependenceId(0)));
    assert_eq!((verdict.checked(), verdict.is_complete()), (1, true));
    let expected =
        "[n, m] -> { S0[i, j] -> S0[i + 1, j - 1] : 1 <= i and i + 1 < n and 1 <= j < m - 1 }";
    assert!(
        broken
            .relation
            .is_equal(&expected.parse().unwrap())
            .unwrap()
    );
}

#[test]
fn tiling_needs_skewing() {
    let scop = program(
        "int t, int n, double A[n]",
        "for (int k = 0; k < t; k++) for (int i = 1; i < n - 1; i++)
            A[i] = A[i - 1] + A[i] + A[i + 1];",
    );
    let square = flat(
        &scop,
        "[t, n] -> { S0[k, i] -> [floor(k/2), floor(i/2), k, i] }",
    );
    // S0[0, 2] is the first that a tile puts off, until after S0[1, 1].
    assert_eq!(
        wrong(&scop, &square),
        [
            "S0[1, 1] reads A[2] before S0[0, 2] writes it when t = 2 and n = 4",
            "S0[1, 1] overwrites A[1] before S0[0, 2] reads it when t = 2 and n = 4",
        ]
    );
    let skewed = flat(
        &scop,
        "[t, n] -> { S0[k, i] -> [floor(k/2), floor((k + i)/2), k, i] }",
    );
    assert_eq!(wrong(&scop, &skewed), LEGAL);
    // Wavefronts of tiles.
    let fronts = flat(
        &scop,
        "[t, n] -> { S0[k, i] -> [floor(k/2) + floor((k + i)/2), floor(k/2), k, i] }",
    );
    assert_eq!(
        wrong(&scop, &claiming(&fronts, &[(1, Parallel)], &[])),
        LEGAL
    );
    assert!(!wrong(&scop, &claiming(&skewed, &[(1, Parallel)], &[])).is_empty());
}

#[test]
fn fusion_and_distribution() {
    let scop = program(
        "int n, double A[n], double B[n], double C[n]",
        "for (int i = 0; i < n; i++) S: B[i] = A[i];
         for (int i = 0; i < n; i++) T: C[i] = B[n - 1 - i];",
    );
    let fused = flat(&scop, "[n] -> { S[i] -> [i, 0]; T[i] -> [i, 1] }");
    assert_eq!(
        wrong(&scop, &fused),
        ["T[0] reads B[1] before S[1] writes it when n = 2"]
    );
    let turned = flat(&scop, "[n] -> { S[i] -> [i, 0]; T[i] -> [n - 1 - i, 1] }");
    assert_eq!(wrong(&scop, &turned), LEGAL);
    // The other order inside of the loop, and no order at all.
    let swapped = flat(&scop, "[n] -> { S[i] -> [i, 1]; T[i] -> [n - 1 - i, 0] }");
    assert_eq!(
        wrong(&scop, &swapped),
        ["T[0] reads B[0] before S[0] writes it when n = 1"]
    );
    let together = flat(&scop, "[n] -> { S[i] -> [i]; T[i] -> [n - 1 - i] }");
    assert_eq!(
        wrong(&scop, &together),
        [
            "S[0] and T[0] have the same date (0) when n = 1",
            "T[0] reads B[0] without a defined order relative to S[0], which writes it when n = 1",
        ]
    );
}

#[test]
fn anti_and_output_dependences() {
    let scop = program(
        "int n, double A[n + 1], double B[n]",
        "for (int i = 0; i < n; i++) { S: B[i] = A[i + 1]; T: A[i] = 1; U: A[0] = 2; }",
    );
    let backwards = flat(
        &scop,
        "[n] -> { S[i] -> [-i, 0]; T[i] -> [-i, 1]; U[i] -> [-i, 2] }",
    );
    assert_eq!(
        wrong(&scop, &backwards),
        [
            "T[1] overwrites A[1] before S[0] reads it when n = 2",
            "U[1] writes A[0] before T[0] does when n = 2",
            "U[1] writes A[0] before U[0] does when n = 2",
        ]
    );
}

#[test]
fn same_dates_without_dependence() {
    let scop = program(
        "int n, double A[n], double B[n]",
        "for (int i = 1; i < n; i++) { S: A[i] = A[i - 1]; T: B[i] = 1; }",
    );
    let tree = flat(&scop, "[n] -> { S[i] -> [i]; T[i] -> [floor(i/2)] }");
    // Against S as well: instances of T share dates, and have those of S.
    assert_eq!(
        wrong(&scop, &tree),
        [
            "S[1] and T[2] have the same date (1) when n = 3",
            "T[2] and T[3] have the same date (1) when n = 4",
        ]
    );
    let lax = Options {
        one_to_one: false,
        ..Options::default()
    };
    assert!(judged(&scop, &tree, &lax).is_legal());
    // Dependent instances need an order in any case.
    let tree = flat(&scop, "[n] -> { S[i] -> [floor(i/2)]; T[i] -> [i] }");
    assert_eq!(
        said(&scop, &judged(&scop, &tree, &lax)),
        ["S[3] reads A[2] without a defined order relative to S[2], which writes it when n = 4"]
    );
}

fn two_parts(kind: &str) -> (scop::Scop, ScheduleTree) {
    let scop = program(
        "int n, double A[n], double B[n], double C[n]",
        "for (int i = 0; i < n; i++) { S: B[i] = A[i]; T: C[i] = B[i]; }",
    );
    let tree = format!(
        r#"
domain: "[n] -> {{ S[i] : 0 <= i < n; T[i] : 0 <= i < n }}"
child:
  schedule: "[{{ S[i] -> [(i)]; T[i] -> [(i)] }}]"
  child:
    {kind}:
    - filter: "{{ S[i] }}"
    - filter: "{{ T[i] }}"
"#
    );
    (scop, tree.parse().unwrap())
}

#[test]
fn parts_in_any_order() {
    let (scop, sequence) = two_parts("sequence");
    assert_eq!(wrong(&scop, &sequence), LEGAL);
    let (scop, set) = two_parts("set");
    assert_eq!(
        wrong(&scop, &set),
        ["T[0] reads B[0] without a defined order relative to S[0], which writes it when n = 1"]
    );
}

#[test]
fn instances_left_out_and_executed_twice() {
    let (scop, _) = two_parts("sequence");
    let tree = r#"
domain: "[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i <= n }"
child:
  sequence:
  - filter: "{ S[i] : i > 0 }"
    child: { schedule: "[{ S[i] -> [(i)] }]" }
  - filter: "{ S[i] : i > 3 }"
    child: { schedule: "[{ S[i] -> [(i)] }]" }
  - filter: "{ T[i] }"
    child: { schedule: "[{ T[i] -> [(i)] : i != 2 }]" }
"#;
    let tree: ScheduleTree = tree.parse().unwrap();
    let options = Options {
        all: true,
        ..Options::default()
    };
    // (A band without a date for an instance cannot be run: no brute force.)
    let verdict = check(&scop, &all_of(&scop), &tree, &options).unwrap();
    assert_eq!(
        said(&scop, &verdict),
        [
            "S[0] is not executed when n = 1",
            "T[2] is not executed when n = 3",
            "T[0] is executed when n = 0, but not by the original program",
            "S[4] is executed more than once when n = 5",
        ]
    );
    let reasons = verdict.violations().iter().filter_map(|v| match v {
        Violation::Extra(extra) => Some(extra.reason),
        _ => None,
    });
    let reasons: Vec<ExtraReason> = reasons.collect();
    assert_eq!(reasons, [ExtraReason::NotInDomain, ExtraReason::Twice]);
}

#[test]
fn instances_added_by_an_extension() {
    let (scop, _) = two_parts("sequence");
    let tree = r#"
domain: "[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }"
child:
  schedule: "[{ S[i] -> [(i)]; T[i] -> [(i)] }]"
  child:
    extension: "[n] -> { [x] -> copy[x] : 0 <= x < n; [x] -> T[0] : 0 <= x < n }"
    child:
      sequence:
      - filter: "{ copy[i] }"
      - filter: "{ S[i] }"
      - filter: "{ T[i] }"
"#;
    let tree: ScheduleTree = tree.parse().unwrap();
    let verdict = check(&scop, &all_of(&scop), &tree, &Options::default()).unwrap();
    let found = said(&scop, &verdict);
    let stranger = "copy[0] is executed when n = 1, but not by the original program";
    assert_eq!(found[0], stranger);
    assert!(
        found.contains(&"T[0] is executed more than once when n = 2".to_string()),
        "{found:#?}"
    );
}

/// Expansions stand for the same instances; a guard that holds leaves nothing out.
#[test]
fn rare_nodes_that_change_nothing() {
    let (scop, _) = two_parts("sequence");
    let tree = |guard: &str| -> ScheduleTree {
        let text = format!(
            r#"
domain: "[n] -> {{ L[i] : 0 <= i < n }}"
child:
  schedule: "[{{ L[i] -> [(i)] }}]"
  child:
    guard: "[n] -> {{ [x] : {guard} }}"
    child:
      contraction: "{{ S[i] -> L[i]; T[i] -> L[i] }}"
      expansion: "{{ L[i] -> S[i]; L[i] -> T[i] }}"
      child:
        sequence:
        - filter: "{{ S[i] }}"
        - filter: "{{ T[i] }}"
"#
        );
        text.parse().unwrap()
    };
    let judge = |tree: &ScheduleTree| {
        let verdict = check(&scop, &all_of(&scop), tree, &Options::default()).unwrap();
        said(&scop, &verdict)
    };
    assert_eq!(judge(&tree("x >= 0")), LEGAL);
    assert_eq!(
        judge(&tree("x >= 1")),
        [
            "S[0] is not executed when n = 1",
            "T[0] is not executed when n = 1"
        ]
    );
}

#[test]
fn dates_in_pieces() {
    let scop = program(
        "int n, double A[n]",
        "for (int i = 0; i < n; i++) S: A[i] = i < n ? 1.0 : A[0];
         for (int i = 0; i < n; i++) T: A[i] = A[i] + 1;",
    );
    // The halves of S one after the other, in front and behind of T's.
    let halves = |second: &str| {
        let map = format!(
            "[n] -> {{ S[i] -> [0, i] : i < 2; S[i] -> [{second}, i] : i >= 2; T[i] -> [1, i] }}"
        );
        flat(&scop, &map)
    };
    assert_eq!(wrong(&scop, &halves("0")), LEGAL);
    let found = wrong(&scop, &halves("2"));
    assert!(
        found.contains(&"T[2] reads A[2] before S[2] writes it when n = 3".to_string()),
        "{found:#?}"
    );
    // Two pieces with the same date.
    let shared = flat(
        &scop,
        "[n] -> { S[i] -> [0, i] : i < 2; S[i] -> [0, i - 2] : i >= 2; T[i] -> [1, i] }",
    );
    assert_eq!(
        wrong(&scop, &shared),
        ["S[0] and S[2] have the same date (0, 0) when n = 3"]
    );
    // Even and odd ones: now the even one of a pair is smaller, now the odd one.
    let mixed = flat(
        &scop,
        "[n] -> { S[i] -> [0, i] : i mod 2 = 0; S[i] -> [0, 3 - i] : i mod 2 = 1; T[i] -> [1, i] }",
    );
    assert_eq!(
        wrong(&scop, &mixed),
        ["S[1] and S[2] have the same date (0, 2) when n = 3"]
    );
}

#[test]
fn parallel_loops() {
    let scop = kernel("matmul");
    let claimed = |members: &[(usize, support::As)], sums: &[&str]| {
        let tree = claiming(&scop.schedule, members, sums);
        wrong(&scop, &tree)
    };
    // i, j, k in this order.
    assert_eq!(claimed(&[(0, Parallel), (1, Vector)], &[]), LEGAL);
    assert_eq!(
        claimed(&[(2, Vector)], &[]),
        [
            "iterations 0 and 1 of the vector loop k depend on each other: Mult[0, 0, 0] writes C[0][0] and Mult[0, 0, 1] reads it when n = 2",
            "iterations 0 and 1 of the vector loop k depend on each other: Mult[0, 0, 0] reads C[0][0] and Mult[0, 0, 1] overwrites it when n = 2",
            "iterations 0 and 1 of the vector loop k depend on each other: Mult[0, 0, 0] and Mult[0, 0, 1] both write C[0][0] when n = 2",
        ]
    );
    assert_eq!(claimed(&[(2, Parallel)], &["C"]), LEGAL);
    // In the loop over j, C is initialised too.
    assert_eq!(
        claimed(&[(1, Parallel)], &["C"]),
        ["the parallel loop j declares a reduction into C, but Init also writes it"]
    );
    assert_eq!(
        claimed(&[(2, Parallel)], &["C", "nothing"]),
        ["the parallel loop k declares a reduction into nothing, but there is no such variable"]
    );
}

#[test]
fn sums_in_another_order() {
    let scop = kernel("matmul");
    let backwards = nested(
        &scop,
        "[n] -> { Init[i, j] -> [0, i, 0, j, 0]; Mult[i, j, k] -> [0, i, 0, j, 1, -k, 0] }",
    );
    let relaxed = Options {
        reductions: Reductions::Relax,
        ..Options::default()
    };
    assert!(judged(&scop, &backwards, &relaxed).is_legal());
    let strict = judged(&scop, &backwards, &Options::default());
    assert_eq!(
        said(&scop, &strict)[0],
        "Mult[0, 0, 1] reads C[0][0] before Mult[0, 0, 0] writes it when n = 2"
    );
    // A relaxed order does not make the loop parallel.
    let parallel = claiming(&backwards, &[(2, Parallel)], &[]);
    let verdict = judged(&scop, &parallel, &relaxed);
    let Violation::Race(race) = &verdict.violations()[0] else {
        panic!("{:?}", said(&scop, &verdict));
    };
    assert!(race.is_reduction);
    let declared = claiming(&backwards, &[(2, Parallel)], &["C"]);
    assert!(judged(&scop, &declared, &relaxed).is_legal());
}

#[test]
fn sums_of_several_statements() {
    let scop = program(
        "int n, double s[1], double A[n]",
        "for (int i = 0; i < n; i++) { S: s[0] += A[i]; T: s[0] -= 2 * A[i]; }",
    );
    let loops = |sums: &[&str]| wrong(&scop, &claiming(&scop.schedule, &[(0, Parallel)], sums));
    assert!(!loops(&[]).is_empty());
    assert_eq!(loops(&["s"]), LEGAL);
    let scop = program(
        "int n, double s[1], double A[n]",
        "for (int i = 0; i < n; i++) { S: s[0] += A[i]; T: s[0] *= 2; }",
    );
    let tree = claiming(&scop.schedule, &[(0, Parallel)], &["s"]);
    let verdict = check(&scop, &all_of(&scop), &tree, &Options::default()).unwrap();
    let problems = verdict.violations().iter().filter_map(|v| match v {
        Violation::Declaration(wrong) => Some(wrong.problem),
        _ => None,
    });
    let problems: Vec<DeclarationProblem> = problems.collect();
    assert!(matches!(
        problems[..],
        [DeclarationProblem::OtherOperator(..)]
    ));
}

/// The roles of a scalar `x` in the outermost loop, claimed to be parallel, and whether the claim
/// holds.
fn role_of_x(header: &str, body: &str) -> (Role, bool) {
    let scop = program(header, body);
    let tree = claiming(&scop.schedule, &[(0, Parallel)], &[]);
    let verdict = judged(&scop, &tree, &Options::default());
    let x = scop.find_array("x").unwrap();
    (verdict.role(MemberId::new(0), x), verdict.is_legal())
}

const ARRAYS: &str = "int n, double A[n], double B[n]";
const SCALAR: &str = "int n, double x, double A[n], double B[n]";

/// What an iteration writes before it reads it, and nobody reads afterwards.
#[test]
fn iterations_have_their_own_temporaries() {
    for body in [
        "for (int i = 0; i < n; i++) { double x; S: x = A[i]; T: B[i] = x; }",
        "for (int i = 0; i < n; i++) { double x = 0; for (int j = 0; j < i; j++) x += A[j]; B[i] = x; }",
        "for (int i = 0; i < n; i++) { double x; x = A[i]; if (i > 3) x = B[i]; B[i] = x; }",
    ] {
        assert_eq!(role_of_x(ARRAYS, body), (Role::Private, true), "{body}");
    }
}

/// What is read after the loop, or outlives the region, and every iteration writes.
#[test]
fn the_last_iteration_leaves_its_value() {
    for (header, body) in [
        (
            SCALAR,
            "for (int i = 0; i < n; i++) { S: x = A[i]; T: B[i] = x; }",
        ),
        (
            ARRAYS,
            "{ double x; for (int i = 0; i < n; i++) { x = A[i]; B[i] = x; } for (int j = 0; j < n; j++) B[j] += x; }",
        ),
    ] {
        let (role, _) = role_of_x(header, body);
        assert_eq!(role, Role::LastPrivate, "{body}");
    }
}

/// A value that comes into an iteration, or leaves the loop from an iteration that is not known to
/// be the last one.
#[test]
fn iterations_need_values_of_others() {
    for (header, body) in [
        (
            SCALAR,
            "for (int i = 0; i < n; i++) { T: B[i] = x; S: x = A[i]; }",
        ),
        (
            SCALAR,
            "for (int i = 0; i < n; i++) { if (i > 0) x = A[i]; B[i] = x; }",
        ),
        (
            SCALAR,
            "for (int i = 0; i < n; i++) { if (i < 5) x = A[i]; B[i] = 0; }",
        ),
        (
            SCALAR,
            "for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) x = A[j]; B[i] = 0; }",
        ),
        (
            ARRAYS,
            "{ double x = 0; for (int i = 0; i < n; i++) { if (A[i] > 0) x = A[i]; B[i] = x; } }",
        ),
    ] {
        assert_eq!(role_of_x(header, body), (Role::Shared, false), "{body}");
    }
}

#[test]
fn the_context_counts() {
    let scop = program(
        "int n, double A[n]",
        "for (int i = 1; i < n; i++) A[i] = A[i - 1];",
    );
    let backwards = flat(&scop, "[n] -> { S0[i] -> [-i] }");
    let mut small = scop.clone();
    small.context = "[n] -> { : n <= 2 }".parse().unwrap();
    let verdict = check(&small, &all_of(&scop), &backwards, &Options::default()).unwrap();
    assert!(verdict.is_legal(), "{:?}", said(&small, &verdict));
    let mut large = scop.clone();
    large.context = "[n] -> { : n >= 10 }".parse().unwrap();
    let verdict = check(&large, &all_of(&scop), &backwards, &Options::default()).unwrap();
    assert_eq!(
        said(&large, &verdict),
        ["S0[2] reads A[1] before S0[1] writes it when n = 10"]
    );
}

/// Dates may depend on parameters that the program does not have.
#[test]
fn parameters_of_the_schedule() {
    let scop = program(
        "int n, double A[n]",
        "for (int i = 1; i < n; i++) A[i] = A[i - 1];",
    );
    let judge = |map: &str| {
        let tree = flat(&scop, map);
        let verdict = check(&scop, &all_of(&scop), &tree, &Options::default()).unwrap();
        said(&scop, &verdict)
    };
    assert_eq!(
        judge("[n, m] -> { S0[i] -> [m - i] }"),
        ["S0[2] reads A[1] before S0[1] writes it when n = 3"]
    );
    assert_eq!(judge("[n, m] -> { S0[i] -> [m + i] }"), LEGAL);
    // In the wrong order for some values only.
    assert_eq!(
        judge("[n, m] -> { S0[i] -> [i] : m < 7; S0[i] -> [-i] : m >= 7 }"),
        ["S0[2] reads A[1] before S0[1] writes it when n = 3 and m = 7"]
    );
}

/// Parameters are as near to zero as can be, not the first one at any price.
#[test]
fn the_smallest_parameters() {
    let scop = program(
        "int a, int b, double A[100]",
        "for (int i = 1; i < 4; i++) if (a + b >= 7) S: A[i] = A[i - 1];",
    );
    let backwards = flat(&scop, "[a, b] -> { S[i] -> [-i] }");
    assert_eq!(
        wrong(&scop, &backwards),
        ["S[2] reads A[1] before S[1] writes it when a = 3 and b = 4"]
    );
    let scop = program(
        "int a, double A[100]",
        "for (int i = 1; i < 4; i++) if (a <= -3) S: A[i] = A[i - 1];",
    );
    let backwards = flat(&scop, "[a] -> { S[i] -> [-i] }");
    let verdict = check(&scop, &all_of(&scop), &backwards, &Options::default()).unwrap();
    assert_eq!(
        said(&scop, &verdict),
        ["S[2] reads A[1] before S[1] writes it when a = -3"]
    );
}

#[test]
fn the_step_to_blame() {
    let scop = kernel("interchange");
    let steps: Vec<ScheduleTree> = [
        "[n, m] -> { S0[i, j] -> [j, i] }",
        "[n, m] -> { S0[i, j] -> [i, j] }",
        "[n, m] -> { S0[i, j] -> [-i, j] }",
        "[n, m] -> { S0[i, j] -> [-i, -j] }",
    ]
    .iter()
    .map(|map| flat(&scop, map))
    .collect();
    let verdict = judged(&scop, &steps[3], &Options::default());
    // The first step was wrong too, but the second one has repaired that.
    let first = first_break(&scop, &steps, &verdict.violations()[0]).unwrap();
    assert_eq!(first, Some(2));
    let none = first_break(&scop, &steps[..2], &verdict.violations()[0]).unwrap();
    assert_eq!(none, None);
}

#[test]
fn the_first_few_or_all() {
    let scop = kernel("seidel-2d");
    let name = scop.statements[0].name.clone();
    let map = format!("[tsteps, n] -> {{ {name}[t, i, j] -> [t, -i, -j] }}");
    let tree = flat(&scop, &map);
    let dependences = all_of(&scop);
    let few = check(&scop, &dependences, &tree, &Options::default()).unwrap();
    let all = Options {
        all: true,
        ..Options::default()
    };
    let all = check(&scop, &dependences, &tree, &all).unwrap();
    assert!(few.violations().len() < all.violations().len());
    assert!(!few.is_complete() && few.checked() < all.checked());
    assert!(all.is_complete() && all.checked() == dependences.len());
}

#[test]
fn budgets_and_strangers() {
    let scop = kernel("matmul");
    let dependences = all_of(&scop);
    let options = Options {
        budget: Some(10),
        ..Options::default()
    };
    let verdict = check(&scop, &dependences, &scop.schedule, &options);
    assert!(matches!(verdict, Err(Error::BudgetExhausted)));
    // Dependences of another program.
    let other = kernel("div");
    let verdict = check(&other, &dependences, &other.schedule, &Options::default());
    assert!(matches!(verdict, Err(Error::Invalid(_))));
}
