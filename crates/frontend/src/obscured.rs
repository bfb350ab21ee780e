//! Names that may mean something else in a region than what is known of them.
//!
//! Around a region there may be any C. A statement that is not understood may declare variables, and
//! these hide others of their names. What C++ may do is judged elsewhere
//! ([`cplusplus`](crate::cplusplus)).

use std::collections::BTreeSet;

use scop::Diagnostic;

use crate::Unit;
use crate::codes;
use crate::declarations::ASSEMBLY;
use crate::parse::is_keyword;
use crate::regions::Region;
use crate::token::{Text, Token, TokenKind, behind_bracket};

impl Unit {
    /// Why it is not known what the names in a region mean.
    pub(crate) fn obscured(&self, region: &Region) -> Option<Diagnostic> {
        if self.is_cplusplus {
            return None;
        }
        let is_name = |one: &&Token| one.kind == TokenKind::Ident && !is_keyword(&one.text);
        let inside = self.tokens.get(region.tokens.range())?.iter();
        let inside = inside.filter(is_name).map(|one| &one.text).collect();
        self.hidden_by_opaque(region, &inside)
    }

    /// The error if something before a region that is not understood may declare one of its names.
    fn hidden_by_opaque(&self, region: &Region, inside: &BTreeSet<&Text>) -> Option<Diagnostic> {
        let error = |what: &str, token: &Token| {
            let help = "put the loops into a function of their own";
            let message = format!("{what} cannot be modelled");
            Diagnostic::error(codes::UNSUPPORTED, message, token.place.outermost())
                .label(region.begin, "the region begins here")
                .help(help)
        };
        let begin = region.tokens.range().start;
        for opaque in &region.opaque {
            let range = opaque.range();
            let first = self.tokens.get(range.start)?;
            if range.end > begin {
                return Some(error("a region in something that is not understood", first));
            }
            // What stands in braces behind it is of it: a function without a name, say.
            let is_block = { self.tokens.get(range.end) }.is_some_and(|one| one.is_punct("{"));
            if is_block && behind_bracket(&self.tokens, range.end).is_none_or(|end| end > begin) {
                let what = "a region in a block whose head is not understood";
                return Some(error(what, first));
            }
            // Assembly declares nothing.
            if ASSEMBLY.iter().any(|word| first.is_word(word)) {
                continue;
            }
            let mut own = self.tokens.get(range)?.iter();
            if let Some(token) = own.find(|one| inside.contains(&one.text)) {
                let name = &token.text;
                let what =
                    format!("`{name}`, which a statement that is not understood may declare,");
                return Some(error(&what, token));
            }
        }
        None
    }
}
