//! The tree of a script.

use crate::lexer::Token;
use scop::{FileId, SourceMap, Span};

/// A script that has been read, see [`parse`](crate::parse).
#[derive(Clone, Debug)]
pub struct Script {
    pub(crate) items: Vec<Item>,
    /// The text it was read from.
    pub file: FileId,
    /// All texts that are known, this one among them.
    pub files: SourceMap,
}

impl Script {
    /// Whether the script does nothing.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub name: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub kind: ItemKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ItemKind {
    /// `let T = 32`, `L = lift(l, 2)`, `(a, b) = isplit(…)`
    Bind(Vec<Named>, Expr),
    /// An operation for its effect.
    Do(Expr),
    /// `map S { … }`
    Map(Named, Braces),
    Define(Function),
    Import(Import),
    /// `use normalised`
    Use(Named),
    Return(Expr),
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Named,
    pub parameters: Vec<Named>,
    pub body: Vec<Item>,
}

#[derive(Clone, Debug)]
pub(crate) enum Import {
    /// `import "file.lw"`
    File(String),
    /// `import std.tiling`
    Library(Vec<Named>),
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Number(i64),
    Name(String),
    /// `S1.i`
    Field(Box<Expr>, Named),
    /// `[a, b]`
    List(Vec<Expr>),
    Braces(Braces),
    Call(Named, Vec<Expr>),
    Negate(Box<Expr>),
    /// `+ - * / %`
    Binary(&'static str, Box<Expr>, Box<Expr>),
}

/// `{ [i, j] -> [j, i] }`: what stands between the braces, to be read as a map or a set.
#[derive(Clone, Debug)]
pub(crate) struct Braces {
    pub tokens: Vec<Token>,
    pub span: Span,
}
