//! The script language: loop transformations as a short program.
//!
//! A script changes the *order* of a program's instances, and says where variables are to be kept
//! ([`Outcome::storage`]). It works on the 2d+1
//! view of a schedule, a vector `(p0, j1, p1, …, jM, pM)` of positions `p` and iterations `j` for
//! each statement, with the four operators of Namjoshi and Singhania, *Loopy* (`realign`, `lift`,
//! `affine`, `isplit`), with the classic transformations by name, each defined by what it does to
//! these vectors, and with whole mappings of statements (Kelly and Pugh, 1995).
//!
//! ```
//! # use scop::Scop;
//! # fn example(scop: &Scop) -> Result<(), script::Diagnostics> {
//! let script = script::parse("affine(Mult, { [i, j, k] -> [i, k, j] })", "ikj.lw")?;
//! let outcome = script::run(&script, scop, &script::Options::default())?;
//! println!("{}", outcome.vectors());
//! # Ok(())
//! # }
//! ```
//!
//! Whether the new order is *legal* is not decided here: dependences may be broken in the middle
//! of a script and mended at its end. [`Outcome::steps`] has the order after each operation, so
//! that the one that breaks a dependence can be found.
//!
//! The language is described in [`reference`].

mod arguments;
mod build;
mod checks;
mod classic;
mod imports;
mod inline;
mod interpret;
mod lexer;
mod library;
mod linear;
mod normalise;
mod operations;
mod operators;
mod original;
mod pack;
mod parser;
mod parts;
pub mod reference;
mod registers;
mod relation;
mod rows;
mod show;
mod state;
mod storage;
mod suggest;
mod syntax;
mod wishes;

pub use inline::inline;
pub use library::{Imported, Loader, library};
pub use pack::{Buffer, Copying};
pub use parts::{Component, Part, PartLoop};
pub use scop::codes::script as codes;
pub use show::Vector;
pub use storage::Wish;
pub use syntax::Script;

use scop::schedule::ScheduleTree;
use scop::{Diagnostic, FileId, Scop, SourceMap, Span};
use std::fmt;

/// Why there is no result.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    /// What is wrong; at least one error.
    pub list: Vec<Diagnostic>,
    /// The texts that they speak of.
    pub files: SourceMap,
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.list.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

/// How to run a script.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Whether iterators count from 0 in steps of 1, whatever the loops of the source do. A
    /// script can ask for it as well, with `use normalised`.
    pub normalised: bool,
    /// Where imported files come from; without one only `import std.…` works.
    pub loader: Option<&'a Loader<'a>>,
}

/// What a script made of a program.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The new order.
    pub schedule: ScheduleTree,
    /// The order after each operation that changes it, in the order of execution. The last one is
    /// `schedule` but for options of code generation.
    pub steps: Vec<Step>,
    /// The texts that the script was given with, then the imported ones.
    pub files: SourceMap,
    /// Whether iterators were counted from 0 in steps of 1.
    pub normalised: bool,
    /// Where variables are to be kept, in the order of the script.
    pub storage: Vec<Wish>,
    /// The buffers that are wanted, in the order of the script.
    pub buffers: Vec<Buffer>,
    pieces: Vec<state::Piece>,
    components: Vec<Component>,
    /// What may not be meant: operations that undo what earlier ones asked for.
    pub warnings: Vec<Diagnostic>,
    vectors: Vec<Vector>,
}

/// One operation of a script and what it led to.
#[derive(Clone, Debug)]
pub struct Step {
    /// The operation in the script.
    pub span: Span,
    /// Its text.
    pub text: String,
    /// The calls that led to it, outermost first, when it stands in a function.
    pub calls: Vec<Span>,
    /// The order after it.
    pub schedule: ScheduleTree,
}

/// Reads a script.
///
/// ```
/// let script = script::parse("let T = 32  # tile size\ntile(Mult, T, T, T)", "tiles.lw")?;
/// assert!(!script.is_empty());
///
/// let error = script::parse("tile(Mult, 32", "tiles.lw").unwrap_err();
/// assert_eq!(error.to_string(), "error[LW0404]: expected `,` or `)`, found the end of the script");
/// # Ok::<(), script::Diagnostics>(())
/// ```
pub fn parse(text: &str, name: &str) -> Result<Script, Diagnostics> {
    let mut files = SourceMap::default();
    let file = files.add(name, text);
    parse_in(&files, file)
}

/// Reads the script that is one of several texts.
///
/// ```
/// let mut files = scop::SourceMap::default();
/// files.add("kernel.c", "for (i = 0; i < n; i++) ...");
/// let file = files.add("tiles.lw", "tile(Mult 32)");
/// let error = script::parse_in(&files, file).unwrap_err();
/// assert_eq!(error.files.slice(error.list[0].span.unwrap()), "32");
/// ```
pub fn parse_in(files: &SourceMap, file: FileId) -> Result<Script, Diagnostics> {
    let text = files.get(file).map_or("", |source| &source.text);
    with_texts(parser::parse_text(text, file), files, file)
}

/// A script, or what is wrong with it, with the texts that it is one of.
fn with_texts(
    parsed: Result<Vec<syntax::Item>, Vec<Diagnostic>>,
    files: &SourceMap,
    file: FileId,
) -> Result<Script, Diagnostics> {
    let files = files.clone();
    match parsed {
        Ok(items) => Ok(Script { items, file, files }),
        Err(list) => Err(Diagnostics { list, files }),
    }
}

/// Carries out a script on the order of a program.
///
/// ```
/// use scop::{Scop, Statement};
/// # fn scop() -> presburger::Result<Scop> {
/// #     let domain: presburger::Set = "[n] -> { S[i, j] : 0 <= i, j < n }".parse()?;
/// #     let schedule = r#"
/// # domain: "[n] -> { S[i, j] : 0 <= i, j < n }"
/// # child: { schedule: "[{ S[i, j] -> [i] }, { S[i, j] -> [j] }]", iterators: [ i, j ] }
/// # "#;
/// #     Ok(Scop {
/// #         name: "f".into(),
/// #         parameters: vec![scop::Parameter::new("n")],
/// #         context: "[n] -> { : }".parse()?,
/// #         arrays: Vec::new(),
/// #         statements: vec![Statement::new(domain)],
/// #         schedule: schedule.parse()?,
/// #         span: None,
/// #     })
/// # }
/// let scop = scop()?; // for (i = 0; i < n; i++) for (j = 0; j < n; j++) S
/// let script = script::parse("interchange(S.i, S.j)", "example.lw")?;
/// let outcome = script::run(&script, &scop, &script::Options::default())?;
/// let expected = "[n] -> { S[i, j] -> [j, i] : 0 <= i, j < n }";
/// assert!(outcome.schedule.map()?.is_equal(&expected.parse()?)?);
/// assert_eq!(outcome.vectors(), "S[i, j] -> (0, j, 0, i, 0)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(script: &Script, scop: &Scop, options: &Options<'_>) -> Result<Outcome, Diagnostics> {
    interpret::run(script, scop, options)
}
