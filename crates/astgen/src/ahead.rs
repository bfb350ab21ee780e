//! The dates of all bands below a place: some decisions need them before these bands are reached.

use crate::algorithm::Algorithm;
use crate::build::{After, Build};
use crate::error::Result;
use crate::strip::{self, Strips};
use crate::tree::{dated, filtered};
use presburger::{Map, Set};
use scop::schedule::{Kind, Node};

/// A statement in one of its places.
pub(crate) struct Ahead {
    /// The dates of the build, and behind them those of the bands below.
    pub dates: Set,
    /// For each of these whether there is no loop, but a copy of the body for each value.
    pub unrolled: Vec<bool>,
    /// The sequences on the way to it.
    pub turns: Vec<Turn>,
}

/// One of the parts of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// How many dimensions there are around the sequence.
    pub dims: usize,
    /// Which part.
    pub part: usize,
}

/// How many dimensions two places have in common: behind different parts of a sequence there are none.
pub(crate) fn shared(a: &[Turn], b: &[Turn]) -> usize {
    let different = a.iter().zip(b).find(|(a, b)| a != b);
    different.map_or(usize::MAX, |(a, _)| a.dims)
}

/// A tree in which statements have more places is not looked at.
const MAX_PLACES: usize = 16;

impl Algorithm<'_> {
    /// What is executed, in all its places below; nothing if that cannot be told.
    pub(crate) fn ahead(&self, executed: &[Map], build: &Build) -> Result<Option<Vec<Ahead>>> {
        let own = (0..build.n).map(|dim| build.options.is_unrolled(dim));
        let way = Way {
            unrolled: own.collect::<Result<_>>()?,
            turns: Vec::new(),
        };
        let mut found = Vec::with_capacity(executed.len());
        for map in executed {
            let seen = match &build.after {
                After::Leaf => push(map, &way, &mut found)?,
                After::Tree(node) => below(node, map, &way, &mut found)?,
            };
            if !seen {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }
}

/// The way to a place.
#[derive(Clone)]
struct Way {
    unrolled: Vec<bool>,
    turns: Vec<Turn>,
}

/// Adds a place; whether there is room for it.
fn push(map: &Map, way: &Way, found: &mut Vec<Ahead>) -> Result<bool> {
    if !map.is_empty()? {
        found.push(Ahead {
            dates: map.domain()?,
            unrolled: way.unrolled.clone(),
            turns: way.turns.clone(),
        });
    }
    Ok(found.len() <= MAX_PLACES)
}

/// Adds the places of a statement below a node; whether all of them are known.
fn below(node: &Node, map: &Map, way: &Way, found: &mut Vec<Ahead>) -> Result<bool> {
    let all = |map: &Map, way: &Way, found: &mut Vec<Ahead>| -> Result<bool> {
        for child in node.children() {
            if !below(child, map, way, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    match node.kind() {
        Kind::Leaf => push(map, way, found),
        Kind::Band(band) if band.size() > 0 => {
            let leaf = Node::leaf();
            let child = node.child().unwrap_or(&leaf);
            let first = way.unrolled.len();
            let Strips {
                dates,
                members,
                options,
            } = strip::mined(band, child, first, "")?;
            let map = dated(map, &dates, members.len())?;
            let mut way = way.clone();
            for dim in first..first + members.len() {
                way.unrolled.push(options.is_unrolled(dim)?);
            }
            all(&map, &way, found)
        }
        Kind::Sequence | Kind::Set => {
            for (part, child) in node.children().iter().enumerate() {
                let mut way = way.clone();
                let dims = way.unrolled.len();
                way.turns.push(Turn { dims, part });
                if !below(child, map, &way, found)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Kind::Filter(filter) => {
            for map in filtered(vec![map.clone()], filter)? {
                if !all(&map, way, found)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        // What is executed below these is not known here.
        Kind::Extension(_) | Kind::Expansion { .. } => Ok(false),
        _ => all(map, way, found),
    }
}
