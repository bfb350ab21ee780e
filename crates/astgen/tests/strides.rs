//! Loops with steps: whatever the remainders, the code runs what the schedule says, and the step
//! is the largest that all values have.

mod common;

use astgen::{Generator, Input, Settings};
use common::oracle::assert_runs;

/// Schedules with the step of the outermost loop in their code: the greatest number that divides
/// all differences of the first date, for given parameters and outer dates; 1 where no loop is.
const CASES: &[(&str, i64)] = &[
    // One remainder.
    ("{ S[i] -> [i] : 0 <= i < 100 and i mod 6 = 1 }", 6),
    ("{ S[i] -> [i] : 5 <= i < 100 and i mod 6 = 1 }", 6),
    ("{ S[i] -> [-i] : 5 <= i < 100 and i mod 6 = 1 }", 6),
    ("{ S[i] -> [3i + 2] : -7 <= i < 20 }", 3),
    // Remainders of one divisor: 1 and 3 differ by 2, 1 and 4 by 3, 1 and 2 by 1.
    (
        "{ S[i] -> [i] : 0 <= i < 100 and (i mod 6 = 1 or i mod 6 = 3) }",
        2,
    ),
    (
        "{ S[i] -> [i] : 0 <= i < 100 and (i mod 6 = 1 or i mod 6 = 4) }",
        3,
    ),
    (
        "{ S[i] -> [i] : 0 <= i < 50 and (i mod 6 = 1 or i mod 6 = 2) }",
        1,
    ),
    // Of several divisors: 8 and 12 have 4 in common.
    (
        "{ S[i] -> [i] : 0 <= i < 100 and (i mod 8 = 3 or i mod 12 = 7) }",
        4,
    ),
    (
        "{ S[i] -> [i] : 0 <= i < 100 and (i mod 8 = 3 or i mod 12 = 5) }",
        2,
    ),
    (
        "{ S[i] -> [i] : 0 <= i < 100 and (i mod 8 = 0 or i mod 12 = 0) }",
        4,
    ),
    (
        "{ S[i] -> [i] : 0 <= i < 100 and (i mod 12 = 0 or i mod 8 = 0) }",
        4,
    ),
    // Statements with dates of their own.
    (
        "{ S[i] -> [4i] : 0 <= i < 10; T[i] -> [6i] : 0 <= i < 10 }",
        2,
    ),
    (
        "{ S[i] -> [6i] : 0 <= i < 10; T[i] -> [4i] : 0 <= i < 10 }",
        2,
    ),
    (
        "{ S[i] -> [4i + 1] : 0 <= i < 10; T[i] -> [6i + 3] : 0 <= i < 10 }",
        2,
    ),
    // Two conditions at once: 1 modulo 4 and 2 modulo 3 is 5 modulo 12, 3 modulo 6 and 5 modulo 10
    // is 15 modulo 30.
    (
        "{ S[i] -> [i] : 0 <= i < 100 and i mod 4 = 1 and i mod 3 = 2 }",
        12,
    ),
    (
        "{ S[i] -> [i] : 0 <= i < 200 and i mod 6 = 3 and i mod 10 = 5 }",
        30,
    ),
    (
        "{ S[i] -> [i] : 0 <= i < 400 and i mod 4 = 2 and i mod 6 = 4 and i mod 10 = 0 }",
        60,
    ),
    // Factors: 3 i is 2 modulo 7 where i is 3 modulo 7.
    ("{ S[i] -> [i] : 0 <= i < 60 and (3i) mod 7 = 2 }", 7),
    ("{ S[i] -> [i] : -30 <= i < 60 and (5i) mod 9 = 4 }", 9),
    // The first value depends on a parameter.
    (
        "[n] -> { S[i] -> [i] : n + 2 <= i < n + 40 and (i - n) mod 5 = 0 }",
        5,
    ),
    (
        "[n] -> { S[i] -> [i] : n <= i < n + 40 and i mod 5 = 2 }",
        5,
    ),
    (
        "[n] -> { S[i] -> [i] : 0 <= i < 40 and (i - n) mod 5 = 0 }",
        5,
    ),
    (
        "[n] -> { S[i] -> [i] : 0 <= i < 40 and (i - 3n) mod 6 = 0 and (i - n) mod 4 = 0 }",
        12,
    ),
    (
        "[n] -> { S[i] -> [i] : 0 <= i < 40 and ((i - n) mod 6 = 0 or (i - n) mod 6 = 2) }",
        2,
    ),
];

fn code(schedule: &str, scale_strides: bool) -> (Input, astgen::ast::Node) {
    let input = Input::flat(&format!("{schedule}\n{{ : }}\n{{ }}\n")).expect("an input");
    let settings = Settings {
        scale_strides,
        ..Settings::default()
    };
    let code = Generator::new().settings(settings).from_input(&input);
    (input, code.expect("code"))
}

#[test]
fn steps_and_what_they_run() {
    for (schedule, step) in CASES {
        let (input, plain) = code(schedule, false);
        let wanted = format!("c0 += {step})");
        assert!(plain.to_string().contains(&wanted), "{schedule}\n{plain}");
        assert_runs(&input, &plain);
        let (input, scaled) = code(schedule, true);
        assert_runs(&input, &scaled);
    }
}

/// Inner loops whose first value or whose existence depends on the outer ones.
#[test]
fn inner_steps() {
    for schedule in [
        "{ S[i, j] -> [i, j] : 0 <= i < 12 and i <= j < 30 and (j - i) mod 3 = 0 }",
        "{ S[i, j] -> [i, j] : 0 <= i < 12 and 0 <= j < 30 and (2i + 3j) mod 5 = 1 }",
        "{ S[i, j] -> [i, j] : 0 <= i < 12 and 0 <= j < 60 and (j - i) mod 4 = 0 and (j - 2i) mod 6 = 0 }",
        "{ S[i, j] -> [i, j] : 0 <= i < 12 and 0 <= j < 30 and ((j - i) mod 6 = 1 or (j - i) mod 6 = 3) }",
        "{ S[i, j] -> [i, j] : 0 <= i < 12 and i + 1 <= j < 30 and (j - i) mod 4 = 0 }",
        "{ S[i, j] -> [i, j] : 0 <= i < 12 and i - 3 <= j < 30 and (j - i) mod 7 = 5 }",
        // What the outer loop's step says of the inner one's first value: 2 i is 2 modulo 6.
        "{ S[i, j] -> [i, j] : 0 <= i < 20 and i mod 3 = 1 and 2i <= j < 60 and j mod 6 = 1 }",
        "{ S[i, j] -> [i, j] : 0 <= i < 20 and i mod 4 = 3 and 2i <= j < 60 and j mod 8 = 3 }",
        "{ S[i, j] -> [i, j] : 0 <= i < 20 and i mod 4 = 3 and 0 <= j <= 2i and j mod 8 = 3 }",
        "{ S[i, j] -> [i, -j] : 0 <= i < 12 and i <= j < 30 and (j - i) mod 4 = 2 }",
        "{ S[i, j] -> [2i, 6j + 2i] : 0 <= i < 5 and 0 <= j < 6; T[i, j] -> [2i, 4j + 1] : 0 <= i < 5 and 0 <= j < 8 }",
        "[n] -> { S[i, j] -> [i, j] : 0 <= i < 4 and n <= j < n + 25 and (j - n - i) mod 4 = 0 and j mod 6 = 1 }",
    ] {
        for scale in [false, true] {
            let (input, code) = code(schedule, scale);
            assert_runs(&input, &code);
        }
    }
}

/// Two steps agree for even `i` alone, which is asked once, not in every iteration of the loop.
#[test]
fn steps_that_do_not_always_agree() {
    let schedule = "{ T[i] -> [i, 0, 0] : 0 <= i < 12; S[i, j] -> [i, 1, j] :
        0 <= i < 12 and 0 <= j < 60 and (j - i) mod 4 = 0 and (j - 2i) mod 6 = 0 }";
    let (input, code) = code(&schedule.replace('\n', " "), false);
    assert_runs(&input, &code);
    let text = code.to_string();
    let condition = text.find("if (").expect("a condition");
    let inner = text.rfind("for (").expect("a loop");
    assert!(condition < inner, "{text}");
    assert!(text.contains("c2 += 12)"), "{text}");
}

/// Iterations that are written out one by one, from the first value on.
#[test]
fn unrolled_steps() {
    for schedule in [
        "{ S[i] -> [i] : 0 <= i < 30 and i mod 6 = 1 }",
        "[n] -> { S[i] -> [i] : 6n <= i < 6n + 24 and i mod 6 = 1 }",
        "[n] -> { S[i] -> [i] : n <= i < n + 20 and i mod 6 = 1 }",
        "[n] -> { S[i] -> [i] : 6n - 4 <= i < 6n + 24 and (i mod 6 = 1 or i mod 6 = 3) }",
        "[n] -> { S[i] -> [i] : 6n - 4 <= i < 6n + 24 and i >= 2 and i mod 6 = 5 }",
        // The hull of both begins between two values: at 5m - 8, and the first value is 5m - 5.
        "[m, k] -> { S[i] -> [i] : 5m <= i <= 5m + 20 and i mod 5 = 0; T[i] -> [i] : 0 <= k <= 8 and 5m - k <= i <= 5m + 20 and i mod 5 = 0 }",
        "[n, m, k] -> { S[i] -> [i] : n + 3m <= i <= n + 3m + 10 and (i - n) mod 3 = 0; T[i] -> [i] : 0 <= k <= 5 and n + 3m - k <= i <= n + 3m + 10 and (i - n) mod 3 = 0 }",
    ] {
        for options in ["{ }", "{ [i] -> unroll[0] }"] {
            let input = Input::flat(&format!("{schedule}\n{{ : }}\n{options}\n"));
            let input = input.expect("an input");
            let code = Generator::new().from_input(&input).expect("code");
            assert_runs(&input, &code);
        }
    }
}
