//! What names mean inside of a region: counters of loops, values known by now, constants,
//! parameters, or memory.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use presburger::Set;
use rustc_hash::FxHashMap;
use scop::{Span, Storage};

use super::callees::Callees;
use super::convert::Here;
use super::invariants::Load;
use super::loops::counter;
use super::promises::about_variables;
use super::quasi::{Quasi, Range};
use super::types::Kind;
use crate::Unit;
use crate::declarations::{Scope, Symbol};
use crate::regions::Region;
use crate::syntax::{
    BaseKind, BaseType, Declaration, Declarator, Expr, ExprKind, For, ForInit, Stmt, StmtKind,
    Type, UnaryOp,
};
use crate::token::Text;

/// What a name means at some place in the region.
pub(crate) enum Meaning<'a> {
    /// The counter of the loop at this depth.
    Iterator(usize),
    /// A variable that holds this value wherever it can be seen.
    Value(&'a Quasi),
    Constant(i64),
    /// Memory, or a parameter if it is an integer that nobody changes.
    Variable(Variable<'a>),
    /// Nothing declares it: defined by a header that was not at hand.
    Undeclared,
}

/// A variable of C.
#[derive(Clone, Copy)]
pub(crate) struct Variable<'a> {
    pub ty: &'a Type,
    pub storage: Storage,
    /// Where it is declared: tells variables of the same name apart.
    pub span: Span,
}

enum Binding<'a> {
    Iterator(usize, Kind),
    Value(Quasi, Kind),
    Variable(&'a Declarator),
    /// Something that must not be looked at: private to a statement that is not modelled.
    Hidden(&'a Declarator),
    /// The same, for a variable that is declared elsewhere.
    Private,
    /// A variable of a function that is called, which outlives the call.
    Static(&'a Declarator),
}

/// The names that can be seen, innermost last.
pub(crate) struct Names<'a> {
    unit: &'a Unit,
    /// The bodies of the functions that the region calls.
    callees: &'a Callees,
    bindings: Vec<(Text, Binding<'a>)>,
    /// The variables that are declared outside of the region.
    symbols: FxHashMap<&'a str, &'a Symbol>,
    /// Scalars that something in the region changes.
    changed: BTreeSet<Text>,
    /// Of these, the ones that loops count with.
    counters: BTreeSet<Text>,
    /// Names that are used with subscripts or fields.
    subscripted: BTreeSet<Text>,
    /// The place whose expressions are looked at.
    pub(super) here: RefCell<Rc<Here>>,
    /// Whether something was found that C has wrapped around.
    pub(super) has_wrapped: Cell<bool>,
    /// For each loop around that place values between which its counter is.
    pub(super) intervals: Vec<Range>,
    /// What the program asserts and the user says of the parameters.
    pub(super) facts: Option<Set>,
    /// Where the text of a copy was filled in, if it is one.
    pub(super) filled: &'a [std::ops::Range<usize>],
    /// Loads that are parameters.
    pub(super) loads: Vec<Load>,
    /// Whether they are where expressions are looked at.
    pub(super) sees_loads: Cell<bool>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(unit: &'a Unit, region: &'a Region, callees: &'a Callees) -> Names<'a> {
        let mut changes = Changes::default();
        for statement in &region.statements {
            changes.statement(statement);
        }
        let counters = changes.counters.clone();
        for callee in callees.bodies() {
            changes.statement(&callee.body);
        }
        Names {
            unit,
            callees,
            bindings: Vec::new(),
            // Of several with the same name the last one counts.
            symbols: region
                .symbols
                .iter()
                .map(|symbol| (&*symbol.name, symbol))
                .collect(),
            changed: changes.counters.union(&changes.assigned).cloned().collect(),
            counters,
            subscripted: changes.subscripted,
            here: RefCell::new(Here::anywhere()),
            has_wrapped: Cell::new(false),
            intervals: Vec::new(),
            facts: None,
            filled: &[],
            loads: Vec::new(),
            sees_loads: Cell::new(true),
        }
    }

    /// How many names are bound, to go back to with [`Names::leave`].
    pub(crate) fn enter(&self) -> usize {
        self.bindings.len()
    }

    pub(crate) fn leave(&mut self, mark: usize) {
        self.bindings.truncate(mark);
    }

    pub(crate) fn bind_iterator(&mut self, name: &Text, depth: usize, kind: Kind) {
        self.bindings
            .push((name.clone(), Binding::Iterator(depth, kind)));
    }

    /// Makes a name stand for a value of this type.
    pub(crate) fn bind_value(&mut self, name: &Text, value: Quasi, kind: Kind) {
        let binding = Binding::Value(value.compact(), kind);
        self.bindings.push((name.clone(), binding));
    }

    /// The type of a counter or a name for a value.
    pub(super) fn bound_kind(&self, name: &str) -> Option<Kind> {
        let mut bindings = self.bindings.iter().rev();
        match bindings.find(|(bound, _)| *bound == *name)? {
            (_, Binding::Iterator(_, kind) | Binding::Value(_, kind)) => Some(*kind),
            _ => None,
        }
    }

    pub(super) fn unit(&self) -> &'a Unit {
        self.unit
    }

    /// What a call is worth, in terms of its arguments, if that is all there is to it.
    pub(super) fn returned(&self, call: &Expr) -> Option<&'a Expr> {
        let callee = self.callees.get(call)?.ok()?;
        let is_same = |name: &Text| {
            !self.is_bound(name)
                && match self.symbol(name) {
                    Some(symbol) => symbol.is_global(),
                    None => self.unit.declarations.constants.contains_key(name),
                }
        };
        let value = callee.value.as_ref()?;
        (!callee.is_summary && callee.globals.iter().all(is_same)).then_some(value)
    }

    pub(crate) fn bind_variable(&mut self, declarator: &'a Declarator) {
        let binding = Binding::Variable(declarator);
        self.bindings.push((declarator.name.clone(), binding));
    }

    pub(crate) fn hide(&mut self, declarator: &'a Declarator) {
        let binding = Binding::Hidden(declarator);
        self.bindings.push((declarator.name.clone(), binding));
    }

    /// Makes a variable that something in the region changes private to the statement at hand.
    pub(crate) fn hide_name(&mut self, name: &Text) {
        self.bindings.push((name.clone(), Binding::Private));
    }

    /// A variable that outlives the function it belongs to: memory, whatever its type.
    pub(super) fn bind_static(&mut self, declarator: &'a Declarator) {
        self.changed.insert(declarator.name.clone());
        let binding = Binding::Static(declarator);
        self.bindings.push((declarator.name.clone(), binding));
    }

    /// Whether something in the region declares the name, or a loop there counts with it.
    pub(super) fn is_bound(&self, name: &str) -> bool {
        self.bindings.iter().any(|(bound, _)| *bound == *name)
    }

    /// Whether the name is private to the statement at hand.
    pub(crate) fn is_hidden(&self, name: &str) -> bool {
        let found = self
            .bindings
            .iter()
            .rev()
            .find(|(bound, _)| *bound == *name);
        matches!(found, Some((_, Binding::Hidden(_) | Binding::Private)))
    }

    /// The variable that a name means if nothing in the region declares it.
    pub(super) fn symbol(&self, name: &str) -> Option<&'a Symbol> {
        self.symbols.get(name).copied()
    }

    pub(crate) fn meaning(&self, name: &str) -> Meaning<'_> {
        if let Some((_, binding)) = self
            .bindings
            .iter()
            .rev()
            .find(|(bound, _)| *bound == *name)
        {
            return match binding {
                Binding::Iterator(depth, _) => Meaning::Iterator(*depth),
                Binding::Value(value, ..) => Meaning::Value(value),
                Binding::Private => Meaning::Undeclared,
                Binding::Static(declarator) => Meaning::Variable(Variable {
                    ty: &declarator.ty,
                    storage: Storage::Global,
                    span: declarator.name_span,
                }),
                Binding::Variable(declarator) | Binding::Hidden(declarator) => {
                    Meaning::Variable(Variable {
                        ty: &declarator.ty,
                        storage: Storage::Region,
                        span: declarator.name_span,
                    })
                }
            };
        }
        if let Some(symbol) = self.symbol(name) {
            if let Some(value) = symbol.value {
                return Meaning::Constant(value);
            }
            let storage = match symbol.scope {
                Scope::Global => Storage::Global,
                Scope::Local => Storage::Local,
                Scope::Parameter => Storage::Argument {
                    restrict: is_restrict(&symbol.ty),
                },
            };
            return Meaning::Variable(Variable {
                ty: &symbol.ty,
                storage,
                span: symbol.span,
            });
        }
        match self.unit.declarations.constants.get(name) {
            Some(value) => Meaning::Constant(*value),
            None => Meaning::Undeclared,
        }
    }

    /// Whether nothing in the text says what a name is, and it need not be an integer.
    pub(super) fn is_foreign(&self, name: &str) -> bool {
        !self.is_bound(name)
            && matches!(self.meaning(name), Meaning::Undeclared)
            && self.unit.is_foreign(name)
    }

    /// Whether something in the region gives the variable another value.
    pub(crate) fn is_changed(&self, name: &str) -> bool {
        self.changed.contains(name)
    }

    /// Takes note that something in the region gives the variable another value.
    pub(super) fn add_changed(&mut self, name: Text) {
        self.changed.insert(name);
    }

    /// Variables declared outside of the region that its loops count with.
    pub(crate) fn counters(&self) -> impl Iterator<Item = &Text> {
        self.counters.iter()
    }

    /// Whether something in the region uses the name as an array.
    pub(crate) fn is_subscripted(&self, name: &str) -> bool {
        self.subscripted.contains(name)
    }

    /// Whether loops count with the variable, which is declared outside of them.
    pub(crate) fn is_counter(&self, name: &str) -> bool {
        self.counters.contains(name)
    }

    /// Whether values of the type are integers.
    pub(crate) fn is_integer(&self, ty: &Type) -> bool {
        self.unit.declarations.is_integer(ty)
    }

    /// Whether values of the type are integers that can be computed with. Whether an enumeration has
    /// a sign is up to the compiler.
    pub(crate) fn may_be_integer(&self, ty: &Type) -> bool {
        match self.unit.declarations.resolve(ty) {
            Type::Base(base) => {
                matches!(base.kind, BaseKind::Integer { .. }) && !base.name.starts_with("enum")
            }
            _ => false,
        }
    }

    /// Why variables of a type are not counted with, to follow the name of one.
    pub(crate) fn why_no_counter(&self, ty: &Type) -> &'static str {
        match self.unit.declarations.resolve(ty) {
            Type::Base(base) if base.name.starts_with("enum") => {
                "has an enumeration type, whose range is up to the compiler"
            }
            Type::Base(base) if base.kind == BaseKind::Named => {
                "has a type that is not known to be an integer type"
            }
            _ if self.is_truth_type(ty) => "has two values only",
            _ if self.may_be_integer(ty) && self.is_volatile(ty) => "is volatile",
            _ => "is not an integer",
        }
    }

    /// Whether the type is a structure or a union.
    pub(crate) fn is_record(&self, ty: &Type) -> bool {
        matches!(
            self.unit.declarations.resolve(ty),
            Type::Base(BaseType {
                kind: BaseKind::Record,
                ..
            })
        )
    }

    /// Whether the value may change without the program doing anything.
    pub(crate) fn is_volatile(&self, ty: &Type) -> bool {
        let volatile = |ty: &Type| matches!(ty, Type::Base(base) if base.is_volatile);
        volatile(ty) || volatile(self.unit.declarations.resolve(ty))
    }

    /// Whether values of the type are never negative and wrap around below zero.
    pub(crate) fn is_unsigned(&self, ty: &Type) -> bool {
        matches!(
            self.unit.declarations.resolve(ty),
            Type::Base(BaseType {
                kind: BaseKind::Integer { signed: false },
                ..
            })
        )
    }

    /// Whether the name of a type of floating-point numbers or records stands for it.
    pub(crate) fn resolve<'t>(&self, ty: &'t Type) -> &'t Type
    where
        'a: 't,
    {
        self.unit.declarations.resolve(ty)
    }
}

fn is_restrict(ty: &Type) -> bool {
    match ty {
        Type::Pointer { restrict, .. } | Type::Array { restrict, .. } => *restrict,
        _ => false,
    }
}

impl Region {
    /// The variables that loops of the region count with and do not declare.
    pub fn counters(&self) -> Vec<Text> {
        let mut changes = Changes::default();
        self.statements
            .iter()
            .for_each(|one| changes.statement(one));
        changes.counters.into_iter().collect()
    }

    /// The variables that the region gives other values by their names and that nobody reads later.
    pub fn unread(&self) -> BTreeSet<Text> {
        let later = &self.read_later;
        let changed = self.changed().into_iter().chain(self.subscripted());
        changed.filter(|name| !later.contains(name)).collect()
    }

    /// The variables of which the region has elements, or what a pointer leads to.
    pub(crate) fn subscripted(&self) -> BTreeSet<Text> {
        let mut changes = Changes::default();
        self.statements
            .iter()
            .for_each(|one| changes.statement(one));
        changes.subscripted
    }

    /// The variables that the region gives other values by their names.
    pub(crate) fn changed(&self) -> BTreeSet<Text> {
        let mut changes = Changes::default();
        self.statements
            .iter()
            .for_each(|one| changes.statement(one));
        changes
            .counters
            .into_iter()
            .chain(changes.assigned)
            .collect()
    }
}

/// Which scalars a region changes, by name.
#[derive(Default)]
struct Changes {
    counters: BTreeSet<Text>,
    assigned: BTreeSet<Text>,
    subscripted: BTreeSet<Text>,
}

impl Changes {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Expr(expr) => self.expression(expr),
            StmtKind::Block(body) => body.iter().for_each(|statement| self.statement(statement)),
            StmtKind::For(head) if !head.readings.is_empty() => {
                let statements = head.readings.iter().flatten();
                statements.for_each(|one| self.statement(one));
                // Where it is kept as a whole, its counter is a variable like others.
                if let ForInit::Declaration(declaration) = &head.init {
                    let names = declaration.declarators.iter().map(|one| one.name.clone());
                    self.assigned.extend(names);
                }
            }
            StmtKind::For(head) => {
                let counter = match &head.init {
                    ForInit::Expr(Expr {
                        kind: ExprKind::Assign(None, target, value),
                        ..
                    }) => {
                        self.expression(value);
                        target.as_name()
                    }
                    ForInit::Declaration(Declaration { declarators, .. }) => {
                        let values = declarators.iter().filter_map(|one| one.init.as_ref());
                        values.for_each(|value| self.expression(value));
                        // A variable of its own: its changes are nobody else's.
                        match &declarators[..] {
                            [one] => Some(&one.name),
                            _ => None,
                        }
                    }
                    _ => None,
                };
                let declared = matches!(head.init, ForInit::Declaration(_));
                if let ForInit::Expr(expr) = &head.init
                    && counter.is_none()
                {
                    self.expression(expr);
                }
                let tested = match &head.early {
                    Some(early) => Some(&early.condition),
                    None => head.condition.as_ref(),
                };
                if let Some(condition) = tested {
                    self.expression(condition);
                }
                match (counter, &head.step) {
                    (Some(counter), None)
                        if head.early.is_some() && !changes_in(&head.body, counter) =>
                    {
                        // Where it is no counter after all, its condition changes it.
                        match declared {
                            true => self.assigned.insert(counter.clone()),
                            false => self.counters.insert(counter.clone()),
                        };
                    }
                    (Some(counter), Some(step))
                        if changes_only(step, counter) && !changes_in(&head.body, counter) =>
                    {
                        if !declared {
                            self.counters.insert(counter.clone());
                        }
                    }
                    // What it counts with is a variable like others.
                    (counter, step) => {
                        if !declared {
                            self.assigned.extend(counter.cloned());
                        }
                        if let Some(step) = step {
                            self.expression(step);
                        }
                    }
                }
                for one in &head.followers {
                    self.expression(&one.first);
                    self.expression(&one.step);
                    if one.declared.is_none() {
                        self.counters.insert(one.name.clone());
                    }
                }
                self.statement(&head.body);
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
            StmtKind::Return(Some(value)) => self.expression(value),
            StmtKind::Declaration(declaration) => {
                for declarator in &declaration.declarators {
                    if let Some(value) = &declarator.init {
                        self.expression(value);
                    }
                    extents_of(&declarator.ty, &mut |extent| self.expression(extent));
                }
            }
            _ => {}
        }
    }

    fn expression(&mut self, expr: &Expr) {
        expr.walk(&mut |inner| {
            // These are about variables, not about their values.
            if let Some(arguments) = about_variables(inner) {
                let names = arguments.iter().filter_map(Expr::as_name);
                self.assigned.extend(names.cloned());
            }
            let (target, names) = match &inner.kind {
                ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => {
                    (target, &mut self.assigned)
                }
                // Who knows what happens to it.
                ExprKind::Unary(UnaryOp::Address, target) => (target, &mut self.assigned),
                ExprKind::Index(base, _) | ExprKind::Field { base, .. } => {
                    (base, &mut self.subscripted)
                }
                ExprKind::Unary(UnaryOp::Deref, pointer) => {
                    let pointer = match &pointer.kind {
                        ExprKind::Binary(_, pointer, _) => pointer,
                        _ => pointer,
                    };
                    (pointer, &mut self.subscripted)
                }
                _ => return,
            };
            names.extend(target.as_name().cloned());
        });
    }
}

/// The counter of a loop and its first value, if nothing but the step changes it.
pub(super) fn own_counter(head: &For) -> Option<(&Text, &Expr)> {
    let (name, first) = counter(head)?;
    let step = head.step.as_ref();
    let is_step = head.early.is_some() || step.is_some_and(|step| changes_only(step, name));
    (is_step && !changes_in(&head.body, name)).then_some((name, first))
}

/// Whether the body of a loop changes its counter.
pub(super) fn changes_in(body: &Stmt, counter: &Text) -> bool {
    let declares = |declaration: &Declaration| {
        let mut declarators = declaration.declarators.iter();
        declarators.any(|one| one.name == *counter)
    };
    match &body.kind {
        StmtKind::Block(list) => {
            // Behind its own declaration the name means another variable.
            let is_own = |one: &&Stmt| !matches!(&one.kind, StmtKind::Declaration(declaration) if declares(declaration));
            let mut list = list.iter().take_while(is_own);
            list.any(|one| changes_in(one, counter))
        }
        StmtKind::For(head) => match &head.init {
            ForInit::Declaration(declaration) if declares(declaration) => false,
            ForInit::Declaration(_) | ForInit::None => {
                head.condition
                    .iter()
                    .chain(&head.step)
                    .any(|one| assigns(one, counter))
                    || changes_in(&head.body, counter)
            }
            ForInit::Expr(init) => {
                let parts = head.condition.iter().chain(&head.step);
                assigns(init, counter)
                    || parts.into_iter().any(|one| assigns(one, counter))
                    || changes_in(&head.body, counter)
            }
        },
        StmtKind::If(condition, yes, no) => {
            assigns(condition, counter)
                || changes_in(yes, counter)
                || no.as_ref().is_some_and(|no| changes_in(no, counter))
        }
        StmtKind::While(value, body)
        | StmtKind::DoWhile(body, value)
        | StmtKind::Switch(value, body)
        | StmtKind::Case(value, body) => assigns(value, counter) || changes_in(body, counter),
        StmtKind::Default(body) | StmtKind::Label(_, body) => changes_in(body, counter),
        _ => {
            let mut changes = false;
            body.expressions(&mut |expr| changes |= assigns(expr, counter));
            changes
        }
    }
}

/// Whether an expression gives a variable another value.
fn assigns(expr: &Expr, name: &Text) -> bool {
    let mut found = false;
    expr.walk(&mut |inner| {
        if let ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } = &inner.kind {
            found |= target.as_name() == Some(name);
        }
    });
    found
}

/// Whether the step of a loop changes its counter and nothing else.
pub(super) fn changes_only(step: &Expr, counter: &Text) -> bool {
    let mut others = 0;
    let mut own = 0;
    step.walk(&mut |inner| {
        if let ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } = &inner.kind {
            match target.as_name() {
                Some(name) if name == counter => own += 1,
                _ => others += 1,
            }
        }
    });
    own == 1 && others == 0
}

/// Visits the extents of arrays in a type.
pub(super) fn extents_of<'t>(mut ty: &'t Type, visit: &mut impl FnMut(&'t Expr)) {
    loop {
        ty = match ty {
            Type::Array {
                element, extent, ..
            } => {
                if let Some(extent) = extent {
                    visit(extent);
                }
                element
            }
            Type::Pointer { to, .. } => to,
            _ => return,
        };
    }
}
