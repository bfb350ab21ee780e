//! Good orders for the regions of a program, found and proved.

use std::collections::BTreeMap;
use std::fmt;

use legality::Legal;
pub use optimizer::Options;
use optimizer::Outcome;
use optimizer::schedule::{Quality, qualities};
use optimizer::space::{Interleaving, Space};
use presburger::{Aff, Result};
use scop::schedule::{Placements, TwoDPlusOne};

use crate::program::{Program, Request, not_computed};
use crate::readback::prove;
use crate::report::{self, NOT_FINISHED};
use crate::rewrite::{Choices, Rewritten, rewrite};

/// What was found for a region, for people.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The number of the region, from 1.
    pub number: usize,
    /// How far the optimizer got.
    pub outcome: Outcome,
    /// What the loops around each statement offer.
    pub statements: Vec<(String, Quality)>,
}

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = match self.outcome {
            Outcome::Loops => "a new order",
            Outcome::Bands => "a new order without tiles: these would not be legal",
            Outcome::Original => "unchanged: no other order was proved legal",
        };
        writeln!(f, "region {}: {summary}", self.number)?;
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
        Ok(())
    }
}

/// Good orders for all regions of a program; `None` if something is wrong, which is then among the
/// program's diagnostics.
///
/// ```
/// use loopwright::optimize::{Options, optimize};
/// use loopwright::program::{Request, read};
///
/// let text = "void f(int n, double A[n][n]) {
/// #pragma scop
///   for (int i = 1; i < n; i++)
///     for (int j = 0; j < n; j++)
///       A[i][j] = A[i - 1][j] * .5;
/// #pragma endscop
/// }";
/// let mut program = read(text, &Request::default());
/// let (orders, explained) = optimize(&mut program, &Request::default(), &Options::default()).unwrap();
/// assert_eq!(orders.len(), 1);
/// assert_eq!(explained[0].statements[0].1.parallel, 1);
/// ```
pub fn optimize(
    program: &mut Program,
    request: &Request<'_>,
    options: &Options,
) -> Option<(Vec<Legal>, Vec<Explained>)> {
    if program.has_errors() || program.refuse_guesses() {
        return None;
    }
    let mut orders = Vec::with_capacity(program.nests.len());
    let mut explained = Vec::with_capacity(program.nests.len());
    for nest in &program.nests {
        let scop = nest.scop();
        let found = request.within_budget(|| {
            let dependences = dependence::dependences(scop, &dependence::Options::default())?;
            let found = optimizer::optimize(scop, &dependences, options)?;
            let qualities = qualities(scop, &found.bands)?;
            Ok((found, qualities))
        });
        match found {
            Ok((found, qualities)) => {
                let names = scop.statements.iter().map(|one| one.name.clone());
                explained.push(Explained {
                    number: nest.number,
                    outcome: found.result,
                    statements: names.zip(qualities).collect(),
                });
                orders.push(found.legal);
            }
            Err(error) => {
                program.diagnostics.push(not_computed(&error));
                return None;
            }
        }
    }
    Some((orders, explained))
}

/// The interleaving of a program's one region that a text describes: its number among those of
/// `loopwright space --list`, or its words. `None` if something is wrong, which is then among the program's diagnostics.
///
/// ```
/// use loopwright::optimize::interleaving;
/// use loopwright::program::{Request, read};
///
/// let text = "void f(int n, double a[n], double b[n]) {
/// #pragma scop
///   for (int i = 0; i < n; i++)
///     a[i] = i;
///   for (int i = 0; i < n; i++)
///     b[i] = a[i];
/// #pragma endscop
/// }";
/// let mut program = read(text, &Request::default());
/// let second = interleaving(&mut program, &Request::default(), "2").unwrap();
/// assert_eq!(interleaving(&mut program, &Request::default(), "S0 then S1"), Some(second));
/// assert_eq!(interleaving(&mut program, &Request::default(), "S1 then S0"), None);
/// assert_eq!(program.diagnostics[0].message, "this interleaving is not legal: S1 depends on S0, and cannot come before it");
/// ```
pub fn interleaving(
    program: &mut Program,
    request: &Request<'_>,
    text: &str,
) -> Option<Interleaving> {
    let wrong = |message: String| report::error(report::BAD_INTERLEAVING, message);
    if program.has_errors() {
        return None;
    }
    let [nest] = &program.nests[..] else {
        let message = "an interleaving is for one region, but the program has several";
        let error = wrong(message.into()).help("choose one with `--region N`");
        program.diagnostics.push(error);
        return None;
    };
    let scop = nest.scop();
    let found = request.within_budget(|| {
        let dependences = dependence::dependences(scop, &dependence::Options::default())?;
        let options = crate::space::options(request, None);
        let space = Space::of_program(scop, &dependences, &options)?;
        chosen(&space, text.trim())
    });
    let list = "`loopwright space --list` has all that are legal";
    let error = match found {
        Ok(Ok(found)) => return Some(found),
        Ok(Err(message)) => wrong(message).help(list),
        Err(error) => not_computed(&error),
    };
    program.diagnostics.push(error);
    None
}

/// The interleaving of a space that a number or words stand for, or what is wrong with them.
fn chosen(space: &Space, text: &str) -> Result<std::result::Result<Interleaving, String>> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        let number = text.parse().unwrap_or(usize::MAX);
        let found = number
            .checked_sub(1)
            .and_then(|before| space.iter(1).nth(before));
        return Ok(match found {
            Some(found) => Ok(found?),
            None => Err(format!("there is no interleaving {text}")),
        });
    }
    let depth = text.chars().scan(0usize, |depth, c| {
        match c {
            '{' => *depth += 1,
            '}' => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some(*depth)
    });
    let levels = depth.max().unwrap_or(0).max(1);
    Ok(match Interleaving::parse(text, space.names(), levels) {
        Ok(found) => match space.objection(&found)? {
            None => Ok(found),
            Some(objection) => Err(format!("this interleaving is not legal: {objection}")),
        },
        Err(mistake) => Err(format!("`{text}` is no interleaving: {mistake}")),
    })
}

/// A program with good orders.
#[derive(Clone, Debug)]
pub struct Written {
    /// The program.
    pub new: Rewritten,
    /// The orders of its regions.
    pub orders: Vec<Legal>,
    /// What was found for each of them.
    pub explained: Vec<Explained>,
    /// There would be tiles if they could be proved within the budget.
    pub lacks_tiles: bool,
}

/// A program with good orders, proved unless `unproved`. Where the proof of tiles takes too long, there are
/// none. `None` if something is wrong, which is then among the program's diagnostics.
pub fn written(
    program: &mut Program,
    request: &Request<'_>,
    options: &Options,
    choices: &Choices,
    unproved: bool,
) -> Option<Written> {
    let mut plainer = options.clone();
    plainer.loops.tile = false;
    let attempts = [options, &plainer];
    for (i, options) in attempts.into_iter().enumerate() {
        let (orders, explained) = optimize(program, request, options)?;
        let new = request.within_budget(|| rewrite(program, &orders, choices));
        let proved = new.and_then(|new| match unproved {
            true => Ok(new),
            false => prove(program, &new, request).map(|()| new),
        });
        match proved {
            Ok(new) => {
                return Some(Written {
                    new,
                    orders,
                    explained,
                    lacks_tiles: i > 0,
                });
            }
            Err(error) if error.code == NOT_FINISHED && i == 0 && options.loops.tile => {}
            Err(error) => {
                program.diagnostics.push(*error);
                return None;
            }
        }
    }
    None
}

/// An order as a script: a map for each statement, and the parallel loops.
///
/// ```
/// use loopwright::optimize::{Options, optimize, script};
/// use loopwright::program::{Request, read};
///
/// let text = "void f(int n, double A[n]) {
/// #pragma scop
///   for (int i = 0; i < n; i++)
///     A[i] = i;
/// #pragma endscop
/// }";
/// let mut program = read(text, &Request::default());
/// let (orders, _) = optimize(&mut program, &Request::default(), &Options::default()).unwrap();
/// let script = script(&orders[0])?;
/// assert_eq!(script, "map S0 { [i] -> [c0] : c0 = i }\nparallel(S0.c0)\n");
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn script(order: &Legal) -> Result<String> {
    let placements = Placements::new(order.schedule())?;
    let vectors = TwoDPlusOne::from_placements(&placements)?.vectors;
    // Positions that tell nothing apart are left out.
    let depth = vectors.iter().map(|one| one.positions.len()).max();
    let matters = |k: usize| {
        let mut positions = vectors.iter().map(|one| one.positions.get(k));
        positions.any(|position| position.is_some_and(|p| *p != 0))
    };
    let mut text = String::new();
    let mut claims = BTreeMap::new();
    for statement in &order.scop().statements {
        let tuple = statement.domain.space().tuple();
        let mut pieces = Vec::new();
        for ((_, placement), vector) in placements.iter().zip(&vectors) {
            if placement.domain.space().tuple() != tuple {
                continue;
            }
            let mut entries = Vec::new();
            let mut conditions = Vec::new();
            let mut dates = placement.dates();
            for k in 0..depth.unwrap_or(0) {
                if matters(k) {
                    let position = vector.positions.get(k).copied().unwrap_or(0);
                    entries.push(position.to_string());
                }
                if let Some((member, date)) = dates.next() {
                    let name = format!("c{k}");
                    conditions.push(format!("{name} = {}", value(date)));
                    if placements[member].attributes.parallel {
                        claims
                            .entry(member)
                            .or_insert_with(|| format!("parallel({}.{name})\n", statement.name));
                    }
                    entries.push(name);
                }
            }
            let domain = statement.iterators.join(", ");
            let entries = entries.join(", ");
            let conditions = match conditions.is_empty() {
                true => String::new(),
                false => format!(" : {}", conditions.join(" and ")),
            };
            pieces.push(format!("[{domain}] -> [{entries}]{conditions}"));
        }
        text += &format!("map {} {{ {} }}\n", statement.name, pieces.join("; "));
    }
    text.extend(claims.into_values());
    Ok(text)
}

/// A date as an expression of the iterators: what is in the last brackets of `[n] -> { S[i] -> [(i + n)] }`.
fn value(date: &Aff) -> String {
    let text = date.to_string();
    let start = text.rfind("-> [").map_or(0, |at| at + 4);
    let end = text.rfind(']').unwrap_or(text.len());
    text[start..end].to_string()
}
