//! All the ways in which one text can be spoiled.

use std::collections::BTreeSet;
use std::ops::Range;

use frontend::Unit;
use frontend::lexer::{Item, lex};
use frontend::syntax::{
    BinaryOp, Declaration, Expr, ExprKind, For, ForInit, Stmt, StmtKind, Type,
};
use frontend::token::{Token, TokenKind};
use loopwright::rewrite::{self, Rewritten};
use scop::{FileId, Span};

use super::edit::{Part, added, kept, replaced};
use super::kinds::Kind;

/// A change of a text.
pub struct Spoiling {
    pub kind: Kind,
    pub parts: Vec<Part>,
}

/// A loop of a text.
struct Loop<'a> {
    head: &'a For,
    span: Range<usize>,
    /// The directive before it.
    pragma: Option<Range<usize>>,
    /// The counters of the loops around it.
    around: Vec<String>,
}

/// All spoilings of a text that the front end has read as `unit`.
pub fn all(new: &Rewritten, unit: &Unit) -> Vec<Spoiling> {
    let mut spoiler = Spoiler {
        text: &new.text,
        new,
        items: lex(FileId::MAIN, &new.text),
        loops: Vec::new(),
        found: Vec::new(),
    };
    for region in &new.regions {
        let Some(read) = unit.regions.get(region.number - 1) else {
            continue;
        };
        spoiler.loops.clear();
        spoiler.list(&read.statements, &mut Vec::new());
        spoiler.loops();
        spoiler.pragmas();
        spoiler.statements(region);
        spoiler.macros(read.span.range());
        spoiler.names(region, unit, read.span.range());
    }
    let regions: Vec<Range<usize>> = unit.regions.iter().map(|one| one.span.range()).collect();
    spoiler.outside(&regions);
    spoiler.found
}

struct Spoiler<'a> {
    text: &'a str,
    new: &'a Rewritten,
    items: Vec<Item>,
    loops: Vec<Loop<'a>>,
    found: Vec<Spoiling>,
}

impl<'a> Spoiler<'a> {
    fn parts(&mut self, kind: Kind, parts: Vec<Part>) {
        self.found.push(Spoiling {
            kind,
            parts,
        });
    }

    fn change(&mut self, kind: Kind, changes: Vec<(Range<usize>, String)>) {
        let parts = replaced(self.text.len(), changes);
        self.parts(kind, parts);
    }

    fn put(&mut self, kind: Kind, span: Span, text: impl Into<String>) {
        self.change(kind, vec![(span.range(), text.into())]);
    }

    fn of(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    /// Whether the text at a place is that of a statement.
    fn is_statement(&self, span: Span) -> bool {
        let regions = self.new.regions.iter();
        let mut statements = regions.flat_map(|region| &region.statements);
        let span = span.range();
        statements.any(|one| one.range.start <= span.start && span.end <= one.range.end)
    }

    /// Statements in sequence, and all in them.
    fn list(&mut self, list: &'a [Stmt], around: &mut Vec<String>) {
        let mut units: Vec<Range<usize>> = Vec::new();
        let mut pragma: Option<Range<usize>> = None;
        for statement in list {
            let span = statement.span.range();
            match &statement.kind {
                StmtKind::Pragma(_) => {
                    pragma = Some(self.line(span.start));
                    continue;
                }
                StmtKind::Declaration(declaration) if !self.is_statement(statement.span) => {
                    self.declaration(declaration, Kind::VariableType);
                    continue;
                }
                _ => {}
            }
            let start = pragma.as_ref().map_or(span.start, |line| line.start);
            units.push(start..span.end);
            self.statement(statement, pragma.take(), around);
        }
        for pair in units.windows(2) {
            let [a, b] = pair else { continue };
            let parts = vec![
                kept(0..a.start),
                kept(b.clone()),
                kept(a.end..b.start),
                kept(a.clone()),
                kept(b.end..self.text.len()),
            ];
            self.parts(Kind::Order, parts);
        }
    }

    /// From a place to the end of its line.
    fn line(&self, start: usize) -> Range<usize> {
        let length = self.text[start..].find('\n');
        start..length.map_or(self.text.len(), |length| start + length)
    }

    fn statement(
        &mut self,
        statement: &'a Stmt,
        pragma: Option<Range<usize>>,
        around: &mut Vec<String>,
    ) {
        if self.is_statement(statement.span) {
            return;
        }
        match &statement.kind {
            StmtKind::Block(list) => self.list(list, around),
            StmtKind::For(head) => {
                let name = counter(head).unwrap_or_default();
                self.loops.push(Loop {
                    head,
                    span: statement.span.range(),
                    pragma,
                    around: around.clone(),
                });
                around.push(name);
                self.statement(&head.body, None, around);
                around.pop();
            }
            StmtKind::If(condition, then, otherwise) => {
                self.guard(statement, condition, then, otherwise.is_some());
                self.statement(then, None, around);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise, None, around);
                }
            }
            _ => {}
        }
    }

    fn guard(&mut self, whole: &Stmt, condition: &'a Expr, then: &Stmt, has_else: bool) {
        let text = self.of(condition.span);
        self.put(Kind::GuardChanged, condition.span, format!("!({text})"));
        condition.walk(&mut |expr| {
            let ExprKind::Binary(op, left, right) = &expr.kind else {
                return;
            };
            self.comparison(Kind::GuardChanged, (*op, left, right));
            if other_comparison(*op).is_some() {
                for by in ["+ 1", "- 1"] {
                    let text = format!("({}) {by}", self.of(right.span));
                    self.put(Kind::GuardChanged, right.span, text);
                }
            }
            if *op == BinaryOp::And {
                self.put(Kind::GuardDropped, left.span, "1");
                self.put(Kind::GuardDropped, right.span, "1");
            }
        });
        if has_else {
            self.put(Kind::GuardDropped, condition.span, "1");
        } else {
            let head = whole.span.range().start..then.span.range().start;
            self.change(Kind::GuardDropped, vec![(head, String::new())]);
        }
    }

    /// Another comparison between the same values.
    fn comparison(&mut self, kind: Kind, (op, left, right): (BinaryOp, &Expr, &Expr)) {
        let between = left.span.range().end..right.span.range().start;
        // Both are the same place when they come out of a macro.
        let (Some(other), Some(text)) = (other_comparison(op), self.text.get(between.clone()))
        else {
            return;
        };
        let text = text.replacen(op.symbol(), other, 1);
        self.change(kind, vec![(between, text)]);
    }

    fn declaration(&mut self, declaration: &Declaration, kind: Kind) {
        let base = declaration.declarators.first().map(|one| one.ty.base().name.clone());
        let Some(base) = base else { return };
        let others: &[&str] = match &*base {
            "long" | "long long" | "ptrdiff_t" => &["int", "unsigned long", "short"],
            "int" => &["short", "unsigned", "char"],
            "double" => &["float", "int"],
            "float" => &["double", "int"],
            _ => &[],
        };
        let at = declaration.span.range().start;
        if self.text[at..].starts_with(&*base) {
            for other in others {
                let range = at..at + base.len();
                self.change(kind, vec![(range, other.to_string())]);
            }
        }
        for declarator in &declaration.declarators {
            let mut ty = &declarator.ty;
            while let Type::Array { element, extent, .. } = ty {
                if let Some(extent) = extent {
                    let text = self.of(extent.span);
                    self.put(Kind::Extent, extent.span, format!("({text}) - 1"));
                }
                ty = element;
            }
        }
    }

    fn loops(&mut self) {
        for at in 0..self.loops.len() {
            let Loop { head, span, pragma, around } = &self.loops[at];
            let (head, span, around): (&For, _, _) = (head, span.clone(), around.clone());
            let whole = pragma.as_ref().map_or(span.start, |line| line.start)..span.end;
            self.header(head, &around);
            let mut twice = vec![kept(0..whole.end), added("\n"), kept(whole.clone())];
            twice.push(kept(whole.end..self.text.len()));
            self.parts(Kind::LoopTwice, twice);
            let dropped = vec![
                kept(0..whole.start),
                added("\n;"),
                kept(whole.end..self.text.len()),
            ];
            self.parts(Kind::LoopDropped, dropped);
            let body = head.body.span.range();
            if let StmtKind::For(inner) = &head.body.kind {
                let (a, b) = (inside(head), inside(inner));
                let parts = vec![
                    kept(0..a.start),
                    kept(b.clone()),
                    kept(a.end..b.start),
                    kept(a),
                    kept(b.end..self.text.len()),
                ];
                self.parts(Kind::Interchange, parts);
            }
            if let Some(name) = counter(head) {
                let parts = vec![
                    kept(0..body.start),
                    added(&format!("if ({name} != 3) ")),
                    kept(body.start..self.text.len()),
                ];
                self.parts(Kind::GuardAdded, parts);
            }
        }
    }

    fn header(&mut self, head: &'a For, around: &[String]) {
        let first = match &head.init {
            ForInit::Declaration(declaration) => {
                self.declaration(declaration, Kind::CounterType);
                declaration.declarators.first().and_then(|one| one.init.as_ref())
            }
            ForInit::Expr(expr) => match &expr.kind {
                ExprKind::Assign(None, _, value) => Some(&**value),
                _ => None,
            },
            ForInit::None => None,
        };
        let (Some(first), Some(condition), Some(step)) = (first, &head.condition, &head.step)
        else {
            return;
        };
        for by in ["+ 1", "- 1"] {
            let text = format!("({}) {by}", self.of(first.span));
            self.put(Kind::FirstValue, first.span, text);
        }
        let mut casts = Vec::new();
        for expr in [first, condition] {
            expr.walk(&mut |one| {
                if let ExprKind::Cast(_, operand) = &one.kind {
                    casts.push((one.span, operand.span));
                }
                if let (Some(name), false) = (one.as_name(), around.is_empty()) {
                    let other = around.iter().rfind(|other| **other != **name);
                    if let (true, Some(other)) = (around.iter().any(|o| **o == **name), other) {
                        self.put(Kind::OtherCounter, one.span, other.as_str());
                    }
                }
            });
        }
        for (cast, operand) in casts {
            self.put(Kind::CastDropped, cast, self.of(operand));
        }
        if let ExprKind::Binary(op, left, right) = &condition.kind {
            let r = self.of(right.span);
            for by in ["+ 1", "- 1"] {
                self.put(Kind::Bound, right.span, format!("({r}) {by}"));
            }
            self.comparison(Kind::Comparison, (*op, left, right));
            self.reversed(head, first, (*op, right), step);
        }
        let name = counter(head).unwrap_or_default();
        match &step.kind {
            ExprKind::Step { up, .. } => {
                let sign = if *up { '+' } else { '-' };
                self.put(Kind::Step, step.span, format!("{name} {sign}= 2"));
            }
            ExprKind::Assign(Some(_), _, by) => {
                let text = self.of(by.span);
                for more in ["+ 1", "- 1"] {
                    self.put(Kind::Step, by.span, format!("{text} {more}"));
                }
            }
            _ => {}
        }
    }

    /// The same iterations the other way round, if they are easy to tell.
    fn reversed(&mut self, head: &For, first: &Expr, bound: (BinaryOp, &Expr), step: &Expr) {
        let Some(name) = counter(head) else { return };
        let ExprKind::Step { up, .. } = &step.kind else { return };
        let (start, end) = (self.of(first.span), self.of(bound.1.span));
        let (last, back, by) = match (bound.0, up) {
            (BinaryOp::Lt, true) => (format!("{end} - 1"), ">=", "--"),
            (BinaryOp::Le, true) => (end.to_string(), ">=", "--"),
            (BinaryOp::Gt, false) => (format!("{end} + 1"), "<=", "++"),
            (BinaryOp::Ge, false) => (end.to_string(), "<=", "++"),
            _ => return,
        };
        let changes = vec![
            (first.span.range(), last),
            (
                head.condition.as_ref().map_or(0..0, |one| one.span.range()),
                format!("{name} {back} {start}"),
            ),
            (step.span.range(), format!("{name}{by}")),
        ];
        self.change(Kind::Direction, changes);
    }

    fn statements(&mut self, region: &rewrite::Region) {
        let whole = self.text.len();
        for (index, placed) in region.statements.iter().enumerate() {
            let range = placed.range.clone();
            let parts = |twice: &str, times: usize| {
                let mut parts = vec![kept(0..range.start), added("{ ")];
                for _ in 0..times {
                    parts.push(kept(range.clone()));
                    parts.push(added(twice));
                }
                parts.push(added("}"));
                parts.push(kept(range.end..whole));
                parts
            };
            self.parts(Kind::StatementTwice, parts(" ", 2));
            self.parts(Kind::StatementDropped, parts("", 0));
            let hidden = vec![
                kept(0..range.start),
                added("{ "),
                kept(range.clone()),
                added(&format!(" {} }}", &self.text[range.clone()])),
                kept(range.end..whole),
            ];
            self.parts(Kind::StatementSmuggled, hidden);
            for hole in placed.holes.iter().filter(|hole| !hole.is_empty()) {
                let text = &self.text[hole.clone()];
                for by in ["+ 1", "- 1"] {
                    let enclosed = self.text[..hole.start].ends_with('[');
                    let text = match enclosed {
                        true => format!("{text} {by}"),
                        false => format!("(({text}) {by})"),
                    };
                    self.change(Kind::Subscript, vec![(hole.clone(), text)]);
                }
                let other = region.statements.iter().cycle().skip(index);
                let others = other.take(region.statements.len()).flat_map(|one| &one.holes);
                let mut others = others.map(|hole| &self.text[hole.clone()]);
                if let Some(other) = others.find(|other| *other != text) {
                    self.change(Kind::OtherCounter, vec![(hole.clone(), format!("({other})"))]);
                }
            }
            self.tokens(placed);
        }
    }

    /// The text of a statement between its holes, token by token.
    fn tokens(&mut self, placed: &emit::Placed) {
        let tokens: Vec<Token> = self.plain_tokens(placed.range.clone());
        for token in tokens {
            let span = token.span();
            let own = span.range();
            let inside = |hole: &Range<usize>| hole.start <= own.start && own.end <= hole.end;
            if placed.holes.iter().any(inside) {
                continue;
            }
            let other = match (token.kind, &*token.text) {
                (TokenKind::Punct, "+") => "-",
                (TokenKind::Punct, "-") => "+",
                (TokenKind::Punct, "*") => "+",
                (TokenKind::Punct, "+=") => "=",
                (TokenKind::Punct, "<") => ">=",
                (TokenKind::Punct, "(") if self.text[own.end..].starts_with("long)") => "-(",
                (TokenKind::Int, "1") => "2",
                (TokenKind::Int, "0") => "1",
                (TokenKind::Float, _) => "1.25",
                _ => continue,
            };
            self.put(Kind::StatementText, span, other);
        }
    }

    fn plain_tokens(&self, range: Range<usize>) -> Vec<Token> {
        let items = self.items.iter();
        let tokens = items.filter_map(|item| match item {
            Item::Token(token) => Some(token),
            Item::Directive(_) => None,
        });
        let inside = |span: Span| {
            let span = span.range();
            range.start <= span.start && span.end <= range.end
        };
        tokens.filter(|token| inside(token.span())).cloned().collect()
    }

    fn directives(&self, range: Range<usize>) -> Vec<Vec<Token>> {
        let items = self.items.iter();
        let found = items.filter_map(|item| match item {
            Item::Directive(one) => Some(one),
            Item::Token(_) => None,
        });
        let inside = found.filter(|one| {
            let span = one.span.range();
            range.start <= span.start && span.end <= range.end
        });
        inside.map(|one| one.tokens.clone()).collect()
    }

    fn pragmas(&mut self) {
        let mut names: Vec<String> = Vec::new();
        for region in &self.new.regions {
            let arrays = region.order.scop().arrays();
            names.extend(arrays.map(|(_, array)| array.source_name.clone()));
        }
        names.extend(self.loops.iter().filter_map(|one| counter(one.head)));
        names.sort();
        names.dedup();
        for at in 0..self.loops.len() {
            let Some(line) = self.loops[at].pragma.clone() else {
                continue;
            };
            self.moved(at, line.clone());
            self.words(line.clone());
            self.clauses(line, &names);
        }
        if self.loops.iter().all(|one| one.pragma.is_none()) {
            // A directive where none is wanted.
            for at in 0..self.loops.len() {
                let span = self.loops[at].span.clone();
                for text in ["#pragma omp parallel for", "#pragma omp simd"] {
                    let parts = self.before(span.clone(), text);
                    self.parts(Kind::PragmaCopied, parts);
                }
            }
        }
    }

    /// A directive before a loop.
    fn before(&self, span: Range<usize>, line: &str) -> Vec<Part> {
        vec![
            kept(0..span.start),
            added(&format!("{{\n{line}\n")),
            kept(span.clone()),
            added("\n}"),
            kept(span.end..self.text.len()),
        ]
    }

    fn moved(&mut self, at: usize, line: Range<usize>) {
        let text = self.text[line.clone()].to_string();
        for other in 0..self.loops.len() {
            if other == at || self.loops[other].pragma.is_some() {
                continue;
            }
            let span = self.loops[other].span.clone();
            let copied = self.before(span, &text);
            let moved = copied.iter().flat_map(|part| match part.text {
                None if part.old.start <= line.start && line.end <= part.old.end => {
                    vec![kept(part.old.start..line.start), kept(line.end..part.old.end)]
                }
                _ => vec![part.clone()],
            });
            let moved = moved.collect();
            self.parts(Kind::PragmaMoved, moved);
            self.parts(Kind::PragmaCopied, copied);
        }
    }

    fn words(&mut self, line: Range<usize>) {
        let text = self.text[line.clone()].to_string();
        let others = match () {
            _ if text.contains("parallel for simd") => [
                text.replace("parallel for simd", "parallel for"),
                text.replace("parallel for simd", "simd"),
            ],
            _ if text.contains("parallel for") => [
                text.replace("parallel for", "parallel for simd"),
                text.replace("parallel for", "simd"),
            ],
            _ => [
                text.replace("simd", "parallel for simd"),
                text.replace("simd", "parallel for"),
            ],
        };
        for other in others {
            self.change(Kind::PragmaWord, vec![(line.clone(), other)]);
        }
    }

    fn clauses(&mut self, line: Range<usize>, names: &[String]) {
        let text = self.text[line.clone()].to_string();
        for clause in ["private", "lastprivate", "firstprivate"] {
            for name in names {
                let added = format!("{text} {clause}({name})");
                self.change(Kind::ClauseAdded, vec![(line.clone(), added)]);
            }
        }
        for name in names {
            let added = format!("{text} reduction(+: {name})");
            self.change(Kind::ClauseAdded, vec![(line.clone(), added)]);
        }
        let Some(tokens) = self.directives(line.clone()).into_iter().next() else {
            return;
        };
        let is_clause = |text: &str| ["private", "lastprivate", "reduction"].contains(&text);
        for (i, token) in tokens.iter().enumerate() {
            if !is_clause(&token.text) {
                continue;
            }
            let end = tokens[i..].iter().position(|one| &*one.text == ")");
            let Some(end) = end.map(|end| i + end) else { continue };
            let whole = token.span().range().start..tokens[end].span().range().end;
            self.change(Kind::ClauseDropped, vec![(whole, String::new())]);
            let other = match &*token.text {
                "private" => "lastprivate",
                _ => "private",
            };
            if &*token.text != "reduction" {
                self.put(Kind::ClauseKind, token.span(), other);
            }
            self.clause(&tokens[i + 2..end], names);
        }
    }

    /// What stands in the parentheses of a clause.
    fn clause(&mut self, tokens: &[Token], names: &[String]) {
        let mut depth = 0;
        for (i, token) in tokens.iter().enumerate() {
            match (&*token.text, token.kind) {
                ("[", _) => depth += 1,
                ("]", _) => depth -= 1,
                ("+" | "*" | "max" | "min", _) if depth == 0 => {
                    for other in ["+", "*", "max", "min"] {
                        if other != &*token.text {
                            self.put(Kind::ReductionOperator, token.span(), other);
                        }
                    }
                }
                (_, TokenKind::Ident) if depth == 0 => {
                    let others = names.iter().filter(|name| **name != *token.text);
                    for other in others.take(3) {
                        self.put(Kind::ClauseVariable, token.span(), other.as_str());
                    }
                    // One of several names.
                    let comma = tokens.get(i + 1).filter(|next| &*next.text == ",");
                    if let Some(comma) = comma {
                        let both = token.span().range().start..comma.span().range().end;
                        self.change(Kind::ClauseDropped, vec![(both, String::new())]);
                    }
                }
                (text, TokenKind::Int | TokenKind::Ident) => {
                    for by in ["+ 1", "- 1"] {
                        self.put(Kind::Section, token.span(), format!("{text} {by}"));
                    }
                }
                _ => {}
            }
        }
    }

    fn macros(&mut self, region: Range<usize>) {
        for tokens in self.directives(region) {
            if tokens.first().is_none_or(|token| &*token.text != "define") {
                continue;
            }
            // Behind the name and its parameters.
            let body = tokens.iter().position(|token| &*token.text == ")");
            for token in &tokens[body.map_or(0, |at| at + 1)..] {
                let others: &[&str] = match &*token.text {
                    "<" => &[">", "<="],
                    ">" => &["<", ">="],
                    "+" => &["-"],
                    "-" => &["+"],
                    "/" => &["*"],
                    "a" => &["b"],
                    "b" => &["a"],
                    "n" => &["d"],
                    "d" => &["n"],
                    "1" => &["2", "0"],
                    "0" => &["1"],
                    _ => &[],
                };
                for other in others {
                    self.put(Kind::Macro, token.span(), *other);
                }
            }
        }
    }

    /// Names of the region that come to mean something else.
    fn names(&mut self, region: &rewrite::Region, unit: &Unit, span: Range<usize>) {
        let mut words = BTreeSet::new();
        for placed in &region.statements {
            let tokens = self.plain_tokens(placed.range.clone()).into_iter();
            words.extend(tokens.filter(|one| one.kind == TokenKind::Ident).map(|one| one.text));
        }
        let (end, whole) = (span.end, self.text.len());
        for word in words {
            let is_macro = unit.macros.iter().any(|one| one.name == word);
            let first = match is_macro {
                true => format!("\n#undef {word}\n#define {word} 3\n"),
                false => format!("\n#define {word} lw_other\n"),
            };
            let parts = vec![
                kept(0..span.start),
                added(&first),
                kept(span.start..end),
                added(&format!("\n#undef {word}\n")),
                kept(end..whole),
            ];
            self.parts(Kind::Redefined, parts);
        }
        let scop = region.order.scop();
        let arrays = scop.arrays().map(|(_, array)| {
            let extents = "[50]".repeat(array.rank());
            format!("{} {}{extents};", array.element, array.source_name)
        });
        let parameters = scop.parameters.iter().map(|one| format!("int {} = 4;", one.name));
        let declarations: Vec<String> = arrays.chain(parameters).collect();
        let scalars = scop.arrays().filter(|(_, array)| array.rank() == 0);
        let names = scalars.map(|(_, array)| &array.source_name);
        let names: Vec<&String> = names
            .chain(scop.parameters.iter().map(|one| &one.name))
            .collect();
        for at in 0..self.loops.len() {
            let (head, loop_) = (self.loops[at].head, self.loops[at].span.clone());
            for declaration in declarations.iter().filter(|_| self.loops[at].around.is_empty()) {
                let parts = vec![
                    kept(0..loop_.start),
                    added(&format!("{{ {declaration} ")),
                    kept(loop_.clone()),
                    added("}"),
                    kept(loop_.end..whole),
                ];
                self.found.push(Spoiling {
                    kind: Kind::Hiding,
                    parts,
                });
            }
            for line in ["GCC ivdep", "omp for", "acc loop independent"] {
                let parts = self.before(loop_.clone(), &format!("#pragma {line}"));
                self.parts(Kind::ForeignPragma, parts);
            }
            let (Some(step), Some(condition)) = (&head.step, &head.condition) else {
                continue;
            };
            for name in &names {
                let text = format!("{}, {name} = {name} - 1", self.of(step.span));
                self.put(Kind::SideEffect, step.span, text);
                let text = format!("({name} = {name} + 1, {})", self.of(condition.span));
                self.put(Kind::SideEffect, condition.span, text);
            }
        }
        for placed in &region.statements {
            let range = placed.range.clone();
            for jump in ["break;", "return;"] {
                let parts = vec![
                    kept(0..range.start),
                    added("{ "),
                    kept(range.clone()),
                    added(&format!(" {jump} }}")),
                    kept(range.end..whole),
                ];
                self.parts(Kind::Jump, parts);
            }
        }
    }

    /// Numbers and names that the program has outside of its regions.
    fn outside(&mut self, regions: &[Range<usize>]) {
        let tokens = self.plain_tokens(0..self.text.len());
        for token in tokens {
            let span = token.span();
            let own = span.range();
            let inside = regions
                .iter()
                .any(|one| one.start <= own.start && own.end <= one.end);
            if inside {
                continue;
            }
            match (token.kind, &*token.text) {
                (TokenKind::Int, text) => self.put(Kind::Outside, span, format!("{text}1")),
                (TokenKind::Ident, "double") => self.put(Kind::Outside, span, "float"),
                (TokenKind::Ident, "int") => self.put(Kind::Outside, span, "long"),
                _ => {}
            }
        }
    }
}

/// What stands in the parentheses of a loop.
fn inside(head: &For) -> Range<usize> {
    let start = match &head.init {
        ForInit::Declaration(one) => one.span.range().start,
        ForInit::Expr(one) => one.span.range().start,
        ForInit::None => head.head.range().end - 1,
    };
    start..head.head.range().end - 1
}

fn counter(head: &For) -> Option<String> {
    match &head.init {
        ForInit::Declaration(one) => one.declarators.first().map(|one| one.name.to_string()),
        ForInit::Expr(one) => match &one.kind {
            ExprKind::Assign(None, target, _) => target.as_name().map(|name| name.to_string()),
            _ => None,
        },
        ForInit::None => None,
    }
}

fn other_comparison(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Lt => "<=",
        BinaryOp::Le => "<",
        BinaryOp::Gt => ">=",
        BinaryOp::Ge => ">",
        BinaryOp::Eq => "!=",
        BinaryOp::Ne => "==",
        _ => return None,
    })
}
