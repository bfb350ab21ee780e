//! Schedules that once gave wrong loops, each found by `presburger-fuzz codegen`. The loops are
//! those that isl writes for them.

use astgen::Generator;

#[track_caller]
fn check(schedule: &str, expected: &str) {
    let ast = Generator::new()
        .from_map(&schedule.parse().unwrap())
        .unwrap();
    assert_eq!(ast.to_string(), expected);
}

/// The date is stated by an equality that, simplified, has floors of the date itself.
#[test]
fn date_in_its_own_floors() {
    check(
        "[m] -> { S[i] -> [2i, i mod 3] : 3 <= i <= m }",
        "for (int c0 = 3; c0 <= m; c0 += 1)\n  S(c0);\n",
    );
    check(
        "[m] -> { S[i] -> [2i + m, i mod 3] : 3 <= i <= m }",
        "for (int c0 = m + 6; c0 <= 3 * m; c0 += 2)\n  S((-m + c0) / 2);\n",
    );
}
