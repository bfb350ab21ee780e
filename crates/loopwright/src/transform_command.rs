//! `loopwright transform`

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use loopwright::program::{Program, Request};
use loopwright::readback;
use loopwright::rewrite::{Choices, rewrite, with_line_ends};
use loopwright::transform::{self, Transformed};
use loopwright::trial::{self, Plan};
use scop::FileId;

use crate::input::{self, InputArguments};
use crate::interrupt;
use crate::script_arguments::{Format, ScriptArguments};
use crate::watched::Watched;

/// Carries out a script on the loops of a C program, proves it, and writes the new program
///
/// The order of execution becomes what the script says, if that keeps what the program computes;
/// otherwise nothing is written, and the smallest case in which it would not is shown. The new
/// loops are read back and proved to run the same instances in that order. Text outside of the
/// regions stays byte for byte.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    script: ScriptArguments,

    /// Where to write the program to, instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Writes no program, only the new order: as vectors (p0, j1, p1, …) and as loops
    #[arg(long)]
    dry_run: bool,

    /// Compiles the program before and after, runs both, compares what they print (64 MiB at
    /// most), and says how much faster the new one is
    #[arg(long, conflicts_with = "dry_run")]
    run: bool,

    /// Does it again whenever the program, the script, a header or an imported script changes
    #[arg(long)]
    watch: bool,

    /// Takes the script's word for it that the new order is right; the output says so
    #[arg(long)]
    unchecked: bool,

    /// Does not read the result back to prove that it runs the instances in the new order
    #[arg(long)]
    no_validate: bool,

    /// Writes no OpenMP pragmas on parallel and vector loops
    #[arg(long)]
    no_pragmas: bool,

    /// The C compiler for --run
    #[arg(
        long,
        value_name = "COMMAND",
        env = "CC",
        default_value = "cc",
        hide_env = true
    )]
    cc: String,

    /// The options of the C compiler for --run
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "-O3 -march=native",
        allow_hyphen_values = true
    )]
    cflags: String,

    /// How often --run runs each program; the fastest run counts
    #[arg(long, value_name = "N", default_value_t = 3)]
    repeat: usize,

    /// Seconds after which --run stops the compiler or a program
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: u64,
}

impl Arguments {
    /// Whether programs are compiled and run, not only written.
    pub fn runs_programs(&self) -> bool {
        self.run
    }
}

const AFTER_HELP: &str = "\
Examples:
  loopwright transform kernel.c tiles.lw -o tiled.c
  loopwright transform kernel.c tiles.lw --dry-run
  loopwright transform kernel.c tiles.lw --run --cflags '-O2'
  loopwright transform kernel.c tiles.lw --watch

A script is a list of operations, one on a line:
  realign(Init, Mult, 0)                    Init and Mult in loop nests of their own
  affine(Mult, { [i, j, k] -> [i, k, j] })  other iterators: here j and k change places
  tile(Mult, 32, 32, 32)
  parallel(Mult.i)
Loops are named by C labels (`Mult:`), statements by S0, S1, … (`loopwright show` lists them),
loops of a statement by their counters (`S0.i`). `loopwright explain scripts` has all operations.

Exit codes: 0 legal and written, 1 illegal, 2 bad input or a spent budget, 3 a mistake in
Loopwright; but for 0 nothing is written.";

/// Runs the command; returns the exit code.
pub fn run(arguments: &Arguments) -> u8 {
    if arguments.watch && arguments.input.is_standard_input() {
        let _ = writeln!(
            anstream::stderr(),
            "error: --watch needs a file: the standard input does not change"
        );
        return 2;
    }
    let mut watched = Watched::default();
    let code = once(arguments, &watched);
    if !arguments.watch {
        return code;
    }
    loop {
        std::thread::sleep(Duration::from_millis(200));
        if watched.is_changed() {
            watched = Watched::default();
            let _ = writeln!(anstream::stderr(), "\x1b[2m── changed ──\x1b[0m");
            once(arguments, &watched);
        }
    }
}

fn once(arguments: &Arguments, watched: &Watched) -> u8 {
    let work = |mut program: Program, request: &Request<'_>| {
        let mut done = arguments
            .script
            .apply(&mut program, request, arguments.unchecked, watched);
        let mut code = match (done.is_legal(), program.has_errors()) {
            (false, _) => 1,
            (true, true) => 2,
            (true, false) => 0,
        };
        let mut text = None;
        if code == 0 && !arguments.dry_run {
            match write(arguments, &mut program, request, &mut done) {
                Ok(new) => text = Some(new),
                Err(failed) => code = failed,
            }
        }
        arguments.script.tell_times(&done);
        if arguments.script.format == Format::Json {
            return json(arguments, &program, &done, text, code);
        }
        input::complain(&program);
        match code {
            0 => deliver(arguments, &program, &done, text.unwrap_or_default()),
            code => code,
        }
    };
    arguments.input.with_watched_program(watched, work)
}

/// The new program, proved; otherwise the exit code.
fn write(
    arguments: &Arguments,
    program: &mut Program,
    request: &Request<'_>,
    done: &mut Transformed,
) -> Result<String, u8> {
    let choices = Choices {
        pragmas: !arguments.no_pragmas,
        remark: (arguments.unchecked).then(|| "not checked by Loopwright: --unchecked".into()),
    };
    let write = || request.within_budget(|| rewrite(program, &choices));
    let rewritten = done.times.measure("code", write);
    let proved = rewritten.and_then(|new| {
        if !arguments.no_validate {
            done.times
                .measure("validation", || readback::prove(program, &new, request))?;
        }
        Ok(new)
    });
    match proved {
        Ok(new) => {
            program.diagnostics.extend(new.warnings);
            if arguments.unchecked {
                program.diagnostics.push(transform::unchecked_remark());
            }
            let old = program.files.get(FileId::MAIN);
            Ok(with_line_ends(old.map_or("", |file| &file.text), &new.text))
        }
        Err(error) => {
            let code = input::exit_code(&error);
            program.diagnostics.push(*error);
            Err(code)
        }
    }
}

/// Gives the user what was asked for.
fn deliver(arguments: &Arguments, program: &Program, done: &Transformed, text: String) -> u8 {
    if arguments.dry_run {
        return input::print(&transform::plan(program, done));
    }
    if !arguments.unchecked {
        let _ = write!(anstream::stderr(), "{}", transform::summary(program, done));
    }
    if let Some(path) = &arguments.output {
        let written = input::write_file(path, &text);
        if written != 0 {
            return written;
        }
    }
    if arguments.run {
        return compare(arguments, program, &text);
    }
    match arguments.output {
        None => input::print(&text),
        Some(_) => 0,
    }
}

fn compare(arguments: &Arguments, program: &Program, text: &str) -> u8 {
    let words = arguments.cflags.split_whitespace().map(str::to_string);
    let mut flags: Vec<String> = words.chain(arguments.input.compiler_flags()).collect();
    if text.contains("#pragma omp") {
        flags.push("-fopenmp".into());
    }
    let plan = Plan {
        compiler: arguments.cc.clone(),
        flags,
        repetitions: arguments.repeat,
        patience: Duration::from_secs(arguments.time_limit),
        ..Plan::default()
    };
    let before = program
        .files
        .get(FileId::MAIN)
        .map_or("", |file| &file.text);
    let (source, stop) = (Some(arguments.input.file.as_path()), interrupt::stop());
    match trial::compare(&plan, stop, source, before, text) {
        Ok(comparison) => {
            let table = format!(
                "results   {}\noriginal  {:.4} s\nnew       {:.4} s\nspeedup   {:.2}x\n",
                comparison.outputs,
                comparison.before.as_secs_f64(),
                comparison.after.as_secs_f64(),
                comparison.speedup(),
            );
            let printed = input::print(&table);
            match (comparison.outputs.holds(), arguments.unchecked) {
                (true, _) => printed,
                (false, true) => 1,
                // What was proved cannot be: ours or the program's mistake.
                (false, false) => 3,
            }
        }
        Err(failure) => {
            let _ = writeln!(anstream::stderr(), "\x1b[1;31merror\x1b[0m: {failure}");
            2
        }
    }
}

fn json(
    arguments: &Arguments,
    program: &Program,
    done: &Transformed,
    text: Option<String>,
    code: u8,
) -> u8 {
    let name = arguments.input.name();
    let mut document = arguments.script.document(&name, program, done);
    if let Some(path) = &arguments.output
        && let Some(text) = &text
    {
        let written = input::write_file(path, text);
        if written != 0 {
            return written;
        }
    }
    document["output"] = text.into();
    input::print(&format!("{document:#}\n")).max(code)
}
