//! Loops with commas in their heads, as loops with one counter.
//!
//! `for (i = 0, s = 1; i < n; i++, s *= 2) ...` is `s = 1; for (i = 0; i < n; i++) { ...; s *= 2; }`,
//! unless something in the body goes on with the next iteration, which would leave the step out. A
//! variable that is stepped by the same amount each time needs no statements: in
//! `for (i = 0, j = n - 1; i < j; i++, j--)` it [follows](Follower) the counter. Whether the amount
//! is constant shows later, so that there may be several readings of one head.

use std::collections::BTreeSet;

use scop::Span;

use crate::counting::{changes, leaves_alone, mentions, within_a_loop};
use crate::lower::counter;
use crate::syntax::{
    Expr, ExprKind, Follower, For, ForInit, Form, Stmt, StmtKind, Tokens, Type, UnaryOp,
};
use crate::token::Text;

/// A variable that the head of a loop sets.
struct Start<'a> {
    name: &'a Text,
    value: &'a Expr,
    /// Its type, if the head declares it.
    declared: Option<&'a Type>,
}

/// The ways to read a loop whose head has commas as statements and a loop with one counter; the
/// loop itself stands at `span` and is written with `tokens`.
pub(crate) fn readings(head: &For, tokens: Tokens, span: Span) -> Vec<Vec<Stmt>> {
    let Some(commas) = Commas::of(head) else {
        return Vec::new();
    };
    let mains = commas.mains();
    let with_followers = mains
        .iter()
        .filter_map(|main| commas.read(main, &commas.followers(main), tokens, span));
    let without = mains
        .first()
        .and_then(|main| commas.read(main, &[], tokens, span));
    let mut all: Vec<Vec<Stmt>> = with_followers.chain(without).collect();
    all.dedup();
    all
}

/// A head with commas, taken apart.
struct Commas<'a> {
    head: &'a For,
    condition: &'a Expr,
    starts: Vec<Start<'a>>,
    steps: Vec<&'a Expr>,
}

impl<'a> Commas<'a> {
    fn of(head: &'a For) -> Option<Commas<'a>> {
        let condition = head.condition.as_ref()?;
        let steps = listed(head.step.as_ref()?);
        let has_commas = counter(head).is_none() || steps.len() > 1;
        if head.form != Form::For || !has_commas {
            return None;
        }
        let starts: Vec<Start<'a>> = match &head.init {
            ForInit::Expr(expr) => {
                let all = listed(expr).into_iter().map(|one| match &one.kind {
                    ExprKind::Assign(None, target, value) => Some(Start {
                        name: target.as_name()?,
                        value,
                        declared: None,
                    }),
                    _ => None,
                });
                all.collect::<Option<_>>()?
            }
            ForInit::Declaration(declaration) => {
                let all = declaration.declarators.iter().map(|one| {
                    Some(Start {
                        name: &one.name,
                        value: one.init.as_ref()?,
                        declared: Some(&one.ty),
                    })
                });
                all.collect::<Option<_>>()?
            }
            ForInit::None => return None,
        };
        let names: BTreeSet<&Text> = starts.iter().map(|start| start.name).collect();
        let effects = starts.iter().any(|start| has_effects(start.value));
        (names.len() == starts.len() && !effects).then_some(Commas {
            head,
            condition,
            starts,
            steps,
        })
    }

    /// The variables that may be the counter.
    fn mains(&self) -> Vec<&'a Text> {
        let names = self.starts.iter().map(|start| start.name);
        let can_count = |name: &&Text| {
            mentions(self.condition, name)
                && self.step_of(name).is_some()
                && within_a_loop(&self.head.body, name)
        };
        names.filter(can_count).collect()
    }

    /// The only one of the steps that changes a variable.
    fn step_of(&self, name: &Text) -> Option<usize> {
        let mut found = (0..self.steps.len()).filter(|&at| changes(self.steps[at], name));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// The variables that may be stepped by the same amount as often as the counter.
    fn followers(&self, main: &Text) -> Vec<&'a Text> {
        let names = self.starts.iter().map(|start| start.name);
        let follows = |name: &&Text| {
            *name != main
                && within_a_loop(&self.head.body, name)
                && self.step_of(name).is_some_and(|at| {
                    let others = self.starts.iter().filter(|start| start.name != *name);
                    let mut others = others.map(|start| start.name);
                    is_step(self.steps[at], name)
                        && !others.any(|other| mentions(self.steps[at], other))
                })
        };
        names.filter(follows).collect()
    }

    fn read(
        &self,
        main: &Text,
        followers: &[&'a Text],
        tokens: Tokens,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let is_in_head = |name: &Text| name == main || followers.contains(&name);
        let at = self.step_of(main)?;
        let in_loop: Vec<usize> = followers
            .iter()
            .filter_map(|name| self.step_of(name))
            .chain([at])
            .collect();
        let rest: Vec<usize> = (0..self.steps.len())
            .filter(|at| !in_loop.contains(at))
            .collect();
        // Behind the step of a counter others would see its new value.
        let names = || self.starts.iter().map(|start| start.name);
        let sees_new = rest.iter().any(|&late| {
            let mut in_head = names().filter(|name| is_in_head(name));
            in_head.any(|name| {
                let is_behind = self.step_of(name).is_some_and(|step| step < late);
                is_behind && mentions(self.steps[late], name)
            })
        });
        if sees_new || !rest.is_empty() && !leaves_alone(&self.head.body, main) {
            return None;
        }
        // What is set before the loop and what the loop sets do not see each other.
        for start in &self.starts {
            let own = is_in_head(start.name);
            let mut others = names();
            if others.any(|name| (!own || !is_in_head(name)) && mentions(start.value, name)) {
                return None;
            }
        }
        let statement = |expr: &Expr| Stmt {
            kind: StmtKind::Expr(expr.clone()),
            span: expr.span,
            tokens: expr.tokens,
        };
        let mut all = Vec::new();
        let init = match &self.head.init {
            ForInit::Declaration(declaration) => {
                let with = |wanted: &dyn Fn(&Text) -> bool| {
                    let mut one = declaration.clone();
                    one.declarators.retain(|one| wanted(&one.name));
                    one
                };
                let before = with(&|name| !is_in_head(name));
                if !before.declarators.is_empty() {
                    all.push(Stmt {
                        kind: StmtKind::Declaration(before),
                        span,
                        tokens,
                    });
                }
                ForInit::Declaration(with(&|name| name == main))
            }
            ForInit::Expr(expr) => {
                let mut own = None;
                for (one, start) in listed(expr).into_iter().zip(&self.starts) {
                    match start.name == main {
                        true => own = Some(one.clone()),
                        false if is_in_head(start.name) => {}
                        false => all.push(statement(one)),
                    }
                }
                ForInit::Expr(own?)
            }
            ForInit::None => return None,
        };
        let mut body = vec![self.head.body.clone()];
        body.extend(rest.iter().map(|&at| statement(self.steps[at])));
        let body = Stmt {
            kind: StmtKind::Block(body),
            span: self.head.body.span,
            tokens: self.head.body.tokens,
        };
        let main_at = names().position(|name| name == main)?;
        let followers = self.starts.iter().enumerate().filter_map(|(at, start)| {
            let step = self.step_of(start.name)?;
            followers.contains(&start.name).then(|| Follower {
                name: start.name.clone(),
                declared: start.declared.cloned(),
                first: start.value.clone(),
                step: self.steps[step].clone(),
                is_ahead: at < main_at,
            })
        });
        all.push(Stmt {
            kind: StmtKind::For(Box::new(For {
                init,
                condition: Some(self.condition.clone()),
                step: Some(self.steps[at].clone()),
                body,
                head: self.head.head,
                form: Form::For,
                early: None,
                followers: followers.collect(),
                readings: Vec::new(),
            })),
            span,
            tokens,
        });
        Some(all)
    }
}

/// The expressions between commas.
fn listed(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Comma(left, right) => {
            let mut all = listed(left);
            all.extend(listed(right));
            all
        }
        _ => vec![expr],
    }
}

/// Whether an expression steps a variable, and does nothing else.
fn is_step(expr: &Expr, name: &Text) -> bool {
    match &expr.kind {
        ExprKind::Step { target, .. } => target.as_name() == Some(name),
        ExprKind::Assign(_, target, value) => target.as_name() == Some(name) && !has_effects(value),
        _ => false,
    }
}

fn has_effects(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |inner| {
        found |= matches!(
            inner.kind,
            ExprKind::Assign(..) | ExprKind::Step { .. } | ExprKind::Unary(UnaryOp::Address, _)
        );
    });
    found
}
