//! Carries out a script on the regions of a program and judges the result: the main job.
//!
//! A script gives each region a new order; [`legality`] says whether that order keeps what the
//! program computes. Where it does, there is a [`Legal`] order to write the region with; where it
//! does not, there is an error for each violation, with both accesses, the line of the script that is to
//! blame, and the smallest case.

mod json;
mod times;
mod violation;

pub use json::{json, seconds};
pub use times::{Clock, Times};

use std::collections::BTreeSet;

use dependence::DependenceKind;
use legality::{AccessRef, Legal, Reductions, Verdict, Violation};
use presburger::{Effort, Point, Set, Value as Number};
use scop::schedule::Placements;
use scop::{Change, Diagnostic, How, Packed, Packing, ScheduleTree, Scop, Span, Stored, list};
use script::{Copying, Diagnostics, Loader, Outcome, Script, Step};

use crate::correct::{self, Corrections, Wish};
use crate::deps;
use crate::guard::{self, Guard};
use crate::invariants::{check_model, check_tree};
use crate::overlap;
use crate::program::{Program, Request, not_computed};
use crate::report::{self, error};

/// What to do with a program, and how strictly to judge it.
#[derive(Clone, Copy, Default)]
pub struct Recipe<'a> {
    /// The name and the text of a script; without one, the lines `#pragma loopwright …` of each
    /// region are its script.
    pub script: Option<(&'a str, &'a str)>,
    /// Where imported scripts come from.
    pub loader: Option<&'a Loader<'a>>,
    /// Scripts for single regions, by their numbers: they take the place of what the regions have.
    pub replaced: &'a [(usize, String)],
    /// What corrections of illegal scripts are looked for, if any are.
    pub wish: Option<Wish<'a>>,
    /// Whether iterators count from 0 in steps of 1.
    pub normalised: bool,
    /// Whether every violation is wanted, not only the first few.
    pub all: bool,
    /// Whether messages have the violated pairs in isl's notation.
    pub relations: bool,
    /// Whether accumulations may change places everywhere.
    pub relax_reductions: bool,
    /// Whether the new order is taken without a proof.
    pub unchecked: bool,
    /// Whether what the order needs beyond the model, such as arrays that do not overlap, is tested when the program runs.
    pub guard: bool,
    /// Whether it is understood that arrays do not overlap unless the program says so: no remark says that it is assumed.
    pub assume_no_alias: bool,
    /// What tells how long the stages take, if that is of interest.
    pub clock: Option<Clock>,
}

/// What became of a region.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The number of the region, from 1.
    pub number: usize,
    /// The order before.
    pub before: ScheduleTree,
    /// What the script made of it.
    pub outcome: Outcome,
    /// How it was judged; nothing if it was not, because nobody wanted it or it took too long.
    pub verdict: Option<Verdict>,
    /// The program with other storage, if the script asks for any.
    pub stored: Option<Stored>,
    /// The program with buffers, if the script asks for any.
    pub packed: Option<Packed>,
    /// The new order, if it may be written: proved, or not wanted to be.
    pub order: Option<Legal>,
    /// For each violation the step of the outcome that is to blame.
    pub blame: Vec<Option<usize>>,
    /// How many dependences were looked at, as `deps` lists them.
    pub dependences: usize,
    /// How many of these are only kept up to the order of accumulations.
    pub relaxed: usize,
    /// What would make it legal, if that was asked for and it is not.
    pub corrections: Option<Corrections>,
    /// What is tested before the new loops run, if that was asked for.
    pub guard: Option<Guard>,
}

impl Changed {
    /// The program that the new order is one of: the original one, unless it has other storage or
    /// buffers.
    pub fn program<'a>(&'a self, original: &'a Scop) -> &'a Scop {
        match (&self.packed, &self.stored) {
            (Some(packed), _) => &packed.scop,
            (None, Some(stored)) => &stored.scop,
            (None, None) => original,
        }
    }
}

/// What became of a program.
#[derive(Clone, Debug)]
pub struct Transformed {
    /// Its regions, in their order; those with errors in their scripts are not among them.
    pub regions: Vec<Changed>,
    /// How long each stage took.
    pub times: Times,
    /// The number of regions that the program has.
    wanted: usize,
    /// Whether it is understood that arrays do not overlap unless the program says so.
    takes_no_alias: bool,
}

impl Transformed {
    /// Nothing has become of a program, because something is wrong with it or with the script:
    /// there is no order to write.
    pub fn nothing() -> Transformed {
        Transformed {
            regions: Vec::new(),
            times: Times::default(),
            wanted: 0,
            takes_no_alias: false,
        }
    }

    /// Whether a violation was found.
    pub fn is_illegal(&self) -> bool {
        let mut verdicts = self.regions.iter().filter_map(|one| one.verdict.as_ref());
        verdicts.any(|verdict| !verdict.is_legal())
    }

    /// The guards of all regions, in their order.
    pub fn guards(&self) -> Vec<Option<Guard>> {
        self.regions.iter().map(|one| one.guard.clone()).collect()
    }

    /// The new order of every region of the program, if all of them may be written.
    pub fn orders(&self) -> Option<Vec<Legal>> {
        if self.regions.len() != self.wanted || self.wanted == 0 {
            return None;
        }
        self.regions.iter().map(|one| one.order.clone()).collect()
    }
}

/// Carries out a script on the regions of a program and judges the result; what is wrong is added
/// to the program's diagnostics.
///
/// ```
/// use loopwright::program::{Request, read};
/// use loopwright::transform::{Recipe, transform};
///
/// let text = "void f(int n, double A[n][n]) {
/// #pragma scop
///   for (int i = 1; i < n; i++)
///     for (int j = 0; j < n - 1; j++)
///       A[i][j] = A[i - 1][j + 1] * .5;
/// #pragma endscop
/// }";
/// let mut program = read(text, &Request::default());
/// let recipe = Recipe { script: Some(("swap.lw", "interchange(S0.i, S0.j)")), ..Recipe::default() };
/// let done = transform(&mut program, &Request::default(), &recipe);
/// assert!(done.is_illegal() && done.orders().is_none());
/// assert_eq!(
///     program.diagnostics[0].message,
///     "S0[2, 0] reads A[1][1] before S0[1, 1] writes it when n = 3"
/// );
/// ```
pub fn transform(program: &mut Program, request: &Request<'_>, recipe: &Recipe<'_>) -> Transformed {
    let mut done = Transformed {
        times: Times::new(recipe.clock),
        wanted: program.nests.len(),
        takes_no_alias: recipe.assume_no_alias,
        ..Transformed::nothing()
    };
    if recipe.script.is_some() && program.nests.len() > 1 {
        let numbers = program.nests.iter().map(|nest| nest.number);
        let message = "a script applies to one region, but the program has several";
        let error = error(report::SEVERAL_REGIONS, message)
            .note(format!("the regions are {}", list::commas(numbers)))
            .help("choose one with `--region N`, or put scripts in the regions as `#pragma loopwright …` lines");
        program.diagnostics.push(error);
        return done;
    }
    if program.refuse_guesses() {
        return done;
    }
    let mut is_something_wanted = recipe.script.is_some();
    for index in 0..program.nests.len() {
        let number = program.nests[index].number;
        let replaced = recipe.replaced.iter().find(|(one, _)| *one == number);
        let script = match (replaced, recipe.script) {
            (Some((_, text)), given) => {
                let name = given.map_or(correct::INLINE, |(name, _)| name);
                let file = program.files.add(name, text.as_str());
                script::parse_in(&program.files, file)
            }
            (None, Some((name, text))) => {
                if inline(program, index).is_ok_and(|script| !script.is_empty()) {
                    program.diagnostics.push(left_out(program, index));
                }
                let file = program.files.add(name, text);
                script::parse_in(&program.files, file)
            }
            (None, None) => inline(program, index),
        };
        let script = match script {
            Ok(script) => script,
            Err(errors) => {
                complain(program, errors);
                is_something_wanted = true;
                continue;
            }
        };
        is_something_wanted |= !script.is_empty();
        if let Some(changed) = change_region(
            program,
            request,
            recipe,
            index,
            &script,
            &mut done.times,
            None,
        ) {
            done.regions.push(changed);
        }
    }
    if !is_something_wanted {
        let error = error(report::NO_SCRIPT, "no script: nothing to do")
            .help("name a script file after the program, or put the script in the region as `#pragma loopwright …` lines");
        program.diagnostics.push(error);
    }
    done
}

/// A script is given, and the region has another one in itself.
fn left_out(program: &Program, index: usize) -> Diagnostic {
    let message = "the `#pragma loopwright …` lines in this region are ignored: the script file takes precedence";
    let span = program.nests[index].scop().span;
    let begin = span.map(|span| Span {
        end: span.start,
        ..span
    });
    Diagnostic::warning(report::NO_SCRIPT, message, begin)
}

/// The script that a region has in itself.
fn inline(program: &Program, index: usize) -> Result<Script, Diagnostics> {
    // A region that is not C has none.
    let region = program.nests[index].region.as_ref();
    let pieces = region.map_or(&[][..], |region| &region.scripts);
    script::inline(&program.files, pieces)
}

/// Carries out a script on one region, and judges the result.
fn change_region(
    program: &mut Program,
    request: &Request<'_>,
    recipe: &Recipe<'_>,
    index: usize,
    script: &Script,
    times: &mut Times,
    legal_for: Option<&Set>,
) -> Option<Changed> {
    let options = script::Options {
        normalised: recipe.normalised,
        loader: recipe.loader,
    };
    let scop = program.nests[index].scop().clone();
    let run = || request.within_budget(|| script::run(script, &scop, &options));
    let mut outcome = match times.measure("script", run) {
        Ok(outcome) => outcome,
        Err(mut errors) => {
            let list = std::mem::take(&mut errors.list);
            errors.list = list.into_iter().map(|one| request.advise(one)).collect();
            complain(program, errors);
            return None;
        }
    };
    check_tree(&outcome.schedule, "a script");
    program.files = outcome.files.clone();
    program
        .diagnostics
        .extend(std::mem::take(&mut outcome.warnings));
    let stored = match store(program, index, request, &scop, &mut outcome) {
        Ok(stored) => stored,
        Err(error) => {
            program.diagnostics.push(*error);
            return None;
        }
    };
    let mut changed = Changed {
        number: program.nests[index].number,
        before: scop.schedule.clone(),
        outcome,
        stored: stored.clone(),
        packed: None,
        verdict: None,
        order: None,
        blame: Vec::new(),
        dependences: 0,
        relaxed: 0,
        corrections: None,
        guard: None,
    };
    let plain = stored.as_ref().map_or(&scop, |stored| &stored.scop);
    let packed = match fill(
        program,
        index,
        request,
        plain,
        &mut changed.outcome,
        stored.as_ref(),
    ) {
        Ok(packed) => packed,
        Err(error) => {
            program.diagnostics.push(*error);
            return None;
        }
    };
    let new = packed.as_ref().map_or(plain, |packed| &packed.scop);
    changed.packed = packed.clone();
    if recipe.unchecked {
        let find = || dependence::dependences(new, &dependence::Options::default());
        let dependences = request.within_budget(|| times.measure("dependences", find));
        // They only serve to guess which variables iterations have for themselves.
        let dependences = dependences.unwrap_or_default();
        let schedule = &changed.outcome.schedule;
        let moves = stored.as_ref().map_or(&[][..], |stored| &stored.moves);
        let packs = packed.as_ref().map_or(&[][..], |packed| &packed.packs);
        changed.order = Some(Legal::unchecked(new, &dependences, schedule).stored(moves, packs));
        return Some(changed);
    }
    match request.within_budget(|| {
        let storage = (stored.as_ref(), packed.as_ref());
        judge(&scop, storage, &changed.outcome, recipe, times)
    }) {
        Ok(Judged {
            verdict,
            blame,
            dependences,
            relaxed,
        }) => {
            (changed.dependences, changed.relaxed) = (dependences, relaxed);
            let is_plain = changed.stored.is_none() && changed.packed.is_none();
            if recipe.guard
                && is_plain
                && legal_for.is_none()
                && !verdict.is_legal()
                && let Some(legal) = narrowed(program, index, request, recipe, &changed)
            {
                let again =
                    change_region(program, request, recipe, index, script, times, Some(&legal));
                return again;
            }
            let steps = &changed.outcome.steps;
            let helps = is_plain && rename_helps(program, index, request, &scop, &verdict);
            let own = scop.statements.len();
            let mut errors = violations((new, own), &verdict, &blame, steps, recipe, helps);
            changed.order = verdict.legal().cloned();
            changed.verdict = Some(verdict);
            changed.blame = blame;
            if let Some(first) = errors.first_mut() {
                if recipe.relations && is_plain {
                    let explain = || correct::explain(&scop, &changed.outcome);
                    let relations = request.within_budget(explain).unwrap_or_default();
                    first.notes.extend(relations);
                }
                if let Some(wish) = recipe.wish {
                    let look = || correct::correct(program, request, recipe, &changed, wish);
                    let found = times.measure("correction", look);
                    *first = correct::advise(first.clone(), &found);
                    changed.corrections = Some(found);
                }
            }
            program.diagnostics.extend(errors);
            if let Some(legal) = changed.order.as_ref().filter(|_| recipe.guard) {
                let new = guard::New {
                    nest: &program.nests[index],
                    legal,
                    schedule: &changed.outcome.schedule,
                    stored: changed.stored.as_ref(),
                    packed: changed.packed.as_ref(),
                    relax_reductions: recipe.relax_reductions,
                };
                let find = || guard::guard(program, request, &new, legal_for.cloned());
                match times.measure("guard", find) {
                    Ok(guard) => changed.guard = Some(guard),
                    Err(error) => program.diagnostics.push(*error),
                }
            }
        }
        Err(error) => program.diagnostics.push(not_computed(&error)),
    }
    Some(changed)
}

/// The parameters for which an illegal order is legal, if there are any: from here on, they are all that the model of the region
/// is for.
fn narrowed(
    program: &mut Program,
    index: usize,
    request: &Request<'_>,
    recipe: &Recipe<'_>,
    changed: &Changed,
) -> Option<Set> {
    let nest = &mut program.nests[index];
    let options = options(recipe, false);
    let find = || guard::legal_for(nest.scop(), &changed.outcome.schedule, &options);
    // What cannot be computed is no reason for another message.
    let legal = request.within_budget(find).ok().flatten()?;
    let typed = nest.typed.as_ref();
    let typed = typed
        .map_or(Ok(legal.clone()), |typed| legal.intersect(typed))
        .ok()?;
    if typed.is_empty().ok()? {
        return None;
    }
    nest.unguarded = Some(nest.scop().context.clone());
    nest.file.scop.context = legal.clone();
    Some(legal)
}

/// The messages about a verdict: the first violation, unless all are wanted. Others often follow
/// from it.
fn violations(
    (scop, own): (&Scop, usize),
    verdict: &Verdict,
    blame: &[Option<usize>],
    steps: &[Step],
    recipe: &Recipe<'_>,
    rename_helps: bool,
) -> Vec<Diagnostic> {
    let mut all: Vec<_> = verdict.violations().iter().zip(blame).collect();
    if !recipe.all {
        // The smallest case of all is the easiest to follow. What is wrong without one goes first.
        let is_first = |(violation, _): &(&Violation, _)| violation.counterexample().is_none();
        if !all.first().is_some_and(is_first) {
            all.retain(|one| !is_first(one));
            all.sort_by(|(a, _), (b, _)| {
                let order = size(a, own).partial_cmp(&size(b, own));
                order.unwrap_or(std::cmp::Ordering::Equal)
            });
        }
        all.truncate(1);
    }
    let errors = all.into_iter().map(|(violation, blame)| {
        let step = blame.and_then(|step| steps.get(step));
        violation::diagnostic(
            scop,
            violation,
            verdict.violations(),
            step,
            violation::Advice {
                relations: recipe.relations,
                rename: rename_helps,
            },
        )
    });
    let mut errors: Vec<Diagnostic> = errors.collect();
    let more = verdict.violations().len() - errors.len();
    if more > 0 {
        let count = match (more, verdict.is_complete()) {
            (1, true) => "is one more violation: `--all` shows it".into(),
            (more, true) => format!("are {more} more violations: `--all` lists them"),
            (more, false) => format!("are at least {more} more violations: `--all` lists them"),
        };
        if let Some(first) = errors.pop() {
            errors.push(first.note(format!("there {count}")));
        }
    }
    errors
}

/// How small the case of a violation is: the largest parameter, the parameters, the instances; `own` is the number of the
/// program's own statements, and cases of copies come last. Those without a case come first, as they are about the
/// script itself.
type Size = (bool, Option<Number>, Vec<Number>, Vec<Option<Vec<i64>>>);

fn size(violation: &Violation, own: usize) -> Size {
    let values = violation.parameters().iter();
    let values: Vec<Number> = values.map(|(_, value)| value.clone()).collect();
    let largest = values.iter().map(Number::abs).reduce(|a, b| a.max(&b));
    // Instances of different statements are compared as if zeros followed.
    let numbers = |point: &Point| {
        let mut numbers = point.to_i64s()?;
        while numbers.last() == Some(&0) {
            numbers.pop();
        }
        Some(numbers)
    };
    let pair = violation.counterexample();
    let ends = pair.map_or(vec![], |pair| {
        vec![numbers(&pair.source), numbers(&pair.sink)]
    });
    let ends_of = match violation {
        Violation::Dependence(one) => Some((one.source, one.sink)),
        Violation::Race(one) => Some((one.source, one.sink)),
        _ => None,
    };
    let is_copy = |one: AccessRef| one.statement.index() >= own;
    let is_about_copies = ends_of.is_some_and(|(a, b)| is_copy(a) || is_copy(b));
    (is_about_copies, largest, values, ends)
}

/// Whether all that is wrong with an order is that unrelated values share cells: `rename` would keep
/// them apart.
fn rename_helps(
    program: &Program,
    index: usize,
    request: &Request<'_>,
    scop: &Scop,
    verdict: &Verdict,
) -> bool {
    let mut arrays = BTreeSet::new();
    for violation in verdict.violations() {
        match violation {
            Violation::Dependence(one)
                if matches!(one.kind, DependenceKind::War | DependenceKind::Waw) =>
            {
                arrays.insert(one.array)
            }
            _ => return false,
        };
    }
    if arrays.is_empty() {
        return false;
    }
    let changes = arrays.iter().map(|&array| Change {
        array,
        how: How::Renamed,
    });
    let changes: Vec<Change> = changes.collect();
    let can_be_renamed = with_names(program, index, |names| {
        request.within_budget(|| storage::apply(scop, &changes, names).is_ok())
    });
    can_be_renamed
        && arrays.iter().all(|&array| {
            let Ok(webs) = request.within_budget(|| storage::webs(scop, array)) else {
                return false;
            };
            let web = |one: AccessRef| {
                webs.iter()
                    .position(|web| web.contains(&(one.statement, one.access)))
            };
            verdict
                .violations()
                .iter()
                .all(|violation| match violation {
                    Violation::Dependence(one) if one.array == array => {
                        web(one.source) != web(one.sink)
                    }
                    _ => true,
                })
        })
}

/// The words of a program, those that its macros put together included: no array gets one of them.
fn reserved(program: &Program) -> BTreeSet<String> {
    let mut words = frontend::identifiers(&program.files, program.sources);
    words.extend(program.nests.iter().flat_map(|nest| nest.hidden.clone()));
    words
}

/// The program with the storage that a script asks for, if it asks for any; the order gets the
/// copies that it needs.
fn store(
    program: &Program,
    index: usize,
    request: &Request<'_>,
    scop: &Scop,
    outcome: &mut Outcome,
) -> Result<Option<Stored>, Box<Diagnostic>> {
    if outcome.storage.is_empty() {
        return Ok(None);
    }
    let changes: Vec<Change> = { outcome.storage.iter() }
        .map(|wish| wish.change.clone())
        .collect();
    let made = with_names(program, index, |names| {
        request.within_budget(|| storage::apply(scop, &changes, names))
    });
    let stored = made.map_err(|(at, problem)| {
        let span = outcome.storage.get(at).map(|wish| wish.span);
        storage_problem(problem, span)
    })?;
    check_model(&stored.scop);
    let schedule = storage::with_copies(&stored, &outcome.schedule);
    outcome.schedule = schedule.map_err(|error| Box::new(not_computed(&error)))?;
    Ok(Some(stored))
}

/// The program with the buffers that a script asks for, if it asks for any; the order gets the
/// copies into them and back.
fn fill(
    program: &Program,
    index: usize,
    request: &Request<'_>,
    plain: &Scop,
    outcome: &mut Outcome,
    stored: Option<&Stored>,
) -> Result<Option<Packed>, Box<Diagnostic>> {
    if outcome.buffers.is_empty() {
        return Ok(None);
    }
    let moves = stored.map_or(&[][..], |stored| &stored.moves);
    for buffer in &outcome.buffers {
        let array = buffer.packing.array;
        if moves.iter().any(|one| one.from == array) {
            let name = &plain[array].source_name;
            let message = format!("`{name}` is packed, and kept elsewhere");
            let error = Diagnostic::error(script::codes::BAD_STORAGE, message, buffer.span);
            return Err(Box::new(error.help("remove one of the operations")));
        }
    }
    let wishes: Vec<Packing> = { outcome.buffers.iter() }
        .map(|buffer| buffer.packing.clone())
        .collect();
    let made = with_names(program, index, |names| {
        request.within_budget(|| storage::pack(plain, &wishes, names))
    });
    let (mut packed, copies) = made.map_err(|(at, problem)| {
        let span = outcome.buffers.get(at).map(|buffer| buffer.span);
        storage_problem(problem, span)
    })?;
    let copies: Vec<Copying> = { copies.into_iter() }
        .map(|copy| {
            let statement = &packed.scop[copy.statement];
            Copying {
                buffer: copy.buffer,
                behind: copy.back,
                statement: copy.statement.index(),
                domain: statement.domain.clone(),
                iterators: statement.iterators.clone(),
            }
        })
        .collect();
    let placed = outcome.schedule_with(&packed.scop, &copies);
    let around = placed.and_then(|tree| match stored {
        Some(stored) => storage::with_copies(stored, &tree),
        None => Ok(tree),
    });
    outcome.schedule = around.map_err(|error| Box::new(not_computed(&error)))?;
    check_tree(&outcome.schedule, "buffers");
    packed.scop.schedule = outcome.schedule.clone();
    check_model(&packed.scop);
    Ok(Some(packed))
}

/// Makes something with names for new variables that a program does not use.
fn with_names<T>(
    program: &Program,
    index: usize,
    make: impl FnOnce(&storage::Names<'_>) -> T,
) -> T {
    let reserved = reserved(program);
    make(&storage::Names {
        is_taken: &|name| reserved.contains(name),
        is_macro: &|name| { program.nests.iter() }.any(|nest| nest.macros.contains(name)),
        is_counter: &|name| {
            let region = program.nests[index].region.as_ref();
            region.is_some_and(|region| region.counters().iter().any(|one| **one == *name))
        },
        undeclarable: &|element| program.nests[index].undeclarable.get(element).cloned(),
    })
}

fn storage_problem(problem: storage::Problem, span: Option<Span>) -> Box<Diagnostic> {
    Box::new(match problem {
        storage::Problem::Wrong { message, help } => {
            Diagnostic::error(script::codes::BAD_STORAGE, message, span).help(help)
        }
        storage::Problem::Sets(error) => not_computed(&error),
    })
}

fn judge(
    original: &Scop,
    (stored, packed): (Option<&Stored>, Option<&Packed>),
    outcome: &Outcome,
    recipe: &Recipe<'_>,
    times: &mut Times,
) -> presburger::Result<Judged> {
    let scop = stored.map_or(original, |stored| &stored.scop);
    let plain = match packed {
        Some(packed) => legality::plain_order(packed, scop, &outcome.schedule)?,
        None => outcome.schedule.clone(),
    };
    let find = || dependence::dependences(scop, &dependence::Options::default());
    let dependences = times.measure("dependences", find)?;
    let options = |all: bool| options(recipe, all);
    let check_with = |options: &legality::Options| match stored {
        Some(stored) => legality::check_stored(original, stored, &plain, options),
        None => legality::check(scop, &dependences, &plain, options),
    };
    let check = || -> presburger::Result<Verdict> {
        let verdict = check_with(&options(recipe.all))?;
        if verdict.is_complete() {
            return Ok(verdict);
        }
        // The smallest case is that of all violations, unless there are very many.
        let all = presburger::attempt(Effort::Loop, || check_with(&options(true)))?;
        Ok(all.unwrap_or(verdict))
    };
    let mut verdict = times.measure("check", check)?;
    if let (Some(packed), Some(legal)) = (packed, verdict.legal().cloned()) {
        let check =
            || legality::check_packed(&legal, packed, &outcome.schedule, &options(recipe.all));
        verdict = times.measure("check", check)?;
    }
    let steps: Vec<ScheduleTree> = outcome
        .steps
        .iter()
        .map(|step| step.schedule.clone())
        .collect();
    let new = packed.map_or(scop, |packed| &packed.scop);
    let find = |violation: &Violation| legality::first_break(new, &steps, violation);
    let blame = || verdict.violations().iter().map(find).collect();
    let blame: presburger::Result<Vec<_>> = times.measure("blame", blame);
    let rows = times.measure("check", || deps::rows(scop, &dependences))?;
    let count = |rows: &mut dyn Iterator<Item = usize>| rows.collect::<BTreeSet<_>>().len();
    let relaxed = verdict.legal().map_or(&[][..], |legal| legal.relaxed());
    Ok(Judged {
        dependences: count(&mut rows.iter().copied().take(verdict.checked())),
        relaxed: count(
            &mut relaxed
                .iter()
                .filter_map(|id| rows.get(id.index()).copied()),
        ),
        verdict,
        blame: blame?,
    })
}

/// How strictly an order is judged.
fn options(recipe: &Recipe<'_>, all: bool) -> legality::Options {
    legality::Options {
        all,
        reductions: match recipe.relax_reductions {
            true => Reductions::Relax,
            false => Reductions::Strict,
        },
        ..legality::Options::default()
    }
}

/// A verdict, and what it is about.
struct Judged {
    verdict: Verdict,
    /// For each violation the step that is to blame.
    blame: Vec<Option<usize>>,
    /// How many dependences were looked at, as `deps` lists them.
    dependences: usize,
    /// How many of these are only kept up to the order of accumulations.
    relaxed: usize,
}

/// Errors of a script, with the texts that they speak of.
fn complain(program: &mut Program, errors: Diagnostics) {
    program.files = errors.files;
    program.diagnostics.extend(errors.list);
}

/// A line for each region that is legal.
pub fn summary(program: &Program, done: &Transformed) -> String {
    let mut text = String::new();
    for region in &done.regions {
        let what = respected(region.dependences, region.relaxed);
        text += &match done.regions.len() {
            1 => format!("legal: {what}\n"),
            _ => format!("region {}: legal: {what}\n", region.number),
        };
        let nest = program
            .nests
            .iter()
            .find(|nest| nest.number == region.number);
        let legal = region.verdict.as_ref().and_then(Verdict::legal);
        text += &legal.and_then(reused).unwrap_or_default();
        text += &legal.and_then(private).unwrap_or_default();
        match &region.guard {
            Some(guard) => guard
                .remarks()
                .iter()
                .for_each(|one| text += &format!("  {one}\n")),
            None if done.takes_no_alias => {}
            None => {
                if let Some(assumption) = nest.and_then(|nest| assumption(nest.scop())) {
                    text += &format!("  {assumption}\n");
                }
            }
        }
    }
    text
}

/// What a legal verdict on so many dependences says, `relaxed` of which are accumulations that
/// are reordered.
fn respected(checked: usize, relaxed: usize) -> String {
    match (checked - relaxed.min(checked), relaxed) {
        (0, 0) => "there are no dependences".into(),
        (1, 0) => "the one dependence is respected".into(),
        (many, 0) => format!("all {many} dependences are respected"),
        (0, 1) => "the one dependence is a reduction whose order changes".into(),
        (0, many) => format!("all {many} dependences are reductions whose order changes"),
        (kept, relaxed) => {
            let kept = match kept {
                1 => "1 dependence is".into(),
                many => format!("{many} dependences are"),
            };
            let relaxed = match relaxed {
                1 => "1 is a reduction whose order changes".into(),
                many => format!("{many} are reductions whose order changes"),
            };
            format!("{kept} respected, {relaxed}")
        }
    }
}

/// Which variables are written in another order.
fn reused(legal: &Legal) -> Option<String> {
    let names = legal
        .reused()
        .map(|id| legal.scop()[id].source_name.clone());
    let names: Vec<String> = names.map(list::quoted).collect();
    let are = match names.len() {
        0 => return None,
        1 => "is",
        _ => "are",
    };
    let names = list::sentence(names);
    Some(format!(
        "  {names} {are} written in another order, and every read finds the same value\n"
    ))
}

/// What the iterations of parallel and vector loops have for themselves: a line for each loop.
fn private(legal: &Legal) -> Option<String> {
    let placements = Placements::new(legal.schedule()).ok()?;
    let mut text = String::new();
    for (member, one) in placements.members() {
        let scop = legal.scop();
        let own = scop
            .arrays()
            .filter(|(id, _)| legal.role(member, *id).is_private());
        let names: Vec<String> = own
            .map(|(_, array)| list::quoted(&array.source_name))
            .collect();
        let are = match names.len() {
            0 => continue,
            1 => "is",
            _ => "are",
        };
        let names = list::sentence(names);
        let loop_ = one
            .attributes
            .label
            .as_ref()
            .or(one.attributes.iterator.as_ref());
        let loop_ = loop_.map_or("a loop".to_string(), |name| format!("`{name}`"));
        text += &format!("  {names} {are} private to {loop_}\n");
    }
    Some(text)
}

/// What the verdict takes for granted.
fn assumption(scop: &Scop) -> Option<String> {
    let names = overlap::assumed(scop);
    if names.len() < 2 {
        return None;
    }
    let names = list::sentence(names.into_iter().map(list::quoted));
    Some(format!(
        "assuming that {names} do not overlap, as with `restrict`; `--guard` tests it"
    ))
}

/// The new order of each region, as vectors and as loops.
pub fn plan(done: &Transformed) -> presburger::Result<String> {
    let mut text = String::new();
    for region in &done.regions {
        if done.regions.len() > 1 {
            text += &format!("region {}\n", region.number);
        }
        text += &format!(
            "dates\n{}\nloops\n{}",
            indented(&region.outcome.vectors()),
            indented(&region.outcome.structure()?)
        );
    }
    Ok(text)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// A warning that the new order was not proved to be right.
pub fn unchecked_remark() -> Diagnostic {
    Diagnostic::warning(
        report::UNCHECKED,
        "the new order was not checked: the program may compute different results",
        None,
    )
}
