//! Errors with a place, and how they are shown.
//!
//! ```text
//! error: `dom` takes a map, this is a set
//!  --> script.iscc:2:5
//!   |
//! 2 | dom S;
//!   | --- ^
//!   |
//!   = help: `unwrap` makes a map of a set of pairs, `identity` of any set
//! ```

use std::ops::Range;

use annotate_snippets::Level;

use crate::exit::Exit;
use crate::frame::{Frame, Place};

/// A text with a name to show for it.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file's path, or what stands for it.
    pub name: String,
    /// All of the text.
    pub text: String,
}

impl Source {
    /// A source from its name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// What kind of failure it is; the exit code of the program follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// An `assert` does not hold.
    Assertion,
    /// The input is at fault.
    Input,
    /// The program is at fault.
    Internal,
}

impl Severity {
    /// How the program ends after it.
    pub fn exit(self) -> Exit {
        match self {
            Severity::Assertion => Exit::Refused,
            Severity::Input => Exit::BadInput,
            Severity::Internal => Exit::Internal,
        }
    }
}

/// An error in a source.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// What kind of failure it is.
    pub severity: Severity,
    /// One sentence: the cause.
    pub message: String,
    /// The bytes of the source at fault.
    pub span: Range<usize>,
    /// A few words beside the caret; may be empty.
    pub label: String,
    /// Other places that matter, with a few words each.
    pub context: Vec<(Range<usize>, String)>,
    /// What would help, one line each.
    pub help: Vec<String>,
    /// Further facts, one line each.
    pub notes: Vec<String>,
    /// Where it happened, when that is not the source that was run but one it took in.
    pub source: Option<Source>,
}

impl Diagnostic {
    /// Bad input at a place.
    pub fn input(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Input,
            message: message.into(),
            span,
            label: String::new(),
            context: Vec::new(),
            help: Vec::new(),
            notes: Vec::new(),
            source: None,
        }
    }

    /// With words beside the caret.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// With another place that matters.
    pub fn context(mut self, span: Range<usize>, label: impl Into<String>) -> Diagnostic {
        self.context.push((span, label.into()));
        self
    }

    /// With a line that says what would help.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    /// With a further fact.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// With another severity.
    pub fn severity(mut self, severity: Severity) -> Diagnostic {
        self.severity = severity;
        self
    }

    /// The text to show, with ANSI colours: write it through something that removes them
    /// where they are not wanted.
    pub fn render(&self, source: &Source) -> String {
        let source = self.source.as_ref().unwrap_or(source);
        let place = |span: &Range<usize>, label| Place {
            name: &source.name,
            text: &source.text,
            range: span.clone(),
            label,
        };
        Frame {
            level: match self.severity {
                Severity::Internal => Level::ERROR.with_name("internal error"),
                _ => Level::ERROR,
            },
            code: None,
            title: &self.message,
            primary: Some(place(&self.span, &self.label)),
            others: self
                .context
                .iter()
                .map(|(span, label)| place(span, label))
                .collect(),
            notes: &self.notes,
            help: &self.help,
        }
        .render()
    }
}
