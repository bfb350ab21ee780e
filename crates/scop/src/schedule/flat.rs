//! The flat view: one relation from instances to dates, and back to a tree of one band.

use super::placements::{Place, Placements};
use super::{Band, Node, ScheduleTree};
use presburger::{
    Aff, Dim, Error, Map, MultiAff, MultiUnionPwAff, Result, Set, Tuple, UnionMap, UnionSet,
};

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
        Placements::new(self)?.map()
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
        Placements::new(self)?.map()?.domain()
    }
}

impl Placements {
    /// From instances to dates; see [`ScheduleTree::map`].
    pub fn map(&self) -> Result<UnionMap> {
        self.dates_within(|_| true)
    }

    /// The same, but from all points of a space where one function has the dates of all instances in
    /// it: whoever knows the instances already need not intersect with them again, in all their parts.
    ///
    /// ```
    /// # use scop::{ScheduleTree, schedule::Placements};
    /// let tree: ScheduleTree = "{ domain: '{ S[i] : 0 <= i < 9 }', child:
    ///     { schedule: '[{ S[i] -> [(2i)] }]' } }".parse()?;
    /// let placements = Placements::new(&tree)?;
    /// assert_eq!(placements.map()?.to_string(), "{ S[i] -> [2i] : 0 <= i <= 8 }");
    /// assert_eq!(placements.functions()?.to_string(), "{ S[i] -> [2i] }");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn functions(&self) -> Result<UnionMap> {
        self.dates_within(|domain| !self.repeated().is_empty() || self.of_space(domain).len() != 1)
    }

    /// From instances to dates, or from more than these where `is_bounded` is false.
    fn dates_within(&self, is_bounded: impl Fn(&Set) -> bool) -> Result<UnionMap> {
        let lengths = self.iter().map(|(_, placement)| placement.steps.len());
        let again = self.repeated().iter().map(|one| one.places.len());
        let length = lengths.chain(again).max().unwrap_or(0);
        let mut maps = Vec::new();
        for (_, placement) in self.iter() {
            let space = placement.domain.space();
            let mut dates = placement.affs()?;
            while dates.len() < length {
                dates.push(Aff::zero_on_domain(space)?);
            }
            let dates = MultiAff::from_aff_list(space, Tuple::anonymous(length), &dates)?;
            let dates = dates.as_map()?;
            maps.push(match is_bounded(&placement.domain) {
                true => dates.intersect_domain(&placement.domain)?,
                false => dates,
            });
        }
        for repeated in self.repeated() {
            maps.push(filled(&repeated.dates, &repeated.places, length)?);
        }
        UnionMap::from_maps(maps)
    }
}

/// A relation to the values of band members with the positions of parts among them, filled up with
/// zeros.
fn filled(dates: &Map, places: &[Place], length: usize) -> Result<Map> {
    let mut dates = dates.clone();
    for i in 0..length {
        let position = match places.get(i) {
            Some(Place::Member(_)) => continue,
            Some(Place::Part { index, .. }) => *index as i64,
            None => 0,
        };
        dates = dates
            .insert_dims(Dim::Out(i), 1)?
            .fix(Dim::Out(i), position)?;
    }
    Ok(dates)
}
