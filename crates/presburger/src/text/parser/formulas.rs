//! Conditions, from implication down to comparison, and terms that may be
//! conditions or expressions.

use super::{Keyword, Kind, Parser, Result};
use crate::text::syntax::{Comparison, Existential, Expr, ExprKind, Formula, FormulaKind, Span};

/// An expression or a condition.
pub(super) enum Term {
    Expr(Box<Expr>),
    Formula(Box<Formula>),
}

impl Term {
    fn from_formula(kind: FormulaKind, span: Span) -> Term {
        Term::Formula(Box::new(Formula { kind, span }))
    }
}

impl Parser<'_> {
    /// A condition.
    pub(super) fn formula(&mut self) -> Result<Box<Formula>> {
        let term = self.term(true)?;
        self.formula_from(term)
    }

    /// An expression.
    pub(super) fn expression(&mut self) -> Result<Box<Expr>> {
        let term = self.term(false)?;
        self.expr_from(term)
    }

    /// Either one. With `lists`, it may start with a list: `i, j > 0`.
    pub(super) fn term(&mut self, lists: bool) -> Result<Term> {
        self.enter()?;
        let mut term = self.disjunction(lists)?;
        if self.at(Kind::Keyword(Keyword::Implies)) {
            term = self.implication(term)?;
        }
        if self.at(Kind::Question) {
            term = self.conditional(term)?;
        }
        self.leave();
        Ok(term)
    }

    /// `condition ? then : otherwise`, given the condition.
    fn conditional(&mut self, condition: Term) -> Result<Term> {
        let condition = self.formula_from(condition)?;
        let start = condition.span.start;
        self.expect(Kind::Question, "`?`")?;
        let then = self.expression()?;
        self.expect(Kind::Colon, "`:` between the two cases of `? :`")?;
        let otherwise = self.expression()?;
        Ok(Term::Expr(self.node(
            start,
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            },
        )))
    }

    /// `premise implies conclusion`, given the premise.
    fn implication(&mut self, premise: Term) -> Result<Term> {
        let premise = self.formula_from(premise)?;
        let start = premise.span.start;
        self.take();
        let conclusion = self.disjunction(true)?;
        let conclusion = self.formula_from(conclusion)?;
        if self.at(Kind::Keyword(Keyword::Implies)) {
            return Err(
                self.unexpected("the end of the implication; write `a implies (b implies c)`")
            );
        }
        Ok(Term::from_formula(
            FormulaKind::Implies(premise, conclusion),
            self.span_from(start),
        ))
    }

    /// Conditions joined by `and` and, less tightly, by `or`.
    fn disjunction(&mut self, lists: bool) -> Result<Term> {
        let first = self.condition(lists)?;
        if !self.at_and() && !self.at_or() {
            return Ok(first);
        }
        let first = self.formula_from(first)?;
        let start = first.span.start;
        let mut disjuncts = Vec::new();
        let mut conjuncts = vec![*first];
        loop {
            if self.at_or() {
                disjuncts.push(joined(FormulaKind::And, std::mem::take(&mut conjuncts)));
            } else if !self.at_and() {
                break;
            }
            self.take();
            let operand = self.condition(true)?;
            conjuncts.push(*self.formula_from(operand)?);
        }
        disjuncts.push(joined(FormulaKind::And, conjuncts));
        let mut formula = joined(FormulaKind::Or, disjuncts);
        formula.span = self.span_from(start);
        Ok(Term::Formula(Box::new(formula)))
    }

    fn condition(&mut self, lists: bool) -> Result<Term> {
        match self.peek().kind {
            Kind::Not | Kind::Keyword(Keyword::Not) => self.negation(),
            Kind::Keyword(Keyword::True) => {
                let token = self.take();
                Ok(Term::from_formula(FormulaKind::True, token.span()))
            }
            Kind::Keyword(Keyword::False) => {
                let token = self.take();
                Ok(Term::from_formula(FormulaKind::False, token.span()))
            }
            _ if self.at_exists() => self.exists(),
            _ => self.comparison(lists),
        }
    }

    fn negation(&mut self) -> Result<Term> {
        let start = self.take().start;
        self.enter()?;
        let operand = self.condition(true)?;
        self.leave();
        let operand = self.formula_from(operand)?;
        let span = self.span_from(start);
        Ok(Term::from_formula(FormulaKind::Not(operand), span))
    }

    /// `exists (a, b = floor(i/2) : ..)`, also without parentheses, in which case it
    /// reaches as far as it can.
    fn exists(&mut self) -> Result<Term> {
        let start = self.take().start;
        let in_parens = self.eat(Kind::LeftParen);
        let mut variables = Vec::new();
        while !self.at(Kind::Colon) {
            let name = self.ident("the name of a variable or `:`")?;
            let definition = if self.eat(Kind::Equal) {
                Some(*self.expression()?)
            } else {
                None
            };
            variables.push(Existential { name, definition });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::Colon, "`,` or `:` after the variables of `exists`")?;
        let body = self.formula()?;
        if in_parens {
            self.expect(Kind::RightParen, "`and`, `or` or the `)` of `exists (`")?;
        }
        let span = self.span_from(start);
        Ok(Term::from_formula(
            FormulaKind::Exists { variables, body },
            span,
        ))
    }

    /// A chain of comparisons between lists; or what stands in parentheses.
    fn comparison(&mut self, lists: bool) -> Result<Term> {
        let first = self.sum(lists)?;
        let compared = self.comparison_ahead().is_some();
        match first {
            Term::Formula(_) if compared => Err(self.unexpected(
                "`and`, `or` or the end of the condition; a condition is not a number",
            )),
            Term::Expr(first) if compared || (lists && self.at(Kind::Comma)) => {
                self.comparison_after(*first)
            }
            term => Ok(term),
        }
    }

    fn comparison_after(&mut self, first: Expr) -> Result<Term> {
        let start = first.span.start;
        let first = self.list_after(first)?;
        let mut length = first.len();
        let mut rest = Vec::new();
        while let Some(operator) = self.comparison_ahead() {
            let token = self.take();
            let list = self.list()?;
            if operator.is_lexicographic() && list.len() != length {
                return Err(self.error_at(
                    token.span(),
                    format!(
                        "expected lists of the same length around `{}`, found {length} and {}",
                        &self.text[token.span()],
                        list.len()
                    ),
                ));
            }
            length = list.len();
            rest.push((operator, list));
        }
        if rest.is_empty() {
            return Err(self.unexpected(
                "a comparison after the list of expressions, as in `0 <= i, j` or `i, j << k, l`",
            ));
        }
        let span = self.span_from(start);
        Ok(Term::from_formula(
            FormulaKind::Compare { first, rest },
            span,
        ))
    }

    /// Sums with commas between them.
    fn list(&mut self) -> Result<Vec<Expr>> {
        let term = self.sum(false)?;
        let first = self.expr_from(term)?;
        self.list_after(*first)
    }

    /// The list that starts with `first`, at commas.
    fn list_after(&mut self, first: Expr) -> Result<Vec<Expr>> {
        let mut list = vec![first];
        while self.eat(Kind::Comma) {
            let term = self.sum(false)?;
            list.push(*self.expr_from(term)?);
        }
        Ok(list)
    }

    fn comparison_ahead(&mut self) -> Option<Comparison> {
        Some(match self.peek().kind {
            Kind::Less => Comparison::Less,
            Kind::LessEqual => Comparison::LessEqual,
            Kind::Equal => Comparison::Equal,
            Kind::GreaterEqual => Comparison::GreaterEqual,
            Kind::Greater => Comparison::Greater,
            Kind::NotEqual => Comparison::NotEqual,
            Kind::LexLess => Comparison::LexLess,
            Kind::LexLessEqual => Comparison::LexLessEqual,
            Kind::LexGreater => Comparison::LexGreater,
            Kind::LexGreaterEqual => Comparison::LexGreaterEqual,
            _ => return None,
        })
    }

    fn at_or(&mut self) -> bool {
        matches!(
            self.peek().kind,
            Kind::Or | Kind::Bar | Kind::Keyword(Keyword::Or)
        )
    }

    fn at_and(&mut self) -> bool {
        matches!(self.peek().kind, Kind::And | Kind::Keyword(Keyword::And))
    }

    /// `exists`, `∃`, or `exist` where it cannot be a variable.
    fn at_exists(&mut self) -> bool {
        match self.peek().kind {
            Kind::Exists | Kind::Keyword(Keyword::Exists) => true,
            Kind::Ident => {
                self.peek_text().eq_ignore_ascii_case("exist")
                    && matches!(
                        self.peek_second().kind,
                        Kind::Ident | Kind::LeftParen | Kind::Colon
                    )
            }
            _ => false,
        }
    }

    pub(super) fn formula_from(&mut self, term: Term) -> Result<Box<Formula>> {
        match term {
            Term::Formula(formula) => Ok(formula),
            Term::Expr(expr) => {
                let next = self.peek();
                let found = match next.kind {
                    Kind::End => "the end of the text".to_owned(),
                    _ => format!("`{}`", &self.text[next.span()]),
                };
                let hint = match next.kind {
                    Kind::Star | Kind::Slash | Kind::SlashSlash | Kind::Percent => {
                        "; write parentheses to say which comes first"
                    }
                    _ => "",
                };
                let message = format!(
                    "expected a comparison such as `<=` after `{}`, found {found}{hint}",
                    self.excerpt(&expr.span)
                );
                Err(self.error_at(next.span(), message))
            }
        }
    }

    pub(super) fn expr_from(&mut self, term: Term) -> Result<Box<Expr>> {
        match term {
            Term::Expr(expr) => Ok(expr),
            Term::Formula(formula) => {
                let message = format!(
                    "expected an expression, found the condition `{}`; \
                     a condition chooses between two values as in `i > 0 ? 1 : 0`",
                    self.excerpt(&formula.span)
                );
                Err(self.error_at(formula.span, message))
            }
        }
    }

    /// The text of a span, shortened for a message.
    fn excerpt(&self, span: &Span) -> String {
        let text = &self.text[span.clone()];
        match text.char_indices().nth(40) {
            None => text.to_owned(),
            Some((end, _)) => format!("{}…", &text[..end]),
        }
    }
}

/// A list of conditions as one condition; the only one of a list as itself.
fn joined(kind: fn(Vec<Formula>) -> FormulaKind, mut list: Vec<Formula>) -> Formula {
    if list.len() == 1 {
        return list.remove(0);
    }
    let start = list.first().map_or(0, |first| first.span.start);
    let end = list.last().map_or(start, |last| last.span.end);
    Formula {
        kind: kind(list),
        span: start..end,
    }
}
