//! Tuples, their elements, and the pieces an element is made of.

use super::formulas::Term;
use super::{Keyword, Kind, Parser, Result};
use crate::text::syntax::{
    Element, ElementKind, Expr, ExprKind, Ident, Object, Piece, PieceKind, Tuple, TupleBody,
};

/// What the elements of a tuple may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// Names, expressions, ranges: the tuples of sets and relations.
    Expressions,
    /// The same, but only `,` separates: after `Sym =` a `[` starts the next tuple.
    Symbols,
    /// Functions in braces too: a tuple outside braces.
    Functions,
}

impl Parser<'_> {
    /// Whether a tuple is next: `[`, or a name (any word) followed by `[`.
    pub(super) fn at_tuple(&mut self) -> bool {
        match self.peek().kind {
            Kind::LeftBracket => true,
            Kind::Ident | Kind::Quoted | Kind::Keyword(_) => {
                self.peek_second().kind == Kind::LeftBracket
            }
            _ => false,
        }
    }

    /// `name[..]` with elements or with a relation between the brackets.
    pub(super) fn tuple(&mut self, holds: Holds) -> Result<Tuple> {
        self.enter()?;
        let start = self.peek().start;
        let name = self.tuple_name();
        self.expect(Kind::LeftBracket, "`[`")?;
        let body = if self.at_tuple() {
            let left = self.tuple(holds)?;
            if !self.at(Kind::Arrow) {
                return Err(self.unexpected(
                    "`->` between two nested tuples; \
                     to round down as the first element of a tuple write `floor(i/2)`",
                ));
            }
            self.take();
            let right = self.tuple(holds)?;
            TupleBody::Wrapped(Box::new(left), Box::new(right))
        } else {
            TupleBody::Elements(self.elements(holds)?)
        };
        self.expect(Kind::RightBracket, "`]`, `,` or more of the expression")?;
        self.leave();
        Ok(Tuple {
            name,
            body,
            span: self.span_from(start),
        })
    }

    fn tuple_name(&mut self) -> Option<Ident> {
        let token = self.peek();
        let name = match token.kind {
            Kind::Ident | Kind::Keyword(_) => &self.text[token.span()],
            Kind::Quoted => &self.text[token.start + 1..token.end - 1],
            _ => return None,
        };
        self.take();
        Some(Ident {
            name: name.to_owned(),
            span: token.span(),
        })
    }

    /// Elements up to the closing bracket; both `[i, j]` and `[i][j]` separate.
    fn elements(&mut self, holds: Holds) -> Result<Vec<Element>> {
        let mut elements = Vec::new();
        if self.at(Kind::RightBracket) {
            return Ok(elements);
        }
        loop {
            elements.push(self.element(holds)?);
            if holds != Holds::Symbols
                && self.at(Kind::RightBracket)
                && self.peek_second().kind == Kind::LeftBracket
            {
                self.take();
                self.take();
            } else if !self.eat(Kind::Comma) {
                return Ok(elements);
            }
        }
    }

    fn element(&mut self, holds: Holds) -> Result<Element> {
        let start = self.peek().start;
        let text = self.peek_text();
        let kind = match self.peek().kind {
            Kind::Star => {
                self.take();
                ElementKind::Any
            }
            Kind::LeftBrace if holds == Holds::Functions => {
                let mut params = Vec::new();
                let body = self.disjuncts(&mut params)?;
                ElementKind::Function(Box::new(Object {
                    params,
                    body,
                    span: self.span_from(start),
                }))
            }
            Kind::Ident if !self.in_scope.contains(text) => self.fresh_element()?,
            Kind::Keyword(
                Keyword::And | Keyword::Or | Keyword::Implies | Keyword::Mod | Keyword::Rat,
            ) => {
                return Err(self.keyword_found("an element of the tuple"));
            }
            _ => ElementKind::Pieces(self.element_pieces()?),
        };
        Ok(Element {
            kind,
            span: self.span_from(start),
        })
    }

    /// `i` or `i = ..` with a name not seen before.
    fn fresh_element(&mut self) -> Result<ElementKind> {
        let name = self.ident("a name")?;
        self.declare(&name);
        match self.peek().kind {
            Kind::Equal => {
                self.take();
                Ok(ElementKind::Define(name, self.element_pieces()?))
            }
            Kind::Comma | Kind::RightBracket => Ok(ElementKind::Fresh(name)),
            Kind::End => Err(self.unexpected("`,`, `=` or `]`")),
            _ => {
                let found = self.peek_text();
                Err(self.error_here(format!(
                    "expected `,`, `=` or `]` after the new name `{0}`, found `{found}`; \
                     a name must be introduced before it is used in an expression",
                    name.name
                )))
            }
        }
    }

    fn element_pieces(&mut self) -> Result<Vec<Piece>> {
        let was_in_element = std::mem::replace(&mut self.in_element, true);
        let mut pieces = self.pieces()?;
        self.in_element = was_in_element;
        // `(1 : i > 0; 2 : i < 0)` is the same with and without parentheses.
        if let [
            Piece {
                kind:
                    PieceKind::Value {
                        value:
                            Expr {
                                kind: ExprKind::Piecewise(inner),
                                ..
                            },
                        condition: None,
                    },
                ..
            },
        ] = &mut pieces[..]
        {
            return Ok(std::mem::take(inner));
        }
        Ok(pieces)
    }

    /// `: [expr]`, or pieces separated by `;`.
    pub(super) fn pieces(&mut self) -> Result<Vec<Piece>> {
        let start = self.peek().start;
        if self.eat(Kind::Colon) {
            let upper = if self.at_end_of_piece() {
                None
            } else {
                Some(*self.expression()?)
            };
            return Ok(vec![Piece {
                kind: PieceKind::Range { lower: None, upper },
                span: self.span_from(start),
            }]);
        }
        let first = self.expression()?;
        self.pieces_after(start, *first)
    }

    /// The rest of a list of pieces that starts with the expression `first`.
    pub(super) fn pieces_after(&mut self, start: usize, first: Expr) -> Result<Vec<Piece>> {
        let mut pieces = vec![self.piece_after(start, first)?];
        while self.eat(Kind::Semicolon) {
            let start = self.peek().start;
            let value = self.expression()?;
            pieces.push(self.piece_after(start, *value)?);
        }
        Ok(pieces)
    }

    fn piece_after(&mut self, start: usize, value: Expr) -> Result<Piece> {
        let kind = if !self.eat(Kind::Colon) {
            PieceKind::Value {
                value,
                condition: None,
            }
        } else if self.at_end_of_piece() {
            PieceKind::Range {
                lower: Some(value),
                upper: None,
            }
        } else {
            match self.term(false)? {
                Term::Expr(upper) => PieceKind::Range {
                    lower: Some(value),
                    upper: Some(*upper),
                },
                Term::Formula(condition) => PieceKind::Value {
                    value,
                    condition: Some(*condition),
                },
            }
        };
        Ok(Piece {
            kind,
            span: self.span_from(start),
        })
    }

    fn at_end_of_piece(&mut self) -> bool {
        matches!(
            self.peek().kind,
            Kind::Comma | Kind::RightBracket | Kind::RightParen | Kind::Semicolon
        )
    }
}
