//! The tree of C statements, expressions, types and declarations.
//!
//! It holds more than can be modelled: what cannot is reported by who lowers it, with the spans
//! that the tree has. `Display` writes it as S-expressions, for tests and for looking at.

mod display;
mod walk;

pub(crate) use walk::Part;

use std::ops::Range;

use scop::Span;

use crate::token::Text;

/// Which tokens of [`Unit::tokens`](crate::Unit::tokens) something is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tokens {
    /// The first one.
    pub start: u32,
    /// After the last one.
    pub end: u32,
}

impl Tokens {
    /// The indices, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The text that it covers; whole macro invocations where it shares tokens with them.
    pub span: Span,
    /// The tokens that it is made of, without parentheses around it.
    pub tokens: Tokens,
    /// One more than the highest operand: bounded, so that walking may recurse.
    pub(crate) height: u16,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `x`
    Name(Text),
    /// `42`, `'a'`
    Int(u64),
    /// `1.0f`, as written
    Float(Text),
    /// `"text"`, as written; adjacent ones are one. Also `'é'`, the value of which is up to the
    /// compiler
    Str(Text),
    /// `-x`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a = b`, or `a += b` with an operator
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    /// `++i`, `i--`
    Step {
        /// Up or down by one.
        up: bool,
        /// The operator stands before the operand: the value is the new one.
        prefix: bool,
        /// What is changed.
        target: Box<Expr>,
    },
    /// `c ? a : b`; `a` is left out in GNU C's `c ?: b`
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `f(a, b)`
    Call(Box<Expr>, Vec<Expr>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `s.x`, `p->x`
    Field {
        /// The structure, or the pointer to one.
        base: Box<Expr>,
        /// `->` rather than `.`.
        arrow: bool,
        /// The name of the field.
        name: Text,
    },
    /// `(double) x`
    Cast(Box<TypeName>, Box<Expr>),
    /// `sizeof x`
    SizeOf(Box<Expr>),
    /// `sizeof(double)`; `_Alignof` too, which is an unknown constant as well
    SizeOfType(Box<TypeName>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `{ 1, 2 }` where a variable is initialised
    List(Vec<Expr>),
    /// `(struct p) { 1, 2 }`
    Compound(Box<TypeName>, Vec<Expr>),
    /// `id` after `int id = j * n + i;`: a name where it is known what it stands for. No parser makes
    /// these; its tokens are those of the name.
    Alias(Box<Alias>),
    /// `({ x = 1; x; })` of GNU C, outside of regions
    Statements(Vec<Stmt>),
    /// Something outside of regions that is not understood: it may do anything with the names in it
    Opaque,
}

/// A variable with the definition that its value comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// The variable.
    pub name: Text,
    /// Its type, which the value is converted to.
    pub ty: Type,
    /// What it was set to.
    pub value: Expr,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-x`
    Minus,
    /// `+x`
    Plus,
    /// `!x`
    Not,
    /// `~x`
    Complement,
    /// `*x`
    Deref,
    /// `&x`
    Address,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

impl BinaryOp {
    /// The operator as C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }

    /// The operator that C writes so.
    pub fn from_symbol(symbol: &str) -> Option<BinaryOp> {
        use BinaryOp::*;
        [
            Mul, Div, Rem, Add, Sub, Shl, Shr, Lt, Gt, Le, Ge, Eq, Ne, BitAnd, BitXor, BitOr, And,
            Or,
        ]
        .into_iter()
        .find(|operator| operator.symbol() == symbol)
    }

    /// How tightly it binds; higher is tighter.
    pub fn precedence(self) -> u8 {
        match self {
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 10,
            BinaryOp::Add | BinaryOp::Sub => 9,
            BinaryOp::Shl | BinaryOp::Shr => 8,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => 7,
            BinaryOp::Eq | BinaryOp::Ne => 6,
            BinaryOp::BitAnd => 5,
            BinaryOp::BitXor => 4,
            BinaryOp::BitOr => 3,
            BinaryOp::And => 2,
            BinaryOp::Or => 1,
        }
    }
}

impl UnaryOp {
    /// The operator as C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Minus => "-",
            UnaryOp::Plus => "+",
            UnaryOp::Not => "!",
            UnaryOp::Complement => "~",
            UnaryOp::Deref => "*",
            UnaryOp::Address => "&",
        }
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// The text that it covers; whole macro invocations where it shares tokens with them.
    pub span: Span,
    /// The tokens that it is made of.
    pub tokens: Tokens,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `x = 1;`
    Expr(Expr),
    /// `;`
    Empty,
    /// `{ ... }`
    Block(Vec<Stmt>),
    /// `for (init; condition; step) body`
    For(Box<For>),
    /// `if (condition) then else otherwise`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while (condition) body`
    While(Expr, Box<Stmt>),
    /// `do body while (condition);`
    DoWhile(Box<Stmt>, Expr),
    /// `switch (value) body`
    Switch(Expr, Box<Stmt>),
    /// `case value: body`
    Case(Expr, Box<Stmt>),
    /// `default: body`
    Default(Box<Stmt>),
    /// `name: body`
    Label(Text, Box<Stmt>),
    /// `goto name;`
    Goto(Text),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return value;`
    Return(Option<Expr>),
    /// `int x = 1;`
    Declaration(Declaration),
    /// `#pragma text`; it speaks of the statement after it
    Pragma(Text),
    /// Something outside of regions that is not understood, or the head of it: it may do anything
    /// with the names in it
    Opaque,
}

/// A `for` loop.
#[derive(Clone, Debug, PartialEq)]
pub struct For {
    /// The first clause.
    pub init: ForInit,
    /// The second clause.
    pub condition: Option<Expr>,
    /// The third clause.
    pub step: Option<Expr>,
    /// What is repeated.
    pub body: Stmt,
    /// From the word `for` to the closing parenthesis.
    pub head: Span,
    /// How it is written.
    pub form: Form,
    /// The step, if that is in the condition: `for (i = n; i-- > 0;)`.
    pub early: Option<Early>,
    /// What else steps with the counter; only in one of the `readings` of a loop.
    pub followers: Vec<Follower>,
    /// The same as statements and, last, a loop with one counter, if its head has commas, in each way
    /// that it can be read, the best one first:
    /// `s = 0; for (i = 0; i < n; i++) { ...; j--; }` for `for (i = 0, s = 0; i < n; i++, j--)`.
    pub readings: Vec<Vec<Stmt>>,
}

/// A variable that the head of a loop sets and steps besides the counter, `j` in
/// `for (i = 0, j = n - 1; i < j; i++, j--)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Follower {
    /// Its name.
    pub name: Text,
    /// Its type, if the head declares it.
    pub declared: Option<Type>,
    /// What it is set to.
    pub first: Expr,
    /// What changes it after each iteration.
    pub step: Expr,
    /// Whether it is set before the counter is.
    pub is_ahead: bool,
}

/// A step that a loop makes when it tests its condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Early {
    /// The condition with the counter in the place of the step.
    pub condition: Expr,
    /// The condition is about the value before the step.
    pub is_about_old: bool,
    /// The counter goes up by one, or down.
    pub up: bool,
}

/// How a loop with a counter is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `for (i = 0; i < n; i++) ...`
    For,
    /// `i = 0; while (i < n) { ... i++; }`
    While,
    /// `i = 0; do { ... i++; } while (i < n);`, the first iteration of which asks for nothing
    DoWhile,
}

/// The first clause of a `for` loop.
#[derive(Clone, Debug, PartialEq)]
pub enum ForInit {
    /// `for (; ...`
    None,
    /// `for (i = 0; ...`
    Expr(Expr),
    /// `for (int i = 0; ...`
    Declaration(Declaration),
}

/// A declaration of any number of names.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// Where the names live.
    pub storage: Storage,
    /// The names.
    pub declarators: Vec<Declarator>,
    /// The text that it covers.
    pub span: Span,
}

/// The storage class and function specifiers of a declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Storage {
    /// `static`
    pub is_static: bool,
    /// `extern`
    pub is_extern: bool,
    /// `typedef`
    pub is_typedef: bool,
    /// `constexpr`
    pub is_constexpr: bool,
    /// `_Thread_local`: every thread has one of its own.
    pub is_thread_local: bool,
    /// What attributes say of the effects of a function.
    pub purity: Purity,
}

/// What is said of the effects of a function by attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purity {
    /// Nothing.
    #[default]
    Unknown,
    /// `__attribute__((pure))`: it may read memory but not write.
    Pure,
    /// `__attribute__((const))`: its value depends on its arguments alone.
    Const,
}

/// One name in a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Declarator {
    /// The name; empty for a parameter or a bit field without one.
    pub name: Text,
    /// Where the name stands; the whole when it has none.
    pub name_span: Span,
    /// Its type.
    pub ty: Type,
    /// What stands after `=`.
    pub init: Option<Expr>,
    /// The declarator with its initialiser.
    pub span: Span,
}

/// A type where it stands alone, as in a cast.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeName {
    /// The type.
    pub ty: Type,
    /// The text that it covers.
    pub span: Span,
}

/// A type of C.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A type without declarators.
    Base(BaseType),
    /// `element *`
    Pointer {
        /// What it points to.
        to: Box<Type>,
        /// `restrict`
        restrict: bool,
        /// The pointer itself is `const`.
        is_const: bool,
        /// It is a reference of C++: a pointer that one does not see.
        is_reference: bool,
    },
    /// `element[extent]`
    Array {
        /// What it is an array of.
        element: Box<Type>,
        /// How many elements; nothing for `[]` and `[*]`.
        extent: Option<Box<Expr>>,
        /// `[restrict n]`: for a parameter, no other name reaches the elements.
        restrict: bool,
        /// `[static n]`: for a parameter, at least as many elements.
        at_least: bool,
    },
    /// `result(parameters)`
    Function {
        /// What it returns.
        result: Box<Type>,
        /// Its parameters.
        parameters: Vec<Declarator>,
        /// `...` follows.
        variadic: bool,
    },
}

/// A type without declarators: `unsigned long`, `struct point`, `real_t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseType {
    /// What it is.
    pub kind: BaseKind,
    /// Its name in a normal form: `unsigned long`, `struct point`.
    pub name: Text,
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `_Atomic`
    pub is_atomic: bool,
}

/// The kinds of base types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseKind {
    /// `void`
    Void,
    /// `int`, `unsigned char`, `_Bool`, enumerations
    Integer {
        /// It has negative values.
        signed: bool,
    },
    /// `float`, `double`, `long double`
    Floating,
    /// `double _Complex`
    Complex,
    /// `struct`, `union`, `class`
    Record,
    /// A name that a `typedef` explains, or that nothing explains.
    Named,
}

/// The definition of a structure or a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// `struct point`; made up when it has no tag.
    pub name: Text,
    /// The fields share their memory.
    pub is_union: bool,
    /// The fields in order. Those of nested ones without a name are among them.
    pub fields: Vec<Declarator>,
    /// The names of those that are bit-fields.
    pub bit_fields: Vec<Text>,
    /// The text that it covers.
    pub span: Span,
}
