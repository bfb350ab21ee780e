//! The command line: arguments, files, terminals and exit codes. What it does with them is
//! in the library.

mod calc_command;
mod prompt;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Restructures affine loop nests.
///
/// Today it has the calculator on which everything else will stand; commands that read C,
/// show dependences, transform loops and write C back come later.
#[derive(Parser)]
#[command(
    name = "loopwright",
    version,
    arg_required_else_help = true,
    after_help = AFTER_HELP
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// One variant per command; each has a module `…_command` with its arguments and `run`.
#[derive(Subcommand)]
enum Command {
    Calc(calc_command::Arguments),
}

const AFTER_HELP: &str = "\
Examples:
  loopwright calc                          a prompt; `help;` lists what it can do
  loopwright calc -e 'card { [i] : 0 <= i < 10 }'
  loopwright calc script.iscc              runs a script written for iscc

Exit codes:
  0  all went well
  1  an `assert` does not hold
  2  bad input: a mistake in a script, an unreadable file, wrong arguments
  3  a mistake in Loopwright itself";

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    // Deeply nested input needs more stack than the main thread may have.
    let work = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || match command {
            Command::Calc(arguments) => calc_command::run(&arguments),
        });
    match work.map(|thread| thread.join()) {
        Ok(Ok(code)) => ExitCode::from(code),
        _ => ExitCode::from(3),
    }
}
