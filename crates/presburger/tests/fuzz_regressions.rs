//! Inputs that once made the library panic or answer wrongly, found by the fuzzers.

use presburger::{Aff, Budget, Map, Set, Value};

#[test]
fn pullback_by_nan_is_nan() {
    let outer: Aff = "{ [i] -> [3i + 2*floor((i + 1)/7) - 7] }".parse().unwrap();
    let inner: Aff = "{ [NaN] }".parse().unwrap();
    assert!(outer.pullback_aff(&inner).unwrap().is_nan());
}

#[test]
fn infinity_over_zero_is_not_a_number() {
    assert!((Value::infty() / Value::zero()).is_nan());
    assert_eq!(Value::infty() / Value::from(-2), Value::neginfty());
}

#[test]
fn coefficients_of_very_different_length() {
    let long = "9".repeat(5000);
    let text = format!("{{ [i, j] : {long}i + 7j >= 3 and {long}j <= 12345678901234567890i }}");
    let set: Set = text.parse().unwrap();
    // An answer or an exhausted budget, but no panic.
    let _ = Budget::operations(200_000).run(|| set.is_empty());
}

#[test]
fn hulls_with_locals_that_simplification_drops() {
    // Eliminating one local lets others disappear; the columns left to eliminate must still be
    // the ones meant.
    let set: Set =
        "{ [i, j] : exists a, b, c : 2 <= 3a + i <= 5b and 7c <= i + j <= 7c + a and b <= 4 }"
            .parse()
            .unwrap();
    let hull = set.polyhedral_hull().unwrap().to_set();
    for i in -3..3i64 {
        for j in -3..3i64 {
            let point: Set = format!("{{ [{i}, {j}] }}").parse().unwrap();
            if point.is_subset(&set).unwrap() {
                assert!(point.is_subset(&hull).unwrap(), "[{i}, {j}]");
            }
        }
    }
}

#[test]
fn hulls_keep_what_only_integers_make_redundant() {
    // On the second set 8i <= -N - 4 and N >= 0 imply i <= -1 for integers, not for rationals.
    let set: Set = "[N] -> { S[i, j] : i <= 3N - 3 and i < j <= 2i + 20; \
                             S[i, j] : N >= 0 and -3 <= i <= -1 and i <= j <= i + 8 and \
                                       -N - 5i - 6 <= 4j and 8j <= -N - 4 }"
        .parse()
        .unwrap();
    // Both sets lie below this bound, so their hull does.
    let bound: Set = "[N] -> { S[i, j] : i <= 3N - 3 }".parse().unwrap();
    assert!(set.is_subset(&bound).unwrap());
    let hull = set.polyhedral_hull().unwrap().to_set();
    assert!(hull.is_subset(&bound).unwrap(), "{hull}");
}

#[test]
fn compositions_do_not_grow_chains_of_floors() {
    let step: Map = "{ A[i, j] -> A[i + j, k] : k mod 3 = 2 }".parse().unwrap();
    // Nine steps: i + j plus eight numbers that are 2 modulo 3.
    let nine = step.fixed_power(9).unwrap();
    let expected: Map = "{ A[i, j] -> A[a, k] : k mod 3 = 2 and (a - i - j) mod 3 = 1 }"
        .parse()
        .unwrap();
    assert!(nine.is_equal(&expected).unwrap(), "{nine}");
    let far = Budget::operations(1_000_000).run(|| step.fixed_power(i64::MAX));
    assert!(far.is_ok());
}

#[test]
fn powers_of_an_expanding_map_stay_within_a_budget() {
    let step: Map = "[N] -> { S[i, j, k] -> S[2j - 2i - 7, 3i - 2j - 3k + 6, 2j - 2N + 5] : \
                              -j - 2 <= k }"
        .parse()
        .unwrap();
    // Coefficients of billions of digits: an error, and soon.
    let power = Budget::operations(2_000_000).run(|| step.fixed_power(4_294_967_295i64));
    assert!(power.is_err());
}

#[test]
fn hulls_of_rational_sets_are_rational() {
    let set: Set = "{ rat: [i, j] : 0 <= 2i <= 3 and 0 <= j <= i }"
        .parse()
        .unwrap();
    assert!(set.is_subset(&set.convex_hull().unwrap().to_set()).unwrap());
    assert!(
        set.is_subset(&set.polyhedral_hull().unwrap().to_set())
            .unwrap()
    );
}

#[test]
fn names_that_are_words_of_the_notation_get_a_prime() {
    let relation: Map = "{ [i] -> [NaN'] : NaN' >= i }".parse().unwrap();
    let text = relation.to_string();
    let back: Map = text.parse().unwrap();
    assert!(relation.is_equal(&back).unwrap(), "{text}");
}

#[test]
fn bounds_do_not_creep_where_equalities_contradict() {
    let set: Set = "{ [x, a, b] : x = 4a + 1 and x = 4b + 3 and x >= 5 }"
        .parse()
        .unwrap();
    // No integer point: any hull will do, but one must come.
    let hull = Budget::operations(100_000).run(|| set.polyhedral_hull());
    assert!(hull.is_ok());
    assert!(set.is_empty().unwrap());
}

#[test]
fn a_union_of_rational_parameter_sets_reads_back() {
    let set: Set = "[N, M] -> { rat: : N mod 2 = 0 or M < N }".parse().unwrap();
    let text = set.to_string();
    assert_eq!(text.parse::<Set>().unwrap().to_string(), text);
}
