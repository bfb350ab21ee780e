//! What C++ adds to C that a region would not show: references, by which variables get second names
//! and functions change what they are called with, and operators and constructors of classes.
//!
//! Nothing that looks at bodies and pointers knows of them. So a region of C++ is refused where it uses
//! a reference or what one is another name for, where it calls a function that may take one, where such
//! a function may have changed a variable that the region's model relies on, and where it computes
//! with objects of classes.

use std::collections::{BTreeMap, BTreeSet};

use scop::{Diagnostic, Span};

use crate::Unit;
use crate::codes;
use crate::declarations::{Declarations, Function};
use crate::lower::library;
use crate::regions::Region;
use crate::syntax::{BaseKind, Type};
use crate::token::{Text, Token, TokenKind};
use crate::unknown::is_of_library;

/// Words of C++ that a parenthesis follows without a call.
const NO_CALLS: &[&str] = &[
    "alignof",
    "bool",
    "catch",
    "char",
    "decltype",
    "defined",
    "delete",
    "double",
    "float",
    "for",
    "if",
    "int",
    "long",
    "new",
    "noexcept",
    "return",
    "short",
    "signed",
    "sizeof",
    "static_assert",
    "switch",
    "throw",
    "typeid",
    "unsigned",
    "while",
];

/// Functions of the C++ library that keep references, or write through them.
const KEEPING: &[&str] = &[
    "exchange",
    "forward_as_tuple",
    "getline",
    "ref",
    "swap",
    "tie",
];

impl Unit {
    /// Why a region of C++ cannot be modelled as if it were C.
    pub(crate) fn beyond_c(&self, region: &Region) -> Option<Diagnostic> {
        if !self.is_cplusplus {
            return None;
        }
        let finder = Finder::new(self, region);
        let (span, what, help) = { finder.declared() }
            .or_else(|| finder.called())
            .or_else(|| finder.object())?;
        let error = Diagnostic::error(
            codes::UNSUPPORTED,
            format!("{what} cannot be modelled"),
            span,
        );
        Some(error.help(help))
    }

    /// Whether a function of C++ may do what its body does not show when it is read as C.
    pub(crate) fn is_beyond_c(&self, function: &Function) -> bool {
        let Some(body) = function.body.filter(|_| self.is_cplusplus) else {
            return false;
        };
        let known = &self.declarations;
        let start = beginning(&self.tokens, body.range().start);
        (start..body.range().end).any(|at| {
            let is = |at: usize, text: &str| {
                let token = self.tokens.get(at);
                token.is_some_and(|one| one.is_punct(text) || one.is_word(text))
            };
            let Some(token) = self.tokens.get(at) else {
                return false;
            };
            if is(at, "&") || is(at, "&&") {
                let names =
                    { self.tokens.get(at + 1) }.is_some_and(|one| one.kind == TokenKind::Ident);
                let begins = [";", "{", "}", "(", ","];
                return is(at - 1, "[") || names && follows_type(&self.tokens, at, &begins);
            }
            let of_class = || {
                let globals = known.globals.iter().filter(|one| one.name == token.text);
                let mut types = globals
                    .map(|one| &one.ty)
                    .chain(known.typedefs.get(&token.text));
                types.any(|ty| !is_number(known, ty))
            };
            token.kind == TokenKind::Ident
                && ([
                    "auto", "class", "this", "operator", "new", "delete", "throw", "try",
                ]
                .contains(&&*token.text)
                    || of_class())
        })
    }
}

/// Whether a variable of a type, or what it leads to, is a number.
fn is_number(known: &Declarations, ty: &Type) -> bool {
    let mut ty = known.resolve(ty);
    while let Type::Array { element: inner, .. } | Type::Pointer { to: inner, .. } = ty {
        if is_reference(ty) {
            return false;
        }
        ty = known.resolve(inner);
    }
    match ty {
        Type::Base(base) => matches!(
            base.kind,
            BaseKind::Integer { .. } | BaseKind::Floating | BaseKind::Complex
        ),
        _ => true,
    }
}

fn is_reference(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Pointer {
            is_reference: true,
            ..
        }
    )
}

/// Whether all fields of an object are numbers, or lead to numbers.
fn has_numbers(known: &Declarations, ty: &Type) -> bool {
    let mut ty = known.resolve(ty);
    while let Type::Array { element: inner, .. } | Type::Pointer { to: inner, .. } = ty {
        ty = known.resolve(inner);
    }
    let Type::Base(base) = ty else { return false };
    let record = known.records.iter().find(|one| one.name == base.name);
    record.is_some_and(|one| one.fields.iter().all(|one| is_number(known, &one.ty)))
}

/// Where the declaration begins that a body belongs to.
fn beginning(tokens: &[Token], body: usize) -> usize {
    let ends = |token: &Token| [";", "}"].iter().any(|text| token.is_punct(text));
    let before = tokens.get(..body).unwrap_or(&[]);
    before.iter().rposition(ends).map_or(0, |at| at + 1)
}

/// A place, what is there, and what to do about it.
type Found = (Span, String, &'static str);

struct Finder<'u> {
    unit: &'u Unit,
    region: &'u Region,
    /// From the type of the region's function to the end of its body.
    function: std::ops::Range<usize>,
    /// Where its body begins.
    body: usize,
    /// The names in the region.
    used: BTreeSet<&'u Text>,
    /// Whether all that is declared of a function takes values.
    by_value: BTreeMap<&'u Text, bool>,
}

impl<'u> Finder<'u> {
    fn new(unit: &'u Unit, region: &'u Region) -> Finder<'u> {
        let own = region.tokens.range();
        let body = region.function.as_ref().and_then(|one| one.body);
        let body = body.map_or(own.clone(), |body| body.range());
        let words = unit.tokens.get(own).unwrap_or(&[]).iter();
        let words = words.filter(|one| one.kind == TokenKind::Ident);
        let mut finder = Finder {
            unit,
            region,
            function: beginning(&unit.tokens, body.start)..body.end,
            body: body.start,
            used: words.map(|one| &one.text).collect(),
            by_value: BTreeMap::new(),
        };
        finder.find_functions();
        finder
    }

    fn at(&self, at: usize) -> Option<&'u Token> {
        self.unit.tokens.get(at)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.at(at).is_some_and(|one| one.is_punct(text))
    }

    /// The bracket that closes the one at a place, or the end.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for (at, token) in self.unit.tokens.iter().enumerate().skip(open) {
            if token.is_punct("(") {
                depth += 1;
            } else if token.is_punct(")") {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
        }
        self.unit.tokens.len()
    }

    /// All declarations of functions, by whether they take references.
    fn find_functions(&mut self) {
        for at in 1..self.unit.tokens.len() {
            let Some(name) = self.at(at - 1).filter(|one| one.kind == TokenKind::Ident) else {
                continue;
            };
            if !self.is(at, "(") || !follows_type(&self.unit.tokens, at - 1, &[";", "{", "}"]) {
                continue;
            }
            let end = self.closing(at);
            let mut list = self.unit.tokens[at..end.max(at)].iter();
            let by_value = !list.any(|one| one.is_punct("&") || one.is_punct("&&"));
            let known = self.by_value.entry(&name.text).or_insert(true);
            *known &= by_value;
        }
    }

    /// A reference that the region uses, or to something that it uses.
    fn declared(&self) -> Option<Found> {
        let mut depth = 0usize;
        for at in 0..self.unit.tokens.len() {
            if self.is(at, "{") {
                depth += 1;
            } else if self.is(at, "}") {
                depth = depth.saturating_sub(1);
            }
            let is_inside = self.function.contains(&at);
            if !(self.is(at, "&") || self.is(at, "&&")) || !(is_inside || depth == 0) {
                continue;
            }
            let token = self.at(at)?;
            let is_subscript = at
                .checked_sub(2)
                .and_then(|at| self.at(at))
                .is_some_and(|one| {
                    one.kind == TokenKind::Ident || one.is_punct("]") || one.is_punct(")")
                });
            if is_inside && at > 0 && self.is(at - 1, "[") && !is_subscript {
                let what = "a function that captures variables by reference";
                return Some((token.span(), what.into(), "write it out of the function"));
            }
            let Some(name) = self.at(at + 1).filter(|one| one.kind == TokenKind::Ident) else {
                continue;
            };
            let help = "use a variable or a pointer in its place";
            let is_parameter = is_inside && at < self.body;
            if is_parameter && self.used.contains(&name.text) {
                let what = format!("`{}`, which is a reference of C++,", name.text);
                return Some((token.span(), what, help));
            }
            let begins: &[&str] = match () {
                () if self.is(at + 2, "=") || self.is(at + 2, ":") || self.is(at + 2, "{") => {
                    &[";", "{", "}", "("]
                }
                () if self.is(at + 2, "(") => &[";", "{", "}"],
                () => continue,
            };
            if is_parameter || !follows_type(&self.unit.tokens, at, begins) {
                continue;
            }
            let rest = self.unit.tokens[at + 1..].iter();
            let rest = rest.take_while(|one| !one.is_punct(";"));
            let mut names = rest.filter(|one| one.kind == TokenKind::Ident);
            if let Some(used) = names.find(|one| self.used.contains(&one.text)) {
                let what = match used.text == name.text {
                    true => format!("`{}`, which is a reference of C++,", name.text),
                    false => format!(
                        "`{}`, which may have another name, the reference `{}`,",
                        used.text, name.text
                    ),
                };
                return Some((token.span(), what, help));
            }
        }
        None
    }

    /// A call that may take something by reference.
    fn called(&self) -> Option<Found> {
        let region = self.region.tokens.range();
        for at in self.body + 1..self.function.end {
            let name = self.at(at - 1)?;
            if !self.is(at, "(")
                || name.kind != TokenKind::Ident
                || NO_CALLS.contains(&&*name.text)
                || self.takes_values(at - 1)
            {
                continue;
            }
            let is_inside = region.contains(&at);
            let arguments = &self.unit.tokens[at + 1..self.closing(at).max(at + 1)];
            let mut names = arguments.iter().filter(|one| one.kind == TokenKind::Ident);
            let found = match is_inside {
                true => Some(name),
                false if follows_type(&self.unit.tokens, at - 1, &[";", "{", "}"]) => None,
                false => names.find(|one| self.matters(&one.text)),
            };
            if let Some(found) = found {
                let what = match is_inside {
                    true => format!("`{}`, which may take references,", name.text),
                    false => format!(
                        "`{}`, which `{}` may take by reference,",
                        found.text, name.text
                    ),
                };
                let help = "declare the function with parameters that are values or pointers";
                return Some((name.place.outermost(), what, help));
            }
        }
        None
    }

    /// An object of a class that is used as a whole, or a class: operators and constructors may do
    /// anything.
    fn object(&self) -> Option<Found> {
        let known = &self.unit.declarations;
        let is_class = |name: &str| {
            let named = known.typedefs.get(name);
            named.is_some_and(|ty| !is_number(known, ty))
        };
        for at in self.region.tokens.range() {
            let token = self.at(at).filter(|one| one.kind == TokenKind::Ident);
            let Some(token) = token else { continue };
            let is_field = at > 0 && (self.is(at - 1, ".") || self.is(at - 1, "->"));
            let help = "use its fields one by one";
            if is_field {
                continue;
            }
            if is_class(&token.text) {
                let what = format!("the class `{}` of C++", token.text);
                return Some((token.place.outermost(), what, help));
            }
            let Some(symbol) = self.region.symbol(&token.text) else {
                continue;
            };
            let is_plain = is_number(known, &symbol.ty)
                || has_numbers(known, &symbol.ty) && self.is_part(at + 1);
            if !is_plain {
                let what = format!("`{}`, which is of a class of C++,", token.text);
                return Some((token.place.outermost(), what, help));
            }
        }
        None
    }

    /// Whether a field is named at a place, behind subscripts.
    fn is_part(&self, mut at: usize) -> bool {
        while self.is(at, "[") {
            let mut depth = 0usize;
            while let Some(token) = self.at(at) {
                at += 1;
                if token.is_punct("[") {
                    depth += 1;
                } else if token.is_punct("]") {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
            }
        }
        self.is(at, ".") || self.is(at, "->")
    }

    /// Whether a function of this name takes values, as far as can be seen.
    fn takes_values(&self, at: usize) -> bool {
        let Some(name) = self.at(at).map(|one| &one.text) else {
            return false;
        };
        let before = |text: &str| at > 0 && self.is(at - 1, text);
        if before("::") && at > 1 && self.at(at - 2).is_some_and(|one| one.is_word("std")) {
            return !KEEPING.contains(&&**name);
        }
        if before(".") || before("->") || before("::") {
            return false;
        }
        let of_library = || {
            is_of_library(name)
                || library::COMMON.contains(&&**name)
                || ["mem", "omp_", "lw_"]
                    .iter()
                    .any(|start| name.starts_with(start))
                || name.contains("alloc")
        };
        match self.by_value.get(name) {
            Some(by_value) => *by_value,
            None => of_library() || self.unit.declarations.typedefs.contains_key(name),
        }
    }

    /// Whether a change of a variable before the region would make the model another one, or its
    /// value counts behind it.
    fn matters(&self, name: &Text) -> bool {
        if !self.used.contains(name) {
            return false;
        }
        let known = self.region.known.iter().any(|one| one.name == *name);
        let symbol = self.region.symbol(name);
        let resolved = symbol.map(|one| self.unit.declarations.resolve(&one.ty));
        let asserted = self.region.assertions.iter().any(|one| {
            let mut is_in = false;
            one.condition
                .walk(&mut |inner| is_in |= inner.as_name() == Some(name));
            is_in
        });
        known || asserted || matches!(resolved, Some(Type::Pointer { .. })) || self.is_changed(name)
    }

    /// Whether the region gives a variable a value.
    fn is_changed(&self, name: &Text) -> bool {
        let mut places = self.region.tokens.range();
        places.any(|at| {
            let is_it = self.at(at).is_some_and(|one| one.text == *name);
            let assigns = |one: &Token| {
                let text = &*one.text;
                let compares = ["==", "<=", ">=", "!="].contains(&text);
                one.kind == TokenKind::Punct
                    && (text.ends_with('=') && !compares || ["++", "--"].contains(&text))
            };
            is_it
                && (self.at(at + 1).is_some_and(assigns)
                    || at > 0
                        && self
                            .at(at - 1)
                            .is_some_and(|one| ["++", "--"].contains(&&*one.text)))
        })
    }
}

/// Whether what stands before a place since the last of these brackets and semicolons may be a
/// type: it has a name, and no operators but those of types.
fn follows_type(tokens: &[Token], at: usize, begins: &[&str]) -> bool {
    let mut has_name = false;
    for token in tokens[..at].iter().rev() {
        let is_word = token.kind == TokenKind::Ident;
        if begins.iter().any(|text| token.is_punct(text)) || token.kind == TokenKind::Pragma {
            break;
        }
        if is_word
            && ["return", "else", "do", "case", "throw"]
                .iter()
                .any(|word| token.is_word(word))
        {
            return false;
        }
        has_name |= is_word;
        let is_part = ["::", "<", ">", ",", "*", "&", "&&"];
        if !is_word
            && token.kind != TokenKind::Int
            && !is_part.iter().any(|text| token.is_punct(text))
        {
            return false;
        }
    }
    has_name
}
