//! When one instance is executed: the tree is walked with the instance in hand.

use super::{too_large, values, with_values};
use presburger::{Point, Result, UnionSet, Value};
use scop::schedule::{Kind, Member, Node};
use scop::{MemberId, ScheduleTree};
use std::cmp::Ordering;

/// One entry of a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The iteration of a loop.
    Loop {
        /// The value of the band member.
        value: i64,
        /// What the tree says of the member.
        member: Member,
        /// Which of the tree's band members, outer ones before inner ones, left to right.
        id: MemberId,
    },
    /// The part of a sequence or set.
    Part {
        /// Its position.
        index: usize,
        /// Whether parts are executed one after the other: false for a set.
        ordered: bool,
    },
}

/// One execution of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The date, from the outside in.
    pub date: Vec<Entry>,
}

impl Occurrence {
    /// The order with regard to another one, and the entry that decides; `None` if there is none.
    pub fn order<'a>(&'a self, other: &'a Occurrence) -> Option<(Ordering, &'a Entry)> {
        for (a, b) in self.date.iter().zip(&other.date) {
            let order = match (a, b) {
                (Entry::Loop { value: x, .. }, Entry::Loop { value: y, .. }) => x.cmp(y),
                (Entry::Part { index: i, ordered }, Entry::Part { index: j, .. }) => {
                    if i != j && !ordered {
                        return None;
                    }
                    i.cmp(j)
                }
                _ => return None,
            };
            if order.is_ne() {
                return Some((order, a));
            }
        }
        None
    }

    /// Whether it is strictly before another one.
    pub fn is_before(&self, other: &Occurrence) -> bool {
        matches!(self.order(other), Some((Ordering::Less, _)))
    }
}

/// The executions of an instance with these values of the parameters: one if all is well.
///
/// Fails for trees that add or expand instances, which this oracle does not know.
pub fn occurrences(
    tree: &ScheduleTree,
    instance: &Point,
    parameters: &[(&str, i64)],
) -> Result<Vec<Occurrence>> {
    let mut found = Vec::new();
    let whole = with_values(parameters, instance)?;
    let walk = (parameters, 0);
    visit(tree.root(), &whole, walk, Vec::new(), &mut found)?;
    Ok(found)
}

/// All instances in an order that the schedule leaves open: some as late as possible, the first of them
/// earlier than the next if that is possible.
pub fn latest(
    tree: &ScheduleTree,
    parameters: &[(&str, i64)],
    late: &[Point],
) -> Result<Vec<Point>> {
    let mut left = Vec::new();
    for point in tree.instances(parameters)? {
        let is_it = |one: &Point| {
            let [a, b] = [one, &point].map(|one| one.space().tuple().and_then(|t| t.name()));
            a == b && one.to_i64s() == point.to_i64s()
        };
        let rank = late.iter().position(is_it).map_or(0, |at| at + 1);
        let dates = occurrences(tree, &point, parameters)?;
        left.push((rank, dates, point));
    }
    left.sort_by_key(|(rank, ..)| *rank);
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_free = |one: &[Occurrence]| {
            let mut others = left.iter().flat_map(|(_, dates, _)| dates);
            !others.any(|other| one.iter().any(|own| other.is_before(own)))
        };
        let next = left.iter().position(|(_, dates, _)| is_free(dates));
        let next = next.ok_or_else(|| super::invalid("instances in a circle"))?;
        order.push(left.remove(next).2);
    }
    Ok(order)
}

fn visit(
    node: &Node,
    instance: &Point,
    (parameters, before): (&[(&str, i64)], usize),
    mut date: Vec<Entry>,
    found: &mut Vec<Occurrence>,
) -> Result<()> {
    let goes_on = match node.kind() {
        Kind::Leaf => {
            found.push(Occurrence { date });
            return Ok(());
        }
        Kind::Sequence | Kind::Set => {
            let ordered = matches!(node.kind(), Kind::Sequence);
            let mut before = before;
            for (index, child) in node.children().iter().enumerate() {
                let mut date = date.clone();
                date.push(Entry::Part { index, ordered });
                visit(child, instance, (parameters, before), date, found)?;
                before += members(child);
            }
            return Ok(());
        }
        Kind::Domain(set) | Kind::Filter(set) => holds(set, instance, parameters)?,
        Kind::Guard(set) if set.is_params() => !set.intersect(&values(parameters)?)?.is_empty()?,
        Kind::Context(_) | Kind::Mark(_) => true,
        Kind::Band(band) => {
            let mut has_date = true;
            for (i, member) in band.members.iter().enumerate() {
                let value: Value = band.schedule.at(i)?.eval(instance)?;
                match value.is_int() {
                    true => date.push(Entry::Loop {
                        value: value.to_i64().ok_or_else(too_large)?,
                        member: member.clone(),
                        id: MemberId::new(before + i),
                    }),
                    false => has_date = false,
                }
            }
            has_date
        }
        Kind::Guard(_) | Kind::Extension(_) | Kind::Expansion { .. } => {
            let message = format!("no oracle for a node with the key {}", node.kind().name());
            return Err(super::invalid(message));
        }
    };
    match node.child() {
        Some(child) if goes_on => {
            let own = match node.kind() {
                Kind::Band(band) => band.size(),
                _ => 0,
            };
            visit(child, instance, (parameters, before + own), date, found)
        }
        _ => Ok(()),
    }
}

/// The number of band members in a subtree.
fn members(node: &Node) -> usize {
    let own = match node.kind() {
        Kind::Band(band) => band.size(),
        _ => 0,
    };
    own + node.children().iter().map(members).sum::<usize>()
}

fn holds(set: &UnionSet, instance: &Point, parameters: &[(&str, i64)]) -> Result<bool> {
    if let [only] = &set.sets()[..]
        && only.is_params()
    {
        return Ok(!only.intersect(&values(parameters)?)?.is_empty()?);
    }
    set.contains(instance)
}

/// Whether it is claimed that iterations do not depend on each other.
pub(super) fn is_claimed(member: &Member) -> bool {
    member.parallel || member.vector
}
