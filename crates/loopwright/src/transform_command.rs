//! `loopwright transform`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clap::Args;
use frontend::bytes::shown;
use loopwright::program::{Program, Request};
use loopwright::readback;
use loopwright::rewrite::{Choices, rewrite};
use loopwright::transform::{self, Transformed};
use loopwright::trial::{self, Plan};
use scop::FileId;

use crate::input::{self, InputArguments};
use crate::script_arguments::{Format, ScriptArguments};

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

    /// Compiles the program before and after, runs both, compares what they print, and says how
    /// much faster the new one is
    #[arg(long, conflicts_with = "dry_run")]
    run: bool,

    /// Does it again whenever the program or the script changes
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

Exit codes: 0 legal and written, 1 illegal, 2 bad input, 3 a mistake in Loopwright; but for 0
nothing is written.";

/// Runs the command; returns the exit code.
pub fn run(arguments: &Arguments) -> u8 {
    let code = once(arguments);
    if !arguments.watch {
        return code;
    }
    let mut seen = arguments.changed();
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let now = arguments.changed();
        if now != seen {
            seen = now;
            let _ = writeln!(anstream::stderr(), "\x1b[2m── changed ──\x1b[0m");
            once(arguments);
        }
    }
}

impl Arguments {
    /// When the files were changed last.
    fn changed(&self) -> Vec<Option<SystemTime>> {
        let files = [
            Some(self.input.file.as_path()),
            self.script.script.as_deref(),
        ];
        let time = |path: &Path| std::fs::metadata(path).ok()?.modified().ok();
        files.into_iter().flatten().map(time).collect()
    }
}

fn once(arguments: &Arguments) -> u8 {
    arguments.input.with_program(|mut program, request| {
        let mut done = arguments
            .script
            .apply(&mut program, request, arguments.unchecked);
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
    })
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
    let rewritten = done.times.measure("code", || rewrite(program, &choices));
    let mut failed = 2;
    let proved = rewritten.and_then(|new| {
        if !arguments.no_validate {
            failed = 3;
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
            Ok(new.text)
        }
        Err(error) => {
            program.diagnostics.push(*error);
            Err(failed)
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
        None => input::print_program(&text),
        Some(_) => 0,
    }
}

fn compare(arguments: &Arguments, program: &Program, text: &str) -> u8 {
    let words = arguments.cflags.split_whitespace().map(str::to_string);
    let mut flags: Vec<String> = words.chain(arguments.input.compiler_flags()).collect();
    if frontend::has_pragma(text, "omp") {
        flags.push("-fopenmp".into());
    }
    let plan = Plan {
        compiler: arguments.cc.clone(),
        flags,
        repetitions: arguments.repeat,
        ..Plan::default()
    };
    let before = program
        .files
        .get(FileId::MAIN)
        .map_or("", |file| &file.text);
    match trial::compare(&plan, Some(&arguments.input.file), before, text) {
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
    document["output"] = text.map(|text| shown(&text).into_owned()).into();
    input::print(&format!("{document:#}\n")).max(code)
}
