//! Which strongly connected components share loops.

use super::graph::{self, Edge};
use super::{Fusion, Member, Rows, Scheduler};
use crate::linear;
use presburger::Result;

/// Statements that share the loops of a band.
pub(super) struct Cluster {
    pub(super) statements: Vec<usize>,
    /// The band; empty if they have none in common.
    pub(super) band: Vec<Member>,
    /// How many more rows its statements need, at most.
    missing: usize,
}

impl Scheduler<'_> {
    /// The clusters of components, which are in an order that dependences allow, in such an order.
    pub(super) fn clusters(
        &self,
        components: &[Vec<usize>],
        edges: &[Edge],
        rows: &Rows,
    ) -> Result<Vec<Cluster>> {
        let fusion = self.options.fusion;
        if fusion == Fusion::Max && components.len() > 1 {
            let all = self.cluster(components.concat(), edges, rows)?;
            if !all.band.is_empty() {
                return Ok(vec![all]);
            }
        }
        let mut clusters: Vec<Cluster> = Vec::new();
        for component in components {
            let alone = self.cluster(component.clone(), edges, rows)?;
            match fusion {
                Fusion::None => clusters.push(alone),
                _ => self.join(&mut clusters, alone, edges, rows)?,
            }
        }
        Ok(clusters)
    }

    fn cluster(&self, mut statements: Vec<usize>, edges: &[Edge], rows: &Rows) -> Result<Cluster> {
        statements.sort_unstable();
        let own = graph::among(edges, &statements);
        let missing = statements.iter().map(|&one| self.missing(one, rows));
        Ok(Cluster {
            missing: missing.max().unwrap_or(0),
            band: self.band(&statements, &own, rows)?,
            statements,
        })
    }

    /// Adds a component to the last cluster that it can be added to, or as a cluster of its own.
    fn join(
        &self,
        clusters: &mut Vec<Cluster>,
        alone: Cluster,
        edges: &[Edge],
        rows: &Rows,
    ) -> Result<()> {
        for i in (0..clusters.len()).rev() {
            let known = &clusters[i];
            if self.is_promising(known, &alone, edges) {
                let statements = [&known.statements[..], &alone.statements].concat();
                let both = self.cluster(statements, edges, rows)?;
                if self.is_worth_it(&both, &[known, &alone], rows) {
                    clusters[i] = both;
                    return Ok(());
                }
            }
            // It cannot come before what it depends on.
            let depends = |edge: &Edge| {
                known.statements.contains(&edge.source) && alone.statements.contains(&edge.sink)
            };
            if edges.iter().any(depends) {
                break;
            }
        }
        clusters.push(alone);
        Ok(())
    }

    /// Whether it makes sense to try.
    fn is_promising(&self, a: &Cluster, b: &Cluster, edges: &[Edge]) -> bool {
        if a.band.is_empty() || b.band.is_empty() {
            return false;
        }
        let ends = |edge: &Edge, a: &Cluster, b: &Cluster| {
            a.statements.contains(&edge.source) && b.statements.contains(&edge.sink)
        };
        let mut edges = edges.iter();
        let depend = edges.any(|edge| ends(edge, a, b) || ends(edge, b, a));
        let arrays = |one: usize| &self.problem.statements[one].arrays;
        let shared = || {
            a.statements.iter().any(|&one| {
                let mut others = b.statements.iter();
                others.any(|&other| !arrays(one).is_disjoint(arrays(other)))
            })
        };
        let alike = self.options.fusion == Fusion::Max || a.missing == b.missing;
        alike && (depend || shared())
    }

    /// Whether a common band is as good for each statement as that of its own cluster.
    fn is_worth_it(&self, both: &Cluster, apart: &[&Cluster], rows: &Rows) -> bool {
        if both.band.is_empty() {
            return false;
        }
        if self.options.fusion == Fusion::Max {
            return true;
        }
        apart.iter().all(|cluster| {
            cluster.statements.iter().all(|&statement| {
                let (new, old) = (
                    self.loops(both, statement, rows),
                    self.loops(cluster, statement, rows),
                );
                new.0 >= old.0 && new.1 >= old.1
            })
        })
    }

    /// How many loops a band has for a statement, and how many of the first are parallel.
    fn loops(&self, cluster: &Cluster, statement: usize, rows: &Rows) -> (usize, usize) {
        let position = cluster.statements.iter().position(|one| *one == statement);
        let Some(position) = position else {
            return (0, 0);
        };
        let depth = self.depth(statement);
        let mut known = rows[statement].clone();
        let mut loops = (0, 0);
        let mut is_parallel = true;
        for member in &cluster.band {
            let before = linear::rank(&known, depth);
            known.push(member.dates[position][..depth].to_vec());
            is_parallel &= member.coincident;
            if linear::rank(&known, depth) > before {
                loops.0 += 1;
                loops.1 += usize::from(is_parallel);
            }
        }
        loops
    }
}
