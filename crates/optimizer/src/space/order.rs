//! Total preorders: who comes before whom, and who is together.
//!
//! A one-dimensional interleaving of statements is a total preorder of them (Convexity, lemma 4): a list of
//! classes, each of them statements that share a loop.

use presburger::Value;
use std::cmp::Ordering;
use std::fmt;

/// A total preorder of elements `0, 1, …`: for each its *rank*, the number of classes before its own.
///
/// ```
/// use optimizer::space::Order;
///
/// // R and S share a loop, T comes after it.
/// let order = Order::from_values(&[0, 0, 1]);
/// assert_eq!(order.classes(), [vec![0, 1], vec![2]]);
/// assert_eq!(order.to_string(), "{0, 1} {2}");
/// // Only the order of the values matters.
/// assert_eq!(order, Order::from_values(&[-7, -7, 30]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Order {
    /// All numbers below the largest one occur.
    ranks: Vec<usize>,
}

impl Order {
    /// The order in which some values are, one for each element: a row of the vectors `ρ` of Convexity,
    /// section 2.5.
    pub fn from_values(values: &[i64]) -> Order {
        let mut known = values.to_vec();
        known.sort_unstable();
        known.dedup();
        let rank = |value: &i64| known.partition_point(|other| other < value);
        Order {
            ranks: values.iter().map(rank).collect(),
        }
    }

    /// The order with these classes; `None` if they are not a partition of `0, 1, …` or one is empty.
    ///
    /// ```
    /// use optimizer::space::Order;
    ///
    /// assert_eq!(Order::from_classes(&[vec![2], vec![0, 1]]), Some(Order::from_values(&[1, 1, 0])));
    /// assert_eq!(Order::from_classes(&[vec![0], vec![0]]), None);
    /// ```
    pub fn from_classes(classes: &[Vec<usize>]) -> Option<Order> {
        let n = classes.iter().map(Vec::len).sum();
        let mut ranks = vec![usize::MAX; n];
        for (rank, class) in classes.iter().enumerate() {
            for &element in class {
                let known = ranks.get_mut(element)?;
                if *known != usize::MAX {
                    return None;
                }
                *known = rank;
            }
        }
        let is_whole = classes.iter().all(|class| !class.is_empty());
        is_whole.then_some(Order { ranks })
    }

    /// The rank of each element.
    pub fn ranks(&self) -> &[usize] {
        &self.ranks
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// The number of classes.
    pub fn n_classes(&self) -> usize {
        self.ranks.iter().max().map_or(0, |last| last + 1)
    }

    /// The classes one after the other, the elements of each in ascending order.
    pub fn classes(&self) -> Vec<Vec<usize>> {
        let mut classes = vec![Vec::new(); self.n_classes()];
        for (element, &rank) in self.ranks.iter().enumerate() {
            classes[rank].push(element);
        }
        classes
    }

    /// Whether an element comes before another one, is together with it, or comes after it.
    pub fn compare(&self, one: usize, other: usize) -> Ordering {
        self.ranks[one].cmp(&self.ranks[other])
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (rank, class) in self.classes().iter().enumerate() {
            let elements: Vec<String> = class.iter().map(usize::to_string).collect();
            let space = if rank == 0 { "" } else { " " };
            write!(f, "{space}{{{}}}", elements.join(", "))?;
        }
        Ok(())
    }
}

/// How many interleavings of `levels` dimensions some elements have: the points of `I`, for one level those
/// of `O` (Fubini's numbers, sequence A000670).
///
/// The interleavings of `n` elements are those of the first class, which can be any `k` of them, at the levels
/// below, times those of the others: `a_l(n) = Σ C(n, k) a_{l-1}(k) a_l(n - k)`, with `a_0 = 1`.
///
/// ```
/// use optimizer::space::interleavings;
///
/// let orders: Vec<String> = [3, 4, 6, 7, 14].map(|n| interleavings(n, 1).to_string()).to_vec();
/// assert_eq!(orders, ["13", "75", "4683", "47293", "10641342970443"]);
/// // Of R and S: together in both loops, in the outer one only (two orders), or in none (two).
/// assert_eq!(interleavings(2, 2), 5);
/// ```
pub fn interleavings(n: usize, levels: usize) -> Value {
    let mut below = vec![Value::one(); n + 1];
    for _ in 0..levels {
        let mut own = vec![Value::one()];
        for m in 1..=n {
            let mut sum = Value::zero();
            let mut ways = Value::one();
            for k in 1..=m {
                // C(m, k)
                let factor = Value::from((m - k + 1) as i64);
                ways = &(&ways * &factor) / &Value::from(k as i64);
                sum = &sum + &(&(&ways * &below[k]) * &own[m - k]);
            }
            own.push(sum);
        }
        below = own;
    }
    below.pop().unwrap_or_else(Value::one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All vectors of `n` ranks below `n`, as orders.
    fn all(n: usize) -> BTreeSet<Order> {
        let vectors = (0..n.pow(n as u32)).map(|mut code| {
            let digits = (0..n).map(|_| {
                let digit = code % n;
                code /= n;
                digit as i64
            });
            Order::from_values(&digits.collect::<Vec<i64>>())
        });
        vectors.collect()
    }

    #[test]
    fn orders_are_counted_as_they_are_listed() {
        for n in 1..=5 {
            assert_eq!(interleavings(n, 1), all(n).len() as i64);
        }
        assert_eq!(interleavings(0, 1), 1);
    }

    #[test]
    fn interleavings_of_two_levels_are_counted_as_they_are_listed() {
        for n in 1..=4 {
            let of_class = |class: &Vec<usize>| all(class.len()).len();
            let below = |order: &Order| order.classes().iter().map(of_class).product::<usize>();
            let listed: usize = all(n).iter().map(below).sum();
            assert_eq!(interleavings(n, 2), listed as i64);
        }
    }

    #[test]
    fn classes_and_values_are_the_same_order() {
        for order in all(4) {
            assert_eq!(Order::from_classes(&order.classes()), Some(order.clone()));
            let values: Vec<i64> = order.ranks().iter().map(|rank| *rank as i64).collect();
            assert_eq!(Order::from_values(&values), order);
        }
        assert_eq!(Order::from_classes(&[vec![0], vec![]]), None);
        assert_eq!(Order::from_classes(&[vec![1]]), None);
    }
}
