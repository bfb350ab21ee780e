//! All the ways in which one text can be spoiled.

use std::ops::Range;

use frontend::Unit;
use frontend::lexer::{Item, lex};
use frontend::syntax::{BinaryOp, Declaration, Expr, ExprKind, For, ForInit, Stmt, StmtKind, Type};
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
pub struct Loop<'a> {
    pub head: &'a For,
    pub span: Range<usize>,
    /// The directive before it.
    pub pragma: Option<Range<usize>>,
    /// The counters of the loops around it.
    pub around: Vec<String>,
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
        spoiler.casts(region, read.span.range());
        spoiler.macros(read.span.range());
        spoiler.names(region, unit, read.span.range());
    }
    let regions: Vec<Range<usize>> = unit.regions.iter().map(|one| one.span.range()).collect();
    spoiler.outside(&regions);
    spoiler.found
}

pub struct Spoiler<'a> {
    pub text: &'a str,
    pub new: &'a Rewritten,
    items: Vec<Item>,
    pub loops: Vec<Loop<'a>>,
    pub found: Vec<Spoiling>,
}

impl<'a> Spoiler<'a> {
    pub fn parts(&mut self, kind: Kind, parts: Vec<Part>) {
        self.found.push(Spoiling { kind, parts });
    }

    pub fn change(&mut self, kind: Kind, changes: Vec<(Range<usize>, String)>) {
        let parts = replaced(self.text.len(), changes);
        self.parts(kind, parts);
    }

    pub fn put(&mut self, kind: Kind, span: Span, text: impl Into<String>) {
        self.change(kind, vec![(span.range(), text.into())]);
    }

    pub fn of(&self, span: Span) -> &'a str {
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
        let base = declaration
            .declarators
            .first()
            .map(|one| one.ty.base().name.clone());
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
            while let Type::Array {
                element, extent, ..
            } = ty
            {
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
            let Loop {
                head,
                span,
                pragma,
                around,
            } = &self.loops[at];
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
                declaration
                    .declarators
                    .first()
                    .and_then(|one| one.init.as_ref())
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
        for expr in [first, condition] {
            expr.walk(&mut |one| {
                if let (Some(name), false) = (one.as_name(), around.is_empty()) {
                    let other = around.iter().rfind(|other| **other != **name);
                    if let (true, Some(other)) = (around.iter().any(|o| **o == **name), other) {
                        self.put(Kind::OtherCounter, one.span, other.as_str());
                    }
                }
            });
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
        let ExprKind::Step { up, .. } = &step.kind else {
            return;
        };
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
                let others = other
                    .take(region.statements.len())
                    .flat_map(|one| &one.holes);
                let mut others = others.map(|hole| &self.text[hole.clone()]);
                if let Some(other) = others.find(|other| *other != text) {
                    self.change(
                        Kind::OtherCounter,
                        vec![(hole.clone(), format!("({other})"))],
                    );
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

    /// What makes the arithmetic of bounds, conditions and subscripts wide: `(long)n` and `2L`.
    fn casts(&mut self, region: &rewrite::Region, span: Range<usize>) {
        let is_original = |at: usize| {
            let statements = region.statements.iter();
            statements
                .filter(|placed| placed.range.contains(&at))
                .any(|placed| !placed.holes.iter().any(|hole| hole.contains(&at)))
        };
        let tokens = self.plain_tokens(span);
        for (i, token) in tokens.iter().enumerate() {
            let own = token.span().range();
            if is_original(own.start) {
                continue;
            }
            let texts: Vec<&str> = tokens[i..].iter().take(3).map(|one| &*one.text).collect();
            if texts == ["(", "long", ")"] {
                let cast = own.start..tokens[i + 2].span().range().end;
                self.change(Kind::CastDropped, vec![(cast, String::new())]);
            }
            if let (TokenKind::Int, Some(plain)) = (token.kind, token.text.strip_suffix('L')) {
                self.put(Kind::CastDropped, token.span(), plain);
            }
        }
    }

    pub fn plain_tokens(&self, range: Range<usize>) -> Vec<Token> {
        let items = self.items.iter();
        let tokens = items.filter_map(|item| match item {
            Item::Token(token) => Some(token),
            Item::Directive(_) => None,
        });
        let inside = |span: Span| {
            let span = span.range();
            range.start <= span.start && span.end <= range.end
        };
        tokens
            .filter(|token| inside(token.span()))
            .cloned()
            .collect()
    }

    pub fn directives(&self, range: Range<usize>) -> Vec<Vec<Token>> {
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

pub fn counter(head: &For) -> Option<String> {
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
