//! Tokens, and where they stand in the source also after macros have been expanded.
//!
//! A token that is written in the text, or in the argument of a macro, keeps its own place. A
//! token that comes out of the body of a macro has the place of the invocation. With
//!
//! ```text
//! #define SQUARE(x) x * x
//! y = SQUARE(a + 1);
//! ```
//!
//! `a` stands at `a`, within the invocation `SQUARE(a + 1)`, and `*` stands at
//! `SQUARE(a + 1)` as a whole. The place of several tokens is found by [`Place::join`], which
//! goes out to the invocations that the tokens do not share: all of `x * x` is at
//! `SQUARE(a + 1)`, though its first and last tokens have places inside.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use scop::Span;

/// The spelling of a token: cheap to copy.
#[derive(Clone)]
pub struct Text(Spelling);

#[derive(Clone)]
enum Spelling {
    Static(&'static str),
    Shared(Arc<str>),
}

impl Text {
    /// A spelling known to the program.
    pub const fn fixed(text: &'static str) -> Text {
        Text(Spelling::Static(text))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(Spelling::Shared(text.into()))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(Spelling::Shared(text.into()))
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Spelling::Static(text) => text,
            Spelling::Shared(text) => text,
        }
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        **self == **other
    }
}

impl Eq for Text {}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Text) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Text) -> std::cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl std::hash::Hash for Text {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// What kind of token it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// An identifier or a keyword.
    Ident,
    /// An integer constant.
    Int,
    /// A floating constant.
    Float,
    /// A string literal.
    Str,
    /// A character constant.
    Char,
    /// An operator or a bracket. Digraphs are spelled as what they stand for.
    Punct,
    /// A pragma; its text is what follows the word `pragma`, with single blanks.
    Pragma,
    /// A string or character constant without its closing quote, or a comment without its end.
    Unterminated,
    /// A character that is no part of C.
    Unknown,
}

/// Where something stands: its own place, and the macro invocations around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The place in the source; the invocation for what comes out of a macro's body.
    pub span: Span,
    /// The invocations in whose arguments the place lies, from the innermost out.
    invocations: Option<Arc<[Span]>>,
}

impl Place {
    /// A place that is in no macro's argument.
    pub fn at(span: Span) -> Place {
        Place {
            span,
            invocations: None,
        }
    }

    /// The invocations in whose arguments the place lies, from the innermost out.
    pub fn invocations(&self) -> &[Span] {
        self.invocations.as_deref().unwrap_or(&[])
    }

    /// The place in the text outside of all macro invocations.
    pub fn outermost(&self) -> Span {
        self.invocations().last().copied().unwrap_or(self.span)
    }

    /// The smallest place that holds both, going out to whole invocations where only one of
    /// the two lies in them.
    pub fn join(&self, other: &Place) -> Place {
        if self.invocations.is_none() && other.invocations.is_none() {
            return Place::at(self.span.to(other.span));
        }
        let (a, b) = (self.invocations(), other.invocations());
        let shared = a
            .iter()
            .rev()
            .zip(b.iter().rev())
            .take_while(|(a, b)| a == b)
            .count();
        let span = self.span_inside(shared).to(other.span_inside(shared));
        let invocations = if shared == 0 {
            None
        } else if shared == a.len() {
            self.invocations.clone()
        } else {
            Some(a[a.len() - shared..].into())
        };
        Place { span, invocations }
    }

    /// The place just inside of the `shared` outermost invocations.
    fn span_inside(&self, shared: usize) -> Span {
        let invocations = self.invocations();
        match invocations.len().checked_sub(shared + 1) {
            Some(index) => invocations[index],
            None => self.span,
        }
    }

    /// The same place, known to lie in an argument of `invocation`.
    pub(crate) fn inside(&self, invocation: &Place) -> Place {
        let own = self.invocations();
        let outer = invocation.invocations();
        let inner = own.strip_suffix(outer).unwrap_or(own);
        if inner.last().copied().unwrap_or(self.span) == invocation.span {
            return self.clone();
        }
        let mut invocations = Vec::with_capacity(inner.len() + 1 + outer.len());
        invocations.extend_from_slice(inner);
        invocations.push(invocation.span);
        invocations.extend_from_slice(outer);
        Place {
            span: self.span,
            invocations: Some(invocations.into()),
        }
    }
}

/// A token of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What kind of token it is.
    pub kind: TokenKind,
    /// Its spelling, without line continuations.
    pub text: Text,
    /// Where it stands.
    pub place: Place,
    /// It comes out of the body of a macro: the text at its place is not the token.
    pub from_body: bool,
    /// White space or a comment stands before it.
    pub spaced: bool,
    /// A macro's name that must not be expanded any more.
    pub(crate) painted: bool,
    /// The name of a macro with parameters that is not expanded, since no bracket followed it.
    pub(crate) bare: bool,
}

impl Token {
    /// A token as it stands in a text.
    pub fn new(kind: TokenKind, text: Text, span: Span, spaced: bool) -> Token {
        Token {
            kind,
            text,
            place: Place::at(span),
            from_body: false,
            spaced,
            painted: false,
            bare: false,
        }
    }

    /// The place in the source; the invocation for what comes out of a macro's body.
    pub fn span(&self) -> Span {
        self.place.span
    }

    /// Whether it is this operator or bracket.
    pub fn is_punct(&self, text: &str) -> bool {
        self.kind == TokenKind::Punct && *self.text == *text
    }

    /// Whether it is this identifier or keyword.
    pub fn is_word(&self, text: &str) -> bool {
        self.kind == TokenKind::Ident && *self.text == *text
    }

    /// The outermost macro invocation that it comes out of, if any.
    pub fn invocation(&self) -> Option<Span> {
        (self.from_body || !self.place.invocations().is_empty()).then(|| self.place.outermost())
    }
}

/// The position behind the bracket that closes the one at `at`: `(`, `[` or `{`. `None` if none opens
/// there, or it is never closed. Brackets of other kinds do not count.
///
/// ```
/// use frontend::token::behind_bracket;
/// let tokens = frontend::tokens_of("f(a[(i)], j) + 1").unwrap();
/// assert_eq!(behind_bracket(&tokens, 1), Some(11));
/// assert_eq!(behind_bracket(&tokens, 3), Some(8));
/// assert_eq!(behind_bracket(&tokens, 2), None);
/// ```
pub fn behind_bracket(tokens: &[Token], at: usize) -> Option<usize> {
    let first = tokens.get(at).filter(|one| one.kind == TokenKind::Punct)?;
    let (open, close) = match &*first.text {
        "(" => ("(", ")"),
        "[" => ("[", "]"),
        "{" => ("{", "}"),
        _ => return None,
    };
    let mut depth = 0;
    let closing = tokens[at..].iter().position(|token| {
        depth += i32::from(token.is_punct(open)) - i32::from(token.is_punct(close));
        depth == 0
    })?;
    Some(at + closing + 1)
}

/// The position behind the next `count` subscripts; `None` if there are fewer of them.
///
/// ```
/// use frontend::token::behind_subscripts;
/// let tokens = frontend::tokens_of("a[b[i]][j] = 0").unwrap();
/// assert_eq!(behind_subscripts(&tokens, 1, 2), Some(10));
/// assert_eq!(behind_subscripts(&tokens, 1, 3), None);
/// ```
pub fn behind_subscripts(tokens: &[Token], at: usize, count: usize) -> Option<usize> {
    (0..count).try_fold(at, |at, _| {
        tokens.get(at).filter(|token| token.is_punct("["))?;
        behind_bracket(tokens, at)
    })
}

/// What the tokens at a position have to do with a variable, or with a field of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mention {
    /// A cell of it: the position behind it, and for each name how many subscripts follow it.
    Cell(usize, Vec<usize>),
    /// Nothing: no name, that of something else, or of another field.
    Other,
    /// Its name stands there in another way.
    Unclear,
}

/// Whether a cell of `name`, which has so many subscripts, stands at a position. Fields have the name
/// of their variable before their own, as in `p.x`, and `p[i].x` is a cell of one.
///
/// ```
/// use frontend::token::{Mention, mention};
/// let tokens = frontend::tokens_of("p[i].x[0] = p[i].y + p->x[0]").unwrap();
/// assert_eq!(mention(&tokens, 0, "p.x", 2), Mention::Cell(9, vec![1, 1]));
/// assert_eq!(mention(&tokens, 10, "p.x", 2), Mention::Other); // that of `y`
/// assert_eq!(mention(&tokens, 17, "p.x", 2), Mention::Unclear);
/// ```
pub fn mention(tokens: &[Token], at: usize, name: &str, rank: usize) -> Mention {
    let (first, fields) = match name.split_once('.') {
        Some((first, fields)) => (first, fields.split('.').collect()),
        None => (name, Vec::new()),
    };
    if !is_variable(tokens, at) || *tokens[at].text != *first {
        return Mention::Other;
    }
    let mut end = at + 1;
    let mut counts = Vec::with_capacity(fields.len() + 1);
    let mut subscripts = |end: &mut usize| {
        let mut count = 0;
        while let Some(behind) = behind_subscripts(tokens, *end, 1) {
            (*end, count) = (behind, count + 1);
        }
        counts.push(count);
    };
    subscripts(&mut end);
    for field in &fields {
        let own = tokens
            .get(end + 1)
            .filter(|one| one.kind == TokenKind::Ident);
        match (tokens.get(end), own) {
            (Some(dot), Some(own)) if dot.is_punct(".") => {
                if *own.text != **field {
                    return Mention::Other;
                }
            }
            _ => return Mention::Unclear,
        }
        end += 2;
        subscripts(&mut end);
    }
    let goes_on = |one: &Token| one.is_punct(".") || one.is_punct("->");
    let is_part = !fields.is_empty() && tokens.get(end).is_some_and(goes_on);
    match counts.iter().sum::<usize>() == rank && !is_part {
        true => Mention::Cell(end, counts),
        false => Mention::Unclear,
    }
}

/// Whether a token is a name that may be that of a variable: members and tags have names of their
/// own.
///
/// ```
/// let tokens = frontend::tokens_of("p.t = (struct t *) t;").unwrap();
/// let variables = (0..tokens.len()).filter(|&at| frontend::token::is_variable(&tokens, at));
/// assert_eq!(variables.collect::<Vec<_>>(), [0, 5, 9]); // `p`, `struct`, the last `t`
/// ```
pub fn is_variable(tokens: &[Token], at: usize) -> bool {
    let is_name = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|one| one.kind == TokenKind::Ident)
    };
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let has_own = |one: &Token| {
        let mut tags = ["struct", "union", "enum"].into_iter();
        one.is_punct(".") || one.is_punct("->") || tags.any(|word| one.is_word(word))
    };
    is_name(at) && !before.is_some_and(has_own)
}

/// The tokens as text, with blanks where there were some and where two would run together.
pub fn spell<'t>(tokens: impl IntoIterator<Item = &'t Token>) -> String {
    let mut text = String::new();
    for token in tokens {
        if !text.is_empty() && (token.spaced || runs_together(&text, &token.text)) {
            text.push(' ');
        }
        text.push_str(&token.text);
    }
    text
}

/// Whether the next token could be read as a part of the text before it.
pub(crate) fn runs_together(text: &str, next: &str) -> bool {
    let (Some(last), Some(first)) = (text.chars().last(), next.chars().next()) else {
        return false;
    };
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.';
    let operator = |c: char| "+-*/%&|^<>=!#:.".contains(c);
    (word(last) && (word(first) || first == '"' || first == '\''))
        || (operator(last) && operator(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scop::FileId;

    fn span(start: usize, end: usize) -> Span {
        Span::new(FileId::MAIN, start, end)
    }

    #[test]
    fn joining_goes_out_to_what_is_not_shared() {
        // F(G(x) + y) at 0..11, G(x) at 2..6
        let f = Place::at(span(0, 11));
        let x = Place::at(span(4, 5))
            .inside(&Place::at(span(2, 6)))
            .inside(&f);
        let y = Place::at(span(9, 10)).inside(&f);
        assert_eq!(x.invocations(), [span(2, 6), span(0, 11)]);
        assert_eq!(x.join(&y).span, span(2, 10));
        assert_eq!(x.join(&y).invocations(), [span(0, 11)]);
        let outside = Place::at(span(20, 21));
        assert_eq!(x.join(&outside), Place::at(span(0, 21)));
        assert_eq!(x.join(&x), x);
        assert_eq!(x.outermost(), span(0, 11));
    }

    #[test]
    fn entering_an_invocation_twice_is_entering_it_once() {
        let f = Place::at(span(0, 11));
        let y = Place::at(span(9, 10)).inside(&f);
        assert_eq!(y.inside(&f), y);
        assert_eq!(f.inside(&f), f);
    }
}
