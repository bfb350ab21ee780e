//! A program whose values are kept in other places.

use crate::{ArrayId, Scop, StmtId};
use presburger::Map;

/// A program that keeps the values of some arrays elsewhere.
///
/// Its model has the statements and arrays of the original program first, with the same numbers;
/// the accesses of these statements are the same ones, in the same order, but those to an array
/// that has moved are to cells of another one, and what was read only in the subscripts of these is not
/// read any more: such an access has no cells. Behind them come the new arrays, and statements that
/// copy values in before everything else and out after it.
///
/// Whether the program computes what the original one does is another question, which `legality`
/// answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// The program; its schedule is the original order with the copies around it.
    pub scop: Scop,
    /// Which arrays have moved.
    pub moves: Vec<Move>,
}

/// An array whose values are kept in another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The array of the original program.
    pub from: ArrayId,
    /// The new one, which may be that of several arrays.
    pub to: ArrayId,
    /// The statement that fills the new array with values from before the program, if it needs
    /// any: it reads a cell of `from` and writes one of `to`.
    pub copy_in: Option<StmtId>,
    /// The statement that leaves the last values behind in the original array, if anybody can see
    /// them: it reads a cell of `to` and writes one of `from`.
    pub copy_out: Option<StmtId>,
}

/// Where the values of an array are to be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The array.
    pub array: ArrayId,
    /// How its cells are to be laid out.
    pub how: How,
}

/// How the cells of an array are laid out anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// A cell for each iteration of these loops, by the names of their iterators, and each old
    /// cell. Without names they are all loops that contain every use.
    Expanded(Vec<String>),
    /// The old cells by some of their subscripts, in a new order.
    Picked(Vec<Subscript>),
    /// The same cells in rows that are longer by so many elements.
    Padded(u32),
    /// The old cells once for each group of uses that values link.
    Renamed,
    /// The old cells beside those with the same subscripts of other arrays: of all these arrays, in
    /// this order. Each of them has such a change.
    Interleaved(Vec<ArrayId>),
}

/// A subscript of a new cell, by the old one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subscript {
    /// Which of the old ones, from 0.
    pub of: usize,
    /// What it is taken modulo, if it is.
    pub modulo: Option<i64>,
}

/// A wish: what some statements access of an array while a loop runs is to be copied into a buffer
/// before the loop, and back after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Packing {
    /// The array.
    pub array: ArrayId,
    /// The statements in the loop that access it, with a function from their instances to the
    /// *tile* that they are in: the iterations of the loops around the loop.
    pub tiles: Vec<(StmtId, Map)>,
    /// What the loops around the loop are called.
    pub names: Vec<String>,
    /// The dimensions of the array in the order that they have in the buffer.
    pub order: Vec<usize>,
}

/// A program in which some statements work on copies of what they access.
///
/// Its model has the statements and arrays of another program first, with the same numbers and the
/// same accesses; accesses to an array that is packed, of statements in the loop, are to cells of
/// the buffer, and reads in their subscripts are gone. Behind them come the buffers and the statements that copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// The program. Buffers only make sense in a new order, which is its schedule.
    pub scop: Scop,
    /// The buffers.
    pub packs: Vec<Pack>,
}

/// A buffer for a part of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    /// The array.
    pub from: ArrayId,
    /// The buffer.
    pub to: ArrayId,
    /// The statements that use the buffer, with the tiles of their instances.
    pub tiles: Vec<(StmtId, Map)>,
    /// From a tile and a cell of the array, as one tuple, to the cell of the buffer.
    pub cells: Map,
    /// Copies a cell into the buffer before a tile; its instances are tiles and cells.
    pub copy_in: Option<StmtId>,
    /// Copies a cell back behind a tile.
    pub copy_out: Option<StmtId>,
}
