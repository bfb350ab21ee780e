//! Loops whose counter may leave its type and go on with the first value of it behind the last one:
//! `for (unsigned char i = 250; i != 3; i++)`.
//!
//! Their iterations are those of a counter that goes on without end. Each *lap* is as long as the type
//! has values, and the counter is what is left of the value that goes on when the laps are taken off.

use presburger::{Effort, Set, attempt};

use super::Counted;
use super::head::{Head, before, shifted};
use crate::lower::convert::{ANYTHING, lap};
use crate::lower::quasi::{Laps, Quasi, merged};
use crate::lower::recognise::NotAffine;
use crate::lower::{Lowered, Lowering};

/// As many values of a type as a loop may run through to find those that it is about.
const FEW: i128 = 1 << 16;

impl<'a> Lowering<'a> {
    /// The iterations of a loop whose counter goes on with the first value of its type behind the
    /// last one.
    pub(super) fn wrapping_iterations(
        &mut self,
        head: &Head<'a>,
        outer: &Set,
    ) -> Lowered<Result<Counted<'a>, NotAffine>> {
        let (domain, holds) = match self.running(head, outer)? {
            Ok(found) => found,
            Err(why) => return Ok(Err(why)),
        };
        let left = match self.left(head, &domain, &holds)? {
            Ok(left) => left,
            Err(why) => return Ok(Err(why)),
        };
        let domain = self.cut(domain, &left, head)?;
        let domain = self.tidy(domain, head.span)?;
        let going_on = self.not_left(&domain, &left, head.span)?;
        let counted = Counted {
            going_on,
            ..self.counted(head, domain, None, &holds)
        };
        let step = i128::from(head.step);
        let stays = match head.step > 0 {
            true => counted.interval.1.saturating_add(step) <= head.range.1,
            false => counted.interval.0.saturating_add(step) >= head.range.0,
        };
        if stays {
            return Ok(Ok(counted));
        }
        let leaving = self.exact(head.span, || head.leaving(&counted.going_on))?;
        if !self.is_possible(&leaving, head.span)? {
            return Ok(Ok(counted));
        }
        // Others would go on from where they are.
        if !head.followers.is_empty() {
            return Ok(Err(NotAffine {
                span: head.span,
                why: format!(
                    "`{}` may leave its type while others step with it",
                    head.counter
                ),
            }));
        }
        // It leaves its type: does the loop go on with the value that follows?
        let anywhere = match self.tested(head, outer, false)? {
            Ok(holds) => holds,
            Err(why) => return Ok(Err(why)),
        };
        let (within, going_on, landed) = self.exact(head.span, || {
            let within = head.within(&counted.domain, 0, 0)?;
            let going_on = head.within(&counted.going_on, 0, 0)?;
            let landed = shifted(&head.leaving(&going_on)?, step - head.lap())?;
            let space = landed.space().clone();
            let landed = landed.intersect(&anywhere.build(&space)?)?;
            Ok((within, going_on, landed))
        })?;
        self.names.has_wrapped.set(true);
        let plain = Counted {
            domain: self.tidy(within, head.span)?,
            going_on,
            ..counted
        };
        if !self.is_possible(&landed, head.span)? {
            return Ok(Ok(plain));
        }
        if !left.is_empty() {
            return Ok(Err(super::too_hard(head)));
        }
        self.laps(head, outer, plain)
    }

    /// The iterations of a loop whose counter wraps around, by values that go on; `plain` are those
    /// before it does.
    fn laps(
        &mut self,
        head: &Head<'a>,
        outer: &Set,
        plain: Counted<'a>,
    ) -> Lowered<Result<Counted<'a>, NotAffine>> {
        let depth = outer.n_dim();
        let any = Laps {
            below: true,
            above: true,
            any: true,
        };
        self.names.has_wrapped.set(true);
        let value = |laps| Quasi::Wrapped(Box::new(Quasi::Iterator(depth)), head.range, laps);
        let mark = self.names.enter();
        self.names.bind_value(head.counter, value(any), head.kind);
        self.names.intervals.truncate(depth);
        let tested = self.exact(head.span, || outer.add_dims(1))?;
        self.bind_followers(&head.followers, &tested);
        let around = self.names.go_to(&tested);
        let holds = self.goes_on(head, Some(depth));
        self.names.go_back(around);
        self.names.leave(mark);
        let holds = match holds {
            Ok(holds) => holds,
            Err(why) => return Ok(Err(why)),
        };
        let ahead = head.around(holds.clone(), depth);
        let is_simple = ahead != holds;
        let holds = ahead;
        // Values that parameters cannot have would make more cases.
        let typed = self.names.typed(outer);
        let found = self.exact(head.span, || {
            let typed = typed?;
            attempt(Effort::Loop, || {
                let domain = merged(head.iterations(&typed, &holds)?)?;
                // Whether it ends takes as long as that.
                let last = domain.subtract(&before(&domain, head.step)?)?;
                let around = domain.subtract(&head.within(&domain, 0, 0)?)?;
                Ok::<_, presburger::Error>((domain, last, around))
            })
        })?;
        let Some((domain, last, around)) = found else {
            return Ok(Err(super::too_hard(head)));
        };
        let endless = match self.ending(head, &domain, &last)? {
            Ok(endless) => endless,
            Err(why) => return Ok(Err(why)),
        };
        let domain = self.without(domain, endless.clone(), head.span)?;
        let around = self.without(around, endless.clone(), head.span)?;
        if !self.is_possible(&around, head.span)? {
            let domain = self.without(plain.domain.clone(), endless.clone(), head.span)?;
            let going_on = self.without(plain.going_on.clone(), endless, head.span)?;
            return Ok(Ok(Counted {
                domain: self.tidy(domain, head.span)?,
                going_on,
                ..plain
            }));
        }
        // Laps in steps that miss the end give loops that ask in every iteration whether it is one.
        if !is_simple && lap(head.range) > FEW {
            return Ok(Err(super::too_hard(head)));
        }
        let (up, down) = (i128::from(head.step > 0), i128::from(head.step < 0));
        let far = self.exact(head.span, || {
            domain.subtract(&head.within(&domain, down, up)?)
        })?;
        let domain = self.tidy(domain, head.span)?;
        let laps = match self.is_possible(&far, head.span)? {
            true => any,
            false => Laps {
                below: down > 0,
                above: up > 0,
                any: false,
            },
        };
        let mut counted = self.counted(head, domain, Some(value(laps)), &holds);
        counted.interval = match laps.any {
            true => ANYTHING,
            false => (
                head.range.0 - down * head.lap(),
                head.range.1 + up * head.lap(),
            ),
        };
        Ok(Ok(counted))
    }
}
