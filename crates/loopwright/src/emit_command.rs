//! `loopwright emit`

use std::path::PathBuf;

use clap::Args;
use loopwright::exit::{self, Exit};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, rewrite};

use crate::input::{self, InputArguments};

/// Writes the program with its loops generated anew from the schedule.
///
/// The order of execution stays what it was; the text outside of the regions stays byte for
/// byte. It shows what code generation makes of a nest before anything is transformed. The result
/// is read back and proved to run the same instances in the same order before it is written.
#[derive(Args)]
#[command(after_help = exit::help("After an error nothing is written."))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// Where to write to, instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Writes no OpenMP pragmas, whatever the schedule says of its loops
    #[arg(long)]
    no_pragmas: bool,

    /// Does not read the result back to prove that it runs the same instances in the same order
    #[arg(long)]
    no_validate: bool,
}

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    arguments.input.with_program(|mut program, request| {
        let choices = Choices {
            pragmas: !arguments.no_pragmas,
        };
        let mut text = String::new();
        if !program.has_errors() {
            let orders = program.originals();
            let new = request.within_budget(|| rewrite(&program, &orders, &choices));
            let new = new.and_then(|new| {
                if !arguments.no_validate {
                    prove(&program, &new, request)?;
                }
                Ok(new)
            });
            match new {
                Ok(new) => {
                    program.diagnostics.extend(new.warnings);
                    text = new.text;
                }
                Err(error) => program.diagnostics.push(*error),
            }
        }
        input::complain(&program);
        let exit = Exit::after(&program.diagnostics);
        if exit != Exit::Fine {
            return exit;
        }
        match &arguments.output {
            None => input::print_program(&text),
            Some(path) => input::write_file(path, &text),
        }
    })
}
