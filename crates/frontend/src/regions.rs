//! The regions between `#pragma scop` and `#pragma endscop`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use scop::{Diagnostic, FileId, Severity, SourceMap, Span};

use crate::bodies::changes::Changes;
use crate::bodies::{Body, facts};
use crate::codes;
use crate::counting::as_for_loops;
use crate::declarations::{Declarations, Function, Scope, Symbol, function_around};
use crate::liveness::{self, Reader};
use crate::parse::Parser;
use crate::source::{Entry, Source, pragma_above, pragma_words, takes_else};
use crate::syntax::{Expr, ExprKind, Stmt, StmtKind, Tokens, Type};
use crate::token::{Text, Token, TokenKind, spell};

/// A loop nest to be modelled, with what it can see.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// `#pragma scop`
    pub begin: Span,
    /// `#pragma endscop`
    pub end: Span,
    /// What lies between the two, from the end of the one line to the beginning of the other
    /// pragma. All else of the text is to stay as it is.
    pub span: Span,
    /// The tokens in it.
    pub tokens: Tokens,
    /// The function around it.
    pub function: Option<Function>,
    /// The variables that it can see; of several with the same name the last one counts.
    pub symbols: Vec<Symbol>,
    /// What the function asserts before it about values that do not change afterwards.
    pub assertions: Vec<Assertion>,
    /// Variables that have these values in all of it.
    pub known: Vec<Known>,
    /// What is done in it.
    pub statements: Vec<Stmt>,
    /// What stands in it, as the file has it.
    pub source: Source,
    /// The pieces of `#pragma loopwright …` lines in it that make up a script.
    pub scripts: Vec<Span>,
    /// What comes directly before it.
    pub entry: Entry,
    /// A pragma directly before it that is about its first statement.
    pub pragma_above: Option<Span>,
    /// Of the variables that it gives other values, of those that it has elements of, and of those that
    /// OpenMP's directives in it have copies of, the ones whose value may be read after it.
    pub read_later: BTreeSet<Text>,
    /// Of these, the ones that nobody but the region itself reads, when it is executed again.
    pub read_again: BTreeSet<Text>,
    /// What it sees of types and constants, where its function has some of its own.
    pub(crate) declarations: Option<Arc<Declarations>>,
    /// What is not understood before it, in its function.
    pub(crate) opaque: Vec<Tokens>,
    /// Why the statements are not all that is done in it, if they are not.
    pub(crate) hidden: Option<Box<Diagnostic>>,
    /// No macro invocation has both one of the pragmas and something else in its body.
    pub(crate) is_apart: bool,
}

/// A fact that the program states: `assert(n > 0);`
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// The fact.
    pub condition: Expr,
    /// The statement.
    pub span: Span,
}

/// A value that the program gives a variable before the region: `width = m + 2;`
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The variable.
    pub name: Text,
    /// The value, before it is converted to the type of the variable.
    pub value: Expr,
}

impl Region {
    /// The variable that a name means in the region, if it is declared outside of it.
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.symbols
            .iter()
            .rev()
            .find(|symbol| symbol.name == *name)
    }
}

impl Region {
    /// The region, with what is known of an older text that it has replaced: which of the variables
    /// that the older text changes are read later, and what is asserted. Other regions may have been
    /// replaced since, by text that shows less clearly that it does not read them; and text that
    /// stands for statements may not show what these change.
    ///
    /// ```
    /// use frontend::{Options, read};
    ///
    /// let text = "int f(int n) {
    ///   int i;
    /// #pragma scop
    ///   for (i = 0; i < n; i++) ;
    /// #pragma endscop
    ///   REST
    /// }";
    /// let old = read(&text.replace("REST", "i = 0; return i;"), &Options::default())?;
    /// let new = read(&text.replace("REST", "if (n < 9) i = 0; return i;"), &Options::default())?;
    /// assert!(new.regions[0].read_later.contains("i"));
    /// assert!(!new.regions[0].in_place_of(&old.regions[0]).read_later.contains("i"));
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn in_place_of(&self, older: &Region) -> Region {
        let mut region = self.clone();
        let mut known = older.changed();
        known.extend(older.subscripted());
        region.read_later.retain(|name| !known.contains(name));
        region.read_later.extend(older.read_later.iter().cloned());
        region.read_again = older.read_again.clone();
        let facts = older.assertions.iter();
        let facts: BTreeSet<String> = facts.map(|one| one.condition.to_string()).collect();
        let asserted = &mut region.assertions;
        asserted.retain(|one| facts.contains(&one.condition.to_string()));
        let said = |one: &Known| (one.name.clone(), one.value.to_string());
        let values: BTreeSet<(Text, String)> = older.known.iter().map(said).collect();
        region.known.retain(|one| values.contains(&said(one)));
        region
    }
}

/// Finds and reads the regions of the main text.
pub(crate) fn find(
    files: &SourceMap,
    parser: &mut Parser<'_>,
    tokens: &[Token],
    declarations: &mut Declarations,
    are_given: bool,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Region> {
    let pairs = pairs(tokens, errors);
    if pairs.is_empty() && errors.is_empty() && !are_given {
        errors.push(no_region(parser, tokens));
    }
    let mut regions = Vec::new();
    let mut body = None;
    for (begin, end) in pairs {
        if let Some(error) = cut_block(tokens, begin, end) {
            errors.push(error);
            continue;
        }
        let text = files.get(FileId::MAIN).map_or("", |main| &main.text);
        let region = read(text, parser, tokens, declarations, &mut body, begin, end);
        errors.extend(cut_statement(&region, tokens, end));
        regions.push(region);
        // A character that is no part of C has been spoken of already.
        errors.extend(parser.errors.drain(..).filter(|error| {
            !tokens[begin..end].iter().any(|token| {
                matches!(token.kind, TokenKind::Unknown | TokenKind::Unterminated)
                    && Some(token.span()) == error.span
            })
        }));
    }
    regions
}

/// What a pragma says about regions.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mark {
    Begin,
    End,
}

pub(crate) fn mark(token: &Token) -> Option<Mark> {
    if token.kind != TokenKind::Pragma || token.place.outermost().file != FileId::MAIN {
        return None;
    }
    let words = pragma_words(token);
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    match words[..] {
        ["scop", ..] | ["loopwright", "scop", ..] => Some(Mark::Begin),
        ["endscop", ..] | ["loopwright", "endscop", ..] => Some(Mark::End),
        _ => None,
    }
}

/// Puts the pragmas of regions among the tokens that nobody has marked: ranges of the main text. What
/// a header holds that is included between two of them is in neither.
pub(crate) fn add_marks(tokens: &mut Vec<Token>, regions: &[Range<usize>]) {
    let mut all = Vec::with_capacity(tokens.len() + 2 * regions.len());
    let mut regions = regions.iter().peekable();
    let pragma = |at: usize, word: &'static str| {
        let span = Span::new(FileId::MAIN, at, at);
        Token::new(TokenKind::Pragma, Text::fixed(word), span, true)
    };
    // The region that has begun, and where its last token is as far as is known.
    let mut open: Option<(&Range<usize>, usize)> = None;
    let close = |all: &mut Vec<Token>, open: &mut Option<(&Range<usize>, usize)>| {
        if let Some((range, last)) = open.take() {
            all.insert(last, pragma(range.end, "endscop"));
        }
    };
    for token in tokens.drain(..) {
        let place = token.place.outermost();
        if place.file == FileId::MAIN {
            let at = place.range().start;
            if open.as_ref().is_some_and(|(range, _)| range.end <= at) {
                close(&mut all, &mut open);
            }
            while let Some(range) = regions.next_if(|range| range.start <= at) {
                close(&mut all, &mut open);
                all.push(pragma(range.start, "scop"));
                open = Some((range, all.len()));
                if range.end <= at {
                    close(&mut all, &mut open);
                }
            }
        }
        all.push(token);
        if let (FileId::MAIN, Some((_, last))) = (place.file, &mut open) {
            *last = all.len();
        }
    }
    close(&mut all, &mut open);
    for range in regions {
        all.push(pragma(range.start, "scop"));
        all.push(pragma(range.end, "endscop"));
    }
    *tokens = all;
}

/// The tokens of the pragmas that belong together.
fn pairs(tokens: &[Token], errors: &mut Vec<Diagnostic>) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut open: Option<usize> = None;
    for (index, token) in tokens.iter().enumerate() {
        let span = token.place.outermost();
        match (mark(token), open) {
            (Some(Mark::Begin), None) => open = Some(index),
            (Some(Mark::Begin), Some(begin)) => errors.push(
                Diagnostic::error(
                    codes::REGION_NESTED,
                    "a region begins inside another region",
                    span,
                )
                .label(tokens[begin].place.outermost(), "this region is still open")
                .help("write `#pragma endscop` before it, or remove this `#pragma scop`"),
            ),
            (Some(Mark::End), Some(begin)) => {
                pairs.push((begin, index));
                open = None;
            }
            (Some(Mark::End), None) => errors.push(
                Diagnostic::error(
                    codes::REGION_NOT_BEGUN,
                    "`#pragma endscop` without `#pragma scop`",
                    span,
                )
                .help("write `#pragma scop` before the loop nest, or remove this line"),
            ),
            (None, _) => {}
        }
    }
    if let Some(begin) = open {
        errors.push(
            Diagnostic::error(
                codes::REGION_NOT_ENDED,
                "`#pragma scop` without `#pragma endscop`",
                tokens[begin].place.outermost(),
            )
            .help("write `#pragma endscop` after the loop nest, in the same block"),
        );
    }
    pairs
}

/// The error when a brace in the region belongs to one outside of it.
fn cut_block(tokens: &[Token], begin: usize, end: usize) -> Option<Diagnostic> {
    let mut open = Vec::new();
    let mut stray = None;
    for token in &tokens[begin..end] {
        if token.is_punct("{") {
            open.push(token);
        } else if token.is_punct("}") && open.pop().is_none() {
            stray = Some((token, "closes a block that was opened before the region"));
            break;
        }
    }
    let unclosed = || {
        open.first()
            .map(|token| (*token, "opens a block that the region does not close"))
    };
    let (token, text) = stray.or_else(unclosed)?;
    Some(
        Diagnostic::error(
            codes::REGION_CUTS_BLOCK,
            "the region begins and ends in different blocks",
            token.place.outermost(),
        )
        .label(token.place.outermost(), text)
        .label(tokens[begin].place.outermost(), "the region begins here")
        .label(tokens[end].place.outermost(), "and ends here")
        .help("put both pragmas in the same block"),
    )
}

/// The error when a region is not a list of whole statements: one of them goes on behind it, or
/// something before it controls only the first.
fn cut_statement(region: &Region, tokens: &[Token], end: usize) -> Option<Diagnostic> {
    let is_code = |one: &&Stmt| !matches!(one.kind, StmtKind::Pragma(_));
    let mut code = region.statements.iter().filter(is_code);
    let (first, second) = (code.next(), code.next());
    let last = region.statements.iter().rfind(is_code);
    let mut after = tokens[end + 1..].iter();
    let after = after.find(|token| token.kind != TokenKind::Pragma);
    let after = after.filter(|token| token.is_word("else"));
    let error = |message: &str, span: Span| {
        Diagnostic::error(codes::REGION_CUTS_STATEMENT, message, span)
            .label(region.begin, "the region begins here")
            .label(region.end, "and ends here")
            .help("put braces around the region so that it holds whole statements")
    };
    if region.entry == Entry::Body {
        let message =
            "only the first statement of the region belongs to the `if` or loop before it";
        match (first, second) {
            (Some(_), None) => {}
            (_, Some(second)) => return Some(error(message, second.span)),
            (None, None) => return Some(error("the region contains no statement", region.begin)),
        }
    }
    let belongs = last.is_some_and(takes_else) || region.entry != Entry::Body;
    let after = after.filter(|_| belongs)?;
    let message = "this `else` belongs to an `if` inside the region";
    Some(error(message, after.place.outermost()))
}

/// Of the variables that may have other values behind new loops, those that are read then.
fn read_later(
    region: &Region,
    tokens: &[Token],
    body: Option<&Body>,
    (begin, end): (usize, usize),
) -> BTreeMap<Text, Reader> {
    let mut names = liveness::private_names(&tokens[begin..end]);
    names.extend(region.changed());
    names.extend(region.subscripted());
    let Some(function) = &region.function else {
        // A piece of a function: who mentions a variable may read it.
        let outside = tokens[..begin].iter().chain(&tokens[end..]);
        let outside = outside.filter(|one| names.contains(&one.text));
        return outside
            .map(|one| (one.text.clone(), Reader::Others))
            .collect();
    };
    let place = liveness::Place {
        begin,
        end,
        entry: region.entry,
        function,
    };
    liveness::read_later(names.iter(), &region.symbols, tokens, body, &place)
}

/// What a region sees of the function around it: its variables and types, and what it asserts.
fn look_around(
    body: &Body,
    tokens: &[Token],
    declarations: &mut Declarations,
    (begin, end): (usize, usize),
    symbols: &mut Vec<Symbol>,
) -> (Vec<Assertion>, Vec<Known>) {
    body.add_types(begin, tokens, declarations);
    let changes = Changes::new(body, tokens, declarations);
    for &id in body.visible_at(begin).unwrap_or(&[]) {
        let variable = &body.variables[id as usize];
        if variable.storage.is_typedef {
            // A type or a constant hides variables.
            symbols.retain(|one| one.name != variable.declarator.name);
            continue;
        }
        let is_stale =
            changes.has_stale_extents(&variable.declarator.ty, variable.since as usize, begin..end);
        symbols.extend(variable.symbol(declarations, tokens).map(|mut symbol| {
            if is_stale {
                forget_extents(&mut symbol.ty);
            }
            symbol
        }));
    }
    (
        facts::asserted(&changes, begin, end),
        facts::known_values(&changes, begin, end),
    )
}

/// Leaves out extents that are not constants.
fn forget_extents(ty: &mut Type) {
    match ty {
        Type::Array {
            element, extent, ..
        } => {
            if extent
                .as_ref()
                .is_some_and(|one| !matches!(one.kind, ExprKind::Int(_)))
            {
                *extent = None;
            }
            forget_extents(element);
        }
        Type::Pointer { to, .. } => forget_extents(to),
        _ => {}
    }
}

fn read(
    text: &str,
    parser: &mut Parser<'_>,
    tokens: &[Token],
    declarations: &mut Declarations,
    body: &mut Option<Body>,
    begin: usize,
    end: usize,
) -> Region {
    let first = tokens[begin].place.outermost();
    let last = tokens[end].place.outermost();
    let known = declarations.functions.values().find(|function| {
        function
            .body
            .is_some_and(|body| body.range().contains(&begin))
    });
    let function = match known {
        Some(function) => Some(function.clone()),
        None => function_around(parser, tokens, begin),
    };
    // A global is visible after its declaration; headers come before.
    let mut symbols: Vec<Symbol> = declarations
        .globals
        .iter()
        .filter(|symbol| symbol.span.file != FileId::MAIN || symbol.span.start < first.start)
        .cloned()
        .collect();
    let (mut assertions, mut known) = (Vec::new(), Vec::new());
    // What is declared outside of the function, if that is something else.
    let mut outer = None;
    let mut opaque = Vec::new();
    // Types and constants of the function.
    let mut hiding: Vec<(Text, bool)> = Vec::new();
    if let Some(function) = &function {
        if !body.as_ref().is_some_and(|body| body.is_of(function)) {
            *body = Some(Body::read(parser, tokens, function));
        }
        if let Some(body) = body {
            opaque = body.opaque_before(tokens, begin, parser.is_cplusplus);
            let place = (begin, end);
            outer = body.has_types().then(|| declarations.clone());
            (assertions, known) = look_around(body, tokens, declarations, place, &mut symbols);
            let seen = body.visible_at(begin).unwrap_or(&[]).iter();
            let seen = seen.map(|&id| &body.variables[id as usize]);
            let types = seen.filter(|one| one.storage.is_typedef);
            hiding.extend(types.map(|one| (one.declarator.name.clone(), !body.is_constant(one))));
        }
    }
    parser.errors.clear();
    parser.go_to(begin + 1, end);
    let is_variable = |one: &&Symbol| !matches!(one.ty, Type::Function { .. });
    let (globals, own): (Vec<&Symbol>, Vec<&Symbol>) = symbols
        .iter()
        .filter(is_variable)
        .partition(|one| one.scope == Scope::Global);
    parser.add_variables(globals.iter().map(|one| &one.name));
    let own = own.iter().map(|one| (&one.name, false));
    let own = own.chain(hiding.iter().map(|(name, is_type)| (name, *is_type)));
    let within = Tokens {
        start: begin as u32 + 1,
        end: end as u32,
    };
    let (statements, hidden) = parser.in_scope(own, |parser| {
        let statements = parser.statements();
        let hidden = parser.hidden(within, |visit| {
            statements.iter().for_each(|one| one.parts(visit));
        });
        (statements, hidden)
    });
    let statements = as_for_loops(statements);
    if outer.is_none() && !(parser.records.is_empty() && parser.enumerators.is_empty()) {
        outer = Some(declarations.clone());
    }
    declarations.take_types(parser);
    let own = outer.map(|outer| Arc::new(std::mem::replace(declarations, outer)));
    let span = Span::new(first.file, first.end as usize, last.start as usize);
    let source = Source::read(text, span);
    let inside = &tokens[begin + 1..end];
    let pragmas = inside
        .iter()
        .filter(|token| token.kind == TokenKind::Pragma);
    let active: Vec<Span> = pragmas.map(Token::span).collect();
    let touches = |token: &Token| {
        let own = token.place.outermost();
        let meets =
            |mark: Span| own.file == mark.file && own.start < mark.end && mark.start < own.end;
        meets(first) || meets(last)
    };
    let neighbours = [
        begin.checked_sub(1),
        Some(begin + 1),
        Some(end - 1),
        Some(end + 1),
    ];
    let mut neighbours = neighbours
        .into_iter()
        .flatten()
        .filter(|&index| index != begin && index != end);
    let mut region = Region {
        begin: first,
        end: last,
        span,
        scripts: source.scripts(text, &active),
        source,
        entry: Entry::after(&tokens[..begin]),
        pragma_above: pragma_above(&tokens[..begin]),
        read_later: BTreeSet::new(),
        read_again: BTreeSet::new(),
        is_apart: !neighbours.any(|index| tokens.get(index).is_some_and(touches)),
        tokens: within,
        hidden,
        function,
        symbols,
        assertions,
        known,
        statements,
        declarations: own,
        opaque,
    };
    let body = body.as_ref().filter(|_| region.function.is_some());
    for (name, reader) in read_later(&region, tokens, body, (begin, end)) {
        if reader == Reader::Itself {
            region.read_again.insert(name.clone());
        }
        region.read_later.insert(name);
    }
    region
}

fn no_region(parser: &mut Parser<'_>, tokens: &[Token]) -> Diagnostic {
    let message = "no region: the file has no `#pragma scop`";
    let first_loop = tokens
        .iter()
        .position(|token| token.is_word("for") && token.span().file == FileId::MAIN);
    let Some(index) = first_loop else {
        return Diagnostic::error(codes::NO_REGION, message, Span::new(FileId::MAIN, 0, 0))
            .help("write `#pragma scop` before the loop nest and `#pragma endscop` after it")
            .note("the file contains no `for` loop");
    };
    let span = tokens[index].place.outermost();
    parser.go_to(index + 1, tokens.len());
    parser.skip_balanced();
    let head = parser.position();
    parser.go_to(index, tokens.len());
    let end = match parser.statement() {
        Ok(statement) => Span::new(
            span.file,
            statement.span.end as usize,
            statement.span.end as usize,
        ),
        Err(_) => span,
    };
    parser.errors.clear();
    // Of a head that is not closed only the beginning is worth showing.
    let head = spell(&tokens[index..head.min(index + 40)]);
    Diagnostic::error(codes::NO_REGION, message, span)
        .label(span, "the first loop nest begins here")
        .label(end, "and ends here")
        .help(format!(
            "write `#pragma scop` on a line before `{head}` and `#pragma endscop` on a line \
             after the loop ends"
        ))
}

/// Makes errors of the warnings that lie in a region: there they matter. Conditions elsewhere that are
/// not known matter where the text is another program then.
pub(crate) fn judge(diagnostics: &mut Vec<Diagnostic>, regions: &[Region]) {
    let is_inside = |diagnostic: &Diagnostic| {
        diagnostic.span.is_some_and(|place| {
            regions.iter().map(|region| region.span).any(|region| {
                region.file == place.file && region.start <= place.start && place.end <= region.end
            })
        })
    };
    diagnostics.retain(|one| one.code != codes::OPEN_CONDITION || is_inside(one));
    for diagnostic in diagnostics {
        if is_inside(diagnostic) && diagnostic.severity == Severity::Warning {
            diagnostic.severity = Severity::Error;
        }
    }
}
