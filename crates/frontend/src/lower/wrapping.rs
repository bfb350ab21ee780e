//! Where C does not compute what the model says, because a value does not fit the type that it is
//! computed in.
//!
//! The model has the values that C computes ([`convert`](super::convert)), with one exception: where
//! signed arithmetic overflows, which is undefined, it has the exact ones. This module finds the
//! parameters for which that happens, for every expression that the model rests on, intermediate
//! results and the value of a counter that ends its loop included; and those for which something
//! wraps around, which is no mistake in a source but one in what is written for it.
//!
//! It serves two ends. A *source* that overflows for some parameters is not called with them: what
//! is written for it need not care either. And a text that was *generated* is proved to overflow
//! only where its source does. The proof looks at the C that a compiler will see and shares no code
//! with what chose its types.
//!
//! What is looked at, with the type that C has for it ([`Kind`]):
//!
//! - sums, products and negations of signed numbers, wherever they are evaluated;
//! - in the heads of loops and in subscripts: also numbers without a sign, and all conversions, to
//!   the type of a counter above all;
//! - the step of a loop, also the one behind its last iteration;
//! - the size of memory: no element is further away than an address can tell.

use presburger::{Aff, PwAff, Set, Value};
use scop::{ElementBytes, Span};

use super::accesses::Guard;
use super::quasi::{Condition, Order, Quasi, Range};
use super::types::{Kind, is_truth};
use super::{Lowered, Lowering};
use crate::syntax::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// A value that does not fit its type.
#[derive(Clone, Debug)]
pub struct Overflow {
    /// Where it is computed.
    pub span: Span,
    /// The type that it does not fit.
    pub ty: &'static str,
    /// The parameters for which that happens, as far as their types have them.
    pub parameters: Set,
    /// Whether it happens for sure, for these parameters, or only if data make it happen.
    pub is_sure: bool,
    /// What happens then.
    pub effect: Effect,
    /// The statement in whose text it is, unless it is in the head of a loop or a condition.
    pub statement: Option<usize>,
}

/// Arithmetic in a statement of which it is not known whether it overflows, because it depends on
/// data or is not affine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untold {
    /// Which statement.
    pub statement: usize,
    /// The type that it is computed in.
    pub ty: &'static str,
}

/// What C makes of a value that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The value is another one.
    Changed,
    /// Nothing is said about what happens.
    Undefined,
    /// The same: an element is meant that no memory has room for.
    TooFar,
}

/// What a value has to fit, and what happens if it does not.
struct Bounds {
    range: Range,
    ty: &'static str,
    effect: Effect,
}

impl Bounds {
    /// A value that is changed where it does not fit.
    fn changed(range: Range, ty: &'static str) -> Bounds {
        Bounds {
            range,
            ty,
            effect: Effect::Changed,
        }
    }
}

impl Kind {
    /// The range with what wraps around below zero once, if numbers have no sign.
    fn wrapped_range(self) -> Range {
        let (least, most) = self.range();
        match self.is_unsigned() {
            true => (-most - 1, most),
            false => (least, most),
        }
    }

    fn is_signed(self) -> bool {
        matches!(self, Kind::Int | Kind::Long)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Int => "int",
            Kind::Unsigned => "unsigned",
            Kind::Long => "long",
            Kind::UnsignedLong => "unsigned long",
            Kind::Floating | Kind::Unknown => "its type",
        }
    }
}

impl<'a> Lowering<'a> {
    /// Notes where the result of one operation on signed numbers overflows.
    pub(super) fn note_signed(&mut self, expr: &Expr, guard: &Guard) -> Lowered<()> {
        let computes = match &expr.kind {
            ExprKind::Binary(operator, ..) => matches!(
                operator,
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl
            ),
            ExprKind::Unary(operator, _) => *operator == UnaryOp::Minus,
            _ => false,
        };
        let kind = self.names.kind(expr);
        if !computes || !kind.is_signed() {
            return Ok(());
        }
        let value = self.names.value(expr);
        if value.is_err() || guard.may || !guard.exact {
            self.leave_untold(kind.name());
        }
        let Ok(value) = value else {
            return Ok(());
        };
        let bounds = Bounds {
            range: kind.range(),
            ty: kind.name(),
            effect: Effect::Undefined,
        };
        self.note(expr.span, &value, bounds, guard)
    }

    /// Notes that something in the statement at hand may overflow or may not.
    fn leave_untold(&mut self, ty: &'static str) {
        let statement = self.drafts.len();
        let untold = Untold { statement, ty };
        if !self.untold.contains(&untold) {
            self.untold.push(untold);
        }
    }

    /// Notes the same for all parts of a condition, and where numbers without a sign are not what they are
    /// modelled as.
    pub(super) fn note_condition(&mut self, expr: &Expr, guard: &Guard) -> Lowered<()> {
        self.note_signed(expr, guard)?;
        match &expr.kind {
            ExprKind::Binary(operator, left, right)
                if !matches!(operator, BinaryOp::And | BinaryOp::Or) =>
            {
                let shows = shows(*operator);
                let common = self.names.kind(left).common(self.names.kind(right));
                for operand in [left, right] {
                    self.note_condition(operand, guard)?;
                    let own = self.names.kind(operand);
                    let widened = own == Kind::Unsigned && common > own;
                    if own.is_unsigned() && (shows || widened) {
                        let bounds = Bounds::changed(own.wrapped_range(), own.name());
                        self.note_value(operand, bounds, guard)?;
                    }
                    if common.is_unsigned() && shows && own != common {
                        let bounds = Bounds::changed(common.wrapped_range(), common.name());
                        self.note_value(operand, bounds, guard)?;
                    }
                }
                Ok(())
            }
            ExprKind::Cast(..) | ExprKind::Alias(_) => {
                let Some((ty, operand)) = converted(expr) else {
                    return Ok(());
                };
                self.note_condition(operand, guard)?;
                let kind = self.names.kind_of_type(ty);
                let range = match kind.is_unsigned() {
                    true => kind.wrapped_range(),
                    false => self.names.values_of(ty),
                };
                self.note_value(operand, Bounds::changed(range, kind.name()), guard)
            }
            ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                self.note_condition(left, guard)?;
                let guard = self.after(left, *operator == BinaryOp::And, guard)?;
                self.note_condition(right, &guard)
            }
            ExprKind::Conditional(condition, Some(yes), no) => {
                self.note_condition(condition, guard)?;
                let inside = self.after(condition, true, guard)?;
                self.note_condition(yes, &inside)?;
                let outside = self.after(condition, false, guard)?;
                self.note_condition(no, &outside)
            }
            ExprKind::Index(..) | ExprKind::Call(..) => Ok(()),
            _ => expr
                .operands()
                .into_iter()
                .try_for_each(|one| self.note_condition(one, guard)),
        }
    }

    /// Notes where an expression is not what it is in exact arithmetic: its value is all that counts.
    pub(super) fn note_exact(&mut self, expr: &Expr, guard: &Guard) -> Lowered<()> {
        self.note_signed(expr, guard)?;
        let kind = self.names.kind(expr);
        match &expr.kind {
            ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                self.note_exact(left, guard)?;
                let guard = self.after(left, *operator == BinaryOp::And, guard)?;
                self.note_exact(right, &guard)
            }
            ExprKind::Binary(operator, left, right) => {
                self.note_exact(left, guard)?;
                self.note_exact(right, guard)?;
                let shows = shows(*operator);
                if matches!(operator, BinaryOp::Shl | BinaryOp::Shr) {
                    return self.note_operand(left, kind, *operator == BinaryOp::Shr, guard);
                }
                let common = self.names.kind(left).common(self.names.kind(right));
                self.note_operand(left, common, shows, guard)?;
                self.note_operand(right, common, shows, guard)
            }
            ExprKind::Cast(..) | ExprKind::Alias(_) => {
                let Some((ty, operand)) = converted(expr) else {
                    return Ok(());
                };
                self.note_exact(operand, guard)?;
                let range = self.names.values_of(ty);
                self.note_operand(operand, kind, true, guard)?;
                self.note_value(operand, Bounds::changed(range, kind.name()), guard)
            }
            ExprKind::Conditional(condition, Some(yes), no) => {
                // Whatever wraps around in the condition is modelled.
                self.note_condition(condition, guard)?;
                let inside = self.after(condition, true, guard)?;
                self.note_exact(yes, &inside)?;
                self.note_operand(yes, kind, false, &inside)?;
                let outside = self.after(condition, false, guard)?;
                self.note_exact(no, &outside)?;
                self.note_operand(no, kind, false, &outside)
            }
            ExprKind::Call(callee, arguments) => {
                let unit = self.unit;
                let function = callee.as_name();
                let function = function.and_then(|name| unit.declarations.function(name));
                for (index, argument) in arguments.iter().enumerate() {
                    self.note_exact(argument, guard)?;
                    let own = self.names.kind(argument);
                    let range = function.and_then(|function| function.parameters.get(index));
                    let range = range.map_or(own.range(), |one| self.names.values_of(&one.ty));
                    self.note_operand(argument, own, true, guard)?;
                    self.note_value(argument, Bounds::changed(range, "its parameter"), guard)?;
                }
                Ok(())
            }
            // Another access has subscripts of its own.
            ExprKind::Index(..) => Ok(()),
            _ => expr
                .operands()
                .into_iter()
                .try_for_each(|one| self.note_exact(one, guard)),
        }
    }

    /// An operand that is converted to a type: numbers without a sign may have wrapped around, which
    /// shows if they become wider or if the result `shows` it.
    fn note_operand(&mut self, expr: &Expr, to: Kind, shows: bool, guard: &Guard) -> Lowered<()> {
        let own = self.names.kind(expr);
        let widened = own == Kind::Unsigned && matches!(to, Kind::Long | Kind::UnsignedLong);
        if own.is_unsigned() && (shows || widened) {
            self.note_value(expr, Bounds::changed(own.range(), own.name()), guard)?;
        }
        match shows && to != own {
            true => self.note_value(expr, Bounds::changed(to.range(), to.name()), guard),
            false => Ok(()),
        }
    }

    fn note_value(&mut self, expr: &Expr, bounds: Bounds, guard: &Guard) -> Lowered<()> {
        match self.names.unreduced(expr) {
            Ok(value) => self.note(expr.span, &value, bounds, guard),
            Err(_) => Ok(()),
        }
    }

    /// What is evaluated after `condition` held, or failed.
    fn after(&mut self, condition: &Expr, holds: bool, guard: &Guard) -> Lowered<Guard> {
        let known = self.names.condition(condition).ok();
        let known = known.map(|known| match holds {
            true => known,
            false => known.negated(),
        });
        self.under(guard, known, condition.span)
    }

    /// Subscripts: exact, and no further away than memory is large.
    pub(super) fn note_subscript(
        &mut self,
        expr: &Expr,
        element: &str,
        guard: &Guard,
    ) -> Lowered<()> {
        self.note_exact(expr, guard)?;
        let own = self.names.kind(expr);
        self.note_operand(expr, own, true, guard)?;
        let furthest = i128::from(i64::MAX) / i128::from(ElementBytes::of(element).least);
        let bounds = Bounds {
            range: (-furthest, furthest),
            ty: "the size of memory",
            effect: Effect::TooFar,
        };
        if guard.may || !guard.exact || self.names.unreduced(expr).is_err() {
            self.leave_untold(bounds.ty);
        }
        // Data may keep it from being evaluated, in the source as well.
        if guard.may {
            return Ok(());
        }
        self.note_value(expr, bounds, guard)
    }

    /// The head of a loop: `outer` is where it is entered, `domain` the values of its counter, the
    /// last dimension, which must be bound. The condition of one that `runs_once` is not looked at
    /// before its first iteration.
    pub(super) fn note_loop(
        &mut self,
        (first, condition, step, wraps): (&Expr, &Expr, i64, bool),
        runs_once: bool,
        ty: Option<&Type>,
        span: Span,
        outer: &Set,
        domain: &Set,
    ) -> Lowered<()> {
        let depth = outer.n_dim();
        let (range, kind) = match ty {
            Some(ty) => (self.names.values_of(ty), self.names.kind_of_type(ty)),
            None => (Kind::Int.range(), Kind::Int),
        };
        let entered = Guard::at(outer.clone());
        self.note_exact(first, &entered)?;
        let own = self.names.kind(first);
        self.note_operand(first, own, true, &entered)?;
        self.note_value(first, Bounds::changed(range, kind.name()), &entered)?;
        let first = match ty {
            Some(ty) => self.names.converted(first, ty),
            None => self.names.value(first),
        };
        let tested = self.exact(condition.span, || {
            let later = super::loops::before(domain, step.saturating_neg())?;
            if runs_once {
                return Ok(later);
            }
            let Ok(first) = &first else {
                return domain.union(&later);
            };
            let entered = outer.add_dims(1)?;
            let is_first = Condition::Compare(Order::Equal, Quasi::Iterator(depth), first.clone());
            let is_first = is_first.build(&entered.space().clone())?;
            entered.intersect(&is_first)?.union(&later)
        })?;
        let around = self.names.go_to(&tested);
        let noted = self.note_exact(condition, &Guard::at(tested));
        self.names.go_back(around);
        noted?;
        // Below zero comes the largest number, which the iterations take into account.
        if kind.is_unsigned() && step < 0 {
            return Ok(());
        }
        let next = Quasi::Iterator(depth).plus(Quasi::Const(step.into()));
        let bounds = Bounds {
            range,
            ty: kind.name(),
            effect: match wraps {
                true => Effect::Changed,
                false => Effect::Undefined,
            },
        };
        self.note(span, &next, bounds, &Guard::at(domain.clone()))
    }

    /// Notes the parameters for which a value is out of bounds.
    fn note(&mut self, span: Span, value: &Quasi, bounds: Bounds, guard: &Guard) -> Lowered<()> {
        // Where it is evaluated is not known.
        if !guard.exact {
            return Ok(());
        }
        let (least, most) = self.names.interval(value);
        if bounds.range.0 <= least && most <= bounds.range.1 {
            return Ok(());
        }
        let facts = self.facts.clone();
        let outside = self.exact(span, || {
            let space = guard.domain.space().clone();
            let value = value.build(&space)?;
            let space = value.domain_space();
            let limit = |number: i128| -> presburger::Result<PwAff> {
                let number = number.to_string().parse::<Value>()?;
                Ok(PwAff::from_aff(&Aff::val_on_domain(&space, &number)?))
            };
            let below = value.lt_set(&limit(bounds.range.0)?)?;
            let above = value.gt_set(&limit(bounds.range.1)?)?;
            let outside = guard.domain.intersect(&below.union(&above)?)?;
            outside.intersect_params(&facts)
        })?;
        let typed = self.names.typed(&outside);
        let typed = self.exact(span, || typed)?;
        let parameters = self.exact(span, || match typed.is_empty()? {
            true => Ok(None),
            false => Ok(Some(typed.params()?)),
        })?;
        if let Some(parameters) = parameters {
            self.overflows.push(Overflow {
                span,
                ty: bounds.ty,
                parameters,
                is_sure: !guard.may,
                effect: bounds.effect,
                statement: self.in_statement.then_some(self.drafts.len()),
            });
        }
        Ok(())
    }
}

/// What is converted, and to which type.
fn converted(expr: &Expr) -> Option<(&Type, &Expr)> {
    match &expr.kind {
        ExprKind::Cast(ty, operand) => Some((&ty.ty, operand)),
        ExprKind::Alias(alias) => Some((&alias.ty, &alias.value)),
        _ => None,
    }
}

/// Whether the result of an operation shows that an operand has wrapped around: sums and products of
/// wrapped numbers are right in the end.
fn shows(operator: BinaryOp) -> bool {
    match operator {
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::Shr => true,
        other => is_truth(other),
    }
}
