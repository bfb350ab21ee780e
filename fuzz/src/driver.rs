//! What both fuzzers share: counting, the time limit, panics, progress and the report.
//!
//! A fuzzer is a function from a case number's seed to executions; an execution is one call of
//! [`Session::execute`], which has a description that is printed when it panics, breaks a law or
//! takes too long.

use crate::random::Random;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, Once};
use std::time::{Duration, Instant};

/// When to stop, and what to do with failures.
#[derive(Clone, Debug)]
pub struct Options {
    /// Everything random follows from it.
    pub seed: u64,
    /// Stop after so much time.
    pub time: Duration,
    /// Stop after so many executions.
    pub executions: u64,
    /// Abort when one execution takes longer.
    pub limit: Duration,
    /// Run this case only.
    pub case: Option<u64>,
    /// Leave out operations and laws whose name contains one of these.
    pub skip: Vec<String>,
    /// Report distinct failures and go on, instead of stopping at the first.
    pub keep_going: bool,
    /// Say what happens every ten seconds, and keep the input at hand in a file.
    pub talk: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 1,
            time: Duration::from_secs(600),
            executions: u64::MAX,
            limit: Duration::from_secs(10),
            case: None,
            skip: Vec::new(),
            keep_going: false,
            talk: false,
        }
    }
}

/// How an execution ended when nothing was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It did what it does.
    Done,
    /// The input was refused with an error, as it may be.
    Refused,
    /// The budget ran out.
    Exhausted,
}

/// What was seen in a run.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Executions in all.
    pub executions: u64,
    /// Executions that ended with an answer.
    pub done: u64,
    /// Executions that ended with an error other than the budget's.
    pub refused: u64,
    /// Executions that ran out of budget.
    pub exhausted: u64,
    /// Descriptions of what went wrong.
    pub failures: Vec<String>,
    /// Longest execution in milliseconds, and what it was.
    pub slowest: (u128, String),
}

/// What runs now, for the watchdog.
struct Current {
    since: Option<Instant>,
    case: u64,
    what: String,
    operands: Vec<Operand>,
}

/// An operand of what runs now: cheap to keep, written only when needed.
pub type Operand = Arc<dyn std::fmt::Debug + Send + Sync>;

/// Tells the session of operands.
#[derive(Clone)]
pub struct Recorder(Arc<Mutex<Current>>);

impl Recorder {
    /// One more operand of what runs.
    pub fn operand(&self, operand: Operand) {
        self.0
            .lock()
            .expect("the watchdog lives")
            .operands
            .push(operand);
    }
}

/// A run in progress.
pub struct Session {
    options: Options,
    start: Instant,
    talked: Instant,
    current: Arc<Mutex<Current>>,
    trace: Option<std::fs::File>,
    summary: Summary,
    kinds: HashMap<String, u64>,
    stop: bool,
}

/// Runs `case(session, random, number)` for case numbers 0, 1, 2 … until the options say stop.
///
/// The cases run on a thread with the stack that threads have by default, so what would overflow
/// a user's stack overflows here.
pub fn run(
    name: &'static str,
    options: Options,
    mut case: impl FnMut(&mut Session, &mut Random) + Send + 'static,
) -> Summary {
    note_panics();
    let worker = std::thread::Builder::new().name(name.into());
    let work = move || {
        let mut session = Session::new(name, options);
        let only = session.options.case;
        let mut number = only.unwrap_or(0);
        while !session.finished() {
            let seed = Random::new(session.options.seed).bits() ^ Random::new(number).bits();
            session.begin_case(number);
            case(&mut session, &mut Random::new(seed));
            session.stop |= only.is_some();
            number += 1;
        }
        session.talk("finished");
        session.current.lock().expect("the watchdog lives").since = None;
        session.summary
    };
    let worker = worker.spawn(work).expect("a thread");
    worker.join().expect("the driver itself does not panic")
}

impl Session {
    fn new(name: &str, options: Options) -> Session {
        let trace = options.talk.then(|| {
            let path = std::env::temp_dir().join(format!("presburger-fuzz-{name}.txt"));
            println!(
                "should the process die without a word, see {}",
                path.display()
            );
            std::fs::File::create(path).expect("a file for the input at hand")
        });
        let current = Current {
            since: None,
            case: 0,
            what: String::new(),
            operands: Vec::new(),
        };
        let current = Arc::new(Mutex::new(current));
        watch(Arc::clone(&current), options.limit);
        let now = Instant::now();
        Session {
            options,
            start: now,
            talked: now,
            current,
            trace,
            summary: Summary::default(),
            kinds: HashMap::new(),
            stop: false,
        }
    }

    /// Whether the run is over.
    pub fn finished(&self) -> bool {
        self.stop
            || self.summary.executions >= self.options.executions
            || self.start.elapsed() >= self.options.time
    }

    /// Whether the options leave this out.
    pub fn skips(&self, name: &str) -> bool {
        self.options
            .skip
            .iter()
            .any(|part| name.contains(part.as_str()))
    }

    fn begin_case(&mut self, number: u64) {
        self.current.lock().expect("the watchdog lives").case = number;
        self.leave_trace(&format!("case {number} of seed {}", self.options.seed));
        if self.options.talk && self.talked.elapsed() > Duration::from_secs(10) {
            self.talked = Instant::now();
            self.talk("so far");
        }
    }

    /// Writes to the file that survives a death without a word.
    pub fn leave_trace(&mut self, text: &str) {
        if let Some(file) = &mut self.trace {
            let written = (file.rewind())
                .and_then(|()| file.write_all(text.as_bytes()))
                .and_then(|()| file.set_len(text.len() as u64));
            written.expect("the file of the input at hand is writable");
        }
    }

    /// Names what `work` does while it runs; operands are added with [`Session::operand`].
    pub fn name(&mut self, what: &str) {
        let mut current = self.current.lock().expect("the watchdog lives");
        current.what.clear();
        current.what.push_str(what);
        current.operands.clear();
    }

    /// One more operand of what runs next.
    pub fn operand(&mut self, operand: Operand) {
        self.recorder().operand(operand);
    }

    /// Takes operands also while something runs.
    pub fn recorder(&self) -> Recorder {
        Recorder(Arc::clone(&self.current))
    }

    /// Runs `work` under the time limit. An `Err` or a panic is a failure; returns whether it
    /// was one, of a new kind.
    pub fn execute(&mut self, work: impl FnOnce() -> Result<Outcome, String>) -> bool {
        let start = Instant::now();
        self.current.lock().expect("the watchdog lives").since = Some(start);
        let result = catch_unwind(AssertUnwindSafe(work));
        let took = start.elapsed();
        self.current.lock().expect("the watchdog lives").since = None;
        self.summary.executions += 1;
        if took.as_millis() > self.summary.slowest.0 {
            self.summary.slowest = (took.as_millis(), self.describe());
        }
        match result {
            Ok(Ok(Outcome::Done)) => self.summary.done += 1,
            Ok(Ok(Outcome::Refused)) => self.summary.refused += 1,
            Ok(Ok(Outcome::Exhausted)) => self.summary.exhausted += 1,
            Ok(Err(wrong)) => return self.fail(&wrong),
            Err(_) => return self.fail(&last_panic()),
        }
        false
    }

    /// What ran last, with its operands.
    pub fn describe(&self) -> String {
        let current = self.current.lock().expect("the watchdog lives");
        let mut text = format!("case {}: {}", current.case, current.what);
        for operand in &current.operands {
            let operand = catch_unwind(AssertUnwindSafe(|| format!("{operand:?}")));
            let _ = write!(
                text,
                "\n    {}",
                operand.unwrap_or("(does not print)".into())
            );
        }
        text
    }

    /// Reports a failure, unless one of its kind was; returns whether it did.
    fn fail(&mut self, wrong: &str) -> bool {
        let description = format!("{wrong}\n  {}", self.describe());
        let kind = self.kind(wrong);
        let count = self.kinds.entry(kind).or_default();
        *count += 1;
        if *count > 1 {
            return false;
        }
        println!("FAILURE {description}");
        self.summary.failures.push(description);
        self.stop |= !self.options.keep_going;
        true
    }

    /// Failures of one kind are reported once: the place of a panic, a law, or how a type's text
    /// does not read back.
    fn kind(&self, wrong: &str) -> String {
        let wrong: String = wrong
            .chars()
            .filter(|c| !c.is_ascii_digit())
            .take(90)
            .collect();
        match wrong.starts_with("panic") {
            true => wrong,
            false => wrong
                .chars()
                .take(60)
                .chain(
                    self.current
                        .lock()
                        .expect("the watchdog lives")
                        .what
                        .chars(),
                )
                .collect(),
        }
    }

    fn talk(&self, when: &str) {
        if self.options.talk {
            let s = &self.summary;
            println!(
                "{when}: {} s, {} executions, {} answered, {} refused, {} budget errors, {} failures, slowest {} ms",
                self.start.elapsed().as_secs(),
                s.executions,
                s.done,
                s.refused,
                s.exhausted,
                s.failures.len(),
                s.slowest.0,
            );
        }
    }
}

/// A thread that ends the process when something takes longer than `limit`: processor time, so
/// that a busy machine is no failure, or ten times as much of any time.
fn watch(current: Arc<Mutex<Current>>, limit: Duration) {
    std::thread::spawn(move || {
        let mut seen: Option<(Instant, Duration)> = None;
        while Arc::strong_count(&current) > 1 {
            std::thread::sleep(Duration::from_millis(200));
            let current = current.lock().expect("the worker does not panic here");
            let Some(since) = current.since else {
                continue;
            };
            let elapsed = since.elapsed();
            let used = match seen.filter(|(start, _)| *start == since) {
                Some((_, before)) => processor_time().map_or(elapsed, |now| now - before),
                None => {
                    seen = Some((since, processor_time().unwrap_or_default()));
                    Duration::ZERO
                }
            };
            if used > limit || elapsed > 10 * limit {
                println!("TIME LIMIT case {}: {}", current.case, current.what);
                for operand in &current.operands {
                    println!("    {operand:?}");
                }
                std::process::abort();
            }
        }
    });
}

/// What this process has used so far, where the system tells; there is one thread that works.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name in parentheses; user and system time are fields 14 and 15, in hundredths.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis(10 * (user + system)))
}

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Keeps the message and place of each panic instead of printing it.
fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let ours = ["parser", "operations"];
            if !std::thread::current()
                .name()
                .is_some_and(|name| ours.contains(&name))
            {
                return default(info);
            }
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let payload = info.payload();
            let message = payload
                .downcast_ref::<&str>()
                .copied()
                .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
                .unwrap_or("a panic");
            *LAST_PANIC.lock().expect("the hook does not panic") =
                format!("panic at {place}: {message}");
        }));
    });
}

fn last_panic() -> String {
    LAST_PANIC.lock().expect("the hook does not panic").clone()
}
