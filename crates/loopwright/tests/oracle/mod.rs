//! What running says about an order: the judge of verdicts.
//!
//! A program runs with small values of its parameters and symbolic data, in its own order and in
//! the order of a schedule tree, and loops that are claimed to be parallel run in several ways that
//! the claim allows. Nothing is taken from `legality::check`; of `legality::brute` only the date of
//! one instance in a tree.

mod memory;
mod timeline;

pub use memory::{Cell, Machine, differing};
use memory::{Dependent, Stake};
pub use timeline::{Executed, Manner, Place, claim_between, executed, in_order};

use std::collections::{BTreeMap, BTreeSet, HashMap};

use dependence::{DependenceKind, Depth};
use legality::{AccessRef, Counterexample, Verdict, Violation};
use presburger::{Point, Set, Space};
use scop::{ArrayId, ScheduleTree, Scop, StmtId};

/// Values of parameters.
pub type Values = Vec<(String, i64)>;

pub fn borrowed(values: &Values) -> Vec<(&str, i64)> {
    values
        .iter()
        .map(|(name, value)| (name.as_str(), *value))
        .collect()
}

/// All values of the parameters from 0 to `most` that are possible, smaller ones first: by their
/// maximum, then in the order of the parameters.
pub fn small_values(scop: &Scop, most: i64) -> Result<Vec<Values>, String> {
    values_between(scop, 0, most)
}

fn values_between(scop: &Scop, least: i64, most: i64) -> Result<Vec<Values>, String> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in &scop.parameters {
        let longer = all.iter().flat_map(|values| {
            (least..=most).map(|value| values.iter().copied().chain([value]).collect())
        });
        all = longer.collect();
    }
    let largest = |values: &[i64]| values.iter().map(|value| value.abs()).max();
    all.sort_by_key(|values| (largest(values), values.clone()));
    let mut possible = Vec::new();
    for values in all {
        let names = scop.parameters.iter().map(|one| one.name.clone());
        let values: Values = names.zip(values).collect();
        if is_possible(scop, &values)? {
            possible.push(values);
        }
    }
    Ok(possible)
}

fn is_possible(scop: &Scop, values: &Values) -> Result<bool, String> {
    let mut context = scop.context.clone();
    for (name, value) in values {
        context = context.fix_param(name, *value).map_err(text)?;
    }
    Ok(!context.is_empty().map_err(text)?)
}

pub fn text(error: impl ToString) -> String {
    error.to_string()
}

/// The elements of a set for given values of the parameters.
fn points(set: &Set, values: &Values) -> Result<Vec<Point>, String> {
    let names = values.iter().map(|(name, _)| name.as_str().into());
    let mut fixed = Set::universe(Space::params_only(names.collect())).map_err(text)?;
    for (name, value) in values {
        fixed = fixed.fix_param(name, *value).map_err(text)?;
    }
    let set = set.intersect_params(&fixed).map_err(text)?;
    let set = set.project_out_all_params().map_err(text)?;
    set.points().map_err(text)
}

fn coordinates(point: &Point) -> Result<Vec<i64>, String> {
    point
        .to_i64s()
        .ok_or_else(|| format!("{point} is too large"))
}

/// Two accesses of which the second depends on the first, and the loop that makes it come first,
/// from 1; 0 if the text does.
pub type Accesses = (DependenceKind, AccessRef, AccessRef, usize);

/// Source and sink.
pub type Pair = (Vec<i64>, Vec<i64>);

/// Pairs by the accesses that they are about, and by the claimed loop if it is about one.
pub type Wrong = BTreeMap<(Accesses, Option<Place>), BTreeSet<Pair>>;

/// One program with one order, at one size.
pub struct Run<'a> {
    scop: &'a Scop,
    machine: Machine<'a>,
    old: Vec<Executed>,
    new: Vec<Executed>,
    /// Where each instance is in `new`.
    place: HashMap<(StmtId, Vec<i64>), usize>,
}

impl<'a> Run<'a> {
    /// Fails when the schedule does not execute every instance once.
    pub fn new(scop: &'a Scop, tree: &ScheduleTree, values: &Values) -> Result<Run<'a>, String> {
        let old = executed(scop, &scop.schedule, values)?;
        let new = executed(scop, tree, values)?;
        let key = |one: &Executed| (one.statement, one.instance.clone());
        let place = new.iter().enumerate().map(|(place, one)| (key(one), place));
        Ok(Run {
            scop,
            machine: Machine::new(scop, values)?,
            place: place.collect(),
            old,
            new,
        })
    }

    /// The instances in the new order.
    pub fn order(&self) -> Vec<(String, Vec<i64>)> {
        let order = in_order(&self.new, Manner::Plain);
        order.iter().map(|one| self.named(one)).collect()
    }

    /// The instances in the program's order.
    pub fn old_order(&self) -> Vec<(String, Vec<i64>)> {
        let order = in_order(&self.old, Manner::Plain);
        order.iter().map(|one| self.named(one)).collect()
    }

    fn named(&self, one: &Executed) -> (String, Vec<i64>) {
        (self.scop[one.statement].name.clone(), one.instance.clone())
    }

    /// Instances that have the same date.
    pub fn conflict(&self) -> Option<String> {
        let order = in_order(&self.new, Manner::Plain);
        let same = order.windows(2).find(|two| two[0].same_date(two[1]))?;
        let (a, b) = (self.named(same[0]), self.named(same[1]));
        Some(format!("{a:?} and {b:?} at one date"))
    }

    fn find(&self, statement: StmtId, instance: &[i64]) -> Option<&Executed> {
        let place = self.place.get(&(statement, instance.to_vec()))?;
        self.new.get(*place)
    }

    /// The pairs of dependent instances that the new order does not execute in their order, and
    /// those in different iterations of a loop that is claimed to have no such pairs.
    pub fn wrong_pairs(&self, relaxed: bool) -> Wrong {
        let mut wrong = Wrong::new();
        for pair in self.machine.dependent(&in_order(&self.old, Manner::Plain)) {
            let matters = self.matters(&pair, relaxed);
            let Dependent {
                key, source, sink, ..
            } = pair;
            let (_, a, b, _) = key;
            let commutes = self.machine.commute(a, b);
            let may_change = relaxed && commutes;
            let first = self.find(a.statement, &source);
            let (Some(first), Some(second)) = (first, self.find(b.statement, &sink)) else {
                continue;
            };
            if !may_change && matters && !first.is_before(second) {
                let pair = (source.clone(), sink.clone());
                wrong.entry((key, None)).or_default().insert(pair);
            }
            if let Some((member, place)) = claim_between(first, second) {
                let array = &self.scop[self.scop[a.statement][a.access].array].name;
                if !(commutes && member.reductions.contains(array)) {
                    let racing = wrong.entry((key, Some(place))).or_default();
                    racing.insert((source, sink));
                }
            }
        }
        wrong
    }

    /// Whether somebody finds another value when these two change places.
    fn matters(&self, pair: &Dependent, relaxed: bool) -> bool {
        let (_, a, b, _) = pair.key;
        let array = self.scop[a.statement][a.access].array;
        let is_known = |(statement, _, access): (StmtId, _, &scop::Access)| {
            let is_sure = !access.is_write() || access.is_must() && access.exact;
            let is_free = relaxed && self.scop[statement].reduction.is_some();
            is_sure && !is_free && access.relation.is_single_valued() == Ok(true)
        };
        let mut accesses = self.scop.accesses().filter(|one| one.2.array == array);
        if !accesses.all(is_known) {
            return true;
        }
        let is_before = |x: (StmtId, &[i64]), y: (StmtId, &[i64])| {
            let (x, y) = (self.find(x.0, x.1), self.find(y.0, y.1));
            matches!((x, y), (Some(x), Some(y)) if x.is_before(y))
        };
        match &pair.stake {
            Stake::Value => true,
            Stake::Nothing => false,
            Stake::Read((statement, write)) => {
                !is_before((b.statement, &pair.sink), (*statement, write))
            }
            Stake::Readers(readers) => readers.iter().any(|(statement, reader)| {
                !is_before((*statement, reader), (a.statement, &pair.source))
            }),
        }
    }

    /// The cells with other contents than in the program's order, when the new order runs in this
    /// manner.
    pub fn differences(&mut self, manner: Manner, relaxed: &BTreeSet<ArrayId>) -> Vec<Cell> {
        let old = in_order(&self.old, Manner::Plain);
        let old = self.machine.run(&old, relaxed);
        let new = self.machine.run(&in_order(&self.new, manner), relaxed);
        let mut cells = differing(&old, &new);
        // What nobody looks at afterwards need not be left behind.
        cells.retain(|(array, _)| {
            let array = self.scop.find_array(array);
            array.is_none_or(|array| self.scop[array].is_seen_later())
        });
        cells
    }

    /// The arrays that claimed loops declare to accumulate into; all of them if wanted.
    pub fn accumulated(&self, all: bool) -> BTreeSet<ArrayId> {
        let mut arrays = BTreeSet::new();
        for member in self.new.iter().flat_map(Executed::claimed) {
            let names = member.reductions.iter();
            arrays.extend(names.filter_map(|name| self.scop.find_array(name)));
        }
        if all {
            arrays.extend(self.scop.arrays().map(|(id, _)| id));
        }
        arrays
    }

    pub fn has_claims(&self) -> bool {
        self.new.iter().any(|one| one.claimed().next().is_some())
    }

    /// What is wrong with a verdict that says that all is well.
    ///
    /// Variables that are private to iterations are left out here: `legality::brute` follows their
    /// copies.
    pub fn refute_legal(&mut self, relaxed: bool, verdict: &Verdict) -> Option<String> {
        let mut private = BTreeSet::new();
        for one in self.new.iter().flat_map(Executed::members) {
            let own = self.scop.arrays().filter(|(array, _)| {
                let role = verdict.role(one, *array);
                role.is_private()
            });
            private.extend(own.map(|(array, _)| array));
        }
        self.refute_claims(relaxed, &private)
    }

    /// The same with variables that loops that are claimed to be parallel do not share.
    pub fn refute_claims(&mut self, relaxed: bool, private: &BTreeSet<ArrayId>) -> Option<String> {
        if let Some(conflict) = self.conflict() {
            return Some(conflict);
        }
        let array = |accesses: &Accesses| self.scop[accesses.1.statement][accesses.1.access].array;
        let wrong = self.wrong_pairs(relaxed);
        let mut wrong = wrong
            .iter()
            .filter(|((accesses, race), _)| race.is_none() || !private.contains(&array(accesses)));
        if let Some(pair) = wrong.next() {
            return Some(format!("in wrong order, or racing: {pair:?}"));
        }
        let exact = match relaxed {
            true => self.accumulated(true),
            false => BTreeSet::new(),
        };
        if let Some(cell) = self.differences(Manner::Plain, &exact).first() {
            return Some(format!("{cell:?} differs"));
        }
        if self.has_claims() && private.is_empty() {
            let accumulated = self.accumulated(relaxed);
            for manner in Manner::ALL {
                if let Some(cell) = self.differences(manner, &accumulated).first() {
                    return Some(format!(
                        "{cell:?} differs when claimed loops run {manner:?}"
                    ));
                }
            }
        }
        None
    }
}

/// A program with an order, and what was found about it at several sizes.
pub struct Judge<'a> {
    scop: &'a Scop,
    tree: &'a ScheduleTree,
    relaxed: bool,
    known: HashMap<Values, Wrong>,
}

impl<'a> Judge<'a> {
    pub fn new(scop: &'a Scop, tree: &'a ScheduleTree, relaxed: bool) -> Judge<'a> {
        Judge {
            scop,
            tree,
            relaxed,
            known: HashMap::new(),
        }
    }

    fn wrong_pairs(&mut self, values: &Values) -> Result<&Wrong, String> {
        if !self.known.contains_key(values) {
            let run = Run::new(self.scop, self.tree, values)?;
            self.known
                .insert(values.clone(), run.wrong_pairs(self.relaxed));
        }
        self.known.get(values).ok_or_else(|| "it was there".into())
    }

    /// What is wrong with a violation about a dependence: the smallest case must happen, and no
    /// smaller one. Nothing for violations of other kinds.
    pub fn refute(&mut self, violation: &Violation) -> Result<Option<String>, String> {
        let (accesses, depth, is_race) = match violation {
            Violation::Dependence(one) => ((one.kind, one.source, one.sink), one.depth, false),
            Violation::Race(one) => ((one.kind, one.source, one.sink), one.depth, true),
            _ => return Ok(None),
        };
        let carried = match depth {
            Depth::Carried(depth) => depth,
            Depth::Independent => 0,
        };
        let (kind, source, sink) = accesses;
        let example = violation.counterexample().ok_or("no counterexample")?;
        let said = example_values(example)?;
        let pair = (coordinates(&example.source)?, coordinates(&example.sink)?);
        let most = said.iter().map(|(_, value)| value.abs()).max().unwrap_or(0);
        if most > LARGEST {
            return Ok(None);
        }
        let mut place = None;
        if is_race {
            let run = Run::new(self.scop, self.tree, &said)?;
            let first = run
                .find(source.statement, &pair.0)
                .ok_or("no such source")?;
            let second = run.find(sink.statement, &pair.1).ok_or("no such sink")?;
            let claim = claim_between(first, second);
            place = Some(claim.ok_or("no claimed loop tells them apart")?.1);
        }
        let key = ((kind, source, sink, carried), place);
        let smallest = self.wrong_pairs(&said)?.get(&key);
        match smallest.and_then(|pairs| pairs.first()) {
            None => return Ok(Some("it does not happen".into())),
            Some(smallest) if *smallest != pair => {
                return Ok(Some(format!("{smallest:?} is smaller")));
            }
            Some(_) => {}
        }
        let mut smaller = small_values(self.scop, most)?;
        if said.iter().any(|(_, value)| *value < 0) {
            smaller.extend(values_between(self.scop, -most, most)?);
        }
        for values in smaller.into_iter().take_while(|values| *values != said) {
            let found = self.wrong_pairs(&values)?.get(&key);
            if let Some(found) = found.and_then(|pairs| pairs.first()) {
                return Ok(Some(format!("{found:?} with {values:?} is smaller")));
            }
        }
        Ok(None)
    }
}

/// At greater sizes the pairs are too many to list; `legality::brute::is_real` follows the two
/// instances alone.
const LARGEST: i64 = 9;

/// The values of the parameters of a counterexample.
pub fn example_values(example: &Counterexample) -> Result<Values, String> {
    let value = |(name, value): &(String, presburger::Value)| {
        let value = value.to_i64().ok_or("a huge parameter")?;
        Ok((name.clone(), value))
    };
    example.parameters.iter().map(value).collect()
}
