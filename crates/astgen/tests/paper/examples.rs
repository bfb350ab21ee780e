//! Examples 5.1 to 5.20. Where the paper shows sets and no code, the code is what it says of them.

use crate::case::Case;
use astgen::Settings;

/// The body is not shown; the condition is what (6) has more than (7).
#[test]
fn example_5_1_existentials_are_eliminated() {
    let domain = "exists a : a >= t - 1 and 2a >= t + 1 and a <= t and 4a <= N + 2t";
    Case::plain(&format!("[N] -> {{ S[t] -> [t] : {domain} }}")).has_code_of(
        "for (int c0 = 1; c0 <= floord(N, 2) + 2; c0 += 1)
               if (c0 >= 3 || 2 * c0 <= N)
                 S(c0);",
    );
}

/// The set that quantifier elimination gives, (6), for which the paper shows two loops.
#[test]
fn example_5_1_quantifier_elimination() {
    Case::plain("[N] -> { S[t] -> [t] : (t >= 3 and 2t <= 4 + N) or (1 <= t <= 2 and 2t <= N) }")
        .has_code_of(
            "for (int c0 = 1; c0 <= min(2, floord(N, 2)); c0 += 1)
               S(c0);
             for (int c0 = 3; c0 <= floord(N, 2) + 2; c0 += 1)
               S(c0);",
        );
}

#[test]
fn example_5_2_floors_of_the_current_dimension() {
    Case::plain("{ S[i] -> [i] : 3*floor((i + 1)/3) <= i and 0 <= i <= 3 }").has_code_of(
        "for (int c0 = 0; c0 <= 3; c0 += 1)
           if ((c0 + 1) % 3 >= 1)
             S(c0);",
    );
}

/// Also example 5.8: the guard is in (19), the first value is (32).
#[test]
fn example_5_3_strides_are_combined() {
    let domain = "exists a, b : 0 <= i <= 100 and n - i + 6a = 0 and m - i + 10b = 0";
    Case::plain(&format!("[n, m] -> {{ S[i] -> [i] : {domain} }}"))
        .values(&[31, 1])
        .values(&[-3, 45])
        .values(&[17, 3])
        .has_code_of(
            "if ((m - n) % 2 == 0)
               for (int c0 = -5 * n + 6 * m + 30 * floord(5 * n - 6 * m + 29, 30); c0 <= 100; c0 += 30)
                 S(c0);",
        );
}

/// The value in the text, `4⌊(n + 2)/4⌋ - 2`, and the guards of (21), of which the text has lost
/// a factor of 4.
#[test]
fn example_5_4_a_single_value_needs_no_loop() {
    Case::plain(
        "[n] -> { S[i] -> [i] : i >= 1 and n - 1 <= i <= n and 4*floor((i - 2)/4) = i - 2 }",
    )
    .has_code_of(
        "if (n >= 2 && 4 * floord(n, 4) <= n - 2)
               S(4 * floord(n + 2, 4) - 2);",
    );
}

#[test]
fn example_5_5_inner_loops_enforce_conditions() {
    let schedule = "[n, m] -> { S[i, j] -> [i, j] : 0 <= i < m and 0 <= j < n }";
    Case::plain(schedule).has_code_of(
        "for (int c0 = 0; c0 < m; c0 += 1)
           for (int c1 = 0; c1 < n; c1 += 1)
             S(c0, c1);",
    );
    let settings = Settings {
        exploit_nested_bounds: false,
        ..Settings::default()
    };
    Case::plain(schedule).settings(settings).has_code_of(
        "if (n >= 1)
           for (int c0 = 0; c0 < m; c0 += 1)
             for (int c1 = 0; c1 < n; c1 += 1)
               S(c0, c1);",
    );
}

#[test]
fn example_5_6_strides_imply_conditions() {
    Case::plain("[n] -> { S[t] -> [t] : exists a : 2t - n = 4a and 0 <= t <= 100 }")
        .values(&[-6])
        .values(&[196])
        .has_code_of(
            "if (n % 2 == 0)
               for (int c0 = (n / 2) + 2 * floord(-n - 1, 4) + 2; c0 <= 100; c0 += 2)
                 S(c0);",
        );
}

const EXAMPLE_5_7: &str = "[M] -> { S1[i] -> [i, 0] : 0 <= i <= M; S2[] -> [0, 1] }";

/// Without looking for maxima, as in the paper; with it the bound is `max(0, M)`.
#[test]
fn example_5_7_missing_bounds_are_found() {
    let code = "for (int c0 = 0; c0 <= (M <= 0 ? 0 : M); c0 += 1) {
                  if (M >= c0)
                    S1(c0);
                  if (c0 == 0)
                    S2();
                }";
    for detect_min_max in [false, true] {
        let settings = Settings {
            detect_min_max,
            ..Settings::default()
        };
        Case::flat(EXAMPLE_5_7, "{ : }", "{ [i, j] -> atomic[0] }")
            .settings(settings)
            .has_code_of(code);
    }
}

/// The two forms of the condition of a loop. `c1` is a counter that is not negative.
#[test]
fn example_5_9_one_upper_bound_or_several() {
    let schedule = "[M, x] -> { S[i] -> [i] : 0 <= i and M >= i + 1 and x >= 3i + 8 }";
    let context = "[M, x] -> { : x >= 0 }";
    Case::flat(schedule, context, "{ }").has_code_of(
        "for (int c3 = 0; c3 < min((x + 1) / 3 - 2, M); c3 += 1)
           S(c3);",
    );
    let settings = Settings {
        atomic_upper_bound: false,
        ..Settings::default()
    };
    Case::flat(schedule, context, "{ }")
        .settings(settings)
        .has_code_of(
            "for (int c3 = 0; M >= c3 + 1 && x >= 3 * c3 + 8; c3 += 1)
               S(c3);",
        );
}

/// The three pieces of (35). The paper's order, `M <= -1` beside `M >= 0`, is better than to have
/// the loop between them: they share an `if`, and the loop is in one branch only.
#[test]
fn example_5_10_separation() {
    Case::flat(EXAMPLE_5_7, "{ : }", "{ [i, j] -> separate[x] }").has_code_of_or(
        "if (M <= -1) {
           S2();
         } else {
           S1(0);
           S2();
           for (int c0 = 1; c0 <= M; c0 += 1)
             S1(c0);
         }",
        "if (M >= 0) {
           S1(0);
           S2();
         }
         for (int c0 = 1; c0 <= M; c0 += 1)
           S1(c0);
         if (M <= -1)
           S2();",
    );
}

#[test]
fn example_5_11_strides_are_unrolled() {
    let schedule = "{ S[i] -> [i] : 0 <= i < 1024 and i mod 256 = 0 }";
    Case::flat(schedule, "{ : }", "{ [i] -> unroll[0] }")
        .has_code_of("S(0); S(256); S(512); S(768);");
}

/// Four slices from `N`, not a thousand from 0.
#[test]
fn example_5_12_the_best_lower_bound_is_unrolled() {
    let schedule = "[N] -> { S[i] -> [i] : 0 <= i < 1000 and N <= i < N + 4 }";
    Case::flat(schedule, "{ : }", "{ [i] -> unroll[0] }")
        .values(&[-4])
        .values(&[-3])
        .values(&[998])
        .values(&[1000])
        .has_code_of(
            "if (N >= 0 && N < 1000)
               S(N);
             if (N + 1 >= 0 && N + 1 < 1000)
               S(N + 1);
             if (N + 2 >= 0 && N + 2 < 1000)
               S(N + 2);
             if (N + 3 >= 0 && N + 3 < 1000)
               S(N + 3);",
        );
}

/// Prologue, full strips, epilogue, and the case without a full strip. The paper tests
/// `m + 3 >= n` in the last `else` and whether there is an epilogue before it; we test whether
/// there is a prologue and need no test in the `else`.
#[test]
fn example_5_13_isolation() {
    Case::tree(
        r#"
domain: "[m, n] -> { S[i] : m <= i < n }"
child:
  schedule: "[{ S[i] -> [4*floor(i/4)] }, { S[i] -> [i] }]"
  options: "[m, n] -> { isolate[[] -> [t, i]] : m <= t and t + 3 < n }"
"#,
    )
    .values(&[-5, 14])
    .values(&[3, 17])
    .values(&[4, 16])
    .values(&[6, 7])
    .has_code_of_or(
        "if (n >= m + 4)
           for (int c1 = m; c1 <= 4 * floord(m - 1, 4) + 3; c1 += 1)
             S(c1);
         for (int c0 = 4 * floord(m - 1, 4) + 4; c0 < n - 3; c0 += 4)
           for (int c1 = c0; c1 <= c0 + 3; c1 += 1)
             S(c1);
         if (n >= m + 4 && 4 * floord(n - 1, 4) + 3 >= n) {
           for (int c1 = 4 * floord(n - 1, 4); c1 < n; c1 += 1)
             S(c1);
         } else if (m + 3 >= n)
           for (int c0 = 4 * floord(m, 4); c0 < n; c0 += 4)
             for (int c1 = max(m, c0); c1 <= min(n - 1, c0 + 3); c1 += 1)
               S(c1);",
        "if (n >= m + 4 && m >= 4 * floord(m, 4) + 1)
           for (int c1 = m; c1 <= 4 * floord(m, 4) + 3; c1 += 1)
             S(c1);
         for (int c0 = -4 * floord(-m, 4); c0 < n - 3; c0 += 4)
           for (int c1 = c0; c1 <= c0 + 3; c1 += 1)
             S(c1);
         if (n >= m + 4) {
           for (int c1 = 4 * floord(n, 4); c1 < n; c1 += 1)
             S(c1);
         } else
           for (int c0 = 4 * floord(m, 4); c0 < n; c0 += 4)
             for (int c1 = max(m, c0); c1 <= min(n - 1, c0 + 3); c1 += 1)
               S(c1);",
    );
}

#[test]
fn example_5_14_components() {
    Case::plain("{ S0[] -> [0]; S1[i] -> [i] : 0 <= i < 10 }").has_code_of(
        "S0();
         for (int i = 0; i < 10; i += 1)
           S1(i);",
    );
}

/// Also example 5.16. The paper's dates after the shift are `2i`, from 0 to 18 in steps of 2; we
/// count in steps of 1, which needs no division for the instances.
#[test]
fn example_5_15_shifted_strides() {
    Case::plain("{ A[i] -> [2i] : 0 <= i < 10; B[i] -> [2i + 1] : 0 <= i < 10 }").has_code_of_or(
        "for (int t = 0; t < 20; t += 2) {
           A(t / 2);
           B(t / 2);
         }",
        "for (int t = 0; t < 10; t += 1) {
           A(t);
           B(t);
         }",
    );
}

/// Guards and enforced constraints of (49): `A` has the guard `t <= 6` and a loop from 2 to `t`,
/// `B` the guard `t >= 2` and a loop from `t` to 5, `C` the guard `t >= 2` and a loop to 8. Of the
/// guards `t >= 2` is hoisted, here out of the loop over `m`, and only `t <= 6` stays inside. `D`
/// has the outer loop begin with 1. To have `B` below `t <= 6` as well, which its loop implies, is
/// better still: it saves the test of that loop for `t` of 7 and 8.
#[test]
fn example_5_17_guards_are_hoisted() {
    Case::flat(
        "{ D[t] -> [t, 0, 0, 0, 0] : 1 <= t <= 8;
           A[t, m, j] -> [t, 1, m, 0, j] : t <= 6 and 2 <= j <= t and 0 <= m <= 3;
           B[t, m, j] -> [t, 1, m, 1, j] : t >= 2 and t <= j <= 5 and 0 <= m <= 3;
           C[t, m, j] -> [t, 1, m, 2, j] : t >= 2 and t <= j <= 8 and 0 <= m <= 3 }",
        "{ : }",
        "{ [a, b, c, d, e] -> atomic[x] : 0 <= x <= 2 }",
    )
    .has_code_of_or(
        "for (int t = 1; t <= 8; t += 1) {
           D(t);
           if (t >= 2)
             for (int m = 0; m <= 3; m += 1) {
               if (t <= 6)
                 for (int j = 2; j <= t; j += 1)
                   A(t, m, j);
               for (int j = t; j <= 5; j += 1)
                 B(t, m, j);
               for (int j = t; j <= 8; j += 1)
                 C(t, m, j);
             }
         }",
        "for (int t = 1; t <= 8; t += 1) {
           D(t);
           if (t >= 2)
             for (int m = 0; m <= 3; m += 1) {
               if (t <= 6) {
                 for (int j = 2; j <= t; j += 1)
                   A(t, m, j);
                 for (int j = t; j <= 5; j += 1)
                   B(t, m, j);
               }
               for (int j = t; j <= 8; j += 1)
                 C(t, m, j);
             }
         }",
    );
}

/// The loops around the code of the paper are those of (52).
#[test]
fn example_5_18_conditions_become_a_tree() {
    let outer = "1 <= i <= ub and i <= j <= n";
    Case::flat(
        &format!(
            "[lb, ub, n] -> {{
               s0[i, j] -> [i, j, 0, 0] : {outer} and lb <= i and i + 1 <= j;
               s3[i, j, lb, i, j] -> [i, j, 1, 0] : {outer} and i < lb;
               s2[i, j] -> [i, j, 2, 0] : {outer} and lb <= i and i + 1 <= j and ub < n;
               s1[i, j, k] -> [i, j, 3, k] : {outer} and lb <= k and i <= k <= ub }}"
        ),
        "[lb, ub, n] -> { : 1 <= lb <= ub <= n }",
        "{ [a, b, c, d] -> atomic[x] }",
    )
    .values(&[2, 4, 6])
    .values(&[3, 5, 5])
    .has_code_of(
        "for (int c0 = 1; c0 <= ub; c0 += 1)
           for (int c1 = c0; c1 <= n; c1 += 1) {
             if (c0 >= lb && c1 >= c0 + 1) {
               s0(c0, c1);
               if (n >= ub + 1)
                 s2(c0, c1);
             } else if (lb >= c0 + 1)
               s3(c0, c1, lb, c0, c1);
             for (int c3 = max(lb, c0); c3 <= ub; c3 += 1)
               s1(c0, c1, c3);
           }",
    );
}
