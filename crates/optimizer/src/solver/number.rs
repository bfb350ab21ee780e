//! The numbers in a tableau: machine words that notice when a result does not fit.

/// An integer of fixed size. All operations are exact or `None`.
pub(super) trait Number: Copy + Ord + Default + std::fmt::Debug {
    const ONE: Self;
    fn of(value: i64) -> Self;
    fn to_i64(self) -> Option<i64>;
    fn negated(self) -> Option<Self>;
    fn times(self, other: Self) -> Option<Self>;
    fn divided(self, other: Self) -> Self;
    /// The remainder in `0..modulus`.
    fn modulo(self, modulus: Self) -> Self;
    fn gcd(self, other: Self) -> Self;
    /// `target = p * target - q * source`, entry by entry.
    fn combine(target: &mut [Self], p: Self, source: &[Self], q: Self) -> Option<()>;
    /// Compares `a * b` with `c * d`.
    fn compare_products(a: Self, b: Self, c: Self, d: Self) -> Option<std::cmp::Ordering>;

    fn is_zero(self) -> bool {
        self == Self::default()
    }
}

impl Number for i64 {
    const ONE: i64 = 1;
    fn of(value: i64) -> i64 {
        value
    }
    fn to_i64(self) -> Option<i64> {
        Some(self)
    }
    fn negated(self) -> Option<i64> {
        self.checked_neg()
    }
    fn times(self, other: i64) -> Option<i64> {
        self.checked_mul(other)
    }
    fn divided(self, other: i64) -> i64 {
        self / other
    }
    fn modulo(self, modulus: i64) -> i64 {
        self.rem_euclid(modulus)
    }
    fn gcd(self, other: i64) -> i64 {
        let (mut a, mut b) = (self.unsigned_abs(), other.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        // A tableau never holds the one number whose absolute value does not fit: see `combine`.
        a as i64
    }
    fn combine(target: &mut [i64], p: i64, source: &[i64], q: i64) -> Option<()> {
        // One test for the whole row, so that the loop has no branches.
        let mut outside = false;
        for (t, s) in target.iter_mut().zip(source) {
            let value = i128::from(p) * i128::from(*t) - i128::from(q) * i128::from(*s);
            *t = value as i64;
            outside |= i128::from(*t) != value || *t == i64::MIN;
        }
        (!outside).then_some(())
    }
    fn compare_products(a: i64, b: i64, c: i64, d: i64) -> Option<std::cmp::Ordering> {
        let (left, right) = (i128::from(a) * i128::from(b), i128::from(c) * i128::from(d));
        Some(left.cmp(&right))
    }
}

impl Number for i128 {
    const ONE: i128 = 1;
    fn of(value: i64) -> i128 {
        i128::from(value)
    }
    fn to_i64(self) -> Option<i64> {
        self.try_into().ok()
    }
    fn negated(self) -> Option<i128> {
        self.checked_neg()
    }
    fn times(self, other: i128) -> Option<i128> {
        self.checked_mul(other)
    }
    fn divided(self, other: i128) -> i128 {
        self / other
    }
    fn modulo(self, modulus: i128) -> i128 {
        self.rem_euclid(modulus)
    }
    fn gcd(self, other: i128) -> i128 {
        let (mut a, mut b) = (self.unsigned_abs(), other.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a as i128
    }
    fn combine(target: &mut [i128], p: i128, source: &[i128], q: i128) -> Option<()> {
        for (t, s) in target.iter_mut().zip(source) {
            *t = p.checked_mul(*t)?.checked_sub(q.checked_mul(*s)?)?;
            if *t == i128::MIN {
                return None;
            }
        }
        Some(())
    }
    fn compare_products(a: i128, b: i128, c: i128, d: i128) -> Option<std::cmp::Ordering> {
        Some(a.checked_mul(b)?.cmp(&c.checked_mul(d)?))
    }
}
