//! Where the comments of a region go in the new text.
//!
//! Each is written once. What is said of a statement stands at its first copy; what is said of a
//! loop at the first loop that has its label or, without one, counts the same iterator for one of its
//! statements; if there is none, at the first of its statements.

use std::collections::{BTreeMap, BTreeSet};

use astgen::ast::{For, Node};
use frontend::{LoopRemark, Remark, Remarks};
use scop::Scop;

/// The comments that are still to be written.
#[derive(Default)]
pub(crate) struct Comments {
    /// By the number of the loop in the text.
    loops: BTreeMap<usize, Remark>,
    /// By the name of the statement.
    statements: BTreeMap<String, Remark>,
}

impl Comments {
    /// `names` are those of the loops in the order of the text.
    pub(crate) fn new(scop: &Scop, ast: &Node, names: &[String], remarks: &Remarks) -> Comments {
        let mut comments = Comments::default();
        for ((_, statement), remark) in scop.statements().zip(&remarks.statements) {
            if !remark.is_empty() {
                comments
                    .statements
                    .insert(statement.name.clone(), remark.clone());
            }
        }
        let mut outline = Outline::default();
        if !remarks.loops.is_empty() {
            outline.add(ast);
        }
        // From the last, so that what is said of an outer loop comes before that of an inner one.
        for one in remarks.loops.iter().rev() {
            let inside: BTreeSet<&str> = one.statements.iter().map(|id| &*scop[*id].name).collect();
            match outline.loop_of(one, &inside, names) {
                Some(index) => comments
                    .loops
                    .entry(index)
                    .or_default()
                    .prepend(&one.remark),
                None => {
                    let mut order = outline.statements.iter();
                    if let Some(first) = order.find(|name| inside.contains(*name)) {
                        let remark = comments.statements.entry(first.to_string()).or_default();
                        remark.prepend(&at_statement(&one.remark));
                    }
                }
            }
        }
        comments
    }

    /// What to write at a loop.
    pub(crate) fn of_loop(&mut self, number: usize) -> Remark {
        on_lines(self.loops.remove(&number).unwrap_or_default())
    }

    /// Whether a statement has comments to come on lines of their own.
    pub(crate) fn has_lines(&self, name: &str) -> bool {
        let remark = self.statements.get(name);
        remark.is_some_and(|one| !one.before.is_empty() || !one.after.is_empty())
    }

    /// What to write at a copy of a statement.
    pub(crate) fn of_statement(&mut self, name: &str) -> Remark {
        on_lines(self.statements.remove(name).unwrap_or_default())
    }
}

/// Nothing can follow `//` on a line.
fn on_lines(mut remark: Remark) -> Remark {
    let ends_line = |list: &[String]| {
        let mut others = list.iter().rev().skip(1);
        others.any(|comment| comment.starts_with("//"))
    };
    if ends_line(&remark.beside) {
        remark.before.append(&mut remark.beside);
    }
    if ends_line(&remark.closing) {
        remark.after.splice(0..0, remark.closing.drain(..));
    }
    remark
}

/// What is said of a loop that is gone.
fn at_statement(remark: &Remark) -> Remark {
    let join = |a: &[String], b: &[String]| a.iter().chain(b).cloned().collect();
    Remark {
        before: join(&remark.before, &remark.beside),
        after: join(&remark.closing, &remark.after),
        ..Remark::default()
    }
}

trait Prepend {
    /// Adds what is said of something around.
    fn prepend(&mut self, outer: &Remark);
}

impl Prepend for Remark {
    fn prepend(&mut self, outer: &Remark) {
        self.before.splice(0..0, outer.before.iter().cloned());
        self.beside.splice(0..0, outer.beside.iter().cloned());
        self.closing.extend(outer.closing.iter().cloned());
        self.after.extend(outer.after.iter().cloned());
    }
}

/// The loops and statements of a tree, in the order of the text.
#[derive(Default)]
struct Outline<'a> {
    loops: Vec<(&'a For, BTreeSet<&'a str>)>,
    statements: Vec<&'a str>,
}

impl<'a> Outline<'a> {
    fn add(&mut self, node: &'a Node) {
        match node {
            Node::For(found) => {
                let (number, first) = (self.loops.len(), self.statements.len());
                self.loops.push((found, BTreeSet::new()));
                self.add(&found.body);
                self.loops[number].1 = self.statements[first..].iter().copied().collect();
            }
            Node::If(found) => {
                self.add(&found.then);
                found.otherwise.iter().for_each(|node| self.add(node));
            }
            Node::Block(nodes) => nodes.iter().for_each(|node| self.add(node)),
            Node::Mark(_, node) => self.add(node),
            Node::User(user) => self.statements.push(&user.name),
        }
    }

    fn loop_of(
        &self,
        one: &LoopRemark,
        inside: &BTreeSet<&str>,
        names: &[String],
    ) -> Option<usize> {
        let with_label = |(found, _): &(&For, BTreeSet<&str>)| {
            one.label.is_some() && found.attributes.label == one.label
        };
        let labelled = self.loops.iter().position(with_label);
        labelled.or_else(|| {
            let mut loops = self.loops.iter().zip(names);
            loops.position(|((_, users), name)| *name == one.counter && !users.is_disjoint(inside))
        })
    }
}

/// The lines of comments, as they stand in a line of their own each.
pub(crate) fn lines(comments: &[String]) -> impl Iterator<Item = &str> {
    comments.iter().flat_map(|comment| comment.lines())
}
