//! What scripts wish and later undo, perhaps without knowing: said as warnings.
//!
//! After each operation two things are looked at. A *wish* (`parallel`, `vectorize`, `unroll`,
//! `separate`) that a loop had before and has not any more was undone by the operation. And when
//! it gave some statements other loops, but not those that share their loops, the two may be *out
//! of step*: instances that ran in one iteration of a loop run in different ones. That is decided
//! at the end, because a script may go on to do the same to the others, or say itself where the two
//! are to run.

use crate::codes;
use crate::state::{LoopId, Piece, PieceId, State};
use presburger::{Effort, Map, Result, attempt};
use scop::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What has been wished so far, and what is to be said at the end.
#[derive(Default)]
pub(crate) struct Wishes {
    known: BTreeMap<Wish, Known>,
    /// The pieces after the last operation.
    before: Vec<Piece>,
    /// The statements that an operation has parted.
    parted: Vec<Parted>,
    pub warnings: Vec<Diagnostic>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wish {
    Parallel(LoopId),
    Vector(LoopId),
    Unroll(LoopId),
    Separate(LoopId),
}

struct Known {
    /// The operation that wished it.
    span: Span,
    /// What the loop is called.
    name: String,
}

struct Parted {
    /// The one that was changed, and one that shared its loops.
    statements: (usize, usize),
    /// The pairs of instances that ran in one iteration of all loops that they shared.
    together: Map,
    span: Span,
    calls: Vec<Span>,
}

/// Pairs of statements that are looked at for a whole script: one is enough to say so.
const MOST_PARTED: usize = 16;

impl Wishes {
    /// Takes notice of what an operation did.
    /// `places` says that it is for putting statements somewhere: then they stand to others as the
    /// script wants it.
    pub fn after(
        &mut self,
        state: &mut State<'_>,
        span: Span,
        calls: &[Span],
        places: bool,
    ) -> Result<()> {
        // Work that is not done is a warning that is not given, no more.
        let endless = attempt(Effort::Loop, || self.endless(state))?.unwrap_or_default();
        self.drop_unrolling(state, endless, span, calls);
        let mut present = self.present(state);
        let known = std::mem::take(&mut self.known);
        for (wish, known) in known {
            match present.contains_key(&wish) {
                true => drop(self.known.insert(wish, known)),
                false => self.warnings.push(undone(wish, &known, span, calls)),
            }
        }
        present.retain(|wish, _| !self.known.contains_key(wish));
        let new = present.into_iter();
        self.known
            .extend(new.map(|(wish, name)| (wish, Known { span, name })));
        match places {
            true => self.forget_placed(state),
            false => drop(attempt(Effort::Loop, || {
                self.find_parted(state, span, calls)
            })?),
        }
        self.before = state.pieces.clone();
        Ok(())
    }

    /// The order in the beginning. What the program itself wants of loops is nobody's wish.
    pub fn start(&mut self, state: &State<'_>) {
        self.before = state.pieces.clone();
    }

    /// All wishes that hold, with the names of their loops.
    fn present(&self, state: &State<'_>) -> BTreeMap<Wish, String> {
        let mut found = BTreeMap::new();
        for (_, piece) in state.alive() {
            for one in piece.loops.iter().filter(|one| one.is_real) {
                let name = one.name.clone().unwrap_or_else(|| "_".into());
                let mut add = |wish| {
                    found.entry(wish).or_insert_with(|| name.clone());
                };
                if one.parallel {
                    add(Wish::Parallel(one.id));
                }
                if one.vector {
                    add(Wish::Vector(one.id));
                }
                if one.unroll.is_some() {
                    add(Wish::Unroll(one.id));
                }
                if one.separate {
                    add(Wish::Separate(one.id));
                }
            }
        }
        found
    }

    /// The loops that are to be unrolled and have not a small number of iterations any more.
    fn endless(&self, state: &State<'_>) -> Result<Vec<(PieceId, usize)>> {
        let mut done: BTreeSet<(&[i64], usize)> = BTreeSet::new();
        let mut endless: Vec<(PieceId, usize)> = Vec::new();
        for (id, piece) in state.alive() {
            for (level, one) in piece.loops.iter().enumerate() {
                let is_wanted = one.unroll.is_some() && one.is_real;
                if !is_wanted || !done.insert((state.first_positions(id, level + 1), level)) {
                    continue;
                }
                let inside = state.lifted(&BTreeSet::from([id]), level + 1);
                let inside: Vec<PieceId> = inside.into_iter().collect();
                let is_known = self.known.contains_key(&Wish::Unroll(one.id));
                let is_same = |&id: &PieceId| self.is_as_before(state, id, level);
                if (is_known && inside.iter().all(is_same))
                    || state.has_few_iterations(&inside, level)?
                {
                    continue;
                }
                endless.extend(inside.into_iter().map(|id| (id, level)));
            }
        }
        Ok(endless)
    }

    /// Whether the last operation did nothing to a piece, up to a loop.
    fn is_as_before(&self, state: &State<'_>, id: PieceId, level: usize) -> bool {
        let now = &state.pieces[id];
        self.before.get(id).is_some_and(|before| {
            before.is_alive
                && before.vector.domain == now.vector.domain
                && before.vector.positions == now.vector.positions
                && before.vector.dates.get(..=level) == now.vector.dates.get(..=level)
        })
    }

    /// Takes back the wish to unroll loops for which no code could be written.
    fn drop_unrolling(
        &mut self,
        state: &mut State<'_>,
        endless: Vec<(PieceId, usize)>,
        span: Span,
        calls: &[Span],
    ) {
        for (id, level) in endless {
            let one = &mut state.pieces[id].loops[level];
            let (loop_id, had) = (one.id, one.unroll.take().is_some());
            let wish = Wish::Unroll(loop_id);
            if had && let Some(known) = self.known.remove(&wish) {
                self.warnings.push(
                    undone(wish, &known, span, calls)
                        .note("its number of iterations is no longer constant, or is too large"),
                );
            }
        }
    }

    /// Remembers statements whose loops were changed while those of others in them were not.
    fn find_parted(&mut self, state: &State<'_>, span: Span, calls: &[Span]) -> Result<()> {
        let loops = |piece: &Piece| -> Vec<LoopId> {
            let real = piece.loops.iter().filter(|one| one.is_real);
            real.map(|one| one.id).collect()
        };
        let (mut changed, mut same) = (Vec::new(), Vec::new());
        for (id, before) in self.before.iter().enumerate() {
            let Some(now) = state.pieces.get(id) else {
                continue;
            };
            if !before.is_alive || !now.is_alive || before.loops.is_empty() {
                continue;
            }
            match loops(before) == loops(now) {
                true if before
                    .vector
                    .dates
                    .iter()
                    .zip(&now.vector.dates)
                    .all(|(a, b)| a == b) =>
                {
                    same.push(id)
                }
                true => {}
                false => changed.push(id),
            }
        }
        for &a in &changed {
            for &b in &same {
                let (a, b) = (&self.before[a], &self.before[b]);
                let statements = (a.statement, b.statement);
                let mut known = self.parted.iter();
                let common = shared_loops(a, b);
                if statements.0 == statements.1
                    || common == 0
                    || self.parted.len() >= MOST_PARTED
                    || known.any(|one| {
                        [statements, (statements.1, statements.0)].contains(&one.statements)
                    })
                {
                    continue;
                }
                self.parted.push(Parted {
                    statements,
                    together: together(a, b, common)?,
                    span,
                    calls: calls.to_vec(),
                });
            }
        }
        Ok(())
    }

    /// Forgets that statements were parted which have got new places since.
    fn forget_placed(&mut self, state: &State<'_>) {
        let is_same = |id: PieceId, now: &Piece| {
            let before = self.before.get(id);
            before.is_some_and(|before| {
                before.is_alive && before.vector.positions == now.vector.positions
            })
        };
        let placed = state.alive().filter(|(id, now)| !is_same(*id, now));
        let placed: BTreeSet<usize> = placed.map(|(_, piece)| piece.statement).collect();
        self.parted.retain(|parted| {
            let (a, b) = parted.statements;
            !placed.contains(&a) && !placed.contains(&b)
        });
    }

    /// What there is to say when the script is at its end.
    pub fn finish(mut self, state: &State<'_>) -> Result<Vec<Diagnostic>> {
        for parted in &self.parted {
            let apart = attempt(Effort::Loop, || are_apart(state, parted))?;
            if apart != Some(true) {
                continue;
            }
            let name = |statement: usize| &state.scop.statements[statement].name;
            let (first, second) = (name(parted.statements.0), name(parted.statements.1));
            let message = format!("this puts `{first}` out of step with `{second}`");
            let warning = Diagnostic::warning(codes::OUT_OF_STEP, message, parted.span)
                .note(
                    "they share a loop, but instances from the same iteration now run in \
                     different iterations",
                )
                .help(format!(
                    "do the same to `{second}`, or `distribute` the loop first"
                ));
            self.warnings.push(called(warning, &parted.calls));
        }
        Ok(self.warnings)
    }
}

/// Whether instances of two statements that ran in one iteration of their loops still share a
/// loop, but run in different iterations of it.
fn are_apart(state: &State<'_>, parted: &Parted) -> Result<bool> {
    let (first, second) = parted.statements;
    let mut apart = parted.together.clone();
    let mut share: Option<Map> = None;
    for (_, a) in state.alive().filter(|(_, piece)| piece.statement == first) {
        for (_, b) in state.alive().filter(|(_, piece)| piece.statement == second) {
            let common = shared_loops(a, b);
            if common == 0 {
                continue;
            }
            let pairs = Map::from_domain_and_range(&a.vector.domain, &b.vector.domain)?;
            share = Some(match share {
                None => pairs,
                Some(share) => share.union(&pairs)?,
            });
            apart = apart.subtract(&together(a, b, common)?)?;
        }
    }
    let Some(share) = share else { return Ok(false) };
    let apart = apart
        .intersect(&share)?
        .intersect_params(&state.scop.context)?;
    Ok(!apart.is_empty()?)
}

/// The number of loops that two pieces are in together.
fn shared_loops(a: &Piece, b: &Piece) -> usize {
    let same = a.vector.positions.iter().zip(&b.vector.positions);
    let same = same.take_while(|(a, b)| a == b).count();
    same.min(a.depth()).min(b.depth())
}

/// The pairs of instances that run in one iteration of the first `n` loops.
fn together(a: &Piece, b: &Piece, n: usize) -> Result<Map> {
    let of = |piece: &Piece| -> Result<Map> {
        let dates = piece.vector.prefix(n)?.as_map()?;
        dates.intersect_domain(&piece.vector.domain)
    };
    of(a)?.apply_range(&of(b)?.reverse()?)
}

fn undone(wish: Wish, known: &Known, span: Span, calls: &[Span]) -> Diagnostic {
    let name = &known.name;
    let message = match wish {
        Wish::Parallel(_) => format!("the loop `{name}` no longer runs in parallel"),
        Wish::Vector(_) => format!("the loop `{name}` is no longer a vector loop"),
        Wish::Unroll(_) => format!("the loop `{name}` is no longer unrolled"),
        Wish::Separate(_) => "full tiles are no longer separate from partial ones".into(),
    };
    let help = "move the request after the operations that change the loop";
    let warning = Diagnostic::warning(codes::UNDONE, message, span)
        .label(span, "undone here")
        .label(known.span, "requested here");
    called(warning.help(help), calls)
}

fn called(warning: Diagnostic, calls: &[Span]) -> Diagnostic {
    match calls.first() {
        Some(&call) => warning.label(call, "in this call"),
        None => warning,
    }
}
