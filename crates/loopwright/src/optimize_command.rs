//! `loopwright optimize`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use frontend::bytes::shown;
use loopwright::exit::{self, Exit};
use loopwright::optimize::{self, Found, Optimized};
use loopwright::optimizer;
use loopwright::optimizer::Strategy;
use loopwright::optimizer::loops::Machine;
use loopwright::optimizer::schedule::{ConcurrentStart, Fusion};
use loopwright::program::{Program, Request};
use loopwright::rewrite::Choices;
use loopwright::worlds::{Outcome, agree};

use crate::input::{self, InputArguments};
use crate::script_arguments::Format;
use crate::trial_arguments::TrialArguments;

/// Find a good order for the loops of a C program, prove it, and write the new program
///
/// The loops of each region are fused, interchanged, skewed, shifted and reversed so that as many of them as
/// possible can be tiled and run in parallel; then they are tiled. The new order is proved to compute the
/// same, and the new loops are read back and proved to run the same instances in the new order. Text
/// outside the regions is kept byte for byte.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// Write the program to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Which statements share loops: as many as possible (`max`), those of the same depth that access the
    /// same data, if no parallel or tiled loop is lost (`smart`), only those that must (`none`), or those
    /// that one of the interleavings of `loopwright space --list` says, by its number (`interleaving 3`) or
    /// in words (`{S0, S1} then S2`)
    /// [default: smart]
    #[arg(long, value_name = "POLICY")]
    fuse: Option<Policy>,

    /// How programs are scheduled: `default`, `pluto`, `feautrier`, `isl`, or a file with lines such as
    /// `objective carry`; `loopwright explain strategies` describes them
    #[arg(long, value_name = "NAME OR FILE")]
    strategy: Option<PathBuf>,

    /// The sizes of tiles from the outermost loop inwards, the last one for all further loops; 0 for no
    /// tiles. By default tiles are made where they pay, for this machine
    #[arg(long, value_name = "SIZES", value_delimiter = ',',
          value_parser = clap::value_parser!(i64).range(0..=1 << 30))]
    tile: Vec<i64>,

    /// Make loops for the machine that this file describes, not for this one: lines such as `l1 = 32768`, with
    /// `vector` (bytes of a vector register), `registers` (how many of them), `l1` and `l2` (bytes of caches), `threads`
    #[arg(long, value_name = "FILE")]
    machine: Option<PathBuf>,

    /// Mark the outermost parallel loops with OpenMP pragmas
    #[arg(long)]
    parallel: bool,

    /// Allow sums, products, minima and maxima to be reordered, which changes floating-point results
    #[arg(long)]
    relax_reductions: bool,

    /// Write `if (condition) { new } else { original }` where the new loops are right only if arrays do not overlap in certain
    /// ways and nothing in the program says so
    #[arg(long)]
    guard: bool,

    /// Write the new order to this file as a script for `transform`, if the program has one region
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,

    /// Say which loops can be tiled or are parallel
    #[arg(long)]
    explain: bool,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Skip the read-back that proves the new loops correct
    #[arg(long)]
    no_validate: bool,

    #[command(flatten)]
    trial: TrialArguments,
}

impl Arguments {
    /// Whether programs are compiled and run, not only written.
    pub fn runs_programs(&self) -> bool {
        self.trial.run
    }
}

/// What `--fuse` says.
#[derive(Clone)]
enum Policy {
    Max,
    Smart,
    None,
    /// The number or the words of an interleaving.
    Interleaving(String),
}

impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Policy, String> {
        Ok(match text.trim() {
            "max" => Policy::Max,
            "smart" => Policy::Smart,
            "none" => Policy::None,
            other => match other.strip_prefix("interleaving") {
                Some(interleaving) => Policy::Interleaving(interleaving.trim().into()),
                None if other.contains('{') || other.contains(" then ") => {
                    Policy::Interleaving(other.into())
                }
                None => return Err("expected `max`, `smart`, `none`, or an interleaving".into()),
            },
        })
    }
}

const AFTER_HELP: &str = "\
Examples:
  loopwright optimize kernel.c -o fast.c
  loopwright optimize kernel.c --parallel --explain -o fast.c
  loopwright optimize kernel.c --explain --script kernel.lw --run
  loopwright optimize kernel.c --fuse max --tile 32,32,64
  loopwright space kernel.c --list && loopwright optimize kernel.c --fuse 'interleaving 2'

Nothing is written if the new loops cannot be proved correct.";

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    let machine = match machine_of(arguments.machine.as_deref()) {
        Ok(machine) => machine,
        Err(message) => {
            let _ = writeln!(anstream::stderr(), "\x1b[1;31merror\x1b[0m: {message}");
            return Exit::BadInput;
        }
    };
    let strategy = match arguments.strategy.as_deref().map(read_strategy).transpose() {
        Ok(strategy) => strategy,
        Err(message) => {
            let _ = writeln!(anstream::stderr(), "\x1b[1;31merror\x1b[0m: {message}");
            return Exit::BadInput;
        }
    };
    arguments.input.with_program(|mut program, request| {
        let written = write(arguments, &mut program, request, machine, strategy.clone());
        if let Some(written) = &written {
            let pieces = written.new.pieces();
            agree(&mut program, request, &pieces, |other, request| {
                let written = write(arguments, other, request, machine, strategy.clone());
                written.map_or_else(Outcome::new, |written| written.new.pieces())
            });
            let warnings = written.new.warnings.iter().cloned();
            program.diagnostics.extend(warnings);
        }
        let exit = Exit::after(&program.diagnostics);
        if arguments.format == Format::Json {
            return json(arguments, &program, written.as_ref(), exit);
        }
        input::complain(&program);
        let Some(written) = written.filter(|_| exit == Exit::Fine) else {
            return exit;
        };
        for region in written.found.iter().filter(|one| one.lacks_proof) {
            let note = "there may be a better order: its proof did not fit into the budget";
            let help = "raise `--budget`";
            let number = region.number;
            let _ = writeln!(
                anstream::stderr(),
                "note: region {number}: {note}\n  = help: {help}"
            );
        }
        if arguments.explain {
            for region in &written.found {
                let _ = write!(anstream::stderr(), "{region}");
            }
        }
        if let Some(path) = &arguments.script {
            let written = write_script(path, &written.found);
            if written != Exit::Fine {
                return written;
            }
        }
        if let Some(path) = &arguments.output {
            let written = input::write_file(path, &written.new.text);
            if written != Exit::Fine {
                return written;
            }
        }
        if arguments.trial.run {
            let text = &written.new.text;
            let is_proved = !arguments.relax_reductions;
            return arguments
                .trial
                .compare(&arguments.input, &program, text, is_proved);
        }
        match arguments.output {
            None => input::print_program(&written.new.text),
            Some(_) => Exit::Fine,
        }
    })
}

/// The new program, proved; otherwise there is an error among the program's diagnostics.
fn write(
    arguments: &Arguments,
    program: &mut Program,
    request: &Request<'_>,
    machine: Machine,
    strategy: Option<Strategy>,
) -> Option<Optimized> {
    let mut options = optimizer::Options::default();
    options.schedule.fusion = match arguments.fuse.as_ref().unwrap_or(&Policy::Smart) {
        Policy::Max => Fusion::Max,
        Policy::Smart => Fusion::Smart,
        Policy::None => Fusion::None,
        Policy::Interleaving(text) => {
            Fusion::Interleaving(optimize::interleaving(program, request, text)?)
        }
    };
    options.loops.tile = arguments.tile.first() != Some(&0);
    options.loops.sizes = arguments.tile.clone();
    options.loops.parallel = arguments.parallel;
    options.loops.machine = machine;
    let options = optimize::Options {
        optimizer: options,
        strategy: strategy.map(|strategy| (strategy, arguments.fuse.is_none())),
        relax_reductions: arguments.relax_reductions,
        choices: Choices::default(),
        unproved: arguments.no_validate,
        guard: arguments.guard,
    };
    optimize::optimize(program, request, &options)
}

/// A strategy by its name, or that of a file.
fn read_strategy(name: &Path) -> Result<Strategy, String> {
    let known = name.to_str().and_then(Strategy::preset);
    let strategy = match known {
        Some(known) => known,
        None => {
            let text = std::fs::read_to_string(name);
            let text = text.map_err(|why| {
                let names = Strategy::PRESETS.join("`, `");
                format!(
                    "cannot read `{}`: {why}; known by name are `{names}`",
                    name.display()
                )
            })?;
            { text.parse() }.map_err(|why| format!("`{}`, {why}", name.display()))?
        }
    };
    if strategy.diamonds != ConcurrentStart::No {
        return Err(format!(
            "`{}`: tiles in diamonds cannot be written yet",
            name.display()
        ));
    }
    Ok(strategy)
}

/// The machine that a file describes; without one, that on which the program runs.
pub fn machine_of(path: Option<&Path>) -> Result<Machine, String> {
    path.map_or_else(|| Ok(machine()), described)
}

/// The machine that a file describes.
fn described(path: &Path) -> Result<Machine, String> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|why| format!("cannot read `{}`: {why}", path.display()))?;
    { text.parse() }.map_err(|why| format!("`{}`, {why}", path.display()))
}

/// The machine that the program runs on, as far as it says what it is.
fn machine() -> Machine {
    let mut machine = Machine::default();
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx512f") {
        (machine.vector, machine.registers) = (64, 32);
    } else if !std::is_x86_feature_detected!("avx2") {
        machine.vector = 16;
    }
    let cache = |index: usize| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size");
        let text = std::fs::read_to_string(path).ok()?;
        let kilobytes: i64 = text.trim().strip_suffix('K')?.parse().ok()?;
        Some(kilobytes << 10)
    };
    machine.l1 = cache(0).unwrap_or(machine.l1);
    machine.l2 = cache(2).unwrap_or(machine.l2);
    if let Ok(threads) = std::thread::available_parallelism() {
        machine.threads = i64::try_from(threads.get()).unwrap_or(machine.threads);
    }
    machine
}

/// What was found, for tools.
fn json(arguments: &Arguments, program: &Program, written: Option<&Optimized>, exit: Exit) -> Exit {
    let written = written.filter(|_| exit == Exit::Fine);
    let mut document = optimize::json(&arguments.input.name(), program, written);
    let mut writes = Vec::new();
    if let Some(written) = written {
        writes.extend({ arguments.output.iter() }.map(|path| (path, written.new.text.clone())));
        if let ([only], Some(path)) = (&written.found[..], &arguments.script) {
            writes.push((path, only.script.clone()));
        }
        document["output"] = shown(&written.new.text).into_owned().into();
    }
    for (path, text) in writes {
        let written = input::write_file(path, &text);
        if written != Exit::Fine {
            return written;
        }
    }
    input::print(&format!("{document:#}\n")).max(exit)
}

fn write_script(path: &Path, found: &[Found]) -> Exit {
    let [region] = found else {
        let message = "error: a script is for one region, but the program has several";
        let _ = writeln!(
            anstream::stderr(),
            "{message}; choose one with `--region N`"
        );
        return Exit::BadInput;
    };
    input::write_file(path, &region.script)
}
