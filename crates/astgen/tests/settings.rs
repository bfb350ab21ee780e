//! Choices of how code is written: each changes the code in the way isl's option of that name does,
//! and never what is executed.

mod common;

use astgen::{Generator, Input, Settings};
use common::oracle::assert_runs;

/// Generates code for a flat schedule, which must be `expected`, and runs it.
fn check(settings: Settings, schedule: &str, options: &str, expected: &str) {
    let input = Input::flat(&format!("{schedule}\n{{ : }}\n{options}\n")).expect("an input");
    let generator = Generator::new().settings(settings);
    let code = generator.from_input(&input).expect("code");
    assert_eq!(code.to_string(), expected.trim_start_matches('\n'));
    assert_runs(&input, &code);
}

#[test]
fn strides_are_scaled_or_not() {
    let schedule = "{ A[i] -> [2i] : 0 <= i < 10; B[i] -> [2i + 1] : 0 <= i < 10 }";
    let scaled = "
for (int c0 = 0; c0 <= 9; c0 += 1) {
  A(c0);
  B(c0);
}
";
    let unscaled = "
for (int c0 = 0; c0 <= 18; c0 += 2) {
  A(c0 / 2);
  B(c0 / 2);
}
";
    check(Settings::default(), schedule, "{ }", scaled);
    let settings = Settings {
        scale_strides: false,
        ..Settings::default()
    };
    check(settings, schedule, "{ }", unscaled);
}

#[test]
fn alternatives_are_joined_or_not() {
    let schedule = "{ S[i] -> [i] : 0 <= i <= 9 and (i mod 2 = 0 or i mod 3 = 0) }";
    let joined = "
for (int c0 = 0; c0 <= 9; c0 += 1)
  if (c0 % 2 == 0 || c0 % 3 == 0)
    S(c0);
";
    let repeated = "
for (int c0 = 0; c0 <= 9; c0 += 1)
  if (c0 % 2 == 0) {
    S(c0);
  } else if (c0 % 3 == 0)
    S(c0);
";
    check(Settings::default(), schedule, "{ }", joined);
    let settings = Settings {
        allow_or: false,
        ..Settings::default()
    };
    check(settings, schedule, "{ }", repeated);
}

/// Example 5.5 of the paper.
#[test]
fn nested_bounds_are_exploited_or_not() {
    let schedule = "[m, n] -> { S[i, j] -> [i, j] : 0 <= i < m and 0 <= j < n }";
    let exploited = "
for (int c0 = 0; c0 < m; c0 += 1)
  for (int c1 = 0; c1 < n; c1 += 1)
    S(c0, c1);
";
    let tested = "
if (n >= 1)
  for (int c0 = 0; c0 < m; c0 += 1)
    for (int c1 = 0; c1 < n; c1 += 1)
      S(c0, c1);
";
    check(Settings::default(), schedule, "{ }", exploited);
    let settings = Settings {
        exploit_nested_bounds: false,
        ..Settings::default()
    };
    check(settings, schedule, "{ }", tested);
}

#[test]
fn common_dates_are_kept_together_or_not() {
    let schedule = "{ A[i] -> [i] : 0 <= i <= 5; B[i] -> [i + 5] : 0 <= i <= 5 }";
    let apart = "
for (int c0 = 0; c0 <= 5; c0 += 1)
  A(c0);
for (int c0 = 5; c0 <= 10; c0 += 1)
  B(c0 - 5);
";
    let together = "
for (int c0 = 0; c0 <= 10; c0 += 1) {
  if (c0 <= 5)
    A(c0);
  if (c0 >= 5)
    B(c0 - 5);
}
";
    check(Settings::default(), schedule, "{ }", apart);
    let settings = Settings {
        group_coscheduled: true,
        ..Settings::default()
    };
    check(settings, schedule, "{ }", together);
}

#[test]
fn repetition_is_allowed_on_demand() {
    let settings = Settings {
        allow_repetition: true,
        ..Settings::default()
    };
    let schedule = "{ S[i] -> [i] : 0 <= i <= 1; S[i] -> [i + 4] : 0 <= i <= 1 }";
    let expected = "
for (int c0 = 0; c0 <= 1; c0 += 1)
  S(c0);
for (int c0 = 4; c0 <= 5; c0 += 1)
  S(c0 - 4);
";
    check(settings, schedule, "{ }", expected);
}

/// Each class has loops of its own.
#[test]
fn separation_classes_are_separate() {
    check(
        Settings::default(),
        "[n] -> { A[i] -> [i] : 0 <= i <= n }",
        "{ [i] -> separation_class[[0] -> [0]] : 4 <= i <= 8; [i] -> separation_class[[0] -> [1]] : i >= 12 }",
        "
for (int c0 = 0; c0 <= min(n, 3); c0 += 1)
  A(c0);
for (int c0 = 4; c0 <= min(n, 8); c0 += 1)
  A(c0);
for (int c0 = 9; c0 <= min(n, 11); c0 += 1)
  A(c0);
for (int c0 = 12; c0 <= n; c0 += 1)
  A(c0);
",
    );
}

/// The other options hold within a class.
#[test]
fn separation_classes_may_be_atomic() {
    check(
        Settings::default(),
        "[n] -> { A[i] -> [i] : 0 <= i <= n; B[i] -> [i] : 6 <= i <= 7 }",
        "{ [i] -> separation_class[[0] -> [0]] : 4 <= i <= 8; [i] -> atomic[0] }",
        "
for (int c0 = 0; c0 <= min(n, 3); c0 += 1)
  A(c0);
for (int c0 = 4; c0 <= 8; c0 += 1) {
  if (n >= c0)
    A(c0);
  if (c0 >= 6 && c0 <= 7)
    B(c0);
}
for (int c0 = 9; c0 <= n; c0 += 1)
  A(c0);
",
    );
}

/// Each of forty conditions implies the one before; they are not all inside each other.
#[test]
fn conditions_nest_so_deep_and_no_deeper() {
    let statements = (1..=40).map(|k| format!("S{k}[i] -> [i, {k}] : {k} <= i < 45"));
    let statements: Vec<String> = statements.collect();
    let schedule = format!("{{ {} }}", statements.join("; "));
    let input = Input::flat(&format!("{schedule}\n{{ : }}\n{{ [i, j] -> atomic[x] }}\n"));
    let input = input.expect("an input");
    let code = Generator::new().from_input(&input).expect("code");
    let depth = |line: &str| (line.len() - line.trim_start().len()) / 2;
    let text = code.to_string();
    let conditions = text.lines().filter(|line| line.contains("if ("));
    assert_eq!(conditions.clone().count(), 39, "{text}");
    assert_eq!(conditions.map(depth).max(), Some(16), "{text}");
    assert_runs(&input, &code);
}
