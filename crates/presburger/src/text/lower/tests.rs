//! What texts mean: texts that have to be equal, and texts without a meaning.

use super::read_relations;
use crate::error::Error;
use crate::relation::Relation;

#[track_caller]
pub(in crate::text) fn read(text: &str) -> Vec<Relation> {
    match read_relations(text) {
        Ok((_, relations)) => relations,
        Err(error) => panic!("{text}\n{error}"),
    }
}

/// Whether two unions have the same points, spaces without points aside.
pub(in crate::text) fn is_equal(left: &[Relation], right: &[Relation]) -> bool {
    let covers = |a: &[Relation], b: &[Relation]| {
        b.iter().all(|piece| {
            piece.is_empty().unwrap()
                || a.iter().any(|other| {
                    other.space.has_equal_tuples(&piece.space) && piece.is_subset(other).unwrap()
                })
        })
    };
    covers(left, right) && covers(right, left)
}

/// Reads both texts and compares the points.
#[track_caller]
fn check_equal(left: &str, right: &str) {
    assert!(is_equal(&read(left), &read(right)), "{left}\n{right}");
}

/// Reads a text that has no meaning and compares the place, marked by `«»`, and message.
#[track_caller]
fn check_error(marked: &str, message: &str) {
    let start = marked.find('«').expect("a mark");
    let end = marked.find('»').expect("a mark") - '«'.len_utf8();
    let text = marked.replace(['«', '»'], "");
    match read_relations(&text) {
        Err(Error::Parse(error)) => {
            assert_eq!(
                (error.span, &error.message[..]),
                (start..end, message),
                "{text}"
            );
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn one_relation_per_space_in_order() {
    let texts = |text| -> Vec<String> {
        read(text)
            .iter()
            .map(|relation| relation.space.to_string())
            .collect()
    };
    assert_eq!(
        texts("{ B[i]; A[i]; B[j] : j > 0 }"),
        ["{ B[i] }", "{ A[i] }"]
    );
    assert_eq!(texts("[N, M] -> { : N > 0 }"), ["[N, M] -> { : }"]);
    assert_eq!(
        texts("{ [A[i'] -> B[]] -> C[1 + i', *] }"),
        ["{ [A[i] -> B[]] -> C[i0, i1] }"]
    );
    assert!(texts("{ }").is_empty());
}

#[test]
fn conditions() {
    check_equal("{ [i, j] : i != j }", "{ [i, j] : i < j or i > j }");
    check_equal(
        "{ [i] : not (i > 3 and i < 7) }",
        "{ [i] : i <= 3; [i] : i >= 7 }",
    );
    check_equal(
        "{ [i] : i > 0 implies i > 5 }",
        "{ [i] : i <= 0 or i >= 6 }",
    );
    check_equal(
        "{ [i, j] : 0 <= i, j < 4, 7 }",
        "{ [i, j] : 0 <= i <= 3 and 0 <= j <= 3 }",
    );
    check_equal(
        "{ [i, j, k] : i, j << j, k }",
        "{ [i, j, k] : i < j or (i = j and j < k) }",
    );
    check_equal(
        "{ [i, j] : i, j >>= 3, 4 }",
        "{ [i, j] : i > 3; [3, j] : j >= 4 }",
    );
    check_equal("{ [i] : true; [i] : false }", "{ [i] }");
    check_equal("{ [i] : NaN = i }", "{ }");
}

#[test]
fn quantified_variables() {
    check_equal("{ [i] : exists a : i = 2a }", "{ [i] : i mod 2 = 0 }");
    check_equal(
        "{ [i] : exists (a = floor(i/2) : i = 2a) }",
        "{ [i] : i mod 2 = 0 }",
    );
    check_equal(
        "{ [i] : exists (a = i/2 : a > 3) }",
        "{ [i] : i mod 2 = 0 and i > 6 }",
    );
    check_equal(
        "{ [i] : exists (a = max(i, 3), b = a + 1 : b < 7) }",
        "{ [i] : i < 6 }",
    );
    check_equal(
        "{ [i] : exists (a : exists (b : i = 6a + 10b)) }",
        "{ [i] : i mod 2 = 0 }",
    );
    check_equal(
        "{ [i] : not exists a, b : i = 2a and i = 3b }",
        "{ [i] : i mod 6 != 0 }",
    );
}

#[test]
fn expressions() {
    check_equal("{ [i] : 3 * i mod 2 = 3 }", "{ [i] : i mod 2 = 1 }");
    check_equal("{ [-5 mod 3] }", "{ [1] }");
    check_equal("{ [i] : -i mod 3 = -1 }", "{ [i] : i mod 3 = 1 }");
    check_equal("{ [i] : 2^3 i = 2^6 }", "{ [8] }");
    check_equal("{ [i] : i/2 >= 3/4 }", "{ [i] : i >= 2 }");
    check_equal(
        "{ [7//2, -7//2, floord(7, 3), ceild(7, 3), ceil(5/2)] }",
        "{ [3, -4, 2, 3, 3] }",
    );
    check_equal(
        "{ [i, j] : j = (i > 0 ? i : -i) }",
        "{ [i, j] : j = max(i, -i) }",
    );
    check_equal(
        "{ [i] : 99999999999999999999999 i = 99999999999999999999999 }",
        "{ [1] }",
    );
    check_equal("{ [i] : 2 * min(i, 3, 5) = 2 * max(2, 1) }", "{ [2] }");
}

#[test]
fn tuples() {
    check_equal(
        "{ [i] -> [i, i + 1] }",
        "{ [i] -> [j, k] : j = i and k = i + 1 }",
    );
    check_equal(
        "{ [i = 0:3, 2:, :5, :] }",
        "{ [a, b, c, d] : 0 <= a <= 3 and b >= 2 and c <= 5 }",
    );
    check_equal("{ [i, i/2] }", "{ [i, j] : i = 2j }");
    check_equal("[N = 3] -> { [N] }", "[N] -> { [3] : N = 3 }");
    check_equal(
        "{ [i] -> [(1 : i > 5; 2 : i < 3)] }",
        "{ [i] -> [1] : i > 5; [i] -> [2] : i < 3 }",
    );
    // Where two pieces apply their sum counts.
    check_equal(
        "{ [i] -> [1 : i > 0; 2 : i < 3] }",
        "{ [i] -> [1] : i > 2; [1:2] -> [3]; [i] -> [2] : i < 1 }",
    );
    check_equal("{ [0:3; 6:9] }", "{ [i] : 0 <= i <= 3 or 6 <= i <= 9 }");
}

#[test]
fn rational_points() {
    assert!(!read("{ rat: [i] : 2i = 1 }")[0].is_plain_empty());
    assert!(read("{ [i] : 2i = 1 }")[0].is_plain_empty());
}

#[test]
fn messages() {
    check_error(
        "{ [i] : «k» > 0 }",
        "expected the name of a variable, found the unknown name `k`",
    );
    check_error(
        "{ [i, j] : i * «j» > 0 }",
        "expected a constant factor, found a second one with variables; expressions must be affine",
    );
    check_error(
        "{ [i] : «i^2» > 0 }",
        "expected an affine expression, found a power of a variable",
    );
    check_error(
        "{ [i] : exists («i» : i > 0) }",
        "expected a new name after `exists`, found `i`, which is in use",
    );
    check_error(
        "{ A[]; «B[] -> C[]» }",
        "expected a set like those before it, found a relation",
    );
    check_error(
        "{ [i] -> «i + 1» }",
        "expected a tuple such as `[i + 1]`, found an expression: this is a polynomial",
    );
    check_error(
        "{ [i] : «i < infty» }",
        "expected a finite number, found `infty`",
    );
    check_error(
        "«-1/3»",
        "expected a set or relation in braces, found a value or a tuple of functions",
    );
    check_error(
        "{ [i] -> [1 + («0:3»)] }",
        "expected an expression or one with a condition, found a range of values",
    );
    check_error(
        "{ [i] : i > «99^99999» }",
        "expected a power of at most 65536 bits",
    );
}

#[test]
fn deep_trees_do_not_overflow_the_stack() {
    for (open, close) in [
        ("(", ")"),
        ("not (", ")"),
        ("exists (a0 : i > a0) and (", ")"),
    ] {
        let text = format!("{{ [i] : {}i > 0{} }}", open.repeat(60), close.repeat(60));
        assert_eq!(read(&text).len(), 1);
    }
    let text = format!(
        "{{ [i] : {}i{} > 0 }}",
        "floor((1 + ".repeat(90),
        ")/2)".repeat(90)
    );
    assert_eq!(read(&text).len(), 1);
}
