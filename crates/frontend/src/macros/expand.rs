//! Replacing macros by their bodies.
//!
//! Tokens are read from a stack of frames, one for each body that is being rescanned, above the
//! source or the argument that is expanded. The macro of a frame is disabled while the frame is
//! on the stack; its name met meanwhile is painted and stays as it is for ever, as the standard
//! wants. Arguments are expanded by themselves before they replace parameters.
//!
//! The number of tokens that bodies give is bounded for the whole text, so that doubling macros
//! (`#define A B B`, `#define B C C`, ...) end in an error.

use std::rc::Rc;

use scop::{Diagnostic, FileId, Span};

use super::{Macro, Preprocessor};
use crate::codes;
use crate::lexer::{Item, lex};
use crate::token::{Place, Text, Token, TokenKind, spell};

/// More tokens than this do not come out of macro bodies in one text.
const MAX_EXPANDED: usize = 1 << 18;

/// Arguments nest at most this deep.
const MAX_NESTING: usize = 100;

/// What lies below the frames.
pub(super) enum Base {
    /// The source, with its directives.
    Source,
    /// A list of tokens: an argument, or the condition of an `#if`.
    Tokens(std::vec::IntoIter<Token>),
}

struct Frame {
    tokens: std::vec::IntoIter<Token>,
    name: Option<Text>,
}

/// Tokens being expanded.
pub(super) struct Stream {
    base: Base,
    frames: Vec<Frame>,
}

impl Stream {
    pub(super) fn new(base: Base) -> Stream {
        Stream {
            base,
            frames: Vec::new(),
        }
    }

    /// Puts tokens back that are read next.
    fn unread(&mut self, tokens: Vec<Token>) {
        self.frames.push(Frame {
            tokens: tokens.into_iter(),
            name: None,
        });
    }
}

/// Whether the next name in a condition stays as it is: `defined` asks for it.
fn asks_for_next(output: &[Token]) -> bool {
    match output {
        [.., last] if last.is_word("defined") => true,
        [.., word, last] => word.is_word("defined") && last.is_punct("("),
        _ => false,
    }
}

impl Preprocessor<'_> {
    /// All tokens of a stream with macros expanded.
    pub(super) fn expand(&mut self, mut stream: Stream) -> Vec<Token> {
        let mut output = Vec::new();
        while let Some(mut token) = self.next_token(&mut stream) {
            if token.kind == TokenKind::Ident
                && !token.painted
                && !(self.in_condition && asks_for_next(&output))
                && let Some(definition) = self.lookup(&token.text)
            {
                if self.disabled.contains(&token.text) {
                    token.painted = true;
                } else if self.invoke(&mut stream, &token, &definition) {
                    continue;
                } else {
                    token.bare = true;
                }
            }
            output.push(token);
        }
        output
    }

    fn next_token(&mut self, stream: &mut Stream) -> Option<Token> {
        while let Some(frame) = stream.frames.last_mut() {
            if let Some(token) = frame.tokens.next() {
                return Some(token);
            }
            if let Some(name) = stream.frames.pop().and_then(|frame| frame.name) {
                self.disabled.remove(&name);
            }
        }
        match &mut stream.base {
            Base::Source => self.next_of_source(),
            Base::Tokens(tokens) => tokens.next(),
        }
    }

    /// Pushes what the macro is replaced by; false when its name only stands for itself here.
    fn invoke(&mut self, stream: &mut Stream, name: &Token, definition: &Rc<Macro>) -> bool {
        let (place, arguments) = if definition.parameters.is_none() {
            (name.place.clone(), Vec::new())
        } else {
            match self.next_token(stream) {
                Some(open) if open.is_punct("(") => {
                    match self.arguments(stream, name, open, definition) {
                        Some(found) => found,
                        None => return false,
                    }
                }
                Some(other) => {
                    stream.unread(vec![other]);
                    return false;
                }
                None => return false,
            }
        };
        if self.exhausted(name) {
            return false;
        }
        let mut tokens = self.substitute(definition, arguments, &place);
        if let Some(first) = tokens.first_mut() {
            first.spaced = name.spaced;
        }
        self.expanded += tokens.len() + 1;
        self.disabled.insert(definition.name.clone());
        stream.frames.push(Frame {
            tokens: tokens.into_iter(),
            name: Some(definition.name.clone()),
        });
        true
    }

    /// Whether the bound on expansion is reached; says so the first time.
    fn exhausted(&mut self, name: &Token) -> bool {
        if self.expanded >= MAX_EXPANDED || self.nesting >= MAX_NESTING {
            self.give_up(&name.text, name.place.outermost());
        }
        self.gave_up
    }

    /// Says once that a bound is reached.
    fn give_up(&mut self, name: &str, span: Span) {
        if std::mem::replace(&mut self.gave_up, true) {
            return;
        }
        let message = if self.expanded >= MAX_EXPANDED {
            format!("macros expand to more than {MAX_EXPANDED} tokens")
        } else {
            format!("macro arguments nest more than {MAX_NESTING} deep")
        };
        self.diagnostics.push(
            Diagnostic::error(codes::EXPANSION_TOO_LARGE, message, span)
                .note(format!("expansion stopped at the macro `{name}`"))
                .help("look for macros that use one another more than once"),
        );
    }

    /// The arguments after `open` and the place of the whole invocation. When they do not fit,
    /// all that was read is put back.
    fn arguments(
        &mut self,
        stream: &mut Stream,
        name: &Token,
        open: Token,
        definition: &Macro,
    ) -> Option<(Place, Vec<Vec<Token>>)> {
        let wanted = definition.parameters.as_ref().map_or(0, Vec::len);
        let mut read = vec![open];
        let mut arguments: Vec<Vec<Token>> = vec![Vec::new()];
        let mut depth = 0;
        let close = loop {
            let Some(token) = self.next_token(stream) else {
                break None;
            };
            read.push(token.clone());
            if token.is_punct("(") {
                depth += 1;
            } else if token.is_punct(")") {
                if depth == 0 {
                    break Some(token);
                }
                depth -= 1;
            } else if token.is_punct(",")
                && depth == 0
                && !(definition.variadic && arguments.len() >= wanted)
            {
                arguments.push(Vec::new());
                continue;
            }
            if let Some(argument) = arguments.last_mut() {
                argument.push(token);
            }
        };
        let message = match &close {
            None => format!("the call of macro `{}` has no `)`", name.text),
            Some(_) => {
                if wanted == 0 && arguments.len() == 1 && arguments[0].is_empty() {
                    arguments.clear();
                }
                // The variable arguments may be left out altogether.
                if definition.variadic && arguments.len() + 1 == wanted {
                    arguments.push(Vec::new());
                }
                let found = arguments.len();
                let plural = if wanted == 1 { "" } else { "s" };
                format!(
                    "macro `{}` takes {wanted} argument{plural}, not {found}",
                    name.text
                )
            }
        };
        if let Some(close) = close
            && arguments.len() == wanted
        {
            return Some((name.place.join(&close.place), arguments));
        }
        let mut diagnostic =
            Diagnostic::warning(codes::BAD_INVOCATION, message, name.place.outermost())
                .note("the name is not expanded");
        if self.files.get(definition.span.file).is_some() {
            diagnostic = diagnostic.label(definition.span, "defined here");
        }
        self.report(diagnostic);
        stream.unread(read);
        None
    }

    /// The body with arguments for parameters, `#` and `##` carried out.
    fn substitute(
        &mut self,
        definition: &Macro,
        arguments: Vec<Vec<Token>>,
        place: &Place,
    ) -> Vec<Token> {
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.len()];
        let body = &definition.body;
        let function_like = definition.parameters.is_some();
        let mut output: Vec<Token> = Vec::new();
        let mut index = 0;
        while let Some(token) = body.get(index) {
            index += 1;
            let next_is_paste = body.get(index).is_some_and(|next| next.is_punct("##"));
            if function_like
                && token.is_punct("#")
                && let Some(parameter) = body.get(index).and_then(|next| definition.parameter(next))
            {
                index += 1;
                output.push(stringize(&arguments[parameter], place, token.spaced));
            } else if token.is_punct("##") && index > 1 && index < body.len() {
                let right = &body[index];
                index += 1;
                let right = match definition.parameter(right) {
                    Some(parameter) => {
                        let last = parameter + 1 == arguments.len();
                        // `, ## __VA_ARGS__` of GNU C drops the comma when nothing follows.
                        if definition.variadic
                            && last
                            && output.last().is_some_and(|left| left.is_punct(","))
                        {
                            if arguments[parameter].is_empty() {
                                output.pop();
                            }
                            let argument =
                                self.expanded_argument(&mut expanded, &arguments, parameter);
                            output.extend(enter(&argument, place, true));
                            continue;
                        }
                        enter(&arguments[parameter], place, false)
                    }
                    None => vec![from_body(right, place)],
                };
                self.paste(&mut output, right, place);
            } else if let Some(parameter) = definition.parameter(token) {
                let mut tokens = if next_is_paste {
                    enter(&arguments[parameter], place, token.spaced)
                } else {
                    let argument = self.expanded_argument(&mut expanded, &arguments, parameter);
                    enter(&argument, place, token.spaced)
                };
                if tokens.is_empty() && next_is_paste {
                    // Something must stand there for `##` to take as its left side.
                    tokens.push(placemarker(place));
                }
                output.append(&mut tokens);
            } else {
                output.push(from_body(token, place));
            }
            // Every copy counts, so that huge arguments used often reach the bound as well.
            if self.expanded + output.len() > MAX_EXPANDED {
                self.expanded = MAX_EXPANDED;
                self.give_up(&definition.name, place.outermost());
                break;
            }
        }
        output.retain(|token| !is_placemarker(token));
        output
    }

    fn expanded_argument(
        &mut self,
        expanded: &mut [Option<Vec<Token>>],
        arguments: &[Vec<Token>],
        parameter: usize,
    ) -> Vec<Token> {
        if let Some(tokens) = &expanded[parameter] {
            return tokens.clone();
        }
        self.nesting += 1;
        let argument = arguments[parameter].clone();
        self.expanded += argument.len();
        let tokens = self.expand(Stream::new(Base::Tokens(argument.into_iter())));
        self.nesting -= 1;
        expanded[parameter] = Some(tokens.clone());
        tokens
    }

    /// Makes one token of the last of `output` and the first of `right`.
    fn paste(&mut self, output: &mut Vec<Token>, right: Vec<Token>, place: &Place) {
        let mut right = right.into_iter();
        // An empty side leaves the other as it is.
        let Some(first) = right.next() else {
            return;
        };
        let Some(left) = output.pop() else {
            output.push(first);
            output.extend(right);
            return;
        };
        if is_placemarker(&left) {
            output.push(first);
        } else {
            let text = format!("{}{}", left.text, first.text);
            let mut items = lex(FileId::MAIN, &text).into_iter();
            match (items.next(), items.next()) {
                (Some(Item::Token(token)), None) => output.push(Token {
                    place: place.clone(),
                    from_body: true,
                    spaced: left.spaced,
                    ..token
                }),
                _ => {
                    let message = format!(
                        "`##` cannot join `{}` and `{}` into one token",
                        left.text, first.text
                    );
                    self.report(
                        Diagnostic::warning(codes::BAD_PASTE, message, place.outermost())
                            .help("remove the `##` between them"),
                    );
                    output.push(left);
                    output.push(first);
                }
            }
        }
        output.extend(right);
    }
}

/// A token that stands for an empty argument beside `##`.
fn placemarker(place: &Place) -> Token {
    Token {
        place: place.clone(),
        ..Token::new(TokenKind::Unknown, Text::fixed(""), place.span, false)
    }
}

fn is_placemarker(token: &Token) -> bool {
    token.kind == TokenKind::Unknown && token.text.is_empty()
}

fn from_body(token: &Token, place: &Place) -> Token {
    Token {
        place: place.clone(),
        from_body: true,
        ..token.clone()
    }
}

/// The tokens of an argument where they replace a parameter.
fn enter(argument: &[Token], place: &Place, spaced: bool) -> Vec<Token> {
    let mut tokens: Vec<Token> = argument
        .iter()
        .map(|token| Token {
            place: token.place.inside(place),
            ..token.clone()
        })
        .collect();
    if let Some(first) = tokens.first_mut() {
        first.spaced = spaced;
    }
    tokens
}

fn stringize(argument: &[Token], place: &Place, spaced: bool) -> Token {
    let mut text = String::from("\"");
    let mut parts = argument.to_vec();
    if let Some(first) = parts.first_mut() {
        first.spaced = false;
    }
    for token in &parts {
        if token.spaced {
            text.push(' ');
        }
        let quoted = matches!(token.kind, TokenKind::Str | TokenKind::Char);
        for c in token.text.chars() {
            if c == '"' || (c == '\\' && quoted) {
                text.push('\\');
            }
            text.push(c);
        }
    }
    text.push('"');
    Token {
        place: place.clone(),
        from_body: true,
        ..Token::new(TokenKind::Str, text.into(), place.span, spaced)
    }
}

/// `_Pragma("...")` is a pragma where it stands.
pub(super) fn pragma_operators(tokens: Vec<Token>) -> Vec<Token> {
    if !tokens.iter().any(|token| token.is_word("_Pragma")) {
        return tokens;
    }
    let mut output = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        if let Some([name, open, text, close]) = tokens.get(index..index + 4)
            && name.is_word("_Pragma")
            && open.is_punct("(")
            && text.kind == TokenKind::Str
            && close.is_punct(")")
        {
            let place = name.place.join(&close.place);
            output.push(Token {
                place: place.clone(),
                from_body: name.from_body,
                ..Token::new(TokenKind::Pragma, destringize(&text.text), place.span, true)
            });
            index += 4;
        } else {
            output.push(token.clone());
            index += 1;
        }
    }
    output
}

fn destringize(literal: &str) -> Text {
    let body = literal
        .trim_start_matches(['L', 'u', 'U', '8'])
        .trim_matches('"')
        .replace("\\\"", "\"")
        .replace("\\\\", "\\");
    let words = lex(FileId::MAIN, &body);
    spell(words.iter().filter_map(|item| match item {
        Item::Token(token) => Some(token),
        Item::Directive(_) => None,
    }))
    .into()
}
