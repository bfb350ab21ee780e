//! Lexicographic minima and maxima, and simplifications, compared with the points of the formulas.

mod common;

use common::*;
use presburger::Map;
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
