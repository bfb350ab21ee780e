//! The statements of a text touch what the statements of the program do: whatever else they touch
//! instead is found.

use scop::Scop;
use validate::{Claim, Failure, records, same_accesses};

fn model(text: &str) -> Scop {
    let text = format!(
        "void f(int n, double a[n], double b[n], double c[n]) {{\n\
         #pragma scop\n{text}\n#pragma endscop\n}}\n"
    );
    let unit = frontend::read(&text, &frontend::Options::default())
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let modelled = unit.model(&unit.regions[0], &frontend::ModelOptions::default());
    modelled
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .scop
}

const PROGRAM: &str = "for (int i = 1; i < n; i++) S: b[i] = a[i - 1];";
/// The text counts from 0, and `STATEMENT` is the instance `t + 1`.
const TEXT: &str = "for (int t = 0; t < n - 1; t++) STATEMENT";

fn verdict(text: &str, recorded: &str) -> Result<(), Failure> {
    let scop = model(PROGRAM);
    let legal = legality::Legal::original(&scop);
    let claim = without_holes(Claim::of_legal(&legal).expect("a claim"));
    let recorded = frontend_records(recorded);
    let copies = records(&recorded, "lw_at_", &claim)?;
    same_accesses(&model(text), &copies, &scop)
}

/// What stands in holes is no matter here: that is what records are about.
fn without_holes(mut claim: Claim) -> Claim {
    claim
        .statements
        .iter_mut()
        .for_each(|one| one.holes.clear());
    claim
}

fn frontend_records(text: &str) -> Scop {
    let text = format!("#pragma scop\n{text}\n#pragma endscop\n");
    let unit = frontend::read(&text, &frontend::Options::default()).expect("a text");
    let modelled = unit.model(&unit.regions[0], &frontend::ModelOptions::default());
    modelled.expect("a model").scop
}

fn with(statement: &str) -> Result<(), Failure> {
    let record = "lw_at_0[t + 1] = 0;";
    verdict(
        &TEXT.replace("STATEMENT", statement),
        &TEXT.replace("STATEMENT", record),
    )
}

#[test]
fn the_same_cells() {
    assert_eq!(with("b[t + 1] = a[t];"), Ok(()));
    assert_eq!(with("b[1 + t] = a[t + 1 - 1];"), Ok(()));
}

#[test]
fn other_cells() {
    for (statement, why) in [
        ("b[t] = a[t];", "accesses other cells"),
        ("b[t + 1] = a[t + 1];", "accesses other cells"),
        ("b[t + 1] = a[0];", "accesses other cells"),
        ("b[n - 1] = a[t];", "accesses other cells"),
        ("c[t + 1] = a[t];", "accesses something else"),
        ("b[t + 1] = c[t];", "accesses something else"),
        ("b[t + 1] = b[t];", "accesses something else"),
        ("b[t + 1] += a[t];", "has other accesses"),
        ("b[t + 1] = 0;", "has other accesses"),
        ("b[t + 1] = a[t] + c[t];", "has other accesses"),
        ("if (t > 0) b[t + 1] = a[t];", "is executed somewhere else"),
        ("if (c[t] > 0) b[t + 1] = a[t];", ""),
    ] {
        match with(statement) {
            Err(Failure::NotRecords(message)) if message.contains(why) => {}
            other => panic!("{statement}: {other:?}"),
        }
    }
}

#[test]
fn another_number_of_statements() {
    let found = with("{ b[t + 1] = a[t]; c[t] = 0; }");
    assert!(matches!(found, Err(Failure::NotRecords(_))), "{found:?}");
}

/// A write that happens under a condition on data is another one than a write that happens.
#[test]
fn certain_and_uncertain_writes() {
    let scop = model("for (int i = 0; i < n; i++) S: b[i] = 1;");
    let perhaps = model("for (int i = 0; i < n; i++) if (b[i] > 0) S: b[i] = 1;");
    let legal = legality::Legal::original(&scop);
    let claim = without_holes(Claim::of_legal(&legal).expect("a claim"));
    let recorded = frontend_records("for (int i = 0; i < n; i++) lw_at_0[i] = 0;");
    let copies = records(&recorded, "lw_at_", &claim).expect("records");
    assert_eq!(same_accesses(&scop, &copies, &scop), Ok(()));
    let mut uncertain = scop.clone();
    uncertain.statements[0].accesses = perhaps.statements[0].accesses.clone();
    uncertain.statements[0]
        .accesses
        .retain(|access| access.is_write());
    match same_accesses(&uncertain, &copies, &scop) {
        Err(Failure::NotRecords(message)) if message.contains("accesses something else") => {}
        other => panic!("{other:?}"),
    }
}
