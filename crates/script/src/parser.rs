//! Tokens to a tree, by recursive descent.
//!
//! ```text
//! item  = "let" NAME "=" expr | NAME "=" expr | "(" NAME ("," NAME)* ")" "=" expr
//!       | "map" NAME braces | "def" NAME "(" [NAME ("," NAME)*] ")" "{" item* "}"
//!       | "import" (STRING | NAME ("." NAME)*) | "use" NAME | "return" expr | call
//! expr  = sum of products of: NUMBER | NAME | expr "." NAME | call | "[" exprs "]" | braces
//!       | "-" expr | "(" expr ")"
//! call  = NAME "(" exprs ")"
//! ```
//!
//! Items may be ended with `;`. After an error reading goes on at the next line that begins an
//! item, so that one text can have several errors reported.

use crate::codes;
use crate::lexer::{Token, TokenKind, lex};
use crate::syntax::{Braces, Expr, ExprKind, Function, Import, Item, ItemKind, Named};
use scop::{Diagnostic, FileId, Span};

/// How deep brackets and calls may nest.
const MAX_DEPTH: usize = 60;

/// Advice for texts that are no scripts.
const FORM: &str = "operations are written `name(argument, …)`, maps `{ [i, j] -> [j, i] }`";

/// How many operators an expression may have.
const MAX_OPERATORS: usize = 500;

pub(crate) fn parse_text(text: &str, id: FileId) -> Result<Vec<Item>, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    if u32::try_from(text.len()).is_err() {
        let place = Span::new(id, 0, 0);
        let error = Diagnostic::error(codes::TOO_HARD, "the script is too long", place);
        return Err(vec![error.help("keep scripts below four gigabytes")]);
    }
    let tokens = lex(text, id, &mut errors);
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        depth: 0,
        operators: 0,
    };
    let mut items = Vec::new();
    while !parser.is_end() {
        if parser.eat(";") {
            continue;
        }
        let start = parser.at;
        match parser.item() {
            Ok(item) => items.push(item),
            Err(mut error) => {
                if error.help.is_empty() {
                    error.help.push(FORM.into());
                }
                errors.push(*error);
                parser.skip_to_item(start);
            }
        }
    }
    if !errors.is_empty() {
        errors.sort_by_key(Diagnostic::place);
        return Err(errors);
    }
    Ok(items)
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    /// Operators since the last item: a tree of them leans to the left as deep as it is long.
    operators: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    fn ahead(&self, n: usize) -> &Token {
        // The last token is the end, which is never passed.
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + n).min(last)]
    }

    fn is_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    fn bump(&mut self) -> Token {
        let token = self.peek().clone();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek().is(sign);
        if found {
            self.bump();
        }
        found
    }

    /// The place of the last token that was read.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn expect(&mut self, sign: &str) -> Parsed<Span> {
        match self.peek().is(sign) {
            true => Ok(self.bump().span),
            false => Err(self.expected(&format!("`{sign}`"))),
        }
    }

    fn expected(&self, what: &str) -> Box<Diagnostic> {
        let token = self.peek();
        let message = format!("expected {what}, found {}", token.describe());
        Box::new(
            Diagnostic::error(codes::EXPECTED, message, token.span)
                .label(token.span, format!("expected {what}")),
        )
    }

    fn name(&mut self, what: &str) -> Parsed<Named> {
        let span = self.peek().span;
        match self.peek().kind.clone() {
            TokenKind::Name(name) => {
                self.bump();
                Ok(Named { name, span })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Goes on where an item may begin, after the one that began at `start`.
    fn skip_to_item(&mut self, start: usize) {
        self.depth = 0;
        loop {
            let next = self.peek();
            let begins = matches!(next.kind, TokenKind::Name(_)) || next.is("(");
            if next.kind == TokenKind::End || (self.at > start && next.first && begins) {
                return;
            }
            if self.bump().is(";") {
                return;
            }
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        let start = self.peek().span;
        self.operators = 0;
        let kind = self.item_kind()?;
        let span = start.to(self.last_span());
        self.eat(";");
        Ok(Item { kind, span })
    }

    fn item_kind(&mut self) -> Parsed<ItemKind> {
        let TokenKind::Name(word) = self.peek().kind.clone() else {
            if self.peek().is("(") {
                return self.bind_several();
            }
            let error = self.expected("an operation");
            return Err(Box::new(error.help(
                "write an operation such as `affine(L, { [i, j] -> [j, i] })`, or start with \
                 `let`, `def`, `map`, `import` or `use`",
            )));
        };
        let next = self.ahead(1);
        let is_keyword = !next.is("(") && !next.is("=");
        match word.as_str() {
            "let" if is_keyword => {
                self.bump();
                if self.peek().is("(") {
                    return self.bind_several();
                }
                self.bind()
            }
            "map" if is_keyword => {
                self.bump();
                let name = self.name("the name of a statement")?;
                if !self.peek().is("{") {
                    return Err(self.expected("`{ [i, …] -> […] }`"));
                }
                Ok(ItemKind::Map(name, self.braces()?))
            }
            "def" if is_keyword => {
                self.bump();
                self.function()
            }
            "import" if is_keyword => {
                self.bump();
                self.import()
            }
            "use" if is_keyword => {
                self.bump();
                Ok(ItemKind::Use(self.name("`normalised`")?))
            }
            "return" if is_keyword => {
                self.bump();
                Ok(ItemKind::Return(self.expr()?))
            }
            _ if next.is("=") => self.bind(),
            _ => {
                let expr = self.expr()?;
                match expr.kind {
                    ExprKind::Call(..) => Ok(ItemKind::Do(expr)),
                    _ => {
                        let message = "this expression has no effect";
                        let error = Diagnostic::error(codes::EXPECTED, message, expr.span);
                        Err(Box::new(error.label(expr.span, "not an operation").help(
                            "put the arguments of an operation in parentheses on the same line",
                        )))
                    }
                }
            }
        }
    }

    fn bind(&mut self) -> Parsed<ItemKind> {
        let name = self.name("a name")?;
        self.expect("=")?;
        Ok(ItemKind::Bind(vec![name], self.expr()?))
    }

    fn bind_several(&mut self) -> Parsed<ItemKind> {
        self.expect("(")?;
        let mut names = vec![self.name("a name")?];
        while self.eat(",") {
            names.push(self.name("a name")?);
        }
        self.expect(")")?;
        self.expect("=")?;
        Ok(ItemKind::Bind(names, self.expr()?))
    }

    fn function(&mut self) -> Parsed<ItemKind> {
        let name = self.name("the name of the function")?;
        self.expect("(")?;
        let mut parameters = Vec::new();
        if !self.eat(")") {
            loop {
                parameters.push(self.name("a parameter")?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        let open = self.expect("{")?;
        self.deeper(open)?;
        let mut body = Vec::new();
        while !self.eat("}") {
            if self.is_end() {
                return Err(Box::new(
                    self.expected("`}`")
                        .label(open, "the function begins here")
                        .help("end the function with `}`"),
                ));
            }
            if !self.eat(";") {
                let item = self.item()?;
                not_in_functions(&item)?;
                body.push(item);
            }
        }
        self.depth -= 1;
        Ok(ItemKind::Define(Function {
            name,
            parameters,
            body,
        }))
    }

    fn import(&mut self) -> Parsed<ItemKind> {
        if let TokenKind::Text(path) = self.peek().kind.clone() {
            self.bump();
            return Ok(ItemKind::Import(Import::File(path)));
        }
        let mut path = vec![self.name("\"file.lw\" or `std.…`")?];
        while self.peek().is(".") {
            self.bump();
            path.push(self.name("a name")?);
        }
        Ok(ItemKind::Import(Import::Library(path)))
    }

    fn deeper(&mut self, span: Span) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let error = Diagnostic::error(codes::TOO_DEEP, "nesting is too deep", span);
            return Err(Box::new(error.help("name parts of it with `let`")));
        }
        Ok(())
    }

    pub fn expr(&mut self) -> Parsed<Expr> {
        self.deeper(self.peek().span)?;
        let mut left = self.product()?;
        while self.peek().is("+") || self.peek().is("-") {
            let sign = if self.peek().is("+") { "+" } else { "-" };
            self.operator()?;
            let right = self.product()?;
            left = binary(sign, left, right);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            let sign = match () {
                _ if self.peek().is("*") => "*",
                _ if self.peek().is("/") => "/",
                _ if self.peek().is("%") => "%",
                _ => return Ok(left),
            };
            self.operator()?;
            let right = self.unary()?;
            left = binary(sign, left, right);
        }
    }

    fn operator(&mut self) -> Parsed<()> {
        let span = self.bump().span;
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            let error = Diagnostic::error(codes::TOO_DEEP, "this expression is too long", span);
            return Err(Box::new(error.help("name parts of it with `let`")));
        }
        Ok(())
    }

    fn unary(&mut self) -> Parsed<Expr> {
        if self.peek().is("-") {
            let start = self.bump().span;
            self.deeper(start)?;
            let inner = self.unary()?;
            self.depth -= 1;
            return Ok(Expr {
                span: start.to(inner.span),
                kind: ExprKind::Negate(Box::new(inner)),
            });
        }
        let mut expr = self.primary()?;
        while self.peek().is(".") && !self.peek().first {
            self.operator()?;
            let field = self.name("the name of a loop")?;
            expr = Expr {
                span: expr.span.to(field.span),
                kind: ExprKind::Field(Box::new(expr), field),
            };
        }
        Ok(expr)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.peek().span;
        let kind = match self.peek().kind.clone() {
            TokenKind::Number(number) => {
                self.bump();
                ExprKind::Number(number)
            }
            TokenKind::Name(name) => {
                self.bump();
                let is_call = self.peek().is("(") && !self.peek().first;
                match is_call {
                    true => {
                        self.bump();
                        let arguments = self.list(")", start)?;
                        ExprKind::Call(Named { name, span: start }, arguments)
                    }
                    false => ExprKind::Name(name),
                }
            }
            TokenKind::Sign("[") => {
                self.bump();
                let list = self.list("]", start)?;
                // `[N] -> { … }`: parameters need not be declared, but may be.
                if self.peek().is("->") && self.ahead(1).is("{") {
                    self.bump();
                    ExprKind::Braces(self.braces()?)
                } else {
                    ExprKind::List(list)
                }
            }
            TokenKind::Sign("{") => ExprKind::Braces(self.braces()?),
            TokenKind::Sign("(") => {
                self.bump();
                let inner = self.expr()?;
                self.expect(")")?;
                return Ok(inner);
            }
            _ => return Err(self.expected("a value")),
        };
        Ok(Expr {
            kind,
            span: start.to(self.last_span()),
        })
    }

    /// Expressions with commas between them, up to and with `close`.
    fn list(&mut self, close: &str, open: Span) -> Parsed<Vec<Expr>> {
        let mut list = Vec::new();
        if self.eat(close) {
            return Ok(list);
        }
        loop {
            list.push(self.expr()?);
            if self.eat(",") {
                if self.eat(close) {
                    return Ok(list);
                }
                continue;
            }
            if self.eat(close) {
                return Ok(list);
            }
            let error = self.expected(&format!("`,` or `{close}`"));
            return Err(Box::new(error.label(open, "the list begins here")));
        }
    }

    fn braces(&mut self) -> Parsed<Braces> {
        let open = self.bump().span;
        let mut tokens = Vec::new();
        let mut depth = 1;
        loop {
            let token = self.bump();
            match &token.kind {
                TokenKind::End => {
                    let error = Diagnostic::error(codes::NOT_TERMINATED, "unclosed brace", open);
                    return Err(Box::new(
                        error.help("write `}` at the end of the map or set"),
                    ));
                }
                TokenKind::Sign("{") => depth += 1,
                TokenKind::Sign("}") => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(Braces {
                            tokens,
                            span: open.to(token.span),
                        });
                    }
                }
                _ => {}
            }
            tokens.push(token);
        }
    }
}

/// What a function brings along is there before it is called, once and for all.
fn not_in_functions(item: &Item) -> Parsed<()> {
    let what = match item.kind {
        ItemKind::Define(_) => "def",
        ItemKind::Import(_) => "import",
        ItemKind::Use(_) => "use",
        _ => return Ok(()),
    };
    let message = format!("`{what}` inside a function");
    let error = Diagnostic::error(codes::MISPLACED, message, item.span);
    Err(Box::new(error.help("move it to the top of the script")))
}

fn binary(sign: &'static str, left: Expr, right: Expr) -> Expr {
    Expr {
        span: left.span.to(right.span),
        kind: ExprKind::Binary(sign, Box::new(left), Box::new(right)),
    }
}
