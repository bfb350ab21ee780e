//! Subscripts that come out of constant tables: `a[i + dx[k]]` with
//! `static const int dx[4] = {1, 0, -1, 0};`.
//!
//! Such an element is one of a few numbers, each for one value of the table's subscript, so the
//! access is as exact as any other. Reading the table stays an access of its own, and so does its
//! text.

use super::Lowering;
use super::names::Meaning;
use super::quasi::{Condition, Order, Quasi};
use super::types::Kind;
use crate::constant::fold;
use crate::syntax::{BaseKind, BinaryOp, Expr, ExprKind, Type};
use crate::token::{Text, Token, TokenKind};
use scop::Span;

/// The most elements of a table that are told apart.
const MAX_ELEMENTS: usize = 16;

impl Lowering<'_> {
    /// The value of a sum in which elements of constant tables occur.
    pub(super) fn tabled(&self, expr: &Expr) -> Option<Quasi> {
        let is_signed = |kind: Kind| matches!(kind, Kind::Int | Kind::Long);
        match &expr.kind {
            ExprKind::Binary(operator @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let (left, right) = (self.tabled(left)?, self.tabled(right)?);
                Some(match operator {
                    BinaryOp::Add => left.plus(right),
                    _ => left.minus(right),
                })
            }
            ExprKind::Index(base, index) => {
                let elements = self.table(base.as_name()?)?;
                let index = self.names.subscript_value(index).ok()?;
                let mut elements = elements.into_iter().enumerate().rev();
                // No other subscript means an element.
                let (_, last) = elements.next()?;
                let value = elements.fold(Quasi::Const(last.into()), |rest, (at, element)| {
                    let here = Quasi::Const(i128::try_from(at).unwrap_or_default());
                    let is_here = Condition::Compare(Order::Equal, index.clone(), here);
                    let element = Quasi::Const(element.into());
                    Quasi::Select(Box::new(is_here), Box::new(element), Box::new(rest))
                });
                Some(value)
            }
            _ if is_signed(self.names.kind(expr)) => self.names.value(expr).ok(),
            _ => None,
        }
    }

    /// The elements of a table that nothing changes.
    fn table(&self, name: &Text) -> Option<Vec<i64>> {
        let symbol = self.region.symbol(name)?;
        let Meaning::Variable(variable) = self.names.meaning(name) else {
            return None;
        };
        let Type::Array {
            element, extent, ..
        } = self.names.resolve(&symbol.ty)
        else {
            return None;
        };
        let Type::Base(base) = &**element else {
            return None;
        };
        let is_number = base.kind == BaseKind::Integer { signed: true };
        if variable.span != symbol.span || !is_number || !base.is_const || base.is_volatile {
            return None;
        }
        let mut values = self.numbers_behind(symbol.span)?;
        let length = match extent {
            Some(extent) => {
                usize::try_from(fold(extent, &self.unit.declarations, &self.unit.tokens)?).ok()?
            }
            None => values.len(),
        };
        let range = self.names.values_of(element);
        let fits = |value: &i64| range.0 <= i128::from(*value) && i128::from(*value) <= range.1;
        if length == 0 || length > MAX_ELEMENTS || values.len() > length {
            return None;
        }
        values.resize(length, 0);
        values.iter().all(fits).then_some(values)
    }

    /// The numbers in braces with which the variable at a place is declared: `dx[4] = {1, -1}`. The
    /// tokens are looked at, not the tree, which does not have what designators say.
    fn numbers_behind(&self, name: Span) -> Option<Vec<i64>> {
        let tokens = &self.unit.tokens;
        let at = tokens.iter().position(|token| token.span() == name)?;
        let opens = tokens[at..].iter().position(|token| token.is_punct("{"))? + at;
        let ends = |token: &Token| token.is_punct(";") || token.is_punct(",");
        if tokens[at..opens].iter().any(ends) || !tokens[opens - 1].is_punct("=") {
            return None;
        }
        let length = tokens[opens..]
            .iter()
            .position(|token| token.is_punct("}"))?;
        let list = &tokens[opens + 1..opens + length];
        let list = match list.split_last() {
            Some((last, rest)) if last.is_punct(",") => rest,
            _ => list,
        };
        let numbers = list.split(|token| token.is_punct(","));
        let number = |token: &Token, sign: i64| match token.kind {
            // A zero in front makes a number octal.
            TokenKind::Int if token.text.starts_with('0') && token.text.len() > 1 => None,
            TokenKind::Int => token.text.parse::<i64>().ok()?.checked_mul(sign),
            _ => None,
        };
        let numbers = numbers.map(|one| match one {
            [only] => number(only, 1),
            [sign, only] if sign.is_punct("-") => number(only, -1),
            _ => None,
        });
        numbers.collect()
    }
}
