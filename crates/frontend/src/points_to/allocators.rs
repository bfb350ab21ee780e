//! Functions that return new memory whenever they are called.
//!
//! Such a function returns what an allocator gives, or a variable of its own that is never set to
//! anything else. Every call of it makes an object of its own. If nobody but the caller gets the
//! memory, that is all; otherwise it may also be met under the name that it has in the function.

use super::PointsTo;
use super::calls::RETURNING;
use crate::bodies::typing::Shape;
use crate::bodies::{Body, Id, Meaning};
use crate::declarations::Scope;
use crate::lower::library;
use crate::syntax::{BinaryOp, Expr, ExprKind, Part, StmtKind, Type, UnaryOp};

/// What a function that allocates does with the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Allocation {
    /// It is no such function.
    None,
    /// Others than the caller may know the memory.
    Shared,
    /// Only the caller knows it.
    Private,
}

/// What allocates, by its name alone.
fn is_library(name: &str) -> bool {
    name.contains("alloc") && !name.starts_with("realloc") || name == "strdup"
}

impl<'a> PointsTo<'a> {
    /// Whether a function returns new memory at every call.
    pub(super) fn allocation(&mut self, index: usize) -> Allocation {
        if let Some(&known) = self.allocations.get(&index) {
            return known;
        }
        // One that calls itself is none.
        self.allocations.insert(index, Allocation::None);
        let body = self.known[index].body;
        let mut returned = Vec::new();
        body.tree.parts(&mut |part| {
            if let Part::Stmt(one) = part
                && let StmtKind::Return(Some(value)) = &one.kind
            {
                returned.push(value);
            }
        });
        let is_pointer = matches!(self.result_shape(index), Shape::Type(Type::Pointer { .. }));
        let mut found = match is_pointer && !body.is_odd && !returned.is_empty() {
            true => Allocation::Private,
            false => Allocation::None,
        };
        for value in returned {
            found = found.min(self.newness(body, value, true));
        }
        self.allocations.insert(index, found);
        found
    }

    /// Whether a value is new memory, or none.
    fn newness(&mut self, body: &'a Body, value: &'a Expr, follow: bool) -> Allocation {
        match &value.kind {
            ExprKind::Int(0) => Allocation::Private,
            ExprKind::Cast(_, inner) => self.newness(body, inner, follow),
            ExprKind::Conditional(_, Some(yes), no) => {
                let yes = self.newness(body, yes, follow);
                yes.min(self.newness(body, no, follow))
            }
            ExprKind::Call(callee, arguments) => {
                let Some(name) = callee.as_name() else {
                    return Allocation::None;
                };
                let is_outside =
                    body.meaning(callee) == Meaning::Outside && self.types.global(name).is_none();
                match (self.by_name.get(name), arguments.first()) {
                    _ if !is_outside => Allocation::None,
                    (Some(&index), _) => self.allocation(index),
                    (None, Some(first)) if RETURNING.contains(&&**name) => {
                        self.newness(body, first, follow)
                    }
                    (None, _) if is_library(name) => Allocation::Private,
                    _ => Allocation::None,
                }
            }
            ExprKind::Name(name) if &**name == "NULL" => Allocation::Private,
            ExprKind::Name(_) if follow => match body.meaning(value) {
                Meaning::Own(id) => self.of_variable(body, id),
                Meaning::Outside => Allocation::None,
            },
            _ => Allocation::None,
        }
    }

    /// Whether a variable holds nothing but new memory, and whether others may get it.
    fn of_variable(&mut self, body: &'a Body, id: Id) -> Allocation {
        let variable = &body.variables[id as usize];
        if variable.storage.is_static || variable.scope == Scope::Parameter {
            return Allocation::None;
        }
        let means =
            |expr: &Expr| expr.as_name().is_some() && body.meaning(expr) == Meaning::Own(id);
        let count = |expr: &Expr| usize::from(means(expr));
        let (mut uses, mut allowed) = (0usize, 0usize);
        let (mut is_moved, mut addresses) = (false, 0);
        let mut values: Vec<&'a Expr> = variable.declarator.init.iter().collect();
        let mut has_value = !values.is_empty();
        body.tree.parts(&mut |part| match part {
            Part::Expr(expr) => {
                uses += count(expr);
                match &expr.kind {
                    ExprKind::Index(base, _)
                    | ExprKind::Unary(UnaryOp::Deref | UnaryOp::Not, base)
                    | ExprKind::Field {
                        base, arrow: true, ..
                    }
                    | ExprKind::SizeOf(base) => allowed += count(base),
                    ExprKind::Unary(UnaryOp::Address, base) => addresses += i32::from(means(base)),
                    ExprKind::Step { target, .. } | ExprKind::Assign(Some(_), target, _) => {
                        is_moved |= means(target);
                    }
                    ExprKind::Binary(operator, left, right) => {
                        use BinaryOp::{And, Eq, Ne, Or};
                        if matches!(operator, Eq | Ne | And | Or) {
                            allowed += count(left) + count(right);
                        }
                    }
                    ExprKind::Assign(None, target, value) if means(target) => {
                        allowed += 1;
                        has_value = true;
                        values.push(value);
                    }
                    ExprKind::Call(callee, arguments) => {
                        let name = callee.as_name().map_or("", |name| &**name);
                        let is_outside = body.meaning(callee) == Meaning::Outside;
                        let lists = [library::HARMLESS, library::FILLING];
                        let is_kept = !super::calls::tells_addresses(name, arguments);
                        if is_outside && is_kept && lists.iter().any(|list| list.contains(&name)) {
                            allowed += arguments.iter().map(count).sum::<usize>();
                        }
                        if let Some(Expr {
                            kind: ExprKind::Unary(UnaryOp::Address, inner),
                            ..
                        }) = arguments.first().map(without_casts)
                            && is_outside
                            && name == "posix_memalign"
                            && means(inner)
                        {
                            allowed += 1;
                            addresses -= 1;
                            has_value = true;
                        }
                    }
                    _ => {}
                }
            }
            Part::Stmt(one) => match &one.kind {
                StmtKind::If(condition, ..) | StmtKind::While(condition, _) => {
                    allowed += count(condition);
                }
                StmtKind::Return(Some(value)) => allowed += count(without_casts(value)),
                _ => {}
            },
        });
        if is_moved || addresses != 0 || !has_value {
            return Allocation::None;
        }
        let mut found = match uses == allowed {
            true => Allocation::Private,
            false => Allocation::Shared,
        };
        for value in values {
            found = found.min(self.newness(body, value, false));
        }
        found
    }
}

fn without_casts(mut expr: &Expr) -> &Expr {
    while let ExprKind::Cast(_, inner) = &expr.kind {
        expr = inner;
    }
    expr
}
