//! Splits text into tokens, one at a time.
//!
//! White space, `#` comments and a backslash before a line end separate tokens.
//! A character that starts no token becomes an [`Kind::Unknown`] token, so that
//! the parser reports it only if it gets there: an object may be followed by
//! text of another kind.

use std::ops::Range;

/// A token of the notation; its text is `span` of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn span(self) -> Range<usize> {
        self.start..self.end
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name: letters, digits and `_`, then primes.
    Ident,
    /// A name with a meaning of its own; upper and lower case are the same.
    Keyword(Keyword),
    /// Decimal digits.
    Integer,
    /// A name in double quotes.
    Quoted,
    LeftBrace,
    RightBrace,
    LeftBracket,
    RightBracket,
    LeftParen,
    RightParen,
    Comma,
    Semicolon,
    Colon,
    Arrow,
    Plus,
    Minus,
    Star,
    Slash,
    SlashSlash,
    Percent,
    Caret,
    Question,
    Less,
    LessEqual,
    Equal,
    GreaterEqual,
    Greater,
    NotEqual,
    LexLess,
    LexLessEqual,
    LexGreater,
    LexGreaterEqual,
    And,
    Or,
    /// A single `|`: "or", but also "such that" after a tuple.
    Bar,
    Not,
    /// `∃`, the same as the keyword `exists`.
    Exists,
    /// A `"` without its partner on the same line.
    Unterminated,
    Unknown,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Exists,
    And,
    Or,
    Not,
    Implies,
    True,
    False,
    Infinity,
    NaN,
    Min,
    Max,
    Floor,
    Ceil,
    Floord,
    Ceild,
    Mod,
    Rat,
}

const KEYWORDS: &[(&str, Keyword)] = &[
    ("exists", Keyword::Exists),
    ("and", Keyword::And),
    ("or", Keyword::Or),
    ("not", Keyword::Not),
    ("implies", Keyword::Implies),
    ("true", Keyword::True),
    ("false", Keyword::False),
    ("infty", Keyword::Infinity),
    ("infinity", Keyword::Infinity),
    ("nan", Keyword::NaN),
    ("min", Keyword::Min),
    ("max", Keyword::Max),
    ("floor", Keyword::Floor),
    ("ceil", Keyword::Ceil),
    ("floord", Keyword::Floord),
    ("ceild", Keyword::Ceild),
    ("mod", Keyword::Mod),
    ("rat", Keyword::Rat),
];

/// The symbol at the start of `text`, the longest that is one, and its length.
fn symbol(text: &str) -> Option<(Kind, usize)> {
    let bytes = text.as_bytes();
    let next = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let kind = match next(0) {
        b'{' => Kind::LeftBrace,
        b'}' => Kind::RightBrace,
        b'[' => Kind::LeftBracket,
        b']' => Kind::RightBracket,
        b'(' => Kind::LeftParen,
        b')' => Kind::RightParen,
        b',' => Kind::Comma,
        b';' => Kind::Semicolon,
        b':' => Kind::Colon,
        b'+' => Kind::Plus,
        b'*' => Kind::Star,
        b'%' => Kind::Percent,
        b'^' => Kind::Caret,
        b'?' => Kind::Question,
        _ => return long_symbol(text, [next(0), next(1), next(2)]),
    };
    Some((kind, 1))
}

/// Symbols that may be the start of a longer one, and those of papers.
fn long_symbol(text: &str, bytes: [u8; 3]) -> Option<(Kind, usize)> {
    Some(match bytes {
        [b'-', b'>', _] => (Kind::Arrow, 2),
        [b'-', ..] => (Kind::Minus, 1),
        [b'<', b'<', b'='] => (Kind::LexLessEqual, 3),
        [b'<', b'<', _] => (Kind::LexLess, 2),
        [b'<', b'=', _] => (Kind::LessEqual, 2),
        [b'<', b'>', _] => (Kind::NotEqual, 2),
        [b'<', ..] => (Kind::Less, 1),
        [b'>', b'>', b'='] => (Kind::LexGreaterEqual, 3),
        [b'>', b'>', _] => (Kind::LexGreater, 2),
        [b'>', b'=', _] => (Kind::GreaterEqual, 2),
        [b'>', ..] => (Kind::Greater, 1),
        [b'=', b'=', _] => (Kind::Equal, 2),
        [b'=', ..] => (Kind::Equal, 1),
        [b'!', b'=', _] => (Kind::NotEqual, 2),
        [b'!', ..] => (Kind::Not, 1),
        [b'&', b'&', _] | [b'/', b'\\', _] => (Kind::And, 2),
        [b'&', ..] => (Kind::And, 1),
        [b'|', b'|', _] | [b'\\', b'/', _] => (Kind::Or, 2),
        [b'|', ..] => (Kind::Bar, 1),
        [b'/', b'/', _] => (Kind::SlashSlash, 2),
        [b'/', ..] => (Kind::Slash, 1),
        _ => {
            let first = text.chars().next()?;
            let kind = match first {
                '≤' => Kind::LessEqual,
                '≥' => Kind::GreaterEqual,
                '≠' => Kind::NotEqual,
                '∧' => Kind::And,
                '∨' => Kind::Or,
                '¬' => Kind::Not,
                '∃' => Kind::Exists,
                _ => return None,
            };
            (kind, first.len_utf8())
        }
    })
}

/// Reads tokens from the start of a text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, offset: 0 }
    }

    /// The next token; [`Kind::End`] at the end of the text, again and again.
    pub fn next_token(&mut self) -> Token {
        self.skip_blank();
        let rest = &self.text[self.offset..];
        let (kind, length) = match rest.chars().next() {
            None => (Kind::End, 0),
            Some('0'..='9') => (Kind::Integer, ascii_run(rest, |b| b.is_ascii_digit())),
            Some('a'..='z' | 'A'..='Z' | '_') => name(rest),
            Some('"') => quoted(rest),
            Some(other) => symbol(rest).unwrap_or((Kind::Unknown, other.len_utf8())),
        };
        let start = self.offset;
        self.offset += length;
        Token {
            kind,
            start,
            end: self.offset,
        }
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = &self.text[self.offset..];
            let trimmed = rest.trim_start();
            self.offset += rest.len() - trimmed.len();
            if trimmed.starts_with('#') {
                self.offset += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("\\\n") {
                self.offset += 2;
            } else if trimmed.starts_with("\\\r\n") {
                self.offset += 3;
            } else {
                return;
            }
        }
    }
}

/// Number of leading bytes of `text` that satisfy `accept`.
fn ascii_run(text: &str, accept: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|b| !accept(b)).unwrap_or(text.len())
}

fn name(text: &str) -> (Kind, usize) {
    let letters = ascii_run(text, |b| b.is_ascii_alphanumeric() || b == b'_');
    let length = letters + ascii_run(&text[letters..], |b| b == b'\'');
    let kind = keyword(&text[..length]).map_or(Kind::Ident, Kind::Keyword);
    (kind, length)
}

fn keyword(word: &str) -> Option<Keyword> {
    let found = KEYWORDS
        .iter()
        .find(|(known, _)| word.eq_ignore_ascii_case(known));
    found.map(|&(_, keyword)| keyword)
}

/// Whether a variable cannot have this name in the notation.
pub(super) fn is_keyword(word: &str) -> bool {
    keyword(word).is_some()
}

/// Whether a text can name a parameter, a tuple or a dimension in the notation without quotes: it
/// is a letter or `_`, then letters, digits, `_` and finally primes, and no word with a meaning of
/// its own.
///
/// ```
/// # use presburger::is_name;
/// assert!(is_name("i0'"));
/// assert!(!is_name("mod") && !is_name("2i") && !is_name("a b") && !is_name(""));
/// ```
pub fn is_name(text: &str) -> bool {
    let token = Lexer::new(text).next_token();
    token.kind == Kind::Ident && token.span() == (0..text.len())
}

fn quoted(text: &str) -> (Kind, usize) {
    match text[1..].find(['"', '\n']) {
        Some(end) if text.as_bytes()[1 + end] == b'"' => (Kind::Quoted, end + 2),
        Some(end) => (Kind::Unterminated, 1 + end),
        None => (Kind::Unterminated, text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let mut lexer = Lexer::new(text);
        let mut found = Vec::new();
        loop {
            let token = lexer.next_token();
            if token.kind == Kind::End {
                return found;
            }
            found.push((token.kind, &text[token.span()]));
        }
    }

    #[test]
    fn names_keywords_and_numbers() {
        assert_eq!(
            kinds("_i0'' 2i EXISTS \"a b\" and'"),
            [
                (Kind::Ident, "_i0''"),
                (Kind::Integer, "2"),
                (Kind::Ident, "i"),
                (Kind::Keyword(Keyword::Exists), "EXISTS"),
                (Kind::Quoted, "\"a b\""),
                (Kind::Ident, "and'"),
            ]
        );
    }

    #[test]
    fn the_longest_symbol_wins() {
        let spelled = "-> <<= << <= <> < >>= >> >= > == = != ! && & /\\ || | \\/ // / ≤ ∃";
        let read: Vec<&str> = kinds(spelled).into_iter().map(|(_, text)| text).collect();
        assert_eq!(read.join(" "), spelled);
    }

    #[test]
    fn comments_and_continued_lines_are_blank() {
        assert_eq!(
            kinds("a # b c\n\\\n d \\\r\n#"),
            [(Kind::Ident, "a"), (Kind::Ident, "d")]
        );
    }

    #[test]
    fn names_are_what_can_be_read_back() {
        let read = |name: &str| {
            let text = format!("[{name}] -> {{ {name}[i] : i = {name} }}");
            text.parse::<crate::Set>().is_ok()
        };
        let words = KEYWORDS.iter().map(|(word, _)| *word);
        for name in words.chain([
            "i", "_", "_1", "x'", "x''", "'x", "x'y", "N0", "0N", "Mod", "é", "a b", " a", "a ",
            "", "a#", "a-b", "\"a\"", "modulo",
        ]) {
            // White space and comments may stand around a name, but are no part of it.
            let bare = !name.contains([' ', '#', '"']);
            assert_eq!(is_name(name), bare && read(name), "{name:?}");
        }
    }

    #[test]
    fn what_is_no_token_is_kept() {
        assert_eq!(
            kinds("é\"x\n$"),
            [
                (Kind::Unknown, "é"),
                (Kind::Unterminated, "\"x"),
                (Kind::Unknown, "$")
            ]
        );
    }
}
