//! The one view for all who read a schedule: which instances go which way, and when.
//!
//! A tree is cut into [`Placement`]s: some instances of one statement that arrive at one leaf, with
//! one affine date for every band member on the way. The way is a list of [`Step`]s from the
//! outside in, and a date stands in the step that it belongs to:
//!
//! ```text
//! for (i …) {            S[i]     Member 0: i,  Part 0
//!   S: …                 T[i, j]  Member 0: i,  Part 1,  Member 1: j
//!   for (j …)
//!     T: …
//! }
//! ```
//!
//! Two placements have a beginning in common and part at a sequence or a set, or not at all; what
//! orders their instances is read off [`Placements::compare`]. Dependence analysis, legality,
//! scripts, validation and whoever comes next read this view. Only the generator of code and the
//! oracles walk trees themselves.

use super::{Kind, Member, Node, Path, ScheduleTree};
use crate::ids::{LeafId, MemberId, PlacementId};
use presburger::{Aff, Error, Map, MultiAff, PwMultiAff, Result, Set, Tuple, UnionMap, UnionPwAff};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Index;

/// A step on the way to a leaf.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A part of a sequence, or of a set, which has several.
    Part {
        /// Which part, from 0.
        index: usize,
        /// Whether the parts run one after the other; false in a set.
        ordered: bool,
    },
    /// A member of a band.
    Member {
        /// Which one; placements that are in one loop have the same.
        id: MemberId,
        /// The value that orders the instances, on the space of the placement's domain.
        date: Aff,
    },
}

/// Some instances of one statement that go one way, with one function for each of their dates.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// The instances; never empty.
    pub domain: Set,
    /// The way to the leaf.
    pub steps: Vec<Step>,
    /// The leaf, counted from left to right.
    pub leaf: LeafId,
}

/// A band member of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedMember {
    /// The way to the band.
    pub path: Path,
    /// The position in the band.
    pub position: usize,
    /// What is known and wanted of the loop.
    pub attributes: Member,
}

impl PlacedMember {
    /// Whether it is claimed that its iterations do not depend on each other.
    pub fn is_claimed(&self) -> bool {
        self.attributes.parallel || self.attributes.vector
    }
}

/// A mark of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The word.
    pub word: String,
    /// How many steps of the way are above it.
    pub depth: usize,
    /// What is below it.
    pub placements: Vec<PlacementId>,
}

/// Instances that a leaf executes again, on other dates than those of their [`Placement`]: there
/// is no function for their dates.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeated {
    /// From the instances to the values of all band members on the way.
    pub dates: Map,
    /// The way to the leaf, without the dates.
    pub places: Vec<Place>,
}

/// A step without a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A part of a sequence, or of a set.
    Part {
        /// Which part, from 0.
        index: usize,
        /// Whether the parts run one after the other.
        ordered: bool,
    },
    /// A band member.
    Member(MemberId),
}

/// All placements of a schedule. See [the module](self).
///
/// ```
/// use scop::ScheduleTree;
/// use scop::schedule::{Parting, Placements, Step};
///
/// let tree: ScheduleTree = r#"
/// domain: "{ S[i] : 0 <= i < 4; T[i, j] : 0 <= i, j < 4 }"
/// child:
///   schedule: "[{ S[i] -> [(i)]; T[i, j] -> [(i)] }]"
///   child:
///     sequence:
///     - filter: "{ S[i] }"
///     - filter: "{ T[i, j] }"
///       child: { schedule: "[{ T[i, j] -> [(j)] }]" }
/// "#.parse()?;
/// let placements = Placements::new(&tree)?;
/// let all: Vec<_> = placements.ids().collect();
/// assert_eq!(all.len(), 2);
/// assert!(matches!(placements[all[1]].steps[..],
///     [Step::Member { .. }, Step::Part { index: 1, ordered: true }, Step::Member { .. }]));
/// // S and T are in one loop, and in one iteration of it S comes first.
/// let both = placements.compare(all[0], all[1])?;
/// assert_eq!(both.members.len(), 1);
/// assert_eq!(both.parting, Parting::Ordered(std::cmp::Ordering::Less));
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placements {
    all: Vec<Placement>,
    members: Vec<PlacedMember>,
    marks: Vec<Mark>,
    repeated: Vec<Repeated>,
    by_tuple: HashMap<Tuple, Vec<PlacementId>>,
}

/// How two placements compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison<'a> {
    /// The band members that both are in, outermost first.
    pub members: Vec<Common<'a>>,
    /// What tells instances apart that agree on all of these.
    pub parting: Parting,
}

/// A band member that two placements have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Common<'a> {
    /// Which one.
    pub id: MemberId,
    /// The position among the steps of both.
    pub step: usize,
    /// The date of the first.
    pub first: &'a Aff,
    /// The date of the second.
    pub second: &'a Aff,
}

/// What parts two placements after the band members that they have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// Different parts of a sequence: the order of the first with regard to the second.
    Ordered(Ordering),
    /// Different parts of a set.
    Unordered,
    /// Nothing: they are at one leaf.
    SameLeaf,
}

impl Placements {
    /// The placements of a tree.
    pub fn new(tree: &ScheduleTree) -> Result<Placements> {
        let mut walk = Walk {
            found: Placements::default(),
            leaves: 0,
        };
        let nothing = Arrived {
            rows: Vec::new(),
            again: UnionMap::from_maps([])?,
        };
        walk.visit(tree.root(), Path::root(), nothing, &mut Vec::new())?;
        Ok(walk.found)
    }

    /// The placements of a flat schedule, in which instances may have dates of different lengths:
    /// what the shorter one does not say is not ordered.
    ///
    /// Dates must be functions; an instance that has several is an error.
    pub fn from_map(schedule: &UnionMap) -> Result<Placements> {
        let mut found = Placements::default();
        for map in schedule.maps() {
            for position in found.members.len()..map.space().n_out() {
                found.members.push(PlacedMember {
                    path: Path::root(),
                    position,
                    attributes: Member::default(),
                });
            }
            for row in rows_of(&map)? {
                let date = |(i, date)| Step::Member {
                    id: MemberId::new(i),
                    date,
                };
                let steps = row.dates.into_iter().enumerate().map(date).collect();
                found.add(row.domain, steps, LeafId::new(0))?;
            }
        }
        Ok(found)
    }

    /// All placements, in the order of the leaves.
    pub fn ids(&self) -> impl Iterator<Item = PlacementId> + use<> {
        (0..self.all.len()).map(PlacementId::new)
    }

    /// All placements with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (PlacementId, &Placement)> {
        self.ids().zip(&self.all)
    }

    /// The placements of the instances with this tuple.
    pub fn of(&self, tuple: &Tuple) -> &[PlacementId] {
        self.by_tuple.get(tuple).map_or(&[], Vec::as_slice)
    }

    /// The placements of the instances in the space of a set.
    pub fn of_space(&self, domain: &Set) -> &[PlacementId] {
        domain.space().tuple().map_or(&[], |tuple| self.of(tuple))
    }

    /// The band members of the tree, outer ones before inner ones, left to right.
    pub fn members(&self) -> impl Iterator<Item = (MemberId, &PlacedMember)> {
        let ids = (0..self.members.len()).map(MemberId::new);
        ids.zip(&self.members)
    }

    /// The marks of the tree, inner ones before outer ones.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// What is executed again.
    pub fn repeated(&self) -> &[Repeated] {
        &self.repeated
    }

    /// The parameters that instances and dates depend on, in order of appearance.
    pub fn parameters(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for placement in &self.all {
            let of_dates = placement
                .dates()
                .flat_map(|(_, date)| date.space().params());
            for name in placement.domain.space().params().iter().chain(of_dates) {
                if !names.iter().any(|known| *known == **name) {
                    names.push(name.to_string());
                }
            }
        }
        names
    }

    /// How two placements compare.
    ///
    /// Fails when they are not of one tree: steps at the same place are of the same node as long
    /// as everything before agrees.
    pub fn compare(&self, a: PlacementId, b: PlacementId) -> Result<Comparison<'_>> {
        let mut members = Vec::new();
        for (step, pair) in self[a].steps.iter().zip(&self[b].steps).enumerate() {
            match pair {
                (
                    Step::Member { id, date: first },
                    Step::Member {
                        id: other,
                        date: second,
                    },
                ) if id == other => members.push(Common {
                    id: *id,
                    step,
                    first,
                    second,
                }),
                (
                    Step::Part { index: i, ordered },
                    Step::Part {
                        index: j,
                        ordered: o,
                    },
                ) if ordered == o => {
                    if i != j {
                        let parting = match ordered {
                            true => Parting::Ordered(i.cmp(j)),
                            false => Parting::Unordered,
                        };
                        return Ok(Comparison { members, parting });
                    }
                }
                _ => {
                    return Err(Error::Invalid(format!(
                        "placements {a} and {b} are not of one tree: they part at step {step}"
                    )));
                }
            }
        }
        Ok(Comparison {
            members,
            parting: Parting::SameLeaf,
        })
    }

    fn add(&mut self, domain: Set, steps: Vec<Step>, leaf: LeafId) -> Result<()> {
        let tuple = domain.space().tuple().cloned();
        let tuple = tuple.ok_or_else(|| Error::Invalid(format!("{domain} has no instances")))?;
        let id = PlacementId::new(self.all.len());
        self.by_tuple.entry(tuple).or_default().push(id);
        self.all.push(Placement {
            domain,
            steps,
            leaf,
        });
        Ok(())
    }
}

impl Index<PlacementId> for Placements {
    type Output = Placement;

    /// The placement; panics when the index is from another schedule.
    fn index(&self, id: PlacementId) -> &Placement {
        &self.all[id.index()]
    }
}

impl Index<MemberId> for Placements {
    type Output = PlacedMember;

    /// The member; panics when the index is from another schedule.
    fn index(&self, id: MemberId) -> &PlacedMember {
        &self.members[id.index()]
    }
}

impl Placement {
    /// The band members on the way with their dates.
    pub fn dates(&self) -> impl Iterator<Item = (MemberId, &Aff)> {
        self.steps.iter().filter_map(|step| match step {
            Step::Member { id, date } => Some((*id, date)),
            Step::Part { .. } => None,
        })
    }

    /// The date of a band member; `None` when the placement is not in it.
    pub fn date_of(&self, member: MemberId) -> Option<&Aff> {
        self.dates()
            .find_map(|(id, date)| (id == member).then_some(date))
    }

    /// The steps without their dates.
    pub fn places(&self) -> Vec<Place> {
        let places = self.steps.iter().map(|step| match step {
            Step::Part { index, ordered } => Place::Part {
                index: *index,
                ordered: *ordered,
            },
            Step::Member { id, .. } => Place::Member(*id),
        });
        places.collect()
    }

    /// The steps as functions of the instance: the positions of parts as constants.
    pub fn affs(&self) -> Result<Vec<Aff>> {
        let space = self.domain.space();
        let affs = self.steps.iter().map(|step| match step {
            Step::Part { index, .. } => Aff::val_on_domain(space, &(*index as i64).into()),
            Step::Member { date, .. } => Ok(date.clone()),
        });
        affs.collect()
    }
}

/// What arrives at a node.
#[derive(Clone)]
struct Arrived {
    rows: Vec<Row>,
    /// Instances with more dates than those of the rows.
    again: UnionMap,
}

/// Some instances of one statement on the way down.
#[derive(Clone)]
struct Row {
    domain: Set,
    /// One for each band member so far.
    dates: Vec<Aff>,
}

impl Row {
    /// The row with fewer instances; `None` if there are none left.
    fn restricted(mut self, set: &Set) -> Result<Option<Row>> {
        if !set.plain_is_universe() {
            self.domain = self.domain.intersect(set)?;
            if self.domain.is_empty()? {
                return Ok(None);
            }
        }
        Ok(Some(self))
    }

    /// The row for those values of the parameters; `None` if there are no instances left.
    fn restricted_params(&self, condition: &Set) -> Result<Option<Row>> {
        let domain = self.domain.intersect_params(condition)?;
        let dates = self.dates.clone();
        Ok((!domain.is_empty()?).then_some(Row { domain, dates }))
    }

    /// Instances to dates.
    fn map(&self) -> Result<Map> {
        let tuple = Tuple::anonymous(self.dates.len());
        let dates = MultiAff::from_aff_list(self.domain.space(), tuple, &self.dates)?;
        dates.as_map()?.intersect_domain(&self.domain)
    }
}

/// A relation that is a function as rows.
fn rows_of(map: &Map) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for (domain, dates) in PwMultiAff::from_map(map)?.pieces() {
        let dates = (0..dates.size()).map(|i| dates.at(i));
        let dates = dates.collect::<Result<Vec<_>>>()?;
        // Several pieces often differ in their domain only.
        match rows.iter_mut().find(|row| row.dates == dates) {
            Some(row) => row.domain = row.domain.union(&domain)?,
            None => rows.push(Row { domain, dates }),
        }
    }
    Ok(rows)
}

struct Walk {
    found: Placements,
    leaves: usize,
}

impl Walk {
    fn visit(
        &mut self,
        node: &Node,
        path: Path,
        arrived: Arrived,
        way: &mut Vec<Place>,
    ) -> Result<()> {
        let before = way.len();
        let below = match node.kind() {
            Kind::Leaf => return self.leaf(arrived, way),
            kind @ (Kind::Sequence | Kind::Set) => {
                let ordered = matches!(kind, Kind::Sequence);
                let sorted = Sorted::new(&arrived);
                for (index, child) in node.children().iter().enumerate() {
                    if node.children().len() > 1 {
                        way.push(Place::Part { index, ordered });
                    }
                    let path = path.child(index);
                    match (child.kind(), child.child()) {
                        (Kind::Filter(filter), Some(below)) => {
                            let arrived = sorted.filtered(filter, child.kind())?;
                            self.visit(below, path.child(0), arrived, way)?;
                        }
                        _ => self.visit(child, path, arrived.clone(), way)?,
                    }
                    way.truncate(before);
                }
                return Ok(());
            }
            Kind::Domain(domain) => {
                let mut rows = Vec::new();
                for domain in domain.sets().into_iter().filter(|set| !set.is_params()) {
                    if !domain.is_empty()? {
                        let dates = Vec::new();
                        rows.push(Row { domain, dates });
                    }
                }
                let again = arrived.again;
                Arrived { rows, again }
            }
            kind @ Kind::Filter(filter) => Sorted::new(&arrived).filtered(filter, kind)?,
            kind @ Kind::Guard(set) if set.is_params() || set.n_dim() == 0 => {
                let condition = set.params()?;
                let mut rows = Vec::new();
                for row in &arrived.rows {
                    rows.extend(row.restricted_params(&condition)?);
                }
                let again = again_below(kind, arrived.again)?;
                Arrived { rows, again }
            }
            kind @ Kind::Band(band) => {
                let mut rows = arrived.rows;
                for position in 0..band.size() {
                    way.push(Place::Member(MemberId::new(self.found.members.len())));
                    let attributes = band.members.get(position).cloned().unwrap_or_default();
                    self.found.members.push(PlacedMember {
                        path: path.clone(),
                        position,
                        attributes,
                    });
                    rows = dated(rows, &band.schedule.at(position)?)?;
                }
                let again = again_below(kind, arrived.again)?;
                Arrived { rows, again }
            }
            Kind::Mark(word) => {
                let first = self.found.all.len();
                if let Some(child) = node.child() {
                    self.visit(child, path.child(0), arrived, way)?;
                }
                let placements = first..self.found.all.len();
                self.found.marks.push(Mark {
                    word: word.clone(),
                    depth: way.len(),
                    placements: placements.map(PlacementId::new).collect(),
                });
                return Ok(());
            }
            Kind::Context(_) => arrived,
            kind @ (Kind::Guard(_) | Kind::Extension(_) | Kind::Expansion { .. }) => {
                by_relation(&arrived, kind)?
            }
        };
        if let Some(child) = node.child() {
            self.visit(child, path.child(0), below, way)?;
        }
        way.truncate(before);
        Ok(())
    }

    /// Adds the placements of what has arrived at a leaf.
    fn leaf(&mut self, arrived: Arrived, way: &[Place]) -> Result<()> {
        let leaf = LeafId::new(self.leaves);
        self.leaves += 1;
        let mut rows: Vec<Row> = Vec::new();
        for row in arrived.rows {
            let same = |known: &&mut Row| {
                known.domain.space().tuple() == row.domain.space().tuple()
                    && known.dates == row.dates
            };
            // The rows of a statement follow each other.
            match rows.last_mut().filter(same) {
                Some(known) => known.domain = known.domain.union(&row.domain)?,
                None => rows.push(row),
            }
        }
        for row in rows {
            let mut dates = row.dates.into_iter();
            let mut steps = Vec::with_capacity(way.len());
            for passed in way {
                steps.push(match passed {
                    Place::Part { index, ordered } => Step::Part {
                        index: *index,
                        ordered: *ordered,
                    },
                    Place::Member(id) => Step::Member {
                        id: *id,
                        date: dates.next().ok_or_else(|| {
                            Error::Invalid("a band member gave an instance no date".into())
                        })?,
                    },
                });
            }
            self.found.add(row.domain, steps, leaf)?;
        }
        for dates in arrived.again.maps() {
            if !dates.is_empty()? {
                let places = way.to_vec();
                self.found.repeated.push(Repeated { dates, places });
            }
        }
        Ok(())
    }
}

/// What has arrived at a node, by statement: filters choose some of them.
struct Sorted<'a> {
    arrived: &'a Arrived,
    by_tuple: HashMap<&'a Tuple, Vec<usize>>,
}

impl<'a> Sorted<'a> {
    fn new(arrived: &'a Arrived) -> Sorted<'a> {
        let mut by_tuple: HashMap<&Tuple, Vec<usize>> = HashMap::new();
        for (i, row) in arrived.rows.iter().enumerate() {
            if let Some(tuple) = row.domain.space().tuple() {
                by_tuple.entry(tuple).or_default().push(i);
            }
        }
        Sorted { arrived, by_tuple }
    }

    /// What passes a filter, in the order in which it arrived.
    fn filtered(&self, filter: &presburger::UnionSet, kind: &Kind) -> Result<Arrived> {
        let sets = filter.sets();
        let mut chosen: Vec<(usize, &Set)> = Vec::new();
        let mut rows = Vec::new();
        if let [only] = &sets[..]
            && only.is_params()
        {
            for row in &self.arrived.rows {
                rows.extend(row.restricted_params(only)?);
            }
        }
        for set in &sets {
            let own = set
                .space()
                .tuple()
                .and_then(|tuple| self.by_tuple.get(tuple));
            chosen.extend(own.into_iter().flatten().map(|&row| (row, set)));
        }
        chosen.sort_by_key(|(row, _)| *row);
        for (row, set) in chosen {
            rows.extend(self.arrived.rows[row].clone().restricted(set)?);
        }
        let again = again_below(kind, self.arrived.again.clone())?;
        Ok(Arrived { rows, again })
    }
}

/// Further dates of instances below a node.
fn again_below(kind: &Kind, again: UnionMap) -> Result<UnionMap> {
    match again.n_map() {
        0 => Ok(again),
        _ => kind.dates_below(&again),
    }
}

/// Below nodes that change instances or look at dates: by relations, as [`Kind::dates_below`]
/// says, and back.
fn by_relation(arrived: &Arrived, kind: &Kind) -> Result<Arrived> {
    let maps = arrived.rows.iter().map(Row::map);
    let maps = maps.collect::<Result<Vec<_>>>()?;
    let all = UnionMap::from_maps(maps)?.union(&arrived.again)?;
    let mut rows = Vec::new();
    let mut again = UnionMap::from_maps([])?;
    for map in kind.dates_below(&all)?.maps() {
        if map.is_empty()? {
            continue;
        }
        if map.is_single_valued()? {
            rows.extend(rows_of(&map)?);
            continue;
        }
        let first = map.lexmin()?;
        again = again.union(&UnionMap::from_maps([map.subtract(&first)?])?)?;
        rows.extend(rows_of(&first)?);
    }
    Ok(Arrived { rows, again })
}

/// The rows with one more date; instances that have none are left behind.
fn dated(rows: Vec<Row>, dates: &UnionPwAff) -> Result<Vec<Row>> {
    let dates = dates.pw_affs();
    let by_tuple: HashMap<_, _> = dates
        .iter()
        .filter_map(|date| Some((date.space().domain_tuple()?.clone(), date)))
        .collect();
    let mut found = Vec::new();
    for row in rows {
        let tuple = row.domain.space().tuple();
        let Some(date) = tuple.and_then(|tuple| by_tuple.get(tuple)) else {
            continue;
        };
        for (domain, aff) in date.pieces() {
            if aff.is_nan() {
                continue;
            }
            let Some(row) = row.clone().restricted(&domain)? else {
                continue;
            };
            // A fraction is a date only where it is an integer.
            let row = match aff.denominator().is_one() {
                true => Some(row),
                false => row.restricted(&aff.as_map()?.domain()?)?,
            };
            if let Some(mut row) = row {
                row.dates.push(aff);
                found.push(row);
            }
        }
    }
    Ok(found)
}
