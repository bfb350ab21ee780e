//! Figures 1 to 8.

use crate::case::Case;

/// What one thread of a hybrid tile copies back. The schedule is not in the paper; this is the
/// set that its code for figures 1 and 2 executes, where `p` stands for `(c2 + c3) mod 2`.
fn copied(exists: &str, p: &str, options: &str) -> Case {
    let schedule = format!(
        "[t1] -> {{ A[c2, c3, c4] -> [c2, c3, c4] :
             exists {exists} 0 <= c2 <= 1 and 1 <= c3 <= 4 and c4 = t1 + 128a
                 and 3 - c3 + {p} <= c4 and c3 - 1 - {p} <= c4
                 and c4 <= c3 + 128 + {p} and c4 <= 134 - c3 - {p} }}"
    );
    let mut case = Case::flat(&schedule, "[t1] -> { : 0 <= t1 <= 127 }", options);
    for t1 in [3, 5, 6, 100, 124, 125, 126, 127] {
        case = case.values(&[t1]);
    }
    case
}

/// As a remainder, and as an existential that is one.
const P: (&str, &str) = ("a :", "((c2 + c3) mod 2)");
const HIDDEN_P: (&str, &str) = ("a, p, q : c2 + c3 = 2q + p and 0 <= p <= 1 and", "p");

const FIGURE_1: &str = "for (c2 = 0; c2 <= 1; c2 += 1)
    for (c3 = 1; c3 <= 4; c3 += 1)
      for (c4 = max(((t1 - c3 + 130) % 128) + c3 - 2, ((t1 + c3 + 125) % 128) - c3 + 3);
          c4 <= min(((c2 + c3) % 2) + c3 + 128, -((c2 + c3) % 2) - c3 + 134); c4 += 128)
        if (c3 + c4 >= 7 || (c4 == t1 && c3 + 2 >= t1 && t1 + c3 <= 6
                            && t1 + c3 >= ((t1 + c2 + 2 * c3 + 1) % 2) + 3
                            && t1 + 2 >= ((t1 + c2 + 2 * c3 + 1) % 2) + c3)
            || (c4 == t1 && c3 == 1 && t1 <= 5 && t1 >= 4 && c2 <= 1 && c2 >= 0))
          A(c2, c3, c4);";

/// The remainders are C's because `t1` is known not to be negative. The paper has a condition in
/// the innermost loop; we have none, because the lower bound is exact as well as the upper one.
#[test]
fn figure_1_copy_code() {
    copied(P.0, P.1, "{ [a, b, c] -> atomic[x] }")
        .has_code_of_or(FIGURE_1, FIGURE_1_WITHOUT_CONDITIONS);
}

/// The bounds of the paper when the parity is known: no condition is left.
const FIGURE_1_WITHOUT_CONDITIONS: &str = "for (c2 = 0; c2 <= 1; c2 += 1)
           for (c3 = 1; c3 <= 4; c3 += 1)
             for (c4 = max((t1 + c3 - (c2 + c3) % 2 + 125) % 128 + (c2 + c3) % 2 - c3 + 3,
                           (t1 - c3 + (c2 + c3) % 2 + 129) % 128 - (c2 + c3) % 2 + c3 - 1);
                 c4 <= min((c2 + c3) % 2 + c3 + 128, -((c2 + c3) % 2) - c3 + 134); c4 += 128)
               A(c2, c3, c4);";

/// With an existential the paper keeps a condition in the innermost loop; ours has the bounds of the
/// code without one.
#[test]
fn figure_1_copy_code_with_an_existential() {
    copied(HIDDEN_P.0, HIDDEN_P.1, "{ [a, b, c] -> atomic[x] }")
        .slower_by(4)
        .has_code_of_or(FIGURE_1, FIGURE_1_WITHOUT_CONDITIONS);
}

/// The third subscript is `c4 - 4`; the paper prints `t1 + 128` for it where figure 1 has
/// `t1 + 124`. Two conditions of one comparison, without remainders, are another way to say what
/// the paper says with a remainder and one condition of two comparisons; they are tested more
/// often, but take fewer operators.
#[test]
fn figure_2_unrolled_copy_code() {
    copied(P.0, P.1, "{ [a, b, c] -> unroll[x] }").has_code_of_or(
        "A(0, 1, (t1 + 125) % 128 - 1 + 4);
         A(0, 2, (t1 + 127) % 128 - 3 + 4);
         if (t1 <= 2 && t1 >= 1)
           A(0, 2, t1 + 124 + 4);
         A(0, 3, (t1 + 127) % 128 - 3 + 4);
         if (t1 <= 2 && t1 >= 1)
           A(0, 3, t1 + 124 + 4);
         A(0, 4, (t1 + 125) % 128 - 1 + 4);
         A(1, 1, (t1 + 126) % 128 - 2 + 4);
         A(1, 2, (t1 + 126) % 128 - 2 + 4);
         if (t1 <= 3 && t1 >= 2)
           A(1, 2, t1 + 124 + 4);
         A(1, 3, (t1 + 126) % 128 - 2 + 4);
         if (t1 <= 3 && t1 >= 2)
           A(1, 3, t1 + 124 + 4);
         A(1, 4, (t1 + 126) % 128 - 2 + 4);",
        "A(0, 1, (t1 + 125) % 128 + 3);
         if (t1 >= 1)
           A(0, 2, t1);
         if (t1 <= 2)
           A(0, 2, t1 + 128);
         if (t1 >= 1)
           A(0, 3, t1);
         if (t1 <= 2)
           A(0, 3, t1 + 128);
         A(0, 4, (t1 + 125) % 128 + 3);
         A(1, 1, (t1 + 126) % 128 + 2);
         if (t1 >= 2)
           A(1, 2, t1);
         if (t1 <= 3)
           A(1, 2, t1 + 128);
         if (t1 >= 2)
           A(1, 3, t1);
         if (t1 <= 3)
           A(1, 3, t1 + 128);
         A(1, 4, (t1 + 126) % 128 + 2);",
    );
}

const FIGURE_3: &str = "for (int i = 0; i < n; i += 1) {
                          S1(i);
                          for (int j = 0; j < i; j += 1)
                            S2(i, j);
                          S3(i);
                        }";

/// The program, from the schedule (2).
#[test]
fn figure_3_original_order() {
    Case::plain(
        "[n] -> { S1[i] -> [i, 0, 0] : 0 <= i < n; S2[i, j] -> [i, 1, j] : 0 <= j < i < n;
                  S3[i] -> [i, 2, 0] : 0 <= i < n }",
    )
    .has_code_of(FIGURE_3);
}

/// The other order, the schedule (3), for which no code is shown: the dates of `S3` begin one
/// earlier than those of `S2` and end one earlier too.
#[test]
fn figure_3_other_order() {
    let both = "for (int t = -1; t < min(n, 2 * n - 2); t += 1) {
                  for (int j = 0; j < t; j += 1)
                    S2(t, j);
                  if (n >= t + 2)
                    S3(t + 1);
                }";
    Case::plain(
        "[n] -> { S1[i] -> [0, i, 0, 0] : 0 <= i < n; S2[i, j] -> [1, i, 0, j] : 0 <= j < i < n;
                  S3[i] -> [1, i - 1, 1, 0] : 0 <= i < n }",
    )
    .has_code_of(&format!("for (int i = 0; i < n; i += 1) S1(i); {both}"));
}

/// The same as the schedule tree of the figure: a band, a sequence, and a band below its second
/// child.
#[test]
fn figure_4_schedule_tree() {
    Case::tree(
        r#"
domain: "[n] -> { S1[i] : 0 <= i < n; S2[i, j] : 0 <= j < i < n; S3[i] : 0 <= i < n }"
child:
  schedule: "[{ S1[i] -> [i]; S2[i, j] -> [i]; S3[i] -> [i] }]"
  child:
    sequence:
    - filter: "{ S1[i] }"
    - filter: "{ S2[i, j] }"
      child:
        schedule: "[{ S2[i, j] -> [j] }]"
    - filter: "{ S3[i] }"
"#,
    )
    .has_code_of(FIGURE_3);
}

/// Also examples 5.19 and 5.20.
#[test]
fn figure_5_b_shifted_strides() {
    Case::flat(
        "[n] -> { S0[i] -> [i] : exists a : 1 <= i <= n and i = 4a;
                  S1[i] -> [i] : exists a : 1 <= i <= n and i = 4a + 2 }",
        "{ : }",
        "{ [i] -> separate[x] : x >= 0 }",
    )
    .has_code_of(
        "for (int c0 = 2; c0 < n - 1; c0 += 4) {
           S1(c0);
           S0(c0 + 2);
         }
         if (n >= 2 && n % 4 >= 2)
           S1(-(n % 4) + n + 2);",
    );
}

#[test]
fn figure_6_c_components() {
    Case::flat(
        "[n, m] -> { S1[i, j] -> [i, j, 0] : 1 <= i <= n and j = i;
                     S2[i, j] -> [i, j, 1] : 1 <= i <= j <= n;
                     S3[i, j] -> [i, j, 2] : 1 <= i <= m and j = n }",
        "[n, m] -> { : m >= n >= 3 }",
        "{ [i, j, k] -> separate[x] }",
    )
    .values(&[3, 3])
    .values(&[4, 9])
    .has_code_of(
        "for (i = 1; i <= n; i += 1) {
           S1(i, i);
           for (j = i; j <= n; j += 1)
             S2(i, j);
           S3(i, n);
         }
         for (i = n + 1; i <= m; i += 1)
           S3(i, n);",
    );
}

#[test]
fn figure_7_a_modulo_conditions() {
    Case::flat(
        "[n] -> { S[i] -> [i] : 0 <= i < 128 and exists a : i = n + 128a }",
        "[n] -> { : n >= 0 }",
        "{ }",
    )
    .values(&[300])
    .has_code_of("S(n % 128);");
    let context = "[t1] -> { : 0 <= t1 <= 127 }";
    let mapped = |last: i64| {
        let domain = format!("7 <= i <= {last} and exists a : i = t1 + 128a");
        let case = Case::flat(
            &format!("[t1] -> {{ S[i] -> [i] : {domain} }}"),
            context,
            "{ }",
        );
        let case = case.values(&[2]).values(&[3]).values(&[6]);
        case.values(&[120]).values(&[127])
    };
    mapped(134).has_code_of("S(((t1 + 121) % 128) + 7);");
    mapped(130).has_code_of(
        "if ((t1 + 121) % 128 <= 123)
           S(((t1 + 125) % 128) + 3);",
    );
}

/// `2 * ((c0 + 2) / 3) <= c0` is the same condition.
#[test]
fn figure_8_two_existentials() {
    let schedule =
        "{ S[i] -> [i] : exists a, b : i = 2a + 3b and 0 <= a < 3 and 0 <= b and 0 <= i < 8 }";
    Case::plain(schedule).has_code_of(
        "for (int c0 = 0; c0 <= 7; c0 += 1)
           if (2 * (2 * c0 / 3) >= c0)
             S(c0);",
    );
    Case::flat(schedule, "{ : }", "{ [i] -> unroll[0] }")
        .has_code_of("S(0); S(2); S(3); S(4); S(5); S(6); S(7);");
}

/// The context is not in the paper. That `t2` is in no condition of the unrolled code needs
/// `254 <= t2 <= 256`; that `t1 - 384` is a lower bound needs `t1 >= 125`.
fn multiple_bounds(options: &str) -> Case {
    let schedule = "[t1, t2] -> { S[i, j] -> [i, j] : exists a, b : 0 <= i <= 1 and t1 = j + 128a
        and 0 <= j + 2b < 128 and 510 <= t2 + 2b <= 514 and 0 <= 2b - t2 <= 5 }";
    let context = "[t1, t2] -> { : 125 <= t1 <= 127 and 254 <= t2 <= 256 }";
    let mut case = Case::flat(schedule, context, options);
    for (t1, t2) in [(125, 254), (126, 255), (127, 256), (125, 256), (127, 254)] {
        case = case.values(&[t1, t2]);
    }
    case
}

/// The bounds are the paper's. Its condition is better: three comparisons, while ours are two
/// with a remainder each.
#[test]
fn figure_8_multiple_bounds() {
    multiple_bounds("{ }").dearer_by(1).has_code_of(
        "for (i = 0; i <= 1; i += 1)
           for (j = max(-((-t1 + t2 - 3) % 128) + t2 - 387, t1 - 384);
               j <= min(-t2 + 127, t2 - 383); j += 128)
             if (j + 256 == t1 || (j + 384 == t1 && t1 >= 126))
               S(i, j);",
    );
}

/// The paper's code, which has two values of `j` for all `t2`, one of them always executed, is
/// better than slices that begin with a bound in which `t2` is.
#[test]
fn figure_8_multiple_bounds_unrolled() {
    multiple_bounds("{ [i, j] -> unroll[x] }").has_code_of_or(
        "if (t1 >= 126)
           S(0, t1 - 384);
         S(0, t1 - 256);
         if (t1 >= 126)
           S(1, t1 - 384);
         S(1, t1 - 256);",
        "if (t1 >= 126 || (t1 - t2 + 258) % 128 >= 5)
           S(0, (t1 - t2 + 258) % 128 + t2 - 514);
         if ((t1 - t2 + 258) % 128 + 2 * t2 <= 513)
           S(0, t1 - 256);
         if (t1 >= 126 || (t1 - t2 + 258) % 128 >= 5)
           S(1, (t1 - t2 + 258) % 128 + t2 - 514);
         if ((t1 - t2 + 258) % 128 + 2 * t2 <= 513)
           S(1, t1 - 256);",
    );
}
