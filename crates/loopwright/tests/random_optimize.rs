//! Random small programs, optimised in random ways: every cell gets the values that it had, the script of what
//! was found makes the same text, and the text, compiled and run with two threads, computes the same.
//!
//! `RANDOM_OPTIMIZE` is the number of cases and `RANDOM_SEED` the first seed; each case has a seed of its own, so
//! that one that fails can be run alone. One case of three is compiled; `RANDOM_COMPILE` compiles all.
//! `RANDOM_SHOW` prints each case before it is judged.

mod compiler;
#[allow(dead_code)]
mod oracle;
#[allow(dead_code)]
mod random;
#[allow(dead_code)]
mod stored;

use std::fmt::Write;
use std::process::Command;

use loopwright::optimize::{Options, optimize};
use loopwright::optimizer::schedule::Fusion;
use loopwright::optimizer::{Outcome, Strategy};
use loopwright::program::{Request, read};
use loopwright::rewrite::{Choices, rewrite};
use loopwright::transform::{Recipe, transform};

use random::{Case, Random};

#[derive(Default, Debug)]
struct Tally {
    changed: usize,
    tiled: usize,
    parallel: usize,
    unchanged: usize,
    relaxed: usize,
    compiled: usize,
    given_up: usize,
}

#[test]
fn what_is_found_computes_the_same() {
    let ran = random::run("RANDOM_OPTIMIZE", 0x6c62_272e_07bb_0142, one);
    let (cases, tally) = (ran.cases, &ran.tally);
    println!(
        "{cases} cases: {} with a new order ({} with tiles, {} with a parallel loop, {} with accumulations in \
         another order, {} compiled and run), {} unchanged, {} given up",
        tally.changed,
        tally.tiled,
        tally.parallel,
        tally.relaxed,
        tally.compiled,
        tally.unchanged,
        tally.given_up,
    );
    ran.assert_no_failures();
    if cases >= 100 {
        let few = cases / 20;
        assert!(tally.changed >= 4 * few, "{tally:?}");
        assert!(tally.tiled >= few && tally.parallel >= few, "{tally:?}");
        assert!(tally.given_up <= few, "{tally:?}");
    }
}

/// What is wanted of the optimizer; the text is for those who read about a failure.
fn options(random: &mut Random) -> (Options, String) {
    let mut options = Options::default();
    let (fusion, fuse) = match random.below(3) {
        0 => (Fusion::Max, "max"),
        1 => (Fusion::None, "none"),
        _ => (Fusion::Smart, "smart"),
    };
    let preset = random.pick(&Strategy::PRESETS);
    let tiles = random.pick(&[&[][..], &[], &[0], &[2], &[3, 2], &[2, 3, 4]]);
    options.optimizer.schedule.fusion = fusion;
    options.strategy = Strategy::preset(preset).map(|strategy| (strategy, false));
    options.optimizer.loops.tile = tiles.first() != Some(&0);
    options.optimizer.loops.sizes = tiles.to_vec();
    options.optimizer.loops.parallel = random.percent(60);
    options.relax_reductions = random.percent(10);
    let text = format!(
        "--fuse {fuse} --strategy {preset} --tile {tiles:?} (parallel: {}, relaxed: {})",
        options.optimizer.loops.parallel, options.relax_reductions
    );
    (options, text)
}

/// Makes up a case and judges it.
fn one(case: &mut Case<'_, Tally>) -> Result<(), String> {
    case.c = random::program(&mut case.random);
    let (options, text) = options(&mut case.random);
    case.script = text;
    case.show();
    let request = Request {
        budget: Some(20_000_000),
        ..Request::default()
    };
    let mut program = read(&case.c, &request);
    let Some(done) = optimize(&mut program, &request, &options) else {
        let message = format!("{:?}", program.diagnostics);
        return match message.contains("LW0009") {
            true => {
                case.add(|tally| tally.given_up += 1);
                Ok(())
            }
            false => Err(message),
        };
    };
    let (found, new) = (&done.found[0], &done.new.text);
    if found.outcome == Outcome::Original {
        case.add(|tally| tally.unchanged += 1);
        return match *new == case.c {
            true => Ok(()),
            false => Err(format!("unchanged, but the text became\n{new}")),
        };
    }
    same_values(case, &found.script, new, &request, options.relax_reductions)?;
    let compiles = case.seed.is_multiple_of(3) || std::env::var_os("RANDOM_COMPILE").is_some();
    let compiles = compiles && compiler::is_there();
    if compiles {
        same_results(case, new, options.relax_reductions)?;
    }
    case.add(|tally| {
        tally.changed += 1;
        tally.tiled += usize::from(found.script.contains("floor"));
        tally.parallel += usize::from(new.contains("omp parallel"));
        tally.relaxed += usize::from(options.relax_reductions);
        tally.compiled += usize::from(compiles);
    });
    Ok(())
}

/// Runs the order that the script makes with symbolic values.
fn same_values(
    case: &Case<'_, Tally>,
    script: &str,
    new: &str,
    request: &Request<'_>,
    relaxed: bool,
) -> Result<(), String> {
    let mut program = read(&case.c, request);
    let scop = program.nests[0].scop().clone();
    let recipe = Recipe {
        script: Some(("found.lw", script)),
        relax_reductions: relaxed,
        ..Recipe::default()
    };
    let done = transform(&mut program, request, &recipe);
    let Some(changed) = done.regions.first() else {
        return Err(format!("{:?}\n{script}", program.diagnostics));
    };
    let orders = done.orders().ok_or_else(|| format!("illegal:\n{script}"))?;
    let again = rewrite(
        &program,
        &orders,
        &Choices {
            pragmas: true,
            ..Choices::default()
        },
    )
    .map_err(oracle::text)?;
    if again.text != *new {
        return Err(format!(
            "{new}\nbecame\n{}\nby way of\n{script}",
            again.text
        ));
    }
    if relaxed {
        return Ok(());
    }
    let stored = changed.program(&scop);
    for values in oracle::small_values(&scop, 4)? {
        let differences = stored::differences(&scop, stored, changed, &oracle::borrowed(&values))?;
        if !differences.is_empty() {
            return Err(format!("{values:?}: {differences:?}\n{script}\n{new}"));
        }
    }
    Ok(())
}

/// Runs both programs.
fn same_results(case: &Case<'_, Tally>, new: &str, relaxed: bool) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(oracle::text)?;
    let (source, binary) = (folder.path().join("both.c"), folder.path().join("both"));
    // Numbers of few digits, so that sums are exact in any order; halves of halves are not.
    let start = match relaxed {
        true => "k * 7 % 16",
        false => "k * 0.37 + 1.0 / (k + 1)",
    };
    let text = format!(
        "#include <stdio.h>\n#include <string.h>\n{}\n{}
static double A[2][80], B[2][80][40], C[2][80];
static void fill(int one)
{{
    for (int k = 0; k < 80; k++) {{
        A[one][k] = {start} - 5;
        C[one][k] = {start} - 9;
        for (int l = 0; l < 40; l++)
            B[one][k][l] = {start} - l;
    }}
}}
int main(void)
{{
    for (int n = 0; n < 13; n++)
        // Cells such as B[n - i + 5] exist up to here.
        for (int m = 0; m < 13 && m <= n + 4; m += 1 + n % 4) {{
            fill(0);
            fill(1);
            f(n, m, A[0], B[0], C[0]);
            new_f(n, m, A[1], B[1], C[1]);
            if (memcmp(A[0], A[1], sizeof A[0]) || memcmp(B[0], B[1], sizeof B[0])
                || memcmp(C[0], C[1], sizeof C[0])) {{
                printf(\"different at n = %d, m = %d\\n\", n, m);
                return 1;
            }}
        }}
    return 0;
}}
",
        case.c,
        new.replacen("void f(", "void new_f(", 1)
    );
    std::fs::write(&source, text).map_err(oracle::text)?;
    let mut command = Command::new("cc");
    command.args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"]);
    // What the made-up programs themselves do, and a guess of the compiler.
    command.args(["-Wno-unused-but-set-variable", "-Wno-unused-variable"]);
    command.args(["-Wno-unused-parameter", "-Wno-unknown-pragmas"]);
    command.args(["-Wno-maybe-uninitialized", "-ffp-contract=off"]);
    command.args(compiler::sanitizers());
    if compiler::has_openmp() {
        command.arg("-fopenmp");
    }
    command.arg(&source).arg("-o").arg(&binary).arg("-lm");
    let compiled = command.output().map_err(oracle::text)?;
    let mut message = String::from_utf8_lossy(&compiled.stderr).into_owned();
    if compiled.status.success() {
        let mut command = Command::new(&binary);
        let ran = { command.env("OMP_NUM_THREADS", "2").output() }.map_err(oracle::text)?;
        if ran.status.success() {
            return Ok(());
        }
        message = String::from_utf8_lossy(&ran.stdout).into_owned();
        let _ = write!(message, "{}", String::from_utf8_lossy(&ran.stderr));
    }
    // Relaxed sums may round differently.
    match relaxed && message.starts_with("different") && case.c.contains(".5") {
        true => Ok(()),
        false => Err(format!("{message}\n{new}")),
    }
}
