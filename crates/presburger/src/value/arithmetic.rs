//! Sums, products, quotients and order of values, with isl's rules for infinities and `NaN`.

use super::Kind::{Infinity, NaN, NegativeInfinity, Rational};
use super::Value;
use crate::number::Coeff;
use std::cmp::Ordering;
use std::ops;

impl Value {
    /// The infinity with the sign of `sign`, `NaN` for zero.
    fn infinity_of(sign: i32) -> Value {
        match sign {
            1 => Value::infty(),
            -1 => Value::neginfty(),
            _ => Value::nan(),
        }
    }
}

impl ops::Neg for &Value {
    type Output = Value;
    fn neg(self) -> Value {
        match &self.0 {
            NaN => Value::nan(),
            Rational(n, d) => Value(Rational(n.neg(), d.clone())),
            NegativeInfinity => Value::infty(),
            Infinity => Value::neginfty(),
        }
    }
}

impl ops::Neg for Value {
    type Output = Value;
    fn neg(self) -> Value {
        -&self
    }
}

impl ops::Add for &Value {
    type Output = Value;
    fn add(self, other: &Value) -> Value {
        match (&self.0, &other.0) {
            (NaN, _) | (_, NaN) => Value::nan(),
            (Rational(a, b), Rational(c, d)) => {
                Value::ratio(a.times(d).plus(&c.times(b)), b.times(d))
            }
            (Rational(..), _) => other.clone(),
            (_, Rational(..)) => self.clone(),
            (a, b) if a == b => self.clone(),
            _ => Value::nan(),
        }
    }
}

impl ops::Sub for &Value {
    type Output = Value;
    fn sub(self, other: &Value) -> Value {
        self + &-other
    }
}

impl ops::Mul for &Value {
    type Output = Value;
    fn mul(self, other: &Value) -> Value {
        match (&self.0, &other.0) {
            (NaN, _) | (_, NaN) => Value::nan(),
            (Rational(a, b), Rational(c, d)) => Value::ratio(a.times(c), b.times(d)),
            _ => Value::infinity_of(self.sgn() * other.sgn()),
        }
    }
}

/// `NaN` when the divisor is zero or both are infinite.
impl ops::Div for &Value {
    type Output = Value;
    fn div(self, other: &Value) -> Value {
        match (&self.0, &other.0) {
            (NaN, _) | (_, NaN) => Value::nan(),
            (Rational(a, b), Rational(c, d)) => Value::ratio(a.times(d), b.times(c)),
            (Rational(..), _) => Value::zero(),
            (_, Rational(..)) if other.is_zero() => Value::nan(),
            (_, Rational(..)) => {
                let sign = if self.is_neg() == other.is_neg() {
                    1
                } else {
                    -1
                };
                Value::infinity_of(sign)
            }
            _ => Value::nan(),
        }
    }
}

macro_rules! by_value {
    ($($operator:ident $method:ident),*) => {$(
        impl ops::$operator for Value {
            type Output = Value;
            fn $method(self, other: Value) -> Value {
                ops::$operator::$method(&self, &other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul, Div div);

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        match (&self.0, &other.0) {
            (NaN, NaN) => Some(Ordering::Equal),
            (NaN, _) | (_, NaN) => None,
            (Rational(a, b), Rational(c, d)) => Some(a.times(d).cmp(&c.times(b))),
            (Rational(..), _) => Some(0.cmp(&other.sgn())),
            (_, Rational(..)) => Some(self.sgn().cmp(&0)),
            _ => Some(self.sgn().cmp(&other.sgn())),
        }
    }
}
