//! The values of expressions.

use super::formulas::{Test, sign_set};
use super::values::{Num, Value};
use super::{Binding, Lower, Lowered};
use crate::form::Form;
use crate::number::{Coeff, Run};
use crate::relation::{Width, subtract};
use crate::text::syntax::{Expr, ExprKind, Formula, Integer, Piece, PieceKind, Sign, Span};

/// Largest number of bits that a power may have.
const MAX_POWER_BITS: u64 = 65_536;

impl<'a, T: Width> Lower<'a, T> {
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Lowered<Value<T>> {
        match &expr.kind {
            ExprKind::Integer(digits) => {
                let value = self.digits(&expr.span, digits)?;
                Ok(Form::constant(self.n_vis, value).into())
            }
            ExprKind::Variable(name) => Ok(self.variable(&expr.span, name)?.into()),
            ExprKind::Infinity => Ok(Value::Plain(Num::Infinity)),
            ExprKind::NaN => Ok(Value::Plain(Num::NaN)),
            ExprKind::Negate(inner) => Ok(self.expr(inner)?.negated()),
            ExprKind::Sum(terms) => self.sum(&expr.span, terms),
            ExprKind::Product(factors) => self.product(factors),
            ExprKind::Power(base, exponent) => self.power(&expr.span, base, exponent),
            ExprKind::Quotient(inner, divisor) => {
                let divisor = self.divisor(divisor)?;
                let value = self.finite(inner)?;
                Ok(value.map_forms(|form| form.scale(&T::one(), &divisor))?)
            }
            ExprKind::FloorQuotient(inner, divisor) => {
                let divisor = self.divisor(divisor)?;
                let value = self.finite(inner)?;
                Ok(value.map_forms(|form| form.scale(&T::one(), &divisor)?.floor())?)
            }
            ExprKind::Modulo(inner, divisor) => {
                let divisor = self.divisor(divisor)?;
                let value = self.finite(inner)?;
                Ok(value.map_forms(|form| form.modulo(&divisor))?)
            }
            ExprKind::Floor(inner) => Ok(self.finite(inner)?.map_forms(Form::floor)?),
            ExprKind::Ceil(inner) => Ok(self.finite(inner)?.map_forms(Form::ceil)?),
            ExprKind::Min(arguments) => self.extremum(arguments, Test::NotNegative),
            ExprKind::Max(arguments) => self.extremum(arguments, Test::NotPositive),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.conditional(&expr.span, condition, then, otherwise),
            ExprKind::Piecewise(pieces) => self.sum_of_pieces(pieces),
        }
    }

    fn variable(&self, span: &Span, name: &str) -> Lowered<Form<T>> {
        match self.names.get(name) {
            Some(Binding::Column(column)) => Ok(Form::variable(self.n_vis, *column)),
            Some(Binding::Form(form)) => Ok(self.widened(form)),
            None => Err(self.fail(
                span,
                format!("expected the name of a variable, found the unknown name `{name}`"),
            )),
        }
    }

    /// A form from before the last columns were added, over the present columns.
    fn widened(&self, form: &Form<T>) -> Form<T> {
        if form.n_vis() == self.n_vis {
            return form.clone();
        }
        let columns: Vec<usize> = (0..form.n_vis()).collect();
        form.renumber(self.n_vis, &columns)
    }

    /// Terms that are a number or a multiple of a column go straight into one row.
    fn sum(&mut self, span: &Span, terms: &'a [(Sign, Expr)]) -> Lowered<Value<T>> {
        let mut plain = Form::constant(self.n_vis, T::zero());
        let mut others = Vec::new();
        for (sign, term) in terms {
            let factor = match sign {
                Sign::Plus => T::one(),
                Sign::Minus => T::one().neg(),
            };
            if self.add_simple(&mut plain, &factor, term)? {
                continue;
            }
            match self.expr(term)? {
                Value::Plain(Num::Form(form)) => {
                    plain = plain.combine(&T::one(), &form, &factor)?;
                }
                other => others.push((factor, other)),
            }
        }
        let mut value = Value::from(plain);
        for (factor, other) in others {
            value = self.combine(span, &value, &factor, &other)?;
        }
        Ok(value)
    }

    /// Adds `factor * term` to an integer form if the term is `3`, `i`, `2i` or `-i`.
    fn add_simple(&mut self, sum: &mut Form<T>, factor: &T, term: &Expr) -> Lowered<bool> {
        if !sum.den.is_one() {
            return Ok(false);
        }
        match &term.kind {
            ExprKind::Integer(digits) => {
                let value = self.digits(&term.span, digits)?;
                sum.row[0] = sum.row[0].add(&value.mul(factor)?)?;
                Ok(true)
            }
            ExprKind::Variable(name) => match self.names.get(name.as_str()) {
                Some(Binding::Column(column)) => {
                    let at = &mut sum.row[1 + column];
                    *at = at.add(factor)?;
                    Ok(true)
                }
                _ => Ok(false),
            },
            ExprKind::Negate(inner) => self.add_simple(sum, &factor.neg(), inner),
            ExprKind::Product(factors) => match &factors[..] {
                [
                    Expr {
                        kind: ExprKind::Integer(digits),
                        span,
                    },
                    operand,
                ] if matches!(operand.kind, ExprKind::Variable(_)) => {
                    let value = self.digits(span, digits)?;
                    self.add_simple(sum, &factor.mul(&value)?, operand)
                }
                _ => Ok(false),
            },
            _ => Ok(false),
        }
    }

    fn product(&mut self, factors: &'a [Expr]) -> Lowered<Value<T>> {
        let mut numerator = T::one();
        let mut denominator = T::one();
        let mut variable: Option<Value<T>> = None;
        for factor in factors {
            let value = self.finite(factor)?;
            if let Some((num, den)) = value.as_constant() {
                numerator = numerator.mul(&num)?;
                denominator = denominator.mul(&den)?;
            } else if variable.is_none() {
                variable = Some(value);
            } else {
                return Err(self.fail(
                    &factor.span,
                    "expected a constant factor, found a second one with variables; expressions \
                     must be affine",
                ));
            }
        }
        let value = variable.unwrap_or_else(|| Form::constant(self.n_vis, T::one()).into());
        Ok(value.map_forms(|form| form.scale(&numerator, &denominator))?)
    }

    fn power(&mut self, span: &Span, base: &'a Expr, exponent: &'a Integer) -> Lowered<Value<T>> {
        let value = self.finite(base)?;
        let Ok(times) = exponent.digits.parse::<u64>() else {
            return Err(self.fail(&exponent.span, "expected an exponent of reasonable size"));
        };
        match (value.as_constant(), times) {
            (_, 1) => Ok(value),
            (Some((num, den)), _) => {
                let bits = num.to_big().bits().max(den.to_big().bits()) as u64;
                if bits > 1 && bits.saturating_mul(times) > MAX_POWER_BITS {
                    return Err(self.fail(span, "expected a power of at most 65536 bits"));
                }
                let num = power(&num, times)?;
                let form = Form::constant(self.n_vis, num);
                Ok(form.scale(&T::one(), &power(&den, times)?)?.into())
            }
            (None, _) => Err(self.fail(
                span,
                "expected an affine expression, found a power of a variable",
            )),
        }
    }

    /// A literal other than zero, as the parser has seen to.
    fn divisor(&mut self, divisor: &'a Expr) -> Lowered<T> {
        match self.expr(divisor)?.as_constant() {
            Some((value, _)) if value.is_pos() => Ok(value),
            _ => Err(self.fail(&divisor.span, "expected a positive integer as divisor")),
        }
    }

    /// The value of an expression that has to be a number.
    fn finite(&mut self, expr: &'a Expr) -> Lowered<Value<T>> {
        let value = self.expr(expr)?;
        let infinite = |num: &Num<T>| matches!(num, Num::Infinity | Num::NegInfinity);
        let found = match &value {
            Value::Plain(num) => infinite(num),
            Value::Pieces(pieces) => pieces.iter().any(|(_, num)| infinite(num)),
        };
        if found {
            Err(self.infinite(&expr.span))
        } else {
            Ok(value)
        }
    }

    /// The smallest argument if `test` is [`Test::NotNegative`], the greatest if it is
    /// [`Test::NotPositive`]: the present one stays where next - present passes.
    fn extremum(&mut self, arguments: &'a [Expr], test: Test) -> Lowered<Value<T>> {
        let mut best: Option<Value<T>> = None;
        for argument in arguments {
            let next = self.finite(argument)?;
            best = Some(match best {
                None => next,
                Some(best) => self.choose(&argument.span, best, next, test)?,
            });
        }
        Ok(best.unwrap_or(Value::Plain(Num::NaN)))
    }

    fn choose(
        &mut self,
        span: &Span,
        best: Value<T>,
        next: Value<T>,
        test: Test,
    ) -> Lowered<Value<T>> {
        let difference = self.difference(span, &next, &best)?;
        let mut keep = Vec::new();
        let mut replace = Vec::new();
        let mut undefined = Vec::new();
        for (domain, num) in difference.into_pieces(|| self.universe()) {
            match num {
                Num::Form(form) => {
                    keep.append(&mut sign_set(&domain, &form, test)?);
                    replace.append(&mut sign_set(&domain, &form, test.negated())?);
                }
                _ => undefined.extend(domain),
            }
        }
        let mut pieces = Vec::new();
        for (value, domain) in [(best, keep), (next, replace)] {
            if let Value::Pieces(mut parts) = value.on(domain)? {
                parts.retain(|(domain, _)| !domain.is_empty());
                pieces.append(&mut parts);
            }
        }
        if !undefined.is_empty() {
            pieces.push((undefined, Num::NaN));
        }
        Ok(Value::Pieces(pieces))
    }

    fn conditional(
        &mut self,
        span: &Span,
        condition: &'a Formula,
        then: &'a Expr,
        otherwise: &'a Expr,
    ) -> Lowered<Value<T>> {
        let holds = self.union_of(condition)?;
        let fails = subtract::subtract(&[self.universe()], &holds)?;
        let then = self.expr(then)?.on(holds)?;
        let otherwise = self.expr(otherwise)?.on(fails)?;
        match (then, otherwise) {
            (Value::Pieces(mut pieces), Value::Pieces(mut others)) => {
                pieces.append(&mut others);
                pieces.retain(|(domain, _)| !domain.is_empty());
                Ok(Value::Pieces(pieces))
            }
            _ => Err(self.fail(span, "expected a value in pieces")),
        }
    }

    /// The value of a list of pieces: where several apply, their sum.
    pub(super) fn sum_of_pieces(&mut self, pieces: &'a [Piece]) -> Lowered<Value<T>> {
        let mut sum: Option<Value<T>> = None;
        for piece in pieces {
            let PieceKind::Value { value, condition } = &piece.kind else {
                return Err(self.fail(
                    &piece.span,
                    "expected an expression or one with a condition, found a range of values",
                ));
            };
            let mut next = self.expr(value)?;
            if let Some(condition) = condition {
                let domain = self.union_of(condition)?;
                next = next.on(domain)?;
            }
            sum = Some(match sum {
                None => next,
                Some(sum) => self.union_add(&piece.span, sum, next)?,
            });
        }
        Ok(sum.unwrap_or(Value::Pieces(Vec::new())))
    }
}

/// `base` to the power of `times`, by squaring.
fn power<T: Coeff>(base: &T, mut times: u64) -> Run<T> {
    let mut result = T::one();
    let mut square = base.clone();
    while times > 0 {
        if times & 1 == 1 {
            result = result.mul(&square)?;
        }
        times >>= 1;
        if times > 0 {
            square = square.mul(&square)?;
        }
    }
    Ok(result)
}
