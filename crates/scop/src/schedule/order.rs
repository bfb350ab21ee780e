//! The order relation of a tree: which instance comes before which.
//!
//! A pair is ordered at the node where its ways part. At a band: both agree on the outer dates,
//! and differ in those of the band. At a sequence: both agree on the outer dates, and go to
//! different parts. At a set or a leaf nothing is decided.

use super::{Kind, Node, ScheduleTree};
use presburger::{Aff, Map, Result, Set, Space, UnionMap};

impl ScheduleTree {
    /// The pairs of instances of which the first comes strictly before the second.
    ///
    /// An instance that is executed several times (by an extension) comes before another one if
    /// one of its executions comes before one of the other's.
    ///
    /// ```
    /// # use scop::ScheduleTree;
    /// let tree: ScheduleTree = r#"
    /// domain: "{ A[i] : 0 <= i < 9; B[]; C[] }"
    /// child:
    ///   sequence:
    ///   - filter: "{ A[i]; B[] }"
    ///     child:
    ///       set: [ { filter: "{ A[i] }" }, { filter: "{ B[] }" } ]
    ///   - filter: "{ C[] }"
    /// "#.parse()?;
    /// assert!(tree.before()?.is_equal(&"{ A[i] -> C[] : 0 <= i < 9; B[] -> C[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn before(&self) -> Result<UnionMap> {
        let mut before = UnionMap::from_maps([])?;
        let dates = UnionMap::from_maps([])?;
        visit(self.root(), &dates, 0, &mut before)?;
        Ok(before)
    }
}

/// Adds the pairs that are ordered below `node`. `dates` relates the instances that arrive here
/// to `depth` outer dates; the result does the same for what they have become at the leaves.
fn visit(node: &Node, dates: &UnionMap, depth: usize, before: &mut UnionMap) -> Result<UnionMap> {
    match node.kind() {
        Kind::Leaf => Ok(dates.clone()),
        Kind::Sequence | Kind::Set => {
            let mut all = UnionMap::from_maps([])?;
            for child in node.children() {
                let part = visit(child, dates, depth, before)?;
                if matches!(node.kind(), Kind::Sequence) {
                    *before = before.union(&all.apply_range(&part.reverse()?)?)?;
                }
                all = all.union(&part)?;
            }
            Ok(all)
        }
        kind => {
            let inner = kind.dates_below(dates)?;
            let Some(child) = node.child() else {
                return Ok(inner);
            };
            let Kind::Band(band) = kind else {
                return visit(child, &inner, depth, before);
            };
            let inner = visit(child, &inner, depth + band.size(), before)?;
            let later = inner.apply_range(&later(depth, band.size())?)?;
            *before = before.union(&later.apply_range(&inner.reverse()?)?)?;
            inner.apply_range(&first(depth, band.size())?)
        }
    }
}

/// `{ [o, a, b] -> [o, c, d] : a < c or (a = c and b < d) }`
fn later(depth: usize, size: usize) -> Result<UnionMap> {
    let same = Set::universe(Space::unnamed(depth))?.identity()?;
    let later = Map::lex_lt(&Space::unnamed(size))?;
    Ok(same.flat_product(&later)?.into())
}

/// `{ [o, a, b] -> [o] }`
fn first(depth: usize, size: usize) -> Result<UnionMap> {
    let dates = Space::unnamed(depth + size);
    let members = Aff::vars_on_domain(&dates)?;
    Ok(Map::from_aff_list(&dates, &members[..depth])?.into())
}
