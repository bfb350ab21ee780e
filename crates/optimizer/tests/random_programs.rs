//! Random programs: what is found for them is legal, and their bands are what they say.
//!
//! `OPTIMIZE_CASES` is the number of programs, `OPTIMIZE_SEED` the first seed.

#[path = "../../loopwright/tests/random/program.rs"]
mod generate;
mod support;

use optimizer::Strategy;
use optimizer::schedule::{ConcurrentStart, Fusion, Options, proposal};
use presburger::{MultiUnionPwAff, Tuple, UnionPwAff, Value};
use scop::schedule::{Band, Kind, Node};
use scop::{ScheduleTree, Scop};
use support::all_of;

/// SplitMix64.
pub struct Random(u64);

impl Random {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    /// So often in a hundred.
    pub fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    /// One of a list.
    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(otherwise, |value| value.parse().expect("a number"))
}

/// The tree with every coincident member of one band parallel, for each band.
fn parallel_trees(tree: &ScheduleTree) -> Vec<ScheduleTree> {
    let mut trees = Vec::new();
    for (path, node) in tree.nodes() {
        let Kind::Band(band) = node.kind() else {
            continue;
        };
        let mut band = band.clone();
        for member in &mut band.members {
            member.parallel = member.coincident;
        }
        if band.members.iter().any(|member| member.parallel) {
            let child = node.child().cloned().unwrap_or_else(Node::leaf);
            trees.extend(tree.replace(&path, Node::band(band, child)));
        }
    }
    trees
}

/// The tree with tiles around one of the bands that can be tiled, for each band.
fn tiled_trees(tree: &ScheduleTree) -> Vec<ScheduleTree> {
    let mut trees = Vec::new();
    for (path, node) in tree.nodes() {
        let Kind::Band(band) = node.kind() else {
            continue;
        };
        if !band.permutable || band.size() < 2 {
            continue;
        }
        let numbers = (0..band.size()).map(|k| {
            let size = Value::from(k as i64 + 2);
            let date = band.schedule.at(k).unwrap();
            date.scale_down(&size).unwrap().floor().unwrap()
        });
        let numbers: Vec<UnionPwAff> = numbers.collect();
        let tuple = Tuple::anonymous(numbers.len());
        let tiles = MultiUnionPwAff::from_union_pw_aff_list(tuple, &numbers).unwrap();
        let tiles = Node::band(Band::new(tiles), node.clone());
        trees.extend(tree.replace(&path, tiles));
    }
    trees
}

struct Checked {
    legal: usize,
    rejected: usize,
}

fn check(seed: u64, text: &str, scop: &Scop, random: &mut Random, checked: &mut Checked) {
    let dependences = all_of(scop);
    let preset = Strategy::PRESETS[random.below(4)];
    let strategy = Strategy::preset(preset).unwrap();
    let mut options = strategy.options(scop, &Options::default()).unwrap();
    options.fusion = [Fusion::Max, Fusion::Smart, Fusion::None][random.below(3)].clone();
    options.inputs = random.percent(30);
    let diamonds = [
        ConcurrentStart::No,
        ConcurrentStart::Partial,
        ConcurrentStart::Full,
    ];
    options.concurrent_start = diamonds[random.below(3)];
    for temporaries in [true, false] {
        let what = || format!("seed {seed}, {preset}, {options:?}\n{text}");
        let tree = proposal(scop, &dependences, &options, temporaries);
        let tree = tree.unwrap_or_else(|e| panic!("{e}: {}", what()));
        let mut trees = parallel_trees(&tree);
        trees.extend(tiled_trees(&tree));
        trees.push(tree);
        for tree in trees {
            let verdict = legality::check(scop, &dependences, &tree, &Default::default());
            let verdict = verdict.unwrap_or_else(|e| panic!("{e}: {}", what()));
            match verdict.is_legal() {
                true => checked.legal += 1,
                // Whether temporaries can have memory of their own is proved only then.
                false if temporaries => checked.rejected += 1,
                false => panic!("not legal: {}\n{tree}", what()),
            }
        }
    }
}

#[test]
fn what_is_found_is_legal() {
    let first = number("OPTIMIZE_SEED", 1);
    let cases = number("OPTIMIZE_CASES", 200);
    let mut checked = Checked {
        legal: 0,
        rejected: 0,
    };
    let mut modelled = 0;
    for seed in first..first + cases {
        let mut random = Random(seed);
        let text = generate::program(&mut random);
        let Ok(unit) = frontend::read(&text, &frontend::Options::default()) else {
            continue;
        };
        for region in &unit.regions {
            if let Ok(model) = unit.model(region, &frontend::ModelOptions::default()) {
                modelled += 1;
                check(seed, &text, &model.scop, &mut random, &mut checked);
            }
        }
    }
    let Checked { legal, rejected } = checked;
    println!("{modelled} programs, {legal} trees legal, {rejected} rejected with temporaries");
    assert!(
        modelled as u64 * 2 > cases,
        "{modelled} of {cases} programs are modelled"
    );
    assert!(rejected * 20 < legal, "{rejected} rejected, {legal} legal");
}
