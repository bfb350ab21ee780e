//! The tree of a statement: what was written, with the place of everything.

use presburger::Object as Constant;
use scop::Span;

#[derive(Debug, Clone)]
pub(crate) enum Statement {
    /// `S := …;`
    Assign(String, Expr),
    /// `…;`: the value is printed, unless there is none.
    Evaluate(Expr),
    /// `print …;`
    Print(Expr),
    /// `assert …;`
    Assert(Expr),
    /// `source "file";`
    Source(String, Span),
    /// `write "file" …;`
    Write(String, Span, Expr),
    /// `help;`, `help dom;`
    Help(Option<(String, Span)>),
    /// `quit;`
    Quit,
    /// Only a `;`.
    Nothing,
}

/// Chains are flat: a long sum is not a deep tree, so walking a tree may recurse.
#[derive(Debug, Clone)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum ExprKind {
    /// `a + b - c`: all operators bind alike and group to the left.
    Chain(Box<Expr>, Vec<(Operator, Expr)>),
    /// `dom M`, with the place of the name.
    Prefix(&'static str, Span, Box<Expr>),
    /// `M^-1(S)[0]`: from left to right.
    Postfix(Box<Expr>, Vec<Postfix>),
    Variable(String),
    Constant(Constant),
    Text(String),
    Bool(bool),
    List(Vec<Expr>),
    /// `last W before R under M`, or `any` instead of `last`; with the place of the name.
    Sources {
        name: &'static str,
        name_span: Span,
        writes: Box<Expr>,
        reads: Box<Expr>,
        schedule: Box<Expr>,
    },
    /// `codegen M`, `codegen M using N`, with the place of the name.
    Codegen(Span, Box<Expr>, Option<Box<Expr>>),
    /// `schedule D respecting V minimizing P`, with the place of the name.
    Schedule {
        name_span: Span,
        domain: Box<Expr>,
        validity: Option<Box<Expr>>,
        proximity: Option<Box<Expr>>,
    },
    /// `read "file"`
    Read(String, Span),
}

/// A binary operator and its place.
#[derive(Debug, Clone)]
pub(crate) struct Operator {
    pub symbol: &'static str,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub(crate) struct Postfix {
    pub kind: PostfixKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum PostfixKind {
    /// `^+`
    Closure,
    /// `^3`, `^-1`; the exponent as written.
    Power(String),
    /// `(S)`
    Apply(Expr),
    /// `[0]`; the index as written.
    Index(String),
}
