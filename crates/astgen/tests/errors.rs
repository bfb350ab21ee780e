//! Bad input: every error says which statement and which dimension, or which place in the text, it
//! is about.

use astgen::{Error, Generator, Input};

fn flat(schedule: &str, options: &str) -> Result<String, Error> {
    let input = Input::flat(&format!("{schedule}\n{{ : }}\n{options}\n"))?;
    Ok(Generator::new().from_input(&input)?.to_string())
}

fn tree(text: &str) -> Result<String, Error> {
    let input = Input::tree(text)?;
    Ok(Generator::new().from_input(&input)?.to_string())
}

fn message(result: Result<String, Error>) -> String {
    match result {
        Ok(code) => panic!("no error but\n{code}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn loops_that_do_not_begin() {
    let result = flat("[n] -> { S[i] -> [i] : i < n; T[i] -> [i] : i < n }", "{ }");
    assert_eq!(
        message(result),
        "dimension 0 of the schedule has no lower bound for S, T"
    );
}

#[test]
fn loops_that_cannot_be_unrolled() {
    let result = flat(
        "[n] -> { S[i] -> [0, i] : 0 <= i < n }",
        "{ [i, j] -> unroll[1] }",
    );
    assert_eq!(
        message(result),
        "cannot unroll dimension 1 of the schedule: its length is not bounded by a number, for S"
    );
}

#[test]
fn instances_with_several_dates() {
    let result = flat(
        "{ R[i] -> [i, 0] : 0 <= i < 9; S[i] -> [i, i] : 0 <= i < 9; S[i] -> [i, i + 1] : 0 <= i < 9 }",
        "{ }",
    );
    assert_eq!(
        message(result),
        "instances of S have several values in dimension 1 of the schedule"
    );
}

/// A barrier has no coordinates and is executed again and again.
#[test]
fn barriers_may_have_several_dates() {
    let code = flat("{ sync[] -> [i] : 0 <= i < 9 }", "{ }");
    let expected = "for (int c0 = 0; c0 <= 8; c0 += 1)\n  sync();\n";
    assert_eq!(code.as_deref(), Ok(expected));
}

#[test]
fn unknown_options_of_flat_schedules() {
    let result = flat("{ S[i] -> [i] : 0 <= i < 9 }", "{ [i] -> seperate[0] }");
    let message = message(result);
    assert!(
        message.starts_with("unknown option `{ seperate[0] }` for the loops of S;"),
        "{message}"
    );
}

#[test]
fn unknown_options_of_bands() {
    let text = "domain: \"{ S[i] : 0 <= i < 9; T[] }\"\nchild:\n  schedule: \"[{ S[i] -> [i]; T[] -> [0] }]\"\n  options: \"{ atomc[i] }\"\n";
    let message = message(tree(text));
    assert!(
        message.starts_with("unknown option `{ atomc[i] }` for the loops of S, T;"),
        "{message}"
    );
}

#[test]
fn bands_without_dates() {
    let text =
        "domain: \"{ S[i] : 0 <= i < 9; T[] }\"\nchild:\n  schedule: \"[{ S[i] -> [i] }]\"\n";
    let message = message(tree(text));
    assert!(message.contains("T[]"), "{message}");
}

/// Comments count as lines.
#[test]
fn malformed_trees() {
    let cases = [
        ("# one\n# two\ndomain: \"{ S[i] }\nchild: leaf\n", "line 3"),
        (
            "domain: \"{ S[i] }\"\nchild:\n  shedule: \"[{ S[i] -> [i] }]\"\n",
            "line 3",
        ),
        ("domain: \"{ S[i }\"\n", "line 1"),
        ("[", "line 1"),
        ("", ""),
    ];
    for (text, place) in cases {
        let message = message(tree(text));
        assert!(message.contains(place), "{text}: {message}");
    }
}

#[test]
fn malformed_schedules() {
    for text in [
        "",
        "{ S[i] -> [i] } { : } {",
        "{ S[i] -> [i } { : } { }",
        "{ S[i] } { : } { }",
        "7 { : } { }",
    ] {
        assert!(Input::flat(text).is_err(), "{text}");
    }
}
