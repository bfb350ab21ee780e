//! Names of the caller's choice for the counters of a tree.

use crate::ast::{Expr, For, If, Node, User};
use crate::error::{Error, Result};
use std::collections::BTreeSet;

impl Node {
    /// The same code with these names for counters: the first one for outermost loops, the second one
    /// for those directly inside of them, and so on. Loops that are deeper keep their names.
    ///
    /// Fails if a name would then mean two things.
    ///
    /// ```
    /// let schedule = "[n] -> { S[i, j] -> [i, j] : 0 <= i < n and 0 <= j <= i }".parse()?;
    /// let ast = astgen::Generator::new().from_map(&schedule)?;
    /// let named = ast.with_iterators(&["row", "column"])?;
    /// assert!(named.to_string().contains("column <= row"), "{named}");
    /// assert!(ast.with_iterators(&["n"]).is_err());
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn with_iterators(&self, names: &[&str]) -> Result<Node> {
        let mut taken = BTreeSet::new();
        collect(self, names.len(), &mut Vec::new(), &mut taken);
        for (i, name) in names.iter().enumerate() {
            let why = if !is_identifier(name) {
                "is not an identifier"
            } else if names[..i].contains(name) {
                "is given twice"
            } else if taken.contains(*name) {
                "has another meaning in the code"
            } else {
                continue;
            };
            return Err(Error::Invalid(format!("the name `{name}` {why}")));
        }
        Ok(renamed(self, names, &mut Vec::new()))
    }
}

fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    let starts = bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    starts && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Every name with a meaning of its own: all but those of the first `depth` loops.
fn collect(node: &Node, depth: usize, loops: &mut Vec<String>, taken: &mut BTreeSet<String>) {
    let mut add = |expr: &Expr, loops: &[String]| names_in(expr, loops, taken);
    match node {
        Node::Block(nodes) => {
            for node in nodes {
                collect(node, depth, loops, taken);
            }
        }
        Node::Mark(_, node) => collect(node, depth, loops, taken),
        Node::User(user) => user.arguments.iter().for_each(|one| add(one, loops)),
        Node::If(found) => {
            add(&found.cond, loops);
            collect(&found.then, depth, loops, taken);
            if let Some(otherwise) = &found.otherwise {
                collect(otherwise, depth, loops, taken);
            }
        }
        Node::For(found) => {
            add(&found.init, loops);
            loops.push(found.iterator.clone());
            names_in(&found.cond, loops, taken);
            if loops.len() > depth {
                taken.insert(found.iterator.clone());
            }
            collect(&found.body, depth, loops, taken);
            loops.pop();
        }
    }
}

fn names_in(expr: &Expr, loops: &[String], taken: &mut BTreeSet<String>) {
    match expr {
        Expr::Int(_) => {}
        Expr::Id(name) if loops.contains(name) => {}
        Expr::Id(name) => {
            taken.insert(name.clone());
        }
        Expr::Op(_, operands) => operands.iter().for_each(|one| names_in(one, loops, taken)),
    }
}

fn renamed(node: &Node, names: &[&str], loops: &mut Vec<(String, String)>) -> Node {
    match node {
        Node::Block(nodes) => Node::Block(nodes.iter().map(|n| renamed(n, names, loops)).collect()),
        Node::Mark(word, node) => Node::Mark(word.clone(), Box::new(renamed(node, names, loops))),
        Node::User(user) => Node::User(User {
            name: user.name.clone(),
            arguments: user.arguments.iter().map(|one| expr(one, loops)).collect(),
        }),
        Node::If(found) => Node::If(Box::new(If {
            cond: expr(&found.cond, loops),
            then: renamed(&found.then, names, loops),
            otherwise: found
                .otherwise
                .as_ref()
                .map(|node| renamed(node, names, loops)),
        })),
        Node::For(found) => {
            let init = expr(&found.init, loops);
            let name = names.get(loops.len()).map(|name| name.to_string());
            let iterator = name.unwrap_or_else(|| found.iterator.clone());
            loops.push((found.iterator.clone(), iterator.clone()));
            let cond = expr(&found.cond, loops);
            let body = renamed(&found.body, names, loops);
            loops.pop();
            Node::For(Box::new(For {
                iterator,
                init,
                cond,
                step: found.step,
                body,
                attributes: found.attributes.clone(),
            }))
        }
    }
}

fn expr(from: &Expr, loops: &[(String, String)]) -> Expr {
    match from {
        Expr::Int(value) => Expr::Int(*value),
        Expr::Id(name) => {
            let new = loops.iter().rev().find(|(old, _)| old == name);
            Expr::Id(new.map_or(name, |(_, new)| new).clone())
        }
        Expr::Op(op, operands) => {
            Expr::Op(*op, operands.iter().map(|one| expr(one, loops)).collect())
        }
    }
}
