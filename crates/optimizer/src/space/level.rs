//! One level of the space: some statements that share all loops so far, and how they can be divided.

use super::orders::{Bits, Orders, numbers};
use super::pairwise::Pairwise;
use super::prune;
use super::rows::{Dates, Ground, Objective};
use super::steps::Steps;
use crate::schedule::Problem;
use crate::schedule::graph::Graph;
use presburger::{Error, MultiAff, Result, Tuple};

/// How the sets are found that cannot share a loop; the sets are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Test {
    /// From what is known of pairs (Convexity, figure 4), where there is no limit on shifts.
    #[default]
    Pairwise,
    /// By a linear program for each set (figure 3).
    Direct,
}

/// Which dates statements have that share a loop, where the levels below are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Those with which as much is possible below as with any: then an interleaving of several levels is
    /// found if and only if it is legal.
    #[default]
    Freest,
    /// The best ones, those with the shortest dependences (Convexity, figure 4): then there are only the
    /// interleavings that are possible with these.
    Best,
}

/// What a program is and how it is looked at.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) problem: Problem,
    pub(super) ground: Ground,
    pub(super) test: Test,
    pub(super) dates: Choice,
    /// How many sets of statements are tested at most.
    pub(super) sets: u64,
}

/// Some statements that share all loops of the levels above.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// In ascending order.
    pub(super) statements: Vec<usize>,
    /// What is not ordered yet.
    pub(super) graph: Graph,
    /// The coefficients of the iterators in the dates that each statement has, by statement of the program.
    pub(super) rows: Vec<Vec<Vec<i64>>>,
    /// How they can be divided here; elements are positions in `statements`.
    pub(super) orders: Orders,
}

impl Level {
    /// The outermost level.
    pub(super) fn outermost(program: &Program) -> Result<Level> {
        let graph = Graph::new(&program.problem)?;
        let statements: Vec<usize> = (0..program.problem.statements.len()).collect();
        let rows = statements.iter().map(|&one| program.problem.fixed(one));
        let rows = rows.collect::<Result<_>>()?;
        Level::new(program, statements, graph, rows)
    }

    fn new(
        program: &Program,
        statements: Vec<usize>,
        graph: Graph,
        rows: Vec<Vec<Vec<i64>>>,
    ) -> Result<Level> {
        let position = |statement: usize| statements.binary_search(&statement).ok();
        let edges = graph.order.iter();
        let before = edges.filter(|edge| edge.source != edge.sink);
        let before = before.filter_map(|edge| Some((position(edge.source)?, position(edge.sink)?)));
        let before: Vec<(usize, usize)> = before.collect();
        let orders = Orders::new(statements.len(), &before, &[])?;
        let mut level = Level {
            statements,
            graph,
            rows,
            orders,
        };
        let apart = level.apart(program)?;
        let apart: Vec<Vec<usize>> = apart
            .iter()
            .map(|&set| {
                numbers(set)
                    .flat_map(|node| level.orders.nodes[node].clone())
                    .collect()
            })
            .collect();
        level.orders = Orders::new(level.statements.len(), &before, &apart)?;
        Ok(level)
    }

    /// The smallest sets of nodes that cannot share a loop here.
    fn apart(&self, program: &Program) -> Result<Vec<Bits>> {
        let nodes = self.orders.nodes.iter();
        let nodes = nodes.map(|own| own.iter().map(|&i| self.statements[i]).collect());
        let nodes: Vec<Vec<usize>> = nodes.collect();
        let ground = &program.ground;
        let mut steps = Steps::new(program.sets);
        let edges = &self.graph.order;
        if program.test == Test::Pairwise && ground.is_cone() {
            let mut pairwise = Pairwise::new(ground, &nodes, edges, &self.rows);
            return prune::apart(&self.orders, &mut steps, &mut |set| pairwise.can_share(set));
        }
        prune::apart(&self.orders, &mut steps, &mut |set| {
            let statements: Vec<usize> =
                numbers(set).flat_map(|node| nodes[node].clone()).collect();
            let dates = ground.shared(&statements, edges, &self.rows, Objective::Small)?;
            Ok(dates.is_some())
        })
    }

    /// The level below, for some statements that share a loop here, in ascending order.
    pub(super) fn below(&self, program: &Program, statements: &[usize]) -> Result<Level> {
        let edges = &self.graph.order;
        let dates = match program.dates {
            Choice::Freest => program.ground.freest(statements, edges, &self.rows)?,
            Choice::Best => {
                program
                    .ground
                    .shared(statements, edges, &self.rows, Objective::Short)?
            }
        };
        let dates = dates.ok_or_else(|| Error::Invalid("no loop can be shared".into()))?;
        self.with_dates(program, statements, &dates)
    }

    /// The level below, for some statements that have these dates here.
    pub(super) fn with_dates(
        &self,
        program: &Program,
        statements: &[usize],
        dates: &Dates,
    ) -> Result<Level> {
        let problem = &program.problem;
        let mut rows = self.rows.clone();
        let mut functions = Vec::with_capacity(statements.len());
        for (&statement, date) in statements.iter().zip(dates) {
            rows[statement].push(date.form[..program.ground.depths[statement]].to_vec());
            let space = problem.statements[statement].domain.space();
            let date = problem.date(statement, &date.form)?;
            functions.push(MultiAff::from_aff_list(
                space,
                Tuple::anonymous(1),
                &[date],
            )?);
        }
        let graph = self.graph.among(statements);
        let position = |statement: usize| {
            let found = statements.iter().position(|one| *one == statement);
            found.expect("edges are among the statements")
        };
        let lists: Vec<Vec<Vec<i64>>> = dates.iter().map(|date| vec![date.form.clone()]).collect();
        let left = graph.unordered(problem, |statement| {
            let i = position(statement);
            (&lists[i][..], &functions[i])
        })?;
        Level::new(program, statements.to_vec(), left, rows)
    }

    /// The statements that are some elements.
    pub(super) fn statements_of(&self, elements: &[usize]) -> Vec<usize> {
        elements.iter().map(|&i| self.statements[i]).collect()
    }
}
