//! Going through trees.

use scop::Span;

use super::{
    BaseKind, BaseType, Declaration, Expr, ExprKind, ForInit, Stmt, StmtKind, Tokens, Type,
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

    /// The operands, from left to right; types are left out.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Name(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::SizeOfType(_) => Vec::new(),
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
        }
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
            | StmtKind::Pragma(_) => {}
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

impl Declaration {
    /// The same for the initial values and extents of a declaration.
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
