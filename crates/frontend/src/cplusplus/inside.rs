//! Whether a function of C++ is one of C, word by word, and what else may stand in it beside a region.

use std::collections::BTreeSet;
use std::ops::Range;

use scop::Span;

use super::outside::{Outside, is_end_of_operand, is_float_of_c, is_type};
use super::{WORDS, Words, is_number};
use crate::Unit;
use crate::bodies::{Body, Meaning, Variable};
use crate::declarations::{Function, Scope};
use crate::parse::{Parser, is_keyword};
use crate::regions::Region;
use crate::syntax::{BinaryOp, Expr, ExprKind, Part, Type, UnaryOp};
use crate::token::{Text, Token, TokenKind, behind_bracket};
use crate::unknown::is_of_library;

/// What streams are written with: these take values.
const WRITING: &[&str] = &[
    "cerr",
    "clog",
    "cout",
    "endl",
    "fixed",
    "setprecision",
    "setw",
    "std",
];

/// Words that lead to another statement.
const JUMPS: &[&str] = &["break", "case", "continue", "default", "goto"];

/// A place, and what is there.
pub(super) type Found = (Span, String);

/// A statement that is not C, or the head of one.
struct Odd {
    tokens: Range<usize>,
    found: Found,
}

pub(super) struct Judge<'u> {
    unit: &'u Unit,
    outside: &'u Outside,
    /// The brace that opens the body.
    body: usize,
    /// What is declared in the function, and its statements.
    read: Option<Body>,
    /// Where expressions begin that are something else than in C, and what they are.
    expressions: Vec<(usize, &'static str)>,
}

impl<'u> Judge<'u> {
    pub(super) fn new(
        unit: &'u Unit,
        outside: &'u Outside,
        function: Option<&Function>,
    ) -> Judge<'u> {
        let body = function.and_then(|one| one.body);
        let mut judge = Judge {
            unit,
            outside,
            body: body.map_or(0, |body| body.range().start),
            read: function.map(|one| Body::read(&mut Parser::within(unit), &unit.tokens, one)),
            expressions: Vec::new(),
        };
        let mut found = Vec::new();
        if let Some(body) = &judge.read {
            body.tree.parts(&mut |part| {
                if let Part::Expr(expr) = part
                    && let Some(what) = judge.odd_expression(body, expr)
                {
                    found.push((expr.tokens.range().start, what));
                }
            });
        }
        judge.expressions = found;
        judge
    }

    fn tokens(&self) -> Words<'u> {
        Words(&self.unit.tokens)
    }

    fn at(&self, at: usize) -> Option<&'u Token> {
        self.tokens().get(at)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.tokens().is(at, text)
    }

    fn is_one(&self, at: usize, texts: &[&str]) -> bool {
        self.tokens().is_one(at, texts)
    }

    fn follows(&self, at: usize, texts: &[&str]) -> bool {
        self.tokens().follows(at, texts)
    }

    fn name(&self, at: usize) -> Option<&'u Text> {
        self.tokens().name(at)
    }

    fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.read.iter().flat_map(|body| &body.variables)
    }

    /// Whether all of the function is C.
    pub(super) fn is_c(&self) -> bool {
        self.head().is_none() && self.odd_statements().is_empty()
    }

    /// Whether all variables of the function are numbers, or arrays of them.
    pub(super) fn has_only_numbers(&self) -> bool {
        let known = &self.unit.declarations;
        self.variables().all(|one| {
            let mut ty = known.resolve(&one.declarator.ty);
            while let (Type::Array { element, .. }, Scope::Local) = (ty, one.scope) {
                ty = known.resolve(element);
            }
            is_number(known, ty)
        })
    }

    pub(super) fn beyond_c(&self, region: &Region) -> Option<Found> {
        let inside = region.tokens.range();
        let first = self.at(inside.start)?.place.outermost();
        if let Some(what) = self.head() {
            return Some((first, what.into()));
        }
        if let Some(found) = self.odd_part(inside.clone()) {
            return Some(found);
        }
        if let Some(span) = self.narrow_argument(region) {
            let what = "a call beside a counter that is narrower than `int`";
            return Some((span, what.into()));
        }
        let odd = self.odd_statements();
        let has = |one: &&Odd| one.tokens.start < inside.end && inside.start < one.tokens.end;
        if odd.iter().any(|one| has(&one)) {
            return Some((first, "a region in something that is not of C".into()));
        }
        let names = self.names_of_c(&odd);
        for Odd { tokens, found } in &odd {
            let (span, what) = found;
            if let Some(at) = tokens.clone().find(|at| self.is_one(*at, JUMPS)) {
                let word = &self.at(at)?.text;
                return Some((*span, format!("`{word}` beside {what}")));
            }
            let shared = |at: &usize| {
                let name = self.name(*at).filter(|_| !self.follows(*at, &[".", "->"]));
                let is_call = || self.is_call_of_library(*at);
                name.is_some_and(|name| names.contains(name)) && !is_call()
            };
            if let Some(at) = tokens.clone().find(shared) {
                let name = self.name(at)?;
                return Some((*span, format!("`{name}`, which {what} may know,")));
            }
        }
        let opaque = self
            .read
            .iter()
            .flat_map(|body| body.opaque_parts(&self.unit.tokens, true));
        let opaque =
            { opaque.map(|one| one.range().start) }.chain(odd.iter().map(|one| one.tokens.start));
        let span = self.at(opaque.min()?)?.place.outermost();
        let name = self.known_to_others(region)?;
        let what = format!("`{name}`, which something that is not of C may change,");
        Some((span, what))
    }

    /// What the function is, if its head is not that of a function of C.
    fn head(&self) -> Option<&'static str> {
        let piece = self.outside.piece_of(self.body);
        let (Some(_), Some(piece)) = (&self.read, piece) else {
            return Some("a region in a function that is not of C");
        };
        let start = self.unit.declarations.pieces[piece].tokens.range().start;
        if (start..self.body).any(|at| self.is(at, "constexpr")) {
            return Some("a region in a constant function");
        }
        let is_c = self.outside.is_of_c(piece);
        (!is_c).then_some("a region in a function whose head is not of C")
    }

    /// The statements, and the heads of statements, that are not C and do more than write values.
    fn odd_statements(&self) -> Vec<Odd> {
        let Some(body) = &self.read else {
            return Vec::new();
        };
        let mut found: Vec<Odd> = Vec::new();
        for opaque in body.opaque_parts(&self.unit.tokens, true) {
            let tokens = self.with_its_block(opaque.range());
            if self.writes_values(tokens.clone()) {
                continue;
            }
            let place = self.at(tokens.start).map(|one| one.place.outermost());
            let odd = self.odd_part(tokens.clone());
            let found_there = odd.or(place.map(|place| (place, "something".into())));
            found.extend(found_there.map(|found| Odd { tokens, found }));
        }
        for tokens in body.simple_statements() {
            let is_in =
                |one: &Odd| one.tokens.start <= tokens.start && tokens.end <= one.tokens.end;
            if found.iter().any(is_in) || self.writes_values(tokens.clone()) {
                continue;
            }
            let odd = self.odd_part(tokens.clone());
            found.extend(odd.map(|found| Odd { tokens, found }));
        }
        found
    }

    /// Something that is not understood, with the block or statement that it is the head of.
    fn with_its_block(&self, tokens: Range<usize>) -> Range<usize> {
        let tokens_of_text = &self.unit.tokens;
        let heads = ["if", "for", "while", "switch", "try", "catch", "else", "do"];
        let mut end = tokens.end;
        if self.is(end, "{") {
            end = behind_bracket(tokens_of_text, end).unwrap_or(tokens_of_text.len());
        } else if self.is_one(tokens.start, &heads) && !self.follows(end, &[";"]) {
            while end < tokens_of_text.len() && !self.is(end, ";") && !self.is(end, "}") {
                end = behind_bracket(tokens_of_text, end).unwrap_or(end + 1);
                if self.follows(end, &["}"]) {
                    break;
                }
            }
        }
        tokens.start..end
    }

    /// The names of all that is C in the function, its parameters among them.
    fn names_of_c(&self, odd: &[Odd]) -> BTreeSet<&Text> {
        let body = self.read.iter().flat_map(|body| body.tokens.range());
        let is_odd = |at: &usize| odd.iter().any(|one| one.tokens.contains(at));
        let names = body.filter(|at| !is_odd(at)).filter_map(|at| self.name(at));
        let parameters = self.variables().filter(|one| one.scope == Scope::Parameter);
        let parameters = parameters.map(|one| &one.declarator.name);
        let all = names.chain(parameters);
        let is_stream = |name: &Text| WRITING.contains(&&**name) && !self.outside.is_declared(name);
        all.filter(|name| !WORDS.contains(&&***name) && !is_stream(name))
            .collect()
    }

    /// Whether a function of the C library is called at a place, rather than something declared there.
    fn is_call_of_library(&self, at: usize) -> bool {
        let signs = ["*", "&", "&&", ">", "]"];
        let is_after = |one: &Token| one.kind == TokenKind::Punct && !signs.contains(&&*one.text);
        self.name(at).is_some_and(|name| is_of_library(name))
            && self.is(at + 1, "(")
            && self.tokens().before(at).is_some_and(is_after)
    }

    /// A variable that the model believes to have some value before the region, and that others than
    /// the statements of C may change.
    fn known_to_others(&self, region: &Region) -> Option<Text> {
        let mut names: Vec<&Text> = region.known.iter().map(|one| &one.name).collect();
        let known = region.known.iter().map(|one| &one.value);
        for fact in region
            .assertions
            .iter()
            .map(|one| &one.condition)
            .chain(known)
        {
            fact.walk(&mut |inner| names.extend(inner.as_name()));
        }
        let is_own = |name: &Text| {
            let symbol = region.symbol(name);
            let is_local = symbol.is_some_and(|one| !one.is_global() && !one.is_static);
            let mut body = self.read.iter().flat_map(|body| body.tokens.range());
            let is_address = |at| self.is(at, "&") && self.name(at + 1) == Some(name);
            (is_local || self.unit.declarations.constants.contains_key(name))
                && !body.any(is_address)
        };
        names.into_iter().find(|name| !is_own(name)).cloned()
    }

    /// Something in a text that is not C.
    fn odd_part(&self, range: Range<usize>) -> Option<Found> {
        if let Some(found) = self.odd_word(range.clone()) {
            return Some(found);
        }
        let mut expressions = self.expressions.iter();
        let (at, what) = expressions.find(|(at, _)| range.contains(at))?;
        Some((self.at(*at)?.place.outermost(), (*what).into()))
    }

    /// A word that is not of C, and what it is.
    fn odd_word(&self, range: Range<usize>) -> Option<Found> {
        for at in range {
            let token = self.at(at)?;
            let before = self.tokens().before(at);
            let is_unary = !before.is_some_and(is_end_of_operand);
            let what = match &*token.text {
                "::" => "`::`".into(),
                "&" | "&&" if self.is_reference(at) => "a reference".into(),
                // `++t` is a place in C++.
                "&" if is_unary && self.name(at + 1).is_none() => {
                    "an address of an expression".into()
                }
                "[" if is_unary => "a function without a name".into(),
                // Their types are others than in C.
                "sizeof" if !self.is_size_of_name(at) => "`sizeof` of an expression".into(),
                "struct" | "union" | "enum"
                    if self.is(at + 1, "{") || self.is_one(at + 2, &["{", ":"]) =>
                {
                    "a type that a function defines".into()
                }
                _ if token.kind == TokenKind::Float && !is_float_of_c(token) => {
                    format!("`{}`, which is no number of C,", token.text)
                }
                _ if token.kind != TokenKind::Ident || self.is_plain(at) => continue,
                word => format!("`{word}`, which is not of C,"),
            };
            return Some((token.place.outermost(), what));
        }
        None
    }

    /// Whether an `&` declares a reference: something that may be a type stands before it.
    fn is_reference(&self, at: usize) -> bool {
        let is_type = |name: &Text| {
            let others = [
                "return", "sizeof", "case", "else", "do", "true", "false", "nullptr",
            ];
            WORDS.contains(&&**name) && !others.contains(&&**name)
                || self.unit.declarations.typedefs.contains_key(name)
        };
        let before = self.tokens().before(at);
        let is_sign = before.is_some_and(|one| one.is_punct(">") || one.is_punct("*"));
        is_sign || before.is_some_and(|one| one.kind == TokenKind::Ident && is_type(&one.text))
    }

    fn is_size_of_name(&self, at: usize) -> bool {
        let mut at = at + 1;
        while self.is(at, "(") || self.is(at, "*") {
            at += 1;
        }
        let begun = self.name(at).is_some();
        while self.name(at).is_some() || self.is_one(at, &["*", ".", "->"]) {
            at += 1;
        }
        begun && self.is_one(at, &[")", ";"])
    }

    /// Whether a word means in C++ what it means in C.
    fn is_plain(&self, at: usize) -> bool {
        let Some(name) = self.name(at) else {
            return true;
        };
        if self.follows(at, &[".", "->"]) {
            return !self.is(at + 1, "(");
        }
        let is_label = self.is(at + 1, ":") && self.follows(at, &[";", "{", "}"]);
        // In a namespace it means a variable of that.
        if WORDS.contains(&&**name) && !self.is(at, "extern") {
            return true;
        }
        if self.follows(at, &["goto"]) || is_label {
            return true;
        }
        let own: Vec<&Variable> = { self.variables() }
            .filter(|one| one.declarator.name == *name)
            .collect();
        if !own.is_empty() {
            let place = self.at(at).map(Token::span);
            let is_declared = { own.iter() }.any(|one| Some(one.declarator.name_span) == place);
            let is_value = own.iter().all(|one| {
                let ty = &one.declarator.ty;
                !one.storage.is_typedef
                    && !self.has_reference(ty)
                    && (is_declared || self.is_without_operators(ty, at))
            });
            let meaning = self.read.as_ref().map(|body| body.meaning_at(at as u32));
            let is_inside = is_declared || matches!(meaning, Some(Meaning::Own(_)));
            return is_value && (is_inside || self.outside.is_plain(name));
        }
        if name.starts_with("lw_") && !self.outside.is_declared(name) {
            return true;
        }
        // The library has one for each type.
        if self.is(at + 1, "(") && &**name == "abs" || !self.outside.is_plain(name) {
            return name.starts_with("omp_") && !self.outside.is_declared(name);
        }
        // Those of the library have others of their names, for other numbers.
        if is_of_library(name) {
            return !self.outside.is_declared(name) || self.outside.is_linked_as_c(name);
        }
        let known = &self.unit.declarations;
        if let Some(variable) = known.globals.iter().find(|one| one.name == *name) {
            return self.is_without_operators(&variable.ty, at);
        }
        known.constants.contains_key(name) && !self.outside.has_operators
            || known.typedefs.contains_key(name)
            || is_type(name)
            || self.follows(at, &["struct", "union", "enum"])
            || known.functions.contains_key(name) && self.is(at + 1, "(")
    }

    /// Whether no operators of the text can have to do with a variable of a type that is used at a place:
    /// it leads to numbers, or a field of it is meant.
    fn is_without_operators(&self, ty: &Type, at: usize) -> bool {
        let known = &self.unit.declarations;
        let mut ty = known.resolve(ty);
        while let Type::Array { element: inner, .. } | Type::Pointer { to: inner, .. } = ty {
            ty = known.resolve(inner);
        }
        let mut behind = at + 1;
        while self.is(behind, "[")
            && let Some(end) = behind_bracket(&self.unit.tokens, behind)
        {
            behind = end;
        }
        !self.outside.has_operators || is_number(known, ty) || self.is_one(behind, &[".", "->"])
    }

    /// Whether something in a type is a reference.
    fn has_reference(&self, ty: &Type) -> bool {
        match self.unit.declarations.resolve(ty) {
            Type::Pointer {
                is_reference, to, ..
            } => *is_reference || self.has_reference(to),
            Type::Array { element, .. } => self.has_reference(element),
            Type::Function { .. } => false,
            Type::Base(_) => false,
        }
    }

    /// A call in a region with variables narrower than `int`, which new text may have in wider types:
    /// there may be functions of that name for both.
    fn narrow_argument(&self, region: &Region) -> Option<Span> {
        let words = ["short", "char", "bool", "_Bool"];
        let known = &self.unit.declarations;
        let mut places = region.tokens.range();
        let is_narrow = |at: usize| {
            let name = self.name(at);
            let symbol = name.and_then(|name| region.symbol(name));
            let is_changed = || name.is_some_and(|name| region.changed().contains(name));
            let ty = symbol.map(|one| known.resolve(&one.ty));
            let of_word = |ty: &Type| match ty {
                Type::Base(base) => base.name.split(' ').any(|word| words.contains(&word)),
                _ => false,
            };
            words.iter().any(|word| self.is(at, word))
                || name
                    .and_then(|name| known.typedefs.get(name))
                    .is_some_and(of_word)
                || ty.is_some_and(of_word) && is_changed()
        };
        let is_call = |at: &usize| {
            let name = self.name(*at).filter(|_| self.is(at + 1, "("));
            name.is_some_and(|name| !is_keyword(name) && !is_of_library(name))
        };
        let call = places.clone().find(is_call)?;
        places
            .any(is_narrow)
            .then(|| self.at(call))?
            .map(|one| one.place.outermost())
    }

    /// Whether a statement only writes values to a stream, or calls a function of the C library by its
    /// whole name.
    fn writes_values(&self, statement: Range<usize>) -> bool {
        let is_text = |at: &usize| {
            self.at(*at)
                .is_some_and(|one| one.kind != TokenKind::Pragma)
        };
        let Some(start) = statement.clone().find(is_text) else {
            return false;
        };
        let is_qualified = self.is(start, "std") && self.is(start + 1, "::");
        let first = if is_qualified { start + 2 } else { start };
        let is_of_c = |name: &Text| is_of_library(name) && !self.outside.is_declared(name);
        let is_call =
            is_qualified && self.name(first).is_some_and(is_of_c) && self.is(first + 1, "(");
        let is_stream = self.is_one(first, &["cout", "cerr", "clog"]) || is_call;
        let is_ours = |at: usize| {
            let name = self.name(at);
            let is_own = || {
                self.variables()
                    .any(|one| Some(&one.declarator.name) == name)
            };
            name.is_some_and(|name| self.outside.is_declared(name) || is_own())
        };
        is_stream
            && !self.outside.has_operators
            && statement.clone().all(|at| {
                let is_writing = self.name(at).is_some_and(|name| WRITING.contains(&&**name));
                let is_std = self.is(at, "::") && self.follows(at, &["std"]);
                is_writing && !is_ours(at) || is_std || self.odd_part(at..at + 1).is_none()
            })
    }

    /// What an expression is, if that is something else than in C.
    fn odd_expression(&self, body: &Body, expr: &Expr) -> Option<&'static str> {
        match &expr.kind {
            ExprKind::Assign(_, target, _)
            | ExprKind::Step { target, .. }
            | ExprKind::Unary(UnaryOp::Address, target)
                if !is_place(target) =>
            {
                Some("a place that is none in C")
            }
            ExprKind::Compound(..) => Some("an object without a name"),
            ExprKind::Call(callee, arguments) if self.outside.has_directives => {
                let name = callee.as_name()?;
                let function = self.unit.declarations.function(name)?;
                let parameters = function
                    .parameters
                    .iter()
                    .map(|one| self.type_name(&one.ty));
                let given = arguments.iter().map(|one| self.exact_type(body, one));
                let is_same = parameters.len() == given.len()
                    && parameters.zip(given).all(|(a, b)| a.is_some() && a == b);
                (!is_same).then_some("a call that another function may fit better")
            }
            _ => None,
        }
    }

    /// A name for a type of numbers, or of memory of these; arrays are pointers.
    fn type_name(&self, ty: &Type) -> Option<String> {
        let known = &self.unit.declarations;
        match known.resolve(ty) {
            Type::Array { element: inner, .. } | Type::Pointer { to: inner, .. } => {
                let base = inner.base();
                let is_const = base.is_const && matches!(**inner, Type::Base(_));
                let word = if is_const { "const " } else { "" };
                Some(format!("{word}{} *", self.type_name(inner)?))
            }
            Type::Base(base) if is_number(known, ty) => Some(base.name.to_string()),
            _ => None,
        }
    }

    /// The type of an expression, if that is sure.
    fn exact_type(&self, body: &Body, expr: &Expr) -> Option<String> {
        let wide = |ty: String| {
            let narrow = ["char", "short", "bool", "_Bool", "_t"];
            (!narrow.iter().any(|word| ty.contains(word))).then_some(ty)
        };
        let inside = |ty: String| {
            let inner = ty.strip_suffix(" *")?;
            Some(inner.strip_prefix("const ").unwrap_or(inner).to_string())
        };
        match &expr.kind {
            ExprKind::Name(name) => {
                let ty = match body.meaning(expr) {
                    Meaning::Own(id) => &body.variables[id as usize].declarator.ty,
                    Meaning::Outside => {
                        let globals = self.unit.declarations.globals.iter();
                        let mut globals = globals.filter(|one| one.name == *name);
                        &globals.next()?.ty
                    }
                };
                self.type_name(ty)
            }
            ExprKind::Index(base, _) | ExprKind::Unary(UnaryOp::Deref, base) => {
                inside(self.exact_type(body, base)?)
            }
            ExprKind::Int(value) => {
                let token = self.at(expr.tokens.range().start)?;
                let is_int = token.text.bytes().all(|byte| byte.is_ascii_digit());
                (is_int && i32::try_from(*value).is_ok()).then(|| "int".into())
            }
            ExprKind::Float(text) => match text.bytes().last()? {
                b'0'..=b'9' | b'.' => Some("double".into()),
                b'f' | b'F' => Some("float".into()),
                _ => None,
            },
            ExprKind::Unary(UnaryOp::Minus, inner) => wide(self.exact_type(body, inner)?),
            ExprKind::Binary(operator, a, b) => {
                let is_sum = matches!(
                    operator,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div
                );
                let (a, b) = (self.exact_type(body, a)?, self.exact_type(body, b)?);
                wide(a).filter(|a| is_sum && *a == b && !a.ends_with('*'))
            }
            ExprKind::Cast(ty, _) => self.type_name(&ty.ty),
            ExprKind::Call(callee, _) => {
                let function = self.unit.declarations.function(callee.as_name()?)?;
                self.type_name(&function.result)
            }
            _ => None,
        }
    }
}

/// Whether an expression is a place in C, which has an address.
fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _) => true,
        ExprKind::Field { base, arrow, .. } => *arrow || is_place(base),
        _ => false,
    }
}
