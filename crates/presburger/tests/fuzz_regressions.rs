//! Inputs that once made the library panic or answer wrongly, found by the fuzzers.

use presburger::{Aff, Budget, Set, Value};

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
