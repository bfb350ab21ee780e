//! C, in the style of isl's generator.
//!
//! ```
//! use astgen::ast::{Expr, For, LoopAttributes, Node, Op, User};
//! let c0 = Expr::Id("c0".into());
//! let node = Node::For(Box::new(For {
//!     iterator: "c0".into(),
//!     init: Expr::Int(0),
//!     cond: Expr::binary(Op::Lt, c0.clone(), Expr::Id("N".into())),
//!     step: 1,
//!     body: Node::User(User { name: "S".into(), arguments: vec![c0] }),
//!     attributes: LoopAttributes::default(),
//! }));
//! assert_eq!(node.to_string(), "for (int c0 = 0; c0 < N; c0 += 1)\n  S(c0);\n");
//! ```

use crate::ast::{Expr, If, Node, Op};
use std::fmt::{self, Display, Formatter, Write};

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.with_type("int").fmt(f)
    }
}

impl Node {
    /// The same text with counters of another type than `int`.
    ///
    /// ```
    /// let schedule = "{ S[i] -> [i] : 0 <= i < 9 }".parse()?;
    /// let ast = astgen::Generator::new().from_map(&schedule)?;
    /// let text = ast.with_type("long").to_string();
    /// assert_eq!(text, "for (long c0 = 0; c0 <= 8; c0 += 1)\n  S(c0);\n");
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn with_type<'a>(&'a self, ty: &'a str) -> impl Display + 'a {
        Printed { node: self, ty }
    }
}

/// The macros that the text of a tree needs, as lines of C; empty if it needs none.
///
/// ```
/// let schedule = "[n, m] -> { S[i] -> [i] : 0 <= i < n and 2 i <= m }".parse()?;
/// let ast = astgen::Generator::new().from_map(&schedule)?;
/// assert_eq!(ast.to_string(), "for (int c0 = 0; c0 <= min(n - 1, floord(m, 2)); c0 += 1)\n  S(c0);\n");
/// let macros = astgen::macros(&ast);
/// assert!(macros.contains("#define min(") && macros.contains("#define floord("), "{macros}");
/// assert!(!macros.contains("#define max("), "{macros}");
/// # Ok::<(), astgen::Error>(())
/// ```
pub fn macros(node: &Node) -> String {
    let define = |(_, name, rest): (Op, &str, &str)| format!("#define {name}{rest}\n");
    used(node).map(define).collect()
}

/// The names of these macros.
pub(crate) fn macro_names(node: &Node) -> impl Iterator<Item = &'static str> {
    used(node).map(|(_, name, _)| name)
}

/// What each macro is for, its name, and how it is defined.
const MACROS: [(Op, &str, &str); 3] = [
    (Op::Min, "min", "(x, y) ((x) < (y) ? (x) : (y))"),
    (Op::Max, "max", "(x, y) ((x) > (y) ? (x) : (y))"),
    (
        Op::FdivQ,
        "floord",
        "(n, d) ((n) < 0 ? -((-(n) + (d) - 1) / (d)) : (n) / (d))",
    ),
];

fn used(node: &Node) -> impl Iterator<Item = (Op, &'static str, &'static str)> {
    let mut found = Vec::new();
    operations(node, &mut found);
    MACROS
        .into_iter()
        .filter(move |(op, ..)| found.contains(op))
}

/// The operations in the expressions of a tree.
fn operations(node: &Node, found: &mut Vec<Op>) {
    fn add(expr: &Expr, found: &mut Vec<Op>) {
        if let Expr::Op(op, operands) = expr {
            found.push(*op);
            operands.iter().for_each(|one| add(one, found));
        }
    }
    match node {
        Node::Block(nodes) => nodes.iter().for_each(|node| operations(node, found)),
        Node::Mark(_, node) => operations(node, found),
        Node::User(user) => user.arguments.iter().for_each(|one| add(one, found)),
        Node::If(node) => {
            add(&node.cond, found);
            operations(&node.then, found);
            if let Some(otherwise) = &node.otherwise {
                operations(otherwise, found);
            }
        }
        Node::For(node) => {
            add(&node.init, found);
            add(&node.cond, found);
            operations(&node.body, found);
        }
    }
}

/// A tree with the type of its counters.
#[derive(Clone, Copy)]
struct Printed<'a> {
    node: &'a Node,
    ty: &'a str,
}

impl Display for Printed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ty = self.ty;
        match self.node {
            // The outermost block needs no braces.
            Node::Block(nodes) => nodes.iter().try_for_each(|node| statement(f, node, 0, ty)),
            other => statement(f, other, 0, ty),
        }
    }
}

fn indent(f: &mut Formatter<'_>, depth: usize) -> fmt::Result {
    (0..depth).try_for_each(|_| f.write_str("  "))
}

fn statement(f: &mut Formatter<'_>, node: &Node, depth: usize, ty: &str) -> fmt::Result {
    match node {
        Node::Block(nodes) => {
            indent(f, depth)?;
            f.write_str("{\n")?;
            for node in nodes {
                statement(f, node, depth + 1, ty)?;
            }
            indent(f, depth)?;
            f.write_str("}\n")
        }
        Node::Mark(word, node) => {
            indent(f, depth)?;
            writeln!(f, "// {word}")?;
            statement(f, node, depth, ty)
        }
        Node::User(user) => {
            indent(f, depth)?;
            write!(f, "{}(", user.name)?;
            list(f, &user.arguments)?;
            f.write_str(");\n")
        }
        Node::For(node) => {
            indent(f, depth)?;
            let name = &node.iterator;
            write!(
                f,
                "for ({ty} {name} = {}; {}; {name} += {})",
                node.init, node.cond, node.step
            )?;
            body(f, &node.body, depth, false, ty)?;
            Ok(())
        }
        Node::If(node) => {
            indent(f, depth)?;
            condition(f, node, depth, ty)
        }
    }
}

/// `if (…) …`, the cursor being where the word `if` goes.
fn condition(f: &mut Formatter<'_>, node: &If, depth: usize, ty: &str) -> fmt::Result {
    write!(f, "if ({})", node.cond)?;
    let Some(otherwise) = &node.otherwise else {
        return body(f, &node.then, depth, false, ty);
    };
    body(f, &node.then, depth, true, ty)?;
    f.write_str("else")?;
    match otherwise {
        Node::If(next) => {
            f.write_char(' ')?;
            condition(f, next, depth, ty)
        }
        other => body(f, other, depth, false, ty),
    }
}

/// What a loop or condition governs. With `tail`, something follows on the line of the brace.
fn body(f: &mut Formatter<'_>, node: &Node, depth: usize, tail: bool, ty: &str) -> fmt::Result {
    match node {
        Node::Block(nodes) => {
            f.write_str(" {\n")?;
            for node in nodes {
                statement(f, node, depth + 1, ty)?;
            }
        }
        // An `else` belongs to the nearest `if`: braces keep it where it is meant to be.
        other if tail => {
            f.write_str(" {\n")?;
            statement(f, other, depth + 1, ty)?;
        }
        other => {
            f.write_char('\n')?;
            return statement(f, other, depth + 1, ty);
        }
    }
    indent(f, depth)?;
    f.write_str(if tail { "} " } else { "}\n" })
}

fn list(f: &mut Formatter<'_>, exprs: &[Expr]) -> fmt::Result {
    for (i, expr) in exprs.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{expr}")?;
    }
    Ok(())
}

/// How tightly an operator binds.
fn precedence(expr: &Expr) -> u8 {
    match expr {
        Expr::Int(value) if *value < 0 => 8,
        Expr::Int(_) | Expr::Id(_) => 10,
        Expr::Op(op, _) => match op {
            Op::Cond | Op::Select => 1,
            Op::Or => 2,
            Op::And => 3,
            Op::Eq => 4,
            Op::Le | Op::Lt | Op::Ge | Op::Gt => 5,
            Op::Add | Op::Sub => 6,
            Op::Mul | Op::PdivQ | Op::Div | Op::PdivR | Op::ZdivR => 7,
            Op::Neg => 8,
            Op::FdivQ | Op::Min | Op::Max | Op::Call | Op::Access => 10,
        },
    }
}

fn symbol(op: Op) -> &'static str {
    match op {
        Op::Add => " + ",
        Op::Sub => " - ",
        Op::Mul => " * ",
        Op::PdivQ | Op::Div => " / ",
        Op::PdivR | Op::ZdivR => " % ",
        Op::And => " && ",
        Op::Or => " || ",
        Op::Eq => " == ",
        Op::Le => " <= ",
        Op::Lt => " < ",
        Op::Ge => " >= ",
        Op::Gt => " > ",
        Op::Neg | Op::FdivQ | Op::Min | Op::Max | Op::Cond | Op::Select | Op::Call | Op::Access => {
            ""
        }
    }
}

/// An operand, in parentheses unless it binds at least as tightly as `least`.
fn operand(f: &mut Formatter<'_>, expr: &Expr, least: u8) -> fmt::Result {
    match precedence(expr) < least {
        true => write!(f, "({expr})"),
        false => write!(f, "{expr}"),
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (op, operands) = match self {
            Expr::Int(value) => return write!(f, "{value}"),
            Expr::Id(name) => return f.write_str(name),
            Expr::Op(op, operands) => (*op, operands.as_slice()),
        };
        match (op, operands) {
            (Op::Neg, [a]) => {
                f.write_char('-')?;
                operand(f, a, 9)
            }
            (Op::Min | Op::Max, [first, rest @ ..]) => {
                let name = if op == Op::Min { "min" } else { "max" };
                let Some((last, before)) = rest.split_last() else {
                    return write!(f, "{first}");
                };
                // Two at a time, as the macros have two arguments.
                for _ in operands.iter().skip(1) {
                    write!(f, "{name}(")?;
                }
                write!(f, "{first}")?;
                for expr in before {
                    write!(f, ", {expr})")?;
                }
                write!(f, ", {last})")
            }
            (Op::FdivQ, _) => {
                f.write_str("floord(")?;
                list(f, operands)?;
                f.write_char(')')
            }
            (Op::Cond | Op::Select, [a, b, c]) => {
                operand(f, a, 2)?;
                f.write_str(" ? ")?;
                operand(f, b, 1)?;
                f.write_str(" : ")?;
                operand(f, c, 1)
            }
            (Op::Call, [function, arguments @ ..]) => {
                write!(f, "{function}(")?;
                list(f, arguments)?;
                f.write_char(')')
            }
            (Op::Access, [array, indices @ ..]) => {
                write!(f, "{array}")?;
                indices.iter().try_for_each(|index| write!(f, "[{index}]"))
            }
            (_, [a, b]) => {
                // `||` around `&&` is clearer, and without a warning, in parentheses.
                let own = precedence(self);
                let least = if op == Op::Or { own + 2 } else { own };
                match (op, a) {
                    (Op::Or, Expr::Op(Op::Or, _)) => write!(f, "{a}")?,
                    _ => operand(f, a, least)?,
                }
                f.write_str(symbol(op))?;
                operand(f, b, least.max(own + 1))
            }
            _ => f.write_str("?"),
        }
    }
}
