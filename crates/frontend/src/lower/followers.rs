//! Variables that step with the counter of a loop.
//!
//! In `for (i = 0, j = n - 1; i < j; i++, j--)` the value of `j` is `n - 1` less one for each
//! iteration, that is `n - 1 - i`: a name for a value, as C's types let it be.

use presburger::Set;

use super::Lowering;
use super::names::{Meaning, changes_in};
use super::quasi::{Quasi, Range};
use super::recognise::{NotAffine, Recognised};
use super::types::Kind;
use crate::syntax::{Expr, Follower, For, Type};
use crate::token::Text;

/// A variable whose value follows from that of the counter.
#[derive(Clone)]
pub(super) struct Followed<'a> {
    pub name: &'a Text,
    /// The value that it is set to.
    pub first: Quasi,
    pub step: i64,
    /// Its value in an iteration, if its type holds all.
    pub value: Quasi,
    kind: Kind,
    /// The values of its type.
    range: Range,
    /// Whether C defines what follows the last one of these.
    wraps: bool,
}

/// What a variable of a head is set to, and its type.
pub(super) struct Start {
    first: Quasi,
    ty: Type,
}

impl<'a> Lowering<'a> {
    /// The first values of the counter of a loop and of what steps with it, in the order in which
    /// they are set. The names stay bound.
    pub(super) fn starts(
        &mut self,
        head: &'a For,
        (counter, first, ty, kind): (&Text, &Expr, Option<&Type>, Kind),
    ) -> Recognised<(Quasi, Vec<Start>)> {
        let (ahead, behind): (Vec<_>, Vec<_>) = head.followers.iter().partition(|one| one.is_ahead);
        let mut all = Vec::new();
        for one in ahead {
            all.push(self.start(head, one)?);
        }
        let first = match ty {
            Some(ty) => self.names.converted(first, ty)?,
            None => self.names.value(first)?,
        };
        if !behind.is_empty() {
            self.names.bind_value(counter, first.clone(), kind);
        }
        for one in behind {
            all.push(self.start(head, one)?);
        }
        Ok((first, all))
    }

    fn start(&mut self, head: &'a For, one: &'a Follower) -> Recognised<Start> {
        let no = |why: &str| NotAffine {
            span: head.head,
            why: format!("`{}` {why}", one.name),
        };
        let ty = match (&one.declared, self.names.meaning(&one.name)) {
            (Some(ty), _) => ty.clone(),
            (None, Meaning::Variable(variable)) => variable.ty.clone(),
            _ => return Err(no("is not a variable of its own")),
        };
        if !self.names.may_be_integer(&ty)
            || self.names.is_volatile(&ty)
            || self.names.is_truth_type(&ty)
        {
            return Err(no(self.names.why_no_counter(&ty)));
        }
        if changes_in(&head.body, &one.name) {
            return Err(no("is changed in the body, too"));
        }
        let first = self.names.converted(&one.first, &ty)?;
        let kind = self.names.kind_of_type(&ty);
        self.names.bind_value(&one.name, first.clone(), kind);
        Ok(Start { first, ty })
    }

    /// The values of what steps with a counter that has a first value and a step; `starts` are those
    /// of its followers.
    pub(super) fn in_step(
        &mut self,
        head: &'a For,
        starts: Vec<Start>,
        (first, step): (&Quasi, i64),
        depth: usize,
    ) -> Recognised<Vec<Followed<'a>>> {
        let mut all = Vec::new();
        let (ahead, behind): (Vec<_>, Vec<_>) = head.followers.iter().partition(|one| one.is_ahead);
        for (one, start) in ahead.into_iter().chain(behind).zip(starts) {
            let kind = self.names.kind_of_type(&start.ty);
            let range = self.names.values_of(&start.ty);
            let mark = self.names.enter();
            self.names.bind_iterator(&one.name, depth, kind);
            let change = self.step(&one.step, &one.name, depth, kind, range);
            self.names.leave(mark);
            let change = change?;
            let way = match step > 0 {
                true => Quasi::Iterator(depth).minus(first.clone()),
                false => first.clone().minus(Quasi::Iterator(depth)),
            };
            let by = step.saturating_abs();
            let moved = match change.step % by {
                0 => way.times(change.step / by),
                _ => Quasi::Floor(Box::new(way), by).times(change.step),
            };
            let value = start.first.clone().plus(moved);
            if value.is_large() {
                return Err(NotAffine {
                    span: head.head,
                    why: format!("what `{}` is set to has too many cases", one.name),
                });
            }
            all.push(Followed {
                name: &one.name,
                first: start.first,
                step: change.step,
                value,
                kind,
                range,
                wraps: change.wraps,
            });
        }
        Ok(all)
    }

    /// Makes the names of what steps with a counter mean what they are in iterations of its loop
    /// that are reached at `place`.
    pub(super) fn bind_followers(&mut self, followers: &[Followed<'a>], place: &Set) {
        for one in followers {
            let around = self.names.go_to(place);
            let value = match one.wraps {
                true => self.names.wrapped(one.value.clone(), one.range),
                false => None,
            };
            self.names.go_back(around);
            let value = value.unwrap_or_else(|| one.value.clone());
            self.names.bind_value(one.name, value, one.kind);
        }
    }
}
