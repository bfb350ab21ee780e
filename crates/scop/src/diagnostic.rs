//! What is said about a source: one sentence, the places it speaks of, what to do.
//!
//! A diagnostic is data. How it looks on a terminal or in JSON is the business of the program.

use crate::{FileId, Span};
use std::fmt;

/// The stable name of a kind of diagnostic, `LW0101`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing came of the request.
    Error,
    /// The request was carried out, but not as one may have thought.
    Warning,
    /// Only information.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// One message about a source.
///
/// ```
/// use scop::{Code, Diagnostic, FileId, Span};
///
/// let goto = Span::new(FileId::MAIN, 40, 44);
/// let error = Diagnostic::error(Code("LW0110"), "a jump leaves the loop nest", goto)
///     .label(goto, "jumps here")
///     .help("write the condition as an `if` around the statements");
/// assert_eq!(error.to_string(), "error[LW0110]: a jump leaves the loop nest");
/// assert_eq!(error.span, Some(goto));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The kind of message.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence, in lower case and without a full stop.
    pub message: String,
    /// The main place; nothing when the message is about a file as a whole, or an option.
    pub span: Option<Span>,
    /// Words under the main place and other places.
    pub labels: Vec<Label>,
    /// Why it is so.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at a place, or at none.
    pub fn error(
        code: Code,
        message: impl Into<String>,
        span: impl Into<Option<Span>>,
    ) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message.into(), span.into())
    }

    /// A warning at a place, or at none.
    pub fn warning(
        code: Code,
        message: impl Into<String>,
        span: impl Into<Option<Span>>,
    ) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message.into(), span.into())
    }

    fn new(severity: Severity, code: Code, message: String, span: Option<Span>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message,
            span,
            labels: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Where its main place begins, for sorting; messages without one come last.
    pub fn place(&self) -> (FileId, u32) {
        let span = self.span;
        span.map_or((FileId::NONE, 0), |span| (span.file, span.start))
    }

    /// Adds words under a place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a reason.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}
