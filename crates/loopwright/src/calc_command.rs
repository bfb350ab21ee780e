//! `loopwright calc`

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use loopwright::calc::{Calculator, Effect, Files, Object, Stop, is_complete};
use loopwright::exit::{self, Exit};
use loopwright::report::render;

use crate::timeout::Timeout;
use crate::{input, prompt};

/// Computes with integer sets and relations, as iscc does.
///
/// Without a file and without -e, statements are read from standard input; on a terminal, with a
/// prompt, history (up, down, Ctrl-R) and completion (Tab). Statements end with `;`.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    /// A script to run; `-` is standard input
    file: Option<PathBuf>,

    /// Evaluate this, after the script if there is one, and print only the values; the last `;`
    /// may be omitted, and the option repeated
    #[arg(short, long = "expression", value_name = "EXPR")]
    expressions: Vec<String>,

    /// Limit the work for each statement, in set operations (a million take a few milliseconds)
    #[arg(long, value_name = "N")]
    budget: Option<u64>,

    #[command(flatten)]
    timeout: Timeout,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// isl's notation
    Text,
    /// One JSON object per line, with `kind` and `text`
    Json,
}

const AFTER_HELP: &str = "\
Examples:
  loopwright calc -e '{ [i] : 0 <= i <= 10 } - { [i] : i mod 2 = 0 }'
  loopwright calc -e 'S := [n] -> { [i, j] : 0 <= i <= j < n }' -e 'lexmax S'
  loopwright calc --format json < script.iscc
  loopwright calc -e 'help'                list the operations
  loopwright calc -e 'help lexmin'         describe one operation

Statements:
  D := { S[i] -> T[i + 1] : 0 <= i < 10 };   name a value
  dom D;                                     print a value
  assert ran D <= { T[i] : i > 0 };          exit with code 1 if it does not hold";

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    let mut console = Console {
        calculator: Calculator::new(Disk)
            .with_budget(arguments.budget)
            .with_timeout(arguments.timeout.limit()),
        format: arguments.format,
    };
    match console.run_all(arguments) {
        Ok(()) => Exit::Fine,
        Err(exit) => exit,
    }
}

/// A calculator with its output.
pub struct Console {
    /// The calculator.
    pub calculator: Calculator<Disk>,
    format: Format,
}

/// How to end after what went wrong; it has been shown.
type Shown = Result<(), Exit>;

impl Console {
    fn run_all(&mut self, arguments: &Arguments) -> Shown {
        match &arguments.file {
            Some(path) if path.as_os_str() == "-" => self.run_input()?,
            Some(path) => self.run_file(path)?,
            None if !arguments.expressions.is_empty() => {}
            None if io::stdin().is_terminal() => return prompt::run(self),
            None => self.run_input()?,
        }
        for expression in &arguments.expressions {
            if self.calculator.has_quit() {
                break;
            }
            self.run_source("<expression>", expression)?;
        }
        Ok(())
    }

    fn run_file(&mut self, path: &Path) -> Shown {
        let name = path.display().to_string();
        match read(path) {
            Ok(text) => self.run_source(&name, &text),
            Err(error) => {
                complain(&format!("cannot read {name}: {error}"));
                Err(Exit::BadInput)
            }
        }
    }

    /// Runs all statements of a text.
    pub fn run_source(&mut self, name: &str, text: &str) -> Shown {
        let format = self.format;
        self.calculator
            .run(name, text, &mut |effect| show(&effect, format))
            .map_err(|stop| self.report(&stop))
    }

    /// Runs statements as they arrive, so that another program can talk to this one.
    fn run_input(&mut self) -> Shown {
        let format = self.format;
        let mut input = io::stdin().lock();
        let file = self.calculator.begin("<stdin>");
        let mut n_lines = 0;
        let mut offset = 0;
        loop {
            let mut line = Vec::new();
            let at_end = match input.read_until(b'\n', &mut line) {
                Ok(count) => count == 0,
                Err(error) => {
                    complain(&format!("cannot read standard input: {error}"));
                    return Err(Exit::BadInput);
                }
            };
            n_lines += 1;
            let Ok(line) = String::from_utf8(line) else {
                complain(&format!("line {n_lines} of standard input is not UTF-8"));
                return Err(Exit::BadInput);
            };
            let text = self.calculator.extend(file, &line);
            let end = text.len();
            if !at_end && !is_complete(&text[offset..]) {
                continue;
            }
            loop {
                let stepped = self
                    .calculator
                    .step(file, offset, &mut |effect| show(&effect, format));
                match stepped {
                    Ok(Some(next)) => offset = next,
                    Ok(None) => break,
                    Err(stop) => return Err(self.report(&stop)),
                }
            }
            if at_end || self.calculator.has_quit() {
                return Ok(());
            }
            offset = end;
        }
    }

    /// Shows why a run ended; returns how to end.
    fn report(&self, stop: &Stop) -> Exit {
        match stop {
            Stop::Error(error) => {
                anstream::eprintln!("{}", render(error, self.calculator.sources()));
                Exit::after(std::slice::from_ref(error))
            }
            // Whoever read our output has seen enough.
            Stop::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
            Stop::Output(error) => {
                complain(&format!("cannot write the results: {error}"));
                Exit::BadInput
            }
        }
    }
}

fn show(effect: &Effect<'_>, format: Format) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match (format, effect) {
        (Format::Text, Effect::Value(object)) => writeln!(out, "{object}")?,
        (Format::Text, Effect::Named(name, object)) => writeln!(out, "{name} := {object}")?,
        (Format::Text, Effect::Help(text)) => writeln!(out, "{text}")?,
        (Format::Json, Effect::Value(object) | Effect::Named(_, object)) => {
            writeln!(out, "{}", json(object))?;
        }
        (Format::Json, Effect::Help(text)) => {
            writeln!(
                out,
                "{}",
                serde_json::json!({ "kind": "help", "text": text })
            )?;
        }
    }
    out.flush()
}

fn json(object: &Object) -> serde_json::Value {
    serde_json::json!({ "kind": object.kind(), "text": object.to_string() })
}

fn complain(message: &str) {
    anstream::eprintln!("\x1b[1;31merror\x1b[0m: {message}");
}

/// The files of this machine, relative to where the program was started.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> io::Result<String> {
        read(Path::new(path))
    }

    fn write(&self, path: &str, text: &str) -> io::Result<()> {
        input::write_whole(Path::new(path), text)
    }
}

fn read(path: &Path) -> io::Result<String> {
    String::from_utf8(fs::read(path)?).map_err(|error| {
        let before = error.utf8_error().valid_up_to();
        io::Error::other(format!("invalid UTF-8 at byte {before}"))
    })
}
