//! The types of expressions, as far as they are known without effort.

use rustc_hash::FxHashMap;

use super::{Body, Meaning};
use crate::declarations::{Declarations, Scope};
use crate::syntax::{BaseKind, Declarator, Expr, ExprKind, Record, Type, UnaryOp};

/// What is known of the type of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape<'a> {
    /// This type; type names are resolved at its outside.
    Type(&'a Type),
    /// A pointer to this one.
    Address(&'a Type),
    /// A number: no pointer, no array, no structure.
    Number {
        /// With a fraction.
        is_floating: bool,
    },
    /// Nothing.
    Unknown,
}

/// The types of a text.
pub(crate) struct Types<'a> {
    declarations: &'a Declarations,
    /// The definition of each structure; nothing where there are several.
    records: FxHashMap<&'a str, Option<&'a Record>>,
    /// The types of global variables and functions.
    globals: FxHashMap<&'a str, &'a Type>,
    /// What type names stand for.
    typedefs: FxHashMap<&'a str, &'a Type>,
}

impl<'a> Types<'a> {
    pub(crate) fn new(declarations: &'a Declarations) -> Types<'a> {
        let mut types = Types {
            declarations,
            records: FxHashMap::default(),
            globals: FxHashMap::default(),
            typedefs: FxHashMap::default(),
        };
        let typedefs = declarations.typedefs.iter();
        types
            .typedefs
            .extend(typedefs.map(|(name, ty)| (&**name, ty)));
        types.add_records(&declarations.records);
        for global in &declarations.globals {
            // One with an extent says more.
            let known = types.globals.entry(&global.name).or_insert(&global.ty);
            if global.init.is_some() {
                *known = &global.ty;
            }
        }
        types
    }

    /// Adds the structures of a body.
    pub(crate) fn add_records(&mut self, records: &'a [Record]) {
        for record in records {
            let known = self.records.entry(&record.name).or_insert(Some(record));
            if known.is_some_and(|known| known.span != record.span) {
                *known = None;
            }
        }
    }

    pub(crate) fn record(&self, name: &str) -> Option<&'a Record> {
        *self.records.get(name)?
    }

    /// The declared type of a global variable.
    pub(crate) fn global(&self, name: &str) -> Option<&'a Type> {
        self.globals.get(name).copied()
    }

    /// A type without names at its outside.
    pub(crate) fn shape(&self, body: Option<&'a Body>, ty: &'a Type) -> Shape<'a> {
        let mut ty = ty;
        for _ in 0..64 {
            let Type::Base(base) = ty else {
                return Shape::Type(ty);
            };
            let is_named = base.kind == BaseKind::Named;
            let own = body.filter(|_| is_named).into_iter();
            let mut own = own
                .flat_map(|body| &body.variables)
                .filter(|one| one.storage.is_typedef && one.declarator.name == base.name);
            let global = self.typedefs.get(&*base.name).copied();
            ty = match (own.next(), own.next(), global) {
                // Which one is meant is not known; the region's own count as global, too.
                (_, Some(_), _) => return Shape::Unknown,
                (Some(own), None, Some(global)) if own.declarator.ty != *global => {
                    return Shape::Unknown;
                }
                (Some(own), None, _) => &own.declarator.ty,
                (None, None, Some(meaning)) => meaning,
                (None, None, None) => {
                    return match base.kind {
                        BaseKind::Integer { .. } => Shape::Number { is_floating: false },
                        BaseKind::Floating | BaseKind::Complex => {
                            Shape::Number { is_floating: true }
                        }
                        BaseKind::Record => Shape::Type(ty),
                        BaseKind::Named | BaseKind::Void => Shape::Unknown,
                    };
                }
            };
        }
        Shape::Unknown
    }

    /// The shape of a variable that is declared so.
    pub(crate) fn variable(
        &self,
        body: Option<&'a Body>,
        declarator: &'a Declarator,
        scope: Scope,
    ) -> Shape<'a> {
        match self.shape(body, &declarator.ty) {
            Shape::Type(Type::Array { element, .. }) if scope == Scope::Parameter => {
                Shape::Address(element)
            }
            shape => shape,
        }
    }

    /// What a pointer or an array of this shape leads to.
    pub(crate) fn element(&self, body: Option<&'a Body>, shape: Shape<'a>) -> Shape<'a> {
        match shape {
            Shape::Type(Type::Pointer { to: inner, .. } | Type::Array { element: inner, .. }) => {
                self.shape(body, inner)
            }
            Shape::Address(inner) => self.shape(body, inner),
            _ => Shape::Unknown,
        }
    }

    /// The structure that a value of this shape is.
    pub(crate) fn record_of(&self, shape: Shape<'a>) -> Option<&'a Record> {
        match shape {
            Shape::Type(Type::Base(base)) if base.kind == BaseKind::Record => {
                self.record(&base.name)
            }
            _ => None,
        }
    }

    /// A field of a structure of this shape.
    pub(crate) fn field(&self, body: Option<&'a Body>, shape: Shape<'a>, name: &str) -> Shape<'a> {
        let record = self.record_of(shape);
        let field = record.and_then(|one| one.fields.iter().find(|field| field.name == *name));
        field.map_or(Shape::Unknown, |field| self.shape(body, &field.ty))
    }

    /// The type of an expression.
    pub(crate) fn of(&self, body: &'a Body, expr: &'a Expr) -> Shape<'a> {
        let within = Some(body);
        match &expr.kind {
            ExprKind::Alias(alias) => self.shape(within, &alias.ty),
            ExprKind::Name(name) => {
                match (body.meaning(expr), body.declaration_at(expr.tokens.start)) {
                    (Meaning::Own(id), _) => {
                        let variable = &body.variables[id as usize];
                        self.variable(within, &variable.declarator, variable.scope)
                    }
                    // Declared again in a block: the outer declaration may say more.
                    (Meaning::Outside, Some(inner)) if self.global(name).is_none() => {
                        self.variable(within, &inner.declarator, Scope::Local)
                    }
                    (Meaning::Outside, _) => match self.global(name) {
                        Some(ty) => self.shape(None, ty),
                        None if self.declarations.constants.contains_key(name) => {
                            Shape::Number { is_floating: false }
                        }
                        None => Shape::Unknown,
                    },
                }
            }
            ExprKind::Int(_) | ExprKind::SizeOf(_) | ExprKind::SizeOfType(_) => {
                Shape::Number { is_floating: false }
            }
            ExprKind::Float(_) => Shape::Number { is_floating: true },
            ExprKind::Unary(UnaryOp::Deref, inner) | ExprKind::Index(inner, _) => {
                let of_inner = self.of(body, inner);
                match &expr.kind {
                    // `2[a]`
                    ExprKind::Index(_, index) if matches!(of_inner, Shape::Number { .. }) => {
                        self.element(within, self.of(body, index))
                    }
                    _ => self.element(within, of_inner),
                }
            }
            ExprKind::Unary(UnaryOp::Address, inner) => match self.of(body, inner) {
                Shape::Type(ty) => Shape::Address(ty),
                _ => Shape::Unknown,
            },
            ExprKind::Unary(UnaryOp::Not, _) => Shape::Number { is_floating: false },
            ExprKind::Unary(_, inner) | ExprKind::Step { target: inner, .. } => {
                self.of(body, inner)
            }
            ExprKind::Assign(_, target, _) => self.of(body, target),
            ExprKind::Binary(operator, left, right) => {
                use crate::syntax::BinaryOp::*;
                match operator {
                    Lt | Gt | Le | Ge | Eq | Ne | And | Or => Shape::Number { is_floating: false },
                    _ => match (self.of(body, left), self.of(body, right)) {
                        (Shape::Number { is_floating: a }, Shape::Number { is_floating: b }) => {
                            Shape::Number {
                                is_floating: a || b,
                            }
                        }
                        (Shape::Number { .. }, other) | (other, Shape::Number { .. }) => {
                            match other {
                                Shape::Type(Type::Array { element, .. }) => Shape::Address(element),
                                other => other,
                            }
                        }
                        _ => Shape::Unknown,
                    },
                }
            }
            ExprKind::Conditional(condition, yes, no) => {
                let yes = self.of(body, yes.as_deref().unwrap_or(condition));
                match self.of(body, no) {
                    no if no == yes => yes,
                    // `p ? p : 0`
                    Shape::Number { is_floating: false } => yes,
                    no if yes == (Shape::Number { is_floating: false }) => no,
                    _ => Shape::Unknown,
                }
            }
            ExprKind::Call(callee, _) => {
                let name = callee.as_name();
                let is_outside = body.meaning(callee) == Meaning::Outside;
                let function = name.filter(|_| is_outside);
                match function.and_then(|name| self.declarations.function(name)) {
                    Some(function) => self.shape(None, &function.result),
                    None => Shape::Unknown,
                }
            }
            ExprKind::Field { base, arrow, name } => {
                let mut shape = self.of(body, base);
                if *arrow {
                    shape = self.element(within, shape);
                }
                self.field(within, shape, name)
            }
            ExprKind::Cast(ty, _) | ExprKind::Compound(ty, _) => self.shape(within, &ty.ty),
            ExprKind::Comma(_, last) => self.of(body, last),
            ExprKind::Str(_) | ExprKind::List(_) | ExprKind::Statements(_) | ExprKind::Opaque => {
                Shape::Unknown
            }
        }
    }
}
