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
use scop::{ArrayId, Change, Diagnostic, How, Span, Subscript};

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
        let list = match value {
            Value::List(list) => list.clone(),
            other => vec![(other.clone(), *span)],
        };
        for (value, span) in &list {
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
fn array(state: &State<'_>, given: &Arguments) -> Op<ArrayId> {
    let (value, span) = given.get(0)?;
    let name = match value {
        Value::Handle(_) => None,
        value => name_of(value),
    };
    let Some(name) = name else {
        let message = format!(
            "expected the name of a variable, found {}",
            value.describe()
        );
        return Err(given.wrong(message, *span));
    };
    let mut arrays = state.scop.arrays();
    if let Some((id, _)) = arrays.find(|(_, one)| one.source_name == *name) {
        return Ok(id);
    }
    let known = state.scop.arrays.iter();
    let known: Vec<&str> = known.map(|one| one.source_name.as_str()).collect();
    let message = format!("the region has no variable `{name}`");
    let error = Diagnostic::error(codes::UNKNOWN_NAME, message, *span);
    Err(Box::new(error.help(suggest(name, &known, "the variables"))))
}

/// A dimension of an array, by its number or by the iterator that its subscripts have in them.
fn dimension(state: &State<'_>, given: &Arguments, array: ArrayId, at: usize) -> Op<usize> {
    let (value, span) = given.get(at)?;
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
    let error = Diagnostic::error(codes::BAD_STORAGE, message, *span);
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
