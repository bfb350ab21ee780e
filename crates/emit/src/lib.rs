//! C for generated loops, with the text of the original statements.
//!
//! A syntax tree of `astgen` says which instance of which statement runs where; the model has the
//! text of each statement with holes where its iterators stand. This crate writes the text with
//! the holes filled in (`substitute`) inside of loops with readable counters (`names`) that go the
//! way that the source went (`flip`).

mod arithmetic;
mod constants;
mod declarations;
mod flip;
mod macros;
mod marks;
mod names;
mod place;
mod plain;
mod remarks;
mod share;
mod sizes;
mod substitute;
mod text;
mod types;
mod wrap;

use std::collections::BTreeSet;
use std::ops::Range;

use astgen::ast::Node;
use frontend::surroundings::Surroundings;
use frontend::{Allocation, Remarks, Size};
use legality::Legal;
use presburger::Set;

pub use plain::{Plain, plain};
pub use types::Type;

/// How to write a region.
#[derive(Clone, Debug)]
pub struct Options {
    /// What each line begins with.
    pub margin: String,
    /// What one level is indented by.
    pub indent: String,
    /// Integer variables that the region can see and use as counters, with their types: a loop
    /// over one of them that is wide enough declares none of its own.
    pub declared: Vec<(String, Type)>,
    /// The parameters for which the source computes what its model says, if not all: others need
    /// not be thought of.
    pub valid: Option<Set>,
    /// Whether loops that are to run in parallel or in vector lanes say so, for OpenMP.
    pub pragmas: bool,
    /// Words that mean something in the program around the region, or may: a counter that is not
    /// one of the source has none of these names.
    pub reserved: BTreeSet<String>,
    /// Macros of the program, whose names are not for others.
    pub macros: BTreeSet<String>,
    /// Macros that say how far the loops of the source go: those of new ones are written with them.
    pub sizes: Vec<Size>,
    /// What the program calls the smaller of two integers; a macro is defined otherwise.
    pub minimum: Option<String>,
    /// And the larger one.
    pub maximum: Option<String>,
    /// Names that macros in the statements' texts use for something that is no iterator of theirs:
    /// no counter, and no macro of the text, has one of them.
    pub hidden: BTreeSet<String>,
    /// The comments on statements and loops.
    pub remarks: Remarks,
    /// What stands around the region that matters to OpenMP.
    pub surroundings: Surroundings,
    /// Arrays whose memory the program itself allocates in the region: their sizes and what is done
    /// without memory are the program's.
    pub allocations: Vec<Allocation>,
    /// Why the text cannot call `malloc`, if it cannot.
    pub no_malloc: Option<String>,
    /// Whether labels are written: there is one of a name in a function.
    pub labels: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            margin: "  ".into(),
            indent: "  ".into(),
            declared: Vec::new(),
            valid: None,
            pragmas: true,
            reserved: BTreeSet::new(),
            macros: BTreeSet::new(),
            sizes: Vec::new(),
            minimum: None,
            maximum: None,
            hidden: BTreeSet::new(),
            remarks: Remarks::default(),
            surroundings: Surroundings::default(),
            allocations: Vec::new(),
            no_malloc: None,
            labels: true,
        }
    }
}

/// Why a region cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The tree runs a statement that the model does not have.
    UnknownStatement(String),
    /// An expression cannot be written.
    Expression(String),
    /// A comment has characters that this crate has another use for.
    Comment,
    /// Something fits no integer type of C, whatever the parameters are.
    NoType,
    /// No memory can be allocated for an array.
    Allocation(String),
    /// An array needs memory from `malloc`, which the text cannot call.
    NoMalloc {
        /// The array.
        array: String,
        /// Why not.
        why: String,
    },
    /// Sets cannot be computed with, or not within the budget.
    Sets(presburger::Error),
}

impl From<presburger::Error> for Error {
    fn from(error: presburger::Error) -> Error {
        Error::Sets(error)
    }
}

impl From<astgen::Error> for Error {
    fn from(error: astgen::Error) -> Error {
        match error {
            astgen::Error::Sets(error) => Error::Sets(error),
            error => Error::Expression(error.to_string()),
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::UnknownStatement(name) => write!(f, "there is no statement `{name}`"),
            Error::Expression(why) => write!(f, "cannot write an expression: {why}"),
            Error::Comment => write!(f, "one of its comments contains control characters"),
            Error::Allocation(why) => write!(f, "cannot allocate memory: {why}"),
            Error::NoMalloc { array, why } => {
                write!(f, "`{array}` needs memory from `malloc`, but {why}")
            }
            Error::NoType => f.write_str("it computes values too large for any integer type of C"),
            Error::Sets(why) => write!(f, "cannot compute an expression: {why}"),
        }
    }
}

impl std::error::Error for Error {}

/// Result of writing.
pub type Result<T> = std::result::Result<T, Error>;

/// A region as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What stands between the pragmas, without them.
    pub text: String,
    /// The statements in it, in the order of the text.
    pub statements: Vec<Placed>,
    /// The loops that were to run in parallel or in vector lanes and do not.
    pub sequential: Vec<Sequential>,
    /// The names of the constants that it declares for iterators.
    pub constants: BTreeSet<String>,
    /// The parameters for which the text is right, if not all: for others it computes something
    /// that fits no type. The text says so itself.
    pub only: Option<Set>,
}

/// A statement in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its name in the model.
    pub statement: String,
    /// Where it stands.
    pub range: Range<usize>,
    /// The values of its iterators, as the text would write them at this place.
    pub arguments: Vec<String>,
    /// Where the text of the model was filled in, hole by hole.
    pub holes: Vec<Range<usize>>,
}

/// A loop that was to run in parallel or in vector lanes, and cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequential {
    /// The name of its counter.
    pub counter: String,
    /// What stands in the way.
    pub why: String,
}

/// The conditions of a set of parameters, in isl's notation.
///
/// ```
/// let set = "[n] -> { : 0 < n < 9 }".parse()?;
/// assert_eq!(emit::conditions(&set), "1 <= n <= 8");
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn conditions(parameters: &Set) -> String {
    let text = parameters.to_string();
    let inner = text.split_once(" : ");
    let inner = inner.and_then(|(_, rest)| rest.strip_suffix(" }"));
    inner.unwrap_or(&text).replace("; : ", " or ")
}

/// The text of the region: what stands between the pragmas, without them.
///
/// ```
/// use scop::{Body, Hole, Scop, Statement, ScheduleTree};
///
/// let mut s = Statement::new("[n] -> { S[i] : 0 <= i < n }".parse()?);
/// s.body = Body {
///     text: "a[i] = 0;".into(),
///     holes: vec![Hole { range: 2..3, value: "[n] -> { S[i] -> [i] }".parse()? }],
/// };
/// let tree: ScheduleTree = r#"{ domain: "[n] -> { S[i] : 0 <= i < n }",
///     child: { schedule: "[{ S[i] -> [-i] }]" } }"#.parse()?;
/// let scop = Scop {
///     name: "f".into(),
///     parameters: vec![scop::Parameter::new("n")],
///     context: "[n] -> { : }".parse()?,
///     arrays: vec![],
///     statements: vec![s],
///     schedule: tree.clone(),
///     span: None,
/// };
/// let ast = astgen::Generator::new().from_tree(&tree).unwrap();
/// let legal = legality::Legal::original(&scop);
/// let text = emit::region(&legal, &ast, &emit::Options::default()).unwrap();
/// assert_eq!(text, "  for (long i = n - 1L; i >= 0; i--)\n    a[i] = 0;\n");
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn region(legal: &Legal, ast: &Node, options: &Options) -> Result<String> {
    Ok(write(legal, ast, options)?.text)
}

/// The text of the region, and what stands where in it.
///
/// `ast` is what code generation made of the schedule. A loop with the attribute `parallel` gets
/// `#pragma omp parallel for`, one with `vector` `#pragma omp simd`, with the clauses that the
/// proof of the schedule calls for. A region whose order was not proved begins with a comment that
/// says so.
///
/// Labels and comments stand once in the text. The label of a statement is at its first copy, that
/// of a loop at the first loop that is made of it; a label for which there is no loop any more is
/// left out, because it would speak of something else.
pub fn write(legal: &Legal, ast: &Node, options: &Options) -> Result<Written> {
    let ast = flip::flipped(ast);
    let names = names::choose(legal.scop(), &ast, options);
    text::write(legal, &ast, &names, options)
}
