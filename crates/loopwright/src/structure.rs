//! The loops of a schedule tree as a person would write them down, and which of them are
//! around which statement.

use std::collections::BTreeSet;

use presburger::{Map, PwAff, Result};
use scop::schedule::{Band, Kind, Node};
use scop::{Scop, StmtId};

/// The position of a [`Loop`] in its [`Structure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub usize);

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
    Loop(LoopId, Vec<Item>),
    /// A word and what it speaks of.
    Mark(String, Vec<Item>),
    /// Parts whose order is left open.
    AnyOrder(Vec<Item>),
    /// A statement.
    Statement(StmtId),
}

/// The loops of a scop.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    /// All loops, outer ones before inner ones.
    pub loops: Vec<Loop>,
    /// What is executed, one after the other.
    pub items: Vec<Item>,
    /// For each statement the loops around it, outermost first. When parts of it are executed in
    /// different places, the loops that all of them have in common.
    around: Vec<Option<Vec<LoopId>>>,
}

impl Structure {
    /// The structure of the original order.
    pub fn new(scop: &Scop) -> Result<Structure> {
        let mut structure = Structure {
            around: vec![None; scop.statements.len()],
            ..Structure::default()
        };
        let all = scop.statements().map(|(id, _)| id).collect();
        structure.items = structure.visit(scop, scop.schedule.root(), &all, &mut Vec::new())?;
        Ok(structure)
    }

    /// The loops around a statement, outermost first.
    pub fn around(&self, statement: StmtId) -> &[LoopId] {
        let around = self.around.get(statement.index());
        around.and_then(Option::as_deref).unwrap_or(&[])
    }

    /// The loops that are around both.
    pub fn common(&self, a: StmtId, b: StmtId) -> &[LoopId] {
        let (a, b) = (self.around(a), self.around(b));
        &a[..common_prefix(a, b)]
    }

    fn visit(
        &mut self,
        scop: &Scop,
        node: &Node,
        statements: &BTreeSet<StmtId>,
        outer: &mut Vec<LoopId>,
    ) -> Result<Vec<Item>> {
        let mut below = Vec::new();
        match node.kind() {
            Kind::Leaf => {
                for &statement in statements {
                    self.reached(statement, outer);
                    below.push(Item::Statement(statement));
                }
                return Ok(match below.len() {
                    0 | 1 => below,
                    _ => vec![Item::AnyOrder(below)],
                });
            }
            Kind::Band(band) => {
                let depth = outer.len();
                for member in 0..band.size() {
                    let found = self.member(scop, band, member, statements, depth + member)?;
                    outer.push(found);
                }
                for child in node.children() {
                    below.append(&mut self.visit(scop, child, statements, outer)?);
                }
                for id in outer.drain(depth..).rev() {
                    below = vec![Item::Loop(id, below)];
                }
                return Ok(below);
            }
            Kind::Filter(filter) => {
                let mut kept = BTreeSet::new();
                for set in filter.sets() {
                    let name = set.tuple_name().unwrap_or_default();
                    kept.extend(
                        scop.find_statement(name)
                            .filter(|id| statements.contains(id)),
                    );
                }
                for child in node.children() {
                    below.append(&mut self.visit(scop, child, &kept, outer)?);
                }
                return Ok(below);
            }
            _ => {}
        }
        for child in node.children() {
            below.append(&mut self.visit(scop, child, statements, outer)?);
        }
        Ok(match node.kind() {
            Kind::Mark(word) => vec![Item::Mark(word.clone(), below)],
            Kind::Set => vec![Item::AnyOrder(below)],
            _ => below,
        })
    }

    /// Adds a loop.
    fn member(
        &mut self,
        scop: &Scop,
        band: &Band,
        member: usize,
        statements: &BTreeSet<StmtId>,
        depth: usize,
    ) -> Result<LoopId> {
        let mut dates = Vec::new();
        for date in band.schedule.at(member)?.pw_affs() {
            let tuple = date.domain_space();
            let name = tuple.tuple().and_then(|tuple| tuple.name()).unwrap_or("");
            if let Some(id) = scop
                .find_statement(name)
                .filter(|id| statements.contains(id))
            {
                dates.push((id, date));
            }
        }
        dates.sort_by_key(|(id, _)| *id);
        let known = band.members.get(member);
        let name = known.and_then(|member| member.iterator.clone());
        let found = Loop {
            name: name.unwrap_or_else(|| made_up(scop, &dates, depth)),
            label: known.and_then(|member| member.label.clone()),
            dates,
        };
        self.loops.push(found);
        Ok(LoopId(self.loops.len() - 1))
    }

    fn reached(&mut self, statement: StmtId, outer: &[LoopId]) {
        if let Some(around) = self.around.get_mut(statement.index()) {
            match around {
                None => *around = Some(outer.to_vec()),
                Some(known) => known.truncate(common_prefix(known, outer)),
            }
        }
    }
}

fn common_prefix(a: &[LoopId], b: &[LoopId]) -> usize {
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
            Item::Statement(_) => {}
        }
    }
}
