//! Random small scops: the symbolic dependences are those that happen.

mod support;

use dependence::brute;
use dependence::{DependenceKind, Options, dependences, live_in, live_out};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use support::{Lines, scop};

const ALL: [DependenceKind; 5] = [
    DependenceKind::Raw,
    DependenceKind::War,
    DependenceKind::Waw,
    DependenceKind::Rar,
    DependenceKind::Flow,
];

#[derive(Clone, Debug)]
struct Random {
    depth: usize,
    condition: &'static str,
    accesses: Vec<String>,
    /// Position, loop, position, loop; loops are swapped or run backwards.
    positions: [i64; 2],
    loops: [&'static str; 2],
}

fn subscript(depth: usize) -> impl Strategy<Value = String> {
    let simple: Vec<&'static str> = match depth {
        1 => vec![
            "i",
            "i - 1",
            "i + 1",
            "0",
            "N - 1 - i",
            "2i",
            "floor(i/2)",
            "i mod 2",
        ],
        _ => vec![
            "i",
            "j",
            "i + j",
            "j - 1",
            "i - j",
            "N - 1 - j",
            "2i + j",
            "j mod 2",
            "0",
        ],
    };
    prop::sample::select(simple).prop_map(String::from)
}

fn access(depth: usize) -> impl Strategy<Value = String> {
    let kind = prop_oneof![3 => Just("R"), 3 => Just("W"), 1 => Just("w"), 1 => Just("r")];
    let cell = prop_oneof![
        4 => subscript(depth).prop_map(|x| format!("A[{x}]")),
        1 => Just("s[]".to_string()),
        1 => (subscript(depth), subscript(depth)).prop_map(|(x, y)| format!("B[{x}, {y}]")),
    ];
    (kind, cell).prop_map(|(kind, cell)| format!("{kind} {cell}"))
}

fn statement() -> impl Strategy<Value = Random> {
    (1..=2usize).prop_flat_map(|depth| {
        let conditions = match depth {
            1 => vec![
                "0 <= i < N",
                "1 <= i < N and i mod 2 = 1",
                "0 <= i < 3",
                "i = 0 or i = N",
            ],
            _ => vec![
                "0 <= i, j < N",
                "0 <= i <= j < N",
                "0 <= i < N and j = N - i",
                "0 <= i < N and i <= j <= i + 1",
            ],
        };
        let loops = match depth {
            1 => vec![["i", "0"], ["-i", "0"], ["i + 1", "0"]],
            _ => vec![
                ["i", "j"],
                ["j", "i"],
                ["-i", "j"],
                ["i + j", "j"],
                ["i", "-j"],
                ["i + j", "-i"],
            ],
        };
        let accesses = prop::collection::vec(access(depth), 1..=3);
        let positions = [0..=1i64, 0..=1i64];
        (
            prop::sample::select(conditions),
            prop::sample::select(loops),
            accesses,
            positions,
        )
            .prop_map(move |(condition, loops, accesses, positions)| Random {
                depth,
                condition,
                accesses,
                positions,
                loops,
            })
    })
}

#[test]
fn dependences_are_those_that_happen() {
    let config = ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let compared = Cell::new(0);
    let strategy = prop::collection::vec(statement(), 1..=3);
    let result = TestRunner::new(config).run(&strategy, |statements| {
        compared.set(compared.get() + check(&statements));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(compared.get() > 1000, "{} comparisons", compared.get());
}

/// Compares everything at several sizes; the number of pairs.
fn check(statements: &[Random]) -> usize {
    let head = |number: usize, s: &Random| format!("S{number}[{}]", ["", "i", "i, j"][s.depth]);
    let numbered = || statements.iter().enumerate();
    let lines: Vec<Lines> = numbered()
        .map(|(number, s)| Lines {
            head: head(number, s),
            condition: s.condition.into(),
            accesses: s.accesses.clone(),
        })
        .collect();
    let dates: Vec<String> = numbered()
        .map(|(number, s)| {
            let ([p, q], [x, y]) = (s.positions, s.loops);
            format!("{} -> [{p}, {x}, {q}, {y}, {number}]", head(number, s))
        })
        .collect();
    let schedule = format!("[N] -> {{ {} }}", dates.join("; "))
        .parse()
        .unwrap();
    let scop = scop("random", "[N]", "N >= 0", &lines, &schedule, &["s"]).unwrap();
    let options = Options {
        kinds: ALL.to_vec(),
        ..Options::default()
    };
    let found = dependences(&scop, &options).unwrap();
    let (live_in, live_out) = (live_in(&scop).unwrap(), live_out(&scop).unwrap());
    let mut compared = 0;
    for n in 0..=4 {
        let values = [("N", n)];
        let run = brute::run(&scop, &values).unwrap();
        let comparison = run.compare(&ALL, &found, &values).unwrap();
        let equal = comparison.is_equal();
        assert!(equal, "N = {n}: {comparison}\n{lines:#?}\n{schedule}");
        assert_eq!(brute::cells(&live_in, &values).unwrap(), run.live_in);
        assert_eq!(brute::cells(&live_out, &values).unwrap(), run.live_out);
        compared += comparison.equal;
    }
    compared
}
