//! A schedule as the check reads it: the placements of the tree, found by the program's
//! statements and by single instances.

use crate::Date;
use crate::pairs::{Comparer, Found, Wanted};
use presburger::{Map, Point, Result};
use scop::schedule::{Placement, Placements, Step};
use scop::{MemberId, PlacementId, ScheduleTree, Scop, StmtId};
use std::cmp::Ordering;
use std::collections::HashMap;

/// The placements of a schedule for a program.
#[derive(Clone, Debug)]
pub(crate) struct Placed<'a> {
    pub(crate) scop: &'a Scop,
    pub(crate) view: Placements,
    by_name: HashMap<&'a str, StmtId>,
}

/// What orders two instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The band member.
    Loop(MemberId, Ordering),
    /// A sequence.
    Sequence(Ordering),
    /// Nothing.
    Open,
    /// They are one.
    Same,
}

impl Order {
    /// Whether the first comes strictly before the second.
    pub(crate) fn is_before(self) -> bool {
        matches!(
            self,
            Order::Loop(_, Ordering::Less) | Order::Sequence(Ordering::Less)
        )
    }
}

impl<'a> Placed<'a> {
    pub(crate) fn new(scop: &'a Scop, tree: &ScheduleTree) -> Result<Placed<'a>> {
        let statements = scop.statements();
        Ok(Placed {
            scop,
            view: Placements::new(tree)?,
            by_name: statements.map(|(id, one)| (&*one.name, id)).collect(),
        })
    }

    /// The placements of a statement.
    pub(crate) fn of(&self, statement: StmtId) -> &[PlacementId] {
        self.view.of_space(&self.scop[statement].domain)
    }

    /// The statement of a placement; `None` for instances of no statement of the program.
    pub(crate) fn statement(&self, placement: &Placement) -> Option<StmtId> {
        let domain = &placement.domain;
        let id = *self.by_name.get(domain.tuple_name()?)?;
        let own = self.scop[id].domain.space();
        own.has_equal_tuples(domain.space()).then_some(id)
    }

    /// The pairs of instances of two statements that are executed in order.
    pub(crate) fn before(
        &self,
        comparer: &mut Comparer<'_>,
        pairs: &Map,
        first: StmtId,
        second: StmtId,
    ) -> Result<Option<Map>> {
        let mut found: Option<Map> = None;
        for &a in self.of(first) {
            let pairs = pairs.intersect_domain(&self.view[a].domain)?;
            for &b in self.of(second) {
                let pairs = pairs.intersect_range(&self.view[b].domain)?;
                if pairs.plain_is_empty() {
                    continue;
                }
                if let Some(more) = comparer.before(&pairs, a, b)? {
                    found = Some(match found {
                        None => more,
                        Some(found) => found.union(&more)?,
                    });
                }
            }
        }
        Ok(found)
    }

    /// The pairs of instances of two statements that are not executed in order. (To subtract those
    /// that are would make many small pieces of them.)
    pub(crate) fn not_before(
        &self,
        comparer: &mut Comparer<'_>,
        pairs: &Map,
        first: StmtId,
        second: StmtId,
    ) -> Result<Map> {
        let wanted = Wanted {
            order: true,
            races: &|_| false,
        };
        let mut found = Found::default();
        for &a in self.of(first) {
            let pairs = pairs.intersect_domain(&self.view[a].domain)?;
            for &b in self.of(second) {
                let pairs = pairs.intersect_range(&self.view[b].domain)?;
                if !pairs.plain_is_empty() {
                    comparer.follow(&pairs, a, b, &wanted, &mut found)?;
                }
            }
        }
        match found.wrong {
            Some(wrong) => Ok(wrong),
            None => Map::empty(pairs.space().clone()),
        }
    }

    /// The placement of an instance, which has values of the parameters; the first of several.
    pub(crate) fn find(&self, statement: StmtId, instance: &Point) -> Result<Option<&Placement>> {
        for &id in self.of(statement) {
            if self.view[id].domain.contains(instance)? {
                return Ok(Some(&self.view[id]));
            }
        }
        Ok(None)
    }

    /// The first step in which two instances differ; both are in the same iterations of all loops
    /// before it.
    pub(crate) fn order(
        &self,
        (a, x): (&Placement, &Point),
        (b, y): (&Placement, &Point),
    ) -> Result<Order> {
        for steps in a.steps.iter().zip(&b.steps) {
            match steps {
                (Step::Member { id, date: s }, Step::Member { date: t, .. }) => {
                    match s.eval(x)?.partial_cmp(&t.eval(y)?) {
                        Some(Ordering::Equal) => {}
                        Some(order) => return Ok(Order::Loop(*id, order)),
                        None => return Err(not_a_number()),
                    }
                }
                (Step::Part { index: i, ordered }, Step::Part { index: j, .. }) if i != j => {
                    return Ok(match ordered {
                        true => Order::Sequence(i.cmp(j)),
                        false => Order::Open,
                    });
                }
                (Step::Part { .. }, Step::Part { .. }) => {}
                _ => return Err(presburger::Error::Invalid("not of one tree".into())),
            }
        }
        Ok(match x == y {
            true => Order::Same,
            false => Order::Open,
        })
    }
}

fn not_a_number() -> presburger::Error {
    presburger::Error::Invalid("a date is not a number".into())
}

/// The date of an instance, which has values of the parameters.
pub(crate) fn date(placement: &Placement, instance: &Point) -> Result<Date> {
    let values = placement.steps.iter().map(|step| match step {
        Step::Part { index, .. } => Ok((*index as i64).into()),
        Step::Member { date, .. } => date.eval(instance),
    });
    Ok(Date(values.collect::<Result<Vec<_>>>()?))
}
