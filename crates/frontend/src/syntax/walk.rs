//! Going through trees.

use scop::Span;

use super::{
    Alias, BaseKind, BaseType, Declaration, Expr, ExprKind, ForInit, Stmt, StmtKind, Tokens, Type,
};
use crate::token::Text;

impl Expr {
    /// A number that nobody has written.
    pub(crate) fn number(value: u64, span: Span) -> Expr {
        Expr {
            kind: ExprKind::Int(value),
            span,
            tokens: Tokens::default(),
            height: 1,
        }
    }

    /// The operands, from left to right; types and statements are left out.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Name(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::SizeOfType(_)
            | ExprKind::Statements(_)
            | ExprKind::Opaque => Vec::new(),
            ExprKind::Unary(_, operand)
            | ExprKind::Step {
                target: operand, ..
            }
            | ExprKind::Field { base: operand, .. }
            | ExprKind::Cast(_, operand)
            | ExprKind::SizeOf(operand) => vec![operand],
            ExprKind::Binary(_, left, right)
            | ExprKind::Assign(_, left, right)
            | ExprKind::Index(left, right)
            | ExprKind::Comma(left, right) => vec![left, right],
            ExprKind::Conditional(condition, yes, no) => {
                let mut operands = vec![&**condition];
                operands.extend(yes.as_deref());
                operands.push(no);
                operands
            }
            ExprKind::Call(callee, arguments) => {
                let mut operands = vec![&**callee];
                operands.extend(arguments);
                operands
            }
            ExprKind::List(values) | ExprKind::Compound(_, values) => values.iter().collect(),
            ExprKind::Alias(alias) => vec![&alias.value],
        }
    }

    /// The same expression with other operands, in the order of [`Expr::operands`]: each is made
    /// from the old one.
    pub(crate) fn map_operands(&self, change: &mut impl FnMut(&Expr) -> Expr) -> Expr {
        let mut boxed = |operand: &Expr| Box::new(change(operand));
        let kind = match &self.kind {
            leaf @ (ExprKind::Name(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Statements(_)
            | ExprKind::Opaque
            | ExprKind::SizeOfType(_)) => leaf.clone(),
            ExprKind::Unary(operator, operand) => ExprKind::Unary(*operator, boxed(operand)),
            ExprKind::Step { up, prefix, target } => ExprKind::Step {
                up: *up,
                prefix: *prefix,
                target: boxed(target),
            },
            ExprKind::Field { base, arrow, name } => ExprKind::Field {
                base: boxed(base),
                arrow: *arrow,
                name: name.clone(),
            },
            ExprKind::Cast(ty, operand) => ExprKind::Cast(ty.clone(), boxed(operand)),
            ExprKind::SizeOf(operand) => ExprKind::SizeOf(boxed(operand)),
            ExprKind::Binary(operator, left, right) => {
                ExprKind::Binary(*operator, boxed(left), boxed(right))
            }
            ExprKind::Assign(operator, left, right) => {
                ExprKind::Assign(*operator, boxed(left), boxed(right))
            }
            ExprKind::Index(left, right) => ExprKind::Index(boxed(left), boxed(right)),
            ExprKind::Comma(left, right) => ExprKind::Comma(boxed(left), boxed(right)),
            ExprKind::Conditional(condition, yes, no) => {
                let condition = boxed(condition);
                let yes = yes.as_ref().map(|yes| boxed(yes));
                ExprKind::Conditional(condition, yes, boxed(no))
            }
            ExprKind::Call(callee, arguments) => {
                let callee = boxed(callee);
                ExprKind::Call(callee, arguments.iter().map(change).collect())
            }
            ExprKind::List(values) => ExprKind::List(values.iter().map(change).collect()),
            ExprKind::Compound(ty, values) => {
                ExprKind::Compound(ty.clone(), values.iter().map(change).collect())
            }
            ExprKind::Alias(alias) => ExprKind::Alias(Box::new(Alias {
                value: change(&alias.value),
                ..(**alias).clone()
            })),
        };
        self.with_kind(kind)
    }

    /// Another expression in the same place of the text.
    pub(crate) fn with_kind(&self, kind: ExprKind) -> Expr {
        let mut new = Expr {
            kind,
            span: self.span,
            tokens: self.tokens,
            height: 1,
        };
        let below = new.operands().iter().map(|one| one.height).max();
        new.height = below.unwrap_or(0).saturating_add(1);
        new
    }

    /// Calls `visit` for this expression and all in it, outermost first.
    pub fn walk<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        visit(self);
        for operand in self.operands() {
            operand.walk(visit);
        }
    }

    /// The name, if it is nothing else.
    pub fn as_name(&self) -> Option<&Text> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }
}

impl Stmt {
    /// Calls `visit` for every expression that stands in this statement or in one inside of it;
    /// those inside of expressions are left to [`Expr::walk`].
    pub fn expressions<'s>(&'s self, visit: &mut impl FnMut(&'s Expr)) {
        match &self.kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Pragma(_)
            | StmtKind::Opaque => {}
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => visit(expr),
            StmtKind::Block(body) => body.iter().for_each(|one| one.expressions(visit)),
            StmtKind::For(head) => {
                match &head.init {
                    ForInit::None => {}
                    ForInit::Expr(expr) => visit(expr),
                    ForInit::Declaration(declaration) => declaration.expressions(visit),
                }
                head.condition
                    .iter()
                    .chain(&head.step)
                    .for_each(&mut *visit);
                head.body.expressions(visit);
            }
            StmtKind::If(condition, yes, no) => {
                visit(condition);
                yes.expressions(visit);
                no.iter().for_each(|no| no.expressions(visit));
            }
            StmtKind::While(expr, body)
            | StmtKind::DoWhile(body, expr)
            | StmtKind::Switch(expr, body)
            | StmtKind::Case(expr, body) => {
                visit(expr);
                body.expressions(visit);
            }
            StmtKind::Default(body) | StmtKind::Label(_, body) => body.expressions(visit),
            StmtKind::Declaration(declaration) => declaration.expressions(visit),
        }
    }
}

/// A statement or an expression, met on the way through a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'t> {
    /// A statement, before what is in it.
    Stmt(&'t Stmt),
    /// An expression, before what is in it.
    Expr(&'t Expr),
}

impl Part<'_> {
    /// Whether a variable may be changed there, other than by a call.
    pub(crate) fn acts(self) -> bool {
        match self {
            Part::Stmt(_) => true,
            Part::Expr(one) => matches!(
                one.kind,
                ExprKind::Assign(..)
                    | ExprKind::Step { .. }
                    | ExprKind::Statements(_)
                    | ExprKind::Opaque
            ),
        }
    }

    /// Whether it is a call.
    pub(crate) fn is_call(self) -> bool {
        matches!(self, Part::Expr(one) if matches!(one.kind, ExprKind::Call(..)))
    }
}

impl Stmt {
    /// Calls `visit` for this statement and every statement and expression in it, those in types
    /// and in expressions included, in the order of the text as far as C reads it so.
    pub(crate) fn parts<'t>(&'t self, visit: &mut dyn FnMut(Part<'t>)) {
        visit(Part::Stmt(self));
        match &self.kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Pragma(_)
            | StmtKind::Opaque => {}
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => expr.parts(visit),
            StmtKind::Block(body) => body.iter().for_each(|one| one.parts(visit)),
            StmtKind::For(head) => {
                match &head.init {
                    ForInit::None => {}
                    ForInit::Expr(expr) => expr.parts(visit),
                    ForInit::Declaration(declaration) => declaration.parts(visit),
                }
                let clauses = head.condition.iter().chain(&head.step);
                clauses.for_each(|one| one.parts(visit));
                head.body.parts(visit);
            }
            StmtKind::If(condition, yes, no) => {
                condition.parts(visit);
                yes.parts(visit);
                no.iter().for_each(|no| no.parts(visit));
            }
            StmtKind::While(expr, body)
            | StmtKind::DoWhile(body, expr)
            | StmtKind::Switch(expr, body)
            | StmtKind::Case(expr, body) => {
                expr.parts(visit);
                body.parts(visit);
            }
            StmtKind::Default(body) | StmtKind::Label(_, body) => body.parts(visit),
            StmtKind::Declaration(declaration) => declaration.parts(visit),
        }
    }
}

impl Expr {
    /// The same for an expression.
    pub(crate) fn parts<'t>(&'t self, visit: &mut dyn FnMut(Part<'t>)) {
        visit(Part::Expr(self));
        match &self.kind {
            ExprKind::Cast(ty, _) | ExprKind::SizeOfType(ty) | ExprKind::Compound(ty, _) => {
                ty.ty.parts(visit);
            }
            ExprKind::Statements(list) => list.iter().for_each(|one| one.parts(visit)),
            _ => {}
        }
        for operand in self.operands() {
            operand.parts(visit);
        }
    }
}

impl Declaration {
    fn parts<'t>(&'t self, visit: &mut dyn FnMut(Part<'t>)) {
        for declarator in &self.declarators {
            declarator.ty.parts(visit);
            declarator.init.iter().for_each(|init| init.parts(visit));
        }
    }

    /// [`Stmt::expressions`] for the initial values and extents of a declaration.
    pub(crate) fn expressions<'s>(&'s self, visit: &mut impl FnMut(&'s Expr)) {
        for declarator in &self.declarators {
            declarator.init.iter().for_each(&mut *visit);
            let mut ty = &declarator.ty;
            while let Type::Array { element: inner, .. } | Type::Pointer { to: inner, .. } = ty {
                if let Type::Array {
                    extent: Some(extent),
                    ..
                } = ty
                {
                    visit(extent);
                }
                ty = inner;
            }
        }
    }
}

impl Type {
    /// Calls `visit` for the expressions in the type, and all in them.
    pub(crate) fn parts<'t>(&'t self, visit: &mut dyn FnMut(Part<'t>)) {
        match self {
            Type::Base(_) => {}
            Type::Pointer { to: inner, .. } | Type::Function { result: inner, .. } => {
                inner.parts(visit);
            }
            Type::Array {
                element, extent, ..
            } => {
                extent.iter().for_each(|extent| extent.parts(visit));
                element.parts(visit);
            }
        }
    }

    /// The type after all arrays, pointers and results.
    pub fn base(&self) -> &BaseType {
        match self {
            Type::Base(base) => base,
            Type::Pointer { to: inner, .. }
            | Type::Array { element: inner, .. }
            | Type::Function { result: inner, .. } => inner.base(),
        }
    }

    /// The same, to change it.
    pub(crate) fn base_mut(&mut self) -> &mut BaseType {
        match self {
            Type::Base(base) => base,
            Type::Pointer { to, .. } => to.base_mut(),
            Type::Array { element, .. } => element.base_mut(),
            Type::Function { result, .. } => result.base_mut(),
        }
    }

    /// How deep the type and the expressions in it nest.
    pub(crate) fn height(&self) -> u16 {
        let below = match self {
            Type::Base(_) => 0,
            Type::Pointer { to, .. } => to.height(),
            Type::Array {
                element, extent, ..
            } => {
                let extent = extent.as_ref().map_or(0, |extent| extent.height);
                element.height().max(extent)
            }
            Type::Function {
                result, parameters, ..
            } => {
                let parameters = parameters.iter().map(|parameter| parameter.ty.height());
                parameters.fold(result.height(), u16::max)
            }
        };
        below.saturating_add(1)
    }
}

impl BaseType {
    /// `int`, which C takes where no type is written.
    pub(crate) fn int() -> BaseType {
        BaseType {
            kind: BaseKind::Integer { signed: true },
            name: Text::fixed("int"),
            is_const: false,
            is_volatile: false,
            is_atomic: false,
        }
    }
}
