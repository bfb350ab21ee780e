//! Every kind of node of a schedule tree: the code executes what the tree says.

mod common;

use astgen::{Generator, Input};
use common::oracle::assert_runs;

/// Generates code for a tree, which must be `expected`, and runs it.
fn check(tree: &str, expected: &str) {
    let input = Input::tree(tree).expect("a tree");
    let code = Generator::new().from_input(&input).expect("code");
    assert_eq!(code.to_string(), expected.trim_start_matches('\n'));
    assert_runs(&input, &code);
}

#[test]
fn sequences_in_bands() {
    check(
        r#"
domain: "[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }"
child:
  schedule: "[{ S[i] -> [i]; T[i] -> [i] }]"
  child:
    sequence:
    - filter: "{ T[i] }"
    - filter: "{ S[i] }"
"#,
        "
for (int c0 = 0; c0 < n; c0 += 1) {
  T(c0);
  S(c0);
}
",
    );
}

/// Parts of a set are free to become loops of their own.
#[test]
fn sets_in_bands() {
    check(
        r#"
domain: "[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }"
child:
  set:
  - filter: "{ T[i] }"
    child:
      schedule: "[{ T[i] -> [i] }]"
  - filter: "{ S[i] }"
    child:
      schedule: "[{ S[i] -> [-i] }]"
"#,
        "
for (int c0 = 0; c0 < n; c0 += 1)
  T(c0);
for (int c0 = -n + 1; c0 <= 0; c0 += 1)
  S(-c0);
",
    );
}

#[test]
fn contexts_and_marks() {
    check(
        r#"
domain: "[n] -> { S[i, j] : 0 <= i < n and 0 <= j < n }"
child:
  context: "[n] -> { [] : n >= 1 }"
  child:
    schedule: "[{ S[i, j] -> [i] }]"
    child:
      mark: "inner"
      child:
        schedule: "[{ S[i, j] -> [j] }]"
"#,
        "
for (int c0 = 0; c0 < n; c0 += 1)
  // inner
  for (int c1 = 0; c1 < n; c1 += 1)
    S(c0, c1);
",
    );
}

#[test]
fn guards() {
    check(
        r#"
domain: "[n, m] -> { S[i] : 0 <= i < n }"
child:
  guard: "[n, m] -> { [] : m >= 3 }"
  child:
    schedule: "[{ S[i] -> [i] }]"
"#,
        "
if (m >= 3)
  for (int c0 = 0; c0 < n; c0 += 1)
    S(c0);
",
    );
}

/// A copy into a buffer before each tile.
#[test]
fn extensions() {
    check(
        r#"
domain: "{ S[i] : 0 <= i < 12 }"
child:
  schedule: "[{ S[i] -> [floor(i/4)] }]"
  child:
    extension: "{ [t] -> load[t] : 0 <= t <= 2 }"
    child:
      sequence:
      - filter: "{ load[t] }"
      - filter: "{ S[i] }"
        child:
          schedule: "[{ S[i] -> [i] }]"
"#,
        "
for (int c0 = 0; c0 <= 2; c0 += 1) {
  load(c0);
  for (int c1 = 4 * c0; c1 <= 4 * c0 + 3; c1 += 1)
    S(c1);
}
",
    );
}

#[test]
fn expansions() {
    check(
        r#"
domain: "[n] -> { G[i] : 0 <= i < n }"
child:
  schedule: "[{ G[i] -> [i] }]"
  child:
    contraction: "{ A[i] -> G[i]; B[i] -> G[i] }"
    expansion: "{ G[i] -> A[i]; G[i] -> B[i] }"
    child:
      sequence:
      - filter: "{ A[i] }"
      - filter: "{ B[i] }"
"#,
        "
for (int c0 = 0; c0 < n; c0 += 1) {
  A(c0);
  B(c0);
}
",
    );
}

/// The isolated part has options of its own.
#[test]
fn isolated_parts_have_their_own_options() {
    check(
        r#"
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  schedule: "[{ S[i] -> [i] }]"
  options: "[n] -> { isolate[[] -> [i]] : 2 <= i <= 3 and n >= 10; [isolate[] -> unroll[0]] }"
"#,
        "
if (n >= 10) {
  for (int c0 = 0; c0 <= 1; c0 += 1)
    S(c0);
  S(2);
  S(3);
  for (int c0 = 4; c0 < n; c0 += 1)
    S(c0);
} else
  for (int c0 = 0; c0 < n; c0 += 1)
    S(c0);
",
    );
}

/// A parameter that a context introduces means nothing outside of it, and neither do conditions on
/// it.
#[test]
fn conditions_on_parameters_of_contexts_stay_inside() {
    check(
        r#"
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  mark: "outer"
  child:
    context: "[n, k] -> { [] : 0 <= k <= 7 }"
    child:
      mark: "inner"
      child:
        filter: "[k] -> { S[i] : k <= 3 }"
        child:
          schedule: "[{ S[i] -> [i] }]"
"#,
        "
// outer
if (k <= 3)
  // inner
  for (int c0 = 0; c0 < n; c0 += 1)
    S(c0);
",
    );
}
