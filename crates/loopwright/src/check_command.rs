//! `loopwright check`

use clap::Args;
use loopwright::exit::{self, Exit};
use loopwright::transform;

use crate::input::{self, InputArguments};
use crate::script_arguments::{Format, ScriptArguments};
use crate::watched::Watched;

/// Proves that a script keeps what a program computes, or shows where it does not
///
/// Every dependence between two accesses must be respected by the order that the script leads to,
/// and loops that are claimed to be parallel must have no dependence between their iterations.
/// Only the end of the script counts: steps on the way may break what later ones mend.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    script: ScriptArguments,
}

const AFTER_HELP: &str = "\
Examples:
  loopwright check kernel.c tiles.lw
  loopwright check kernel.c                       the script is in `#pragma loopwright` lines
  loopwright check kernel.c tiles.lw --all --explain
  loopwright check kernel.c tiles.lw --format json | jq '.regions[].violations[].sentence'

A violation is shown by the smallest case: `S0[2, 0] reads A[1][1] before S0[1, 1] writes it when
n = 3`, with both accesses and the operation of the script since which it is so.

In JSON `legal` says it all; each of `regions` has `legal`, `dependences` (how many were checked),
`relaxed` (if it is legal, how many of these are reductions whose order changes), `assumed_distinct` (arrays), `schedule` (a schedule tree), `vectors`, `steps` and `violations`, each of these with `kind`
(dependence, race, conflict, missing, extra, declaration), `sentence`, `step` (which of `steps` is
to blame, from 0), `parameters`, `dependence` (`kind`, `array`, `cell`, `source`, `sink`; an end
has `statement`, `access`, `instance`, `old_date`, `new_date`) and `relation`.";

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    arguments.input.with_program(|mut program, request| {
        let done = arguments
            .script
            .apply(&mut program, request, false, &Watched::default());
        let exit = Exit::after(&program.diagnostics);
        arguments.script.tell_times(&done);
        if arguments.script.format == Format::Json {
            let name = arguments.input.name();
            let document = arguments.script.document(&name, &program, &done);
            return input::print(&format!("{document:#}\n")).max(exit);
        }
        input::complain(&program);
        match exit {
            Exit::Fine => input::print(&transform::summary(&program, &done)),
            exit => exit,
        }
    })
}
