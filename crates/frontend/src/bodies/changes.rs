//! Whether a variable may get another value between two places of a function.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use super::typing::{Shape, Types};
use super::{Body, Id, Meaning};
use crate::declarations::Declarations;
use crate::lower::library;
use crate::syntax::{Expr, ExprKind, Part, StmtKind, Type, UnaryOp};
use crate::token::{Text, Token, TokenKind};

/// What a name in a condition or an extent means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Watched {
    /// A variable of the function.
    Own(Id),
    /// One outside of it.
    Global(Text),
    /// A part of a variable, or something behind a pointer.
    Memory,
}

/// A name with what it means, and the places that a question is about.
type Question = (Text, usize, [usize; 3]);

/// Answers for one function.
pub(crate) struct Changes<'a> {
    pub(crate) body: &'a Body,
    pub(crate) tokens: &'a [Token],
    pub(crate) declarations: &'a Declarations,
    types: Types<'a>,
    /// What was asked of the extents of variables: many of them have the same.
    known: RefCell<BTreeMap<Question, bool>>,
}

impl<'a> Changes<'a> {
    pub(crate) fn new(
        body: &'a Body,
        tokens: &'a [Token],
        declarations: &'a Declarations,
    ) -> Changes<'a> {
        let mut types = Types::new(declarations);
        types.add_records(&body.records);
        Changes {
            body,
            tokens,
            declarations,
            types,
            known: RefCell::default(),
        }
    }

    /// What the value of an expression of the function depends on; nothing if that is not known.
    pub(crate) fn read_by(&self, expr: &Expr) -> Option<Vec<Watched>> {
        let mut found = Vec::new();
        let mut is_plain = true;
        expr.parts(&mut |part| match part {
            Part::Stmt(_) => is_plain = false,
            Part::Expr(inner) => match &inner.kind {
                ExprKind::Name(name) => match self.body.meaning(inner) {
                    Meaning::Own(id) => found.push(Watched::Own(id)),
                    Meaning::Outside if self.declarations.constants.contains_key(name) => {}
                    Meaning::Outside => found.push(Watched::Global(name.clone())),
                },
                ExprKind::Unary(UnaryOp::Deref, _)
                | ExprKind::Index(..)
                | ExprKind::Field { .. } => found.push(Watched::Memory),
                ExprKind::Assign(..)
                | ExprKind::Step { .. }
                | ExprKind::Call(..)
                | ExprKind::Opaque => is_plain = false,
                _ => {}
            },
        });
        is_plain.then_some(found)
    }

    fn name<'w>(&'w self, watched: &'w Watched) -> &'w str {
        match watched {
            Watched::Own(id) => &self.body.variables[*id as usize].declarator.name,
            Watched::Global(name) => name,
            Watched::Memory => "",
        }
    }

    /// Whether a variable may change without anybody saying so.
    fn is_volatile(&self, watched: &Watched) -> bool {
        let ty = match watched {
            Watched::Own(id) => Some(&self.body.variables[*id as usize].declarator.ty),
            Watched::Global(name) => self.types.global(name),
            Watched::Memory => None,
        };
        let is_one = |ty: &Type| ty.base().is_volatile || ty.base().is_atomic;
        ty.is_some_and(|ty| is_one(ty) || is_one(self.declarations.resolve(ty)))
    }

    /// Whether `range` has something in it that may change what is watched. In `inside`, which is a
    /// region, only assignments to names count: the rest is found out there.
    pub(crate) fn may_change(
        &self,
        watched: &Watched,
        range: Range<usize>,
        inside: Range<usize>,
    ) -> bool {
        if self.is_volatile(watched) {
            return true;
        }
        let name = self.name(watched);
        let (has_address, is_shared) = match watched {
            Watched::Own(id) => {
                let is_kept = self.body.variables[*id as usize].storage.is_static;
                (is_kept || self.has_address(*id), is_kept)
            }
            Watched::Global(name) => (crate::liveness::has_address(self.tokens, name), true),
            Watched::Memory => (true, true),
        };
        let by_others = has_address || is_shared;
        // When it happens is not known.
        let mut found =
            { self.body.unread.iter() }.any(|one| by_others || self.mentions(one.range(), watched));
        self.body.tree.parts(&mut |part| {
            let at = match part {
                Part::Stmt(one) => one.tokens.range(),
                Part::Expr(one) => one.tokens.range(),
            };
            let is_here = range.contains(&at.start) || at.contains(&range.start);
            if found || !is_here {
                return;
            }
            let is_inside = inside.contains(&at.start);
            found |= match part {
                Part::Stmt(one) => match &one.kind {
                    StmtKind::Pragma(text) if range.contains(&at.start) => {
                        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                        words.any(|word| *name == *word)
                    }
                    StmtKind::Opaque => by_others || self.mentions(at, watched),
                    _ => false,
                },
                Part::Expr(one) => match &one.kind {
                    ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => {
                        self.is_rooted_in(target, watched)
                            || has_address && !is_inside && self.writes_memory(target, watched)
                    }
                    ExprKind::Call(callee, _) => {
                        by_others && !is_inside && !self.is_harmless(callee, has_address)
                    }
                    ExprKind::Opaque => by_others || self.mentions(at, watched),
                    _ => false,
                },
            };
        });
        found
    }

    /// Whether the address of a variable is taken anywhere in the function.
    pub(crate) fn has_address(&self, id: Id) -> bool {
        let watched = Watched::Own(id);
        let mut unread = self.body.unread.iter();
        let mut found = unread.any(|one| self.mentions(one.range(), &watched));
        self.body.tree.parts(&mut |part| {
            found |= match part {
                Part::Expr(one) => match &one.kind {
                    ExprKind::Unary(UnaryOp::Address, place) => self.is_rooted_in(place, &watched),
                    ExprKind::Opaque => self.mentions(one.tokens.range(), &watched),
                    _ => false,
                },
                Part::Stmt(one) => {
                    matches!(one.kind, StmtKind::Opaque)
                        && self.mentions(one.tokens.range(), &watched)
                }
            };
        });
        found
    }

    fn mentions(&self, range: Range<usize>, watched: &Watched) -> bool {
        range.clone().any(|at| {
            let token = &self.tokens[at];
            token.kind == TokenKind::Ident && self.means(at as u32, &token.text, watched)
        })
    }

    fn means(&self, token: u32, name: &Text, watched: &Watched) -> bool {
        match (self.body.meaning_at(token), watched) {
            (Meaning::Own(id), Watched::Own(own)) => id == *own,
            (Meaning::Outside, Watched::Global(global)) => name == global,
            _ => false,
        }
    }

    /// Whether a place is the variable or a part of it; one of which that is not known may be.
    fn is_rooted_in(&self, place: &'a Expr, watched: &Watched) -> bool {
        match &place.kind {
            ExprKind::Name(name) => self.means(place.tokens.start, name, watched),
            ExprKind::Index(base, index) => {
                let is_part = |of: &'a Expr| {
                    let is_pointer = matches!(
                        self.types.of(self.body, of),
                        Shape::Type(Type::Pointer { .. }) | Shape::Address(_)
                    );
                    match is_pointer {
                        true => self.points_into(of, watched),
                        false => self.is_rooted_in(of, watched),
                    }
                };
                // `2[a]`
                let is_number = matches!(self.types.of(self.body, base), Shape::Number { .. });
                is_part(base) || is_number && is_part(index)
            }
            ExprKind::Field {
                base, arrow: false, ..
            } => self.is_rooted_in(base, watched),
            ExprKind::Comma(_, last) => self.is_rooted_in(last, watched),
            ExprKind::Cast(_, inner) => self.is_rooted_in(inner, watched),
            ExprKind::Conditional(condition, yes, no) => {
                let yes = yes.as_deref().unwrap_or(condition);
                self.is_rooted_in(yes, watched) || self.is_rooted_in(no, watched)
            }
            ExprKind::Statements(_) | ExprKind::Opaque => true,
            // Something behind a pointer.
            _ => self.points_into(place, watched),
        }
    }

    /// Whether a pointer is made of the address of the variable where it is used.
    fn points_into(&self, pointer: &'a Expr, watched: &Watched) -> bool {
        let mut found = false;
        pointer.parts(&mut |part| {
            found |= match part {
                Part::Expr(one) => match &one.kind {
                    ExprKind::Unary(UnaryOp::Address, place) => self.is_rooted_in(place, watched),
                    ExprKind::Name(name) => {
                        let shape = self.types.of(self.body, one);
                        let is_own = matches!(shape, Shape::Type(Type::Array { .. }));
                        is_own && self.means(one.tokens.start, name, watched)
                    }
                    ExprKind::Opaque => self.mentions(one.tokens.range(), watched),
                    _ => false,
                },
                Part::Stmt(_) => false,
            };
        });
        found
    }

    /// Whether a place may lie behind a pointer, or be a part of a variable, and be an integer.
    fn writes_memory(&self, place: &'a Expr, watched: &Watched) -> bool {
        let is_floating = matches!(
            self.types.of(self.body, place),
            Shape::Number { is_floating: true }
        );
        let is_variable = place.as_name().is_some();
        let mut place = place;
        loop {
            place = match &place.kind {
                ExprKind::Name(_) => {
                    return *watched == Watched::Memory && !is_variable && !is_floating;
                }
                ExprKind::Field {
                    base, arrow: false, ..
                } => base,
                ExprKind::Index(base, _)
                    if matches!(
                        self.types.of(self.body, base),
                        Shape::Type(Type::Array { .. })
                    ) =>
                {
                    base
                }
                _ => return !is_floating,
            }
        }
    }

    /// Whether a call does not change a variable, which it may get the address of or not.
    fn is_harmless(&self, callee: &Expr, has_address: bool) -> bool {
        callee.as_name().is_some_and(|name| {
            let is_own = self.body.meaning(callee) != Meaning::Outside;
            let function = self.declarations.function(name);
            let has_body = function.is_some_and(|one| one.body.is_some());
            let is_known = library::standard(name).is_some()
                || library::HARMLESS.contains(&&**name)
                || library::FILLING.contains(&&**name) && !has_address
                || super::facts::STATEMENTS.contains(&&**name);
            is_known && !is_own && !has_body
        })
    }

    /// Whether a declared type has extents that are not what their expressions say now: something
    /// has changed since.
    pub(crate) fn has_stale_extents(
        &self,
        ty: &'a Type,
        since: usize,
        region: Range<usize>,
    ) -> bool {
        let mut is_stale = false;
        ty.parts(&mut |part| {
            if let Part::Expr(Expr {
                kind: ExprKind::Name(name),
                tokens,
                ..
            }) = part
            {
                let meaning = self.body.meaning_at(tokens.start);
                let watched = match meaning {
                    Meaning::Own(id) => Watched::Own(id),
                    Meaning::Outside if self.declarations.constants.contains_key(name) => return,
                    Meaning::Outside => Watched::Global(name.clone()),
                };
                // Nothing happens before the body begins.
                let since = since.max(self.body.tree.tokens.range().start);
                let which = match meaning {
                    Meaning::Own(id) => id as usize,
                    Meaning::Outside => usize::MAX,
                };
                let key = (name.clone(), which, [since, region.start, region.end]);
                let known = self.known.borrow().get(&key).copied();
                is_stale |= known.unwrap_or_else(|| {
                    let range = since..self.end_of_loops(since, region.end);
                    let answer = self.may_change(&watched, range, region.clone());
                    self.known.borrow_mut().insert(key, answer);
                    answer
                });
            }
        });
        is_stale
    }

    /// Where the loops end that begin after one place and hold another one.
    pub(crate) fn end_of_loops(&self, since: usize, place: usize) -> usize {
        let mut end = place;
        self.body.tree.parts(&mut |part| {
            if let Part::Stmt(one) = part
                && let StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..) = one.kind
                && one.tokens.range().start >= since
                && one.tokens.range().contains(&place)
            {
                end = end.max(one.tokens.range().end);
            }
        });
        end
    }

    /// Whether a variable is what its name means in a region that begins at a pragma.
    pub(crate) fn is_seen(&self, watched: &Watched, begin: usize) -> bool {
        let name = self.name(watched);
        let visible = self.body.visible_at(begin).unwrap_or(&[]).iter().rev();
        let mut visible = visible.map(|&id| (id, &self.body.variables[id as usize]));
        match (
            visible.find(|(_, one)| *one.declarator.name == *name),
            watched,
        ) {
            (Some((seen, one)), Watched::Own(id)) => seen == *id && !one.storage.is_typedef,
            (Some((_, one)), Watched::Global(_)) => one.is_outside(),
            (Some(_), Watched::Memory) => true,
            (None, watched) => !matches!(watched, Watched::Own(_)),
        }
    }
}
