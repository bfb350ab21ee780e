//! `loopwright fix`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use loopwright::correct::{self, Fix, diff};
use loopwright::exit::{self, Exit};
use loopwright::guard::{compose, depths};
use loopwright::program::{Program, Request};
use loopwright::readback;
use loopwright::report::has_errors;
use loopwright::rewrite::{Choices, Rewritten, rewrite};
use loopwright::transform::{Changed, Recipe, Transformed};
use loopwright::worlds::{Outcome, agree};
use scop::Diagnostic;

use crate::input::{self, InputArguments};
use crate::script_arguments::{Doubt, Format, ScriptArguments};
use crate::watched::Watched;

/// Make an illegal script legal by the smallest change that is found, and show it
///
/// Statements are moved to other iterations or places, as little as possible; if that does not help, other changes are
/// tried. Each script that is shown has been proved to be legal.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    script: ScriptArguments,

    /// Write the program, transformed by the corrected script, to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the corrected script to this file
    #[arg(short, long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// List up to this many different corrections; what is written is the first one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=20))]
    alternatives: u64,
}

const AFTER_HELP: &str = "\
Examples:
  loopwright fix kernel.c fuse.lw                      show what to add to the script
  loopwright fix kernel.c fuse.lw -s fuse.lw -o new.c  correct the script, write the program
  loopwright fix kernel.c fuse.lw --keep S1            S1 stays where it is
  loopwright fix kernel.c fuse.lw --guard -o new.c     the script as it is where parameters make it legal
  loopwright fix kernel.c fuse.lw --alternatives 3
  loopwright fix kernel.c fuse.lw --format json | jq -r '.regions[].fix.fixes[].lines[]'

Smallest means: the outermost loop is changed as little as possible, then the next one, and so on inwards;
`nothing smaller is legal` says that this is known to be so. What is tried, in this order: shifts, another order
of the parts of a loop, fewer shared loops; then an index-set split, skewing, more memory
(`expand`, `rename`, `private`), reductions that are reordered.";

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    let work = |mut program: Program, request: &Request<'_>| {
        let original = program.clone();
        let watched = Watched::default();
        let doubt = Doubt::List(arguments.alternatives as usize);
        let done = arguments
            .script
            .apply(&mut program, request, doubt, &watched);
        let replaced = correct::replacements(&done);
        let is_broken = replaced.is_empty() && has_errors(&program.diagnostics);
        arguments.script.tell_times(&done);
        let mut text = None;
        if !is_broken && arguments.output.is_some() {
            match write(arguments, &original, request, &replaced, &watched) {
                Ok(new) => text = Some(new),
                Err(fixed) => {
                    input::complain(&fixed);
                    return Exit::after(&fixed.diagnostics);
                }
            }
        }
        let exit = match is_broken {
            true => Exit::after(&program.diagnostics),
            false => Exit::Fine,
        };
        if arguments.script.format == Format::Json {
            let name = arguments.input.name();
            let document = arguments.script.document(&name, &program, &done);
            let printed = input::print(&format!("{document:#}\n"));
            return printed.max(save(arguments, &done, text)).max(exit);
        }
        if is_broken {
            input::complain(&program);
            return exit;
        }
        let printed = input::print(&told(arguments, &original, &done));
        printed.max(save(arguments, &done, text))
    };
    arguments.input.with_program(work)
}

/// The program with the corrected scripts, proved; otherwise the program with what is wrong.
fn write(
    arguments: &Arguments,
    original: &Program,
    request: &Request<'_>,
    replaced: &[(usize, String)],
    watched: &Watched,
) -> Result<String, Box<Program>> {
    // A script carried out, with what it needs beyond the model tested, and another new text behind `else`.
    let version = |program: &mut Program,
                   request: &Request<'_>,
                   replaced: &[(usize, String)],
                   otherwise: Option<&Rewritten>|
     -> Option<Rewritten> {
        let script = &arguments.script;
        let done = script.apply_replaced(program, request, replaced, watched);
        if program.has_errors() {
            return None;
        }
        let (orders, guards) = (done.orders()?, done.guards());
        let choices = Choices {
            guarded: depths(program, &guards),
            ..Choices::default()
        };
        let write = || {
            let new = request.within_budget(|| rewrite(program, &orders, &choices))?;
            readback::prove(program, &new, request)?;
            compose(program, &new, &guards, otherwise)
        };
        let new = write();
        let complain = |error: Box<Diagnostic>| program.diagnostics.push(*error);
        new.map_err(complain).ok()
    };
    // With `--guard`, the script as it is runs where it is legal, and the corrected one elsewhere.
    let apply = |program: &mut Program, request: &Request<'_>| -> Option<Rewritten> {
        let mut unchanged = program.clone();
        let corrected = version(program, request, replaced, None)?;
        let is_guarded = arguments.script.guard && !replaced.is_empty();
        let as_it_is = is_guarded.then(|| version(&mut unchanged, request, &[], Some(&corrected)));
        Some(as_it_is.flatten().unwrap_or(corrected))
    };
    let mut program = original.clone();
    let Some(new) = apply(&mut program, request) else {
        return Err(Box::new(program));
    };
    agree(&mut program, request, &new.pieces(), |other, request| {
        let new = apply(other, request);
        new.map_or_else(Outcome::new, |new| new.pieces())
    });
    match program.has_errors() {
        true => Err(Box::new(program)),
        false => Ok(new.text),
    }
}

/// What was found, for people.
fn told(arguments: &Arguments, original: &Program, done: &Transformed) -> String {
    let mut text = String::new();
    for changed in &done.regions {
        let fixes = changed
            .corrections
            .as_ref()
            .map_or(&[][..], |found| &found.fixes);
        if done.regions.len() > 1 {
            text += &format!("region {}: ", changed.number);
        }
        if fixes.is_empty() {
            text += "the script is legal\n";
            continue;
        }
        let (name, old) = source(arguments, original, changed);
        for (i, fix) in fixes.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            if fixes.len() > 1 {
                text += &format!("{}. ", i + 1);
            }
            text += &format!(
                "{}\n{}",
                correct::describe(fix),
                diff(&name, &old, &fix.script)
            );
        }
    }
    text
}

/// The name and the text of the script of a region.
fn source(arguments: &Arguments, original: &Program, changed: &Changed) -> (String, String) {
    if let Some(path) = &arguments.script.script
        && let Ok(text) = input::read_text(path)
    {
        return (path.display().to_string(), text);
    }
    let mut nests = original.nests.iter();
    let index = nests.position(|nest| nest.number == changed.number);
    let text = correct::script_text(original, index.unwrap_or(0), &Recipe::default());
    ("#pragma loopwright".into(), text)
}

/// Writes the files that are asked for.
fn save(arguments: &Arguments, done: &Transformed, text: Option<String>) -> Exit {
    let mut exit = Exit::Fine;
    if let (Some(path), Some(text)) = (&arguments.output, &text) {
        exit = exit.max(input::write_file(path, text));
    }
    let fixes = done
        .regions
        .iter()
        .filter_map(|one| one.corrections.as_ref()?.fixes.first());
    let fixes: Vec<&Fix> = fixes.collect();
    if let (Some(path), [fix]) = (&arguments.save, &fixes[..]) {
        exit = exit.max(input::write_file(path, &fix.script));
    } else if arguments.save.is_some() {
        let why = match fixes.is_empty() {
            true => "there is no correction",
            false => "several regions have corrections",
        };
        let _ = writeln!(anstream::stderr(), "note: no script was saved: {why}");
    }
    exit
}
