//! Which functions and initial values may have to do with a region.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Unit;
use crate::declarations::{Declarations, Function};
use crate::syntax::{BaseKind, Tokens, Type};
use crate::token::{Text, TokenKind};

/// What has to be read.
pub(super) struct Relevant {
    pub(super) functions: Vec<Function>,
    pub(super) values: Vec<(Text, Tokens)>,
}

/// Follows names from a function: those that it calls or that call it, and all that use global
/// variables that may hold pointers.
pub(super) fn find(unit: &Unit, around: Option<&Function>) -> Relevant {
    if unit.is_open() {
        return Relevant {
            functions: around.into_iter().cloned().collect(),
            values: Vec::new(),
        };
    }
    let declarations = &unit.declarations;
    let mut functions: BTreeMap<Text, Function> = BTreeMap::new();
    for function in declarations.functions.values() {
        if function.body.is_some() {
            functions.insert(function.name.clone(), function.clone());
        }
    }
    let is_apart = |one: &&Function| {
        let known = functions.get(&one.name);
        !known.is_some_and(|known| known.body == one.body)
    };
    // A method, or one of several of a name.
    let apart: Vec<Function> = around.into_iter().filter(is_apart).cloned().collect();
    let mut followable: FxHashSet<&Text> = functions.keys().collect();
    for global in &declarations.globals {
        if holds_pointers(declarations, &global.ty, 16) {
            followable.insert(&global.name);
        }
    }
    let aliases = &declarations.aliases;
    // Who mentions what.
    let mut units: Vec<(Tokens, Option<Text>)> = Vec::new();
    for function in functions.values().chain(&apart) {
        units.push((function.body.unwrap_or_default(), None));
    }
    let count = units.len();
    for (name, places) in &declarations.initial_values {
        units.extend(places.iter().map(|&place| (place, Some(name.clone()))));
    }
    let mut mentions: Vec<Vec<Text>> = Vec::new();
    let mut users: FxHashMap<Text, Vec<usize>> = FxHashMap::default();
    for (index, (tokens, name)) in units.iter().enumerate() {
        let mut seen: FxHashSet<Text> = FxHashSet::default();
        for token in &unit.tokens[tokens.range()] {
            if token.kind == TokenKind::Ident {
                let target = (!aliases.is_empty()).then(|| aliases.get(&token.text));
                for name in [Some(&token.text), target.flatten()].into_iter().flatten() {
                    if followable.contains(name) && !seen.contains(name) {
                        seen.insert(name.clone());
                    }
                }
            }
        }
        seen.extend(name.clone());
        for name in &seen {
            users.entry(name.clone()).or_default().push(index);
        }
        mentions.push(seen.into_iter().collect());
    }
    let names: Vec<Option<&Text>> = functions
        .values()
        .map(|one| Some(&one.name))
        .chain(apart.iter().map(|one| Some(&one.name)))
        .chain(units[count..].iter().map(|(_, name)| name.as_ref()))
        .collect();
    let own = |index: usize| around.is_some_and(|one| one.body == Some(units[index].0));
    let mut open: Vec<usize> = (0..count).filter(|&index| own(index)).collect();
    let mut is_found = vec![false; units.len()];
    let mut followed: FxHashSet<&Text> = FxHashSet::default();
    let index_of: FxHashMap<&Text, usize> = functions.keys().zip(0..).collect();
    while let Some(index) = open.pop() {
        if std::mem::replace(&mut is_found[index], true) {
            continue;
        }
        for name in mentions[index].iter().chain(names[index]) {
            if !followed.insert(name) {
                continue;
            }
            open.extend(index_of.get(name));
            open.extend(users.get(name).into_iter().flatten());
        }
    }
    let all: Vec<&Function> = functions.values().chain(&apart).collect();
    let found = (0..units.len()).filter(|&index| is_found[index]);
    let mut relevant = Relevant {
        functions: Vec::new(),
        values: Vec::new(),
    };
    for index in found {
        match &units[index] {
            (_, None) => relevant.functions.push(all[index].clone()),
            (tokens, Some(name)) => relevant.values.push((name.clone(), *tokens)),
        }
    }
    relevant
}

/// Whether a variable of the type may hold pointers, be it in a wide integer.
pub(super) fn holds_pointers(declarations: &Declarations, ty: &Type, fuel: usize) -> bool {
    let Some(fuel) = fuel.checked_sub(1) else {
        return true;
    };
    match declarations.resolve(ty) {
        Type::Pointer { .. } | Type::Function { .. } => true,
        Type::Array { element, .. } => holds_pointers(declarations, element, fuel),
        Type::Base(base) => match base.kind {
            BaseKind::Void | BaseKind::Floating | BaseKind::Complex => false,
            BaseKind::Integer { .. } => base.name.contains("long") || base.name.ends_with("_t"),
            BaseKind::Named => true,
            BaseKind::Record => match declarations.record(&base.name) {
                Some(record) => {
                    let mut fields = record.fields.iter();
                    fields.any(|field| holds_pointers(declarations, &field.ty, fuel))
                }
                None => true,
            },
        },
    }
}
