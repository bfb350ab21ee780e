//! What is said of each dependence: depth, distance, certainty, reduction, tags. The
//! expectations are read off the loops by eye.

mod support;

use dependence::DependenceKind::{Flow, Raw, War, Waw};
use dependence::{Dependence, DependenceKind, Options};
use dependence::{dependences, live_in, live_out, tagged_union_of, union_of};
use scop::{Certainty, ReductionOperator, Scop};
use support::NESTS;

fn nest(name: &str) -> Scop {
    let nest = NESTS.iter().find(|nest| nest.name == name);
    nest.expect("a nest of this name").scop().unwrap()
}

fn listed(scop: &Scop, kinds: &[DependenceKind]) -> Vec<Dependence> {
    let options = Options {
        kinds: kinds.to_vec(),
        ..Options::default()
    };
    dependences(scop, &options).unwrap()
}

/// One line for each: kind, statements with access indices, depth, distance.
fn table(scop: &Scop, found: &[Dependence]) -> Vec<String> {
    let end = |(s, a): (scop::StmtId, scop::AccessId)| format!("{}.{a}", scop[s].name);
    found
        .iter()
        .map(|d| {
            let distance = d.distance.as_ref().map_or("?".into(), |distance| {
                let entry = |e: &Option<i64>| e.map_or("*".into(), |d| d.to_string());
                format!(
                    "({})",
                    distance.iter().map(entry).collect::<Vec<_>>().join(",")
                )
            });
            let (source, sink) = (end(d.source), end(d.sink));
            format!("{} {source} -> {sink} {} {distance}", d.kind, d.depth)
        })
        .collect()
}

#[test]
fn matrix_product() {
    let scop = nest("matmul");
    let found = listed(&scop, &[Raw, War, Waw, Flow]);
    assert_eq!(
        table(&scop, &found),
        [
            "RAW S.0 -> T.0 - (0,0)",
            "RAW T.3 -> T.0 3 (0,0,*)",
            "WAR T.0 -> T.3 3 (0,0,*)",
            "WAW S.0 -> T.3 - (0,0)",
            "WAW T.3 -> T.3 3 (0,0,*)",
            "flow S.0 -> T.0 - (0,0)",
            "flow T.3 -> T.0 3 (0,0,1)",
        ]
    );
    for d in &found {
        assert_eq!(d.certainty, Certainty::Must);
        let inside = d.source.0 == d.sink.0;
        assert_eq!(d.reduction, inside.then_some(ReductionOperator::Add));
    }
    let init = "[N] -> { S[i, j] -> T[i, j, 0] : 0 <= i, j < N }"
        .parse()
        .unwrap();
    assert!(found[5].relation.is_equal(&init).unwrap());
    let next = "[N] -> { T[i, j, k] -> T[i, j, k + 1] : 0 <= i, j < N and 0 <= k and k + 1 < N;
        S[i, j] -> T[i, j, 0] : 0 <= i, j < N }";
    let flow = union_of(&found, Flow).unwrap();
    assert!(flow.is_equal(&next.parse().unwrap()).unwrap());
    let tagged = "[N] -> { [S[i, j] -> W0[]] -> [T[i, j, 0] -> R1[]] : 0 <= i, j < N;
        [T[i, j, k] -> W4[]] -> [T[i, j, k + 1] -> R1[]] : 0 <= i, j < N and 0 <= k and k + 1 < N }";
    let flow = tagged_union_of(&scop, &found, Flow).unwrap();
    assert!(flow.is_equal(&tagged.parse().unwrap()).unwrap());
}

#[test]
fn time_loop() {
    let scop = nest("jacobi-1d");
    // The two inner loops have only the time loop in common.
    assert_eq!(
        table(&scop, &listed(&scop, &[Flow])),
        [
            "flow S.3 -> U.0 - (0)",
            "flow U.1 -> S.0 1 (1)",
            "flow U.1 -> S.1 1 (1)",
            "flow U.1 -> S.2 1 (1)",
        ]
    );
    assert_eq!(
        table(&scop, &listed(&scop, &[Waw])),
        ["WAW S.3 -> S.3 1 (*,0)", "WAW U.1 -> U.1 1 (*,0)"]
    );
    let cells = "[T, N] -> { A[i] : 0 <= i < N and N > 2 and T > 0 }"
        .parse()
        .unwrap();
    assert!(live_in(&scop).unwrap().is_equal(&cells).unwrap());
    let cells = "[T, N] -> { A[i] : T > 0 and 0 < i < N - 1; B[i] : T > 0 and 0 < i < N - 1 }";
    assert!(
        live_out(&scop)
            .unwrap()
            .is_equal(&cells.parse().unwrap())
            .unwrap()
    );
}

#[test]
fn a_loop_that_runs_down_has_distances_in_its_direction() {
    let scop = nest("downward");
    let found = listed(&scop, &[Flow]);
    assert_eq!(
        table(&scop, &found),
        [
            "flow S.1 -> T.2 1 ?",
            "flow T.3 -> S.0 - (0)",
            "flow T.3 -> T.0 2 (0,1)",
        ]
    );
    // x[i] is last written by T[i, i + 1], the last iteration of the inner loop.
    let last = "[N] -> { T[i, i + 1] -> S[i] : 0 <= i and i + 1 < N }"
        .parse()
        .unwrap();
    assert!(found[1].relation.is_equal(&last).unwrap());
}

#[test]
fn scalars_can_be_left_out() {
    let scop = nest("scalar-sum");
    let without = Options {
        scalars: false,
        ..Options::default()
    };
    assert!(dependences(&scop, &without).unwrap().is_empty());
    assert!(!dependences(&scop, &Options::default()).unwrap().is_empty());
    // The scalar is declared inside: nothing of it is seen from outside.
    let cells = "[N] -> { b[i] : 0 <= i < N }".parse().unwrap();
    assert!(live_out(&scop).unwrap().is_equal(&cells).unwrap());
}

#[test]
fn what_may_not_happen_is_no_sure_source() {
    let scop = nest("may-writes");
    let found = listed(&scop, &[Flow]);
    let at = |source: &str, sink: &str, access: u32| -> Vec<&Dependence> {
        let is = |d: &&Dependence| {
            let names = (scop[d.source.0].name.as_str(), scop[d.sink.0].name.as_str());
            names == (source, sink) && d.sink.1.0 == access
        };
        found.iter().filter(is).collect()
    };
    // A[i] is written by S[i] or, later or earlier, perhaps by T[N - 1 - i].
    let late = "[N] -> { S[i] -> U[i] : 0 <= i < N and i > N - 1 - i }"
        .parse()
        .unwrap();
    let sure: Vec<_> = at("S", "U", 0)
        .into_iter()
        .filter(|d| d.certainty == Certainty::Must)
        .collect();
    assert_eq!(sure.len(), 1);
    assert!(
        sure[0].relation.is_equal(&late).unwrap(),
        "{}",
        sure[0].relation
    );
    // A read that may not happen has no sure dependence.
    let unsure = at("S", "U", 1);
    assert!(!unsure.is_empty());
    assert!(unsure.iter().all(|d| d.certainty == Certainty::May));
}
