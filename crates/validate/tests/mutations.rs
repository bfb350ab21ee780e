//! The proof can fail: code that is right is proved, and every way of spoiling it is found, with
//! the reason that fits.

use std::mem::discriminant;

use validate::{Claim, Failure, prove};

/// Reads a region in which `S(…)` is a record of statement 0 and `T(…)` one of statement 1.
fn model(code: &str, context: &str) -> scop::Scop {
    let text = format!(
        "#define S(i, j) lw_at_0[i][j] = 0\n#define T(i) lw_at_1[i] = 0\n\
         #pragma scop\n{code}\n#pragma endscop\n"
    );
    let unit = frontend::read(&text, &frontend::Options::default())
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = frontend::ModelOptions {
        context: Some(context.parse().expect("a context")),
        ..frontend::ModelOptions::default()
    };
    let modelled = unit.model(&unit.regions[0], &options);
    modelled
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .scop
}

const CONTEXT: &str = "[n] -> { : n >= 1 }";

fn claim() -> Claim {
    // The statement `S` reverses its inner loop, and `T` ends each outer iteration but the first.
    let schedule = "[n] -> { S[i, j] -> [i, 0, -j] : 0 <= i < n and 0 <= j <= i; \
                             T[i] -> [i, 1, 0] : 1 <= i < n }";
    let schedule: presburger::UnionMap = schedule.parse().expect("a schedule");
    let claim = Claim::of_map(&schedule, &CONTEXT.parse().expect("a context"));
    let mut claim = claim.expect("a claim");
    claim.statements.sort_by(|a, b| a.name.cmp(&b.name));
    claim
}

const RIGHT: &str = "
for (int c0 = 0; c0 < n; c0 += 1) {
  for (int c2 = -c0; c2 <= 0; c2 += 1)
    S(c0, -c2);
  if (c0 >= 1)
    T(c0);
}";

fn verdict(code: &str) -> Result<(), Failure> {
    prove(&model(code, CONTEXT), "lw_at_", &claim())
}

#[test]
fn what_is_right_is_proved() {
    assert_eq!(verdict(RIGHT), Ok(()));
    // An outer iteration without inner ones does no harm.
    assert_eq!(verdict(&RIGHT.replace("c0 = 0", "c0 = -1")), Ok(()));
    // In other words: parts of a loop by themselves, downward counters, a stride.
    let other = "
S(0, 0);
for (int a = 1; a < n; a++) {
  for (int b = a; b >= 1; b--)
    S(a, b);
  S(a, 0);
  for (int c = 7 * a; c <= 7 * a; c += 3)
    T(c / 7);
}";
    assert_eq!(verdict(other), Ok(()));
}

/// Each line: what is replaced, by what, and the kind of failure that must be found.
#[test]
fn what_is_spoiled_is_found() {
    let missing = Failure::Missing {
        statement: String::new(),
        example: String::new(),
    };
    let foreign = Failure::Foreign {
        statement: String::new(),
        example: String::new(),
    };
    let twice = Failure::Twice {
        statement: String::new(),
        example: String::new(),
    };
    let order = Failure::Order {
        first: String::new(),
        second: String::new(),
        example: String::new(),
    };
    let cases = [
        // Bounds that are off by one.
        ("c0 < n", "c0 <= n", &foreign),
        ("c0 < n", "c0 < n - 1", &missing),
        ("int c0 = 0", "int c0 = 1", &missing),
        ("int c2 = -c0", "int c2 = -c0 + 1", &missing),
        ("c2 <= 0", "c2 < 0", &missing),
        ("c2 <= 0", "c2 <= 1", &foreign),
        // A wrong step.
        ("c0 += 1", "c0 += 2", &missing),
        // Guards that are dropped, or too strong.
        ("if (c0 >= 1)", "", &foreign),
        ("c0 >= 1", "c0 >= 2", &missing),
        // Arguments.
        ("S(c0, -c2)", "S(c0, -c2 + 1)", &foreign),
        ("S(c0, -c2)", "S(c0, c0)", &twice),
        // Order.
        ("S(c0, -c2)", "S(c0, c0 + c2)", &order),
        (
            "int c0 = 0; c0 < n; c0 += 1",
            "int c0 = n - 1; c0 >= 0; c0 -= 1",
            &order,
        ),
        // Something twice.
        ("    T(c0);", "    { T(c0); T(c0); }", &twice),
        (
            "    S(c0, -c2);",
            "    { S(c0, -c2); if (c2 == 0) S(c0, 0); }",
            &twice,
        ),
    ];
    for (old, new, expected) in cases {
        assert!(RIGHT.contains(old), "{old}");
        let spoiled = RIGHT.replacen(old, new, 1);
        match verdict(&spoiled) {
            Err(found) if discriminant(&found) == discriminant(expected) => {}
            other => panic!("{old} -> {new}: {other:?}"),
        }
    }
}

/// Statements in the wrong order of the text, and loops that should not be apart.
#[test]
fn a_wrong_order_of_the_text_is_found() {
    let swapped = "
for (int c0 = 0; c0 < n; c0 += 1) {
  if (c0 >= 1)
    T(c0);
  for (int c2 = -c0; c2 <= 0; c2 += 1)
    S(c0, -c2);
}";
    assert!(matches!(verdict(swapped), Err(Failure::Order { .. })));
    let apart = "
for (int c0 = 0; c0 < n; c0 += 1)
  for (int c2 = -c0; c2 <= 0; c2 += 1)
    S(c0, -c2);
for (int c0 = 1; c0 < n; c0 += 1)
  T(c0);";
    let Err(Failure::Order { first, second, .. }) = verdict(apart) else {
        panic!("{:?}", verdict(apart))
    };
    assert_eq!((&*first, &*second), ("S", "T"));
}

/// Holes have values of their own.
#[test]
fn wrong_values_in_the_text_are_found() {
    let mut claim = claim();
    claim.statements.truncate(1);
    let domain = claim.statements[0].domain.clone();
    claim.dates = claim.dates.intersect_domain(&domain.into()).expect("dates");
    let value = "[n] -> { S[i, j] -> [(i + n)] }".parse().expect("a value");
    claim.statements[0].holes.push(value);
    let code = |value: &str| {
        format!(
            "for (int a = 0; a < n; a++) for (int b = a; b >= 0; b--)
               lw_at_0[a][b] = lw_at_0_with[a][b][{value}];"
        )
    };
    let verdict = |value: &str| prove(&model(&code(value), CONTEXT), "lw_at_", &claim);
    assert_eq!(verdict("n + a"), Ok(()));
    assert!(matches!(verdict("n - a"), Err(Failure::Foreign { .. })));
    assert!(matches!(verdict("a * a"), Err(Failure::Undecided(_))));
    // Rows of n cells, which are one subscript more.
    assert!(matches!(verdict("n * a"), Err(Failure::NotRecords(_))));
}

/// A text that holds less than everywhere proves nothing for elsewhere.
#[test]
fn assumptions_are_not_smuggled_in() {
    let read = model(RIGHT, "[n] -> { : n >= 5 }");
    let verdict = prove(&read, "lw_at_", &claim());
    assert!(matches!(verdict, Err(Failure::Undecided(_))), "{verdict:?}");
}

/// What a tree leaves open may be executed in any order; what it does not, may not.
#[test]
fn sets_leave_the_order_open() {
    let tree = |kind: &str| -> scop::ScheduleTree {
        format!(
            r#"{{ domain: "[n] -> {{ S[i, j] : 0 <= i, j < n; T[i] : 0 <= i < n }}",
                  child: {{ {kind}: [
                    {{ filter: "[n] -> {{ S[i, j] }}",
                       child: {{ schedule: "[{{ S[i, j] -> [i] }}, {{ S[i, j] -> [j] }}]" }} }},
                    {{ filter: "[n] -> {{ T[i] }}",
                       child: {{ schedule: "[{{ T[i] -> [i] }}]" }} }} ] }} }}"#
        )
        .parse()
        .expect("a tree")
    };
    let code = "
for (int c0 = 0; c0 < n; c0 += 1)
  T(c0);
for (int c0 = 0; c0 < n; c0 += 1)
  for (int c1 = 0; c1 < n; c1 += 1)
    S(c0, c1);";
    let verdict = |kind: &str, code: &str| {
        let claim = Claim::of_tree(&tree(kind), &CONTEXT.parse().expect("a context"));
        let mut claim = claim.expect("a claim");
        claim.statements.sort_by(|a, b| a.name.cmp(&b.name));
        prove(&model(code, CONTEXT), "lw_at_", &claim)
    };
    assert_eq!(verdict("set", code), Ok(()));
    assert!(matches!(
        verdict("sequence", code),
        Err(Failure::Order { .. })
    ));
    // Within one of them it is not open.
    let turned = code.replace("S(c0, c1)", "S(c1, c0)");
    assert!(matches!(
        verdict("set", &turned),
        Err(Failure::Order { .. })
    ));
}

/// An instance that is executed at several dates is executed once at each.
#[test]
fn instances_with_several_dates() {
    let schedule: presburger::UnionMap = "[n] -> { S[i, j] -> [i, j, 0] : 0 <= i, j < n; \
         T[0] -> [i, n, 0] : 0 <= i < n }"
        .parse()
        .expect("a schedule");
    let mut claim =
        Claim::of_map(&schedule, &CONTEXT.parse().expect("a context")).expect("a claim");
    claim.statements.sort_by(|a, b| a.name.cmp(&b.name));
    let verdict = |code: &str| prove(&model(code, CONTEXT), "lw_at_", &claim);
    let code = "
for (int c0 = 0; c0 < n; c0 += 1) {
  for (int c1 = 0; c1 < n; c1 += 1)
    S(c0, c1);
  T(0);
}";
    assert_eq!(verdict(code), Ok(()));
    let guarded = code.replace("  T(0);", "  if (c0 > 0) T(0);");
    assert!(matches!(verdict(&guarded), Err(Failure::Missing { .. })));
    let early = "
for (int c0 = 0; c0 < n; c0 += 1) {
  T(0);
  for (int c1 = 0; c1 < n; c1 += 1)
    S(c0, c1);
}";
    assert!(matches!(verdict(early), Err(Failure::Order { .. })));
}
