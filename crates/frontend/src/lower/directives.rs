//! The OpenMP directives in a region, with the loops that they stand in front of.
//!
//! They change nothing about the model: what is read is a sequential program. Who has written them
//! wants to know whether they are right.

use super::{Lowering, Nest, loops::counter};
use crate::openmp::OpenMp;
use crate::parse::Parser;
use crate::syntax::{For, ForInit};
use crate::token::Token;
use presburger::{PwAff, Set, Space};
use scop::{MemberId, Span};

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

    /// Goes into the body of a loop.
    pub(super) fn enter_loop(
        &mut self,
        directive: Option<usize>,
        head: &'a For,
        nest: &Nest,
    ) -> Entered {
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
        if let Some(index) = directive {
            directives.found[index].target = Some(DirectedLoop {
                member: MemberId::new(directives.loops),
                iterations: nest.domain.clone(),
                loose_counters: Vec::new(),
            });
            directives.around.push(index);
        }
        directives.loops += 1;
        entered
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
