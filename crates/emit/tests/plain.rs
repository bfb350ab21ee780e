//! Loops in one type: for which parameters what they compute fits it.

use emit::{Type, plain};
use presburger::Set;

/// The parameters for which a schedule's loops fit a type; `None` for all.
fn fitting(schedule: &str, ty: Type) -> Option<Set> {
    let schedule = schedule.parse().expect("a schedule");
    let ast = astgen::Generator::new().from_map(&schedule).expect("loops");
    let everything = "{ : }".parse().expect("a context");
    plain(&ast, ty, &everything).expect("an answer").only
}

/// `c = 3000000000` makes an `int` something negative: the loop would run where it must not.
#[test]
fn the_first_value_must_fit() {
    let schedule = "[n] -> { S[i] -> [i] : 3000000000 <= i <= n }";
    let fits = fitting(schedule, Type::Int).expect("not for all");
    assert!(fits.is_empty().expect("an answer"), "{fits}");
    // Below INT_MAX it is fine.
    let lower = "[n] -> { S[i] -> [i] : 2000000000 <= i < n }";
    assert_eq!(fitting(lower, Type::Int), None);
}

/// The counter is one more than the last value when the loop ends.
#[test]
fn the_value_that_ends_the_loop_must_fit() {
    let schedule = "[n] -> { S[i] -> [i] : 0 <= i <= n }";
    let fits = fitting(schedule, Type::Int).expect("not for all");
    let wanted: Set = "[n] -> { : n <= 2147483646 }".parse().expect("a set");
    let int: Set = "[n] -> { : -2147483648 <= n <= 2147483647 }"
        .parse()
        .expect("a set");
    let same = fits
        .intersect(&int)
        .and_then(|fits| fits.is_equal(&wanted.intersect(&int)?));
    assert!(same.expect("an answer"), "{fits}");
    // `c < n` ends with `n`, which is an `int`.
    assert_eq!(
        fitting("[n] -> { S[i] -> [i] : 0 <= i < n }", Type::Int),
        None
    );
}

/// Two statements fused on one band, tiled by 32: with all positive `int`s as sizes no bound leaves
/// the type, because hulls keep the coefficients of what they join.
#[test]
fn fused_tiles_fit_at_every_size() {
    let schedule = "[m] -> { S[j] -> [0, 0, j] : 0 <= j < m; \
                    T[i, j] -> [32 * floor(i/32), i - 32 * floor(i/32), j] : 0 <= i < j < m }";
    let context: Set = "[m] -> { : 0 < m <= 2147483647 }".parse().expect("a set");
    let generator = astgen::Generator::new().context(context.clone());
    let schedule = schedule.parse().expect("a schedule");
    let ast = generator.from_map(&schedule).expect("loops");
    let answer = plain(&ast, Type::Int, &context).expect("an answer");
    assert_eq!(answer.only, None, "{}", answer.ast);
}
