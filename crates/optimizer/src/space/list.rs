//! Orders one after the other, found when they are asked for.
//!
//! For each number of classes, from the smallest one on, elements get ranks in the order of their numbers,
//! the smallest possible rank first. A choice is taken back as soon as something can be seen to have no rank
//! left: an element, because of those that it never comes before or after, or a class, because no
//! element can be in it.

use super::Order;
use super::orders::{Bits, Orders, bits, numbers};
use super::steps::Steps;
use presburger::Result;

/// The orders in the order that [`Orders::iter`] documents.
pub(super) struct List {
    orders: Orders,
    /// For each item.
    steps: u64,
    /// The nodes by their first elements.
    sequence: Vec<usize>,
    /// For each node, how many classes have to be before and after its own.
    before: Vec<usize>,
    after: Vec<usize>,
    /// The number of classes.
    classes: usize,
    /// The ranks of the first nodes of the sequence.
    ranks: Vec<usize>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The ranks are to be continued.
    Forward,
    /// The last rank has to change.
    Back,
    Done,
}

impl List {
    pub(super) fn new(orders: Orders, steps: u64) -> List {
        let n = orders.nodes.len();
        let mut sequence: Vec<usize> = (0..n).collect();
        sequence.sort_by_key(|&node| orders.nodes[node][0]);
        let is_strict = |a: usize, b: usize| usize::from(!orders.can_be_together(bits([a, b])));
        let mut before = vec![0; n];
        for node in 0..n {
            let bounds = numbers(orders.earlier[node]);
            let bounds = bounds.map(|other| before[other] + is_strict(other, node));
            before[node] = bounds.max().unwrap_or(0);
        }
        let mut after = vec![0; n];
        for node in (0..n).rev() {
            for other in numbers(orders.earlier[node]) {
                let bound: usize = after[node] + is_strict(other, node);
                after[other] = after[other].max(bound);
            }
        }
        let is_possible = (0..n).all(|node| orders.can_be_together(bits([node])));
        let least = (0..n).map(|node| before[node] + after[node] + 1).max();
        List {
            orders,
            steps,
            sequence,
            before,
            after,
            classes: least.unwrap_or(0),
            ranks: Vec::with_capacity(n),
            state: if is_possible {
                State::Forward
            } else {
                State::Done
            },
        }
    }

    /// The ranks that a node can have next to those that are chosen.
    fn range(&self, node: usize) -> Option<(usize, usize)> {
        let mut low = self.before[node];
        let mut high = (self.classes - 1).checked_sub(self.after[node])?;
        for (&other, &rank) in self.sequence.iter().zip(&self.ranks) {
            let is_strict = || usize::from(!self.orders.can_be_together(bits([other, node])));
            if self.orders.earlier[node] >> other & 1 != 0 {
                low = low.max(rank + is_strict());
            } else if self.orders.earlier[other] >> node & 1 != 0 {
                high = high.min(rank.checked_sub(is_strict())?);
            }
        }
        (low <= high).then_some((low, high))
    }

    /// Whether a node can have a rank next to those that are chosen.
    fn fits(&self, node: usize, rank: usize) -> bool {
        let mates = self.sequence.iter().zip(&self.ranks);
        let mates = mates
            .filter(|(_, other)| **other == rank)
            .map(|(&node, _)| node);
        let class: Bits = bits(mates.chain([node]));
        let Some((low, high)) = self.range(node) else {
            return false;
        };
        (low..=high).contains(&rank) && self.orders.can_be_together(class)
    }

    /// Whether each node that has no rank can get one, and each class that is empty an element.
    fn can_go_on(&self) -> bool {
        let mut is_filled = vec![false; self.classes];
        self.ranks.iter().for_each(|&rank| is_filled[rank] = true);
        let mut can_be_filled = is_filled.clone();
        for &node in &self.sequence[self.ranks.len()..] {
            let Some((low, high)) = self.range(node) else {
                return false;
            };
            can_be_filled[low..=high].fill(true);
        }
        let empty = is_filled.iter().filter(|filled| !**filled).count();
        let left = self.sequence.len() - self.ranks.len();
        empty <= left && can_be_filled.iter().all(|can| *can)
    }

    /// Gives the next node the smallest rank from `from` on that it can have; whether there is one.
    fn choose(&mut self, from: usize, steps: &mut Steps) -> Result<bool> {
        let node = self.sequence[self.ranks.len()];
        for rank in from..self.classes {
            steps.spend()?;
            if self.fits(node, rank) {
                self.ranks.push(rank);
                if self.can_go_on() {
                    return Ok(true);
                }
                self.ranks.pop();
            }
        }
        Ok(false)
    }

    fn advance(&mut self) -> Result<Option<Order>> {
        let mut steps = Steps::new(self.steps);
        loop {
            match self.state {
                State::Done => return Ok(None),
                State::Forward if self.ranks.len() == self.sequence.len() => {
                    self.state = State::Back;
                    return Ok(Some(self.order()));
                }
                State::Forward => {
                    if !self.choose(0, &mut steps)? {
                        self.state = State::Back;
                    }
                }
                State::Back => match self.ranks.pop() {
                    Some(rank) => {
                        if self.choose(rank + 1, &mut steps)? {
                            self.state = State::Forward;
                        }
                    }
                    None if self.classes < self.sequence.len() => {
                        self.classes += 1;
                        self.state = State::Forward;
                    }
                    None => self.state = State::Done,
                },
            }
        }
    }

    fn order(&self) -> Order {
        let mut values = vec![0; self.orders.n];
        for (&node, &rank) in self.sequence.iter().zip(&self.ranks) {
            for &element in &self.orders.nodes[node] {
                values[element] = rank as i64;
            }
        }
        Order::from_values(&values)
    }
}

impl Iterator for List {
    type Item = Result<Order>;

    fn next(&mut self) -> Option<Result<Order>> {
        let next = self.advance();
        if next.is_err() {
            self.state = State::Done;
        }
        next.transpose()
    }
}
