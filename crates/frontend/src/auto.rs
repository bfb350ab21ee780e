//! Regions that nobody has marked: loops of a text that can be modelled, as large as they can be.
//!
//! The outermost loops are tried first; where one cannot be modelled, the loops in it are, and so
//! on. Loops of one block that were found become one region with what stands between them, if that
//! can be modelled and does not make them coarser: a run of them is tried as a whole, then in
//! halves. All loops of one round are tried in one reading of the text.

use std::cell::RefCell;
use std::ops::Range;

use scop::{Diagnostic, FileId, Severity, Span};

use crate::bodies::{Body, Variable};
use crate::declarations::{Function, Symbol, function_around};
use crate::parse::Parser;
use crate::regions::{Mark, mark};
use crate::surroundings::Surroundings;
use crate::syntax::{Stmt, StmtKind, Type};
use crate::token::Text;
use crate::{ModelOptions, Options, Rejected, Unit, codes, read};

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The regions, in the order of the text: ranges of bytes for [`Options::regions`].
    pub regions: Vec<Range<usize>>,
    /// A warning for each loop that is in no region and in no other such loop, with the reason.
    pub left_out: Vec<Diagnostic>,
}

/// Finds the regions of a text, or of one function of it.
///
/// ```
/// use frontend::{ModelOptions, Options, find_regions};
///
/// let text = "int step(int);
/// void f(int n, double a[n]) {
///   while (step(n))
///     for (int i = 0; i < n; i++)
///       a[i] *= 2;
/// }
/// ";
/// let found = find_regions(text, &Options::default(), &ModelOptions::default(), None).unwrap();
/// assert_eq!(found.regions.len(), 1);
/// assert!(text[found.regions[0].clone()].trim().starts_with("for (int i"));
/// assert_eq!(found.left_out[0].message, "this loop is in no region");
/// ```
pub fn find_regions(
    text: &str,
    options: &Options<'_>,
    model: &ModelOptions,
    function: Option<&str>,
) -> Result<Found, Rejected> {
    let model = ModelOptions {
        refuse_strangers: true,
        ..model.clone()
    };
    let unit = read(text, &with_regions(options, Vec::new()))?;
    let search = Search {
        text,
        options,
        model,
        unit: &unit,
        last_body: RefCell::default(),
    };
    let mut left_out = Vec::new();
    let mut good: Vec<(Range<usize>, usize)> = Vec::new();
    let mut waiting = search.loops(0..unit.tokens.len(), function, &mut left_out);
    while !waiting.is_empty() {
        let mut inner = Vec::new();
        let verdicts = search.judge(&waiting)?;
        for (one, verdict) in waiting.into_iter().zip(verdicts) {
            match verdict {
                Ok(score) => good.push((one, score)),
                Err(why) => {
                    left_out.push(search.not_in_region(one.start, &why));
                    inner.extend(search.loops(one.start + 1..one.end, None, &mut left_out));
                }
            }
        }
        inner.sort_by_key(|one| one.start);
        waiting = inner;
    }
    good.sort_by_key(|(one, _)| one.start);
    let found = search.joined(good)?;
    left_out.sort_by_key(Diagnostic::place);
    Ok(Found {
        regions: search.ranges(&found),
        left_out,
    })
}

fn with_regions<'a>(options: &Options<'a>, regions: Vec<Range<usize>>) -> Options<'a> {
    Options {
        name: options.name,
        definitions: options.definitions.clone(),
        headers: options.headers,
        regions: Some(regions),
        world: options.world.clone(),
    }
}

struct Search<'a> {
    text: &'a str,
    options: &'a Options<'a>,
    model: ModelOptions,
    /// The text without any of the regions.
    unit: &'a Unit,
    /// The function whose names were looked up last.
    last_body: RefCell<Option<Body>>,
}

/// How much a model says, or why there is none.
type Verdict = Result<usize, Box<Diagnostic>>;

impl Search<'_> {
    fn parser(&self) -> Parser<'_> {
        Parser::within(self.unit)
    }

    /// The outermost loops among some tokens that are in no marked region.
    fn loops(
        &self,
        range: Range<usize>,
        function: Option<&str>,
        left_out: &mut Vec<Diagnostic>,
    ) -> Vec<Range<usize>> {
        let tokens = &self.unit.tokens;
        let mut parser = self.parser();
        let mut found = Vec::new();
        let mut at = range.start;
        let mut is_marked = false;
        let mut depth = i32::from(range.start > 0);
        while at < range.end {
            let token = &tokens[at];
            at += 1;
            if token.place.outermost().file != FileId::MAIN {
                continue;
            }
            depth += i32::from(token.is_punct("{")) - i32::from(token.is_punct("}"));
            match mark(token) {
                Some(Mark::Begin) => is_marked = true,
                Some(Mark::End) => is_marked = false,
                None => {}
            }
            let is_loop = ["for", "while", "do"]
                .iter()
                .any(|word| token.is_word(word));
            if !is_loop || is_marked || depth < 1 {
                continue;
            }
            let names = self.names_before(at - 1);
            let parsed = self.read_at(&mut parser, at - 1..range.end, &names, Parser::statement);
            let is_wanted = function.is_none_or(|name| {
                let around = function_around(&mut self.parser(), tokens, at - 1);
                around.is_some_and(|one| one.name == *name)
            });
            match parsed {
                Ok(statement) if parser.errors.is_empty() => {
                    let range = statement.tokens.range();
                    at = range.end.max(at);
                    if is_wanted {
                        found.push(range);
                    }
                }
                _ if is_wanted => {
                    let why = parser.errors.first().cloned();
                    let why = why.unwrap_or_else(|| self.problem("it cannot be read", at - 1));
                    left_out.push(self.not_in_region(at - 1, &why));
                }
                _ => {}
            }
        }
        found
    }

    /// Reads something in a function that sees these names of it.
    fn read_at<'p, T>(
        &self,
        parser: &mut Parser<'p>,
        range: Range<usize>,
        names: &[(Text, bool)],
        read: impl FnOnce(&mut Parser<'p>) -> T,
    ) -> T {
        let is_variable = |one: &&Symbol| !matches!(one.ty, Type::Function { .. });
        let globals = self.unit.declarations.globals.iter();
        parser.add_variables(globals.filter(is_variable).map(|one| &one.name));
        parser.errors.clear();
        parser.go_to(range.start, range.end);
        let names = names.iter().map(|(name, is_type)| (name, *is_type));
        parser.in_scope(names, read)
    }

    /// The names that the function around a token declares before it, each with whether it is one of a
    /// type. Those of blocks that have ended are among them: where a loop ends does not depend on that,
    /// and its region is read with the names that it sees.
    fn names_before(&self, token: usize) -> Vec<(Text, bool)> {
        let mut last = self.last_body.borrow_mut();
        if !last
            .as_ref()
            .is_some_and(|body| body.tokens.range().contains(&token))
        {
            let tokens = &self.unit.tokens;
            let is_around =
                |one: &&Function| one.body.is_some_and(|all| all.range().contains(&token));
            let mut functions = self.unit.declarations.functions.values();
            let function = match functions.find(is_around) {
                Some(function) => Some(function.clone()),
                None => function_around(&mut self.parser(), tokens, token),
            };
            *last = function.map(|one| Body::read(&mut self.parser(), tokens, &one));
        }
        let Some(body) = &*last else {
            return Vec::new();
        };
        let before = body
            .variables
            .iter()
            .filter(|one| one.since as usize <= token);
        let is_type = |one: &Variable| one.storage.is_typedef && !body.is_constant(one);
        before
            .map(|one| (one.declarator.name.clone(), is_type(one)))
            .collect()
    }

    fn problem(&self, message: &str, token: usize) -> Diagnostic {
        let span = self.unit.tokens[token].place.outermost();
        Diagnostic::error(codes::UNSUPPORTED, message, span)
    }

    fn not_in_region(&self, token: usize, why: &Diagnostic) -> Diagnostic {
        let span = self.unit.tokens[token].place.outermost();
        let message = "this loop is in no region";
        let mut warning = Diagnostic::warning(codes::LEFT_OUT, message, span);
        warning = match why.span {
            Some(place) => warning.label(place, why.message.clone()),
            None => warning.note(why.message.clone()),
        };
        for label in why.labels.iter().filter(|label| !label.text.is_empty()) {
            warning = warning.label(label.span, label.text.clone());
        }
        for help in &why.help {
            warning = warning.help(help.clone());
        }
        warning
    }

    /// Whether pieces of the text, in its order, can be regions.
    fn judge(&self, pieces: &[Range<usize>]) -> Result<Vec<Verdict>, Rejected> {
        let ranges = self.ranges(pieces);
        let verdicts = pieces.iter().map(|piece| self.is_elsewhere(piece).map(Err));
        let mut verdicts: Vec<Option<Verdict>> = verdicts.collect();
        loop {
            let open = (0..pieces.len()).filter(|&index| verdicts[index].is_none());
            let open: Vec<usize> = open.collect();
            let regions = open.iter().map(|&index| ranges[index].clone()).collect();
            match read(self.text, &with_regions(self.options, regions)) {
                Ok(unit) => {
                    for index in open {
                        verdicts[index] = Some(self.score(&unit, &ranges[index]));
                    }
                    break;
                }
                Err(rejected) => {
                    let mut is_explained = false;
                    for error in &rejected.diagnostics {
                        let Some(span) = error.span.filter(|_| error.severity == Severity::Error)
                        else {
                            continue;
                        };
                        let own = |index: &&usize| {
                            let range = &ranges[**index];
                            span.file == FileId::MAIN
                                && range.start <= span.range().start
                                && span.range().end <= range.end
                        };
                        if let Some(&index) = open.iter().find(own) {
                            verdicts[index].get_or_insert(Err(Box::new(error.clone())));
                            is_explained = true;
                        }
                    }
                    if !is_explained {
                        return Err(rejected);
                    }
                }
            }
        }
        let unknown = || {
            let message = "it cannot be read";
            Err(Box::new(Diagnostic::error(
                codes::UNSUPPORTED,
                message,
                None,
            )))
        };
        let verdicts = verdicts.into_iter();
        Ok(verdicts.map(|one| one.unwrap_or_else(unknown)).collect())
    }

    /// What is wrong with a piece that has parts in headers: the text does not show them.
    fn is_elsewhere(&self, piece: &Range<usize>) -> Option<Box<Diagnostic>> {
        let tokens = self.unit.tokens[piece.clone()].iter();
        let mut places = tokens.map(|token| token.place.outermost());
        places.find(|place| place.file != FileId::MAIN)?;
        let message = "a part of it stands in another file";
        Some(Box::new(self.problem(message, piece.start)))
    }

    /// How many loops there are around the statements of a region.
    fn score(&self, unit: &Unit, range: &Range<usize>) -> Verdict {
        let mut regions = unit.regions.iter();
        let Some(region) = regions.find(|region| region.span.range() == *range) else {
            let message = "it is lost in a macro";
            return Err(Box::new(Diagnostic::error(
                codes::UNSUPPORTED,
                message,
                None,
            )));
        };
        if let Some(obstacle) = unit.obstacle(region) {
            let error = Diagnostic::error(codes::UNSUPPORTED, obstacle.message, obstacle.span);
            return Err(Box::new(error.help(obstacle.help)));
        }
        let surroundings = Surroundings::of(unit, region);
        if let Some(span) = surroundings.shared.or(surroundings.across) {
            let message = "this pragma is about what happens around the loops";
            return Err(Box::new(Diagnostic::error(
                codes::UNSUPPORTED,
                message,
                span,
            )));
        }
        let modelled = unit.model(region, &self.model).map_err(|errors| {
            let first = errors.into_iter().next();
            let none = || Diagnostic::error(codes::UNSUPPORTED, "no model", None);
            Box::new(first.unwrap_or_else(none))
        })?;
        let statements = modelled.scop.statements.iter();
        let score = statements.map(|one| one.iterators.len()).sum();
        if score > 0 {
            return Ok(score);
        }
        let mut warnings = modelled.warnings.into_iter();
        let coarse = warnings.find(|one| one.code == codes::DATA_DEPENDENT);
        Err(Box::new(coarse.unwrap_or_else(|| {
            Diagnostic::error(codes::UNSUPPORTED, "nothing happens in it", region.span)
        })))
    }

    /// Regions of one block as one, where that is no worse.
    fn joined(&self, good: Vec<(Range<usize>, usize)>) -> Result<Vec<Range<usize>>, Rejected> {
        let mut runs: Vec<Vec<(Range<usize>, usize)>> = Vec::new();
        for one in good {
            match runs.last_mut() {
                Some(run)
                    if run
                        .last()
                        .is_some_and(|last| self.are_near(&last.0, &one.0)) =>
                {
                    run.push(one);
                }
                _ => runs.push(vec![one]),
            }
        }
        let mut done = Vec::new();
        while !runs.is_empty() {
            let (several, single): (Vec<_>, Vec<_>) =
                runs.into_iter().partition(|run| run.len() > 1);
            done.extend(single.into_iter().flatten().map(|(one, _)| one));
            let whole = |run: &Vec<(Range<usize>, usize)>| {
                let (first, last) = (run.first(), run.last());
                let start = first.map_or(0, |(one, _)| one.start);
                start..last.map_or(start, |(one, _)| one.end)
            };
            let wholes: Vec<Range<usize>> = several.iter().map(whole).collect();
            let verdicts = match wholes.is_empty() {
                true => Vec::new(),
                false => self.judge(&wholes)?,
            };
            runs = Vec::new();
            for ((mut run, whole), verdict) in several.into_iter().zip(wholes).zip(verdicts) {
                let parts: usize = run.iter().map(|(_, score)| score).sum();
                if verdict.is_ok_and(|score| score >= parts) {
                    done.push(whole);
                } else {
                    let second = run.split_off(run.len() / 2);
                    runs.push(run);
                    runs.push(second);
                }
            }
        }
        done.sort_by_key(|one| one.start);
        Ok(done)
    }

    /// Whether two pieces stand in one block, with nothing but simple statements between them.
    fn are_near(&self, first: &Range<usize>, second: &Range<usize>) -> bool {
        let between = first.end..second.start;
        let tokens = &self.unit.tokens[between.clone()];
        if tokens.iter().any(|token| mark(token).is_some()) {
            return false;
        }
        let mut parser = self.parser();
        let names = self.names_before(between.start);
        let statements = self.read_at(&mut parser, between, &names, Parser::statements);
        parser.errors.is_empty() && statements.iter().all(is_simple)
    }

    /// The bytes of pieces, in their order, with the lines that are theirs alone.
    fn ranges(&self, pieces: &[Range<usize>]) -> Vec<Range<usize>> {
        let mut end = 0;
        let mut ranges = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let tokens = &self.unit.tokens[piece.clone()];
            let spans = tokens.iter().map(|token| token.place.outermost());
            let own: Vec<Span> = spans.filter(|span| span.file == FileId::MAIN).collect();
            let first = own
                .iter()
                .map(|span| span.range().start)
                .min()
                .unwrap_or(end);
            let last = own
                .iter()
                .map(|span| span.range().end)
                .max()
                .unwrap_or(first);
            let range = with_lines(self.text, first..last);
            let range = range.start.max(end)..range.end;
            end = range.end;
            ranges.push(range);
        }
        ranges
    }
}

/// A range with the rest of its first and last line, where nothing else stands there.
fn with_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let blank = |c: char| c == ' ' || c == '\t';
    let before = text
        .get(..range.start)
        .unwrap_or("")
        .trim_end_matches(blank);
    let start = match before.strip_suffix('\n') {
        Some(line) => line.strip_suffix('\r').unwrap_or(line).len(),
        None if before.ends_with('\r') => before.len() - 1,
        None => range.start,
    };
    let after = text.get(range.end..).unwrap_or("");
    let rest = after.trim_start_matches(blank);
    let line = rest.strip_prefix('\r').unwrap_or(rest);
    let end = match line.strip_prefix('\n') {
        Some(next) => text.len() - next.len(),
        None if line.len() < rest.len() => text.len() - line.len(),
        None => range.end,
    };
    start..end
}

/// Whether a statement has no loops and jumps in it.
fn is_simple(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Declaration(_) => true,
        StmtKind::Block(body) => body.iter().all(is_simple),
        StmtKind::If(_, yes, no) => is_simple(yes) && no.as_ref().is_none_or(|no| is_simple(no)),
        _ => false,
    }
}
