//! The model for a person.

use std::fmt::Write;

use presburger::Result;
use scop::{Access, Array, Scop, Statement, Storage};

use crate::lines::{line_text, one_line};
use crate::overlap;
use crate::program::{Nest, Program};
use crate::structure::{Item, Loop, Structure, expression, outline};
use crate::table::{BOLD, DIM, GREEN, PLAIN, RED, Table, YELLOW, styled};

/// How much to show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detail {
    /// The schedule tree in isl's YAML too.
    pub tree: bool,
}

/// All regions as text with ANSI colours.
pub fn text(program: &Program, detail: Detail) -> Result<String> {
    let mut out = String::new();
    for (i, nest) in program.nests.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        out += &format!("{}\n", heading(nest));
        region(&mut out, program, nest.scop(), detail)?;
    }
    Ok(out)
}

/// `region 1: kernel_gemm, lines 23 to 31`
pub(crate) fn heading(nest: &Nest) -> String {
    let mut text = format!("region {}", nest.number);
    if !nest.scop().name.is_empty() {
        text += &format!(": {}", nest.scop().name);
    }
    if let Some((first, last)) = nest.lines {
        text += &format!(", lines {first} to {last}");
    }
    styled(BOLD, &text)
}

/// The type of a parameter, and what it stands for if that is not a variable.
fn meaning(parameter: &scop::Parameter) -> String {
    match &parameter.expression {
        Some(expression) => format!("{}  {expression}", parameter.ctype),
        None => parameter.ctype.clone(),
    }
}

fn region(out: &mut String, program: &Program, scop: &Scop, detail: Detail) -> Result<()> {
    if !scop.parameters.is_empty() {
        out.push_str(&section("parameters"));
        let mut table = Table::new(&["", ""]);
        for parameter in &scop.parameters {
            table.row(vec![
                (parameter.name.clone(), PLAIN),
                (meaning(parameter), PLAIN),
            ]);
        }
        out.push_str(&table.render(4));
    }
    if !scop.context.plain_is_universe() {
        out.push_str(&section("context"));
        *out += &format!("    {}\n", scop.context);
    }
    if !scop.arrays.is_empty() {
        out.push_str(&section("arrays"));
        let mut table = Table::new(&["", "", "", ""]);
        for array in &scop.arrays {
            table.row(array_row(scop, array));
        }
        out.push_str(&table.render(4));
    }
    if scop.statements.is_empty() {
        out.push_str("\n  no statements\n");
        return Ok(());
    }
    out.push_str(&section("statements"));
    for statement in &scop.statements {
        describe(out, program, scop, statement)?;
    }
    out.push_str(&section("schedule"));
    let structure = Structure::new(scop)?;
    out.push_str(&loops(scop, &structure));
    if detail.tree {
        out.push_str(&section("schedule tree"));
        for line in scop.schedule.to_string().lines() {
            *out += &format!("    {line}\n");
        }
    }
    Ok(())
}

fn section(name: &str) -> String {
    format!("\n  {}\n", styled(BOLD, name))
}

fn array_row(scop: &Scop, array: &Array) -> Vec<(String, &'static str)> {
    let mut shape = array.element.clone();
    for extent in &array.extents {
        let extent = extent.as_ref().map_or(String::new(), expression);
        // An array of arrays is written without a space between the brackets, as in C.
        let space = if shape.ends_with(']') { "" } else { " " };
        let _ = write!(shape, "{space}[{extent}]");
    }
    let storage = match array.storage {
        Storage::Argument { restrict: true } => "argument, restrict",
        Storage::Argument { restrict: false } => "argument",
        Storage::Local => "local",
        Storage::Global => "global",
        Storage::Region if array.heap => "inside the region, from malloc",
        Storage::Region => "inside the region",
    };
    let assumed = if overlap::is_assumed(scop, array) {
        "assumed distinct"
    } else {
        ""
    };
    let name = match array.name == array.source_name {
        true => array.name.clone(),
        false => format!("{} ({})", array.name, array.source_name),
    };
    vec![
        (name, PLAIN),
        (shape, PLAIN),
        (storage.into(), PLAIN),
        (assumed.into(), YELLOW),
    ]
}

fn describe(out: &mut String, program: &Program, scop: &Scop, statement: &Statement) -> Result<()> {
    let place = line_text(&program.files, statement.span);
    let place = place.map_or(String::new(), |place| format!("{}  ", styled(DIM, &place)));
    let name = styled(GREEN, &statement.name);
    let text = one_line(&statement.body.text);
    *out += format!("    {name}  {place}{text}").trim_end();
    let domain = statement.domain.drop_unused_params()?;
    *out += &format!("\n      domain     {domain}\n");
    for access in &statement.accesses {
        let relation = access.relation.gist_domain(&statement.domain)?;
        let relation = relation.drop_unused_params()?;
        let array = scop.arrays.get(access.array.index());
        // Relations that have no name for the array would say nothing.
        let relation = match array {
            Some(array) if access.relation.range_tuple_name().is_none() => {
                format!("{relation} ({})", array.name)
            }
            _ => relation.to_string(),
        };
        *out += &format!("      {}  {relation}\n", access_kind(access));
    }
    if let Some(reduction) = statement.reduction {
        *out += &format!("      reduction  {}\n", reduction.operator.name());
    }
    Ok(())
}

fn access_kind(access: &Access) -> String {
    let text = match (access.is_write(), access.is_must()) {
        (false, true) => "read",
        (false, false) => "may read",
        (true, true) => "write",
        (true, false) => "may write",
    };
    let style = match access.is_write() {
        true => RED,
        false => PLAIN,
    };
    let padding = " ".repeat(9 - text.len());
    format!("{}{padding}", styled(style, text))
}

/// The loops, one on each line.
fn loops(scop: &Scop, structure: &Structure) -> String {
    let mut lines = Vec::new();
    outline(&structure.items, &mut lines, 0);
    let mut out = String::new();
    for (depth, item) in lines {
        let text = match item {
            Item::Loop(id, _) => loop_text(scop, &structure.loops[id.index()]),
            Item::Mark(word, _) => format!("{word}:"),
            Item::AnyOrder(_) => "in any order".into(),
            Item::Statement(id) => styled(GREEN, &scop[*id].name),
            Item::Never(id) => format!("{} (never executed)", styled(GREEN, &scop[*id].name)),
        };
        out += &format!("{}{text}\n", "  ".repeat(depth + 2));
    }
    out
}

/// `L1: for i`, `for i downwards`, `for t0: S0 at i + j, S1 at i`
fn loop_text(scop: &Scop, found: &Loop) -> String {
    let label = found.label.as_ref();
    let label = label.map_or(String::new(), |label| format!("{label}: "));
    let name = &found.name;
    let dates: Vec<String> = found
        .dates
        .iter()
        .map(|(_, date)| expression(date))
        .collect();
    let order = if dates.iter().all(|date| date == name) {
        String::new()
    } else if dates.iter().all(|date| *date == format!("-{name}")) {
        " downwards".into()
    } else if dates.windows(2).all(|pair| pair[0] == pair[1]) {
        dates
            .first()
            .map_or(String::new(), |date| format!(" at {date}"))
    } else {
        let each = found.dates.iter().zip(&dates);
        let each: Vec<String> = each
            .map(|((id, _), date)| format!("{} at {date}", scop[*id].name))
            .collect();
        format!(": {}", each.join(", "))
    };
    format!("{label}for {name}{order}")
}
