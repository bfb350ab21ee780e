//! Good orders for the regions of a program, found and proved.
//!
//! What the optimizer proposes for a region is written as a script and goes the way of all scripts: carried out,
//! judged, written, read back. So what is found can be printed, edited and run again, and nothing is
//! believed of it. Proposals are tried one after the other, region by region, until one is legal and proved.

mod interleaving;
mod json;
mod script;

pub use interleaving::interleaving;
pub use json::json;
pub use script::script;

use std::fmt;

use legality::Legal;
use optimizer::loops::Note;
use optimizer::schedule::{Quality, qualities};
use optimizer::{Outcome, Proposals, Strategy};
use scop::{Diagnostic, Severity, list};

use crate::guard::{Guard, compose, depths};
use crate::program::{Program, Request, not_computed};
use crate::readback::prove;
use crate::report::{self, NOT_COMPUTED, NOT_FINISHED};
use crate::rewrite::{Choices, Rewritten, rewrite};
use crate::transform::{Recipe, transform};

/// What is wanted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How orders are found.
    pub optimizer: optimizer::Options,
    /// How programs are scheduled, if a text says so, and whether it says which statements share loops.
    pub strategy: Option<(Strategy, bool)>,
    /// Whether accumulations may change places.
    pub relax_reductions: bool,
    /// How the program is written.
    pub choices: Choices,
    /// Whether the text is not read back.
    pub unproved: bool,
    /// Whether the new loops run only where arrays that may overlap do no harm, and the original ones otherwise.
    pub guard: bool,
}

/// What was found for a region.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of the region, from 1.
    pub number: usize,
    /// How far the optimizer got.
    pub outcome: Outcome,
    /// What the loops around each statement offer.
    pub statements: Vec<(String, Quality)>,
    /// What was made of them, and why.
    pub notes: Vec<Note>,
    /// The order, which is legal.
    pub order: Legal,
    /// The script that makes it; empty for the order of the program.
    pub script: String,
    /// Whether there would be a better order if it could be proved within the budget.
    pub lacks_proof: bool,
    /// What is tested before the new loops run, if that was asked for.
    pub guard: Option<Guard>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = match self.outcome {
            Outcome::Loops => "a new order",
            Outcome::Bands => "a new order without tiles: these would not be legal",
            Outcome::Original => "unchanged: no other order was proved to be legal and better",
        };
        writeln!(f, "region {}: {summary}", self.number)?;
        if self.outcome == Outcome::Original {
            return Ok(());
        }
        for (name, quality) in &self.statements {
            let loops = |count: usize| match count {
                1 => "1 loop".to_string(),
                count => format!("{count} loops"),
            };
            writeln!(
                f,
                "  {name}: {} can be tiled together, {} of them parallel",
                loops(quality.permutable),
                quality.parallel
            )?;
        }
        for note in &self.notes {
            writeln!(f, "  {}: {}", list::sentence(&note.statements), note.text)?;
        }
        for remark in self.guard.iter().flat_map(Guard::remarks) {
            writeln!(f, "  {remark}")?;
        }
        Ok(())
    }
}

/// A program with good orders.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The program, with the regions that have a new order.
    pub new: Rewritten,
    /// What was found for each region.
    pub found: Vec<Found>,
}

/// A program with good orders for all of its regions, proved; `None` if something is wrong, which is then among
/// the program's diagnostics.
///
/// ```
/// use loopwright::optimize::{Options, optimize};
/// use loopwright::program::{Request, read};
///
/// let text = "void f(int n, double A[n][n]) {
/// #pragma scop
///   for (int j = 0; j < n; j++)
///     for (int i = 1; i < n; i++)
///       A[i][j] = A[i - 1][j] * .5;
/// #pragma endscop
/// }";
/// let mut program = read(text, &Request::default());
/// let mut options = Options::default();
/// options.optimizer.loops.parallel = false;
/// let done = optimize(&mut program, &Request::default(), &options).unwrap();
/// assert_eq!(done.found[0].statements[0].1.parallel, 1);
/// // Rows are stored one after the other: the loop over i goes outside.
/// assert!(done.new.text.find("i++") < done.new.text.find("j++"));
/// ```
pub fn optimize(
    program: &mut Program,
    request: &Request<'_>,
    options: &Options,
) -> Option<Optimized> {
    if program.has_errors() || program.refuse_guesses() {
        return None;
    }
    let mut found = Vec::with_capacity(program.nests.len());
    let mut texts = Vec::new();
    for index in 0..program.nests.len() {
        match region(program, index, request, options) {
            Ok((region, text)) => {
                found.push(region);
                texts.extend(text);
            }
            Err(error) => {
                program.diagnostics.push(*error);
                return None;
            }
        }
    }
    let changed = |one: &&Found| one.outcome != Outcome::Original;
    let orders: Vec<Legal> = { found.iter().filter(changed) }
        .map(|one| one.order.clone())
        .collect();
    let guards: Vec<Option<Guard>> = { found.iter().filter(changed) }
        .map(|one| one.guard.clone())
        .collect();
    // What was written and proved for the only region is the whole program.
    if let ([_], [_]) = (&found[..], &texts[..])
        && let Some(new) = texts.pop()
    {
        return Some(Optimized { new, found });
    }
    let mut among = program.clone();
    let mut is_changed = { found.iter() }.map(|one| one.outcome != Outcome::Original);
    among.nests.retain(|_| is_changed.next() == Some(true));
    match write(&among, (&orders, &guards), request, options) {
        Ok(new) => Some(Optimized { new, found }),
        Err(error) => {
            program.diagnostics.push(*error);
            None
        }
    }
}

/// The best order for a region that is legal and proved, and the program with it; no text if that is the
/// program's own order.
fn region(
    program: &Program,
    index: usize,
    request: &Request<'_>,
    options: &Options,
) -> Result<(Found, Option<Rewritten>), Box<Diagnostic>> {
    let spent = |error: presburger::Error| Box::new(not_computed(&error));
    let mut alone = program.clone();
    alone.nests = vec![program.nests[index].clone()];
    alone.diagnostics.clear();
    let nest = &program.nests[index];
    let scop = nest.scop();
    let find = || dependence::dependences(scop, &dependence::Options::default());
    let dependences = request.within_budget(find).map_err(spent)?;
    let names = || scop.statements.iter().map(|one| one.name.clone());
    let mut lacks_proof = false;
    let mut wanted = options.optimizer.clone();
    if let Some((strategy, says_fusion)) = &options.strategy {
        let schedule = strategy.options(scop, &wanted.schedule);
        let schedule = schedule.map_err(|why| {
            let message = format!("the strategy does not fit region {}: {why}", nest.number);
            Box::new(report::error(report::BAD_STRATEGY, message))
        })?;
        let fusion = wanted.schedule.fusion.clone();
        wanted.schedule = schedule;
        if !says_fusion {
            wanted.schedule.fusion = fusion;
        }
    }
    let mut proposals = Proposals::new(scop, &dependences, &wanted);
    while let Some(proposal) = request.within_budget(|| proposals.next()) {
        let proposal = match proposal {
            Ok(proposal) => proposal,
            // The program's own order needs no work at all.
            Err(error) if error.is_interruption() => {
                lacks_proof = true;
                break;
            }
            Err(error) => return Err(spent(error)),
        };
        let prepare = || -> presburger::Result<(String, Vec<Quality>)> {
            let script = script(scop, &proposal.loops)?;
            Ok((script, qualities(scop, &proposal.bands)?))
        };
        let (script, qualities) = match request.within_budget(prepare) {
            Err(error) if error.is_interruption() => {
                lacks_proof = true;
                continue;
            }
            prepared => prepared.map_err(spent)?,
        };
        match carry_out(&alone, &script, request, options) {
            Ok(Carried::Refused(_)) => {}
            Ok(Carried::Proved(orders, mut guards, new)) => {
                let found = Found {
                    number: nest.number,
                    outcome: proposal.result,
                    statements: names().zip(qualities).collect(),
                    notes: proposal.loops.notes,
                    order: orders
                        .into_iter()
                        .next()
                        .unwrap_or_else(|| Legal::original(scop)),
                    script,
                    lacks_proof,
                    guard: guards.pop().flatten(),
                };
                return Ok((found, Some(*new)));
            }
            // Another proposal may be simpler.
            Err(error) if [NOT_FINISHED, NOT_COMPUTED].contains(&error.code) => lacks_proof = true,
            Err(error) => return Err(error),
        }
    }
    let qualities = match request.within_budget(|| qualities(scop, &scop.schedule)) {
        Err(error) if error.is_interruption() => Vec::new(),
        qualities => qualities.map_err(spent)?,
    };
    let found = Found {
        number: nest.number,
        outcome: Outcome::Original,
        statements: names().zip(qualities).collect(),
        notes: Vec::new(),
        order: Legal::original(scop),
        script: String::new(),
        lacks_proof,
        guard: None,
    };
    Ok((found, None))
}

/// What became of a script.
pub(crate) enum Carried {
    /// It is legal; the orders, the conditions of regions, and the program with them, proved.
    Proved(Vec<Legal>, Vec<Option<Guard>>, Box<Rewritten>),
    /// It is not, for this reason.
    // Only searches, which run programs, say why.
    #[cfg_attr(not(feature = "cli"), expect(dead_code))]
    Refused(String),
}

/// Carries out a script on the one region of a program, and proves what is written.
pub(crate) fn carry_out(
    alone: &Program,
    script: &str,
    request: &Request<'_>,
    options: &Options,
) -> Result<Carried, Box<Diagnostic>> {
    let mut trial = alone.clone();
    let recipe = Recipe {
        script: Some(("optimize.lw", script)),
        relax_reductions: options.relax_reductions,
        guard: options.guard,
        ..Recipe::default()
    };
    let done = transform(&mut trial, request, &recipe);
    let mut messages = trial.diagnostics.iter();
    let error = messages.find(|one| one.severity == Severity::Error);
    let Some(orders) = done.orders() else {
        let why = error.map_or("there is no such order", |one| &one.message);
        return Ok(Carried::Refused(why.into()));
    };
    let guards = done.guards();
    // Orders that are legal for some parameters only are not what is looked for.
    let is_narrow = |guard: &Guard| guard.parameters.is_some();
    if guards.iter().flatten().any(is_narrow) {
        return Ok(Carried::Refused(
            "it is legal for some parameters only".into(),
        ));
    }
    if let Some(error) = error {
        return Err(Box::new(error.clone()));
    }
    let new = write(&trial, (&orders, &guards), request, options)?;
    Ok(Carried::Proved(orders, guards, Box::new(new)))
}

/// The program with these orders, read back.
fn write(
    program: &Program,
    (orders, guards): (&[Legal], &[Option<Guard>]),
    request: &Request<'_>,
    options: &Options,
) -> Result<Rewritten, Box<Diagnostic>> {
    let choices = Choices {
        guarded: depths(program, guards),
        ..options.choices.clone()
    };
    let new = request.within_budget(|| rewrite(program, orders, &choices))?;
    if !options.unproved {
        prove(program, &new, request)?;
    }
    compose(program, &new, guards, None)
}
