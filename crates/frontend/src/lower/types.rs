//! The types that C computes integers in.
//!
//! Which type that is decides what a value is: `i - 5` is huge where an `unsigned` `i` is 3, and
//! `(unsigned) (i - 1) < n` is a common way to ask whether `1 <= i <= n`. The values themselves are
//! those of [`recognise`](super::recognise) and [`convert`](super::convert).

use super::names::{Meaning, Names};
use super::recognise::{CEILING, FLOOR, MAXIMUM, MINIMUM};
use crate::declarations::Scope;
use crate::syntax::{BaseKind, BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// What an operand is computed in, after the integer promotions; types of 64 bits are `long`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    Floating,
    /// A pointer, a structure, or a type that nothing explains.
    Unknown,
}

impl Kind {
    pub(crate) fn is_unsigned(self) -> bool {
        matches!(self, Kind::Unsigned | Kind::UnsignedLong)
    }

    /// The type that two operands are converted to.
    pub(crate) fn common(self, other: Kind) -> Kind {
        match (self, other) {
            (Kind::Floating, _) | (_, Kind::Floating) => Kind::Floating,
            // The kinds are in the order of the usual arithmetic conversions.
            _ => self.max(other),
        }
    }

    /// What converts a value to this type.
    pub(crate) fn cast(self) -> Option<&'static str> {
        match self {
            Kind::Int => Some("(int)"),
            Kind::Unsigned => Some("(unsigned)"),
            Kind::Long => Some("(long)"),
            Kind::UnsignedLong => Some("(unsigned long)"),
            Kind::Floating | Kind::Unknown => None,
        }
    }
}

impl Names<'_> {
    /// The type that an expression is computed in.
    pub(crate) fn kind(&self, expr: &Expr) -> Kind {
        match &expr.kind {
            ExprKind::Int(value) => {
                let token = self.unit().tokens.get(expr.tokens.start as usize);
                let is_written = !expr.tokens.range().is_empty();
                let token = token.filter(|_| is_written);
                literal(token.map_or("", |token| &token.text), *value)
            }
            ExprKind::Float(_) => Kind::Floating,
            ExprKind::Name(name) => match (self.bound_kind(name), self.meaning(name)) {
                (Some(kind), _) => kind,
                (_, Meaning::Variable(variable)) => self.kind_of_type(variable.ty),
                (_, Meaning::Constant(value)) => match self.symbol(name) {
                    Some(symbol) => self.kind_of_type(&symbol.ty),
                    None if i32::try_from(value).is_ok() => Kind::Int,
                    // One of an enumeration that is larger than C allows.
                    None => Kind::Unknown,
                },
                (_, Meaning::Undeclared) if self.is_foreign(name) => Kind::Unknown,
                _ => Kind::Int,
            },
            ExprKind::Unary(UnaryOp::Not, _) => Kind::Int,
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Complement, operand) => {
                self.kind(operand)
            }
            ExprKind::Binary(operator, left, right) => match operator {
                BinaryOp::Shl | BinaryOp::Shr => self.kind(left),
                _ if is_truth(*operator) => Kind::Int,
                _ => self.kind(left).common(self.kind(right)),
            },
            ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => self.kind(target),
            ExprKind::Conditional(condition, yes, no) => {
                let yes = yes.as_deref().unwrap_or(condition);
                self.kind(yes).common(self.kind(no))
            }
            ExprKind::Comma(_, last) => self.kind(last),
            ExprKind::Cast(ty, _) => self.kind_of_type(&ty.ty),
            ExprKind::Alias(alias) => self.kind_of_type(&alias.ty),
            ExprKind::SizeOf(_) | ExprKind::SizeOfType(_) => Kind::UnsignedLong,
            ExprKind::Call(callee, arguments) => {
                let name = callee.as_name().map_or("", |name| name);
                match self.unit().declarations.function(name) {
                    Some(function) => self.kind_of_type(&function.result),
                    None if name == "abs" => Kind::Int,
                    // Macros, as a rule: what they compute in is up to their arguments.
                    None if [MINIMUM, MAXIMUM, FLOOR, CEILING].concat().contains(&name) => {
                        let kinds = arguments.iter().map(|argument| self.kind(argument));
                        kinds.fold(Kind::Int, Kind::common)
                    }
                    None => Kind::Unknown,
                }
            }
            ExprKind::Index(..) | ExprKind::Field { .. } | ExprKind::Unary(UnaryOp::Deref, _) => {
                let kind = self
                    .place_type(expr)
                    .map_or(Kind::Unknown, |ty| self.kind_of_type(ty));
                // What is computed from one that is wider than `int` has as many bits, for some compilers.
                match kind {
                    Kind::Int | Kind::Unsigned | Kind::Floating => kind,
                    _ if self.is_bit_field(expr) => Kind::Unknown,
                    _ => kind,
                }
            }
            _ => Kind::Unknown,
        }
    }

    /// The value of a `sizeof`, where compilers agree on it.
    pub(super) fn size(&self, expr: &Expr) -> Option<i128> {
        match &expr.kind {
            ExprKind::SizeOfType(ty) => self.size_of_type(&ty.ty),
            ExprKind::SizeOf(operand) => {
                let is_argument = |name: &str| {
                    let symbol = self.symbol(name);
                    symbol.is_some_and(|symbol| symbol.scope == Scope::Parameter)
                };
                if let Some(name) = operand.as_name()
                    && (self.bound_kind(name).is_some() || is_argument(name))
                {
                    // The array of a parameter is a pointer; the types of counters are not kept.
                    let ty = self.symbol(name).map(|symbol| self.resolve(&symbol.ty));
                    let is_pointer = matches!(ty, Some(Type::Array { .. } | Type::Pointer { .. }));
                    return match self.bound_kind(name) {
                        None if is_pointer => Some(8),
                        None => self.size_of_type(&self.symbol(name)?.ty),
                        Some(_) => None,
                    };
                }
                self.size_of_type(self.place_type(operand)?)
            }
            _ => None,
        }
    }

    /// The number of bytes that a value of a type has, where compilers agree on it.
    pub(super) fn size_of_type(&self, ty: &Type) -> Option<i128> {
        match self.resolve(ty) {
            Type::Pointer { .. } => Some(8),
            Type::Array {
                element, extent, ..
            } => {
                let extent = self.value_elsewhere(extent.as_ref()?)?.as_const()?;
                self.size_of_type(element)?.checked_mul(extent.into())
            }
            Type::Base(base) => match base.kind {
                BaseKind::Integer { .. } if base.name.starts_with("enum") => None,
                BaseKind::Integer { .. } if self.is_truth_type(ty) => Some(1),
                BaseKind::Integer { .. } => {
                    let (least, most) = self.values_of(ty);
                    Some(match most - least {
                        0xff => 1,
                        0xffff => 2,
                        0xffff_ffff => 4,
                        _ => 8,
                    })
                }
                BaseKind::Floating => match &*base.name {
                    "float" => Some(4),
                    "double" => Some(8),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of what stands at a place in memory.
    pub(super) fn place_type<'e>(&'e self, expr: &'e Expr) -> Option<&'e Type> {
        match &expr.kind {
            ExprKind::Name(name) => match self.meaning(name) {
                Meaning::Variable(variable) => Some(variable.ty),
                _ => None,
            },
            ExprKind::Index(base, _) | ExprKind::Unary(UnaryOp::Deref, base) => {
                self.target_type(base)
            }
            ExprKind::Field { base, name, arrow } => {
                let ty = match arrow {
                    true => self.target_type(base)?,
                    false => self.place_type(base)?,
                };
                let Type::Base(base) = self.resolve(ty) else {
                    return None;
                };
                let record = self.unit().declarations.record(&base.name)?;
                let field = record.fields.iter().find(|field| field.name == *name)?;
                Some(&field.ty)
            }
            ExprKind::Alias(alias) => Some(&alias.ty),
            _ => None,
        }
    }

    /// Whether an expression is a field with a width.
    fn is_bit_field(&self, expr: &Expr) -> bool {
        let ExprKind::Field { base, name, arrow } = &expr.kind else {
            return false;
        };
        let ty = match arrow {
            true => self.target_type(base),
            false => self.place_type(base),
        };
        let Some(Type::Base(base)) = ty.map(|ty| self.resolve(ty)) else {
            return false;
        };
        let record = self.unit().declarations.record(&base.name);
        record.is_some_and(|record| record.bit_fields.contains(name))
    }

    /// The type of what a pointer points to.
    pub(super) fn target_type<'e>(&'e self, expr: &'e Expr) -> Option<&'e Type> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Address, operand) => self.place_type(operand),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, _) => self.target_type(left),
            _ => match self.resolve(self.place_type(expr)?) {
                Type::Pointer { to: element, .. } | Type::Array { element, .. } => Some(element),
                _ => None,
            },
        }
    }

    pub(crate) fn kind_of_type(&self, ty: &Type) -> Kind {
        let Type::Base(base) = self.resolve(ty) else {
            return Kind::Unknown;
        };
        match &*base.name {
            "size_t" | "uint64_t" | "uintptr_t" | "uintmax_t" | "ulong" | "u_long" => {
                return Kind::UnsignedLong;
            }
            "ssize_t" | "ptrdiff_t" | "int64_t" | "intptr_t" | "intmax_t" | "time_t" => {
                return Kind::Long;
            }
            "uint32_t" => return Kind::Unsigned,
            "int8_t" | "uint8_t" | "int16_t" | "uint16_t" | "int32_t" | "u_char" | "ushort"
            | "u_short" => return Kind::Int,
            _ => {}
        }
        let has = |word: &str| base.name.split(' ').any(|one| one == word);
        let promotes = ["char", "short", "bool", "_Bool"].into_iter().any(has);
        match base.kind {
            BaseKind::Floating | BaseKind::Complex => Kind::Floating,
            BaseKind::Integer { .. } if promotes => Kind::Int,
            BaseKind::Integer { signed } => match (has("long"), signed) {
                (false, true) => Kind::Int,
                (false, false) => Kind::Unsigned,
                (true, true) => Kind::Long,
                (true, false) => Kind::UnsignedLong,
            },
            BaseKind::Void | BaseKind::Record | BaseKind::Named => Kind::Unknown,
        }
    }

    /// Whether an expression may be below zero in exact arithmetic, as far as its form tells.
    pub(crate) fn may_be_negative(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::SizeOf(_) | ExprKind::SizeOfType(_) => false,
            ExprKind::Name(name) => match self.bound_kind(name) {
                Some(kind) => !kind.is_unsigned(),
                None => match self.meaning(name) {
                    Meaning::Constant(value) => value < 0,
                    _ => !self.kind(expr).is_unsigned(),
                },
            },
            ExprKind::Unary(UnaryOp::Not, _) => false,
            ExprKind::Unary(UnaryOp::Plus, operand) | ExprKind::Cast(_, operand) => {
                self.may_be_negative(operand)
            }
            ExprKind::Alias(alias) => !self.is_unsigned(&alias.ty),
            ExprKind::Binary(operator, left, right) => match operator {
                BinaryOp::Sub => true,
                BinaryOp::BitAnd => self.may_be_negative(left) && self.may_be_negative(right),
                BinaryOp::Shl | BinaryOp::Shr => self.may_be_negative(left),
                _ if is_truth(*operator) => false,
                _ => self.may_be_negative(left) || self.may_be_negative(right),
            },
            ExprKind::Conditional(condition, yes, no) => {
                self.may_be_negative(yes.as_deref().unwrap_or(condition))
                    || self.may_be_negative(no)
            }
            ExprKind::Call(_, arguments) => arguments.iter().any(|one| self.may_be_negative(one)),
            _ => true,
        }
    }

    /// Whether something is done with a part of the expression that shows that it has wrapped
    /// around: sums and products of wrapped values are right in the end, quotients are not.
    pub(crate) fn shows_wrapping(&self, expr: &Expr) -> bool {
        let widened = |operand: &Expr, to: Kind| {
            self.kind(operand) == Kind::Unsigned
                && matches!(to, Kind::Long | Kind::UnsignedLong)
                && self.may_be_negative(operand)
        };
        let here = match &expr.kind {
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, left, right) => {
                let kind = self.kind(left).common(self.kind(right));
                widened(left, kind)
                    || kind.is_unsigned()
                        && (self.may_be_negative(left) || self.may_be_negative(right))
            }
            ExprKind::Binary(BinaryOp::Shr, left, _) => {
                self.kind(left).is_unsigned() && self.may_be_negative(left)
            }
            // Conditions look after themselves.
            ExprKind::Binary(operator, ..) if is_truth(*operator) => return false,
            ExprKind::Binary(_, left, right) => {
                let kind = self.kind(expr);
                widened(left, kind) || widened(right, kind)
            }
            ExprKind::Cast(ty, operand) => widened(operand, self.kind_of_type(&ty.ty)),
            ExprKind::Alias(alias) => widened(&alias.value, self.kind_of_type(&alias.ty)),
            ExprKind::Conditional(_, Some(yes), no) => {
                let kind = self.kind(expr);
                return [yes, no]
                    .into_iter()
                    .any(|one| widened(one, kind) || self.shows_wrapping(one));
            }
            ExprKind::Call(_, arguments) => arguments
                .iter()
                .any(|one| self.kind(one).is_unsigned() && self.may_be_negative(one)),
            _ => false,
        };
        here || expr
            .operands()
            .into_iter()
            .any(|one| self.shows_wrapping(one))
    }
}

/// Whether the operator gives 0 or 1.
pub(super) fn is_truth(operator: BinaryOp) -> bool {
    matches!(
        operator,
        BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::And
            | BinaryOp::Or
    )
}

/// The type of an integer as it is written.
pub(crate) fn literal(text: &str, value: u64) -> Kind {
    if text.contains('\'') {
        return match text.starts_with('U') {
            true => Kind::Unsigned,
            false => Kind::Int,
        };
    }
    let text = text.to_ascii_lowercase();
    let is_decimal = !text.starts_with('0');
    let digits = text.trim_end_matches(['u', 'l']);
    let suffix = &text[digits.len()..];
    let is_unsigned = suffix.contains('u');
    let is_long = suffix.contains('l');
    let fits = |bits: u32| value >> bits == 0;
    match (is_unsigned, is_long) {
        (false, false) if fits(31) => Kind::Int,
        (true, false) if fits(32) => Kind::Unsigned,
        (false, false) if !is_decimal && fits(32) => Kind::Unsigned,
        (false, _) if fits(63) => Kind::Long,
        _ => Kind::UnsignedLong,
    }
}
