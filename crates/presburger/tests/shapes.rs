//! Projection, elimination, fixing, bounding and moving of dimensions.

mod common;

use common::*;
use presburger::{Aff, Dim, Map, Result, Set, Space, Tuple, Value};

#[test]
fn projection() {
    for (n, first, count) in [
        (2, 0, 1),
        (2, 1, 1),
        (3, 1, 1),
        (3, 0, 2),
        (3, 1, 2),
        (2, 0, 2),
    ] {
        check(formula(n), |f, tally| {
            let expected: Points = f
                .points()
                .into_iter()
                .map(|x| [&x[..first], &x[first + count..]].concat())
                .collect();
            let out = f.set().project_out(Dim::Set(first), count).unwrap();
            tally.equal("project_out", &points_of(&out), &expected)?;
            let onto: Points = f
                .points()
                .into_iter()
                .map(|x| x[first..first + count].to_vec())
                .collect();
            let kept = f.set().project_onto(Dim::Set(first), count).unwrap();
            tally.equal("project_onto", &points_of(&kept), &onto)?;
            let graph: Points = f
                .points()
                .into_iter()
                .map(|x| [&x[..], &x[first..first + count]].concat())
                .collect();
            let map = f.set().project_onto_map(Dim::Set(first), count).unwrap();
            tally.equal("project_onto_map", &pairs_of(&map), &graph)
        });
    }
}

#[test]
fn projection_of_parameters() {
    check(formula(3), |f, tally| {
        let set = f.set_with_params(2);
        let second: Points = f.points().into_iter().map(|x| vec![x[0], x[2]]).collect();
        let out = set.project_out(Dim::Param(1), 1).unwrap();
        tally.equal("project_out", &points_of(&out), &second)?;
        let values: Points = f.points().into_iter().map(|x| x[..2].to_vec()).collect();
        tally.equal("params", &points_of(&set.params().unwrap()), &values)?;
        let all: Points = f.points().into_iter().map(|x| x[2..].to_vec()).collect();
        tally.equal(
            "all",
            &points_of(&set.project_out_all_params().unwrap()),
            &all,
        )
    });
}

#[test]
fn elimination() {
    for (n, first, count) in [(1, 0, 1), (2, 0, 1), (2, 1, 1), (3, 1, 1)] {
        check(formula(n), |f, tally| {
            let shadow: Points = f
                .points()
                .into_iter()
                .map(|x| [&x[..first], &x[first + count..]].concat())
                .collect();
            let reach = if n == 3 { REACH } else { REACH + 1 };
            let expected = select(n, reach, |x| {
                shadow.contains(&[&x[..first], &x[first + count..]].concat())
            });
            let cylinder = f.set().eliminate(Dim::Set(first), count).unwrap();
            tally.equal("eliminate", &points_within(&cylinder, reach), &expected)
        });
    }
}

#[test]
fn constraints_on_dimensions() {
    check((formula(2), -3i64..=3), |(f, value), tally| {
        let set = f.set();
        let case = |name: &str, found: Set, keep: &dyn Fn(&[i64]) -> bool| {
            let expected = f.points().into_iter().filter(|x| keep(x)).collect();
            tally.equal(name, &points_of(&found), &expected)
        };
        let (i, j) = (Dim::Set(0), Dim::Set(1));
        case("fix", set.fix(j, value).unwrap(), &|x| x[1] == value)?;
        case("lower_bound", set.lower_bound(i, value).unwrap(), &|x| {
            x[0] >= value
        })?;
        case("upper_bound", set.upper_bound(i, value).unwrap(), &|x| {
            x[0] <= value
        })?;
        case("equate", set.equate(i, j).unwrap(), &|x| x[0] == x[1])?;
        case("order_lt", set.order_lt(i, j).unwrap(), &|x| x[0] < x[1])?;
        case("order_le", set.order_le(i, j).unwrap(), &|x| x[0] <= x[1])?;
        case("order_gt", set.order_gt(i, j).unwrap(), &|x| x[0] > x[1])?;
        case("order_ge", set.order_ge(i, j).unwrap(), &|x| x[0] >= x[1])?;
        case("equate with itself", set.equate(i, i).unwrap(), &|_| true)?;
        case("order_lt with itself", set.order_lt(i, i).unwrap(), &|_| {
            false
        })?;
        let map = f.map(1).oppose(Dim::In(0), Dim::Out(0)).unwrap();
        let opposed = f.points().into_iter().filter(|x| x[0] == -x[1]).collect();
        tally.equal("oppose", &pairs_of(&map), &opposed)
    });
}

#[test]
fn dimensions_put_in_and_moved() {
    check(formula(3), |f, tally| {
        let wide = f
            .set()
            .insert_dims(Dim::Set(1), 1)
            .unwrap()
            .fix(Dim::Set(1), 7)
            .unwrap();
        let expected = f
            .points()
            .into_iter()
            .map(|x| vec![x[0], 7, x[1], x[2]])
            .collect();
        tally.equal("insert_dims", &points_of(&wide), &expected)?;
        let moved = f
            .set_with_params(1)
            .move_dims(Dim::Set(1), Dim::Param(0), 1)
            .unwrap();
        let expected = f
            .points()
            .into_iter()
            .map(|x| vec![x[1], x[0], x[2]])
            .collect();
        tally.equal("from parameters", &points_of(&moved), &expected)?;
        let moved = f
            .set_with_params(1)
            .move_dims(Dim::Param(0), Dim::Set(1), 1)
            .unwrap();
        let expected = f
            .points()
            .into_iter()
            .map(|x| vec![x[2], x[0], x[1]])
            .collect();
        tally.equal("to parameters", &points_of(&moved), &expected)?;
        let moved = f.map(1).move_dims(Dim::In(0), Dim::Out(1), 1).unwrap();
        let expected = f
            .points()
            .into_iter()
            .map(|x| vec![x[2], x[0], x[1]])
            .collect();
        tally.equal("to domain", &pairs_of(&moved), &expected)
    });
}

#[test]
fn sets_added_and_negated() {
    for n in 1..=2 {
        check((formula(n), formula(n)), |(f, g), tally| {
            let negated = f
                .points()
                .into_iter()
                .map(|x| x.iter().map(|v| -v).collect())
                .collect();
            tally.equal("neg", &points_of(&f.set().neg().unwrap()), &negated)?;
            let sums: Points = f
                .points()
                .iter()
                .flat_map(|x| {
                    let add = |y: &Point| x.iter().zip(y).map(|(a, b)| a + b).collect();
                    g.points().iter().map(add).collect::<Vec<Point>>()
                })
                .collect();
            tally.equal("sum", &points_of(&f.set().sum(&g.set()).unwrap()), &sums)?;
            let identity = f
                .points()
                .into_iter()
                .map(|x| [&x[..], &x[..]].concat())
                .collect();
            tally.equal(
                "identity",
                &pairs_of(&f.set().identity().unwrap()),
                &identity,
            )
        });
    }
}

#[test]
fn existentials_as_dimensions() {
    check(formula(2), |f, tally| {
        let lifted: Result<Vec<Set>> = f
            .set()
            .basic_sets()
            .iter()
            .map(|part| {
                let lifted = part.lift()?;
                assert!(!lifted.has_unknown(), "nothing is left below exists");
                let plain = |c: &presburger::Constraint| c.aff().floors().is_empty();
                assert!(lifted.constraints()?.iter().all(plain));
                Ok(lifted.unwrap()?.domain()?.to_set())
            })
            .collect();
        let found: Points = lifted.unwrap().iter().flat_map(points_of).collect();
        tally.equal("lift", &found, &f.points())
    });
}

#[test]
fn functions_of_forms() {
    let space = Space::set(vec!["N".into()], Tuple::named("S", ["i", "j"]));
    let value = |number: i64| Value::from(number);
    let form = |numbers: [i64; 3], constant: i64| {
        Aff::from_coefficients(&space, &numbers.map(Value::from), &value(constant)).unwrap()
    };
    // Parameters come first.
    let list = [form([5, -1, 2], -3), form([0, 0, 0], 7)];
    let map = Map::from_aff_list(&space, &list).unwrap();
    let expected = "[N] -> { S[i, j] -> [5N - i + 2j - 3, 7] }"
        .parse()
        .unwrap();
    assert!(map.is_equal(&expected).unwrap());
    let none = Map::from_aff_list(&space, &[]).unwrap();
    assert!(
        none.is_equal(&"[N] -> { S[i, j] -> [] }".parse().unwrap())
            .unwrap()
    );
    for wrong in [0, 2, 4] {
        let coefficients = vec![value(1); wrong];
        assert!(Aff::from_coefficients(&space, &coefficients, &value(0)).is_err());
    }
    let other = Aff::zero_on_domain(&Space::unnamed(2)).unwrap();
    assert!(
        Map::from_aff_list(&space, &[other]).is_err(),
        "of another domain"
    );
}

/// A tile is known by a point in it: no existential remains when it is projected out.
#[test]
fn tiles_become_floors() {
    let tiled = "[n] -> { [t, i] : t mod 4 = 0 and t <= i <= t + 3 and 0 <= t < n and i < n }";
    let tiled: Set = tiled.parse().unwrap();
    let points = tiled.project_out(Dim::Set(0), 1).unwrap();
    assert!(points.basic_sets().iter().all(|part| !part.has_unknown()));
    let expected = "[n] -> { [i] : 0 <= 4*floor(i/4) < n and i < n }";
    assert!(points.is_equal(&expected.parse().unwrap()).unwrap());
    // Five values may hold two multiples.
    let wide = "[n] -> { [t, i] : t mod 4 = 0 and t <= i <= t + 4 and 0 <= t < n and 2t < i }";
    let wide: Set = wide.parse().unwrap();
    let points = wide.project_out(Dim::Set(0), 1).unwrap();
    for n in 0..9 {
        let at = |set: &Set| {
            let set = set.fix(Dim::Param(0), n).unwrap();
            (-9..20)
                .filter(|&i| {
                    let point = set.fix(Dim::Set(set.n_dim() - 1), i).unwrap();
                    !point.is_empty().unwrap()
                })
                .collect::<Vec<i32>>()
        };
        assert_eq!(at(&points), at(&wide), "n = {n}");
    }
}

/// What remains without some constraints contains the set; it says nothing of the dimensions whose
/// constraints are gone, or nothing of the others.
#[test]
fn constraints_are_dropped_by_what_they_mention() {
    let involving =
        "{ [i, j, k] : 0 <= i <= 9 and i <= j and 2 * floor((j + k)/3) <= k and k >= i }";
    for text in [
        involving,
        "[n] -> { [i, j, k] : 0 <= i < n and j mod 3 = 1 and k = j + 2i }",
        "{ [i, j, k] : exists e : i = 3e and j = 5e and k <= e }",
        "{ [i, j, k] : exists a, b : i = 2a + 7b and 0 <= a <= b <= j; [i, j, k] : 4 * floor(i/4) = k }",
        "{ [i, j, k] : i = j and j = k }",
    ] {
        let set: Set = text.parse().unwrap();
        for first in 0..3 {
            for count in 0..=3 - first {
                let dim = Dim::Set(first);
                let loose = set.drop_constraints_involving_dims(dim, count).unwrap();
                assert!(set.is_subset(&loose).unwrap(), "{text}: {loose}");
                let free = loose.eliminate(dim, count).unwrap();
                assert!(
                    loose.is_equal(&free).unwrap(),
                    "{text} {first} {count}: {loose}"
                );
                let bound = set.drop_constraints_not_involving_dims(dim, count).unwrap();
                assert!(set.is_subset(&bound).unwrap(), "{text}: {bound}");
                if count == 0 {
                    assert!(loose.is_equal(&set).unwrap(), "{text}: {loose}");
                    assert!(
                        bound.complement().unwrap().is_empty().unwrap(),
                        "{text}: {bound}"
                    );
                }
                // Each constraint is in one of the two, unless it has unknown existentials.
                if !text.contains("exists") {
                    let both = loose.intersect(&bound).unwrap();
                    assert!(
                        both.is_equal(&set).unwrap(),
                        "{text} {first} {count}: {both}"
                    );
                }
            }
        }
    }
    let set: Set = involving.parse().unwrap();
    let loose = set.drop_constraints_involving_dims(Dim::Set(2), 1).unwrap();
    let expected = "{ [i, j, k] : 0 <= i <= 9 and i <= j }";
    assert!(
        loose.is_equal(&expected.parse().unwrap()).unwrap(),
        "{loose}"
    );
    let bound = set
        .drop_constraints_not_involving_dims(Dim::Set(2), 1)
        .unwrap();
    let expected = "{ [i, j, k] : 2 * floor((j + k)/3) <= k and k >= i }";
    assert!(
        bound.is_equal(&expected.parse().unwrap()).unwrap(),
        "{bound}"
    );
    // Nothing is known of what is left out.
    assert!(set.drop_constraints_involving_dims(Dim::Set(2), 2).is_err());
}
