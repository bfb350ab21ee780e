//! Which pairs of a relation a schedule executes in another order, or in parallel.
//!
//! For a placement of the sources and one of the sinks the pairs are followed down the tree, one
//! common band member after the other. Of the pairs that agree on all members so far, those
//! whose sink has the smaller value of the next member are executed in the wrong order; those
//! with different values race if the member is a parallel loop; those with equal values go on.
//! Most dependences are satisfied at some member, after which no pairs are left.

use crate::placement::{Parting, Placements};
use presburger::{Map, PwAff, Result};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Compares dates of two placements; what was computed for one relation serves the next.
pub(crate) struct Comparer<'a> {
    placements: &'a Placements,
    known: HashMap<(usize, usize, usize, Ordering), Map>,
}

/// What to look for.
pub(crate) struct Wanted<'a> {
    /// Pairs in the wrong order.
    pub(crate) order: bool,
    /// Pairs in different iterations of these loops; indices of band members.
    pub(crate) races: &'a dyn Fn(usize) -> bool,
}

#[derive(Default)]
pub(crate) struct Found {
    /// Pairs that are not executed in their order.
    pub(crate) wrong: Option<Map>,
    /// Band members with the pairs that race there.
    pub(crate) races: Vec<(usize, Map)>,
}

impl<'a> Comparer<'a> {
    pub(crate) fn new(placements: &'a Placements) -> Comparer<'a> {
        Comparer {
            placements,
            known: HashMap::new(),
        }
    }

    /// Looks at pairs of instances of two placements.
    pub(crate) fn look(
        &mut self,
        pairs: &Map,
        source: usize,
        sink: usize,
        wanted: &Wanted,
        found: &mut Found,
    ) -> Result<()> {
        let (members, parting) = self.placements.compare(source, sink);
        let mut equal = pairs.clone();
        for &member in &members {
            let constant = self.constant_order(source, sink, member);
            if constant == Some(Ordering::Equal) {
                continue;
            }
            if wanted.order {
                let later = self.part(&equal, source, sink, member, Ordering::Greater)?;
                found.add_wrong(later)?;
            }
            if (wanted.races)(member) {
                for order in [Ordering::Less, Ordering::Greater] {
                    let different = self.part(&equal, source, sink, member, order)?;
                    found.add_race(member, different)?;
                }
            }
            match self.part(&equal, source, sink, member, Ordering::Equal)? {
                Some(rest) => equal = rest,
                None => return Ok(()),
            }
        }
        if wanted.order && parting != Parting::Ordered(Ordering::Less) {
            found.add_wrong(Some(equal))?;
        }
        Ok(())
    }

    /// The pairs of different instances with the same date.
    pub(crate) fn same_date(&mut self, pairs: &Map, a: usize, b: usize) -> Result<Option<Map>> {
        let (members, parting) = self.placements.compare(a, b);
        if parting != Parting::SameLeaf {
            return Ok(None);
        }
        let mut equal = pairs.clone();
        for &member in &members {
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
        source: usize,
        sink: usize,
        member: usize,
        order: Ordering,
    ) -> Result<Option<Map>> {
        let key = (source, sink, member, order);
        if !self.known.contains_key(&key) {
            let date = |placement: usize| {
                let placement = &self.placements.all[placement];
                placement.date_of(member).map(PwAff::from_aff)
            };
            let (Some(s), Some(t)) = (date(source), date(sink)) else {
                return Ok(None);
            };
            let map = match order {
                Ordering::Less => s.lt_map(&t)?,
                Ordering::Equal => s.eq_map(&t)?,
                Ordering::Greater => s.gt_map(&t)?,
            };
            self.known.insert(key, map);
        }
        let part = pairs.intersect(&self.known[&key])?;
        Ok(match part.is_empty()? {
            true => None,
            false => Some(part),
        })
    }

    /// How a member that does not vary compares.
    fn constant_order(&self, source: usize, sink: usize, member: usize) -> Option<Ordering> {
        let value = |placement: usize| {
            let aff = self.placements.all[placement].date_of(member)?;
            aff.is_cst().then(|| aff.constant())
        };
        value(source)?.partial_cmp(&value(sink)?)
    }
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

    fn add_race(&mut self, member: usize, pairs: Option<Map>) -> Result<()> {
        let Some(pairs) = pairs else { return Ok(()) };
        match self.races.iter_mut().find(|(known, _)| *known == member) {
            Some((_, known)) => *known = known.union(&pairs)?,
            None => self.races.push((member, pairs)),
        }
        Ok(())
    }
}
