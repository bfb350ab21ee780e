//! Conditions on coefficients, compared with the distances of all pairs.

use optimizer::farkas::{Condition, Demand, Pairs};
use presburger::{Dim, Map, Set};
use proptest::prelude::*;

const DEMANDS: [Demand; 4] = [Demand::Weak, Demand::Strong, Demand::Zero, Demand::Bounded];

/// The pairs of a bounded relation for a value of N: `(x, y)`.
fn pairs(relation: &Map, n: i64, source: usize) -> Vec<(Vec<i64>, Vec<i64>)> {
    let fixed = relation.fix_param("N", n).unwrap();
    let points = fixed.wrap().unwrap().points().unwrap();
    let values = points.iter().map(|point| {
        let total = point.space().n_out();
        let all: Vec<i64> = (0..total)
            .map(|i| point.coordinate(Dim::Set(i)).unwrap().to_i64().unwrap())
            .collect();
        (all[..source].to_vec(), all[source..].to_vec())
    });
    values.collect()
}

fn date(coefficients: &[i64], instance: &[i64], n: i64) -> i64 {
    let all = instance.iter().copied().chain([n, 1]);
    coefficients.iter().zip(all).map(|(a, x)| a * x).sum()
}

fn dot(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn hold(conditions: &[Condition], source: &[i64], sink: &[i64], bound: &[i64]) -> bool {
    conditions.iter().all(|c| {
        let value = dot(&c.source, source) + dot(&c.sink, sink) + dot(&c.bound, bound) + c.constant;
        if c.equality { value == 0 } else { value >= 0 }
    })
}

fn satisfies(demand: Demand, distance: i64, bound: &[i64], n: i64) -> bool {
    match demand {
        Demand::Weak => distance >= 0,
        Demand::Strong => distance >= 1,
        Demand::Zero => distance == 0,
        Demand::Bounded => distance <= bound[0] * n + bound[1],
    }
}

/// Relations all of whose vertices are integers, so that conditions are exact.
const INTEGRAL: [&str; 6] = [
    "[N] -> { S[i] -> T[j] : 0 <= i < N and j = i + 1 }",
    "[N] -> { S[i] -> T[j, k] : 0 <= i < N and 0 <= j <= i and k = i - j }",
    "[N] -> { S[i, j] -> T[k] : 0 <= i, j < N and k = j }",
    "[N] -> { S[i] -> T[i + 2] : 0 <= i < N; S[i] -> T[0] : 0 <= i < N }",
    "[N] -> { S[i, j] -> T[i, j + 1] : 0 <= i < j < N }",
    "[N] -> { S[] -> T[i] : 0 <= i <= N }",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn conditions_hold_if_and_only_if_all_pairs_do(
        which in 0..INTEGRAL.len(),
        a in prop::collection::vec(-2i64..=2, 4),
        b in prop::collection::vec(-2i64..=2, 4),
        bound in prop::collection::vec(-2i64..=3, 2),
    ) {
        let relation: Map = INTEGRAL[which].parse().unwrap();
        let context: Set = "[N] -> { : N >= 0 }".parse().unwrap();
        let found = Pairs::of(&relation, &context, &["N"]).unwrap();
        let (n_in, n_out) = (relation.space().n_in(), relation.space().n_out());
        let (a, b) = (&a[..n_in + 2], &b[..n_out + 2]);
        for demand in DEMANDS {
            let promised = hold(&found.conditions(demand), a, b, &bound);
            // A form that grows with N at one vertex is positive from some N on: with these coefficients
            // well before 24.
            let holds = (0..24).step_by(1).all(|n| {
                if n > 4 && n < 20 { return true; }
                pairs(&relation, n, n_in).iter().all(|(x, y)| {
                    satisfies(demand, date(b, y, n) - date(a, x, n), &bound, n)
                })
            });
            prop_assert_eq!(promised, holds, "{:?} {} {:?} {:?} {:?}", demand, relation, a, b, bound);
        }
    }

    #[test]
    fn own_conditions_are_those_with_one_date(
        a in prop::collection::vec(-2i64..=2, 4),
        bound in prop::collection::vec(-1i64..=3, 2),
        which in 0..4,
    ) {
        let relation = [
            "[N] -> { S[i, j] -> S[i + 1, j - 1] : 0 <= i < N and 0 < j < N }",
            "[N] -> { S[i, j] -> S[k, j] : 0 <= i < k < N and 0 <= j < N }",
            "[N] -> { S[i, j] -> S[i, k] : 0 <= i < N and 0 <= j < k <= i }",
            "[N] -> { S[i, j] -> S[j, k] : 0 <= i < j < k < N }",
        ][which as usize];
        let relation: Map = relation.parse().unwrap();
        let context: Set = "[N] -> { : N >= 3 }".parse().unwrap();
        let found = Pairs::of(&relation, &context, &["N"]).unwrap();
        for demand in DEMANDS {
            let general = hold(&found.conditions(demand), &a, &a, &bound);
            let own = found.own_conditions(demand).unwrap();
            prop_assert_eq!(hold(&own, &a, &a, &bound), general, "{:?} {}", demand, relation);
            prop_assert!(own.len() <= found.conditions(demand).len());
        }
    }
}

/// With floors, conditions are on more pairs than there are: what they promise is true.
#[test]
fn conditions_of_relations_with_floors_are_safe() {
    let relation: Map = "[N] -> { S[i] -> T[j] : 0 <= i < N and j = floor(i/2) + 3 }"
        .parse()
        .unwrap();
    let context: Set = "[N] -> { : N >= 0 }".parse().unwrap();
    let found = Pairs::of(&relation, &context, &["N"]).unwrap();
    let mut promised = 0;
    for a in -2i64..=2 {
        for b in -2i64..=4 {
            for c in -3i64..=3 {
                let (source, sink) = ([a, 0, 0], [b, 0, c]);
                if !hold(&found.conditions(Demand::Weak), &source, &sink, &[]) {
                    continue;
                }
                promised += 1;
                for (x, y) in pairs(&relation, 9, 1) {
                    assert!(date(&sink, &y, 9) >= date(&source, &x, 9));
                }
            }
        }
    }
    assert!(promised > 10);
}
