//! The schedule as the operators see it: for each statement (or part of one) a vector
//! `(p0, j1, p1, …, jM, pM)`, all of the same length, and handles to components.
//!
//! A *piece* is a set of instances of one statement that share their positions. A *component* in
//! the sense of Loopy, a set of positions, is here the set of the pieces that stand at these
//! positions: both follow the schedule in the same way.

use crate::codes;
use crate::pack::PackWish;
use crate::storage::Wish;
use presburger::{Aff, PwAff, Set};
use scop::schedule::{Member, Unroll, Vector};
use scop::{Diagnostic, Scop, Span, list};
use std::collections::{BTreeMap, BTreeSet};

/// How many loops may be around a statement, and how many parts statements may be split into:
/// scripts can ask for any number.
const MAX_LOOPS: usize = 100;
pub(crate) const MAX_PIECES: usize = 2_000;

pub(crate) type PieceId = usize;

/// A loop keeps its identity when it is moved, shifted, reversed or scaled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LoopId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct HandleId(pub usize);

/// A component, and perhaps the loop that it is the body of.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub pieces: BTreeSet<PieceId>,
    /// The loop, as the piece that is sure to stand in it knows it.
    pub at: Option<(PieceId, LoopId)>,
}

/// What is known and wanted of the loop `j` of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub id: LoopId,
    /// False where the vector is only filled up with zeros.
    pub is_real: bool,
    pub name: Option<String>,
    pub label: Option<String>,
    pub parallel: bool,
    pub vector: bool,
    pub reduction: bool,
    /// Arrays that each iteration is to have for itself.
    pub private: BTreeSet<String>,
    pub unroll: Option<Unroll>,
    /// Whether full tiles inside are to be separated from partial ones.
    pub separate: bool,
    pub tile: Option<Tile>,
}

/// The part that a loop has in a tiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tile {
    /// Loops of one tiling have the same number.
    pub group: u32,
    /// Which of the tiled loops.
    pub index: usize,
    /// How many loops are tiled.
    pub count: usize,
    pub size: i64,
    /// Whether it runs through the points of a tile and not from tile to tile.
    pub is_point: bool,
}

impl Loop {
    /// A loop of which nothing is known or wanted yet.
    pub fn new(id: LoopId, is_real: bool) -> Loop {
        Loop {
            id,
            is_real,
            name: None,
            label: None,
            parallel: false,
            vector: false,
            reduction: false,
            private: BTreeSet::new(),
            unroll: None,
            separate: false,
            tile: None,
        }
    }

    pub fn member(&self) -> Member {
        Member {
            iterator: self.name.clone(),
            label: self.label.clone(),
            parallel: self.parallel,
            vector: self.vector,
            private: self.private.iter().cloned().collect(),
            unroll: self.unroll,
            separate: self.separate,
            ..Member::default()
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The position of the statement in the scop.
    pub statement: usize,
    /// The instances, their positions and dates.
    pub vector: Vector,
    /// One for each date.
    pub loops: Vec<Loop>,
    /// False when other pieces have taken its place.
    pub is_alive: bool,
}

impl Piece {
    pub fn level_of(&self, id: LoopId) -> Option<usize> {
        self.loops.iter().position(|one| one.id == id)
    }

    /// The number of loops, without what fills up the vector.
    pub fn depth(&self) -> usize {
        let last = self.loops.iter().rposition(|one| one.is_real);
        last.map_or(0, |last| last + 1)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct State<'a> {
    pub scop: &'a Scop,
    pub pieces: Vec<Piece>,
    pub handles: Vec<Handle>,
    /// Components by C label, mark or name of statement.
    pub labels: BTreeMap<String, HandleId>,
    /// The dates of each statement in the beginning: what `map` speaks of.
    pub originals: Vec<Vec<PwAff>>,
    /// The loops of these dates.
    pub original_loops: Vec<Vec<Loop>>,
    /// Where variables are to be kept.
    pub storage: Vec<Wish>,
    /// Which buffers are wanted.
    pub packs: Vec<PackWish>,
    next_loop: u32,
    next_group: u32,
}

impl<'a> State<'a> {
    /// The 2d+1 view of the original order.
    pub fn new(scop: &'a Scop, place: Span) -> Result<State<'a>, Box<Diagnostic>> {
        let mut state = State {
            scop,
            pieces: Vec::new(),
            handles: Vec::new(),
            labels: BTreeMap::new(),
            originals: Vec::new(),
            original_loops: Vec::new(),
            storage: Vec::new(),
            packs: Vec::new(),
            next_loop: 0,
            next_group: 0,
        };
        crate::original::read(&mut state, place)?;
        Ok(state)
    }

    pub fn parameters(&self) -> Vec<String> {
        let names = self.scop.parameters.iter();
        names.map(|parameter| parameter.name.clone()).collect()
    }

    /// M, the number of iterations in each vector.
    pub fn depth(&self) -> usize {
        self.pieces
            .first()
            .map_or(0, |piece| piece.vector.dates.len())
    }

    pub fn alive(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        let pieces = self.pieces.iter().enumerate();
        pieces.filter(|(_, piece)| piece.is_alive)
    }

    pub fn new_loop(&mut self) -> Loop {
        Loop::new(self.next_loop_id(), true)
    }

    /// What stands where a vector is filled up.
    pub fn no_loop(&mut self) -> Loop {
        Loop::new(self.next_loop_id(), false)
    }

    fn next_loop_id(&mut self) -> LoopId {
        self.next_loop += 1;
        LoopId(self.next_loop)
    }

    pub fn new_group(&mut self) -> u32 {
        self.next_group += 1;
        self.next_group
    }

    pub fn add_handle(&mut self, handle: Handle) -> HandleId {
        self.handles.push(handle);
        HandleId(self.handles.len() - 1)
    }

    /// Every handle that holds `old` holds `new` as well.
    pub fn add_like(&mut self, old: PieceId, new: PieceId) {
        for handle in &mut self.handles {
            if handle.pieces.contains(&old) {
                handle.pieces.insert(new);
            }
        }
    }

    /// The pieces whose first `n` positions are those of a piece in `of`: what stands in the
    /// `n`-th loop around it. Dates that are numbers are positions, too.
    pub fn lifted(&self, of: &BTreeSet<PieceId>, n: usize) -> BTreeSet<PieceId> {
        let prefix = |id: PieceId| {
            let dates = self.pieces[id].vector.dates.iter();
            let numbers = dates.take(n.saturating_sub(1)).map(scop::schedule::number);
            (self.first_positions(id, n), numbers.collect::<Vec<_>>())
        };
        let prefixes: BTreeSet<_> = of.iter().map(|&id| prefix(id)).collect();
        let is_inside = |id: PieceId| {
            let (positions, numbers) = prefix(id);
            prefixes.iter().any(|(known, others)| {
                let differ = |(a, b): (&Option<i64>, &Option<i64>)| matches!((a, b), (Some(a), Some(b)) if a != b);
                *known == positions && !others.iter().zip(&numbers).any(differ)
            })
        };
        { self.alive() }
            .map(|(id, _)| id)
            .filter(|id| is_inside(*id))
            .collect()
    }

    pub fn first_positions(&self, id: PieceId, n: usize) -> &[i64] {
        let positions = &self.pieces[id].vector.positions;
        &positions[..n.min(positions.len())]
    }

    /// Fills up all vectors to `depth` iterations.
    pub fn pad(&mut self, depth: usize, span: Span) -> Result<(), Box<Diagnostic>> {
        if depth > MAX_LOOPS {
            let message = format!("more than {MAX_LOOPS} loops around a statement");
            let error = Diagnostic::error(codes::BAD_SIZE, message, span);
            return Err(Box::new(
                error.help("tile less often, or use maps that create fewer loops"),
            ));
        }
        for id in 0..self.pieces.len() {
            while self.pieces[id].vector.dates.len() < depth {
                let filler = self.no_loop();
                let zero = zero(&self.pieces[id].vector.domain);
                let zero = zero.map_err(|error| too_hard(&error, span))?;
                let piece = &mut self.pieces[id];
                piece.vector.dates.push(zero);
                piece.loops.push(filler);
                piece.vector.positions.push(0);
            }
        }
        Ok(())
    }

    /// The name of the statement of a piece.
    pub fn name(&self, id: PieceId) -> &str {
        &self.scop.statements[self.pieces[id].statement].name
    }

    /// The statements of pieces as a list for messages.
    pub fn names<'b>(&self, pieces: impl IntoIterator<Item = &'b PieceId>) -> String {
        let names: BTreeSet<&str> = pieces.into_iter().map(|&id| self.name(id)).collect();
        list::commas(names.into_iter().map(list::quoted))
    }
}

/// The function that is 0 on the space of `domain`.
pub(crate) fn zero(domain: &Set) -> presburger::Result<PwAff> {
    Ok(PwAff::from_aff(&Aff::zero_on_domain(domain.space())?))
}

/// A function as simple as it can be said on a set.
pub(crate) fn simplified(function: &PwAff, domain: &Set) -> presburger::Result<PwAff> {
    let simple = function.gist(domain)?;
    match simple.n_piece() {
        1 => Ok(simple),
        _ => simple.coalesce(),
    }
}

/// The error of an operation on sets.
pub(crate) fn too_hard(error: &presburger::Error, span: Span) -> Box<Diagnostic> {
    let message = match error {
        presburger::Error::BudgetExhausted => "the budget is too small for this operation".into(),
        presburger::Error::DeadlineExceeded => "this operation takes too long".into(),
        error => format!("cannot compute this: {error}"),
    };
    Box::new(
        Diagnostic::error(codes::TOO_HARD, message, span)
            .help("fix parameters, or use smaller numbers and simpler conditions"),
    )
}
