//! Random small trees: the views of a tree agree with running it one instance at a time.

use presburger::{Point, Set, UnionMap, UnionSet};
use proptest::prelude::*;
use scop::ScheduleTree;
use scop::schedule::{Band, Kind, Node, TwoDPlusOne};
use std::cmp::Ordering;

/// Numbers for choices, from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.roll(choices.len() as u64) as usize]
    }
}

const STATEMENTS: [&str; 3] = ["A[i]", "B[i, j]", "C[]"];
const DOMAIN: &str = "[n] -> { A[i] : 0 <= i < n; B[i, j] : 0 <= j <= i < n; C[] : n > 1 }";

/// A date for one statement, by the iterators it has.
fn date(dice: &mut Dice, statement: usize) -> &'static str {
    match statement {
        0 => dice.pick(&[
            "i",
            "-i",
            "2i + 1",
            "0",
            "floor(i/2)",
            "i mod 2",
            "n - i",
            "i + 3",
        ]),
        1 => dice.pick(&[
            "i",
            "j",
            "i + j",
            "i - 2j",
            "floor(j/2)",
            "1",
            "n - j",
            "(i + j) mod 3",
        ]),
        _ => dice.pick(&["0", "1", "n", "-2"]),
    }
}

/// The band of `size` random dates.
fn band(dice: &mut Dice, alive: &[usize]) -> Band {
    let size = 1 + dice.roll(2);
    let mut functions = Vec::new();
    for _ in 0..size {
        let parts: Vec<String> = alive
            .iter()
            .map(|&s| format!("{} -> [({})]", STATEMENTS[s], date(dice, s)))
            .collect();
        functions.push(format!("{{ {} }}", parts.join("; ")));
    }
    let text = format!("[n] -> [{}]", functions.join(", "));
    let mut band = Band::new(text.parse().expect(&text));
    band.permutable = dice.roll(2) == 0;
    for member in &mut band.members {
        member.coincident = dice.roll(3) == 0;
        member.parallel = dice.roll(5) == 0;
        if dice.roll(3) == 0 {
            member.iterator = Some(dice.pick(&["x", "y"]).into());
        }
    }
    band
}

/// A subtree for the statements that are alive.
fn subtree(dice: &mut Dice, alive: &[usize], levels: usize) -> Node {
    if levels == 0 {
        return Node::leaf();
    }
    match dice.roll(6) {
        0 | 1 => {
            let band = band(dice, alive);
            Node::band(band, subtree(dice, alive, levels - 1))
        }
        2 | 3 if alive.len() > 1 => {
            // Each statement goes to one of the parts.
            let mut parts = vec![Vec::new(), Vec::new()];
            for &s in alive {
                parts[dice.roll(2) as usize].push(s);
            }
            parts.retain(|part| !part.is_empty());
            branch(dice, parts, levels)
        }
        2..=4 if alive.contains(&0) => {
            // The instances of A are split.
            let (yes, no) = match dice.roll(2) {
                0 => ("A[i] : i mod 2 = 0", "A[i] : i mod 2 = 1"),
                _ => ("A[i] : i < 2", "A[i] : i >= 2"),
            };
            let others: Vec<&str> = alive
                .iter()
                .filter(|&&s| s != 0)
                .map(|&s| STATEMENTS[s])
                .collect();
            let with_others = [vec![yes], others].concat().join("; ");
            let first = filter(&with_others);
            let second = filter(no);
            let parts = [
                (second, subtree(dice, &[0], levels - 1)),
                (first, subtree(dice, alive, levels - 1)),
            ];
            match dice.roll(4) {
                0 => Node::set(parts),
                _ => Node::sequence(parts),
            }
        }
        5 => Node::mark("here", subtree(dice, alive, levels - 1)),
        _ => Node::leaf(),
    }
}

fn branch(dice: &mut Dice, parts: Vec<Vec<usize>>, levels: usize) -> Node {
    let unordered = dice.roll(4) == 0;
    let parts: Vec<(UnionSet, Node)> = parts
        .into_iter()
        .map(|part| {
            let names: Vec<&str> = part.iter().map(|&s| STATEMENTS[s]).collect();
            (filter(&names.join("; ")), subtree(dice, &part, levels - 1))
        })
        .collect();
    if unordered {
        Node::set(parts)
    } else {
        Node::sequence(parts)
    }
}

fn filter(text: &str) -> UnionSet {
    format!("{{ {text} }}").parse().expect(text)
}

fn tree(seed: u64) -> ScheduleTree {
    let mut dice = Dice(seed);
    ScheduleTree::new(
        DOMAIN.parse().expect(DOMAIN),
        subtree(&mut dice, &[0, 1, 2], 4),
    )
}

fn has_sets(tree: &ScheduleTree) -> bool {
    tree.nodes()
        .iter()
        .any(|(_, node)| matches!(node.kind(), Kind::Set))
}

fn at(map: &UnionMap, n: i64) -> UnionMap {
    let values: Set = format!("[n] -> {{ : n = {n} }}").parse().expect("a set");
    map.intersect_params(&values)
        .and_then(|m| m.project_out_all_params())
        .expect("small sets")
}

/// The dates of the instances in a flat schedule for one value of n.
fn dates(map: &UnionMap, instances: &[Point], n: i64) -> Vec<Vec<i64>> {
    let map = at(map, n);
    let date = |instance: &Point| {
        let dates = map
            .apply(&instance.to_set().into())
            .and_then(|d| d.points())
            .expect("small");
        assert_eq!(dates.len(), 1, "{instance}");
        dates[0].to_i64s().expect("small numbers")
    };
    instances.iter().map(date).collect()
}

/// How a tree orders two instances, by walking down from a node with both.
fn compare(node: &Node, a: &Point, b: &Point, n: i64) -> Option<Ordering> {
    match node.kind() {
        Kind::Sequence | Kind::Set => {
            let part = |point: &Point| {
                node.children().iter().position(|child| match child.kind() {
                    Kind::Filter(filter) => filter.contains(point).expect("small"),
                    _ => false,
                })
            };
            match part(a)?.cmp(&part(b)?) {
                Ordering::Equal => compare(&node.children()[part(a)?], a, b, n),
                _ if matches!(node.kind(), Kind::Set) => None,
                order => Some(order),
            }
        }
        Kind::Band(band) => {
            let map = band.schedule.as_union_map().expect("small");
            let both = dates(&map, &[a.clone(), b.clone()], n);
            match both[0].cmp(&both[1]) {
                Ordering::Equal => compare(node.child()?, a, b, n),
                order => Some(order),
            }
        }
        _ => compare(node.child()?, a, b, n),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_trees(seed in any::<u64>()) {
        let tree = tree(seed);
        let n = 3;
        prop_assert_eq!(tree.verify().expect("small"), []);
        let again: ScheduleTree = tree.to_string().parse().expect("our own text");
        prop_assert!(tree.is_equal(&again).expect("small"), "{}", tree);
        let flow: ScheduleTree = format!("{tree:#}").parse().expect("our own text");
        prop_assert_eq!(&flow, &again);

        // Running the tree visits every instance once, in the order of the flat dates.
        let trace = tree.instances(&[("n", n)]).expect("small");
        let mut seen = trace.clone();
        seen.sort();
        seen.dedup();
        prop_assert_eq!(seen.len(), 3 + 6 + 1);
        prop_assert_eq!(trace.len(), seen.len());
        let flat = tree.map().expect("small");
        let flat_dates = dates(&flat, &trace, n);
        prop_assert!(flat_dates.is_sorted(), "{:?}\n{}", flat_dates, tree);

        // The order relation has the pairs that a walk down the tree orders.
        let before = tree.before().expect("small");
        let before_n = at(&before, n);
        for a in &trace {
            let later = before_n.apply(&a.to_set().into()).expect("small");
            for b in &trace {
                let expected = compare(tree.root(), a, b, n) == Some(Ordering::Less);
                prop_assert_eq!(later.contains(b).expect("small"), expected, "{} {}\n{}", a, b, tree);
            }
        }

        // The one-band tree of the flat dates.
        let band = ScheduleTree::from_map(&flat).expect("a function");
        prop_assert!(band.map().expect("small").is_equal(&flat).expect("small"));

        // The 2d+1 view: odd lengths, the same order, and back.
        let vectors = TwoDPlusOne::from_tree(&tree).expect("a function");
        for vector in &vectors.vectors {
            prop_assert_eq!(vector.positions.len(), vector.dates.len() + 1);
        }
        let back = vectors.to_tree().expect("constant positions");
        prop_assert_eq!(back.verify().expect("small"), []);
        let back = back.before().expect("small");
        if has_sets(&tree) {
            prop_assert!(before.is_subset(&back).expect("small"), "{}", tree);
        } else {
            prop_assert!(before.is_equal(&back).expect("small"), "{}", tree);
        }
    }
}

/// Instances that a tree adds or expands take part in all views.
#[test]
fn extension_and_expansion() {
    let text = r#"
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  schedule: "[{ S[i] -> [(floor(i/2))] }]"
  child:
    extension: "[n] -> { [t] -> copy[t, x] : 0 <= x < 2 and 0 <= 2t < n }"
    child:
      sequence:
      - filter: "{ copy[t, x] }"
        child:
          schedule: "[{ copy[t, x] -> [(-x)] }]"
      - filter: "{ S[i] }"
"#;
    let tree: ScheduleTree = text.parse().expect(text);
    assert_eq!(tree.verify().expect("small"), []);
    let trace: Vec<String> = tree
        .instances(&[("n", 3)])
        .expect("small")
        .iter()
        .map(|p| p.to_string())
        .collect();
    let expected = [
        "copy[0, 1]",
        "copy[0, 0]",
        "S[0]",
        "S[1]",
        "copy[1, 1]",
        "copy[1, 0]",
        "S[2]",
    ];
    assert_eq!(trace, expected.map(|p| format!("{{ {p} }}")));
    let flat = "[n] -> { copy[t, x] -> [t, 0, -x] : 0 <= x < 2 and 0 <= 2t < n; S[i] -> [floor(i/2), 1, 0] : 0 <= i < n }";
    assert!(
        tree.map()
            .expect("small")
            .is_equal(&flat.parse().expect(flat))
            .expect("small")
    );

    let text = r#"
domain: "{ G[i] : 0 <= i < 2 }"
child:
  schedule: "[{ G[i] -> [(-i)] }]"
  child:
    contraction: "{ S[i] -> G[(floor(i/2))] }"
    expansion: "{ G[i] -> S[x] : 2i <= x <= 2i + 1 }"
    child:
      schedule: "[{ S[i] -> [(i)] }]"
"#;
    let tree: ScheduleTree = text.parse().expect(text);
    assert_eq!(tree.verify().expect("small"), []);
    let trace: Vec<String> = tree
        .instances(&[])
        .expect("small")
        .iter()
        .map(|p| p.to_string())
        .collect();
    assert_eq!(
        trace,
        ["S[2]", "S[3]", "S[0]", "S[1]"].map(|p| format!("{{ {p} }}"))
    );
    let flat = "{ S[i] -> [-floor(i/2), i] : 0 <= i < 4 }";
    assert!(
        tree.map()
            .expect("small")
            .is_equal(&flat.parse().expect(flat))
            .expect("small")
    );
    let before = "{ S[i] -> S[j] : 0 <= i, j < 4 and (floor(j/2) < floor(i/2) or (floor(i/2) = floor(j/2) and i < j)) }";
    assert!(
        tree.before()
            .expect("small")
            .is_equal(&before.parse().expect(before))
            .expect("small")
    );
}

#[track_caller]
fn check_problems(text: &str, expected: &[&str]) {
    let tree: ScheduleTree = text.parse().expect(text);
    let problems: Vec<String> = tree
        .verify()
        .expect("small")
        .iter()
        .map(|p| p.to_string())
        .collect();
    assert_eq!(problems, expected);
}

#[test]
fn the_verifier_finds() {
    check_problems(
        "{ domain: \"{ A[]; B[] }\", child: { sequence: [ { filter: \"{ A[] }\" }, { filter: \"{ A[] }\" } ] } }",
        &[
            "/0/1: { A[] } passes an earlier filter too",
            "/0: { B[] } passes none of the filters",
        ],
    );
    check_problems(
        "{ domain: \"{ A[] }\", child: { domain: \"{ A[] }\" } }",
        &["/0: a domain is allowed only at the root"],
    );
    check_problems(
        "{ domain: \"{ A[] }\", child: { context: \"{ [x] : x > 0 }\" } }",
        &["/0: a set of 1 dimensions below 0 band members"],
    );
    check_problems(
        "{ domain: \"{ A[] }\", child: { extension: \"{ [x] -> B[] }\" } }",
        &["/0: an extension from 1 dimensions below 0 band members"],
    );
    check_problems(
        "{ domain: \"{ A[] }\", child: { extension: \"{ [] -> A[] }\" } }",
        &["/0: the extension adds { A[] } again"],
    );
    check_problems(
        "{ domain: \"{ A[]; C[] }\", child: { contraction: \"{ B[] -> C[] }\", expansion: \"{ A[] -> B[] }\" } }",
        &[
            "/0: the expansion has nothing for { C[] }",
            "/0: the contraction does not lead back from { B[] }",
        ],
    );
    check_problems(
        "{ domain: \"{ A[] }\", child: { mark: \"\" } }",
        &["/0: the mark is empty"],
    );
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    match text.parse::<ScheduleTree>() {
        Ok(tree) => panic!("read as\n{tree}"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

#[test]
fn mistakes_in_trees_have_a_place() {
    check_error(
        "filter: \"{ A[] }\"",
        "line 1, column 1: a schedule tree begins with a domain",
    );
    check_error(
        "domain: \"{ A[] }\"\nchild:\n  colour: red",
        "line 3, column 3: a node has one of the keys domain, context, schedule, sequence, set, filter, mark, guard, extension, contraction",
    );
    check_error(
        "domain: \"{ A[] }\"\npermutable: 1",
        "line 2, column 1: a node with the key domain has no key permutable",
    );
    check_error(
        "domain: \"{ A[] }\"\nfilter: \"{ A[] }\"",
        "line 2, column 1: a node with the key domain has no key filter",
    );
    check_error(
        "domain: \"{ A[] }\"\nchild: { sequence: [ ] }",
        "line 2, column 20: the children of a sequence are filters, at least one",
    );
    check_error(
        "domain: \"{ A[] }\"\nchild:\n  sequence:\n  - mark: x",
        "line 4, column 3: the children of a sequence are filters, at least one",
    );
    check_error(
        "domain: \"{ A[] }\"\nchild: { schedule: \"[{ A[] -> [0] }]\", coincident: [ 1, 0 ] }",
        "line 2, column 52: expected a list of 1 items",
    );
    check_error(
        "domain: \"{ A[] }\"\nchild: { contraction: \"{ A[] -> B[] }\" }",
        "line 2, column 23: a contraction needs an expansion",
    );
    check_error(
        "domain: [ 1 ]",
        "line 1, column 9: expected an object in quotes",
    );
    check_error("", "line 1, column 1: expected a node of a schedule tree");
}

#[test]
fn every_parameter_needs_a_value() {
    let tree: ScheduleTree = "domain: \"[n] -> { S[i] : 0 <= i < n }\""
        .parse()
        .expect("a tree");
    let error = tree.instances(&[("m", 3)]).expect_err("n is missing");
    assert_eq!(error.to_string(), "no value for the parameter n");
}

/// Guards leave instances out, by the outer dates; contexts are knowledge and do not.
#[test]
fn guards_and_contexts() {
    let text = r#"
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  context: "[n] -> { [] : n > 2 }"
  child:
    schedule: "[{ S[i] -> [(2i)] }]"
    child:
      guard: "[n] -> { [x] : x >= n }"
"#;
    let tree: ScheduleTree = text.parse().expect(text);
    assert_eq!(tree.verify().expect("small"), []);
    let expected = "[n] -> { S[i] -> [2i] : 2i >= n and 0 <= i < n }";
    assert!(
        tree.map()
            .expect("small")
            .is_equal(&expected.parse().expect(expected))
            .expect("small")
    );
    let trace = |n| tree.instances(&[("n", n)]).expect("small").len();
    assert_eq!([trace(2), trace(3), trace(4), trace(5)], [1, 1, 2, 2]);
}

/// The text of a band with everything that can be said about it.
#[test]
fn attributes_have_a_text() {
    let text = r#"domain: "{ S[i, j] }"
child:
  schedule: "[{ S[i, j] -> [i] }, { S[i, j] -> [j] }]"
  permutable: 1
  iterators: [ "i", "" ]
  labels: [ "", "inner" ]
  coincident: [ 1, 0 ]
  parallel: [ 1, 0 ]
  vector: [ 0, 1 ]
  unroll: [ 4, full ]
  reductions: [ "", "s t" ]
  options: "{ atomic[i0] }"
"#;
    let tree: ScheduleTree = text.parse().expect(text);
    assert_eq!(tree.to_string(), text);
    let flow = r#"{ domain: "{ S[i, j] }", child: { schedule: "[{ S[i, j] -> [i] }, { S[i, j] -> [j] }]", permutable: 1, iterators: [ "i", "" ], labels: [ "", "inner" ], coincident: [ 1, 0 ], parallel: [ 1, 0 ], vector: [ 0, 1 ], unroll: [ 4, full ], reductions: [ "", "s t" ], options: "{ atomic[i0] }" } }"#;
    assert_eq!(format!("{tree:#}"), flow);
}
