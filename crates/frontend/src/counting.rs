//! `while` and `do` loops that count, as the `for` loops that they are.
//!
//! `i = 0; while (i < n) { ...; i++; }` does the same as `for (i = 0; i < n; i++) { ... }`, as long
//! as nothing else in the body changes `i` or goes to its end early. The statement keeps the tokens
//! of the two that it is made of, so that it can still be written as it was.

use std::collections::BTreeSet;

use scop::Span;

use crate::lower::counter;
use crate::syntax::{
    BinaryOp, Early, Expr, ExprKind, For, ForInit, Form, Stmt, StmtKind, Tokens, UnaryOp,
};
use crate::token::Text;
use crate::unfolding::readings;

/// Makes `for` loops of the counting loops in a list of statements and in all in it.
///
/// A variable that is also used outside of loops that count with it is left alone: there it is
/// memory like others.
pub(crate) fn as_for_loops(mut statements: Vec<Stmt>) -> Vec<Stmt> {
    let mut loose = BTreeSet::new();
    find_loose(&statements, &mut Vec::new(), &mut loose);
    in_list(&mut statements, &loose);
    statements
}

/// The same for a block, whose variables others may be called like.
fn in_block(statements: &mut Vec<Stmt>, loose: &BTreeSet<Text>) {
    let own = declared(statements);
    if own.is_empty() {
        return in_list(statements, loose);
    }
    let mut inner = BTreeSet::new();
    find_loose(statements, &mut Vec::new(), &mut inner);
    inner.retain(|name| own.contains(name));
    inner.extend(loose.difference(&own).cloned());
    in_list(statements, &inner);
}

/// The variables of a block, but for those whose names stand for others earlier in it.
fn declared(statements: &[Stmt]) -> BTreeSet<Text> {
    let (mut names, mut used) = (BTreeSet::new(), BTreeSet::new());
    let declares = |one: &Stmt| matches!(one.kind, StmtKind::Declaration(_));
    let last = statements.iter().rposition(declares);
    for statement in &statements[..last.map_or(0, |last| last + 1)] {
        statement.expressions(&mut |expr| {
            expr.walk(&mut |inner| {
                let name = inner.as_name().filter(|name| !names.contains(*name));
                used.extend(name.cloned());
            });
        });
        if let StmtKind::Declaration(declaration) = &statement.kind {
            let new = declaration.declarators.iter().map(|one| &one.name);
            names.extend(new.filter(|name| !used.contains(*name)).cloned());
        }
    }
    names
}

fn in_list(statements: &mut Vec<Stmt>, loose: &BTreeSet<Text>) {
    let mut done: Vec<Stmt> = Vec::with_capacity(statements.len());
    for mut statement in statements.drain(..) {
        inside(&mut statement, loose);
        let Some(first) = done.pop() else {
            done.push(statement);
            continue;
        };
        match counting(first, statement, loose) {
            Ok(one) => done.push(one),
            Err(both) => done.extend(*both),
        }
    }
    *statements = done;
}

/// The same for what stands in a statement.
fn inside(statement: &mut Stmt, loose: &BTreeSet<Text>) {
    match &mut statement.kind {
        StmtKind::Block(body) => in_block(body, loose),
        StmtKind::For(head) => {
            inside(&mut head.body, loose);
            read_head(head, statement.tokens, statement.span);
        }
        StmtKind::If(_, yes, no) => {
            inside(yes, loose);
            no.iter_mut().for_each(|no| inside(no, loose));
        }
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => inside(body, loose),
        _ => {}
    }
}

/// Finds out what else the head of a loop says, which stands at `span` and is written with `tokens`.
pub(crate) fn read_head(head: &mut For, tokens: Tokens, span: Span) {
    head.early = early(head);
    head.readings = readings(head, tokens, span);
}

/// The step of a loop whose condition makes it, if it makes it once and nothing else.
fn early(head: &For) -> Option<Early> {
    let ((name, _), None) = (counter(head)?, &head.step) else {
        return None;
    };
    step_in(head.condition.as_ref()?, name).map(|(early, _)| early)
}

/// The step of a variable that a condition makes, if it makes it once and nothing else.
fn step_in(condition: &Expr, name: &Text) -> Option<(Early, Expr)> {
    let mut mentioned = 0;
    let mut steps = Vec::new();
    condition.walk(&mut |inner| {
        mentioned += usize::from(inner.as_name() == Some(name));
        match &inner.kind {
            ExprKind::Step { up, prefix, target } => {
                steps.push((*up, *prefix, target.as_name() == Some(name)));
            }
            ExprKind::Assign(..) | ExprKind::Call(..) => steps.push((false, false, false)),
            _ => {}
        }
    });
    let (1, [(up, prefix, true)]) = (mentioned, &steps[..]) else {
        return None;
    };
    let (up, is_about_old) = (*up, !prefix);
    let mut condition = condition.clone();
    let place = sure_step(&mut condition)?;
    let step = place.clone();
    if let ExprKind::Step { target, .. } = &step.kind {
        *place = (**target).clone();
    }
    let early = Early {
        condition,
        is_about_old,
        up,
    };
    Some((early, step))
}

/// The step in an expression that is made whenever that is evaluated.
fn sure_step(expr: &mut Expr) -> Option<&mut Expr> {
    if matches!(expr.kind, ExprKind::Step { .. }) {
        return Some(expr);
    }
    match &mut expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, first, _) => sure_step(first),
        ExprKind::Binary(_, left, right) => sure_step(left).or_else(|| sure_step(right)),
        ExprKind::Unary(_, operand) | ExprKind::Cast(_, operand) => sure_step(operand),
        _ => None,
    }
}

/// The names that are used where no loop around counts with them.
fn find_loose(statements: &[Stmt], counters: &mut Vec<Text>, loose: &mut BTreeSet<Text>) {
    let depth = counters.len();
    for (index, statement) in statements.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| &statements[index]);
        let begun = before
            .and_then(start)
            .filter(|(name, _)| counts(statement, name));
        counters.extend(begun.map(|(name, _)| name.clone()));
        let next = statements.get(index + 1);
        let begins =
            start(statement).filter(|(name, _)| next.is_some_and(|next| counts(next, name)));
        counters.extend(begins.map(|(name, _)| name.clone()));
        find_loose_inside(statement, counters, loose);
        counters.truncate(depth);
    }
}

fn find_loose_inside(statement: &Stmt, counters: &mut Vec<Text>, loose: &mut BTreeSet<Text>) {
    let depth = counters.len();
    let mut look = |expr: &Expr, counters: &[Text]| {
        expr.walk(&mut |inner| {
            if let Some(name) = inner.as_name()
                && !counters.contains(name)
            {
                loose.insert(name.clone());
            }
        });
    };
    match &statement.kind {
        StmtKind::Block(body) => {
            let own = declared(body);
            if own.is_empty() {
                return find_loose(body, counters, loose);
            }
            let others = counters.iter().filter(|name| !own.contains(*name));
            let mut inner = BTreeSet::new();
            find_loose(body, &mut others.cloned().collect(), &mut inner);
            loose.extend(inner.into_iter().filter(|name| !own.contains(name)));
        }
        StmtKind::For(head) => {
            counters.extend(counter(head).map(|(name, _)| name.clone()));
            match &head.init {
                ForInit::None => {}
                ForInit::Expr(expr) => look(expr, counters),
                ForInit::Declaration(declaration) => {
                    declaration.expressions(&mut |expr| look(expr, counters));
                }
            }
            let clauses = head.condition.iter().chain(&head.step);
            clauses.for_each(|expr| look(expr, counters));
            find_loose_inside(&head.body, counters, loose);
            counters.truncate(depth);
        }
        StmtKind::If(condition, yes, no) => {
            look(condition, counters);
            find_loose_inside(yes, counters, loose);
            no.iter()
                .for_each(|no| find_loose_inside(no, counters, loose));
        }
        StmtKind::While(expr, body)
        | StmtKind::DoWhile(body, expr)
        | StmtKind::Switch(expr, body)
        | StmtKind::Case(expr, body) => {
            look(expr, counters);
            find_loose_inside(body, counters, loose);
        }
        StmtKind::Default(body) | StmtKind::Label(_, body) => {
            find_loose_inside(body, counters, loose);
        }
        _ => statement.expressions(&mut |expr| look(expr, counters)),
    }
}

/// Two statements as one loop, or as they were.
fn counting(first: Stmt, second: Stmt, loose: &BTreeSet<Text>) -> Result<Stmt, Box<[Stmt; 2]>> {
    let Some((name, is_declared)) = start(&first) else {
        return Err(Box::new([first, second]));
    };
    let name = name.clone();
    let adjacent = first.tokens.end == second.tokens.start && first.span.file == second.span.file;
    if !adjacent || loose.contains(&name) || !counts(&second, &name) {
        return Err(Box::new([first, second]));
    }
    let tokens = Tokens {
        start: first.tokens.start,
        end: second.tokens.end,
    };
    let span = first.span.to(second.span);
    let (condition, mut body, form) = match second.kind {
        StmtKind::While(condition, body) => (condition, body, Form::While),
        StmtKind::DoWhile(body, condition) => (condition, body, Form::DoWhile),
        kind => {
            let second = Stmt { kind, ..second };
            return Err(Box::new([first, second]));
        }
    };
    let init = match first.kind {
        StmtKind::Expr(expr) => ForInit::Expr(expr),
        StmtKind::Declaration(declaration) if is_declared => ForInit::Declaration(declaration),
        // `start` has looked at it.
        _ => ForInit::None,
    };
    let mut step = None;
    let mut condition = condition;
    if !changes(&condition, &name) {
        if let StmtKind::Block(statements) = &mut body.kind
            && let Some(Stmt {
                kind: StmtKind::Expr(last),
                ..
            }) = statements.pop()
        {
            step = Some(last);
        }
    } else if form == Form::DoWhile
        && let Some((early, made)) = step_in(&condition, &name)
    {
        // Between two iterations it does not matter what makes the step.
        (condition, step) = (early.condition, Some(made));
    }
    let head = head(span, body.span, form, &condition);
    let mut new = For {
        early: None,
        readings: Vec::new(),
        followers: Vec::new(),
        init,
        condition: Some(condition),
        step,
        body: *body,
        head,
        form,
    };
    read_head(&mut new, tokens, span);
    Ok(Stmt {
        kind: StmtKind::For(Box::new(new)),
        span,
        tokens,
    })
}

/// What messages about how often a loop runs point at.
fn head(whole: Span, body: Span, form: Form, condition: &Expr) -> Span {
    match form {
        Form::DoWhile => condition.span,
        _ => Span {
            end: body.start.max(whole.start),
            ..whole
        },
    }
}

/// The variable that a statement gives its value, and whether it declares it.
fn start(statement: &Stmt) -> Option<(&Text, bool)> {
    match &statement.kind {
        StmtKind::Expr(expr) => match &expr.kind {
            ExprKind::Assign(None, target, _) => Some((target.as_name()?, false)),
            _ => None,
        },
        StmtKind::Declaration(declaration) => match &declaration.declarators[..] {
            [one] if one.init.is_some() && !declaration.storage.is_static => {
                Some((&one.name, true))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a statement is a loop that counts with a variable, the last statement of its body or
/// its condition being the step.
fn counts(statement: &Stmt, counter: &Text) -> bool {
    let (condition, body) = match &statement.kind {
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => (condition, body),
        _ => return false,
    };
    if changes(condition, counter) {
        // `continue` goes on with the condition, which makes the step.
        let is_while = matches!(statement.kind, StmtKind::While(..));
        return step_in(condition, counter)
            .is_some_and(|(early, _)| is_while || !early.is_about_old)
            && within_a_loop(body, counter);
    }
    let StmtKind::Block(body) = &body.kind else {
        return false;
    };
    let Some((last, others)) = body.split_last() else {
        return false;
    };
    let StmtKind::Expr(step) = &last.kind else {
        return false;
    };
    mentions(condition, counter)
        && changes(step, counter)
        && others.iter().all(|one| leaves_alone(one, counter))
}

pub(crate) fn mentions(expr: &Expr, name: &Text) -> bool {
    let mut found = false;
    expr.walk(&mut |inner| found |= inner.as_name() == Some(name));
    found
}

/// Whether an expression may give a variable another value.
pub(crate) fn changes(expr: &Expr, name: &Text) -> bool {
    let mut found = false;
    expr.walk(&mut |inner| {
        if let ExprKind::Assign(_, target, _)
        | ExprKind::Step { target, .. }
        | ExprKind::Unary(UnaryOp::Address, target) = &inner.kind
        {
            found |= target.as_name() == Some(name);
        }
    });
    found
}

/// Whether a statement of the body neither changes the counter, nor declares its name, nor goes on
/// with the next iteration, which would leave the step out.
pub(crate) fn leaves_alone(statement: &Stmt, counter: &Text) -> bool {
    let alone = |expr: &Expr| !changes(expr, counter);
    let inside = |statement: &Stmt| leaves_alone(statement, counter);
    match &statement.kind {
        StmtKind::Empty | StmtKind::Pragma(_) | StmtKind::Break => true,
        StmtKind::Continue | StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Opaque => false,
        StmtKind::Expr(expr) => alone(expr),
        StmtKind::Block(body) => body.iter().all(inside),
        StmtKind::If(condition, yes, no) => {
            alone(condition) && inside(yes) && no.iter().all(|no| inside(no))
        }
        StmtKind::For(head) => {
            let init = match &head.init {
                ForInit::None => true,
                ForInit::Expr(expr) => alone(expr),
                ForInit::Declaration(declaration) => {
                    let mut all = declaration.declarators.iter();
                    all.all(|one| one.name != *counter && one.init.iter().all(alone))
                }
            };
            // `continue` in it is about that loop.
            init && head.condition.iter().chain(&head.step).all(alone)
                && within_a_loop(&head.body, counter)
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            alone(condition) && within_a_loop(body, counter)
        }
        StmtKind::Switch(value, body) | StmtKind::Case(value, body) => alone(value) && inside(body),
        StmtKind::Default(body) | StmtKind::Label(_, body) => inside(body),
        StmtKind::Declaration(declaration) => {
            let mut all = declaration.declarators.iter();
            all.all(|one| one.name != *counter && one.init.iter().all(alone))
        }
    }
}

/// The same for the body of a loop inside, which `continue` may go on with.
pub(crate) fn within_a_loop(statement: &Stmt, counter: &Text) -> bool {
    match &statement.kind {
        StmtKind::Continue => true,
        StmtKind::Block(body) => body.iter().all(|one| within_a_loop(one, counter)),
        StmtKind::If(condition, yes, no) => {
            !changes(condition, counter)
                && within_a_loop(yes, counter)
                && no.iter().all(|no| within_a_loop(no, counter))
        }
        StmtKind::Label(_, body) => within_a_loop(body, counter),
        _ => leaves_alone(statement, counter),
    }
}
