//! The second level, found by trying all small dates at the first one.

use crate::support::{all_of, program};
use optimizer::farkas::{Pairs, Spread};
use optimizer::space::{Interleaving, Options, Order, Space};
use presburger::{Aff, Map, MultiAff, Set, Tuple, Value};
use scop::Scop;
use std::collections::BTreeSet;

/// Two statements, with loops that begin at 0 and are counted upwards, so that iterators are counters.
const PROGRAMS: [&str; 12] = [
    "for (int i = 0; i < n; i++) { x[i] = 0; for (int j = 0; j < n; j++) x[i] += A[i][j]; }",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i][j] = x[j];
     for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) B[i][j] = A[j][i];",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i] += A[i][j];
     for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) y[i] += B[i][j] * x[j];",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i] += A[i][j];
     for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) y[i] += B[i][j] * x[i];",
    "for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) x[i] += A[i][j];
     for (int j = 0; j < n; j++) A[i][j] = x[i]; }",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { A[i][j] = x[i] + y[j]; x[i] = A[i][j]; }",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i + 1][j + 1] = A[i][j];
     for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) B[i][j] = A[i + 1][j];",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i + 1][j] = A[i][j + 1];
     for (int i = 0; i < n; i++) B[i][i] = A[i][i];",
    "for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) y[j] = x[j]; for (int j = 0; j < n; j++) x[j] = y[j]; }",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { A[i][j] = B[i][j]; B[i][j + 1] = A[i][j]; }",
    "x[0] = 1; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i][j] = x[0];",
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[j][i] = x[i]; for (int i = 0; i < n; i++) y[i] = A[0][i];",
];

/// A date for each statement: iterators, n, 1.
type Dates = [Vec<i64>; 2];

/// Dates of a statement with small coefficients, shifted by less than `shifts`.
fn dates(depth: usize, shifts: i64) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    for code in 0..3usize.pow(depth as u32) {
        for shift in 0..shifts {
            let mut date: Vec<i64> = (0..depth)
                .map(|i| (code / 3usize.pow(i as u32) % 3) as i64)
                .collect();
            date.extend([0, shift]);
            all.push(date);
        }
    }
    all
}

fn are_independent(rows: &[&[i64]]) -> bool {
    match rows {
        [a] => a.iter().any(|value| *value != 0),
        [a, b] if a.len() == 2 => a[0] * b[1] != a[1] * b[0],
        _ => false,
    }
}

/// Pairs of instances, with the numbers of their statements.
struct Left {
    relation: Map,
    pairs: Pairs,
    ends: (usize, usize),
}

fn left(relations: &[(Map, (usize, usize))], context: &Set) -> Vec<Left> {
    let mut all = Vec::new();
    for (relation, ends) in relations {
        if !relation.is_empty().unwrap() {
            all.push(Left {
                relation: relation.clone(),
                pairs: Pairs::of(relation, context, &["n"]).unwrap(),
                ends: *ends,
            });
        }
    }
    all
}

fn respects(left: &[Left], dates: &Dates) -> bool {
    left.iter().all(|one| {
        let spread = one.pairs.spread(&dates[one.ends.0], &dates[one.ends.1]);
        spread != Spread::Mixed
    })
}

/// What is left of relations on equal dates.
fn on_equal_dates(scop: &Scop, all: &[Left], dates: &Dates) -> Vec<(Map, (usize, usize))> {
    let functions: Vec<MultiAff> = (0..2)
        .map(|one| {
            let space = scop.statements[one]
                .domain
                .align_params(&["n"])
                .space()
                .clone();
            let date = &dates[one];
            let (iterators, rest) = date.split_at(date.len() - 2);
            let values: Vec<Value> = rest[..1]
                .iter()
                .chain(iterators)
                .map(|v| (*v).into())
                .collect();
            let date = Aff::from_coefficients(&space, &values, &rest[1].into()).unwrap();
            MultiAff::from_aff_list(&space, Tuple::anonymous(1), &[date]).unwrap()
        })
        .collect();
    let equal = all.iter().map(|one| {
        let equal = functions[one.ends.0]
            .eq_map(&functions[one.ends.1])
            .unwrap();
        (
            one.relation.align_params(&["n"]).intersect(&equal).unwrap(),
            one.ends,
        )
    });
    equal.collect()
}

/// The orders of two statements with the dates of each level tried.
fn legal(scop: &Scop, shifts: i64) -> BTreeSet<Interleaving> {
    let together = Order::from_values(&[0, 0]);
    let apart = [[0, 1], [1, 0]].map(|ranks| Order::from_values(&ranks));
    let depths: Vec<usize> = scop.statements.iter().map(|one| one.depth()).collect();
    let dependences = all_of(scop);
    let relations: Vec<(Map, (usize, usize))> = dependences
        .iter()
        .map(|one| {
            (
                one.relation.clone(),
                (one.source.0.index(), one.sink.0.index()),
            )
        })
        .collect();
    let all = left(&relations, &scop.context);
    let in_order = |left: &[Left], order: &Order| {
        left.iter()
            .all(|one| order.ranks()[one.ends.0] <= order.ranks()[one.ends.1])
    };
    let mut found = BTreeSet::new();
    for order in &apart {
        if in_order(&all, order) {
            found.insert(Interleaving::new(vec![order.clone(); 2]).unwrap());
        }
    }
    let candidates = [dates(depths[0], shifts), dates(depths[1], shifts)];
    for a in &candidates[0] {
        for b in &candidates[1] {
            let first = [a.clone(), b.clone()];
            let is_loop =
                |one: usize| depths[one] == 0 || are_independent(&[&first[one][..depths[one]]]);
            if !is_loop(0) || !is_loop(1) || !respects(&all, &first) {
                continue;
            }
            let rest = left(&on_equal_dates(scop, &all, &first), &scop.context);
            let mut add = |order: &Order| {
                found.insert(Interleaving::new(vec![together.clone(), order.clone()]).unwrap())
            };
            for order in &apart {
                if in_order(&rest, order) {
                    add(order);
                }
            }
            let can_share = candidates[0].iter().any(|a| {
                candidates[1].iter().any(|b| {
                    let second = [a.clone(), b.clone()];
                    let is_loop = |one: usize| {
                        let depth = depths[one];
                        depth < 2 || are_independent(&[&first[one][..depth], &second[one][..depth]])
                    };
                    is_loop(0) && is_loop(1) && respects(&rest, &second)
                })
            });
            if can_share {
                add(&together);
            }
        }
    }
    found
}

#[test]
fn second_levels_are_legal_if_and_only_if_there_are_dates() {
    let mut kinds = BTreeSet::new();
    for text in PROGRAMS {
        let parameters =
            "int n, double A[n + 1][n + 1], double B[n + 1][n + 1], double x[n], double y[n]";
        let scop = program(parameters, text);
        assert_eq!(scop.statements.len(), 2, "{text}");
        for (shift, shifts) in [(None, 3), (Some(0), 1)] {
            let options = Options {
                shift,
                ..Options::default()
            };
            let space = Space::of_program(&scop, &all_of(&scop), &options).unwrap();
            let found: BTreeSet<Interleaving> = space.iter(2).map(Result::unwrap).collect();
            assert_eq!(found, legal(&scop, shifts), "{text}, {shift:?}");
            kinds.insert(found);
        }
    }
    // They are of many kinds.
    assert!(kinds.len() >= 5, "{kinds:?}");
}
