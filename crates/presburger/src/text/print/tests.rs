//! Texts as they are printed, and printed texts read back.

use crate::text::lower::tests::{is_equal, read};
use crate::text::{
    read_multi, read_pieces, read_relations, read_union_multi, write_multi, write_pieces,
    write_relations, write_union_multi,
};

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
        "{ \"a name\"[i] -> \"\"[i] }",
        "{ S_0'[] }",
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
        "{ [i] -> [i mod 4, 3*(i mod 2) + 1] }",
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

fn print_pieces(text: &str) -> String {
    let (params, pieces) = read_pieces(text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    let mut out = String::new();
    write_pieces(&mut out, &params, &pieces).unwrap();
    out
}

fn print_multi(text: &str) -> String {
    let multi = read_multi(text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    let mut out = String::new();
    write_multi(&mut out, multi.space.params(), &multi).unwrap();
    out
}

fn print_union_multi(text: &str) -> String {
    let multi = read_union_multi(text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    let mut out = String::new();
    write_union_multi(&mut out, &multi).unwrap();
    out
}

#[test]
fn functions() {
    for text in [
        "{ }",
        "{ A[i] -> [i + 1] }",
        "[N] -> { [N] : N >= 0; [-N] : N <= -1 }",
        "{ [i] -> [(i + 1)/2, NaN, -infty] }",
        "{ A[i] -> B[floor(i/2), i mod 3] : i >= 0; C[] -> [] }",
        "{ [i] -> A[] : i <= 0 or i >= 7 }",
        "{ [i] -> [0] : false }",
        "{ [[A[i] -> B[j]] -> C[]] -> D[E[i] -> F[j]] : j = 2 and i >= 0 }",
    ] {
        assert_eq!(print_pieces(text), text);
    }
    // Where pieces overlap their sum counts.
    assert_eq!(
        print_pieces("{ [i] -> [i] : i > 0; [i] -> [2] : i > 5 }"),
        "{ [i] -> [i] : 1 <= i <= 5; [i] -> [i + 2] : i >= 6 }"
    );
    assert_eq!(
        print_pieces("{ [i] -> [max(i, 3)] }"),
        "{ [i] -> [i] : i >= 3; [i] -> [3] : i <= 2 }"
    );
    assert_eq!(
        print_pieces("{ A[i = 3] -> [j = i + 1] }"),
        "{ A[i] -> [i + 1] : i = 3 }"
    );
}

#[test]
fn tuples_of_piecewise_functions() {
    for text in [
        "{ A[i] -> [] : i >= 5 }",
        "{ A[x, y] -> [x, y] : x >= 0 }",
        "{ A[i] -> [(1 : i >= 5), i] }",
        "{ A[x] -> [B[(1 : x >= 5; x : x <= 3)] -> C[(2 : x <= 10)]] }",
        "[N] -> { [N] : N >= 0 }",
    ] {
        assert_eq!(print_multi(text), text);
    }
}

#[test]
fn tuples_of_functions_on_several_spaces() {
    for text in [
        "[]",
        "A[B[] -> C[]]",
        "[N] -> C[{ A[i] -> [i]; B[] -> [N] }, { }]",
        "(A[] : { S[x] : x >= 1; T[y] })",
        "[N] -> (A[] : { : N >= 0 })",
        "[N] -> (A[{ S[x] -> [N + x] }] : { S[x] : x >= 0 })",
    ] {
        assert_eq!(print_union_multi(text), text);
    }
    assert_eq!(
        print_union_multi("(A[] : [N] -> { S[x] : x > N })"),
        "[N] -> (A[] : { S[x] : N < x })"
    );
}

#[test]
fn no_functions() {
    for text in [
        "{ [a] -> [b] : b = a }",
        "{ [a] -> [b = a] : b >= 0 }",
        "{ [a] -> [b = a, b + 1] }",
        "{ [a] -> [*] }",
        "{ [a] -> [0:3] }",
        "{ [a] -> A[]; [a] -> B[] : a > 0 }",
        "{ : }",
        "3",
        "A[]",
        "{ rat: [a] -> [a] }",
    ] {
        assert!(read_pieces(text).is_err(), "{text}");
    }
    assert!(read_multi("{ [i] -> [1] : i > 0; [i] -> [2] : i < 0 }").is_err());
    assert!(read_union_multi("{ [i] -> [1] }").is_err());
    assert!(read_union_multi("A[{ [i] -> [1, 2] }]").is_err());
}

/// The collections of texts that are kept next to the project, where they are.
fn corpus(file: &str) -> Option<String> {
    let folder = std::env::var_os("LOOPWRIGHT_CORPUS").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        std::path::PathBuf::from,
    );
    let text = std::fs::read_to_string(folder.join(file)).ok();
    if text.is_none() {
        eprintln!("skipped: no {file} in {}", folder.display());
    }
    text
}

/// The strings in a JSON text, keys included.
fn json_strings(text: &str) -> Vec<String> {
    let mut strings = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '"' {
            continue;
        }
        let mut string = String::new();
        loop {
            match chars.next() {
                None | Some('"') => break,
                Some('\\') => match chars.next() {
                    Some('n') => string.push('\n'),
                    Some('t') => string.push('\t'),
                    Some(other) => string.push(other),
                    None => break,
                },
                Some(other) => string.push(other),
            }
        }
        strings.push(string);
    }
    strings
}

/// Prints what it reads, reads that back and compares; the number of texts it read.
fn round_trips<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    let mut count = 0;
    for text in texts {
        let Ok((_, relations)) = read_relations(text) else {
            continue;
        };
        count += 1;
        let printed = print(text);
        let again = read(&printed);
        assert_eq!(print(&printed), printed, "{text}");
        // Equality with unknown locals can be expensive, and is not what is tested here.
        let same = crate::Budget::operations(100_000).run(|| {
            again.iter().all(|a| {
                let space = |b: &&crate::relation::Relation| b.space.has_equal_tuples(&a.space);
                relations
                    .iter()
                    .find(space)
                    .is_some_and(|b| a.is_equal(b).unwrap_or(true))
            })
        });
        assert!(same, "{text}\n{printed}");
    }
    count
}

#[test]
fn the_texts_of_isl_survive_printing() {
    let Some(tables) = corpus("isl/tables.json") else {
        return;
    };
    let strings = json_strings(&tables);
    assert!(round_trips(strings.iter().map(String::as_str)) > 400);
}

#[test]
fn the_texts_of_fpl_survive_printing() {
    for file in ["fpl/equal.txt", "fpl/complement.txt"] {
        let Some(text) = corpus(file) else {
            return;
        };
        let sets: std::collections::BTreeSet<&str> =
            text.lines().filter(|line| line.contains('{')).collect();
        let expected = sets.len();
        assert_eq!(round_trips(sets.into_iter()), expected);
    }
}
