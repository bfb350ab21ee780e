//! Schedule trees as placements: which instances go which way, with which dates.

use presburger::{Map, Set};
use scop::schedule::{Parting, Placements, Step};
use scop::{LeafId, ScheduleTree};
use std::cmp::Ordering;

/// A placement as it is expected: the instances, the steps (`2` is a part of a sequence, `2?` one
/// of a set, everything else a date), the leaf.
type Expected<'a> = (&'a str, &'a [&'a str], usize);

fn placements(tree: &str) -> Placements {
    let tree: ScheduleTree = tree.parse().unwrap_or_else(|e| panic!("{e}\n{tree}"));
    Placements::new(&tree).unwrap()
}

fn check(tree: &str, expected: &[Expected<'_>]) {
    let found = placements(tree);
    assert_eq!(found.ids().count(), expected.len(), "{found:#?}");
    for ((_, placement), (domain, steps, leaf)) in found.iter().zip(expected) {
        let domain: Set = domain.parse().unwrap();
        let same = placement.domain.is_equal(&domain).unwrap();
        assert!(same, "{} is not {domain}", placement.domain);
        assert_eq!(placement.leaf, LeafId::new(*leaf), "{domain}");
        assert_eq!(placement.steps.len(), steps.len(), "{placement:#?}");
        for (step, text) in placement.steps.iter().zip(*steps) {
            match step {
                Step::Part { index, ordered } => {
                    let mark = if *ordered { "" } else { "?" };
                    assert_eq!(format!("{index}{mark}"), **text, "{domain}");
                }
                Step::Member { date, .. } => {
                    let wanted: Map = text.parse().unwrap();
                    let date = date.as_map().unwrap().intersect_domain(&domain).unwrap();
                    let wanted = wanted.intersect_domain(&domain).unwrap();
                    assert!(date.is_equal(&wanted).unwrap(), "{date} is not {wanted}");
                }
            }
        }
    }
}

/// How the first two placements compare: the number of common members, and the rest.
fn compared(tree: &str) -> (usize, Parting) {
    let found = placements(tree);
    let ids: Vec<_> = found.ids().collect();
    let both = found.compare(ids[0], ids[1]).unwrap();
    let back = found.compare(ids[1], ids[0]).unwrap();
    let turned = match both.parting {
        Parting::Ordered(order) => Parting::Ordered(order.reverse()),
        other => other,
    };
    assert_eq!(back.parting, turned);
    (both.members.len(), both.parting)
}

fn two_parts(kind: &str) -> String {
    format!(
        r#"
domain: "{{ S[i] : 0 <= i < 4; T[i] : 0 <= i < 4 }}"
child:
  schedule: "[{{ S[i] -> [(i)]; T[i] -> [(i)] }}]"
  child:
    {kind}:
    - filter: "{{ S[i] }}"
    - filter: "{{ T[i] : i > 1 }}"
"#
    )
}

#[test]
fn parts_of_sequences_and_sets() {
    let s = ("{ S[i] : 0 <= i < 4 }", "{ S[i] -> [i] }");
    let t = ("{ T[i] : 2 <= i < 4 }", "{ T[i] -> [i] }");
    check(
        &two_parts("sequence"),
        &[(s.0, &[s.1, "0"], 0), (t.0, &[t.1, "1"], 1)],
    );
    check(
        &two_parts("set"),
        &[(s.0, &[s.1, "0?"], 0), (t.0, &[t.1, "1?"], 1)],
    );
    let first = Parting::Ordered(Ordering::Less);
    assert_eq!(compared(&two_parts("sequence")), (1, first));
    assert_eq!(compared(&two_parts("set")), (1, Parting::Unordered));
}

/// A date in pieces: each for its own instances, and pieces with one formula are one.
#[test]
fn dates_in_pieces() {
    let tree = r#"
domain: "{ S[i] : 0 <= i < 10 }"
child:
  schedule: "[{ S[i] -> [(i)] : i < 3; S[i] -> [(9 - i)] : i >= 3 }]"
"#;
    check(
        tree,
        &[
            ("{ S[i] : 0 <= i < 3 }", &["{ S[i] -> [i] }"], 0),
            ("{ S[i] : 3 <= i < 10 }", &["{ S[i] -> [9 - i] }"], 0),
        ],
    );
    assert_eq!(compared(tree), (1, Parting::SameLeaf));
    // The same by way of a relation.
    let map = "{ S[i] -> [i, 0] : 0 <= i < 3; S[i] -> [9 - i, 0] : 3 <= i < 10 }";
    let found = Placements::from_map(&map.parse().unwrap()).unwrap();
    let pieces: Vec<_> = found.iter().map(|(_, one)| one.domain.clone()).collect();
    let wanted = ["{ S[i] : 0 <= i < 3 }", "{ S[i] : 3 <= i < 10 }"];
    assert_eq!(pieces.len(), 2);
    for text in wanted {
        let wanted: Set = text.parse().unwrap();
        assert!(pieces.iter().any(|one| one.is_equal(&wanted).unwrap()));
    }
}

/// Half of an odd number is no integer, and a date is one.
#[test]
fn fractions() {
    check(
        r#"
domain: "{ S[i] : 0 <= i < 10 }"
child: { schedule: "[{ S[i] -> [(i)/2] }]" }
"#,
        &[(
            "{ S[i] : 0 <= i < 10 and i mod 2 = 0 }",
            &["{ S[i] -> [o] : 2 o = i }"],
            0,
        )],
    );
}

/// Conditions on parameters, in a guard and in a filter.
#[test]
fn conditions_on_parameters() {
    for node in ["guard", "filter"] {
        let tree = format!(
            r#"
domain: "[n] -> {{ S[i] : 0 <= i < n }}"
child:
  {node}: "[n] -> {{ : n >= 5 }}"
  child: {{ schedule: "[{{ S[i] -> [(i)] }}]" }}
"#
        );
        check(
            &tree,
            &[(
                "[n] -> { S[i] : 0 <= i < n and n >= 5 }",
                &["{ S[i] -> [i] }"],
                0,
            )],
        );
    }
}

/// An extension that has an instance in every iteration: the first time is its placement, and
/// the other nine are there, too.
#[test]
fn instances_that_are_executed_again() {
    let found = placements(
        r#"
domain: "{ S[i] : 0 <= i < 10 }"
child:
  schedule: "[{ S[i] -> [(i)] }]"
  child:
    extension: "{ [x] -> T[] : 0 <= x < 10 }"
    child:
      sequence:
      - filter: "{ S[i] }"
      - filter: "{ T[] }"
"#,
    );
    assert_eq!(found.ids().count(), 2);
    let [again] = found.repeated() else {
        panic!("{:?}", found.repeated());
    };
    let wanted: Map = "{ T[] -> [x] : 1 <= x < 10 }".parse().unwrap();
    assert!(again.dates.is_equal(&wanted).unwrap(), "{}", again.dates);
}
