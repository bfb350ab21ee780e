//! The bodies of the functions that a region calls, in the place of the calls.
//!
//! Each call of a function whose body is in the text gets a copy of that body in which names mean
//! what they mean to the caller ([`instance`]): the function's own variables have names that no C
//! program has, a parameter that is a pointer is replaced by the argument. So the rest of the
//! lowering reads a body as if it stood in the region:
//!
//! ```c
//! void clear(double *row, int m) { for (int j = 0; j < m; j++) row[j] = 0; }
//! clear(A[i], n);      // { m# = n; for (int j# = 0; j# < m#; j#++) A[i][j#] = 0; }
//! ```
//!
//! The body must be the one that runs: one that the linker may replace is not looked at
//! ([`attributes`]).

mod attributes;
mod instance;

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use scop::Span;

use crate::Unit;
use crate::counting::as_for_loops;
use crate::declarations::Function;
use crate::parse::{Parser, is_keyword};
use crate::regions::Region;
use crate::syntax::{Declarator, Expr, ExprKind, Stmt, StmtKind};
use crate::token::{Text, Token, TokenKind};
use attributes::Attributes;
use instance::Instance;

/// Calls in bodies are followed this deep.
const MAX_DEPTH: usize = 8;

/// The most tokens that all copies of bodies have together.
const MAX_TOKENS: usize = 20_000;

/// What keeps the body of a function from being looked at.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    /// Where in the function it is; nothing if it is about the function as a whole.
    pub span: Option<Span>,
    pub why: String,
    /// What the user could promise, of a function that this one calls.
    pub promise: Option<String>,
}

impl Obstacle {
    pub(super) fn whole(why: impl Into<String>) -> Obstacle {
        Obstacle {
            span: None,
            why: why.into(),
            promise: None,
        }
    }

    pub(super) fn at(span: Span, why: impl Into<String>) -> Obstacle {
        Obstacle {
            span: Some(span),
            ..Obstacle::whole(why)
        }
    }
}

/// How an argument gets into a body.
#[derive(Clone, Debug)]
pub(super) enum Passed {
    /// As the value of a variable of the function.
    Value(Declarator),
    /// The body has the argument itself where the function has the parameter.
    InPlace(Declarator),
}

/// A body in the place of a call.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    /// One for each argument.
    pub passed: Vec<Passed>,
    /// Numbers that nothing is known of.
    pub unknown: Vec<Declarator>,
    /// What pointers of the function are set to, in whose place the body has it.
    pub pointers: Vec<(Expr, Declarator)>,
    pub body: Stmt,
    /// Variables of others that the body names, calls in it left out.
    pub globals: BTreeSet<Text>,
    /// What the call is worth if all that the function does is to return it.
    pub value: Option<Expr>,
    /// The body only describes what the function may do.
    pub is_summary: bool,
}

impl Callee {
    /// Whether it can reach memory of its caller.
    pub(super) fn takes_addresses(&self) -> bool {
        let mut passed = self.passed.iter();
        passed.any(|one| matches!(one, Passed::InPlace(_)))
    }
}

/// The bodies for all calls in a region.
#[derive(Default)]
pub(super) struct Callees {
    /// By the place of the call in memory: the trees do not move.
    found: FxHashMap<*const Expr, Result<usize, Obstacle>>,
    /// Each in memory of its own, so that the calls in them do not move, either.
    bodies: Vec<Rc<Callee>>,
    /// Functions whose body need not be the one that runs.
    attributes: Attributes,
    /// Functions that are defined inside of the function around the region.
    nested: BTreeSet<Text>,
    /// Types and constants that functions of the program define for themselves.
    own_types: BTreeSet<Text>,
}

impl Callees {
    /// Those of a region.
    pub(super) fn of(unit: &Unit, region: &Region) -> Callees {
        let mut calls = Vec::new();
        for statement in &region.statements {
            calls_in(statement, &mut calls);
        }
        let mut callees = Callees::default();
        if !calls.is_empty() {
            callees.attributes = Attributes::of(unit);
            let body = region.function.as_ref().and_then(|one| one.body);
            let tokens = body.and_then(|body| unit.tokens.get(body.range()));
            callees.nested = nested_functions(tokens.unwrap_or_default());
            callees.own_types = own_types(unit);
        }
        let mut left = MAX_TOKENS;
        let around = region.function.as_ref().map(|one| one.name.clone());
        let chain: Vec<Text> = around.into_iter().collect();
        for call in calls {
            callees.follow(unit, call, &chain, &mut left);
        }
        callees
    }

    /// The body for a call; nothing if it is not one of a function with a body.
    pub(super) fn get(&self, call: &Expr) -> Option<Result<&Callee, &Obstacle>> {
        let found = self.found.get(&std::ptr::from_ref(call))?;
        Some(match found {
            Ok(index) => Ok(&*self.bodies[*index]),
            Err(obstacle) => Err(obstacle),
        })
    }

    /// All bodies.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &Callee> {
        self.bodies.iter().map(|one| &**one)
    }

    /// Why the body of a function need not be all that runs.
    pub(super) fn replaceable(&self, name: &str) -> Option<&str> {
        if self.nested.contains(name) {
            return Some("another function of that name is defined in this one");
        }
        self.attributes.replaceable(name)
    }

    /// Whether a body names this variable of others.
    pub(super) fn names_global(&self, name: &str) -> bool {
        self.bodies().any(|one| one.globals.contains(name))
    }

    fn follow(&mut self, unit: &Unit, call: &Expr, chain: &[Text], left: &mut usize) {
        let ExprKind::Call(callee, arguments) = &call.kind else {
            return;
        };
        let Some(name) = callee.as_name() else {
            return;
        };
        // What describes a function need not be what it does.
        let summary = self.attributes.summary(name);
        let Some(function) = unit.declarations.function(summary.unwrap_or(name)) else {
            return;
        };
        let Some(body) = function.body else {
            return;
        };
        let made = if self.nested.contains(name) {
            Err(Obstacle::whole(
                "another function of that name is defined in this one",
            ))
        } else if chain.contains(name) {
            Err(Obstacle::whole("it calls itself"))
        } else if chain.len() > MAX_DEPTH || body.range().len() > *left {
            Err(Obstacle::whole("its calls nest too deeply"))
        } else if let (Some(why), None) = (self.replaceable(name), summary) {
            Err(Obstacle::whole(why))
        } else if let Some(name) = self.uses_own_type(unit, function) {
            Err(Obstacle::whole(format!(
                "it uses `{name}`, which means something else in a function of the program"
            )))
        } else {
            *left -= body.range().len();
            read(unit, function).and_then(|body| {
                if let Some(unknown) = unit.unknown_in_body(&body, &function.parameters) {
                    let (name, header) = (unknown.name, unknown.header);
                    let why = format!(
                        "it uses `{name}`, which may be a macro of the header `{header}`, which \
                         cannot be found"
                    );
                    return Err(Obstacle::at(unknown.span, why));
                }
                let number = self.bodies.len() + 1;
                Instance::new(unit, function, number, arguments)?.make(&body)
            })
        };
        let made = made.map(|callee| {
            let callee = Rc::new(Callee {
                is_summary: summary.is_some(),
                ..callee
            });
            self.bodies.push(Rc::clone(&callee));
            (self.bodies.len() - 1, callee)
        });
        let place = std::ptr::from_ref(call);
        let callee = match made {
            Ok((index, callee)) => {
                self.found.insert(place, Ok(index));
                callee
            }
            Err(obstacle) => {
                self.found.insert(place, Err(obstacle));
                return;
            }
        };
        let mut chain = chain.to_vec();
        chain.push(name.clone());
        let mut calls = Vec::new();
        calls_in(&callee.body, &mut calls);
        if let Some(value) = &callee.value {
            calls_of(value, &mut calls);
        }
        for call in calls {
            self.follow(unit, call, &chain, left);
        }
    }
}

impl Callees {
    /// A name in a function that other functions give another meaning.
    fn uses_own_type<'u>(&'u self, unit: &'u Unit, function: &'u Function) -> Option<&'u str> {
        let tokens = function.body.and_then(|body| unit.tokens.get(body.range()));
        let words = tokens.unwrap_or_default().iter().map(|token| &*token.text);
        let types = function.parameters.iter().map(|one| &one.ty);
        let types = types.chain([&function.result]);
        let types = types.flat_map(|ty| ty.base().name.split(' '));
        let mut words = words.chain(types);
        words.find(|word| self.own_types.contains(*word))
    }
}

/// The names of types and constants that functions define for themselves.
fn own_types(unit: &Unit) -> BTreeSet<Text> {
    let mut found = BTreeSet::new();
    for function in unit.declarations.functions.values() {
        let tokens = function.body.and_then(|body| unit.tokens.get(body.range()));
        let tokens = tokens.unwrap_or_default();
        for (at, token) in tokens.iter().enumerate() {
            let is_tag = ["struct", "union", "enum"]
                .iter()
                .any(|one| token.is_word(one));
            let opens = |ahead: usize| tokens.get(at + ahead).is_some_and(|one| one.is_punct("{"));
            let end = match () {
                () if token.is_word("typedef") => ";",
                () if is_tag && (opens(1) || opens(2)) => "}",
                () => continue,
            };
            let names = tokens[at + 1..].iter().take_while(|one| !one.is_punct(end));
            let names = names.filter(|one| one.kind == TokenKind::Ident);
            found.extend(names.map(|one| one.text.clone()));
        }
    }
    // What these are made of means the same everywhere.
    found.retain(|name| !is_keyword(name));
    found
}

/// The tree of a function's body.
fn read(unit: &Unit, function: &Function) -> Result<Stmt, Obstacle> {
    let unreadable = || Obstacle::whole("its body could not be read");
    let mut parser = Parser::within(unit);
    let statement = parser.function_body(function);
    let statement = statement.map_err(|error| Obstacle {
        span: error.span,
        ..unreadable()
    })?;
    if !parser.records.is_empty() || !parser.enumerators.is_empty() {
        return Err(Obstacle::whole("it defines a type of its own"));
    }
    Ok(match statement.kind {
        StmtKind::Block(inner) => Stmt {
            kind: StmtKind::Block(as_for_loops(inner)),
            ..statement
        },
        _ => statement,
    })
}

/// The names before `(...) {`, other than words of the language.
fn nested_functions(tokens: &[Token]) -> BTreeSet<Text> {
    let mut found = BTreeSet::new();
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.is_punct("(") {
            open.push(at);
        } else if token.is_punct(")") {
            let opened = open.pop();
            let opens_block = tokens.get(at + 1).is_some_and(|next| next.is_punct("{"));
            let name = opened.and_then(|at| tokens.get(at.checked_sub(1)?));
            if let Some(name) = name.filter(|_| opens_block) {
                found.insert(name.text.clone());
            }
        }
    }
    found
}

/// The calls in a statement.
fn calls_in<'s>(statement: &'s Stmt, found: &mut Vec<&'s Expr>) {
    statement.expressions(&mut |expr| calls_of(expr, found));
}

fn calls_of<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    expr.walk(&mut |inner| {
        if let ExprKind::Call(..) = inner.kind {
            found.push(inner);
        }
    });
}
