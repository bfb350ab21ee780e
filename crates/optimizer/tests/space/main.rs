//! The space of legal interleavings: the numbers of Convexity's table 1 and its examples, and all orders of the
//! statements of small kernels, decided one by one.

mod graphs;
mod inner;
mod legal;
mod oracle;
mod schedules;
#[path = "../support/mod.rs"]
mod support;

use optimizer::space::{Interleaving, Options, Order, Space, Test, interleavings};
use oracle::Oracle;
use scop::Scop;
use std::collections::BTreeSet;
use support::{all_of, kernel, kernels};

fn space(scop: &Scop, test: Test) -> Space {
    let options = Options {
        test,
        ..Options::default()
    };
    Space::of_program(scop, &all_of(scop), &options).unwrap()
}

fn of_kernel(name: &str) -> Space {
    let scops = kernel(name);
    assert_eq!(scops.len(), 1);
    space(&scops[0], Test::default())
}

/// All orders of `n` elements.
fn orders(n: usize) -> Vec<Order> {
    fn add(classes: &mut Vec<Vec<usize>>, next: usize, n: usize, all: &mut Vec<Order>) {
        if next == n {
            all.push(Order::from_classes(classes).unwrap());
            return;
        }
        for k in 0..classes.len() {
            classes[k].push(next);
            add(classes, next + 1, n, all);
            classes[k].pop();
        }
        for k in 0..=classes.len() {
            classes.insert(k, vec![next]);
            add(classes, next + 1, n, all);
            classes.remove(k);
        }
    }
    let mut all = Vec::new();
    add(&mut Vec::new(), 0, n, &mut all);
    assert_eq!(interleavings(n, 1), all.len() as i64);
    all
}

/// The names of the kernels in the order of the table, and the points of `F¹` as printed.
const TABLE_1: [(&str, i64); 8] = [
    ("advect3d", 26),
    ("convexity-atax", 16),
    ("bicg", 26),
    ("gemver", 8),
    ("convexity-ludcmp", 8),
    ("convexity-doitgen", 4),
    ("varcovar", 96),
    ("convexity-correl", 176),
];

/// The rows of the table with the points that are printed.
#[test]
fn table_1_has_as_many_points_as_printed() {
    for (name, printed) in TABLE_1 {
        let count = of_kernel(name).count(1).unwrap();
        match name {
            // See `two_rows_of_table_1_lack_legal_points`.
            "varcovar" => assert_eq!(count, 192),
            "convexity-correl" => assert_eq!(count, 240),
            _ => assert_eq!(count, printed, "{name}"),
        }
    }
}

/// Every order of the statements of the kernels with at most five of them, and of those of the table with six and
/// seven, is in `F¹` if and only if a linear program says that its classes have dates.
#[test]
fn orders_are_legal_if_and_only_if_there_are_dates() {
    let mut decided = 0;
    let mut legal = 0;
    let mut skipped = Vec::new();
    for kernels::Kernel { name, .. } in kernels::all() {
        let is_in_table = TABLE_1.iter().any(|(own, _)| *own == name);
        for scop in kernel(&name) {
            let n = scop.statements.len();
            if n > 5 && !(is_in_table && n <= 7) {
                continue;
            }
            let Some(mut oracle) = Oracle::new(&scop, &all_of(&scop)) else {
                skipped.push(name.clone());
                continue;
            };
            let space = space(&scop, Test::Pairwise);
            let mut points = 0;
            for order in orders(n) {
                let expected = oracle.is_legal(&order);
                let found = space.outermost().contains(&order);
                assert_eq!(found, expected, "{name}: {order}");
                decided += 1;
                points += i64::from(expected);
            }
            assert_eq!(space.count(1).unwrap(), points, "{name}");
            legal += points;
        }
    }
    println!("{decided} orders of which {legal} are legal; skipped: {skipped:?}");
    assert!(decided > 50_000 && legal > 500, "{decided} {legal}");
    assert!(skipped.len() < 5, "{skipped:?}");
}

/// Figures 3 and 4 find the same sets.
#[test]
fn sets_found_by_pairs_are_those_found_by_programs() {
    for kernels::Kernel { name, .. } in kernels::all() {
        for scop in kernel(&name) {
            let pairwise = space(&scop, Test::Pairwise);
            let direct = space(&scop, Test::Direct);
            let sets = |space: &Space| space.outermost().apart().collect::<BTreeSet<_>>();
            assert_eq!(sets(&pairwise), sets(&direct), "{name}");
            assert_eq!(pairwise.outermost().nodes(), direct.outermost().nodes());
        }
    }
}

/// The relations that the numbers of dimensions, constraints and points of table 1 show, which no dependence asks
/// for: with them the numbers are as printed, and orders without them are legal.
#[test]
fn two_rows_of_table_1_lack_legal_points() {
    use optimizer::space::Orders;
    let cases = [
        ("varcovar", &[(0, 4), (1, 4), (2, 4)][..], (22, 193, 96)),
        ("convexity-correl", &[(0, 3)][..], (21, 162, 176)),
    ];
    for (name, more, (dimensions, constraints, points)) in cases {
        let scop = kernel(name).remove(0);
        let dependences = all_of(&scop);
        let ends = dependences
            .iter()
            .map(|one| (one.source.0.index(), one.sink.0.index()));
        let mut before: Vec<(usize, usize)> = ends.filter(|(a, b)| a != b).collect();
        assert!(more.iter().all(|pair| !before.contains(pair)));
        let n = scop.statements.len();
        let space = space(&scop, Test::default());
        assert_eq!(
            Orders::new(n, &before, &[])
                .unwrap()
                .encoding()
                .n_constraints(),
            space.outermost().encoding().n_constraints()
        );
        before.extend(more);
        let printed = Orders::new(n, &before, &[]).unwrap();
        let encoding = printed.encoding();
        assert_eq!(encoding.n_variables(), dimensions);
        assert_eq!(encoding.n_constraints(), constraints);
        assert_eq!(printed.count(10_000).unwrap(), points);
        // Those that are not printed are legal.
        let missing = space.iter(1).map(Result::unwrap);
        let missing = missing.filter(|one| !printed.contains(one.outermost()));
        let mut oracle = Oracle::new(&scop, &dependences).unwrap();
        let mut missing = missing;
        assert!(missing.all(|one| oracle.is_legal(one.outermost())));
    }
}

/// Convexity, section 4.3.
#[test]
fn permutations_of_threematmat() {
    let space = of_kernel("threematmat");
    let [i, j, k] = [0, 1, 2];
    let all = (0..3).flat_map(|a| (0..3).map(move |b| (a, b))).collect();
    assert_eq!(space.permutations(0, 1).unwrap(), all);
    assert_eq!(space.permutations(0, 2).unwrap(), [(i, i), (j, k)].into());
    assert_eq!(space.permutations(1, 2).unwrap(), [(i, k), (j, j)].into());
}

fn levels<const D: usize>(rows: [[i64; 3]; D]) -> Interleaving {
    let rows = rows.iter().map(|row| Order::from_values(row));
    Interleaving::new(rows.collect()).unwrap()
}

/// Figure 2. What is printed for (c) has S and T in one innermost loop, where T would read sums before they are
/// complete. With loops of their own there it is legal; so is one loop, if T runs an iteration of the
/// outermost loop later.
#[test]
fn interleavings_of_figure_2() {
    let scop = kernel("threematmat").remove(0);
    let shifted = space(&scop, Test::default());
    let options = Options {
        shift: Some(0),
        ..Options::default()
    };
    let aligned = Space::of_program(&scop, &all_of(&scop), &options).unwrap();
    let a = levels([[0, 0, 0], [0, 1, 2], [0, 1, 2]]);
    let b = levels([[0, 0, 1], [0, 0, 1], [0, 0, 1]]);
    let c = levels([[0, 1, 1], [0, 1, 1], [0, 1, 2]]);
    for (one, words) in [
        (&a, "{R then S then T}"),
        (&b, "{R, S} then T"),
        (&c, "R then {{S then T}}"),
    ] {
        assert_eq!(one.words(shifted.names()), words);
        assert!(shifted.contains(one).unwrap(), "{words}");
        assert!(aligned.contains(one).unwrap(), "{words}");
    }
    let printed = levels([[0, 1, 1], [0, 1, 1], [0, 1, 1]]);
    assert!(shifted.contains(&printed).unwrap());
    assert!(!aligned.contains(&printed).unwrap());
    // All three can share two loops, with the dates (j, i), (i, j) and (k, i + j), but not three.
    let two = levels([[0, 0, 0], [0, 0, 0]]);
    assert!(aligned.contains(&two).unwrap());
    let three = levels([[0, 0, 0], [0, 0, 0], [0, 0, 0]]);
    assert!(!aligned.contains(&three).unwrap());
}

/// Every interleaving that is listed is different and in the space, and there are as many as are counted.
#[test]
fn interleavings_of_several_levels_are_listed_and_counted() {
    for (name, depth) in [
        ("threematmat", 3),
        ("bicg", 2),
        ("gemver", 2),
        ("matmul", 3),
        ("lu", 3),
    ] {
        let space = of_kernel(name);
        let listed: Vec<Interleaving> = space.iter(depth).map(Result::unwrap).collect();
        assert_eq!(space.count(depth).unwrap(), listed.len() as i64, "{name}");
        let different: BTreeSet<&Interleaving> = listed.iter().collect();
        assert_eq!(different.len(), listed.len());
        assert!(listed.iter().all(|one| space.contains(one).unwrap()));
        let words: BTreeSet<String> = listed.iter().map(|one| one.words(space.names())).collect();
        assert_eq!(words.len(), listed.len());
    }
}

/// Definition 3 forbids next to nothing: only where statements depend on each other so that no date is possible.
#[test]
fn nearly_all_statements_overlap() {
    let space = of_kernel("convexity-ludcmp");
    // The first nest and the second one, and what is before the third one.
    for (one, other) in [(0, 7), (7, 11), (10, 12), (0, 6)] {
        assert!(space.overlap(one, other).unwrap(), "{one}, {other}");
    }
    assert!(space.must_distribute(0, 7) && space.must_distribute(7, 11));
    let domain = "[n] -> { R[i] : 0 <= i < n; S[i] : 0 <= i < n }"
        .parse()
        .unwrap();
    let context = "[n] -> { : n > 4 }".parse().unwrap();
    for (order, expected) in [
        ("[n] -> { R[i] -> S[j]; S[i] -> R[j] }", false),
        ("[n] -> { R[i] -> S[i]; S[i] -> R[i + 1] }", true),
        (
            "[n] -> { R[i] -> R[j] : i < j; R[i] -> R[j] : i > j }",
            false,
        ),
        ("[n] -> { R[i] -> S[n - 1 - i] }", true),
        ("[n] -> { S[i] -> R[j] }", true),
    ] {
        let order = order.parse().unwrap();
        let space = Space::of_relations(&domain, &order, &context, &Options::default()).unwrap();
        assert_eq!(space.overlap(0, 1).unwrap(), expected, "{order}");
    }
}
