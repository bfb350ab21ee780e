//! Affine expressions on their way to isl's notation, with what is constant in them computed.

use crate::codes;
use scop::{Diagnostic, Span};

/// An affine expression.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    /// In isl's notation; put into parentheses unless it is one word.
    pub text: String,
    /// Its value, when it is a constant.
    pub value: Option<i64>,
}

type Computed = Result<Linear, Box<Diagnostic>>;

impl Linear {
    pub fn constant(value: i64) -> Linear {
        let text = match value < 0 {
            true => format!("({value})"),
            false => value.to_string(),
        };
        Linear {
            text,
            value: Some(value),
        }
    }

    pub fn variable(name: &str) -> Linear {
        Linear {
            text: name.into(),
            value: None,
        }
    }

    pub fn negate(&self, span: Span) -> Computed {
        match self.value {
            Some(value) => checked(value.checked_neg(), span),
            None => Ok(Linear {
                text: format!("(-{})", self.text),
                value: None,
            }),
        }
    }

    /// `left sign right`; division and remainder round to the lower integer.
    pub fn binary(sign: &str, left: &Linear, right: &Linear, span: Span) -> Computed {
        let both = left.value.zip(right.value);
        let joined = |text: String| Ok(Linear { text, value: None });
        match sign {
            "+" | "-" => match both {
                Some((a, b)) if sign == "+" => checked(a.checked_add(b), span),
                Some((a, b)) => checked(a.checked_sub(b), span),
                None => joined(format!("({} {sign} {})", left.text, right.text)),
            },
            "*" => match both {
                Some((a, b)) => checked(a.checked_mul(b), span),
                None if left.value.is_none() && right.value.is_none() => Err(not_affine(
                    "cannot multiply two expressions that are not constants",
                    span,
                )),
                None if left.value.is_none() => Linear::binary("*", right, left, span),
                None => joined(format!("({} * {})", left.text, right.text)),
            },
            _ => {
                let Some(divisor) = right.value else {
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
                match (sign, left.value) {
                    ("/", Some(value)) => checked(Some(value.div_euclid(divisor)), span),
                    (_, Some(value)) => checked(Some(value.rem_euclid(divisor)), span),
                    ("/", None) => joined(format!("floor({}/{divisor})", left.text)),
                    _ => joined(format!("({} mod {divisor})", left.text)),
                }
            }
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
