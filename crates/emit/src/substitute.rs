//! Filling the holes of a statement's text: the value of a hole as an expression of the loops'
//! counters, as short as sums allow.

use std::ops::Range;

use astgen::Position;
use astgen::ast::{Expr, For, If, Node, Op};
use frontend::token::{Token, TokenKind};
use scop::{Hole, Statement};

use crate::flip::inside;
use crate::{Error, Result, marks};

/// The text of an instance: `arguments` are the values of the statement's iterators, `finish` has
/// the last word on the value of a hole, which is told whether it is a subscript.
pub(crate) fn instance(
    statement: &Statement,
    arguments: &[Expr],
    finish: &mut dyn FnMut(&Expr, bool) -> Result<Expr>,
) -> Result<String> {
    let mut text = String::new();
    let mut done = 0;
    let body = &statement.body;
    if marks::are_in(&body.text) {
        let message = format!(
            "the text of `{}` contains control characters",
            statement.name
        );
        return Err(Error::Expression(message));
    }
    let tokens = frontend::tokens_of(&body.text).unwrap_or_default();
    for hole in &body.holes {
        let before = body.text.get(done..hole.range.start);
        text.push_str(before.ok_or_else(|| broken(statement))?);
        let is_subscript = is_within(&tokens, &hole.range, "[", "]");
        let value = finish(&value(statement, hole, arguments)?, is_subscript)?;
        let alone = stands_alone(&tokens, &hole.range) || is_atom(&value);
        let value = match alone {
            true => value.to_string(),
            false => format!("({value})"),
        };
        text.push_str(&marks::hole(&value));
        done = hole.range.end;
    }
    text.push_str(body.text.get(done..).ok_or_else(|| broken(statement))?);
    Ok(text)
}

fn broken(statement: &Statement) -> Error {
    Error::Expression(format!("the text of `{}` has broken holes", statement.name))
}

/// The value of a hole in terms of the loops.
fn value(statement: &Statement, hole: &Hole, arguments: &[Expr]) -> Result<Expr> {
    // Names that nothing else has, so that arguments are not captured.
    let names: Vec<String> = (0..statement.iterators.len())
        .map(|i| format!("${i}"))
        .collect();
    let place = Position::new(names.clone(), statement.domain.clone());
    let known = hole.value.gist(&statement.domain)?;
    let value = place.pw_aff(&known)?;
    let replaced = replace(&value, &|name| {
        let position = names.iter().position(|known| known == name)?;
        arguments.get(position).cloned()
    });
    Ok(simplified(&replaced))
}

/// The expression with names replaced by expressions, all at once.
pub(crate) fn replace(expr: &Expr, new: &dyn Fn(&str) -> Option<Expr>) -> Expr {
    match expr {
        Expr::Int(_) => expr.clone(),
        Expr::Id(name) => new(name).unwrap_or_else(|| expr.clone()),
        Expr::Op(op, operands) => {
            Expr::Op(*op, operands.iter().map(|one| replace(one, new)).collect())
        }
    }
}

/// The tree with an expression in place of a counter.
pub(crate) fn substituted(node: &Node, counter: &str, value: &Expr) -> Node {
    let expr = |expr: &Expr| match mentions(expr, counter) {
        true => inside(&replace(expr, &|name| {
            (name == counter).then(|| value.clone())
        })),
        false => expr.clone(),
    };
    let below = |node: &Node| substituted(node, counter, value);
    match node {
        Node::Block(nodes) => Node::Block(nodes.iter().map(below).collect()),
        Node::Mark(word, node) => Node::Mark(word.clone(), Box::new(below(node))),
        Node::User(user) => {
            let mut user = user.clone();
            user.arguments = user.arguments.iter().map(expr).collect();
            Node::User(user)
        }
        Node::If(found) => Node::If(Box::new(If {
            cond: expr(&found.cond),
            then: below(&found.then),
            otherwise: found.otherwise.as_ref().map(below),
        })),
        Node::For(found) => Node::For(Box::new(For {
            iterator: found.iterator.clone(),
            init: expr(&found.init),
            cond: expr(&found.cond),
            step: found.step,
            body: below(&found.body),
            attributes: found.attributes.clone(),
        })),
    }
}

/// Whether a name occurs in an expression.
pub(crate) fn mentions(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Int(_) => false,
        Expr::Id(other) => other == name,
        Expr::Op(_, operands) => operands.iter().any(|one| mentions(one, name)),
    }
}

/// The expression with sums collected: `(c0 + 1) + 1` is `c0 + 2`.
pub(crate) fn simplified(expr: &Expr) -> Expr {
    let mut sum = Sum::default();
    if sum.add(expr, 1).is_none() {
        return expr.clone();
    }
    sum.into_expr()
}

/// `floor(expr / divisor)` without a division, where every term of the sum but the number can be
/// divided: of `2 * n - 1` by 2 it is `n - 1`.
pub(crate) fn divided(expr: &Expr, divisor: i64) -> Option<Expr> {
    let mut sum = Sum::default();
    sum.add(expr, 1)?;
    for (factor, _) in &mut sum.terms {
        match factor.checked_rem(divisor) {
            Some(0) => *factor /= divisor,
            _ => return None,
        }
    }
    sum.constant = sum.constant.div_euclid(divisor);
    Some(sum.into_expr())
}

/// Whether a sum is seen to be a multiple of a number.
fn is_multiple(expr: &Expr, of: i64) -> bool {
    let mut sum = Sum::default();
    let whole = |number: i64| number.checked_rem(of) == Some(0);
    sum.add(expr, 1).is_some()
        && whole(sum.constant)
        && sum.terms.iter().all(|(factor, _)| whole(*factor))
}

/// A sum of multiples of expressions that are no sums.
#[derive(Default)]
struct Sum {
    terms: Vec<(i64, Expr)>,
    constant: i64,
}

impl Sum {
    fn add(&mut self, expr: &Expr, factor: i64) -> Option<()> {
        match expr {
            Expr::Int(value) => {
                self.constant = self.constant.checked_add(value.checked_mul(factor)?)?;
            }
            Expr::Op(Op::Add, operands) => {
                operands.iter().try_for_each(|one| self.add(one, factor))?;
            }
            Expr::Op(Op::Sub, operands) => {
                for (i, one) in operands.iter().enumerate() {
                    let sign = if i == 0 { 1 } else { -1 };
                    self.add(one, factor.checked_mul(sign)?)?;
                }
            }
            Expr::Op(Op::Neg, operands) => {
                for one in operands {
                    self.add(one, factor.checked_neg()?)?;
                }
            }
            Expr::Op(Op::Mul, operands) => match &operands[..] {
                [Expr::Int(scale), other] | [other, Expr::Int(scale)] => {
                    self.add(other, factor.checked_mul(*scale)?)?;
                }
                _ => self.term(expr.clone(), factor)?,
            },
            Expr::Op(op, operands) => {
                // `2 * c0 / 2` is `c0`.
                if let (Op::Div | Op::PdivQ | Op::FdivQ, [of, Expr::Int(divisor @ 2..)]) =
                    (op, &operands[..])
                    && is_multiple(of, *divisor)
                    && let Some(quotient) = divided(of, *divisor)
                {
                    return self.add(&quotient, factor);
                }
                let operands = operands.iter().map(simplified).collect();
                self.term(Expr::Op(*op, operands), factor)?;
            }
            Expr::Id(_) => self.term(expr.clone(), factor)?,
        }
        Some(())
    }

    fn term(&mut self, expr: Expr, factor: i64) -> Option<()> {
        match self.terms.iter_mut().find(|(_, known)| *known == expr) {
            Some((sum, _)) => *sum = sum.checked_add(factor)?,
            None => self.terms.push((factor, expr)),
        }
        Some(())
    }

    fn into_expr(mut self) -> Expr {
        self.terms.retain(|(factor, _)| *factor != 0);
        // Something positive first reads better than a minus sign.
        let first = self.terms.iter().position(|(factor, _)| *factor > 0);
        if let Some(first) = first {
            let term = self.terms.remove(first);
            self.terms.insert(0, term);
        }
        let constant = self.constant;
        let mut terms = self.terms.into_iter();
        let mut sum = match (first, constant) {
            // `4 - c0` rather than `-c0 + 4`.
            (None, 1..) => Expr::Int(constant),
            _ => match terms.next() {
                Some((factor, expr)) => expr.times(factor),
                None => return Expr::Int(constant),
            },
        };
        for (factor, expr) in terms {
            sum = if factor < 0 && factor != i64::MIN {
                Expr::binary(Op::Sub, sum, expr.times(-factor))
            } else {
                Expr::binary(Op::Add, sum, expr.times(factor))
            };
        }
        match (first, constant) {
            (None, 1..) | (_, 0) => sum,
            (_, ..0) if constant != i64::MIN => Expr::binary(Op::Sub, sum, Expr::Int(-constant)),
            _ => Expr::binary(Op::Add, sum, Expr::Int(constant)),
        }
    }
}

fn is_atom(expr: &Expr) -> bool {
    match expr {
        Expr::Int(value) => *value >= 0,
        // A variable that is made a `long` stands with its conversion: `(long)n`; a parameter may be
        // a load: `p->n`.
        Expr::Id(name) => name.chars().all(|c| c == '_' || c.is_alphanumeric()),
        Expr::Op(op, _) => matches!(op, Op::Min | Op::Max | Op::FdivQ | Op::Call | Op::Access),
    }
}

/// Whether what stands around a hole keeps any expression together: brackets, or parentheses that
/// do not belong to a name: of a macro, perhaps, that does not keep its argument together.
fn stands_alone(tokens: &[Token], hole: &Range<usize>) -> bool {
    let first = tokens.partition_point(|token| token.span().range().end <= hole.start);
    let callee = first.checked_sub(2).and_then(|index| tokens.get(index));
    let is_call = callee.is_some_and(|token| token.kind == TokenKind::Ident);
    is_within(tokens, hole, "[", "]") || (is_within(tokens, hole, "(", ")") && !is_call)
}

/// Whether these two stand directly around a hole.
fn is_within(tokens: &[Token], hole: &Range<usize>, open: &str, close: &str) -> bool {
    let first = tokens.partition_point(|token| token.span().range().end <= hole.start);
    let end = tokens.partition_point(|token| token.span().range().start < hole.end);
    let is = |index: Option<usize>, sign| {
        let token = index.and_then(|index| tokens.get(index));
        token.is_some_and(|token| token.is_punct(sign))
    };
    is(first.checked_sub(1), open) && is(Some(end), close)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> Expr {
        Expr::Id(name.into())
    }

    fn plus(a: Expr, b: Expr) -> Expr {
        Expr::binary(Op::Add, a, b)
    }

    #[test]
    fn sums_are_collected() {
        let twice = plus(plus(id("c0"), Expr::Int(1)), Expr::Int(1));
        assert_eq!(simplified(&twice).to_string(), "c0 + 2");
        let gone = Expr::binary(Op::Sub, plus(id("n"), Expr::Int(3)), id("n"));
        assert_eq!(simplified(&gone).to_string(), "3");
        let turned = plus(id("c0").negated(), plus(id("n"), Expr::Int(-1)));
        assert_eq!(simplified(&turned).to_string(), "n - c0 - 1");
        let from = Expr::binary(Op::Sub, Expr::Int(4), id("c0"));
        assert_eq!(simplified(&from).to_string(), "4 - c0");
        let scaled = Expr::binary(Op::Mul, Expr::Int(2), plus(id("c0"), Expr::Int(1)));
        assert_eq!(simplified(&scaled).to_string(), "2 * c0 + 2");
    }

    #[test]
    fn brackets_keep_values_together() {
        let alone = |text: &str| {
            let at = text.find("HOLE").expect("a hole");
            let tokens = frontend::tokens_of(text).expect("tokens");
            stands_alone(&tokens, &(at..at + 4))
        };
        for text in [
            "a[HOLE] = 0;",
            "a[/* x */ HOLE /* y */] = 0;",
            "2 * (HOLE)",
            "a<:HOLE:> = 0;",
        ] {
            assert!(alone(text), "{text}");
        }
        for text in [
            "f(HOLE);",
            "f /* ( */ (HOLE);",
            "2 * HOLE",
            "a[HOLE + 1]",
            "x = HOLE;",
            "HOLE",
        ] {
            assert!(!alone(text), "{text}");
        }
    }

    #[test]
    fn what_would_overflow_stays() {
        let large = plus(Expr::Int(i64::MAX), Expr::Int(1));
        assert_eq!(simplified(&large), large);
    }
}
