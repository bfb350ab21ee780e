//! Quasi-polynomials in pieces.

use super::poly::Poly;
use super::quasi::QPolynomial;
use super::{signed_parts, sum, zero};
use crate::aff::PwAff;
use crate::error::{Error, Result, Stop, exact};
use crate::map::Map;
use crate::point::Point;
use crate::relation::{Relation, Width};
use crate::set::Set;
use crate::space::{Name, Space};
use crate::text;
use crate::value::Value;
use std::fmt;
use std::str::FromStr;

/// A function that is a [`QPolynomial`] on each of finitely many disjoint sets, and zero elsewhere.
///
/// The union of these sets is the [`domain`](PwQPolynomial::domain), which may have points where the
/// value is zero: sums do not see them, bounds do.
///
/// ```
/// # use presburger::{Point, Set};
/// let triangle: Set = "[n] -> { [i, j] : 0 <= i <= j < n }".parse()?;
/// let count = triangle.card()?;
/// assert_eq!(count.to_string(), "[n] -> { (1/2 * n + 1/2 * n^2) : n >= 1 }");
/// let at = |n: i64| count.eval(&Point::new(count.space().clone(), [n])?);
/// assert_eq!((at(4)?, at(-4)?), (10.into(), 0.into()));
/// # Ok::<(), presburger::Error>(())
/// ```
///
/// `==` compares representations; [`is_equal`](PwQPolynomial::is_equal) asks for the same function.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PwQPolynomial {
    space: Space,
    /// Disjoint domains, none plainly empty.
    pieces: Vec<(Relation, Poly)>,
}

impl PwQPolynomial {
    /// Zero everywhere on a space of parameters or tuples.
    ///
    /// ```
    /// # use presburger::{PwQPolynomial, Set};
    /// let set: Set = "{ A[i] }".parse()?;
    /// assert_eq!(PwQPolynomial::zero(set.space())?.to_string(), "{ A[i] -> 0 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn zero(space: &Space) -> Result<PwQPolynomial> {
        if space.is_map() {
            return Err(Error::invalid(format!("{space} is not the space of a set")));
        }
        Ok(PwQPolynomial {
            space: space.clone(),
            pieces: Vec::new(),
        })
    }

    /// A polynomial on a set, zero elsewhere.
    ///
    /// ```
    /// # use presburger::{PwQPolynomial, QPolynomial, Set};
    /// let (set, square): (Set, QPolynomial) = ("{ [i] : i > 0 }".parse()?, "{ [i] -> i^2 }".parse()?);
    /// let p = PwQPolynomial::from_piece(&set, &square)?;
    /// assert_eq!(p.to_string(), "{ [i] -> i^2 : i >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_piece(set: &Set, value: &QPolynomial) -> Result<PwQPolynomial> {
        value.space().check_equal_tuples(set.space())?;
        let params = set.space().merge_params(value.space());
        let value = value.aligned_to(&params)?;
        let domain = set.0.align_params(&params);
        let space = domain.space.clone();
        PwQPolynomial::from_terms(space, vec![(domain, value.poly)])
    }

    /// A piecewise affine function; zero where it is not defined.
    ///
    /// ```
    /// # use presburger::{PwAff, PwQPolynomial};
    /// let f: PwAff = "{ [i] -> [i] : i > 0; [i] -> [-i/2] : i < 0 }".parse()?;
    /// let p = PwQPolynomial::from_pw_aff(&f)?;
    /// assert!(p.is_equal(&"{ [i] -> i : i > 0; [i] -> -1/2 * i : i < 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_pw_aff(function: &PwAff) -> Result<PwQPolynomial> {
        let mut out = PwQPolynomial::zero(&function.domain_space())?;
        for (domain, aff) in function.pieces() {
            out = out.add(&PwQPolynomial::from_piece(
                &domain,
                &QPolynomial::from_aff(&aff)?,
            )?)?;
        }
        Ok(out)
    }

    /// The sum of terms with domains that may overlap.
    pub(super) fn from_terms(space: Space, terms: Vec<(Relation, Poly)>) -> Result<PwQPolynomial> {
        let mut out = PwQPolynomial::zero(&space)?;
        // Terms on the same domain first: that saves making them disjoint.
        let mut joined: Vec<(Relation, Poly)> = Vec::new();
        for (domain, value) in terms {
            match joined.iter_mut().find(|(other, _)| *other == domain) {
                Some((_, sum)) => *sum = sum.add(&value),
                None => joined.push((domain, value)),
            }
        }
        for (domain, value) in joined {
            out.add_term(domain, &value)?;
        }
        out.tidy()
    }

    fn add_term(&mut self, domain: Relation, value: &Poly) -> Result<()> {
        if domain.is_plain_empty() {
            return Ok(());
        }
        let mut rest = domain;
        let mut pieces = Vec::with_capacity(self.pieces.len() + 1);
        for (set, old) in std::mem::take(&mut self.pieces) {
            let common = set.intersect(&rest)?;
            if common.is_empty()? {
                pieces.push((set, old));
                continue;
            }
            let alone = set.subtract(&rest)?;
            rest = rest.subtract(&set)?;
            let sum = old.add(value);
            for (set, value) in [(alone, old), (common, sum)] {
                if !set.is_plain_empty() {
                    pieces.push((set, value));
                }
            }
        }
        if !rest.is_plain_empty() {
            pieces.push((rest, value.clone()));
        }
        self.pieces = pieces;
        Ok(())
    }

    /// Pieces with the same value as one, in few conjunctions.
    fn tidy(mut self) -> Result<PwQPolynomial> {
        let mut groups: Vec<(Relation, Poly)> = Vec::new();
        for (domain, value) in std::mem::take(&mut self.pieces) {
            match groups.iter_mut().find(|(_, other)| *other == value) {
                Some((present, _)) => *present = present.union(&domain)?,
                None => groups.push((domain, value)),
            }
        }
        for (domain, value) in groups {
            let domain = domain.coalesce()?;
            if !domain.is_empty()? {
                self.pieces.push((domain, value));
            }
        }
        Ok(self)
    }

    /// The space of the domain.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "[n] -> { A[i] : 0 <= i < n }".parse()?;
    /// assert_eq!(set.card()?.space().to_string(), "[n] -> { : }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The disjoint domains with their polynomials.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let p: PwQPolynomial = "{ [i] -> i : i > 0; [i] -> i^2 : i < 0 }".parse()?;
    /// assert_eq!(p.pieces().len(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pieces(&self) -> Vec<(Set, QPolynomial)> {
        let piece = |(domain, value): &(Relation, Poly)| {
            let value = QPolynomial::new(self.space.clone(), value.clone());
            (
                Set(domain.clone()),
                value.expect("the space is not that of a map"),
            )
        };
        self.pieces.iter().map(piece).collect()
    }

    pub(super) fn parts(&self) -> &[(Relation, Poly)] {
        &self.pieces
    }

    /// Number of pieces.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "[n, m] -> { [i] : 0 <= i < n and i < m }".parse()?;
    /// assert_eq!(set.card()?.n_piece(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_piece(&self) -> usize {
        self.pieces.len()
    }

    /// Whether it plainly is zero everywhere.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "[n] -> { [i] : i > n and i < n }".parse()?;
    /// assert!(set.card()?.is_zero());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_zero(&self) -> bool {
        self.pieces.iter().all(|(_, value)| value.is_zero())
    }

    /// The polynomial, if it is the same one everywhere.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let p: PwQPolynomial = "[n] -> { n^2 }".parse()?;
    /// assert!(p.as_qpolynomial()?.is_some());
    /// let p: PwQPolynomial = "[n] -> { n^2 : n > 0 }".parse()?;
    /// assert!(p.as_qpolynomial()?.is_none());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_qpolynomial(&self) -> Result<Option<QPolynomial>> {
        let pieces = self.pieces.iter().filter(|(_, value)| !value.is_zero());
        match &pieces.collect::<Vec<_>>()[..] {
            [] => QPolynomial::new(self.space.clone(), Poly::default()).map(Some),
            [(domain, value)] if domain.complement()?.is_empty()? => {
                QPolynomial::new(self.space.clone(), value.clone()).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The union of the sets of the pieces. That of a count leaves out where it plainly is zero.
    ///
    /// ```
    /// # use presburger::{PwQPolynomial, Set};
    /// let set: Set = "[n] -> { [i] : 0 <= i < n }".parse()?;
    /// assert!(set.card()?.domain()?.is_equal(&"[n] -> { : n > 0 }".parse()?)?);
    /// let zero: PwQPolynomial = "{ [i] -> 0 : i > 5 }".parse()?;
    /// assert_eq!(zero.domain()?.to_string(), "{ [i] : i >= 6 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<Set> {
        let mut domain = Relation::empty(self.space.clone());
        for (piece, _) in &self.pieces {
            domain = domain.union(piece)?;
        }
        Set::from_relation(domain.coalesce()?)
    }

    /// The value at a point, which must have a value for each parameter.
    ///
    /// ```
    /// # use presburger::{Point, PwQPolynomial};
    /// let p: PwQPolynomial = "{ [i] -> i^2 : i > 2 }".parse()?;
    /// assert_eq!(p.eval(&Point::new(p.space().clone(), [5])?)?, 25);
    /// assert_eq!(p.eval(&Point::new(p.space().clone(), [2])?)?, 0);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eval(&self, point: &Point) -> Result<Value> {
        let Some(coordinates) = point.aligned_to(&self.space)? else {
            return Err(self.space.mismatch(point.space()));
        };
        for (domain, value) in &self.pieces {
            if domain.contains(&coordinates)? {
                return Ok(value.value_at(&coordinates));
            }
        }
        Ok(Value::zero())
    }

    /// `self + other`; the domain is the union of both.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "{ [i] -> i : i > 0 }".parse()?;
    /// let b: PwQPolynomial = "{ [i] -> 1 : i > 5 }".parse()?;
    /// let sum: PwQPolynomial = "{ [i] -> i : 0 < i <= 5; [i] -> i + 1 : i > 5 }".parse()?;
    /// assert!(a.add(&b)?.is_equal(&sum)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add(&self, other: &PwQPolynomial) -> Result<PwQPolynomial> {
        let (mut a, b) = self.aligned(other)?;
        for (domain, value) in &b.pieces {
            a.add_term(domain.clone(), value)?;
        }
        a.tidy()
    }

    /// `self - other`.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "{ [i] -> i : i > 0 }".parse()?;
    /// assert!(a.sub(&a)?.is_zero());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sub(&self, other: &PwQPolynomial) -> Result<PwQPolynomial> {
        self.add(&other.neg())
    }

    /// `self * other`; the domain is what both have in common.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "{ [i] -> i : i > 0 }".parse()?;
    /// let b: PwQPolynomial = "{ [i] -> i + 1 : i < 10 }".parse()?;
    /// assert!(a.mul(&b)?.is_equal(&"{ [i] -> i^2 + i : 0 < i < 10 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn mul(&self, other: &PwQPolynomial) -> Result<PwQPolynomial> {
        let (a, b) = self.aligned(other)?;
        let mut pieces = Vec::new();
        for (left, x) in &a.pieces {
            for (right, y) in &b.pieces {
                let domain = left.intersect(right)?;
                if !domain.is_empty()? {
                    pieces.push((domain, x.mul(y)?));
                }
            }
        }
        let space = a.space;
        PwQPolynomial { space, pieces }.tidy()
    }

    /// `-self`.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "{ [i] -> i : i > 0 }".parse()?;
    /// assert_eq!(a.neg().to_string(), "{ [i] -> -i : i >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn neg(&self) -> PwQPolynomial {
        let pieces = self.pieces.iter();
        PwQPolynomial {
            space: self.space.clone(),
            pieces: pieces.map(|(d, value)| (d.clone(), value.neg())).collect(),
        }
    }

    /// `factor * self`; the factor must be a number.
    ///
    /// ```
    /// # use presburger::{PwQPolynomial, Value};
    /// let a: PwQPolynomial = "{ [i] -> i : i > 0 }".parse()?;
    /// assert_eq!(a.scale(&Value::rational(3, 2))?.to_string(), "{ [i] -> 3/2 * i : i >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn scale(&self, factor: &Value) -> Result<PwQPolynomial> {
        if !factor.is_rat() {
            return Err(Error::invalid(format!("{factor} is not a number")));
        }
        let pieces = self.pieces.iter();
        PwQPolynomial {
            space: self.space.clone(),
            pieces: pieces
                .map(|(domain, value)| (domain.clone(), value.scale(factor)))
                .collect(),
        }
        .tidy()
    }

    /// `self` to a power; to the power 0 it is 1 everywhere.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "{ [i] -> 2i : i > 0 }".parse()?;
    /// assert_eq!(a.pow(3)?.to_string(), "{ [i] -> 8 * i^3 : i >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pow(&self, exponent: u32) -> Result<PwQPolynomial> {
        if exponent == 0 {
            let one = QPolynomial::val_on_domain(&self.space, &Value::one())?;
            return PwQPolynomial::from_piece(&Set::universe(self.space.clone())?, &one);
        }
        let mut pieces = Vec::with_capacity(self.pieces.len());
        for (domain, value) in &self.pieces {
            pieces.push((domain.clone(), value.pow(exponent)?));
        }
        Ok(PwQPolynomial {
            space: self.space.clone(),
            pieces,
        })
    }

    /// The function on the part of its domain that is in a set.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "{ [i] -> i }".parse()?;
    /// assert_eq!(a.intersect_domain(&"{ [i] : i > 3 }".parse()?)?.to_string(), "{ [i] -> i : i >= 4 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain(&self, set: &Set) -> Result<PwQPolynomial> {
        self.change_domains(set.space(), |domain| domain.intersect(&set.0))
    }

    /// The function for the parameters of a set only.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "[n] -> { [i] -> i }".parse()?;
    /// let b = a.intersect_params(&"[n] -> { : n > 3 }".parse()?)?;
    /// assert_eq!(b.to_string(), "[n] -> { [i] -> i : n >= 4 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_params(&self, params: &Set) -> Result<PwQPolynomial> {
        self.change_domains(params.space(), |domain| {
            Ok(Set(domain.clone()).intersect_params(params)?.0)
        })
    }

    /// The function on the part of its domain that is not in a set.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "{ [i] -> i }".parse()?;
    /// assert_eq!(a.subtract_domain(&"{ [i] : i > 3 }".parse()?)?.to_string(), "{ [i] -> i : i <= 3 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract_domain(&self, set: &Set) -> Result<PwQPolynomial> {
        self.change_domains(set.space(), |domain| domain.subtract(&set.0))
    }

    /// The same values where the context holds, with simpler conditions.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "[n] -> { n^2 : n > 3 }".parse()?;
    /// assert_eq!(a.gist(&"[n] -> { : n > 10 }".parse()?)?.to_string(), "[n] -> { n^2 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist(&self, context: &Set) -> Result<PwQPolynomial> {
        self.change_domains(context.space(), |domain| {
            let domain = Set(domain.clone());
            if domain.is_disjoint(context)? {
                return Ok(Relation::empty(domain.intersect(context)?.space().clone()));
            }
            Ok(domain.gist(context)?.0)
        })
    }

    fn change_domains(
        &self,
        other: &Space,
        change: impl Fn(&Relation) -> Result<Relation>,
    ) -> Result<PwQPolynomial> {
        let params = self.space.merge_params(other);
        let aligned = self.aligned_to(&params)?;
        let mut pieces = Vec::with_capacity(aligned.pieces.len());
        for (domain, value) in aligned.pieces {
            let domain = change(&domain)?.align_params(&params);
            if !domain.is_empty()? {
                pieces.push((domain, value));
            }
        }
        let space = aligned.space;
        Ok(PwQPolynomial { space, pieces })
    }

    /// The sum of the values at all points of the domain, as a function of the parameters; where
    /// the domain is a space of pairs `[A -> B]`, the sum over the elements of `B`, as a function on
    /// `A`.
    ///
    /// Fails with [`Unbounded`](Error::Unbounded) if it is a sum of infinitely many values. The domain of
    /// the sum has all that the domain has values for.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let squares: PwQPolynomial = "[n] -> { [i] -> i^2 : 0 <= i <= n }".parse()?;
    /// let sum: PwQPolynomial = "[n] -> { 1/6 * n + 1/2 * n^2 + 1/3 * n^3 : n >= 0 }".parse()?;
    /// assert!(squares.sum()?.is_equal(&sum)?);
    ///
    /// let rows: PwQPolynomial = "{ [A[i] -> B[j]] -> j : 0 <= j <= i }".parse()?;
    /// assert_eq!(rows.sum()?.to_string(), "{ A[i] -> (1/2 * i + 1/2 * i^2) : i >= 0 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sum(&self) -> Result<PwQPolynomial> {
        let kept = match self.space.tuple().and_then(|tuple| tuple.as_pair()) {
            Some((first, _)) => Space::set(self.space.params().to_vec(), first.clone()),
            None => self.space.to_params(),
        };
        sum_of(kept, &self.pieces)
    }

    /// Whether both are the same function, by an exact test.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let a: PwQPolynomial = "[n] -> { floor(n/2) + floor((n + 1)/2) }".parse()?;
    /// assert!(a.is_equal(&"[n] -> { n }".parse()?)?);
    /// assert!(!a.is_equal(&"[n] -> { n : n != 1000 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_equal(&self, other: &PwQPolynomial) -> Result<bool> {
        if !self.space.has_equal_tuples(&other.space) {
            return Ok(false);
        }
        for (domain, value) in &self.sub(other)?.pieces {
            if !zero::is_zero_on(domain, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Over other parameters, which include those that occur.
    pub(super) fn aligned_to(&self, params: &[Name]) -> Result<PwQPolynomial> {
        if self.space.params() == params {
            return Ok(self.clone());
        }
        let space = self.space.with_params(params.to_vec());
        let mut pieces = Vec::with_capacity(self.pieces.len());
        for (domain, value) in &self.pieces {
            pieces.push((
                domain.align_params(params),
                value.aligned(&self.space, &space)?,
            ));
        }
        Ok(PwQPolynomial { space, pieces })
    }

    fn aligned(&self, other: &PwQPolynomial) -> Result<(PwQPolynomial, PwQPolynomial)> {
        self.space.check_equal_tuples(&other.space)?;
        let params = self.space.merge_params(&other.space);
        Ok((self.aligned_to(&params)?, other.aligned_to(&params)?))
    }
}

/// The sum over the columns of disjoint relations that come after those of `kept`. Where the relations have
/// points, the sum is defined, also if it is zero.
pub(super) fn sum_of(kept: Space, addends: &[(Relation, Poly)]) -> Result<PwQPolynomial> {
    let mut terms = Vec::new();
    for (domain, value) in addends {
        terms.extend(summed(domain, value, &kept)?);
    }
    let mut out = PwQPolynomial::from_terms(kept.clone(), terms)?;
    out.pieces.retain(|(_, value)| !value.is_zero());
    let mut rest = Relation::empty(kept.clone());
    for (domain, _) in addends {
        let count = domain.space.n_total() - kept.n_total();
        rest = rest.union(&domain.project_cols(kept.clone(), kept.n_total(), count)?)?;
    }
    for (domain, _) in &out.pieces {
        rest = rest.subtract(domain)?;
    }
    let rest = rest.coalesce()?;
    if !rest.is_empty()? {
        out.pieces.push((rest, Poly::default()));
    }
    Ok(out)
}

/// The terms of `Σ value` over the columns of a relation that come after those of `kept`.
fn summed(relation: &Relation, value: &Poly, kept: &Space) -> Result<Vec<(Relation, Poly)>> {
    let n_kept = kept.n_total();
    Ok(exact!(T => {
        let conjs = <T as Width>::load(&relation.parts)?;
        let mut out = Vec::new();
        for (conj, sign) in signed_parts(&conjs)? {
            for (domain, value) in sum::sum(&conj, value, n_kept)? {
                let value = if sign { value } else { value.neg() };
                out.push((Relation::new(kept.clone(), vec![domain]), value));
            }
        }
        Ok::<_, Stop>(out)
    })?)
}

impl Set {
    /// The number of points as a function of the parameters.
    ///
    /// Fails with [`Unbounded`](Error::Unbounded) if it is infinite for some values of them.
    ///
    /// ```
    /// # use presburger::Set;
    /// let tiles: Set = "[n] -> { [t] : exists i : 0 <= i < n and 32t <= i < 32t + 32 }".parse()?;
    /// assert_eq!(tiles.card()?.to_string(), "[n] -> { floor((31 + n)/32) : n >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn card(&self) -> Result<PwQPolynomial> {
        card(&self.0, self.space().to_params())
    }
}

impl Map {
    /// The number of images of each element of the domain.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ A[i] -> B[j] : 0 <= j <= i }".parse()?;
    /// assert_eq!(map.card()?.to_string(), "{ A[i] -> (1 + i) : i >= 0 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn card(&self) -> Result<PwQPolynomial> {
        card(&self.0, self.space().domain()?)
    }
}

/// No piece is zero: where there is something to count, the count is positive.
fn card(relation: &Relation, kept: Space) -> Result<PwQPolynomial> {
    let one = Poly::constant(Value::one());
    let mut terms = summed(relation, &one, &kept)?;
    terms.retain(|(_, value)| !value.is_zero());
    let mut out = PwQPolynomial::from_terms(kept, terms)?;
    out.pieces.retain(|(_, value)| !value.is_zero());
    Ok(out)
}

impl fmt::Display for PwQPolynomial {
    /// As isl writes it: `[n] -> { (1/2 * n + 1/2 * n^2) : n >= 1 }`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zero = Poly::default();
        let mut pieces: Vec<(&Space, Option<&Relation>, &Poly)> = self
            .pieces
            .iter()
            .map(|(domain, value)| (&self.space, Some(domain), value))
            .collect();
        if pieces.is_empty() {
            pieces.push((&self.space, None, &zero));
        }
        text::write_polynomials(f, self.space.params(), &pieces)
    }
}

impl fmt::Debug for PwQPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for PwQPolynomial {
    type Err = Error;

    /// Reads a function on one space; where pieces overlap their values are added, as isl does.
    fn from_str(text: &str) -> Result<PwQPolynomial> {
        let (_, pieces) = text::read_polynomials(text)?;
        let Some(space) = pieces.first().map(|(domain, _)| domain.space.clone()) else {
            return Err(Error::invalid("expected a polynomial"));
        };
        if let Some((other, _)) = pieces.iter().find(|(domain, _)| domain.space != space) {
            return Err(space.mismatch(&other.space));
        }
        PwQPolynomial::from_terms(space, pieces)
    }
}
