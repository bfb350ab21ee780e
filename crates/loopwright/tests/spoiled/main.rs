//! Spoils texts that were written anew, and wants the read-back to reject every one of them.
//!
//! The programs are the kernels, the scripts for them, the legal cases of `tests/verdicts`, the
//! programs of `tests/programs`, and loops with all kinds of OpenMP clauses ([`corpus`]). Each new
//! text is spoiled in the ways of [`kinds::Kind`] ([`spoil`]). Some of what comes out means the
//! same, such as a bound that a guard makes void: this is decided by executing both texts for some
//! parameters ([`machine`]), not by asking the proof. The table at the end has for each kind how
//! many spoiled texts mean something else, all of them rejected, and how many were left out
//! because they mean the same at all parameters that were tried.
//!
//! An ordinary run takes some spoilings of each program; `SPOILED=all` takes all and prints the
//! table program by program, `SPOILED=20` takes up to twenty of a kind. `SPOILED_SHOW=1` shows
//! every spoiled text with the verdict.

mod corpus;
mod edit;
mod expressions;
#[path = "../../../../kernels/kernels.rs"]
mod kernels;
mod kinds;
mod machine;
mod names;
mod number;
mod shared;
mod spoil;

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

use frontend::{Options, Unit};
use libtest_mimic::{Arguments, Failed, Trial};
use loopwright::program::{Nest, Program, Request};
use loopwright::readback::prove;
use loopwright::rewrite::{Region, Rewritten};
use presburger::Set;

use corpus::Source;
use kinds::Kind;
use machine::{Done, Manner};

/// For a program and a kind what became of the spoiled texts.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    rejected: usize,
    /// Of these, how many because the proof was not found within the budget.
    undecided: usize,
    same: usize,
    /// Of these, how many are accepted.
    accepted: usize,
}

type Counts = BTreeMap<(&'static str, String, Kind), Count>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let counts = Arc::new(Mutex::new(Counts::new()));
    let sources = corpus::all()?;
    assert!(sources.len() >= 180, "only {} programs", sources.len());
    let trials = sources.into_iter().map(|source| {
        let counts = counts.clone();
        Trial::test(format!("{}/{}", source.group, source.name), move || {
            check(&source, &counts)
        })
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    if !arguments.list {
        show(&*counts.lock().map_err(|error| error.to_string())?);
    }
    conclusion.exit();
}

/// How many spoilings of a kind are looked at; without a number some kinds are left out as well.
fn wanted() -> Option<usize> {
    match std::env::var("SPOILED").ok()?.as_str() {
        "all" => Some(usize::MAX),
        number => number.parse().ok(),
    }
}

fn check(source: &Source, counts: &Mutex<Counts>) -> Result<(), Failed> {
    source.with_request(|request| {
        let (program, new) = source.rewritten(request)?;
        let unit = unit(&new.text, request)?;
        let judge = Judge::new(&program, &new, &unit)?;
        let proof = prove(&program, &new, request);
        proof.map_err(|error| format!("{error} {:?}\n{}", error.notes, new.text))?;
        let mut wrong = Vec::new();
        for spoiling in chosen(source, spoil::all(&new, &unit)) {
            let spoiled = edit::apply(&new, &spoiling.parts);
            let differs = judge.differs(spoiling.kind, &spoiled, request);
            let proof = prove(&program, &spoiled, request);
            if std::env::var_os("SPOILED_SHOW").is_some() {
                println!(
                    "{:?} {differs:?} {proof:?}\n{}",
                    spoiling.kind, spoiled.text
                );
            }
            let mut counts = counts.lock().map_err(|error| error.to_string())?;
            let key = (source.group, source.name.clone(), spoiling.kind);
            let count = counts.entry(key).or_default();
            match (differs, proof) {
                (None, proof) => {
                    count.same += 1;
                    count.accepted += usize::from(proof.is_ok());
                }
                (Some(_), Err(error)) => {
                    count.rejected += 1;
                    let undecided = error.notes.iter().any(|note| note.contains("budget"));
                    count.undecided += usize::from(undecided);
                }
                (Some(why), Ok(())) => {
                    wrong.push(format!("{:?}, {why}:\n{}", spoiling.kind, spoiled.text));
                }
            }
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(format!(
                "{} spoiled texts are accepted\n{}",
                wrong.len(),
                wrong.join("\n")
            )
            .into()),
        }
    })
}

/// The spoilings to look at: always the same ones.
fn chosen(source: &Source, all: Vec<spoil::Spoiling>) -> Vec<spoil::Spoiling> {
    let mut kinds: BTreeMap<Kind, Vec<(u64, spoil::Spoiling)>> = BTreeMap::new();
    for (index, spoiling) in all.into_iter().enumerate() {
        let rank = number(&(&source.name, spoiling.kind, index));
        kinds
            .entry(spoiling.kind)
            .or_default()
            .push((rank, spoiling));
    }
    let mut chosen = Vec::new();
    for (kind, mut list) in kinds {
        list.sort_by_key(|(rank, _)| *rank);
        let most = match wanted() {
            Some(most) => most,
            // Directives are rare.
            None if source.group == "OpenMP" => 2,
            None if number(&(source.group, &source.name, kind)) % 10 == 0 => 1,
            None => 0,
        };
        chosen.extend(list.into_iter().take(most).map(|(_, one)| one));
    }
    chosen
}

fn number(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn unit(text: &str, request: &Request<'_>) -> Result<Unit, String> {
    let options = Options {
        name: request.name,
        definitions: request.definitions.clone(),
        headers: request.headers,
        ..Options::default()
    };
    frontend::read(text, &options).map_err(|error| error.to_string())
}

type Values = HashMap<String, i128>;

/// Larger runs take long and show nothing new.
const MOST_INSTANCES: i64 = 30_000;

/// Tells whether a text means something else than the one that was written.
struct Judge {
    /// What the text does for some parameters, for each region that was written.
    done: Vec<(usize, Values, Manner, Done)>,
}

impl Judge {
    fn new(program: &Program, new: &Rewritten, unit: &Unit) -> Result<Judge, Failed> {
        let mut done = Vec::new();
        for (nest, written) in program.nests.iter().zip(&new.regions) {
            let region = &unit.regions[nest.number - 1];
            let allowed = allowed(nest, written).map_err(|error| error.to_string())?;
            let mut accesses = 0;
            for (values, manner) in parameters(unit, region, nest.scop(), &allowed)? {
                match machine::run(unit, region, &values, manner) {
                    Ok(found) => {
                        accesses += found.accesses;
                        done.push((nest.number, values, manner, found));
                    }
                    // What has no meaning for these parameters cannot be spoiled.
                    Err(_) if manner == Manner::Ends => {}
                    Err(why) => return Err(format!("{values:?}: {why}\n{}", new.text).into()),
                }
            }
            if accesses == 0 {
                return Err("nothing is executed".into());
            }
        }
        Ok(Judge { done })
    }

    /// How a spoiled text differs, if it does.
    fn differs(&self, kind: Kind, spoiled: &Rewritten, request: &Request<'_>) -> Option<String> {
        if let Kind::Outside | Kind::ForeignPragma = kind {
            return Some("something that a region has no say in".into());
        }
        let unit = match unit(&spoiled.text, request) {
            Ok(unit) => unit,
            Err(why) => return Some(why),
        };
        for (number, values, manner, expected) in &self.done {
            // Another choice of iterations is no difference.
            let is_type = matches!(kind, Kind::CounterType | Kind::CastDropped | Kind::Macro);
            if *manner == Manner::Ends && !is_type {
                continue;
            }
            let Some(region) = unit.regions.get(number - 1) else {
                return Some("a region is lost".into());
            };
            let found = machine::run(&unit, region, values, *manner);
            // A macro may make more iterations that do nothing, and so choose other ones.
            if kind == Kind::Macro && *manner == Manner::Ends && found.is_ok() {
                continue;
            }
            if found.as_ref() != Ok(expected) {
                let what = found.map_or_else(|why| why, |_| "other accesses".into());
                return Some(format!("{what} for {values:?} {manner:?}"));
            }
        }
        None
    }
}

/// The parameters that a text is for.
fn allowed(nest: &Nest, written: &Region) -> presburger::Result<Set> {
    let mut allowed = nest.scop().context.clone();
    if let Some(invalid) = &nest.invalid {
        allowed = allowed.subtract(invalid)?;
    }
    match &written.only {
        Some(only) => allowed.intersect(only),
        None => Ok(allowed),
    }
}

/// Parameters to execute a region with, out of those that are allowed.
fn parameters(
    unit: &Unit,
    region: &frontend::Region,
    scop: &scop::Scop,
    allowed: &Set,
) -> Result<Vec<(Values, Manner)>, Failed> {
    let names: Vec<&String> = scop.parameters.iter().map(|one| &one.name).collect();
    let mut tried: Vec<(Vec<i128>, Manner)> = Vec::new();
    for small in [5, 7, 1, 4, 0, 2, 9, 12] {
        tried.push((vec![small; names.len()], Manner::All));
        let mixed = (0..names.len()).map(|i| [small, 4, 6, 3, 7][i % 5]);
        tried.push((mixed.collect(), Manner::All));
        let other = (0..names.len()).map(|i| [6, small, 4, 8][i % 4]);
        tried.push((other.collect(), Manner::All));
    }
    for large in [
        i32::MAX.into(),
        i128::from(i32::MAX) - 1,
        u32::MAX.into(),
        3_000_000_000,
        1 << 40,
    ] {
        tried.push((vec![large; names.len()], Manner::Ends));
        for i in 0..names.len() {
            let mut one = vec![3; names.len()];
            one[i] = large;
            tried.push((one, Manner::Ends));
        }
    }
    let mut found = Vec::new();
    let mut small = 0;
    for (values, manner) in tried {
        let pairs = names.iter().zip(&values);
        let values: Values = pairs
            .map(|(name, value)| (name.to_string(), *value))
            .collect();
        let mut context = allowed.clone();
        for (name, value) in &values {
            let value = i64::try_from(*value)?;
            context = context.fix_param(name, value).map_err(|e| e.to_string())?;
        }
        let fits = scop.parameters.iter().all(|one| {
            let ty = region.symbol(&one.name).map(|symbol| &symbol.ty);
            match number::Kind::of(&unit.declarations, ty) {
                number::Kind::Int(ty) => values[&one.name] <= ty.max(),
                _ => true,
            }
        });
        let is_new = !found.iter().any(|(known, _)| *known == values);
        if !fits || !is_new || context.is_empty().map_err(|e| e.to_string())? {
            continue;
        }
        if manner == Manner::All {
            let instances = scop.domain().and_then(|set| set.intersect_params(&context));
            let instances = instances.and_then(|set| set.count());
            let instances = instances.map_err(|e| e.to_string())?.to_i64();
            if instances.is_none_or(|instances| instances > MOST_INSTANCES) {
                continue;
            }
        }
        small += usize::from(manner == Manner::All);
        if manner == Manner::Ends || small <= 5 {
            found.push((values, manner));
        }
    }
    match small {
        0 => Err("no small parameters".into()),
        _ => Ok(found),
    }
}

fn show(counts: &Counts) {
    let cell = |count: Count| match (count.rejected, count.same) {
        (0, 0) => "·".to_string(),
        (rejected, 0) => rejected.to_string(),
        (rejected, same) => format!("{rejected} ({same})"),
    };
    let mut total = Count::default();
    print!("{:<32}", "rejected (the same)");
    corpus::GROUPS
        .iter()
        .for_each(|group| print!("{group:>14}"));
    println!("{:>14}", "all");
    for (kind, name) in Kind::ALL {
        print!("{name:<32}");
        let mut row = Count::default();
        for group in corpus::GROUPS {
            let mut sum = Count::default();
            for ((_, _, _), count) in counts
                .iter()
                .filter(|((a, _, k), _)| a == group && k == kind)
            {
                sum.add(*count);
            }
            row.add(sum);
            print!("{:>14}", cell(sum));
        }
        println!("{:>14}", cell(row));
        total.add(row);
    }
    println!(
        "\n{} spoiled texts that mean something else, all rejected unless a test fails ({} of them for want of budget); {} mean the same, {} of them accepted\n",
        total.rejected, total.undecided, total.same, total.accepted
    );
    if wanted() == Some(usize::MAX) {
        let mut programs: Vec<(&str, &String)> = counts.keys().map(|(g, n, _)| (*g, n)).collect();
        programs.dedup();
        for (group, name) in programs {
            print!("{group}/{name}:");
            for (kind, title) in Kind::ALL {
                if let Some(count) = counts.get(&(group, name.clone(), *kind)) {
                    print!(" {title} {};", cell(*count));
                }
            }
            println!();
        }
    }
}

impl Count {
    fn add(&mut self, other: Count) {
        self.rejected += other.rejected;
        self.undecided += other.undecided;
        self.same += other.same;
        self.accepted += other.accepted;
    }
}
