//! Corrections of illegal scripts: those of the verdict corpus and random ones. What is proposed is legal, nothing
//! smaller is, and where nothing is proposed nothing helps: all small deviations are tried.
//!
//! `RANDOM_CORRECTIONS` is the number of random cases and `RANDOM_SEED` the first seed.
//! `KERNEL_CORRECTIONS` tries scripts on all kernels instead of a few. At the end there
//! is a table of how many scripts were corrected by which means, and how long that took.

#[path = "../../../kernels/kernels.rs"]
mod kernels;
mod random;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use correction::{Answer, Fixed, Found, Piece, Problem, Why, deviated};
use dependence::{Dependence, DependenceKind};
use legality::{Options, Reductions, Violation, check};
use loopwright::correct::{Means, Wish, correct};
use loopwright::correction;
use loopwright::dependence;
use loopwright::legality;
use loopwright::presburger::{Budget, Dim, Map, Point, Value};
use loopwright::program::{Program, Request, read};
use loopwright::scop::schedule::Vector;
use loopwright::scop::{Scop, StmtId};
use loopwright::script::Outcome;
use loopwright::transform::{Recipe, Transformed, transform};
use random::{Case, Random};

/// What became of cases.
#[derive(Default)]
struct Tally {
    /// By means; `None` for those without a correction.
    means: BTreeMap<Option<Means>, usize>,
    lines: usize,
    times: Vec<(Duration, String)>,
    /// Deviations that were found, those that all small ones were compared with, and those that are not the smallest.
    found: usize,
    compared: usize,
    larger: usize,
    /// Cases without deviations, and those where all small ones were tried.
    impossible: usize,
    tried: usize,
    unfinished: usize,
    /// Deviations that were not found.
    missed: usize,
    other: usize,
}

impl Tally {
    fn print(&mut self, title: &str) {
        self.times.sort();
        println!("\n{title}");
        let total: usize = self.means.values().sum();
        for (means, count) in &self.means {
            let what = means.map_or("nothing".to_string(), |means| format!("{means:?}"));
            println!(
                "  {what:<12} {count:>5}  {:>5.1} %",
                100.0 * *count as f64 / total as f64
            );
        }
        if let (Some(worst), Some(median)) =
            (self.times.last(), self.times.get(self.times.len() / 2))
        {
            println!(
                "  median {:.3} s, worst {:.3} s ({})",
                median.0.as_secs_f64(),
                worst.0.as_secs_f64(),
                worst.1
            );
        }
        println!(
            "  deviations of one part: {} found, {} compared with all small ones, {} not the smallest; \
             {} without, {} of them with all small ones tried, {} missed; {} with too many to try, {} about something else",
            self.found,
            self.compared,
            self.larger,
            self.impossible,
            self.tried,
            self.missed,
            self.unfinished,
            self.other
        );
    }
}

#[test]
fn scripts_of_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts/illegal");
    let mut cases: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|one| one.unwrap().path())
        .collect();
    cases.sort();
    let tally = Mutex::new(Tally::default());
    let mut failures = Vec::new();
    for path in &cases {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        let (c, script) = (block(&text, "c").unwrap(), block(&text, "lw"));
        let relaxed = text.contains("```lw relax-reductions");
        let mut random = Random(7);
        let judged = judge(&name, &c, script.as_deref(), relaxed, &mut random, &tally);
        if let Err(why) = judged {
            failures.push(format!("{name}: {why}"));
        }
    }
    tally
        .lock()
        .unwrap()
        .print("illegal scripts of the verdict corpus");
    assert!(cases.len() > 60);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The text of a block of a page.
fn block(text: &str, kind: &str) -> Option<String> {
    let start = text.find(&format!("```{kind}"))?;
    let rest = &text[start..];
    let begin = rest.find('\n')? + 1;
    let end = begin + rest[begin..].find("```")?;
    Some(rest[begin..end].to_string())
}

#[test]
fn random_scripts() {
    let ran = random::run(
        "RANDOM_CORRECTIONS",
        0x2545_f491_4f6c_dd1d,
        |case: &mut Case<'_, Tally>| {
            // Cases that are illegal are wanted.
            for _ in 0..40 {
                case.c = random::program(&mut case.random);
                let program = read(&case.c, &Request::default());
                case.script = random::script(&mut case.random, program.nests[0].scop()).0;
                case.show();
                let tally = Mutex::new(Tally::default());
                let name = format!("seed {}", case.seed);
                let mut random = Random(case.seed);
                let (c, script) = (case.c.clone(), case.script.clone());
                let was = judge(&name, &c, Some(&script), false, &mut random, &tally)?;
                if was {
                    let tally = tally.into_inner().unwrap();
                    case.add(|all| all.add(tally));
                    return Ok(());
                }
            }
            Err("no illegal script".into())
        },
    );
    let mut ran = ran;
    let tally = &mut ran.tally;
    tally.print(&format!("{} random illegal scripts", ran.cases));
    ran.assert_no_failures();
}

impl Tally {
    fn add(&mut self, other: Tally) {
        for (means, count) in other.means {
            *self.means.entry(means).or_default() += count;
        }
        self.lines += other.lines;
        self.times.extend(other.times);
        self.found += other.found;
        self.compared += other.compared;
        self.larger += other.larger;
        self.impossible += other.impossible;
        self.tried += other.tried;
        self.unfinished += other.unfinished;
        self.missed += other.missed;
        self.other += other.other;
    }
}

fn run(
    c: &str,
    script: Option<&str>,
    relaxed: bool,
    request: &Request<'_>,
) -> (Program, Transformed) {
    let mut program = read(c, request);
    let recipe = recipe(script, relaxed);
    let done = transform(&mut program, request, &recipe);
    (program, done)
}

fn recipe(script: Option<&str>, relaxed: bool) -> Recipe<'_> {
    Recipe {
        script: script.map(|text| ("case.lw", text)),
        all: true,
        relax_reductions: relaxed,
        ..Recipe::default()
    }
}

/// Corrects a script; whether it was illegal at all.
fn judge(
    name: &str,
    c: &str,
    script: Option<&str>,
    relaxed: bool,
    random: &mut Random,
    tally: &Mutex<Tally>,
) -> Result<bool, String> {
    let request = Request {
        budget: Some(20_000_000),
        ..Request::default()
    };
    let (mut program, done) = run(c, script, relaxed, &request);
    let Some(changed) = done.regions.first() else {
        return Ok(false);
    };
    if changed.verdict.as_ref().is_none_or(|one| one.is_legal()) {
        return Ok(false);
    }
    program.diagnostics.clear();
    let start = Instant::now();
    let found = correct(
        &program,
        &request,
        &recipe(script, relaxed),
        changed,
        Wish::default(),
    );
    let time = start.elapsed();
    if let Some(fix) = found.fixes.first() {
        let (again, done) = run(c, Some(&fix.script), relaxed, &request);
        if done.orders().is_none() {
            return Err(format!("{fix:?} is not legal: {:?}", again.diagnostics));
        }
    }
    let mut tally = tally.lock().unwrap();
    let means = match found.relaxing_helps {
        true => Some(Means::Relax),
        false => found.fixes.first().map(|fix| fix.means),
    };
    if std::env::var_os("SHOW_UNCORRECTED").is_some() && means.is_none() {
        println!("{name}: {:?} {:?}", script, found.why_not);
    }
    *tally.means.entry(means).or_default() += 1;
    tally.times.push((time, name.to_string()));
    let scop = program.nests[0].scop();
    if changed.stored.is_none() && changed.packed.is_none() {
        exhaust(scop, &changed.outcome, relaxed, random, &mut tally)?;
    }
    Ok(true)
}

/// Moves one part of the order, by the smallest amounts that are found and by all small ones.
fn exhaust(
    scop: &Scop,
    outcome: &Outcome,
    relaxed: bool,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), String> {
    let text = |error: loopwright::presburger::Error| error.to_string();
    let parts = outcome.parts();
    let moved = random.below(parts.len());
    let pieces: Vec<Piece> = { parts.iter().enumerate() }
        .map(|(i, part)| Piece {
            statement: StmtId::new(part.statement),
            vector: part.vector.clone(),
            unit: (i == moved).then_some(0),
        })
        .collect();
    let dependences = dependence::dependences(scop, &Default::default()).map_err(text)?;
    let options = Options {
        all: true,
        reductions: match relaxed {
            true => Reductions::Relax,
            false => Reductions::Strict,
        },
        ..Options::default()
    };
    let mut asked = 0;
    let mut judge = |vectors: &[Vector]| {
        asked += 1;
        let tree = outcome.schedule_of(scop, vectors)?;
        let check = || check(scop, &dependences, &tree, &options);
        let verdict = Budget::operations(20_000_000).run(check)?;
        let found = verdict.violations().iter().map(|one| match one {
            Violation::Dependence(one) => Found::Order(one.dependence),
            Violation::Race(race) => {
                let levels = (0..parts[0].loops.len()).filter(|&level| {
                    let claims = |id: StmtId| {
                        let mut of = parts.iter().filter(|part| part.statement == id.index());
                        of.any(|part| part.loops[level].is_claimed)
                    };
                    claims(race.source.statement) && claims(race.sink.statement)
                });
                let levels: Vec<usize> = levels.collect();
                Found::Race(race.dependence, levels.first().copied().unwrap_or(0))
            }
            _ => Found::Other,
        });
        Ok(found.collect::<Vec<_>>())
    };
    let problem = Problem {
        scop,
        dependences: &dependences,
        pieces: &pieces,
        units: 1,
        fixed: Fixed::Nothing,
        relax: relaxed,
    };
    let answer = match correction::correct(&problem, &mut judge) {
        Err(error) if error.is_interruption() => {
            tally.unfinished += 1;
            return Ok(());
        }
        answer => answer.map_err(text)?,
    };
    let entries = 2 * parts[0].loops.len() + 1;
    let most: i64 = match entries {
        ..=3 => 4,
        5 => 4,
        7 => 2,
        9 => 1,
        _ => {
            tally.unfinished += 1;
            return Ok(());
        }
    };
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..entries {
        let longer = all.iter().flat_map(|one| {
            (-most..=most).map(move |by| one.iter().copied().chain([by]).collect::<Vec<i64>>())
        });
        all = longer.collect();
    }
    let cost = |one: &[i64]| one.iter().map(|by| by.abs()).collect::<Vec<i64>>();
    all.sort_by_key(|one| cost(one));
    let limit = match &answer {
        Answer::Corrected(found) => {
            tally.found += 1;
            Some(found.cost())
        }
        Answer::Impossible(Why::Cycle { .. }) => {
            tally.impossible += 1;
            None
        }
        Answer::Impossible(_) => {
            tally.other += 1;
            return Ok(());
        }
    };
    let places: Vec<Vec<i64>> = deviated(&pieces, &[])
        .map_err(text)?
        .into_iter()
        .map(|one| one.positions)
        .collect();
    // The same place as another part leaves the order open.
    let is_open = |one: &[i64]| {
        let moved_to = places[moved]
            .iter()
            .enumerate()
            .map(|(k, p)| 2 * p + one[2 * k]);
        let moved_to: Vec<i64> = moved_to.collect();
        let mut others = places.iter().enumerate().filter(|(i, _)| *i != moved);
        others.any(|(_, other)| other.iter().zip(&moved_to).all(|(a, b)| 2 * a == *b))
    };
    // Relaxed reductions need less.
    let needed = match relaxed {
        true => Vec::new(),
        false => needed(scop, &pieces).map_err(text)?,
    };
    let mut questions = 0;
    for one in &all {
        if limit.as_ref().is_some_and(|limit| cost(one) >= *limit) {
            break;
        }
        if is_open(one) || !needed.iter().all(|pair| pair.holds(one)) {
            continue;
        }
        questions += 1;
        if questions > 100 {
            tally.unfinished += 1;
            return Ok(());
        }
        let vectors = deviated(&pieces, std::slice::from_ref(one)).map_err(text)?;
        let found = match judge(&vectors) {
            Err(error) if error.is_interruption() => {
                tally.unfinished += 1;
                return Ok(());
            }
            found => found.map_err(text)?,
        };
        if found.is_empty() {
            return match &answer {
                Answer::Corrected(found) if !found.is_minimal => {
                    tally.larger += 1;
                    Ok(())
                }
                Answer::Impossible(Why::Cycle {
                    is_certain: false, ..
                }) => {
                    tally.missed += 1;
                    Ok(())
                }
                answer => Err(format!("{one:?} is legal, part {moved}; not {answer:?}")),
            };
        }
    }
    match limit {
        Some(_) => tally.compared += 1,
        None => tally.tried += 1,
    }
    Ok(())
}

/// A write and a read that finds its value: the difference of their dates, and which of them is moved.
struct Pair {
    difference: Vec<i64>,
    source: bool,
    sink: bool,
}

impl Pair {
    fn holds(&self, deviation: &[i64]) -> bool {
        let sign = i64::from(self.sink) - i64::from(self.source);
        let moved = self.difference.iter().zip(deviation);
        let moved: Vec<i64> = moved.map(|(d, by)| d + sign * by).collect();
        moved > vec![0; moved.len()]
    }
}

/// A source and a sink, as values without parameters.
type Ends = (Vec<Value>, Vec<Value>);

/// The pairs of a dependence at one small size.
fn ends(scop: &Scop, relation: &Map) -> Result<Vec<Ends>, loopwright::presburger::Error> {
    let mut relation = relation.intersect_params(&scop.context)?;
    for parameter in &scop.parameters {
        relation = relation.fix_param(&parameter.name, 4)?;
    }
    let n = relation.space().n_in();
    let mut pairs = Vec::new();
    for point in relation.project_out_all_params()?.wrap()?.points()? {
        let values = (0..n + relation.space().n_out()).map(|i| point.coordinate(Dim::Set(i)));
        let mut values: Vec<Value> = values.collect::<Result<_, _>>()?;
        let sink = values.split_off(n);
        pairs.push((values, sink));
    }
    Ok(pairs)
}

/// Pairs at one small size whose order nothing legal can change: a write and the read that finds its value, a read
/// of a value from before and a write, a write and the last one, and everything that cannot be followed cell by cell.
fn needed(scop: &Scop, pieces: &[Piece]) -> Result<Vec<Pair>, loopwright::presburger::Error> {
    let list = |kinds: &[DependenceKind]| {
        let options = dependence::Options {
            kinds: kinds.to_vec(),
            split_by_depth: false,
            ..Default::default()
        };
        dependence::dependences(scop, &options)
    };
    let of_kind = |one: &Dependence, kind| one.kind == kind;
    let all = list(&DependenceKind::MEMORY_BASED[..3])?;
    let flows = list(&[DependenceKind::Flow])?;
    let is_followed = |array| {
        let mut accesses = scop.accesses().filter(|one| one.2.array == array);
        accesses.all(|(_, _, access)| {
            (!access.is_write() || access.is_must() && access.exact)
                && access.relation.is_single_valued() == Ok(true)
        })
    };
    let mut wanted: Vec<(StmtId, StmtId, Ends)> = Vec::new();
    for one in &all {
        let pairs = ends(scop, &one.relation)?;
        let mut keep: Vec<Ends> = Vec::new();
        if !is_followed(one.array) {
            keep = pairs;
        } else if of_kind(one, DependenceKind::War) {
            let mut read: Vec<Vec<Value>> = Vec::new();
            for flow in flows.iter().filter(|flow| flow.sink == one.source) {
                read.extend(
                    ends(scop, &flow.relation)?
                        .into_iter()
                        .map(|(_, sink)| sink),
                );
            }
            let own = scop[one.source.0].accesses().any(|(id, access)| {
                id < one.source.1 && access.is_write() && access.array == one.array
            });
            keep = pairs;
            keep.retain(|(source, _)| !own && !read.contains(source));
        } else if of_kind(one, DependenceKind::Waw) && scop[one.array].is_seen_later() {
            let mut hidden: Vec<Vec<Value>> = Vec::new();
            let later = all
                .iter()
                .filter(|other| of_kind(other, DependenceKind::Waw));
            for other in later.filter(|other| other.source == one.sink) {
                hidden.extend(
                    ends(scop, &other.relation)?
                        .into_iter()
                        .map(|(source, _)| source),
                );
            }
            keep = pairs;
            keep.retain(|(_, sink)| !hidden.contains(sink));
        }
        wanted.extend(
            keep.into_iter()
                .map(|pair| (one.source.0, one.sink.0, pair)),
        );
    }
    for one in flows.iter().filter(|one| is_followed(one.array)) {
        let pairs = ends(scop, &one.relation)?;
        wanted.extend(
            pairs
                .into_iter()
                .map(|pair| (one.source.0, one.sink.0, pair)),
        );
    }
    // Positions as even numbers, as deviations count them.
    let plain = deviated(pieces, &[])?;
    let mut found = Vec::new();
    for (source, sink, (first, second)) in wanted {
        let source = place(pieces, &plain, source, &first)?;
        let sink = place(pieces, &plain, sink, &second)?;
        let (Some((a, s)), Some((b, t))) = (source, sink) else {
            continue;
        };
        found.push(Pair {
            difference: s.iter().zip(&t).map(|(s, t)| t - s).collect(),
            source: pieces[a].unit.is_some(),
            sink: pieces[b].unit.is_some(),
        });
    }
    Ok(found)
}

/// The piece of an instance, and its vector with even positions, with parameters of 4.
fn place(
    pieces: &[Piece],
    plain: &[Vector],
    statement: StmtId,
    values: &[Value],
) -> Result<Option<(usize, Vec<i64>)>, loopwright::presburger::Error> {
    for (index, piece) in pieces.iter().enumerate() {
        if piece.statement != statement {
            continue;
        }
        let space = piece.vector.domain.space().clone();
        let parameters = space.params().len();
        let all = (0..parameters)
            .map(|_| Value::from(4))
            .chain(values.iter().cloned());
        let point = Point::new(space, all)?;
        if !piece.vector.domain.contains(&point)? {
            continue;
        }
        let mut vector = Vec::new();
        for (k, position) in plain[index].positions.iter().enumerate() {
            vector.push(2 * position);
            if let Some(date) = piece.vector.dates.get(k) {
                let space = date.domain_space();
                let parameters = space.params().len();
                let all = (0..parameters)
                    .map(|_| Value::from(4))
                    .chain(values.iter().cloned());
                let value = date.eval(&Point::new(space, all)?)?;
                vector.push(value.to_i64().unwrap_or(0));
            }
        }
        return Ok(Some((index, vector)));
    }
    Ok(None)
}

/// Scripts that somebody may try on the kernels: neighbours fused, loops reversed, interchanged, tiled and run in parallel.
#[test]
fn scripts_for_kernels() {
    let mut tally = Tally::default();
    let some = [
        "mean-roberts",
        "deviation-fig5",
        "atax",
        "mvt",
        "jacobi-1d",
        "seidel-2d",
        "image-blur",
        "matmul",
    ];
    let all = std::env::var_os("KERNEL_CORRECTIONS").is_some();
    for kernel in kernels::all() {
        let is_one = some.iter().any(|name| kernel.name.contains(name));
        if !all && !is_one {
            continue;
        }
        let request = Request {
            name: &kernel.name,
            headers: &kernels::header,
            context: kernel.context().map(String::from),
            ..Request::default()
        };
        let original = read(&kernel.text, &request);
        for nest in &original.nests {
            let statements = &nest.scop().statements;
            let mut scripts = Vec::new();
            for pair in statements.windows(2).take(2) {
                scripts.push(format!("fuse({}, {})\n", pair[0].name, pair[1].name));
            }
            let deep = statements.iter().max_by_key(|one| one.iterators.len());
            if let Some(one) = deep {
                let (name, loops) = (&one.name, &one.iterators);
                if let [i, j, ..] = &loops[..] {
                    scripts.push(format!("interchange({name}.{i}, {name}.{j})\n"));
                    scripts.push(format!("tile({name}.{i}, 32, 32)\n"));
                }
                if let Some(i) = loops.first() {
                    scripts.push(format!("parallel({name}.{i})\n"));
                }
            }
            for script in scripts {
                let mut program = Program {
                    nests: vec![nest.clone()],
                    diagnostics: Vec::new(),
                    ..original.clone()
                };
                let recipe = recipe(Some(&script), false);
                let done = transform(&mut program, &request, &recipe);
                let Some(changed) = done.regions.first() else {
                    continue;
                };
                if changed.verdict.as_ref().is_none_or(|one| one.is_legal()) {
                    continue;
                }
                let start = Instant::now();
                let found = correct(&program, &request, &recipe, changed, Wish::default());
                let name = format!("{} {}", kernel.name, script.trim());
                tally.times.push((start.elapsed(), name));
                let means = found.fixes.first().map(|fix| fix.means);
                *tally.means.entry(means).or_default() += 1;
            }
        }
    }
    tally.print("scripts for kernels");
    let moved = [Means::Shift, Means::Reorder, Means::Distribute, Means::Move];
    let moved: usize = moved
        .iter()
        .filter_map(|one| tally.means.get(&Some(*one)))
        .sum();
    assert!(moved >= 3, "{moved} are corrected by moves");
}

/// A comparison that never objects would be worth nothing.
#[test]
fn pairs_are_needed() {
    let pair = Pair {
        difference: vec![0, -1, 2],
        source: false,
        sink: true,
    };
    assert!(!pair.holds(&[0, 0, 0]) && pair.holds(&[0, 1, 0]) && !pair.holds(&[0, 1, -2]));
}
