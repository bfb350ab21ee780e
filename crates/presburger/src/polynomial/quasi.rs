//! One quasi-polynomial on a whole space.

use super::poly::{Poly, Symbol, floor};
use crate::aff::Aff;
use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::number::{Big, Coeff, Run};
use crate::point::Point;
use crate::space::{Name, Space};
use crate::text;
use crate::value::Value;
use std::fmt;
use std::str::FromStr;

/// A polynomial with rational coefficients in the parameters, the dimensions of a set space and
/// floors of affine expressions in them.
///
/// ```
/// # use presburger::{Point, QPolynomial, Set};
/// let p: QPolynomial = "[n] -> { [i] -> i^2 + n * floor(i/2) }".parse()?;
/// assert_eq!(p.to_string(), "[n] -> { [i] -> (i^2 + n * floor((i)/2)) }");
/// let at = Point::new(p.space().clone(), [10, 3])?;
/// assert_eq!(p.eval(&at)?, 19);
/// # Ok::<(), presburger::Error>(())
/// ```
///
/// `==` compares normal forms: polynomials that differ have different values somewhere, unless it
/// is their floors that differ.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct QPolynomial {
    /// The domain: parameters, or a set space.
    space: Space,
    /// Variables are the columns of the space.
    pub(crate) poly: Poly,
}

impl QPolynomial {
    pub(crate) fn new(space: Space, poly: Poly) -> Result<QPolynomial> {
        if space.is_map() {
            return Err(Error::invalid(format!("{space} is not the space of a set")));
        }
        Ok(QPolynomial { space, poly })
    }

    /// The same value everywhere.
    ///
    /// ```
    /// # use presburger::{QPolynomial, Set, Value};
    /// let set: Set = "{ [i] }".parse()?;
    /// let half = QPolynomial::val_on_domain(set.space(), &Value::rational(1, 2))?;
    /// assert_eq!(half.to_string(), "{ [i] -> 1/2 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn val_on_domain(domain: &Space, value: &Value) -> Result<QPolynomial> {
        if !value.is_rat() {
            return Err(Error::invalid(format!("{value} is not a number")));
        }
        QPolynomial::new(domain.clone(), Poly::constant(value.clone()))
    }

    /// A parameter or a dimension.
    ///
    /// ```
    /// # use presburger::{Dim, QPolynomial, Set};
    /// let set: Set = "[n] -> { [i] }".parse()?;
    /// let n = QPolynomial::var_on_domain(set.space(), Dim::Param(0))?;
    /// let i = QPolynomial::var_on_domain(set.space(), Dim::Set(0))?;
    /// assert_eq!(n.mul(&i)?.to_string(), "[n] -> { [i] -> n * i }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn var_on_domain(domain: &Space, dim: Dim) -> Result<QPolynomial> {
        let column = domain.column(dim)?;
        QPolynomial::new(domain.clone(), Poly::symbol(Symbol::Var(column)))
    }

    /// An affine function as a polynomial.
    ///
    /// ```
    /// # use presburger::{Aff, QPolynomial};
    /// let aff: Aff = "{ [i] -> [(i + floor(i/3))/2] }".parse()?;
    /// let p = QPolynomial::from_aff(&aff)?;
    /// assert_eq!(p.to_string(), "{ [i] -> (1/2 * i + 1/2 * floor((i)/3)) }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_aff(aff: &Aff) -> Result<QPolynomial> {
        let Some(form) = aff.expr.to_form() else {
            return Err(Error::invalid("NaN is not a polynomial"));
        };
        QPolynomial::new(aff.domain_space(), Poly::from_form(&form)?)
    }

    /// The space of the domain.
    ///
    /// ```
    /// # use presburger::QPolynomial;
    /// let p: QPolynomial = "[n] -> { S[i] -> i^2 }".parse()?;
    /// assert_eq!(p.space().to_string(), "[n] -> { S[i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Whether all coefficients are zero.
    ///
    /// ```
    /// # use presburger::QPolynomial;
    /// let p: QPolynomial = "{ [i] -> (i + 1)^2 - i^2 - 2i - 1 }".parse()?;
    /// assert!(p.is_zero());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_zero(&self) -> bool {
        self.poly.is_zero()
    }

    /// The value, if it is plainly the same everywhere.
    ///
    /// ```
    /// # use presburger::QPolynomial;
    /// assert_eq!("[n] -> { 7 }".parse::<QPolynomial>()?.as_constant(), Some(7.into()));
    /// assert_eq!("[n] -> { n }".parse::<QPolynomial>()?.as_constant(), None);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_constant(&self) -> Option<Value> {
        self.poly.as_constant()
    }

    /// The largest sum of exponents in a term; that of floors counts.
    ///
    /// ```
    /// # use presburger::QPolynomial;
    /// assert_eq!("[n] -> { n^2 * floor(n/2) }".parse::<QPolynomial>()?.degree(), 3);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn degree(&self) -> u32 {
        self.poly.degree()
    }

    /// `self + other`.
    ///
    /// ```
    /// # use presburger::QPolynomial;
    /// let (a, b): (QPolynomial, QPolynomial) = ("[n] -> { n^2 }".parse()?, "[m] -> { -m }".parse()?);
    /// assert_eq!(a.add(&b)?.to_string(), "[n, m] -> { (n^2 - m) }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add(&self, other: &QPolynomial) -> Result<QPolynomial> {
        self.combine(other, |a, b| Ok(a.add(b)))
    }

    /// `self - other`.
    ///
    /// ```
    /// # use presburger::QPolynomial;
    /// let a: QPolynomial = "[n] -> { n^2 }".parse()?;
    /// assert!(a.sub(&a)?.is_zero());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sub(&self, other: &QPolynomial) -> Result<QPolynomial> {
        self.combine(other, |a, b| Ok(a.sub(b)))
    }

    /// `self * other`.
    ///
    /// ```
    /// # use presburger::QPolynomial;
    /// let (a, b): (QPolynomial, QPolynomial) = ("[n] -> { n + 1 }".parse()?, "[n] -> { n - 1 }".parse()?);
    /// assert_eq!(a.mul(&b)?.to_string(), "[n] -> { (-1 + n^2) }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn mul(&self, other: &QPolynomial) -> Result<QPolynomial> {
        self.combine(other, Poly::mul)
    }

    /// `-self`.
    ///
    /// ```
    /// # use presburger::QPolynomial;
    /// assert_eq!("[n] -> { n - 1 }".parse::<QPolynomial>()?.neg().to_string(), "[n] -> { (1 - n) }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn neg(&self) -> QPolynomial {
        QPolynomial {
            space: self.space.clone(),
            poly: self.poly.neg(),
        }
    }

    /// `factor * self`; the factor must be a number.
    ///
    /// ```
    /// # use presburger::{QPolynomial, Value};
    /// let p: QPolynomial = "[n] -> { n + 3 }".parse()?;
    /// assert_eq!(p.scale(&Value::rational(1, 3))?.to_string(), "[n] -> { (1 + 1/3 * n) }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn scale(&self, factor: &Value) -> Result<QPolynomial> {
        if !factor.is_rat() {
            return Err(Error::invalid(format!("{factor} is not a number")));
        }
        QPolynomial::new(self.space.clone(), self.poly.scale(factor))
    }

    /// `self` to a power.
    ///
    /// ```
    /// # use presburger::QPolynomial;
    /// let p: QPolynomial = "[n] -> { n + 1 }".parse()?;
    /// assert_eq!(p.pow(2)?.to_string(), "[n] -> { (1 + 2 * n + n^2) }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pow(&self, exponent: u32) -> Result<QPolynomial> {
        QPolynomial::new(self.space.clone(), self.poly.pow(exponent)?)
    }

    /// The value at a point, which must have a value for each parameter.
    ///
    /// ```
    /// # use presburger::{Point, QPolynomial};
    /// let p: QPolynomial = "[n] -> { 1/2 * n^2 + 1/2 * n }".parse()?;
    /// assert_eq!(p.eval(&Point::new(p.space().clone(), [100])?)?, 5050);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eval(&self, point: &Point) -> Result<Value> {
        match point.aligned_to(&self.space)? {
            Some(coordinates) => Ok(self.poly.value_at(&coordinates)),
            None => Err(self.space.mismatch(point.space())),
        }
    }

    fn combine(
        &self,
        other: &QPolynomial,
        op: impl Fn(&Poly, &Poly) -> Run<Poly>,
    ) -> Result<QPolynomial> {
        self.space.check_equal_tuples(&other.space)?;
        let params = self.space.merge_params(&other.space);
        let (a, b) = (self.aligned_to(&params)?, other.aligned_to(&params)?);
        QPolynomial::new(a.space.clone(), op(&a.poly, &b.poly)?)
    }

    /// Over other parameters, which include those that occur.
    pub(crate) fn aligned_to(&self, params: &[Name]) -> Result<QPolynomial> {
        let space = self.space.with_params(params.to_vec());
        let poly = self.poly.aligned(&self.space, &space)?;
        QPolynomial::new(space, poly)
    }
}

impl Poly {
    /// The columns of one space as those of another with the same tuples and more parameters.
    pub(crate) fn aligned(&self, from: &Space, to: &Space) -> Result<Poly> {
        if from.has_equal_params(to) {
            return Ok(self.clone());
        }
        let (old, new) = (from.n_param(), to.n_param());
        let column = |v: usize| match from.params().get(v) {
            Some(name) => to.find_param(name),
            None => Some(v - old + new),
        };
        let missing = || Error::invalid("a parameter of the polynomial is missing");
        for v in 0..old {
            if column(v).is_none() && self.involves(&|u| u == v) {
                return Err(missing());
            }
        }
        Ok(self.image(&mut |v| Poly::symbol(Symbol::Var(column(v).unwrap_or_default())))?)
    }

    /// Every variable replaced by an affine polynomial, in floors too.
    pub(crate) fn image(&self, value_of: &mut dyn FnMut(usize) -> Poly) -> Run<Poly> {
        self.substitute(&mut |symbol| image_of(symbol, value_of).map(Some))
    }

    pub(crate) fn from_form(form: &crate::form::Form<Big>) -> Run<Poly> {
        let mut columns: Vec<Poly> = (0..form.n_vis())
            .map(|v| Poly::symbol(Symbol::Var(v)))
            .collect();
        let affine = |row: &[Big], columns: &[Poly]| {
            let constant = Poly::constant(Value::integer(row[0].clone()));
            row[1..].iter().zip(columns).fold(constant, |sum, (a, x)| {
                sum.add(&x.scale(&Value::integer(a.clone())))
            })
        };
        for definition in form.floors.iter() {
            let value = affine(&definition[1..], &columns);
            columns.push(floor_of(&value, &definition[0])?);
        }
        let scale = Value::ratio(Big::one(), form.den.clone());
        Ok(affine(&form.row, &columns).scale(&scale))
    }
}

fn image_of(symbol: &Symbol, value_of: &mut dyn FnMut(usize) -> Poly) -> Run<Poly> {
    match symbol {
        Symbol::Var(v) => Ok(value_of(*v)),
        Symbol::Floor(inner) => {
            let mut sum = Poly::constant(Value::integer(inner.constant.clone()));
            for (symbol, coefficient) in &inner.terms {
                let value = image_of(symbol, value_of)?;
                sum = sum.add(&value.scale(&Value::integer(coefficient.clone())));
            }
            floor_of(&sum, &inner.denominator)
        }
    }
}

/// `⌊value / denominator⌋` of an affine polynomial.
pub(crate) fn floor_of(value: &Poly, denominator: &Big) -> Run<Poly> {
    let mut common = Big::one();
    for (_, coefficient) in value.terms() {
        let den = coefficient
            .denominator()
            .to_integer()
            .expect("denominators are integers");
        common = common.lcm(&den)?;
    }
    let whole = value.scale(&Value::integer(common.clone()));
    let mut terms = Vec::new();
    let mut constant = Big::zero();
    for (monomial, coefficient) in whole.terms() {
        let coefficient = coefficient
            .to_integer()
            .expect("multiples of the denominator are integers");
        match monomial {
            [] => constant = coefficient,
            [(symbol, 1)] => terms.push((symbol.clone(), coefficient)),
            _ => unreachable!("callers ask for affine polynomials"),
        }
    }
    floor(terms, constant, denominator.times(&common))
}

impl fmt::Display for QPolynomial {
    /// As isl writes it: `[n] -> { (1/2 * n + 1/2 * n^2) }`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_polynomials(f, self.space.params(), &[(&self.space, None, &self.poly)])
    }
}

impl fmt::Debug for QPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for QPolynomial {
    type Err = Error;

    /// Reads a polynomial without conditions.
    fn from_str(text: &str) -> Result<QPolynomial> {
        let (_, pieces) = text::read_polynomials(text)?;
        match <[_; 1]>::try_from(pieces) {
            Ok([(domain, poly)]) if domain.is_plain_universe() => {
                QPolynomial::new(domain.space, poly)
            }
            _ => Err(Error::invalid(
                "expected a single polynomial without conditions",
            )),
        }
    }
}
