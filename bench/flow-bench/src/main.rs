//! Times dataflow analysis on files of flow problems, the way `bench/flow/flow_isl.c` times isl's.
//!
//! ```text
//! flow-bench FILE.ai...             time; one line of JSON for each file
//! flow-bench --compare A.ai A.flow  whether the answer equals that in a file
//! flow-bench --dump FOLDER          write the problems of the nests and kernels
//! flow-bench --deps                 time all dependences of these, of every kind
//! ```
//!
//! Every run owns a freshly parsed problem, parsed before the clock starts. Runs are repeated
//! until about 50 ms have passed, three to thirty times; the best counts.

#[path = "../../../kernels/kernels.rs"]
mod kernels;
#[path = "../../../crates/dependence/tests/support/mod.rs"]
mod nests;

use dependence::{AccessInfo, DependenceKind, Flow, Options, dependences};
use frontend::ModelOptions;
use scop::Scop;
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
        ["--deps"] => time_dependences(),
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
    for scop in scops()? {
        let problem = AccessInfo::of_scop(&scop)?;
        let flat = problem.clone().schedule_map(scop.schedule_map()?);
        let path = |suffix: &str| folder.join(format!("{}{suffix}.ai", scop.name));
        std::fs::write(path("-tree"), problem.to_string())?;
        std::fs::write(path(""), flat.to_string())?;
    }
    Ok(())
}

/// Everything that `dependences` can list.
fn time_dependences() -> Result<(), Box<dyn Error>> {
    let memory_based = DependenceKind::MEMORY_BASED;
    for scop in scops()? {
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
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            let (name, kinds) = (&scop.name, names.join(" "));
            println!("{{\"scop\":\"{name}\",\"kinds\":\"{kinds}\",\"ns\":{ns},\"found\":{found}}}");
        }
    }
    Ok(())
}

/// The hand-written nests, and the kernels of the repository under the names of their files.
fn scops() -> Result<Vec<Scop>, Box<dyn Error>> {
    let mut scops = Vec::new();
    for nest in nests::NESTS {
        scops.push(nest.scop()?);
    }
    for kernel in kernels::all() {
        let name = &kernel.name;
        let options = frontend::Options {
            headers: &kernels::header,
            ..frontend::Options::default()
        };
        let unit = frontend::read(&kernel.text, &options).map_err(|error| error.to_string())?;
        let model = ModelOptions {
            context: kernel.context().map(str::parse).transpose()?,
            ..ModelOptions::default()
        };
        for (i, region) in unit.regions.iter().enumerate() {
            let modelled = unit.model(region, &model);
            let mut scop = modelled
                .map_err(|_| format!("{name} is not modelled"))?
                .scop;
            scop.name = match i {
                0 => format!("kernel-{name}"),
                _ => format!("kernel-{name}-{i}"),
            };
            scops.push(scop);
        }
    }
    Ok(scops)
}

/// Processor time of this process.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
