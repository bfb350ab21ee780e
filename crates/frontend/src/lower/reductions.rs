//! Recognises statements that accumulate into a cell.

use scop::{AccessKind, ReductionOperator, Span};

use super::Lowering;
use super::accesses::AccessDraft;
use super::recognise::{MAXIMUM, MINIMUM};
use crate::syntax::{BinaryOp, Expr, ExprKind};

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
const FLOAT_MINIMUM: &[&str] = &["fmin", "fminf"];
const FLOAT_MAXIMUM: &[&str] = &["fmax", "fmaxf"];

impl<'a> Lowering<'a> {
    /// Whether a statement with these accesses only accumulates.
    pub(super) fn reduction(
        &self,
        expr: &Expr,
        accesses: &[AccessDraft<'a>],
    ) -> Option<ReductionDraft> {
        let (operator, target, old) = accumulation(expr)?;
        let write = accesses
            .iter()
            .position(|one| one.kind == AccessKind::Write && one.span == target.span)?;
        let read = accesses.iter().position(|one| {
            one.kind == AccessKind::Read
                && one.array == accesses[write].array
                && one.span == old.span
        })?;
        let own = |one: &AccessDraft<'a>| one.array == accesses[write].array;
        let is_written_once = accesses
            .iter()
            .filter(|one| own(one) && one.kind == AccessKind::Write)
            .count()
            == 1;
        // A minimum written with `?:` reads its cell again where the comparison says so.
        let cell = cell_reads(expr, target, old)?;
        let reads = accesses.iter().enumerate();
        let reads = reads.filter(|(_, one)| own(one) && one.kind == AccessKind::Read);
        let (again, others): (Vec<_>, Vec<_>) =
            reads.partition(|(_, one)| cell.contains(&one.span));
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

/// The operator, the cell that is written, and where the old value of it is read.
fn accumulation(expr: &Expr) -> Option<(ReductionOperator, &Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Step { target, .. } => Some((ReductionOperator::Add, target, target)),
        ExprKind::Assign(Some(BinaryOp::Add | BinaryOp::Sub), target, _) => {
            Some((ReductionOperator::Add, target, target))
        }
        ExprKind::Assign(Some(BinaryOp::Mul), target, _) => {
            Some((ReductionOperator::Mul, target, target))
        }
        ExprKind::Assign(None, target, value) => {
            let cell = target.to_string();
            let (operator, old) = combined(value, &cell)?;
            Some((operator, target, old))
        }
        _ => None,
    }
}

/// How an expression combines the cell with something else.
fn combined<'e>(value: &'e Expr, cell: &str) -> Option<(ReductionOperator, &'e Expr)> {
    let is_cell = |expr: &Expr| expr.to_string() == cell;
    match &value.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => {
            let old = term(value, cell, BinaryOp::Add)?;
            Some((ReductionOperator::Add, old))
        }
        ExprKind::Binary(BinaryOp::Mul, ..) => {
            let old = term(value, cell, BinaryOp::Mul)?;
            Some((ReductionOperator::Mul, old))
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
            match (is_cell(a), is_cell(b)) {
                (true, false) => Some((operator, a)),
                (false, true) => Some((operator, b)),
                _ => None,
            }
        }
        ExprKind::Conditional(condition, Some(yes), no) => {
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
            let operator = if smaller == first_is_taken {
                ReductionOperator::Min
            } else {
                ReductionOperator::Max
            };
            match (is_cell(a), is_cell(b)) {
                (true, false) => Some((operator, a)),
                (false, true) => Some((operator, b)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The cell as a summand or factor that counts positively.
fn term<'e>(value: &'e Expr, cell: &str, operator: BinaryOp) -> Option<&'e Expr> {
    if value.to_string() == cell {
        return Some(value);
    }
    match &value.kind {
        ExprKind::Binary(found, left, right) if *found == operator => {
            match (term(left, cell, operator), term(right, cell, operator)) {
                (Some(old), None) | (None, Some(old)) => Some(old),
                _ => None,
            }
        }
        ExprKind::Binary(BinaryOp::Sub, left, right) if operator == BinaryOp::Add => {
            match (term(left, cell, operator), term(right, cell, operator)) {
                (Some(old), None) => Some(old),
                _ => None,
            }
        }
        _ => None,
    }
}
