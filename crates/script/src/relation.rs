//! Maps and sets in braces: read with names and constants of the script, made by `presburger`.
//!
//! The notation is isl's with three liberties that Loopy and Mappings take: `/` is division
//! rounded down (as are `[i/32]` and `i div 32`), a name in the first tuple is always a new
//! variable, and parameters need no declaration. Names of the tuples are replaced by names that
//! occur nowhere else, so that a counter may be called as a parameter is.

use crate::codes;
use crate::lexer::{Token, TokenKind};
use crate::linear::Linear;
use crate::suggest::suggest;
use crate::syntax::Braces;
use presburger::{Map, Set};
use scop::{Diagnostic, Span};
use std::collections::BTreeMap;

/// How deep brackets may nest in braces.
const MAX_DEPTH: usize = 60;

type Read<T> = Result<T, Box<Diagnostic>>;

/// Braces with the constants that were known where they stood.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub braces: Braces,
    pub constants: BTreeMap<String, i64>,
}

/// A map that has been read.
#[derive(Clone, Debug)]
pub(crate) struct ReadMap {
    pub map: Map,
    /// The names of the output tuple that the map itself introduces: `i1` in
    /// `{ [i] -> [i1] : i1 = [i/32] }`.
    pub outputs: Vec<Option<String>>,
}

impl Relation {
    /// As a map between tuples of any length.
    pub fn map(&self, parameters: &[String]) -> Read<ReadMap> {
        let (parts, header) = self.parts(parameters, true).map_err(advised)?;
        let outputs = parts.first().map(|part| part.outputs.clone());
        let text: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let text = format!("{header}{{ {} }}", text.join("; "));
        let map: Map = text.parse().map_err(|error| self.refused(error))?;
        Ok(ReadMap {
            map,
            outputs: outputs.unwrap_or_default(),
        })
    }

    /// As a set.
    pub fn set(&self, parameters: &[String]) -> Read<Set> {
        let (parts, header) = self.parts(parameters, false).map_err(advised)?;
        let text: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let text = format!("{header}{{ {} }}", text.join("; "));
        text.parse().map_err(|error| self.refused(error))
    }

    fn parts(&self, parameters: &[String], is_map: bool) -> Read<(Vec<Disjunct>, String)> {
        let mut prefix = String::from("v");
        while parameters.iter().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        let mut reader = Reader {
            tokens: &self.braces.tokens,
            end: self.braces.span,
            at: 0,
            depth: 0,
            constants: &self.constants,
            parameters,
            prefix,
            bound: Vec::new(),
            n_bound: 0,
        };
        let mut parts: Vec<Disjunct> = Vec::new();
        loop {
            let part = reader.disjunct(is_map)?;
            if let Some(first) = parts.first()
                && (first.n_in, first.n_out) != (part.n_in, part.n_out)
            {
                let message = "the pieces of this relation have tuples of different lengths";
                let error = Diagnostic::error(codes::WRONG_DIMENSIONS, message, self.braces.span);
                return Err(Box::new(
                    error.help("give all pieces the same number of entries"),
                ));
            }
            parts.push(part);
            if !reader.eat(";") {
                break;
            }
            if reader.token().is_none() {
                break;
            }
        }
        if reader.token().is_some() {
            return Err(reader.expected("`;` or `}`"));
        }
        let header = match parameters.is_empty() {
            true => String::new(),
            false => format!("[{}] -> ", parameters.join(", ")),
        };
        Ok((parts, header))
    }

    fn refused(&self, error: presburger::Error) -> Box<Diagnostic> {
        let message = match &error {
            presburger::Error::Parse(error) => error.message.clone(),
            error => error.to_string(),
        };
        let span = self.braces.span;
        Box::new(
            Diagnostic::error(codes::EXPECTED, "not a valid map or set", span)
                .label(span, message)
                .help(FORM),
        )
    }
}

const FORM: &str = "write a map as `{ [i, j] -> [j, i] : i < j }`, a set as `{ [i, j] : i < j }`";

/// The error with general advice, if it has none of its own.
fn advised(mut error: Box<Diagnostic>) -> Box<Diagnostic> {
    if error.help.is_empty() {
        error.help.push(FORM.into());
    }
    error
}

/// One of the relations between semicolons.
struct Disjunct {
    text: String,
    n_in: usize,
    n_out: usize,
    outputs: Vec<Option<String>>,
}

struct Reader<'a> {
    tokens: &'a [Token],
    end: Span,
    at: usize,
    depth: usize,
    constants: &'a BTreeMap<String, i64>,
    parameters: &'a [String],
    prefix: String,
    /// Names in scope and what they are called in the text for `presburger`.
    bound: Vec<(String, String)>,
    n_bound: usize,
}

const LOGIC: &[&str] = &["and", "or", "not", "exists", "implies", "true", "false"];
const COMPARISONS: &[&str] = &["<=", ">=", "!=", "=", "<", ">"];

impl<'a> Reader<'a> {
    fn token(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn is(&self, sign: &str) -> bool {
        self.token().is_some_and(|token| token.is(sign))
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn word(&self) -> Option<&'a str> {
        match self.token().map(|token| &token.kind) {
            Some(TokenKind::Name(name)) => Some(name),
            _ => None,
        }
    }

    fn span(&self) -> Span {
        self.token().map_or_else(
            || Span {
                start: self.end.end.saturating_sub(1),
                ..self.end
            },
            |token| token.span,
        )
    }

    fn expected(&self, what: &str) -> Box<Diagnostic> {
        let found = self
            .token()
            .map_or_else(|| "`}`".into(), |token| token.describe());
        let message = format!("expected {what}, found {found}");
        let span = self.span();
        Box::new(
            Diagnostic::error(codes::EXPECTED, message, span)
                .label(span, format!("expected {what}")),
        )
    }

    fn expect(&mut self, sign: &str) -> Read<()> {
        match self.eat(sign) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{sign}`"))),
        }
    }

    fn bind(&mut self, name: &str) -> String {
        let made = format!("{}{}", self.prefix, self.n_bound);
        self.n_bound += 1;
        self.bound.push((name.into(), made.clone()));
        made
    }

    fn find(&self, name: &str) -> Option<&str> {
        let found = self.bound.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, made)| made.as_str())
    }

    fn disjunct(&mut self, is_map: bool) -> Read<Disjunct> {
        self.bound.clear();
        let (mut text, n_in) = self.first_tuple()?;
        let mut outputs = Vec::new();
        let mut fresh = Vec::new();
        if is_map {
            if !self.eat("->") {
                let error = self.expected("`->`");
                return Err(Box::new(
                    error.help("a map gives iterations new places: `{ [i, j] -> [j, i] }`"),
                ));
            }
            let (range, names, introduced) = self.second_tuple()?;
            text += " -> ";
            text += &range;
            outputs = names;
            fresh = introduced;
        } else if self.is("->") {
            let error = self.expected("`:`");
            return Err(Box::new(
                error.help("a set selects iterations: `{ [i, j] : i < j }`"),
            ));
        }
        let from = self.at;
        // Mappings writes `|` for isl's `:`.
        if self.eat(":") || self.eat("|") {
            text += " : ";
            text += &self.formula()?;
        }
        for (name, span) in &fresh {
            let used = self.tokens.get(from..self.at).unwrap_or(&[]);
            if !used.iter().any(|token| token.is_word(name)) {
                return Err(self.unknown(name, *span));
            }
        }
        Ok(Disjunct {
            text,
            n_in,
            n_out: outputs.len(),
            outputs,
        })
    }

    /// `[i, j, 0]`: a name is a new variable.
    fn first_tuple(&mut self) -> Read<(String, usize)> {
        self.tuple_name();
        self.open_tuple()?;
        let mut entries = Vec::new();
        while !self.eat("]") {
            if !entries.is_empty() {
                self.expect(",")?;
            }
            let name = self.single_name();
            let is_new = name.is_some_and(|name| self.find(name).is_none());
            match name {
                Some(name) if is_new => {
                    self.at += 1;
                    entries.push(self.bind(name));
                }
                _ => entries.push(self.sum()?.to_string()),
            }
        }
        Ok((format!("[{}]", entries.join(", ")), entries.len()))
    }

    /// The output of a map: an unknown name is a new variable that the formula must speak of.
    #[allow(clippy::type_complexity)]
    fn second_tuple(&mut self) -> Read<(String, Vec<Option<String>>, Vec<(String, Span)>)> {
        self.tuple_name();
        self.open_tuple()?;
        let mut entries: Vec<String> = Vec::new();
        let (mut names, mut fresh) = (Vec::new(), Vec::new());
        while !self.eat("]") {
            if !entries.is_empty() {
                self.expect(",")?;
            }
            let name = self.single_name().filter(|name| !self.is_known(name));
            match name {
                Some(name) => {
                    fresh.push((name.to_string(), self.span()));
                    self.at += 1;
                    entries.push(self.bind(name));
                    names.push(Some(name.to_string()));
                }
                None => {
                    entries.push(self.sum()?.to_string());
                    names.push(None);
                }
            }
        }
        Ok((format!("[{}]", entries.join(", ")), names, fresh))
    }

    /// `S[i]`: the name in front of a tuple says nothing new.
    fn tuple_name(&mut self) {
        let follows = self.tokens.get(self.at + 1);
        if self.word().is_some() && follows.is_some_and(|token| token.is("[")) {
            self.at += 1;
        }
    }

    fn open_tuple(&mut self) -> Read<()> {
        match self.eat("[") {
            true => Ok(()),
            false => {
                let error = self.expected("`[`");
                Err(Box::new(
                    error.help("write tuples in brackets: `{ [i, j] -> [j, i] }`"),
                ))
            }
        }
    }

    /// The name that makes up an entry of a tuple.
    fn single_name(&self) -> Option<&'a str> {
        let next = self.tokens.get(self.at + 1)?;
        let name = self.word()?;
        (next.is(",") || next.is("]")).then_some(name)
    }

    fn is_known(&self, name: &str) -> bool {
        self.find(name).is_some()
            || self.constants.contains_key(name)
            || self.parameters.iter().any(|known| known == name)
    }

    /// Conditions: what is not an expression is passed on as it is.
    fn formula(&mut self) -> Read<String> {
        let mut text = String::new();
        let mut open = 0;
        while let Some(token) = self.token() {
            let span = token.span;
            match &token.kind {
                TokenKind::Sign(";") if open == 0 => break,
                TokenKind::Sign(sign) if COMPARISONS.contains(sign) || *sign == "," => {
                    self.at += 1;
                    text += sign;
                }
                TokenKind::Sign("(") if self.opens_condition() => {
                    self.at += 1;
                    open += 1;
                    text.push('(');
                }
                TokenKind::Sign(")") if open > 0 => {
                    self.at += 1;
                    open -= 1;
                    text.push(')');
                }
                TokenKind::Name(word) if word == "exists" => {
                    self.at += 1;
                    text += "exists ";
                    if self.eat("(") {
                        open += 1;
                        text.push('(');
                    }
                    text += &self.bound_names()?;
                }
                TokenKind::Name(word) if LOGIC.contains(&word.as_str()) => {
                    self.at += 1;
                    text += word;
                }
                TokenKind::Sign("->" | ":" | "}" | "{" | "]" | "." | ")" | "|") => {
                    let error = Diagnostic::error(
                        codes::EXPECTED,
                        format!("expected a condition, found {}", token.describe()),
                        span,
                    );
                    return Err(Box::new(error.help(
                        "join comparisons with `and`, `or` and `not`: `i < N and i % 2 = 0`",
                    )));
                }
                _ => text += &self.sum()?.to_string(),
            }
            text.push(' ');
        }
        Ok(text)
    }

    /// `a, b = floor(i/2) :` after `exists`.
    fn bound_names(&mut self) -> Read<String> {
        let mut names = Vec::new();
        loop {
            let Some(name) = self.word() else {
                return Err(self.expected("a name"));
            };
            self.at += 1;
            let value = match self.eat("=") {
                true => Some(self.sum()?.to_string()),
                false => None,
            };
            let made = self.bind(name);
            names.push(match value {
                Some(value) => format!("{made} = {value}"),
                None => made,
            });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(":")?;
        Ok(format!("{} :", names.join(", ")))
    }

    /// Whether the parenthesis here has a condition in it and not an expression.
    fn opens_condition(&self) -> bool {
        let mut depth = 0;
        for token in self.tokens.get(self.at..).unwrap_or(&[]) {
            match &token.kind {
                TokenKind::Sign("(") => depth += 1,
                TokenKind::Sign(")") => {
                    depth -= 1;
                    if depth == 0 {
                        return false;
                    }
                }
                TokenKind::Sign(sign) if COMPARISONS.contains(sign) => return true,
                TokenKind::Name(word) if LOGIC.contains(&word.as_str()) => return true,
                _ => {}
            }
        }
        false
    }

    fn sum(&mut self) -> Read<Linear> {
        let start = self.span();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let error = Diagnostic::error(codes::TOO_DEEP, "nesting is too deep", start);
            return Err(Box::new(error.help("use fewer parentheses")));
        }
        let mut left = self.product()?;
        loop {
            let sign = match () {
                _ if self.is("+") => "+",
                _ if self.is("-") => "-",
                _ => break,
            };
            self.at += 1;
            let right = self.product()?;
            left = Linear::binary(sign, left, right, start.to(self.last_span()))?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn last_span(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(self.end, |token| token.span)
    }

    fn product(&mut self) -> Read<Linear> {
        let start = self.span();
        let mut left = self.unary()?;
        loop {
            let sign = match self.token() {
                Some(token) if token.is("*") => "*",
                Some(token) if token.is("/") || token.is_word("div") => "/",
                Some(token) if token.is("%") || token.is_word("mod") => "%",
                // `2i` and `64((k-1) div 64)`.
                Some(token) if left.value().is_some() && self.is_factor(token) => {
                    let right = self.unary()?;
                    left = Linear::binary("*", left, right, start.to(self.last_span()))?;
                    continue;
                }
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.unary()?;
            left = Linear::binary(sign, left, right, start.to(self.last_span()))?;
        }
    }

    fn is_factor(&self, token: &Token) -> bool {
        match &token.kind {
            TokenKind::Sign("(") => !self.opens_condition(),
            TokenKind::Name(word) => !LOGIC.contains(&word.as_str()),
            _ => false,
        }
    }

    fn unary(&mut self) -> Read<Linear> {
        let start = self.span();
        let mut negative = false;
        while self.is("-") || self.is("+") {
            negative ^= self.is("-");
            self.at += 1;
        }
        let value = self.primary()?;
        match negative {
            true => value.negate(start.to(self.last_span())),
            false => Ok(value),
        }
    }

    fn primary(&mut self) -> Read<Linear> {
        let span = self.span();
        let Some(token) = self.token() else {
            return Err(self.expected("an expression"));
        };
        match &token.kind {
            TokenKind::Number(number) => {
                self.at += 1;
                Ok(Linear::constant(*number))
            }
            TokenKind::Sign("(") => {
                self.at += 1;
                let inner = self.sum()?;
                self.expect(")")?;
                Ok(inner)
            }
            // `[i/32]`: division is rounded down anyway.
            TokenKind::Sign("[") => {
                self.at += 1;
                let inner = self.sum()?;
                self.expect("]")?;
                Ok(inner)
            }
            TokenKind::Name(name) => {
                self.at += 1;
                if self.is("(") {
                    return self.function(name, span);
                }
                if let Some(made) = self.find(name) {
                    return Ok(Linear::variable(made));
                }
                if let Some(value) = self.constants.get(name) {
                    return Ok(Linear::constant(*value));
                }
                if self.parameters.contains(name) {
                    return Ok(Linear::variable(name));
                }
                Err(self.unknown(name, span))
            }
            _ => Err(self.expected("an expression")),
        }
    }

    fn function(&mut self, name: &str, span: Span) -> Read<Linear> {
        self.expect("(")?;
        let first = self.sum()?;
        let value = match name {
            "floor" => first,
            "floord" => {
                self.expect(",")?;
                let second = self.sum()?;
                Linear::binary("/", first, second, span.to(self.last_span()))?
            }
            _ => {
                let message = format!("`{name}` is not affine");
                let error = Diagnostic::error(codes::NOT_AFFINE, message, span);
                return Err(Box::new(error.label(span, "not affine").help(
                    "only `floor(e/d)` and `floord(e, d)` can be called in a map; write `min` \
                     and `max` as cases: `{ [i] -> [i] : i < N; [i] -> [N] : i >= N }`",
                )));
            }
        };
        self.expect(")")?;
        Ok(value)
    }

    fn unknown(&self, name: &str, span: Span) -> Box<Diagnostic> {
        // A new name of the second tuple is bound, but it is the one that is not known.
        let bound = self.bound.iter().map(|(name, _)| name.as_str());
        let known = bound.filter(|bound| *bound != name);
        let known = known.chain(self.constants.keys().map(String::as_str));
        let known: Vec<&str> = known
            .chain(self.parameters.iter().map(String::as_str))
            .collect();
        let message = format!("unknown name `{name}` in this map or set");
        let error = Diagnostic::error(codes::UNKNOWN_NAME, message, span);
        Box::new(
            error
                .label(span, "not a variable, constant or parameter")
                .help(suggest(name, &known, "the names here")),
        )
    }
}
