//! Operations on storage: where the values of variables are kept. What they ask for is carried out
//! and proved elsewhere; here it is only written down.

use crate::arguments::Arguments;
use crate::codes;
use crate::interpret::Value;
use crate::operators::{Op, bad_size};
use crate::state::State;
use crate::suggest::suggest;
use crate::syntax::{Expr, ExprKind};
use presburger::Dim;
use scop::{Array, ArrayId, Change, Diagnostic, How, Scop, Span, Subscript};

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
    let rank = dimensions(state, given, array)?.len();
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
    let rank = dimensions(state, given, array)?.len();
    let picked = (0..rank).map(|of| Subscript {
        of,
        modulo: (of == taken).then_some(modulo),
    });
    wish(state, given, array, How::Picked(picked.collect()))
}

pub(crate) fn transpose(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let array = array(state, given)?;
    let (value, span) = given.get(1)?;
    let rank = dimensions(state, given, array)?.len();
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
        is_unchanged(state, given, field)?;
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
        is_unchanged(state, given, array)?;
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

fn wish(state: &mut State<'_>, given: &Arguments, array: ArrayId, how: How) -> Op<Value> {
    let mut known = state.storage.iter().filter(|one| one.change.array == array);
    let is_beside_others = |one: &&Wish| matches!(one.change.how, How::Interleaved(_));
    if let Some(known) = known.find(is_beside_others) {
        return Err(changed_twice(state, given, array, known));
    }
    state.storage.push(Wish {
        change: Change { array, how },
        span: given.span,
    });
    Ok(Value::Nothing)
}

/// That no operation has changed the storage of an array yet.
fn is_unchanged(state: &State<'_>, given: &Arguments, array: ArrayId) -> Op<()> {
    let mut known = state.storage.iter().filter(|one| one.change.array == array);
    match known.next() {
        Some(known) => Err(changed_twice(state, given, array, known)),
        None => Ok(()),
    }
}

fn changed_twice(
    state: &State<'_>,
    given: &Arguments,
    array: ArrayId,
    known: &Wish,
) -> Box<Diagnostic> {
    let name = &state.scop[array].source_name;
    let message = format!("the storage of `{name}` is changed twice");
    let error = Diagnostic::error(codes::BAD_STORAGE, message, given.span);
    let error = error.label(known.span, "changed here first");
    Box::new(error.help("remove one of the operations"))
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
    let dimensions = dimensions(state, given, array)?;
    found_among(state, array, &dimensions, value, *span)
}

/// What a dimension of an array is, after the operations so far.
#[derive(Clone, Debug, PartialEq)]
enum Dimension {
    /// One that the program has.
    Old(usize),
    /// The iterations of a loop.
    Loop(String),
    /// The groups of uses that values link.
    Group,
}

/// The dimensions of an array after the operations so far.
fn dimensions(state: &State<'_>, given: &Arguments, array: ArrayId) -> Op<Vec<Dimension>> {
    let rank = state.scop[array].rank();
    let mut dimensions: Vec<Dimension> = (0..rank).map(Dimension::Old).collect();
    for known in state.storage.iter().filter(|one| one.change.array == array) {
        match &known.change.how {
            How::Expanded(loops) if loops.is_empty() => {
                let name = &state.scop[array].source_name;
                let message = format!("it is not known yet which dimensions `{name}` has");
                let error = Diagnostic::error(codes::BAD_STORAGE, message, given.span);
                let error = error.label(known.span, "for each iteration of loops without names");
                return Err(Box::new(
                    error.help(format!("name the loops, as in `expand({name}, [i])`")),
                ));
            }
            How::Expanded(loops) => {
                let new = loops.iter().cloned().map(Dimension::Loop);
                dimensions = new.chain(dimensions).collect();
            }
            How::Renamed => dimensions.insert(0, Dimension::Group),
            How::Interleaved(_) => dimensions.push(Dimension::Group),
            How::Padded(_) => {}
            How::Picked(picked) => {
                let picked = picked
                    .iter()
                    .filter_map(|one| dimensions.get(one.of).cloned());
                dimensions = picked.collect();
            }
        }
    }
    Ok(dimensions)
}

/// A dimension of an array of the program.
pub(crate) fn dimension_of(
    state: &State<'_>,
    array: ArrayId,
    value: &Value,
    span: Span,
) -> Op<usize> {
    let dimensions = (0..state.scop[array].rank()).map(Dimension::Old);
    found_among(state, array, &dimensions.collect::<Vec<_>>(), value, span)
}

fn found_among(
    state: &State<'_>,
    array: ArrayId,
    dimensions: &[Dimension],
    value: &Value,
    span: Span,
) -> Op<usize> {
    let rank = dimensions.len();
    if let Value::Number(number) = value
        && let Some(dim) = usize::try_from(*number).ok().filter(|dim| *dim < rank)
    {
        return Ok(dim);
    }
    if let Some(name) = name_of(value) {
        let is_named = |one: &Dimension| match one {
            Dimension::Old(dim) => is_subscript(state, array, *dim, name),
            Dimension::Loop(known) => known == name,
            Dimension::Group => false,
        };
        let found = (0..rank).filter(|&dim| is_named(&dimensions[dim]));
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
pub(crate) fn listed(value: &Value, span: Span) -> Vec<(Value, Span)> {
    match value {
        Value::List(list) => list.clone(),
        other => vec![(other.clone(), span)],
    }
}
