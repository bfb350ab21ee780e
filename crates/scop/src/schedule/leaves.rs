//! What a tree says about each leaf: which instances arrive there and when.
//!
//! The flat schedule and the 2d+1 view are two ways of writing this down.

use super::{Kind, Node, ScheduleTree};
use presburger::{Map, Result, Set, UnionMap, UnionSet};
use std::fmt::Write;

/// The instances of one leaf with their dates.
pub(super) struct Leaf {
    /// From instances to the values of the outer band members, in an anonymous tuple.
    pub(super) dates: UnionMap,
    /// Before, between and after the band members: the positions taken in sequences and sets.
    pub(super) positions: Vec<Vec<usize>>,
}

/// The leaves from left to right.
pub(super) fn leaves(tree: &ScheduleTree) -> Result<Vec<Leaf>> {
    let mut found = Vec::new();
    let dates = no_dates(&UnionSet::from_sets([])?)?;
    visit(tree.root(), dates, vec![Vec::new()], &mut found)?;
    Ok(found)
}

/// All instances of `domain` on the date `[]`.
fn no_dates(domain: &UnionSet) -> Result<UnionMap> {
    let nowhere: Set = "{ [] }".parse()?;
    UnionMap::from_domain_and_range(domain, &nowhere.into())
}

fn visit(
    node: &Node,
    dates: UnionMap,
    mut positions: Vec<Vec<usize>>,
    found: &mut Vec<Leaf>,
) -> Result<()> {
    let below = match node.kind() {
        Kind::Leaf => {
            found.push(Leaf { dates, positions });
            return Ok(());
        }
        Kind::Sequence | Kind::Set => {
            let is_choice = node.children().len() > 1;
            for (i, child) in node.children().iter().enumerate() {
                let mut positions = positions.clone();
                if is_choice && let Some(last) = positions.last_mut() {
                    last.push(i);
                }
                visit(child, dates.clone(), positions, found)?;
            }
            return Ok(());
        }
        Kind::Band(band) => {
            positions.extend(std::iter::repeat_n(Vec::new(), band.size()));
            node.kind().dates_below(&dates)?
        }
        kind => kind.dates_below(&dates)?,
    };
    match node.child() {
        Some(child) => visit(child, below, positions, found),
        None => Ok(()),
    }
}

impl Kind {
    /// The dates of the instances below a node, from those of the instances above it: relations
    /// from instances to the values of the band members so far, in an anonymous tuple.
    ///
    /// ```
    /// # use scop::schedule::Kind;
    /// let above = "{ S[i] -> [i]; T[] -> [0] }".parse()?;
    /// let below = Kind::Filter("{ S[i] : i > 3 }".parse()?).dates_below(&above)?;
    /// assert!(below.is_equal(&"{ S[i] -> [i] : i > 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn dates_below(&self, dates: &UnionMap) -> Result<UnionMap> {
        match self {
            Kind::Domain(domain) => no_dates(domain),
            Kind::Band(band) => dates.flat_range_product(&band.dates()?),
            Kind::Filter(filter) => match as_params(filter) {
                Some(params) => dates.intersect_params(&params),
                None => dates.intersect_domain(filter),
            },
            Kind::Guard(set) => {
                if set.is_params() || set.n_dim() == 0 {
                    return dates.intersect_params(&set.params()?);
                }
                dates.intersect_range(&set.set_tuple_name(None)?.into())
            }
            Kind::Extension(extension) => dates.union(&anonymous_domain(extension)?.reverse()?),
            Kind::Expansion {
                contraction,
                expansion,
            } => {
                // Below, the instance that stands above is found by the contraction; the expansion
                // says which of those that have one are there.
                let pairs = contraction
                    .as_union_map()?
                    .intersect(&expansion.reverse()?)?;
                pairs.apply_range(dates)
            }
            Kind::Context(_) | Kind::Sequence | Kind::Set | Kind::Mark(_) | Kind::Leaf => {
                Ok(dates.clone())
            }
        }
    }
}

/// The map with anonymous domain tuples.
fn anonymous_domain(map: &UnionMap) -> Result<UnionMap> {
    let maps: Vec<Map> = map
        .maps()
        .iter()
        .map(|map| map.set_domain_tuple_name(None))
        .collect::<Result<_>>()?;
    UnionMap::from_maps(maps)
}

/// The condition on parameters that a union of sets is, if it is one.
pub(super) fn as_params(set: &UnionSet) -> Option<Set> {
    match &set.sets()[..] {
        [only] if only.is_params() => Some(only.clone()),
        _ => None,
    }
}

/// The dimensions of a flat date.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// A position in a sequence.
    Position(usize),
    /// The value of an outer band member.
    Member(usize),
}

/// The function `{ [m0, m1] -> [0, m0, 2, m1] }` that puts dates in their places.
pub(super) fn layout(n_members: usize, entries: &[Entry]) -> Result<UnionMap> {
    let members: Vec<String> = (0..n_members).map(|i| format!("m{i}")).collect();
    let mut text = format!("{{ [{}] -> [", members.join(", "));
    for (i, entry) in entries.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        let written = match entry {
            Entry::Position(position) => write!(text, "{comma}{position}"),
            Entry::Member(member) => write!(text, "{comma}m{member}"),
        };
        written.expect("writing to a string does not fail");
    }
    text.push_str("] }");
    text.parse()
}
