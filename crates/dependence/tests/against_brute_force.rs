//! The dependences of typical nests are those that happen when the nest is run.

mod support;

use dependence::brute::{self, Comparison};
use dependence::{DependenceKind, Options, dependences, live_in, live_out};
use scop::Scop;
use support::NESTS;

const ALL: [DependenceKind; 5] = [
    DependenceKind::Raw,
    DependenceKind::War,
    DependenceKind::Waw,
    DependenceKind::Rar,
    DependenceKind::Flow,
];

/// Compares everything at several sizes; the number of pairs that were compared.
fn check(scop: &Scop) -> usize {
    let name = &scop.name;
    let problems = scop.verify().expect("small sets");
    assert!(problems.is_empty(), "{name}: {}", problems[0]);
    let options = Options {
        kinds: ALL.to_vec(),
        ..Options::default()
    };
    let split = dependences(scop, &options).expect("small sets");
    let merged = Options {
        split_by_depth: false,
        ..options
    };
    let merged = dependences(scop, &merged).expect("small sets");
    let (live_in, live_out) = (live_in(scop).unwrap(), live_out(scop).unwrap());
    let mut compared = 0;
    for size in 1..=4 {
        // Different sizes for different parameters, so that mixing them up shows.
        let values: Vec<(&str, i64)> = scop
            .parameters
            .iter()
            .enumerate()
            .map(|(i, p)| (p.name.as_str(), size + 2 * (i as i64 % 2)))
            .collect();
        let run = brute::run(scop, &values).expect("small sizes");
        for found in [&split, &merged] {
            let comparison: Comparison = run.compare(&ALL, found, &values).unwrap();
            assert!(comparison.is_equal(), "{name} {values:?}: {comparison}");
            compared += comparison.equal;
        }
        let cells = |set| brute::cells(set, &values).unwrap();
        assert_eq!(cells(&live_in), run.live_in, "{name} {values:?}: live in");
        assert_eq!(
            cells(&live_out),
            run.live_out,
            "{name} {values:?}: live out"
        );
    }
    compared
}

#[test]
fn nests_have_the_dependences_that_happen() {
    for nest in NESTS {
        let scop = nest.scop().unwrap_or_else(|e| panic!("{}: {e}", nest.name));
        let time = std::time::Instant::now();
        let compared = check(&scop);
        println!("{}: {compared} pairs in {:?}", nest.name, time.elapsed());
        assert!(compared > 0, "{}: nothing was compared", nest.name);
    }
}
