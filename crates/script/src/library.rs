//! Scripts to import: the standard library, and how others are found.

/// Gives the text of an imported file: the path as written after `import`, and the name of the
/// script that it stands in. An error is a few words on what is wrong.
pub type Loader<'a> = dyn Fn(&str, &str) -> Result<String, String> + 'a;

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
