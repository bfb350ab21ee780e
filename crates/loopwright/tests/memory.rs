//! Memory from `malloc` in new texts: what is written is proved, and what spoils it is found.

use loopwright::program::{Program, Request, read};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, Rewritten, rewrite};
use scop::Storage;

/// A program that allocates its memory itself.
const OWN: &str = "#include <stdlib.h>
void f(int n, int m, double a[n]) {
#pragma scop
  double (*p)[m] = malloc(n * sizeof *p);
  if (!p) exit(3);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i][j] = a[i] * j;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i] += p[i][m - 1 - j];
  free(p);
#pragma endscop
}
";

/// One whose elements are addressed by hand.
const BY_HAND: &str = "#include <stdlib.h>
void f(int n, int m, double a[n]) {
#pragma scop
  double *p = malloc(n * m * sizeof(double));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * m + j] = a[i] * j;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i] += p[i * m + m - 1 - j];
  free(p);
#pragma endscop
}
";

/// The same on the stack.
const STACK: &str = "#include <stdlib.h>
void f(int n, int m, double a[n]) {
#pragma scop
  double p[n > 1 ? n : 1][m > 1 ? m : 1];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i][j] = a[i] * j;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i] += p[i][m - 1 - j];
#pragma endscop
}
";

/// The program with its own array in memory that Loopwright allocates.
fn added() -> Program {
    let mut program = read(STACK, &Request::default());
    for array in &mut program.nests[0].file.scop.arrays {
        array.heap = array.storage == Storage::Region;
    }
    program
}

fn written(program: &Program) -> Rewritten {
    rewrite(program, &program.originals(), &Choices::default()).expect("a text")
}

/// The verdict when the first of these is replaced by the second.
fn spoiled(program: &Program, old: &str, new: &str) -> Result<(), String> {
    let mut text = written(program);
    let at = text.text.find(old);
    let at = at.unwrap_or_else(|| panic!("`{old}` is not in\n{}", text.text));
    text.text.replace_range(at..at + old.len(), new);
    for placed in &mut text.regions[0].statements {
        for range in placed.holes.iter_mut().chain([&mut placed.range]) {
            if range.start > at {
                let moved = |offset: usize| offset + new.len() - old.len();
                *range = moved(range.start)..moved(range.end);
            }
        }
    }
    let proved = prove(program, &text, &Request::default());
    proved.map_err(|error| error.notes.join("; "))
}

fn check(program: &Program, cases: &[(&str, &str, &str)]) {
    assert_eq!(spoiled(program, "for", "for"), Ok(()));
    for (old, new, expected) in cases {
        let why = spoiled(program, old, new).expect_err(new);
        assert!(why.contains(expected), "`{new}` for `{old}`: {why}");
    }
}

#[test]
fn memory_of_the_program_is_allocated_as_it_was() {
    let program = read(OWN, &Request::default());
    check(
        &program,
        &[
            ("free(p);", "", "free(p)"),
            ("free(p);", "free(p); free(p);", "free(p)"),
            ("free(p);", "free(a);", "free(p)"),
            ("free(p);", "if (n > 0) free(p);", "free(p)"),
            ("exit(3);", "exit(3); free(p);", "free(p)"),
            ("if (!p) exit(3);", "", "without memory has changed"),
            ("exit(3)", "exit(4)", "without memory has changed"),
            ("exit(3)", "abort()", "without memory has changed"),
            ("if (!p)", "if (p == NULL)", "without memory has changed"),
            ("if (!p)", "if (!p || n > 9)", "without memory has changed"),
            ("if (!p)", "if (p)", "more than to access"),
            ("malloc(n *", "malloc(m *", "declared differently"),
            ("malloc(n *", "malloc((n - 1) *", "declared differently"),
            ("sizeof *p", "sizeof p", "its size is not written"),
            ("sizeof *p", "sizeof **p", "its size is not written"),
            ("double (*p)[m]", "float (*p)[m]", "declared differently"),
            ("(*p)[m]", "(*p)[m + 1]", "declared differently"),
            ("malloc(n * sizeof *p)", "calloc(n, sizeof *p)", "calloc"),
            (
                "double (*p)[m] = malloc(n * sizeof *p);",
                "double p[n][m];",
                "",
            ),
            ("if (!p)", "p = 0; if (!p)", ""),
            (
                "if (!p)",
                "double *q = p[0]; if (!p)",
                "more than to access",
            ),
            (
                "#pragma scop",
                "#pragma scop\n#define malloc(n) (void *)0",
                "",
            ),
        ],
    );
}

#[test]
fn sizes_that_are_not_known_stay_as_they_are() {
    let changed = "is not declared as it was";
    check(
        &read(BY_HAND, &Request::default()),
        &[
            ("n * m * sizeof", "n * n * sizeof", changed),
            ("n * m * sizeof", "(n - 1) * m * sizeof", changed),
            (
                "n * m * sizeof(double)",
                "n * m * sizeof(float)",
                "size is not written",
            ),
            ("free(p);", "", "free(p)"),
            (
                "  free(p);",
                "  if (!p) abort(); free(p);",
                "before it is known",
            ),
            (
                "sizeof(double));",
                "sizeof(double)); if (!p) abort();",
                "without memory has changed",
            ),
        ],
    );
}

#[test]
fn memory_of_new_arrays_is_enough_or_the_program_ends() {
    let program = added();
    let text = written(&program).text;
    let lines = [
        "double (*p)[1 > m ? 1 : m] = malloc((1 > n ? 1 : n) * sizeof *p);",
        "if (!p || (size_t)-1 / (1 > n ? 1 : n) / (1 > m ? 1 : m) < sizeof(double)) abort();",
        "free(p);",
    ];
    for line in lines {
        assert!(text.contains(line), "{text}");
    }
    let limit = " || (size_t)-1 / (1 > n ? 1 : n) / (1 > m ? 1 : m) < sizeof(double)";
    check(
        &program,
        &[
            (lines[1], "", "without memory"),
            ("abort();", "exit(0);", "without memory"),
            ("abort();", ";", "must end"),
            (limit, "", "larger than `malloc` can be told"),
            (limit, " || n > 1000", "without memory"),
            ("< sizeof(double)", "< sizeof(float)", "without memory"),
            (
                "/ (1 > m ? 1 : m) <",
                "/ (1 > n ? 1 : n) <",
                "without memory",
            ),
            ("(size_t)-1", "(size_t)1", "without memory"),
            ("(1 > n ? 1 : n) * sizeof", "n * sizeof", "without memory"),
            (lines[2], "", "free(p)"),
        ],
    );
}

/// Nothing that a program has allocated is used after it is freed.
#[test]
fn memory_is_freed_last() {
    let program = read(OWN, &Request::default());
    let mut text = written(&program);
    let at = text.text.rfind("free(p);").expect("a call");
    text.text.replace_range(at..at + 8, "");
    let first = text.text.find("for").expect("a loop");
    text.text.insert_str(first, "free(p);");
    for placed in &mut text.regions[0].statements {
        for range in placed.holes.iter_mut().chain([&mut placed.range]) {
            *range = range.start + 8..range.end + 8;
        }
    }
    let error = prove(&program, &text, &Request::default()).expect_err("an error");
    assert!(error.notes[0].contains("after it is freed"), "{error:?}");
}

#[test]
fn malloc_needs_its_header() {
    let mut program = read(
        &STACK.replace("#include <stdlib.h>", "#include <stdio.h>"),
        &Request::default(),
    );
    for array in &mut program.nests[0].file.scop.arrays {
        array.heap = array.storage == Storage::Region;
    }
    let orders = program.originals();
    let error = rewrite(&program, &orders, &Choices::default()).expect_err("an error");
    assert_eq!(error.code.0, "LW0012");
    assert!(
        error.message.contains("does not include `<stdlib.h>`"),
        "{error:?}"
    );
}

/// The text is the same when it is read and written again.
#[test]
fn texts_stay_as_they_are() {
    let own = [OWN, BY_HAND].map(|text| read(text, &Request::default()));
    for program in own.into_iter().chain([added()]) {
        let text = written(&program).text;
        let again = read(&text, &Request::default());
        assert!(again.diagnostics.is_empty(), "{:?}", again.diagnostics);
        let once = written(&again);
        assert_eq!(once.text, text);
        prove(&again, &once, &Request::default()).expect("a proof");
    }
}

/// A condition on the size is written with the sizes as they are written anew.
#[test]
fn checks_need_no_macros_that_are_gone() {
    let text = written(&added()).text;
    let asserted = text.replace("#pragma scop", "  assert(n > 1 && m > 1);\n#pragma scop");
    let program = read(&asserted, &Request::default());
    let new = written(&program);
    prove(&program, &new, &Request::default()).expect("a proof");
    assert_eq!(
        new.text.contains("lw_max("),
        new.text.contains("#define lw_max")
    );
    let old = "< sizeof(double)) abort();";
    let why = spoiled(&program, old, "< sizeof(float)) abort();").expect_err("an error");
    assert!(why.contains("without memory"), "{why}");
}

/// Neither is as good as the other: a stack may be too small, and the heap has to be freed.
#[test]
fn the_heap_is_not_the_stack() {
    let (stack, heap) = (read(STACK, &Request::default()), added());
    for (program, mut text) in [(&stack, written(&heap)), (&heap, written(&stack))] {
        text.regions[0].order = program.originals().remove(0);
        let error = prove(program, &text, &Request::default()).expect_err("an error");
        assert!(error.notes[0].contains("declared differently"), "{error:?}");
    }
}
