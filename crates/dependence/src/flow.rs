//! Dataflow on unions of relations: the last accesses before other accesses.
//!
//! The question and the answers are those of isl's `isl_union_access_info_compute_flow`; the
//! text form of a problem is isl's too.

use crate::last::{self, Found, Link, Sink, Source};
use crate::order::{Event, Timeline};
use crate::tidy::tidy_union;
use presburger::{Error, Map, Result, Set, Tuple, UnionMap};
use scop::schedule::{Band, Kind, Node};
use scop::{Access, ScheduleTree, Scop, yaml};
use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// Accesses and an order: which source accesses reach which sink accesses?
///
/// Access relations go from statement instances to cells. A must source is sure to write, a may
/// source is not; a kill ends the life of a value without writing another one.
///
/// ```
/// use dependence::AccessInfo;
///
/// let flow = AccessInfo::from_sink("[N] -> { S[i] -> A[i - 1] : 0 < i < N }".parse()?)
///     .must_source("[N] -> { S[i] -> A[i] : 0 < i < N; Init[] -> A[0] }".parse()?)
///     .schedule_map("[N] -> { S[i] -> [1, i]; Init[] -> [0, 0] }".parse()?)
///     .compute_flow()?;
/// let expected = "[N] -> { S[i] -> S[i + 1] : 0 < i and i + 1 < N; Init[] -> S[1] : 1 < N }";
/// assert!(flow.must_dependence()?.is_equal(&expected.parse()?)?);
/// assert!(flow.may_no_source().is_empty()?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct AccessInfo {
    sink: UnionMap,
    must_source: UnionMap,
    may_source: UnionMap,
    kill: UnionMap,
    schedule: Schedule,
}

/// The order of the instances.
#[derive(Clone, Debug)]
pub enum Schedule {
    /// From instances to dates, in lexicographic order.
    Map(UnionMap),
    /// A schedule tree.
    Tree(ScheduleTree),
}

/// What [`AccessInfo::compute_flow`] finds.
///
/// A sink access has a *must* dependence on the source that is known to be the last one before it.
/// Where there are several possibilities (a may source after the last must source, must sources
/// that are not ordered), they are all *may* dependences.
///
/// isl gives the same answers where the schedule orders the sources. Where it does not, isl chooses
/// one of several instances of the same statement, and one of the parts of a `set` node; here all
/// of them are may dependences.
#[derive(Clone, Debug)]
pub struct Flow {
    must: UnionMap,
    may: UnionMap,
    must_no_source: UnionMap,
    may_no_source: UnionMap,
}

impl AccessInfo {
    /// Asks for the sources of these accesses; so far without sources and without an order.
    pub fn from_sink(sink: UnionMap) -> AccessInfo {
        let nothing = UnionMap::empty(&sink.space());
        AccessInfo {
            sink,
            must_source: nothing.clone(),
            may_source: nothing.clone(),
            kill: nothing.clone(),
            schedule: Schedule::Map(nothing),
        }
    }

    /// Asks which writes of a scop its reads get their values from.
    ///
    /// Statement instances are taken as wholes here: a write of an instance is not seen by a read
    /// of the same instance. [`dependences`](crate::dependences) looks into instances.
    pub fn of_scop(scop: &Scop) -> Result<AccessInfo> {
        let is_sure = |access: &Access| access.is_must() && access.exact;
        let accesses = |wanted: &dyn Fn(&Access) -> bool| {
            let accesses = scop.relation(wanted)?;
            accesses.intersect_params(&scop.context)
        };
        Ok(AccessInfo::from_sink(accesses(&|a| !a.is_write())?)
            .must_source(accesses(&|a| a.is_write() && is_sure(a))?)
            .may_source(accesses(&|a| a.is_write() && !is_sure(a))?)
            .schedule(scop.schedule.clone()))
    }

    /// With these sources that are sure to write.
    pub fn must_source(mut self, accesses: UnionMap) -> AccessInfo {
        self.must_source = accesses;
        self
    }

    /// With these sources that may write.
    pub fn may_source(mut self, accesses: UnionMap) -> AccessInfo {
        self.may_source = accesses;
        self
    }

    /// With these cells losing their values. A kill hides earlier sources and is no source.
    pub fn kill(mut self, accesses: UnionMap) -> AccessInfo {
        self.kill = accesses;
        self
    }

    /// In the order of these dates. Instances without a date are left out; what has the same date
    /// is not ordered.
    pub fn schedule_map(mut self, schedule: UnionMap) -> AccessInfo {
        self.schedule = Schedule::Map(schedule);
        self
    }

    /// In the order of this tree. Instances that the tree does not execute are left out.
    pub fn schedule(mut self, schedule: ScheduleTree) -> AccessInfo {
        self.schedule = Schedule::Tree(schedule);
        self
    }

    /// Finds the last sources of each sink access.
    ///
    /// An instance that the schedule executes several times is an error.
    pub fn compute_flow(&self) -> Result<Flow> {
        let mut timeline = match &self.schedule {
            Schedule::Map(map) => Timeline::from_map(map)?,
            Schedule::Tree(tree) => Timeline::from_tree(tree)?,
        };
        // A kill hides what came before, as a sure source does. What may be and must be is.
        let sure = self.must_source.union(&self.kill)?;
        let unsure = self.may_source.subtract(&sure)?;
        let mut sources: HashMap<Tuple, Vec<Source>> = HashMap::new();
        for (accesses, must) in [(&sure, true), (&unsure, false)] {
            for map in accesses.maps() {
                for (event, cells) in placed(&timeline, &map)? {
                    let array = range_of(&cells)?;
                    let source = Source { event, cells, must };
                    sources.entry(array).or_default().push(source);
                }
            }
        }
        let mut gathered = Gathered::default();
        for map in self.sink.maps() {
            for (event, cells) in placed(&timeline, &map)? {
                let sources = sources
                    .get(&range_of(&cells)?)
                    .map_or(&[][..], Vec::as_slice);
                let found = last::find(&mut timeline, &Sink { event, cells }, sources)?;
                gathered.add(found)?;
            }
        }
        let flow = gathered.finish()?;
        match self.kill.n_map() {
            0 => Ok(flow),
            _ => self.without_kills(flow),
        }
    }

    /// Keeps the dependences on sources that were given as such.
    fn without_kills(&self, flow: Flow) -> Result<Flow> {
        let pure = |map: &UnionMap, sources: &UnionMap| {
            map.reverse()?
                .intersect_domain_factor_range(&sources.reverse()?)?
                .reverse()
        };
        let either = self.must_source.union(&self.may_source)?;
        Ok(Flow {
            must: pure(&flow.must, &self.must_source)?,
            may: pure(&flow.may, &either)?,
            ..flow
        })
    }
}

/// The accesses of the instances in each placement of their statement.
fn placed(timeline: &Timeline, map: &Map) -> Result<Vec<(Event, Map)>> {
    let Some(tuple) = map.space().domain_tuple() else {
        return Ok(Vec::new());
    };
    let mut parts = Vec::new();
    for &placement in timeline.of_statement(tuple) {
        let cells = map.intersect_domain(&timeline.placement(placement).domain)?;
        let event = Event {
            placement,
            moment: None,
        };
        parts.push((event, cells));
    }
    Ok(parts)
}

fn range_of(map: &Map) -> Result<Tuple> {
    let tuple = map.space().tuple().cloned();
    tuple.ok_or_else(|| Error::Invalid(format!("{} is not an access relation", map.space())))
}

/// The results of all sinks so far.
#[derive(Default)]
struct Gathered {
    must: Vec<Map>,
    may: Vec<Map>,
    must_no_source: Vec<Map>,
    may_no_source: Vec<Map>,
}

impl Gathered {
    fn add(&mut self, found: Found) -> Result<()> {
        let forward = |link: &Link| link.relation.reverse();
        for link in &found.must {
            self.must.push(forward(link)?);
        }
        for link in &found.may {
            self.may.push(forward(link)?);
        }
        let unwrap = |set: &Set| match set.plain_is_empty() {
            true => Ok(None),
            false => set.unwrap().map(Some),
        };
        self.must_no_source.extend(unwrap(&found.no_source)?);
        self.may_no_source.extend(unwrap(&found.no_must)?);
        Ok(())
    }

    fn finish(self) -> Result<Flow> {
        let must = UnionMap::from_maps(self.must)?;
        Ok(Flow {
            may: UnionMap::from_maps(self.may)?.union(&must)?,
            must,
            must_no_source: UnionMap::from_maps(self.must_no_source)?,
            may_no_source: UnionMap::from_maps(self.may_no_source)?,
        })
    }
}

impl Flow {
    /// The same in fewer pieces, where these are found soon. Often this takes longer than
    /// finding the dependences did.
    pub fn coalesce(&self) -> Result<Flow> {
        Ok(Flow {
            must: tidy_union(self.must.maps())?,
            may: tidy_union(self.may.maps())?,
            must_no_source: tidy_union(self.must_no_source.maps())?,
            may_no_source: tidy_union(self.may_no_source.maps())?,
        })
    }

    /// `{ source -> sink }` where the source is known to be the last one.
    pub fn must_dependence(&self) -> Result<UnionMap> {
        self.must.range_factor_domain()
    }

    /// `{ source -> sink }` where the source is possibly the last one: includes the must
    /// dependences.
    pub fn may_dependence(&self) -> Result<UnionMap> {
        self.may.range_factor_domain()
    }

    /// `{ source -> [sink -> cell] }` where the source is known to be the last one.
    pub fn full_must_dependence(&self) -> &UnionMap {
        &self.must
    }

    /// `{ source -> [sink -> cell] }` where the source is possibly the last one: includes the must
    /// dependences.
    pub fn full_may_dependence(&self) -> &UnionMap {
        &self.may
    }

    /// The sink accesses that have no source at all. (A kill counts as a source here.)
    pub fn must_no_source(&self) -> &UnionMap {
        &self.must_no_source
    }

    /// The sink accesses that have no sure source: includes those without any.
    pub fn may_no_source(&self) -> &UnionMap {
        &self.may_no_source
    }

    /// Whether both have the same dependences and accesses without source.
    pub fn is_equal(&self, other: &Flow) -> Result<bool> {
        Ok(self.must.is_equal(&other.must)?
            && self.may.is_equal(&other.may)?
            && self.must_no_source.is_equal(&other.must_no_source)?
            && self.may_no_source.is_equal(&other.may_no_source)?)
    }
}

impl FromStr for AccessInfo {
    type Err = Error;

    /// Reads isl's YAML form.
    ///
    /// ```
    /// let problem: dependence::AccessInfo = r#"
    /// sink: "{ S[] -> a[] }"
    /// must_source: "{ T[i] -> a[] : 0 <= i <= 9 }"
    /// schedule_map: "{ T[i] -> [0, i]; S[] -> [1, 0] }"
    /// "#.parse()?;
    /// let last = "{ T[9] -> S[] }".parse()?;
    /// assert!(problem.compute_flow()?.must_dependence()?.is_equal(&last)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<AccessInfo> {
        let file = yaml::parse(text)?;
        let Some(entries) = file.as_map() else {
            return Err(file.error("expected a mapping with the accesses and a schedule"));
        };
        let Some(sink) = file.get("sink") else {
            return Err(file.error("a flow problem needs a sink"));
        };
        let mut problem = AccessInfo::from_sink(sink.parse()?);
        for entry in entries {
            let value = &entry.value;
            problem = match entry.key.as_str() {
                "sink" => problem,
                "must_source" => problem.must_source(value.parse()?),
                "may_source" => problem.may_source(value.parse()?),
                "kill" => problem.kill(value.parse()?),
                "schedule_map" => problem.schedule_map(value.parse()?),
                "schedule" => problem.schedule(ScheduleTree::from_yaml(value)?),
                key => return Err(value.error(format!("{key} is not part of a flow problem"))),
            };
        }
        Ok(problem)
    }
}

impl fmt::Display for AccessInfo {
    /// Writes isl's YAML form. Attributes of loops, which say nothing about the order, are left
    /// out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "sink: \"{}\"", self.sink)?;
        writeln!(f, "must_source: \"{}\"", self.must_source)?;
        writeln!(f, "may_source: \"{}\"", self.may_source)?;
        if self.kill.n_map() > 0 {
            writeln!(f, "kill: \"{}\"", self.kill)?;
        }
        match &self.schedule {
            Schedule::Map(map) => writeln!(f, "schedule_map: \"{map}\""),
            Schedule::Tree(tree) => writeln!(f, "schedule: {:#}", plain(tree)),
        }
    }
}

/// The same order without the attributes that isl has no words for.
fn plain(tree: &ScheduleTree) -> ScheduleTree {
    let stripped = tree.map_bottom_up(|node| {
        let Kind::Band(band) = node.kind() else {
            return Ok::<Node, Infallible>(node);
        };
        let band = Band {
            permutable: band.permutable,
            ..Band::new(band.schedule.clone())
        };
        let child = node.child().cloned().unwrap_or_else(Node::leaf);
        Ok(Node::band(band, child))
    });
    match stripped {
        Ok(Some(stripped)) => stripped,
        _ => tree.clone(),
    }
}

impl FromStr for Flow {
    type Err = Error;

    /// Reads isl's YAML form, in which dependences name the cell: `{ T[] -> [S[] -> a[]] }`.
    fn from_str(text: &str) -> Result<Flow> {
        let file = yaml::parse(text)?;
        let read = |key: &str| match file.get(key) {
            Some(value) => value.parse::<UnionMap>(),
            None => Err(file.error(format!("{key} is missing"))),
        };
        Ok(Flow {
            must: read("must_dependence")?,
            may: read("may_dependence")?,
            must_no_source: read("must_no_source")?,
            may_no_source: read("may_no_source")?,
        })
    }
}

impl fmt::Display for Flow {
    /// Writes isl's YAML form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "must_dependence: \"{}\"", self.must)?;
        writeln!(f, "may_dependence: \"{}\"", self.may)?;
        writeln!(f, "must_no_source: \"{}\"", self.must_no_source)?;
        writeln!(f, "may_no_source: \"{}\"", self.may_no_source)
    }
}
