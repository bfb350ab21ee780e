//! What the signs of the coefficients show, without solving anything.
//!
//! A variable with positive coefficients only, among some inequalities, can be made so large that all
//! inequalities that mention it hold, whatever the other variables are. A pair `low <= a x + f <=
//! high` leaves room for `x` whatever `f` is, if it is wide enough. So inequalities are taken away
//! together with such a variable; if none is left in the end, there is a point. Most conjunctions
//! that programs deal with are of this kind.
//!
//! An inequality does not follow from the others if some variable has a sign in it that it has in no
//! other: going far enough in that direction violates this one alone.
//!
//! What constraints with the same coefficients say of each other needs no variables at all.
//!
//! Example: in `i >= 0, i < n` the variable `n` takes the second inequality away and `i` the first,
//! so there is a point. Nothing else bounds `i` from below, and nothing else `n`.

use super::Conj;
use crate::linear::tableau::Verdict;
use crate::number::{Coeff, Run, is_negation, last_nonzero};

/// Larger conjunctions are not looked at: a mask has this many bits,
const MAX_ROWS: usize = 64;
/// and there is a mask for each sign of each column.
const MAX_COLS: usize = 24;

/// For each column the inequalities in which it is positive, and in which negative.
struct Signs {
    positive: [u64; MAX_COLS],
    negative: [u64; MAX_COLS],
    cols: usize,
    rows: usize,
}

impl<T: Coeff> Conj<T> {
    /// Whether there evidently is an integer point. `false` says nothing.
    pub(crate) fn is_evidently_inhabited(&self) -> bool {
        if self.empty {
            return false;
        }
        // Variables that equalities determine are integers like those that do.
        let is_unit = |row: &[T]| last_nonzero(row).is_some_and(|col| row[col].is_unit());
        self.eq.iter().all(is_unit)
            && self
                .signs()
                .is_some_and(|signs| self.equalities_are_apart(&signs) && self.has_room(&signs))
    }

    /// Whether evidently no inequality follows from the others, none of them is an equality in
    /// disguise, and there is a rational point. `false` says nothing.
    pub(crate) fn is_evidently_lean(&self) -> bool {
        !self.empty
            && self.signs().is_some_and(|signs| {
                signs.all_are_needed() && self.equalities_are_apart(&signs) && self.has_room(&signs)
            })
    }

    /// What the constraints with the same coefficients as an inequality, or with opposite ones, say of it.
    pub(crate) fn verdict_of_parallel(&self, row: &[T]) -> Run<Verdict> {
        for own in self.ineq.iter() {
            if own[1..] == row[1..] {
                if own[0] <= row[0] {
                    return Ok(Verdict::Implied);
                }
            } else if is_negation(&own[1..], &row[1..]) && own[0].add(&row[0])?.is_neg() {
                return Ok(Verdict::Excluded);
            }
        }
        for own in self.eq.iter() {
            // The value of the inequality, which is the same everywhere.
            let value = if own[1..] == row[1..] {
                row[0].sub(&own[0])?
            } else if is_negation(&own[1..], &row[1..]) {
                row[0].add(&own[0])?
            } else {
                continue;
            };
            return Ok(match value.is_neg() {
                true => Verdict::Excluded,
                false => Verdict::Implied,
            });
        }
        Ok(Verdict::Open)
    }

    fn signs(&self) -> Option<Signs> {
        let (rows, cols) = (self.ineq.rows(), self.cols());
        if rows > MAX_ROWS || cols > MAX_COLS {
            return None;
        }
        let mut signs = Signs {
            positive: [0; MAX_COLS],
            negative: [0; MAX_COLS],
            cols,
            rows,
        };
        for (i, row) in self.ineq.iter().enumerate() {
            for (col, value) in row.iter().enumerate().skip(1) {
                match value.signum() {
                    1 => signs.positive[col] |= 1 << i,
                    -1 => signs.negative[col] |= 1 << i,
                    _ => {}
                }
            }
        }
        Some(signs)
    }

    /// Whether each equality determines a variable of its own that no inequality mentions, given
    /// the variables before it.
    fn equalities_are_apart(&self, signs: &Signs) -> bool {
        let mut end = self.cols();
        self.eq.iter().all(|row| match last_nonzero(row) {
            Some(col) if 0 < col && col < end => {
                end = col;
                signs.positive[col] | signs.negative[col] == 0
            }
            _ => false,
        })
    }

    /// Whether all inequalities can be taken away.
    fn has_room(&self, signs: &Signs) -> bool {
        let mut left = signs.all_rows();
        while left != 0 {
            let before = left;
            for col in 1..signs.cols {
                let (up, down) = (signs.positive[col] & left, signs.negative[col] & left);
                let is_free = (up == 0) != (down == 0);
                if is_free || (up.count_ones() == 1 && self.is_wide(col, up, down)) {
                    left &= !(up | down);
                }
            }
            if left == before {
                return false;
            }
        }
        true
    }

    /// Whether the inequalities of two masks are one each, and bound the same form on both sides so
    /// that the column takes an integer value between them, and more than one value of the form is left.
    fn is_wide(&self, col: usize, up: u64, down: u64) -> bool {
        if down.count_ones() != 1 {
            return false;
        }
        let lower = self.ineq.row(up.trailing_zeros() as usize);
        let upper = self.ineq.row(down.trailing_zeros() as usize);
        if !is_negation(&lower[1..], &upper[1..]) {
            return false;
        }
        let Ok(slack) = lower[0].add(&upper[0]) else {
            return false;
        };
        slack.is_pos() && slack.add(&T::one()).is_ok_and(|count| count >= lower[col])
    }
}

impl Signs {
    fn all_rows(&self) -> u64 {
        match self.rows {
            0 => 0,
            rows => u64::MAX >> (MAX_ROWS - rows),
        }
    }

    /// Whether each inequality has a variable with a sign that it has nowhere else.
    fn all_are_needed(&self) -> bool {
        let mut needed = 0;
        for mask in self.positive[..self.cols]
            .iter()
            .chain(&self.negative[..self.cols])
        {
            if mask.count_ones() == 1 {
                needed |= mask;
            }
        }
        needed == self.all_rows()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conj(n: usize, eqs: &[&[i64]], ineqs: &[&[i64]]) -> Conj<i64> {
        let mut conj = Conj::universe(n);
        eqs.iter().for_each(|row| conj.eq.push(row));
        ineqs.iter().for_each(|row| conj.ineq.push(row));
        conj
    }

    #[test]
    fn boxes_and_triangles_are_evident() {
        // 0 <= i < n
        let triangle = conj(2, &[], &[&[0, 0, 1], &[-1, 1, -1]]);
        assert!(triangle.is_evidently_inhabited() && triangle.is_evidently_lean());
        // 0 <= i <= 9, and 3 <= j <= 4
        let rows: [&[i64]; 4] = [&[0, 1, 0], &[9, -1, 0], &[-3, 0, 1], &[4, 0, -1]];
        let square = conj(2, &[], &rows);
        assert!(square.is_evidently_inhabited() && square.is_evidently_lean());
        assert!(conj(1, &[], &[]).is_evidently_inhabited());
    }

    #[test]
    fn what_goes_round_in_circles_is_not_evident() {
        // x > y, y > z, z > x: each variable has each sign once.
        let circle = conj(3, &[], &[&[-1, 1, -1, 0], &[-1, 0, 1, -1], &[-1, -1, 0, 1]]);
        assert!(!circle.is_evidently_inhabited() && !circle.is_evidently_lean());
    }

    #[test]
    fn narrow_slabs_need_not_have_integers() {
        // 1 <= 3x <= 2 is narrow, 1 <= 3x + y <= 2 is not for y.
        assert!(!conj(1, &[], &[&[-1, 3], &[2, -3]]).is_evidently_inhabited());
        assert!(conj(2, &[], &[&[-1, 3, 1], &[2, -3, -1]]).is_evidently_inhabited());
        // An equality in disguise: x = 3.
        assert!(!conj(1, &[], &[&[-3, 1], &[3, -1]]).is_evidently_lean());
    }

    #[test]
    fn equalities_must_have_variables_of_their_own() {
        // j = i + 1 and i >= 0; the same with j >= 0; 2j = i
        assert!(conj(2, &[&[1, 1, -1]], &[&[0, 1, 0]]).is_evidently_inhabited());
        assert!(!conj(2, &[&[1, 1, -1]], &[&[0, 0, 1]]).is_evidently_inhabited());
        assert!(!conj(2, &[&[0, 1, -2]], &[&[0, 1, 0]]).is_evidently_inhabited());
        assert!(conj(2, &[&[0, 1, -2]], &[&[0, 1, 0]]).is_evidently_lean());
    }

    #[test]
    fn what_follows_is_not_lean() {
        // x >= 0, y >= 0, x + y >= -1
        assert!(!conj(2, &[], &[&[0, 1, 0], &[0, 0, 1], &[1, 1, 1]]).is_evidently_lean());
    }
}
