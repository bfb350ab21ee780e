//! Loops that count an iterator downwards.
//!
//! A schedule can only count up, so a loop over `-i` counts `c = -i` upwards and every statement
//! writes `-c`. Such a loop is turned round: `for (i = n - 1; i >= 0; i--)`.

use astgen::ast::{Expr, For, If, Node, Op};

use crate::substitute::{simplified, substituted};

/// The tree with loops turned round that only count the negation of an iterator.
pub(crate) fn flipped(node: &Node) -> Node {
    match node {
        Node::For(found) => {
            let found = turned(found).unwrap_or_else(|| (**found).clone());
            Node::For(Box::new(For {
                body: flipped(&found.body),
                ..found
            }))
        }
        Node::If(found) => Node::If(Box::new(If {
            cond: found.cond.clone(),
            then: flipped(&found.then),
            otherwise: found.otherwise.as_ref().map(flipped),
        })),
        Node::Block(nodes) => Node::Block(nodes.iter().map(flipped).collect()),
        Node::Mark(text, node) => Node::Mark(text.clone(), Box::new(flipped(node))),
        Node::User(_) => node.clone(),
    }
}

/// The loop the other way round, if that is how its statements see it.
fn turned(found: &For) -> Option<For> {
    let counter = &found.iterator;
    let negated = Expr::Id(counter.clone()).negated();
    if !all_users(&found.body, &|arguments| arguments.contains(&negated)) {
        return None;
    }
    let Expr::Op(op @ (Op::Le | Op::Lt), sides) = &found.cond else {
        return None;
    };
    let [Expr::Id(name), bound] = &sides[..] else {
        return None;
    };
    if name != counter {
        return None;
    }
    let order = if *op == Op::Le { Op::Ge } else { Op::Gt };
    let opposite = |expr: &Expr| simplified(&expr.clone().negated());
    let cond = Expr::binary(order, Expr::Id(counter.clone()), opposite(bound));
    Some(For {
        iterator: counter.clone(),
        init: opposite(&found.init),
        cond,
        step: found.step.checked_neg()?,
        body: substituted(&found.body, counter, &negated),
        attributes: found.attributes.clone(),
    })
}

fn all_users(node: &Node, holds: &dyn Fn(&[Expr]) -> bool) -> bool {
    match node {
        Node::For(node) => all_users(&node.body, holds),
        Node::If(node) => {
            all_users(&node.then, holds) && node.otherwise.iter().all(|node| all_users(node, holds))
        }
        Node::Block(nodes) => nodes.iter().all(|node| all_users(node, holds)),
        Node::Mark(_, node) => all_users(node, holds),
        Node::User(user) => holds(&user.arguments),
    }
}

/// Sums collected on both sides of comparisons; `-i <= -5` is `i >= 5`.
pub(crate) fn inside(expr: &Expr) -> Expr {
    match expr {
        Expr::Op(op @ (Op::Le | Op::Lt | Op::Ge | Op::Gt), sides) => {
            let sides: Vec<Expr> = sides.iter().map(inside).collect();
            let turned = match op {
                Op::Le => Op::Ge,
                Op::Lt => Op::Gt,
                Op::Ge => Op::Le,
                _ => Op::Lt,
            };
            match &sides[..] {
                [Expr::Op(Op::Neg, of), Expr::Int(_)] if of.len() == 1 => {
                    let number = simplified(&sides[1].clone().negated());
                    Expr::binary(turned, of[0].clone(), number)
                }
                _ => Expr::Op(*op, sides),
            }
        }
        Expr::Op(op @ (Op::And | Op::Or | Op::Eq), operands) => {
            Expr::Op(*op, operands.iter().map(inside).collect())
        }
        other => simplified(other),
    }
}
