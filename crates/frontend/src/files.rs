//! Where headers come from.

use scop::SourceFile;

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
    fn load(&self, request: Request<'_>) -> Option<SourceFile>;

    /// What the compiler defines by itself, and what these headers of the system define, as it sees
    /// them; nothing when it cannot be asked. Only asked for when a condition needs it.
    ///
    /// ```
    /// use frontend::{Headers, NoHeaders};
    ///
    /// assert!(NoHeaders.macros(&["limits.h"], false).is_none());
    /// ```
    fn macros(&self, headers: &[&str], is_cplusplus: bool) -> Option<CompilerMacros> {
        let _ = (headers, is_cplusplus);
        None
    }

    /// Which of these headers the compiler finds although they are not at hand: one answer for each.
    ///
    /// ```
    /// use frontend::{Headers, NoHeaders};
    ///
    /// assert_eq!(NoHeaders.known(&["zlib.h"], false), [false]);
    /// ```
    fn known(&self, headers: &[&str], is_cplusplus: bool) -> Vec<bool> {
        let _ = is_cplusplus;
        vec![false; headers.len()]
    }
}

/// What a compiler says of its macros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerMacros {
    /// Lines of `#define`.
    pub text: String,
    /// It was asked with the options that the program will be compiled with; otherwise what depends
    /// on options is not known.
    pub with_options: bool,
}

impl<F: Fn(&str) -> Option<String>> Headers for F {
    fn load(&self, request: Request<'_>) -> Option<SourceFile> {
        self(request.name).map(|text| SourceFile::new(request.name, text))
    }
}

/// No header is at hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHeaders;

impl Headers for NoHeaders {
    fn load(&self, _: Request<'_>) -> Option<SourceFile> {
        None
    }
}
