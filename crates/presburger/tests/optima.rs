//! Lexicographic minima and maxima, and simplifications, compared with the points of the formulas.

mod common;

use common::*;
use presburger::{Map, Set};
use std::collections::BTreeMap;

/// For each point of the domain its smallest, or largest, image.
fn optimum(pairs: &Points, n: usize, largest: bool) -> Points {
    let mut best: BTreeMap<Point, Point> = BTreeMap::new();
    for x in pairs {
        let (from, to) = (x[..n].to_vec(), x[n..].to_vec());
        let entry = best.entry(from).or_insert_with(|| to.clone());
        if (to > *entry) == largest {
            *entry = to;
        }
    }
    best.into_iter()
        .map(|(from, to)| [from, to].concat())
        .collect()
}

#[test]
fn optima_of_maps() {
    for (n, m) in [(1, 1), (2, 1), (1, 2)] {
        check(formula(n + m), |f, tally| {
            let pairs = f.points();
            let least = f.map(n).lexmin().unwrap();
            tally.equal("lexmin", &pairs_of(&least), &optimum(&pairs, n, false))?;
            let most = f.map(n).lexmax().unwrap();
            tally.equal("lexmax", &pairs_of(&most), &optimum(&pairs, n, true))
        });
    }
}

#[test]
fn optima_of_sets() {
    for n in 1..=3 {
        check(formula(n), |f, tally| {
            let points = f.points();
            let first = points.first().cloned().into_iter().collect();
            tally.equal("lexmin", &points_of(&f.set().lexmin().unwrap()), &first)?;
            let last = points.last().cloned().into_iter().collect();
            tally.equal("lexmax", &points_of(&f.set().lexmax().unwrap()), &last)
        });
    }
}

/// The projection that serves as context has hidden variables here, and floors of them must not
/// become part of the answer.
#[test]
fn the_optimum_of_a_function_is_itself() {
    for text in [
        "{ [b] -> [c] : (b - c) mod 5 = 0 and 0 <= c <= 4 }",
        "{ [a, b] -> [c] : (a + b - c) mod 5 = 0 and -a <= c <= 4 - a }",
        "{ [b] -> [c] : (b - c) mod 3 = 0 and 0 <= c <= 2 }",
        "{ [s, t] -> [(floor((s + 1 + 2t)/4)) mod 3, 2 + (s + 1 + 2t) mod 4] : 0 <= s <= 23 }",
    ] {
        let map: Map = text.parse().unwrap();
        assert!(map.is_single_valued().unwrap(), "{map}");
        assert!(map.lexmin().unwrap().is_equal(&map).unwrap(), "{map}");
        assert!(map.lexmax().unwrap().is_equal(&map).unwrap(), "{map}");
    }
}

#[test]
fn simplification_keeps_the_points() {
    for n in 1..=3 {
        check((formula(n), formula(n)), |(f, g), tally| {
            let set = f.set().union(&g.set()).unwrap();
            let expected = &f.points() | &g.points();
            tally.equal("coalesce", &points_of(&set.coalesce().unwrap()), &expected)?;
            let context = g.set();
            let gist = f.set().gist(&context).unwrap();
            let inside = gist.intersect(&context).unwrap();
            tally.equal("gist", &points_of(&inside), &(&f.points() & &g.points()))
        });
    }
}

/// A stride is no reason to split the parameters.
#[test]
fn strided_optima_are_one_piece() {
    for (text, expected) in [
        (
            "[M] -> { [i] : i mod 5 = 0 and i >= M }",
            "[M] -> { [5*floor((M + 4)/5)] }",
        ),
        (
            "[M] -> { [i] : i mod 5 = 3 and i >= 2M }",
            "[M] -> { [3 + 5*floor((2M + 1)/5)] }",
        ),
        (
            "[M] -> { [i, j] : (i + j) mod 2 = 0 and (i - j) mod 4 = 0 and i >= M and j >= i }",
            "[M] -> { [M, M] }",
        ),
    ] {
        let set: Set = text.parse().unwrap();
        let least = set.lexmin().unwrap();
        assert_eq!(least.n_basic_set(), 1, "{least}");
        assert!(
            least.is_equal(&expected.parse().unwrap()).unwrap(),
            "{least}"
        );
    }
    let two: Set = "[M, N] -> { [i, j] : (M + 2i + 5) mod 3 = 1 and i >= 0 and j >= M \
                    and (5N + 4j - i + 9) mod 12 = 1 }"
        .parse()
        .unwrap();
    let least = two.lexmin().unwrap();
    assert_eq!(least.n_basic_set(), 1, "{least}");
    // At every point of a small box the smallest one found by looking.
    let mut checked = 0;
    for m in -4..5i64 {
        for n in -4..5i64 {
            let mut found = (0..40).flat_map(|i| (m..m + 40).map(move |j| (i, j)));
            let best = found.find(|&(i, j)| {
                (m + 2 * i + 5).rem_euclid(3) == 1 && (5 * n + 4 * j - i + 9).rem_euclid(12) == 1
            });
            let Some((i, j)) = best else { continue };
            let point: Set = format!("[M, N] -> {{ [{i}, {j}] : M = {m} and N = {n} }}")
                .parse()
                .unwrap();
            assert!(point.is_subset(&least).unwrap(), "{m} {n} {i} {j} {least}");
            checked += 1;
        }
    }
    assert!(checked > 50);
}
