//! The flat view: one relation from instances to dates, and back to a tree of one band.

use super::leaves::{Entry, layout, leaves};
use super::{Band, Node, ScheduleTree};
use presburger::{Error, MultiUnionPwAff, Result, UnionMap, UnionSet};

impl ScheduleTree {
    /// From instances to dates, all of the same length: lexicographic order is the order of the
    /// tree, with the parts of `set` nodes in the order in which they are written.
    ///
    /// Band members are dimensions; a sequence or set of several parts is a dimension with the
    /// position of the part; zeros fill up where a branch is shorter than another one.
    ///
    /// ```
    /// # use scop::ScheduleTree;
    /// let tree: ScheduleTree = r#"
    /// domain: "{ S[i] : 0 <= i < 4; T[] }"
    /// child:
    ///   sequence:
    ///   - filter: "{ S[i] }"
    ///     child:
    ///       schedule: "[{ S[i] -> [(-i)] }]"
    ///   - filter: "{ T[] }"
    /// "#.parse()?;
    /// let expected = "{ S[i] -> [0, -i] : 0 <= i < 4; T[] -> [1, 0] }";
    /// assert!(tree.map()?.is_equal(&expected.parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn map(&self) -> Result<UnionMap> {
        let leaves = leaves(self)?;
        let layouts: Vec<Vec<Entry>> = leaves
            .iter()
            .map(|leaf| {
                let mut entries = Vec::new();
                for (member, positions) in leaf.positions.iter().enumerate() {
                    if member > 0 {
                        entries.push(Entry::Member(member - 1));
                    }
                    entries.extend(positions.iter().map(|&p| Entry::Position(p)));
                }
                entries
            })
            .collect();
        let length = layouts.iter().map(Vec::len).max().unwrap_or(0);
        let mut map = UnionMap::from_maps([])?;
        for (leaf, mut entries) in leaves.iter().zip(layouts) {
            entries.resize(length, Entry::Position(0));
            let places = layout(leaf.positions.len() - 1, &entries)?;
            map = map.union(&leaf.dates.apply_range(&places)?)?;
        }
        Ok(map)
    }

    /// The tree of one band with these dates, which must be one for each instance and of one
    /// length.
    ///
    /// ```
    /// # use scop::ScheduleTree;
    /// let map = "{ S[i] -> [0, -i] : 0 <= i < 4; T[] -> [1, 0] }".parse()?;
    /// let tree = ScheduleTree::from_map(&map)?;
    /// assert!(tree.map()?.is_equal(&map)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_map(map: &UnionMap) -> Result<ScheduleTree> {
        let domain = map.domain()?;
        if map.n_map() == 0 {
            return Ok(ScheduleTree::new(domain, Node::leaf()));
        }
        for map in map.maps() {
            if !map.is_single_valued()? {
                let tuple = map.space().domain_tuple().map(|tuple| tuple.to_string());
                let tuple = tuple.unwrap_or_default();
                let message = format!("{tuple} has several dates for one instance");
                return Err(Error::Invalid(message));
            }
        }
        let schedule = MultiUnionPwAff::from_union_map(map)?;
        // The dates need not say again which instances there are.
        let schedule = schedule.gist(&domain)?;
        let child = match schedule.size() {
            0 => Node::leaf(),
            _ => Node::band(Band::new(schedule), Node::leaf()),
        };
        Ok(ScheduleTree::new(domain, child))
    }

    /// All instances that are executed: those of the domain, as far as filters keep them, with
    /// expansions carried out and extensions added.
    pub fn executed(&self) -> Result<UnionSet> {
        let mut executed = UnionSet::from_sets([])?;
        for leaf in leaves(self)? {
            executed = executed.union(&leaf.dates.domain()?)?;
        }
        Ok(executed)
    }
}
