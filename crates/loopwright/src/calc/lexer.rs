//! Tokens of the calculator's language. Objects in braces are not tokens: the parser hands
//! the text from there on to `presburger` and gets back how much of it was the object.

use std::ops::Range;

/// A token; its text is `span` of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn span(self) -> Range<usize> {
        self.start..self.end
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name of a variable or an operation, also `$0`.
    Name,
    Digits,
    /// `"…"`, quotes included.
    Text,
    /// `"` without its partner.
    OpenText,
    /// An operator or a bracket: one of [`SYMBOLS`].
    Symbol(&'static str),
    Unknown,
    End,
}

/// Symbols, longest first among those with a common start.
const SYMBOLS: &[&str] = &[
    "->*", "->-", "->", ":=", "<<=", "<<", "<=", "<", ">>=", ">>", ">=", ">", "==", "=", "+", "-",
    "*", "%", ".", "@", "^", "(", ")", "[", "]", "{", "}", ",", ";", ":",
];

/// The first token at or after byte `offset`.
///
/// White space, `#` comments and a backslash before a line end separate tokens.
pub(crate) fn token_at(text: &str, offset: usize) -> Token {
    let start = skip_blank(text, offset);
    let rest = &text[start..];
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
    let run = |accept: fn(char) -> bool| rest.find(|c| !accept(c)).unwrap_or(rest.len());
    let (kind, length) = match rest.chars().next() {
        None => (Kind::End, 0),
        Some(c) if c.is_ascii_digit() => (Kind::Digits, run(|c| c.is_ascii_digit())),
        Some(c) if c.is_ascii_alphabetic() || c == '_' => {
            (Kind::Name, rest.find(|c| !is_word(c)).unwrap_or(rest.len()))
        }
        Some('$') if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            let digits = &rest[1..];
            let length = digits
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(digits.len());
            (Kind::Name, 1 + length)
        }
        Some('"') => match rest[1..].find('"') {
            Some(end) => (Kind::Text, end + 2),
            None => (Kind::OpenText, rest.len()),
        },
        Some(other) => SYMBOLS
            .iter()
            .find(|symbol| rest.starts_with(**symbol))
            .map_or((Kind::Unknown, other.len_utf8()), |symbol| {
                (Kind::Symbol(symbol), symbol.len())
            }),
    };
    Token {
        kind,
        start,
        end: start + length,
    }
}

fn skip_blank(text: &str, mut offset: usize) -> usize {
    loop {
        let rest = &text[offset..];
        let trimmed = rest.trim_start();
        offset += rest.len() - trimmed.len();
        if trimmed.starts_with('#') {
            offset += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("\\\n") || trimmed.starts_with("\\\r\n") {
            offset += trimmed.find('\n').map_or(1, |newline| newline + 1);
        } else {
            return offset;
        }
    }
}

/// Where the statement that starts at `offset` ends: one past its `;`, or `None` when the
/// text ends first. A `;` inside brackets or quotes does not count.
pub(crate) fn statement_end(text: &str, mut offset: usize) -> Option<usize> {
    let mut depth = 0usize;
    loop {
        let token = token_at(text, offset);
        offset = token.end;
        match token.kind {
            Kind::End | Kind::OpenText => return None,
            Kind::Symbol("{" | "[" | "(") => depth += 1,
            Kind::Symbol("}" | "]" | ")") => depth = depth.saturating_sub(1),
            Kind::Symbol(";") if depth == 0 => return Some(offset),
            _ => {}
        }
    }
}

/// Whether `text` is nothing but white space and comments.
pub(crate) fn is_blank(text: &str) -> bool {
    token_at(text, 0).kind == Kind::End
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(Kind, &str)> {
        let mut offset = 0;
        let mut found = Vec::new();
        loop {
            let token = token_at(text, offset);
            if token.kind == Kind::End {
                return found;
            }
            found.push((token.kind, &text[token.span()]));
            offset = token.end;
        }
    }

    #[test]
    fn tokens() {
        assert_eq!(
            texts("S':=$0 ->*\"a;b\" # c\n^-1 é"),
            [
                (Kind::Name, "S'"),
                (Kind::Symbol(":="), ":="),
                (Kind::Name, "$0"),
                (Kind::Symbol("->*"), "->*"),
                (Kind::Text, "\"a;b\""),
                (Kind::Symbol("^"), "^"),
                (Kind::Symbol("-"), "-"),
                (Kind::Digits, "1"),
                (Kind::Unknown, "é"),
            ]
        );
    }

    #[test]
    fn a_semicolon_in_braces_or_quotes_ends_nothing() {
        assert_eq!(statement_end("{ [i]; [j] }; x", 0), Some(13));
        assert_eq!(statement_end("print \";\"", 0), None);
        assert_eq!(statement_end("{ [i] # ;\n", 0), None);
        assert_eq!(statement_end("x);", 0), Some(3));
    }
}
