//! Calls of functions that may do anything.
//!
//! What is not known to compute a value and nothing else may read and write all memory that it can
//! reach, print, wait, or never come back. Such calls are modelled as what they may be: each of
//! them reads and writes one more scalar, which stands for the rest of the program, and every other
//! statement of the region reads it. So calls keep their order, and no statement changes places
//! with a call; among themselves, the other statements are as free as ever. In addition a call may
//! read and write every array that it can reach: all but variables of the function that nothing
//! hands on.

use scop::{AccessKind, Diagnostic, Span, Storage};

use super::accesses::{AccessDraft, Guard, Subscript};
use super::arrays::{ArrayDraft, Location};
use super::calls::promise_pure;
use super::names::Meaning;
use super::{Lowered, Lowering};
use crate::codes;
use crate::declarations::{Scope, Symbol};
use crate::syntax::{Expr, ExprKind, UnaryOp};
use crate::token::{Text, Token, TokenKind, behind_subscripts};

use presburger::Set;
use std::collections::BTreeSet;

/// What a call may do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Does {
    /// Read any memory.
    Reads,
    /// End the program.
    Ends,
    /// Anything.
    Anything,
}

/// A call, with where and when it happens.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub domain: Set,
    pub span: Span,
    does: Does,
    /// The arrays among its arguments: their names, and where they are declared.
    handed: Vec<(Text, Span)>,
}

impl Caller {
    /// The call of a function that may read any memory.
    pub(super) fn reader(domain: Set, span: Span) -> Caller {
        Caller {
            domain,
            span,
            does: Does::Reads,
            handed: Vec::new(),
        }
    }

    /// A check that ends the program if it fails.
    pub(super) fn check(domain: Set, span: Span) -> Caller {
        Caller {
            does: Does::Ends,
            ..Caller::reader(domain, span)
        }
    }
}

/// What the array is called that stands for all that is not in the region.
pub const OUTSIDE: &str = "the rest of the program";

/// Functions that return more than once, or to somewhere else than to their callers.
const TWICE: &[&str] = &[
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "vfork",
    "getcontext",
    "setcontext",
    "swapcontext",
];

impl<'a> Lowering<'a> {
    /// Takes nothing for constant that calls may change which may do anything.
    pub(super) fn expect_strangers(&mut self) {
        let region = self.region;
        let span = region.begin;
        self.has_strangers = true;
        let counters: Vec<Text> = self.names.counters().cloned().collect();
        for name in counters {
            if region
                .symbol(&name)
                .is_some_and(|one| self.is_in_reach(one))
            {
                let message =
                    format!("`{name}` counts a loop, and a function that is called may change it");
                self.errors.push(
                    Diagnostic::error(codes::EFFECTS, message, span)
                        .note("functions of other files see variables that are not the function's own")
                        .help("count with a variable that is declared in the loop"),
                );
            }
        }
        let in_reach = region.symbols.iter().filter(|one| self.is_in_reach(one));
        let mut changed: Vec<Text> = in_reach.map(|one| one.name.clone()).collect();
        // What a header declares that is not at hand may be a variable.
        if region.function.is_some() {
            let tokens = self.unit.tokens.get(region.tokens.range()).unwrap_or(&[]);
            let words = tokens.iter().filter(|token| token.kind == TokenKind::Ident);
            let unknown = words.filter(|token| {
                matches!(self.names.meaning(&token.text), Meaning::Undeclared)
                    && self.unit.declarations.function(&token.text).is_none()
            });
            changed.extend(unknown.map(|token| token.text.clone()));
        }
        for name in changed {
            self.names.add_changed(name);
        }
    }

    /// Whether others than the function itself may change a variable.
    fn is_in_reach(&self, symbol: &Symbol) -> bool {
        symbol.value.is_none()
            && (symbol.scope == Scope::Global
                || symbol.is_static
                || symbol.is_extern
                || is_aimed_at(self.tokens_of_function(), &symbol.name))
    }

    pub(super) fn tokens_of_function(&self) -> &'a [Token] {
        let body = self.region.function.as_ref().and_then(|one| one.body);
        let tokens = body.and_then(|body| self.unit.tokens.get(body.range()));
        tokens.unwrap_or(&self.unit.tokens)
    }

    /// Whether a call may do anything here. In the body of another function it makes that one a
    /// stranger.
    pub(super) fn may_be_strange(&mut self, name: &str) -> bool {
        if self.within > 0 || TWICE.contains(&name) || self.options.refuse_strangers {
            return false;
        }
        // One in the function itself sees variables that nobody else does.
        if has_function_inside(self.tokens_of_function()) {
            return false;
        }
        self.met_stranger = true;
        self.has_strangers
    }

    /// A call of a function that may do anything, because of `why`.
    pub(super) fn stranger(
        &mut self,
        call: (&'a Expr, &'a Expr, &'a [Expr]),
        name: &str,
        why: &str,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        let (expr, callee, arguments) = call;
        if !self.may_be_strange(name) {
            return Err(self.effects(expr.span, name, why));
        }
        if callee.as_name().is_none() {
            self.read(callee, guard, out)?;
        }
        let mut handed = Vec::new();
        for argument in arguments {
            if self.names.value(argument).is_err() {
                self.hand_over(argument, guard, &mut handed, out)?;
            }
        }
        let message = format!("`{name}` may do anything");
        if !self.warnings.iter().any(|one| one.message == message) {
            self.warnings.push(
                Diagnostic::warning(codes::STRANGER, message, expr.span)
                    .label(expr.span, why)
                    .note("calls of it keep their places among all other statements")
                    .help(promise_pure(name)),
            );
        }
        self.readers.push(Caller {
            domain: guard.domain.clone(),
            span: expr.span,
            does: Does::Anything,
            handed,
        });
        Ok(())
    }

    /// What evaluating an argument reads, and the arrays that the function gets with it.
    fn hand_over(
        &mut self,
        argument: &'a Expr,
        guard: &Guard,
        handed: &mut Vec<(Text, Span)>,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        match &argument.kind {
            ExprKind::Cast(_, inner) => self.hand_over(inner, guard, handed, out),
            ExprKind::Unary(UnaryOp::Address, inner) => self.aim(inner, guard, handed, out),
            ExprKind::Binary(_, left, right) | ExprKind::Comma(left, right) => {
                self.hand_over(left, guard, handed, out)?;
                self.hand_over(right, guard, handed, out)
            }
            ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Field { .. }
                if self.leads_to_memory(argument) =>
            {
                self.aim(argument, guard, handed, out)
            }
            _ => self.read(argument, guard, out),
        }
    }

    /// The address of `place`: the function gets all of its variable.
    fn aim(
        &mut self,
        place: &'a Expr,
        guard: &Guard,
        handed: &mut Vec<(Text, Span)>,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        match &place.kind {
            ExprKind::Name(name) => {
                if let Meaning::Variable(variable) = self.names.meaning(name) {
                    handed.push((name.clone(), variable.span));
                }
                Ok(())
            }
            ExprKind::Index(base, index) => {
                self.read(index, guard, out)?;
                self.aim(base, guard, handed, out)
            }
            ExprKind::Field { base, .. } | ExprKind::Unary(UnaryOp::Deref, base) => {
                self.aim(base, guard, handed, out)
            }
            ExprKind::Binary(..) | ExprKind::Cast(..) => self.hand_over(place, guard, handed, out),
            _ => Err(self.pointer(place.span, "cannot tell what this points to")),
        }
    }

    /// Whether the value is a pointer or an array, as far as its type shows.
    fn leads_to_memory(&self, expr: &Expr) -> bool {
        self.type_of(expr)
            .is_some_and(|ty| self.names.is_pointer(ty) || self.names.is_record(ty))
    }

    /// What calls read and write that may do anything, and what functions read that may look at any
    /// memory. The arrays that they may access, by their positions.
    pub(super) fn reach_all_memory(&mut self) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let callers = || self.drafts.iter().flat_map(|draft| &draft.readers);
        if callers().next().is_none() {
            return seen;
        }
        let has_ends = callers().any(|one| one.does == Does::Ends);
        let count = self.arrays.len();
        let reach: Vec<bool> = (0..count).map(|index| self.array_in_reach(index)).collect();
        let outside = (self.has_strangers || has_ends).then(|| {
            self.arrays.push(ArrayDraft::outside());
            count
        });
        for draft in &mut self.drafts {
            let mut first = Vec::new();
            let callers = together(std::mem::take(&mut draft.readers), &draft.domain);
            for caller in &callers {
                draft.reduction = None;
                let mut add = |array: usize, rank: usize, kind| {
                    first.push(AccessDraft {
                        array,
                        subscripts: (0..rank).map(|_| Subscript::All).collect(),
                        kind,
                        may: true,
                        in_branch: false,
                        exact: false,
                        linearised: None,
                        domain: caller.domain.clone(),
                        span: caller.span,
                        called: true,
                        by_address: false,
                    });
                };
                let kinds: &[AccessKind] = match caller.does {
                    Does::Reads => &[AccessKind::Read],
                    Does::Ends | Does::Anything => &[AccessKind::Read, AccessKind::Write],
                };
                for kind in kinds {
                    for (index, array) in self.arrays[..count].iter().enumerate() {
                        let is_seen = match caller.does {
                            Does::Reads => array.storage != Storage::Region,
                            Does::Ends => false,
                            Does::Anything => reach[index] || array.is_handed(&caller.handed),
                        };
                        if is_seen {
                            seen.insert(index);
                            add(index, array.rank(), *kind);
                        }
                    }
                    if let Some(outside) = outside.filter(|_| caller.does != Does::Reads) {
                        add(outside, 0, *kind);
                    }
                }
            }
            draft.accesses.splice(0..0, first);
            if let Some(array) =
                outside.filter(|_| callers.iter().all(|one| one.does == Does::Reads))
            {
                draft.accesses.push(AccessDraft {
                    array,
                    subscripts: Vec::new(),
                    kind: AccessKind::Read,
                    may: false,
                    in_branch: false,
                    exact: true,
                    linearised: None,
                    domain: draft.domain.clone(),
                    span: draft.span,
                    called: true,
                    by_address: false,
                });
            }
        }
        seen
    }

    /// Whether a function that gets nothing can see the memory of an array.
    fn array_in_reach(&self, index: usize) -> bool {
        let array = &self.arrays[index];
        let name = &array.key.0;
        match array.storage {
            Storage::Region => return false,
            Storage::Argument { restrict: true } | Storage::Local => {}
            Storage::Argument { restrict: false } | Storage::Global => {
                // An argument that is no pointer is the function's own.
                if array.storage == Storage::Global || array.location.pointer.is_some() {
                    return true;
                }
            }
        }
        let symbol = self.region.symbol(name);
        let is_own = symbol.is_some_and(|one| !one.is_static && !one.is_extern);
        let is_argument = array.storage == Storage::Argument { restrict: true };
        if !is_own || (array.location.pointer.is_some() && !is_argument) || !array.key.2.is_empty()
        {
            return true;
        }
        is_handed_on(self.tokens_of_function(), name, array.rank())
    }
}

impl ArrayDraft {
    fn outside() -> ArrayDraft {
        ArrayDraft {
            name: "outside".into(),
            source_name: OUTSIDE.into(),
            element: "unknown".into(),
            extents: Vec::new(),
            storage: Storage::Global,
            span: None,
            location: Location::default(),
            part_of: None,
            key: ("".into(), None, Vec::new()),
        }
    }

    /// Whether it is one of these variables, or a part of one.
    fn is_handed(&self, handed: &[(Text, Span)]) -> bool {
        let own = |(name, span): &(Text, Span)| *name == self.key.0 && Some(*span) == self.key.1;
        handed.iter().any(own)
    }
}

/// All calls of a statement that may do anything as one, whenever they happen: copies of the
/// statement for some of its instances have the same ones.
fn together(callers: Vec<Caller>, domain: &Set) -> Vec<Caller> {
    let (strangers, mut all): (Vec<Caller>, Vec<Caller>) = callers
        .into_iter()
        .partition(|one| one.does == Does::Anything);
    if let Some(first) = strangers.first() {
        all.push(Caller {
            domain: domain.clone(),
            span: first.span,
            does: Does::Anything,
            handed: strangers
                .iter()
                .flat_map(|one| one.handed.clone())
                .collect(),
        });
    }
    all
}

/// Whether `&` stands in front of the name somewhere.
fn is_aimed_at(tokens: &[Token], name: &str) -> bool {
    let mut uses = (0..tokens.len()).filter(|&index| tokens[index].is_word(name));
    uses.any(|index| comes_after_address(tokens, index))
}

fn comes_after_address(tokens: &[Token], index: usize) -> bool {
    let before = tokens[..index].iter().rev();
    let mut before = before.skip_while(|token| token.is_punct("("));
    before.next().is_some_and(|token| token.is_punct("&"))
}

/// Whether functions are defined in the body of a function, as GNU C allows.
pub(super) fn has_function_inside(tokens: &[Token]) -> bool {
    let control = ["if", "for", "while", "switch", "return", "sizeof", "case"];
    let mut open: Vec<usize> = Vec::new();
    let mut closed = None;
    for (index, token) in tokens.iter().enumerate() {
        if token.is_punct("{")
            && let Some(name) = closed.and_then(|at: usize| tokens.get(at.checked_sub(1)?))
            && name.kind == TokenKind::Ident
            && !control.iter().any(|word| name.is_word(word))
        {
            return true;
        }
        closed = None;
        if token.is_punct("(") {
            open.push(index);
        } else if token.is_punct(")") {
            closed = open.pop();
        }
    }
    false
}

/// Whether an array of the function is used in any other way than by naming elements of it.
pub(super) fn is_handed_on(tokens: &[Token], name: &str, rank: usize) -> bool {
    let mut uses = (0..tokens.len()).filter(|&index| tokens[index].is_word(name));
    uses.any(|index| {
        comes_after_address(tokens, index) || subscripts_after(tokens, index + 1) != rank
    })
}

/// How many pairs of brackets come next.
fn subscripts_after(tokens: &[Token], mut at: usize) -> usize {
    let mut count = 0;
    while let Some(behind) = behind_subscripts(tokens, at, 1) {
        at = behind;
        count += 1;
    }
    count
}
