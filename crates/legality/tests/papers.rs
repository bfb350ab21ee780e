//! The examples of the papers: what they say is legal is accepted, what they say is not is refused
//! with the reason that they give.

mod support;

use legality::{Options, Violation, brute, check};
use scop::ScheduleTree;
use support::As::Parallel;
use support::{all_of, claiming, flat, judged_at, kernel, said, wrong};

/// Loopy, figure 1b and the text in section 2.
#[test]
fn loopy_figure_1b_reversed() {
    let scop = kernel("div");
    let name = &scop.statements[0].name;
    let reversed = flat(&scop, &format!("[n] -> {{ {name}[i] -> [-i] }}"));
    assert_eq!(
        wrong(&scop, &reversed),
        [format!(
            "{name}[2] reads A[1] before {name}[1] writes it when n = 3"
        ),]
    );
    // With the paper's four cells: A[3] is the one with another result, because A[2] is read
    // before it is written; that pair is among those that are refused.
    let verdict = check(&scop, &all_of(&scop), &reversed, &Options::default()).unwrap();
    let Violation::Dependence(broken) = &verdict.violations()[0] else {
        panic!("{:?}", verdict.violations());
    };
    let expected = format!("[n] -> {{ {name}[i] -> {name}[i + 1] : 1 <= i and i + 1 < n }}");
    assert!(
        broken
            .relation
            .is_equal(&expected.parse().unwrap())
            .unwrap()
    );
    assert_eq!(results(&scop, &scop.schedule), [1.0, 2.0, 1.5, 8.0 / 3.0]);
    assert_eq!(results(&scop, &reversed), [1.0, 2.0, 1.5, 4.0 / 3.0]);
    let cells = brute::differences(&scop, &reversed, &[("n", 4)], legality::Reductions::Strict);
    assert!(cells.unwrap().contains(&("A".into(), vec![3])));
}

/// The loop of figure 1b on the array [1, 2, 3, 4].
fn results(scop: &scop::Scop, order: &ScheduleTree) -> [f64; 4] {
    let mut a = [1.0, 2.0, 3.0, 4.0];
    assert_eq!(scop.statements.len(), 1);
    for instance in order.instances(&[("n", 4)]).unwrap() {
        let i = instance.to_i64s().unwrap()[0] as usize;
        a[i] /= a[i - 1];
    }
    a
}

/// Loopy, figure 2a: the product of figure 1a distributed, interchanged and tiled.
#[test]
fn loopy_figure_2a() {
    let scop = kernel("matmul");
    let tiled = "[n] -> { Init[i, j] -> [0, i, j, 0, 0, 0, 0];
        Mult[i, j, k] -> [1, floor(i/2), floor(k/2), floor(j/2), i, k, j] }";
    assert_eq!(wrong(&scop, &flat(&scop, tiled)), [""; 0]);
    // Initialised after the product.
    let late = "[n] -> { Init[i, j] -> [1, i, j, 0]; Mult[i, j, k] -> [0, i, k, j] }";
    assert_eq!(
        wrong(&scop, &flat(&scop, late)),
        [
            "Mult[0, 0, 0] reads C[0][0] before Init[0, 0] writes it when n = 1",
            "Mult[0, 0, 0] writes C[0][0] before Init[0, 0] does when n = 1",
        ]
    );
}

/// Deviation, figure 5: fusion breaks the dependence from S1[i] to S2[i - 1]; shifting S1 by -1
/// is the correction.
#[test]
fn deviation_figure_5() {
    let scop = kernel("deviation-fig5");
    let fused = flat(&scop, "[n] -> { S1[i] -> [i, 0]; S2[i] -> [i, 1] }");
    assert_eq!(
        wrong(&scop, &fused),
        ["S2[0] reads A[1] before S1[1] writes it when n = 1"]
    );
    let corrected = flat(&scop, "[n] -> { S1[i] -> [i - 1, 0]; S2[i] -> [i, 1] }");
    assert_eq!(wrong(&scop, &corrected), [""; 0]);
}

/// Mappings, figure 1: LU decomposition for locality, and the IJK order of section 5.
#[test]
fn mappings_lu() {
    let scop = kernel("lu-kij");
    // The paper's blocks of 64, and small ones so that sizes below 5 have several.
    for (b, options) in [(64, Options::default()), (2, Options::default())] {
        let outer = format!("{b}*floor((k - 1)/{b}) + 1, {b}*floor(i/{b})");
        let mapping = format!(
            "[n] -> {{ S10[k, i] -> [{outer}, k, k, i]; S20[k, i, j] -> [{outer}, j, k, i] }}"
        );
        let verdict = judged_at(&scop, &flat(&scop, &mapping), &options, 6);
        assert_eq!(said(&scop, &verdict), [""; 0]);
    }
    let ijk = "[n] -> { S10[k, i] -> [i, k, 1, 0]; S20[k, i, j] -> [i, j, 0, k] }";
    assert_eq!(wrong(&scop, &flat(&scop, ijk)), [""; 0]);
    // The other way round a column is scaled before all of its updates.
    let scaled_first = "[n] -> { S10[k, i] -> [i, k, 0, 0]; S20[k, i, j] -> [i, j, 1, k] }";
    assert!(!wrong(&scop, &flat(&scop, scaled_first)).is_empty());
}

/// Mappings, figure 1: CHOSOL to expose parallelism. The loops that the paper calls
/// parallelizable are, the other one is not.
#[test]
fn mappings_chosol() {
    let scop = kernel("chosol");
    let mapping =
        "[n] -> { S10[i] -> [0, 0, 0, i]; S20[i, j] -> [1, j, 0, i]; S30[i] -> [1, i - 1, 1, 0] }";
    let tree = flat(&scop, mapping);
    assert_eq!(
        wrong(&scop, &claiming(&tree, &[(3, Parallel)], &[])),
        [""; 0]
    );
    let found = wrong(&scop, &claiming(&tree, &[(1, Parallel)], &[]));
    assert!(
        found.contains(
            &"iterations 1 and 2 of the parallel loop depend on each other: S30[2] writes b[2] and S20[3, 2] reads it when n = 3"
                .to_string()
        ),
        "{found:#?}"
    );
}

/// Mappings, figure 1: banded SYR2K, with both loops that the paper calls parallelizable.
#[test]
fn mappings_syr2k() {
    let scop = kernel("syr2k-banded");
    let tree = flat(&scop, "[n, b] -> { S10[i, j, k] -> [j - i + 1, k - j, k] }");
    let parallel = claiming(&tree, &[(0, Parallel), (2, Parallel)], &[]);
    assert_eq!(wrong(&scop, &parallel), [""; 0]);
    assert!(!wrong(&scop, &claiming(&tree, &[(1, Parallel)], &[])).is_empty());
}

/// Mappings, figure 1: OLDA to expose parallelism. (The second mapping as its code has it; the
/// text of the figure repeats the first.)
#[test]
fn mappings_olda() {
    let scop = kernel("olda");
    let mapping =
        "[np, morb] -> { S10[mp, mq, mi] -> [mi, mq, mp, 0]; S20[mp, mq, mi] -> [mi, mp, mq, 1] }";
    let tree = claiming(&flat(&scop, mapping), &[(0, Parallel), (1, Parallel)], &[]);
    assert_eq!(wrong(&scop, &tree), [""; 0]);
    // As printed, which is not even one-to-one.
    let printed =
        "[np, morb] -> { S10[mp, mq, mi] -> [mi, mq, mp, 0]; S20[mp, mq, mi] -> [mi, mq, mp, 0] }";
    let found = wrong(&scop, &flat(&scop, printed));
    assert_eq!(
        found[0],
        "S10[1, 1, 1] and S20[1, 1, 1] have the same date (1, 1, 1, 0) when np = 1 and morb = 1"
    );
}
