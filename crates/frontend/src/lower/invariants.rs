//! Loads that give the same value all through a region: `p->n`, `*n`, `s.rows`, `dims[0]`.
//!
//! Such a load is a parameter of the model like a variable that nobody changes. Three things must be
//! known of it. Nothing in the region writes the memory that it looks at, the pointers on the way
//! included. It is no `volatile` or atomic memory. And it may be evaluated wherever the region runs:
//! new loops ask for their bounds in other places than the source does, where a pointer could be
//! null because the source would not have looked there. So a pointer is followed only if the region
//! is sure to follow it in any case, before all loops and conditions: the head of the first loop does.
//!
//! The name of the parameter is made of the words of the load, so that it is the same wherever the
//! text is read; generated text has the load itself ([`scop::Parameter::expression`]).

use std::collections::BTreeSet;

use scop::{Span, Storage};

use super::accesses::{Step, chain};
use super::computed;
use super::names::{Meaning, Names};
use super::{Lowering, names::extents_of};
use crate::liveness::has_address;
use crate::syntax::{BinaryOp, Expr, ExprKind, ForInit, Form, Stmt, StmtKind, Tokens, Type};
use crate::token::Text;

/// A load that is a parameter.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    /// What the parameter is called.
    pub name: String,
    /// How C writes it.
    pub text: String,
    pub ty: Type,
    /// Where its variable is declared: tells those of the same name apart.
    declared: Span,
    way: Way,
}

/// A variable and the steps from it to what is loaded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    base: Text,
    steps: Vec<Turn>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    /// `p[3]`, and `*p` as `p[0]`.
    Element(i64),
    Field(Text),
}

impl Way {
    /// As C writes it, for a variable that is an array or not.
    fn text(&self, of_array: bool) -> String {
        if let [Turn::Element(0)] = self.steps[..]
            && !of_array
        {
            return format!("*{}", self.base);
        }
        let mut text = self.base.to_string();
        let mut steps = self.steps.iter().peekable();
        while let Some(step) = steps.next() {
            match step {
                Turn::Element(0) if matches!(steps.peek(), Some(Turn::Field(_))) => {
                    if let Some(Turn::Field(field)) = steps.next() {
                        text = format!("{text}->{field}");
                    }
                }
                Turn::Element(index) => text = format!("{text}[{index}]"),
                Turn::Field(field) => text = format!("{text}.{field}"),
            }
        }
        text
    }

    /// A name that says the same.
    fn name(&self) -> String {
        let mut name = self.base.to_string();
        let mut steps = self.steps.iter().peekable();
        while let Some(step) = steps.next() {
            match step {
                Turn::Element(0) if matches!(steps.peek(), Some(Turn::Field(_))) => {}
                Turn::Element(index) => name = format!("{name}_{}", index.unsigned_abs()),
                Turn::Field(field) => name = format!("{name}_{field}"),
            }
        }
        name
    }

    /// The objects on the way that pointers or subscripts lead to.
    fn objects(&self) -> impl Iterator<Item = Way> {
        let ends = (0..self.steps.len()).filter(|&at| matches!(self.steps[at], Turn::Element(_)));
        ends.map(|at| Way {
            base: self.base.clone(),
            steps: self.steps[..=at].to_vec(),
        })
    }
}

impl Names<'_> {
    /// The load that an expression is, if that is a parameter.
    pub(crate) fn load(&self, expr: &Expr) -> Option<&Load> {
        if self.loads.is_empty() || !self.sees_loads.get() {
            return None;
        }
        let way = self.way(expr)?;
        let Meaning::Variable(variable) = self.meaning(&way.base) else {
            return None;
        };
        if self.is_hidden(&way.base) || variable.storage == Storage::Region {
            return None;
        }
        let mut loads = self.loads.iter();
        loads.find(|load| load.way == way && load.declared == variable.span)
    }

    /// The type of a parameter that is a load.
    pub(crate) fn type_of_load(&self, name: &str) -> Option<&Type> {
        let mut loads = self.loads.iter();
        Some(&loads.find(|load| load.name == name)?.ty)
    }

    /// Looks at something that is evaluated elsewhere, where memory may have had other values.
    pub(crate) fn without_loads<T>(&self, look: impl FnOnce(&Self) -> T) -> T {
        let seen = self.sees_loads.replace(false);
        let found = look(self);
        self.sees_loads.set(seen);
        found
    }

    /// The steps of an expression, if all subscripts are constant.
    fn way(&self, expr: &Expr) -> Option<Way> {
        let (base, steps) = chain(expr)?;
        let base = base.as_name()?.clone();
        let mut turns = Vec::new();
        // In the place of a counter there may be a constant, in a copy: it stays a cell of an array.
        let is_filled = |tokens: Tokens| {
            !self.filled.is_empty() && computed::is_filled(self.unit(), tokens, self.filled)
        };
        let is_value = is_filled(expr.tokens);
        for step in steps {
            turns.push(match step {
                Step::Index { terms, .. }
                    if !is_value && terms.iter().any(|(_, term)| is_filled(term.tokens)) =>
                {
                    return None;
                }
                Step::Field(name) => Turn::Field(name.clone()),
                Step::Index { terms, .. } => {
                    let mut sum = 0i64;
                    for (sign, term) in terms {
                        let value = self.value(term).ok()?.as_const()?;
                        sum = sum.checked_add(value.checked_mul(sign)?)?;
                    }
                    Turn::Element(sum)
                }
            });
        }
        let way = Way { base, steps: turns };
        (!way.steps.is_empty()).then_some(way)
    }
}

impl<'a> Lowering<'a> {
    /// Finds the loads that are parameters.
    pub(super) fn find_loads(&mut self) {
        let mut wanted = Vec::new();
        for statement in &self.region.statements {
            match self.options.loads.is_empty() {
                true => heads(statement, &mut |expr| wanted.push(expr)),
                // In a copy it may stand anywhere: in the place of a variable that was its name.
                false => statement.expressions(&mut |expr| wanted.push(expr)),
            }
        }
        let mut loads: Vec<(Load, &'a Expr)> = Vec::new();
        for expr in wanted {
            expr.walk(&mut |inner| {
                if let Some(load) = self.candidate(inner)
                    && !loads.iter().any(|(known, _)| known.way == load.way)
                {
                    loads.push((load, inner));
                }
            });
        }
        if loads.is_empty() {
            return;
        }
        let given = &self.options.loads;
        let sure = self.followed();
        // A copy of a statement may have constants where the statement has counters: what is no
        // parameter of the program is none of its copies.
        let is_copy = self.options.aliases.is_some();
        loads.retain(|(load, _)| {
            given.contains(&load.text) || !is_copy && self.may_be_followed(load, &sure)
        });
        let (arrays, errors) = (self.arrays.len(), self.errors.len());
        let warnings = self.warnings.len();
        let mut found = Vec::new();
        let written = self.written();
        for (load, expr) in loads {
            if self.options.loads.contains(&load.text) || self.is_constant(&load, expr, &written) {
                found.push(load);
            }
        }
        self.arrays.truncate(arrays);
        self.errors.truncate(errors);
        self.warnings.truncate(warnings);
        for load in &mut found {
            while self.is_taken(&load.name) {
                load.name.push('_');
            }
        }
        let names: Vec<String> = found.iter().map(|load| load.name.clone()).collect();
        found.retain(|load| names.iter().filter(|name| **name == load.name).count() == 1);
        self.names.loads = found;
    }

    /// What a load would be, judged by its form and type.
    fn candidate(&self, expr: &Expr) -> Option<Load> {
        let way = self.names.way(expr)?;
        let Meaning::Variable(variable) = self.names.meaning(&way.base) else {
            return None;
        };
        let ty = self.names.place_type(expr)?;
        let is_number = self.names.may_be_integer(ty) && !ty.base().is_atomic;
        let is_fixed = !self.names.is_changed(&way.base) && !declares(self.region, &way.base);
        (is_number && is_fixed && variable.storage != Storage::Region).then(|| Load {
            name: way.name(),
            text: way.text(matches!(variable.ty, Type::Array { .. })),
            ty: ty.clone(),
            declared: variable.span,
            way,
        })
    }

    /// Whether something else in sight has the name.
    fn is_taken(&self, name: &str) -> bool {
        let mut tokens = self.unit.tokens.iter();
        !presburger::is_name(name)
            || self.region.symbol(name).is_some()
            || tokens.any(|token| token.is_word(name))
    }

    /// What is followed wherever the region runs.
    fn followed(&self) -> BTreeSet<Way> {
        let mut sure = BTreeSet::new();
        let mut visit = |expr: &Expr| {
            if let Some(way) = self.names.way(expr) {
                sure.extend(way.objects());
            }
        };
        for statement in &self.region.statements {
            sure_in_statement(statement, &mut visit);
        }
        sure
    }

    /// Whether the load may be evaluated anywhere in the region: each pointer on the way is followed
    /// in any case, and elements of arrays are there.
    fn may_be_followed(&self, load: &Load, sure: &BTreeSet<Way>) -> bool {
        let Some(symbol) = self.region.symbol(&load.way.base) else {
            return false;
        };
        let declarations = &self.unit.declarations;
        let mut ty = declarations.resolve(&symbol.ty);
        let is_argument = symbol.scope == crate::declarations::Scope::Parameter;
        for (at, step) in load.way.steps.iter().enumerate() {
            let object = Way {
                base: load.way.base.clone(),
                steps: load.way.steps[..=at].to_vec(),
            };
            ty = match (step, ty) {
                (Turn::Field(name), Type::Base(base)) => {
                    let record = declarations.record(&base.name);
                    let mut fields = record.into_iter().flat_map(|record| &record.fields);
                    match fields.find(|field| field.name == *name) {
                        Some(field) => declarations.resolve(&field.ty),
                        None => return false,
                    }
                }
                (
                    Turn::Element(index),
                    Type::Array {
                        element, extent, ..
                    },
                ) if !(is_argument && at == 0) => {
                    let extent = extent.as_ref();
                    let extent = extent.and_then(|extent| self.names.value_elsewhere(extent));
                    let extent = extent.and_then(|extent| extent.as_const());
                    if !extent.is_some_and(|extent| (0..extent).contains(index))
                        && !sure.contains(&object)
                    {
                        return false;
                    }
                    declarations.resolve(element)
                }
                (Turn::Element(_), Type::Array { element: to, .. } | Type::Pointer { to, .. })
                    if sure.contains(&object) =>
                {
                    declarations.resolve(to)
                }
                _ => return false,
            };
        }
        true
    }

    /// The arrays that the region writes, by number; nothing if that is not known.
    fn written(&mut self) -> Option<Vec<usize>> {
        let mut targets = Vec::new();
        let mut calls = Vec::new();
        for statement in &self.region.statements {
            statement.expressions(&mut |expr| {
                expr.walk(&mut |inner| match &inner.kind {
                    ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => {
                        targets.push(&**target);
                    }
                    ExprKind::Call(callee, _) => calls.push(&**callee),
                    _ => {}
                });
            });
        }
        for callee in calls {
            if !callee
                .as_name()
                .is_some_and(|name| self.only_computes(name))
            {
                return None;
            }
        }
        let mut written = Vec::new();
        for target in targets {
            let (base, steps) = chain(target)?;
            let base = base.as_name()?;
            if declares(self.region, base) {
                // Its own memory, unless it is a pointer.
                if !steps.is_empty() && !declares_plain(self.region, base) {
                    return None;
                }
                continue;
            }
            // Nobody else knows where it is.
            if steps.is_empty() && !self.is_exposed(base) {
                continue;
            }
            written.push(self.array_at(base, &steps, target.span)?);
        }
        Some(written)
    }

    fn array_at(&mut self, base: &Text, steps: &[Step<'_>], span: Span) -> Option<usize> {
        let fields: Vec<Option<&Text>> = steps
            .iter()
            .map(|step| match step {
                Step::Index { .. } => None,
                Step::Field(field) => Some(*field),
            })
            .collect();
        self.array(base, &fields, span, false).ok().flatten()
    }

    /// Whether nothing in the region writes what a load looks at.
    fn is_constant(&mut self, load: &Load, expr: &Expr, written: &Option<Vec<usize>>) -> bool {
        let Some(written) = written else {
            return false;
        };
        let Some((_, steps)) = chain(expr) else {
            return false;
        };
        let Some(own) = self.array_at(&load.way.base, &steps, expr.span) else {
            return false;
        };
        if self.arrays[own].location.is_bits {
            return false;
        }
        // The pointers on the way are numbers to those who write bytes.
        let objects = load.way.objects().count();
        let is_direct = objects == 0 || objects == 1 && !self.is_exposed(&load.way.base);
        let count = self.arrays.len();
        let mut roots = Vec::new();
        for index in 0..count {
            roots.push(self.roots_of(index));
        }
        written.iter().all(|&other| {
            let array = &self.arrays[other];
            let writes_bytes = array.location.pointer.is_some() && !is_known_number(&array.element);
            other != own && (is_direct || !writes_bytes) && !self.may_overlap(own, other, &roots)
        })
    }

    /// Whether others may know where a variable is.
    fn is_exposed(&self, name: &Text) -> bool {
        // References need no `&` before the name.
        if self.unit.is_cplusplus {
            return true;
        }
        let symbol = self.region.symbol(name);
        let is_own = |one: &crate::declarations::Symbol| {
            one.scope != crate::declarations::Scope::Global && !one.is_static && !one.is_extern
        };
        let body = self.region.function.as_ref().and_then(|one| one.body);
        let tokens = body.and_then(|body| self.unit.tokens.get(body.range()));
        !symbol.is_some_and(is_own) || tokens.is_none_or(|tokens| has_address(tokens, name))
    }
}

/// Whether memory of this type is never written through another one.
fn is_known_number(element: &str) -> bool {
    let known = ["short", "int", "long", "float", "double"];
    element.split(' ').any(|word| known.contains(&word))
}

/// Whether the region declares a variable of the name.
fn declares(region: &crate::regions::Region, name: &Text) -> bool {
    let mut found = false;
    for statement in &region.statements {
        declarations(statement, &mut |one, _| found |= one == name);
    }
    found
}

/// Whether all variables of the name that it declares are no pointers.
fn declares_plain(region: &crate::regions::Region, name: &Text) -> bool {
    let mut plain = true;
    for statement in &region.statements {
        declarations(statement, &mut |one, ty| {
            plain &= one != name || !matches!(ty, Type::Pointer { .. });
        });
    }
    plain
}

/// Visits the variables that a statement declares.
fn declarations<'s>(statement: &'s Stmt, visit: &mut impl FnMut(&'s Text, &'s Type)) {
    match &statement.kind {
        StmtKind::Declaration(declaration) => {
            let all = declaration.declarators.iter();
            all.for_each(|one| visit(&one.name, &one.ty));
        }
        StmtKind::Block(body) => body.iter().for_each(|one| declarations(one, visit)),
        StmtKind::For(head) => {
            if let ForInit::Declaration(declaration) = &head.init {
                let all = declaration.declarators.iter();
                all.for_each(|one| visit(&one.name, &one.ty));
            }
            declarations(&head.body, visit);
        }
        StmtKind::If(_, yes, no) => {
            declarations(yes, visit);
            no.iter().for_each(|no| declarations(no, visit));
        }
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => declarations(body, visit),
        _ => {}
    }
}

/// Visits the expressions that loops, conditions, subscripts and the values of variables of the
/// region rest on.
fn heads<'s>(statement: &'s Stmt, visit: &mut impl FnMut(&'s Expr)) {
    fn subscripts<'s>(expr: &'s Expr, visit: &mut impl FnMut(&'s Expr)) {
        expr.walk(&mut |inner| {
            if let ExprKind::Index(_, index) = &inner.kind {
                visit(index);
            }
            if let ExprKind::Conditional(condition, ..) = &inner.kind {
                visit(condition);
            }
        });
    }
    let declared = |declaration: &'s crate::syntax::Declaration,
                    visit: &mut dyn FnMut(&'s Expr)| {
        for one in &declaration.declarators {
            one.init.iter().for_each(&mut *visit);
            extents_of(&one.ty, &mut |extent| visit(extent));
        }
    };
    match &statement.kind {
        StmtKind::Expr(expr) => subscripts(expr, visit),
        StmtKind::Declaration(declaration) => declared(declaration, visit),
        StmtKind::Block(body) => body.iter().for_each(|one| heads(one, visit)),
        StmtKind::For(head) => {
            match &head.init {
                ForInit::None => {}
                ForInit::Expr(expr) => visit(expr),
                ForInit::Declaration(declaration) => declared(declaration, visit),
            }
            head.condition
                .iter()
                .chain(&head.step)
                .for_each(&mut *visit);
            heads(&head.body, visit);
        }
        StmtKind::If(condition, yes, no) => {
            visit(condition);
            heads(yes, visit);
            no.iter().for_each(|no| heads(no, visit));
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            visit(condition);
            heads(body, visit);
        }
        StmtKind::Switch(value, body) | StmtKind::Case(value, body) => {
            visit(value);
            heads(body, visit);
        }
        StmtKind::Default(body) | StmtKind::Label(_, body) => heads(body, visit),
        _ => {}
    }
}

/// Visits what is evaluated whenever a statement is executed.
fn sure_in_statement<'s>(statement: &'s Stmt, visit: &mut impl FnMut(&'s Expr)) {
    match &statement.kind {
        StmtKind::Expr(expr) => sure_in(expr, visit),
        StmtKind::Declaration(declaration) => {
            let values = declaration.declarators.iter();
            let values = values.filter_map(|one| one.init.as_ref());
            values.for_each(|value| sure_in(value, visit));
        }
        StmtKind::Block(body) => body.iter().for_each(|one| sure_in_statement(one, visit)),
        StmtKind::Label(_, body) => sure_in_statement(body, visit),
        StmtKind::For(head) => {
            match &head.init {
                ForInit::None => {}
                ForInit::Expr(expr) => sure_in(expr, visit),
                ForInit::Declaration(declaration) => {
                    let values = declaration.declarators.iter();
                    let values = values.filter_map(|one| one.init.as_ref());
                    values.for_each(|value| sure_in(value, visit));
                }
            }
            if let Some(condition) = &head.condition
                && head.form != Form::DoWhile
            {
                sure_in(condition, visit);
            }
        }
        StmtKind::If(expr, ..) | StmtKind::While(expr, _) | StmtKind::Switch(expr, _) => {
            sure_in(expr, visit);
        }
        _ => {}
    }
}

/// Visits what is evaluated whenever an expression is.
fn sure_in<'s>(expr: &'s Expr, visit: &mut impl FnMut(&'s Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, first, _)
        | ExprKind::Conditional(first, ..) => sure_in(first, visit),
        ExprKind::SizeOf(_) | ExprKind::Unary(crate::syntax::UnaryOp::Address, _) => {}
        _ => expr
            .operands()
            .into_iter()
            .for_each(|one| sure_in(one, visit)),
    }
}
