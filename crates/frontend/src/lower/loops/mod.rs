//! Loops with a counter: which values it takes.

mod head;
mod laps;

pub(super) use head::before;

use presburger::{Dim, Effort, Set, attempt, is_name};
use scop::schedule::{Band, Node};
use scop::{Diagnostic, Span};

use super::convert::{ANYTHING, lap};
use super::followers::Followed;
use super::names::{Meaning, changes_in};
use super::opaque::jumps;
use super::quasi::{Condition, Order, Quasi, Range, merged};
use super::recognise::NotAffine;
use super::types::Kind;
use super::wrapping::{Effect, Overflow};
use super::{Lowered, Lowering, Nest, Part, Reported};
use crate::codes;
use crate::syntax::{BinaryOp, Expr, ExprKind, For, ForInit, Form, Stmt, StmtKind, Type};
use crate::token::Text;
use head::Head;

/// A loop whose iterations are known in advance.
#[derive(Clone)]
pub(super) struct Counted<'a> {
    pub counter: &'a Text,
    /// The first value of the counter, also where there is no iteration.
    pub first: Quasi,
    /// By how much the counter changes; not zero.
    pub step: i64,
    /// The values of all counters, this one last.
    pub domain: Set,
    /// Those of them that do not leave the loop.
    pub going_on: Set,
    /// The value of the counter, if it wraps around while the loop runs: then the last dimension of
    /// the domain goes on, and the counter is this much of it.
    pub value: Option<Quasi>,
    pub kind: Kind,
    /// Whether C defines what follows the last value of the counter's type.
    pub wraps: bool,
    /// Values between which the last dimension is.
    pub interval: Range,
    /// What else steps with it.
    pub followers: Vec<Followed<'a>>,
}

/// Why a loop is kept as a whole whose iterations take too long to find.
fn too_hard(head: &Head<'_>) -> NotAffine {
    NotAffine {
        span: head.span,
        why: format!(
            "how often the loop runs is too hard to tell: `{}` or a value in its head may wrap around",
            head.counter
        ),
    }
}

/// By how much a loop changes its counter, and what happens at the end of the counter's type.
pub(super) struct Change {
    pub step: i64,
    /// Whether C defines what follows the last value of the type.
    pub wraps: bool,
}

impl<'a> Lowering<'a> {
    /// The iterations of a loop; the inner error says why they are not known in advance.
    pub(super) fn counted_loop(
        &mut self,
        head: &'a For,
        nest: &Nest,
    ) -> Lowered<Result<Counted<'a>, NotAffine>> {
        let counted = match self.iterations_of(head, &nest.domain, Some(nest))? {
            Ok(counted) => counted,
            Err(why) => return Ok(Err(why)),
        };
        let Some((counter, first)) = counter(head) else {
            return Ok(Ok(counted));
        };
        let always = Expr::number(1, head.head);
        let condition = head.condition.as_ref().unwrap_or(&always);
        let depth = nest.depth();
        if counted.value.is_none() && head.early.is_none() {
            let ty = self.counter_type(head, counter);
            let mark = self.names.enter();
            self.names.bind_iterator(counter, depth, counted.kind);
            // Its condition is looked at one step further.
            let step = i128::from(counted.step);
            let (least, most) = counted.interval;
            self.names.intervals.truncate(depth);
            self.names.intervals.push((
                least.saturating_add(step.min(0)),
                most.saturating_add(step.max(0)),
            ));
            let anywhere = self.exact(head.head, || nest.domain.add_dims(1))?;
            self.bind_followers(&counted.followers, &anywhere);
            let noted = self.note_loop(
                (first, condition, counted.step, counted.wraps),
                head.form == Form::DoWhile,
                ty.as_ref(),
                head.head,
                &nest.domain,
                &counted.going_on,
            );
            self.names.leave(mark);
            noted?;
        }
        self.names.intervals.truncate(depth);
        self.names.intervals.push(counted.interval);
        Ok(Ok(counted))
    }

    /// The first way to read a loop with commas in its head in which it counts.
    pub(super) fn reading(&mut self, head: &'a For, nest: &Nest) -> Option<&'a [Stmt]> {
        let readings = head.readings.iter().map(Vec::as_slice);
        let mut counting = readings.filter(|reading| {
            let Some(StmtKind::For(inner)) = reading.last().map(|one| &one.kind) else {
                return false;
            };
            let before = self.before();
            let counted = self.counted_loop(inner, nest);
            self.back_to(before);
            matches!(counted, Ok(Ok(_)))
        });
        counting.next()
    }

    /// The same, without a look at what overflows; and without one at what leaves the loop early if
    /// its `nest` is not given.
    pub(super) fn iterations_of(
        &mut self,
        head: &'a For,
        outer: &Set,
        nest: Option<&Nest>,
    ) -> Lowered<Result<Counted<'a>, NotAffine>> {
        let not_affine = |span: Span, why: &str| {
            Ok(Err(NotAffine {
                span,
                why: why.into(),
            }))
        };
        let Some((counter, first)) = counter(head) else {
            let why = "the loop does not start by initializing one counter";
            return not_affine(head.head, why);
        };
        if !self.is_integer_counter(head, counter) {
            let ty = self.counter_type(head, counter);
            let why = ty.map_or("is not an integer", |ty| self.names.why_no_counter(&ty));
            return not_affine(head.head, &format!("`{counter}` {why}"));
        }
        if changes_in(&head.body, counter) {
            return not_affine(head.head, &format!("the body changes `{counter}`, too"));
        }
        self.may_count(head, counter)?;
        let condition = match &head.early {
            Some(early) => Some(&early.condition),
            None => head.condition.as_ref(),
        };
        // Something in the body may end it.
        if condition.is_none() && !jumps(&head.body) {
            return not_affine(head.head, "the loop has no condition");
        }
        let ty = self.counter_type(head, counter);
        if ty.as_ref().is_some_and(|ty| self.names.is_truth_type(ty)) {
            return not_affine(head.head, &format!("`{counter}` has two values only"));
        }
        let (kind, range) = match &ty {
            Some(ty) => (self.names.kind_of_type(ty), self.names.values_of(ty)),
            None => (Kind::Int, Kind::Int.range()),
        };
        let depth = outer.n_dim();
        let mark = self.names.enter();
        let starts = self.starts(head, (counter, first, ty.as_ref(), kind));
        self.names.leave(mark);
        let (first, starts) = match starts {
            Ok(starts) => starts,
            Err(why) => return Ok(Err(why)),
        };
        self.names.intervals.truncate(depth);
        self.names.intervals.push(range);
        let mark = self.names.enter();
        self.names.bind_iterator(counter, depth, kind);
        let step = head.step.as_ref();
        let change = step.map(|step| self.step(step, counter, depth, kind, range));
        self.names.leave(mark);
        let early = head.early.as_ref();
        let change = early.map_or(change, |early| {
            let step = if early.up { 1 } else { -1 };
            Some(Ok(Change { step, wraps: false }))
        });
        let change = match change {
            None if condition.is_some_and(has_effects) => {
                return not_affine(head.head, "the condition does more than compare");
            }
            Some(Ok(Change { step: 0, .. })) | None => {
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
            Some(Ok(change)) => change,
            Some(Err(why)) => return Ok(Err(why)),
        };
        let followers = match self.in_step(head, starts, (&first, change.step), depth) {
            Ok(followers) => followers,
            Err(why) => return Ok(Err(why)),
        };
        let head = Head {
            followers,
            span: head.head,
            counter,
            kind,
            range,
            // The first step comes before the first iteration.
            first: match early {
                Some(_) => first.plus(Quasi::Const(change.step.into())),
                None => first,
            },
            is_early: early.is_some(),
            is_about_old: early.is_some_and(|early| early.is_about_old),
            step: change.step,
            condition,
            runs_once: head.form == Form::DoWhile,
            wraps: change.wraps,
            body: &head.body,
            nest: nest.cloned(),
        };
        match change.wraps {
            true => self.wrapping_iterations(&head, outer),
            false => self.plain_iterations(&head, outer),
        }
    }

    /// The iterations of a loop whose counter does not leave its type.
    fn plain_iterations(
        &mut self,
        head: &Head<'a>,
        outer: &Set,
    ) -> Lowered<Result<Counted<'a>, NotAffine>> {
        let (domain, holds) = match self.running(head, outer)? {
            Ok(found) => found,
            Err(why) => return Ok(Err(why)),
        };
        if head.is_early {
            let outside =
                self.exact(head.span, || domain.subtract(&head.within(&domain, 0, 0)?))?;
            if self.is_possible(&outside, head.span)? {
                return Ok(Err(NotAffine {
                    span: head.span,
                    why: "the counter leaves its type".into(),
                }));
            }
        }
        let left = match self.left(head, &domain, &holds)? {
            Ok(left) => left,
            Err(why) => return Ok(Err(why)),
        };
        let mut domain = self.cut(domain, &left, head)?;
        if !holds.fails_at_last(outer.n_dim(), head.step > 0) {
            let last = self.exact(head.span, || domain.subtract(&before(&domain, head.step)?))?;
            let endless = match self.ending(head, &domain, &last)? {
                Ok(endless) => endless,
                Err(why) => return Ok(Err(why)),
            };
            domain = self.without(domain, endless, head.span)?;
        }
        let domain = self.tidy(domain, head.span)?;
        let going_on = self.not_left(&domain, &left, head.span)?;
        Ok(Ok(Counted {
            going_on,
            ..self.counted(head, domain, None, &holds)
        }))
    }

    /// The values of the counter as long as the condition holds, and the condition.
    fn running(
        &mut self,
        head: &Head<'a>,
        outer: &Set,
    ) -> Lowered<Result<(Set, Condition), NotAffine>> {
        let holds = match self.tested(head, outer, true)? {
            Ok(holds) => self.bounded(holds, head, outer),
            Err(why) => return Ok(Err(why)),
        };
        let found = self.exact(head.span, || {
            attempt(Effort::Loop, || head.iterations(outer, &holds))
        })?;
        let Some(domain) = found else {
            return Ok(Err(too_hard(head)));
        };
        Ok(Ok((domain, holds)))
    }

    fn counted(
        &mut self,
        head: &Head<'a>,
        domain: Set,
        value: Option<Quasi>,
        holds: &Condition,
    ) -> Counted<'a> {
        let depth = domain.n_dim() - 1;
        let (first, step) = (&head.first, head.step);
        self.names.intervals.truncate(depth);
        let interval = self
            .names
            .counter_interval(head.range, depth, first, step, holds);
        Counted {
            counter: head.counter,
            first: head.first.clone(),
            step,
            going_on: domain.clone(),
            domain,
            value,
            kind: head.kind,
            wraps: head.wraps,
            interval,
            followers: head.followers.clone(),
        }
    }

    /// The condition of a loop where it is tested: for the values that are reached `from_first` on
    /// within the type of the counter, or for all values of that type.
    fn tested(
        &mut self,
        head: &Head<'a>,
        outer: &Set,
        from_first: bool,
    ) -> Lowered<Result<Condition, NotAffine>> {
        let depth = outer.n_dim();
        let mut interval = head.range;
        let first = self.names.interval(&head.first);
        let reached = self.exact(head.span, || match from_first {
            true => head.within(&head.reached(outer)?, 0, 0),
            false => head.within(&outer.add_dims(1)?, 0, 0),
        })?;
        if head.is_early {
            interval.0 = interval.0.saturating_add(head.step.min(0).into());
            interval.1 = interval.1.saturating_add(head.step.max(0).into());
        }
        match head.step > 0 {
            true if from_first => interval.0 = interval.0.max(first.0),
            false if from_first => interval.1 = interval.1.min(first.1),
            _ => {}
        }
        self.names.intervals.truncate(depth);
        self.names.intervals.push(interval);
        let mark = self.names.enter();
        self.names.bind_iterator(head.counter, depth, head.kind);
        if head.is_about_old {
            let old = Quasi::Iterator(depth).minus(Quasi::Const(head.step.into()));
            self.names.bind_value(head.counter, old, head.kind);
        }
        self.bind_followers(&head.followers, &reached);
        let around = self.names.go_to(&reached);
        let holds = self.goes_on(head, from_first.then_some(depth));
        self.names.go_back(around);
        self.names.leave(mark);
        Ok(holds)
    }

    /// `i != end` as `i < end` where the loop does not begin behind its end, or where nothing is said
    /// about what happens if it does.
    fn bounded(&self, holds: Condition, head: &Head<'a>, outer: &Set) -> Condition {
        let depth = outer.n_dim();
        let Condition::Compare(Order::NotEqual, a, b) = &holds else {
            return holds;
        };
        let factor = a.clone().minus(b.clone()).factor_of(depth);
        let Some(factor @ (1 | -1)) = factor else {
            return holds;
        };
        let rising = (factor == 1) == (head.step > 0);
        let order = if rising { Order::Less } else { Order::Greater };
        if head.wraps {
            let end = match (a, b) {
                (Quasi::Iterator(own), end) | (end, Quasi::Iterator(own)) if *own == depth => end,
                _ => return holds,
            };
            let over = match head.step > 0 {
                true => head.first.clone().minus(end.clone()),
                false => end.clone().minus(head.first.clone()),
            };
            if head.step.abs() > 1 || self.names.may_be(&over, Order::Greater, 0) {
                return holds;
            }
        }
        Condition::Compare(order, a.clone(), b.clone())
    }

    /// The condition of a loop, the counter of which is bound; with the first iteration, which a `do`
    /// loop has in any case, if that is at some depth.
    fn goes_on(&self, head: &Head<'a>, first_at: Option<usize>) -> Result<Condition, NotAffine> {
        let condition = match head.condition {
            Some(condition) => self.names.condition(condition)?,
            None => Condition::Compare(Order::Equal, Quasi::Const(0), Quasi::Const(0)),
        };
        Ok(match first_at.filter(|_| head.runs_once) {
            Some(depth) => {
                let (counter, first) = (Quasi::Iterator(depth), head.first.clone());
                let is_first = Condition::Compare(Order::Equal, counter, first);
                Condition::Or(Box::new(is_first), Box::new(condition))
            }
            None => condition,
        })
    }

    /// The iterations that leave the loop early, of those that it would have otherwise.
    fn left(
        &mut self,
        head: &Head<'a>,
        domain: &Set,
        holds: &Condition,
    ) -> Lowered<Result<Vec<Set>, NotAffine>> {
        let Some(nest) = &head.nest else {
            return Ok(Ok(Vec::new()));
        };
        let depth = nest.depth();
        let (first, step) = (&head.first, head.step);
        self.names.intervals.truncate(depth);
        let interval = self
            .names
            .counter_interval(head.range, depth, first, step, holds);
        let mark = self.names.enter();
        self.names.bind_iterator(head.counter, depth, head.kind);
        self.names.intervals.push(interval);
        self.bind_followers(&head.followers, domain);
        let inside = nest.with(head.counter, domain.clone());
        let left = self.iterations_left(head.body, &inside);
        self.names.leave(mark);
        self.names.intervals.truncate(depth);
        left
    }

    /// A domain up to the first of the iterations that leave the loop.
    fn cut(&mut self, domain: Set, left: &[Set], head: &Head<'a>) -> Lowered<Set> {
        match left.is_empty() {
            true => Ok(domain),
            false => self.up_to_first(&domain, left, head.step > 0, head.span),
        }
    }

    /// A domain in few pieces; where numbers wrap around without what parameters cannot have by
    /// their types, which would make cases and large numbers.
    pub(super) fn tidy(&mut self, domain: Set, span: Span) -> Lowered<Set> {
        if !self.names.has_wrapped.get() {
            return self.exact(span, || merged(domain));
        }
        let universe = self.exact(span, || Set::universe(domain.space().clone()))?;
        let typed = self.names.typed(&universe);
        self.exact(span, || {
            let typed = typed?;
            merged(domain.intersect(&typed)?.gist(&typed)?)
        })
    }

    /// A domain without some values of the outer counters.
    fn without(&mut self, domain: Set, outer: Option<Set>, span: Span) -> Lowered<Set> {
        match outer {
            Some(outer) => self.exact(span, || merged(domain.subtract(&outer.add_dims(1)?)?)),
            None => Ok(domain),
        }
    }

    fn is_possible(&mut self, set: &Set, span: Span) -> Lowered<bool> {
        let possible = self.names.is_possible(set);
        self.exact(span, || possible)
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

    /// Makes the name of a counter mean what it is in an iteration of its loop.
    pub(super) fn bind_counter(
        &mut self,
        counter: &Text,
        value: &Option<Quasi>,
        depth: usize,
        kind: Kind,
    ) {
        match value {
            Some(value) => self.names.bind_value(counter, value.clone(), kind),
            None => self.names.bind_iterator(counter, depth, kind),
        }
    }

    pub(super) fn counter_kind(&self, head: &'a For, counter: &Text) -> Kind {
        let ty = self.counter_type(head, counter);
        ty.map_or(Kind::Int, |ty| self.names.kind_of_type(&ty))
    }

    pub(super) fn counter_range(&self, head: &'a For, counter: &Text) -> Range {
        let ty = self.counter_type(head, counter);
        ty.map_or(Kind::Int.range(), |ty| self.names.values_of(&ty))
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

    /// The values of the counters around a loop for which it never ends, if there are any: C lets
    /// nobody rely on that. `last` are the iterations that no other one follows. An error if it is always
    /// entered and never ends, though it has a condition that speaks of its counter.
    fn ending(
        &mut self,
        head: &Head<'a>,
        domain: &Set,
        last: &Set,
    ) -> Lowered<Result<Option<Set>, NotAffine>> {
        let depth = domain.n_dim() - 1;
        let (entered, endless) = self.exact(head.span, || {
            // Where it is entered and no iteration is the last one.
            let entered = domain.project_out(Dim::Set(depth), 1)?;
            let endless = entered.subtract(&last.project_out(Dim::Set(depth), 1)?)?;
            Ok((entered, endless))
        })?;
        if !self.is_possible(&endless, head.span)? {
            return Ok(Ok(None));
        }
        let ends = self.exact(head.span, || entered.subtract(&endless))?;
        // What leaves it early, or keeps it from being entered, was not looked at.
        let Some(nest) = &head.nest else {
            return Ok(Ok(None));
        };
        if self.is_possible(&ends, head.span)? {
            let parameters = self.exact(head.span, || endless.params())?;
            self.overflows.push(Overflow {
                span: head.span,
                ty: head.kind.name(),
                parameters,
                is_sure: true,
                effect: Effect::Undefined,
                statement: None,
            });
            return Ok(Ok(Some(endless)));
        }
        let counter = head.counter;
        let mut is_about_counter = false;
        if let Some(condition) = head.condition {
            condition.walk(&mut |one| is_about_counter |= one.as_name() == Some(counter));
        }
        let passed = self.exact(head.span, || nest.domain.subtract(&entered))?;
        if !is_about_counter || self.is_possible(&passed, head.span)? {
            let why = match is_about_counter {
                true => "the loop never ends once it has begun",
                false => "the loop never ends",
            };
            return Ok(Err(NotAffine {
                span: head.span,
                why: why.into(),
            }));
        }
        let message =
            format!("this loop never ends: stepping `{counter}` keeps its condition true");
        let mut error = Diagnostic::error(codes::ENDLESS, message, head.span)
            .note("only loops that end can be modelled");
        if head.wraps {
            error = error.note(format!(
                "`{counter}` wraps around at the end of its type, and the condition still holds after that"
            ));
        }
        let help = "change the condition, or `assert` before the region what makes the loop end";
        self.errors.push(error.help(help));
        Err(Reported)
    }

    /// By how much a step changes the counter, which is computed in a type and has these values.
    pub(super) fn step(
        &self,
        step: &Expr,
        counter: &Text,
        depth: usize,
        kind: Kind,
        range: Range,
    ) -> Result<Change, NotAffine> {
        let no = || NotAffine {
            span: step.span,
            why: format!("this step does not change `{counter}` by a constant"),
        };
        let (change, computed) = match &step.kind {
            ExprKind::Step { up, target, .. } if target.as_name() == Some(counter) => {
                (Quasi::Const(if *up { 1 } else { -1 }), kind)
            }
            ExprKind::Assign(operator, target, value) if target.as_name() == Some(counter) => {
                let own = self.names.kind(value);
                let by = || match own.common(kind) == own {
                    true => self.names.unreduced(value),
                    false => self.names.value(value),
                };
                match operator {
                    Some(BinaryOp::Add) => (by()?, own.common(kind)),
                    Some(BinaryOp::Sub) => (by()?.times(-1), own.common(kind)),
                    None => {
                        let next = self.names.unreduced(value)?;
                        (next.minus(Quasi::Iterator(depth)), own)
                    }
                    _ => return Err(no()),
                }
            }
            _ => return Err(no()),
        };
        let mut change = change.as_wide_const().ok_or_else(no)?;
        // Signed arithmetic does not leave its type; a conversion may.
        let wraps = range != ANYTHING && (computed.is_unsigned() || range != computed.range());
        if wraps {
            let lap = lap(range);
            change = change.rem_euclid(lap);
            change -= if change > lap / 2 { lap } else { 0 };
        }
        match i64::try_from(change) {
            Ok(step) => Ok(Change { step, wraps }),
            Err(_) => Err(no()),
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
        let inner = nest.with(counted.counter, counted.domain.clone());
        let mark = self.names.enter();
        let ty = self.counter_type(head, counted.counter);
        self.bind_counter(counted.counter, &counted.value, nest.depth(), counted.kind);
        self.bind_followers(&counted.followers, &counted.domain);
        let is_directed = directive.is_some();
        let directive = directive.map(|index| (index, ty, counted.step));
        let entered = self.enter_loop(directive, head, (nest, &inner));
        let body_of = (head, is_directed);
        let (parts, _) = self.own_jumps(|this| this.body(&head.body, body_of, &inner));
        let parts = parts.unwrap_or_default();
        self.leave_loop(entered, !parts.is_empty());
        self.names.leave(mark);
        self.names.intervals.truncate(nest.depth());
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

/// Whether evaluating an expression changes something.
fn has_effects(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |inner| {
        found |= matches!(inner.kind, ExprKind::Assign(..) | ExprKind::Step { .. });
    });
    found
}
