//! Which pairs of a relation a schedule executes in another order, or in parallel.
//!
//! For a placement of the sources and one of the sinks the pairs are followed down the tree, one
//! common band member after the other. Of the pairs that agree on all members so far, those
//! whose sink has the smaller value of the next member are executed in the wrong order; those
//! with different values race if the member is a parallel loop; those with equal values go on.
//! Most dependences are satisfied at some member, after which no pairs are left.

use presburger::{Map, PwAff, PwMultiAff, Result};
use scop::schedule::{Common, Parting, Placements};
use scop::{MemberId, PlacementId};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Compares dates of two placements; what was computed for one relation serves the next.
pub(crate) struct Comparer<'a> {
    placements: &'a Placements,
    known: HashMap<(PlacementId, PlacementId, MemberId, Ordering), Map>,
}

/// What to look for.
pub(crate) struct Wanted<'a> {
    /// Pairs in the wrong order.
    pub(crate) order: bool,
    /// Pairs in different iterations of these loops.
    pub(crate) races: &'a dyn Fn(MemberId) -> bool,
}

#[derive(Default)]
pub(crate) struct Found {
    /// Pairs that are not executed in their order.
    pub(crate) wrong: Option<Map>,
    /// Band members with the pairs that race there.
    pub(crate) races: Vec<(MemberId, Map)>,
}

impl<'a> Comparer<'a> {
    pub(crate) fn new(placements: &'a Placements) -> Comparer<'a> {
        Comparer {
            placements,
            known: HashMap::new(),
        }
    }

    /// Adds what is wrong with pairs of instances of two placements.
    pub(crate) fn follow(
        &mut self,
        pairs: &Map,
        source: PlacementId,
        sink: PlacementId,
        wanted: &Wanted,
        found: &mut Found,
    ) -> Result<()> {
        let both = self.placements.compare(source, sink)?;
        let mut equal = pairs.clone();
        for member in &both.members {
            if constant_order(member) == Some(Ordering::Equal) {
                continue;
            }
            let mut part = |order| self.part(&equal, source, sink, member, order);
            if wanted.order {
                found.add_wrong(part(Ordering::Greater)?)?;
            }
            if (wanted.races)(member.id) {
                for order in [Ordering::Less, Ordering::Greater] {
                    found.add_race(member.id, part(order)?)?;
                }
            }
            match part(Ordering::Equal)? {
                Some(rest) => equal = rest,
                None => return Ok(()),
            }
        }
        if wanted.order && both.parting != Parting::Ordered(Ordering::Less) {
            found.add_wrong(Some(equal))?;
        }
        Ok(())
    }

    /// The pairs whose source is executed strictly before the sink.
    pub(crate) fn before(
        &mut self,
        pairs: &Map,
        source: PlacementId,
        sink: PlacementId,
    ) -> Result<Option<Map>> {
        let both = self.placements.compare(source, sink)?;
        let mut found = Found::default();
        let mut equal = pairs.clone();
        for member in &both.members {
            let mut part = |order| self.part(&equal, source, sink, member, order);
            found.add_wrong(part(Ordering::Less)?)?;
            match part(Ordering::Equal)? {
                Some(rest) => equal = rest,
                None => return Ok(found.wrong),
            }
        }
        if both.parting == Parting::Ordered(Ordering::Less) {
            found.add_wrong(Some(equal))?;
        }
        Ok(found.wrong)
    }

    /// Of pairs of an instance of any statement and a sink, those in which the source that belongs to
    /// the instance is not executed strictly before the sink; or, `backwards`, the sink not strictly
    /// before that source. If that must be `sure`, only those that are executed the other way round. (To lead the pairs over to the sources would make large relations.)
    pub(crate) fn through(
        &self,
        pairs: &Map,
        (source_of, source): (&PwMultiAff, PlacementId),
        sink: PlacementId,
        backwards: bool,
        sure: bool,
    ) -> Result<Option<Map>> {
        let both = self.placements.compare(source, sink)?;
        let mut found = Found::default();
        let mut equal = pairs.clone();
        let part = |equal: &Map, relation: Map| -> Result<Option<Map>> {
            let part = equal.intersect(&relation)?;
            Ok(match part.is_empty()? {
                true => None,
                false => Some(part),
            })
        };
        for member in &both.members {
            if constant_order(member) == Some(Ordering::Equal) {
                continue;
            }
            let s = PwAff::from_aff(member.first).pullback_pw_multi_aff(source_of)?;
            let t = PwAff::from_aff(member.second);
            let wrong = match backwards {
                true => s.lt_map(&t)?,
                false => s.gt_map(&t)?,
            };
            found.add_wrong(part(&equal, wrong)?)?;
            match part(&equal, s.eq_map(&t)?)? {
                Some(rest) => equal = rest,
                None => return Ok(found.wrong),
            }
        }
        let right = match backwards {
            true => Ordering::Greater,
            false => Ordering::Less,
        };
        let is_wrong = match sure {
            true => both.parting == Parting::Ordered(right.reverse()),
            false => both.parting != Parting::Ordered(right),
        };
        if is_wrong {
            found.add_wrong(Some(equal))?;
        }
        Ok(found.wrong)
    }

    /// The pairs of different instances with the same date.
    pub(crate) fn same_date(
        &mut self,
        pairs: &Map,
        a: PlacementId,
        b: PlacementId,
    ) -> Result<Option<Map>> {
        let both = self.placements.compare(a, b)?;
        if both.parting != Parting::SameLeaf {
            return Ok(None);
        }
        let mut equal = pairs.clone();
        for member in &both.members {
            match self.part(&equal, a, b, member, Ordering::Equal)? {
                Some(rest) => equal = rest,
                None => return Ok(None),
            }
        }
        Ok(match equal.is_empty()? {
            true => None,
            false => Some(equal),
        })
    }

    /// The pairs whose values of a member compare like this, source to sink; `None` if there are
    /// none.
    fn part(
        &mut self,
        pairs: &Map,
        source: PlacementId,
        sink: PlacementId,
        member: &Common<'_>,
        order: Ordering,
    ) -> Result<Option<Map>> {
        let known = match self.known.entry((source, sink, member.id, order)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let (s, t) = (
                    PwAff::from_aff(member.first),
                    PwAff::from_aff(member.second),
                );
                place.insert(match order {
                    Ordering::Less => s.lt_map(&t)?,
                    Ordering::Equal => s.eq_map(&t)?,
                    Ordering::Greater => s.gt_map(&t)?,
                })
            }
        };
        let part = pairs.intersect(known)?;
        Ok(match part.is_empty()? {
            true => None,
            false => Some(part),
        })
    }
}

/// How a member that does not vary compares.
fn constant_order(member: &Common<'_>) -> Option<Ordering> {
    let value = |date: &presburger::Aff| date.is_cst().then(|| date.constant());
    value(member.first)?.partial_cmp(&value(member.second)?)
}

impl Found {
    fn add_wrong(&mut self, pairs: Option<Map>) -> Result<()> {
        if let Some(pairs) = pairs {
            self.wrong = Some(match self.wrong.take() {
                None => pairs,
                Some(known) => known.union(&pairs)?,
            });
        }
        Ok(())
    }

    fn add_race(&mut self, member: MemberId, pairs: Option<Map>) -> Result<()> {
        let Some(pairs) = pairs else { return Ok(()) };
        match self.races.iter_mut().find(|(known, _)| *known == member) {
            Some((_, known)) => *known = known.union(&pairs)?,
            None => self.races.push((member, pairs)),
        }
        Ok(())
    }
}
