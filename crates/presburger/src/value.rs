//! Numbers that operations take and return: integers and rationals of any size, and the two
//! infinities and the not-a-number that an optimum may be.

mod arithmetic;

use crate::error::{Error, Result};
use crate::number::{Big, Coeff};
use std::fmt;
use std::str::FromStr;

/// An exact rational number, `infty`, `-infty` or `NaN`.
///
/// ```
/// use presburger::Value;
/// let half: Value = "1/2".parse()?;
/// assert_eq!((half.clone() + Value::from(3)).to_string(), "7/2");
/// assert_eq!(half.inv(), 2);
/// assert_eq!((Value::from(1) / Value::from(0)).to_string(), "NaN");
/// assert!(Value::infty() > Value::from(i64::MAX));
/// # Ok::<(), presburger::Error>(())
/// ```
///
/// Equality is structural, so `NaN` equals itself and values can be keys of a map; ordered
/// comparisons of `NaN` with any other value are false.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Value(Kind);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Kind {
    NaN,
    /// Numerator and positive denominator without common factor.
    Rational(Big, Big),
    NegativeInfinity,
    Infinity,
}

use Kind::{Infinity, NaN, NegativeInfinity, Rational};

impl Value {
    /// `0`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::zero().is_zero());
    /// ```
    pub fn zero() -> Value {
        Value::from(0)
    }

    /// `1`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::one().is_one());
    /// ```
    pub fn one() -> Value {
        Value::from(1)
    }

    /// Larger than every number.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::infty().to_string(), "infty");
    /// ```
    pub fn infty() -> Value {
        Value(Infinity)
    }

    /// Smaller than every number.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::neginfty(), -Value::infty());
    /// ```
    pub fn neginfty() -> Value {
        Value(NegativeInfinity)
    }

    /// Not a number: the result of `0/0` and of whatever has no value.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!((Value::infty() - Value::infty()).is_nan());
    /// ```
    pub fn nan() -> Value {
        Value(NaN)
    }

    /// `numerator / denominator` in lowest terms; `NaN` if the denominator is zero.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::rational(6, -4).to_string(), "-3/2");
    /// ```
    pub fn rational(numerator: i64, denominator: i64) -> Value {
        Value::ratio(Big::from(numerator), Big::from(denominator))
    }

    /// `numerator / denominator` in lowest terms; `NaN` if the denominator is zero.
    pub(crate) fn ratio(numerator: Big, denominator: Big) -> Value {
        if denominator.is_zero() {
            return Value(NaN);
        }
        let mut gcd = numerator.gcd(&denominator);
        if denominator.is_neg() {
            gcd = gcd.neg();
        }
        Value(Rational(
            numerator.div_exact(&gcd),
            denominator.div_exact(&gcd),
        ))
    }

    pub(crate) fn integer(value: Big) -> Value {
        Value(Rational(value, Big::one()))
    }

    /// The integer, or an error that says it is none.
    pub(crate) fn to_integer(&self) -> Result<Big> {
        match &self.0 {
            Rational(n, d) if d.is_one() => Ok(n.clone()),
            _ => Err(Error::invalid(format!("{self} is not an integer"))),
        }
    }

    /// The value as a machine integer, if it is an integer that fits.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::from(-7).to_i64(), Some(-7));
    /// assert_eq!(Value::rational(1, 2).to_i64(), None);
    /// ```
    pub fn to_i64(&self) -> Option<i64> {
        self.to_integer().ok()?.to_i64()
    }

    /// The nearest floating-point number, up to rounding of numerator and denominator.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::rational(-3, 4).to_f64(), -0.75);
    /// ```
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            NaN => f64::NAN,
            Infinity => f64::INFINITY,
            NegativeInfinity => f64::NEG_INFINITY,
            Rational(n, d) => {
                let read = |v: &Big| v.to_string().parse::<f64>().unwrap_or(f64::NAN);
                read(n) / read(d)
            }
        }
    }

    /// Numerator of a rational in lowest terms; the value itself if it is none.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::rational(6, 4).numerator(), 3);
    /// ```
    pub fn numerator(&self) -> Value {
        match &self.0 {
            Rational(n, _) => Value::integer(n.clone()),
            _ => self.clone(),
        }
    }

    /// Denominator of a rational in lowest terms; `1` for an infinity, `NaN` for `NaN`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::rational(6, 4).denominator(), 2);
    /// ```
    pub fn denominator(&self) -> Value {
        match &self.0 {
            Rational(_, d) => Value::integer(d.clone()),
            NaN => Value::nan(),
            _ => Value::one(),
        }
    }

    /// `-1`, `0` or `1`; `0` for `NaN`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::neginfty().sgn(), -1);
    /// ```
    pub fn sgn(&self) -> i32 {
        match &self.0 {
            NaN => 0,
            Rational(n, _) => n.signum(),
            NegativeInfinity => -1,
            Infinity => 1,
        }
    }

    /// Whether the value is `NaN`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::nan().is_nan());
    /// ```
    pub fn is_nan(&self) -> bool {
        matches!(self.0, NaN)
    }

    /// Whether the value is `infty`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::infty().is_infty());
    /// ```
    pub fn is_infty(&self) -> bool {
        matches!(self.0, Infinity)
    }

    /// Whether the value is `-infty`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::neginfty().is_neginfty());
    /// ```
    pub fn is_neginfty(&self) -> bool {
        matches!(self.0, NegativeInfinity)
    }

    /// Whether the value is an integer.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::from(3).is_int() && !Value::rational(1, 2).is_int());
    /// ```
    pub fn is_int(&self) -> bool {
        matches!(&self.0, Rational(_, d) if d.is_one())
    }

    /// Whether the value is a rational number, an integer included.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::from(3).is_rat() && !Value::infty().is_rat());
    /// ```
    pub fn is_rat(&self) -> bool {
        matches!(self.0, Rational(..))
    }

    /// Whether the value is `0`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::zero().is_zero());
    /// ```
    pub fn is_zero(&self) -> bool {
        *self == 0
    }

    /// Whether the value is `1`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::rational(4, 4).is_one());
    /// ```
    pub fn is_one(&self) -> bool {
        *self == 1
    }

    /// Whether the value is `-1`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::from(-1).is_negone());
    /// ```
    pub fn is_negone(&self) -> bool {
        *self == -1
    }

    /// Whether the value is above zero.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::rational(1, 2).is_pos() && !Value::zero().is_pos());
    /// ```
    pub fn is_pos(&self) -> bool {
        self.sgn() > 0
    }

    /// Whether the value is below zero.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::neginfty().is_neg());
    /// ```
    pub fn is_neg(&self) -> bool {
        self.sgn() < 0
    }

    /// Whether the value is zero or above.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::zero().is_nonneg() && !Value::nan().is_nonneg());
    /// ```
    pub fn is_nonneg(&self) -> bool {
        !self.is_nan() && self.sgn() >= 0
    }

    /// Whether the value is zero or below.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::zero().is_nonpos() && !Value::nan().is_nonpos());
    /// ```
    pub fn is_nonpos(&self) -> bool {
        !self.is_nan() && self.sgn() <= 0
    }

    /// Whether `|self| = |other|`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::from(-2).abs_eq(&Value::from(2)));
    /// ```
    pub fn abs_eq(&self, other: &Value) -> bool {
        !self.is_nan() && self.abs() == other.abs()
    }

    /// Whether the integer `self` is a multiple of the integer `other`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert!(Value::from(6).is_divisible_by(&Value::from(-3))?);
    /// assert!(!Value::from(6).is_divisible_by(&Value::from(0))?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_divisible_by(&self, other: &Value) -> Result<bool> {
        Ok(other.to_integer()?.divides(&self.to_integer()?))
    }

    /// `|self|`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::rational(-1, 2).abs(), Value::rational(1, 2));
    /// ```
    pub fn abs(&self) -> Value {
        if self.is_neg() { -self } else { self.clone() }
    }

    /// The largest integer `<= self`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::rational(-1, 2).floor(), -1);
    /// ```
    pub fn floor(&self) -> Value {
        match &self.0 {
            Rational(n, d) => Value::integer(n.div_floor(d)),
            _ => self.clone(),
        }
    }

    /// The smallest integer `>= self`.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::rational(1, 2).ceil(), 1);
    /// ```
    pub fn ceil(&self) -> Value {
        -(-self).floor()
    }

    /// The integer next to `self` towards zero.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::rational(-7, 2).trunc(), -3);
    /// ```
    pub fn trunc(&self) -> Value {
        if self.is_neg() {
            self.ceil()
        } else {
            self.floor()
        }
    }

    /// `1 / self`; `NaN` for zero, `0` for an infinity.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::rational(-2, 3).inv(), Value::rational(-3, 2));
    /// assert!(Value::zero().inv().is_nan());
    /// ```
    pub fn inv(&self) -> Value {
        match &self.0 {
            NaN => Value::nan(),
            Rational(n, d) => Value::ratio(d.clone(), n.clone()),
            NegativeInfinity | Infinity => Value::zero(),
        }
    }

    /// `2^self` for an integer of absolute value up to 65536.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::from(-3).pow2()?, Value::rational(1, 8));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pow2(&self) -> Result<Value> {
        let exponent = self.to_integer()?;
        let bits = match exponent.to_i64() {
            Some(e) if e.unsigned_abs() <= 1 << 16 => e.unsigned_abs() as usize,
            _ => {
                return Err(Error::invalid(format!(
                    "2^{exponent} is too large a number"
                )));
            }
        };
        let power = Value::integer(Big::power_of_two(bits));
        Ok(if exponent.is_neg() {
            power.inv()
        } else {
            power
        })
    }

    /// The non-negative greatest common divisor of two integers.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::from(4).gcd(&Value::from(-6))?, 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gcd(&self, other: &Value) -> Result<Value> {
        Ok(Value::integer(self.to_integer()?.gcd(&other.to_integer()?)))
    }

    /// `self - |m| ⌊self / |m|⌋` for integers.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::from(-7).modulo(&Value::from(3))?, 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn modulo(&self, m: &Value) -> Result<Value> {
        let (a, m) = (self.to_integer()?, m.to_integer()?);
        if m.is_zero() {
            return Err(Error::invalid("a remainder of a division by zero"));
        }
        Ok(Value::integer(a.rem_floor(&Coeff::abs(&m))))
    }

    /// The smaller of both; `NaN` if one is.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::from(42).min(&Value::neginfty()), Value::neginfty());
    /// ```
    pub fn min(&self, other: &Value) -> Value {
        if self.is_nan() || other.is_nan() {
            Value::nan()
        } else if other < self {
            other.clone()
        } else {
            self.clone()
        }
    }

    /// The larger of both; `NaN` if one is.
    ///
    /// ```
    /// # use presburger::Value;
    /// assert_eq!(Value::from(3).max(&Value::from(42)), 42);
    /// ```
    pub fn max(&self, other: &Value) -> Value {
        if self.is_nan() || other.is_nan() {
            Value::nan()
        } else if other > self {
            other.clone()
        } else {
            self.clone()
        }
    }
}

impl PartialEq<i64> for Value {
    fn eq(&self, other: &i64) -> bool {
        self.to_i64() == Some(*other)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::integer(Big::from(value))
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Value {
        Value::from(i64::from(value))
    }
}

impl From<&Value> for Value {
    fn from(value: &Value) -> Value {
        value.clone()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            NaN => f.write_str("NaN"),
            Rational(n, d) if d.is_one() => write!(f, "{n}"),
            Rational(n, d) => write!(f, "{n}/{d}"),
            NegativeInfinity => f.write_str("-infty"),
            Infinity => f.write_str("infty"),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Value {
    type Err = Error;

    /// Reads `7`, `-7/2`, `infty`, `-infty` or `NaN`.
    fn from_str(text: &str) -> Result<Value> {
        match text.trim() {
            "NaN" => return Ok(Value::nan()),
            "infty" => return Ok(Value::infty()),
            "-infty" => return Ok(Value::neginfty()),
            _ => {}
        }
        let fail = || {
            let message = format!("expected a number, infty, -infty or NaN, found {text:?}");
            Error::Parse(crate::error::ParseError::new(text, 0..text.len(), message))
        };
        let integer = |digits: &str| -> Result<Big> {
            let unsigned = digits.strip_prefix('-').unwrap_or(digits);
            if unsigned.is_empty() || !unsigned.bytes().all(|b| b.is_ascii_digit()) {
                return Err(fail());
            }
            digits.parse::<Big>().map_err(|()| fail())
        };
        match text.trim().split_once('/') {
            None => Ok(Value::integer(integer(text.trim())?)),
            Some((n, d)) => Ok(Value::ratio(integer(n.trim())?, integer(d.trim())?)),
        }
    }
}
