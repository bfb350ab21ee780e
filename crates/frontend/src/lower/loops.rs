//! Loops with a counter: which values it takes.

use presburger::{Aff, Dim, Map, PwAff, Set, Space, Value, is_name};
use scop::schedule::{Band, Node};
use scop::{Diagnostic, Span};

use super::names::Meaning;
use super::opaque::jumps;
use super::quasi::{Condition, Order, Quasi, merged};
use super::recognise::NotAffine;
use super::types::Kind;
use super::{Lowered, Lowering, Nest, Part, Reported};
use crate::codes;
use crate::syntax::{BinaryOp, Expr, ExprKind, For, ForInit, Form, Type};
use crate::token::Text;

/// A loop whose iterations are known in advance.
pub(super) struct Counted<'a> {
    pub counter: &'a Text,
    /// By how much the counter changes; not zero.
    pub step: i64,
    /// The values of all counters, this one last.
    pub domain: Set,
}

impl<'a> Lowering<'a> {
    /// The iterations of a loop; the inner error says why they are not known in advance.
    pub(super) fn counted_loop(
        &mut self,
        head: &'a For,
        nest: &Nest,
    ) -> Lowered<Result<Counted<'a>, NotAffine>> {
        if head.form == Form::DoWhile {
            return Ok(Err(NotAffine {
                span: head.head,
                why: "this is asked for only behind an iteration".into(),
            }));
        }
        let Some((counter, first)) = counter(head) else {
            return Ok(Err(NotAffine {
                span: head.head,
                why: "the loop does not start by initializing one counter".into(),
            }));
        };
        if !self.is_integer_counter(head, counter) {
            return Ok(Err(NotAffine {
                span: head.head,
                why: format!("`{counter}` is not an integer"),
            }));
        }
        self.may_count(head, counter)?;
        let always = Expr::number(1, head.head);
        let condition = match &head.condition {
            Some(condition) => condition,
            // Something in the body may end it.
            None if jumps(&head.body) => &always,
            None => {
                self.errors.push(
                    Diagnostic::error(codes::ENDLESS, "this loop has no condition", head.head)
                        .help(format!("add a condition such as `{counter} < n`")),
                );
                return Err(Reported);
            }
        };
        let first_expr = first;
        let first = match self.names.value(first) {
            Ok(first) => first,
            Err(why) => return Ok(Err(why)),
        };
        let depth = nest.depth();
        let mark = self.names.enter();
        let kind = self.counter_kind(head, counter);
        self.names.bind_iterator(counter, depth, kind);
        let step = head
            .step
            .as_ref()
            .map(|step| self.step(step, counter, depth));
        let condition_holds = self.names.loop_condition(condition);
        self.names.leave(mark);
        let step = match step {
            Some(Ok(0)) | None => {
                self.errors.push(
                    Diagnostic::error(
                        codes::ENDLESS,
                        format!("the loop does not change `{counter}`"),
                        head.head,
                    )
                    .help(format!("add a step such as `{counter}++`")),
                );
                return Err(Reported);
            }
            Some(Ok(step)) => step,
            Some(Err(why)) => return Ok(Err(why)),
        };
        let holds = match condition_holds {
            Ok(holds) => holds,
            Err(why) => return Ok(Err(why)),
        };
        let domain = self.exact(head.head, || {
            iterations(&nest.domain, counter, depth, &first, step, &holds)
        })?;
        let ty = self.counter_type(head, counter);
        self.intervals.truncate(depth);
        let interval = self.counter_interval(ty.as_ref(), depth, &first, step, &holds);
        let mark = self.names.enter();
        self.names.bind_iterator(counter, depth, kind);
        self.intervals.push(interval);
        let inside = nest.with(counter, domain.clone());
        let left = self.iterations_left(&head.body, &inside);
        self.names.leave(mark);
        self.intervals.truncate(depth);
        let left = match left? {
            Ok(left) => left,
            Err(why) => return Ok(Err(why)),
        };
        let domain = self.up_to_first(&domain, &left, step > 0, head.head)?;
        let domain = self.ends(head, &nest.domain, &domain, step, &holds)?;
        let going_on = self.not_left(&domain, &left, head.head)?;
        let mark = self.names.enter();
        self.names.bind_iterator(counter, depth, kind);
        // Its condition is looked at one step further.
        self.intervals.push((
            interval.0.saturating_add(i128::from(step.min(0))),
            interval.1.saturating_add(i128::from(step.max(0))),
        ));
        let noted = self.note_loop(
            (first_expr, condition, step),
            ty.as_ref(),
            head.head,
            &nest.domain,
            &going_on,
        );
        self.names.leave(mark);
        noted?;
        self.intervals.truncate(depth);
        self.intervals.push(interval);
        Ok(Ok(Counted {
            counter,
            step,
            domain,
        }))
    }

    pub(super) fn counter_type(&self, head: &For, counter: &Text) -> Option<Type> {
        match &head.init {
            ForInit::Declaration(declaration) => {
                let one = declaration.declarators.first()?;
                Some(one.ty.clone())
            }
            _ => match self.names.meaning(counter) {
                Meaning::Variable(variable) => Some(variable.ty.clone()),
                _ => None,
            },
        }
    }

    pub(super) fn counter_kind(&self, head: &'a For, counter: &Text) -> Kind {
        let ty = self.counter_type(head, counter);
        ty.map_or(Kind::Int, |ty| self.names.kind_of_type(&ty))
    }

    pub(super) fn is_integer_counter(&self, head: &'a For, counter: &Text) -> bool {
        self.counter_type(head, counter)
            .is_none_or(|ty| self.names.may_be_integer(&ty) && !self.names.is_volatile(&ty))
    }

    /// A loop may not count with what another loop around it counts with.
    pub(super) fn may_count(&mut self, head: &'a For, counter: &Text) -> Lowered<()> {
        let declared = matches!(head.init, ForInit::Declaration(_));
        match self.names.meaning(counter) {
            Meaning::Iterator(_) if !declared => Err(self.counter_changed(counter, head.head)),
            _ => Ok(()),
        }
    }

    /// The iterations of a loop if it ends, an error if it never does.
    pub(super) fn ends(
        &mut self,
        head: &'a For,
        outer: &Set,
        domain: &Set,
        step: i64,
        holds: &Condition,
    ) -> Lowered<Set> {
        let Some((counter, _)) = counter(head) else {
            return Ok(domain.clone());
        };
        let depth = outer.n_dim();
        let unsigned = self
            .counter_type(head, counter)
            .is_some_and(|ty| self.names.is_unsigned(&ty));
        if unsigned && step < 0 {
            return self.ends_above_zero(head, counter, domain, step, holds);
        }
        if holds.fails_at_last(depth, step > 0) || is_unequal(holds, depth) {
            return Ok(domain.clone());
        }
        let facts = self.facts.clone();
        let is_endless = self.exact(head.head, || {
            // Where it is entered and no iteration is the last one.
            let entered = domain.project_out(Dim::Set(depth), 1)?;
            let last = domain.subtract(&before(domain, step)?)?;
            let ending = last.project_out(Dim::Set(depth), 1)?;
            let endless = entered.subtract(&ending)?.intersect_params(&facts)?;
            endless.is_empty().map(|empty| !empty)
        })?;
        if is_endless {
            self.errors.push(
                Diagnostic::error(
                    codes::ENDLESS,
                    format!("this loop never ends: stepping `{counter}` keeps its condition true"),
                    head.head,
                )
                .note("only loops that end can be modelled")
                .help(
                    "change the condition, or `assert` before the region what makes the loop end",
                ),
            );
            return Err(Reported);
        }
        Ok(domain.clone())
    }

    /// The iterations of a loop that counts an unsigned variable down.
    ///
    /// Below zero comes the largest number. A condition that fails there, as `i < n` does, ends
    /// the loop; one that holds, as `i >= 0`, makes it endless.
    fn ends_above_zero(
        &mut self,
        head: &'a For,
        counter: &Text,
        domain: &Set,
        step: i64,
        holds: &Condition,
    ) -> Lowered<Set> {
        let depth = domain.n_dim() - 1;
        let facts = self.facts.clone();
        let (above, wraps) = self.exact(head.head, || {
            let above = domain.lower_bound(Dim::Set(depth), 0)?;
            let last =
                above.upper_bound(Dim::Set(depth), step.saturating_neg().saturating_sub(1))?;
            let last = last.intersect_params(&facts)?;
            if last.is_empty()? {
                return Ok((above, false));
            }
            // The condition for numbers that no other variable reaches.
            let mut high = holds
                .build(&last.space().clone())?
                .lower_bound(Dim::Set(depth), 1i64 << 31)?;
            let parameters = (0..high.space().n_param()).map(Dim::Param);
            for dim in parameters.chain((0..depth).map(Dim::Set)) {
                high = high
                    .lower_bound(dim, i64::from(i32::MIN))?
                    .upper_bound(dim, i64::from(i32::MAX))?;
            }
            let around = last.project_out(Dim::Set(depth), 1)?;
            let high = high.project_out(Dim::Set(depth), 1)?;
            Ok((above, !around.is_disjoint(&high)?))
        })?;
        if wraps {
            self.errors.push(
                Diagnostic::error(
                    codes::ENDLESS,
                    format!("the unsigned counter `{counter}` wraps around below zero"),
                    head.head,
                )
                .note("the condition still holds after that, so the loop does not end")
                .help(format!(
                    "count with a signed variable, or `assert` before the region what keeps \
                     `{counter}` above zero"
                )),
            );
            return Err(Reported);
        }
        Ok(above)
    }

    /// By how much a step changes the counter.
    pub(super) fn step(&self, step: &Expr, counter: &Text, depth: usize) -> Result<i64, NotAffine> {
        let no = || NotAffine {
            span: step.span,
            why: format!("this step does not change `{counter}` by a constant"),
        };
        match &step.kind {
            ExprKind::Step { up, target, .. } if target.as_name() == Some(counter) => {
                Ok(if *up { 1 } else { -1 })
            }
            ExprKind::Assign(operator, target, value) if target.as_name() == Some(counter) => {
                let value = self.names.value(value)?;
                let change = match operator {
                    Some(BinaryOp::Add) => value,
                    Some(BinaryOp::Sub) => value.times(-1),
                    None => value.minus(Quasi::Iterator(depth)),
                    _ => return Err(no()),
                };
                change.as_const().ok_or_else(no)
            }
            _ => Err(no()),
        }
    }

    /// What the loop repeats, with the loop as a band around it.
    pub(super) fn loop_body(
        &mut self,
        head: &'a For,
        counted: Counted<'a>,
        directive: Option<usize>,
        label: Option<&str>,
        nest: &Nest,
        span: Span,
    ) -> Lowered<Vec<Part>> {
        if !is_name(counted.counter) {
            self.errors.push(
                Diagnostic::error(
                    codes::UNSUPPORTED,
                    format!("a counter named `{}` cannot be modelled", counted.counter),
                    head.head,
                )
                .note("it is a keyword in set notation")
                .help("rename it"),
            );
            return Err(Reported);
        }
        let inner = nest.with(counted.counter, counted.domain);
        let mark = self.names.enter();
        let ty = self.counter_type(head, counted.counter);
        let kind = self.counter_kind(head, counted.counter);
        self.names
            .bind_iterator(counted.counter, nest.depth(), kind);
        let directive = directive.map(|index| (index, ty, counted.step));
        let entered = self.enter_loop(directive, head, (nest, &inner));
        let (parts, _) = self.own_jumps(|this| this.statement(&head.body, None, &inner));
        let parts = parts.unwrap_or_default();
        self.leave_loop(entered, !parts.is_empty());
        self.names.leave(mark);
        self.intervals.truncate(nest.depth());
        if parts.is_empty() {
            return Ok(parts);
        }
        let part = self.join(parts, span)?;
        let dates = self.dates(&part.statements, nest.depth(), counted.step < 0, span)?;
        let band = Band::of_loop(dates, counted.counter, label);
        Ok(vec![Part {
            node: Node::band(band, part.node),
            ..part
        }])
    }
}

/// The counter of a loop and the expression for its first value.
pub(crate) fn counter(head: &For) -> Option<(&Text, &Expr)> {
    match &head.init {
        ForInit::Expr(expr) => match &expr.kind {
            ExprKind::Assign(None, target, value) => Some((target.as_name()?, value)),
            _ => None,
        },
        ForInit::Declaration(declaration) => match &declaration.declarators[..] {
            [one] => Some((&one.name, one.init.as_ref()?)),
            _ => None,
        },
        ForInit::None => None,
    }
}

/// The values of the counters inside of a loop: `first`, `first + step`, ... as long as the
/// condition holds.
pub(super) fn iterations(
    outer: &Set,
    counter: &str,
    depth: usize,
    first: &Quasi,
    step: i64,
    holds: &Condition,
) -> presburger::Result<Set> {
    let outer = outer.add_dims(1)?.set_dim_name(Dim::Set(depth), counter)?;
    let space = outer.space().clone();
    let order = match step > 0 {
        true => Order::GreaterEqual,
        false => Order::LessEqual,
    };
    let from_first = Condition::Compare(order, Quasi::Iterator(depth), first.clone());
    let mut reached = from_first.build(&space)?;
    if step.unsigned_abs() > 1 {
        let counter = Quasi::Iterator(depth).build(&space)?;
        let distance = counter
            .sub(&first.build(&space)?)?
            .mod_val(&Value::from(step).abs())?;
        reached = reached.intersect(&zero(&distance)?)?;
    }
    let reached = outer.intersect(&reached)?;
    // `i != end` in steps of one ends there: a loop that steps over it would never end.
    let holds = match holds {
        Condition::Compare(Order::NotEqual, a, b) => {
            let factor = a.clone().minus(b.clone()).factor_of(depth);
            match factor {
                Some(1 | -1) => {
                    let rising = (factor == Some(1)) == (step > 0);
                    let order = if rising { Order::Less } else { Order::Greater };
                    &Condition::Compare(order, a.clone(), b.clone())
                }
                _ => holds,
            }
        }
        _ => holds,
    };
    let inside = reached.intersect(&holds.build(&space)?)?;
    if holds.ends(depth, step > 0) {
        return merged(inside);
    }
    // The loop is left for good where the condition fails first.
    let failing = reached.subtract(&inside)?;
    let mut later = Map::universe(space.map_to(&space)?)?;
    for dim in 0..depth {
        later = later.equate(Dim::In(dim), Dim::Out(dim))?;
    }
    later = if step > 0 {
        later.order_le(Dim::In(depth), Dim::Out(depth))?
    } else {
        later.order_ge(Dim::In(depth), Dim::Out(depth))?
    };
    merged(inside.subtract(&failing.apply(&later)?)?)
}

/// The values of counters one step of the last one before those in `domain`.
pub(super) fn before(domain: &Set, step: i64) -> presburger::Result<Set> {
    let counters = Space::unnamed(domain.n_dim());
    let mut earlier = Aff::vars_on_domain(&counters)?;
    if let Some(last) = earlier.last_mut() {
        *last = last.add_constant(&-Value::from(step))?;
    }
    domain.apply(&Map::from_aff_list(&counters, &earlier)?)
}

/// `i != end`, which is taken to be reached.
fn is_unequal(holds: &Condition, depth: usize) -> bool {
    match holds {
        Condition::Compare(Order::NotEqual, a, b) => {
            let factor = a.clone().minus(b.clone()).factor_of(depth);
            matches!(factor, Some(1 | -1))
        }
        _ => false,
    }
}

fn zero(value: &PwAff) -> presburger::Result<Set> {
    value.eq_set(&value.sub(value)?)
}
