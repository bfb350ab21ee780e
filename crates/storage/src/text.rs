//! The text of a statement with references to another array.

use crate::{Names, Problem, Result, wrong};
use frontend::token::{Mention, Token, TokenKind, behind_bracket, mention};
use presburger::{PwAff, Set};
use scop::{Access, AccessId, Array, ArrayId, Body, Hole, Scop, Span, Statement};
use std::ops::Range;

/// The body of a statement in which references to `array` are references to `name` with these
/// subscripts. `old` is the statement of the program, `body` what has become of it so far.
pub(crate) fn moved(
    old: &Statement,
    body: &Body,
    array: &Array,
    name: &str,
    accesses: &[(AccessId, &[PwAff])],
    names: &Names<'_>,
) -> Result<Body> {
    let unclear = || -> Problem {
        let message = format!(
            "the text of `{}` does not show where it accesses `{}`",
            old.name, array.source_name
        );
        let help = match array.is_field() {
            true => {
                "name each field where it is used: no bit-fields or unions, no whole structures, no pointers"
            }
            false => "write the accesses without macros and other names",
        };
        wrong(message, help)
    };
    if calls_macro(&body.text, &array.source_name, names) {
        let message = format!(
            "`{}` calls a macro with the name of the variable `{}`",
            old.name, array.source_name
        );
        return Err(wrong(message, "rename the macro or the variable"));
    }
    if counts_with(&body.text, &array.source_name) {
        let message = format!(
            "a loop in `{}` counts with `{}`",
            old.name, array.source_name
        );
        return Err(wrong(
            message,
            "declare the counter in the head of the loop",
        ));
    }
    // A field may be another one's name.
    if array.is_field() && { array.source_name.split('.') }.any(|name| (names.is_macro)(name)) {
        return Err(unclear());
    }
    // One reference may be read and written: `x += 1`.
    let mut references: Vec<Reference<'_>> = Vec::new();
    for (id, subscripts) in accesses {
        let span = old[*id].span.ok_or_else(unclear)?;
        match references.iter_mut().find(|known| known.span == span) {
            None => references.push(Reference {
                span,
                id: *id,
                subscripts,
                purpose: Purpose::of(&old[*id]),
            }),
            Some(known) => {
                if !are_equal(known.subscripts, subscripts)? {
                    return Err(unclear());
                }
                known.purpose = known.purpose.and(Purpose::of(&old[*id]));
            }
        }
    }
    references.sort_by_key(|one| (one.span.file, one.span.start));
    let places = places(&body.text, array, names).ok_or_else(unclear)?;
    // The model has some of several reads of one cell once only.
    if places.len() < references.len() {
        return Err(unclear());
    }
    let is_complete = places.len() == references.len();
    let mut ordered = Vec::with_capacity(places.len());
    for (at, (place, purpose)) in places.iter().enumerate() {
        let shown = shown(body, place, array.rank());
        let mut possible = Vec::new();
        for (number, one) in references.iter().enumerate() {
            if is_shown(&shown, &old[one.id])? {
                possible.push((number, one));
            }
        }
        // `(t) = 1` does not look like a write.
        if possible.iter().any(|(_, one)| one.purpose == *purpose) {
            possible.retain(|(_, one)| one.purpose == *purpose);
        }
        // A macro may have changed their order.
        let own = possible.iter().find(|one| is_complete && one.0 == at);
        let (_, found) = *own.or(possible.first()).ok_or_else(unclear)?;
        if own.is_none() {
            for (_, other) in &possible {
                if !are_equal(found.subscripts, other.subscripts)? {
                    return Err(unclear());
                }
            }
        }
        ordered.push(found.subscripts);
    }
    let mut new = Body::default();
    let mut done = 0;
    let mut holes = body.holes.iter().peekable();
    let mut copy = |to: &mut Body, from: usize, end: usize, keep: bool| -> Option<()> {
        let start = to.text.len();
        if keep {
            to.text.push_str(body.text.get(from..end)?);
        }
        while let Some(hole) = holes.next_if(|hole| hole.range.start < end) {
            if keep {
                let moved = |at: usize| at - from + start;
                to.holes.push(Hole {
                    range: moved(hole.range.start)..moved(hole.range.end),
                    value: hole.value.clone(),
                });
            }
        }
        Some(())
    };
    for ((place, _), subscripts) in places.iter().zip(&ordered) {
        copy(&mut new, done, place.start, true).ok_or_else(unclear)?;
        copy(&mut new, place.start, place.end, false).ok_or_else(unclear)?;
        let total = subscripts.iter().map(|one| everywhere(one, &old.domain));
        let total: Vec<PwAff> = total.collect::<Option<_>>().ok_or_else(unclear)?;
        reference(&mut new, &Spelling::plain(name, total.len()), &total);
        done = place.end;
    }
    copy(&mut new, done, body.text.len(), true).ok_or_else(unclear)?;
    Ok(new)
}

/// A reference in the program.
struct Reference<'a> {
    /// Where it stands.
    span: Span,
    /// An access there.
    id: AccessId,
    /// Its new subscripts.
    subscripts: &'a [PwAff],
    /// What it does.
    purpose: Purpose,
}

/// What a reference does with its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Read,
    Write,
    /// `x += 1`
    Update,
}

impl Purpose {
    fn of(access: &Access) -> Purpose {
        match access.is_write() {
            true => Purpose::Write,
            false => Purpose::Read,
        }
    }

    fn and(self, other: Purpose) -> Purpose {
        match self == other {
            true => self,
            false => Purpose::Update,
        }
    }

    /// That of the reference in these tokens, as far as its neighbours tell.
    fn seen(tokens: &[Token], reference: Range<usize>) -> Purpose {
        let before = reference.start.checked_sub(1).and_then(|at| tokens.get(at));
        let behind = tokens.get(reference.end);
        let is_one = |token: Option<&Token>, signs: &[&str]| {
            token.is_some_and(|token| signs.iter().any(|sign| token.is_punct(sign)))
        };
        let steps = ["++", "--"];
        let updates = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
        if is_one(behind, &["="]) {
            Purpose::Write
        } else if is_one(behind, &updates) || is_one(behind, &steps) || is_one(before, &steps) {
            Purpose::Update
        } else {
            Purpose::Read
        }
    }
}

fn are_equal(a: &[PwAff], b: &[PwAff]) -> Result<bool> {
    for (a, b) in a.iter().zip(b) {
        if !a.is_equal(b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The subscripts that a reference in a text has, if each of them depends on iterators.
fn shown(body: &Body, place: &Range<usize>, rank: usize) -> Option<Vec<PwAff>> {
    let inside = |hole: &&Hole| place.start <= hole.range.start && hole.range.end <= place.end;
    // Subscripts in subscripts have holes of their own.
    let brackets = body.text.get(place.clone())?.matches('[').count();
    if brackets > rank || !are_whole(body, place) {
        return None;
    }
    let values: Vec<PwAff> = { body.holes.iter().filter(inside) }
        .map(|hole| hole.value.clone())
        .collect();
    (values.len() == rank).then_some(values)
}

/// Whether there is nothing in the brackets of a reference but holes: in `a[i > 3]` and
/// `a[(unsigned char) i]` there is a hole, and its value is not the subscript.
fn are_whole(body: &Body, place: &Range<usize>) -> bool {
    let is_hole = |at: usize| body.holes.iter().any(|hole| hole.range.contains(&at));
    let mut depth = 0usize;
    let mut text = body
        .text
        .get(place.clone())
        .unwrap_or_default()
        .char_indices();
    text.all(|(at, sign)| match sign {
        '[' => {
            depth += 1;
            true
        }
        ']' => {
            depth = depth.saturating_sub(1);
            true
        }
        _ => {
            let is_bracket = sign == '(' || sign == ')' || sign.is_whitespace();
            depth == 0 || is_bracket || is_hole(place.start + at)
        }
    })
}

/// Whether an access may be to a cell with these subscripts.
fn is_shown(shown: &Option<Vec<PwAff>>, access: &Access) -> Result<bool> {
    let Some(shown) = shown.as_ref().filter(|_| access.exact) else {
        return Ok(true);
    };
    Ok(access.is_to(shown)?)
}

/// A function that an access has where it happens, for all instances of its statement: a condition in
/// the text keeps the others from computing it.
fn everywhere(function: &PwAff, domain: &Set) -> Option<PwAff> {
    match &function.pieces()[..] {
        [(_, only)] => PwAff::alloc(domain, only).ok(),
        _ => {
            let defined = function.domain().ok()?;
            domain.is_subset(&defined).ok()?.then(|| function.clone())
        }
    }
}

/// How C writes the cells of an array: names with so many subscripts behind each.
pub(crate) struct Spelling(Vec<(String, usize)>);

impl Spelling {
    /// Of a variable.
    pub(crate) fn plain(name: &str, rank: usize) -> Spelling {
        Spelling(vec![(name.to_string(), rank)])
    }

    /// Of an array of a program, which may be a field: how its subscripts are shared among `p[i].v[j]`
    /// the text of a statement shows.
    pub(crate) fn of(scop: &Scop, array: ArrayId) -> Result<Spelling> {
        let (name, rank) = (&scop[array].source_name, scop[array].rank());
        if !name.contains('.') {
            return Ok(Spelling::plain(name, rank));
        }
        for (id, _, _) in scop.accesses().filter(|one| one.2.array == array) {
            let tokens = frontend::tokens_of(&scop[id].body.text).unwrap_or_default();
            for at in 0..tokens.len() {
                if let Mention::Cell(_, counts) = mention(&tokens, at, name, rank) {
                    let names = name.split('.').map(str::to_string);
                    return Ok(Spelling(names.zip(counts).collect()));
                }
            }
        }
        Err(wrong(
            format!("no statement shows how the cells of `{name}` are written"),
            "write the accesses without macros and other names",
        ))
    }
}

/// Adds a reference with a hole for each subscript.
pub(crate) fn reference(body: &mut Body, spelling: &Spelling, subscripts: &[PwAff]) {
    let mut subscripts = subscripts.iter();
    for (at, (name, count)) in spelling.0.iter().enumerate() {
        if at > 0 {
            body.text.push('.');
        }
        body.text.push_str(name);
        for subscript in subscripts.by_ref().take(*count) {
            body.text.push('[');
            let start = body.text.len();
            body.text.push('0');
            body.holes.push(Hole {
                range: start..body.text.len(),
                value: subscript.clone(),
            });
            body.text.push(']');
        }
    }
}

/// Where a text has the name of an array, or of a field, with all of its subscripts, and what for; `None` if it has
/// the name in any other way.
fn places(text: &str, array: &Array, names: &Names<'_>) -> Option<Vec<(Range<usize>, Purpose)>> {
    let tokens = frontend::tokens_of(text)?;
    let given = given_to_macros(&tokens, names);
    let mut places = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let end = match mention(&tokens, at, &array.source_name, array.rank()) {
            Mention::Cell(end, _) => end,
            Mention::Other => continue,
            Mention::Unclear => return None,
        };
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let is_address = before.is_some_and(|one| one.is_punct("&")) && is_prefix(&tokens, at - 1);
        // A macro may make anything of its arguments: names, texts.
        if is_address || given.iter().any(|range| range.contains(&at)) {
            return None;
        }
        let last = tokens.get(end - 1)?;
        let place = token.span().range().start..last.span().range().end;
        places.push((place, Purpose::seen(&tokens, at..end)));
    }
    Some(places)
}

/// How often a text has the name of an array, in whatever way.
pub(crate) fn mentions(text: &str, array: &Array) -> usize {
    let tokens = frontend::tokens_of(text).unwrap_or_default();
    let is_mention =
        |at: &usize| mention(&tokens, *at, &array.source_name, array.rank()) != Mention::Other;
    (0..tokens.len()).filter(is_mention).count()
}

/// Whether a text has the name of an array in a subscript of another one.
pub(crate) fn is_in_subscript(text: &str, array: &Array, other: &Array) -> bool {
    let tokens = frontend::tokens_of(text).unwrap_or_default();
    let mentioned =
        |at: usize, array: &Array| mention(&tokens, at, &array.source_name, array.rank());
    (0..tokens.len()).any(|at| match mentioned(at, other) {
        Mention::Cell(end, _) => (at + 1..end).any(|at| mentioned(at, array) != Mention::Other),
        _ => false,
    })
}

/// Which tokens are arguments of macros.
fn given_to_macros(tokens: &[Token], names: &Names<'_>) -> Vec<Range<usize>> {
    let mut given = Vec::new();
    for at in 0..tokens.len() {
        if is_call_of_macro(tokens, at, names) {
            given.push(at + 1..behind_bracket(tokens, at + 1).unwrap_or(tokens.len()));
        }
    }
    given
}

/// Whether a text calls the macro of that name: a variable may have it, too.
fn calls_macro(text: &str, name: &str, names: &Names<'_>) -> bool {
    let tokens = frontend::tokens_of(text).unwrap_or_default();
    (0..tokens.len()).any(|at| tokens[at].is_word(name) && is_call_of_macro(&tokens, at, names))
}

/// Whether a loop in a text gives a variable its first value in its head.
fn counts_with(text: &str, name: &str) -> bool {
    let tokens = frontend::tokens_of(text).unwrap_or_default();
    tokens.windows(4).any(|four| {
        four[0].is_word("for")
            && four[1].is_punct("(")
            && four[2].is_word(name)
            && four[3].is_punct("=")
    })
}

/// Whether the token here is the name of a macro that its arguments follow.
fn is_call_of_macro(tokens: &[Token], at: usize, names: &Names<'_>) -> bool {
    let next = tokens.get(at + 1);
    next.is_some_and(|next| next.is_punct("(")) && { tokens.get(at) }
        .is_some_and(|token| token.kind == TokenKind::Ident && (names.is_macro)(&token.text))
}

/// Whether an operator stands before its operand only.
fn is_prefix(tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|at| tokens.get(at)) else {
        return true;
    };
    let ends = matches!(before.kind, TokenKind::Ident | TokenKind::Int)
        || before.is_punct(")")
        || before.is_punct("]");
    !ends
}
