//! What attributes say of functions: whether another body may run than the one that is seen, and
//! which function describes what it does.

use std::collections::{BTreeMap, BTreeSet};

use crate::Unit;
use crate::source::tokens_of;
use crate::token::{Text, Token, TokenKind};

/// Attributes of functions whose body in the text need not be the one that runs.
const REPLACEABLE: &[&str] = &[
    "weak",
    "weakref",
    "weak_import",
    "alias",
    "ifunc",
    "noipa",
    "gnu_inline",
    "interrupt",
    "target_clones",
    "returns_twice",
    "naked",
];

/// The attributes of the functions of a program that matter to who looks at their bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    /// Why it is so, by the name of the function.
    replaceable: BTreeMap<Text, String>,
    /// The function that describes another, by the name of that.
    summaries: BTreeMap<Text, Text>,
}

impl Attributes {
    pub(super) fn of(unit: &Unit) -> Attributes {
        let mut found = Attributes::default();
        let tokens = &unit.tokens;
        let mut start = 0;
        for function in unit.declarations.functions.values() {
            let body = function.body.and_then(|body| tokens.get(body.range()));
            let mut words = body.unwrap_or_default().iter();
            if words.any(|word| word.text.trim_matches('_') == "cleanup") {
                let why = "it calls a function where a variable ends, by `cleanup`".to_string();
                found.replaceable.insert(function.name.clone(), why);
            }
            if function.body.is_some() && !unit.is_believed(function) {
                let why = "it may be something else than C in this C++".to_string();
                found.replaceable.insert(function.name.clone(), why);
            }
        }
        let mut defined = BTreeSet::new();
        for (at, token) in tokens.iter().enumerate() {
            if token.kind == TokenKind::Pragma {
                found.pragma(token);
            } else if token.is_punct("{") {
                let before = &tokens[start.min(at)..at];
                found.declaration(before);
                // As in C++, where functions with different parameters may have one name.
                if let Some(name) = defined_by(before)
                    && !defined.insert(name)
                {
                    let why = "there are two functions of that name".to_string();
                    found.replaceable.insert(name.clone(), why);
                }
                start = at + 1;
            } else if token.is_punct("}") {
                start = at + 1;
            } else if token.is_punct(";") {
                found.declaration(&tokens[start.min(at)..at]);
                start = at + 1;
            }
        }
        found
    }

    /// Why the body of a function need not be the one that runs.
    pub(super) fn replaceable(&self, name: &str) -> Option<&str> {
        self.replaceable.get(name).map(String::as_str)
    }

    /// The function that describes what another accesses.
    pub(super) fn summary(&self, name: &str) -> Option<&Text> {
        self.summaries.get(name)
    }

    fn pragma(&mut self, token: &Token) {
        let words = tokens_of(&token.text).unwrap_or_default();
        if let [weak, name, ..] = &words[..]
            && weak.is_word("weak")
        {
            self.replaceable
                .insert(name.text.clone(), why("#pragma weak"));
        }
    }

    /// Tokens up to a semicolon or a brace.
    fn declaration(&mut self, tokens: &[Token]) {
        let opens = |at: usize| {
            let word = tokens[at].text.trim_matches('_');
            let next = tokens.get(at + 1);
            ["attribute", "declspec"].contains(&word)
                || tokens[at].is_punct("[") && next.is_some_and(|next| next.is_punct("["))
        };
        let mut depth = 0usize;
        // How deep the attribute is that the token is in.
        let mut inside: Option<usize> = None;
        let mut names = Vec::new();
        let mut replaceable = None;
        let mut summary = None;
        for (at, token) in tokens.iter().enumerate() {
            let next = tokens.get(at + 1);
            if inside.is_none() && opens(at) {
                inside = Some(depth);
            }
            if token.is_punct("(") || token.is_punct("[") {
                depth += 1;
            } else if token.is_punct(")") || token.is_punct("]") {
                depth = depth.saturating_sub(1);
                if inside == Some(depth) {
                    inside = None;
                }
            } else if token.kind != TokenKind::Ident {
                continue;
            } else if inside.is_some() {
                let word = token.text.trim_matches('_');
                if REPLACEABLE.contains(&word) {
                    replaceable.get_or_insert_with(|| why(word));
                }
                if word == "pencil_access" && next.is_some_and(|next| next.is_punct("(")) {
                    summary = tokens.get(at + 2).map(|name| name.text.clone());
                }
            } else if depth == 0 && next.is_some_and(|next| next.is_punct("(")) {
                names.push(&token.text);
            }
        }
        for name in names {
            if let Some(why) = &replaceable {
                self.replaceable.insert(name.clone(), why.clone());
            }
            if let Some(summary) = &summary {
                self.summaries.insert(name.clone(), summary.clone());
            }
        }
    }
}

/// The name of the function whose body follows, if one does.
fn defined_by(tokens: &[Token]) -> Option<&Text> {
    let mut depth = 0usize;
    let last = tokens.last().filter(|last| last.is_punct(")"))?;
    let open = tokens.iter().rposition(|token| {
        if token.is_punct(")") {
            depth += 1;
        } else if token.is_punct("(") {
            depth -= 1;
        }
        depth == 0
    });
    let name = tokens.get(open?.checked_sub(1)?)?;
    let is_name = name.kind == TokenKind::Ident && last.kind == TokenKind::Punct;
    is_name.then_some(&name.text)
}

fn why(word: &str) -> String {
    format!("another function may run in its place, because it is `{word}`")
}
