//! The integers that matrices are made of: machine words that notice overflow, and big integers.
//!
//! Every algorithm of the crate is generic over [`Coeff`]. It is run with `i64` first; when a
//! value leaves the machine word the algorithm stops with [`Stop::Overflow`] and is run again
//! from its start with [`Big`]. The choice of width is thus one per operation, not one per number.

mod big;
mod word;

pub(crate) use big::Big;

use crate::error::Stop;
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// Result of an algorithm that may run out of width or out of budget.
pub(crate) type Run<T> = Result<T, Stop>;

/// An exact integer with detected overflow.
///
/// Invariant of the fixed-width implementation: the most negative word never occurs, so that
/// negation and absolute value cannot fail.
pub(crate) trait Coeff:
    Clone + Ord + Hash + Debug + Display + Default + Send + Sync + 'static
{
    /// What one operation costs of a budget, in operations on machine words.
    const COST: usize;

    fn zero() -> Self;
    fn one() -> Self;
    /// Gives access to buffers that this thread has used before: what lives for a moment only takes its
    /// memory from here and puts it back.
    fn with_spare<R>(use_them: impl FnOnce(&mut Vec<Vec<Self>>) -> R) -> R;
    fn from_i64(value: i64) -> Run<Self>;
    fn from_big(value: &Big) -> Run<Self>;
    fn to_big(&self) -> Big;
    /// The value as a machine word, if it fits.
    fn to_i64(&self) -> Option<i64>;

    fn is_zero(&self) -> bool;
    fn is_one(&self) -> bool;
    fn signum(&self) -> i32;
    fn neg(&self) -> Self;
    fn add(&self, other: &Self) -> Run<Self>;
    fn sub(&self, other: &Self) -> Run<Self>;
    fn mul(&self, other: &Self) -> Run<Self>;
    /// `⌊self / other⌋` for `other > 0`.
    fn div_floor(&self, other: &Self) -> Self;
    /// `self mod other` in `0..other`, for `other > 0`.
    fn rem_floor(&self, other: &Self) -> Self;
    /// `self / other` where the division is known to leave no remainder.
    fn div_exact(&self, other: &Self) -> Self;
    /// The non-negative greatest common divisor.
    fn gcd(&self, other: &Self) -> Self;

    /// `dst := a * dst + b * src`, element by element.
    fn combine(dst: &mut [Self], a: &Self, src: &[Self], b: &Self) -> Run<()>;

    /// Divides a row by a positive common divisor of its elements.
    fn divide_row(row: &mut [Self], divisor: &Self) {
        for value in row {
            if !value.is_zero() {
                *value = value.div_exact(divisor);
            }
        }
    }

    /// The non-negative greatest common divisor of a row (zero for a zero row).
    fn row_gcd(row: &[Self]) -> Self {
        let mut gcd = Self::zero();
        for value in row {
            if value.is_zero() {
                continue;
            }
            gcd = gcd.gcd(value);
            if gcd.is_one() {
                break;
            }
        }
        gcd
    }

    fn is_neg(&self) -> bool {
        self.signum() < 0
    }
    fn is_pos(&self) -> bool {
        self.signum() > 0
    }
    fn abs(&self) -> Self {
        if self.is_neg() {
            self.neg()
        } else {
            self.clone()
        }
    }
    /// `⌈self / other⌉` for `other > 0`.
    fn div_ceil(&self, other: &Self) -> Self {
        self.neg().div_floor(other).neg()
    }
    fn is_unit(&self) -> bool {
        self.abs().is_one()
    }
    /// The least common multiple of two positive numbers.
    fn lcm(&self, other: &Self) -> Run<Self> {
        self.div_exact(&self.gcd(other)).mul(other)
    }
    fn divides(&self, other: &Self) -> bool {
        if self.is_zero() {
            other.is_zero()
        } else {
            other.rem_floor(&self.abs()).is_zero()
        }
    }
}

/// Divides a row by the greatest common divisor of its elements, or a smaller common one; that of
/// a zero row is zero.
pub(crate) fn divide_row<T: Coeff>(row: &mut [T], divisor: &T) {
    if !divisor.is_one() && !divisor.is_zero() {
        T::divide_row(row, divisor);
    }
}

/// Brings a row whose first element is its common denominator to lowest terms.
pub(crate) fn lowest_terms<T: Coeff>(row: &mut [T]) {
    if !row[0].is_one() {
        let gcd = T::row_gcd(row);
        divide_row(row, &gcd);
    }
}

pub(crate) fn negate_row<T: Coeff>(row: &mut [T]) {
    for value in row {
        if !value.is_zero() {
            *value = value.neg();
        }
    }
}

/// `Σ a[i] * b[i]`.
pub(crate) fn dot<T: Coeff>(a: &[T], b: &[T]) -> Run<T> {
    debug_assert_eq!(a.len(), b.len());
    let mut sum = T::zero();
    for (x, y) in a.iter().zip(b) {
        if !x.is_zero() && !y.is_zero() {
            sum = sum.add(&x.mul(y)?)?;
        }
    }
    Ok(sum)
}

pub(crate) fn is_zero_row<T: Coeff>(row: &[T]) -> bool {
    row.iter().all(T::is_zero)
}

/// Whether `a = -b`.
pub(crate) fn is_negation<T: Coeff>(a: &[T], b: &[T]) -> bool {
    a.iter().zip(b).all(|(x, y)| *x == y.neg())
}

/// Index of the last element that is not zero.
pub(crate) fn last_nonzero<T: Coeff>(row: &[T]) -> Option<usize> {
    row.iter().rposition(|v| !v.is_zero())
}
