//! Integers without bound: the width an operation is repeated with after an overflow.

use super::{Coeff, Run};
use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivEuclid, Gcd, RemEuclid};
use std::fmt;
use std::str::FromStr;

/// Numbers up to this length are stored in place.
const SMALL_BITS: usize = 128;

/// An integer of any size. Values that fit two words are stored in place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Big(IBig);

impl Big {
    /// How many bits the absolute value takes.
    pub(crate) fn bits(&self) -> usize {
        self.0.bit_len()
    }

    /// The product, however large: for single numbers outside of matrices.
    pub(crate) fn times(&self, other: &Big) -> Big {
        Big(&self.0 * &other.0)
    }

    /// The sum.
    pub(crate) fn plus(&self, other: &Big) -> Big {
        Big(&self.0 + &other.0)
    }

    /// `2^bits`.
    pub(crate) fn power_of_two(bits: usize) -> Big {
        Big(IBig::ONE << bits)
    }
}

impl From<i64> for Big {
    fn from(value: i64) -> Big {
        Big(IBig::from(value))
    }
}

impl FromStr for Big {
    type Err = ();
    fn from_str(text: &str) -> Result<Big, ()> {
        IBig::from_str_radix(text, 10).map(Big).map_err(|_| ())
    }
}

impl fmt::Display for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Coeff for Big {
    const COST: usize = 20;

    fn zero() -> Big {
        Big(IBig::ZERO)
    }
    fn one() -> Big {
        Big(IBig::ONE)
    }
    fn from_i64(value: i64) -> Run<Big> {
        Ok(Big::from(value))
    }
    fn from_big(value: &Big) -> Run<Big> {
        Ok(value.clone())
    }
    fn to_big(&self) -> Big {
        self.clone()
    }
    fn to_i64(&self) -> Option<i64> {
        i64::try_from(&self.0).ok()
    }
    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
    fn is_one(&self) -> bool {
        self.0.is_one()
    }
    fn signum(&self) -> i32 {
        if self.0.is_zero() {
            0
        } else if self.0 < IBig::ZERO {
            -1
        } else {
            1
        }
    }
    fn neg(&self) -> Big {
        Big(-&self.0)
    }
    fn add(&self, other: &Big) -> Run<Big> {
        Ok(Big(&self.0 + &other.0))
    }
    fn sub(&self, other: &Big) -> Run<Big> {
        Ok(Big(&self.0 - &other.0))
    }
    fn mul(&self, other: &Big) -> Run<Big> {
        let product = Big(&self.0 * &other.0);
        // Budgets bound work by counting operations, so the operands must not grow without end.
        if product.bits() > 1 << 16 {
            return Err(crate::error::Stop::TooLarge);
        }
        Ok(product)
    }
    fn div_floor(&self, other: &Big) -> Big {
        Big((&self.0).div_euclid(&other.0))
    }
    fn rem_floor(&self, other: &Big) -> Big {
        Big(IBig::from((&self.0).rem_euclid(&other.0)))
    }
    fn div_exact(&self, other: &Big) -> Big {
        Big(&self.0 / &other.0)
    }
    fn gcd(&self, other: &Big) -> Big {
        if self.0.is_zero() {
            return Coeff::abs(other);
        }
        if other.0.is_zero() {
            return Coeff::abs(self);
        }
        // The library's gcd fails on some operands of very different length, so large numbers take
        // Euclid's steps until they are small.
        let (mut a, mut b) = (self.0.clone(), other.0.clone());
        while a.bit_len() > SMALL_BITS || b.bit_len() > SMALL_BITS {
            (a, b) = (b.clone(), IBig::from(a.rem_euclid(&b)));
            if b.is_zero() {
                return Big(a).abs();
            }
        }
        Big(IBig::from(a.gcd(&b)))
    }
    fn combine(dst: &mut [Big], a: &Big, src: &[Big], b: &Big) -> Run<()> {
        for (d, s) in dst.iter_mut().zip(src) {
            let x = if d.is_zero() { Big::zero() } else { a.mul(d)? };
            *d = if s.is_zero() { x } else { x.add(&b.mul(s)?)? };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_like_the_word() {
        for a in -20i64..20 {
            for b in 1i64..7 {
                let (x, y) = (Big::from(a), Big::from(b));
                assert_eq!(x.div_floor(&y), Big::from(Coeff::div_floor(&a, &b)));
                assert_eq!(x.rem_floor(&y), Big::from(Coeff::rem_floor(&a, &b)));
                assert_eq!(x.gcd(&y), Big::from(Coeff::gcd(&a, &b)));
            }
        }
    }

    #[test]
    fn reads_and_writes_many_digits() {
        let text = "-123456789012345678901234567890";
        assert_eq!(text.parse::<Big>().unwrap().to_string(), text);
        assert_eq!(text.parse::<Big>().unwrap().to_i64(), None);
    }
}
