//! Schedules for people: the vectors of the statements, and the loops.

use crate::Outcome;
use crate::state::State;
use presburger::{Aff, Map, MultiPwAff, PwAff, Tuple, UnionMap, Value};
use scop::schedule::{Item, Member, Placements, Unroll};
use std::fmt::Write;

/// The vector of a statement, or of a part of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    /// The name of the statement.
    pub statement: String,
    /// The names of its iterators.
    pub iterators: Vec<String>,
    /// `p0, j1, p1, …` as functions of the iterators, without the zeros that fill it up.
    pub entries: Vec<String>,
    /// The instances, when they are not all of the statement.
    pub domain: Option<String>,
    /// From the instances to the vector.
    pub map: Map,
}

impl Outcome {
    /// The new order as vectors `(p0, j1, p1, …)`, one line for each statement or part of one, in
    /// the order of the positions.
    pub fn vectors(&self) -> String {
        let mut text = String::new();
        for vector in &self.vectors {
            let iterators = vector.iterators.join(", ");
            let entries = vector.entries.join(", ");
            let line = format!("{}[{iterators}] -> ({entries})", vector.statement);
            let domain = vector.domain.iter().map(|domain| format!("  on {domain}"));
            text += &line;
            text.extend(domain);
            text.push('\n');
        }
        text
    }

    /// The same as data.
    pub fn vector_list(&self) -> &[Vector] {
        &self.vectors
    }

    /// The same as a relation. Vectors of different statements have different lengths; shorter
    /// ones are to be filled up with zeros.
    pub fn vector_map(&self) -> presburger::Result<UnionMap> {
        UnionMap::from_maps(self.vectors.iter().map(|vector| vector.map.clone()))
    }

    /// The loops of the new order and what stands in them, indented.
    pub fn structure(&self) -> presburger::Result<String> {
        let placements = Placements::new(&self.schedule)?;
        let mut text = String::new();
        write_items(&placements.outline(), &placements, 0, &mut text);
        Ok(text)
    }
}

impl State<'_> {
    /// All vectors, in the order of the positions.
    pub fn vectors(&self) -> presburger::Result<Vec<Vector>> {
        let mut pieces: Vec<_> = self.alive().collect();
        pieces.sort_by(|(a, first), (b, second)| {
            (&first.vector.positions, a).cmp(&(&second.vector.positions, b))
        });
        let mut vectors = Vec::new();
        for (_, piece) in &pieces {
            let statement = &self.scop.statements[piece.statement];
            let parts = pieces
                .iter()
                .filter(|(_, other)| other.statement == piece.statement);
            let (mut entries, mut functions) = (Vec::new(), Vec::new());
            for k in 0..=piece.depth() {
                entries.push(piece.vector.positions[k].to_string());
                let position = Value::from(piece.vector.positions[k]);
                let position = Aff::val_on_domain(piece.vector.domain.space(), &position)?;
                functions.push(PwAff::from_aff(&position));
                if k < piece.depth() {
                    entries.push(expression(&piece.vector.dates[k]));
                    functions.push(piece.vector.dates[k].clone());
                }
            }
            let tuple = Tuple::anonymous(functions.len());
            let all = MultiPwAff::from_pw_aff_list(&piece.vector.domain, tuple, &functions)?;
            vectors.push(Vector {
                statement: statement.name.clone(),
                iterators: statement.iterators.clone(),
                entries,
                domain: (parts.count() > 1).then(|| piece.vector.domain.to_string()),
                map: all.as_map()?.intersect_domain(&piece.vector.domain)?,
            });
        }
        Ok(vectors)
    }
}

/// A function without its domain: `floor((i)/32)`.
fn expression(date: &PwAff) -> String {
    match &date.pieces()[..] {
        [(_, aff)] => aff.expression(),
        _ => date.to_string(),
    }
}

fn write_items(items: &[Item], placements: &Placements, depth: usize, text: &mut String) {
    for item in items {
        let (line, below) = match item {
            Item::Loop(id, below) => (describe(&placements[*id].attributes), Some(below)),
            Item::Statement(id) => {
                let name = placements[*id].domain.tuple_name().unwrap_or_default();
                (name.to_string(), None)
            }
            // Words and parts in any order have no line of their own.
            Item::Mark(_, below) | Item::AnyOrder(below) => {
                write_items(below, placements, depth, text);
                continue;
            }
        };
        text.push_str(&"  ".repeat(depth));
        text.push_str(&line);
        text.push('\n');
        if let Some(below) = below {
            write_items(below, placements, depth + 1, text);
        }
    }
}

fn describe(member: &Member) -> String {
    let mut line = String::new();
    if let Some(label) = &member.label {
        line += &format!("{label}: ");
    }
    line += "for ";
    line += member.iterator.as_deref().unwrap_or("_");
    if member.parallel {
        line += "  parallel";
    }
    if member.vector {
        line += "  vector";
    }
    if !member.private.is_empty() {
        line += &format!("  private({})", member.private.join(", "));
    }
    match member.unroll {
        Some(Unroll::Full) => line += "  unrolled",
        Some(Unroll::By(n)) => {
            let written = write!(line, "  unrolled by {n}");
            debug_assert!(written.is_ok());
        }
        None => {}
    }
    line
}
