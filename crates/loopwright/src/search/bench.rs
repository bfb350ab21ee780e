//! Compiling and running versions: each compiler's program, its results, and turns with the original.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ::search::Turns;
use tempfile::TempDir;

use crate::process::{Registered, Stop};
use crate::trial::{Agreement, Failure, Plan, compile, run};

/// How versions become programs.
#[derive(Clone)]
pub(super) struct Builder<'a> {
    /// One for each compiler.
    pub plans: Vec<Plan>,
    pub stop: &'a Stop,
    /// Where the program comes from: headers beside it are found.
    source: Option<&'a Path>,
    /// A program around the function in a file of the name [`INCLUDED`].
    pub driver: Option<String>,
    folder: PathBuf,
}

/// Where versions run.
pub(super) struct Bench<'a> {
    pub builder: Builder<'a>,
    /// How far numbers in the results may be apart.
    pub tolerance: f64,
    _scratch: TempDir,
    _registered: Registered<'a>,
}

/// The name of the file that a driver includes.
pub(super) const INCLUDED: &str = "version.c";

/// A version, or why there is none to run.
pub(super) type Built = Result<PathBuf, String>;

/// What came of running two versions.
pub(super) enum Ran {
    Turns(Turns),
    /// It was so slow that it was stopped.
    Slow(f64),
    Failed(String),
    /// It computes something else: how results differ, and what it prints.
    Wrong(Agreement, String),
}

/// How far results may be apart where it is certain that only rounding can be the cause.
pub(super) const ROUNDED: f64 = 1e-2;

impl<'a> Bench<'a> {
    pub fn new(
        plans: Vec<Plan>,
        stop: &'a Stop,
        source: Option<&'a Path>,
        driver: Option<String>,
        tolerance: f64,
    ) -> std::io::Result<Bench<'a>> {
        let scratch = tempfile::tempdir()?;
        let registered = stop.with_folder(scratch.path());
        Ok(Bench {
            builder: Builder {
                plans,
                stop,
                source,
                driver,
                folder: scratch.path().to_path_buf(),
            },
            tolerance,
            _scratch: scratch,
            _registered: registered,
        })
    }
}

impl Builder<'_> {
    /// Compiles a version with some compilers. Only that there is nowhere to write is an error.
    pub fn build_all(
        &self,
        name: &str,
        text: &str,
        wanted: &[usize],
    ) -> Result<Vec<(usize, Built)>, Failure> {
        let built = wanted
            .iter()
            .map(|&by| Ok((by, self.build(name, text, by, &[])?)));
        built.collect()
    }

    /// Compiles a version with one compiler and a few more options.
    pub fn build(
        &self,
        name: &str,
        text: &str,
        by: usize,
        more: &[&str],
    ) -> Result<Built, Failure> {
        let folder = self.folder.join(format!("{name}-{by}"));
        std::fs::create_dir_all(&folder)?;
        let mut path = folder.join(INCLUDED);
        std::fs::write(&path, frontend::bytes::encode(text))?;
        if let Some(driver) = &self.driver {
            path = folder.join("driver.c");
            std::fs::write(&path, driver)?;
        }
        let mut plan = self.plans[by].clone();
        plan.flags.extend(more.iter().map(ToString::to_string));
        match compile(&plan, self.stop, self.source, "version", &path) {
            Ok(program) => Ok(Ok(program)),
            Err(error @ Failure::Compile(..)) => Ok(Err(brief(&error))),
            Err(error) => Err(error),
        }
    }

    /// Forgets what was compiled for a version.
    pub fn forget(&self, name: &str) {
        for by in 0..self.plans.len() {
            // What is left goes with the folder.
            let _ = std::fs::remove_dir_all(self.folder.join(format!("{name}-{by}")));
        }
    }
}

impl Bench<'_> {
    /// Runs a program once: what it prints, and its time.
    pub fn run(&self, by: usize, program: &Path) -> Result<(String, f64), Failure> {
        let (plans, stop) = (&self.builder.plans, self.builder.stop);
        let (output, time) = run(&plans[by], stop, "version", program)?;
        Ok((output, time.as_secs_f64()))
    }

    /// Runs a program and the original one in turns, as often as `more` wants after each turn. The original is
    /// given with its compiler, its results with the same compiler as the program, and about how long it takes.
    pub fn take_turns(
        &self,
        (by, program): (usize, &Path),
        (reference, original): (usize, &Path),
        expected: &str,
        mut more: impl FnMut(&Turns) -> bool,
    ) -> Result<Ran, Failure> {
        let mut turns = Turns::default();
        loop {
            // The original first: how long it takes now says how long the other one may.
            let (_, old) = self.run(reference, original)?;
            let patience = Duration::from_secs_f64(old * SLOW + 1.0);
            let mut plan = self.builder.plans[by].clone();
            plan.patience = plan.patience.min(patience);
            let is_stopped = || self.builder.stop.is_stopped();
            let (output, new) = match run(&plan, self.builder.stop, "version", program) {
                Ok((output, time)) => (output, time.as_secs_f64()),
                Err(Failure::Late(_, seconds)) if !is_stopped() => return Ok(Ran::Slow(seconds)),
                Err(error @ Failure::Run(..)) if !is_stopped() => {
                    return Ok(Ran::Failed(brief(&error)));
                }
                Err(error) => return Err(error),
            };
            let agreement = Agreement::within(expected, &output, self.tolerance);
            if !agreement.holds() {
                return Ok(Ran::Wrong(agreement, output));
            }
            turns.old.push(old);
            turns.new.push(new);
            if !more(&turns) {
                return Ok(Ran::Turns(turns));
            }
        }
    }

    /// Whether two versions whose results are not the same differ by the way in which the compiler rounds alone: then
    /// they compute the same, bit by bit, where it must not contract or reorder anything.
    pub fn is_rounding(
        &self,
        by: usize,
        (before, after): (&str, &str),
        (expected, found): (&str, &str),
    ) -> Result<bool, Failure> {
        if !Agreement::within(expected, found, ROUNDED).holds() {
            return Ok(false);
        }
        let strict = ["-O1", "-ffp-contract=off", "-fno-fast-math"];
        let (Ok(old), Ok(new)) = (
            self.builder.build("strict-original", before, by, &strict)?,
            self.builder.build("strict", after, by, &strict)?,
        ) else {
            return Ok(false);
        };
        let ((old, _), (new, _)) = (self.run(by, &old)?, self.run(by, &new)?);
        Ok(old == new)
    }
}

/// A version that takes so many times as long as the original is stopped.
const SLOW: f64 = 10.0;

/// The beginning of a message.
fn brief(error: &Failure) -> String {
    let text = error.to_string();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first: Vec<&str> = lines.by_ref().take(4).collect();
    let mut text = first.join("\n");
    if text.len() > 600 {
        text = text.chars().take(600).collect();
    }
    text
}
