//! Loops that are marked as parallel: the pragmas have the right lists, the compiler takes them
//! without a warning, and the program computes the same with several threads.

mod compiler;

use std::path::Path;
use std::process::Command;

use loopwright::program::{Program, Request, read};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, Rewritten, rewrite};
use scop::schedule::{Kind, Member, Node};

/// Marks the loops over some counters.
fn mark(program: &mut Program, change: &dyn Fn(&str, &mut Member)) {
    for nest in &mut program.nests {
        let scop = &mut nest.file.scop;
        let marked = scop.schedule.map_bottom_up(|node| {
            let Kind::Band(band) = node.kind() else {
                return Ok::<_, std::convert::Infallible>(node);
            };
            let mut band = band.clone();
            for member in &mut band.members {
                let name = member.iterator.clone().unwrap_or_default();
                change(&name, member);
            }
            let child = node.child().cloned().unwrap_or_else(Node::leaf);
            Ok(Node::band(band, child))
        });
        let Ok(marked) = marked;
        let tree = marked.expect("bands stay bands");
        scop.schedule = tree;
    }
}

/// The body of a function with a region, with loops over the `parallel` and `vector` counters
/// marked.
fn written(source: &str, parallel: &[&str], vector: &[&str]) -> Rewritten {
    let mut program = read(source, &Request::default());
    assert!(!program.has_errors(), "{:?}", program.diagnostics);
    mark(&mut program, &|name, member| {
        member.parallel = parallel.contains(&name);
        member.vector = vector.contains(&name);
    });
    let new = rewrite(&program, &Choices::default()).expect("a text");
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
        "#include <stdio.h>
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
    let mut program = read(&source, &Request::default());
    mark(&mut program, &|_, member| member.parallel = true);
    let choices = Choices {
        pragmas: false,
        ..Choices::default()
    };
    let new = rewrite(&program, &choices).expect("a text");
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

#[test]
fn maxima_are_reductions() {
    let source = program(
        "#pragma scop
  for (int i = 0; i < n; i++)
    s = a[i] > s ? a[i] : s;
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

/// What OpenMP cannot run in parallel is left as it is, with a warning.
#[test]
fn what_stands_in_the_way_is_said() {
    for (body, word) in [
        ("b[i] = s; s = a[i];", "`s`"),
        ("b[i] = 0; if (i % 2 == 0) s = a[i];", "last"),
        (
            "double x[2]; x[0] = a[i]; x[1] = b[i]; a[i] = x[1]; b[i] = x[0];",
            "`x`",
        ),
    ] {
        let source = program(&format!(
            "#pragma scop\n  for (int i = 0; i < n; i++) {{ {body} }}\n#pragma endscop"
        ));
        let new = written(&source, &["i"], &[]);
        assert!(!new.text.contains("#pragma omp"), "{}", new.text);
        let [warning] = &new.warnings[..] else {
            panic!("{:?}", new.warnings)
        };
        assert!(warning.notes[0].contains(word), "{warning:?}");
    }
}
