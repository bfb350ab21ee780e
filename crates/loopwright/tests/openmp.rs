//! Loops that are marked as parallel: the pragmas have the right lists, the compiler takes them
//! without a warning, and the program computes the same with several threads.

mod compiler;

use std::path::Path;
use std::process::Command;

use legality::{Verdict, Violation};
use loopwright::program::{Program, Request, read};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, Rewritten, rewrite};
use scop::ArrayId;
use scop::schedule::{Kind, Member, Node};

/// The order of the program's only region with some loops marked, judged.
fn marked(program: &Program, change: &dyn Fn(&str, &mut Member)) -> Verdict {
    let scop = program.nests[0].scop();
    // What is only ever accumulated into.
    let is_sum = |array: ArrayId| {
        let mut accesses = scop.accesses().filter(|(_, _, one)| one.array == array);
        accesses.all(|(statement, id, _)| {
            let reduction = scop[statement].reduction;
            reduction.is_some_and(|one| one.read == id || one.write == id)
        })
    };
    let sums = scop.arrays().filter(|(id, _)| is_sum(*id));
    let sums: Vec<String> = sums.map(|(_, array)| array.name.clone()).collect();
    let tree = scop.schedule.map_bottom_up(|node| {
        let Kind::Band(band) = node.kind() else {
            return Ok::<_, std::convert::Infallible>(node);
        };
        let mut band = band.clone();
        for member in &mut band.members {
            let name = member.iterator.clone().unwrap_or_default();
            change(&name, member);
            member.reductions = sums.clone();
        }
        let child = node.child().cloned().unwrap_or_else(Node::leaf);
        Ok(Node::band(band, child))
    });
    let Ok(tree) = tree;
    let tree = tree.expect("bands stay bands");
    let dependences = dependence::dependences(scop, &Default::default()).expect("dependences");
    legality::check(scop, &dependences, &tree, &Default::default()).expect("a verdict")
}

/// The body of a function with a region, with loops over the `parallel` and `vector` counters
/// marked.
fn written(source: &str, parallel: &[&str], vector: &[&str]) -> Rewritten {
    let program = read(source, &Request::default());
    assert!(!program.has_errors(), "{:?}", program.diagnostics);
    let verdict = marked(&program, &|name, member| {
        member.parallel = parallel.contains(&name);
        member.vector = vector.contains(&name);
    });
    let legal = verdict.legal();
    let legal = legal.unwrap_or_else(|| panic!("{:?}\n{source}", verdict.violations()));
    let choices = Choices::default();
    let new = rewrite(&program, std::slice::from_ref(legal), &choices).expect("a text");
    if let Err(error) = prove(&program, &new, &Request::default()) {
        panic!("{error:?}\n{}", new.text);
    }
    new
}

/// Compiles and runs a program; its output.
fn run(folder: &Path, name: &str, text: &str, threads: usize) -> String {
    let (source, binary) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&source, text).expect("a file");
    let compiled = Command::new("cc")
        .args([
            "-std=gnu11",
            "-O1",
            "-fopenmp",
            "-Wall",
            "-Wextra",
            "-Werror",
        ])
        .arg(&source)
        .args(["-lm", "-o"])
        .arg(&binary)
        .output()
        .expect("a compiler");
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{messages}\n{text}");
    let output = Command::new(&binary)
        .env("OMP_NUM_THREADS", threads.to_string())
        .output()
        .expect("a run");
    assert!(output.status.success(), "{text}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The program has these pragmas, in this order, and prints the same as before.
fn check(source: &str, parallel: &[&str], vector: &[&str], pragmas: &[&str]) {
    let new = written(source, parallel, vector);
    let lines = new.text.lines().map(str::trim);
    let found: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("#pragma omp "))
        .collect();
    assert_eq!(found, pragmas, "{}", new.text);
    assert!(new.warnings.is_empty(), "{:?}", new.warnings);
    if !compiler::has_openmp() {
        return;
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let expected = run(scratch.path(), "before", source, 1);
    assert!(expected.len() > 3, "{expected}");
    for threads in [1, 2, 4] {
        let name = format!("after{threads}");
        let output = run(scratch.path(), &name, &new.text, threads);
        assert_eq!(output, expected, "{threads} threads\n{}", new.text);
    }
}

/// A whole program around a function: it fills `a`, `b` and `c` with small whole numbers, so that
/// sums do not depend on their order, and prints them and `s` after the function.
fn program(body: &str) -> String {
    format!(
        "#include <math.h>
#include <stdio.h>
#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"
enum {{ N = 60 }};
static double a[N], b[N], c[N][N];
static double s = 3;
static void f(int n)
{{
{body}
}}
int main(void)
{{
  for (int i = 0; i < N; i++) {{
    a[i] = i % 7;
    b[i] = i % 5 + 1;
    for (int j = 0; j < N; j++)
      c[i][j] = (i * j) % 11;
  }}
  f(N);
  double sum = s;
  for (int i = 0; i < N; i++) {{
    sum = 0.5 * sum + 3 * a[i] + 7 * b[i];
    for (int j = 0; j < N; j++)
      sum += (j + 1) * c[i][j];
  }}
  printf(\"%.17g %.17g\\n\", s, sum);
  return 0;
}}
"
    )
}

#[test]
fn a_parallel_loop() {
    let source = program(
        "#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i][j] = a[i] * b[j];
#pragma endscop",
    );
    check(&source, &["i"], &[], &["parallel for"]);
    check(&source, &["j"], &[], &["parallel for"]);
    // Threads are started once.
    check(&source, &["i", "j"], &[], &["parallel for"]);
    check(&source, &["i"], &["j"], &["parallel for", "simd"]);
    check(&source, &["i"], &["i"], &["parallel for simd"]);
    check(&source, &[], &["j"], &["simd"]);
    check(&source, &[], &[], &[]);
}

#[test]
fn pragmas_can_be_left_out() {
    let source = program(
        "#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop",
    );
    let program = read(&source, &Request::default());
    let verdict = marked(&program, &|_, member| member.parallel = true);
    let orders = [verdict.legal().expect("a legal order").clone()];
    let choices = Choices {
        pragmas: false,
        ..Choices::default()
    };
    let new = rewrite(&program, &orders, &choices).expect("a text");
    assert!(!new.text.contains("omp"), "{}", new.text);
}

/// A loop that counts downwards, with a step.
#[test]
fn a_parallel_loop_that_counts_down() {
    let source = program(
        "#pragma scop
  for (int i = n - 1; i >= 1; i -= 3)
    a[i] = b[i - 1];
#pragma endscop",
    );
    check(&source, &["i"], &[], &["parallel for"]);
}

#[test]
fn scalars_of_the_region_are_private() {
    let source = program(
        "#pragma scop
  for (int i = 0; i < n; i++) {
    double x = a[i];
    double y = 0;
    for (int j = 0; j < n; j++)
      y += c[i][j] * x;
    b[i] = y;
  }
#pragma endscop",
    );
    check(&source, &["i"], &[], &["parallel for private(x, y)"]);
}

/// Counters that are declared before the region belong to each thread, too.
#[test]
fn counters_from_outside_are_private() {
    let source = program(
        "  int i, j, k;
#pragma scop
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++)
      c[i][j] = 0;
    for (k = 0; k < n; k++)
      c[i][k] += a[k];
  }
#pragma endscop",
    );
    check(&source, &["i"], &[], &["parallel for private(j, k)"]);
}

/// What may be read after the region has the value of the last iteration.
#[test]
fn scalars_that_live_on_are_lastprivate() {
    let source = program(
        "#pragma scop
  for (int i = 0; i < n; i++) {
    s = a[i] + 1;
    b[i] = s * 2;
  }
#pragma endscop",
    );
    check(&source, &["i"], &[], &["parallel for lastprivate(s)"]);
}

/// So has what a later loop of the region reads.
#[test]
fn scalars_for_a_later_loop_are_lastprivate() {
    let source = program(
        "#pragma scop
  {
    double x;
    for (int i = 0; i < n; i++) {
      x = a[i];
      b[i] = x * 2;
    }
    for (int j = 0; j < n; j++)
      c[0][j] = x;
  }
#pragma endscop",
    );
    check(&source, &["i"], &[], &["parallel for lastprivate(x)"]);
}

#[test]
fn sums_are_reductions() {
    let source = program(
        "#pragma scop
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
#pragma endscop",
    );
    check(&source, &["i"], &[], &["parallel for reduction(+: s)"]);
    check(&source, &[], &["i"], &["simd reduction(+: s)"]);
}

/// Arrays that an iteration writes before it reads them.
#[test]
fn arrays_of_the_region_are_private() {
    let source = program(
        "#pragma scop
  for (int i = 0; i < n; i++) {
    double x[3], y[2][2];
    for (int k = 0; k < 3; k++)
      x[k] = a[i] * k;
    for (int k = 0; k < 2; k++)
      for (int l = 0; l < 2; l++)
        y[k][l] = x[k + l] + b[i];
    b[i] = y[0][0] * y[1][1] - y[0][1] * y[1][0];
  }
#pragma endscop",
    );
    check(&source, &["i"], &[], &["parallel for private(x, y)"]);
    check(&source, &[], &["i"], &["simd private(x, y)"]);
}

/// All cells of an array that lives on are written by each iteration, and so by the last one.
#[test]
fn arrays_that_live_on_are_lastprivate() {
    let source = program(
        "double x[3] = {1, 2, 3};
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      x[k] = a[i] * k;
    b[i] = x[0] + x[1] * x[2];
  }
#pragma endscop
  s = x[1] + x[2];",
    );
    check(&source, &["i"], &[], &["parallel for lastprivate(x)"]);
    check(&source, &[], &["i"], &["simd lastprivate(x)"]);
}

/// Some cells are what they were before the loop, the others are written first.
#[test]
fn arrays_that_are_partly_written_begin_as_copies() {
    let source = program(
        "double x[4] = {2, 0, 0, 5};
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int k = 1; k < 3; k++)
      x[k] = a[i] * x[0];
    b[i] = x[1] * x[2] + x[3];
  }
#pragma endscop
  s = x[0] + x[1] + x[2] + x[3];",
    );
    let clauses = "parallel for firstprivate(x) lastprivate(x)";
    check(&source, &["i"], &[], &[clauses]);
}

#[test]
fn maxima_are_reductions() {
    let source = program(
        "#pragma scop
  for (int i = 0; i < n; i++)
    s = fmax(a[i], s);
#pragma endscop",
    );
    check(&source, &["i"], &[], &["parallel for reduction(max: s)"]);
}

/// Cells that several iterations add to are a reduction, those of one iteration are not.
#[test]
fn sums_into_arrays() {
    let source = program(
        "#pragma scop
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      a[i] += c[i][k];
#pragma endscop",
    );
    check(
        &source,
        &["k"],
        &[],
        &["parallel for reduction(+: a[0:60])"],
    );
    check(&source, &["i"], &[], &["parallel for"]);
}

/// A loop over tiles has other counters than the subscripts: cells are told apart by their values.
#[test]
fn sums_in_tiles_are_told_apart() {
    let source = program(
        "#pragma scop
  for (int t = 0; t < n; t += 8)
    for (int k = 0; k < n; k++)
      for (int i = t; i < (t + 8 < n ? t + 8 : n); i++)
        a[i] += c[i][k];
#pragma endscop",
    );
    check(&source, &["t"], &[], &["parallel for"]);
}

/// What iterations need of each other is found before anything is written.
#[test]
fn what_stands_in_the_way_is_said() {
    for (body, array) in [
        ("b[i] = s; s = a[i];", "s"),
        ("b[i] = 0; if (i % 2 == 0) s = a[i];", "s"),
        (
            "double x[2]; x[i % 2] = a[i]; if (i > 0) b[i] = x[(i - 1) % 2];",
            "x",
        ),
    ] {
        let source = program(&format!(
            "#pragma scop\n  for (int i = 0; i < n; i++) {{ {body} }}\n#pragma endscop"
        ));
        let program = read(&source, &Request::default());
        let verdict = marked(&program, &|_, member| member.parallel = true);
        let [Violation::Race(race), ..] = verdict.violations() else {
            panic!("{:?}", verdict.violations())
        };
        assert_eq!(program.nests[0].scop()[race.array].name, array);
    }
}

/// The pragmas of a text are proved against it, whoever has written them.
#[test]
fn wrong_directives_are_found() {
    let inner = "  int i, j;
  double x;
#pragma scop
  for (i = 0; i < n; i++) {
    x = a[i];
    for (j = 0; j < n; j++)
      c[i][j] = c[i][j] * x;
  }
#pragma endscop
  s = x;";
    let sums = "#pragma scop
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      a[i] += c[i][k];
#pragma endscop";
    for (body, counter, old, new) in [
        (inner, "i", " private(j)", ""),
        (inner, "i", " lastprivate(x)", ""),
        (inner, "i", "lastprivate(x)", "private(x)"),
        (inner, "i", "private(j)", "private(i, j)"),
        (inner, "i", "parallel for", "parallel for simd"),
        (inner, "i", "parallel for", "parallel for nowait(1)"),
        (sums, "k", " reduction(+: a[0:60])", ""),
        (sums, "k", "reduction(+", "reduction(*"),
        (sums, "k", "a[0:60]", "a[0:59]"),
        (sums, "k", "a[0:60]", "a[1:60]"),
        (sums, "k", "a[0:60]", "b[0:60]"),
        (
            sums,
            "i",
            "parallel for",
            "parallel for reduction(+: a[0:60])",
        ),
    ] {
        let source = program(body);
        let read = read(&source, &Request::default());
        let mut text = written(&source, &[counter], &[]);
        let at = text
            .text
            .find(old)
            .unwrap_or_else(|| panic!("{old}\n{}", text.text));
        let end = at + old.len();
        // Behind the pragma all else stays where it was.
        let blanks = old.len().saturating_sub(new.len());
        text.text
            .replace_range(at..end, &format!("{new}{}", " ".repeat(blanks)));
        let moved = new.len().saturating_sub(old.len());
        for statement in &mut text.regions[0].statements {
            for range in statement.holes.iter_mut().chain([&mut statement.range]) {
                *range = range.start + moved..range.end + moved;
            }
        }
        let why = prove(&read, &text, &Request::default()).expect_err("an error");
        assert!(
            why.notes[0].contains("directive"),
            "{old} {new}: {:?}",
            why.notes
        );
    }
}
