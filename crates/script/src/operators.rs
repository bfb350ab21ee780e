//! The four operators of Loopy, section 3.2, on vectors `(p0, j1, p1, …, jM, pM)`.

use crate::codes;
use crate::operations::counted;
use crate::relation::ReadMap;
use crate::rows::{Rows, current};
use crate::state::{
    Handle, HandleId, Loop, MAX_PIECES, Piece, PieceId, State, simplified, too_hard, zero,
};
use presburger::{MultiPwAff, PwAff, PwMultiAff, Set};
use scop::{Diagnostic, Span};
use std::collections::BTreeSet;

pub(crate) type Op<T> = Result<T, Box<Diagnostic>>;

impl State<'_> {
    /// `realign(l1, l2, n)`: `l1` and `l2` share the first `n` loops, and `l2` stands next to `l1`
    /// in the `n`-th.
    ///
    /// With `p1` the last position of `l1` and `p2` the first one of `l2`, every position `p` from
    /// `p2` on becomes `p + p1 − p2 + I(n)`, where `I(n)` is 1 at entry `n` and 0 elsewhere. What
    /// follows `l2` moves with it.
    pub fn realign(
        &mut self,
        first: &BTreeSet<PieceId>,
        second: &BTreeSet<PieceId>,
        n: usize,
        span: Span,
    ) -> Op<()> {
        let depth = self.depth();
        if n > depth {
            let message = format!("{}, but there are only {depth}", counted(n, "shared loop"));
            return Err(bad_size(message, span, format!("use 0 to {depth}")));
        }
        let place = |id: &PieceId| self.pieces[*id].vector.positions.clone();
        let last = first.iter().map(place).max();
        let from = second.iter().map(place).min();
        let (Some(last), Some(from)) = (last, from) else {
            return Err(empty(span));
        };
        if from <= last {
            let names = (self.names(second), self.names(first));
            let message = format!("{} must come after {}", names.0, names.1);
            let error = Diagnostic::error(codes::NOT_ADJACENT, message, span);
            return Err(Box::new(
                error
                    .note("the second component moves next to the first")
                    .help("name the components in the order in which they run, or `reorder` them"),
            ));
        }
        let moved: BTreeSet<PieceId> = self
            .alive()
            .filter(|(_, piece)| piece.vector.positions >= from)
            .map(|(id, _)| id)
            .collect();
        for &id in &moved {
            for (k, position) in self.pieces[id].vector.positions.iter_mut().enumerate() {
                let by = last[k] - from[k] + i64::from(k == n);
                *position = moved_by(*position, by, span)?;
            }
        }
        // Parts between the two components may stand where the second one has come to.
        for &id in &moved {
            let taken = self.alive().find(|(other, piece)| {
                !moved.contains(other) && piece.vector.positions == self.pieces[id].vector.positions
            });
            if let Some((other, _)) = taken {
                let message = format!(
                    "{} would move to the place of {}",
                    self.names([&id]),
                    self.names([&other])
                );
                let error = Diagnostic::error(codes::NOT_ADJACENT, message, span)
                    .note("the components are not neighbours in the loop they would share");
                return Err(Box::new(
                    error.help("put them side by side with `reorder` first"),
                ));
            }
        }
        Ok(())
    }

    /// `lift(l, n)`: the component of all that stands in the `n`-th loop around `l`.
    pub fn lift(&mut self, of: &BTreeSet<PieceId>, n: usize, span: Span) -> Op<HandleId> {
        let Some(&piece) = of.first() else {
            return Err(empty(span));
        };
        let depth = of.iter().map(|&id| self.pieces[id].depth()).max();
        let depth = depth.unwrap_or(0);
        if n > depth {
            let message = format!(
                "there is no loop {n} around {}, only {depth}",
                self.names(of)
            );
            return Err(bad_size(message, span, format!("use 1 to {depth}")));
        }
        let pieces = self.lifted(of, n);
        let level = n.checked_sub(1);
        let at = level.map(|level| (piece, self.pieces[piece].loops[level].id));
        Ok(self.add_handle(Handle { pieces, at }))
    }

    /// `affine(l, f)`: the iterations of `l` become `f(j)`, with `f` a function of the first `a`
    /// iterations into `b` of them.
    ///
    /// Positions before loop `a` stay; `b − a` zeros follow; those after it come last, so that the
    /// statements of `l` stand inside of the new loops. (This is what the text and figure 4c of
    /// the paper say; its formula has the zeros one place further.) If `b < a` the result is filled
    /// up with zeros.
    pub fn affine(&mut self, of: &BTreeSet<PieceId>, f: &ReadMap, span: Span) -> Op<()> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        if of.is_empty() {
            return Err(empty(span));
        }
        let (a, b) = (f.map.space().n_in(), f.map.space().n_out());
        let depth = self.depth();
        if a > depth {
            let (takes, loops) = (counted(a, "iterator"), counted(depth, "loop"));
            let message = format!("the map takes {takes}, but there are only {loops}");
            let error = Diagnostic::error(codes::WRONG_DIMENSIONS, message, span);
            return Err(Box::new(error.help(self.loops_help(of))));
        }
        if a == 0 {
            let error =
                Diagnostic::error(codes::WRONG_DIMENSIONS, "the map takes no iterators", span);
            return Err(Box::new(error.help(self.loops_help(of))));
        }
        if b > 64 {
            return Err(bad_size(
                format!("the map makes {b} loops"),
                span,
                "use at most 64".into(),
            ));
        }
        let function = self.function(f, span)?;
        let is_injective = f.map.is_injective().map_err(hard)?;
        let added = b.saturating_sub(a);
        let rows = Rows::new(&function, a).map_err(hard)?;
        self.pad(depth + added, span)?;
        let mut fresh: Vec<Loop> = Vec::new();
        for _ in 0..b.max(a) {
            fresh.push(self.new_loop());
        }
        for &id in of {
            let piece = self.pieces[id].clone();
            let outer = piece.vector.prefix(a).map_err(hard)?;
            let composed = function.pullback_multi_pw_aff(&outer).map_err(hard)?;
            self.check_total(&piece, &composed, span)?;
            let mut dates = Vec::with_capacity(depth + added);
            let mut loops = rows.inherit(&piece.loops, &fresh, &piece.loops[a..], f);
            for k in 0..b.max(a) {
                if k >= b {
                    dates.push(zero(&piece.vector.domain).map_err(hard)?);
                    loops.push(self.no_loop());
                    continue;
                }
                let date = composed.at(k).map_err(hard)?;
                dates.push(simplified(&date, &piece.vector.domain).map_err(hard)?);
            }
            dates.extend_from_slice(&piece.vector.dates[a..depth]);
            loops.extend_from_slice(&piece.loops[a..depth]);
            let piece = &mut self.pieces[id];
            piece.vector.positions.truncate(depth + 1);
            for _ in 0..added {
                piece.vector.positions.insert(a, 0);
            }
            piece.vector.dates = dates;
            piece.loops = loops;
        }
        if !is_injective {
            for &id in of {
                self.check_injective(id, span)?;
            }
        }
        Ok(())
    }

    /// `(l1, l2) = isplit(l, set, n)`: the iterations of `l` that are in the set stay where `l` is,
    /// the others follow in the `n`-th loop; all that comes later moves on.
    ///
    /// With `pm` the first position of `l`, positions before it stay, and so do those of `l` where
    /// the set holds; every other position `p` becomes `p + w·I(n)`. The paper has `w = 1`, which
    /// is right when all of `l` stands at one place in the `n`-th loop; in general `w` is the
    /// number of places, so that the second part follows all of the first.
    pub fn isplit(
        &mut self,
        of: &BTreeSet<PieceId>,
        set: &Set,
        n: usize,
        span: Span,
    ) -> Op<(BTreeSet<PieceId>, BTreeSet<PieceId>)> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        let (a, depth) = (set.n_dim(), self.depth());
        if a > depth {
            let (has, loops) = (counted(a, "iterator"), counted(depth, "loop"));
            let message = format!("the set has {has}, but there are only {loops}");
            let error = Diagnostic::error(codes::WRONG_DIMENSIONS, message, span);
            return Err(Box::new(error.help(self.loops_help(of))));
        }
        if n > depth {
            let message = format!("{}, but there are only {depth}", counted(n, "shared loop"));
            return Err(bad_size(message, span, format!("use 0 to {depth}")));
        }
        let places = of.iter().map(|&id| &self.pieces[id].vector.positions);
        let Some(from) = places.min().cloned() else {
            return Err(empty(span));
        };
        let entries = of.iter().map(|&id| self.pieces[id].vector.positions[n]);
        let (low, high) = (entries.clone().min(), entries.max());
        let width = high.unwrap_or(0) - low.unwrap_or(0) + 1;
        let (mut inside, mut outside) = (BTreeSet::new(), BTreeSet::new());
        let mut parts = Vec::new();
        for &id in of {
            let piece = &self.pieces[id];
            let holds = match a {
                0 => piece
                    .vector
                    .domain
                    .intersect_params(&set.params().map_err(hard)?)
                    .map_err(hard)?,
                _ => {
                    let outer = piece.vector.prefix(a).map_err(hard)?;
                    let where_ = set.preimage_multi_pw_aff(&outer).map_err(hard)?;
                    piece.vector.domain.intersect(&where_).map_err(hard)?
                }
            };
            let fails = piece.vector.domain.subtract(&holds).map_err(hard)?;
            parts.push((
                id,
                holds.coalesce().map_err(hard)?,
                fails.coalesce().map_err(hard)?,
            ));
        }
        // First move what follows, then the second parts.
        for (id, piece) in self.pieces.iter_mut().enumerate() {
            if piece.is_alive && piece.vector.positions >= from && !of.contains(&id) {
                piece.vector.positions[n] = moved_by(piece.vector.positions[n], width, span)?;
            }
        }
        for (id, holds, fails) in parts {
            let is_split = (
                holds.is_empty().map_err(hard)?,
                fails.is_empty().map_err(hard)?,
            );
            if is_split.1 {
                inside.insert(id);
                continue;
            }
            if is_split.0 {
                let place = moved_by(self.pieces[id].vector.positions[n], width, span)?;
                self.pieces[id].vector.positions[n] = place;
                outside.insert(id);
                continue;
            }
            if self.pieces.len() >= MAX_PIECES {
                let message = format!("statements are split into more than {MAX_PIECES} pieces");
                return Err(bad_size(message, span, "split less often".into()));
            }
            let mut second = self.pieces[id].clone();
            second.vector.positions[n] = moved_by(second.vector.positions[n], width, span)?;
            second.vector.domain = fails;
            resimplify(&mut second).map_err(hard)?;
            self.pieces[id].vector.domain = holds;
            resimplify(&mut self.pieces[id]).map_err(hard)?;
            self.pieces.push(second);
            let new = self.pieces.len() - 1;
            self.add_like(id, new);
            inside.insert(id);
            outside.insert(new);
        }
        Ok((inside, outside))
    }

    /// `map S { [k, i] -> […] }`: all instances of a statement get these iterations, at position 0
    /// everywhere; where the map has several parts, each is a piece of its own.
    pub fn map_statement(
        &mut self,
        statement: usize,
        f: &ReadMap,
        map_span: Span,
        span: Span,
    ) -> Op<()> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        let original = self.originals[statement].clone();
        let (a, b) = (f.map.space().n_in(), f.map.space().n_out());
        let model = &self.scop.statements[statement];
        if a != original.len() {
            let message = format!(
                "the map takes {}, but `{}` has {}",
                counted(a, "iterator"),
                model.name,
                original.len()
            );
            let error = Diagnostic::error(codes::WRONG_DIMENSIONS, message, map_span);
            return Err(Box::new(error.help(format!(
                "write `{{ [{}] -> [...] }}`",
                model.iterators.join(", ")
            ))));
        }
        if b == 0 || b > 64 {
            return Err(bad_size(
                format!("the map makes {b} loops"),
                map_span,
                "give it 1 to 64 entries".into(),
            ));
        }
        self.check_function(f, map_span)?;
        let function = f.map.as_pw_multi_aff().map_err(hard)?;
        let old: Vec<PieceId> = self
            .alive()
            .filter(|(_, piece)| piece.statement == statement)
            .map(|(id, _)| id)
            .collect();
        let Some(&keep) = old.first() else {
            return Err(empty(span));
        };
        let depth = self.depth().max(b);
        self.pad(depth, span)?;
        let domain = model.domain.clone();
        let mut whole = self.pieces[keep].clone();
        whole.vector.domain = domain.clone();
        whole.vector.dates = original.clone();
        let outer = whole.vector.prefix(a).map_err(hard)?;
        let all = MultiPwAff::from_pw_multi_aff(&function).map_err(hard)?;
        let all = match a {
            0 => all,
            _ => all.pullback_multi_pw_aff(&outer).map_err(hard)?,
        };
        if a > 0 {
            self.check_total(&whole, &all, map_span)?;
        }
        // The map speaks of the loops of the source, wherever they are by now.
        let old_loops: Vec<Loop> = self.original_loops[statement]
            .iter()
            .map(|one| {
                let now = current(&self.pieces[keep].loops, one.id).unwrap_or(one);
                Loop {
                    tile: None,
                    ..now.clone()
                }
            })
            .collect();
        let mut made = Vec::new();
        for (part, vector) in function.pieces() {
            let mut piece = whole.clone();
            let vector = MultiPwAff::from_multi_aff(&vector).map_err(hard)?;
            if a > 0 {
                let part = part.preimage_multi_pw_aff(&outer).map_err(hard)?;
                piece.vector.domain = domain.intersect(&part).map_err(hard)?;
                if piece.vector.domain.is_empty().map_err(hard)? {
                    continue;
                }
            }
            let single = PwMultiAff::from_map(&vector.as_map().map_err(hard)?).map_err(hard)?;
            let single = MultiPwAff::from_pw_multi_aff(&single).map_err(hard)?;
            let rows = Rows::new(&single, a).map_err(hard)?;
            let composed = match a {
                0 => None,
                _ => Some(vector.pullback_multi_pw_aff(&outer).map_err(hard)?),
            };
            piece.vector.positions = vec![0; depth + 1];
            piece.vector.dates.clear();
            let fresh: Vec<Loop> = (0..b).map(|_| self.new_loop()).collect();
            piece.loops = rows.inherit(&old_loops, &fresh, &[], f);
            for k in 0..depth {
                if k >= b {
                    piece.vector.dates.push(zero(&domain).map_err(hard)?);
                    let filler = self.no_loop();
                    piece.loops.push(filler);
                    continue;
                }
                let date = match &composed {
                    Some(composed) => composed.at(k).map_err(hard)?,
                    None => {
                        let aff = vector.at(k).map_err(hard)?;
                        constant_on(&aff, &domain).map_err(hard)?
                    }
                };
                piece
                    .vector
                    .dates
                    .push(simplified(&date, &piece.vector.domain).map_err(hard)?);
            }
            made.push(piece);
        }
        if self.pieces.len() + made.len() > MAX_PIECES {
            let message = format!("statements are split into more than {MAX_PIECES} pieces");
            return Err(bad_size(
                message,
                map_span,
                "give the map fewer cases".into(),
            ));
        }
        for &id in &old {
            self.pieces[id].is_alive = false;
        }
        for (i, piece) in made.into_iter().enumerate() {
            if i == 0 {
                self.pieces[keep] = piece;
                continue;
            }
            self.pieces.push(piece);
            let new = self.pieces.len() - 1;
            self.add_like(keep, new);
        }
        for handle in &mut self.handles {
            let pieces = &self.pieces;
            handle.pieces.retain(|&id| pieces[id].is_alive);
        }
        let ids: Vec<PieceId> = self
            .alive()
            .filter(|(_, piece)| piece.statement == statement)
            .map(|(id, _)| id)
            .collect();
        if !f.map.is_injective().map_err(hard)? {
            for &id in &ids {
                self.check_injective(id, map_span)?;
            }
            self.check_disjoint(&ids, map_span)?;
        }
        Ok(())
    }
}

/// The value of a function without arguments, as a function on `domain`.
fn constant_on(function: &PwAff, domain: &Set) -> presburger::Result<PwAff> {
    // `{ [] -> [e] }` composed with `{ S[…] -> [] }`.
    let nowhere = MultiPwAff::from_pw_aff_list(domain, presburger::Tuple::anonymous(0), &[])?;
    function.pullback_pw_multi_aff(&nowhere.to_pw_multi_aff()?)
}

fn resimplify(piece: &mut Piece) -> presburger::Result<()> {
    for date in &mut piece.vector.dates {
        if date.n_piece() > 1 {
            *date = simplified(date, &piece.vector.domain)?;
        }
    }
    Ok(())
}

/// A position further on, in a range in which differences and their sums fit a number: each
/// operation can double the distances between positions.
pub(crate) fn moved_by(position: i64, by: i64, span: Span) -> Op<i64> {
    let place = position
        .checked_add(by)
        .filter(|place| place.abs() < 1 << 60);
    place.ok_or_else(|| {
        let message = "positions do not fit in 64 bits".into();
        bad_size(message, span, "realign and split less often".into())
    })
}

pub(crate) fn bad_size(message: String, span: Span, help: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::BAD_SIZE, message, span).help(help))
}

pub(crate) fn empty(span: Span) -> Box<Diagnostic> {
    let message = "this component has no instances";
    let error = Diagnostic::error(codes::UNKNOWN_NAME, message, span);
    Box::new(error.help("a split left nothing here; check its condition"))
}
