//! Quasi-affine forms: a rational affine combination of variables and of floors of such.
//!
//! A form is `(const + Σ a x + Σ b q) / den` over `n_vis` variables `x` and floors
//! `q_k = ⌊(const + Σ … + Σ_{j<k} …) / d_k⌋`. It is what functions are made of and what
//! expressions in a text evaluate to.

use crate::conj::Conj;
use crate::linear::Matrix;
use crate::number::{Coeff, Run, divide_row, dot, is_zero_row, last_nonzero, negate_row};

/// A quasi-affine form with a common denominator.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Form<T> {
    n_vis: usize,
    /// Definitions `[denominator | const | variables | floors]`, each by earlier floors only.
    pub(crate) floors: Matrix<T>,
    /// Positive.
    pub(crate) den: T,
    /// `[const | variables | floors]`.
    pub(crate) row: Vec<T>,
}

impl<T: Coeff> Form<T> {
    pub(crate) fn constant(n_vis: usize, value: T) -> Form<T> {
        let mut row = vec![T::zero(); 1 + n_vis];
        row[0] = value;
        Form {
            n_vis,
            floors: Matrix::new(2 + n_vis),
            den: T::one(),
            row,
        }
    }

    /// The variable with number `v`.
    pub(crate) fn variable(n_vis: usize, v: usize) -> Form<T> {
        let mut form = Form::constant(n_vis, T::zero());
        form.row[1 + v] = T::one();
        form
    }

    /// From a row `[const | variables | floors]` and the definitions of the floors.
    pub(crate) fn from_row(floors: Matrix<T>, row: Vec<T>, den: T) -> Form<T> {
        let n_vis = row.len() - 1 - floors.rows();
        let mut form = Form {
            n_vis,
            floors,
            den,
            row,
        };
        form.tidy();
        form
    }

    pub(crate) fn n_vis(&self) -> usize {
        self.n_vis
    }
    pub(crate) fn n_floor(&self) -> usize {
        self.floors.rows()
    }
    /// The value, if the form has no variables: numerator and denominator.
    pub(crate) fn as_constant(&self) -> Option<(T, T)> {
        is_zero_row(&self.row[1..]).then(|| (self.row[0].clone(), self.den.clone()))
    }
    pub(crate) fn is_zero(&self) -> bool {
        is_zero_row(&self.row)
    }

    /// Lowest terms, and only the floors that are used.
    fn tidy(&mut self) {
        let gcd = T::row_gcd(&self.row).gcd(&self.den);
        if !gcd.is_one() {
            divide_row(&mut self.row, &gcd);
            self.den = self.den.div_exact(&gcd);
        }
        let n = self.n_floor();
        let first = 1 + self.n_vis;
        let mut used = vec![false; n];
        for k in (0..n).rev() {
            used[k] = !self.row[first + k].is_zero()
                || (k + 1..n).any(|j| used[j] && !self.floors.get(j, 1 + first + k).is_zero());
        }
        let order = self.floor_order(&used);
        if order.iter().copied().eq(0..n) {
            return;
        }
        let kept: Vec<usize> = (0..first).chain(order.iter().map(|k| first + k)).collect();
        self.row = kept.iter().map(|&c| self.row[c].clone()).collect();
        let cols: Vec<usize> = std::iter::once(0)
            .chain(kept.iter().map(|&c| c + 1))
            .collect();
        let defs = order.iter().map(|&k| {
            let def = self.floors.row(k);
            cols.iter().map(|&c| def[c].clone()).collect()
        });
        self.floors = Matrix::from_rows(cols.len(), defs);
    }

    /// The floors in the order in which they are written: each after those it is defined by, and
    /// otherwise by their definitions, so that equal forms look equal.
    fn floor_order(&self, used: &[bool]) -> Vec<usize> {
        let first = 2 + self.n_vis;
        let mut order: Vec<usize> = Vec::with_capacity(used.len());
        loop {
            // What a definition says: its visible part, then its floors in their new order.
            let key = |k: usize| {
                let def = self.floors.row(k);
                let inner: Vec<&T> = order.iter().map(|&j| &def[first + j]).collect();
                (inner.iter().any(|v| !v.is_zero()), &def[..first], inner)
            };
            let ready = |k: usize| {
                let def = self.floors.row(k);
                (0..used.len()).all(|j| def[first + j].is_zero() || order.contains(&j))
            };
            let next = (0..used.len())
                .filter(|&k| used[k] && !order.contains(&k) && ready(k))
                .min_by(|&a, &b| key(a).cmp(&key(b)));
            match next {
                Some(k) => order.push(k),
                None => return order,
            }
        }
    }

    /// Adds room for the floors of `other`; gives for each the floor that stands for it here.
    pub(crate) fn adopt(&mut self, other: &Form<T>) -> Vec<usize> {
        debug_assert_eq!(self.n_vis, other.n_vis);
        let mut map: Vec<usize> = Vec::with_capacity(other.n_floor());
        for k in 0..other.n_floor() {
            let def = other.floors.row(k);
            let mut wanted = vec![T::zero(); self.floors.cols()];
            wanted[..2 + self.n_vis].clone_from_slice(&def[..2 + self.n_vis]);
            for (j, value) in def[2 + self.n_vis..].iter().enumerate().take(k) {
                wanted[2 + self.n_vis + map[j]] = value.clone();
            }
            let present = self.floors.iter().position(|row| row == wanted);
            map.push(present.unwrap_or_else(|| self.push_floor(wanted)));
        }
        map
    }

    fn push_floor(&mut self, mut def: Vec<T>) -> usize {
        let cols = self.floors.cols();
        self.floors.insert_cols(cols, 1);
        def.push(T::zero());
        self.floors.push(&def);
        self.row.push(T::zero());
        self.n_floor() - 1
    }

    /// `a * self + b * other`.
    pub(crate) fn combine(&self, a: &T, other: &Form<T>, b: &T) -> Run<Form<T>> {
        let mut out = self.clone();
        let map = out.adopt(other);
        let mut row = vec![T::zero(); out.row.len()];
        row[..1 + self.n_vis].clone_from_slice(&other.row[..1 + self.n_vis]);
        for (k, value) in other.row[1 + self.n_vis..].iter().enumerate() {
            let at = 1 + self.n_vis + map[k];
            row[at] = row[at].add(value)?;
        }
        let den = out.den.lcm(&other.den)?;
        let mine = a.mul(&den.div_exact(&out.den))?;
        let theirs = b.mul(&den.div_exact(&other.den))?;
        T::combine(&mut out.row, &mine, &row, &theirs)?;
        out.den = den;
        out.tidy();
        Ok(out)
    }

    #[cfg(test)]
    pub(crate) fn add(&self, other: &Form<T>) -> Run<Form<T>> {
        self.combine(&T::one(), other, &T::one())
    }
    pub(crate) fn sub(&self, other: &Form<T>) -> Run<Form<T>> {
        self.combine(&T::one(), other, &T::one().neg())
    }
    pub(crate) fn neg(&self) -> Form<T> {
        let mut out = self.clone();
        negate_row(&mut out.row);
        out
    }

    /// `self * numerator / denominator`.
    pub(crate) fn scale(&self, numerator: &T, denominator: &T) -> Run<Form<T>> {
        debug_assert!(denominator.is_pos());
        let mut out = self.clone();
        for value in &mut out.row {
            *value = value.mul(numerator)?;
        }
        out.den = out.den.mul(denominator)?;
        out.tidy();
        Ok(out)
    }

    /// `⌊self⌋`.
    pub(crate) fn floor(&self) -> Run<Form<T>> {
        if self.den.is_one() {
            return Ok(self.clone());
        }
        let mut out = self.clone();
        if let Some((num, den)) = self.as_constant() {
            return Ok(Form::constant(self.n_vis, num.div_floor(&den)));
        }
        if let Some(inner) = self.unnested()? {
            return inner.floor();
        }
        // ⌊(g f + c) / (g d)⌋ = ⌊(f + ⌊c/g⌋) / d⌋
        let common = T::row_gcd(&self.row[1..]).gcd(&self.den);
        if !common.is_one() {
            let mut reduced = self.clone();
            reduced.row[0] = self.row[0].div_floor(&common);
            divide_row(&mut reduced.row[1..], &common);
            reduced.den = self.den.div_exact(&common);
            return reduced.floor();
        }
        // Integral multiples of the denominator need no floor.
        let mut whole = vec![T::zero(); self.row.len()];
        let mut def = Vec::with_capacity(self.row.len() + 1);
        def.push(self.den.clone());
        for (j, value) in self.row.iter().enumerate() {
            if j == 0 || self.den.divides(value) {
                whole[j] = value.div_floor(&self.den);
                def.push(value.rem_floor(&self.den));
            } else {
                def.push(value.clone());
            }
        }
        out.row = whole;
        out.den = T::one();
        let present = out.floors.iter().position(|row| row == def);
        let k = present.unwrap_or_else(|| out.push_floor(def));
        let at = 1 + self.n_vis + k;
        out.row[at] = out.row[at].add(&T::one())?;
        out.tidy();
        Ok(out)
    }

    /// `(⌊f/m⌋ + c) / d` as `(f + m c) / (m d)`, which has the same floor; `None` if the form is
    /// not of this kind.
    fn unnested(&self) -> Run<Option<Form<T>>> {
        let Some(col) = last_nonzero(&self.row) else {
            return Ok(None);
        };
        if col <= self.n_vis || !self.row[col].is_one() || !is_zero_row(&self.row[1..col]) {
            return Ok(None);
        }
        let def = self.floors.row(col - 1 - self.n_vis);
        let mut row = def[1..].to_vec();
        row[0] = row[0].add(&def[0].mul(&self.row[0])?)?;
        let den = def[0].mul(&self.den)?;
        Ok(Some(Form::from_row(self.floors.clone(), row, den)))
    }

    /// `⌈self⌉`.
    pub(crate) fn ceil(&self) -> Run<Form<T>> {
        Ok(self.neg().floor()?.neg())
    }

    /// `self - m ⌊self / m⌋` for `m > 0`.
    pub(crate) fn modulo(&self, m: &T) -> Run<Form<T>> {
        let quotient = self.scale(&T::one(), m)?.floor()?;
        self.combine(&T::one(), &quotient, &m.neg())
    }

    /// The conjunction without constraints in which the floors are locals.
    fn frame(&self) -> Run<Conj<T>> {
        let mut conj = Conj::universe(self.n_vis);
        if self.n_floor() > 0 {
            conj.add_locals(self.n_floor());
            conj.div = self.floors.clone();
            for k in 0..self.n_floor() {
                conj.add_floor_bounds(k)?;
            }
        }
        Ok(conj)
    }

    /// The points with `self >= 0`.
    pub(crate) fn non_negative(&self) -> Run<Conj<T>> {
        let mut conj = self.frame()?;
        conj.ineq.push(&self.row);
        conj.simplify()?;
        Ok(conj)
    }

    /// The points with `self < 0`.
    pub(crate) fn negative(&self) -> Run<Conj<T>> {
        let mut conj = self.frame()?;
        let mut row = self.row.clone();
        negate_row(&mut row);
        row[0] = row[0].sub(&T::one())?;
        conj.ineq.push(&row);
        conj.simplify()?;
        Ok(conj)
    }

    /// The points with `self = 0`.
    pub(crate) fn zero_set(&self) -> Run<Conj<T>> {
        let mut conj = self.frame()?;
        conj.eq.push(&self.row);
        conj.simplify()?;
        Ok(conj)
    }

    /// The value at a point: numerator and denominator.
    pub(crate) fn value_at(&self, point: &[T]) -> Run<(T, T)> {
        let mut values = point.to_vec();
        for def in self.floors.iter() {
            let n = values.len();
            let value = def[1].add(&dot(&def[2..2 + n], &values)?)?;
            values.push(value.div_floor(&def[0]));
        }
        Ok((
            self.row[0].add(&dot(&self.row[1..], &values)?)?,
            self.den.clone(),
        ))
    }

    /// The form over other variables: variable `v` is replaced by `with[v]`.
    pub(crate) fn substitute(&self, n_vis: usize, with: &[Form<T>]) -> Run<Form<T>> {
        debug_assert_eq!(with.len(), self.n_vis);
        let mut floors: Vec<Form<T>> = Vec::with_capacity(self.n_floor());
        let evaluate = |row: &[T], floors: &[Form<T>]| -> Run<Form<T>> {
            let mut sum = Form::constant(n_vis, row[0].clone());
            for (v, a) in row[1..].iter().enumerate() {
                if a.is_zero() {
                    continue;
                }
                let term = if v < with.len() {
                    &with[v]
                } else {
                    &floors[v - with.len()]
                };
                sum = sum.combine(&T::one(), term, a)?;
            }
            Ok(sum)
        };
        for def in self.floors.iter() {
            let value = evaluate(&def[1..], &floors)?
                .scale(&T::one(), &def[0])?
                .floor()?;
            floors.push(value);
        }
        evaluate(&self.row, &floors)?.scale(&T::one(), &self.den)
    }

    /// Over new variables: `columns[v]` is the new number of variable `v`.
    pub(crate) fn renumber(&self, n_vis: usize, columns: &[usize]) -> Form<T> {
        let place = |row: &[T], head: usize| {
            let mut out = vec![T::zero(); head + 1 + n_vis + self.n_floor()];
            out[..=head].clone_from_slice(&row[..=head]);
            for (v, &to) in columns.iter().enumerate() {
                out[head + 1 + to] = row[head + 1 + v].clone();
            }
            let (from, to) = (head + 1 + self.n_vis, head + 1 + n_vis);
            out[to..].clone_from_slice(&row[from..]);
            out
        };
        let floors = Matrix::from_rows(
            2 + n_vis + self.n_floor(),
            self.floors.iter().map(|row| place(row, 1)),
        );
        Form {
            n_vis,
            floors,
            den: self.den.clone(),
            row: place(&self.row, 0),
        }
    }

    /// The same form over another coefficient type.
    pub(crate) fn convert<U: Coeff>(&self, value: impl Fn(&T) -> Run<U> + Copy) -> Run<Form<U>> {
        Ok(Form {
            n_vis: self.n_vis,
            floors: self.floors.convert(value)?,
            den: value(&self.den)?,
            row: self.row.iter().map(value).collect::<Run<Vec<U>>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_matches_evaluation() {
        let x: Form<i64> = Form::variable(2, 0);
        let y = Form::variable(2, 1);
        let half = x
            .combine(&1, &y, &3)
            .unwrap()
            .scale(&1, &2)
            .unwrap()
            .floor()
            .unwrap();
        let third = half
            .add(&y)
            .unwrap()
            .scale(&2, &3)
            .unwrap()
            .floor()
            .unwrap();
        let sum = third.sub(&half).unwrap().modulo(&5).unwrap();
        for a in -7i64..7 {
            for b in -7i64..7 {
                let h = (a + 3 * b).div_euclid(2);
                let t = (2 * (h + b)).div_euclid(3);
                assert_eq!(sum.value_at(&[a, b]).unwrap(), ((t - h).rem_euclid(5), 1));
                let inside = sum.zero_set().unwrap();
                let point = crate::integer::enumerate::has_completion(&inside, &[a, b]).unwrap();
                assert_eq!(point, (t - h).rem_euclid(5) == 0, "{a} {b}");
            }
        }
    }

    #[test]
    fn floors_have_one_order_and_no_needless_nesting() {
        let x: Form<i64> = Form::variable(2, 0);
        let floor = |form: &Form<i64>, d: i64| form.scale(&1, &d).unwrap().floor().unwrap();
        let (half, third) = (floor(&x, 2), floor(&x, 3));
        assert_eq!(half.add(&third).unwrap(), third.add(&half).unwrap());
        assert_eq!(floor(&third, 4), floor(&x, 12));
        let odd = x.combine(&2, &Form::constant(2, 1), &1).unwrap();
        assert_eq!(floor(&odd, 4), half);
        let shifted = half.add(&Form::constant(2, 1)).unwrap();
        for a in -30i64..30 {
            let expected = (a.div_euclid(2) + 1).div_euclid(5);
            assert_eq!(floor(&shifted, 5).value_at(&[a, 0]).unwrap(), (expected, 1));
        }
    }

    #[test]
    fn substitution_composes() {
        let x: Form<i64> = Form::variable(1, 0);
        let half = x.scale(&1, &2).unwrap().floor().unwrap();
        let quarter = half.substitute(1, std::slice::from_ref(&half)).unwrap();
        for a in -9i64..9 {
            assert_eq!(quarter.value_at(&[a]).unwrap(), (a.div_euclid(4), 1));
        }
    }
}
