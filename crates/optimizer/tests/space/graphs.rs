//! Random dependence graphs: what pairs say, what programs say, and the definition.
//!
//! `SPACE_CASES` is the number of graphs, `SPACE_SEED` the first seed.

use crate::oracle::Oracle;
use crate::orders;
use optimizer::space::{Options, Space, Test};
use presburger::{Map, Set, UnionMap, UnionSet};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }
}

const ITERATORS: [[&str; 3]; 2] = [["i", "j", "k"], ["p", "q", "r"]];

fn instance(statement: usize, side: usize, depth: usize) -> String {
    format!("S{statement}[{}]", ITERATORS[side][..depth].join(", "))
}

/// Some pairs of instances of two statements with so many loops.
fn relation(random: &mut Random, ends: [usize; 2], depths: [usize; 2]) -> String {
    let mut conditions = vec!["n >= 4".to_string()];
    for side in [0, 1] {
        for iterator in &ITERATORS[side][..depths[side]] {
            conditions.push(format!("0 <= {iterator} < n"));
        }
    }
    for sink in &ITERATORS[1][..depths[1]] {
        if depths[0] > 0 && random.percent(70) {
            let source = ITERATORS[0][random.below(depths[0])];
            let offset = [0, 0, 0, 1, -1, 2][random.below(6)];
            conditions.push(match random.below(12) {
                0 => format!("{sink} = n - 1 - {source}"),
                1 | 2 => format!("{sink} >= {source} + {offset}"),
                3 => format!("{sink} = 2 {source}"),
                _ => format!("{sink} = {source} + {offset}"),
            });
        }
    }
    if depths[0] > 0 && random.percent(10) {
        conditions.push(format!("{} = 0", ITERATORS[0][random.below(depths[0])]));
    }
    let (a, b) = (
        instance(ends[0], 0, depths[0]),
        instance(ends[1], 1, depths[1]),
    );
    format!("[n] -> {{ {a} -> {b} : {} }}", conditions.join(" and "))
}

struct Graph {
    domains: Vec<Set>,
    relations: Vec<(Map, (usize, usize))>,
}

fn graph(random: &mut Random) -> Graph {
    let n = 2 + random.below(3);
    let depths: Vec<usize> = (0..n)
        .map(|_| [0, 1, 2, 2, 2, 3][random.below(6)])
        .collect();
    let domain = |one: usize| {
        let bounds = ITERATORS[0][..depths[one]]
            .iter()
            .map(|i| format!("0 <= {i} < n"));
        let bounds: Vec<String> = bounds.collect();
        let condition = match bounds.is_empty() {
            true => "n >= 4".into(),
            false => bounds.join(" and "),
        };
        format!(
            "[n] -> {{ {} : {condition} }}",
            instance(one, 0, depths[one])
        )
    };
    let mut relations = Vec::new();
    for a in 0..n {
        for b in a..n {
            let often = if a == b { 30 } else { 60 };
            while random.percent(often) {
                let text = relation(random, [a, b], [depths[a], depths[b]]);
                let mut relation: Map = text.parse().unwrap_or_else(|e| panic!("{e}: {text}"));
                // A statement must have some order of its own.
                if a == b {
                    let forwards = Map::lex_lt(relation.domain().unwrap().space()).unwrap();
                    relation = relation.intersect(&forwards).unwrap();
                }
                if !relation.is_empty().unwrap() {
                    relations.push((relation, (a, b)));
                }
            }
        }
    }
    // Now and then a cycle.
    if n > 1 && random.percent(20) {
        let (a, b) = (1, 0);
        let text = relation(random, [a, b], [depths[a], depths[b]]);
        let relation: Map = text.parse().unwrap();
        if !relation.is_empty().unwrap() {
            relations.push((relation, (a, b)));
        }
    }
    Graph {
        domains: (0..n).map(|one| domain(one).parse().unwrap()).collect(),
        relations,
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn pairs_decide_as_programs_do() {
    let (cases, seed) = (number("SPACE_CASES", 300), number("SPACE_SEED", 1));
    let (mut apart, mut points, mut large) = (0, 0, 0);
    for case in seed..seed + cases {
        let graph = graph(&mut Random(case));
        let n = graph.domains.len();
        let domain = UnionSet::from_sets(graph.domains.clone()).unwrap();
        let maps = graph.relations.iter().map(|(relation, _)| relation.clone());
        let before = UnionMap::from_maps(maps).unwrap();
        let context: Set = "[n] -> { : n >= 4 }".parse().unwrap();
        for shift in [None, Some(0)] {
            let space = |test: Test| {
                let options = Options {
                    test,
                    shift,
                    ..Options::default()
                };
                Space::of_relations(&domain, &before, &context, &options).unwrap()
            };
            let (pairwise, direct) = (space(Test::Pairwise), space(Test::Direct));
            assert_eq!(
                pairwise.names(),
                (0..n).map(|i| format!("S{i}")).collect::<Vec<_>>()
            );
            let mut oracle = Oracle::of_relations(&graph.domains, &graph.relations, shift);
            for order in orders(n) {
                let expected = oracle.is_legal(&order);
                let all = || {
                    let relations = graph.relations.iter().map(|(map, _)| map.to_string());
                    relations.collect::<Vec<_>>().join("\n")
                };
                let found = [&pairwise, &direct].map(|space| space.outermost().contains(&order));
                assert_eq!(
                    found,
                    [expected; 2],
                    "seed {case}, {shift:?}, {order}:\n{}",
                    all()
                );
                points += usize::from(expected);
            }
            apart += pairwise.outermost().apart().count();
            large += pairwise
                .outermost()
                .apart()
                .filter(|set| set.len() > 2)
                .count();
        }
    }
    println!(
        "{cases} graphs: {points} points, {apart} sets apart, {large} of them of three or more"
    );
    if cases >= 300 {
        assert!(apart > 100 && large >= 3, "{apart}, {large}");
    }
}
