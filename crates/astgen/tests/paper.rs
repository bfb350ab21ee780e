//! The numbered examples of Grosser, Verdoolaege and Cohen, *Polyhedral AST generation is more
//! than scanning polyhedra*: the text has the structure that the paper shows, and executes what
//! the schedule says.

mod common;

use astgen::{Generator, Input, interpret};
use common::oracle::{Oracle, compare};

/// Generates code, which must be `expected`, and runs it for several values of the parameters.
fn check_input(input: Input, expected: &str) {
    let code = Generator::new().from_input(&input).expect("code");
    assert_eq!(code.to_string(), expected.trim_start_matches('\n'));
    let oracle = Oracle::new(&input).expect("a schedule");
    let mut executed = 0;
    for values in oracle.valuations().expect("values") {
        let run = oracle.expected(&values, 5000).expect("points");
        let Some(run) = run else { continue };
        let parameters = oracle.named(&values);
        let trace = interpret::run(&code, &parameters, 100_000).expect("a run");
        if let Err(message) = compare(&run, &trace) {
            panic!("{parameters:?}: {message}\n{code}");
        }
        executed += trace.len();
    }
    assert!(executed > 0, "nothing was executed");
}

fn check(schedule: &str, context: &str, options: &str, expected: &str) {
    let input = Input::flat(&format!("{schedule}\n{context}\n{options}\n")).expect("an input");
    check_input(input, expected);
}

#[test]
fn example_5_1_existentials_are_eliminated_not_split_upon() {
    check(
        "[N] -> { S[t] -> [t] : exists a : a >= t - 1 and 2a >= t + 1 and a <= t and 4a <= N + 2t }",
        "{ : }",
        "{ }",
        "
for (int c0 = 1; c0 <= floord(N, 2) + 2; c0 += 1)
  if (c0 >= 3 || (c0 <= 2 && N >= 2 * c0))
    S(c0);
",
    );
}

#[test]
fn example_5_2_floors_of_the_current_dimension_become_conditions() {
    check(
        "{ S[i] -> [i] : 3*floor((i + 1)/3) <= i and 0 <= i <= 3 }",
        "{ : }",
        "{ }",
        "
for (int c0 = 0; c0 <= 3; c0 += 1)
  if ((c0 + 1) % 3 >= 1)
    S(c0);
",
    );
}

/// Also example 5.8. The paper's offset is `-5n + 6m`, which is the same modulo 30.
#[test]
fn example_5_3_strides_are_combined() {
    check(
        "[n, m] -> { S[i] -> [i] : exists a, b : 0 <= i <= 100 and n - i + 6a = 0 and m - i + 10b = 0 }",
        "{ : }",
        "{ }",
        "
if ((n + m) % 2 == 0)
  for (int c0 = 25 * n + 6 * m - 30 * floord(25 * n + 6 * m, 30); c0 <= 100; c0 += 30)
    S(c0);
",
    );
}

#[test]
fn example_5_4_a_single_value_needs_no_loop() {
    check(
        "[n] -> { S[i] -> [i] : i >= 1 and n - 1 <= i <= n and 4*floor((i - 2)/4) = i - 2 }",
        "{ : }",
        "{ }",
        "
if (n >= 0 && n % 4 >= 2)
  S(-(n % 4) + n + 2);
",
    );
}

#[test]
fn example_5_5_inner_loops_enforce_conditions() {
    check(
        "[n, m] -> { S[i, j] -> [i, j] : 0 <= i < m and 0 <= j < n }",
        "{ : }",
        "{ }",
        "
for (int c0 = 0; c0 < m; c0 += 1)
  for (int c1 = 0; c1 < n; c1 += 1)
    S(c0, c1);
",
    );
}

/// The paper's first value, `n/2 + 2⌊(-n - 1)/4⌋ + 2`, is `(n mod 4)/2` too.
#[test]
fn example_5_6_strides_imply_conditions() {
    check(
        "[n] -> { S[t] -> [t] : exists a : 2t - n = 4a and 0 <= t <= 100 }",
        "{ : }",
        "{ }",
        "
if (n % 2 == 0)
  for (int c0 = (n - 4 * floord(n, 4)) / 2; c0 <= 100; c0 += 2)
    S(c0);
",
    );
}

/// The bound is `M <= 0 ? 0 : M` in the paper.
#[test]
fn example_5_7_missing_bounds_are_found() {
    check(
        "[M] -> { S1[i] -> [i, 0] : 0 <= i <= M; S2[] -> [0, 1] }",
        "{ : }",
        "{ [i, j] -> atomic[0] }",
        "
for (int c0 = 0; c0 <= max(0, M); c0 += 1) {
  if (M >= c0)
    S1(c0);
  if (c0 == 0)
    S2();
}
",
    );
}

/// The three pieces of the paper, with the opposite condition first.
#[test]
fn example_5_10_separation() {
    check(
        "[M] -> { S1[i] -> [i, 0] : 0 <= i <= M; S2[] -> [0, 1] }",
        "{ : }",
        "{ [i, j] -> separate[x] }",
        "
if (M >= 0) {
  S1(0);
  S2();
  for (int c0 = 1; c0 <= M; c0 += 1)
    S1(c0);
} else
  S2();
",
    );
}

#[test]
fn example_5_11_strides_are_unrolled() {
    check(
        "{ S[i] -> [i] : 0 <= i < 1024 and i mod 256 = 0 }",
        "{ : }",
        "{ [i] -> unroll[0] }",
        "
S(0);
S(256);
S(512);
S(768);
",
    );
}

#[test]
fn example_5_12_the_best_lower_bound_is_unrolled() {
    check(
        "[N] -> { S[i] -> [i] : 0 <= i < 1000 and N <= i < N + 4 }",
        "{ : }",
        "{ [i] -> unroll[0] }",
        "
if (N >= 0 && N <= 999)
  S(N);
if (N >= -1 && N <= 998)
  S(N + 1);
if (N >= -2 && N <= 997)
  S(N + 2);
if (N >= -3 && N <= 996)
  S(N + 3);
",
    );
}

/// Prologue, full strips, epilogue, and the case without a full strip.
#[test]
fn example_5_13_isolation() {
    let tree = r#"
domain: "[m, n] -> { S[i] : m <= i < n }"
child:
  schedule: "[{ S[i] -> [4*floor(i/4)] }, { S[i] -> [i] }]"
  options: "[m, n] -> { isolate[[] -> [t, i]] : m <= t and t + 3 < n }"
"#;
    check_input(
        Input::tree(tree).expect("a tree"),
        "
if (n >= m + 4 && m >= 4 * floord(m, 4) + 1)
  for (int c1 = m; c1 <= 4 * floord(m, 4) + 3; c1 += 1)
    S(c1);
for (int c0 = -4 * floord(-m, 4); c0 < n - 3; c0 += 4)
  for (int c1 = c0; c1 <= c0 + 3; c1 += 1)
    S(c1);
if (n >= m + 4) {
  for (int c1 = 4 * floord(n, 4); c1 < n; c1 += 1)
    S(c1);
} else
  for (int c0 = -4 * floord(-m + 3, 4); c0 < n; c0 += 4)
    for (int c1 = max(m, c0); c1 <= min(n - 1, c0 + 3); c1 += 1)
      S(c1);
",
    );
}

#[test]
fn example_5_14_components() {
    check(
        "{ S0[] -> [0]; S1[i] -> [i] : 0 <= i < 10 }",
        "{ : }",
        "{ }",
        "
S0();
for (int c0 = 0; c0 <= 9; c0 += 1)
  S1(c0);
",
    );
}

/// Also example 5.16.
#[test]
fn example_5_15_shifted_strides() {
    check(
        "{ A[i] -> [2i] : 0 <= i < 10; B[i] -> [2i + 1] : 0 <= i < 10 }",
        "{ : }",
        "{ }",
        "
for (int c0 = 0; c0 <= 9; c0 += 1) {
  A(c0);
  B(c0);
}
",
    );
}

/// Also examples 5.19 and 5.20. `n >= 0` says the same as the paper's `n >= 2` here.
#[test]
fn figure_5_b() {
    check(
        "[n] -> { s0[i] -> [i] : exists a: 1 <= i <= n and i = 4a; s1[i] -> [i] : exists a: 1 <= i <= n and i = 4a + 2 }",
        "{ : }",
        "{ [i] -> separate[x] : x >= 0 }",
        "
for (int c0 = 2; c0 < n - 1; c0 += 4) {
  s1(c0);
  s0(c0 + 2);
}
if (n >= 0 && n % 4 >= 2)
  s1(-(n % 4) + n + 2);
",
    );
}

#[test]
fn figure_6_c() {
    check(
        "[n, m] -> { S1[i] -> [i, i, 0] : 1 <= i <= n; S2[i, j] -> [i, j, 1] : 1 <= i <= j <= n; S3[i] -> [i, n, 2] : 1 <= i <= m }",
        "[n, m] -> { : m >= n >= 3 }",
        "{ [i, j, k] -> separate[x] }",
        "
for (int c0 = 1; c0 <= n; c0 += 1) {
  S1(c0);
  for (int c1 = c0; c1 <= n; c1 += 1)
    S2(c0, c1);
  S3(c0);
}
for (int c0 = n + 1; c0 <= m; c0 += 1)
  S3(c0);
",
    );
}

#[test]
fn figure_7_a() {
    let simple = "[n] -> { S[i] -> [i] : 0 <= i < 128 and exists a : i = n + 128a }";
    check(simple, "[n] -> { : n >= 0 }", "{ }", "S(n % 128);\n");
    let shifted = "[t1] -> { S[i] -> [i] : 7 <= i <= 134 and exists a : i = t1 + 128a }";
    let context = "[t1] -> { : 0 <= t1 <= 127 }";
    check(shifted, context, "{ }", "S((t1 + 121) % 128 + 7);\n");
    let conditional = "[t1] -> { S[i] -> [i] : 7 <= i <= 130 and exists a : i = t1 + 128a }";
    check(
        conditional,
        context,
        "{ }",
        "if ((t1 + 121) % 128 <= 123)\n  S((t1 + 121) % 128 + 7);\n",
    );
}

/// What cannot be generated is said with the statement and the dimension.
#[test]
fn failures_name_the_statement_and_the_dimension() {
    let generate = |schedule: &str, options: &str| {
        let input = Input::flat(&format!("{schedule}\n{{ : }}\n{options}\n"));
        input.and_then(|input| Generator::new().from_input(&input))
    };
    let error = generate("{ S[i] -> [0, i] : i <= 3 }", "{ }").expect_err("no lower bound");
    assert_eq!(
        error.to_string(),
        "dimension 1 of the schedule has no lower bound for S"
    );
    let error = generate(
        "[N] -> { S[i] -> [i] : 0 <= i <= N }",
        "{ [i] -> unroll[0] }",
    );
    let message = error.expect_err("not bounded").to_string();
    assert!(
        message.contains("dimension 0") && message.ends_with("for S"),
        "{message}"
    );
    let error = generate("{ S[i] -> [i] : 0 <= i <= 9 }", "{ [i] -> unrol[0] }");
    let message = error.expect_err("an unknown option").to_string();
    let expected = "there is no option `unrol[1]` for the loops of S;";
    assert!(message.starts_with(expected), "{message}");
}

/// Large numbers are computed with or refused, never wrapped.
#[test]
fn large_numbers() {
    let schedules = [
        "[n] -> { S[i] -> [4611686018427387904i] : 0 <= i < n; T[i] -> [4611686018427387904i + 3] : 0 <= i < n }",
        "{ S[i] -> [i] : exists a, b : i = 4611686018427387904a + 1 and i = 4611686018427387903b and i >= 0 }",
        "[n] -> { S[i] -> [i] : 0 <= i <= 9223372036854775807 and exists a : i = 9223372036854775807a + n }",
        "{ S[i] -> [i, floor(i/9223372036854775807)] : -9223372036854775808 <= i <= 9223372036854775807 }",
        "{ S[i] -> [i] : 0 <= 18446744073709551616i <= 18446744073709551616000 }",
    ];
    for schedule in schedules {
        for options in ["{ }", "{ [i] -> unroll[0] }", "{ [i] -> separate[x] }"] {
            let input =
                Input::flat(&format!("{schedule}\n{{ : }}\n{options}\n")).expect("an input");
            // An error is as good as code; what is tested is that there is an answer.
            let answer = presburger::Budget::operations(2_000_000)
                .run(|| Generator::new().from_input(&input));
            if let Ok(code) = answer {
                assert!(!code.to_string().is_empty(), "{schedule}");
            }
        }
    }
}
