//! What `loopwright space` prints: in how many ways the statements of each region can share loops, and which.

mod json;
mod text;

use optimizer::space::{Encoding, Options, Space, interleavings};
use presburger::{Error, Result, Value};
use scop::schedule::Placements;
use scop::{Diagnostic, Scop};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::program::{MORE, Request};
use crate::report;

pub use json::json;
pub use text::text;

/// What to look for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The levels of loops that are looked at, from the outside in; at least one.
    pub depth: usize,
    /// How many interleavings are listed at most; none if they are not.
    pub list: Option<usize>,
    /// By how many iterations statements that share a loop may be shifted against each other.
    pub shift: Option<i64>,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted {
            depth: 1,
            list: None,
            shift: None,
        }
    }
}

/// How large a set of interleavings is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// Its name in the paper: `O`, `F1`, `I2`, …
    pub name: String,
    /// The variables and constraints of the polyhedron whose points they are, if it is one.
    pub polyhedron: Option<(usize, usize)>,
    /// How many there are; nothing if counting them takes too long.
    pub points: Option<Value>,
}

/// An interleaving in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Which statements share loops.
    pub words: String,
    /// What the best dates do to them.
    pub remarks: Vec<String>,
}

/// The space of a region.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The number of loops.
    pub loops: usize,
    /// The number of references to memory in the text, `x += y` counted as two.
    pub references: usize,
    /// All interleavings, and the legal ones, of one level, and of as many levels as were asked for.
    pub sizes: Vec<Size>,
    /// Statements that share the outermost loop in all of them.
    pub together: Vec<Vec<String>>,
    /// The smallest sets of statements that never share one.
    pub apart: Vec<Vec<String>>,
    /// The first interleavings, if asked for.
    pub listed: Vec<Listed>,
    /// Whether there are more than these.
    pub has_more: bool,
    /// How long the analysis took, dependences included, until the legal interleavings of one level were
    /// known; nothing where there is no clock.
    pub time: Option<Duration>,
}

impl Analysis {
    /// The space of a model.
    ///
    /// ```
    /// use loopwright::program::{Request, read};
    /// use loopwright::space::{Analysis, Wanted};
    ///
    /// let text = "void f(int n, double a[n], double b[n]) {
    /// #pragma scop
    ///   for (int i = 0; i < n; i++)
    ///     a[i] = i;
    ///   for (int i = 0; i < n; i++)
    ///     b[i] = a[i];
    /// #pragma endscop
    /// }";
    /// let request = Request::default();
    /// let program = read(text, &request);
    /// let wanted = Wanted { list: Some(10), ..Wanted::default() };
    /// let found = Analysis::new(program.nests[0].scop(), &request, &wanted)?;
    /// let words: Vec<&str> = found.listed.iter().map(|one| one.words.as_str()).collect();
    /// assert_eq!(words, ["{S0, S1}", "S0 then S1"]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn new(scop: &Scop, request: &Request<'_>, wanted: &Wanted) -> Result<Analysis> {
        let start = now();
        let dependences = dependence::dependences(scop, &dependence::Options::default())?;
        let options = options(request, wanted.shift);
        let space = Space::of_program(scop, &dependences, &options)?;
        let time = start.map(|start| start.elapsed());
        let named = |set: &Vec<usize>| -> Vec<String> {
            set.iter().map(|&one| space.names()[one].clone()).collect()
        };
        let orders = space.outermost();
        let together = orders.nodes().iter().filter(|node| node.len() > 1);
        let mut found = Analysis {
            loops: Placements::new(&scop.schedule)?.members().count(),
            references: references(scop),
            sizes: Vec::new(),
            together: together.map(named).collect(),
            apart: orders.apart().map(|set| named(&set)).collect(),
            listed: Vec::new(),
            has_more: false,
            time,
        };
        found.add_sizes(&space, wanted.depth)?;
        for (i, one) in space.iter(wanted.depth).enumerate() {
            if wanted.list.is_none_or(|most| i >= most) {
                found.has_more = wanted.list.is_some();
                break;
            }
            let one = one?;
            found.listed.push(Listed {
                words: one.words(space.names()),
                remarks: space.remarks(&one)?,
            });
        }
        Ok(found)
    }

    fn add_sizes(&mut self, space: &Space, depth: usize) -> Result<()> {
        let n = space.names().len();
        let polyhedron = |encoding: &Encoding| (encoding.n_variables(), encoding.n_constraints());
        let legal = space.outermost().encoding();
        self.sizes.push(Size {
            name: "O".into(),
            polyhedron: Some(polyhedron(&Encoding::orders(n))),
            points: Some(interleavings(n, 1)),
        });
        self.sizes.push(Size {
            name: "F1".into(),
            polyhedron: Some(polyhedron(&legal)),
            points: counted(space.count(1))?,
        });
        if depth > 1 {
            self.sizes.push(Size {
                name: format!("I{depth}"),
                polyhedron: Some(polyhedron(&Encoding::interleavings(n, depth))),
                points: Some(interleavings(n, depth)),
            });
            self.sizes.push(Size {
                name: format!("F{depth}"),
                polyhedron: None,
                points: counted(space.count(depth))?,
            });
        }
        Ok(())
    }

    /// Whether something was not counted.
    pub fn is_incomplete(&self) -> bool {
        self.sizes.iter().any(|size| size.points.is_none())
    }
}

/// The time, where there is a clock.
fn now() -> Option<Instant> {
    match cfg!(all(target_family = "wasm", target_os = "unknown")) {
        true => None,
        false => Some(Instant::now()),
    }
}

/// How spaces are built within the budget of a request.
pub(crate) fn options(request: &Request<'_>, shift: Option<i64>) -> Options {
    let mut options = Options {
        shift,
        ..Options::default()
    };
    if let Some(budget) = request.budget {
        options.steps = budget;
        options.sets = options.sets.min(budget);
    }
    options
}

/// A number; nothing if counting takes too many steps.
fn counted(count: Result<Value>) -> Result<Option<Value>> {
    match count {
        Ok(count) => Ok(Some(count)),
        Err(Error::BudgetExhausted) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A warning that a region has interleavings that were not counted.
pub fn not_counted(region: usize) -> Diagnostic {
    let message = format!("the interleavings of region {region} are too many to count");
    Diagnostic::warning(report::NOT_COMPUTED, message, None).help(MORE)
}

/// The references in the text of the statements: `x += y` reads `x` and writes it, by one reference.
fn references(scop: &Scop) -> usize {
    let statements = scop.statements.iter();
    let counts = statements.map(|statement| {
        let spans = statement.accesses.iter().filter_map(|access| access.span);
        let unknown = statement
            .accesses
            .iter()
            .filter(|access| access.span.is_none());
        spans.collect::<BTreeSet<_>>().len() + unknown.count()
    });
    counts.sum()
}
