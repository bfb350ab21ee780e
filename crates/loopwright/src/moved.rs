//! The texts of statements in a program with other storage are those of the source, but for
//! references to arrays that have moved, or that the statement uses a buffer for.
//!
//! Those have the cells that the model says. For accesses that are sure to happen this is seen again when
//! the new text is read back.

use frontend::token::{Mention, Token, TokenKind, mention};
use legality::Legal;
use presburger::PwAff;
use scop::{Access, Array, ArrayId, Hole, Scop, Statement};
use std::ops::Range;

/// Whether the statements of a program that keeps values elsewhere say what those of the source
/// say, and copies only copy.
/// The text that is wrong is the inner error; the outer one is that this cannot be computed.
pub(crate) fn is_same(
    source: &Scop,
    order: &Legal,
) -> presburger::Result<std::result::Result<(), String>> {
    let new = order.scop();
    if source.statements.len() > new.statements.len() || source.arrays.len() > new.arrays.len() {
        let missing = "statements or variables of the source are missing";
        return Ok(Err(missing.into()));
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
        let differs = || Ok(Err(format!("the text of `{}` is another one", old.name)));
        let both = tokens(old)
            .zip(tokens(one))
            .filter(|_| old.name == one.name);
        let both = both.and_then(|(a, b)| {
            let old = parts(&a, source, &pairs, true)?;
            Some((old, parts(&b, new, &pairs, false)?))
        });
        let Some((a, b)) = both.filter(|(a, b)| a == b) else {
            return differs();
        };
        if !are_right([&a, &b], [old, one], &pairs)? {
            return Ok(Err(format!(
                "the text of `{}` does not access the cells that it should",
                old.name
            )));
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
            return Ok(Err(format!("`{}` does not only copy", copy.name)));
        }
    }
    Ok(Ok(()))
}

/// An array of the source, and the one that is accessed in its place.
type Pair = (ArrayId, ArrayId);

fn tokens(statement: &Statement) -> Option<Vec<Token>> {
    frontend::tokens_of(&statement.body.text)
}

/// A part of a text.
#[derive(Debug)]
enum Part {
    Token(TokenKind, String, bool),
    /// A reference to the array of a move, and whether blanks are before it. Several arrays may have
    /// moved to one, so that the new text does not tell which it was.
    Moved(usize, bool, Reference),
}

/// Where a reference stands, and whether it is assigned to: `None` if the signs around it do not tell.
#[derive(Clone, Debug)]
struct Reference {
    /// Where the values of the array are kept.
    to: ArrayId,
    place: Range<usize>,
    is_written: Option<bool>,
}

/// Texts are alike wherever references to moved arrays stand.
impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        match (self, other) {
            (Part::Token(a, b, c), Part::Token(x, y, z)) => (a, b, c) == (x, y, z),
            (Part::Moved(_, a, b), Part::Moved(_, x, y)) => (a, b.to) == (x, y.to),
            _ => false,
        }
    }
}

/// Whether the references of a statement to arrays that have moved are to the cells that the model
/// says, for an access that does the same; and each access is one of them. When accesses may not happen
/// nobody else compares their cells.
fn are_right(
    [before, after]: [&[Part]; 2],
    [old, new]: [&Statement; 2],
    moves: &[Pair],
) -> presburger::Result<bool> {
    for (index, (from, to)) in moves.iter().enumerate() {
        let both = old.accesses.iter().zip(&new.accesses);
        let both = both.filter(|(a, b)| a.array == *from && b.array == *to && b.exact);
        let accesses: Vec<&Access> = both.map(|(_, b)| b).collect();
        let mut is_named = vec![false; accesses.len()];
        for (part, moved) in before.iter().zip(after) {
            let (Part::Moved(own, ..), Part::Moved(_, _, reference)) = (part, moved) else {
                continue;
            };
            if *own != index {
                continue;
            }
            let Range { start, end } = reference.place;
            let inside = |hole: &&Hole| start <= hole.range.start && hole.range.end <= end;
            let holes = new.body.holes.iter().filter(inside);
            let subscripts: Vec<PwAff> = holes.map(|hole| hole.value.clone()).collect();
            let mut is_known = false;
            for (at, access) in accesses.iter().enumerate() {
                let fits = reference
                    .is_written
                    .is_none_or(|is| is == access.is_write());
                if fits && access.is_to(&subscripts)? {
                    (is_known, is_named[at]) = (true, true);
                }
            }
            if !is_known && !accesses.is_empty() {
                return Ok(false);
            }
        }
        if is_named.contains(&false) {
            return Ok(false);
        }
    }
    Ok(true)
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
                let reference = Reference {
                    to: moves[index].1,
                    place: token.span().range().start..tokens.get(end - 1)?.span().range().end,
                    is_written: tokens
                        .get(end)
                        .and_then(|sign| sign.is_punct("=").then_some(true)),
                };
                parts.push(Part::Moved(index, token.spaced, reference));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Request, read};
    use scop::{Change, How};

    /// A conditional write is one whose cells nobody else compares.
    const C: &str = "void f(int n, double a[n], double b[n], double c[n]) {
    double t;
#pragma scop
    for (int i = 0; i < n; i++) {
        t = a[i];
        b[i] = t;
        t = c[i] * 2;
        if (a[i] > 0)
            t = t * t - c[i];
        c[i] = t;
    }
#pragma endscop
}";

    /// What is said of a program whose variable `t` is renamed, after a change to the model.
    fn judged(spoil: impl Fn(&mut Scop)) -> Result<(), String> {
        let program = read(C, &Request::default());
        let source = program.nests[0].scop();
        let names = storage::Names {
            is_taken: &|_| false,
            is_macro: &|_| false,
            is_counter: &|_| false,
            undeclarable: &|_| None,
        };
        let array = source.find_array("t").expect("t");
        let how = How::Renamed;
        let stored = storage::apply(source, &[Change { array, how }], &names);
        let mut stored = stored.expect("several values");
        spoil(&mut stored.scop);
        let order = Legal::unchecked(&stored.scop, &[], &stored.scop.schedule);
        is_same(source, &order.stored(&stored.moves, &[])).expect("sets")
    }

    #[test]
    fn references_are_to_the_cells_of_their_accesses() {
        assert_eq!(judged(|_| {}), Ok(()));
        let wrong = "the text of `S3` does not access the cells that it should";
        for hole in 0..3 {
            let found = judged(|scop| {
                let holes = &mut scop.statements[3].body.holes;
                let own = holes.iter_mut().filter(|hole| hole.value.is_cst());
                let found = own.into_iter().nth(hole).expect("a hole");
                found.value = found.value.neg().expect("a number");
            });
            assert_eq!(found, Err(wrong.into()), "hole {hole}");
        }
    }

    #[test]
    fn texts_are_those_of_the_source() {
        let wrong = "the text of `S1` is another one";
        let found = judged(|scop| scop.statements[1].body.text += ";");
        assert_eq!(found, Err(wrong.into()));
    }
}
