//! Which C++ is C.
//!
//! C++ has no end of ways to set a pointer, to pass an array, to give a variable another name, to hide
//! one, or to call a function that nobody sees. So nothing here looks for them: what is understood is
//! listed, and all else is not. A piece of text means in C++ what it means in C if it is read as a
//! declaration or as statements of C, and if each of its words is
//!
//! - a [keyword](WORDS) that means the same in both languages;
//! - declared in the function itself, without a reference;
//! - declared outside of functions in one place, by text that is C in turn ([`outside`]);
//! - a function or constant of the C library, or a type of its headers, that the text does not declare.
//!
//! Besides, `extern "C"`, namespaces, `using namespace`, aliases of types of C, and statements that write
//! values to streams or begin with a call of a function of the C library as `std::memset` are
//! understood.
//!
//! If all of a text is such C, whatever is found out about C holds for it. Otherwise nothing is believed
//! of what stands outside of the function around a region ([`Unit::is_open`]): pointers that it gets may
//! lead to the same memory and to any variable of the file, pointers outside may lead anywhere, and
//! functions may do anything, unless they have a body of C that has to do with numbers only
//! ([`Unit::is_believed`]). Classes, templates and references elsewhere cannot matter then but by the
//! names that they declare. In the function of a region itself, statements that are not C must have no
//! names in common with the others ([`inside`]).

mod inside;
mod outside;

use std::collections::BTreeMap;

use scop::Diagnostic;

use crate::Unit;
use crate::codes;
use crate::declarations::{Declarations, Function};
use crate::regions::Region;
use crate::syntax::{BaseKind, Tokens, Type};
use crate::token::{Text, Token, TokenKind};
use inside::Judge;
use outside::Outside;

/// Keywords that mean in C++ what they mean in C.
const WORDS: &[&str] = &[
    "_Bool",
    "_Complex",
    "__complex__",
    "__const",
    "__const__",
    "__extension__",
    "__inline",
    "__inline__",
    "__restrict",
    "__restrict__",
    "__signed__",
    "__volatile",
    "__volatile__",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "nullptr",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "true",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
];

/// What is known of a text of C++.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    outside: Outside,
    /// The functions whose bodies are C, by where these begin, and whether they have to do with numbers
    /// only.
    of_c: BTreeMap<u32, bool>,
    /// All of the text is.
    is_c: bool,
}

impl Facts {
    fn of(unit: &Unit) -> Facts {
        let outside = Outside::of(unit);
        let mut of_c = BTreeMap::new();
        for function in unit.declarations.functions.values() {
            let judge = Judge::new(unit, &outside, Some(function));
            if let (Some(body), true) = (function.body, judge.is_c()) {
                let has_numbers = judge.has_only_numbers();
                let has_numbers = has_numbers && is_of_numbers(&unit.declarations, function);
                of_c.insert(body.start, has_numbers);
            }
        }
        let mut bodies = { unit.declarations.pieces.iter() }.filter_map(|one| one.body);
        let is_c = outside.is_c() && bodies.all(|body| of_c.contains_key(&body.start));
        Facts {
            outside,
            of_c,
            is_c,
        }
    }
}

impl Unit {
    fn facts(&self) -> &Facts {
        self.cplusplus.get_or_init(|| Facts::of(self))
    }

    /// Why a region of C++ cannot be modelled as if it were C.
    pub(crate) fn beyond_c(&self, region: &Region) -> Option<Diagnostic> {
        if !self.is_cplusplus {
            return None;
        }
        let judge = Judge::new(self, &self.facts().outside, region.function.as_ref());
        let (span, what) = judge.beyond_c(region)?;
        let help = "put the loops into a function of C, with arrays and numbers as parameters";
        let message = format!("{what} cannot be modelled");
        Some(Diagnostic::error(codes::UNSUPPORTED, message, span).help(help))
    }

    /// Whether something in the text is not C, so that nothing is known of what other functions do with
    /// pointers and variables.
    pub(crate) fn is_open(&self) -> bool {
        self.is_cplusplus && !self.facts().is_c
    }

    /// Whether a function does what its declaration and its body say when they are read as C. Where other
    /// text is not C, one that has to do with pointers does not.
    pub(crate) fn is_believed(&self, function: &Function) -> bool {
        if !self.is_cplusplus {
            return true;
        }
        let facts = self.facts();
        let of_c = |body: Tokens| facts.of_c.get(&body.start);
        let known = match function.body {
            Some(body) => of_c(body).copied(),
            None => Some(is_of_numbers(&self.declarations, function)),
        };
        let has_numbers = known.is_some_and(|has_numbers| facts.is_c || has_numbers);
        has_numbers && facts.outside.is_only_function(&function.name)
    }
}

/// Whether a function takes and gives numbers.
fn is_of_numbers(known: &Declarations, function: &Function) -> bool {
    let parameters = function.parameters.iter().map(|one| &one.ty);
    let mut types = parameters.chain([&function.result]);
    types.all(|ty| is_number(known, ty))
}

/// Whether a type is that of numbers, or of nothing.
fn is_number(known: &Declarations, ty: &Type) -> bool {
    let Type::Base(base) = known.resolve(ty) else {
        return false;
    };
    match base.kind {
        BaseKind::Void | BaseKind::Integer { .. } | BaseKind::Floating | BaseKind::Complex => true,
        BaseKind::Record | BaseKind::Named => false,
    }
}

/// The tokens of a text, by their places.
#[derive(Clone, Copy)]
struct Words<'u>(&'u [Token]);

impl<'u> Words<'u> {
    fn get(self, at: usize) -> Option<&'u Token> {
        self.0.get(at)
    }

    fn before(self, at: usize) -> Option<&'u Token> {
        self.0.get(at.checked_sub(1)?)
    }

    fn is(self, at: usize, text: &str) -> bool {
        { self.0.get(at) }.is_some_and(|one| one.is_punct(text) || one.is_word(text))
    }

    fn is_one(self, at: usize, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.is(at, text))
    }

    fn follows(self, at: usize, texts: &[&str]) -> bool {
        at > 0 && self.is_one(at - 1, texts)
    }

    fn name(self, at: usize) -> Option<&'u Text> {
        let token = self.0.get(at).filter(|one| one.kind == TokenKind::Ident);
        token.map(|one| &one.text)
    }
}
