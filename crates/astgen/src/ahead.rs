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
}

/// A tree in which statements have more places is not looked at.
const MAX_PLACES: usize = 16;

impl Algorithm<'_> {
    /// What is executed, in all its places below; nothing if that cannot be told.
    pub(crate) fn ahead(&self, executed: &[Map], build: &Build) -> Result<Option<Vec<Ahead>>> {
        let own = (0..build.n).map(|dim| build.options.is_unrolled(dim));
        let unrolled: Vec<bool> = own.collect::<Result<_>>()?;
        let mut found = Vec::with_capacity(executed.len());
        for map in executed {
            let seen = match &build.after {
                After::Leaf => push(map, &unrolled, &mut found)?,
                After::Tree(node) => below(node, map, &unrolled, &mut found)?,
            };
            if !seen {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }
}

/// Adds a place; whether there is room for it.
fn push(map: &Map, unrolled: &[bool], found: &mut Vec<Ahead>) -> Result<bool> {
    if !map.is_empty()? {
        found.push(Ahead {
            dates: map.domain()?,
            unrolled: unrolled.to_vec(),
        });
    }
    Ok(found.len() <= MAX_PLACES)
}

/// Adds the places of a statement below a node; whether all of them are known.
fn below(node: &Node, map: &Map, unrolled: &[bool], found: &mut Vec<Ahead>) -> Result<bool> {
    let all = |map: &Map, unrolled: &[bool], found: &mut Vec<Ahead>| -> Result<bool> {
        for child in node.children() {
            if !below(child, map, unrolled, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    match node.kind() {
        Kind::Leaf => push(map, unrolled, found),
        Kind::Band(band) if band.size() > 0 => {
            let leaf = Node::leaf();
            let child = node.child().unwrap_or(&leaf);
            let first = unrolled.len();
            let Strips {
                dates,
                members,
                options,
            } = strip::mined(band, child, first, "")?;
            let map = dated(map, &dates, members.len())?;
            let own = (first..first + members.len()).map(|dim| options.is_unrolled(dim));
            let unrolled = unrolled.iter().map(|known| Ok(*known)).chain(own);
            let unrolled: Vec<bool> = unrolled.collect::<Result<_>>()?;
            all(&map, &unrolled, found)
        }
        Kind::Filter(filter) => {
            for map in filtered(vec![map.clone()], filter)? {
                if !all(&map, unrolled, found)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        // What is executed below these is not known here.
        Kind::Extension(_) | Kind::Expansion { .. } => Ok(false),
        _ => all(map, unrolled, found),
    }
}
