//! The tree that the parser builds: what was written, not yet what it means.
//!
//! Every node has the byte span of its text. Names are resolved only as far as
//! the notation needs: in a tuple, [`ElementKind::Fresh`] names a new dimension
//! and a name seen before is an expression. Everything else about names, and
//! whether an expression is affine, is for lowering to judge.
//!
//! Sums, products, conjunctions and disjunctions are flat lists; what does nest
//! is at most [`MAX_DEPTH`](super::parser::MAX_DEPTH) deep.

#![allow(
    missing_docs,
    reason = "most fields and variants say by name and type all there is to say"
)]

use std::ops::Range;

/// Bytes of the text, from start to one past the end.
pub type Span = Range<usize>;

/// A name with its place. Quotes around a name are not part of it, primes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: String,
    pub span: Span,
}

/// Decimal digits with their place; as long as the text has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer {
    pub digits: String,
    pub span: Span,
}

/// One object: parameters, then a set, relation, function or value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The `[N, M = 2] ->` in front (or `Sym = [N]` inside the braces).
    pub params: Vec<Parameter>,
    pub body: Body,
    pub span: Span,
}

/// A parameter, possibly restricted: `N`, `N = 2`, `N = 0:10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: Ident,
    /// Pieces after `=`; empty when there is no `=`.
    pub definition: Vec<Piece>,
    pub span: Span,
}

/// What follows the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// `{ A[i] : i > 0; B[] }`. None: `{ }`.
    Disjuncts(Vec<Disjunct>),
    /// `C[{ A[i] -> [i] }, { A[i] -> [0] }]`: a tuple of functions on several
    /// spaces, each an [`ElementKind::Function`]; with `(C[..] : { A[i] })` also
    /// their common domain.
    Tuple {
        tuple: Tuple,
        domain: Option<Box<Object>>,
    },
    /// `-1/3`, `infty`.
    Value(Value),
}

/// A number standing alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub negative: bool,
    pub kind: ValueKind,
    pub span: Span,
}

/// The number without its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// `3`, `1/3`, `2^10`. Both are literals or powers of literals
    /// ([`ExprKind::Integer`], [`ExprKind::Power`]). The denominator may be zero.
    Rational {
        numerator: Expr,
        denominator: Option<Expr>,
    },
    Infinity,
    NaN,
}

/// One of the parts that `;` separates between braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disjunct {
    /// Whether `rat:` stands in front: rational rather than integer points.
    pub rational: bool,
    pub shape: Shape,
    /// What follows `:` (or `|`); `None` also for the empty condition of `{ : }`.
    pub condition: Option<Formula>,
    pub span: Span,
}

/// The tuples of a disjunct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `{ : N > 0 }`: no tuple, a condition on the parameters.
    Params,
    /// `{ A[i] }`
    Set(Tuple),
    /// `{ A[i] -> B[i] }`
    Map(Tuple, Tuple),
    /// `{ A[i] -> i^2 }` or `{ N^2 }`: a polynomial, or a
    /// [`ExprKind::Min`]/[`ExprKind::Max`] of polynomials.
    Polynomial { domain: Option<Tuple>, value: Expr },
}

/// `A[i, j]`, `[]`, `T[A[i] -> B[j]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuple {
    pub name: Option<Ident>,
    pub body: TupleBody,
    pub span: Span,
}

/// What stands between a tuple's brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TupleBody {
    Elements(Vec<Element>),
    /// `[A[i] -> B[j]]`: a relation wrapped as a tuple.
    Wrapped(Box<Tuple>, Box<Tuple>),
}

/// One dimension of a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub kind: ElementKind,
    pub span: Span,
}

/// How a dimension is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// `*`: any value, no name.
    Any,
    /// `i`, not seen before: names the dimension.
    Fresh(Ident),
    /// `i = 3`, `i = 0:10`, with `i` not seen before.
    Define(Ident, Vec<Piece>),
    /// `i + 1`, `0:10`, `(1 : i > 0; 2 : i < 0)`. At least one piece.
    Pieces(Vec<Piece>),
    /// `{ A[i] -> [i]; B[i] -> [0] }`, only in [`Body::Tuple`]. No parameters of
    /// its own: those of the whole object hold.
    Function(Box<Object>),
}

/// One piece of a dimension's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub kind: PieceKind,
    pub span: Span,
}

/// A value where a condition holds, or a range of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// `i + 1` or `i + 1 : i > 0`
    Value {
        value: Expr,
        condition: Option<Formula>,
    },
    /// `0:10`, `0:`, `:10`, `:`, both ends included.
    Range {
        lower: Option<Expr>,
        upper: Option<Expr>,
    },
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    pub kind: FormulaKind,
    pub span: Span,
}

/// The forms of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    True,
    False,
    /// `0 <= i, j < N`: each list compared with the next. An ordinary operator
    /// holds between every pair of the two lists; a lexicographic one between
    /// the lists, which then have the same length. `rest` is not empty.
    Compare {
        first: Vec<Expr>,
        rest: Vec<(Comparison, Vec<Expr>)>,
    },
    Not(Box<Formula>),
    /// Two or more.
    And(Vec<Formula>),
    /// Two or more.
    Or(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Exists {
        variables: Vec<Existential>,
        body: Box<Formula>,
    },
}

/// A bound variable: `a`, or `a = floor(i/2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Existential {
    pub name: Ident,
    /// May use the variables before it in the same list.
    pub definition: Option<Expr>,
}

/// The operators between (lists of) expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    Less,
    LessEqual,
    Equal,
    GreaterEqual,
    Greater,
    NotEqual,
    LexLess,
    LexLessEqual,
    LexGreater,
    LexGreaterEqual,
}

impl Comparison {
    /// Whether it compares lists as a whole: `<<`, `<<=`, `>>`, `>>=`.
    pub fn is_lexicographic(self) -> bool {
        matches!(
            self,
            Comparison::LexLess
                | Comparison::LexLessEqual
                | Comparison::LexGreater
                | Comparison::LexGreaterEqual
        )
    }
}

/// A number-valued expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// The forms of an expression.
///
/// A divisor is an integer literal or a power of literals, and not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// Digits without sign.
    Integer(String),
    Infinity,
    NaN,
    Variable(String),
    Negate(Box<Expr>),
    /// Two or more terms, each added or subtracted.
    Sum(Vec<(Sign, Expr)>),
    /// Two or more factors. Affine if all but one are constants.
    Product(Vec<Expr>),
    /// `2^10`, `i^2`
    Power(Box<Expr>, Integer),
    /// `i/2`, exact: it is floor or ceil around it that makes it an integer.
    Quotient(Box<Expr>, Box<Expr>),
    /// `i//2`, rounded down.
    FloorQuotient(Box<Expr>, Box<Expr>),
    /// `i mod 2`, `i % 2`: not negative for a positive divisor.
    Modulo(Box<Expr>, Box<Expr>),
    /// `floor(i/2)`, `[i/2]`, and `floord(i, 2)` as floor of a quotient.
    Floor(Box<Expr>),
    /// `ceil(i/2)`, and `ceild(i, 2)` as ceil of a quotient.
    Ceil(Box<Expr>),
    /// One or more.
    Min(Vec<Expr>),
    /// One or more.
    Max(Vec<Expr>),
    /// `i > 0 ? i : -i`
    Conditional {
        condition: Box<Formula>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// `(1 : i > 0; 2 : i < 0)` as part of a larger expression in a tuple; the
    /// sum of the pieces that apply, undefined where none does. A
    /// [`PieceKind::Range`] here has no meaning.
    Piecewise(Vec<Piece>),
}

/// How a term enters a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    Plus,
    Minus,
}
