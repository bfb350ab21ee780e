//! Running code: the statement instances in the order in which they are executed, for given
//! values of the parameters. Operators mean what they mean in C, so that a remainder that was
//! wrongly believed to have an operand that is not negative shows.

use crate::ast::{Expr, Node, Op};
use std::collections::HashMap;

/// A statement instance: name and coordinates.
pub type Instance = (String, Vec<i64>);

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A name without a value.
    #[error("`{0}` has no value")]
    Unknown(String),
    /// An operation without a value: overflow, a division by zero, a wrong number of operands.
    #[error("no value: {0}")]
    Undefined(String),
    /// More steps than allowed.
    #[error("more than {0} steps")]
    TooLong(usize),
}

/// The instances that `node` executes; an error after `limit` loop iterations and statements.
///
/// ```
/// # use astgen::{ast::{Expr, Node, User}, interpret::run};
/// let node = Node::User(User { name: "S".into(), arguments: vec![Expr::Id("N".into())] });
/// assert_eq!(run(&node, &[("N", 7)], 10)?, [("S".to_string(), vec![7])]);
/// # Ok::<(), astgen::interpret::RunError>(())
/// ```
pub fn run(
    node: &Node,
    parameters: &[(&str, i64)],
    limit: usize,
) -> Result<Vec<Instance>, RunError> {
    let mut machine = Machine::new(parameters, limit);
    machine.run(node)?;
    Ok(machine.trace)
}

/// The instances that `node` executes within `limit` loop iterations and statements, and whether these
/// are all.
///
/// ```
/// # use astgen::{Generator, interpret::run_first};
/// let code = Generator::new().from_map(&"{ S[i] -> [i] : 0 <= i < 1000000 }".parse().unwrap()).unwrap();
/// let (first, is_all) = run_first(&code, &[], 4)?;
/// assert_eq!(first, [("S".to_string(), vec![0]), ("S".to_string(), vec![1])]);
/// assert!(!is_all);
/// # Ok::<(), astgen::interpret::RunError>(())
/// ```
pub fn run_first(
    node: &Node,
    parameters: &[(&str, i64)],
    limit: usize,
) -> Result<(Vec<Instance>, bool), RunError> {
    let mut machine = Machine::new(parameters, limit);
    match machine.run(node) {
        Ok(()) => Ok((machine.trace, true)),
        Err(RunError::TooLong(_)) => Ok((machine.trace, false)),
        Err(error) => Err(error),
    }
}

struct Machine {
    values: HashMap<String, i64>,
    trace: Vec<Instance>,
    left: usize,
    limit: usize,
}

impl Machine {
    fn new(parameters: &[(&str, i64)], limit: usize) -> Machine {
        let values = parameters.iter();
        Machine {
            values: values
                .map(|(name, value)| (name.to_string(), *value))
                .collect(),
            trace: Vec::new(),
            left: limit,
            limit,
        }
    }

    fn step(&mut self) -> Result<(), RunError> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(RunError::TooLong(self.limit)),
        }
    }

    fn run(&mut self, node: &Node) -> Result<(), RunError> {
        match node {
            Node::Block(nodes) => nodes.iter().try_for_each(|node| self.run(node)),
            Node::Mark(_, node) => self.run(node),
            Node::User(user) => {
                self.step()?;
                let arguments = user.arguments.iter().map(|a| self.value(a));
                let arguments = arguments.collect::<Result<_, _>>()?;
                self.trace.push((user.name.clone(), arguments));
                Ok(())
            }
            Node::If(node) => {
                if self.value(&node.cond)? != 0 {
                    self.run(&node.then)
                } else if let Some(otherwise) = &node.otherwise {
                    self.run(otherwise)
                } else {
                    Ok(())
                }
            }
            Node::For(node) => {
                let mut counter = self.value(&node.init)?;
                let hidden = self.values.remove(&node.iterator);
                loop {
                    self.values.insert(node.iterator.clone(), counter);
                    if self.value(&node.cond)? == 0 {
                        break;
                    }
                    self.step()?;
                    self.run(&node.body)?;
                    counter = counter
                        .checked_add(node.step)
                        .ok_or_else(|| RunError::Undefined("overflow of a counter".into()))?;
                }
                self.values.remove(&node.iterator);
                if let Some(value) = hidden {
                    self.values.insert(node.iterator.clone(), value);
                }
                Ok(())
            }
        }
    }

    fn value(&self, expr: &Expr) -> Result<i64, RunError> {
        let (op, operands) = match expr {
            Expr::Int(value) => return Ok(*value),
            Expr::Id(name) => {
                let value = self.values.get(name).copied();
                return value.ok_or_else(|| RunError::Unknown(name.clone()));
            }
            Expr::Op(op, operands) => (*op, operands.as_slice()),
        };
        let undefined = || RunError::Undefined(expr.to_string());
        match (op, operands) {
            (Op::Neg, [a]) => self.value(a)?.checked_neg().ok_or_else(undefined),
            (Op::Min | Op::Max, [first, rest @ ..]) => {
                let mut best = self.value(first)?;
                for other in rest {
                    let value = self.value(other)?;
                    best = if op == Op::Min {
                        best.min(value)
                    } else {
                        best.max(value)
                    };
                }
                Ok(best)
            }
            (Op::Cond | Op::Select, [a, b, c]) => match self.value(a)? {
                0 => self.value(c),
                _ => self.value(b),
            },
            (Op::And, [a, b]) => Ok((self.value(a)? != 0 && self.value(b)? != 0) as i64),
            (Op::Or, [a, b]) => Ok((self.value(a)? != 0 || self.value(b)? != 0) as i64),
            (_, [a, b]) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let value = match op {
                    Op::Add => a.checked_add(b),
                    Op::Sub => a.checked_sub(b),
                    Op::Mul => a.checked_mul(b),
                    Op::PdivQ | Op::Div => a.checked_div(b),
                    Op::PdivR | Op::ZdivR => a.checked_rem(b),
                    Op::FdivQ if b > 0 => Some(a.div_euclid(b)),
                    Op::Eq => Some((a == b) as i64),
                    Op::Le => Some((a <= b) as i64),
                    Op::Lt => Some((a < b) as i64),
                    Op::Ge => Some((a >= b) as i64),
                    Op::Gt => Some((a > b) as i64),
                    _ => None,
                };
                value.ok_or_else(undefined)
            }
            _ => Err(undefined()),
        }
    }
}
