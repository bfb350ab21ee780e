//! How many orders there are, without listing them.
//!
//! The last classes of an order are an order of what is left when the first ones are taken away. So the
//! orders of a set `R` of nodes that is closed upwards are counted by their first class: any nodes of `R` that
//! can be together, with everything in `R` that never comes after one of them,
//!
//! ```text
//! f(R) = Σ x f(R - C)      f(∅) = 1
//! ```
//!
//! where the power of `x` counts classes. There are as many `R` as there are sets that are closed upwards: few,
//! if much depends on each other. Nodes that have nothing to do with each other, directly or by way of
//! others, are counted apart. Of orders with `k` and with `l` classes
//!
//! ```text
//! C(m, k) C(k, k + l - m)
//! ```
//!
//! orders with `m` classes can be made: where the classes of the first one are, and which of them are
//! also classes of the second one, which has all the places that are left.

use super::orders::{Bits, Orders, bits, numbers};
use super::steps::Steps;
use presburger::{Result, Value};
use std::collections::{BTreeMap, HashMap};

/// How many orders have 0, 1, 2, … classes.
pub(super) fn by_classes(orders: &Orders, steps: &mut Steps) -> Result<Vec<Value>> {
    let mut all = vec![Value::one()];
    for component in components(orders) {
        let own = Table::new(orders, component, steps)?;
        all = merged(&all, own.of(component));
    }
    Ok(all)
}

/// The numbers of orders by classes for two sets of nodes that have nothing to do with each other.
pub(super) fn merged(one: &[Value], other: &[Value]) -> Vec<Value> {
    let mut all = vec![Value::zero(); one.len() + other.len() - 1];
    for (k, a) in one.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
        for (l, b) in other.iter().enumerate().filter(|(_, b)| !b.is_zero()) {
            let both = a * b;
            for (m, sum) in all.iter_mut().enumerate().take(k + l + 1).skip(k.max(l)) {
                *sum = &*sum + &(&both * &merges(k, l, m));
            }
        }
    }
    all
}

/// In how many ways orders with `k` and with `l` classes make one with `m` classes.
pub(super) fn merges(k: usize, l: usize, m: usize) -> Value {
    &binomial(m, k) * &binomial(k, k + l - m)
}

fn binomial(n: usize, k: usize) -> Value {
    (0..k).fold(Value::one(), |ways, i| {
        let ways = &ways * &Value::from((n - i) as i64);
        &ways / &Value::from((i + 1) as i64)
    })
}

/// The sets of nodes that have something to do with each other.
pub(super) fn components(orders: &Orders) -> Vec<Bits> {
    let mut components: Vec<Bits> = Vec::new();
    let related = (0..orders.nodes.len()).map(|node| orders.earlier[node] | bits([node]));
    for set in related.chain(orders.apart.iter().copied()) {
        let (touched, rest): (Vec<Bits>, Vec<Bits>) =
            components.into_iter().partition(|known| known & set != 0);
        components = rest;
        components.push(touched.into_iter().fold(set, |all, one| all | one));
    }
    components.sort_by_key(|set| set.trailing_zeros());
    components
}

/// For some nodes, the numbers of orders of all sets that are left when first classes are taken away.
pub(super) struct Table<'a> {
    orders: &'a Orders,
    /// By the number of classes.
    counts: HashMap<Bits, Vec<Value>>,
}

impl Table<'_> {
    pub(super) fn new<'a>(orders: &'a Orders, set: Bits, steps: &mut Steps) -> Result<Table<'a>> {
        let counts = match listed::<u128>(orders, set, steps)? {
            Some(counts) => counts,
            None => listed::<Value>(orders, set, steps)?.unwrap_or_default(),
        };
        Ok(Table { orders, counts })
    }

    /// The numbers of orders of a set that is left.
    pub(super) fn of(&self, rest: Bits) -> &[Value] {
        self.counts.get(&rest).map_or(&[], Vec::as_slice)
    }

    /// The classes that can come first in a set that is left.
    pub(super) fn first(&self, rest: Bits, steps: &mut Steps) -> Result<Vec<Bits>> {
        first_classes(self.orders, rest, steps)
    }
}

/// A number of orders; words are much faster than numbers of any size.
trait Tally: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    /// `None` if the sum does not fit.
    fn plus(&self, other: &Self) -> Option<Self>;
    fn value(&self) -> Value;
}

impl Tally for u128 {
    fn zero() -> u128 {
        0
    }

    fn one() -> u128 {
        1
    }

    fn plus(&self, other: &u128) -> Option<u128> {
        self.checked_add(*other)
    }

    fn value(&self) -> Value {
        const HALF: u32 = 62;
        let mask = (1 << HALF) - 1;
        let base = Value::from(1i64 << HALF);
        let digits = [self >> (2 * HALF), self >> HALF & mask, self & mask];
        digits.iter().fold(Value::zero(), |sum, digit| {
            &(&sum * &base) + &Value::from(*digit as i64)
        })
    }
}

impl Tally for Value {
    fn zero() -> Value {
        Value::zero()
    }

    fn one() -> Value {
        Value::one()
    }

    fn plus(&self, other: &Value) -> Option<Value> {
        Some(self + other)
    }

    fn value(&self) -> Value {
        self.clone()
    }
}

/// For each set that is left when first classes are taken away from all nodes, its orders, each counted as
/// often as the product of the weights of its classes says.
pub(super) fn weighted(
    orders: &Orders,
    steps: &mut Steps,
    weight: &mut Weight<'_>,
) -> Result<Weighted> {
    let mut weighted = Weighted {
        weights: BTreeMap::new(),
        sums: BTreeMap::from([(0, Value::one())]),
    };
    weighted.visit(orders, bits(0..orders.nodes.len()), steps, weight)?;
    Ok(weighted)
}

/// How often a class counts.
type Weight<'a> = dyn FnMut(Bits, &mut Steps) -> Result<Value> + 'a;

/// See [`weighted`].
pub(super) struct Weighted {
    weights: BTreeMap<Bits, Value>,
    sums: BTreeMap<Bits, Value>,
}

impl Weighted {
    /// The number of all orders.
    pub(super) fn total(&self, orders: &Orders) -> Value {
        let all = self.sums.get(&bits(0..orders.nodes.len()));
        all.cloned().unwrap_or_else(Value::zero)
    }

    fn visit(
        &mut self,
        orders: &Orders,
        rest: Bits,
        steps: &mut Steps,
        weight: &mut Weight<'_>,
    ) -> Result<Value> {
        if let Some(known) = self.sums.get(&rest) {
            return Ok(known.clone());
        }
        let mut sum = Value::zero();
        for class in first_classes(orders, rest, steps)? {
            let own = match self.weights.get(&class) {
                Some(known) => known.clone(),
                None => weight(class, steps)?,
            };
            self.weights.insert(class, own.clone());
            if !own.is_zero() {
                let others = self.visit(orders, rest & !class, steps, weight)?;
                sum = &sum + &(&own * &others);
            }
        }
        self.sums.insert(rest, sum.clone());
        Ok(sum)
    }

    /// The classes that can come first in a set that is left, with the numbers of its orders that begin so.
    pub(super) fn first(
        &self,
        orders: &Orders,
        rest: Bits,
        steps: &mut Steps,
    ) -> Result<Vec<(Bits, Value)>> {
        let classes = first_classes(orders, rest, steps)?.into_iter();
        let classes = classes.map(|class| {
            let own = self.weights.get(&class);
            let others = self.sums.get(&(rest & !class));
            let both = own.zip(others).map(|(own, others)| own * others);
            (class, both.unwrap_or_else(Value::zero))
        });
        Ok(classes.collect())
    }
}

/// All that is left of a set, and the numbers of its orders; `None` if a number does not fit.
fn listed<T: Tally>(
    orders: &Orders,
    set: Bits,
    steps: &mut Steps,
) -> Result<Option<HashMap<Bits, Vec<Value>>>> {
    let mut known: HashMap<Bits, Vec<T>> = HashMap::from([(0, vec![T::one()])]);
    let fits = visit(orders, set, steps, &mut known)?;
    Ok(fits.then(|| {
        let values = |(rest, counts): (Bits, Vec<T>)| (rest, counts.iter().map(T::value).collect());
        known.into_iter().map(values).collect()
    }))
}

/// Fills in the numbers of a set and of all that can be left of it; whether they fit.
fn visit<T: Tally>(
    orders: &Orders,
    rest: Bits,
    steps: &mut Steps,
    known: &mut HashMap<Bits, Vec<T>>,
) -> Result<bool> {
    if known.contains_key(&rest) {
        return Ok(true);
    }
    let mut counts = vec![T::zero(); rest.count_ones() as usize + 1];
    for class in first_classes(orders, rest, steps)? {
        let left = rest & !class;
        if !visit(orders, left, steps, known)? {
            return Ok(false);
        }
        for (sum, more) in counts[1..].iter_mut().zip(&known[&left]) {
            match sum.plus(more) {
                Some(both) => *sum = both,
                None => return Ok(false),
            }
        }
    }
    known.insert(rest, counts);
    Ok(true)
}

/// The classes that can come first in a set that is left.
fn first_classes(orders: &Orders, rest: Bits, steps: &mut Steps) -> Result<Vec<Bits>> {
    let mut found = Vec::new();
    extend(orders, rest, 0, 0, steps, &mut found)?;
    Ok(found)
}

/// Adds the classes that have some nodes and others from a number on.
fn extend(
    orders: &Orders,
    rest: Bits,
    class: Bits,
    from: usize,
    steps: &mut Steps,
    found: &mut Vec<Bits>,
) -> Result<()> {
    for node in numbers(rest).filter(|&node| node >= from) {
        let all = class | bits([node]);
        // Whatever never comes after a node has a smaller number, so that it is in the class already.
        let is_ready = orders.earlier[node] & rest & !class == 0;
        if is_ready && orders.can_be_together(all) {
            steps.spend()?;
            found.push(all);
            extend(orders, rest, all, node + 1, steps, found)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::interleavings;

    fn count(n: usize, before: &[(usize, usize)], apart: &[Vec<usize>]) -> Value {
        Orders::new(n, before, apart)
            .unwrap()
            .count(100_000)
            .unwrap()
    }

    #[test]
    fn elements_without_relations_have_all_orders() {
        for n in 0..=40 {
            assert_eq!(count(n, &[], &[]), interleavings(n, 1));
        }
    }

    #[test]
    fn chains_have_one_order_for_each_choice_of_borders() {
        for n in [1, 2, 5, 40, 128] {
            let chain: Vec<(usize, usize)> = (1..n).map(|i| (i - 1, i)).collect();
            let expected = (1..n).fold(Value::one(), |all, _| &all * &Value::from(2));
            assert_eq!(count(n, &chain, &[]), expected);
        }
    }

    /// 64 pairs, one after the other: the two of a pair have three orders, and the last class of a pair is
    /// the first one of the next pair or not.
    #[test]
    fn numbers_beyond_words_are_counted() {
        let next = |i: usize| [(i, i / 2 * 2 + 2), (i, i / 2 * 2 + 3)];
        let pairs: Vec<(usize, usize)> = (0..126).flat_map(next).collect();
        let power = |base: i64, exponent: usize| {
            (0..exponent).fold(Value::one(), |all, _| &all * &Value::from(base))
        };
        assert_eq!(count(128, &pairs, &[]), &power(3, 64) * &power(2, 63));
    }

    #[test]
    fn what_takes_too_long_is_an_error() {
        let star: Vec<(usize, usize)> = (0..39).map(|i| (i, 39)).collect();
        let orders = Orders::new(40, &star, &[]).unwrap();
        assert_eq!(
            orders.count(100_000),
            Err(presburger::Error::BudgetExhausted)
        );
    }

    #[test]
    fn contradictions_leave_no_order() {
        assert_eq!(count(2, &[(0, 1), (1, 0)], &[vec![0, 1]]), 0);
        assert_eq!(count(2, &[(0, 1), (1, 0)], &[]), 1);
    }
}
