//! Calls of functions that only compute a value.

use std::collections::BTreeMap;

use scop::{Diagnostic, Span};

use super::accesses::{AccessDraft, Guard};
use super::names::Meaning;
use super::{Lowered, Lowering, Reported};
use crate::codes;
use crate::declarations::Function;
use crate::parse::Parser;
use crate::syntax::{
    Declaration, Declarator, Expr, ExprKind, ForInit, Purity, Stmt, StmtKind, Type, UnaryOp,
};
use crate::token::Text;

/// Functions of the C library, and names in common use, that only compute a value.
const PURE: &[&str] = &[
    "abs",
    "acos",
    "acosf",
    "acosh",
    "asin",
    "asinf",
    "asinh",
    "atan",
    "atan2",
    "atan2f",
    "atanf",
    "atanh",
    "cbrt",
    "cbrtf",
    "ceil",
    "ceild",
    "ceilf",
    "copysign",
    "cos",
    "cosf",
    "cosh",
    "coshf",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "exp2f",
    "expf",
    "expm1",
    "fabs",
    "fabsf",
    "fabsl",
    "fdim",
    "floor",
    "floord",
    "floorf",
    "fma",
    "fmaf",
    "fmax",
    "fmaxf",
    "fmin",
    "fminf",
    "fmod",
    "fmodf",
    "hypot",
    "hypotf",
    "isfinite",
    "isinf",
    "isnan",
    "labs",
    "ldexp",
    "lgamma",
    "llabs",
    "log",
    "log10",
    "log10f",
    "log1p",
    "log2",
    "log2f",
    "logf",
    "lrint",
    "lround",
    "max",
    "MAX",
    "min",
    "MIN",
    "nearbyint",
    "pow",
    "powf",
    "remainder",
    "rint",
    "round",
    "roundf",
    "signbit",
    "sin",
    "sinf",
    "sinh",
    "sinhf",
    "sqrt",
    "sqrtf",
    "tan",
    "tanf",
    "tanh",
    "tanhf",
    "tgamma",
    "trunc",
    "truncf",
    "SQRT_FUN",
    "EXP_FUN",
    "POW_FUN",
    "SCALAR_VAL",
    "imin",
    "imax",
    "max_score",
    "match",
    "__builtin_fabs",
    "__builtin_fma",
    "__builtin_sqrt",
    "__builtin_expect",
];

impl<'a> Lowering<'a> {
    pub(super) fn call(
        &mut self,
        expr: &'a Expr,
        callee: &'a Expr,
        arguments: &'a [Expr],
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        let Some(name) = callee.as_name() else {
            return Err(self.effects(expr.span, "a function", "it is not called by name"));
        };
        if matches!(self.names.meaning(name), Meaning::Variable(_)) {
            return Err(self.effects(expr.span, name, "it is a function pointer"));
        }
        match self.is_pure(name) {
            Ok(Reads::Arguments) => {}
            Ok(Reads::Memory) => self.readers.push((guard.domain.clone(), expr.span)),
            Err(why) => return Err(self.effects(expr.span, name, &why)),
        }
        for argument in arguments {
            if self.names.value(argument).is_ok() {
                continue;
            }
            self.read_whole(argument, guard, out)?;
        }
        Ok(())
    }

    fn effects(&mut self, span: Span, name: &str, why: &str) -> Reported {
        self.errors.push(
            Diagnostic::error(
                codes::EFFECTS,
                format!("`{name}` may have side effects"),
                span,
            )
            .label(span, why)
            .help(format!(
                "if it has none and depends only on its arguments, declare it with \
                 `__attribute__((const))` or pass `--pure {name}`"
            )),
        );
        Reported
    }

    /// Whether a function only computes a value; why not, otherwise.
    fn is_pure(&mut self, name: &Text) -> Result<Reads, String> {
        if self
            .options
            .pure_functions
            .iter()
            .any(|pure| **pure == **name)
        {
            return Ok(Reads::Arguments);
        }
        let unit = self.unit;
        match unit.declarations.function(name) {
            Some(function) if function.purity == Purity::Const => Ok(Reads::Arguments),
            Some(function) if function.purity == Purity::Pure => Ok(Reads::Memory),
            Some(function) if function.body.is_some() => self.looks_pure(function),
            _ if PURE.contains(&&**name) => Ok(Reads::Arguments),
            Some(_) => Err("its definition is not in this file".into()),
            None => Err("it is not declared here".into()),
        }
    }

    /// Looks at the body of a function.
    fn looks_pure(&mut self, function: &Function) -> Result<Reads, String> {
        let (Some(body), true) = (function.body, self.calls.len() < 20) else {
            return Err("its calls nest too deeply".into());
        };
        if self.calls.iter().any(|name| **name == *function.name) {
            return Err("it calls itself".into());
        }
        let mut parser = Parser::new(&self.unit.tokens);
        for name in self.unit.declarations.typedefs.keys() {
            parser.add_type_name(name.clone());
        }
        parser.go_to(body.range().start, body.range().end);
        let Ok(statement) = parser.statement() else {
            return Err("its body could not be read".into());
        };
        self.calls.push(function.name.to_string());
        let mut look = Look {
            locals: function.parameters.iter().map(local).collect(),
            constants: &self.unit.declarations.constants,
            problem: None,
            called: Vec::new(),
        };
        look.statement(&statement);
        let mut found = look.problem.map_or(Ok(Reads::Arguments), Err);
        for name in look.called {
            found = found.and_then(|reads| {
                self.is_pure(&name)
                    .map(|others| reads.max(others))
                    .map_err(|why| format!("it calls `{name}`: {why}"))
            });
        }
        self.calls.pop();
        found
    }
}

/// What a function without effects looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reads {
    /// Its arguments and what they point to.
    Arguments,
    /// Any memory that it can see.
    Memory,
}

fn local(declarator: &Declarator) -> (Text, bool) {
    let is_memory_of_others = matches!(declarator.ty, Type::Pointer { .. } | Type::Array { .. });
    (declarator.name.clone(), is_memory_of_others)
}

/// Looks for what a function does besides computing.
struct Look<'a> {
    /// Its variables; whether writing to elements of them would change others' memory.
    locals: Vec<(Text, bool)>,
    constants: &'a BTreeMap<Text, i64>,
    problem: Option<String>,
    called: Vec<Text>,
}

impl Look<'_> {
    fn complain(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    fn declare(&mut self, declaration: &Declaration) {
        if declaration.storage.is_static {
            self.complain("it has a `static` variable".into());
        }
        for declarator in &declaration.declarators {
            if let Some(init) = &declarator.init {
                self.expression(init);
            }
            let is_pointer = matches!(declarator.ty, Type::Pointer { .. });
            self.locals.push((declarator.name.clone(), is_pointer));
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Expr(expr) => self.expression(expr),
            StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Pragma(_) => {}
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expression(value);
                }
            }
            StmtKind::Block(body) => {
                let mark = self.locals.len();
                body.iter().for_each(|statement| self.statement(statement));
                self.locals.truncate(mark);
            }
            StmtKind::For(head) => {
                let mark = self.locals.len();
                match &head.init {
                    ForInit::Expr(expr) => self.expression(expr),
                    ForInit::Declaration(declaration) => self.declare(declaration),
                    ForInit::None => {}
                }
                for expr in head.condition.iter().chain(&head.step) {
                    self.expression(expr);
                }
                self.statement(&head.body);
                self.locals.truncate(mark);
            }
            StmtKind::If(condition, yes, no) => {
                self.expression(condition);
                self.statement(yes);
                if let Some(no) = no {
                    self.statement(no);
                }
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.expression(condition);
                self.statement(body);
            }
            StmtKind::Switch(value, body) | StmtKind::Case(value, body) => {
                self.expression(value);
                self.statement(body);
            }
            StmtKind::Default(body) | StmtKind::Label(_, body) => self.statement(body),
            StmtKind::Declaration(declaration) => self.declare(declaration),
            StmtKind::Goto(_) => self.complain("it contains a `goto`".into()),
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(_, target, value) => {
                self.target(target);
                self.expression(value);
            }
            ExprKind::Step { target, .. } => self.target(target),
            ExprKind::Call(callee, arguments) => {
                match callee.as_name() {
                    Some(name) => self.called.push(name.clone()),
                    None => self.complain("it calls a function through a pointer".into()),
                }
                arguments
                    .iter()
                    .for_each(|argument| self.expression(argument));
            }
            ExprKind::Unary(UnaryOp::Address, _) => {
                self.complain("it takes an address".into());
            }
            ExprKind::Name(name) => {
                let known = self.constants.contains_key(name)
                    || self.locals.iter().any(|(known, _)| known == name);
                if !known {
                    self.complain(format!("it reads `{name}`, which is not local"));
                }
            }
            _ => {
                for operand in expr.operands() {
                    self.expression(operand);
                }
            }
        }
    }

    /// Something that is written.
    fn target(&mut self, target: &Expr) {
        let mut base = target;
        let mut direct = true;
        loop {
            base = match &base.kind {
                ExprKind::Index(inner, index) => {
                    self.expression(index);
                    direct = false;
                    inner
                }
                ExprKind::Field { base, arrow, .. } => {
                    direct &= !arrow;
                    base
                }
                _ => break,
            };
        }
        let Some(name) = base.as_name() else {
            return self.complain("it writes to memory that is not local".into());
        };
        match self.locals.iter().rev().find(|(known, _)| known == name) {
            Some((_, others)) if direct || !others => {}
            _ => self.complain(format!("it writes to `{name}`, which is not local")),
        }
    }
}
