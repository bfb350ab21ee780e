//! Recognises quasi-affine values and conditions in C expressions.

use presburger::is_name;
use scop::Span;

use super::names::{Meaning, Names};
use super::quasi::{Condition, Order, Quasi};
use super::types::{Wrapped, unsigned};
use crate::extreme::Extreme;
use crate::syntax::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// Why an expression is not quasi-affine, and which part of it.
#[derive(Clone, Debug)]
pub(crate) struct NotAffine {
    pub span: Span,
    pub why: String,
}

type Recognised<T> = Result<T, NotAffine>;

/// Functions that people write for the smaller of two integers.
pub(super) const MINIMUM: &[&str] = &["min", "MIN", "imin", "__min"];
/// And for the larger one.
pub(super) const MAXIMUM: &[&str] = &["max", "MAX", "imax", "__max"];
const FLOOR: &[&str] = &["floord", "floor_div", "FLOORD", "intFloor"];
const CEILING: &[&str] = &["ceild", "ceil_div", "CEILD", "intCeil"];

impl Names<'_> {
    /// The value of an integer expression.
    pub(crate) fn value(&self, expr: &Expr) -> Recognised<Quasi> {
        let no = |why: &str| {
            Err(NotAffine {
                span: expr.span,
                why: why.into(),
            })
        };
        match &expr.kind {
            ExprKind::Int(value) => match i64::try_from(*value) {
                Ok(value) => Ok(Quasi::Const(value)),
                Err(_) => no("the number is too large"),
            },
            ExprKind::Name(name) => match self.meaning(name) {
                Meaning::Iterator(depth) => Ok(Quasi::Iterator(depth)),
                Meaning::Value(value) => Ok(value.clone()),
                Meaning::Constant(value) => Ok(Quasi::Const(value)),
                _ if !is_name(name) => {
                    no(&format!("`{name}` is a keyword in set notation; rename it"))
                }
                Meaning::Undeclared if !self.is_changed(name) => Ok(Quasi::Param(name.to_string())),
                Meaning::Variable(variable)
                    if variable.storage != scop::Storage::Region
                        && !self.is_changed(name)
                        && !self.is_volatile(variable.ty)
                        && self.may_be_integer(variable.ty) =>
                {
                    Ok(Quasi::Param(name.to_string()))
                }
                Meaning::Variable(variable) if !self.may_be_integer(variable.ty) => {
                    no(&format!("`{name}` is not an integer"))
                }
                _ => no(&format!("`{name}` changes inside the region")),
            },
            ExprKind::Unary(UnaryOp::Plus, operand) => self.value(operand),
            ExprKind::Unary(UnaryOp::Minus, operand) => Ok(self.value(operand)?.times(-1)),
            ExprKind::Binary(operator, left, right) => self.binary(expr, *operator, left, right),
            ExprKind::Cast(ty, operand) if self.is_wide(&ty.ty) => self.value(operand),
            ExprKind::Cast(..) => no("the conversion may change the value"),
            ExprKind::Conditional(condition, Some(yes), no) => {
                let condition = self.condition(condition)?;
                Ok(select(condition, self.value(yes)?, self.value(no)?))
            }
            ExprKind::Unary(UnaryOp::Not, _) => Ok(truth(self.condition(expr)?)),
            ExprKind::Call(callee, arguments) => {
                let Some(name) = callee.as_name() else {
                    return no("it calls a function through a pointer");
                };
                let is_one_of = |list: &[&str]| list.contains(&&**name);
                // Names are believed unless the program says something else.
                let may_be = |which: Extreme| {
                    !self.unit().defines(name) || self.unit().extreme(name) == Some(which)
                };
                match &arguments[..] {
                    [a, b] if is_one_of(MINIMUM) && may_be(Extreme::Smaller) => Ok(Quasi::Min(
                        Box::new(self.value(a)?),
                        Box::new(self.value(b)?),
                    )),
                    [a, b] if is_one_of(MAXIMUM) && may_be(Extreme::Larger) => Ok(Quasi::Max(
                        Box::new(self.value(a)?),
                        Box::new(self.value(b)?),
                    )),
                    // What the program defines itself may be anything.
                    _ if self.unit().defines(name) => {
                        no(&format!("the value of `{name}` is not known"))
                    }
                    [a, b] if is_one_of(FLOOR) || is_one_of(CEILING) => {
                        match self.value(b)?.as_const() {
                            Some(d) if d > 0 && is_one_of(FLOOR) => {
                                Ok(Quasi::Floor(Box::new(self.value(a)?), d))
                            }
                            Some(d) if d > 0 => {
                                let up = self.value(a)?.plus(Quasi::Const(d - 1));
                                Ok(Quasi::Floor(Box::new(up), d))
                            }
                            _ => no("the divisor is not a positive constant"),
                        }
                    }
                    [a] if &**name == "abs" => {
                        let a = self.value(a)?;
                        if a.is_large() {
                            return no("the expression is too long");
                        }
                        Ok(Quasi::Max(Box::new(a.clone()), Box::new(a.times(-1))))
                    }
                    _ => no(&format!("the value of `{name}` is not known")),
                }
            }
            ExprKind::Index(..) | ExprKind::Field { .. } => {
                no("it depends on data, not only on counters and parameters")
            }
            ExprKind::Float(_) => no("it is not an integer"),
            ExprKind::SizeOf(_) | ExprKind::SizeOfType(_) => no("its value is not known here"),
            _ => no("it is not affine in counters and parameters"),
        }
    }

    fn binary(
        &self,
        expr: &Expr,
        operator: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Recognised<Quasi> {
        let no = |why: &str| {
            Err(NotAffine {
                span: expr.span,
                why: why.into(),
            })
        };
        if compares(operator) || matches!(operator, BinaryOp::And | BinaryOp::Or) {
            return Ok(truth(self.condition(expr)?));
        }
        let (a, b) = (self.value(left)?, self.value(right)?);
        match operator {
            BinaryOp::Add => Ok(a.plus(b)),
            BinaryOp::Sub => Ok(a.minus(b)),
            BinaryOp::Mul => match (a.as_const(), b.as_const()) {
                (Some(factor), _) => Ok(b.times(factor)),
                (_, Some(factor)) => Ok(a.times(factor)),
                _ => no("it is a product of variables"),
            },
            BinaryOp::Div => match b.as_const() {
                Some(d) if d > 0 => Ok(Quasi::Quotient(Box::new(a), d)),
                Some(d) if d < 0 && d != i64::MIN => Ok(Quasi::Quotient(Box::new(a), -d).times(-1)),
                Some(_) => no("the divisor is zero"),
                None => no("the divisor is not a constant"),
            },
            BinaryOp::Rem => match b.as_const() {
                Some(d) if d != 0 && d != i64::MIN => Ok(Quasi::Remainder(Box::new(a), d.abs())),
                Some(_) => no("the divisor is zero"),
                None => no("the divisor is not a constant"),
            },
            // The last bits are what division by a power of two, rounded down, leaves.
            BinaryOp::BitAnd => {
                let (value, mask) = match (a.as_const(), b.as_const()) {
                    (_, Some(mask)) => (a, mask),
                    (Some(mask), _) => (b, mask),
                    _ => return no("it combines the bits of variables"),
                };
                match mask.checked_add(1) {
                    Some(d) if mask >= 0 && d.count_ones() == 1 && !value.is_large() => {
                        let floor = Quasi::Floor(Box::new(value.clone()), d);
                        Ok(value.minus(floor.times(d)))
                    }
                    _ => no("the mask does not select the lowest bits"),
                }
            }
            BinaryOp::Shl => match b.as_const() {
                Some(bits @ 0..=61) => Ok(a.times(1 << bits)),
                _ => no("the shift amount is not a small constant"),
            },
            BinaryOp::Shr => match b.as_const() {
                Some(bits @ 0..=61) => Ok(Quasi::Floor(Box::new(a), 1 << bits)),
                _ => no("the shift amount is not a small constant"),
            },
            _ => no("it is not affine in counters and parameters"),
        }
    }

    /// Where an expression is not zero.
    pub(crate) fn condition(&self, expr: &Expr) -> Recognised<Condition> {
        self.holds(expr, true)
    }

    /// The same for the condition of a loop, which does not wrap around.
    pub(crate) fn loop_condition(&self, expr: &Expr) -> Recognised<Condition> {
        self.holds(expr, false)
    }

    fn holds(&self, expr: &Expr, may_wrap: bool) -> Recognised<Condition> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let right = self.holds(right, may_wrap)?;
                Ok(self.holds(left, may_wrap)?.and(right))
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => Ok(Condition::Or(
                Box::new(self.holds(left, may_wrap)?),
                Box::new(self.holds(right, may_wrap)?),
            )),
            ExprKind::Unary(UnaryOp::Not, operand) => Ok(self.holds(operand, may_wrap)?.negated()),
            ExprKind::Binary(operator, left, right) if compares(*operator) => {
                let order = match operator {
                    BinaryOp::Lt => Order::Less,
                    BinaryOp::Le => Order::LessEqual,
                    BinaryOp::Gt => Order::Greater,
                    BinaryOp::Ge => Order::GreaterEqual,
                    BinaryOp::Eq => Order::Equal,
                    _ => Order::NotEqual,
                };
                let (a, b) = (self.value(left)?, self.value(right)?);
                match self.wrapped_comparison(left, right) {
                    Wrapped::Unknown if may_wrap => Err(wraps(expr)),
                    Wrapped::Maybe if may_wrap && (a.is_large() || b.is_large()) => {
                        Err(wraps(expr))
                    }
                    Wrapped::Maybe if may_wrap => Ok(unsigned(order, a, b)),
                    _ => Ok(Condition::Compare(order, a, b)),
                }
            }
            ExprKind::Cast(ty, operand) if self.is_wide(&ty.ty) => self.holds(operand, may_wrap),
            _ if may_wrap && self.shows_wrapping(expr) => Err(wraps(expr)),
            _ => Ok(Condition::Compare(
                Order::NotEqual,
                self.value(expr)?,
                Quasi::Const(0),
            )),
        }
    }

    /// Whether the type holds all integers that counters and parameters can have.
    pub(super) fn is_wide(&self, ty: &Type) -> bool {
        let narrow = [
            "char", "short", "bool", "_Bool", "int8_t", "uint8_t", "int16_t", "uint16_t",
        ];
        match self.resolve(ty) {
            Type::Base(base) => {
                self.is_integer(ty) && !base.name.split(' ').any(|word| narrow.contains(&word))
            }
            _ => false,
        }
    }

    /// Whether the variable is of a type that C never computes with as an integer.
    pub(crate) fn is_pointer(&self, ty: &Type) -> bool {
        matches!(self.resolve(ty), Type::Pointer { .. } | Type::Array { .. })
    }
}

fn wraps(expr: &Expr) -> NotAffine {
    NotAffine {
        span: expr.span,
        why: "an unsigned value in it may wrap around below zero".into(),
    }
}

fn compares(operator: BinaryOp) -> bool {
    matches!(
        operator,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne
    )
}

fn truth(condition: Condition) -> Quasi {
    Quasi::Select(
        Box::new(condition),
        Box::new(Quasi::Const(1)),
        Box::new(Quasi::Const(0)),
    )
}

/// `condition ? yes : no`, where it is the usual way of writing a minimum or maximum, as that.
fn select(condition: Condition, yes: Quasi, no: Quasi) -> Quasi {
    if let Condition::Compare(order, a, b) = &condition {
        let order = if (a, b) == (&yes, &no) {
            Some(*order)
        } else if (b, a) == (&yes, &no) {
            Some(order.swapped())
        } else {
            None
        };
        match order {
            Some(Order::Less | Order::LessEqual) => {
                return Quasi::Min(Box::new(yes), Box::new(no));
            }
            Some(Order::Greater | Order::GreaterEqual) => {
                return Quasi::Max(Box::new(yes), Box::new(no));
            }
            _ => {}
        }
    }
    Quasi::Select(Box::new(condition), Box::new(yes), Box::new(no))
}
