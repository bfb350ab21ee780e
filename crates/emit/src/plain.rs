//! Loops as `astgen` prints them, in one type: for which parameters everything in them fits it.
//!
//! Nothing is converted there, so what does not fit can only be avoided: a loop that would overflow
//! by its last step, `c += 32`, is counted in steps instead, `32 * c` taking the place of `c`.

use std::collections::BTreeSet;

use astgen::ast::{Expr, For, If, Node, Op};
use presburger::Set;

use crate::arithmetic::{Arithmetic, Rules};
use crate::flip::inside;
use crate::place::{Place, Variable};
use crate::substitute::{divided, mentions, substituted};
use crate::{Result, Type};

/// Loops whose counters, and parameters, are all of one type.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    /// The loops.
    pub ast: Node,
    /// The parameters for which everything in them fits the type, if not all that `context` and the
    /// type allow.
    pub only: Option<Set>,
}

/// The loops in a form in which as much as can be fits a type, and for which parameters all of it
/// does.
///
/// ```
/// use emit::{Type, plain};
///
/// let schedule = "[n] -> { S[i] -> [2 i] : 0 <= i < n }".parse().unwrap();
/// let ast = astgen::Generator::new().from_map(&schedule).unwrap();
/// let found = plain(&ast, Type::Int, &"{ : }".parse().unwrap()).unwrap();
/// assert_eq!(found.only, None); // for (int c0 = 0; c0 < n; c0 += 1)
///
/// let schedule = "[n] -> { S[i] -> [i + n] : 0 <= i < n }".parse().unwrap();
/// let ast = astgen::Generator::new().from_map(&schedule).unwrap();
/// let only = |ty| plain(&ast, ty, &"{ : }".parse().unwrap()).unwrap().only;
/// // for (int c0 = n; c0 < 2 * n; c0 += 1)
/// assert_eq!(
///     only(Type::Int).unwrap().to_string(),
///     "[n] -> { : -1073741824 <= n <= 1073741823 }"
/// );
/// ```
pub fn plain(ast: &Node, ty: Type, context: &Set) -> Result<Plain> {
    let mut names = BTreeSet::new();
    identifiers(ast, &mut Vec::new(), &mut names);
    names.extend(context.space().params().iter().map(ToString::to_string));
    let parameters = names.into_iter().map(|name| Variable {
        name,
        ty: Some(ty),
        range: ty.range(),
    });
    let outermost = Place::new(parameters.collect(), context)?;
    let check = |ast: Node| -> Result<Plain> {
        let arithmetic = Arithmetic::new(
            &ast,
            &[],
            &outermost,
            Rules::Only(ty),
            Vec::new(),
            Vec::new(),
        )?;
        let only = match arithmetic.failing() {
            Some(failing) => Some(outermost.except(failing)?),
            None => None,
        };
        Ok(Plain { ast, only })
    };
    let first = check(ast.clone())?;
    if first.only.is_none() {
        return Ok(first);
    }
    let counted = by_steps(ast);
    if counted == *ast {
        return Ok(first);
    }
    let second = check(counted)?;
    Ok(match second.only {
        None => second,
        Some(_) => first,
    })
}

/// The names in a tree that are not those of counters.
fn identifiers(node: &Node, counters: &mut Vec<String>, names: &mut BTreeSet<String>) {
    let mut add = |expr: &Expr, counters: &[String]| {
        each_name(expr, &mut |name| {
            if !counters.iter().any(|counter| counter == name) {
                names.insert(name.into());
            }
        });
    };
    match node {
        Node::Block(nodes) => {
            for node in nodes {
                identifiers(node, counters, names);
            }
        }
        Node::Mark(_, node) => identifiers(node, counters, names),
        Node::User(user) => user.arguments.iter().for_each(|one| add(one, counters)),
        Node::If(found) => {
            add(&found.cond, counters);
            identifiers(&found.then, counters, names);
            if let Some(otherwise) = &found.otherwise {
                identifiers(otherwise, counters, names);
            }
        }
        Node::For(found) => {
            add(&found.init, counters);
            counters.push(found.iterator.clone());
            add(&found.cond, counters);
            identifiers(&found.body, counters, names);
            counters.pop();
        }
    }
}

fn each_name(expr: &Expr, visit: &mut dyn FnMut(&str)) {
    match expr {
        Expr::Int(_) => {}
        Expr::Id(name) => visit(name),
        Expr::Op(_, operands) => operands.iter().for_each(|one| each_name(one, visit)),
    }
}

/// The tree with loops that begin at a number and have a step counted in steps:
/// `for (c = 32; c < n; c += 32)` is `for (c = 1; c <= (n - 1) / 32; c += 1)` with `32 * c` for `c`.
fn by_steps(node: &Node) -> Node {
    match node {
        Node::Block(nodes) => Node::Block(nodes.iter().map(by_steps).collect()),
        Node::Mark(word, node) => Node::Mark(word.clone(), Box::new(by_steps(node))),
        Node::User(_) => node.clone(),
        Node::If(found) => Node::If(Box::new(If {
            cond: found.cond.clone(),
            then: by_steps(&found.then),
            otherwise: found.otherwise.as_ref().map(by_steps),
        })),
        Node::For(found) => {
            let counted = counted(found).unwrap_or_else(|| (**found).clone());
            Node::For(Box::new(For {
                body: by_steps(&counted.body),
                ..counted
            }))
        }
    }
}

fn counted(found: &For) -> Option<For> {
    let (Expr::Int(first), step @ 2..) = (&found.init, found.step) else {
        return None;
    };
    let Expr::Op(op @ (Op::Le | Op::Lt), sides) = &found.cond else {
        return None;
    };
    let [Expr::Id(counter), bound] = &sides[..] else {
        return None;
    };
    if *counter != found.iterator || mentions(bound, counter) {
        return None;
    }
    let (whole, rest) = (first.div_euclid(step), first.rem_euclid(step));
    // The last value is at most this.
    let less = rest.checked_add(i64::from(*op == Op::Lt))?;
    let value = Expr::binary(
        Op::Add,
        Expr::Id(counter.clone()).times(step),
        Expr::Int(rest),
    );
    let last = |bound: &Expr| Expr::binary(Op::Sub, bound.clone(), Expr::Int(less));
    let each = |bound: &Expr| {
        let quotient = Expr::binary(Op::FdivQ, inside(&last(bound)), Expr::Int(step));
        divided(&last(bound), step).unwrap_or(quotient)
    };
    let counts = |op: Op, bound: Expr| Expr::binary(op, Expr::Id(counter.clone()), bound);
    // `c < n` rather than `c <= n - 1`: there is less that could overflow.
    let behind = Expr::binary(Op::Add, last(bound), Expr::Int(step));
    let cond = match (bound, divided(&behind, step)) {
        (Expr::Op(Op::Min, bounds), _) => {
            let bounds = bounds.iter().map(each).collect();
            counts(Op::Le, Expr::Op(Op::Min, bounds))
        }
        (_, Some(behind)) => counts(Op::Lt, behind),
        (bound, None) => counts(Op::Le, each(bound)),
    };
    Some(For {
        iterator: counter.clone(),
        init: Expr::Int(whole),
        cond,
        step: 1,
        body: substituted(&found.body, counter, &value),
        attributes: found.attributes.clone(),
    })
}
