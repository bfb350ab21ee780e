//! The values of expressions.

use std::hash::{DefaultHasher, Hash, Hasher};

use frontend::syntax::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

use super::machine::Machine;
use super::number::{Integer, Kind, Number, Wrong};

impl<'a> Machine<'a> {
    pub fn value(&mut self, expr: &'a Expr) -> Result<Number, Wrong> {
        Ok(match &expr.kind {
            ExprKind::Int(value) => {
                let token = self.unit.tokens.get(expr.tokens.start as usize);
                let text = token.map_or("", |token| &token.text);
                let value = i128::from(*value);
                Number::Int(value, Integer::of_constant(value, text))
            }
            ExprKind::Float(text) => {
                let digits = text.trim_end_matches(['f', 'F', 'l', 'L']);
                Number::Real(digits.parse().unwrap_or(1.5))
            }
            ExprKind::Str(_) | ExprKind::List(_) | ExprKind::Compound(..) => Number::int(0),
            // These stand outside of regions.
            ExprKind::Statements(_) | ExprKind::Opaque => Number::int(0),
            // Read from the text, a region has the definitions as they are written.
            ExprKind::Alias(alias) => self.value(&alias.value)?,
            ExprKind::SizeOf(_) | ExprKind::SizeOfType(_) => Number::int(8),
            ExprKind::Name(_)
            | ExprKind::Index(..)
            | ExprKind::Field { .. }
            | ExprKind::Unary(UnaryOp::Deref, _) => {
                let place = self.place(expr)?;
                self.load(&place)?
            }
            ExprKind::Unary(operator, operand) => {
                let value = self.value(operand)?;
                let zero = Number::int(0);
                match operator {
                    UnaryOp::Minus => Number::compute(BinaryOp::Sub, zero, value, self.exact)?,
                    UnaryOp::Not => Number::int(i128::from(!value.is_true())),
                    UnaryOp::Complement => {
                        let ones = Number::int(-1);
                        Number::compute(BinaryOp::BitXor, ones, value, self.exact)?
                    }
                    _ => value,
                }
            }
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let holds = self.value(left)?.is_true() && self.value(right)?.is_true();
                Number::int(i128::from(holds))
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                let holds = self.value(left)?.is_true() || self.value(right)?.is_true();
                Number::int(i128::from(holds))
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                Number::compute(*operator, left, right, self.exact)?
            }
            ExprKind::Assign(operator, target, value) => {
                let mut value = self.value(value)?;
                let place = self.place(target)?;
                if let Some(operator) = operator {
                    let old = self.load(&place)?;
                    value = Number::compute(*operator, old, value, self.exact)?;
                }
                self.store(&place, value)?
            }
            ExprKind::Step { up, prefix, target } => {
                let place = self.place(target)?;
                let old = self.load(&place)?;
                let by = Number::int(if *up { 1 } else { -1 });
                let new = Number::compute(BinaryOp::Add, old, by, self.exact)?;
                let new = self.store(&place, new)?;
                if *prefix { new } else { old }
            }
            ExprKind::Conditional(condition, yes, no) => {
                let condition = self.value(condition)?;
                match (condition.is_true(), yes) {
                    (true, Some(yes)) => self.value(yes)?,
                    (true, None) => condition,
                    (false, _) => self.value(no)?,
                }
            }
            ExprKind::Comma(left, right) => {
                self.value(left)?;
                self.value(right)?
            }
            ExprKind::Cast(ty, operand) => {
                let value = self.value(operand)?;
                value.converted(Kind::of(&self.unit.declarations, Some(&ty.ty)), self.exact)?
            }
            ExprKind::Call(callee, arguments) => self.call(callee, arguments)?,
        })
    }

    fn call(&mut self, callee: &Expr, arguments: &'a [Expr]) -> Result<Number, Wrong> {
        let name = callee.as_name().ok_or("a call of something")?;
        let mut values = Vec::new();
        for argument in arguments {
            let is_array = argument.as_name().is_some_and(|name| {
                let ty = self.variable(name).ty;
                let ty = ty.map(|ty| self.unit.declarations.resolve(ty));
                matches!(ty, Some(Type::Array { .. } | Type::Pointer { .. }))
            });
            if !is_array {
                values.push(self.value(argument)?);
            }
        }
        Ok(match (&**name, &values[..]) {
            ("min" | "MIN" | "imin" | "fmin", [a, b]) => Number::joined("min", *a, *b)?,
            ("max" | "MAX" | "imax" | "fmax", [a, b]) => Number::joined("max", *a, *b)?,
            ("floord", [Number::Int(a, ty), b]) if b.integer() > 0 => {
                Number::Int(a.div_euclid(b.integer()), *ty)
            }
            _ => {
                let mut hasher = DefaultHasher::new();
                let bits: Vec<u64> = values.iter().map(|one| one.bits()).collect();
                (&**name, bits).hash(&mut hasher);
                Number::Real((hasher.finish() % 1000) as f64 / 7.0)
            }
        })
    }
}
