//! Recognises quasi-affine values and conditions in C expressions.
//!
//! A value is the one that C computes: operands are converted as C converts them, and numbers
//! without a sign wrap around ([`convert`](super::convert)).

use presburger::is_name;
use scop::Span;

use super::convert::lap;
use super::names::{Meaning, Names};
use super::quasi::{Condition, Order, Quasi, Range};
use super::types::{Kind, is_truth};
use crate::extreme::Extreme;
use crate::syntax::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// Why an expression is not quasi-affine, and which part of it.
#[derive(Clone, Debug)]
pub(crate) struct NotAffine {
    pub span: Span,
    pub why: String,
}

pub(super) type Recognised<T> = Result<T, NotAffine>;

/// Functions that people write for the smaller of two integers.
pub(super) const MINIMUM: &[&str] = &["min", "MIN", "imin", "__min"];
/// And for the larger one.
pub(super) const MAXIMUM: &[&str] = &["max", "MAX", "imax", "__max"];
/// And for quotients that are rounded down.
pub(super) const FLOOR: &[&str] = &["floord", "floor_div", "FLOORD", "intFloor"];
/// And for those that are rounded up.
pub(super) const CEILING: &[&str] = &["ceild", "ceil_div", "CEILD", "intCeil"];

impl Names<'_> {
    /// The value of an integer expression, as C computes it.
    pub(crate) fn value(&self, expr: &Expr) -> Recognised<Quasi> {
        let value = self.unreduced(expr)?;
        match self.kind(expr) {
            kind if kind.is_unsigned() => self.fitted(expr, value, kind.range()),
            _ => Ok(value),
        }
    }

    /// The value that a variable of this type has after the expression was assigned to it.
    pub(crate) fn converted(&self, expr: &Expr, ty: &Type) -> Recognised<Quasi> {
        if self.is_truth_type(ty) {
            return Ok(truth(self.condition(expr)?));
        }
        self.converted_to(expr, self.values_of(ty))
    }

    /// The same for a type with these values.
    fn converted_to(&self, expr: &Expr, range: Range) -> Recognised<Quasi> {
        let own = self.kind(expr).range();
        if range.0 <= own.0 && own.1 <= range.1 {
            return self.value(expr);
        }
        let value = match lap(range) <= lap(own) {
            true => self.unreduced(expr)?,
            false => self.value(expr)?,
        };
        self.fitted(expr, value, range)
    }

    /// A subscript: addresses wrap around as numbers of 64 bits do.
    pub(crate) fn subscript_value(&self, expr: &Expr) -> Recognised<Quasi> {
        match self.kind(expr) {
            Kind::UnsignedLong => self.unreduced(expr),
            _ => self.value(expr),
        }
    }

    fn fitted(&self, expr: &Expr, value: Quasi, range: Range) -> Recognised<Quasi> {
        self.wrapped(value, range).ok_or_else(|| NotAffine {
            span: expr.span,
            why: "it may wrap around and is too long to tell where".into(),
        })
    }

    /// An operand of an operation that is computed in a type: up to whole laps, if that has no sign.
    fn operand(&self, expr: &Expr, to: Kind) -> Recognised<Quasi> {
        match to {
            Kind::Unsigned => self.unreduced(expr),
            Kind::UnsignedLong if self.kind(expr) == to => self.unreduced(expr),
            Kind::Int | Kind::Long => self.converted_to(expr, to.range()),
            _ => self.value(expr),
        }
    }

    /// The same with its value in that type.
    fn operand_value(&self, expr: &Expr, to: Kind) -> Recognised<Quasi> {
        match to.is_unsigned() {
            true => self.fitted(expr, self.operand(expr, to)?, to.range()),
            false => self.operand(expr, to),
        }
    }

    /// The value of an expression in exact arithmetic. What has no sign differs from C's value by
    /// multiples of the number of its type's values: laps that sums and products have taken do not
    /// matter before something is done with the result that shows them.
    pub(crate) fn unreduced(&self, expr: &Expr) -> Recognised<Quasi> {
        let no = |why: &str| {
            Err(NotAffine {
                span: expr.span,
                why: why.into(),
            })
        };
        if let Some(load) = self.load(expr) {
            return Ok(Quasi::Param(load.name.clone()));
        }
        match &expr.kind {
            ExprKind::Int(value) => Ok(Quasi::Const((*value).into())),
            ExprKind::Name(name) => match self.meaning(name) {
                Meaning::Iterator(depth) => Ok(Quasi::Iterator(depth)),
                Meaning::Value(value) => Ok(value.clone()),
                Meaning::Constant(value) => {
                    let value = Quasi::Const(value.into());
                    match self.symbol(name) {
                        Some(symbol) => self.fitted(expr, value, self.values_of(&symbol.ty)),
                        None if self.kind(expr) == Kind::Unknown => {
                            no(&format!("the type of `{name}` is up to the compiler"))
                        }
                        None => Ok(value),
                    }
                }
                _ if !is_name(name) => {
                    no(&format!("`{name}` is a keyword in set notation; rename it"))
                }
                Meaning::Undeclared if self.is_foreign(name) => no(&format!(
                    "nothing here declares `{name}`: a macro may stand for anything"
                )),
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
                    no(&format!("`{name}` {}", self.why_no_counter(variable.ty)))
                }
                _ => no(&format!("`{name}` changes inside the region")),
            },
            ExprKind::Unary(UnaryOp::Plus, operand) => self.unreduced(operand),
            ExprKind::Unary(UnaryOp::Minus, operand) => Ok(self.unreduced(operand)?.times(-1)),
            ExprKind::Unary(UnaryOp::Complement, operand) => {
                Ok(Quasi::Const(-1).minus(self.unreduced(operand)?))
            }
            ExprKind::Binary(operator, left, right) => self.binary(expr, *operator, left, right),
            ExprKind::Cast(ty, operand) if self.is_integer(&ty.ty) => {
                self.cast_value(operand, &ty.ty)
            }
            ExprKind::Alias(alias) if self.is_integer(&alias.ty) => {
                self.cast_value(&alias.value, &alias.ty)
            }
            ExprKind::Alias(alias) => no(&format!("`{}` is not an integer", alias.name)),
            ExprKind::Cast(..) => no("the conversion may change the value"),
            ExprKind::Conditional(condition, Some(yes), no) => {
                let kind = self.kind(expr);
                let condition = self.condition(condition)?;
                let (yes, no) = (self.operand(yes, kind)?, self.operand(no, kind)?);
                Ok(select(condition, yes, no))
            }
            ExprKind::Unary(UnaryOp::Not, _) => Ok(truth(self.condition(expr)?)),
            ExprKind::Call(callee, arguments) => self.called(expr, callee, arguments),
            ExprKind::Index(..) | ExprKind::Field { .. } => {
                no("it depends on data, not only on counters and parameters")
            }
            ExprKind::Float(_) => no("it is not an integer"),
            ExprKind::SizeOf(_) | ExprKind::SizeOfType(_) => match self.size(expr) {
                Some(size) => Ok(Quasi::Const(size)),
                None => no("its value is not known here"),
            },
            _ => no("it is not affine in counters and parameters"),
        }
    }

    /// A value that is converted to a type, up to whole laps if that has no sign.
    fn cast_value(&self, operand: &Expr, ty: &Type) -> Recognised<Quasi> {
        let kind = self.kind_of_type(ty);
        match kind.is_unsigned() && kind.range() == self.values_of(ty) {
            true => self.operand(operand, kind),
            false => self.converted(operand, ty),
        }
    }

    /// The value of a call of a function that everybody knows.
    fn called(&self, expr: &Expr, callee: &Expr, arguments: &[Expr]) -> Recognised<Quasi> {
        let no = |why: &str| {
            Err(NotAffine {
                span: expr.span,
                why: why.into(),
            })
        };
        let Some(name) = callee.as_name() else {
            return no("it calls a function through a pointer");
        };
        let is_one_of = |list: &[&str]| list.contains(&&**name);
        // Names are believed unless the program says something else.
        let may_be =
            |which: Extreme| !self.unit().defines(name) || self.unit().extreme(name) == Some(which);
        let function = self.unit().declarations.function(name);
        let argument = |index: usize, argument: &Expr| {
            let parameter = function.and_then(|function| function.parameters.get(index));
            match parameter {
                Some(parameter) => self.converted(argument, &parameter.ty),
                None => self.value(argument),
            }
        };
        let extreme = match arguments {
            [_, _] if is_one_of(MINIMUM) && may_be(Extreme::Smaller) => Some(Extreme::Smaller),
            [_, _] if is_one_of(MAXIMUM) && may_be(Extreme::Larger) => Some(Extreme::Larger),
            _ => None,
        };
        let value = match (extreme, arguments) {
            (Some(extreme), [a, b]) => {
                let (a, b) = (Box::new(argument(0, a)?), Box::new(argument(1, b)?));
                match extreme {
                    Extreme::Smaller => Quasi::Min(a, b),
                    Extreme::Larger => Quasi::Max(a, b),
                }
            }
            _ if self.returned(expr).is_some() => {
                let value = self.returned(expr);
                return value.map_or_else(|| no("its value is not known"), |one| self.value(one));
            }
            // What the program defines itself may be anything.
            _ if self.unit().defines(name) => {
                return no(&format!("the value of `{name}` is not known"));
            }
            (_, [a, b]) if is_one_of(FLOOR) || is_one_of(CEILING) => {
                let a = argument(0, a)?;
                match self.value(b)?.as_const() {
                    Some(d) if d > 0 && is_one_of(FLOOR) => Quasi::Floor(Box::new(a), d),
                    Some(d) if d > 0 => {
                        Quasi::Floor(Box::new(a.plus(Quasi::Const(i128::from(d) - 1))), d)
                    }
                    _ => return no("the divisor is not a positive constant"),
                }
            }
            (_, [a]) if &**name == "abs" => {
                let a = self.operand(a, Kind::Int)?;
                if a.is_large() {
                    return no("the expression is too long");
                }
                Quasi::Max(Box::new(a.clone()), Box::new(a.times(-1)))
            }
            _ => return no(&format!("the value of `{name}` is not known")),
        };
        match function {
            Some(function) if self.is_integer(&function.result) => {
                self.fitted(expr, value, self.values_of(&function.result))
            }
            _ => Ok(value),
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
        if is_truth(operator) {
            return Ok(truth(self.condition(expr)?));
        }
        let kind = self.kind(expr);
        let bits = match kind {
            Kind::Long | Kind::UnsignedLong => 64,
            _ => 32,
        };
        match operator {
            BinaryOp::Add => Ok(self.operand(left, kind)?.plus(self.operand(right, kind)?)),
            BinaryOp::Sub => Ok(self.operand(left, kind)?.minus(self.operand(right, kind)?)),
            BinaryOp::Mul => {
                let (a, b) = (self.operand(left, kind)?, self.operand(right, kind)?);
                match (a.as_const(), b.as_const()) {
                    (Some(factor), _) => Ok(b.times(factor)),
                    (_, Some(factor)) => Ok(a.times(factor)),
                    _ => no("it is a product of variables"),
                }
            }
            BinaryOp::Div | BinaryOp::Rem => {
                let a = self.operand_value(left, kind)?;
                let divisor = self.operand_value(right, kind)?.as_const();
                match (operator, divisor) {
                    (BinaryOp::Div, Some(d)) if d > 0 => Ok(match a {
                        Quasi::Const(a) => Quasi::Const(a / i128::from(d)),
                        a => Quasi::Quotient(Box::new(a), d),
                    }),
                    (BinaryOp::Div, Some(d)) if d < 0 && d != i64::MIN => {
                        Ok(Quasi::Quotient(Box::new(a), -d).times(-1))
                    }
                    (BinaryOp::Rem, Some(d)) if d != 0 && d != i64::MIN => {
                        Ok(Quasi::Remainder(Box::new(a), d.abs()))
                    }
                    (_, Some(0)) => no("the divisor is zero"),
                    (_, Some(_)) => no("the divisor is too large"),
                    (_, None) => no("the divisor is not a constant"),
                }
            }
            // The last bits are what division by a power of two, rounded down, leaves.
            BinaryOp::BitAnd => {
                let (a, b) = (self.operand(left, kind)?, self.operand(right, kind)?);
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
            // There a shift may leave the range of its type.
            BinaryOp::Shl if self.unit().is_cplusplus => no("what C++ shifts may wrap around"),
            BinaryOp::Shl => match self.value(right)?.as_const() {
                Some(distance @ 0..=61) if distance < bits => {
                    Ok(self.operand(left, kind)?.times(1 << distance))
                }
                _ => no("the shift amount is not a small constant"),
            },
            BinaryOp::Shr => match self.value(right)?.as_const() {
                Some(distance @ 0..=61) if distance < bits => Ok(Quasi::Floor(
                    Box::new(self.operand_value(left, kind)?),
                    1 << distance,
                )),
                _ => no("the shift amount is not a small constant"),
            },
            _ => no("it is not affine in counters and parameters"),
        }
    }

    /// Where an expression is not zero.
    pub(crate) fn condition(&self, expr: &Expr) -> Recognised<Condition> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let right = self.condition(right)?;
                Ok(self.condition(left)?.and(right))
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => Ok(Condition::Or(
                Box::new(self.condition(left)?),
                Box::new(self.condition(right)?),
            )),
            ExprKind::Unary(UnaryOp::Not, operand) => Ok(self.condition(operand)?.negated()),
            ExprKind::Binary(operator, left, right) if is_truth(*operator) => {
                let order = match operator {
                    BinaryOp::Lt => Order::Less,
                    BinaryOp::Le => Order::LessEqual,
                    BinaryOp::Gt => Order::Greater,
                    BinaryOp::Ge => Order::GreaterEqual,
                    BinaryOp::Eq => Order::Equal,
                    _ => Order::NotEqual,
                };
                let kind = self.kind(left).common(self.kind(right));
                let (a, b) = (
                    self.operand_value(left, kind)?,
                    self.operand_value(right, kind)?,
                );
                Ok(Condition::Compare(order, a, b))
            }
            _ => Ok(Condition::Compare(
                Order::NotEqual,
                self.value(expr)?,
                Quasi::Const(0),
            )),
        }
    }

    /// Whether the variable is of a type that C never computes with as an integer.
    pub(crate) fn is_pointer(&self, ty: &Type) -> bool {
        matches!(self.resolve(ty), Type::Pointer { .. } | Type::Array { .. })
    }
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
