//! Orders and interleavings as the 0/1 points of a polyhedron (Convexity, section 3.1).
//!
//! Of two elements `i < j`, `p` says that `i` comes before `j` and `e` that they are together; `s = 1 - p - e`,
//! that `i` comes after `j`, is no variable. The set `O` of all total preorders has, for each pair,
//!
//! ```text
//! 0 <= p <= 1,   0 <= e <= 1,   p + e <= 1
//! ```
//!
//! and, for all `i < j < k`,
//!
//! ```text
//! e_ij + e_ik <= 1 + e_jk      e_ij + e_jk <= 1 + e_ik
//! p_ij + p_jk <= 1 + p_ik      e_jk + p_ij <= 1 + p_ik
//! e_ij + p_ik <= 1 + p_jk      e_ij + p_jk <= 1 + p_ik
//! p_ik + e_ik <= e_ij + p_ij + p_jk
//! ```
//!
//! The last one says that `j < i <= k` makes `j < k`. The paper prints `e_ij + p_ij + p_jk <= 1 + p_ik + e_ik`
//! in its place: the same terms, but that follows from the others, and three elements would have 17 orders
//! instead of 13. With the one above there are as many variables and constraints as in table 1
//! (`n(n-1)` and `5 C(n,2) + 7 C(n,3)`), and the points are the orders.
//!
//! `I` has these for each level, and what is apart stays apart: `p^k <= p^(k+1)` and
//! `p^(k+1) + e^(k+1) <= p^k + e^k`.
//!
//! What is known of a pair is put in place of its variables: if `i` never comes after `j`, then `e = 1 - p`.
//! Constraints that are left without variables, and all but one of those that are the same, are dropped: this
//! gives the numbers of constraints of table 1's `F¹`.

use super::Order;
use crate::solver::{Program, Row};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// What is known of the order of two elements, the first of which has the smaller number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Known {
    /// Nothing.
    #[default]
    Nothing,
    /// The first one never comes after the second one.
    NotAfter,
    /// The first one never comes before the second one.
    NotBefore,
    /// They are never together.
    Apart,
    /// The first one comes before the second one.
    Before,
    /// The first one comes after the second one.
    After,
    /// They are together.
    Together,
}

/// A form `Σ factor * variable + constant`.
#[derive(Clone, Debug, Default)]
struct Form {
    terms: Vec<(usize, i64)>,
    constant: i64,
}

/// The variables of a pair at a level, or what stands in their place.
#[derive(Clone, Debug)]
struct Pair {
    p: Form,
    e: Form,
}

/// Variables and constraints whose 0/1 points are orders, or interleavings of several levels. See
/// [the module](self).
///
/// ```
/// use optimizer::space::{Encoding, Order};
///
/// let all = Encoding::orders(4);
/// assert_eq!((all.n_variables(), all.n_constraints()), (12, 58));
/// let order = Order::from_values(&[0, 0, 1, 0]);
/// let point = all.point(&[order.clone()]).unwrap();
/// assert!(all.program().holds_at(&point));
/// assert_eq!(all.interleaving(&point), Some(vec![order]));
/// ```
#[derive(Clone, Debug)]
pub struct Encoding {
    n: usize,
    variables: usize,
    /// By level and [`index`].
    pairs: Vec<Vec<Pair>>,
    rows: Vec<Row>,
}

/// The position of a pair `i < j` among all pairs of `n` elements.
fn index(n: usize, i: usize, j: usize) -> usize {
    i * (2 * n - i - 1) / 2 + (j - i - 1)
}

impl Encoding {
    /// `O`: all orders of `n` elements.
    pub fn orders(n: usize) -> Encoding {
        Encoding::interleavings(n, 1)
    }

    /// `I`: all interleavings of `n` elements at so many levels.
    ///
    /// ```
    /// use optimizer::space::Encoding;
    ///
    /// let two = Encoding::interleavings(3, 2);
    /// assert_eq!((two.n_variables(), two.n_constraints()), (12, 2 * 22 + 2 * 3));
    /// ```
    pub fn interleavings(n: usize, levels: usize) -> Encoding {
        Encoding::new(n, levels, |_, _| Known::Nothing, &[])
    }

    /// The orders of `n` elements of which this is `known` for all pairs, and in which none of some sets is
    /// all together.
    ///
    /// ```
    /// use optimizer::space::{Encoding, Known};
    ///
    /// // Each of three statements depends on those before it: doitgen in table 1.
    /// let chain = Encoding::restricted(3, |_, _| Known::NotAfter, &[]);
    /// assert_eq!((chain.n_variables(), chain.n_constraints()), (3, 10));
    /// ```
    pub fn restricted(
        n: usize,
        known: impl Fn(usize, usize) -> Known,
        apart: &[Vec<usize>],
    ) -> Encoding {
        Encoding::new(n, 1, known, apart)
    }

    fn new(
        n: usize,
        levels: usize,
        known: impl Fn(usize, usize) -> Known,
        apart: &[Vec<usize>],
    ) -> Encoding {
        let mut variables = 0;
        let mut pairs = Vec::with_capacity(levels);
        for _ in 0..levels {
            let mut level = Vec::with_capacity(n * n.saturating_sub(1) / 2);
            for i in 0..n {
                level.extend((i + 1..n).map(|j| Pair::of(known(i, j), &mut variables)));
            }
            pairs.push(level);
        }
        let mut encoding = Encoding {
            n,
            variables,
            pairs,
            rows: Vec::new(),
        };
        let mut rows = Rows::default();
        for level in 0..levels {
            encoding.one_level(level, &mut rows);
            for set in apart {
                let consecutive = set.windows(2).map(|two| encoding.together(level, two));
                let most = set.len() as i64 - 2;
                rows.at_most(consecutive.collect(), most);
            }
        }
        for (outer, inner) in encoding.pairs.iter().zip(encoding.pairs.iter().skip(1)) {
            for (outer, inner) in outer.iter().zip(inner) {
                rows.implies(&[&outer.p], &[&inner.p], 0);
                rows.implies(&[&inner.e, &inner.p], &[&outer.p, &outer.e], 0);
            }
        }
        encoding.rows = rows.found;
        encoding
    }

    /// The constraints on single pairs and on triples.
    fn one_level(&self, level: usize, rows: &mut Rows) {
        for i in 0..self.n {
            for j in i + 1..self.n {
                let ij = self.pair(level, i, j);
                for form in [&ij.p, &ij.e] {
                    rows.implies(&[], &[form], 0);
                    rows.implies(&[form], &[], 1);
                }
                rows.implies(&[&ij.p, &ij.e], &[], 1);
                for k in j + 1..self.n {
                    let (ik, jk) = (self.pair(level, i, k), self.pair(level, j, k));
                    rows.implies(&[&ij.e, &ik.e], &[&jk.e], 1);
                    rows.implies(&[&ij.e, &jk.e], &[&ik.e], 1);
                    rows.implies(&[&ij.p, &jk.p], &[&ik.p], 1);
                    rows.implies(&[&jk.e, &ij.p], &[&ik.p], 1);
                    rows.implies(&[&ij.e, &ik.p], &[&jk.p], 1);
                    rows.implies(&[&ij.e, &jk.p], &[&ik.p], 1);
                    rows.implies(&[&ik.p, &ik.e], &[&ij.e, &ij.p, &jk.p], 0);
                }
            }
        }
    }

    fn pair(&self, level: usize, i: usize, j: usize) -> &Pair {
        &self.pairs[level][index(self.n, i, j)]
    }

    /// The form that says that two different elements are together.
    fn together(&self, level: usize, two: &[usize]) -> &Form {
        let (i, j) = (two[0].min(two[1]), two[0].max(two[1]));
        &self.pair(level, i, j).e
    }

    /// The number of variables: `#dim` in table 1.
    pub fn n_variables(&self) -> usize {
        self.variables
    }

    /// The number of constraints: `#cst` in table 1.
    pub fn n_constraints(&self) -> usize {
        self.rows.len()
    }

    /// The constraints as a program.
    pub fn program(&self) -> Program {
        let mut program = Program::new(self.variables);
        self.rows.iter().for_each(|row| program.add(row.clone()));
        program
    }

    /// The point of an interleaving, one order for each level; `None` if it contradicts what is known of a
    /// pair. A point that there is may violate constraints.
    pub fn point(&self, orders: &[Order]) -> Option<Vec<i64>> {
        if orders.len() != self.pairs.len() || orders.iter().any(|one| one.len() != self.n) {
            return None;
        }
        let mut point = vec![0; self.variables];
        for (order, level) in orders.iter().zip(&self.pairs) {
            for i in 0..self.n {
                for j in i + 1..self.n {
                    let pair = &level[index(self.n, i, j)];
                    let wanted = match order.compare(i, j) {
                        Ordering::Less => [1, 0],
                        Ordering::Equal => [0, 1],
                        Ordering::Greater => [0, 0],
                    };
                    for (form, value) in [&pair.p, &pair.e].into_iter().zip(wanted) {
                        if let [(variable, 1)] = form.terms[..] {
                            point[variable] = value;
                        }
                    }
                    if [pair.p.at(&point), pair.e.at(&point)] != wanted {
                        return None;
                    }
                }
            }
        }
        Some(point)
    }

    /// The interleaving of a point; `None` if there is none.
    pub fn interleaving(&self, point: &[i64]) -> Option<Vec<Order>> {
        if !self.program().holds_at(point) {
            return None;
        }
        let order = |level: &Vec<Pair>| {
            let before = |i: usize, j: usize| -> i64 {
                let pair = &level[index(self.n, i.min(j), i.max(j))];
                let (p, e) = (pair.p.at(point), pair.e.at(point));
                if i < j { p } else { 1 - p - e }
            };
            let rank = |j: usize| (0..self.n).filter(|i| *i != j).map(|i| before(i, j)).sum();
            Order::from_values(&(0..self.n).map(rank).collect::<Vec<i64>>())
        };
        Some(self.pairs.iter().map(order).collect())
    }
}

impl Pair {
    fn of(known: Known, variables: &mut usize) -> Pair {
        let mut fresh = || {
            *variables += 1;
            Form {
                terms: vec![(*variables - 1, 1)],
                constant: 0,
            }
        };
        let constant = |constant: i64| Form {
            terms: Vec::new(),
            constant,
        };
        let (p, e) = match known {
            Known::Nothing => (fresh(), fresh()),
            Known::NotAfter => {
                let p = fresh();
                let e = Form {
                    terms: p
                        .terms
                        .iter()
                        .map(|(variable, _)| (*variable, -1))
                        .collect(),
                    constant: 1,
                };
                (p, e)
            }
            Known::NotBefore => (constant(0), fresh()),
            Known::Apart => (fresh(), constant(0)),
            Known::Before => (constant(1), constant(0)),
            Known::After => (constant(0), constant(0)),
            Known::Together => (constant(0), constant(1)),
        };
        Pair { p, e }
    }
}

impl Form {
    fn at(&self, point: &[i64]) -> i64 {
        let terms = self.terms.iter();
        self.constant + terms.map(|(v, factor)| factor * point[*v]).sum::<i64>()
    }
}

/// Different rows that have variables, or that no point satisfies.
#[derive(Default)]
struct Rows {
    found: Vec<Row>,
    known: BTreeSet<Row>,
}

impl Rows {
    /// `Σ small <= Σ large + constant`
    fn implies(&mut self, small: &[&Form], large: &[&Form], constant: i64) {
        let mut terms: Vec<(usize, i64)> = Vec::new();
        let mut rest = constant;
        for (forms, sign) in [(small, -1), (large, 1)] {
            for form in forms {
                terms.extend(form.terms.iter().map(|(v, factor)| (*v, sign * factor)));
                rest += sign * form.constant;
            }
        }
        let row = Row::at_least_zero(terms, rest);
        let says_something = row.has_variables() || rest < 0;
        if says_something && self.known.insert(row.clone()) {
            self.found.push(row);
        }
    }

    /// `Σ forms <= most`
    fn at_most(&mut self, forms: Vec<&Form>, most: i64) {
        self.implies(&forms, &[], most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::interleavings;

    /// All 0/1 points of a program.
    fn points(encoding: &Encoding) -> Vec<Vec<i64>> {
        let n = encoding.n_variables();
        let program = encoding.program();
        let all = (0..1u64 << n).map(|code| (0..n).map(|v| (code >> v & 1) as i64).collect());
        all.filter(|point: &Vec<i64>| program.holds_at(point))
            .collect()
    }

    #[test]
    fn there_are_as_many_variables_and_constraints_as_in_table_1() {
        let table = [
            (3, 6, 22),
            (4, 12, 58),
            (6, 30, 215),
            (7, 42, 350),
            (14, 182, 3003),
        ];
        for (n, variables, constraints) in table {
            let all = Encoding::orders(n);
            assert_eq!(
                (all.n_variables(), all.n_constraints()),
                (variables, constraints)
            );
        }
    }

    /// Lemma 5: one point for each order, and no others.
    #[test]
    fn points_are_orders() {
        for n in 1..=4 {
            let encoding = Encoding::orders(n);
            let points = points(&encoding);
            assert_eq!(interleavings(n, 1), points.len() as i64);
            let mut orders = BTreeSet::new();
            for point in &points {
                let order = encoding.interleaving(point).unwrap();
                assert_eq!(encoding.point(&order).as_ref(), Some(point));
                orders.insert(order);
            }
            assert_eq!(orders.len(), points.len());
        }
    }

    #[test]
    fn points_of_several_levels_are_interleavings() {
        for (n, levels) in [(2, 2), (3, 2), (2, 4)] {
            let encoding = Encoding::interleavings(n, levels);
            let points = points(&encoding);
            assert_eq!(interleavings(n, levels), points.len() as i64);
            for point in &points {
                let orders = encoding.interleaving(point).unwrap();
                assert_eq!(encoding.point(&orders).as_ref(), Some(point));
            }
        }
    }

    #[test]
    fn what_is_known_of_pairs_takes_variables_away() {
        let cases = [
            (Known::Nothing, 2, 3),
            (Known::NotAfter, 1, 2),
            (Known::NotBefore, 1, 2),
            (Known::Apart, 1, 2),
            (Known::Before, 0, 1),
            (Known::After, 0, 1),
            (Known::Together, 0, 1),
        ];
        for (known, variables, orders) in cases {
            let encoding = Encoding::restricted(2, |_, _| known, &[]);
            assert_eq!(encoding.n_variables(), variables);
            assert_eq!(points(&encoding).len(), orders);
        }
    }

    #[test]
    fn sets_are_not_all_together() {
        let all = Encoding::restricted(3, |_, _| Known::Nothing, &[vec![0, 1, 2]]);
        assert_eq!(points(&all).len(), 13 - 1);
        let all = Encoding::restricted(4, |_, _| Known::Nothing, &[vec![1, 3, 0]]);
        // All four together, or 2 before or after the other three.
        assert_eq!(points(&all).len(), 75 - 3);
    }
}
