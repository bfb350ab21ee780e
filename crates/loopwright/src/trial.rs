//! Runs two versions of a program and compares what they print and how long they take.
//!
//! Both are compiled by the same compiler with the same flags and run in turns, so that a noisy
//! machine disturbs both alike; of each the fastest run counts. A program that writes a line
//! `time=SECONDS` to its standard error (as those in `kernels/` do) is taken at its word, because
//! it measures the nest alone; for others the time of the whole process counts.
//!
//! Whatever is started has a limit to its time and to its output, and temporary files go away with
//! the comparison, also when another thread ends it ([`Stop`]).

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

pub use crate::process::Stop;
use crate::process::{Ended, Limits, run_limited};

/// How to compile and run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The C compiler: the name of a command, or a path.
    pub compiler: String,
    /// Its options, without those for input and output.
    pub flags: Vec<String>,
    /// How often each version runs.
    pub repetitions: usize,
    /// After this time a program, or the compiler, is stopped.
    pub patience: Duration,
    /// After so many bytes of output a program is stopped.
    pub most_output: usize,
    /// Other C files that belong to the program.
    pub others: Vec<PathBuf>,
    /// A command that runs the program, which is put in the place of `{}`, or at its end.
    pub runner: Vec<String>,
    /// Whether programs stay on one processor.
    pub is_pinned: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            compiler: "cc".into(),
            flags: vec!["-O3".into(), "-march=native".into()],
            repetitions: 3,
            patience: Duration::from_secs(300),
            most_output: 64 << 20,
            others: Vec::new(),
            runner: Vec::new(),
            is_pinned: false,
        }
    }
}

/// What came out of it.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// How the outputs differ.
    pub outputs: Agreement,
    /// The fastest run of the first version.
    pub before: Duration,
    /// The fastest run of the second version.
    pub after: Duration,
}

impl Comparison {
    /// How many times faster the second version is.
    pub fn speedup(&self) -> f64 {
        self.before.as_secs_f64() / self.after.as_secs_f64().max(1e-9)
    }
}

/// How two outputs compare.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// Byte for byte.
    Identical,
    /// The same but for numbers, the largest relative difference of which is given. Compilers
    /// contract and reassociate differently in different loops.
    Rounding(f64),
    /// They differ: the number of the first line that does, and that line of both.
    Different(usize, String, String),
}

/// Differences up to this are taken for rounding.
const ROUNDING: f64 = 1e-9;

impl Agreement {
    /// Compares two outputs line by line and word by word.
    ///
    /// ```
    /// use loopwright::trial::Agreement;
    ///
    /// assert_eq!(Agreement::of("sum=1.5\n", "sum=1.5\n"), Agreement::Identical);
    /// let rounded = Agreement::of("sum=1.50000000000001", "sum=1.50000000000002");
    /// assert!(matches!(rounded, Agreement::Rounding(_)));
    /// let other = Agreement::of("a\nsum=1", "a\nsum=2");
    /// assert_eq!(other, Agreement::Different(2, "sum=1".into(), "sum=2".into()));
    /// ```
    pub fn of(before: &str, after: &str) -> Agreement {
        Agreement::within(before, after, ROUNDING)
    }

    /// The same with another largest difference that is taken for rounding.
    ///
    /// ```
    /// use loopwright::trial::Agreement;
    ///
    /// assert!(!Agreement::within("1.0", "1.01", 1e-3).holds());
    /// assert!(Agreement::within("1.0", "1.01", 1e-1).holds());
    /// ```
    pub fn within(before: &str, after: &str, tolerance: f64) -> Agreement {
        if before == after {
            return Agreement::Identical;
        }
        let mut largest = 0.0_f64;
        let (mut old, mut new) = (before.lines(), after.lines());
        let mut number = 0;
        loop {
            number += 1;
            let (a, b) = match (old.next(), new.next()) {
                (None, None) => return Agreement::Rounding(largest),
                (a, b) => (a.unwrap_or(""), b.unwrap_or("")),
            };
            match difference(a, b) {
                Some(difference) if difference <= tolerance => largest = largest.max(difference),
                _ => return Agreement::Different(number, a.into(), b.into()),
            }
        }
    }

    /// Whether the outputs count as the same.
    pub fn holds(&self) -> bool {
        !matches!(self, Agreement::Different(..))
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Agreement::Identical => write!(f, "identical"),
            Agreement::Rounding(difference) => {
                write!(f, "equal up to rounding ({difference:.1e})")
            }
            Agreement::Different(line, before, after) => {
                write!(f, "different in line {line}: `{before}` became `{after}`")
            }
        }
    }
}

/// The largest relative difference of the numbers in two lines that are otherwise the same.
fn difference(before: &str, after: &str) -> Option<f64> {
    let words = |line: &str| -> Vec<String> {
        let separates = |c: char| c.is_whitespace() || c == '=' || c == ',' || c == ':';
        line.split(separates).map(str::to_string).collect()
    };
    let (before, after) = (words(before), words(after));
    if before.len() != after.len() {
        return None;
    }
    let mut largest = 0.0_f64;
    for (a, b) in before.iter().zip(&after) {
        if a == b {
            continue;
        }
        let (a, b): (f64, f64) = (a.parse().ok()?, b.parse().ok()?);
        let difference = (a - b).abs() / a.abs().max(b.abs());
        // Not a number where one is infinite: no rounding. Two zeros with different signs are equal.
        if a == b {
            continue;
        }
        if difference.is_nan() {
            return None;
        }
        largest = largest.max(difference);
    }
    Some(largest)
}

/// Why there is nothing to compare.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// No compiler.
    #[error("cannot run the compiler `{0}`: {1}")]
    Compiler(String, io::Error),
    /// A version does not compile; the compiler's words.
    #[error("the {0} does not compile:\n{1}")]
    Compile(&'static str, String),
    /// A version does not run to its end.
    #[error("the {0} {1}")]
    Run(&'static str, String),
    /// A version was stopped after so many seconds.
    #[error("the {0} was stopped after {1} s")]
    Late(&'static str, f64),
    /// The command that runs a version cannot be run itself.
    #[error("cannot run `{0}`: {1}")]
    Runner(String, io::Error),
    /// No place for temporary files.
    #[error("cannot write temporary files: {0}")]
    Files(#[from] io::Error),
}

/// Compiles and runs the program with its old and its new text.
///
/// `source` says where the program comes from: headers beside it are found. `stop` lets another
/// thread end it.
pub fn compare(
    plan: &Plan,
    stop: &Stop,
    source: Option<&Path>,
    before: &str,
    after: &str,
) -> Result<Comparison, Failure> {
    let scratch = tempfile::tempdir()?;
    let _registered = stop.with_folder(scratch.path());
    let versions = [("original", before), ("transformed program", after)];
    let mut programs = Vec::new();
    for (i, (name, text)) in versions.into_iter().enumerate() {
        let path = scratch.path().join(format!("version{i}.c"));
        std::fs::write(&path, frontend::bytes::encode(text))?;
        programs.push((name, compile(plan, stop, source, name, &path)?));
    }
    let mut fastest = [Duration::MAX; 2];
    let mut outputs = [String::new(), String::new()];
    for _ in 0..plan.repetitions.max(1) {
        for (i, (name, program)) in programs.iter().enumerate() {
            let (output, time) = run(plan, stop, name, program)?;
            fastest[i] = fastest[i].min(time);
            outputs[i] = output;
        }
    }
    Ok(Comparison {
        outputs: Agreement::of(&outputs[0], &outputs[1]),
        before: fastest[0],
        after: fastest[1],
    })
}

/// The first line of what a compiler says of itself; empty if it says nothing.
///
/// ```
/// use loopwright::trial::{Stop, version_of};
///
/// assert_eq!(version_of("no-such-compiler", &Stop::default()), "");
/// ```
pub fn version_of(compiler: &str, stop: &Stop) -> String {
    let mut command = Command::new(compiler);
    command.arg("--version");
    let limits = Limits {
        time: Duration::from_secs(10),
        output: 1 << 16,
        is_pinned: false,
    };
    let done = run_limited(command, &limits, stop);
    let output = done.map(|done| done.output).unwrap_or_default();
    output.lines().next().unwrap_or_default().to_string()
}

/// Compiles a program in the file `path`; the result is beside it.
pub(crate) fn compile(
    plan: &Plan,
    stop: &Stop,
    source: Option<&Path>,
    name: &'static str,
    path: &Path,
) -> Result<PathBuf, Failure> {
    let program = path.with_extension("out");
    let mut command = Command::new(&plan.compiler);
    command.args(&plan.flags);
    if let Some(folder) = source.and_then(Path::parent) {
        // `foo.c` is in the folder with the empty name, which compilers do not know.
        let here = folder.as_os_str().is_empty();
        command.arg("-I");
        command.arg(if here { Path::new(".") } else { folder });
    }
    command.arg(path).args(&plan.others);
    command.arg("-o").arg(&program).arg("-lm");
    let done = run_limited(command, &plan.limits(), stop)
        .map_err(|error| Failure::Compiler(plan.compiler.clone(), error))?;
    match done.ended {
        Ended::Exited(status) if status.success() => Ok(program),
        Ended::Exited(_) => Err(Failure::Compile(name, beginning(&done.errors))),
        ended => {
            let why = format!("the compiler {}", plan.words(ended));
            Err(Failure::Compile(name, why))
        }
    }
}

/// The first lines of what a compiler says: one mistake can have thousands.
fn beginning(text: &str) -> String {
    const LINES: usize = 40;
    let mut lines: Vec<&str> = text.lines().take(LINES + 1).collect();
    if lines.len() > LINES {
        lines[LINES] = "…";
    }
    lines.join("\n")
}

impl Plan {
    fn limits(&self) -> Limits {
        Limits {
            time: self.patience,
            output: self.most_output,
            is_pinned: false,
        }
    }

    /// What runs a program.
    fn command(&self, program: &Path) -> Command {
        let Some((first, rest)) = self.runner.split_first() else {
            return Command::new(program);
        };
        let place = program.as_os_str();
        let is_named = self.runner.iter().any(|word| word.contains("{}"));
        let filled = |word: &String| match word.contains("{}") {
            true => word.replace("{}", &place.to_string_lossy()).into(),
            false => std::ffi::OsString::from(word),
        };
        let mut command = Command::new(filled(first));
        command.args(rest.iter().map(filled));
        if !is_named {
            command.arg(place);
        }
        command
    }

    /// Why a program was stopped.
    fn words(&self, ended: Ended) -> String {
        let (seconds, bytes) = (self.patience.as_secs_f64(), self.most_output);
        match ended {
            Ended::Late => format!("was stopped after {seconds} s"),
            _ => format!("was stopped after writing {} MiB", bytes >> 20),
        }
    }
}

/// What the program prints, and how long it takes.
pub(crate) fn run(
    plan: &Plan,
    stop: &Stop,
    name: &'static str,
    program: &Path,
) -> Result<(String, Duration), Failure> {
    let failed = |why: String| Failure::Run(name, why);
    let limits = Limits {
        is_pinned: plan.is_pinned,
        ..plan.limits()
    };
    let start = Instant::now();
    let done = run_limited(plan.command(program), &limits, stop);
    let done = done.map_err(|error| match plan.runner.first() {
        Some(runner) => Failure::Runner(runner.clone(), error),
        None => Failure::Files(error),
    })?;
    let elapsed = start.elapsed();
    match done.ended {
        Ended::Exited(status) if status.success() => {}
        Ended::Exited(status) => {
            let errors = beginning(&done.errors);
            return Err(failed(format!("fails with {status}:\n{errors}")));
        }
        Ended::Late => return Err(Failure::Late(name, plan.patience.as_secs_f64())),
        ended => return Err(failed(plan.words(ended))),
    }
    let own = done
        .errors
        .lines()
        .find_map(|line| line.trim().strip_prefix("time="))
        .and_then(|number| number.trim().parse::<f64>().ok())
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0 && *seconds < 1e9)
        .map(Duration::from_secs_f64);
    Ok((done.output, own.unwrap_or(elapsed)))
}
