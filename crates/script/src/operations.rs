//! The operations of the language: their table, and how their arguments are read.

use crate::arguments::{Arguments, affine_value, as_handle, as_loop, find_loop};
use crate::classic::Target;
use crate::codes;
use crate::interpret::Value;
use crate::operators::{Op, bad_size, empty};
use crate::pack::pack;
use crate::registers::registers;
use crate::state::{Handle, HandleId, PieceId, State, too_hard};
use crate::storage::{aos, array, contract, expand, modulo, pad, rename, soa, transpose};
use crate::syntax::{Expr, ExprKind, Named};
use presburger::{Aff, Dim, PwAff, Set, Space};
use scop::{Diagnostic, Span};
use std::collections::BTreeSet;

/// An operation of the language.
#[derive(Debug)]
pub(crate) struct Operation {
    pub name: &'static str,
    /// How it is called; what follows `|` is another way.
    pub usage: &'static str,
    /// The least and the greatest number of arguments.
    pub arguments: (usize, usize),
    /// Whether it changes the schedule or what is wanted of its loops.
    pub changes: bool,
    run: fn(&mut State<'_>, &Arguments) -> Op<Value>,
}

impl Operation {
    /// Whether it is for putting parts of the program at other places, not for changing loops.
    pub fn places(&self) -> bool {
        let names = [
            "realign",
            "fuse",
            "distribute",
            "reorder",
            "place",
            "isplit",
            "split",
            "peel",
        ];
        names.contains(&self.name)
    }
}

macro_rules! operations {
    ($($name:ident $arguments:expr, $changes:literal, $usage:literal;)*) => {
        const OPERATIONS: &[Operation] = &[$(Operation {
            name: stringify!($name),
            usage: $usage,
            arguments: $arguments,
            changes: $changes,
            run: $name,
        }),*];
    };
}

operations! {
    realign (3, 3), true, "realign(l1, l2, n)";
    lift (2, 2), false, "L = lift(l, n)";
    affine (2, 2), true, "affine(l, { [i, j] -> [j, i] })";
    isplit (2, 3), true, "(a, b) = isplit(l, { [i, j] : j < 8 }, n)";
    interchange (2, 3), true, "interchange(S.i, S.j) | interchange(S, i, j)";
    permute (2, 2), true, "permute(S, [k, i, j])";
    reverse (1, 2), true, "reverse(S.i) | reverse(S, i)";
    shift (2, 3), true, "shift(S.i, amount) | shift(S, i, amount)";
    scale (2, 3), true, "scale(S.i, factor) | scale(S, i, factor)";
    skew (2, 4), true, "skew(S.j, S.i, factor) | skew(S, j, i, factor)";
    tile (2, 20), true, "tile(S, 32, 32) | tile(S.i, 32, 32) | tile(S, [i, j], [32, 32]), with `separate` as the last argument to separate full tiles from partial ones";
    stripmine (2, 3), true, "(outer, inner) = stripmine(S.i, size)";
    fuse (2, 3), true, "fuse(A, B) | fuse(A, B, n)";
    distribute (1, 3), true, "distribute(L) | distribute(A, B) | distribute(A, B, n)";
    reorder (1, 64), true, "reorder(B, A, …)";
    place (2, 2), true, "place(S, [0, 1])";
    split (2, 3), true, "(a, b) = split(S.i, where) | (a, b) = split(S, i, where)";
    peel (1, 3), true, "(a, b) = peel(S.i, n)";
    unroll (1, 3), true, "unroll(S.i) | unroll(S.i, factor)";
    unroll_and_jam (2, 3), true, "unroll_and_jam(S.i, factor)";
    wavefront (1, 3), true, "wavefront(S.i, S.j) | wavefront(S, i, j) | wavefront(S.i)";
    parallel (1, 3), true, "parallel(S.i) | parallel(S.i, reduction)";
    private (2, 3), true, "private(t, S.i) | private(t, S, i)";
    expand (1, 2), false, "expand(t) | expand(t, [i, j])";
    contract (1, 20), false, "contract(x) | contract(x, t)";
    modulo (3, 3), false, "modulo(x, t, 2)";
    transpose (2, 2), false, "transpose(x, [1, 0])";
    pad (2, 2), false, "pad(x, 8)";
    rename (1, 1), false, "rename(t)";
    soa (1, 1), false, "soa(p)";
    aos (2, 20), false, "aos(x, y)";
    pack (2, 5), false, "pack(A, S.k) | pack(A, S.k, [1, 0]), with `parallel` and `vectorize` as the last arguments for the loops that copy";
    registers (1, 20), false, "registers(S) | registers(S, C)";
    separate (1, 2), true, "separate(S.i)";
    vectorize (1, 4), true, "vectorize(S.i) | vectorize(S.i, width) | vectorize(S.i, width, reduction)";
}

pub(crate) fn find(name: &str) -> Option<&'static Operation> {
    let name = match name {
        // The other spellings that people try.
        "vectorise" => "vectorize",
        "strip_mine" => "stripmine",
        name => name,
    };
    OPERATIONS.iter().find(|operation| operation.name == name)
}

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    OPERATIONS.iter().map(|operation| operation.name)
}

/// `3 arguments`.
pub(crate) fn counted(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// Carries out an operation.
pub(crate) fn run(state: &mut State<'_>, arguments: Arguments) -> Op<Value> {
    let (least, most) = arguments.operation.arguments;
    let n = arguments.values.len();
    if n < least || n > most {
        let takes = match (least, most) {
            (least, most) if least == most => counted(least, "argument"),
            (least, 10..) => format!("at least {}", counted(least, "argument")),
            (least, most) => format!("{least} to {}", counted(most, "argument")),
        };
        let message = format!("`{}` takes {takes}, {n} given", arguments.operation.name);
        return Err(arguments.wrong(message, arguments.span));
    }
    (arguments.operation.run)(state, &arguments)
}

fn pair(first: HandleId, second: HandleId, span: Span) -> Value {
    Value::List(vec![
        (Value::Handle(first), span),
        (Value::Handle(second), span),
    ])
}

fn realign(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (first, second) = (given.pieces(state, 0)?, given.pieces(state, 1)?);
    let n = given.count(2, "the number of shared loops")?;
    state.realign(&first, &second, n, given.span)?;
    Ok(Value::Nothing)
}

fn lift(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let pieces = given.pieces(state, 0)?;
    let n = given.count(1, "the number of the loop")?;
    Ok(Value::Handle(state.lift(&pieces, n, given.span)?))
}

fn affine(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let pieces = given.pieces(state, 0)?;
    let relation = given.relation(1, "a map")?;
    let map = relation.map(&state.parameters())?;
    state.affine(&pieces, &map, relation.braces.span)?;
    Ok(Value::Nothing)
}

fn isplit(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let pieces = given.pieces(state, 0)?;
    let relation = given.relation(1, "a set")?;
    let set = relation.set(&state.parameters())?;
    let n = match given.values.len() {
        2 => set.n_dim().saturating_sub(1),
        _ => given.count(2, "the number of shared loops")?,
    };
    let (inside, outside) = state.isplit(&pieces, &set, n, given.span)?;
    let mut make = |pieces| state.add_handle(Handle { pieces, at: None });
    let (first, second) = (make(inside), make(outside));
    Ok(pair(first, second, given.span))
}

fn interchange(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (first, second, _) = given.two_loops(state)?;
    given.require_both(state, &first, &second)?;
    let (a, b) = (first.level, second.level);
    let order = match a < b {
        true => [b, a],
        false => [a, b],
    };
    state.permute(&first.pieces, &order, given.span)?;
    Ok(Value::Nothing)
}

fn permute(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let handle = given.handle(state, 0)?;
    let (list, span) = given.get(1)?;
    let Value::List(list) = list else {
        let message = format!("expected a list of loops, found {}", list.describe());
        return Err(given.wrong(message, *span));
    };
    let (pieces, order) = levels(state, handle, list, given)?;
    state.permute(&pieces, &order, given.span)?;
    Ok(Value::Nothing)
}

/// What of a component is in the loops given by name, by `S.i` or by number (from 1), and their
/// levels. All that is in the outermost one must be in the others too.
fn levels(
    state: &State<'_>,
    handle: HandleId,
    list: &[(Value, Span)],
    given: &Arguments,
) -> Op<(BTreeSet<PieceId>, Vec<usize>)> {
    let all = &state.handles[handle.0].pieces;
    let Some(&first) = all.first() else {
        return Err(empty(given.span));
    };
    let mut found = Vec::new();
    for (value, span) in list {
        found.push(match value {
            Value::Symbolic(Expr {
                kind: ExprKind::Name(name),
                ..
            }) => {
                let name = Named {
                    name: name.clone(),
                    span: *span,
                };
                find_loop(state, handle, &name)?
            }
            Value::Handle(id) => {
                let target = as_loop(state, *id, *span)?;
                (target.piece, target.level)
            }
            Value::Number(number) => {
                let depth = all.iter().map(|&id| state.pieces[id].depth()).max();
                let depth = depth.unwrap_or(0);
                match usize::try_from(*number) {
                    Ok(n) if (1..=depth).contains(&n) => (first, n - 1),
                    _ => {
                        let help = format!("loops are numbered from 1 to {depth}");
                        return Err(bad_size(format!("there is no loop {number}"), *span, help));
                    }
                }
            }
            other => {
                let message = format!("expected a loop, found {}", other.describe());
                return Err(given.wrong(message, *span));
            }
        });
    }
    let inside = |(piece, level): &(PieceId, usize)| -> BTreeSet<PieceId> {
        let inside = state.lifted(&BTreeSet::from([*piece]), level + 1);
        let is_deep = |id: &&PieceId| state.pieces[**id].depth() > *level;
        all.intersection(&inside).filter(is_deep).copied().collect()
    };
    let outermost = found.iter().min_by_key(|(_, level)| level);
    let pieces = outermost.map(inside).unwrap_or_default();
    for (level, (_, span)) in found.iter().zip(list) {
        let inner = inside(level);
        let others: Vec<PieceId> = pieces.difference(&inner).copied().collect();
        if !others.is_empty() || inner.is_empty() {
            let others = match others.is_empty() {
                true => state.names(all),
                false => state.names(&others),
            };
            let message = format!("this loop does not contain {others}");
            let error = Diagnostic::error(codes::NOT_NESTED, message, *span);
            return Err(Box::new(error.help(state.loops_help(all))));
        }
    }
    Ok((pieces, found.into_iter().map(|(_, level)| level).collect()))
}

fn reverse(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, used) = given.target(state, (0, 0), 0)?;
    given.no_more(used)?;
    state.reverse(&target, given.span)?;
    Ok(Value::Nothing)
}

fn shift(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, used) = given.target(state, (1, 1), 0)?;
    let (value, span) = given.get(used)?;
    given.no_more(used + 1)?;
    let amount = affine_value(state, value, &target, *span)?;
    // With its own iteration in the amount a shift is more than that.
    let own = amount
        .as_map()
        .and_then(|map| map.involves_dims(Dim::In(target.level), 1))
        .map_err(|error| too_hard(&error, *span))?;
    if own {
        let message = "the shift amount depends on the shifted loop";
        let error = Diagnostic::error(codes::NOT_AFFINE, message, *span);
        return Err(Box::new(error.help("use `affine` or `scale`")));
    }
    state.shift(&target, &amount, given.span)?;
    Ok(Value::Nothing)
}

fn scale(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, used) = given.target(state, (1, 1), 0)?;
    let factor = given.number(used, "the factor")?;
    given.no_more(used + 1)?;
    state.scale(&target, factor, given.span)?;
    Ok(Value::Nothing)
}

fn skew(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, by, used) = given.two_loops(state)?;
    let factor = match given.values.len() > used {
        true => given.number(used, "the factor")?,
        false => 1,
    };
    given.no_more(used + 1)?;
    if target.level < by.level {
        given.require_both(state, &target, &by)?;
    }
    state.skew(&target, by.level, factor, given.span)?;
    Ok(Value::Nothing)
}

fn tile(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let separate = given.has_flag("separate");
    let n = given.values.len() - usize::from(separate);
    let handle = given.handle(state, 0)?;
    let span = given.get(0)?.1;
    let mut first_size = 1;
    let mut target = None;
    let mut count = None;
    if let Some((Value::List(list), list_span)) = given.values.get(1)
        && !list
            .iter()
            .all(|(value, _)| matches!(value, Value::Number(_)))
    {
        let (pieces, levels) = levels(state, handle, list, given)?;
        let is_run = levels.windows(2).all(|two| two[1] == two[0] + 1);
        let (Some(&level), Some(&piece), true) = (levels.first(), pieces.first(), is_run) else {
            let message = "the loops to tile are not perfectly nested";
            let error = Diagnostic::error(codes::NOT_NESTED, message, *list_span);
            return Err(Box::new(error.help(
                "name them outermost first, and `permute` them first if needed",
            )));
        };
        target = Some(Target {
            pieces,
            piece,
            level,
        });
        count = Some(levels.len());
        first_size = 2;
    }
    let mut sizes = Vec::new();
    for i in first_size..n {
        match given.get(i)? {
            (Value::List(list), _) if n == first_size + 1 => {
                for (value, span) in list {
                    match value {
                        Value::Number(number) => sizes.push(*number),
                        other => {
                            let message =
                                format!("a size must be a number, not {}", other.describe());
                            return Err(given.wrong(message, *span));
                        }
                    }
                }
            }
            _ => sizes.push(given.number(i, "a size")?),
        }
    }
    if sizes.is_empty() {
        return Err(given.wrong("no tile sizes given".into(), given.span));
    }
    if count.is_some_and(|count| count != sizes.len()) {
        let message = format!(
            "{} for {}",
            counted(sizes.len(), "size"),
            counted(count.unwrap_or(0), "loop")
        );
        return Err(given.wrong(message, given.span));
    }
    let target = match target {
        Some(target) => target,
        None => whole_nest(state, handle, sizes.len(), span, given.span)?,
    };
    let (tiles, points) = state.tile(&target, &sizes, separate, given.span)?;
    Ok(pair(tiles, points, given.span))
}

/// The first of `n` loops to tile: that of a loop, or all loops of a component.
fn whole_nest(state: &State<'_>, handle: HandleId, n: usize, span: Span, call: Span) -> Op<Target> {
    if state.handles[handle.0].at.is_some() {
        return as_loop(state, handle, span);
    }
    let pieces = state.handles[handle.0].pieces.clone();
    let Some(&piece) = pieces.first() else {
        return Err(empty(span));
    };
    let depth = state.pieces[piece].depth();
    if n != depth {
        let name = state.name(piece);
        let message = format!(
            "{} for the {} of `{name}`",
            counted(n, "size"),
            counted(depth, "loop")
        );
        let code = match n < depth {
            true => codes::AMBIGUOUS,
            false => codes::WRONG_DIMENSIONS,
        };
        let error = Diagnostic::error(code, message, call);
        let outer = state.pieces[piece]
            .loops
            .iter()
            .find_map(|one| one.name.clone());
        let outer = outer.unwrap_or_else(|| "i".into());
        return Err(Box::new(error.help(format!(
            "give a size for each loop, or name the outermost loop to tile: \
             `tile({name}.{outer}, …)`"
        ))));
    }
    Ok(Target {
        pieces,
        piece,
        level: 0,
    })
}

fn stripmine(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, used) = given.target(state, (1, 1), 0)?;
    let size = given.number(used, "the size")?;
    given.no_more(used + 1)?;
    let (outer, inner) = state.tile(&target, &[size], false, given.span)?;
    Ok(pair(outer, inner, given.span))
}

fn fuse(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let mut parts = Vec::new();
    let mut depths = Vec::new();
    for i in 0..2 {
        let (handle, span) = (given.handle(state, i)?, given.get(i)?.1);
        if state.handles[handle.0].at.is_some() {
            let target = as_loop(state, handle, span)?;
            depths.push(target.level + 1);
            parts.push(target.pieces);
        } else {
            let pieces = state.handles[handle.0].pieces.clone();
            depths.extend(pieces.iter().map(|&id| state.pieces[id].depth()));
            parts.push(pieces);
        }
    }
    let n = match given.values.len() {
        3 => given.count(2, "the number of shared loops")?,
        _ => depths.into_iter().min().unwrap_or(0),
    };
    state.realign(&parts[0], &parts[1], n, given.span)?;
    Ok(Value::Nothing)
}

fn distribute(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    if given.values.len() == 1 {
        let (target, _) = given.target(state, (0, 0), 0)?;
        let handles = state.distribute(&target, given.span)?;
        let handles = handles.into_iter();
        let list = handles.map(|handle| (Value::Handle(handle), given.span));
        return Ok(Value::List(list.collect()));
    }
    let (first, second) = (given.pieces(state, 0)?, given.pieces(state, 1)?);
    let n = match given.values.len() {
        3 => given.count(2, "the number of shared loops")?,
        _ => {
            let all = first.union(&second).copied().collect();
            match state.common_loops(&all).checked_sub(1) {
                Some(n) => n,
                None => {
                    let message = "the components share no loop";
                    let error = Diagnostic::error(codes::NOT_NESTED, message, given.span);
                    return Err(Box::new(error.help("remove this operation")));
                }
            }
        }
    };
    state.realign(&first, &second, n, given.span)?;
    Ok(Value::Nothing)
}

fn reorder(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let list: Vec<(Value, Span)> = match &given.values[..] {
        [(Value::List(list), _)] => list.clone(),
        values => values.to_vec(),
    };
    let mut parts = Vec::new();
    for (value, span) in &list {
        let handle = as_handle(state, value, *span)?;
        parts.push(state.handles[handle.0].pieces.clone());
    }
    if parts.len() < 2 {
        return Err(given.wrong("nothing to reorder".into(), given.span));
    }
    state.reorder(&parts, given.span)?;
    Ok(Value::Nothing)
}

fn place(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let pieces = given.pieces(state, 0)?;
    let (list, span) = given.get(1)?;
    let numbers: Option<Vec<i64>> = match list {
        Value::List(list) => { list.iter() }
            .map(|(value, _)| match value {
                Value::Number(number) => Some(*number),
                _ => None,
            })
            .collect(),
        _ => None,
    };
    let Some(positions) = numbers else {
        let message = format!("expected a list of positions, found {}", list.describe());
        return Err(given.wrong(message, *span));
    };
    state.place(&pieces, &positions, *span)?;
    Ok(Value::Nothing)
}

fn split(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, used) = given.target(state, (1, 1), 0)?;
    let (value, span) = given.get(used)?;
    given.no_more(used + 1)?;
    let at = affine_value(state, value, &target, *span)?;
    // All iterations before the value.
    let before = || -> presburger::Result<Set> {
        let dates = Space::unnamed(target.level + 1);
        let own = Aff::var_on_domain(&dates, Dim::Set(target.level))?;
        PwAff::from(own).lt_set(&at)
    };
    let before = before().map_err(|error| too_hard(&error, *span))?;
    let parts = state.isplit(&target.pieces, &before, target.level, given.span)?;
    let (first, second) = state.split_handles(&target, parts);
    Ok(pair(first, second, given.span))
}

fn peel(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, used) = given.target(state, (0, 1), 0)?;
    let n = match given.values.len() > used {
        true => given.number(used, "the number of iterations")?,
        false => 1,
    };
    given.no_more(used + 1)?;
    let set = state.peeled(&target, n, given.span)?;
    let parts = state.isplit(&target.pieces, &set, target.level, given.span)?;
    let (first, second) = state.split_handles(&target, parts);
    Ok(pair(first, second, given.span))
}

fn unroll(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, used) = given.target(state, (0, 1), 0)?;
    if given.values.len() == used {
        state.unroll(&target, given.span)?;
        return Ok(Value::Nothing);
    }
    let factor = given.number(used, "the factor")?;
    given.no_more(used + 1)?;
    check_factor(factor, given)?;
    state.tile(&target, &[factor], true, given.span)?;
    let inner = Target {
        level: target.level + 1,
        ..target
    };
    state.unroll(&inner, given.span)?;
    Ok(Value::Nothing)
}

fn check_factor(factor: i64, given: &Arguments) -> Op<()> {
    match factor {
        1..=32 => Ok(()),
        _ => {
            let message = format!("invalid factor {factor}");
            Err(bad_size(message, given.span, "use 1 to 32".into()))
        }
    }
}

fn unroll_and_jam(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, used) = given.target(state, (1, 1), 0)?;
    let factor = given.number(used, "the factor")?;
    given.no_more(used + 1)?;
    check_factor(factor, given)?;
    state.unroll_and_jam(&target, factor, given.span)?;
    Ok(Value::Nothing)
}

fn wavefront(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    if given.values.len() == 1 {
        // The loop and the next one inside of it.
        let (outer, _) = given.target(state, (0, 0), 0)?;
        state.require_nest(&outer, 2, given.span)?;
        state.wavefront(&outer, outer.level + 1, given.span)?;
        return Ok(Value::Nothing);
    }
    let (outer, inner, used) = given.two_loops(state)?;
    given.no_more(used)?;
    given.require_both(state, &outer, &inner)?;
    state.wavefront(&outer, inner.level, given.span)?;
    Ok(Value::Nothing)
}

fn parallel(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let reduction = given.has_flag("reduction");
    let flags = usize::from(reduction);
    let (target, used) = given.target(state, (0, 0), flags)?;
    given.no_more(used + flags)?;
    let target = whole_loop(state, target);
    state.mark(&target, |one| {
        one.parallel = true;
        one.reduction |= reduction;
    });
    Ok(Value::Nothing)
}

fn separate(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let (target, used) = given.target(state, (0, 0), 0)?;
    given.no_more(used)?;
    let target = whole_loop(state, target);
    state.mark(&target, |one| one.separate = true);
    Ok(Value::Nothing)
}

/// A loop runs in parallel as a whole or not at all.
fn whole_loop(state: &State<'_>, target: Target) -> Target {
    let pieces = state.lifted(&BTreeSet::from([target.piece]), target.level + 1);
    Target { pieces, ..target }
}

fn private(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let array = state.scop[array(state, given)?].name.clone();
    let rest = Arguments {
        operation: given.operation,
        span: given.span,
        values: given.values[1..].to_vec(),
    };
    let (target, used) = rest.target(state, (0, 0), 0)?;
    rest.no_more(used)?;
    let target = whole_loop(state, target);
    state.mark(&target, |one| {
        one.private.insert(array.clone());
    });
    Ok(Value::Nothing)
}

fn vectorize(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let reduction = given.has_flag("reduction");
    let flags = usize::from(reduction);
    let (mut target, used) = given.target(state, (0, 1), flags)?;
    let end = given.values.len() - flags;
    if end > used {
        let width = given.number(used, "the width")?;
        given.no_more(used + 1 + flags)?;
        check_factor(width, given)?;
        state.tile(&target, &[width], true, given.span)?;
        target.level += 1;
    }
    let target = whole_loop(state, target);
    state.mark(&target, |one| {
        one.vector = true;
        one.reduction |= reduction;
    });
    Ok(Value::Nothing)
}
