//! Lines and columns of places.

use frontend::lexer::line_ends;
use scop::{FileId, SourceMap, Span};

/// Line and column of the first and after the last character, counted from 1; columns count
/// characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) end_line: usize,
    pub(crate) end_column: usize,
}

/// Where a place is; nothing when it is in no text.
pub(crate) fn lines(files: &SourceMap, span: Span) -> Option<Lines> {
    let text = &files.get(span.file)?.text;
    let position = |offset: usize| {
        let before = text.get(..offset)?;
        let is_end = |at: &usize| *at < offset;
        let start = line_ends(text).take_while(is_end).last();
        let start = start.map_or(0, |end| end + 1);
        let line = line_ends(text).take_while(is_end).count() + 1;
        Some((line, before[start..].chars().count() + 1))
    };
    let (line, column) = position(span.start as usize)?;
    let (end_line, end_column) = position(span.end as usize)?;
    Some(Lines {
        line,
        column,
        end_line,
        end_column,
    })
}

/// `line 12`, and with the name of the file when it is not the main one.
pub(crate) fn line_text(files: &SourceMap, span: Option<Span>) -> Option<String> {
    let span = span?;
    let line = lines(files, span)?.line;
    match files.get(span.file) {
        Some(file) if span.file != FileId::MAIN => Some(format!("{}:{line}", file.name)),
        _ => Some(format!("line {line}")),
    }
}

/// A text on one line, with single spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
