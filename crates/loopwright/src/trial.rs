//! Runs two versions of a program and compares what they print and how long they take.
//!
//! Both are compiled by the same compiler with the same flags and run in turns, so that a noisy
//! machine disturbs both alike; of each the fastest run counts. A program that writes a line
//! `time=SECONDS` to its standard error (as those in `kernels/` do) is taken at its word, because
//! it measures the nest alone; for others the time of the whole process counts.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How to compile and run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The C compiler: the name of a command, or a path.
    pub compiler: String,
    /// Its options, without those for input and output.
    pub flags: Vec<String>,
    /// How often each version runs.
    pub repetitions: usize,
    /// After this time a run is stopped.
    pub patience: Duration,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            compiler: "cc".into(),
            flags: vec!["-O3".into(), "-march=native".into()],
            repetitions: 3,
            patience: Duration::from_secs(300),
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
                Some(difference) if difference <= ROUNDING => largest = largest.max(difference),
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
        // Not a number where one is infinite: no rounding.
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
    /// No place for temporary files.
    #[error("cannot write temporary files: {0}")]
    Files(#[from] io::Error),
}

/// Compiles and runs the program with its old and its new text.
///
/// `source` says where the program comes from: headers beside it are found.
pub fn compare(
    plan: &Plan,
    source: Option<&Path>,
    before: &str,
    after: &str,
) -> Result<Comparison, Failure> {
    let scratch = tempfile::tempdir()?;
    let versions = [("original", before), ("transformed program", after)];
    let mut programs = Vec::new();
    for (i, (name, text)) in versions.into_iter().enumerate() {
        let path = scratch.path().join(format!("version{i}.c"));
        std::fs::write(&path, frontend::bytes::encode(text))?;
        programs.push((name, compile(plan, source, name, &path)?));
    }
    let mut fastest = [Duration::MAX; 2];
    let mut outputs = [String::new(), String::new()];
    for _ in 0..plan.repetitions.max(1) {
        for (i, (name, program)) in programs.iter().enumerate() {
            let (output, time) = run(plan, name, program)?;
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

fn compile(
    plan: &Plan,
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
    command.arg(path).arg("-o").arg(&program).arg("-lm");
    let output = command
        .output()
        .map_err(|error| Failure::Compiler(plan.compiler.clone(), error))?;
    match output.status.success() {
        true => Ok(program),
        false => {
            let words = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(Failure::Compile(name, words))
        }
    }
}

/// What the program prints, and how long it takes.
fn run(plan: &Plan, name: &'static str, program: &Path) -> Result<(String, Duration), Failure> {
    let failed = |why: String| Failure::Run(name, why);
    let start = Instant::now();
    let mut child = Command::new(program)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let output = child.stdout.take().map(collect);
    let errors = child.stderr.take().map(collect);
    let status = wait(&mut child, start, plan.patience)?;
    let elapsed = start.elapsed();
    let text = |thread: Option<std::thread::JoinHandle<Vec<u8>>>| {
        let bytes = thread.and_then(|thread| thread.join().ok());
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    };
    let (output, errors) = (text(output), text(errors));
    let Some(status) = status else {
        let limit = plan.patience.as_secs();
        return Err(failed(format!("was stopped after {limit} seconds")));
    };
    if !status.success() {
        return Err(failed(format!("fails with {status}:\n{errors}")));
    }
    let own = errors
        .lines()
        .find_map(|line| line.trim().strip_prefix("time="))
        .and_then(|number| number.trim().parse::<f64>().ok())
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0 && *seconds < 1e9)
        .map(Duration::from_secs_f64);
    Ok((output, own.unwrap_or(elapsed)))
}

/// Reads a pipe to its end beside the running program, which would wait for it otherwise.
fn collect(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is still worth comparing.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// Waits for the end, `None` when it takes too long.
fn wait(
    child: &mut Child,
    start: Instant,
    patience: Duration,
) -> io::Result<Option<std::process::ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        // Short runs are measured finely, long ones are left alone.
        let nap =
            (start.elapsed() / 50).clamp(Duration::from_micros(200), Duration::from_millis(20));
        std::thread::sleep(nap);
    }
}
