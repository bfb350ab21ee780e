//! Names for the counters of generated loops.
//!
//! A loop that counts an iterator of the statements in it keeps that iterator's name. Other loops
//! are `t1`, `t2`, ... by depth. No name is one that the program uses for something else.

use std::collections::BTreeSet;

use astgen::ast::{Expr, Node};
use scop::Scop;

/// The new names of the loops of a tree, in the order in which they are met.
pub(crate) fn choose(scop: &Scop, ast: &Node) -> Vec<String> {
    let mut choice = Choice {
        scop,
        taken: words(scop),
        names: Vec::new(),
        open: Vec::new(),
    };
    choice.node(ast);
    choice.names
}

struct Choice<'a> {
    scop: &'a Scop,
    /// Words that mean something in the program.
    taken: BTreeSet<String>,
    names: Vec<String>,
    /// Names of the loops around the place at hand.
    open: Vec<String>,
}

impl Choice<'_> {
    fn node(&mut self, node: &Node) {
        match node {
            Node::For(found) => {
                let mut users = Vec::new();
                collect(&found.body, &mut users);
                let name = self.name(&found.iterator, &users);
                self.names.push(name.clone());
                self.open.push(name);
                self.node(&found.body);
                self.open.pop();
            }
            Node::If(found) => {
                self.node(&found.then);
                found.otherwise.iter().for_each(|node| self.node(node));
            }
            Node::Block(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Mark(_, node) => self.node(node),
            Node::User(_) => {}
        }
    }

    fn name(&self, counter: &str, users: &[(&str, &[Expr])]) -> String {
        let own = |(name, arguments): &(&str, &[Expr])| -> Option<&str> {
            let statement = &self.scop.statements[self.scop.find_statement(name)?.index()];
            let position = arguments
                .iter()
                .position(|argument| *argument == Expr::Id(counter.into()))?;
            statement.iterators.get(position).map(String::as_str)
        };
        // A statement that runs for one value only may not mention the counter.
        let mut candidates = users.iter().filter_map(own);
        if let Some(first) = candidates.next()
            && candidates.all(|other| other == first)
            && !self.taken.contains(first)
            && !self.open.iter().any(|name| name == first)
        {
            return first.into();
        }
        let mut number = self.open.len() + 1;
        loop {
            let name = format!("t{number}");
            let iterator = self
                .scop
                .statements
                .iter()
                .any(|statement| statement.iterators.contains(&name));
            if !iterator && !self.taken.contains(&name) && !self.open.contains(&name) {
                return name;
            }
            number += 1;
        }
    }
}

fn collect<'a>(node: &'a Node, users: &mut Vec<(&'a str, &'a [Expr])>) {
    match node {
        Node::For(node) => collect(&node.body, users),
        Node::If(node) => {
            collect(&node.then, users);
            node.otherwise.iter().for_each(|node| collect(node, users));
        }
        Node::Block(nodes) => nodes.iter().for_each(|node| collect(node, users)),
        Node::Mark(_, node) => collect(node, users),
        Node::User(user) => users.push((&user.name, &user.arguments)),
    }
}

/// The words of the program that are no iterators of its statements.
fn words(scop: &Scop) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = BTreeSet::new();
    for array in &scop.arrays {
        words.insert(array.name.clone());
        words.extend(array.source_name.split('.').map(String::from));
    }
    words.extend(
        scop.parameters
            .iter()
            .map(|parameter| parameter.name.clone()),
    );
    for statement in &scop.statements {
        let mut rest = statement.body.text.clone();
        for hole in statement.body.holes.iter().rev() {
            if rest.is_char_boundary(hole.range.start) && rest.is_char_boundary(hole.range.end) {
                rest.replace_range(hole.range.clone(), " ");
            }
        }
        let found = rest.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.extend(found.filter(|word| !word.is_empty()).map(String::from));
    }
    words
}
