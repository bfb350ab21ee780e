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

mod cases;
mod cluster;
mod diamond;
pub(crate) mod graph;
mod interleaved;
mod problem;
mod quality;
mod row;
mod rules;
mod sizes;
mod split;
mod tree;

pub use diamond::{ConcurrentStart, DIAMOND};
pub use problem::Problem;
pub use quality::{Quality, qualities, quality};
pub use rules::{Demanded, Independence, Objective, Of, Rule};

use crate::linear;
use crate::space::Interleaving;
use crate::space::rows::Ground;
use dependence::{Dependence, DependenceKind};
use graph::{Edge, Graph};
use legality::{Legal, check};
use presburger::{Error, Result, Space};
use row::{Limits, Signs, Wanted};
use scop::Scop;
use scop::schedule::{Node, ScheduleTree};

/// Which statements share loops, as far as dependences allow it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Fusion {
    /// As many as possible.
    Max,
    /// Those of the same depth that access the same data, where no statement loses a parallel or a
    /// permutable loop.
    #[default]
    Smart,
    /// Only those that must.
    None,
    /// Those that an interleaving says, at its levels; as many as possible inside.
    Interleaving(Interleaving),
}

/// How a program is scheduled.
///
/// ```
/// use optimizer::schedule::{Fusion, Options};
///
/// let options = Options { fusion: Fusion::Max, ..Options::default() };
/// assert!(options.pivots > 0);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Which statements share loops.
    pub fusion: Fusion,
    /// The pivots that the search for one row may take; after that, the best row so far is taken.
    pub pivots: u64,
    /// Whether temporaries may have memory of their own; the order in which their memory is used is then
    /// proved to be harmless.
    pub temporaries: bool,
    /// Whether statements may be split where that gives more loops that can be tiled or are parallel, as on rings.
    pub split: bool,
    /// Which statements have to get a loop of their own by each row of a band.
    pub independence: Independence,
    /// Whether coefficients of iterators may be negative, where that is better.
    pub reversal: bool,
    /// The largest coefficient of an iterator in a row that can be tiled.
    pub largest: i64,
    /// Whether, of rows that are equally good otherwise, one is taken that brings reads of the same data by different statements
    /// close to each other.
    pub inputs: bool,
    /// Whether bands without an outer parallel loop get tiles that can start all at once: such a band is found below another one, for
    /// its tiles, that is marked with [`DIAMOND`].
    pub concurrent_start: ConcurrentStart,
    /// How rows are chosen.
    pub objective: Objective,
    /// What is demanded of single dimensions, from the outermost inwards. With rules, statements are not split.
    pub rules: Vec<Rule>,
    /// How far bands go of which no loop is parallel.
    pub sequential: Option<Sequential>,
    /// How the result is checked.
    pub legality: legality::Options,
}

/// How far bands go of which no loop is parallel. What is left of them follows inside, where more may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequential {
    /// The most loops that such a band has.
    pub most: usize,
    /// What a step of each iterator of each statement costs: loops over what costs most come first.
    pub costs: Vec<Vec<i64>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            fusion: Fusion::default(),
            pivots: 20_000,
            temporaries: true,
            split: true,
            independence: Independence::default(),
            reversal: true,
            largest: 20,
            inputs: false,
            concurrent_start: ConcurrentStart::default(),
            objective: Objective::default(),
            rules: Vec::new(),
            sequential: None,
            legality: legality::Options::default(),
        }
    }
}

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
pub fn problem(
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
pub fn propose_in_pieces(
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

/// Rows for what has to be ordered, and what must not be ordered.
type Find<'a> = dyn Fn(&[Edge], &[Edge]) -> Result<Vec<Member>> + 'a;

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

    /// As many rows as possible that can be interchanged. If the memory of temporaries costs loops, they
    /// are given memory of their own: then each of their values must be written and read on one date.
    fn band(&self, statements: &[usize], graph: &Graph, rows: &Rows) -> Result<Vec<Member>> {
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
    fn better_band(
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
    fn loops(
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
    fn carry_all(
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
    fn carry(&self, statements: &[usize], graph: &Graph, rows: &Rows) -> Result<Node> {
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
