//! Variables that are names for values: their definitions in their place.
//!
//! ```c
//! int id = j * nx + i;          // no statement of the model,
//! u[id] = u[id - 1];            // which is u[j * nx + i] = u[j * nx + i - 1];
//! const double *row = a[i];
//! s += row[j];                  // s += a[i][j];
//! ```
//!
//! The region is walked in the order of execution, with the definitions that hold at the place at
//! hand: a variable was set to a value, and neither the variable nor anything that the value is made
//! of has changed since. Both branches of an `if` must agree on what holds behind it; what a loop
//! changes anywhere does not hold at its head, in it or behind it. A use of a variable with a
//! definition that holds becomes an [`Alias`]: the model takes the value for it, converted to the
//! type of the variable, and the text of statements has the definition in the place of the name.
//! It is all or nothing: a variable that is read anywhere else is memory everywhere. The others need
//! no statements for their definitions, unless something behind the region reads them.
//!
//! Definitions are values of integers and pointers that only compute: with names that the region
//! never changes and counters of loops around, so that they mean the same to all that is done with
//! a statement later.

mod definition;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use scop::Span;

use super::Lowering;
use super::loops::counter;
use super::names::{Meaning, changes_only, extents_of};
use super::promises::about_variables;
use crate::counting::read_head;
use crate::regions::Region;
use crate::syntax::{
    Alias, Declaration, Declarator, Expr, ExprKind, For, ForInit, Stmt, StmtKind, Type, UnaryOp,
};
use crate::token::Text;
use definition::Definition;

/// A variable: its name, and where it is declared.
type Variable = (Text, Option<Span>);

/// The variables of a region that stand for their definitions.
#[derive(Default)]
pub(super) struct Aliases {
    /// Their names.
    pub(super) names: BTreeSet<Text>,
    /// The first tokens of the values of definitions that nothing reads any more.
    unread: BTreeSet<u32>,
}

impl<'a> Lowering<'a> {
    /// The region with the definitions of variables in their place; nothing if there is nothing to
    /// do.
    pub(super) fn substituted(&mut self) -> Option<(Region, Aliases)> {
        let statements = &self.region.statements;
        if !statements.iter().any(defines) || statements.iter().any(jumps_anywhere) {
            return None;
        }
        let mut memory = BTreeSet::new();
        // A variable that turns out to be memory may be part of definitions of others.
        loop {
            let mut walk = Walk {
                lowering: self,
                memory: &memory,
                known: Vec::new(),
                counters: Vec::new(),
                entries: Vec::new(),
                read: BTreeSet::new(),
                set_otherwise: BTreeSet::new(),
                definitions: BTreeMap::new(),
            };
            let statements = walk.list(statements);
            let more = walk.read_elsewhere();
            if more.is_empty() {
                let names = walk.definitions.keys().map(|(name, _)| name.clone());
                let aliases = Aliases {
                    names: names.collect(),
                    unread: walk.unread(),
                };
                let region = Region {
                    statements,
                    ..self.region.clone()
                };
                return (!aliases.names.is_empty()).then_some((region, aliases));
            }
            memory.extend(more);
        }
    }

    /// Whether a definition with this value is left without a reader.
    pub(super) fn is_unread(&self, value: &Expr) -> bool {
        self.aliases.unread.contains(&value.tokens.start)
    }
}

/// Whether something in a statement gives a variable a value.
fn defines(statement: &Stmt) -> bool {
    let mut found = false;
    statement.expressions(&mut |expr| {
        found |= matches!(&expr.kind, ExprKind::Assign(None, target, _) if target.as_name().is_some());
    });
    found || declares(statement)
}

fn declares(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Declaration(declaration) => {
            declaration.declarators.iter().any(|one| one.init.is_some())
        }
        StmtKind::Block(body) => body.iter().any(declares),
        StmtKind::For(head) => declares(&head.body),
        StmtKind::If(_, yes, no) => declares(yes) || no.as_ref().is_some_and(|no| declares(no)),
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => declares(body),
        _ => false,
    }
}

/// Whether a statement jumps where its structure does not show.
fn jumps_anywhere(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Goto(_) => true,
        StmtKind::Block(body) => body.iter().any(jumps_anywhere),
        StmtKind::For(head) => jumps_anywhere(&head.body),
        StmtKind::If(_, yes, no) => {
            jumps_anywhere(yes) || no.as_ref().is_some_and(|no| jumps_anywhere(no))
        }
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => jumps_anywhere(body),
        _ => false,
    }
}

/// What holds at a place: variables and what they were set to.
type Known = Vec<(Variable, Rc<Definition>)>;

/// The walk through a region.
struct Walk<'l, 'a> {
    lowering: &'l mut Lowering<'a>,
    /// Names of variables that stay what they are.
    memory: &'l BTreeSet<Variable>,
    known: Known,
    /// The counters of loops around, as far as nothing but their loops changes them.
    counters: Vec<Variable>,
    /// What held where the `switch` statements around were entered.
    entries: Vec<Known>,
    /// Variables that are read somewhere as variables.
    read: BTreeSet<Variable>,
    /// Variables that something else than a definition may set.
    set_otherwise: BTreeSet<Variable>,
    /// The first tokens of the definitions of variables.
    definitions: BTreeMap<Variable, Vec<u32>>,
}

impl<'a> Walk<'_, 'a> {
    fn list(&mut self, list: &'a [Stmt]) -> Vec<Stmt> {
        let mark = self.lowering.names.enter();
        let list = list.iter().map(|one| self.statement(one)).collect();
        self.lowering.names.leave(mark);
        list
    }

    fn statement(&mut self, statement: &'a Stmt) -> Stmt {
        let kind = match &statement.kind {
            StmtKind::Expr(expr) => StmtKind::Expr(self.expression_statement(expr)),
            StmtKind::Block(body) => StmtKind::Block(self.list(body)),
            StmtKind::For(head) => {
                let mut new = self.counted(head);
                read_head(&mut new, statement.tokens, statement.span);
                StmtKind::For(Box::new(new))
            }
            StmtKind::If(condition, yes, no) => {
                let condition = self.expression(condition);
                let before = self.known.clone();
                let yes = self.branch(yes);
                let after_yes = std::mem::replace(&mut self.known, before);
                let no = no.as_ref().map(|no| self.branch(no));
                self.known.retain(|(variable, definition)| {
                    let mut others = after_yes.iter();
                    others.any(|(other, same)| other == variable && Rc::ptr_eq(same, definition))
                });
                StmtKind::If(condition, yes, no)
            }
            StmtKind::While(condition, body) => {
                self.forget_changes(statement);
                let entry = self.known.clone();
                let condition = self.expression(condition);
                let body = self.branch(body);
                self.known = entry;
                StmtKind::While(condition, body)
            }
            StmtKind::DoWhile(body, condition) => {
                self.forget_changes(statement);
                let entry = self.known.clone();
                let body = self.branch(body);
                self.known.clone_from(&entry);
                let condition = self.expression(condition);
                self.known = entry;
                StmtKind::DoWhile(body, condition)
            }
            StmtKind::Switch(value, body) => {
                let value = self.expression(value);
                self.forget_changes(body);
                self.entries.push(self.known.clone());
                let body = self.branch(body);
                self.known = self.entries.pop().unwrap_or_default();
                StmtKind::Switch(value, body)
            }
            StmtKind::Case(value, body) => {
                self.known = self.entries.last().cloned().unwrap_or_default();
                StmtKind::Case(value.clone(), Box::new(self.statement(body)))
            }
            StmtKind::Default(body) => {
                self.known = self.entries.last().cloned().unwrap_or_default();
                StmtKind::Default(Box::new(self.statement(body)))
            }
            StmtKind::Label(name, body) => {
                StmtKind::Label(name.clone(), Box::new(self.statement(body)))
            }
            StmtKind::Return(value) => {
                StmtKind::Return(value.as_ref().map(|value| self.expression(value)))
            }
            StmtKind::Declaration(declaration) => {
                StmtKind::Declaration(self.declaration(declaration))
            }
            other @ (StmtKind::Empty
            | StmtKind::Opaque
            | StmtKind::Pragma(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)) => other.clone(),
        };
        Stmt {
            kind,
            ..statement.clone()
        }
    }

    /// A statement that has a scope of its own.
    fn branch(&mut self, statement: &'a Stmt) -> Box<Stmt> {
        let mark = self.lowering.names.enter();
        let new = self.statement(statement);
        self.lowering.names.leave(mark);
        Box::new(new)
    }

    fn counted(&mut self, head: &'a For) -> For {
        let mark = self.lowering.names.enter();
        let init = match &head.init {
            ForInit::None => ForInit::None,
            ForInit::Expr(expr) => ForInit::Expr(self.expression(expr)),
            ForInit::Declaration(declaration) => {
                ForInit::Declaration(self.declaration(declaration))
            }
        };
        let mut changed = BTreeSet::new();
        let rest = head.condition.iter().chain(&head.step);
        rest.for_each(|one| changes(one, &mut changed));
        let mut in_body = BTreeSet::new();
        changes_in(&head.body, &mut in_body);
        let own = counter(head).map(|(name, _)| name).filter(|name| {
            let step = head.step.as_ref();
            !in_body.contains(*name) && step.is_some_and(|step| changes_only(step, name))
        });
        changed.extend(in_body);
        self.forget(&changed);
        let entry = self.known.clone();
        let condition = head.condition.as_ref().map(|one| self.expression(one));
        let step = head.step.as_ref().map(|one| self.expression(one));
        let depth = self.counters.len();
        if let Some(own) = own {
            let own = self.variable(own);
            self.counters.push(own);
        }
        let body = *self.branch(&head.body);
        self.counters.truncate(depth);
        self.known = entry;
        self.lowering.names.leave(mark);
        For {
            init,
            condition,
            step,
            body,
            ..head.clone()
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration) -> Declaration {
        let mut new = declaration.clone();
        for (declarator, new) in declaration.declarators.iter().zip(&mut new.declarators) {
            new.ty = self.declared_type(&declarator.ty);
            let init = declarator.init.as_ref();
            new.init = init.map(|init| self.expression(init));
            self.lowering.names.bind_variable(declarator);
            self.forget(&BTreeSet::from([declarator.name.clone()]));
            let storage = &declaration.storage;
            let lives_on = storage.is_static || storage.is_extern || storage.is_thread_local;
            match &new.init {
                Some(value) if !lives_on => self.define(&declarator.name, Some(declarator), value),
                _ if lives_on => {
                    let variable = self.variable(&declarator.name);
                    self.set_otherwise.insert(variable);
                }
                _ => {}
            }
        }
        new
    }

    /// `x = value;`, or any other expression.
    fn expression_statement(&mut self, expr: &'a Expr) -> Expr {
        if let ExprKind::Assign(None, target, value) = &expr.kind
            && let Some(name) = target.as_name()
        {
            let value = self.expression(value);
            self.forget(&BTreeSet::from([name.clone()]));
            self.define(name, None, &value);
            let kind = ExprKind::Assign(None, target.clone(), Box::new(value));
            return expr.with_kind(kind);
        }
        self.expression(expr)
    }

    /// An expression. What it changes is not substituted in it, whatever comes first.
    fn expression(&mut self, expr: &Expr) -> Expr {
        let mut changed = BTreeSet::new();
        changes(expr, &mut changed);
        self.forget(&changed);
        self.rewritten(expr)
    }

    fn rewritten(&mut self, expr: &Expr) -> Expr {
        match &expr.kind {
            ExprKind::Name(name) => self.used(expr, name),
            ExprKind::Assign(operator, target, value) if target.as_name().is_some() => {
                self.set_by(target, operator.is_some());
                let value = self.rewritten(value);
                let kind = ExprKind::Assign(*operator, target.clone(), Box::new(value));
                expr.with_kind(kind)
            }
            ExprKind::Step { target, .. } | ExprKind::Unary(UnaryOp::Address, target)
                if target.as_name().is_some() =>
            {
                self.set_by(target, true);
                expr.clone()
            }
            // Its value does not count.
            ExprKind::Call(..) if about_variables(expr).is_some() => {
                let variables = about_variables(expr).unwrap_or(&[]).iter();
                let names = variables.filter(|one| one.as_name().is_some());
                names.for_each(|one| self.read_as_it_is(one));
                expr.map_operands(&mut |operand| match operand.as_name() {
                    Some(_) => operand.clone(),
                    None => self.rewritten(operand),
                })
            }
            // Only its type counts.
            ExprKind::SizeOf(operand) => {
                self.read_as_it_is(operand);
                expr.clone()
            }
            _ => {
                if let ExprKind::Cast(ty, _)
                | ExprKind::SizeOfType(ty)
                | ExprKind::Compound(ty, _) = &expr.kind
                {
                    self.read_in_type(&ty.ty);
                }
                expr.map_operands(&mut |operand| self.rewritten(operand))
            }
        }
    }

    /// A variable where it is read: its definition, if one holds whose names mean here what they
    /// meant there.
    fn used(&mut self, expr: &Expr, name: &Text) -> Expr {
        let variable = self.variable(name);
        let found = self.known.iter().find(|(known, _)| *known == variable);
        if let Some((_, definition)) = found
            && (definition.names.iter()).all(|known| self.variable(&known.0) == *known)
        {
            return expr.with_kind(ExprKind::Alias(Box::new(Alias {
                name: name.clone(),
                ty: definition.ty.clone(),
                value: definition.value.clone(),
            })));
        }
        self.read.insert(variable);
        expr.clone()
    }

    fn set_by(&mut self, target: &Expr, is_read: bool) {
        if let Some(name) = target.as_name() {
            let variable = self.variable(name);
            if is_read {
                self.read.insert(variable.clone());
            }
            self.set_otherwise.insert(variable);
        }
    }

    fn read_as_it_is(&mut self, expr: &Expr) {
        expr.walk(&mut |inner| {
            if let Some(name) = inner.as_name() {
                let variable = self.variable(name);
                self.read.insert(variable);
            }
        });
    }

    /// The type of an array of the region: its extents are what they are at its declaration.
    fn declared_type(&mut self, ty: &Type) -> Type {
        let mut new = ty.clone();
        match &mut new {
            Type::Array {
                element, extent, ..
            } => {
                if let Some(extent) = extent {
                    **extent = self.expression(extent);
                }
                **element = self.declared_type(element);
            }
            _ => self.read_in_type(ty),
        }
        new
    }

    fn read_in_type(&mut self, ty: &Type) {
        extents_of(ty, &mut |extent| self.read_as_it_is(extent));
    }

    /// Takes note that a variable has this value from here on, if that can stand for it.
    fn define(&mut self, name: &Text, declarator: Option<&Declarator>, value: &Expr) {
        let variable = self.variable(name);
        if declarator.is_some() && self.is_plain(name, value) {
            return;
        }
        let known = &self.lowering.options.aliases;
        let is_wanted = known.as_ref().is_none_or(|known| known.contains(&**name))
            || self.lowering.options.constants.contains(&**name);
        let is_memory = { self.memory.iter() }.any(|other| self.is_kept_with(&variable, other));
        let definition = match is_wanted && !is_memory {
            true => self.definition(name, value),
            false => None,
        };
        let Some(definition) = definition else {
            self.set_otherwise.insert(variable);
            return;
        };
        let places = self.definitions.entry(variable.clone()).or_default();
        places.push(value.tokens.start);
        self.known.push((variable, Rc::new(definition)));
    }

    /// Drops what no longer holds once these variables have other values.
    fn forget(&mut self, changed: &BTreeSet<Text>) {
        self.known.retain(|((name, _), definition)| {
            let mut names = definition.names.iter();
            !changed.contains(name) && !names.any(|(name, _)| changed.contains(name))
        });
    }

    fn forget_changes(&mut self, statement: &Stmt) {
        let mut changed = BTreeSet::new();
        changes_in(statement, &mut changed);
        self.forget(&changed);
    }

    fn variable(&self, name: &Text) -> Variable {
        let place = match self.lowering.names.meaning(name) {
            Meaning::Variable(variable) => Some(variable.span),
            _ => None,
        };
        (name.clone(), place)
    }

    /// Whether two variables are memory together: those of one name are, but for constants of the text.
    fn is_kept_with(&self, variable: &Variable, other: &Variable) -> bool {
        let (name, place) = variable;
        let is_apart = self.lowering.options.constants.contains(&**name)
            && place.is_some()
            && other.1.is_some();
        *name == other.0 && (*place == other.1 || !is_apart)
    }

    /// The variables with definitions that are read where none holds, or that something else may set.
    fn read_elsewhere(&self) -> BTreeSet<Variable> {
        let found = self.definitions.keys().filter(|variable| {
            let mut others = self.set_otherwise.iter();
            self.read.contains(variable) || others.any(|other| self.is_kept_with(variable, other))
        });
        found.cloned().collect()
    }

    /// The definitions that nobody reads any more.
    fn unread(&self) -> BTreeSet<u32> {
        let later = &self.lowering.region.read_later;
        let is_unread = |variable: &Variable| {
            let symbol = self.lowering.names.symbol(&variable.0);
            let is_outside = symbol.is_some_and(|symbol| Some(symbol.span) == variable.1);
            !(is_outside && later.contains(&variable.0))
        };
        let unread = self.definitions.iter().filter(|(one, _)| is_unread(one));
        unread.flat_map(|(_, places)| places).copied().collect()
    }
}

/// The variables that an expression gives other values, or whose address it takes.
fn changes(expr: &Expr, found: &mut BTreeSet<Text>) {
    expr.walk(&mut |inner| {
        if let ExprKind::Assign(_, target, _)
        | ExprKind::Step { target, .. }
        | ExprKind::Unary(UnaryOp::Address, target) = &inner.kind
        {
            found.extend(target.as_name().cloned());
        }
    });
}

fn changes_in(statement: &Stmt, found: &mut BTreeSet<Text>) {
    statement.expressions(&mut |expr| changes(expr, found));
}
