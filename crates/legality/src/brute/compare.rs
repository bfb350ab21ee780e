//! Verdicts against what happens.

use super::dates::{Entry, Occurrence, is_claimed, occurrences};
use super::machine::{Cell, Machine, Relaxed, different};
use super::matter::Matter;
use super::private::{Copies, Tables, Threads, wrong_role};
use super::{invalid, too_large, values, with_values};
use crate::verdict::{AccessRef, ExtraReason, Verdict, Violation};
use crate::{Options, Reductions};
use dependence::DependenceKind;
use dependence::brute::Pair;
use presburger::{Result, Tuple};
use scop::schedule::{Kind, Node};
use scop::{ArrayId, MemberId, ReductionOperator, ScheduleTree, Scop, StmtId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How a verdict and a run agree.
#[derive(Clone, Debug, Default)]
pub struct Confirmation {
    /// The number of dependent pairs in the run.
    pub pairs: usize,
    /// The number of these that are executed in another order, or in no order, and change a value.
    pub wrong: usize,
    /// The number of these that are in different iterations of a parallel or vector loop.
    pub racing: usize,
    /// What the verdict should have said and did not, or the other way round.
    pub disagreements: Vec<String>,
}

/// A pair of accesses, as in [`Violation`].
type Accesses = (DependenceKind, AccessRef, AccessRef);

/// Instances of source and sink.
type Instances = (Vec<i64>, Vec<i64>);

/// Holds the verdict about memory-based RAW, WAR and WAW dependences against what happens with
/// these values of the parameters, which must be possible ones.
///
/// A legal verdict must agree with the run in everything. Otherwise what a violation says about
/// these values must have happened; if the verdict is complete, nothing else may have.
pub fn confirm(
    scop: &Scop,
    schedule: &ScheduleTree,
    verdict: &Verdict,
    options: &Options,
    parameters: &[(&str, i64)],
) -> Result<Confirmation> {
    let happened = Happened::new(scop, schedule, verdict, options, parameters)?;
    let mut confirmation = Confirmation {
        pairs: happened.pairs,
        wrong: happened.wrong.values().map(BTreeSet::len).sum(),
        racing: happened.racing.values().map(BTreeSet::len).sum(),
        disagreements: Vec::new(),
    };
    let list = &mut confirmation.disagreements;
    let mut said = Happened::default();
    for violation in verdict.violations() {
        said.add(violation, parameters)?;
    }
    let is_complete = verdict.is_complete() || verdict.is_legal();
    said.compare(&happened, is_complete, list);
    if verdict.is_legal() && list.is_empty() {
        let copies = Copies::new(scop, &happened.executed, verdict);
        results(scop, schedule, &copies, options, parameters, list)?;
    }
    // In an order that is wrong, values are other ones in any case.
    if verdict.is_legal() {
        list.extend(happened.wrong_roles);
    }
    Ok(confirmation)
}

/// What goes wrong with some values of the parameters.
#[derive(Default)]
struct Happened {
    pairs: usize,
    missing: BTreeSet<(String, Vec<i64>)>,
    twice: BTreeSet<(String, Vec<i64>)>,
    outside: BTreeSet<(String, Vec<i64>)>,
    conflicts: BTreeSet<[(String, Vec<i64>); 2]>,
    wrong: BTreeMap<Accesses, BTreeSet<Instances>>,
    racing: BTreeMap<Accesses, BTreeSet<Instances>>,
    /// When instances are executed.
    executed: HashMap<(StmtId, Vec<i64>), Occurrence>,
    /// Variables that are said to be private and are not.
    wrong_roles: Vec<String>,
}

impl Happened {
    fn new(
        scop: &Scop,
        schedule: &ScheduleTree,
        verdict: &Verdict,
        options: &Options,
        parameters: &[(&str, i64)],
    ) -> Result<Happened> {
        let mut happened = Happened::default();
        let mut executed: HashMap<(StmtId, Vec<i64>), Occurrence> = HashMap::new();
        let mut at_leaf: Vec<((String, Vec<i64>), Occurrence)> = Vec::new();
        for (id, statement) in scop.statements() {
            let domain = statement.domain.intersect_params(&values(parameters)?)?;
            for point in domain.project_out_all_params()?.points()? {
                let instance = point.to_i64s().ok_or_else(too_large)?;
                let key = (statement.name.clone(), instance.clone());
                let mut times = occurrences(schedule, &point, parameters)?;
                if times.len() > 1 {
                    happened.twice.insert(key.clone());
                }
                match times.pop() {
                    None => {
                        happened.missing.insert(key);
                    }
                    Some(occurrence) => {
                        at_leaf.push((key, occurrence.clone()));
                        executed.insert((id, instance), occurrence);
                    }
                }
            }
        }
        happened.find_outside(scop, schedule, parameters)?;
        if options.one_to_one {
            for (i, (x, a)) in at_leaf.iter().enumerate() {
                for (y, b) in &at_leaf[..i] {
                    if a.date == b.date {
                        happened.conflicts.insert(sorted(x, y));
                    }
                }
            }
        }
        let mut excused = BTreeSet::new();
        let pairs = dependence::brute::run(scop, parameters)?.pairs;
        let matter = Matter::new(scop, &pairs, options, parameters)?;
        for pair in pairs {
            if matches!(pair.kind, DependenceKind::Rar | DependenceKind::Flow) {
                continue;
            }
            happened.pairs += 1;
            let relevant = matter.matters(scop, &executed, &pair);
            let asked = (verdict, options, relevant);
            happened.add_pair(scop, asked, &pair, &executed, &mut excused);
        }
        let tables = Tables::new(scop, parameters)?;
        for (member, array) in excused {
            let role = verdict.role(member, array);
            let why = wrong_role(scop, &tables, &executed, member, array, role);
            happened.wrong_roles.extend(why);
        }
        happened.executed = executed;
        Ok(happened)
    }

    fn find_outside(
        &mut self,
        scop: &Scop,
        schedule: &ScheduleTree,
        parameters: &[(&str, i64)],
    ) -> Result<()> {
        for point in schedule.instances(parameters)? {
            let tuple = point.space().tuple().cloned();
            let name = tuple.as_ref().and_then(Tuple::name).unwrap_or_default();
            let statement = scop.find_statement(name);
            let inside = match statement {
                None => false,
                Some(id) => {
                    let point = with_values(parameters, &point)?;
                    scop[id].domain.contains(&point)?
                }
            };
            if !inside {
                let instance = point.to_i64s().ok_or_else(too_large)?;
                self.outside.insert((name.to_owned(), instance));
            }
        }
        Ok(())
    }

    fn add_pair(
        &mut self,
        scop: &Scop,
        (verdict, options, matters): (&Verdict, &Options, bool),
        pair: &Pair,
        executed: &HashMap<(StmtId, Vec<i64>), Occurrence>,
        excused: &mut BTreeSet<(MemberId, ArrayId)>,
    ) {
        let end = |one: &dependence::brute::Occurrence| AccessRef {
            statement: one.statement,
            access: one.access,
        };
        let find = |one: &dependence::brute::Occurrence| {
            executed.get(&(one.statement, one.instance.clone()))
        };
        let (Some(a), Some(b)) = (find(&pair.source), find(&pair.sink)) else {
            return;
        };
        let (source, sink) = (end(&pair.source), end(&pair.sink));
        let key = (pair.kind, source, sink);
        let instances = (pair.source.instance.clone(), pair.sink.instance.clone());
        let commutes = commutes(scop, source, sink);
        let relaxed = commutes && options.reductions == Reductions::Relax;
        if !relaxed && matters && !a.is_before(b) {
            self.wrong.entry(key).or_default().insert(instances.clone());
        }
        if let Some((_, Entry::Loop { member, id, .. })) = a.order(b) {
            let array = scop[source.statement][source.access].array;
            let declared = commutes && member.reductions.contains(&scop[array].name);
            let is_private = verdict.role(*id, array).is_private();
            if is_claimed(member) && is_private {
                excused.insert((*id, array));
            } else if is_claimed(member) && !declared {
                self.racing.entry(key).or_default().insert(instances);
            }
        }
    }

    /// What a violation says about these values of the parameters.
    fn add(&mut self, violation: &Violation, parameters: &[(&str, i64)]) -> Result<()> {
        let points = |set: &presburger::Set| -> Result<Vec<Vec<i64>>> {
            let set = set.intersect_params(&values(parameters)?)?;
            let points = set.project_out_all_params()?.points()?;
            points
                .iter()
                .map(|p| p.to_i64s().ok_or_else(too_large))
                .collect()
        };
        let named = |set: &presburger::Set| -> Result<Vec<(String, Vec<i64>)>> {
            let name = set.tuple_name().unwrap_or_default();
            Ok(points(set)?
                .into_iter()
                .map(|p| (name.to_owned(), p))
                .collect())
        };
        let pairs = |map: &presburger::Map| -> Result<Vec<Instances>> {
            let n = map.space().n_in();
            let split = |mut pair: Vec<i64>| {
                let second = pair.split_off(n);
                (pair, second)
            };
            Ok(points(&map.wrap()?)?.into_iter().map(split).collect())
        };
        match violation {
            Violation::Missing(missing) => self.missing.extend(named(&missing.instances)?),
            Violation::Extra(extra) => match extra.reason {
                ExtraReason::NotInDomain => self.outside.extend(named(&extra.instances)?),
                ExtraReason::Twice => self.twice.extend(named(&extra.instances)?),
            },
            Violation::Conflict(conflict) => {
                let map = &conflict.relation;
                let a = map.domain_tuple_name().unwrap_or_default();
                let b = map.range_tuple_name().unwrap_or_default();
                for (x, y) in pairs(map)? {
                    let both = sorted(&(a.to_owned(), x), &(b.to_owned(), y));
                    self.conflicts.insert(both);
                }
            }
            Violation::Dependence(broken) => {
                let key = (broken.kind, broken.source, broken.sink);
                let pairs = pairs(&broken.relation)?;
                self.wrong.entry(key).or_default().extend(pairs);
            }
            Violation::Race(race) => {
                let key = (race.kind, race.source, race.sink);
                let pairs = pairs(&race.relation)?;
                self.racing.entry(key).or_default().extend(pairs);
            }
            // About the text of the program, not about a run.
            Violation::Declaration(_) | Violation::NotPrivate(_) => {}
            // About storage, which `stored` runs.
            Violation::Lost(_) => {}
        }
        Ok(())
    }

    /// `self` is what was said.
    fn compare(&self, happened: &Happened, is_complete: bool, list: &mut Vec<String>) {
        let mut sets = |what: &str, said: BTreeSet<String>, did: BTreeSet<String>| {
            for wrong in said.difference(&did) {
                list.push(format!("not {what}: {wrong}"));
            }
            if is_complete {
                for silent in did.difference(&said) {
                    list.push(format!("{what}, and nothing said: {silent}"));
                }
            }
        };
        fn text<T: std::fmt::Debug>(set: &BTreeSet<T>) -> BTreeSet<String> {
            set.iter().map(|one| format!("{one:?}")).collect()
        }
        fn flat(map: &BTreeMap<Accesses, BTreeSet<Instances>>) -> BTreeSet<String> {
            let all = map.iter().flat_map(|(key, pairs)| {
                let (kind, a, b) = key;
                let (s, t) = (a.statement, b.statement);
                let (a, b) = (a.access, b.access);
                pairs
                    .iter()
                    .map(move |(x, y)| format!("{kind} {s}.{a}{x:?} -> {t}.{b}{y:?}"))
            });
            all.collect()
        }
        sets("missing", text(&self.missing), text(&happened.missing));
        sets("outside", text(&self.outside), text(&happened.outside));
        sets("twice", text(&self.twice), text(&happened.twice));
        sets(
            "in conflict",
            text(&self.conflicts),
            text(&happened.conflicts),
        );
        sets("in wrong order", flat(&self.wrong), flat(&happened.wrong));
        sets("racing", flat(&self.racing), flat(&happened.racing));
    }
}

fn sorted<T: Ord + Clone>(x: &T, y: &T) -> [T; 2] {
    let mut both = [x.clone(), y.clone()];
    both.sort();
    both
}

/// Whether both accesses accumulate with one operator.
fn commutes(scop: &Scop, a: AccessRef, b: AccessRef) -> bool {
    let operator = |one: AccessRef| -> Option<ReductionOperator> {
        let reduction = scop.statements.get(one.statement.index())?.reduction?;
        let takes_part = [reduction.read, reduction.write].contains(&one.access);
        takes_part.then_some(reduction.operator)
    };
    operator(a).is_some() && operator(a) == operator(b)
}

/// Runs a program that is said to be legal: in the order of the schedule, and with each claimed
/// loop, and all of them, backwards.
fn results(
    scop: &Scop,
    schedule: &ScheduleTree,
    copies: &Copies,
    options: &Options,
    parameters: &[(&str, i64)],
    list: &mut Vec<String>,
) -> Result<()> {
    let relaxed = match options.reductions {
        Reductions::Strict => Relaxed::No,
        Reductions::Relax => Relaxed::All,
    };
    let mut machine = Machine::new(scop, parameters)?;
    let original = scop.schedule.instances(parameters)?;
    let old = machine.run(&original, &relaxed)?;
    let new = machine.run(&schedule.instances(parameters)?, &relaxed)?;
    // What nobody looks at afterwards need not be left behind.
    let is_visible = |(array, _): &&Cell| {
        let id = scop.find_array(array);
        id.is_none_or(|id| scop[id].is_seen_later())
    };
    if let Some((array, cell)) = different(&old, &new).iter().find(is_visible) {
        list.push(format!("{array}{cell:?} differs"));
    }
    let (claimed, declared) = claimed_members(scop, schedule);
    if claimed == 0 {
        return Ok(());
    }
    let relaxed = match options.reductions {
        Reductions::Strict => Relaxed::Into(&declared),
        Reductions::Relax => Relaxed::All,
    };
    let old = machine.run(&original, &relaxed)?;
    let some = match copies.are_none() {
        true => &[Threads::One][..],
        false => &Threads::SOME,
    };
    for which in 0..=claimed {
        // One of them, or all.
        let turned = turn(schedule, (which < claimed).then_some(which))?;
        let turned = turned.instances(parameters)?;
        for &threads in some {
            let new = machine.run_with(&turned, &relaxed, copies, threads)?;
            let differ = different(&old, &new);
            // What is computed from what nobody has written means nothing.
            let matters = |cell: &&Cell| is_visible(cell) && machine.is_defined(&old, cell);
            if let Some((array, cell)) = differ.iter().find(matters) {
                list.push(format!(
                    "{array}{cell:?} differs with loop {which} backwards, threads: {threads:?}"
                ));
            }
        }
    }
    Ok(())
}

/// The number of claimed loops, and the arrays that they declare to accumulate into.
fn claimed_members(scop: &Scop, schedule: &ScheduleTree) -> (usize, BTreeSet<ArrayId>) {
    let mut claimed = 0;
    let mut declared = BTreeSet::new();
    for (_, node) in schedule.nodes() {
        if let Kind::Band(band) = node.kind() {
            for member in band.members.iter().filter(|member| is_claimed(member)) {
                claimed += 1;
                let names = member.reductions.iter();
                declared.extend(names.filter_map(|name| scop.find_array(name)));
            }
        }
    }
    (claimed, declared)
}

/// The schedule with one of the claimed loops, or all, running backwards.
fn turn(schedule: &ScheduleTree, which: Option<usize>) -> Result<ScheduleTree> {
    let mut next = 0;
    let turned = schedule.map_bottom_up(|node| -> Result<Node> {
        let Kind::Band(band) = node.kind() else {
            return Ok(node);
        };
        let mut band = band.clone();
        for i in 0..band.members.len() {
            if !is_claimed(&band.members[i]) {
                continue;
            }
            if which.is_none_or(|which| which == next) {
                let backwards = band.schedule.at(i)?.neg()?;
                band.schedule = band.schedule.set_at(i, &backwards)?;
            }
            next += 1;
        }
        let child = node.child().cloned().unwrap_or_else(Node::leaf);
        Ok(Node::band(band, child))
    })?;
    turned.ok_or_else(|| invalid("a tree without a root"))
}
