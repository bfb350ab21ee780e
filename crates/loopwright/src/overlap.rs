//! Arrays that are taken to lie apart although nothing in the program says so.

use scop::{Array, Scop, Storage};

/// Whether nothing in the program says that the memory behind an argument is not that of
/// another array: no `restrict`, and something else that it could overlap with.
pub(crate) fn is_assumed(scop: &Scop, array: &Array) -> bool {
    let is_pointer = |array: &Array| array.rank() > 0 || array.source_name.starts_with('*');
    let unknown =
        |array: &Array| is_pointer(array) && array.storage == Storage::Argument { restrict: false };
    let visible = |other: &Array| unknown(other) || other.storage == Storage::Global;
    let overlaps = |other: &Array| {
        other.name != array.name
            && match array.storage {
                Storage::Global => unknown(other),
                _ => visible(other),
            }
    };
    let concerned = unknown(array) || array.storage == Storage::Global;
    concerned && scop.arrays.iter().any(overlaps)
}

/// The names of all such arrays, if any of them is written: otherwise it does not matter.
pub(crate) fn assumed(scop: &Scop) -> Vec<&str> {
    let accesses = scop.statements.iter().flat_map(|one| &one.accesses);
    let is_written = accesses
        .filter(|access| access.is_write())
        .any(|access| is_assumed(scop, &scop[access.array]));
    let arrays = scop.arrays.iter();
    let names = arrays
        .filter(|array| is_written && is_assumed(scop, array))
        .map(|array| array.source_name.as_str());
    names.collect()
}
