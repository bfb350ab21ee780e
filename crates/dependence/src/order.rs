//! When instances are executed: what a schedule says of each statement, and which instance
//! comes before which.
//!
//! Placements ([`scop::schedule::Placements`]) are compared step by step. A step is either a
//! number that is the same for all instances of the placement (the position in a sequence, a
//! constant dimension of a flat schedule) or one that varies with the instance (a loop).
//! Steps that are fixed in both need no set operation:
//! when they are equal they say nothing, when they differ the rest is decided. What remains is a
//! list of *levels*: in level `p` the variable steps before `p` agree, and step `p` decides. A pair
//! of instances is ordered in one level at most.
//!
//! The parts of a `set` node, and instances with the same date, are not ordered.

use presburger::{Aff, Dim, Error, Map, MultiAff, Result, Set, Space, Tuple, UnionMap};
use scop::schedule::{Placements, Step};
use scop::{PlacementId, ScheduleTree};
use std::cmp::Ordering;
use std::collections::HashMap;

/// One number of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// It depends on the instance.
    Variable,
    /// It is the same for all instances.
    Fixed {
        position: i64,
        /// False for the parts of a `set` node.
        ordered: bool,
    },
}

/// What the dates say about the order of the instances of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Dates are ordered as the instances themselves are, lexicographically.
    Aligned,
    /// No two instances have the same date.
    Injective,
    /// Instances share dates.
    Shared,
}

/// A placement as it is compared.
#[derive(Clone, Debug)]
pub(crate) struct Dated {
    pub(crate) domain: Set,
    /// One for each step.
    pub(crate) entries: Vec<Entry>,
    pub(crate) shape: Shape,
    /// From instances to dates with one dimension for each step; not restricted to the domain.
    pub(crate) dates: Map,
    /// The same backwards.
    instances: Map,
}

/// Something that happens in each instance of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Event {
    pub(crate) placement: PlacementId,
    /// Orders the events in one instance; events without a moment are not ordered there.
    pub(crate) moment: Option<u32>,
}

/// How two placements compare, given that their dates agree before some step.
struct Comparison {
    /// The steps, variable on one side at least, that decide before the end does.
    variable: Vec<usize>,
    /// What is decided when all of these agree.
    end: End,
}

enum End {
    /// The step and the order of the first with regard to the second.
    Decided(usize, Ordering),
    /// They are not ordered.
    Open,
}

/// One way in which instances of one placement come before those of another.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// The step that decides; deeper ones are larger.
    pub(crate) step: usize,
    /// How many loops the two have in common at the step, this one included.
    pub(crate) loops: usize,
    /// Whether a loop decides, and not the place in the text.
    pub(crate) is_loop: bool,
    kind: LevelKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum LevelKind {
    /// So many of the variable steps agree, the next one is smaller.
    Loop(usize),
    /// All variable steps agree.
    Text,
    /// In one instance.
    Inside,
}

impl Level {
    /// Whether both events are in one instance.
    pub(crate) fn is_inside(&self) -> bool {
        self.kind == LevelKind::Inside
    }
}

/// The step number of what is ordered in one instance: deeper than all others.
const INSIDE: usize = usize::MAX;

/// The placements of all statements, and their order.
#[derive(Debug)]
pub(crate) struct Timeline {
    placements: Placements,
    /// For each placement.
    dated: Vec<Dated>,
    /// Order relations that were asked for.
    known: HashMap<(PlacementId, PlacementId, usize, LevelKind), Map>,
}

impl Timeline {
    /// The dates of a flat schedule. Dates may have different lengths; what the shorter one does
    /// not say is not ordered.
    pub(crate) fn from_map(schedule: &UnionMap) -> Result<Timeline> {
        Timeline::new(Placements::from_map(schedule)?)
    }

    /// The dates of a tree.
    pub(crate) fn from_tree(tree: &ScheduleTree) -> Result<Timeline> {
        Timeline::new(Placements::new(tree)?)
    }

    fn new(placements: Placements) -> Result<Timeline> {
        if let Some(again) = placements.repeated().first() {
            return Err(several_dates(&again.dates.domain()?)?);
        }
        let dated = placements.iter().map(|(_, one)| Dated::new(one));
        let timeline = Timeline {
            dated: dated.collect::<Result<_>>()?,
            placements,
            known: HashMap::new(),
        };
        timeline.check_unique()?;
        Ok(timeline)
    }

    pub(crate) fn placement(&self, id: PlacementId) -> &Dated {
        &self.dated[id.index()]
    }

    /// The placements of a statement.
    pub(crate) fn of_statement(&self, tuple: &Tuple) -> &[PlacementId] {
        self.placements.of(tuple)
    }

    /// The steps that two events have in common and that vary.
    pub(crate) fn common_loops(&self, a: Event, b: Event) -> Vec<usize> {
        self.compare(a, b, 0).variable
    }

    /// An instance that is executed twice has no single place in the order.
    fn check_unique(&self) -> Result<()> {
        for (a, placement) in self.placements.iter() {
            for &b in self.placements.of_space(&placement.domain) {
                if a <= b {
                    break;
                }
                let both = placement.domain.intersect(&self.placements[b].domain)?;
                if !both.is_empty()? {
                    return Err(several_dates(&both)?);
                }
            }
        }
        Ok(())
    }

    /// The levels in which `a` comes before `b`, given that their dates agree before step `from`;
    /// outermost first.
    pub(crate) fn levels(&self, a: Event, b: Event, from: usize) -> Vec<Level> {
        let comparison = self.compare(a, b, from);
        let level = |step, loops, is_loop, kind| Level {
            step,
            loops,
            is_loop,
            kind,
        };
        let mut levels: Vec<Level> = Vec::new();
        for (k, &step) in comparison.variable.iter().enumerate() {
            levels.push(level(step, k + 1, true, LevelKind::Loop(k)));
        }
        let loops = comparison.variable.len();
        match comparison.end {
            End::Decided(step, Ordering::Less) => {
                levels.push(level(step, loops, false, LevelKind::Text));
            }
            End::Open if a.placement == b.placement && a.moment < b.moment => {
                levels.push(level(INSIDE, loops, false, LevelKind::Inside));
            }
            _ => {}
        }
        levels
    }

    /// Whether all of `a` comes before all of `b`, given that their dates agree before step `from`.
    pub(crate) fn is_entirely_before(&self, a: Event, b: Event, from: usize) -> bool {
        let comparison = self.compare(a, b, from);
        let decided = matches!(comparison.end, End::Decided(_, Ordering::Less));
        comparison.variable.is_empty() && decided
    }

    /// Whether two different events may be unordered.
    pub(crate) fn may_tie(&self, a: Event, b: Event) -> bool {
        if a.placement == b.placement {
            let same_instance = a.moment == b.moment;
            return same_instance || self.placement(a.placement).shape == Shape::Shared;
        }
        matches!(self.compare(a, b, 0).end, End::Open)
    }

    fn compare(&self, a: Event, b: Event, from: usize) -> Comparison {
        let (x, y) = (
            &self.placement(a.placement).entries,
            &self.placement(b.placement).entries,
        );
        let mut variable = Vec::new();
        for (step, pair) in x.iter().zip(y).enumerate().skip(from) {
            match pair {
                (
                    Entry::Fixed {
                        position: p,
                        ordered,
                    },
                    Entry::Fixed { position: q, .. },
                ) => {
                    if p != q {
                        let end = match ordered {
                            true => End::Decided(step, p.cmp(q)),
                            false => End::Open,
                        };
                        return Comparison { variable, end };
                    }
                }
                _ => variable.push(step),
            }
        }
        Comparison {
            variable,
            end: End::Open,
        }
    }

    /// `{ y -> x : x comes before y in this level }` for instances `x` of `a` and `y` of `b`; dates
    /// are known to agree before step `from`, and this is not said again.
    pub(crate) fn before(&mut self, a: Event, b: Event, from: usize, level: &Level) -> Result<Map> {
        let key = (a.placement, b.placement, from, level.kind);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let (x, y) = (self.placement(a.placement), self.placement(b.placement));
        let map = if level.kind == LevelKind::Inside {
            let space = x.domain.space();
            Map::identity(space.map_to(space)?)?
        } else {
            let comparison = self.compare(a, b, from);
            let (n, m) = (y.entries.len(), x.entries.len());
            let space = Space::map(Vec::new(), Tuple::anonymous(n), Tuple::anonymous(m));
            let mut dates = Map::universe(space)?;
            let equal = match level.kind {
                LevelKind::Loop(k) => k,
                _ => comparison.variable.len(),
            };
            for &step in &comparison.variable[..equal] {
                dates = dates.equate(Dim::In(step), Dim::Out(step))?;
            }
            if let Some(&step) = comparison.variable.get(equal) {
                dates = dates.order_gt(Dim::In(step), Dim::Out(step))?;
            }
            y.dates.apply_range(&dates)?.apply_range(&x.instances)?
        };
        self.known.insert(key, map.clone());
        Ok(map)
    }

    /// `{ y -> x : x comes before y }`, with `from` as in [`Timeline::before`].
    pub(crate) fn before_at_all(&mut self, a: Event, b: Event, from: usize) -> Result<Map> {
        let space = |this: &Timeline, e: Event| this.placement(e.placement).domain.space().clone();
        let mut all = Map::empty(space(self, b).map_to(&space(self, a))?)?;
        for level in self.levels(a, b, from) {
            all = all.union(&self.before(a, b, from, &level)?)?;
        }
        Ok(all)
    }

    /// Sorts the events that the text puts last to the front, as far as that can be seen from the
    /// fixed steps alone; dates agree before step `from`.
    pub(crate) fn later_in_text(&self, a: Event, b: Event, from: usize) -> Ordering {
        let positions = |event: Event| {
            let steps = self.placement(event.placement).entries.iter();
            steps.skip(from).map(|step| match step {
                Entry::Fixed { position, .. } => *position,
                Entry::Variable => 0,
            })
        };
        positions(b)
            .cmp(positions(a))
            .then(b.placement.cmp(&a.placement))
            .then(b.moment.cmp(&a.moment))
    }

    /// The last instance in each point's image under `relation`, `x -> instances of the placement`;
    /// of several on the last date, the lexicographically largest.
    pub(crate) fn last(&self, placement: PlacementId, relation: &Map) -> Result<Map> {
        let placement = self.placement(placement);
        match placement.shape {
            Shape::Aligned => relation.lexmax(),
            Shape::Injective => {
                let last = relation.apply_range(&placement.dates)?.lexmax()?;
                last.apply_range(&placement.instances)
            }
            // With the instances behind the dates nothing is projected out.
            Shape::Shared => {
                let space = placement.domain.space();
                let instances = Map::identity(space.map_to(space)?)?;
                let dated = placement.dates.range_product(&instances)?.flatten_range()?;
                let last = relation.apply_range(&dated)?.lexmax()?;
                last.apply_range(&dated.reverse()?)
            }
        }
    }

    /// For each instance that [`Timeline::last`] chose, those on the same date that it did not.
    pub(crate) fn others(&self, placement: PlacementId, chosen: &Map) -> Result<Map> {
        let placement = self.placement(placement);
        let same_date = placement.dates.apply_range(&placement.instances)?;
        let smaller = same_date.intersect(&Map::lex_gt(placement.domain.space())?)?;
        chosen.apply_range(&smaller)
    }
}

impl Dated {
    fn new(placement: &scop::schedule::Placement) -> Result<Dated> {
        let domain = placement.domain.clone();
        let space = domain.space();
        let entries = placement.steps.iter().map(|step| match step {
            Step::Part { index, ordered } => Entry::Fixed {
                position: *index as i64,
                ordered: *ordered,
            },
            Step::Member { date, .. } => {
                let constant = date.is_cst().then(|| date.constant().to_i64());
                match constant.flatten() {
                    Some(position) => Entry::Fixed {
                        position,
                        ordered: true,
                    },
                    None => Entry::Variable,
                }
            }
        });
        let entries: Vec<Entry> = entries.collect();
        let affs = placement.affs()?;
        let tuple = Tuple::anonymous(entries.len());
        let dates = MultiAff::from_aff_list(space, tuple, &affs)?.as_map()?;
        let shape = if is_aligned(&affs, space.n_out())? {
            Shape::Aligned
        } else if dates.intersect_domain(&domain)?.is_injective()? {
            Shape::Injective
        } else {
            Shape::Shared
        };
        // The dates of an injective placement need not be injective outside of its domain.
        let instances = dates.reverse()?;
        let instances = match shape {
            Shape::Injective if !dates.is_injective()? => instances.intersect_range(&domain)?,
            _ => instances,
        };
        Ok(Dated {
            domain,
            entries,
            shape,
            dates,
            instances,
        })
    }
}

/// Whether dates are ordered as instances of `n` dimensions are: each date in turn grows with the
/// next dimension and depends besides on earlier ones only.
fn is_aligned(dates: &[Aff], n: usize) -> Result<bool> {
    let mut next = 0;
    for date in dates {
        if next == n {
            break;
        }
        if date.involves_locals() {
            return Ok(false);
        }
        let mut last = None;
        for i in 0..n {
            let coefficient = date.coefficient(Dim::In(i))?;
            if !coefficient.is_zero() {
                last = Some((i, coefficient));
            }
        }
        match last {
            Some((i, coefficient)) if i == next && coefficient.is_pos() => next += 1,
            Some((i, _)) if i >= next => return Ok(false),
            _ => {}
        }
    }
    Ok(next == n)
}

/// The error for instances that are executed more than once.
fn several_dates(instances: &Set) -> Result<Error> {
    let example = instances.sample_point()?.map(|point| point.to_string());
    let example = example.unwrap_or_else(|| instances.to_string());
    Ok(Error::Invalid(format!(
        "the schedule has several dates for {example}"
    )))
}

/// The tuple of a set's space.
pub(crate) fn tuple_of(space: &Space) -> Result<Tuple> {
    let tuple = space.tuple().cloned();
    tuple.ok_or_else(|| Error::Invalid(format!("{space} has no instances")))
}
