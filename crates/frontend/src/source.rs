//! The text of a region and of what is around it, token by token: nobody else looks into C text.

use std::collections::BTreeSet;
use std::ops::Range;

use scop::{FileId, Scop, SourceMap, Span, Statement};

use crate::Unit;
use crate::lexer::{Directive, Item, after_splices, lex, lex_range, line_ends};
use crate::regions::Region;
use crate::syntax::{Stmt, StmtKind};
use crate::token::{Text, Token, TokenKind};

/// What stands in a region, as the file has it: macros are not expanded, and branches that `#if`
/// leaves out are there.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The tokens outside of directives.
    pub tokens: Vec<Token>,
    /// The preprocessor's lines.
    pub directives: Vec<Directive>,
    /// The comments outside of directives, but for those in [`tail`](Source::tail).
    pub comments: Vec<Span>,
    /// White space and comments before the closing pragma on its line.
    pub tail: Span,
}

impl Source {
    /// Looks at a range of a text: all between the pragmas of a region.
    pub(crate) fn read(text: &str, span: Span) -> Source {
        let (items, mut comments) = lex_range(span.file, text, span.range());
        let mut source = Source {
            tokens: Vec::new(),
            directives: Vec::new(),
            comments: Vec::new(),
            tail: Span {
                start: span.end,
                ..span
            },
        };
        for item in items {
            match item {
                Item::Token(token) => source.tokens.push(token),
                Item::Directive(directive) => source.directives.push(directive),
            }
        }
        let ends = [
            source.tokens.last().map(Token::span),
            source.directives.last().map(|directive| directive.span),
        ];
        let last = ends.into_iter().flatten().map(|end| end.end).max();
        let gap = last.unwrap_or(span.start)..span.end;
        let newline = |at: u32| {
            let in_comment = comments.iter().any(|one| one.start <= at && at < one.end);
            !in_comment && !is_spliced(text, at as usize)
        };
        let breaks = text.get(gap.start as usize..gap.end as usize).unwrap_or("");
        let breaks = line_ends(breaks).rev().map(|at| gap.start + at as u32);
        if let Some(at) = { breaks }.find(|&at| newline(at)) {
            source.tail.start = at + 1;
        }
        let directives = &source.directives;
        comments.retain(|comment| {
            let inside =
                |one: &Directive| one.span.start <= comment.start && comment.end <= one.span.end;
            comment.end <= source.tail.start && !directives.iter().any(inside)
        });
        source.comments = comments;
        source
    }

    /// Whether a function or a macro of this name is called.
    pub fn calls(&self, name: &str) -> bool {
        let mut pairs = self.tokens.windows(2);
        pairs.any(|pair| pair[0].is_word(name) && pair[1].is_punct("("))
    }

    /// The text of the lines `#pragma loopwright …` after these words, without the backslashes that
    /// join lines: the script that the region has in itself. Lines that `active` does not know are
    /// left out by `#if`.
    pub(crate) fn scripts(&self, text: &str, active: &[Span]) -> Vec<Span> {
        let mut pieces = Vec::new();
        for directive in &self.directives {
            let [pragma, loopwright, first, ..] = &directive.tokens[..] else {
                continue;
            };
            let is_script = pragma.is_word("pragma")
                && loopwright.is_word("loopwright")
                && !first.is_word("scop")
                && !first.is_word("endscop");
            if !is_script || !active.contains(&directive.span) {
                continue;
            }
            let mut start = loopwright.span().range().end;
            let end = directive.span.range().end;
            let line = text.get(start..end).unwrap_or("");
            let breaks: Vec<usize> = line_ends(line).map(|at| start + at).collect();
            for newline in breaks.into_iter().filter(|&at| is_spliced(text, at)) {
                let joint = text[..newline].rfind('\\').unwrap_or(newline);
                pieces.push(Span::new(directive.span.file, start, joint));
                start = newline;
            }
            pieces.push(Span::new(directive.span.file, start, end));
        }
        pieces
    }
}

/// Whether a backslash takes the line break at an offset away.
fn is_spliced(text: &str, newline: usize) -> bool {
    let before = text.get(..newline).unwrap_or("");
    let is_feed = text.as_bytes().get(newline) == Some(&b'\n');
    let line = before.strip_suffix('\r').filter(|_| is_feed);
    let before = line.unwrap_or(before);
    before.trim_end_matches([' ', '\t']).ends_with('\\')
}

/// What comes directly before a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// The end of a statement, or the beginning of a block.
    #[default]
    Statement,
    /// A label, which needs a statement after it.
    Label,
    /// `if (…)`, `else`, `for (…)`, `while (…)`, `do`, `switch (…)`: the region is the statement
    /// that it controls.
    Body,
    /// Something else, which may be a macro from a header that is not at hand: perhaps the head of
    /// a loop.
    Unknown,
}

impl Entry {
    /// What the tokens before a region end with.
    pub(crate) fn after(before: &[Token]) -> Entry {
        // As much as the head of a statement may have.
        let before = &before[before.len().saturating_sub(MAX_HEAD)..];
        let is_code = |token: &&Token| token.kind != TokenKind::Pragma;
        let code: Vec<&Token> = before.iter().filter(is_code).collect();
        let mut code = &code[..];
        let mut has_label = false;
        while let Some(rest) = before_label(code) {
            has_label = true;
            code = rest;
        }
        match Entry::after_statement(code) {
            Entry::Statement if has_label => Entry::Label,
            entry => entry,
        }
    }

    fn after_statement(code: &[&Token]) -> Entry {
        let mut code = code.iter().rev();
        let Some(last) = code.next() else {
            return Entry::Statement;
        };
        match (last.kind, &*last.text) {
            (TokenKind::Punct, ";" | "{" | "}") => Entry::Statement,
            (TokenKind::Ident, "else" | "do") => Entry::Body,
            (TokenKind::Punct, ")") => {
                let mut depth = 1;
                let opened = code.find(|token| {
                    depth += i32::from(token.is_punct(")")) - i32::from(token.is_punct("("));
                    depth == 0
                });
                let heads = ["if", "for", "while", "switch"];
                match code.next().filter(|_| opened.is_some()) {
                    Some(head) if heads.iter().any(|word| head.is_word(word)) => Entry::Body,
                    _ => Entry::Unknown,
                }
            }
            _ => Entry::Unknown,
        }
    }
}

/// The most tokens before a region that are looked at.
const MAX_HEAD: usize = 10_000;

/// What comes before the label that some tokens end with.
fn before_label<'c, 't>(code: &'c [&'t Token]) -> Option<&'c [&'t Token]> {
    let (colon, rest) = code.split_last()?;
    if !colon.is_punct(":") {
        return None;
    }
    let ends = |token: &&Token| [";", "{", "}"].iter().any(|one| token.is_punct(one));
    let start = rest.iter().rposition(ends);
    let start = start.map_or(0, |at| at + 1);
    let case = rest[start..]
        .iter()
        .rposition(|token| token.is_word("case"));
    let (name, before) = rest.split_last()?;
    match (case, name.kind) {
        // `case A:`, unless other labels stand behind it: `case A: L:`.
        (Some(at), _) if !rest[start + at..].iter().any(|token| token.is_punct(":")) => {
            Some(&rest[..start + at])
        }
        // `case a ? b : c:` and labels behind it look alike; one of each is not worth telling apart.
        (_, TokenKind::Ident) => Some(before),
        (Some(at), _) => Some(&rest[..start + at]),
        _ => None,
    }
}

impl Region {
    /// Whether its text can be replaced: the pragmas and all between them stand in the file, not in
    /// the body of a macro that has other things in it as well.
    pub fn has_own_text(&self) -> bool {
        self.begin.end <= self.end.start && self.is_apart
    }
}

impl Unit {
    /// The names that macros put into the text of a region where it does not show them, but for
    /// iterators of the statements that they are put into.
    ///
    /// ```
    /// use frontend::{ModelOptions, Options, read};
    ///
    /// let text = "#define K (2 * k)
    /// void f(int n, int k, double a[n]) {
    /// #pragma scop
    ///   for (int i = 0; i < n; i++)
    ///     a[i] = K;
    /// #pragma endscop
    /// }";
    /// let unit = read(text, &Options::default())?;
    /// let scop = unit.model(&unit.regions[0], &ModelOptions::default()).unwrap().scop;
    /// let names = unit.hidden_names(&unit.regions[0], &scop);
    /// assert_eq!(names.into_iter().collect::<Vec<_>>(), ["k"]);
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn hidden_names(&self, region: &Region, scop: &Scop) -> BTreeSet<String> {
        let tokens = self.tokens.get(region.tokens.range()).unwrap_or(&[]);
        let statements = scop.statements.iter();
        let iterators: BTreeSet<&String> = statements.flat_map(|one| &one.iterators).collect();
        let mut names = BTreeSet::new();
        let hidden = tokens
            .iter()
            .filter(|token| token.from_body && token.kind == TokenKind::Ident);
        for token in hidden {
            if names.contains(&*token.text) {
                continue;
            }
            let place = token.place.outermost();
            let holds = |span: Span| {
                span.file == place.file && span.start <= place.start && place.end <= span.end
            };
            let mut statements = scop
                .statements
                .iter()
                .filter(|one| one.span.is_some_and(holds));
            // Others than iterators do no harm, whosever they are.
            let is_other = match iterators.contains(&token.text.to_string()) {
                true => statements.any(|one| {
                    let is_its_own = one.iterators.iter().any(|name| token.text == **name);
                    !is_its_own || self.is_kept(one, place)
                }),
                false => true,
            };
            if is_other {
                names.insert(token.text.to_string());
            }
        }
        names
    }

    /// Whether the body of a statement has the text at a place as it is in the source. A macro that
    /// uses an iterator is expanded or rewritten, so one that is kept has the name for something else.
    fn is_kept(&self, statement: &Statement, place: Span) -> bool {
        let Some(span) = statement.span else {
            return false;
        };
        let is_filled = |hole: Range<usize>| {
            let (start, end) = (place.start - span.start, place.end - span.start);
            hole.start <= start as usize && end as usize <= hole.end
        };
        self.files.slice(span).starts_with(&statement.body.text)
            && !statement.body.ranges().any(is_filled)
    }
}

/// The first words of a pragma.
pub(crate) fn pragma_words(pragma: &Token) -> Vec<Text> {
    let tokens = tokens_of(&pragma.text).unwrap_or_default();
    let words = tokens
        .into_iter()
        .take_while(|token| token.kind == TokenKind::Ident);
    words.map(|token| token.text).collect()
}

/// OpenMP's directives that are statements by themselves, or declarations.
pub(crate) const OPENMP_ALONE: &[&str] = &[
    "allocate",
    "assumes",
    "barrier",
    "begin",
    "cancel",
    "cancellation",
    "declare",
    "depobj",
    "end",
    "error",
    "flush",
    "interop",
    "nothing",
    "requires",
    "taskwait",
    "taskyield",
    "threadprivate",
];

/// Pragmas of compilers that are about the loop after them.
pub(crate) const OF_LOOPS: &[&str] = &[
    "acc",
    "concurrent",
    "distribute_point",
    "forceinline",
    "ivdep",
    "loop",
    "nofusion",
    "noinline",
    "noparallel",
    "noprefetch",
    "nounroll",
    "nounroll_and_jam",
    "novector",
    "parallel",
    "prefetch",
    "simd",
    "unroll",
    "unroll_and_jam",
    "vector",
];

/// The pragma directly before a region, if it is about the statement after it and not about the
/// program: `#pragma omp parallel for`.
pub(crate) fn pragma_above(before: &[Token]) -> Option<Span> {
    let before = &before[before.len().saturating_sub(MAX_HEAD)..];
    let is_pragma = |token: &&Token| token.kind == TokenKind::Pragma;
    // A label between them changes nothing.
    let mut rest = before;
    let mut pragmas: Vec<&Token> = Vec::new();
    loop {
        let own = rest.iter().rev().take_while(is_pragma).count();
        let (front, own) = rest.split_at(rest.len() - own);
        pragmas.extend(own.iter().rev());
        let code: Vec<&Token> = front.iter().filter(|one| !is_pragma(one)).collect();
        let Some(label) = before_label(&code).and_then(|head| code.get(head.len())) else {
            break;
        };
        let at = front.iter().position(|one| std::ptr::eq(one, *label));
        rest = &front[..at.unwrap_or(0)];
    }
    let found = pragmas.into_iter().find(|token| {
        let words = pragma_words(token);
        let mut words = words.iter().map(|word| &**word);
        match (words.next(), words.next()) {
            (Some("omp"), second) => !second.is_some_and(|word| OPENMP_ALONE.contains(&word)),
            (Some("GCC" | "clang"), second) => second.is_some_and(|word| OF_LOOPS.contains(&word)),
            (first, _) => first.is_some_and(|word| OF_LOOPS.contains(&word)),
        }
    })?;
    Some(found.place.outermost())
}

/// Whether an `else` after a statement would belong to it.
pub(crate) fn takes_else(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::If(_, _, None) => true,
        StmtKind::If(_, _, Some(body)) | StmtKind::While(_, body) | StmtKind::Label(_, body) => {
            takes_else(body)
        }
        StmtKind::For(head) => takes_else(&head.body),
        _ => false,
    }
}

/// The identifiers of texts, those of macros' bodies and left-out branches too, but not of
/// comments, strings, and the scripts in `#pragma loopwright`.
///
/// ```
/// let mut files = scop::SourceMap::default();
/// files.add("a.c", "#define F(x) g(x, \"h\")\n#pragma loopwright tile(i)\nF(j); // k");
/// let words: Vec<String> = frontend::identifiers(&files, 1).into_iter().collect();
/// assert_eq!(words, ["F", "define", "g", "j", "x"]);
/// ```
pub fn identifiers(files: &SourceMap, count: usize) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut add = |tokens: &[Token]| {
        let found = tokens.iter().filter(|token| token.kind == TokenKind::Ident);
        words.extend(found.map(|token| token.text.to_string()));
    };
    for (file, entry) in files.iter().take(count) {
        for item in lex(file, &entry.text) {
            match item {
                Item::Token(token) => add(&[token]),
                Item::Directive(directive) => match &directive.tokens[..] {
                    [pragma, own, ..] if pragma.is_word("pragma") && own.is_word("loopwright") => {}
                    tokens => add(tokens),
                },
            }
        }
    }
    words
}

/// The identifiers of a piece of C, but for those in some ranges of it.
///
/// ```
/// let words = frontend::identifiers_outside("a[i + 1] = b /* c */;", &[2..7]);
/// assert_eq!(words.into_iter().collect::<Vec<_>>(), ["a", "b"]);
/// ```
pub fn identifiers_outside(text: &str, holes: &[Range<usize>]) -> BTreeSet<String> {
    let items = lex(FileId::MAIN, text).into_iter();
    let tokens = items.flat_map(|item| match item {
        Item::Token(token) => vec![token],
        Item::Directive(directive) => directive.tokens,
    });
    let is_outside = |token: &Token| {
        let span = token.span().range();
        !holes
            .iter()
            .any(|hole| hole.start <= span.start && span.end <= hole.end)
    };
    let words = tokens.filter(|token| token.kind == TokenKind::Ident && is_outside(token));
    words.map(|token| token.text.to_string()).collect()
}

/// The tokens of a piece of C, with their places in it; nothing if it has directives or something
/// that is no token.
///
/// ```
/// let tokens = frontend::tokens_of("a[i] /* here */ += 1;").unwrap();
/// assert_eq!(tokens.len(), 7);
/// assert_eq!(&*tokens[4].text, "+=");
/// assert!(tokens[4].spaced);
/// assert_eq!(frontend::tokens_of("a /* b"), None);
/// ```
pub fn tokens_of(text: &str) -> Option<Vec<Token>> {
    let items = lex(FileId::MAIN, text).into_iter();
    let tokens = items.map(|item| match item {
        Item::Token(token) => {
            let is_odd = matches!(token.kind, TokenKind::Unknown | TokenKind::Unterminated);
            (!is_odd).then_some(token)
        }
        Item::Directive(_) => None,
    });
    tokens.collect()
}

/// Whether a piece of C is one expression with a semicolon: a statement that needs no braces around
/// it wherever it stands.
///
/// ```
/// assert!(frontend::is_expression_statement("a[i] = b /* ; */ + 1;"));
/// assert!(!frontend::is_expression_statement("if (x) y = 1;"));
/// assert!(!frontend::is_expression_statement("{ x = 1; }"));
/// assert!(!frontend::is_expression_statement("SWAP(a, b)"));
/// ```
pub fn is_expression_statement(text: &str) -> bool {
    let tokens = tokens_of(text).unwrap_or_default();
    let [first, .., last] = &tokens[..] else {
        return false;
    };
    let ends = tokens.iter().filter(|token| token.is_punct(";")).count();
    let is_control = ["if", "for", "while", "do", "switch"]
        .iter()
        .any(|word| first.is_word(word));
    last.is_punct(";")
        && ends == 1
        && !is_control
        && !tokens.iter().any(|token| token.is_punct("{"))
}

/// The labels in a piece of C.
///
/// ```
/// let labels = frontend::labels_in("{ In: x = a ? b : c; if (x) At: y = c ? (int)d : e; Out: ; }");
/// assert_eq!(labels, ["In", "At", "Out"]);
/// ```
pub fn labels_in(text: &str) -> Vec<String> {
    let tokens = tokens_of(text).unwrap_or_default();
    let places = label_places(&tokens).into_iter();
    places.map(|at| tokens[at].text.to_string()).collect()
}

/// Where the labels of a piece of C are, with their colons and the blanks behind them.
///
/// ```
/// assert_eq!(frontend::label_ranges("if (c) At: y = c ? a : b;"), [7..11]);
/// ```
pub fn label_ranges(text: &str) -> Vec<Range<usize>> {
    let tokens = tokens_of(text).unwrap_or_default();
    let ranges = label_places(&tokens).into_iter().filter_map(|at| {
        let (label, colon) = (tokens.get(at)?, tokens.get(at + 1)?);
        let end = colon.place.outermost().end as usize;
        let blanks = text[end..].len() - text[end..].trim_start_matches(' ').len();
        Some(label.place.outermost().start as usize..end + blanks)
    });
    ranges.collect()
}

/// The labels among tokens: names with a colon where a statement begins.
fn label_places(tokens: &[Token]) -> Vec<usize> {
    let mut found = Vec::new();
    // Whether a statement begins here; which words are before the parentheses that are open.
    let mut begins = true;
    let mut open: Vec<bool> = Vec::new();
    let mut in_case = false;
    for (at, token) in tokens.iter().enumerate() {
        let is_colon = token.is_punct(":");
        let next = tokens.get(at + 1);
        if begins && token.kind == TokenKind::Ident && next.is_some_and(|next| next.is_punct(":")) {
            if !token.is_word("default") {
                found.push(at);
            }
            in_case = true;
            begins = false;
            continue;
        }
        if token.is_punct("(") {
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            let heads = ["if", "while", "for", "switch"];
            open.push(before.is_some_and(|one| heads.iter().any(|head| one.is_word(head))));
        }
        begins = match token.is_punct(")") {
            true => open.pop().unwrap_or(false),
            false => {
                is_colon && in_case
                    || [";", "{", "}"].iter().any(|sign| token.is_punct(sign))
                    || token.is_word("else")
                    || token.is_word("do")
            }
        };
        in_case = token.is_word("case") || in_case && !is_colon;
    }
    found
}

/// Whether a text has a pragma whose first word is this.
///
/// ```
/// assert!(frontend::has_pragma("x;\n  # pragma omp simd\n", "omp"));
/// assert!(!frontend::has_pragma("// #pragma omp simd\n", "omp"));
/// ```
pub fn has_pragma(text: &str, first: &str) -> bool {
    lex(FileId::MAIN, text).iter().any(|item| match item {
        Item::Directive(directive) => matches!(
            &directive.tokens[..],
            [pragma, word, ..] if pragma.is_word("pragma") && word.is_word(first)
        ),
        Item::Token(_) => false,
    })
}

/// A text with the lines joined that a backslash continues.
pub(crate) fn without_splices(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let end = after_splices(rest, at);
        // A backslash that continues no line stays.
        let kept = if end == at { at + 1 } else { at };
        joined.push_str(&rest[..kept]);
        rest = &rest[end.max(kept)..];
    }
    joined + rest
}

/// Where the line breaks of a piece of C are that mean no more than a blank: not those within a
/// token, as in a string that goes on in the next line, nor those that a backslash takes away, which
/// may be within the signs of a comment.
///
/// ```
/// let text = "f(\"a\\\n  b\",\n  c);";
/// assert_eq!(frontend::free_line_breaks(text), [text.rfind('\n').unwrap()]);
/// assert!(frontend::free_line_breaks("a /\\\n* b *\\\r\n/;").is_empty());
/// ```
pub fn free_line_breaks(text: &str) -> Vec<usize> {
    let (items, _) = lex_range(FileId::MAIN, text, 0..text.len());
    let spans: Vec<Range<usize>> = items
        .into_iter()
        .map(|item| match item {
            Item::Token(token) => token.span().range(),
            Item::Directive(directive) => directive.span.range(),
        })
        .filter(|range| {
            text.get(range.clone())
                .is_some_and(|text| text.contains(['\n', '\r']))
        })
        .collect();
    let splices = text.match_indices('\\').map(|(at, _)| at);
    let splices: Vec<Range<usize>> = splices.map(|at| at..after_splices(text, at)).collect();
    line_ends(text)
        .filter(|at| !spans.iter().chain(&splices).any(|range| range.contains(at)))
        .collect()
}
