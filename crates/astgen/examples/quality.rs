//! How the generated code compares with isl's, over the corpus: one table.
//!
//! `cargo run --release -p loopwright-astgen --example quality [-- -v] [name…]`; with `-v`, the two
//! texts of every input that is named.

#[path = "../tests/common/mod.rs"]
mod common;

use astgen::Generator;
use presburger::Budget;
use std::time::{Duration, Instant};

const COLUMNS: [&str; 8] = ["for", "if", "min", "max", "%", "floord", "calls", "lines"];

fn counts(text: &str) -> [usize; 8] {
    let of = |word: &str| text.matches(word).count();
    let calls = text
        .lines()
        .filter(|line| {
            let line = line.trim_start();
            line.ends_with(");") && !line.starts_with("for") && !line.starts_with("if")
        })
        .count();
    [
        of("for ("),
        of("if ("),
        of("min("),
        of("max("),
        of(" % "),
        of("floord("),
        calls,
        text.lines().count(),
    ]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let verbose = arguments.iter().any(|a| a == "-v");
    let wanted: Vec<&String> = arguments.iter().filter(|a| *a != "-v").collect();
    let Some(corpus) = common::corpus() else {
        eprintln!("skipped: no shared/corpus/isl/codegen beside the repository");
        return;
    };
    let (mut ours, mut theirs) = ([0; 8], [0; 8]);
    let mut rows: Vec<(i64, String, [usize; 8], [usize; 8])> = Vec::new();
    let mut times: Vec<(Duration, String)> = Vec::new();
    let mut failed = 0;
    for path in common::inputs(&corpus) {
        let name = common::name_of(&corpus, &path);
        if !wanted.is_empty() && !wanted.iter().any(|w| **w == name) {
            continue;
        }
        let Ok(isl) = std::fs::read_to_string(path.with_extension("c")) else {
            continue;
        };
        let start = Instant::now();
        let code = common::read_input(&path).and_then(|input| {
            Budget::operations(100_000_000)
                .run(|| Generator::new().from_input(&input))
                .map_err(|error| error.to_string())
        });
        times.push((start.elapsed(), name.clone()));
        let text = match code {
            Ok(code) => code.to_string(),
            Err(error) => {
                println!("{name}: {error}");
                failed += 1;
                continue;
            }
        };
        if verbose {
            println!("=== {name}: isl\n{isl}--- ours\n{text}");
        }
        let (a, b) = (counts(&text), counts(&isl));
        for k in 0..COLUMNS.len() {
            ours[k] += a[k];
            theirs[k] += b[k];
        }
        let excess = |k: usize| a[k] as i64 - b[k] as i64;
        rows.push(((0..COLUMNS.len()).map(excess).sum(), name, a, b));
    }
    let line = |name: &str, values: &[usize; 8]| {
        print!("{name:<34}");
        values.iter().for_each(|value| print!("{value:>8}"));
        println!();
    };
    rows.sort();
    print!("{:<34}", "");
    COLUMNS.iter().for_each(|column| print!("{column:>8}"));
    println!();
    line("isl", &theirs);
    line("ours", &ours);
    let worse = rows.iter().rev().filter(|(excess, ..)| *excess > 0);
    let better = rows.iter().filter(|(excess, ..)| *excess < 0);
    for (what, part) in [
        ("worse", worse.take(10).collect::<Vec<_>>()),
        ("better", better.take(10).collect::<Vec<_>>()),
    ] {
        println!("{what} (ours, then isl's):");
        for (_, name, a, b) in part {
            line(name, a);
            line("", b);
        }
    }
    times.sort();
    let total: Duration = times.iter().map(|(time, _)| *time).sum();
    println!(
        "{} inputs, {failed} failed, {total:?} in all; slowest:",
        times.len()
    );
    for (time, name) in times.iter().rev().take(12) {
        println!("  {time:>10.3?} {name}");
    }
}
