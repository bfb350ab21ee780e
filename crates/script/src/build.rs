//! The vectors of a script's result as a schedule tree: which loops stand in one band, what is known
//! and wanted of them, and which tiles are to be apart. The tree itself is built by
//! [`scop::schedule::build`].

use crate::state::{Loop, Piece, State, Tile};
use presburger::{Aff, Dim, Map, MultiAff, Set, Space, Tuple, UnionSet, Value};
use scop::Scop;
use scop::schedule::{LoopStyle, Member, ScheduleTree, Vector, build};

type Made<T> = presburger::Result<T>;

impl State<'_> {
    /// The tree of the order; with options for code generation if wanted.
    pub fn tree(&self, with_options: bool) -> Made<ScheduleTree> {
        let pieces: Vec<&Piece> = self.pieces.iter().filter(|piece| piece.is_alive).collect();
        let vectors: Vec<Vector> = pieces.iter().map(|piece| piece.vector.clone()).collect();
        let style = Style {
            scop: self.scop,
            pieces,
            with_options,
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
            with_options: true,
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
            with_options: false,
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
    with_options: bool,
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

    fn options(
        &self,
        vectors: &[usize],
        level: usize,
        count: usize,
        outer: &[usize],
    ) -> Made<Option<UnionSet>> {
        match self.with_options {
            true => full_tiles(&self.pieces(vectors), level, count, outer),
            false => Ok(None),
        }
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
            member.private.extend(of.private);
            member.unroll = member.unroll.or(of.unroll);
            accumulates |= one.reduction;
        }
        member.private.sort();
        member.private.dedup();
        if accumulates {
            member.reductions = self.accumulators(pieces);
        }
        member
    }

    /// What the statements of a loop accumulate into.
    fn accumulators(&self, pieces: &[&Piece]) -> Vec<String> {
        let mut names = Vec::new();
        for piece in pieces {
            let statement = &self.scop.statements[piece.statement];
            let Some(reduction) = statement.reduction else {
                continue;
            };
            let name = &self.scop[statement[reduction.write].array].name;
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
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

/// A band from tile to tile, with the loops over points directly in it, in any order.
struct Tiling {
    sizes: Vec<i64>,
    /// For each of the loops over points that of the loops over tiles that it belongs to.
    of_point: Vec<usize>,
}

/// The tiling whose full tiles are to be apart and can be: its loops over points follow at once.
fn separated(pieces: &[&Piece], level: usize, count: usize) -> Option<Tiling> {
    let tile = |k: usize| pieces.first()?.loops.get(k)?.tile;
    let first = tile(level).filter(|tile| tile.separate && !tile.is_point)?;
    if first.count != count || band_size(pieces, level + count) < count {
        return None;
    }
    let tiles: Vec<_> = (0..count).map(|i| tile(level + i)).collect::<Option<_>>()?;
    let mut of_point = Vec::with_capacity(count);
    for i in 0..count {
        let point = tile(level + count + i)?;
        let is_its =
            |tile: &Tile| point.is_point && point.group == tile.group && point.index == tile.index;
        of_point.push(tiles.iter().position(is_its)?);
    }
    Some(Tiling {
        sizes: tiles.iter().map(|tile| tile.size).collect(),
        of_point,
    })
}

/// Whether the full tiles of the tiling that begins at a loop are apart from partial ones.
pub(crate) fn separates(pieces: &[&Piece], level: usize) -> bool {
    separated(pieces, level, band_size(pieces, level)).is_some()
}

/// The option that isolates full tiles, for a band from tile to tile whose loops over points
/// follow it at once: those tiles of which every point is executed by every statement. Dates that
/// are constants have become places in sequences, and are not among the loops around.
fn full_tiles(
    pieces: &[&Piece],
    level: usize,
    count: usize,
    around: &[usize],
) -> Made<Option<UnionSet>> {
    let Some(tiling) = separated(pieces, level, count) else {
        return Ok(None);
    };
    let (outer, all) = (around.len(), level + 2 * count);
    let points = points_of_tiles(outer, &tiling)?;
    let mut full: Option<Set> = None;
    for piece in pieces {
        let dates = piece
            .vector
            .prefix(all)?
            .as_map()?
            .intersect_domain(&piece.vector.domain)?;
        let mut run = dates.range()?;
        for constant in (0..level).rev().filter(|k| !around.contains(k)) {
            run = run.project_out(Dim::Set(constant), 1)?;
        }
        let tiles = run.project_out(Dim::Set(outer + count), count)?;
        let of_tiles = tiles.add_dims(count)?.intersect(&points)?;
        let missing = of_tiles.subtract(&run)?;
        let partial = missing.project_out(Dim::Set(outer + count), count)?;
        let whole = tiles.subtract(&partial)?;
        full = Some(match full {
            None => whole,
            Some(full) => full.intersect(&whole)?,
        });
    }
    let Some(mut full) = full else {
        return Ok(None);
    };
    if let Some(simple) = tiles_by_corners(pieces, outer, &tiling, &full)? {
        full = simple;
    }
    let full = full.coalesce()?;
    // `{ [o0, …, t0, …] -> isolate[[o0, …] -> [t0, …]] }`
    let flat = Space::unnamed(outer + count);
    let nested = Tuple::pair(Tuple::anonymous(outer), Tuple::anonymous(count));
    let nested = nested.with_name(Some("isolate"));
    let nest = MultiAff::from_aff_list(&flat, nested, &Aff::vars_on_domain(&flat)?)?;
    let isolate = full.apply(&nest.as_map()?)?;
    Ok(Some(UnionSet::from_sets([isolate])?))
}

/// All points of all tiles of these sizes: `{ [o, t, x] : t <= x < t + size }`.
fn points_of_tiles(outer: usize, tiling: &Tiling) -> Made<Set> {
    let count = tiling.sizes.len();
    let space = Space::unnamed(outer + 2 * count);
    let dims = Aff::vars_on_domain(&space)?;
    let (tiles, points) = dims[outer..].split_at(count);
    let mut inside = Set::universe(space)?;
    for (point, &of) in points.iter().zip(&tiling.of_point) {
        let tile = &tiles[of];
        let end = tile.add_constant(&Value::from(tiling.sizes[of]))?;
        inside = inside.intersect(&tile.le_set(point)?)?;
        inside = inside.intersect(&point.lt_set(&end)?)?;
    }
    Ok(inside)
}

/// The same tiles, said simply: of a convex set a box is a part if its corners are. Where that
/// happens to describe the `full` tiles exactly, it says nothing of strides and tile numbers,
/// which the generator of code knows anyway.
fn tiles_by_corners(
    pieces: &[&Piece],
    outer: usize,
    tiling: &Tiling,
    full: &Set,
) -> Made<Option<Set>> {
    let count = tiling.sizes.len();
    if count > 6 {
        return Ok(None);
    }
    let tiles = Space::unnamed(outer + count);
    let mut corners = Vec::new();
    for chosen in 0..1u32 << count {
        let tile = Aff::vars_on_domain(&tiles)?;
        let mut corner = tile[..outer].to_vec();
        for &i in &tiling.of_point {
            let last = Value::from(tiling.sizes[i]) - Value::one();
            corner.push(match chosen >> i & 1 {
                0 => tile[outer + i].clone(),
                _ => tile[outer + i].add_constant(&last)?,
            });
        }
        corners.push(Map::from_aff_list(&tiles, &corner)?);
    }
    let (mut simple, mut tiles): (Option<Set>, Option<Set>) = (None, None);
    for piece in pieces {
        let dates = piece.vector.prefix(outer + 2 * count)?.as_map()?;
        let run = dates.intersect_domain(&piece.vector.domain)?.range()?;
        let points = run.project_out(Dim::Set(outer), count)?;
        let hull: Set = points.polyhedral_hull()?.into();
        for corner in &corners {
            let inside = hull.preimage(corner)?;
            simple = Some(match simple {
                None => inside,
                Some(simple) => simple.intersect(&inside)?,
            });
        }
        let of = run.project_out(Dim::Set(outer + count), count)?;
        tiles = Some(match tiles {
            None => of,
            Some(tiles) => tiles.union(&of)?,
        });
    }
    let (Some(simple), Some(tiles)) = (simple, tiles) else {
        return Ok(None);
    };
    let is_same = simple.intersect(&tiles)?.is_equal(full)?;
    Ok(is_same.then_some(simple))
}
