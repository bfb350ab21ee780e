//! Integer constants, computed as C computes them: in the types of their operands.

use crate::declarations::Declarations;
use crate::lower::types::{Kind, literal};
use crate::syntax::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::token::Token;

/// The value of an expression of integers, given those of names; nothing
/// when it is not constant, or not defined, or no 64-bit integer with a sign.
///
/// `tokens` are those that the expression was read from: a number has the type that its suffix says.
pub(crate) fn fold(expr: &Expr, known: &Declarations, tokens: &[Token]) -> Option<i64> {
    let number = Fold { known, tokens }.number(expr)?;
    i64::try_from(number.value).ok()
}

/// A value with its type.
#[derive(Clone, Copy)]
struct Number {
    kind: Kind,
    value: i128,
}

struct Fold<'a> {
    known: &'a Declarations,
    tokens: &'a [Token],
}

impl Fold<'_> {
    fn number(&self, expr: &Expr) -> Option<Number> {
        match &expr.kind {
            ExprKind::Int(value) => {
                let token = self.tokens.get(expr.tokens.range()).and_then(<[_]>::first);
                let kind = literal(token.map_or("", |token| &token.text), *value);
                let value = match kind {
                    // Characters may be negative.
                    Kind::Int => i128::from(*value as i64),
                    _ => i128::from(*value),
                };
                exact(kind, value)
            }
            ExprKind::Name(name) if !self.known.not_int.contains(name) => {
                exact(Kind::Int, i128::from(*self.known.constants.get(name)?))
            }
            ExprKind::Unary(operator, operand) => {
                let Number { kind, value } = self.number(operand)?;
                match operator {
                    UnaryOp::Minus => computed(kind, -value),
                    UnaryOp::Plus => exact(kind, value),
                    UnaryOp::Complement => computed(kind, !value),
                    UnaryOp::Not => truth(value == 0),
                    _ => None,
                }
            }
            ExprKind::Conditional(condition, yes, no) => {
                let condition = self.number(condition)?;
                let yes = match yes {
                    Some(yes) => self.number(yes)?,
                    None => condition,
                };
                let no = self.number(no)?;
                let kind = yes.kind.common(no.kind);
                match condition.value {
                    0 => computed(kind, no.value),
                    _ => computed(kind, yes.value),
                }
            }
            ExprKind::Binary(BinaryOp::And, left, right) => {
                truth(self.is_true(left)? && self.is_true(right)?)
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                truth(self.is_true(left)? || self.is_true(right)?)
            }
            ExprKind::Binary(operator, left, right) => {
                binary(*operator, self.number(left)?, self.number(right)?)
            }
            _ => None,
        }
    }

    fn is_true(&self, expr: &Expr) -> Option<bool> {
        Some(self.number(expr)?.value != 0)
    }
}

fn binary(operator: BinaryOp, left: Number, right: Number) -> Option<Number> {
    if let BinaryOp::Shl | BinaryOp::Shr = operator {
        let distance = u32::try_from(right.value).ok();
        let distance = distance.filter(|one| *one < bits(left.kind))?;
        return match operator {
            BinaryOp::Shr => exact(left.kind, left.value >> distance),
            _ if left.value < 0 => None,
            _ => computed(left.kind, left.value << distance),
        };
    }
    let kind = left.kind.common(right.kind);
    let a = computed(kind, left.value)?.value;
    let b = computed(kind, right.value)?.value;
    match operator {
        BinaryOp::Mul => computed(kind, a.checked_mul(b)?),
        BinaryOp::Div => computed(kind, a.checked_div(b)?),
        BinaryOp::Rem => computed(kind, a.checked_rem(b)?),
        BinaryOp::Add => computed(kind, a + b),
        BinaryOp::Sub => computed(kind, a - b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::BitAnd => exact(kind, a & b),
        BinaryOp::BitXor => exact(kind, a ^ b),
        BinaryOp::BitOr => exact(kind, a | b),
        BinaryOp::Shl | BinaryOp::Shr | BinaryOp::And | BinaryOp::Or => None,
    }
}

fn truth(value: bool) -> Option<Number> {
    exact(Kind::Int, i128::from(value))
}

fn bits(kind: Kind) -> u32 {
    match kind {
        Kind::Int | Kind::Unsigned => 32,
        _ => 64,
    }
}

/// A value of a type; nothing if it is none, or if the type is not one of integers.
fn exact(kind: Kind, value: i128) -> Option<Number> {
    let fits = match kind {
        Kind::Int => i32::try_from(value).is_ok(),
        Kind::Unsigned => u32::try_from(value).is_ok(),
        Kind::Long => i64::try_from(value).is_ok(),
        Kind::UnsignedLong => u64::try_from(value).is_ok(),
        Kind::Floating | Kind::Unknown => false,
    };
    fits.then_some(Number { kind, value })
}

/// What a type makes of a value: those without a sign wrap around, others must hold it.
fn computed(kind: Kind, value: i128) -> Option<Number> {
    match kind.is_unsigned() {
        true => exact(kind, value.rem_euclid(1 << bits(kind))),
        false => exact(kind, value),
    }
}
