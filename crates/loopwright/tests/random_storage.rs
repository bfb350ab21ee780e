//! Random storage for random small programs in random orders: a verdict is what running says, and
//! what is written is proved.
//!
//! `RANDOM_STORAGE` is the number of cases and `RANDOM_SEED` the first seed; each case has a seed of
//! its own, so that one that fails can be run alone.

#[allow(dead_code)]
mod oracle;
mod random;
mod stored;

use std::env;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use legality::Violation;
use loopwright::program::{Request, read};
use loopwright::readback;
use loopwright::rewrite::{Choices, rewrite};
use loopwright::transform::{Recipe, transform};
use scop::Scop;

use random::Random;
use stored::{differences, is_real};

#[derive(Default, Debug)]
struct Tally {
    legal: usize,
    moved: usize,
    lost: usize,
    illegal: usize,
    proved: usize,
    mistaken: usize,
    given_up: usize,
    failures: Vec<String>,
}

#[test]
fn values_are_where_they_are_looked_for() {
    let number = |name: &str, otherwise: u64| {
        let value = env::var(name).ok().and_then(|value| value.parse().ok());
        value.unwrap_or(otherwise)
    };
    let (cases, first) = (number("RANDOM_STORAGE", 150), number("RANDOM_SEED", 1));
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let case = next.fetch_add(1, Ordering::Relaxed);
                    if case >= cases {
                        break;
                    }
                    one(first + case, &tally);
                }
            });
        }
    });
    let tally = tally
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    println!(
        "{cases} cases: {} legal ({} arrays moved, {} written and proved), {} illegal and {} with \
         lost values, {} scripts with mistakes, {} given up",
        tally.legal,
        tally.moved,
        tally.proved,
        tally.illegal,
        tally.lost,
        tally.mistaken,
        tally.given_up,
    );
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n\n"));
    if cases >= 100 {
        let few = cases as usize / 20;
        assert!(
            tally.moved >= few && tally.lost >= few && tally.illegal >= few,
            "{tally:?}"
        );
        assert!(tally.given_up <= few, "{tally:?}");
    }
}

fn add(tally: &Mutex<Tally>, change: impl FnOnce(&mut Tally)) {
    change(
        &mut tally
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner()),
    );
}

/// Makes up a case and judges it.
fn one(seed: u64, tally: &Mutex<Tally>) {
    let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let mut c = String::new();
    let mut lines = String::new();
    let judged = catch_unwind(AssertUnwindSafe(|| {
        c = format!("#include <stdlib.h>\n{}", random::program(&mut random));
        let program = read(&c, &Request::default());
        if program.has_errors() {
            return Err(format!("{:?}", program.diagnostics));
        }
        let scop = program.nests[0].scop();
        if random.percent(70) {
            lines = random::script(&mut random, scop).0;
        }
        storage(&mut random, scop, &mut lines);
        judge(&c, &lines, seed, tally)
    }));
    let why = match judged {
        Ok(Ok(())) => return,
        Ok(Err(why)) => why,
        Err(_) => "panicked".into(),
    };
    let failure = format!("seed {seed}: {why}\n{c}\n{lines}");
    add(tally, |tally| tally.failures.push(failure));
}

/// Operations on the storage of one or two arrays.
fn storage(random: &mut Random, scop: &Scop, lines: &mut String) {
    let mut left: Vec<usize> = (0..scop.arrays.len()).collect();
    for _ in 0..1 + random.below(2) {
        if left.is_empty() {
            return;
        }
        let array = &scop.arrays[left.swap_remove(random.below(left.len()))];
        let (name, rank) = (&array.source_name, array.rank());
        if random.percent(40) {
            let statement = scop.statements[random.below(scop.statements.len())].clone();
            if !statement.iterators.is_empty() {
                let counter = random.pick_name(&statement.iterators);
                let order = random.pick(&["", "", ", [0]"]);
                let _ = writeln!(lines, "pack({name}, {}.{counter}{order})", statement.name);
                continue;
            }
        }
        let _ = match (random.below(10), rank) {
            (0 | 1, 1..) => writeln!(lines, "contract({name})"),
            (2, 2) => writeln!(lines, "contract({name}, {})", random.below(2)),
            (2..=4, 1..) => {
                let (dim, cells) = (random.below(rank), 1 + random.below(4));
                writeln!(lines, "modulo({name}, {dim}, {cells})")
            }
            (5 | 6, 2) => writeln!(lines, "transpose({name}, [1, 0])"),
            (7, 1..) => writeln!(lines, "pad({name}, {})", random.below(4)),
            _ => {
                let loops = random.pick(&["", ", [i]", ", [j]", ", [i, j]", ", [j, i]"]);
                writeln!(lines, "expand({name}{loops})")
            }
        };
    }
}

fn judge(c: &str, script: &str, seed: u64, tally: &Mutex<Tally>) -> Result<(), String> {
    let request = Request {
        budget: Some(20_000_000),
        ..Request::default()
    };
    let mut program = read(c, &request);
    let scop = program.nests[0].scop().clone();
    let recipe = Recipe {
        script: Some(("random.lw", script)),
        all: true,
        ..Recipe::default()
    };
    let done = transform(&mut program, &request, &recipe);
    let Some(changed) = done.regions.first() else {
        add(tally, |tally| tally.mistaken += 1);
        return match program.has_errors() {
            true => Ok(()),
            false => Err("no result and no error".into()),
        };
    };
    let Some(verdict) = &changed.verdict else {
        add(tally, |tally| tally.given_up += 1);
        return Ok(());
    };
    let stored = stored::program(changed, &scop);
    if !verdict.is_legal() {
        for violation in verdict.violations() {
            is_real(&scop, stored, changed, violation)?;
        }
        let lost = { verdict.violations().iter() }.any(|one| matches!(one, Violation::Lost(_)));
        add(tally, |tally| match lost {
            true => tally.lost += 1,
            false => tally.illegal += 1,
        });
        return Ok(());
    }
    for values in oracle::small_values(&scop, 3)? {
        let differences = differences(&scop, stored, changed, &oracle::borrowed(&values))?;
        if !differences.is_empty() {
            return Err(format!("{values:?}: legal, but {differences:?}"));
        }
    }
    add(tally, |tally| {
        tally.legal += 1;
        tally.moved += stored.arrays.len() - scop.arrays.len();
    });
    if !seed.is_multiple_of(3) {
        return Ok(());
    }
    let orders = done.orders().ok_or("no order")?;
    let new = match rewrite(&program, &orders, &Choices::default()) {
        Ok(new) => new,
        // Code for an order may be too long, as without other storage.
        Err(error) if error.message.contains("cannot write") => {
            add(tally, |tally| tally.mistaken += 1);
            return Ok(());
        }
        Err(error) => return Err(error.to_string()),
    };
    match readback::prove(&program, &new, &request) {
        Ok(()) => add(tally, |tally| tally.proved += 1),
        Err(error) if error.to_string().contains("LW0009") => {
            add(tally, |tally| tally.given_up += 1);
        }
        Err(error) => return Err(format!("{error} {:?}\n{}", error.notes, new.text)),
    }
    Ok(())
}
