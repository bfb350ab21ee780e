//! `loopwright codegen`

use std::io::{Read, Write};
use std::path::PathBuf;

use astgen::{Generator, Input};
use clap::Args;
use presburger::Budget;

use crate::input::{print, write_file};

/// Writes loops for a schedule: plain loops with statements as calls, `S1(c0, c1);`.
///
/// The schedule is a tree in isl's YAML (`.st`), or a relation with a context and options, three
/// objects in isl's notation (`.in`).
#[derive(Args)]
#[command(after_help = "\
Examples:
  loopwright codegen schedule.st
  echo '{ S[i, j] -> [j, i] : 0 <= i <= j < 9 } { : } { }' | loopwright codegen -

Exit codes: 0 fine, 2 bad input, 3 a mistake in Loopwright.")]
pub struct Arguments {
    /// The schedule; `-` reads the standard input
    file: PathBuf,

    /// Where to write to, instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The most operations; without it there is no bound
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
}

/// Runs the command; returns the exit code.
pub fn run(arguments: &Arguments) -> u8 {
    let name = arguments.file.display().to_string();
    match generated(arguments) {
        Ok(text) => match &arguments.output {
            None => print(&text),
            Some(path) => write_file(path, &text),
        },
        Err(why) => {
            let _ = writeln!(
                anstream::stderr(),
                "\x1b[1;31merror\x1b[0m: `{name}`: {why}"
            );
            2
        }
    }
}

fn generated(arguments: &Arguments) -> Result<String, String> {
    let text = read(arguments)?;
    let work = || -> astgen::Result<String> {
        let input = match is_tree(arguments, &text) {
            true => Input::tree(&text)?,
            false => Input::flat(&text)?,
        };
        Ok(Generator::new().from_input(&input)?.to_string())
    };
    let done = match arguments.budget {
        Some(operations) => Budget::operations(operations).run(work),
        None => work(),
    };
    done.map_err(|error| error.to_string())
}

fn read(arguments: &Arguments) -> Result<String, String> {
    let mut bytes = Vec::new();
    let done = if arguments.file.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(&arguments.file).map(|read| bytes = read)
    };
    done.map_err(|error| format!("cannot be read: {error}"))?;
    String::from_utf8(bytes).map_err(|_| "is not a text in UTF-8".into())
}

/// Whether the text is a tree; where the name does not tell, a relation begins with `{` or `[`
/// and has no word `domain` before them.
fn is_tree(arguments: &Arguments, text: &str) -> bool {
    match arguments.file.extension().and_then(|name| name.to_str()) {
        Some("st") => true,
        Some("in") => false,
        _ => text.contains("domain:") || text.contains("\"domain\""),
    }
}
