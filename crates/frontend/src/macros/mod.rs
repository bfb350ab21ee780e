//! The preprocessor, as far as a tool needs it that reads one kernel.
//!
//! Headers that are not at hand are noted and left out; the macros of PolyBench have meanings of
//! their own then. What is wrong is a warning here, because it may be far from any region;
//! what lies in a region becomes an error there.

mod builtin;
mod condition;
mod definition;
mod expand;
mod open;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use scop::{Diagnostic, FileId, Severity, SourceFile, SourceMap, Span};

use crate::codes;
use crate::files::{Headers, Request};
use crate::lexer::{Directive, Item, flaw, lex};
use crate::replaceable::{LINES, WRITTEN};
use crate::token::{Text, Token, TokenKind, spell};
use crate::worlds::{self, OpenCondition, World};

pub(crate) use builtin::TYPE_NAMES;
pub use definition::Macro;
use expand::{Base, Stream};
pub(crate) use open::is_standard as is_macro_of_library;

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
    /// Macros whose definition depends on something that is not known.
    pub doubtful: BTreeSet<Text>,
    /// The conditions that are not known, and the first place of each.
    pub(crate) open: Vec<OpenCondition>,
    /// Macros that branches of such conditions define and leave.
    pub(crate) left: BTreeSet<Text>,
    /// Names that the program, or who runs this, says are no macros.
    pub(crate) undefined: BTreeSet<Text>,
    /// Macros with `#` or `##` in their bodies, and those that use them.
    pub(crate) quoting: BTreeSet<Text>,
    /// The same for what the compiler gives another value elsewhere, or each time.
    pub(crate) placed: BTreeSet<Text>,
    /// The names that the main text defines, in branches left out, too, and whether all of the
    /// definitions have parameters.
    pub(crate) named: BTreeMap<Text, bool>,
    /// The definition of a macro, at any place, for a word that generated text is written with.
    pub(crate) redefined: Option<Span>,
    /// The directive that includes the main text in itself.
    pub(crate) again: Option<Span>,
}

/// Preprocesses the main text of `files`, adding the headers to it that are read.
///
/// A definition is what one writes after `-D`: `N`, `N=100`, `F(x)=x`; `!N` says that there is no
/// macro `N`.
///
/// ```
/// use frontend::macros::preprocess;
/// use frontend::token::spell;
/// use frontend::{NoHeaders, World};
/// use scop::SourceMap;
///
/// let mut files = SourceMap::default();
/// files.add("kernel.c", "#define TWICE(x) ((x) + (x))\ny = TWICE(N);");
/// let result = preprocess(&mut files, &["N=8"], &NoHeaders, &World::new());
/// assert_eq!(spell(&result.tokens), "y = ((8) + (8));");
/// ```
pub fn preprocess(
    files: &mut SourceMap,
    definitions: &[impl AsRef<str>],
    headers: &dyn Headers,
    world: &World,
) -> Preprocessed {
    let mut preprocessor = Preprocessor {
        files,
        headers,
        world,
        macros: FxHashMap::default(),
        fallbacks: FxHashMap::default(),
        limits: FxHashMap::default(),
        pushed: FxHashMap::default(),
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
        undefined: FxHashSet::default(),
        known: None,
        doubtful: BTreeSet::new(),
        open: Vec::new(),
        left: BTreeSet::new(),
        uses: Vec::new(),
        has_assertions: false,
        in_condition: false,
        asked_version: false,
        given: None,
        again: None,
    };
    preprocessor.define_fallbacks();
    preprocessor.define_given(definitions);
    preprocessor.enter(FileId::MAIN);
    let tokens = preprocessor.expand(Stream::new(Base::Source));
    let main = preprocessor.lexed.get(&FileId::MAIN);
    let named = main.map_or_else(BTreeMap::new, |items| named(items));
    let macros = preprocessor.macros.into_values();
    let mut macros: Vec<Macro> = macros.map(Rc::unwrap_or_clone).collect();
    macros.sort_by(|a, b| a.name.cmp(&b.name));
    let mut quoting: BTreeSet<Text> = [Text::fixed("#"), Text::fixed("##")].into();
    close(&mut quoting, &preprocessor.uses);
    let places = LINES.iter().chain(&["__COUNTER__", "__INCLUDE_LEVEL__"]);
    let mut placed: BTreeSet<Text> = places.map(|word| Text::fixed(word)).collect();
    close(&mut placed, &preprocessor.uses);
    let mut doubtful = preprocessor.doubtful;
    doubtful.extend(pushed_by_operators(&tokens));
    close(&mut doubtful, &preprocessor.uses);
    let mut uses = preprocessor.uses.iter();
    let redefined = uses.find(|one| WRITTEN.contains(&&*one.name));
    Preprocessed {
        redefined: redefined.map(|one| one.span),
        again: preprocessor.again,
        tokens: expand::pragma_operators(tokens),
        macros,
        diagnostics: preprocessor.diagnostics,
        missing: preprocessor.missing,
        undefined: preprocessor.undefined.into_iter().collect(),
        doubtful,
        open: preprocessor.open,
        left: preprocessor.left,
        quoting,
        placed,
        named,
    }
}

/// What the directives of a text define.
fn named(items: &[Item]) -> BTreeMap<Text, bool> {
    let mut named = BTreeMap::new();
    for item in items {
        if let Item::Directive(directive) = item
            && let [define, name, rest @ ..] = &directive.tokens[..]
            && define.is_word("define")
        {
            let open = rest.first();
            let has_parameters = open.is_some_and(|open| open.is_punct("(") && !open.spaced);
            let all = named.entry(name.text.clone()).or_insert(has_parameters);
            *all &= has_parameters;
        }
    }
    named
}

/// Adds the macros whose bodies have one of the words.
fn close(words: &mut BTreeSet<Text>, uses: &[Rc<Macro>]) {
    if words.is_empty() {
        return;
    }
    loop {
        let before = words.len();
        for one in uses {
            if one.body.iter().any(|token| words.contains(&token.text)) {
                words.insert(one.name.clone());
            }
        }
        if words.len() == before {
            return;
        }
    }
}

struct Preprocessor<'a> {
    files: &'a mut SourceMap,
    headers: &'a dyn Headers,
    world: &'a World,
    macros: FxHashMap<Text, Rc<Macro>>,
    /// What names mean that the program does not define.
    fallbacks: FxHashMap<Text, Rc<Macro>>,
    /// The limits of types, which headers define.
    limits: FxHashMap<Text, Rc<Macro>>,
    /// What macros were when they were pushed.
    pushed: FxHashMap<Text, Vec<Option<Rc<Macro>>>>,
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
    /// Names that the program, or who runs this, says are no macros.
    undefined: FxHashSet<Text>,
    /// The first directive that includes the main text in itself.
    again: Option<Span>,
    /// What the compiler says, once it has been asked.
    known: Option<Option<open::Known>>,
    doubtful: BTreeSet<Text>,
    open: Vec<OpenCondition>,
    /// Macros that branches of such conditions define and leave.
    left: BTreeSet<Text>,
    /// All definitions that have been met.
    uses: Vec<Rc<Macro>>,
    /// The text of the definitions that are given.
    given: Option<FileId>,
    /// <assert.h> has been included.
    has_assertions: bool,
    /// A condition is being expanded, which sees the compiler's macros.
    in_condition: bool,
    /// A condition has looked at the version of the language.
    asked_version: bool,
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
    /// Which branch is kept depends on something that is not known.
    is_open: bool,
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
        let definitions = |text| {
            lex(FileId::NONE, text).into_iter().filter_map(|item| {
                let Item::Directive(directive) = item else {
                    return None;
                };
                let (_, rest) = directive.tokens.split_first()?;
                Macro::read(rest, directive.span).ok()
            })
        };
        for definition in definitions(builtin::LIMITS) {
            let name = definition.name.clone();
            self.limits.insert(name, Rc::new(definition));
        }
        for definition in definitions(builtin::FALLBACKS) {
            if definition.name.starts_with("POLYBENCH") || !self.has_function(&definition.name) {
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
        let version = match self.is_cplusplus() {
            true => "__cplusplus 201703L",
            false => "__STDC_VERSION__ 201112L",
        };
        let mut text = format!("#define {version}\n#define __STDC__ 1\n");
        for definition in definitions {
            // A line break would end the directive.
            let line = definition.as_ref().replace(['\n', '\r'], " ");
            // `-U NAME` comes as `!NAME`.
            let line = match (line.strip_prefix('!'), line.split_once('=')) {
                (Some(name), _) => format!("#undef {name}\n"),
                (None, Some((name, value))) => format!("#define {name} {value}\n"),
                (None, None) => format!("#define {line} 1\n"),
            };
            text.push_str(&line);
        }
        let file = self.files.add("<definitions>", text.clone());
        self.given = Some(file);
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

    fn lookup(&mut self, name: &str) -> Option<Rc<Macro>> {
        let is_version = name == "__STDC_VERSION__" || name == "__cplusplus";
        self.asked_version |= is_version;
        // Conditions are decided for the versions that there are; a value is up to the compiler.
        if is_version && !self.in_condition {
            return None;
        }
        // What is known of PolyBench is not known of other headers.
        let is_polybench = |one: &MissingHeader| one.name.ends_with("polybench.h");
        let stands_in =
            self.missing.iter().all(|one| one.angled) || self.missing.iter().any(is_polybench);
        let fallback = || self.fallbacks.get(name).filter(|_| stands_in);
        let own = self.macros.get(name).or_else(fallback);
        match own {
            Some(own) => Some(own.clone()),
            None if self.in_condition => self.given_by_compiler(name),
            // Only headers that are not at hand define them.
            None if !self.missing.is_empty() && !self.undefined.contains(name) => {
                self.limits.get(name).cloned()
            }
            None => None,
        }
    }

    /// Carries out a directive; a pragma is a token.
    fn directive(&mut self, directive: &Directive) -> Option<Token> {
        let span = directive.span;
        let (name, rest) = directive.tokens.split_first()?;
        let active = self.is_active();
        self.note_open(name, rest);
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
                    self.undefined.insert(name.text.clone());
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
            // That of the library says something about the program that its expansion no longer says.
            Ok(definition) if definition.name == "assert" && self.is_in("assert.h") => {}
            Ok(definition) => {
                let definition = Rc::new(definition);
                self.uses.push(definition.clone());
                let name = definition.name.clone();
                self.macros.insert(name.clone(), definition);
                // Headers that are not at hand may include <assert.h>.
                if name == "NDEBUG" && !self.has_assertions {
                    self.switch_assertions();
                }
            }
            Err(diagnostic) => self.report(*diagnostic),
        }
    }

    /// Whether the text being read is a header of this name.
    fn is_in(&self, header: &str) -> bool {
        let source = self.sources.last();
        let file = source.and_then(|source| self.files.get(source.file));
        let name = file.and_then(|file| file.name.rsplit(['/', '\\']).next());
        name == Some(header)
    }

    /// What <assert.h> does wherever it is included: `assert` does nothing if `NDEBUG` is defined.
    fn switch_assertions(&mut self) {
        let is_off = self.macros.contains_key("NDEBUG") || self.doubtful.contains("NDEBUG");
        self.macros.remove("assert");
        if is_off {
            let silent = open::definitions("#define assert(e) ((void)0)\n");
            self.macros.extend(silent);
        }
    }

    fn open_conditional(&mut self, name: &Token, rest: &[Token], span: Span) {
        let outer = self.is_active();
        let (holds, is_open) = match outer {
            true => self.holds_here(&name.text, rest, span),
            false => (false, false),
        };
        let active = outer && holds;
        if let Some(source) = self.sources.last_mut() {
            source.conditionals.push(Conditional {
                span,
                outer,
                active,
                taken: active,
                has_else: false,
                is_open,
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
            let (holds, is_open) = match wanted {
                true => self.holds_here(&word, rest, span),
                false => (false, false),
            };
            open.active = wanted && holds;
            open.is_open |= is_open;
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

    /// Whether the condition after `if`, `ifdef` or `ifndef` is true in this world, and whether it may be
    /// otherwise in others.
    fn holds_here(&mut self, word: &str, tokens: &[Token], span: Span) -> (bool, bool) {
        if let Some(holds) = self.holds(word, tokens, span) {
            return (holds, false);
        }
        let (condition, is_negated) = worlds::condition(word, tokens);
        let is_assumed = self.world.contains(&condition);
        if !self.open.iter().any(|one| one.condition == condition) {
            self.open.push(OpenCondition { condition, span });
        }
        (is_assumed != is_negated, true)
    }

    /// Whether the condition after `if`, `ifdef` or `ifndef` is true; nothing if that depends on
    /// something that is not known.
    fn holds(&mut self, word: &str, tokens: &[Token], span: Span) -> Option<bool> {
        if word != "if" {
            let Some(name) = tokens.first() else {
                return Some(word != "ifdef");
            };
            // What is defined here if it is not yet is defined here.
            let is_default = word == "ifndef" && self.defines_next(&name.text);
            let defined = match self.is_defined(&name.text) {
                None if is_default => Some(false),
                answer => answer,
            };
            if defined.is_none() {
                self.open_condition(name);
            }
            return defined.map(|defined| defined == (word == "ifdef"));
        }
        if let Some(name) = self.open_name(tokens) {
            self.open_condition(&name);
            return None;
        }
        let (name, versions) = self.versions();
        let own = self.macros.get(name).cloned();
        // The first definition of all is ours, and nobody else's word.
        let is_ours = |own: &Rc<Macro>| Some(own.span.file) == self.given && own.span.start == 0;
        let Some(own) = own.filter(is_ours) else {
            return self.value(tokens, span);
        };
        // Every version of the language must give the same answer, if one is asked for at all.
        self.asked_version = false;
        let mut answer = self.value(tokens, span);
        for version in versions {
            if !self.asked_version || answer.is_none() {
                break;
            }
            let definition = open::definitions(&format!("#define {name} {version}\n"));
            self.macros.extend(definition);
            if self.value(tokens, span) != answer {
                let first = tokens.first();
                let asked = tokens.iter().find(|one| one.is_word(name)).or(first);
                let place = asked.map_or(span, Token::span);
                self.open_condition(&Token::new(TokenKind::Ident, name.into(), place, false));
                answer = None;
            }
        }
        self.macros.insert(own.name.clone(), own);
        answer
    }

    /// The macro with the version of the language, and the versions that it may be.
    fn versions(&self) -> (&'static str, &'static [&'static str]) {
        match self.is_cplusplus() {
            true => (
                "__cplusplus",
                &[
                    "199711L", "201103L", "201402L", "201703L", "202002L", "202302L",
                ],
            ),
            false => (
                "__STDC_VERSION__",
                &["199901L", "201112L", "201710L", "202311L"],
            ),
        }
    }

    /// Whether the main text is C++, as far as its name tells.
    fn is_cplusplus(&self) -> bool {
        let main = self.files.get(FileId::MAIN);
        main.is_some_and(|main| crate::names_cplusplus(&main.name))
    }

    /// Whether the next thing in the text is the definition of this macro.
    fn defines_next(&self, name: &str) -> bool {
        let next = self
            .sources
            .last()
            .and_then(|source| source.items.get(source.read));
        match next {
            Some(Item::Directive(directive)) => matches!(
                &directive.tokens[..],
                [word, defined, ..] if word.is_word("define") && defined.is_word(name)
            ),
            _ => false,
        }
    }

    fn open_condition(&mut self, name: &Token) {
        let text = &name.text;
        let message = match text.starts_with("__has_") {
            true => format!("what `{text}` says is up to the compiler"),
            false => format!("whether `{text}` is defined, and as what, is not known"),
        };
        let mut warning = Diagnostic::warning(codes::OPEN_CONDITION, message, name.span());
        warning = warning.note("it depends on the compiler, on its options, or on a header");
        let help = match text.starts_with("__has_") {
            true => "move the conditional out of the region".into(),
            false => format!(
                "say so with `-D {text}=...` or `-U {text}`, or let the environment variable CC \
                 name the compiler with its options"
            ),
        };
        self.report(warning.help(help));
    }

    /// The value of a condition; nothing if it has none, or a macro in it stands for something that is
    /// not known.
    fn value(&mut self, tokens: &[Token], span: Span) -> Option<bool> {
        let tokens = self.answer_questions(tokens);
        self.in_condition = true;
        let tokens = self.expand(Stream::new(Base::Tokens(tokens.into_iter())));
        self.in_condition = false;
        if let Some(name) = self.open_name(&tokens) {
            self.open_condition(&name);
            return None;
        }
        // A macro may ask whether others are defined.
        let tokens = self.answer_questions(&tokens);
        match condition::evaluate(&tokens, span) {
            Ok(value) => Some(value),
            Err((fault, at)) => {
                self.report(
                    Diagnostic::warning(
                        codes::BAD_CONDITION,
                        format!("cannot evaluate the condition: {fault}"),
                        at,
                    )
                    .note("it is treated as false, and what depends on it as unknown"),
                );
                None
            }
        }
    }

    /// Replaces `defined X`, `defined(X)` and `__has_...(...)` by numbers.
    fn answer_questions(&mut self, tokens: &[Token]) -> Vec<Token> {
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
                    answer = Some(self.is_defined(&name.text) == Some(true));
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
        let own = self.own_file(tokens);
        let own_name = || own.as_ref().map(|own| (own.name.clone(), false));
        let Some((name, angled)) = own_name().or_else(|| self.header_name(tokens)) else {
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
        if name == "assert.h" {
            self.has_assertions = true;
            self.switch_assertions();
        }
        let from = self
            .sources
            .last()
            .and_then(|source| self.files.get(source.file));
        let request = Request {
            name: &name,
            angled,
            from: from.map_or("", |file| &file.name),
        };
        match own.or_else(|| self.headers.load(request)) {
            Some(SourceFile { name, .. }) if self.once.contains(&name) => {}
            Some(SourceFile { name, text }) => {
                // By whatever name: a file with the same text is as good as itself.
                let main = self.files.get(FileId::MAIN);
                if main.is_some_and(|main| main.text == text) {
                    self.again.get_or_insert(span);
                }
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
                // It is a word of the type system, without which nothing can be read.
                if ["complex.h", "tgmath.h"].contains(&&*name)
                    && !self.macros.contains_key("complex")
                {
                    self.macros
                        .extend(open::definitions("#define complex _Complex\n"));
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

    /// The file that `__FILE__` or `__BASE_FILE__` names.
    fn own_file(&mut self, tokens: &[Token]) -> Option<SourceFile> {
        tokens.first().filter(|one| one.kind == TokenKind::Ident)?;
        let tokens = tokens.to_vec();
        let tokens = self.expand(Stream::new(Base::Tokens(tokens.into_iter())));
        let file = match &*tokens.first()?.text {
            "__FILE__" => self.sources.last()?.file,
            "__BASE_FILE__" => FileId::MAIN,
            _ => return None,
        };
        self.files.get(file).cloned()
    }

    fn pragma(&mut self, tokens: &[Token], span: Span) -> Option<Token> {
        if tokens.first().is_some_and(|token| token.is_word("once")) {
            let file = self.sources.last()?.file;
            if let Some(file) = self.files.get(file) {
                self.once.insert(file.name.clone());
            }
            return None;
        }
        if let [word, open, name, close, ..] = tokens
            && open.is_punct("(")
            && close.is_punct(")")
        {
            self.push_or_pop(word, name);
        }
        // Those of OpenMP have macros expanded.
        let text = match tokens.first() {
            Some(word) if word.is_word("omp") => {
                let copy = Vec::from(tokens);
                spell(&self.expand(Stream::new(Base::Tokens(copy.into_iter()))))
            }
            _ => spell(tokens),
        };
        Some(Token::new(TokenKind::Pragma, text.into(), span, true))
    }
}

impl Preprocessor<'_> {
    /// `push_macro("M")` keeps what a macro is, `pop_macro("M")` makes it that again.
    fn push_or_pop(&mut self, word: &Token, name: &Token) {
        let name = Text::from(name.text.trim_matches('"'));
        if word.is_word("push_macro") {
            let known = self.macros.get(&name).cloned();
            self.pushed.entry(name).or_default().push(known);
            return;
        }
        let pushed = self
            .pushed
            .get_mut(&name)
            .filter(|_| word.is_word("pop_macro"));
        match pushed.and_then(Vec::pop) {
            Some(Some(definition)) => {
                self.undefined.remove(&name);
                self.macros.insert(name, definition);
            }
            Some(None) => {
                self.macros.remove(&name);
                self.undefined.insert(name);
            }
            None => {}
        }
    }
}

/// The macros that `_Pragma` pushes or pops: that happens while others are expanded.
fn pushed_by_operators(tokens: &[Token]) -> BTreeSet<Text> {
    let mut names = BTreeSet::new();
    for parts in tokens.windows(3) {
        let is_about_macros = ["push_macro", "pop_macro"]
            .iter()
            .any(|word| parts[2].text.contains(word));
        if parts[0].is_word("_Pragma") && is_about_macros {
            let words = parts[2].text.split(['"', '\\', '(', ')', ' ']);
            names.extend(words.filter(|word| !word.is_empty()).map(Text::from));
        }
    }
    names
}

/// The id of this header; adds it if it is new. The main text is never meant: its regions must not be
/// found again where a file includes itself.
fn find_or_add(files: &mut SourceMap, name: String, text: String) -> FileId {
    let same = |(_, file): &(FileId, &SourceFile)| file.name == name && file.text == text;
    let known = files.iter().skip(1).find(same).map(|(id, _)| id);
    known.unwrap_or_else(|| files.add(name, text))
}
