//! Text to tokens with byte spans.
//!
//! Newlines mean nothing but for one thing: a token knows whether it is the first one of its line,
//! so that `let t = a` and `(x, y) = …` on the next line are not read as a call of `a`.

use crate::codes;
use scop::{Diagnostic, FileId, Span};

/// A word of a script.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// Whether a line begins before it.
    pub first: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    Name(String),
    Number(i64),
    Text(String),
    /// Punctuation, in its usual spelling.
    Sign(&'static str),
    End,
}

impl Token {
    pub fn is(&self, sign: &str) -> bool {
        matches!(&self.kind, TokenKind::Sign(s) if *s == sign)
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(&self.kind, TokenKind::Name(name) if name == word)
    }

    /// As it is named in messages.
    pub fn describe(&self) -> String {
        match &self.kind {
            TokenKind::Name(name) => format!("`{name}`"),
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Text(text) => format!("\"{text}\""),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the script".into(),
        }
    }
}

/// Longer ones before their beginnings; the second word is what it means.
const SIGNS: &[(&str, &str)] = &[
    ("->", "->"),
    ("→", "->"),
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("==", "="),
    ("&&", "and"),
    ("||", "or"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("∃", "exists"),
    ("⌊", "["),
    ("⌋", "]"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (";", ";"),
    (":", ":"),
    (".", "."),
    ("=", "="),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "%"),
    ("<", "<"),
    (">", ">"),
    ("!", "not"),
    ("|", "|"),
];

/// The tokens of a text, the last of which is [`TokenKind::End`].
pub(crate) fn lex(text: &str, file: FileId, errors: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut first = true;
    let span = |from: usize, to: usize| Span::new(file, from, to);
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or("");
        let start = at;
        if c == '\n' {
            first = true;
            at += 1;
            continue;
        }
        if c.is_whitespace() || c == '\u{feff}' {
            at += c.len_utf8();
            continue;
        }
        if c == '#' || rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if let Some(comment) = rest.strip_prefix("/*") {
            match comment.find("*/") {
                Some(length) => at += 2 + length + 2,
                None => {
                    let place = span(start, start + 2);
                    errors.push(
                        Diagnostic::error(codes::NOT_TERMINATED, "unterminated comment", place)
                            .help("close it with `*/`"),
                    );
                    at = text.len();
                }
            }
            continue;
        }
        let kind = if c.is_alphabetic() || c == '_' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            at += length;
            TokenKind::Name(rest.get(..length).unwrap_or("").into())
        } else if c.is_ascii_digit() {
            let is_digit = |c: char| c.is_ascii_digit() || c == '_';
            let length = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
            at += length;
            let digits = rest.get(..length).unwrap_or("").replace('_', "");
            match digits.parse::<i64>() {
                Ok(number) => TokenKind::Number(number),
                Err(_) => {
                    let place = span(start, at);
                    errors.push(
                        Diagnostic::error(
                            codes::BAD_NUMBER,
                            "this number does not fit in 64 bits",
                            place,
                        )
                        .help(format!("numbers go up to {}", i64::MAX)),
                    );
                    TokenKind::Number(1)
                }
            }
        } else if c == '"' {
            let inner = rest.get(1..).unwrap_or("");
            match inner.find(['"', '\n']) {
                Some(length) if inner.as_bytes().get(length) == Some(&b'"') => {
                    at += length + 2;
                    TokenKind::Text(inner.get(..length).unwrap_or("").into())
                }
                _ => {
                    let place = span(start, start + 1);
                    errors.push(
                        Diagnostic::error(codes::NOT_TERMINATED, "unterminated string", place)
                            .help("close it with `\"` on the same line"),
                    );
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
            }
        } else if let Some((spelling, sign)) = SIGNS.iter().find(|(s, _)| rest.starts_with(s)) {
            at += spelling.len();
            match sign.chars().all(char::is_alphabetic) {
                true => TokenKind::Name((*sign).into()),
                false => TokenKind::Sign(sign),
            }
        } else {
            at += c.len_utf8();
            let message = format!("unexpected character `{}`", c.escape_debug());
            errors.push(
                Diagnostic::error(codes::BAD_CHARACTER, message, span(start, at))
                    .help("remove it, or start a comment with `#` or `//`"),
            );
            continue;
        };
        tokens.push(Token {
            kind,
            span: span(start, at),
            first: std::mem::take(&mut first),
        });
    }
    let end = span(text.len(), text.len());
    tokens.push(Token {
        kind: TokenKind::End,
        span: end,
        first: true,
    });
    tokens
}
