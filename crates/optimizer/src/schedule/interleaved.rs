//! Schedules in which statements share the loops that an interleaving says, and no others at its levels.

use super::graph::{Edge, Graph};
use super::{Member, Rows, Scheduler};
use crate::space::Interleaving;
use crate::space::rows::{Dates, Ground, Objective};
use presburger::Result;
use scop::schedule::Node;

impl Scheduler<'_> {
    /// The order of some statements that share all loops so far; `None` if the interleaving, whose elements they are, is not
    /// possible with the dates of these loops.
    pub(super) fn interleaved(
        &self,
        ground: &Ground,
        statements: &[usize],
        graph: &Graph,
        rows: &Rows,
        interleaving: &Interleaving,
    ) -> Result<Option<Node>> {
        let order = interleaving.outermost();
        let rank = |statement: usize| {
            let position = statements.iter().position(|one| *one == statement);
            position.map(|position| order.ranks()[position])
        };
        let backwards = |edge: &Edge| match (rank(edge.source), rank(edge.sink)) {
            (Some(source), Some(sink)) => source > sink,
            _ => false,
        };
        if graph.order.iter().any(backwards) {
            return Ok(None);
        }
        let (mut groups, mut nodes) = (Vec::new(), Vec::new());
        for (class, below) in interleaving.classes() {
            let class: Vec<usize> = class.iter().map(|&one| statements[one]).collect();
            let own = graph.among(&class);
            match self.class(ground, &class, &own, rows, below.as_ref())? {
                Some(node) => nodes.push(node),
                None => return Ok(None),
            }
            groups.push(class);
        }
        let mut nodes = nodes.into_iter();
        let node = self.sequence(&groups, |_| Ok(nodes.next().unwrap_or_else(Node::leaf)))?;
        Ok(Some(node))
    }

    /// The order of statements that share a loop.
    fn class(
        &self,
        ground: &Ground,
        statements: &[usize],
        graph: &Graph,
        rows: &Rows,
        below: Option<&Interleaving>,
    ) -> Result<Option<Node>> {
        if statements.len() == 1 {
            return self.node(statements, graph, rows).map(Some);
        }
        let has_loops = statements.iter().any(|&one| self.missing(one, rows) > 0);
        match below {
            None if has_loops => {
                let band = self.shared_band(ground, statements, graph, rows)?;
                if band.is_empty() {
                    return Ok(None);
                }
                self.below(statements, graph, rows, &band, true).map(Some)
            }
            None => self.node(statements, graph, rows).map(Some),
            Some(below) if !has_loops => self.interleaved(ground, statements, graph, rows, below),
            Some(below) => {
                // The best dates may not leave what is wanted below; the freest do, if any do.
                let edges = &graph.order;
                let best = ground.shared(statements, edges, rows, Objective::Short)?;
                let found = self.with_row(ground, statements, graph, rows, best, below)?;
                if found.is_some() {
                    return Ok(found);
                }
                let freest = ground.freest(statements, edges, rows)?;
                self.with_row(ground, statements, graph, rows, freest, below)
            }
        }
    }

    /// The order of statements that share a loop with these dates.
    fn with_row(
        &self,
        ground: &Ground,
        statements: &[usize],
        graph: &Graph,
        rows: &Rows,
        dates: Option<Dates>,
        below: &Interleaving,
    ) -> Result<Option<Node>> {
        let Some(dates) = dates else { return Ok(None) };
        let band = [Member::new(statements, dates, &graph.order)];
        let left = self.left(statements, graph, &band)?;
        let rows = self.extended(statements, rows, &band);
        let child = self.interleaved(ground, statements, &left, &rows, below)?;
        let band = |child| self.band_node(statements, &band, true, child);
        child.map(band).transpose()
    }

    /// Loops that statements share, as many as possible that can be interchanged.
    fn shared_band(
        &self,
        ground: &Ground,
        statements: &[usize],
        graph: &Graph,
        rows: &Rows,
    ) -> Result<Vec<Member>> {
        self.better_band(statements, graph, rows, &|edges, together| {
            let mut rows = rows.clone();
            let mut band: Vec<Member> = Vec::new();
            while statements.iter().any(|&one| self.missing(one, &rows) > 0) {
                let all = |_: usize, _: usize| true;
                let mut system = ground.system(statements, edges, Objective::Short, &all)?;
                system.keep_together(together)?;
                let complements = statements.iter().map(|&one| {
                    let complement = ground.complement(one, &rows[one])?;
                    Ok((one, complement))
                });
                let wanted = complements.collect::<Result<Vec<_>>>()?;
                let Some(dates) = system.independent(&wanted)? else {
                    break;
                };
                let member = Member::new(statements, dates, edges);
                rows = self.extended(statements, &rows, std::slice::from_ref(&member));
                band.push(member);
            }
            Ok(band)
        })
    }
}

impl Member {
    /// The row with some dates, which may be coincident for these edges.
    fn new(statements: &[usize], dates: Dates, edges: &[Edge]) -> Member {
        let dates = dates.into_iter().map(|date| date.form).collect();
        Member::of_forms(statements, dates, edges)
    }
}
