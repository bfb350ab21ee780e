//! Loops with a counter: which values it takes.

use presburger::{Dim, Map, PwAff, Set, Value};
use scop::schedule::{Band, Node};
use scop::{Diagnostic, Span};

use super::quasi::{Condition, Order, Quasi};
use super::recognise::NotAffine;
use super::{Lowered, Lowering, Nest, Part, Reported};
use crate::codes;
use crate::syntax::{BinaryOp, Expr, ExprKind, For, ForInit};
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
        let Some((counter, first)) = counter(head) else {
            return Ok(Err(NotAffine {
                span: head.head,
                why: "the loop does not begin by giving one counter its first value".into(),
            }));
        };
        if let ForInit::Declaration(declaration) = &head.init
            && !declaration
                .declarators
                .iter()
                .all(|one| self.names.may_be_integer(&one.ty))
        {
            return Ok(Err(NotAffine {
                span: head.head,
                why: format!("`{counter}` is not an integer"),
            }));
        }
        let Some(condition) = &head.condition else {
            self.errors.push(
                Diagnostic::error(codes::ENDLESS, "this loop has no condition", head.head)
                    .help(format!("write when it ends: `{counter} < ...`")),
            );
            return Err(Reported);
        };
        let first = match self.names.value(first) {
            Ok(first) => first,
            Err(why) => return Ok(Err(why)),
        };
        let depth = nest.depth();
        let mark = self.names.enter();
        self.names.bind_iterator(counter, depth);
        let step = head
            .step
            .as_ref()
            .map(|step| self.step(step, counter, depth));
        let condition_holds = self.names.condition(condition);
        self.names.leave(mark);
        let step = match step {
            Some(Ok(0)) | None => {
                self.errors.push(
                    Diagnostic::error(
                        codes::ENDLESS,
                        format!("the loop does not change `{counter}`"),
                        head.head,
                    )
                    .help(format!("write a step: `{counter}++`")),
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
        Ok(Ok(Counted {
            counter,
            step,
            domain,
        }))
    }

    /// By how much a step changes the counter.
    pub(super) fn step(&self, step: &Expr, counter: &Text, depth: usize) -> Result<i64, NotAffine> {
        let no = || NotAffine {
            span: step.span,
            why: format!("this does not change `{counter}` by a constant"),
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
        label: Option<&str>,
        nest: &Nest,
        span: Span,
    ) -> Lowered<Vec<Part>> {
        let mut iterators = nest.iterators.clone();
        iterators.push(counted.counter.to_string());
        let inner = Nest {
            iterators,
            domain: counted.domain,
        };
        let mark = self.names.enter();
        self.names.bind_iterator(counted.counter, nest.depth());
        let parts = self.statement(&head.body, None, &inner).unwrap_or_default();
        self.names.leave(mark);
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
pub(super) fn counter(head: &For) -> Option<(&Text, &Expr)> {
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
    let counter = Quasi::Iterator(depth).build(&space)?;
    let from = first.build(&space)?;
    let mut reached = if step > 0 {
        counter.ge_set(&from)?
    } else {
        counter.le_set(&from)?
    };
    if step.unsigned_abs() > 1 {
        let distance = counter.sub(&from)?.mod_val(&Value::from(step).abs())?;
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
        return inside.coalesce();
    }
    // The loop is left for good where the condition fails first.
    let failing = reached.subtract(&inside)?;
    let order = Map::universe(space.map_to(&space)?)?;
    let mut later = order;
    for dim in 0..depth {
        later = later.equate(Dim::In(dim), Dim::Out(dim))?;
    }
    later = if step > 0 {
        later.order_le(Dim::In(depth), Dim::Out(depth))?
    } else {
        later.order_ge(Dim::In(depth), Dim::Out(depth))?
    };
    inside.subtract(&failing.apply(&later)?)?.coalesce()
}

fn zero(value: &PwAff) -> presburger::Result<Set> {
    value.eq_set(&value.sub(value)?)
}
