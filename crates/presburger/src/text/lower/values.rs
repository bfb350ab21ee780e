//! Values of expressions: quasi-affine forms, also in pieces, and what is no number.

use super::{Fail, Lower, Lowered};
use crate::conj::Conj;
use crate::form::Form;
use crate::number::{Coeff, Run};
use crate::relation::{Width, subtract, union};
use crate::text::syntax::Span;

/// A number, or what stands in for one.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::text) enum Num<T> {
    Form(Form<T>),
    Infinity,
    NegInfinity,
    NaN,
}

/// The value of an expression over the columns in scope.
#[derive(Clone, Debug)]
pub(in crate::text) enum Value<T> {
    /// The same everywhere.
    Plain(Num<T>),
    /// Different on disjoint domains, undefined elsewhere.
    Pieces(Vec<(Vec<Conj<T>>, Num<T>)>),
}

impl<T> From<Form<T>> for Value<T> {
    fn from(form: Form<T>) -> Self {
        Value::Plain(Num::Form(form))
    }
}

impl<T: Coeff> Num<T> {
    /// `self + factor * other`; `None` for a sum with an infinite term.
    pub(super) fn combine(&self, factor: &T, other: &Num<T>) -> Run<Option<Num<T>>> {
        Ok(match (self, other) {
            (Num::NaN, _) | (_, Num::NaN) => Some(Num::NaN),
            (Num::Form(a), Num::Form(b)) => Some(Num::Form(a.combine(&T::one(), b, factor)?)),
            _ => None,
        })
    }
}

impl<T: Coeff> Value<T> {
    /// The form, if there are no pieces and it is a number.
    pub(super) fn as_form(&self) -> Option<&Form<T>> {
        match self {
            Value::Plain(Num::Form(form)) => Some(form),
            _ => None,
        }
    }

    /// Numerator and denominator of a value without variables.
    pub(super) fn as_constant(&self) -> Option<(T, T)> {
        self.as_form().and_then(Form::as_constant)
    }

    /// Applies a function of forms everywhere.
    pub(super) fn map_forms(self, f: impl Fn(&Form<T>) -> Run<Form<T>>) -> Run<Value<T>> {
        let apply = |num: Num<T>| match num {
            Num::Form(form) => f(&form).map(Num::Form),
            other => Ok(other),
        };
        Ok(match self {
            Value::Plain(num) => Value::Plain(apply(num)?),
            Value::Pieces(pieces) => Value::Pieces(
                pieces
                    .into_iter()
                    .map(|(domain, num)| Ok((domain, apply(num)?)))
                    .collect::<Run<_>>()?,
            ),
        })
    }

    /// `-self`, also of what is infinite.
    pub(super) fn negated(mut self) -> Value<T> {
        let negate = |num: &mut Num<T>| match num {
            Num::Form(form) => *form = form.neg(),
            Num::Infinity => *num = Num::NegInfinity,
            Num::NegInfinity => *num = Num::Infinity,
            Num::NaN => {}
        };
        match &mut self {
            Value::Plain(num) => negate(num),
            Value::Pieces(pieces) => pieces.iter_mut().for_each(|(_, num)| negate(num)),
        }
        self
    }

    /// Restricts the value to a domain.
    pub(super) fn on(self, domain: Vec<Conj<T>>) -> Run<Value<T>> {
        Ok(Value::Pieces(match self {
            Value::Plain(num) => vec![(domain, num)],
            Value::Pieces(pieces) => {
                let mut out = Vec::with_capacity(pieces.len());
                for (part, num) in pieces {
                    let part = union::intersect(&part, &domain)?;
                    if !part.is_empty() {
                        out.push((part, num));
                    }
                }
                out
            }
        }))
    }

    /// The pieces; a plain value has one, everywhere.
    pub(in crate::text) fn into_pieces(
        self,
        everywhere: impl FnOnce() -> Conj<T>,
    ) -> Vec<(Vec<Conj<T>>, Num<T>)> {
        match self {
            Value::Plain(num) => vec![(vec![everywhere()], num)],
            Value::Pieces(pieces) => pieces,
        }
    }
}

impl<T: Width> Lower<'_, T> {
    /// `a - b`
    pub(super) fn difference(&self, span: &Span, a: &Value<T>, b: &Value<T>) -> Lowered<Value<T>> {
        self.combine(span, a, &T::one().neg(), b)
    }

    /// `a + factor * b`, where both are defined.
    pub(super) fn combine(
        &self,
        span: &Span,
        a: &Value<T>,
        factor: &T,
        b: &Value<T>,
    ) -> Lowered<Value<T>> {
        let combine = |x: &Num<T>, y: &Num<T>| match x.combine(factor, y) {
            Ok(Some(sum)) => Ok(sum),
            Ok(None) => Err(self.infinite(span)),
            Err(stop) => Err(Fail::Stop(stop)),
        };
        Ok(match (a, b) {
            (Value::Plain(x), Value::Plain(y)) => Value::Plain(combine(x, y)?),
            (Value::Plain(x), Value::Pieces(pieces)) => {
                let mut out = Vec::with_capacity(pieces.len());
                for (domain, y) in pieces {
                    out.push((domain.clone(), combine(x, y)?));
                }
                Value::Pieces(out)
            }
            (Value::Pieces(pieces), Value::Plain(y)) => {
                let mut out = Vec::with_capacity(pieces.len());
                for (domain, x) in pieces {
                    out.push((domain.clone(), combine(x, y)?));
                }
                Value::Pieces(out)
            }
            (Value::Pieces(left), Value::Pieces(right)) => {
                let mut out = Vec::new();
                for (domain, x) in left {
                    for (other, y) in right {
                        let meet = union::intersect(domain, other)?;
                        if !meet.is_empty() {
                            out.push((meet, combine(x, y)?));
                        }
                    }
                }
                Value::Pieces(out)
            }
        })
    }

    /// The sum where both are defined, and either one where only that one is.
    pub(super) fn union_add(&self, span: &Span, a: Value<T>, b: Value<T>) -> Lowered<Value<T>> {
        let left = a.into_pieces(|| self.universe());
        let right = b.into_pieces(|| self.universe());
        let mut out = Vec::new();
        for (domain, x) in &left {
            let mut rest = domain.clone();
            for (other, y) in &right {
                let meet = union::intersect(domain, other)?;
                if subtract::is_empty(&meet)? {
                    continue;
                }
                let Some(sum) = x.combine(&T::one(), y)? else {
                    return Err(self.infinite(span));
                };
                out.push((meet, sum));
                rest = subtract::subtract(&rest, other)?;
            }
            if !rest.is_empty() {
                out.push((rest, x.clone()));
            }
        }
        for (domain, y) in right {
            let mut rest = domain;
            for (other, _) in &left {
                rest = subtract::subtract(&rest, other)?;
            }
            if !rest.is_empty() {
                out.push((rest, y));
            }
        }
        Ok(Value::Pieces(out))
    }

    pub(super) fn infinite(&self, span: &Span) -> Fail {
        self.fail(span, "expected a finite number, found `infty`")
    }
}
