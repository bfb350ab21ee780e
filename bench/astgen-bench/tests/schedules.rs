//! Schedules made from the kernels: code is generated for each, interpreted for several small values
//! of the parameters, and must execute exactly the instances of the schedule in its order. Tiles
//! are small too, so that a run has several of them in each direction. Tiled schedules are checked once
//! more with full tiles apart.

#[path = "../../../crates/astgen/tests/common/oracle.rs"]
#[allow(dead_code)]
mod oracle;

use astgen::{Generator, Input, Settings, interpret};
use astgen_bench::{Schedule, kernels, schedules};
use libtest_mimic::{Arguments, Trial};
use oracle::{Oracle, compare};
use presburger::Budget;

const TILE: i64 = 3;
/// For macros that kernels use as sizes, in turn.
const SIZES: [i64; 3] = [7, 8, 5];
/// Work for one input.
const BUDGET: u64 = 400_000_000;
/// Instances in one run.
const LIMIT: usize = 1_500;
/// Work for finding the instances of one run.
const ORACLE_BUDGET: u64 = 20_000_000;
/// Runs of one input.
const RUNS: usize = 4;

fn main() {
    let trials = kernels::all().into_iter().map(|kernel| {
        Trial::test(kernel.name.clone(), move || {
            let sizes = SIZES.iter().copied().cycle();
            let made = schedules(&kernel, TILE, kernel.definitions(sizes))?;
            let (mut executed, mut wrong) = (0, Vec::new());
            for schedule in &made {
                let tiled = ["tiled", "wavefront"]
                    .iter()
                    .any(|kind| schedule.name.contains(kind));
                for separate_full_tiles in [false, true] {
                    if separate_full_tiles && !tiled {
                        continue;
                    }
                    let settings = Settings {
                        separate_full_tiles,
                        ..Settings::default()
                    };
                    match check(schedule, settings) {
                        Ok(count) => executed += count,
                        Err(error) => wrong.push(format!("{}: {error}", schedule.name)),
                    }
                }
            }
            match (executed, &wrong[..]) {
                (0, []) => Err("nothing was executed".into()),
                (_, []) => Ok(()),
                _ => Err(wrong.join("\n").into()),
            }
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// The number of instances that were executed as they should be.
fn check(schedule: &Schedule, settings: Settings) -> Result<usize, String> {
    let input = match schedule.name.ends_with(".in") {
        true => Input::flat(&schedule.text),
        false => Input::tree(&schedule.text),
    };
    let input = input.map_err(|error| error.to_string())?;
    let code = Budget::operations(BUDGET)
        .run(|| Generator::new().settings(settings).from_input(&input))
        .map_err(|error| error.to_string())?;
    let failed = |error: presburger::Error| error.to_string();
    let oracle = Oracle::new(&input).map_err(failed)?;
    let (mut runs, mut executed) = (0, 0);
    for values in oracle.valuations().map_err(failed)? {
        if runs == RUNS {
            break;
        }
        let expected = Budget::operations(ORACLE_BUDGET).run(|| oracle.expected(&values, LIMIT));
        let Ok(Some(expected)) = expected else {
            continue;
        };
        let parameters = oracle.named(&values);
        let trace = interpret::run(&code, &parameters, 100 * LIMIT)
            .map_err(|error| format!("{parameters:?}: {error}\n{code}"))?;
        compare(&expected, &trace).map_err(|why| format!("{parameters:?}: {why}\n{code}"))?;
        runs += 1;
        executed += trace.len();
    }
    Ok(executed)
}
