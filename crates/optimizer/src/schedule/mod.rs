//! A good schedule of a program: bands of loops that can be tiled, with as many parallel loops as possible
//! outside.
//!
//! The statements of a program are scheduled from the outermost loops inwards. At each level they are
//! divided into clusters that share loops ([`Fusion`]), and each cluster gets a *band*: rows, one after
//! the other, in which no dependence that is not ordered yet runs backwards, each independent of the ones
//! before. So the rows of a band can be interchanged and tiled. What the band does not order goes to the
//! level below. A cluster without any such row is divided into its strongly connected components; a component
//! without one gets a row that orders as many dependences as possible, alone in its band, or, if there is
//! none either, the order of the program.
//!
//! U. Bondhugula, A. Hartono, J. Ramanujam, P. Sadayappan, *A practical automatic polyhedral parallelizer
//! and locality optimizer*, 2008; S. Verdoolaege and G. Janssens, *Scheduling for PPCG*, 2017, for the
//! recursion.

mod bands;
mod cases;
mod cluster;
mod diamond;
pub(crate) mod graph;
mod interleaved;
mod options;
mod problem;
mod quality;
mod row;
mod rules;
mod sizes;
mod split;
mod tree;

pub use diamond::{ConcurrentStart, DIAMOND};
pub use options::{Fusion, Options, Sequential};
pub use problem::Problem;
pub use quality::{Quality, qualities, quality};
pub use rules::{Demanded, Independence, Objective, Of, Rule};

use crate::linear;
use crate::space::rows::Ground;
use dependence::{Dependence, DependenceKind};
use graph::{Edge, Graph};
use legality::{Legal, check};
use presburger::{Error, Result, Space};
use row::{Limits, Signs, Wanted};
use scop::Scop;
use scop::schedule::{Node, ScheduleTree};

/// A schedule that was found.
#[derive(Clone, Debug)]
pub struct Scheduled {
    /// The order, which is proved to be legal.
    pub legal: Legal,
    /// Whether it is the program's own order, because the order that was found was not legal.
    pub rejected: bool,
}

/// Finds a schedule for a program, given its dependences.
///
/// ```
/// # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement};
/// # let mut s = Statement::new("[N] -> { S[i, j] : 1 <= i < N and 0 <= j < N }".parse()?);
/// # let a = ArrayId::new(0);
/// # s.accesses = vec![
/// #     Access::read(a, "[N] -> { S[i, j] -> A[i - 1, j] : 1 <= i < N and 0 <= j < N }".parse()?),
/// #     Access::write(a, "[N] -> { S[i, j] -> A[i, j] : 1 <= i < N and 0 <= j < N }".parse()?),
/// # ];
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("N")],
/// #     context: "[N] -> { : }".parse()?,
/// #     arrays: vec![Array::new("A", 2)],
/// #     schedule: ScheduleTree::from_map(&"[N] -> { S[i, j] -> [i, j] }".parse()?)?,
/// #     statements: vec![s],
/// #     span: None,
/// # };
/// use optimizer::schedule::{Options, qualities, schedule};
///
/// // for (i = 1; i < N; i++) for (j = 0; j < N; j++) A[i][j] = A[i - 1][j];
/// let dependences = dependence::dependences(&scop, &Default::default())?;
/// let found = schedule(&scop, &dependences, &Options::default())?;
/// // The loop over j is parallel: it comes first.
/// let quality = qualities(&scop, found.legal.schedule())?;
/// assert_eq!((quality[0].permutable, quality[0].parallel), (2, 1));
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn schedule(scop: &Scop, dependences: &[Dependence], options: &Options) -> Result<Scheduled> {
    let mut choices = vec![false];
    if options.temporaries {
        choices.insert(0, true);
    }
    for temporaries in choices {
        let tree = proposal(scop, dependences, options, temporaries)?;
        let verdict = check(scop, dependences, &tree, &options.legality)?;
        if let Some(legal) = verdict.legal() {
            return Ok(Scheduled {
                legal: legal.clone(),
                rejected: false,
            });
        }
    }
    Ok(Scheduled {
        legal: Legal::original(scop),
        rejected: true,
    })
}

/// A schedule for a program; nothing proves that it is legal. With `temporaries`, see [`Problem::of_program`].
///
/// ```
/// # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement};
/// # let mut s = Statement::new("[n] -> { S[i] : 0 <= i < n }".parse()?);
/// # let a = ArrayId::new(0);
/// # s.accesses = vec![
/// #     Access::read(a, "[n] -> { S[i] -> A[n - 1 - i] : 0 <= i < n }".parse()?),
/// #     Access::write(a, "[n] -> { S[i] -> A[i] : 0 <= i < n }".parse()?),
/// # ];
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("n")],
/// #     context: "[n] -> { : }".parse()?,
/// #     arrays: vec![Array::new("A", 1)],
/// #     schedule: ScheduleTree::from_map(&"[n] -> { S[i] -> [i] }".parse()?)?,
/// #     statements: vec![s],
/// #     span: None,
/// # };
/// use optimizer::schedule::{Options, proposal, qualities};
///
/// // for (i = 0; i < n; i++) A[i] = A[n - 1 - i];
/// let dependences = dependence::dependences(&scop, &Default::default())?;
/// let tree = proposal(&scop, &dependences, &Options::default(), true)?;
/// // Pairs of iterations, one of each half, run in parallel.
/// assert_eq!(qualities(&scop, &tree)?[0].parallel, 1);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn proposal(
    scop: &Scop,
    dependences: &[Dependence],
    options: &Options,
    temporaries: bool,
) -> Result<ScheduleTree> {
    let problem = problem(scop, dependences, options, temporaries)?;
    propose_in_pieces(scop, &problem, options)
}

/// What is to be scheduled of a program, as far as the options say. See [`Problem::of_program`].
pub(crate) fn problem(
    scop: &Scop,
    dependences: &[Dependence],
    options: &Options,
    temporaries: bool,
) -> Result<Problem> {
    if !options.inputs {
        return Problem::of_program(scop, dependences, temporaries);
    }
    let inputs = dependence::Options {
        kinds: vec![DependenceKind::Rar],
        ..dependence::Options::default()
    };
    let mut all = dependences.to_vec();
    all.extend(dependence::dependences(scop, &inputs)?);
    Problem::of_program(scop, &all, temporaries)
}

/// A schedule for the problem of a program, with statements in pieces where that is better and the options allow it. See [`propose`].
pub(crate) fn propose_in_pieces(
    scop: &Scop,
    problem: &Problem,
    options: &Options,
) -> Result<ScheduleTree> {
    let whole = propose(problem, options)?;
    let is_fixed = matches!(options.fusion, Fusion::Interleaving(_)) || !options.rules.is_empty();
    if !options.split || is_fixed {
        return Ok(whole);
    }
    let old = qualities(scop, &whole)?;
    let is_ideal = |(statement, quality): (&scop::Statement, &Quality)| {
        quality.permutable >= statement.depth() && quality.parallel > 0
    };
    if scop.statements.iter().zip(&old).all(is_ideal) {
        return Ok(whole);
    }
    let Some(problem) = problem.split()? else {
        return Ok(whole);
    };
    let pieces = propose(&problem, options)?;
    let new = qualities(scop, &pieces)?;
    let pairs = || old.iter().zip(&new);
    let is_no_worse =
        |(a, b): (&Quality, &Quality)| a.permutable <= b.permutable && a.parallel <= b.parallel;
    Ok(match pairs().all(is_no_worse) && old != new {
        true => pieces,
        false => whole,
    })
}

/// A schedule for a problem; nothing proves that it is legal.
///
/// Fails if there is none, which does not happen to the problem of a program, because that has an order already, unless
/// [`Fusion::Interleaving`] demands one that is not legal.
pub fn propose(problem: &Problem, options: &Options) -> Result<ScheduleTree> {
    let graph = Graph::new(problem)?;
    let all: Vec<usize> = (0..problem.statements.len()).collect();
    let rows = all.iter().map(|&one| problem.fixed(one));
    let rows = rows.collect::<Result<Rows>>()?;
    let fixed: Vec<usize> = rows.iter().map(Vec::len).collect();
    let node = match &options.fusion {
        Fusion::Interleaving(interleaving) => {
            let options = &Options {
                fusion: Fusion::Max,
                ..options.clone()
            };
            let (own, n) = (interleaving.outermost().len(), all.len());
            if own != n {
                let message = format!("an interleaving of {own} statements for a program of {n}");
                return Err(Error::Invalid(message));
            }
            let ground = Ground::new(problem, options.pivots, None)?;
            let scheduler = Scheduler {
                problem,
                options,
                fixed,
            };
            let node = scheduler.interleaved(&ground, &all, &graph, &rows, interleaving)?;
            node.ok_or_else(|| Error::Invalid("the interleaving is not legal".into()))?
        }
        _ => {
            let scheduler = Scheduler {
                problem,
                options,
                fixed,
            };
            scheduler.node(&all, &graph, &rows)?
        }
    };
    Ok(ScheduleTree::new(problem.domain()?, node).numbered())
}

/// The iterators' coefficients of the rows that each statement has so far, and of what is fixed.
type Rows = Vec<Vec<Vec<i64>>>;

/// One row of a band: the dates of its statements.
#[derive(Clone, Debug)]
struct Member {
    /// In the order of the statements of the cluster: coefficients of iterators, parameters, 1.
    dates: Vec<Vec<i64>>,
    coincident: bool,
}

impl Member {
    /// The row with some dates, given by their coefficients, which may be coincident for these edges.
    fn of_forms(statements: &[usize], dates: Vec<Vec<i64>>, edges: &[Edge]) -> Member {
        let date = |statement: usize| {
            let position = statements.iter().position(|one| *one == statement);
            &dates[position.expect("edges are among the statements")]
        };
        let is_zero = |edge: &Edge| {
            let spread = edge.hull.spread(date(edge.source), date(edge.sink));
            spread == crate::farkas::Spread::Zero
        };
        Member {
            coincident: edges.iter().all(is_zero),
            dates,
        }
    }
}

/// What a row is found for.
struct Edges<'a> {
    /// No distance is negative.
    order: &'a [Edge],
    /// All distances are zero.
    together: &'a [Edge],
    /// Distances are small, if possible.
    reuse: &'a [Edge],
}

struct Scheduler<'a> {
    problem: &'a Problem,
    options: &'a Options,
    /// How many rows each statement had before there was any dimension.
    fixed: Vec<usize>,
}

impl Scheduler<'_> {
    fn depth(&self, statement: usize) -> usize {
        self.problem.statements[statement].domain.n_dim()
    }

    fn space(&self, statement: usize) -> &Space {
        self.problem.statements[statement].domain.space()
    }

    /// How many more independent rows a statement needs.
    fn missing(&self, statement: usize, rows: &Rows) -> usize {
        let depth = self.depth(statement);
        let rank = linear::rank(&rows[statement], depth);
        depth - rank.unwrap_or(depth)
    }

    /// The dimension that comes next for some statements that share all loops so far.
    fn dimension(&self, statements: &[usize], rows: &Rows) -> usize {
        statements
            .first()
            .map_or(0, |&one| rows[one].len() - self.fixed[one])
    }

    fn rule(&self, dimension: usize) -> Option<&Rule> {
        self.options.rules.get(dimension)
    }

    fn objective(&self, dimension: usize) -> Objective {
        let own = self.rule(dimension).and_then(|rule| rule.objective);
        own.unwrap_or(self.options.objective)
    }

    /// What rows of a dimension must satisfy.
    fn limits(&self, dimension: usize, signs: Signs, largest: Option<i64>) -> Limits<'_> {
        Limits {
            n_param: self.problem.n_param(),
            signs,
            largest,
            demanded: self.rule(dimension).map_or(&[], |rule| &rule.demanded),
            budget: self.options.pivots,
        }
    }

    /// The signs that are tried, one after the other.
    fn signs(&self) -> &[Signs] {
        match self.options.reversal {
            true => &[Signs::NonNegative, Signs::Any],
            false => &[Signs::NonNegative],
        }
    }

    /// The order of some statements on equal dates of the bands above, which gave them `rows`.
    fn node(&self, statements: &[usize], graph: &Graph, rows: &Rows) -> Result<Node> {
        let components = graph::components(statements, graph);
        if statements.iter().all(|&one| self.missing(one, rows) == 0) {
            return self.sequence(&components, |component| {
                let own = graph.among(component);
                match own.order.is_empty() {
                    true => Ok(Node::leaf()),
                    false => self.carry(component, &own, rows),
                }
            });
        }
        let dimension = self.dimension(statements, rows);
        let is_apart = |rule: &Rule| {
            let mut groups = statements.iter().map(|&one| rule.group(one));
            let first = groups.next().flatten();
            groups.any(|group| group != first)
        };
        let is_carried = self.objective(dimension) == Objective::Carry && !graph.order.is_empty();
        if is_carried && !self.rule(dimension).is_some_and(is_apart) {
            return self.carry_all(statements, &components, graph, rows);
        }
        let clusters = self.clusters(&components, graph, rows)?;
        let groups: Vec<Vec<usize>> = clusters.iter().map(|one| one.statements.clone()).collect();
        let mut clusters = clusters.into_iter();
        self.sequence(&groups, |statements| {
            let Some(cluster) = clusters.next() else {
                unreachable!("a cluster for each group");
            };
            let own = graph.among(statements);
            if is_carried {
                let components = graph::components(statements, &own);
                return self.carry_all(statements, &components, &own, rows);
            }
            if !cluster.band.is_empty() {
                let band = self.cut(statements, &cluster.band);
                return self.below(statements, &own, rows, &band, true);
            }
            let components = graph::components(statements, &own);
            self.sequence(&components, |component| {
                let own = own.among(component);
                if component.iter().all(|&one| self.missing(one, rows) == 0) {
                    return self.node(component, &own, rows);
                }
                let band = match components.len() {
                    1 => Vec::new(),
                    _ => self.band(component, &own, rows)?,
                };
                match band.is_empty() {
                    true => self.carry(component, &own, rows),
                    false => self.below(component, &own, rows, &band, true),
                }
            })
        })
    }

    /// The node of a band, and what is below it.
    fn below(
        &self,
        statements: &[usize],
        graph: &Graph,
        rows: &Rows,
        band: &[Member],
        permutable: bool,
    ) -> Result<Node> {
        let left = self.left(statements, graph, band)?;
        let rows = self.extended(statements, rows, band);
        let child = self.node(statements, &left, &rows)?;
        let node = self.band_node(statements, band, permutable, child)?;
        let tiles = match permutable {
            true => self.diamond(statements, graph, band)?,
            false => None,
        };
        match tiles {
            Some(tiles) => {
                let tiles = self.band_node(statements, &tiles, true, node)?;
                Ok(Node::mark(DIAMOND, tiles))
            }
            None => Ok(node),
        }
    }

    /// The part of a band that is to be one.
    fn cut(&self, statements: &[usize], band: &[Member]) -> Vec<Member> {
        let mut band = band.to_vec();
        let Some(sequential) = &self.options.sequential else {
            return band;
        };
        if band.iter().any(|member| member.coincident) || band.len() <= sequential.most {
            return band;
        }
        let cost = |member: &Member| -> i64 {
            let own = statements.iter().zip(&member.dates).map(|(&one, date)| {
                let number = self.problem.statements[one].number;
                let costs = sequential.costs.get(number).into_iter().flatten();
                let factors = date.iter().take(self.depth(one));
                factors
                    .zip(costs)
                    .map(|(factor, cost)| factor.abs().min(1) * cost)
                    .sum::<i64>()
            });
            own.sum()
        };
        // The first one is time; of the others those stay inside that access memory in small steps.
        band[1..].sort_by_key(|member| std::cmp::Reverse(cost(member)));
        band.truncate(sequential.most.max(1));
        band
    }

    /// What a band leaves open.
    fn left(&self, statements: &[usize], graph: &Graph, band: &[Member]) -> Result<Graph> {
        let functions = self.functions(statements, band)?;
        let position = |statement: usize| {
            let found = statements.iter().position(|one| *one == statement);
            found.expect("edges are among the statements of the cluster")
        };
        let dates: Vec<Vec<Vec<i64>>> = (0..statements.len())
            .map(|i| band.iter().map(|member| member.dates[i].clone()).collect())
            .collect();
        graph.unordered(self.problem, |statement| {
            let i = position(statement);
            (&dates[i][..], &functions[i])
        })
    }

    fn extended(&self, statements: &[usize], rows: &Rows, band: &[Member]) -> Rows {
        let mut rows = rows.clone();
        for member in band {
            for (&statement, date) in statements.iter().zip(&member.dates) {
                rows[statement].push(date[..self.depth(statement)].to_vec());
            }
        }
        rows
    }
}
