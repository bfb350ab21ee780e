//! `loopwright search`

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ::search::{Span, parse_duration};
use clap::Args;
use frontend::bytes::shown;
use loopwright::exit::{self, Exit};
use loopwright::program::Program;
use loopwright::report;
use loopwright::rewrite::Choices;
use loopwright::search::{
    self, Compiler, Event, Frame, Measured, Options, SearchError, Searched, Stopped,
};
use loopwright::trial;
use loopwright::{frontend, optimizer};
use scop::FileId;

use crate::input::{self, SourceArguments};
use crate::interrupt;
use crate::optimize_command::machine_of;
use crate::script_arguments::Format;
use crate::timeout::Timeout;
use crate::watched::Watched;

/// Find the fastest order for the loops of a C program by measuring many of them
///
/// Versions of a region (which statements share loops, schedules, tiles, copies of bodies, innermost loops, buffers)
/// are proved, compiled, run in turns with the original, and compared with its results. The best one is
/// written, with its script, if it is faster beyond doubt. Measurements are kept in a folder: a search that was
/// ended, in whichever way, goes on where it was.
#[derive(Args)]
#[command(after_help = exit::help(AFTER_HELP))]
pub struct Arguments {
    #[command(flatten)]
    source: SourceArguments,

    /// How long to search: `90s`, `2m`, `1h30m`
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_duration)]
    budget: Duration,

    /// Measure at most so many versions
    #[arg(long, value_name = "N")]
    versions: Option<usize>,

    /// Measure all ways in which statements can share the outermost loops, and nothing else
    #[arg(long)]
    exhaustive: bool,

    /// Write the program to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the best order to this file as a script for `transform`
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,

    /// Write a page (HTML) with a plot and a table of all versions to this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// A C compiler; several if given several times, or with commas
    #[arg(
        long,
        value_name = "COMMAND",
        env = "CC",
        default_value = "cc",
        hide_env = true,
        value_delimiter = ','
    )]
    cc: Vec<String>,

    /// Options for the C compilers
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "-O3 -march=native",
        allow_hyphen_values = true
    )]
    cflags: String,

    /// The value of a size, such as `n=2000`, for a function without a program: one that calls it is made
    #[arg(long = "size", value_name = "NAME=N", value_parser = read_size, value_delimiter = ',')]
    sizes: Vec<(String, i64)>,

    /// A C file with a `main` that calls the function and prints results; what it says as `time=SECONDS` on
    /// standard error counts as its time
    #[arg(long, value_name = "FILE", conflicts_with = "sizes")]
    driver: Option<PathBuf>,

    /// A command that runs and times a version, which takes the place of `{}`, or comes last
    #[arg(long, value_name = "COMMAND")]
    runner: Option<String>,

    /// Stop a compiler or a program after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: u64,

    /// How far numbers in results may be apart, relative to their size: compilers contract sums and products differently
    /// [default: 1e-9, with `float` 1e-5]
    #[arg(long, value_name = "DIFFERENCE", value_parser = read_tolerance)]
    tolerance: Option<f64>,

    /// Keep measurements in this folder [default: hidden, beside the output or the program]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Mark the outermost parallel loops with OpenMP pragmas, and compile with `-fopenmp`
    #[arg(long)]
    parallel: bool,

    /// Begin with loops for the machine that this file describes, not for this one; see `loopwright optimize --help`
    #[arg(long, value_name = "FILE")]
    machine: Option<PathBuf>,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    timeout: Timeout,
}

const AFTER_HELP: &str = "\
Examples:
  loopwright search kernel.c --budget 2m -o fast.c --script fast.lw
  loopwright search kernel.c --cc gcc,clang --cflags '-O3 -march=native' --report report.html
  loopwright search function.c --size n=2000 --size steps=100 -o fast.c
  loopwright search function.c --driver main.c --runner 'taskset -c 1 {}'
  loopwright search kernel.c --exhaustive --report report.html

A program with a `main` runs as it is. What it prints is compared; what it says as `time=SECONDS` on standard
error counts as its time, otherwise that of the whole process. A result that is wrong although the version was
proved ends the search with exit code 3; both programs are kept. Ctrl-C ends the search, and the best
version so far is written.";

/// A size, `n=2000`.
fn read_size(text: &str) -> Result<(String, i64), String> {
    let wrong = || "expected a name and a number, such as `n=2000`".to_string();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    let value = value.trim().parse().map_err(|_| wrong())?;
    let name = name.trim();
    let is_name = !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    is_name.then(|| (name.to_string(), value)).ok_or_else(wrong)
}

fn read_tolerance(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let number = number.filter(|one| (0.0..=0.1).contains(one));
    number.ok_or("expected a number from 0 to 0.1".into())
}

/// Runs the command; returns how it ended.
pub fn run(arguments: &Arguments) -> Exit {
    let machine = match machine_of(arguments.machine.as_deref()) {
        Ok(machine) => machine,
        Err(message) => return complain(&message, None),
    };
    // Where measurements go that nobody can ask for again.
    let unnamed = match arguments.source.is_standard_input() && arguments.folder.is_none() {
        true => match tempfile::tempdir() {
            Ok(folder) => Some(folder),
            Err(error) => return complain(&format!("cannot write temporary files: {error}"), None),
        },
        false => None,
    };
    let folder = match (&arguments.folder, &unnamed) {
        (Some(folder), _) => folder.clone(),
        (None, Some(unnamed)) => unnamed.path().to_path_buf(),
        (None, None) => hidden(arguments.output.as_ref().unwrap_or(&arguments.source.file)),
    };
    let options = options(arguments, machine, folder);
    arguments
        .source
        .with_request(&Watched::default(), None, |request| {
            let program = arguments.timeout.run(|| arguments.source.read(request));
            let exit = Exit::after(&program.diagnostics);
            input::complain(&program);
            if exit != Exit::Fine {
                return exit;
            }
            let mut program = program;
            if program.refuse_guesses() {
                input::complain(&program);
                return Exit::after(&program.diagnostics);
            }
            let mut progress = Progress::new(arguments);
            let mut tell = |event: Event<'_>| progress.tell(&event);
            let done = search::search(&program, request, &options, interrupt::stop(), &mut tell);
            progress.clear();
            match done {
                Ok(done) => deliver(arguments, &options, &program, &done),
                Err(error) => fail(error, &program),
            }
        })
}

/// A hidden folder beside a file.
fn hidden(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!(".{name}.search"))
}

fn options(arguments: &Arguments, machine: optimizer::loops::Machine, folder: PathBuf) -> Options {
    let mut optimizer = optimizer::Options::default();
    optimizer.loops.parallel = arguments.parallel;
    optimizer.loops.machine = machine;
    let words = arguments.cflags.split_whitespace().map(str::to_string);
    let mut flags: Vec<String> = words.chain(arguments.source.compiler_flags()).collect();
    let wanted: &[&str] = match arguments.parallel {
        true => &["-fopenmp", "-DLW_THREADS"],
        false => &["-fopenmp-simd"],
    };
    flags.extend(wanted.iter().map(ToString::to_string));
    let mut compilers: Vec<Compiler> = Vec::new();
    for name in &arguments.cc {
        if !compilers.iter().any(|one| one.name == *name) {
            compilers.push(Compiler {
                name: name.clone(),
                flags: flags.clone(),
            });
        }
    }
    let versions = compilers
        .iter()
        .map(|one| trial::version_of(&one.name, interrupt::stop()));
    let versions: Vec<String> = versions.collect();
    let file = &arguments.source.file;
    Options {
        optimizer,
        choices: Choices {
            pragmas: true,
            ..Choices::default()
        },
        budget: arguments.budget,
        most: arguments.versions,
        exhaustive: arguments.exhaustive,
        compilers,
        frame: match &arguments.driver {
            Some(path) => Frame::File(path.clone()),
            None => Frame::Own(arguments.sizes.iter().cloned().collect::<BTreeMap<_, _>>()),
        },
        runner: { arguments.runner.iter() }
            .flat_map(|one| one.split_whitespace().map(str::to_string))
            .collect(),
        patience: Duration::from_secs(arguments.time_limit),
        proof: arguments.timeout.limit(),
        tolerance: arguments.tolerance,
        folder,
        source: (!arguments.source.is_standard_input()).then(|| file.clone()),
        surroundings: format!("{}\n{}", processor(), versions.join("\n")),
        cancel: interrupt::cancelled().clone(),
    }
}

/// The name of the processor, as far as the system says it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(':'));
    name.map_or(std::env::consts::ARCH, |(_, name)| name.trim())
        .to_string()
}

fn complain(message: &str, help: Option<&str>) -> Exit {
    let mut errors = anstream::stderr().lock();
    let _ = writeln!(errors, "\x1b[1;31merror\x1b[0m: {}", shown(message));
    if let Some(help) = help {
        let _ = writeln!(errors, "  = help: {help}");
    }
    Exit::BadInput
}

/// What ends a search without a result.
fn fail(error: SearchError, program: &Program) -> Exit {
    let message = error.to_string();
    match error {
        SearchError::Program(diagnostic) => {
            let exit = Exit::after(std::slice::from_ref(&diagnostic));
            let text = report::render(&diagnostic, &program.files);
            let _ = writeln!(anstream::stderr(), "{}", shown(&text));
            exit
        }
        SearchError::Driver(message, help) => complain(&message, Some(&help)),
        SearchError::Journal(search::JournalError::Busy(..)) => complain(
            &message,
            Some("wait for it, or give another folder: `--folder DIR`"),
        ),
        SearchError::Restless(_) => complain(
            &message,
            Some(
                "results must be the same each time: print times on standard error, as `time=SECONDS`",
            ),
        ),
        SearchError::Wrong { folder, .. } => {
            let mut errors = anstream::stderr().lock();
            let _ = writeln!(
                errors,
                "\x1b[1;31minternal error\x1b[0m: {}\n  = note: both programs, their results and the script are in `{}`\n  \
                 = note: this is a bug in Loopwright, in the compiler or in the program, please report it",
                shown(&message),
                folder.display()
            );
            Exit::Internal
        }
        _ => complain(&message, None),
    }
}

/// Gives the user what was found.
fn deliver(arguments: &Arguments, options: &Options, program: &Program, done: &Searched) -> Exit {
    let result = result(done);
    let before = program
        .files
        .get(FileId::MAIN)
        .map_or("", |file| &*file.text);
    let text = done.best.as_ref().map_or(before, |(_, new)| &*new.text);
    let script = match &done.best {
        Some((best, _)) => best.script.clone(),
        None => "# No order was faster than that of the program.\n".into(),
    };
    let name = arguments.source.name();
    let mut files: Vec<(&Path, String)> = Vec::new();
    files.extend(
        arguments
            .output
            .as_deref()
            .map(|path| (path, text.to_string())),
    );
    files.extend(arguments.script.as_deref().map(|path| (path, script)));
    if let Some(path) = &arguments.report {
        let page = search::report(&name, done, about(options, done), result.clone());
        files.push((path, ::search::report::html(&page)));
    }
    let mut exit = Exit::Fine;
    if arguments.format == Format::Text {
        say(options, done, &result);
    }
    if let Stopped::Failed(message) = &done.stopped {
        exit = complain(message, Some("what was measured before is kept"));
    }
    for (path, text) in files {
        exit = exit.max(input::write_file(path, &text));
    }
    if arguments.format == Format::Json {
        let mut document = search::json(&name, done);
        document["output"] = shown(text).into_owned().into();
        return input::print(&format!("{document:#}\n")).max(exit);
    }
    match arguments.output {
        None => input::print_program(text).max(exit),
        Some(_) => exit,
    }
}

/// What a search came to, in a sentence.
fn result(done: &Searched) -> String {
    let Some((best, _)) = &done.best else {
        return "unchanged: no version was faster than the original beyond doubt".into();
    };
    let Ok(found) = &best.result else {
        return String::new();
    };
    format!(
        "{:.2} times as fast as the original with `{}` (99 % certain: {:.2} to {:.2}): {}",
        found.speedup, best.by, found.low, found.high, best.words
    )
}

/// The summary for people.
fn say(options: &Options, done: &Searched, result: &str) {
    let mut errors = anstream::stderr().lock();
    let why = match done.stopped {
        Stopped::Finished => "nothing is left that could be faster",
        Stopped::Budget => "the time is over",
        Stopped::Most => "as many as were wanted",
        Stopped::Interrupted => "interrupted",
        Stopped::Failed(_) => "it cannot go on",
    };
    let known = match done.known {
        0 => String::new(),
        known => format!(", {known} known from before"),
    };
    let _ = writeln!(
        errors,
        "{} versions measured, {} not legal or not proved{known}: {why}",
        done.measured, done.refused
    );
    let _ = writeln!(errors, "{result}");
    if let Some((best, _)) = &done.best
        && let Some(compiler) = options.compilers.iter().find(|one| one.name == best.by)
    {
        let flags = compiler.flags.iter().filter(|one| *one != "-DLW_THREADS");
        let flags: Vec<&str> = flags.map(String::as_str).collect();
        let _ = writeln!(
            errors,
            "measured with `{} {}`",
            compiler.name,
            flags.join(" ")
        );
    }
    if let [(message, script), ..] = &done.faults[..] {
        let _ = writeln!(
            errors,
            "warning: {} versions could not be written as they should: this is a bug in Loopwright, please report it\n  \
             = note: {message}\n  = note: the script was\n{script}",
            done.faults.len()
        );
    }
}

/// How a search was done, for its report.
fn about(options: &Options, done: &Searched) -> Vec<(String, String)> {
    let mut about = Vec::new();
    let mut add = |name: &str, value: String| about.push((name.to_string(), value));
    for (by, seconds) in &done.originals {
        add("original", format!("{} with {by}", Span(*seconds)));
    }
    if let Some(compiler) = options.compilers.first() {
        add("options", compiler.flags.join(" "));
    }
    for line in options.surroundings.lines().filter(|line| !line.is_empty()) {
        add("with", line.to_string());
    }
    if let Frame::Own(sizes) = &options.frame {
        for (name, value) in sizes {
            add("size", format!("{name} = {value}"));
        }
    }
    add(
        "versions",
        format!(
            "{} measured, {} not legal or not proved, {} known from before",
            done.measured, done.refused, done.known
        ),
    );
    add(
        "time",
        format!(
            "{}: compilers {}, programs {}, {} for each version beyond that",
            Span(done.time.as_secs_f64()),
            Span(done.compiling.as_secs_f64()),
            Span(done.running.as_secs_f64()),
            Span(done.overhead().as_secs_f64())
        ),
    );
    about
}

/// What the user sees while the search goes on: one line that changes on a terminal, a line for each better version
/// elsewhere.
struct Progress {
    is_terminal: bool,
    is_quiet: bool,
    started: Instant,
    budget: Duration,
    best: Option<String>,
    has_line: bool,
}

/// How many characters the bar has.
const BAR: usize = 24;

impl Progress {
    fn new(arguments: &Arguments) -> Progress {
        Progress {
            is_terminal: std::io::stderr().is_terminal(),
            is_quiet: arguments.format == Format::Json,
            started: Instant::now(),
            budget: arguments.budget,
            best: None,
            has_line: false,
        }
    }

    fn tell(&mut self, event: &Event<'_>) {
        match event {
            Event::Original(by, seconds) => {
                self.line(&format!("original  {} with {by}", Span(*seconds)));
            }
            Event::Measured(row, true) => self.better(row),
            Event::Measured(..) => {}
            Event::Note(text) => self.line(&format!("note: {text}")),
            Event::Working {
                measured,
                refused,
                known,
                doing,
            } => self.draw(measured + known, *refused, doing),
        }
    }

    fn better(&mut self, row: &Measured) {
        let Ok(found) = &row.result else {
            return;
        };
        self.best = Some(format!("{:.2}x", found.speedup));
        self.line(&format!(
            "{:>7.2}x  {}  {}",
            found.speedup, row.by, row.words
        ));
    }

    /// A line that stays.
    fn line(&mut self, text: &str) {
        if self.is_quiet {
            return;
        }
        self.clear();
        let _ = writeln!(anstream::stderr(), "{}", shown(text));
    }

    /// The line that changes.
    fn draw(&mut self, measured: usize, refused: usize, doing: &str) {
        if self.is_quiet || !self.is_terminal {
            return;
        }
        let spent = self.started.elapsed().as_secs_f64();
        let part = spent / self.budget.as_secs_f64().max(1e-3);
        let full = ((part * BAR as f64) as usize).min(BAR);
        let best = self.best.as_deref().unwrap_or("none");
        let bar = "█".repeat(full) + &"░".repeat(BAR - full);
        let text = format!(
            "{bar} {:>3.0} s · {measured} measured, {refused} refused · best {best} · {doing}",
            spent
        );
        let _ = write!(anstream::stderr(), "\r\x1b[2K{text}");
        let _ = anstream::stderr().flush();
        self.has_line = true;
    }

    /// Removes the line that changes.
    fn clear(&mut self) {
        if std::mem::take(&mut self.has_line) {
            let _ = write!(anstream::stderr(), "\r\x1b[2K");
        }
    }
}
