//! The check itself: see [the crate's head](crate) for what it is about.

use crate::Date;
use crate::claims::{self, claim, commute, declares, problem};
use crate::coverage;
use crate::legal::Legal;
use crate::obstacle;
use crate::pairs::{Comparer, Found, Wanted};
use crate::placement::{Order, Placed, date};
use crate::private::{Own, private};
use crate::sharing::{self, Roles};
use crate::values::{Harm, Values};
use crate::verdict::{Broken, Counterexample, NotPrivate, Race, Verdict, Violation};
use crate::witness::{Case, Search, common_cell};
use dependence::{Dependence, DependenceKind};
use presburger::{Budget, Effort, Error, Map, Point, Result, Value, attempt};
use scop::schedule::Placement;
use scop::{ArrayId, DependenceId, MemberId, ScheduleTree, Scop, StmtId};
use std::collections::{BTreeSet, HashMap};

/// How a schedule is checked.
///
/// ```
/// use legality::{Options, Reductions};
///
/// let options = Options { all: true, ..Options::default() };
/// assert!(options.one_to_one && options.reductions == Reductions::Strict);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether to find everything that is wrong; else the check stops after the first few
    /// violations. False by default.
    pub all: bool,
    /// The work that the check may take, see [`Budget`]; any by default.
    pub budget: Option<u64>,
    /// What the order of accumulations means; strict by default.
    pub reductions: Reductions,
    /// Whether different instances need different dates even when they do not depend on each
    /// other; true by default, as Loopy and Kelly and Pugh want it. Without it, whatever is
    /// unordered may be executed in any order. (Dependent instances need different dates in any
    /// case.)
    pub one_to_one: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            all: false,
            budget: None,
            reductions: Reductions::Strict,
            one_to_one: true,
        }
    }
}

impl Options {
    pub(crate) fn within_budget<T>(&self, run: impl FnOnce() -> Result<T>) -> Result<T> {
        match self.budget {
            Some(operations) => Budget::operations(operations).run(run),
            None => run(),
        }
    }
}

/// What the order of accumulations means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reductions {
    /// The order matters: results stay the same to the last bit.
    Strict,
    /// Accumulations into one cell with one operator may change places: sums of floating-point
    /// numbers change by rounding and the sign of a zero, their minima where a value is NaN.
    Relax,
}

/// Violations after which a check stops, unless all are wanted.
const FEW: usize = 4;

/// Whether `schedule` keeps what the program computes.
///
/// The dependences are those of the program, in its original order: memory-based RAW, WAR and WAW
/// in general (see [`dependence::Options`]). With flow alone the check is only right when all
/// other dependences will be removed by giving values memory of their own. Dependences of kind
/// RAR do not count.
///
/// Fails when `dependences` are not of this program, and when the budget runs out.
pub fn check(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &ScheduleTree,
    options: &Options,
) -> Result<Verdict> {
    let none = BTreeSet::new();
    let run = || run(scop, dependences, schedule, options, &none, Vec::new());
    options.within_budget(run)
}

/// The same without a budget. What is `known` to be wrong is a violation in any case; `elsewhere`
/// are the arrays whose values somebody else looks after.
pub(crate) fn run(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &ScheduleTree,
    options: &Options,
    elsewhere: &BTreeSet<ArrayId>,
    known: Vec<Violation>,
) -> Result<Verdict> {
    run_with(
        scop,
        dependences,
        schedule,
        options,
        elsewhere,
        known,
        Owned::new(),
    )
}

/// The same where it is known already what some iterations have for themselves.
pub(crate) fn run_with(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &ScheduleTree,
    options: &Options,
    elsewhere: &BTreeSet<ArrayId>,
    known: Vec<Violation>,
    owned: Owned,
) -> Result<Verdict> {
    let placed = Placed::new(scop, schedule)?;
    let mut checker = Checker::new(&placed, dependences, options.reductions, elsewhere);
    checker.owned = owned;
    let limit = if options.all { usize::MAX } else { FEW };
    let mut violations = known;
    for (id, _) in scop.statements() {
        match coverage::missing(&checker.search, &placed, id)? {
            Some(missing) => violations.push(missing),
            None => checker.is_covered[id.index()] = true,
        }
    }
    violations.extend(coverage::extra(&checker.search, &placed, limit)?);
    if options.one_to_one {
        let Checker {
            search, comparer, ..
        } = &mut checker;
        violations.extend(coverage::conflicts(search, &placed, comparer, limit)?);
    }
    let mut races = claims::wrong_declarations(&placed);
    races.extend(obstacle::wrong_privates(&checker.search, &placed)?);
    let (mut checked, mut relaxed) = (0, Vec::new());
    let mut complete = true;
    for (id, dependence) in dependence::numbered(dependences) {
        if dependence.kind == DependenceKind::Rar {
            continue;
        }
        if violations.len() + races.len() >= limit {
            complete = false;
            break;
        }
        checked += 1;
        checker.judge(id, dependence, &mut violations, &mut races)?;
        if checker.is_reordered(dependence)? {
            relaxed.push(id);
        }
    }
    let roles = checker.roles;
    violations.append(&mut races);
    if violations.is_empty() && complete {
        let legal = Legal::proved(scop, schedule, roles, checked, relaxed);
        let legal = legal.reusing(checker.reused);
        return Ok(Verdict::legal_one(legal));
    }
    complete &= violations.len() < limit;
    violations.truncate(limit);
    Ok(Verdict::wrong(violations, roles, checked, complete))
}

/// What the iterations of loops that are claimed to be parallel have for themselves, as far as
/// that is found: everything else is shared.
pub(crate) fn guessed_roles(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &ScheduleTree,
) -> Roles {
    let guess = || -> Result<Roles> {
        let placed = Placed::new(scop, schedule)?;
        let none = BTreeSet::new();
        let mut checker = Checker {
            claims: Claims::Believed,
            ..Checker::new(&placed, dependences, Reductions::Relax, &none)
        };
        for (id, dependence) in dependence::numbered(dependences) {
            if dependence.kind != DependenceKind::Rar {
                checker.judge(id, dependence, &mut Vec::new(), &mut Vec::new())?;
            }
        }
        Ok(checker.roles)
    };
    // Nothing is proved of such a schedule in any case.
    guess().unwrap_or_default()
}

/// The dependences that a schedule keeps only up to the order of accumulations.
pub(crate) fn reordered(
    placed: &Placed<'_>,
    dependences: &[Dependence],
    options: &Options,
) -> Result<Vec<DependenceId>> {
    let none = BTreeSet::new();
    let mut checker = Checker::new(placed, dependences, options.reductions, &none);
    let mut found = Vec::new();
    for (id, dependence) in dependence::numbered(dependences) {
        if dependence.kind != DependenceKind::Rar && checker.is_reordered(dependence)? {
            found.push(id);
        }
    }
    Ok(found)
}

/// Whether loops that are claimed to be parallel must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claims {
    Proved,
    /// Only the roles of variables are wanted.
    Believed,
}

pub(crate) struct Checker<'a> {
    scop: &'a Scop,
    search: Search<'a>,
    placed: &'a Placed<'a>,
    comparer: Comparer<'a>,
    /// Statements of which all instances are known to be executed.
    pub(crate) is_covered: Vec<bool>,
    reductions: Reductions,
    claims: Claims,
    /// What iterations have for themselves, as far as it is known.
    roles: Roles,
    /// The variables of loops that can be private, or cannot.
    asked: HashMap<(MemberId, ArrayId), bool>,
    /// Those about which it was said why not.
    told: BTreeSet<(MemberId, ArrayId)>,
    /// Those of the program's own schedule, once they are needed.
    original: Option<Placed<'a>>,
    /// All that are checked.
    dependences: &'a [Dependence],
    /// Who reads which values of an array, once it is needed; `None` where it is not known.
    values: HashMap<ArrayId, Option<Values>>,
    /// Arrays with cells that are written in another order, without effect.
    reused: BTreeSet<ArrayId>,
    /// Arrays whose values somebody else looks after.
    elsewhere: &'a BTreeSet<ArrayId>,
    /// The arrays that iterations of loops are known to have for themselves.
    owned: Owned,
    /// Whether pairs count also where no value changes, and nobody has copies.
    pub(crate) every_pair: bool,
}

/// Arrays of which nothing enters or leaves an iteration of a loop.
pub(crate) type Owned = BTreeSet<(MemberId, ArrayId)>;

impl<'a> Checker<'a> {
    pub(crate) fn new(
        placed: &'a Placed<'a>,
        dependences: &'a [Dependence],
        reductions: Reductions,
        elsewhere: &'a BTreeSet<ArrayId>,
    ) -> Checker<'a> {
        let scop = placed.scop;
        Checker {
            scop,
            search: Search::new(scop, &placed.view),
            placed,
            comparer: Comparer::new(&placed.view),
            is_covered: vec![false; scop.statements.len()],
            reductions,
            claims: Claims::Proved,
            roles: Roles::default(),
            asked: HashMap::new(),
            told: BTreeSet::new(),
            original: None,
            dependences,
            values: HashMap::new(),
            reused: BTreeSet::new(),
            elsewhere,
            owned: Owned::new(),
            every_pair: false,
        }
    }

    /// Looks at one dependence.
    fn judge(
        &mut self,
        id: DependenceId,
        dependence: &Dependence,
        wrong: &mut Vec<Violation>,
        races: &mut Vec<Violation>,
    ) -> Result<()> {
        let found = self.violated(id, dependence)?;
        if let Some(relation) = found.wrong {
            wrong.push(self.broken(id, dependence, relation)?);
        }
        let commutes = commute(self.scop, dependence.source, dependence.sink);
        for (member, relation) in found.races {
            let is_reduction = commutes && problem(self.placed, member, dependence.array).is_none();
            races.push(self.race(id, dependence, member, relation, is_reduction)?);
        }
        Ok(())
    }

    /// The pairs of a dependence that are violated: those in another order that change a value, and for each loop
    /// those that race there.
    pub(crate) fn violated(&mut self, id: DependenceId, dependence: &Dependence) -> Result<Found> {
        let (source, sink) = (dependence.source, dependence.sink);
        self.belongs(id, dependence)?;
        let commutes = commute(self.scop, source, sink);
        let placed = self.placed;
        let is_race = |member: MemberId| placed.view[member].is_claimed();
        let wanted = Wanted {
            order: self.claims == Claims::Proved
                && !self.is_relaxed(dependence)
                && !self.elsewhere.contains(&dependence.array),
            races: &is_race,
        };
        let found = self.follow(dependence, &wanted)?;
        let mut violated = Found::default();
        if let Some(relation) = self.possible(found.wrong)? {
            violated.wrong = match self.every_pair {
                true => Some(relation),
                false => self.harmful(dependence, relation)?,
            };
        }
        for (member, relation) in found.races {
            if let Some(relation) = self.possible(Some(relation))?
                && (self.every_pair || !self.is_excused(dependence, member, commutes)?)
                && self.claims == Claims::Proved
            {
                violated.races.push((member, relation));
            }
        }
        Ok(violated)
    }

    /// Of pairs in another order, those that change a value.
    fn harmful(&mut self, dependence: &Dependence, wrong: Map) -> Result<Option<Map>> {
        let array = dependence.array;
        if !self.values.contains_key(&array) {
            let values = Values::of(self.scop, array, self.reductions)?;
            self.values.insert(array, values);
        }
        let Some(Some(values)) = self.values.get(&array) else {
            return Ok(Some(wrong));
        };
        let mut harm = Harm {
            placed: self.placed,
            comparer: &mut self.comparer,
            values,
            dependences: self.dependences,
        };
        let harmful = harm.among(dependence, &wrong)?;
        let harmful = self.possible(Some(harmful))?;
        if harmful.is_none() {
            self.reused.insert(array);
        }
        Ok(harmful)
    }

    /// Whether the schedule reorders an accumulation because it may.
    fn is_reordered(&mut self, dependence: &Dependence) -> Result<bool> {
        if !commute(self.scop, dependence.source, dependence.sink) {
            return Ok(false);
        }
        let placed = self.placed;
        let scop = self.scop;
        let is_free = |member: MemberId| {
            let one = &placed.view[member];
            one.is_claimed() && declares(scop, &one.attributes, dependence.array)
        };
        let wanted = Wanted {
            order: self.reductions == Reductions::Relax,
            races: &is_free,
        };
        if !wanted.order && !placed.view.members().any(|(id, _)| is_free(id)) {
            return Ok(false);
        }
        let found = self.follow(dependence, &wanted)?;
        let races = found.races.into_iter().map(|(_, pairs)| pairs);
        for pairs in found.wrong.into_iter().chain(races) {
            if self.possible(Some(pairs))?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The pairs of a dependence that the schedule does not treat as wanted.
    fn follow(&mut self, dependence: &Dependence, wanted: &Wanted<'_>) -> Result<Found> {
        let (source, sink) = (dependence.source, dependence.sink);
        let placed = self.placed;
        let mut found = Found::default();
        for &a in placed.of(source.0) {
            let pairs = match self.is_alone(source.0) {
                true => dependence.relation.clone(),
                false => {
                    let domain = &placed.view[a].domain;
                    dependence.relation.intersect_domain(domain)?
                }
            };
            for &b in placed.of(sink.0) {
                let pairs = match self.is_alone(sink.0) {
                    true => pairs.clone(),
                    false => pairs.intersect_range(&placed.view[b].domain)?,
                };
                if !pairs.plain_is_empty() {
                    self.comparer.follow(&pairs, a, b, wanted, &mut found)?;
                }
            }
        }
        Ok(found)
    }

    /// Whether the order of the pairs of a dependence does not matter.
    fn is_relaxed(&self, dependence: &Dependence) -> bool {
        self.reductions == Reductions::Relax
            && commute(self.scop, dependence.source, dependence.sink)
    }

    /// Whether iterations of a loop that depend on each other have what they touch for themselves.
    fn is_excused(
        &mut self,
        dependence: &Dependence,
        member: MemberId,
        commutes: bool,
    ) -> Result<bool> {
        let array = dependence.array;
        let declared = declares(self.scop, &self.placed.view[member].attributes, array);
        if commutes && (declared || self.claims == Claims::Believed) {
            let operator = sharing::reduction(self.placed, member, array);
            if let Some(operator) = operator {
                self.roles.reduce(member, array, operator);
            }
            return Ok(true);
        }
        if let Some(known) = self.asked.get(&(member, array)) {
            return Ok(*known);
        }
        let own = match self.owned.contains(&(member, array)) {
            true => Some(Own::private(self.scop)?),
            false => private(self.placed, member, array)?.ok(),
        };
        self.asked.insert((member, array), own.is_some());
        if let Some(own) = own {
            self.roles.copy(member, array, own);
            return Ok(true);
        }
        Ok(false)
    }

    /// Whether the statement has one placement that holds all of its instances.
    fn is_alone(&self, statement: StmtId) -> bool {
        let index = statement.index();
        self.placed.of(statement).len() == 1 && self.is_covered[index]
    }

    /// The pairs that exist for possible values of the parameters.
    fn possible(&self, pairs: Option<Map>) -> Result<Option<Map>> {
        let Some(pairs) = pairs else { return Ok(None) };
        let pairs = pairs.intersect_params(&self.scop.context)?;
        Ok(match pairs.is_empty()? {
            true => None,
            false => Some(tidy(pairs)?),
        })
    }

    /// That a dependence is between accesses of the program.
    fn belongs(&self, id: DependenceId, dependence: &Dependence) -> Result<()> {
        let space = dependence.relation.space();
        let fits = |(statement, access): (StmtId, scop::AccessId), tuple| {
            let statement = self.scop.statements.get(statement.index());
            statement.is_some_and(|statement| {
                statement.domain.space().tuple() == tuple
                    && access.index() < statement.accesses.len()
            })
        };
        if fits(dependence.source, space.domain_tuple())
            && fits(dependence.sink, space.tuple())
            && dependence.array.index() < self.scop.arrays.len()
        {
            return Ok(());
        }
        let message = format!("dependence {id} is not one of {}", self.scop.name);
        Err(Error::Invalid(message))
    }

    fn broken(
        &mut self,
        id: DependenceId,
        dependence: &Dependence,
        relation: Map,
    ) -> Result<Violation> {
        let (example, order) = self.counterexample(dependence, &relation)?;
        Ok(Violation::Dependence(Box::new(Broken {
            dependence: id,
            kind: dependence.kind,
            source: dependence.source.into(),
            sink: dependence.sink.into(),
            array: dependence.array,
            depth: dependence.depth,
            certainty: dependence.certainty,
            relation,
            counterexample: example,
            unordered: matches!(order, Order::Open),
        })))
    }

    fn race(
        &mut self,
        id: DependenceId,
        dependence: &Dependence,
        member: MemberId,
        relation: Map,
        is_reduction: bool,
    ) -> Result<Violation> {
        let (example, _) = self.counterexample(dependence, &relation)?;
        let one = &self.placed.view[member];
        let iteration = |statement: StmtId, instance: &Point| -> Result<Value> {
            let instance = crate::witness::with_parameters(&example.parameters, instance)?;
            let placement = self.placed.find(statement, &instance)?;
            match placement.and_then(|placement| placement.date_of(member)) {
                Some(date) => date.eval(&instance),
                None => Err(Error::Invalid(format!("{instance} is not in the loop"))),
            }
        };
        let iterations = (
            iteration(dependence.source.0, &example.source)?,
            iteration(dependence.sink.0, &example.sink)?,
        );
        Ok(Violation::Race(Box::new(Race {
            dependence: id,
            kind: dependence.kind,
            source: dependence.source.into(),
            sink: dependence.sink.into(),
            array: dependence.array,
            depth: dependence.depth,
            certainty: dependence.certainty,
            claim: claim(&one.attributes),
            path: one.path.clone(),
            member: one.position,
            iterator: one.attributes.iterator.clone(),
            label: one.attributes.label.clone(),
            relation,
            counterexample: example,
            iterations,
            is_reduction,
            not_private: self.why_not_private(member, dependence.array)?,
        })))
    }

    /// What to say about copies that iterations cannot have, once for each array.
    fn why_not_private(
        &mut self,
        member: MemberId,
        array: ArrayId,
    ) -> Result<Option<Box<NotPrivate>>> {
        if !self.told.insert((member, array)) {
            return Ok(None);
        }
        let found = obstacle::worth_telling(&self.search, self.placed, member, array)?;
        Ok(found.map(Box::new))
    }

    /// The smallest pair of a relation, and its order in the new schedule.
    fn counterexample(
        &mut self,
        dependence: &Dependence,
        relation: &Map,
    ) -> Result<(Counterexample, Order)> {
        let (case, source, sink) = self.search.smallest_pair(relation)?;
        let relation_of =
            |(statement, access): (StmtId, scop::AccessId)| &self.scop[statement][access].relation;
        let cell = common_cell(
            &case,
            (relation_of(dependence.source), &source),
            (relation_of(dependence.sink), &sink),
        )?;
        let original = match self.original.take() {
            Some(original) => original,
            None => Placed::new(self.scop, &self.scop.schedule)?,
        };
        let ends = (dependence.source.0, dependence.sink.0);
        let (old, _) = dates(&original, &case, ends, &source, &sink)?;
        self.original = Some(original);
        let (new, order) = dates(self.placed, &case, ends, &source, &sink)?;
        let example = Counterexample {
            parameters: case.parameters,
            source,
            sink,
            cell,
            old,
            new,
        };
        Ok((example, order))
    }
}

/// The same pairs in fewer pieces, if these are found soon: people read them.
fn tidy(pairs: Map) -> Result<Map> {
    if pairs.n_basic_map() < 2 {
        return Ok(pairs);
    }
    let tidied = attempt(Effort::Relation, || pairs.coalesce())?;
    Ok(tidied.unwrap_or(pairs))
}

/// The dates of two instances in a schedule, and their order; empty dates for instances that it
/// does not execute.
fn dates(
    placed: &Placed<'_>,
    case: &Case,
    (s, t): (StmtId, StmtId),
    source: &Point,
    sink: &Point,
) -> Result<((Date, Date), Order)> {
    let (source, sink) = (case.with_parameters(source)?, case.with_parameters(sink)?);
    let (a, b) = (placed.find(s, &source)?, placed.find(t, &sink)?);
    let date = |placement: Option<&Placement>, instance: &Point| {
        placement.map_or(Ok(Date::default()), |placement| date(placement, instance))
    };
    let order = match (a, b) {
        (Some(a), Some(b)) => placed.order((a, &source), (b, &sink))?,
        _ => Order::Open,
    };
    Ok(((date(a, &source)?, date(b, &sink)?), order))
}
