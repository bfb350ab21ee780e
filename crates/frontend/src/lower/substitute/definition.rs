//! Which values can stand for the variables that they are assigned to.

use super::{Variable, Walk};
use crate::declarations::{Scope, Symbol};
use crate::extreme::Extreme;
use crate::liveness::has_address;
use crate::lower::names::Meaning;
use crate::lower::recognise::{MAXIMUM, MINIMUM};
use crate::lower::types::Kind;
use crate::syntax::{BaseType, BinaryOp, Expr, ExprKind, Type, UnaryOp};
use crate::token::{Text, Token};
use scop::Storage;

/// How many parts a value may have that takes the place of a name.
const MANY: usize = 60;

/// What a variable was set to.
pub(super) struct Definition {
    /// The type of the variable.
    pub ty: Type,
    pub value: Expr,
    /// The variables that the value is made of.
    pub names: Vec<Variable>,
}

impl Walk<'_, '_> {
    /// Whether a variable that is declared with a value is a name for an affine one, as it seems:
    /// these need no definitions.
    pub(super) fn is_plain(&self, name: &Text, value: &Expr) -> bool {
        let names = &self.lowering.names;
        match names.meaning(name) {
            Meaning::Variable(variable) => {
                names.is_integer(variable.ty) && !names.is_changed(name) && self.is_affine(value)
            }
            _ => false,
        }
    }

    /// The definition of a variable by a value.
    pub(super) fn definition(&self, name: &Text, value: &Expr) -> Option<Definition> {
        let names = &self.lowering.names;
        let Meaning::Variable(variable) = names.meaning(name) else {
            return None;
        };
        let is_own = match variable.storage {
            Storage::Region => true,
            _ => names.symbol(name).is_some_and(is_automatic),
        };
        if !is_own || has_address(self.tokens(), name) || self.has_qualifiers(variable.ty) {
            return None;
        }
        let ty = variable.ty.clone();
        let value = if names.is_integer(&ty) {
            let is_number = names.may_be_integer(&ty) && !names.is_truth_type(&ty);
            // In C++ its type is another one, and may choose another function.
            let is_truth = self.lowering.unit.is_cplusplus && has_truth(value);
            (is_number && !is_truth && self.computes(value)).then(|| value.clone())?
        } else {
            let Type::Pointer { to, .. } = names.resolve(&ty) else {
                return None;
            };
            let value = self.plain_pointer(value);
            let target = self.pointee(value)?;
            self.is_same_type(to, target).then(|| value.clone())?
        };
        let mut count = 0;
        let mut leaves = Vec::new();
        let mut stable = true;
        value.walk(&mut |inner| {
            count += 1;
            if let Some(name) = inner.as_name() {
                let leaf = self.variable(name);
                stable &= self.is_stable(&leaf);
                leaves.push(leaf);
            }
        });
        (stable && count <= MANY).then_some(Definition {
            ty,
            value,
            names: leaves,
        })
    }

    /// The text in which the address of a variable may be taken.
    fn tokens(&self) -> &[Token] {
        let region = self.lowering.region;
        let body = region.function.as_ref().and_then(|one| one.body);
        let tokens = self.lowering.unit.tokens.get(match body {
            Some(body) => body.range(),
            None => region.tokens.range(),
        });
        tokens.unwrap_or(&[])
    }

    /// Whether a name means the same as long as no loop around makes a step.
    fn is_stable(&self, variable: &Variable) -> bool {
        if self.counters.contains(variable) {
            return true;
        }
        let names = &self.lowering.names;
        let name = &variable.0;
        // Where an array lies does not change, whatever is written to it.
        let is_array = match names.meaning(name) {
            Meaning::Variable(variable) => {
                matches!(names.resolve(variable.ty), Type::Array { .. })
                    && !matches!(variable.storage, Storage::Argument { .. })
            }
            _ => false,
        };
        if names.is_changed(name) && !is_array {
            return false;
        }
        match names.meaning(name) {
            Meaning::Variable(variable) => {
                let is_own = match variable.storage {
                    Storage::Region => true,
                    _ => names.symbol(name).is_some_and(is_automatic),
                };
                // What others can see, functions may change that the region calls.
                let is_seen = !is_own || has_address(self.tokens(), name);
                let is_array = matches!(names.resolve(variable.ty), Type::Array { .. });
                !self.has_qualifiers(variable.ty)
                    && (!is_seen || is_array || !self.calls_own_functions())
            }
            _ => true,
        }
    }

    /// Whether a variable of the type may change by itself, or is seen by other threads.
    fn has_qualifiers(&self, ty: &Type) -> bool {
        let names = &self.lowering.names;
        let is_atomic = |ty: &Type| matches!(ty, Type::Base(base) if base.is_atomic);
        names.is_volatile(ty) || is_atomic(ty) || is_atomic(names.resolve(ty))
    }

    /// Whether the region calls functions of the program.
    fn calls_own_functions(&self) -> bool {
        let mut found = false;
        for statement in &self.lowering.region.statements {
            statement.expressions(&mut |expr| {
                expr.walk(&mut |inner| {
                    if let ExprKind::Call(callee, _) = &inner.kind {
                        let name = callee.as_name();
                        found |= name.is_none_or(|name| self.lowering.unit.defines(name));
                    }
                });
            });
        }
        found
    }

    /// Whether an expression computes an integer from names and numbers, and does nothing else.
    fn computes(&self, expr: &Expr) -> bool {
        let names = &self.lowering.names;
        let is_number = |expr: &Expr| {
            matches!(
                names.kind(expr),
                Kind::Int | Kind::Unsigned | Kind::Long | Kind::UnsignedLong
            )
        };
        // Nothing in the region changes what it looks at.
        if names.load(expr).is_some() {
            return true;
        }
        let shape = match &expr.kind {
            ExprKind::Int(_) => true,
            ExprKind::Name(_) => match names.place_type(expr) {
                Some(ty) => names.may_be_integer(ty),
                None => true,
            },
            ExprKind::Alias(alias) => names.is_integer(&alias.ty),
            ExprKind::Unary(operator, _) => !matches!(operator, UnaryOp::Deref | UnaryOp::Address),
            ExprKind::Cast(ty, _) => names.may_be_integer(&ty.ty),
            ExprKind::Binary(..) | ExprKind::Conditional(_, Some(_), _) => true,
            ExprKind::Call(callee, arguments) => {
                return callee.as_name().is_some_and(|name| self.is_extreme(name))
                    && arguments.iter().all(|one| self.computes(one));
            }
            _ => false,
        };
        if let ExprKind::Alias(_) = &expr.kind {
            return shape;
        }
        shape && is_number(expr) && expr.operands().into_iter().all(|one| self.computes(one))
    }

    /// Whether a function computes a minimum or maximum of its arguments, and does nothing else.
    fn is_extreme(&self, name: &Text) -> bool {
        let unit = self.lowering.unit;
        let is_known = MINIMUM.contains(&&**name) || MAXIMUM.contains(&&**name);
        match unit.extreme(name) {
            Some(Extreme::Smaller | Extreme::Larger) => true,
            None => is_known && !unit.defines(name),
        }
    }

    /// Whether there are no products and quotients of variables in an expression.
    fn is_affine(&self, expr: &Expr) -> bool {
        let is_here = match &expr.kind {
            ExprKind::Binary(BinaryOp::Mul, left, right) => {
                self.is_constant(left) || self.is_constant(right)
            }
            ExprKind::Binary(
                BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd,
                _,
                right,
            ) => self.is_constant(right),
            _ => true,
        };
        is_here && expr.operands().into_iter().all(|one| self.is_affine(one))
    }

    fn is_constant(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) => true,
            ExprKind::Name(name) => {
                matches!(self.lowering.names.meaning(name), Meaning::Constant(_))
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(..) => {
                expr.operands().into_iter().all(|one| self.is_constant(one))
            }
            _ => false,
        }
    }

    /// A pointer without conversions to its own type; `&x[0]` is `x`.
    fn plain_pointer<'e>(&self, expr: &'e Expr) -> &'e Expr {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Address, inner) => match &inner.kind {
                ExprKind::Index(base, index) if matches!(index.kind, ExprKind::Int(0)) => base,
                _ => expr,
            },
            ExprKind::Cast(ty, inner) => {
                let is_own = match (self.lowering.names.resolve(&ty.ty), self.pointee(inner)) {
                    (Type::Pointer { to, .. }, Some(target)) => self.is_same_type(to, target),
                    _ => false,
                };
                match is_own {
                    true => self.plain_pointer(inner),
                    false => expr,
                }
            }
            _ => expr,
        }
    }

    /// What a pointer points to, if it is one that an array or a row is reached by.
    fn pointee<'e>(&'e self, expr: &'e Expr) -> Option<&'e Type> {
        let names = &self.lowering.names;
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, pointer, offset) => {
                self.pointee(pointer).filter(|_| self.computes(offset))
            }
            ExprKind::Unary(UnaryOp::Address, place) => match &place.kind {
                ExprKind::Index(base, index) if self.computes(index) => self.pointee(base),
                _ => None,
            },
            ExprKind::Alias(alias) => match names.resolve(&alias.ty) {
                Type::Pointer { to, .. } => Some(to),
                _ => None,
            },
            _ if self.is_path(expr) => match names.resolve(names.place_type(expr)?) {
                Type::Pointer { to: element, .. } | Type::Array { element, .. } => Some(element),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an expression leads from a variable to a place by subscripts and fields.
    fn is_path(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(_) => true,
            ExprKind::Index(base, index) => self.computes(index) && self.is_path(base),
            ExprKind::Field { base, .. } => self.is_path(base),
            ExprKind::Alias(alias) => !self.lowering.names.is_integer(&alias.ty),
            _ => false,
        }
    }

    /// Whether two types are the same but for `const`.
    fn is_same_type(&self, a: &Type, b: &Type) -> bool {
        let names = &self.lowering.names;
        match (names.resolve(a), names.resolve(b)) {
            (Type::Base(a), Type::Base(b)) => {
                let plain = |base: &BaseType| BaseType {
                    is_const: false,
                    ..base.clone()
                };
                plain(a) == plain(b)
            }
            (Type::Pointer { to: a, .. }, Type::Pointer { to: b, .. }) => self.is_same_type(a, b),
            (
                Type::Array {
                    element: a,
                    extent: Some(x),
                    ..
                },
                Type::Array {
                    element: b,
                    extent: Some(y),
                    ..
                },
            ) => {
                let (x, y) = (names.value_elsewhere(x), names.value_elsewhere(y));
                x.is_some() && x == y && self.is_same_type(a, b)
            }
            _ => false,
        }
    }
}

/// Whether a variable is one of the function's own, for the time of a call.
fn is_automatic(symbol: &Symbol) -> bool {
    symbol.scope != Scope::Global && !symbol.is_static && !symbol.is_extern
}

/// Whether a value is the answer to a question: `i < 2`, `!n`.
fn has_truth(expr: &Expr) -> bool {
    use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    match &expr.kind {
        ExprKind::Binary(Lt | Gt | Le | Ge | Eq | Ne | And | Or, ..)
        | ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Conditional(_, Some(yes), no) => has_truth(yes) && has_truth(no),
        _ => false,
    }
}
