//! `loopwright codegen`

use std::io::{Read, Write};
use std::path::PathBuf;

use astgen::{Generator, Input, Settings};
use clap::Args;
use loopwright::exit::{self, Exit};
use presburger::Budget;

use crate::input::{print, write_file};
use crate::timeout::Timeout;

/// Generate plain loops for a schedule, with statements as calls: `S1(c0, c1);`
///
/// The schedule is a tree in isl's YAML (`.st`), or a relation with a context and options, up to
/// three objects in isl's notation (`.in`).
#[derive(Args)]
#[command(after_help = exit::help("\
Examples:
  loopwright codegen schedule.st
  echo '{ S[i, j] -> [j, i] : 0 <= i <= j < 9 } { : } { }' | loopwright codegen -
  loopwright codegen schedule.st --type long --macros --iterators i,j,k
  loopwright codegen schedule.st --format json"))]
pub struct Arguments {
    /// The schedule; `-` is standard input
    file: PathBuf,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Limit the work, in set operations; unlimited by default
    #[arg(long, value_name = "N")]
    budget: Option<u64>,

    #[command(flatten)]
    timeout: Timeout,

    /// The type of counters and parameters; every value that the loops compute is proved to fit
    /// in it, or the output states for which parameters it does
    #[arg(long = "type", value_name = "TYPE", default_value = "int", value_parser = ["int", "unsigned", "long", "unsigned long"])]
    ctype: String,

    /// Print C, or the loops as JSON
    #[arg(long, value_name = "FORMAT", default_value = "c", value_parser = ["c", "json"])]
    format: String,

    /// Print the definitions of `min`, `max` and `floord` first, if the loops use them
    #[arg(long, conflicts_with = "format")]
    macros: bool,

    /// Names for counters, from outer to inner loops
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    iterators: Vec<String>,

    #[command(flatten)]
    style: Style,
}

/// How code is written; isl's names of these choices are understood too.
#[derive(Args)]
#[command(next_help_heading = "Style")]
struct Style {
    /// Do not use `else`
    #[arg(long, alias = "no-ast-build-allow-else")]
    no_else: bool,

    /// Do not use `||` in conditions; repeat statements instead
    #[arg(long, alias = "no-ast-build-allow-or")]
    no_or: bool,

    /// Use `c < a && c < b` instead of `c < min(a, b)`
    #[arg(long, alias = "no-ast-build-atomic-upper-bound")]
    no_atomic_upper_bound: bool,

    /// Use `floord` even where `/` and `%` would do
    #[arg(long, alias = "no-ast-build-prefer-pdiv")]
    no_pdiv: bool,

    /// Use `a ? b : c` even where `min` and `max` would do
    #[arg(long, alias = "no-ast-build-detect-min-max")]
    no_min_max: bool,

    /// Test conditions outside loops even if the bounds of inner loops imply them
    #[arg(long, alias = "no-ast-build-exploit-nested-bounds")]
    no_nested_bounds: bool,

    /// Separate by all bounds, not only by explicit ones
    #[arg(long)]
    implicit_separation: bool,

    /// Keep the steps of loops whose dates are multiples, instead of counting the multiples
    #[arg(long, alias = "no-ast-build-scale-strides")]
    no_scale_strides: bool,

    /// Keep statements with a common date in the same loop
    #[arg(long, alias = "ast-build-group-coscheduled")]
    group_coscheduled: bool,

    /// Write code inside tiles twice: for tiles that no boundary cuts, and for all others
    #[arg(long)]
    separate_full_tiles: bool,

    /// Execute instances that have several dates at each of them
    #[arg(long)]
    allow_repetition: bool,
}

impl Style {
    fn settings(&self) -> Settings {
        Settings {
            allow_else: !self.no_else,
            allow_or: !self.no_or,
            atomic_upper_bound: !self.no_atomic_upper_bound,
            prefer_pdiv: !self.no_pdiv,
            detect_min_max: !self.no_min_max,
            exploit_nested_bounds: !self.no_nested_bounds,
            explicit_separation: !self.implicit_separation,
            scale_strides: !self.no_scale_strides,
            group_coscheduled: self.group_coscheduled,
            separate_full_tiles: self.separate_full_tiles,
            allow_repetition: self.allow_repetition,
        }
    }
}

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
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
            Exit::BadInput
        }
    }
}

fn generated(arguments: &Arguments) -> Result<String, String> {
    let text = read(arguments)?;
    let mut types = emit::Type::ALL.into_iter();
    let ty = types.find(|ty| ty.name() == arguments.ctype);
    let ty = ty.ok_or_else(|| format!("unknown type `{}`", arguments.ctype))?;
    let work = || -> astgen::Result<String> {
        let input = match is_tree(arguments, &text) {
            true => Input::tree(&text)?,
            false => Input::flat(&text)?,
        };
        let generator = Generator::new().settings(arguments.style.settings());
        let names: Vec<&str> = arguments.iterators.iter().map(String::as_str).collect();
        let ast = generator.from_input(&input)?.with_iterators(&names)?;
        if arguments.format == "c" {
            ast.check_names()?;
        }
        let context = input.context()?;
        let found = emit::plain(&ast, ty, &context);
        let found = found.map_err(|error| astgen::Error::Invalid(error.to_string()))?;
        if arguments.format == "json" {
            return Ok(json(&found, ty));
        }
        let mut text = found.ast.with_type(ty.name()).to_string();
        if arguments.macros {
            text.insert_str(0, &astgen::macros(&found.ast));
        }
        let Some(only) = &found.only else {
            return Ok(text);
        };
        if only.is_empty()? {
            let message = format!(
                "the values that the loops compute do not fit in `{}`",
                ty.name()
            );
            return Err(astgen::Error::Invalid(message));
        }
        let only = emit::conditions(only);
        warn(&only, ty);
        Ok(format!("// for {only}\n{text}"))
    };
    let done = arguments.timeout.run(|| match arguments.budget {
        Some(operations) => Budget::operations(operations).run(work),
        None => work(),
    });
    done.map_err(|error| match error {
        astgen::Error::Sets(presburger::Error::BudgetExhausted) => {
            format!(
                "{error}; raise it with `--budget N`, or omit `--budget` to run without a limit"
            )
        }
        astgen::Error::Sets(presburger::Error::DeadlineExceeded) => {
            format!("{error}; allow more time with `--timeout SECONDS`")
        }
        error => error.to_string(),
    })
}

/// The loops as JSON, with the type of their counters and the parameters for which they fit it.
fn json(found: &emit::Plain, ty: emit::Type) -> String {
    let mut value = found.ast.to_json();
    value["type"] = serde_json::json!(ty.name());
    if let Some(only) = &found.only {
        value["parameters"] = serde_json::json!(only.to_string());
    }
    format!("{value:#}\n")
}

/// Says that not all parameters will do.
fn warn(only: &str, ty: emit::Type) {
    let ty = ty.name();
    let _ = writeln!(
        anstream::stderr(),
        "\x1b[1;33mwarning\x1b[0m: the values that the loops compute fit in `{ty}` only for {only}"
    );
}

fn read(arguments: &Arguments) -> Result<String, String> {
    let mut bytes = Vec::new();
    let done = if arguments.file.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(&arguments.file).map(|read| bytes = read)
    };
    done.map_err(|error| format!("cannot read it: {error}"))?;
    String::from_utf8(bytes).map_err(|_| "not valid UTF-8".into())
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
