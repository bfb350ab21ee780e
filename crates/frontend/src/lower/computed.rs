//! In which types a statement computes.
//!
//! A copy of a statement has other counters in its holes, and these may have wider types. Where that
//! makes C compute something else, the text of the statement converts the values of holes
//! ([`body`](super::body)). Here it is written down for each operation outside of the holes which type
//! it is computed in, in the order of the text, so that a copy can be compared with its statement.

use std::ops::Range;

use scop::{FileId, Span};

use super::Lowering;
use super::body::{Place, Places};
use super::types::{Kind, is_truth};
use crate::Unit;
use crate::syntax::{BinaryOp, Expr, ExprKind, Tokens, UnaryOp};
use crate::token::Token;

/// The type that an operation is computed in, or that an operand has whose type shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computed {
    kind: Kind,
    /// What is done with the result depends on its type.
    shows: bool,
}

impl Computed {
    /// Whether an operation of a statement may be computed as `copy` is in a copy of it: in the same
    /// type, or in a wider one that has the same value and that nobody sees.
    pub fn may_become(&self, copy: &Computed) -> bool {
        let is_widened = (self.kind, copy.kind) == (Kind::Int, Kind::Long);
        self.kind == copy.kind || is_widened && !self.shows
    }
}

impl<'a> Lowering<'a> {
    /// Adds the operations of an expression in a place.
    pub(super) fn compute(&self, expr: &Expr, place: Place, found: &mut Places) {
        let is_value = match &self.options.filled {
            Some(holes) => is_filled(self.unit, expr.tokens, holes),
            None => found.is_hole(expr.tokens),
        };
        if is_value {
            return;
        }
        if let ExprKind::Alias(alias) = &expr.kind {
            // One that is defined in the statement is a variable of it.
            if !found.holds(alias.value.tokens) {
                self.compute(&alias.value, place, found);
            }
            return;
        }
        let kind = |one: &Expr| self.names.kind(one);
        let mut add = |kind: Kind, shows: bool| found.computed.push(Computed { kind, shows });
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) => {}
            ExprKind::Binary(BinaryOp::Shl, left, _) => add(kind(left), true),
            ExprKind::Binary(BinaryOp::Shr, left, _) => add(kind(left), place.shows()),
            ExprKind::Binary(operator, left, right) => {
                let shows = place.shows() && !is_truth(*operator);
                add(kind(left).common(kind(right)), shows);
            }
            ExprKind::Assign(Some(BinaryOp::Shl | BinaryOp::Shr), ..) => {}
            ExprKind::Assign(Some(_), left, right) => add(kind(left).common(kind(right)), false),
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Complement, _)
            | ExprKind::Conditional(..) => add(kind(expr), place.shows()),
            _ => {}
        }
        for (index, operand) in expr.operands().into_iter().enumerate() {
            let place = self.place_of(expr, index, place);
            if let ExprKind::Call(..) | ExprKind::SizeOf(_) = &expr.kind
                && place.shows()
            {
                let (kind, shows) = (kind(operand), true);
                found.computed.push(Computed { kind, shows });
            }
            self.compute(operand, place, found);
        }
    }
}

/// Whether an expression stands in the hole of a statement of which this text has a copy.
pub(super) fn is_filled(unit: &Unit, tokens: Tokens, holes: &[Range<usize>]) -> bool {
    let own = unit.tokens.get(tokens.range()).unwrap_or(&[]);
    let (Some(first), Some(last)) = (own.first(), own.last()) else {
        return false;
    };
    let is_in = |token: &Token, hole: &Range<usize>| {
        let within = |span: Span| {
            span.file == FileId::MAIN
                && hole.start <= span.range().start
                && span.range().end <= hole.end
        };
        within(token.span()) || token.place.invocations().iter().any(|one| within(*one))
    };
    let mut holes = holes.iter();
    holes.any(|hole| is_in(first, hole) && is_in(last, hole))
}
