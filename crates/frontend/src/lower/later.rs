//! Whether the value that a loop leaves in its counter is needed.
//!
//! A loop over `j` that another one over `j` follows need not leave its value; and inside of a loop
//! over `i` that does nothing else with `j`, only the last iteration of that need do so. The write is
//! left out in the first case and goes behind the outer loop in the second, where it is neither in the
//! way of other orders nor repeated.

use presburger::PwAff;

use super::counters::at_last;
use super::loops::Counted;
use super::names::own_counter;
use super::opaque::jumps;
use super::{Lowered, Lowering, Nest, Part};
use crate::syntax::{Expr, ExprKind, For, ForInit, Stmt, StmtKind};
use crate::token::Text;

/// A list of statements that is being looked at.
pub(super) struct Scope<'a> {
    statements: &'a [Stmt],
    /// The statement of it that is looked at.
    at: usize,
    /// The loop whose body it is, and whether threads run that.
    body_of: Option<(&'a For, bool)>,
}

/// A value that a variable has behind the loop around, where only its last iteration counts.
pub(super) struct Postponed<'a> {
    name: &'a Text,
    /// In the iterations of that loop.
    value: PwAff,
    /// The loop that leaves it.
    head: &'a For,
}

/// Who needs a value.
enum Need {
    /// Nobody sees it.
    Nobody,
    /// Only behind the loop around.
    Behind,
    Here,
}

impl<'a> Lowering<'a> {
    /// Goes into a list of statements, which is the body of a loop perhaps.
    pub(super) fn enter_scope(&mut self, statements: &'a [Stmt], body_of: Option<(&'a For, bool)>) {
        self.scopes.push(Scope {
            statements,
            at: 0,
            body_of,
        });
    }

    /// Goes to a statement of the list.
    pub(super) fn at_statement(&mut self, at: usize) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.at = at;
        }
    }

    /// Who needs the value of a variable behind a loop that is being left.
    fn need(&self, name: &Text, head: &For) -> Need {
        for scope in self.scopes.iter().rev() {
            let rest = scope.statements.get(scope.at + 1..).unwrap_or_default();
            match self.fate(name, rest) {
                Fate::Set => return Need::Nobody,
                Fate::Seen => return Need::Here,
                Fate::Passed => {}
            }
            if let Some((around, is_directed)) = scope.body_of {
                return match !is_directed && self.is_set_next(name, head, around, scope) {
                    true => Need::Behind,
                    false => Need::Here,
                };
            }
        }
        match self.region.read_later.contains(name) {
            true => Need::Here,
            false => Need::Nobody,
        }
    }

    /// Whether each iteration of the loop around begins by setting the variable again.
    fn is_set_next(&self, name: &Text, head: &For, around: &For, scope: &Scope<'a>) -> bool {
        let is_own = |one: &Stmt| matches!(&one.kind, StmtKind::For(own) if own.head == head.head);
        let is_here = scope.statements.get(scope.at).is_some_and(is_own);
        let before = scope.statements.get(..scope.at).unwrap_or_default();
        let rest = around.condition.iter().chain(&around.step);
        is_here
            && !matches!(self.fate(name, before), Fate::Seen)
            && !jumps(&around.body)
            && !rest.into_iter().any(|one| sees(one, name))
            && around.early.is_none()
    }

    /// What happens to a variable in statements that are run one after the other.
    fn fate(&self, name: &Text, statements: &[Stmt]) -> Fate {
        let counts_anew = |head: &For| match (&head.init, own_counter(head)) {
            (ForInit::Expr(_), Some((own, first))) => own == name && !sees(first, name),
            _ => false,
        };
        for one in statements {
            match &one.kind {
                StmtKind::For(head) if counts_anew(head) => return Fate::Set,
                StmtKind::Expr(Expr {
                    kind: ExprKind::Assign(None, target, value),
                    ..
                }) if target.as_name() == Some(name) && !sees(value, name) => {
                    return Fate::Set;
                }
                _ if jumps(one) || self.mentions(one, name) => return Fate::Seen,
                _ => {}
            }
        }
        Fate::Passed
    }

    /// Whether a statement has to do with a variable, or may have.
    fn mentions(&self, statement: &Stmt, name: &Text) -> bool {
        let tokens = self.unit.tokens.get(statement.tokens.range());
        let in_text = tokens.is_none_or(|tokens| tokens.iter().any(|one| one.text == *name));
        let mut found = in_text || matches!(statement.kind, StmtKind::Opaque);
        statement.expressions(&mut |expr| found |= sees(expr, name));
        found
    }

    /// Writes behind a loop what its last iteration leaves.
    pub(super) fn leave_postponed(
        &mut self,
        postponed: Vec<Postponed<'a>>,
        head: &'a For,
        counted: &Counted<'a>,
        nest: &Nest,
    ) -> Lowered<Vec<Part>> {
        let mut parts = Vec::new();
        for one in postponed {
            let span = one.head.head;
            let value = self.exact(span, || at_last(counted, &one.value, nest))?;
            let domain = self.exact(span, || value.domain())?;
            let domain = self.tidy(domain, span)?;
            // Where there is no iteration, the value of before is left.
            let always = self.exact(span, || nest.domain.is_subset(&domain))?;
            match self.need(one.name, head) {
                Need::Nobody => {}
                Need::Behind if always => self.postponed.push(Postponed { value, ..one }),
                Need::Behind | Need::Here => {
                    let inner = Nest {
                        domain,
                        ..nest.clone()
                    };
                    parts.extend(self.leave(one.name, value, one.head, &inner)?);
                }
            }
        }
        Ok(parts)
    }

    /// Writes a value that a loop leaves, here or behind the loop around, or not at all.
    pub(super) fn leave_or_postpone(
        &mut self,
        name: &'a Text,
        value: PwAff,
        head: &'a For,
        nest: &Nest,
    ) -> Lowered<Option<Part>> {
        match self.need(name, head) {
            Need::Nobody => Ok(None),
            Need::Behind => {
                self.postponed.push(Postponed { name, value, head });
                Ok(None)
            }
            Need::Here => self.leave(name, value, head, nest),
        }
    }
}

/// What happens to a variable.
enum Fate {
    /// It gets another value before anybody has seen this one.
    Set,
    /// Somebody may see it.
    Seen,
    /// Nothing.
    Passed,
}

/// Whether an expression may have to do with a variable; a function that it calls may.
fn sees(expr: &Expr, name: &Text) -> bool {
    let mut found = false;
    expr.walk(&mut |inner| {
        found |= inner.as_name() == Some(name) || matches!(inner.kind, ExprKind::Call(..));
    });
    found
}
