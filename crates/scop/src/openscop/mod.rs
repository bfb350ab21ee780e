//! OpenScop 1.0: the text format that Clan, Candl, Pluto and Clay exchange.
//!
//! A scop is a list of integer matrices: a context, and for each statement a domain, a scattering
//! and accesses. A row of a matrix is one constraint:
//!
//! ```text
//! DOMAIN
//! 2 5 1 0 0 2                    rows, columns; output, input and local dimensions, parameters
//! # e/i| i | N  M | 1
//!    1   1   0  0   0            i >= 0
//!    1  -1   1  0  -1            N - i - 1 >= 0
//! ```
//!
//! The first column tells equalities (0) from inequalities (1), the last is the constant. An
//! access has the number of the array as its first output dimension, the subscripts follow.
//! Names of arrays, iterators and the text of a statement are in *extensions* between tags.
//!
//! What the format has no place for (types, storage, reductions, places in the source, holes,
//! the schedule tree behind the scattering) goes into an extension `<loopwright>` of our own:
//! reading what was written gives an equal model back. Where the extension contradicts the rest,
//! because another tool has changed it, the rest is right. Extensions that we do not know are
//! kept as they are.
//!
//! (Bastoul, *OpenScop: A Specification and a Library for Data Exchange in Polyhedral
//! Compilation Tools*, 2011.)

mod build;
mod constraints;
mod cursor;
mod extension;
mod parse;
mod relation;
mod write;

use crate::Scop;
use presburger::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// A scop with what an OpenScop file says beyond it.
///
/// ```
/// use scop::openscop::OpenScop;
///
/// let text = "<OpenScop>
/// C
/// CONTEXT
/// 0 3 0 0 0 1
/// 1
/// <strings>
/// N
/// </strings>
/// 1
/// 3
/// DOMAIN
/// 2 4 1 0 0 1
/// 1  1 0  0
/// 1 -1 1 -1
/// SCATTERING
/// 3 7 3 1 0 1
/// 0 -1 0 0 0 0 0
/// 0 0 -1 0 1 0 0
/// 0 0 0 -1 0 0 0
/// WRITE
/// 2 6 2 1 0 1
/// 0 -1 0 0 0 1
/// 0 0 -1 1 0 0
/// 1
/// <body>
/// 1
/// i
/// A[i] = 0;
/// </body>
/// <arrays>
/// 1
/// 1 A
/// </arrays>
/// </OpenScop>
/// ";
/// let file: OpenScop = text.parse()?;
/// let scop = &file.scop;
/// assert!(scop.statements[0].domain.is_equal(&"[N] -> { S0[i] : 0 <= i < N }".parse()?)?);
/// assert!(scop.writes()?.is_equal(&"[N] -> { S0[i] -> A[i] : 0 <= i < N }".parse()?)?);
/// let again: OpenScop = file.to_text()?.parse()?;
/// assert!(again.scop.is_equal(scop)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct OpenScop {
    /// The language of the statements, `C`.
    pub language: String,
    /// The model.
    pub scop: Scop,
    /// Extensions of the scop that the model does not hold, as they stand in the file.
    pub extensions: Vec<Extension>,
    /// Extensions of the statements that the model does not hold, one list for each statement.
    pub statement_extensions: Vec<Vec<Extension>>,
}

/// A piece of text between `<name>` and `</name>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The name in the tags.
    pub name: String,
    /// What stands between them, without the line break after the first.
    pub text: String,
}

impl OpenScop {
    /// A model in C without further extensions.
    pub fn new(scop: Scop) -> OpenScop {
        OpenScop {
            language: "C".into(),
            statement_extensions: vec![Vec::new(); scop.statements.len()],
            scop,
            extensions: Vec::new(),
        }
    }

    /// All scops of a text.
    pub fn parse_all(text: &str) -> Result<Vec<OpenScop>> {
        parse::parse(text)
    }

    /// The text of the file.
    pub fn to_text(&self) -> Result<String> {
        write::write(self)
    }
}

impl FromStr for OpenScop {
    type Err = Error;

    /// Reads a text with one scop.
    fn from_str(text: &str) -> Result<OpenScop> {
        let mut all = parse::parse(text)?;
        match (all.pop(), all.len()) {
            (Some(only), 0) => Ok(only),
            (_, n) => Err(Error::Invalid(format!(
                "expected one scop, found {}",
                n + 1
            ))),
        }
    }
}

impl fmt::Display for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.text.ends_with('\n') || self.text.is_empty() {
            ""
        } else {
            "\n"
        };
        write!(f, "<{0}>\n{1}{end}</{0}>\n", self.name, self.text)
    }
}
