//! What a region can see of the function that it stands in.
//!
//! The body is walked from its brace to the region. Blocks that end before the region are
//! skipped: what they declare is not visible. Of the rest, declarations and assertions are
//! taken; an assertion in a block that is still open has been executed before the region.

use crate::declarations::{Declarations, Function, Scope, Symbol};
use crate::parse::Parser;
use crate::regions::Assertion;
use crate::syntax::{Declaration, Expr, Storage};
use crate::token::{Text, Token, TokenKind};

/// Words that state a fact about the program.
const ASSERTIONS: &[&str] = &["assert", "__builtin_assume", "__assume", "__pencil_assume"];

/// The variables of `function` that are visible at token `position`, and what is asserted
/// before it.
pub(crate) fn visible_at(
    parser: &mut Parser<'_>,
    tokens: &[Token],
    declarations: &mut Declarations,
    function: &Function,
    position: usize,
) -> (Vec<Symbol>, Vec<Assertion>) {
    let parameters = Declaration {
        storage: Storage::default(),
        declarators: function.parameters.clone(),
        span: function.span,
    };
    let mut symbols = declarations.symbols(&parameters, Scope::Parameter);
    let mut assertions = Vec::new();
    let Some(body) = function.body else {
        return (symbols, assertions);
    };
    parser.go_to(body.start as usize + 1, position);
    while let Some(token) = parser.peek() {
        let start = parser.position();
        if token.is_punct("{") {
            enter_or_skip(parser, start, position);
        } else if token.is_word("for") && parser.peek_at(1).is_some_and(|next| next.is_punct("(")) {
            for_head(parser, declarations, &mut symbols, position);
        } else if token.kind == TokenKind::Ident && ASSERTIONS.contains(&&*token.text) {
            parser.bump();
            if let Ok(condition) = parser.expression()
                && parser.eat(";")
                && !changes(&tokens[parser.position()..body.range().end], &condition)
                && !others_change(
                    &tokens[parser.position()..position],
                    &condition,
                    &symbols,
                    declarations,
                )
            {
                let span = parser.span_from(start);
                assertions.push(Assertion { condition, span });
            } else {
                parser.go_to(start, position);
                skip_simple(parser);
            }
        } else if parser.starts_declaration() {
            match parser.declaration() {
                Ok(declaration) => {
                    declarations.take_types(parser);
                    declarations.take_names(&declaration);
                    symbols.extend(declarations.symbols(&declaration, Scope::Local));
                }
                Err(_) => {
                    parser.go_to(start, position);
                    skip_simple(parser);
                }
            }
        } else {
            skip_simple(parser);
        }
        if parser.position() == start {
            parser.bump();
        }
    }
    (symbols, assertions)
}

/// Goes into the block that is next if it holds the region, past it otherwise.
fn enter_or_skip(parser: &mut Parser<'_>, start: usize, position: usize) {
    parser.skip_block();
    if parser.peek().is_none() {
        parser.go_to(start + 1, position);
    }
}

/// A loop around the region declares its iterator for it.
fn for_head(
    parser: &mut Parser<'_>,
    declarations: &Declarations,
    symbols: &mut Vec<Symbol>,
    position: usize,
) {
    parser.bump();
    let head = parser.position();
    parser.skip_balanced();
    let body = parser.position();
    if !parser.at("{") {
        return skip_simple(parser);
    }
    parser.skip_block();
    if parser.peek().is_some() {
        return;
    }
    parser.go_to(head + 1, position);
    if parser.starts_declaration()
        && let Ok(declaration) = parser.declaration()
    {
        symbols.extend(declarations.symbols(&declaration, Scope::Local));
    }
    parser.go_to(body, position);
}

/// Moves past a semicolon, or up to a brace or a pragma.
fn skip_simple(parser: &mut Parser<'_>) {
    let start = parser.position();
    while let Some(token) = parser.peek() {
        if token.is_punct("{") || (token.kind == TokenKind::Pragma && parser.position() > start) {
            return;
        }
        parser.bump();
        if token.is_punct(";") || token.is_punct("}") {
            return;
        }
        if token.is_word("for") {
            // Its semicolons end nothing.
            parser.skip_balanced();
        }
    }
}

/// Whether a function that `tokens` call may change a global variable in `condition`.
fn others_change(
    tokens: &[Token],
    condition: &Expr,
    symbols: &[Symbol],
    declarations: &Declarations,
) -> bool {
    let mut global = false;
    condition.walk(&mut |expr| {
        if let Some(name) = expr.as_name() {
            global |= !symbols.iter().any(|symbol| symbol.name == *name)
                && !declarations.constants.contains_key(name);
        }
    });
    let words = ["for", "if", "while", "switch", "sizeof", "return"];
    let calls = |pair: &[Token]| {
        pair[0].kind == TokenKind::Ident
            && pair[1].is_punct("(")
            && !words.contains(&&*pair[0].text)
            && !ASSERTIONS.contains(&&*pair[0].text)
    };
    global && tokens.windows(2).any(calls)
}

/// Whether one of the names in `condition` may be given another value by `tokens`.
fn changes(tokens: &[Token], condition: &Expr) -> bool {
    let mut names: Vec<&Text> = Vec::new();
    condition.walk(&mut |expr| names.extend(expr.as_name()));
    tokens.iter().enumerate().any(|(index, token)| {
        if token.kind != TokenKind::Ident || !names.contains(&&token.text) {
            return false;
        }
        let before = |back: usize| index.checked_sub(back).and_then(|index| tokens.get(index));
        let assigned = tokens.get(index + 1).is_some_and(|next| {
            next.kind == TokenKind::Punct
                && (["++", "--", "="].contains(&&*next.text)
                    || (next.text.ends_with('=')
                        && !["==", "!=", "<=", ">="].contains(&&*next.text)))
        });
        let stepped = before(1).is_some_and(|last| last.is_punct("++") || last.is_punct("--"));
        let address = before(1).is_some_and(|last| last.is_punct("&"))
            && !before(2).is_some_and(|last| {
                last.kind == TokenKind::Ident
                    || last.kind == TokenKind::Int
                    || last.is_punct(")")
                    || last.is_punct("]")
            });
        assigned || stepped || address
    })
}
