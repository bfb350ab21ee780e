//! The syntax tree of generated code: loops, conditions, statement instances, expressions.

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A loop.
    For(Box<For>),
    /// A condition.
    If(Box<If>),
    /// One after the other.
    Block(Vec<Node>),
    /// A word for a later stage, and what it is about.
    Mark(String, Box<Node>),
    /// An instance of a statement: its name and the values of its coordinates.
    User(User),
}

/// A statement instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The name of the statement; empty if it has none.
    pub name: String,
    /// The coordinates of the instance.
    pub arguments: Vec<Expr>,
}

/// `for (iterator = init; cond; iterator += step) body`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct For {
    /// The name of the counter.
    pub iterator: String,
    /// The first value.
    pub init: Expr,
    /// What must hold for an iteration to take place.
    pub cond: Expr,
    /// Positive.
    pub step: i64,
    /// The code of one iteration.
    pub body: Node,
    /// What the schedule says about the loop.
    pub attributes: LoopAttributes,
}

/// What is known and wanted of a loop: what the schedule says of the member of a band that it
/// stands for. It changes nothing about which instances run in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopAttributes {
    /// The band member that it stands for, by its number in the schedule tree.
    pub member: Option<scop::MemberId>,
    /// The name that the counter had, or is to have.
    pub iterator: Option<String>,
    /// The label in front of the loop.
    pub label: Option<String>,
    /// Known: its iterations do not depend on each other within one iteration of the outer loops.
    pub coincident: bool,
    /// Wanted: run the iterations in parallel.
    pub parallel: bool,
    /// Wanted: run the iterations in vector lanes.
    pub vector: bool,
}

impl From<&scop::schedule::Member> for LoopAttributes {
    fn from(member: &scop::schedule::Member) -> LoopAttributes {
        LoopAttributes {
            member: member.id,
            iterator: member.iterator.clone(),
            label: member.label.clone(),
            coincident: member.coincident,
            parallel: member.parallel,
            vector: member.vector,
        }
    }
}

/// `if (cond) then else otherwise`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct If {
    /// The condition.
    pub cond: Expr,
    /// Executed if it holds.
    pub then: Node,
    /// Executed if it does not hold.
    pub otherwise: Option<Node>,
}

impl Node {
    /// The nodes one after the other; a block unless there is exactly one.
    pub fn block(mut nodes: Vec<Node>) -> Node {
        match nodes.len() {
            1 => nodes.remove(0),
            _ => Node::Block(nodes),
        }
    }
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `-a`
    Neg,
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `⌊a / b⌋`, any sign
    FdivQ,
    /// `a / b` where `a >= 0`
    PdivQ,
    /// `a / b` that leaves no remainder
    Div,
    /// `a % b` where `a >= 0`
    PdivR,
    /// `a % b` that is only compared with zero
    ZdivR,
    /// The smallest operand.
    Min,
    /// The largest operand.
    Max,
    /// `a ? b : c`, only one of `b` and `c` being evaluated
    Cond,
    /// `a ? b : c`, all of which can be evaluated
    Select,
    /// `a && b`
    And,
    /// `a || b`
    Or,
    /// `a == b`
    Eq,
    /// `a <= b`
    Le,
    /// `a < b`
    Lt,
    /// `a >= b`
    Ge,
    /// `a > b`
    Gt,
    /// A function, the first operand, of the others.
    Call,
    /// An element, with the others as indices, of the first operand.
    Access,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Int(i64),
    /// A parameter or a loop counter.
    Id(String),
    /// An operation.
    Op(Op, Vec<Expr>),
}

impl Expr {
    /// An operation of two operands.
    pub fn binary(op: Op, a: Expr, b: Expr) -> Expr {
        Expr::Op(op, vec![a, b])
    }

    /// `-self`
    pub fn negated(self) -> Expr {
        match self {
            Expr::Int(value) if value != i64::MIN => Expr::Int(-value),
            other => Expr::Op(Op::Neg, vec![other]),
        }
    }

    /// `factor * self`, written shortly.
    pub fn times(self, factor: i64) -> Expr {
        match (factor, self) {
            (1, expr) => expr,
            (-1, expr) => expr.negated(),
            (_, Expr::Int(value)) if value.checked_mul(factor).is_some() => {
                Expr::Int(value * factor)
            }
            (_, expr) => Expr::binary(Op::Mul, Expr::Int(factor), expr),
        }
    }

    /// All of `parts` joined by an associative operation; `None` if there are none.
    pub fn join(op: Op, parts: Vec<Expr>) -> Option<Expr> {
        let mut distinct: Vec<Expr> = Vec::with_capacity(parts.len());
        for part in parts {
            if !distinct.contains(&part) {
                distinct.push(part);
            }
        }
        match (op, distinct.len()) {
            (_, 0) => None,
            (_, 1) => distinct.pop(),
            (Op::Min | Op::Max, _) => Some(Expr::Op(op, distinct)),
            _ => distinct
                .into_iter()
                .reduce(|left, right| Expr::binary(op, left, right)),
        }
    }
}
