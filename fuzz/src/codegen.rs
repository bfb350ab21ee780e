//! Random and mutated schedules for the generator of loops.
//!
//! Whatever loops come out are run for a few values of the parameters: they must execute the
//! instances of the schedule, in its order, each once.

use crate::driver::{self, Options, Outcome, Summary};
use crate::mutate;
use crate::random::Random;
use astgen::interpret::{self, RunError};
use astgen::{Error, Generator, Input};
use presburger::Budget;
use std::path::Path;
use std::sync::Arc;

// The tests of the generator use all of it.
#[allow(dead_code)]
#[path = "../../crates/astgen/tests/common/oracle.rs"]
mod oracle;

/// Steps for the loops of a schedule, and again for the instances to compare with.
const BUDGET: u64 = 3_000_000;
/// Instances that are worth running.
const INSTANCES: usize = 400;
/// Iterations, most of which may be empty, until a run is given up.
const STEPS: usize = 200_000;
/// No text grows longer than this.
const LONGEST: usize = 6_000;

/// Runs the fuzzer.
pub fn fuzz(options: Options) -> Summary {
    let seeds = seeds();
    driver::run("codegen", options, move |session, random| {
        let text = match random.once_in(3) {
            true => {
                let seed: &String = random.pick(&seeds);
                mutate::some(seed, LONGEST, random)
            }
            false => schedule(random),
        };
        session.leave_trace(&text);
        session.name("schedule");
        session.operand(Arc::new(text.clone()));
        session.execute(|| check(&text));
    })
}

/// Texts to begin with: some of our own, and isl's where they are at hand.
fn seeds() -> Vec<String> {
    let mut texts: Vec<String> = OWN.iter().map(|text| text.to_string()).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/isl/codegen");
    let entries = std::fs::read_dir(root).into_iter().flatten();
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.retain(|path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("st" | "in"))
    });
    paths.sort();
    let short = |text: &String| text.len() < 2_000;
    texts.extend(
        paths
            .iter()
            .filter_map(|path| std::fs::read_to_string(path).ok())
            .filter(short),
    );
    texts
}

/// What is right and wrong with a text.
pub fn check(text: &str) -> Result<Outcome, String> {
    let start = text.trim_start();
    let is_tree = ["domain", "child", "\"domain", "#"]
        .iter()
        .any(|word| start.starts_with(word))
        && text.contains("domain");
    let budget = Budget::operations(BUDGET);
    let generated = budget.run(|| {
        let input = match is_tree {
            true => match Input::tree(text)? {
                // The parts of the tree contradict each other.
                Input::Tree(tree) if !tree.verify()?.is_empty() => {
                    return Err(Error::Invalid("malformed".into()));
                }
                input => input,
            },
            false => Input::flat(text)?,
        };
        let ast = Generator::new().from_input(&input)?;
        Ok((input, ast))
    });
    let (input, ast) = match generated {
        Ok(generated) => generated,
        Err(Error::Sets(presburger::Error::BudgetExhausted)) => return Ok(Outcome::Exhausted),
        Err(error) if error.to_string().is_empty() => return Err("refused without a reason".into()),
        Err(_) => return Ok(Outcome::Refused),
    };
    let budget = Budget::operations(BUDGET);
    match budget.run(|| compare(&input, &ast)) {
        Ok(found) => found.map_err(|wrong| format!("{wrong}\n{ast}")),
        // The instances cannot be counted: there are too many, or too hard to find.
        Err(_) => Ok(Outcome::Exhausted),
    }
}

fn compare(
    input: &Input,
    ast: &astgen::ast::Node,
) -> Result<Result<Outcome, String>, presburger::Error> {
    // Dates in different spaces do not say what comes first.
    if let Input::Flat { schedule, .. } = input
        && let [first, rest @ ..] = &schedule.maps()[..]
        && rest.iter().any(|map| {
            let (a, b) = (map.space(), first.space());
            a.n_out() != b.n_out() || map.range_tuple_name() != first.range_tuple_name()
        })
    {
        return Ok(Ok(Outcome::Refused));
    }
    let oracle = oracle::Oracle::new(input)?;
    if oracle.is_empty()? {
        return Ok(Ok(Outcome::Done));
    }
    for values in oracle.valuations()?.into_iter().take(4) {
        let named = oracle.named(&values);
        let Some(expected) = oracle.expected(&values, INSTANCES)? else {
            continue;
        };
        let trace = match interpret::run(ast, &named, STEPS) {
            Ok(trace) => trace,
            // Loops that are mostly empty, or numbers that grow beyond those of the machine.
            Err(RunError::TooLong(_)) => continue,
            Err(RunError::Undefined(_)) if has_long_number(&ast.to_string()) => continue,
            Err(wrong) => return Ok(Err(format!("{named:?}: {wrong}"))),
        };
        if let Err(wrong) = oracle::compare(&expected, &trace) {
            return Ok(Err(format!("{named:?}: {wrong}")));
        }
    }
    Ok(Ok(Outcome::Done))
}

/// Whether products with counters may overflow.
fn has_long_number(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_digit())
        .any(|number| number.len() > 12)
}

/// A random schedule with options, in isl's three parts.
fn schedule(random: &mut Random) -> String {
    let depth = 1 + random.below(3);
    let statements = 1 + random.below(3);
    let maps: Vec<String> = (0..statements)
        .map(|i| statement(i, depth, random))
        .collect();
    let context = *random.pick(&["{ : }", "[n] -> { : n >= 1 }", "[n, m] -> { : n > m > 2 }"]);
    let dates: Vec<String> = (0..depth).map(|i| format!("d{i}")).collect();
    let dates = dates.join(", ");
    let mut options = Vec::new();
    for level in 0..depth {
        if random.once_in(2) {
            let option = *random.pick(&["separate", "separate", "atomic", "unroll"]);
            let bound = match random.once_in(4) {
                true => format!(
                    " : {} <= d{level} < {}",
                    random.below(3),
                    3 + random.below(4)
                ),
                false => String::new(),
            };
            options.push(format!("[{dates}] -> {option}[{level}]{bound}"));
        }
    }
    format!(
        "[n, m] -> {{ {} }}\n{context}\n{{ {} }}\n",
        maps.join("; "),
        options.join("; ")
    )
}

fn statement(number: usize, depth: usize, random: &mut Random) -> String {
    let size = 1 + random.below(3);
    let names: Vec<String> = (0..size).map(|i| format!("i{i}")).collect();
    let mut conditions = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let low = bound(&names[..i], random);
        let high = bound(&names[..i], random);
        let least = *random.pick(&["0", "1", "-2", "m", &low]);
        let most = *random.pick(&["n", "n", "m", "5", "8", &high]);
        conditions.push(format!("{least} <= {name} <= {most}"));
    }
    for _ in 0..random.below(3) {
        conditions.push(match random.below(4) {
            0 => {
                let of = linear(&names, random);
                let by = 2 + random.below(4);
                format!("({of}) mod {by} = {}", random.below(by))
            }
            1 => format!("{} = {}", linear(&names, random), linear(&names, random)),
            _ => format!("{} >= {}", linear(&names, random), linear(&names, random)),
        });
    }
    let dates: Vec<String> = (0..depth)
        .map(|level| match random.below(8) {
            0 => format!(
                "floor(({})/{})",
                linear(&names, random),
                2 + random.below(3)
            ),
            1 => format!("({}) mod {}", linear(&names, random), 2 + random.below(3)),
            2 => random.below(3).to_string(),
            3 | 4 => linear(&names, random),
            _ => names.get(level).cloned().unwrap_or_else(|| "0".into()),
        })
        .collect();
    format!(
        "S{number}[{}] -> [{}] : {}",
        names.join(", "),
        dates.join(", "),
        conditions.join(" and ")
    )
}

fn bound(names: &[String], random: &mut Random) -> String {
    match names.is_empty() {
        true => random.below(4).to_string(),
        false => format!("{} + {}", random.pick(names), random.below(4)),
    }
}

fn linear(names: &[String], random: &mut Random) -> String {
    let mut terms = Vec::new();
    for name in names {
        match random.below(5) {
            0 => {}
            1 => terms.push(format!("-{name}")),
            2 => terms.push(format!("{}{name}", 2 + random.below(3))),
            _ => terms.push(name.clone()),
        }
    }
    if random.once_in(4) {
        terms.push(random.pick(&["n", "m", "-n"]).to_string());
    }
    if random.once_in(2) {
        terms.push((random.below(7) as i64 - 3).to_string());
    }
    match terms.is_empty() {
        true => "0".into(),
        false => terms.join(" + "),
    }
}

const OWN: &[&str] = &[
    "[n] -> { S[i, j] -> [i, j] : 0 <= i < n and 0 <= j < i }\n{ : }\n{ }\n",
    "[n] -> { S[i, j] -> [floor(i/4), floor(j/4), i, j] : 0 <= i, j < n }\n[n] -> { : n > 5 }\n\
     { [a, b, c, d] -> separate[x] : 0 <= x <= 1 }\n",
    "{ A[i] -> [i, 0] : 0 <= i < 10 and i mod 3 = 1; B[i] -> [2i, 1] : 1 <= i <= 7 }\n{ : }\n\
     { [i, j] -> unroll[0] }\n",
    "domain: \"[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }\"\nchild:\n  schedule: \"[{ S[i] -> [(i)]; \
     T[i] -> [(i + 1)] }]\"\n  child:\n    sequence:\n    - filter: \"{ S[i] }\"\n    - filter: \"{ T[i] }\"\n",
    "domain: \"[n] -> { S[i, j] : 0 <= i, j < n }\"\nchild:\n  schedule: \"[{ S[i, j] -> [(floor((i)/8))] }, \
     { S[i, j] -> [(j)] }]\"\n  options: \"{ isolate[[] -> [a, b]] : 1 <= a <= 3; atomic[1] }\"\n  child:\n    \
     schedule: \"[{ S[i, j] -> [(i)] }]\"\n",
    "domain: \"[n] -> { S[i] : 0 <= i < n }\"\nchild:\n  context: \"[n] -> { [] : n > 3 }\"\n  child:\n    \
     schedule: \"[{ S[i] -> [(3i)] }]\"\n    child:\n      guard: \"[n] -> { [t] : t < n }\"\n",
];
