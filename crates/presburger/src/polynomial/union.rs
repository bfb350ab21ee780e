//! Quasi-polynomials on several spaces.

use super::piecewise::PwQPolynomial;
use super::poly::Poly;
use crate::error::{Error, Result};
use crate::point::Point;
use crate::relation::Relation;
use crate::space::{Name, Space};
use crate::text;
use crate::union_map::UnionMap;
use crate::union_set::UnionSet;
use crate::value::Value;
use std::fmt;
use std::str::FromStr;

/// A function on tuples of different names and sizes: at most one [`PwQPolynomial`] for each space,
/// zero elsewhere.
///
/// ```
/// # use presburger::UnionMap;
/// let map: UnionMap = "[n] -> { A[i] -> B[j] : 0 <= j < n; C[i] -> D[j] : 0 <= j <= i }".parse()?;
/// let count = map.card()?;
/// assert_eq!(count.to_string(), "[n] -> { A[i] -> n : n >= 1; C[i] -> (1 + i) : i >= 0 }");
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct UnionPwQPolynomial {
    params: Vec<Name>,
    /// Over `params`, in different spaces.
    parts: Vec<PwQPolynomial>,
}

impl UnionPwQPolynomial {
    /// Zero everywhere.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// assert_eq!(UnionPwQPolynomial::zero().to_string(), "{ 0 }");
    /// ```
    pub fn zero() -> UnionPwQPolynomial {
        UnionPwQPolynomial {
            params: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// The sum of functions on any spaces.
    ///
    /// ```
    /// # use presburger::{PwQPolynomial, UnionPwQPolynomial};
    /// let a: PwQPolynomial = "{ A[i] -> i }".parse()?;
    /// let b: PwQPolynomial = "{ B[] -> 7 }".parse()?;
    /// let sum = UnionPwQPolynomial::from_parts([a.clone(), b, a])?;
    /// assert_eq!(sum.to_string(), "{ A[i] -> 2 * i; B[] -> 7 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_parts(
        parts: impl IntoIterator<Item = PwQPolynomial>,
    ) -> Result<UnionPwQPolynomial> {
        let mut out = UnionPwQPolynomial::zero();
        for part in parts {
            let target = Space::params_only(out.params.clone());
            out.params = target.merge_params(part.space()).to_vec();
            let at = out
                .parts
                .iter()
                .position(|other| other.space().has_equal_tuples(part.space()));
            match at {
                Some(at) => out.parts[at] = out.parts[at].add(&part)?,
                None => out.parts.push(part),
            }
        }
        for part in &mut out.parts {
            *part = part.aligned_to(&out.params)?;
        }
        Ok(out)
    }

    /// The sum of terms on domains in any spaces.
    pub(crate) fn from_pieces(pieces: Vec<(Relation, Poly)>) -> Result<UnionPwQPolynomial> {
        let part = |(domain, value): (Relation, Poly)| {
            PwQPolynomial::from_terms(domain.space.clone(), vec![(domain, value)])
        };
        let parts: Result<Vec<_>> = pieces.into_iter().map(part).collect();
        UnionPwQPolynomial::from_parts(parts?)
    }

    /// The functions on the single spaces.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let p: UnionPwQPolynomial = "{ A[i] -> i; B[] -> 7 }".parse()?;
    /// assert_eq!(p.parts().len(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn parts(&self) -> &[PwQPolynomial] {
        &self.parts
    }

    /// Whether it plainly is zero everywhere.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// assert!(UnionPwQPolynomial::zero().is_zero());
    /// ```
    pub fn is_zero(&self) -> bool {
        self.parts.iter().all(PwQPolynomial::is_zero)
    }

    /// The number, if there is nothing that it depends on.
    ///
    /// ```
    /// # use presburger::{UnionPwQPolynomial, UnionSet};
    /// let set: UnionSet = "{ A[i] : 0 <= i < 10; B[] }".parse()?;
    /// assert_eq!(set.card()?.as_number()?, Some(11.into()));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_number(&self) -> Result<Option<Value>> {
        match &self.parts[..] {
            [] => Ok(Some(Value::zero())),
            [part] if part.space().is_params() => {
                let value = part.as_qpolynomial()?;
                Ok(value.and_then(|value| value.as_constant()))
            }
            _ => Ok(None),
        }
    }

    /// The union of the domains of the parts.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let p: UnionPwQPolynomial = "{ A[i] -> i : i > 0; B[] -> 7 }".parse()?;
    /// assert!(p.domain()?.is_equal(&"{ A[i] : i > 0; B[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<UnionSet> {
        let domains: Result<Vec<_>> = self.parts.iter().map(PwQPolynomial::domain).collect();
        UnionSet::from_sets(domains?)
    }

    /// The value at a point, which must have a value for each parameter.
    ///
    /// ```
    /// # use presburger::{UnionPwQPolynomial, UnionSet};
    /// let p: UnionPwQPolynomial = "{ A[i] -> i^2; B[] -> 7 }".parse()?;
    /// let set: UnionSet = "{ A[5] }".parse()?;
    /// assert_eq!(p.eval(&set.points()?[0])?, 25);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eval(&self, point: &Point) -> Result<Value> {
        for part in &self.parts {
            if part.space().has_equal_tuples(point.space()) {
                return part.eval(point);
            }
        }
        Ok(Value::zero())
    }

    /// `self + other`.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let a: UnionPwQPolynomial = "{ A[i] -> i }".parse()?;
    /// let b: UnionPwQPolynomial = "{ A[i] -> 1; B[] -> 7 }".parse()?;
    /// assert_eq!(a.add(&b)?.to_string(), "{ A[i] -> (1 + i); B[] -> 7 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add(&self, other: &UnionPwQPolynomial) -> Result<UnionPwQPolynomial> {
        UnionPwQPolynomial::from_parts(self.parts.iter().chain(&other.parts).cloned())
    }

    /// `self - other`.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let a: UnionPwQPolynomial = "{ A[i] -> i }".parse()?;
    /// assert!(a.sub(&a)?.is_zero());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sub(&self, other: &UnionPwQPolynomial) -> Result<UnionPwQPolynomial> {
        self.add(&other.neg())
    }

    /// `-self`.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let a: UnionPwQPolynomial = "{ A[i] -> i }".parse()?;
    /// assert_eq!(a.neg().to_string(), "{ A[i] -> -i }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn neg(&self) -> UnionPwQPolynomial {
        UnionPwQPolynomial {
            params: self.params.clone(),
            parts: self.parts.iter().map(PwQPolynomial::neg).collect(),
        }
    }

    /// `self * other`; the domain is what both have in common.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let a: UnionPwQPolynomial = "{ A[i] -> i; B[] -> 3 }".parse()?;
    /// let b: UnionPwQPolynomial = "{ A[i] -> i + 1 }".parse()?;
    /// assert_eq!(a.mul(&b)?.to_string(), "{ A[i] -> (i + i^2) }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn mul(&self, other: &UnionPwQPolynomial) -> Result<UnionPwQPolynomial> {
        let mut out = Vec::new();
        for a in &self.parts {
            for b in &other.parts {
                if a.space().has_equal_tuples(b.space()) {
                    out.push(a.mul(b)?);
                }
            }
        }
        UnionPwQPolynomial::from_parts(out)
    }

    /// `factor * self`; the factor must be a number.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let a: UnionPwQPolynomial = "{ A[i] -> i }".parse()?;
    /// assert_eq!(a.scale(&5.into())?.to_string(), "{ A[i] -> 5 * i }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn scale(&self, factor: &Value) -> Result<UnionPwQPolynomial> {
        self.through(|part| part.scale(factor))
    }

    /// The function on the part of its domain that is in a set.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let a: UnionPwQPolynomial = "{ A[i] -> i; B[] -> 7 }".parse()?;
    /// let b = a.intersect_domain(&"{ A[i] : i > 0 }".parse()?)?;
    /// assert_eq!(b.to_string(), "{ A[i] -> i : i >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain(&self, set: &UnionSet) -> Result<UnionPwQPolynomial> {
        let mut out = Vec::new();
        for part in &self.parts {
            for set in set.sets() {
                if part.space().has_equal_tuples(set.space()) {
                    out.push(part.intersect_domain(&set)?);
                }
            }
        }
        UnionPwQPolynomial::from_parts(out)
    }

    /// The sums of the parts; see [`PwQPolynomial::sum`].
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let a: UnionPwQPolynomial = "[n] -> { A[i] -> i : 0 <= i <= n; B[] -> 7 : n >= 0 }".parse()?;
    /// assert_eq!(a.sum()?.to_string(), "[n] -> { (7 + 1/2 * n + 1/2 * n^2) : n >= 0 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sum(&self) -> Result<UnionPwQPolynomial> {
        self.through(PwQPolynomial::sum)
    }

    /// For each element of the domain of a map, the sum of the values at its images.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionPwQPolynomial};
    /// let a: UnionPwQPolynomial = "{ A[i] -> i }".parse()?;
    /// let map: UnionMap = "{ S[j] -> A[i] : 0 <= i <= j }".parse()?;
    /// assert_eq!(a.sum_over(&map)?.to_string(), "{ S[j] -> (1/2 * j + 1/2 * j^2) : j >= 0 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sum_over(&self, map: &UnionMap) -> Result<UnionPwQPolynomial> {
        let mut out = Vec::new();
        for map in map.maps() {
            for part in &self.parts {
                if map.space().tuple() == part.space().tuple() && !part.space().is_params() {
                    out.push(part.sum_over(&map)?);
                }
            }
        }
        UnionPwQPolynomial::from_parts(out)
    }

    /// Whether both are the same function, by an exact test.
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let a: UnionPwQPolynomial = "{ A[i] -> i : i >= 0; A[i] -> 1 : i < 0 }".parse()?;
    /// assert!(a.is_equal(&"{ A[i] -> 1 : i <= 1; A[i] -> i : i > 1; A[i] -> -1 : i = 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_equal(&self, other: &UnionPwQPolynomial) -> Result<bool> {
        let difference = self.sub(other)?;
        for part in &difference.parts {
            if !part.is_equal(&PwQPolynomial::zero(part.space())?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn through(
        &self,
        change: impl Fn(&PwQPolynomial) -> Result<PwQPolynomial>,
    ) -> Result<UnionPwQPolynomial> {
        let parts: Result<Vec<_>> = self.parts.iter().map(change).collect();
        UnionPwQPolynomial::from_parts(parts?)
    }
}

impl From<PwQPolynomial> for UnionPwQPolynomial {
    fn from(part: PwQPolynomial) -> UnionPwQPolynomial {
        UnionPwQPolynomial {
            params: part.space().params().to_vec(),
            parts: vec![part],
        }
    }
}

impl PwQPolynomial {
    /// For each element of the domain of a map, the sum of the values at its images.
    ///
    /// ```
    /// # use presburger::{Map, PwQPolynomial};
    /// let a: PwQPolynomial = "{ A[i] -> i }".parse()?;
    /// let map: Map = "{ S[j] -> A[i] : 0 <= i <= j }".parse()?;
    /// assert_eq!(a.sum_over(&map)?.to_string(), "{ S[j] -> (1/2 * j + 1/2 * j^2) : j >= 0 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sum_over(&self, map: &crate::map::Map) -> Result<PwQPolynomial> {
        let range = map.space().range()?;
        self.space().check_equal_tuples(&range)?;
        let params = self.space().merge_params(&range);
        let value = self.aligned_to(&params)?;
        let map = map.0.align_params(&params);
        let kept = map.space.domain()?;
        let (n_param, n_in) = (kept.n_param(), kept.n_out());
        let mut addends = Vec::new();
        for (domain, poly) in value.parts() {
            let inside = crate::set::Set(domain.clone());
            let part = crate::map::Map(map.clone()).intersect_range(&inside)?;
            let poly = poly.image(&mut |v| {
                let column = if v < n_param { v } else { v + n_in };
                Poly::symbol(super::poly::Symbol::Var(column))
            })?;
            addends.push((part.0, poly));
        }
        super::piecewise::sum_of(kept, &addends)
    }
}

impl UnionSet {
    /// The number of points as a function of the parameters.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let set: UnionSet = "[n] -> { A[i] : 0 <= i < n; B[] : n > 0 }".parse()?;
    /// assert_eq!(set.card()?.to_string(), "[n] -> { (1 + n) : n >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn card(&self) -> Result<UnionPwQPolynomial> {
        let parts: Result<Vec<_>> = self.sets().iter().map(crate::set::Set::card).collect();
        UnionPwQPolynomial::from_parts(parts?)
    }
}

impl UnionMap {
    /// The number of images of each element of the domain.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let map: UnionMap = "{ A[i] -> B[j] : 0 <= j <= i; A[i] -> C[] }".parse()?;
    /// let count = map.card()?;
    /// assert!(count.is_equal(&"{ A[i] -> i + 2 : i >= 0; A[i] -> 1 : i < 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn card(&self) -> Result<UnionPwQPolynomial> {
        let parts: Result<Vec<_>> = self.maps().iter().map(crate::map::Map::card).collect();
        UnionPwQPolynomial::from_parts(parts?)
    }
}

impl fmt::Display for UnionPwQPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces: Vec<(&Space, Option<&Relation>, &Poly)> = Vec::new();
        for part in &self.parts {
            for (domain, value) in part.parts() {
                pieces.push((part.space(), Some(domain), value));
            }
        }
        if pieces.is_empty() {
            return f.write_str("{ 0 }");
        }
        text::write_polynomials(f, &self.params, &pieces)
    }
}

impl fmt::Debug for UnionPwQPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for UnionPwQPolynomial {
    type Err = Error;

    /// Reads a function; where pieces overlap their values are added, as isl does.
    fn from_str(text: &str) -> Result<UnionPwQPolynomial> {
        UnionPwQPolynomial::from_pieces(text::read_polynomials(text)?.1)
    }
}
