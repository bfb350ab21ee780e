//! Tokens to trees, by recursive descent.
//!
//! One [`Parser`] goes over all tokens of a program: the scanner of declarations and the reader
//! of regions move it about and bound how far it may look. How deep things nest is bounded, for
//! the parser's own recursion and for the trees that it makes.

mod declaration;
mod declarator;
mod expression;
mod record;
mod statement;
#[cfg(test)]
mod tests;
mod unread;

pub(crate) use declaration::{ATTRIBUTES, TAGGED, has_designators, is_keyword};

use rustc_hash::FxHashSet;
use scop::{Code, Diagnostic, FileId, Span};

use crate::Unit;
use crate::codes;
use crate::declarations::{Declarations, Symbol};
pub(crate) use declaration::UNEXPLAINED;

use crate::macros::TYPE_NAMES;
use crate::syntax::{Expr, ExprKind, Record, Stmt, StmtKind, Tokens, Type};
use crate::token::{Place, Text, Token, TokenKind};

/// Statements, parentheses and declarators nest at most this deep.
const MAX_DEPTH: usize = 120;

/// Expressions are at most this high: long sums are high though they do not nest.
const MAX_HEIGHT: u16 = 1000;

/// A result, or what is wrong and where.
pub type Parsed<T> = Result<T, Box<Diagnostic>>;

/// A reader of tokens.
pub struct Parser<'t> {
    tokens: &'t [Token],
    position: usize,
    limit: usize,
    depth: usize,
    /// How many pointers, arrays and functions lie around the declarator being read.
    modifiers: usize,
    type_names: FxHashSet<Text>,
    /// What variables, functions and constants outside of functions are called, once that is known.
    ordinary: Option<FxHashSet<Text>>,
    /// It is C++, where some declarations mean something else.
    pub(crate) is_cplusplus: bool,
    /// What is not understood becomes an opaque part of the tree rather than an error.
    tolerant: bool,
    /// Where statements begin that are not understood. They are met again when what is around them
    /// has become opaque, in blocks without an end again and again.
    failed: FxHashSet<usize>,
    /// Declarations are those of a function: a variable hides a type of the same name until its
    /// block ends.
    scoped: bool,
    /// Variables whose calls go through pointers, whatever functions have their names.
    variables: FxHashSet<Text>,
    /// What names were that blocks which are still open have made something else.
    renamed: Vec<(Text, Was)>,
    /// An attribute makes another type of the one that is being read.
    is_retyped: bool,
    /// How many lists of parameters are being read, one in the other.
    lists: usize,
    /// The tokens since [`Parser::go_to`] that are names but no values: of types, fields, labels, of what
    /// is declared. They and the names in trees are all that has been read ([`unread`]).
    named: Vec<u32>,
    /// Constants of enumerations outside of functions, and those of them that have been declared to be
    /// something else since [`Parser::go_to`].
    constants: FxHashSet<Text>,
    hiding: FxHashSet<Text>,
    /// What was wrong with statements that have been skipped.
    pub errors: Vec<Diagnostic>,
    /// Structures and unions that were defined in what has been read.
    pub records: Vec<Record>,
    /// Constants of enumerations, with the expression of their value if one was given and how
    /// far they come after it.
    pub enumerators: Vec<Enumerator>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum NameKind {
    Type,
    /// A variable, a function or a constant.
    Ordinary,
    /// It is declared where nothing can be seen, if anywhere.
    Unknown,
}

/// What a name was before it was declared again.
#[derive(Clone, Copy, Debug)]
enum Was {
    /// One of a type, or none.
    Type(bool),
    /// Not that of a variable.
    NoVariable,
}

/// A constant of an enumeration: `base + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumerator {
    /// Its name.
    pub name: Text,
    /// The last value given before it.
    pub base: Option<crate::syntax::Expr>,
    /// How many constants lie between.
    pub offset: u32,
    /// Where it stands.
    pub span: Span,
}

impl<'t> Parser<'t> {
    /// A reader at the first token.
    pub fn new(tokens: &'t [Token]) -> Parser<'t> {
        Parser {
            tokens,
            position: 0,
            limit: tokens.len(),
            depth: 0,
            modifiers: 0,
            is_cplusplus: false,
            tolerant: false,
            failed: FxHashSet::default(),
            scoped: false,
            variables: FxHashSet::default(),
            renamed: Vec::new(),
            errors: Vec::new(),
            is_retyped: false,
            lists: 0,
            named: Vec::new(),
            constants: FxHashSet::default(),
            hiding: FxHashSet::default(),
            ordinary: None,
            type_names: TYPE_NAMES.iter().map(|name| Text::fixed(name)).collect(),
            records: Vec::new(),
            enumerators: Vec::new(),
        }
    }

    /// A reader of a text whose declarations are known.
    pub(crate) fn within(unit: &'t Unit) -> Parser<'t> {
        let mut parser = Parser::new(&unit.tokens);
        parser.is_cplusplus = unit.is_cplusplus;
        let declared = &unit.declarations;
        parser.type_names.extend(declared.typedefs.keys().cloned());
        parser.constants.extend(declared.constants.keys().cloned());
        parser.know(declared);
        let is_variable = |one: &&Symbol| !matches!(one.ty, Type::Function { .. });
        let variables = declared.globals.iter().filter(is_variable);
        parser.add_variables(variables.map(|one| &one.name));
        parser
    }

    /// Takes note of all that is declared outside of functions: from now on a statement is what its first
    /// name makes it.
    pub(crate) fn know(&mut self, declared: &Declarations) {
        let globals = declared.globals.iter().map(|one| &one.name);
        // In C++ a function may be called like its class.
        let functions = declared.functions.keys().filter(|_| !self.is_cplusplus);
        let names = globals
            .chain(functions)
            .chain(declared.constants.keys())
            .chain(&self.constants);
        let is_ordinary = |name: &&Text| !declared.typedefs.contains_key(*name);
        let ordinary: FxHashSet<Text> = names.filter(is_ordinary).cloned().collect();
        // `int int8_t = 5;` in a program without the header of that type.
        self.type_names.retain(|name| !ordinary.contains(name));
        self.ordinary = Some(ordinary);
    }

    /// Moves to a token and forbids to look at tokens from `limit` on.
    pub fn go_to(&mut self, position: usize, limit: usize) {
        self.limit = limit.min(self.tokens.len());
        self.position = position.min(self.limit);
        self.depth = 0;
        self.modifiers = 0;
        self.lists = 0;
        self.failed.clear();
        self.named.clear();
        self.hiding.clear();
    }

    /// All that it reads.
    pub(crate) fn tokens(&self) -> &'t [Token] {
        self.tokens
    }

    /// Moves back to a token.
    pub(crate) fn rewind(&mut self, position: usize) {
        self.position = position.min(self.position);
    }

    /// The index of the next token.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Declares a name of a type.
    pub fn add_type_name(&mut self, name: Text) {
        self.type_names.insert(name);
    }

    /// The body of a function, whatever C it is: what is not understood becomes opaque. The names
    /// of parameters are no types in it. Also gives the identifiers that are in no part of the tree.
    pub(crate) fn any_body<'n>(
        &mut self,
        tokens: Tokens,
        parameters: impl Iterator<Item = &'n Text>,
    ) -> (Stmt, Vec<Tokens>) {
        let known_errors = std::mem::take(&mut self.errors);
        self.go_to(tokens.range().start, tokens.range().end);
        self.tolerant = true;
        let parameters = parameters.map(|name| (name, false));
        let tree = self.in_scope(parameters, Self::statement);
        let is_whole = self.peek().is_none();
        self.tolerant = false;
        self.errors = known_errors;
        let tree = match tree {
            Ok(tree) if is_whole => tree,
            _ => Stmt {
                kind: StmtKind::Opaque,
                span: cover(&self.tokens[tokens.range()]).unwrap_or_else(|| self.here()),
                tokens,
            },
        };
        let unread = self.unread(tokens, |visit| tree.parts(visit));
        (tree, unread)
    }

    /// Reads something in a function, or in a part of it that sees these names of the function, each
    /// with whether it is one of a type.
    pub(crate) fn in_scope<'n, T>(
        &mut self,
        own: impl Iterator<Item = (&'n Text, bool)>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.scoped = true;
        for (name, is_type) in own {
            self.declare_name(name, is_type);
            if !is_type {
                self.variables.insert(name.clone());
            }
        }
        let result = read(self);
        self.restore_names(0);
        self.scoped = false;
        self.variables.clear();
        result
    }

    /// Takes note of variables outside of functions, for what is read [`Parser::in_scope`] next.
    pub(crate) fn add_variables<'n>(&mut self, names: impl Iterator<Item = &'n Text>) {
        self.variables.extend(names.cloned());
    }

    /// Whether a name is that of a pointer to a function where it is called.
    fn is_variable(&self, name: &Text) -> bool {
        // Who reads any C looks up the names.
        !self.tolerant && self.variables.contains(name)
    }

    /// An initial value, whatever C it is.
    pub(crate) fn any_value(&mut self, tokens: Tokens) -> Expr {
        self.go_to(tokens.range().start, tokens.range().end);
        self.tolerant = true;
        let value = self.initializer();
        let is_whole = self.peek().is_none();
        self.tolerant = false;
        match value {
            Ok(value) if is_whole && self.unread(tokens, |visit| value.parts(visit)).is_empty() => {
                value
            }
            _ => Expr {
                kind: ExprKind::Opaque,
                span: self.here(),
                tokens,
                height: 1,
            },
        }
    }

    /// Takes note that a name is one of a type, or of a variable, until the block ends.
    fn declare_name(&mut self, name: &Text, is_type: bool) {
        if self.scoped && self.constants.contains(name) {
            self.hiding.insert(name.clone());
        }
        let was_type = self.type_names.contains(name);
        if was_type != is_type && self.scoped {
            self.renamed.push((name.clone(), Was::Type(was_type)));
            match is_type {
                true => self.type_names.insert(name.clone()),
                false => self.type_names.remove(name),
            };
        } else if is_type {
            self.type_names.insert(name.clone());
        }
    }

    /// Gives the names that have been declared since their old meanings.
    fn restore_names(&mut self, since: usize) {
        for (name, was) in self.renamed.split_off(since).into_iter().rev() {
            match was {
                Was::Type(true) => self.type_names.insert(name),
                Was::Type(false) => self.type_names.remove(&name),
                Was::NoVariable => self.variables.remove(&name),
            };
        }
    }

    /// Takes note of a variable of a block: until that ends, calls of it go through a pointer.
    fn declare_variable(&mut self, name: &Text) {
        if self.variables.insert(name.clone()) {
            self.renamed.push((name.clone(), Was::NoVariable));
        }
    }

    /// Whether a name is that of a constant outside of functions, unless something hides it.
    pub(crate) fn is_constant(&self, name: &str) -> bool {
        self.constants.contains(name)
    }

    fn is_type_name(&self, name: &str) -> bool {
        self.type_names.contains(name)
    }

    /// What a name is where it stands next.
    fn kind_of(&self, name: &str) -> NameKind {
        let is_ordinary = |known: &FxHashSet<Text>| known.contains(name);
        if self.is_type_name(name) {
            NameKind::Type
        } else if self.variables.contains(name) || self.ordinary.as_ref().is_some_and(is_ordinary) {
            NameKind::Ordinary
        } else {
            NameKind::Unknown
        }
    }

    /// All tokens of the text.
    pub(crate) fn all_tokens(&self) -> &'t [Token] {
        self.tokens
    }

    /// The tokens from a place to here.
    pub(crate) fn read_since(&self, start: usize) -> &'t [Token] {
        self.tokens.get(start..self.position).unwrap_or(&[])
    }

    /// Moves past an initial value that cannot be read, up to what follows it.
    pub(crate) fn skip_value(&mut self) {
        while let Some(token) = self.peek() {
            if [",", ";", "}"].iter().any(|text| token.is_punct(text)) {
                return;
            }
            match ["(", "[", "{"].iter().any(|text| token.is_punct(text)) {
                true => self.skip_balanced(),
                false => self.position += 1,
            }
        }
    }

    /// The next token.
    pub fn peek(&self) -> Option<&'t Token> {
        self.peek_at(0)
    }

    /// The token after `ahead` others.
    pub fn peek_at(&self, ahead: usize) -> Option<&'t Token> {
        let index = self.position + ahead;
        if index < self.limit {
            self.tokens.get(index)
        } else {
            None
        }
    }

    /// Takes the next token.
    pub fn bump(&mut self) -> Option<&'t Token> {
        let token = self.peek()?;
        self.position += 1;
        Some(token)
    }

    /// Whether the next token is this operator or bracket.
    pub fn at(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.is_punct(text))
    }

    /// Whether the next token is this word.
    pub fn at_word(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.is_word(text))
    }

    fn at_ahead(&self, ahead: usize, text: &str) -> bool {
        self.peek_at(ahead)
            .is_some_and(|token| token.is_punct(text))
    }

    /// Takes this operator or bracket if it is next.
    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.at(text);
        self.position += usize::from(found);
        found
    }

    fn eat_word(&mut self, text: &str) -> bool {
        let found = self.at_word(text);
        self.position += usize::from(found);
        found
    }

    /// Takes this operator or bracket; `after` says what comes before it.
    fn expect(&mut self, text: &str, after: &str) -> Parsed<()> {
        if self.eat(text) {
            return Ok(());
        }
        Err(self.unexpected(codes::EXPECTED_TOKEN, &format!("expected `{text}` {after}")))
    }

    /// The error that `expected` is not what comes next.
    fn unexpected(&self, code: Code, expected: &str) -> Box<Diagnostic> {
        let found = match self.peek() {
            Some(token) if token.kind == TokenKind::Pragma => "a pragma".to_string(),
            Some(token) => format!("`{}`", token.text),
            None => "the end of the region".to_string(),
        };
        let span = self.here();
        let mut error = Diagnostic::error(code, format!("{expected}, found {found}"), span);
        // After a token of the same line it is clearer to point behind it.
        if let Some(previous) = self
            .position
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index))
            && expected.starts_with("expected `;`")
        {
            let end = previous.place.outermost();
            let behind = Span::new(end.file, end.end as usize, end.end as usize);
            error = error.label(behind, "it should stand here");
        }
        if self.peek().is_some_and(|token| token.from_body) {
            error = error.note("this comes out of a macro that is used here");
        }
        Box::new(error)
    }

    /// The error that a semicolon should be here.
    pub(crate) fn expected_semicolon(&self) -> Box<Diagnostic> {
        self.unexpected(codes::EXPECTED_TOKEN, "expected `;` after the declaration")
    }

    /// The place of the next token, or the end of the last one.
    fn here(&self) -> Span {
        if let Some(token) = self.peek() {
            return token.span();
        }
        match self
            .position
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index))
        {
            Some(token) => {
                let span = token.place.outermost();
                Span::new(span.file, span.end as usize, span.end as usize)
            }
            None => Span::new(FileId::MAIN, 0, 0),
        }
    }

    /// Reads something one level further in.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&self) -> Box<Diagnostic> {
        let message = "nesting is too deep";
        Box::new(
            Diagnostic::error(codes::TOO_DEEP, message, self.here())
                .note(format!(
                    "at most {MAX_DEPTH} levels and {MAX_HEIGHT} operations in a row are read"
                ))
                .help("name a part of it with a variable or a function"),
        )
    }

    /// The tokens from `start` to here.
    fn tokens_from(&self, start: usize) -> Tokens {
        Tokens {
            start: start as u32,
            end: self.position.max(start) as u32,
        }
    }

    /// The text covered by the tokens from `start` to here.
    pub fn span_from(&self, start: usize) -> Span {
        let tokens = self.tokens.get(start..self.position).unwrap_or(&[]);
        // Of what is only looked at, nobody shows the text: the ends will do.
        if let ([first, .., last], true) = (tokens, self.tolerant) {
            return first.span().to(last.span());
        }
        cover(tokens).unwrap_or_else(|| self.here())
    }

    /// Moves past the bracket that closes the one which is next, or to the limit. A brace closes
    /// all brackets inside of its block, and is not passed if it closes a block outside.
    pub fn skip_balanced(&mut self) {
        let mut open: Vec<&str> = Vec::new();
        while let Some(token) = self.peek() {
            let text = if token.kind == TokenKind::Punct {
                &*token.text
            } else {
                ""
            };
            match text {
                "(" | "[" | "{" => open.push(text),
                ")" if open.last() == Some(&"(") => {
                    open.pop();
                }
                "]" if open.last() == Some(&"[") => {
                    open.pop();
                }
                "}" => match open.iter().rposition(|bracket| *bracket == "{") {
                    Some(brace) => open.truncate(brace),
                    None => return,
                },
                _ => {}
            }
            self.bump();
            if open.is_empty() {
                return;
            }
        }
    }
}

/// The text that tokens cover.
pub fn cover(tokens: &[Token]) -> Option<Span> {
    let (first, rest) = tokens.split_first()?;
    let mut place: Place = first.place.clone();
    for token in rest {
        place = place.join(&token.place);
    }
    Some(place.span)
}
