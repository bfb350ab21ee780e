//! Recursive descent over the tokens, without backtracking.
//!
//! Parentheses may hold an expression or a condition, and which of them is known
//! only later: in `(i + 1) * 2 < 3` and `(i + 1 < 3) or ...` the first token tells
//! nothing. The rules for both are therefore one ladder of precedence that returns
//! a [`Term`](formulas::Term), either one; every step asks for the kind it needs.
//!
//! ```text
//! term        = disjunction [implies disjunction] [? term : term]
//! disjunction = condition {and condition} {or condition {and condition}}
//! condition   = not condition | exists ... | true | false | comparison
//! comparison  = list {(< <= = ...) list}
//! sum         = {-} factor {(+ -) {-} factor}
//! factor      = primary ...
//! ```
//!
//! This file has the cursor, the messages and the whole object; below it are
//! [`tuples`], [`formulas`] (down to comparison) and [`expressions`].

mod expressions;
mod formulas;
mod tuples;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::SyntaxError;
use super::lexer::{Keyword, Kind, Lexer, Token};
use super::syntax::{
    Body, Disjunct, ElementKind, Expr, ExprKind, Formula, Ident, Integer, Object, Parameter, Shape,
    Span, Tuple, TupleBody, Value, ValueKind,
};

/// How deeply parentheses, tuples, quantifiers and the like may nest.
pub const MAX_DEPTH: usize = 200;

/// The error is in a box, and so are the terms passed up the ladder of
/// precedence, to keep the stack frames of the recursion small.
type Result<T> = std::result::Result<T, Box<SyntaxError>>;

/// Reads one object that makes up all of `text`.
pub fn parse_object(text: &str) -> std::result::Result<Object, SyntaxError> {
    let mut parser = Parser::new(text);
    let object = parser.object().map_err(|error| *error)?;
    if !parser.at(Kind::End) {
        return Err(*parser.unexpected("the end of the text after the object"));
    }
    Ok(object)
}

/// Reads one object at the start of `text`; also returns how many bytes it took.
///
/// What follows is not looked at beyond the token that ends the object.
pub fn parse_prefix(text: &str) -> std::result::Result<(Object, usize), SyntaxError> {
    let mut parser = Parser::new(text);
    let object = parser.object().map_err(|error| *error)?;
    Ok((object, parser.consumed))
}

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// Tokens read ahead; at most two.
    ahead: VecDeque<Token>,
    /// End of the last token taken.
    consumed: usize,
    depth: usize,
    /// Names of parameters and tuple dimensions in scope, in order and as a set:
    /// a tuple element that is a name means one thing if it is new, another if not.
    scope: Vec<&'a str>,
    in_scope: FxHashSet<&'a str>,
    /// Inside a tuple element, where `(i : i > 0)` is a piece.
    in_element: bool,
    /// Inside a polynomial, where `i j` is a product and `1/2` a factor.
    in_polynomial: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Parser {
            text,
            lexer: Lexer::new(text),
            ahead: VecDeque::with_capacity(2),
            consumed: 0,
            depth: 0,
            scope: Vec::new(),
            in_scope: FxHashSet::default(),
            in_element: false,
            in_polynomial: false,
        }
    }

    // ---- objects

    /// A value, `[params ->] { .. }`, `[params ->] tuple` or either tuple form
    /// in parentheses with a domain.
    fn object(&mut self) -> Result<Object> {
        let start = self.peek().start;
        let is_value = match self.peek().kind {
            Kind::Minus | Kind::Integer => true,
            // `NaN[` starts a tuple: any word can be its name.
            Kind::Keyword(Keyword::Infinity | Keyword::NaN) => !self.at_tuple(),
            _ => false,
        };
        if is_value {
            let value = self.value()?;
            return Ok(Object {
                params: Vec::new(),
                body: Body::Value(value),
                span: self.span_from(start),
            });
        }
        let in_parens = self.eat(Kind::LeftParen);
        let mut params = Vec::new();
        let mut body = self.body(&mut params)?;
        if in_parens {
            if let Body::Tuple { domain, .. } = &mut body {
                if domain.is_none() && self.eat(Kind::Colon) {
                    *domain = Some(Box::new(self.domain()?));
                }
            } else {
                return Err(self.error_at(
                    start..start + 1,
                    "expected `{`, `[` or a tuple, found `(`; only a tuple of functions \
                     may stand in parentheses, as in `(A[] : { S[i] })`",
                ));
            }
            self.expect(Kind::RightParen, "`)`")?;
        }
        Ok(Object {
            params,
            body,
            span: self.span_from(start),
        })
    }

    /// Parameters, if any, and what follows them.
    fn body(&mut self, params: &mut Vec<Parameter>) -> Result<Body> {
        let mut after_params = false;
        if self.at(Kind::LeftBracket) {
            let tuple = self.tuple(tuples::Holds::Functions)?;
            if !self.eat(Kind::Arrow) {
                self.require_functions(&tuple)?;
                return Ok(Body::Tuple {
                    tuple,
                    domain: None,
                });
            }
            *params = self.parameters(tuple)?;
            after_params = true;
        }
        if self.at(Kind::LeftBrace) {
            return self.disjuncts(params);
        }
        let in_parens = after_params && self.eat(Kind::LeftParen);
        if !self.at_tuple() {
            return Err(self.unexpected(if after_params {
                "`{` after the parameters"
            } else {
                "a set, relation or function such as `[N] -> { A[i] : 0 <= i < N }`"
            }));
        }
        let tuple = self.tuple(tuples::Holds::Functions)?;
        self.require_functions(&tuple)?;
        let mut domain = None;
        if in_parens {
            if self.eat(Kind::Colon) {
                domain = Some(Box::new(self.domain()?));
            }
            self.expect(Kind::RightParen, "`)`")?;
        }
        Ok(Body::Tuple { tuple, domain })
    }

    /// The set after the colon of `(A[] : [N] -> { S[i] : i < N })`.
    fn domain(&mut self) -> Result<Object> {
        let start = self.peek().start;
        let mut params = Vec::new();
        if self.at(Kind::LeftBracket) {
            let tuple = self.tuple(tuples::Holds::Expressions)?;
            self.expect(Kind::Arrow, "`->` after the parameters")?;
            params = self.parameters(tuple)?;
        }
        if !self.at(Kind::LeftBrace) {
            return Err(self.unexpected("the domain, a set in braces"));
        }
        let body = self.disjuncts(&mut params)?;
        Ok(Object {
            params,
            body,
            span: self.span_from(start),
        })
    }

    /// `{ .. }`, with everything in it.
    fn disjuncts(&mut self, params: &mut Vec<Parameter>) -> Result<Body> {
        self.enter()?;
        let was_in_element = std::mem::replace(&mut self.in_element, false);
        self.expect(Kind::LeftBrace, "`{`")?;
        if self.peek_text() == "Sym" && self.peek_second().kind == Kind::Equal {
            self.take();
            self.take();
            let tuple = self.tuple(tuples::Holds::Symbols)?;
            params.extend(self.parameters(tuple)?);
        }
        let mut disjuncts = Vec::new();
        while !self.at(Kind::RightBrace) {
            let outer_names = self.scope.len();
            disjuncts.push(self.disjunct()?);
            self.forget_names(outer_names);
            if !self.eat(Kind::Semicolon) {
                break;
            }
        }
        self.expect(
            Kind::RightBrace,
            match disjuncts.last() {
                None => "a tuple, `:` or `}`",
                Some(Disjunct {
                    condition: None, ..
                }) => "`:`, `;` or `}`",
                Some(_) => "`and`, `or`, `;` or `}`",
            },
        )?;
        self.in_element = was_in_element;
        self.leave();
        Ok(Body::Disjuncts(disjuncts))
    }

    fn disjunct(&mut self) -> Result<Disjunct> {
        let start = self.peek().start;
        let mut rational = false;
        if self.at(Kind::Keyword(Keyword::Rat)) && self.peek_second().kind == Kind::Colon {
            self.take();
            self.take();
            rational = true;
        }
        let shape = self.shape()?;
        let condition = if self.eat(Kind::Colon) || self.eat(Kind::Bar) {
            self.optional_formula()?
        } else {
            None
        };
        Ok(Disjunct {
            rational,
            shape,
            condition,
            span: self.span_from(start),
        })
    }

    fn shape(&mut self) -> Result<Shape> {
        if self.at(Kind::Colon) {
            return Ok(Shape::Params);
        }
        if !self.at_tuple() {
            return self.polynomial(None);
        }
        let first = self.tuple(tuples::Holds::Expressions)?;
        if !self.eat(Kind::Arrow) {
            return Ok(Shape::Set(first));
        }
        if !self.at_tuple() {
            return self.polynomial(Some(first));
        }
        let second = self.tuple(tuples::Holds::Expressions)?;
        if self.at(Kind::Arrow) {
            return Err(self.unexpected(
                "`:`, `;` or `}`; a relation has two tuples, write `[A[] -> B[]] -> C[]` for three",
            ));
        }
        Ok(Shape::Map(first, second))
    }

    fn polynomial(&mut self, domain: Option<Tuple>) -> Result<Shape> {
        if !self.at_expression() {
            return Err(self.unexpected("a tuple such as `A[i, j]`"));
        }
        self.in_polynomial = true;
        let value = self.expression()?;
        self.in_polynomial = false;
        Ok(Shape::Polynomial {
            domain,
            value: *value,
        })
    }

    /// A condition, or nothing before the closing brace.
    fn optional_formula(&mut self) -> Result<Option<Formula>> {
        if self.at(Kind::RightBrace) {
            return Ok(None);
        }
        Ok(Some(*self.formula()?))
    }

    /// Takes the tuple in front of `->` for a list of parameters.
    fn parameters(&mut self, tuple: Tuple) -> Result<Vec<Parameter>> {
        if let Some(name) = &tuple.name {
            return Err(self.error_at(
                name.span.clone(),
                format!(
                    "expected a list of parameters without a name, found `{}`",
                    name.name
                ),
            ));
        }
        let TupleBody::Elements(elements) = tuple.body else {
            return Err(self.error_at(
                tuple.span,
                "expected a list of parameters, found a nested tuple; \
                 sets and relations stand in braces, as in `{ [A[] -> B[]] -> C[] }`",
            ));
        };
        let parameter = |element: super::syntax::Element| match element.kind {
            ElementKind::Fresh(name) => Ok(Parameter {
                name,
                definition: Vec::new(),
                span: element.span,
            }),
            ElementKind::Define(name, definition) => Ok(Parameter {
                name,
                definition,
                span: element.span,
            }),
            _ => Err(self.error_at(
                element.span.clone(),
                format!(
                    "expected the name of a new parameter, found `{}`",
                    &self.text[element.span]
                ),
            )),
        };
        elements.into_iter().map(parameter).collect()
    }

    /// Checks that a tuple outside braces holds functions.
    fn require_functions(&self, tuple: &Tuple) -> Result<()> {
        let elements = match &tuple.body {
            TupleBody::Wrapped(left, right) => {
                self.require_functions(left)?;
                return self.require_functions(right);
            }
            TupleBody::Elements(elements) => elements,
        };
        match elements
            .iter()
            .find(|element| !matches!(element.kind, ElementKind::Function(_)))
        {
            None => Ok(()),
            Some(element) => Err(self.error_at(
                element.span.clone(),
                format!(
                    "expected a function in braces, found `{}`; \
                     a list of parameters is followed by `->`, and sets stand in braces",
                    &self.text[element.span.clone()]
                ),
            )),
        }
    }

    // ---- values

    fn value(&mut self) -> Result<Value> {
        let start = self.peek().start;
        let negative = self.eat(Kind::Minus);
        let kind = match self.peek().kind {
            Kind::Keyword(Keyword::Infinity) => {
                self.take();
                ValueKind::Infinity
            }
            Kind::Keyword(Keyword::NaN) if !negative => {
                self.take();
                ValueKind::NaN
            }
            _ => {
                let numerator = self.literal("a number, `infty` or `NaN`")?;
                let denominator = if self.eat(Kind::Slash) {
                    Some(self.literal("the denominator, an integer")?)
                } else {
                    None
                };
                ValueKind::Rational {
                    numerator,
                    denominator,
                }
            }
        };
        Ok(Value {
            negative,
            kind,
            span: self.span_from(start),
        })
    }

    /// An integer literal, or one raised to another.
    fn literal(&mut self, expected: &str) -> Result<Expr> {
        let base = self.integer(expected)?;
        let start = base.span.start;
        let base = Expr {
            kind: ExprKind::Integer(base.digits),
            span: base.span,
        };
        if !self.eat(Kind::Caret) {
            return Ok(base);
        }
        let exponent = self.integer("the exponent, an integer")?;
        Ok(Expr {
            kind: ExprKind::Power(Box::new(base), exponent),
            span: self.span_from(start),
        })
    }

    fn integer(&mut self, expected: &str) -> Result<Integer> {
        let token = self.expect(Kind::Integer, expected)?;
        Ok(Integer {
            digits: self.text[token.span()].to_owned(),
            span: token.span(),
        })
    }

    // ---- names

    /// Takes the name of a variable.
    fn ident(&mut self, expected: &str) -> Result<Ident> {
        if let Kind::Keyword(_) = self.peek().kind {
            return Err(self.keyword_found(expected));
        }
        let token = self.expect(Kind::Ident, expected)?;
        Ok(Ident {
            name: self.text[token.span()].to_owned(),
            span: token.span(),
        })
    }

    /// Adds a name to the scope; false if it was there already.
    fn declare(&mut self, name: &Ident) -> bool {
        let text = &self.text[name.span.clone()];
        let is_new = self.in_scope.insert(text);
        if is_new {
            self.scope.push(text);
        }
        is_new
    }

    /// Removes all but the first `kept` names from the scope.
    fn forget_names(&mut self, kept: usize) {
        for name in self.scope.drain(kept..) {
            self.in_scope.remove(name);
        }
    }

    // ---- the cursor

    fn peek(&mut self) -> Token {
        self.peek_nth(0)
    }

    fn peek_second(&mut self) -> Token {
        self.peek_nth(1)
    }

    fn peek_nth(&mut self, n: usize) -> Token {
        while self.ahead.len() <= n {
            let token = self.lexer.next_token();
            self.ahead.push_back(token);
        }
        self.ahead[n]
    }

    fn peek_text(&mut self) -> &'a str {
        let token = self.peek();
        &self.text[token.span()]
    }

    fn at(&mut self, kind: Kind) -> bool {
        self.peek().kind == kind
    }

    fn take(&mut self) -> Token {
        let token = self.peek();
        self.ahead.pop_front();
        self.consumed = token.end;
        token
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.at(kind);
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, kind: Kind, expected: &str) -> Result<Token> {
        if self.at(kind) {
            Ok(self.take())
        } else {
            Err(self.unexpected(expected))
        }
    }

    /// From `start` to the last token taken.
    fn span_from(&self, start: usize) -> Span {
        start..self.consumed.max(start)
    }

    /// One level deeper; each call that succeeds is paired with [`leave`](Self::leave).
    fn enter(&mut self) -> Result<()> {
        if self.depth == MAX_DEPTH {
            return Err(self.error_here(format!(
                "expected at most {MAX_DEPTH} levels of nesting, found more"
            )));
        }
        self.depth += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    // ---- messages

    /// "expected .., found .." at the next token.
    fn unexpected(&mut self, expected: &str) -> Box<SyntaxError> {
        let token = self.peek();
        let text = &self.text[token.span()];
        self.error_here(match token.kind {
            Kind::End => format!("expected {expected}, found the end of the text"),
            Kind::Unterminated => {
                format!("expected {expected}, found {text} without a closing quote")
            }
            Kind::Keyword(_) => format!("expected {expected}, found the keyword `{text}`"),
            _ => format!("expected {expected}, found `{text}`"),
        })
    }

    fn keyword_found(&mut self, expected: &str) -> Box<SyntaxError> {
        let word = self.peek_text();
        self.error_here(format!(
            "expected {expected}, found `{word}`; it is a keyword and cannot name a variable"
        ))
    }

    fn error_here(&mut self, message: impl Into<String>) -> Box<SyntaxError> {
        let span = self.peek().span();
        self.error_at(span, message)
    }

    fn error_at(&self, span: Span, message: impl Into<String>) -> Box<SyntaxError> {
        Box::new(SyntaxError {
            message: message.into(),
            span,
        })
    }
}
