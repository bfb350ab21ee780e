//! Arrays that are addressed by hand: `a[i * n + j]` is `a[i][j]` where `0 <= j < n`.
//!
//! A subscript that is a polynomial, linear in the iterators, is split along its strides: the
//! products of parameters that iterators are multiplied with. `i*n*m + j*m + k` has the strides
//! `n*m` and `m`, and so rows of `n` times `m`. The split is right when each inner part stays
//! within its extent for all instances, and it is taken when that can be proved for every access
//! to the array; then also different accesses are compared rightly.

use std::collections::BTreeMap;

use presburger::Set;

use super::Lowering;
use super::accesses::{AccessDraft, Subscript};
use super::names::Names;
use super::quasi::{Condition, Order, Quasi};
use crate::syntax::{BinaryOp, Expr, ExprKind, UnaryOp};

/// Products of parameters with what they are multiplied by: no parameters in the latter.
pub(super) type Polynomial = BTreeMap<Vec<String>, Quasi>;

impl<'a> Lowering<'a> {
    /// Gives arrays of one dimension the dimensions that their subscripts show.
    pub(super) fn delinearise(&mut self, context: &Set) -> presburger::Result<()> {
        for array in 0..self.arrays.len() {
            if self.arrays[array].rank() == 1
                && let Some((extents, subscripts)) = self.split(array, context)?
            {
                // How many rows there are, an extent of all elements does not say.
                let mut all = vec![None];
                all.extend(extents.into_iter().map(|name| Some(Quasi::Param(name))));
                self.arrays[array].extents = all;
                let accesses = self.drafts.iter_mut().flat_map(|draft| &mut draft.accesses);
                let own = accesses.filter(|access| access.array == array);
                for (access, parts) in own.zip(subscripts) {
                    access.subscripts = parts.into_iter().map(Subscript::Affine).collect();
                }
            }
        }
        Ok(())
    }

    /// The inner extents and the subscripts of all accesses, if they can be split.
    #[expect(
        clippy::type_complexity,
        reason = "extents and subscripts, each a list"
    )]
    fn split(
        &self,
        array: usize,
        context: &Set,
    ) -> presburger::Result<Option<(Vec<String>, Vec<Vec<Quasi>>)>> {
        let accesses: Vec<&AccessDraft<'a>> = self
            .drafts
            .iter()
            .flat_map(|draft| &draft.accesses)
            .filter(|access| access.array == array)
            .collect();
        let is_other =
            |access: &&AccessDraft<'a>| matches!(access.subscripts[..], [Subscript::Other(_)]);
        if !accesses.iter().any(is_other) {
            return Ok(None);
        }
        let polynomials: Option<Vec<Polynomial>> = accesses
            .iter()
            .map(|access| match &access.subscripts[..] {
                [Subscript::Affine(value)] => affine_polynomial(value),
                [Subscript::Other(_)] => access.polynomial.clone(),
                _ => None,
            })
            .collect();
        let Some(polynomials) = polynomials else {
            return Ok(None);
        };
        let Some(strides) = strides(&polynomials) else {
            return Ok(None);
        };
        let Some(extents) = extents(&strides) else {
            return Ok(None);
        };
        let mut subscripts = Vec::new();
        for (access, polynomial) in accesses.iter().zip(polynomials) {
            let Some(parts) = parts(polynomial, &strides) else {
                return Ok(None);
            };
            let domain = access.domain.intersect_params(context)?;
            match moved_into_extents(parts, &extents, &domain)? {
                Some(parts) => subscripts.push(parts),
                None => return Ok(None),
            }
        }
        Ok(Some((extents, subscripts)))
    }
}

impl Names<'_> {
    /// An integer expression as a polynomial of parameters, linear in the iterators.
    pub(super) fn polynomial(&self, expr: &Expr) -> Option<Polynomial> {
        if let Ok(value) = self.value(expr)
            && let Some(polynomial) = affine_polynomial(&value)
        {
            return Some(polynomial);
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                add(self.polynomial(left)?, self.polynomial(right)?, 1)
            }
            ExprKind::Binary(BinaryOp::Sub, left, right) => {
                add(self.polynomial(left)?, self.polynomial(right)?, -1)
            }
            ExprKind::Binary(BinaryOp::Mul, left, right) => {
                multiply(&self.polynomial(left)?, &self.polynomial(right)?)
            }
            ExprKind::Unary(UnaryOp::Minus, operand) => {
                add(Polynomial::new(), self.polynomial(operand)?, -1)
            }
            ExprKind::Unary(UnaryOp::Plus, operand) => self.polynomial(operand),
            ExprKind::Cast(ty, operand)
                if self.is_integer(&ty.ty) && self.values_of(&ty.ty) == self.kind(expr).range() =>
            {
                self.polynomial(operand)
            }
            _ => None,
        }
    }
}

/// Parameters taken out of a sum.
fn affine_polynomial(value: &Quasi) -> Option<Polynomial> {
    let form = value.linear()?;
    let mut rest = Quasi::Const(form.constant);
    for (depth, factor) in form.iterators {
        rest = rest.plus(Quasi::Iterator(depth).times(factor));
    }
    let mut polynomial = Polynomial::from([(Vec::new(), rest)]);
    for (name, factor) in form.params {
        polynomial.insert(vec![name], Quasi::Const(factor.into()));
    }
    Some(polynomial)
}

pub(super) fn add(mut a: Polynomial, b: Polynomial, sign: i64) -> Option<Polynomial> {
    for (monomial, value) in b {
        let sum = a.remove(&monomial).unwrap_or(Quasi::Const(0));
        let sum = sum.plus(value.times(sign));
        sum.linear()?;
        a.insert(monomial, sum);
    }
    Some(a)
}

fn multiply(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut product = Polynomial::new();
    for (left, x) in a {
        for (right, y) in b {
            let value = match (x.as_const(), y.as_const()) {
                (Some(0), _) | (_, Some(0)) => continue,
                (Some(factor), _) => y.clone().times(factor),
                (_, Some(factor)) => x.clone().times(factor),
                _ => return None,
            };
            let mut monomial = [left.as_slice(), right.as_slice()].concat();
            monomial.sort();
            product = add(product, Polynomial::from([(monomial, value)]), 1)?;
        }
    }
    Some(product)
}

/// The products of parameters that iterators are multiplied with, the longest first.
fn strides(polynomials: &[Polynomial]) -> Option<Vec<Vec<String>>> {
    let mut strides: Vec<Vec<String>> = Vec::new();
    for (monomial, value) in polynomials.iter().flatten() {
        let matters = value.as_const().is_none() || monomial.len() > 1;
        if matters && !monomial.is_empty() && !strides.contains(monomial) {
            strides.push(monomial.clone());
        }
    }
    strides.sort_by_key(|stride| std::cmp::Reverse(stride.len()));
    (!strides.is_empty()).then_some(strides)
}

/// The quotients of neighbouring strides, if each is one parameter.
fn extents(strides: &[Vec<String>]) -> Option<Vec<String>> {
    let mut extents = Vec::new();
    for (k, stride) in strides.iter().enumerate() {
        let mut rest = stride.clone();
        for name in strides.get(k + 1).map_or(&[][..], Vec::as_slice) {
            let position = rest.iter().position(|other| other == name)?;
            rest.remove(position);
        }
        let [name] = &rest[..] else { return None };
        extents.push(name.clone());
    }
    Some(extents)
}

/// A subscript taken apart by strides; what no stride explains is the innermost part.
fn parts(mut polynomial: Polynomial, strides: &[Vec<String>]) -> Option<Vec<Quasi>> {
    let mut parts: Vec<Quasi> = strides
        .iter()
        .map(|stride| polynomial.remove(stride).unwrap_or(Quasi::Const(0)))
        .collect();
    let mut rest = polynomial.remove(&Vec::new()).unwrap_or(Quasi::Const(0));
    for (monomial, factor) in polynomial {
        let [name] = &monomial[..] else { return None };
        rest = rest.plus(Quasi::Param(name.clone()).times(factor.as_const()?));
    }
    parts.push(rest);
    Some(parts)
}

/// The parts, each inner one moved into `0 <= part < extent` by whole extents where it can be.
fn moved_into_extents(
    mut parts: Vec<Quasi>,
    extents: &[String],
    domain: &Set,
) -> presburger::Result<Option<Vec<Quasi>>> {
    for k in (1..parts.len()).rev() {
        let extent = Quasi::Param(extents[k - 1].clone());
        let mut fits = false;
        for shift in [0, 1, -1] {
            let inner = parts[k].clone().plus(extent.clone().times(shift));
            let lower = Condition::Compare(Order::GreaterEqual, inner.clone(), Quasi::Const(0));
            let upper = Condition::Compare(Order::Less, inner.clone(), extent.clone());
            let allowed = lower.and(upper).build(domain.space())?;
            if domain.is_subset(&allowed)? {
                parts[k - 1] = parts[k - 1].clone().minus(Quasi::Const(shift.into()));
                parts[k] = inner;
                fits = true;
                break;
            }
        }
        if !fits {
            return Ok(None);
        }
    }
    Ok(Some(parts))
}
