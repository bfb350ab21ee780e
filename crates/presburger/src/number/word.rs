//! `i64` as a coefficient: every operation that could leave the word reports it.

use super::{Big, Coeff, Run};
use crate::error::Stop;
use std::cell::RefCell;

/// The extreme negative word is treated as out of range (see [`Coeff`]).
#[inline(always)]
fn in_range(value: i64) -> Run<i64> {
    if value == i64::MIN {
        Err(Stop::Overflow)
    } else {
        Ok(value)
    }
}

#[inline(always)]
fn checked(value: Option<i64>) -> Run<i64> {
    match value {
        Some(v) => in_range(v),
        None => Err(Stop::Overflow),
    }
}

thread_local! {
    static SPARE: RefCell<Vec<Vec<i64>>> = const { RefCell::new(Vec::new()) };
}

impl Coeff for i64 {
    const COST: usize = 1;

    #[inline]
    fn with_spare<R>(use_them: impl FnOnce(&mut Vec<Vec<i64>>) -> R) -> R {
        // While a thread ends there may be none.
        let mut spare = SPARE.try_with(RefCell::take).unwrap_or_default();
        let result = use_them(&mut spare);
        let _ = SPARE.try_with(|place| place.replace(spare));
        result
    }

    #[inline(always)]
    fn zero() -> i64 {
        0
    }
    #[inline(always)]
    fn one() -> i64 {
        1
    }
    fn from_i64(value: i64) -> Run<i64> {
        in_range(value)
    }
    fn from_big(value: &Big) -> Run<i64> {
        value.to_i64().ok_or(Stop::Overflow).and_then(in_range)
    }
    fn to_big(&self) -> Big {
        Big::from(*self)
    }
    fn to_i64(&self) -> Option<i64> {
        Some(*self)
    }
    #[inline(always)]
    fn is_zero(&self) -> bool {
        *self == 0
    }
    #[inline(always)]
    fn is_one(&self) -> bool {
        *self == 1
    }
    #[inline(always)]
    fn signum(&self) -> i32 {
        i64::signum(*self) as i32
    }
    #[inline(always)]
    fn neg(&self) -> i64 {
        -*self
    }
    #[inline(always)]
    fn add(&self, other: &i64) -> Run<i64> {
        checked(self.checked_add(*other))
    }
    #[inline(always)]
    fn sub(&self, other: &i64) -> Run<i64> {
        checked(self.checked_sub(*other))
    }
    #[inline(always)]
    fn mul(&self, other: &i64) -> Run<i64> {
        checked(self.checked_mul(*other))
    }
    #[inline(always)]
    fn div_floor(&self, other: &i64) -> i64 {
        self.div_euclid(*other)
    }
    #[inline(always)]
    fn rem_floor(&self, other: &i64) -> i64 {
        self.rem_euclid(*other)
    }
    #[inline(always)]
    fn div_exact(&self, other: &i64) -> i64 {
        debug_assert!(self % other == 0);
        self / other
    }

    /// Binary gcd: no division but one, where the lengths differ; a handful of steps on the small
    /// numbers met in practice.
    #[inline]
    fn gcd(&self, other: &i64) -> i64 {
        let (mut a, mut b) = (self.unsigned_abs(), other.unsigned_abs());
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        if a <= 1 {
            return if a == 0 { b as i64 } else { 1 };
        }
        if b >> 4 >= a {
            b %= a;
            if b == 0 {
                return a as i64;
            }
        }
        let shift = (a | b).trailing_zeros();
        a >>= a.trailing_zeros();
        loop {
            b >>= b.trailing_zeros();
            // Written so that there is no branch to predict.
            (a, b) = (a.min(b), a.abs_diff(b));
            if b == 0 {
                return (a << shift) as i64;
            }
        }
    }

    /// Exact division of many numbers: a multiplication with the inverse modulo 2^64 of the odd
    /// part, after a shift for the rest.
    #[inline]
    fn divide_row(row: &mut [i64], divisor: &i64) {
        debug_assert!(*divisor > 0);
        let shift = divisor.trailing_zeros();
        let odd = divisor >> shift;
        // Newton: each step doubles the number of correct bits, three to begin with.
        let mut inverse = odd;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2i64.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        for value in row {
            debug_assert!(*value % *divisor == 0);
            *value = (*value >> shift).wrapping_mul(inverse);
        }
    }

    /// One sticky overflow flag for the row, so that the loop has no early exit.
    #[inline]
    fn combine(dst: &mut [i64], a: &i64, src: &[i64], b: &i64) -> Run<()> {
        let (a, b) = (*a, *b);
        let mut bad = false;
        if a == 1 {
            for (d, s) in dst.iter_mut().zip(src) {
                let (y, o1) = b.overflowing_mul(*s);
                let (z, o2) = d.overflowing_add(y);
                *d = z;
                bad |= o1 | o2 | (z == i64::MIN);
            }
        } else {
            for (d, s) in dst.iter_mut().zip(src) {
                let (x, o1) = a.overflowing_mul(*d);
                let (y, o2) = b.overflowing_mul(*s);
                let (z, o3) = x.overflowing_add(y);
                *d = z;
                bad |= o1 | o2 | o3 | (z == i64::MIN);
            }
        }
        if bad { Err(Stop::Overflow) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_is_reported_not_wrapped() {
        assert_eq!(i64::MAX.add(&1), Err(Stop::Overflow));
        assert_eq!((-i64::MAX).sub(&1), Err(Stop::Overflow));
        assert_eq!((1i64 << 40).mul(&(1 << 40)), Err(Stop::Overflow));
        let mut row = [i64::MAX, 1];
        assert_eq!(i64::combine(&mut row, &2, &[0, 0], &1), Err(Stop::Overflow));
    }

    #[test]
    fn division_rounds_down() {
        assert_eq!(Coeff::div_floor(&-7, &2), -4);
        assert_eq!(Coeff::div_ceil(&-7, &2), -3);
        assert_eq!(Coeff::rem_floor(&-7, &2), 1);
    }

    #[test]
    fn rows_are_divided_exactly() {
        for divisor in [1, 2, 3, 4, 6, 7, 12, 1 << 40, (1 << 31) - 1, i64::MAX] {
            let most = i64::MAX / divisor;
            let quotients = [0, 1, -1, 5.min(most), (-5).max(-most), most, -most];
            let mut row = quotients.map(|q| q * divisor);
            i64::divide_row(&mut row, &divisor);
            assert_eq!(row, quotients, "by {divisor}");
        }
    }

    #[test]
    fn gcd_of_different_lengths() {
        for (a, b, gcd) in [
            (6, 1 << 60, 2),
            (1 << 60, 6, 2),
            (i64::MAX, 7, 7),
            (i64::MAX, i64::MAX, i64::MAX),
            (i64::MAX - 1, 1 << 62, 2),
            (3 * (1 << 40), 12, 12),
        ] {
            assert_eq!(Coeff::gcd(&a, &b), gcd, "gcd({a}, {b})");
        }
    }

    #[test]
    fn gcd_matches_euclid() {
        fn euclid(a: i64, b: i64) -> i64 {
            if b == 0 { a.abs() } else { euclid(b, a % b) }
        }
        for a in -40..40 {
            for b in -40..40 {
                assert_eq!(Coeff::gcd(&a, &b), euclid(a, b), "gcd({a}, {b})");
            }
        }
    }
}
