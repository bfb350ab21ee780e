//! Corrections that do more than move statements: some instances later than the others, skewed loops, more
//! memory, accumulations in another order. They are tried in this order.

use dependence::DependenceKind;
use legality::{AccessRef, Violation};
use presburger::{Aff, Dim, Map, Name, Result, Set, Space, Value};
use scop::{ArrayId, StmtId};
use std::collections::{BTreeMap, BTreeSet};

use super::order::{blamed, units};
use super::{Corrections, Means, Place, Proposal, Search};

/// What else makes the script legal.
pub(super) fn others(search: &Search<'_>, found: &mut Corrections) -> Result<()> {
    let ways: [fn(&Search<'_>, &mut Corrections) -> Result<bool>; 4] =
        [splits, skews, storage, reductions];
    for way in ways {
        if way(search, found)? {
            break;
        }
    }
    if found.fixes.is_empty() && !search.recipe.relax_reductions {
        found.relaxing_helps = search.is_legal_relaxed()?;
    }
    Ok(())
}

/// The script without the operation that is to blame, if something is left of it.
pub(super) fn without(search: &Search<'_>, found: &mut Corrections) -> Result<bool> {
    let Some((from, to)) = blamed(search) else {
        return Ok(false);
    };
    let line = search.text[..from].rfind('\n').map_or(0, |at| at + 1);
    let end = search.text[to..].find('\n').map(|at| to + at + 1);
    let end = end.unwrap_or(search.text.len());
    let rest = format!("{}{}", &search.text[..line], &search.text[end..]);
    let is_alone = search.text[line..from].trim().is_empty()
        && matches!(search.text[to..end].trim(), "" | ";");
    let does_something = search
        .outcome(&rest)
        .is_some_and(|one| !one.steps.is_empty());
    if !is_alone || !does_something {
        return Ok(false);
    }
    let proposal = Proposal {
        means: Means::Undo,
        lines: Vec::new(),
        place: Place::Instead(line, end),
        is_minimal: false,
    };
    search.propose(proposal, found)
}

/// The parameters for which nothing is violated, if all parameters can be large among them: that the script is legal where there
/// is hardly anything to do helps nobody.
pub(super) fn legal_if(search: &Search<'_>) -> Result<Option<Set>> {
    let verdict = search.changed.verdict.as_ref();
    let (Some(verdict), Some(pairs)) = (verdict, violated(search)) else {
        return Ok(None);
    };
    if !verdict.is_complete() {
        return Ok(None);
    }
    let mut legal = search.scop.context.clone();
    for one in pairs {
        legal = legal.subtract(&one.relation.params()?)?;
    }
    let mut large = legal.clone();
    for parameter in &search.scop.parameters {
        let space = Space::params_only(vec![Name::from(parameter.name.as_str())]);
        let value = Aff::var_on_domain(&space, Dim::Param(0))?;
        let much = value.add_constant(&Value::from(-LARGE))?;
        large = large.intersect(&much.nonneg_set()?)?;
    }
    if search.scop.parameters.is_empty() || large.is_empty()? {
        return Ok(None);
    }
    let legal = legal.gist(&search.scop.context)?.coalesce()?;
    legal.drop_unused_params().map(Some)
}

/// More than any loop of an example needs.
const LARGE: i64 = 1_000;

/// What a violation is about: its ends, its kind, the array and the pairs.
struct Pairs<'a> {
    source: AccessRef,
    sink: AccessRef,
    kind: DependenceKind,
    array: ArrayId,
    relation: &'a Map,
    is_race: bool,
}

/// The violations that are about pairs; `None` if others are among them.
fn violated<'a>(search: &'a Search<'_>) -> Option<Vec<Pairs<'a>>> {
    if search.changed.stored.is_some() || search.changed.packed.is_some() {
        // They are about another program, with other arrays.
        return None;
    }
    let verdict = search.changed.verdict.as_ref()?;
    let pairs = verdict
        .violations()
        .iter()
        .map(|violation| match violation {
            Violation::Dependence(one) => Some(Pairs {
                source: one.source,
                sink: one.sink,
                kind: one.kind,
                array: one.array,
                relation: &one.relation,
                is_race: false,
            }),
            Violation::Race(one) => Some(Pairs {
                source: one.source,
                sink: one.sink,
                kind: one.kind,
                array: one.array,
                relation: &one.relation,
                is_race: true,
            }),
            _ => None,
        });
    pairs.collect()
}

/// Index-set splitting: sinks that run too early run in loops of their own, after the others.
fn splits(search: &Search<'_>, found: &mut Corrections) -> Result<bool> {
    let Some(pairs) = violated(search) else {
        return Ok(false);
    };
    let Some(outcome) = search.outcome(search.text) else {
        return Ok(false);
    };
    let mut early: BTreeMap<StmtId, Set> = BTreeMap::new();
    for one in pairs.iter().filter(|one| !one.is_race) {
        let sinks = one.relation.range()?;
        let known = early.remove(&one.sink.statement);
        let sinks = match known {
            Some(known) => known.union(&sinks)?,
            None => sinks,
        };
        early.insert(one.sink.statement, sinks);
    }
    let parts = outcome.parts();
    let units = units(&parts, &outcome, search);
    let end = search.text.len();
    for n in 0..2 {
        for loops in 1..=2 {
            let mut lines = Vec::new();
            for unit in &units {
                let part = &parts[unit.parts[0]];
                let statement = StmtId::new(part.statement);
                let Some(sinks) = early.get(&statement) else {
                    continue;
                };
                let depth = part.loops.iter().filter(|one| one.is_real).count();
                if unit.parts.len() != 1 || depth < loops {
                    continue;
                }
                let outer = part.vector.prefix(loops)?.as_map()?;
                let all = outer.intersect_domain(&part.vector.domain)?.range()?;
                let late = { sinks }.intersect(&part.vector.domain)?.apply(&outer)?;
                let rest = all.subtract(&late)?;
                if rest.is_empty()? || late.is_empty()? {
                    continue;
                }
                let rest = rest.gist(&all)?.coalesce()?;
                let names: Vec<String> = (1..=loops).map(|k| format!("i{k}")).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let text = rest.set_dim_names(&names)?.to_string();
                let text = text.find('{').map_or("", |at| &text[at..]);
                lines.push(format!("isplit({}, {text}, {n})", unit.name));
            }
            if lines.is_empty() {
                continue;
            }
            let proposal = Proposal {
                means: Means::Split,
                lines,
                place: Place::At(end),
                is_minimal: false,
            };
            if search.propose(proposal, found)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// One loop skewed by another one, before the operation that is to blame.
fn skews(search: &Search<'_>, found: &mut Corrections) -> Result<bool> {
    let Some(pairs) = violated(search) else {
        return Ok(false);
    };
    let Some((from, _)) = blamed(search) else {
        return Ok(false);
    };
    let line = search.text[..from].rfind('\n').map_or(0, |at| at + 1);
    let Some(outcome) = search.outcome(&search.text[..line]) else {
        return Ok(false);
    };
    let parts = outcome.parts();
    let units = units(&parts, &outcome, search);
    let moved: BTreeSet<usize> = { pairs.iter() }
        .flat_map(|one| [one.source.statement.index(), one.sink.statement.index()])
        .collect();
    let mut tried = BTreeSet::new();
    for factor in [1, 2, -1, 3] {
        for unit in &units {
            let part = &parts[unit.parts[0]];
            if !moved.contains(&part.statement) {
                continue;
            }
            let real = part.loops.iter().filter(|one| one.is_real);
            let names: Vec<&String> = real.filter_map(|one| one.name.as_ref()).collect();
            for (i, inner) in names.iter().enumerate().rev() {
                for (j, outer) in names.iter().enumerate() {
                    if i == j {
                        continue;
                    }
                    let name = &unit.name;
                    let last = match factor {
                        1 => String::new(),
                        factor => format!(", {factor}"),
                    };
                    let line_of = format!("skew({name}.{inner}, {name}.{outer}{last})");
                    if !tried.insert(line_of.clone()) || tried.len() > 24 {
                        continue;
                    }
                    let proposal = Proposal {
                        means: Means::Skew,
                        lines: vec![line_of],
                        place: Place::At(line),
                        is_minimal: false,
                    };
                    if search.propose(proposal, found)? {
                        return Ok(true);
                    }
                }
            }
        }
    }
    Ok(false)
}

/// More memory, if only the reuse of cells stands in the way.
fn storage(search: &Search<'_>, found: &mut Corrections) -> Result<bool> {
    let Some(pairs) = violated(search) else {
        return Ok(false);
    };
    let is_reuse = |one: &Pairs<'_>| {
        let kinds = [DependenceKind::War, DependenceKind::Waw];
        // Iterations that share a cell have flow between them, too, unless each has its own.
        one.is_race || kinds.contains(&one.kind)
    };
    if !pairs.iter().all(is_reuse) {
        return Ok(false);
    }
    let arrays: BTreeSet<ArrayId> = pairs.iter().map(|one| one.array).collect();
    let names: Vec<&String> = arrays
        .iter()
        .map(|&id| &search.scop[id].source_name)
        .collect();
    for operation in ["rename", "expand"] {
        let proposal = Proposal {
            means: Means::Storage,
            lines: names
                .iter()
                .map(|name| format!("{operation}({name})"))
                .collect(),
            place: Place::At(search.text.len()),
            is_minimal: false,
        };
        if search.propose(proposal, found)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A claim that declares its reduction.
fn reductions(search: &Search<'_>, found: &mut Corrections) -> Result<bool> {
    let Some((from, to)) = blamed(search) else {
        return Ok(false);
    };
    let operation = &search.text[from..to];
    let is_claim = ["parallel", "vectorize", "vectorise"]
        .iter()
        .any(|name| operation.starts_with(name));
    if !is_claim || operation.contains("reduction") {
        return Ok(false);
    }
    let Some(rest) = operation.strip_suffix(')') else {
        return Ok(false);
    };
    let proposal = Proposal {
        means: Means::Relax,
        lines: vec![format!("{rest}, reduction)")],
        place: Place::Instead(from, to),
        is_minimal: false,
    };
    search.propose(proposal, found)
}
