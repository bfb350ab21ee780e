//! Loops that are unrolled by a factor.
//!
//! A member `t` that wants `k` copies of its body becomes two: `k * floor(t/k)`, a loop with step
//! `k`, and `t` itself, which has `k` values in each iteration of the first one and is unrolled.
//! Strips begin at multiples of `k`, so the copies of one iteration are the same wherever the loop
//! starts; copies beyond its ends have a condition.

use crate::ast::LoopAttributes;
use crate::error::{Error, Result};
use crate::options::Options;
use crate::shift::speaks_of_dates;
use presburger::{Aff, Map, Space, UnionMap, Value};
use scop::schedule::{Band, LoopType, Node, Unroll};

/// A band with the strips of its members as members of their own.
pub(crate) struct Strips {
    pub dates: UnionMap,
    pub members: Vec<LoopAttributes>,
    pub options: Options,
}

/// The band whose first member is dimension `first`, above `child`; `statements` are for messages.
pub(crate) fn mined(band: &Band, child: &Node, first: usize, statements: &str) -> Result<Strips> {
    let mut strips = Strips {
        dates: band.dates()?,
        members: band.members.iter().map(LoopAttributes::from).collect(),
        options: Options::from_band(band, first, statements)?,
    };
    // From the last one on, so that the places of the others stay what they are.
    for (i, member) in band.members.iter().enumerate().rev() {
        let Some(Unroll::By(factor @ 2..)) = member.unroll else {
            continue;
        };
        if speaks_of_dates(child) || strips.options.is_isolating() {
            let name = member.iterator.as_deref().or(member.label.as_deref());
            let which = name.map_or_else(|| format!("member {i}"), |name| format!("`{name}`"));
            return Err(Error::Invalid(format!(
                "cannot unroll {which} of a band by {factor}: a node below it refers to its dates"
            )));
        }
        let dates = strip(strips.members.len(), i, factor)?;
        strips.dates = strips.dates.apply_range(&dates.into())?;
        strips.members.insert(i + 1, LoopAttributes::default());
        strips.options = strips.options.unrolled_strip(first + i)?;
    }
    Ok(strips)
}

/// `{ [a, t, b] -> [a, k * floor(t/k), t, b] }`
fn strip(size: usize, at: usize, factor: u32) -> Result<Map> {
    let dates = Space::unnamed(size);
    let factor = Value::from(i64::from(factor));
    let mut members = Aff::vars_on_domain(&dates)?;
    let begin = members[at].scale_down(&factor)?.floor()?.scale(&factor)?;
    members.insert(at, begin);
    Ok(Map::from_aff_list(&dates, &members)?)
}

impl Options {
    /// With an unrolled dimension behind dimension `at`.
    fn unrolled_strip(&self, at: usize) -> Result<Options> {
        let mut options = self.inserted(at + 1)?;
        if let Options::Band {
            first,
            types,
            isolated_types,
            ..
        } = &mut options
        {
            for types in [types, isolated_types] {
                if let Some(kind) = types.get_mut(at + 1 - *first) {
                    *kind = LoopType::Unroll;
                }
            }
        }
        Ok(options)
    }
}
