//! Which strongly connected components share loops.

use super::graph::{Edge, Graph};
use super::{Fusion, Member, Rows, Rule, Scheduler};
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
        graph: &Graph,
        rows: &Rows,
    ) -> Result<Vec<Cluster>> {
        let fusion = &self.options.fusion;
        let all: Vec<usize> = components.concat();
        let dimension = self.dimension(&all, rows);
        let rule = self.rule(dimension).filter(|rule| rule.groups.is_some());
        if rule.is_none() && *fusion == Fusion::Max && components.len() > 1 {
            let all = self.cluster(all, graph, rows)?;
            if !all.band.is_empty() {
                return Ok(vec![all]);
            }
        }
        let mut clusters: Vec<Cluster> = Vec::new();
        for component in components {
            let alone = self.cluster(component.clone(), graph, rows)?;
            match fusion {
                Fusion::None if rule.is_none() => clusters.push(alone),
                _ => self.join(&mut clusters, alone, graph, rows, rule)?,
            }
        }
        Ok(clusters)
    }

    fn cluster(&self, mut statements: Vec<usize>, graph: &Graph, rows: &Rows) -> Result<Cluster> {
        statements.sort_unstable();
        let own = graph.among(&statements);
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
        graph: &Graph,
        rows: &Rows,
        rule: Option<&Rule>,
    ) -> Result<()> {
        for i in (0..clusters.len()).rev() {
            let known = &clusters[i];
            let is_promising = match rule {
                Some(rule) => is_in_one_group(rule, known, &alone),
                None => self.is_promising(known, &alone, &graph.order),
            };
            if is_promising {
                let statements = [&known.statements[..], &alone.statements].concat();
                let both = self.cluster(statements, graph, rows)?;
                let is_wanted = match rule {
                    Some(_) => !both.band.is_empty(),
                    None => self.is_worth_it(&both, &[known, &alone], rows),
                };
                if is_wanted {
                    clusters[i] = both;
                    return Ok(());
                }
            }
            // It cannot come before what it depends on.
            let depends = |edge: &Edge| {
                known.statements.contains(&edge.source) && alone.statements.contains(&edge.sink)
            };
            if graph.order.iter().any(depends) {
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
            cluster
                .statements
                .iter()
                .enumerate()
                .all(|(i, &statement)| {
                    let position = both.statements.iter().position(|one| *one == statement);
                    let new = position.map(|k| self.loops(statement, k, &both.band, rows));
                    let old = self.loops(statement, i, &cluster.band, rows);
                    new.is_some_and(|new| new.0 >= old.0 && new.1 >= old.1)
                })
        })
    }
}

/// Whether a rule says that all statements of two clusters share loops.
fn is_in_one_group(rule: &Rule, a: &Cluster, b: &Cluster) -> bool {
    let mut groups = a.statements.iter().chain(&b.statements);
    let first = groups.next().and_then(|&one| rule.group(one));
    groups.all(|&one| rule.group(one) == first)
}
