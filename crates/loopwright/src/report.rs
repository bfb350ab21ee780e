//! What is to be said about a program: diagnostics with the texts that they speak of, for
//! people and for tools.

use annotate_snippets::Level;
pub use scop::codes::{program::*, verdict::*};
use scop::{Code, Diagnostic, Label, Severity, SourceMap, Span};
use serde_json::{Value, json};

use crate::frame::{Frame, Place};
use crate::lines::lines;

/// An error without a place.
pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, message, None)
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
/// use scop::{Code, Diagnostic, Span};
///
/// let mut files = scop::SourceMap::default();
/// let file = files.add("a.c", "x = y;\n");
/// let y = Span::new(file, 4, 5);
/// let text = render(&Diagnostic::error(Code("LW0203"), "what is `y`?", y), &files);
/// assert!(text.contains("a.c:1:5"));
/// ```
pub fn render(diagnostic: &Diagnostic, files: &SourceMap) -> String {
    let place = |span: Span, label| {
        files.get(span.file).map(|file| Place {
            name: &file.name,
            text: &file.text,
            range: span.range(),
            label,
        })
    };
    // Words about the main place stand beside its mark.
    let is_main = |label: &&Label| Some(label.span) == diagnostic.span;
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
        primary: diagnostic
            .span
            .and_then(|span| place(span, main.map_or("", |label| &label.text))),
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
pub fn to_json(diagnostic: &Diagnostic, files: &SourceMap) -> Value {
    let labels = diagnostic
        .labels
        .iter()
        .map(|label| json!({ "span": place_json(label.span, files), "text": label.text }));
    json!({
        "severity": diagnostic.severity.to_string(),
        "code": diagnostic.code.0,
        "message": diagnostic.message,
        "span": diagnostic.span.map(|span| place_json(span, files)),
        "labels": labels.collect::<Vec<_>>(),
        "notes": diagnostic.notes,
        "help": diagnostic.help,
    })
}

pub(crate) fn place_json(span: Span, files: &SourceMap) -> Value {
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
