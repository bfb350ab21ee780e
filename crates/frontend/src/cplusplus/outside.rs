//! What the names that a text of C++ declares outside of functions mean.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{WORDS, Words};
use crate::Unit;
use crate::declarations::Piece;
use crate::macros::{MissingHeader, TYPE_NAMES};
use crate::token::{Text, Token, TokenKind, behind_bracket};
use crate::unknown::{is_of_library, is_of_system};

/// Attributes that do not change what something means.
const ATTRIBUTES: &[&str] = &[
    "aligned",
    "always_inline",
    "cold",
    "const",
    "flatten",
    "hot",
    "leaf",
    "noclone",
    "noinline",
    "noipa",
    "nothrow",
    "pure",
    "unused",
    "used",
];

/// The names outside of functions.
#[derive(Clone, Debug, Default)]
pub(super) struct Outside {
    /// Where names are declared: the pieces of the text.
    declared: BTreeMap<Text, Declared>,
    /// Names that text may declare that is not C.
    strange: BTreeSet<Text>,
    /// The pieces that are C, for whom they declare something: functions may still have parameters with
    /// values for who passes nothing.
    of_c: Vec<bool>,
    /// Those with such values.
    with_defaults: BTreeSet<usize>,
    /// The pieces that define functions, by the braces that open their bodies.
    bodies: BTreeMap<usize, usize>,
    /// Pieces without a body behind `extern "C"`.
    linked: BTreeSet<usize>,
    /// The braces that open in others than those of namespaces.
    nested: BTreeSet<usize>,
    /// Operators are defined, which may be for constants of enumerations.
    pub(super) has_operators: bool,
    /// Headers are not read that may declare other things of the same names.
    is_blind: bool,
    /// Names of other namespaces are made known, in which there may be functions that fit better.
    pub(super) has_directives: bool,
}

/// Where a name is declared.
#[derive(Clone, Debug, Default)]
struct Declared {
    pieces: BTreeSet<usize>,
    /// The types of the parameters, if it is a function.
    signatures: BTreeSet<String>,
    is_other: bool,
}

impl Outside {
    pub(super) fn of(unit: &Unit) -> Outside {
        let pieces = &unit.declarations.pieces;
        let words = Words(&unit.tokens);
        let is_standard =
            |one: &MissingHeader| is_of_system(one) || one.angled && !one.name.contains(['.', '/']);
        let mut found = Outside {
            is_blind: !unit.missing.iter().all(is_standard),
            ..Outside::default()
        };
        let mut around: Vec<bool> = Vec::new();
        for (at, token) in unit.tokens.iter().enumerate() {
            found.has_operators |= token.is_word("operator");
            found.has_directives |= token.is_word("using") && !words.is(at + 2, "=");
            if token.is_punct("{") {
                if around.contains(&false) {
                    found.nested.insert(at);
                }
                around.push(opens_namespace(words, at));
            } else if token.is_punct("}") {
                around.pop();
            }
        }
        for (index, piece) in pieces.iter().enumerate() {
            let before = index
                .checked_sub(1)
                .map(|before| pieces[before].tokens.range());
            let is_template = { before.clone() }.is_some_and(|one| words.is(one.start, "template"));
            let is_linked = before.is_some_and(|one| {
                one.len() == 2
                    && words.is(one.start, "extern")
                    && words.0[one.start + 1].text == "\"C\""
            });
            if is_linked && piece.body.is_none() {
                found.linked.insert(index);
            }
            let is_c = !is_template && has_form_of_c(words, piece);
            found.of_c.push(is_c);
            { &mut found.bodies }.extend(piece.body.map(|body| (body.range().start, index)));
            if has_defaults(words, piece) {
                found.with_defaults.insert(index);
            }
            for (name, signature) in &piece.names {
                let declared = found.declared.entry(name.clone()).or_default();
                declared.pieces.insert(index);
                match signature {
                    Some(types) => {
                        declared.signatures.insert(types.clone());
                    }
                    None => declared.is_other = true,
                }
            }
            for tag in head(piece).filter(|at| is_tag(words, *at)) {
                let declared = found.declared.entry(words.0[tag].text.clone()).or_default();
                declared.pieces.insert(index);
                declared.is_other = true;
            }
            if !is_c && !words.is(piece.tokens.range().start, "template") {
                found
                    .strange
                    .extend(piece.names.iter().map(|(name, _)| name.clone()));
                add_declarable(words, piece.tokens.range(), &mut found.strange);
            }
        }
        found.settle(words, pieces);
        found
    }

    /// Leaves only pieces whose words all mean something that is C.
    fn settle(&mut self, words: Words<'_>, pieces: &[Piece]) {
        loop {
            let is_open = |index: &usize| {
                self.of_c[*index]
                    && head(&pieces[*index]).any(|at| !self.is_word_of(words, &pieces[*index], at))
            };
            let open: Vec<usize> = (0..pieces.len()).filter(is_open).collect();
            if open.is_empty() {
                return;
            }
            open.into_iter().for_each(|index| self.of_c[index] = false);
        }
    }

    fn is_word_of(&self, words: Words<'_>, piece: &Piece, at: usize) -> bool {
        let Some(name) = words.name(at) else {
            return true;
        };
        let start = piece.tokens.range().start;
        if words.is_one(start, &["using", "namespace"]) && !words.is(start + 2, "=") {
            return true;
        }
        WORDS.contains(&&**name)
            || ["noexcept", "typedef", "using"].contains(&&**name)
            || is_attribute(words, at)
            || piece.own.contains(name)
            || piece.names.iter().any(|(own, _)| own == name)
            || is_tag(words, at)
            || self.is_plain(name)
    }

    /// Whether all of the text outside of functions is C.
    pub(super) fn is_c(&self) -> bool {
        !self.is_blind && self.with_defaults.is_empty() && self.of_c.iter().all(|is_c| *is_c)
    }

    /// The piece that defines the function with this body, if that is none of a class.
    pub(super) fn piece_of(&self, body: usize) -> Option<usize> {
        let index = self.bodies.get(&body).copied();
        index.filter(|_| !self.nested.contains(&body))
    }

    /// Whether a piece is C.
    pub(super) fn is_of_c(&self, piece: usize) -> bool {
        self.of_c[piece]
    }

    /// Whether a name means something that C has: one thing of the text, or one of the C library.
    /// Functions may share their names, if all are C.
    pub(super) fn is_plain(&self, name: &Text) -> bool {
        if self.strange.contains(name) || self.is_blind && !is_type(name) {
            return false;
        }
        let Some(declared) = self.declared.get(name) else {
            return is_of_library(name) || is_type(name);
        };
        let is_one = declared.pieces.len() == 1 || !declared.is_other;
        let is_c = |index: &usize| self.of_c[*index] && !self.with_defaults.contains(index);
        is_one && declared.pieces.iter().all(is_c)
    }

    /// Whether the text declares a name.
    pub(super) fn is_declared(&self, name: &Text) -> bool {
        self.declared.contains_key(name) || self.strange.contains(name)
    }

    /// Whether all declarations of a function say that it is one of C, and are nothing else.
    pub(super) fn is_linked_as_c(&self, name: &Text) -> bool {
        let declared = self.declared.get(name);
        declared.is_some_and(|one| one.pieces.iter().all(|piece| self.linked.contains(piece)))
            && self.is_plain(name)
    }

    /// Whether a name is that of one function alone, if of any of the text.
    pub(super) fn is_only_function(&self, name: &Text) -> bool {
        let declared = self.declared.get(name);
        self.is_plain(name) && declared.is_none_or(|one| one.signatures.len() < 2)
    }
}

/// Whether a name is that of a type of numbers in the headers of C.
pub(super) fn is_type(name: &str) -> bool {
    TYPE_NAMES.contains(&name)
}

/// The piece without the body of the function that it defines.
fn head(piece: &Piece) -> Range<usize> {
    let all = piece.tokens.range();
    all.start..piece.body.map_or(all.end, |body| body.range().start)
}

/// Whether a sign of a value stands in parentheses.
fn has_defaults(words: Words<'_>, piece: &Piece) -> bool {
    let mut depth = 0;
    head(piece).any(|at| {
        depth += i32::from(words.is(at, "(")) - i32::from(words.is(at, ")"));
        depth > 0 && words.is(at, "=")
    })
}

/// Whether a brace is that of a namespace, or of what is linked as C.
fn opens_namespace(words: Words<'_>, at: usize) -> bool {
    let is_linkage = words
        .before(at)
        .is_some_and(|one| one.kind == TokenKind::Str);
    let is_named = at > 1 && words.is(at - 2, "namespace");
    words.follows(at, &["namespace"]) || is_named || is_linkage
}

/// Whether a name is the tag of a type that is defined here.
fn is_tag(words: Words<'_>, at: usize) -> bool {
    words.name(at).is_some()
        && words.follows(at, &["struct", "union", "enum", "class"])
        && words.is_one(at + 1, &["{", ":", "final"])
}

/// Whether a word begins attributes, or is one of those that do not matter.
fn is_attribute(words: Words<'_>, at: usize) -> bool {
    let is_inside = |at: &usize| {
        let is_number = words.get(*at).is_some_and(|one| one.kind == TokenKind::Int);
        is_number || words.name(*at).is_some() || words.is_one(*at, &["(", ","])
    };
    let mut before = (at.saturating_sub(16)..=at).rev().take_while(is_inside);
    let start = before.find(|at| words.is_one(*at, &["__attribute__", "__attribute"]));
    let name = words.name(at).map_or("", |name| name.trim_matches('_'));
    start.is_some_and(|start| start == at || ATTRIBUTES.contains(&name))
}

/// Where a token of a declaration stands.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Declaration,
    Parameters,
    Extent,
    Record,
    /// In an initial value, in brackets of one, or in an enumeration.
    Value,
    /// An initial value itself, which a comma ends.
    Initial,
}

/// Whether a piece has the form of a declaration of C, or is one of the things around these that are
/// understood; its words aside.
fn has_form_of_c(words: Words<'_>, piece: &Piece) -> bool {
    let head = head(piece);
    if !piece.is_read {
        return is_understood(words, head);
    }
    let mut around = vec![Part::Declaration];
    let mut places = head;
    while let Some(at) = places.next() {
        let Some(token) = words.get(at) else {
            return false;
        };
        if token.kind != TokenKind::Punct {
            if token.kind == TokenKind::Float && !is_float_of_c(token) {
                return false;
            }
            continue;
        }
        let part = around.last().copied().unwrap_or(Part::Declaration);
        let is_value = matches!(part, Part::Value | Part::Initial);
        let is_operand = words.before(at).is_some_and(is_end_of_operand);
        let fits = match &*token.text {
            "(" if words.follows(at, &["__attribute__", "__attribute"]) => {
                let Some(behind) = behind_bracket(words.0, at) else {
                    return false;
                };
                let mut inside = (at..behind).filter(|at| words.name(*at).is_some());
                if !inside.all(|at| is_attribute(words, at)) {
                    return false;
                }
                places.start = behind;
                true
            }
            "(" => {
                around.push(match part {
                    Part::Value | Part::Initial | Part::Extent => Part::Value,
                    _ => Part::Parameters,
                });
                part != Part::Record
            }
            "[" => {
                around.push(if is_value { Part::Value } else { Part::Extent });
                !is_value || is_operand
            }
            // The fields are variables.
            "{" if part == Part::Declaration
                && words.follows(at, &["struct", "union"])
                && behind_bracket(words.0, at).is_none_or(|behind| words.is(behind, ";")) =>
            {
                false
            }
            "{" => {
                let opened_by = |texts: &[&str]| {
                    words.follows(at, texts) || at > 1 && words.follows(at - 1, texts)
                };
                let part = match () {
                    () if is_value => Some(Part::Value),
                    () if opened_by(&["enum"]) => Some(Part::Value),
                    () if opened_by(&["struct", "union"]) => Some(Part::Record),
                    () => None,
                };
                let is_list = !is_value || words.follows(at, &["=", ",", "{"]);
                around.push(part.unwrap_or(Part::Value));
                part.is_some() && is_list
            }
            ")" | "]" | "}" => {
                if part == Part::Initial {
                    around.pop();
                }
                around.pop();
                !around.is_empty()
            }
            "," | ";" => {
                if part == Part::Initial {
                    around.pop();
                }
                true
            }
            "=" => {
                if part == Part::Declaration || part == Part::Parameters {
                    around.push(Part::Initial);
                }
                matches!(part, Part::Declaration | Part::Parameters | Part::Value)
            }
            "*" => true,
            "..." => part == Part::Parameters,
            ":" if part == Part::Record => words
                .get(at + 1)
                .is_some_and(|one| one.kind == TokenKind::Int),
            "&" if !is_operand => {
                is_value && words.name(at + 1).is_some() && !words.is(at + 2, "(")
            }
            "&" | "&&" => is_value && !words.is_one(at + 1, &[")", ">", ","]),
            "::" => false,
            _ => is_value || part == Part::Extent,
        };
        if !fits {
            return false;
        }
    }
    true
}

/// Whether a number is written as C has it: other endings are functions.
pub(super) fn is_float_of_c(token: &Token) -> bool {
    let number = token.text.trim_end_matches(['f', 'F', 'l', 'L']);
    let is_hexadecimal = number.starts_with("0x") || number.starts_with("0X");
    let is_part = |c: char| {
        c.is_ascii_digit()
            || ".+-".contains(c)
            || if is_hexadecimal {
                "xXpP".contains(c) || c.is_ascii_hexdigit()
            } else {
                "eE".contains(c)
            }
    };
    number.chars().all(is_part)
}

/// Whether what ends with a token may be an operand.
pub(super) fn is_end_of_operand(token: &Token) -> bool {
    match token.kind {
        TokenKind::Ident => !WORDS.contains(&&*token.text),
        TokenKind::Punct => ["]", ")", "++", "--"].contains(&&*token.text),
        _ => true,
    }
}

/// Whether text that is no declaration of C is understood.
fn is_understood(words: Words<'_>, piece: Range<usize>) -> bool {
    let tokens = words.0.get(piece).unwrap_or(&[]);
    let texts: Vec<&str> = tokens.iter().map(|one| &*one.text).collect();
    match (&texts[..], tokens) {
        (_, [one]) => one.kind == TokenKind::Pragma || one.is_punct(";") || one.is_punct("}"),
        (["extern", _] | ["extern", _, "{"], [_, linkage, ..]) => linkage.kind == TokenKind::Str,
        (["namespace", "{"] | ["namespace", _, "{"] | ["using", "namespace", "std", ";"], _) => {
            true
        }
        (["using", "std", "::", name, ";"], _) => is_of_library(name),
        (["using", _, "=", ty @ .., ";"], [_, _, _, rest @ ..]) => {
            let is_part = |one: &Token| one.kind == TokenKind::Ident || one.is_punct("*");
            !ty.is_empty() && rest[..ty.len()].iter().all(is_part)
        }
        _ => false,
    }
}

/// Adds the names that text may declare outside of functions and classes: those that stand where a
/// declaration has its name.
fn add_declarable(words: Words<'_>, piece: Range<usize>, found: &mut BTreeSet<Text>) {
    let behind = [";", ",", "=", "{", "(", ")", "[", ":", "]", "}", "<"];
    let attributes = [
        "__attribute__",
        "__attribute",
        "asm",
        "__asm__",
        "__asm",
        "alignas",
        "final",
    ];
    let mut places = piece.clone();
    while let Some(at) = places.next() {
        if words.is(at, "{") && is_scope(words, at)
            || words.is(at, "(") && has_parameters(words, at)
        {
            // What is never closed is looked at.
            places.start = behind_bracket(words.0, at).unwrap_or(at + 1);
            continue;
        }
        let Some(name) = words.name(at) else {
            continue;
        };
        if words.is_one(at + 1, &behind) || words.is_one(at + 1, &attributes) || at + 1 == piece.end
        {
            found.insert(name.clone());
        }
    }
}

/// Whether what is declared in braces is not seen behind them: those of a class with a name, or of a
/// function.
fn is_scope(words: Words<'_>, at: usize) -> bool {
    // `struct tag : base {`; the constants of an enumeration may be made known.
    let mut start = at;
    while start > 0 && !words.is_one(start - 1, &[";", "{", "}", "("]) {
        start -= 1;
        if is_tag(words, start) && !words.follows(start, &["enum"]) {
            return !words.follows(start - 1, &["enum"]);
        }
    }
    // A function without a name, or values; not behind an attribute.
    if at > 1 && words.follows(at, &["]"]) && !words.follows(at - 1, &["]"]) {
        return true;
    }
    let mut end = at;
    while end > 0 && words.is_one(end - 1, &["const", "noexcept", "override", "final"]) {
        end -= 1;
    }
    if !words.follows(end, &[")"]) {
        return false;
    }
    let mut depth = 0;
    let open = (0..end).rev().find(|at| {
        depth += i32::from(words.is(*at, ")")) - i32::from(words.is(*at, "("));
        depth == 0
    });
    let Some(open) = open else {
        return false;
    };
    let is_operator = (open.saturating_sub(3)..open).any(|at| words.is(at, "operator"));
    has_parameters(words, open)
        && (is_operator || words.before(open).is_some_and(is_end_of_operand))
}

/// Whether a parenthesis has parameters in it, rather than a name that is declared: there is none, or
/// a type stands before the first one.
fn has_parameters(words: Words<'_>, at: usize) -> bool {
    let is_attribute = [
        "__attribute__",
        "__attribute",
        "alignas",
        "decltype",
        "__declspec",
    ];
    !words.follows(at, &is_attribute)
        && (words.is(at + 1, ")")
            || words.is(at + 1, "void") && words.is(at + 2, ")")
            || words.name(at + 1).is_some()
                && (words.name(at + 2).is_some()
                    || words.is_one(at + 2, &["*", "&", "&&", "<"])
                    || words.is(at + 2, "::") && words.name(at + 3).is_some()))
}
