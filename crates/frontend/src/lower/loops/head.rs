//! What the head of a loop says, and the values of the counter that follow from it.

use presburger::{Aff, Dim, Map, PwAff, Set, Space, Value};
use scop::Span;

use crate::lower::Nest;
use crate::lower::convert::{ANYTHING, lap};
use crate::lower::followers::Followed;
use crate::lower::quasi::{Condition, Order, Quasi, Range, big};
use crate::lower::types::Kind;
use crate::syntax::{Expr, Stmt};
use crate::token::Text;
/// What the head of a loop says.
pub(super) struct Head<'a> {
    pub(super) span: Span,
    pub(super) counter: &'a Text,
    pub(super) kind: Kind,
    /// The values of the counter's type.
    pub(super) range: Range,
    pub(super) first: Quasi,
    pub(super) step: i64,
    pub(super) condition: Option<&'a Expr>,
    /// Whether the condition makes the step.
    pub(super) is_early: bool,
    /// Whether it is about the value before the step.
    pub(super) is_about_old: bool,
    /// Whether the first iteration runs whatever the condition says.
    pub(super) runs_once: bool,
    pub(super) body: &'a Stmt,
    /// What stands around the loop, if what leaves it early is to be looked at.
    pub(super) nest: Option<Nest>,
    /// Whether C defines what follows the last value of the counter's type.
    pub(super) wraps: bool,
    pub(super) followers: Vec<Followed<'a>>,
}

impl Head<'_> {
    /// How far apart values are that are the same in the type of the counter, in the direction that
    /// it counts.
    pub(super) fn lap(&self) -> i128 {
        lap(self.range) * i128::from(self.step.signum())
    }

    /// `first`, `first + step`, ... for ever.
    pub(super) fn reached(&self, outer: &Set) -> presburger::Result<Set> {
        let depth = outer.n_dim();
        let outer = outer
            .add_dims(1)?
            .set_dim_name(Dim::Set(depth), self.counter)?;
        let space = outer.space().clone();
        let order = match self.step > 0 {
            true => Order::GreaterEqual,
            false => Order::LessEqual,
        };
        let from_first = Condition::Compare(order, Quasi::Iterator(depth), self.first.clone());
        let mut reached = from_first.build(&space)?;
        if self.step.unsigned_abs() > 1 {
            let counter = Quasi::Iterator(depth).build(&space)?;
            let distance = counter
                .sub(&self.first.build(&space)?)?
                .mod_val(&Value::from(self.step).abs())?;
            reached = reached.intersect(&zero(&distance)?)?;
        }
        outer.intersect(&reached)
    }

    /// The values of the counters inside of the loop: those that are reached as long as the condition
    /// holds.
    pub(super) fn iterations(&self, outer: &Set, holds: &Condition) -> presburger::Result<Set> {
        let depth = outer.n_dim();
        let reached = self.reached(outer)?;
        let space = reached.space().clone();
        let inside = reached.intersect(&holds.build(&space)?)?;
        if holds.ends(depth, self.step > 0) {
            return Ok(inside);
        }
        // The loop is left for good where the condition fails first.
        let failing = reached.subtract(&inside)?;
        let mut later = Map::universe(space.map_to(&space)?)?;
        for dim in 0..depth {
            later = later.equate(Dim::In(dim), Dim::Out(dim))?;
        }
        later = if self.step > 0 {
            later.order_le(Dim::In(depth), Dim::Out(depth))?
        } else {
            later.order_ge(Dim::In(depth), Dim::Out(depth))?
        };
        inside.subtract(&failing.apply(&later)?)
    }

    /// `i != end` for a counter that wraps around on its way to the end, in steps of one: the
    /// values that go on are compared with the end one lap further.
    pub(super) fn around(&self, holds: Condition, depth: usize) -> Condition {
        let end = match &holds {
            Condition::Compare(Order::NotEqual, Quasi::Wrapped(counter, ..), end)
            | Condition::Compare(Order::NotEqual, end, Quasi::Wrapped(counter, ..))
                if **counter == Quasi::Iterator(depth)
                    && !end.mentions(&|other| other == depth)
                    && self.step.abs() == 1
                    && !end.is_large() =>
            {
                end
            }
            _ => return holds,
        };
        let order = match self.step > 0 {
            true => Order::Less,
            false => Order::Greater,
        };
        let is_behind = Condition::Compare(order, end.clone(), self.first.clone());
        let further = end.clone().plus(Quasi::Const(self.lap()));
        let end = Quasi::Select(
            Box::new(is_behind),
            Box::new(further),
            Box::new(end.clone()),
        );
        Condition::Compare(order, Quasi::Iterator(depth), end)
    }

    /// The part of a domain in which the counter has a value of its type, or is some laps off.
    pub(super) fn within(&self, domain: &Set, below: i128, above: i128) -> presburger::Result<Set> {
        if self.range == ANYTHING {
            return Ok(domain.clone());
        }
        let last = Dim::Set(domain.n_dim() - 1);
        let lap = lap(self.range);
        domain
            .lower_bound(last, big(self.range.0 - below * lap)?)?
            .upper_bound(last, big(self.range.1 + above * lap)?)
    }

    /// The iterations behind which the counter is outside of its type.
    pub(super) fn leaving(&self, domain: &Set) -> presburger::Result<Set> {
        let last = Dim::Set(domain.n_dim() - 1);
        let step = i128::from(self.step);
        match self.step > 0 {
            true => domain.lower_bound(last, big(self.range.1 - step + 1)?),
            false => domain.upper_bound(last, big(self.range.0 - step - 1)?),
        }
    }
}

/// The values of counters with the last one changed by a constant.
pub(super) fn shifted(domain: &Set, by: i128) -> presburger::Result<Set> {
    let counters = Space::unnamed(domain.n_dim());
    let mut moved = Aff::vars_on_domain(&counters)?;
    if let Some(last) = moved.last_mut() {
        *last = last.add_constant(&big(by)?)?;
    }
    domain.apply(&Map::from_aff_list(&counters, &moved)?)
}

/// The values of counters one step of the last one before those in `domain`.
pub(in crate::lower) fn before(domain: &Set, step: i64) -> presburger::Result<Set> {
    shifted(domain, -i128::from(step))
}

fn zero(value: &PwAff) -> presburger::Result<Set> {
    value.eq_set(&value.sub(value)?)
}
