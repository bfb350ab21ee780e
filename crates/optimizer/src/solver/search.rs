//! Programs with choices: at least one of several alternatives has to hold.

use super::number::Number;
use super::{Program, Row, Stop, Tableau};
use presburger::Result;

/// Alternatives of which at least one must hold; an alternative is a list of conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// What can be chosen; they may overlap.
    pub alternatives: Vec<Vec<Row>>,
}

impl Choice {
    /// Whether a point satisfies one of the alternatives.
    pub fn holds_at(&self, point: &[i64]) -> bool {
        let holds = |rows: &Vec<Row>| rows.iter().all(|row| row.holds_at(point));
        self.alternatives.iter().any(holds)
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best point so far; `None` if there is none so far.
    pub point: Option<Vec<i64>>,
    /// Whether there is no better one.
    pub complete: bool,
    /// The number of pivots that it took.
    pub pivots: u64,
}

/// The search for the smallest point of a program that satisfies choices.
///
/// It branches over the alternatives of the first choice that the relaxed minimum does not satisfy, the
/// best alternative first, and gives up branches that cannot be better than the best point so far.
///
/// ```
/// use optimizer::solver::{Choice, Program, Row, Search};
///
/// // The smallest x + y such that x >= 3, or y >= 1 and x >= 1
/// let mut program = Program::new(3);
/// program.add(Row::zero([(0, 1), (1, -1), (2, -1)], 0));
/// let large = vec![Row::at_least_zero([(1, 1)], -3)];
/// let both = vec![Row::at_least_zero([(1, 1)], -1), Row::at_least_zero([(2, 1)], -1)];
/// let choice = Choice { alternatives: vec![large, both] };
/// let found = Search::new(&program, &[choice]).run()?;
/// assert_eq!(found.point, Some(vec![2, 1, 1]));
/// assert!(found.complete);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search<'a> {
    program: &'a Program,
    choices: &'a [Choice],
    leading: usize,
    budget: u64,
}

impl<'a> Search<'a> {
    /// The pivots that a search may take unless told otherwise.
    pub const BUDGET: u64 = 20_000;

    /// The exact lexicographic minimum is wanted.
    pub fn new(program: &'a Program, choices: &'a [Choice]) -> Search<'a> {
        Search {
            program,
            choices,
            leading: program.len(),
            budget: Search::BUDGET,
        }
    }

    /// A point is good enough if no other one has smaller values of the first `leading` variables. Among
    /// those the search takes the best alternative of each choice in turn.
    pub fn with_leading(mut self, leading: usize) -> Search<'a> {
        self.leading = leading.min(self.program.len());
        self
    }

    /// The number of pivots after which it ends with the best point so far.
    pub fn with_budget(mut self, pivots: u64) -> Search<'a> {
        self.budget = pivots;
        self
    }

    /// Runs the search. Numbers that grow beyond 128 bits end it as a spent budget does.
    pub fn run(&self) -> Result<Found> {
        let (narrow, overflow) = self.run_with::<i64>();
        Ok(match overflow {
            false => narrow,
            true => self.run_with::<i128>().0,
        })
    }

    /// What was found, and whether a number did not fit.
    fn run_with<T: Number>(&self) -> (Found, bool) {
        let mut walk = Walk {
            search: self,
            rows: self.program.tidied(),
            steps: self.budget,
            best: None,
        };
        let ended = walk.start::<T>();
        let found = Found {
            point: walk.best,
            complete: ended.is_ok(),
            pivots: self.budget - walk.steps,
        };
        (found, ended == Err(Stop::Overflow))
    }
}

/// How many violated conditions a tableau gets before it is solved again.
const AT_ONCE: usize = 16;

struct Walk<'a> {
    search: &'a Search<'a>,
    rows: Vec<&'a Row>,
    steps: u64,
    best: Option<Vec<i64>>,
}

impl Walk<'_> {
    fn start<T: Number>(&mut self) -> std::result::Result<(), Stop> {
        let program = self.search.program;
        let equations = self.rows.iter().copied().filter(|row| row.equality);
        let equations: Vec<&Row> = equations.collect();
        let mut tableau: Tableau<T> = Tableau::new(program.len(), &equations, &mut self.steps)?;
        match self.solve(&mut tableau)? {
            Some(point) => self.visit(&tableau, point),
            None => Ok(()),
        }
    }

    /// The smallest point of a tableau that satisfies all conditions. The tableau gets those that its
    /// point violates, some at a time: most conditions of a large program never matter.
    fn solve<T: Number>(
        &mut self,
        tableau: &mut Tableau<T>,
    ) -> std::result::Result<Option<Vec<i64>>, Stop> {
        while tableau.repair(&mut self.steps)? {
            let mut violated: Vec<(T, &Row)> = Vec::new();
            for row in self.rows.iter().filter(|row| !row.equality) {
                violated.extend(tableau.lack(row)?.map(|lack| (lack, *row)));
            }
            // What is missing most comes first.
            violated.sort_by(|a, b| b.cmp(a));
            if !violated.is_empty() {
                for (_, row) in violated.into_iter().take(AT_ONCE) {
                    tableau.add(row, &mut self.steps)?;
                }
            } else if !tableau.cut() {
                return tableau.point().map(Some);
            }
        }
        Ok(None)
    }

    /// Looks at a node of the search, given its relaxed minimum.
    fn visit<T: Number>(
        &mut self,
        tableau: &Tableau<T>,
        point: Vec<i64>,
    ) -> std::result::Result<(), Stop> {
        if !self.is_better(&point) {
            return Ok(());
        }
        let mut open = self.search.choices.iter();
        let Some(choice) = open.find(|choice| !choice.holds_at(&point)) else {
            self.best = Some(point);
            return Ok(());
        };
        let mut children = Vec::with_capacity(choice.alternatives.len());
        for alternative in &choice.alternatives {
            let mut child = tableau.clone();
            for row in alternative {
                child.add(row, &mut self.steps)?;
            }
            if let Some(point) = self.solve(&mut child)? {
                children.push((point, child));
            }
        }
        children.sort_by(|a, b| a.0.cmp(&b.0));
        for (point, child) in children {
            self.visit(&child, point)?;
        }
        Ok(())
    }

    fn is_better(&self, point: &[i64]) -> bool {
        let leading = self.search.leading;
        let best = self.best.as_ref();
        best.is_none_or(|best| point[..leading] < best[..leading])
    }
}
