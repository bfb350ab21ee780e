//! `loopwright deps`

use clap::{Args, ValueEnum};
use loopwright::deps::{self, Analysis, Kind, Wanted};
use loopwright::exit::{self, Exit};
use loopwright::program::{Program, Request, not_computed};

use crate::input::InputArguments;
use crate::show_command::finish;

/// Lists the dependences of a program: which instance must come after which other one, and why.
///
/// Analysis is exact: a dependence is listed if and only if two instances touch the same cell in
/// this order (or may touch it, where that depends on data). Also says which loop carries it, how
/// far it reaches, and which loops carry nothing, so that their iterations can run in parallel as
/// the program is written.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// How to print the dependences
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Only these kinds, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND")]
    kind: Vec<KindArgument>,

    /// Also input dependences: reads of the same cell, which are no constraint but reuse
    #[arg(long, conflicts_with = "kind")]
    all: bool,

    /// A read depends on the last write of the cell alone, not on all earlier ones; shows flow
    /// only, unless --kind or --all says otherwise
    #[arg(long)]
    value_based: bool,

    /// Prints the relation between the instances of each dependence, in isl's notation
    #[arg(long)]
    relations: bool,

    /// Prints the cells that the region needs from before it and those it leaves behind
    #[arg(long)]
    live: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A table for people
    Text,
    /// One document with the dependences, the loops and all messages
    Json,
    /// A graph of the statements for Graphviz
    Dot,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindArgument {
    /// A read after a write
    Flow,
    /// A write after a read
    Anti,
    /// A write after a write
    Output,
    /// A read after a read
    Input,
}

const AFTER_HELP: &str = "\
Examples:
  loopwright deps jacobi.c
  loopwright deps jacobi.c --value-based            who computes the value that is read
  loopwright deps jacobi.c --kind anti,output       what renaming would remove
  loopwright deps jacobi.c --relations --live
  loopwright deps jacobi.c --format dot | dot -Tsvg > jacobi.svg
  loopwright deps jacobi.c --format json | jq '.regions[].dependences[] | select(.kind == \"flow\")'

How to read it:
  carried by   the outermost loop in which the two instances are in different iterations;
               `-` when they are in the same iteration of all common loops
  distance     for each common loop how many iterations later the second instance is:
               a number if it is always the same; otherwise `+` at least one, `0+` at least
               zero, `-` and `0-` the same backwards, `*` anything
  must, may    whether it happens for sure; accesses that depend on data may happen
  reduction    both accesses only accumulate with this operator: their order matters for
               rounding alone

In JSON each of regions[].dependences has `kind`, `value_based`, `from` and `to` (`statement`,
`access`, `line`, `text`), `array`, `loop` (which of regions[].loops carries it, from 0; null for
`-`), `distance` (null where it is not always the same), `direction`, `certainty`, `reduction`,
`relation`; each of regions[].loops has `name`, `label`, `statements`, `carries`, `parallel`,
`private`.
Messages are in the document too, under `diagnostics`, and not on the standard error.";

impl Arguments {
    fn wanted(&self) -> Wanted {
        let kinds = match (self.kind.is_empty(), self.all, self.value_based) {
            (false, ..) => Kind::ALL
                .into_iter()
                .filter(|kind| self.lists(*kind))
                .collect(),
            (true, true, _) => Kind::ALL.to_vec(),
            (true, false, true) => vec![Kind::Flow],
            (true, false, false) => Wanted::default().kinds,
        };
        Wanted {
            kinds,
            value_based: self.value_based,
            live: self.live,
            relations: self.relations,
        }
    }

    fn lists(&self, kind: Kind) -> bool {
        self.kind.contains(&match kind {
            Kind::Flow => KindArgument::Flow,
            Kind::Anti => KindArgument::Anti,
            Kind::Output => KindArgument::Output,
            Kind::Input => KindArgument::Input,
        })
    }
}

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    let name = arguments.input.name();
    let wanted = arguments.wanted();
    arguments.input.with_program(|mut program, request| {
        let is_json = matches!(arguments.format, Format::Json);
        let mut found = Vec::new();
        if is_json || !program.has_errors() {
            found = analyse(&mut program, request, &wanted);
        }
        let text = match arguments.format {
            Format::Json => Ok(format!("{:#}\n", deps::json(&name, &program, &found))),
            _ if program.has_errors() => Ok(String::new()),
            Format::Text => deps::text(&program, &found, &wanted),
            Format::Dot => Ok(deps::dot(&program, &found)),
        };
        let text = text.unwrap_or_else(|error| {
            program.diagnostics.push(not_computed(&error));
            String::new()
        });
        finish(&program, &text, is_json)
    })
}

/// The dependences of each region; regions where this fails are taken out of the program.
fn analyse(program: &mut Program, request: &Request<'_>, wanted: &Wanted) -> Vec<Analysis> {
    let mut found = Vec::new();
    let mut done = Vec::new();
    for nest in std::mem::take(&mut program.nests) {
        match request.within_budget(|| Analysis::new(nest.scop(), wanted)) {
            Ok(analysis) => {
                found.push(analysis);
                done.push(nest);
            }
            Err(error) => program.diagnostics.push(not_computed(&error)),
        }
    }
    program.nests = done;
    found
}
