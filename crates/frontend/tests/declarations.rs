//! What is found outside of regions.

use frontend::declarations::{Declarations, Function};
use frontend::syntax::Purity;
use frontend::{Options, Unit, read};

fn unit(text: &str) -> Unit {
    let text = format!("{text}\n#pragma scop\n;\n#pragma endscop\n");
    match read(&text, &Options::default()) {
        Ok(unit) => unit,
        Err(rejected) => panic!("{rejected}"),
    }
}

fn declarations(text: &str) -> Declarations {
    unit(text).declarations
}

fn signature(function: &Function) -> String {
    let parameters: Vec<String> = function
        .parameters
        .iter()
        .map(|parameter| parameter.to_string())
        .collect();
    format!(
        "{} {}({})",
        function.result,
        function.name,
        parameters.join(", ")
    )
}

fn check_function(text: &str, expected: &str) {
    let found = declarations(text);
    let signatures: Vec<String> = found.functions.values().map(signature).collect();
    assert_eq!(signatures, [expected], "for {text:?}");
}

fn check_global(text: &str, expected: &str) {
    let found = declarations(text);
    let globals: Vec<String> = found
        .globals
        .iter()
        .map(|symbol| format!("{} {}", symbol.name, symbol.ty))
        .collect();
    assert_eq!(globals, [expected], "for {text:?}");
}

#[test]
fn parameters() {
    check_function("void f(void);", "void f()");
    check_function("void f() {}", "void f()");
    check_function(
        "int f(int, double *);",
        "int f((_ int), (_ (pointer double)))",
    );
    check_function(
        "void f(int n, double A[n][n + 1]) {}",
        "void f((n int), (A (array n (array (+ n 1) double))))",
    );
    check_function(
        "void f(double (*A)[8]) {}",
        "void f((A (pointer (array 8 double))))",
    );
    check_function(
        "void f(const double *restrict a) {}",
        "void f((a (pointer restrict const-double)))",
    );
    check_function(
        "void f(double a[static const restrict 8]) {}",
        "void f((a (array restrict static 8 double)))",
    );
    check_function(
        "void f(double a[], int b[*]) {}",
        "void f((a (array _ double)), (b (array _ int)))",
    );
    check_function(
        "void f(int (*g)(int)) {}",
        "void f((g (pointer (function int (_ int)))))",
    );
    check_function(
        "double *f(struct p *q) { return 0; }",
        "(pointer double) f((q (pointer struct-p)))",
    );
    check_function("real f(real x) { return x; }", "real f((x real))");
    check_function(
        "API static inline unsigned f(int x) {}",
        "unsigned-int f((x int))",
    );
    check_function(
        "void f(a, b) double *b; {}",
        "void f((a int), (b (pointer double)))",
    );
    check_function("f(x) { return x; }", "int f((x int))");
}

#[test]
fn the_definition_wins_and_keeps_what_the_prototype_said() {
    let found = declarations(
        "double f(double) __attribute__((const));\ndouble f(double x) { return x; }\n\
         __attribute__((pure)) int g(int *p);\n[[gnu::pure]] int h(int *p);\nvoid k(int);",
    );
    let purities: Vec<(&str, Purity, bool)> = found
        .functions
        .values()
        .map(|function| (&*function.name, function.purity, function.body.is_some()))
        .collect();
    assert_eq!(
        purities,
        [
            ("f", Purity::Const, true),
            ("g", Purity::Pure, false),
            ("h", Purity::Pure, false),
            ("k", Purity::Unknown, false),
        ]
    );
    assert_eq!(found.function("f").unwrap().parameters[0].name, "x");
}

#[test]
fn globals() {
    check_global("static double A[10][20];", "A (array 10 (array 20 double))");
    check_global("extern int n;", "n int");
    check_global("double A[2] = { 1, 2 };", "A (array 2 double)");
    check_global("struct { int a; } s;", "s struct-(unnamed-0)");
    check_global(
        "typedef float real; real (*rows)[4];",
        "rows (pointer (array 4 real))",
    );
    check_global("volatile unsigned char c;", "c volatile-unsigned-char");
    check_global("_Thread_local static int x = 3;", "x int");
}

#[test]
fn types() {
    let found = declarations(
        "typedef double real; typedef real row[16]; typedef struct { real x; row r; } cell;\n\
         union u { int a; float b; }; struct outer { int t; union { int p, q; }; struct u2 { int z; } n; };\n\
         typedef loop loop;",
    );
    assert_eq!(found.typedefs["row"].to_string(), "(array 16 real)");
    let real = &found.typedefs["real"];
    assert_eq!(found.resolve(real).to_string(), "double");
    let cell = found.resolve(&found.typedefs["cell"]).base().name.clone();
    let fields = |name: &str| -> Vec<String> {
        let record = found.record(name).unwrap_or_else(|| panic!("no {name}"));
        record
            .fields
            .iter()
            .map(|field| field.to_string())
            .collect()
    };
    assert_eq!(fields(&cell), ["(x real)", "(r row)"]);
    assert_eq!(fields("union u"), ["(a int)", "(b float)"]);
    assert!(found.record("union u").unwrap().is_union);
    assert_eq!(
        fields("struct outer"),
        ["(t int)", "(p int)", "(q int)", "(n struct-u2)"]
    );
    assert_eq!(fields("struct u2"), ["(z int)"]);
    // Two without a tag are not the same.
    let found = declarations("struct { int a; } s; struct { int b; } t;");
    assert_ne!(found.records[0].name, found.records[1].name);
}

#[test]
fn constants() {
    let found = declarations(
        "#define BASE 10\nenum { A, B = BASE, C, D = B << 2, E = sizeof(int), F };\n\
         static const int N = C * 2 - 1; const long M = N > 5 ? -N : 0; int not_const = 3;\n\
         const double x = 1; const size_t S = 4; constexpr int K = 2;",
    );
    let constants: Vec<(&str, i64)> = found
        .constants
        .iter()
        .map(|(name, value)| (&**name, *value))
        .collect();
    assert_eq!(
        constants,
        [
            ("A", 0),
            ("B", 10),
            ("C", 11),
            ("D", 40),
            ("K", 2),
            ("M", -21),
            ("N", 21),
            ("S", 4)
        ]
    );
}

/// What cannot be understood does not hide what follows.
#[test]
fn strange_text_is_skipped() {
    for strange in [
        "@@ !! ;",
        "int x = = 3;",
        "DECLARE(foo)",
        "class A { void f() { } };",
        "asm(\"nop\");",
        "_Static_assert(1, \"x\");",
        "template <class T, int N = (3 > 2)> struct S { T x; };",
        "} } )",
        "int f(int {;};",
        "void A::b() { int c; }",
        "using x = y;",
        "[[nodiscard]] auto g() -> int { return 1; }",
        "int operator+(int a, int b) { return a; }",
        "__attribute__((unused))",
        "__attribute x __declspec",
        "= 3;",
    ] {
        let found = declarations(&format!("{strange}\nint after[4];"));
        let names: Vec<&str> = found.globals.iter().map(|symbol| &*symbol.name).collect();
        assert!(
            names.contains(&"after"),
            "{strange:?} hides what follows: {names:?}"
        );
    }
}

#[test]
fn text_outside_is_known_by_its_bytes() {
    let text = "/* é */ void f(int n) {\n#pragma scop // here\n  n = 1;\n  #pragma endscop\n}\n";
    let unit = read(text, &Options::default()).unwrap();
    let region = &unit.regions[0];
    let (before, after) = (
        &text[..region.span.range().start],
        &text[region.span.range().end..],
    );
    assert!(before.ends_with("#pragma scop // here"));
    assert!(after.starts_with("#pragma endscop"));
    assert_eq!(
        unit.source_text(region.statements[0].tokens).unwrap().1,
        "n = 1;"
    );
}

/// A pragma that `#if` leaves out is not there, and those of headers are not ours.
#[test]
fn only_active_pragmas_of_the_main_text_count() {
    let headers = |_: &str| Some("#pragma scop\nint h;\n#pragma endscop\n".to_string());
    let text =
        "#include \"x.h\"\n#if 0\n#pragma scop\n#endif\n#pragma scop\nx = 1;\n#pragma endscop\n";
    let options = Options {
        headers: &headers,
        ..Options::default()
    };
    assert_eq!(read(text, &options).unwrap().regions.len(), 1);
}

/// Statements that come out of one macro have no source text of their own.
#[test]
fn source_text_is_given_only_when_it_is_exact() {
    let text = "#define TWO(x) x = 1; x = 2\n#define ONE(x) x = 3\n#pragma scop\nTWO(a);\nONE(b);\n\
                c =\n#ifdef X\n1\n#else\n2\n#endif\n;\n#pragma endscop\n";
    let unit = read(text, &Options::default()).unwrap();
    let statements = &unit.regions[0].statements;
    let texts: Vec<Option<&str>> = statements
        .iter()
        .map(|statement| unit.source_text(statement.tokens).map(|(_, text)| text))
        .collect();
    assert_eq!(texts, [None, None, Some("ONE(b);"), None]);
    let expanded: Vec<String> = statements
        .iter()
        .map(|statement| unit.expanded_text(statement.tokens))
        .collect();
    assert_eq!(expanded, ["a = 1;", "a = 2;", "b = 3;", "c = 2 ;"]);
}

/// A header that is included again is the same text; a file that includes itself is not itself.
#[test]
fn headers_are_kept_once() {
    let text = "#ifndef A\n#define A\n#include \"input.c\"\n#include \"input.c\"\n#endif\n\
                #pragma scop\nx = 1;\n#pragma endscop\n";
    let headers = |_: &str| Some(text.to_string());
    let options = Options {
        headers: &headers,
        ..Options::default()
    };
    let unit = read(text, &options).unwrap();
    assert_eq!(unit.regions.len(), 1);
    let names: Vec<&str> = unit.files.iter().map(|(_, file)| &*file.name).collect();
    assert_eq!(names, ["input.c", "<definitions>", "input.c"]);
}
