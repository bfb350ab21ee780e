//! `loopwright show`

use clap::{Args, ValueEnum};
use loopwright::exit::{self, Exit};
use loopwright::program::{Program, not_computed};
use loopwright::show;
use loopwright::worlds::warn;

use crate::input::{self, InputArguments};

/// Show the model of a program: statements, their instances and accesses, and the loops.
///
/// For each region between `#pragma scop` and `#pragma endscop`, list the parameters and what is
/// known about them, the arrays, and the statements with their instances and the cells that each
/// instance reads and writes, in isl's notation.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Also print the schedule tree, in isl's notation
    #[arg(long)]
    tree: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Text for people
    Text,
    /// One JSON document with the models and all messages
    Json,
    /// OpenScop, for Clan, Candl, Pluto and Clay
    Openscop,
}

const AFTER_HELP: &str = "\
Examples:
  loopwright show gemm.c
  loopwright show gemm.c --tree                     with the schedule tree
  loopwright show gemm.c -D N=100 -I include        macros and headers, as for a compiler
  loopwright show gemm.c --context '[n] -> { : n > 3 }'
  loopwright show gemm.c --format openscop > gemm.scop && loopwright show gemm.scop
  loopwright show gemm.c --format json | jq '.regions[].model.statements[].domain'

Reading the output:
  `S1[i, j] -> C[i, j]` after `write` means that instance (i, j) of statement S1 writes this cell,
  for all instances in its domain. `may write` is a write that depends on data. `assumed distinct`
  marks arrays that could overlap if the caller passed overlapping pointers; `restrict` rules that
  out.

With --format json, messages are in the document, under `diagnostics`, not on standard error.";

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    let name = arguments.input.name();
    arguments.input.with_program(|mut program, request| {
        warn(&mut program, request);
        let text = match arguments.format {
            Format::Json => Ok(format!("{:#}\n", show::json(&name, &program))),
            _ if program.has_errors() => Ok(String::new()),
            Format::Text => show::text(
                &program,
                show::Detail {
                    tree: arguments.tree,
                },
            ),
            Format::Openscop => show::openscop(&program),
        };
        let text = text.unwrap_or_else(|error| {
            program.diagnostics.push(not_computed(&error));
            String::new()
        });
        finish(&program, &text, matches!(arguments.format, Format::Json))
    })
}

/// Writes messages and results; returns how it ended.
pub fn finish(program: &Program, text: &str, is_json: bool) -> Exit {
    if !is_json {
        input::complain(program);
    }
    input::print(text).max(Exit::after(&program.diagnostics))
}
