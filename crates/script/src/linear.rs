//! Affine expressions, with what is constant in them computed.

use std::fmt;

use presburger::{Aff, Space, Value};
use scop::{Diagnostic, Span};

use crate::codes;

/// How deep an expression may be: it is walked by functions that call themselves.
const MAX_DEPTH: u32 = 150;

/// An affine expression.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    kind: Kind,
    depth: u32,
}

/// Division and remainder round to the lower integer.
#[derive(Clone, Debug)]
enum Kind {
    Constant(i64),
    Variable(String),
    Negated(Box<Linear>),
    Sum(Box<Linear>, Box<Linear>),
    Difference(Box<Linear>, Box<Linear>),
    Multiple(i64, Box<Linear>),
    Quotient(Box<Linear>, i64),
    Remainder(Box<Linear>, i64),
}

type Computed = Result<Linear, Box<Diagnostic>>;

impl Linear {
    pub fn constant(value: i64) -> Linear {
        Linear {
            kind: Kind::Constant(value),
            depth: 1,
        }
    }

    pub fn variable(name: &str) -> Linear {
        Linear {
            kind: Kind::Variable(name.into()),
            depth: 1,
        }
    }

    fn of_one(self, kind: impl FnOnce(Box<Linear>) -> Kind, span: Span) -> Computed {
        let depth = self.depth + 1;
        let kind = kind(Box::new(self));
        Linear { kind, depth }.not_too_deep(span)
    }

    fn of_two(
        self,
        other: Linear,
        kind: impl FnOnce(Box<Linear>, Box<Linear>) -> Kind,
        span: Span,
    ) -> Computed {
        let depth = self.depth.max(other.depth) + 1;
        let kind = kind(Box::new(self), Box::new(other));
        Linear { kind, depth }.not_too_deep(span)
    }

    fn not_too_deep(self, span: Span) -> Computed {
        if self.depth > MAX_DEPTH {
            let error = Diagnostic::error(codes::TOO_DEEP, "this expression is too long", span);
            return Err(Box::new(error.help(format!(
                "an expression can have up to {MAX_DEPTH} operators in a row"
            ))));
        }
        Ok(self)
    }

    /// Its value, when it is a constant.
    pub fn value(&self) -> Option<i64> {
        match &self.kind {
            Kind::Constant(value) => Some(*value),
            _ => None,
        }
    }

    pub fn negate(self, span: Span) -> Computed {
        match self.value() {
            Some(value) => checked(value.checked_neg(), span),
            None => self.of_one(Kind::Negated, span),
        }
    }

    /// `left sign right`.
    pub fn binary(sign: &str, left: Linear, right: Linear, span: Span) -> Computed {
        let both = left.value().zip(right.value());
        match (sign, both) {
            ("+", Some((a, b))) => checked(a.checked_add(b), span),
            ("+", None) => left.of_two(right, Kind::Sum, span),
            ("-", Some((a, b))) => checked(a.checked_sub(b), span),
            ("-", None) => left.of_two(right, Kind::Difference, span),
            ("*", Some((a, b))) => checked(a.checked_mul(b), span),
            ("*", None) => match (left.value(), right.value()) {
                (Some(factor), _) => right.of_one(|one| Kind::Multiple(factor, one), span),
                (_, Some(factor)) => left.of_one(|one| Kind::Multiple(factor, one), span),
                _ => Err(not_affine(
                    "cannot multiply two expressions that are not constants",
                    span,
                )),
            },
            _ => {
                let Some(divisor) = right.value() else {
                    return Err(not_affine(
                        "cannot divide by an expression that is not constant",
                        span,
                    ));
                };
                if divisor <= 0 {
                    let message = format!("cannot divide by {divisor}");
                    let error = Diagnostic::error(codes::BAD_SIZE, message, span);
                    return Err(Box::new(error.help("divide by a positive number")));
                }
                match (sign, left.value()) {
                    ("/", Some(value)) => checked(Some(value.div_euclid(divisor)), span),
                    (_, Some(value)) => checked(Some(value.rem_euclid(divisor)), span),
                    ("/", None) => left.of_one(|one| Kind::Quotient(one, divisor), span),
                    _ => left.of_one(|one| Kind::Remainder(one, divisor), span),
                }
            }
        }
    }

    /// The expression as a function on `domain`, where `variable` says what the names mean.
    pub fn function(
        &self,
        domain: &Space,
        variable: &dyn Fn(&str) -> presburger::Result<Aff>,
    ) -> presburger::Result<Aff> {
        let function = |inner: &Linear| inner.function(domain, variable);
        match &self.kind {
            Kind::Constant(value) => Aff::val_on_domain(domain, &Value::from(*value)),
            Kind::Variable(name) => variable(name),
            Kind::Negated(inner) => function(inner)?.neg(),
            Kind::Sum(left, right) => function(left)?.add(&function(right)?),
            Kind::Difference(left, right) => function(left)?.sub(&function(right)?),
            Kind::Multiple(factor, inner) => function(inner)?.scale(&Value::from(*factor)),
            Kind::Quotient(inner, divisor) => {
                function(inner)?.scale_down(&Value::from(*divisor))?.floor()
            }
            Kind::Remainder(inner, divisor) => function(inner)?.mod_val(&Value::from(*divisor)),
        }
    }
}

/// In isl's notation; in parentheses unless it is one word.
impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Constant(value) if *value < 0 => write!(f, "({value})"),
            Kind::Constant(value) => write!(f, "{value}"),
            Kind::Variable(name) => f.write_str(name),
            Kind::Negated(inner) => write!(f, "(-{inner})"),
            Kind::Sum(left, right) => write!(f, "({left} + {right})"),
            Kind::Difference(left, right) => write!(f, "({left} - {right})"),
            Kind::Multiple(factor, inner) => {
                write!(f, "({} * {inner})", Linear::constant(*factor))
            }
            Kind::Quotient(inner, divisor) => write!(f, "floor({inner}/{divisor})"),
            Kind::Remainder(inner, divisor) => write!(f, "({inner} mod {divisor})"),
        }
    }
}

fn checked(value: Option<i64>, span: Span) -> Computed {
    value.map(Linear::constant).ok_or_else(|| {
        let message = "this value does not fit in 64 bits";
        let error = Diagnostic::error(codes::BAD_NUMBER, message, span);
        Box::new(error.help(format!("numbers go from {} to {}", i64::MIN, i64::MAX)))
    })
}

fn not_affine(message: &str, span: Span) -> Box<Diagnostic> {
    let error = Diagnostic::error(codes::NOT_AFFINE, message, span)
        .label(span, "not affine")
        .help(
            "add iterators and parameters, or multiply (`*`), divide (`/`) or reduce (`%`) them \
             by constants",
        );
    Box::new(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum_of(terms: u32) -> Computed {
        let span = Span::new(scop::FileId::MAIN, 0, 1);
        (1..terms).try_fold(Linear::variable("i"), |sum, _| {
            Linear::binary("+", sum, Linear::variable("i"), span)
        })
    }

    #[test]
    fn long_expressions_are_refused_before_they_are_walked() {
        assert!(sum_of(MAX_DEPTH).is_ok());
        assert!(sum_of(MAX_DEPTH + 1).is_err());
    }

    #[test]
    fn functions_and_notation_agree() -> presburger::Result<()> {
        let span = Span::new(scop::FileId::MAIN, 0, 1);
        let op = |sign: &str, a: Linear, b: Linear| Linear::binary(sign, a, b, span).unwrap();
        let i = || Linear::variable("i");
        let twice = op("*", i(), Linear::constant(-2));
        let quotient = op(
            "/",
            op("-", twice, Linear::constant(3)),
            Linear::constant(5),
        );
        let rest = op("%", i().negate(span).unwrap(), Linear::constant(7));
        let both = op("+", quotient, rest);
        let domain = Space::unnamed(1);
        let variable = |_: &str| Aff::var_on_domain(&domain, presburger::Dim::Set(0));
        let made = both.function(&domain, &variable)?;
        let read: Aff = format!("{{ [i] -> [{both}] }}").parse()?;
        assert!(made.is_equal(&read)?);
        let by_hand = |i: i64| (-2 * i - 3).div_euclid(5) + (-i).rem_euclid(7);
        for x in -20..20 {
            let point: presburger::Set = format!("{{ [{x}] }}").parse()?;
            let point = point.sample_point()?.unwrap();
            assert_eq!(made.eval(&point)?, Value::from(by_hand(x)));
        }
        Ok(())
    }
}
