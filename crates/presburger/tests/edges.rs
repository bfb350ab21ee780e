//! Where functions meet the integers: fractions, tuples without dimensions, strides.
//!
//! The expected values are isl's, or what enumerating the points gives.

use presburger::{
    Aff, Map, MultiAff, MultiPwAff, MultiUnionPwAff, PwAff, PwMultiAff, Set, UnionMap,
    UnionPwMultiAff, UnionSet,
};

fn set(text: &str) -> Set {
    text.parse().unwrap()
}

#[track_caller]
fn same(got: &Set, expected: &str) {
    assert!(
        got.is_equal(&set(expected)).unwrap(),
        "{got} is not {expected}"
    );
}

#[test]
fn preimages_under_fractions_are_integral() {
    let half: MultiAff = "{ A[a] -> B[a/2] }".parse().unwrap();
    let rows = [
        (
            "{ B[i] : 0 <= i <= 3 }",
            "{ A[a] : 0 <= a <= 6 and a mod 2 = 0 }",
        ),
        ("{ B[i] }", "{ A[a] : a mod 2 = 0 }"),
        ("{ B[i] : i mod 2 = 0 }", "{ A[a] : a mod 4 = 0 }"),
        (
            "{ B[i] : exists e : i = 3e and e >= 2 }",
            "{ A[a] : a mod 6 = 0 and a >= 12 }",
        ),
        (
            "{ B[i] : exists e : 3e <= 2i <= 3e + 1 and e >= 2 }",
            "{ A[a] : exists e : 3e <= a <= 3e + 1 and e >= 2 and a mod 2 = 0 }",
        ),
    ];
    for (of, expected) in rows {
        same(&set(of).preimage_multi_aff(&half).unwrap(), expected);
    }
    let pieces: PwMultiAff = "{ A[a] -> B[a/2] : a >= 3; A[a] -> B[a/3] : a < 0 }"
        .parse()
        .unwrap();
    let got = set("{ B[i] : -2 <= i <= 3 }")
        .preimage_pw_multi_aff(&pieces)
        .unwrap();
    same(
        &got,
        "{ A[a] : 3 <= a <= 6 and a mod 2 = 0; A[a] : -6 <= a < 0 and a mod 3 = 0 }",
    );
    let parts: MultiPwAff = "{ A[a] -> B[(a/2 : a >= 3)] }".parse().unwrap();
    let got = set("{ B[i] : 0 <= i <= 3 }")
        .preimage_multi_pw_aff(&parts)
        .unwrap();
    same(&got, "{ A[a] : 3 <= a <= 6 and a mod 2 = 0 }");
}

#[test]
fn preimages_have_the_points_whose_images_are_in_the_set() {
    let of = set("{ B[i, j] : 0 <= i <= 4 and -3 <= j <= i }");
    let by: MultiAff = "{ A[a, b] -> B[(a + b)/2, (2a - b + 1)/3] }"
        .parse()
        .unwrap();
    let got = of.preimage_multi_aff(&by).unwrap();
    let mut inside = 0;
    for a in -12..=12i64 {
        for b in -12..=12i64 {
            let (x, y) = (a + b, 2 * a - b + 1);
            let expected = x % 2 == 0 && y % 3 == 0 && {
                let (i, j) = (x / 2, y / 3);
                (0..=4).contains(&i) && (-3..=i).contains(&j)
            };
            let point = set(&format!("{{ A[{a}, {b}] }}"));
            assert_eq!(point.is_subset(&got).unwrap(), expected, "{a} {b}");
            inside += usize::from(expected);
        }
    }
    assert!(inside > 5);
}

#[test]
fn relations_and_functions_pulled_back_through_fractions() {
    let half: MultiAff = "{ A[a] -> B[a/2] }".parse().unwrap();
    let pieces: PwMultiAff = "{ A[a] -> B[a/2] : a >= 3 }".parse().unwrap();
    let map: Map = "{ B[i] -> C[j] : 0 <= i <= j }".parse().unwrap();
    let expected: Map = "{ A[a] -> C[j] : a mod 2 = 0 and 0 <= a <= 2j }"
        .parse()
        .unwrap();
    assert!(
        map.preimage_domain_multi_aff(&half)
            .unwrap()
            .is_equal(&expected)
            .unwrap()
    );
    let map: Map = "{ D[i] -> B[i] }".parse().unwrap();
    let expected: Map = "{ D[i] -> A[2i] }".parse().unwrap();
    assert!(
        map.preimage_range_multi_aff(&half)
            .unwrap()
            .is_equal(&expected)
            .unwrap()
    );
    let union: UnionMap = "{ B[i] -> C[i]; D[] -> B[3] }".parse().unwrap();
    let expected: UnionMap = "{ A[a] -> C[b] : a = 2b }".parse().unwrap();
    let inner: UnionPwMultiAff = "{ A[a] -> B[a/2] }".parse().unwrap();
    let got = union.preimage_domain_union_pw_multi_aff(&inner).unwrap();
    assert!(got.is_equal(&expected).unwrap());

    let f: PwAff = "{ B[i] -> [i/3] : i >= 1 }".parse().unwrap();
    let expected: PwAff = "{ A[a] -> [a/6] : a mod 2 = 0 and a >= 2 }"
        .parse()
        .unwrap();
    assert!(
        f.pullback_multi_aff(&half)
            .unwrap()
            .is_equal(&expected)
            .unwrap()
    );
    let expected: PwAff = "{ A[a] -> [a/6] : a mod 2 = 0 and a >= 3 }"
        .parse()
        .unwrap();
    assert!(
        f.pullback_pw_multi_aff(&pieces)
            .unwrap()
            .is_equal(&expected)
            .unwrap()
    );
    let f: PwMultiAff = "{ B[i] -> C[i/3, floor(i/2)] }".parse().unwrap();
    let expected: PwMultiAff = "{ A[a] -> C[a/6, floor(a/4)] : a mod 2 = 0 and a >= 3 }"
        .parse()
        .unwrap();
    assert!(
        f.pullback_pw_multi_aff(&pieces)
            .unwrap()
            .is_equal(&expected)
            .unwrap()
    );
    let union: UnionPwMultiAff = "{ B[i] -> C[i] }".parse().unwrap();
    let expected: UnionPwMultiAff = "{ A[a] -> C[a/2] : a mod 2 = 0 }".parse().unwrap();
    let got = union.pullback_union_pw_multi_aff(&inner).unwrap();
    assert!(got.plain_is_equal(&expected).unwrap());
}

#[test]
fn forms_put_into_forms_are_defined_everywhere() {
    let half: MultiAff = "{ A[a] -> B[a/2] }".parse().unwrap();
    let f: Aff = "{ B[i] -> [i/3] }".parse().unwrap();
    let expected: Aff = "{ A[a] -> [a/6] }".parse().unwrap();
    assert!(
        f.pullback_multi_aff(&half)
            .unwrap()
            .plain_is_equal(&expected)
            .unwrap()
    );
    let f: MultiUnionPwAff = "C[{ B[i] -> [i/2] }]".parse().unwrap();
    let got = f.apply_aff(&"{ C[i] -> [i/3] }".parse().unwrap()).unwrap();
    assert!(
        got.plain_is_equal(&"{ B[i] -> [i/6] }".parse().unwrap())
            .unwrap()
    );
    let got = f
        .apply_pw_aff(&"{ C[i] -> [i/3] : i > 0 }".parse().unwrap())
        .unwrap();
    let expected = "{ B[i] -> [i/6] : i mod 2 = 0 and i >= 2 }"
        .parse()
        .unwrap();
    assert!(got.plain_is_equal(&expected).unwrap());
}

#[track_caller]
fn same_tuple(got: &MultiUnionPwAff, expected: &str) {
    let expected: MultiUnionPwAff = expected.parse().unwrap();
    assert!(
        got.plain_is_equal(&expected).unwrap(),
        "{got} is not {expected}"
    );
}

#[test]
fn tuples_without_dimensions_keep_their_domain() {
    let gist = |of: &str, context: &str| {
        let of: MultiUnionPwAff = of.parse().unwrap();
        of.gist(&context.parse::<UnionSet>().unwrap()).unwrap()
    };
    let rows = [
        ("(C[] : { B[i,i] })", "{ B[i,i] }", "(C[] : { B[i,j] })"),
        ("C[]", "{ B[i,i] }", "C[]"),
        (
            "[N] -> (C[] : { B[i,i] : N >= 0 })",
            "{ B[i,i] }",
            "[N] -> (C[] : { B[i,j] : N >= 0 })",
        ),
        (
            "[N] -> (C[] : { : N >= 0 })",
            "{ B[i,i] }",
            "[N] -> (C[] : { : N >= 0 })",
        ),
        (
            "[N] -> (C[] : { : N > 3 })",
            "[N] -> { B[i] : N > 10 }",
            "[N] -> C[]",
        ),
        (
            "[N] -> (C[] : { B[i] : 0 < i < N; T[] })",
            "{ B[i] : i > 0 }",
            "[N] -> (C[] : { B[i] : i < N })",
        ),
    ];
    for (of, context, expected) in rows {
        same_tuple(&gist(of, context), expected);
    }
    let pull = |of: &str, by: &str| {
        let of: MultiUnionPwAff = of.parse().unwrap();
        of.pullback_union_pw_multi_aff(&by.parse().unwrap())
            .unwrap()
    };
    let rows = [
        (
            "[N] -> (C[] : { : N >= 0 })",
            "{ A[a] -> B[a] : a > 0 }",
            "[N] -> (C[] : { : N >= 0 })",
        ),
        (
            "(C[] : { B[i] : i > 2 })",
            "{ A[a] -> B[a/2] }",
            "(C[] : { A[a] : a > 4 and a mod 2 = 0 })",
        ),
        (
            "(C[] : { B[i] })",
            "{ A[a] -> B[a] : a > 0 }",
            "(C[] : { A[a] : a > 0 })",
        ),
        ("(C[] : { B[i] })", "{ A[a] -> D[a] }", "(C[] : { })"),
    ];
    for (of, by, expected) in rows {
        same_tuple(&pull(of, by), expected);
    }
    let f: MultiPwAff = "{ B[i] -> C[] }".parse().unwrap();
    let got = f
        .pullback_pw_multi_aff(&"{ A[a] -> B[a/2] : a > 0 }".parse().unwrap())
        .unwrap();
    let expected = "{ A[a] -> C[] : a mod 2 = 0 and a > 0 }".parse().unwrap();
    assert!(got.plain_is_equal(&expected).unwrap(), "{got}");
}

#[test]
fn hulls_of_strided_sets_are_those_of_their_points() {
    let rows = [
        (
            "{ [i] : i mod 3 = 1 and 2 <= i <= 12 }",
            "{ [i] : 4 <= i <= 10 }",
        ),
        (
            "{ [i] : exists j : 2i = 3j + 1 and 0 <= j <= 6 }",
            "{ [i] : 2 <= i <= 8 }",
        ),
        (
            "{ [i, j] : 0 <= i and 0 <= j and 2i + 3j <= 5 }",
            "{ [i, j] : i >= 0 and 0 <= j <= 1 and i + j <= 2 }",
        ),
        (
            "[n] -> { [i] : i mod 2 = 0 and n mod 2 = 1 and 0 <= i <= n }",
            "[n] -> { [i] : 0 <= i < n }",
        ),
        (
            "{ [i] : i mod 4 = 2 and i >= 3; [i] : i = 1 }",
            "{ [i] : i >= 1 }",
        ),
    ];
    for (of, expected) in rows {
        same(&set(of).polyhedral_hull().unwrap().to_set(), expected);
    }
    assert!(
        set("{ [i] : i mod 3 = 1 and 5 <= i <= 6 }")
            .polyhedral_hull()
            .unwrap()
            .is_empty()
            .unwrap()
    );
}

#[test]
fn gist_in_an_impossible_context_is_everything() {
    for (of, context, expected) in [
        ("{ : 1 = 0 }", "{ : 1 = 0 }", "{ : }"),
        ("{ [i] : 1 = 0 }", "{ [i] : 1 = 0 }", "{ [i] }"),
        ("{ [i] : i > 0 }", "{ [i] : 1 = 0 }", "{ [i] }"),
        ("{ [i] : 1 = 0 }", "{ [i] : 2i = 1 }", "{ [i] }"),
    ] {
        same(&set(of).gist(&set(context)).unwrap(), expected);
    }
}

#[test]
fn reversed_pairs_keep_their_name_where_they_are_the_same_tuple() {
    let map = |text: &str| text.parse::<Map>().unwrap();
    let check = |got: Map, expected: &str| {
        assert!(
            got.is_equal(&map(expected)).unwrap(),
            "{got} is not {expected}"
        );
    };
    check(
        map("{ N[B[] -> C[]] -> A[] }").domain_reverse().unwrap(),
        "{ [C[] -> B[]] -> A[] }",
    );
    check(
        map("{ A[] -> N[B[1] -> B[2]] }").range_reverse().unwrap(),
        "{ A[] -> N[B[2] -> B[1]] }",
    );
    check(
        map("{ A[] -> N[B[1] -> C[2]] }").range_reverse().unwrap(),
        "{ A[] -> [C[2] -> B[1]] }",
    );
    same(
        &set("{ T[A[] -> A[]] }").wrapped_reverse().unwrap(),
        "{ T[A[] -> A[]] }",
    );
    same(
        &set("{ T[D[1] -> B[2]] }").wrapped_reverse().unwrap(),
        "{ [B[2] -> D[1]] }",
    );
}

/// The factors in front of names, in the text of a set.
fn coefficients(of: &Set) -> Vec<u64> {
    let text = of.to_string();
    let mut found = Vec::new();
    let mut digits = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if c.is_alphabetic() {
            found.extend(digits.parse::<u64>());
        }
        digits.clear();
    }
    found
}

#[test]
fn merging_invents_no_faces_with_huge_coefficients() {
    assert_eq!(coefficients(&set("{ [i, j] : 3i >= 12j and i <= 5 }")), [4]);
    for text in [
        "[m] -> { [0, j] : 0 <= j < m <= 1000; [i, j] : 0 <= i < j < m <= 1000 }",
        "{ [i, 0] : 0 <= i <= 99; [0, 1] }",
    ] {
        let parts = set(text);
        let merged = parts.coalesce().unwrap();
        assert!(merged.is_equal(&parts).unwrap());
        assert_eq!(coefficients(&merged), [0; 0], "{merged}");
    }
}
