//! Every kernel, optimised: the new text is proved to run the order that was found, and computes the same:
//! compiled with sanitizers, run with one thread and with two, compared.
//!
//! `OPTIMIZE_ALL=1` tries every preset with every policy of fusion, with and without threads, in tiles of the
//! machine and in small ones.

mod compiler;
#[path = "../../../kernels/kernels.rs"]
mod kernels;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use kernels::Kernel;
use libtest_mimic::{Arguments, Failed, Trial};
use loopwright::optimize::{Options, optimize};
use loopwright::optimizer::Strategy;
use loopwright::optimizer::schedule::Fusion;
use loopwright::program::{Request, read};
use loopwright::rewrite::{Choices, rewrite};
use loopwright::transform::{Recipe, transform};

fn main() {
    let mut kernels = kernels::all();
    if !compiler::is_there() {
        eprintln!("skipped: there is no C compiler `cc`");
        kernels.clear();
    }
    let all = std::env::var_os("OPTIMIZE_ALL").is_some();
    let trials = kernels.into_iter().map(|kernel| {
        Trial::test(kernel.name.clone(), move || {
            let wanted = match all {
                true => Wanted::all(),
                false => vec![
                    Wanted::new(Fusion::Smart, &[]),
                    Wanted::new(Fusion::Smart, &[3, 4, 5]),
                    Wanted::new(Fusion::Max, &[2]),
                ],
            };
            // Most presets find the same for most kernels.
            let mut seen = BTreeSet::new();
            wanted
                .iter()
                .try_for_each(|wanted| check(&kernel, wanted, &mut seen))
        })
    });
    let mut trials: Vec<Trial> = trials.collect();
    for name in ["gemm", "gemver", "jacobi-2d", "lu", "symm"] {
        let title = format!("the script of {name}");
        trials.push(Trial::test(title, move || check_script(name)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// One way of optimising.
struct Wanted {
    preset: Option<&'static str>,
    fusion: Fusion,
    tiles: Vec<i64>,
    parallel: bool,
}

impl Wanted {
    fn new(fusion: Fusion, tiles: &[i64]) -> Wanted {
        Wanted {
            preset: None,
            fusion,
            tiles: tiles.to_vec(),
            parallel: true,
        }
    }

    fn all() -> Vec<Wanted> {
        let mut all = Vec::new();
        for preset in Strategy::PRESETS {
            for fusion in [Fusion::Smart, Fusion::Max, Fusion::None] {
                for tiles in [&[][..], &[3, 4, 5]] {
                    for parallel in [false, true] {
                        all.push(Wanted {
                            preset: Some(preset),
                            parallel,
                            ..Wanted::new(fusion.clone(), tiles)
                        });
                    }
                }
            }
        }
        all
    }
}

/// What was found, as a script, makes the same program again.
fn check_script(name: &str) -> Result<(), Failed> {
    let kernel = kernels::named(name);
    let request = Request {
        headers: &kernels::header,
        ..Request::default()
    };
    let mut program = read(&kernel.text, &request);
    let found = optimize(&mut program, &request, &Options::default());
    let found = found.ok_or_else(|| format!("{:?}", program.diagnostics))?;
    let text = &found.found[0].script;
    let recipe = Recipe {
        script: Some(("found.lw", text)),
        ..Recipe::default()
    };
    let done = transform(&mut program, &request, &recipe);
    let again = done
        .orders()
        .ok_or_else(|| format!("{:?}", program.diagnostics))?;
    let again = rewrite(&program, &again, &Choices::default())?;
    match again.text == found.new.text {
        true => Ok(()),
        false => Err(format!(
            "{}\nbecame\n{}\nby way of\n{text}",
            found.new.text, again.text
        )
        .into()),
    }
}

/// Small tiles, so that there are several of them. Texts that were seen are not run again.
fn check(kernel: &Kernel, wanted: &Wanted, seen: &mut BTreeSet<String>) -> Result<(), Failed> {
    let definitions = kernel.definitions([9, 7, 6, 5, 8]);
    let request = Request {
        definitions: definitions.clone(),
        headers: &kernels::header,
        context: kernel.context().map(str::to_string),
        ..Request::default()
    };
    let mut program = read(&kernel.text, &request);
    let mut options = Options::default();
    options.optimizer.schedule.fusion = wanted.fusion.clone();
    options.optimizer.loops.sizes = wanted.tiles.clone();
    options.optimizer.loops.parallel = wanted.parallel;
    let preset = wanted.preset.and_then(Strategy::preset);
    options.strategy = preset.map(|strategy| (strategy, false));
    let Some(done) = optimize(&mut program, &request, &options) else {
        return Err(format!("{:?}", program.diagnostics).into());
    };
    let new = done.new;
    if wanted.preset.is_some() {
        let (preset, policy) = (wanted.preset.unwrap_or_default(), &wanted.fusion);
        let (tiles, parallel) = (&wanted.tiles, wanted.parallel);
        let outcomes: Vec<_> = done.found.iter().map(|found| found.outcome).collect();
        let name = &kernel.name;
        println!("{name} {preset} {policy:?} {tiles:?} {parallel}: {outcomes:?}");
    }
    if !seen.insert(new.text.clone()) {
        return Ok(());
    }
    let scratch = tempfile::tempdir()?;
    let compile = |name: &str, text: &str, flags: &[&str]| -> Result<PathBuf, Failed> {
        let source = scratch.path().join(format!("{name}.c"));
        let binary = scratch.path().join(name);
        std::fs::write(&source, text)?;
        let compiled = Command::new("cc")
            .args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"])
            // Counters and functions of bounds that are declared outside the region, whose text stays as
            // it is.
            .args(["-Wno-unused-variable", "-Wno-unused-function"])
            // A guess of the compiler: where the same condition guards a write and the read of its value,
            // it may not notice.
            .arg("-Wno-maybe-uninitialized")
            .args(flags)
            .arg("-I")
            .arg(kernels::folder())
            .args(definitions.iter().map(|one| format!("-D{one}")))
            .arg(&source)
            .arg("-lm")
            .arg("-o")
            .arg(&binary)
            .output()?;
        if !compiled.status.success() {
            let messages = String::from_utf8_lossy(&compiled.stderr).into_owned();
            return Err(format!("{name} does not compile:\n{messages}\n{text}").into());
        }
        Ok(binary)
    };
    let run = |binary: &Path, threads: &str| -> Result<String, Failed> {
        let mut command = Command::new(binary);
        let output = command.env("OMP_NUM_THREADS", threads).output()?;
        if !output.status.success() {
            let messages = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("it fails: {}\n{messages}\n{}", output.status, new.text).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let mut flags = compiler::sanitizers().to_vec();
    flags.push(match compiler::has_openmp() {
        true => "-fopenmp",
        false => "-Wno-unknown-pragmas",
    });
    let before = run(&compile("before", &kernel.text, &[])?, "1")?;
    let binary = compile("after", &new.text, &flags)?;
    for threads in ["1", "2"] {
        let after = run(&binary, threads)?;
        if !before.contains("checksum=") || before != after {
            return Err(format!("{before} became {after} with\n{}", new.text).into());
        }
    }
    Ok(())
}
