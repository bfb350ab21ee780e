//! Writes the loops of a program anew, in place: all else of its text stays byte for byte.

use std::collections::BTreeSet;

use astgen::Generator;
use emit::{Placed, Written};
use legality::Legal;
use presburger::Set;
use scop::{Diagnostic, FileId};

use crate::program::{Nest, Program, not_computed};
use crate::report::{self, error};

/// How to write a program anew.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Whether loops that are to run in parallel or in vector lanes say so, for OpenMP.
    pub pragmas: bool,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices { pragmas: true }
    }
}

/// A program with its regions written anew.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The whole text.
    pub text: String,
    /// The regions in it, in the order of [`Program::nests`].
    pub regions: Vec<Region>,
    /// What is worth knowing: loops that cannot run in parallel.
    pub warnings: Vec<Diagnostic>,
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
        let message = "there is not one order for each region";
        return Err(Box::new(error(report::NO_SUCH_REGION, message)));
    }
    let Some(main) = program.files.get(FileId::MAIN) else {
        return Err(Box::new(error(report::NO_SUCH_REGION, "there is no text")));
    };
    let reserved = words(program);
    let mut regions = Vec::with_capacity(program.nests.len());
    let mut warnings = Vec::new();
    let mut text = String::with_capacity(main.text.len());
    let mut done = 0;
    // In the order of the text, so that what has been written stays where it is.
    let mut order: Vec<usize> = (0..program.nests.len()).collect();
    order.sort_by_key(|&index| program.nests[index].scop().span.map(|span| span.start));
    for index in order {
        let (nest, order) = (&program.nests[index], &orders[index]);
        let Some(range) = nest.scop().span.map(|span| span.range()) else {
            return Err(Box::new(error(
                report::NO_SUCH_REGION,
                "the program was not read from C, so there is no text to write it into",
            )));
        };
        let (Some(before), Some(old)) = (
            main.text.get(done..range.start),
            main.text.get(range.clone()),
        ) else {
            let message = format!("region {} overlaps another one", nest.number);
            return Err(Box::new(error(report::NO_SUCH_REGION, message)));
        };
        done = range.end;
        text.push_str(before);
        text.push('\n');
        let (margin, indent) = layout(old);
        let start = text.len();
        let mut options = emit::Options {
            margin,
            indent,
            declared: nest.counters.clone(),
            pragmas: choices.pragmas,
            reserved: reserved.clone(),
            macros: nest.macros.clone(),
            valid: valid(nest),
            ..emit::Options::default()
        };
        // The program's own functions, which it would not use any more otherwise. They may be
        // for `int` alone.
        if nest.scop().parameters.iter().all(|one| one.ctype == "int") {
            options.minimum = nest.minimum.clone();
            options.maximum = nest.maximum.clone();
        }
        let written = nest_text(nest, order, &options)?;
        text.push_str(&written.text);
        // The closing pragma keeps what stands before it on its line.
        text.push_str(old.rsplit('\n').next().unwrap_or(""));
        let mut statements = written.statements;
        for statement in &mut statements {
            let holes = statement.holes.iter_mut();
            for range in holes.chain([&mut statement.range]) {
                *range = range.start + start..range.end + start;
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
            },
        ));
    }
    text.push_str(main.text.get(done..).unwrap_or(""));
    regions.sort_by_key(|(index, _)| *index);
    Ok(Rewritten {
        text,
        regions: regions.into_iter().map(|(_, region)| region).collect(),
        warnings,
    })
}

/// The parameters that a region is run with, as far as its own arithmetic tells.
fn valid(nest: &Nest) -> Option<Set> {
    nest.invalid.as_ref()?.complement().ok()
}

fn not_for_all(nest: &Nest, only: &Set) -> Diagnostic {
    let message = format!(
        "the code for region {} is right only for {}",
        nest.number,
        emit::conditions(only)
    );
    Diagnostic::warning(report::NOT_FOR_ALL, message, None)
        .note("for other parameters it computes something that fits no type")
        .help("say before the region what is known of them, as in `assert(n < 1000000000);`")
}

/// The text of one region.
fn nest_text(
    nest: &Nest,
    order: &Legal,
    options: &emit::Options,
) -> Result<Written, Box<Diagnostic>> {
    let failed = |why: String| {
        let message = format!("region {} cannot be written: {why}", nest.number);
        Box::new(error(report::NOT_COMPUTED, message))
    };
    let spent = |error: presburger::Error| match error {
        presburger::Error::BudgetExhausted => Box::new(not_computed(&error)),
        error => failed(error.to_string()),
    };
    let ast = Generator::new()
        .context(order.scop().context.clone())
        .from_tree(order.schedule())
        .map_err(|error| match error {
            astgen::Error::Sets(error) => spent(error),
            astgen::Error::TooLarge(_) => {
                let error = failed(error.to_string());
                Box::new(error.help("use smaller sizes, factors and amounts"))
            }
            error => failed(error.to_string()),
        })?;
    emit::write(order, &ast, options).map_err(|error| match error {
        emit::Error::Sets(error) => spent(error),
        error => failed(error.to_string()),
    })
}

/// The new text with the ends of lines that the old one has throughout.
///
/// ```
/// use loopwright::rewrite::with_line_ends;
///
/// assert_eq!(with_line_ends("a\r\nb\r\n", "a\r\nx\ny\nb\r\n"), "a\r\nx\r\ny\r\nb\r\n");
/// assert_eq!(with_line_ends("a\nb\r\n", "a\nx\nb\r\n"), "a\nx\nb\r\n");
/// ```
pub fn with_line_ends(old: &str, new: &str) -> String {
    let ends = old.matches('\n').count();
    match ends > 0 && old.matches("\r\n").count() == ends {
        true => new.replace("\r\n", "\n").replace('\n', "\r\n"),
        false => new.to_string(),
    }
}

/// What the lines of a region begin with, and what one level of it is indented by.
fn layout(region: &str) -> (String, String) {
    let code = region.lines().filter(|line| {
        let start = line.trim_start();
        !start.is_empty() && !["#", "/", "*"].iter().any(|mark| start.starts_with(mark))
    });
    let margins = code.map(|line| &line[..line.len() - line.trim_start().len()]);
    // Labels often stand at the very left.
    let mut margins = margins.skip_while(|margin| margin.is_empty());
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

/// All words of the program and its headers: macros, variables, fields. Comments do not count, nor
/// do scripts within the text.
fn words(program: &Program) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for (_, file) in program.files.iter().take(program.sources) {
        let text = without_comments(&file.text);
        let lines = text.lines();
        for line in lines.filter(|line| !line.contains("#pragma loopwright")) {
            let found = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            // Names that could be given are short.
            let found = found.filter(|word| !word.is_empty() && word.len() <= 32);
            words.extend(found.map(String::from));
        }
    }
    words
}

/// The text without comments and without what stands in quotes.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let (before, found) = rest.split_at(at);
        kept.push_str(before);
        let end = match found.as_bytes() {
            [b'/', b'/', ..] => found.find('\n'),
            [b'/', b'*', ..] => found[2..].find("*/").map(|end| end + 4),
            [b'/', ..] => Some(1),
            [quote, ..] => quoted(found, *quote),
            [] => None,
        };
        // All of it separates words.
        kept.push(' ');
        rest = end.and_then(|end| found.get(end..)).unwrap_or("");
    }
    kept.push_str(rest);
    kept
}

/// Where a text in quotes ends: behind the closing one, or at the end of the line.
fn quoted(text: &str, quote: u8) -> Option<usize> {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'\n' => return Some(at),
            _ if byte == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{layout, without_comments};

    #[test]
    fn code_is_indented_as_it_was() {
        let of = |text| {
            let (margin, indent) = layout(text);
            (margin.len(), indent)
        };
        assert_eq!(of("\n    for (;;)\n        x;\n"), (4, "    ".into()));
        assert_eq!(of("\n\tfor (;;)\n\t\tx;\n"), (1, "\t".into()));
        assert_eq!(of("\n\tx;\n"), (1, "\t".into()));
        assert_eq!(of("\nL:   x;\n  /* y */\n  x;\n"), (2, "  ".into()));
        assert_eq!(of(""), (2, "  ".into()));
    }

    #[test]
    fn words_in_comments_and_quotes_are_none() {
        let text = "a /* b */ c // d\n\"e // \\\" f\" g '\"' h / i /* j";
        let words = without_comments(text);
        let words: Vec<&str> = words.split_whitespace().collect();
        assert_eq!(words, ["a", "c", "g", "h", "i"]);
        assert_eq!(without_comments("\"never closed\nx /").trim(), "x");
    }
}
