//! Recognises statements that accumulate into a cell.
//!
//! Only where the order changes nothing but how floating-point numbers are rounded, the sign of a zero,
//! and minima and maxima of NaN. That depends on the types: `int s; s += 0.5f` cuts the sum off each time, a minimum in a `char` cuts its operands
//! off, a comparison knows no order for what is not a number. Integers are added in any order, as
//! OpenMP does it: a sum that fits its type in one order may leave it on the way in another.

use scop::{AccessKind, ReductionOperator, Span, Storage};

use super::accesses::{AccessDraft, Draft, Guard};
use super::names::Meaning;
use super::numbers::Number;
use super::recognise::{MAXIMUM, MINIMUM};
use super::{Lowered, Lowering, Nest, Part};
use crate::extreme::Extreme;
use crate::syntax::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};
use crate::token::Text;

/// A reduction by indices into the accesses.
#[derive(Clone)]
pub(super) struct ReductionDraft {
    pub operator: ReductionOperator,
    pub read: usize,
    pub write: usize,
    /// Other reads of the same array. They must read other cells than the one that is written.
    pub others: Vec<usize>,
}

/// What the C library has besides, for floating-point numbers.
const FLOAT_MINIMUM: &[&str] = &["fmin", "fminf", "fminl"];
const FLOAT_MAXIMUM: &[&str] = &["fmax", "fmaxf", "fmaxl"];

/// A statement that combines a cell with something.
struct Accumulation<'e> {
    operator: ReductionOperator,
    target: &'e Expr,
    /// Where the old value is read.
    old: &'e Expr,
    /// What it is combined with.
    with: Vec<&'e Expr>,
    how: How<'e>,
}

/// How C writes it.
#[derive(Clone, Copy)]
enum How<'e> {
    Operator,
    Comparison,
    Function(&'e str),
}

impl<'a> Lowering<'a> {
    /// Whether a statement with these accesses only accumulates.
    pub(super) fn reduction(
        &self,
        expr: &Expr,
        accesses: &[AccessDraft<'a>],
    ) -> Option<ReductionDraft> {
        let found = accumulation(expr)?;
        // A minimum written with `?:` reads its cell again where the comparison says so.
        let cell = cell_reads(expr, found.target, found.old)?;
        self.accumulated(&found, &cell, accesses)
    }

    /// The smaller or larger one of a cell and something else, written with `if`; nothing for other
    /// statements. Where the comparison fails the cell gets its own value, so to speak.
    pub(super) fn extreme(
        &mut self,
        statement: &'a Stmt,
        label: Option<&str>,
        nest: &Nest,
    ) -> Lowered<Option<Part>> {
        let Some((condition, assignment)) = chosen(statement) else {
            return Ok(None);
        };
        let ExprKind::Assign(None, target, value) = &assignment.kind else {
            return Ok(None);
        };
        let Some(found) = compared(condition, value, target, target) else {
            return Ok(None);
        };
        let mut base: &Expr = target;
        while let ExprKind::Index(inner, _) = &base.kind {
            base = inner;
        }
        // Memory that is only read may not let itself be written, but for what lives in the region.
        let is_own = |name: &Text| matches!(self.names.meaning(name), Meaning::Variable(one) if one.storage == Storage::Region);
        let is_variable = target.as_name().is_some() || base.as_name().is_some_and(is_own);
        // What it is compared with must not depend on it.
        let mut is_free = true;
        value.walk(&mut |inner| is_free &= inner.as_name() != base.as_name());
        // Counters are written in another way where their type matters, and then the two values are.
        let is_plain = is_free && !self.counts_in(value);
        if !is_variable || !is_plain || has_effects(value) || !self.is_associative(&found) {
            return Ok(None);
        }
        let guard = Guard::of(nest);
        let mut accesses = Vec::new();
        self.read(condition, &guard, &mut accesses)?;
        self.read(assignment, &guard, &mut accesses)?;
        let Some(reduction) = self.accumulated(&found, &[found.old.span], &accesses) else {
            return Ok(None);
        };
        let draft = Draft {
            name: self.statement_name(label),
            label: label.map(String::from),
            iterators: nest.iterators.clone(),
            domain: nest.domain.clone(),
            reduction: Some(reduction),
            accesses,
            readers: std::mem::take(&mut self.readers),
            body: self.body_of_statement(statement, nest)?,
            span: statement.span,
        };
        self.minima.insert(draft.name.clone());
        Ok(Some(self.add(draft)))
    }

    /// Whether a value depends on counters in another way than by subscripts.
    fn counts_in(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Index(base, _) => self.counts_in(base),
            ExprKind::Name(name) => matches!(
                self.names.meaning(name),
                Meaning::Iterator(_) | Meaning::Value(_)
            ),
            ExprKind::Alias(_) => true,
            _ => value.operands().into_iter().any(|one| self.counts_in(one)),
        }
    }

    /// What a statement accumulates that reads its cell at these places only.
    fn accumulated(
        &self,
        found: &Accumulation<'_>,
        cell: &[Span],
        accesses: &[AccessDraft<'a>],
    ) -> Option<ReductionDraft> {
        if !self.is_associative(found) {
            return None;
        }
        let Accumulation {
            operator,
            target,
            old,
            ..
        } = *found;
        let write = accesses.iter().position(|one| {
            !one.called && one.kind == AccessKind::Write && one.span == target.span
        })?;
        let read = accesses.iter().position(|one| {
            !one.called
                && one.kind == AccessKind::Read
                && one.array == accesses[write].array
                && one.span == old.span
        })?;
        let own = |one: &AccessDraft<'a>| one.array == accesses[write].array;
        let is_written_once = accesses
            .iter()
            .filter(|one| own(one) && one.kind == AccessKind::Write)
            .count()
            == 1;
        let reads = accesses.iter().enumerate();
        let reads = reads.filter(|(_, one)| own(one) && one.kind == AccessKind::Read);
        let (again, others): (Vec<_>, Vec<_>) =
            reads.partition(|(_, one)| !one.called && cell.contains(&one.span));
        // An argument that a macro uses twice has one place.
        let is_read_once = again.len() == cell.len();
        let others = others.into_iter().map(|(index, _)| index).collect();
        let happens = !accesses[read].may && !accesses[write].may;
        (is_written_once && is_read_once && happens).then_some(ReductionDraft {
            operator,
            read,
            write,
            others,
        })
    }

    /// Whether the order of accumulation changes nothing, in the types at hand, but what a reduction of
    /// floating-point numbers permits: rounding, the sign of a zero, and minima and maxima of NaN.
    fn is_associative(&self, found: &Accumulation<'_>) -> bool {
        use ReductionOperator::{Add, And, BitAnd, BitOr, BitXor, Max, Min, Mul, Or};
        let cell = self.names.number(found.target);
        let mut with = found.with.iter().map(|one| self.names.number(one));
        match (found.operator, cell) {
            (Min | Max, _) => self.is_extreme(found, cell),
            // Nothing is known of a type without its header; most are those of `+`.
            (Add | Mul, Number::Unknown) => {
                let ty = self.names.place_type(found.target);
                !ty.is_some_and(|ty| self.unit.declarations.is_unexplained(ty))
            }
            (_, Number::Unknown) => false,
            // `b |= 2` is 1, as `b |= 1` is; other operators tell 1 from 2.
            (BitOr | And | Or, Number::Bool) => with.all(Number::is_integer),
            (BitAnd | BitXor, Number::Bool) => with.all(|one| one == Number::Bool),
            (_, Number::Bool) => false,
            // Where no iteration runs, the cell need not be a truth value.
            (And | Or, _) => false,
            // Narrow numbers are multiplied as `int`, where they may overflow.
            (Mul, Number::Integer { bits, .. }) if bits < 32 => false,
            (_, Number::Integer { .. }) => with.all(Number::is_integer),
            (Add | Mul, Number::Floating(_)) => with.all(|one| one != Number::Complex),
            (Add | Mul, Number::Complex) => true,
            _ => false,
        }
    }

    /// Whether a minimum or maximum is one of the numbers as they are.
    fn is_extreme(&self, found: &Accumulation<'_>, cell: Number) -> bool {
        let unit = self.unit;
        let fits = |one: &&Expr| match (&one.kind, self.names.number(one)) {
            (ExprKind::Int(value), _) => cell.holds(*value),
            (_, number) => number.fits(cell),
        };
        let all_fit = found.with.iter().all(fits);
        match (found.how, cell) {
            (How::Function(name), Number::Floating(rank)) => {
                // Of the library's functions: they pass over what is not a number.
                let own = match name.as_bytes().last() {
                    Some(b'f') => 1,
                    Some(b'l') => 3,
                    _ => 2,
                };
                let is_library = FLOAT_MINIMUM.contains(&name) || FLOAT_MAXIMUM.contains(&name);
                is_library && own == rank && all_fit && !unit.defines(name)
            }
            (How::Function(name), Number::Integer { .. }) => {
                if FLOAT_MINIMUM.contains(&name) || FLOAT_MAXIMUM.contains(&name) {
                    return false;
                }
                let wanted = match found.operator {
                    ReductionOperator::Min => Extreme::Smaller,
                    _ => Extreme::Larger,
                };
                let function = unit.declarations.function(name);
                let is_own = |function: &crate::declarations::Function| {
                    let parameters = function.parameters.iter().map(|one| &one.ty);
                    let mut types = parameters.chain([&function.result]);
                    unit.extreme(name) == Some(wanted)
                        && types.all(|ty| self.names.number_of_type(ty) == cell)
                };
                all_fit && function.is_none_or(is_own)
            }
            (How::Comparison, Number::Integer { .. }) => all_fit,
            // As before: the type is that of a header which is not at hand.
            (_, Number::Unknown) => true,
            // A comparison knows no order for what is not a number.
            _ => false,
        }
    }
}

/// Where an accumulation reads its cell: once, and a second time if the comparison of a
/// minimum written with `?:` says so. Nothing if the operands of `?:` have effects.
fn cell_reads(expr: &Expr, target: &Expr, old: &Expr) -> Option<Vec<Span>> {
    let ExprKind::Assign(None, _, value) = &expr.kind else {
        return Some(vec![old.span]);
    };
    let ExprKind::Conditional(..) = &value.kind else {
        return Some(vec![old.span]);
    };
    let cell = target.to_string();
    let mut spans = Vec::new();
    value.walk(&mut |inner| {
        if inner.to_string() == cell {
            spans.push(inner.span);
        }
    });
    (spans.len() == 2).then_some(spans)
}

/// What a statement accumulates, if it has the form for it.
fn accumulation(expr: &Expr) -> Option<Accumulation<'_>> {
    match &expr.kind {
        ExprKind::Step { target, .. } => Some(Accumulation {
            operator: ReductionOperator::Add,
            target,
            old: target,
            with: Vec::new(),
            how: How::Operator,
        }),
        ExprKind::Assign(Some(operator), target, value) => Some(Accumulation {
            operator: match operator {
                BinaryOp::Add | BinaryOp::Sub => ReductionOperator::Add,
                other => reduction_operator(*other)?,
            },
            target,
            old: target,
            with: vec![value],
            how: How::Operator,
        }),
        ExprKind::Assign(None, target, value) => combined(target, value),
        _ => None,
    }
}

fn reduction_operator(operator: BinaryOp) -> Option<ReductionOperator> {
    match operator {
        BinaryOp::Add => Some(ReductionOperator::Add),
        BinaryOp::Mul => Some(ReductionOperator::Mul),
        BinaryOp::BitAnd => Some(ReductionOperator::BitAnd),
        BinaryOp::BitOr => Some(ReductionOperator::BitOr),
        BinaryOp::BitXor => Some(ReductionOperator::BitXor),
        BinaryOp::And => Some(ReductionOperator::And),
        BinaryOp::Or => Some(ReductionOperator::Or),
        _ => None,
    }
}

/// How an expression combines the cell with something else.
fn combined<'e>(target: &'e Expr, value: &'e Expr) -> Option<Accumulation<'e>> {
    let cell = &target.to_string();
    match &value.kind {
        ExprKind::Binary(operator, ..) => {
            let operator = match operator {
                BinaryOp::Sub => BinaryOp::Add,
                other => *other,
            };
            let mut with = Vec::new();
            Some(Accumulation {
                operator: reduction_operator(operator)?,
                target,
                old: term(value, cell, operator, &mut with)?,
                with,
                how: How::Operator,
            })
        }
        ExprKind::Call(callee, arguments) => {
            let name = callee.as_name()?;
            let is_one_of = |list: &[&str]| list.contains(&&**name);
            let operator = if is_one_of(MINIMUM) || is_one_of(FLOAT_MINIMUM) {
                ReductionOperator::Min
            } else if is_one_of(MAXIMUM) || is_one_of(FLOAT_MAXIMUM) {
                ReductionOperator::Max
            } else {
                return None;
            };
            let [a, b] = &arguments[..] else { return None };
            one_is_cell(operator, target, (a, b), How::Function(name))
        }
        ExprKind::Conditional(condition, Some(yes), no) => compared(condition, yes, no, target),
        _ => None,
    }
}

/// The smaller or larger one of the cell and something else: `yes` where a condition holds that
/// compares the two, else `no`.
fn compared<'e>(
    condition: &'e Expr,
    yes: &Expr,
    no: &Expr,
    target: &'e Expr,
) -> Option<Accumulation<'e>> {
    let ExprKind::Binary(order, a, b) = &condition.kind else {
        return None;
    };
    let smaller = match order {
        BinaryOp::Lt | BinaryOp::Le => true,
        BinaryOp::Gt | BinaryOp::Ge => false,
        _ => return None,
    };
    let text = |expr: &Expr| expr.to_string();
    let first_is_taken = if text(a) == text(yes) && text(b) == text(no) {
        true
    } else if text(b) == text(yes) && text(a) == text(no) {
        false
    } else {
        return None;
    };
    let operator = match smaller == first_is_taken {
        true => ReductionOperator::Min,
        false => ReductionOperator::Max,
    };
    one_is_cell(operator, target, (a, b), How::Comparison)
}

/// An accumulation of two operands, one of which is the cell.
fn one_is_cell<'e>(
    operator: ReductionOperator,
    target: &'e Expr,
    (a, b): (&'e Expr, &'e Expr),
    how: How<'e>,
) -> Option<Accumulation<'e>> {
    let cell = &target.to_string();
    let is_cell = |expr: &Expr| expr.to_string() == *cell;
    let (old, other) = match (is_cell(a), is_cell(b)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return None,
    };
    Some(Accumulation {
        operator,
        target,
        old,
        with: vec![other],
        how,
    })
}

/// A condition and the assignment that alone is made where it holds.
fn chosen(statement: &Stmt) -> Option<(&Expr, &Expr)> {
    let StmtKind::If(condition, yes, None) = &statement.kind else {
        return None;
    };
    let only = match &yes.kind {
        StmtKind::Block(body) => match &body[..] {
            [only] => only,
            _ => return None,
        },
        _ => yes,
    };
    match &only.kind {
        StmtKind::Expr(expr) => Some((condition, expr)),
        _ => None,
    }
}

fn has_effects(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |inner| {
        let kind = &inner.kind;
        found |= matches!(
            kind,
            ExprKind::Assign(..) | ExprKind::Step { .. } | ExprKind::Call(..)
        );
    });
    found
}

/// The cell as an operand that counts positively; the other operands are collected.
fn term<'e>(
    value: &'e Expr,
    cell: &str,
    operator: BinaryOp,
    with: &mut Vec<&'e Expr>,
) -> Option<&'e Expr> {
    if value.to_string() == cell {
        return Some(value);
    }
    let ExprKind::Binary(found, left, right) = &value.kind else {
        return None;
    };
    // What stands on the right of `&&` is looked at only now and then.
    let may_be_right = !matches!(operator, BinaryOp::And | BinaryOp::Or);
    let is_difference = *found == BinaryOp::Sub && operator == BinaryOp::Add;
    if *found != operator && !is_difference {
        return None;
    }
    let mark = with.len();
    let on_left = term(left, cell, operator, with);
    let after = with.len();
    let on_right = match may_be_right && !is_difference {
        true => term(right, cell, operator, with),
        false => None,
    };
    match (on_left, on_right) {
        (Some(old), None) => {
            with.truncate(after);
            with.push(right);
            Some(old)
        }
        (None, Some(old)) => {
            with.drain(mark..after);
            with.push(left);
            Some(old)
        }
        _ => {
            with.truncate(mark);
            None
        }
    }
}
