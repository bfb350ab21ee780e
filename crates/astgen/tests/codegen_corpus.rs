//! isl's own inputs: code is generated for each, interpreted for several values of the
//! parameters, and must execute exactly the instances of the schedule in its order. isl's code for
//! the same input is held against the same order, so that interpreter and oracle are known to be
//! right. Skipped, saying so, where the files are not beside the repository.

mod common;

use astgen::{Generator, interpret};
use common::oracle::{Oracle, compare};
use libtest_mimic::{Arguments, Failed, Trial};
use presburger::Budget;
use std::path::{Path, PathBuf};

/// Work for one input.
const BUDGET: u64 = 400_000_000;
/// Instances in one run.
const LIMIT: usize = 4_000;
/// Work for finding the instances of one run.
const ORACLE_BUDGET: u64 = 3_000_000;
/// Runs of one input.
const RUNS: usize = 5;

fn main() {
    let arguments = Arguments::from_args();
    let Some(corpus) = common::corpus() else {
        eprintln!("skipped: no shared/corpus/isl/codegen beside the repository");
        return;
    };
    let expectations = include_str!("codegen_corpus.expect");
    let mut trials = Vec::new();
    for path in common::inputs(&corpus) {
        let name = common::name_of(&corpus, &path);
        let known = expectations
            .lines()
            .any(|line| line.split_once(':').is_some_and(|(n, _)| n == name));
        trials.push(Trial::test(format!("generate {name}"), {
            let path = path.clone();
            move || expect(check(&path, false), known)
        }));
        trials.push(Trial::test(format!("isl {name}"), move || {
            check(&path, true)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// An input that is listed must fail, so that the list stays true.
fn expect(result: Result<(), Failed>, known: bool) -> Result<(), Failed> {
    match (result, known) {
        (Ok(()), true) => Err("passes: take it off the list of expectations".into()),
        (Err(_), true) => Ok(()),
        (result, false) => result,
    }
}

fn check(path: &Path, isl: bool) -> Result<(), Failed> {
    let input = common::read_input(path)?;
    let code = match isl {
        true => {
            let text = std::fs::read_to_string(expected_file(path))?;
            common::c::parse(&text)?
        }
        false => Budget::operations(BUDGET).run(|| Generator::new().from_input(&input))?,
    };
    let oracle = Oracle::new(&input)?;
    let names: Vec<&str> = oracle.params.iter().map(String::as_str).collect();
    let (mut runs, mut executed) = (0, 0);
    for values in oracle.valuations()? {
        if runs == RUNS {
            break;
        }
        let expected = Budget::operations(ORACLE_BUDGET).run(|| oracle.expected(&values, LIMIT));
        let Some(expected) = expected.ok().flatten() else {
            continue;
        };
        let parameters: Vec<(&str, i64)> = names.iter().copied().zip(values).collect();
        let count: usize = expected.iter().map(Vec::len).sum();
        let result = interpret::run(&code, &parameters, 100 * LIMIT)
            .map_err(|error| error.to_string())
            .and_then(|trace| compare(&expected, &trace));
        if let Err(message) = result {
            return Err(format!("{parameters:?}: {message}\n{code}").into());
        }
        runs += 1;
        executed += count;
    }
    match executed {
        0 if !oracle.is_empty()? => Err(format!("nothing was executed in {runs} runs").into()),
        _ => Ok(()),
    }
}

fn expected_file(path: &Path) -> PathBuf {
    path.with_extension("c")
}
