//! Iterators as constants: `const int i = 32 * it + ii;` where subscripts would repeat the sum.
//!
//! A constant is declared as far out as all statements inside agree on its value: at the head of the
//! innermost loop that the value mentions, in the branch of a condition, or around a single
//! statement. It has the name of the iterator that it is, so that the text of the statements is what it
//! was. Where that name means something else already there is none.

use std::collections::BTreeSet;

use astgen::ast::{Expr, Node, Op, User};
use scop::{Scop, Statement};

use crate::substitute::mentions;
use crate::{Options, names};

/// A constant: its name, and its value in terms of the generated counters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constant {
    pub name: String,
    pub value: Expr,
}

/// What is declared where: a list for every scope of the tree, in the order in which they are met.
/// Scopes are the bodies of loops, the branches of conditions, and statements.
pub(crate) fn choose(
    scop: &Scop,
    ast: &Node,
    names: &[String],
    options: &Options,
) -> Vec<Vec<Constant>> {
    let mut taken = names::words(scop);
    taken.extend(options.hidden.iter().cloned());
    let mut choice = Choice {
        scop,
        taken,
        names,
        loops: 0,
        open: Vec::new(),
        declared: Vec::new(),
        scopes: Vec::new(),
    };
    choice.node(ast);
    choice.scopes
}

struct Choice<'a> {
    scop: &'a Scop,
    /// Words that mean something in the program.
    taken: BTreeSet<String>,
    /// The names of all loops, in the order in which they are met.
    names: &'a [String],
    /// How many of them have been met.
    loops: usize,
    /// The loops around the place at hand: generated counter, name.
    open: Vec<(String, String)>,
    /// The constants that are declared around it.
    declared: Vec<String>,
    scopes: Vec<Vec<Constant>>,
}

/// How much of a text is saved at least by a declaration that needs braces of its own.
const WORTH_BRACES: usize = 24;

impl<'a> Choice<'a> {
    fn node(&mut self, node: &'a Node) {
        match node {
            Node::Block(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Mark(_, node) => self.node(node),
            Node::For(found) => {
                let name = self.names.get(self.loops).unwrap_or(&found.iterator);
                self.loops += 1;
                self.open.push((found.iterator.clone(), name.clone()));
                self.scope(&found.body, 0, |choice| choice.node(&found.body));
                self.open.pop();
            }
            Node::If(found) => {
                self.scope(&found.then, 0, |choice| choice.node(&found.then));
                if let Some(otherwise) = &found.otherwise {
                    self.scope(otherwise, 0, |choice| choice.node(otherwise));
                }
            }
            Node::User(_) => self.scope(node, WORTH_BRACES, |_| {}),
        }
    }

    /// A scope that is worth its constants if they save that much of the text.
    fn scope(&mut self, node: &'a Node, worth: usize, inside: impl FnOnce(&mut Self)) {
        let outside = self.declared.len();
        let constants = self.constants(node, worth);
        let names = constants.iter().map(|one| one.name.clone());
        self.declared.extend(names);
        self.scopes.push(constants);
        inside(self);
        self.declared.truncate(outside);
    }

    fn constants(&self, node: &'a Node, worth: usize) -> Vec<Constant> {
        let mut users = Vec::new();
        let mut counters = Vec::new();
        users_of(node, &mut users, &mut counters);
        let inner = self.names.get(self.loops..self.loops + counters.len());
        let inner = inner.unwrap_or(&[]);
        let users: Vec<(&Statement, &User)> = { users.into_iter() }
            .filter_map(|user| Some((&self.scop[self.scop.find_statement(&user.name)?], user)))
            .collect();
        let mut found: Vec<Constant> = Vec::new();
        for (statement, user) in &users {
            for (name, value) in statement.iterators.iter().zip(&user.arguments) {
                let is_known = found.iter().any(|one| one.name == *name);
                let is_free = !self.taken.contains(name)
                    && !self.declared.contains(name)
                    && !self.open.iter().any(|(_, open)| open == name)
                    && !inner.contains(name)
                    && scop::can_name_variable(name);
                let is_here = is_sum(value)
                    && self
                        .open
                        .iter()
                        .any(|(counter, _)| mentions(value, counter))
                    && !counters.iter().any(|counter| mentions(value, counter));
                if is_known || !is_free || !is_here {
                    continue;
                }
                if let Some(uses) = uses(&users, name, value)
                    && saved(uses, name, value) > worth
                {
                    found.push(Constant {
                        name: name.clone(),
                        value: value.clone(),
                    });
                }
            }
        }
        found
    }
}

/// The statements of a tree, and the counters of its loops.
fn users_of<'a>(node: &'a Node, users: &mut Vec<&'a User>, counters: &mut Vec<&'a str>) {
    match node {
        Node::Block(nodes) => { nodes.iter() }.for_each(|node| users_of(node, users, counters)),
        Node::Mark(_, node) => users_of(node, users, counters),
        Node::For(found) => {
            counters.push(&found.iterator);
            users_of(&found.body, users, counters);
        }
        Node::If(found) => {
            users_of(&found.then, users, counters);
            { found.otherwise.iter() }.for_each(|node| users_of(node, users, counters));
        }
        Node::User(user) => users.push(user),
    }
}

/// Whether a value is more than a counter, its negation or its distance from a number.
fn is_sum(value: &Expr) -> bool {
    let is_word = |one: &Expr| match one {
        Expr::Int(_) | Expr::Id(_) => true,
        Expr::Op(Op::Neg, of) => matches!(of[..], [Expr::Id(_)]),
        Expr::Op(..) => false,
    };
    match value {
        Expr::Op(Op::Add | Op::Sub, sides) => {
            let is_number = |one: &Expr| matches!(one, Expr::Int(_));
            !(sides.iter().all(is_word) && sides.iter().any(is_number))
        }
        other => !is_word(other),
    }
}

/// How often the text of statements has the iterator of this name; nothing if it has another value in
/// one of them.
fn uses(users: &[(&Statement, &User)], name: &str, value: &Expr) -> Option<usize> {
    let mut count = 0;
    for (statement, user) in users {
        let Some(at) = statement.iterators.iter().position(|one| one == name) else {
            continue;
        };
        if user.arguments.get(at) != Some(value) {
            return None;
        }
        let holes = statement.body.holes.iter();
        count += { holes.filter_map(|hole| statement.body.text.get(hole.range.clone())) }
            .filter(|text| frontend::identifiers_outside(text, &[]).contains(name))
            .count();
    }
    Some(count)
}

/// How much shorter a text is with a constant, without its declaration: nothing if it is used once.
fn saved(uses: usize, name: &str, value: &Expr) -> usize {
    let less = value.to_string().len().saturating_sub(name.len());
    uses.saturating_sub(1) * less
}
