//! The text of a statement and the places in it that depend on iterators.
//!
//! The text is the source's as far as it can be. Where an iterator comes out of a macro's body,
//! the source has no place for it and the text with macros expanded is taken instead.

use std::ops::Range;

use presburger::{PwAff, Space};
use scop::{Body, Hole};

use super::names::Meaning;
use super::{Lowered, Lowering, Nest};
use crate::syntax::{Declaration, Declarator, Expr, ExprKind, ForInit, Stmt, StmtKind, Tokens};
use crate::token::{Token, runs_together};

/// A value in the text, by the tokens that it is written with.
struct Found {
    tokens: Tokens,
    value: PwAff,
}

/// What is to be rewritten in a text.
#[derive(Default)]
struct Places {
    values: Vec<Found>,
    /// Names of variables, by their tokens, that give way to others.
    renamed: Vec<(u32, String)>,
}

impl<'a> Lowering<'a> {
    pub(super) fn body_of_statement(&mut self, statement: &'a Stmt, nest: &Nest) -> Lowered<Body> {
        let mark = self.names.enter();
        let mut found = Places::default();
        let done = self.find_in_statement(statement, nest, &mut found);
        self.names.leave(mark);
        done?;
        Ok(self.text("", statement.tokens, "", found))
    }

    /// `x = value;` for a variable that is declared with a value.
    pub(super) fn body_of_initialiser(
        &mut self,
        declarator: &'a Declarator,
        name: Option<String>,
        init: &'a Expr,
        nest: &Nest,
    ) -> Lowered<Body> {
        let mut found = Places::default();
        self.find_all(init, nest, &mut found)?;
        // Parentheses around the whole are not among its tokens.
        let name = name.unwrap_or_else(|| declarator.name.to_string());
        let before = format!("{name} = (");
        let mut body = self.text(&before, init.tokens, ");", found);
        let inner = body.text.len() - 2;
        let simple = matches!(
            init.kind,
            ExprKind::Name(_)
                | ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::Index(..)
                | ExprKind::Call(..)
        );
        if simple {
            body.text.remove(inner);
            body.text.remove(before.len() - 1);
            for hole in &mut body.holes {
                hole.range = hole.range.start - 1..hole.range.end - 1;
            }
        }
        Ok(body)
    }

    fn find_in_statement(
        &mut self,
        statement: &'a Stmt,
        nest: &Nest,
        found: &mut Places,
    ) -> Lowered<()> {
        match &statement.kind {
            StmtKind::Expr(expr) => self.find_all(expr, nest, found),
            StmtKind::Block(body) => {
                let mark = self.names.enter();
                for statement in body {
                    self.find_in_statement(statement, nest, found)?;
                }
                self.names.leave(mark);
                Ok(())
            }
            StmtKind::For(head) => {
                let mark = self.names.enter();
                match &head.init {
                    ForInit::None => {}
                    ForInit::Expr(expr) => self.find_all(expr, nest, found)?,
                    ForInit::Declaration(declaration) => {
                        self.find_in_declaration(declaration, nest, found)?;
                    }
                }
                for expr in head.condition.iter().chain(&head.step) {
                    self.find_all(expr, nest, found)?;
                }
                self.find_in_statement(&head.body, nest, found)?;
                self.names.leave(mark);
                Ok(())
            }
            StmtKind::If(condition, yes, no) => {
                self.find_all(condition, nest, found)?;
                self.find_in_statement(yes, nest, found)?;
                no.iter()
                    .try_for_each(|no| self.find_in_statement(no, nest, found))
            }
            StmtKind::While(condition, body) => {
                self.find_all(condition, nest, found)?;
                self.find_in_statement(body, nest, found)
            }
            StmtKind::DoWhile(body, condition) => {
                self.find_in_statement(body, nest, found)?;
                self.find_all(condition, nest, found)
            }
            StmtKind::Switch(value, body) | StmtKind::Case(value, body) => {
                self.find_all(value, nest, found)?;
                self.find_in_statement(body, nest, found)
            }
            StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.find_in_statement(body, nest, found)
            }
            StmtKind::Declaration(declaration) => {
                self.find_in_declaration(declaration, nest, found)
            }
            StmtKind::Empty
            | StmtKind::Pragma(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::Return(_) => Ok(()),
        }
    }

    fn find_in_declaration(
        &mut self,
        declaration: &'a Declaration,
        nest: &Nest,
        found: &mut Places,
    ) -> Lowered<()> {
        for declarator in &declaration.declarators {
            if let Some(init) = &declarator.init {
                self.find_all(init, nest, found)?;
            }
            self.names.hide(declarator);
        }
        Ok(())
    }

    /// What is to be rewritten in an expression.
    fn find_all(&mut self, expr: &'a Expr, nest: &Nest, found: &mut Places) -> Lowered<()> {
        expr.walk(&mut |inner| {
            if let Some(name) = inner.as_name()
                && !self.names.is_hidden(name)
                && let Some(new) = self.new_name(name)
            {
                found.renamed.push((inner.tokens.start, new.to_string()));
            }
        });
        self.find(expr, nest, found)
    }

    /// The largest expressions of iterators in an expression.
    fn find(&mut self, expr: &'a Expr, nest: &Nest, found: &mut Places) -> Lowered<()> {
        if !self.depends(expr) {
            return Ok(());
        }
        if let Ok(value) = self.names.value(expr) {
            let space = Space::set(Vec::new(), tuple(nest));
            let value = self.exact(expr.span, || {
                value
                    .build(&space)?
                    .intersect_domain(&nest.domain)?
                    .coalesce()
            })?;
            // Cases are better left to the text.
            let is_one = value.n_piece() <= 1 || expr.operands().is_empty();
            if is_one {
                found.values.push(Found {
                    tokens: expr.tokens,
                    value,
                });
                return Ok(());
            }
        }
        for operand in expr.operands() {
            self.find(operand, nest, found)?;
        }
        Ok(())
    }

    /// Whether a counter, or a name for a value, occurs.
    fn depends(&self, expr: &Expr) -> bool {
        let mut depends = false;
        expr.walk(&mut |inner| {
            if let Some(name) = inner.as_name() {
                depends |= !self.names.is_hidden(name)
                    && matches!(
                        self.names.meaning(name),
                        Meaning::Iterator(_) | Meaning::Value(_)
                    );
            }
        });
        depends
    }

    fn text(&self, before: &str, tokens: Tokens, after: &str, places: Places) -> Body {
        let mut found = places.values;
        found.sort_by_key(|one| one.tokens.start);
        let source = match places.renamed.is_empty() {
            true => self.source(tokens, &found),
            false => None,
        };
        let (text, ranges) =
            source.unwrap_or_else(|| self.expanded(tokens, &found, &places.renamed));
        let shift = before.len();
        let holes = ranges.into_iter().zip(found).map(|(range, one)| Hole {
            range: range.start + shift..range.end + shift,
            value: one.value,
        });
        let mut holes: Vec<Hole> = holes.collect();
        // An argument that a macro uses twice stands in the text once.
        holes.sort_by_key(|hole| hole.range.start);
        holes.dedup_by(|a, b| a.range == b.range);
        Body {
            text: format!("{before}{text}{after}"),
            holes,
        }
    }

    /// The text as it stands in the source, if every value has a place of its own in it.
    fn source(&self, tokens: Tokens, found: &[Found]) -> Option<(String, Vec<Range<usize>>)> {
        let (whole, text) = self.unit.source_text(tokens)?;
        let ranges = found.iter().map(|one| {
            let own = self.unit.tokens.get(one.tokens.range())?;
            let (first, last) = (own.first()?, own.last()?);
            let is_direct = own.iter().all(|token| token.invocation().is_none());
            let span = if is_direct {
                self.unit.source_text(one.tokens)?.0
            } else {
                let within = first.place.within();
                let is_argument =
                    |token: &Token| !token.from_body && token.place.within() == within;
                if !own.iter().all(is_argument) {
                    return None;
                }
                first.span().to(last.span())
            };
            if span.file != whole.file || span.start < whole.start || span.end > whole.end {
                return None;
            }
            let range = (span.start - whole.start) as usize..(span.end - whole.start) as usize;
            // What a macro does around its argument is not seen; brackets keep it apart.
            let is_subscript = text.get(..range.start)?.trim_end().ends_with('[')
                && text.get(range.end..)?.trim_start().starts_with(']');
            (is_direct || is_subscript).then_some(range)
        });
        let ranges: Option<Vec<_>> = ranges.collect();
        Some((text.to_string(), ranges?))
    }

    /// The text with macros expanded.
    fn expanded(
        &self,
        tokens: Tokens,
        found: &[Found],
        renamed: &[(u32, String)],
    ) -> (String, Vec<Range<usize>>) {
        let mut text = String::new();
        let mut starts = Vec::new();
        let mut ends = Vec::new();
        let all = self.unit.tokens.get(tokens.range()).unwrap_or(&[]);
        for (index, token) in (tokens.start..).zip(all) {
            let new = renamed.iter().find(|(place, _)| *place == index);
            let word = new.map_or(&*token.text, |(_, new)| new);
            if !text.is_empty() && (token.spaced || runs_together(&text, word)) {
                text.push(' ');
            }
            starts.push(text.len());
            text.push_str(word);
            ends.push(text.len());
        }
        let at = |index: u32| (index - tokens.start) as usize;
        let ranges = found.iter().map(|one| {
            let (first, last) = (at(one.tokens.start), at(one.tokens.end.max(1) - 1));
            starts.get(first).copied().unwrap_or(0)..ends.get(last).copied().unwrap_or(0)
        });
        let ranges = ranges.collect();
        (text, ranges)
    }
}

fn tuple(nest: &Nest) -> presburger::Tuple {
    let names = nest.iterators.iter().map(|name| Some(name.as_str().into()));
    presburger::Tuple::from_dims(None, names.collect())
}
