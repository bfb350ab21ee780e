//! Getting rid of locals, or expressing them as floors.
//!
//! An existential can be dropped when an equality with coefficient ±1 determines it, when it is
//! bounded on one side only, or when eliminating it by pairing its bounds is exact because one of
//! each pair has coefficient ±1. It is a floor when an equality or a tight pair of bounds
//! determines it, and can be *chosen* to be one when it has a single upper (or lower) bound: the
//! largest (smallest) value is as good as any. Example: `exists e : 2e <= x and 3e >= x - 1` may
//! take `e = ⌊x/2⌋`.

use super::Conj;
use crate::number::{Coeff, Run, is_negation, last_nonzero, negate_row};

/// The inequalities a variable occurs in.
pub(super) struct Bounds {
    lower: Vec<usize>,
    upper: Vec<usize>,
}

impl<T: Coeff> Conj<T> {
    /// One round of simplification of the locals; true if anything changed.
    pub(super) fn simplify_locals(&mut self) -> Run<bool> {
        if self.n_local() == 0 {
            return Ok(false);
        }
        if !self.rational {
            for k in 0..self.n_local() {
                if self.is_known(k) && self.reduce_definition(k)? {
                    return Ok(true);
                }
            }
            if self.identify_equal_floors()? {
                return Ok(true);
            }
        }
        for k in (0..self.n_local()).rev() {
            if self.simplify_local(k)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn simplify_local(&mut self, k: usize) -> Run<bool> {
        let col = self.local_col(k);
        if !self.rational
            && !self.is_known(k)
            && let Some((i, floor)) = self.equality_that_gives(k)?
        {
            self.div.row_mut(floor).fill(T::zero());
            if !self.eliminate_with(i, col)? {
                self.mark_empty();
                return Ok(true);
            }
            self.eq.remove(i);
            self.drop_local(k);
            return Ok(true);
        }
        let in_definition = self.defines_another(k);
        // Wherever an equality has it with coefficient ±1, an existential is a sum of others.
        if !self.is_known(k)
            && !in_definition
            && let Some(i) = (0..self.eq.rows()).find(|&i| self.eq.get(i, col).abs().is_one())
        {
            if !self.eliminate_with(i, col)? {
                self.mark_empty();
                return Ok(true);
            }
            self.eq.remove(i);
            self.drop_local(k);
            return Ok(true);
        }
        if let Some(i) = (0..self.eq.rows()).find(|&i| !self.eq.get(i, col).is_zero()) {
            let row = self.eq.row(i);
            if last_nonzero(row) != Some(col) {
                return Ok(false);
            }
            if (row[col].is_one() || self.rational) && !in_definition {
                self.eq.remove(i);
                self.drop_local(k);
                return Ok(true);
            }
            if !self.is_known(k) && !self.rational {
                // col has a positive coefficient: a * e + f = 0, so e = floor(-f / a).
                let mut def = row.to_vec();
                let denominator = std::mem::take(&mut def[col]);
                negate_row(&mut def);
                self.define(k, denominator, &def);
                return Ok(true);
            }
            return Ok(false);
        }
        let bounds = self.bounds(col);
        if self.is_known(k) {
            let only_its_own = !in_definition && {
                let own = self.floor_bounds(k)?;
                bounds.lower.iter().chain(&bounds.upper).all(|&i| {
                    let row = self.ineq.row(i);
                    row == own[0] || row == own[1]
                })
            };
            if only_its_own {
                self.ineq.retain(|_, row| row[col].is_zero());
                self.drop_local(k);
                return Ok(true);
            }
        }
        if in_definition {
            return Ok(false);
        }
        if bounds.lower.is_empty() || bounds.upper.is_empty() {
            self.ineq.retain(|_, row| row[col].is_zero());
            self.drop_local(k);
            return Ok(true);
        }
        if self.pairing_is_cheap(&bounds) && self.pairing_is_exact(k, &bounds)? {
            self.pair_bounds(col, &bounds)?;
            self.drop_local(k);
            return Ok(true);
        }
        if self.rational || self.is_known(k) {
            return Ok(false);
        }
        self.define_from_bounds(k, &bounds)
    }

    /// An equality with coefficient ±1 for the unknown local `k` that ends in a floor, and that
    /// floor, if the equality says all that the floor's definition says: in
    /// `exists e : x - e = 3⌊(x - e)/3⌋` the floor may be any integer `f` and `e` is `x - 3f`.
    /// Without this, compositions grow a chain of floors of existentials. Only where neither has
    /// bounds, since there the floor helps to find the bounds of others, or where the bounds of the
    /// local determine it: `exists e : e = 4⌊e/4⌋ and e <= x <= e + 3` is `e = 4⌊x/4⌋`.
    fn equality_that_gives(&self, k: usize) -> Run<Option<(usize, usize)>> {
        let col = self.local_col(k);
        let is_bounded = |col: usize| self.ineq.iter().any(|row| !row[col].is_zero());
        let bounds = self.bounds(col);
        let has_bounds = is_bounded(col);
        for (i, row) in self.eq.iter().enumerate() {
            if !row[col].abs().is_one() {
                continue;
            }
            let Some(last) = last_nonzero(row).filter(|&last| last > col) else {
                continue;
            };
            let floor = last - self.local_col(0);
            let mentions = |j: usize| self.is_known(j) && !self.div.get(j, 1 + col).is_zero();
            if !self.is_known(floor) || is_bounded(last) || (k..floor).any(mentions) {
                continue;
            }
            if has_bounds && !self.is_within(col, &bounds, &row[last].abs())? {
                continue;
            }
            // With a·f + g = 0 for the equality and ⌊h/d⌋ for the floor f, the definition says
            // 0 <= h - d f < d, that is 0 <= a h + d g < a d.
            let def = self.div.row(floor);
            let (a, d) = (&row[last], &def[0]);
            let mut rest = def[1..].to_vec();
            let mut without = row.to_vec();
            without[last] = T::zero();
            T::combine(&mut rest, a, &without, d)?;
            let implied =
                last_nonzero(&rest[1..]).is_none() && !rest[0].is_neg() && rest[0] < a.mul(d)?;
            if implied {
                return Ok(Some((i, floor)));
            }
        }
        Ok(None)
    }

    /// Whether bounds with coefficients ±1 leave at most `count` values in a row to a variable.
    fn is_within(&self, col: usize, bounds: &Bounds, count: &T) -> Run<bool> {
        for &l in &bounds.lower {
            let lower = self.ineq.row(l);
            if !lower[col].is_one() {
                continue;
            }
            for &u in &bounds.upper {
                let upper = self.ineq.row(u);
                if is_negation(&lower[1..], &upper[1..]) && lower[0].add(&upper[0])? < *count {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether another local's definition mentions local `k`.
    fn defines_another(&self, k: usize) -> bool {
        let col = 1 + self.local_col(k);
        self.div
            .iter()
            .any(|def| !def[0].is_zero() && !def[col].is_zero())
    }

    pub(super) fn bounds(&self, col: usize) -> Bounds {
        let mut bounds = Bounds {
            lower: Vec::new(),
            upper: Vec::new(),
        };
        for (i, row) in self.ineq.iter().enumerate() {
            match row[col].signum() {
                1 => bounds.lower.push(i),
                -1 => bounds.upper.push(i),
                _ => {}
            }
        }
        bounds
    }

    fn pairing_is_cheap(&self, bounds: &Bounds) -> bool {
        let (l, u) = (bounds.lower.len(), bounds.upper.len());
        l * u <= l + u + 1
    }

    /// Whether replacing the bounds on local `k` by their combinations keeps all integer points.
    fn pairing_is_exact(&self, k: usize, bounds: &Bounds) -> Run<bool> {
        let own = match !self.rational && self.is_known(k) {
            true => Some(self.floor_bounds(k)?),
            false => None,
        };
        self.pairs_are_exact(self.local_col(k), bounds, own.as_ref())
    }

    /// The same for any column; `own` are the bounds of the floor it is, if it is one.
    pub(super) fn pairs_are_exact(
        &self,
        col: usize,
        bounds: &Bounds,
        own: Option<&[Vec<T>; 2]>,
    ) -> Run<bool> {
        if self.rational {
            return Ok(true);
        }
        for &l in &bounds.lower {
            for &u in &bounds.upper {
                if !self.pair_is_exact(l, u, col, own)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// `a e + l >= 0` and `u - b e >= 0` have a common integer `e` whenever `a u + b l >= 0` if one
    /// coefficient is 1, if they are the bounds of a floor, or if `a u + b l` cannot be between 0
    /// and `(a - 1)(b - 1) - 1` (the dark shadow of the Omega test).
    fn pair_is_exact(
        &self,
        l: usize,
        u: usize,
        col: usize,
        own: Option<&[Vec<T>; 2]>,
    ) -> Run<bool> {
        let (lower, upper) = (self.ineq.row(l), self.ineq.row(u));
        let (a, b) = (&lower[col], upper[col].neg());
        if a.is_one() || b.is_one() {
            return Ok(true);
        }
        if let Some([floor_upper, floor_lower]) = own
            && lower == floor_lower
            && upper == floor_upper
        {
            return Ok(true);
        }
        let mut shadow = upper.to_vec();
        T::combine(&mut shadow, a, lower, &b)?;
        let gcd = T::row_gcd(&shadow[1..]);
        if gcd.is_zero() {
            return Ok(false);
        }
        let least = shadow[0].rem_floor(&gcd);
        Ok(least >= a.sub(&T::one())?.mul(&b.sub(&T::one())?)?)
    }

    /// Replaces the bounds on a column by all their positive combinations that cancel it.
    pub(super) fn pair_bounds(&mut self, col: usize, bounds: &Bounds) -> Run<()> {
        for &l in &bounds.lower {
            for &u in &bounds.upper {
                let mut row = self.ineq.row(l).to_vec();
                let a = row[col].clone();
                let b = self.ineq.get(u, col).neg();
                let gcd = a.gcd(&b);
                let scale = b.div_exact(&gcd);
                T::combine(&mut row, &scale, self.ineq.row(u), &a.div_exact(&gcd))?;
                self.ineq.push(&row);
            }
        }
        self.ineq.retain(|_, row| row[col].is_zero());
        Ok(())
    }

    /// Makes an unknown local known if a tight pair, or a single bound, allows it.
    fn define_from_bounds(&mut self, k: usize, bounds: &Bounds) -> Run<bool> {
        let col = self.local_col(k);
        for &l in &bounds.lower {
            for &u in &bounds.upper {
                let (lower, upper) = (self.ineq.row(l), self.ineq.row(u));
                let opposite = lower[1..]
                    .iter()
                    .zip(&upper[1..])
                    .all(|(a, b)| *a == b.neg());
                if opposite && lower[0].add(&upper[0])? < lower[col] {
                    return self.define_from_upper(k, u);
                }
            }
        }
        if let [u] = bounds.upper[..] {
            return self.define_from_upper(k, u);
        }
        if let [l] = bounds.lower[..] {
            // a * e >= -f: the smallest choice is ceil(-f / a) = floor((-f + a - 1) / a).
            let mut def = self.ineq.row(l).to_vec();
            let denominator = std::mem::take(&mut def[col]);
            negate_row(&mut def);
            def[0] = def[0].add(&denominator)?.sub(&T::one())?;
            return self.define_last(k, denominator, def);
        }
        Ok(false)
    }

    /// From `f - a * e >= 0` take the largest choice `e = floor(f / a)`.
    fn define_from_upper(&mut self, k: usize, u: usize) -> Run<bool> {
        let mut def = self.ineq.row(u).to_vec();
        let col = self.local_col(k);
        let denominator = std::mem::take(&mut def[col]).neg();
        self.define_last(k, denominator, def)
    }

    /// Defines an unknown local that no definition mentions; moves it behind all others, so that
    /// its definition may mention any of them.
    fn define_last(&mut self, k: usize, denominator: T, mut def: Vec<T>) -> Run<bool> {
        let last = self.n_local() - 1;
        if k != last {
            let order: Vec<usize> = (0..=last).filter(|&j| j != k).chain([k]).collect();
            let cols: Vec<usize> = (0..=self.n_vis)
                .chain(order.iter().map(|&j| self.local_col(j)))
                .collect();
            self.reorder_locals(&order);
            def = cols.iter().map(|&j| def[j].clone()).collect();
        }
        self.define(last, denominator, &def);
        self.add_floor_bounds(last)?;
        Ok(true)
    }

    fn define(&mut self, k: usize, denominator: T, def: &[T]) {
        let row = self.div.row_mut(k);
        row[0] = denominator;
        row[1..].clone_from_slice(def);
    }

    /// New local `j` is old local `order[j]`; definitions must stay in order.
    pub(crate) fn reorder_locals(&mut self, order: &[usize]) {
        let mut cols: Vec<usize> = (0..=self.n_vis).collect();
        cols.extend(order.iter().map(|&j| self.local_col(j)));
        self.eq = self.eq.select_cols(&cols);
        self.ineq = self.ineq.select_cols(&cols);
        let mut div_cols = vec![0];
        div_cols.extend(cols.iter().map(|&c| c + 1));
        let selected = self.div.select_cols(&div_cols);
        self.div.clear();
        let mut div = crate::linear::Matrix::with_capacity(div_cols.len(), order.len());
        for &j in order {
            div.push(selected.row(j));
        }
        self.div = div;
    }

    /// Removes a local that no row mentions any more.
    pub(crate) fn drop_local(&mut self, k: usize) {
        let col = self.local_col(k);
        debug_assert!(
            self.eq
                .iter()
                .chain(self.ineq.iter())
                .all(|row| row[col].is_zero())
        );
        self.eq.drop_cols(col, 1);
        self.ineq.drop_cols(col, 1);
        self.div.remove(k);
        self.div.drop_cols(col + 1, 1);
    }

    /// Reduces a definition `⌊(c + Σ a x)/d⌋`: common factors cancelled, `-d/2 < a <= d/2`,
    /// `0 <= c < d`, first coefficient positive. What is taken out is added to the uses.
    fn reduce_definition(&mut self, k: usize) -> Run<bool> {
        let def = self.div.row_mut(k);
        let gcd = T::row_gcd(&def[2..]).gcd(&def[0]);
        let mut changed = false;
        if !gcd.is_one() {
            def[0] = def[0].div_exact(&gcd);
            def[1] = def[1].div_floor(&gcd);
            crate::number::divide_row(&mut def[2..], &gcd);
            changed = true;
        }
        let d = def[0].clone();
        let twice = |v: &T| v.add(v);
        // shift[j] is the multiple of column j (in constraint numbering) that leaves the floor.
        let mut shift = vec![T::zero(); def.len() - 1];
        shift[0] = def[1].div_floor(&d);
        for j in 1..shift.len() {
            let a = &def[1 + j];
            if a.is_zero() {
                continue;
            }
            // The q with -d < 2 (a - q d) <= d.
            let two_d = twice(&d)?;
            shift[j] = twice(a)?.sub(&d)?.div_ceil(&two_d);
        }
        let mut reduced: Vec<T> = def[1..].to_vec();
        T::combine(&mut reduced, &T::one(), &shift, &d.neg())?;
        let mut sign = T::one();
        let leading = (1..reduced.len())
            .find(|&j| !reduced[j].is_zero() && twice(&reduced[j]).is_ok_and(|v| v != d));
        if leading.is_some_and(|j| reduced[j].is_neg()) {
            // floor(f / d) = -floor((d - 1 - f) / d)
            sign = sign.neg();
            negate_row(&mut reduced);
            reduced[0] = reduced[0].add(&d)?.sub(&T::one())?;
            for j in 1..reduced.len() {
                if twice(&reduced[j])?.neg() == d {
                    reduced[j] = reduced[j].add(&d)?;
                    // floor((f - d x)/d) = floor(f/d) - x, and the floor counts negatively.
                    shift[j] = shift[j].add(&T::one())?;
                }
            }
        }
        if shift.iter().all(T::is_zero) && sign.is_one() {
            return Ok(changed);
        }
        self.div.row_mut(k)[1..].clone_from_slice(&reduced);
        self.substitute_local(k, &sign, &shift)?;
        Ok(true)
    }

    /// Replaces local `k` by `sign * k + row` in every constraint and later definition.
    fn substitute_local(&mut self, k: usize, sign: &T, row: &[T]) -> Run<()> {
        let col = self.local_col(k);
        let replace = |target: &mut [T]| -> Run<()> {
            let factor = target[col].clone();
            if !factor.is_zero() {
                T::combine(target, &T::one(), row, &factor)?;
                target[col] = factor.mul(sign)?;
            }
            Ok(())
        };
        for i in 0..self.eq.rows() {
            replace(self.eq.row_mut(i))?;
        }
        for i in 0..self.ineq.rows() {
            replace(self.ineq.row_mut(i))?;
        }
        for j in k + 1..self.div.rows() {
            replace(&mut self.div.row_mut(j)[1..])?;
        }
        Ok(())
    }

    /// Merges two known locals with the same definition.
    fn identify_equal_floors(&mut self) -> Run<bool> {
        for j in 1..self.n_local() {
            if !self.is_known(j) {
                continue;
            }
            if let Some(i) = (0..j).find(|&i| self.div.row(i) == self.div.row(j)) {
                let mut other = vec![T::zero(); self.cols()];
                other[self.local_col(i)] = T::one();
                self.substitute_local(j, &T::zero(), &other)?;
                self.drop_local(j);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
