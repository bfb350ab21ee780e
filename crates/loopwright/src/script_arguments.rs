//! The arguments that `transform` and `check` share: a script, and how to judge what it does.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use loopwright::correct::{self, Wish};
use loopwright::program::{Program, Request};
use loopwright::report;
use loopwright::transform::{self, Clock, Recipe, Transformed};
use scop::Diagnostic;
use script::Imported;
use serde_json::Value;

use crate::watched::Watched;

/// The script and the way it is judged.
#[derive(Args)]
pub struct ScriptArguments {
    /// The script (`*.lw`); by default, the `#pragma loopwright …` lines in the regions
    pub script: Option<PathBuf>,

    /// Count iterators from 0 in steps of 1, whatever the loops in the source do
    #[arg(long)]
    normalised: bool,

    /// Show every violation, not only the first
    #[arg(long)]
    all: bool,

    /// Show all violating instances, in isl's notation
    #[arg(long)]
    explain: bool,

    /// Allow sums, products, minima and maxima to be reordered everywhere, which changes
    /// floating-point results: how they are rounded, the sign of a zero, and minima and maxima
    /// where a value is NaN
    #[arg(long)]
    relax_reductions: bool,

    /// Write `if (condition) { new } else { original }` where the new order is legal only for some parameters, or only if
    /// arrays do not overlap in certain ways and nothing in the program says so
    #[arg(long)]
    pub guard: bool,

    /// Take arrays to lie apart that may overlap as far as the program says, without a remark
    #[arg(long, conflicts_with = "guard")]
    pub assume_no_alias: bool,

    /// Do not move this statement or component to make an illegal script legal
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Report how long each stage took: on standard error, or as `seconds` in JSON
    #[arg(long)]
    pub timings: bool,
}

/// What to do about an illegal script.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Say what would make it legal.
    Advise,
    /// List several things that would.
    List(usize),
    /// Do the first of them.
    Correct,
    /// Believe it unseen.
    Believe,
}

/// Forms of the results.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    Text,
    /// JSON for tools, messages included
    Json,
}

impl ScriptArguments {
    /// Carries out the script on the program.
    pub fn apply(
        &self,
        program: &mut Program,
        request: &Request<'_>,
        doubt: Doubt,
        watched: &Watched,
    ) -> Transformed {
        let alternatives = match doubt {
            Doubt::List(alternatives) => alternatives,
            _ => 1,
        };
        let wish = Wish {
            keep: &self.keep,
            alternatives,
        };
        self.with_recipe(program, watched, |program, recipe| {
            let recipe = Recipe {
                wish: Some(wish),
                unchecked: doubt == Doubt::Believe,
                // What is to be corrected is seen without conditions.
                guard: recipe.guard && !matches!(doubt, Doubt::List(_)),
                ..recipe
            };
            if doubt != Doubt::Correct {
                return transform::transform(program, request, &recipe);
            }
            let original = program.clone();
            let done = transform::transform(program, request, &recipe);
            let replaced = correct::replacements(&done);
            if replaced.is_empty() {
                return done;
            }
            *program = original;
            let remarks = done.regions.iter().filter_map(correct::remark);
            program.diagnostics.extend(remarks);
            let recipe = Recipe {
                replaced: &replaced,
                ..recipe
            };
            transform::transform(program, request, &recipe)
        })
    }

    /// Carries out other scripts for some regions.
    pub fn apply_replaced(
        &self,
        program: &mut Program,
        request: &Request<'_>,
        replaced: &[(usize, String)],
        watched: &Watched,
    ) -> Transformed {
        self.with_recipe(program, watched, |program, recipe| {
            let recipe = Recipe { replaced, ..recipe };
            transform::transform(program, request, &recipe)
        })
    }

    /// Reads the script and says how it is to be carried out.
    fn with_recipe(
        &self,
        program: &mut Program,
        watched: &Watched,
        work: impl FnOnce(&mut Program, Recipe<'_>) -> Transformed,
    ) -> Transformed {
        if program.has_errors() {
            return Transformed::nothing();
        }
        let scripts = Scripts {
            names: RefCell::default(),
            watched,
        };
        let main = self.script.as_deref();
        let script = match main.map(|path| scripts.main(path)).transpose() {
            Ok(script) => script,
            Err(error) => {
                program.diagnostics.push(*error);
                return Transformed::nothing();
            }
        };
        let name = self.script.as_ref().map(|path| path.display().to_string());
        let recipe = Recipe {
            script: name.as_deref().zip(script.as_deref()),
            loader: Some(&|path, from| scripts.load(path, from)),
            normalised: self.normalised,
            all: self.all,
            relations: self.explain,
            relax_reductions: self.relax_reductions,
            guard: self.guard,
            assume_no_alias: self.assume_no_alias,
            clock: self.timings.then_some(now as Clock),
            ..Recipe::default()
        };
        work(program, recipe)
    }

    /// The document for tools.
    pub fn document(&self, name: &str, program: &Program, done: &Transformed) -> Value {
        let mut document = transform::json(name, program, done);
        if self.timings {
            document["seconds"] = transform::seconds(done);
        }
        document
    }

    /// Says how long it took.
    pub fn tell_times(&self, done: &Transformed) {
        if !self.timings || self.format == Format::Json {
            return;
        }
        let mut errors = anstream::stderr().lock();
        for (stage, time) in done.times.stages() {
            let _ = writeln!(errors, "{stage:<12} {:>9.3} ms", time.as_secs_f64() * 1e3);
        }
    }
}

/// The time since it was asked for first.
fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The files of a script. One that is reached on several ways has the name of the first one.
struct Scripts<'a> {
    names: RefCell<BTreeMap<PathBuf, String>>,
    watched: &'a Watched,
}

impl Scripts<'_> {
    /// The text of the script itself.
    fn main(&self, path: &Path) -> Result<String, Box<Diagnostic>> {
        let read = self.read(path).map_err(|why| {
            let message = format!("cannot read the script `{}`: {why}", path.display());
            Box::new(report::error(report::UNREADABLE, message))
        })?;
        Ok(read.text)
    }

    /// Imported scripts are looked for beside the one that imports them.
    fn load(&self, path: &str, from: &str) -> Result<Imported, String> {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        self.read(&folder.join(path))
    }

    fn read(&self, path: &Path) -> Result<Imported, String> {
        let text = self.watched.script(path)?;
        let name = path.display().to_string();
        let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let mut names = self.names.borrow_mut();
        let name = names.entry(file).or_insert(name).clone();
        Ok(Imported { name, text })
    }
}
