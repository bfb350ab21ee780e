//! One search from its beginning to its end.

mod measure;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::search::{Estimate, Journal, Record, Search, Turns, Verdict};
use dependence::Dependence;
use optimizer::loops::Variants;
use presburger::Budget;
use scop::{Diagnostic, FileId};

use super::bench::{Bench, Built, INCLUDED};
use super::driver::driver;
use super::outcome::{Event, Measured, SearchError, Searched, Stopped};
use super::space::{Version, Versions};
use super::{Frame, Options};
use crate::exit::Exit;
use crate::optimize::{self, Carried, carry_out};
use crate::process::Stop;
use crate::program::{Program, Request, not_computed};
use crate::report::error;
use crate::rewrite::Rewritten;
use crate::trial::{Agreement, Failure, Plan};
use crate::worlds::{self, agree};

/// So many turns make a comparison certain, and so many at most are taken to decide it.
const CERTAIN: usize = 8;
const MOST_TURNS: usize = 15;

/// How many versions compete at the end.
const FINALISTS: usize = 3;

/// One version may take this part of the budget for its first few comparisons.
const SHARE: u32 = 20;

/// Each time so many versions were looked at, another schedule joins.
const PER_SCHEDULE: usize = 4;

/// Schedules to begin with: fused where it pays, as far as possible, and not at all.
const FIRST_SCHEDULES: usize = 3;

/// Versions exchange plans with the best one of their schedule if they are this fast, compared with it.
const CROSSED: f64 = 0.8;

/// After so many versions it shows how good compilers are; one whose best version is not so fast, compared with the
/// best of all, gets one of so many versions from then on.
const ENOUGH: usize = 6;
const BEHIND: f64 = 0.8;
const RARELY: usize = 8;

/// The name under which the original is in the journal.
const ORIGINAL: &str = "original";

/// Looks for the fastest version of the one region of a program.
pub fn search(
    program: &Program,
    request: &Request<'_>,
    options: &Options,
    stop: &Stop,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Searched, SearchError> {
    let wrong = |error: Diagnostic| SearchError::Program(Box::new(error));
    let [nest] = &program.nests[..] else {
        let message = "a search is for one region, but the program has several";
        let error = error(crate::report::SEVERAL_REGIONS, message);
        return Err(wrong(error.help("choose one with `--region N`")));
    };
    let started = Instant::now();
    let scop = nest.scop();
    let limited = |work: &mut dyn FnMut() -> presburger::Result<Vec<Dependence>>| {
        within(options, || request.within_budget(work))
    };
    let dependences =
        limited(&mut || dependence::dependences(scop, &dependence::Options::default()))
            .map_err(|error| wrong(not_computed(&error)))?;
    let frame = match &options.frame {
        Frame::Own(sizes) if program.has_main => {
            if let Some(name) = sizes.keys().next() {
                let message = format!("`{name}` is up to the `main` of the program");
                let help = "sizes are for functions without a program; define macros with `-D`";
                return Err(SearchError::Driver(message, help.into()));
            }
            None
        }
        Frame::Own(sizes) => {
            let made = driver(program, sizes, INCLUDED);
            Some(made.map_err(|why| SearchError::Driver(why.message, why.help))?)
        }
        Frame::File(_) => None,
    };
    let bench = bench(options, stop, frame, tolerance(options, scop))?;
    let before = program
        .files
        .get(FileId::MAIN)
        .map_or("", |file| &file.text);
    let problem = problem(program, request, options, &bench, before);
    let about = request.name;
    let journal = Journal::open(&options.folder, &problem, about)?;
    let found = Versions::new(
        scop,
        &dependences,
        request,
        &options.optimizer,
        options.exhaustive,
    );
    let versions = found.map_err(|error| wrong(not_computed(&error)))?;
    let prior: Vec<f64> = Variants::FEATURES
        .iter()
        .map(|(_, weight)| *weight)
        .collect();
    let engine = match options.exhaustive {
        true => Search::new(&prior).exhaustive(),
        false => Search::new(&prior),
    };
    let mut session = Session {
        program,
        request,
        options,
        bench,
        journal,
        versions,
        engine,
        before,
        tell,
        started,
        originals: Vec::new(),
        rows: Vec::new(),
        leader: None,
        numbers: 0,
        measured: 0,
        refused: 0,
        known: 0,
        faults: Vec::new(),
        proved: BTreeMap::new(),
        pending: None,
        best_of: BTreeMap::new(),
        compiling: Duration::ZERO,
        running: Duration::ZERO,
    };
    session.run()
}

/// Computes as long as the options allow, and as long as the user does.
fn within<T>(options: &Options, work: impl FnOnce() -> T) -> T {
    let budget = Budget::unlimited().cancel(options.cancel.clone());
    match options.proof {
        Some(limit) => budget.deadline(limit).run(work),
        None => budget.run(work),
    }
}

fn bench<'a>(
    options: &'a Options,
    stop: &'a Stop,
    driver: Option<String>,
    tolerance: f64,
) -> Result<Bench<'a>, SearchError> {
    let plans = options.compilers.iter().map(|compiler| Plan {
        compiler: compiler.name.clone(),
        flags: compiler.flags.clone(),
        patience: options.patience,
        others: match &options.frame {
            Frame::File(path) => vec![path.clone()],
            Frame::Own(_) => Vec::new(),
        },
        runner: options.runner.clone(),
        is_pinned: !options.optimizer.loops.parallel,
        ..Plan::default()
    });
    let source = options.source.as_deref();
    let made = Bench::new(plans.collect(), stop, source, driver, tolerance);
    made.map_err(|error| SearchError::Failure(Failure::Files(error)))
}

/// How far results may be apart: numbers of single precision differ in their seventh digit anyway.
fn tolerance(options: &Options, scop: &scop::Scop) -> f64 {
    let is_single =
        |array: &scop::Array| array.element.split_whitespace().any(|one| one == "float");
    let usual = match scop.arrays.iter().any(is_single) {
        true => 1e-5,
        false => 1e-9,
    };
    options.tolerance.unwrap_or(usual)
}

/// All that measurements depend on, as text.
fn problem(
    program: &Program,
    request: &Request<'_>,
    options: &Options,
    bench: &Bench<'_>,
    before: &str,
) -> String {
    let mut text = format!(
        "loopwright {}\n{}\n",
        env!("CARGO_PKG_VERSION"),
        options.surroundings
    );
    for compiler in &options.compilers {
        text += &format!("{} {}\n", compiler.name, compiler.flags.join(" "));
    }
    text += &format!(
        "{:?}\n{:?}\n{:?}\n",
        options.runner, request.context, request.pure_functions
    );
    let numbers: Vec<usize> = program.nests.iter().map(|nest| nest.number).collect();
    text += &format!("{numbers:?}\n{:?}\n", options.optimizer.loops);
    text += bench.builder.driver.as_deref().unwrap_or("");
    if let Frame::File(path) = &options.frame {
        // One that cannot be read does not compile, either.
        text += &std::fs::read_to_string(path).unwrap_or_default();
    }
    text += before;
    for (_, file) in program.files.iter().skip(1).take(program.sources) {
        text += &file.text;
    }
    text
}

struct Session<'a> {
    program: &'a Program,
    request: &'a Request<'a>,
    options: &'a Options,
    bench: Bench<'a>,
    journal: Journal,
    versions: Versions<'a>,
    engine: Search<Version>,
    /// The text of the original.
    before: &'a str,
    tell: &'a mut dyn FnMut(Event<'_>),
    started: Instant,
    originals: Vec<Original>,
    rows: Vec<Measured>,
    /// The best version that is faster than the original beyond doubt: its row.
    leader: Option<usize>,
    numbers: usize,
    measured: usize,
    refused: usize,
    known: usize,
    faults: Vec<(String, String)>,
    /// What was proved in this search, by its script.
    proved: BTreeMap<String, Rewritten>,
    pending: Option<Pending>,
    /// The best version of each schedule.
    best_of: BTreeMap<usize, (Version, f64)>,
    compiling: Duration,
    running: Duration,
}

/// The original with one compiler.
struct Original {
    program: PathBuf,
    output: String,
    seconds: f64,
}

/// What is known of a version that the search has not learned yet.
///
/// While a version is compiled, the next one is chosen: so the search learns of each one when the next is chosen, and in
/// the same order when all of them are known from before.
struct Pending {
    version: Version,
    rows: Vec<Measured>,
}

/// A version that is proved.
struct Prepared {
    version: Version,
    number: usize,
    words: String,
    script: String,
    text: String,
}

/// What is next.
enum Next {
    Version(Box<Prepared>),
    /// It is not the time to look for it.
    Later,
    Nothing,
}

impl Session<'_> {
    fn run(&mut self) -> Result<Searched, SearchError> {
        let stopped = match self.measure_all() {
            Ok(stopped) => stopped,
            Err(error) => self.excuse(error)?,
        };
        let stopped = match stopped {
            Stopped::Finished | Stopped::Budget | Stopped::Most => match self.finals() {
                Ok(()) => stopped,
                Err(error) => self.excuse(error)?,
            },
            stopped => stopped,
        };
        let best = self.winner()?;
        let names = self.options.compilers.iter().map(|one| one.name.clone());
        let seconds = self.originals.iter().map(|one| one.seconds);
        Ok(Searched {
            best,
            originals: names.zip(seconds).collect(),
            rows: std::mem::take(&mut self.rows),
            measured: self.measured,
            refused: self.refused,
            known: self.known,
            faults: std::mem::take(&mut self.faults),
            stopped,
            time: self.started.elapsed(),
            compiling: self.compiling,
            running: self.running,
            journal: self.journal.path().to_path_buf(),
        })
    }

    /// What ends a search but leaves what was found; anything else is an error.
    fn excuse(&self, error: SearchError) -> Result<Stopped, SearchError> {
        match error {
            _ if self.bench.builder.stop.is_stopped() => match self.originals.is_empty() {
                true => Err(SearchError::Interrupted),
                false => Ok(Stopped::Interrupted),
            },
            // What was found is not lost with the disk, or the compiler.
            SearchError::Journal(error) => Ok(Stopped::Failed(error.to_string())),
            SearchError::Failure(error) if !self.originals.is_empty() => {
                Ok(Stopped::Failed(error.to_string()))
            }
            error => Err(error),
        }
    }

    fn measure_all(&mut self) -> Result<Stopped, SearchError> {
        self.measure_originals()?;
        for _ in 0..FIRST_SCHEDULES {
            self.add_schedule()?;
        }
        let mut next = self.prepare()?;
        loop {
            let current = match next {
                Next::Version(current) => current,
                Next::Nothing => return Ok(Stopped::Finished),
                Next::Later => {
                    next = match self.limit() {
                        Some(stopped) => return Ok(stopped),
                        None => self.prepare()?,
                    };
                    continue;
                }
            };
            if let Some(stopped) = self.limit() {
                return Ok(stopped);
            }
            let name = format!("version{}", current.number);
            let (built, following) = self.compile_and_prepare(&name, &current.text)?;
            next = match following {
                // There may be more when it is known how fast this one is.
                Next::Nothing => Next::Later,
                other => other,
            };
            self.measure(&current, built)?;
            self.bench.builder.forget(&name);
        }
    }

    /// Why no further version is to be measured.
    fn limit(&self) -> Option<Stopped> {
        if self.bench.builder.stop.is_stopped() {
            return Some(Stopped::Interrupted);
        }
        if self.options.most.is_some_and(|most| self.measured >= most) {
            return Some(Stopped::Most);
        }
        (self.started.elapsed() + self.reserve() >= self.options.budget).then_some(Stopped::Budget)
    }

    /// The time that the last comparison takes, a fifth of the budget at most.
    fn reserve(&self) -> Duration {
        let best = { self.rows.iter() }.filter_map(|row| row.result.as_ref().ok());
        let best = best.max_by(|a, b| a.speedup.total_cmp(&b.speedup));
        let (Some(best), Some(original)) = (best, self.originals.get(self.reference())) else {
            return Duration::ZERO;
        };
        let turns = (MOST_TURNS * FINALISTS) as f64 / 2.0;
        let time = turns * (best.seconds + original.seconds);
        Duration::from_secs_f64(time.min(1e6)).min(self.options.budget / 5)
    }

    /// Compiles a version; meanwhile the next one is proved, so that it costs no time of its own.
    fn compile_and_prepare(
        &mut self,
        name: &str,
        text: &str,
    ) -> Result<(Vec<(usize, Built)>, Next), SearchError> {
        self.say("compiling");
        let begun = Instant::now();
        // What is compiled needs no sets, and what is proved no compiler.
        let builder = self.bench.builder.clone();
        let wanted = self.compilers();
        let (built, next) = std::thread::scope(|scope| {
            let job = scope.spawn(move || {
                let built = builder.build_all(name, text, &wanted);
                (built, begun.elapsed())
            });
            let next = self.prepare();
            let built = job.join();
            (built, next)
        });
        let (built, time) = match built {
            Ok(done) => done,
            // A broken invariant in the other thread is one here.
            Err(panic) => std::panic::resume_unwind(panic),
        };
        self.compiling += time;
        Ok((built?, next?))
    }

    /// The original with each compiler: its results, and how long it takes.
    fn measure_originals(&mut self) -> Result<(), SearchError> {
        self.say("measuring the original");
        let begun = Instant::now();
        let all: Vec<usize> = (0..self.options.compilers.len()).collect();
        let built = self
            .bench
            .builder
            .build_all("original", self.before, &all)?;
        self.compiling += begun.elapsed();
        let begun = Instant::now();
        for (by, program) in built {
            let name = self.options.compilers[by].name.clone();
            let program = program.map_err(|why| SearchError::Original(name.clone(), why))?;
            let run = || match self.bench.run(by, &program) {
                Err(error @ (Failure::Run(..) | Failure::Late(..))) => {
                    Err(SearchError::Original(name.clone(), error.to_string()))
                }
                other => other.map_err(SearchError::Failure),
            };
            let (output, _) = run()?;
            let seconds = match self.journal.get(ORIGINAL, &name) {
                Some(Verdict::Measured(turns)) if !turns.new.is_empty() => turns.new.clone(),
                _ => {
                    let mut seconds = Vec::new();
                    for _ in 0..3 {
                        let (again, time) = run()?;
                        if !Agreement::within(&output, &again, self.bench.tolerance).holds() {
                            let how = Agreement::of(&output, &again).to_string();
                            return Err(SearchError::Restless(how));
                        }
                        seconds.push(time);
                    }
                    let turns = Turns {
                        old: seconds.clone(),
                        new: seconds.clone(),
                    };
                    self.keep(ORIGINAL, &name, Verdict::Measured(turns))?;
                    seconds
                }
            };
            let seconds = seconds.into_iter().fold(f64::INFINITY, f64::min);
            (self.tell)(Event::Original(&name, seconds));
            self.originals.push(Original {
                program,
                output,
                seconds,
            });
        }
        self.running += begun.elapsed();
        Ok(())
    }

    /// The compilers that the next version is measured with: one whose best version is far behind is rarely used.
    fn compilers(&self) -> Vec<usize> {
        let all = 0..self.options.compilers.len();
        if self.options.exhaustive
            || self.measured + self.known < ENOUGH
            || self.numbers.is_multiple_of(RARELY)
        {
            return all.collect();
        }
        let best_of = |by: usize| {
            let name = &self.options.compilers[by].name;
            let own = self.rows.iter().filter(|row| row.by == *name);
            let speedups = own.filter_map(|row| Some(row.result.as_ref().ok()?.speedup));
            speedups.fold(0.0, f64::max)
        };
        let best = all.clone().map(best_of).fold(0.0, f64::max);
        all.filter(|&by| best_of(by) >= BEHIND * best).collect()
    }

    /// The compiler that makes most of the original.
    fn reference(&self) -> usize {
        let all = 0..self.originals.len();
        let seconds = |by: usize| self.originals[by].seconds;
        all.min_by(|&a, &b| seconds(a).total_cmp(&seconds(b)))
            .unwrap_or(0)
    }

    /// Adds the versions of the next schedules; whether there were any left.
    fn add_schedule(&mut self) -> Result<bool, SearchError> {
        let (options, request) = (self.options, self.request);
        let versions = &mut self.versions;
        let found = within(options, || request.within_budget(|| versions.more()));
        let numbers = match found {
            None => return Ok(false),
            Some(Ok(numbers)) => numbers,
            // One schedule that takes too long is not the end of others.
            Some(Err(_)) => return Ok(true),
        };
        for number in numbers {
            for version in self.versions.families(number, options.exhaustive) {
                self.add(version, true);
            }
        }
        Ok(true)
    }

    fn add(&mut self, version: Version, is_family: bool) {
        // What is too hard to describe is too hard to prove.
        let found = self
            .request
            .within_budget(|| self.versions.features(&version));
        if let Ok(features) = found {
            self.engine.add(version, features, is_family);
        }
    }

    /// The next version, proved.
    fn prepare(&mut self) -> Result<Next, SearchError> {
        loop {
            if self.limit().is_some() {
                return Ok(Next::Later);
            }
            let is_due = self.options.exhaustive || self.numbers % PER_SCHEDULE == PER_SCHEDULE - 1;
            if is_due && self.versions.n_left() > 0 {
                self.add_schedule()?;
            }
            let Some(version) = self.engine.next() else {
                if let Some(before) = self.pending.take() {
                    self.settle(Some(before));
                    continue;
                }
                match self.add_schedule()? {
                    true => continue,
                    false => return Ok(Next::Nothing),
                }
            };
            self.numbers += 1;
            if let Some(prepared) = self.prove(version)? {
                return Ok(Next::Version(Box::new(prepared)));
            }
        }
    }

    /// Proves a version, unless all about it is known.
    fn prove(&mut self, version: Version) -> Result<Option<Prepared>, SearchError> {
        let number = self.numbers;
        let (options, request) = (self.options, self.request);
        let words = self.versions.words(&version);
        let versions = &self.versions;
        let script = within(options, || {
            request.within_budget(|| versions.script(&version))
        });
        let Ok(script) = script else {
            self.engine.learn(&version, None);
            return Ok(None);
        };
        let row = |by: &str, result| Measured {
            number,
            words: words.clone(),
            script: script.clone(),
            by: by.into(),
            result,
        };
        let wanted = self.compilers().into_iter();
        let names: Vec<&str> = wanted.map(|by| &*options.compilers[by].name).collect();
        let verdicts = names
            .iter()
            .map(|by| self.journal.get(&script, by).cloned());
        if let Some(verdicts) = verdicts.collect::<Option<Vec<Verdict>>>() {
            let mut pending = Pending {
                version: version.clone(),
                rows: Vec::new(),
            };
            for (by, verdict) in names.iter().zip(verdicts) {
                let result = match verdict {
                    Verdict::Measured(turns) => turns.estimate().ok_or("not measured".to_string()),
                    Verdict::Refused(why) => {
                        self.rows.push(row("", Err(why)));
                        self.engine.learn(&version, None);
                        return Ok(None);
                    }
                    Verdict::Failed(why) => Err(why),
                };
                pending.rows.push(row(by, result));
            }
            self.known += 1;
            let before = self.pending.replace(pending);
            self.settle(before);
            return Ok(None);
        }
        self.say("proving");
        let done = self.carry_out(&script)?;
        match done.and_then(|new| match new.text == self.before {
            true => Err("the program as it is".into()),
            false => Ok(new),
        }) {
            Ok(new) => {
                let before = self.pending.take();
                self.settle(before);
                Ok(Some(Prepared {
                    version,
                    number,
                    words,
                    script,
                    text: new.text,
                }))
            }
            Err(why) => {
                self.refused += 1;
                self.keep(&script, "", Verdict::Refused(why.clone()))?;
                self.rows.push(row("", Err(why)));
                self.engine.learn(&version, None);
                Ok(None)
            }
        }
    }

    /// The program with a script, proved; or why there is none.
    fn carry_out(&mut self, script: &str) -> Result<Result<Rewritten, String>, SearchError> {
        if let Some(known) = self.proved.get(script) {
            return Ok(Ok(known.clone()));
        }
        let (program, request) = (self.program, self.request);
        let options = optimize::Options {
            choices: self.options.choices.clone(),
            ..optimize::Options::default()
        };
        let carried = within(self.options, || {
            let carried = carry_out(program, script, request, &options)?;
            let Carried::Proved(orders, guards, new) = carried else {
                return Ok(carried);
            };
            // Whatever is up to the compiler, it is the same.
            let mut others = program.clone();
            agree(
                &mut others,
                request,
                &new.pieces(),
                |other, request| match carry_out(other, script, request, &options) {
                    Ok(Carried::Proved(_, _, new)) => new.pieces(),
                    _ => worlds::Outcome::new(),
                },
            );
            let error =
                { others.diagnostics.iter() }.find(|one| one.severity == scop::Severity::Error);
            Ok(match error {
                None => Carried::Proved(orders, guards, new),
                Some(error) => Carried::Refused(error.message.clone()),
            })
        });
        if self.bench.builder.stop.is_stopped() {
            return Err(SearchError::Interrupted);
        }
        Ok(match carried {
            Ok(Carried::Proved(_, _, new)) => {
                self.proved.insert(script.into(), (*new).clone());
                Ok(*new)
            }
            Ok(Carried::Refused(why)) => Err(why),
            Err(error) => {
                let error: Box<Diagnostic> = error;
                if Exit::after(std::slice::from_ref(&error)) == Exit::Internal {
                    self.faults.push((error.message.clone(), script.into()));
                }
                Err(error.message)
            }
        })
    }

    fn keep(&mut self, script: &str, by: &str, verdict: Verdict) -> Result<(), SearchError> {
        let record = Record {
            version: script.into(),
            by: by.into(),
            verdict,
        };
        Ok(self.journal.append(&record)?)
    }

    /// The search learns how fast a version is, and gets the versions next to the best ones.
    fn settle(&mut self, done: Option<Pending>) {
        let Some(Pending { version, rows }) = done else {
            return;
        };
        let speedups = rows
            .iter()
            .filter_map(|row| Some(row.result.as_ref().ok()?.speedup));
        let speedup = speedups.reduce(f64::max);
        self.engine.learn(&version, speedup);
        for row in rows {
            self.add_row(row);
        }
        if let Some(speedup) = speedup {
            self.cross(&version, speedup);
        }
        if let Some(best) = self.engine.expand() {
            for version in self.versions.neighbours(&best) {
                self.add(version, false);
            }
        }
    }

    /// What is good in one band goes with what is good in another one: a version and the best one of its schedule
    /// exchange their plans, band by band.
    fn cross(&mut self, version: &Version, speedup: f64) {
        let best = self.best_of.get(&version.schedule);
        if let Some((best, known)) = best
            && speedup > known * CROSSED
        {
            for child in Versions::crossed(best, version) {
                self.add(child, false);
            }
        }
        if self
            .best_of
            .get(&version.schedule)
            .is_none_or(|(_, known)| speedup > *known)
        {
            self.best_of
                .insert(version.schedule, (version.clone(), speedup));
        }
    }

    fn add_row(&mut self, row: Measured) {
        self.rows.push(row);
        let at = self.rows.len() - 1;
        let is_best = self.consider(at);
        (self.tell)(Event::Measured(&self.rows[at], is_best));
    }

    /// Whether a row is the best so far, beyond doubt faster than the original.
    fn consider(&mut self, at: usize) -> bool {
        let Ok(found) = &self.rows[at].result else {
            return false;
        };
        let is_best = |found: &Estimate| {
            let best = self
                .leader
                .and_then(|at| self.rows[at].result.as_ref().ok());
            found.is_faster(1.0) && best.is_none_or(|best| found.speedup > best.speedup)
        };
        let is_best = is_best(found);
        if is_best {
            self.leader = Some(at);
        }
        is_best
    }

    fn say(&mut self, doing: &'static str) {
        (self.tell)(Event::Working {
            measured: self.measured,
            refused: self.refused,
            known: self.known,
            doing,
        });
    }
}
