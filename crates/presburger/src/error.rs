//! What can go wrong, as values: bad text, spaces that do not fit, budgets that ran out.

use std::fmt;
use std::ops::Range;

/// Result of a public operation.
pub type Result<T> = std::result::Result<T, Error>;

/// Why an operation has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not an object in isl's notation.
    #[error("{0}")]
    Parse(ParseError),
    /// The operation budget of the enclosing [`Budget`](crate::Budget) is used up.
    #[error("operation budget exhausted")]
    BudgetExhausted,
    /// The [`deadline`](crate::Budget::deadline) of an enclosing budget has passed.
    #[error("out of time")]
    DeadlineExceeded,
    /// The [`cancel`](crate::Budget::cancel) flag of an enclosing budget was raised.
    #[error("cancelled")]
    Cancelled,
    /// The operands live in different spaces.
    #[error("incompatible spaces: {left} and {right}")]
    SpaceMismatch {
        /// The space of the first operand, in isl's notation.
        left: String,
        /// The space of the second operand, in isl's notation.
        right: String,
    },
    /// A minimum, maximum or enumeration was asked of something without a bound.
    #[error("unbounded: {0}")]
    Unbounded(&'static str),
    /// The operation does not apply to this value; the text says why.
    #[error("{0}")]
    Invalid(String),
}

impl Error {
    /// Whether a limit on the work was reached, be it of operations or of time, or somebody said
    /// stop: then the error says nothing about the operands.
    ///
    /// ```
    /// use presburger::Error;
    /// assert!(Error::BudgetExhausted.is_interruption());
    /// assert!(Error::DeadlineExceeded.is_interruption());
    /// assert!(!Error::Unbounded("the optimum does not exist").is_interruption());
    /// ```
    pub fn is_interruption(&self) -> bool {
        matches!(
            self,
            Error::BudgetExhausted | Error::DeadlineExceeded | Error::Cancelled
        )
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Error {
        Error::Invalid(message.into())
    }
}

/// A position in a text and what was wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// What was found and what was expected.
    pub message: String,
    /// Byte range of the offending text.
    pub span: Range<usize>,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
}

impl ParseError {
    pub(crate) fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> ParseError {
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        ParseError {
            message: message.into(),
            line: before.matches('\n').count() + 1,
            column: before.chars().rev().take_while(|c| *c != '\n').count() + 1,
            span,
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.message
        )
    }
}

/// Why an inner algorithm stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A value left the machine word: run again with big integers.
    Overflow,
    /// The operation budget is used up.
    Exhausted,
    /// A deadline has passed.
    Late,
    /// A cancel flag was raised.
    Cancelled,
    /// A number grew past any use (65,536 bits).
    TooLarge,
    /// An optimum does not exist.
    Unbounded,
    /// There are infinitely many points to sum over.
    Infinite,
    /// A sum has too many cases of remainders.
    TooManyCases,
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        match stop {
            Stop::Overflow | Stop::TooLarge => {
                Error::Invalid("a coefficient grew beyond 65536 bits".into())
            }
            Stop::Exhausted => Error::BudgetExhausted,
            Stop::Late => Error::DeadlineExceeded,
            Stop::Cancelled => Error::Cancelled,
            Stop::Infinite => Error::Unbounded("there are infinitely many points"),
            Stop::TooManyCases => {
                Error::Invalid("a sum has more than 65536 cases of remainders in one step".into())
            }
            Stop::Unbounded => Error::Unbounded("the optimum does not exist"),
        }
    }
}

/// Runs `$body` with `$t` = `i64`; after an overflow once more with `$t` = `Big`.
///
/// The body is an expression of type `Run<_>` whose value does not mention `$t`.
macro_rules! exact {
    ($t:ident => $body:expr) => {{
        let narrow = {
            #[allow(dead_code)]
            type $t = i64;
            #[allow(clippy::redundant_closure_call)]
            (|| $body)()
        };
        match narrow {
            Err($crate::error::Stop::Overflow) => {
                #[allow(dead_code)]
                type $t = $crate::number::Big;
                #[allow(clippy::redundant_closure_call)]
                (|| $body)()
            }
            other => other,
        }
    }};
}
pub(crate) use exact;
