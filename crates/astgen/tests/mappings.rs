//! The mappings of Kelly and Pugh, *A Unifying Framework for Iteration Reordering
//! Transformations*, with the code that the paper shows for them, which ours has the structure of,
//! up to names. What that means is said in `paper/structure.rs`. Both codes are run, and execute
//! what the mapping says. The paper's loops are Fortran; they are written in C here.
//!
//! | | shows | ours |
//! |---|---|---|
//! | figure 1 | LU decomposition, blocked | the same, without iterations that are empty |
//! | | OLDA, loops interchanged and split | the same |
//! | | CHOSOL, distributed and interchanged | the same |
//! | | banded SYR2K, skewed | the same |
//! | 2 | the original order of a program | the same |
//! | 3 | the traditional transformations as mappings | the same |
//! | 4 | the algorithm: partitions, the greatest common step | the same |
//! | section 5 | Gaussian elimination from KIJ to IJK | the same, without peeling the first iteration |
//! | 5.3 | replacing indices by the inverse of the mapping | the same |

mod common;

#[path = "paper/case.rs"]
mod case;
#[path = "paper/structure.rs"]
mod structure;

use case::Case;

/// LU decomposition without pivoting, blocked by `size`.
fn lu(size: i64) -> Case {
    let block = format!("{size}*floor((k - 1)/{size}) + 1, {size}*floor(i/{size})");
    let outer = "1 <= k <= n and k + 1 <= i <= n";
    Case::flat(
        &format!(
            "[n] -> {{ S10[k, i] -> [{block}, k, k, i] : {outer};
                       S20[k, i, j] -> [{block}, j, k, i] : {outer} and k + 1 <= j <= n }}"
        ),
        "{ : }",
        "{ [a, b, c, d, e] -> separate[2] }",
    )
}

/// In the last `do k` the paper has `kB + 64`, one too many. Where `k >= iB + 63` no `i` is left:
/// we do not run through these `k`, at the cost of a minimum outside of the innermost loop, which
/// makes two operators more.
#[test]
fn figure_1_lu_decomposition() {
    // Enough of `n` for three blocks of 4; to find the points of larger ones takes long.
    for (size, values) in [(64, [1, 2, 6]), (4, [3, 5, 9])] {
        let last = size - 1;
        lu(size)
            .only_for(&values)
            .dearer_by(2)
            .has_code_of(&format!(
                "for (kB = 1; kB <= n - 1; kB += {size})
               for (iB = kB - 1; iB <= n; iB += {size}) {{
                 for (kj = kB; kj <= min(kB + {last}, n); kj += 1) {{
                   for (k = kB; k <= kj - 1; k += 1)
                     for (i = max(k + 1, iB); i <= min(iB + {last}, n); i += 1)
                       S20(k, i, kj);
                   for (i = max(iB, kj + 1); i <= min(iB + {last}, n); i += 1)
                     S10(kj, i);
                 }}
                 for (kj = kB + {size}; kj <= n; kj += 1)
                   for (k = kB; k <= kB + {last}; k += 1)
                     for (i = max(k + 1, iB); i <= min(iB + {last}, n); i += 1)
                       S20(k, i, kj);
               }}"
            ));
    }
}

/// Our text of the paper has `[mi, mq, mp, 0]` for both statements, which would not be one to one;
/// `[mi, mp, mq, 1]` for the second is what has the code of the paper. (There the subscripts of
/// `xrspq` in the two loops over `t3` are exchanged: for `t3 < t2` it is `mp = t2`, `mq = t3`.)
#[test]
fn figure_1_olda() {
    let domain = "1 <= mp <= np and 1 <= mq <= mp and 1 <= mi <= morb";
    Case::flat(
        &format!(
            "[np, morb] -> {{ S10[mp, mq, mi] -> [mi, mq, mp, 0] : {domain};
                              S20[mp, mq, mi] -> [mi, mp, mq, 1] : {domain} }}"
        ),
        "{ : }",
        "{ [a, b, c, d] -> separate[x] }",
    )
    .has_code_of(
        "for (mi = 1; mi <= morb; mi += 1)
           for (t2 = 1; t2 <= np; t2 += 1) {
             for (t3 = 1; t3 <= t2 - 1; t3 += 1)
               S20(t2, t3, mi);
             S10(t2, t2, mi);
             S20(t2, t2, mi);
             for (t3 = t2 + 1; t3 <= np; t3 += 1)
               S10(t3, t2, mi);
           }",
    );
}

/// Our text of the paper has lost the mapping; this one has the code of the paper.
#[test]
fn figure_1_chosol() {
    Case::plain(
        "[n] -> { S10[i] -> [0, i, 0, 0] : 2 <= i <= n;
                  S20[i, j] -> [1, j, 0, i] : 2 <= i <= n and 1 <= j <= i - 1;
                  S30[i] -> [1, i - 1, 1, 0] : 2 <= i <= n }",
    )
    .has_code_of(
        "for (i = 2; i <= n; i += 1)
           S10(i);
         for (t2 = 1; t2 <= n - 1; t2 += 1) {
           for (i = t2 + 1; i <= n; i += 1)
             S20(i, t2);
           S30(t2 + 1);
         }",
    );
}

#[test]
fn figure_1_banded_syr2k() {
    Case::plain(
        "[n, b] -> { S10[i, j, k] -> [j - i + 1, k - j, k] : 1 <= i <= n
            and i <= j <= i + 2b - 2 and j <= n
            and i - b + 1 <= k and j - b + 1 <= k and 1 <= k
            and k <= i + b - 1 and k <= j + b - 1 and k <= n }",
    )
    .values(&[9, 3])
    .values(&[3, 9])
    .has_code_of(
        "for (t1 = 1; t1 <= min(n, 2 * b - 1); t1 += 1)
           for (t2 = max(1 - b, 1 - n); t2 <= min(b - t1, n - t1); t2 += 1)
             for (k = max(1, t1 + t2); k <= min(n + t2, n); k += 1)
               S10(-t1 - t2 + k + 1, k - t2, k);",
    );
}

/// The program beside figure 2, from the mapping of its original order.
#[test]
fn figure_2_original_order() {
    Case::plain(
        "{ S1[i, j] -> [i, 1, j] : 1 <= i <= 10 and 1 <= j <= 5;
           S2[i, k] -> [i, 2, k] : 1 <= i <= 10 and 0 <= k <= 100 }",
    )
    .has_code_of(
        "for (i = 1; i <= 10; i += 1) {
           for (j = 1; j <= 5; j += 1)
             S1(i, j);
           for (k = 0; k <= 100; k += 1)
             S2(i, k);
         }",
    );
}

/// The transformations of figure 3, of two statements in a loop or one in two loops.
#[test]
fn figure_3_traditional_transformations() {
    let pair = |first: &str, second: &str| {
        Case::plain(&format!(
            "[n] -> {{ S1[i] -> [{first}] : 1 <= i <= n; S2[i] -> [{second}] : 1 <= i <= n }}"
        ))
    };
    // Distribution of the loop of `[i, 1]` and `[i, 2]`, and the order of its statements.
    pair("1, i, 1", "2, i, 2").has_code_of(
        "for (i = 1; i <= n; i += 1) S1(i);
         for (i = 1; i <= n; i += 1) S2(i);",
    );
    pair("i, 2", "i, 1").has_code_of("for (i = 1; i <= n; i += 1) { S2(i); S1(i); }");
    // Fusion of the loops of `[1, i]` and `[2, i]`.
    pair("1, i, 1", "1, i, 2").has_code_of("for (i = 1; i <= n; i += 1) { S1(i); S2(i); }");
    let nest = |dates: &str| {
        let domain = "1 <= i <= n and 1 <= j <= i";
        Case::plain(&format!("[n] -> {{ S[i, j] -> [{dates}] : {domain} }}"))
    };
    // Interchange, reversal and skewing.
    nest("j, i").has_code_of(
        "for (j = 1; j <= n; j += 1)
           for (i = j; i <= n; i += 1)
             S(i, j);",
    );
    nest("-i, j").has_code_of(
        "for (t = -n; t <= -1; t += 1)
           for (j = 1; j <= -t; j += 1)
             S(-t, j);",
    );
    nest("i, i + j").has_code_of(
        "for (i = 1; i <= n; i += 1)
           for (t = i + 1; t <= 2 * i; t += 1)
             S(i, t - i);",
    );
    // Strips of eight.
    nest("i, 8*floor(j/8), j").has_code_of(
        "for (i = 1; i <= n; i += 1)
           for (jB = 0; jB <= i; jB += 8)
             for (j = max(1, jB); j <= min(i, jB + 7); j += 1)
               S(i, j);",
    );
}

/// An index set split at 5, with the second part first. The dates 0 and 1 are no loop, though the
/// condition `n >= 6 - 5t` would hold for both.
#[test]
fn figure_3_index_set_splitting() {
    Case::plain("[n] -> { S[i] -> [1, i] : 1 <= i <= n and i <= 5; S[i] -> [0, i] : 5 < i <= n }")
        .has_code_of(
            "for (i = 6; i <= n; i += 1)
               S(i);
             for (i = 1; i <= min(5, n); i += 1)
               S(i);",
        );
}

/// The sets of the text: one loop for each part of the range in which the same statements are
/// executed.
#[test]
fn figure_4_partitions() {
    Case::flat(
        "{ S1[t] -> [t, 1] : 1 <= t <= 15; S2[t] -> [t, 2] : 10 <= t <= 20 }",
        "{ : }",
        "{ [a, b] -> separate[x] }",
    )
    .has_code_of(
        "for (t = 1; t <= 9; t += 1)
           S1(t);
         for (t = 10; t <= 15; t += 1) {
           S1(t);
           S2(t);
         }
         for (t = 16; t <= 20; t += 1)
           S2(t);",
    );
}

/// The greatest common step of `4α` and `6α + 2` is `gcd(4, 6, 2)`; what it does not enforce is
/// left to the statements.
#[test]
fn figure_4_greatest_common_step() {
    Case::flat(
        "[n] -> { S1[i] -> [4i, 1] : 0 <= 4i < n; S2[i] -> [6i + 2, 2] : 0 <= 6i + 2 < n }",
        "{ : }",
        "{ [a, b] -> atomic[x] }",
    )
    .has_code_of(
        "for (t = 0; t < n; t += 2) {
           if (t % 4 == 0)
             S1(t / 4);
           if ((t - 2) % 6 == 0)
             S2((t - 2) / 6);
         }",
    );
}

/// The mapping of section 5.3: `i1` is `j2` and `i2` is `j1 - j2`.
#[test]
fn section_5_3_mappings_are_inverted() {
    Case::plain("[n] -> { S[i, j] -> [i + j, i] : 1 <= i <= n and 1 <= j <= n }").has_code_of(
        "for (t1 = 2; t1 <= 2 * n; t1 += 1)
           for (t2 = max(1, t1 - n); t2 <= min(n, t1 - 1); t2 += 1)
             S(t2, t1 - t2);",
    );
}

/// Gaussian elimination from KIJ to IJK, the example of section 5. The paper has the iteration
/// `t2 = 1` on its own, because no `k` is executed in it; in the loop it costs one test for each
/// `i`, and the statement is written once.
#[test]
fn section_5_gaussian_elimination_ijk() {
    let outer = "1 <= k <= n and k + 1 <= i <= n";
    Case::flat(
        &format!(
            "[n] -> {{ S10[k, i] -> [i, k, 1, 0] : {outer};
                       S20[k, i, j] -> [i, j, 0, k] : {outer} and k + 1 <= j <= n }}"
        ),
        "{ : }",
        "{ [a, b, c, d] -> separate[x] }",
    )
    .has_code_of_or(
        "for (i = 2; i <= n; i += 1) {
           S10(1, i);
           for (t2 = 2; t2 <= i - 1; t2 += 1) {
             for (k = 1; k <= t2 - 1; k += 1)
               S20(k, i, t2);
             S10(t2, i);
           }
           for (j = i; j <= n; j += 1)
             for (k = 1; k <= i - 1; k += 1)
               S20(k, i, j);
         }",
        "for (i = 2; i <= n; i += 1) {
           for (t2 = 1; t2 <= i - 1; t2 += 1) {
             for (k = 1; k <= t2 - 1; k += 1)
               S20(k, i, t2);
             S10(t2, i);
           }
           for (j = i; j <= n; j += 1)
             for (k = 1; k <= i - 1; k += 1)
               S20(k, i, j);
         }",
    );
}
