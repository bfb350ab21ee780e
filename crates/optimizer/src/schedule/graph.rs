//! The dependences between statements as a graph.

use super::problem::{Problem, Relation};
use crate::farkas::{Condition, Demand, Pairs, Spread};
use presburger::{Map, MultiAff, Result};
use std::collections::BTreeMap;

/// Some pairs of a dependence that are described by one conjunction.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) relation: Map,
    pub(crate) pairs: Pairs,
    /// Whether it is about the memory of a temporary, see [`Problem`].
    temporary: bool,
}

/// All that is known of the pairs of two statements that are not ordered yet.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) source: usize,
    pub(crate) sink: usize,
    pub(crate) parts: Vec<Part>,
    /// Of all parts.
    pub(crate) hull: Pairs,
    /// The conditions for distances that are not negative.
    pub(crate) weak: Vec<Condition>,
    /// The conditions for distances of at most `u · n + w`.
    pub(crate) bounded: Vec<Condition>,
}

impl Edge {
    fn new(source: usize, sink: usize, parts: Vec<Part>) -> Result<Edge> {
        let all: Vec<Pairs> = parts.iter().map(|part| part.pairs.clone()).collect();
        let hull = Pairs::hull(&all)?;
        let conditions = |demand: Demand| match source == sink {
            true => hull.own_conditions(demand),
            false => Ok(hull.conditions(demand)),
        };
        let weak = conditions(Demand::Weak)?;
        let bounded = bounds(conditions(Demand::Bounded)?);
        Ok(Edge {
            source,
            sink,
            parts,
            hull,
            weak,
            bounded,
        })
    }

    /// The conditions for distances that are zero.
    pub(crate) fn zero(&self) -> Result<Vec<Condition>> {
        match self.source == self.sink {
            true => self.hull.own_conditions(Demand::Zero),
            false => Ok(self.hull.conditions(Demand::Zero)),
        }
    }

    /// The conditions of a demand on one of its parts.
    pub(crate) fn part_conditions(&self, part: &Part, demand: Demand) -> Result<Vec<Condition>> {
        match self.source == self.sink {
            true => part.pairs.own_conditions(demand),
            false => Ok(part.pairs.conditions(demand)),
        }
    }
}

/// The dependences among some statements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// What has to be ordered.
    pub(crate) order: Vec<Edge>,
    /// The values of temporaries.
    pub(crate) flow: Vec<Edge>,
    /// Reads of the same data.
    pub(crate) reuse: Vec<Edge>,
}

impl Graph {
    /// The graph of a problem.
    pub(crate) fn new(problem: &Problem) -> Result<Graph> {
        Ok(Graph {
            order: edges(problem, &problem.relations)?,
            flow: edges(problem, &problem.flows)?,
            reuse: edges(problem, &problem.reuses)?,
        })
    }

    /// The edges between some of the statements.
    pub(crate) fn among(&self, chosen: &[usize]) -> Graph {
        let inside = |edge: &&Edge| chosen.contains(&edge.source) && chosen.contains(&edge.sink);
        Graph {
            order: self.order.iter().filter(inside).cloned().collect(),
            flow: self.flow.iter().filter(inside).cloned().collect(),
            reuse: self.reuse.iter().filter(inside).cloned().collect(),
        }
    }

    /// What has to be ordered if temporaries have memory of their own at each date; `None` if that makes
    /// no difference.
    pub(crate) fn without_temporaries(&self) -> Result<Option<Vec<Edge>>> {
        let has = |edge: &Edge| edge.parts.iter().any(|part| part.temporary);
        if !self.order.iter().any(has) {
            return Ok(None);
        }
        let mut kept = Vec::with_capacity(self.order.len());
        for edge in &self.order {
            if !has(edge) {
                kept.push(edge.clone());
                continue;
            }
            let parts = edge.parts.iter().filter(|part| !part.temporary);
            let parts: Vec<Part> = parts.cloned().collect();
            if !parts.is_empty() {
                kept.push(Edge::new(edge.source, edge.sink, parts)?);
            }
        }
        Ok(Some(kept))
    }

    /// What is left when dates have ordered some of the pairs: the pairs on equal dates. `dates` gives the
    /// new dates of a statement as lists of coefficients and as one function.
    pub(crate) fn unordered<'a>(
        &self,
        problem: &Problem,
        dates: impl Fn(usize) -> (&'a [Vec<i64>], &'a MultiAff),
    ) -> Result<Graph> {
        Ok(Graph {
            order: unordered(&self.order, problem, &dates)?,
            flow: unordered(&self.flow, problem, &dates)?,
            reuse: unordered(&self.reuse, problem, &dates)?,
        })
    }
}

/// Conditions for distances of at most `u · |n| + w`. With `n` itself, pairs that exist whatever `n` is would make its factor zero, also
/// for other pairs that nothing else bounds.
fn bounds(conditions: Vec<Condition>) -> Vec<Condition> {
    let mut bounds = Vec::with_capacity(conditions.len());
    for mut condition in conditions {
        // Where a loop has no end, no parameter bounds a distance.
        if condition.bound.iter().all(|factor| *factor == 0) {
            continue;
        }
        let is_line = std::mem::take(&mut condition.equality);
        let parameters = condition.bound.len() - 1;
        let bound = &mut condition.bound[..parameters];
        bound.iter_mut().for_each(|factor| *factor = factor.abs());
        if is_line {
            let mut other = condition.clone();
            let both = other.source.iter_mut().chain(&mut other.sink);
            both.for_each(|factor| *factor = -*factor);
            bounds.push(other);
        }
        bounds.push(condition);
    }
    bounds
}

/// The edges for relations of a problem.
fn edges(problem: &Problem, relations: &[Relation]) -> Result<Vec<Edge>> {
    let mut by_ends: BTreeMap<(usize, usize), Vec<Part>> = BTreeMap::new();
    for relation in relations {
        let temporary = relation.temporary;
        let (source, sink) = (relation.source, relation.sink);
        let parts = by_ends.entry((relation.source, relation.sink)).or_default();
        for conjunction in relation.pairs.basic_maps() {
            let relation = conjunction.to_map();
            let is_own = source == sink;
            let pairs = problem.pairs(&relation, is_own)?;
            if pairs.is_empty() {
                continue;
            }
            let is_same = |known: &&Part| known.pairs == pairs && known.temporary == temporary;
            let same = parts.iter().find(is_same);
            // The same polyhedron can hold different integer points.
            let is_known = match same {
                Some(known) => relation.is_subset(&known.relation)?,
                None => false,
            };
            if !is_known {
                parts.push(Part {
                    relation,
                    pairs,
                    temporary,
                });
            }
        }
    }
    let all = by_ends.into_iter();
    let all = all.filter(|(_, parts)| !parts.is_empty());
    all.map(|((source, sink), parts)| Edge::new(source, sink, parts))
        .collect()
}

/// See [`Graph::unordered`].
fn unordered<'a>(
    edges: &[Edge],
    problem: &Problem,
    dates: &impl Fn(usize) -> (&'a [Vec<i64>], &'a MultiAff),
) -> Result<Vec<Edge>> {
    let mut left = Vec::with_capacity(edges.len());
    for edge in edges {
        let ((a, f), (b, g)) = (dates(edge.source), dates(edge.sink));
        let mut parts = Vec::with_capacity(edge.parts.len());
        let mut is_changed = false;
        for part in &edge.parts {
            let spreads = a.iter().zip(b).map(|(a, b)| part.pairs.spread(a, b));
            let spreads: Vec<Spread> = spreads.collect();
            if spreads.contains(&Spread::Positive) {
                is_changed = true;
                continue;
            }
            if spreads.iter().all(|spread| *spread == Spread::Zero) {
                parts.push(part.clone());
                continue;
            }
            is_changed = true;
            let relation = part.relation.intersect(&f.eq_map(g)?)?;
            if relation.is_empty()? {
                continue;
            }
            for conjunction in relation.basic_maps() {
                let relation = conjunction.to_map();
                let pairs = problem.pairs(&relation, edge.source == edge.sink)?;
                if !pairs.is_empty() {
                    parts.push(Part {
                        relation,
                        pairs,
                        temporary: part.temporary,
                    });
                }
            }
        }
        match (parts.is_empty(), is_changed) {
            (true, _) => {}
            (false, true) => left.push(Edge::new(edge.source, edge.sink, parts)?),
            (false, false) => left.push(edge.clone()),
        }
    }
    Ok(left)
}

/// The strongly connected components of some statements, each after those it depends on; what is left
/// open is decided by the statements' numbers.
pub(crate) fn components(chosen: &[usize], graph: &Graph) -> Vec<Vec<usize>> {
    let reach = reachable(chosen, &graph.order);
    let n = chosen.len();
    let mut component_of = vec![usize::MAX; n];
    let mut components: Vec<Vec<usize>> = Vec::new();
    for i in 0..n {
        if component_of[i] == usize::MAX {
            let together: Vec<usize> = (i..n)
                .filter(|&j| j == i || reach[i][j] && reach[j][i])
                .collect();
            for &j in &together {
                component_of[j] = components.len();
            }
            components.push(together);
        }
    }
    let mut done = vec![false; components.len()];
    let mut sorted = Vec::with_capacity(components.len());
    while sorted.len() < components.len() {
        let is_ready = |c: usize| {
            let waits = |i: usize| component_of[i] != c && !done[component_of[i]];
            let own = &components[c];
            !(0..n).any(|i| waits(i) && own.iter().any(|&j| reach[i][j]))
        };
        let next = (0..components.len()).find(|&c| !done[c] && is_ready(c));
        let Some(next) = next else {
            unreachable!("components have an order");
        };
        done[next] = true;
        sorted.push(components[next].iter().map(|&i| chosen[i]).collect());
    }
    sorted
}

/// Which of the chosen statements depend on which, directly or not.
fn reachable(chosen: &[usize], edges: &[Edge]) -> Vec<Vec<bool>> {
    let n = chosen.len();
    let position = |statement: usize| chosen.iter().position(|one| *one == statement);
    let mut reach = vec![vec![false; n]; n];
    for edge in edges {
        if let (Some(i), Some(j)) = (position(edge.source), position(edge.sink)) {
            reach[i][j] = true;
        }
    }
    for k in 0..n {
        for i in 0..n {
            if reach[i][k] {
                for j in 0..n {
                    reach[i][j] |= reach[k][j];
                }
            }
        }
    }
    reach
}
