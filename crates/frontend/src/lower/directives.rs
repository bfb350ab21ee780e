//! The OpenMP directives in a region, with the loops that they stand in front of.
//!
//! They change nothing about the model: what is read is a sequential program. Who has written them
//! wants to know whether they are right.

use super::quasi::{Condition, Order, Quasi};
use super::{Lowering, Nest, loops::counter};
use crate::openmp::OpenMp;
use crate::parse::Parser;
use crate::syntax::{For, ForInit, Stmt, StmtKind, Type};
use crate::token::Token;
use presburger::{Aff, Dim, PwAff, Set, Space, Value};
use scop::{MemberId, Span};
use std::collections::BTreeSet;

/// A directive in a region.
#[derive(Clone, Debug)]
pub struct LoopDirective {
    /// Where it stands.
    pub span: Span,
    /// What it says, or what of it is not known.
    pub words: Result<OpenMp, String>,
    /// The loop behind it; `None` when there is none that is modelled.
    pub target: Option<DirectedLoop>,
    /// For each reduction, in order: the first index and the number of elements in each dimension,
    /// where they are functions of the parameters.
    pub sections: Vec<Vec<Option<(PwAff, PwAff)>>>,
}

/// A loop with a directive.
#[derive(Clone, Debug)]
pub struct DirectedLoop {
    /// Its number among the band members of the model.
    pub member: MemberId,
    /// All its iterations, with those of the loops around it; whether they do anything or not.
    pub iterations: Set,
    /// The counters of loops inside it that are declared outside of them.
    pub loose_counters: Vec<String>,
    /// The arrays that each of its iterations allocates for itself.
    pub allocated: BTreeSet<String>,
    /// The parameters for which it may be entered without having an iteration; `None` when they
    /// are not known.
    pub idle: Option<Set>,
    /// The parameters for which OpenMP cannot count its iterations before it begins, because their
    /// number or what it is computed from does not fit the type of the counter; `None` when it is
    /// no loop whose iterations OpenMP counts.
    pub uncounted: Option<Set>,
}

/// The directives of a region while it is looked at.
#[derive(Clone, Default)]
pub(super) struct Directives {
    pub(super) found: Vec<LoopDirective>,
    /// The directive that stands before the statement at hand.
    pending: Option<usize>,
    /// Those of the loops around.
    around: Vec<usize>,
    /// Loops that became band members so far, outer ones before inner ones.
    loops: usize,
}

/// What must be undone behind a loop.
pub(super) struct Entered {
    loops: usize,
    around: usize,
}

impl<'a> Lowering<'a> {
    /// Notes a pragma, if it is one of OpenMP.
    pub(super) fn note_pragma(&mut self, text: &str, span: Span) {
        if !OpenMp::is_one(text) {
            return;
        }
        let words = OpenMp::parse(text);
        let mut sections = Vec::new();
        for one in words.iter().flat_map(|words| &words.reductions) {
            let own = one.sections.iter().map(|(first, length)| {
                let first = self.of_parameters(first)?;
                Some((first, self.of_parameters(length)?))
            });
            sections.push(own.collect());
        }
        self.directives.pending = Some(self.directives.found.len());
        self.directives.found.push(LoopDirective {
            span,
            words,
            target: None,
            sections,
        });
    }

    /// The value of an expression, if it is a function of the parameters.
    fn of_parameters(&self, tokens: &[Token]) -> Option<PwAff> {
        let mut parser = Parser::new(tokens);
        let expr = parser.expression().ok()?;
        if parser.peek().is_some() {
            return None;
        }
        let value = self.names.value(&expr).ok()?;
        if value.mentions(&|_| true) {
            return None;
        }
        value.build(&Space::params_only(Vec::new())).ok()
    }

    /// The directive in front of the statement that is looked at now, which has only one.
    pub(super) fn take_directive(&mut self) -> Option<usize> {
        self.directives.pending.take()
    }

    /// Whether a directive may make its loop a parallel one.
    pub(super) fn is_parallel(&self, directive: usize) -> bool {
        let words = self.directives.found.get(directive).map(|one| &one.words);
        words.is_some_and(|words| words.as_ref().is_ok_and(|one| one.parallel) || words.is_err())
    }

    /// Goes into the body of a loop, which may have a directive; then also the type of its counter
    /// and its step.
    pub(super) fn enter_loop(
        &mut self,
        directive: Option<(usize, Option<Type>, i64)>,
        head: &'a For,
        (outer, nest): (&Nest, &Nest),
    ) -> Entered {
        let (idle, uncounted) = match &directive {
            Some((_, Some(ty), step)) => (
                self.idle(outer, nest).ok(),
                self.uncounted(head, (ty, *step), outer, nest)
                    .unwrap_or(None),
            ),
            _ => (None, None),
        };
        let allocated = self.allocated_in(&head.body);
        let directives = &mut self.directives;
        let entered = Entered {
            loops: directives.loops,
            around: directives.around.len(),
        };
        if !matches!(head.init, ForInit::Declaration(_))
            && let Some((name, _)) = counter(head)
        {
            for &index in &directives.around {
                let target = directives.found[index].target.as_mut();
                let Some(target) = target else { continue };
                if !target.loose_counters.iter().any(|known| **known == **name) {
                    target.loose_counters.push(name.to_string());
                }
            }
        }
        if let Some((index, ..)) = directive {
            directives.found[index].target = Some(DirectedLoop {
                member: MemberId::new(directives.loops),
                iterations: nest.domain.clone(),
                loose_counters: Vec::new(),
                allocated,
                idle,
                uncounted,
            });
            directives.around.push(index);
        }
        directives.loops += 1;
        entered
    }

    /// The arrays that the body of a loop declares whose memory it allocates.
    fn allocated_in(&self, body: &Stmt) -> BTreeSet<String> {
        let StmtKind::Block(list) = &body.kind else {
            return BTreeSet::new();
        };
        let declarations = list.iter().filter_map(|one| match &one.kind {
            StmtKind::Declaration(declaration) => Some(declaration),
            _ => None,
        });
        { declarations.flat_map(|one| &one.declarators) }
            .filter(|one| self.heap.has(Some(one.name_span)))
            .map(|one| one.name.to_string())
            .collect()
    }

    /// The parameters for which a loop may be entered without having an iteration.
    fn idle(&self, outer: &Nest, inner: &Nest) -> presburger::Result<Set> {
        let runs = inner.domain.project_out(Dim::Set(outer.depth()), 1)?;
        self.parameters_of(outer.domain.subtract(&runs)?)
    }

    /// The parameters for which the iterations of a loop cannot be counted.
    ///
    /// Before `for (i = first; i < end; i += step)` begins compilers compute
    /// `(end - first + step - 1) / step` in the type of the counter, also for loops without an
    /// iteration if the type has a sign; `i <= end` is `i < end + 1` for them.
    fn uncounted(
        &self,
        head: &For,
        (ty, step): (&Type, i64),
        outer: &Nest,
        inner: &Nest,
    ) -> presburger::Result<Option<Set>> {
        let depth = outer.depth();
        let (Some((_, first)), Some(condition)) = (counter(head), &head.condition) else {
            return Ok(None);
        };
        let (Ok(first), Ok(Condition::Compare(order, Quasi::Iterator(at), bound))) =
            (self.names.value(first), self.names.condition(condition))
        else {
            return Ok(None);
        };
        if at != depth || bound.mentions(&|one| one == depth) {
            return Ok(None);
        }
        let end = match (order, step > 0) {
            (Order::Less, true) | (Order::Greater, false) | (Order::NotEqual, _) => bound.clone(),
            (Order::LessEqual, true) => bound.clone().plus(Quasi::Const(1)),
            (Order::GreaterEqual, false) => bound.clone().plus(Quasi::Const(-1)),
            _ => return Ok(None),
        };
        let range = self.names.values_of(ty);
        let is_signed = range.0 < 0;
        let (rest, way) = (step.saturating_sub(step.signum()), step.signum());
        let mut distance = end.clone().minus(first).plus(Quasi::Const(rest.into()));
        let mut place = outer.domain.clone();
        if !is_signed {
            distance = distance.times(way);
            place = inner.domain.project_out(Dim::Set(depth), 1)?;
        }
        let mut failing = Set::empty(place.space().clone())?;
        for value in [bound, end, distance] {
            failing = failing.union(&outside(&place, &value, range)?)?;
        }
        self.parameters_of(failing).map(Some)
    }

    /// The parameters of a set that are possible.
    fn parameters_of(&self, set: Set) -> presburger::Result<Set> {
        let set = set.intersect_params(&self.facts)?;
        self.names.typed(&set)?.params()
    }

    /// Leaves the body of a loop, which may have turned out to do nothing.
    pub(super) fn leave_loop(&mut self, entered: Entered, does_something: bool) {
        let directives = &mut self.directives;
        directives.around.truncate(entered.around);
        if !does_something {
            directives.loops = entered.loops;
        }
    }
}

/// Where a value is not in a range.
fn outside(place: &Set, value: &Quasi, range: (i128, i128)) -> presburger::Result<Set> {
    let value = value.build(&place.space().clone())?;
    let space = value.domain_space();
    let limit = |number: i128| -> presburger::Result<PwAff> {
        let number = number.to_string().parse::<Value>()?;
        Ok(PwAff::from_aff(&Aff::val_on_domain(&space, &number)?))
    };
    let below = value.lt_set(&limit(range.0)?)?;
    let above = value.gt_set(&limit(range.1)?)?;
    place.intersect(&below.union(&above)?)
}
