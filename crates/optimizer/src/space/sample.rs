//! Orders by chance, each as likely as any other.
//!
//! The numbers of [`count`](super::count) say how likely each choice has to be: the number of classes, of
//! which components they come from, and then, component by component, the first class.

use super::Order;
use super::count::{Table, Weighted, components, merged, merges};
use super::orders::{Bits, Orders, bits, numbers};
use super::steps::Steps;
use presburger::{Result, Value};

/// See [`Orders::sample`].
pub(super) fn sample(
    orders: &Orders,
    steps: &mut Steps,
    random: &mut dyn FnMut() -> u64,
) -> Result<Option<Order>> {
    let components = components(orders);
    let mut tables = Vec::with_capacity(components.len());
    // The numbers of orders by classes of the first components.
    let mut sums = vec![vec![Value::one()]];
    for &component in &components {
        let table = Table::new(orders, component, steps)?;
        sums.push(merged(&sums[sums.len() - 1], table.of(component)));
        tables.push(table);
    }
    let Some(mut classes) = choose(&sums[components.len()], random) else {
        return Ok(None);
    };
    // From the last component to the first one: the places of the classes so far among all classes.
    let mut places: Vec<usize> = (0..classes).collect();
    let mut ranks = vec![0; orders.nodes.len()];
    for (i, (&component, table)) in components.iter().zip(&tables).enumerate().rev() {
        let own = table.of(component);
        let ways: Vec<(usize, usize)> = (0..sums[i].len())
            .flat_map(|k| (0..own.len()).map(move |l| (k, l)))
            .filter(|&(k, l)| (k.max(l)..=k + l).contains(&classes))
            .collect();
        let weights: Vec<Value> = ways
            .iter()
            .map(|&(k, l)| &(&sums[i][k] * &own[l]) * &merges(k, l, classes))
            .collect();
        let Some(way) = choose(&weights, random) else {
            return Ok(None);
        };
        let (k, l) = ways[way];
        // The earlier components have k of the places, this one all others and some of these.
        let theirs = subset(&places, k, random);
        let mut mine: Vec<usize> = places
            .iter()
            .copied()
            .filter(|p| !theirs.contains(p))
            .collect();
        mine.extend(subset(&theirs, l - mine.len(), random));
        mine.sort_unstable();
        let mut rest = component;
        for (done, place) in mine.into_iter().enumerate() {
            let left = l - done - 1;
            let firsts = table.first(rest, steps)?;
            let weights = firsts.iter().map(|class| {
                let counts = table.of(rest & !class);
                counts.get(left).cloned().unwrap_or_else(Value::zero)
            });
            let weights: Vec<Value> = weights.collect();
            let Some(first) = choose(&weights, random) else {
                return Ok(None);
            };
            numbers(firsts[first]).for_each(|node| ranks[node] = place as i64);
            rest &= !firsts[first];
        }
        places = theirs;
        classes = k;
    }
    let values: Vec<i64> = orders.node_of.iter().map(|&node| ranks[node]).collect();
    Ok(Some(Order::from_values(&values)))
}

/// An order, as likely as the product of the weights of its classes says.
pub(super) fn sample_weighted(
    orders: &Orders,
    table: &Weighted,
    steps: &mut Steps,
    random: &mut dyn FnMut() -> u64,
) -> Result<Option<Order>> {
    let mut rest = bits(0..orders.nodes.len());
    let mut ranks = vec![0; orders.nodes.len()];
    let mut rank = 0;
    while rest != 0 {
        let (classes, weights): (Vec<Bits>, Vec<Value>) =
            table.first(orders, rest, steps)?.into_iter().unzip();
        let Some(first) = choose(&weights, random) else {
            return Ok(None);
        };
        numbers(classes[first]).for_each(|node| ranks[node] = rank);
        rest &= !classes[first];
        rank += 1;
    }
    let values: Vec<i64> = orders.node_of.iter().map(|&node| ranks[node]).collect();
    Ok(Some(Order::from_values(&values)))
}

/// A position, as likely as its weight says; `None` if all weights are zero.
fn choose(weights: &[Value], random: &mut dyn FnMut() -> u64) -> Option<usize> {
    let all = weights
        .iter()
        .fold(Value::zero(), |sum, weight| &sum + weight);
    if all.is_zero() {
        return None;
    }
    let mut left = below(&all, random);
    for (i, weight) in weights.iter().enumerate() {
        if left < *weight {
            return Some(i);
        }
        left = &left - weight;
    }
    None
}

/// A number below a positive bound, each as likely as any other.
fn below(bound: &Value, random: &mut dyn FnMut() -> u64) -> Value {
    let two = Value::from(2);
    let mut bits = 0;
    let mut power = Value::one();
    while power < *bound {
        power = &power * &two;
        bits += 1;
    }
    loop {
        let mut number = Value::zero();
        let (mut word, mut left) = (0, 0);
        for _ in 0..bits {
            if left == 0 {
                (word, left) = (random(), u64::BITS);
            }
            number = &(&number * &two) + &Value::from((word & 1) as i64);
            word >>= 1;
            left -= 1;
        }
        if number < *bound {
            return number;
        }
    }
}

/// `k` of some places in ascending order, each set as likely as any other.
fn subset(places: &[usize], k: usize, random: &mut dyn FnMut() -> u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(k);
    for (i, &place) in places.iter().enumerate() {
        let left = Value::from((places.len() - i) as i64);
        let wanted = Value::from((k - chosen.len()) as i64);
        if below(&left, random) < wanted {
            chosen.push(place);
        }
    }
    chosen
}
