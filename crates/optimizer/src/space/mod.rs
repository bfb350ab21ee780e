//! The legal interleavings of a program: every way in which its statements can share loops.
//!
//! L.-N. Pouchet, U. Bondhugula, C. Bastoul, A. Cohen, J. Ramanujam, P. Sadayappan and N. Vasilache, *Loop
//! Transformations: Convexity, Pruning and Optimization*, 2011, describes three spaces:
//!
//! | space | what it holds | here |
//! |---|---|---|
//! | `L` | all legal schedules of so many dimensions (lemma 3) | [`schedules`] |
//! | `O`, `I` | all total preorders, all interleavings (section 3.1) | [`Order`], [`Interleaving`], [`Encoding`] |
//! | `F` | the interleavings for which there is a legal schedule (section 3.2 and 4) | [`Space`], [`Orders`] |
//!
//! # What makes an interleaving legal
//!
//! An interleaving of one level is in `F¹` if and only if no statement comes before one that it depends on, and
//! the statements of each class *share a loop*: they have dates, one for each, such that
//!
//! 1. each is a sum of the loop [counters](counters) of its statement, with coefficients that are not
//!    negative, and a constant;
//! 2. each depends on its instance, if the statement has loops;
//! 3. no dependence between them runs backwards.
//!
//! Then there is a legal schedule: the number of the class, this date, and the order of the program for what these leave
//! open. At the next level the same is asked of each class, with the dependences that are left between instances
//! on equal dates, and dates that are independent of the ones before; there is such an interleaving if there is one for *some*
//! choice of the dates, and there is a choice that is as good as any other.
//!
//! # Where the paper can be read in several ways
//!
//! Table 1 has the numbers of points of `F¹` for eight programs. They decide between readings:
//!
//! - **Non-negative coefficients** (definition 7), not any (definition 3). With arbitrary shifts, the last iteration of a loop and the
//!   first one of another loop can have the same date, so that all that depends in one direction could be
//!   fused: ludcmp would have more than 8 points. (By the letter even dates that are zero for all instances satisfy definition
//!   3; see [`Space::overlap`].)
//! - **Shifts are constant**, of any size: `c` in definition 7 is a number, and `-c <= θ(0) - θ'(0) <= c` (with
//!   `<` nothing could be aligned, `c = 0`). advect3d needs a shift by 1, and has all its 26
//!   points. [`Options::shift`] limits them. Constants of at least 16 in bounds of loops are sizes, as if they were
//!   parameters.
//! - **Skewing** is allowed: dates may be sums of several counters. atax has 16 points only if `y[i] = 0`, `t[i] += A[i][j] * x[j]` and
//!   `y[j] += A[i][j] * t[i]` can share a loop, with the dates `i`, `i` and `i + j`. But the sets `M` of
//!   section 4.3 are those of permutations without skewing ([`Space::permutations`]): with it, `(i, j)` would be in `M_RT`.
//! - **Statements without loops** can be in a loop, in one iteration of it, since condition 2 asks nothing of them: ludcmp
//!   has `y[0] = b[0]` before, in, or after the first nest or in the second one, and `x[n] = …` before the third nest or
//!   in it, which makes 8. At inner levels, the same holds for statements with fewer loops.
//! - **Dependences that are carried for some pairs only**: lemma 2 takes a dependence as a whole, carried by one
//!   level for all of its pairs. Here pairs of instances count: `F` is exact, and `L` is what the paper says.
//! - **Inner levels** depend on what is together at the outer ones: fewer dates are possible for a larger
//!   class, and less is ordered by them. Figure 3 tests the statements of the inner class alone.
//!
//! Two rows of the table cannot be had: for varcovar the paper has 96 points, and 192 are legal; for correl 176 and 240. The
//! numbers of dimensions and constraints that it prints show which ones are missing: exactly those in which `v[j1][j2] = 0`
//! comes before some statements that compute the means, or centre the columns, although it does not depend on them.
//!
//! # Example
//!
//! ```
//! use optimizer::space::{Options, Space};
//!
//! // x = A b, y = B x, z = C y: any two of them can share a loop, but not all three.
//! let domain = "[n] -> { R[i, j] : 0 <= i, j < n; S[i, j] : 0 <= i, j < n; T[i, j] : 0 <= i, j < n }";
//! let order = "[n] -> { R[i, j] -> R[i, j + 1]; S[i, j] -> S[i, j + 1]; T[i, j] -> T[i, j + 1];
//!     R[i, j] -> S[k, i]; S[i, j] -> T[k, i] }";
//! let space = Space::of_relations(&domain.parse()?, &order.parse()?, &"{ : }".parse()?, &Options::default())?;
//! assert_eq!(space.count(1)?, 3);
//! let listed = space.iter(1).map(|one| Ok(one?.words(space.names())));
//! let listed: Vec<String> = listed.collect::<presburger::Result<_>>()?;
//! assert_eq!(listed, ["{R, S} then T", "R then {S, T}", "R then S then T"]);
//! # Ok::<(), presburger::Error>(())
//! ```

mod candidates;
mod count;
pub mod counters;
mod encoding;
pub mod general;
mod interleaving;
mod level;
mod list;
mod order;
mod orders;
pub mod pairwise;
pub mod prune;
pub(crate) mod rows;
mod sample;
pub mod schedules;
mod steps;
pub mod words;

pub use candidates::Candidate;
pub use encoding::{Encoding, Known};
pub use interleaving::Interleaving;
pub use level::{Choice, Test};
pub use order::{Order, interleavings};
pub use orders::Orders;

use crate::schedule::Problem;
use dependence::Dependence;
use level::{Level, Program};
use presburger::{Result, Set, UnionMap, UnionSet, Value};
use rows::{Ground, Objective};
use scop::Scop;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use steps::Steps;

/// How a space is built, and how much work it may be.
///
/// ```
/// use optimizer::space::Options;
///
/// let aligned = Options { shift: Some(0), ..Options::default() };
/// assert!(aligned.pivots > 0);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// How sets of statements are found that cannot share a loop.
    pub test: Test,
    /// Which dates statements have that share a loop, where there are several levels.
    pub dates: Choice,
    /// By how many iterations statements that share a loop may be shifted against each other, if there is a
    /// limit; `Some(0)` aligns their first iterations.
    pub shift: Option<i64>,
    /// The pivots for one linear program.
    pub pivots: u64,
    /// The sets of statements that are tested at a level.
    pub sets: u64,
    /// The steps for counting, for a sample, and for finding the next interleaving.
    pub steps: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            test: Test::default(),
            dates: Choice::default(),
            shift: None,
            pivots: 20_000,
            sets: 100_000,
            steps: 10_000_000,
        }
    }
}

/// The legal interleavings of a program; see [the module](self).
///
/// What is asked for and takes more than [`Options`] allow is an [`Error::BudgetExhausted`](presburger::Error).
#[derive(Debug)]
pub struct Space {
    names: Vec<String>,
    program: Program,
    options: Options,
    outermost: Arc<Level>,
    /// The levels below, by the statements that share each of the loops above.
    known: Mutex<BTreeMap<Path, Arc<Level>>>,
}

/// The statements that share each of some loops, from the outside in.
type Path = Vec<Vec<usize>>;

/// A level, and the loops that its statements share above it.
#[derive(Clone)]
struct Place {
    level: Arc<Level>,
    path: Path,
}

impl Space {
    /// The space of a program, given its dependences.
    pub fn of_program(scop: &Scop, dependences: &[Dependence], options: &Options) -> Result<Space> {
        let problem = Problem::of_program(scop, dependences, false)?;
        let names = scop.statements.iter().map(|one| one.name.clone());
        Space::of_problem(problem, names.collect(), options)
    }

    /// The space of instances, some of which have to come before others; see [the module](self).
    pub fn of_relations(
        domain: &UnionSet,
        before: &UnionMap,
        context: &Set,
        options: &Options,
    ) -> Result<Space> {
        let problem = Problem::of_relations(domain, before, context)?;
        let names = problem.statements.iter().enumerate().map(|(i, one)| {
            let name = one.domain.tuple_name();
            name.map_or_else(|| format!("S{i}"), String::from)
        });
        let names = names.collect();
        Space::of_problem(problem, names, options)
    }

    fn of_problem(problem: Problem, names: Vec<String>, options: &Options) -> Result<Space> {
        let ground = Ground::new(&problem, options.pivots, options.shift)?;
        let program = Program {
            problem,
            ground,
            test: options.test,
            dates: options.dates,
            sets: options.sets,
        };
        Ok(Space {
            names,
            outermost: Arc::new(Level::outermost(&program)?),
            program,
            options: options.clone(),
            known: Mutex::default(),
        })
    }

    /// The names of the statements.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// `F¹`: the orders of the statements at the outermost level.
    pub fn outermost(&self) -> &Orders {
        &self.outermost.orders
    }

    /// The most loops that a statement has: deeper interleavings say nothing more.
    pub fn depth(&self) -> usize {
        let depths = self.program.ground.counters.iter().map(Vec::len);
        depths.max().unwrap_or(0)
    }

    fn top(&self) -> Place {
        Place {
            level: self.outermost.clone(),
            path: Vec::new(),
        }
    }

    /// The level below some elements of a level, a class of one of its orders.
    fn below(&self, place: &Place, class: &[usize]) -> Result<Place> {
        let statements = place.level.statements_of(class);
        let mut path = place.path.clone();
        path.push(statements);
        let mut known = self
            .known
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let level = match known.get(&path) {
            Some(level) => level.clone(),
            None => {
                let statements = &path[path.len() - 1];
                let level = Arc::new(place.level.below(&self.program, statements)?);
                known.insert(path.clone(), level.clone());
                level
            }
        };
        Ok(Place { level, path })
    }

    /// How many interleavings of so many levels there are.
    pub fn count(&self, depth: usize) -> Result<Value> {
        let mut steps = Steps::new(self.options.steps);
        self.count_below(&self.top(), depth, &mut steps)
    }

    fn count_below(&self, place: &Place, depth: usize, steps: &mut Steps) -> Result<Value> {
        if depth <= 1 {
            return place.level.orders.total(steps);
        }
        let table = self.weighted(place, depth, steps)?;
        Ok(table.total(&place.level.orders))
    }

    /// The numbers of orders of a level, each counted as often as there are interleavings below.
    fn weighted(&self, place: &Place, depth: usize, steps: &mut Steps) -> Result<count::Weighted> {
        let orders = &place.level.orders;
        count::weighted(orders, steps, &mut |class, steps| {
            let below = self.below(place, &orders.members(class))?;
            self.count_below(&below, depth - 1, steps)
        })
    }

    /// Whether an interleaving is legal.
    pub fn contains(&self, interleaving: &Interleaving) -> Result<bool> {
        Ok(self.objection(interleaving)?.is_none())
    }

    /// Why an interleaving is not legal; `None` if it is.
    ///
    /// ```
    /// use optimizer::space::{Interleaving, Options, Order, Space};
    ///
    /// let domain = "[n] -> { R[i] : 0 <= i < n; S[i] : 0 <= i < n }".parse()?;
    /// let order = "[n] -> { R[i] -> S[j] }".parse()?;
    /// let space = Space::of_relations(&domain, &order, &"{ : }".parse()?, &Options::default())?;
    /// let objection = |values| space.objection(&Interleaving::of_order(Order::from_values(values)));
    /// assert_eq!(objection(&[0, 1])?, None);
    /// assert_eq!(objection(&[1, 0])?.unwrap(), "S depends on R, and cannot come before it");
    /// assert_eq!(objection(&[0, 0])?.unwrap(), "R and S cannot share a loop");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn objection(&self, interleaving: &Interleaving) -> Result<Option<String>> {
        let (own, n) = (interleaving.outermost().len(), self.names.len());
        if own != n {
            return Ok(Some(format!(
                "it is of {own} statements, and the program has {n}"
            )));
        }
        self.objection_below(&self.top(), interleaving)
    }

    fn objection_below(
        &self,
        place: &Place,
        interleaving: &Interleaving,
    ) -> Result<Option<String>> {
        let level = &place.level;
        let name = |element: usize| self.names[level.statements[element]].as_str();
        if let Some(objection) = level.orders.objection(interleaving.outermost(), &name) {
            let outer = place.path.len();
            let inside = match outer {
                0 => String::new(),
                1 => " inside their common loop".into(),
                outer => format!(" inside their {outer} common loops"),
            };
            return Ok(Some(objection + &inside));
        }
        for (class, below) in interleaving.classes() {
            let Some(below) = below else { continue };
            let objection = self.objection_below(&self.below(place, &class)?, &below)?;
            if objection.is_some() {
                return Ok(objection);
            }
        }
        Ok(None)
    }

    /// All interleavings of so many levels, one after the other, found when they are asked for: in the order of
    /// [`Orders::iter`] at the outermost level, so that the first one has as few loops there as possible, and
    /// in this order in each class, the last class changing first. The numbers that people give them count
    /// from 1.
    ///
    /// An error is the last item.
    pub fn iter(&self, depth: usize) -> impl Iterator<Item = Result<Interleaving>> + '_ {
        let mut all = Some(self.list(self.top(), depth));
        std::iter::from_fn(move || {
            let next = all.as_mut()?.next();
            if matches!(next, None | Some(Err(_))) {
                all = None;
            }
            next
        })
    }

    fn list(&self, place: Place, depth: usize) -> Listed<'_, Interleaving> {
        let orders = place.level.orders.iter(self.options.steps);
        if depth <= 1 {
            return Box::new(orders.map(|order| order.map(Interleaving::of_order)));
        }
        Box::new(orders.flat_map(move |order| -> Listed<'_, Interleaving> {
            let order = match order {
                Ok(order) => order,
                Err(error) => return Box::new(std::iter::once(Err(error))),
            };
            let all = self.lists(place.clone(), Arc::new(order.classes()), 0, depth - 1);
            Box::new(all.filter_map(move |below| match below {
                Ok(below) => Interleaving::joined(&order, &below).map(Ok),
                Err(error) => Some(Err(error)),
            }))
        }))
    }

    /// What is below the classes from a position on.
    fn lists(
        &self,
        place: Place,
        classes: Arc<Vec<Vec<usize>>>,
        from: usize,
        depth: usize,
    ) -> Listed<'_, Vec<Interleaving>> {
        let Some(class) = classes.get(from) else {
            return Box::new(std::iter::once(Ok(Vec::new())));
        };
        let below = match self.below(&place, class) {
            Ok(below) => below,
            Err(error) => return Box::new(std::iter::once(Err(error))),
        };
        let own = self.list(below, depth);
        Box::new(own.flat_map(move |own| -> Listed<'_, Vec<Interleaving>> {
            let own = match own {
                Ok(own) => own,
                Err(error) => return Box::new(std::iter::once(Err(error))),
            };
            let others = self.lists(place.clone(), classes.clone(), from + 1, depth);
            Box::new(others.map(move |others| {
                let mut all = vec![own.clone()];
                all.extend(others?);
                Ok(all)
            }))
        }))
    }

    /// An interleaving of so many levels, each with the same chance if `random` returns numbers of 64 bits
    /// that are equally likely; `None` if there are none.
    pub fn sample(
        &self,
        depth: usize,
        random: &mut dyn FnMut() -> u64,
    ) -> Result<Option<Interleaving>> {
        let mut steps = Steps::new(self.options.steps);
        self.sample_below(&self.top(), depth, &mut steps, random)
    }

    fn sample_below(
        &self,
        place: &Place,
        depth: usize,
        steps: &mut Steps,
        random: &mut dyn FnMut() -> u64,
    ) -> Result<Option<Interleaving>> {
        let orders = &place.level.orders;
        if depth <= 1 {
            let order = sample::sample(orders, steps, random)?;
            return Ok(order.map(Interleaving::of_order));
        }
        let table = self.weighted(place, depth, steps)?;
        let Some(order) = sample::sample_weighted(orders, &table, steps, random)? else {
            return Ok(None);
        };
        let mut below = Vec::with_capacity(order.n_classes());
        for class in order.classes() {
            let place = self.below(place, &class)?;
            match self.sample_below(&place, depth - 1, steps, random)? {
                Some(one) => below.push(one),
                None => return Ok(None),
            }
        }
        Ok(Interleaving::joined(&order, &below))
    }

    /// Whether two statements share the outermost loop in all interleavings: they depend on each other.
    pub fn must_fuse(&self, one: usize, other: usize) -> bool {
        let orders = self.outermost();
        orders.node_of[one] == orders.node_of[other]
    }

    /// Whether two statements share the outermost loop in no interleaving.
    pub fn must_distribute(&self, one: usize, other: usize) -> bool {
        let orders = self.outermost();
        !orders.can_be_together(orders::bits([orders.node_of[one], orders.node_of[other]]))
    }

    /// Whether the loops of the second statement can come before those of the first one.
    pub fn can_distribute_and_swap(&self, one: usize, other: usize) -> bool {
        let orders = self.outermost();
        let (one, other) = (orders.node_of[one], orders.node_of[other]);
        one != other && orders.earlier[other] >> one & 1 == 0
    }

    /// Whether two statements overlap by definition 3, with dates of any form, if only their own dependences count;
    /// see [`general`].
    ///
    /// ```
    /// use optimizer::space::{Options, Space};
    ///
    /// let domain = "[n] -> { R[i] : 0 <= i < n; S[i] : 0 <= i < n }".parse()?;
    /// // All of R comes before all of S.
    /// let order = "[n] -> { R[i] -> S[j] }".parse()?;
    /// let space = Space::of_relations(&domain, &order, &"[n] -> { : n > 1 }".parse()?, &Options::default())?;
    /// assert!(space.must_distribute(0, 1));
    /// assert!(space.overlap(0, 1)?); // i and i + n - 1
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn overlap(&self, one: usize, other: usize) -> Result<bool> {
        general::overlap(&self.program.problem, one, other, self.options.pivots)
    }

    /// `M`: the pairs of loops of two statements, counted from the outside in, that can be permuted to the
    /// front so that the statements share them, without skewing (Convexity, section 4.3).
    pub fn permutations(&self, one: usize, other: usize) -> Result<BTreeSet<(usize, usize)>> {
        let ground = &self.program.ground;
        let statements = [one.min(other), one.max(other)];
        let mut wanted = Vec::with_capacity(2);
        for one in statements {
            wanted.push((one, ground.complement(one, &self.outermost.rows[one])?));
        }
        let edges = &self.outermost.graph.order;
        let mut found = BTreeSet::new();
        for (k, own) in ground.counters[one].iter().enumerate() {
            for (l, others) in ground.counters[other].iter().enumerate() {
                let may_use = |s: usize, c: usize| (s, c) == (one, k) || (s, c) == (other, l);
                let system = ground.system(&statements, edges, Objective::Small, &may_use)?;
                if system.independent(&wanted)?.is_some() {
                    found.insert((own.position, others.position));
                }
            }
        }
        Ok(found)
    }
}

/// Interleavings, or lists of them, that are found when they are asked for.
type Listed<'a, T> = Box<dyn Iterator<Item = Result<T>> + 'a>;
