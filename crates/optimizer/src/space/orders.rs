//! Sets of orders: some elements never come after others, and some sets are never all together.
//!
//! That is all there is to the interleavings of a program at one level: `R` never comes after `S` if `S` depends
//! on `R`; those that depend on each other are together; and there are sets that no loop can have in common.
//! Elements that are always together are one *node*; nodes are numbered so that none comes before what it
//! never comes before.

use super::steps::Steps;
use super::{Encoding, Known, Order};
use presburger::{Error, Result};

/// A set of elements, or of nodes.
pub(super) type Bits = u128;

/// More nodes do not fit a word.
const MOST: usize = Bits::BITS as usize;

/// The orders of `n` elements in which some never come after others, and some sets are not all together.
///
/// ```
/// use optimizer::space::{Order, Orders};
///
/// // 1 and 2 never come before 0, and the three are not all together.
/// let orders = Orders::new(3, &[(0, 1), (0, 2)], &[vec![0, 1, 2]])?;
/// assert_eq!(orders.count(1000)?, 5);
/// let listed: Vec<String> = orders.iter(1000).map(|one| Ok(one?.to_string())).collect::<Result<_, presburger::Error>>()?;
/// assert_eq!(listed, ["{0, 1} {2}", "{0, 2} {1}", "{0} {1, 2}", "{0} {1} {2}", "{0} {2} {1}"]);
/// assert!(orders.contains(&Order::from_values(&[0, 1, 0])));
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Orders {
    pub(super) n: usize,
    /// The elements of each node.
    pub(super) nodes: Vec<Vec<usize>>,
    /// The node of each element.
    pub(super) node_of: Vec<usize>,
    /// For each node those that never come after it, without itself: all of them have smaller numbers.
    pub(super) earlier: Vec<Bits>,
    /// Sets of nodes that are not all together; a node alone if there are no orders at all.
    pub(super) apart: Vec<Bits>,
}

/// The numbers in a set, in ascending order.
pub(super) fn numbers(mut set: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// The set of some numbers.
pub(super) fn bits(numbers: impl IntoIterator<Item = usize>) -> Bits {
    numbers.into_iter().fold(0, |set, number| set | 1 << number)
}

impl Orders {
    /// The orders of `n` elements in which the first of each pair `before` never comes after the second,
    /// and the elements of each set `apart` are not all together.
    ///
    /// Fails if there are more than 128 elements that are not always together with others.
    pub fn new(n: usize, before: &[(usize, usize)], apart: &[Vec<usize>]) -> Result<Orders> {
        let mentioned = before.iter().flat_map(|&(a, b)| [a, b]);
        if mentioned
            .chain(apart.iter().flatten().copied())
            .any(|one| one >= n)
        {
            return Err(Error::Invalid(format!("an element that is not one of {n}")));
        }
        let reach = closure(n, before);
        let (nodes, node_of) = nodes(n, &reach);
        if nodes.len() > MOST {
            let message = format!(
                "{} statements that can be apart are too many: at most {MOST}",
                nodes.len()
            );
            return Err(Error::Invalid(message));
        }
        let earlier = nodes.iter().enumerate().map(|(node, own)| {
            let others = (0..node).filter(|&other| reach[nodes[other][0]][own[0]]);
            bits(others)
        });
        let earlier = earlier.collect();
        let mut apart: Vec<Bits> = apart
            .iter()
            .map(|set| bits(set.iter().map(|&element| node_of[element])))
            .collect();
        // Of two sets, one of which contains the other, the smaller one is enough.
        apart.sort_by_key(|set| (set.count_ones(), *set));
        let mut minimal: Vec<Bits> = Vec::with_capacity(apart.len());
        for set in apart {
            if !minimal.iter().any(|known| known & set == *known) {
                minimal.push(set);
            }
        }
        Ok(Orders {
            n,
            nodes,
            node_of,
            earlier,
            apart: minimal,
        })
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// Whether an order is one of them.
    pub fn contains(&self, order: &Order) -> bool {
        if order.len() != self.n {
            return false;
        }
        let ranks: Vec<usize> = self.nodes.iter().map(|own| order.ranks()[own[0]]).collect();
        let are_together = self.nodes.iter().zip(&ranks).all(|(own, rank)| {
            let mut others = own.iter().map(|&element| order.ranks()[element]);
            others.all(|other| other == *rank)
        });
        let are_ordered =
            |node: usize| numbers(self.earlier[node]).all(|other| ranks[other] <= ranks[node]);
        let are_apart = |set: &Bits| {
            let mut own = numbers(*set).map(|node| ranks[node]);
            let first = own.next();
            own.any(|rank| Some(rank) != first)
        };
        are_together && (0..ranks.len()).all(are_ordered) && self.apart.iter().all(are_apart)
    }

    /// Why an order is not one of them, given the names of elements; `None` if it is.
    pub(super) fn objection<'a>(
        &self,
        order: &Order,
        name: &dyn Fn(usize) -> &'a str,
    ) -> Option<String> {
        for own in &self.nodes {
            let mut others = own.iter();
            if let Some(&other) = others.find(|&&other| order.compare(own[0], other).is_ne()) {
                let (one, other) = (name(own[0]), name(other));
                return Some(format!(
                    "{one} and {other} depend on each other, and cannot be apart"
                ));
            }
        }
        for (node, own) in self.nodes.iter().enumerate() {
            let earlier = numbers(self.earlier[node]).map(|other| self.nodes[other][0]);
            for other in earlier {
                if order.compare(other, own[0]).is_gt() {
                    let (one, other) = (name(own[0]), name(other));
                    return Some(format!(
                        "{one} depends on {other}, and cannot come before it"
                    ));
                }
            }
        }
        let are_together = |set: &Vec<usize>| {
            let mut others = set.iter();
            others.all(|&other| order.compare(set[0], other).is_eq())
        };
        let set = self.apart().find(are_together)?;
        let (last, others) = set.split_last()?;
        let others: Vec<&str> = others.iter().map(|&one| name(one)).collect();
        Some(match others.is_empty() {
            true => format!("{} has no loop", name(*last)),
            false => format!(
                "{} and {} cannot share a loop",
                others.join(", "),
                name(*last)
            ),
        })
    }

    /// How many there are.
    ///
    /// Fails with [`Error::BudgetExhausted`] after so many steps.
    pub fn count(&self, steps: u64) -> Result<presburger::Value> {
        self.total(&mut Steps::new(steps))
    }

    pub(super) fn total(&self, steps: &mut Steps) -> Result<presburger::Value> {
        let by_classes = super::count::by_classes(self, steps)?;
        let zero = presburger::Value::zero();
        Ok(by_classes.iter().fold(zero, |sum, count| &sum + count))
    }

    /// One of them, each with the same chance if `random` returns numbers of 64 bits that are equally
    /// likely; `None` if there are none.
    ///
    /// Fails with [`Error::BudgetExhausted`] after so many steps.
    ///
    /// ```
    /// # use optimizer::space::Orders;
    /// let orders = Orders::new(4, &[(0, 3), (1, 3), (2, 3)], &[])?;
    /// let mut state = 1u64;
    /// let mut random = || { state = state.wrapping_mul(6364136223846793005).wrapping_add(1); state ^ state >> 29 };
    /// let order = orders.sample(1000, &mut random)?.unwrap();
    /// assert!(orders.contains(&order));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sample(&self, steps: u64, random: &mut dyn FnMut() -> u64) -> Result<Option<Order>> {
        super::sample::sample(self, &mut Steps::new(steps), random)
    }

    /// All of them, one after the other: those with fewer classes first, and of these in the
    /// lexicographic order of the ranks of elements `0, 1, …`. So the first one shares the fewest loops
    /// among all statements, and those with the most loops come last.
    ///
    /// An item is [`Error::BudgetExhausted`] if finding it takes so many steps; it is the last one.
    pub fn iter(&self, steps: u64) -> impl Iterator<Item = Result<Order>> + use<> {
        super::list::List::new(self.clone(), steps)
    }

    /// The orders as the points of a polyhedron.
    ///
    /// ```
    /// # use optimizer::space::Orders;
    /// let chain = Orders::new(4, &[(0, 1), (1, 2), (2, 3)], &[])?;
    /// let encoding = chain.encoding();
    /// // gemver in table 1
    /// assert_eq!((encoding.n_variables(), encoding.n_constraints()), (6, 28));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn encoding(&self) -> Encoding {
        let pairs: Vec<Bits> = self.of_size(2).collect();
        let others = self.apart.iter().filter(|set| set.count_ones() != 2);
        let others: Vec<Vec<usize>> = others.map(|&set| self.elements(set)).collect();
        let known = |i: usize, j: usize| {
            let (a, b) = (self.node_of[i], self.node_of[j]);
            if a == b {
                return Known::Together;
            }
            let is_apart = pairs.contains(&bits([a, b]));
            let is_earlier = |a: usize, b: usize| self.earlier[b] >> a & 1 != 0;
            match (is_earlier(a, b), is_earlier(b, a), is_apart) {
                (true, _, true) => Known::Before,
                (true, _, false) => Known::NotAfter,
                (_, true, true) => Known::After,
                (_, true, false) => Known::NotBefore,
                (false, false, true) => Known::Apart,
                (false, false, false) => Known::Nothing,
            }
        };
        Encoding::restricted(self.n, known, &others)
    }

    /// The sets of elements that are not all together, without those that follow from others. Of elements
    /// that are always together, one is enough.
    pub fn apart(&self) -> impl Iterator<Item = Vec<usize>> {
        self.apart.iter().map(|&set| self.elements(set))
    }

    /// The first elements of several nodes, or all of a single one.
    fn elements(&self, set: Bits) -> Vec<usize> {
        match set.count_ones() {
            1 => self.nodes[set.trailing_zeros() as usize].clone(),
            _ => numbers(set).map(|node| self.nodes[node][0]).collect(),
        }
    }

    /// The elements that are always together, in an order that is one of these if none has to be apart.
    pub fn nodes(&self) -> &[Vec<usize>] {
        &self.nodes
    }

    /// The elements of some nodes, in ascending order.
    pub(super) fn members(&self, set: Bits) -> Vec<usize> {
        let mut members: Vec<usize> = numbers(set)
            .flat_map(|node| self.nodes[node].clone())
            .collect();
        members.sort_unstable();
        members
    }

    fn of_size(&self, size: u32) -> impl Iterator<Item = Bits> {
        let sets = self.apart.iter().copied();
        sets.filter(move |set| set.count_ones() == size)
    }

    /// Whether some nodes can be together.
    pub(super) fn can_be_together(&self, set: Bits) -> bool {
        !self.apart.iter().any(|apart| apart & set == *apart)
    }
}

/// Which elements lead to which, by one or more pairs.
fn closure(n: usize, before: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut reach = vec![vec![false; n]; n];
    for &(a, b) in before {
        reach[a][b] = true;
    }
    for k in 0..n {
        let from = reach[k].clone();
        for row in reach.iter_mut().filter(|row| row[k]) {
            for (entry, also) in row.iter_mut().zip(&from) {
                *entry |= also;
            }
        }
    }
    reach
}

/// The classes of elements that lead to each other, each after those that lead to it, and otherwise by
/// their first elements; and the class of each element.
fn nodes(n: usize, reach: &[Vec<bool>]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let is_same = |a: usize, b: usize| a == b || reach[a][b] && reach[b][a];
    let mut open: Vec<Vec<usize>> = Vec::new();
    for element in 0..n {
        match open.iter_mut().find(|own| is_same(own[0], element)) {
            Some(own) => own.push(element),
            None => open.push(vec![element]),
        }
    }
    let mut nodes: Vec<Vec<usize>> = Vec::with_capacity(open.len());
    while !open.is_empty() {
        let waits = |own: &[usize]| {
            open.iter()
                .any(|other| other[0] != own[0] && reach[other[0]][own[0]])
        };
        let next = open.iter().position(|own| !waits(own));
        // Classes lead to each other in one direction only, so that one has nothing before it.
        nodes.push(open.remove(next.expect("a first class")));
    }
    let mut node_of = vec![0; n];
    for (node, own) in nodes.iter().enumerate() {
        own.iter().for_each(|&element| node_of[element] = node);
    }
    (nodes, node_of)
}
