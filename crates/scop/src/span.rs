//! Places in source text, as byte offsets.

use std::fmt;
use std::ops::Range;

/// One of the texts of a [`SourceMap`](crate::SourceMap), which gives these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub(crate) u32);

impl FileId {
    /// The text that was added first: the one that was asked for.
    pub const MAIN: FileId = FileId(0);
    /// No text: for what no source map has.
    pub const NONE: FileId = FileId(u32::MAX);
}

/// A range of bytes in a source text.
///
/// ```
/// use scop::{FileId, Span};
///
/// let text = "A[i] = 0;";
/// let access = Span::new(FileId::MAIN, 0, 4);
/// assert_eq!(&text[access.range()], "A[i]");
/// assert_eq!(access.to(Span::new(FileId::MAIN, 7, 9)).range(), 0..9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text that the offsets count in.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte; never less than `start`.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to and without `end`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        // Texts of four gigabytes are refused when they are read.
        let (start, end) = (start as u32, end as u32);
        Span {
            file,
            start,
            end: end.max(start),
        }
    }

    /// The offsets, for slicing the text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that covers both; `self` when `other` is in another text.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file != FileId::MAIN {
            write!(f, "{}:", self.file.0)?;
        }
        write!(f, "{}..{}", self.start, self.end)
    }
}
