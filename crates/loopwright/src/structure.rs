//! The loops of a program as a person would write them down, and which of them are around which
//! statement.

use presburger::{Map, PwAff, Result};
use scop::schedule::{self, Placements};
use scop::{MemberId, Scop, StmtId};

/// One loop: a member of a band.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The name of its counter, or one made up.
    pub name: String,
    /// The label in front of it.
    pub label: Option<String>,
    /// The statements in it, with the function that orders their instances.
    pub dates: Vec<(StmtId, PwAff)>,
}

impl Loop {
    /// From instances of a statement to the number that orders them.
    pub fn dates_of(&self, statement: StmtId) -> Result<Option<Map>> {
        let date = self.dates.iter().find(|(id, _)| *id == statement);
        date.map(|(_, date)| date.as_map()).transpose()
    }
}

/// What is executed, from the outside in.
#[derive(Clone, Debug)]
pub enum Item {
    /// A loop and what is in it.
    Loop(MemberId, Vec<Item>),
    /// A word and what it speaks of.
    Mark(String, Vec<Item>),
    /// Parts whose order is left open.
    AnyOrder(Vec<Item>),
    /// A statement.
    Statement(StmtId),
    /// A statement that has no instances.
    Never(StmtId),
}

/// The loops of a scop.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    /// All loops, outer ones before inner ones, by their numbers.
    pub loops: Vec<Loop>,
    /// What is executed, one after the other.
    pub items: Vec<Item>,
    /// For each statement the loops around it, outermost first. When parts of it are executed in
    /// different places, the loops that all of them have in common.
    around: Vec<Vec<MemberId>>,
}

impl Structure {
    /// The structure of the original order.
    pub fn new(scop: &Scop) -> Result<Structure> {
        let placements = Placements::new(&scop.schedule)?;
        let mut structure = Structure::default();
        let mut dates: Vec<Vec<(StmtId, PwAff)>> = Vec::new();
        let mut depths = Vec::new();
        for _ in placements.members() {
            dates.push(Vec::new());
            depths.push(0);
        }
        let mut never = Vec::new();
        for (statement, known) in scop.statements() {
            let own = placements.of_space(&known.domain);
            let mut around: Option<Vec<MemberId>> = None;
            for &id in own {
                let placement = &placements[id];
                let mut here = Vec::new();
                for (depth, (member, date)) in placement.dates().enumerate() {
                    here.push(member);
                    depths[member.index()] = depth;
                    let date = match own {
                        [_] => PwAff::from_aff(date),
                        _ => PwAff::alloc(&placement.domain, date)?,
                    };
                    match dates[member.index()].last_mut() {
                        Some((last, known)) if *last == statement => {
                            *known = known.union_add(&date)?;
                        }
                        _ => dates[member.index()].push((statement, date)),
                    }
                }
                match &mut around {
                    None => around = Some(here),
                    Some(known) => known.truncate(common_prefix(known, &here)),
                }
            }
            if own.is_empty() {
                never.push(Item::Never(statement));
            }
            structure.around.push(around.unwrap_or_default());
        }
        for ((id, member), dates) in placements.members().zip(dates) {
            let name = member.attributes.iterator.clone();
            structure.loops.push(Loop {
                name: name.unwrap_or_else(|| made_up(scop, &dates, depths[id.index()])),
                label: member.attributes.label.clone(),
                dates,
            });
        }
        structure.items = items(scop, &placements, placements.outline());
        structure.items.extend(never);
        Ok(structure)
    }

    /// The loops around a statement, outermost first.
    pub fn around(&self, statement: StmtId) -> &[MemberId] {
        self.around
            .get(statement.index())
            .map_or(&[], Vec::as_slice)
    }

    /// The loops that are around both.
    pub fn common(&self, a: StmtId, b: StmtId) -> &[MemberId] {
        let (a, b) = (self.around(a), self.around(b));
        &a[..common_prefix(a, b)]
    }
}

/// The outline of a schedule with the statements of the program.
fn items(scop: &Scop, placements: &Placements, outline: Vec<schedule::Item>) -> Vec<Item> {
    let known = outline.into_iter().filter_map(|item| {
        let below = |outline| items(scop, placements, outline);
        Some(match item {
            schedule::Item::Loop(id, inside) => Item::Loop(id, below(inside)),
            schedule::Item::Mark(word, inside) => Item::Mark(word, below(inside)),
            schedule::Item::AnyOrder(parts) => Item::AnyOrder(below(parts)),
            schedule::Item::Statement(id) => {
                let name = placements[id].domain.tuple_name()?;
                Item::Statement(scop.find_statement(name)?)
            }
        })
    });
    known.collect()
}

fn common_prefix(a: &[MemberId], b: &[MemberId]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// The iterator by which all statements are ordered, up or down, or `t` and a number.
fn made_up(scop: &Scop, dates: &[(StmtId, PwAff)], depth: usize) -> String {
    let mut texts = dates.iter().map(|(_, date)| expression(date));
    let taken = |name: &str| scop.parameters.iter().any(|one| one.name == name);
    if let Some(first) = texts.next()
        && texts.all(|text| text == first)
    {
        let name = first.strip_prefix('-').unwrap_or(&first);
        if is_identifier(name) && !taken(name) {
            return name.into();
        }
    }
    format!("t{depth}")
}

fn is_identifier(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The expression in `{ S[i, j] -> [i + j] }` or `[n] -> { [n + 1] }`; all of the text when it
/// is not defined everywhere, or by one expression only.
pub(crate) fn expression(function: &PwAff) -> String {
    let text = function.to_string();
    let inside = text
        .strip_suffix("] }")
        .and_then(|text| text.rsplit_once('['))
        .map(|(_, inside)| inside);
    match inside {
        Some(inside) if function.n_piece() == 1 => inside.to_string(),
        _ => text,
    }
}

/// The lines of the structure, indented, with the item on each.
pub fn outline<'a>(items: &'a [Item], lines: &mut Vec<(usize, &'a Item)>, depth: usize) {
    for item in items {
        lines.push((depth, item));
        match item {
            Item::Loop(_, below) | Item::Mark(_, below) | Item::AnyOrder(below) => {
                outline(below, lines, depth + 1);
            }
            Item::Statement(_) | Item::Never(_) => {}
        }
    }
}
