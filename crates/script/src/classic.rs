//! The classic transformations, each as a change of the vectors `(p0, j1, p1, …, jM, pM)`.
//!
//! A transformation of a *loop* changes all statements in that loop; one of a *component*
//! (`shift(S, i, 1)`) changes only those of the component, even when others share the loop.

use crate::codes;
use crate::operations::counted;
use crate::operators::{Op, bad_size, empty, moved_by};
use crate::rows::Names;
use crate::state::{Handle, HandleId, Loop, PieceId, State, Tile, simplified, too_hard};
use presburger::{Aff, Dim, Map, MultiPwAff, PwAff, Set, Space, Value};
use scop::schedule::Unroll;
use scop::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A loop around pieces.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// What is to be changed.
    pub pieces: BTreeSet<PieceId>,
    /// One of them.
    pub piece: PieceId,
    /// The loop is `j` number `level + 1`.
    pub level: usize,
}

type Made<T> = presburger::Result<T>;

impl State<'_> {
    /// Replaces the dates of a loop.
    fn redate(
        &mut self,
        target: &Target,
        span: Span,
        change: impl Fn(&[PwAff]) -> Made<PwAff>,
    ) -> Op<()> {
        for &id in &target.pieces {
            let piece = &mut self.pieces[id];
            let date = change(&piece.vector.dates)
                .and_then(|date| simplified(&date, &piece.vector.domain));
            piece.vector.dates[target.level] = date.map_err(|error| too_hard(&error, span))?;
            piece.loops[target.level].is_real = true;
        }
        Ok(())
    }

    /// `reverse(L)`: `j` becomes `−j`.
    pub fn reverse(&mut self, target: &Target, span: Span) -> Op<()> {
        let level = target.level;
        self.redate(target, span, |dates| dates[level].neg())
    }

    /// `shift(L, e)`: `j` becomes `j + e`, with `e` a function of parameters and outer loops.
    pub fn shift(&mut self, target: &Target, by: &PwAff, span: Span) -> Op<()> {
        let level = target.level;
        for &id in &target.pieces {
            let piece = &self.pieces[id];
            let outer = piece.vector.prefix(level + 1);
            let by = MultiPwAff::from_pw_aff(by);
            let amount = outer
                .and_then(|outer| by.pullback_multi_pw_aff(&outer))
                .and_then(|amount| amount.at(0));
            let date = amount
                .and_then(|amount| piece.vector.dates[level].add(&amount))
                .and_then(|date| simplified(&date, &piece.vector.domain))
                .map_err(|error| too_hard(&error, span))?;
            self.pieces[id].vector.dates[level] = date;
            self.pieces[id].loops[level].is_real = true;
        }
        Ok(())
    }

    /// `scale(L, c)`: `j` becomes `c·j`.
    pub fn scale(&mut self, target: &Target, by: i64, span: Span) -> Op<()> {
        if by == 0 {
            let help = "scale by a number other than 0".into();
            return Err(bad_size("cannot scale a loop by 0".into(), span, help));
        }
        let level = target.level;
        let by = Value::from(by);
        self.redate(target, span, |dates| dates[level].scale(&by))
    }

    /// `skew(L, M, c)`: the iteration `j` of `L` becomes `j + c·m`, with `m` that of `M`.
    pub fn skew(&mut self, target: &Target, other: usize, by: i64, span: Span) -> Op<()> {
        let level = target.level;
        if other == level {
            let error = Diagnostic::error(codes::NOT_NESTED, "cannot skew a loop by itself", span);
            return Err(Box::new(error.help("name two different loops")));
        }
        let by = Value::from(by);
        self.redate(target, span, |dates| {
            dates[level].add(&dates[other].scale(&by)?)
        })
    }

    /// `permute(L, [k, i, j])`: the iterations of these loops change places, so that they stand in
    /// this order. `interchange(L, M)` is the case of two.
    pub fn permute(&mut self, pieces: &BTreeSet<PieceId>, order: &[usize], span: Span) -> Op<()> {
        let slots: BTreeSet<usize> = order.iter().copied().collect();
        if slots.len() != order.len() {
            let error =
                Diagnostic::error(codes::WRONG_ARGUMENTS, "the same loop is named twice", span);
            return Err(Box::new(error.help("name each loop once, outermost first")));
        }
        for &id in pieces {
            let old = self.pieces[id].clone();
            let piece = &mut self.pieces[id];
            for (&slot, &from) in slots.iter().zip(order) {
                piece.vector.dates[slot] = old.vector.dates[from].clone();
                piece.loops[slot] = old.loops[from].clone();
            }
        }
        Ok(())
    }

    /// `tile(L, s1, …, sn)`: the iterations `j1, …, jn` become `s1·⌊j1/s1⌋, …, sn·⌊jn/sn⌋, j1, …,
    /// jn`. `stripmine(L, s)` is the case of one loop.
    ///
    /// As for `affine`, the positions after the last of these loops come after the new ones.
    pub fn tile(
        &mut self,
        target: &Target,
        sizes: &[i64],
        separate: bool,
        span: Span,
    ) -> Op<(HandleId, HandleId)> {
        for &size in sizes {
            if size <= 0 {
                let message = format!("invalid tile size {size}");
                return Err(bad_size(message, span, "use a size of at least 1".into()));
            }
        }
        let hard = |error: presburger::Error| too_hard(&error, span);
        let (first, count) = (target.level, sizes.len());
        let depth = self.depth();
        self.require_nest(target, count, span)?;
        let group = self.new_group();
        self.pad(depth + count, span)?;
        let mut fresh: Vec<Loop> = Vec::new();
        for _ in sizes {
            fresh.push(self.new_loop());
        }
        let names = self.names_around(&target.pieces);
        for &id in &target.pieces {
            let mut names = names.clone();
            let old = self.pieces[id].clone();
            let (mut dates, mut loops) = (Vec::new(), Vec::new());
            for (index, &size) in sizes.iter().enumerate() {
                let tile = Tile {
                    group,
                    index,
                    count,
                    size,
                    is_point: false,
                };
                let (date, of) = (&old.vector.dates[first + index], &old.loops[first + index]);
                let value = Value::from(size);
                let rounded = date
                    .scale_down(&value)
                    .and_then(|date| date.floor()?.scale(&value))
                    .and_then(|date| simplified(&date, &old.vector.domain))
                    .map_err(hard)?;
                dates.push(rounded);
                loops.push(Loop {
                    name: (of.name.as_ref()).map(|name| names.new_one(&format!("{name}t"))),
                    separate: separate && index == 0,
                    tile: Some(tile),
                    ..fresh[index].clone()
                });
            }
            let piece = &mut self.pieces[id];
            for (index, &size) in sizes.iter().enumerate() {
                piece.loops[first + index].tile = Some(Tile {
                    group,
                    index,
                    count,
                    size,
                    is_point: true,
                });
            }
            piece.vector.dates.truncate(depth);
            piece.loops.truncate(depth);
            piece.vector.positions.truncate(depth + 1);
            piece.vector.dates.splice(first..first, dates);
            piece.loops.splice(first..first, loops);
            for _ in 0..count {
                piece.vector.positions.insert(first + count, 0);
            }
        }
        let tiles = self.loop_handle(target.piece, first);
        let points = self.loop_handle(target.piece, first + count);
        Ok((tiles, points))
    }

    /// That `count` loops from `target` on are nested in each other with nothing between them.
    pub fn require_nest(&self, target: &Target, count: usize, span: Span) -> Op<()> {
        let (first, last) = (target.level, target.level + count);
        let piece = &self.pieces[target.piece];
        for &id in &target.pieces {
            let other = &self.pieces[id];
            let between = first + 1..last.min(piece.vector.positions.len());
            if other.depth() < last
                || other.vector.positions[between.clone()] != piece.vector.positions[between]
            {
                let message = match other.depth() < last {
                    true => format!(
                        "`{}` has {}, but {last} are needed",
                        self.name(id),
                        counted(other.depth(), "loop")
                    ),
                    false => format!(
                        "{} are in different loops",
                        self.names([&id, &target.piece])
                    ),
                };
                let error = Diagnostic::error(codes::NOT_NESTED, message, span)
                    .note("the loops must be perfectly nested: one directly inside the other");
                return Err(Box::new(error.help(
                    "`distribute` the outer loop first, or transform one component with `affine`",
                )));
            }
        }
        Ok(())
    }

    /// The handle of the loop of a piece.
    pub fn loop_handle(&mut self, piece: PieceId, level: usize) -> HandleId {
        let pieces = self.lifted(&BTreeSet::from([piece]), level + 1);
        let at = Some((piece, self.pieces[piece].loops[level].id));
        self.add_handle(Handle { pieces, at })
    }

    /// `distribute(L)`: each part of the body gets a loop of its own. The parts at positions `q0 <
    /// q1 < …` below the loop at position `p` come to `p, p + 1, …`, and what followed comes after
    /// them.
    pub fn distribute(&mut self, target: &Target, span: Span) -> Op<Vec<HandleId>> {
        let level = target.level;
        let prefix = self.pieces[target.piece].vector.positions[..=level].to_vec();
        let mut parts: BTreeMap<i64, Vec<PieceId>> = BTreeMap::new();
        for &id in &target.pieces {
            let position = self.pieces[id].vector.positions[level + 1];
            parts.entry(position).or_default().push(id);
        }
        if parts.len() < 2 {
            let error =
                Diagnostic::error(codes::NOT_NESTED, "the loop body has only one part", span);
            return Err(Box::new(
                error.help("`distribute` an inner loop, or remove this operation"),
            ));
        }
        let added = parts.len() as i64 - 1;
        for piece in self.pieces.iter_mut().filter(|piece| piece.is_alive) {
            let is_later = piece.vector.positions[..level] == prefix[..level]
                && piece.vector.positions[level] > prefix[level];
            if is_later {
                piece.vector.positions[level] =
                    moved_by(piece.vector.positions[level], added, span)?;
            }
        }
        let mut handles = Vec::new();
        for (offset, ids) in parts.values().enumerate() {
            for &id in ids {
                let place = self.pieces[id].vector.positions[level];
                self.pieces[id].vector.positions[level] = moved_by(place, offset as i64, span)?;
                self.pieces[id].vector.positions[level + 1] = 0;
                self.pieces[id].loops[level].label = None;
            }
            let Some(&piece) = ids.first() else { continue };
            handles.push(self.loop_handle(piece, level));
        }
        Ok(handles)
    }

    /// The number of loops that all of these pieces share.
    pub fn common_loops(&self, pieces: &BTreeSet<PieceId>) -> usize {
        let mut ids = pieces.iter();
        let Some(&first) = ids.next() else { return 0 };
        let first = &self.pieces[first].vector.positions;
        let mut common = first.len() - 1;
        for &id in ids {
            let other = &self.pieces[id].vector.positions;
            let same = first.iter().zip(other).take_while(|(a, b)| a == b);
            common = common.min(same.count());
        }
        common
    }

    /// `reorder(A, B, …)`: components that stand at different positions of one loop come to stand
    /// in this order, at the same positions.
    pub fn reorder(&mut self, parts: &[BTreeSet<PieceId>], span: Span) -> Op<()> {
        let all: BTreeSet<PieceId> = parts.iter().flatten().copied().collect();
        let total: usize = parts.iter().map(BTreeSet::len).sum();
        let refuse = |message: String| {
            let error = Diagnostic::error(codes::NOT_NESTED, message, span);
            Err(Box::new(error.help(
                "name parts of the same loop, each once; use `lift` to name a whole loop",
            )))
        };
        if parts.iter().any(BTreeSet::is_empty) {
            return Err(empty(span));
        }
        if total != all.len() {
            return refuse("the same part is named twice".into());
        }
        let k = self.common_loops(&all);
        let mut places = Vec::new();
        for part in parts {
            let at: BTreeSet<i64> = part
                .iter()
                .map(|&id| self.pieces[id].vector.positions[k])
                .collect();
            let mut at = at.into_iter();
            match (at.next(), at.next()) {
                (Some(place), None) => places.push(place),
                _ => {
                    let names = self.names(part);
                    return refuse(format!("{names} are in several places in the loop"));
                }
            }
        }
        let mut sorted = places.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != places.len() {
            return refuse("two of the parts are in the same inner loop".into());
        }
        // Whatever stands at these places moves as a whole.
        let prefix = self.pieces[parts[0].first().copied().unwrap_or(0)]
            .vector
            .positions[..k]
            .to_vec();
        for piece in self.pieces.iter_mut().filter(|piece| piece.is_alive) {
            if piece.vector.positions[..k] != prefix[..] {
                continue;
            }
            let part = places
                .iter()
                .position(|place| *place == piece.vector.positions[k]);
            if let Some(part) = part {
                piece.vector.positions[k] = sorted[part];
            }
        }
        Ok(())
    }

    /// `place(S, [p0, p1, …])`: these are the first positions of the component, whatever else is there.
    pub fn place(&mut self, pieces: &BTreeSet<PieceId>, positions: &[i64], span: Span) -> Op<()> {
        if pieces.is_empty() {
            return Err(empty(span));
        }
        let all = self.depth() + 1;
        if positions.is_empty() || positions.len() > all {
            let message = format!("a statement has {}", counted(all, "position"));
            let help = format!("give 1 to {all} of them, from the outermost on");
            return Err(bad_size(message, span, help));
        }
        for &position in positions {
            moved_by(position, 0, span)?;
        }
        for &id in pieces {
            self.pieces[id].vector.positions[..positions.len()].copy_from_slice(positions);
        }
        Ok(())
    }

    /// The handles of the two sides of a split.
    pub fn split_handles(
        &mut self,
        target: &Target,
        parts: (BTreeSet<PieceId>, BTreeSet<PieceId>),
    ) -> (HandleId, HandleId) {
        let mut make = |pieces: BTreeSet<PieceId>| {
            let first = pieces.first().copied();
            let at = first.map(|id| (id, self.pieces[id].loops[target.level].id));
            self.add_handle(Handle { pieces, at })
        };
        (make(parts.0), make(parts.1))
    }

    /// The iterations of `peel(L, n)`: the first `n` of the loop, or all but the last `−n`.
    pub fn peeled(&self, target: &Target, n: i64, span: Span) -> Op<Set> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        if n == 0 {
            let help = "peel at least one iteration; a negative number counts from the end";
            return Err(bad_size(
                "cannot peel 0 iterations".into(),
                span,
                help.into(),
            ));
        }
        let pieces: Vec<PieceId> = target.pieces.iter().copied().collect();
        let Some(range) = self.range_of(&pieces, target.level).map_err(hard)? else {
            return Err(empty(span));
        };
        let distance = Value::from(n) * Value::from(range.step);
        let make = || -> Made<Set> {
            let numbers = Space::unnamed(1);
            let (end, smaller) = match n > 0 {
                true => (range.simple_first()?, Map::lex_gt(&numbers)?),
                // What is not among the last ones stays where the loop is.
                false => (range.simple_last()?, Map::lex_ge(&numbers)?),
            };
            let end_value = Aff::var_on_domain(&numbers, Dim::Set(0))?;
            let moved = end_value.add_constant(&distance)?.as_map()?;
            let near = moved.apply_range(&smaller)?;
            Ok(end.apply_range(&near)?.wrap()?.flatten())
        };
        make().map_err(hard)
    }

    /// `unroll(L)`: no loop remains, a copy of the body stands for each iteration.
    pub fn unroll(&mut self, target: &Target, span: Span) -> Op<()> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        let pieces: Vec<PieceId> = target.pieces.iter().copied().collect();
        let copies = self.copies(&pieces, target.level).map_err(hard)?;
        let message = match copies {
            Copies::Few => {
                self.mark(target, |one| one.unroll = Some(Unroll::Full));
                return Ok(());
            }
            Copies::TooMany => format!("the loop has more than {MOST_COPIES} iterations"),
            Copies::Unknown => "the number of iterations of this loop is not a constant".into(),
        };
        let help = "give the number of copies: `unroll(L, 4)`".into();
        Err(bad_size(message, span, help))
    }

    /// How many copies of its body a loop would become.
    fn copies(&self, pieces: &[PieceId], level: usize) -> Made<Copies> {
        let Some(range) = self.range_of(pieces, level)? else {
            return Ok(Copies::Few);
        };
        let offsets = range.offsets()?.project_out_all_params()?;
        if !offsets.is_bounded()? {
            return Ok(Copies::Unknown);
        }
        Ok(match has_more(&offsets, MOST_COPIES)? {
            true => Copies::TooMany,
            false => Copies::Few,
        })
    }

    /// Whether a loop can be unrolled.
    pub fn has_few_iterations(&self, pieces: &[PieceId], level: usize) -> Made<bool> {
        Ok(matches!(self.copies(pieces, level)?, Copies::Few))
    }

    /// `unroll_and_jam(L, n)`: `j` becomes `n·⌊j/n⌋` and comes again, unrolled, as the innermost
    /// loop of the nest.
    pub fn unroll_and_jam(&mut self, target: &Target, n: i64, span: Span) -> Op<()> {
        let depth = self.pieces[target.piece].depth();
        self.require_nest(target, depth - target.level, span)?;
        let all_end_here = target
            .pieces
            .iter()
            .all(|&id| self.pieces[id].depth() == depth);
        if !all_end_here {
            let error = Diagnostic::error(
                codes::NOT_NESTED,
                "the inner loops have different depths",
                span,
            );
            return Err(Box::new(error.help("`distribute` the loop first")));
        }
        self.tile(target, &[n], false, span)?;
        // Tile, point, inner …: the point loop goes to the end.
        let mut order = vec![target.level];
        order.extend(target.level + 2..=depth);
        order.push(target.level + 1);
        self.permute(&target.pieces, &order, span)?;
        let innermost = Target {
            level: depth,
            ..target.clone()
        };
        self.mark(&innermost, |one| one.unroll = Some(Unroll::Full));
        Ok(())
    }

    /// `wavefront(L, M)`: `j` becomes `j + m`, so that `M` can run in parallel when no dependence
    /// goes backwards in either loop. Loops from tile to tile are counted in tiles.
    pub fn wavefront(&mut self, target: &Target, inner: usize, span: Span) -> Op<()> {
        let level = target.level;
        if inner == level {
            let error = Diagnostic::error(codes::NOT_NESTED, "a wavefront needs two loops", span);
            return Err(Box::new(error.help("name two different loops")));
        }
        let piece = &self.pieces[target.piece];
        let step = |level: usize| match piece.loops[level].tile {
            Some(tile) if !tile.is_point => tile.size,
            _ => 1,
        };
        let (steps, equal) = ([step(level), step(inner)], step(level) == step(inner));
        self.redate(target, span, |dates| {
            if equal {
                return dates[level].add(&dates[inner]);
            }
            let count = |date: &PwAff, step: i64| date.scale_down(&Value::from(step))?.floor();
            count(&dates[level], steps[0])?.add(&count(&dates[inner], steps[1])?)
        })?;
        let mut names = self.names_around(&target.pieces);
        let fresh = Loop {
            name: Some(names.new_one("wave")),
            ..self.new_loop()
        };
        for &id in &target.pieces {
            self.pieces[id].loops[level] = fresh.clone();
            self.pieces[id].loops[inner].parallel = true;
        }
        Ok(())
    }

    /// The names of all loops around these pieces.
    fn names_around(&self, pieces: &BTreeSet<PieceId>) -> Names {
        Names::of(pieces.iter().flat_map(|&id| &self.pieces[id].loops))
    }

    /// Changes what is known and wanted of a loop.
    pub fn mark(&mut self, target: &Target, change: impl Fn(&mut Loop)) {
        for &id in &target.pieces {
            change(&mut self.pieces[id].loops[target.level]);
        }
    }
}

/// How many copies of its body a loop would become.
enum Copies {
    Few,
    TooMany,
    Unknown,
}

/// How many copies of its body a loop may become: more are no faster, and take long to write.
const MOST_COPIES: i64 = 512;

/// Whether a bounded set of numbers has more than so many.
fn has_more(numbers: &Set, most: i64) -> presburger::Result<bool> {
    const FAR: i64 = 100_000;
    let x = Dim::Set(0);
    let has_far =
        !numbers.lower_bound(x, FAR)?.is_empty()? || !numbers.upper_bound(x, -FAR)?.is_empty()?;
    let most = Value::from(most);
    Ok(has_far || numbers.count()? > most)
}
