//! Code that is as short as it can be: each case has the code that a person would write for it, and is
//! run against the order of its schedule.

mod common;

use astgen::ast::Node;
use astgen::{Generator, Input};
use common::oracle::assert_runs;

fn check(input: &str, expected: &str) {
    let input = Input::flat(input).expect("an input");
    let code = Generator::new().from_input(&input).expect("code");
    assert_runs(&input, &code);
    let text = code.to_string();
    let lines = |text: &str| -> Vec<String> {
        let trimmed = text.lines().map(|line| line.trim().to_string());
        trimmed.filter(|line| !line.is_empty()).collect()
    };
    assert_eq!(lines(&text), lines(expected), "\n{text}");
}

/// Dates that are multiples are counted in multiples (section 5.3).
#[test]
fn scaled_dates() {
    check(
        "[n] -> { A[i] -> [3i] : 0 <= i <= n }",
        "for (int c0 = 0; c0 <= n; c0 += 1)
           A(c0);",
    );
    check(
        "[n] -> { A[i] -> [3i + 1, 0] : 0 <= i <= n; B[i] -> [3i + 1, 1] : 0 <= i <= n }",
        "for (int c0 = 0; c0 <= n; c0 += 1) {
           A(c0);
           B(c0);
         }",
    );
    check(
        "[n] -> { A[i, j] -> [6i, j] : 0 <= i <= n and 0 <= j < 3 }",
        "for (int c0 = 0; c0 <= n; c0 += 1)
           for (int c1 = 0; c1 <= 2; c1 += 1)
             A(c0, c1);",
    );
    // A loop over tiles has the size of tiles as its step.
    check(
        "[n] -> { A[i] -> [32*floor(i/32), i] : 0 <= i <= n }",
        "for (int c0 = 0; c0 <= n; c0 += 32)
           for (int c1 = c0; c1 <= min(c0 + 31, n); c1 += 1)
             A(c1);",
    );
    // A bound that would need a division is worse than a step.
    check(
        "[n] -> { A[i] -> [4i] : 0 <= 4i < n }",
        "for (int c0 = 0; c0 < n; c0 += 4)
           A(c0 / 4);",
    );
    // Without a whole factor in common, nothing changes.
    check(
        "[n, m] -> { A[i] -> [3i + m] : 0 <= i <= n and m >= 0 }",
        "if (m >= 0)
           for (int c0 = m; c0 <= 3 * n + m; c0 += 3)
             A((-m + c0) / 3);",
    );
}

/// Options speak of the dates of the schedule, also where the loop counts something else.
#[test]
fn options_of_scaled_dates() {
    check(
        "{ A[i] -> [3i] : 0 <= i < 10 }\n{ : }\n{ [t] -> unroll[0] : t >= 24 }",
        "for (int c0 = 0; c0 <= 7; c0 += 1)
           A(c0);
         A(8);
         A(9);",
    );
}

/// A value is rounded to the step of a loop once, not first to a whole number and then to the step.
#[test]
fn no_floors_in_floors() {
    let input =
        Input::flat("[n] -> { S[i] -> [i] : 3i >= n >= 0 and i <= 2n and (n - i) mod 2 = 0 }");
    let input = input.expect("an input");
    let code = Generator::new().from_input(&input).expect("code");
    assert_runs(&input, &code);
    let text = code.to_string();
    let divisions = text.matches(" / ").count() + text.matches("floord").count();
    assert_eq!(divisions + text.matches('%').count(), 1, "{text}");
}

/// What is a condition on outer dimensions alone does not split a loop.
#[test]
fn conditions_do_not_split_loops() {
    check(
        "[n, m] -> { S[i, j] -> [i, 0, j] : 0 <= i < n and j >= 0 and 2j <= m - 2;
                     T[i, j] -> [i, 1, j] : 2j = m - 1 and 0 <= i < n }"
            .replace('\n', " ")
            .as_str(),
        "for (int c0 = 0; c0 < n; c0 += 1) {
           for (int c2 = 0; c2 < floord(m, 2); c2 += 1)
             S(c0, c2);
           if ((m + 1) % 2 == 0)
             T(c0, (m - 1) / 2);
         }",
    );
    // What is known of the outer loop makes one part contain the other.
    check(
        "[n] -> { S[i, j] -> [i, j, 0] : i >= 0 and i < j < n; T[i, j] -> [i, j, 1] : 0 <= i < n and 0 <= j < n;
                  U[i, j, k] -> [i, j, k + 2] : i >= 0 and i < j < n and i < k < n }"
            .replace('\n', " ")
            .as_str(),
        "for (int c0 = 0; c0 < n; c0 += 1)
           for (int c1 = 0; c1 < n; c1 += 1) {
             if (c1 >= c0 + 1)
               S(c0, c1);
             T(c0, c1);
             if (c1 >= c0 + 1)
               for (int c2 = c0 + 3; c2 <= n + 1; c2 += 1)
                 U(c0, c1, c2 - 2);
           }",
    );
}

/// A statement that sits in one tile has a condition, and the loops of the other statement are
/// written once.
#[test]
fn a_statement_in_one_tile() {
    let schedule = "[n] -> { T[i] -> [32*floor(i/32), 32*floor(i/32), i, i, 0] : 0 <= i < n;
        S[i, j] -> [32*floor(i/32), 32*floor(j/32), i, j, 1] : 0 <= i < n and 0 <= j < n }";
    let input = Input::flat(&schedule.replace('\n', " ")).expect("an input");
    let code = Generator::new().from_input(&input).expect("code");
    assert_runs(&input, &code);
    let text = code.to_string();
    assert_eq!(text.matches("for (").count(), 4, "{text}");
    assert_eq!(text.matches("S(").count(), 1, "{text}");
}

/// A bound that joining two parts would invent is no reason to join them.
#[test]
fn no_invented_bounds() {
    let schedule = "{ S[i, j] -> [i, j, 0] : 0 <= i <= 40 and 0 <= j < i and j <= 31;
        T[i] -> [i, 0, 1] : 0 <= i <= 40 }";
    let input = Input::flat(&schedule.replace('\n', " ")).expect("an input");
    let code = Generator::new().from_input(&input).expect("code");
    assert_runs(&input, &code);
    let text = code.to_string();
    assert!(!text.contains(" / ") && !text.contains("floord"), "{text}");
}

/// A condition for all of a loop is tested outside of it.
#[test]
fn conditions_stay_outside() {
    let tree = r#"
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  schedule: "[n] -> [{ S[i] -> [32*floor(i/32)] }]"
  options: "[n] -> { isolate[[] -> [t]] : t mod 32 = 0 and 0 <= t <= n - 32 }"
  child:
    schedule: "[{ S[i] -> [i] }]"
"#;
    let input = Input::tree(tree).expect("an input");
    let code = Generator::new().from_input(&input).expect("code");
    assert_runs(&input, &code);
    // Nothing but the call is in an innermost loop.
    fn innermost(node: &Node, inside: bool, found: &mut Vec<String>) {
        match node {
            Node::For(node) => innermost(&node.body, true, found),
            Node::Block(nodes) => nodes.iter().for_each(|node| innermost(node, inside, found)),
            Node::If(node) if inside => found.push(node.cond.to_string()),
            Node::If(node) => {
                innermost(&node.then, inside, found);
                if let Some(node) = &node.otherwise {
                    innermost(node, inside, found);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    innermost(&code, false, &mut found);
    assert!(found.is_empty(), "{found:?}\n{code}");
}

/// A function of several pieces has only those that differ, and the longest condition is the one that
/// is not written.
#[test]
fn pieces_with_the_same_value() {
    let schedule = "[n] -> { S[i, j] -> [i] : 0 <= i < n and ((i = 0 and j = 26) or (0 < i < n - 1 and j = 28) or (i = n - 1 and i > 0 and j = 27)) }";
    check(
        schedule,
        "for (int c0 = 0; c0 < n; c0 += 1)
           S(c0, c0 == 0 ? 26 : c0 + 1 == n ? 27 : 28);",
    );
}

/// A schedule without an end is a loop without one (section 5.3).
#[test]
fn loops_that_do_not_end() {
    let generate = |schedule: &str| {
        let input = Input::flat(schedule).expect("an input");
        Generator::new().from_input(&input).expect("code")
    };
    let code = generate("{ S[i] -> [i] : i >= 5 }");
    assert_eq!(code.to_string(), "for (int c0 = 5; 1; c0 += 1)\n  S(c0);\n");
    let code = generate("[n] -> { S[i, j] -> [i, j] : 0 <= i < n and j >= i }");
    let text =
        "for (int c0 = 0; c0 < n; c0 += 1)\n  for (int c1 = c0; 1; c1 += 1)\n    S(c0, c1);\n";
    assert_eq!(code.to_string(), text);
    // One statement ends, the other does not.
    let code = generate("{ S[i] -> [i, 0] : 0 <= i < 3; T[i] -> [i, 1] : i >= 1 }");
    let run = astgen::interpret::run(&code, &[], 20);
    assert!(
        matches!(run, Err(astgen::interpret::RunError::TooLong(_))),
        "{code}"
    );
}

/// Unrolled iterations where a union says what is known of the parameters.
#[test]
fn unrolling_in_a_disjunctive_context() {
    for (schedule, context) in [
        (
            "[n] -> { S[i] -> [i] : n <= i <= n + 2 }",
            "[n] -> { : n = 0 or n = 5 }",
        ),
        (
            "[n, m] -> { S[i] -> [i] : n <= i <= m }",
            "[n, m] -> { : (n = 0 and m = 2) or (n = 5 and m = 8) }",
        ),
        (
            "[n] -> { S[i] -> [i] : 0 <= i < n }",
            "[n] -> { : 1 <= n <= 2 or 7 <= n <= 8 }",
        ),
    ] {
        let text = format!("{schedule}\n{context}\n{{ [i] -> unroll[0] }}");
        let input = Input::flat(&text).expect("an input");
        let code = Generator::new().from_input(&input).expect("code");
        assert_runs(&input, &code);
        assert!(!code.to_string().contains("for ("), "{code}");
    }
}
