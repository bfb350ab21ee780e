//! Times code generation on `.in` and `.st` files, the way `bench/astgen/astgen_isl.py` times
//! isl's.
//!
//! ```text
//! astgen-bench [--once] [--full-tiles] FILE...      one line of JSON for each file
//! astgen-bench --schedules DIR       writes the schedules made from the kernels into a directory
//! astgen-bench --programs DIR LW...  the same for scripts `KERNEL.VARIANT.lw`, and the text around the loops
//! ```
//!
//! Every run owns a freshly parsed input, parsed before the clock starts; the clock stops when
//! the tree is there, before it is printed. Runs are repeated until about 40 ms have passed, two
//! to ten times; the best counts. A file that fails is a line with the error.

use astgen::{Generator, Input, Settings};
use presburger::Budget;
use serde_json::{Value, json};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

const ENOUGH: Duration = Duration::from_millis(40);
/// An input that needs more work than this has gone astray.
const BUDGET: u64 = 400_000_000;
/// The size of tiles in schedules.
const TILE: i64 = 32;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [option, folder] = &arguments[..]
        && option == "--schedules"
    {
        return match write_schedules(Path::new(folder)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("astgen-bench: {error}");
                ExitCode::FAILURE
            }
        };
    }
    if let [option, folder, scripts @ ..] = &arguments[..]
        && option == "--programs"
    {
        return write_programs(Path::new(folder), scripts);
    }
    let once = arguments.iter().any(|argument| argument == "--once");
    let settings = Settings {
        separate_full_tiles: arguments.iter().any(|argument| argument == "--full-tiles"),
        ..Settings::default()
    };
    for file in arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"))
    {
        let line = time(file, once, settings)
            .unwrap_or_else(|error| json!({ "error": error.to_string() }));
        let mut line = line;
        line["file"] = json!(file);
        println!("{line}");
    }
    ExitCode::SUCCESS
}

fn write_schedules(folder: &Path) -> Result<(), Box<dyn Error>> {
    for kernel in astgen_bench::kernels::all() {
        let made =
            Budget::operations(BUDGET).run(|| astgen_bench::schedules(&kernel, TILE, Vec::new()));
        match made {
            Ok(made) => {
                for schedule in made {
                    std::fs::write(folder.join(&schedule.name), &schedule.text)?;
                }
            }
            Err(error) => eprintln!("astgen-bench: {}: {error}", kernel.name),
        }
    }
    Ok(())
}

fn write_programs(folder: &Path, scripts: &[String]) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for script in scripts {
        let write = || -> Result<(), Box<dyn Error>> {
            let program = astgen_bench::programs::program(Path::new(script))?;
            let path = |kind: &str| folder.join(format!("{}.{kind}", program.name));
            std::fs::write(path("st"), &program.schedule)?;
            std::fs::write(path("json"), program.text.to_string())?;
            Ok(())
        };
        if let Err(error) = write() {
            eprintln!("astgen-bench: {script}: {error}");
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn time(file: &str, once: bool, settings: Settings) -> Result<Value, Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let (mut best, mut spent, mut runs) = (Duration::MAX, Duration::ZERO, 0);
    loop {
        let input = match file.ends_with(".in") {
            true => Input::flat(&text)?,
            false => Input::tree(&text)?,
        };
        let start = now();
        let code = Budget::operations(BUDGET)
            .run(|| Generator::new().settings(settings).from_input(&input))?;
        let elapsed = now() - start;
        best = best.min(elapsed);
        spent += elapsed;
        runs += 1;
        if once || runs == 10 || (runs > 1 && spent > ENOUGH) {
            return Ok(json!({ "ns": best.as_nanos() as u64, "code": code.to_string() }));
        }
    }
}

/// Processor time of this process.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
