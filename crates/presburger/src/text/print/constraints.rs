//! The constraints of a conjunction as text.

use super::linear::{Columns, is_constant};
use crate::conj::Conj;
use crate::number::{Coeff, divide_row, is_zero_row, negate_row};

/// The constraints that are still to be written.
pub(super) struct Conditions<'a, T> {
    conj: &'a Conj<T>,
    /// Variables, then locals.
    columns: Columns<T>,
    /// For each local: the last variable it depends on, or `None` if it depends on
    /// one whose value is not known.
    reach: Vec<Option<usize>>,
    eq: Vec<Vec<T>>,
    ineq: Vec<Vec<T>>,
    /// Rows already written as the definition of a dimension.
    written: Vec<Vec<T>>,
    is_false: bool,
}

/// `variables mod divisor = remainder`, with a constant term of zero.
struct Congruence<T> {
    variables: Vec<T>,
    divisor: T,
    remainder: T,
}

impl<'a, T: Coeff> Conditions<'a, T> {
    pub(super) fn new(conj: &'a Conj<T>, names: &[String]) -> Self {
        let mut columns = Columns::new(names);
        let mut reach: Vec<Option<usize>> = Vec::with_capacity(conj.n_local());
        let mut unknown = 0;
        for k in 0..conj.n_local() {
            let definition = conj.div.row(k);
            if conj.is_known(k) {
                columns.push_floor(&definition[0], &definition[1..]);
                reach.push(last_variable(&definition[1..], conj.n_vis(), &reach));
            } else {
                let name = std::iter::from_fn(|| {
                    unknown += 1;
                    Some(format!("e{}", unknown - 1))
                })
                .find(|name| !names.contains(name))
                .expect("there are more names than variables");
                columns.push_name(name);
                reach.push(None);
            }
        }
        let is_bound = |row: &[T]| conj.is_floor_bound(row).unwrap_or(false);
        Conditions {
            conj,
            columns,
            reach,
            eq: conj.eq.iter().map(<[T]>::to_vec).collect(),
            ineq: conj
                .ineq
                .iter()
                .filter(|row| !is_bound(row))
                .map(<[T]>::to_vec)
                .collect(),
            written: Vec::new(),
            is_false: conj.is_marked_empty(),
        }
    }

    /// An expression by earlier variables that the dimension in `column` is equal to,
    /// if there is one; the constraints that say so are then done with.
    pub(super) fn define(&mut self, column: usize) -> Option<String> {
        let at = 1 + column;
        let depends_on_earlier = |row: &[T]| {
            let mut rest = row.to_vec();
            rest[at] = T::zero();
            match last_variable(&rest, self.conj.n_vis(), &self.reach) {
                None => false,
                Some(last) => last <= column,
            }
        };
        if let Some(i) = self
            .eq
            .iter()
            .position(|row| row[at].is_unit() && depends_on_earlier(row))
        {
            let mut row = self.eq.remove(i);
            if row[at].is_pos() {
                negate_row(&mut row);
            }
            self.drop_floor_bounds(at, &row);
            row[at] = T::zero();
            let text = self.columns.linear(&row);
            self.written.push(row);
            return Some(text);
        }
        let (lower, upper) = self.floor_pair(at, &depends_on_earlier)?;
        // 0 <= f - d x <= d - 1
        let mut row = self.ineq[lower].clone();
        self.ineq.remove(lower.max(upper));
        self.ineq.remove(lower.min(upper));
        let denominator = std::mem::take(&mut row[at]).neg();
        let text = self.columns.floor(&denominator, &row);
        self.written.push(row);
        Some(text)
    }

    /// Drops inequalities that only say that a floor is one once `definition`, which has
    /// coefficient -1 in column `at`, is put in.
    fn drop_floor_bounds(&mut self, at: usize, definition: &[T]) {
        let conj = self.conj;
        self.ineq.retain(|row| {
            let mut row = row.clone();
            let factor = row[at].clone();
            if factor.is_zero() || T::combine(&mut row, &T::one(), definition, &factor).is_err() {
                return true;
            }
            let gcd = T::row_gcd(&row[1..]);
            if gcd.is_pos() && !conj.is_rational() {
                divide_row(&mut row[1..], &gcd);
                row[0] = row[0].div_floor(&gcd);
            }
            !conj.is_floor_bound(&row).unwrap_or(false)
        });
    }

    /// Two inequalities that make the variable in column `at` a floor.
    fn floor_pair(
        &self,
        at: usize,
        depends_on_earlier: &dyn Fn(&[T]) -> bool,
    ) -> Option<(usize, usize)> {
        if self.conj.is_rational() {
            return None;
        }
        for (i, lower) in self.ineq.iter().enumerate() {
            if !lower[at].is_neg() || lower[at].is_unit() || !depends_on_earlier(lower) {
                continue;
            }
            for (j, upper) in self.ineq.iter().enumerate() {
                let opposite = lower[1..]
                    .iter()
                    .zip(&upper[1..])
                    .all(|(a, b)| *a == b.neg());
                if !opposite {
                    continue;
                }
                let width = lower[0].add(&upper[0]).ok()?.add(&T::one()).ok()?;
                if width == lower[at].neg() {
                    return Some((i, j));
                }
            }
        }
        None
    }

    /// Whether the text of a constraint or definition names the variable in `column`.
    pub(super) fn mentions(&self, column: usize) -> bool {
        let names = |row: &[T]| !row[1 + column].is_zero();
        let rows = || self.eq.iter().chain(&self.ineq).chain(&self.written);
        if rows().any(|row| names(row)) {
            return true;
        }
        // Through a floor.
        let mut used: Vec<bool> = (0..self.conj.n_local())
            .map(|k| rows().any(|row| !row[self.conj.local_col(k)].is_zero()))
            .collect();
        for k in (0..used.len()).rev() {
            if !used[k] {
                continue;
            }
            let definition = &self.conj.div.row(k)[1..];
            if names(definition) {
                return true;
            }
            for j in 0..k {
                used[j] |= !definition[self.conj.local_col(j)].is_zero();
            }
        }
        false
    }

    /// The constraints that are left, joined by `and`.
    pub(super) fn text(&self) -> String {
        if self.is_false {
            return "false".to_owned();
        }
        let mut equalities: Vec<(usize, String)> = Vec::new();
        let mut congruences = Vec::new();
        for row in &self.eq {
            let text = match self.congruence(row) {
                None => self.equality(row),
                Some(congruence) => {
                    let text = (!self.is_implied(&congruence)).then(|| {
                        let variables = self.columns.factor(&congruence.variables);
                        let Congruence {
                            divisor, remainder, ..
                        } = &congruence;
                        format!("{variables} mod {divisor} = {remainder}")
                    });
                    congruences.push(congruence);
                    match text {
                        None => continue,
                        Some(text) => text,
                    }
                }
            };
            equalities.push((self.key(row), text));
        }
        equalities.sort_by_key(|(key, _)| *key);
        let mut conditions: Vec<String> = equalities.into_iter().map(|(_, text)| text).collect();
        let mut inequalities: Vec<&Vec<T>> = Vec::new();
        for row in &self.ineq {
            match self.remainder(row, &congruences) {
                Some(text) if text.is_empty() => {}
                Some(text) => conditions.push(text),
                None => inequalities.push(row),
            }
        }
        for key in 1..1 + self.columns.len() {
            let mut lower: Vec<&Vec<T>> = Vec::new();
            let mut upper: Vec<&Vec<T>> = Vec::new();
            for row in &inequalities {
                if self.key(row) == key {
                    if row[key].is_pos() {
                        lower.push(row);
                    } else {
                        upper.push(row);
                    }
                }
            }
            self.bounds(key, lower, upper, &mut conditions);
        }
        let body = conditions.join(" and ");
        let unknown: Vec<&str> = (0..self.conj.n_local())
            .filter(|&k| !self.conj.is_known(k))
            .map(|k| self.columns.text(self.conj.local_col(k)))
            .collect();
        if unknown.is_empty() || body.is_empty() {
            return body;
        }
        format!("exists ({}: {body})", unknown.join(", "))
    }

    /// The column a constraint is written about: its last variable, an unknown local
    /// if there is one, a floor only if there is nothing else.
    fn key(&self, row: &[T]) -> usize {
        let n_vis = self.conj.n_vis();
        let is_name = |column: &usize| self.columns.is_name(*column) && !row[*column].is_zero();
        let visible = (1..=n_vis).rev().find(is_name);
        let unknown = || (1 + n_vis..row.len()).rev().find(is_name);
        let floors = || (1 + n_vis..row.len()).rev().find(|&c| !row[c].is_zero());
        visible.or_else(unknown).or_else(floors).unwrap_or(0)
    }

    /// `2j = i + 1`
    fn equality(&self, row: &[T]) -> String {
        let key = self.key(row);
        let mut rest = row.to_vec();
        if key == 0 {
            return "false".to_owned();
        }
        if rest[key].is_pos() {
            negate_row(&mut rest);
        }
        let size = std::mem::take(&mut rest[key]).neg();
        format!(
            "{} = {}",
            self.multiple(&size, key),
            self.columns.linear(&rest)
        )
    }

    fn multiple(&self, size: &T, key: usize) -> String {
        let mut row = vec![T::zero(); 1 + self.columns.len()];
        row[key] = size.clone();
        self.columns.linear(&row)
    }

    /// Bounds on the variable in column `key`: chains first, then what has no partner.
    fn bounds(
        &self,
        key: usize,
        lower: Vec<&Vec<T>>,
        mut upper: Vec<&Vec<T>>,
        conditions: &mut Vec<String>,
    ) {
        let mut single = Vec::new();
        for low in lower {
            let size = low[key].clone();
            let below = self.below(low, key);
            match upper.iter().position(|row| row[key].neg() == size) {
                Some(i) => {
                    let above = self.above(upper.remove(i), key);
                    let middle = self.multiple(&size, key);
                    conditions.push(format!("{below} {middle} {above}"));
                }
                None => single.push(self.lower_bound(low, key)),
            }
        }
        conditions.append(&mut single);
        for high in upper {
            let middle = self.multiple(&high[key].neg(), key);
            conditions.push(format!("{middle} {}", self.above(high, key)));
        }
    }

    /// `f <=` or `f <` for the lower bound `f` that `row` puts on column `key`.
    fn below(&self, row: &[T], key: usize) -> String {
        let (bound, strict) = self.bound(row, key);
        format!("{bound} {}", if strict { "<" } else { "<=" })
    }

    fn lower_bound(&self, row: &[T], key: usize) -> String {
        let middle = self.multiple(&row[key], key);
        let (bound, strict) = self.bound(row, key);
        if bound.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
            // `i >= 1`, but `i < j`.
            return format!("{middle} {} {bound}", if strict { ">" } else { ">=" });
        }
        format!("{bound} {} {middle}", if strict { "<" } else { "<=" })
    }

    /// `<= f` or `< f` for an upper bound.
    fn above(&self, row: &[T], key: usize) -> String {
        let (bound, strict) = self.bound(row, key);
        format!("{} {bound}", if strict { "<" } else { "<=" })
    }

    /// The bound that a row puts on a multiple of a column, and whether it is strict:
    /// `N - 1 - i >= 0` is `i < N`.
    fn bound(&self, row: &[T], key: usize) -> (String, bool) {
        let mut rest = row.to_vec();
        let coefficient = std::mem::take(&mut rest[key]);
        let mut strict = !is_constant(&rest) && rest[0] == T::one().neg();
        if strict {
            rest[0] = T::zero();
        }
        if coefficient.is_pos() {
            negate_row(&mut rest);
        }
        // Over the rationals both mean the same; say what is there.
        if self.conj.is_rational() && strict {
            rest[0] = if coefficient.is_pos() {
                T::one()
            } else {
                T::one().neg()
            };
            strict = false;
        }
        (self.columns.linear(&rest), strict)
    }

    /// `v mod d = w` for an equality that says so about a known local.
    fn congruence(&self, row: &[T]) -> Option<Congruence<T>> {
        let (k, factor, rest) = self.remainder_form(row)?;
        // factor * (f mod d) + rest = 0
        let definition = self.conj.div.row(k);
        if !factor.divides(&rest) {
            return None;
        }
        let wanted = match factor.is_neg() {
            true => rest.div_exact(&factor.neg()),
            false => rest.neg().div_exact(&factor),
        };
        let denominator = &definition[0];
        if wanted.is_neg() || wanted >= *denominator {
            return None;
        }
        // (v + c) mod d = w is v mod d = (w - c) mod d.
        let mut variables = definition[1..].to_vec();
        let constant = std::mem::take(&mut variables[0]);
        let wanted = wanted.sub(&constant).ok()?.rem_floor(denominator);
        Some(Congruence {
            variables,
            divisor: denominator.clone(),
            remainder: wanted,
        })
    }

    /// Whether `v mod d = w` follows from an equality that is written: `i mod 2 = 0`
    /// from `2j = i`.
    fn is_implied(&self, congruence: &Congruence<T>) -> bool {
        let n_vis = self.conj.n_vis();
        let divisor = &congruence.divisor;
        let mut row = congruence.variables.clone();
        row[0] = congruence.remainder.neg();
        self.eq.iter().any(|other| {
            is_zero_row(&other[1 + n_vis..])
                && [T::one(), T::one().neg()].iter().any(|sign| {
                    let mut sum = other.clone();
                    T::combine(&mut sum, &T::one(), &row, sign).is_ok()
                        && sum.iter().all(|value| divisor.divides(value))
                })
        })
    }

    /// `i mod 4 >= 2` for an inequality that says so about a known local; nothing if
    /// one of the congruences says more.
    fn remainder(&self, row: &[T], congruences: &[Congruence<T>]) -> Option<String> {
        let (k, factor, rest) = self.remainder_form(row)?;
        let definition = self.conj.div.row(k);
        let bound = if factor.is_pos() {
            rest.neg().div_ceil(&factor)
        } else {
            rest.div_floor(&factor.neg())
        };
        let passes = |value: T| match factor.is_pos() {
            true => value >= bound,
            false => value <= bound,
        };
        let same = congruences.iter().find(|congruence| {
            congruence.divisor == definition[0] && congruence.variables[1..] == definition[2..]
        });
        if let Some(congruence) = same
            && let Ok(sum) = congruence.remainder.add(&definition[1])
            && passes(sum.rem_floor(&congruence.divisor))
        {
            return Some(String::new());
        }
        let operator = if factor.is_pos() { ">=" } else { "<=" };
        let remainder = self.columns.factor(&definition[1..]);
        Some(format!(
            "{remainder} mod {} {operator} {bound}",
            definition[0]
        ))
    }

    /// Writes a row as `factor * (f mod d) + rest` with a constant rest, where
    /// `⌊f / d⌋` is the known local whose number is returned first.
    fn remainder_form(&self, row: &[T]) -> Option<(usize, T, T)> {
        if self.conj.is_rational() {
            return None;
        }
        let n_local = self.conj.n_local();
        let k = (0..n_local)
            .rev()
            .find(|&k| !row[self.conj.local_col(k)].is_zero())?;
        if !self.conj.is_known(k) {
            return None;
        }
        let at = self.conj.local_col(k);
        let definition = self.conj.div.row(k);
        if !definition[0].divides(&row[at]) {
            return None;
        }
        let factor = match row[at].is_neg() {
            true => row[at].neg().div_exact(&definition[0]),
            false => row[at].div_exact(&definition[0]).neg(),
        };
        // row - factor * (f - d q)
        let mut rest = row.to_vec();
        rest[at] = T::zero();
        T::combine(&mut rest, &T::one(), &definition[1..], &factor.neg()).ok()?;
        is_zero_row(&rest[1..]).then(|| (k, factor, rest.swap_remove(0)))
    }
}

/// The last variable (counted from 1, 0 for none) that a row depends on, also through
/// locals; `None` if it depends on a local that is not known.
fn last_variable<T: Coeff>(row: &[T], n_vis: usize, reach: &[Option<usize>]) -> Option<usize> {
    let mut last = (1..=n_vis).rev().find(|&i| !row[i].is_zero()).unwrap_or(0);
    for (k, value) in row[1 + n_vis..].iter().enumerate() {
        if value.is_zero() {
            continue;
        }
        last = last.max((*reach.get(k)?)?);
    }
    Some(last)
}
