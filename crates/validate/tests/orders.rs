//! Which orders of a text are those of a schedule, and that everything is executed: one line of a
//! text, one date decides.

use presburger::{Set, UnionMap};
use validate::{Claim, Failure, prove};

fn model(code: &str, context: &Set) -> scop::Scop {
    let text = format!("#pragma scop\n{code}\n#pragma endscop\n");
    let unit = frontend::read(&text, &frontend::Options::default())
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = frontend::ModelOptions {
        context: Some(context.clone()),
        ..frontend::ModelOptions::default()
    };
    let modelled = unit.model(&unit.regions[0], &options);
    modelled
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .scop
}

/// `lw_at_0` is the first statement by name.
fn verdict(schedule: &str, code: &str) -> Result<(), Failure> {
    let context: Set = "[n] -> { : n >= 8 }".parse().unwrap();
    let schedule: UnionMap = schedule.parse().unwrap();
    let mut claim = Claim::of_map(&schedule, &context).unwrap();
    claim.statements.sort_by(|a, b| a.name.cmp(&b.name));
    prove(&model(code, &context), "lw_at_", &claim)
}

fn is_right(schedule: &str, code: &str) {
    assert_eq!(verdict(schedule, code), Ok(()), "{schedule}\n{code}");
}

fn has_wrong_order(schedule: &str, code: &str) {
    let found = verdict(schedule, code);
    let is_order = matches!(found, Err(Failure::Order { .. }));
    assert!(is_order, "{found:?}\n{schedule}\n{code}");
}

/// The date that decides is the first, the second, ... the sixth.
#[test]
fn every_date_counts() {
    for zeros in 0..=4 {
        let front = "0, ".repeat(zeros);
        let schedule = format!("[n] -> {{ S[i, j] -> [{front}i, j] : 0 <= i, j < n }}");
        let code = |i: &str, j: &str| format!("for ({i}) for ({j}) lw_at_0[i][j] = 0;");
        let up = |name: &str| format!("int {name} = 0; {name} < n; {name}++");
        let down = |name: &str| format!("int {name} = n - 1; {name} >= 0; {name}--");
        is_right(&schedule, &code(&up("i"), &up("j")));
        has_wrong_order(&schedule, &code(&up("i"), &down("j")));
        has_wrong_order(&schedule, &code(&down("i"), &up("j")));
        has_wrong_order(&schedule, &code(&up("j"), &up("i")));
    }
}

/// Loops that are deeper than three, each turned round in its turn.
#[test]
fn every_loop_counts() {
    let schedule = "[n] -> { S[i, j, k, l, m] -> [i, j, k, l, m] : 0 <= i, j, k, l, m < n }";
    let names = ["i", "j", "k", "l", "m"];
    let code = |turned: Option<usize>| {
        let mut text = String::new();
        for (at, name) in names.iter().enumerate() {
            text.push_str(&match turned == Some(at) {
                true => format!("for (int {name} = n - 1; {name} >= 0; {name}--) "),
                false => format!("for (int {name} = 0; {name} < n; {name}++) "),
            });
        }
        text + "lw_at_0[i][j][k][l][m] = 0;"
    };
    is_right(schedule, &code(None));
    for at in 0..names.len() {
        has_wrong_order(schedule, &code(Some(at)));
    }
}

/// A counter is not the date because it is never smaller, or never larger, than the date.
#[test]
fn a_bound_is_not_the_date() {
    let code = "for (int c = 0; c < n; c++) lw_at_0[c] = 0;";
    // 2 comes before 3, whose date is 0.
    has_wrong_order("[n] -> { S[i] -> [i mod 3, i] : 0 <= i < n }", code);
    // 0 comes before 1, and its date is 3.
    let late = "[n] -> { S[i] -> [i + 3*((i + 1) mod 2), i] : 0 <= i < n }";
    has_wrong_order(late, code);
    is_right("[n] -> { S[i] -> [2i, 0] : 0 <= i < n }", code);
}

/// In one iteration of the text the date of `T` is one less than that of `S`.
#[test]
fn dates_of_two_statements_in_one_loop() {
    let schedule = "[n] -> { S[i] -> [i] : 0 <= i < n; T[i] -> [i - 1] : 0 <= i < n }";
    let code = "for (int c = 0; c < n; c++) { lw_at_0[c] = 0; lw_at_1[c] = 0; }";
    has_wrong_order(schedule, code);
    let turned = "for (int c = 0; c < n; c++) { lw_at_1[c] = 0; lw_at_0[c] = 0; }";
    is_right(schedule, turned);
}

/// `n` is a number, but which one is not known; it is at least 8.
#[test]
fn parameters_as_dates() {
    let schedule = "[n] -> { S[i] -> [n] : 0 <= i < n; T[i] -> [0] : 0 <= i < n }";
    let s = "for (int c = 0; c < n; c++) lw_at_0[c] = 0;";
    let t = "for (int c = 0; c < n; c++) lw_at_1[c] = 0;";
    has_wrong_order(schedule, &format!("{s}\n{t}"));
    is_right(schedule, &format!("{t}\n{s}"));
}

/// Half of `S` is before `T`, half of it after `T`.
#[test]
fn numbers_that_differ_in_pieces() {
    let schedule = "[n] -> { S[i] -> [0] : 0 <= i < 5; S[i] -> [2] : 5 <= i < n;
                             T[i] -> [1] : 0 <= i < n }";
    let s = |from: &str, to: &str| format!("for (int c = {from}; c < {to}; c++) lw_at_0[c] = 0;");
    let t = "for (int c = 0; c < n; c++) lw_at_1[c] = 0;";
    has_wrong_order(schedule, &format!("{}\n{t}", s("0", "n")));
    has_wrong_order(schedule, &format!("{t}\n{}", s("0", "n")));
    is_right(schedule, &format!("{}\n{t}\n{}", s("0", "5"), s("5", "n")));
}

/// Two instances of each `i` have one date, and the text executes one of them.
#[test]
fn instances_with_the_date_of_another() {
    let schedule = "[n] -> { S[i, j] -> [i] : 0 <= i < n and 0 <= j < 2 }";
    let code = "for (int c = 0; c < n; c++) lw_at_0[c][0] = 0;";
    let found = verdict(schedule, code);
    assert!(matches!(found, Err(Failure::Missing { .. })), "{found:?}");
    let both = "for (int c = 0; c < n; c++) { lw_at_0[c][1] = 0; lw_at_0[c][0] = 0; }";
    is_right(schedule, both);
}

/// What the context excludes may be executed or not.
#[test]
fn beyond_the_context() {
    // For n = 0 the text would execute 0, for n >= 8 it is one of many.
    let schedule = "[n] -> { S[i] -> [i] : 0 <= i < n }";
    is_right(
        schedule,
        "lw_at_0[0] = 0; for (int c = 1; c < n; c++) lw_at_0[c] = 0;",
    );
    // Between 0 and 7 instances are missing, and not known to.
    is_right(
        schedule,
        "if (n > 5) for (int c = 0; c < n; c++) lw_at_0[c] = 0;",
    );
}

/// A value that stands in a statement twice, in different words: a record reads a cell for the
/// second ones, and nothing else.
#[test]
fn every_text_of_a_hole_counts() {
    let context: Set = "[n] -> { : n >= 8 }".parse().unwrap();
    let schedule: UnionMap = "[n] -> { S[i] -> [i] : 0 <= i < n }".parse().unwrap();
    let mut claim = Claim::of_map(&schedule, &context).unwrap();
    let next = "[n] -> { S[i] -> [(i + 1)] }".parse().unwrap();
    claim.statements[0].holes.push(next);
    let verdict = |record: &str| {
        let code = format!("for (int c = 0; c < n; c++) {record}");
        prove(&model(&code, &context), "lw_at_", &claim)
    };
    assert_eq!(verdict("lw_at_0[c] = lw_at_0_with[c][c + 1];"), Ok(()));
    assert_eq!(
        verdict("lw_at_0[c] = lw_at_0_with[c][1 + c] + lw_at_0_with[c][c + 2 - 1];"),
        Ok(())
    );
    for wrong in [
        "lw_at_0[c] = lw_at_0_with[c][c + 1] + lw_at_0_with[c][c];",
        "lw_at_0[c] = lw_at_0_with[n - 1 - c][c + 1];",
    ] {
        let found = verdict(wrong);
        assert!(matches!(found, Err(Failure::Foreign { .. })), "{found:?}");
    }
    for other in [
        "lw_at_0[c] = b[c];",
        "lw_at_0[c] = lw_at_0[c];",
        "lw_at_0[c] = lw_at_1_with[c][c + 1];",
        "lw_at_0[c] = 0;",
        "lw_at_0[c] = lw_at_0_with[c];",
        "lw_at_0[c][c + 1] = lw_at_0_with[c][c + 1];",
        "lw_at_0_with[c][c + 1] = 0;",
    ] {
        let found = verdict(other);
        assert!(matches!(found, Err(Failure::NotRecords(_))), "{found:?}");
    }
    // Under a condition on data nobody knows whether it is executed.
    for condition in ["b[c] > 0", "lw_at_0_with[c][c + 1] > 0"] {
        let found = verdict(&format!(
            "if ({condition}) lw_at_0[c] = lw_at_0_with[c][c + 1];"
        ));
        assert!(found.is_err(), "{condition}: {found:?}");
    }
}
