//! Whether the value that a variable has behind a region may be read later.
//!
//! New loops need not leave the counters of the old ones with the same values, so it matters which
//! of them somebody looks at. The answer is *no* only if it is proved: the body of the function is
//! read as a tree and walked backwards (a variable is live before a statement if that reads it, or
//! if it is live behind it and the statement does not give it another value); loops are walked until
//! nothing changes. Where there is no tree, or jumps go anywhere, every mention counts as a read, and
//! so does a region that may be executed again.
//!
//! An array of the function is such a variable if nothing but its elements is ever named: who has
//! a pointer to it may read it at any time. A write to an element is neither a read nor a new value
//! of the array; only its declaration ends what it held.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use scop::Span;

use crate::bodies::Body;
use crate::declarations::{Function, Scope, Symbol};
use crate::source::Entry;
use crate::syntax::{BaseKind, Declaration, Expr, ExprKind, ForInit, Stmt, StmtKind, Type};
use crate::token::{Text, Token, TokenKind, behind_subscripts};

/// A region, as far as it matters here.
pub(crate) struct Place<'a> {
    /// The index of its first pragma, and that of the last one.
    pub(crate) begin: usize,
    pub(crate) end: usize,
    pub(crate) entry: Entry,
    pub(crate) function: &'a Function,
}

/// Who may read a variable after a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// Only the region itself, when it is executed again.
    Itself,
    /// Anybody.
    Others,
}

/// Which of these variables may be read after a region, and by whom.
pub(crate) fn read_later<'a>(
    names: impl Iterator<Item = &'a Text>,
    symbols: &[Symbol],
    tokens: &[Token],
    body: Option<&Body>,
    place: &Place<'_>,
) -> BTreeMap<Text, Reader> {
    let reader = |name: &Text| {
        let function = place.function.body.unwrap_or_default().range();
        // Whatever is done with it outside of the region.
        let is_mentioned = |own: Option<Span>| {
            let outside = function.clone();
            let mut outside = outside.filter(|index| !(place.begin..place.end).contains(index));
            outside.any(|index| tokens[index].is_word(name) && Some(tokens[index].span()) != own)
        };
        let Some(symbol) = symbols.iter().rev().find(|one| one.name == *name) else {
            return is_mentioned(None).then_some(Reader::Others);
        };
        let is_local = symbol.scope != Scope::Global && !symbol.is_static && !symbol.is_extern;
        if !is_local {
            return Some(Reader::Others);
        }
        let own = &tokens[function.clone()];
        let is_alone = match &symbol.ty {
            Type::Array { .. } => {
                symbol.scope == Scope::Local && has_only_elements(own, name, rank(&symbol.ty))
            }
            _ => true,
        };
        if !is_alone || has_address(own, name) || has_cleanups(own) {
            return Some(Reader::Others);
        }
        let body = body.filter(|body| !body.is_odd && !jumps(&tokens[function.clone()]));
        let body = body.filter(|_| !matches!(place.entry, Entry::Body | Entry::Unknown));
        let (is_read, others_read) = match body {
            Some(body) => {
                let walk = |skipped| Walk::new(symbol, tokens, place, skipped).result(&body.tree);
                let is_read = walk(false);
                (is_read, is_read && walk(true))
            }
            None => {
                let others = is_mentioned(Some(symbol.span));
                (
                    others || is_repeated(tokens, function.clone(), place),
                    others,
                )
            }
        };
        is_read.then_some(match others_read {
            true => Reader::Others,
            false => Reader::Itself,
        })
    };
    let found = names.filter_map(|name| Some((name.clone(), reader(name)?)));
    found.collect()
}

/// How many dimensions a variable of a type has, as far as its declaration shows.
pub(crate) fn rank(ty: &Type) -> usize {
    match ty {
        Type::Array { element, .. } => 1 + rank(element),
        _ => 0,
    }
}

/// Whether an array is only ever named with so many subscripts, but where it is declared.
fn has_only_elements(tokens: &[Token], name: &str, rank: usize) -> bool {
    let mut uses = (1..tokens.len()).filter(|&index| tokens[index].is_word(name));
    uses.all(|index| {
        let before = &tokens[index - 1];
        let has_all = behind_subscripts(tokens, index + 1, rank).is_some();
        before.is_punct(".") || before.is_punct("->") || has_all
    })
}

/// Whether functions are called with addresses of variables where these end.
fn has_cleanups(tokens: &[Token]) -> bool {
    let words = ["cleanup", "__cleanup__"];
    tokens
        .iter()
        .any(|token| words.iter().any(|word| token.is_word(word)))
}

/// Whether a region may be executed again in one call of its function: in a loop, or by a jump.
fn is_repeated(tokens: &[Token], function: Range<usize>, place: &Place<'_>) -> bool {
    is_in_loop(&tokens[function.start..place.begin])
        || tokens[function.clone()].windows(2).any(|pair| {
            let target = &pair[1];
            let mut earlier = tokens[function.start..place.end].windows(2);
            let is_earlier =
                earlier.any(|pair| pair[0].is_word(&target.text) && pair[1].is_punct(":"));
            RETURN_TWICE.iter().any(|word| pair[0].is_word(word))
                || pair[0].is_word("goto") && (target.kind != TokenKind::Ident || is_earlier)
        })
}

/// Whether what comes behind these tokens is in a loop that begins in them.
fn is_in_loop(before: &[Token]) -> bool {
    // How many braces and parentheses are closed again.
    let mut closed = 0;
    // Whether the statement here is not over.
    let mut is_open = true;
    for (at, token) in before.iter().enumerate().rev() {
        let is = |list: &[&str]| list.iter().any(|one| token.is_punct(one));
        let goes_on = before.get(at + 1).is_some_and(|next| next.is_word("else"));
        if closed == 0 && is(&[";", "}"]) && !goes_on {
            is_open = false;
        }
        if is(&["}", ")"]) {
            closed += 1;
        } else if is(&["{", "("]) {
            is_open |= closed == 0;
            closed = i32::max(closed - 1, 0);
        }
        let is_loop = ["for", "while", "do"].iter().any(|one| token.is_word(one));
        if is_loop && is_open && closed == 0 {
            return true;
        }
    }
    false
}

/// Functions that return more than once.
const RETURN_TWICE: [&str; 5] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork"];

/// Whether a function jumps to places that its tree does not show.
fn jumps(tokens: &[Token]) -> bool {
    let words = ["goto", "asm", "__asm__", "__asm", "longjmp"];
    let mut all = words.iter().chain(&RETURN_TWICE);
    all.any(|word| tokens.iter().any(|token| token.is_word(word)))
}

/// Whether `&name` occurs, be it an address or a conjunction of bits.
pub(crate) fn has_address(tokens: &[Token], name: &str) -> bool {
    let mut uses = (1..tokens.len()).filter(|&index| tokens[index].is_word(name));
    uses.any(|index| {
        let before = tokens[..index].iter().rev();
        let mut before = before.skip_while(|token| token.is_punct("("));
        before.next().is_some_and(|token| token.is_punct("&"))
    })
}

/// The walk for one variable.
struct Walk<'a> {
    symbol: &'a Symbol,
    tokens: &'a [Token],
    end: Span,
    /// What is passed over: the tokens of the region, if it counts for nothing.
    skipped: Range<usize>,
    /// Whether it is live at the end of the region; `None` if that was not found.
    found: Option<bool>,
}

/// Whether the variable is live where `break` and `continue` lead to.
#[derive(Clone, Copy)]
struct Exits {
    after: bool,
    next: bool,
}

impl<'a> Walk<'a> {
    fn new(symbol: &'a Symbol, tokens: &'a [Token], place: &Place<'_>, skip: bool) -> Walk<'a> {
        Walk {
            symbol,
            tokens,
            end: tokens[place.end].span(),
            skipped: match skip {
                true => place.begin..place.end,
                false => 0..0,
            },
            found: None,
        }
    }

    fn result(mut self, body: &Stmt) -> bool {
        let outside = Exits {
            after: true,
            next: true,
        };
        self.statement(body, false, outside);
        self.found.unwrap_or(true)
    }

    /// Whether it is live before a statement, given whether it is behind it.
    fn statement(&mut self, statement: &Stmt, after: bool, exits: Exits) -> bool {
        let own = statement.tokens.range();
        if self.skipped.start <= own.start && own.end <= self.skipped.end {
            return after;
        }
        match &statement.kind {
            StmtKind::Empty => after,
            StmtKind::Pragma(text) => {
                if statement.span == self.end {
                    self.found = Some(self.found.unwrap_or(false) || after);
                }
                let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                after || words.any(|word| self.symbol.name == *word)
            }
            StmtKind::Expr(expr) => self.expression(expr, after),
            StmtKind::Block(list) => self.list(list, after, exits),
            StmtKind::Label(_, body) | StmtKind::Case(_, body) | StmtKind::Default(body) => {
                self.statement(body, after, exits)
            }
            StmtKind::If(condition, yes, no) => {
                let yes = self.statement(yes, after, exits);
                let no = match no {
                    Some(no) => self.statement(no, after, exits),
                    None => after,
                };
                self.reads(condition) || yes || no
            }
            StmtKind::While(condition, body) => {
                let reads = self.reads(condition);
                self.repeat(|walk, head| {
                    let exits = Exits { after, next: head };
                    reads || after || walk.statement(body, head, exits)
                })
            }
            StmtKind::DoWhile(body, condition) => {
                let reads = self.reads(condition);
                self.repeat(|walk, head| {
                    let next = reads || after || head;
                    walk.statement(body, next, Exits { after, next })
                })
            }
            StmtKind::For(head) => {
                if let ForInit::Declaration(declaration) = &head.init
                    && self.hides(declaration)
                {
                    return after || self.initialises(declaration);
                }
                let reads = head.condition.as_ref().is_some_and(|one| self.reads(one));
                let start = self.repeat(|walk, start| {
                    let next = match &head.step {
                        Some(step) => walk.expression(step, start),
                        None => start,
                    };
                    reads || after || walk.statement(&head.body, next, Exits { after, next })
                });
                match &head.init {
                    ForInit::None => start,
                    ForInit::Expr(expr) => self.expression(expr, start),
                    ForInit::Declaration(declaration) => self.declaration(declaration, start),
                }
            }
            StmtKind::Switch(value, body) => {
                let exits = Exits { after, ..exits };
                self.statement(body, after, exits);
                // Any of its cases may come first.
                let mut tokens = self.tokens[body.tokens.range()].iter();
                after || self.reads(value) || tokens.any(|one| one.is_word(&self.symbol.name))
            }
            StmtKind::Break => exits.after,
            StmtKind::Continue => exits.next,
            StmtKind::Return(value) => value.as_ref().is_some_and(|one| self.reads(one)),
            StmtKind::Goto(_) | StmtKind::Opaque => true,
            StmtKind::Declaration(declaration) => self.declaration(declaration, after),
        }
    }

    /// What holds at the head of a loop, when `once` says what follows from what.
    fn repeat(&mut self, mut once: impl FnMut(&mut Self, bool) -> bool) -> bool {
        let live = once(self, false);
        if live {
            once(self, true);
        }
        live
    }

    fn list(&mut self, list: &[Stmt], after: bool, exits: Exits) -> bool {
        let hides = |one: &Stmt| match &one.kind {
            StmtKind::Declaration(declaration) => self.hides(declaration),
            _ => false,
        };
        let (own, mut live) = match list.iter().position(hides) {
            // From there on another variable has the name.
            Some(index) => (&list[..=index], after || exits.after || exits.next),
            None => (list, after),
        };
        for one in own.iter().rev() {
            live = self.statement(one, live, exits);
        }
        live
    }

    /// Whether a declaration makes another variable of the same name.
    fn hides(&self, declaration: &Declaration) -> bool {
        let mut names = declaration.declarators.iter();
        names.any(|one| one.name == self.symbol.name && one.name_span != self.symbol.span)
    }

    fn declaration(&self, declaration: &Declaration, after: bool) -> bool {
        let mut names = declaration.declarators.iter();
        if names.any(|one| one.name == self.symbol.name && one.name_span == self.symbol.span) {
            return false;
        }
        after || self.initialises(declaration)
    }

    fn initialises(&self, declaration: &Declaration) -> bool {
        declaration.declarators.iter().any(|one| {
            let value = one.init.as_ref();
            value.is_some_and(|value| self.reads(value)) || self.is_in_type(&one.ty)
        })
    }

    fn expression(&self, expr: &Expr, after: bool) -> bool {
        match &expr.kind {
            ExprKind::Assign(None, target, value)
                if target.as_name() == Some(&self.symbol.name) =>
            {
                self.expression(value, false)
            }
            ExprKind::Assign(None, target, value) if self.is_element(target) => {
                after || self.subscripts_read(target) || self.reads(value)
            }
            ExprKind::Comma(first, second) => {
                let between = self.expression(second, after);
                self.expression(first, between)
            }
            // `(void)i;` only keeps compilers quiet.
            ExprKind::Cast(ty, value)
                if value.as_name().is_some()
                    && matches!(&ty.ty, Type::Base(base) if base.kind == BaseKind::Void) =>
            {
                after
            }
            _ => after || self.reads(expr),
        }
    }

    /// Whether an expression is an element of the variable, which is an array.
    fn is_element(&self, expr: &Expr) -> bool {
        let (mut inner, mut left) = (expr, rank(&self.symbol.ty));
        while let (ExprKind::Index(base, _), 1..) = (&inner.kind, left) {
            (inner, left) = (base, left - 1);
        }
        left == 0 && !std::ptr::eq(inner, expr) && inner.as_name() == Some(&self.symbol.name)
    }

    /// Whether one of the subscripts of an element reads the variable.
    fn subscripts_read(&self, element: &Expr) -> bool {
        match &element.kind {
            ExprKind::Index(base, subscript) => self.reads(subscript) || self.subscripts_read(base),
            _ => false,
        }
    }

    fn reads(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.walk(&mut |inner| {
            found |= inner.as_name() == Some(&self.symbol.name);
            if let ExprKind::Cast(ty, _) | ExprKind::SizeOfType(ty) | ExprKind::Compound(ty, _) =
                &inner.kind
            {
                found |= self.is_in_type(&ty.ty);
            }
        });
        found
    }

    fn is_in_type(&self, ty: &Type) -> bool {
        match ty {
            Type::Base(_) => false,
            Type::Pointer { to, .. } => self.is_in_type(to),
            Type::Array {
                element, extent, ..
            } => {
                let extent = extent.as_ref();
                extent.is_some_and(|extent| self.reads(extent)) || self.is_in_type(element)
            }
            Type::Function { result, .. } => self.is_in_type(result),
        }
    }
}

/// The variables that OpenMP's directives in a region have copies of.
pub(crate) fn private_names(tokens: &[Token]) -> BTreeSet<Text> {
    let mut names = BTreeSet::new();
    let pragmas = tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Pragma);
    for pragma in pragmas {
        let words = crate::source::tokens_of(&pragma.text).unwrap_or_default();
        let mut inside = false;
        for pair in words.windows(2) {
            let clauses = ["private", "firstprivate", "linear"];
            if pair[1].is_punct("(") {
                inside = clauses.iter().any(|word| pair[0].is_word(word));
            } else if pair[1].is_punct(")") {
                inside = false;
            }
            if inside && pair[1].kind == TokenKind::Ident {
                names.insert(pair[1].text.clone());
            }
        }
    }
    names
}
