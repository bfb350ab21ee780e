//! isl's own inputs: code is generated for each, interpreted for several values of the
//! parameters, and must execute exactly the instances of the schedule in its order. isl's code for
//! the same input is held against the same order, so that interpreter and oracle are known to be
//! right. Skipped, saying so, where the files are not beside the repository.

mod common;

use astgen::ast::Node;
use astgen::{Generator, Input, interpret};
use common::oracle::{Oracle, compare};
use libtest_mimic::{Arguments, Failed, Trial};
use presburger::{Budget, Dim, UnionMap};
use std::path::{Path, PathBuf};

/// Work for one input.
const BUDGET: u64 = 400_000_000;
/// Instances in one run.
const LIMIT: usize = 4_000;
/// Instances in a run if all runs are long.
const LONG_LIMIT: usize = 40_000;
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
        true => isl_code(path)?,
        false => Budget::operations(BUDGET).run(|| Generator::new().from_input(&input))?,
    };
    let oracle = Oracle::new(&input)?;
    let valuations = oracle.valuations()?;
    let (mut runs, mut executed) = (0, 0);
    for values in &valuations {
        if runs == RUNS {
            break;
        }
        if let Some(count) = run(&oracle, &code, values, LIMIT, ORACLE_BUDGET)? {
            runs += 1;
            executed += count;
        }
    }
    if executed > 0 || oracle.is_empty()? {
        return Ok(());
    }
    // All runs are long: one of them is done anyway.
    for values in valuations.iter().take(1) {
        if run(&oracle, &code, values, LONG_LIMIT, 20 * ORACLE_BUDGET)?
            .is_some_and(|count| count > 0)
        {
            return Ok(());
        }
    }
    // Too long even for that: isl's code is the judge.
    let judge = isl_code(path)?;
    for values in &valuations {
        let parameters: Vec<(&str, i64)> = oracle.named(values);
        let (Ok(ours), Ok(theirs)) = (
            interpret::run(&code, &parameters, 20 * LONG_LIMIT),
            interpret::run(&judge, &parameters, 20 * LONG_LIMIT),
        ) else {
            continue;
        };
        if theirs.is_empty() {
            continue;
        }
        return match ours == theirs {
            true => Ok(()),
            false => Err(format!("{parameters:?}: not isl's order\n{code}").into()),
        };
    }
    // Too long for anything: a corner of the schedule is generated and executed instead.
    match isl {
        true => {
            // Only read: there is no shorter version of isl's code.
            eprintln!("not executed, too long: {}", path.display());
            Ok(())
        }
        false => check_corner(&input, &oracle),
    }
}

/// The part of a flat schedule where all coordinates are small.
fn check_corner(input: &Input, oracle: &Oracle) -> Result<(), Failed> {
    let Input::Flat {
        schedule,
        context,
        options,
    } = input
    else {
        return Err("nothing was executed".into());
    };
    let mut small = Vec::new();
    for map in schedule.maps() {
        let mut map = map;
        for i in 0..map.space().n_in() {
            map = map.upper_bound(Dim::In(i), 6)?;
        }
        small.push(map);
    }
    let corner = Input::Flat {
        schedule: UnionMap::from_maps(small)?,
        context: context.clone(),
        options: options.clone(),
    };
    let code = Budget::operations(BUDGET).run(|| Generator::new().from_input(&corner))?;
    let corner = Oracle::new(&corner)?;
    for values in oracle.valuations()? {
        if run(&corner, &code, &values, LONG_LIMIT, 20 * ORACLE_BUDGET)?.is_some_and(|n| n > 0) {
            return Ok(());
        }
    }
    Err("nothing was executed".into())
}

/// Compares one run with the schedule; the number of instances, or nothing if there are too many.
fn run(
    oracle: &Oracle,
    code: &Node,
    values: &[i64],
    limit: usize,
    budget: u64,
) -> Result<Option<usize>, Failed> {
    let expected = Budget::operations(budget).run(|| oracle.expected(values, limit));
    let Some(expected) = expected.ok().flatten() else {
        return Ok(None);
    };
    let parameters = oracle.named(values);
    let result = interpret::run(code, &parameters, 100 * limit)
        .map_err(|error| error.to_string())
        .and_then(|trace| compare(&expected, &trace));
    match result {
        Ok(()) => Ok(Some(expected.iter().map(Vec::len).sum())),
        Err(message) => Err(format!("{parameters:?}: {message}\n{code}").into()),
    }
}

fn isl_code(path: &Path) -> Result<Node, Failed> {
    let text = std::fs::read_to_string(expected_file(path))?;
    Ok(common::c::parse(&text)?)
}

fn expected_file(path: &Path) -> PathBuf {
    path.with_extension("c")
}
