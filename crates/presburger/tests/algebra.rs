//! The Boolean algebra of sets, compared with the points of the formulas.

mod common;

use common::*;

fn dims() -> std::ops::RangeInclusive<usize> {
    1..=3
}

#[test]
fn reading_keeps_the_points() {
    for n in dims() {
        check(formula(n), |f, tally| {
            tally.equal("points", &points_of(&f.set()), &f.points())?;
            let again = f.set().to_string().parse().unwrap();
            tally.equal(&f.set().to_string(), &points_of(&again), &f.points())
        });
    }
}

#[test]
fn union_intersection_and_difference() {
    for n in dims() {
        check((formula(n), formula(n)), |(f, g), tally| {
            let (a, b) = (f.set(), g.set());
            let (x, y) = (f.points(), g.points());
            tally.equal("union", &points_of(&a.union(&b).unwrap()), &(&x | &y))?;
            tally.equal(
                "intersect",
                &points_of(&a.intersect(&b).unwrap()),
                &(&x & &y),
            )?;
            let difference = a.subtract(&b).unwrap();
            tally.equal("subtract", &points_of(&difference), &(&x - &y))?;
            tally.verdict(
                "difference is disjoint",
                difference.is_disjoint(&b).unwrap(),
                true,
            )?;
            tally.verdict("is_empty", difference.is_empty().unwrap(), x.is_subset(&y))
        });
    }
}

#[test]
fn complement_within_a_larger_box() {
    for n in 1..=2 {
        check(formula(n), |f, tally| {
            let complement = f.set().complement().unwrap();
            let expected = select(n, REACH + 1, |x| !f.holds(x));
            tally.equal(
                "complement",
                &points_within(&complement, REACH + 1),
                &expected,
            )?;
            let twice = complement.complement().unwrap();
            tally.equal("twice", &points_of(&twice), &f.points())
        });
    }
}

#[test]
fn verdicts() {
    for n in dims() {
        check((formula(n), formula(n)), |(f, g), tally| {
            let (a, b) = (f.set(), g.set());
            let (x, y) = (f.points(), g.points());
            tally.verdict("is_empty", a.is_empty().unwrap(), x.is_empty())?;
            tally.verdict("is_equal", a.is_equal(&b).unwrap(), x == y)?;
            tally.verdict("is_subset", a.is_subset(&b).unwrap(), x.is_subset(&y))?;
            tally.verdict("is_disjoint", a.is_disjoint(&b).unwrap(), x.is_disjoint(&y))?;
            let strict = x.is_subset(&y) && x != y;
            tally.verdict("is_strict_subset", a.is_strict_subset(&b).unwrap(), strict)?;
            tally.verdict("is_singleton", a.is_singleton().unwrap(), x.len() == 1)?;
            tally.verdict("is_bounded", a.is_bounded().unwrap(), true)
        });
    }
}

#[test]
fn the_same_points_in_other_form() {
    for n in dims() {
        check((formula(n), formula(n)), |(f, g), tally| {
            let set = f.set().union(&g.set()).unwrap();
            let expected = &f.points() | &g.points();
            let disjoint = set.make_disjoint().unwrap();
            tally.equal("make_disjoint", &points_of(&disjoint), &expected)?;
            let parts: usize = disjoint
                .basic_sets()
                .iter()
                .map(|b| points_of(&b.to_set()).len())
                .sum();
            assert_eq!(parts, expected.len(), "parts of {disjoint} overlap");
            tally.equal(
                "compute_divs",
                &points_of(&set.compute_divs().unwrap()),
                &expected,
            )?;
            let bare = set.remove_redundancies().unwrap();
            tally.equal("remove_redundancies", &points_of(&bare), &expected)
        });
    }
}

#[test]
fn samples_counts_and_membership() {
    for n in dims() {
        check(formula(n), |f, tally| {
            let (set, expected) = (f.set(), f.points());
            let sample = set.sample_point().unwrap();
            tally.verdict("sample", sample.is_none(), expected.is_empty())?;
            if let Some(point) = sample {
                assert!(
                    expected.contains(&point.to_i64s().unwrap()),
                    "{point} not in {set}"
                );
                assert!(set.contains(&point).unwrap());
            }
            assert_eq!(set.count().unwrap(), expected.len() as i64);
            tally.equal("contains", &points_within(&set, REACH + 1), &expected)?;
            let sorted: Vec<Point> = set
                .points()
                .unwrap()
                .iter()
                .map(|p| p.to_i64s().unwrap())
                .collect();
            assert_eq!(sorted, expected.into_iter().collect::<Vec<_>>());
            Ok(())
        });
    }
}

#[test]
fn parameters_are_aligned_by_name() {
    check((formula(3), formula(2)), |(f, g), tally| {
        // The first variable of f is the second of g.
        let a = f.set_with_params(2);
        let b: presburger::Set = format!(
            "[x1] -> {{ [x2] : {} }}",
            g.text(&["x1".into(), "x2".into()])
        )
        .parse()
        .unwrap();
        let both = |x: &[i64]| f.holds(x) && g.holds(&x[1..]);
        let meet = a.intersect(&b).unwrap();
        tally.equal("intersect", &points_of(&meet), &select(3, REACH, both))?;
        let meet = b.intersect(&a).unwrap().align_params(&["x0", "x1"]);
        tally.equal("other way", &points_of(&meet), &select(3, REACH, both))?;
        let rest = a.subtract(&b).unwrap();
        let expected = select(3, REACH, |x| f.holds(x) && !g.holds(&x[1..]));
        tally.equal("subtract", &points_of(&rest), &expected)?;
        tally.verdict("is_subset", a.is_subset(&b).unwrap(), expected.is_empty())
    });
}

/// The universe of integer points has no fractions in common with a set that has, in either order.
#[test]
fn integers_among_rational_points() {
    let half: presburger::Set = "{ rat: [i] : 2i = 1 }".parse().unwrap();
    let integers: presburger::Set = "{ [i] }".parse().unwrap();
    assert!(!half.is_empty().unwrap());
    assert!(half.intersect(&integers).unwrap().is_empty().unwrap());
    assert!(integers.intersect(&half).unwrap().is_empty().unwrap());
}
