//! Scripts of one to five operations that mostly fit the program.
//!
//! Each operation is made for the loops that the operations before it have led to; most of those
//! that the language refuses are thrown away and made anew.

use scop::Scop;
use scop::schedule::{Kind, Node, ScheduleTree};

use super::Random;

/// The text, and how many operations were refused on the way.
pub fn script(random: &mut Random, scop: &Scop) -> (String, usize) {
    let mut text = String::new();
    if random.percent(5) {
        text.push_str("use normalised\n");
    }
    let mut tree = scop.schedule.clone();
    let mut refused = 0;
    let length = 1 + random.below(5);
    for _ in 0..length {
        for attempt in 0.. {
            let line = operation(random, scop, &tree);
            let longer = format!("{text}{line}\n");
            match run(&longer, scop) {
                Some(after) => {
                    (text, tree) = (longer, after);
                    break;
                }
                None if random.percent(2) => return (longer, refused),
                None if attempt == 8 => return (text, refused),
                None => refused += 1,
            }
        }
    }
    (text, refused)
}

/// The order after a script; nothing if it has mistakes.
fn run(text: &str, scop: &Scop) -> Option<ScheduleTree> {
    let script = script::parse(text, "random.lw").ok()?;
    let outcome = script::run(&script, scop, &script::Options::default()).ok()?;
    Some(outcome.schedule)
}

fn operation(random: &mut Random, scop: &Scop, tree: &ScheduleTree) -> String {
    let names: Vec<String> = scop.statements.iter().map(|one| one.name.clone()).collect();
    let s = random.pick_name(&names);
    let t = random.pick_name(&names);
    let loops = loops(tree.root(), &s);
    let l = match loops.is_empty() {
        true => "i".to_string(),
        false => random.pick_name(&loops),
    };
    let k = match loops.is_empty() {
        true => "j".to_string(),
        false => random.pick_name(&loops),
    };
    // The loop with all in it, or for this statement alone.
    let one = match random.percent(70) {
        true => format!("{s}.{l}"),
        false => format!("{s}, {l}"),
    };
    let two = match random.percent(70) {
        true => format!("{s}.{l}, {s}.{k}"),
        false => format!("{s}, {l}, {k}"),
    };
    let size = random.pick(&["2", "2", "3", "4", "1", "0", "32"]);
    match random.below(44) {
        0..=2 => format!("interchange({two})"),
        3 => format!("permute({s}, [{}])", shuffled(random, &loops).join(", ")),
        4 | 5 => format!("reverse({one})"),
        6..=8 => {
            let outer = k.clone();
            let by = ["1", "-1", "2", "n", "m - 1", "-2", &outer];
            format!("shift({one}, {})", random.pick(&by))
        }
        9 => format!("scale({one}, {})", random.pick(&["2", "3", "-1", "0"])),
        10..=12 => format!("skew({two}, {})", random.pick(&["1", "2", "-1", "1"])),
        13 | 14 => format!("stripmine({one}, {size})"),
        15 | 16 => format!("tile({s}.{l}, {size}, {})", random.pick(&["2", "3"])),
        17 => {
            let sizes: Vec<&str> = loops
                .iter()
                .map(|_| random.pick(&["2", "3", "1"]))
                .collect();
            let separate = if random.percent(30) { ", separate" } else { "" };
            format!("tile({s}, {}{separate})", sizes.join(", "))
        }
        18..=20 => format!("fuse({s}, {t})"),
        21 => format!("fuse({s}, {t}, {})", random.below(3)),
        22 => format!("distribute({s}.{l})"),
        23 => format!("distribute({s}, {t})"),
        24 => format!("reorder({s}, {t})"),
        25 => format!("split({one}, {})", random.pick(&["2", "n - 1", "3", "m"])),
        26 => format!("peel({one}, {})", random.pick(&["1", "2", "-1"])),
        27 => format!("unroll({s}.{l}{})", random.pick(&[", 2", ", 3", ""])),
        28 => format!("unroll_and_jam({one}, {size})"),
        29 => format!("wavefront({two})"),
        30..=32 => format!("parallel({s}.{l}{})", random.pick(&["", "", ", reduction"])),
        33 => format!(
            "vectorize({s}.{l}{})",
            random.pick(&["", ", 2", ", reduction"])
        ),
        34 | 35 => format!("realign({s}, {t}, {})", random.below(3)),
        36 | 37 => format!("affine({s}, {})", map(random, loops.len())),
        38 => format!("affine(lift({s}, 1), {})", map(random, 1)),
        39 | 40 => {
            let n = random.below(2);
            format!("isplit({s}, {}, {n})", set(random, loops.len()))
        }
        41 => {
            let depth = scop.statements.iter().find(|one| one.name == s);
            let depth = depth.map_or(1, |one| one.iterators.len());
            format!("map {s} {}", map(random, depth))
        }
        42 => format!(
            "(a, b) = split({s}.{l}, {})\nreorder(b, a)",
            random.pick(&["1", "2", "n - 1"])
        ),
        _ => format!("(a, b) = stripmine({s}.{l}, {size})\ninterchange(b, {s}.{k})"),
    }
}

fn map(random: &mut Random, loops: usize) -> &'static str {
    let maps: &[&[&str]] = &[
        &[
            "{ [i] -> [-i] }",
            "{ [i] -> [i + 1] }",
            "{ [i] -> [2*i] }",
            "{ [i] -> [i / 2, i % 2] }",
            "{ [i] -> [i % 2, i / 2] }",
            "{ [i] -> [a, b] : a = [i/3] and b = i - 3*a }",
            "{ [i] -> [n - i] }",
            "{ [i] -> [i] : i < 2; [i] -> [i + 1] : i >= 2 }",
            "{ [i] -> [0, i] }",
            "{ [i] -> [i / 2] }",
        ],
        &[
            "{ [i, j] -> [j, i] }",
            "{ [i, j] -> [i + j, j] }",
            "{ [i, j] -> [i, i + j] }",
            "{ [i, j] -> [i, -j] }",
            "{ [i, j] -> [i, j - 2*i] }",
            "{ [i, j] -> [i/2, j/2, i, j] }",
            "{ [i, j] -> [i/2, j, i%2] }",
            "{ [i, j] -> [2*i + j, i] }",
            "{ [i, j] -> [j % 2, i, j] }",
            "{ [i, j] -> [i - j, i] : i > j; [i, j] -> [0, j] : i <= j }",
            "{ [i, j] -> [100*i + j] }",
        ],
        &[
            "{ [i, j, k] -> [i, k, j] }",
            "{ [i, j, k] -> [k, j, i] }",
            "{ [i, j, k] -> [i, j + i, k + i] }",
            "{ [i, j, k] -> [i + j + k, j, k] }",
            "{ [i, j, k] -> [i, j, -k] }",
            "{ [i, j, k] -> [i, k / 2, j, k] }",
        ],
    ];
    let most = loops.clamp(1, maps.len());
    // A map of fewer loops changes the outer ones.
    let dimensions = match random.percent(75) {
        true => most,
        false => 1 + random.below(most),
    };
    random.pick(maps[dimensions - 1])
}

fn set(random: &mut Random, loops: usize) -> &'static str {
    let one = [
        "{ [i] : i < 2 }",
        "{ [i] : i % 2 = 0 }",
        "{ [i] : i >= n - 1 }",
        "{ [i] : i >= 2 }",
    ];
    let two = [
        "{ [i, j] : j < 2 }",
        "{ [i, j] : i + j < n }",
        "{ [i, j] : i > j }",
        "{ [i, j] : j % 2 = 1 }",
        "{ [i, j] : i = 1 or j = 1 }",
    ];
    match loops > 1 && random.percent(60) {
        true => random.pick(&two),
        false => random.pick(&one),
    }
}

fn shuffled(random: &mut Random, names: &[String]) -> Vec<String> {
    let mut rest = names.to_vec();
    let mut order = Vec::new();
    while !rest.is_empty() {
        order.push(rest.swap_remove(random.below(rest.len())));
    }
    order
}

/// The names of the loops around a statement, from the outside in.
fn loops(node: &Node, statement: &str) -> Vec<String> {
    let mut names = Vec::new();
    match node.kind() {
        Kind::Band(band) => {
            names.extend(band.members.iter().filter_map(|one| one.iterator.clone()));
        }
        Kind::Filter(set) => {
            let has = |one: &presburger::Set| one.tuple_name() == Some(statement);
            if !set.sets().iter().any(has) {
                return names;
            }
        }
        _ => {}
    }
    // In several places after a split: those of the first will do.
    let below = node.children().iter().map(|child| loops(child, statement));
    names.extend(
        below
            .into_iter()
            .find(|names| !names.is_empty())
            .unwrap_or_default(),
    );
    names
}
