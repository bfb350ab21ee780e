//! The spaces for a person: a table, and the interleavings in words.

use super::{Analysis, Size};
use crate::lines::{line_text, one_line};
use crate::program::{Nest, Program};
use crate::show::heading;
use crate::table::{DIM, GREEN, PLAIN, Table};

/// All regions as text with ANSI colours; with the statements, if their interleavings are listed.
pub fn text(program: &Program, found: &[Analysis]) -> String {
    let nests = program.nests.iter().zip(found);
    let regions: Vec<String> = nests
        .map(|(nest, found)| region(program, nest, found))
        .collect();
    regions.join("\n")
}

fn region(program: &Program, nest: &Nest, found: &Analysis) -> String {
    let mut out = format!("{}\n", heading(nest));
    if !found.listed.is_empty() {
        out.push('\n');
        out += &statements(program, nest);
    }
    let statements = nest.scop().statements.len();
    out += &format!(
        "\n  {}, {}, {}\n\n{}",
        counted(found.loops, "loop"),
        counted(statements, "statement"),
        counted(found.references, "reference"),
        sizes(&found.sizes),
    );
    for (words, sets) in [
        ("always together", &found.together),
        ("never all together", &found.apart),
    ] {
        if !sets.is_empty() {
            let sets: Vec<String> = sets
                .iter()
                .map(|set| format!("{{{}}}", set.join(", ")))
                .collect();
            out += &format!("\n  {words}: {}\n", sets.join(", "));
        }
    }
    if !found.listed.is_empty() {
        out.push('\n');
        out += &listed(found);
    }
    if let Some(time) = found.time {
        out += &format!("\n  {:.1} ms\n", time.as_secs_f64() * 1e3);
    }
    out
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// What the names mean.
fn statements(program: &Program, nest: &Nest) -> String {
    let mut table = Table::new(&["", "", ""]);
    for statement in &nest.scop().statements {
        let line = line_text(&program.files, statement.span).unwrap_or_default();
        table.row(vec![
            (statement.name.clone(), GREEN),
            (line, DIM),
            (one_line(&statement.body.text), PLAIN),
        ]);
    }
    table.render(2)
}

fn sizes(sizes: &[Size]) -> String {
    let mut table = Table::new(&[
        "space",
        "interleavings",
        "dimensions",
        "constraints",
        "points",
    ]);
    for size in sizes {
        let numbers = size.polyhedron.map(|(a, b)| (a.to_string(), b.to_string()));
        let (dimensions, constraints) = numbers.unwrap_or_default();
        let what = match size.name.starts_with('F') {
            true => "legal",
            false => "all",
        };
        let points = size
            .points
            .as_ref()
            .map_or("?".into(), |points| points.to_string());
        table.row(vec![
            (size.name.clone(), PLAIN),
            (what.into(), PLAIN),
            (dimensions, PLAIN),
            (constraints, PLAIN),
            (points, PLAIN),
        ]);
    }
    table.render(2)
}

fn listed(found: &Analysis) -> String {
    let mut table = Table::new(&["", "shared loops", "with"]);
    for (i, one) in found.listed.iter().enumerate() {
        table.row(vec![
            ((i + 1).to_string(), DIM),
            (one.words.clone(), PLAIN),
            (one.remarks.join(", "), DIM),
        ]);
    }
    let more = match found.has_more {
        true => "  … and more: raise `--limit`\n",
        false => "",
    };
    table.render(2) + more
}
