//! The dependences for a person: a table, the loops with what they carry, a summary.

use legality::Role;
use presburger::Result;
use scop::{AccessId, Scop, StmtId, list};

use super::{Analysis, Edge, Kind, Wanted, vector_text};
use crate::lines::{line_text, one_line};
use crate::program::{Nest, Program};
use crate::show::heading;
use crate::structure::{Item, outline};
use crate::table::{BLUE, BOLD, DIM, GREEN, PLAIN, RED, Style, Table, YELLOW, styled};

/// All regions as text with ANSI colours.
pub fn text(program: &Program, found: &[Analysis], wanted: &Wanted) -> Result<String> {
    let mut out = String::new();
    for (i, (nest, analysis)) in program.nests.iter().zip(found).enumerate() {
        if i > 0 {
            out.push('\n');
        }
        out += &region(program, nest, analysis, wanted);
    }
    Ok(out)
}

fn region(program: &Program, nest: &Nest, found: &Analysis, wanted: &Wanted) -> String {
    let scop = nest.scop();
    let mut out = format!("{}\n", heading(nest));
    if !scop.statements.is_empty() {
        out.push('\n');
        out += &statements(program, scop);
    }
    if !found.edges.is_empty() {
        out.push('\n');
        out += &edges(program, scop, found, wanted);
    }
    if !found.structure.items.is_empty() {
        out += &format!("\n  {}\n", styled(BOLD, "loops"));
        out += &loops(scop, found);
    }
    if let Some((live_in, live_out)) = &found.live {
        out += &format!("\n  {}\n    {live_in}\n", styled(BOLD, "live in"));
        out += &format!("\n  {}\n    {live_out}\n", styled(BOLD, "live out"));
    }
    out += &format!("\n{}\n", summary(scop, found, wanted));
    out
}

/// The legend of the table.
fn statements(program: &Program, scop: &Scop) -> String {
    let mut table = Table::new(&["", "", ""]);
    for statement in &scop.statements {
        let line = line_text(&program.files, statement.span).unwrap_or_default();
        table.row(vec![
            (statement.name.clone(), GREEN),
            (line, DIM),
            (one_line(&statement.body.text), PLAIN),
        ]);
    }
    table.render(2)
}

fn edges(program: &Program, scop: &Scop, found: &Analysis, wanted: &Wanted) -> String {
    let headings = [
        "kind",
        "from",
        "to",
        "array",
        "carried by",
        "distance",
        "must/may",
        "reduction",
        "accesses",
    ];
    let mut table = Table::new(&headings);
    let rows = rows(found);
    for row in &rows {
        let edge = row[0];
        let dependence = &edge.dependence;
        let reduction = dependence.reduction.map_or("", |operator| operator.name());
        table.row(vec![
            (edge.kind.name().into(), style(edge.kind)),
            (scop[dependence.source.0].name.clone(), PLAIN),
            (scop[dependence.sink.0].name.clone(), PLAIN),
            (array_name(scop, edge), PLAIN),
            (carriers(found, row), PLAIN),
            (distances(row), PLAIN),
            (dependence.certainty.to_string(), DIM),
            (reduction.into(), YELLOW),
            (accesses(program, scop, row), DIM),
        ]);
    }
    let text = table.render(2);
    if !wanted.relations {
        return text;
    }
    let mut out = String::new();
    let mut lines = text.lines();
    out += &format!("{}\n", lines.next().unwrap_or_default());
    for (line, row) in lines.zip(&rows) {
        out += &format!("{line}\n");
        for edge in row {
            out += &format!("    {}\n", edge.dependence.relation);
        }
    }
    out
}

/// Dependences of one kind between the same statements on the same array, for one line of the
/// table: never none.
type Row<'a> = Vec<&'a Edge>;

fn rows(found: &Analysis) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for edge in &found.edges {
        match rows.iter_mut().find(|row| row[0].is_about_the_same(edge)) {
            Some(row) => row.push(edge),
            None => rows.push(vec![edge]),
        }
    }
    rows
}

/// The loops that carry something of a row, `-` for the order of the text.
fn carriers(found: &Analysis, row: &[&Edge]) -> String {
    let mut ids: Vec<_> = row.iter().map(|edge| edge.carrier).collect();
    // The outermost loop first, the order of the text last.
    ids.sort_by_key(|id| (id.is_none(), *id));
    ids.dedup();
    let names = ids.into_iter().map(|id| match id {
        Some(id) => found.structure.loops[id.index()].name.clone(),
        None => "-".into(),
    });
    names.collect::<Vec<_>>().join(", ")
}

/// How wide distances may be that are listed one by one.
const WIDE: usize = 32;

/// The distances of a row, one by one if these are few.
fn distances(row: &[&Edge]) -> String {
    let mut texts: Vec<String> = Vec::new();
    for edge in row {
        let text = edge.distance_text();
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let text = texts.join(" ");
    if texts.len() == 1 || text.len() <= WIDE {
        return text;
    }
    let (first, others) = (row[0], &row[1..]);
    let joined = others.iter().fold(first.distance.clone(), |known, edge| {
        let pairs = known.into_iter().zip(&edge.distance);
        pairs.map(|(a, b)| a.or(*b)).collect()
    });
    vector_text(&joined)
}

fn style(kind: Kind) -> Style {
    match kind {
        Kind::Flow => RED,
        Kind::Anti => BLUE,
        Kind::Output => YELLOW,
        Kind::Input => DIM,
    }
}

pub(super) fn array_name(scop: &Scop, edge: &Edge) -> String {
    let array = scop.arrays.get(edge.dependence.array.index());
    array.map_or(String::new(), |array| array.source_name.clone())
}

/// How many pairs of accesses a line of the table has.
const PAIRS: usize = 3;

/// `A[i][j] -> A[i][j - 1]`, as the program writes them.
fn accesses(program: &Program, scop: &Scop, row: &[&Edge]) -> String {
    let text = |access| access_text(program, scop, access);
    let mut pairs: Vec<String> = Vec::new();
    for (source, sink) in row.iter().flat_map(|edge| &edge.accesses) {
        if let (Some(source), Some(sink)) = (text(*source), text(*sink)) {
            let pair = format!("{source} -> {sink}");
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    let more = match pairs.len().saturating_sub(PAIRS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    pairs.truncate(PAIRS);
    pairs.join(", ") + &more
}

pub(super) fn access_text(
    program: &Program,
    scop: &Scop,
    (statement, access): (StmtId, AccessId),
) -> Option<String> {
    let statement = scop.statements.get(statement.index())?;
    let span = statement.accesses.get(access.index())?.span?;
    let text = one_line(program.files.slice(span));
    (!text.is_empty()).then_some(text)
}

/// The loops with what each of them carries.
fn loops(scop: &Scop, found: &Analysis) -> String {
    let mut lines = Vec::new();
    outline(&found.structure.items, &mut lines, 0);
    let mut table = Table::new(&["", ""]);
    for (depth, item) in lines {
        let indent = "  ".repeat(depth);
        let (text, style, verdict, mood) = match item {
            Item::Loop(id, _) => {
                let (verdict, mood) = verdict(scop, found, *id);
                (loop_name(found, *id), PLAIN, verdict, mood)
            }
            Item::Mark(word, _) => (format!("{word}:"), PLAIN, String::new(), PLAIN),
            Item::AnyOrder(_) => ("in any order".into(), PLAIN, String::new(), PLAIN),
            Item::Statement(id) => (scop[*id].name.clone(), GREEN, String::new(), PLAIN),
            Item::Never(id) => {
                let never = "never executed".into();
                (scop[*id].name.clone(), GREEN, never, PLAIN)
            }
        };
        table.row(vec![(format!("{indent}{text}"), style), (verdict, mood)]);
    }
    table.render(4)
}

fn loop_name(found: &Analysis, id: scop::MemberId) -> String {
    let known = &found.structure.loops[id.index()];
    match &known.label {
        Some(label) => format!("{label}: for {}", known.name),
        None => format!("for {}", known.name),
    }
}

fn verdict(scop: &Scop, found: &Analysis, id: scop::MemberId) -> (String, Style) {
    let counts = count(found.carried_by(id));
    if counts.is_empty() {
        return match found.decides_parallelism {
            true => ("parallel".into(), GREEN),
            false => ("carries none of the listed dependences".into(), PLAIN),
        };
    }
    if found.is_parallel(id) {
        return (format!("parallel ({})", copies(scop, found, id)), GREEN);
    }
    let mut operators: Vec<Option<&str>> = found
        .carried_by(id)
        .filter(|edge| !found.is_own(id, edge))
        .map(|edge| Some(edge.dependence.reduction?.name()))
        .collect();
    operators.sort();
    operators.dedup();
    let operators: Option<Vec<&str>> = operators.into_iter().collect();
    match operators {
        Some(operators) => {
            let operators = operators.join(", ");
            let text = format!("carries {counts}, all of a reduction ({operators})");
            (text, YELLOW)
        }
        None => (format!("carries {counts}"), PLAIN),
    }
}

/// `t private`, `t lastprivate`: what each iteration has for itself, as OpenMP calls it.
fn copies(scop: &Scop, found: &Analysis, id: scop::MemberId) -> String {
    list::commas(found.copies_in(id).map(|(array, role)| {
        let clause = match role {
            Role::LastPrivate => "lastprivate",
            Role::FirstPrivate => "firstprivate",
            Role::FirstLastPrivate => "firstprivate and lastprivate",
            _ => "private",
        };
        format!("{} {clause}", scop[array].source_name)
    }))
}

/// `2 flow, 1 anti`
fn count<'a>(edges: impl Iterator<Item = &'a Edge>) -> String {
    let mut counts = [0; Kind::ALL.len()];
    let mut seen: Vec<&Edge> = Vec::new();
    for edge in edges {
        if !seen.iter().any(|known| known.is_about_the_same(edge)) {
            seen.push(edge);
            counts[edge.kind as usize] += 1;
        }
    }
    let counts = Kind::ALL.iter().zip(counts);
    let counts: Vec<String> = counts
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{count} {}", kind.name()))
        .collect();
    counts.join(", ")
}

/// How many there are, and which loops are parallel.
fn summary(scop: &Scop, found: &Analysis, wanted: &Wanted) -> String {
    let how = match wanted.value_based {
        true => " (flow is value-based)",
        false => "",
    };
    let mut out = match rows(found).len() {
        0 => format!("no dependences{how}"),
        1 => format!("1 dependence: {}{how}", count(found.edges.iter())),
        n => format!("{n} dependences: {}{how}", count(found.edges.iter())),
    };
    if !found.decides_parallelism || found.structure.loops.is_empty() {
        return out;
    }
    let names =
        |ids: Vec<scop::MemberId>| list::commas(ids.iter().map(|&id| unique_name(scop, found, id)));
    let (as_written, with_copies): (Vec<_>, Vec<_>) =
        { found.parallel().into_iter() }.partition(|&id| found.carried_by(id).next().is_none());
    out += &match as_written.is_empty() {
        true => "\nparallel as written: none".into(),
        false => format!("\nparallel as written: {}", names(as_written)),
    };
    if !with_copies.is_empty() {
        out += &format!("\nparallel with private variables: {}", names(with_copies));
    }
    let reductions = found.parallel_but_for_reductions();
    if !reductions.is_empty() {
        out += &format!("\nparallel but for a reduction: {}", names(reductions));
    }
    out
}

/// The name of a loop, with the statements in it where another one has the same name.
fn unique_name(scop: &Scop, found: &Analysis, id: scop::MemberId) -> String {
    let all = &found.structure.loops;
    let known = &all[id.index()];
    if let Some(label) = &known.label {
        return format!("{} ({label})", known.name);
    }
    if all.iter().filter(|one| one.name == known.name).count() == 1 {
        return known.name.clone();
    }
    let statements = known.dates.iter();
    let statements = list::commas(statements.map(|(id, _)| &scop[*id].name));
    format!("{} ({statements})", known.name)
}
