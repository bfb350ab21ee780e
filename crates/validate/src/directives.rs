//! The directives of a text: whether its parallel and vector loops are those that were proved.
//!
//! A [`Legal`] schedule says of some band members that their iterations may run in parallel, and
//! what these have for themselves. A loop `L` of the text with a directive is right if there is
//! such a member `m` with
//!
//! 1. **iterations**: two executions in different iterations of `L` (and the same ones of the loops
//!    around it) are instances in different iterations of `m`, and the same ones of the members
//!    above it;
//! 2. **clauses**: they name exactly the variables that statements in `L` touch and that the
//!    iterations of `m` have for themselves, in the way that was proved, and the counters of loops
//!    in `L` that are declared outside of it; private variables in memory from `malloc` are allocated
//!    in the body of `L`, and no others are;
//! 3. **private variables**: what one iteration of `m` does with a private variable happens in one
//!    iteration of `L`;
//! 4. **last values**: every iteration of `L`, whatever else it does, writes a variable whose last
//!    value is kept (an array: some cell of it; the iteration of `m` that it belongs to writes all
//!    cells that are needed),
//!    and it has an iteration whenever it is reached: otherwise what is kept is nothing;
//! 5. **sections** of arrays in reductions are the whole arrays;
//! 6. **counting**: OpenMP can compute the number of iterations of `L` before it begins;
//! 7. **nesting**: no threads start in vector lanes.
//!
//! With `T_S` the relation from iterations of `L` to the instances of `S` that they execute, 1 is
//! that `T_S⁻¹ ∘ { d -> d' : d' differs in L alone } ∘ T_R` leads to instances that differ in `m`
//! first, and 3 that `T_S ∘ (same iteration of m) ⊆ T_R`, for all statements `S` and `R`.

use crate::{Copy, Failure, Result, example};
use legality::{Legal, Role};
use presburger::{Dim, Map, MultiAff, PwAff, Set, Space, Tuple};
use scop::schedule::{Placements, Step};
use scop::{ArrayId, MemberId, PlacementId, Scop, StmtId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What the directive of a loop says.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The loop of the text, by its number among the band members of the model.
    pub member: MemberId,
    /// Whether threads share its iterations.
    pub parallel: bool,
    /// Whether its iterations run in vector lanes.
    pub vector: bool,
    /// The variables that are private.
    pub private: BTreeSet<String>,
    /// The variables that are private and begin with the value from before the loop.
    pub first_private: BTreeSet<String>,
    /// The variables whose last value is kept.
    pub last_private: BTreeSet<String>,
    /// The variables that are accumulated into, with the operator and, for arrays, the first index
    /// and the number of elements in each dimension.
    pub reductions: Vec<Accumulated>,
    /// All iterations of the loop and those around it, whether they do anything or not.
    pub iterations: Option<Set>,
    /// The counters of loops inside that are declared outside of them.
    pub loose_counters: Vec<String>,
    /// The arrays that each iteration allocates for itself.
    pub allocated: BTreeSet<String>,
    /// The parameters for which the loop may be reached without having an iteration; `None` when
    /// they are not known.
    pub idle: Option<Set>,
    /// The parameters for which OpenMP cannot count its iterations; `None` when it is no loop
    /// whose iterations OpenMP counts.
    pub uncounted: Option<Set>,
}

/// What a loop accumulates into.
#[derive(Clone, Debug)]
pub struct Accumulated {
    /// The variable.
    pub name: String,
    /// As OpenMP writes it.
    pub operator: String,
    /// The first index and the number of elements in each dimension; `None` where they are not
    /// known.
    pub sections: Vec<Option<(PwAff, PwAff)>>,
}

/// Proves that the directives of the text with the model `read` are right for parameters in
/// `context`, where `copies` says what its statements stand for.
pub fn directives(
    read: &Scop,
    copies: &[Copy],
    directives: &[Directive],
    legal: &Legal,
    context: &Set,
) -> Result<()> {
    if directives.is_empty() {
        return Ok(());
    }
    let text = Placements::new(&read.schedule)?;
    let schedule = Placements::new(legal.schedule())?;
    for directive in directives {
        let proof = Proof {
            read,
            text: &text,
            copies,
            legal,
            schedule: &schedule,
            directive,
            context,
        };
        proof.is_counted()?;
        proof.is_well_nested(directives)?;
        proof.holds()?;
    }
    Ok(())
}

struct Proof<'a> {
    read: &'a Scop,
    text: &'a Placements,
    copies: &'a [Copy],
    legal: &'a Legal,
    schedule: &'a Placements,
    directive: &'a Directive,
    /// The parameters that the text is run with.
    context: &'a Set,
}

/// For each statement the relation from iterations of the loop to instances.
type Executed = BTreeMap<StmtId, Map>;

impl Proof<'_> {
    fn holds(&self) -> Result<()> {
        let executed = self.executed()?;
        if self.is_never_reached(&executed)? {
            return Ok(());
        }
        let mut why = None;
        // A loop with one iteration at most has the iterations of any member: all are tried.
        let mut refused = None;
        for (member, placed) in self.schedule.members() {
            let wanted = &placed.attributes;
            let claimed = (!self.directive.parallel || wanted.parallel)
                && (!self.directive.vector || wanted.vector);
            if !claimed {
                continue;
            }
            match self.mixes(member, &executed)? {
                Some(example) => why = Some(example),
                None => match self.clauses(member, &executed) {
                    Err(failure @ Failure::Directive { .. }) => {
                        refused.get_or_insert(failure);
                    }
                    other => return other,
                },
            }
        }
        if let Some(failure) = refused {
            return Err(failure);
        }
        Err(self.wrong(match why {
            Some(example) => {
                format!("no loop that may run in parallel has its iterations: {example}")
            }
            None => "no loop of the schedule should run like this".into(),
        }))
    }

    /// Whether the loop does not run, whatever the parameters are; not even without an iteration.
    fn is_never_reached(&self, executed: &Executed) -> Result<bool> {
        let (Some(iterations), Some(idle)) = (&self.directive.iterations, &self.directive.idle)
        else {
            return Ok(false);
        };
        for map in executed.values() {
            if !map.is_empty()? {
                return Ok(false);
            }
        }
        let runs = iterations.intersect_params(self.context)?;
        Ok(runs.is_empty()? && self.possible(idle)?.is_none())
    }

    /// That OpenMP can compute how many iterations there are.
    fn is_counted(&self) -> Result<()> {
        let Some(uncounted) = &self.directive.uncounted else {
            return Err(self.wrong("OpenMP counts no iterations of such a loop".into()));
        };
        match self.possible(uncounted)? {
            None => Ok(()),
            Some(case) => Err(self.wrong(format!("OpenMP cannot count its iterations: {case}"))),
        }
    }

    /// An example of parameters that are possible.
    fn possible(&self, parameters: &Set) -> Result<Option<String>> {
        let possible = parameters.intersect(self.context)?;
        let point = possible.sample_point()?;
        Ok(point.map(|point| Set::from_point(&point).to_string()))
    }

    /// That no threads start in vector lanes.
    fn is_well_nested(&self, others: &[Directive]) -> Result<()> {
        let lanes = others.iter().filter(|one| one.vector);
        let lanes: BTreeSet<MemberId> = lanes.map(|one| one.member).collect();
        if !self.directive.parallel {
            return Ok(());
        }
        for (id, _) in self.read.statements() {
            for &placement in self.text.of_space(&self.read[id].domain) {
                let around = self.text[placement].dates().map(|(member, _)| member);
                let around: Vec<MemberId> = around.collect();
                let own = around.iter().position(|one| *one == self.directive.member);
                let above = &around[..own.unwrap_or(0)];
                if above.iter().any(|one| lanes.contains(one)) {
                    return Err(self.wrong("threads cannot start in vector lanes".into()));
                }
            }
        }
        Ok(())
    }

    fn wrong(&self, why: String) -> Failure {
        let member = self
            .text
            .members()
            .find(|(id, _)| *id == self.directive.member);
        let name = member.and_then(|(_, one)| one.attributes.iterator.clone());
        Failure::Directive {
            counter: name.unwrap_or_else(|| "?".into()),
            why,
        }
    }

    /// What iterations of the loop execute.
    fn executed(&self) -> Result<Executed> {
        let mut executed = Executed::new();
        for (copy, statement) in self.copies.iter().zip(&self.read.statements) {
            for &id in self.text.of_space(&statement.domain) {
                let placement = &self.text[id];
                if placement.date_of(self.directive.member).is_none() {
                    continue;
                }
                let mut dates = Vec::new();
                for (member, date) in placement.dates() {
                    dates.push(date.clone());
                    if member == self.directive.member {
                        break;
                    }
                }
                let tuple = Tuple::anonymous(dates.len());
                let space = placement.domain.space();
                let when = MultiAff::from_aff_list(space, tuple, &dates)?.as_map()?;
                let when = when.intersect_domain(&placement.domain)?;
                let target = copy
                    .target
                    .set_domain_tuple_name(statement.domain.tuple_name())?;
                let here = when.reverse()?.apply_range(&target)?;
                let here = here.intersect_params(self.context)?;
                let statement = StmtId::new(copy.statement);
                let known = match executed.remove(&statement) {
                    None => here,
                    Some(known) => known.union(&here)?,
                };
                executed.insert(statement, known);
            }
        }
        Ok(executed)
    }

    /// Instances in different iterations of the loop that a member does not have in different
    /// ones.
    ///
    /// Whether there are any for two statements is decided by the iterations of the member that
    /// the iterations of the loop lead to, so statements for which these are the same need not be
    /// told apart.
    fn mixes(&self, member: MemberId, executed: &Executed) -> Result<Option<String>> {
        let mut kinds: HashMap<Vec<Map>, StmtId> = HashMap::new();
        for (&statement, map) in executed {
            kinds
                .entry(self.reached(member, statement, map)?)
                .or_insert(statement);
        }
        if kinds.len() > 1 && !self.may_mix(kinds.keys())? {
            return Ok(None);
        }
        let some: BTreeSet<StmtId> = kinds.into_values().collect();
        let some = executed.iter().filter(|(id, _)| some.contains(id));
        for (&s, first) in some.clone() {
            for (&t, second) in some.clone() {
                let rest = self.mixed(member, (s, first), (t, second))?;
                if !rest.is_empty()? {
                    return Ok(Some(example(&rest.wrap()?.into())?));
                }
            }
        }
        Ok(None)
    }

    /// Whether different iterations of the loop may lead to one iteration of a member, or out of
    /// it, judged by one conjunction around all that is [reached](Proof::reached): if even that one
    /// keeps iterations apart, then no two statements need to be looked at.
    fn may_mix<'r>(&self, reached: impl Iterator<Item = &'r Vec<Map>>) -> Result<bool> {
        let mut around: Option<Map> = None;
        for maps in reached {
            let Some((outside, inside)) = maps.split_last() else {
                return Ok(true);
            };
            if !outside.is_empty()? {
                return Ok(true);
            }
            for map in inside {
                let both = match around {
                    None => map.clone(),
                    Some(around) => around.union(map)?,
                };
                around = Some(both.simple_hull()?.into());
            }
        }
        let Some(around) = around else {
            return Ok(false);
        };
        let apart = differs_in_last(around.space().n_in())?;
        let led = around
            .reverse()?
            .apply_range(&apart)?
            .apply_range(&around)?;
        let n = around.space().n_out();
        let allowed = differs_in_last(n)?;
        let allowed = allowed.union(&allowed.reverse()?)?;
        Ok(!led.is_subset(&allowed)?)
    }

    /// From iterations of the loop to those of a member that a statement reaches in them, for each
    /// of its placements; at last the iterations that reach something outside of the member.
    fn reached(&self, member: MemberId, statement: StmtId, executed: &Map) -> Result<Vec<Map>> {
        let mut found = Vec::new();
        let mut outside = executed.clone();
        for &id in self.schedule.of_space(&self.legal.scop()[statement].domain) {
            let placement = &self.schedule[id];
            if placement.date_of(member).is_none() {
                continue;
            }
            let mut dates = Vec::new();
            for (one, date) in placement.dates() {
                dates.push(date.clone());
                if one == member {
                    break;
                }
            }
            let tuple = Tuple::anonymous(dates.len());
            let dates = MultiAff::from_aff_list(placement.domain.space(), tuple, &dates)?;
            let inside = executed.intersect_range(&placement.domain)?;
            found.push(inside.apply_range(&dates.as_map()?)?);
            outside = outside.subtract_range(&placement.domain)?;
        }
        found.push(Map::from_domain(&outside.domain()?)?);
        Ok(found)
    }

    /// The same for two statements, as pairs.
    fn mixed(
        &self,
        member: MemberId,
        (s, first): (StmtId, &Map),
        (t, second): (StmtId, &Map),
    ) -> Result<Map> {
        // The other order is that of the statements exchanged.
        let apart = differs_in_last(first.space().n_in())?;
        let mut rest = first.reverse()?.apply_range(&apart)?.apply_range(second)?;
        for (a, b) in self.placements(s, t) {
            if let Some(allowed) = self.iterations(member, a, b, true)? {
                rest = rest.subtract(&allowed)?;
            }
        }
        Ok(rest)
    }

    /// The placements of two statements in the schedule.
    fn placements(&self, s: StmtId, t: StmtId) -> Vec<(PlacementId, PlacementId)> {
        let own = |id: StmtId| self.schedule.of_space(&self.legal.scop()[id].domain);
        let pairs = own(s)
            .iter()
            .flat_map(|&a| own(t).iter().map(move |&b| (a, b)));
        pairs.collect()
    }

    /// Pairs of instances in the same iteration of a member, or in different ones and the same
    /// ones above it; `None` when one of the placements is not in it.
    fn iterations(
        &self,
        member: MemberId,
        a: PlacementId,
        b: PlacementId,
        different: bool,
    ) -> Result<Option<Map>> {
        let (first, second) = (&self.schedule[a], &self.schedule[b]);
        let mut pairs = Map::from_domain_and_range(&first.domain, &second.domain)?;
        for common in self.schedule.compare(a, b)?.members {
            let (s, t) = (
                PwAff::from_aff(common.first),
                PwAff::from_aff(common.second),
            );
            if common.id != member {
                pairs = pairs.intersect(&s.eq_map(&t)?)?;
                continue;
            }
            return Ok(Some(match different {
                false => pairs.intersect(&s.eq_map(&t)?)?,
                true => {
                    let less = pairs.intersect(&s.lt_map(&t)?)?;
                    less.union(&pairs.intersect(&s.gt_map(&t)?)?)?
                }
            }));
        }
        Ok(None)
    }

    /// That the clauses are those that a member calls for.
    fn clauses(&self, member: MemberId, executed: &Executed) -> Result<()> {
        let scop = self.legal.scop();
        let (mut private, mut first, mut last) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut reductions = BTreeMap::new();
        let mut allocated = self.directive.allocated.clone();
        for (id, array) in scop.arrays() {
            let touched = executed
                .keys()
                .any(|&statement| self.touches(statement, id));
            let name = array.source_name.clone();
            match self.legal.role(member, id) {
                _ if !touched => {}
                Role::Private
                    if array.heap && !self.directive.vector && allocated.remove(&name) =>
                {
                    self.is_kept_together(member, executed, id)?;
                }
                Role::Private | Role::LastPrivate if array.heap => {
                    return Err(
                        self.wrong(format!("`{name}` is a pointer, of which a copy is none"))
                    );
                }
                Role::Shared => {}
                Role::Reduction(operator) => {
                    reductions.insert(name, (operator.name(), id));
                }
                role => {
                    self.is_variable(id)?;
                    self.is_kept_together(member, executed, id)?;
                    if role.is_last() {
                        self.is_always_written(member, id)?;
                        self.always_runs(id)?;
                        last.insert(name.clone());
                    }
                    match role.is_first() {
                        true => first.insert(name),
                        false if role.is_last() => false,
                        false => private.insert(name),
                    };
                }
            }
        }
        if let Some(name) = allocated.first() {
            return Err(self.wrong(format!("`{name}` is lost with each iteration")));
        }
        private.extend(self.directive.loose_counters.iter().cloned());
        self.same_names("private", &private, &self.directive.private)?;
        self.same_names("firstprivate", &first, &self.directive.first_private)?;
        self.same_names("lastprivate", &last, &self.directive.last_private)?;
        for found in &self.directive.reductions {
            let Some((operator, id)) = reductions.remove(&found.name) else {
                return Err(self.wrong(format!("`{}` is not a reduction", found.name)));
            };
            if operator != found.operator {
                let why = format!("`{}` is a reduction with `{operator}`", found.name);
                return Err(self.wrong(why));
            }
            self.is_whole(found, id)?;
        }
        match reductions.keys().next() {
            Some(name) => Err(self.wrong(format!("the reduction of `{name}` is missing"))),
            None => Ok(()),
        }
    }

    fn same_names(
        &self,
        clause: &str,
        wanted: &BTreeSet<String>,
        found: &BTreeSet<String>,
    ) -> Result<()> {
        if let Some(name) = wanted.difference(found).next() {
            return Err(self.wrong(format!("`{clause}({name})` is missing")));
        }
        match found.difference(wanted).next() {
            Some(name) => Err(self.wrong(format!("unexpected `{clause}({name})`"))),
            None => Ok(()),
        }
    }

    fn touches(&self, statement: StmtId, array: ArrayId) -> bool {
        let accesses = &self.legal.scop()[statement].accesses;
        accesses.iter().any(|access| access.array == array)
    }

    /// That an iteration of a member uses a variable in one iteration of the loop.
    fn is_kept_together(
        &self,
        member: MemberId,
        executed: &Executed,
        array: ArrayId,
    ) -> Result<()> {
        let scop = self.legal.scop();
        for (&s, first) in executed.iter().filter(|(s, _)| self.touches(**s, array)) {
            for (t, _) in scop.statements().filter(|(t, _)| self.touches(*t, array)) {
                for (a, b) in self.placements(s, t) {
                    let Some(same) = self.iterations(member, a, b, false)? else {
                        continue;
                    };
                    let together = first.apply_range(&same)?;
                    let kept = match executed.get(&t) {
                        Some(second) => together.is_subset(second)?,
                        None => together.is_empty()?,
                    };
                    if !kept {
                        let name = &scop[array].source_name;
                        let why = format!("an iteration that uses `{name}` is split");
                        return Err(self.wrong(why));
                    }
                }
            }
        }
        Ok(())
    }

    /// That a copy of what the name stands for is a copy of the variable.
    fn is_variable(&self, array: ArrayId) -> Result<()> {
        let name = &self.legal.scop()[array].source_name;
        let mut read = self.read.arrays.iter();
        match read.any(|one| one.source_name == *name && one.behind_pointer) {
            true => Err(self.wrong(format!("`{name}` is a pointer to what is to be private"))),
            false => Ok(()),
        }
    }

    /// That every iteration of the loop writes a variable for sure, for parameters with which
    /// something in it is needed afterwards. As an iteration of the member is
    /// [kept together](Proof::is_kept_together) and writes all that is needed, that is done with
    /// the first cell that it writes. Where no iteration between entering and leaving the loop writes it, a
    /// copy that began with the value from before still holds that.
    fn is_always_written(&self, member: MemberId, array: ArrayId) -> Result<()> {
        let scop = self.legal.scop();
        let name = &scop[array].source_name;
        let Some(all) = &self.directive.iterations else {
            return Err(self.wrong("its iterations are not known".into()));
        };
        let depth = all.n_dim();
        let mut all = all.intersect_params(self.context)?.set_tuple_name(None)?;
        if let Some(keeps) = self.legal.keeps(member, array) {
            all = all.intersect_params(keeps)?;
        }
        let begins_with_old = self.legal.role(member, array).is_first();
        let mut written = Set::empty(all.space().clone())?;
        let mut perhaps = written.clone();
        for (copy, statement) in self.copies.iter().zip(&self.read.statements) {
            let own = self.text.of_space(&statement.domain).iter();
            let mut inside = own.filter(|&&id| self.is_inside(id));
            if inside.next().is_none() {
                continue;
            }
            let known = &scop[StmtId::new(copy.statement)];
            let writes = { known.accesses.iter() }
                .filter(|access| access.array == array && access.is_write());
            for access in writes {
                let writing = access.relation.domain()?;
                let target = copy
                    .target
                    .set_domain_tuple_name(statement.domain.tuple_name())?;
                let runs = target.intersect_range(&writing)?.domain()?;
                let rest = runs.n_dim() - depth;
                let runs = runs.project_out(Dim::Set(depth), rest)?;
                let runs = runs.set_tuple_name(None)?;
                if access.is_must() && access.exact {
                    written = written.union(&runs)?;
                }
                if begins_with_old {
                    perhaps = perhaps.union(&runs)?;
                }
            }
        }
        if begins_with_old && let Some(last) = depth.checked_sub(1) {
            let executions = perhaps.project_out(Dim::Set(last), 1)?.add_dims(1)?;
            all = all.intersect(&executions)?;
        }
        match all.is_subset(&written)? {
            true => Ok(()),
            false => Err(self.wrong(format!("an iteration may not write `{name}`"))),
        }
    }

    /// That the loop has an iteration, which leaves a value behind.
    fn always_runs(&self, array: ArrayId) -> Result<()> {
        let name = &self.legal.scop()[array].source_name;
        let lost =
            |when: String| self.wrong(format!("`{name}` is lost without an iteration{when}"));
        let Some(idle) = &self.directive.idle else {
            return Err(lost(String::new()));
        };
        match self.possible(idle)? {
            None => Ok(()),
            Some(case) => Err(lost(format!(": {case}"))),
        }
    }

    fn is_inside(&self, id: PlacementId) -> bool {
        let member = self.directive.member;
        let mut steps = self.text[id].steps.iter();
        steps.any(|step| matches!(step, Step::Member { id, .. } if *id == member))
    }

    /// That a section is all of an array.
    fn is_whole(&self, found: &Accumulated, array: ArrayId) -> Result<()> {
        let scop = self.legal.scop();
        let array = &scop[array];
        let not_whole = || self.wrong(format!("`{}` is not accumulated as a whole", found.name));
        if found.sections.len() != array.rank() {
            return Err(not_whole());
        }
        for (section, extent) in found.sections.iter().zip(&array.extents) {
            let (Some((first, length)), Some(extent)) = (section, extent) else {
                return Err(not_whole());
            };
            let is_whole = is_equal(first, None, self.context)?
                && is_equal(length, Some(extent), self.context)?;
            if !is_whole {
                return Err(not_whole());
            }
            let least = length.intersect_params(self.context)?.min_val()?;
            if least.to_i64().is_none_or(|least| least <= 0) {
                let why = format!("`{}` may have no elements to accumulate into", found.name);
                return Err(self.wrong(why));
            }
        }
        Ok(())
    }
}

/// From vectors of `n` numbers to those that are larger in the last one and the same otherwise.
fn differs_in_last(n: usize) -> Result<Map> {
    let tuple = || Tuple::anonymous(n);
    let mut pairs = Map::universe(Space::map(Vec::new(), tuple(), tuple()))?;
    for outer in 0..n - 1 {
        pairs = pairs.equate(Dim::In(outer), Dim::Out(outer))?;
    }
    Ok(pairs.order_lt(Dim::In(n - 1), Dim::Out(n - 1))?)
}

/// Whether two functions of the parameters are equal for possible values; 0 in place of `None`.
fn is_equal(a: &PwAff, b: Option<&PwAff>, context: &Set) -> Result<bool> {
    let zero = a.sub(a)?;
    let same = a.eq_set(b.unwrap_or(&zero))?;
    Ok(context.is_subset(&same.params()?)?)
}
