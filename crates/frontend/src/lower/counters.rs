//! The values that counters have behind their loops.
//!
//! Inside a loop its counter is a dimension, not memory. Where the counter is a variable of the
//! program and somebody reads it later, behind the region or in another statement of it, the loop is
//! followed by a statement of the model that writes it, as `i = n >= 1 ? n : 0;` after
//! `for (i = 0; i < n; i++)`. That is exact: the value after the last iteration, and the first value
//! where there is none. Where a `break` ends the loop it is that of the last iteration.

use std::collections::BTreeSet;

use presburger::{Aff, Map, PwAff, PwMultiAff, Space, Value};
use scop::{AccessKind, Body, Hole};

use super::accesses::{Draft, Guard};
use super::body::tuple;
use super::loops::Counted;
use super::names::{Meaning, extents_of, own_counter};
use super::quasi::Quasi;
use super::{Lowered, Lowering, Nest, Part};
use crate::syntax::{Declaration, Expr, ExprKind, For, ForInit, Stmt, StmtKind};
use crate::token::Text;

/// What is known of the counters that the region does not declare.
#[derive(Default)]
pub(super) struct Kept {
    /// Those whose values somebody reads behind their loops.
    pub(super) names: BTreeSet<Text>,
    /// The names of the statements that write them.
    pub(super) statements: BTreeSet<String>,
}

impl<'a> Lowering<'a> {
    /// Finds the counters whose values are to be kept.
    pub(super) fn find_kept(&mut self) {
        let mut uses = Uses::default();
        let statements = self.region.statements.iter();
        statements.for_each(|one| uses.statement(one));
        let counters = self.names.counters().cloned();
        let later = &self.region.read_later;
        let kept = counters.filter(|name| later.contains(name) || uses.loose.contains(name));
        self.kept.names = kept.collect();
    }

    /// Writes the counter of a loop, and what steps with it, if the values are to be kept.
    pub(super) fn leave_counters(
        &mut self,
        head: &'a For,
        counted: &Counted<'a>,
        directive: Option<usize>,
        nest: &Nest,
    ) -> Lowered<Vec<Part>> {
        let is_declared = matches!(head.init, ForInit::Declaration(_));
        let mut parts = Vec::new();
        if !is_declared && self.kept.names.contains(counted.counter) {
            // The threads have counters of their own, and leave this one as it is.
            if directive.is_some_and(|index| self.is_parallel(index)) {
                let name = counted.counter;
                let what = format!("`{name}`, which counts a parallel loop and is read later,");
                return Err(self.unsupported(head.head, &what));
            }
            let own = Quasi::Iterator(nest.depth());
            let first = counted.first.clone();
            let value = self.exact(head.head, || {
                last_value(counted, (own, first, counted.step), nest)
            })?;
            parts.extend(self.leave_or_postpone(counted.counter, value, head, nest)?);
        }
        for one in &counted.followers {
            if is_declared || !self.kept.names.contains(one.name) {
                continue;
            }
            let of = (one.value.clone(), one.first.clone(), one.step);
            let value = self.exact(head.head, || last_value(counted, of, nest))?;
            parts.extend(self.leave_or_postpone(one.name, value, head, nest)?);
        }
        Ok(parts)
    }

    /// A statement that gives a variable the value that it has behind a loop.
    pub(super) fn leave(
        &mut self,
        name: &Text,
        value: PwAff,
        head: &'a For,
        nest: &Nest,
    ) -> Lowered<Option<Part>> {
        let mut accesses = Vec::new();
        let Some(array) = self.array(name, &[], head.head, false)? else {
            return Ok(None);
        };
        let value = self.exact_in_type(name, value, head)?;
        let guard = Guard::of(nest);
        let write = AccessKind::Write;
        self.push(array, Vec::new(), write, head.head, &guard, &mut accesses);
        let before = format!("{name} = ");
        let hole = before.len()..before.len() + name.len();
        let body = Body {
            text: format!("{before}{name};"),
            holes: vec![Hole { range: hole, value }],
        };
        let own_name = self.counter_statement(name);
        self.kept.statements.insert(own_name.clone());
        let draft = Draft {
            name: own_name,
            label: None,
            iterators: nest.iterators.clone(),
            domain: nest.domain.clone(),
            accesses,
            reduction: None,
            readers: Vec::new(),
            body,
            span: head.head,
        };
        Ok(Some(self.add(draft)))
    }

    /// The value with constants as the variable holds them, 5 for 261 in an `unsigned char`: compilers
    /// warn of those that a type cannot hold.
    fn exact_in_type(&mut self, name: &Text, value: PwAff, head: &'a For) -> Lowered<PwAff> {
        let Meaning::Variable(variable) = self.names.meaning(name) else {
            return Ok(value);
        };
        let (least, most) = self.names.values_of(variable.ty);
        let lap = most - least + 1;
        if lap > 1 << 32 {
            return Ok(value);
        }
        // Nobody minds -1 for the largest of numbers without a sign.
        let accepted = least.min(-lap / 2)..=most;
        let held = |constant: &Value| -> Option<i64> {
            let constant = i128::from(constant.to_i64()?);
            let is_strange = !accepted.contains(&constant);
            let held = || (constant - least).rem_euclid(lap) + least;
            is_strange.then(held).and_then(|held| held.try_into().ok())
        };
        self.exact(head.head, || {
            let mut pieces = value.clone();
            for (domain, piece) in value.pieces() {
                let constant = Some(piece.constant()).filter(|_| piece.is_cst());
                if let Some(held) = constant.as_ref().and_then(held) {
                    let own = Aff::val_on_domain(&value.domain_space(), &Value::from(held))?;
                    let own = PwAff::alloc(&domain, &own)?;
                    pieces = pieces.subtract_domain(&domain)?.union_add(&own)?;
                }
            }
            Ok(pieces)
        })
    }

    /// `i_end`, or with a number behind it.
    fn counter_statement(&self, counter: &str) -> String {
        let is_free = |name: &String| {
            !self.drafts.iter().any(|draft| draft.name == *name)
                && !self.labels.iter().any(|label| **label == **name)
                && self.region.symbol(name).is_none()
        };
        let numbered = (2..).map(|number| format!("{counter}_end{number}"));
        let mut names = std::iter::once(format!("{counter}_end")).chain(numbered);
        names.find(is_free).unwrap_or_default()
    }
}

/// The value that something has behind a loop, as a function of the loops around: `value` in an
/// iteration, `first` at the start, and `step` more after each iteration.
fn last_value(
    counted: &Counted<'_>,
    (value, first, step): (Quasi, Quasi, i64),
    nest: &Nest,
) -> presburger::Result<PwAff> {
    let last = last_iteration(counted, nest)?;
    let entered = last.domain()?;
    let value = value.build(&counted.domain.space().clone())?;
    let at = |iteration: &Map| value.pullback_pw_multi_aff(&PwMultiAff::from_map(iteration)?);
    let stepped = last.intersect_range(&counted.going_on)?;
    // Left in the middle of the last iteration, which makes no step.
    let left = at(&last.subtract(&stepped)?)?;
    let stepped = at(&stepped)?;
    let step = Aff::val_on_domain(&stepped.domain_space(), &Value::from(step))?;
    let after = stepped.add(&PwAff::from_aff(&step))?.union_add(&left)?;
    let space = Space::set(Vec::new(), tuple(nest));
    let first = first.build(&space)?;
    let never = first.subtract_domain(&entered)?;
    never
        .union_add(&after)?
        .intersect_domain(&nest.domain)?
        .coalesce()
}

/// From the loops around a loop to its last iteration.
fn last_iteration(counted: &Counted<'_>, nest: &Nest) -> presburger::Result<Map> {
    let depth = nest.depth();
    let all = Space::unnamed(depth + 1);
    let outer = &Aff::vars_on_domain(&all)?[..depth];
    let around = Map::from_aff_list(&all, outer)?;
    let iterations = around.intersect_domain(&counted.domain)?.reverse()?;
    match counted.step > 0 {
        true => iterations.lexmax(),
        false => iterations.lexmin(),
    }
}

/// The value in the last iteration of a loop of what is a function of its iterations.
pub(super) fn at_last(
    counted: &Counted<'_>,
    value: &PwAff,
    nest: &Nest,
) -> presburger::Result<PwAff> {
    let last = PwMultiAff::from_map(&last_iteration(counted, nest)?)?;
    value
        .pullback_pw_multi_aff(&last)?
        .intersect_domain(&nest.domain)?
        .coalesce()
}

/// The names that are used where they are no counters of loops around.
#[derive(Default)]
struct Uses<'a> {
    /// Counters and variables of the region that are visible at the place at hand.
    bound: Vec<&'a Text>,
    loose: BTreeSet<Text>,
}

impl<'a> Uses<'a> {
    fn statement(&mut self, statement: &'a Stmt) {
        match &statement.kind {
            StmtKind::Expr(expr) => self.expression(expr),
            StmtKind::Block(body) => {
                let mark = self.bound.len();
                body.iter().for_each(|one| self.statement(one));
                self.bound.truncate(mark);
            }
            StmtKind::For(head) => {
                let mark = self.bound.len();
                self.head(head);
                self.statement(&head.body);
                self.bound.truncate(mark);
            }
            StmtKind::If(condition, yes, no) => {
                self.expression(condition);
                self.statement(yes);
                no.iter().for_each(|no| self.statement(no));
            }
            StmtKind::While(value, body)
            | StmtKind::DoWhile(body, value)
            | StmtKind::Switch(value, body)
            | StmtKind::Case(value, body) => {
                self.expression(value);
                self.statement(body);
            }
            StmtKind::Default(body) | StmtKind::Label(_, body) => self.statement(body),
            StmtKind::Return(Some(value)) => self.expression(value),
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::Return(None)
            | StmtKind::Empty
            | StmtKind::Pragma(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::Opaque => {}
        }
    }

    fn head(&mut self, head: &'a For) {
        match (&head.init, own_counter(head)) {
            (ForInit::Expr(_), Some((name, first))) => {
                self.expression(first);
                self.bound.push(name);
            }
            (ForInit::Expr(expr), None) => self.expression(expr),
            (ForInit::Declaration(declaration), _) => self.declaration(declaration),
            (ForInit::None, _) => {}
        }
        let rest = head.condition.iter().chain(&head.step);
        rest.for_each(|one| self.expression(one));
    }

    fn declaration(&mut self, declaration: &'a Declaration) {
        for one in &declaration.declarators {
            extents_of(&one.ty, &mut |extent| self.expression(extent));
            // Its own value does not see it as a rule; where it does, that is no counter.
            one.init.iter().for_each(|init| self.expression(init));
            self.bound.push(&one.name);
        }
    }

    fn expression(&mut self, expr: &Expr) {
        let (bound, loose) = (&self.bound, &mut self.loose);
        let mut add = |expr: &Expr| {
            if let Some(name) = expr.as_name()
                && !bound.contains(&name)
            {
                loose.insert(name.clone());
            }
        };
        expr.walk(&mut |inner| {
            add(inner);
            if let ExprKind::Cast(ty, _) | ExprKind::SizeOfType(ty) | ExprKind::Compound(ty, _) =
                &inner.kind
            {
                extents_of(&ty.ty, &mut |extent| extent.walk(&mut add));
            }
        });
    }
}
