//! The relations of a model and its verifier, on a small matrix product.

mod common;

use common::{map, product};
use presburger::{Set, UnionMap};
use scop::{AccessId, ArrayId, ScheduleTree, Scop, StmtId};

#[track_caller]
fn check_map(found: presburger::Result<UnionMap>, expected: &str) {
    let found = found.expect("small sets");
    assert!(
        found
            .is_equal(&expected.parse().expect(expected))
            .expect("small sets"),
        "{found}"
    );
}

#[test]
fn relations_over_all_statements() {
    let scop = product();
    check_map(
        scop.writes(),
        "[n] -> { S0[i, j] -> C[i, j] : 0 <= i, j < n; S1[i, j, k] -> C[i, j] : 0 <= i, j, k < n }",
    );
    check_map(
        scop.reads(),
        "[n] -> { S1[i, j, k] -> C[i, j] : 0 <= i, j, k < n; S1[i, j, k] -> A[i, k] : 0 <= i, j, k < n; S1[i, j, k] -> B[k, j] : 0 <= i, j, k < n }",
    );
    check_map(scop.may_writes(), "{ }");
    check_map(
        scop.tagged_must_writes(),
        "[n] -> { [S0[i, j] -> W0[]] -> C[i, j] : 0 <= i, j < n; [S1[i, j, k] -> W4[]] -> C[i, j] : 0 <= i, j, k < n }",
    );
    check_map(
        scop.schedule_map(),
        "[n] -> { S0[i, j] -> [i, j, 0, 0] : 0 <= i, j < n; S1[i, j, k] -> [i, j, 1, k] : 0 <= i, j, k < n }",
    );
}

#[test]
fn tags_lead_back() {
    let scop = product();
    for (stmt, id, _) in scop.accesses() {
        assert_eq!(scop.find_tag(&scop.tag(stmt, id)), Some((stmt, id)));
    }
    assert_eq!(scop.tag(StmtId(1), AccessId(1)), "R2");
    for unknown in [
        "W2",
        "R5",
        "R",
        "",
        "X1",
        "R-1",
        "R02",
        "R99999999999999999999",
    ] {
        assert_eq!(scop.find_tag(unknown), None, "{unknown}");
    }
}

/// The model after a change, and what the verifier says of it.
#[track_caller]
fn check_problems(change: impl FnOnce(&mut Scop), expected: &[&str]) {
    let mut scop = product();
    change(&mut scop);
    let problems: Vec<String> = scop
        .verify()
        .expect("small sets")
        .iter()
        .map(|p| p.to_string())
        .collect();
    assert_eq!(problems, expected);
}

#[test]
fn the_verifier_finds() {
    check_problems(|_| {}, &[]);
    check_problems(
        |s| s.arrays[1].name = "A".into(),
        &[
            "tuple A: the name is used twice",
            "S1, access 2: [n] -> { S1[i, j, k] -> B[i0, i1] } does not go to A, of rank 2",
        ],
    );
    check_problems(
        |s| s.context = "[n] -> { [] : n > 0 }".parse().expect("a set"),
        &["context: is not a condition on parameters"],
    );
    check_problems(
        |s| s.context = "[m] -> { : m > 0 }".parse().expect("a set"),
        &["context: unknown parameters: m"],
    );
    check_problems(
        |s| s.statements[0].accesses[0].array = ArrayId(7),
        &["S0, access 0: there is no array 7"],
    );
    check_problems(
        |s| {
            s.statements[0].accesses[0].relation =
                map("[n] -> { S0[i, j] -> C[i, j] : i = n + 1 and j = 0 and n = 2 }")
        },
        &["S0, access 0: [n = 2] -> { S0[3, 0] } is not in the domain"],
    );
    check_problems(
        |s| s.statements[0].accesses[0].exact = false,
        &["S0, access 0: an access that is not exact may happen, not must"],
    );
    check_problems(
        |s| s.statements[1].reduction.as_mut().expect("one").read = AccessId(1),
        &["S1: the reduction does not read and write the same cells"],
    );
    check_problems(
        |s| s.statements[0].body.holes[0].range = 5..6,
        &["S0: the hole 5..6 is out of order"],
    );
    check_problems(
        |s| s.statements[0].body.holes[1].range = 5..60,
        &["S0: the hole 5..60 is not in the text"],
    );
    check_problems(
        |s| s.statements[0].body.holes[1].value = "{ T[i] -> [(i)] }".parse().expect("a function"),
        &["S0: the hole 5..6 is a function of { T[i] }"],
    );
    check_problems(
        |s| s.statements[0].iterators.push("k".into()),
        &["S0: its domain is in [n] -> { S0[i, j] }, with 3 iterators"],
    );
    check_problems(
        |s| {
            s.schedule = "domain: \"[n] -> { S0[i, j] : 0 <= i, j < n }\""
                .parse()
                .expect("a tree")
        },
        &["schedule: [n = 1] -> { S1[0, 0, 0] } is not executed"],
    );
    check_problems(
        |s| {
            s.statements.pop();
        },
        &["schedule: [n = 1] -> { S1[0, 0, 0] } is not an instance"],
    );
}

#[test]
fn json_has_everything() {
    let json = product().to_json();
    assert_eq!(json["name"], "product");
    assert_eq!(json["context"], "[n] -> { : n >= 1 }");
    assert_eq!(json["arrays"][2]["storage"], "restrict argument");
    assert_eq!(json["arrays"][2]["rank"], 2);
    assert_eq!(json["statements"][1]["accesses"][3]["kind"], "write");
    assert_eq!(json["statements"][1]["accesses"][3]["array"], "C");
    assert_eq!(json["statements"][1]["reduction"]["operator"], "+");
    assert_eq!(json["statements"][0]["holes"][1]["start"], 5);
    let domain = json["statements"][0]["domain"].as_str().expect("a text");
    assert!(
        domain
            .parse::<Set>()
            .expect(domain)
            .is_equal(&product().statements[0].domain)
            .expect("small")
    );
    let schedule = json["schedule"].as_str().expect("a text");
    assert!(
        schedule
            .parse::<ScheduleTree>()
            .expect(schedule)
            .is_equal(&product().schedule)
            .expect("small")
    );
}
