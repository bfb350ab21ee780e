//! The numbers that C computes with, as far as their types tell: which order of combining them
//! changes nothing depends on it.

use super::library;
use super::names::{Meaning, Names};
use super::types::Kind;
use crate::syntax::{BaseKind, BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Bool,
    Integer {
        bits: u32,
        signed: bool,
    },
    /// 1 for `float`, 2 for `double`, 3 for `long double`.
    Floating(u8),
    Complex,
    /// Nothing explains the type, or it is not one of numbers.
    Unknown,
}

const INT: Number = Number::Integer {
    bits: 32,
    signed: true,
};

impl Number {
    pub(super) fn is_integer(self) -> bool {
        matches!(self, Number::Bool | Number::Integer { .. })
    }

    /// Whether every value is one of the other type, and comparing the two compares them.
    pub(super) fn fits(self, other: Number) -> bool {
        match (self, other) {
            (Number::Bool, Number::Integer { .. } | Number::Floating(_)) => true,
            (
                Number::Integer { bits, signed },
                Number::Integer {
                    bits: more,
                    signed: may_be_negative,
                },
            ) => match (signed, may_be_negative) {
                (true, false) => false,
                (false, true) => bits < more,
                _ => bits <= more,
            },
            (Number::Integer { bits, .. }, Number::Floating(rank)) => {
                bits < 16 || rank > 1 && bits <= 32
            }
            (Number::Floating(one), Number::Floating(more)) => one <= more,
            _ => false,
        }
    }

    /// Whether a number that is written down is one of the type.
    pub(super) fn holds(self, value: u64) -> bool {
        match self {
            Number::Integer { bits, signed } => {
                let bits = bits - u32::from(signed);
                bits >= 64 || value < 1 << bits
            }
            Number::Floating(_) => value < 1 << 24,
            _ => false,
        }
    }

    fn promoted(self) -> Number {
        match self {
            Number::Bool => INT,
            Number::Integer { bits, .. } if bits < 32 => INT,
            other => other,
        }
    }

    /// What two operands are converted to.
    fn common(self, other: Number) -> Number {
        match (self.promoted(), other.promoted()) {
            (Number::Unknown, _) | (_, Number::Unknown) => Number::Unknown,
            (Number::Complex, _) | (_, Number::Complex) => Number::Complex,
            (Number::Floating(a), Number::Floating(b)) => Number::Floating(a.max(b)),
            (floating @ Number::Floating(_), _) | (_, floating @ Number::Floating(_)) => floating,
            (
                Number::Integer { bits, signed },
                Number::Integer {
                    bits: more,
                    signed: other,
                },
            ) => Number::Integer {
                bits: bits.max(more),
                signed: (signed || bits < more) && (other || more < bits),
            },
            _ => Number::Unknown,
        }
    }
}

impl Names<'_> {
    /// The type of the value of an expression.
    pub(super) fn number(&self, expr: &Expr) -> Number {
        match &expr.kind {
            ExprKind::Float(text) => match text.as_bytes().last() {
                Some(b'f' | b'F') => Number::Floating(1),
                Some(b'l' | b'L') => Number::Floating(3),
                _ => Number::Floating(2),
            },
            ExprKind::Int(_) => of_kind(self.kind(expr)),
            ExprKind::Name(name) => match self.meaning(name) {
                Meaning::Variable(variable) => self.number_of_type(variable.ty),
                Meaning::Iterator(_) | Meaning::Value(_) | Meaning::Constant(_) => {
                    of_kind(self.kind(expr))
                }
                Meaning::Undeclared => Number::Unknown,
            },
            ExprKind::Unary(UnaryOp::Not, _) => INT,
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Complement, operand) => {
                self.number(operand).promoted()
            }
            ExprKind::Binary(operator, left, right) => match operator {
                BinaryOp::Shl | BinaryOp::Shr => self.number(left).promoted(),
                BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge
                | BinaryOp::Eq
                | BinaryOp::Ne
                | BinaryOp::And
                | BinaryOp::Or => INT,
                _ => self.number(left).common(self.number(right)),
            },
            ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => self.number(target),
            ExprKind::Conditional(condition, yes, no) => {
                let yes = yes.as_deref().unwrap_or(condition);
                self.number(yes).common(self.number(no))
            }
            ExprKind::Comma(_, last) => self.number(last),
            ExprKind::Cast(ty, _) => self.number_of_type(&ty.ty),
            ExprKind::SizeOf(_) | ExprKind::SizeOfType(_) => Number::Integer {
                bits: 64,
                signed: false,
            },
            ExprKind::Call(callee, _) => {
                let name = callee.as_name().map_or("", |name| name);
                match self.unit().declarations.function(name) {
                    Some(function) => self.number_of_type(&function.result),
                    None => library::result(name),
                }
            }
            ExprKind::Index(..) | ExprKind::Field { .. } | ExprKind::Unary(UnaryOp::Deref, _) => {
                self.place_type(expr)
                    .map_or(Number::Unknown, |ty| self.number_of_type(ty))
            }
            _ => Number::Unknown,
        }
    }

    /// The numbers of a type.
    pub(super) fn number_of_type(&self, ty: &Type) -> Number {
        let Type::Base(base) = self.resolve(ty) else {
            return Number::Unknown;
        };
        let integer = |bits, signed| Number::Integer { bits, signed };
        match &*base.name {
            "size_t" | "uint64_t" | "uintptr_t" | "uintmax_t" | "ulong" | "u_long" => {
                return integer(64, false);
            }
            "ssize_t" | "ptrdiff_t" | "int64_t" | "intptr_t" | "intmax_t" | "time_t" => {
                return integer(64, true);
            }
            "uint32_t" => return integer(32, false),
            "int32_t" => return INT,
            "uint16_t" | "ushort" | "u_short" => return integer(16, false),
            "int16_t" => return integer(16, true),
            "uint8_t" | "u_char" => return integer(8, false),
            "int8_t" => return integer(8, true),
            "bool" | "_Bool" => return Number::Bool,
            _ => {}
        }
        let has = |word: &str| base.name.split(' ').any(|one| one == word);
        match base.kind {
            BaseKind::Floating if has("float") => Number::Floating(1),
            BaseKind::Floating if has("long") => Number::Floating(3),
            BaseKind::Floating => Number::Floating(2),
            BaseKind::Complex => Number::Complex,
            BaseKind::Integer { signed } => integer(
                match () {
                    () if has("char") => 8,
                    () if has("short") => 16,
                    () if has("long") => 64,
                    () => 32,
                },
                signed,
            ),
            BaseKind::Void | BaseKind::Record | BaseKind::Named => Number::Unknown,
        }
    }
}

fn of_kind(kind: Kind) -> Number {
    match kind {
        Kind::Int => INT,
        Kind::Unsigned => Number::Integer {
            bits: 32,
            signed: false,
        },
        Kind::Long => Number::Integer {
            bits: 64,
            signed: true,
        },
        Kind::UnsignedLong => Number::Integer {
            bits: 64,
            signed: false,
        },
        Kind::Floating => Number::Floating(2),
        Kind::Unknown => Number::Unknown,
    }
}
