//! The command line: arguments, files, terminals and exit codes. What it does with them is
//! in the library.

mod calc_command;
mod check_command;
mod codegen_command;
mod compiler_macros;
mod deps_command;
mod emit_command;
mod explain_command;
mod fix_command;
mod input;
mod interrupt;
mod optimize_command;
mod prompt;
mod script_arguments;
mod search_command;
mod show_command;
mod space_command;
mod timeout;
mod transform_command;
mod trial_arguments;
mod watched;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use loopwright::exit::{self, Exit};

/// Restructure loop nests in C, and prove that they still compute the same.
///
/// Mark a loop nest with `#pragma scop` and `#pragma endscop` and write a short script. Loopwright
/// applies the script, proves that the program still computes the same or shows the smallest
/// counterexample, and writes the new loops in place.
#[derive(Parser)]
#[command(
    name = "loopwright",
    version,
    arg_required_else_help = true,
    after_help = exit::help(AFTER_HELP)
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// One variant per command; each has a module `…_command` with its arguments and `run`.
#[derive(Subcommand)]
enum Command {
    Transform(transform_command::Arguments),
    Optimize(optimize_command::Arguments),
    Search(search_command::Arguments),
    Check(check_command::Arguments),
    Fix(fix_command::Arguments),
    Show(show_command::Arguments),
    Deps(deps_command::Arguments),
    Space(space_command::Arguments),
    Emit(emit_command::Arguments),
    Codegen(codegen_command::Arguments),
    Calc(calc_command::Arguments),
    Explain(explain_command::Arguments),
    /// Print completions for a shell
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

const AFTER_HELP: &str = "\
Examples:
  loopwright transform kernel.c script.lw -o new.c    transform, prove and write
  loopwright optimize kernel.c -o fast.c   find a good order, prove and write
  loopwright search kernel.c --budget 2m -o fast.c   find the fastest order by measuring
  loopwright check kernel.c script.lw      prove only
  loopwright fix kernel.c script.lw        make an illegal script legal
  loopwright show kernel.c                 statements, instances, accesses, loops
  loopwright deps kernel.c                 dependences, and which loops are parallel
  loopwright deps kernel.c --format dot | dot -Tsvg > kernel.svg
  loopwright space kernel.c --list         which statements can share loops
  loopwright emit kernel.c -o new.c        regenerate the loops, in the same order
  loopwright codegen schedule.st           loops for a schedule in isl's notation
  loopwright explain LW0203                what a message means
  loopwright calc -e 'card { [i] : 0 <= i < 10 }'
  loopwright calc script.iscc              run a script written for iscc

Completions: loopwright completions bash > ~/.local/share/bash-completion/completions/loopwright";

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    let runs_programs = match &command {
        Command::Transform(arguments) => arguments.runs_programs(),
        Command::Optimize(arguments) => arguments.runs_programs(),
        _ => false,
    };
    if runs_programs {
        interrupt::prepare();
    }
    if matches!(command, Command::Search(_)) {
        interrupt::prepare_to_finish();
    }
    // Deeply nested input needs more stack than the main thread may have.
    let work = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || run(&command));
    let done = work.map(|thread| thread.join());
    interrupt::give_way();
    match done {
        Ok(Ok(exit)) => ExitCode::from(exit.code()),
        _ => {
            let _ = writeln!(
                anstream::stderr(),
                "\x1b[1;31minternal error\x1b[0m: this is a bug in Loopwright, please report it"
            );
            ExitCode::from(Exit::Internal.code())
        }
    }
}

fn run(command: &Command) -> Exit {
    match command {
        Command::Transform(arguments) => transform_command::run(arguments),
        Command::Optimize(arguments) => optimize_command::run(arguments),
        Command::Search(arguments) => search_command::run(arguments),
        Command::Check(arguments) => check_command::run(arguments),
        Command::Fix(arguments) => fix_command::run(arguments),
        Command::Show(arguments) => show_command::run(arguments),
        Command::Deps(arguments) => deps_command::run(arguments),
        Command::Space(arguments) => space_command::run(arguments),
        Command::Emit(arguments) => emit_command::run(arguments),
        Command::Codegen(arguments) => codegen_command::run(arguments),
        Command::Calc(arguments) => calc_command::run(arguments),
        Command::Explain(arguments) => explain_command::run(arguments),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "loopwright", &mut text);
            input::print(&String::from_utf8_lossy(&text))
        }
    }
}
