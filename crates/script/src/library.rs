//! Scripts to import: the standard library, and how others are found.

/// A file that is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The name to show. A file has the same name whoever imports it, so that it is carried out
    /// once; what it imports in turn is looked for from here.
    pub name: String,
    /// All of it.
    pub text: String,
}

/// Finds a file to import: by the path as written after `import`, and the name of the script
/// that it stands in. An error is a few words on what is wrong.
///
/// ```
/// use script::{Imported, Loader};
///
/// let loader: &Loader<'_> = &|path, from| match (path, from) {
///     ("sizes.lw", "lib/tiles.lw") => {
///         let (name, text) = ("lib/sizes.lw".into(), "let T = 32".into());
///         Ok(Imported { name, text })
///     }
///     _ => Err("there is no such file".into()),
/// };
/// assert!(loader("sizes.lw", "main.lw").is_err());
/// ```
pub type Loader<'a> = dyn Fn(&str, &str) -> Result<Imported, String> + 'a;

/// The modules of the standard library with their texts.
pub(crate) const MODULES: &[(&str, &str)] = &[
    ("linear_algebra", include_str!("../lib/linear_algebra.lw")),
    ("locality", include_str!("../lib/locality.lw")),
    ("stencils", include_str!("../lib/stencils.lw")),
];

/// The text of a module of the standard library, `import std.NAME`.
///
/// ```
/// assert!(script::library("stencils").unwrap().contains("def time_skewed_stencil"));
/// assert!(script::library("nonsense").is_none());
/// ```
pub fn library(name: &str) -> Option<&'static str> {
    let found = MODULES.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}
