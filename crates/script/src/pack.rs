//! `pack`: what a loop accesses of an array in a buffer. Which loop that is at the end of a script, which
//! tiles it has, and the order with the statements that copy.

use crate::arguments::{Arguments, as_loop};
use crate::codes;
use crate::interpret::Value;
use crate::operators::Op;
use crate::state::{Loop, LoopId, Piece, State, too_hard};
use crate::storage::{array, dimension_of, listed};
use presburger::{Aff, Map, MultiPwAff, PwAff, Set, Tuple, Value as Number};
use scop::schedule::{Vector, number};
use scop::{ArrayId, Diagnostic, Packing, Span, StmtId};
use std::collections::BTreeSet;

pub(crate) fn pack(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let array = array(state, given)?;
    let handle = given.handle(state, 1)?;
    let target = as_loop(state, handle, given.get(1)?.1)?;
    let rank = state.scop[array].rank();
    let mut order: Vec<usize> = Vec::new();
    let (copies, n) = copies_wanted(given)?;
    if n > 2 {
        let (value, span) = given.get(2)?;
        for (value, span) in &listed(value, *span) {
            let dim = dimension_of(state, array, value, *span)?;
            if order.contains(&dim) {
                return Err(given.wrong("a dimension is named twice".into(), *span));
            }
            order.push(dim);
        }
    }
    // Those that are not named keep their order, in front.
    let rest: Vec<usize> = (0..rank).filter(|dim| !order.contains(dim)).collect();
    let id = state.pieces[target.piece].loops[target.level].id;
    state.packs.push(PackWish {
        array,
        order: rest.into_iter().chain(order).collect(),
        id,
        piece: target.piece,
        copies,
        span: given.span,
    });
    Ok(Value::Nothing)
}

/// What is wanted of the loops that copy, the last arguments, and how many come before these.
fn copies_wanted(given: &Arguments) -> Op<(Copies, usize)> {
    let mut copies = Copies::default();
    let mut n = given.values.len();
    while n > 2
        && let Some((word, span)) = given.word(n - 1)
        && let Some(wanted) = match word {
            "parallel" => Some(&mut copies.parallel),
            "vectorize" => Some(&mut copies.vector),
            _ => None,
        }
    {
        if *wanted {
            return Err(given.wrong(format!("`{word}` is said twice"), span));
        }
        *wanted = true;
        n -= 1;
    }
    if n > 3 {
        let (value, span) = given.get(n - 1)?;
        let found = value.describe();
        let message = format!("expected `parallel` or `vectorize`, found {found}");
        return Err(given.wrong(message, *span));
    }
    Ok((copies, n))
}

/// What is wanted of the loops that copy into a buffer and back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Copies {
    /// The outermost one is to be parallel.
    pub parallel: bool,
    /// The innermost one is to run in vector lanes.
    pub vector: bool,
}

/// A buffer that a script asks for, before a loop.
#[derive(Clone, Debug)]
pub(crate) struct PackWish {
    pub array: ArrayId,
    pub order: Vec<usize>,
    /// The loop, and a piece in it: loops that were one before they were distributed have one number.
    pub id: LoopId,
    pub piece: usize,
    pub copies: Copies,
    pub span: Span,
}

/// A buffer for a part of an array that a script asks for.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// What is to be in it.
    pub packing: Packing,
    /// The operation in the script.
    pub span: Span,
    /// The level of the loop, and which of the loops around it are tiles' coordinates.
    level: usize,
    coordinates: Vec<usize>,
    /// A piece in the loop, counted without those that others have taken the place of.
    piece: usize,
    copies: Copies,
}

/// A statement that copies between an array and a buffer.
#[derive(Clone, Debug)]
pub struct Copying {
    /// The position of the buffer in [`Outcome::buffers`](crate::Outcome::buffers).
    pub buffer: usize,
    /// Whether it stands behind the loop, not before it.
    pub behind: bool,
    /// The position of the statement in the program.
    pub statement: usize,
    /// Its instances: tiles and cells.
    pub domain: Set,
    /// The names of its iterators.
    pub iterators: Vec<String>,
}

/// Where the buffers of a script are.
pub(crate) fn buffers(state: &State<'_>) -> Op<Vec<Buffer>> {
    let mut buffers = Vec::new();
    for wish in &state.packs {
        buffers.push(buffer(state, wish)?);
    }
    Ok(buffers)
}

fn buffer(state: &State<'_>, wish: &PackWish) -> Op<Buffer> {
    let refuse = |message: String, help: &str| -> Box<Diagnostic> {
        Box::new(Diagnostic::error(codes::BAD_STORAGE, message, wish.span).help(help))
    };
    let statement = state.pieces[wish.piece].statement;
    let named = state
        .alive()
        .filter_map(|(id, piece)| Some((id, piece.statement, piece.level_of(wish.id)?)));
    // The piece may have been split.
    let nearest = named.min_by_key(|(id, of, _)| (*id != wish.piece, *of != statement, *id));
    let Some((first, _, level)) = nearest else {
        let message = "the loop of this `pack` is gone at the end of the script".into();
        return Err(refuse(
            message,
            "pack after the operations that make other loops of it",
        ));
    };
    // Loops that were fused are one, whatever they were called.
    let inside: Vec<(usize, &Piece)> = { state.lifted(&BTreeSet::from([first]), level + 1) }
        .into_iter()
        .map(|id| (id, &state.pieces[id]))
        .filter(|(_, piece)| piece.depth() > level)
        .collect();
    let name = &state.scop[wish.array].source_name;
    let uses = |statement: usize| {
        let mut accesses = state.scop.statements[statement].accesses.iter();
        accesses.any(|one| one.array == wish.array)
    };
    let mut tiles: Vec<(StmtId, Map)> = Vec::new();
    // What is a number for all of them is a position.
    let is_number = |at: usize| {
        let numbers = inside.iter().map(|(_, piece)| number(&piece.vector.dates[at]));
        let mut numbers = numbers.collect::<Vec<_>>();
        numbers.dedup();
        matches!(numbers[..], [Some(_)])
    };
    let coordinates: Vec<usize> = (0..level)
        .filter(|&at| inside.iter().any(|(_, piece)| piece.loops[at].is_real) && !is_number(at))
        .collect();
    for (_, piece) in &inside {
        if !uses(piece.statement) {
            continue;
        }
        let is_outside = |(id, other): (usize, &Piece)| {
            other.statement == piece.statement && inside.iter().all(|(known, _)| *known != id)
        };
        if state.alive().any(is_outside) {
            let statement = &state.scop.statements[piece.statement].name;
            let message = format!("`{statement}` also runs outside of the loop");
            return Err(refuse(
                message,
                "pack before a loop that contains all of it",
            ));
        }
        let dates: Vec<PwAff> = { coordinates.iter() }
            .map(|&at| piece.vector.dates[at].clone())
            .collect();
        let tuple = Tuple::anonymous(dates.len());
        let tile = || -> presburger::Result<Map> {
            let tile = MultiPwAff::from_pw_aff_list(&piece.vector.domain, tuple, &dates)?;
            tile.as_map()?.intersect_domain(&piece.vector.domain)
        };
        let tile = tile().map_err(|error| too_hard(&error, wish.span))?;
        let id = StmtId::new(piece.statement);
        match tiles.iter_mut().find(|(known, _)| *known == id) {
            Some((_, known)) => {
                let both = known.union(&tile);
                *known = both.map_err(|error| too_hard(&error, wish.span))?;
            }
            None => tiles.push((id, tile)),
        }
    }
    if tiles.is_empty() {
        let message = format!("nothing in the loop accesses `{name}`");
        return Err(refuse(message, "name the loop that accesses it"));
    }
    Ok(Buffer {
        packing: Packing {
            array: wish.array,
            tiles,
            names: { coordinates.iter() }
                .map(|&at| {
                    let mut names = inside.iter().map(|(_, piece)| &piece.loops[at].name);
                    let name = names.find_map(|name| name.clone());
                    name.unwrap_or_else(|| format!("t{at}"))
                })
                .collect(),
            order: wish.order.clone(),
        },
        span: wish.span,
        level,
        coordinates,
        piece: state.alive().take_while(|(id, _)| *id != first).count(),
        copies: wish.copies,
    })
}

/// The pieces of an order with those of copies, which stand directly before and behind loops.
pub(crate) fn with_copies(
    pieces: &[Piece],
    buffers: &[Buffer],
    copies: &[Copying],
) -> presburger::Result<Vec<Piece>> {
    let factor = 2 * i64::try_from(buffers.len()).unwrap_or(0) + 1;
    let mut all: Vec<Piece> = pieces.to_vec();
    for piece in &mut all {
        for position in &mut piece.vector.positions {
            *position *= factor;
        }
    }
    let spread = all.clone();
    let mut next = { all.iter().flat_map(|piece| &piece.loops) }
        .map(|one| one.id.0)
        .max()
        .unwrap_or(0);
    for copying in copies {
        let Some(buffer) = buffers.get(copying.buffer) else {
            return Err(presburger::Error::Invalid("there is no such buffer".into()));
        };
        let like = &spread[buffer.piece];
        let own = Aff::vars_on_domain(copying.domain.space())?;
        // For all instances: each would have the pieces of the domain again.
        let own: Vec<PwAff> = own.iter().map(PwAff::from_aff).collect();
        let mut positions = like.vector.positions[..=buffer.level].to_vec();
        let away = 1 + i64::try_from(copying.buffer).unwrap_or(0);
        positions[buffer.level] += if copying.behind { away } else { -away };
        let mut dates = Vec::new();
        let mut loops = like.loops[..buffer.level].to_vec();
        let mut coordinates = own.iter();
        for at in 0..buffer.level {
            dates.push(match buffer.coordinates.contains(&at) {
                true => coordinates.next().cloned(),
                false => None,
            });
        }
        let position = |at: usize| -> presburger::Result<PwAff> {
            let number = number(&like.vector.dates[at]).unwrap_or(0);
            let date = Aff::zero_on_domain(copying.domain.space())?;
            Ok(PwAff::from_aff(&date.add_constant(&Number::from(number))?))
        };
        let dates = { dates.into_iter().enumerate() }
            .map(|(at, date)| date.map_or_else(|| position(at), Ok));
        let mut dates = dates.collect::<presburger::Result<Vec<PwAff>>>()?;
        let names = &copying.iterators[buffer.coordinates.len()..];
        for (index, (date, name)) in coordinates.zip(names).enumerate() {
            next += 1;
            dates.push(date.clone());
            positions.push(0);
            loops.push(Loop {
                name: Some(name.clone()),
                parallel: buffer.copies.parallel && index == 0,
                vector: buffer.copies.vector && index + 1 == names.len(),
                ..Loop::new(LoopId(next), true)
            });
        }
        all.push(Piece {
            statement: copying.statement,
            vector: Vector {
                domain: copying.domain.clone(),
                positions,
                dates,
            },
            loops,
            is_alive: true,
        });
    }
    let depth = all.iter().map(|piece| piece.vector.dates.len()).max();
    for piece in &mut all {
        piece.vector = piece.vector.clone().padded(depth.unwrap_or(0))?;
        while piece.loops.len() < piece.vector.dates.len() {
            next += 1;
            piece.loops.push(Loop::new(LoopId(next), false));
        }
    }
    Ok(all)
}
