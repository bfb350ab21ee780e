//! Calls that are no calls, but tell who reads a program something: PENCIL's, assumptions, `assert`.

use std::collections::BTreeSet;

use scop::Span;

use super::accesses::{AccessDraft, Guard};
use super::library;
use super::strangers::Caller;
use super::{Lowered, Lowering};
use crate::syntax::{Expr, ExprKind, Part, Stmt, StmtKind};
use crate::token::Text;

/// PENCIL's words about variables, not about their values.
const ABOUT_VARIABLES: &[&str] = &["__pencil_kill", "__pencil_def", "__pencil_use"];

/// Words for facts that nobody checks: C says nothing of a program where such a fact is false.
const ASSUMPTIONS: &[&str] = &["__pencil_assume", "__builtin_assume", "__assume"];

/// Words for facts that the program checks, and ends where they are false.
const CHECKS: &[&str] = &["assert", "__pencil_assert"];

/// Whether a name is one of PENCIL's, which all programs may use without saying what it is.
pub(crate) fn is_of_pencil(name: &str) -> bool {
    let lists = [ABOUT_VARIABLES, ASSUMPTIONS, CHECKS];
    name == "__pencil_maybe"
        || name.starts_with("__pencil_") && lists.iter().any(|list| list.contains(&name))
}

/// The variables that a call is about, whatever their values are.
pub(super) fn about_variables(expr: &Expr) -> Option<&[Expr]> {
    let (name, arguments) = named_call(expr)?;
    ABOUT_VARIABLES.contains(&&**name).then_some(arguments)
}

fn named_call(expr: &Expr) -> Option<(&Text, &[Expr])> {
    match &expr.kind {
        ExprKind::Call(callee, arguments) => Some((callee.as_name()?, arguments)),
        _ => None,
    }
}

/// What has been executed wherever a statement of a region is reached.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Nothing but checks of facts.
    Checks,
    /// Other statements, behind which it always goes on.
    Others,
    /// Something that may never come to its end.
    Anything,
}

impl<'a> Lowering<'a> {
    /// Whether nothing in the text says that a function does something.
    fn does_nothing(&self, name: &str) -> bool {
        let function = self.unit.declarations.function(name);
        let body = function.and_then(|one| Some((one, self.unit.tokens.get(one.body?.range())?)));
        let Some((function, tokens)) = body else {
            return true;
        };
        let mut tokens = tokens.iter();
        tokens.all(|token| {
            ["{", "}", "(", ")", "void", ";"].contains(&&*token.text)
                || function.parameters.iter().any(|one| one.name == token.text)
        })
    }

    /// What a call means that tells the tools that read a program something.
    pub(super) fn promise(
        &mut self,
        call: &'a Expr,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Option<Lowered<()>> {
        let (name, arguments) = named_call(call)?;
        if let Some(condition) = self.checked(call) {
            return Some(self.check(call.span, condition, guard, out));
        }
        if !self.does_nothing(name) {
            return None;
        }
        match &**name {
            // The values there are nobody's from here on.
            "__pencil_kill" | "__pencil_def" => {
                let mut arguments = arguments.iter();
                Some(arguments.try_for_each(|argument| {
                    self.read_address(argument, guard, out)?;
                    self.write_whole(argument, guard, out)
                }))
            }
            "__pencil_use" => {
                let mut arguments = arguments.iter();
                Some(arguments.try_for_each(|argument| self.read_whole(argument, guard, out)))
            }
            "__pencil_maybe" => Some(Ok(())),
            _ if ASSUMPTIONS.contains(&&**name) => Some(Ok(())),
            _ => None,
        }
    }

    /// The fact that a call states and nobody checks.
    fn assumed<'e>(&self, call: &'e Expr) -> Option<&'e Expr> {
        let (name, arguments) = named_call(call)?;
        let is_one = ASSUMPTIONS.contains(&&**name) && self.does_nothing(name);
        arguments.first().filter(|_| is_one)
    }

    /// The fact that a call checks, if nothing happens where it is true.
    fn checked<'e>(&self, call: &'e Expr) -> Option<&'e Expr> {
        let (name, [condition]) = named_call(call)? else {
            return None;
        };
        let is_one = CHECKS.contains(&&**name) && self.unit.declarations.function(name).is_none();
        let mut is_harmless = true;
        condition.walk(&mut |inner| {
            is_harmless &= !matches!(
                inner.kind,
                ExprKind::Assign(..)
                    | ExprKind::Step { .. }
                    | ExprKind::Call(..)
                    | ExprKind::Statements(_)
                    | ExprKind::Opaque
            );
        });
        (is_one && is_harmless).then_some(condition)
    }

    /// A check: it reads what it compares, and nothing changes places with it, because nothing is
    /// executed behind one that fails.
    fn check(
        &mut self,
        span: Span,
        condition: &'a Expr,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        if self.names.value(condition).is_err() {
            self.read(condition, guard, out)?;
        }
        self.readers.push(Caller::check(guard.domain.clone(), span));
        Ok(())
    }

    /// What the program asserts: before the region, and in it where that holds for all of it.
    pub(super) fn assertions(&self) -> Vec<(&'a Expr, Span)> {
        let region = self.region;
        let before = region.assertions.iter();
        let mut found: Vec<_> = before.map(|one| (&one.condition, one.span)).collect();
        let mut hidden = BTreeSet::new();
        self.asserted_in(&region.statements, Before::Checks, &mut hidden, &mut found);
        found
    }

    /// The facts of the statements that are executed once whenever the region is. What is only
    /// assumed holds for all that leads to it, if it is always reached; a check says nothing of
    /// what is executed before it.
    fn asserted_in(
        &self,
        list: &'a [Stmt],
        mut before: Before,
        hidden: &mut BTreeSet<&'a Text>,
        found: &mut Vec<(&'a Expr, Span)>,
    ) -> Before {
        for statement in list {
            match &statement.kind {
                StmtKind::Empty | StmtKind::Pragma(_) => {}
                StmtKind::Block(body) => {
                    let mut inner = hidden.clone();
                    before = self.asserted_in(body, before, &mut inner, found);
                }
                StmtKind::Expr(expr) => {
                    let checked = self.checked(expr);
                    let fact = match before {
                        Before::Checks => self.assumed(expr).or(checked),
                        _ => self.assumed(expr),
                    };
                    let means_outer = |fact: &Expr| {
                        let mut all = true;
                        fact.walk(&mut |one| {
                            all &= one.as_name().is_none_or(|name| !hidden.contains(name));
                        });
                        all
                    };
                    match fact {
                        Some(fact) if means_outer(fact) => found.push((fact, statement.span)),
                        Some(_) => {}
                        None if checked.is_some() => before = Before::Anything,
                        None => before = self.goes_on_behind(statement),
                    }
                }
                _ => {
                    if let StmtKind::Declaration(declaration) = &statement.kind {
                        hidden.extend(declaration.declarators.iter().map(|one| &one.name));
                    }
                    before = self.goes_on_behind(statement);
                }
            }
            if before == Before::Anything {
                break;
            }
        }
        before
    }

    /// Whether the declaration of a name at this place is reached whenever the region is executed.
    pub(super) fn is_always_declared(&self, at: Span) -> bool {
        self.declares_always(&self.region.statements, at) == Some(true)
    }

    /// The same for a list of statements; nothing if the declaration is none of them.
    fn declares_always(&self, list: &[Stmt], at: Span) -> Option<bool> {
        for statement in list {
            match &statement.kind {
                StmtKind::Block(body) => {
                    if let Some(answer) = self.declares_always(body, at) {
                        return Some(answer);
                    }
                }
                StmtKind::Declaration(declaration)
                    if declaration
                        .declarators
                        .iter()
                        .any(|one| one.name_span == at) =>
                {
                    return Some(true);
                }
                _ if self.goes_on_behind(statement) == Before::Anything => return Some(false),
                _ => {}
            }
        }
        None
    }

    /// Whether it always goes on behind a statement. Loops with a condition may be assumed to end.
    fn goes_on_behind(&self, statement: &Stmt) -> Before {
        let depends = |condition: &Expr| {
            let mut found = false;
            condition.walk(&mut |one| found |= one.as_name().is_some());
            found
        };
        let mut goes_on = true;
        statement.parts(&mut |part| {
            goes_on &= match part {
                Part::Stmt(one) => match &one.kind {
                    StmtKind::For(head) => head.condition.as_ref().is_some_and(depends),
                    StmtKind::While(condition, _) | StmtKind::DoWhile(_, condition) => {
                        depends(condition)
                    }
                    StmtKind::Goto(_)
                    | StmtKind::Label(..)
                    | StmtKind::Return(_)
                    | StmtKind::Opaque => false,
                    _ => true,
                },
                Part::Expr(one) => match &one.kind {
                    ExprKind::Call(callee, _) => callee.as_name().is_some_and(|name| {
                        let is_known = library::standard(name).is_some() || is_of_pencil(name);
                        is_known
                            && self
                                .unit
                                .declarations
                                .function(name)
                                .is_none_or(|function| function.body.is_none())
                            && !CHECKS.contains(&&**name)
                    }),
                    ExprKind::Statements(_) | ExprKind::Opaque => false,
                    _ => true,
                },
            };
        });
        match goes_on {
            true => Before::Others,
            false => Before::Anything,
        }
    }
}
