//! What is said and written must hold whichever way open conditions go.
//!
//! Where an `#if` asks what is up to the compiler and its options, a text is several programs, one in each
//! [world](frontend::World). A command works in the one in which no open condition holds, and then
//! repeats its work in the others: its result is right if it is the same in all of them. A region that is
//! not part of the program in some world does no harm there.

use std::collections::BTreeMap;

use frontend::{OpenCondition, World};
use scop::{Diagnostic, FileId, Severity, list};

use crate::program::{Places, Program, Request, read};
use crate::report;

/// What a command comes to for each region, by the place where it begins in the text.
pub type Outcome = BTreeMap<usize, String>;

/// Repeats the work of a command in all other worlds. Where the outcome is not the same, or there is
/// none, the program gets an error. A command that only shows models can [warn](warn) instead.
///
/// ```
/// use loopwright::program::{Request, read};
/// use loopwright::worlds::{agree, models};
///
/// let text = "#ifdef _OPENMP\nenum { N = 5 };\n#else\nenum { N = 4 };\n#endif
/// void f(double *a) {
/// #pragma scop
///   for (int i = 0; i < N; i++)
///     a[i] = 0;
/// #pragma endscop
/// }";
/// let request = Request::default();
/// let mut program = read(text, &request);
/// assert!(!program.has_errors());
/// let first = models(&program);
/// agree(&mut program, &request, &first, |other, _| models(other));
/// assert!(program.has_errors());
/// ```
pub fn agree(
    program: &mut Program,
    request: &Request<'_>,
    first: &Outcome,
    work: impl FnMut(&mut Program, &Request<'_>) -> Outcome,
) {
    let error = difference(program, request, first, work);
    program.diagnostics.extend(error);
}

/// Warns if the models are others in other worlds.
pub fn warn(program: &mut Program, request: &Request<'_>) {
    let first = models(program);
    if let Some(mut warning) = difference(program, request, &first, |other, _| models(other)) {
        warning.severity = Severity::Warning;
        let note = "what is shown holds where none of these conditions does";
        program.diagnostics.push(warning.note(note));
    }
}

/// The error if the outcome of some work is not the same in all worlds.
fn difference(
    program: &Program,
    request: &Request<'_>,
    first: &Outcome,
    mut work: impl FnMut(&mut Program, &Request<'_>) -> Outcome,
) -> Option<Diagnostic> {
    if program.open.is_empty() || program.has_errors() {
        return None;
    }
    let main = program.files.get(FileId::MAIN)?;
    let options = frontend::Options {
        name: request.name,
        definitions: request.definitions.clone(),
        headers: request.headers,
        ..frontend::Options::default()
    };
    let Some(worlds) = frontend::worlds(&main.text, &options) else {
        let message = "too many conditions of the program are up to the compiler";
        return Some(complaint(message.into(), &program.open));
    };
    let begins = program.nests.iter().filter_map(|nest| nest.region.as_ref());
    let places = Places {
        starts: begins.map(|region| region.span.range().start).collect(),
        found: program.found.clone(),
    };
    for world in worlds {
        let request = Request {
            world,
            places: Some(places.clone()),
            definitions: request.definitions.clone(),
            context: request.context.clone(),
            pure_functions: request.pure_functions.clone(),
            function: request.function.clone(),
            auto: request.auto.clone(),
            ..*request
        };
        let mut other = read(&main.text, &request);
        let mut errors = { other.diagnostics.iter() }.filter(|one| one.severity == Severity::Error);
        let is_absent = |one: &Diagnostic| {
            [frontend::codes::NO_REGION, report::NO_SUCH_REGION].contains(&one.code)
        };
        if other.nests.is_empty() && errors.all(is_absent) {
            continue;
        }
        let outcome = work(&mut other, &request);
        let is_same = |(start, text): (&usize, &String)| first.get(start) == Some(text);
        if other.has_errors() || !outcome.iter().all(is_same) {
            let asked = asked(&other.open, &request.world);
            let names = asked.iter().map(|one| format!("`{}`", one.condition));
            let message = format!("the result depends on {}", list::commas(names));
            let mut error = complaint(message, &asked);
            let mut others = other.diagnostics.iter();
            let why = others.find(|one| one.severity == Severity::Error);
            if let Some(why) = why {
                error = error.note(format!("where it holds: {}", why.message));
            }
            return Some(error);
        }
    }
    None
}

/// The models of a program, as an outcome.
pub fn models(program: &Program) -> Outcome {
    let nests = program.nests.iter().filter_map(|nest| {
        let start = nest.region.as_ref()?.span.range().start;
        Some((start, nest.scop().to_json().to_string()))
    });
    nests.collect()
}

/// The open conditions that hold in a world.
fn asked(open: &[OpenCondition], world: &World) -> Vec<OpenCondition> {
    let holds = |one: &&OpenCondition| world.contains(&one.condition);
    open.iter().filter(holds).cloned().collect()
}

fn complaint(message: String, open: &[OpenCondition]) -> Diagnostic {
    let first = open.first().map(|one| one.span);
    let mut error = Diagnostic::error(frontend::codes::OPEN_CONDITION, message, first);
    for one in open {
        error = error.label(one.span, "this is up to the compiler and its options");
    }
    error.help(
        "say with `-D` and `-U` what is defined, or let the environment variable CC name the compiler \
         with its options",
    )
}
