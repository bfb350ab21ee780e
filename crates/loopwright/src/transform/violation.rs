//! What is wrong with an order, as a message: both places of the source, the line of the script,
//! the dates before and after.

use dependence::{DependenceKind, Depth};
use legality::{
    AccessRef, Broken, Counterexample, Loss, NotPrivateReason, Race, Violation, instance,
};
use scop::{ArrayId, Code, Diagnostic, Label, Scop, Span, Storage};
use script::Step;

use crate::report;
use crate::structure::Structure;

/// What a message says besides what is wrong.
#[derive(Clone, Copy)]
pub(crate) struct Advice {
    /// All that is violated, in isl's notation.
    pub(crate) relations: bool,
    /// That `rename` would help.
    pub(crate) rename: bool,
}

/// The message about a violation. `step` is the operation of the script that is to blame.
pub(crate) fn diagnostic(
    scop: &Scop,
    violation: &Violation,
    others: &[Violation],
    step: Option<&Step>,
    advice: Advice,
) -> Diagnostic {
    let message = violation.sentence(scop);
    let mut error = match violation {
        Violation::Dependence(broken) => {
            let error = Pair::broken(scop, broken).error(report::BROKEN, message);
            let array = &scop[broken.array].source_name;
            match is_reuse(scop, others) {
                _ if advice.rename => error.help(format!(
                    "every read still comes after the write whose value it needs: `rename({array})` \
                     keeps values that have nothing to do with each other apart"
                )),
                true => {
                    error.help(format!(
                        "every read still comes after the write whose value it needs: `expand({array})` \
                         gives each iteration a cell of its own"
                    ))
                }
                false => error,
            }
        }
        Violation::Race(race) => {
            let mut error = Pair::race(scop, race).error(report::RACE, message);
            if race.is_reduction {
                let array = &scop[race.array].source_name;
                error = error.help(format!(
                    "both accesses only accumulate into `{array}`: if different rounding is \
                     acceptable, use `parallel(…, reduction)`"
                ));
            }
            if let Some(why) = &race.not_private {
                error = error.note(why.sentence(scop));
                let array = &scop[race.array];
                let (whole, _) = array.source_name.split_once('.').unwrap_or_default();
                if array.is_field() && matches!(why.reason, NotPrivateReason::NoCopies(_)) {
                    error = error.help(format!(
                        "`soa({whole})` gives each field a variable of its own, of which there can be copies"
                    ));
                }
            }
            error
        }
        Violation::Missing(missing) => {
            let span = scop[missing.statement].span;
            Diagnostic::error(report::NOT_EXECUTED, message, span)
        }
        Violation::Extra(extra) => {
            let span = extra.statement.and_then(|statement| scop[statement].span);
            Diagnostic::error(report::NOT_EXECUTED, message, span)
        }
        Violation::Conflict(conflict) => {
            let (first, second) = conflict.statements;
            let mut error = Diagnostic::error(report::SAME_DATE, message, scop[first].span);
            if first != second
                && let Some(place) = scop[second].span
            {
                error = error.label(place, "has the same date");
            }
            error.note("instances with the same date have no defined order, so dates must differ")
        }
        Violation::Declaration(_) => Diagnostic::error(report::BAD_REDUCTION, message, None),
        Violation::NotPrivate(wrong) => {
            let error = Diagnostic::error(report::NOT_PRIVATE, message, None);
            match &wrong.reason {
                NotPrivateReason::NoCopies(_) => error.help(
                    "use an array that is declared in the function, or in the loop",
                ),
                NotPrivateReason::Crosses { .. } => error.help(
                    "run the loop in order, or write the value first in every iteration that reads it",
                ),
                _ => error,
            }
        }
        Violation::Lost(lost) => {
            let place = |one: AccessRef| {
                let access = &scop[one.statement][one.access];
                access.span.or(scop[one.statement].span)
            };
            let mut error = Diagnostic::error(report::LOST, message, place(lost.access));
            let labels = [
                (&lost.wanted, "its value is computed here"),
                (&lost.found, "and overwritten here"),
            ];
            for (write, words) in labels {
                if let Some(span) = write.as_ref().and_then(|(one, _)| place(*one)) {
                    error = error.label(span, words);
                }
            }
            if lost.unordered {
                error =
                    error.note("the new order does not say which of these instances comes first");
            }
            let (old, new) = (&scop[lost.from].source_name, &scop[lost.to].source_name);
            error
                .note(format!("the values of `{old}` are kept in `{new}`"))
                .help(match lost.loss {
                    Loss::Apart => "keep them in fewer places, or name fewer loops",
                    _ => "keep them in more cells, or change the order",
                })
        }
        // Kinds that this version does not know of.
        _ => Diagnostic::error(report::BROKEN, message, None),
    };
    if let Some(step) = step {
        error = blame(error, step);
    }
    if advice.relations
        && let Some(relation) = relation(violation)
    {
        error = error.note(format!("all violating pairs: {relation}"));
    }
    error
}

/// Whether values of temporaries only get in each other's way because they share a cell: nothing that
/// is broken is flow. Flow comes first among the dependences, so that all of it was looked at.
fn is_reuse(scop: &Scop, others: &[Violation]) -> bool {
    others.iter().all(|one| {
        let Violation::Dependence(one) = one else {
            return false;
        };
        let array = &scop[one.array];
        matches!(one.kind, DependenceKind::War | DependenceKind::Waw)
            && (array.rank() == 0 || array.storage == Storage::Region)
    })
}

/// All that are violated, in isl's notation.
pub(crate) fn relation(violation: &Violation) -> Option<String> {
    Some(match violation {
        Violation::Dependence(broken) => broken.relation.to_string(),
        Violation::Race(race) => race.relation.to_string(),
        Violation::Conflict(conflict) => conflict.relation.to_string(),
        Violation::Missing(missing) => missing.instances.to_string(),
        Violation::Extra(extra) => extra.instances.to_string(),
        Violation::Lost(lost) => lost.relation.as_ref()?.to_string(),
        _ => return None,
    })
}

/// Points at the operation, and at the calls that led to it.
fn blame(mut error: Diagnostic, step: &Step) -> Diagnostic {
    let words = match error.code {
        report::RACE | report::BAD_REDUCTION | report::NOT_PRIVATE => "claimed here",
        report::BROKEN => "this operation breaks the order",
        _ => "caused by this operation",
    };
    error = error.label(step.span, words);
    for call in step.calls.iter().rev() {
        error = error.label(*call, "called here");
    }
    error.span = error.span.or(Some(step.span));
    error
}

/// Two accesses that depend on each other.
pub(crate) struct Pair<'a> {
    scop: &'a Scop,
    pub(crate) kind: DependenceKind,
    pub(crate) source: AccessRef,
    pub(crate) sink: AccessRef,
    pub(crate) array: ArrayId,
    depth: Depth,
    pub(crate) example: &'a Counterexample,
}

impl<'a> Pair<'a> {
    /// The pair that a violation is about, if it is about one.
    pub(crate) fn of(scop: &'a Scop, violation: &'a Violation) -> Option<Pair<'a>> {
        match violation {
            Violation::Dependence(broken) => Some(Pair::broken(scop, broken)),
            Violation::Race(race) => Some(Pair::race(scop, race)),
            _ => None,
        }
    }

    fn broken(scop: &'a Scop, broken: &'a Broken) -> Pair<'a> {
        Pair {
            scop,
            kind: broken.kind,
            source: broken.source,
            sink: broken.sink,
            array: broken.array,
            depth: broken.depth,
            example: &broken.counterexample,
        }
    }

    fn race(scop: &'a Scop, race: &'a Race) -> Pair<'a> {
        Pair {
            scop,
            kind: race.kind,
            source: race.source,
            sink: race.sink,
            array: race.array,
            depth: race.depth,
            example: &race.counterexample,
        }
    }

    fn error(&self, code: Code, message: String) -> Diagnostic {
        let example = self.example;
        let (source, sink) = (self.place(self.source), self.place(self.sink));
        let (first, later) = match self.kind {
            DependenceKind::War => ("read", "overwritten"),
            DependenceKind::Waw => ("written", "written"),
            DependenceKind::Rar => ("read", "read"),
            _ => ("written", "read"),
        };
        let mut error = Diagnostic::error(code, message, sink);
        let (earlier, later) = (format!("{first} here first"), format!("{later} here later"));
        match (source, sink) {
            (Some(source), Some(sink)) if source == sink => {
                error.labels.push(Label {
                    span: sink,
                    text: format!("{earlier} and {later}"),
                });
            }
            _ => {
                let both = [(sink, later), (source, earlier)];
                for (span, text) in both {
                    error.labels.extend(span.map(|span| Label { span, text }));
                }
            }
        }
        let kind = match self.kind {
            DependenceKind::Raw | DependenceKind::Flow => "flow dependence (a read after a write)",
            DependenceKind::War => "anti dependence (a write after a read)",
            DependenceKind::Waw => "output dependence (a write after a write)",
            DependenceKind::Rar => "input dependence (a read after a read)",
        };
        let carried = match self.depth {
            Depth::Carried(depth) => format!("carried by loop {depth}"),
            Depth::Independent => match self.share_a_loop() {
                true => "within one iteration".into(),
                false => "from one loop nest to the next".into(),
            },
        };
        let array = &self.scop[self.array].source_name;
        let dates = format!(
            "{} ran at {} and {} at {}; now {} and {}",
            instance(&example.source),
            example.old.0,
            instance(&example.sink),
            example.old.1,
            example.new.0,
            example.new.1,
        );
        error
            .note(format!("{kind} on `{array}`, {carried}"))
            .note(dates)
    }

    /// Whether the two statements have a loop in common in the source.
    fn share_a_loop(&self) -> bool {
        let (a, b) = (self.source.statement, self.sink.statement);
        Structure::new(self.scop).is_ok_and(|structure| !structure.common(a, b).is_empty())
    }

    /// The access, or its statement where that is all that is known.
    fn place(&self, one: AccessRef) -> Option<Span> {
        let statement = self.scop.statements.get(one.statement.index())?;
        let access = statement.accesses.get(one.access.index());
        access.and_then(|access| access.span).or(statement.span)
    }
}
