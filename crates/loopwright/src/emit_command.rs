//! `loopwright emit`

use std::path::PathBuf;

use clap::Args;
use loopwright::exit::{self, Exit};
use loopwright::program::{Program, Request};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, rewrite};
use loopwright::worlds::{Outcome, agree};

use crate::input::{self, InputArguments};

/// Only C has a text to write the loops into.
const FILE: &str =
    "A C file with `#pragma scop` and `#pragma endscop` around loop nests; `-` is standard input";

/// Regenerate the loops of a program from its schedule, in the same order.
///
/// This shows what code generation makes of a nest before any transformation. Text outside the
/// regions is kept byte for byte. The result is read back and proved to run the same instances in
/// the same order before it is written.
#[derive(Args)]
#[command(after_help = exit::help("Nothing is written after an error."))]
#[command(mut_arg("file", |file| file.help(FILE).long_help(FILE)))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Do not write OpenMP pragmas, even on parallel and vector loops
    #[arg(long)]
    no_pragmas: bool,

    /// Skip the read-back that proves the result correct
    #[arg(long)]
    no_validate: bool,
}

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    arguments.input.with_program(|mut program, request| {
        let choices = Choices {
            pragmas: !arguments.no_pragmas,
            ..Choices::default()
        };
        let mut text = String::new();
        let write = |program: &mut Program, request: &Request<'_>| {
            if program.has_errors() || program.refuse_guesses() {
                return None;
            }
            let orders = program.originals();
            let new = request.within_budget(|| rewrite(program, &orders, &choices));
            let complain = |error: Box<_>| program.diagnostics.push(*error);
            new.map_err(complain).ok()
        };
        if let Some(new) = write(&mut program, request) {
            let proved = match arguments.no_validate {
                true => Ok(()),
                false => prove(&program, &new, request),
            };
            match proved {
                Ok(()) => {
                    let pieces = new.pieces();
                    agree(&mut program, request, &pieces, |other, request| {
                        let new = write(other, request);
                        new.map_or_else(Outcome::new, |new| new.pieces())
                    });
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
