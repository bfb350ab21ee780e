//! Times dataflow analysis on files of flow problems, the way `bench/flow/flow_isl.c` times isl's.
//!
//! ```text
//! flow-bench FILE.ai...             time; one line of JSON for each file
//! flow-bench --compare A.ai A.flow  whether the answer equals that in a file
//! flow-bench --dump FOLDER          write the problems of the hand-written nests
//! flow-bench --nests                time all dependences of these, of every kind
//! ```
//!
//! Every run owns a freshly parsed problem, parsed before the clock starts. Runs are repeated
//! until about 50 ms have passed, three to thirty times; the best counts.

#[path = "../../../crates/dependence/tests/support/mod.rs"]
mod nests;

use dependence::{AccessInfo, DependenceKind, Flow, Options, dependences};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

const ENOUGH: Duration = Duration::from_millis(50);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match &words[..] {
        ["--dump", folder] => dump(Path::new(folder)),
        ["--nests"] => time_nests(),
        ["--compare", problem, flow] => compare(problem, flow),
        files => files.iter().try_for_each(|file| time(file)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("flow-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(file: &str) -> Result<AccessInfo, Box<dyn Error>> {
    Ok(std::fs::read_to_string(file)?.parse()?)
}

fn time(file: &str) -> Result<(), Box<dyn Error>> {
    let (mut best, mut spent, mut runs) = (Duration::MAX, Duration::ZERO, 0);
    let mut size = 0;
    while runs < 3 || (spent < ENOUGH && runs < 30) {
        let problem = read(file)?;
        let start = now();
        let flow = black_box(problem.compute_flow()?);
        let elapsed = now() - start;
        size = disjuncts(&flow);
        best = best.min(elapsed);
        spent += elapsed;
        runs += 1;
    }
    let ns = best.as_nanos();
    println!("{{\"file\":\"{file}\",\"ns\":{ns},\"size\":{size}}}");
    Ok(())
}

/// The number of conjunctions in the dependences.
fn disjuncts(flow: &Flow) -> usize {
    let maps = flow.full_may_dependence().maps();
    maps.iter().map(|map| map.n_basic_map()).sum()
}

fn compare(problem: &str, flow: &str) -> Result<(), Box<dyn Error>> {
    let expected: Flow = std::fs::read_to_string(flow)?.parse()?;
    let found = read(problem)?.compute_flow()?;
    match found.is_equal(&expected)? {
        true => Ok(()),
        false => Err(format!("{problem}: different answers\n{found}expected:\n{expected}").into()),
    }
}

fn dump(folder: &Path) -> Result<(), Box<dyn Error>> {
    for nest in nests::NESTS {
        let scop = nest.scop()?;
        let problem = AccessInfo::of_scop(&scop)?;
        let flat = problem.clone().schedule_map(scop.schedule_map()?);
        std::fs::write(
            folder.join(format!("{}-tree.ai", nest.name)),
            problem.to_string(),
        )?;
        std::fs::write(folder.join(format!("{}.ai", nest.name)), flat.to_string())?;
    }
    Ok(())
}

/// Everything that `dependences` can list.
fn time_nests() -> Result<(), Box<dyn Error>> {
    let memory_based = DependenceKind::MEMORY_BASED;
    for nest in nests::NESTS {
        let scop = nest.scop()?;
        for kinds in [
            &memory_based[..3],
            &memory_based[..],
            &[DependenceKind::Flow],
        ] {
            let options = Options {
                kinds: kinds.to_vec(),
                ..Options::default()
            };
            let start = now();
            let found = black_box(dependences(&scop, &options)?).len();
            let ns = (now() - start).as_nanos();
            let (name, kinds) = (nest.name, kinds.len());
            println!("{{\"nest\":\"{name}\",\"kinds\":{kinds},\"ns\":{ns},\"found\":{found}}}");
        }
    }
    Ok(())
}

/// Processor time of this process.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
