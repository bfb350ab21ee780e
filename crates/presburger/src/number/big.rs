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

    /// Charges for work on numbers of these lengths: the steps that callers count stand for work
    /// on short numbers, and long ones take time with the product of the lengths.
    fn charge(&self, other: &Big) {
        let words = |n: &Big| n.bits() / 64;
        let (a, b) = (words(self), words(other));
        if a + b > 4 {
            crate::budget::charge(1 + (a + 1) * (b + 1) / 8);
        }
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
        self.charge(other);
        crate::budget::spend(0)?;
        let product = Big(&self.0 * &other.0);
        // Also without a budget the operands must not grow without end.
        if product.bits() > 1 << 16 {
            return Err(crate::error::Stop::TooLarge);
        }
        Ok(product)
    }
    fn div_floor(&self, other: &Big) -> Big {
        self.charge(other);
        Big((&self.0).div_euclid(&other.0))
    }
    fn rem_floor(&self, other: &Big) -> Big {
        self.charge(other);
        Big(IBig::from((&self.0).rem_euclid(&other.0)))
    }
    fn div_exact(&self, other: &Big) -> Big {
        self.charge(other);
        Big(&self.0 / &other.0)
    }
    fn gcd(&self, other: &Big) -> Big {
        if self.0.is_zero() {
            return Coeff::abs(other);
        }
        if other.0.is_zero() {
            return Coeff::abs(self);
        }
        self.charge(other);
        // The library's gcd fails on some operands of very different length, so large numbers are
        // brought down here.
        let (a, b) = lehmer(Coeff::abs(self).0, Coeff::abs(other).0);
        if b.is_zero() {
            return Big(a);
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

/// Two numbers with the same greatest common divisor as `a` and `b`, both short or the second zero.
///
/// Lehmer's method (Knuth, volume 2, algorithm 4.5.2 L): Euclid's quotients mostly depend on the
/// leading digits only, so they are found on machine words and a run of some thirty of them is
/// applied to the long numbers at once.
fn lehmer(mut a: IBig, mut b: IBig) -> (IBig, IBig) {
    if a < b {
        (a, b) = (b, a);
    }
    while a.bit_len() > SMALL_BITS && !b.is_zero() {
        let shift = a.bit_len() - 62;
        let leading = |n: &IBig| i128::try_from(n >> shift).unwrap_or(0);
        let (mut x, mut y) = (leading(&a), leading(&b));
        // x and y stand for p·a + q·b and r·a + s·b.
        let (mut p, mut q, mut r, mut s) = (1i128, 0i128, 0i128, 1i128);
        while y + r != 0 && y + s != 0 {
            let quotient = (x + p) / (y + r);
            if quotient != (x + q) / (y + s) {
                break;
            }
            (p, r) = (r, p - quotient * r);
            (q, s) = (s, q - quotient * s);
            (x, y) = (y, x - quotient * y);
        }
        (a, b) = if q == 0 {
            let rest = IBig::from((&a).rem_euclid(&b));
            (b, rest)
        } else {
            let next = &a * IBig::from(p) + &b * IBig::from(q);
            (next, a * IBig::from(r) + b * IBig::from(s))
        };
    }
    (a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gcd_of_long_numbers() {
        // Built from factors, so that the divisor is known: consecutive Fibonacci numbers share
        // none and take Euclid the most steps.
        let (mut f, mut g) = (Big::from(1), Big::from(1));
        for _ in 0..2000 {
            (f, g) = (g.clone(), f.plus(&g));
        }
        let common = "123456789012345678901234567890123456789012345678901".parse::<Big>();
        let common = common.unwrap();
        assert!(f.gcd(&g).is_one());
        assert_eq!(f.times(&common).gcd(&g.times(&common)), common);
        assert_eq!(f.times(&common).neg().gcd(&common), common);
        assert_eq!(common.gcd(&f.times(&common).times(&g)), common);
        let tower = Big::power_of_two(5000);
        assert_eq!(tower.gcd(&Big::power_of_two(300)), Big::power_of_two(300));
        assert_eq!(tower.times(&f).gcd(&tower.times(&g)), tower);
        assert_eq!(tower.gcd(&Big::from(48)), Big::from(16));
    }

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
