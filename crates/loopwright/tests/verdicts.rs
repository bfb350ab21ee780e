//! Runs the cases in `tests/verdicts`: scripts that must be accepted (`legal`) and scripts that
//! must be refused (`illegal`), one in a file.
//!
//! A case is a page with a block of C, a block of script (```` ```lw ````; none if the script is in
//! the C text) and a block that says what the verdict is (```` ```verdict ````). A legal one says
//!
//! ```text
//! legal
//! ```
//!
//! and `same order` if the script only claims something, or nothing, about the order that the
//! program has. An illegal one has all violations, in the order in which they are found:
//!
//! ```text
//! illegal
//! RAW A S0 -> S0: S0[2, 0] reads A[1][1] before S0[1, 1] writes it when n = 3
//!   since: interchange(S0.i, S0.j)
//!   differs: A[2][0]
//! ```
//!
//! with the kind of dependence, the array, the statements and the smallest case in words; the
//! operation of the script that is to blame; and a cell with another result at that size, or `same:`
//! and a reason why there is none. Dependences between iterations of parallel loops have `race` in
//! front. The words after `lw` are options: `relax-reductions`.
//!
//! Every verdict is held against running the program (`oracle`). For legal ones the new program is
//! written and proved as well. A table at the end says how long the stages took.

mod oracle;

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use legality::{Legal, Options, Reductions, Verdict, Violation, brute};
use libtest_mimic::{Arguments, Failed, Trial};
use loopwright::program::{Program, Request, read};
use loopwright::readback;
use loopwright::rewrite::{Choices, rewrite};
use loopwright::transform::{Changed, Recipe, Times, transform};
use scop::{ScheduleTree, Scop};

use oracle::{Judge, Manner, Run, Values};

/// For each stage the longest time and the case that took it.
type Slowest = Arc<Mutex<Vec<(&'static str, Duration, String)>>>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let slowest = Slowest::default();
    let mut trials = Vec::new();
    for kind in ["legal", "illegal"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/verdicts")
            .join(kind);
        let mut cases: Vec<PathBuf> = fs::read_dir(&folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        cases.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
        cases.sort();
        assert!(cases.len() >= 60, "only {} {kind} cases", cases.len());
        for path in cases {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let (name, slowest) = (format!("{kind}/{name}"), slowest.clone());
            trials.push(Trial::test(name.clone(), move || {
                check(&name, &fs::read_to_string(&path)?, &slowest)
            }));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let slowest = slowest.lock().map_err(|error| error.to_string())?;
    if !slowest.is_empty() && !arguments.list {
        println!("the longest that each stage took\n");
        for (stage, time, case) in slowest.iter() {
            println!("{stage:<12} {:>9.3} ms  {case}", time.as_secs_f64() * 1e3);
        }
        println!();
    }
    conclusion.exit();
}

/// A case as it is written.
struct Case {
    c: String,
    script: Option<String>,
    relaxed: bool,
    expected: Expected,
}

enum Expected {
    Legal { same_order: bool },
    Illegal(Vec<Refusal>),
}

/// One violation.
struct Refusal {
    line: String,
    since: Option<String>,
    /// The cell with another result, or why there is none.
    differs: Result<String, String>,
}

fn parse(text: &str) -> Result<Case, Failed> {
    let (mut c, mut script, mut verdict) = (None, None, None);
    let mut relaxed = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let block = block.join("\n") + "\n";
        let mut words = kind.split_whitespace();
        match words.next() {
            Some("c") => c = Some(block),
            Some("lw") => script = Some(block),
            Some("verdict") => verdict = Some(block),
            _ => return Err(format!("what is a block of `{kind}`?").into()),
        }
        for option in words {
            match option {
                "relax-reductions" => relaxed = true,
                _ => return Err(format!("what is `{option}`?").into()),
            }
        }
    }
    Ok(Case {
        c: c.ok_or("no C")?,
        script,
        relaxed,
        expected: expected(&verdict.ok_or("no verdict")?)?,
    })
}

fn expected(text: &str) -> Result<Expected, Failed> {
    let mut lines = text.lines().peekable();
    match lines.next() {
        Some("legal") => {
            let rest: Vec<&str> = lines.collect();
            match rest[..] {
                [] => Ok(Expected::Legal { same_order: false }),
                ["same order"] => Ok(Expected::Legal { same_order: true }),
                _ => Err(format!("what does {rest:?} mean?").into()),
            }
        }
        Some("illegal") => {
            let mut list = Vec::new();
            while let Some(line) = lines.next() {
                let mut refusal = Refusal {
                    line: line.to_string(),
                    since: None,
                    differs: Err(String::new()),
                };
                while let Some(more) = lines.next_if(|line| line.starts_with("  ")) {
                    match more.trim().split_once(": ") {
                        Some(("since", step)) => refusal.since = Some(step.to_string()),
                        Some(("differs", cell)) => refusal.differs = Ok(cell.to_string()),
                        Some(("same", why)) => refusal.differs = Err(why.to_string()),
                        _ => return Err(format!("what does `{more}` mean?").into()),
                    }
                }
                list.push(refusal);
            }
            match list.is_empty() {
                true => Err("an illegal case without a violation".into()),
                false => Ok(Expected::Illegal(list)),
            }
        }
        other => Err(format!("{other:?} is no verdict").into()),
    }
}

fn check(name: &str, text: &str, slowest: &Slowest) -> Result<(), Failed> {
    let case = parse(text)?;
    let request = Request {
        name: "case.c",
        ..Request::default()
    };
    let mut program = read(&case.c, &request);
    no_errors(&program)?;
    let [nest] = &program.nests[..] else {
        return Err("a case has one region".into());
    };
    let scop = nest.scop().clone();
    let recipe = Recipe {
        script: case.script.as_deref().map(|script| ("case.lw", script)),
        all: true,
        relax_reductions: case.relaxed,
        clock: Some(now),
        ..Recipe::default()
    };
    let mut done = transform(&mut program, &request, &recipe);
    let [changed] = &done.regions[..] else {
        no_errors(&program)?;
        return Err("nothing was done".into());
    };
    let verdict = changed.verdict.as_ref().ok_or("no verdict")?;
    confirm(&scop, &changed.outcome.schedule, verdict, case.relaxed)?;
    match &case.expected {
        Expected::Legal { same_order } => {
            no_errors(&program)?;
            legal(&scop, changed, *same_order, case.relaxed)?;
            let orders = done.orders().ok_or("no order")?;
            write(&program, &orders, &request, &mut done.times)?;
            remember(name, &done.times, slowest)
        }
        Expected::Illegal(list) => illegal(&scop, changed, verdict, list, case.relaxed),
    }
}

/// The time since the first case began.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

fn no_errors(program: &Program) -> Result<(), Failed> {
    match program.has_errors() {
        false => Ok(()),
        true => {
            let list = program.diagnostics.iter().map(|one| one.to_string());
            Err(list.collect::<Vec<_>>().join("\n").into())
        }
    }
}

/// The sizes at which a program is run.
fn sizes(scop: &Scop) -> Result<Vec<Values>, Failed> {
    let depth = scop.statements.iter().map(|one| one.iterators.len()).max();
    let most = match (depth.unwrap_or(0), scop.parameters.len()) {
        (0 | 1, 0 | 1) => 9,
        (2, 0 | 1) | (0..=2, 2) => 6,
        (3, 0 | 1) => 4,
        _ => 3,
    };
    Ok(oracle::small_values(scop, most)?)
}

/// That the verdict is what both oracles say, at all small sizes.
fn confirm(
    scop: &Scop,
    tree: &ScheduleTree,
    verdict: &Verdict,
    relaxed: bool,
) -> Result<(), Failed> {
    let options = Options {
        all: true,
        reductions: match relaxed {
            true => Reductions::Relax,
            false => Reductions::Strict,
        },
        ..Options::default()
    };
    let mut pairs = 0;
    for values in sizes(scop)? {
        let found = brute::confirm(scop, tree, verdict, &options, &oracle::borrowed(&values));
        let found = found.map_err(oracle::text)?;
        if !found.disagreements.is_empty() {
            return Err(format!("{values:?}: {:#?}", found.disagreements).into());
        }
        pairs += found.pairs;
        if verdict.is_legal()
            && let Some(wrong) = Run::new(scop, tree, &values)?.refute_legal(relaxed, verdict)
        {
            return Err(format!("{values:?}: not legal: {wrong}").into());
        }
    }
    if pairs == 0 {
        return Err("nothing depends on anything at these sizes".into());
    }
    let mut judge = Judge::new(scop, tree, relaxed);
    for violation in verdict.violations() {
        let sentence = violation.sentence(scop);
        if let Some(wrong) = brute::is_real(scop, tree, violation).map_err(oracle::text)? {
            return Err(format!("{sentence}: {wrong}").into());
        }
        if let Some(wrong) = judge.refute(violation)? {
            return Err(format!("{sentence}: {wrong}").into());
        }
    }
    Ok(())
}

/// That a legal script does something, unless the case says that it does not.
fn legal(scop: &Scop, changed: &Changed, same_order: bool, relaxed: bool) -> Result<(), Failed> {
    let tree = &changed.outcome.schedule;
    let mut is_same = true;
    for values in sizes(scop)? {
        let run = Run::new(scop, tree, &values)?;
        is_same &= run.order() == run.old_order();
    }
    match (is_same, same_order) {
        (true, false) => Err("the order is that of the program".into()),
        (false, true) => Err("the order is another one".into()),
        _ if !changed.verdict.as_ref().is_some_and(Verdict::is_legal) => {
            Err(format!("illegal, relaxed: {relaxed}").into())
        }
        _ => Ok(()),
    }
}

/// Writes and proves the new program.
fn write(
    program: &Program,
    orders: &[Legal],
    request: &Request<'_>,
    times: &mut Times,
) -> Result<(), Failed> {
    let rewritten = times.measure("code", || rewrite(program, orders, &Choices::default()));
    let rewritten = rewritten.map_err(|error| error.to_string())?;
    let proved = times.measure("validation", || {
        readback::prove(program, &rewritten, request)
    });
    proved.map_err(|error| format!("{error} {:?}\n{}", error.notes, rewritten.text).into())
}

fn remember(name: &str, times: &Times, slowest: &Slowest) -> Result<(), Failed> {
    let mut slowest = slowest.lock().map_err(|error| error.to_string())?;
    let total = times.stages().iter().map(|(_, time)| *time).sum();
    for (stage, time) in times.stages().iter().copied().chain([("all", total)]) {
        match slowest.iter_mut().find(|(known, _, _)| *known == stage) {
            Some(known) if known.1 >= time => {}
            Some(known) => *known = (stage, time, name.to_string()),
            None => slowest.push((stage, time, name.to_string())),
        }
    }
    Ok(())
}

/// That all violations are those that are expected.
fn illegal(
    scop: &Scop,
    changed: &Changed,
    verdict: &Verdict,
    expected: &[Refusal],
    relaxed: bool,
) -> Result<(), Failed> {
    let found: Vec<String> = verdict
        .violations()
        .iter()
        .map(|one| line(scop, one))
        .collect();
    let wanted: Vec<&String> = expected.iter().map(|one| &one.line).collect();
    if found.iter().collect::<Vec<_>>() != wanted {
        return Err(format!("expected {wanted:#?}\nfound {found:#?}").into());
    }
    let tree = &changed.outcome.schedule;
    for ((violation, refusal), blame) in verdict
        .violations()
        .iter()
        .zip(expected)
        .zip(&changed.blame)
    {
        let blamed = blame.and_then(|step| changed.outcome.steps.get(step));
        let blamed = blamed.map(|step| step.text.as_str());
        if refusal.since.is_some() && refusal.since.as_deref() != blamed {
            return Err(format!("{}: since {blamed:?}", refusal.line).into());
        }
        results(scop, tree, violation, &refusal.differs, relaxed)
            .map_err(|why| format!("{}: {why}", refusal.line))?;
    }
    Ok(())
}

/// `race RAW A S -> T: …`
fn line(scop: &Scop, violation: &Violation) -> String {
    let sentence = violation.sentence(scop);
    let about = |kind: String, source, sink, array| {
        let name = |one: legality::AccessRef| &scop[one.statement].name;
        let array = &scop.arrays[scop::ArrayId::index(array)].source_name;
        format!("{kind} {array} {} -> {}", name(source), name(sink))
    };
    let what = match violation {
        Violation::Dependence(one) => about(one.kind.to_string(), one.source, one.sink, one.array),
        Violation::Race(one) => about(
            format!("race {}", one.kind),
            one.source,
            one.sink,
            one.array,
        ),
        Violation::Conflict(_) => "conflict".into(),
        Violation::Declaration(_) => "declaration".into(),
        Violation::NotPrivate(_) => "private".into(),
        _ => "other".into(),
    };
    format!("{what}: {sentence}")
}

/// That the results at the size of the smallest case are as the case says: other ones in the cell
/// that is named, or the same.
fn results(
    scop: &Scop,
    tree: &ScheduleTree,
    violation: &Violation,
    expected: &Result<String, String>,
    relaxed: bool,
) -> Result<(), String> {
    let Some(example) = violation.counterexample() else {
        return match expected {
            // About the text of the script.
            Err(why) if why.is_empty() => Ok(()),
            _ => Err("there is no size at which to run".into()),
        };
    };
    let values = oracle::example_values(example)?;
    let mut run = Run::new(scop, tree, &values)?;
    let arrays = match relaxed {
        true => run.accumulated(true),
        false => BTreeSet::new(),
    };
    let mut differ: BTreeSet<String> = BTreeSet::new();
    let manners = [Manner::Plain].into_iter().chain(Manner::ALL);
    for manner in manners {
        let cells = run.differences(manner, &arrays);
        differ.extend(cells.iter().map(|(name, subscripts)| {
            let array = scop.find_array(name).map(|id| scop[id].source_name.clone());
            let brackets: String = subscripts.iter().map(|x| format!("[{x}]")).collect();
            format!("{}{brackets}", array.unwrap_or_default())
        }));
    }
    match expected {
        Ok(cell) if differ.contains(cell) => Ok(()),
        Ok(cell) => Err(format!("{cell} is the same; these differ: {differ:?}")),
        Err(why) if why.is_empty() => Err("say which cell differs, or why none does".into()),
        Err(_) if differ.is_empty() => Ok(()),
        Err(_) => Err(format!("these differ: {differ:?}")),
    }
}
