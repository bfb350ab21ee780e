//! Text to tokens.
//!
//! Reading is total: every text gives tokens, and what is no token of C becomes one of kind
//! [`TokenKind::Unknown`] or [`TokenKind::Unterminated`], of which [`flaw`] speaks. It is not
//! reported at once because the text may stand in a branch that `#if` leaves out, where people
//! write prose with apostrophes.

use std::ops::Range;

use scop::{Diagnostic, FileId, Span};

use crate::codes;
use crate::token::{Text, Token, TokenKind};

/// A token, or a preprocessor directive as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A token outside of directives.
    Token(Token),
    /// A line that begins with `#`.
    Directive(Directive),
}

/// A preprocessor directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// From the `#` to the end of the line.
    pub span: Span,
    /// The tokens after the `#`.
    pub tokens: Vec<Token>,
}

/// All tokens and directives of a text.
///
/// ```
/// use frontend::lexer::{lex, Item};
/// use scop::FileId;
///
/// let items = lex(FileId::MAIN, "#pragma scop\ni += 0x1F; // done");
/// let words: Vec<&str> = items
///     .iter()
///     .filter_map(|item| match item {
///         Item::Token(token) => Some(&*token.text),
///         Item::Directive(_) => None,
///     })
///     .collect();
/// assert_eq!(words, ["i", "+=", "0x1F", ";"]);
/// ```
pub fn lex(file: FileId, text: &str) -> Vec<Item> {
    lex_range(file, text, 0..text.len()).0
}

/// The tokens and directives in a range of a text, which begins and ends between tokens, and the
/// comments: those within directives too.
///
/// ```
/// use frontend::lexer::lex_range;
/// use scop::FileId;
///
/// let text = "x; /* one */ y; // two";
/// let (items, comments) = lex_range(FileId::MAIN, text, 3..text.len());
/// assert_eq!(items.len(), 2);
/// let texts: Vec<&str> = comments.iter().map(|one| &text[one.range()]).collect();
/// assert_eq!(texts, ["/* one */", "// two"]);
/// ```
pub fn lex_range(file: FileId, text: &str, range: Range<usize>) -> (Vec<Item>, Vec<Span>) {
    let mut lexer = Lexer {
        file,
        text: text.get(..range.end).unwrap_or(text),
        position: range.start,
        comments: Vec::new(),
        open_raw_string: false,
    };
    let mut items = Vec::new();
    let mut line_start = true;
    loop {
        let trivia = lexer.skip_trivia(false);
        line_start |= trivia.newline;
        if let Some(comment) = trivia.open_comment {
            items.push(Item::Token(comment));
        }
        let Some(c) = lexer.peek() else {
            return (items, lexer.comments);
        };
        let is_digraph = c == '%' && lexer.peek_second() == Some(':');
        if line_start && (c == '#' || is_digraph) {
            items.push(Item::Directive(lexer.directive()));
        } else if let Some(token) = lexer.token(trivia.spaced) {
            items.push(Item::Token(token));
            line_start = false;
        }
    }
}

/// What is wrong with a token by itself.
pub fn flaw(token: &Token) -> Option<Diagnostic> {
    let span = token.span();
    match token.kind {
        TokenKind::Unknown => Some(
            Diagnostic::warning(
                codes::BAD_CHARACTER,
                match token.text.chars().next().and_then(crate::bytes::byte) {
                    Some(byte) => format!("the byte 0x{byte:02x} is not part of C"),
                    None => format!(
                        "the character `{}` is not part of C",
                        token.text.escape_debug()
                    ),
                },
                span,
            )
            .help("remove it, or put it in a string or a comment"),
        ),
        TokenKind::Unterminated => {
            let (what, end) = match token.text.chars().find(|c| "\"'/".contains(*c)) {
                Some('/') => ("comment", "*/"),
                Some('\'') => ("character constant", "'"),
                _ => ("string", "\""),
            };
            Some(
                Diagnostic::warning(codes::NOT_TERMINATED, format!("unterminated {what}"), span)
                    .help(format!("close it with `{end}`")),
            )
        }
        _ => None,
    }
}

/// Where the lines of a text end. As compilers have it, a carriage return ends one by itself, or
/// together with the line feed behind it.
///
/// ```
/// let ends: Vec<usize> = frontend::lexer::line_ends("a\nb\r\nc\rd").collect();
/// assert_eq!(ends, [1, 4, 6]);
/// ```
pub fn line_ends(text: &str) -> impl DoubleEndedIterator<Item = usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).filter(move |&at| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    })
}

/// The place behind all backslashes with the ends of their lines that begin at a place.
pub(crate) fn after_splices(text: &str, mut position: usize) -> usize {
    let bytes = text.as_bytes();
    while bytes.get(position) == Some(&b'\\') {
        let mut end = position + 1;
        while matches!(bytes.get(end), Some(b' ' | b'\t')) {
            end += 1;
        }
        match bytes.get(end) {
            Some(b'\n') => position = end + 1,
            Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => position = end + 2,
            Some(b'\r') => position = end + 1,
            _ => break,
        }
    }
    position
}

/// Punctuators of one character that begin no longer ones.
const ALONE: &str = "()[]{},;~?";

/// Longest first, so that the first match is the right one. The second column is what digraphs
/// stand for.
const PUNCTUATORS: &[(&str, &str)] = &[
    ("%:%:", "##"),
    ("<<=", "<<="),
    (">>=", ">>="),
    ("...", "..."),
    ("->", "->"),
    ("++", "++"),
    ("--", "--"),
    ("<<", "<<"),
    (">>", ">>"),
    ("<=", "<="),
    (">=", ">="),
    ("==", "=="),
    ("!=", "!="),
    ("&&", "&&"),
    ("||", "||"),
    ("*=", "*="),
    ("/=", "/="),
    ("%=", "%="),
    ("+=", "+="),
    ("-=", "-="),
    ("&=", "&="),
    ("^=", "^="),
    ("|=", "|="),
    ("##", "##"),
    ("::", "::"),
    ("<:", "["),
    (":>", "]"),
    ("<%", "{"),
    ("%>", "}"),
    ("%:", "#"),
    ("[", "["),
    ("]", "]"),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    (".", "."),
    ("&", "&"),
    ("*", "*"),
    ("+", "+"),
    ("-", "-"),
    ("~", "~"),
    ("!", "!"),
    ("/", "/"),
    ("%", "%"),
    ("<", "<"),
    (">", ">"),
    ("^", "^"),
    ("|", "|"),
    ("?", "?"),
    (":", ":"),
    (";", ";"),
    ("=", "="),
    (",", ","),
    ("#", "#"),
];

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    position: usize,
    /// Those that have been met.
    comments: Vec<Span>,
    /// A raw string without an end has been met.
    open_raw_string: bool,
}

#[derive(Default)]
struct Trivia {
    spaced: bool,
    newline: bool,
    open_comment: Option<Token>,
}

impl Lexer<'_> {
    /// The offset after line continuations at `position`. As compilers do, blanks between the
    /// backslash and the end of the line are forgiven.
    fn after_splices(&self, position: usize) -> usize {
        after_splices(self.text, position)
    }

    /// The character at a place; a carriage return that ends a line alone is a line feed.
    fn char_at(&self, position: usize) -> Option<char> {
        let mut rest = self.text.get(position..)?.chars();
        match rest.next()? {
            '\r' if !rest.as_str().starts_with('\n') => Some('\n'),
            c => Some(c),
        }
    }

    fn peek(&self) -> Option<char> {
        self.char_at(self.after_splices(self.position))
    }

    fn peek_second(&self) -> Option<char> {
        let first = self.after_splices(self.position);
        let width = self.char_at(first)?.len_utf8();
        self.char_at(self.after_splices(first + width))
    }

    fn bump(&mut self) -> Option<char> {
        let position = self.after_splices(self.position);
        let c = self.char_at(position);
        self.position = position + c.map_or(0, char::len_utf8);
        c
    }

    /// Moves on past the ASCII characters here that are `wanted`: what most of a text is, without a
    /// look for continuations at each of them.
    fn skip_ascii(&mut self, wanted: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.position..).unwrap_or(&[]);
        let count = rest
            .iter()
            .take_while(|&&byte| byte.is_ascii() && wanted(byte));
        self.position += count.count();
    }

    /// Moves on past `text` if it stands here.
    fn eat(&mut self, text: &str) -> bool {
        let start = self.position;
        for c in text.chars() {
            if self.peek() != Some(c) {
                self.position = start;
                return false;
            }
            self.bump();
        }
        true
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(self.file, start, self.position)
    }

    /// Skips white space and comments; in a directive, up to the end of the line.
    fn skip_trivia(&mut self, in_directive: bool) -> Trivia {
        let mut trivia = Trivia::default();
        loop {
            match self.peek() {
                Some('\n') => {
                    if in_directive {
                        return trivia;
                    }
                    self.bump();
                    trivia.newline = true;
                }
                Some('\u{feff}') if self.position == 0 => {
                    self.bump();
                }
                Some(' ' | '\t' | '\r' | '\x0b' | '\x0c') => {
                    self.bump();
                    self.skip_ascii(|byte| byte == b' ');
                }
                Some('/') if self.peek_second() == Some('/') => {
                    let start = self.after_splices(self.position);
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.bump();
                        self.skip_ascii(|byte| !b"\n\r\\".contains(&byte));
                    }
                    self.comments.push(self.span_from(start));
                }
                Some('/') if self.peek_second() == Some('*') => {
                    let start = self.after_splices(self.position);
                    self.bump();
                    self.bump();
                    let mut previous = ' ';
                    loop {
                        let before = self.position;
                        self.skip_ascii(|byte| !b"*/\\".contains(&byte));
                        if self.position > before {
                            previous = ' ';
                        }
                        match self.bump() {
                            Some('/') if previous == '*' => {
                                self.comments.push(self.span_from(start));
                                break;
                            }
                            Some(c) => previous = c,
                            None => {
                                let span = self.span_from(start);
                                let text = Text::fixed("/*");
                                trivia.open_comment =
                                    Some(Token::new(TokenKind::Unterminated, text, span, true));
                                return trivia;
                            }
                        }
                    }
                }
                _ => {
                    // Continuations before the next token are no part of it.
                    self.position = self.after_splices(self.position);
                    return trivia;
                }
            }
            trivia.spaced = true;
        }
    }

    fn directive(&mut self) -> Directive {
        let start = self.position;
        // `%:` is another way to write the sign.
        if self.bump() == Some('%') {
            self.bump();
        }
        let mut tokens = Vec::new();
        loop {
            let trivia = self.skip_trivia(true);
            tokens.extend(trivia.open_comment);
            match self.peek() {
                None | Some('\n') => break,
                Some(_) => tokens.extend(self.token(trivia.spaced)),
            }
        }
        Directive {
            span: self.span_from(start),
            tokens,
        }
    }

    fn token(&mut self, spaced: bool) -> Option<Token> {
        let start = self.position;
        let c = self.peek()?;
        let is_word = is_word_start(c) || self.universal_ahead().is_some_and(is_word_start);
        let (kind, fixed) = if is_word {
            (self.word(), None)
        } else if c.is_ascii_digit()
            || (c == '.' && self.peek_second().is_some_and(|c| c.is_ascii_digit()))
        {
            (self.number(), None)
        } else if c == '"' || c == '\'' {
            (self.quoted(c), None)
        } else if let Some(text) = self.punctuator() {
            (TokenKind::Punct, Some(text))
        } else {
            self.bump();
            (TokenKind::Unknown, None)
        };
        let span = self.span_from(start);
        let text = match fixed {
            Some(text) => Text::fixed(text),
            None if kind == TokenKind::Ident => Text::from(&*with_letters(&self.spelling(start))),
            None => Text::from(&*self.spelling(start)),
        };
        Some(Token::new(kind, text, span, spaced))
    }

    /// The text from `start` to here without line continuations.
    fn spelling(&self, start: usize) -> std::borrow::Cow<'_, str> {
        let text = self.text.get(start..self.position).unwrap_or("");
        if !text.contains(['\n', '\r']) {
            return text.into();
        }
        let mut spelling = String::with_capacity(text.len());
        let mut position = start;
        loop {
            position = self.after_splices(position);
            if position >= self.position {
                return spelling.into();
            }
            let Some(c) = self.char_at(position) else {
                return spelling.into();
            };
            spelling.push(c);
            position += c.len_utf8();
        }
    }

    /// What [`Lexer::universal`] would read.
    fn universal_ahead(&mut self) -> Option<char> {
        if self.peek() != Some('\\') {
            return None;
        }
        let start = self.position;
        let letter = self.universal();
        self.position = start;
        letter
    }

    /// Moves on past the universal character name here, such as `\u00e9`: the letter that it means.
    fn universal(&mut self) -> Option<char> {
        self.bump();
        let count = match self.bump()? {
            'u' => 4,
            'U' => 8,
            _ => return None,
        };
        let digits = (0..count).try_fold(0, |value: u32, _| {
            let digit = self.bump()?.to_digit(16)?;
            Some(value << 4 | digit)
        });
        char::from_u32(digits?).filter(|letter| !letter.is_ascii())
    }

    fn word(&mut self) -> TokenKind {
        let start = self.position;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        self.skip_ascii(is_part);
        loop {
            if self.peek().is_some_and(is_word_part) {
                self.bump();
            } else if self.universal_ahead().is_some_and(is_word_part) {
                self.universal();
            } else {
                break;
            }
            self.skip_ascii(is_part);
        }
        let Some(quote @ ('"' | '\'')) = self.peek() else {
            return TokenKind::Ident;
        };
        let prefix = self.spelling(start).into_owned();
        match &*prefix {
            "L" | "u" | "U" | "u8" => self.quoted(quote),
            "R" | "LR" | "uR" | "UR" | "u8R" if quote == '"' => self.raw_string(),
            _ => TokenKind::Ident,
        }
    }

    /// A preprocessing number: more than the numbers of C, so that `##` can build them.
    fn number(&mut self) -> TokenKind {
        let start = self.position;
        let hexadecimal = self.peek() == Some('0') && matches!(self.peek_second(), Some('x' | 'X'));
        loop {
            self.skip_ascii(|byte| byte.is_ascii_digit());
            let Some(c) = self.peek() else { break };
            if "eEpP".contains(c) && matches!(self.peek_second(), Some('+' | '-')) {
                // In hexadecimal `e` is a digit: `0xe+1` is a sum to people, if not to the
                // standard.
                if "eE".contains(c) && hexadecimal {
                    self.bump();
                    continue;
                }
                self.bump();
                self.bump();
            } else if is_word_part(c) || c == '.' || self.is_separator(c) {
                self.bump();
            } else {
                break;
            }
        }
        let text = self.spelling(start);
        let float = if hexadecimal {
            text.contains(['.', 'p', 'P'])
        } else {
            text.contains(['.', 'e', 'E'])
        };
        if float {
            TokenKind::Float
        } else {
            TokenKind::Int
        }
    }

    /// Whether an apostrophe here stands between digits, as in `1'000` (C23, C++14).
    fn is_separator(&self, c: char) -> bool {
        c == '\'' && self.peek_second().is_some_and(|c| c.is_ascii_hexdigit())
    }

    fn quoted(&mut self, quote: char) -> TokenKind {
        self.bump();
        loop {
            match self.peek() {
                None | Some('\n') => return TokenKind::Unterminated,
                Some('\\') => {
                    self.bump();
                    if self.peek().is_some_and(|c| c != '\n') {
                        self.bump();
                    }
                }
                Some(c) => {
                    self.bump();
                    if c == quote {
                        return if quote == '"' {
                            TokenKind::Str
                        } else {
                            TokenKind::Char
                        };
                    }
                }
            }
        }
    }

    /// `R"x(...)x"` of C++.
    fn raw_string(&mut self) -> TokenKind {
        let body = self.position + 1;
        let rest = self.text.get(body..).unwrap_or("");
        let open = rest.bytes().take(17).position(|byte| byte == b'(');
        let delimiter = open.and_then(|open| rest.get(..open));
        let end = match delimiter {
            // One search that fails has read all of the rest; a second would make it quadratic.
            Some(delimiter) if !self.open_raw_string => {
                let close = format!("){delimiter}\"");
                rest.find(&close).map(|at| at + close.len())
            }
            _ => None,
        };
        match end {
            Some(end) => {
                self.position = body + end;
                TokenKind::Str
            }
            None => {
                self.open_raw_string |= delimiter.is_some();
                self.quoted('"')
            }
        }
    }

    fn punctuator(&mut self) -> Option<&'static str> {
        // No other begins with one of these.
        if let Some(at) = self.peek().and_then(|c| ALONE.find(c)) {
            self.bump();
            return ALONE.get(at..at + 1);
        }
        // `a<::b>` is a template argument, not a digraph.
        if self.peek() == Some('<') && self.peek_second() == Some(':') {
            let start = self.position;
            if self.eat("<::") {
                let template = !matches!(self.peek(), Some(':' | '>'));
                self.position = start;
                if template {
                    self.bump();
                    return Some("<");
                }
            }
        }
        let first = self.peek()?;
        PUNCTUATORS
            .iter()
            .find(|(spelling, _)| spelling.starts_with(first) && self.eat(spelling))
            .map(|(_, text)| *text)
    }
}

/// A word with letters for its universal character names: `\u00e9t\u00e9` is the same name as `été`.
fn with_letters(word: &str) -> std::borrow::Cow<'_, str> {
    if !word.contains('\\') {
        return word.into();
    }
    let mut letters = String::with_capacity(word.len());
    let mut lexer = Lexer {
        file: FileId::NONE,
        text: word,
        position: 0,
        comments: Vec::new(),
        open_raw_string: false,
    };
    while lexer.position < word.len() {
        let next = match lexer.peek() {
            Some('\\') => lexer.universal(),
            _ => lexer.bump(),
        };
        letters.extend(next);
    }
    letters.into()
}

fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The value of an integer constant.
///
/// ```
/// use frontend::lexer::integer_value;
///
/// assert_eq!(integer_value("42"), Some(42));
/// assert_eq!(integer_value("0x1fUL"), Some(31));
/// assert_eq!(integer_value("010"), Some(8));
/// assert_eq!(integer_value("1'000"), Some(1000));
/// assert_eq!(integer_value("12banana"), None);
/// ```
pub fn integer_value(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    if !["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(&&*suffix) {
        return None;
    }
    let (digits, radix) = if let Some(rest) = strip_prefix(digits, "0x") {
        (rest, 16)
    } else if let Some(rest) = strip_prefix(digits, "0b") {
        (rest, 2)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (digits, 8)
    } else {
        (digits, 10)
    };
    // Each separator stands between two digits.
    let is_digit = |c: char| c.is_digit(radix);
    let mut groups = digits.split('\'');
    if !groups.all(|group| group.starts_with(is_digit)) {
        return None;
    }
    u64::from_str_radix(&digits.replace('\'', ""), radix).ok()
}

fn strip_prefix<'a>(text: &'a str, lower: &str) -> Option<&'a str> {
    let head = text.get(..lower.len())?;
    head.eq_ignore_ascii_case(lower)
        .then(|| &text[lower.len()..])
}

/// The value of a character constant with one character, where every compiler agrees on it: not
/// that of a character that takes several bytes, nor that of a `char` that may be below zero.
///
/// ```
/// use frontend::lexer::character_value;
///
/// assert_eq!(character_value("'a'"), Some(97));
/// assert_eq!(character_value(r"'\n'"), Some(10));
/// assert_eq!(character_value(r"'\x41'"), Some(65));
/// assert_eq!(character_value("'ab'"), None);
/// assert_eq!(character_value("L'é'"), Some(233));
/// assert_eq!(character_value("'é'"), None);
/// assert_eq!(character_value(r"'\xe9'"), None);
/// ```
pub fn character_value(text: &str) -> Option<u32> {
    let (prefix, rest) = text.split_once('\'')?;
    let largest = match prefix {
        "" | "u8" => 0x7f,
        "u" => 0xffff,
        "L" | "U" => 0x7fff_ffff,
        _ => return None,
    };
    let value = character(rest.strip_suffix('\'')?)?;
    (value <= largest).then_some(value)
}

/// The value of a character constant in `#if`, where `char` has 8 bits and a sign, and whether its type
/// is unsigned. Characters that take several bytes of a `char` are not known, nor are more than fit in
/// an `int`.
///
/// ```
/// use frontend::lexer::character_constant;
///
/// assert_eq!(character_constant("'a'"), Some((97, false)));
/// assert_eq!(character_constant(r"'\377'"), Some((-1, false)));
/// assert_eq!(character_constant("'ab'"), Some((97 * 256 + 98, false)));
/// assert_eq!(character_constant("u'a'"), Some((97, true)));
/// assert_eq!(character_constant("'é'"), None);
/// ```
pub fn character_constant(text: &str) -> Option<(i64, bool)> {
    let (prefix, rest) = text.split_once('\'')?;
    let body = rest.strip_suffix('\'')?;
    if !prefix.is_empty() {
        // Whether `u8'\xff'` has a sign depends on the version of the language.
        let value = character_value(text)?;
        return Some((value.into(), matches!(prefix, "u" | "U")));
    }
    let values = characters(body)?;
    if !body.is_ascii() || values.iter().any(|&value| value > 0xff) {
        return None;
    }
    match values[..] {
        [] => None,
        [only] => Some((i64::from(only as u8 as i8), false)),
        _ if values.len() <= 4 => {
            let bits = values.iter().fold(0, |bits, &value| bits << 8 | value);
            Some((i64::from(bits as i32), false))
        }
        _ => None,
    }
}

/// The number of the only character, or escape, of a text.
fn character(body: &str) -> Option<u32> {
    match characters(body)?[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The numbers of the characters and escapes of a text. A character that is no ASCII has none unless
/// it is alone: how many bytes it takes is up to the compiler.
fn characters(body: &str) -> Option<Vec<u32>> {
    let mut values = Vec::new();
    let mut rest = body;
    let mut is_alone = true;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        is_alone &= values.is_empty() || first.is_ascii();
        if first == '\\' {
            let (value, length) = escape(rest)?;
            values.push(value);
            rest = rest.get(length..)?;
        } else if crate::bytes::byte(first).is_none() {
            is_alone &= first.is_ascii() || rest.is_empty();
            values.push(first as u32);
        } else {
            return None;
        }
    }
    is_alone.then_some(values)
}

/// The number that an escape stands for, and how much of the text behind the backslash it takes.
fn escape(text: &str) -> Option<(u32, usize)> {
    let digits = |text: &str, radix, most| {
        let digits = text.chars().take(most).take_while(|c| c.is_digit(radix));
        let count = digits.count();
        Some((u32::from_str_radix(text.get(..count)?, radix).ok()?, count))
    };
    let simple = match text.chars().next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'v' => '\x0b',
        first @ ('\\' | '\'' | '"' | '?') => first,
        'x' => {
            let (value, count) = digits(&text[1..], 16, usize::MAX)?;
            return Some((value, count + 1));
        }
        _ => return digits(text, 8, 3),
    };
    Some((simple as u32, 1))
}

#[cfg(test)]
mod tests;
