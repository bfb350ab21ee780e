//! Integers without bound: the width an operation is repeated with after an overflow.

use super::{Coeff, Run};
use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivEuclid, Gcd, RemEuclid};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// Numbers up to this length are stored in place.
const SMALL_BITS: usize = 128;

/// An integer of any size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Big(Digits);

/// Most numbers are short even where some are not: they are computed with as words.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Digits {
    /// Never the most negative word, so that negation cannot fail.
    Word(i64),
    /// A number that is not a `Word`.
    Long(IBig),
}

use Digits::{Long, Word};

impl Big {
    fn long(value: IBig) -> Big {
        match i64::try_from(&value) {
            Ok(word) if word != i64::MIN => Big(Word(word)),
            _ => Big(Long(value)),
        }
    }

    #[inline]
    fn wide(value: i128) -> Big {
        match i64::try_from(value) {
            Ok(word) if word != i64::MIN => Big(Word(word)),
            _ => Big(Long(IBig::from(value))),
        }
    }

    fn digits(&self) -> Cow<'_, IBig> {
        match &self.0 {
            Word(word) => Cow::Owned(IBig::from(*word)),
            Long(value) => Cow::Borrowed(value),
        }
    }

    /// How many bits the absolute value takes.
    pub(crate) fn bits(&self) -> usize {
        match &self.0 {
            Word(word) => (u64::BITS - word.unsigned_abs().leading_zeros()) as usize,
            Long(value) => value.bit_len(),
        }
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
        match (&self.0, &other.0) {
            (Word(a), Word(b)) => Big::wide(i128::from(*a) * i128::from(*b)),
            _ => Big::long(&*self.digits() * &*other.digits()),
        }
    }

    /// The sum.
    pub(crate) fn plus(&self, other: &Big) -> Big {
        match (&self.0, &other.0) {
            (Word(a), Word(b)) => Big::wide(i128::from(*a) + i128::from(*b)),
            _ => Big::long(&*self.digits() + &*other.digits()),
        }
    }

    /// `2^bits`.
    pub(crate) fn power_of_two(bits: usize) -> Big {
        Big::long(IBig::ONE << bits)
    }
}

impl Default for Big {
    fn default() -> Big {
        Big(Word(0))
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Big) -> Ordering {
        match (&self.0, &other.0) {
            (Word(a), Word(b)) => a.cmp(b),
            _ => self.digits().cmp(&other.digits()),
        }
    }
}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Big) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Big {
    fn from(value: i64) -> Big {
        Big::wide(i128::from(value))
    }
}

impl FromStr for Big {
    type Err = ();
    fn from_str(text: &str) -> Result<Big, ()> {
        IBig::from_str_radix(text, 10)
            .map(Big::long)
            .map_err(|_| ())
    }
}

impl fmt::Display for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Word(word) => fmt::Display::fmt(word, f),
            Long(value) => fmt::Display::fmt(value, f),
        }
    }
}

impl fmt::Debug for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Coeff for Big {
    const COST: usize = 20;

    fn with_spare<R>(use_them: impl FnOnce(&mut Vec<Vec<Big>>) -> R) -> R {
        use_them(&mut Vec::new())
    }

    #[inline]
    fn zero() -> Big {
        Big(Word(0))
    }
    #[inline]
    fn one() -> Big {
        Big(Word(1))
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
        match &self.0 {
            Word(word) => Some(*word),
            Long(value) => i64::try_from(value).ok(),
        }
    }
    #[inline]
    fn is_zero(&self) -> bool {
        matches!(self.0, Word(0))
    }
    #[inline]
    fn is_one(&self) -> bool {
        matches!(self.0, Word(1))
    }
    #[inline]
    fn signum(&self) -> i32 {
        match &self.0 {
            Word(word) => Coeff::signum(word),
            Long(value) if *value < IBig::ZERO => -1,
            Long(_) => 1,
        }
    }
    #[inline]
    fn neg(&self) -> Big {
        match &self.0 {
            Word(word) => Big(Word(-word)),
            Long(value) => Big(Long(-value)),
        }
    }
    #[inline]
    fn add(&self, other: &Big) -> Run<Big> {
        Ok(self.plus(other))
    }
    #[inline]
    fn sub(&self, other: &Big) -> Run<Big> {
        Ok(match (&self.0, &other.0) {
            (Word(a), Word(b)) => Big::wide(i128::from(*a) - i128::from(*b)),
            _ => Big::long(&*self.digits() - &*other.digits()),
        })
    }
    #[inline]
    fn mul(&self, other: &Big) -> Run<Big> {
        if let (Word(a), Word(b)) = (&self.0, &other.0) {
            return Ok(Big::wide(i128::from(*a) * i128::from(*b)));
        }
        self.charge(other);
        crate::budget::spend(0)?;
        let product = Big::long(&*self.digits() * &*other.digits());
        // Also without a budget the operands must not grow without end.
        if product.bits() > 1 << 16 {
            return Err(crate::error::Stop::TooLarge);
        }
        Ok(product)
    }
    #[inline]
    fn div_floor(&self, other: &Big) -> Big {
        if let (Word(a), Word(b)) = (&self.0, &other.0) {
            return Big(Word(Coeff::div_floor(a, b)));
        }
        self.charge(other);
        Big::long((&*self.digits()).div_euclid(&*other.digits()))
    }
    #[inline]
    fn rem_floor(&self, other: &Big) -> Big {
        if let (Word(a), Word(b)) = (&self.0, &other.0) {
            return Big(Word(Coeff::rem_floor(a, b)));
        }
        self.charge(other);
        Big::long(IBig::from((&*self.digits()).rem_euclid(&*other.digits())))
    }
    #[inline]
    fn div_exact(&self, other: &Big) -> Big {
        if let (Word(a), Word(b)) = (&self.0, &other.0) {
            return Big(Word(Coeff::div_exact(a, b)));
        }
        self.charge(other);
        Big::long(&*self.digits() / &*other.digits())
    }
    #[inline]
    fn gcd(&self, other: &Big) -> Big {
        if let (Word(a), Word(b)) = (&self.0, &other.0) {
            return Big(Word(Coeff::gcd(a, b)));
        }
        self.gcd_of_long(other)
    }
    fn combine(dst: &mut [Big], a: &Big, src: &[Big], b: &Big) -> Run<()> {
        for (d, s) in dst.iter_mut().zip(src) {
            if let (Word(a), Word(b), Word(x), Word(y)) = (&a.0, &b.0, &d.0, &s.0) {
                // Two products below 2^126.
                let first = i128::from(*a) * i128::from(*x);
                *d = Big::wide(first + i128::from(*b) * i128::from(*y));
                continue;
            }
            let x = if d.is_zero() { Big::zero() } else { a.mul(d)? };
            *d = if s.is_zero() { x } else { x.add(&b.mul(s)?)? };
        }
        Ok(())
    }
}

impl Big {
    fn gcd_of_long(&self, other: &Big) -> Big {
        if self.is_zero() {
            return Coeff::abs(other);
        }
        if other.is_zero() {
            return Coeff::abs(self);
        }
        self.charge(other);
        // The library's gcd fails on some operands of very different length, so large numbers are
        // brought down here.
        let abs = |n: &Big| Coeff::abs(n).digits().into_owned();
        let (a, b) = lehmer(abs(self), abs(other));
        if b.is_zero() {
            return Big::long(a);
        }
        Big::long(IBig::from(a.gcd(&b)))
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

    /// At the ends of the machine word each value has one form only, and computes like any other.
    #[test]
    fn words_and_longer_numbers_are_one_kind() {
        let near = [i64::MIN, -i64::MAX, -2, -1, 0, 1, 2, i64::MAX];
        let one = Big::from(1);
        for x in near {
            let big = Big::from(x);
            let up = big.add(&one).unwrap();
            assert_eq!(up.to_string(), (i128::from(x) + 1).to_string());
            assert_eq!(up.sub(&one).unwrap(), big);
            assert_eq!(big.neg().neg(), big);
            assert_eq!(big.signum(), x.signum() as i32);
            for y in near {
                let (y, expected) = (Big::from(y), i128::from(x) * i128::from(y));
                assert_eq!(
                    big.cmp(&y),
                    (i128::from(x)).cmp(&y.to_i64().unwrap().into())
                );
                let product = big.mul(&y).unwrap();
                assert_eq!(product.to_string(), expected.to_string());
                if !y.is_zero() {
                    assert_eq!(product.div_exact(&y), big);
                }
                if y.is_pos() {
                    assert_eq!(product.gcd(&y), y);
                    assert!(product.rem_floor(&y).is_zero());
                    assert_eq!(product.div_floor(&y), big);
                }
                let mut row = [big.clone(), Big::zero(), y.clone()];
                let source = [y.clone(), big.clone(), Big::zero()];
                Big::combine(&mut row, &y, &source, &big).unwrap();
                let two = product.add(&product).unwrap();
                let squares = [big.mul(&big).unwrap(), y.mul(&y).unwrap()];
                assert_eq!(row, [two, squares[0].clone(), squares[1].clone()]);
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
