//! `loopwright space`

use clap::{Args, ValueEnum};
use loopwright::exit::{self, Exit};
use loopwright::program::{Program, Request, not_computed};
use loopwright::space::{self, Analysis, Wanted};
use loopwright::worlds::warn;

use crate::input::InputArguments;
use crate::show_command::finish;

/// List the ways in which statements can share loops, and count them
///
/// Statements can share a loop if their loops can be interchanged, skewed and shifted by constants so that no
/// dependence runs backwards. An interleaving says which statements share a loop, and in which order the
/// loops come; it is legal if there is such a loop for all statements that share one. `optimize --fuse` takes
/// one of them, by its number or in its words.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// List the legal interleavings, those with the fewest loops first
    #[arg(long)]
    list: bool,

    /// List so many interleavings at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,

    /// Look at so many levels of loops, from the outside in
    #[arg(long, value_name = "LEVELS", default_value_t = 1,
          value_parser = clap::value_parser!(u8).range(1..=8))]
    depth: u8,

    /// Shift statements that share a loop by so many iterations at most; 0 aligns their first iterations
    #[arg(long, value_name = "ITERATIONS",
          value_parser = clap::value_parser!(i64).range(0..=1 << 30))]
    shift: Option<i64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Tables for people
    Text,
    /// One JSON document with the spaces and all messages
    Json,
}

const AFTER_HELP: &str = "\
Examples:
  loopwright space gemver.c
  loopwright space gemver.c --list                  which statements can share which loops
  loopwright space gemver.c --list --depth 2        the outermost two loops of each
  loopwright space gemver.c --list --shift 0        without shifting loops against each other
  loopwright space gemver.c --format json | jq '.regions[].spaces'
  loopwright optimize gemver.c --fuse 'interleaving 2' -o fused.c
  loopwright optimize gemver.c --fuse '{S0, S1} then S2 then S3' -o fused.c

Reading the output:
  {S0, S1} then S2    S0 and S1 share their outermost loop (with --depth, all loops that are looked
                      at), and S2 comes after it in loops of its own
  {S0 then S1}        with --depth: they share the outermost loop, and inside it S1 comes after S0
  S1 along j          in the shared loop, S1 runs along its loop j: loops are interchanged, or skewed
                      (along i + j)
  S2 shifted by 1     it runs one iteration later
  always together     statements that depend on each other in a cycle
  never all together  the smallest sets of statements that cannot share a loop

  O are all orders of the statements, with those that share a loop on one place, F1 the legal ones;
  I2 and F2 are the same for two levels. Their points are the 0/1 points of a polyhedron with so many
  dimensions and constraints (Pouchet et al., Loop Transformations: Convexity, Pruning and
  Optimization, 2011, table 1). The time is that of the analysis up to F1.

In JSON, each of regions[] has `loops`, `statements` (names), `references`, `spaces` (`name`,
`dimensions`, `constraints` and `points`, a text, null if that takes too long to count), `together`,
`apart`, `interleavings` (`words`, `remarks`; with --list), `has_more` and `seconds`.
Messages are in the document, under `diagnostics`, not on standard error.";

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    let name = arguments.input.name();
    let wanted = Wanted {
        depth: arguments.depth.into(),
        list: arguments.list.then_some(arguments.limit),
        shift: arguments.shift,
    };
    arguments.input.with_program(|mut program, request| {
        warn(&mut program, request);
        let is_json = matches!(arguments.format, Format::Json);
        let mut found = Vec::new();
        if is_json || !program.has_errors() {
            found = analyse(&mut program, request, &wanted);
        }
        let text = match arguments.format {
            Format::Json => format!("{:#}\n", space::json(&name, &program, &found)),
            Format::Text if program.has_errors() => String::new(),
            Format::Text => space::text(&program, &found),
        };
        finish(&program, &text, is_json)
    })
}

/// The space of each region; regions where this fails are taken out of the program.
fn analyse(program: &mut Program, request: &Request<'_>, wanted: &Wanted) -> Vec<Analysis> {
    let mut found = Vec::new();
    let mut done = Vec::new();
    for nest in std::mem::take(&mut program.nests) {
        match request.within_budget(|| Analysis::new(nest.scop(), request, wanted)) {
            Ok(analysis) => {
                if analysis.is_incomplete() {
                    program.diagnostics.push(space::not_counted(nest.number));
                }
                found.push(analysis);
                done.push(nest);
            }
            Err(error) => program.diagnostics.push(not_computed(&error)),
        }
    }
    program.nests = done;
    found
}
