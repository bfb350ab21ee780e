//! What a `#define` says.

use scop::{Diagnostic, Span};

use crate::codes;
use crate::token::{Text, Token, TokenKind};

/// A macro as it was defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macro {
    /// Its name.
    pub name: Text,
    /// The names of its parameters; nothing for an object-like macro.
    pub parameters: Option<Vec<Text>>,
    /// The last parameter takes all further arguments.
    pub variadic: bool,
    /// What it is replaced by.
    pub body: Vec<Token>,
    /// The directive that defines it.
    pub span: Span,
}

impl Macro {
    /// Reads the tokens after the word `define`.
    pub(crate) fn read(tokens: &[Token], span: Span) -> Result<Macro, Box<Diagnostic>> {
        let malformed = |what: &str, at: Span| {
            let message = format!("malformed `#define`: {what}");
            Box::new(Diagnostic::warning(codes::BAD_DIRECTIVE, message, at))
        };
        let Some((name, rest)) = tokens.split_first() else {
            return Err(malformed("expected a name", span));
        };
        if name.kind != TokenKind::Ident {
            return Err(malformed("this is not a name", name.span()));
        }
        let mut definition = Macro {
            name: name.text.clone(),
            parameters: None,
            variadic: false,
            body: rest.to_vec(),
            span,
        };
        let Some((open, mut rest)) = rest.split_first() else {
            return Ok(definition);
        };
        if !open.is_punct("(") || open.spaced {
            return Ok(definition);
        }
        let mut parameters = Vec::new();
        loop {
            let Some((token, after)) = rest.split_first() else {
                return Err(malformed("unclosed parameter list", open.span()));
            };
            rest = after;
            if token.is_punct(")") {
                break;
            } else if token.is_punct(",") && !parameters.is_empty() {
                continue;
            } else if token.kind == TokenKind::Ident && !definition.variadic {
                parameters.push(token.text.clone());
                // `args...` of GNU C.
                if let Some((dots, after)) = rest.split_first()
                    && dots.is_punct("...")
                {
                    definition.variadic = true;
                    rest = after;
                }
            } else if token.is_punct("...") && !definition.variadic {
                parameters.push(Text::fixed("__VA_ARGS__"));
                definition.variadic = true;
            } else {
                return Err(malformed("this is not a parameter", token.span()));
            }
        }
        definition.parameters = Some(parameters);
        definition.body = rest.to_vec();
        Ok(definition)
    }

    pub(crate) fn parameter(&self, token: &Token) -> Option<usize> {
        if token.kind != TokenKind::Ident {
            return None;
        }
        let parameters = self.parameters.as_ref()?;
        parameters.iter().position(|name| *name == token.text)
    }
}
