//! The vectors of a script's result as a schedule tree: which loops stand in one band, what is known
//! and wanted of them, and which tiles are to be apart. The tree itself is built by
//! [`scop::schedule::build`].

use crate::state::{Loop, Piece, State};
use presburger::{Map, UnionSet};
use scop::schedule::{LoopStyle, Member, ScheduleTree, Vector, build};
use scop::{ArrayId, Scop};

type Made<T> = presburger::Result<T>;

impl State<'_> {
    /// The tree of the order.
    pub fn tree(&self) -> Made<ScheduleTree> {
        let pieces: Vec<&Piece> = self.pieces.iter().filter(|piece| piece.is_alive).collect();
        let vectors: Vec<Vector> = pieces.iter().map(|piece| piece.vector.clone()).collect();
        let style = Style {
            scop: self.scop,
            pieces,
        };
        build(self.scop.schedule.domain().clone(), &vectors, &style)
    }
}

impl crate::Outcome {
    /// The order with statements that copy between arrays and buffers, of a program that has these
    /// statements.
    pub fn schedule_with(&self, scop: &Scop, copies: &[crate::Copying]) -> Made<ScheduleTree> {
        let pieces = crate::pack::with_copies(&self.pieces, &self.buffers, copies)?;
        let vectors: Vec<Vector> = pieces.iter().map(|piece| piece.vector.clone()).collect();
        let domains = { vectors.iter() }.map(|vector| vector.domain.clone());
        let domain = UnionSet::from_sets(domains)?;
        let style = Style {
            scop,
            pieces: pieces.iter().collect(),
        };
        build(domain, &vectors, &style)
    }
}

impl crate::Outcome {
    /// The order with other vectors for its parts, in the order of [`parts`](crate::Outcome::parts), with the same
    /// wishes for their loops and without options for code generation.
    pub fn schedule_of(&self, scop: &Scop, vectors: &[Vector]) -> Made<ScheduleTree> {
        let style = Style {
            scop,
            pieces: self.pieces.iter().collect(),
        };
        if vectors.len() != style.pieces.len() {
            let message = format!("{} vectors for {} parts", vectors.len(), style.pieces.len());
            return Err(presburger::Error::Invalid(message));
        }
        build(scop.schedule.domain().clone(), vectors, &style)
    }
}

/// What a script wants of loops.
struct Style<'a> {
    scop: &'a Scop,
    /// One for each vector.
    pieces: Vec<&'a Piece>,
}

impl Style<'_> {
    fn pieces(&self, vectors: &[usize]) -> Vec<&Piece> {
        vectors.iter().map(|&index| self.pieces[index]).collect()
    }
}

impl LoopStyle for Style<'_> {
    fn band(&self, vectors: &[usize], level: usize) -> usize {
        band_size(&self.pieces(vectors), level)
    }

    fn member(&self, vectors: &[usize], level: usize) -> Member {
        self.wanted(&self.pieces(vectors), level)
    }

    /// A loop of one iteration stays one if it has a label.
    fn numbers_are_places(&self, vectors: &[usize], level: usize, same: bool) -> bool {
        let mut loops = vectors
            .iter()
            .map(|&index| &self.pieces[index].loops[level]);
        !(same && loops.any(|one| one.is_real && one.label.is_some()))
    }
}

impl Style<'_> {
    /// What is known and wanted of a loop: names from the first piece that has them, wishes of any.
    fn wanted(&self, pieces: &[&Piece], level: usize) -> Member {
        let mut member = Member::default();
        let mut accumulates = false;
        for piece in pieces {
            let Some(one) = piece.loops.get(level).filter(|one| one.is_real) else {
                continue;
            };
            let of = one.member();
            member.iterator = member.iterator.or(of.iterator);
            member.label = member.label.or(of.label);
            member.parallel |= of.parallel;
            member.vector |= of.vector;
            member.separate |= of.separate;
            member.private.extend(of.private);
            member.unroll = member.unroll.or(of.unroll);
            accumulates |= one.reduction;
        }
        member.private.sort();
        member.private.dedup();
        if accumulates {
            member.reductions = self.accumulators(pieces, level);
        }
        member
    }

    /// What the statements of a loop accumulate into from one iteration to another. Where each iteration has
    /// cells of its own, nothing needs to be declared, and other statements may access them.
    fn accumulators(&self, pieces: &[&Piece], level: usize) -> Vec<String> {
        let mut arrays: Vec<ArrayId> = Vec::new();
        for piece in pieces {
            let statement = &self.scop.statements[piece.statement];
            let array = { statement.reduction }.map(|one| statement[one.write].array);
            arrays.extend(array.filter(|array| !arrays.contains(array)));
        }
        // Iterations of an array that is set as well have it for themselves, or the loop is wrong.
        arrays.retain(|array| !self.is_set(pieces, *array));
        // What cannot be told is declared, and judged like all declarations.
        arrays.retain(|array| {
            self.crosses_iterations(pieces, level, *array)
                .unwrap_or(true)
        });
        let names = { arrays.iter() }.map(|array| self.scop[*array].name.clone());
        names.collect()
    }

    /// Whether a statement of a loop writes an array without accumulating into it.
    fn is_set(&self, pieces: &[&Piece], array: ArrayId) -> bool {
        pieces.iter().any(|piece| {
            let statement = &self.scop.statements[piece.statement];
            let mut writes =
                { statement.accesses() }.filter(|(_, one)| one.array == array && one.is_write());
            writes.any(|(id, _)| statement.reduction.is_none_or(|own| id != own.write))
        })
    }

    /// Whether statements accumulate into a cell of an array in several iterations of a loop.
    fn crosses_iterations(&self, pieces: &[&Piece], level: usize, array: ArrayId) -> Made<bool> {
        // From the dates of the loop and of those around it to the cells.
        let mut cells: Option<Map> = None;
        for piece in pieces {
            let statement = &self.scop.statements[piece.statement];
            let write = { statement.reduction }.map(|one| &statement[one.write]);
            let Some(write) = write.filter(|write| write.array == array) else {
                continue;
            };
            let dates = piece.vector.prefix(level + 1)?.as_map()?;
            let dates = dates.intersect_domain(&piece.vector.domain)?;
            let own = dates.reverse()?.apply_range(&write.relation)?;
            cells = Some(match cells {
                Some(cells) => cells.union(&own)?,
                None => own,
            });
        }
        let Some(cells) = cells else { return Ok(false) };
        let around: String = (0..level).map(|k| format!("o{k}, ")).collect();
        let later: Map = format!("{{ [{around}d] -> [{around}e] : d < e }}").parse()?;
        let both = cells.apply_range(&cells.reverse()?)?;
        Ok(!both.intersect(&later)?.is_empty()?)
    }
}

/// Loops of one tiling stand in one band as long as no sequence comes between them.
fn band_size(pieces: &[&Piece], level: usize) -> usize {
    let mut count = 1;
    while same_band(pieces, level, level + count) {
        count += 1;
    }
    count
}

fn same_band(pieces: &[&Piece], first: usize, next: usize) -> bool {
    let tile = |one: Option<&Loop>| one.and_then(|one| one.tile);
    let same = |piece: &&Piece| {
        let (a, b) = (tile(piece.loops.get(first)), tile(piece.loops.get(next)));
        matches!((a, b), (Some(a), Some(b)) if a.group == b.group && a.is_point == b.is_point)
    };
    let position = |piece: &Piece| piece.vector.positions.get(next).copied();
    let Some(one) = pieces.first() else {
        return false;
    };
    pieces.iter().all(same) && pieces.iter().all(|piece| position(piece) == position(one))
}
