//! Lists in sentences: a program may have a thousand arrays, and a message names the first few of
//! them and says how many there are besides.

use std::fmt::Display;

/// How many items a message names.
const MOST: usize = 12;

/// Items separated by commas, the first dozen of them.
///
/// ```
/// use scop::list;
///
/// assert_eq!(list::commas([1, 2, 3]), "1, 2, 3");
/// assert_eq!(list::commas(1..=300), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 288 more");
/// ```
pub fn commas<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    first(items, MOST, ", ", ", ")
}

/// Items as they stand in a sentence, the first dozen of them.
///
/// ```
/// use scop::list;
///
/// assert_eq!(list::sentence(["`a`"]), "`a`");
/// assert_eq!(list::sentence(["`a`", "`b`", "`c`"]), "`a`, `b` and `c`");
/// assert!(list::sentence(0..300).ends_with("10, 11 and 288 more"));
/// ```
pub fn sentence<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    first(items, MOST, ", ", " and ")
}

/// Clauses separated by semicolons, the first four of them.
///
/// ```
/// use scop::list;
///
/// assert_eq!(list::clauses(["`S` has no loop", "`T` has two"]), "`S` has no loop; `T` has two");
/// assert_eq!(list::clauses(1..=6), "1; 2; 3; 4 and 2 more");
/// ```
pub fn clauses<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    first(items, 4, "; ", "; ")
}

/// A name as messages write it.
///
/// ```
/// assert_eq!(scop::list::commas(["a", "b"].map(scop::list::quoted)), "`a`, `b`");
/// ```
pub fn quoted(name: impl Display) -> String {
    format!("`{name}`")
}

/// The first `most` items and how many follow; `last` stands before the last of a whole list.
fn first<T: Display>(
    items: impl IntoIterator<Item = T>,
    most: usize,
    separator: &str,
    last: &str,
) -> String {
    let mut items = items.into_iter();
    let shown: Vec<String> = items
        .by_ref()
        .take(most)
        .map(|one| one.to_string())
        .collect();
    match (items.count(), shown.split_last()) {
        (_, None) => String::new(),
        (0, Some((end, []))) => end.clone(),
        (0, Some((end, start))) => format!("{}{last}{end}", start.join(separator)),
        (more, _) => format!("{} and {more} more", shown.join(separator)),
    }
}
