//! A program whose values are kept in other places.

use crate::{ArrayId, Scop, StmtId};

/// A program that keeps the values of some arrays elsewhere.
///
/// Its model has the statements and arrays of the original program first, with the same numbers;
/// the accesses of these statements are the same ones, in the same order, but those to an array
/// that has moved are to cells of another one. Behind them come the new arrays, and statements that
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
    /// The new one.
    pub to: ArrayId,
    /// The statement that fills the new array with values from before the program, if it needs
    /// any: it reads a cell of `from` and writes one of `to`.
    pub copy_in: Option<StmtId>,
    /// The statement that leaves the last values behind in the original array, if anybody can see
    /// them: it reads a cell of `to` and writes one of `from`.
    pub copy_out: Option<StmtId>,
}
