//! Calls of functions that only compute a value.

use std::collections::{BTreeMap, BTreeSet};

use scop::{Diagnostic, FileId, Span};

use super::accesses::{AccessDraft, Guard};
use super::callees::Obstacle;
use super::library::{self, Standard};
use super::names::Meaning;
use super::recognise::{CEILING, FLOOR, MAXIMUM, MINIMUM};
use super::strangers::Caller;
use super::{Lowered, Lowering, Reported};
use crate::codes;
use crate::declarations::{Declarations, Function};
use crate::parse::Parser;
use crate::syntax::{
    BaseKind, Declaration, Declarator, Expr, ExprKind, ForInit, Purity, Stmt, StmtKind, Type,
    UnaryOp,
};
use crate::token::Text;

/// What is said of a function after its name.
pub(super) const MAY_HAVE_EFFECTS: &str = " may have side effects";

impl<'a> Lowering<'a> {
    pub(super) fn call(
        &mut self,
        expr: &'a Expr,
        callee: &'a Expr,
        arguments: &'a [Expr],
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        let mut function = callee;
        while let ExprKind::Unary(UnaryOp::Deref, pointer) = &function.kind {
            function = pointer;
        }
        if let (Some(name), None) = (function.as_name(), callee.as_name()) {
            let call = (expr, function, arguments);
            return self.stranger(call, name, "it is a function pointer", guard, out);
        }
        let call = (expr, callee, arguments);
        let Some(name) = callee.as_name() else {
            let why = "it is not called by name";
            return self.stranger(call, "the function", why, guard, out);
        };
        if matches!(self.names.meaning(name), Meaning::Variable(_)) {
            return self.stranger(call, name, "it is a function pointer", guard, out);
        }
        if let Some(done) = self.promise(expr, guard, out) {
            return done;
        }
        if self.block(expr, name, arguments, guard, out)? {
            return Ok(());
        }
        let callees = self.callees;
        let found = callees.get(expr);
        let is_known = self.is_said_pure(name).is_some();
        let obstacle = match found.filter(|_| !is_known) {
            Some(_) if self.is_closed(expr, name) => Some(Obstacle::whole(
                "its body cannot be read where the program calls it",
            )),
            // What it looks at through its arguments is known exactly if its body can be read.
            Some(Ok(callee)) if callee.takes_addresses() || self.is_pure(name).is_err() => {
                match self.called_body(expr, callee, arguments, guard, out)? {
                    Ok(()) => return Ok(()),
                    Err(obstacle) => Some(obstacle),
                }
            }
            Some(Err(obstacle)) => Some(obstacle.clone()),
            _ => None,
        };
        if obstacle.is_some() && self.within == 0 {
            self.closed_calls.push((expr.span, name.clone()));
        }
        match (self.is_pure(name), obstacle) {
            (Ok(Reads::Arguments), _) => {}
            (Ok(Reads::Memory), _) => {
                let reader = Caller::reader(guard.domain.clone(), expr.span);
                self.readers.push(reader);
            }
            (Err(_), Some(obstacle)) if self.may_be_strange(name) => {
                return self.stranger(call, name, &obstacle.why, guard, out);
            }
            (Err(_), Some(obstacle)) => {
                return Err(self.obstructed(expr.span, name, &obstacle));
            }
            // It stands for something that is not known, and is never called.
            (Err(_), None) if self.summaries > 0 => {}
            (Err(why), None) => return self.stranger(call, name, &why, guard, out),
        }
        for argument in arguments {
            if self.names.value(argument).is_ok() {
                continue;
            }
            if self.record_of(argument).is_some() {
                self.read(argument, guard, out)?;
                continue;
            }
            self.read_whole(argument, guard, out)?;
            // What pointers lead to that the argument leads to.
            let mut names = Vec::new();
            argument.walk(&mut |inner| names.extend(inner.as_name()));
            let declarations = &self.unit.declarations;
            let leads_on = names.iter().any(|name| match self.names.meaning(name) {
                Meaning::Variable(variable) => holds_pointers(declarations, variable.ty, 1, 16),
                _ => false,
            });
            if leads_on {
                let reader = Caller::reader(guard.domain.clone(), expr.span);
                self.readers.push(reader);
            }
        }
        Ok(())
    }

    /// Whether a call is known to be one of a function whose body says nothing, because it is one in
    /// the program that the text was made of. There a counter may hide a variable that the function
    /// uses, and in a copy of the statement it may have another name.
    fn is_closed(&self, call: &Expr, name: &Text) -> bool {
        let span = call.span;
        let is_in = |place: &std::ops::Range<usize>| {
            place.start <= span.range().start && span.range().end <= place.end
        };
        let mut closed = self.options.closed.iter();
        self.within == 0
            && span.file == FileId::MAIN
            && closed.any(|(place, names)| is_in(place) && names.contains(&**name))
    }

    /// The functions that each statement calls whose bodies say nothing.
    pub(super) fn closed(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut closed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (span, name) in &self.closed_calls {
            let holds =
                |own: Span| own.file == span.file && own.start <= span.start && span.end <= own.end;
            for draft in self.drafts.iter().filter(|draft| holds(draft.span)) {
                let names = closed.entry(draft.name.clone()).or_default();
                names.insert(name.to_string());
            }
        }
        closed
    }

    pub(super) fn effects(&mut self, span: Span, name: &str, why: &str) -> Reported {
        self.errors.push(
            Diagnostic::error(codes::EFFECTS, format!("`{name}`{MAY_HAVE_EFFECTS}"), span)
                .label(span, why)
                .help(promise_pure(name)),
        );
        Reported
    }

    /// Whether the body of a function says that it changes memory of others.
    pub(super) fn writes_elsewhere(&mut self, function: &Function) -> bool {
        let found = self.looks_pure(function);
        found.is_err_and(|why| why.starts_with("it writes") || why.contains("`static`"))
    }

    /// What the user or an attribute says that a function looks at.
    fn is_said_pure(&self, name: &Text) -> Option<Reads> {
        let mut named = self.options.pure_functions.iter();
        if named.any(|pure| **pure == **name) {
            return Some(Reads::Arguments);
        }
        let function = self.unit.declarations.function(name)?;
        match function.purity {
            _ if !self.unit.is_believed(function) => None,
            Purity::Const => Some(Reads::Arguments),
            Purity::Pure => Some(Reads::Memory),
            Purity::Unknown => None,
        }
    }

    /// Whether a function writes nothing.
    pub(super) fn only_computes(&mut self, name: &Text) -> bool {
        let is_integral = [MINIMUM, MAXIMUM, FLOOR, CEILING]
            .concat()
            .contains(&&**name);
        is_integral && !self.unit.defines(name) || self.is_pure(name).is_ok()
    }

    /// Whether a function only computes a value; why not, otherwise.
    fn is_pure(&mut self, name: &Text) -> Result<Reads, String> {
        if let Some(reads) = self.is_said_pure(name) {
            return Ok(reads);
        }
        let unit = self.unit;
        match unit.declarations.function(name) {
            Some(_) if self.callees.replaceable(name).is_some() => {
                Err(self.callees.replaceable(name).unwrap_or("").into())
            }
            Some(function) if function.body.is_some() => self.looks_pure(function),
            declared => match (library::standard(name), declared) {
                (Some(found), declared) => self.library(found, declared),
                (None, None) if library::COMMON.contains(&&**name) => Ok(Reads::Arguments),
                (None, Some(_)) if is_rounding(name) => Ok(Reads::Arguments),
                (None, Some(_)) => Err("its definition is not in this file".into()),
                (None, None) => Err("it is not declared here".into()),
            },
        }
    }

    /// Whether a function of the library has its usual type, and none of its effects matters.
    fn library(&self, found: Standard, declared: Option<&Function>) -> Result<Reads, String> {
        if let Some(function) = declared {
            let types = function.parameters.iter();
            let types = types.map(|one| self.unit.declarations.resolve(&one.ty));
            if function.variadic || function.is_static || !found.takes(types) {
                return Err("it is declared as another function than that of the library".into());
            }
        }
        let watches = |word: &str| self.unit.tokens.iter().any(|token| token.is_word(word));
        let errors = ["errno", "math_errhandling", "fetestexcept", "feclearexcept"];
        if found.sets_errno && errors.into_iter().any(watches) {
            return Err("it may set `errno`, which this program looks at".into());
        }
        Ok(Reads::Arguments)
    }

    /// Looks at the body of a function, once: those that call it may be many.
    fn looks_pure(&mut self, function: &Function) -> Result<Reads, String> {
        if let Some(reads) = self.pure.get(&function.name) {
            return Ok(*reads);
        }
        let (Some(_), true) = (function.body, self.calls.len() < 20) else {
            return Err("its calls nest too deeply".into());
        };
        if self.calls.iter().any(|name| **name == *function.name) {
            return Err("it calls itself".into());
        }
        let read = Parser::within(self.unit).function_body(function);
        let statement = read.map_err(|_| "its body could not be read".to_string())?;
        self.calls.push(function.name.to_string());
        let mut look = Look {
            locals: Vec::new(),
            declarations: &self.unit.declarations,
            problem: None,
            called: Vec::new(),
        };
        if function.variadic {
            look.complain("it takes any number of arguments".into());
        }
        for parameter in &function.parameters {
            look.local(parameter, true);
            look.extents(&parameter.ty);
        }
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
        if let Ok(reads) = found {
            self.pure.insert(function.name.clone(), reads);
        }
        found
    }
}

/// Whether a name that the program does not define is taken for what it says.
fn is_rounding(name: &str) -> bool {
    [FLOOR, CEILING, MINIMUM, MAXIMUM]
        .iter()
        .any(|list| list.contains(&name))
}

/// What to do about a function that may do anything.
pub(super) fn promise_pure(name: &str) -> String {
    format!(
        "if `{name}` has no effects and depends only on its arguments, declare it with \
         `__attribute__((const))` or pass `--pure {name}`"
    )
}

/// What a function without effects looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reads {
    /// Its arguments and what they point to.
    Arguments,
    /// Any memory that it can see.
    Memory,
}

/// Whether a value of the type holds pointers, `depth` pointers or arrays further on.
pub(super) fn holds_pointers(
    declarations: &Declarations,
    ty: &Type,
    depth: usize,
    fuel: usize,
) -> bool {
    // A structure that holds itself is no C.
    let Some(fuel) = fuel.checked_sub(1) else {
        return true;
    };
    match declarations.resolve(ty) {
        Type::Pointer { to, .. } => depth == 0 || holds_pointers(declarations, to, depth - 1, fuel),
        Type::Array { element, .. } => {
            holds_pointers(declarations, element, depth.saturating_sub(1), fuel)
        }
        Type::Base(base) => match base.kind {
            BaseKind::Record => match declarations.record(&base.name) {
                Some(record) => {
                    let mut fields = record.fields.iter();
                    fields.any(|field| holds_pointers(declarations, &field.ty, 0, fuel))
                }
                None => true,
            },
            _ => false,
        },
        Type::Function { .. } => false,
    }
}

/// What writing to a part of a variable changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    /// The function's own memory.
    Own,
    /// Its own as long as no subscript follows a field.
    Record,
    /// Memory of others.
    Others,
}

/// Looks for what a function does besides computing.
struct Look<'a> {
    /// Its variables, and what writing to elements of them changes.
    locals: Vec<(Text, Parts)>,
    declarations: &'a Declarations,
    problem: Option<String>,
    called: Vec<Text>,
}

impl Look<'_> {
    fn complain(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    fn local(&mut self, declarator: &Declarator, is_parameter: bool) {
        let mut ty = self.declarations.resolve(&declarator.ty);
        let mut parts = Parts::Own;
        let mut is_volatile = false;
        if is_parameter && !matches!(ty, Type::Base(_)) {
            parts = Parts::Others;
        }
        loop {
            ty = match ty {
                Type::Array { element, .. } => self.declarations.resolve(element),
                Type::Pointer { to, .. } => {
                    parts = Parts::Others;
                    self.declarations.resolve(to)
                }
                _ => break,
            };
        }
        if let Type::Base(base) = ty {
            is_volatile |= base.is_volatile;
            if parts == Parts::Own
                && !matches!(
                    base.kind,
                    BaseKind::Integer { .. } | BaseKind::Floating | BaseKind::Complex
                )
            {
                parts = Parts::Record;
            }
        }
        if is_volatile || declarator.ty.base().is_volatile {
            self.complain(format!("`{}` is `volatile`", declarator.name));
        }
        self.locals.push((declarator.name.clone(), parts));
    }

    fn declare(&mut self, declaration: &Declaration) {
        if declaration.storage.is_static {
            self.complain("it has a `static` variable".into());
        }
        if declaration.storage.is_extern {
            self.complain("it declares a variable of others".into());
        }
        for declarator in &declaration.declarators {
            self.extents(&declarator.ty);
            if let Some(init) = &declarator.init {
                self.expression(init);
            }
            self.local(declarator, false);
        }
    }

    /// What a type computes.
    fn extents(&mut self, ty: &Type) {
        match ty {
            Type::Base(_) => {}
            Type::Pointer { to: inner, .. } | Type::Function { result: inner, .. } => {
                self.extents(inner);
            }
            Type::Array {
                element, extent, ..
            } => {
                if let Some(extent) = extent {
                    self.expression(extent);
                }
                self.extents(element);
            }
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
            StmtKind::Opaque => self.complain("its body could not be read".into()),
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
                    Some(name) if self.locals.iter().any(|(known, _)| known == name) => {
                        self.complain(format!("it calls `{name}`, a pointer to some function"));
                    }
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
                let known = self.declarations.constants.contains_key(name)
                    || self.locals.iter().any(|(known, _)| known == name);
                if !known {
                    self.complain(format!("it reads `{name}`, which is not local"));
                }
            }
            ExprKind::Statements(_) | ExprKind::Opaque => {
                self.complain("its body could not be read".into());
            }
            _ => {
                if let ExprKind::Cast(ty, _)
                | ExprKind::SizeOfType(ty)
                | ExprKind::Compound(ty, _) = &expr.kind
                {
                    self.extents(&ty.ty);
                }
                for operand in expr.operands() {
                    self.expression(operand);
                }
            }
        }
    }

    /// Something that is written.
    fn target(&mut self, target: &Expr) {
        let mut base = target;
        let (mut direct, mut through_field) = (true, false);
        let mut has_subscript = false;
        loop {
            base = match &base.kind {
                ExprKind::Index(inner, index) => {
                    self.expression(index);
                    direct = false;
                    has_subscript = true;
                    inner
                }
                ExprKind::Field { base, arrow, .. } => {
                    direct &= !arrow;
                    through_field |= has_subscript || *arrow;
                    base
                }
                _ => break,
            };
        }
        let Some(name) = base.as_name() else {
            return self.complain("it writes to memory that is not local".into());
        };
        match self.locals.iter().rev().find(|(known, _)| known == name) {
            Some((_, Parts::Own)) => {}
            Some((_, Parts::Record)) if !through_field => {}
            Some(_) if direct => {}
            _ => self.complain(format!("it writes to `{name}`, which is not local")),
        }
    }
}
