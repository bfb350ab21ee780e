//! Lexicographic order relations.

mod common;

use common::*;
use presburger::{Map, Space, Tuple};

#[test]
fn order_on_spaces() {
    for n in 0..=2 {
        let space = Space::set(vec![], Tuple::anonymous(n));
        let cases = [
            (
                "lex_lt",
                Map::lex_lt(&space),
                std::cmp::Ordering::is_lt as fn(_) -> bool,
            ),
            ("lex_le", Map::lex_le(&space), std::cmp::Ordering::is_le),
            ("lex_gt", Map::lex_gt(&space), std::cmp::Ordering::is_gt),
            ("lex_ge", Map::lex_ge(&space), std::cmp::Ordering::is_ge),
        ];
        let mut compared = 0;
        for (name, map, holds) in cases {
            let map = map.unwrap();
            let found = pairs_within(&map, 2);
            let expected = select(2 * n, 2, |x| holds(x[..n].cmp(&x[n..])));
            assert_eq!(found, expected, "{name} on {n} dimensions");
            compared += 5usize.pow(2 * n as u32);
        }
        assert!(compared > 0);
    }
}

#[test]
fn order_on_the_first_dimensions() {
    let space = Space::map(vec![], Tuple::anonymous(2), Tuple::anonymous(3));
    for n in 0..=2 {
        let cases = [
            (
                "lex_lt",
                Map::lex_lt_first(&space, n),
                std::cmp::Ordering::is_lt as fn(_) -> bool,
            ),
            (
                "lex_le",
                Map::lex_le_first(&space, n),
                std::cmp::Ordering::is_le,
            ),
            (
                "lex_gt",
                Map::lex_gt_first(&space, n),
                std::cmp::Ordering::is_gt,
            ),
            (
                "lex_ge",
                Map::lex_ge_first(&space, n),
                std::cmp::Ordering::is_ge,
            ),
        ];
        for (name, map, holds) in cases {
            let found = pairs_within(&map.unwrap(), 1);
            let expected = select(5, 1, |x| holds(x[..n].cmp(&x[2..2 + n])));
            assert_eq!(found, expected, "{name} on the first {n} dimensions");
        }
    }
    assert!(Map::lex_lt_first(&space, 3).is_err());
}

#[test]
fn order_between_sets_and_maps() {
    for n in 1..=2 {
        check((formula(n), formula(n)), |(f, g), tally| {
            let (a, b) = (f.set(), g.set());
            let expect = |holds: fn(std::cmp::Ordering) -> bool| {
                select(2 * n, REACH, |x| {
                    f.holds(&x[..n]) && g.holds(&x[n..]) && holds(x[..n].cmp(&x[n..]))
                })
            };
            tally.equal(
                "lt",
                &pairs_of(&a.lex_lt_set(&b).unwrap()),
                &expect(|o| o.is_lt()),
            )?;
            tally.equal(
                "le",
                &pairs_of(&a.lex_le_set(&b).unwrap()),
                &expect(|o| o.is_le()),
            )?;
            tally.equal(
                "gt",
                &pairs_of(&a.lex_gt_set(&b).unwrap()),
                &expect(|o| o.is_gt()),
            )?;
            tally.equal(
                "ge",
                &pairs_of(&a.lex_ge_set(&b).unwrap()),
                &expect(|o| o.is_ge()),
            )
        });
    }
    check((formula(2), formula(2)), |(f, g), tally| {
        let expect = |holds: fn(&i64, &i64) -> bool| {
            select(2, REACH, |x| {
                grid(2, REACH).iter().any(|y| {
                    f.holds(&[x[0], y[0]]) && g.holds(&[x[1], y[1]]) && holds(&y[0], &y[1])
                })
            })
        };
        let (a, b) = (f.map(1), g.map(1));
        tally.equal(
            "lt",
            &pairs_of(&a.lex_lt_map(&b).unwrap()),
            &expect(i64::lt),
        )?;
        tally.equal(
            "le",
            &pairs_of(&a.lex_le_map(&b).unwrap()),
            &expect(i64::le),
        )?;
        tally.equal(
            "gt",
            &pairs_of(&a.lex_gt_map(&b).unwrap()),
            &expect(i64::gt),
        )?;
        tally.equal(
            "ge",
            &pairs_of(&a.lex_ge_map(&b).unwrap()),
            &expect(i64::ge),
        )
    });
}
