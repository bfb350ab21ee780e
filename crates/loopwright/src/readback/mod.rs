//! The last step: what was written is read back and proved to run the same instances in the order
//! of the schedule.
//!
//! The new text is read twice, by the front end that read the program: once with every statement
//! replaced by a record of the instance that it stands for, once as it is. See [`validate`].

mod reader;
mod text;

use frontend::surroundings::Surroundings;
use frontend::token::{Token, TokenKind};
use frontend::{Effect, Modelled, Overflow, Unit};
use presburger::Set;
use scop::{Diagnostic, FileId, Scop, Span};
use validate::{Claim, Copy, Directive, Failure};

use crate::around;
use crate::moved;
use crate::program::{LONGER, Nest, Program, Request};
use crate::report;
use crate::rewrite::{Region, Rewritten};
use reader::{Reader, with_records};
use text::untouched;

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

#[cfg(test)]
mod tests;
