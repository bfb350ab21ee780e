//! What a call of a function with a known body reads and writes.
//!
//! The body is read in the place of the call ([`callees`](super::callees)) as a statement that is
//! kept as a whole is ([`opaque`](super::opaque)): its loops are dimensions while the accesses are
//! collected, and projected out of the relations afterwards. The text of the statement stays the
//! call.

use scop::{Diagnostic, Span};

use super::accesses::{AccessDraft, Guard};
use super::callees::{Callee, Obstacle, Passed};
use super::calls::{MAY_HAVE_EFFECTS, promise_pure};
use super::{Lowered, Lowering, Reported};
use crate::codes;
use crate::syntax::{
    BaseKind, BinaryOp, Declarator, Expr, ExprKind, Stmt, StmtKind, Type, UnaryOp,
};
use crate::token::Text;

impl<'a> Lowering<'a> {
    /// The accesses of a body in the place of a call; what is in the way if that is not possible.
    pub(super) fn called_body(
        &mut self,
        call: &'a Expr,
        callee: &'a Callee,
        arguments: &'a [Expr],
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<Result<(), Obstacle>> {
        if let Some(obstacle) = self.means_another(callee) {
            return Ok(Err(obstacle));
        }
        let before = self.before();
        let first = out.len();
        let read = self.read_arguments(callee, arguments, guard, out);
        let known = out.len();
        self.within += 1;
        self.summaries += usize::from(callee.is_summary);
        let around = self.names.go_to(&guard.domain);
        let done = match read {
            Ok(()) => self.called_inside(callee, arguments, guard, out),
            Err(reported) => Err(reported),
        };
        self.names.go_back(around);
        self.summaries -= usize::from(callee.is_summary);
        self.within -= 1;
        match done {
            Ok(Ok(())) => {
                self.names.leave(before.names);
                self.names.intervals.truncate(before.intervals);
                for access in &mut out[known..] {
                    access.span = call.span;
                    access.called = true;
                }
                Ok(Ok(()))
            }
            Ok(Err(obstacle)) => {
                out.truncate(first);
                self.back_to(before);
                Ok(Err(obstacle))
            }
            Err(Reported) => {
                let error = self.errors.get(before.errors).cloned();
                out.truncate(first);
                self.back_to(before);
                Ok(Err(obstacle_of(error)))
            }
        }
    }

    /// What is evaluated before the body runs.
    fn read_arguments(
        &mut self,
        callee: &'a Callee,
        arguments: &'a [Expr],
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        for (passed, argument) in callee.passed.iter().zip(arguments) {
            match passed {
                Passed::Value(_) if self.names.value(argument).is_ok() => {}
                Passed::Value(_) => self.read(argument, guard, out)?,
                Passed::InPlace(_) => self.read_address(argument, guard, out)?,
            }
        }
        Ok(())
    }

    fn called_inside(
        &mut self,
        callee: &'a Callee,
        arguments: &'a [Expr],
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<Result<(), Obstacle>> {
        for (passed, argument) in callee.passed.iter().zip(arguments) {
            if let Passed::Value(parameter) = passed
                && !self.bind_local(parameter, argument, guard)?
            {
                self.names.hide(parameter);
            }
        }
        let passed = callee.passed.iter().zip(arguments);
        let passed = passed.filter_map(|(passed, argument)| match passed {
            Passed::InPlace(parameter) => Some((argument, parameter)),
            Passed::Value(_) => None,
        });
        let own = callee.pointers.iter();
        for (place, parameter) in passed.chain(own.map(|(place, own)| (place, own))) {
            if !self.is_passed_as(place, &parameter.ty) {
                let why = format!("`{}` gets an address of another type", parameter.name);
                return Ok(Err(Obstacle::at(parameter.span, why)));
            }
        }
        for number in &callee.unknown {
            self.names.hide(number);
        }
        self.gather_body(&callee.body, guard, out)?;
        Ok(Ok(()))
    }

    /// Variables that mean one thing to a function and another where it is called.
    fn means_another(&self, callee: &Callee) -> Option<Obstacle> {
        let no = |why: String| Some(Obstacle::whole(why));
        for name in &callee.globals {
            let constants = &self.unit.declarations.constants;
            if self.names.is_bound(name) {
                return no(format!(
                    "it uses `{name}`, which means something else where it is called"
                ));
            }
            match self.region.symbol(name) {
                Some(symbol) if !symbol.is_global() => {
                    return no(format!(
                        "it uses `{name}`, which means something else where it is called"
                    ));
                }
                Some(_) if self.names.is_counter(name) => {
                    return no(format!(
                        "it uses `{name}`, which a loop of the region counts with"
                    ));
                }
                Some(_) => {}
                None if constants.contains_key(name) => {}
                None => {
                    let mut globals = self.unit.declarations.globals.iter();
                    if globals.any(|symbol| symbol.name == *name) || self.names.is_changed(name) {
                        return no(format!(
                            "it uses `{name}`, which is declared after the region"
                        ));
                    }
                }
            }
        }
        None
    }

    /// What is evaluated to get an address, without what is there.
    pub(super) fn read_address(
        &mut self,
        expr: &'a Expr,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        match &expr.kind {
            ExprKind::Name(_) => Ok(()),
            ExprKind::Index(base, index) => {
                self.read_address(base, guard, out)?;
                self.read(index, guard, out)
            }
            ExprKind::Field { base, .. } => self.read_address(base, guard, out),
            ExprKind::Alias(alias) => self.read_address(&alias.value, guard, out),
            ExprKind::Unary(UnaryOp::Address | UnaryOp::Deref, operand) => {
                self.read_address(operand, guard, out)
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
                self.read_address(left, guard, out)?;
                self.read(right, guard, out)
            }
            _ => Err(self.pointer(expr.span, "cannot tell what this points to")),
        }
    }

    /// Whether an argument points to what a parameter of the type points to.
    fn is_passed_as(&self, argument: &Expr, parameter: &Type) -> bool {
        let target = match self.names.resolve(parameter) {
            Type::Pointer { to, .. } | Type::Array { element: to, .. } => to,
            _ => return false,
        };
        let found = self.names.target_type(argument);
        found.is_some_and(|found| self.is_same_type(target, found))
    }

    fn is_same_type(&self, a: &Type, b: &Type) -> bool {
        let declarations = &self.unit.declarations;
        match (declarations.resolve(a), declarations.resolve(b)) {
            (Type::Base(a), Type::Base(b)) => {
                let plain = |name: &Text| name.replace("unsigned ", "").replace("signed ", "");
                !a.is_volatile
                    && a.kind != BaseKind::Void
                    && b.kind != BaseKind::Void
                    && plain(&a.name) == plain(&b.name)
            }
            (Type::Pointer { to: a, .. }, Type::Pointer { to: b, .. }) => self.is_same_type(a, b),
            (
                Type::Array {
                    element: a,
                    extent: first,
                    ..
                },
                Type::Array {
                    element: b,
                    extent: second,
                    ..
                },
            ) => {
                let (Some(first), Some(second)) = (first, second) else {
                    return false;
                };
                let length = |one: &Expr| self.names.value_elsewhere(one);
                let (first, second) = (length(first), length(second));
                first.is_some() && first == second && self.is_same_type(a, b)
            }
            _ => false,
        }
    }

    /// Binds a variable to the value that it gets where it is declared, if that is known and stays.
    pub(super) fn bind_local(
        &mut self,
        declarator: &'a Declarator,
        init: &'a Expr,
        guard: &Guard,
    ) -> Lowered<bool> {
        if !self.names.is_integer(&declarator.ty)
            || self.names.is_changed(&declarator.name)
            || self.names.is_volatile(&declarator.ty)
        {
            return Ok(false);
        }
        match self.names.converted(init, &declarator.ty) {
            Ok(value) if !value.is_large() && !value.wraps_at_64_bits() => {
                self.note_condition(init, guard)?;
                let kind = self.names.kind_of_type(&declarator.ty);
                self.names.bind_value(&declarator.name, value, kind);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Says what is in the way of looking into a function.
    pub(super) fn obstructed(&mut self, span: Span, name: &str, obstacle: &Obstacle) -> Reported {
        let message = format!("`{name}`{MAY_HAVE_EFFECTS}");
        let mut error = Diagnostic::error(codes::EFFECTS, message, span);
        error = match obstacle.span {
            Some(place) => error
                .label(span, "what it reads and writes is not known")
                .label(place, obstacle.why.clone()),
            None => error.label(span, obstacle.why.clone()),
        };
        let function = self.unit.declarations.function(name);
        let writes = function.is_some_and(|one| self.writes_elsewhere(one));
        let help = match obstacle.promise.as_ref() {
            Some(promise) => promise.clone(),
            // No promise that it has no effects would be true.
            None if writes => format!(
                "write what it does in the region, or write a function with the same accesses and \
                 declare `{name}` with `__attribute__((pencil_access(...)))`, which names that"
            ),
            None => promise_pure(name),
        };
        self.errors.push(error.help(help));
        Reported
    }
}

/// What an error in a body says to who calls the function.
fn obstacle_of(error: Option<Diagnostic>) -> Obstacle {
    let Some(error) = error else {
        return Obstacle::whole("its body cannot be modelled");
    };
    let mut said = error.labels.iter().filter(|label| !label.text.is_empty());
    let is_call = error.code == codes::EFFECTS;
    let called = error.message.strip_suffix(MAY_HAVE_EFFECTS);
    let why = match (called, said.next_back().filter(|_| is_call)) {
        (Some(name), Some(label)) => format!("it calls {name}: {}", label.text),
        _ => error.message.clone(),
    };
    Obstacle {
        span: error.span,
        why,
        promise: error.help.first().filter(|_| is_call).cloned(),
    }
}

/// Whether a statement may end the function that it stands in.
pub(super) fn returns(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(body) => body.iter().any(returns),
        StmtKind::If(_, yes, no) => returns(yes) || no.as_ref().is_some_and(|no| returns(no)),
        StmtKind::For(head) => returns(&head.body),
        StmtKind::Label(_, body)
        | StmtKind::Case(_, body)
        | StmtKind::Default(body)
        | StmtKind::Switch(_, body)
        | StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _) => returns(body),
        _ => false,
    }
}

/// Whether a statement ends the function whenever it is reached.
pub(super) fn always_returns(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(body) => body.last().is_some_and(always_returns),
        _ => false,
    }
}
