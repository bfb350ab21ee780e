//! Recursive descent over one statement.
//!
//! ```text
//! statement = [name :=] chain ; | print chain ; | assert chain ; | source text ; | …
//! chain     = operand {operator operand}
//! operand   = prefix-name operand | (last | any) operand before operand under operand
//!           | codegen operand [using operand]
//!           | schedule operand [respecting operand] [minimizing operand] | primary {^+ | ^k | ( chain ) | [ k ]}
//! primary   = ( [chain {, chain}] ) | text | True | name | read text | object
//! ```
//!
//! As in iscc all operators bind alike and group to the left, and a named operation takes
//! the next operand with all that is attached to it: `dom M^-1 * S` is `(dom (M^-1)) * S`.

use presburger::Object as Constant;
use scop::codes::calc as codes;
use scop::{Diagnostic, FileId, Span};

use super::lexer::{Kind, Token, token_at};
use super::operations;
use super::syntax::{Expr, ExprKind, Operator, Postfix, PostfixKind, Statement};

/// How deeply parentheses and named operations may nest.
const MAX_DEPTH: usize = 200;

const OPERATORS: &[&str] = &[
    "+", "-", "*", "%", ".", "@", "->", "->*", "->-", "=", "==", "<=", "<", ">=", ">", "<<", "<<=",
    ">>", ">>=",
];
const NAMED_OPERATORS: &[&str] = &["cross", "before", "after"];

type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Reads the statement at `offset`; returns it with the offset of the next one. `None` when
/// only blanks are left.
pub(crate) fn statement(
    file: FileId,
    text: &str,
    offset: usize,
    is_variable: &dyn Fn(&str) -> bool,
) -> Parsed<Option<(Statement, usize)>> {
    let mut parser = Parser {
        file,
        text,
        offset,
        depth: 0,
        is_variable,
    };
    if parser.peek().kind == Kind::End {
        return Ok(None);
    }
    let statement = parser.statement()?;
    // The end of the text ends a statement as well as `;` does.
    if !parser.eat(";") && parser.peek().kind != Kind::End {
        return Err(parser.unexpected("an operator or `;`"));
    }
    Ok(Some((statement, parser.offset)))
}

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    /// End of the last token taken.
    offset: usize,
    depth: usize,
    is_variable: &'a dyn Fn(&str) -> bool,
}

impl<'a> Parser<'a> {
    fn statement(&mut self) -> Parsed<Statement> {
        let first = self.peek();
        if self.at(";") {
            return Ok(Statement::Nothing);
        }
        if first.kind != Kind::Name {
            return Ok(Statement::Evaluate(self.chain()?));
        }
        let name = self.slice(first);
        if token_at(self.text, first.end).kind == Kind::Symbol(":=") {
            return self.assignment(first);
        }
        if (self.is_variable)(name) {
            return Ok(Statement::Evaluate(self.chain()?));
        }
        match name {
            "print" => {
                self.take();
                Ok(Statement::Print(self.chain()?))
            }
            "assert" => {
                self.take();
                Ok(Statement::Assert(self.chain()?))
            }
            "source" => {
                self.take();
                let (path, span) = self.path()?;
                Ok(Statement::Source(path, span))
            }
            "write" => {
                self.take();
                let (path, span) = self.path()?;
                Ok(Statement::Write(path, span, self.chain()?))
            }
            "help" => {
                self.take();
                Ok(Statement::Help(self.help_topic()))
            }
            "quit" | "exit" => {
                self.take();
                Ok(Statement::Quit)
            }
            _ => Ok(Statement::Evaluate(self.chain()?)),
        }
    }

    fn assignment(&mut self, name: Token) -> Parsed<Statement> {
        let (text, span) = (self.slice(name), self.span(name));
        if operations::is_reserved(text) {
            return Err(Box::new(
                Diagnostic::error(
                    codes::BAD_VARIABLE,
                    format!("`{text}` cannot name a variable"),
                    span,
                )
                .label(span, "the name of an operation")
                .help(format!(
                    "choose another name; `help {text};` describes the operation"
                )),
            ));
        }
        if text.starts_with('$') {
            return Err(Box::new(
                Diagnostic::error(
                    codes::BAD_VARIABLE,
                    format!("`{text}` cannot be assigned"),
                    span,
                )
                .label(
                    span,
                    "names with `$` are reserved for results at the prompt",
                ),
            ));
        }
        self.take();
        self.take();
        Ok(Statement::Assign(text.into(), self.chain()?))
    }

    /// Everything up to the end of the statement, as it is: `help ->*;`.
    fn help_topic(&mut self) -> Option<(String, Span)> {
        let first = self.peek();
        let mut end = first.start;
        while !self.at(";") && self.peek().kind != Kind::End {
            end = self.take().end;
        }
        (end > first.start).then(|| {
            let topic = self.text[first.start..end].trim_matches(['`', '"']);
            (topic.into(), self.place(first.start, end))
        })
    }

    fn chain(&mut self) -> Parsed<Expr> {
        let first = self.operand()?;
        let mut rest = Vec::new();
        while let Some(operator) = self.operator() {
            rest.push((operator, self.operand()?));
        }
        let Some((_, last)) = rest.last() else {
            return Ok(first);
        };
        let span = first.span.to(last.span);
        Ok(Expr {
            kind: ExprKind::Chain(Box::new(first), rest),
            span,
        })
    }

    fn operator(&mut self) -> Option<Operator> {
        let token = self.peek();
        let symbol = match token.kind {
            Kind::Symbol(symbol) => OPERATORS.iter().find(|operator| **operator == symbol),
            Kind::Name => NAMED_OPERATORS
                .iter()
                .find(|operator| **operator == self.slice(token)),
            _ => None,
        }?;
        self.take();
        Some(Operator {
            symbol,
            span: self.span(token),
        })
    }

    fn operand(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let operand = self.operand_inside();
        self.depth -= 1;
        operand
    }

    fn operand_inside(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        let name = self.slice(token);
        if token.kind == Kind::Name && !(self.is_variable)(name) {
            if name == "read" {
                self.take();
                let (path, span) = self.path()?;
                return Ok(Expr {
                    kind: ExprKind::Read(path, span),
                    span: self.place(token.start, self.offset),
                });
            }
            if let Some(name) = ["last", "any"].into_iter().find(|word| *word == name) {
                self.take();
                return self.sources(name, token);
            }
            if name == "codegen" {
                self.take();
                return self.codegen(token);
            }
            if name == "schedule" {
                self.take();
                return self.schedule(token);
            }
            if let Some(operation) = operations::prefix(name) {
                self.take();
                // As in iscc, `typeof` takes the whole expression.
                let operand = if operation.name == "typeof" {
                    self.chain()?
                } else {
                    self.operand()?
                };
                let span = self.span(token).to(operand.span);
                return Ok(Expr {
                    kind: ExprKind::Prefix(operation.name, self.span(token), Box::new(operand)),
                    span,
                });
            }
        }
        let primary = self.primary()?;
        let mut attached = Vec::new();
        while let Some(postfix) = self.postfix()? {
            attached.push(postfix);
        }
        if attached.is_empty() {
            return Ok(primary);
        }
        let span = self.place(primary.span.range().start, self.offset);
        Ok(Expr {
            kind: ExprKind::Postfix(Box::new(primary), attached),
            span,
        })
    }

    /// What follows `last` or `any`.
    fn sources(&mut self, name: &'static str, token: Token) -> Parsed<Expr> {
        let writes = Box::new(self.operand()?);
        self.word("before", "`before` and the reads")?;
        let reads = Box::new(self.operand()?);
        self.word("under", "`under` and the schedule")?;
        let schedule = Box::new(self.operand()?);
        Ok(Expr {
            kind: ExprKind::Sources {
                name,
                name_span: self.span(token),
                writes,
                reads,
                schedule,
            },
            span: self.place(token.start, self.offset),
        })
    }

    /// What follows `codegen`.
    fn codegen(&mut self, token: Token) -> Parsed<Expr> {
        let schedule = Box::new(self.operand()?);
        let options = self.operand_behind("using")?;
        Ok(Expr {
            kind: ExprKind::Codegen(self.span(token), schedule, options),
            span: self.place(token.start, self.offset),
        })
    }

    /// What follows `schedule`.
    fn schedule(&mut self, token: Token) -> Parsed<Expr> {
        let domain = Box::new(self.operand()?);
        let validity = self.operand_behind("respecting")?;
        let proximity = self.operand_behind("minimizing")?;
        Ok(Expr {
            kind: ExprKind::Schedule {
                name_span: self.span(token),
                domain,
                validity,
                proximity,
            },
            span: self.place(token.start, self.offset),
        })
    }

    /// An operand, if this word comes first.
    fn operand_behind(&mut self, word: &str) -> Parsed<Option<Box<Expr>>> {
        let next = self.peek();
        if next.kind != Kind::Name || self.slice(next) != word {
            return Ok(None);
        }
        self.take();
        Ok(Some(Box::new(self.operand()?)))
    }

    /// A word that must come here.
    fn word(&mut self, word: &str, what: &str) -> Parsed<()> {
        let next = self.peek();
        if next.kind == Kind::Name && self.slice(next) == word {
            self.take();
            return Ok(());
        }
        Err(self.unexpected(what))
    }

    fn postfix(&mut self) -> Parsed<Option<Postfix>> {
        let start = self.peek().start;
        let kind = if self.eat("^") {
            if self.eat("+") {
                PostfixKind::Closure
            } else {
                let sign = if self.eat("-") { "-" } else { "" };
                let digits = self.expect(Kind::Digits, "`+` or an integer after `^`")?;
                PostfixKind::Power(format!("{sign}{}", self.slice(digits)))
            }
        } else if self.eat("(") {
            let argument = self.chain()?;
            self.expect(Kind::Symbol(")"), "`)`")?;
            PostfixKind::Apply(argument)
        } else if self.eat("[") {
            let index = self.expect(Kind::Digits, "an index such as `[0]`")?;
            self.expect(Kind::Symbol("]"), "`]`")?;
            PostfixKind::Index(self.slice(index).into())
        } else {
            return Ok(None);
        };
        Ok(Some(Postfix {
            kind,
            span: self.place(start, self.offset),
        }))
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        let name = self.slice(token);
        let kind = match token.kind {
            Kind::Symbol("(") => {
                self.take();
                self.parenthesized()?
            }
            Kind::Symbol("{" | "[" | "-") | Kind::Digits => self.constant()?,
            Kind::Name if matches!(name, "infty" | "NaN") => self.constant()?,
            Kind::Name if matches!(name, "true" | "True") => {
                self.take();
                ExprKind::Bool(true)
            }
            Kind::Name if matches!(name, "false" | "False") => {
                self.take();
                ExprKind::Bool(false)
            }
            Kind::Name => self.variable(token)?,
            Kind::Text => {
                self.take();
                ExprKind::Text(self.text[token.start + 1..token.end - 1].into())
            }
            Kind::OpenText => return Err(self.open_text(token)),
            _ => {
                return Err(
                    self.unexpected("a set such as `{ [i] : i > 0 }`, a variable or an operation")
                );
            }
        };
        Ok(Expr {
            kind,
            span: self.place(token.start, self.offset),
        })
    }

    /// What follows `(`: one expression, or a list.
    fn parenthesized(&mut self) -> Parsed<ExprKind> {
        if self.eat(")") {
            return Ok(ExprKind::List(Vec::new()));
        }
        let first = self.chain()?;
        if self.eat(")") {
            return Ok(first.kind);
        }
        let mut elements = vec![first];
        while self.eat(",") {
            elements.push(self.chain()?);
        }
        self.expect(Kind::Symbol(")"), "an operator, `,` or `)`")?;
        Ok(ExprKind::List(elements))
    }

    /// A set, map or number, read by `presburger`.
    fn constant(&mut self) -> Parsed<ExprKind> {
        let start = self.peek().start;
        match Constant::parse_prefix(&self.text[start..]) {
            Ok((constant, used)) => {
                self.offset = start + used;
                Ok(ExprKind::Constant(constant))
            }
            Err(presburger::Error::Parse(error)) => {
                let span = self.place(start + error.span.start, start + error.span.end);
                let mut parts = error.message.splitn(2, "; ");
                let cause = parts.next().unwrap_or_default();
                let mut diagnostic = Diagnostic::error(codes::EXPECTED, cause, span);
                if let Some(help) = parts.next() {
                    diagnostic = diagnostic.help(help);
                }
                Err(Box::new(diagnostic))
            }
            Err(error) => {
                let line = self.text[start..].lines().next().map_or(0, str::len);
                let span = self.place(start, start + line);
                Err(Box::new(super::evaluate::failure(span, &error)))
            }
        }
    }

    fn variable(&mut self, token: Token) -> Parsed<ExprKind> {
        let (name, span) = (self.slice(token), self.span(token));
        if !(self.is_variable)(name) {
            if let Some(when) = operations::missing(name) {
                return Err(Box::new(
                    Diagnostic::error(
                        codes::UNKNOWN_NAME,
                        format!("`{name}` is not supported yet"),
                        span,
                    )
                    .help(when.to_string()),
                ));
            }
            if let Some(operation) = operations::find(name) {
                return Err(Box::new(
                    Diagnostic::error(codes::EXPECTED, format!("unexpected `{name}`"), span)
                        .help(format!("write `{}`", operation.usage)),
                ));
            }
            return Err(self.unknown_name(token));
        }
        self.take();
        Ok(ExprKind::Variable(name.into()))
    }

    fn unknown_name(&self, token: Token) -> Box<Diagnostic> {
        let name = self.slice(token);
        let message = format!("unknown name `{name}`");
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message, self.span(token));
        let next = token_at(self.text, token.end);
        let close = operations::names().find(|known| is_close(known, name));
        Box::new(if next.kind == Kind::Symbol("[") {
            diagnostic.help(format!("write sets in braces: `{{ {name}[i] }}`"))
        } else if let Some(known) = close {
            diagnostic.help(format!("there is an operation `{known}`"))
        } else {
            diagnostic.help(format!(
                "give it a value first: `{name} := {{ [i] : i > 0 }};`"
            ))
        })
    }

    /// A file name in quotes.
    fn path(&mut self) -> Parsed<(String, Span)> {
        let token = self.peek();
        if token.kind == Kind::OpenText {
            return Err(self.open_text(token));
        }
        let token = self.expect(Kind::Text, "a file name in quotes")?;
        let path = &self.text[token.start + 1..token.end - 1];
        Ok((path.into(), self.span(token)))
    }

    fn open_text(&self, token: Token) -> Box<Diagnostic> {
        let quote = self.place(token.start, token.start + 1);
        Box::new(
            Diagnostic::error(codes::EXPECTED, "unterminated string", quote)
                .help("close it with `\"`"),
        )
    }

    // ---- places

    fn place(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    fn span(&self, token: Token) -> Span {
        self.place(token.start, token.end)
    }

    // ---- the cursor

    fn peek(&self) -> Token {
        token_at(self.text, self.offset)
    }

    fn slice(&self, token: Token) -> &'a str {
        &self.text[token.span()]
    }

    fn take(&mut self) -> Token {
        let token = self.peek();
        self.offset = token.end;
        token
    }

    fn at(&self, symbol: &str) -> bool {
        matches!(self.peek().kind, Kind::Symbol(found) if found == symbol)
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.at(symbol);
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, kind: Kind, expected: &str) -> Parsed<Token> {
        if self.peek().kind == kind {
            Ok(self.take())
        } else {
            Err(self.unexpected(expected))
        }
    }

    fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        let token = self.peek();
        let (found, span) = match token.kind {
            Kind::OpenText => return self.open_text(token),
            // The place to look at is where the text breaks off.
            Kind::End => (
                "the end of the text".into(),
                self.place(self.offset, self.offset),
            ),
            _ => (format!("`{}`", self.slice(token)), self.span(token)),
        };
        let message = format!("expected {expected}, found {found}");
        Box::new(Diagnostic::error(codes::EXPECTED, message, span))
    }

    fn enter(&mut self) -> Parsed<()> {
        if self.depth == MAX_DEPTH {
            let message = format!("expected at most {MAX_DEPTH} levels of nesting, found more");
            let span = self.span(self.peek());
            return Err(Box::new(Diagnostic::error(codes::EXPECTED, message, span)));
        }
        self.depth += 1;
        Ok(())
    }
}

/// Whether two names differ by one letter added, removed or changed, in the order of letters,
/// or only in case.
fn is_close(a: &str, b: &str) -> bool {
    if a.eq_ignore_ascii_case(b) {
        return true;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() < 3 || a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let sorted = |name: &[u8]| {
        let mut letters = name.to_vec();
        letters.sort_unstable();
        letters
    };
    if sorted(a) == sorted(b) {
        return true;
    }
    let same_start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let same_end = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(x, y)| x == y)
        .count();
    same_start + same_end + 1 >= a.len().max(b.len())
}
