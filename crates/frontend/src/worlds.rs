//! The programs that a text may be, depending on what the compiler and its options define.
//!
//! Some conditions of `#if` are not known ([`OpenCondition`]): whether `_OPENMP` is defined depends on the
//! options of a compiler that will see the new text. Then the text is several programs at once, one in
//! each [`World`], and what is said of it must hold in all of them.

use std::collections::BTreeSet;

use scop::{SourceMap, Span};

use crate::Options;
use crate::macros::Preprocessed;
use crate::token::{Token, spell};

/// The open conditions that are taken as true.
pub type World = BTreeSet<String>;

/// A condition of `#if` that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCondition {
    /// What is asked: `defined _OPENMP`, `__STDC_VERSION__ >= 201112L`.
    pub condition: String,
    /// The first directive that asks it.
    pub span: Span,
}

/// At most this many ways to answer the open conditions are looked at.
const MOST_WAYS: usize = 128;

/// At most this many programs may come of them.
const MOST_PROGRAMS: usize = 32;

/// The worlds in which a text is another program than in the one without any true conditions, one for
/// each such program. Nothing if there are too many.
///
/// ```
/// use frontend::{Options, worlds};
///
/// let text = "#ifdef __AVX__\nint x;\n#endif\n#ifndef __AVX__\nint y;\n#endif\n";
/// let found = worlds(text, &Options::default()).unwrap();
/// assert_eq!(found.len(), 1);
/// assert!(found[0].contains("defined __AVX__"));
/// ```
pub fn worlds(text: &str, options: &Options<'_>) -> Option<Vec<World>> {
    let mut left = vec![World::new()];
    let mut seen = BTreeSet::from([World::new()]);
    let mut programs: Vec<Preprocessed> = Vec::new();
    let mut found = Vec::new();
    while let Some(world) = left.pop() {
        let mut files = SourceMap::default();
        files.add(options.name, text);
        let options = Options {
            name: options.name,
            definitions: options.definitions.clone(),
            headers: options.headers,
            regions: None,
            world,
        };
        let program = options.preprocess(&mut files);
        let world = options.world;
        for open in &program.open {
            let mut next = world.clone();
            if next.insert(open.condition.clone()) && seen.insert(next.clone()) {
                left.push(next);
            }
        }
        let is_same =
            |one: &Preprocessed| one.tokens == program.tokens && one.missing == program.missing;
        if !programs.iter().any(is_same) {
            found.push(world);
            programs.push(program);
        }
        if seen.len() > MOST_WAYS || found.len() > MOST_PROGRAMS {
            return None;
        }
    }
    found.remove(0);
    Some(found)
}

/// What the directive `word` asks, and whether it wants the opposite.
pub(crate) fn condition(word: &str, tokens: &[Token]) -> (String, bool) {
    if word != "if" {
        let name = tokens.first().map_or("", |name| &*name.text);
        return (format!("defined {name}"), word == "ifndef");
    }
    let is_negated = tokens.first().is_some_and(|one| one.is_punct("!"));
    let asked = &tokens[usize::from(is_negated)..];
    let name = match asked {
        [word, name] if word.is_word("defined") => Some(name),
        [word, open, name, close]
            if word.is_word("defined") && open.is_punct("(") && close.is_punct(")") =>
        {
            Some(name)
        }
        _ => None,
    };
    match name {
        Some(name) => (format!("defined {}", name.text), is_negated),
        None => (spell(tokens), false),
    }
}
