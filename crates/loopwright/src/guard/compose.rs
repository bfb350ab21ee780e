//! The text with a condition, the new loops and the original ones.

use std::collections::BTreeMap;

use scop::{Diagnostic, FileId};

use super::Guard;
use crate::program::{Nest, Program};
use crate::report::{self, error};
use crate::rewrite::Rewritten;

/// How many levels deeper than their places the new loops of guarded regions are in the text of [`compose`], by the numbers of the
/// regions. `guards` has one for each of [`Program::nests`].
pub fn depths(program: &Program, guards: &[Option<Guard>]) -> BTreeMap<usize, usize> {
    let depth = |guard: &Guard| 1 + usize::from(!guard.declarations.is_empty());
    let regions = program.nests.iter().zip(guards);
    let guarded = regions.filter_map(|(nest, guard)| {
        let guard = guard.as_ref().filter(|guard| !guard.is_needless())?;
        Some((nest.number, depth(guard)))
    });
    guarded.collect()
}

/// The text of a program whose regions have been written anew, with the original text of those that are guarded behind `else`.
/// `guards` has one for each of [`Program::nests`].
///
/// What has been proved of `new` is true of the new loops in it: they are the same text, in a block. Behind `else` there can be another new
/// text that is right where the condition does not hold.
///
/// ```
/// use loopwright::guard::{compose, depths};
/// use loopwright::{Choices, Recipe, Request, prove, read, rewrite, transform};
///
/// let text = "void f(int n, char *a, char *b) {
/// #pragma scop
///   for (int i = 0; i < n; i++)
///     b[i] = a[i];
/// #pragma endscop
/// }
/// ";
/// let mut program = read(text, &Request::default());
/// let recipe = Recipe { script: Some(("r.lw", "reverse(S0.i)")), guard: true, ..Recipe::default() };
/// let done = transform(&mut program, &Request::default(), &recipe);
/// let (orders, guards) = (done.orders().unwrap(), done.guards());
/// let choices = Choices { guarded: depths(&program, &guards), ..Choices::default() };
/// let new = rewrite(&program, &orders, &choices).unwrap();
/// assert!(prove(&program, &new, &Request::default()).is_ok());
/// let new = compose(&program, &new, &guards, None).unwrap().text;
/// assert!(new.contains("if (lw_b_a == 0 || n + lw_b_a <= 0 || lw_b_a >= n) {"));
/// assert!(new.contains("} else {\n  for (int i = 0; i < n; i++)\n    b[i] = a[i];\n"));
/// ```
pub fn compose(
    program: &Program,
    new: &Rewritten,
    guards: &[Option<Guard>],
    otherwise: Option<&Rewritten>,
) -> Result<Rewritten, Box<Diagnostic>> {
    let others = otherwise.map(Rewritten::pieces);
    let lost = || {
        Box::new(error(
            report::NO_GUARD,
            "the regions of the new text are not those of the old one",
        ))
    };
    let main = program.files.get(FileId::MAIN).ok_or_else(lost)?;
    let mut composed = new.clone();
    composed.text.clear();
    composed.moves.clear();
    composed.found = None;
    let mut moves = new.moves.clone();
    moves.sort_by_key(|(_, range)| range.start);
    let mut done = 0;
    for (old, range) in moves {
        let is_here = |nest: &&Nest| {
            let region = nest.region.as_ref();
            region.is_some_and(|region| region.span.range().start == old)
        };
        let at = program
            .nests
            .iter()
            .position(|nest| is_here(&nest))
            .ok_or_else(lost)?;
        composed.text += new.text.get(done..range.start).ok_or_else(lost)?;
        let start = composed.text.len();
        let piece = new.text.get(range.clone()).ok_or_else(lost)?;
        let guard = guards.get(at).and_then(Option::as_ref);
        match guard.and_then(|guard| Some((guard, guard.condition.as_ref()?))) {
            None => composed.text += piece,
            Some((guard, condition)) => {
                let region = program.nests[at].region.as_ref().ok_or_else(lost)?;
                let source = main.text.get(region.span.range()).ok_or_else(lost)?;
                let other = others.as_ref().and_then(|others| others.get(&old));
                let original = other.map_or(source, String::as_str);
                let before = main
                    .text
                    .get(..region.span.range().start)
                    .ok_or_else(lost)?;
                let is_next = usize::from(source.starts_with(['\n', '\r']));
                let line = before.matches('\n').count() + 1 + is_next;
                let line = program.nests[at].line_behind.map(|behind| (line, behind));
                let margin = crate::rewrite::margin(&main.text, region);
                let around = Around {
                    margin: &margin,
                    line,
                };
                let text = around.guarded(guard, condition, piece, original);
                // The first half of the line end may be there already.
                let half = text
                    .strip_prefix('\r')
                    .filter(|_| composed.text.ends_with('\r'));
                composed.text += half.unwrap_or(&text);
            }
        }
        composed.moves.push((old, start..composed.text.len()));
        done = range.end;
    }
    composed.text += new.text.get(done..).ok_or_else(lost)?;
    composed.regions.clear();
    Ok(composed)
}

/// Where the text goes.
struct Around<'a> {
    /// How lines are indented, and by how much more inside.
    margin: &'a (String, String),
    /// The number of the first line of the original text and of the line behind it, if somebody looks at it.
    line: Option<(usize, usize)>,
}

impl Around<'_> {
    fn guarded(&self, guard: &Guard, condition: &str, piece: &str, original: &str) -> String {
        let end = if piece.contains("\r\n") { "\r\n" } else { "\n" };
        let (margin, indent) = self.margin;
        let has_block = !guard.declarations.is_empty();
        let inside = match has_block {
            true => format!("{margin}{indent}"),
            false => margin.clone(),
        };
        // What stands before the second pragma on its line stays there.
        let (piece, tail) = match piece.rfind('\n') {
            Some(at) if piece[at + 1..].trim().is_empty() => piece.split_at(at + 1),
            _ => (piece, ""),
        };
        let original_body = match original.rfind('\n') {
            Some(at) if original[at + 1..].trim().is_empty() => &original[..=at],
            _ => original,
        };
        let mut text = String::new();
        let mut line = |margin: &str, what: &str| {
            text += margin;
            text += what;
            text += end;
        };
        line("", "");
        if has_block {
            line(margin, "{");
            for declaration in &guard.declarations {
                line(&inside, declaration);
            }
        }
        let head = format!("{inside}if ({condition}) {{");
        text += &wrapped(&head, &inside, indent, end);
        let add = |text: &mut String, more: &str| {
            let has_end = more.starts_with(end);
            let rest = if has_end {
                more
            } else {
                more.strip_prefix('\n').unwrap_or(more)
            };
            if !has_end {
                *text += end;
            }
            *text += rest;
        };
        add(&mut text, piece);
        if !piece.ends_with('\n') {
            text += end;
        }
        text += &format!("{inside}}} else {{");
        if let Some((first, _)) = self.line {
            text += &format!("{end}#line {first}");
        }
        add(&mut text, original_body);
        if !original_body.ends_with('\n') {
            text += end;
        }
        text += &format!("{inside}}}{end}");
        if has_block {
            text += &format!("{margin}}}{end}");
        }
        if let Some((_, behind)) = self.line {
            text += &format!("#line {behind}{end}");
        }
        text + tail
    }
}

/// A line of at most 100 columns, or several, broken at `&&` and `||`.
fn wrapped(head: &str, margin: &str, indent: &str, end: &str) -> String {
    if head.len() <= 100 {
        return head.to_string();
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in head
        .split_inclusive(" || ")
        .flat_map(|part| part.split_inclusive(" && "))
    {
        if !line.trim().is_empty() && line.len() + word.trim_end().len() > 98 {
            lines.push(std::mem::take(&mut line).trim_end().to_string());
            line = format!("{margin}{indent}{indent}");
        }
        line += word;
    }
    lines.push(line);
    lines.join(end)
}
