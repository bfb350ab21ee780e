//! The integer types that the new text computes in.
//!
//! Bounds and subscripts are found in exact arithmetic. In C `n - 1` is huge for an `unsigned` `n`
//! that is zero, and `1000000000 * n` overflows for an `int`: such parameters are converted to a
//! type that holds what is computed.

use astgen::ast::{Expr, Node, Op};
use scop::Scop;

/// Factors and steps from here on need more than 32 bits.
const LARGE_FACTOR: u64 = 1 << 20;
/// Summands from here on.
const LARGE: u64 = 1 << 30;

pub(crate) struct Types<'a> {
    scop: &'a Scop,
    /// The type of counters that the text declares.
    pub counter: &'static str,
    /// Whether numbers occur that an `int` may be too small to compute with.
    pub is_wide: bool,
}

impl<'a> Types<'a> {
    pub(crate) fn new(scop: &'a Scop, ast: &Node) -> Types<'a> {
        let is_wide = node_is_wide(ast);
        let all_narrow = scop.parameters.iter().all(|one| is_narrow(&one.ctype));
        Types {
            scop,
            counter: if all_narrow && !is_wide {
                "int"
            } else {
                "long"
            },
            is_wide,
        }
    }

    /// How the text writes a parameter, if not by its name alone.
    pub(crate) fn parameter(&self, name: &str) -> Option<Expr> {
        let parameter = self.scop.parameters.iter().find(|one| one.name == name)?;
        let fits = is_narrow(&parameter.ctype) && !self.is_wide || is_long(&parameter.ctype);
        (!fits).then(|| Expr::Id(format!("(long){name}")))
    }
}

/// Whether C computes with the type as with `int`.
fn is_narrow(ctype: &str) -> bool {
    let narrow = [
        "int",
        "short",
        "char",
        "signed char",
        "unsigned char",
        "unsigned short",
        "int8_t",
        "uint8_t",
        "int16_t",
        "uint16_t",
        "int32_t",
    ];
    narrow.contains(&ctype)
}

/// Whether the type is signed and as wide as counters can be.
fn is_long(ctype: &str) -> bool {
    [
        "long",
        "long long",
        "int64_t",
        "ptrdiff_t",
        "ssize_t",
        "intptr_t",
    ]
    .contains(&ctype)
}

fn node_is_wide(node: &Node) -> bool {
    match node {
        Node::For(found) => {
            found.step.unsigned_abs() >= LARGE_FACTOR
                || is_wide(&found.init)
                || is_wide(&found.cond)
                || node_is_wide(&found.body)
        }
        Node::If(found) => {
            is_wide(&found.cond)
                || node_is_wide(&found.then)
                || found.otherwise.as_ref().is_some_and(node_is_wide)
        }
        Node::Block(nodes) => nodes.iter().any(node_is_wide),
        Node::Mark(_, node) => node_is_wide(node),
        Node::User(user) => user.arguments.iter().any(is_wide),
    }
}

fn is_wide(expr: &Expr) -> bool {
    match expr {
        Expr::Int(value) => value.unsigned_abs() >= LARGE,
        Expr::Id(_) => false,
        Expr::Op(Op::Mul, operands) => operands.iter().any(|one| match one {
            Expr::Int(value) => value.unsigned_abs() >= LARGE_FACTOR,
            other => is_wide(other),
        }),
        Expr::Op(_, operands) => operands.iter().any(is_wide),
    }
}
