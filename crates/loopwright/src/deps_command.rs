//! `loopwright deps`

use clap::{Args, ValueEnum};
use loopwright::deps::{self, Analysis, Kind, Wanted};
use loopwright::exit::{self, Exit};
use loopwright::program::{Program, Request, not_computed};
use loopwright::worlds::warn;

use crate::input::InputArguments;
use crate::show_command::finish;

/// List the dependences of a program: which instances must stay in order, and why.
///
/// The analysis is exact: a dependence is listed if and only if two instances access the same cell
/// in this order (or may access it, where that depends on data). It also shows which loop carries
/// each dependence, its distance, and which loops carry none, so that their iterations can run in
/// parallel as written.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// List only these kinds, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND")]
    kind: Vec<KindArgument>,

    /// Also list input dependences: two reads of the same cell, which show reuse
    #[arg(long, conflicts_with = "kind")]
    all: bool,

    /// Relate each read only to the last write of the cell, not to all earlier ones; lists only
    /// flow, unless --kind or --all is given
    #[arg(long)]
    value_based: bool,

    /// Print the relation between instances for each dependence, in isl's notation
    #[arg(long)]
    relations: bool,

    /// Print the cells that are live into and out of each region
    #[arg(long)]
    live: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A table for people
    Text,
    /// One JSON document with the dependences, the loops and all messages
    Json,
    /// A graph of the statements, for Graphviz
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
  loopwright deps jacobi.c --value-based            which write produced each value
  loopwright deps jacobi.c --kind anti,output       those that renaming would remove
  loopwright deps jacobi.c --relations --live
  loopwright deps jacobi.c --format dot | dot -Tsvg > jacobi.svg
  loopwright deps jacobi.c --format json | jq '.regions[].dependences[] | select(.kind == \"flow\")'

Reading the output:
  carried by   the outermost loop in which the two instances are in different iterations, or all
               such loops; `-` when they are in the same iteration of all common loops
  distance     for each common loop, how many iterations later the second instance runs:
               a number if it is always the same; otherwise `+` at least one, `0+` at least
               zero, `-` and `0-` the same backwards, `*` anything. Several distances are listed
               if they are few, or else what holds of all of them
  must, may    whether it always happens; accesses that depend on data may happen
  accesses     the pairs of accesses that it comes from
  reduction    both accesses only accumulate with this operator: their order affects only
               floating-point numbers, by rounding, the sign of a zero and NaN in minima and maxima

Each dependence is listed once: one line for a kind, two statements and an array.

In JSON, each of regions[].dependences has `kind`, `value_based`, `from` and `to` (`statement`,
`access`, `line`, `text`), `array`, `loop` (which of regions[].loops carries it, from 0; null for
`-`), `distance` (null where it is not always the same), `direction`, `certainty`, `reduction`,
`relation`, `accesses` (all pairs with `from` and `to` that it comes from; `from` and `to` have the
first); there is one for each loop that carries it and each distance. Each of regions[].loops has `name`, `label`, `statements`, `carries`, `parallel`,
`private`.
Messages are in the document, under `diagnostics`, not on standard error.";

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
        warn(&mut program, request);
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
