//! Which sets of statements cannot share a loop: the pruning of Convexity, figures 3 and 4.
//!
//! The paper tests pairs of statements that depend on each other, and then the statements on paths of two, three, …
//! edges, leaving out paths that contain one that failed. What is done here differs in four points:
//!
//! - Not every set of statements that cannot share a loop has one on a path: if each of three statements
//!   leaves a fourth one another two of its three loops, the four fail together, and they are a star. So
//!   sets are found otherwise: a set that fails has smallest subsets that fail, each of which is found by taking statements away, and
//!   every other one lacks a statement of it. If all statements pass, nothing else is tested.
//! - Statements share a loop with all that are between them in the order of dependences, since these cannot come
//!   before or after it. So a set is tested with what is between its members. This includes the first of the properties that end
//!   section 4.3.
//! - Statements that depend on each other in a cycle are one from the beginning: the second property.
//! - A set is forbidden by `Σ e < p - 1` over consecutive pairs of its `p` statements, as in equation 8. (With
//!   a path of `l` edges, the bound `l - 1` of the figures would be one too small.)

use super::count::components;
use super::orders::{Bits, Orders, bits, numbers};
use super::steps::Steps;
use presburger::Result;
use std::collections::BTreeSet;

/// The smallest sets of nodes for which a test fails, as far as statements can be brought together at all.
/// The test must fail for every set that contains one for which it fails, and it must be enough to test
/// sets of nodes that have something to do with each other.
pub(super) fn apart(
    orders: &Orders,
    steps: &mut Steps,
    test: &mut dyn FnMut(Bits) -> Result<bool>,
) -> Result<Vec<Bits>> {
    let mut search = Search {
        orders,
        steps,
        test,
        found: BTreeSet::new(),
        passed: BTreeSet::new(),
        visited: BTreeSet::new(),
    };
    for component in components(orders) {
        search.component(component)?;
    }
    Ok(search.found.into_iter().collect())
}

struct Search<'a> {
    orders: &'a Orders,
    steps: &'a mut Steps,
    test: &'a mut dyn FnMut(Bits) -> Result<bool>,
    /// Smallest sets that fail.
    found: BTreeSet<Bits>,
    /// Sets that pass.
    passed: BTreeSet<Bits>,
    visited: BTreeSet<Bits>,
}

impl Search<'_> {
    /// Whether a set and all that is between its nodes passes.
    fn passes(&mut self, set: Bits) -> Result<bool> {
        let set = self.with_those_between(set);
        if self.passed.iter().any(|known| known & set == set) {
            return Ok(true);
        }
        if self.found.iter().any(|known| known & set == *known) {
            return Ok(false);
        }
        self.steps.spend()?;
        let passes = (self.test)(set)?;
        if passes {
            self.passed.insert(set);
        }
        Ok(passes)
    }

    fn with_those_between(&self, set: Bits) -> Bits {
        let before = numbers(set).fold(0, |all, node| all | self.orders.earlier[node]);
        let between = numbers(before).filter(|&node| self.orders.earlier[node] & set != 0);
        set | bits(between)
    }

    fn component(&mut self, all: Bits) -> Result<()> {
        if self.passes(all)? {
            return Ok(());
        }
        // Which nodes can be with which.
        let mut friends: Vec<Bits> = vec![0; self.orders.nodes.len()];
        for one in numbers(all) {
            if !self.passes(bits([one]))? {
                self.found.insert(bits([one]));
            }
        }
        for one in numbers(all) {
            for other in numbers(all).filter(|&other| other > one) {
                let pair = bits([one, other]);
                if self.passes(pair)? {
                    friends[one] |= bits([other]);
                    friends[other] |= bits([one]);
                } else if !self.contains_found(pair) {
                    self.found.insert(pair);
                }
            }
        }
        self.cliques(0, all, 0, &friends)
    }

    fn contains_found(&self, set: Bits) -> bool {
        self.found.iter().any(|known| known & set == *known)
    }

    /// Visits the largest sets of nodes all of which can be in pairs: `chosen`, some that are `open`, none that
    /// are `done` (Bron and Kerbosch, 1973).
    fn cliques(&mut self, chosen: Bits, open: Bits, done: Bits, friends: &[Bits]) -> Result<()> {
        self.steps.spend()?;
        if open == 0 {
            return match done {
                0 => self.smallest(chosen),
                _ => Ok(()),
            };
        }
        let pivot = numbers(open | done).max_by_key(|&node| (friends[node] & open).count_ones());
        let skipped = pivot.map_or(0, |node| friends[node]);
        let (mut open, mut done) = (open, done);
        for node in numbers(open & !skipped) {
            let own = bits([node]);
            self.cliques(
                chosen | own,
                open & friends[node],
                done & friends[node],
                friends,
            )?;
            open &= !own;
            done |= own;
        }
        Ok(())
    }

    /// Finds all smallest sets that fail in a set.
    fn smallest(&mut self, set: Bits) -> Result<()> {
        if set.count_ones() < 3 || !self.visited.insert(set) || self.passes(set)? {
            return Ok(());
        }
        let mut smallest = set;
        for node in numbers(set) {
            let without = smallest & !bits([node]);
            if !self.passes(without)? {
                smallest = without;
            }
        }
        self.found.insert(smallest);
        // Every other one lacks one of its nodes.
        for node in numbers(smallest) {
            self.smallest(set & !bits([node]))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use presburger::Error;

    fn found(orders: &Orders, forbidden: &[Bits]) -> Vec<Bits> {
        let mut test = |set: Bits| Ok(!forbidden.iter().any(|one| one & set == *one));
        apart(orders, &mut Steps::new(10_000), &mut test).unwrap()
    }

    #[test]
    fn smallest_sets_are_found_whatever_their_shape() {
        // All depend on all before them, so that what is between counts.
        let chain: Vec<(usize, usize)> = (1..6).map(|i| (i - 1, i)).collect();
        let chain = Orders::new(6, &chain, &[]).unwrap();
        assert_eq!(found(&chain, &[]), []);
        // 1 and 2 apart: so is everything up to 1 from everything after it.
        let pairs = found(&chain, &[bits([1, 2])]);
        assert_eq!(pairs.len(), 2 * 4);
        // 0, 2 and 4 are together if and only if all from 0 to 4 are.
        assert_eq!(
            found(&chain, &[bits([0, 2, 4])]),
            [bits([0, 4]), bits([0, 5])]
        );
        // A star, and no path.
        let star = Orders::new(4, &[(0, 3), (1, 3), (2, 3)], &[]).unwrap();
        assert_eq!(found(&star, &[bits([0, 1, 2, 3])]), [bits([0, 1, 2, 3])]);
        let two = [bits([0, 1, 3]), bits([1, 2, 3])];
        assert_eq!(found(&star, &two), two);
        assert_eq!(found(&star, &[bits([1])]), [bits([1])]);
    }

    #[test]
    fn many_pairs_need_few_tests() {
        let star: Vec<(usize, usize)> = (0..40).map(|i| (i, 40)).collect();
        let orders = Orders::new(41, &star, &[]).unwrap();
        let pairs: Vec<Bits> = (0..40).map(|i| bits([i, 40])).collect();
        assert_eq!(found(&orders, &pairs), pairs);
        let mut none = |_: Bits| Ok(false);
        let error = apart(&orders, &mut Steps::new(10), &mut none);
        assert_eq!(error, Err(Error::BudgetExhausted));
    }
}
