//! Times code generation on `.in` and `.st` files, the way `bench/astgen/astgen_isl.py` times
//! isl's.
//!
//! ```text
//! astgen-bench [--once] FILE...      one line of JSON for each file
//! ```
//!
//! Every run owns a freshly parsed input, parsed before the clock starts; the clock stops when
//! the tree is there, before it is printed. Runs are repeated until about 40 ms have passed, two
//! to ten times; the best counts.

use astgen::{Generator, Input};
use presburger::Budget;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

const ENOUGH: Duration = Duration::from_millis(40);
/// An input that needs more work than this has gone astray.
const BUDGET: u64 = 400_000_000;

fn main() -> ExitCode {
    let mut once = false;
    for argument in std::env::args().skip(1) {
        if argument == "--once" {
            once = true;
        } else if let Err(error) = time(&argument, once) {
            eprintln!("astgen-bench: {argument}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn time(file: &str, once: bool) -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let (mut best, mut spent, mut runs) = (Duration::MAX, Duration::ZERO, 0);
    while runs < 2 || (spent < ENOUGH && runs < 10) {
        let input = match file.ends_with(".in") {
            true => Input::flat(&text)?,
            false => Input::tree(&text)?,
        };
        let start = now();
        black_box(Budget::operations(BUDGET).run(|| Generator::new().from_input(&input))?);
        let elapsed = now() - start;
        best = best.min(elapsed);
        spent += elapsed;
        runs += 1;
        if once {
            break;
        }
    }
    println!("{{\"file\":\"{file}\",\"ns\":{}}}", best.as_nanos());
    Ok(())
}

/// Processor time of this process.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
