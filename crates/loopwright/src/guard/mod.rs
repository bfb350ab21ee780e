//! Conditions under which a new order is right, tested when the program runs: `if (condition) { new } else { original }`.
//!
//! There are two kinds. An order may be legal for some parameters only: it is written with the model of those, and the
//! condition says which they are. And arrays that a program reaches by different names may overlap although the model
//! keeps them apart: for each two of them that could, [`correction`] finds the distances in bytes with which the new order
//! violates nothing, and the condition compares their addresses, as numbers, because comparing pointers into
//! different arrays means nothing in C.
//!
//! A condition on addresses is *exact* if the distances for which it fails are those with which some read finds
//! another value or another value is left (see [`Precision`] for when it is not). Elements that overlap in part
//! count byte by byte.

mod compose;
mod condition;
mod objects;
mod simple;

pub use compose::{compose, depths};

use correction::{Look, Object, Unsafe, keeps_order, shared, unsafe_distances};
use legality::{Legal, Options, Reductions};
use presburger::{Effort, Map, Result, Set, Value as Number, attempt};
use scop::schedule::Placements;
use scop::{Diagnostic, Packed, ScheduleTree, Scop, Stored, list};
use serde_json::{Value, json};

use crate::program::{Nest, Program, Request, not_computed};
use crate::report::{self, error};
use condition::Names;
use objects::Named;

/// What is tested before the new loops of a region run.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The parameters for which the new order is legal, if not all.
    pub parameters: Option<Set>,
    /// The objects that may overlap, two by two.
    pub pairs: Vec<Pair>,
    /// What C declares before the condition.
    pub declarations: Vec<String>,
    /// The condition in C; nothing if it always holds.
    pub condition: Option<String>,
}

/// Two objects that may overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// What C calls them.
    pub names: [String; 2],
    /// What is known about the condition.
    pub precision: Precision,
}

/// For which positions a condition fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// It holds for all.
    Always,
    /// Those with which the new loops change what the program computes.
    Exact,
    /// Those with which two accesses to the same byte, one of them a write, change places, or may: which values that changes
    /// is not known, or was more than could be computed.
    Order,
    /// Those with which they share a byte that is written: one of them has other storage in the new loops, or copies for
    /// threads.
    Apart,
    /// Those with which their ranges meet: where their cells lie is no affine function.
    Ranges,
}

impl Guard {
    /// Whether nothing needs to be tested.
    pub fn is_needless(&self) -> bool {
        self.condition.is_none()
    }

    /// Lines about it, for people.
    ///
    /// They say what is tested, and for which objects the test may send harmless cases to the original loops.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(parameters) = &self.parameters {
            let parameters = emit::conditions(parameters);
            remarks.push(format!(
                "guarded: legal only for {parameters}; the original loops run otherwise"
            ));
        }
        let names = |wanted: &dyn Fn(Precision) -> bool| -> Vec<String> {
            let pairs = self.pairs.iter().filter(|pair| wanted(pair.precision));
            let names = pairs.map(|pair| {
                let [a, b] = &pair.names;
                format!("`{a}` and `{b}`")
            });
            names.collect()
        };
        let tested = names(&|one| one != Precision::Always);
        if !tested.is_empty() {
            let tested = list::commas(tested);
            remarks.push(format!(
                "guarded: the original loops run where {tested} overlap harmfully"
            ));
        }
        let harmless = names(&|one| one == Precision::Always);
        if !harmless.is_empty() {
            let harmless = list::commas(harmless);
            remarks.push(format!("{harmless} may overlap without harm"));
        }
        let apart = names(&|one| one >= Precision::Order);
        if !apart.is_empty() {
            let apart = list::commas(apart);
            remarks.push(format!(
                "the test of {apart} is sufficient, not exact: some harmless overlaps run the original loops"
            ));
        }
        remarks
    }
}

/// A guard, for tools: `condition` in C (null if it always holds), `declarations` before it, `parameters` for which the order
/// is legal (null if for all), and `pairs` of objects that may overlap, each with `names` and `test`.
pub fn json(guard: &Guard) -> Value {
    let pairs = guard.pairs.iter().map(|pair| {
        json!({
            "names": pair.names,
            "test": match pair.precision {
                Precision::Always => "none",
                Precision::Exact => "exact",
                Precision::Order => "order",
                Precision::Apart => "apart",
                Precision::Ranges => "ranges",
            },
        })
    });
    json!({
        "condition": guard.condition,
        "declarations": guard.declarations,
        "parameters": guard.parameters.as_ref().map(ToString::to_string),
        "pairs": pairs.collect::<Vec<_>>(),
    })
}

/// A program in a new order, as far as it matters here.
pub(crate) struct New<'a> {
    /// The region.
    pub nest: &'a Nest,
    /// The new order, for objects that lie apart.
    pub legal: &'a Legal,
    /// The schedule, copies included.
    pub schedule: &'a ScheduleTree,
    /// The program with other storage, if the script asks for any.
    pub stored: Option<&'a Stored>,
    /// The program with buffers.
    pub packed: Option<&'a Packed>,
    /// Whether accumulations may change places.
    pub relax_reductions: bool,
}

/// The guard of a new order that is legal for objects that lie apart, and for these parameters.
pub(crate) fn guard(
    program: &Program,
    request: &Request<'_>,
    new: &New<'_>,
    parameters: Option<Set>,
) -> std::result::Result<Guard, Box<Diagnostic>> {
    let failed = |problem: Problem| match problem {
        Problem::Sets(error) => Box::new(not_computed(&error)),
        Problem::Unknown([a, b], why) => {
            let message =
                format!("no test can tell at run time whether `{a}` and `{b}` overlap: {why}");
            Box::new(error(report::NO_GUARD, message).help(
                "declare the pointers with `restrict`, or leave out `--guard` if they never do",
            ))
        }
        Problem::Text(why) => {
            let message = format!(
                "cannot write the condition of region {}: {why}",
                new.nest.number
            );
            Box::new(error(report::NO_GUARD, message))
        }
    };
    let find = || find(program, new, parameters);
    request.within_budget(find).map_err(failed)
}

/// The parameters for which an order that is illegal for some is legal; nothing if there are none, or if more than the order of
/// accesses is wrong.
pub(crate) fn legal_for(
    scop: &Scop,
    schedule: &ScheduleTree,
    options: &Options,
) -> Result<Option<Set>> {
    let dependences = dependence::dependences(scop, &dependence::Options::default())?;
    let Some(broken) = legality::breaking(scop, &dependences, schedule, options, false)? else {
        return Ok(None);
    };
    let mut legal = scop.context.clone();
    for one in broken {
        legal = legal.subtract(&one.parameters)?;
    }
    let legal = legal.coalesce()?;
    Ok(is_of_use(scop, &legal)?.then_some(legal))
}

/// Whether loops that can be long are long for some of these parameters: that an order is legal where there is hardly
/// anything to do helps nobody.
fn is_of_use(scop: &Scop, legal: &Set) -> Result<bool> {
    if legal.is_empty()? {
        return Ok(false);
    }
    for statement in &scop.statements {
        let both = statement.domain.set_tuple_name(None)?;
        let both = both.flat_product(&both)?;
        let n = statement.domain.n_dim();
        let all = presburger::Aff::vars_on_domain(both.space())?;
        for dim in 0..n {
            let length = all[n + dim].sub(&all[dim])?;
            let long = length.add_constant(&Number::from(-LONG))?.nonneg_set()?;
            let long = both.intersect(&long)?.params()?;
            let is_long = !long.intersect(&scop.context)?.is_empty()?;
            if is_long && long.intersect(legal)?.is_empty()? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// More iterations than a loop has where nothing is to be gained.
const LONG: i64 = 1_000;

/// Why there is no guard.
enum Problem {
    Sets(presburger::Error),
    /// Objects whose positions nobody knows.
    Unknown([String; 2], String),
    /// The condition cannot be written.
    Text(String),
}

impl From<presburger::Error> for Problem {
    fn from(error: presburger::Error) -> Problem {
        Problem::Sets(error)
    }
}

type Found<T> = std::result::Result<T, Problem>;

fn find(program: &Program, new: &New<'_>, parameters: Option<Set>) -> Found<Guard> {
    let scop = new.nest.scop();
    let mut names = Names::new(program, new.nest);
    let mut conditions: Vec<String> = Vec::new();
    if let Some(parameters) = &parameters {
        // The context of the region is narrowed to it already.
        let known = &new.nest.unguarded;
        let known = known.as_ref().unwrap_or(&scop.context);
        conditions.extend(names.parameters(scop, known, parameters)?);
    }
    let objects = objects::of(new.nest);
    let mut pairs = Vec::new();
    let order = Order::of(new)?;
    let is_moved: Vec<bool> = objects.iter().map(|one| is_moved(new, one)).collect();
    let groups = objects::groups(scop, &objects);
    for (i, first) in objects.iter().enumerate() {
        for (j, second) in objects.iter().enumerate().skip(i + 1) {
            if !objects::may_overlap(scop, first, second) {
                continue;
            }
            let pair_names = [first.name.clone(), second.name.clone()];
            let group: Vec<&Object> = { groups.iter().zip(&objects) }
                .filter(|(group, _)| **group == groups[i])
                .map(|(_, one)| &one.object)
                .collect();
            let how = match is_moved[i] || is_moved[j] {
                true => How::Apart,
                false => How::InOrder(&group),
            };
            let found = pair(&mut names, new, &order, [first, second], how);
            let (precision, text) = found.map_err(|problem| match problem {
                Problem::Unknown(_, why) => Problem::Unknown(pair_names.clone(), why),
                problem => problem,
            })?;
            conditions.extend(text);
            pairs.push(Pair {
                names: pair_names,
                precision,
            });
        }
    }
    for (parameter, ty) in objects::in_memory(new.nest) {
        for object in { objects.iter() }.filter(|one| objects::may_hold(scop, one, &ty)) {
            conditions.push(
                names.apart_from(new.nest, object, &parameter).map_err(
                    |problem| match problem {
                        Problem::Unknown(_, why) => {
                            Problem::Unknown([object.name.clone(), parameter.clone()], why)
                        }
                        problem => problem,
                    },
                )?,
            );
            pairs.push(Pair {
                names: [object.name.clone(), parameter.clone()],
                precision: Precision::Ranges,
            });
        }
    }
    Ok(Guard {
        parameters,
        pairs,
        declarations: names.declarations(),
        condition: condition::all(&conditions),
    })
}

/// What two objects may not do to each other.
enum How<'a> {
    /// Have a byte in common.
    Apart,
    /// Have accesses in another order; with all objects that may overlap one of them, directly or through others.
    InOrder(&'a [&'a Object]),
}

/// Whether an object's cells are elsewhere in the new loops, or threads have copies of it.
fn is_moved(new: &New<'_>, object: &Named) -> bool {
    let moves = new.stored.map_or(&[][..], |stored| &stored.moves);
    let packs = new.packed.map_or(&[][..], |packed| &packed.packs);
    let members = Placements::new(new.legal.schedule());
    object.object.parts.iter().any(|part| {
        let has_role = members.as_ref().is_ok_and(|placements| {
            let mut members = placements.members();
            members.any(|(member, _)| new.legal.role(member, part.array) != legality::Role::Shared)
        });
        has_role
            || moves.iter().any(|one| one.from == part.array)
            || packs.iter().any(|one| one.from == part.array)
    })
}

/// The order of the program's own statements, and the program that has it.
struct Order<'a> {
    scop: &'a Scop,
    schedule: ScheduleTree,
    options: Options,
}

impl<'a> Order<'a> {
    fn of(new: &'a New<'_>) -> Result<Order<'a>> {
        let original = new.nest.scop();
        let scop = new.stored.map_or(original, |stored| &stored.scop);
        let schedule = match new.packed {
            None => new.schedule.clone(),
            Some(packed) => {
                let own = packed.scop.statements.iter().take(scop.statements.len());
                let own = own.map(|statement| statement.domain.clone());
                let own = presburger::UnionSet::from_sets(own)?;
                let domain = new.schedule.domain().intersect(&own)?;
                match new.schedule.root().child() {
                    Some(child) => ScheduleTree::new(domain, child.clone()),
                    None => new.schedule.clone(),
                }
            }
        };
        let options = Options {
            reductions: match new.relax_reductions {
                true => Reductions::Relax,
                false => Reductions::Strict,
            },
            ..Options::default()
        };
        Ok(Order {
            scop,
            schedule,
            options,
        })
    }
}

/// What is known about a condition, and the condition; none if it always holds.
type Test = (Precision, Option<String>);

/// The condition that two objects lie as they may: the best one that can be found and written.
fn pair(
    names: &mut Names<'_>,
    new: &New<'_>,
    order: &Order<'_>,
    named: [&Named; 2],
    how: How<'_>,
) -> Found<Test> {
    let known = named.iter().all(|one| one.bytes().is_some());
    if known && let How::InOrder(group) = how {
        let find = || in_order(order, named, group);
        let found = attempt(Effort::Model, find)?.flatten();
        if let Some((precision, illegal)) = found
            && let Some(test) = tested(names, new, named, precision, illegal)?
        {
            return Ok(test);
        }
    }
    if known {
        let [first, second] = named;
        let find = || shared(new.nest.scop(), &first.object, &second.object);
        let found = attempt(Effort::Model, find)?.flatten();
        if let Some(illegal) = found
            && let Some(test) = tested(names, new, named, Precision::Apart, illegal)?
        {
            return Ok(test);
        }
    }
    let text = names.ranges(new.nest, named)?;
    Ok((Precision::Ranges, Some(text)))
}

/// The condition that two objects are at no unsafe distance; nothing if it is too hard to write.
fn tested(
    names: &mut Names<'_>,
    new: &New<'_>,
    named: [&Named; 2],
    precision: Precision,
    illegal: Unsafe,
) -> Found<Option<Test>> {
    let parameters = illegal
        .parameters
        .intersect_params(&objects::typed(new.nest)?)?;
    if parameters.is_empty()? {
        return Ok(Some((Precision::Always, None)));
    }
    let mut trial = names.clone();
    match trial.distance(
        new.nest,
        named,
        &Unsafe {
            parameters,
            ..illegal
        },
    ) {
        Ok(text) => {
            *names = trial;
            Ok(Some((precision, text)))
        }
        Err(Problem::Text(_)) => Ok(None),
        Err(problem) => Err(problem),
    }
}

/// The distances of two objects with which accesses change places in a way that matters; nothing if where their cells lie is
/// no affine function.
fn in_order(
    order: &Order<'_>,
    [first, second]: [&Named; 2],
    group: &[&Object],
) -> Result<Option<(Precision, Unsafe)>> {
    let scop = order.scop;
    let objects = [&first.object, &second.object];
    let unsafe_for = |objects: &[&Object], look| {
        unsafe_distances(scop, &order.schedule, objects, look, &order.options)
    };
    let keeps_order = |object| keeps_order(scop, &order.schedule, object, &order.options);
    let is_kept = keeps_order(objects[0])? && keeps_order(objects[1])?;
    let illegal = match is_kept {
        true => unsafe_for(&objects, Look::Bytes)?,
        // Parts of elements have no values that could be followed.
        false => shared(scop, objects[0], objects[1])?,
    };
    let Some(mut illegal) = illegal else {
        return Ok(None);
    };
    if illegal.parameters.is_empty()? {
        return Ok(Some((Precision::Always, illegal)));
    }
    let bytes = first.bytes().unwrap_or(1);
    let is_sure = objects.iter().all(|one| objects::is_sure(scop, one));
    let mut precision = match is_sure && (is_kept || bytes == 1) {
        true => Precision::Exact,
        false => Precision::Order,
    };
    let written = group.iter().filter(|one| objects::is_written(scop, one));
    if group.len() == 2 || written.count() <= 1 {
        // Pairs in another order that change no value are known for whole elements.
        match attempt(Effort::Loop, || unsafe_for(&objects, Look::Values))? {
            Some(Some(values)) => {
                let legal = values.possible.subtract(&values.parameters)?;
                let legal = in_bytes(&legal, &values, &illegal, bytes)?;
                illegal.parameters = illegal.parameters.subtract(&legal)?.coalesce()?;
            }
            Some(None) => {}
            None => precision = Precision::Order,
        }
        return Ok(Some((precision, illegal)));
    }
    // What two of them do to each other may not matter because of a third.
    let is_exact = || -> Result<bool> {
        let pairs = unsafe_for(group, Look::Elements)?;
        let values = unsafe_for(group, Look::Values)?;
        match pairs.zip(values) {
            Some((pairs, values)) => pairs.parameters.is_subset(&values.parameters),
            None => Ok(false),
        }
    };
    if attempt(Effort::Loop, is_exact)? != Some(true) {
        precision = Precision::Order;
    }
    Ok(Some((precision, illegal)))
}

/// A set of distances in elements, as one of distances in bytes; in rows of bytes, if elements are structures.
fn in_bytes(set: &Set, elements: &Unsafe, rows: &Unsafe, bytes: i64) -> Result<Set> {
    let mut set = set.clone();
    for (own, new) in elements.distances.iter().zip(&rows.distances) {
        let Some(name) = own.last() else { continue };
        if let Some(rest) = new.get(own.len()) {
            set = set.add_param(rest)?.fix_param(rest, 0)?;
            continue;
        }
        let space = presburger::Space::unnamed(1);
        let times = presburger::Aff::var_on_domain(&space, presburger::Dim::Set(0))?;
        let times = Map::from_aff_list(&space, &[times.scale(&Number::from(bytes))?])?;
        let Some(at) = set.space().find_param(name) else {
            continue;
        };
        let moved = set.from_params()?;
        let moved = moved.move_dims(presburger::Dim::Set(0), presburger::Dim::Param(at), 1)?;
        let moved = moved
            .apply(&times)?
            .set_dim_name(presburger::Dim::Set(0), name)?;
        let n = moved.space().n_param();
        let moved = moved.move_dims(presburger::Dim::Param(n), presburger::Dim::Set(0), 1)?;
        set = moved.params()?;
    }
    Ok(set)
}
