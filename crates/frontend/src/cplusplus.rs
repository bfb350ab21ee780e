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
use crate::codes;
use crate::declarations::{Declarations, Function};
use crate::parse::is_keyword;
use crate::regions::Region;
use crate::syntax::{BaseKind, Type};
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

/// A place, what is there, and what to do about it.
type Found = (Span, String, &'static str);

struct Judge<'u> {
    unit: &'u Unit,
    /// From the type of the function to its body, and the body.
    head: Range<usize>,
    body: Range<usize>,
    /// The variables of numbers that are declared in the function.
    own: BTreeSet<&'u Text>,
    /// Names that are declared as something else.
    odd: BTreeSet<&'u Text>,
    /// Whether all that is declared of a function takes values.
    by_value: BTreeMap<&'u Text, bool>,
}

impl<'u> Judge<'u> {
    fn new(unit: &'u Unit, function: Option<&Function>) -> Judge<'u> {
        let body = function.and_then(|one| one.body);
        let body = body.map_or(0..0, |body| body.range());
        let mut judge = Judge {
            unit,
            head: beginning(&unit.tokens, body.start)..body.start,
            body,
            own: BTreeSet::new(),
            odd: BTreeSet::new(),
            by_value: BTreeMap::new(),
        };
        judge.find_functions();
        judge.find_variables();
        judge
    }

    fn at(&self, at: usize) -> Option<&'u Token> {
        self.unit.tokens.get(at)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        { self.at(at) }.is_some_and(|one| one.is_punct(text) || one.is_word(text))
    }

    fn follows(&self, at: usize, texts: &[&str]) -> bool {
        at > 0 && texts.iter().any(|text| self.is(at - 1, text))
    }

    fn name(&self, at: usize) -> Option<&'u Text> {
        let token = self.at(at).filter(|one| one.kind == TokenKind::Ident);
        token.map(|one| &one.text)
    }

    fn beyond_c(&self, region: &Region) -> Option<Found> {
        let first = self.at(region.tokens.range().start)?.place.outermost();
        let help = "put the loops into a function of C, with arrays and numbers as parameters";
        if self.head.clone().any(|at| self.is(at, "template")) {
            return Some((first, "a region in a template".into(), help));
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
        let mut around: Vec<bool> = Vec::new();
        for at in 0..self.head.start {
            if self.is(at, "{") {
                let before = at.checked_sub(1).and_then(|at| self.at(at));
                let is_named = |at: Option<usize>| at.is_some_and(|at| self.is(at, "namespace"));
                let is_space = is_named(at.checked_sub(1)) || is_named(at.checked_sub(2));
                let is_linkage = before.is_some_and(|one| one.kind == TokenKind::Str);
                around.push(is_space || is_linkage);
            } else if self.is(at, "}") {
                around.pop();
            }
        }
        let opens = self.head.clone().find(|at| self.is(*at, "("));
        let name = opens.and_then(|at| at.checked_sub(1));
        around.contains(&false) || name.is_some_and(|name| self.follows(name, &["::"]))
    }

    /// The statements, and the heads of statements, of the function around a region; those of its
    /// parameters too.
    fn statements(&self, region: &Region) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut start = self.head.start;
        let all = self.head.start..self.body.end;
        for at in all.clone() {
            let in_head = self.head.contains(&at) && (self.is(at, "(") || self.is(at, ","));
            let is_end = in_head || [";", "{", "}"].iter().any(|text| self.is(at, text));
            // What stands in braces is of the statement: `V v = { t };`
            let is_list = self.is(at, "{") && self.follows(at, &["=", "]"])
                || self.is(at, "{")
                    && at > 0
                    && self.name(at - 1).is_some_and(|one| !is_keyword(one));
            if is_end && !is_list {
                found.push(start..at);
                start = at + 1;
            }
        }
        found.push(start..all.end.max(start));
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
                let is_value = one.kind == TokenKind::Ident && !is_keyword(&one.text);
                is_value || one.is_punct("]") || one.is_punct(")")
            });
            let what = match &*token.text {
                "::" => "`::`".into(),
                "&" | "&&" if self.is_reference(at) => "a reference".into(),
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
        if self.odd.contains(name) {
            return false;
        }
        if self.follows(at, &["struct", "union", "enum"]) {
            return self.is_of_numbers(name);
        }
        if self.is(at + 1, "(") {
            return self.takes_values(name);
        }
        if self.own.contains(name) {
            return true;
        }
        // Those of classes and namespaces are not told apart by their names.
        if known.constants.contains_key(name) {
            return self.times_defined(name) <= 1;
        }
        if known.typedefs.contains_key(name) {
            return self.is_of_numbers(name) && self.times_defined(name) <= 1;
        }
        let mut globals = known.globals.iter().filter(|one| one.name == *name);
        match (globals.next(), globals.next()) {
            (Some(one), None) => {
                is_plain_type(known, &one.ty) || has_numbers(known, &one.ty) && self.is_part(at + 1)
            }
            // Names of several namespaces.
            (Some(_), Some(_)) => false,
            (None, _) => is_of_library(name) || name.starts_with("lw_"),
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

    /// How often a name is that of a constant of an enumeration, of a constant variable or of a type.
    fn times_defined(&self, name: &Text) -> usize {
        let words = ["typedef", "using", "const", "constexpr", "static"];
        let mut begun = false;
        let mut times = 0;
        for at in 0..self.unit.tokens.len() {
            if [";", "{", "}"].iter().any(|text| self.is(at, text)) {
                begun = false;
            }
            begun |= words.iter().any(|word| self.is(at, word));
            if self.name(at) == Some(name) {
                let ends = [",", "}", "=", ";"]
                    .iter()
                    .any(|text| self.is(at + 1, text));
                let is_constant = self.follows(at, &["{", ","]);
                times += usize::from(ends && (begun || is_constant));
            }
        }
        times
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
        match self.by_value.get(name) {
            Some(by_value) => *by_value,
            None => {
                let starts = ["mem", "omp_", "lw_"];
                is_of_library(name)
                    || starts.iter().any(|start| name.starts_with(start))
                    || name.contains("alloc")
            }
        }
    }

    /// All declarations of functions, by whether they take numbers and pointers, all of them given.
    fn find_functions(&mut self) {
        for at in 2..self.unit.tokens.len() {
            let Some(name) = self.name(at - 1).filter(|_| self.is(at, "(")) else {
                continue;
            };
            let follows_type = { self.name(at - 2) }
                .is_some_and(|one| !["return", "else", "do"].contains(&&**one))
                || [">", "*", "&"].iter().any(|text| self.is(at - 2, text));
            if is_keyword(name) || !follows_type {
                continue;
            }
            let mut by_value = true;
            for index in at..behind_bracket(&self.unit.tokens, at).unwrap_or(at) {
                let is_odd = ["&", "&&", "=", "::", "<", "..."]
                    .iter()
                    .any(|text| self.is(index, text));
                let of_class = |name: &Text| {
                    let ty = self.unit.declarations.typedefs.get(name);
                    ty.is_some_and(|ty| !is_plain_type(&self.unit.declarations, ty))
                };
                by_value &= !is_odd && !self.name(index).is_some_and(of_class);
            }
            *self.by_value.entry(name).or_insert(true) &= by_value;
        }
    }

    /// The variables of the function: what follows the words of a type of numbers.
    fn find_variables(&mut self) {
        let known = &self.unit.declarations;
        let is_type = |name: &Text| {
            let ty = known.typedefs.get(name);
            is_keyword(name) && !NOT_PLAIN.contains(&&**name)
                || ty.is_some_and(|ty| is_plain_type(known, ty))
        };
        let mut of_numbers = false;
        for at in self.head.start..self.body.end {
            let in_head = self.head.contains(&at);
            if [";", "{", "}", "("].iter().any(|text| self.is(at, text))
                || in_head && self.is(at, ",")
            {
                of_numbers = false;
                continue;
            }
            let Some(name) = self.name(at) else { continue };
            let begins =
                self.follows(at, &[";", "{", "}", "("]) || in_head && self.follows(at, &[","]);
            if is_type(name) {
                of_numbers |= begins || self.at(at - 1).is_some_and(|one| is_type(&one.text));
                continue;
            }
            if self.follows(at, &["struct", "union", "enum"]) {
                of_numbers = self.is_of_numbers(name);
                continue;
            }
            let is_declared = self.follows(at, &["*", ","])
                || self
                    .at(at.saturating_sub(1))
                    .is_some_and(|one| is_type(&one.text))
                || self.follows(at.saturating_sub(1), &["struct", "union", "enum"]);
            let ends = ["=", ";", ",", "[", ":", ")"]
                .iter()
                .any(|text| self.is(at + 1, text));
            if of_numbers && is_declared && ends && !self.is(at + 1, "(") {
                self.own.insert(name);
            } else if !of_numbers
                && ends
                && self
                    .name(at.saturating_sub(1))
                    .is_some_and(|one| !is_keyword(one))
            {
                // `V v = …`
                self.odd.insert(name);
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
            let is_changed = || name.is_some_and(|name| self.is_changed(region, name));
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
            || self.is_changed(region, name)
    }

    /// Whether a region gives a variable a value.
    fn is_changed(&self, region: &Region, name: &Text) -> bool {
        let steps = ["++", "--"];
        let assigns = |one: &Token| {
            let text = &*one.text;
            let compares = ["==", "<=", ">=", "!="].contains(&text);
            one.kind == TokenKind::Punct && text.ends_with('=') && !compares
        };
        let mut places = region.tokens.range();
        places.any(|at| {
            self.name(at) == Some(name)
                && (self.at(at + 1).is_some_and(assigns)
                    || steps.iter().any(|step| self.is(at + 1, step))
                    || self.follows(at, &steps))
        })
    }
}

/// Whether a type is that of numbers, or of memory or structures of numbers.
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
