//! The preprocessor, as far as a tool needs it that reads one kernel.
//!
//! Headers that are not at hand are noted and left out; the macros of PolyBench have meanings of
//! their own then. What is wrong is a warning here, because it may be far from any region;
//! what lies in a region becomes an error there.

mod builtin;
mod condition;
mod definition;
mod expand;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use scop::{Diagnostic, FileId, Severity, SourceFile, SourceMap, Span};

use crate::codes;
use crate::files::{Headers, Request};
use crate::lexer::{Directive, Item, flaw, lex};
use crate::token::{Text, Token, TokenKind, spell};

pub(crate) use builtin::TYPE_NAMES;
pub use definition::Macro;
use expand::{Base, Stream};

/// Headers include each other at most this deep.
const MAX_INCLUDE_DEPTH: usize = 64;

/// At most this many headers are read.
const MAX_INCLUDES: usize = 2000;

/// After this many messages the rest is not worth reading.
const MAX_DIAGNOSTICS: usize = 100;

/// A header that was not at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingHeader {
    /// What stands between the quotes or the angle brackets.
    pub name: String,
    /// `<name>` rather than `"name"`.
    pub angled: bool,
    /// The directive.
    pub span: Span,
}

/// What comes out of the preprocessor.
#[derive(Clone, Debug, Default)]
pub struct Preprocessed {
    /// The tokens of the program, with macros expanded; pragmas are tokens too.
    pub tokens: Vec<Token>,
    /// The macros that are defined at the end.
    pub macros: Vec<Macro>,
    /// Warnings, notes, and the errors that stop everything.
    pub diagnostics: Vec<Diagnostic>,
    /// The headers that were not at hand.
    pub missing: Vec<MissingHeader>,
}

/// Preprocesses the main text of `files`, adding the headers to it that are read.
///
/// A definition is what one writes after `-D`: `N`, `N=100`, `F(x)=x`.
///
/// ```
/// use frontend::macros::preprocess;
/// use frontend::token::spell;
/// use frontend::NoHeaders;
/// use scop::SourceMap;
///
/// let mut files = SourceMap::default();
/// files.add("kernel.c", "#define TWICE(x) ((x) + (x))\ny = TWICE(N);");
/// let result = preprocess(&mut files, &["N=8"], &NoHeaders);
/// assert_eq!(spell(&result.tokens), "y = ((8) + (8));");
/// ```
pub fn preprocess(
    files: &mut SourceMap,
    definitions: &[impl AsRef<str>],
    headers: &dyn Headers,
) -> Preprocessed {
    let mut preprocessor = Preprocessor {
        files,
        headers,
        macros: FxHashMap::default(),
        fallbacks: FxHashMap::default(),
        disabled: FxHashSet::default(),
        sources: Vec::new(),
        lexed: FxHashMap::default(),
        once: FxHashSet::default(),
        includes: 0,
        expanded: 0,
        nesting: 0,
        gave_up: false,
        diagnostics: Vec::new(),
        missing: Vec::new(),
    };
    preprocessor.define_fallbacks();
    preprocessor.define_given(definitions);
    preprocessor.enter(FileId::MAIN);
    let tokens = preprocessor.expand(Stream::new(Base::Source));
    let macros = preprocessor.macros.into_values();
    let mut macros: Vec<Macro> = macros.map(Rc::unwrap_or_clone).collect();
    macros.sort_by(|a, b| a.name.cmp(&b.name));
    Preprocessed {
        tokens: expand::pragma_operators(tokens),
        macros,
        diagnostics: preprocessor.diagnostics,
        missing: preprocessor.missing,
    }
}

struct Preprocessor<'a> {
    files: &'a mut SourceMap,
    headers: &'a dyn Headers,
    macros: FxHashMap<Text, Rc<Macro>>,
    /// What names mean that the program does not define.
    fallbacks: FxHashMap<Text, Rc<Macro>>,
    /// The macros whose bodies are being rescanned.
    disabled: FxHashSet<Text>,
    /// The texts being read, the innermost header last.
    sources: Vec<Source>,
    /// The tokens of texts that have been read, for headers that are included again.
    lexed: FxHashMap<FileId, Rc<Vec<Item>>>,
    /// The names of headers with `#pragma once`.
    once: FxHashSet<String>,
    includes: usize,
    /// How many tokens have come out of macro bodies.
    expanded: usize,
    /// How deep in arguments of arguments expansion is.
    nesting: usize,
    /// A bound has been reached; nothing is expanded any more.
    gave_up: bool,
    diagnostics: Vec<Diagnostic>,
    missing: Vec<MissingHeader>,
}

struct Source {
    file: FileId,
    items: Rc<Vec<Item>>,
    /// How many items have been read.
    read: usize,
    conditionals: Vec<Conditional>,
}

/// An `#if` whose `#endif` has not come yet.
struct Conditional {
    span: Span,
    /// The text around it is kept.
    outer: bool,
    /// The text of this branch is kept.
    active: bool,
    /// Some branch has been kept.
    taken: bool,
    has_else: bool,
}

impl Preprocessor<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    fn define_fallbacks(&mut self) {
        // Spans in this text name no file of the table: what comes out of its bodies has the
        // place of the invocation.
        for item in lex(FileId::NONE, builtin::FALLBACKS) {
            if let Item::Directive(directive) = item
                && let Some((_, rest)) = directive.tokens.split_first()
                && let Ok(definition) = Macro::read(rest, directive.span)
                && (definition.name.starts_with("POLYBENCH")
                    || !self.has_function(&definition.name))
            {
                self.fallbacks
                    .insert(definition.name.clone(), Rc::new(definition));
            }
        }
    }

    /// Whether the main text declares a function of that name: a type stands before it. The macros
    /// that declare arrays stand after types, too.
    fn has_function(&self, name: &str) -> bool {
        let text = self.files.get(FileId::MAIN).map_or("", |main| &*main.text);
        if !text.contains(name) {
            return false;
        }
        let mut follows_type = false;
        for item in lex(FileId::MAIN, text) {
            let Item::Token(token) = item else {
                follows_type = false;
                continue;
            };
            if follows_type && *token.text == *name {
                return true;
            }
            let words = ["return", "else", "do", "case"];
            follows_type = token.kind == TokenKind::Ident && !words.contains(&&*token.text);
        }
        false
    }

    fn define_given(&mut self, definitions: &[impl AsRef<str>]) {
        let mut text = String::from("#define __STDC__ 1\n#define __STDC_VERSION__ 201112L\n");
        for definition in definitions {
            // A line break would end the directive.
            let line = definition.as_ref().replace(['\n', '\r'], " ");
            let line = match line.split_once('=') {
                Some((name, value)) => format!("#define {name} {value}\n"),
                None => format!("#define {line} 1\n"),
            };
            text.push_str(&line);
        }
        let file = self.files.add("<definitions>", text.clone());
        for item in lex(file, &text) {
            if let Item::Directive(directive) = item {
                self.directive(&directive);
            }
        }
    }

    fn enter(&mut self, file: FileId) {
        let Some(SourceFile { text, .. }) = self.files.get(file) else {
            return;
        };
        if u32::try_from(text.len()).is_err() {
            let span = Span::new(file, 0, 0);
            self.diagnostics.push(Diagnostic::error(
                codes::TOO_LARGE,
                "the file is larger than four gigabytes",
                span,
            ));
            return;
        }
        let items = match self.lexed.get(&file) {
            Some(items) => items.clone(),
            None => Rc::new(lex(file, text)),
        };
        self.lexed.insert(file, items.clone());
        self.sources.push(Source {
            file,
            items,
            read: 0,
            conditionals: Vec::new(),
        });
    }

    /// The next token of the source outside of directives and of branches left out.
    fn next_of_source(&mut self) -> Option<Token> {
        loop {
            let source = self.sources.last_mut()?;
            let active = source
                .conditionals
                .last()
                .is_none_or(|branch| branch.active);
            let items = source.items.clone();
            let item = items.get(source.read);
            source.read += 1;
            match item {
                Some(Item::Token(token)) => {
                    if active {
                        if let Some(diagnostic) = flaw(token) {
                            self.report(diagnostic);
                        }
                        return Some(token.clone());
                    }
                }
                Some(Item::Directive(directive)) => {
                    if let Some(pragma) = self.directive(directive) {
                        return Some(pragma);
                    }
                }
                None => {
                    for open in self.sources.pop()?.conditionals {
                        self.report(
                            Diagnostic::warning(
                                codes::BAD_CONDITIONAL,
                                "unterminated conditional: missing `#endif`",
                                open.span,
                            )
                            .help("close it with `#endif`"),
                        );
                    }
                }
            }
        }
    }

    fn lookup(&self, name: &str) -> Option<Rc<Macro>> {
        self.macros
            .get(name)
            .or_else(|| self.fallbacks.get(name))
            .cloned()
    }

    /// Carries out a directive; a pragma is a token.
    fn directive(&mut self, directive: &Directive) -> Option<Token> {
        let span = directive.span;
        let (name, rest) = directive.tokens.split_first()?;
        let active = self.is_active();
        match &*name.text {
            "if" | "ifdef" | "ifndef" => self.open_conditional(name, rest, span),
            "elif" | "elifdef" | "elifndef" | "else" => self.next_branch(name, rest, span),
            "endif" => {
                let open = self
                    .sources
                    .last_mut()
                    .and_then(|source| source.conditionals.pop());
                if open.is_none() {
                    self.unmatched(name, span);
                }
            }
            _ if !active => {}
            "define" => self.define(rest, span),
            "undef" => {
                if let Some(name) = rest.first() {
                    self.macros.remove(&name.text);
                }
            }
            "include" | "import" | "include_next" => self.include(rest, span),
            "pragma" => return self.pragma(rest, span),
            "error" => {
                let message = format!("`#error`: {}", spell(rest));
                self.report(
                    Diagnostic::warning(codes::ERROR_DIRECTIVE, message, span)
                        .help("define the missing macros with `-D`"),
                );
            }
            "warning" | "line" | "ident" | "sccs" | "assert" | "unassert" | "embed" => {}
            // `# 12 "file.c"` in text that has been preprocessed already.
            _ if name.kind == TokenKind::Int => {}
            other => {
                let message = format!("unknown directive `#{other}`");
                self.report(Diagnostic::warning(
                    codes::BAD_DIRECTIVE,
                    message,
                    name.span(),
                ));
            }
        }
        None
    }

    fn is_active(&self) -> bool {
        let conditionals = self.sources.last().map(|source| &source.conditionals);
        conditionals
            .and_then(|conditionals| conditionals.last())
            .is_none_or(|branch| branch.active)
    }

    fn define(&mut self, tokens: &[Token], span: Span) {
        match Macro::read(tokens, span) {
            // `assert` says something about the program that its expansion no longer says.
            Ok(definition) if definition.name == "assert" => {}
            Ok(definition) => {
                self.macros
                    .insert(definition.name.clone(), Rc::new(definition));
            }
            Err(diagnostic) => self.report(*diagnostic),
        }
    }

    fn open_conditional(&mut self, name: &Token, rest: &[Token], span: Span) {
        let outer = self.is_active();
        let active = outer && self.holds(&name.text, rest, span);
        if let Some(source) = self.sources.last_mut() {
            source.conditionals.push(Conditional {
                span,
                outer,
                active,
                taken: active,
                has_else: false,
            });
        }
    }

    fn next_branch(&mut self, name: &Token, rest: &[Token], span: Span) {
        let open = self
            .sources
            .last_mut()
            .and_then(|source| source.conditionals.pop());
        let Some(mut open) = open else {
            return self.unmatched(name, span);
        };
        if open.has_else {
            self.report(
                Diagnostic::warning(
                    codes::BAD_CONDITIONAL,
                    format!("`#{}` after `#else`", name.text),
                    span,
                )
                .label(open.span, "the conditional begins here"),
            );
        }
        let wanted = open.outer && !open.taken;
        if name.text == "else" {
            open.has_else = true;
            open.active = wanted;
        } else {
            let word = name.text.replace("el", "");
            open.active = wanted && self.holds(&word, rest, span);
        }
        open.taken |= open.active;
        if let Some(source) = self.sources.last_mut() {
            source.conditionals.push(open);
        }
    }

    fn unmatched(&mut self, name: &Token, span: Span) {
        let message = format!("`#{}` without `#if`", name.text);
        self.report(Diagnostic::warning(codes::BAD_CONDITIONAL, message, span));
    }

    /// Whether the condition after `if`, `ifdef` or `ifndef` is true.
    fn holds(&mut self, word: &str, tokens: &[Token], span: Span) -> bool {
        if word != "if" {
            let defined = tokens
                .first()
                .is_some_and(|name| self.macros.contains_key(&name.text));
            return defined == (word == "ifdef");
        }
        let tokens = self.answer_questions(tokens);
        let tokens = self.expand(Stream::new(Base::Tokens(tokens.into_iter())));
        match condition::evaluate(&tokens, span) {
            Ok(value) => value,
            Err((fault, at)) => {
                self.report(
                    Diagnostic::warning(
                        codes::BAD_CONDITION,
                        format!("cannot evaluate the condition: {fault}"),
                        at,
                    )
                    .note("it is treated as false"),
                );
                false
            }
        }
    }

    /// Replaces `defined X`, `defined(X)` and `__has_...(...)` by numbers.
    fn answer_questions(&self, tokens: &[Token]) -> Vec<Token> {
        let mut output = Vec::with_capacity(tokens.len());
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            index += 1;
            let mut answer = None;
            if token.is_word("defined") {
                let open = tokens.get(index).is_some_and(|next| next.is_punct("("));
                let name = tokens.get(index + usize::from(open));
                if let Some(name) = name
                    && name.kind == TokenKind::Ident
                {
                    index += 1 + 2 * usize::from(open);
                    answer = Some(self.macros.contains_key(&name.text));
                }
            } else if token.kind == TokenKind::Ident
                && token.text.starts_with("__has_")
                && tokens.get(index).is_some_and(|next| next.is_punct("("))
            {
                let close = tokens[index..].iter().position(|next| next.is_punct(")"));
                index = close.map_or(tokens.len(), |offset| index + offset + 1);
                answer = Some(false);
            }
            output.push(match answer {
                None => token.clone(),
                Some(answer) => {
                    let text = Text::fixed(if answer { "1" } else { "0" });
                    Token::new(TokenKind::Int, text, token.span(), token.spaced)
                }
            });
        }
        output
    }

    fn include(&mut self, tokens: &[Token], span: Span) {
        let Some((name, angled)) = self.header_name(tokens) else {
            let message = "malformed `#include`: expected a name in quotes or angle brackets";
            self.report(Diagnostic::warning(codes::BAD_DIRECTIVE, message, span));
            return;
        };
        if self.sources.len() >= MAX_INCLUDE_DEPTH || self.includes >= MAX_INCLUDES {
            if !self.gave_up {
                self.gave_up = true;
                let message = if self.includes >= MAX_INCLUDES {
                    format!("more than {MAX_INCLUDES} headers are included")
                } else {
                    format!("headers include each other more than {MAX_INCLUDE_DEPTH} deep")
                };
                self.diagnostics.push(
                    Diagnostic::error(codes::INCLUDE_TOO_DEEP, message, span)
                        .help(format!("put `#pragma once` at the top of `{name}`")),
                );
            }
            return;
        }
        self.includes += 1;
        let from = self
            .sources
            .last()
            .and_then(|source| self.files.get(source.file));
        let request = Request {
            name: &name,
            angled,
            from: from.map_or("", |file| &file.name),
        };
        match self.headers.load(request) {
            Some(SourceFile { name, .. }) if self.once.contains(&name) => {}
            Some(SourceFile { name, text }) => {
                let file = find_or_add(self.files, name, text);
                self.enter(file);
            }
            None => {
                if !angled {
                    let mut note = Diagnostic::warning(
                        codes::MISSING_HEADER,
                        format!("cannot find the header `{name}`"),
                        span,
                    )
                    .note("names that it defines are treated as variables or parameters");
                    note.severity = Severity::Note;
                    self.report(note);
                }
                self.missing.push(MissingHeader { name, angled, span });
            }
        }
    }

    /// `"name"`, `<name>`, or a macro that gives one of them.
    fn header_name(&mut self, tokens: &[Token]) -> Option<(String, bool)> {
        let literal = |tokens: &[Token]| match tokens.first()? {
            token if token.kind == TokenKind::Str => {
                Some((token.text.trim_matches('"').to_string(), false))
            }
            token if token.is_punct("<") => {
                let close = tokens.iter().position(|token| token.is_punct(">"))?;
                Some((spell(&tokens[1..close]).replace(' ', ""), true))
            }
            _ => None,
        };
        literal(tokens).or_else(|| {
            let tokens = tokens.to_vec();
            let expanded = self.expand(Stream::new(Base::Tokens(tokens.into_iter())));
            literal(&expanded)
        })
    }

    fn pragma(&mut self, tokens: &[Token], span: Span) -> Option<Token> {
        if tokens.first().is_some_and(|token| token.is_word("once")) {
            let file = self.sources.last()?.file;
            if let Some(file) = self.files.get(file) {
                self.once.insert(file.name.clone());
            }
            return None;
        }
        Some(Token::new(
            TokenKind::Pragma,
            spell(tokens).into(),
            span,
            true,
        ))
    }
}

/// The id of this header; adds it if it is new. The main text is never meant: its regions must not be
/// found again where a file includes itself.
fn find_or_add(files: &mut SourceMap, name: String, text: String) -> FileId {
    let same = |(_, file): &(FileId, &SourceFile)| file.name == name && file.text == text;
    let known = files.iter().skip(1).find(same).map(|(id, _)| id);
    known.unwrap_or_else(|| files.add(name, text))
}
