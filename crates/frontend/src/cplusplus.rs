//! Which functions of C++ are C.
//!
//! C++ has references, by which variables get second names and functions change what they are called
//! with; operators, constructors and conversions that do anything; members that hide variables; and
//! arguments that nobody writes. Nothing that looks at bodies and pointers knows of these. So a region
//! of C++ is modelled only if everything in it is of C, word by word, and if the variables that its
//! model relies on are used by nothing else of its function than what is of C: a word is if it is one
//! of C's keywords, a variable, constant or type of numbers, or a function that takes numbers and
//! pointers by value.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use scop::{Diagnostic, Span};

use crate::Unit;
use crate::bodies::Body;
use crate::codes;
use crate::declarations::{Declarations, Function};
use crate::lower::library;
use crate::macros::TYPE_NAMES;
use crate::parse::{Parser, is_keyword};
use crate::regions::Region;
use crate::syntax::{BaseKind, Tokens, Type};
use crate::token::{Text, Token, TokenKind, behind_bracket};
use crate::unknown::is_of_library;

/// Keywords of C that are not for numbers alone.
const NOT_PLAIN: &[&str] = &[
    "typeof",
    "__typeof__",
    "__auto_type",
    "auto",
    "typedef",
    "asm",
];

/// What streams are written with: these take values.
const WRITING: &[&str] = &[
    "cerr",
    "clog",
    "cout",
    "endl",
    "fixed",
    "setprecision",
    "setw",
    "std",
];

impl Unit {
    /// Why a region of C++ cannot be modelled as if it were C.
    pub(crate) fn beyond_c(&self, region: &Region) -> Option<Diagnostic> {
        if !self.is_cplusplus {
            return None;
        }
        let judge = Judge::new(self, region.function.as_ref());
        let (span, what, help) = judge.beyond_c(region)?;
        let message = format!("{what} cannot be modelled");
        Some(Diagnostic::error(codes::UNSUPPORTED, message, span).help(help))
    }

    /// Of statements in the function around a region, those that do more than write values to a stream
    /// of C++.
    pub(crate) fn without_writing(
        &self,
        region: &Region,
        mut statements: Vec<Tokens>,
    ) -> Vec<Tokens> {
        if self.is_cplusplus && !statements.is_empty() {
            let judge = Judge::new(self, region.function.as_ref());
            statements.retain(|one| !judge.writes_values(one.range()));
        }
        statements
    }

    /// Whether a function of C++ may do what its body does not show when it is read as C.
    pub(crate) fn is_beyond_c(&self, function: &Function) -> bool {
        let Some(body) = function.body.filter(|_| self.is_cplusplus) else {
            return false;
        };
        let judge = Judge::new(self, Some(function));
        let start = beginning(&self.tokens, body.range().start);
        judge.is_method() || judge.odd_word(start..body.range().end).is_some()
    }
}

/// What is asked of all tokens of a text, once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// Whether all declarations of a function take numbers and pointers, all of them given.
    by_value: BTreeMap<Text, bool>,
    /// How often a name is that of a constant of an enumeration, of a constant variable or of a type.
    defined: BTreeMap<Text, usize>,
    /// Names of classes, templates and namespaces: something else may have them, too.
    odd: BTreeSet<Text>,
    /// Operators are defined, which may be for constants of enumerations.
    has_operators: bool,
    /// The braces that open in others than those of namespaces.
    nested: BTreeSet<usize>,
}

impl Facts {
    fn of(unit: &Unit) -> Facts {
        let mut facts = Facts::default();
        let tokens = Words(&unit.tokens);
        let words = ["typedef", "using", "const", "constexpr", "static"];
        let mut begun = false;
        let mut around: Vec<bool> = Vec::new();
        for at in 0..unit.tokens.len() {
            if tokens.is_one(at, &[";", "{", "}"]) {
                begun = false;
            }
            if tokens.is(at, "{") {
                if around.contains(&false) {
                    facts.nested.insert(at);
                }
                around.push(tokens.opens_namespace(at));
            } else if tokens.is(at, "}") {
                around.pop();
            }
            begun |= tokens.is_one(at, &words);
            let Some(name) = tokens.name(at) else {
                continue;
            };
            facts.has_operators |= tokens.is(at, "operator");
            let heads = ["struct", "class", "union", "enum", "namespace", "concept"];
            let is_defined = tokens.is_one(at + 1, &["{", ":", ";", "final", "="]);
            if is_defined && tokens.follows(at, &heads) || tokens.is_template(at) {
                facts.odd.insert(name.clone());
            }
            let is_constant = tokens.follows(at, &["{", ","]);
            if tokens.is_one(at + 1, &[",", "}", "=", ";"]) && (begun || is_constant) {
                *facts.defined.entry(name.clone()).or_default() += 1;
            }
            if tokens.declares_function(at) {
                let by_value = takes_values(unit, at + 1);
                *facts.by_value.entry(name.clone()).or_insert(true) &= by_value;
            }
        }
        facts
    }
}

/// Whether a list of parameters has numbers and pointers, which all must be given.
fn takes_values(unit: &Unit, open: usize) -> bool {
    let tokens = Words(&unit.tokens);
    let known = &unit.declarations;
    let of_class = |name: &Text| {
        let ty = known.typedefs.get(name);
        ty.is_some_and(|ty| !is_plain_type(known, ty))
    };
    let mut places = open..behind_bracket(&unit.tokens, open).unwrap_or(open);
    places.all(|at| {
        let odd = [
            "&", "&&", "=", "::", "<", "and", "auto", "bitand", "decltype",
        ];
        !tokens.is_one(at, &odd) && !tokens.name(at).is_some_and(of_class)
    })
}

/// Words that begin what C does not have.
const BEYOND: &[&str] = &[
    "auto",
    "catch",
    "const_cast",
    "co_await",
    "co_yield",
    "decltype",
    "delete",
    "dynamic_cast",
    "new",
    "operator",
    "reinterpret_cast",
    "static_cast",
    "template",
    "this",
    "throw",
    "try",
    "typeid",
    "using",
];

impl Unit {
    /// Whether a function of C++ does what C cannot, as far as its tokens tell: names of classes and
    /// references are enough. Writing to streams is not.
    pub(crate) fn has_words_beyond_c(&self, body: Range<usize>) -> bool {
        let tokens = Words(&self.tokens);
        let facts = self.cplusplus.get_or_init(|| Facts::of(self));
        let globals = &self.declarations.globals;
        let is_reference = |name: &Text| {
            let own = globals.iter().find(|one| one.name == *name);
            own.is_some_and(|one| !is_value_type(&self.declarations, &one.ty))
        };
        let streams = ["cout", "cerr", "clog", "endl", "flush"];
        body.into_iter().any(|at| {
            let Some(token) = self.tokens.get(at) else {
                return false;
            };
            let next = tokens.name(at + 1);
            match token.kind {
                TokenKind::Ident => {
                    BEYOND.contains(&&*token.text)
                        || facts.odd.contains(&token.text)
                        || is_reference(&token.text)
                        || tokens.is(at + 1, "<")
                            && tokens.name(at + 2).is_some()
                            && tokens.is_one(at + 3, &[">", ",", "*", "&"])
                }
                TokenKind::Punct => match &*token.text {
                    "::" => !next.is_some_and(|name| {
                        tokens.follows(at, &["std"])
                            && (is_of_library(name) || streams.contains(&&**name))
                    }),
                    // A reference, or the address of what a call gives.
                    "&" | "&&" => {
                        tokens.follows(at, &["*", ">"])
                            || next.is_some() && tokens.is(at + 2, "(")
                            || tokens.is(at + 1, "(")
                    }
                    // What is set in parentheses can be a choice.
                    ")" => tokens.is(at + 1, "=") && !self.is_place_of_c(at),
                    "[" => tokens.is_one(at + 1, &["]", "&", "="]),
                    _ => false,
                },
                _ => false,
            }
        })
    }

    /// Whether the parentheses that close at a token are a place in C: `*(p + 1)`, `(*p)`, `(x)`.
    fn is_place_of_c(&self, at: usize) -> bool {
        let (mut depth, mut start) = (0, at);
        loop {
            let token = &self.tokens[start];
            depth += i32::from(token.is_punct(")")) - i32::from(token.is_punct("("));
            if depth == 0 || start == 0 {
                break;
            }
            start -= 1;
        }
        let signs = ["?", ",", "=", "++", "--"];
        let inside = &self.tokens[start..at];
        !inside
            .iter()
            .any(|one| signs.iter().any(|sign| one.is_punct(sign)))
    }
}

/// Whether a type is no reference.
fn is_value_type(known: &Declarations, ty: &Type) -> bool {
    !matches!(
        known.resolve(ty),
        Type::Pointer {
            is_reference: true,
            ..
        }
    )
}

/// The tokens of a text, by their places.
#[derive(Clone, Copy)]
struct Words<'u>(&'u [Token]);

impl<'u> Words<'u> {
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

    /// Whether a brace is that of a namespace, or of what is linked as C.
    fn opens_namespace(self, at: usize) -> bool {
        let is_linkage = self
            .before(at)
            .is_some_and(|one| one.kind == TokenKind::Str);
        let is_named = at > 1 && self.is(at - 2, "namespace");
        self.follows(at, &["namespace"]) || is_named || is_linkage
    }

    /// Whether a name is what a template makes: the last one before its parameters, body or value.
    fn is_template(self, at: usize) -> bool {
        let ends = ["(", "{", ";", "=", "["];
        // Functions are looked at by their parameters.
        if !self.is_one(at + 1, &ends[1..]) {
            return false;
        }
        let mut before = self.0[..at].iter().rev();
        let head = before.by_ref().take_while(|one| {
            !ends
                .iter()
                .chain(&["}", ")"])
                .any(|text| one.is_punct(text))
                && one.kind != TokenKind::Pragma
        });
        head.into_iter().any(|one| one.is_word("template"))
    }

    /// Whether a name is that of a function with a type before it and parameters behind it.
    fn declares_function(self, at: usize) -> bool {
        let is_type = |one: &Token| match one.kind {
            TokenKind::Ident => !["return", "else", "do"].contains(&&*one.text),
            _ => [">", "*", "&"].iter().any(|text| one.is_punct(text)),
        };
        self.name(at).is_some_and(|name| !is_keyword(name))
            && self.is(at + 1, "(")
            && self.before(at).is_some_and(is_type)
            && !self.is_product(at)
    }

    /// Whether what is before a name is the first part of a product, or of a bitwise operation, rather
    /// than a type: `y = 10 * f(x)`.
    fn is_product(self, at: usize) -> bool {
        let mut at = at;
        while self.follows(at, &["*", "&"]) {
            at -= 1;
        }
        let Some(first) = self.before(at).filter(|one| !one.is_punct(">")) else {
            return false;
        };
        let begins = [";", "{", "}", ":", "]", ">", ")"];
        first.kind != TokenKind::Ident
            || self.before(at - 1).is_some_and(|one| match one.kind {
                TokenKind::Punct => !begins.contains(&&*one.text),
                TokenKind::Ident => one.is_word("return"),
                _ => false,
            })
    }
}

/// A place, what is there, and what to do about it.
type Found = (Span, String, &'static str);

struct Judge<'u> {
    unit: &'u Unit,
    /// From the type of the function to its body, and the body.
    head: Range<usize>,
    body: Range<usize>,
    /// What is declared in the function, and its statements.
    read: Option<Body>,
    /// The names in those that are not understood, which may declare them.
    unread: BTreeSet<Text>,
    facts: &'u Facts,
}

impl<'u> Judge<'u> {
    fn new(unit: &'u Unit, function: Option<&Function>) -> Judge<'u> {
        let body = function.and_then(|one| one.body);
        let body = body.map_or(0..0, |body| body.range());
        let mut judge = Judge {
            unit,
            head: beginning(&unit.tokens, body.start)..body.start,
            body,
            read: function.map(|one| Body::read(&mut Parser::within(unit), &unit.tokens, one)),
            unread: BTreeSet::new(),
            facts: unit.cplusplus.get_or_init(|| Facts::of(unit)),
        };
        let opaque = { judge.read.iter() }.flat_map(|body| body.opaque_parts(&unit.tokens, true));
        let opaque = opaque.map(|one| one.range());
        let opaque = opaque.filter(|range| !judge.writes_values(range.clone()));
        let names = opaque.flatten().filter_map(|at| judge.name(at).cloned());
        judge.unread = names.collect();
        judge
    }

    /// Whether the name at a place is that of numbers, if the function declares it.
    fn is_own(&self, name: &Text, at: usize) -> Option<bool> {
        let all = self.read.iter().flat_map(|body| &body.variables);
        let named = all.filter(|one| one.declarator.name == *name);
        let known = &self.unit.declarations;
        let is_part = self.is_part(at + 1);
        let is_plain = |ty: &Type| is_plain_type(known, ty) || is_part && has_numbers(known, ty);
        named
            .map(|one| !one.storage.is_typedef && is_plain(&one.declarator.ty))
            .reduce(|a, b| a && b)
    }

    fn at(&self, at: usize) -> Option<&'u Token> {
        self.unit.tokens.get(at)
    }

    fn tokens(&self) -> Words<'u> {
        Words(&self.unit.tokens)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.tokens().is(at, text)
    }

    fn is_one(&self, at: usize, texts: &[&str]) -> bool {
        self.tokens().is_one(at, texts)
    }

    fn follows(&self, at: usize, texts: &[&str]) -> bool {
        self.tokens().follows(at, texts)
    }

    fn name(&self, at: usize) -> Option<&'u Text> {
        self.tokens().name(at)
    }

    fn beyond_c(&self, region: &Region) -> Option<Found> {
        let first = self.at(region.tokens.range().start)?.place.outermost();
        let help = "put the loops into a function of C, with arrays and numbers as parameters";
        if self.head.clone().any(|at| self.is(at, "template")) {
            return Some((first, "a region in a template".into(), help));
        }
        if (self.head.clone()).any(|at| self.is_one(at, &["constexpr", "consteval"])) {
            return Some((first, "a region in a constant function".into(), help));
        }
        if self.read.is_none() {
            return Some((
                first,
                "a region in a function that is not of C".into(),
                help,
            ));
        }
        if self.is_method() {
            return Some((first, "a region in a method of a class".into(), help));
        }
        if let Some((span, what)) = self.odd_word(region.tokens.range()) {
            return Some((span, what, help));
        }
        if let Some(span) = self.narrow_argument(region) {
            let what = "a call beside a counter that is narrower than `int`";
            return Some((span, what.into(), help));
        }
        for statement in self.statements(region) {
            let Some((span, what)) = self.odd_word(statement.clone()) else {
                continue;
            };
            if self.writes_values(statement.clone()) {
                continue;
            }
            // What it does stands in another statement.
            if statement
                .clone()
                .any(|at| self.is(at, "[") && self.is(at + 1, "&"))
            {
                return Some((span, what, help));
            }
            let mut names = statement.filter_map(|at| Some((at, self.name(at)?)));
            let used = names
                .find(|(at, name)| !self.follows(*at, &[".", "->"]) && self.matters(region, name));
            if let Some((_, name)) = used {
                let what = format!("`{name}`, which {what} may know,");
                return Some((span, what, help));
            }
        }
        None
    }

    /// Whether the function is one of a class, whose members hide other variables.
    fn is_method(&self) -> bool {
        let opens = self.head.clone().find(|at| self.is(*at, "("));
        let mut name = self.head.start..opens.unwrap_or(self.head.end);
        self.facts.nested.contains(&self.body.start)
            || name.any(|at| {
                self.is_one(at, &["operator", "~"])
                    || self.is(at, "::") && !self.follows(at, &["std"])
            })
    }

    /// The statements, and the heads of statements, of the function around a region; those of its
    /// parameters too.
    fn statements(&self, region: &Region) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut start = self.head.start;
        for at in self.head.clone().filter(|at| self.is_one(*at, &["(", ","])) {
            found.push(start..at);
            start = at + 1;
        }
        found.push(start..self.head.end);
        found.extend(self.read.iter().flat_map(Body::simple_statements));
        let inside = region.tokens.range();
        found.retain(|one| one.end <= inside.start || inside.end <= one.start);
        found
    }

    /// A word that is not of C, and what it is.
    fn odd_word(&self, range: Range<usize>) -> Option<(Span, String)> {
        for at in range {
            let token = self.at(at)?;
            let place = || token.place.outermost();
            let is_unary = !{ at.checked_sub(1).and_then(|at| self.at(at)) }.is_some_and(|one| {
                match one.kind {
                    TokenKind::Ident => !is_keyword(&one.text),
                    TokenKind::Punct => ["]", ")", "++", "--"].contains(&&*one.text),
                    _ => true,
                }
            });
            let what = match &*token.text {
                "::" => "`::`".into(),
                "&" | "&&" if self.is_reference(at) => "a reference".into(),
                // `++t` is a place in C++.
                "&" if is_unary && self.name(at + 1).is_none() => {
                    "an address of an expression".into()
                }
                "[" if is_unary => "a function without a name".into(),
                // Their types are others than in C.
                "sizeof" if !self.is_size_of_name(at) => "`sizeof` of an expression".into(),
                _ if token.kind != TokenKind::Ident || self.is_plain(at) => continue,
                word => format!("`{word}`, which is not of C,"),
            };
            return Some((place(), what));
        }
        None
    }

    /// Whether an `&` declares a reference: something that may be a type stands before it.
    fn is_reference(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let is_type = |name: &Text| {
            is_keyword(name) && !["return", "sizeof", "case", "else", "do"].contains(&&**name)
                || self.unit.declarations.typedefs.contains_key(name)
        };
        self.is(before, ">")
            || self.is(before, "*")
            || self.name(before).is_some_and(is_type)
            || self.head.contains(&at)
    }

    fn is_size_of_name(&self, at: usize) -> bool {
        let mut at = at + 1;
        while self.is(at, "(") || self.is(at, "*") {
            at += 1;
        }
        let begun = self.name(at).is_some();
        while self.name(at).is_some() || ["*", ".", "->"].iter().any(|text| self.is(at, text)) {
            at += 1;
        }
        begun && [")", ";"].iter().any(|text| self.is(at, text))
    }

    /// Whether a word means in C++ what it means in C.
    fn is_plain(&self, at: usize) -> bool {
        let Some(name) = self.name(at) else {
            return true;
        };
        let known = &self.unit.declarations;
        if self.follows(at, &[".", "->"]) {
            return !self.is(at + 1, "(");
        }
        if NOT_PLAIN.contains(&&**name) {
            return false;
        }
        if is_keyword(name) || ["bool", "false", "nullptr", "true"].contains(&&**name) {
            return true;
        }
        if self.follows(at, &["struct", "union", "enum"]) {
            return self.is_of_numbers(name);
        }
        if self.facts.odd.contains(name) || self.unread.contains(name) {
            return false;
        }
        // The library has one for each type.
        if self.is(at + 1, "(") && &**name == "abs" {
            return false;
        }
        if self.is(at + 1, "(") {
            return self.is_own(name, at).is_none() && self.takes_values(name);
        }
        if let Some(is_own) = self.is_own(name, at) {
            return is_own;
        }
        // Those of classes and namespaces are not told apart by their names.
        if known.constants.contains_key(name) {
            let is_variable = known.globals.iter().any(|one| one.name == *name);
            return self.is_defined_once(name) && (is_variable || !self.facts.has_operators);
        }
        if known.typedefs.contains_key(name) {
            return self.is_of_numbers(name) && self.is_defined_once(name);
        }
        let mut globals = known.globals.iter().filter(|one| one.name == *name);
        match (globals.next(), globals.next()) {
            (Some(one), None) => {
                is_plain_type(known, &one.ty) || has_numbers(known, &one.ty) && self.is_part(at + 1)
            }
            // Names of several namespaces.
            (Some(_), Some(_)) => false,
            (None, _) => {
                let is_ours = self.facts.defined.contains_key(name);
                is_of_library(name) && !is_ours || name.starts_with("lw_") || self.is_type(name)
            }
        }
    }

    /// Whether a field is named at a place, behind subscripts.
    fn is_part(&self, mut at: usize) -> bool {
        while self.is(at, "[")
            && let Some(behind) = behind_bracket(&self.unit.tokens, at)
        {
            at = behind;
        }
        self.is(at, ".") || self.is(at, "->")
    }

    /// Whether a name is that of a type of numbers in the headers of C.
    fn is_type(&self, name: &Text) -> bool {
        TYPE_NAMES.contains(&&**name) && !self.facts.defined.contains_key(name)
    }

    fn is_defined_once(&self, name: &Text) -> bool {
        self.facts.defined.get(name).is_none_or(|times| *times <= 1)
    }

    fn is_of_numbers(&self, name: &str) -> bool {
        let known = &self.unit.declarations;
        match known.typedefs.get(name) {
            Some(ty) => is_plain_type(known, ty),
            None => false,
        }
    }

    /// Whether a function of this name takes values, as far as can be seen.
    fn takes_values(&self, name: &Text) -> bool {
        match self.facts.by_value.get(name) {
            // The library has others of its names, for other numbers.
            Some(by_value) => *by_value && library::standard(name).is_none(),
            None => {
                let starts = ["mem", "omp_", "lw_"];
                is_of_library(name)
                    || starts.iter().any(|start| name.starts_with(start))
                    || name.contains("alloc")
            }
        }
    }

    /// A call in a region with variables narrower than `int`, which new text may have in wider types:
    /// there may be functions of that name for both.
    fn narrow_argument(&self, region: &Region) -> Option<Span> {
        let words = ["short", "char", "bool", "_Bool"];
        let known = &self.unit.declarations;
        let mut places = region.tokens.range();
        let is_narrow = |at: usize| {
            let name = self.name(at);
            let symbol = name.and_then(|name| region.symbol(name));
            let is_changed = || name.is_some_and(|name| region.changed().contains(name));
            let ty = symbol.map(|one| known.resolve(&one.ty));
            let of_word = |ty: &Type| match ty {
                Type::Base(base) => base.name.split(' ').any(|word| words.contains(&word)),
                _ => false,
            };
            words.iter().any(|word| self.is(at, word))
                || name
                    .and_then(|name| known.typedefs.get(name))
                    .is_some_and(of_word)
                || ty.is_some_and(of_word) && is_changed()
        };
        let is_call = |at: &usize| {
            let name = self.name(*at).filter(|_| self.is(at + 1, "("));
            name.is_some_and(|name| !is_keyword(name) && !is_of_library(name))
        };
        let call = places.clone().find(is_call)?;
        places
            .any(is_narrow)
            .then(|| self.at(call))?
            .map(|one| one.place.outermost())
    }

    /// Whether a statement only writes values to a stream.
    fn writes_values(&self, statement: Range<usize>) -> bool {
        let is_stream = |at: usize| {
            ["cout", "cerr", "clog"]
                .iter()
                .any(|text| self.is(at, text))
        };
        let is_text = |at: &usize| {
            self.at(*at)
                .is_some_and(|one| one.kind != TokenKind::Pragma)
        };
        let Some(start) = statement.clone().find(is_text) else {
            return false;
        };
        let is_qualified = self.is(start, "std") && self.is(start + 1, "::");
        let first = if is_qualified { start + 2 } else { start };
        is_stream(first)
            && statement.clone().all(|at| {
                let is_writing = self.name(at).is_some_and(|name| WRITING.contains(&&**name));
                let is_std = self.is(at, "::") && self.follows(at, &["std"]);
                is_writing || is_std || self.odd_word(at..at + 1).is_none()
            })
    }

    /// Whether the model depends on what a variable holds before the region, or its value counts
    /// behind it.
    fn matters(&self, region: &Region, name: &Text) -> bool {
        let mut places = region.tokens.range();
        if !places.any(|at| self.name(at) == Some(name)) {
            return false;
        }
        let Some(symbol) = region.symbol(name) else {
            return false;
        };
        let is_asserted = region.assertions.iter().any(|one| {
            let mut is_in = false;
            one.condition
                .walk(&mut |inner| is_in |= inner.as_name() == Some(name));
            is_in
        });
        let resolved = self.unit.declarations.resolve(&symbol.ty);
        is_asserted
            || region.known.iter().any(|one| one.name == *name)
            || matches!(resolved, Type::Pointer { .. } | Type::Array { .. })
            || region.changed().contains(name)
    }
}

/// Whether a type is that of numbers, or of memory of numbers.
fn is_plain_type(known: &Declarations, ty: &Type) -> bool {
    let mut ty = known.resolve(ty);
    while let Type::Array { element: inner, .. } | Type::Pointer { to: inner, .. } = ty {
        if matches!(
            ty,
            Type::Pointer {
                is_reference: true,
                ..
            }
        ) {
            return false;
        }
        ty = known.resolve(inner);
    }
    let Type::Base(base) = ty else {
        return false;
    };
    match base.kind {
        BaseKind::Void | BaseKind::Integer { .. } | BaseKind::Floating | BaseKind::Complex => true,
        BaseKind::Record | BaseKind::Named => false,
    }
}

/// Whether all fields of a structure are numbers, or lead to numbers.
fn has_numbers(known: &Declarations, ty: &Type) -> bool {
    let mut ty = known.resolve(ty);
    while let Type::Array { element: inner, .. } | Type::Pointer { to: inner, .. } = ty {
        ty = known.resolve(inner);
    }
    let Type::Base(base) = ty else {
        return false;
    };
    let record = known.records.iter().find(|one| one.name == base.name);
    record.is_some_and(|one| one.fields.iter().all(|one| is_plain_type(known, &one.ty)))
}

/// Where the declaration begins that a body belongs to.
fn beginning(tokens: &[Token], body: usize) -> usize {
    let ends = |token: &Token| [";", "}"].iter().any(|text| token.is_punct(text));
    let is_end = |token: &Token| ends(token) || token.kind == TokenKind::Pragma;
    let before = tokens.get(..body).unwrap_or(&[]);
    let start = before.iter().rposition(is_end).map_or(0, |at| at + 1);
    // A namespace, or what is linked as C, may begin before it.
    let opens = before[start..].iter().rposition(|one| one.is_punct("{"));
    opens.map_or(start, |at| start + at + 1)
}
