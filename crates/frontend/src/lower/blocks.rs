//! `memset`, `memcpy` and `memmove`, where it is known which elements they are about.
//!
//! `memset(a[i], 0, n * sizeof(double))` writes the elements `a[i][0]` to `a[i][n - 1]`, all of them.
//! That many bytes are memory of the program, or C says nothing about it: what is left of a number
//! below zero is too many. A product that is too large may leave any number, so that any elements
//! may be meant.

use presburger::Set;
use scop::AccessKind;

use super::accesses::{AccessDraft, Guard, Place, Subscript};
use super::quasi::{Condition, Order, Quasi};
use super::{Lowered, Lowering};
use crate::declarations::Function;
use crate::syntax::{Expr, ExprKind, Type, UnaryOp};
use crate::token::Text;

/// Elements of an array, one after the other.
struct Block<'a> {
    array: usize,
    /// With a dimension behind those of the loops around for the number of the element.
    subscripts: Vec<Subscript<'a>>,
    domain: Set,
    /// Where the number of bytes is too large, if it can be.
    beyond: Option<Set>,
}

impl<'a> Lowering<'a> {
    /// The accesses of such a call; whether it is one of which all is known.
    pub(super) fn block(
        &mut self,
        call: &'a Expr,
        name: &Text,
        arguments: &'a [Expr],
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<bool> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let ([to, from, bytes], "memset" | "memcpy" | "memmove") = (arguments, plain) else {
            return Ok(false);
        };
        let is_own = |function: &Function| function.body.is_some() || function.is_static;
        if self.unit.declarations.function(name).is_some_and(is_own) {
            return Ok(false);
        }
        let before = self.before();
        let known = out.len();
        let done = self.blocks(plain, (to, from, bytes), guard, out);
        match done {
            Ok(true) => {
                for access in &mut out[known..] {
                    access.span = call.span;
                }
                Ok(true)
            }
            // What is wrong shows in another way.
            _ => {
                out.truncate(known);
                self.back_to(before);
                Ok(false)
            }
        }
    }

    fn blocks(
        &mut self,
        name: &str,
        (to, from, bytes): (&'a Expr, &'a Expr, &'a Expr),
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<bool> {
        let around = self.names.go_to(&guard.domain);
        let count = self.names.unreduced(bytes);
        self.names.go_back(around);
        let Ok(count) = count else {
            return Ok(false);
        };
        if name == "memset" {
            self.read(from, guard, out)?;
        } else {
            let Some(block) = self.elements(from, &count, guard, out)? else {
                return Ok(false);
            };
            self.push_block(block, AccessKind::Read, from, guard, out);
        }
        let Some(block) = self.elements(to, &count, guard, out)? else {
            return Ok(false);
        };
        self.push_block(block, AccessKind::Write, to, guard, out);
        Ok(true)
    }

    fn push_block(
        &mut self,
        block: Block<'a>,
        kind: AccessKind,
        at: &Expr,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) {
        if let Some(domain) = block.beyond {
            let any = block.subscripts.iter().map(|_| Subscript::All).collect();
            let inside = Guard {
                domain,
                ..guard.maybe()
            };
            self.push(block.array, any, kind, at.span, &inside, out);
        }
        let inside = Guard {
            domain: block.domain,
            ..guard.clone()
        };
        self.push(block.array, block.subscripts, kind, at.span, &inside, out);
        // It may go on behind a row.
        if let Some(access) = out.last_mut() {
            access.by_address = true;
        }
    }

    /// The elements in so many bytes from an address on, with what computing it reads.
    fn elements(
        &mut self,
        address: &'a Expr,
        bytes: &Quasi,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<Option<Block<'a>>> {
        let (target, is_element) = match &address.kind {
            ExprKind::Unary(UnaryOp::Address, target) => (&**target, true),
            ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Field { .. } => (address, false),
            _ => return Ok(None),
        };
        self.read_address(address, guard, out)?;
        let element = match (self.names.place_type(target), is_element) {
            (Some(ty), true) => Some(ty),
            (Some(ty), false) => match self.names.resolve(ty) {
                Type::Array { element, .. } => Some(&**element),
                Type::Pointer { to, .. } => Some(&**to),
                _ => None,
            },
            (None, _) => None,
        };
        let Some(element) = element else {
            return Ok(None);
        };
        let is_number = matches!(self.names.resolve(element), Type::Base(_));
        let size = self.names.size_of_type(element).filter(|_| is_number);
        let Some(count) = size.and_then(|size| divided(bytes, size)) else {
            return Ok(None);
        };
        let Place::Memory {
            array,
            mut subscripts,
            from_pointer: false,
        } = self.place(target, true)?
        else {
            return Ok(None);
        };
        let depth = guard.domain.n_dim();
        let Some(last) = subscripts.last_mut() else {
            return Ok(None);
        };
        *last = match (&*last, is_element) {
            (Subscript::All, false) => Subscript::Affine(Quasi::Iterator(depth)),
            (Subscript::Affine(first), true) => {
                Subscript::Affine(first.clone().plus(Quasi::Iterator(depth)))
            }
            _ => return Ok(None),
        };
        let is_known = |one: &Subscript<'a>| matches!(one, Subscript::Affine(_));
        if !subscripts.iter().all(is_known) {
            return Ok(None);
        }
        let around = self.names.go_to(&guard.domain);
        let largest = i128::from(i64::MAX);
        let is_beyond = self.names.may_be(bytes, Order::Greater, largest);
        self.names.go_back(around);
        let fits = Condition::Compare(Order::LessEqual, bytes.clone(), Quasi::Const(largest));
        let beyond = self.exact(address.span, || match is_beyond {
            true => {
                let beyond = fits.clone().negated().build(guard.domain.space())?;
                guard.domain.intersect(&beyond).map(Some)
            }
            false => Ok(None),
        })?;
        let domain = self.exact(address.span, || {
            let mut domain = guard.domain.clone();
            if is_beyond {
                domain = domain.intersect(&fits.build(guard.domain.space())?)?;
            }
            let domain = domain.add_dims(1)?;
            let space = domain.space().clone();
            let zero = Quasi::Const(0);
            let from = Condition::Compare(Order::GreaterEqual, Quasi::Iterator(depth), zero);
            let to = Condition::Compare(Order::Less, Quasi::Iterator(depth), count);
            domain.intersect(&from.and(to).build(&space)?)
        })?;
        Ok(Some(Block {
            array,
            subscripts,
            domain,
            beyond,
        }))
    }
}

/// The part of a number, if it is a sum of which each term has that divisor.
fn divided(value: &Quasi, by: i128) -> Option<Quasi> {
    let sum = value.linear()?;
    let by = i64::try_from(by).ok()?;
    let part = |number: i64| (number % by == 0).then_some(number / by);
    let constant = (sum.constant % i128::from(by) == 0).then_some(sum.constant / i128::from(by))?;
    let mut total = Quasi::Const(constant);
    for (depth, factor) in sum.iterators {
        total = total.plus(Quasi::Iterator(depth).times(part(factor)?));
    }
    for (name, factor) in sum.params {
        total = total.plus(Quasi::Param(name).times(part(factor)?));
    }
    Some(total)
}
