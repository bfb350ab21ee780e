//! Results with fewer pieces, where that comes cheap.
//!
//! Coalescing is worth a little work, never much: what is found stays the same without it.

use presburger::{Budget, Error, Map, Result, UnionMap};

/// Work that coalescing one relation may take; typical ones need a hundredth.
const PATIENCE: u64 = 200_000;

/// The same pairs in fewer pieces, if these are found soon.
pub(crate) fn tidy(map: Map) -> Result<Map> {
    if map.n_basic_map() < 2 {
        return Ok(map);
    }
    match Budget::operations(PATIENCE).run(|| map.coalesce()) {
        // Should a budget of the caller have run out too, the next operation says so.
        Err(Error::BudgetExhausted) => Ok(map),
        result => result,
    }
}

/// The union of these relations, tidied.
pub(crate) fn tidy_union(maps: Vec<Map>) -> Result<UnionMap> {
    let maps = UnionMap::from_maps(maps)?.maps();
    UnionMap::from_maps(maps.into_iter().map(tidy).collect::<Result<Vec<Map>>>()?)
}
