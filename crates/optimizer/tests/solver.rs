//! Programs whose points can be listed: the solver finds the smallest of them.

use optimizer::solver::{Choice, Program, Row, Search};
use proptest::prelude::*;

/// Variables are at most this; a bound for each is part of every program.
const LARGEST: i64 = 4;

fn row(n: usize) -> impl Strategy<Value = Row> {
    let factors = prop::collection::vec(-4i64..=4, n);
    (factors, -9i64..=9, 0..5).prop_map(|(factors, constant, kind)| {
        let terms = factors.into_iter().enumerate();
        match kind {
            0 => Row::zero(terms, constant),
            _ => Row::at_least_zero(terms, constant),
        }
    })
}

fn program() -> impl Strategy<Value = (Program, Vec<Choice>)> {
    (1usize..=4).prop_flat_map(|n| {
        let rows = prop::collection::vec(row(n), 0..5);
        let alternative = prop::collection::vec(row(n), 1..3);
        let choice = prop::collection::vec(alternative, 1..4);
        let choices = prop::collection::vec(choice, 0..4);
        (rows, choices).prop_map(move |(rows, choices)| {
            let mut program = Program::new(n);
            for i in 0..n {
                program.add(Row::at_least_zero([(i, -1)], LARGEST));
            }
            rows.into_iter().for_each(|row| program.add(row));
            let choices = choices.into_iter();
            let choices = choices.map(|alternatives| Choice { alternatives });
            (program, choices.collect())
        })
    })
}

/// All points in lexicographic order.
fn points(n: usize) -> Vec<Vec<i64>> {
    (0..n).fold(vec![Vec::new()], |known, _| {
        let longer = known.iter().flat_map(|point| {
            (0..=LARGEST).map(move |value| {
                let mut point = point.clone();
                point.push(value);
                point
            })
        });
        longer.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn the_minimum_is_the_first_of_all_points((program, _) in program()) {
        let expected = points(program.len()).into_iter().find(|point| program.holds_at(point));
        prop_assert_eq!(program.lexmin(100_000).unwrap(), expected);
    }

    #[test]
    fn a_search_finds_the_first_point_with_all_choices((program, choices) in program()) {
        let expected = points(program.len()).into_iter().find(|point| {
            program.holds_at(point) && choices.iter().all(|choice| choice.holds_at(point))
        });
        let found = Search::new(&program, &choices).with_budget(100_000).run().unwrap();
        prop_assert!(found.complete);
        prop_assert_eq!(found.point, expected);
    }

    #[test]
    fn leading_variables_are_as_small_as_possible((program, choices) in program(), leading in 0usize..4) {
        let leading = leading.min(program.len());
        let expected = points(program.len()).into_iter().find(|point| {
            program.holds_at(point) && choices.iter().all(|choice| choice.holds_at(point))
        });
        let search = Search::new(&program, &choices).with_leading(leading).with_budget(100_000);
        let found = search.run().unwrap();
        prop_assert!(found.complete);
        prop_assert_eq!(found.point.is_some(), expected.is_some());
        if let (Some(point), Some(expected)) = (found.point, expected) {
            prop_assert!(program.holds_at(&point));
            prop_assert!(choices.iter().all(|choice| choice.holds_at(&point)));
            prop_assert_eq!(&point[..leading], &expected[..leading]);
        }
    }

    #[test]
    fn a_search_that_ends_early_has_a_point_or_none((program, choices) in program(), budget in 0u64..8) {
        let found = Search::new(&program, &choices).with_budget(budget).run().unwrap();
        prop_assert!(found.pivots <= budget);
        if let Some(point) = &found.point {
            prop_assert!(program.holds_at(point));
            prop_assert!(choices.iter().all(|choice| choice.holds_at(point)));
        }
    }
}

/// Knapsack equations with large factors: the tableau needs cuts, and numbers beyond a word.
#[test]
fn large_numbers_are_exact() {
    let mut program = Program::new(3);
    let (a, b, c) = (3_000_000_019, 5_000_000_029, 7_000_000_001);
    let wanted = [4, 3, 9];
    let sum = a * wanted[0] + b * wanted[1] + c * wanted[2];
    program.add(Row::zero([(0, a), (1, b), (2, c)], -sum));
    assert_eq!(program.lexmin(100_000).unwrap(), Some(wanted.to_vec()));
}

#[test]
fn equations_without_integer_solutions_are_noticed() {
    let mut program = Program::new(2);
    program.add(Row::zero([(0, 6), (1, -10)], 3));
    program.add(Row::at_least_zero([(0, -1)], 50));
    assert_eq!(program.lexmin(100_000).unwrap(), None);
}
