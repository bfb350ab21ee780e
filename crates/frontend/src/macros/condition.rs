//! The constant expressions of `#if`.
//!
//! Values have 128 bits, so that neither signed nor unsigned numbers of C overflow in what
//! programs write. A division by zero has no value; it does no harm where `&&`, `||` and `?:`
//! do not look at it.

use scop::Span;

use crate::lexer::{character_value, integer_value};
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
    match value {
        Some(value) => Ok(value != 0),
        None => Err(("it divides by zero".into(), at)),
    }
}

struct Evaluator<'t> {
    tokens: &'t [Token],
    position: usize,
    depth: usize,
    at: Span,
}

type Value = Option<i128>;

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
        Ok(condition.and_then(|value| if value != 0 { yes } else { no }))
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
                Ok(value.map(i128::wrapping_neg))
            }
            (TokenKind::Punct, "+") => self.deeper(Self::unary),
            (TokenKind::Punct, "!") => {
                let value = self.deeper(Self::unary)?;
                Ok(value.map(|value| i128::from(value == 0)))
            }
            (TokenKind::Punct, "~") => {
                let value = self.deeper(Self::unary)?;
                Ok(value.map(|value| !value))
            }
            (TokenKind::Int, text) => match integer_value(text) {
                Some(value) => Ok(Some(value.into())),
                None => Err((format!("`{text}` is not an integer"), token.span())),
            },
            (TokenKind::Char, text) => match character_value(text) {
                Some(value) => Ok(Some(value.into())),
                None => Err((format!("`{text}` is not a single character"), token.span())),
            },
            (TokenKind::Ident, "true") => Ok(Some(1)),
            (TokenKind::Ident, name) => {
                if self.peek().is_some_and(|next| next.is_punct("(")) {
                    return Err((format!("no macro `{name}` is defined"), token.span()));
                }
                Ok(Some(0))
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

fn apply(operator: &str, left: Value, right: Value) -> Value {
    // These have a value even if the right side has none.
    match (operator, left) {
        ("||", Some(value)) if value != 0 => return Some(1),
        ("&&", Some(0)) => return Some(0),
        _ => {}
    }
    let (left, right) = (left?, right?);
    let truth = |value: bool| Some(i128::from(value));
    match operator {
        "||" => truth(left != 0 || right != 0),
        "&&" => truth(left != 0 && right != 0),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        "<<" => Some(left.wrapping_shl(right as u32 & 63)),
        ">>" => Some(left.wrapping_shr(right as u32 & 63)),
        "+" => Some(left.wrapping_add(right)),
        "-" => Some(left.wrapping_sub(right)),
        "*" => Some(left.wrapping_mul(right)),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        _ => None,
    }
}
