//! The texts of statements in a program with other storage are those of the source, but for
//! references to arrays that have moved, or that the statement uses a buffer for.
//!
//! That the references are to the right cells is seen when the new text is read back.

use frontend::token::{Mention, Token, TokenKind, mention};
use legality::Legal;
use scop::{Array, ArrayId, Scop, Statement};

/// Whether the statements of a program that keeps values elsewhere say what those of the source
/// say, and copies only copy.
pub(crate) fn is_same(source: &Scop, order: &Legal) -> Result<(), String> {
    let new = order.scop();
    if source.statements.len() > new.statements.len() || source.arrays.len() > new.arrays.len() {
        return Err("statements or variables of the source are missing".into());
    }
    let moves = order.moves().iter().map(|one| (one.from, one.to));
    let moves: Vec<Pair> = moves.collect();
    for (id, old) in source.statements() {
        let one = &new[id];
        if old.body.text == one.body.text && old.name == one.name {
            continue;
        }
        let mut pairs = moves.clone();
        for pack in order.packs() {
            if pack.tiles.iter().any(|(user, _)| *user == id) {
                pairs.push((pack.from, pack.to));
            }
        }
        let same = old.name == one.name
            && tokens(old).zip(tokens(one)).is_some_and(|(a, b)| {
                let (a, b) = (
                    parts(&a, source, &pairs, true),
                    parts(&b, new, &pairs, false),
                );
                a.is_some() && a == b
            });
        if !same {
            return Err(format!("the text of `{}` is another one", old.name));
        }
    }
    let packs = order.packs().iter().map(|one| (one.from, one.to));
    let pairs: Vec<Pair> = moves.into_iter().chain(packs).collect();
    for copy in &new.statements[source.statements.len()..] {
        let is_copy = pairs.iter().any(|one| {
            let both = [&new[one.0], &new[one.1]];
            tokens(copy).is_some_and(|tokens| {
                is_assignment(&tokens, both[0], both[1]) || is_assignment(&tokens, both[1], both[0])
            })
        });
        if !is_copy {
            return Err(format!("`{}` does not only copy", copy.name));
        }
    }
    Ok(())
}

/// An array of the source, and the one that is accessed in its place.
type Pair = (ArrayId, ArrayId);

fn tokens(statement: &Statement) -> Option<Vec<Token>> {
    frontend::tokens_of(&statement.body.text)
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Token(TokenKind, String, bool),
    /// A reference to the array of a move, and whether blanks are before it.
    Moved(usize, bool),
}

/// A text with references to moved arrays, on the old side or the new one, by the moves; `None` if
/// a name of such an array is used in any other way, or one is a name of the other side.
fn parts(tokens: &[Token], scop: &Scop, moves: &[Pair], is_old: bool) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let mut moved = None;
        for (index, one) in moves.iter().enumerate() {
            match cell(tokens, at, &scop[if is_old { one.0 } else { one.1 }]) {
                Mention::Cell(end, _) => moved = moved.or(Some((index, end))),
                Mention::Other => {}
                Mention::Unclear => return None,
            }
            if !is_old && cell(tokens, at, &scop[one.0]) != Mention::Other {
                return None;
            }
        }
        match moved {
            Some((index, end)) => {
                parts.push(Part::Moved(index, token.spaced));
                at = end;
            }
            None => {
                let text = token.text.to_string();
                parts.push(Part::Token(token.kind, text, token.spaced));
                at += 1;
            }
        }
    }
    Some(parts)
}

fn cell(tokens: &[Token], at: usize, array: &Array) -> Mention {
    mention(tokens, at, &array.source_name, array.rank())
}

/// Whether a text is `to[…] = from[…];`.
fn is_assignment(tokens: &[Token], to: &Array, from: &Array) -> bool {
    let behind = |at: usize, array: &Array| match cell(tokens, at, array) {
        Mention::Cell(end, _) => Some(end),
        _ => None,
    };
    let is_punct = |at: usize, sign| tokens.get(at).is_some_and(|token| token.is_punct(sign));
    let end = behind(0, to).filter(|&at| is_punct(at, "="));
    let end = end.and_then(|at| behind(at + 1, from));
    end.is_some_and(|at| is_punct(at, ";") && at + 1 == tokens.len())
}
