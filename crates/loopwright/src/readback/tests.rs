//! What the read-back finds in texts that were spoiled, and in its own tools.

use std::ops::Range;

use super::text::{is_closed, is_enclosed, parted};
use super::*;
use crate::program::read;
use crate::rewrite::{Choices, rewrite};

fn tokens(text: &str) -> Vec<Token> {
    frontend::tokens_of(text).expect("tokens")
}

#[test]
fn values_that_fall_apart() {
    for closed in [
        "i",
        "12",
        "(i + 1)",
        "lw_min(i, (j))",
        " (a) ",
        "f /* ) */ (i)",
    ] {
        assert!(is_closed(&tokens(closed)), "{closed}");
    }
    for open in [
        "i + 1",
        "-1",
        "(i) + (j)",
        "f(i) + 1",
        "i)",
        "i /* ( */ + 1",
        "i j",
        "",
    ] {
        assert!(!is_closed(&tokens(open)), "{open}");
    }
    let enclosed = |before: &str, after: &str| is_enclosed(&tokens(before), &tokens(after));
    assert!(enclosed("a[", "] = 0"));
    assert!(enclosed("a[ /* from */", "/* to */ ] = 0"));
    assert!(enclosed("2 * (", ")"));
    assert!(enclosed("(", ")"));
    assert!(!enclosed("f(", ")"));
    assert!(!enclosed("f /* ; */ (", ")"));
    assert!(!enclosed("2 * ", " + 1"));
}

#[test]
fn ranges_cut_no_tokens() {
    let parts = |text: &str, ranges: &[Range<usize>]| {
        let (outside, inside) = parted(text, ranges)?;
        let words = |parts: Vec<Vec<Token>>| -> Vec<String> {
            parts.iter().map(frontend::token::spell).collect()
        };
        Some((words(outside), words(inside)))
    };
    let strings = |list: &[&str]| list.iter().map(|one| one.to_string()).collect::<Vec<_>>();
    assert_eq!(
        parts("a[i + 1] = i;", &[2..7, 11..12]),
        Some((strings(&["a[", "] =", ";"]), strings(&["i + 1", "i"])))
    );
    for (text, cut) in [
        ("a[ii] = 0;", 2..3),
        ("a[ii] = 0;", 3..4),
        ("a[ii] = \"0;", 2..4),
    ] {
        assert_eq!(parts(text, std::slice::from_ref(&cut)), None, "{text}");
    }
}

const TEXT: &str = "#define H hidden
void f(int n, double a[n], double x, double k, double hidden) {
#pragma scop
  for (int i = 0; i < n; i++)
a[i] = x * (i + 1) + k; // and H: \"
  for (int i = 0; i < n; i++)
a[i] = a[i] + H * sizeof(\"a \\
 b\");
#pragma endscop
}
";

/// The verdict when a part of the new program is replaced by another one of the same length.
fn spoiled(old: &str, new: &str) -> Result<(), String> {
    let program = read(TEXT, &Request::default());
    let mut text = rewrite(&program, &program.originals(), &Choices::default()).expect("a text");
    assert!(
        text.text.contains(old) && old.len() == new.len(),
        "{}",
        text.text
    );
    text.text = text.text.replace(old, new);
    prove(&program, &text, &Request::default()).map_err(|error| error.notes.join("; "))
}

/// Records alone would not show any of these.
#[test]
fn the_text_of_statements_is_looked_at() {
    assert_eq!(spoiled("x", "x"), Ok(()));
    let why = spoiled("(i + 1)", " i + 1 ").expect_err("an error");
    assert!(why.contains("falls apart"), "{why}");
    let why = spoiled("+ k;", "- k;").expect_err("an error");
    assert!(why.contains("changed"), "{why}");
    let why = spoiled("x * (i + 1)", "x * (i + 2)").expect_err("an error");
    assert!(why.contains("different values"), "{why}");
}

const ROOTS: &str = "#define STEP 2
double sqrt(double);
void f(int n, double a[n]) {
#pragma scop
  for (int i = 0; i < n; i += STEP) {
double root;
root = sqrt(a[i]);
a[i] = root;
  }
#pragma endscop
}
";

/// The verdict on a text with something put before its first loop.
fn preceded(by: &str) -> Result<(), String> {
    let program = read(ROOTS, &Request::default());
    let originals = program.originals();
    let mut new = rewrite(&program, &originals, &Choices::default()).expect("a text");
    let at = new.text.find("  for (").expect("a loop");
    new.text.insert_str(at, by);
    for placed in &mut new.regions[0].statements {
        for range in placed.holes.iter_mut().chain([&mut placed.range]) {
            *range = range.start + by.len()..range.end + by.len();
        }
    }
    prove(&program, &new, &Request::default()).map_err(|error| error.notes.join("; "))
}

/// None of these shows in the model of the region.
#[test]
fn what_stands_around_the_loops_is_looked_at() {
    assert_eq!(preceded("\n"), Ok(()));
    for (directive, expected) in [
        ("\n#define sqrt cbrt\n", "changes the meaning"),
        ("\n#define STEP 2\n", "changes the meaning"),
        ("\n#define other 3\n", "is not undefined"),
        ("\n#undef STEP\n", "unexpected"),
        ("\n#pragma GCC ivdep\n", "unexpected"),
        ("\n#include \"other.h\"\n", "unexpected"),
        ("\n    double a[9];\n", "accesses something else"),
    ] {
        let why = preceded(directive).expect_err(directive);
        assert!(why.contains(expected), "{directive}: {why}");
    }
    let why = spoiled("double k,", "float k, ").expect_err("an error");
    assert!(why.contains("outside the regions"), "{why}");
}

#[test]
fn variables_of_the_region_keep_their_types() {
    let program = read(ROOTS, &Request::default());
    let originals = program.originals();
    let mut new = rewrite(&program, &originals, &Choices::default()).expect("a text");
    assert!(new.text.contains("double root;"), "{}", new.text);
    new.text = new.text.replace("double root;", "float  root;");
    let error = prove(&program, &new, &Request::default()).expect_err("an error");
    assert!(
        error.notes[0].contains("declared differently"),
        "{:?}",
        error.notes
    );
}

/// What iterations share is not allocated by each of them.
#[test]
fn memory_that_is_lost_with_an_iteration_is_found() {
    let text = "#include <stdlib.h>
void f(int n, double a[n]) {
#pragma scop
  double *t = malloc(n * sizeof *t);
  if (!t) abort();
  for (int i = 0; i < n; i++) {
t[i] = a[i];
a[i] = t[i] + 1;
  }
  free(t);
#pragma endscop
}
";
    let mut program = read(text, &Request::default());
    let recipe = crate::transform::Recipe {
        script: Some(("script", "parallel(S0.i)")),
        ..Default::default()
    };
    let done = crate::transform::transform(&mut program, &Request::default(), &recipe);
    let orders = done.orders().expect("a legal order");
    let mut new = rewrite(&program, &orders, &Choices::default()).expect("a text");
    assert!(prove(&program, &new, &Request::default()).is_ok());
    let head = "for (int i = 0; i < n; i++) {\n";
    let [start, loop_, body] = [
        new.text.find("    double *t").expect("an allocation"),
        new.text.find("    #pragma omp").expect("a directive"),
        new.text.find(head).expect("a loop") + head.len(),
    ];
    let allocation = new.text[start..loop_].to_string();
    let rest = new.text[loop_..body].to_string();
    new.text
        .replace_range(start..body, &format!("{rest}{allocation}"));
    let freed = new.text.find("    free(t);\n").expect("an end");
    let end = new.text[..freed].rfind("    }\n").expect("an end");
    new.text
        .replace_range(end..freed + 13, "    free(t);\n    }\n");
    let error = prove(&program, &new, &Request::default()).expect_err("an error");
    assert!(
        error.notes[0].contains("`t` is lost with each iteration"),
        "{:?} {}",
        error.notes,
        new.text
    );
}

/// No budget is so small, or ends at such a place, that something is said to be wrong.
#[test]
fn proofs_that_end_early_blame_nobody() {
    let text = "#include <stdlib.h>
void f(int n, double *A, double *C) {
  double D[60];
#pragma scop
  for (int i = 0; i < 4; i++)
for (int j = n - 1; j >= i; j--) {
  D[j + 2] = C[j + 1] + C[i - j + 14];
  A[j] = D[j + 2];
}
#pragma endscop
}
";
    let mut program = read(text, &Request::default());
    let recipe = crate::transform::Recipe {
        script: Some(("script", "pack(C, S0.i)\nexpand(D, [i, j])")),
        ..Default::default()
    };
    let done = crate::transform::transform(&mut program, &Request::default(), &recipe);
    let orders = done.orders().expect("a legal order");
    let new = rewrite(&program, &orders, &Choices::default()).expect("a text");
    let (mut budget, mut unfinished) = (1, 0);
    loop {
        let request = Request {
            budget: Some(budget),
            ..Request::default()
        };
        match prove(&program, &new, &request) {
            Ok(()) => break,
            Err(error) => assert_eq!(error.code, report::NOT_FINISHED, "{budget}: {error:?}"),
        }
        unfinished += 1;
        budget += budget / 40 + 1;
    }
    assert!(unfinished > 100, "{unfinished}");
}

/// A counter that is wider makes a product of it wider, and that shows in what is made of it.
#[test]
fn types_of_operations_are_looked_at() {
    let text = "void f(int n, int x, double a[n]) {
#pragma scop
  for (int i = 0; i < n; i++)
a[i] = x * i * 2u;
#pragma endscop
}
";
    let read = |text: &str| read(text, &Request::default());
    let mut program = read(text);
    let new = rewrite(&program, &program.originals(), &Choices::default()).expect("a text");
    assert!(prove(&program, &new, &Request::default()).is_ok());
    program.nests[0].computed = read(&text.replace("int i", "long i")).nests[0]
        .computed
        .clone();
    let error = prove(&program, &new, &Request::default()).expect_err("an error");
    assert!(
        error.notes[0].contains("in other types"),
        "{:?}",
        error.notes
    );
}

#[test]
fn captured_names_are_found() {
    let program = read(TEXT, &Request::default());
    let new = rewrite(&program, &program.originals(), &Choices::default()).expect("a text");
    let reader = Reader::new(&Request::default()).expect("a reader");
    let unit = reader.read(&new.text, None).expect("a text");
    let mut model = reader
        .model(&unit, &new.regions[0], &program.nests[0], &[])
        .expect("a model")
        .scop;
    let scop = program.nests[0].scop();
    assert_eq!(not_captured(&unit, &model, scop, &new.regions[0]), Ok(()));
    for (name, is_captured) in [("k", true), ("x", true), ("hidden", true), ("other", false)] {
        for copy in &mut model.statements {
            copy.iterators = vec![name.into()];
        }
        let judged = not_captured(&unit, &model, scop, &new.regions[0]);
        assert_eq!(judged.is_err(), is_captured, "{name}");
    }
}
