//! `loopwright transform`

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use frontend::bytes::shown;
use loopwright::exit::{self, Exit};
use loopwright::guard::{self, Guard};
use loopwright::program::{Program, Request, not_computed};
use loopwright::readback;
use loopwright::report::{self, error};
use loopwright::rewrite::{Choices, Rewritten, rewrite};
use loopwright::transform::{self, Transformed};
use loopwright::worlds::{Outcome, agree, models};

use crate::input::{self, InputArguments};
use crate::script_arguments::{Doubt, Format, ScriptArguments};
use crate::trial_arguments::TrialArguments;
use crate::watched::Watched;

/// Apply a script to the loops of a C program, prove the result, and write the new program
///
/// If the program would compute something else, nothing is written, and the smallest counterexample
/// is shown. The new loops are read back and proved to run the same instances in the new order. Text
/// outside the regions is kept byte for byte.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    script: ScriptArguments,

    /// Write the program to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Show only the new order, as vectors (p0, j1, p1, …) and as loops
    #[arg(long, conflicts_with = "run")]
    dry_run: bool,

    /// Run again whenever the program, the script, a header or an imported script changes
    #[arg(long)]
    watch: bool,

    /// Skip the proof that the new order is legal, and mark the output as unchecked
    #[arg(long)]
    unchecked: bool,

    /// If the script is illegal, apply the smallest correction of it, and say which; see `loopwright fix`
    #[arg(long, conflicts_with = "unchecked")]
    correct: bool,

    /// Skip the read-back that proves the new loops correct
    #[arg(long)]
    no_validate: bool,

    /// Do not write OpenMP pragmas on parallel and vector loops
    #[arg(long)]
    no_pragmas: bool,

    #[command(flatten)]
    trial: TrialArguments,
}

impl Arguments {
    /// Whether programs are compiled and run, not only written.
    pub fn runs_programs(&self) -> bool {
        self.trial.run
    }

    fn doubt(&self) -> Doubt {
        match (self.unchecked, self.correct) {
            (true, _) => Doubt::Believe,
            (false, true) => Doubt::Correct,
            (false, false) => Doubt::Advise,
        }
    }
}

const AFTER_HELP: &str = "\
Examples:
  loopwright transform kernel.c tiles.lw -o tiled.c
  loopwright transform kernel.c tiles.lw --dry-run
  loopwright transform kernel.c tiles.lw --run --cflags '-O2'
  loopwright transform kernel.c tiles.lw --watch
  loopwright transform kernel.c fuse.lw --correct

A script is a list of operations, one per line:
  realign(Init, Mult, 0)                    Init and Mult get separate loop nests
  affine(Mult, { [i, j, k] -> [i, k, j] })  remap the iterators: here, swap j and k
  tile(Mult, 32, 32, 32)
  parallel(Mult.i)
Name a loop by its C label (`Mult:`), a statement by its label or as S0, S1, … (see `loopwright
show`), and a loop around a statement by its counter (`S0.i`). `loopwright explain scripts` lists
all operations.

Nothing is written if the new order is illegal or the new loops cannot be proved correct.";

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    if arguments.watch && arguments.input.is_standard_input() {
        let _ = writeln!(
            anstream::stderr(),
            "error: `--watch` needs a file: standard input does not change"
        );
        return Exit::BadInput;
    }
    let mut watched = Watched::default();
    let exit = transform_input(arguments, &watched);
    if !arguments.watch {
        return exit;
    }
    loop {
        std::thread::sleep(Duration::from_millis(200));
        if watched.is_changed() {
            watched = Watched::default();
            let _ = writeln!(anstream::stderr(), "\x1b[2m── changed ──\x1b[0m");
            transform_input(arguments, &watched);
        }
    }
}

/// Transforms the input as it is now and says how that went.
fn transform_input(arguments: &Arguments, watched: &Watched) -> Exit {
    let apply = |program: &mut Program, request: &Request<'_>| {
        let script = &arguments.script;
        script.apply(program, request, arguments.doubt(), watched)
    };
    let work = |mut program: Program, request: &Request<'_>| {
        let first = models(&program);
        let mut done = apply(&mut program, request);
        let mut text = None;
        if arguments.dry_run {
            agree(&mut program, request, &first, |other, request| {
                let models = models(other);
                apply(other, request);
                models
            });
        } else if !program.has_errors()
            && let Some(new) = write(arguments, &mut program, request, &mut done)
        {
            agree(&mut program, request, &new.pieces(), |other, request| {
                let mut done = apply(other, request);
                let new = (!other.has_errors())
                    .then(|| rewritten(arguments, other, request, &mut done))
                    .flatten();
                let new = new.and_then(|new| composed(other, &new, &done.guards()));
                new.map_or_else(Outcome::new, |new| new.pieces())
            });
            text = Some(new.text);
        }
        let exit = Exit::after(&program.diagnostics);
        arguments.script.tell_times(&done);
        if arguments.script.format == Format::Json {
            return json(arguments, &program, &done, text, exit);
        }
        input::complain(&program);
        match exit {
            Exit::Fine => deliver(arguments, &program, &done, text.unwrap_or_default()),
            exit => exit,
        }
    };
    arguments.input.with_watched_program(watched, work)
}

/// The new program, proved; otherwise there is an error among the program's diagnostics.
fn write(
    arguments: &Arguments,
    program: &mut Program,
    request: &Request<'_>,
    done: &mut Transformed,
) -> Option<Rewritten> {
    let new = rewritten(arguments, program, request, done)?;
    let prove = || readback::prove(program, &new, request);
    let guards = done.guards();
    let proved = match arguments.no_validate {
        true => Ok(()),
        false => done.times.measure("validation", prove),
    };
    if let Err(error) = proved {
        program.diagnostics.push(*error);
        return None;
    }
    program.diagnostics.extend(new.warnings.iter().cloned());
    if arguments.unchecked {
        program.diagnostics.push(transform::unchecked_remark());
    }
    composed(program, &new, &guards)
}

/// The new program with the original loops where a guard needs them; otherwise there is an error among the program's diagnostics.
fn composed(program: &mut Program, new: &Rewritten, guards: &[Option<Guard>]) -> Option<Rewritten> {
    match guard::compose(program, new, guards, None) {
        Ok(new) => Some(new),
        Err(error) => {
            program.diagnostics.push(*error);
            None
        }
    }
}

/// The new program; otherwise there is an error among the program's diagnostics.
fn rewritten(
    arguments: &Arguments,
    program: &mut Program,
    request: &Request<'_>,
    done: &mut Transformed,
) -> Option<Rewritten> {
    let choices = Choices {
        pragmas: !arguments.no_pragmas,
        guarded: guard::depths(program, &done.guards()),
    };
    let Some(orders) = done.orders() else {
        let message = "there is no order to write, for no known reason";
        program.diagnostics.push(error(report::NOT_PROVED, message));
        return None;
    };
    let write = || request.within_budget(|| rewrite(program, &orders, &choices));
    let new = done.times.measure("code", write);
    let complain = |error: Box<_>| program.diagnostics.push(*error);
    new.map_err(complain).ok()
}

/// Gives the user what was asked for.
fn deliver(arguments: &Arguments, program: &Program, done: &Transformed, text: String) -> Exit {
    if arguments.dry_run {
        return match transform::plan(done) {
            Ok(plan) => input::print(&plan),
            Err(error) => {
                let _ = writeln!(anstream::stderr(), "{}", not_computed(&error));
                Exit::BadInput
            }
        };
    }
    if !arguments.unchecked {
        let _ = write!(anstream::stderr(), "{}", transform::summary(program, done));
    }
    if let Some(path) = &arguments.output {
        let written = input::write_file(path, &text);
        if written != Exit::Fine {
            return written;
        }
    }
    if arguments.trial.run {
        let is_proved = !arguments.unchecked;
        return arguments
            .trial
            .compare(&arguments.input, program, &text, is_proved);
    }
    match arguments.output {
        None => input::print_program(&text),
        Some(_) => Exit::Fine,
    }
}

fn json(
    arguments: &Arguments,
    program: &Program,
    done: &Transformed,
    text: Option<String>,
    exit: Exit,
) -> Exit {
    let name = arguments.input.name();
    let mut document = arguments.script.document(&name, program, done);
    if let Some(path) = &arguments.output
        && let Some(text) = &text
    {
        let written = input::write_file(path, text);
        if written != Exit::Fine {
            return written;
        }
    }
    document["output"] = text.map(|text| shown(&text).into_owned()).into();
    input::print(&format!("{document:#}\n")).max(exit)
}
