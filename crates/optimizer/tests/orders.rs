//! Sets of orders, compared with all orders.

use optimizer::space::{Order, Orders};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// All orders of `n` elements.
fn all(n: usize) -> BTreeSet<Order> {
    let vectors = (0..n.pow(n as u32)).map(|code| {
        let digit = |i: usize| (code / n.pow(i as u32) % n) as i64;
        Order::from_values(&(0..n).map(digit).collect::<Vec<i64>>())
    });
    vectors.collect()
}

fn are_together(order: &Order, set: &[usize]) -> bool {
    set.iter()
        .all(|&one| order.ranks()[one] == order.ranks()[set[0]])
}

/// Those in which the conditions hold, by definition.
fn chosen(n: usize, before: &[(usize, usize)], apart: &[Vec<usize>]) -> BTreeSet<Order> {
    let holds = |order: &Order| {
        before
            .iter()
            .all(|&(a, b)| order.ranks()[a] <= order.ranks()[b])
            && !apart.iter().any(|set| are_together(order, set))
    };
    all(n).into_iter().filter(holds).collect()
}

const STEPS: u64 = 100_000;

fn conditions(n: usize) -> impl Strategy<Value = (Vec<(usize, usize)>, Vec<Vec<usize>>)> {
    let pair = (0..n, 0..n).prop_filter("different", |(a, b)| a != b);
    let set = prop::collection::btree_set(0..n, 2..=n.min(4));
    let sets = prop::collection::vec(set, 0..3);
    let sets = sets.prop_map(|sets| {
        sets.into_iter()
            .map(|set| set.into_iter().collect())
            .collect()
    });
    (prop::collection::vec(pair, 0..=n), sets)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn orders_are_those_in_which_the_conditions_hold(
        (n, (before, apart)) in (2usize..=5).prop_flat_map(|n| (Just(n), conditions(n)))
    ) {
        let expected = chosen(n, &before, &apart);
        let orders = Orders::new(n, &before, &apart).unwrap();
        prop_assert_eq!(orders.count(STEPS).unwrap(), expected.len() as i64);
        let listed: Vec<Order> = orders.iter(STEPS).collect::<Result<_, _>>().unwrap();
        let key = |order: &Order| (order.n_classes(), order.ranks().to_vec());
        prop_assert!(listed.windows(2).all(|two| key(&two[0]) < key(&two[1])));
        prop_assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), expected.clone());
        for order in all(n) {
            prop_assert_eq!(orders.contains(&order), expected.contains(&order));
        }
        let encoding = orders.encoding();
        if encoding.n_variables() <= 12 {
            let mut points = BTreeSet::new();
            for code in 0..1u64 << encoding.n_variables() {
                let digit = |v: usize| (code >> v & 1) as i64;
                let point: Vec<i64> = (0..encoding.n_variables()).map(digit).collect();
                points.extend(encoding.interleaving(&point).map(|mut one| one.remove(0)));
            }
            prop_assert_eq!(points, expected);
        }
    }
}

/// Each of the 26 orders of bicg in table 1 comes up about as often as the others.
#[test]
fn samples_are_spread_evenly() {
    for (n, before, apart) in [
        (4, vec![(0, 2), (1, 3)], vec![]),
        (4, vec![(0, 3), (1, 3), (2, 3)], vec![vec![0, 1, 3]]),
        (3, vec![(0, 1), (1, 0)], vec![]),
    ] {
        let orders = Orders::new(n, &before, &apart).unwrap();
        let expected = chosen(n, &before, &apart);
        // xorshift64*
        let mut state = 88172645463325252u64;
        let mut random = || {
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            state.wrapping_mul(0x2545F4914F6CDD1D)
        };
        let mut seen: BTreeMap<Order, usize> = BTreeMap::new();
        const EACH: usize = 200;
        for _ in 0..EACH * expected.len() {
            let order = orders.sample(STEPS, &mut random).unwrap().unwrap();
            *seen.entry(order).or_default() += 1;
        }
        assert_eq!(seen.keys().cloned().collect::<BTreeSet<_>>(), expected);
        // Five standard deviations.
        let is_near = |count: &usize| count.abs_diff(EACH) < 5 * 15;
        assert!(seen.values().all(is_near), "{seen:?}");
    }
    let none = Orders::new(2, &[(0, 1), (1, 0)], &[vec![0, 1]]).unwrap();
    assert_eq!(none.sample(STEPS, &mut || 0), Ok(None));
    assert_eq!(none.iter(STEPS).count(), 0);
}

/// The first items come at once, however many there are.
#[test]
fn large_sets_are_listed_from_the_beginning() {
    let before: Vec<(usize, usize)> = (0..39).map(|i| (i, 39)).collect();
    let orders = Orders::new(40, &before, &[]).unwrap();
    let first: Vec<Order> = orders
        .iter(10_000)
        .take(100)
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(first[0], Order::from_values(&[0; 40]));
    assert!(first.iter().skip(1).all(|order| order.n_classes() == 2));
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 100);
}
