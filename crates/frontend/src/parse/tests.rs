use super::*;
use crate::files::NoHeaders;
use crate::macros::preprocess;
use scop::SourceMap;

fn tokens(text: &str) -> (SourceMap, Vec<Token>) {
    let mut files = SourceMap::default();
    files.add("main.c", text);
    let result = preprocess(&mut files, &[] as &[&str], &NoHeaders, &crate::World::new());
    (files, result.tokens)
}

fn check_expression(text: &str, expected: &str) {
    let (_, tokens) = tokens(text);
    let mut parser = Parser::new(&tokens);
    let found = match parser.expression() {
        Ok(expression) => expression.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "for {text:?}");
    assert!(
        found.starts_with("error") || parser.peek().is_none(),
        "text left in {text:?}"
    );
}

fn check_declaration(text: &str, expected: &str) {
    let (_, tokens) = tokens(text);
    let mut parser = Parser::new(&tokens);
    assert!(parser.starts_declaration(), "{text:?}");
    let found = match parser.declaration() {
        Ok(declaration) => declaration.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "for {text:?}");
}

#[test]
fn operators_bind_as_in_c() {
    check_expression("a + b * c - d", "(- (+ a (* b c)) d)");
    check_expression(
        "a || b && c | d ^ e & f == g < h << i",
        "(|| a (&& b (| c (^ d (& e (== f (< g (<< h i))))))))",
    );
    check_expression(
        "a = b += c ? d : e ? f : g",
        "(= a (+= b (? c d (? e f g))))",
    );
    check_expression("a, b = 1, c", "(, (, a (= b 1)) c)");
    check_expression(
        "-a[i]++ + !*p->q.r",
        "(+ (- (([] a i) ++)) (! (* (. (-> p q) r))))",
    );
    check_expression("&a[0] - --b", "(- (& ([] a 0)) (-- b))");
    check_expression("(a + b) * c", "(* (+ a b) c)");
    check_expression("f(a, (b, c))(d)", "(call (call f a (, b c)) d)");
    check_expression("x ?: y", "(?: x y)");
}

#[test]
fn casts_and_sizes() {
    check_expression("(double) x / n", "(/ (cast double x) n)");
    check_expression("(DATA_TYPE)(i*j % n)", "(cast DATA_TYPE (% (* i j) n))");
    check_expression("(real) x", "(cast real x)");
    check_expression("(real *) x", "(cast (pointer real) x)");
    check_expression("(n) - 1", "(- n 1)");
    check_expression("(f)(x)", "(call f x)");
    check_expression(
        "(unsigned long long int) -x",
        "(cast unsigned-long-long (- x))",
    );
    check_expression(
        "sizeof(double[4]) * sizeof x",
        "(* (sizeof-type (array 4 double)) (sizeof x))",
    );
    check_expression("(double (*)[10]) p", "(cast (pointer (array 10 double)) p)");
    check_expression(
        "(struct p) { 1, .y = 2 }.x",
        "(. (compound struct-p 1 2) x)",
    );
}

#[test]
fn constants() {
    check_expression("0x1F + 'a' + 1.5e3f", "(+ (+ 31 97) 1.5e3f)");
    check_expression("\"a\" \"b\"", "\"a\" \"b\"");
    check_expression("12abc", "error[LW0112]: `12abc` is not a valid C integer");
    check_expression(
        "99999999999999999999",
        "error[LW0112]: `99999999999999999999` is not a valid C integer",
    );
}

#[test]
fn expressions_that_are_none() {
    check_expression(
        "a +",
        "error[LW0141]: expected an expression, found the end of the region",
    );
    check_expression(
        "a[1",
        "error[LW0140]: expected `]` after the subscript, found the end of the region",
    );
    check_expression(
        "f(a b)",
        "error[LW0140]: expected `,` or `)` after an argument, found `b`",
    );
    check_expression(
        "a ? b",
        "error[LW0140]: expected `:` after the second operand of `?`, found the end of the region",
    );
    check_expression(
        "({ 1; })",
        "error[LW0143]: statement expressions are not supported",
    );
    check_expression(
        "_Generic(x, int: 1)",
        "error[LW0143]: `_Generic` is not supported",
    );
    check_expression(
        "a + for",
        "error[LW0141]: expected an expression, found `for`",
    );
}

#[test]
fn declarations_read_inside_out() {
    check_declaration(
        "int i, *p = &i, a[3];",
        "(declare (i int) (p (pointer int) (& i)) (a (array 3 int)))",
    );
    check_declaration(
        "double (*A)[N];",
        "(declare (A (pointer (array N double))))",
    );
    check_declaration(
        "double *A[N][M];",
        "(declare (A (array N (array M (pointer double)))))",
    );
    check_declaration(
        "const float *restrict const x;",
        "(declare (x (pointer restrict const const-float)))",
    );
    check_declaration(
        "int (*f[3])(int a, double);",
        "(declare (f (array 3 (pointer (function int (a int) (_ double))))))",
    );
    check_declaration(
        "void f(double A[const restrict static 8][m], ...);",
        "(declare (f (function void (A (array restrict static 8 (array m double))) ...)))",
    );
    check_declaration(
        "static const unsigned n = 4;",
        "(declare static (n const-unsigned-int 4))",
    );
    check_declaration("real_t x = 1;", "(declare (x real_t 1))");
    check_declaration("real_t *x;", "(declare (x (pointer real_t)))");
    check_declaration(
        "struct p { double x, y[3]; } q = { 1, { 2 } };",
        "(declare (q struct-p (list 1 (list 2))))",
    );
    check_declaration("long double x; ", "(declare (x long-double))");
    check_declaration("double _Complex z;", "(declare (z double-_Complex))");
    check_declaration(
        "typedef double row[N];",
        "(declare typedef (row (array N double)))",
    );
    check_declaration(
        "__attribute__((aligned(64))) float v[4] __attribute__((unused));",
        "(declare (v (array 4 float)))",
    );
    check_declaration(
        "int = 3;",
        "error[LW0140]: expected a name in the declaration, found `;`",
    );
    check_declaration(
        "int x",
        "error[LW0140]: expected `;` after the declaration, found the end of the region",
    );
}

#[test]
fn what_is_no_declaration() {
    for text in [
        "x = 1;",
        "f(x);",
        "a[i] += 1;",
        "x++;",
        "return x;",
        "*p = 1;",
        "a * b + c;",
        "label: x;",
    ] {
        let (_, tokens) = tokens(text);
        assert!(!Parser::new(&tokens).starts_declaration(), "{text:?}");
    }
}

/// What the first name is decides, not what the statement looks like.
#[test]
fn statements_are_what_their_first_name_makes_them() {
    let check = |inside: &str, statement: &str, expected: &str| {
        let text = format!(
            "typedef int T; int x, y, w, f(int);\nvoid g(int n) {{ {inside}\n#pragma scop\n\
             {statement}\n#pragma endscop\n}}\n"
        );
        let found = match crate::read(&text, &crate::Options::default()) {
            Ok(unit) => unit.regions[0].statements[0].to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "for {inside} {statement}");
    };
    check("", "T * y;", "(declare (y (pointer T)))");
    check("", "T *(y);", "(declare (y (pointer T)))");
    check("", "T (y);", "(declare (y T))");
    check("", "__extension__ T y;", "(declare (y T))");
    check("", "x * y;", "(* x y)");
    check("", "x * y, w = 7;", "(, (* x y) (= w 7))");
    check("", "n * y;", "(* n y)");
    check("", "f (y);", "(call f y)");
    check("", "__extension__ w = 1;", "(= w 1)");
    check("int T = 1;", "T * y;", "(* T y)");
    check("enum { T = 1 };", "T * y;", "(* T y)");
    check("{ int T = 1; }", "T * y;", "(declare (y (pointer T)))");
    check("", "U * y = 0;", "(declare (y (pointer U) 0))");
    check("", "U * y + 1;", "(+ (* U y) 1)");
    let doubtful = "error[LW0143]: cannot tell whether `U` is a type";
    for statement in [
        "U * y;",
        "U *(y);",
        "U * y, w = 7;",
        "U * f(y);",
        "for (U * y, w = 0; w < 9; w++) x = w;",
        "x = (U) * y;",
        "x = (U) & y;",
    ] {
        check("", statement, doubtful);
    }
}

#[test]
fn spans_cover_whole_invocations() {
    let text = "#define SQ(x) x * x\n#define PLUS +\ny = SQ(a) PLUS 2";
    let (files, tokens) = tokens(text);
    let expression = Parser::new(&tokens).expression().unwrap();
    let mut found = Vec::new();
    expression.walk(&mut |expr| found.push((expr.to_string(), files.slice(expr.span))));
    assert_eq!(
        found,
        [
            ("(= y (+ (* a a) 2))".to_string(), "y = SQ(a) PLUS 2"),
            ("y".to_string(), "y"),
            ("(+ (* a a) 2)".to_string(), "SQ(a) PLUS 2"),
            ("(* a a)".to_string(), "SQ(a)"),
            ("a".to_string(), "a"),
            ("a".to_string(), "a"),
            ("2".to_string(), "2"),
        ]
    );
}

/// Each statement around one that cannot be read is tried, and what is in it again after that.
#[test]
fn blocks_without_an_end_are_read_once() {
    for start in [
        "{ a; ",
        "if (x) { ",
        "if (x) ; else { ",
        "for (;;) { ",
        "while (x) { b; ",
        "do { ",
        "switch (x) { case 1: ",
        "l: { ",
        "x = ({ ",
        "f(({ ",
        "{ int a[] = { ",
    ] {
        let text = format!("{{ {} 1;", start.repeat(60));
        let (_, tokens) = tokens(&text);
        let all = Tokens {
            start: 0,
            end: tokens.len() as u32,
        };
        let (tree, _) = Parser::new(&tokens).any_body(all, [].into_iter());
        assert_eq!(tree.kind, StmtKind::Opaque, "for {start}");
    }
}

#[test]
fn depth_is_bounded() {
    let many = 20_000;
    for text in [
        "(".repeat(many),
        "-".repeat(many),
        "a[".repeat(many),
        "f(".repeat(many),
        "a = ".repeat(many),
        "a ? b : ".repeat(many),
        "(int)".repeat(many),
        "sizeof ".repeat(many),
        format!("{}a", "a + ".repeat(many)),
        format!("{}a", "a, ".repeat(many)),
        format!("a{}", "[0]".repeat(many)),
        "a || b && c | d ^ e & f == g < h << i + j * (".repeat(many / 10),
        "(int[".repeat(many),
    ] {
        let (_, tokens) = tokens(&text);
        let error = Parser::new(&tokens).expression().unwrap_err();
        assert_eq!(error.code, codes::TOO_DEEP, "for {}", &text[..20]);
    }
    for text in [
        "{".repeat(many),
        "if (x) ".repeat(many),
        "for (;;) ".repeat(many),
        "a: ".repeat(many),
        "if (x) ; else ".repeat(many),
        "do ".repeat(many),
        format!("int {} x;", "*".repeat(many)),
        format!("int {} x;", "(".repeat(many)),
        format!("int x{};", "[1]".repeat(many)),
        format!("int {}", "f(int ".repeat(many)),
        "struct a { ".repeat(many),
    ] {
        let (_, tokens) = tokens(&text);
        let mut parser = Parser::new(&tokens);
        parser.statements();
        assert_ne!(parser.errors, [], "for {}", &text[..20]);
    }
}

#[test]
fn errors_do_not_hide_each_other() {
    let (_, tokens) = tokens("for (i = 0; i < ; i++) { a = ; b = 1; c d, e f; } x = 2; else y;");
    let mut parser = Parser::new(&tokens);
    let statements = parser.statements();
    let errors: Vec<String> = parser
        .errors
        .iter()
        .map(|error| error.to_string())
        .collect();
    assert_eq!(
        errors,
        [
            "error[LW0141]: expected an expression, found `;`",
            "error[LW0141]: expected an expression, found `;`",
            "error[LW0140]: expected `;` after the declaration, found `f`",
            "error[LW0140]: expected a statement, found `else`",
        ]
    );
    let read: Vec<String> = statements.iter().map(|stmt| stmt.to_string()).collect();
    assert_eq!(read, ["(block\n  (= b 1))", "(= x 2)"]);
}
