//! Declarators: the part of a declaration around a name.
//!
//! C writes types inside out. A type is built from its base: pointers wrap it first, then what
//! stands behind the name wraps that, and what stands in parentheses around the name wraps all
//! of it; so the parentheses are skipped, the suffixes read, and then the inside is read with
//! the type so far as its base.

use super::{Parsed, Parser};
use crate::codes;
use crate::syntax::{BaseType, Declarator, Purity, Type};
use crate::token::{Text, TokenKind};

/// At most this many pointers, arrays and functions make up one type.
const MAX_MODIFIERS: usize = 200;

impl Parser<'_> {
    /// A declarator for `base`, with or without a name.
    pub(crate) fn declarator(&mut self, base: Type, purity: &mut Purity) -> Parsed<Declarator> {
        let modifiers = self.modifiers;
        let result = self.nested(|parser| parser.declarator_here(base, purity));
        self.modifiers = modifiers;
        result
    }

    fn modifier(&mut self) -> Parsed<()> {
        self.modifiers += 1;
        if self.modifiers > MAX_MODIFIERS {
            return Err(self.too_deep());
        }
        Ok(())
    }

    fn declarator_here(&mut self, base: Type, purity: &mut Purity) -> Parsed<Declarator> {
        let start = self.position;
        let base = self.pointers(base, purity)?;
        if self.at("(") && self.is_nested_declarator() {
            let inside = self.position + 1;
            self.skip_balanced();
            let ty = self.type_suffixes(base, purity)?;
            let end = self.position;
            self.position = inside;
            let mut declarator = self.nested(|parser| parser.declarator_here(ty, purity))?;
            self.expect(")", "after the declarator")?;
            self.position = end;
            declarator.span = self.span_from(start);
            return Ok(declarator);
        }
        let mut name = Text::fixed("");
        let mut name_span = self.here();
        if let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Ident)
            && !super::declaration::is_keyword(&token.text)
        {
            name = token.text.clone();
            name_span = token.span();
            self.bump_name();
        }
        let ty = self.type_suffixes(base, purity)?;
        Ok(Declarator {
            name,
            name_span,
            ty,
            init: None,
            span: self.span_from(start),
        })
    }

    fn pointers(&mut self, mut base: Type, purity: &mut Purity) -> Parsed<Type> {
        self.attributes(purity);
        while self.at("*") || self.at("&") || self.at("&&") {
            self.modifier()?;
            let is_reference = !self.at("*");
            self.bump();
            let (mut restrict, mut is_const) = (false, false);
            loop {
                self.attributes(purity);
                match self.peek().map_or("", |token| token.text.trim_matches('_')) {
                    "restrict" => restrict = true,
                    "const" => is_const = true,
                    "volatile" | "Atomic" => {}
                    _ => break,
                }
                self.bump();
            }
            base = Type::Pointer {
                to: Box::new(base),
                restrict,
                is_const,
                is_reference,
            };
        }
        Ok(base)
    }

    /// Whether the parenthesis holds a declarator rather than parameters.
    fn is_nested_declarator(&self) -> bool {
        match self.peek_at(1) {
            Some(next) if next.kind == TokenKind::Ident => {
                !self.is_type_ahead(1)
                    && !super::declaration::is_keyword(&next.text)
                    // `f(x)` declares `f` if it is met here without a name before it.
                    && !self.peek_at(2).is_some_and(|after| {
                        after.kind == TokenKind::Ident || after.is_punct("*") || after.is_punct(",")
                    })
                    || next.text.starts_with("__attribute")
            }
            Some(next) => ["*", "(", "&", "^"].iter().any(|text| next.is_punct(text)),
            None => false,
        }
    }

    /// Arrays and parameter lists after a name: `[n][m]` is an array of `n` arrays of `m`.
    fn type_suffixes(&mut self, base: Type, purity: &mut Purity) -> Parsed<Type> {
        if self.at("[") && !self.at_ahead(1, "[") {
            self.modifier()?;
            self.bump();
            let (mut restrict, mut at_least) = (false, false);
            loop {
                match self.peek().map_or("", |token| token.text.trim_matches('_')) {
                    "restrict" => restrict = true,
                    "static" => at_least = true,
                    "const" | "volatile" => {}
                    _ => break,
                }
                self.bump();
            }
            let extent = if self.at("]") {
                None
            } else if self.at("*") && self.at_ahead(1, "]") {
                self.bump();
                None
            } else {
                Some(Box::new(self.nested(Self::assignment)?))
            };
            self.expect("]", "after the extent")?;
            let element = self.nested(|parser| parser.type_suffixes(base, purity))?;
            return Ok(Type::Array {
                element: element.into(),
                extent,
                restrict,
                at_least,
            });
        }
        if self.at("(") {
            self.modifier()?;
            self.bump();
            let start = self.position;
            self.lists += 1;
            let read = self.nested(Self::parameters);
            self.lists -= 1;
            let (parameters, variadic) = read?;
            // Extents are computed for the parameters of a definition alone.
            if self.scoped || self.lists > 0 {
                self.note_names(start);
            }
            // `const`, `noexcept`, `override` of C++ methods.
            while self.peek().is_some_and(|token| {
                ["const", "noexcept", "override", "final"].contains(&&*token.text)
            }) {
                self.bump_name();
            }
            self.attributes(purity);
            let result = self.nested(|parser| parser.type_suffixes(base, purity))?;
            return Ok(Type::Function {
                result: result.into(),
                parameters,
                variadic,
            });
        }
        Ok(base)
    }

    /// Parameters up to and with the closing parenthesis.
    pub(crate) fn parameters(&mut self) -> Parsed<(Vec<Declarator>, bool)> {
        let mut parameters = Vec::new();
        if self.eat(")") {
            return Ok((parameters, false));
        }
        if self.at_word("void") && self.at_ahead(1, ")") {
            self.bump();
            self.bump();
            return Ok((parameters, false));
        }
        loop {
            if self.eat("...") {
                self.expect(")", "after `...`")?;
                return Ok((parameters, true));
            }
            parameters.push(self.parameter()?);
            if self.eat(")") {
                return Ok((parameters, false));
            }
            self.expect(",", "or `)` after a parameter")?;
        }
    }

    fn parameter(&mut self) -> Parsed<Declarator> {
        let start = self.position;
        let mut purity = Purity::default();
        // A lone name is a parameter of a definition in the old style; it is an `int` until
        // its declaration comes.
        let lone = self.peek().is_some_and(|token| {
            token.kind == TokenKind::Ident
                && !super::declaration::is_keyword(&token.text)
                && !self.is_type_name(&token.text)
        }) && (self.at_ahead(1, ",") || self.at_ahead(1, ")"));
        let base = if lone {
            BaseType::int()
        } else {
            self.specifiers()?.1
        };
        let mut parameter = self.declarator(Type::Base(base), &mut purity)?;
        self.attributes(&mut purity);
        self.retype(&mut parameter);
        // A default value of C++.
        if self.eat("=") {
            parameter.init = Some(self.nested(Self::initializer)?);
        }
        parameter.span = self.span_from(start);
        if parameter.span.range().is_empty() && parameter.name.is_empty() && self.position == start
        {
            return Err(self.unexpected(codes::EXPECTED_TOKEN, "expected a parameter"));
        }
        Ok(parameter)
    }
}
