//! The dependences of a program model, one by one: between which accesses, at which depth, how
//! far.
//!
//! Memory-based dependences relate any two instances that touch the same cell, the earlier one
//! first. Value-based flow relates a read to the last write before it. Two accesses of one
//! instance are no dependence: the instance stays one piece. (Inside, accesses happen in the order
//! of their indices, which matters for the value that a read finds.)

use crate::last::{self, Found, Link, Sink, Source};
use crate::order::{Event, Level, Timeline};
use crate::tidy::{tidy, tidy_union};
use presburger::{Dim, Map, Result, Set, Space, Tuple, UnionMap, UnionSet};
use scop::{Access, AccessId, AccessKind, ArrayId, Certainty, DependenceId};
use scop::{ReductionOperator, ScheduleTree, Scop, StmtId, Storage};
use std::fmt;

/// What the two accesses do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DependenceKind {
    /// Read after write: a cell is read that was written before.
    Raw,
    /// Write after read: a cell is overwritten that was read before.
    War,
    /// Write after write: a cell is overwritten that was written before.
    Waw,
    /// Read after read: no constraint on the order, but reuse.
    Rar,
    /// Value-based flow: the read finds the value of this write.
    Flow,
}

impl DependenceKind {
    /// The memory-based kinds.
    pub const MEMORY_BASED: [DependenceKind; 4] = [
        DependenceKind::Raw,
        DependenceKind::War,
        DependenceKind::Waw,
        DependenceKind::Rar,
    ];

    /// The memory-based kind of a pair of accesses, the earlier one first.
    pub fn of(source: AccessKind, sink: AccessKind) -> DependenceKind {
        match (source, sink) {
            (AccessKind::Write, AccessKind::Read) => DependenceKind::Raw,
            (AccessKind::Read, AccessKind::Write) => DependenceKind::War,
            (AccessKind::Write, AccessKind::Write) => DependenceKind::Waw,
            (AccessKind::Read, AccessKind::Read) => DependenceKind::Rar,
        }
    }

    /// The usual short name.
    pub fn name(self) -> &'static str {
        match self {
            DependenceKind::Raw => "RAW",
            DependenceKind::War => "WAR",
            DependenceKind::Waw => "WAW",
            DependenceKind::Rar => "RAR",
            DependenceKind::Flow => "flow",
        }
    }
}

impl fmt::Display for DependenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What makes the source come before the sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Depth {
    /// An earlier iteration of this common loop, counted from 1 at the outermost.
    Carried(usize),
    /// The order in the text, in the same iteration of all common loops.
    Independent,
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Carried(depth) => f.pad(&depth.to_string()),
            Depth::Independent => f.pad("-"),
        }
    }
}

/// Some pairs of instances of which the second depends on the first.
#[derive(Clone, Debug)]
pub struct Dependence {
    /// What the accesses do.
    pub kind: DependenceKind,
    /// The access that happens first.
    pub source: (StmtId, AccessId),
    /// The access that happens later.
    pub sink: (StmtId, AccessId),
    /// What they access.
    pub array: ArrayId,
    /// From source instances to sink instances.
    pub relation: Map,
    /// What orders them; the outermost of several when depths are not split.
    pub depth: Depth,
    /// For each common loop by how many steps of its schedule the sink is later, where that is the
    /// same number for all pairs. `None` when it is so for no common loop.
    pub distance: Option<Vec<Option<i64>>>,
    /// Whether the pairs depend on each other for sure: both accesses happen, and for value-based
    /// flow this is the only possible source.
    pub certainty: Certainty,
    /// The operator, when both accesses belong to one recognised reduction.
    pub reduction: Option<ReductionOperator>,
}

/// Which dependences are wanted, and how they are told apart.
///
/// ```
/// use dependence::{DependenceKind, Options};
///
/// let options = Options { kinds: vec![DependenceKind::Flow], ..Options::default() };
/// assert!(options.split_by_depth && options.scalars);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The kinds; by default RAW, WAR and WAW.
    pub kinds: Vec<DependenceKind>,
    /// Whether dependences through scalars are included; true by default.
    pub scalars: bool,
    /// Whether each depth is a dependence of its own; true by default.
    pub split_by_depth: bool,
    /// The only array that counts; all do by default.
    pub array: Option<ArrayId>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            kinds: DependenceKind::MEMORY_BASED[..3].to_vec(),
            scalars: true,
            split_by_depth: true,
            array: None,
        }
    }
}

/// The dependences of a scop in the order of its schedule tree, by kind, statements and accesses.
///
/// ```
/// use dependence::{Depth, Options, dependences};
/// use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement};
///
/// // for (i = 1; i < N; i++) S: A[i] = A[i - 1];
/// let mut s = Statement::new("[N] -> { S[i] : 1 <= i < N }".parse()?);
/// let a = ArrayId::new(0);
/// s.accesses = vec![
///     Access::read(a, "[N] -> { S[i] -> A[i - 1] : 1 <= i < N }".parse()?),
///     Access::write(a, "[N] -> { S[i] -> A[i] : 1 <= i < N }".parse()?),
/// ];
/// let scop = Scop {
///     name: "f".into(),
///     parameters: vec![scop::Parameter::new("N")],
///     context: "[N] -> { : }".parse()?,
///     arrays: vec![Array::new("A", 1)],
///     schedule: ScheduleTree::from_map(&"[N] -> { S[i] -> [i] : 1 <= i < N }".parse()?)?,
///     statements: vec![s],
///     span: None,
/// };
/// let found = dependences(&scop, &Options::default())?;
/// assert_eq!(found.len(), 1);
/// let expected = "[N] -> { S[i] -> S[i + 1] : 1 <= i and i + 1 < N }";
/// assert!(found[0].relation.is_equal(&expected.parse()?)?);
/// assert_eq!(found[0].depth, Depth::Carried(1));
/// assert_eq!(found[0].distance, Some(vec![Some(1)]));
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn dependences(scop: &Scop, options: &Options) -> Result<Vec<Dependence>> {
    let mut analysis = Analysis::new(scop, options.scalars, options.array)?;
    let mut found = Vec::new();
    if options.kinds.iter().any(|k| *k != DependenceKind::Flow) {
        analysis.memory_based(&options.kinds, &mut found)?;
    }
    if options.kinds.contains(&DependenceKind::Flow) {
        analysis.flow(&mut found)?;
    }
    found.sort_by_key(|d| (d.kind, d.source, d.sink, d.certainty, d.depth));
    if !options.split_by_depth {
        found = merge_depths(found)?;
    }
    Ok(found)
}

/// Where the values come from that a read finds.
#[derive(Clone, Debug)]
pub struct ReadValues {
    /// The access that reads.
    pub read: (StmtId, AccessId),
    /// The accesses that may have written what it finds, `[read -> cell] -> write` in instances;
    /// those of the reading instance are among them.
    pub writes: Vec<((StmtId, AccessId), Map)>,
    /// The cells that may hold what they held before the program, `read -> cell`.
    pub older: Map,
}

/// Which values of an array are read where, cell by cell.
///
/// ```
/// # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement};
/// // for (i = 1; i < N; i++) S: A[i] = A[i - 1];
/// # let mut s = Statement::new("[N] -> { S[i] : 1 <= i < N }".parse()?);
/// # let a = ArrayId::new(0);
/// # s.accesses = vec![
/// #     Access::read(a, "[N] -> { S[i] -> A[i - 1] : 1 <= i < N }".parse()?),
/// #     Access::write(a, "[N] -> { S[i] -> A[i] : 1 <= i < N }".parse()?),
/// # ];
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("N")],
/// #     context: "[N] -> { : }".parse()?,
/// #     arrays: vec![Array::new("A", 1)],
/// #     schedule: ScheduleTree::from_map(&"[N] -> { S[i] -> [i] : 1 <= i < N }".parse()?)?,
/// #     statements: vec![s],
/// #     span: None,
/// # };
/// let found = dependence::read_values(&scop, ArrayId::new(0))?;
/// let older = "[N] -> { S[1] -> A[0] : N >= 2 }";
/// assert!(found[0].older.is_equal(&older.parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn read_values(scop: &Scop, array: ArrayId) -> Result<Vec<ReadValues>> {
    let mut analysis = Analysis::new(scop, true, Some(array))?;
    let mut all = Vec::new();
    for (sink, found) in analysis.value_sources()? {
        let writes = analysis.writes(array);
        let links = found.must.into_iter().chain(found.may);
        let writes = links.map(|link| {
            let write = &analysis.places[writes[link.source]];
            ((write.statement, write.id), link.relation)
        });
        let read = &analysis.places[sink];
        all.push(ReadValues {
            read: (read.statement, read.id),
            writes: writes.collect(),
            older: found.no_must.unwrap()?,
        });
    }
    Ok(all)
}

/// The cells that may be read before they are surely written: what the scop needs from outside.
pub fn live_in(scop: &Scop) -> Result<UnionSet> {
    let mut analysis = Analysis::new(scop, true, None)?;
    let mut cells = Vec::new();
    for (place, found) in analysis.value_sources()? {
        let array = analysis.places[place].access.array;
        if lives_outside(scop, array) && !found.no_must.plain_is_empty() {
            cells.push(found.no_must.unwrap()?.range()?);
        }
    }
    UnionSet::from_sets(cells)?.coalesce()
}

/// The cells that may be written and exist after the scop: all but those of arrays declared in it.
pub fn live_out(scop: &Scop) -> Result<UnionSet> {
    let mut cells = Vec::new();
    for (_, _, access) in scop.accesses() {
        if access.is_write() && lives_outside(scop, access.array) {
            let relation = access.relation.intersect_params(&scop.context)?;
            cells.push(relation.range()?);
        }
    }
    UnionSet::from_sets(cells)?.coalesce()
}

/// Whether the array exists before and after the scop.
fn lives_outside(scop: &Scop, array: ArrayId) -> bool {
    let array = scop.arrays.get(array.index());
    array.is_none_or(|array| array.storage != Storage::Region)
}

/// Dependences with their ids, which are the positions in this list.
///
/// ```
/// let mut none = dependence::numbered(&[]);
/// assert!(none.next().is_none());
/// ```
pub fn numbered(dependences: &[Dependence]) -> impl Iterator<Item = (DependenceId, &Dependence)> {
    let ids = (0..dependences.len()).map(DependenceId::new);
    ids.zip(dependences)
}

/// All pairs of one kind, `{ S[i] -> T[j] }`.
pub fn union_of(dependences: &[Dependence], kind: DependenceKind) -> Result<UnionMap> {
    let of_kind = dependences.iter().filter(|d| d.kind == kind);
    tidy_union(of_kind.map(|d| d.relation.clone()).collect())
}

/// All pairs of one kind with the tags of the two accesses (see [`Scop::tag`]),
/// `{ [S[i] -> W1[]] -> [T[j] -> R2[]] }`.
pub fn tagged_union_of(
    scop: &Scop,
    dependences: &[Dependence],
    kind: DependenceKind,
) -> Result<UnionMap> {
    let mut maps = Vec::new();
    for d in dependences.iter().filter(|d| d.kind == kind) {
        let tag =
            |(statement, access)| Tuple::anonymous(0).with_name(Some(&scop.tag(statement, access)));
        let tags = Space::map(Vec::new(), tag(d.source), tag(d.sink));
        maps.push(d.relation.product(&Map::universe(tags)?)?);
    }
    tidy_union(maps)
}

/// An access in one placement of its statement.
struct Place<'a> {
    statement: StmtId,
    id: AccessId,
    access: &'a Access,
    placement: scop::PlacementId,
    /// From the instances of the placement to cells.
    cells: Map,
}

impl Place<'_> {
    fn is_sure(&self) -> bool {
        self.access.is_must() && self.access.exact
    }

    /// The access among other instances.
    fn event(&self) -> Event {
        Event {
            placement: self.placement,
            moment: None,
        }
    }

    /// The access among those of its own instance too.
    fn exact_event(&self) -> Event {
        Event {
            moment: Some(self.id.0),
            ..self.event()
        }
    }
}

struct Analysis<'a> {
    scop: &'a Scop,
    timeline: Timeline,
    places: Vec<Place<'a>>,
}

impl<'a> Analysis<'a> {
    fn new(scop: &'a Scop, scalars: bool, array: Option<ArrayId>) -> Result<Analysis<'a>> {
        let timeline = match array {
            None => Timeline::from_tree(&scop.schedule)?,
            Some(array) => Timeline::from_tree(&order_of(scop, array)?)?,
        };
        let mut places = Vec::new();
        let wanted = |access: &Access| array.is_none_or(|array| access.array == array);
        for (statement, id, access) in scop.accesses().filter(|one| wanted(one.2)) {
            let is_scalar = access.relation.space().n_out() == 0;
            let Some(tuple) = access.relation.space().domain_tuple() else {
                continue;
            };
            if is_scalar && !scalars {
                continue;
            }
            let relation = access.relation.intersect_params(&scop.context)?;
            for &placement in timeline.of_statement(tuple) {
                let cells = relation.intersect_domain(&timeline.placement(placement).domain)?;
                places.push(Place {
                    statement,
                    id,
                    access,
                    placement,
                    cells,
                });
            }
        }
        Ok(Analysis {
            scop,
            timeline,
            places,
        })
    }

    fn memory_based(
        &mut self,
        kinds: &[DependenceKind],
        found: &mut Vec<Dependence>,
    ) -> Result<()> {
        for i in 0..self.places.len() {
            for j in 0..=i {
                let (a, b) = (&self.places[i], &self.places[j]);
                if a.access.array != b.access.array {
                    continue;
                }
                let wanted = |x: &Place, y: &Place| {
                    kinds.contains(&DependenceKind::of(x.access.kind, y.access.kind))
                };
                let (forth, back) = (wanted(a, b), i != j && wanted(b, a));
                if !forth && !back {
                    continue;
                }
                // { instance of a -> instance of b } on the same cell
                let pairs = a.cells.apply_range(&b.cells.reverse()?)?;
                if pairs.is_empty()? {
                    continue;
                }
                if forth {
                    self.ordered_pairs(i, j, &pairs.reverse()?, found)?;
                }
                if back {
                    self.ordered_pairs(j, i, &pairs, found)?;
                }
            }
        }
        Ok(())
    }

    /// Adds what is ordered among `pairs`, `{ sink -> source }`, for each level.
    fn ordered_pairs(
        &mut self,
        source: usize,
        sink: usize,
        pairs: &Map,
        found: &mut Vec<Dependence>,
    ) -> Result<()> {
        let (a, b) = (self.places[source].event(), self.places[sink].event());
        for level in self.timeline.levels(a, b, 0) {
            let relation = pairs.intersect(&self.timeline.before(a, b, 0, &level)?)?;
            if relation.is_empty()? {
                continue;
            }
            let (x, y) = (&self.places[source], &self.places[sink]);
            let kind = DependenceKind::of(x.access.kind, y.access.kind);
            let sure = x.is_sure() && y.is_sure();
            found.push(self.dependence(kind, source, sink, &relation, &level, sure)?);
        }
        Ok(())
    }

    /// The sources of the value of each read.
    fn value_sources(&mut self) -> Result<Vec<(usize, Found)>> {
        let mut results = Vec::new();
        for array in 0..self.scop.arrays.len() {
            let array = ArrayId::new(array);
            let sources = self.writes(array);
            let sources: Vec<Source> = sources
                .iter()
                .map(|&place| {
                    let place = &self.places[place];
                    Source {
                        event: place.exact_event(),
                        cells: place.cells.clone(),
                        must: place.is_sure(),
                    }
                })
                .collect();
            for (i, place) in self.places.iter().enumerate() {
                if place.access.array != array || place.access.is_write() {
                    continue;
                }
                let sink = Sink {
                    event: place.exact_event(),
                    cells: place.cells.clone(),
                };
                results.push((i, last::find(&mut self.timeline, &sink, &sources)?));
            }
        }
        Ok(results)
    }

    /// The places that write an array.
    fn writes(&self, array: ArrayId) -> Vec<usize> {
        let places = self.places.iter().enumerate();
        places
            .filter(|(_, place)| place.access.array == array && place.access.is_write())
            .map(|(i, _)| i)
            .collect()
    }

    fn flow(&mut self, found: &mut Vec<Dependence>) -> Result<()> {
        for (sink, sources) in self.value_sources()? {
            let writes = self.writes(self.places[sink].access.array);
            let is_sure = self.places[sink].is_sure();
            let must = sources.must.iter().map(|link| (link, is_sure));
            let may = sources.may.iter().map(|link| (link, false));
            for (link, sure) in must.chain(may) {
                let Link {
                    source,
                    level,
                    relation,
                } = link;
                if level.is_inside() {
                    continue;
                }
                let relation = relation.domain_factor_domain()?;
                if relation.is_empty()? {
                    continue;
                }
                let kind = DependenceKind::Flow;
                let source = writes[*source];
                found.push(self.dependence(kind, source, sink, &relation, level, sure)?);
            }
        }
        Ok(())
    }

    /// From `{ sink -> source }` in one level.
    fn dependence(
        &self,
        kind: DependenceKind,
        source: usize,
        sink: usize,
        relation: &Map,
        level: &Level,
        sure: bool,
    ) -> Result<Dependence> {
        let (a, b) = (&self.places[source], &self.places[sink]);
        Ok(Dependence {
            kind,
            source: (a.statement, a.id),
            sink: (b.statement, b.id),
            array: a.access.array,
            relation: tidy(relation.reverse()?)?,
            depth: match level.is_loop {
                true => Depth::Carried(level.loops),
                false => Depth::Independent,
            },
            distance: self.distance(a.event(), b.event(), relation)?,
            certainty: match sure {
                true => Certainty::Must,
                false => Certainty::May,
            },
            reduction: self.reduction(a, b),
        })
    }

    /// The differences of the dates in the common loops, where they are constant.
    fn distance(
        &self,
        source: Event,
        sink: Event,
        relation: &Map,
    ) -> Result<Option<Vec<Option<i64>>>> {
        let loops = self.timeline.common_loops(source, sink);
        if loops.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let mut distances = Vec::with_capacity(loops.len());
        let dates = |event: Event| &self.timeline.placement(event.placement).dates;
        for step in loops {
            let date = |event: Event| dates(event).project_onto(Dim::Out(step), 1);
            let pairs = relation
                .apply_range(&date(source)?)?
                .apply_domain(&date(sink)?)?
                .reverse()?;
            distances.push(single_value(&pairs.deltas()?)?);
        }
        Ok(distances.iter().any(Option::is_some).then_some(distances))
    }

    fn reduction(&self, a: &Place, b: &Place) -> Option<ReductionOperator> {
        let reduction = self.scop.statements.get(a.statement.index())?.reduction?;
        let takes_part = |id: AccessId| id == reduction.read || id == reduction.write;
        let same = a.statement == b.statement && takes_part(a.id) && takes_part(b.id);
        same.then_some(reduction.operator)
    }
}

/// The order of the statements that access an array: there may be many others.
fn order_of(scop: &Scop, array: ArrayId) -> Result<ScheduleTree> {
    let statements = scop.statements.iter();
    let touching = statements.filter(|one| one.accesses.iter().any(|one| one.array == array));
    let domains: Vec<Set> = touching.map(|one| one.domain.clone()).collect();
    Ok(match scop.schedule.root().child() {
        Some(below) => ScheduleTree::new(UnionSet::from_sets(domains)?, below.clone()),
        None => scop.schedule.clone(),
    })
}

/// The only value in a set of one dimension.
fn single_value(set: &Set) -> Result<Option<i64>> {
    let Some(point) = set.sample_point()? else {
        return Ok(None);
    };
    let value = point.coordinate(Dim::Set(0))?;
    let here = Set::universe(Space::set(Vec::new(), Tuple::anonymous(1)))?;
    let here = here.fix(Dim::Set(0), value.clone())?;
    Ok(match set.is_subset(&here)? {
        true => value.to_i64(),
        false => None,
    })
}

/// One dependence for all depths; sorted by what tells dependences apart, depth last.
fn merge_depths(split: Vec<Dependence>) -> Result<Vec<Dependence>> {
    let mut merged: Vec<Dependence> = Vec::new();
    for next in split {
        match merged.last_mut() {
            Some(last)
                if (last.kind, last.source, last.sink, last.certainty)
                    == (next.kind, next.source, next.sink, next.certainty) =>
            {
                last.relation = tidy(last.relation.union(&next.relation)?)?;
                last.depth = last.depth.min(next.depth);
                last.distance = match (last.distance.take(), next.distance) {
                    (Some(a), Some(b)) if a.len() == b.len() => {
                        let both = a.into_iter().zip(b);
                        let same: Vec<Option<i64>> =
                            both.map(|(a, b)| a.filter(|_| a == b)).collect();
                        (same.is_empty() || same.iter().any(Option::is_some)).then_some(same)
                    }
                    _ => None,
                };
            }
            _ => merged.push(next),
        }
    }
    Ok(merged)
}
