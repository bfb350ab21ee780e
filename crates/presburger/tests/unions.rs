//! Unions over spaces against the sets and maps they are made of, and what every value can do.

mod common;

use common::*;
use presburger::*;
use proptest::prelude::*;

/// Two formulas as the union of `A[x0]` and `B[x0, x1]`.
fn union_set(f: &Formula, g: &Formula) -> UnionSet {
    let a = f.set().set_tuple_name(Some("A")).unwrap();
    let b = g.set().set_tuple_name(Some("B")).unwrap();
    UnionSet::from_sets([a, b]).unwrap()
}

/// The points of the part in the space of a tuple name, parameters not expected.
fn part(set: &UnionSet, name: &str) -> Points {
    let sets = set.sets();
    let part = sets.iter().find(|set| set.tuple_name() == Some(name));
    part.map(points_of).unwrap_or_default()
}

#[test]
fn sets_space_by_space() {
    let four = || (formula(1), formula(2), formula(1), formula(2));
    check(four(), |(a, b, c, d), tally| {
        let (x, y) = (union_set(&a, &b), union_set(&c, &d));
        let meet = x.intersect(&y).unwrap();
        tally.equal(
            "intersect A",
            &part(&meet, "A"),
            &(&a.points() & &c.points()),
        )?;
        tally.equal(
            "intersect B",
            &part(&meet, "B"),
            &(&b.points() & &d.points()),
        )?;
        let union = x.union(&y).unwrap();
        tally.equal("union A", &part(&union, "A"), &(&a.points() | &c.points()))?;
        tally.equal("union B", &part(&union, "B"), &(&b.points() | &d.points()))?;
        let rest = x.subtract(&y).unwrap();
        tally.equal(
            "subtract A",
            &part(&rest, "A"),
            &(&a.points() - &c.points()),
        )?;
        tally.equal(
            "subtract B",
            &part(&rest, "B"),
            &(&b.points() - &d.points()),
        )?;
        let subset = a.points().is_subset(&c.points()) && b.points().is_subset(&d.points());
        tally.verdict("is_subset", x.is_subset(&y).unwrap(), subset)?;
        let apart = a.points().is_disjoint(&c.points()) && b.points().is_disjoint(&d.points());
        tally.verdict("is_disjoint", x.is_disjoint(&y).unwrap(), apart)?;
        let again: UnionSet = x.to_string().parse().unwrap();
        tally.verdict("round trip", again.is_equal(&x).unwrap(), true)
    });
}

#[test]
fn maps_space_by_space() {
    let some = || prop_oneof![formula(2), sparse(2)];
    check((some(), some(), some()), |(f, g, h), tally| {
        let named = |f: &Formula, from: &str, to: &str| {
            let map = f.map(1).set_domain_tuple_name(Some(from)).unwrap();
            map.set_range_tuple_name(Some(to)).unwrap()
        };
        // A -> B and A -> A, then B -> C and A -> C.
        let first = UnionMap::from_maps([named(&f, "A", "B"), named(&g, "A", "A")]).unwrap();
        let second = UnionMap::from_maps([named(&h, "B", "C"), named(&f, "A", "C")]).unwrap();
        let composed = first.apply_range(&second).unwrap();
        let expected = select(2, REACH, |x| {
            (-REACH..=REACH).any(|y| {
                (f.holds(&[x[0], y]) && h.holds(&[y, x[1]]))
                    || (g.holds(&[x[0], y]) && f.holds(&[y, x[1]]))
            })
        });
        let found = composed
            .maps()
            .iter()
            .map(pairs_of)
            .fold(Points::new(), |a, b| &a | &b);
        assert!(composed.n_map() <= 1, "{composed}");
        tally.equal("apply_range", &found, &expected)?;
        let domain = first.domain().unwrap();
        let expected: Points = f
            .points()
            .iter()
            .chain(&g.points())
            .map(|x| x[..1].to_vec())
            .collect();
        tally.equal("domain", &part(&domain, "A"), &expected)?;
        let deltas = first.deltas().unwrap();
        let expected = g.points().iter().map(|x| vec![x[1] - x[0]]).collect();
        tally.equal("deltas", &part(&deltas, "A"), &expected)?;
        let pairs = f.points().len() + g.points().len();
        let starts: Points = f
            .points()
            .iter()
            .chain(&g.points())
            .map(|x| x[..1].to_vec())
            .collect();
        let single = starts.len() == pairs;
        tally.verdict(
            "is_single_valued",
            first.is_single_valued().unwrap(),
            single,
        )
    });
}

#[test]
fn parameters_are_shared_by_all_parts() {
    let a: UnionSet = "[N] -> { A[i] : 0 <= i < N; B[] : N > 3 }".parse().unwrap();
    let b: UnionSet = "[M] -> { A[i] : i < M }".parse().unwrap();
    let union = a.union(&b).unwrap();
    assert_eq!(union.space().params().len(), 2);
    assert!(union.sets().iter().all(|set| set.space().n_param() == 2));
    let expected = "[N, M] -> { A[i] : 0 <= i < N or i < M; B[] : N > 3 }"
        .parse()
        .unwrap();
    assert!(union.is_equal(&expected).unwrap());
    let params = a.params().unwrap();
    assert!(
        params
            .is_equal(&"[N] -> { : N > 0 }".parse().unwrap())
            .unwrap()
    );
}

#[test]
fn an_empty_union_keeps_its_parameters() {
    let empty: UnionMap = "[N] -> { }".parse().unwrap();
    assert_eq!(empty.space().n_param(), 1);
    assert_eq!(empty.to_string(), "[N] -> { }");
    assert!(empty.is_empty().unwrap() && empty.n_map() == 0);
}

/// Compiles only if the types can be shared between threads and used as keys.
#[test]
fn values_are_shared_between_threads() {
    fn shared<T: Send + Sync + Clone + Eq + std::hash::Hash + std::fmt::Debug>() {}
    shared::<Set>();
    shared::<Map>();
    shared::<BasicSet>();
    shared::<BasicMap>();
    shared::<UnionSet>();
    shared::<UnionMap>();
    shared::<presburger::Point>();
    shared::<Space>();
    shared::<Tuple>();
    shared::<Value>();
    shared::<Dim>();
    let set: Set = "{ [i] : 0 <= i < 100 }".parse().unwrap();
    let counts: Vec<Value> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| set.count().unwrap()))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(counts.iter().all(|count| *count == 100));
}

#[test]
fn mismatched_spaces_are_errors() {
    let a: Set = "{ A[i] }".parse().unwrap();
    let b: Set = "{ B[i] }".parse().unwrap();
    let m: Map = "{ A[i] -> B[i] }".parse().unwrap();
    assert!(matches!(a.union(&b), Err(Error::SpaceMismatch { .. })));
    assert!(matches!(a.intersect(&b), Err(Error::SpaceMismatch { .. })));
    assert!(matches!(b.apply(&m), Err(Error::SpaceMismatch { .. })));
    assert!(matches!(
        m.apply_range(&m),
        Err(Error::SpaceMismatch { .. })
    ));
    assert!(matches!(m.deltas(), Err(Error::SpaceMismatch { .. })));
    assert!(m.curry().is_err() && m.uncurry().is_err() && m.zip().is_err());
    assert!(a.unwrap().is_err() && a.flatten_map().is_ok());
    assert!(a.project_out(Dim::Set(0), 2).is_err() && a.project_out(Dim::In(0), 1).is_err());
    assert!(a.fix(Dim::Set(1), 0).is_err() && a.fix(Dim::Set(0), Value::rational(1, 2)).is_err());
    assert!(a.move_dims(Dim::Set(0), Dim::Out(0), 1).is_err());
    assert!("{ A[i]; B[i] }".parse::<Set>().is_err());
    assert!("{ A[i] }".parse::<Map>().is_err() && "{ A[i] -> B[i] }".parse::<Set>().is_err());
    assert!("{ [i] : i < 0 or i > 0 }".parse::<BasicSet>().is_err());
    assert!("{ [i] : i > 0 }".parse::<presburger::Point>().is_err());
    assert!(matches!(
        "{ [i] : i > 0 }".parse::<Set>().unwrap().count(),
        Err(Error::Unbounded(_))
    ));
}

#[test]
fn large_numbers_are_exact() {
    let huge = "100000000000000000000000000000";
    let set: Set = format!("{{ [i] : {huge} <= i < {huge} + 3 }}")
        .parse()
        .unwrap();
    assert_eq!(set.count().unwrap(), 3);
    let doubled = set.apply(&"{ [i] -> [2i] }".parse().unwrap()).unwrap();
    let points = doubled.points().unwrap();
    let value = points[1].coordinate(Dim::Set(0)).unwrap();
    assert_eq!(value.to_string(), "200000000000000000000000000002");
    let fixed = set
        .fix(Dim::Set(0), huge.parse::<Value>().unwrap())
        .unwrap();
    assert!(fixed.is_singleton().unwrap());
}

proptest! {
    /// Structural equality and hash go together, and equal texts give equal values.
    #[test]
    fn equal_texts_are_equal_values(f in formula(2)) {
        let (a, b) = (f.set(), f.set());
        prop_assert_eq!(&a, &b);
        let mut seen = std::collections::HashSet::new();
        seen.insert(a);
        prop_assert!(seen.contains(&b));
    }
}
