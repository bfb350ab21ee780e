//! What it means that two codes have the same structure, up to names.
//!
//! Two things are compared:
//!
//! - the **skeleton**: loops with their steps, conditions with or without `else`, and statements,
//!   nested and in order;
//! - the **places** of the instances: for given values of the parameters every instance is
//!   executed at the same place, that is at the same position in the blocks, in the same branches
//!   and with the same values of the counters.
//!
//! A condition may be written as its opposite, with the branches exchanged. Bounds and guards may be
//! written differently too, and may differ for iterations that execute nothing. That is where one code can be better than the other, so two figures are taken too: the
//! tests that are executed (of loops and of conditions) and the operators that are written.

use astgen::ast::{Expr, Node, Op, User};
use astgen::interpret::{self, Instance};

/// The skeleton as text: `for{ S1 for+2{ S2 } if{ S3 }else{ S4 } }`.
pub fn skeleton(node: &Node) -> String {
    let mut words = Vec::new();
    outline(node, &mut words);
    words.join(" ")
}

fn outline(node: &Node, words: &mut Vec<String>) {
    match node {
        Node::Block(nodes) => nodes.iter().for_each(|node| outline(node, words)),
        Node::Mark(_, node) => outline(node, words),
        Node::User(user) => words.push(user.name.clone()),
        Node::For(node) => {
            words.push(match node.step {
                1 => "for{".to_string(),
                step => format!("for+{step}{{"),
            });
            outline(&node.body, words);
            words.push("}".into());
        }
        Node::If(node) => {
            words.push("if{".into());
            match &node.otherwise {
                None => outline(&node.then, words),
                Some(otherwise) => {
                    let mut branches = [skeleton(&node.then), skeleton(otherwise)];
                    branches.sort();
                    words.push(branches.join(" }else{ "));
                }
            }
            words.push("}".into());
        }
    }
}

/// A step on the way from the root to an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Which of the nodes that follow each other.
    Position(usize),
    /// The value of the counter of a loop.
    Counter(i64),
    /// Whether it is the first branch of a condition, in the order of the skeleton.
    Branch(bool),
}

/// What one run executes.
#[derive(Debug, Default)]
pub struct Run {
    /// The instances in order, each with its place.
    pub instances: Vec<(Vec<Step>, Instance)>,
    /// How often a loop or a condition was tested.
    pub tests: usize,
}

impl Run {
    /// Runs `node`; a message if an expression has no value or after too many tests.
    pub fn new(node: &Node, parameters: &[(&str, i64)]) -> Result<Run, String> {
        let mut walk = Walk {
            run: Run::default(),
            values: parameters
                .iter()
                .map(|(name, value)| (name.to_string(), *value))
                .collect(),
            place: Vec::new(),
        };
        walk.sequence(node)?;
        Ok(walk.run)
    }

    /// The instances without their places.
    pub fn trace(&self) -> Vec<Instance> {
        self.instances.iter().map(|(_, i)| i.clone()).collect()
    }
}

struct Walk {
    run: Run,
    /// Parameters and counters; the last of a name counts.
    values: Vec<(String, i64)>,
    place: Vec<Step>,
}

impl Walk {
    fn sequence(&mut self, node: &Node) -> Result<(), String> {
        let mut nodes = Vec::new();
        flatten(node, &mut nodes);
        for (position, node) in nodes.into_iter().enumerate() {
            self.place.push(Step::Position(position));
            self.node(node)?;
            self.place.pop();
        }
        Ok(())
    }

    fn node(&mut self, node: &Node) -> Result<(), String> {
        match node {
            Node::Block(_) | Node::Mark(..) => self.sequence(node),
            Node::User(user) => {
                let arguments = user.arguments.iter().map(|a| self.value(a));
                let arguments = arguments.collect::<Result<_, _>>()?;
                let instance = (user.name.clone(), arguments);
                self.run.instances.push((self.place.clone(), instance));
                Ok(())
            }
            Node::If(node) => {
                let holds = self.test(&node.cond)?;
                let otherwise = node.otherwise.as_ref();
                let exchanged = otherwise.is_some_and(|o| skeleton(o) < skeleton(&node.then));
                let branch = match holds {
                    true => Some(&node.then),
                    false => otherwise,
                };
                self.place.push(Step::Branch(holds != exchanged));
                branch.map_or(Ok(()), |branch| self.sequence(branch))?;
                self.place.pop();
                Ok(())
            }
            Node::For(node) => {
                let mut counter = self.value(&node.init)?;
                loop {
                    self.values.push((node.iterator.clone(), counter));
                    let goes_on = self.test(&node.cond)?;
                    if goes_on {
                        self.place.push(Step::Counter(counter));
                        self.sequence(&node.body)?;
                        self.place.pop();
                    }
                    self.values.pop();
                    if !goes_on {
                        return Ok(());
                    }
                    counter += node.step;
                }
            }
        }
    }

    fn test(&mut self, cond: &Expr) -> Result<bool, String> {
        self.run.tests += 1;
        match self.run.tests > 1_000_000 {
            true => Err("more than a million tests".into()),
            false => Ok(self.value(cond)? != 0),
        }
    }

    /// The value of an expression is the coordinate of an instance that has it as such.
    fn value(&self, expr: &Expr) -> Result<i64, String> {
        let instance = Node::User(User {
            name: String::new(),
            arguments: vec![expr.clone()],
        });
        let values: Vec<(&str, i64)> = self.values.iter().map(|(n, v)| (n.as_str(), *v)).collect();
        let trace = interpret::run(&instance, &values, 1).map_err(|e| e.to_string())?;
        let value = trace
            .first()
            .and_then(|(_, values)| values.first().copied());
        value.ok_or_else(|| format!("{expr} was not evaluated"))
    }
}

fn flatten<'a>(node: &'a Node, nodes: &mut Vec<&'a Node>) {
    match node {
        Node::Block(parts) => parts.iter().for_each(|part| flatten(part, nodes)),
        Node::Mark(_, node) => flatten(node, nodes),
        other => nodes.push(other),
    }
}

/// The number of comparisons, minima, maxima, divisions, remainders and choices that are written.
pub fn operators(node: &Node) -> usize {
    match node {
        Node::Block(nodes) => nodes.iter().map(operators).sum(),
        Node::Mark(_, node) => operators(node),
        Node::User(user) => user.arguments.iter().map(in_expr).sum(),
        Node::If(node) => {
            let branches = operators(&node.then) + node.otherwise.as_ref().map_or(0, operators);
            in_expr(&node.cond) + branches
        }
        Node::For(node) => in_expr(&node.init) + in_expr(&node.cond) + operators(&node.body),
    }
}

fn in_expr(expr: &Expr) -> usize {
    let Expr::Op(op, operands) = expr else {
        return 0;
    };
    let own = match op {
        Op::Min | Op::Max => operands.len().saturating_sub(1),
        Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Call | Op::Access => 0,
        _ => 1,
    };
    own + operands.iter().map(in_expr).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::{Run, operators, skeleton};
    use crate::common::c::parse;

    #[test]
    fn places_tell_codes_apart() {
        let run = |text: &str| Run::new(&parse(text).expect("code"), &[("n", 3)]).expect("a run");
        let one = run("for (i = 0; i < n; i += 1) S(i);");
        let same = run("for (x = 0; x <= n - 1; x += 1) S(x);");
        let shifted = run("for (i = 1; i <= n; i += 1) S(i - 1);");
        let peeled = run("{ S(0); for (i = 1; i < n; i += 1) S(i); }");
        assert_eq!(one.instances, same.instances);
        assert_eq!(one.tests, 4);
        for other in [&shifted, &peeled] {
            assert_eq!(one.trace(), other.trace());
            assert_ne!(one.instances, other.instances);
        }
        let choice = run("for (i = 0; i < n; i += 1) if (i < 1) S(i); else { T(i); U(i); }");
        let opposite = run("for (i = 0; i < n; i += 1) if (i >= 1) { T(i); U(i); } else S(i);");
        assert_eq!(choice.instances, opposite.instances);
        // Iterations that execute nothing are no difference of structure, but cost tests.
        let longer = run("for (i = -2; i < n; i += 1) if (i >= 0) S(i);");
        let guarded = run("for (i = 0; i < n; i += 1) if (n >= 0) S(i);");
        assert_eq!(longer.instances, guarded.instances);
        assert!(longer.tests > guarded.tests);
    }

    #[test]
    fn skeletons_and_operators() {
        let code =
            "for (i = max(0, m); i <= min(n, m, 3); i += 2) if (i % 2 == 0) S(i / 2); else T();";
        let code = parse(code).expect("code");
        assert_eq!(skeleton(&code), "for+2{ if{ S }else{ T } }");
        assert_eq!(operators(&code), 7);
    }
}
