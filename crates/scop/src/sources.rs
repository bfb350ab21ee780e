//! The texts that spans count in: one table for C, headers, scripts and what else is read.

use crate::{FileId, Span};
use std::sync::Arc;

/// A text with the name to show for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The file's path, or what stands for it.
    pub name: String,
    /// All of the text.
    pub text: String,
}

impl SourceFile {
    /// A source from its name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceFile {
        SourceFile {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// The texts behind [`FileId`]s. Only the table gives such ids, so that a span in one text is never
/// taken for one in another. A copy shares the texts, and has the same ids for them; it can be given
/// back with more texts.
///
/// ```
/// use scop::{FileId, SourceMap, Span};
///
/// let mut sources = SourceMap::default();
/// let kernel = sources.add("kernel.c", "A[i] = 0;");
/// let script = sources.add("tile.lw", "tile(S0, 32)");
/// assert_eq!(kernel, FileId::MAIN);
/// assert_eq!(sources.slice(Span::new(script, 5, 7)), "S0");
/// assert_eq!(sources.get(kernel).unwrap().name, "kernel.c");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    sources: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    /// Adds a text; the first one is [`FileId::MAIN`].
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(self.sources.len() as u32);
        self.sources.push(Arc::new(SourceFile::new(name, text)));
        id
    }

    /// Adds to the end of a text that arrives piece by piece.
    pub fn extend(&mut self, id: FileId, text: &str) {
        if let Some(source) = self.sources.get_mut(id.0 as usize) {
            Arc::make_mut(source).text += text;
        }
    }

    /// The text behind an id, if there is one.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.sources.get(id.0 as usize).map(|source| &**source)
    }

    /// The bytes of a place; empty when it lies outside of its text.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file)
            .and_then(|source| source.text.get(span.range()))
            .unwrap_or("")
    }

    /// All texts, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        let sources = self.sources.iter().map(|source| &**source);
        (0..).map(FileId).zip(sources)
    }
}
