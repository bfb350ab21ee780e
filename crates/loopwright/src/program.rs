//! From the text of a file, C or OpenScop, to the models of its regions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use frontend::declarations::Scope;
use frontend::extreme::Extreme;
use frontend::surroundings::Surroundings;
use frontend::syntax::Type;
use frontend::{
    FieldBytes, Headers, ModelOptions, Modelled, NoHeaders, OpenCondition, Options, Region,
    Rejected, Remarks, Unit, World,
};
use legality::Legal;
use presburger::{Budget, Effort, Set};
use scop::openscop::OpenScop;
use scop::{Diagnostic, FileId, Scop, Severity, SourceMap, Span, list};

use crate::invariants::check_model;
use crate::lines::lines;
use crate::report::{self, error, has_errors};

/// How to read a program, and how much of it.
pub struct Request<'a> {
    /// The name to show for the text.
    pub name: &'a str,
    /// Macros to define, as one writes them after `-D`.
    pub definitions: Vec<String>,
    /// Where headers come from.
    pub headers: &'a dyn Headers,
    /// What is known of the parameters, in isl's notation.
    pub context: Option<String>,
    /// Functions that only compute a value from their arguments.
    pub pure_functions: Vec<String>,
    /// Only this region, counted from 1.
    pub region: Option<usize>,
    /// Only the regions of this function.
    pub function: Option<String>,
    /// Whether regions are looked for that nobody has marked, in one function or in all.
    pub auto: Option<Option<String>>,
    /// The most operations for a region; see [`Budget`].
    pub budget: Option<u64>,
    /// The conditions that are not known and taken as true.
    pub world: World,
    /// Only the regions that begin at these bytes of the text, and those that nobody has marked.
    pub places: Option<Places>,
}

/// Where regions are in a text.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Where the regions begin that are asked for.
    pub starts: BTreeSet<usize>,
    /// The regions that nobody has marked.
    pub found: Option<Vec<Range<usize>>>,
}

impl Default for Request<'_> {
    fn default() -> Self {
        Request {
            name: "input.c",
            definitions: Vec::new(),
            headers: &NoHeaders,
            context: None,
            pure_functions: Vec::new(),
            region: None,
            function: None,
            auto: None,
            budget: None,
            world: World::new(),
            places: None,
        }
    }
}

impl Request<'_> {
    /// Does some work within the budget: that of the request, or what a job of its own is worth.
    pub fn within_budget<T>(&self, work: impl FnOnce() -> T) -> T {
        let budget = match self.budget {
            Some(operations) => Budget::operations(operations),
            None => Budget::of(Effort::Proof),
        };
        budget.run(work)
    }

    /// An error with the advice to raise the budget, where that is what it is about.
    pub(crate) fn advise(&self, error: Diagnostic) -> Diagnostic {
        let is_hard = [frontend::codes::TOO_HARD, script::codes::TOO_HARD].contains(&error.code);
        match self.budget.is_some() && is_hard {
            true => error.help(MORE),
            false => error,
        }
    }

    fn wants(&self, number: usize, function: &str) -> bool {
        self.region.is_none_or(|region| region == number)
            && self.function.as_ref().is_none_or(|name| name == function)
    }
}

/// What has been read: the models, and what there is to say about them.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The texts that it was read from.
    pub files: SourceMap,
    /// The regions that were asked for and could be modelled.
    pub nests: Vec<Nest>,
    /// Errors, warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
    /// The regions that nobody has marked, as ranges of the text; nothing if they were not looked
    /// for.
    pub found: Option<Vec<Range<usize>>>,
    /// How many of the texts are the program: those after them are scripts and the like.
    pub sources: usize,
    /// The conditions that are not known; see [`worlds`](crate::worlds).
    pub open: Vec<OpenCondition>,
    /// Whether it has a function `main` with a body.
    pub has_main: bool,
}

/// One region with its model.
#[derive(Clone, Debug)]
pub struct Nest {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The first and the last line, if it comes from C.
    pub lines: Option<(usize, usize)>,
    /// Variables of the program that the region counts with.
    pub counters: Vec<(String, emit::Type)>,
    /// The macros of the program.
    pub macros: BTreeSet<String>,
    /// The macros that say how far its loops go.
    pub sizes: Vec<frontend::Size>,
    /// What the region calls the smaller of two integers, if it does.
    pub minimum: Option<String>,
    /// And the larger one.
    pub maximum: Option<String>,
    /// The region in the text, if it comes from C.
    pub region: Option<Region>,
    /// Names that its statements use by way of macros.
    pub hidden: BTreeSet<String>,
    /// What keeps new text from standing in its place.
    pub obstacle: Option<frontend::Obstacle>,
    /// The number of the line that it ends on, if somebody looks at it behind the region.
    pub line_behind: Option<usize>,
    /// Its comments.
    pub remarks: Remarks,
    /// What stands around it that matters to OpenMP.
    pub surroundings: Surroundings,
    /// The parameters for which the region computes something that does not fit its type, so that
    /// nobody runs it with them.
    pub invalid: Option<Set>,
    /// Where it is not known whether something overflows.
    pub untold: Vec<frontend::Untold>,
    /// Variables that stand for their definitions.
    pub aliases: BTreeSet<String>,
    /// Statements that are minima or maxima written with `if`.
    pub minima: BTreeSet<String>,
    /// For each statement the functions that it calls whose bodies say nothing there.
    pub closed: BTreeMap<String, BTreeSet<String>>,
    /// In which types each statement computes, operation by operation.
    pub computed: BTreeMap<String, Vec<frontend::Computed>>,
    /// Loads that are parameters of the model, as C writes them.
    pub loads: Vec<String>,
    /// The values of the parameters that their types have, if these are known.
    pub typed: Option<Set>,
    /// Arrays whose memory the region allocates.
    pub allocations: Vec<frontend::Allocation>,
    /// Why text in its place cannot call `malloc`, if it cannot.
    pub no_malloc: Option<String>,
    /// Types of its arrays that text in its place cannot declare, and why.
    pub undeclarable: BTreeMap<String, String>,
    /// For arrays of structures, by the names of their fields, where these are in memory.
    pub fields: BTreeMap<String, FieldBytes>,
    /// The integer type that an address fits, as text in its place can name it.
    pub address_type: &'static str,
    /// What is known of the parameters without the guard of the new text, if that is less than the context of the model.
    pub unguarded: Option<Set>,
    /// The model, with what an OpenScop file says beyond it.
    pub file: OpenScop,
}

impl Nest {
    /// The model.
    pub fn scop(&self) -> &Scop {
        &self.file.scop
    }
}

impl Program {
    /// A program that could not be read at all.
    pub fn failed(diagnostic: Diagnostic) -> Program {
        Program {
            diagnostics: vec![diagnostic],
            ..Program::default()
        }
    }

    /// The order of each region as it was written.
    pub fn originals(&self) -> Vec<Legal> {
        let nests = self.nests.iter();
        nests.map(|nest| Legal::original(nest.scop())).collect()
    }

    /// Makes errors of the warnings about names that may be anything: where nothing is proved or
    /// written they can be taken for variables. Whether there are any.
    pub fn refuse_guesses(&mut self) -> bool {
        let guesses = self.diagnostics.iter_mut();
        let guesses = guesses.filter(|one| {
            one.code == frontend::codes::MISSING_HEADER && one.severity == Severity::Warning
        });
        guesses.map(|one| one.severity = Severity::Error).count() > 0
    }

    /// Whether something that was asked for could not be done.
    pub fn has_errors(&self) -> bool {
        has_errors(&self.diagnostics)
    }
}

/// Whether a text is an OpenScop file rather than C.
pub fn is_openscop(name: &str, text: &str) -> bool {
    name.ends_with(".scop")
        || without_mark(text)
            .lines()
            .any(|line| line.trim() == "<OpenScop>")
}

/// The text without the mark with which some editors begin one.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads a program. Bytes that are not UTF-8 come through [`frontend::bytes`].
///
/// ```
/// use loopwright::program::{Request, read};
///
/// let text = "void f(int n, double a[n]) {
/// #pragma scop
///   for (int i = 1; i < n; i++)
///     a[i] = a[i - 1];
/// #pragma endscop
/// }";
/// let program = read(text, &Request::default());
/// assert!(!program.has_errors());
/// assert_eq!(program.nests[0].scop().statements.len(), 1);
/// assert_eq!(program.nests[0].lines, Some((2, 5)));
/// ```
pub fn read(text: &str, request: &Request<'_>) -> Program {
    let mut program = match is_openscop(request.name, text) {
        true => read_openscop(text, request),
        false => read_c(text, request),
    };
    program.diagnostics.sort_by_key(Diagnostic::place);
    if program.nests.is_empty() && !program.has_errors() {
        program.diagnostics.push(error(
            report::NO_SUCH_REGION,
            format!("`{}` has nothing to show", request.name),
        ));
    }
    program
}

fn read_c(text: &str, request: &Request<'_>) -> Program {
    let mut options = Options {
        name: request.name,
        definitions: request.definitions.clone(),
        headers: request.headers,
        regions: request.places.as_ref().and_then(|one| one.found.clone()),
        world: request.world.clone(),
    };
    let mut program = Program::default();
    let Ok(context) = read_context(request, &mut program) else {
        return program;
    };
    let model_options = ModelOptions {
        context,
        pure_functions: request.pure_functions.clone(),
        ..ModelOptions::default()
    };
    let rejected = |Rejected { diagnostics, files }: Rejected| Program {
        sources: files.iter().count(),
        files,
        diagnostics,
        ..Program::default()
    };
    let mut left_out = Vec::new();
    if let Some(function) = request.auto.as_ref().filter(|_| request.places.is_none()) {
        let found = frontend::find_regions(text, &options, &model_options, function.as_deref());
        match found {
            Ok(found) => {
                options.regions = Some(found.regions);
                left_out = found.left_out;
            }
            Err(error) => return rejected(error),
        }
    }
    let unit = match frontend::read(text, &options) {
        Ok(unit) => unit,
        Err(error) => return rejected(error),
    };
    program = Program {
        sources: unit.files.iter().count(),
        files: unit.files.clone(),
        nests: Vec::new(),
        diagnostics: unit.warnings.clone(),
        found: options.regions.take(),
        open: unit.open.clone(),
        has_main: { unit.declarations.functions.get("main") }.is_some_and(|one| one.body.is_some()),
    };
    program.diagnostics.append(&mut left_out);
    let functions: Vec<&str> = unit
        .regions
        .iter()
        .map(|region| region.function.as_ref().map_or("", |f| &*f.name))
        .collect();
    let wanted = match &request.places {
        Some(places) => {
            let starts = unit.regions.iter().map(|region| region.span.range().start);
            let numbered = starts.zip(1..);
            let wanted = numbered.filter(|(start, _)| places.starts.contains(start));
            Some(wanted.map(|(_, number)| number).collect())
        }
        None => select(request, &functions, &mut program.diagnostics),
    };
    let Some(wanted) = wanted else {
        return program;
    };
    for number in wanted {
        model(&unit, number, &model_options, request, &mut program);
    }
    program
}

fn model(
    unit: &Unit,
    number: usize,
    options: &ModelOptions,
    request: &Request<'_>,
    program: &mut Program,
) {
    let Some(region) = unit.regions.get(number.wrapping_sub(1)) else {
        return;
    };
    let unit = &*unit.within(region);
    match request.within_budget(|| unit.model(region, options)) {
        Ok(mut modelled) => {
            check_model(&modelled.scop);
            request.within_budget(|| forget_unread(&mut modelled));
            // Without it more is proved than need be.
            let invalid = request.within_budget(|| modelled.invalid());
            program.diagnostics.extend(modelled.warnings);
            let obstacle = unit.obstacle(region);
            let guess = obstacle
                .iter()
                .filter(|one| one.code == frontend::codes::MISSING_HEADER);
            program.diagnostics.extend(guess.map(|one| {
                Diagnostic::warning(one.code, one.message.clone(), one.span)
                    .label(one.span, "nothing in this file declares it")
                    .help(&*one.help)
            }));
            let first = lines(&unit.files, region.begin).map(|lines| lines.line);
            let last = lines(&unit.files, region.end).map(|lines| lines.line);
            program.nests.push(Nest {
                number,
                lines: first.zip(last),
                counters: counters(unit, region, &modelled.kept_counters),
                macros: unit.macro_names(),
                sizes: unit.sizes(region),
                minimum: called(unit, region, Extreme::Smaller),
                maximum: called(unit, region, Extreme::Larger),
                region: Some(region.clone()),
                hidden: unit.hidden_names(region, &modelled.scop),
                obstacle,
                line_behind: unit.line_behind(region),
                remarks: unit.remarks(region, &modelled.scop),
                surroundings: Surroundings::of(unit, region),
                invalid: invalid.unwrap_or(None),
                untold: modelled.untold,
                aliases: modelled.aliases,
                minima: modelled.minima,
                closed: modelled.closed,
                computed: modelled.computed,
                loads: modelled.loads,
                typed: Some(modelled.values),
                allocations: modelled.allocations,
                no_malloc: unit.no_malloc(region),
                undeclarable: undeclarable(unit, region, &modelled.scop),
                fields: fields(unit, region, &modelled.scop),
                address_type: unit.address_type(region),
                unguarded: None,
                file: OpenScop::new(modelled.scop),
            });
        }
        Err(errors) => {
            let advised = errors.into_iter().map(|one| request.advise(one));
            program.diagnostics.extend(advised);
        }
    }
}

/// Notes which arrays nobody reads later because the region itself, when it is executed again, reads
/// nothing of them from before. If that takes too much work, somebody may.
pub(crate) fn forget_unread(modelled: &mut Modelled) {
    for array in std::mem::take(&mut modelled.read_again) {
        let Ok(reads) = dependence::read_values(&modelled.scop, array) else {
            continue;
        };
        let context = &modelled.scop.context;
        let is_own = |read: &dependence::ReadValues| {
            let older = read.older.intersect_params(context);
            older.and_then(|older| older.is_empty()).unwrap_or(false)
        };
        modelled.scop.arrays[array.index()].unread_later = reads.iter().all(is_own);
    }
}

/// Advice for work that is cut short.
pub(crate) const MORE: &str = "raise the budget with `--budget N`";
/// Where the time was too short.
pub(crate) const LONGER: &str = "allow more time with `--timeout SECONDS`";

/// The variables that a region counts with and may count with in any way, with their types: one
/// that is `unsigned` or narrow would not end where new loops do, and one whose value is read later
/// has statements that write it.
fn counters(unit: &Unit, region: &Region, kept: &[String]) -> Vec<(String, emit::Type)> {
    let counters = region.counters();
    let usable = counters.into_iter().filter_map(|name| {
        if kept.iter().any(|one| name == **one) {
            return None;
        }
        let symbol = region.symbol(&name)?;
        if symbol.scope == Scope::Parameter || symbol.value.is_some() {
            return None;
        }
        let Type::Base(base) = unit.declarations.resolve(&symbol.ty) else {
            return None;
        };
        let ty = match &*base.name {
            "int" => emit::Type::Int,
            "long" => emit::Type::Long,
            _ => return None,
        };
        Some((name.to_string(), ty))
    });
    usable.collect()
}

/// The types of arrays that text in the place of a region cannot declare, and why.
fn undeclarable(unit: &Unit, region: &Region, scop: &Scop) -> BTreeMap<String, String> {
    let types: BTreeSet<&String> = scop.arrays.iter().map(|array| &array.element).collect();
    let reasons = types.into_iter().filter_map(|element| {
        let why = unit.undeclarable(region, element)?;
        Some((element.clone(), why))
    });
    reasons.collect()
}

/// For arrays that are fields of structures where these are in memory.
fn fields(unit: &Unit, region: &Region, scop: &Scop) -> BTreeMap<String, FieldBytes> {
    let fields = scop.arrays.iter().filter(|array| array.is_field());
    let known = fields.filter_map(|array| {
        let bytes = unit.field_bytes(region, &array.source_name)?;
        Some((array.name.clone(), bytes))
    });
    known.collect()
}

/// The function or macro that a region calls for one of two integers.
fn called(unit: &Unit, region: &Region, which: Extreme) -> Option<String> {
    let names = match which {
        Extreme::Smaller => ["min", "MIN", "imin"],
        Extreme::Larger => ["max", "MAX", "imax"],
    };
    let mut known = names
        .into_iter()
        .filter(|name| unit.extreme(name) == Some(which));
    known
        .find(|name| region.source.calls(name))
        .map(String::from)
}

fn read_openscop(text: &str, request: &Request<'_>) -> Program {
    let text = without_mark(text);
    let mut program = Program::default();
    let main = program.files.add(request.name, text);
    program.sources = 1;
    let Ok(context) = read_context(request, &mut program) else {
        return program;
    };
    let scops = match request.within_budget(|| OpenScop::parse_all(text)) {
        Ok(scops) => scops,
        Err(error) => {
            let error = match error {
                error if error.is_interruption() => not_computed(&error),
                error => malformed(main, text, &error),
            };
            program.diagnostics.push(error);
            return program;
        }
    };
    let functions: Vec<&str> = scops.iter().map(|file| &file.scop.name[..]).collect();
    let Some(wanted) = select(request, &functions, &mut program.diagnostics) else {
        return program;
    };
    for (position, mut file) in scops.into_iter().enumerate() {
        let number = position + 1;
        if !wanted.contains(&number) {
            continue;
        }
        forget_places(&mut file.scop);
        let checked = request.within_budget(|| {
            if let Some(context) = &context {
                file.scop.context = file.scop.context.intersect(context)?;
                add_parameters(&mut file.scop);
            }
            file.scop.verify()
        });
        match checked {
            Ok(problems) if problems.is_empty() => program.nests.push(Nest {
                number,
                lines: None,
                counters: Vec::new(),
                macros: BTreeSet::new(),
                sizes: Vec::new(),
                minimum: None,
                maximum: None,
                region: None,
                hidden: BTreeSet::new(),
                obstacle: None,
                line_behind: None,
                remarks: Remarks::default(),
                surroundings: Surroundings::default(),
                invalid: None,
                untold: Vec::new(),
                aliases: BTreeSet::new(),
                minima: BTreeSet::new(),
                closed: BTreeMap::new(),
                computed: BTreeMap::new(),
                loads: Vec::new(),
                typed: None,
                allocations: Vec::new(),
                no_malloc: None,
                undeclarable: BTreeMap::new(),
                fields: BTreeMap::new(),
                address_type: "__UINTPTR_TYPE__",
                unguarded: None,
                file,
            }),
            Ok(problems) => {
                let mut error = error(
                    report::BAD_OPENSCOP,
                    format!("scop {number} of `{}` is inconsistent", request.name),
                );
                error.notes = problems.iter().map(|problem| problem.to_string()).collect();
                program.diagnostics.push(error);
            }
            Err(error) => program.diagnostics.push(not_computed(&error)),
        }
    }
    program
}

/// Places count in the C file that the scop was made from, which is not at hand.
fn forget_places(scop: &mut Scop) {
    scop.span = None;
    let parameters = scop.parameters.iter_mut().map(|one| &mut one.span);
    let arrays = scop.arrays.iter_mut().map(|one| &mut one.span);
    for span in parameters.chain(arrays) {
        *span = None;
    }
    for statement in &mut scop.statements {
        statement.span = None;
        for access in &mut statement.accesses {
            access.span = None;
        }
    }
}

/// A context may speak of parameters that occur nowhere else.
fn add_parameters(scop: &mut Scop) {
    for name in scop.context.space().params() {
        if !scop.parameters.iter().any(|known| known.name == **name) {
            scop.parameters.push(scop::Parameter::new(name.to_string()));
        }
    }
}

fn malformed(file: FileId, text: &str, error: &presburger::Error) -> Diagnostic {
    let (message, span) = match error {
        presburger::Error::Parse(error) => {
            let start = offset(text, error.line, error.column);
            (error.message.clone(), Some(Span::new(file, start, start)))
        }
        other => (other.to_string(), None),
    };
    Diagnostic::error(report::BAD_OPENSCOP, message, span)
}

/// The byte at a line and column, both counted from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let rest = text.get(before..).unwrap_or_default();
    let inside = rest.char_indices().nth(column.saturating_sub(1));
    before + inside.map_or(rest.len(), |(at, _)| at)
}

/// What a failed operation on sets means to the user.
pub fn not_computed(error: &presburger::Error) -> Diagnostic {
    let diagnostic = report::error(
        report::NOT_COMPUTED,
        format!("cannot compute this: {error}"),
    );
    match error {
        presburger::Error::BudgetExhausted => diagnostic.help(MORE),
        presburger::Error::DeadlineExceeded => diagnostic.help(LONGER),
        _ => diagnostic,
    }
}

/// The context of the request; an error has been reported otherwise.
fn read_context(request: &Request<'_>, program: &mut Program) -> Result<Option<Set>, ()> {
    let Some(text) = &request.context else {
        return Ok(None);
    };
    let example = "write a condition on parameters, such as `[n] -> { : n > 3 }`";
    let file = program.files.add("<context>", text.as_str());
    let mut fail = |message: &str, span: Range<usize>| {
        let span = Span::new(file, span.start, span.end);
        let error = Diagnostic::error(report::BAD_CONTEXT, message, span).help(example);
        program.diagnostics.push(error);
        Err(())
    };
    match text.parse::<Set>() {
        Ok(set) if set.space().is_params() => Ok(Some(set)),
        Ok(_) => fail(
            "this is a set of points, not a condition on parameters",
            0..text.len(),
        ),
        Err(presburger::Error::Parse(error)) => fail(&error.message, error.span),
        Err(error) => fail(&error.to_string(), 0..text.len()),
    }
}

/// The numbers of the regions that are asked for, `None` after an error has been reported.
fn select(
    request: &Request<'_>,
    functions: &[&str],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<usize>> {
    let numbered = functions.iter().enumerate();
    let wanted: Vec<usize> = numbered
        .filter(|(i, function)| request.wants(i + 1, function))
        .map(|(i, _)| i + 1)
        .collect();
    if !wanted.is_empty() || functions.is_empty() {
        return Some(wanted);
    }
    let what = match (&request.region, &request.function) {
        (Some(region), None) => format!("there is no region {region}"),
        (None, Some(name)) => format!("there is no region in a function `{name}`"),
        (Some(region), Some(name)) => format!("region {region} is not in a function `{name}`"),
        (None, None) => return Some(wanted),
    };
    let numbered = functions.iter().enumerate();
    let regions = numbered.map(|(i, function)| match function.is_empty() {
        true => format!("{}", i + 1),
        false => format!("{} in `{function}`", i + 1),
    });
    diagnostics.push(
        error(report::NO_SUCH_REGION, what)
            .note(format!("the regions are {}", list::commas(regions))),
    );
    None
}
