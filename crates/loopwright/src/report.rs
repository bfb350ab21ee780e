//! What is to be said about a program: diagnostics with the texts that they speak of, for
//! people and for tools.

use annotate_snippets::Level;
use frontend::Files;
use scop::{Code, Diagnostic, FileId, Label, Severity, Span};
use serde_json::{Value, json};

use crate::frame::{Frame, Place};
use crate::lines::lines;

/// A place in no text: the message is about the file as a whole, or about an option.
pub const NOWHERE: Span = Span {
    file: FileId(u32::MAX),
    start: 0,
    end: 0,
};

/// A file cannot be read.
pub const UNREADABLE: Code = Code("LW0001");
/// A file is not text.
pub const NOT_TEXT: Code = Code("LW0002");
/// There is no such region.
pub const NO_SUCH_REGION: Code = Code("LW0003");
/// The value of `--context` is not a condition on parameters.
pub const BAD_CONTEXT: Code = Code("LW0004");
/// An OpenScop file is malformed.
pub const BAD_OPENSCOP: Code = Code("LW0005");
/// Sets are too large to compute with.
pub const NOT_COMPUTED: Code = Code("LW0006");

/// A loop that was to run in parallel cannot.
pub const NOT_PARALLEL: Code = Code("LW0007");
/// What was written could not be proved to be right.
pub const NOT_PROVED: Code = Code("LW0008");
/// New loops cannot stand where the old ones are.
pub const NOT_IN_PLACE: Code = Code("LW0009");

/// A script for one region is given to a program with several.
pub const SEVERAL_REGIONS: Code = Code("LW0501");
/// A dependence is not respected.
pub const BROKEN: Code = Code("LW0502");
/// Iterations of a loop that is claimed to be parallel depend on each other.
pub const RACE: Code = Code("LW0503");
/// Two instances have one date.
pub const SAME_DATE: Code = Code("LW0504");
/// Instances are not executed, or too often.
pub const NOT_EXECUTED: Code = Code("LW0505");
/// A loop declares a reduction that is none.
pub const BAD_REDUCTION: Code = Code("LW0506");
/// The result was not checked.
pub const UNCHECKED: Code = Code("LW0507");

/// There is no script, or one too many.
pub const NO_SCRIPT: Code = Code("LW0508");

/// An error without a place.
pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, message, NOWHERE)
}

/// Whether there is an error among them.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// The text to show, with ANSI colours: write it through something that removes them where
/// they are not wanted.
///
/// ```
/// use loopwright::report::render;
/// use scop::{Code, Diagnostic, FileId, Span};
///
/// let mut files = frontend::Files::default();
/// let file = files.add("a.c", "x = y;\n");
/// let y = Span::new(file, 4, 5);
/// let text = render(&Diagnostic::error(Code("LW0203"), "what is `y`?", y), &files);
/// assert!(text.contains("a.c:1:5"));
/// ```
pub fn render(diagnostic: &Diagnostic, files: &Files) -> String {
    let place = |span: Span, label| {
        files.get(span.file).map(|file| Place {
            name: &file.name,
            text: &file.text,
            range: span.range(),
            label,
        })
    };
    // Words about the main place stand beside its mark.
    let is_main = |label: &&Label| label.span == diagnostic.span;
    let main = diagnostic.labels.iter().find(is_main);
    let others = diagnostic.labels.iter();
    let others = others.filter(|label| main.is_none_or(|main| !std::ptr::eq(main, *label)));
    Frame {
        level: match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        },
        code: Some(diagnostic.code.0),
        title: &diagnostic.message,
        primary: place(diagnostic.span, main.map_or("", |label| &label.text)),
        others: others
            .filter_map(|label| place(label.span, &label.text))
            .collect(),
        notes: &diagnostic.notes,
        help: &diagnostic.help,
    }
    .render()
}

/// For tools: `severity`, `code`, `message`, `span`, `labels`, `notes`, `help`. A place has the
/// name of the file, bytes (`start`, `end`) and lines and columns from 1; it is `null` when the
/// message is about no place.
pub fn to_json(diagnostic: &Diagnostic, files: &Files) -> Value {
    let labels = diagnostic
        .labels
        .iter()
        .map(|label| json!({ "span": place_json(label.span, files), "text": label.text }));
    json!({
        "severity": diagnostic.severity.to_string(),
        "code": diagnostic.code.0,
        "message": diagnostic.message,
        "span": place_json(diagnostic.span, files),
        "labels": labels.collect::<Vec<_>>(),
        "notes": diagnostic.notes,
        "help": diagnostic.help,
    })
}

pub(crate) fn place_json(span: Span, files: &Files) -> Value {
    let (Some(file), Some(lines)) = (files.get(span.file), lines(files, span)) else {
        return Value::Null;
    };
    let bytes = |offset| frontend::bytes::offset_in_file(&file.text, offset);
    json!({
        "file": file.name,
        "start": bytes(span.range().start),
        "end": bytes(span.range().end),
        "line": lines.line,
        "column": lines.column,
        "end_line": lines.end_line,
        "end_column": lines.end_column,
    })
}
