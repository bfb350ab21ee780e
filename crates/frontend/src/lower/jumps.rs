//! `break` and `continue` under conditions that are known in advance.
//!
//! `continue` takes the rest of the body away from an iteration, and so does `break`, which takes
//! all later iterations away as well. Which ones is found by looking at the body twice: first as if
//! nothing left the loop, to see in which iterations `break` would be met, then with the iterations
//! after the first of these gone. Where that depends on data the loop is kept as a whole.

use presburger::{Map, Set};
use scop::Span;

use super::directives::Directives;
use super::opaque::jumps;
use super::quasi::merged;
use super::recognise::NotAffine;
use super::{Lowered, Lowering, Nest, Reported};
use crate::syntax::{Stmt, StmtKind};

/// What leaves the body of a loop early.
#[derive(Default)]
pub(super) struct Jumps {
    /// The iterations that meet a `break`.
    left: Vec<Set>,
    /// The iterations that meet a `continue`.
    skipped: Vec<Set>,
    /// A jump that depends on data.
    by_data: Option<NotAffine>,
}

/// How much was known before a loop was looked at for the first time.
pub(super) struct Before {
    pub names: usize,
    drafts: usize,
    warnings: usize,
    pub errors: usize,
    readers: usize,
    overflows: usize,
    untold: usize,
    pub intervals: usize,
    directives: Directives,
    postponed: usize,
}

impl<'a> Lowering<'a> {
    /// Notes a jump out of the body of the innermost loop, which happens for all of the nest.
    pub(super) fn jump_in_loop(&mut self, statement: &Stmt, nest: &Nest) -> Lowered<()> {
        let Some(jumps) = self.jumps.last_mut() else {
            return Err(self.jump(statement));
        };
        let list = match statement.kind {
            StmtKind::Break => &mut jumps.left,
            _ => &mut jumps.skipped,
        };
        list.push(nest.domain.clone());
        Ok(())
    }

    /// Notes a jump out of the body of the innermost loop from inside of something that depends on
    /// data.
    pub(super) fn jump_by_data(&mut self, statement: &Stmt) -> Reported {
        let Some(jumps) = self.jumps.last_mut() else {
            return self.jump(statement);
        };
        let word = match statement.kind {
            StmtKind::Break => "break",
            _ => "continue",
        };
        jumps.by_data.get_or_insert_with(|| NotAffine {
            span: statement.span,
            why: format!("whether this `{word}` is reached depends on data"),
        });
        Reported
    }

    /// The nest of what follows a statement, without the iterations that the statement leaves.
    pub(super) fn behind(&mut self, statement: &Stmt, nest: Nest) -> Lowered<Nest> {
        let Some(found) = self.jumps.last().filter(|_| jumps(statement)) else {
            return Ok(nest);
        };
        let gone: Vec<Set> = found.left.iter().chain(&found.skipped).cloned().collect();
        let domain = self.exact(statement.span, || {
            let mut domain = nest.domain.clone();
            for one in &gone {
                domain = domain.subtract(one)?;
            }
            merged(domain)
        })?;
        Ok(Nest { domain, ..nest })
    }

    /// Goes into the body of a loop, the jumps of which are its own.
    pub(super) fn own_jumps<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Jumps) {
        self.jumps.push(Jumps::default());
        let done = work(self);
        (done, self.jumps.pop().unwrap_or_default())
    }

    /// The iterations, of all that a loop has without them, that would meet a `break`; `nest` is
    /// the inside of the loop, its counter is bound. The inner error says why they are not known.
    pub(super) fn iterations_left(
        &mut self,
        body: &'a Stmt,
        nest: &Nest,
    ) -> Lowered<Result<Vec<Set>, NotAffine>> {
        if !jumps(body) {
            return Ok(Ok(Vec::new()));
        }
        let before = self.before();
        let (_, jumps) = self.own_jumps(|this| this.statement(body, None, nest).is_ok());
        self.back_to(before);
        Ok(match jumps.by_data {
            Some(why) => Err(why),
            None => Ok(jumps.left),
        })
    }

    pub(super) fn before(&self) -> Before {
        Before {
            names: self.names.enter(),
            drafts: self.drafts.len(),
            warnings: self.warnings.len(),
            errors: self.errors.len(),
            readers: self.readers.len(),
            overflows: self.overflows.len(),
            untold: self.untold.len(),
            intervals: self.names.intervals.len(),
            directives: self.directives.clone(),
            postponed: self.postponed.len(),
        }
    }

    pub(super) fn back_to(&mut self, before: Before) {
        self.names.leave(before.names);
        self.drafts.truncate(before.drafts);
        self.warnings.truncate(before.warnings);
        self.errors.truncate(before.errors);
        self.readers.truncate(before.readers);
        self.overflows.truncate(before.overflows);
        self.untold.truncate(before.untold);
        self.names.intervals.truncate(before.intervals);
        self.directives = before.directives;
        self.postponed.truncate(before.postponed);
    }

    /// The iterations of a loop that is left in the last one of those in `left` that it comes to.
    pub(super) fn up_to_first(
        &mut self,
        domain: &Set,
        left: &[Set],
        up: bool,
        span: Span,
    ) -> Lowered<Set> {
        self.exact(span, || {
            let Some(depth) = domain.n_dim().checked_sub(1) else {
                return Ok(domain.clone());
            };
            let space = domain.space().clone();
            let mut later = Map::universe(space.map_to(&space)?)?;
            for dim in 0..depth {
                later = later.equate(presburger::Dim::In(dim), presburger::Dim::Out(dim))?;
            }
            let counter = (presburger::Dim::In(depth), presburger::Dim::Out(depth));
            later = match up {
                true => later.order_lt(counter.0, counter.1)?,
                false => later.order_gt(counter.0, counter.1)?,
            };
            let mut domain = domain.clone();
            for one in left {
                domain = domain.subtract(&one.apply(&later)?)?;
            }
            merged(domain)
        })
    }

    /// The iterations of a loop behind which it goes on.
    pub(super) fn not_left(&mut self, domain: &Set, left: &[Set], span: Span) -> Lowered<Set> {
        self.exact(span, || {
            let mut domain = domain.clone();
            for one in left {
                domain = domain.subtract(one)?;
            }
            merged(domain)
        })
    }
}
