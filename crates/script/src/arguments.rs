//! The arguments of operations: components, loops, numbers, expressions.

use crate::classic::Target;
use crate::codes;
use crate::interpret::Value;
use crate::linear::Linear;
use crate::operations::Operation;
use crate::operators::{Op, bad_size, empty};
use crate::relation::Relation;
use crate::state::{HandleId, PieceId, State, too_hard};
use crate::suggest::suggest;
use crate::syntax::{Expr, ExprKind, Named};
use presburger::{Aff, Dim, PwAff, Space, Tuple};
use scop::{Diagnostic, Span};
use std::collections::BTreeSet;

pub(crate) struct Arguments {
    pub operation: &'static Operation,
    pub span: Span,
    pub values: Vec<(Value, Span)>,
}

impl Arguments {
    pub fn no_more(&self, used: usize) -> Op<()> {
        match self.values.get(used) {
            None => Ok(()),
            Some((value, span)) => {
                let message = format!(
                    "`{}` does not take {} here",
                    self.operation.name,
                    value.describe()
                );
                Err(self.wrong(message, *span))
            }
        }
    }

    pub fn wrong(&self, message: String, span: Span) -> Box<Diagnostic> {
        let usage: Vec<String> = self
            .operation
            .usage
            .split(" | ")
            .map(|way| match way.split_once(", with ") {
                Some((way, rest)) => format!("`{way}`, with {rest}"),
                None => format!("`{way}`"),
            })
            .collect();
        let error = Diagnostic::error(codes::WRONG_ARGUMENTS, message, span)
            .help(format!("write {}", usage.join(" or ")));
        Box::new(error)
    }

    pub fn get(&self, i: usize) -> Op<&(Value, Span)> {
        self.values.get(i).ok_or_else(|| {
            let message = format!("too few arguments for `{}`", self.operation.name);
            self.wrong(message, self.span)
        })
    }

    pub fn number(&self, i: usize, what: &str) -> Op<i64> {
        match self.get(i)? {
            (Value::Number(number), _) => Ok(*number),
            (other, span) => {
                let message = format!("{what} must be a number, not {}", other.describe());
                Err(self.wrong(message, *span))
            }
        }
    }

    /// A count of loops.
    pub fn count(&self, i: usize, what: &str) -> Op<usize> {
        let number = self.number(i, what)?;
        usize::try_from(number).map_err(|_| {
            let span = self.values.get(i).map_or(self.span, |(_, span)| *span);
            bad_size(format!("{what} is {number}"), span, "use 0 or more".into())
        })
    }

    pub fn relation(&self, i: usize, what: &str) -> Op<&Relation> {
        match self.get(i)? {
            (Value::Relation(relation), _) => Ok(relation),
            (other, span) => {
                let message = format!("expected {what}, found {}", other.describe());
                Err(self.wrong(message, *span))
            }
        }
    }

    pub fn handle(&self, state: &State<'_>, i: usize) -> Op<HandleId> {
        let (value, span) = self.get(i)?;
        as_handle(state, value, *span)
    }

    pub fn pieces(&self, state: &State<'_>, i: usize) -> Op<BTreeSet<PieceId>> {
        let handle = self.handle(state, i)?;
        Ok(state.handles[handle.0].pieces.clone())
    }

    pub fn is_handle(&self, i: usize) -> bool {
        matches!(self.values.get(i), Some((Value::Handle(_), _)))
    }

    pub fn word(&self, i: usize) -> Option<(&str, Span)> {
        match self.values.get(i)? {
            (
                Value::Symbolic(Expr {
                    kind: ExprKind::Name(name),
                    ..
                }),
                span,
            ) => Some((name, *span)),
            _ => None,
        }
    }

    /// The last argument, if it is this word.
    pub fn has_flag(&self, flag: &str) -> bool {
        let last = self.values.len().checked_sub(1);
        last.and_then(|last| self.word(last))
            .is_some_and(|(word, _)| word == flag)
    }

    /// The loop that the first arguments name, and how many of them did: `S.i`, or `S, i`. From
    /// `least` to `most` other arguments follow, and `flags` at the end.
    ///
    /// The number of arguments tells the two apart, so that a value may be called as a loop is
    /// (`shift(S.j, i)`); only where it does not, a name is that of a loop.
    pub fn target(
        &self,
        state: &State<'_>,
        (least, most): (usize, usize),
        flags: usize,
    ) -> Op<(Target, usize)> {
        let (_, span) = self.get(0)?;
        let handle = self.handle(state, 0)?;
        let given = self.values.len() - flags;
        let is_apart = given > 1 + most || (given >= 2 + least && self.word(1).is_some());
        if !is_apart {
            return Ok((as_loop(state, handle, *span)?, 1));
        }
        Ok((self.named_loop(state, handle, 1)?, 2))
    }

    /// `S, i`: what of `S` is in its loop `i`.
    fn named_loop(&self, state: &State<'_>, handle: HandleId, i: usize) -> Op<Target> {
        let Some((name, span)) = self.word(i) else {
            let (value, span) = self.get(i)?;
            let message = format!("expected the name of a loop, found {}", value.describe());
            return Err(self.wrong(message, *span));
        };
        let name = Named {
            name: name.into(),
            span,
        };
        let (piece, level) = find_loop(state, handle, &name)?;
        let inside = state.lifted(&BTreeSet::from([piece]), level + 1);
        let of = &state.handles[handle.0].pieces;
        Ok(Target {
            pieces: of.intersection(&inside).copied().collect(),
            piece,
            level,
        })
    }

    /// Two loops around the same statements: `S.i, S.j`, or `S, i, j`.
    pub fn two_loops(&self, state: &State<'_>) -> Op<(Target, Target, usize)> {
        let (_, span) = self.get(0)?;
        if self.is_handle(0) && self.is_handle(1) {
            let first = as_loop(state, self.handle(state, 0)?, *span)?;
            let second = as_loop(state, self.handle(state, 1)?, self.get(1)?.1)?;
            let (outer, inner) = match first.level <= second.level {
                true => (&first, &second),
                false => (&second, &first),
            };
            if !inner.pieces.is_subset(&outer.pieces) {
                let error = Diagnostic::error(
                    codes::NOT_NESTED,
                    "neither loop contains the other",
                    self.span,
                );
                return Err(Box::new(
                    error.help("name two loops around the same statement"),
                ));
            }
            return Ok((first, second, 2));
        }
        let handle = self.handle(state, 0)?;
        let first = self.named_loop(state, handle, 1)?;
        let second = self.named_loop(state, handle, 2)?;
        Ok((first, second, 3))
    }

    /// That what is changed in the outer one of two loops stands in the inner one, too.
    pub fn require_both(&self, state: &State<'_>, a: &Target, b: &Target) -> Op<()> {
        let (outer, inner) = match a.level <= b.level {
            true => (a, b),
            false => (b, a),
        };
        let others: Vec<PieceId> = outer.pieces.difference(&inner.pieces).copied().collect();
        if others.is_empty() {
            return Ok(());
        }
        let message = format!(
            "the outer loop contains {}, but the inner loop does not",
            state.names(&others)
        );
        let error = Diagnostic::error(codes::NOT_NESTED, message, self.span)
            .note("the loops must be perfectly nested: one directly inside the other");
        Err(Box::new(error.help(
            "`distribute` the outer loop first, or transform one component: `interchange(S, i, j)`",
        )))
    }
}

/// A value as a component.
pub(crate) fn as_handle(state: &State<'_>, value: &Value, span: Span) -> Op<HandleId> {
    match value {
        Value::Handle(id) => Ok(*id),
        Value::Symbolic(Expr {
            kind: ExprKind::Name(name),
            ..
        }) => {
            let known: Vec<&str> = state.labels.keys().map(String::as_str).collect();
            let message = format!("there is no label or component `{name}`");
            let error = Diagnostic::error(codes::UNKNOWN_NAME, message, span)
                .label(span, "not a label, statement or variable")
                .help(suggest(name, &known, "the labels and statements"));
            Err(Box::new(error))
        }
        other => {
            let message = format!("expected a component, found {}", other.describe());
            let error = Diagnostic::error(codes::WRONG_ARGUMENTS, message, span);
            Err(Box::new(error.help(
                "name a label, a statement, a loop (`S.i`) or a result of `lift` or `isplit`",
            )))
        }
    }
}

/// The loop of this name around a component: a piece in it and its level.
pub(crate) fn find_loop(state: &State<'_>, handle: HandleId, name: &Named) -> Op<(PieceId, usize)> {
    let mut found: Option<(PieceId, usize)> = None;
    let mut known = Vec::new();
    let pieces = &state.handles[handle.0].pieces;
    if pieces.is_empty() {
        return Err(empty(name.span));
    }
    for &id in pieces {
        let piece = &state.pieces[id];
        for (level, one) in piece
            .loops
            .iter()
            .enumerate()
            .filter(|(_, one)| one.is_real)
        {
            let Some(called) = one.name.as_deref() else {
                continue;
            };
            known.push(called);
            if called != name.name {
                continue;
            }
            let is_same = |(other, other_level): (PieceId, usize)| {
                other_level == level
                    && state.first_positions(other, level + 1)
                        == state.first_positions(id, level + 1)
            };
            match found {
                None => found = Some((id, level)),
                Some(other) if is_same(other) => {}
                Some(_) => {
                    let message = format!("there are several loops `{}` here", name.name);
                    let error = Diagnostic::error(codes::AMBIGUOUS, message, name.span);
                    return Err(Box::new(error.help(
                        "name the loop by a statement inside it, `S.i`, or by its number with \
                         `lift(S, n)`",
                    )));
                }
            }
        }
    }
    found.ok_or_else(|| {
        let message = format!("there is no loop `{}` here", name.name);
        let error = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span).help(suggest(
            &name.name,
            &known,
            "the loops",
        ));
        Box::new(error)
    })
}

/// `S.i`: the loop, with all that stands in it.
pub(crate) fn loop_named(state: &mut State<'_>, handle: HandleId, name: &Named) -> Op<HandleId> {
    let (piece, level) = find_loop(state, handle, name)?;
    Ok(state.loop_handle(piece, level))
}

/// The loop that a handle stands for, with all that stands in it.
pub(crate) fn as_loop(state: &State<'_>, handle: HandleId, span: Span) -> Op<Target> {
    let handle = &state.handles[handle.0];
    let Some(&first) = handle.pieces.first() else {
        return Err(empty(span));
    };
    let Some((piece, id)) = handle.at else {
        let deepest = handle
            .pieces
            .iter()
            .map(|&id| state.pieces[id].depth())
            .max();
        if deepest == Some(1) {
            return Ok(Target {
                pieces: handle.pieces.clone(),
                piece: first,
                level: 0,
            });
        }
        let name = state.name(first);
        if deepest == Some(0) {
            let message = format!("no loop contains {}", state.names(&handle.pieces));
            let error = Diagnostic::error(codes::NOT_NESTED, message, span);
            return Err(Box::new(error.help("name a statement in a loop")));
        }
        let error = Diagnostic::error(
            codes::AMBIGUOUS,
            "ambiguous: this component has several loops",
            span,
        );
        let piece = &state.pieces[first];
        let names: Vec<String> = piece
            .loops
            .iter()
            .filter(|one| one.is_real)
            .filter_map(|one| one.name.as_ref())
            .map(|one| format!("`{name}.{one}`"))
            .collect();
        return Err(Box::new(
            error.help(format!("name one: {}", names.join(", "))),
        ));
    };
    let gone = || {
        let error = Diagnostic::error(codes::UNKNOWN_NAME, "this loop no longer exists", span)
            .note("an earlier operation replaced it with other loops");
        Err(Box::new(error.help(state.loops_help(&handle.pieces))))
    };
    if !state.pieces[piece].is_alive {
        return gone();
    }
    let Some(level) = state.pieces[piece].level_of(id) else {
        return gone();
    };
    let pieces = state.lifted(&BTreeSet::from([piece]), level + 1);
    if !handle.pieces.is_subset(&pieces) {
        let error = Diagnostic::error(
            codes::AMBIGUOUS,
            "this loop has been split into several",
            span,
        );
        return Err(Box::new(
            error.help("name one of them by a statement inside it: `S.i`"),
        ));
    }
    Ok(Target {
        pieces,
        piece,
        level,
    })
}

/// An expression of parameters and the loops around and with `target`, as a function of these
/// loops.
pub(crate) fn affine_value(
    state: &State<'_>,
    value: &Value,
    target: &Target,
    span: Span,
) -> Op<PwAff> {
    let piece = &state.pieces[target.piece];
    let parameters = state.parameters();
    let expr = match value {
        Value::Number(number) => Expr {
            kind: ExprKind::Number(*number),
            span,
        },
        Value::Symbolic(expr) => expr.clone(),
        other => {
            let message = format!("expected an expression, found {}", other.describe());
            let error = Diagnostic::error(codes::WRONG_ARGUMENTS, message, span);
            return Err(Box::new(
                error.help("write an expression such as `N - 1` or `2 * i + 1`"),
            ));
        }
    };
    let loops = || piece.loops.iter().take(target.level + 1);
    let known: Vec<&str> = loops()
        .filter_map(|one| one.name.as_deref())
        .chain(parameters.iter().map(String::as_str))
        .collect();
    let dim_of = |name: &str| {
        let mut loops = loops();
        let level = loops.position(|one| one.is_real && one.name.as_deref() == Some(name));
        let parameter = || parameters.iter().position(|known| known == name);
        level.map(Dim::Set).or_else(|| parameter().map(Dim::Param))
    };
    let linear = linear(&expr, &|name| dim_of(name).is_some(), &known)?;
    let names = parameters.iter().map(|name| name.as_str().into()).collect();
    let domain = Space::set(names, Tuple::anonymous(target.level + 1));
    let variable = |name: &str| match dim_of(name) {
        Some(dim) => Aff::var_on_domain(&domain, dim),
        None => Aff::nan_on_domain(&domain),
    };
    let value = linear.function(&domain, &variable);
    value
        .map(|value| PwAff::from_aff(&value))
        .map_err(|error| too_hard(&error, span))
}

fn linear(expr: &Expr, is_known: &dyn Fn(&str) -> bool, known: &[&str]) -> Op<Linear> {
    match &expr.kind {
        ExprKind::Number(number) => Ok(Linear::constant(*number)),
        ExprKind::Name(name) => match is_known(name) {
            true => Ok(Linear::variable(name)),
            false => {
                let message = format!("unknown name `{name}`");
                let error = Diagnostic::error(codes::UNKNOWN_NAME, message, expr.span)
                    .label(expr.span, "not a parameter or an enclosing loop")
                    .help(suggest(name, known, "the names here"));
                Err(Box::new(error))
            }
        },
        ExprKind::Negate(inner) => linear(inner, is_known, known)?.negate(expr.span),
        ExprKind::Binary(sign, left, right) => {
            let (left, right) = (
                linear(left, is_known, known)?,
                linear(right, is_known, known)?,
            );
            Linear::binary(sign, left, right, expr.span)
        }
        _ => {
            let message = "not an affine expression";
            let error = Diagnostic::error(codes::NOT_AFFINE, message, expr.span);
            Err(Box::new(
                error.help("write an expression such as `N - 1` or `2 * i + 1`"),
            ))
        }
    }
}
