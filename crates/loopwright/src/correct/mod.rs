//! Makes illegal scripts legal: lines of a script that mend it, each proved before anybody sees it.
//!
//! [`correct()`] looks for the smallest deviations of the vectors with the crate `correction`, behind the operation that
//! is to blame first and at the end of the script otherwise, and says them as operations. Where no deviations help, or
//! others are wanted as well, it tries what else programmers do (`beyond`). Whatever it finds is carried
//! out and judged with the whole script, as if the user had written it.

mod beyond;
mod diff;
mod lines;
mod order;
mod words;

use correction::Fixed;
use dependence::Dependence;
use presburger::{Budget, Error, Set};
use scop::{Diagnostic, Scop};
use script::Loader;
use std::cell::Cell;

use crate::program::{Program, Request};
use crate::report;
use crate::transform::{Changed, Recipe, Transformed, transform};

pub use diff::diff;
pub use order::explain;
pub use words::json;

/// What is wanted of a correction.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// Components that may not be moved.
    pub keep: &'a [String],
    /// How many different corrections are wanted at most.
    pub alternatives: usize,
}

impl Default for Wish<'_> {
    fn default() -> Self {
        Wish {
            keep: &[],
            alternatives: 1,
        }
    }
}

/// What a correction does to a script's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Means {
    /// Statements are moved to other iterations of their loops.
    Shift,
    /// The parts of a loop run in another order.
    Reorder,
    /// Statements share fewer loops.
    Distribute,
    /// Some of these.
    Move,
    /// Some instances run later than the others.
    Split,
    /// An inner loop is skewed by an outer one.
    Skew,
    /// Values are kept in more memory.
    Storage,
    /// Accumulations are reordered, which changes rounding.
    Relax,
    /// The operations that are to blame are left out.
    Undo,
}

/// A correction of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it does.
    pub means: Means,
    /// The operations that are new.
    pub lines: Vec<String>,
    /// The line of the script, counted from 1, that they follow; 0 at the top.
    pub after: usize,
    /// Whether they replace an operation in that line.
    pub is_replaced: bool,
    /// Whether nothing of the script follows them.
    pub is_last: bool,
    /// Whether the script is made of `#pragma loopwright …` lines.
    pub is_inline: bool,
    /// The whole script with them.
    pub script: String,
    /// Whether smaller deviations are known to be illegal, where it is a matter of deviations.
    pub is_minimal: bool,
}

/// What came of looking for corrections.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corrections {
    /// The corrections, the best one first; each has been proved to be legal.
    pub fixes: Vec<Fix>,
    /// Why there are none, or none that only move statements.
    pub why_not: Option<String>,
    /// Parameters for which the script is legal as it is, if large ones are among them.
    pub legal_if: Option<Set>,
    /// Whether the script is legal if accumulations may change places everywhere. Only looked for where nothing else helps.
    pub relaxing_helps: bool,
}

/// The text of the script of a region: the script file, or the lines in the region.
pub fn script_text(program: &Program, index: usize, recipe: &Recipe<'_>) -> String {
    if let Some((_, text)) = recipe.script {
        return text.to_string();
    }
    let region = program.nests[index].region.as_ref();
    let pieces = region.map_or(&[][..], |region| &region.scripts);
    let lines = pieces
        .iter()
        .map(|piece| program.files.slice(*piece).trim().to_string() + "\n");
    lines.collect()
}

/// Looks for corrections of the script of a region, which has been found to be illegal.
///
/// ```
/// use loopwright::correct::{Wish, correct};
/// use loopwright::{Recipe, Request, read, transform};
///
/// let text = "void f(int n, double A[n + 2], double B[n + 1], double C[n + 1]) {
/// #pragma scop
///   for (int i = 0; i <= n; i++)
/// S1: A[i] = B[i];
///   for (int i = 0; i <= n; i++)
/// S2: C[i] = A[i + 1];
/// #pragma endscop
/// }";
/// let (request, script) = (Request::default(), Some(("fuse.lw", "fuse(S1, S2)\n")));
/// let mut program = read(text, &request);
/// let recipe = Recipe { script, ..Recipe::default() };
/// let done = transform(&mut program, &request, &recipe);
/// let found = correct(&program, &request, &recipe, &done.regions[0], Wish::default());
/// assert_eq!(found.fixes[0].lines, ["shift(S2, i, 1)"]);
/// assert_eq!(found.fixes[0].script, "fuse(S1, S2)\nshift(S2, i, 1)\n");
/// ```
pub fn correct(
    program: &Program,
    request: &Request<'_>,
    recipe: &Recipe<'_>,
    changed: &Changed,
    wish: Wish<'_>,
) -> Corrections {
    let mut nests = program.nests.iter();
    let Some(index) = nests.position(|nest| nest.number == changed.number) else {
        return Corrections::default();
    };
    let text = script_text(program, index, recipe);
    let name = recipe.script.map_or(INLINE, |(name, _)| name);
    let scop = program.nests[index].scop();
    // An answer that takes long is none: what the search can do is bounded as a whole.
    let mut found = Corrections::default();
    let run = || -> Made<()> {
        let dependences = dependence::dependences(scop, &dependence::Options::default())?;
        let search = Search {
            program,
            request,
            recipe,
            changed,
            wish,
            index,
            scop,
            name,
            text: &text,
            dependences: &dependences,
            proofs: Cell::new(0),
        };
        search.run(&mut found)
    };
    match Budget::operations(WORK).run(run) {
        Ok(()) => {}
        Err(error) => {
            found
                .why_not
                .get_or_insert_with(|| match error.is_interruption() {
                    true => "the search for a correction took too long".into(),
                    false => format!("a correction could not be computed: {error}"),
                });
        }
    }
    found
}

/// What the script of a region is called that is made from the lines in it.
pub(crate) const INLINE: &str = "<region>";

/// How many scripts are carried out and judged at most.
const PROOFS: usize = 80;

/// How much work the search may take, and how much of it a single proof: less than a second, and less than half of that.
const WORK: u64 = 12_000_000;
const PROOF: u64 = 5_000_000;

pub(crate) struct Search<'a> {
    program: &'a Program,
    request: &'a Request<'a>,
    recipe: &'a Recipe<'a>,
    changed: &'a Changed,
    wish: Wish<'a>,
    index: usize,
    scop: &'a Scop,
    name: &'a str,
    text: &'a str,
    /// Those of the program.
    dependences: &'a [Dependence],
    proofs: Cell<usize>,
}

/// A proposal: it is a correction once it is proved.
pub(crate) struct Proposal {
    pub means: Means,
    pub lines: Vec<String>,
    pub place: Place,
    pub is_minimal: bool,
}

/// Where lines are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Before this byte of the text.
    At(usize),
    /// Instead of the text between these bytes, which is in one line.
    Instead(usize, usize),
}

type Made<T> = Result<T, Error>;

impl Search<'_> {
    fn run(&self, found: &mut Corrections) -> Made<()> {
        found.legal_if = beyond::legal_if(self)?;
        let is_enough = |found: &Corrections| found.fixes.len() >= self.wish.alternatives;
        order::deviations(self, &[Fixed::Apart, Fixed::Positions], found)?;
        if found.fixes.is_empty() {
            order::parametric(self, found)?;
        }
        if !is_enough(found) {
            beyond::others(self, found)?;
        }
        // To fuse loops again, or to leave operations out, is not what the user had in mind.
        if found.fixes.is_empty() && !found.relaxing_helps {
            order::deviations(self, &[Fixed::Nothing], found)?;
        }
        if found.fixes.is_empty() && !found.relaxing_helps {
            beyond::without(self, found)?;
        }
        Ok(())
    }

    fn loader(&self) -> Option<&Loader<'_>> {
        self.recipe.loader
    }

    /// The outcome of a script; nothing if it has mistakes.
    fn outcome(&self, text: &str) -> Option<script::Outcome> {
        let script = script::parse(text, self.name).ok()?;
        let options = script::Options {
            normalised: self.recipe.normalised,
            loader: self.loader(),
        };
        script::run(&script, self.scop, &options).ok()
    }

    /// Carries out and judges the whole script with a proposal, and keeps it if it is legal. Whether
    /// enough has been found.
    fn propose(&self, proposal: Proposal, found: &mut Corrections) -> Made<bool> {
        let script = with_lines(self.text, &proposal.lines, proposal.place);
        let is_known = found.fixes.iter().any(|fix| fix.script == script);
        if !is_known && self.proofs.get() < PROOFS && self.is_legal(&script)? {
            let (at, is_replaced, is_last) = match proposal.place {
                Place::At(at) => {
                    let is_last = self.text[at..].trim().is_empty();
                    (self.text[..at].lines().count(), false, is_last)
                }
                Place::Instead(from, _) => {
                    (self.text[..from].matches('\n').count() + 1, true, false)
                }
            };
            found.fixes.push(Fix {
                means: proposal.means,
                lines: proposal.lines,
                after: at,
                is_replaced,
                is_last,
                is_inline: self.recipe.script.is_none(),
                script,
                is_minimal: proposal.is_minimal,
            });
        }
        Ok(found.fixes.len() >= self.wish.alternatives || self.proofs.get() >= PROOFS)
    }

    /// Whether the whole of a script is legal.
    fn is_legal(&self, text: &str) -> Made<bool> {
        self.judge(text, self.recipe.relax_reductions)
    }

    /// Whether the script is legal if accumulations may change places.
    fn is_legal_relaxed(&self) -> Made<bool> {
        self.judge(self.text, true)
    }

    fn judge(&self, text: &str, relax_reductions: bool) -> Made<bool> {
        self.proofs.set(self.proofs.get() + 1);
        // Most proposals fail, which an order alone can show with what is known already.
        let Some(outcome) = self.outcome(text) else {
            return Ok(false);
        };
        if outcome.storage.is_empty() && outcome.buffers.is_empty() {
            let options = legality::Options {
                all: false,
                ..order::options(relax_reductions)
            };
            let check =
                || legality::check(self.scop, self.dependences, &outcome.schedule, &options);
            match Budget::operations(PROOF).run(check) {
                Ok(verdict) if verdict.is_legal() => {}
                Ok(_) => return Ok(false),
                // A proposal that takes too long to judge is none.
                Err(error) if error.is_interruption() => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        let mut program = Program {
            nests: vec![self.program.nests[self.index].clone()],
            diagnostics: Vec::new(),
            ..self.program.clone()
        };
        let replaced = [(self.changed.number, text.to_string())];
        let recipe = Recipe {
            replaced: &replaced,
            relax_reductions,
            wish: None,
            all: false,
            relations: false,
            unchecked: false,
            clock: None,
            ..*self.recipe
        };
        let request = Request {
            budget: Some(self.request.budget.unwrap_or(PROOF).min(PROOF)),
            headers: self.request.headers,
            ..Request::default()
        };
        let done = transform(&mut program, &request, &recipe);
        Ok(!program.has_errors() && done.orders().is_some())
    }
}

/// A script with more lines.
fn with_lines(text: &str, lines: &[String], place: Place) -> String {
    let (before, after) = match place {
        Place::At(at) => (&text[..at], &text[at..]),
        Place::Instead(from, to) => (&text[..from], &text[to..]),
    };
    match place {
        Place::At(_) => {
            let mut new = before.to_string();
            if !new.is_empty() && !new.ends_with('\n') {
                new.push('\n');
            }
            for line in lines {
                new += line;
                new.push('\n');
            }
            new + after
        }
        Place::Instead(..) => format!("{before}{}{after}", lines.join("\n")),
    }
}

/// The advice at the end of an error about a script.
pub fn advise(error: Diagnostic, found: &Corrections) -> Diagnostic {
    // Some errors say by themselves what would help.
    let is_said = |fix: &Fix| match fix.means {
        Means::Relax => error.help.iter().any(|help| help.contains("reduction")),
        _ => { fix.lines.iter() }.all(|line| error.help.iter().any(|help| help.contains(line))),
    };
    let is_said = found
        .fixes
        .first()
        .is_some_and(|fix| !fix.lines.is_empty() && is_said(fix));
    let error = match (found.fixes.first(), &found.why_not) {
        _ if is_said => error,
        (Some(fix), _) => error.help(words::help(fix)),
        (None, Some(why)) => error.note(why.clone()),
        (None, None) => error,
    };
    let error = match &found.legal_if {
        Some(condition) => error.note(format!(
            "the script is legal as it is for {condition}; `--guard` tests it when the program runs"
        )),
        None => error,
    };
    match found.relaxing_helps {
        true => error
            .help("with `--relax-reductions` it is legal: results are then rounded differently"),
        false => error,
    }
}

/// The scripts of illegal regions with their corrections; nothing if one of them has none.
///
/// A script without the operations that the user wanted is no correction of it.
pub fn replacements(done: &Transformed) -> Vec<(usize, String)> {
    let illegal = done.regions.iter().filter(|one| one.order.is_none());
    let replaced = illegal.map(|one| {
        let fix = one.corrections.as_ref()?.fixes.first()?;
        (fix.means != Means::Undo).then(|| (one.number, fix.script.clone()))
    });
    replaced.collect::<Option<_>>().unwrap_or_default()
}

/// What is said of a script that is corrected.
pub fn remark(changed: &Changed) -> Option<Diagnostic> {
    let fix = changed.corrections.as_ref()?.fixes.first()?;
    let message = "the script is illegal as it is, and was corrected";
    let warning = Diagnostic::warning(report::CORRECTED, message, None);
    Some(warning.note(words::done(fix)))
}

/// What a correction is, in words.
pub fn describe(fix: &Fix) -> String {
    words::describe(fix)
}
