//! Where the values of expressions lead, by the variables and calls in their tokens.

use std::ops::Range;

use super::{ALLOCATORS, Holder, Lead, Pointers, RETURNING, Root, Step};
use crate::declarations::{Function, Scope, Symbol};
use crate::parse::Parser;
use crate::syntax::{BaseKind, Type};
use crate::token::TokenKind;
use crate::visible::visible_at;

impl Pointers<'_> {
    pub(super) fn value_outside(
        &mut self,
        range: Range<usize>,
        rest: &[Step],
        leads: &mut Vec<Lead>,
    ) {
        let symbols = self.unit.declarations.globals.clone();
        self.value_among(&symbols, None, range, rest, leads);
    }

    /// Where the value of an expression in a function leads, `rest` further on.
    pub(super) fn value(
        &mut self,
        function: &Function,
        range: Range<usize>,
        rest: &[Step],
        leads: &mut Vec<Lead>,
    ) {
        let unit = self.unit;
        let mut parser = Parser::new(&unit.tokens);
        for name in unit.declarations.typedefs.keys() {
            parser.add_type_name(name.clone());
        }
        let (locals, _) = visible_at(
            &mut parser,
            &unit.tokens,
            &mut self.declarations,
            function,
            range.start,
        );
        let mut symbols = unit.declarations.globals.clone();
        symbols.extend(locals);
        self.value_among(&symbols, Some(function), range, rest, leads);
    }

    pub(super) fn value_among(
        &mut self,
        symbols: &[Symbol],
        function: Option<&Function>,
        range: Range<usize>,
        rest: &[Step],
        leads: &mut Vec<Lead>,
    ) {
        let unit = self.unit;
        let before = leads.len();
        let mut is_known = false;
        let mut at = range.start;
        while at < range.end {
            let token = &unit.tokens[at];
            let next = unit.tokens.get(at + 1);
            let is_call = next.is_some_and(|next| next.is_punct("("));
            match token.kind {
                // What a subscript is made of leads nowhere.
                TokenKind::Punct if token.is_punct("[") => at = self.closing(at),
                TokenKind::Str => leads.push(Lead::Root(Root::New {
                    token: at,
                    directly: true,
                })),
                TokenKind::Ident if token.is_word("sizeof") && is_call => {
                    at = self.closing(at + 1);
                }
                TokenKind::Ident if self.is_type(token) => {
                    // `(int[]) { ... }`
                    let mut close = at;
                    while close < range.end && !unit.tokens[close].is_punct(")") {
                        close += 1;
                    }
                    if unit
                        .tokens
                        .get(close + 1)
                        .is_some_and(|one| one.is_punct("{"))
                    {
                        leads.push(Lead::Root(Root::New {
                            token: at,
                            directly: true,
                        }));
                        if !rest.is_empty() {
                            leads.push(Lead::Root(Root::Anything));
                        }
                        at = close;
                    }
                }
                TokenKind::Ident if is_call && RETURNING.contains(&&*token.text) => {
                    if let Some(first) = self.arguments(at + 1).into_iter().next() {
                        self.value_among(symbols, function, first, rest, leads);
                    }
                    at = self.closing(at + 1);
                }
                TokenKind::Ident if is_call => {
                    is_known |= self.returned(at, rest, leads);
                    at = self.closing(at + 1);
                }
                TokenKind::Ident if !self.is_member(at) => {
                    let found = symbols.iter().rev().find(|one| one.name == token.text);
                    // A designator of an initialiser has no name before it.
                    if let Some(symbol) = found {
                        let (steps, end) = self.steps_after(at);
                        self.variable(symbol, function, at, &steps, rest, leads);
                        at = end - 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        let is_zero = range.clone().all(|at| {
            let token = &unit.tokens[at];
            token.kind == TokenKind::Punct
                || ["0", "NULL", "nullptr"].contains(&&*token.text)
                || self.is_type(token)
        });
        if leads.len() == before && !is_zero && !is_known {
            leads.push(Lead::Root(Root::Anything));
        }
    }

    /// Where a variable leads that stands in an expression.
    pub(super) fn variable(
        &mut self,
        symbol: &Symbol,
        function: Option<&Function>,
        at: usize,
        steps: &[Step],
        rest: &[Step],
        leads: &mut Vec<Lead>,
    ) {
        let before = |back: usize| at.checked_sub(back).map(|at| &self.unit.tokens[at]);
        let is_address = before(1).is_some_and(|one| one.is_punct("&")) && !self.is_binary(at - 1);
        let is_element = before(1).is_some_and(|one| one.is_punct("*")) && !self.is_binary(at - 1);
        let is_global = symbol.scope == Scope::Global || symbol.is_extern;
        let scope = function.filter(|_| !is_global).map(|one| one.name.clone());
        let owner = (scope, symbol.name.clone());
        let mut steps = steps.to_vec();
        if is_element {
            steps.push(Step::Element);
        }
        // Where the last pointer on the way stands, and what the expression is.
        let is_parameter = symbol.scope == Scope::Parameter;
        let Some((last, ty)) = self.follow(&symbol.ty, is_parameter, &steps) else {
            leads.push(Lead::Root(Root::Anything));
            return;
        };
        let into = |last: Option<usize>| match last {
            Some(length) => Lead::Holder(Holder {
                owner: owner.clone(),
                path: steps[..length].to_vec(),
            }),
            None => Lead::Root(Root::Object(owner.clone())),
        };
        let holder = |more: &[Step]| {
            let path = [&steps[..], more].concat();
            Lead::Holder(Holder {
                owner: owner.clone(),
                path,
            })
        };
        // Through another type than its own, a variable holds who knows what.
        let further = match rest {
            [Step::Element, rest @ ..] if is_address => rest,
            rest => rest,
        };
        let whole = [&steps[..], further].concat();
        if self.follow(&symbol.ty, is_parameter, &whole).is_none() {
            leads.push(Lead::Root(Root::Anything));
            return;
        }
        let is_decayed = matches!(ty, Type::Array { .. }) && !(is_parameter && steps.is_empty());
        match ty {
            _ if is_address => match rest.split_first() {
                Some((Step::Element, rest)) => leads.push(holder(rest)),
                _ => leads.push(into(last)),
            },
            Type::Array { .. } if is_decayed && rest.is_empty() => leads.push(into(last)),
            Type::Array { .. } | Type::Pointer { .. } => leads.push(holder(rest)),
            Type::Base(base) => match base.kind {
                BaseKind::Record => leads.push(holder(rest)),
                BaseKind::Named => leads.push(Lead::Root(Root::Anything)),
                // A number.
                _ => {}
            },
            Type::Function { .. } => {}
        }
    }

    /// The type some steps on, resolved, and how many steps lead to the last pointer followed.
    pub(super) fn follow(
        &self,
        ty: &Type,
        is_parameter: bool,
        steps: &[Step],
    ) -> Option<(Option<usize>, Type)> {
        let mut ty = self.declarations.resolve(ty);
        let mut last = None;
        for (index, step) in steps.iter().enumerate() {
            ty = match (step, ty) {
                (Step::Element, Type::Array { element, .. }) => {
                    if index == 0 && is_parameter {
                        last = Some(0);
                    }
                    self.declarations.resolve(element)
                }
                (Step::Element, Type::Pointer { to, .. }) => {
                    last = Some(index);
                    self.declarations.resolve(to)
                }
                (Step::Field(name), Type::Base(base)) => {
                    let record = self.declarations.record(&base.name)?;
                    let field = record.fields.iter().find(|one| one.name == *name)?;
                    self.declarations.resolve(&field.ty)
                }
                _ => return None,
            };
        }
        Some((last, ty.clone()))
    }

    /// Where the value of a call leads; whether that is known even if it leads nowhere.
    pub(super) fn returned(&mut self, at: usize, rest: &[Step], leads: &mut Vec<Lead>) -> bool {
        let name = &self.unit.tokens[at].text;
        let new = Lead::Root(Root::New {
            token: at,
            directly: true,
        });
        let function = self.function(name).filter(|one| one.body.is_some());
        let Some(function) = function else {
            // New memory holds no pointers yet; of other functions only the name is known.
            if ALLOCATORS.contains(&&**name) || name.contains("alloc") {
                if rest.is_empty() {
                    leads.push(new);
                }
            } else {
                leads.push(Lead::Root(Root::Anything));
            }
            return true;
        };
        let body = function.body.map_or(0..0, |body| body.range());
        let mut inner = Vec::new();
        for at in body {
            if self.unit.tokens[at].is_word("return") {
                let to = self.end_of_expression(at + 1, self.unit.tokens.len());
                self.value(&function, at + 1..to, rest, &mut inner);
            }
        }
        if !rest.is_empty() {
            leads.append(&mut inner);
            return true;
        }
        // Every call makes memory of its own if all that is returned is new.
        let mut is_new = !inner.is_empty();
        for lead in &inner {
            is_new &= match lead {
                Lead::Root(Root::New { .. }) => true,
                Lead::Holder(holder) => {
                    let is_static = self.is_kept(&function, &holder.owner.1);
                    holder.owner.0.as_ref() == Some(&function.name)
                        && !is_static
                        && self
                            .closure(holder, None)
                            .iter()
                            .all(|root| matches!(root, Root::New { .. }))
                }
                Lead::Root(_) => false,
            };
        }
        match is_new {
            true => leads.push(new),
            false => leads.append(&mut inner),
        }
        false
    }
}
