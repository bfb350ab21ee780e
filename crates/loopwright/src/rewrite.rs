//! Writes the loops of a program anew, in place: all else of its text stays byte for byte.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use astgen::Generator;
use emit::{Placed, Written};
use frontend::{Entry, Source};
use legality::Legal;
use presburger::{Set, UnionSet};
use scop::schedule::{Kind, LoopType, Member, Node};
use scop::{Diagnostic, FileId, ScheduleTree};

use crate::program::{Nest, Program, not_computed};
use crate::report::{self, error};

/// How to write a program anew.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Whether loops that are to run in parallel or in vector lanes say so, for OpenMP.
    pub pragmas: bool,
    /// How many levels deeper than its place the text of a region is, by its number: it becomes a branch of a condition whose
    /// other branch is the original text, which has all labels.
    pub guarded: BTreeMap<usize, usize>,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            pragmas: true,
            guarded: BTreeMap::new(),
        }
    }
}

/// A program with its regions written anew.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The whole text.
    pub text: String,
    /// The regions in it, in the order of [`Program::nests`].
    pub regions: Vec<Region>,
    /// Where the regions are that nobody has marked, if they were looked for.
    pub found: Option<Vec<Range<usize>>>,
    /// Where each region begins in the old text, and where it is now.
    pub moves: Vec<(usize, Range<usize>)>,
    /// What is worth knowing: loops that cannot run in parallel.
    pub warnings: Vec<Diagnostic>,
}

impl Rewritten {
    /// The new text of each region, by the place where it begins in the old one.
    pub fn pieces(&self) -> BTreeMap<usize, String> {
        let piece = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or("").into();
        let moves = self.moves.iter();
        moves.map(|(old, new)| (*old, piece(new))).collect()
    }
}

/// A region that was written anew.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The statements in it; their places count in the whole text.
    pub statements: Vec<Placed>,
    /// The order that it was written for.
    pub order: Legal,
    /// The parameters for which it is right, if not all.
    pub only: Option<Set>,
    /// The constants that it declares for iterators.
    pub constants: BTreeSet<String>,
}

/// The text of the program with every region that was read written anew, in the order that is
/// given for it: one for each of [`Program::nests`].
///
/// ```
/// use loopwright::program::{Request, read};
/// use loopwright::rewrite::{Choices, rewrite};
///
/// let text = "void f(int n, double a[n]) {
/// #pragma scop
///   for (int i = n; i > 0; i--)
///     a[i - 1] = i;
/// #pragma endscop
/// }
/// ";
/// let program = read(text, &Request::default());
/// let new = rewrite(&program, &program.originals(), &Choices::default()).unwrap().text;
/// assert_eq!(new.lines().nth(2), Some("  for (int i = n; i >= 1; i--)"));
/// assert_eq!(new.lines().nth(3), Some("    a[i - 1] = i;"));
/// assert_eq!(new.lines().last(), Some("}"));
/// ```
pub fn rewrite(
    program: &Program,
    orders: &[Legal],
    choices: &Choices,
) -> Result<Rewritten, Box<Diagnostic>> {
    if orders.len() != program.nests.len() {
        let message = "the number of orders does not match the number of regions";
        return Err(Box::new(error(report::NO_SUCH_REGION, message)));
    }
    let Some(main) = program.files.get(FileId::MAIN) else {
        return Err(Box::new(error(
            report::NO_SUCH_REGION,
            "there is no source text",
        )));
    };
    let reserved = frontend::identifiers(&program.files, program.sources);
    let mut regions = Vec::with_capacity(program.nests.len());
    let mut warnings = Vec::new();
    let mut text = String::with_capacity(main.text.len());
    let mut done = 0;
    let mut moves = Vec::new();
    // In the order of the text, so that what has been written stays where it is.
    let mut order: Vec<usize> = (0..program.nests.len()).collect();
    order.sort_by_key(|&index| program.nests[index].scop().span.map(|span| span.start));
    for index in order {
        let (nest, order) = (&program.nests[index], &orders[index]);
        let Some(source) = &nest.region else {
            return Err(Box::new(error(
                report::NO_SUCH_REGION,
                "the program was not read from C, so there is no source text to rewrite",
            )));
        };
        can_be_replaced(nest, source)?;
        is_apart(nest, source)?;
        let range = source.span.range();
        let Some(before) = main.text.get(done..range.start) else {
            let message = format!("region {} overlaps another one", nest.number);
            return Err(Box::new(error(report::NO_SUCH_REGION, message)));
        };
        done = range.end;
        text.push_str(before);
        let mut written = region_text(nest, order, source, &main.text, choices, &reserved)?;
        let end = line_end(&main.text, range.start);
        let old = std::mem::take(&mut written.text);
        written.text = old.replace('\n', end);
        // What is before the region may have the first half of the line end.
        let given = end.len()
            - end
                .strip_prefix('\r')
                .filter(|_| before.ends_with('\r'))
                .unwrap_or(end)
                .len();
        let start = text.len();
        text.push_str(&written.text[given..]);
        if let Some(number) = nest.line_behind {
            text.push_str(&format!("#line {number}{end}"));
        }
        text.push_str(main.text.get(source.source.tail.range()).unwrap_or(""));
        moves.push((range.clone(), start..text.len()));
        let breaks: Vec<usize> = old.match_indices('\n').map(|(at, _)| at).collect();
        let moved = |offset: usize| {
            let lines = breaks.partition_point(|at| *at < offset);
            start + offset + lines * (end.len() - 1) - given
        };
        let mut statements = written.statements;
        for statement in &mut statements {
            let holes = statement.holes.iter_mut();
            for range in holes.chain([&mut statement.range]) {
                *range = moved(range.start)..moved(range.end);
            }
        }
        for loop_ in &written.sequential {
            let message = format!(
                "the loop over `{}` in region {} does not run in parallel",
                loop_.counter, nest.number
            );
            warnings
                .push(Diagnostic::warning(report::NOT_PARALLEL, message, None).note(&*loop_.why));
        }
        if let Some(only) = &written.only {
            warnings.push(not_for_all(nest, only));
        }
        regions.push((
            index,
            Region {
                number: nest.number,
                statements,
                order: order.clone(),
                only: written.only,
                constants: written.constants,
            },
        ));
    }
    text.push_str(main.text.get(done..).unwrap_or(""));
    regions.sort_by_key(|(index, _)| *index);
    let found = program.found.as_ref();
    let found = found.map(|ranges| ranges.iter().map(|range| moved(range, &moves)).collect());
    Ok(Rewritten {
        text,
        found,
        moves: moves
            .into_iter()
            .map(|(old, new)| (old.start, new))
            .collect(),
        regions: regions.into_iter().map(|(_, region)| region).collect(),
        warnings,
    })
}

/// Where a range of the old text is, given where other ranges of it are.
fn moved(range: &Range<usize>, moves: &[(Range<usize>, Range<usize>)]) -> Range<usize> {
    let (mut more, mut less) = (0, 0);
    for (old, new) in moves {
        if old == range {
            return new.clone();
        }
        if old.end <= range.start {
            more += new.len();
            less += old.len();
        }
    }
    range.start + more - less..range.end + more - less
}

/// Whether new loops may stand where the old ones are.
fn can_be_replaced(nest: &Nest, region: &frontend::Region) -> Result<(), Box<Diagnostic>> {
    let Some(obstacle) = &nest.obstacle else {
        return Ok(());
    };
    let (message, span) = (obstacle.message.as_str(), obstacle.span);
    let mut error = Diagnostic::error(obstacle.code, message, span);
    if span != region.begin && obstacle.code == report::NOT_IN_PLACE {
        error = error.label(region.begin, "the region begins here");
    }
    Err(Box::new(error.help(&*obstacle.help)))
}

/// No directive before the region is about its loops together with loops around it, and none in it
/// about what happens around it.
fn is_apart(nest: &Nest, region: &frontend::Region) -> Result<(), Box<Diagnostic>> {
    if let Some(pragma) = nest.surroundings.shared {
        let message = "this pragma is about threads that run the region, and new loops have no place \
                       for it";
        let error = Diagnostic::error(report::NOT_IN_PLACE, message, pragma);
        return Err(Box::new(error.help(
            "end the region before it, or let the region have threads of its own by a script",
        )));
    }
    let Some(pragma) = nest.surroundings.across else {
        return Ok(());
    };
    let message = "this pragma is about loops around the region and in it, which will be others";
    let error = Diagnostic::error(report::NOT_IN_PLACE, message, pragma);
    let error = error.label(region.begin, "the region begins here");
    Err(Box::new(error.help(
        "begin the region before the pragma, without it, or name fewer loops in it",
    )))
}

/// The lines of one region, from the end of the line with its first pragma on.
fn region_text(
    nest: &Nest,
    order: &Legal,
    region: &frontend::Region,
    text: &str,
    choices: &Choices,
    reserved: &BTreeSet<String>,
) -> Result<Written, Box<Diagnostic>> {
    let (mut margin, indent) = layout(text, &region.source);
    let guarded = choices.guarded.get(&nest.number);
    margin.push_str(&indent.repeat(guarded.copied().unwrap_or(0)));
    let mut options = emit::Options {
        margin: margin.clone(),
        indent,
        declared: nest.counters.clone(),
        pragmas: choices.pragmas,
        reserved: reserved.clone(),
        macros: nest.macros.clone(),
        sizes: nest.sizes.clone(),
        valid: valid(nest),
        hidden: nest.hidden.clone(),
        remarks: nest.remarks.clone(),
        surroundings: nest.surroundings.clone(),
        allocations: nest.allocations.clone(),
        no_malloc: nest.no_malloc.clone(),
        labels: guarded.is_none(),
        ..emit::Options::default()
    };
    // The program's own functions, which it would not use any more otherwise. They may be
    // for `int` alone.
    if nest.scop().parameters.iter().all(|one| one.ctype == "int") {
        options.minimum = nest.minimum.clone();
        options.maximum = nest.maximum.clone();
    }
    // Where one statement is expected there is to be one.
    let is_empty = nest.scop().statements.is_empty();
    let has_braces = match region.entry {
        Entry::Statement => false,
        Entry::Label => is_empty,
        Entry::Body | Entry::Unknown => true,
    };
    if has_braces {
        options.margin.push_str(&options.indent);
    }
    let mut written = nest_text(nest, order, &options)?;
    let mut lines = String::from("\n");
    let mut add = |line: &str| {
        lines.push_str(format!("{margin}{line}").trim_end());
        lines.push('\n');
    };
    let comments = |list: &[String]| list.join("\n");
    if !nest.remarks.top.is_empty() {
        comments(&nest.remarks.top).lines().for_each(&mut add);
        add("");
    }
    if has_braces {
        add("{");
    }
    let start = lines.len();
    lines.push_str(&written.text);
    let mut add = |line: &str| {
        lines.push_str(format!("{margin}{line}").trim_end());
        lines.push('\n');
    };
    if has_braces {
        add("}");
    }
    comments(&nest.remarks.bottom).lines().for_each(&mut add);
    written.text = lines;
    for statement in &mut written.statements {
        let holes = statement.holes.iter_mut();
        for range in holes.chain([&mut statement.range]) {
            *range = range.start + start..range.end + start;
        }
    }
    Ok(written)
}

/// How the line ends that an offset lies on.
fn line_end(text: &str, offset: usize) -> &'static str {
    let newline = text.get(offset..).and_then(|rest| rest.find('\n'));
    match newline.and_then(|at| text.get(..offset + at)) {
        Some(line) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The parameters that a region is run with, as far as its own arithmetic tells.
fn valid(nest: &Nest) -> Option<Set> {
    nest.invalid.as_ref()?.complement().ok()
}

fn not_for_all(nest: &Nest, only: &Set) -> Diagnostic {
    let message = format!(
        "the code for region {} is correct only for {}",
        nest.number,
        emit::conditions(only)
    );
    Diagnostic::warning(report::NOT_FOR_ALL, message, None)
        .note("for other parameters it computes values that fit no integer type")
        .help("state a bound before the region, such as `assert(n < 1000000000);`")
}

/// The text of one region.
fn nest_text(
    nest: &Nest,
    order: &Legal,
    options: &emit::Options,
) -> Result<Written, Box<Diagnostic>> {
    let failed = |why: String| {
        let message = format!("cannot write region {}: {why}", nest.number);
        Box::new(error(report::NOT_COMPUTED, message))
    };
    let spent = |error: presburger::Error| match error {
        error if error.is_interruption() => Box::new(not_computed(&error)),
        error => failed(error.to_string()),
    };
    let schedule = in_one_piece(order).map_err(spent)?;
    let ast = Generator::new()
        .context(order.scop().context.clone())
        .from_tree(&schedule)
        .map_err(|error| match error {
            astgen::Error::Sets(error) => spent(error),
            astgen::Error::TooLarge(_) => {
                let error = failed(error.to_string());
                Box::new(error.help("use smaller sizes, factors and shifts"))
            }
            error => failed(error.to_string()),
        })?;
    emit::write(order, &ast, options).map_err(|error| match error {
        emit::Error::Sets(error) => spent(error),
        emit::Error::NoMalloc { .. } => {
            let message = format!("cannot write region {}: {error}", nest.number);
            let error = self::error(report::NO_MALLOC, message);
            Box::new(error.help("write `#include <stdlib.h>` at the beginning of the file"))
        }
        error => failed(error.to_string()),
    })
}

/// The order, with loops in one piece whose iterations have variables for themselves: what one iteration
/// does with such a variable must not be taken out of it.
fn in_one_piece(order: &Legal) -> presburger::Result<ScheduleTree> {
    let has_own = |member: &Member| {
        let is_private = |id| {
            let mut arrays = order.scop().arrays();
            arrays.any(|(array, _)| order.role(id, array).is_private())
        };
        (member.parallel || member.vector) && member.id.is_some_and(is_private)
    };
    let changed = order.schedule().numbered().map_bottom_up(|node| {
        let Kind::Band(band) = node.kind() else {
            return presburger::Result::Ok(node);
        };
        let mut band = band.clone();
        for (i, member) in band.members.iter().enumerate() {
            if has_own(member) && band.loop_type(i)? == LoopType::Default {
                let option: UnionSet = format!("{{ whole[{i}] }}").parse()?;
                band.options = Some(match &band.options {
                    Some(options) => options.union(&option)?,
                    None => option,
                });
            }
        }
        let children = node.children().to_vec();
        Ok(Node::new(Kind::Band(band), children).unwrap_or(node))
    })?;
    Ok(changed.unwrap_or_else(|| order.schedule().clone()))
}

/// What the lines of a region begin with, and what one level of it is indented by.
pub(crate) fn margin(text: &str, region: &frontend::Region) -> (String, String) {
    layout(text, &region.source)
}

/// The same for its tokens.
fn layout(text: &str, region: &Source) -> (String, String) {
    let code = region.tokens.iter().filter_map(|token| {
        let before = text.get(..token.span().range().start)?;
        let line = &before[before.rfind(['\n', '\r']).map_or(0, |at| at + 1)..];
        line.trim_start().is_empty().then_some(line)
    });
    // Labels often stand at the very left.
    let mut margins = code.skip_while(|margin| margin.is_empty());
    let Some(margin) = margins.next() else {
        return ("  ".into(), "  ".into());
    };
    let deeper = margins.filter_map(|other| other.strip_prefix(margin));
    let deeper = deeper.filter(|more| !more.is_empty());
    let indent = deeper.min_by_key(|more| more.len());
    let indent = indent.unwrap_or(match margin.contains('\t') {
        true => "\t",
        false => "  ",
    });
    (margin.into(), indent.into())
}

#[cfg(test)]
mod tests {
    use super::layout;
    use frontend::{Options, read};

    #[test]
    fn code_is_indented_as_it_was() {
        let of = |text: &str| {
            let text = format!("void f(void) {{\n#pragma scop{text}#pragma endscop\n}}\n");
            let unit = read(&text, &Options::default()).expect("C");
            let (margin, indent) = layout(&text, &unit.regions[0].source);
            (margin.len(), indent)
        };
        assert_eq!(of("\n    for (;;)\n        x;\n"), (4, "    ".into()));
        assert_eq!(of("\n\tfor (;;)\n\t\tx;\n"), (1, "\t".into()));
        assert_eq!(of("\n\tx;\n"), (1, "\t".into()));
        assert_eq!(of("\nL:   x;\n  /* y */\n  x;\n"), (2, "  ".into()));
        assert_eq!(of("\n    x; /*\n  y */\n"), (4, "  ".into()));
        assert_eq!(of("\n"), (2, "  ".into()));
    }
}
