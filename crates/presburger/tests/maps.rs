//! Application, composition, products and verdicts of relations, compared with the pairs of the
//! formulas.

mod common;

use common::*;
use presburger::{Map, Set};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Domain and range sizes small enough to enumerate.
const SHAPES: [(usize, usize); 4] = [(1, 1), (2, 1), (1, 2), (0, 2)];

fn split(x: &[i64], n: usize) -> (Point, Point) {
    (x[..n].to_vec(), x[n..].to_vec())
}

fn join(a: &[i64], b: &[i64]) -> Point {
    a.iter().chain(b).copied().collect()
}

/// The points each point of the domain is related to.
fn images(pairs: &Points, n: usize) -> BTreeMap<Point, Vec<Point>> {
    let mut images: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for x in pairs {
        images
            .entry(x[..n].to_vec())
            .or_default()
            .push(x[n..].to_vec());
    }
    images
}

#[test]
fn domain_range_and_inverse() {
    for (n, m) in SHAPES {
        check(formula(n + m), |f, tally| {
            let (map, pairs) = (f.map(n), f.points());
            let domain = pairs.iter().map(|x| split(x, n).0).collect();
            let range = pairs.iter().map(|x| split(x, n).1).collect();
            let reversed = pairs.iter().map(|x| join(&x[n..], &x[..n])).collect();
            tally.equal("domain", &points_of(&map.domain().unwrap()), &domain)?;
            tally.equal("range", &points_of(&map.range().unwrap()), &range)?;
            tally.equal("reverse", &pairs_of(&map.reverse().unwrap()), &reversed)
        });
    }
}

#[test]
fn application_to_a_set() {
    for (n, m) in SHAPES {
        check((formula(n), formula(n + m)), |(s, f), tally| {
            let (set, map) = (s.set(), f.map(n));
            let inside: Points = f
                .points()
                .into_iter()
                .filter(|x| s.holds(&x[..n]))
                .collect();
            let image: Points = inside.iter().map(|x| x[n..].to_vec()).collect();
            tally.equal("apply", &points_of(&set.apply(&map).unwrap()), &image)?;
            tally.equal("Map::apply", &points_of(&map.apply(&set).unwrap()), &image)?;
            let back = set.preimage(&map.reverse().unwrap()).unwrap();
            tally.equal("preimage", &points_of(&back), &image)?;
            let restricted = map.intersect_domain(&set).unwrap();
            tally.equal("intersect_domain", &pairs_of(&restricted), &inside)?;
            let rest = map.subtract_domain(&set).unwrap();
            tally.equal(
                "subtract_domain",
                &pairs_of(&rest),
                &(&f.points() - &inside),
            )
        });
    }
}

#[test]
fn restriction_of_the_range() {
    for (n, m) in SHAPES {
        check((formula(m), formula(n + m)), |(s, f), tally| {
            let inside: Points = f
                .points()
                .into_iter()
                .filter(|x| s.holds(&x[n..]))
                .collect();
            let restricted = f.map(n).intersect_range(&s.set()).unwrap();
            tally.equal("intersect_range", &pairs_of(&restricted), &inside)?;
            let rest = f.map(n).subtract_range(&s.set()).unwrap();
            tally.equal("subtract_range", &pairs_of(&rest), &(&f.points() - &inside))
        });
    }
}

#[test]
fn composition() {
    for (a, b, c) in [(1, 1, 1), (1, 2, 1), (2, 1, 1), (1, 0, 2)] {
        check(
            (formula(a + b), formula(b + c), formula(a + c)),
            |(f, g, h), tally| {
                let (x, y) = (f.map(a), g.map(b));
                let expected = select(a + c, REACH, |p| {
                    grid(b, REACH).iter().any(|middle| {
                        f.holds(&join(&p[..a], middle)) && g.holds(&join(middle, &p[a..]))
                    })
                });
                tally.equal(
                    "apply_range",
                    &pairs_of(&x.apply_range(&y).unwrap()),
                    &expected,
                )?;
                tally.equal("compose", &pairs_of(&y.compose(&x).unwrap()), &expected)?;
                let z = h.map(a);
                let expected = select(c + b, REACH, |p| {
                    grid(a, REACH).iter().any(|start| {
                        f.holds(&join(start, &p[c..])) && h.holds(&join(start, &p[..c]))
                    })
                });
                tally.equal(
                    "apply_domain",
                    &pairs_of(&x.apply_domain(&z).unwrap()),
                    &expected,
                )
            },
        );
    }
}

#[test]
fn differences_and_sums() {
    for n in 1..=2 {
        check((formula(2 * n), formula(2 * n)), |(f, g), tally| {
            let (map, pairs) = (f.map(n), f.points());
            let delta = |x: &Point| -> Point { (0..n).map(|i| x[n + i] - x[i]).collect() };
            let deltas: Points = pairs.iter().map(delta).collect();
            tally.equal("deltas", &points_of(&map.deltas().unwrap()), &deltas)?;
            let graph: Points = pairs.iter().map(|x| join(x, &delta(x))).collect();
            tally.equal("deltas_map", &pairs_of(&map.deltas_map().unwrap()), &graph)?;
            let negated = pairs.iter().map(|x| {
                x.iter()
                    .enumerate()
                    .map(|(i, v)| if i < n { *v } else { -v })
                    .collect()
            });
            tally.equal("neg", &pairs_of(&map.neg().unwrap()), &negated.collect())?;
            let others = images(&g.points(), n);
            let sums = pairs.iter().flat_map(|x| {
                let (from, to) = x.split_at(n);
                let add = move |y: &Point| {
                    join(
                        from,
                        &to.iter().zip(y).map(|(a, b)| a + b).collect::<Point>(),
                    )
                };
                others.get(from).into_iter().flatten().map(add)
            });
            let sums = sums.collect();
            tally.equal("sum", &pairs_of(&map.sum(&g.map(n)).unwrap()), &sums)
        });
    }
}

#[test]
fn verdicts() {
    for (n, m) in [(1, 1), (2, 1), (1, 2)] {
        let functions = prop_oneof![formula(n + m), sparse(n + m)];
        check(functions, |f, tally| {
            let (map, pairs) = (f.map(n), f.points());
            let single = pairs.iter().map(|x| &x[..n]).collect::<BTreeSet<_>>();
            let single = single.len() == pairs.len();
            let images = pairs.iter().map(|x| &x[n..]).collect::<BTreeSet<_>>();
            let injective = images.len() == pairs.len();
            tally.verdict("is_single_valued", map.is_single_valued().unwrap(), single)?;
            tally.verdict("is_injective", map.is_injective().unwrap(), injective)?;
            tally.verdict(
                "is_bijective",
                map.is_bijective().unwrap(),
                single && injective,
            )?;
            if n == m {
                let identity = pairs.iter().all(|x| x[..n] == x[n..]);
                tally.verdict("is_identity", map.is_identity().unwrap(), identity)?;
            }
            Ok(())
        });
    }
}

#[test]
fn powers() {
    for (n, exponents) in [(1, -3i64..=5), (2, -2..=2)] {
        check((formula(2 * n), exponents), |(f, exponent), tally| {
            let map = f.map(n);
            let power = map.fixed_power(exponent).unwrap();
            if exponent == 0 {
                let expected = select(2 * n, REACH, |x| x[..n] == x[n..]);
                return tally.equal("power 0", &pairs_within(&power, REACH), &expected);
            }
            let step: Points = match exponent {
                0.. => f.points(),
                _ => f.points().iter().map(|x| join(&x[n..], &x[..n])).collect(),
            };
            let steps = images(&step, n);
            let mut expected = step;
            for _ in 1..exponent.abs() {
                let next = expected.iter().flat_map(|x| {
                    let ends = steps.get(&x[n..]).into_iter().flatten();
                    ends.map(|end| join(&x[..n], end))
                });
                expected = next.collect();
            }
            tally.equal("fixed_power", &pairs_of(&power), &expected)
        });
    }
}

#[test]
fn products() {
    check((formula(2), formula(2)), |(f, g), tally| {
        let (x, y) = (f.map(1), g.map(1));
        let product = select(4, REACH, |p| {
            f.holds(&[p[0], p[2]]) && g.holds(&[p[1], p[3]])
        });
        tally.equal("product", &pairs_of(&x.product(&y).unwrap()), &product)?;
        tally.equal(
            "flat_product",
            &pairs_of(&x.flat_product(&y).unwrap()),
            &product,
        )?;
        let domains = select(3, REACH, |p| {
            f.holds(&[p[0], p[2]]) && g.holds(&[p[1], p[2]])
        });
        tally.equal(
            "domain_product",
            &pairs_of(&x.domain_product(&y).unwrap()),
            &domains,
        )?;
        let flat = x.flat_domain_product(&y).unwrap();
        tally.equal("flat_domain_product", &pairs_of(&flat), &domains)?;
        let ranges = select(3, REACH, |p| {
            f.holds(&[p[0], p[1]]) && g.holds(&[p[0], p[2]])
        });
        tally.equal(
            "range_product",
            &pairs_of(&x.range_product(&y).unwrap()),
            &ranges,
        )?;
        let flat = x.flat_range_product(&y).unwrap();
        tally.equal("flat_range_product", &pairs_of(&flat), &ranges)?;
        let (a, b) = (f.set(), g.set());
        let both = select(4, REACH, |p| f.holds(&p[..2]) && g.holds(&p[2..]));
        tally.equal("set product", &points_of(&a.product(&b).unwrap()), &both)?;
        let pairs = Map::from_domain_and_range(&a, &b).unwrap();
        tally.equal("from_domain_and_range", &pairs_of(&pairs), &both)
    });
}

#[test]
fn factors_and_rearrangements() {
    check(formula(4), |f, tally| {
        let set: Set = {
            let names = names(4);
            let text = format!(
                "{{ [[x0] -> [x1]] -> [[x2] -> [x3]] : {} }}",
                f.text(&names)
            );
            text.parse::<Map>().unwrap().wrap().unwrap()
        };
        let map = set.unwrap().unwrap();
        let pairs = f.points();
        let pick = |places: &[usize]| -> Points {
            pairs
                .iter()
                .map(|x| places.iter().map(|&i| x[i]).collect())
                .collect()
        };
        let cases: [(&str, Map, &[usize]); 9] = [
            ("factor_domain", map.factor_domain().unwrap(), &[0, 2]),
            ("factor_range", map.factor_range().unwrap(), &[1, 3]),
            (
                "domain_factor_domain",
                map.domain_factor_domain().unwrap(),
                &[0, 2, 3],
            ),
            (
                "domain_factor_range",
                map.domain_factor_range().unwrap(),
                &[1, 2, 3],
            ),
            (
                "range_factor_domain",
                map.range_factor_domain().unwrap(),
                &[0, 1, 2],
            ),
            (
                "range_factor_range",
                map.range_factor_range().unwrap(),
                &[0, 1, 3],
            ),
            ("zip", map.zip().unwrap(), &[0, 2, 1, 3]),
            (
                "domain_reverse",
                map.domain_reverse().unwrap(),
                &[1, 0, 2, 3],
            ),
            ("range_reverse", map.range_reverse().unwrap(), &[0, 1, 3, 2]),
        ];
        for (name, map, places) in cases {
            tally.equal(name, &pairs_of(&map), &pick(places))?;
        }
        tally.equal("curry", &pairs_of(&map.curry().unwrap()), &pairs)?;
        let back = map.curry().unwrap().uncurry().unwrap();
        assert!(back.is_equal(&map).unwrap(), "uncurry of {back}");
        tally.equal(
            "domain_map",
            &pairs_of(&map.domain_map().unwrap()),
            &pick(&[0, 1, 2, 3, 0, 1]),
        )?;
        tally.equal(
            "range_map",
            &pairs_of(&map.range_map().unwrap()),
            &pick(&[0, 1, 2, 3, 2, 3]),
        )
    });
}

#[test]
fn factors_are_intersected() {
    check((formula(3), formula(2)), |(f, g), tally| {
        let text = f.text(&names(3));
        let domain: Map = format!("{{ [[x0] -> [x1]] -> [x2] : {text} }}")
            .parse()
            .unwrap();
        let range: Map = format!("{{ [x0] -> [[x1] -> [x2]] : {text} }}")
            .parse()
            .unwrap();
        let factor = g.map(1);
        let expect =
            |i: usize, j: usize| select(3, REACH, |x| f.holds(x) && g.holds(&[x[i], x[j]]));
        let cases = [
            (
                "domain domain",
                domain.intersect_domain_factor_domain(&factor),
                expect(0, 2),
            ),
            (
                "domain range",
                domain.intersect_domain_factor_range(&factor),
                expect(1, 2),
            ),
            (
                "range domain",
                range.intersect_range_factor_domain(&factor),
                expect(0, 1),
            ),
            (
                "range range",
                range.intersect_range_factor_range(&factor),
                expect(0, 2),
            ),
        ];
        for (name, found, expected) in cases {
            tally.equal(name, &pairs_of(&found.unwrap()), &expected)?;
        }
        Ok(())
    });
}
