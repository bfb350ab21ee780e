//! Whether statements in a new text are the program's own, token by token but for what fills their holes.

use std::ops::Range;

use frontend::token::{Token, TokenKind, behind_bracket};
use scop::Scop;

use crate::rewrite::Region;

/// Lists of tokens, part by part.
type Parts = Vec<Vec<Token>>;

/// The tokens of a text outside of some ranges of it, part by part, and those in each range;
/// nothing if one lies across an end of a range.
pub(super) fn parted(text: &str, ranges: &[Range<usize>]) -> Option<(Parts, Parts)> {
    let mut outside = vec![Vec::new()];
    let mut inside = Vec::new();
    let mut tokens = frontend::tokens_of(text)?.into_iter().peekable();
    let before = |token: &Token, end: usize| token.span().range().end <= end;
    for range in ranges {
        let part = outside.last_mut()?;
        while let Some(token) = tokens.next_if(|token| before(token, range.start)) {
            part.push(token);
        }
        let mut own = Vec::new();
        while let Some(token) = tokens.next_if(|token| before(token, range.end)) {
            if token.span().range().start < range.start {
                return None;
            }
            own.push(token);
        }
        if tokens
            .peek()
            .is_some_and(|token| token.span().range().start < range.end)
        {
            return None;
        }
        inside.push(own);
        outside.push(Vec::new());
    }
    outside.last_mut()?.extend(tokens);
    Some((outside, inside))
}

/// Statements have the tokens of the model between their holes, with blanks where it has some, and
/// what fills a hole is kept together.
pub(super) fn untouched(text: &str, scop: &Scop, region: &Region) -> Result<(), String> {
    for placed in &region.statements {
        let changed = || format!("the text of `{}` has changed", placed.statement);
        let id = scop.find_statement(&placed.statement).ok_or_else(changed)?;
        let whole = text.get(placed.range.clone()).ok_or_else(changed)?;
        let start = placed.range.start;
        let holes = placed
            .holes
            .iter()
            .map(|hole| Some(hole.start.checked_sub(start)?..hole.end.checked_sub(start)?));
        let holes: Option<Vec<Range<usize>>> = holes.collect();
        let holes = holes.ok_or_else(changed)?;
        let (found, values) = parted(whole, &holes).ok_or_else(changed)?;
        let body = &scop[id].body;
        let ranges: Vec<Range<usize>> = body.ranges().collect();
        let (wanted, _) = parted(&body.text, &ranges).ok_or_else(changed)?;
        for (index, value) in values.iter().enumerate() {
            if !is_closed(value) && !is_enclosed(&found[index], &found[index + 1]) {
                let value = whole.get(holes[index].clone()).unwrap_or("");
                return Err(format!("`{value}` in `{}` falls apart", placed.statement));
            }
        }
        if !same_tokens(&found, &wanted)
            && !same_tokens(&found, &without_labels(wanted, &body.text, &found))
        {
            return Err(changed());
        }
    }
    Ok(())
}

/// The tokens of a statement without its labels, which copies do not have: nothing goes to a label in a region.
/// Blanks before what follows a label are those of the copy.
fn without_labels(mut parts: Parts, text: &str, copy: &Parts) -> Parts {
    let labels = frontend::label_ranges(text);
    for (part, copy) in parts.iter_mut().zip(copy) {
        let is_label = |token: &Token| {
            let at = token.span().range().start;
            labels.iter().any(|label| label.contains(&at))
        };
        let mut after = false;
        let mut kept = Vec::with_capacity(part.len());
        for mut token in std::mem::take(part) {
            if is_label(&token) {
                after = true;
                continue;
            }
            if let (true, Some(other)) = (after, copy.get(kept.len())) {
                token.spaced = other.spaced;
            }
            after = false;
            kept.push(token);
        }
        *part = kept;
    }
    parts
}

/// The same tokens, with blanks before the same ones: a macro may make a string of them.
fn same_tokens(a: &[Vec<Token>], b: &[Vec<Token>]) -> bool {
    let same =
        |(a, b): (&Token, &Token)| (a.kind, &a.text, a.spaced) == (b.kind, &b.text, b.spaced);
    let parts = a.iter().zip(b);
    a.len() == b.len() && { parts }.all(|(a, b)| a.len() == b.len() && a.iter().zip(b).all(same))
}

/// Whether an expression is one whatever stands around it: a word, a call, or in parentheses.
pub(super) fn is_closed(value: &[Token]) -> bool {
    let is_word = |token: &Token| matches!(token.kind, TokenKind::Ident | TokenKind::Int);
    let rest = match value {
        [] => return false,
        [first, rest @ ..] if is_word(first) => rest,
        all => all,
    };
    let is_call = || rest[0].is_punct("(") && behind_bracket(rest, 0) == Some(rest.len());
    rest.is_empty() || is_call()
}

/// Whether brackets stand around a place, or parentheses that are not those of a call.
pub(super) fn is_enclosed(before: &[Token], after: &[Token]) -> bool {
    let closes = |sign| after.first().is_some_and(|token| token.is_punct(sign));
    match before {
        [.., open] if open.is_punct("[") => closes("]"),
        [callee, open] | [.., callee, open] if open.is_punct("(") => {
            closes(")") && callee.kind != TokenKind::Ident
        }
        [open] if open.is_punct("(") => closes(")"),
        _ => false,
    }
}
