//! Arrays that are addressed by hand: `a[i * n + j]` is `a[i][j]` where `0 <= j < n`.
//!
//! A subscript that is a polynomial, linear in the iterators, is divided by the lengths of its rows,
//! the innermost first: `((b * C + c) * H + y) * W + x` divided by `W`, `H` and `C` leaves `x`, `y`,
//! `c` and `b`. Which lengths these are is guessed: from the strides, which are the products that
//! iterators are multiplied with, and from the way the subscripts are written. A guess is right when
//! each inner part stays within its row for all instances, and it is taken when that can be proved
//! for every access to the array; then also different accesses are compared rightly. Where it can
//! not, it is said for which parameters it could.

use std::collections::BTreeMap;

use presburger::{Effort, Set, attempt};
use scop::Storage;

use super::Lowering;
use super::accesses::{AccessDraft, Subscript, Terms};
use super::convert::lap;
use super::names::Names;
use super::polynomial::{Polynomial, add, affine_polynomial, is_unknown, multiply, parts, unknown};
use super::quasi::{Condition, Order, Quasi, Range};
use super::types::Kind;
use crate::syntax::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// A subscript of an array of one dimension that is not affine.
#[derive(Clone)]
pub(super) struct Linearised {
    sum: Polynomial,
    /// The lengths of rows as it is written, the innermost first.
    rows: Vec<Quasi>,
}

/// Why a subscript is no polynomial.
#[derive(Clone, Copy)]
pub(super) enum Obstacle {
    /// It does not look like one.
    Form,
    /// It may not fit the type that it is computed in.
    Wraps(Kind),
}

/// The rows of an array.
struct Rows {
    /// The lengths, the innermost last.
    extents: Vec<Quasi>,
    /// For each access its subscripts, and whether the first is known.
    subscripts: Vec<(Vec<Quasi>, bool)>,
}

/// How many ways to cut an array into rows are tried.
const GUESSES: usize = 4;

impl<'a> Lowering<'a> {
    /// Gives the last dimension of arrays the dimensions that its subscripts show. Those before it
    /// tell arrays apart: `m->data[i * m->cols + j]` has one, which pointer `m` leads to.
    pub(super) fn delinearise(&mut self, context: &Set) -> presburger::Result<()> {
        for array in 0..self.arrays.len() {
            // It has to be declared as it was; for memory from `malloc` the program says how.
            let known = &self.arrays[array];
            if known.storage == Storage::Region && !self.heap.has(known.span) {
                continue;
            }
            let Some(found) = self.rows(array, context)? else {
                continue;
            };
            // How many rows there are, an extent of all elements does not say.
            let all = &mut self.arrays[array].extents;
            all.pop();
            let before = all.len();
            all.push(None);
            all.extend(found.extents.into_iter().map(Some));
            let accesses = self.drafts.iter_mut().flat_map(|draft| &mut draft.accesses);
            let own = accesses.filter(|access| access.array == array);
            for (access, (parts, is_known)) in own.zip(found.subscripts) {
                access.subscripts.truncate(before);
                let parts = parts.into_iter().map(Subscript::Affine);
                access.subscripts.extend(parts);
                if !is_known && let Some(row) = access.subscripts.get_mut(before) {
                    *row = Subscript::All;
                }
            }
        }
        Ok(())
    }

    /// The rows of an array, if it has any.
    fn rows(&mut self, array: usize, context: &Set) -> presburger::Result<Option<Rows>> {
        let accesses: Vec<&AccessDraft<'a>> = self
            .drafts
            .iter()
            .flat_map(|draft| &draft.accesses)
            .filter(|access| access.array == array)
            .collect();
        let is_other = |access: &&AccessDraft<'a>| {
            matches!(access.subscripts.last(), Some(Subscript::Other(_)))
        };
        if !accesses.iter().any(is_other) {
            return Ok(None);
        }
        let mut all: Vec<(Polynomial, Set)> = Vec::new();
        let mut written: Vec<&Vec<Quasi>> = Vec::new();
        for access in &accesses {
            let sum = match (access.subscripts.last(), &access.linearised) {
                (Some(Subscript::Affine(value)), _) => affine_polynomial(value),
                (Some(Subscript::Other(_)), Some(Ok(linearised))) => {
                    written.push(&linearised.rows);
                    Some(linearised.sum.clone())
                }
                (Some(Subscript::Other(_)), Some(Err(Obstacle::Wraps(kind)))) => {
                    let hint = format!(
                        "it is computed in `{}` and may wrap around: compute it in a wider type, such \
                         as `size_t`, or limit its parameters with `--context`",
                        kind.name()
                    );
                    self.hints.push((array, hint));
                    return Ok(None);
                }
                _ => None,
            };
            let Some(sum) = sum else {
                return Ok(None);
            };
            all.push((sum, access.domain.intersect_params(context)?));
        }
        let mut help: Option<Set> = None;
        for guess in guesses(&all, written) {
            match self.cut_rows(&all, &guess, context)? {
                Cut::Into(rows) => return Ok(Some(rows)),
                Cut::Only(condition) => {
                    // The weakest condition is the best one, where anything is executed.
                    let mut is_better = true;
                    for (_, domain) in all.iter().filter(|_| help.is_some()) {
                        let known = help
                            .iter()
                            .try_fold(domain.params()?, |all, one| all.intersect(one))?;
                        is_better &= known.is_subset(&condition)?;
                    }
                    if is_better {
                        help = Some(condition);
                    }
                }
                Cut::Never => {}
            }
        }
        if let Some(condition) = help {
            let known = match &self.options.context {
                Some(known) => condition.intersect(&known.params()?)?,
                None => condition,
            };
            let known = known.coalesce()?.drop_unused_params()?;
            self.hints.push((
                array,
                format!("it is exact with `--context \"{known}\"`, if that is so"),
            ));
        }
        Ok(None)
    }

    /// Cuts the subscripts of all accesses at rows of these lengths, the innermost first.
    fn cut_rows(
        &self,
        accesses: &[(Polynomial, Set)],
        lengths: &[Quasi],
        context: &Set,
    ) -> presburger::Result<Cut> {
        let mut subscripts = Vec::new();
        let mut needed: Option<Set> = None;
        for (sum, domain) in accesses {
            let Some((parts, is_known)) = parts(sum.clone(), lengths) else {
                return Ok(Cut::Never);
            };
            let (parts, condition) = within_rows(parts, lengths, domain)?;
            if let Some(condition) = condition {
                needed = Some(match needed {
                    Some(known) => known.intersect(&condition)?,
                    None => condition,
                });
            }
            subscripts.push((parts, is_known));
        }
        let Some(needed) = needed else {
            let extents = lengths.iter().rev().cloned().collect();
            return Ok(Cut::Into(Rows {
                extents,
                subscripts,
            }));
        };
        let possible = self.names.typed(&needed.intersect(context)?)?;
        match possible.is_empty()? {
            true => Ok(Cut::Never),
            false => Ok(Cut::Only(needed.gist(context)?.coalesce()?)),
        }
    }
}

/// What comes of cutting an array into rows.
enum Cut {
    Into(Rows),
    /// It is right for these parameters only.
    Only(Set),
    Never,
}

impl Names<'_> {
    /// A sum of integer expressions, evaluated in `domain`, as a polynomial.
    pub(super) fn linearised(
        &self,
        terms: &Terms<'_>,
        domain: &Set,
    ) -> Result<Linearised, Obstacle> {
        let mut sum = Polynomial::new();
        let mut rows: Vec<Quasi> = Vec::new();
        for (sign, term) in terms {
            let part = self.polynomial(term, Kind::Unknown, domain)?;
            sum = add(sum, part, *sign).ok_or(Obstacle::Form)?;
            let more = self.rows_in(term);
            if more.len() > rows.len() {
                rows = more;
            }
        }
        Ok(Linearised { sum, rows })
    }

    /// An integer expression as a polynomial of parameters, linear in the iterators; `outer` is what
    /// the result is used in.
    fn polynomial(&self, expr: &Expr, outer: Kind, domain: &Set) -> Result<Polynomial, Obstacle> {
        if let Ok(value) = self.value(expr)
            && let Some(polynomial) = affine_polynomial(&value)
        {
            return Ok(polynomial);
        }
        let kind = self.kind(expr);
        let sum = |left: &Expr, right: &Expr, sign: i64| {
            let left = self.polynomial(left, kind, domain)?;
            let right = self.polynomial(right, kind, domain)?;
            add(left, right, sign).ok_or(Obstacle::Form)
        };
        let polynomial = match &expr.kind {
            ExprKind::Binary(BinaryOp::Add, left, right) => sum(left, right, 1)?,
            ExprKind::Binary(BinaryOp::Sub, left, right) => sum(left, right, -1)?,
            ExprKind::Binary(BinaryOp::Mul, left, right) => {
                let left = self.polynomial(left, kind, domain)?;
                let right = self.polynomial(right, kind, domain)?;
                multiply(&left, &right).ok_or(Obstacle::Form)?
            }
            ExprKind::Unary(UnaryOp::Minus, operand) => {
                let operand = self.polynomial(operand, kind, domain)?;
                add(Polynomial::new(), operand, -1).ok_or(Obstacle::Form)?
            }
            ExprKind::Unary(UnaryOp::Plus, operand) => self.polynomial(operand, kind, domain)?,
            ExprKind::Cast(ty, operand) => self.converted_polynomial(operand, &ty.ty, domain)?,
            ExprKind::Alias(alias) => self.converted_polynomial(&alias.value, &alias.ty, domain)?,
            // The row may depend on data while the place in it does not.
            ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Field { .. }
                if matches!(kind, Kind::Int | Kind::Long | Kind::UnsignedLong) =>
            {
                let name = unknown(expr.tokens.start);
                Polynomial::from([(vec![name], Quasi::Const(1))])
            }
            _ => return Err(Obstacle::Form),
        };
        // Sums and products that have wrapped around are right in the end if the result fits.
        // Addresses wrap around as numbers of 64 bits do.
        if kind == Kind::Unsigned && outer != kind && !self.fits(&polynomial, kind.range(), domain)
        {
            return Err(Obstacle::Wraps(kind));
        }
        Ok(polynomial)
    }

    /// The same for a value that is converted to a type.
    fn converted_polynomial(
        &self,
        operand: &Expr,
        ty: &Type,
        domain: &Set,
    ) -> Result<Polynomial, Obstacle> {
        if !self.is_integer(ty) || self.is_truth_type(ty) {
            return Err(Obstacle::Form);
        }
        let (own, range, kind) = (
            self.kind(operand).range(),
            self.values_of(ty),
            self.kind_of_type(ty),
        );
        let polynomial = self.polynomial(operand, kind, domain)?;
        let holds_all = range.0 <= own.0 && own.1 <= range.1;
        let is_address = lap(range) == lap(Kind::UnsignedLong.range());
        if !holds_all && !is_address && !self.fits(&polynomial, range, domain) {
            return Err(Obstacle::Wraps(kind));
        }
        Ok(polynomial)
    }

    /// Whether a polynomial is within a range for all of a domain, as far as the least and the
    /// largest values of its iterators and parameters tell.
    fn fits(&self, polynomial: &Polynomial, range: Range, domain: &Set) -> bool {
        if polynomial.keys().any(|monomial| is_unknown(monomial)) {
            return false;
        }
        let found = attempt(Effort::Question, || {
            let known = match &self.facts {
                Some(facts) => domain.intersect_params(facts)?,
                None => domain.clone(),
            };
            let mut least = 0i128;
            let mut most = 0i128;
            for (monomial, value) in polynomial {
                let mut product = self.extremes(value, &known)?;
                for name in monomial {
                    let own = self.extremes(&Quasi::Param(name.clone()), &known)?;
                    product = times(product, own);
                }
                least = least.saturating_add(product.0);
                most = most.saturating_add(product.1);
            }
            Ok::<_, presburger::Error>(range.0 <= least && most <= range.1)
        });
        found.ok().flatten().unwrap_or(false)
    }

    /// The least and the largest value in a domain.
    fn extremes(&self, value: &Quasi, domain: &Set) -> presburger::Result<Range> {
        let (least, most) = self.interval(value);
        let built = value.build(domain.space())?;
        let typed = self.names_typed(domain, &built)?;
        let built = built.intersect_domain(&typed)?;
        let number = |found: presburger::Value| found.to_i64().map(i128::from);
        let least = number(built.min_val()?).map_or(least, |found| least.max(found));
        let most = number(built.max_val()?).map_or(most, |found| most.min(found));
        Ok((least, most))
    }

    /// A domain with the parameters of a function, each within its type.
    fn names_typed(&self, domain: &Set, function: &presburger::PwAff) -> presburger::Result<Set> {
        let all = Set::universe(function.domain_space())?;
        self.typed(&all.intersect(domain)?)
    }

    /// The lengths of rows as they are written: `n` and `m` in `(i * m + j) * n + k`.
    fn rows_in(&self, expr: &Expr) -> Vec<Quasi> {
        let longer = |a: Vec<Quasi>, b: Vec<Quasi>| match a.len() >= b.len() {
            true => a,
            false => b,
        };
        let length = |expr: &Expr| {
            let value = self.value(expr).ok()?;
            let form = value.linear()?;
            let is_one = form.params.is_empty() && form.constant <= 1;
            (form.iterators.is_empty() && !is_one).then(|| value.compact())
        };
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
                longer(self.rows_in(left), self.rows_in(right))
            }
            ExprKind::Binary(BinaryOp::Mul, left, right) => {
                let (length, rest) = match (length(right), length(left)) {
                    (Some(length), _) => (length, left),
                    (None, Some(length)) => (length, right),
                    _ => return Vec::new(),
                };
                let mut rows = vec![length];
                rows.extend(self.rows_in(rest));
                rows
            }
            ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, operand)
            | ExprKind::Cast(_, operand) => self.rows_in(operand),
            ExprKind::Alias(alias) => self.rows_in(&alias.value),
            _ => Vec::new(),
        }
    }
}

fn times(a: Range, b: Range) -> Range {
    let products = [
        a.0.saturating_mul(b.0),
        a.0.saturating_mul(b.1),
        a.1.saturating_mul(b.0),
        a.1.saturating_mul(b.1),
    ];
    let least = products.iter().min().copied().unwrap_or(0);
    let most = products.iter().max().copied().unwrap_or(0);
    (least, most)
}

/// Lengths of rows that the subscripts suggest, the innermost first.
fn guesses(accesses: &[(Polynomial, Set)], written: Vec<&Vec<Quasi>>) -> Vec<Vec<Quasi>> {
    let mut guesses: Vec<Vec<Quasi>> = Vec::new();
    guesses.extend(strides(accesses, false));
    guesses.extend(strides(accesses, true));
    let mut written = written;
    written.sort_by_key(|rows| std::cmp::Reverse(rows.len()));
    for rows in written {
        if !rows.is_empty() && !guesses.contains(rows) {
            guesses.push(rows.clone());
        }
    }
    guesses.truncate(GUESSES);
    guesses
}

/// The quotients of the products that iterators are multiplied with, the innermost first, if each is
/// a number or one parameter; with the numbers among the factors or without them.
fn strides(accesses: &[(Polynomial, Set)], with_numbers: bool) -> Option<Vec<Quasi>> {
    let mut factors: BTreeMap<&Vec<String>, Vec<i64>> = BTreeMap::new();
    let all = accesses.iter().flat_map(|(sum, _)| sum);
    for (monomial, value) in all.filter(|(monomial, _)| !is_unknown(monomial)) {
        let form = value.linear()?;
        let own = form.iterators.iter().map(|(_, factor)| factor.abs());
        let known = factors.entry(monomial).or_default();
        known.extend(own);
        // A multiple of a product is one of rows, too.
        if monomial.len() > 1 {
            known.extend(i64::try_from(form.constant.unsigned_abs()).ok());
        }
    }
    let mut strides: Vec<(&Vec<String>, i64)> = Vec::new();
    for (monomial, mut own) in factors {
        own.retain(|factor| *factor != 0);
        own.sort_unstable();
        own.dedup();
        let steps = own.windows(2).all(|pair| pair[1] % pair[0] == 0);
        let common = own.iter().copied().reduce(gcd);
        match (with_numbers, common) {
            (_, None) => {}
            (false, Some(_)) if monomial.is_empty() => {}
            (false, Some(_)) => strides.push((monomial, 1)),
            (true, Some(_)) if steps => strides.extend(own.iter().map(|one| (monomial, *one))),
            (true, Some(common)) => strides.push((monomial, common)),
        }
    }
    strides.retain(|stride| !(stride.0.is_empty() && stride.1 == 1));
    strides.sort_by_key(|(monomial, factor)| (monomial.len(), *factor));
    let mut lengths = Vec::new();
    let nothing = Vec::new();
    let (mut inner, mut number) = (&nothing, 1);
    for (monomial, factor) in strides {
        let mut rest = monomial.clone();
        for name in inner {
            let position = rest.iter().position(|other| other == name)?;
            rest.remove(position);
        }
        if factor % number != 0 {
            return None;
        }
        let quotient = factor / number;
        lengths.push(match &rest[..] {
            [] => Quasi::Const(quotient.into()),
            [name] => Quasi::Param(name.clone()).times(quotient),
            _ => return None,
        });
        (inner, number) = (monomial, factor);
    }
    (!lengths.is_empty()).then_some(lengths)
}

fn gcd(a: i64, b: i64) -> i64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

/// The parts, each inner one moved into `0 <= part < length` by whole rows where it can be; and the
/// parameters for which all are there, if these are not all that have instances.
fn within_rows(
    mut parts: Vec<Quasi>,
    lengths: &[Quasi],
    domain: &Set,
) -> presburger::Result<(Vec<Quasi>, Option<Set>)> {
    let mut needed: Option<Set> = None;
    for (k, length) in (1..parts.len()).rev().zip(lengths) {
        let mut best: Option<(i64, Set)> = None;
        let mut fits = None;
        for shift in [0, 1, -1] {
            let inner = parts[k].clone().plus(length.clone().times(shift));
            let lower = Condition::Compare(Order::GreaterEqual, inner.clone(), Quasi::Const(0));
            let upper = Condition::Compare(Order::Less, inner, length.clone());
            let allowed = lower.and(upper).build(domain.space())?;
            let outside = domain.subtract(&allowed)?;
            if outside.is_empty()? {
                fits = Some(shift);
                break;
            }
            // Where there are no instances, nothing is needed.
            let condition = outside.params()?.complement()?.gist(&domain.params()?)?;
            if best.is_none() && !condition.is_empty()? {
                best = Some((shift, condition));
            }
        }
        let shift = match (fits, best) {
            (Some(shift), _) => shift,
            (None, best) => {
                let (shift, condition) = match best {
                    Some(best) => best,
                    None => (0, domain.params()?.subtract(&domain.params()?)?),
                };
                needed = Some(match needed {
                    Some(known) => known.intersect(&condition)?,
                    None => condition,
                });
                shift
            }
        };
        parts[k] = parts[k].clone().plus(length.clone().times(shift));
        parts[k - 1] = parts[k - 1].clone().minus(Quasi::Const(shift.into()));
    }
    Ok((parts, needed))
}
