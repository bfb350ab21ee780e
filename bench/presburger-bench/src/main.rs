//! Times the library's operations on a file of cases, the way `bench/isl/bench_isl.c` times isl's.
//!
//! ```text
//! presburger-bench FILE [--op NAME] [--once] [--each]
//! ```
//!
//! Every run of a case owns freshly parsed arguments, parsed before the clock starts, and
//! releases them and the result within the timed part: isl's functions consume their arguments,
//! so its side cannot do otherwise. A batch has up to 16 runs of every case, as many as make it
//! last about 20 ms; the best of three to seven batches counts.

use presburger::{Dim, Map, Result, Set};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

const MAX_COPIES: usize = 16;
const BATCH: Duration = Duration::from_millis(20);
/// For all batches of an operation, parsing included.
const ROUNDS: Duration = Duration::from_millis(350);
const MAX_ROUNDS: usize = 7;

/// One run of one case: its operation with the arguments it owns.
enum Task {
    SetIsEmpty(Set),
    MapIsEmpty(Map),
    SetIsEqual(Set, Set),
    MapIsEqual(Map, Map),
    SetSubtract(Set, Set),
    MapSubtract(Map, Map),
    SetComplement(Set),
    MapComplement(Map),
    SetUnion(Set, Set),
    SetIntersect(Set, Set),
    MapIntersect(Map, Map),
    SetProjectOut(Set, usize, usize),
    MapProjectOut(Map, usize, usize),
    SetCoalesce(Set),
    MapCoalesce(Map),
    SetGist(Set, Set),
    MapGist(Map, Map),
    SetLexmin(Set),
    MapLexmin(Map),
    SetApply(Set, Map),
    MapApplyRange(Map, Map),
}

/// In the order of the table.
const OPERATIONS: [&str; 21] = [
    "set.is_empty",
    "map.is_empty",
    "set.is_equal",
    "map.is_equal",
    "set.subtract",
    "map.subtract",
    "set.complement",
    "map.complement",
    "set.union",
    "set.intersect",
    "map.intersect",
    "set.project_out",
    "map.project_out",
    "set.coalesce",
    "map.coalesce",
    "set.gist",
    "map.gist",
    "set.lexmin",
    "map.lexmin",
    "set.apply",
    "map.apply_range",
];

impl Task {
    fn parse(line: &str) -> Result<Task> {
        let parts: Vec<&str> = line.split('\t').collect();
        let set = |i: usize| parts[i].parse::<Set>();
        let map = |i: usize| parts[i].parse::<Map>();
        let number = |i: usize| parts[i].parse::<usize>().expect("a dimension");
        Ok(match parts[0] {
            "set.is_empty" => Task::SetIsEmpty(set(1)?),
            "map.is_empty" => Task::MapIsEmpty(map(1)?),
            "set.is_equal" => Task::SetIsEqual(set(1)?, set(2)?),
            "map.is_equal" => Task::MapIsEqual(map(1)?, map(2)?),
            "set.subtract" => Task::SetSubtract(set(1)?, set(2)?),
            "map.subtract" => Task::MapSubtract(map(1)?, map(2)?),
            "set.complement" => Task::SetComplement(set(1)?),
            "map.complement" => Task::MapComplement(map(1)?),
            "set.union" => Task::SetUnion(set(1)?, set(2)?),
            "set.intersect" => Task::SetIntersect(set(1)?, set(2)?),
            "map.intersect" => Task::MapIntersect(map(1)?, map(2)?),
            "set.project_out" => Task::SetProjectOut(set(1)?, number(2), number(3)),
            "map.project_out" => Task::MapProjectOut(map(1)?, number(2), number(3)),
            "set.coalesce" => Task::SetCoalesce(set(1)?),
            "map.coalesce" => Task::MapCoalesce(map(1)?),
            "set.gist" => Task::SetGist(set(1)?, set(2)?),
            "map.gist" => Task::MapGist(map(1)?, map(2)?),
            "set.lexmin" => Task::SetLexmin(set(1)?),
            "map.lexmin" => Task::MapLexmin(map(1)?),
            "set.apply" => Task::SetApply(set(1)?, map(2)?),
            "map.apply_range" => Task::MapApplyRange(map(1)?, map(2)?),
            other => panic!("unknown operation {other}"),
        })
    }

    /// The number of disjuncts of the result, or 1 for true. Never inlined: `run.py` counts the
    /// instructions in here.
    #[inline(never)]
    fn run(self) -> Result<usize> {
        Ok(match self {
            Task::SetIsEmpty(a) => usize::from(a.is_empty()?),
            Task::MapIsEmpty(a) => usize::from(a.is_empty()?),
            Task::SetIsEqual(a, b) => usize::from(a.is_equal(&b)?),
            Task::MapIsEqual(a, b) => usize::from(a.is_equal(&b)?),
            Task::SetSubtract(a, b) => a.subtract(&b)?.n_basic_set(),
            Task::MapSubtract(a, b) => a.subtract(&b)?.n_basic_map(),
            Task::SetComplement(a) => a.complement()?.n_basic_set(),
            Task::MapComplement(a) => a.complement()?.n_basic_map(),
            Task::SetUnion(a, b) => a.union(&b)?.n_basic_set(),
            Task::SetIntersect(a, b) => a.intersect(&b)?.n_basic_set(),
            Task::MapIntersect(a, b) => a.intersect(&b)?.n_basic_map(),
            // Projection leaves existentials; giving them explicit forms is where the work is.
            Task::SetProjectOut(a, first, n) => a
                .project_out(Dim::Set(first), n)?
                .compute_divs()?
                .n_basic_set(),
            Task::MapProjectOut(a, first, n) => a
                .project_out(Dim::In(first), n)?
                .compute_divs()?
                .n_basic_map(),
            Task::SetCoalesce(a) => a.coalesce()?.n_basic_set(),
            Task::MapCoalesce(a) => a.coalesce()?.n_basic_map(),
            Task::SetGist(a, b) => a.gist(&b)?.n_basic_set(),
            Task::MapGist(a, b) => a.gist(&b)?.n_basic_map(),
            Task::SetLexmin(a) => a.lexmin()?.n_basic_set(),
            Task::MapLexmin(a) => a.lexmin()?.n_basic_map(),
            Task::SetApply(a, b) => a.apply(&b)?.n_basic_set(),
            Task::MapApplyRange(a, b) => a.apply_range(&b)?.n_basic_map(),
        })
    }
}

fn main() -> ExitCode {
    let (mut path, mut only, mut once, mut each) = (None, None, false, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--op" => only = arguments.next(),
            "--once" => once = true,
            "--each" => each = true,
            _ => path = Some(argument),
        }
    }
    let Some(path) = path else {
        eprintln!("usage: presburger-bench FILE [--op NAME] [--once] [--each]");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let lines: Vec<&str> = text
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
        .collect();
    for op in OPERATIONS {
        if only.as_deref().is_some_and(|only| only != op) {
            continue;
        }
        let cases: Vec<&str> = lines
            .iter()
            .copied()
            .filter(|line| line.split('\t').next() == Some(op))
            .collect();
        if cases.is_empty() {
            continue;
        }
        if each {
            time_each(op, &cases);
        } else {
            time_operation(op, &cases, once);
        }
    }
    ExitCode::SUCCESS
}

fn time_operation(op: &str, cases: &[&str], once: bool) {
    // Warms up, and says what came out so that the two sides can be compared. A case that fails
    // takes no part in the timing, and the table marks the row.
    let (mut size, mut failed, mut good) = (0, 0, Vec::new());
    for case in cases {
        match Task::parse(case).and_then(Task::run) {
            Ok(n) => {
                size += n;
                good.push(*case);
            }
            Err(error) => {
                eprintln!("{error}: {case}");
                failed += 1;
            }
        }
    }
    let mut best = Duration::ZERO;
    if !once && !good.is_empty() {
        best = batch(&good, 1);
        let copies =
            (BATCH.as_nanos() / best.as_nanos().max(1) + 1).min(MAX_COPIES as u128) as usize;
        let start = now();
        for round in 0..MAX_ROUNDS {
            if round >= 3 && now() - start > ROUNDS {
                break;
            }
            best = best.min(batch(&good, copies));
        }
    }
    println!(
        "{{\"op\":\"{op}\",\"cases\":{},\"ns\":{},\"size\":{size},\"failed\":{failed},\"rss_kb\":{}}}",
        cases.len(),
        best.as_nanos(),
        peak_memory()
    );
}

/// The best of several rounds of a case alone, for finding the cases that matter.
fn time_each(op: &str, cases: &[&str]) {
    for (index, case) in cases.iter().enumerate() {
        let best = (0..MAX_ROUNDS)
            .map(|_| batch(&[case], 1))
            .min()
            .unwrap_or_default();
        println!(
            "{{\"ns\":{},\"case\":{index},\"op\":\"{op}\"}}",
            best.as_nanos()
        );
    }
}

/// Runs each case `copies` times, each time on fresh arguments: the time for all cases once.
fn batch(cases: &[&str], copies: usize) -> Duration {
    let mut tasks = Vec::with_capacity(cases.len() * copies);
    for _ in 0..copies {
        for case in cases {
            tasks.push(Task::parse(case).expect("it was read before"));
        }
    }
    let start = now();
    for task in tasks {
        let _ = black_box(task.run());
    }
    (now() - start) / copies as u32
}

/// Processor time, not time of day: other programs on the machine do not count.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Peak resident memory of this process in KiB, from the kernel's own account.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}
