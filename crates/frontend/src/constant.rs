//! Integer constants.

use std::collections::BTreeMap;

use crate::syntax::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::token::Text;

/// The value of an expression of integers, given those of names; nothing when it is not
/// constant or leaves the 64-bit integers.
pub fn fold(expr: &Expr, names: &BTreeMap<Text, i64>) -> Option<i64> {
    let value = |expr: &Expr| fold(expr, names);
    match &expr.kind {
        ExprKind::Int(value) => i64::try_from(*value).ok(),
        ExprKind::Name(name) => names.get(name).copied(),
        ExprKind::Unary(UnaryOp::Minus, operand) => value(operand)?.checked_neg(),
        ExprKind::Unary(UnaryOp::Plus, operand) => value(operand),
        ExprKind::Unary(UnaryOp::Not, operand) => Some(i64::from(value(operand)? == 0)),
        ExprKind::Unary(UnaryOp::Complement, operand) => Some(!value(operand)?),
        ExprKind::Conditional(condition, yes, no) => {
            let condition = value(condition)?;
            match (condition, yes) {
                (0, _) => value(no),
                (_, Some(yes)) => value(yes),
                (condition, None) => Some(condition),
            }
        }
        ExprKind::Binary(operator, left, right) => binary(*operator, value(left)?, value(right)?),
        _ => None,
    }
}

fn binary(operator: BinaryOp, left: i64, right: i64) -> Option<i64> {
    let truth = |value: bool| Some(i64::from(value));
    let distance = u32::try_from(right).ok().filter(|distance| *distance < 63);
    match operator {
        BinaryOp::Mul => left.checked_mul(right),
        BinaryOp::Div => left.checked_div(right),
        BinaryOp::Rem => left.checked_rem(right),
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Sub => left.checked_sub(right),
        BinaryOp::Shl => left.checked_mul(1i64.checked_shl(distance?)?),
        BinaryOp::Shr => left.checked_shr(distance?),
        BinaryOp::Lt => truth(left < right),
        BinaryOp::Gt => truth(left > right),
        BinaryOp::Le => truth(left <= right),
        BinaryOp::Ge => truth(left >= right),
        BinaryOp::Eq => truth(left == right),
        BinaryOp::Ne => truth(left != right),
        BinaryOp::BitAnd => Some(left & right),
        BinaryOp::BitXor => Some(left ^ right),
        BinaryOp::BitOr => Some(left | right),
        BinaryOp::And => truth(left != 0 && right != 0),
        BinaryOp::Or => truth(left != 0 || right != 0),
    }
}
