//! `loopwright emit`

use std::path::PathBuf;

use clap::Args;
use loopwright::rewrite::rewrite;

use crate::input::{self, InputArguments};

/// Writes the program with its loops generated anew from the schedule.
///
/// The order of execution stays what it was; the text outside of the regions stays byte for
/// byte. It shows what code generation makes of a nest before anything is transformed.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// Where to write to, instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command; returns the exit code.
pub fn run(arguments: &Arguments) -> u8 {
    arguments.input.with_program(|mut program, _| {
        let mut text = String::new();
        if !program.has_errors() {
            match rewrite(&program) {
                Ok(new) => text = new,
                Err(error) => program.diagnostics.push(*error),
            }
        }
        input::complain(&program);
        if program.has_errors() {
            return 2;
        }
        match &arguments.output {
            None => input::print(&text),
            Some(path) => input::write_file(path, &text),
        }
    })
}
