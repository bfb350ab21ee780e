//! Tables of texts and the trees they give, the trees written as lists in
//! parentheses, with `N..M` spans left out except in the test of spans.

mod sexp;

use super::{Body, Formula, parse_object, parse_prefix};
use crate::text::syntax::FormulaKind;
use sexp::Sexp;

/// Reads `text` and compares its tree, printed by [`Sexp`], with `expected`.
#[track_caller]
fn check(text: &str, expected: &str) {
    let tree = match parse_object(text) {
        Ok(object) => object.sexp(),
        Err(error) => panic!("{text}\n{error} at {:?}", error.span),
    };
    assert_eq!(tree, expected, "{text}");
}

/// Reads `{ [i, j, k, l] : text }` and compares the condition's tree.
#[track_caller]
fn check_formula(text: &str, expected: &str) {
    check(
        &format!("{{ [i, j, k, l] : {text} }}"),
        &format!("{{[i j k l] : {expected}}}"),
    );
}

/// Reads `text` as the right hand side of an equality.
#[track_caller]
fn check_expr(text: &str, expected: &str) {
    check_formula(&format!("0 = {text}"), &format!("(0 = {expected})"));
}

/// Reads `text`, expects it to fail at the first `«»` pair of `marked`.
#[track_caller]
fn check_error(marked: &str, message: &str) {
    let start = marked.find('«').expect("a mark");
    let text = marked.replace(['«', '»'], "");
    let end = marked.find('»').expect("a mark") - '«'.len_utf8();
    let error = parse_object(&text).expect_err(&text);
    assert_eq!(
        (error.span, &error.message[..]),
        (start..end, message),
        "{text}"
    );
}

#[test]
fn sets_and_relations() {
    check("{ }", "{}");
    check("{ : }", "{params}");
    check("{ : false }", "{params : false}");
    check("{ A[] }", "{A[]}");
    check(
        "{ [i] : i > 0; [i] : i < 0; }",
        "{[i] : (i > 0); [i] : (i < 0)}",
    );
    check("{ A[i] -> B[i, j] }", "{A[i] -> B[=(i) j]}");
    check("{ [i] | i > 0 | i < 5 }", "{[i] : (or (i > 0) (i < 5))}");
    check("{ rat: [i] : 2i = 1 }", "{rat [i] : ((* 2 i) = 1)}");
    check("{ rat[i] }", "{rat[i]}");
    check("{ and[i] -> \"a b\"[] }", "{and[i] -> a b[]}");
    check("{ [i][j] -> [i][j] }", "{[i j] -> [=(i) =(j)]}");
    check("# zero\n{ # one\n} # two", "{}");
}

#[test]
fn parameters() {
    check("[N] -> { : N > 0 }", "[N] {params : (N > 0)}");
    check("[N = 2, M = N:] -> { [N] }", "[N=2 M=N..] {[=(N)]}");
    check("[N = 0:10] -> { }", "[N=0..10] {}");
    check("[] -> { [] }", "{[]}");
    check("{ Sym = [n] [i] : i < n }", "[n] {[i] : (i < n)}");
}

#[test]
fn nested_tuples() {
    check("{ [A[i] -> B[j]] }", "{[A[i] -> B[j]]}");
    check(
        "{ T[[A[i] -> []] -> B[i]] -> C[] }",
        "{T[[A[i] -> []] -> B[=(i)]] -> C[]}",
    );
}

#[test]
fn tuple_elements() {
    check("{ [*, i, i + 1, 3] }", "{[* i =((+ i 1)) =(3)]}");
    check("{ [i = 3, j = 0:i] }", "{[i=3 j=0..i]}");
    check(
        "{ [0:10, 0:, :10, :] }",
        "{[=(0..10) =(0..) =(..10) =(..)]}",
    );
    check("{ [i, [i/2]] }", "{[i =((floor (/ i 2)))]}");
    check(
        "{ [i] -> [i > 0 ? 1 : 2] }",
        "{[i] -> [=((if (i > 0) 1 2))]}",
    );
    // `=` defines a new name and compares one that is known.
    check(
        "{ [i] -> [j = i > 3 ? 1 : 2] }",
        "{[i] -> [j=(if (i > 3) 1 2)]}",
    );
    check(
        "{ [i] -> [i = 3 ? 1 : 2] }",
        "{[i] -> [=((if (i = 3) 1 2))]}",
    );
}

#[test]
fn pieces() {
    check("{ [i] -> [(i : i > 0)] }", "{[i] -> [=(i if (i > 0))]}");
    check(
        "{ [i] -> [(1 : i > 0; 2 : i < 0), 3] }",
        "{[i] -> [=(1 if (i > 0); 2 if (i < 0)) =(3)]}",
    );
    check(
        "{ [i] -> [1 : i > 0; 2 : i < 0] }",
        "{[i] -> [=(1 if (i > 0); 2 if (i < 0))]}",
    );
    check(
        "{ [i] -> [((1 : i > 0) + (i)) : i < 9] }",
        "{[i] -> [=((+ (pieces 1 if (i > 0)) i) if (i < 9))]}",
    );
    check(
        "{ [i] -> [i : exists (a : i = 2a)] }",
        "{[i] -> [=(i if (exists a (i = (* 2 a))))]}",
    );
}

#[test]
fn tuples_of_functions() {
    check("[]", "(tuple [])");
    check("A[B[] -> C[]]", "(tuple A[B[] -> C[]])");
    check(
        "[N] -> C[{ B[i] -> [i + N]; D[] -> [0] }, { }]",
        "[N] (tuple C[{B[i] -> [=((+ i N))]; D[] -> [=(0)]} {}])",
    );
    check("[{ [i] -> [i] }]", "(tuple [{[i] -> [=(i)]}])");
    check("(A[] : { S[x] })", "(tuple A[] on {S[x]})");
    check(
        "[N] -> (A[] : { : N > 0 })",
        "[N] (tuple A[] on {params : (N > 0)})",
    );
    check("[] -> ([] : { })", "(tuple [] on {})");
    check("(A[] : [N] -> { S[N] })", "(tuple A[] on [N] {S[=(N)]})");
}

#[test]
fn values() {
    check("-1/3", "-1/3");
    check("1/0", "1/0");
    check("2^10", "(^ 2 10)");
    check("-infty", "-infty");
    check("NaN", "nan");
    check(
        "123456789012345678901234567890",
        "123456789012345678901234567890",
    );
}

#[test]
fn polynomials() {
    check(
        "{ [i, j] -> 1/2 * i^2 j - 3 : i > 0 }",
        "{[i j] -> (+ (* (/ 1 2) (^ i 2) j) -3) : (i > 0)}",
    );
    check("[N] -> { max(N^2, 3) }", "[N] {poly (max (^ N 2) 3)}");
}

#[test]
fn connectives() {
    for text in [
        "i > 0 and j > 0 or k > 0",
        "i > 0 & j > 0 | k > 0",
        "i > 0 && j > 0 || k > 0",
        "i > 0 /\\ j > 0 \\/ k > 0",
        "i > 0 ∧ j > 0 ∨ k > 0",
        "((i > 0) AND (j > 0)) Or (((k)) > 0)",
    ] {
        check_formula(text, "(or (and (i > 0) (j > 0)) (k > 0))");
    }
    check_formula("not i > 0 and j > 0", "(and (not (i > 0)) (j > 0))");
    check_formula("!(i > 0 and ¬true)", "(not (and (i > 0) (not true)))");
    check_formula(
        "i > 0 or j > 0 implies k > 0 or l > 0",
        "(=> (or (i > 0) (j > 0)) (or (k > 0) (l > 0)))",
    );
}

#[test]
fn quantifiers() {
    for word in ["exists", "∃", "EXISTS", "exist"] {
        check_formula(&format!("{word} (a : i = 2a)"), "(exists a (i = (* 2 a)))");
    }
    // Without parentheses it reaches to the end.
    check_formula(
        "exists a, b : i = a or j = b",
        "(exists a b (or (i = a) (j = b)))",
    );
    check_formula(
        "exists (a : i = a) or j = 0",
        "(or (exists a (i = a)) (j = 0))",
    );
    check_formula(
        "exists (e0 = [(i)/4], e1 = floor(e0/3): e1 > 0)",
        "(exists e0=(floor (/ i 4)) e1=(floor (/ e0 3)) (e1 > 0))",
    );
    check("{ [exist] : exist > 0 }", "{[exist] : (exist > 0)}");
}

#[test]
fn comparisons() {
    check_formula("0 <= i < 10 != j", "(0 <= i < 10 != j)");
    check_formula("0 <= i, j < 5, k", "(0 <= i,j < 5,k)");
    check_formula("i, j << k, l", "(i,j << k,l)");
    check_formula("(i, j > 0) and i >>= 3", "(and (i,j > 0) (i >>= 3))");
    check_formula(
        "i == j and i ≤ j and i <> j",
        "(and (i = j) (i <= j) (i != j))",
    );
    check_formula("(i > 0 ? 1 : 2) >= j", "((if (i > 0) 1 2) >= j)");
}

#[test]
fn expressions() {
    check_expr("-i - -3 + 2 j", "(+ -i --3 (* 2 j))");
    check_expr("2(i + j)", "(* 2 (+ i j))");
    check_expr("2*-i", "(* 2 -i)");
    check_expr("i * 2 * 3 // 4", "(// (* i 2 3) 4)");
    check_expr("i / 2 // 3", "(// (/ i 2) 3)");
    check_expr("2^3 i", "(* (^ 2 3) i)");
    check_expr("min(i, j + 1) + max(i)", "(+ (min i (+ j 1)) (max i))");
    check_expr(
        "floord(i, 2) + ceild(i, 3)",
        "(+ (floor (/ i 2)) (ceil (/ i 3)))",
    );
    check_expr("floor(i/2) % 2", "(% (floor (/ i 2)) 2)");
    check_expr("-infty + NaN", "(+ -infty nan)");
    check_expr(
        "((i > 0 and (j) > 0) ? 1 : i > 1 ? 2 : 3)",
        "(if (and (i > 0) (j > 0)) 1 (if (i > 1) 2 3))",
    );
}

#[test]
fn precedence_of_isl() {
    check_expr("3 * i mod 2", "(* 3 (% i 2))");
    check_expr("3i mod 2", "(* 3 (% i 2))");
    check_expr("2i//3", "(* 2 (// i 3))");
    check_expr("-5 mod 3", "(% -5 3)");
    check_expr("-i mod 3", "-(% i 3)");
    check_expr("-2^2", "-(^ 2 2)");
    check_expr("i - 5 mod 3", "(+ i -(% 5 3))");
}

#[test]
fn spans_cover_the_text() {
    let text = "  [N] -> { A[i] : i  <= (N + 1) } ";
    let object = parse_object(text).unwrap();
    assert_eq!(&text[object.span], text.trim());
    let Body::Disjuncts(disjuncts) = object.body else {
        panic!("a set")
    };
    assert_eq!(&text[disjuncts[0].span.clone()], "A[i] : i  <= (N + 1)");
    let Some(Formula {
        kind: FormulaKind::Compare { rest, .. },
        span,
    }) = &disjuncts[0].condition
    else {
        panic!("a comparison")
    };
    assert_eq!(&text[span.clone()], "i  <= (N + 1)");
    assert_eq!(&text[rest[0].1[0].span.clone()], "(N + 1)");
}

#[test]
fn prefixes() {
    let text = "[n] -> { : n > 0 }\n\n1\n [$$$";
    let (object, used) = parse_prefix(text).unwrap();
    assert_eq!(object.sexp(), "[n] {params : (n > 0)}");
    let (object, more) = parse_prefix(&text[used..]).unwrap();
    assert_eq!(object.sexp(), "1");
    assert_eq!(&text[used + more..], "\n [$$$");
}

#[test]
fn messages() {
    check_error(
        "{ [i] : i > «»",
        "expected an expression, found the end of the text",
    );
    check_error(
        "{ [i] : i «}»",
        "expected a comparison such as `<=` after `i`, found `}`",
    );
    check_error("{ [i] «j» }", "expected `:`, `;` or `}`, found `j`");
    check_error(
        "{ [i «j»] }",
        "expected `,`, `=` or `]` after the new name `i`, found `j`; a name must be introduced \
         before it is used in an expression",
    );
    check_error(
        "{ [«and»] }",
        "expected an element of the tuple, found `and`; it is a keyword and cannot name a variable",
    );
    check_error(
        "{ [i] } «x»",
        "expected the end of the text after the object, found `x`",
    );
    check_error(
        "[N, «N»] -> { }",
        "expected the name of a new parameter, found `N`",
    );
    check_error(
        "{ [i] : i mod «j» = 0 }",
        "expected the divisor of `mod`, an integer constant, found `j`",
    );
    check_error(
        "{ [i] : i/«0» = 0 }",
        "expected the denominator, an integer other than zero, found zero",
    );
    check_error(
        "{ [i] : i mod 2 «*» 3 = 0 }",
        "expected a comparison such as `<=` after `i mod 2`, found `*`; write parentheses to say \
         which comes first",
    );
    check_error(
        "{ [i, j] : i, j «<<» 3 }",
        "expected lists of the same length around `<<`, found 2 and 1",
    );
    check_error(
        "{ [i, j] : (i, j«)» << i, j }",
        "expected a comparison after the list of expressions, as in `0 <= i, j` or `i, j << k, \
         l`, found `)`",
    );
    check_error(
        "{ [i] -> [«i > 0»] }",
        "expected an expression, found the condition `i > 0`; a condition chooses between two \
         values as in `i > 0 ? 1 : 0`",
    );
    check_error("{ [i] : «$» }", "expected an expression, found `$`");
    check_error(
        "{ «\"A }»",
        "expected a tuple such as `A[i, j]`, found \"A } without a closing quote",
    );
}

#[test]
fn refused() {
    for text in [
        "",
        "{",
        "}",
        "[N]",
        "[N] ->",
        "[N] -> [M] -> { }",
        "(A[]",
        "({ })",
        "{ ; [i] }",
        "{ [i,] }",
        "{ A[i] -> B[j] -> C[k] }",
        "{ [i] : +i = 0 }",
        "{ [i] : i/2/2 = 0 }",
        "{ [i] : i = 2 = }",
        "{ [i] : exists (a : i = a }",
        "{ [i] : i > 0 implies i > 1 implies i > 2 }",
        "{ [i] : (i > 0) > 0 }",
        "{ [i] : (i > 0) + 1 > 0 }",
        "{ [i] -> [i = 3] }",
        "{ A.b[i] }",
        "{ [i] : i > 0 and }",
        "{ [i] : not }",
        "{ [[i/2]] }",
        "{ [i] : i mod -3 = 0 }",
        "-NaN",
        "1/",
        "{ [i] || i > 0 }",
        "[N] -> 3",
        "A[i]",
        "{ [i] : ; [i] }",
    ] {
        assert!(parse_object(text).is_err(), "{text}");
    }
}

#[test]
fn positions_count_lines_and_characters() {
    let text = "{ [i] :\n i ≤ $ }";
    assert_eq!(parse_object(text).unwrap_err().position(text), (2, 6));
    assert_eq!(crate::text::line_and_column("é", 1), (1, 1));
}

#[test]
fn deep_nesting_is_an_error_and_not_an_overflow() {
    for (open, middle, close) in [
        ("(", "i > 0", ")"),
        ("not ", "i > 0", ""),
        ("exists (a : ", "i > 0", ")"),
        ("[", "i", "] > 0"),
        ("2*", "i", " > 0"),
        ("floor(", "i", ") > 0"),
        ("i > 0 and (", "i > 0", ")"),
    ] {
        let nested = |depth: usize| {
            let condition = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
            // The comparison, where there is one, closes only once.
            let condition = condition.replacen(&" > 0".repeat(2), " > 0", depth);
            format!("{{ [i] : {condition} }}")
        };
        let error = parse_object(&nested(100_000)).unwrap_err();
        assert!(
            error.message.contains("levels of nesting"),
            "{open}: {error}"
        );
    }
    let brackets = "[".repeat(100_000);
    assert!(parse_object(&format!("{{ {brackets}")).is_err());
    let parens = format!("{{ [i] : {}i > 0{} }}", "(".repeat(190), ")".repeat(190));
    assert!(parse_object(&parens).is_ok());
}

#[test]
fn long_texts_take_linear_time() {
    let n = 100_000;
    for text in [
        format!("{{ [i] : i = {} }}", vec!["i"; n].join(" + ")),
        format!("{{ [i] : i = {} }}", vec!["i"; n].join(" * ")),
        format!("{{ [i] : i = {}i }}", "-".repeat(n)),
        format!("{{ [i] : {} }}", vec!["(i > 0)"; n].join(" or ")),
        format!("{{ {} }}", vec!["[i]"; n].join("; ")),
        format!("{{ [{}] }}", vec!["*"; n].join(", ")),
    ] {
        assert!(parse_object(&text).is_ok());
    }
}

/// Every prefix of a text, and the text without any one character, parses or
/// fails without a panic.
#[test]
fn broken_texts_do_not_panic() {
    for text in [
        "[N = 0:10] -> { rat: A[i, j = 2, *, (1 : i ≥ 0; 2i : i < 0)] -> [B[i'] -> \"c\"[[i/2]]] \
         : 0 <= i, j <= N ∧ ∃ a = floor(i/2) : not (i mod 3 = 1) }",
        "(A[{ S[x] -> [x^2 // 3]; T[] -> [x > 0 ? 1 : 2] }, { }] : [N] -> { : N << 3 })",
        "{ [i] -> 1/2 * i^2 + max(i j, -infty) : exists (e0 = [(i)/4]: true) implies false }",
    ] {
        for (at, c) in text.char_indices() {
            let _ = parse_object(&text[..at]);
            let _ = parse_object(&text[at..]);
            let _ = parse_object(&format!("{}{}", &text[..at], &text[at + c.len_utf8()..]));
        }
    }
}
