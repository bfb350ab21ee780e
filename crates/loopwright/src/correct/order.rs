//! Corrections that move statements: deviations of their vectors.

use correction::{Answer, Fixed, Found, Piece, Problem, Why, correct, violations};
use dependence::Dependence;
use legality::{Options, Reductions, Violation, check};
use presburger::Result;
use scop::schedule::Vector;
use scop::{Scop, StmtId, list};
use script::{Outcome, Part};

use super::lines::Lines;
use super::{Corrections, Means, Place, Proposal, Search, with_lines};

/// Looks for deviations, with each of these freedoms: behind the operation that is to blame, and at the end of
/// the script.
pub(super) fn deviations(
    search: &Search<'_>,
    freedoms: &[Fixed],
    found: &mut Corrections,
) -> Result<()> {
    let mut ends = vec![search.text.len()];
    ends.extend(behind_blamed(search));
    ends.reverse();
    for &fixed in freedoms {
        for &end in &ends {
            let Some(outcome) = search.outcome(&search.text[..end]) else {
                continue;
            };
            if !outcome.storage.is_empty() || !outcome.buffers.is_empty() {
                continue;
            }
            let mover = Mover::new(search, &outcome, fixed);
            match mover.find()? {
                Answer::Corrected(correction) => {
                    let lines = Lines {
                        search,
                        prefix: &search.text[..end],
                        units: &mover.units,
                        parts: &mover.parts,
                    };
                    let Some((means, lines)) = lines.of(&correction) else {
                        continue;
                    };
                    let proposal = Proposal {
                        means,
                        lines,
                        place: Place::At(end),
                        is_minimal: correction.is_minimal,
                    };
                    if search.propose(proposal, found)? {
                        return Ok(());
                    }
                }
                Answer::Impossible(why) => {
                    let reason = mover.reason(&why);
                    found.why_not = found.why_not.take().or(reason);
                }
            }
        }
        if found.fixes.len() >= search.wish.alternatives {
            break;
        }
    }
    Ok(())
}

/// Looks for shifts by a parameter, with what is left to be corrected behind them.
pub(super) fn parametric(search: &Search<'_>, found: &mut Corrections) -> Result<()> {
    let end = search.text.len();
    let Some(before) = search.outcome(search.text) else {
        return Ok(());
    };
    if !before.storage.is_empty() || !before.buffers.is_empty() {
        return Ok(());
    }
    let parts = before.parts();
    let mut left = 24;
    for unit in units(&parts, &before, search) {
        let part = &parts[unit.parts[0]];
        // Only dates that vary with a parameter are shifted by one.
        for parameter in &search.scop.parameters {
            for (one, date) in part.loops.iter().zip(&part.vector.dates) {
                let Some(name) = one.name.as_ref().filter(|_| one.is_real) else {
                    continue;
                };
                if !date.to_string().contains(&parameter.name) {
                    continue;
                }
                for sign in ["", "-"] {
                    if left == 0 {
                        return Ok(());
                    }
                    left -= 1;
                    let line = format!("shift({}, {name}, {sign}{})", unit.name, parameter.name);
                    let prefix =
                        with_lines(search.text, std::slice::from_ref(&line), Place::At(end));
                    let Some(outcome) = search.outcome(&prefix) else {
                        continue;
                    };
                    let mover = Mover::new(search, &outcome, Fixed::Apart);
                    let Answer::Corrected(correction) = mover.find()? else {
                        continue;
                    };
                    let lines = Lines {
                        search,
                        prefix: &prefix,
                        units: &mover.units,
                        parts: &mover.parts,
                    };
                    let Some((_, rest)) = lines.of(&correction) else {
                        continue;
                    };
                    let proposal = Proposal {
                        means: Means::Shift,
                        lines: [line].into_iter().chain(rest).collect(),
                        place: Place::At(end),
                        is_minimal: false,
                    };
                    if search.propose(proposal, found)? {
                        return Ok(());
                    }
                }
            }
        }
    }
    Ok(())
}

/// The end of the line of the first operation that is to blame, unless nothing follows it.
fn behind_blamed(search: &Search<'_>) -> Option<usize> {
    let end = blamed(search)?.1;
    let rest = search.text[end..].find('\n').map(|at| end + at + 1)?;
    (!search.text[rest..].trim().is_empty()).then_some(rest)
}

/// The first operation of the script, as bytes of its text, that breaks something for good.
pub(super) fn blamed(search: &Search<'_>) -> Option<(usize, usize)> {
    let outcome = search.outcome(search.text)?;
    let step = search.changed.blame.iter().flatten().min()?;
    let step = outcome.steps.get(*step)?;
    // In a function, the call from outside is meant.
    let span = step.calls.first().copied().unwrap_or(step.span);
    let main = outcome.files.get(span.file)?;
    (main.text == search.text).then(|| (span.range().start, span.range().end))
}

/// A unit: what it is called, and its parts.
pub(super) struct Unit {
    pub name: String,
    pub parts: Vec<usize>,
}

pub(super) struct Mover<'a> {
    search: &'a Search<'a>,
    outcome: &'a Outcome,
    dependences: &'a [Dependence],
    pub units: Vec<Unit>,
    pub parts: Vec<Part>,
    pieces: Vec<Piece>,
    fixed: Fixed,
}

impl<'a> Mover<'a> {
    fn new(search: &'a Search<'a>, outcome: &'a Outcome, fixed: Fixed) -> Mover<'a> {
        let parts = outcome.parts();
        let units = units(&parts, outcome, search);
        let pieces = pieces(&parts, &units);
        Mover {
            search,
            outcome,
            dependences: search.dependences,
            units,
            parts,
            pieces,
            fixed,
        }
    }

    fn find(&self) -> Result<Answer> {
        let problem = Problem {
            scop: self.search.scop,
            dependences: self.dependences,
            pieces: &self.pieces,
            units: self.units.len(),
            fixed: self.fixed,
            relax: self.search.recipe.relax_reductions,
        };
        correct(&problem, &mut |vectors| self.judge(vectors))
    }

    /// What is wrong with vectors.
    fn judge(&self, vectors: &[Vector]) -> Result<Vec<Found>> {
        let scop = self.search.scop;
        let tree = self.outcome.schedule_of(scop, vectors)?;
        let options = options(self.search.recipe.relax_reductions);
        let verdict = check(scop, self.dependences, &tree, &options)?;
        let mut found = Vec::new();
        for violation in verdict.violations() {
            match violation {
                Violation::Dependence(one) => found.push(Found::Order(one.dependence)),
                Violation::Race(race) => {
                    let ends = (race.source.statement, race.sink.statement);
                    let levels = self.claimed(ends);
                    found.extend(levels.map(|level| Found::Race(race.dependence, level)));
                }
                _ => found.push(Found::Other),
            }
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// The loops of both statements that are claimed to be parallel.
    fn claimed(&self, (first, second): (StmtId, StmtId)) -> impl Iterator<Item = usize> {
        let depth = self.parts.first().map_or(0, |part| part.loops.len());
        let claims = |statement: StmtId, level: usize| {
            let mut parts = self.parts.iter();
            parts.any(|part| part.statement == statement.index() && part.loops[level].is_claimed)
        };
        let levels = (0..depth).filter(|&level| claims(first, level) && claims(second, level));
        levels.collect::<Vec<_>>().into_iter()
    }

    /// Why no deviations help, in a sentence.
    fn reason(&self, why: &Why) -> Option<String> {
        let Why::Cycle { needed: cycle, .. } = why else {
            return None;
        };
        let scop = self.search.scop;
        let name = |piece: usize| {
            let statement = self.parts.get(piece).map_or(0, |part| part.statement);
            scop.statements[statement].name.clone()
        };
        let before = |&(id, source, sink): &(scop::DependenceId, usize, usize)| {
            let array = &scop[self.dependences[id.index()].array].source_name;
            format!("`{}` before `{}` (`{array}`)", name(source), name(sink))
        };
        let sentence = match &cycle[..] {
            [one] if name(one.1) == name(one.2) => format!(
                "moving statements does not help: instances of `{}` depend on each other, and all of them move alike",
                name(one.1)
            ),
            [one] => format!(
                "moving statements does not help: {} is needed, and neither may be moved",
                before(one)
            ),
            cycle => format!(
                "moving statements does not help: {} is needed in the new loops",
                list::sentence(cycle.iter().map(before))
            ),
        };
        Some(sentence)
    }
}

pub(super) fn options(relax: bool) -> Options {
    Options {
        all: true,
        reductions: match relax {
            true => Reductions::Relax,
            false => Reductions::Strict,
        },
        ..Options::default()
    }
}

/// Parts with names of their own are moved one by one, others with all parts of their statement.
pub(super) fn units(parts: &[Part], outcome: &Outcome, search: &Search<'_>) -> Vec<Unit> {
    let components = outcome.components();
    let kept = |index: usize| {
        let keep = search.wish.keep.iter();
        keep.flat_map(|name| components.iter().filter(move |one| one.name == *name))
            .any(|one| one.parts.contains(&index))
    };
    let named = |wanted: &[usize]| {
        let same = components.iter().filter(|one| one.parts == wanted);
        same.map(|one| one.name.clone())
            .min_by_key(|name| (name.len(), name.clone()))
    };
    let mut units: Vec<Unit> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if kept(index) || units.iter().any(|unit| unit.parts.contains(&index)) {
            continue;
        }
        let all = (0..parts.len()).filter(|&other| parts[other].statement == part.statement);
        let all: Vec<usize> = all.collect();
        for wanted in [vec![index], all] {
            if let Some(name) = named(&wanted)
                && !wanted.iter().any(|&one| kept(one))
                && !units
                    .iter()
                    .any(|unit| unit.parts.iter().any(|one| wanted.contains(one)))
            {
                units.push(Unit {
                    name,
                    parts: wanted,
                });
                break;
            }
        }
    }
    units
}

fn pieces(parts: &[Part], units: &[Unit]) -> Vec<Piece> {
    let piece = |(index, part): (usize, &Part)| Piece {
        statement: StmtId::new(part.statement),
        vector: part.vector.clone(),
        unit: units.iter().position(|unit| unit.parts.contains(&index)),
    };
    parts.iter().enumerate().map(piece).collect()
}

/// The violation relations of an order, in isl's notation: a line for each dependence and violation depth.
pub fn explain(scop: &Scop, outcome: &Outcome) -> Result<Vec<String>> {
    let dependences = dependence::dependences(scop, &dependence::Options::default())?;
    let parts = outcome.parts();
    let pieces: Vec<Piece> = { pieces(&parts, &[]).into_iter().zip(&parts) }
        .map(|(mut piece, part)| {
            // Zeros that only fill up a vector are no entries of it.
            let depth = part.loops.iter().rposition(|one| one.is_real);
            let depth = depth.map_or(0, |last| last + 1);
            piece.vector.dates.truncate(depth);
            piece.vector.positions.truncate(depth + 1);
            piece
        })
        .collect();
    let mut lines = Vec::new();
    for one in violations(scop, &dependences, &pieces)? {
        let dependence = &dependences[one.dependence.index()];
        let entry = correction::entry_name(one.violation_depth - 1);
        let depth = match dependence.depth {
            dependence::Depth::Carried(depth) => depth.to_string(),
            dependence::Depth::Independent => "0".into(),
        };
        let sure = match one.definite.is_empty()? {
            true => "potential",
            false => "definite",
        };
        lines.push(format!(
            "{} on `{}`, dependence depth {depth}, violation depth {} ({entry}), {sure}: {}",
            dependence.kind, scop[dependence.array].source_name, one.violation_depth, one.pairs
        ));
    }
    Ok(lines)
}
