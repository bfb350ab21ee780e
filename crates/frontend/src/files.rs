//! The texts that a program is read from, and where headers come from.

use scop::{FileId, Span};

/// One text with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name to show for it.
    pub name: String,
    /// All of the text.
    pub text: String,
}

/// The texts behind the [`FileId`]s of one reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    entries: Vec<File>,
}

impl Files {
    /// Adds a text; the first one is [`FileId::MAIN`].
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(self.entries.len() as u32);
        self.entries.push(File {
            name: name.into(),
            text: text.into(),
        });
        id
    }

    /// The number of this header; adds it if it is new. The main text is never meant: its
    /// regions must not be found again where a file includes itself.
    pub fn find_or_add(&mut self, name: String, text: String) -> FileId {
        let same = |(_, file): &(FileId, &File)| file.name == name && file.text == text;
        let known = self.iter().skip(1).find(same).map(|(id, _)| id);
        known.unwrap_or_else(|| self.add(name, text))
    }

    /// The text behind a number, if there is one.
    pub fn get(&self, id: FileId) -> Option<&File> {
        self.entries.get(id.0 as usize)
    }

    /// The bytes of a place; empty when it lies outside of its text.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file)
            .and_then(|file| file.text.get(span.range()))
            .unwrap_or("")
    }

    /// All texts, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &File)> {
        (0..).map(FileId).zip(&self.entries)
    }
}

/// How an `#include` asks for a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// What stands between the quotes or the angle brackets.
    pub name: &'a str,
    /// `<name>` rather than `"name"`.
    pub angled: bool,
    /// The name of the text that the directive stands in.
    pub from: &'a str,
}

/// Where headers come from: this crate opens no files.
///
/// Any function from a name to a text will do when the other details do not matter:
///
/// ```
/// use frontend::{Headers, Request};
///
/// let headers = |name: &str| (name == "size.h").then(|| "#define N 100".to_string());
/// let request = Request { name: "size.h", angled: false, from: "kernel.c" };
/// assert_eq!(headers.load(request).unwrap().text, "#define N 100");
/// ```
pub trait Headers {
    /// The header with the name to show for it, or nothing when it is not at hand.
    fn load(&self, request: Request<'_>) -> Option<File>;
}

impl<F: Fn(&str) -> Option<String>> Headers for F {
    fn load(&self, request: Request<'_>) -> Option<File> {
        self(request.name).map(|text| File {
            name: request.name.to_string(),
            text,
        })
    }
}

/// No header is at hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHeaders;

impl Headers for NoHeaders {
    fn load(&self, _: Request<'_>) -> Option<File> {
        None
    }
}
