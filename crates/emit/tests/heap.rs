//! Arrays of a region that need memory from `malloc`: what is written for them, and that the front
//! end reads it as the same arrays.

use frontend::{ModelOptions, Unit, read};
use legality::Legal;
use scop::{Scop, Storage};

fn unit(text: &str) -> Unit {
    let text = format!("#include <stdlib.h>\n{text}");
    read(&text, &frontend::Options::default()).expect("C")
}

fn model(unit: &Unit) -> frontend::Modelled {
    unit.model(&unit.regions[0], &ModelOptions::default())
        .expect("a model")
}

/// A region that uses `t`, declared as `declaration`.
fn region(parameters: &str, declaration: &str, statements: &str) -> String {
    format!(
        "void f({parameters}) {{\n#pragma scop\n{declaration}\n{statements}\n#pragma endscop\n}}\n"
    )
}

/// The model with all arrays of the region in memory from `malloc`, as if a script had added them.
fn on_heap(text: &str) -> Scop {
    let mut scop = model(&unit(text)).scop;
    for array in &mut scop.arrays {
        if array.storage == Storage::Region {
            array.heap = true;
            array.span = None;
        }
    }
    scop
}

fn written(scop: &Scop, options: &emit::Options) -> emit::Result<String> {
    let ast = astgen::Generator::new()
        .context(scop.context.clone())
        .from_tree(&scop.schedule)
        .expect("loops");
    emit::region(&Legal::original(scop), &ast, options)
}

/// The lines that allocate and free, and the proof that they mean the same arrays.
fn check(parameters: &str, declaration: &str, statements: &str, expected: &[&str]) {
    let scop = on_heap(&region(parameters, declaration, statements));
    let text = written(&scop, &emit::Options::default()).expect("a text");
    let words = ["malloc", "abort", "free"];
    let lines: Vec<&str> = { text.lines().map(str::trim) }
        .filter(|line| words.iter().any(|word| line.contains(word)))
        .collect();
    assert_eq!(lines, expected, "{text}");
    let again = unit(&region(parameters, "", &text));
    let modelled = model(&again);
    let of_region = |scop: &Scop| {
        let arrays = scop.arrays.iter();
        let arrays = arrays.filter(|one| one.storage == Storage::Region);
        let shape = arrays.map(|one| (one.source_name.clone(), one.element.clone(), one.heap));
        shape.collect::<Vec<_>>()
    };
    assert_eq!(of_region(&modelled.scop), of_region(&scop), "{text}");
    for array in scop.arrays.iter().filter(|one| one.heap) {
        let mut arrays = modelled.scop.arrays.iter();
        let same = arrays.find(|one| one.source_name == array.source_name);
        for (a, b) in same.expect("the array").extents.iter().zip(&array.extents) {
            let (a, b) = (a.as_ref().expect("a size"), b.as_ref().expect("a size"));
            let equal = a.eq_set(b).and_then(|set| set.params()).expect("a set");
            assert!(scop.context.is_subset(&equal).expect("a verdict"), "{text}");
        }
        let mut allocations = modelled.allocations.iter();
        let own = allocations.find(|one| one.name == array.source_name);
        assert!(own.expect("an allocation").is_plain, "{text}");
    }
    // Read and written once more it stays as it is.
    let options = emit::Options {
        allocations: modelled.allocations.clone(),
        ..emit::Options::default()
    };
    assert_eq!(written(&modelled.scop, &options).expect("a text"), text);
}

#[test]
fn rows_of_numbers() {
    check(
        "int n, double a[n]",
        "double t[n];",
        "for (int i = 0; i < n; i++) t[i] = a[i]; for (int i = 0; i < n; i++) a[i] = t[n - 1 - i];",
        &[
            "double *t = malloc(n * sizeof *t);",
            "if (!t) abort();",
            "free(t);",
        ],
    );
    check(
        "int n, double a[n]",
        "float t[2 * n + 1];",
        "for (int i = 0; i < n; i++) t[2 * i] = a[i]; for (int i = 0; i < n; i++) a[i] = t[2 * i];",
        &[
            "float *t = malloc((2L * n + 1) * sizeof *t);",
            "if (!t) abort();",
            "free(t);",
        ],
    );
}

#[test]
fn extents_may_be_raised_to_one() {
    check(
        "int n, double a[n]",
        "double t_i[n > 1 ? n : 1];",
        "for (int i = 0; i < n; i++) t_i[i] = a[i]; for (int i = 0; i < n; i++) a[i] = t_i[i];",
        &[
            "double *t_i = malloc((1 > n ? 1 : n) * sizeof *t_i);",
            "if (!t_i) abort();",
            "free(t_i);",
        ],
    );
}

#[test]
fn sizes_do_not_wrap_around() {
    let body = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) t[i][j] = a[i] + j; \
                for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i] += t[i][m - 1 - j];";
    check(
        "int n, int m, double a[n]",
        "double t[n][m];",
        body,
        &[
            "double (*t)[m] = malloc(n * sizeof *t);",
            "if (!t || (size_t)-1 / n / m < sizeof(double)) abort();",
            "free(t);",
        ],
    );
    // Sizes that are known are small enough.
    check(
        "short n, short m, double a[n]",
        "long t[n][m];",
        body,
        &[
            "long (*t)[m] = malloc(n * sizeof *t);",
            "if (!t) abort();",
            "free(t);",
        ],
    );
    check(
        "long n, int m, double a[n]",
        "int t[n];",
        "for (long i = 0; i < n; i++) t[i] = m; for (long i = 0; i < n; i++) a[i] = t[i];",
        &[
            "int *t = malloc(n * sizeof *t);",
            "if (!t || (size_t)-1 / n < sizeof(int)) abort();",
            "free(t);",
        ],
    );
    check(
        "int n, int m, double a[n]",
        "double t[n][m + 1][3];",
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) t[i][j][1] = a[i] + j; \
         for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i] += t[i][m - 1 - j][1];",
        &[
            "double (*t)[m + 1L][3] = malloc(n * sizeof *t);",
            "if (!t || (size_t)-1 / n / (m + 1L) / 3 < sizeof(double)) abort();",
            "free(t);",
        ],
    );
}

#[test]
fn two_arrays_are_freed_both() {
    check(
        "int n, double a[n]",
        "double t[n]; int u[n];",
        "for (int i = 0; i < n; i++) { t[i] = a[i]; u[i] = i; } \
         for (int i = 0; i < n; i++) a[i] = t[n - 1 - i] + u[i];",
        &[
            "double *t = malloc(n * sizeof *t);",
            "if (!t) abort();",
            "int *u = malloc(n * sizeof *u);",
            "if (!u) abort();",
            "free(t);",
            "free(u);",
        ],
    );
}

const PLAIN: &str = "for (int i = 0; i < n; i++) t[i] = a[i]; \
                     for (int i = 0; i < n; i++) a[i] = t[i];";

/// `malloc(0)` may return nothing.
#[test]
fn arrays_without_elements_are_refused() {
    let mut scop = on_heap(&region("int n, double a[n]", "double t[n];", PLAIN));
    scop.context = "[n] -> { : n >= 0 }".parse().expect("a set");
    let error = written(&scop, &emit::Options::default()).expect_err("an error");
    assert_eq!(
        error,
        emit::Error::Allocation("`t` may have no elements".into())
    );
}

#[test]
fn malloc_may_be_out_of_reach() {
    let scop = on_heap(&region("int n, double a[n]", "double t[n];", PLAIN));
    let options = emit::Options {
        no_malloc: Some("nobody knows it".into()),
        ..emit::Options::default()
    };
    let error = written(&scop, &options).expect_err("an error");
    assert_eq!(
        error.to_string(),
        "`t` needs memory from `malloc`, but nobody knows it"
    );
}

#[test]
fn what_nothing_uses_is_not_declared() {
    let mut scop = on_heap(&region("int n, double a[n]", "double t[n];", PLAIN));
    let mut unused = scop.arrays.iter().find(|one| one.heap).expect("t").clone();
    (unused.name, unused.source_name) = ("u".into(), "u".into());
    scop.arrays.push(unused.clone());
    (unused.name, unused.source_name, unused.heap) = ("v".into(), "v".into(), false);
    scop.arrays.push(unused);
    let text = written(&scop, &emit::Options::default()).expect("a text");
    let words = frontend::identifiers_outside(&text, &[]);
    assert!(
        words.contains("t") && !words.contains("u") && !words.contains("v"),
        "{text}"
    );
}
