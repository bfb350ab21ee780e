//! The examples and figures of Grosser, Verdoolaege and Cohen, *Polyhedral AST generation is more
//! than scanning polyhedra*: each schedule with the code that the paper shows for it, which ours
//! has the structure of, up to names. What that means is said in `paper/structure.rs`. Both codes
//! are run, and execute what the schedule says.
//!
//! | | shows | ours |
//! |---|---|---|
//! | example 5.1 | one loop with Fourier–Motzkin, two with quantifier elimination | the same, a superfluous comparison in the condition |
//! | 5.2 | a floor of the counter becomes a condition | the same |
//! | 5.3, 5.8 | strides 6 and 10 combined, the first value | the same |
//! | 5.4 | a loop of one iteration is eliminated | the same |
//! | 5.5 | a guard that the inner loop enforces is dropped, or not | the same |
//! | 5.6 | a guard implied by a stride | the same |
//! | 5.7 | a bound found by integer programming | the same |
//! | 5.9 | one upper bound or several | the same |
//! | 5.10 | `separate` and `atomic` | the same pieces, in the paper's order or with an `if` more |
//! | 5.11, 5.12 | unrolling: strides, the best lower bound | the same |
//! | 5.13 | `isolate` | a test less |
//! | 5.14 | components | the same |
//! | 5.15, 5.16 | shifted strides | the same, counted in steps of 1 |
//! | 5.17 | a guard hoisted with the help of enforced constraints | the same, or more below the guard that stays |
//! | 5.18 | a tree of conditions | the same |
//! | 5.19, 5.20 | remainders of what is not negative | figure 5 (b) |
//! | figure 1 | copy code of a hybrid tile | no condition, where the paper has one |
//! | 2 | the same unrolled | the same statements; other conditions, as many operators or fewer |
//! | 3 | a program and two schedules for it | the same |
//! | 4 | its schedule tree | the same |
//! | 5 (b), 6 (c), 7 (a) | isl beside CLooG and CodeGen+ | the same |
//! | 8 (a) | existentials | the same loops; a condition that is dearer |
//! | 8 (b) | the same unrolled | the same, or the second case with conditions that are dearer |

mod common;

#[path = "paper/case.rs"]
mod case;
#[path = "paper/examples.rs"]
mod examples;
#[path = "paper/figures.rs"]
mod figures;
#[path = "paper/structure.rs"]
mod structure;

use astgen::{Generator, Input};

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
    let expected = "unknown option `{ unrol[0] }` for the loops of S;";
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
