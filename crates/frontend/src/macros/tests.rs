use super::*;
use crate::files::NoHeaders;

fn run(text: &str) -> (SourceMap, Preprocessed) {
    run_with(text, &[], &NoHeaders)
}

fn run_with(text: &str, definitions: &[&str], headers: &dyn Headers) -> (SourceMap, Preprocessed) {
    let mut files = SourceMap::default();
    files.add("main.c", text);
    let result = preprocess(&mut files, definitions, headers, &crate::World::new());
    (files, result)
}

/// The text expands to `expected` without a word about it.
fn check(text: &str, expected: &str) {
    let (_, result) = run(text);
    assert_eq!(spell(&result.tokens), expected, "for {text:?}");
    assert_eq!(result.diagnostics, [], "for {text:?}");
}

/// The text expands to `expected` with these messages.
fn check_messages(text: &str, expected: &str, messages: &[&str]) {
    let (_, result) = run(text);
    assert_eq!(spell(&result.tokens), expected, "for {text:?}");
    let found: Vec<String> = result.diagnostics.iter().map(|d| d.to_string()).collect();
    assert_eq!(found, messages, "for {text:?}");
}

#[test]
fn object_like_macros() {
    check("#define N 100\n#define M N\nint a[M];", "int a[100];");
    check("#define EMPTY\na EMPTY b", "a b");
    check("#define N 1\n#undef N\nN", "N");
    check("#define F (x)\nF", "(x)");
    check("#define N 1\n#define N 2\nN", "2");
}

#[test]
fn function_like_macros() {
    check(
        "#define ADD(a, b) ((a) + (b))\nADD(1, f(2, 3))",
        "((1) + (f(2, 3)))",
    );
    check("#define F(x) x\nF", "F");
    check("#define F(x) x\nF\n(1)", "1");
    check("#define F() 1\nF() + F( )", "1 + 1");
    check("#define F(x) [x]\nF()", "[]");
    check("#define F(x) x + F\nF(1)(2)", "1 + F(2)");
    check(
        "#define max(x, y) ((x) > (y) ? (x) : (y))\nmax(0, max(a, b))",
        "((0) > (((a) > (b) ? (a) : (b))) ? (0) : (((a) > (b) ? (a) : (b))))",
    );
}

/// The example of C11, 6.10.3.5.
#[test]
fn rescanning_follows_the_standard() {
    check(
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n\
         #define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n\
         #define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n\
         f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n\
         g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
         p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\n\
         char c[2][6] = { str(hello), str() };",
        "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1); \
         f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1); \
         int i[] = { 1, 23, 4, 5, }; \
         char c[2][6] = { \"hello\", \"\" };",
    );
}

#[test]
fn stringizing_and_pasting() {
    check("#define S(x) #x\nS( a  +  \"b\\n\" )", r#""a + \"b\\n\"""#);
    check(
        "#define C(a, b) a##b\nC(x, 1) C(, y) C(z, ) C(<, <=)",
        "x1 y z <<=",
    );
    check(
        "#define N 4\n#define C(a, b) a##b\n#define D(a, b) C(a, b)\nC(x, N) D(x, N)",
        "xN x4",
    );
    check_messages(
        "#define C(a, b) a##b\nC(+, x)",
        "+x",
        &["warning[LW0128]: `##` cannot join `+` and `x` into one token"],
    );
}

#[test]
fn variadic_macros() {
    check(
        "#define P(f, ...) printf(f, __VA_ARGS__)\nP(\"%d\", 1, 2)",
        "printf(\"%d\", 1, 2)",
    );
    check(
        "#define P(f, ...) printf(f, ##__VA_ARGS__)\nP(\"x\") P(\"y\", 1)",
        "printf(\"x\") printf(\"y\", 1)",
    );
    check("#define P(args...) f(args)\nP(1, 2)", "f(1, 2)");
}

#[test]
fn recursion_ends() {
    check("#define a b\n#define b a\na b", "a b");
    check("#define f(x) f(x + 1)\nf(f(0))", "f(f(0 + 1) + 1)");
    check("#define x x y\nx", "x y");
}

#[test]
fn explosions_end_in_an_error() {
    let mut text = String::new();
    for level in 0..40 {
        text.push_str(&format!("#define X{level} X{} X{}\n", level + 1, level + 1));
    }
    text.push_str("X0");
    let (_, result) = run(&text);
    assert_eq!(result.diagnostics.len(), 1);
    assert_eq!(
        result.diagnostics[0].to_string(),
        "error[LW0120]: macros expand to more than 262144 tokens"
    );
    assert!(result.tokens.len() < 2_000_000);

    let deep = format!("#define F(x) x\n{}1{}", "F(".repeat(300), ")".repeat(300));
    let (_, result) = run(&deep);
    assert_eq!(
        result.diagnostics[0].to_string(),
        "error[LW0120]: macro arguments nest more than 100 deep"
    );
}

#[test]
fn wrong_invocations_are_left_alone() {
    check_messages(
        "#define F(x, y) x\nF(1) F(1, 2, 3)",
        "F(1) F(1, 2, 3)",
        &[
            "warning[LW0122]: macro `F` takes 2 arguments, not 1",
            "warning[LW0122]: macro `F` takes 2 arguments, not 3",
        ],
    );
    check_messages(
        "#define F(x) x\nF(1, ",
        "F(1,",
        &["warning[LW0122]: the call of macro `F` has no `)`"],
    );
}

#[test]
fn conditionals_choose_one_branch() {
    let text = "#if A == 1\none\n#elif A == 2\ntwo\n#else\nother\n#endif";
    for (definition, expected) in [("A=1", "one"), ("A=2", "two"), ("A=7", "other")] {
        let (_, result) = run_with(text, &[definition], &NoHeaders);
        assert_eq!(spell(&result.tokens), expected);
    }
    check("#ifdef X\na\n#else\nb\n#endif", "b");
    check("#ifndef X\na\n#else\nb\n#endif", "a");
    check("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif", "c");
    check("#if 0\nit's \"fine here @\n#endif\nx", "x");
    check("#if 1\na\n#elif 1 / 0\nb\n#endif", "a");
}

#[test]
fn conditions_are_evaluated() {
    for (condition, expected) in [
        ("1 + 2 * 3 == 7", true),
        ("(1 ? 2 : 3) == 2", true),
        ("-1 < 0 && !0", true),
        ("defined N && N > 5", true),
        ("defined(N) || 1 / 0", true),
        ("defined M && 1 / M", false),
        ("UNKNOWN", false),
        ("0x10 == 16 && 'a' == 97", true),
        ("(1 << 4) - 1 == 15 && (15 & ~1) == 14", true),
        ("F(3) == 4", true),
        ("__STDC_VERSION__ >= 199901L", true),
    ] {
        let text =
            format!("#define N 10\n#define F(x) x + 1\n#if {condition}\nyes\n#else\nno\n#endif");
        check(&text, if expected { "yes" } else { "no" });
    }
    check_messages(
        "#if __has_include(<stdio.h>)\na\n#endif\n#ifdef __GNUC__\nb\n#endif\n#ifndef _A_H\n#define _A_H\n#endif",
        "",
        &[
            "warning[LW0129]: what `__has_include` says is up to the compiler",
            "warning[LW0129]: whether `__GNUC__` is defined, and as what, is not known",
        ],
    );
    check_messages(
        "#if 1 +\na\n#endif\n#if F(1)\nb\n#endif\n#if 1 / 0\nc\n#endif",
        "",
        &[
            "warning[LW0124]: cannot evaluate the condition: expected a value",
            "warning[LW0124]: cannot evaluate the condition: no macro `F` is defined",
            "warning[LW0124]: cannot evaluate the condition: it divides by zero",
        ],
    );
}

#[test]
fn conditions_have_numbers_of_64_bits() {
    let cases = include_str!("conditions.txt").lines();
    let mut count = 0;
    for line in cases.filter(|line| !line.starts_with('#')) {
        let (expected, condition) = line.split_once(' ').unwrap();
        let (_, result) = run(&format!("#if {condition}\nyes\n#else\nno\n#endif"));
        let answer = spell(&result.tokens);
        match expected {
            "-" => {
                let codes: Vec<_> = result.diagnostics.iter().map(|one| one.code).collect();
                assert_eq!(codes, [codes::BAD_CONDITION], "for {condition}");
            }
            _ => {
                assert_eq!(answer, expected, "for {condition}");
                assert_eq!(result.diagnostics, [], "for {condition}");
            }
        }
        count += 1;
    }
    assert!(count > 50);
}

#[test]
fn conditions_without_a_value_are_open() {
    let (_, result) = run("#if 1 / 0\n#define N 1\n#else\n#define N 2\n#endif\n");
    let open: Vec<&str> = result.open.iter().map(|one| &*one.condition).collect();
    assert_eq!(open, ["1 / 0"]);
    assert!(result.left.contains("N"));
}

#[test]
fn macros_ask_whether_others_are_defined() {
    let asks = "#define N 0\n#define HAS_N defined(N)\n#define HAS_M defined M\n";
    check(&format!("{asks}#if HAS_N && !HAS_M\nyes\n#endif"), "yes");
}

/// It is 1 since C23 and in C++ and 0 before.
#[test]
fn truth_depends_on_the_language() {
    let text = "#if true\nyes\n#endif";
    check_messages(
        text,
        "",
        &["warning[LW0129]: whether `true` is defined, and as what, is not known"],
    );
    check("#define true 1\n#if true && !false\nyes\n#endif", "yes");
    check_named("main.cpp", text, "yes", 0);
}

#[test]
fn unbalanced_conditionals_are_reported() {
    check_messages(
        "#endif\n#else\n#if 1\nx",
        "x",
        &[
            "warning[LW0125]: `#endif` without `#if`",
            "warning[LW0125]: `#else` without `#if`",
            "warning[LW0125]: unterminated conditional: missing `#endif`",
        ],
    );
}

#[test]
fn headers_come_from_the_caller() {
    let headers = |name: &str| match name {
        "a.h" => Some("#pragma once\n#include \"b.h\"\nint a;".to_string()),
        "b.h" => Some("#include \"a.h\"\n#define B 2\n".to_string()),
        _ => None,
    };
    let (files, result) = run_with("#include \"a.h\"\n#include <a.h>\nB", &[], &headers);
    assert_eq!(spell(&result.tokens), "int a; 2");
    assert_eq!(result.diagnostics, []);
    let names: Vec<&str> = files.iter().map(|(_, file)| &*file.name).collect();
    assert_eq!(names, ["main.c", "<definitions>", "a.h", "b.h"]);
    // A token of a header has its place there.
    assert_eq!(files.slice(result.tokens[1].span()), "a");
}

#[test]
fn missing_headers_are_noted() {
    let (_, result) =
        run("#include <stdio.h>\n#include \"mine.h\"\n#define H \"other.h\"\n#include H\nx");
    assert_eq!(spell(&result.tokens), "x");
    let missing: Vec<(&str, bool)> = result
        .missing
        .iter()
        .map(|header| (&*header.name, header.angled))
        .collect();
    assert_eq!(
        missing,
        [("stdio.h", true), ("mine.h", false), ("other.h", false)]
    );
    let notes: Vec<String> = result.diagnostics.iter().map(|d| d.to_string()).collect();
    assert_eq!(
        notes,
        [
            "note[LW0126]: cannot find the header `mine.h`",
            "note[LW0126]: cannot find the header `other.h`",
        ]
    );
}

#[test]
fn endless_includes_end_in_an_error() {
    let headers = |name: &str| Some(format!("#include \"{name}\"\n"));
    let (_, result) = run_with("#include \"x.h\"\ny", &[], &headers);
    assert_eq!(
        result.diagnostics[0].to_string(),
        "error[LW0121]: headers include each other more than 64 deep"
    );
    assert_eq!(result.diagnostics.len(), 1);
}

#[test]
fn definitions_of_the_caller() {
    let (_, result) = run_with("A B F(3)", &["A", "B=x y", "F(n)=n * n"], &NoHeaders);
    assert_eq!(spell(&result.tokens), "1 x y 3 * 3");
}

#[test]
fn odd_directives() {
    check("#\n#line 3\n# 12 \"x.c\"\n#ident \"v\"\nx", "x");
    check_messages(
        "#frobnicate\nx",
        "x",
        &["warning[LW0123]: unknown directive `#frobnicate`"],
    );
    check_messages(
        "#error need N\nx",
        "x",
        &["warning[LW0127]: `#error`: need N"],
    );
    check_messages(
        "#define\n#define 3\n#define F(x\n#include\n",
        "",
        &[
            "warning[LW0123]: malformed `#define`: expected a name",
            "warning[LW0123]: malformed `#define`: this is not a name",
            "warning[LW0123]: malformed `#define`: unclosed parameter list",
            "warning[LW0123]: malformed `#include`: expected a name in quotes or angle brackets",
        ],
    );
}

#[test]
fn pragmas_are_tokens() {
    let (_, result) =
        run("#pragma   omp parallel\nx _Pragma(\"scop\") y\n#define P _Pragma(\"endscop\")\nP");
    let pragmas: Vec<&str> = result
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Pragma)
        .map(|token| &*token.text)
        .collect();
    assert_eq!(pragmas, ["omp parallel", "scop", "endscop"]);
}

#[test]
fn an_assert_of_the_program_is_what_it_says() {
    check(
        "#define assert(x) ((void) 0)\nassert(n > 0);",
        "((void) 0);",
    );
}

#[test]
fn polybench_without_its_headers() {
    check("double POLYBENCH_2D(A,N,M,n,m)", "double A[n][m]");
    check("SQRT_FUN(x) + SCALAR_VAL(1.0)", "sqrt(x) + 1.0");
    check(
        "#define _PB_N POLYBENCH_LOOP_BOUND(N,n)\n_PB_N _PB_M",
        "n _PB_M",
    );
    // A definition of the program's own wins.
    check("#define SCALAR_VAL(x) x##f\nSCALAR_VAL(1.0)", "1.0f");
    check("#ifdef SCALAR_VAL\nx\n#endif", "");
}

/// Where tokens stand: those of arguments at their own place, those of bodies at the invocation.
#[test]
fn tokens_know_where_they_come_from() {
    let text = "#define SQ(x) x * x\n#define ID(x) x\ny = SQ(ID(a) + 1);";
    let (files, result) = run(text);
    let places: Vec<(String, &str, bool, Option<&str>)> = result
        .tokens
        .iter()
        .map(|token| {
            let invocation = token.invocation().map(|span| files.slice(span));
            (
                token.text.to_string(),
                files.slice(token.span()),
                token.from_body,
                invocation,
            )
        })
        .collect();
    let whole = "SQ(ID(a) + 1)";
    let expected = [
        ("y", "y", false, None),
        ("=", "=", false, None),
        ("a", "a", false, Some(whole)),
        ("+", "+", false, Some(whole)),
        ("1", "1", false, Some(whole)),
        ("*", whole, true, Some(whole)),
        ("a", "a", false, Some(whole)),
        ("+", "+", false, Some(whole)),
        ("1", "1", false, Some(whole)),
        (";", ";", false, None),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|(text, at, body, whole)| (text.to_string(), *at, *body, *whole))
        .collect();
    assert_eq!(places, expected);
    // `a` lies in the argument of ID, which lies in the argument of SQ.
    let within: Vec<&str> = result.tokens[2]
        .place
        .invocations()
        .iter()
        .map(|span| files.slice(*span))
        .collect();
    assert_eq!(within, ["ID(a)", whole]);
}

/// The text in a file of that name expands to `expected`, with this many messages.
fn check_named(name: &str, text: &str, expected: &str, messages: usize) {
    let mut files = SourceMap::default();
    files.add(name, text);
    let result = preprocess(&mut files, &[] as &[&str], &NoHeaders, &crate::World::new());
    assert_eq!(spell(&result.tokens), expected, "for {text:?} in {name}");
    assert_eq!(result.diagnostics.len(), messages, "for {text:?} in {name}");
}

#[test]
fn the_version_of_the_language_is_asked_for() {
    let asks = |condition: &str| {
        format!(
            "#define OLD (__STDC_VERSION__ < 201112L)\n#define NEW (__cplusplus >= 201103L)\n#if {condition}\nyes\n#else\nno\n#endif"
        )
    };
    for (condition, c, messages_c, cplusplus, messages_cplusplus) in [
        ("defined __cplusplus", "no", 0, "yes", 0),
        ("__cplusplus", "no", 0, "yes", 0),
        ("__STDC_VERSION__", "yes", 0, "no", 0),
        ("__STDC_VERSION__ >= 201112L", "no", 1, "no", 0),
        // Through a macro.
        ("OLD", "no", 1, "yes", 0),
        ("NEW", "no", 0, "no", 1),
    ] {
        check_named("main.c", &asks(condition), c, messages_c);
        check_named("main.cpp", &asks(condition), cplusplus, messages_cplusplus);
    }
    let (text, definition) = (asks("OLD"), "__STDC_VERSION__=199901L");
    let (_, result) = run_with(&text, &[definition], &NoHeaders);
    assert_eq!(spell(&result.tokens), "yes");
    assert_eq!(result.diagnostics, []);
    check_named("main.cpp", "#ifdef __cplusplus\nyes\n#endif", "yes", 0);
    check_named("main.c", "#ifdef __cplusplus\nyes\n#endif", "", 0);
}
