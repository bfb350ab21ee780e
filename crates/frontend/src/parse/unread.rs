//! That nothing of a text is passed over in silence.
//!
//! **Invariant:** every identifier in what has been read is a name in the tree, or lies in an opaque part
//! of it, or was noted by the parser to be no value: the name of a type, a field or a label, what a
//! declaration declares, a word of the language. All others are *unread*: whoever uses the tree has to
//! reckon with anything that may be done to what they mean, or to refuse it. So what the parser learns to
//! skip is unread until somebody says otherwise.

use scop::Diagnostic;

use super::declaration::is_keyword;
use super::{Parsed, Parser};
use crate::codes;
use crate::declarations::Function;
use crate::syntax::{Declarator, Expr, ExprKind, ForInit, Part, Stmt, StmtKind, Tokens, Type};
use crate::token::TokenKind;

/// Attributes whose arguments are words of their own, constants, or names of functions that are not
/// called because of them.
const WORDY: &[&str] = &[
    "access",
    "address_space",
    "align",
    "aligned",
    "alloc_align",
    "alloc_size",
    "assume_aligned",
    "ext_vector_type",
    "format",
    "format_arg",
    "malloc",
    "mode",
    "neon_polyvector_type",
    "neon_vector_type",
    "no_sanitize",
    "optimize",
    "pencil_access",
    "target",
    "vector_size",
    "visibility",
];

impl Parser<'_> {
    /// Takes the next token, which is a name but no value.
    pub(super) fn bump_name(&mut self) {
        self.named.push(self.position as u32);
        self.bump();
    }

    /// Notes that no name from `start` to here is a value.
    pub(super) fn note_names(&mut self, start: usize) {
        self.named.extend(start as u32..self.position as u32);
    }

    /// Notes the words of the attributes from `start` to here, but not what is handed to functions.
    pub(super) fn note_attributes(&mut self, start: usize) {
        let mut depth = 0usize;
        // How deep the arguments are that are no values.
        let mut wordy: Option<usize> = None;
        let text = self.tokens.get(start..self.position).unwrap_or(&[]);
        // `__attribute__((word(arguments)))`, `__declspec(word(arguments))`, `[[word(arguments)]]`
        let is_declspec = text.first().is_some_and(|one| one.is_word("__declspec"));
        let own = if is_declspec { 1 } else { 2 };
        for (at, token) in text.iter().enumerate() {
            if token.is_punct("(") || token.is_punct("[") {
                depth += 1;
            } else if token.is_punct(")") || token.is_punct("]") {
                depth = depth.saturating_sub(1);
                wordy = wordy.filter(|inner| *inner <= depth);
            } else if token.kind == TokenKind::Ident {
                let word = token.text.trim_matches('_');
                if depth == own {
                    wordy = WORDY.contains(&word).then_some(own + 1);
                }
                if depth <= own && word != "cleanup" || wordy.is_some() {
                    self.named.push((start + at) as u32);
                }
            }
        }
    }

    /// Moves past the parenthesis that is next, which holds a type or an expression of which only the type
    /// matters. If it is one that computes nothing, all in it has been read.
    pub(super) fn unevaluated(&mut self) {
        let start = self.position;
        let known = (self.named.len(), self.records.len(), self.enumerators.len());
        let (errors, is_retyped) = (self.errors.len(), self.is_retyped);
        let is_idle = self.nested(|parser| {
            parser.bump();
            let mut is_idle = true;
            if parser.is_type_ahead(0) {
                is_idle = !is_computed(&parser.type_name()?.ty);
            } else {
                let value = parser.expression()?;
                value.parts(&mut |part| {
                    is_idle &= !part.acts() && type_in(part).is_none_or(|ty| !is_computed(ty));
                });
            }
            parser.expect(")", "to close the parenthesis")?;
            Ok(is_idle)
        });
        self.is_retyped = is_retyped;
        self.errors.truncate(errors);
        self.records.truncate(known.1);
        self.enumerators.truncate(known.2);
        self.named.truncate(known.0);
        self.position = start;
        self.skip_balanced();
        if is_idle.is_ok_and(|is_idle| is_idle) {
            self.note_names(start);
        }
    }

    /// The identifiers in some tokens that have not been read: `walk` goes through the trees that have
    /// been made of them.
    pub(crate) fn unread<'e>(
        &self,
        range: Tokens,
        walk: impl FnOnce(&mut dyn FnMut(Part<'e>)),
    ) -> Vec<Tokens> {
        let all = range.range();
        let tokens = self.tokens.get(all.clone()).unwrap_or(&[]);
        let mut is_read = vec![false; tokens.len()];
        let mut note = |part: std::ops::Range<usize>| {
            let (start, end) = (part.start.max(all.start), part.end.min(all.end));
            if start < end {
                is_read[start - all.start..end - all.start].fill(true);
            }
        };
        walk(&mut |part| match part {
            Part::Expr(one) => match one.kind {
                ExprKind::Name(_) | ExprKind::Opaque => note(one.tokens.range()),
                _ => {}
            },
            Part::Stmt(one) if matches!(one.kind, StmtKind::Opaque) => note(one.tokens.range()),
            Part::Stmt(_) => {}
        });
        for &at in &self.named {
            note(at as usize..at as usize + 1);
        }
        let is_value = |at: &usize| {
            let token = &tokens[*at];
            token.kind == TokenKind::Ident && !is_read[*at] && !is_keyword(&token.text)
        };
        let found = (0..tokens.len()).filter(is_value);
        let found = found.map(|at| (all.start + at) as u32);
        found
            .map(|start| Tokens {
                start,
                end: start + 1,
            })
            .collect()
    }

    /// Why what has been read of a text is not all that it does, if it is not.
    pub(crate) fn hidden<'e>(
        &self,
        range: Tokens,
        walk: impl Fn(&mut dyn FnMut(Part<'e>)),
    ) -> Option<Box<Diagnostic>> {
        let unread = self.unread(range, &walk);
        let mut tokens = unread.iter().map(|one| &self.tokens[one.range().start]);
        let is_constant = |name| self.constants.contains(name) && !self.hiding.contains(name);
        if let Some(token) = tokens.find(|token| !is_constant(&token.text)) {
            let message = format!("`{}` is used in a way that is not supported", token.text);
            let error = Diagnostic::error(codes::UNKNOWN_SYNTAX, message, token.span());
            return Some(Box::new(error.note(
                "attributes may call functions, and types may compute their extents",
            )));
        }
        let mut acting = None;
        walk(&mut |part| {
            let mut look = |part: Part<'e>| {
                if let Part::Expr(one) = part
                    && part.acts()
                {
                    acting.get_or_insert(one.span);
                }
            };
            if let Part::Expr(Expr {
                kind: ExprKind::SizeOf(inner),
                ..
            }) = part
            {
                inner.parts(&mut look);
            }
            if let Some(ty) = type_in(part) {
                ty.parts(&mut look);
            }
            for declarator in declared_in(part) {
                declarator.ty.parts(&mut look);
            }
        });
        acting.map(|span| {
            let message = "a type that changes variables is not supported";
            let error = Diagnostic::error(codes::UNKNOWN_SYNTAX, message, span);
            Box::new(error.help("compute the extent in a statement of its own"))
        })
    }

    /// Forgets which names are no values.
    pub(crate) fn forget_names(&mut self) {
        self.named.clear();
    }

    /// What is unread of the head of a function that begins at `start`, and what its parameters change
    /// when it is called: `int f(int n, int a[n++])`.
    pub(crate) fn unread_head(&self, start: usize, function: &Function) -> Vec<Tokens> {
        // C++ is looked at word by word.
        if self.is_cplusplus {
            return Vec::new();
        }
        let head = Tokens {
            start: start as u32,
            end: function.body.unwrap_or_default().start,
        };
        let parameters = || function.parameters.iter();
        let mut found = self.unread(head, |visit| {
            parameters().for_each(|one| one.ty.parts(visit));
        });
        found.retain(|one| {
            !self
                .constants
                .contains(&self.tokens[one.range().start].text)
        });
        let mut is_acting = false;
        for parameter in parameters() {
            parameter.ty.parts(&mut |part| {
                is_acting |= part.acts() || part.is_call();
            });
        }
        match is_acting || !found.is_empty() {
            true => vec![head],
            false => Vec::new(),
        }
    }

    /// The body of a function, all of which has been read.
    pub(crate) fn function_body(&mut self, function: &Function) -> Parsed<Stmt> {
        let body = function.body.unwrap_or_default();
        self.go_to(body.range().start, body.range().end);
        if let Some(part) = function.unread.first() {
            self.go_to(part.range().start, part.range().end);
            return Err(self.unexpected(codes::UNKNOWN_SYNTAX, "expected a parameter"));
        }
        let own = function.parameters.iter().map(|one| (&one.name, false));
        let read = |parser: &mut Self| {
            let statement = parser.statement()?;
            match parser.hidden(body, |visit| statement.parts(visit)) {
                Some(error) => Err(error),
                None => Ok(statement),
            }
        };
        let statement = self.in_scope(own, read)?;
        match self.errors.first() {
            Some(error) => Err(Box::new(error.clone())),
            None => Ok(statement),
        }
    }
}

/// What is declared there.
fn declared_in(part: Part<'_>) -> &[Declarator] {
    match part {
        Part::Stmt(one) => match &one.kind {
            StmtKind::Declaration(declaration) => &declaration.declarators,
            StmtKind::For(head) => match &head.init {
                ForInit::Declaration(declaration) => &declaration.declarators,
                _ => &[],
            },
            _ => &[],
        },
        Part::Expr(_) => &[],
    }
}

/// The type that an expression names.
fn type_in(part: Part<'_>) -> Option<&Type> {
    match part {
        Part::Expr(Expr {
            kind: ExprKind::Cast(ty, _) | ExprKind::SizeOfType(ty) | ExprKind::Compound(ty, _),
            ..
        }) => Some(&ty.ty),
        _ => None,
    }
}

/// Whether a type has an extent that depends on variables.
fn is_computed(ty: &Type) -> bool {
    let mut found = false;
    ty.parts(&mut |part| {
        found |= matches!(part, Part::Expr(one) if matches!(one.kind, ExprKind::Name(_)));
    });
    found
}
