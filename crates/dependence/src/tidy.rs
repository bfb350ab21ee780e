//! Results with fewer pieces, where that comes cheap.
//!
//! Coalescing is worth a little work, never much: what is found stays the same without it.

use presburger::{Effort, Map, Result, UnionMap, attempt};

/// The same pairs in fewer pieces, if these are found soon.
pub(crate) fn tidy(map: Map) -> Result<Map> {
    if map.n_basic_map() < 2 {
        return Ok(map);
    }
    let tidied = attempt(Effort::Relation, || map.coalesce())?;
    Ok(tidied.unwrap_or(map))
}

/// The union of these relations, tidied.
pub(crate) fn tidy_union(maps: Vec<Map>) -> Result<UnionMap> {
    let maps = UnionMap::from_maps(maps)?.maps();
    UnionMap::from_maps(maps.into_iter().map(tidy).collect::<Result<Vec<Map>>>()?)
}
