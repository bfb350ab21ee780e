//! Scripts in C: `#pragma loopwright …` lines, with places in the C text.

use frontend::{ModelOptions, read};
use script::{Diagnostics, Outcome};

fn run(c: &str) -> Result<Outcome, Diagnostics> {
    let unit = read(c, &frontend::Options::default()).expect("C");
    let modelled = unit.model(&unit.regions[0], &ModelOptions::default());
    let modelled = modelled.expect("a model");
    // That new text has no branches of `#if` that are left out is not what this is about.
    let mut others = modelled.warnings.iter();
    assert!(
        others.all(|one| one.code == frontend::codes::BRANCH_LEFT_OUT),
        "{:?}",
        modelled.warnings
    );
    let script = script::inline(&unit.files, &unit.regions[0].scripts)?;
    script::run(&script, &modelled.scop, &script::Options::default())
}

const PROGRAM: &str = "// #pragma loopwright nonsense(\u{e9})
void f(int n, double A[n][n]) {
#pragma loopwright outside(of the region)
#pragma scop
  # pragma loopwright let T = 2 // a comment in \u{fc}ml\u{e4}ut
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      S: A[i][j] = i;
#pragma loopwright tile(S, \\
                        T, T)
#pragma endscop
}
";

#[test]
fn lines_of_a_region_are_one_script() {
    let outcome = run(PROGRAM).expect("a script");
    assert_eq!(outcome.steps.len(), 1);
    let step = &outcome.steps[0];
    assert!(
        PROGRAM[step.span.range()].starts_with("tile(S, "),
        "{step:?}"
    );
    let expected = "{ S[i, j] -> [0, 2*floor(i/2), 0, 2*floor(j/2), 0, i, 0, j, 0] }";
    let expected: presburger::UnionMap = expected.parse().expect("a map");
    let found = outcome.vector_map().expect("vectors");
    let domain = found.domain().expect("a domain");
    let expected = expected.intersect_domain(&domain).expect("a map");
    assert!(found.is_equal(&expected).expect("comparable"), "{found}");
}

#[test]
fn errors_are_places_in_c() {
    let wrong = PROGRAM.replace("tile(S,", "tile(Q,");
    let errors = run(&wrong).expect_err("no such label");
    let span = errors.list[0].span.expect("a place");
    assert_eq!(&wrong[span.range()], "Q");
    assert_eq!(span.file, scop::FileId::MAIN);
}

/// Only what the preprocessor leaves of the region counts: no comments, strings, or branches that
/// are left out; a comment may go on in the next line.
#[test]
fn lines_that_are_no_pragmas_are_no_script() {
    let odd = "void f(int n, double A[n][n]) {
#pragma scop
/*
#pragma loopwright nonsense(1)
*/
#if 0
#pragma loopwright nonsense(2)
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      S: A[i][j] = i;
#pragma loopwright interchange(S.i, /* not
#pragma loopwright nonsense(3) */ S.j)
#pragma loopwright \\
   reverse(S.j)
#pragma endscop
}
";
    let outcome = run(odd).expect("a script");
    let steps: Vec<&str> = outcome
        .steps
        .iter()
        .map(|step| &odd[step.span.range()])
        .collect();
    assert_eq!(steps.len(), 2, "{steps:?}");
    assert!(steps[0].starts_with("interchange(S.i"), "{steps:?}");
    assert_eq!(steps[1], "reverse(S.j)");
}
