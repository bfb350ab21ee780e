//! Functions that return new memory whenever they are called.
//!
//! Such a function returns what an allocator gives, or a variable of its own that holds nothing else
//! and that it hands to nobody: its callers are the first to know the memory.

use super::PointsTo;
use crate::bodies::{Body, Id, Meaning};
use crate::syntax::{Expr, ExprKind, Part, StmtKind, UnaryOp};

/// What allocates, by its name alone.
fn is_library(name: &str) -> bool {
    name.contains("alloc") && !name.starts_with("realloc") || name == "strdup"
}

impl<'a> PointsTo<'a> {
    pub(super) fn is_allocator(&mut self, index: usize) -> bool {
        if let Some(&known) = self.allocators.get(&index) {
            return known;
        }
        // One that calls itself is none.
        self.allocators.insert(index, false);
        let body = self.known[index].body;
        let mut returned = Vec::new();
        let mut is_clear = !body.is_odd;
        body.tree.parts(&mut |part| {
            if let Part::Stmt(one) = part {
                match &one.kind {
                    StmtKind::Return(Some(value)) => returned.push(value),
                    StmtKind::Opaque => is_clear = false,
                    _ => {}
                }
            }
        });
        let found = is_clear
            && !returned.is_empty()
            && matches!(self.result_shape(index), crate::bodies::typing::Shape::Type(crate::syntax::Type::Pointer { .. }))
            && returned.into_iter().all(|value| self.is_new(body, value, true));
        self.allocators.insert(index, found);
        found
    }

    /// Whether a value is new memory that only the function knows, or none.
    fn is_new(&mut self, body: &'a Body, value: &'a Expr, follow: bool) -> bool {
        match &value.kind {
            ExprKind::Int(0) => true,
            ExprKind::Cast(_, inner) => self.is_new(body, inner, follow),
            ExprKind::Conditional(_, Some(yes), no) => {
                self.is_new(body, yes, follow) && self.is_new(body, no, follow)
            }
            ExprKind::Call(callee, _) => {
                let Some(name) = callee.as_name() else {
                    return false;
                };
                let is_outside = body.meaning(callee) == Meaning::Outside
                    && self.types.global(name).is_none();
                match self.by_name.get(name) {
                    _ if !is_outside => false,
                    Some(&index) => self.is_allocator(index),
                    None => is_library(name),
                }
            }
            ExprKind::Name(name) if &**name == "NULL" => true,
            ExprKind::Name(_) if follow => match body.meaning(value) {
                Meaning::Own(id) => self.is_private(body, id),
                Meaning::Outside => false,
            },
            _ => false,
        }
    }

    /// Whether a variable holds nothing but new memory, and nobody else gets it.
    fn is_private(&mut self, body: &'a Body, id: Id) -> bool {
        let variable = &body.variables[id as usize];
        if variable.storage.is_static || variable.scope == crate::declarations::Scope::Parameter {
            return false;
        }
        let means = |expr: &Expr| {
            expr.as_name().is_some() && body.meaning(expr) == Meaning::Own(id)
        };
        let mut uses = 0usize;
        let mut allowed = 0usize;
        let mut values: Vec<&'a Expr> = variable.declarator.init.iter().collect();
        // The trees of declarations are copies of those in the variables.
        let values_inside = values.len();
        body.tree.parts(&mut |part| match part {
            Part::Expr(expr) => {
                uses += usize::from(means(expr));
                let base_is_it = |base: &Expr| usize::from(means(base));
                match &expr.kind {
                    ExprKind::Index(base, _)
                    | ExprKind::Unary(UnaryOp::Deref | UnaryOp::Not, base)
                    | ExprKind::Field {
                        base, arrow: true, ..
                    }
                    | ExprKind::SizeOf(base) => allowed += base_is_it(base),
                    ExprKind::Binary(operator, left, right) => {
                        use crate::syntax::BinaryOp::*;
                        if matches!(operator, Eq | Ne | And | Or) {
                            allowed += base_is_it(left) + base_is_it(right);
                        }
                    }
                    ExprKind::Assign(None, target, value) if means(target) => {
                        allowed += 1;
                        values.push(value);
                    }
                    ExprKind::Call(callee, arguments) => {
                        let harmless = callee.as_name().is_some_and(|name| {
                            crate::lower::library::HARMLESS.contains(&&**name)
                        }) && body.meaning(callee) == Meaning::Outside;
                        if harmless {
                            allowed += arguments.iter().map(base_is_it).sum::<usize>();
                        }
                    }
                    _ => {}
                }
            }
            Part::Stmt(one) => match &one.kind {
                StmtKind::If(condition, ..) | StmtKind::While(condition, _) => {
                    allowed += usize::from(means(condition));
                }
                StmtKind::Return(Some(value)) => {
                    let mut value = value;
                    while let ExprKind::Cast(_, inner) = &value.kind {
                        value = inner;
                    }
                    allowed += usize::from(means(value));
                }
                _ => {}
            },
        });
        debug_assert!(values.len() >= values_inside);
        uses == allowed
            && !values.is_empty()
            && values.into_iter().all(|value| self.is_new(body, value, false))
    }
}
