//! Which variables of a function others may see while a region runs.

use std::ops::Range;

use super::Lowering;
use super::arrays::ArrayDraft;
use super::strangers::{has_function_inside, is_handed_on};
use crate::declarations::Symbol;
use crate::source::tokens_of;
use crate::surroundings::statement_end;
use crate::token::{Token, TokenKind};

use scop::Storage;

/// Words of directives whose statements may run while those behind them do.
const MEANWHILE: &[&str] = &["task", "taskloop", "target", "nowait"];

/// Clauses that give each thread variables of its own.
const OWN: &[&str] = &["private", "firstprivate", "lastprivate"];

impl Lowering<'_> {
    /// Whether a variable of the function is there for others, too. Memory behind pointers always is.
    pub(super) fn is_shared(&self, array: &ArrayDraft) -> bool {
        let is_own = matches!(array.storage, Storage::Local | Storage::Argument { .. });
        if !is_own || array.location.pointer.is_some() {
            return false;
        }
        let Some(symbol) = self.region.symbol(&array.key.0) else {
            return true;
        };
        let tokens = self.tokens_of_function();
        let rank = crate::liveness::rank(&symbol.ty);
        // An array in a structure is a pointer where it has no subscripts.
        let has_array = !array.key.2.is_empty() && array.extents.len() > rank;
        symbol.is_static
            || symbol.is_extern
            || has_array
            || is_handed_on(tokens, &symbol.name, rank)
            || has_function_inside(tokens)
            || self.is_seen_by_threads(symbol)
    }

    /// Whether directives of the function start threads that have a variable in common while the region
    /// runs.
    fn is_seen_by_threads(&self, symbol: &Symbol) -> bool {
        let tokens = &self.unit.tokens;
        let body = self.region.function.as_ref().and_then(|one| one.body);
        let body = body.map_or(0..tokens.len(), |body| body.range());
        let region = self.region.tokens.range();
        let outside = body.filter(|at| !region.contains(at));
        let mut directives = outside.filter(|&at| tokens[at].kind == TokenKind::Pragma);
        directives.any(|at| has_in_common(tokens, at, &region, symbol))
    }
}

/// Whether threads that the directive at `at` starts may have a variable in common while the region runs.
fn has_in_common(tokens: &[Token], at: usize, region: &Range<usize>, symbol: &Symbol) -> bool {
    let words = tokens_of(&tokens[at].text).unwrap_or_default();
    if !words.first().is_some_and(|word| word.is_word("omp")) {
        return false;
    }
    let is_any = |word: &Token, of: &[&str]| of.iter().any(|one| word.is_word(one));
    if words.iter().any(|word| is_any(word, MEANWHILE)) {
        return true;
    }
    if at > region.start || statement_end(tokens, at + 1) <= region.start {
        return false;
    }
    // What is declared behind it each thread has for itself.
    let mut inside = tokens[at..region.start].iter();
    if inside.any(|token| token.span() == symbol.span) {
        return false;
    }
    let mut clauses = words.split(|word| word.is_punct(")"));
    let has_own = |clause: &[Token]| {
        let of_own = clause.iter().position(|word| is_any(word, OWN));
        of_own.is_some_and(|from| clause[from..].iter().any(|word| word.is_word(&symbol.name)))
    };
    !clauses.any(has_own)
}
