//! The statements and their dependences as a graph for Graphviz.

use super::{Analysis, Edge, Kind};
use crate::deps::text::array_name;
use crate::lines::{line_text, one_line};
use crate::program::Program;

/// One node for each statement, one edge for each different dependence; regions are clusters.
pub fn dot(program: &Program, found: &[Analysis]) -> String {
    let mut out = String::from("digraph dependences {\n  node [shape=box, fontname=monospace];\n");
    for (nest, analysis) in program.nests.iter().zip(found) {
        let (number, scop) = (nest.number, nest.scop());
        let node = |name: &str| quoted(&format!("{number}:{name}"));
        let title = match scop.name.is_empty() {
            true => format!("region {number}"),
            false => format!("region {number}: {}", scop.name),
        };
        out += &format!("  subgraph cluster_{number} {{\n");
        out += &format!("    label={};\n", quoted(&title));
        for statement in &scop.statements {
            let mut label = statement.name.clone();
            if let Some(line) = line_text(&program.files, statement.span) {
                label += &format!(", {line}");
            }
            let text = one_line(&statement.body.text);
            if !text.is_empty() {
                label += &format!("\n{text}");
            }
            let name = node(&statement.name);
            out += &format!("    {name} [label={}];\n", quoted(&label));
        }
        let mut drawn: Vec<String> = Vec::new();
        for edge in &analysis.edges {
            let dependence = &edge.dependence;
            let label = format!("{} {}", array_name(scop, edge), edge.distance_text());
            let line = format!(
                "    {} -> {} [label={}, {}];\n",
                node(&scop[dependence.source.0].name),
                node(&scop[dependence.sink.0].name),
                quoted(label.trim()),
                edge_attributes(edge)
            );
            if !drawn.contains(&line) {
                drawn.push(line);
            }
        }
        out.extend(drawn);
        out += "  }\n";
    }
    out + "}\n"
}

fn edge_attributes(edge: &Edge) -> String {
    let kind = match edge.kind {
        Kind::Flow => "color=red, style=solid",
        Kind::Anti => "color=blue, style=dashed",
        Kind::Output => "color=orange, style=dotted",
        Kind::Input => "color=gray, style=dotted",
    };
    let arrow = match edge.dependence.certainty {
        scop::Certainty::Must => "",
        scop::Certainty::May => ", arrowhead=empty",
    };
    let reduction = edge.dependence.reduction;
    let reduction = reduction.map_or(String::new(), |operator| {
        format!(
            ", xlabel={}",
            quoted(&format!("reduction {}", operator.name()))
        )
    });
    format!("{kind}, tooltip={}{arrow}{reduction}", edge.kind.name())
}

/// A string of Graphviz; line breaks become lines of the label.
fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}
