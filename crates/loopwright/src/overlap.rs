//! Arrays that are taken to lie apart although nothing in the program says so.

use scop::{Array, Scop, Storage};

/// Whether nothing in the program says that two arrays are not the same memory in part: one is behind an argument without
/// `restrict`, and so is the other, or it is a variable that everybody can see.
pub(crate) fn may_be_one(a: &Array, b: &Array) -> bool {
    let is_global = |array: &Array| array.storage == Storage::Global;
    let apart = a.name == b.name || is_global(a) && is_global(b);
    !apart && (is_unknown(a) || is_global(a)) && (is_unknown(b) || is_global(b))
}

/// Whether an array is behind an argument that may lead anywhere.
pub(crate) fn is_unknown(array: &Array) -> bool {
    let is_pointer = array.rank() > 0 || array.source_name.starts_with('*');
    is_pointer && array.storage == Storage::Argument { restrict: false }
}

/// Whether nothing in the program says that the memory behind an argument is not that of
/// another array: no `restrict`, and something else that it could overlap with.
pub(crate) fn is_assumed(scop: &Scop, array: &Array) -> bool {
    scop.arrays.iter().any(|other| may_be_one(array, other))
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
