//! Random formulas over a small box, evaluated here without the library, and the harness that
//! compares what the library says with what the formula says, point by point.
//!
//! A [`Formula`] is a disjunction of conjunctions of affine comparisons, floors, remainders and
//! existentials, each conjunction restricted to the box `-3..=3` in every variable. Its text goes
//! to the library; its points are found by evaluating it everywhere.

#![allow(dead_code)] // Each test file uses its own part of this.

use presburger::{Map, Set};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::{Debug, Write};

pub const REACH: i64 = 3;

pub type Point = Vec<i64>;
pub type Points = BTreeSet<Point>;

/// `constant + Σ coefficients[i] * x_i`.
#[derive(Clone, Debug)]
pub struct Linear {
    constant: i64,
    coefficients: Vec<i64>,
}

#[derive(Clone, Copy, Debug)]
pub enum Op {
    Ge,
    Lt,
    Eq,
    Ne,
}

#[derive(Clone, Debug)]
pub enum Atom {
    /// `linear op 0`.
    Compare(Linear, Op),
    /// `linear + factor * floor(inner / divisor) op 0`.
    Floor(Linear, i64, Linear, i64, Op),
    /// `linear mod divisor op rest`.
    Mod(Linear, i64, Op, i64),
    /// `exists e : low <= a e and b e <= high`.
    Between(Linear, i64, i64, Linear),
}

#[derive(Clone, Debug)]
pub struct Formula {
    pub n: usize,
    disjuncts: Vec<Vec<Atom>>,
}

impl Linear {
    fn at(&self, x: &[i64]) -> i64 {
        self.constant
            + self
                .coefficients
                .iter()
                .zip(x)
                .map(|(a, v)| a * v)
                .sum::<i64>()
    }
    fn text(&self, names: &[String]) -> String {
        let mut text = self.constant.to_string();
        for (a, name) in self.coefficients.iter().zip(names) {
            if *a != 0 {
                write!(
                    text,
                    " {} {}{name}",
                    if *a < 0 { '-' } else { '+' },
                    a.abs()
                )
                .unwrap();
            }
        }
        text
    }
}

impl Op {
    fn holds(self, value: i64, against: i64) -> bool {
        match self {
            Op::Ge => value >= against,
            Op::Lt => value < against,
            Op::Eq => value == against,
            Op::Ne => value != against,
        }
    }
    fn text(self) -> &'static str {
        match self {
            Op::Ge => ">=",
            Op::Lt => "<",
            Op::Eq => "=",
            Op::Ne => "!=",
        }
    }
}

impl Atom {
    fn holds(&self, x: &[i64]) -> bool {
        match self {
            Atom::Compare(linear, op) => op.holds(linear.at(x), 0),
            Atom::Floor(linear, factor, inner, divisor, op) => {
                op.holds(linear.at(x) + factor * inner.at(x).div_euclid(*divisor), 0)
            }
            Atom::Mod(linear, divisor, op, rest) => {
                op.holds(linear.at(x).rem_euclid(*divisor), *rest)
            }
            // The smallest e that reaches the lower bound is the best choice for the upper one.
            Atom::Between(low, a, b, high) => {
                let e = -(-low.at(x)).div_euclid(*a);
                b * e <= high.at(x)
            }
        }
    }
    fn text(&self, names: &[String]) -> String {
        match self {
            Atom::Compare(linear, op) => format!("{} {} 0", linear.text(names), op.text()),
            Atom::Floor(linear, factor, inner, divisor, op) => format!(
                "{} + {factor} * floor(({})/{divisor}) {} 0",
                linear.text(names),
                inner.text(names),
                op.text()
            ),
            Atom::Mod(linear, divisor, op, rest) => {
                format!(
                    "({}) mod {divisor} {} {rest}",
                    linear.text(names),
                    op.text()
                )
            }
            Atom::Between(low, a, b, high) => format!(
                "exists (e : {} <= {a}e and {b}e <= {})",
                low.text(names),
                high.text(names)
            ),
        }
    }
}

impl Formula {
    pub fn holds(&self, x: &[i64]) -> bool {
        assert_eq!(x.len(), self.n);
        x.iter().all(|v| v.abs() <= REACH)
            && self
                .disjuncts
                .iter()
                .any(|atoms| atoms.iter().all(|atom| atom.holds(x)))
    }

    pub fn points(&self) -> Points {
        grid(self.n, REACH)
            .into_iter()
            .filter(|x| self.holds(x))
            .collect()
    }

    /// With `x_i + x_j = 1` (or `x_i = 0`) in every disjunct.
    pub fn with_equation(mut self, i: usize, j: usize) -> Formula {
        let mut coefficients = vec![0; self.n];
        coefficients[i] = 1;
        coefficients[j] = 1;
        let linear = Linear {
            constant: if i == j { 0 } else { -1 },
            coefficients,
        };
        for atoms in &mut self.disjuncts {
            atoms.push(Atom::Compare(linear.clone(), Op::Eq));
        }
        self
    }

    pub fn text(&self, names: &[String]) -> String {
        let cube: Vec<String> = names
            .iter()
            .map(|name| format!("-{REACH} <= {name} <= {REACH}"))
            .collect();
        let disjuncts: Vec<String> = self
            .disjuncts
            .iter()
            .map(|atoms| {
                let atoms = atoms.iter().map(|atom| atom.text(names));
                let all: Vec<String> = cube.iter().cloned().chain(atoms).collect();
                if all.is_empty() {
                    "true".into()
                } else {
                    format!("({})", all.join(" and "))
                }
            })
            .collect();
        disjuncts.join(" or ")
    }

    pub fn set(&self) -> Set {
        self.set_with_params(0)
    }

    /// The first `params` variables are parameters.
    pub fn set_with_params(&self, params: usize) -> Set {
        let names = names(self.n);
        let (p, dims) = names.split_at(params);
        let text = format!(
            "[{}] -> {{ [{}] : {} }}",
            p.join(", "),
            dims.join(", "),
            self.text(&names)
        );
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The first `n_in` variables are the domain.
    pub fn map(&self, n_in: usize) -> Map {
        let names = names(self.n);
        let (a, b) = names.split_at(n_in);
        let text = format!(
            "{{ [{}] -> [{}] : {} }}",
            a.join(", "),
            b.join(", "),
            self.text(&names)
        );
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }
}

pub fn names(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("x{i}")).collect()
}

/// All points of `n` coordinates in `-reach..=reach`.
pub fn grid(n: usize, reach: i64) -> Vec<Point> {
    let mut points = vec![vec![]];
    for _ in 0..n {
        points = points
            .iter()
            .flat_map(|p: &Point| {
                (-reach..=reach).map(move |v| p.iter().copied().chain([v]).collect())
            })
            .collect();
    }
    points
}

fn linear(n: usize) -> impl Strategy<Value = Linear> {
    let coefficient = prop_oneof![2 => Just(0i64), 3 => -3i64..=3];
    (-6i64..=6, prop::collection::vec(coefficient, n)).prop_map(|(constant, coefficients)| Linear {
        constant,
        coefficients,
    })
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![4 => Just(Op::Ge), 2 => Just(Op::Lt), 1 => Just(Op::Eq), 1 => Just(Op::Ne)]
}

fn atom(n: usize) -> impl Strategy<Value = Atom> {
    let divisor = || 2i64..=5;
    prop_oneof![
        6 => (linear(n), op()).prop_map(|(l, op)| Atom::Compare(l, op)),
        2 => (linear(n), prop_oneof![-3i64..=-1, 1i64..=3], linear(n), divisor(), op())
            .prop_map(|(l, f, inner, d, op)| Atom::Floor(l, f, inner, d, op)),
        2 => (linear(n), divisor(), op(), 0i64..4)
            .prop_map(|(l, d, op, rest)| Atom::Mod(l, d, op, rest)),
        1 => (linear(n), 1i64..=4, 1i64..=4, linear(n))
            .prop_map(|(low, a, b, high)| Atom::Between(low, a, b, high)),
    ]
}

/// Formulas over `n` variables.
pub fn formula(n: usize) -> impl Strategy<Value = Formula> {
    prop::collection::vec(prop::collection::vec(atom(n), 0..=3), 1..=2)
        .prop_map(move |disjuncts| Formula { n, disjuncts })
}

/// Formulas with an equation, so that relations are functions often enough.
pub fn sparse(n: usize) -> impl Strategy<Value = Formula> {
    (formula(n), 0..n, 0..n).prop_map(move |(f, i, j)| f.with_equation(i, j))
}

/// What a run has looked at, so that it cannot pass without having looked at anything.
#[derive(Default)]
pub struct Tally {
    points: Cell<u64>,
    inside: Cell<u64>,
    yes: Cell<u64>,
    no: Cell<u64>,
}

impl Tally {
    /// The library's points must be the expected ones.
    pub fn equal(
        &self,
        what: &str,
        found: &Points,
        expected: &Points,
    ) -> Result<(), TestCaseError> {
        self.points
            .set(self.points.get() + found.union(expected).count().max(1) as u64);
        self.inside.set(self.inside.get() + expected.len() as u64);
        prop_assert_eq!(found, expected, "{}", what);
        Ok(())
    }

    /// The library's verdict must be the expected one.
    pub fn verdict(&self, what: &str, found: bool, expected: bool) -> Result<(), TestCaseError> {
        let side = if expected { &self.yes } else { &self.no };
        side.set(side.get() + 1);
        prop_assert_eq!(found, expected, "{}", what);
        Ok(())
    }
}

/// Runs `test` on many values of a strategy (`PROPTEST_CASES` many, 64 unless told), always the
/// same ones. Fails if no point was compared or, where there were verdicts, if all were the same.
pub fn check<S: Strategy>(strategy: S, test: impl Fn(S::Value, &Tally) -> Result<(), TestCaseError>)
where
    S::Value: Debug,
{
    let cases = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(64);
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let tally = Tally::default();
    let mut runner = TestRunner::new_with_rng(config, rng);
    if let Err(error) = runner.run(&strategy, |value| test(value, &tally)) {
        panic!("{error}");
    }
    let verdicts = tally.yes.get() + tally.no.get();
    assert!(tally.points.get() + verdicts > 0, "nothing was compared");
    assert!(
        tally.points.get() == 0 || tally.inside.get() > 0,
        "only empty sets were compared"
    );
    assert!(
        verdicts == 0 || (tally.yes.get() > 0 && tally.no.get() > 0),
        "all {verdicts} verdicts were the same"
    );
}

/// The points of a bounded set, parameters first.
pub fn points_of(set: &Set) -> Points {
    let mut points = Points::new();
    let n_param = set.space().n_param();
    set.for_each_point(|point| {
        let mut all: Point = (0..n_param)
            .map(|i| {
                point
                    .coordinate(presburger::Dim::Param(i))
                    .unwrap()
                    .to_i64()
                    .unwrap()
            })
            .collect();
        all.extend(point.to_i64s().unwrap());
        assert!(points.insert(all), "a point was visited twice");
        true
    })
    .unwrap_or_else(|error| panic!("{set}: {error}"));
    points
}

/// The pairs of a bounded relation, both tuples one after the other.
pub fn pairs_of(map: &Map) -> Points {
    points_of(&map.wrap().unwrap().flatten())
}

/// The points of a set, bounded or not, within a box.
pub fn points_within(set: &Set, reach: i64) -> Points {
    let space = set.space();
    grid(space.n_total(), reach)
        .into_iter()
        .filter(|x| {
            let point = presburger::Point::new(space.clone(), x.clone()).unwrap();
            set.contains(&point).unwrap()
        })
        .collect()
}

/// The pairs of a relation, bounded or not, within a box.
pub fn pairs_within(map: &Map, reach: i64) -> Points {
    points_within(&map.wrap().unwrap().flatten(), reach)
}

/// The points for which `keep` holds.
pub fn select(n: usize, reach: i64, keep: impl Fn(&[i64]) -> bool) -> Points {
    grid(n, reach).into_iter().filter(|x| keep(x)).collect()
}
