//! Statements.

use scop::Diagnostic;

use super::{Parsed, Parser};
use crate::codes;
use crate::syntax::{For, ForInit, Form, Stmt, StmtKind};
use crate::token::TokenKind;

/// After this many errors the rest is not worth reading.
const MAX_ERRORS: usize = 20;

impl Parser<'_> {
    /// All statements up to the limit. What cannot be read is skipped and noted in `errors`.
    pub fn statements(&mut self) -> Vec<Stmt> {
        let mut statements = Vec::new();
        while self.peek().is_some() && self.errors.len() < MAX_ERRORS {
            if self.at("}") {
                let error = self.unexpected(codes::EXPECTED_TOKEN, "expected a statement");
                self.errors.push(*error);
                self.bump();
                continue;
            }
            statements.extend(self.statement_or_skip());
        }
        statements
    }

    fn statement_or_skip(&mut self) -> Option<Stmt> {
        let start = self.position;
        let names = self.named.len();
        match self.statement() {
            Ok(statement) => Some(statement),
            Err(_) if self.tolerant => {
                self.position = start;
                self.named.truncate(names);
                self.skip_statement();
                Some(self.stmt(start, StmtKind::Opaque))
            }
            Err(error) => {
                // A block without an end is met again when what is around it has been skipped.
                if !self.errors.contains(&error) {
                    self.errors.push(*error);
                }
                self.position = start;
                self.skip_statement();
                None
            }
        }
    }

    /// Moves past a statement that could not be read: its head if it has one in parentheses,
    /// otherwise up to a semicolon or a block.
    fn skip_statement(&mut self) {
        let start = self.position;
        if self.peek().is_some_and(|token| {
            ["for", "while", "if", "switch"]
                .iter()
                .any(|word| token.is_word(word))
        }) && self.at_ahead(1, "(")
        {
            self.bump();
            self.skip_balanced();
            return;
        }
        while let Some(token) = self.peek() {
            if token.kind == TokenKind::Pragma && self.position > start {
                return;
            }
            if token.kind == TokenKind::Punct {
                match &*token.text {
                    ";" => {
                        self.bump();
                        return;
                    }
                    // What stands in a block is looked at by itself.
                    "{" if self.tolerant && self.position > start => return,
                    "{" => return self.skip_balanced(),
                    "}" if self.position > start => return,
                    "(" | "[" => {
                        self.skip_balanced();
                        continue;
                    }
                    _ => {}
                }
            }
            self.bump();
        }
    }

    /// One statement; a pragma is one.
    pub fn statement(&mut self) -> Parsed<Stmt> {
        let start = self.position;
        if self.failed.contains(&start) {
            return Err(self.unexpected(codes::EXPECTED_TOKEN, "expected a statement"));
        }
        let statement = self.nested(Self::statement_here);
        if self.tolerant && statement.is_err() {
            self.failed.insert(start);
        }
        statement
    }

    fn statement_here(&mut self) -> Parsed<Stmt> {
        let start = self.position;
        let Some(token) = self.peek() else {
            return Err(self.unexpected(codes::EXPECTED_TOKEN, "expected a statement"));
        };
        let kind = match (token.kind, &*token.text) {
            (TokenKind::Pragma, text) => {
                self.bump();
                StmtKind::Pragma(text.into())
            }
            (TokenKind::Punct, ";") => {
                self.bump();
                StmtKind::Empty
            }
            (TokenKind::Punct, "{") => StmtKind::Block(self.block()?),
            (TokenKind::Ident, word) => match word {
                "for" => self.for_loop()?,
                "if" => {
                    self.bump();
                    let condition = self.in_parentheses("if")?;
                    let then = self.body()?.into();
                    self.skip_pragmas_before("else");
                    let otherwise = if self.eat_word("else") {
                        Some(self.body()?.into())
                    } else {
                        None
                    };
                    StmtKind::If(condition, then, otherwise)
                }
                "while" => {
                    self.bump();
                    let condition = self.in_parentheses("while")?;
                    StmtKind::While(condition, self.body()?.into())
                }
                "do" => {
                    self.bump();
                    let body = self.body()?.into();
                    self.skip_pragmas_before("while");
                    if !self.eat_word("while") {
                        let expected = "expected `while` after the body of `do`";
                        return Err(self.unexpected(codes::EXPECTED_TOKEN, expected));
                    }
                    let condition = self.in_parentheses("while")?;
                    self.expect(";", "after `do ... while (...)`")?;
                    StmtKind::DoWhile(body, condition)
                }
                "switch" => {
                    self.bump();
                    let value = self.in_parentheses("switch")?;
                    StmtKind::Switch(value, self.body()?.into())
                }
                "case" => {
                    self.bump();
                    let value = self.conditional()?;
                    // A range of GNU C; its end adds nothing that could be modelled.
                    if self.eat("...") {
                        self.constant()?;
                    }
                    self.expect(":", "after `case`")?;
                    StmtKind::Case(value, self.labelled()?.into())
                }
                "default" => {
                    self.bump();
                    self.expect(":", "after `default`")?;
                    StmtKind::Default(self.labelled()?.into())
                }
                "goto" => {
                    self.bump();
                    let name = self.name("a label after `goto`")?;
                    self.expect(";", "after `goto`")?;
                    StmtKind::Goto(name)
                }
                "break" => {
                    self.bump();
                    self.expect(";", "after `break`")?;
                    StmtKind::Break
                }
                "continue" => {
                    self.bump();
                    self.expect(";", "after `continue`")?;
                    StmtKind::Continue
                }
                "return" => {
                    self.bump();
                    let value = if self.at(";") {
                        None
                    } else {
                        Some(self.expression()?)
                    };
                    self.expect(";", "after `return`")?;
                    StmtKind::Return(value)
                }
                "asm" | "__asm__" | "__asm" if self.tolerant => {
                    self.skip_statement();
                    StmtKind::Opaque
                }
                "asm" | "__asm__" | "__asm" => {
                    return Err(Box::new(
                        Diagnostic::error(
                            codes::UNKNOWN_SYNTAX,
                            "inline assembly is not supported",
                            token.span(),
                        )
                        .note("it may access any memory")
                        .help("move it out of the region, or write it in C"),
                    ));
                }
                "_Static_assert" | "static_assert" => {
                    self.bump();
                    self.skip_balanced();
                    // All of it is constant.
                    self.note_names(start);
                    self.expect(";", "after `_Static_assert(...)`")?;
                    StmtKind::Empty
                }
                "else" => {
                    let error = Diagnostic::error(
                        codes::EXPECTED_TOKEN,
                        "expected a statement, found `else`",
                        token.span(),
                    );
                    return Err(Box::new(error.help(
                        "`else` must follow a single statement: put braces around several, and \
                         remove any `;` after a block",
                    )));
                }
                _ if self.at_ahead(1, ":") && !super::declaration::is_keyword(word) => {
                    self.bump_name();
                    self.bump();
                    StmtKind::Label(word.into(), self.labelled()?.into())
                }
                _ if self.is_declaration()? => StmtKind::Declaration(self.declaration()?),
                _ => self.expression_statement()?,
            },
            _ => self.expression_statement()?,
        };
        Ok(self.stmt(start, kind))
    }

    fn expression_statement(&mut self) -> Parsed<StmtKind> {
        let expression = self.expression()?;
        self.expect(";", "after the expression")?;
        Ok(StmtKind::Expr(expression))
    }

    fn stmt(&self, start: usize, kind: StmtKind) -> Stmt {
        Stmt {
            kind,
            span: self.span_from(start),
            tokens: self.tokens_from(start),
        }
    }

    pub(super) fn block(&mut self) -> Parsed<Vec<Stmt>> {
        let open = self.here();
        self.expect("{", "at the start of the block")?;
        let mut statements = Vec::new();
        let names = self.renamed.len();
        while !self.eat("}") {
            if self.peek().is_none() || self.errors.len() >= MAX_ERRORS {
                let error = self.unexpected(codes::EXPECTED_TOKEN, "expected `}`");
                return Err(Box::new(error.label(open, "unclosed block")));
            }
            statements.extend(self.statement_or_skip());
        }
        self.restore_names(names);
        Ok(statements)
    }

    /// Outside of regions, moves past the end of a region that is one branch.
    fn skip_pragmas_before(&mut self, word: &str) {
        let mut ahead = 0;
        while self.tolerant
            && self
                .peek_at(ahead)
                .is_some_and(|token| token.kind == TokenKind::Pragma)
        {
            ahead += 1;
        }
        if self.peek_at(ahead).is_some_and(|token| token.is_word(word)) {
            (0..ahead).for_each(|_| {
                self.bump();
            });
        }
    }

    /// The statement of a loop or a condition, with the pragmas before it.
    fn body(&mut self) -> Parsed<Stmt> {
        let start = self.position;
        let first = self.statement()?;
        if !matches!(first.kind, StmtKind::Pragma(_)) {
            return Ok(first);
        }
        let mut statements = vec![first];
        while statements
            .last()
            .is_some_and(|last| matches!(last.kind, StmtKind::Pragma(_)))
        {
            statements.push(self.statement()?);
        }
        Ok(self.stmt(start, StmtKind::Block(statements)))
    }

    /// The statement after a label; none need follow at the end of a block.
    fn labelled(&mut self) -> Parsed<Stmt> {
        if self.at("}") || self.peek().is_none() {
            let start = self.position;
            return Ok(self.stmt(start, StmtKind::Empty));
        }
        self.body()
    }

    fn in_parentheses(&mut self, after: &str) -> Parsed<crate::syntax::Expr> {
        self.expect("(", &format!("after `{after}`"))?;
        let value = self.expression()?;
        self.expect(")", &format!("after the condition of `{after}`"))?;
        Ok(value)
    }

    fn for_loop(&mut self) -> Parsed<StmtKind> {
        let names = self.renamed.len();
        let read = self.for_loop_in_scope();
        self.restore_names(names);
        read
    }

    fn for_loop_in_scope(&mut self) -> Parsed<StmtKind> {
        let start = self.position;
        self.bump();
        self.expect("(", "after `for`")?;
        let init = if self.eat(";") {
            ForInit::None
        } else if self.is_declaration()? {
            ForInit::Declaration(self.declaration()?)
        } else {
            let init = self.expression()?;
            self.expect(";", "after the first clause of `for`")?;
            ForInit::Expr(init)
        };
        let condition = if self.at(";") {
            None
        } else {
            Some(self.expression()?)
        };
        self.expect(";", "after the second clause of `for`")?;
        let step = if self.at(")") {
            None
        } else {
            Some(self.expression()?)
        };
        self.expect(")", "after the third clause of `for`")?;
        let head = self.span_from(start);
        let body = self.body()?;
        Ok(StmtKind::For(Box::new(For {
            early: None,
            readings: Vec::new(),
            followers: Vec::new(),
            init,
            condition,
            step,
            body,
            head,
            form: Form::For,
        })))
    }
}
