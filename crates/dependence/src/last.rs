//! Where a value comes from: for each access of a sink, the last sources before it.
//!
//! For one sink and one array. The sources are sorted into the levels at which they come before
//! the sink (see [`order`](crate::order)). What is ordered at a deeper level comes later, so levels
//! are treated from the inside out, and what has found a sure source takes no part any more:
//!
//! - of each sure source in the level, the last instance before each remaining sink is a
//!   lexicographic maximum (Feautrier, *Dataflow analysis of array and scalar references*, 1991);
//! - where several sure sources remain in the level, those that come before the last of another one
//!   are dropped, without any test when the text decides;
//! - sources that are not sure to write are kept unless they come before one of these.
//!
//! A sink has a sure dependence if exactly one source is left for it: sources that are not ordered
//! make each other unsure.
//!
//! In `for (i) { T: a = …; for (j) S: … = a; }` with `T[i] -> [i, 0]` and `S[i, j] -> [i, 1, j]`,
//! level 1 (the text) finds `T[i]` for every `S[i, j]`, and level 0 (the loop) is not looked at.

use crate::order::{Event, Level, Shape, Timeline, tuple_of};
use presburger::{Map, Result, Set, Space};

/// An access that may be the source of a value.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) event: Event,
    /// From instances to cells.
    pub(crate) cells: Map,
    /// Whether it writes for sure.
    pub(crate) must: bool,
}

/// An access whose sources are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Sink {
    pub(crate) event: Event,
    /// From instances to cells.
    pub(crate) cells: Map,
}

/// A source and when it is one: `[sink -> cell] -> source` in one level.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// Position in the list of sources.
    pub(crate) source: usize,
    pub(crate) level: Level,
    pub(crate) relation: Map,
}

/// The sources of one sink.
#[derive(Debug)]
pub(crate) struct Found {
    /// The only source.
    pub(crate) must: Vec<Link>,
    /// One of several, or not sure to write.
    pub(crate) may: Vec<Link>,
    /// `[sink -> cell]` without a sure source.
    pub(crate) no_must: Set,
    /// `[sink -> cell]` without any source.
    pub(crate) no_source: Set,
}

/// A source in one level, restricted to the sinks that may depend on it.
struct Candidate {
    source: usize,
    level: Level,
    relation: Map,
}

/// The sources of `sink` among those that touch the same array.
pub(crate) fn find(timeline: &mut Timeline, sink: &Sink, sources: &[Source]) -> Result<Found> {
    let sinks = sink.cells.wrap()?;
    let mut candidates = Vec::new();
    for (source, candidate) in sources.iter().enumerate() {
        candidates.extend(conflicts(timeline, sink, &sinks, source, candidate)?);
    }
    candidates.sort_by(|a, b| {
        let event = |c: &Candidate| sources[c.source].event;
        let deeper = b.level.step.cmp(&a.level.step);
        deeper.then_with(|| timeline.later_in_text(event(a), event(b), a.level.step))
    });
    let mut search = Search {
        timeline,
        sources,
        remaining: sinks.clone(),
        musts: Vec::new(),
        mays: Vec::new(),
        ambiguous: Vec::new(),
    };
    for group in candidates.chunk_by(|a, b| a.level.step == b.level.step) {
        if search.remaining.plain_is_empty() {
            break;
        }
        search.treat_level(group)?;
    }
    search.finish()
}

/// `{ [sink -> cell] -> source }` for the pairs that touch the same cell, in each level.
fn conflicts(
    timeline: &mut Timeline,
    sink: &Sink,
    sinks: &Set,
    source: usize,
    candidate: &Source,
) -> Result<Vec<Candidate>> {
    let levels = timeline.levels(candidate.event, sink.event, 0);
    if levels.is_empty() {
        return Ok(Vec::new());
    }
    let pairs = same_cell(sinks, &candidate.cells)?;
    if pairs.is_empty()? {
        return Ok(Vec::new());
    }
    let mut found = Vec::with_capacity(levels.len());
    for level in levels {
        let before = timeline.before(candidate.event, sink.event, 0, &level)?;
        let relation = pairs.intersect_domain_factor_domain(&before)?;
        if !relation.plain_is_empty() {
            found.push(Candidate {
                source,
                level,
                relation,
            });
        }
    }
    Ok(found)
}

/// `{ [x -> cell] -> y }` for `x -> cell` in `accesses` and `y -> cell` in `others`.
pub(crate) fn same_cell(accesses: &Set, others: &Map) -> Result<Map> {
    let pair = tuple_of(accesses.space())?;
    let instances = tuple_of(&others.space().domain()?)?;
    let space = Space::map(Vec::new(), pair, instances);
    Map::universe(space)?
        .intersect_domain(accesses)?
        .intersect_domain_factor_range(&others.reverse()?)
}

struct Search<'a> {
    timeline: &'a mut Timeline,
    sources: &'a [Source],
    /// The sinks whose sure source is not found yet.
    remaining: Set,
    musts: Vec<Link>,
    mays: Vec<Link>,
    /// Sinks with several sources.
    ambiguous: Vec<Set>,
}

/// The last instances of a sure source in one level.
struct Last {
    event: Event,
    link: Link,
    /// One of the instances for each sink; they all have the same date.
    one: Map,
    /// The sinks with any.
    sinks: Set,
    /// The sinks with several.
    several: Option<Set>,
}

impl Search<'_> {
    /// Takes the sources of one level into account, last in the text first.
    fn treat_level(&mut self, group: &[Candidate]) -> Result<()> {
        let Some(first) = group.first() else {
            return Ok(());
        };
        let step = first.level.step;
        let lasts = self.last_of_each(group, step)?;
        self.add_mays(group, &lasts, step)?;
        let kept = match lasts.len() {
            0 | 1 => None,
            _ => Some(self.without_overwritten(&lasts, step)?),
        };
        for last in &lasts {
            self.remaining = self.remaining.subtract(&last.sinks)?;
        }
        let kept = kept.unwrap_or(lasts);
        self.note_ties(&kept)?;
        self.musts.extend(kept.into_iter().map(|last| last.link));
        Ok(())
    }

    /// The last instances of each sure source in the level, for the sinks without a source that
    /// surely comes later.
    fn last_of_each(&mut self, group: &[Candidate], step: usize) -> Result<Vec<Last>> {
        let mut lasts: Vec<Last> = Vec::new();
        let musts = group.iter().filter(|c| self.sources[c.source].must);
        for candidate in musts {
            let event = self.sources[candidate.source].event;
            let mut sinks = self.remaining.clone();
            for other in &lasts {
                if self.timeline.is_entirely_before(event, other.event, step) {
                    sinks = sinks.subtract(&other.sinks)?;
                }
            }
            let relation = candidate.relation.intersect_domain(&sinks)?;
            let one = self.timeline.last(event.placement, &relation)?;
            if one.plain_is_empty() {
                continue;
            }
            let (mut all, mut several) = (one.clone(), None);
            if self.timeline.placement(event.placement).shape == Shape::Shared {
                let others = self.timeline.others(event.placement, &one)?;
                let others = others.intersect(&relation)?;
                if !others.is_empty()? {
                    several = Some(others.domain()?);
                    all = all.union(&others)?;
                }
            }
            lasts.push(Last {
                event,
                sinks: one.domain()?,
                one,
                several,
                link: Link {
                    source: candidate.source,
                    level: candidate.level.clone(),
                    relation: all,
                },
            });
        }
        Ok(lasts)
    }

    /// Drops what comes before the last instance of another source.
    fn without_overwritten(&mut self, lasts: &[Last], step: usize) -> Result<Vec<Last>> {
        let mut kept = Vec::with_capacity(lasts.len());
        for (i, last) in lasts.iter().enumerate() {
            let event = last.event;
            let mut sinks = last.sinks.clone();
            for (j, other) in lasts.iter().enumerate() {
                let rival = other.event;
                if i == j || self.timeline.is_entirely_before(rival, event, step) {
                    continue;
                }
                if self.timeline.is_entirely_before(event, rival, step) {
                    // What was known to come later when this one was treated is gone already.
                    if j > i {
                        sinks = sinks.subtract(&other.sinks)?;
                    }
                    continue;
                }
                if last.sinks.is_disjoint(&other.sinks)? {
                    continue;
                }
                let before = self.timeline.before_at_all(event, rival, step)?;
                let overwritten = other.one.apply_range(&before)?.intersect(&last.one)?;
                sinks = sinks.subtract(&overwritten.domain()?)?;
            }
            if sinks.plain_is_empty() {
                continue;
            }
            let within = |map: &Map| map.intersect_domain(&sinks);
            kept.push(Last {
                event,
                link: Link {
                    relation: within(&last.link.relation)?,
                    ..last.link.clone()
                },
                one: within(&last.one)?,
                several: match &last.several {
                    Some(several) => Some(several.intersect(&sinks)?),
                    None => None,
                },
                sinks,
            });
        }
        Ok(kept)
    }

    /// Adds the sources in the level that are not sure and do not come before a sure one.
    fn add_mays(&mut self, group: &[Candidate], lasts: &[Last], step: usize) -> Result<()> {
        for candidate in group.iter().filter(|c| !self.sources[c.source].must) {
            let event = self.sources[candidate.source].event;
            let mut relation = candidate.relation.intersect_domain(&self.remaining)?;
            for last in lasts {
                if self.timeline.is_entirely_before(last.event, event, step) {
                    continue;
                }
                if self.timeline.is_entirely_before(event, last.event, step) {
                    relation = relation.subtract_domain(&last.sinks)?;
                    continue;
                }
                let before = self.timeline.before_at_all(event, last.event, step)?;
                let overwritten = last.one.apply_range(&before)?;
                relation = relation.subtract(&overwritten)?;
            }
            if relation.is_empty()? {
                continue;
            }
            self.ambiguous.push(relation.domain()?);
            self.mays.push(Link {
                source: candidate.source,
                level: candidate.level.clone(),
                relation,
            });
        }
        Ok(())
    }

    /// Notes the sinks that have several of the last sources of a level.
    fn note_ties(&mut self, lasts: &[Last]) -> Result<()> {
        for (i, last) in lasts.iter().enumerate() {
            self.ambiguous.extend(last.several.clone());
            for other in &lasts[..i] {
                if self.timeline.may_tie(last.event, other.event) {
                    self.ambiguous.push(last.sinks.intersect(&other.sinks)?);
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Found> {
        let mut no_source = self.remaining.clone();
        for link in &self.mays {
            no_source = no_source.subtract(&link.relation.domain()?)?;
        }
        let mut found = Found {
            must: self.musts,
            may: self.mays,
            no_must: self.remaining,
            no_source,
        };
        for set in self.ambiguous.iter().filter(|set| !set.plain_is_empty()) {
            let mut sure = Vec::with_capacity(found.must.len());
            for link in found.must {
                let shared = link.relation.intersect_domain(set)?;
                if shared.is_empty()? {
                    sure.push(link);
                    continue;
                }
                let relation = link.relation.subtract_domain(set)?;
                if !relation.plain_is_empty() {
                    sure.push(Link {
                        relation,
                        ..link.clone()
                    });
                }
                found.may.push(Link {
                    relation: shared,
                    ..link
                });
            }
            found.must = sure;
        }
        Ok(found)
    }
}
