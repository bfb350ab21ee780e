use super::operations::OPERATIONS;
use super::{Calculator, Effect, NoFiles, Stop, is_complete};
use crate::report::render;

/// The lines that a script prints, or the message of its error.
fn run(script: &str) -> Result<String, String> {
    let mut lines = Vec::new();
    let mut calculator = Calculator::new(NoFiles).with_budget(Some(100_000_000));
    let result = calculator.run("test", script, &mut |effect| {
        if let Effect::Value(object) | Effect::Named(_, object) = effect {
            lines.push(object.to_string());
        }
        Ok(())
    });
    match result {
        Ok(()) => Ok(lines.join("\n")),
        Err(Stop::Error(diagnostic)) => {
            render(&diagnostic, calculator.sources());
            Err(diagnostic.message)
        }
        Err(Stop::Output(error)) => Err(error.to_string()),
    }
}

/// Whether two texts are equal, or are two ways to write one set or map.
fn is_same(a: &str, b: &str) -> bool {
    let equal = || run(&format!("({a}) = ({b});"));
    a == b || equal().as_deref() == Ok("True")
}

#[test]
fn examples_in_help_are_true() {
    let wrong: Vec<String> = OPERATIONS
        .iter()
        .map(|operation| (operation, run(operation.example)))
        .filter(|(operation, found)| !matches!(found, Ok(text) if is_same(text, operation.result)))
        .map(|(operation, found)| format!("help {}: {found:?}", operation.name))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn long_chains_do_not_need_a_deep_stack() {
    let sum = vec!["1"; 100_000].join(" + ");
    assert_eq!(run(&format!("{sum};")), Ok("100000".into()));
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = format!("{}1{};", "(".repeat(100_000), ")".repeat(100_000));
    assert!(run(&deep).is_err_and(|message| message.contains("nesting")));
    let deep = "dom ".repeat(100_000);
    assert!(run(&deep).is_err_and(|message| message.contains("nesting")));
}

#[test]
fn values_that_grow_without_bound_are_errors() {
    let doubled = format!("s := \"xxxxxxxxxxxxxxxx\"; {}", "s := s + s; ".repeat(40));
    assert_eq!(run(&doubled), Err("the value is too large".into()));
    let nested = format!("l := (1, 2); {}", "l := (l, l); ".repeat(60));
    assert_eq!(run(&nested), Err("the list is too large".into()));
}

#[test]
fn a_failed_statement_changes_nothing() {
    let mut calculator = Calculator::new(NoFiles);
    let failed = calculator.run("test", "A := 1; A := dom 2;", &mut |_| Ok(()));
    assert!(failed.is_err());
    let mut shown = String::new();
    let result = calculator.run("test", "A", &mut |effect| {
        if let Effect::Value(object) = effect {
            shown = object.to_string();
        }
        Ok(())
    });
    assert!(result.is_ok());
    assert_eq!(shown, "1");
}

#[test]
fn a_prompt_waits_for_the_semicolon() {
    for text in [
        "",
        "1;",
        "help",
        "help dom",
        "{ [i] }; # done",
        "quit",
        "1; help",
    ] {
        assert!(is_complete(text), "{text}");
    }
    for text in [
        "1",
        "{ [i];",
        "S := { [i] };\nS",
        "\"a;",
        "# ;\n1",
        "help := 2",
    ] {
        assert!(!is_complete(text), "{text}");
    }
}

#[test]
fn no_piece_of_a_script_makes_it_panic() {
    let script = "S := [N] -> { A[i] : 0 <= i < N }; M := { A[i] -> B[é] }^-1 ->* (S, \"x\")[0]; \
                  typeof card(M(S)) cross { } <<= -1/3 @ $0 ; help ->*; assert True = False;";
    let bounds = || script.char_indices().map(|(i, _)| i);
    for start in bounds().step_by(3) {
        for end in bounds().filter(|end| *end > start).step_by(2) {
            let _ = run(&script[start..end]);
            is_complete(&script[start..end]);
        }
    }
}
