//! `loopwright explain`

use std::io::Write;

use clap::Args;
use loopwright::exit::Exit;
use loopwright::explain;

use crate::input::print;

/// Explain the code of a message and what to do about it, or the script language.
#[derive(Args)]
#[command(after_help = "\
Examples:
  loopwright explain LW0203
  loopwright explain                       list all codes
  loopwright explain scripts               the script language
  loopwright explain strategies            how `optimize --strategy` describes schedules")]
pub struct Arguments {
    /// The code in brackets after `error` or `warning`, `scripts` or `strategies`; by default, list all codes
    code: Option<String>,
}

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    let Some(code) = &arguments.code else {
        let lines = scop::codes::TABLE.iter();
        let lines = lines.map(|kind| format!("{}  {}\n", kind.code, kind.sentence));
        return print(&lines.collect::<String>());
    };
    if code == "scripts" {
        return print(explain::scripts());
    }
    if code == "strategies" {
        return print(explain::strategies());
    }
    match explain::explain(code) {
        Some(page) => print(&page),
        None => {
            let _ = writeln!(
                anstream::stderr(),
                "\x1b[1;31merror\x1b[0m: unknown code `{code}`; `loopwright explain` lists all codes"
            );
            Exit::BadInput
        }
    }
}
