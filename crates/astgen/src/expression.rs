//! Expressions for quasi-affine functions, conditions for sets (section 5.10).
//!
//! A floor is written as cheaply as what is known of the values allows: `m⌊a/m⌋` as
//! `a - a % m`, `⌊a/m⌋` as `a / m` where `a` cannot be negative, `floord(a, m)` otherwise. An
//! equality that says that something is divisible becomes `x % m == 0`.

use crate::ast::{Expr, Op};
use crate::build::{merged, without_floor};
use crate::error::{Error, Result};
use crate::settings::Settings;
use crate::strides::gcd;
use presburger::{Aff, Constraint, Dim, Effort, PwAff, Set, Value, attempt};

/// A place in the code: the names of the loop counters and what is known of them there.
#[derive(Clone, Debug)]
pub struct Position {
    names: Vec<String>,
    known: Set,
    /// For each dimension a step and an offset that its values are known to have.
    strides: Vec<(i64, i64)>,
    settings: Settings,
}

/// What an expression is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Value,
    /// It is compared with zero, so that its terms can go to either side.
    Comparison,
}

/// A sum of terms; the coefficients are integers.
struct Linear {
    terms: Vec<(i64, Expr)>,
    constant: i64,
}

impl Position {
    /// The place where the dimensions of `known` have these names.
    pub fn new(names: Vec<String>, known: Set) -> Position {
        let strides = vec![(1, 0); names.len()];
        Position {
            names,
            known,
            strides,
            settings: Settings::default(),
        }
    }

    /// With these choices.
    pub fn with_settings(self, settings: Settings) -> Position {
        Position { settings, ..self }
    }

    /// Where the dimensions are known to have these steps and offsets.
    pub(crate) fn with_strides(self, strides: Vec<(i64, i64)>) -> Position {
        Position { strides, ..self }
    }

    /// What is known of the counters there.
    pub fn known(&self) -> &Set {
        &self.known
    }

    /// The same place where more is known.
    pub fn and(&self, more: &Set) -> Result<Position> {
        Ok(Position {
            names: self.names.clone(),
            known: self.known.intersect(more)?,
            strides: self.strides.clone(),
            settings: self.settings,
        })
    }

    /// An expression with the values of `aff`, which are integers.
    ///
    /// ```
    /// # use astgen::Position;
    /// let place = Position::new(vec!["i".into()], "[n] -> { [i] : i >= n >= 0 }".parse()?);
    /// let f = "[n] -> { [i] -> [4*floor((i + n)/4) + 1] }".parse()?;
    /// assert_eq!(place.aff(&f)?.to_string(), "-((n + i) % 4) + n + i + 1");
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn aff(&self, aff: &Aff) -> Result<Expr> {
        let denominator = integer(&aff.denominator())?;
        let whole = aff.scale(&aff.denominator())?;
        let mut sum = self.linear(&whole, Use::Value)?;
        // What is known here may have left factors that cancel, as in `3 * c / 3`.
        let common = sum.terms.iter().fold(sum.constant, |g, (c, _)| gcd(g, *c));
        let common = gcd(common, denominator);
        if common > 1 {
            sum.constant /= common;
            sum.terms.iter_mut().for_each(|(c, _)| *c /= common);
        }
        Ok(match denominator / common.max(1) {
            1 => sum.into_expr(),
            rest => Expr::binary(Op::Div, sum.into_expr(), Expr::Int(rest)),
        })
    }

    /// An expression with the values of `function`: a minimum or maximum if it is one, a choice
    /// by conditions otherwise.
    ///
    /// ```
    /// # use astgen::Position;
    /// let place = Position::new(vec!["i".into()], "[n] -> { [i] }".parse()?);
    /// let f = "[n] -> { [i] -> [i] : i < n; [i] -> [n] : i >= n }".parse()?;
    /// assert_eq!(place.pw_aff(&f)?.to_string(), "min(n, i)");
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn pw_aff(&self, function: &PwAff) -> Result<Expr> {
        let pieces = self.distinct(function.pieces())?;
        if let [(_, only)] = &pieces[..] {
            return self.aff(only);
        }
        if pieces.is_empty() {
            return Err(Error::Invalid("a function without values is used".into()));
        }
        for op in [Op::Min, Op::Max] {
            if self.settings.detect_min_max && self.is_extremum(&pieces, op)? {
                let mut values = Vec::new();
                for (_, value) in pieces.iter().rev() {
                    values.push(self.aff(value)?);
                }
                return Expr::join(op, values)
                    .ok_or_else(|| Error::Invalid("a function without values is used".into()));
            }
        }
        let mut cases = Vec::with_capacity(pieces.len());
        for (domain, value) in &pieces {
            cases.push((domain.gist(&self.known)?, domain, value));
        }
        // The longest condition comes last, where it need not be written.
        cases.sort_by_key(|(condition, ..)| difficulty(condition));
        let mut rest = self.known.clone();
        let mut chosen = Vec::with_capacity(cases.len());
        for (condition, domain, value) in cases {
            let value = self.and(domain)?.aff(value)?;
            let shorter = domain.gist(&rest)?;
            chosen.push((
                match difficulty(&shorter) < difficulty(&condition) {
                    true => shorter,
                    false => condition,
                },
                value,
            ));
            let others = rest.subtract(domain)?;
            if others.n_basic_set() == 1 {
                rest = others;
            }
        }
        let mut choice: Option<Expr> = None;
        for (condition, value) in chosen.into_iter().rev() {
            choice = Some(match (choice, self.condition(&condition)?) {
                (Some(rest), Some(condition)) => Expr::Op(Op::Cond, vec![condition, value, rest]),
                _ => value,
            });
        }
        choice.ok_or_else(|| Error::Invalid("a function without values is used".into()))
    }

    /// The pieces of a function here, without those where another one has the same values.
    fn distinct(&self, pieces: Vec<(Set, Aff)>) -> Result<Vec<(Set, Aff)>> {
        let mut kept = pieces;
        if !(2..=MAX_PIECES).contains(&kept.len()) {
            return Ok(kept);
        }
        let mut i = 0;
        while i < kept.len() {
            let (domain, value) = &kept[i];
            let mut like = None;
            for (j, (_, other)) in kept.iter().enumerate() {
                let same = || -> presburger::Result<bool> {
                    let equal = value.sub(other)?.zero_set()?;
                    domain.intersect(&self.known)?.is_subset(&equal)
                };
                if i != j && attempt(Effort::Question, same)? == Some(true) {
                    like = Some(j);
                    break;
                }
            }
            let Some(j) = like else {
                i += 1;
                continue;
            };
            kept[j].0 = kept[j].0.union(domain)?.coalesce_bounded()?;
            kept.remove(i);
        }
        Ok(kept)
    }

    /// Whether each piece has the smallest (largest) of all values.
    fn is_extremum(&self, pieces: &[(Set, Aff)], op: Op) -> Result<bool> {
        for (i, (domain, value)) in pieces.iter().enumerate() {
            let domain = domain.intersect(&self.known)?;
            for (j, (_, other)) in pieces.iter().enumerate() {
                let (small, large) = if op == Op::Min {
                    (value, other)
                } else {
                    (other, value)
                };
                if i != j && !domain.is_subset(&small.le_set(large)?)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// A condition that holds on `set`; `None` if it always holds.
    ///
    /// ```
    /// # use astgen::Position;
    /// let place = Position::new(vec!["i".into()], "[n] -> { [i] : n >= 0 }".parse()?);
    /// let set = "[n] -> { [i] : n mod 4 >= 2 and i <= n + 1 }".parse()?;
    /// let condition = place.condition(&set)?.map(|condition| condition.to_string());
    /// assert_eq!(condition.as_deref(), Some("n + 1 >= i && n % 4 >= 2"));
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn condition(&self, set: &Set) -> Result<Option<Expr>> {
        let set = match set.basic_sets().iter().any(|part| part.has_unknown()) {
            true => merged(&set.compute_divs()?)?,
            false => set.clone(),
        };
        let mut cases = Vec::new();
        for part in set.basic_sets() {
            let constraints = part.constraints()?.into_iter();
            let constraints =
                constraints.map(|constraint| without_floor(constraint, &self.strides));
            let (with, without): (Vec<Constraint>, Vec<Constraint>) = constraints
                .collect::<Result<Vec<_>>>()?
                .into_iter()
                .partition(|constraint| !constraint.aff().floors().is_empty());
            let mut parts = Vec::new();
            let mut here = self.clone();
            for constraint in &without {
                parts.push(self.constraint(constraint)?);
            }
            if !with.is_empty() {
                let simple = presburger::BasicSet::from_constraints(part.space(), &without)?;
                here = here.and(&simple.to_set())?;
            }
            for constraint in &with {
                parts.push(here.constraint(constraint)?);
            }
            match Expr::join(Op::And, parts) {
                Some(case) => cases.push(case),
                None => return Ok(None),
            }
        }
        Ok(Some(Expr::join(Op::Or, cases).unwrap_or(Expr::Int(0))))
    }

    /// The comparison that a constraint is.
    pub fn constraint(&self, constraint: &Constraint) -> Result<Expr> {
        let aff = constraint.aff();
        if constraint.is_equality()
            && let Some(expr) = self.divisibility(aff)?
        {
            return Ok(expr);
        }
        let linear = self.linear(&aff.scale(&aff.denominator())?, Use::Comparison)?;
        Ok(linear.compare(constraint.is_equality()))
    }

    /// `rest + m⌊-rest/m⌋ = 0` says that `rest` is a multiple of `m`.
    fn divisibility(&self, aff: &Aff) -> Result<Option<Expr>> {
        let floors = aff.floors();
        for (factor, argument) in &floors {
            let term = argument.floor()?.scale(factor)?;
            let rest = aff.sub(&term)?;
            // floor(argument) must be what the equality makes it.
            let expected = rest.neg()?.scale_down(factor)?;
            let slack = argument.sub(&expected)?;
            let value = slack.constant();
            let within = slack.is_cst() && value >= Value::zero() && value < Value::one();
            if !within {
                continue;
            }
            let modulus = integer(&factor.abs())?;
            if modulus == 1 {
                continue;
            }
            let rest = self.reduced(&rest, modulus)?;
            let mut linear = self.linear(&rest, Use::Value)?;
            let positive = linear.terms.iter().filter(|(c, _)| *c > 0).count();
            if 2 * positive < linear.terms.len() {
                for (c, _) in &mut linear.terms {
                    *c = c
                        .checked_neg()
                        .ok_or_else(|| Error::TooLarge(c.to_string()))?;
                }
                linear.constant = -linear.constant;
            }
            linear.constant = linear.constant.rem_euclid(modulus);
            let remainder = Expr::binary(Op::ZdivR, linear.into_expr(), Expr::Int(modulus));
            return Ok(Some(Expr::binary(Op::Eq, remainder, Expr::Int(0))));
        }
        Ok(None)
    }

    /// Coefficients reduced to values around zero, modulo `modulus`.
    fn reduced(&self, aff: &Aff, modulus: i64) -> Result<Aff> {
        let space = aff.domain_space();
        let mut out = aff.clone();
        let dims = (0..space.n_param())
            .map(Dim::Param)
            .chain((0..space.n_out()).map(Dim::Set));
        for dim in dims {
            let old = integer(&aff.coefficient(dim)?)?;
            let mut new = old.rem_euclid(modulus);
            if new > modulus / 2 && old < 0 {
                new -= modulus;
            }
            if new != old {
                let variable = Aff::var_on_domain(&space, dim)?;
                out = out.add(&variable.scale(&Value::from(new - old))?)?;
            }
        }
        Ok(out)
    }

    /// The same values, floors being replaced by numbers where they have only one value, and
    /// freed of what is a multiple of their divisor by the strides of the dimensions.
    fn with_plain_floors(&self, aff: &Aff) -> Result<Aff> {
        let mut out = aff.clone();
        for (factor, argument) in aff.floors() {
            let (times, divisor) = (integer(&factor)?, integer(&argument.denominator())?);
            let mut dividend = argument.scale(&argument.denominator())?;
            let mut whole = Aff::zero_on_domain(&aff.domain_space())?;
            for (i, (step, offset)) in self.strides.iter().enumerate() {
                let a = integer(&dividend.coefficient(Dim::In(i))?)?;
                if *step > 1
                    && times % divisor == 0
                    && a != 0
                    && a.checked_mul(*step).is_some_and(|all| all % divisor == 0)
                {
                    let variable = Aff::var_on_domain(&aff.domain_space(), Dim::Set(i))?;
                    let part = variable.add_constant(&Value::from(-offset))?;
                    let part = part.scale(&Value::from(a))?;
                    dividend = dividend.sub(&part)?;
                    whole = whole.add(&part.scale(&Value::from(times / divisor))?)?;
                }
            }
            let mut floor = dividend.scale_down(&Value::from(divisor))?.floor()?;
            if let Some(least) = self.minimum(&dividend)? {
                let quotient = least.div_euclid(divisor);
                let end = Value::from(product(quotient, divisor)? + (divisor - 1));
                if self.is_non_negative(&dividend.neg()?.add_constant(&end)?)? {
                    floor = Aff::val_on_domain(&aff.domain_space(), &Value::from(quotient))?;
                }
            }
            let old = argument.floor()?.scale(&factor)?;
            out = out.sub(&old)?.add(&whole)?.add(&floor.scale(&factor)?)?;
        }
        Ok(out)
    }

    /// The same values, with whole numbers taken out of floors if what is left in them then has a
    /// sign: `⌊(400a - 200b)/3⌋ = 133a - 67b + ⌊(a + b)/3⌋`.
    fn with_signed_floors(&self, aff: &Aff) -> Result<Aff> {
        let mut out = aff.clone();
        for (factor, argument) in aff.floors() {
            let divisor = integer(&argument.denominator())?;
            let dividend = argument.scale(&argument.denominator())?;
            if integer(&factor)? % divisor == 0 || self.has_sign(&dividend, divisor)? {
                continue;
            }
            let mirror = self.reduced(&dividend.neg()?, divisor)?.neg()?;
            for candidate in [self.reduced(&dividend, divisor)?, mirror] {
                let constant = integer(&candidate.constant())?;
                let change = constant.rem_euclid(divisor) - constant;
                let candidate = candidate.add_constant(&Value::from(change))?;
                if self.has_sign(&candidate, divisor)? {
                    let whole = dividend
                        .sub(&candidate)?
                        .scale_down(&Value::from(divisor))?;
                    let floor = candidate.scale_down(&Value::from(divisor))?.floor()?;
                    let old = argument.floor()?.scale(&factor)?;
                    let new = whole.add(&floor)?.scale(&factor)?;
                    out = out.sub(&old)?.add(&new)?;
                    break;
                }
            }
        }
        Ok(out)
    }

    /// Whether `⌊a/d⌋` can be written by a division of something that is not negative.
    fn has_sign(&self, dividend: &Aff, divisor: i64) -> Result<bool> {
        let mirror = dividend.neg()?.add_constant(&Value::from(divisor - 1))?;
        Ok(self.is_non_negative(dividend)? || self.is_non_negative(&mirror)?)
    }

    /// The terms of a form with integer coefficients.
    fn linear(&self, aff: &Aff, purpose: Use) -> Result<Linear> {
        let mut rest = self.with_plain_floors(aff)?;
        if self.settings.prefer_pdiv {
            rest = self.with_signed_floors(&rest)?;
        }
        let mut terms = Vec::new();
        // Taking a remainder out may show another floor, nested in the first.
        for _ in 0..16 {
            let mut changed = false;
            for (factor, argument) in rest.floors() {
                let (factor, modulus) = (integer(&factor)?, integer(&argument.denominator())?);
                if factor % modulus != 0 || !self.settings.prefer_pdiv {
                    continue;
                }
                let dividend = argument.scale(&argument.denominator())?;
                let Some((dividend_expr, mirrored)) = self.residue(&dividend, modulus)? else {
                    continue;
                };
                // f⌊a/m⌋ = k a - k (a mod m) with f = k m; a mod m = m - 1 - ((-a - 1) mod m).
                let times = factor / modulus;
                let remainder = Expr::binary(Op::PdivR, dividend_expr, Expr::Int(modulus));
                let whole = dividend.scale(&Value::from(times))?;
                let without = rest.sub(&argument.floor()?.scale(&Value::from(factor))?)?;
                let with = without.add(&whole)?;
                if purpose == Use::Comparison && n_terms(&with)? > n_terms(&without)? {
                    // Nothing cancels: `4 * (a / 4) >= n` is shorter than `a - a % 4 >= n`.
                    continue;
                }
                rest = with;
                if mirrored {
                    rest = rest.add_constant(&Value::from(-product(times, modulus - 1)?))?;
                }
                terms.push((if mirrored { times } else { -times }, remainder));
                changed = true;
                break;
            }
            if !changed {
                break;
            }
        }
        let space = rest.domain_space();
        for (i, name) in space.params().iter().enumerate() {
            let factor = integer(&rest.coefficient(Dim::Param(i))?)?;
            if factor != 0 {
                terms.push((factor, Expr::Id(name.to_string())));
            }
        }
        for i in 0..space.n_out() {
            let factor = integer(&rest.coefficient(Dim::In(i))?)?;
            if factor != 0 {
                let name = self
                    .names
                    .get(i)
                    .cloned()
                    .unwrap_or_else(|| format!("c{i}"));
                terms.push((factor, Expr::Id(name)));
            }
        }
        for (factor, argument) in rest.floors() {
            let (factor, divisor) = (integer(&factor)?, integer(&argument.denominator())?);
            let dividend = argument.scale(&argument.denominator())?;
            let mirror = dividend.neg()?.add_constant(&Value::from(divisor - 1))?;
            let quotient = |op, dividend: &Aff| -> Result<Expr> {
                let dividend = self.aff(dividend)?;
                Ok(Expr::binary(op, dividend, Expr::Int(divisor)))
            };
            let prefer = self.settings.prefer_pdiv;
            terms.push(if prefer && self.is_non_negative(&dividend)? {
                (factor, quotient(Op::PdivQ, &dividend)?)
            } else if prefer && self.is_non_negative(&mirror)? {
                (-factor, quotient(Op::PdivQ, &mirror)?)
            } else {
                (factor, quotient(Op::FdivQ, &dividend)?)
            });
        }
        let constant = integer(&rest.constant())?;
        Ok(Linear { terms, constant })
    }

    /// Something that is not negative and leaves the same remainder as `dividend`, or (then true)
    /// as `-dividend - 1`.
    fn residue(&self, dividend: &Aff, modulus: i64) -> Result<Option<(Expr, bool)>> {
        let plain = self.reduced(dividend, modulus)?;
        let mirror = dividend.neg()?.add_constant(&Value::from(-1))?;
        let mirror = self.reduced(&mirror, modulus)?;
        for (candidate, mirrored) in [(dividend, false), (&plain, false), (&mirror, true)] {
            let Some(least) = self.minimum(candidate)? else {
                continue;
            };
            let constant = integer(&candidate.constant())?;
            let small = constant.rem_euclid(modulus) - constant;
            let shift = match least.checked_add(small) {
                Some(least) if least >= 0 => small,
                _ if least >= 0 => 0,
                _ => product(modulus, (-least).div_euclid(modulus) + 1)?,
            };
            let shift = match least.saturating_add(shift) >= modulus && least < 0 {
                true => shift - modulus,
                false => shift,
            };
            let candidate = candidate.add_constant(&Value::from(shift))?;
            return Ok(Some((self.aff(&candidate)?, mirrored)));
        }
        Ok(None)
    }

    fn is_non_negative(&self, aff: &Aff) -> Result<bool> {
        let negative = aff.add_constant(&Value::one())?.neg()?.nonneg_set()?;
        let answer = attempt(Effort::Expression, || self.known.is_disjoint(&negative))?;
        Ok(answer == Some(true))
    }

    /// The least value here, if there is one that fits and is found easily.
    fn minimum(&self, aff: &Aff) -> Result<Option<i64>> {
        if !self.is_bounded_below(aff)? {
            return Ok(None);
        }
        match attempt(Effort::Expression, || self.known.min_val(aff)) {
            Ok(value) => Ok(value.and_then(|value| integer(&value).ok())),
            Err(presburger::Error::Unbounded(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// A quick look: a form that takes very negative values is given up.
    fn is_bounded_below(&self, aff: &Aff) -> Result<bool> {
        self.is_non_negative(&aff.add_constant(&Value::from(1i64 << 20))?)
    }
}

/// Functions of more pieces are written as they are.
const MAX_PIECES: usize = 8;

/// How long a condition is, and among those of one length, how often it holds: equalities are rare.
fn difficulty(condition: &Set) -> (usize, usize) {
    let (mut count, mut inequalities) = (0, 0);
    for part in condition.basic_sets() {
        let all = part.constraints().unwrap_or_default();
        count += all.len();
        inequalities += all.iter().filter(|one| !one.is_equality()).count();
    }
    (count, inequalities)
}

/// The number of parameters, dimensions and floors in a form.
fn n_terms(aff: &Aff) -> Result<usize> {
    let space = aff.domain_space();
    let mut count = aff.floors().len();
    let dims = (0..space.n_param())
        .map(Dim::Param)
        .chain((0..space.n_out()).map(Dim::In));
    for dim in dims {
        count += usize::from(!aff.coefficient(dim)?.is_zero());
    }
    Ok(count)
}

/// A number with room for a sign and a sum; others are refused rather than computed with.
pub(crate) fn integer(value: &Value) -> Result<i64> {
    let fits = |v: &i64| v.unsigned_abs() <= 1 << 62;
    let found = value.to_i64().filter(fits);
    found.ok_or_else(|| Error::TooLarge(value.to_string()))
}

/// `a b`, if there is room for it.
pub(crate) fn product(a: i64, b: i64) -> Result<i64> {
    integer(&(&Value::from(a) * &Value::from(b)))
}

impl Linear {
    fn into_expr(self) -> Expr {
        sum(self.terms, self.constant)
    }

    /// `self = 0` or `self >= 0`, with positive coefficients on both sides.
    fn compare(self, equality: bool) -> Expr {
        let (left, right): (Vec<_>, Vec<_>) = self.terms.into_iter().partition(|(c, _)| *c > 0);
        let right: Vec<_> = right.into_iter().map(|(c, e)| (-c, e)).collect();
        let k = self.constant;
        let op = if equality { Op::Eq } else { Op::Ge };
        match (left.is_empty(), right.is_empty()) {
            (true, false) => {
                let op = if equality { Op::Eq } else { Op::Le };
                Expr::binary(op, sum(right, 0), Expr::Int(k))
            }
            (_, true) => Expr::binary(op, sum(left, 0), Expr::Int(-k)),
            _ if k >= 0 => Expr::binary(op, sum(left, k), sum(right, 0)),
            _ => Expr::binary(op, sum(left, 0), sum(right, -k)),
        }
    }
}

fn sum(terms: Vec<(i64, Expr)>, constant: i64) -> Expr {
    let mut total: Option<Expr> = None;
    for (factor, expr) in terms {
        total = Some(match total {
            None => expr.times(factor),
            Some(total) if factor < 0 && factor != i64::MIN => {
                Expr::binary(Op::Sub, total, expr.times(-factor))
            }
            Some(total) => Expr::binary(Op::Add, total, expr.times(factor)),
        });
    }
    match (total, constant) {
        (None, _) => Expr::Int(constant),
        (Some(total), 0) => total,
        (Some(total), c) if c < 0 && c != i64::MIN => Expr::binary(Op::Sub, total, Expr::Int(-c)),
        (Some(total), c) => Expr::binary(Op::Add, total, Expr::Int(c)),
    }
}
