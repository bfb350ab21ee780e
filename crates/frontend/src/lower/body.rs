//! The text of a statement and the places in it that depend on iterators.
//!
//! The text is the source's as far as it can be. Where an iterator comes out of a macro's body,
//! the source has no place for it and the text with macros expanded is taken instead.

use std::collections::BTreeMap;
use std::ops::Range;

use presburger::{PwAff, Space};
use scop::{Body, Hole, Span};

use super::computed::Computed;
use super::library;
use super::names::{Meaning, extents_of};
use super::quasi::{Condition, Order, Quasi};
use super::types::{Kind, is_truth};
use super::{Lowered, Lowering, Nest};
use crate::Unit;
use crate::parse::is_keyword;
use crate::source::tokens_of;
use crate::syntax::{
    Alias, BinaryOp, Declaration, Declarator, Expr, ExprKind, ForInit, Form, Stmt, StmtKind,
    Tokens, Type, UnaryOp,
};
use crate::token::{Text, Token, TokenKind, runs_together};

/// A piece of the text that gives way to another one, by the tokens that it is written with.
struct Piece {
    tokens: Tokens,
    new: New,
}

/// What takes the place of a piece of text.
enum New {
    /// A value.
    Value {
        value: PwAff,
        /// What converts it to its type, if that shows.
        cast: Option<&'static str>,
    },
    /// The definition of a name.
    Definition(Body),
}

/// What is done with a value.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// It says which element is meant: only the value counts.
    Subscript,
    /// C computes with it in this type; with floating-point numbers, or not at all, if that is
    /// `Floating`. `shows` says that the type of the result matters: `x * i` in `x * i * 2u`, though
    /// its value is the same in any type that holds it.
    Operand { kind: Kind, shows: bool },
}

impl Place {
    /// The value is converted to another type, tested, or dropped.
    const ALONE: Place = Place::operand(Kind::Floating, false);
    /// All of its type shows, and nothing else is known.
    const SEEN: Place = Place::operand(Kind::Unknown, true);

    const fn operand(kind: Kind, shows: bool) -> Place {
        Place::Operand { kind, shows }
    }

    /// Whether it matters which type an `int` has here that may be written in a wider one. All that
    /// 64 bits are computed with are the same; what is computed in `unsigned` is not.
    pub(super) fn shows(self) -> bool {
        match self {
            Place::Subscript => false,
            Place::Operand { kind, shows } => {
                shows || matches!(kind, Kind::Unsigned | Kind::Unknown)
            }
        }
    }
}

/// What is to be rewritten in a text.
#[derive(Default)]
pub(super) struct Places {
    pieces: Vec<Piece>,
    /// The values among them, and those in definitions.
    holes: Vec<Tokens>,
    /// How the operations around them are computed.
    pub(super) computed: Vec<Computed>,
    /// Names of variables, by their tokens, that give way to others.
    renamed: Vec<(u32, String)>,
    /// What the text is made of: definitions in it stay.
    within: Tokens,
}

impl Places {
    /// Whether an expression is a part of a value that is to be rewritten.
    pub(super) fn is_hole(&self, tokens: Tokens) -> bool {
        let mut holes = self.holes.iter();
        holes.any(|hole| hole.start <= tokens.start && tokens.end <= hole.end)
    }

    /// Whether a definition is a part of the text.
    pub(super) fn holds(&self, definition: Tokens) -> bool {
        self.within.start <= definition.start && definition.end <= self.within.end
    }

    /// All pieces in the order of the text, and the new names.
    fn pieces(mut self) -> (Vec<Piece>, Vec<(u32, String)>) {
        self.pieces.sort_by_key(|one| one.tokens.start);
        (self.pieces, self.renamed)
    }
}

impl<'a> Lowering<'a> {
    pub(super) fn body_of_statement(&mut self, statement: &'a Stmt, nest: &Nest) -> Lowered<Body> {
        let mark = self.names.enter();
        let mut found = Places {
            within: statement.tokens,
            ..Places::default()
        };
        let done = self.find_in_statement(statement, nest, &mut found);
        self.names.leave(mark);
        done?;
        self.computing = Some(std::mem::take(&mut found.computed));
        // Two statements that are one in the model must stay together.
        let (open, close) = match &statement.kind {
            StmtKind::For(head) if head.form != Form::For => ("{ ", " }"),
            // It was between commas.
            StmtKind::Expr(expr) if expr.tokens == statement.tokens => ("", ";"),
            _ => ("", ""),
        };
        Ok(self.text(open, statement.tokens, close, found))
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
        self.computing = Some(std::mem::take(&mut found.computed));
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
            | StmtKind::Return(_)
            | StmtKind::Opaque => Ok(()),
        }
    }

    fn find_in_declaration(
        &mut self,
        declaration: &'a Declaration,
        nest: &Nest,
        found: &mut Places,
    ) -> Lowered<()> {
        for declarator in &declaration.declarators {
            let mut extents = Vec::new();
            extents_of(&declarator.ty, &mut |extent| extents.push(extent));
            for extent in extents {
                self.find_all(extent, nest, found)?;
            }
            if let Some(init) = &declarator.init {
                // A type that is taken from the value.
                let place = match &declarator.ty {
                    Type::Base(base) if base.name.contains("auto") => Place::SEEN,
                    _ => Place::ALONE,
                };
                self.find_in_place(init, nest, place, found)?;
            }
            self.names.hide(declarator);
        }
        Ok(())
    }

    /// What is to be rewritten in an expression.
    fn find_all(&mut self, expr: &'a Expr, nest: &Nest, found: &mut Places) -> Lowered<()> {
        self.find_in_place(expr, nest, Place::ALONE, found)
    }

    fn find_in_place(
        &mut self,
        expr: &'a Expr,
        nest: &Nest,
        place: Place,
        found: &mut Places,
    ) -> Lowered<()> {
        self.refuse_types(expr)?;
        expr.walk(&mut |inner| {
            if let Some(name) = inner.as_name()
                && !self.names.is_hidden(name)
                && let Some(new) = self.new_name(name)
            {
                found.renamed.push((inner.tokens.start, new.to_string()));
            }
        });
        self.find(expr, nest, place, LOOSE, found)?;
        self.compute(expr, place, found);
        Ok(())
    }

    /// The largest expressions of iterators in an expression that may be computed in another way.
    fn find(
        &mut self,
        expr: &'a Expr,
        nest: &Nest,
        place: Place,
        tight: u8,
        found: &mut Places,
    ) -> Lowered<()> {
        if !self.depends(expr) && !self.uses_own_macro(expr.tokens) {
            return Ok(());
        }
        let is_name = expr.operands().is_empty();
        // A call stays one, though its value is known.
        let mut calls = false;
        expr.walk(&mut |inner| calls |= self.names.returned(inner).is_some());
        if !calls
            && let Ok(value) = self.names.value(expr)
            && (is_name || self.is_exact(expr, place))
        {
            let space = Space::set(Vec::new(), tuple(nest));
            let value = self.exact(expr.span, || {
                value
                    .build(&space)?
                    .intersect_domain(&nest.domain)?
                    .coalesce()
            })?;
            // Cases are better left to the text.
            if value.n_piece() <= 1 || is_name {
                let cast = self.cast(expr, place);
                found.holes.push(expr.tokens);
                found.pieces.push(Piece {
                    tokens: expr.tokens,
                    new: New::Value { value, cast },
                });
                return Ok(());
            }
        }
        if let ExprKind::Alias(alias) = &expr.kind {
            return self.define(expr, alias, nest, (place, tight), None, found);
        }
        for (index, operand) in expr.operands().into_iter().enumerate() {
            let place = self.place_of(expr, index, place);
            let tight = tightness(expr, index);
            match (&expr.kind, &operand.kind) {
                (ExprKind::Index(_, subscript), ExprKind::Alias(alias)) if index == 0 => {
                    self.define(operand, alias, nest, (place, tight), Some(subscript), found)?;
                }
                _ => self.find(operand, nest, place, tight, found)?,
            }
        }
        Ok(())
    }

    /// Puts the definition of a name into the text, which is used with a subscript perhaps.
    fn define(
        &mut self,
        name: &'a Expr,
        alias: &'a Alias,
        nest: &Nest,
        (place, tight): (Place, u8),
        subscript: Option<&Expr>,
        found: &mut Places,
    ) -> Lowered<()> {
        let of = alias.value.tokens;
        if found.holds(of) {
            return Ok(());
        }
        let mut inner = Places {
            within: of,
            ..Places::default()
        };
        self.find_in_place(&alias.value, nest, place, &mut inner)?;
        found.holes.append(&mut inner.holes);
        let (pieces, renamed) = inner.pieces();
        let (text, ranges) = self.expanded(of, &pieces, &renamed);
        let (open, close) = self.brackets(alias, tight, subscript, nest)?;
        found.pieces.push(Piece {
            tokens: name.tokens,
            new: New::Definition(filled(&open, &text, close, ranges, pieces)),
        });
        Ok(())
    }

    /// What stands around a definition in the place of its name.
    fn brackets(
        &mut self,
        alias: &Alias,
        tight: u8,
        subscript: Option<&Expr>,
        nest: &Nest,
    ) -> Lowered<(String, &'static str)> {
        let value = &alias.value;
        let ty = self.names.resolve(&alias.ty);
        if let (Type::Base(base), true) = (&alias.ty, self.names.is_integer(ty)) {
            let kind = self.names.kind(value);
            if kind != self.names.kind_of_type(ty) || self.names.values_of(ty) != kind.range() {
                let (open, close) = match tight > PREFIX {
                    true => ("(", "))"),
                    false => ("", ")"),
                };
                return Ok((format!("{open}({})(", base.name), close));
            }
        }
        // Beyond the end of a row there is another one for a pointer, but not for a subscript.
        if let Some(subscript) = subscript
            && let Some(Type::Array { extent, .. }) = self.names.place_type(value)
        {
            let extent = extent
                .as_ref()
                .and_then(|one| self.names.value_elsewhere(one));
            let index = self.names.value(subscript).ok();
            let is_inside = match extent.zip(index) {
                Some((extent, index)) => self.exact(value.span, || {
                    let lower =
                        Condition::Compare(Order::GreaterEqual, index.clone(), Quasi::Const(0));
                    let upper = Condition::Compare(Order::Less, index, extent);
                    let inside = lower.and(upper).build(nest.domain.space())?;
                    nest.domain.is_subset(&inside)
                })?,
                None => false,
            };
            if !is_inside {
                return Ok(("(&".into(), "[0])"));
            }
        }
        // A sign could make another operator with one before it.
        let first = self.unit.tokens.get(value.tokens.range().start);
        let is_sign = first.is_some_and(|first| first.kind == TokenKind::Punct);
        match precedence(value) < tight || tight > LOOSE && is_sign {
            true => Ok(("(".into(), ")")),
            false => Ok((String::new(), "")),
        }
    }

    /// What an expression, which stands in a place, does with one of its operands.
    pub(super) fn place_of(&self, expr: &Expr, index: usize, place: Place) -> Place {
        let is_pointer = |one: &Expr| self.names.target_type(one).is_some();
        let common = |a: &Expr, b: &Expr, shows: bool| match is_pointer(a) || is_pointer(b) {
            // How far to go: only the value counts.
            true => Place::ALONE,
            false => match self.names.kind(a).common(self.names.kind(b)) {
                // The result is an `int` as long as both operands are.
                Kind::Int => Place::operand(Kind::Int, shows),
                kind => Place::operand(kind, false),
            },
        };
        match &expr.kind {
            ExprKind::Index(..) if index > 0 => Place::Subscript,
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) => Place::ALONE,
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, ..)
            | ExprKind::Assign(Some(BinaryOp::Shl | BinaryOp::Shr), ..)
                if index > 0 =>
            {
                Place::ALONE
            }
            // Bits that leave an `int` on the left are lost, in C++ and in what compilers make of C.
            ExprKind::Binary(BinaryOp::Shl, left, _) => Place::operand(self.names.kind(left), true),
            ExprKind::Binary(BinaryOp::Shr, left, _) => {
                Place::operand(self.names.kind(left), place.shows())
            }
            ExprKind::Binary(operator, left, right) if is_truth(*operator) => {
                common(left, right, false)
            }
            ExprKind::Binary(_, left, right) => common(left, right, place.shows()),
            ExprKind::Assign(Some(_), left, right) if index > 0 => common(left, right, false),
            // A class may have an operator for each type.
            ExprKind::Assign(None, left, _)
                if self.unit.is_cplusplus && self.names.kind(left) == Kind::Unknown =>
            {
                Place::SEEN
            }
            ExprKind::SizeOf(_) => Place::SEEN,
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Complement, _) => {
                Place::operand(self.names.kind(expr), place.shows())
            }
            ExprKind::Conditional(condition, None, no) => common(condition, no, place.shows()),
            ExprKind::Conditional(_, Some(yes), no) if index > 0 => common(yes, no, place.shows()),
            ExprKind::Comma(..) if index > 0 => place,
            ExprKind::Statements(_) => Place::SEEN,
            ExprKind::Call(callee, _) if index > 0 => self.argument_of(callee, index - 1),
            _ => Place::ALONE,
        }
    }

    /// What a call does with an argument: it converts it if it is known to what.
    fn argument_of(&self, callee: &Expr, index: usize) -> Place {
        let name = callee.as_name().map_or("", |name| name);
        let is_converted = match self.unit.declarations.function(name) {
            Some(function) => index < function.parameters.len() && self.has_prototype(name),
            None => library::standard(name).is_some_and(|one| one.converts()),
        };
        match is_converted {
            // There may be other functions of that name, for other types.
            true if self.unit.is_cplusplus => Place::SEEN,
            true => Place::ALONE,
            false => Place::SEEN,
        }
    }

    /// Whether the types of a function's parameters are declared before the region: what is declared as
    /// `f()`, or defined in the old style, gets its arguments as they are.
    fn has_prototype(&self, name: &str) -> bool {
        let all = self.unit.prototypes.get_or_init(|| prototypes(self.unit));
        let begin = self.region.tokens.range().start;
        all.get(name).is_some_and(|first| *first < begin)
    }

    /// Whether an expression may be computed in another way, as far as its types are concerned.
    fn is_exact(&self, expr: &Expr, place: Place) -> bool {
        let mut all_int = true;
        let mut multiplies = false;
        let mut has_size = false;
        expr.walk(&mut |inner| match &inner.kind {
            ExprKind::SizeOf(_) | ExprKind::SizeOfType(_) => has_size = true,
            ExprKind::Binary(BinaryOp::Mul | BinaryOp::Shl, ..) => multiplies = true,
            // What is made of `int` is `int`.
            ExprKind::Cast(..) | ExprKind::Alias(_) => {
                all_int &= self.names.kind(inner) == Kind::Int
            }
            _ if inner.operands().is_empty() => all_int &= self.names.kind(inner) == Kind::Int,
            _ => {}
        });
        // The text says it better than a number.
        if has_size {
            return false;
        }
        if all_int {
            return true;
        }
        // What is in range in a wide type may not be in a narrow one if it is multiplied. What is
        // converted already needs no other conversion.
        if multiplies || matches!(expr.kind, ExprKind::Cast(..) | ExprKind::Alias(_)) {
            return false;
        }
        let wraps = match place {
            Place::Subscript => false,
            Place::Operand { .. } => {
                self.names.may_be_negative(expr) && self.names.kind(expr).is_unsigned()
            }
        };
        !wraps && !self.names.shows_wrapping(expr)
    }

    /// What makes a value that is computed in another way have the type that it had.
    fn cast(&self, expr: &Expr, place: Place) -> Option<&'static str> {
        let kind = self.names.kind(expr);
        match place {
            Place::Subscript => None,
            Place::Operand {
                kind: Kind::Floating,
                shows: false,
            } => {
                let wraps = kind.is_unsigned() && self.names.may_be_negative(expr);
                kind.cast().filter(|_| wraps)
            }
            // Whatever else it is computed in, a value below zero is the same.
            Place::Operand { .. } => kind.cast().filter(|_| kind != Kind::Int || place.shows()),
        }
    }

    /// Whether a counter, or a name for a value, occurs.
    fn depends(&self, expr: &Expr) -> bool {
        let mut depends = false;
        expr.walk(&mut |inner| {
            depends |= matches!(inner.kind, ExprKind::Alias(_));
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
        let is_plain = places.renamed.is_empty();
        let (pieces, renamed) = places.pieces();
        let source = is_plain.then(|| self.source(tokens, &pieces)).flatten();
        let (text, ranges) = source.unwrap_or_else(|| self.expanded(tokens, &pieces, &renamed));
        filled(before, &text, after, ranges, pieces)
    }

    /// The text as it stands in the source, if every value has a place of its own in it.
    fn source(&self, tokens: Tokens, pieces: &[Piece]) -> Option<(String, Vec<Range<usize>>)> {
        let (whole, text) = self.unit.source_text(tokens)?;
        let ranges = pieces.iter().map(|one| {
            let own = self.unit.tokens.get(one.tokens.range())?;
            let (first, last) = (own.first()?, own.last()?);
            let is_direct = own.iter().all(|token| token.invocation().is_none());
            let span = if is_direct {
                self.unit.source_text(one.tokens)?.0
            } else {
                let invocations = first.place.invocations();
                let is_argument =
                    |token: &Token| !token.from_body && token.place.invocations() == invocations;
                if !own.iter().all(is_argument) || invocations.iter().any(|one| self.quotes(*one)) {
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
        let ranges: Vec<Range<usize>> = ranges.collect::<Option<_>>()?;
        let mut macros = self.own_macros_in(text).into_iter();
        let is_filled = |one: Range<usize>| {
            let mut ranges = ranges.iter();
            ranges.any(|range| range.start <= one.start && one.end <= range.end)
        };
        macros.all(is_filled).then(|| (text.to_string(), ranges))
    }

    /// Whether an expression is written with a macro that is gone with the text of the region.
    fn uses_own_macro(&self, tokens: Tokens) -> bool {
        if self.own_macros.is_empty() {
            return false;
        }
        let source = self.unit.source_text(tokens);
        source.is_none_or(|(_, text)| !self.own_macros_in(text).is_empty())
    }

    /// The places of such macros in a text.
    fn own_macros_in(&self, text: &str) -> Vec<Range<usize>> {
        if self.own_macros.is_empty() {
            return Vec::new();
        }
        let tokens = tokens_of(text).unwrap_or_default();
        let own = tokens
            .iter()
            .filter(|one| self.own_macros.contains(&one.text));
        own.map(|one| one.span().range()).collect()
    }

    /// Whether the macro that is invoked here may make a string or a name of its arguments.
    fn quotes(&self, invocation: Span) -> bool {
        let text = self.unit.files.slice(invocation);
        let name = tokens_of(text).and_then(|tokens| Some(tokens.first()?.text.clone()));
        name.is_none_or(|name| self.unit.quoting.contains(&name))
    }

    /// The text with macros expanded.
    fn expanded(
        &self,
        tokens: Tokens,
        pieces: &[Piece],
        renamed: &[(u32, String)],
    ) -> (String, Vec<Range<usize>>) {
        let mut text = String::new();
        let mut starts = Vec::new();
        let mut ends = Vec::new();
        let all = self.unit.tokens.get(tokens.range()).unwrap_or(&[]);
        for (index, token) in (tokens.start..).zip(all) {
            let new = renamed.iter().find(|(place, _)| *place == index);
            let word = match token.kind {
                // It has a line of its own, which this text has not.
                TokenKind::Pragma => "",
                _ => new.map_or(&*token.text, |(_, new)| new),
            };
            if !text.is_empty() && (token.spaced || runs_together(&text, word)) {
                text.push(' ');
            }
            starts.push(text.len());
            text.push_str(word);
            ends.push(text.len());
        }
        let at = |index: u32| (index - tokens.start) as usize;
        let ranges = pieces.iter().map(|one| {
            let (first, last) = (at(one.tokens.start), at(one.tokens.end.max(1) - 1));
            starts.get(first).copied().unwrap_or(0)..ends.get(last).copied().unwrap_or(0)
        });
        let ranges = ranges.collect();
        (text, ranges)
    }
}

/// A text with new pieces in it.
fn filled(
    before: &str,
    text: &str,
    after: &str,
    ranges: Vec<Range<usize>>,
    pieces: Vec<Piece>,
) -> Body {
    let mut placed: Vec<(Range<usize>, Piece)> = ranges.into_iter().zip(pieces).collect();
    // An argument that a macro uses twice stands in the text once.
    placed.sort_by_key(|(range, _)| range.start);
    placed.dedup_by(|a, b| a.0 == b.0);
    let mut whole = before.to_string();
    let mut done = 0;
    let mut holes = Vec::with_capacity(placed.len());
    for (range, piece) in placed {
        whole.push_str(text.get(done..range.start).unwrap_or(""));
        done = range.end;
        let is_name = piece.tokens.range().len() == 1;
        match piece.new {
            New::Value { value, cast } => {
                let (open, close) = match cast {
                    Some(_) if !is_name => ("(", ")"),
                    _ => ("", ""),
                };
                whole.push_str(cast.unwrap_or(""));
                whole.push_str(open);
                let start = whole.len();
                whole.push_str(text.get(range).unwrap_or(""));
                holes.push(Hole {
                    range: start..whole.len(),
                    value,
                });
                whole.push_str(close);
            }
            New::Definition(body) => {
                let start = whole.len();
                whole.push_str(&body.text);
                holes.extend(body.holes.into_iter().map(|hole| Hole {
                    range: start + hole.range.start..start + hole.range.end,
                    ..hole
                }));
            }
        }
    }
    whole.push_str(text.get(done..).unwrap_or(""));
    whole.push_str(after);
    Body { text: whole, holes }
}

/// How tightly an operand must bind to be written without parentheses where nothing else is.
const LOOSE: u8 = 0;
/// What only signs and conversions are before.
const PREFIX: u8 = 11;
/// What subscripts and fields can be of.
const POSTFIX: u8 = 12;

/// How tightly an operand of an expression must bind to be written without parentheses.
fn tightness(expr: &Expr, index: usize) -> u8 {
    match &expr.kind {
        ExprKind::Binary(operator, ..) => operator.precedence() + u8::from(index > 0),
        ExprKind::Index(..) | ExprKind::Call(..) if index > 0 => LOOSE,
        ExprKind::Assign(..) if index > 0 => LOOSE,
        ExprKind::Unary(..) | ExprKind::Cast(..) => PREFIX,
        _ => POSTFIX,
    }
}

/// How tightly an expression binds, at least.
fn precedence(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Name(_)
        | ExprKind::Int(_)
        | ExprKind::Index(..)
        | ExprKind::Field { .. }
        | ExprKind::Call(..) => POSTFIX,
        ExprKind::Binary(operator, ..) => operator.precedence(),
        _ => LOOSE,
    }
}

pub(super) fn tuple(nest: &Nest) -> presburger::Tuple {
    let names = nest.iterators.iter().map(|name| Some(name.as_str().into()));
    presburger::Tuple::from_dims(None, names.collect())
}

/// The first declaration of each function that has the types of its parameters, by its token.
fn prototypes(unit: &Unit) -> BTreeMap<Text, usize> {
    let mut found = BTreeMap::new();
    for (at, five) in unit.tokens.windows(5).enumerate() {
        let [before, name, open, first, second] = five else {
            continue;
        };
        // Behind an operator it is a call.
        let is_declared =
            before.is_punct("*") || before.kind == TokenKind::Ident && !before.is_word("return");
        let is_type =
            is_keyword(&first.text) || unit.declarations.typedefs.contains_key(&first.text);
        let is_name = !is_type && (second.is_punct(",") || second.is_punct(")"));
        let has_types = !first.is_punct(")") && !is_name;
        if is_declared && name.kind == TokenKind::Ident && open.is_punct("(") && has_types {
            found.entry(name.text.clone()).or_insert(at + 1);
        }
    }
    found
}
