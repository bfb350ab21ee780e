//! Sums, factors and what they are made of.
//!
//! The precedence of isl is kept where it differs from what one might expect:
//! a literal multiplies all of the factor to its right, so `3 * i mod 2` and
//! `3i mod 2` are `3 * (i mod 2)` and `2i//3` is `2 * (i//3)`; a minus sign belongs
//! to a literal before `mod` does, so `-5 mod 3` is 1 but `-i mod 3` is `-(i mod 3)`.
//! What isl refuses because it could be read two ways (`i mod 2 * 3`, `i/2/2`) is
//! refused here.

use super::formulas::Term;
use super::{Keyword, Kind, Parser, Result};
use crate::text::syntax::{Expr, ExprKind, Sign};

impl Parser<'_> {
    /// Whether the next token can start an expression.
    pub(super) fn at_expression(&mut self) -> bool {
        self.at_operand() || matches!(self.peek().kind, Kind::Minus | Kind::Integer)
    }

    /// Whether the next token starts an operand that a literal can multiply
    /// without `*`.
    fn at_operand(&mut self) -> bool {
        matches!(
            self.peek().kind,
            Kind::Ident
                | Kind::LeftParen
                | Kind::LeftBracket
                | Kind::Keyword(
                    Keyword::Floor
                        | Keyword::Ceil
                        | Keyword::Floord
                        | Keyword::Ceild
                        | Keyword::Min
                        | Keyword::Max
                        | Keyword::Infinity
                        | Keyword::NaN
                )
        )
    }

    /// Terms with `+` and `-` between them; or a condition in parentheses.
    pub(super) fn sum(&mut self, lists: bool) -> Result<Term> {
        match self.signed_factor(lists)? {
            Term::Expr(first) if matches!(self.peek().kind, Kind::Plus | Kind::Minus) => {
                self.sum_after(*first)
            }
            term => Ok(term),
        }
    }

    fn sum_after(&mut self, first: Expr) -> Result<Term> {
        let start = first.span.start;
        let mut terms = vec![(Sign::Plus, first)];
        loop {
            let sign = match self.peek().kind {
                Kind::Plus => Sign::Plus,
                Kind::Minus => Sign::Minus,
                _ => break,
            };
            self.take();
            let term = self.signed_factor(false)?;
            terms.push((sign, *self.expr_from(term)?));
        }
        Ok(Term::Expr(self.node(start, ExprKind::Sum(terms))))
    }

    /// A factor with any number of minus signs in front.
    fn signed_factor(&mut self, lists: bool) -> Result<Term> {
        if !self.at(Kind::Minus) {
            return self.factor(lists);
        }
        let start = self.peek().start;
        let mut negative = false;
        while self.eat(Kind::Minus) {
            negative = !negative;
        }
        if negative && self.at(Kind::Integer) {
            let number = self.number()?;
            let literal = self.node(start, ExprKind::Negate(number));
            return self.factor_after(start, literal).map(Term::Expr);
        }
        let factor = self.factor(false)?;
        let mut factor = self.expr_from(factor)?;
        if negative {
            factor = self.node(start, ExprKind::Negate(factor));
        }
        Ok(Term::Expr(factor))
    }

    fn factor(&mut self, lists: bool) -> Result<Term> {
        let start = self.peek().start;
        match self.primary(lists)? {
            Term::Expr(expr) => self.factor_after(start, expr).map(Term::Expr),
            formula => Ok(formula),
        }
    }

    /// The rest of a factor that starts with the primary `expr`.
    fn factor_after(&mut self, start: usize, mut expr: Box<Expr>) -> Result<Box<Expr>> {
        if is_literal(&expr) && (self.at(Kind::Star) || self.at_operand()) {
            expr = self.literal_product(start, *expr)?;
        }
        if self.eat(Kind::Percent) || self.eat(Kind::Keyword(Keyword::Mod)) {
            let divisor = self.divisor("the divisor of `mod`")?;
            expr = self.node(start, ExprKind::Modulo(expr, divisor));
            return Ok(expr);
        }
        if self.at(Kind::Star) || self.at_implicit_product() {
            expr = self.product(start, *expr)?;
        }
        if self.eat(Kind::Slash) {
            let divisor = self.divisor("the denominator")?;
            expr = self.node(start, ExprKind::Quotient(expr, divisor));
        }
        if self.eat(Kind::SlashSlash) {
            let divisor = self.divisor("the divisor of `//`")?;
            expr = self.node(start, ExprKind::FloorQuotient(expr, divisor));
        }
        Ok(expr)
    }

    /// A literal times the factor that follows, with or without `*`.
    fn literal_product(&mut self, start: usize, literal: Expr) -> Result<Box<Expr>> {
        let negative = self.eat(Kind::Star) && self.eat(Kind::Minus);
        let operand_start = self.peek().start;
        self.enter()?;
        let term = self.factor(false)?;
        self.leave();
        let mut operand = self.expr_from(term)?;
        if negative {
            operand = self.node(operand_start, ExprKind::Negate(operand));
        }
        Ok(self.node(start, ExprKind::Product(vec![literal, *operand])))
    }

    /// `first * b * c`, each with at most one sign.
    fn product(&mut self, start: usize, first: Expr) -> Result<Box<Expr>> {
        let mut factors = vec![first];
        while self.eat(Kind::Star) || self.at_implicit_product() {
            let factor_start = self.peek().start;
            let negative = self.eat(Kind::Minus);
            let term = self.primary(false)?;
            let mut factor = self.expr_from(term)?;
            if negative {
                factor = self.node(factor_start, ExprKind::Negate(factor));
            }
            factors.push(*factor);
        }
        Ok(self.node(start, ExprKind::Product(factors)))
    }

    /// In a polynomial `i j` is a product.
    fn at_implicit_product(&mut self) -> bool {
        self.in_polynomial && self.at(Kind::Ident)
    }

    /// An integer constant that is not zero.
    fn divisor(&mut self, role: &str) -> Result<Box<Expr>> {
        let divisor = self.literal(&format!("{role}, an integer constant"))?;
        let digits = match &divisor.kind {
            ExprKind::Power(base, _) => &base.kind,
            literal => literal,
        };
        if matches!(digits, ExprKind::Integer(digits) if digits.bytes().all(|b| b == b'0')) {
            return Err(self.error_at(
                divisor.span,
                format!("expected {role}, an integer other than zero, found zero"),
            ));
        }
        Ok(Box::new(divisor))
    }

    /// A literal, a variable, a function or something in brackets, and its power.
    fn primary(&mut self, lists: bool) -> Result<Term> {
        let start = self.peek().start;
        let expr = match self.peek().kind {
            Kind::Integer => return self.number().map(Term::Expr),
            Kind::Ident => self.variable(),
            Kind::LeftParen => match self.parenthesised(lists)? {
                Term::Expr(expr) => expr,
                formula => return Ok(formula),
            },
            Kind::LeftBracket => self.bracketed()?,
            Kind::Keyword(keyword) => self.function(keyword)?,
            _ => return Err(self.unexpected("an expression")),
        };
        if self.at(Kind::Caret) {
            return self.power(start, expr).map(Term::Expr);
        }
        Ok(Term::Expr(expr))
    }

    /// A literal; in a polynomial also a quotient of two.
    fn number(&mut self) -> Result<Box<Expr>> {
        let literal = Box::new(self.literal("an integer")?);
        if !self.in_polynomial || !self.eat(Kind::Slash) {
            return Ok(literal);
        }
        let start = literal.span.start;
        let divisor = self.divisor("the denominator")?;
        Ok(self.node(start, ExprKind::Quotient(literal, divisor)))
    }

    fn variable(&mut self) -> Box<Expr> {
        let token = self.take();
        let name = self.text[token.span()].to_owned();
        self.node(token.start, ExprKind::Variable(name))
    }

    /// `[i/2]`
    fn bracketed(&mut self) -> Result<Box<Expr>> {
        let start = self.take().start;
        let inner = self.expression()?;
        self.expect(Kind::RightBracket, "`]` or more of the expression")?;
        Ok(self.node(start, ExprKind::Floor(inner)))
    }

    fn power(&mut self, start: usize, base: Box<Expr>) -> Result<Box<Expr>> {
        self.take();
        let exponent = self.integer("the exponent, an integer")?;
        Ok(self.node(start, ExprKind::Power(base, exponent)))
    }

    /// `(expression)`, `(condition)`, or in a tuple `(pieces)`.
    fn parenthesised(&mut self, lists: bool) -> Result<Term> {
        let start = self.take().start;
        let inner_start = self.peek().start;
        let mut term = if self.in_element && self.at(Kind::Colon) {
            let pieces = self.pieces()?;
            Term::Expr(self.node(inner_start, ExprKind::Piecewise(pieces)))
        } else {
            self.term(lists)?
        };
        if self.in_element && matches!(self.peek().kind, Kind::Colon | Kind::Semicolon) {
            let first = self.expr_from(term)?;
            let pieces = self.pieces_after(inner_start, *first)?;
            term = Term::Expr(self.node(inner_start, ExprKind::Piecewise(pieces)));
        }
        self.expect(Kind::RightParen, "`)` or more of what it closes")?;
        match &mut term {
            Term::Expr(expr) => expr.span = self.span_from(start),
            Term::Formula(formula) => formula.span = self.span_from(start),
        }
        Ok(term)
    }

    /// `floor(..)`, `max(..)` and the like, and the constants that are words.
    fn function(&mut self, keyword: Keyword) -> Result<Box<Expr>> {
        if !self.at_operand() {
            return Err(self.unexpected("an expression"));
        }
        let start = self.take().start;
        let kind = match keyword {
            Keyword::Infinity => ExprKind::Infinity,
            Keyword::NaN => ExprKind::NaN,
            _ => self.call(keyword)?,
        };
        Ok(self.node(start, kind))
    }

    /// The arguments, with their parentheses, of a function.
    fn call(&mut self, function: Keyword) -> Result<ExprKind> {
        self.expect(Kind::LeftParen, "`(` and the arguments of the function")?;
        let start = self.peek().start;
        let mut first = self.expression()?;
        let kind = match function {
            Keyword::Min => ExprKind::Min(self.arguments_after(*first)?),
            Keyword::Max => ExprKind::Max(self.arguments_after(*first)?),
            _ => {
                if matches!(function, Keyword::Floord | Keyword::Ceild) {
                    self.expect(Kind::Comma, "`,` and the divisor")?;
                    let divisor = self.divisor("the divisor")?;
                    first = self.node(start, ExprKind::Quotient(first, divisor));
                }
                match function {
                    Keyword::Floor | Keyword::Floord => ExprKind::Floor(first),
                    _ => ExprKind::Ceil(first),
                }
            }
        };
        self.expect(Kind::RightParen, "`,`, `)` or more of the expression")?;
        Ok(kind)
    }

    fn arguments_after(&mut self, first: Expr) -> Result<Vec<Expr>> {
        let mut arguments = vec![first];
        while self.eat(Kind::Comma) {
            arguments.push(*self.expression()?);
        }
        Ok(arguments)
    }

    pub(super) fn node(&self, start: usize, kind: ExprKind) -> Box<Expr> {
        Box::new(Expr {
            kind,
            span: self.span_from(start),
        })
    }
}

/// A number, also with a sign or an exponent, as opposed to one in parentheses.
fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Negate(inner) => is_literal(inner),
        ExprKind::Power(base, _) => matches!(base.kind, ExprKind::Integer(_)),
        _ => false,
    }
}
