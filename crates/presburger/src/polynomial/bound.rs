//! Bounds of quasi-polynomials over all points of their domains.
//!
//! Variables are eliminated as for sums (`sum.rs`). Between two bounds `l <= x <= u` a polynomial of
//! degree `d` in `x` is at most the largest of its `d + 1` coefficients in Bernstein's basis, of
//! which the first and the last are its values at `l` and `u`. For `d <= 1` these are all, so that
//! the bound is attained if the two ends are integers. Compare Clauss, Fernández, Garbervetsky and
//! Verdoolaege, "Symbolic polynomial maximization over convex sets" (2009).

use super::piecewise::PwQPolynomial;
use super::poly::Poly;
use super::quasi::QPolynomial;
use super::sum::{Frame, Range, Step, Terms, Work, eliminate_all};
use super::union::UnionPwQPolynomial;
use crate::error::{Result, Stop, exact};
use crate::number::{Coeff, Run};
use crate::point::Point;
use crate::relation::{Relation, Width, subtract};
use crate::set::Set;
use crate::space::{Name, Space};
use crate::text;
use crate::value::Value;
use std::fmt;

/// An upper or lower bound of a function: on each of finitely many disjoint sets the largest or
/// smallest of some quasi-polynomials. Elsewhere the function has no points to bound.
///
/// ```
/// # use presburger::PwQPolynomial;
/// let p: PwQPolynomial = "[n] -> { [i] -> n * i - 3 : 0 <= i <= n }".parse()?;
/// let bound = p.upper_bound()?;
/// assert!(bound.is_tight());
/// assert_eq!(bound.to_string(), "[n] -> { max(-3, (-3 + n^2)) : n >= 0 }");
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bound {
    params: Vec<Name>,
    is_upper: bool,
    is_tight: bool,
    /// Disjoint domains, over `params`.
    pieces: Vec<(Relation, Vec<Poly>)>,
}

impl Bound {
    /// Whether the function is known to have the values of the bound. Otherwise it may be smaller
    /// (or larger, for a lower bound) everywhere.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let p: PwQPolynomial = "{ [i] -> 3i - i^2 : 0 <= i <= 3 }".parse()?;
    /// assert!(!p.upper_bound()?.is_tight());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_tight(&self) -> bool {
        self.is_tight
    }

    /// Whether this is an upper bound, the largest of several values.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let p: PwQPolynomial = "{ [i] -> i : 0 <= i <= 3 }".parse()?;
    /// assert!(p.upper_bound()?.is_upper() && !p.lower_bound()?.is_upper());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_upper(&self) -> bool {
        self.is_upper
    }

    /// The disjoint domains with the polynomials whose largest or smallest value is the bound.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let p: PwQPolynomial = "[n] -> { [i] -> n * i : 0 <= i <= n }".parse()?;
    /// let pieces = p.upper_bound()?.pieces();
    /// assert_eq!((pieces.len(), pieces[0].1.len()), (1, 2));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pieces(&self) -> Vec<(Set, Vec<QPolynomial>)> {
        let piece = |(domain, values): &(Relation, Vec<Poly>)| {
            let value = |value: &Poly| {
                QPolynomial::new(domain.space.clone(), value.clone())
                    .expect("the space is not that of a map")
            };
            (Set(domain.clone()), values.iter().map(value).collect())
        };
        self.pieces.iter().map(piece).collect()
    }

    /// The bound at a point, which must have a value for each parameter; `None` if there is nothing
    /// to bound.
    ///
    /// ```
    /// # use presburger::{Point, PwQPolynomial, Space};
    /// let p: PwQPolynomial = "[n] -> { [i] -> n * i : 0 <= i <= n }".parse()?;
    /// let bound = p.upper_bound()?;
    /// let at = |n: i64| bound.eval(&Point::new(p.space().to_params(), [n])?);
    /// assert_eq!((at(5)?, at(-1)?), (Some(25.into()), None));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eval(&self, point: &Point) -> Result<Option<Value>> {
        for (domain, values) in &self.pieces {
            let Some(coordinates) = point.aligned_to(&domain.space)? else {
                continue;
            };
            if domain.contains(&coordinates)? {
                let values = values.iter().map(|value| value.value_at(&coordinates));
                return Ok(values.reduce(|a, b| match self.is_upper {
                    true => a.max(&b),
                    false => a.min(&b),
                }));
            }
        }
        Ok(None)
    }
}

impl PwQPolynomial {
    /// An upper bound on the values at all points of the domain, as a function of the parameters;
    /// where the domain is a space of pairs `[A -> B]`, over the elements of `B`, as a function on
    /// `A`. The values outside of the domain, which are zero, do not count.
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let p: PwQPolynomial = "[n] -> { [i, j] -> i + 2 * j : 0 <= i, j < n }".parse()?;
    /// assert_eq!(p.upper_bound()?.to_string(), "[n] -> { max((-3 + 3 * n)) : n >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn upper_bound(&self) -> Result<Bound> {
        UnionPwQPolynomial::from(self.clone()).upper_bound()
    }

    /// A lower bound; see [`upper_bound`](PwQPolynomial::upper_bound).
    ///
    /// ```
    /// # use presburger::PwQPolynomial;
    /// let p: PwQPolynomial = "[n] -> { [i] -> i - n : 0 <= i < n }".parse()?;
    /// assert_eq!(p.lower_bound()?.to_string(), "[n] -> { min(-n) : n >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lower_bound(&self) -> Result<Bound> {
        UnionPwQPolynomial::from(self.clone()).lower_bound()
    }
}

impl UnionPwQPolynomial {
    /// Upper bounds of the parts; see [`PwQPolynomial::upper_bound`].
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let p: UnionPwQPolynomial = "{ A[i] -> i : 0 <= i < 10; B[i] -> 3 : i = 0 }".parse()?;
    /// assert_eq!(p.upper_bound()?.to_string(), "{ max(9) }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn upper_bound(&self) -> Result<Bound> {
        bound(self, true)
    }

    /// Lower bounds of the parts; see [`PwQPolynomial::lower_bound`].
    ///
    /// ```
    /// # use presburger::UnionPwQPolynomial;
    /// let p: UnionPwQPolynomial = "{ A[i] -> i : 0 <= i < 10; B[i] -> 3 : i = 0 }".parse()?;
    /// assert_eq!(p.lower_bound()?.to_string(), "{ min(0) }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lower_bound(&self) -> Result<Bound> {
        bound(self, false)
    }
}

fn bound(function: &UnionPwQPolynomial, is_upper: bool) -> Result<Bound> {
    let params = function
        .parts()
        .first()
        .map_or(&[][..], |part| part.space().params());
    let mut out = Bound {
        params: params.to_vec(),
        is_upper,
        is_tight: true,
        pieces: Vec::new(),
    };
    for part in function.parts() {
        let space = part.space();
        let kept = match space.tuple().and_then(|tuple| tuple.as_pair()) {
            Some((first, _)) => Space::set(space.params().to_vec(), first.clone()),
            None => space.to_params(),
        };
        for (domain, value) in part.parts() {
            // A lower bound is an upper one of the negated function.
            let value = if is_upper { value.clone() } else { value.neg() };
            let (terms, is_tight) = candidates(domain, &value, &kept)?;
            out.is_tight &= is_tight;
            for (domain, value) in terms {
                out.add(domain, if is_upper { value } else { value.neg() })?;
            }
        }
    }
    out.tidy()
}

/// Values of which the largest at each point is a bound there, and whether it is attained.
fn candidates(
    relation: &Relation,
    value: &Poly,
    kept: &Space,
) -> Result<(Vec<(Relation, Poly)>, bool)> {
    let n_kept = kept.n_total();
    Ok(exact!(T => {
        let conjs = <T as Width>::load(&relation.parts)?;
        let mut out = Vec::new();
        let mut step = Largest { is_tight: true };
        for conj in subtract::with_known_locals(&conjs)? {
            for (domain, value) in eliminate_all(&conj, value, n_kept, &mut step)? {
                out.push((Relation::new(kept.clone(), vec![domain]), value));
            }
        }
        Ok::<_, Stop>((out, step.is_tight))
    })?)
}

impl Bound {
    /// One more value to consider on a domain.
    fn add(&mut self, domain: Relation, value: Poly) -> Result<()> {
        let mut rest = domain;
        let mut pieces = Vec::with_capacity(self.pieces.len() + 1);
        for (set, values) in std::mem::take(&mut self.pieces) {
            if !set.space.has_equal_tuples(&rest.space) || set.is_disjoint(&rest)? {
                pieces.push((set, values));
                continue;
            }
            let common = set.intersect(&rest)?;
            let alone = set.subtract(&rest)?;
            rest = rest.subtract(&set)?;
            let mut both = values.clone();
            include(&mut both, &value, self.is_upper);
            for (set, values) in [(alone, values), (common, both)] {
                if !set.is_plain_empty() {
                    pieces.push((set, values));
                }
            }
        }
        if !rest.is_plain_empty() {
            pieces.push((rest, vec![value]));
        }
        self.pieces = pieces;
        Ok(())
    }

    fn tidy(mut self) -> Result<Bound> {
        let mut groups: Vec<(Relation, Vec<Poly>)> = Vec::new();
        for (domain, values) in std::mem::take(&mut self.pieces) {
            let same = |(other, present): &&mut (Relation, Vec<Poly>)| {
                *present == values && other.space == domain.space
            };
            match groups.iter_mut().find(same) {
                Some((present, _)) => *present = present.union(&domain)?,
                None => groups.push((domain, values)),
            }
        }
        for (domain, values) in groups {
            let domain = domain.coalesce()?;
            if !domain.is_empty()? {
                self.pieces.push((domain, values));
            }
        }
        Ok(self)
    }
}

/// Adds a value unless it is plainly not the extreme one, and drops those that it makes so.
fn include(values: &mut Vec<Poly>, value: &Poly, is_upper: bool) {
    let beats = |a: &Poly, b: &Poly| match a.sub(b).as_constant() {
        None => false,
        Some(difference) if is_upper => difference.is_nonneg(),
        Some(difference) => difference.is_nonpos(),
    };
    if values.iter().any(|present| beats(present, value)) {
        return;
    }
    values.retain(|present| !beats(value, present));
    values.push(value.clone());
}

/// Takes the largest value.
struct Largest {
    is_tight: bool,
}

impl<T: Coeff> Step<T> for Largest {
    fn region(
        &mut self,
        frame: &Frame<T>,
        work: Work<T>,
        range: Range<T>,
        out: &mut Terms<T>,
    ) -> Run<()> {
        let degree = range.powers.len() - 1;
        if degree == 0 {
            // Whatever the variable is; that there is one is not certain.
            self.is_tight &= range.a.is_one() || range.b.is_one();
            return frame.eliminate(work, self, out);
        }
        self.is_tight &= degree == 1 && (range.a.is_one() || range.b.is_one());
        let mut end = |row: &[T], divisor: &T| -> Run<Poly> {
            let is_whole = |v: &usize| divisor.divides(&row[1 + v]);
            if work.open.iter().all(is_whole) {
                return frame.floor(&work, row, divisor);
            }
            self.is_tight = false;
            let scale = Value::ratio(crate::number::Big::one(), divisor.to_big());
            Ok(frame.affine(row).scale(&scale))
        };
        // Where the slope has a sign, only one end matters.
        let slope = match &range.powers[..] {
            [_, slope] => slope.as_constant().map_or(0, |slope| slope.sgn()),
            _ => 0,
        };
        if slope != 0 {
            let at = match slope > 0 {
                true => end(&range.upper, &range.b)?,
                false => end(&range.lower, &range.a)?.neg(),
            };
            let mut work = work.clone();
            work.value = range.powers[0].add(&range.powers[1].mul(&at)?);
            return frame.eliminate(work, self, out);
        }
        let first = end(&range.lower, &range.a)?.neg();
        let last = end(&range.upper, &range.b)?;
        for value in bernstein(&range.powers, &first, &last)? {
            let mut work = work.clone();
            work.value = value;
            frame.eliminate(work, self, out)?;
        }
        Ok(())
    }
}

/// The coefficients of `Σ powers[k] x^k` on `first <= x <= last` in Bernstein's basis.
fn bernstein(powers: &[Poly], first: &Poly, last: &Poly) -> Run<Vec<Poly>> {
    let degree = powers.len() - 1;
    let width = last.sub(first);
    // x = first + t width: Σ_j c_j t^j with c_j = width^j Σ_k C(k, j) powers[k] first^(k - j)
    let binomial = |n: usize, k: usize| -> Value {
        (0..k).fold(Value::one(), |c, i| {
            &(&c * &Value::from((n - i) as i64)) / &Value::from(i as i64 + 1)
        })
    };
    let mut shifted = Vec::with_capacity(powers.len());
    for j in 0..=degree {
        let mut sum = Poly::default();
        for (k, power) in powers.iter().enumerate().skip(j) {
            let place = first.pow((k - j) as u32)?;
            sum = sum.add(&power.mul(&place)?.scale(&binomial(k, j)));
        }
        shifted.push(sum.mul(&width.pow(j as u32)?)?);
    }
    // b_i = Σ_{j<=i} C(i, j) / C(d, j) c_j
    let coefficient = |i: usize| {
        let terms = shifted.iter().enumerate().take(i + 1);
        terms.fold(Poly::default(), |sum, (j, c)| {
            sum.add(&c.scale(&(&binomial(i, j) / &binomial(degree, j))))
        })
    };
    Ok((0..=degree).map(coefficient).collect())
}

impl fmt::Display for Bound {
    /// As isl writes it: `[n] -> { max(n, n^2) : n >= 1 }`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_upper { "max" } else { "min" };
        text::write_bound(f, &self.params, name, &self.pieces)
    }
}

impl fmt::Debug for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
