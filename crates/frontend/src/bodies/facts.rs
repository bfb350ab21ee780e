//! What a function asserts before a region, and which values it gives variables there.
//!
//! `assert(n > 0);` is believed of a region if it has been executed whenever the region begins, and
//! if nothing gives `n` another value until the region ends: it stands in a list of statements that
//! holds the region, before it, nothing jumps over it, and it means the variables of the region. The
//! same is asked of `int width = m + 2;`, and of assignments.

use std::collections::BTreeSet;

use super::changes::{Changes, Watched};
use super::{Body, Meaning};
use crate::regions::{Assertion, Known};
use crate::syntax::{Expr, ExprKind, Part, Stmt, StmtKind};
use crate::token::{Text, TokenKind};

/// Words that state a fact about the program.
pub(crate) const STATEMENTS: &[&str] =
    &["assert", "__builtin_assume", "__assume", "__pencil_assume"];

/// How many values are looked at for a region.
const MAX_VALUES: usize = 32;

/// Functions that return more than once.
const RETURNING_AGAIN: &[&str] = &["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork"];

/// What is asserted before the region between two pragmas.
pub(crate) fn asserted(changes: &Changes<'_>, begin: usize, end: usize) -> Vec<Assertion> {
    let body = changes.body;
    let mut lists = Vec::new();
    if !find(&body.tree, begin, &mut lists) || is_beyond_words(body) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (list, index) in lists {
        for statement in &list[..index] {
            if let Some(condition) = stated(changes, statement)
                && !is_entered(body, statement.tokens.range().start, end)
                && lasts(changes, condition, statement.tokens.range().end, begin, end)
            {
                found.push(Assertion {
                    condition: condition.clone(),
                    span: statement.span,
                });
            }
        }
    }
    found
}

/// The variables of a region, and those that their values are made of, that have the values which
/// the function has given them before.
pub(crate) fn known_values(changes: &Changes<'_>, begin: usize, end: usize) -> Vec<Known> {
    let body = changes.body;
    let mut lists = Vec::new();
    if !find(&body.tree, begin, &mut lists) || is_beyond_words(body) {
        return Vec::new();
    }
    let words = changes.tokens[begin..end].iter();
    let words = words.filter(|token| token.kind == TokenKind::Ident);
    let own: BTreeSet<Text> = words.map(|token| token.text.clone()).collect();
    let (mut wanted, mut of_values) = (own, BTreeSet::new());
    let mut found: Vec<Known> = Vec::new();
    let mut looks = 0;
    let before = lists.iter().flat_map(|(list, index)| &list[..*index]);
    for statement in before.collect::<Vec<_>>().into_iter().rev() {
        for (variable, value) in given(changes, statement).into_iter().rev() {
            let Watched::Own(id) = variable else {
                continue;
            };
            // The last value counts; if it does not last, the one before it does not either.
            let name = &body.variables[id as usize].declarator.name;
            if !wanted.remove(name) || looks == MAX_VALUES {
                continue;
            }
            looks += 1;
            let Some(mut parts) = changes.read_by(value) else {
                continue;
            };
            // `n = n + 1` says nothing of the new value.
            if parts.contains(&Watched::Memory) || parts.contains(&variable) {
                continue;
            }
            // Sizes are parameters, even if this program has only one of them.
            if parts.is_empty() && !of_values.contains(name) {
                continue;
            }
            parts.push(variable);
            let since = value.tokens.range().end;
            if !is_entered(body, statement.tokens.range().start, end)
                && all_last(changes, &parts, since, begin, end)
            {
                value.walk(&mut |inner| {
                    wanted.extend(inner.as_name().cloned());
                    of_values.extend(inner.as_name().cloned());
                });
                found.push(Known {
                    name: name.clone(),
                    value: value.clone(),
                });
            }
        }
    }
    found
}

/// The variables of the function that a statement gives values, whatever the values are.
fn given<'t>(changes: &Changes<'_>, statement: &'t Stmt) -> Vec<(Watched, &'t Expr)> {
    let body = changes.body;
    match &statement.kind {
        StmtKind::Expr(Expr {
            kind: ExprKind::Assign(None, target, value),
            ..
        }) if target.as_name().is_some() => match body.meaning(target) {
            Meaning::Own(id) => vec![(Watched::Own(id), &**value)],
            Meaning::Outside => Vec::new(),
        },
        StmtKind::Declaration(declaration) => {
            let storage = &declaration.storage;
            let lives_on = storage.is_static || storage.is_extern || storage.is_thread_local;
            let first = body.declared_at(statement.tokens.start);
            let Some(first) = first.filter(|_| !lives_on && !storage.is_typedef) else {
                return Vec::new();
            };
            let all = (first..).zip(&declaration.declarators);
            all.filter_map(|(id, one)| Some((Watched::Own(id), one.init.as_ref()?)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The lists of statements that hold a token, and which of their statements does.
fn find<'t>(statement: &'t Stmt, at: usize, lists: &mut Vec<(&'t [Stmt], usize)>) -> bool {
    if !statement.tokens.range().contains(&at) {
        return false;
    }
    match &statement.kind {
        StmtKind::Pragma(_) => true,
        StmtKind::Block(list) => {
            let holds = |one: &Stmt| one.tokens.range().contains(&at);
            let Some(index) = list.iter().position(holds) else {
                return false;
            };
            lists.push((list, index));
            find(&list[index], at, lists)
        }
        StmtKind::For(head) => find(&head.body, at, lists),
        StmtKind::If(_, yes, no) => {
            find(yes, at, lists) || no.as_ref().is_some_and(|no| find(no, at, lists))
        }
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => find(body, at, lists),
        _ => false,
    }
}

/// Whether it is not known what is done where.
fn is_beyond_words(body: &Body) -> bool {
    let mut found = !body.unread.is_empty();
    body.tree.parts(&mut |part| {
        found |= match part {
            Part::Stmt(one) => matches!(one.kind, StmtKind::Opaque),
            Part::Expr(one) => match &one.kind {
                ExprKind::Name(name) => RETURNING_AGAIN.contains(&&**name),
                _ => false,
            },
        };
    });
    found
}

/// The fact that a statement states.
fn stated<'t>(changes: &Changes<'_>, statement: &'t Stmt) -> Option<&'t Expr> {
    let StmtKind::Expr(expr) = &statement.kind else {
        return None;
    };
    let ExprKind::Call(callee, arguments) = &expr.kind else {
        return None;
    };
    let name = callee.as_name()?;
    let is_theirs = changes.body.meaning(callee) == Meaning::Outside
        && changes.body.declaration_at(callee.tokens.start).is_none()
        && changes.declarations.function(name).is_none()
        && !changes
            .declarations
            .globals
            .iter()
            .any(|one| one.name == *name);
    match &arguments[..] {
        [condition] if STATEMENTS.contains(&&**name) && is_theirs => Some(condition),
        _ => None,
    }
}

/// Whether something may jump to a place behind a statement that stands before the end of a region,
/// without passing the statement.
fn is_entered(body: &Body, statement: usize, end: usize) -> bool {
    let mut switches: Vec<std::ops::Range<usize>> = Vec::new();
    let mut cases = Vec::new();
    let mut found = false;
    body.tree.parts(&mut |part| {
        if let Part::Stmt(one) = part {
            let range = one.tokens.range();
            let is_behind = (statement..end).contains(&range.start);
            match &one.kind {
                StmtKind::Switch(..) => switches.push(range),
                StmtKind::Label(..) => found |= is_behind,
                StmtKind::Case(..) | StmtKind::Default(_) if is_behind => cases.push(range.start),
                _ => {}
            }
        }
    });
    let own_switch = |case: usize| {
        let around = switches.iter().filter(|range| range.contains(&case));
        around.map(|range| range.start).max().unwrap_or(0)
    };
    found || cases.into_iter().any(|case| own_switch(case) < statement)
}

/// Whether a fact that holds at a place still holds in the region behind it, however often it runs.
fn lasts(changes: &Changes<'_>, condition: &Expr, since: usize, begin: usize, end: usize) -> bool {
    let variables = changes.read_by(condition);
    variables.is_some_and(|variables| all_last(changes, &variables, since, begin, end))
}

fn all_last(
    changes: &Changes<'_>,
    variables: &[Watched],
    since: usize,
    begin: usize,
    end: usize,
) -> bool {
    let range = since..changes.end_of_loops(since, end);
    let is_seen = |watched: &Watched| changes.is_seen(watched, begin);
    variables
        .iter()
        .all(|one| is_seen(one) && !changes.may_change(one, range.clone(), begin..end))
}
