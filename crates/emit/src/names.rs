//! Names for the counters of generated loops.
//!
//! A loop that counts an iterator of the statements in it keeps that iterator's name. Other loops
//! have the name that the schedule wants for them; where it means something else (a word of the
//! program, or one of the source's iterators, which they do not count) a number follows: `i2`. Loops
//! without a name are `t1`, `t2`, ... by depth.

use std::collections::BTreeSet;
use std::ops::Range;

use astgen::ast::{Expr, Node};
use scop::Scop;

use crate::Options;

/// The new names of the loops of a tree, in the order in which they are met.
pub(crate) fn choose(scop: &Scop, ast: &Node, options: &Options) -> Vec<String> {
    let mut taken = words(scop);
    taken.extend(options.hidden.iter().cloned());
    let mut choice = Choice {
        scop,
        reserved: &options.reserved,
        taken,
        names: Vec::new(),
        open: Vec::new(),
    };
    choice.node(ast);
    choice.names
}

struct Choice<'a> {
    scop: &'a Scop,
    /// Words of the program around.
    reserved: &'a BTreeSet<String>,
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
                let wanted = found.attributes.iterator.as_deref();
                let name = self.name(&found.iterator, wanted, &users);
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

    fn name(&self, counter: &str, wanted: Option<&str>, users: &[(&str, &[Expr])]) -> String {
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
        if let Some(wanted) = wanted.filter(|wanted| scop::can_name_variable(wanted)) {
            let mut names = std::iter::once(wanted.to_string()).chain(numbered(wanted));
            if let Some(free) = names.find(|name| self.is_free(name)) {
                return free;
            }
        }
        let numbers = self.open.len() + 1..;
        let mut names = numbers.map(|number| format!("t{number}"));
        let free = names.find(|name| self.is_free(name));
        free.unwrap_or_else(|| counter.into())
    }

    /// Whether a name means nothing yet.
    fn is_free(&self, name: &str) -> bool {
        let mut statements = self.scop.statements.iter();
        let is_iterator = statements.any(|one| one.iterators.iter().any(|other| other == name));
        !is_iterator
            && !self.taken.contains(name)
            && !self.reserved.contains(name)
            && !self.open.iter().any(|other| other == name)
    }
}

/// `i2`, `i3`, … for `i`, and `i3`, `i4`, … for `i2`.
fn numbered(name: &str) -> impl Iterator<Item = String> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name
        .get(stem.len()..)
        .and_then(|digits| digits.parse::<u32>().ok());
    let first = number.map_or(2, |number| number.saturating_add(1));
    (first..).map(move |number| format!("{stem}{number}"))
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

/// The name of a macro that the text defines: `wanted`, unless it means something in the program, also
/// where only macros of the program use it.
pub(crate) fn of_macro(wanted: &str, scop: &Scop, options: &Options) -> String {
    let mut taken = words(scop);
    let statements = scop.statements.iter();
    taken.extend(
        statements
            .clone()
            .flat_map(|one| one.iterators.iter().cloned()),
    );
    // What the program computes subscripts from, too: its old text is read beside the new one.
    taken.extend(statements.flat_map(|one| frontend::identifiers_outside(&one.body.text, &[])));
    let is_free = |name: &String| {
        !taken.contains(name) && !options.macros.contains(name) && !options.hidden.contains(name)
    };
    let mut others = (2..).map(|number| format!("{wanted}{number}"));
    let wanted = Some(wanted.to_string()).filter(is_free);
    wanted.or_else(|| others.find(is_free)).unwrap_or_default()
}

/// The words of the program that are no iterators of its statements.
pub(crate) fn words(scop: &Scop) -> BTreeSet<String> {
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
    for expression in scop
        .parameters
        .iter()
        .filter_map(|one| one.expression.as_ref())
    {
        words.extend(frontend::identifiers_outside(expression, &[]));
    }
    for statement in &scop.statements {
        let holes: Vec<Range<usize>> = statement.body.ranges().collect();
        words.extend(frontend::identifiers_outside(&statement.body.text, &holes));
    }
    words
}
