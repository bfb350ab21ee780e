//! Whether statements can share a loop, from what is known of pairs of them.
//!
//! Convexity's lemma 6 says that statements can share a loop if, for each of them, there is a loop that can be
//! permuted to the front such that every pair of them can share a loop in this way. It depends on how
//! "in this way" is read. If a date is only the counter of one loop (`μ` in the paper, and `λ` zero), the condition is sufficient, but not
//! necessary: of `y[i] = 0`, `t[i] += A[i][j] * x[j]` and `y[j] += A[i][j] * t[i]` (atax) all can share a loop,
//! since the last one can have the date `i + j`. If a date may have other counters as well (any `λ`), it is
//! necessary, but not sufficient: each two of
//!
//! ```text
//! R: x[i] += A[i][j] * b[j];    S: y[i] += B[i][j] * x[j];    T: z[i] += C[i][j] * y[j];
//! ```
//!
//! can share a loop, R and S with the dates `i` and `i + j`, S and T with `i` and `j`, and these have `i` of S in common; but
//! with all three, S needs its `j` for what R computes, and must not have it for T. (The proof in the paper adds
//! the `λ` of all statements to each of them, which need not be legal.)
//!
//! What is sufficient and necessary is this. Let each statement have the set of the counters that its date
//! may use, at first all. Take a counter out of the set if no pair of dates of this statement and another one,
//! which use only counters of their sets, uses it. Statements can share a loop if and only if, when nothing more
//! can be taken out, each that has counters has one left.
//!
//! *Proof.* Nothing is taken out that a common loop uses. For the converse, let the statements that depend on each other in a cycle
//! be one, whose dates are all dates that are legal among themselves. Dates are a cone, so that for each pair there
//! are dates that use all counters that are left. Go through the statements so that each comes after those that
//! it depends on. Let a date be the sum of `k` times the dates that it has in each pair with an earlier statement, with `k` so large
//! that in this pair the other one's `k`-fold date has no smaller coefficient than the date it got. Counters are
//! not negative: a larger coefficient of the sink only makes the distance larger, and so does a smaller
//! one of the source. What is left are the shifts, which only have to be large enough. ∎
//!
//! The same sets decide at inner levels, where the dates of a statement have to be independent of those that it
//! has: at least one of its own dates that use only these counters must be.

use super::orders::{Bits, numbers};
use super::rows::{Ground, Objective};
use crate::schedule::graph::Edge;
use presburger::Result;
use std::collections::BTreeMap;

/// The counters that the dates of the statements of a node may use, as sets of bits.
type Used = Vec<u64>;

/// What is known of pairs of nodes. See [the module](self).
pub(super) struct Pairwise<'a> {
    ground: &'a Ground,
    /// The statements of each node.
    nodes: &'a [Vec<usize>],
    edges: &'a [Edge],
    /// Which dates each statement has already, by statement.
    rows: &'a [Vec<Vec<i64>>],
    /// For two nodes, and what their dates may use: what they do use.
    known: BTreeMap<(usize, usize, Used), Used>,
}

impl<'a> Pairwise<'a> {
    pub(super) fn new(
        ground: &'a Ground,
        nodes: &'a [Vec<usize>],
        edges: &'a [Edge],
        rows: &'a [Vec<Vec<i64>>],
    ) -> Pairwise<'a> {
        Pairwise {
            ground,
            nodes,
            edges,
            rows,
            known: BTreeMap::new(),
        }
    }

    /// Whether the statements of some nodes can share a loop.
    pub(super) fn can_share(&mut self, set: Bits) -> Result<bool> {
        let nodes: Vec<usize> = numbers(set).collect();
        let mut used = Vec::with_capacity(nodes.len());
        for &node in &nodes {
            let all = self.nodes[node].iter();
            let all: Used = all.map(|&one| self.all_counters(one)).collect();
            used.push(self.used(node, node, all)?);
        }
        loop {
            let before = used.clone();
            for i in 0..nodes.len() {
                for j in i + 1..nodes.len() {
                    if self.are_related(nodes[i], nodes[j]) {
                        let both = [&used[i][..], &used[j]].concat();
                        let mut both = self.used(nodes[i], nodes[j], both)?;
                        used[j] = both.split_off(used[i].len());
                        used[i] = both;
                    }
                }
            }
            if used == before {
                break;
            }
        }
        for (&node, used) in nodes.iter().zip(&used) {
            if !self.is_enough(node, used)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn all_counters(&self, statement: usize) -> u64 {
        let counters = self.ground.counters[statement].len().min(64);
        u64::MAX.checked_shr(64 - counters as u32).unwrap_or(0)
    }

    /// Whether there is an edge between two nodes.
    fn are_related(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.nodes[one], &self.nodes[other]);
        self.edges.iter().any(|edge| {
            one.contains(&edge.source) && other.contains(&edge.sink)
                || other.contains(&edge.source) && one.contains(&edge.sink)
        })
    }

    fn statements(&self, one: usize, other: usize) -> Vec<usize> {
        let mut statements = self.nodes[one].clone();
        if one != other {
            statements.extend(&self.nodes[other]);
        }
        statements
    }

    /// What the dates of two nodes, or of one, use of what they may use.
    fn used(&mut self, one: usize, other: usize, may: Used) -> Result<Used> {
        let key = (one, other, may);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let statements = self.statements(one, other);
        let may_use = |statement: usize, k: usize| {
            let position = statements.iter().position(|own| *own == statement);
            position.is_some_and(|position| key.2[position] >> k & 1 != 0)
        };
        let system = self
            .ground
            .system(&statements, self.edges, Objective::Small, &may_use)?;
        let used = system.support()?;
        self.known.insert(key, used.clone());
        Ok(used)
    }

    /// Whether each statement of a node has a date that is independent of those that it has, using only some
    /// counters.
    fn is_enough(&self, node: usize, used: &[u64]) -> Result<bool> {
        let statements = &self.nodes[node];
        let may_use = |statement: usize, k: usize| {
            let position = statements.iter().position(|own| *own == statement);
            position.is_some_and(|position| used[position] >> k & 1 != 0)
        };
        let mut wanted = Vec::new();
        for &statement in statements {
            let complement = self.ground.complement(statement, &self.rows[statement])?;
            if !complement.is_empty() {
                wanted.push((statement, complement));
            }
        }
        if wanted.is_empty() {
            return Ok(true);
        }
        let system = self
            .ground
            .system(statements, self.edges, Objective::Small, &may_use)?;
        // Dates are a cone: if there are some for each statement, there are some for all.
        for one in wanted {
            if system.independent(&[one])?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
