//! Texts as they are printed, and printed texts read back.

use crate::text::lower::tests::{is_equal, read};
use crate::text::{read_relations, write_relations};

fn print(text: &str) -> String {
    let (params, relations) = read_relations(text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    let mut out = String::new();
    write_relations(&mut out, &params, &relations.iter().collect::<Vec<_>>()).unwrap();
    out
}

#[track_caller]
fn check(text: &str, printed: &str) {
    assert_eq!(print(text), printed, "{text}");
    assert!(is_equal(&read(text), &read(printed)), "{text}\n{printed}");
}

/// Texts that are printed as they are.
#[test]
fn unchanged() {
    for text in [
        "{ }",
        "[N] -> { }",
        "{ : }",
        "{ : false }",
        "{ [i] : false }",
        "[N] -> { : N >= 1 }",
        "{ A[] }",
        "{ A[i] -> B[i'] }",
        "{ [i0, i1] }",
        "{ A[i]; B[j] : j >= 0 }",
        "[N] -> { [i] : 0 <= i < N }",
        "{ [i] : i >= 1 }",
        "{ [i, j] : i < j }",
        "{ [i, j] : 3i <= 2j <= 3i + 7 }",
        "{ [i] -> [i + 1] }",
        "{ [i, j = 2i + 1] }",
        "{ [i] -> T[5 - i, -i] }",
        "{ [[A[i] -> B[j]] -> C[]] -> [i] }",
        "{ [i] : i mod 3 = 1 }",
        "{ [i, j] : (i + j) mod 3 = 2 }",
        "{ [i] : i mod 4 >= 2 }",
        "{ [i, j = floor(i/2)] }",
        "{ [i] -> [floor((2i + 1)/3)] }",
        "{ rat: [i] : 2i = 1 }",
        "{ [i] : 12345678901234567890123 <= i <= 12345678901234567890129 }",
    ] {
        check(text, text);
    }
}

#[test]
fn normalised() {
    check("{ [i] : i > 0 and 2i < 10 }", "{ [i] : 1 <= i <= 4 }");
    check("{ [i, j] : j > 0 and j < i }", "{ [i, j] : 1 <= j < i }");
    check(
        "{ [i] -> [j] : exists a : i = 2a and j = a }",
        "{ [i] -> [j] : 2j = i }",
    );
    check("[N, M] -> { [N + M] }", "[N, M] -> { [N + M] }");
    check("{ [i] : i != 3 }", "{ [i] : i <= 2; [i] : i >= 4 }");
    check(
        "{ [a] -> [a]; [a] -> [b] : b > a }",
        "{ [a] -> [b = a]; [a] -> [b] : a < b }",
    );
    check("{ A[i, i] }", "{ A[i, i] }");
}

#[test]
fn unknown_locals_are_quantified() {
    check(
        "{ [i, j] : exists (a, b : 3a + 5b <= i and 2a - 7b >= j and a + b >= 9 and 4a - 3b <= 50) }",
        "{ [i, j] : exists (e0, e1: 3e0 + 5e1 <= i and j <= 2e0 - 7e1 and 9 - e0 <= e1 and 4e0 - 50 <= 3e1) }",
    );
}
