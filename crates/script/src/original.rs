//! The original order of a program as the state that a script begins with: its vectors, its loops,
//! and the components that labels and marks speak of.

use crate::codes;
use crate::state::{Handle, Loop, Piece, PieceId, State, too_hard};
use scop::schedule::{Kind, Placement, Placements, Step, TwoDPlusOne};
use scop::{Diagnostic, MemberId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Fills a state that has nothing yet.
pub(crate) fn read(state: &mut State<'_>, place: Span) -> Result<(), Box<Diagnostic>> {
    let scop = state.scop;
    for (_, node) in scop.schedule.nodes() {
        if let kind @ (Kind::Guard(_) | Kind::Extension(_) | Kind::Expansion { .. }) = node.kind() {
            let message = format!(
                "scripts cannot transform a schedule with a node of kind `{}`",
                kind.name()
            );
            let error = Diagnostic::error(codes::UNSUPPORTED_TREE, message, place);
            return Err(Box::new(error.help(
                "run scripts on the original program, before data is moved or tiles are guarded",
            )));
        }
    }
    let hard = |error: presburger::Error| too_hard(&error, place);
    let placements = Placements::new(&scop.schedule).map_err(hard)?;
    let vectors = TwoDPlusOne::from_placements(&placements).map_err(hard)?;
    let mut reader = Reader {
        state,
        placements: &placements,
        bodies: Vec::new(),
    };
    reader.pieces(vectors);
    reader.collect_bodies();
    reader.name_loops();
    reader.collect_labels();
    let longest = state.pieces.iter().map(|piece| piece.vector.dates.len());
    let longest = longest.max().unwrap_or(0);
    for i in 0..scop.statements.len() {
        let mut pieces = state.pieces.iter();
        let piece = pieces.find(|piece| piece.statement == i);
        let (dates, loops) = piece.map_or_else(Default::default, |piece| {
            (piece.vector.dates.clone(), piece.loops.clone())
        });
        state.originals.push(dates);
        state.original_loops.push(loops);
    }
    state.pad(longest, place)
}

struct Reader<'s, 'a> {
    state: &'s mut State<'a>,
    /// One for each piece.
    placements: &'s Placements,
    /// Pieces that a mark is above, or that are all of a body whose first statement has a label: the
    /// block's tag.
    bodies: Vec<(String, BTreeSet<PieceId>)>,
}

impl Reader<'_, '_> {
    /// A piece for each placement.
    fn pieces(&mut self, vectors: TwoDPlusOne) {
        let mut loops: BTreeMap<MemberId, Loop> = BTreeMap::new();
        for (id, member) in self.placements.members() {
            let fresh = self.state.new_loop();
            let wanted = &member.attributes;
            loops.insert(
                id,
                Loop {
                    name: wanted.iterator.clone(),
                    label: wanted.label.clone(),
                    parallel: wanted.parallel,
                    vector: wanted.vector,
                    private: wanted.private.iter().cloned().collect(),
                    unroll: wanted.unroll,
                    ..fresh
                },
            );
        }
        for ((_, placement), vector) in self.placements.iter().zip(vectors.vectors) {
            let name = placement.domain.tuple_name().unwrap_or_default();
            let Some(statement) = self.state.scop.find_statement(name) else {
                continue;
            };
            let around = placement.dates().map(|(member, _)| loops[&member].clone());
            let mut around: Vec<Loop> = around.collect();
            while around.len() < vector.dates.len() {
                around.push(self.state.no_loop());
            }
            self.state.pieces.push(Piece {
                statement: statement.index(),
                vector,
                loops: around,
                is_alive: true,
            });
        }
    }

    /// What marks are above, and the bodies of loops that have the tag of their first statement.
    fn collect_bodies(&mut self) {
        for mark in self.placements.marks() {
            let pieces = mark.placements.iter().map(|id| id.index()).collect();
            self.bodies.push((mark.word.clone(), pieces));
        }
        let members: Vec<MemberId> = self.placements.members().map(|(id, _)| id).collect();
        // Inner loops first.
        for &member in members.iter().rev() {
            self.tag_body(member);
        }
    }

    /// The label of the first statement of a body is the tag of the body, as in Loopy 3.1, unless
    /// other labels in it show that each speaks of a part.
    fn tag_body(&mut self, member: MemberId) {
        let is_in = |placement: &Placement| placement.date_of(member).is_some();
        let inside: Vec<(PieceId, &Placement)> = self
            .placements
            .iter()
            .filter(|(_, placement)| is_in(placement))
            .map(|(id, placement)| (id.index(), placement))
            .collect();
        let Some((_, first)) = inside.first() else {
            return;
        };
        let is_its = |step: &Step| matches!(step, Step::Member { id, .. } if *id == member);
        let Some(depth) = first.steps.iter().position(is_its) else {
            return;
        };
        // A sequence, whose first part is a statement.
        if !matches!(first.steps[depth + 1..], [Step::Part { ordered: true, .. }]) {
            return;
        }
        let label = |id: PieceId| {
            let statement = self.state.pieces[id].statement;
            self.state.scop.statements[statement].label.clone()
        };
        let Some(tag) = inside.first().and_then(|(id, _)| label(*id)) else {
            return;
        };
        let pieces: BTreeSet<PieceId> = inside.iter().map(|(id, _)| *id).collect();
        let others = pieces.iter().skip(1).filter_map(|&id| label(id)).count();
        let marks = self.placements.marks().iter();
        let has_marks = marks.filter(|mark| mark.depth > depth).any(|mark| {
            mark.placements
                .iter()
                .any(|id| pieces.contains(&id.index()))
        });
        let has_bodies = self.bodies[self.placements.marks().len()..]
            .iter()
            .any(|(_, body)| !body.is_disjoint(&pieces));
        let loops = first.dates().count();
        let has_loop_labels = pieces.iter().any(|&id| {
            let inner = self.state.pieces[id].loops.iter().skip(loops);
            inner.into_iter().any(|one| one.label.is_some())
        });
        if others == 0 && !has_marks && !has_bodies && !has_loop_labels {
            self.bodies.push((tag, pieces));
        }
    }

    /// Loops without a name are called as the statement calls its iterators.
    fn name_loops(&mut self) {
        let scop = self.state.scop;
        for piece in &mut self.state.pieces {
            let iterators = &scop.statements[piece.statement].iterators;
            for (one, iterator) in piece.loops.iter_mut().zip(iterators) {
                one.name.get_or_insert_with(|| iterator.clone());
            }
        }
    }

    fn collect_labels(&mut self) {
        let state = &mut *self.state;
        let mut found: BTreeMap<String, Handle> = BTreeMap::new();
        for (id, piece) in state.pieces.iter().enumerate() {
            let statement = &state.scop.statements[piece.statement];
            for name in [Some(&statement.name), statement.label.as_ref()] {
                let Some(name) = name else { continue };
                let handle = found.entry(name.clone()).or_insert_with(|| Handle {
                    pieces: BTreeSet::new(),
                    at: None,
                });
                handle.pieces.insert(id);
            }
        }
        for (name, pieces) in std::mem::take(&mut self.bodies) {
            found.insert(name, Handle { pieces, at: None });
        }
        let mut loops: BTreeMap<String, Handle> = BTreeMap::new();
        for (id, piece) in state.pieces.iter().enumerate() {
            for one in &piece.loops {
                let Some(label) = &one.label else { continue };
                let handle = loops.entry(label.clone()).or_insert_with(|| Handle {
                    pieces: BTreeSet::new(),
                    at: Some((id, one.id)),
                });
                handle.pieces.insert(id);
            }
        }
        found.extend(loops);
        for (name, handle) in found {
            let id = state.add_handle(handle);
            state.labels.insert(name, id);
        }
    }
}
