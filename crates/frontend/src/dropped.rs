//! Whether the OpenMP directives of a region may be dropped: whether its loops, run in order by one
//! thread, do what the directives make of them.
//!
//! A program whose parallel loops have no races does not notice the order of their iterations, but
//! clauses also make copies of variables, and directives inside of the loops keep other threads of
//! the program away. What is not shown here to change nothing is refused.

use std::cell::OnceCell;
use std::ops::Range;

use crate::Unit;
use crate::regions::Region;
use crate::source::tokens_of;
use crate::surroundings::{Surroundings, statement_end};
use crate::token::{Token, TokenKind};

/// Clauses that say how iterations are run, and nothing about variables; or that each variable is the
/// one of the program, in the end.
const NEUTRAL: &[&str] = &[
    "schedule",
    "num_threads",
    "proc_bind",
    "if",
    "shared",
    "nowait",
    "order",
    "ordered",
    "safelen",
    "simdlen",
    "aligned",
    "nontemporal",
    "lastprivate",
];

/// Ways to start threads besides the directives of OpenMP.
const STARTERS: &[&str] = &["pthread_create", "thrd_create", "CreateThread"];

/// A directive on a loop, and the loop.
struct Directed<'a> {
    words: Vec<Token>,
    /// The tokens of the statement behind it.
    statement: Range<usize>,
    tokens: &'a [Token],
}

/// The first directive of a region without which the program may do something else.
pub(crate) fn lost<'a>(unit: &'a Unit, region: &Region) -> Option<&'a Token> {
    let own = region.tokens.range();
    // Most regions have no directives, and to look around takes time.
    let around = OnceCell::new();
    let around = || around.get_or_init(|| Surroundings::of(unit, region));
    let tokens = unit.tokens.get(..own.end)?;
    for at in own.clone() {
        let token = &tokens[at];
        let words = match token.kind {
            TokenKind::Pragma => tokens_of(&token.text).unwrap_or_default(),
            _ => continue,
        };
        if !words.first().is_some_and(|word| word.is_word("omp")) {
            continue;
        }
        let statement = at + 1..statement_end(tokens, at + 1);
        let kind = words.get(1).map_or("", |word| &*word.text);
        if around().is_macro(kind) {
            return Some(token);
        }
        if ["parallel", "simd"].contains(&kind) {
            let directed = Directed {
                words,
                statement,
                tokens,
            };
            if !directed.is_neutral(&own, around()) {
                return Some(token);
            }
        } else if ["atomic", "critical"].contains(&kind) && has_threads(unit, &own) {
            return Some(token);
        }
    }
    None
}

/// Whether a program starts threads outside of a region, as far as the text says.
fn has_threads(unit: &Unit, own: &Range<usize>) -> bool {
    let outside = unit.tokens.iter().enumerate();
    let mut outside = outside.filter(|(at, _)| !own.contains(at));
    outside.any(|(_, token)| match token.kind {
        TokenKind::Ident => STARTERS.contains(&&*token.text),
        TokenKind::Pragma => {
            let words = tokens_of(&token.text).unwrap_or_default();
            let starts = [
                "parallel", "task", "taskloop", "sections", "teams", "target",
            ];
            let starts = |word: &Token| starts.iter().any(|one| word.is_word(one));
            words.first().is_some_and(|word| word.is_word("omp")) && words.iter().any(starts)
        }
        _ => false,
    })
}

impl Directed<'_> {
    fn is_neutral(&self, region: &Range<usize>, around: &Surroundings) -> bool {
        let words = self.tokens[self.statement.clone()].iter();
        let is_lost =
            |word: &Token| around.is_per_thread(&word.text) || around.notices_threads(&word.text);
        if words.clone().any(is_lost) {
            return false;
        }
        let kinds = ["parallel", "for", "simd"];
        let is_kind = |word: &&Token| kinds.iter().any(|kind| word.is_word(kind));
        let mut at = 1 + self.words[1..].iter().take_while(is_kind).count();
        while let Some(clause) = self.words.get(at) {
            at += 1;
            if clause.is_punct(",") {
                continue;
            }
            let open = at;
            let mut depth = 0usize;
            while let Some(word) = self.words.get(at) {
                depth += usize::from(word.is_punct("("));
                depth = depth.saturating_sub(usize::from(word.is_punct(")")));
                if depth == 0 && !word.is_punct(")") {
                    break;
                }
                at += 1;
                if depth == 0 {
                    break;
                }
            }
            let inside = self.words.get(open + 1..at.max(open + 2) - 1);
            let inside = inside.unwrap_or(&[]);
            // Where a clause names variables, a macro may stand for others.
            let names = !NEUTRAL.contains(&&*clause.text);
            let is_macro = |word: &Token| around.is_macro(&word.text);
            if is_macro(clause) || names && inside.iter().any(is_macro) {
                return false;
            }
            let is_fine = match &*clause.text {
                "private" => inside
                    .iter()
                    .filter(|word| word.kind == TokenKind::Ident)
                    .all(|name| self.is_alone(&name.text, region)),
                "reduction" => self.accumulates(inside),
                "collapse" => self.counters_are_own(),
                "default" => {
                    matches!(inside, [word] if word.is_word("shared") || word.is_word("none"))
                }
                _ => !names,
            };
            if !is_fine {
                return false;
            }
        }
        true
    }

    /// Whether a variable is mentioned nowhere else in the region, other than in loops that count
    /// with it.
    fn is_alone(&self, name: &str, region: &Range<usize>) -> bool {
        let counts = |at: usize| match &self.tokens[at..] {
            [word, open, counter, assigned, ..] => {
                word.is_word("for")
                    && open.is_punct("(")
                    && counter.is_word(name)
                    && assigned.is_punct("=")
            }
            _ => false,
        };
        let mut covered = region.start;
        for at in region.clone() {
            if at == self.statement.start || counts(at) {
                covered = covered.max(statement_end(self.tokens, at));
            }
            if at >= covered && self.tokens[at].is_word(name) {
                return false;
            }
        }
        true
    }

    /// Whether all that is done with the variables of a reduction is to accumulate with its operator.
    fn accumulates(&self, clause: &[Token]) -> bool {
        let [operator, colon, names @ ..] = clause else {
            return false;
        };
        let steps: &[&str] = match &*operator.text {
            "+" => &["+=", "-=", "++", "--"],
            "*" => &["*="],
            "&" => &["&="],
            "|" => &["|="],
            "^" => &["^="],
            _ => return false,
        };
        let is_step = |token: Option<&Token>, extra: &[&str]| {
            token.is_some_and(|token| extra.iter().any(|one| token.is_punct(one)))
        };
        let mut names = names.iter().filter(|word| word.kind == TokenKind::Ident);
        colon.is_punct(":")
            && names.all(|name| {
                let mut uses = self
                    .statement
                    .clone()
                    .filter(|&at| self.tokens[at].is_word(&name.text));
                uses.all(|at| {
                    // The value of `s += 1` is no other than that of `s`.
                    let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
                    let begins = is_step(before, &[";", "{", "}", ")"])
                        || before.is_some_and(|one| {
                            one.kind == TokenKind::Pragma || one.is_word("else")
                        });
                    begins && is_step(self.tokens.get(at + 1), steps)
                })
            })
    }

    /// Whether the loops declare what they count with.
    fn counters_are_own(&self) -> bool {
        let mut heads = self.statement.clone();
        heads.all(|at| match &self.tokens[at..] {
            [word, open, _, assigned, ..] => {
                !(word.is_word("for") && open.is_punct("(") && assigned.is_punct("="))
            }
            _ => true,
        })
    }
}
