//! The constant expressions of `#if`.
//!
//! As C says (6.10.1), all numbers are of the types `intmax_t` and `uintmax_t`, of 64 bits here: an
//! operation with an unsigned operand is unsigned (`-1 > 0u` is true), comparisons and `&&`, `||`, `!`
//! give a signed 0 or 1, and `?:` has the type of both of its branches. What has no value (a division
//! by zero, a signed result that does not fit) does no harm where `&&`, `||` and `?:` do not look at it.

use scop::Span;

use crate::lexer::{character_constant, integer_value};
use crate::token::{Token, TokenKind};

/// What is wrong with a condition, and where.
pub(crate) type Fault = (String, Span);

const MAX_DEPTH: usize = 100;

/// The value of a condition after macros have been expanded. Names that are left are zero.
pub(crate) fn evaluate(tokens: &[Token], at: Span) -> Result<bool, Fault> {
    let mut evaluator = Evaluator {
        tokens,
        position: 0,
        depth: 0,
        at,
    };
    let value = evaluator.conditional()?;
    if let Some(token) = evaluator.peek() {
        return Err((format!("unexpected `{}`", token.text), token.span()));
    }
    match value.number {
        Ok(number) => Ok(number != 0),
        Err(why) => Err((why.into(), at)),
    }
}

/// A number, or why there is none.
#[derive(Clone, Copy)]
struct Value {
    /// As 64 bits.
    number: Result<u64, &'static str>,
    is_unsigned: bool,
}

impl Value {
    fn truth(number: Result<bool, &'static str>) -> Value {
        Value {
            number: number.map(u64::from),
            is_unsigned: false,
        }
    }

    fn is_true(self) -> Result<bool, &'static str> {
        self.number.map(|number| number != 0)
    }
}

const OVERFLOW: &str = "its value does not fit in 64 bits with a sign";

struct Evaluator<'t> {
    tokens: &'t [Token],
    position: usize,
    depth: usize,
    at: Span,
}

impl<'t> Evaluator<'t> {
    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.position)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is_punct(text));
        self.position += usize::from(found);
        found
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == MAX_DEPTH {
            return Err(("it nests too deeply".into(), self.at));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn conditional(&mut self) -> Result<Value, Fault> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.deeper(Self::conditional)?;
        if !self.eat(":") {
            return Err(("`?` has no `:`".into(), self.at));
        }
        let no = self.deeper(Self::conditional)?;
        Ok(Value {
            number: match condition.is_true() {
                Ok(true) => yes.number,
                Ok(false) => no.number,
                Err(why) => Err(why),
            },
            is_unsigned: yes.is_unsigned || no.is_unsigned,
        })
    }

    fn binary(&mut self, least: u8) -> Result<Value, Fault> {
        let mut left = self.unary()?;
        while let Some(operator) = self.peek()
            && let Some(level) = precedence(operator)
            && level >= least
        {
            self.position += 1;
            let right = self.deeper(|evaluator| evaluator.binary(level + 1))?;
            left = apply(&operator.text, left, right);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Value, Fault> {
        let Some(token) = self.peek() else {
            return Err(("expected a value".into(), self.at));
        };
        self.position += 1;
        match (token.kind, &*token.text) {
            (TokenKind::Punct, "(") => {
                let value = self.deeper(Self::conditional)?;
                if self.eat(")") {
                    Ok(value)
                } else {
                    Err(("unclosed `(`".into(), token.span()))
                }
            }
            (TokenKind::Punct, "-") => {
                let value = self.deeper(Self::unary)?;
                let zero = Value {
                    number: Ok(0),
                    is_unsigned: value.is_unsigned,
                };
                Ok(apply("-", zero, value))
            }
            (TokenKind::Punct, "+") => self.deeper(Self::unary),
            (TokenKind::Punct, "!") => {
                let value = self.deeper(Self::unary)?;
                Ok(Value::truth(value.is_true().map(|value| !value)))
            }
            (TokenKind::Punct, "~") => {
                let value = self.deeper(Self::unary)?;
                Ok(Value {
                    number: value.number.map(|number| !number),
                    ..value
                })
            }
            (TokenKind::Int, text) => match integer_value(text) {
                // Compilers take decimal numbers beyond the signed ones for unsigned, too.
                Some(value) => Ok(Value {
                    number: Ok(value),
                    is_unsigned: has_unsigned_suffix(text) || i64::try_from(value).is_err(),
                }),
                None => Err((format!("`{text}` is not an integer"), token.span())),
            },
            (TokenKind::Char, text) => match character_constant(text) {
                Some((value, is_unsigned)) => Ok(Value {
                    number: Ok(value as u64),
                    is_unsigned,
                }),
                None => Err((
                    format!("compilers do not agree on the value of `{text}`"),
                    token.span(),
                )),
            },
            (TokenKind::Ident, "true") => Ok(Value::truth(Ok(true))),
            (TokenKind::Ident, name) => {
                if self.peek().is_some_and(|next| next.is_punct("(")) {
                    return Err((format!("no macro `{name}` is defined"), token.span()));
                }
                Ok(Value::truth(Ok(false)))
            }
            (_, text) => Err((format!("`{text}` is not an integer"), token.span())),
        }
    }
}

fn precedence(operator: &Token) -> Option<u8> {
    if operator.kind != TokenKind::Punct {
        return None;
    }
    Some(match &*operator.text {
        "||" => 0,
        "&&" => 1,
        "|" => 2,
        "^" => 3,
        "&" => 4,
        "==" | "!=" => 5,
        "<" | ">" | "<=" | ">=" => 6,
        "<<" | ">>" => 7,
        "+" | "-" => 8,
        "*" | "/" | "%" => 9,
        _ => return None,
    })
}

/// Whether an integer constant ends in `u`, besides what else it ends in.
fn has_unsigned_suffix(text: &str) -> bool {
    let suffix = text.trim_end_matches(['l', 'L']);
    suffix.ends_with(['u', 'U'])
}

fn apply(operator: &str, left: Value, right: Value) -> Value {
    match operator {
        "||" | "&&" => {
            let decides = operator == "||";
            return Value::truth(match left.is_true() {
                Ok(value) if value == decides => Ok(decides),
                Ok(_) => right.is_true(),
                Err(why) => Err(why),
            });
        }
        "<<" | ">>" => {
            let number = left.number.and_then(|number| {
                let count = right.number?;
                shift(operator, number, left.is_unsigned, count)
            });
            return Value { number, ..left };
        }
        _ => {}
    }
    let is_unsigned = left.is_unsigned || right.is_unsigned;
    let compared = matches!(operator, "==" | "!=" | "<" | ">" | "<=" | ">=");
    let number = left.number.and_then(|left| {
        let right = right.number?;
        match is_unsigned {
            true => arithmetic(operator, left.into(), right.into()).map(|value| value as u64),
            false => {
                let exact = arithmetic(operator, (left as i64).into(), (right as i64).into())?;
                let fitting = i64::try_from(exact).map_err(|_| OVERFLOW)?;
                Ok(fitting as u64)
            }
        }
    });
    Value {
        number,
        is_unsigned: is_unsigned && !compared,
    }
}

/// The exact result of an operation on two numbers of one type, but for the highest bits of an
/// unsigned product, which nobody wants.
fn arithmetic(operator: &str, left: i128, right: i128) -> Result<i128, &'static str> {
    let by_zero = "it divides by zero";
    Ok(match operator {
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i128::from(left == right),
        "!=" => i128::from(left != right),
        "<" => i128::from(left < right),
        ">" => i128::from(left > right),
        "<=" => i128::from(left <= right),
        ">=" => i128::from(left >= right),
        "+" => left + right,
        "-" => left - right,
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div(right).ok_or(by_zero)?,
        "%" => left.checked_rem(right).ok_or(by_zero)?,
        _ => return Err("it has an operator that is not known"),
    })
}

/// A shift; the type of the count does not matter.
fn shift(operator: &str, number: u64, is_unsigned: bool, count: u64) -> Result<u64, &'static str> {
    let count = match u32::try_from(count) {
        Ok(count) if count < u64::BITS => count,
        _ => return Err("it shifts by less than 0 or more than 63 bits"),
    };
    match (operator, is_unsigned) {
        ("<<", true) => Ok(number << count),
        ("<<", false) => {
            let shifted = (number as i64) << count;
            match shifted >> count == number as i64 {
                true => Ok(shifted as u64),
                false => Err(OVERFLOW),
            }
        }
        (_, true) => Ok(number >> count),
        (_, false) => Ok(((number as i64) >> count) as u64),
    }
}
