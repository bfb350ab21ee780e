//! Values as factors, divisors and moduli of functions, and as what functions evaluate to.

use super::expr::Expr;
use crate::error::{Error, Result};
use crate::number::{Big, Coeff};
use crate::value::Value;

/// Numerator and positive denominator; `None` for NaN, an error for an infinity.
pub(crate) fn ratio(value: &Value) -> Result<Option<(Big, Big)>> {
    if value.is_nan() {
        return Ok(None);
    }
    if !value.is_rat() {
        return Err(Error::invalid(format!(
            "{value} has no place in an affine function"
        )));
    }
    Ok(Some((
        value.numerator().to_integer()?,
        value.denominator().to_integer()?,
    )))
}

/// A modulus: an integer greater than zero.
pub(crate) fn positive_integer(value: &Value) -> Result<Big> {
    if !value.is_int() || !value.is_pos() {
        return Err(Error::invalid(format!(
            "a modulus must be a positive integer, not {value}"
        )));
    }
    value.to_integer()
}

/// What a function evaluates to: `None` is NaN.
pub(crate) fn value_of(ratio: Option<(Big, Big)>) -> Value {
    match ratio {
        Some((numerator, denominator)) => Value::ratio(numerator, denominator),
        None => Value::nan(),
    }
}

impl Expr {
    /// The constant form with this value.
    pub(crate) fn from_value(n_vis: usize, value: &Value) -> Result<Expr> {
        match ratio(value)? {
            None => Ok(Expr::Nan),
            Some((numerator, denominator)) => {
                Expr::constant(n_vis, &numerator).scale(&Big::one(), &denominator)
            }
        }
    }

    pub(crate) fn scale_by(&self, factor: &Value) -> Result<Expr> {
        match ratio(factor)? {
            None => Ok(Expr::Nan),
            Some((numerator, denominator)) => self.scale(&numerator, &denominator),
        }
    }

    pub(crate) fn scale_down_by(&self, divisor: &Value) -> Result<Expr> {
        match ratio(divisor)? {
            None => Ok(Expr::Nan),
            Some((numerator, denominator)) => self.divide(&numerator, &denominator),
        }
    }

    /// `self / (numerator / denominator)`.
    fn divide(&self, numerator: &Big, denominator: &Big) -> Result<Expr> {
        if numerator.is_zero() {
            return Err(Error::invalid("division of a function by zero"));
        }
        if numerator.is_neg() {
            self.scale(&denominator.neg(), &numerator.neg())
        } else {
            self.scale(denominator, numerator)
        }
    }

    /// `self * other`, one of which must be constant.
    pub(crate) fn mul(&self, other: &Expr) -> Result<Expr> {
        if self.is_nan() || other.is_nan() {
            return Ok(Expr::Nan);
        }
        match (self.as_constant(), other.as_constant()) {
            (_, Some((numerator, denominator))) => self.scale(&numerator, &denominator),
            (Some((numerator, denominator)), None) => other.scale(&numerator, &denominator),
            (None, None) => Err(Error::invalid("a product of affine forms needs a constant")),
        }
    }

    /// `self / other`, which must be constant.
    pub(crate) fn div(&self, other: &Expr) -> Result<Expr> {
        if self.is_nan() || other.is_nan() {
            return Ok(Expr::Nan);
        }
        match other.as_constant() {
            Some((numerator, denominator)) => self.divide(&numerator, &denominator),
            None => Err(Error::invalid(
                "an affine form can only be divided by a constant",
            )),
        }
    }
}
