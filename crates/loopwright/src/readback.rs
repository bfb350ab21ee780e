//! The last step: what was written is read back and proved to run the same instances in the order
//! of the schedule.
//!
//! The new text is read twice, by the front end that read the program: once with every statement
//! replaced by a record of the instance that it stands for, once as it is. See [`validate`].

use std::ops::Range;

use frontend::surroundings::Surroundings;
use frontend::token::{Token, TokenKind, behind_bracket};
use frontend::{Effect, ModelOptions, Modelled, Options, Overflow, Unit};
use presburger::Set;
use scop::{Diagnostic, FileId, Scop, Span, list};
use validate::{Claim, Copy, Directive, Failure};

use crate::around;
use crate::moved;
use crate::program::{LONGER, Nest, Program, Request, forget_unread};
use crate::report;
use crate::rewrite::{Region, Rewritten};

/// Proves that a text that was written for a program does what the schedules of its regions say;
/// the error says what is wrong with it, and is a mistake in Loopwright; or that the budget does not
/// suffice to tell ([`report::NOT_FINISHED`]), and then nothing is known to be wrong. `request` is
/// what the program was read with.
///
/// ```
/// use loopwright::program::{Request, read};
/// use loopwright::readback::prove;
/// use loopwright::rewrite::{Choices, rewrite};
///
/// let text = "void f(int n, double a[n]) {
/// #pragma scop
///   for (int i = 0; i < n; i++)
///     a[i] = i;
/// #pragma endscop
/// }
/// ";
/// let program = read(text, &Request::default());
/// let mut new = rewrite(&program, &program.originals(), &Choices::default()).unwrap();
/// assert!(prove(&program, &new, &Request::default()).is_ok());
/// new.text = new.text.replace("i < n;", "i < m;");
/// assert!(prove(&program, &new, &Request::default()).is_err());
/// ```
pub fn prove(
    program: &Program,
    new: &Rewritten,
    request: &Request<'_>,
) -> Result<(), Box<Diagnostic>> {
    let mut words = frontend::identifiers_outside(&new.text, &[]);
    words.extend(frontend::identifiers(&program.files, program.sources));
    let mut prefix = "lw_at_".to_string();
    while words.iter().any(|word| word.starts_with(&prefix)) {
        prefix.push('_');
    }
    let reader = Reader::new(request).map_err(|why| failed(None, why.into()))?;
    let (recorded, found) = with_records(new, &prefix).map_err(|why| failed(None, why.into()))?;
    let recorded = reader
        .read(&recorded, found)
        .map_err(|why| failed(None, why))?;
    let found = new.found.clone();
    let plain = reader
        .read(&new.text, found)
        .map_err(|why| failed(None, why))?;
    around::is_kept(program, new, &plain).map_err(|why| failed(None, why.into()))?;
    for (nest, region) in program.nests.iter().zip(&new.regions) {
        let proved = request.within_budget(|| {
            let read = reader.model(&recorded, region, nest, &[])?;
            let modelled = reader.model(&plain, region, nest, &region.statements)?;
            let same = |context: &presburger::Set| -> Result<(), Unproved> {
                let copies = executed(&read, (nest, region), &prefix, context)?;
                let mut scop = region.order.scop().clone();
                scop.context = context.clone();
                Ok(validate::same_accesses(&modelled.scop, &copies, &scop)?)
            };
            // The types of the parameters are thought of where it takes them: they cost time.
            match same(&nest.scop().context) {
                Err(Unproved::Wrong(_)) => same(&meant(&modelled, nest, region)?)?,
                proved => proved?,
            }
            is_allocated(&modelled, nest, region)?;
            fits(&read, &recorded, nest, region, false)?;
            moved::is_same(nest.scop(), &region.order)??;
            untouched(&new.text, region.order.scop(), region)?;
            computes_alike(&modelled, nest, region)?;
            are_allowed(&plain, &modelled, region)?;
            not_captured(&plain, &modelled.scop, region.order.scop(), region)?;
            fits(&modelled, &plain, nest, region, true)
        });
        proved.map_err(|why| failed(Some(region.number), why))?;
    }
    Ok(())
}

/// Why there is no proof.
#[derive(Debug)]
enum Unproved {
    /// It would take more work.
    Spent,
    /// It would take more time.
    Late,
    /// The text is beyond what the front end reads: it nests too deeply.
    TooDeep,
    /// What is wrong.
    Wrong(String),
}

impl From<String> for Unproved {
    fn from(why: String) -> Unproved {
        Unproved::Wrong(why)
    }
}

impl From<Failure> for Unproved {
    fn from(why: Failure) -> Unproved {
        match why {
            Failure::Sets(presburger::Error::DeadlineExceeded) => Unproved::Late,
            Failure::Sets(error) if error.is_interruption() => Unproved::Spent,
            why => Unproved::Wrong(why.to_string()),
        }
    }
}

impl From<presburger::Error> for Unproved {
    fn from(error: presburger::Error) -> Unproved {
        Failure::from(error).into()
    }
}

fn failed(region: Option<usize>, why: Unproved) -> Box<Diagnostic> {
    let what = match region {
        Some(number) => format!("the code for region {number}"),
        None => "the new program".into(),
    };
    let anyway = "`--no-validate` writes the code without a proof";
    Box::new(match why {
        Unproved::Spent => {
            let message = format!("the proof for {what} exceeds the budget");
            report::error(report::NOT_FINISHED, message)
                .note("no error was found, but nothing is written without a proof")
                .help(format!("raise the budget with `--budget N`; {anyway}"))
        }
        Unproved::Late => {
            let message = format!("the proof for {what} takes too long");
            report::error(report::NOT_FINISHED, message)
                .note("no error was found, but nothing is written without a proof")
                .help(format!("{}; {anyway}", LONGER))
        }
        Unproved::TooDeep => {
            let message = format!("{what} nests too deeply to read back");
            report::error(report::NOT_FINISHED, message)
                .note("no error was found, but nothing is written without a proof")
                .help(format!("split statements into fewer pieces; {anyway}"))
        }
        Unproved::Wrong(why) => {
            let message = format!("could not prove that {what} follows the schedule");
            report::error(report::NOT_PROVED, message)
                .note(why)
                .help(format!(
                    "this is a bug in Loopwright, please report it; {anyway}"
                ))
        }
    })
}

/// The parameters that a text is meant for: those that its program can be run with, as far as the
/// text does not say that it is for fewer. A copy may show better than its statement for which ones
/// that are none: [`fits`] tells whether they are the statement's as well.
fn meant(new: &Modelled, nest: &Nest, region: &Region) -> Result<presburger::Set, Unproved> {
    let mut meant = nest.scop().context.clone();
    if let Some(typed) = &nest.typed {
        meant = meant.intersect(typed)?;
    }
    if let Some(invalid) = &nest.invalid {
        meant = meant.subtract(invalid)?;
    }
    if let Some(invalid) = new.invalid()? {
        meant = meant.subtract(&invalid)?;
    }
    if let Some(only) = &region.only {
        meant = meant.intersect(only)?;
    }
    Ok(meant.coalesce()?)
}

/// The statements of a text with records, if it executes what the schedule says for parameters in
/// `context`.
fn executed(
    modelled: &Modelled,
    (nest, region): (&Nest, &Region),
    prefix: &str,
    context: &presburger::Set,
) -> Result<Vec<Copy>, Unproved> {
    let mut read = modelled.scop.clone();
    if read.statements.len() != region.statements.len() {
        return Err(Unproved::Wrong(
            "the region has different statements".into(),
        ));
    }
    let mut claim = Claim::of_legal(&region.order)?;
    if claim.context != *context {
        claim.context = context.clone();
        for statement in &mut read.statements {
            statement.domain = statement.domain.intersect_params(context)?;
            for access in &mut statement.accesses {
                access.relation = access.relation.intersect_params(context)?;
            }
        }
    }
    let directives = directives(modelled, nest, region)?;
    validate::prove(&read, prefix, &claim)?;
    let copies = validate::records(&read, prefix, &claim)?;
    validate::directives(&read, &copies, &directives, &region.order, context)?;
    Ok(copies)
}

/// All that the text computes fits the type that it is computed in, except for parameters for which
/// the source computes something that does not, or which the text is not for.
///
/// In the text with records all is generated, and the values of holes are subscripts, which have to
/// be exact. Statements as they are have more in them, `is_source`: unsigned numbers that wrap around
/// on purpose, and what data may keep from being evaluated.
fn fits(
    new: &Modelled,
    unit: &Unit,
    nest: &Nest,
    region: &Region,
    is_source: bool,
) -> Result<(), Unproved> {
    for overflow in &new.overflows {
        let matters = match overflow.effect {
            Effect::Changed => !is_source,
            Effect::Undefined => overflow.is_sure || !is_source,
            // Records are in no memory.
            Effect::TooFar => overflow.is_sure && is_source,
        };
        if !matters || is_source && may_overflow(overflow, nest, region) {
            continue;
        }
        let parameters = possible(&overflow.parameters, new, nest, region)?;
        if let Some(point) = parameters.sample_point()? {
            let file = unit.files.get(overflow.span.file);
            let text = file.and_then(|file| file.text.get(overflow.span.range()));
            let case = emit::conditions(&presburger::Set::from_point(&point));
            return Err(Unproved::Wrong(format!(
                "`{}` does not fit in `{}` when {case}",
                text.unwrap_or("something"),
                overflow.ty
            )));
        }
    }
    Ok(())
}

/// Memory that the program allocates is allocated as it was. For other arrays it is sure that there
/// is enough of it, or that the program ends.
fn is_allocated(new: &Modelled, nest: &Nest, region: &Region) -> Result<(), Unproved> {
    for one in &new.allocations {
        let name = &one.name;
        let wrong = |why: &str| Err(Unproved::Wrong(format!("`{name}` {why}")));
        let arrays = &new.scop.arrays;
        let Some(array) = arrays.iter().find(|array| array.source_name == *name) else {
            return wrong("is allocated and not used");
        };
        let mut known = nest.allocations.iter();
        if let Some(old) = known.find(|old| old.name == *name) {
            let is_same = match old.is_plain {
                true => one.is_plain && one.is_limited == old.is_limited,
                false => one.check == old.check,
            };
            if !is_same {
                return wrong("is allocated, but what is done without memory has changed");
            }
            if array.extents.contains(&None) && old.declaration != one.declaration {
                return wrong("is not declared as it was, and its size is not known");
            }
            continue;
        }
        if !one.is_plain {
            return wrong("is allocated, but it is not clear that the program ends without memory");
        }
        let all = possible(&new.scop.context, new, nest, region)?;
        for extent in &array.extents {
            let Some(extent) = extent else {
                return wrong("has an unknown size");
            };
            let extent = extent.intersect_params(&all)?;
            let is_positive = extent.min_val()?.to_i64().is_some_and(|least| least > 0);
            if !is_positive && !all.is_empty()? {
                return wrong("may have no elements");
            }
        }
        let most = array.most_bytes(&all)?;
        if !one.is_limited && most.is_none_or(|most| most > i64::MAX.into()) {
            return wrong("may be larger than `malloc` can be told");
        }
    }
    Ok(())
}

/// Whether the source may compute the same in the same type: `x * 1` in a copy of `x * i` shows for
/// which `x` both overflow.
fn may_overflow(overflow: &Overflow, nest: &Nest, region: &Region) -> bool {
    let placed = overflow.statement.and_then(|at| region.statements.get(at));
    let id = placed.and_then(|placed| region.order.scop().find_statement(&placed.statement));
    let mut untold = nest.untold.iter();
    id.is_some_and(|id| untold.any(|one| one.statement == id.index() && one.ty == overflow.ty))
}

/// The parameters that the text is run with.
fn possible(
    parameters: &Set,
    new: &Modelled,
    nest: &Nest,
    region: &Region,
) -> presburger::Result<Set> {
    let mut parameters = parameters.intersect(&nest.scop().context)?;
    parameters = parameters.intersect(&new.values)?;
    // The text may do without a parameter.
    if let Some(typed) = &nest.typed {
        parameters = parameters.intersect(typed)?;
    }
    if let Some(invalid) = &nest.invalid {
        parameters = parameters.subtract(invalid)?;
    }
    match &region.only {
        Some(only) => parameters.intersect(only),
        None => Ok(parameters),
    }
}

/// Nothing around the region makes its directives mean something else, or nothing at all.
fn are_allowed(unit: &Unit, modelled: &Modelled, region: &Region) -> Result<(), String> {
    let own = unit.regions.get(region.number.wrapping_sub(1));
    let own = own.ok_or("the region is not found")?;
    let around = Surroundings::of(unit, own);
    if around.across.is_some() || around.shared.is_some() {
        return Err("a pragma is about the region and what is around it".into());
    }
    let mut directives = modelled.directives.iter();
    match directives.find_map(|one| around.obstacle_at(unit, one.span)) {
        Some(why) => Err(format!("a directive is wrong at its place: {why}")),
        None => Ok(()),
    }
}

/// The directives of a text, each with its loop.
fn directives(
    modelled: &Modelled,
    nest: &Nest,
    region: &Region,
) -> Result<Vec<Directive>, Unproved> {
    let mut found = Vec::new();
    for directive in &modelled.directives {
        let words = match &directive.words {
            Ok(words) => words,
            Err(why) => return Err(format!("cannot read a directive: {why}").into()),
        };
        let Some(target) = &directive.target else {
            let why = "a directive is not followed by a loop";
            return Err(why.to_string().into());
        };
        let reductions = words.reductions.iter().zip(&directive.sections);
        let run = |parameters: &Option<Set>| {
            let parameters = parameters.as_ref();
            let found = parameters.map(|one| possible(one, modelled, nest, region));
            found.transpose()
        };
        found.push(Directive {
            member: target.member,
            parallel: words.parallel,
            vector: words.simd,
            private: words.private.clone(),
            first_private: words.first_private.clone(),
            last_private: words.last_private.clone(),
            reductions: reductions
                .map(|(one, sections)| validate::Accumulated {
                    name: one.name.clone(),
                    operator: one.operator.clone(),
                    sections: sections.clone(),
                })
                .collect(),
            iterations: Some(target.iterations.clone()),
            loose_counters: target.loose_counters.clone(),
            allocated: target.allocated.clone(),
            idle: run(&target.idle)?,
            uncounted: run(&target.uncounted)?,
        });
    }
    Ok(found)
}

/// Copies of statements compute in the types of their statements: counters may have others.
fn computes_alike(new: &Modelled, nest: &Nest, region: &Region) -> Result<(), String> {
    let body = |scop: &Scop, name: &str| {
        let id = scop.find_statement(name)?;
        Some(scop[id].body.text.clone())
    };
    for (copy, placed) in new.scop.statements.iter().zip(&region.statements) {
        let name = &placed.statement;
        let both = nest.computed.get(name).zip(new.computed.get(&copy.name));
        // A text that names other memory than the program does is proved elsewhere to compute the same.
        let is_same = body(nest.scop(), name) == body(region.order.scop(), name);
        let Some((wanted, found)) = both.filter(|_| is_same) else {
            continue;
        };
        let mut both = wanted.iter().zip(found);
        if wanted.len() != found.len() || !both.all(|(wanted, found)| wanted.may_become(found)) {
            return Err(format!(
                "`{}` computes in other types than `{name}`",
                copy.body.text
            ));
        }
    }
    Ok(())
}

/// No counter or constant around a statement has a name that its text, with macros expanded, uses for
/// something else.
fn not_captured(new: &Unit, model: &Scop, scop: &Scop, written: &Region) -> Result<(), String> {
    if model.statements.len() != written.statements.len() {
        return Err("the region has different statements".into());
    }
    let place =
        |token: &Token| Some(token.place.outermost()).filter(|span| span.file == FileId::MAIN);
    let within = |token: &Token| {
        new.regions
            .get(written.number.wrapping_sub(1))
            .is_some_and(|region| {
                place(token).is_some_and(|span| {
                    region.span.start <= span.start && span.end <= region.span.end
                })
            })
    };
    let tokens: Vec<&Token> = new.tokens.iter().filter(|token| within(token)).collect();
    for (copy, placed) in model.statements.iter().zip(&written.statements) {
        let Some(id) = scop.find_statement(&placed.statement) else {
            return Err(format!("there is no statement `{}`", placed.statement));
        };
        let first =
            tokens.partition_point(|one| one.place.outermost().range().start < placed.range.start);
        let own = tokens[first..].iter();
        let own = own.take_while(|one| one.place.outermost().range().start < placed.range.end);
        let is_filled = |span: Span| {
            let span = span.range();
            placed
                .holes
                .iter()
                .any(|hole| hole.start <= span.start && span.end <= hole.end)
        };
        let words = own.filter(|one| {
            one.kind == TokenKind::Ident
                && !is_filled(one.span())
                && !is_filled(one.place.outermost())
        });
        let own_words = frontend::identifiers_outside(
            &scop[id].body.text,
            &scop[id].body.ranges().collect::<Vec<_>>(),
        );
        let words = words.map(|one| one.text.to_string()).chain(own_words);
        let is_captured =
            |word: &String| copy.iterators.contains(word) || written.constants.contains(word);
        if let Some(word) = { words }.find(is_captured) {
            return Err(format!(
                "a loop or constant around `{}` is called `{word}`",
                placed.statement
            ));
        }
    }
    Ok(())
}

/// Lists of tokens, part by part.
type Parts = Vec<Vec<Token>>;

/// The tokens of a text outside of some ranges of it, part by part, and those in each range;
/// nothing if one lies across an end of a range.
fn parted(text: &str, ranges: &[Range<usize>]) -> Option<(Parts, Parts)> {
    let mut outside = vec![Vec::new()];
    let mut inside = Vec::new();
    let mut tokens = frontend::tokens_of(text)?.into_iter().peekable();
    let before = |token: &Token, end: usize| token.span().range().end <= end;
    for range in ranges {
        let part = outside.last_mut()?;
        while let Some(token) = tokens.next_if(|token| before(token, range.start)) {
            part.push(token);
        }
        let mut own = Vec::new();
        while let Some(token) = tokens.next_if(|token| before(token, range.end)) {
            if token.span().range().start < range.start {
                return None;
            }
            own.push(token);
        }
        if tokens
            .peek()
            .is_some_and(|token| token.span().range().start < range.end)
        {
            return None;
        }
        inside.push(own);
        outside.push(Vec::new());
    }
    outside.last_mut()?.extend(tokens);
    Some((outside, inside))
}

/// Statements have the tokens of the model between their holes, with blanks where it has some, and
/// what fills a hole is kept together.
fn untouched(text: &str, scop: &Scop, region: &Region) -> Result<(), String> {
    for placed in &region.statements {
        let changed = || format!("the text of `{}` has changed", placed.statement);
        let id = scop.find_statement(&placed.statement).ok_or_else(changed)?;
        let whole = text.get(placed.range.clone()).ok_or_else(changed)?;
        let start = placed.range.start;
        let holes = placed
            .holes
            .iter()
            .map(|hole| Some(hole.start.checked_sub(start)?..hole.end.checked_sub(start)?));
        let holes: Option<Vec<Range<usize>>> = holes.collect();
        let holes = holes.ok_or_else(changed)?;
        let (found, values) = parted(whole, &holes).ok_or_else(changed)?;
        let body = &scop[id].body;
        let ranges: Vec<Range<usize>> = body.ranges().collect();
        let (wanted, _) = parted(&body.text, &ranges).ok_or_else(changed)?;
        for (index, value) in values.iter().enumerate() {
            if !is_closed(value) && !is_enclosed(&found[index], &found[index + 1]) {
                let value = whole.get(holes[index].clone()).unwrap_or("");
                return Err(format!("`{value}` in `{}` falls apart", placed.statement));
            }
        }
        if !same_tokens(&found, &wanted)
            && !same_tokens(&found, &without_labels(wanted, &body.text, &found))
        {
            return Err(changed());
        }
    }
    Ok(())
}

/// The tokens of a statement without its labels, which copies do not have: nothing goes to a label in a region.
/// Blanks before what follows a label are those of the copy.
fn without_labels(mut parts: Parts, text: &str, copy: &Parts) -> Parts {
    let labels = frontend::label_ranges(text);
    for (part, copy) in parts.iter_mut().zip(copy) {
        let is_label = |token: &Token| {
            let at = token.span().range().start;
            labels.iter().any(|label| label.contains(&at))
        };
        let mut after = false;
        let mut kept = Vec::with_capacity(part.len());
        for mut token in std::mem::take(part) {
            if is_label(&token) {
                after = true;
                continue;
            }
            if let (true, Some(other)) = (after, copy.get(kept.len())) {
                token.spaced = other.spaced;
            }
            after = false;
            kept.push(token);
        }
        *part = kept;
    }
    parts
}

/// The same tokens, with blanks before the same ones: a macro may make a string of them.
fn same_tokens(a: &[Vec<Token>], b: &[Vec<Token>]) -> bool {
    let same =
        |(a, b): (&Token, &Token)| (a.kind, &a.text, a.spaced) == (b.kind, &b.text, b.spaced);
    let parts = a.iter().zip(b);
    a.len() == b.len() && { parts }.all(|(a, b)| a.len() == b.len() && a.iter().zip(b).all(same))
}

/// Whether an expression is one whatever stands around it: a word, a call, or in parentheses.
fn is_closed(value: &[Token]) -> bool {
    let is_word = |token: &Token| matches!(token.kind, TokenKind::Ident | TokenKind::Int);
    let rest = match value {
        [] => return false,
        [first, rest @ ..] if is_word(first) => rest,
        all => all,
    };
    let is_call = || rest[0].is_punct("(") && behind_bracket(rest, 0) == Some(rest.len());
    rest.is_empty() || is_call()
}

/// Whether brackets stand around a place, or parentheses that are not those of a call.
fn is_enclosed(before: &[Token], after: &[Token]) -> bool {
    let closes = |sign| after.first().is_some_and(|token| token.is_punct(sign));
    match before {
        [.., open] if open.is_punct("[") => closes("]"),
        [callee, open] | [.., callee, open] if open.is_punct("(") => {
            closes(")") && callee.kind != TokenKind::Ident
        }
        [open] if open.is_punct("(") => closes(")"),
        _ => false,
    }
}

/// A text with records, and where the regions are in it if they were not marked.
type Recorded = (String, Option<Vec<Range<usize>>>);

/// The text with each statement replaced by a record of its instance and of the holes in it, and
/// where the regions are in it that nobody has marked.
fn with_records(new: &Rewritten, prefix: &str) -> Result<Recorded, String> {
    let mut text = new.text.clone();
    let mut found = new.found.clone();
    let mut places = Vec::new();
    for region in &new.regions {
        for placed in &region.statements {
            places.push((region.order.scop(), placed));
        }
    }
    // From the end on, so that places before stay where they are.
    places.sort_by_key(|(_, placed)| std::cmp::Reverse(placed.range.start));
    for (scop, placed) in places {
        let lost = || format!("the place of `{}` is lost", placed.statement);
        let id = scop.find_statement(&placed.statement).ok_or_else(lost)?;
        let arguments: Vec<&str> = placed.arguments.iter().map(String::as_str).collect();
        let holes = &scop[id].body.holes;
        if holes.len() != placed.holes.len() {
            return Err(lost());
        }
        let (different, places) = validate::different(holes.iter().map(|hole| &hole.value));
        let mut values = vec![Vec::new(); different.len()];
        for (place, hole) in places.into_iter().zip(&placed.holes) {
            values[place].push(new.text.get(hole.clone()).ok_or_else(lost)?);
        }
        let record = validate::record(prefix, id.index(), &arguments, &values);
        text.get(placed.range.clone()).ok_or_else(lost)?;
        text.replace_range(placed.range.clone(), &record);
        for region in found.iter_mut().flatten() {
            for end in [&mut region.start, &mut region.end] {
                if placed.range.end <= *end {
                    *end = *end + record.len() - placed.range.len();
                }
            }
        }
    }
    Ok((text, found))
}

/// Reads texts as the program was read.
struct Reader<'a> {
    options: Options<'a>,
    model: ModelOptions,
}

impl<'a> Reader<'a> {
    fn new(request: &Request<'a>) -> Result<Reader<'a>, String> {
        let context = request.context.as_ref();
        let context = context.map(|text| text.parse()).transpose();
        Ok(Reader {
            options: Options {
                name: request.name,
                definitions: request.definitions.clone(),
                headers: request.headers,
                regions: None,
                world: request.world.clone(),
            },
            model: ModelOptions {
                context: context.map_err(|error: presburger::Error| error.to_string())?,
                pure_functions: request.pure_functions.clone(),
                ..ModelOptions::default()
            },
        })
    }

    fn read(&self, text: &str, regions: Option<Vec<Range<usize>>>) -> Result<Unit, Unproved> {
        let options = Options {
            definitions: self.options.definitions.clone(),
            world: self.options.world.clone(),
            regions,
            ..self.options
        };
        frontend::read(text, &options).map_err(|rejected| {
            let mut errors = rejected.diagnostics.iter();
            match errors.all(|one| one.code == frontend::codes::TOO_DEEP) {
                true => Unproved::TooDeep,
                false => Unproved::Wrong(format!("cannot read it: {rejected}")),
            }
        })
    }

    /// The model of a region, in which these copies of statements stand.
    fn model(
        &self,
        unit: &Unit,
        written: &Region,
        nest: &Nest,
        copies: &[emit::Placed],
    ) -> Result<Modelled, Unproved> {
        let region = unit.regions.get(written.number.wrapping_sub(1));
        let region = region.ok_or_else(|| "the region is missing".to_string())?;
        let region = match &nest.region {
            Some(older) => &region.in_place_of(older),
            None => region,
        };
        // An `if` that is a minimum in the program is one in its copies, but no other is.
        let whole = { copies.iter() }.filter(|one| !nest.minima.contains(&one.statement));
        let closed = copies.iter().filter_map(|one| {
            let names = nest.closed.get(&one.statement)?;
            Some((one.range.clone(), names.clone()))
        });
        // What is memory in the program is memory in its copies, whatever they show.
        let options = ModelOptions {
            loads: nest.loads.clone(),
            aliases: Some(nest.aliases.clone()),
            constants: written.constants.clone(),
            whole: whole.map(|one| one.range.clone()).collect(),
            closed: closed.collect(),
            filled: Some(copies.iter().flat_map(|one| one.holes.clone()).collect()),
            ..self.model.clone()
        };
        let errors = match unit.model(region, &options) {
            Ok(mut modelled) => {
                forget_unread(&mut modelled);
                return Ok(modelled);
            }
            Err(errors) => errors,
        };
        // The program itself was read with the same front end: only the work can be too much.
        if errors
            .iter()
            .all(|one| one.code == frontend::codes::TOO_HARD)
        {
            return Err(Unproved::Spent);
        }
        let errors = list::clauses(&errors);
        Err(Unproved::Wrong(format!("cannot model it: {errors}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::read;
    use crate::rewrite::{Choices, rewrite};

    fn tokens(text: &str) -> Vec<Token> {
        frontend::tokens_of(text).expect("tokens")
    }

    #[test]
    fn values_that_fall_apart() {
        for closed in [
            "i",
            "12",
            "(i + 1)",
            "lw_min(i, (j))",
            " (a) ",
            "f /* ) */ (i)",
        ] {
            assert!(is_closed(&tokens(closed)), "{closed}");
        }
        for open in [
            "i + 1",
            "-1",
            "(i) + (j)",
            "f(i) + 1",
            "i)",
            "i /* ( */ + 1",
            "i j",
            "",
        ] {
            assert!(!is_closed(&tokens(open)), "{open}");
        }
        let enclosed = |before: &str, after: &str| is_enclosed(&tokens(before), &tokens(after));
        assert!(enclosed("a[", "] = 0"));
        assert!(enclosed("a[ /* from */", "/* to */ ] = 0"));
        assert!(enclosed("2 * (", ")"));
        assert!(enclosed("(", ")"));
        assert!(!enclosed("f(", ")"));
        assert!(!enclosed("f /* ; */ (", ")"));
        assert!(!enclosed("2 * ", " + 1"));
    }

    #[test]
    fn ranges_cut_no_tokens() {
        let parts = |text: &str, ranges: &[Range<usize>]| {
            let (outside, inside) = parted(text, ranges)?;
            let words = |parts: Vec<Vec<Token>>| -> Vec<String> {
                parts.iter().map(frontend::token::spell).collect()
            };
            Some((words(outside), words(inside)))
        };
        let strings = |list: &[&str]| list.iter().map(|one| one.to_string()).collect::<Vec<_>>();
        assert_eq!(
            parts("a[i + 1] = i;", &[2..7, 11..12]),
            Some((strings(&["a[", "] =", ";"]), strings(&["i + 1", "i"])))
        );
        for (text, cut) in [
            ("a[ii] = 0;", 2..3),
            ("a[ii] = 0;", 3..4),
            ("a[ii] = \"0;", 2..4),
        ] {
            assert_eq!(parts(text, std::slice::from_ref(&cut)), None, "{text}");
        }
    }

    const TEXT: &str = "#define H hidden
void f(int n, double a[n], double x, double k, double hidden) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = x * (i + 1) + k; // and H: \"
  for (int i = 0; i < n; i++)
    a[i] = a[i] + H * sizeof(\"a \\
 b\");
#pragma endscop
}
";

    /// The verdict when a part of the new program is replaced by another one of the same length.
    fn spoiled(old: &str, new: &str) -> Result<(), String> {
        let program = read(TEXT, &Request::default());
        let mut text =
            rewrite(&program, &program.originals(), &Choices::default()).expect("a text");
        assert!(
            text.text.contains(old) && old.len() == new.len(),
            "{}",
            text.text
        );
        text.text = text.text.replace(old, new);
        prove(&program, &text, &Request::default()).map_err(|error| error.notes.join("; "))
    }

    /// Records alone would not show any of these.
    #[test]
    fn the_text_of_statements_is_looked_at() {
        assert_eq!(spoiled("x", "x"), Ok(()));
        let why = spoiled("(i + 1)", " i + 1 ").expect_err("an error");
        assert!(why.contains("falls apart"), "{why}");
        let why = spoiled("+ k;", "- k;").expect_err("an error");
        assert!(why.contains("changed"), "{why}");
        let why = spoiled("x * (i + 1)", "x * (i + 2)").expect_err("an error");
        assert!(why.contains("different values"), "{why}");
    }

    const ROOTS: &str = "#define STEP 2
double sqrt(double);
void f(int n, double a[n]) {
#pragma scop
  for (int i = 0; i < n; i += STEP) {
    double root;
    root = sqrt(a[i]);
    a[i] = root;
  }
#pragma endscop
}
";

    /// The verdict on a text with something put before its first loop.
    fn preceded(by: &str) -> Result<(), String> {
        let program = read(ROOTS, &Request::default());
        let originals = program.originals();
        let mut new = rewrite(&program, &originals, &Choices::default()).expect("a text");
        let at = new.text.find("  for (").expect("a loop");
        new.text.insert_str(at, by);
        for placed in &mut new.regions[0].statements {
            for range in placed.holes.iter_mut().chain([&mut placed.range]) {
                *range = range.start + by.len()..range.end + by.len();
            }
        }
        prove(&program, &new, &Request::default()).map_err(|error| error.notes.join("; "))
    }

    /// None of these shows in the model of the region.
    #[test]
    fn what_stands_around_the_loops_is_looked_at() {
        assert_eq!(preceded("\n"), Ok(()));
        for (directive, expected) in [
            ("\n#define sqrt cbrt\n", "changes the meaning"),
            ("\n#define STEP 2\n", "changes the meaning"),
            ("\n#define other 3\n", "is not undefined"),
            ("\n#undef STEP\n", "unexpected"),
            ("\n#pragma GCC ivdep\n", "unexpected"),
            ("\n#include \"other.h\"\n", "unexpected"),
            ("\n    double a[9];\n", "accesses something else"),
        ] {
            let why = preceded(directive).expect_err(directive);
            assert!(why.contains(expected), "{directive}: {why}");
        }
        let why = spoiled("double k,", "float k, ").expect_err("an error");
        assert!(why.contains("outside the regions"), "{why}");
    }

    #[test]
    fn variables_of_the_region_keep_their_types() {
        let program = read(ROOTS, &Request::default());
        let originals = program.originals();
        let mut new = rewrite(&program, &originals, &Choices::default()).expect("a text");
        assert!(new.text.contains("double root;"), "{}", new.text);
        new.text = new.text.replace("double root;", "float  root;");
        let error = prove(&program, &new, &Request::default()).expect_err("an error");
        assert!(
            error.notes[0].contains("declared differently"),
            "{:?}",
            error.notes
        );
    }

    /// What iterations share is not allocated by each of them.
    #[test]
    fn memory_that_is_lost_with_an_iteration_is_found() {
        let text = "#include <stdlib.h>
void f(int n, double a[n]) {
#pragma scop
  double *t = malloc(n * sizeof *t);
  if (!t) abort();
  for (int i = 0; i < n; i++) {
    t[i] = a[i];
    a[i] = t[i] + 1;
  }
  free(t);
#pragma endscop
}
";
        let mut program = read(text, &Request::default());
        let recipe = crate::transform::Recipe {
            script: Some(("script", "parallel(S0.i)")),
            ..Default::default()
        };
        let done = crate::transform::transform(&mut program, &Request::default(), &recipe);
        let orders = done.orders().expect("a legal order");
        let mut new = rewrite(&program, &orders, &Choices::default()).expect("a text");
        assert!(prove(&program, &new, &Request::default()).is_ok());
        let head = "for (int i = 0; i < n; i++) {\n";
        let [start, loop_, body] = [
            new.text.find("    double *t").expect("an allocation"),
            new.text.find("    #pragma omp").expect("a directive"),
            new.text.find(head).expect("a loop") + head.len(),
        ];
        let allocation = new.text[start..loop_].to_string();
        let rest = new.text[loop_..body].to_string();
        new.text
            .replace_range(start..body, &format!("{rest}{allocation}"));
        let freed = new.text.find("    free(t);\n").expect("an end");
        let end = new.text[..freed].rfind("    }\n").expect("an end");
        new.text
            .replace_range(end..freed + 13, "    free(t);\n    }\n");
        let error = prove(&program, &new, &Request::default()).expect_err("an error");
        assert!(
            error.notes[0].contains("`t` is lost with each iteration"),
            "{:?} {}",
            error.notes,
            new.text
        );
    }

    /// No budget is so small, or ends at such a place, that something is said to be wrong.
    #[test]
    fn proofs_that_end_early_blame_nobody() {
        let text = "#include <stdlib.h>
void f(int n, double *A, double *C) {
  double D[60];
#pragma scop
  for (int i = 0; i < 4; i++)
    for (int j = n - 1; j >= i; j--) {
      D[j + 2] = C[j + 1] + C[i - j + 14];
      A[j] = D[j + 2];
    }
#pragma endscop
}
";
        let mut program = read(text, &Request::default());
        let recipe = crate::transform::Recipe {
            script: Some(("script", "pack(C, S0.i)\nexpand(D, [i, j])")),
            ..Default::default()
        };
        let done = crate::transform::transform(&mut program, &Request::default(), &recipe);
        let orders = done.orders().expect("a legal order");
        let new = rewrite(&program, &orders, &Choices::default()).expect("a text");
        let (mut budget, mut unfinished) = (1, 0);
        loop {
            let request = Request {
                budget: Some(budget),
                ..Request::default()
            };
            match prove(&program, &new, &request) {
                Ok(()) => break,
                Err(error) => assert_eq!(error.code, report::NOT_FINISHED, "{budget}: {error:?}"),
            }
            unfinished += 1;
            budget += budget / 40 + 1;
        }
        assert!(unfinished > 100, "{unfinished}");
    }

    /// A counter that is wider makes a product of it wider, and that shows in what is made of it.
    #[test]
    fn types_of_operations_are_looked_at() {
        let text = "void f(int n, int x, double a[n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = x * i * 2u;
#pragma endscop
}
";
        let read = |text: &str| read(text, &Request::default());
        let mut program = read(text);
        let new = rewrite(&program, &program.originals(), &Choices::default()).expect("a text");
        assert!(prove(&program, &new, &Request::default()).is_ok());
        program.nests[0].computed = read(&text.replace("int i", "long i")).nests[0]
            .computed
            .clone();
        let error = prove(&program, &new, &Request::default()).expect_err("an error");
        assert!(
            error.notes[0].contains("in other types"),
            "{:?}",
            error.notes
        );
    }

    #[test]
    fn captured_names_are_found() {
        let program = read(TEXT, &Request::default());
        let new = rewrite(&program, &program.originals(), &Choices::default()).expect("a text");
        let reader = Reader::new(&Request::default()).expect("a reader");
        let unit = reader.read(&new.text, None).expect("a text");
        let mut model = reader
            .model(&unit, &new.regions[0], &program.nests[0], &[])
            .expect("a model")
            .scop;
        let scop = program.nests[0].scop();
        assert_eq!(not_captured(&unit, &model, scop, &new.regions[0]), Ok(()));
        for (name, is_captured) in [("k", true), ("x", true), ("hidden", true), ("other", false)] {
            for copy in &mut model.statements {
                copy.iterators = vec![name.into()];
            }
            let judged = not_captured(&unit, &model, scop, &new.regions[0]);
            assert_eq!(judged.is_err(), is_captured, "{name}");
        }
    }
}
