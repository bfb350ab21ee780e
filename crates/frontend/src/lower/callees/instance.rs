//! A copy of a function's body in which names mean what they mean to the caller.

use std::collections::{BTreeMap, BTreeSet};

use scop::Span;

use super::{Callee, Obstacle, Passed};
use crate::Unit;
use crate::declarations::Function;
use crate::syntax::{
    Alias, BaseKind, BaseType, Declaration, Declarator, Early, Expr, ExprKind, For, ForInit, Stmt,
    StmtKind, Tokens, Type, TypeName, UnaryOp,
};
use crate::token::Text;

/// Expressions are at most this high after arguments were put into them.
const MAX_HEIGHT: u16 = 1000;

/// Names that lead outside of the program.
const OUTSIDE: &[&str] = &["errno", "stdin", "stdout", "stderr", "environ"];

/// What a name of the function means.
enum Means {
    /// A variable with this name.
    Own(Text),
    /// The argument.
    Argument(Box<Expr>),
    /// Anywhere in the memory that the argument points into.
    Somewhere(Box<Expr>),
}

type Made<T> = Result<T, Obstacle>;

/// A function and what a call of it passes.
pub(super) struct Instance<'u> {
    unit: &'u Unit,
    function: &'u Function,
    /// Tells it from other calls.
    number: usize,
    /// How many names have been made.
    names: usize,
    arguments: &'u [Expr],
    scopes: Vec<(Text, Means)>,
    globals: BTreeSet<Text>,
    /// Its variables that outlive the call.
    statics: BTreeSet<Text>,
    changed: Changed,
    /// What it sets pointers of its own to, and their types.
    pointers: Vec<(Expr, Declarator)>,
}

impl<'u> Instance<'u> {
    pub(super) fn new(
        unit: &'u Unit,
        function: &'u Function,
        number: usize,
        arguments: &'u [Expr],
    ) -> Made<Instance<'u>> {
        if function.variadic {
            return Err(Obstacle::whole("it takes any number of arguments"));
        }
        if function.parameters.len() != arguments.len() {
            return Err(Obstacle::whole(
                "it is called with another number of arguments than it has parameters",
            ));
        }
        Ok(Instance {
            unit,
            function,
            number,
            names: 0,
            arguments,
            scopes: Vec::new(),
            globals: BTreeSet::new(),
            statics: BTreeSet::new(),
            changed: Changed::default(),
            pointers: Vec::new(),
        })
    }

    pub(super) fn make(mut self, body: &Stmt) -> Made<Callee> {
        self.changed.statement(body);
        let changed = std::mem::take(&mut self.changed);
        let mut passed = Vec::new();
        let mut unknown = Vec::new();
        for (parameter, argument) in self.function.parameters.iter().zip(self.arguments) {
            let new = self.own_name(&parameter.name);
            let is_pointer = matches!(
                self.unit.declarations.resolve(&parameter.ty),
                Type::Pointer { .. } | Type::Array { .. }
            );
            let name = parameter.name.clone();
            if !is_pointer {
                self.scopes.push((name, Means::Own(new)));
                let own = self.declarator(parameter)?;
                passed.push(Passed::Value(own));
                continue;
            }
            let argument = Box::new(argument.clone());
            let means = if !changed.set.contains(&name) && !changed.moved.contains_key(&name) {
                Means::Argument(argument)
            } else if !changed.set.contains(&name) {
                unknown.push(self.number_called(&new, parameter.span));
                let by = self.node(ExprKind::Name(new), argument.span)?;
                Means::Somewhere(Box::new(self.added(*argument, by)?))
            } else {
                let why = format!("it sets `{name}` to another address");
                return Err(Obstacle::at(parameter.span, why));
            };
            self.scopes.push((name, means));
            // Later parameters may stand in its type: they are looked at when all are known.
            passed.push(Passed::InPlace(parameter.clone()));
        }
        for one in &mut passed {
            if let Passed::InPlace(parameter) = one {
                parameter.ty = self.ty(&parameter.ty)?;
            }
        }
        self.changed = changed;
        let body = self.statement(body)?;
        let value = self.value(&body, &passed);
        Ok(Callee {
            passed,
            unknown,
            pointers: self.pointers,
            body,
            globals: self.globals,
            value,
            is_summary: false,
        })
    }

    /// What a body that does nothing but return a value returns, in terms of the arguments.
    fn value(&mut self, body: &Stmt, passed: &[Passed]) -> Option<Expr> {
        let declarations = &self.unit.declarations;
        if !declarations.is_integer(&self.function.result) {
            return None;
        }
        let StmtKind::Block(inner) = &body.kind else {
            return None;
        };
        let does = |one: &&Stmt| !matches!(one.kind, StmtKind::Empty);
        let mut inner = inner.iter().filter(does);
        let (Some(first), None) = (inner.next(), inner.next()) else {
            return None;
        };
        let StmtKind::Return(Some(value)) = &first.kind else {
            return None;
        };
        let converted = |this: &Self, ty: &Type, value: Expr| {
            let (ty, span) = (ty.clone(), value.span);
            this.node(
                ExprKind::Cast(Box::new(TypeName { ty, span }), Box::new(value)),
                span,
            )
            .ok()
        };
        // The names in the body are the new ones by now.
        self.scopes.clear();
        for (passed, argument) in passed.iter().zip(self.arguments) {
            let parameter = match passed {
                Passed::Value(parameter) if declarations.is_integer(&parameter.ty) => parameter,
                _ => continue,
            };
            let new = parameter.name.clone();
            let argument = converted(self, &parameter.ty, argument.clone())?;
            self.scopes.push((new, Means::Argument(Box::new(argument))));
        }
        let globals = self.globals.clone();
        let value = self.expression(value).ok();
        self.globals = globals;
        let value = value.filter(|value| {
            let mut count = 0;
            value.walk(&mut |_| count += 1);
            count <= 200
        })?;
        converted(self, &self.function.result, value)
    }

    /// A name that no other variable has: what a pointer is set to may stand where another
    /// variable of the same name hides the one that is meant.
    fn own_name(&mut self, name: &str) -> Text {
        self.names += 1;
        format!("{name}#{}#{}", self.number, self.names).into()
    }

    /// A variable of the type `int`.
    fn number_called(&self, name: &Text, span: Span) -> Declarator {
        Declarator {
            name: name.clone(),
            name_span: span,
            ty: Type::Base(BaseType::int()),
            init: None,
            span,
        }
    }

    fn node(&self, kind: ExprKind, span: Span) -> Made<Expr> {
        let mut expr = Expr {
            kind,
            span,
            tokens: Tokens::default(),
            height: 0,
        };
        self.raise(&mut expr)?;
        Ok(expr)
    }

    fn added(&self, left: Expr, right: Expr) -> Made<Expr> {
        let span = left.span;
        let kind = ExprKind::Binary(
            crate::syntax::BinaryOp::Add,
            Box::new(left),
            Box::new(right),
        );
        self.node(kind, span)
    }

    fn raise(&self, expr: &mut Expr) -> Made<()> {
        let heights = expr.operands().into_iter().map(|one| one.height);
        expr.height = heights.max().unwrap_or(0).saturating_add(1);
        match expr.height > MAX_HEIGHT {
            true => Err(Obstacle::whole("its calls nest too deeply")),
            false => Ok(()),
        }
    }

    fn means(&self, name: &str) -> Option<&Means> {
        let mut scopes = self.scopes.iter().rev();
        scopes
            .find(|(known, _)| *known == *name)
            .map(|(_, means)| means)
    }

    fn statements(&mut self, statements: &[Stmt]) -> Made<Vec<Stmt>> {
        let mark = self.scopes.len();
        let made = statements.iter().map(|one| self.statement(one)).collect();
        self.scopes.truncate(mark);
        made
    }

    fn boxed(&mut self, statement: &Stmt) -> Made<Box<Stmt>> {
        let mark = self.scopes.len();
        let made = self.statement(statement).map(Box::new);
        self.scopes.truncate(mark);
        made
    }

    fn statement(&mut self, statement: &Stmt) -> Made<Stmt> {
        let no = |why: &str| Err(Obstacle::at(statement.span, why));
        let kind = match &statement.kind {
            StmtKind::Expr(expr) => match self.effect(expr)? {
                Some(expr) => StmtKind::Expr(expr),
                None => StmtKind::Empty,
            },
            StmtKind::Empty => StmtKind::Empty,
            StmtKind::Block(body) => StmtKind::Block(self.statements(body)?),
            StmtKind::For(head) => StmtKind::For(Box::new(self.for_loop(head)?)),
            StmtKind::If(condition, yes, no) => StmtKind::If(
                self.expression(condition)?,
                self.boxed(yes)?,
                match no {
                    Some(no) => Some(self.boxed(no)?),
                    None => None,
                },
            ),
            StmtKind::While(condition, body) => {
                StmtKind::While(self.expression(condition)?, self.boxed(body)?)
            }
            StmtKind::DoWhile(body, condition) => {
                StmtKind::DoWhile(self.boxed(body)?, self.expression(condition)?)
            }
            StmtKind::Switch(value, body) => {
                StmtKind::Switch(self.expression(value)?, self.boxed(body)?)
            }
            StmtKind::Case(value, body) => {
                StmtKind::Case(self.expression(value)?, Box::new(self.statement(body)?))
            }
            StmtKind::Default(body) => StmtKind::Default(Box::new(self.statement(body)?)),
            StmtKind::Label(name, body) => {
                StmtKind::Label(name.clone(), Box::new(self.statement(body)?))
            }
            StmtKind::Goto(_) => return no("it contains a `goto`"),
            StmtKind::Break => StmtKind::Break,
            StmtKind::Continue => StmtKind::Continue,
            StmtKind::Opaque => return no("its body could not be read"),
            StmtKind::Return(value) => StmtKind::Return(match value {
                Some(value) => Some(self.expression(value)?),
                None => None,
            }),
            StmtKind::Declaration(declaration) => {
                StmtKind::Declaration(self.declaration(declaration)?)
            }
            // It stays where it is; only what it says of threads matters to who calls.
            StmtKind::Pragma(text) => {
                let mut words = text.split_whitespace();
                match (words.next(), words.next()) {
                    (Some("omp"), Some("parallel" | "simd")) => StmtKind::Empty,
                    (Some("omp"), _) => return no("it contains a directive of OpenMP"),
                    _ => StmtKind::Empty,
                }
            }
        };
        Ok(Stmt { kind, ..*statement })
    }

    fn for_loop(&mut self, head: &For) -> Made<For> {
        let mark = self.scopes.len();
        let init = match &head.init {
            ForInit::None => ForInit::None,
            ForInit::Expr(expr) => match self.effect(expr)? {
                Some(expr) => ForInit::Expr(expr),
                None => ForInit::None,
            },
            ForInit::Declaration(declaration) => {
                ForInit::Declaration(self.declaration(declaration)?)
            }
        };
        let condition = head.condition.as_ref();
        let made = For {
            readings: Vec::new(),
            followers: Vec::new(),
            init,
            condition: condition.map(|one| self.expression(one)).transpose()?,
            step: match &head.step {
                Some(step) => self.effect(step)?,
                None => None,
            },
            body: *self.boxed(&head.body)?,
            head: head.head,
            form: head.form,
            early: match &head.early {
                Some(early) => Some(Early {
                    condition: self.expression(&early.condition)?,
                    ..early.clone()
                }),
                None => None,
            },
        };
        self.scopes.truncate(mark);
        Ok(made)
    }

    fn declaration(&mut self, declaration: &Declaration) -> Made<Declaration> {
        let storage = declaration.storage;
        let no = |why: &str| Err(Obstacle::at(declaration.span, why));
        if storage.is_typedef {
            return no("it defines a type of its own");
        }
        let is_function = |one: &Declarator| matches!(one.ty, Type::Function { .. });
        if storage.is_extern && !declaration.declarators.iter().all(is_function) {
            return no("it declares a variable of others");
        }
        if storage.is_thread_local {
            return no("each thread has a variable of its own in it");
        }
        let mut declarators = Vec::new();
        for declarator in &declaration.declarators {
            if let Type::Function { .. } = declarator.ty {
                continue;
            }
            if !storage.is_static && self.stays(declarator)? {
                continue;
            }
            if storage.is_static && !self.statics.insert(declarator.name.clone()) {
                return no("it has two `static` variables of one name");
            }
            // In C++ the first call computes it.
            if storage.is_static
                && declarator
                    .init
                    .as_ref()
                    .is_some_and(|one| !self.is_fixed(one))
            {
                return no("its first call computes a `static` variable");
            }
            let new = match storage.is_static {
                // All calls mean the same one.
                true => format!("{}.{}", self.function.name, declarator.name).into(),
                false => self.own_name(&declarator.name),
            };
            // It is visible in its own initial value.
            self.scopes.push((declarator.name.clone(), Means::Own(new)));
            declarators.push(self.declarator(declarator)?);
        }
        Ok(Declaration {
            storage,
            declarators,
            span: declaration.span,
        })
    }

    /// Whether an initial value is known before the program runs, as in C it always is.
    fn is_fixed(&self, init: &Expr) -> bool {
        let mut is_fixed = true;
        init.walk(&mut |inner| match &inner.kind {
            ExprKind::Name(name) => {
                is_fixed &= self.means(name).is_none()
                    && self.unit.declarations.constants.contains_key(name);
            }
            ExprKind::Assign(..)
            | ExprKind::Step { .. }
            | ExprKind::Call(..)
            | ExprKind::Index(..)
            | ExprKind::Field { .. }
            | ExprKind::Opaque => is_fixed = false,
            _ => {}
        });
        is_fixed || !self.unit.is_cplusplus
    }

    /// Whether a variable is a pointer that is set once, to something that does not change: then
    /// the body has that where the function has the pointer.
    fn stays(&mut self, declarator: &Declarator) -> Made<bool> {
        let resolved = self.unit.declarations.resolve(&declarator.ty);
        let (Type::Pointer { .. }, Some(init)) = (resolved, &declarator.init) else {
            return Ok(false);
        };
        let mut stays = !self.changed.contains(&declarator.name);
        init.walk(&mut |inner| match &inner.kind {
            ExprKind::Name(name) => {
                let is_own = matches!(self.means(name), Some(Means::Own(_)));
                stays &= !(is_own && self.changed.contains(name));
            }
            ExprKind::Assign(..) | ExprKind::Step { .. } | ExprKind::Call(..) => stays = false,
            _ => {}
        });
        if stays {
            let place = self.expression(init)?;
            let own = Declarator {
                ty: self.ty(&declarator.ty)?,
                init: None,
                ..declarator.clone()
            };
            self.pointers.push((place.clone(), own));
            let means = Means::Argument(Box::new(place));
            self.scopes.push((declarator.name.clone(), means));
        }
        Ok(stays)
    }

    /// A variable of the function, under its new name.
    fn declarator(&mut self, declarator: &Declarator) -> Made<Declarator> {
        let base = declarator.ty.base();
        let resolved = self.unit.declarations.resolve(&declarator.ty).base();
        if base.is_volatile || resolved.is_volatile || base.is_atomic || resolved.is_atomic {
            let why = format!("`{}` is `volatile`", declarator.name);
            return Err(Obstacle::at(declarator.span, why));
        }
        let name = match self.means(&declarator.name) {
            Some(Means::Own(new)) => new.clone(),
            _ => declarator.name.clone(),
        };
        Ok(Declarator {
            name,
            name_span: declarator.name_span,
            ty: self.ty(&declarator.ty)?,
            init: match &declarator.init {
                Some(init) => Some(self.expression(init)?),
                None => None,
            },
            span: declarator.span,
        })
    }

    fn ty(&mut self, ty: &Type) -> Made<Type> {
        Ok(match ty {
            Type::Base(base) => {
                if base.kind == BaseKind::Named && &*base.name == "typeof" {
                    return Err(Obstacle::whole("it uses `typeof`"));
                }
                Type::Base(base.clone())
            }
            Type::Pointer {
                to,
                restrict,
                is_const,
                is_reference,
            } => Type::Pointer {
                to: Box::new(self.ty(to)?),
                restrict: *restrict,
                is_const: *is_const,
                is_reference: *is_reference,
            },
            Type::Array {
                element,
                extent,
                restrict,
                at_least,
            } => Type::Array {
                element: Box::new(self.ty(element)?),
                extent: match extent {
                    Some(extent) => Some(Box::new(self.expression(extent)?)),
                    None => None,
                },
                restrict: *restrict,
                at_least: *at_least,
            },
            Type::Function { .. } => ty.clone(),
        })
    }

    fn expression(&mut self, expr: &Expr) -> Made<Expr> {
        if let Some(moved) = self.moved(expr) {
            return moved;
        }
        let mut each = |one: &Expr| self.expression(one).map(Box::new);
        let kind = match &expr.kind {
            ExprKind::Name(name) => return self.name(name, expr),
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Str(_) => return Ok(expr.clone()),
            ExprKind::Unary(operator, operand) => ExprKind::Unary(*operator, each(operand)?),
            ExprKind::Binary(operator, left, right) => {
                ExprKind::Binary(*operator, each(left)?, each(right)?)
            }
            ExprKind::Assign(operator, target, value) => {
                ExprKind::Assign(*operator, each(target)?, each(value)?)
            }
            ExprKind::Step { up, prefix, target } => ExprKind::Step {
                up: *up,
                prefix: *prefix,
                target: each(target)?,
            },
            ExprKind::Conditional(condition, yes, no) => ExprKind::Conditional(
                each(condition)?,
                match yes {
                    Some(yes) => Some(each(yes)?),
                    None => None,
                },
                each(no)?,
            ),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments)?,
            ExprKind::Index(base, index) => ExprKind::Index(each(base)?, each(index)?),
            ExprKind::Field { base, arrow, name } => ExprKind::Field {
                base: each(base)?,
                arrow: *arrow,
                name: name.clone(),
            },
            ExprKind::Alias(alias) => ExprKind::Alias(Box::new(Alias {
                value: *each(&alias.value)?,
                ..(**alias).clone()
            })),
            ExprKind::Cast(ty, operand) => {
                let operand = each(operand)?;
                ExprKind::Cast(self.type_name(ty)?, operand)
            }
            ExprKind::SizeOf(operand) => {
                // An argument may be an array where the parameter is a pointer.
                if let Some(name) = operand.as_name()
                    && !matches!(self.means(name), None | Some(Means::Own(_)))
                {
                    let why = format!("it uses the size of the pointer `{name}`");
                    return Err(Obstacle::at(expr.span, why));
                }
                ExprKind::SizeOf(Box::new(self.expression(operand)?))
            }
            ExprKind::SizeOfType(ty) => ExprKind::SizeOfType(self.type_name(ty)?),
            ExprKind::Comma(left, right) => ExprKind::Comma(each(left)?, each(right)?),
            ExprKind::List(values) => ExprKind::List(self.expressions(values)?),
            ExprKind::Compound(ty, values) => {
                ExprKind::Compound(self.type_name(ty)?, self.expressions(values)?)
            }
            ExprKind::Statements(_) | ExprKind::Opaque => {
                return Err(Obstacle::at(expr.span, "its body could not be read"));
            }
        };
        let mut made = Expr {
            kind,
            span: expr.span,
            tokens: expr.tokens,
            height: 0,
        };
        self.raise(&mut made)?;
        Ok(made)
    }

    fn expressions(&mut self, values: &[Expr]) -> Made<Vec<Expr>> {
        values.iter().map(|one| self.expression(one)).collect()
    }

    fn type_name(&mut self, name: &TypeName) -> Made<Box<TypeName>> {
        Ok(Box::new(TypeName {
            ty: self.ty(&name.ty)?,
            span: name.span,
        }))
    }

    fn name(&mut self, name: &Text, expr: &Expr) -> Made<Expr> {
        match self.means(name) {
            Some(Means::Own(new)) => Ok(Expr {
                kind: ExprKind::Name(new.clone()),
                ..expr.clone()
            }),
            Some(Means::Argument(argument) | Means::Somewhere(argument)) => {
                Ok((**argument).clone())
            }
            None => {
                if name.contains('#') || name.contains('.') {
                    // Of this function, and renamed already.
                    return Ok(expr.clone());
                }
                if OUTSIDE.contains(&&**name) {
                    return Err(Obstacle::at(expr.span, format!("it uses `{name}`")));
                }
                self.globals.insert(name.clone());
                Ok(expr.clone())
            }
        }
    }

    fn call(&mut self, callee: &Expr, arguments: &[Expr]) -> Made<ExprKind> {
        let name = callee.as_name().filter(|name| self.means(name).is_none());
        if name.is_none() {
            let why = "it calls a function through a pointer";
            return Err(Obstacle::at(callee.span, why));
        }
        let arguments = self.expressions(arguments)?;
        Ok(ExprKind::Call(Box::new(callee.clone()), arguments))
    }

    /// A parameter that points somewhere: `p++`, `p += 2` are as good as `p`.
    fn moved(&mut self, expr: &Expr) -> Option<Made<Expr>> {
        let (target, value) = match &expr.kind {
            ExprKind::Step { target, .. } => (target, None),
            ExprKind::Assign(Some(_), target, value) => (target, Some(value)),
            _ => return None,
        };
        let Some(Means::Somewhere(place)) = self.means(target.as_name()?) else {
            return None;
        };
        let place = (**place).clone();
        Some(match value {
            None => Ok(place),
            Some(value) => self
                .expression(value)
                .and_then(|value| self.added(place, value)),
        })
    }

    /// An expression whose value does not matter; nothing if all it does is to move a parameter.
    fn effect(&mut self, expr: &Expr) -> Made<Option<Expr>> {
        match &expr.kind {
            ExprKind::Comma(left, right) => {
                let (left, right) = (self.effect(left)?, self.effect(right)?);
                let (Some(left), Some(right)) = (left.clone(), right.clone()) else {
                    return Ok(left.or(right));
                };
                let kind = ExprKind::Comma(Box::new(left), Box::new(right));
                self.node(kind, expr.span).map(Some)
            }
            ExprKind::Step { target, .. } => {
                let means = target.as_name().and_then(|name| self.means(name));
                match means {
                    Some(Means::Somewhere(_)) => Ok(None),
                    _ => self.expression(expr).map(Some),
                }
            }
            ExprKind::Assign(Some(_), target, value) => {
                let means = target.as_name().and_then(|name| self.means(name));
                match means {
                    Some(Means::Somewhere(_)) => self.expression(value).map(Some),
                    _ => self.expression(expr).map(Some),
                }
            }
            _ => self.expression(expr).map(Some),
        }
    }
}

/// What a function does with its own variables, by name.
#[derive(Default)]
struct Changed {
    /// Those that are set, or whose address is taken.
    set: BTreeSet<Text>,
    /// Those that go up or down, how often.
    moved: BTreeMap<Text, usize>,
    /// Those that loops declare and count with, how often.
    counted: BTreeMap<Text, usize>,
}

impl Changed {
    /// Whether a variable may have different values where it is visible, in one iteration of the
    /// loop that counts with it.
    fn contains(&self, name: &str) -> bool {
        self.set.contains(name) || self.moved.get(name) != self.counted.get(name)
    }

    fn statement(&mut self, statement: &Stmt) {
        statement.expressions(&mut |expr| {
            expr.walk(&mut |inner| match &inner.kind {
                ExprKind::Step { target, .. } | ExprKind::Assign(Some(_), target, _) => {
                    if let Some(name) = target.as_name() {
                        *self.moved.entry(name.clone()).or_default() += 1;
                    }
                }
                ExprKind::Assign(None, target, _) | ExprKind::Unary(UnaryOp::Address, target) => {
                    self.set.extend(target.as_name().cloned());
                }
                _ => {}
            });
        });
        self.loops(statement);
    }

    fn loops(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Block(body) => body.iter().for_each(|one| self.loops(one)),
            StmtKind::If(_, yes, no) => {
                self.loops(yes);
                no.iter().for_each(|no| self.loops(no));
            }
            StmtKind::For(head) => {
                let step = head.step.as_ref().map(|step| &step.kind);
                if let ForInit::Declaration(declaration) = &head.init
                    && let Some(ExprKind::Step { target, .. } | ExprKind::Assign(_, target, _)) =
                        step
                    && let Some(name) = target.as_name()
                    && declaration.declarators.iter().any(|one| one.name == *name)
                {
                    *self.counted.entry(name.clone()).or_default() += 1;
                }
                self.loops(&head.body);
            }
            StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::Switch(_, body)
            | StmtKind::Case(_, body)
            | StmtKind::Default(body)
            | StmtKind::Label(_, body) => self.loops(body),
            _ => {}
        }
    }
}
