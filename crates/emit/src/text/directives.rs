//! The OpenMP directives of loops: which ones may have theirs, with which clauses.

use std::collections::BTreeSet;

use astgen::ast::{Expr, For, Node, Op};
use legality::Legal;
use scop::ArrayId;

use super::Writer;
use crate::Sequential;
use crate::arithmetic::{Asked, Header};
use crate::share::{self, Home};
use crate::substitute::mentions;

impl Writer<'_> {
    /// The OpenMP directive of a loop, if it is to have one.
    pub(super) fn directive(&mut self, found: &For, name: &str, header: &Header) -> Option<String> {
        if self.options.pragmas && found.attributes.parallel && self.is_vector {
            self.sequential.push(Sequential {
                counter: name.into(),
                why: "no threads can start in the vector lanes of a loop around it".into(),
            });
        }
        let kind = self.kind(found)?;
        let clauses = match is_canonical(found) {
            true => share::clauses(self.legal, found, &allocated_in(self.homes, found)),
            false => Err("its bounds are not what OpenMP allows".into()),
        };
        let directive = clauses.and_then(|mut clauses| {
            if header.may_be_idle && header.guard.is_none() {
                return Err("it may have no iteration, and leave nothing behind".into());
            }
            // Counters from outside of the loop; its own one is private in any case.
            let inner = loops_in(&found.body);
            let names = self.names.as_slice().iter();
            for (counter, header) in names.zip(self.headers.as_slice()).take(inner) {
                if self.is_declared(counter, header.ty) {
                    clauses.add_private(counter);
                }
            }
            let counter = self.is_declared(name, header.ty).then_some(name);
            let words = self.words(found, counter);
            let around = &self.options.surroundings;
            let allowed = |kind: &str| {
                if kind == "simd" && clauses.has_first() {
                    let why = "copies of variables in vector lanes begin without a value";
                    return Err(why.to_string());
                }
                let directive = format!("{kind}{clauses}");
                match around.obstacle(&format!("omp {directive}"), &words, counter) {
                    None => Ok(directive),
                    Some(why) => Err(why),
                }
            };
            // Where no threads can start there may be vector lanes.
            match kind {
                "parallel for simd" => allowed(kind).or_else(|why| {
                    let lanes = allowed("simd").map_err(|_| why.clone())?;
                    self.sequential.push(Sequential {
                        counter: name.into(),
                        why,
                    });
                    Ok(lanes)
                }),
                kind => allowed(kind),
            }
        });
        directive
            .map_err(|why| {
                self.sequential.push(Sequential {
                    counter: name.into(),
                    why,
                });
            })
            .ok()
    }

    /// What a loop mentions: variables, functions, labels.
    fn words(&self, found: &For, counter: Option<&str>) -> BTreeSet<String> {
        let mut words = self.options.hidden.clone();
        words.extend(self.scop.parameters.iter().map(|one| one.name.clone()));
        words.extend(counter.map(String::from));
        words.extend(found.attributes.label.clone());
        let users = share::users(&found.body).into_iter();
        let ids = users.filter_map(|user| self.scop.find_statement(&user.name));
        for id in ids.collect::<BTreeSet<_>>() {
            let statement = &self.scop[id];
            words.extend(statement.label.clone());
            words.extend(frontend::identifiers_outside(&statement.body.text, &[]));
            for access in &statement.accesses {
                let name = &self.scop[access.array].source_name;
                words.extend(frontend::identifiers_outside(name, &[]));
            }
        }
        words
    }

    pub(super) fn kind(&self, found: &For) -> Option<&'static str> {
        let attributes = &found.attributes;
        // Threads start once: only the outermost loop is parallel. In vector lanes OpenMP lets
        // none start.
        let parallel = attributes.parallel && !self.is_parallel && !self.is_vector;
        match (self.options.pragmas, parallel, attributes.vector) {
            (false, ..) | (_, false, false) => None,
            (_, true, false) => Some("parallel for"),
            (_, true, true) => Some("parallel for simd"),
            (_, false, true) => Some("simd"),
        }
    }
}

/// What OpenMP asks of the loops of a tree, in the order in which they are met.
pub(super) fn ask(legal: &Legal, node: &Node, homes: &[Home<'_>], asked: &mut Vec<Asked>) {
    match node {
        Node::Block(nodes) => nodes.iter().for_each(|node| ask(legal, node, homes, asked)),
        Node::Mark(_, node) => ask(legal, node, homes, asked),
        Node::If(found) => {
            ask(legal, &found.then, homes, asked);
            if let Some(otherwise) = &found.otherwise {
                ask(legal, otherwise, homes, asked);
            }
        }
        Node::For(found) => {
            let is_counted = found.attributes.parallel || found.attributes.vector;
            let clauses =
                is_counted.then(|| share::clauses(legal, found, &allocated_in(homes, found)));
            asked.push(Asked {
                is_counted,
                is_to_run: clauses.is_some_and(|one| one.is_ok_and(|one| one.has_last())),
            });
            ask(legal, &found.body, homes, asked);
        }
        Node::User(_) => {}
    }
}

/// The arrays whose home a loop is.
pub(super) fn allocated_in(homes: &[Home<'_>], found: &For) -> Vec<ArrayId> {
    let own = homes.iter().filter(|(home, _)| std::ptr::eq(*home, found));
    own.map(|(_, id)| *id).collect()
}

/// Whether the loop compares its counter with something that stays the same.
fn is_canonical(found: &For) -> bool {
    let Expr::Op(Op::Le | Op::Lt | Op::Ge | Op::Gt, sides) = &found.cond else {
        return false;
    };
    match &sides[..] {
        [Expr::Id(name), bound] => *name == found.iterator && !mentions(bound, name),
        _ => false,
    }
}

fn loops_in(node: &Node) -> usize {
    match node {
        Node::For(found) => 1 + loops_in(&found.body),
        Node::If(found) => loops_in(&found.then) + found.otherwise.as_ref().map_or(0, loops_in),
        Node::Block(nodes) => nodes.iter().map(loops_in).sum(),
        Node::Mark(_, node) => loops_in(node),
        Node::User(_) => 0,
    }
}
