//! Names of the caller's choice for the counters of a tree.

use crate::ast::{Expr, For, If, Node, User};
use crate::error::{Error, Result};
use crate::print::macro_names;
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
        taken.extend(calls(self));
        for (i, name) in names.iter().enumerate() {
            let why = if !scop::can_name_variable(name) {
                "cannot be that of a variable in C"
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

    /// An error if the text of the tree is no C because of its names: a keyword as a parameter, say, or a
    /// statement with the name of a macro.
    ///
    /// ```
    /// let code = |schedule: &str| -> astgen::Result<astgen::ast::Node> {
    ///     astgen::Generator::new().from_map(&schedule.parse()?)
    /// };
    /// assert!(code("[n] -> { S[i] -> [i] : 0 <= i < n }")?.check_names().is_ok());
    /// assert!(code("[for] -> { S[i] -> [i] : 0 <= i < for }")?.check_names().is_err());
    /// assert!(code("[n, m] -> { min[i] -> [i] : 0 <= i < n, m }")?.check_names().is_err());
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn check_names(&self) -> Result<()> {
        let mut variables = BTreeSet::new();
        collect(self, 0, &mut Vec::new(), &mut variables);
        let mut statements = BTreeSet::new();
        statement_names(self, &mut statements);
        let macros: BTreeSet<&str> = macro_names(self).collect();
        for name in variables.iter().chain(&statements) {
            // Statements without names are those of isl's tests.
            if !name.is_empty() && !scop::is_name(name) {
                return Err(Error::Invalid(format!("`{name}` cannot be a name in C")));
            }
            if macros.contains(&name[..]) {
                return Err(Error::Invalid(format!(
                    "`{name}` is the name of a macro that the loops use"
                )));
            }
        }
        if let Some(name) = statements.iter().find(|name| variables.contains(*name)) {
            return Err(Error::Invalid(format!(
                "`{name}` is the name of a statement and of a variable"
            )));
        }
        Ok(())
    }
}

/// The names that the text of a tree calls: statements and macros.
fn calls(node: &Node) -> BTreeSet<String> {
    let mut names = macro_names(node).map(String::from).collect();
    statement_names(node, &mut names);
    names
}

fn statement_names(node: &Node, names: &mut BTreeSet<String>) {
    match node {
        Node::Block(nodes) => nodes.iter().for_each(|node| statement_names(node, names)),
        Node::Mark(_, node) => statement_names(node, names),
        Node::User(user) => {
            names.insert(user.name.clone());
        }
        Node::If(found) => {
            statement_names(&found.then, names);
            if let Some(otherwise) = &found.otherwise {
                statement_names(otherwise, names);
            }
        }
        Node::For(found) => statement_names(&found.body, names),
    }
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
