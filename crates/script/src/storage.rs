//! Operations on storage: where the values of variables are kept. What they ask for is carried out
//! and proved elsewhere; here it is only written down.

use crate::arguments::{Arguments, as_loop};
use crate::codes;
use crate::interpret::Value;
use crate::operators::{Op, bad_size};
use crate::state::{Loop, LoopId, Piece, State, too_hard};
use crate::suggest::suggest;
use crate::syntax::{Expr, ExprKind};
use presburger::{Aff, Dim, Map, MultiPwAff, PwAff, Set, Tuple};
use scop::schedule::Vector;
use scop::{Array, ArrayId, Change, Diagnostic, How, Packing, Scop, Span, StmtId, Subscript};
use std::collections::BTreeSet;

/// A change of storage that a script asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// What is asked for.
    pub change: Change,
    /// The operation in the script.
    pub span: Span,
}

pub(crate) fn expand(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let array = array(state, given)?;
    let mut loops = Vec::new();
    if given.values.len() > 1 {
        let (value, span) = given.get(1)?;
        for (value, span) in &listed(value, *span) {
            match name_of(value) {
                Some(name) if loops.contains(name) => {
                    return Err(given.wrong(format!("`{name}` is named twice"), *span));
                }
                Some(name) => loops.push(name.clone()),
                None => {
                    let message = format!(
                        "expected the name of a loop of the program, found {}",
                        value.describe()
                    );
                    return Err(given.wrong(message, *span));
                }
            }
        }
        if loops.is_empty() {
            return Err(given.wrong("no loops given".into(), *span));
        }
    }
    wish(state, given, array, How::Expanded(loops))
}

pub(crate) fn contract(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let array = array(state, given)?;
    let mut dropped = Vec::new();
    for at in 1..given.values.len() {
        dropped.push(dimension(state, given, array, at)?);
    }
    let rank = state.scop[array].rank();
    let picked = (0..rank).filter(|dim| !dropped.is_empty() && !dropped.contains(dim));
    let picked = picked.map(|of| Subscript { of, modulo: None }).collect();
    wish(state, given, array, How::Picked(picked))
}

pub(crate) fn modulo(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let array = array(state, given)?;
    let taken = dimension(state, given, array, 1)?;
    let modulo = given.number(2, "the number of cells")?;
    if !(1..=1 << 20).contains(&modulo) {
        let span = given.get(2)?.1;
        let message = format!("cannot keep {modulo} cells");
        return Err(bad_size(message, span, "use 1 to 1048576".into()));
    }
    let picked = (0..state.scop[array].rank()).map(|of| Subscript {
        of,
        modulo: (of == taken).then_some(modulo),
    });
    wish(state, given, array, How::Picked(picked.collect()))
}

pub(crate) fn transpose(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let array = array(state, given)?;
    let (value, span) = given.get(1)?;
    let rank = state.scop[array].rank();
    let mut picked: Vec<Subscript> = Vec::new();
    if let Value::List(list) = value {
        for (value, _) in list {
            let Value::Number(number) = value else {
                continue;
            };
            let of = usize::try_from(*number).ok().filter(|of| *of < rank);
            if let Some(of) = of
                && !picked.iter().any(|one| one.of == of)
            {
                picked.push(Subscript { of, modulo: None });
            }
        }
        if picked.len() == rank && list.len() == rank {
            return wish(state, given, array, How::Picked(picked));
        }
    }
    let message = "expected the numbers of all dimensions in their new order, from 0".into();
    Err(given.wrong(message, *span))
}

pub(crate) fn rename(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let array = array(state, given)?;
    wish(state, given, array, How::Renamed)
}

pub(crate) fn soa(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (value, span) = given.get(0)?;
    let fields: Vec<ArrayId> = match name_of(value) {
        None => Vec::new(),
        Some(name) => { state.scop.arrays() }
            .filter(|(_, one)| is_field_of(one, name))
            .map(|(id, _)| id)
            .collect(),
    };
    if fields.is_empty() {
        let array = array(state, given)?;
        let name = &state.scop[array].source_name;
        let message =
            format!("`{name}` is no array of structures with fields that the region uses");
        let error = Diagnostic::error(codes::BAD_STORAGE, message, *span);
        return Err(Box::new(error.help(
            "`soa` is for arrays of structures: each field gets an array of its own",
        )));
    }
    for field in fields {
        let rank = state.scop[field].rank();
        let picked = (0..rank).map(|of| Subscript { of, modulo: None });
        wish(state, given, field, How::Picked(picked.collect()))?;
    }
    Ok(Value::Nothing)
}

pub(crate) fn aos(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let mut group: Vec<ArrayId> = Vec::new();
    for (value, span) in &given.values {
        let array = array_named(state, given, value, *span)?;
        if group.contains(&array) {
            let name = &state.scop[array].source_name;
            return Err(given.wrong(format!("`{name}` is named twice"), *span));
        }
        group.push(array);
    }
    for &array in &group {
        wish(state, given, array, How::Interleaved(group.clone()))?;
    }
    Ok(Value::Nothing)
}

pub(crate) fn pad(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let array = array(state, given)?;
    let number = given.number(1, "the number of elements")?;
    match u32::try_from(number) {
        Ok(more) if more <= 1 << 16 => wish(state, given, array, How::Padded(more)),
        _ => {
            let span = given.get(1)?.1;
            let message = format!("cannot add {number} elements to a row");
            Err(bad_size(message, span, "use 0 to 65536".into()))
        }
    }
}

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
    let coordinates: Vec<usize> = (0..level)
        .filter(|&at| inside.iter().any(|(_, piece)| piece.loops[at].is_real))
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
        let zero = crate::state::zero(&copying.domain)?;
        let mut dates: Vec<PwAff> = { dates.into_iter() }
            .map(|date| date.unwrap_or_else(|| zero.clone()))
            .collect();
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

fn wish(state: &mut State<'_>, given: &Arguments, array: ArrayId, how: How) -> Op<Value> {
    let known = state.storage.iter().find(|one| one.change.array == array);
    if let Some(known) = known {
        let name = &state.scop[array].source_name;
        let message = format!("the storage of `{name}` is changed twice");
        let error = Diagnostic::error(codes::BAD_STORAGE, message, given.span);
        let error = error.label(known.span, "changed here first");
        return Err(Box::new(error.help("remove one of the operations")));
    }
    state.storage.push(Wish {
        change: Change { array, how },
        span: given.span,
    });
    Ok(Value::Nothing)
}

/// The variable that the first argument names.
pub(crate) fn array(state: &State<'_>, given: &Arguments) -> Op<ArrayId> {
    let (value, span) = given.get(0)?;
    array_named(state, given, value, *span)
}

/// The variable that a value names.
pub(crate) fn array_named(
    state: &State<'_>,
    given: &Arguments,
    value: &Value,
    span: Span,
) -> Op<ArrayId> {
    let name = match value {
        Value::Handle(_) => None,
        value => name_of(value),
    };
    let Some(name) = name else {
        let message = format!(
            "expected the name of a variable, found {}",
            value.describe()
        );
        return Err(given.wrong(message, span));
    };
    let mut arrays = state.scop.arrays();
    if let Some((id, _)) = arrays.find(|(_, one)| one.source_name == *name) {
        return Ok(id);
    }
    let (message, help) = no_array(state.scop, name);
    let error = Diagnostic::error(codes::UNKNOWN_NAME, message, span);
    Err(Box::new(error.help(help)))
}

/// What a name is that is none of an array of the model, and what to do about it.
fn no_array(scop: &Scop, name: &str) -> (String, String) {
    let known = scop.arrays.iter().map(|one| one.source_name.as_str());
    let known: Vec<&str> = known.collect();
    if scop.arrays.iter().any(|one| is_field_of(one, name)) {
        return (
            format!("`{name}` is a structure"),
            format!("`soa({name})` gives each of its fields an array of its own"),
        );
    }
    let mut statements = scop.statements.iter();
    if statements.any(|one| one.iterators.iter().any(|iterator| iterator == name)) {
        return (
            format!("`{name}` counts the iterations of a loop"),
            suggest("", &known, "the variables"),
        );
    }
    let is_word = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == name)
    };
    // What is written is an array of the model.
    let is_parameter = scop.parameters.iter().any(|one| one.name == name);
    if is_parameter || scop.statements.iter().any(|one| is_word(&one.body.text)) {
        return (
            format!("the region never writes `{name}`"),
            "its value is the same everywhere".into(),
        );
    }
    (
        format!("the region has no variable `{name}`"),
        suggest(name, &known, "the variables"),
    )
}

/// Whether an array is a field of a variable: `p.x` of `p`.
fn is_field_of(array: &Array, name: &str) -> bool {
    let (variable, _) = array.source_name.split_once('.').unwrap_or_default();
    array.is_field() && variable == name
}

/// A dimension of an array, by its number or by the iterator that its subscripts have in them.
fn dimension(state: &State<'_>, given: &Arguments, array: ArrayId, at: usize) -> Op<usize> {
    let (value, span) = given.get(at)?;
    dimension_of(state, array, value, *span)
}

fn dimension_of(state: &State<'_>, array: ArrayId, value: &Value, span: Span) -> Op<usize> {
    let rank = state.scop[array].rank();
    if let Value::Number(number) = value
        && let Some(dim) = usize::try_from(*number).ok().filter(|dim| *dim < rank)
    {
        return Ok(dim);
    }
    if let Some(name) = name_of(value) {
        let found = (0..rank).filter(|&dim| is_subscript(state, array, dim, name));
        if let [dim] = found.collect::<Vec<_>>()[..] {
            return Ok(dim);
        }
    }
    let name = &state.scop[array].source_name;
    let message = format!("{} is no dimension of `{name}`", value.describe());
    let help = match rank {
        0 => "it is a single variable".into(),
        rank => format!(
            "use a number from 0 to {}, or an iterator that is in one of its subscripts",
            rank - 1
        ),
    };
    let error = Diagnostic::error(codes::BAD_STORAGE, message, span);
    Err(Box::new(error.help(help)))
}

/// Whether a subscript of an array depends on the iterator of this name.
fn is_subscript(state: &State<'_>, array: ArrayId, dim: usize, name: &str) -> bool {
    let mut accesses = state.scop.accesses().filter(|one| one.2.array == array);
    accesses.any(|(statement, _, access)| {
        let iterators = &state.scop[statement].iterators;
        let at = iterators.iter().position(|one| one == name);
        at.is_some_and(|at| {
            let depends = || {
                let rank = access.relation.space().n_out();
                let relation = access
                    .relation
                    .project_out(Dim::Out(dim + 1), rank - dim - 1)?;
                relation
                    .project_out(Dim::Out(0), dim)?
                    .as_pw_multi_aff()?
                    .pieces()
                    .iter()
                    .try_fold(false, |found, (_, cells)| {
                        let coefficient = cells.at(0)?.coefficient(Dim::In(at))?;
                        Ok::<_, presburger::Error>(found || !coefficient.is_zero())
                    })
            };
            depends().unwrap_or(false)
        })
    })
}

fn name_of(value: &Value) -> Option<&String> {
    match value {
        Value::Symbolic(Expr {
            kind: ExprKind::Name(name),
            ..
        }) => Some(name),
        _ => None,
    }
}

/// The values of a list, or a single one.
fn listed(value: &Value, span: Span) -> Vec<(Value, Span)> {
    match value {
        Value::List(list) => list.clone(),
        other => vec![(other.clone(), span)],
    }
}
