//! `loopwright check`

use clap::Args;
use loopwright::exit::{self, Exit};
use loopwright::program::{Program, Request};
use loopwright::transform;
use loopwright::worlds::{agree, models};

use crate::input::{self, InputArguments};
use crate::script_arguments::{Doubt, Format, ScriptArguments};
use crate::watched::Watched;

/// Prove that a script preserves what a program computes, or show a counterexample
///
/// The order after the script must respect every dependence between two accesses, and no iteration
/// of a parallel loop may depend on another one. Only the final order counts: an operation may
/// break what a later one mends.
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
  loopwright check kernel.c                       with the script in `#pragma loopwright` lines
  loopwright check kernel.c tiles.lw --all --explain
  loopwright check kernel.c tiles.lw --format json | jq '.regions[].violations[].sentence'

A violation is shown by its smallest case, such as `S0[2, 0] reads A[1][1] before S0[1, 1] writes
it when n = 3`, with both accesses and the operation of the script that caused it.

In JSON, `legal` is the verdict. Each of `regions` has `legal`, `dependences` (the number checked),
`relaxed` (if legal, how many of these are reductions whose order changes),
`written_in_another_order` (if legal, variables with the same values for every read), `assumed_distinct`
(arrays), `guard` (with `--guard`: `condition`, `declarations`, `parameters`, `pairs`), `schedule` (a schedule tree), `vectors`, `steps` and `violations`, each of these with `kind`
(dependence, race, conflict, missing, extra, declaration, private, lost), `sentence`, `step` (which
of `steps` is to blame, from 0), `parameters`, `dependence` (`kind`, `array`, `cell`, `source`,
`sink`; an end has `statement`, `access`, `instance`, `old_date`, `new_date`) and `relation`. `fix` of an
illegal region has `fixes`, each with `lines`, `after` (the line of the script that they follow), `means`,
`script` (all of it), `minimal` and `cost`, and `why_not` if moving statements does not help.";

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    arguments.input.with_program(|mut program, request| {
        let watched = Watched::default();
        let apply = |program: &mut Program, request: &Request<'_>| {
            let script = &arguments.script;
            script.apply(program, request, Doubt::Advise, &watched)
        };
        let first = models(&program);
        let done = apply(&mut program, request);
        agree(&mut program, request, &first, |other, request| {
            let models = models(other);
            apply(other, request);
            models
        });
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
