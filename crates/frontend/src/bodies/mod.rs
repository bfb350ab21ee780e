//! The bodies of functions as trees in which every name is resolved to its declaration.
//!
//! What the front end believes about the text around a region it reads off these trees: what is
//! asserted ([`facts`]), which variables change where ([`changes`]), where pointers lead. A body may
//! be any C: what is not understood is an opaque part of the tree, and whoever asks has to reckon
//! with anything there that its names allow.

pub(crate) mod changes;
pub(crate) mod facts;
mod resolve;
#[cfg(test)]
mod tests;
pub(crate) mod typing;

use std::ops::Range;

use rustc_hash::FxHashMap;
use scop::Span;

use crate::declarations::{Declarations, Function, Scope, Symbol};
use crate::parse::{ATTRIBUTES, Enumerator, Parser, TAGGED};
use crate::syntax::{Declaration, Declarator, Expr, Part, Record, Stmt, StmtKind, Storage, Tokens};
use crate::token::{Token, behind_bracket};

/// The index of a variable in [`Body::variables`].
pub(crate) type Id = u32;

/// The body of a function.
#[derive(Debug)]
pub(crate) struct Body {
    /// From brace to brace.
    pub(crate) tokens: Tokens,
    /// What stands there; opaque if it is no list of statements.
    pub(crate) tree: Stmt,
    /// Its parameters, then all names that are declared in it, in this order.
    pub(crate) variables: Vec<Variable>,
    /// The structures that are defined in it.
    pub(crate) records: Vec<Record>,
    /// The constants of enumerations that are defined in it.
    pub(crate) constants: Vec<Enumerator>,
    /// Something in it is not understood, or stands in a statement expression.
    pub(crate) is_odd: bool,
    /// Statements and parts of the head of the function with names that are nowhere in the tree: what is
    /// done to anything that they name is not known, nor when.
    pub(crate) unread: Vec<Tokens>,
    /// The declarations that names mean, by the tokens that these are.
    uses: FxHashMap<u32, Id>,
    /// The first name that the statement at this token declares.
    declared: FxHashMap<u32, Id>,
    /// The names that regions see where they begin, by the token of their pragma.
    visible: FxHashMap<u32, Vec<Id>>,
}

/// What a name is declared as in a function.
#[derive(Debug)]
pub(crate) struct Variable {
    /// The name, type and initial value.
    pub(crate) declarator: Declarator,
    /// How it is declared.
    pub(crate) storage: Storage,
    /// A parameter, or something local.
    pub(crate) scope: Scope,
    /// The first token from which on it may be used.
    pub(crate) since: u32,
}

impl Variable {
    /// The declaration of this name alone.
    fn declaration(&self) -> Declaration {
        Declaration {
            storage: self.storage,
            declarators: vec![self.declarator.clone()],
            span: self.declarator.span,
        }
    }

    /// The variable as a region sees it; nothing for a type or a function.
    pub(crate) fn symbol(&self, declarations: &Declarations, tokens: &[Token]) -> Option<Symbol> {
        let mut symbols = declarations.symbols(&self.declaration(), self.scope, tokens);
        symbols.pop()
    }

    /// Whether the name means something outside the function.
    pub(crate) fn is_outside(&self) -> bool {
        let is_function = matches!(self.declarator.ty, crate::syntax::Type::Function { .. });
        self.storage.is_extern || is_function && self.scope == Scope::Local
    }
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A declaration of the function.
    Own(Id),
    /// Something outside of it, if anything.
    Outside,
}

impl Body {
    /// Reads the body of a function.
    pub(crate) fn read(parser: &mut Parser<'_>, tokens: &[Token], function: &Function) -> Body {
        let range = function.body.unwrap_or_default();
        let known = (parser.records.len(), parser.enumerators.len());
        let names = function.parameters.iter().map(|one| &one.name);
        let (tree, unread) = parser.any_body(range, names);
        let records = parser.records.split_off(known.0);
        let mut body = Body {
            tokens: range,
            tree,
            variables: Vec::new(),
            records,
            constants: parser.enumerators.split_off(known.1),
            is_odd: false,
            unread: Vec::new(),
            uses: FxHashMap::default(),
            declared: FxHashMap::default(),
            visible: FxHashMap::default(),
        };
        resolve::resolve(&mut body, tokens, function, &unread);
        body.keep_unread(unread, &function.unread, |token| {
            parser.is_constant(&tokens[token].text)
        });
        body
    }

    /// Takes note of identifiers that are not in the tree, unless they are constants. What the statement
    /// around one does with it is not known, so nothing else that it names is safe either.
    fn keep_unread(
        &mut self,
        unread: Vec<Tokens>,
        head: &[Tokens],
        is_constant: impl Fn(usize) -> bool,
    ) {
        let is_value = |one: &Tokens| match self.declaration_at(one.start) {
            Some(variable) => !self.is_constant(variable),
            None => !is_constant(one.range().start),
        };
        let unread: Vec<Tokens> = unread.into_iter().filter(is_value).collect();
        if unread.is_empty() && head.is_empty() {
            return;
        }
        let statements = match unread.is_empty() {
            true => Vec::new(),
            false => self.simple_statements(),
        };
        self.is_odd = true;
        self.unread = head.to_vec();
        for one in unread {
            let around = statements
                .iter()
                .filter(|all| all.contains(&one.range().start));
            let around = around.min_by_key(|all| all.len());
            let around = around.map_or(one, |all| Tokens {
                start: all.start as u32,
                end: all.end as u32,
            });
            if self.unread.last() != Some(&around) {
                self.unread.push(around);
            }
        }
    }

    /// What stands for the text outside of functions: nothing is declared in it.
    pub(crate) fn outside(span: Span) -> Body {
        Body {
            tokens: Tokens::default(),
            tree: Stmt {
                kind: StmtKind::Empty,
                span,
                tokens: Tokens::default(),
            },
            variables: Vec::new(),
            records: Vec::new(),
            constants: Vec::new(),
            is_odd: false,
            unread: Vec::new(),
            uses: FxHashMap::default(),
            declared: FxHashMap::default(),
            visible: FxHashMap::default(),
        }
    }

    /// Whether it is the body of this function.
    pub(crate) fn is_of(&self, function: &Function) -> bool {
        function.body == Some(self.tokens)
    }

    /// What an expression that is a name means.
    pub(crate) fn meaning(&self, name: &Expr) -> Meaning {
        self.meaning_at(name.tokens.start)
    }

    /// What the name at a token means.
    pub(crate) fn meaning_at(&self, token: u32) -> Meaning {
        match self.uses.get(&token) {
            Some(&id) if !self.variables[id as usize].is_outside() => Meaning::Own(id),
            _ => Meaning::Outside,
        }
    }

    /// The declaration that the name at a token means, one of something outside included.
    pub(crate) fn declaration_at(&self, token: u32) -> Option<&Variable> {
        let id = self.uses.get(&token)?;
        Some(&self.variables[*id as usize])
    }

    /// The names that the declaration at a token declares, in order from this one on.
    pub(crate) fn declared_at(&self, token: u32) -> Option<Id> {
        self.declared.get(&token).copied()
    }

    /// The names that a region sees of those declared here, by the token of its pragma; nothing if
    /// the pragma is no statement of the tree.
    pub(crate) fn visible_at(&self, pragma: usize) -> Option<&[Id]> {
        self.visible.get(&(pragma as u32)).map(Vec::as_slice)
    }

    /// What is not understood. In C++ a statement whose head comes before a block may go on behind
    /// it: `int q = [](int x) { return x; }(4), n = 15;`
    pub(crate) fn opaque_parts(&self, tokens: &[Token], is_cplusplus: bool) -> Vec<Tokens> {
        let mut opaque = Vec::new();
        self.tree.parts(&mut |part| match part {
            Part::Stmt(one) if matches!(one.kind, StmtKind::Opaque) => opaque.push(one.tokens),
            _ => {}
        });
        opaque.extend(defining_brackets(tokens, self.tokens));
        let heads = ["if", "for", "while", "switch", "try", "catch", "else", "do"];
        for one in opaque.iter_mut().filter(|_| is_cplusplus) {
            let range = one.range();
            let first = tokens.get(range.start);
            let is_head = first.is_some_and(|first| heads.iter().any(|word| first.is_word(word)));
            let is_block = tokens.get(range.end).is_some_and(|next| next.is_punct("{"));
            if !is_head
                && is_block
                && let Some(behind) = behind_bracket(tokens, range.end)
            {
                let mut rest = tokens.get(behind..).unwrap_or(&[]).iter();
                let rest = rest.position(|token| token.is_punct(";")).unwrap_or(0);
                one.end = (behind + rest) as u32;
            }
        }
        opaque
    }

    /// What is not understood before a token, in the blocks around it; what it stands in, too.
    pub(crate) fn opaque_before(
        &self,
        tokens: &[Token],
        end: usize,
        is_cplusplus: bool,
    ) -> Vec<Tokens> {
        let mut opaque = self.opaque_parts(tokens, is_cplusplus);
        opaque.retain(|one| one.range().start < end);
        let Some(first) = opaque.iter().map(|one| one.range().start).min() else {
            return opaque;
        };
        // How deep each token is, and how deep the text is at least from there on.
        let mut depths = Vec::with_capacity(end - first + 1);
        let mut depth = 0i64;
        depths.push(depth);
        for token in tokens.get(first..end).unwrap_or(&[]) {
            depth += i64::from(token.is_punct("{")) - i64::from(token.is_punct("}"));
            depths.push(depth);
        }
        let mut least = depths.clone();
        for at in (1..least.len()).rev() {
            least[at - 1] = least[at - 1].min(least[at]);
        }
        opaque.retain(|one| {
            let at = one.range().end.min(end) - first;
            depths.get(at) == least.get(at)
        });
        opaque
    }

    /// The tokens of its statements, without the statements in these: of a loop only the head.
    pub(crate) fn simple_statements(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        self.tree.parts(&mut |part| {
            let Part::Stmt(one) = part else { return };
            let all = one.tokens.range();
            let before = |inner: &Stmt| all.start..inner.tokens.range().start;
            found.push(match &one.kind {
                StmtKind::Block(_) => return,
                StmtKind::For(head) => before(&head.body),
                StmtKind::If(_, inner, _)
                | StmtKind::While(_, inner)
                | StmtKind::Switch(_, inner)
                | StmtKind::Case(_, inner)
                | StmtKind::Default(inner)
                | StmtKind::Label(_, inner) => before(inner),
                StmtKind::DoWhile(inner, _) => inner.tokens.range().end..all.end,
                _ => all.clone(),
            });
        });
        found
    }

    /// Whether types or constants are defined in it.
    pub(crate) fn has_types(&self) -> bool {
        let mut names = self.variables.iter();
        !self.records.is_empty() || names.any(|one| one.storage.is_typedef)
    }

    /// Whether a name is that of a constant of an enumeration.
    pub(crate) fn is_constant(&self, variable: &Variable) -> bool {
        let mut constants = self.constants.iter();
        constants.any(|one| one.span == variable.declarator.name_span)
    }

    /// Adds the types and constants that a region sees.
    pub(crate) fn add_types(
        &self,
        pragma: usize,
        tokens: &[Token],
        declarations: &mut Declarations,
    ) {
        let begin = tokens[pragma].place.outermost();
        let holds = |outer: Span, inner: Span| {
            outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
        };
        // What is defined in a block that has ended cannot be seen.
        let is_seen = |span: Span| {
            let mut is_seen = span.file != begin.file || span.start < begin.start;
            self.tree.parts(&mut |part| {
                if let Part::Stmt(block) = part
                    && matches!(block.kind, StmtKind::Block(_))
                    && holds(block.span, span)
                {
                    is_seen &= holds(block.span, begin);
                }
            });
            is_seen
        };
        for record in self.records.iter().filter(|one| is_seen(one.span)) {
            declarations.add_record(record.clone());
        }
        for &id in self.visible_at(pragma).unwrap_or(&[]) {
            let variable = &self.variables[id as usize];
            let place = variable.declarator.name_span;
            match self.constants.iter().find(|one| one.span == place) {
                Some(constant) => {
                    declarations.add_constants([constant.clone()].into_iter(), tokens);
                }
                None if variable.storage.is_typedef => {
                    declarations.take_names(&variable.declaration());
                }
                None => {}
            }
        }
    }
}

/// The outermost parentheses and brackets in which types are defined: `sizeof(enum { N = 8 })`,
/// `_Alignas(sizeof(enum { N = 8 }))`, `({ enum { N = 8 }; N; })`. How far their constants can be seen
/// depends on what they stand in.
fn defining_brackets(tokens: &[Token], body: Tokens) -> Vec<Tokens> {
    let (mut found, mut depth) = (Vec::new(), 0u32);
    let (mut start, mut is_defining, mut last) = (0, false, None);
    for at in body.range().take_while(|at| *at < tokens.len()) {
        let token = &tokens[at];
        if token.is_punct("(") || token.is_punct("[") {
            if depth == 0 {
                (start, is_defining, last) = (at, false, None);
            }
            depth += 1;
        } else if token.is_punct(")") || token.is_punct("]") {
            depth = depth.saturating_sub(1);
            if depth == 0 && is_defining {
                let (start, end) = (start as u32, at as u32 + 1);
                found.push(Tokens { start, end });
            }
        } else if depth > 0 && TAGGED.iter().any(|word| token.is_word(word)) {
            last = Some(at);
        } else if token.is_punct("{")
            && let Some(word) = last.take()
        {
            // Attributes may stand between the word and its brace.
            let next = &tokens[word + 1];
            let has_attribute =
                next.is_punct("[") || ATTRIBUTES.iter().any(|one| next.is_word(one));
            is_defining |= at <= word + 2 || has_attribute;
        }
    }
    found
}
