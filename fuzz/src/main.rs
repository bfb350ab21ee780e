//! `presburger-fuzz parser|operations|c|codegen [--seconds N] [--executions N] [--seed N] [--case N]
//! [--limit SECONDS] [--keep-going] [--skip NAME]`

use presburger_fuzz::driver::{Options, Summary};
use presburger_fuzz::{c, codegen, operations, parser};
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "usage: presburger-fuzz parser|operations|c|codegen [--seconds N] [--executions N] \
    [--seed N] [--case N] [--limit SECONDS] [--keep-going] [--skip NAME]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((mode, options)) = read(&arguments) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let summary = match mode {
        "parser" => parser::fuzz(options),
        "operations" => operations::fuzz(options),
        "c" => c::fuzz(options),
        "codegen" => codegen::fuzz(options),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    report(mode, &summary)
}

fn read(arguments: &[String]) -> Option<(&str, Options)> {
    let (mode, rest) = arguments.split_first()?;
    let mut options = Options {
        talk: true,
        ..Options::default()
    };
    let mut rest = rest.iter();
    while let Some(option) = rest.next() {
        if option == "--keep-going" {
            options.keep_going = true;
            continue;
        }
        if option == "--skip" {
            options.skip.push(rest.next()?.clone());
            continue;
        }
        let number: u64 = rest.next()?.parse().ok()?;
        match option.as_str() {
            "--seconds" => options.time = Duration::from_secs(number),
            "--executions" => options.executions = number,
            "--seed" => options.seed = number,
            "--case" => options.case = Some(number),
            "--limit" => options.limit = Duration::from_secs(number),
            _ => return None,
        }
    }
    Some((mode, options))
}

fn report(mode: &str, summary: &Summary) -> ExitCode {
    println!("slowest, {} ms: {}", summary.slowest.0, summary.slowest.1);
    println!(
        "{mode}: {} executions, {} answered, {} refused, {} budget errors, {} failures",
        summary.executions,
        summary.done,
        summary.refused,
        summary.exhausted,
        summary.failures.len(),
    );
    if summary.failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
