//! What the model says happens is what C does: statements in order, and the memory they touch.
//!
//! An interpreter walks the tree of a region ([`interpret`]), the model's schedule is run for the
//! same parameters, and the two must tell the same ([`compare`]). This is done for the kernels,
//! for the snippets that are accepted, and for regions made up at random ([`generate`]);
//! `TRACE_SEEDS=5000` makes more of these, `TRACE_SEED=17` shows one, `TRACE_FILE=x.c` looks at a
//! file.

mod compare;
mod generate;
mod interpret;
#[path = "../../../../kernels/kernels.rs"]
mod kernels;

use std::path::{Path, PathBuf};
use std::{env, fs};

use frontend::{ModelOptions, Options, read};
use kernels::Kernel;
use libtest_mimic::{Arguments, Failed, Trial};
use presburger::{Budget, Set};

fn main() {
    let arguments = Arguments::from_args();
    if let Some(seed) = env::var("TRACE_SEED")
        .ok()
        .and_then(|text| text.parse().ok())
    {
        println!("{}", generate::program(seed));
        println!("{:?}", random(seed));
        return;
    }
    if let Ok(path) = env::var("TRACE_FILE") {
        println!("{:?}", snippet(Path::new(&path)));
        return;
    }
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials: Vec<Trial> = kernels::all()
        .into_iter()
        .map(|one| Trial::test(format!("kernel {}", one.name), move || kernel(&one)))
        .collect();
    for path in sources(&crate_folder.join("tests/snippets")) {
        trials.push(Trial::test(format!("snippet {}", stem(&path)), move || {
            snippet(&path)
        }));
    }
    let seeds = env::var("TRACE_SEEDS").ok();
    let seeds: u64 = seeds.and_then(|text| text.parse().ok()).unwrap_or(400);
    for first in (0..seeds).step_by(50) {
        trials.push(Trial::test(format!("random from {first}"), move || {
            batch(first, (first + 50).min(seeds))
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into()
}

/// Sizes are made small: `#define N 600` becomes `-DN=5`.
fn kernel(kernel: &Kernel) -> Result<(), Failed> {
    let mut definitions = Vec::new();
    for line in kernel.text.lines() {
        let mut words = line.split_whitespace();
        if let (Some("#define"), Some(name), Some(value), None) =
            (words.next(), words.next(), words.next(), words.next())
            && value.parse::<i64>().is_ok_and(|value| value > 8)
        {
            let size = if name.contains("STEP") {
                2
            } else {
                4 + definitions.len() % 3
            };
            definitions.push(format!("{name}={size}"));
        }
    }
    // A model that is exact in a context only is right without it, too.
    for context in [None, kernel.context()] {
        let context = context.map(str::parse).transpose()?;
        let compared = check(
            &kernel.text,
            definitions.clone(),
            &kernels::folder(),
            context,
        )?;
        if compared.is_none_or(|compared| compared == 0) {
            return Err("nothing was executed".into());
        }
    }
    Ok(())
}

/// A snippet that is refused has nothing to compare; `// trace: no` says that it never ends, that
/// arrays of it are one in the model, that its variables stand for their definitions, that its counters wrap around, or that it has
/// calls or whole structures, which the interpreter does not follow, `// trace: nothing` that it executes nothing.
fn snippet(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    if text.lines().any(|line| line == "// trace: no") {
        return Ok(());
    }
    let empty = text.contains("// trace: nothing");
    let definitions = text.lines().map_while(|line| line.strip_prefix("// -D"));
    let definitions = definitions.map(String::from).collect();
    let compared = check(&text, definitions, &path.with_extension(""), None)?;
    match compared {
        Some(0) if !empty => Err("nothing was executed".into()),
        _ => Ok(()),
    }
}

fn batch(first: u64, end: u64) -> Result<(), Failed> {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for seed in first..end {
        match random(seed) {
            Ok(count) => compared += count,
            Err(error) => wrong.push(format!("seed {seed}: {}", error.message().unwrap_or(""))),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    // Many loops are empty for some parameters, but not all.
    if compared < 200 * (end - first) as usize / 50 {
        return Err(format!("only {compared} executions were compared").into());
    }
    if env::var_os("TRACE_SHOW").is_some() {
        println!("{compared} executions compared");
    }
    Ok(())
}

fn random(seed: u64) -> Result<usize, Failed> {
    let text = generate::program(seed);
    let compared = check(&text, Vec::new(), Path::new("."), None)?;
    Ok(compared.ok_or("it was refused")?)
}

/// How many executions of statements agree, over all regions; nothing when the text is refused.
fn check(
    text: &str,
    definitions: Vec<String>,
    folder: &Path,
    context: Option<Set>,
) -> Result<Option<usize>, Failed> {
    let model = ModelOptions {
        context,
        ..ModelOptions::default()
    };
    let headers = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let options = Options {
        name: "main.c",
        definitions,
        headers: &headers,
        ..Options::default()
    };
    let Ok(unit) = read(text, &options) else {
        return Ok(None);
    };
    let mut compared = 0;
    for region in &unit.regions {
        let modelled = Budget::operations(2_000_000_000).run(|| unit.model(region, &model));
        let modelled = match modelled {
            Ok(modelled) => modelled,
            Err(errors) => {
                if env::var_os("TRACE_SEED").is_some() {
                    println!("{errors:?}");
                }
                return Ok(None);
            }
        };
        let scop = modelled.scop;
        if env::var_os("TRACE_SEED").is_some() {
            println!("{:#}", scop.to_json());
        }
        let problems = scop.verify().map_err(|error| error.to_string())?;
        if let Some(problem) = problems.first() {
            return Err(problem.to_string().into());
        }
        compared += compare::compare_all(&unit, region, &scop)?;
    }
    Ok(Some(compared))
}
