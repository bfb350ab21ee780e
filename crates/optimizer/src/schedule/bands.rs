//! Bands: rows that can be interchanged, as many as there are; and rows that order what no such row does.

use super::graph::{Edge, Graph};
use super::row::{self, Wanted};
use super::{Edges, Independence, Member, Objective, Rows, Scheduler};
use crate::linear;
use presburger::Result;
use scop::schedule::Node;

/// Rows for what has to be ordered, and what must not be ordered.
pub(super) type Find<'a> = dyn Fn(&[Edge], &[Edge]) -> Result<Vec<Member>> + 'a;

impl Scheduler<'_> {
    /// As many rows as possible that can be interchanged. If the memory of temporaries costs loops, they
    /// are given memory of their own: then each of their values must be written and read on one date.
    pub(super) fn band(
        &self,
        statements: &[usize],
        graph: &Graph,
        rows: &Rows,
    ) -> Result<Vec<Member>> {
        self.better_band(statements, graph, rows, &|edges, together| {
            let edges = Edges {
                order: edges,
                together,
                reuse: &graph.reuse,
            };
            self.rows(statements, &edges, rows)
        })
    }

    /// The same, if `find` finds the rows.
    pub(super) fn better_band(
        &self,
        statements: &[usize],
        graph: &Graph,
        rows: &Rows,
        find: &Find<'_>,
    ) -> Result<Vec<Member>> {
        let strict = find(&graph.order, &[])?;
        let after = self.extended(statements, rows, &strict);
        let is_whole = strict.iter().all(|member| member.coincident)
            && statements.iter().all(|&one| self.missing(one, &after) == 0);
        if is_whole {
            return Ok(strict);
        }
        let Some(order) = graph.without_temporaries()? else {
            return Ok(strict);
        };
        let free = find(&order, &graph.flow)?;
        let loops = |band: &[Member], i: usize| self.loops(statements[i], i, band, rows);
        let pairs = (0..statements.len()).map(|i| (loops(&free, i), loops(&strict, i)));
        let pairs: Vec<((usize, usize), (usize, usize))> = pairs.collect();
        let is_no_worse = pairs
            .iter()
            .all(|(new, old)| new.0 >= old.0 && new.1 >= old.1);
        let is_better = pairs.iter().any(|(new, old)| new > old);
        Ok(match is_no_worse && is_better {
            true => free,
            false => strict,
        })
    }

    /// Rows that can be interchanged: no distance of the edges is negative, those in `together` are zero.
    fn rows(&self, statements: &[usize], edges: &Edges<'_>, rows: &Rows) -> Result<Vec<Member>> {
        let mut rows = rows.clone();
        let mut band: Vec<Member> = Vec::new();
        let first = self.dimension(statements, &rows);
        while let Some(mut wanted) = self.wanted(statements, &rows) {
            let most = wanted.iter().map(|one| one.complement.len()).max();
            if most.unwrap_or(0) == 0 {
                break;
            }
            if self.options.independence == Independence::Needed {
                let can_wait = |one: &&mut Wanted| Some(one.complement.len()) < most;
                let others = wanted.iter_mut().filter(can_wait);
                others.for_each(|one| one.complement.clear());
            }
            let dimension = first + band.len();
            // Another objective, or other groups: a band of its own.
            let is_new = !band.is_empty()
                && (self.objective(dimension) != Objective::Distance && !edges.order.is_empty()
                    || self
                        .rule(dimension)
                        .is_some_and(|rule| rule.groups.is_some()));
            if is_new {
                break;
            }
            let found = self.member(statements, &wanted, edges, dimension)?;
            let Some(member) = found else {
                break;
            };
            for (&statement, date) in statements.iter().zip(&member.dates) {
                rows[statement].push(date[..self.depth(statement)].to_vec());
            }
            band.push(member);
        }
        Ok(band)
    }

    /// How many loops a band has for a statement, the one at `position` in its cluster, and how many of the
    /// first are parallel.
    pub(super) fn loops(
        &self,
        statement: usize,
        position: usize,
        band: &[Member],
        rows: &Rows,
    ) -> (usize, usize) {
        let depth = self.depth(statement);
        let mut known = rows[statement].clone();
        let mut loops = (0, 0);
        let mut is_parallel = true;
        for member in band {
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

    fn wanted(&self, statements: &[usize], rows: &Rows) -> Option<Vec<Wanted>> {
        let wanted = statements.iter().map(|&statement| {
            let depth = self.depth(statement);
            let complement = linear::complement(&rows[statement], depth)?;
            Some(Wanted {
                statement,
                depth,
                complement,
            })
        });
        wanted.collect()
    }

    /// The next row of a band: without negative coefficients if it is parallel then, or no worse.
    fn member(
        &self,
        statements: &[usize],
        wanted: &[Wanted],
        edges: &Edges<'_>,
        dimension: usize,
    ) -> Result<Option<Member>> {
        let mut best: Option<row::Solution> = None;
        for &signs in self.signs() {
            if best.as_ref().is_some_and(|best| best.cost == [0; 4]) {
                break;
            }
            let limits = self.limits(dimension, signs, Some(self.options.largest));
            if let Some(found) = row::weak(wanted, edges, &limits)?
                && best.as_ref().is_none_or(|best| found.cost < best.cost)
            {
                best = Some(found);
            }
        }
        Ok(best.map(|solution| Member::of_forms(statements, solution.dates, edges.order)))
    }

    /// A row that orders as much as possible for all statements, or for their components one by one.
    pub(super) fn carry_all(
        &self,
        statements: &[usize],
        components: &[Vec<usize>],
        graph: &Graph,
        rows: &Rows,
    ) -> Result<Node> {
        if components.len() > 1
            && let Some(member) = self.carrying(statements, graph, rows)?
        {
            return self.below(statements, graph, rows, &[member], false);
        }
        self.sequence(components, |component| {
            let own = graph.among(component);
            match own.order.is_empty() {
                true => self.node(component, &own, rows),
                false => self.carry(component, &own, rows),
            }
        })
    }

    /// A component that has no permutable row: a row that carries as much as possible, or the order of
    /// the program.
    pub(super) fn carry(&self, statements: &[usize], graph: &Graph, rows: &Rows) -> Result<Node> {
        match self.carrying(statements, graph, rows)? {
            Some(member) => self.below(statements, graph, rows, &[member], false),
            None => self.as_in_the_program(statements),
        }
    }

    /// The row that carries as much as possible.
    fn carrying(&self, statements: &[usize], graph: &Graph, rows: &Rows) -> Result<Option<Member>> {
        let wanted: Vec<Wanted> = statements
            .iter()
            .map(|&statement| Wanted {
                statement,
                depth: self.depth(statement),
                complement: Vec::new(),
            })
            .collect();
        let dimension = self.dimension(statements, rows);
        for &signs in self.signs() {
            let limits = self.limits(dimension, signs, None);
            if let Some(solution) = row::carrying(&wanted, &graph.order, &limits)? {
                return Ok(Some(Member {
                    dates: solution.dates,
                    coincident: false,
                }));
            }
        }
        Ok(None)
    }
}
