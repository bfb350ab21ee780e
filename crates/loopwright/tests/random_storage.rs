//! Random storage for random small programs in random orders: a verdict is what running says, and
//! what is written is proved.
//!
//! `RANDOM_STORAGE` is the number of cases and `RANDOM_SEED` the first seed; each case has a seed of
//! its own, so that one that fails can be run alone. `RANDOM_SHOW` prints each case before it is judged.

#[allow(dead_code)]
mod oracle;
mod random;
mod stored;

use std::fmt::Write;

use legality::Violation;
use loopwright::program::{Request, read};
use loopwright::readback;
use loopwright::rewrite::{Choices, rewrite};
use loopwright::transform::{Recipe, transform};
use scop::Scop;

use random::{Case, Random};
use stored::{differences, is_real};

#[derive(Default, Debug)]
struct Tally {
    legal: usize,
    moved: usize,
    renamed: usize,
    interleaved: usize,
    composed: usize,
    lost: usize,
    illegal: usize,
    proved: usize,
    mistaken: usize,
    given_up: usize,
}

#[test]
fn values_are_where_they_are_looked_for() {
    let ran = random::run("RANDOM_STORAGE", 0x2545_f491_4f6c_dd1d, one);
    let (cases, tally) = (ran.cases, &ran.tally);
    println!(
        "{cases} cases: {} legal ({} arrays moved, {} of them renamed, {} with others, {} in two steps, {} written and proved), {} illegal and {} with \
         lost values, {} scripts with mistakes, {} given up",
        tally.legal,
        tally.moved,
        tally.renamed,
        tally.interleaved,
        tally.composed,
        tally.proved,
        tally.illegal,
        tally.lost,
        tally.mistaken,
        tally.given_up,
    );
    ran.assert_no_failures();
    if cases >= 100 {
        let few = cases / 20;
        assert!(
            tally.moved >= few && tally.lost >= few && tally.illegal >= few,
            "{tally:?}"
        );
        assert!(tally.renamed * 50 >= cases, "{tally:?}");
        assert!(tally.interleaved * 100 >= cases, "{tally:?}");
        assert!(tally.composed * 200 >= cases, "{tally:?}");
        assert!(tally.given_up <= few, "{tally:?}");
    }
}

/// Makes up a case and judges it.
fn one(case: &mut Case<'_, Tally>) -> Result<(), String> {
    let is_reusing = case.random.percent(20);
    let c = match is_reusing {
        true => reusing(&mut case.random),
        false => random::program(&mut case.random),
    };
    case.c = format!("#include <stdlib.h>\n{c}");
    let program = read(&case.c, &Request::default());
    if program.has_errors() {
        return Err(format!("{:?}", program.diagnostics));
    }
    let scop = program.nests[0].scop();
    if case.random.percent(if is_reusing { 25 } else { 70 }) {
        case.script = random::script(&mut case.random, scop).0;
    }
    if is_reusing {
        rename(&mut case.random, scop, &mut case.script);
    }
    if !is_reusing || case.random.percent(15) {
        storage(&mut case.random, scop, &mut case.script);
    }
    case.show();
    judge(case)
}

/// A program that uses few variables for many values; somebody sees `g` and `E` later.
fn reusing(random: &mut Random) -> String {
    let mut text = String::from("double g, E[60];\nvoid f(int n, double *A, double *C)\n{\n");
    text += "    double t = 0, D[60] = {0};\n#pragma scop\n";
    for _ in 0..1 + random.below(2) {
        let first = random.below(2);
        let _ = writeln!(text, "    for (int i = {first}; i < n; i++) {{");
        let mut own = ["t", "g", "D[i]", "E[i]", "D[i + 1]", "E[n - i]"].to_vec();
        while own.len() > 2 {
            own.swap_remove(random.below(own.len()));
        }
        for _ in 0..2 + random.below(3) {
            let others = ["A[i]", "C[i]", "C[i + 1]"];
            let (x, y) = (random.pick(&own), random.pick(&own));
            let (from, to) = (random.pick(&others), random.pick(&others));
            let _ = match random.below(10) {
                0..=3 => writeln!(text, "        {x} = {from};\n        {to} = {x};"),
                4 => writeln!(text, "        {x} = {from};"),
                5 => writeln!(text, "        {to} = {x} + {y};"),
                6 => writeln!(text, "        {x} = {y} * {y} - {from};"),
                7 => writeln!(text, "        {x} = {x} * 2;"),
                8 => writeln!(text, "        {x} += {from};"),
                _ => writeln!(text, "        if ({from} > 0) {x} = A[i + 2];"),
            };
        }
        text += "    }\n";
    }
    text += "#pragma endscop\n}\n";
    text
}

/// Other names for some arrays, some beside each other, and another order of some statements.
fn rename(random: &mut Random, scop: &Scop, lines: &mut String) {
    for (id, array) in scop.arrays() {
        // Most others are refused, and with them the whole script.
        let often = match storage::webs(scop, id) {
            Ok(webs) if webs.len() > 1 => 60,
            _ => 3,
        };
        if random.percent(often) {
            let _ = writeln!(lines, "rename({})", array.source_name);
        }
    }
    for (a, b) in [("t", "g"), ("E", "D"), ("A", "C")] {
        let is_free = |name: &str| {
            let is_known = scop.arrays.iter().any(|one| one.source_name == name);
            is_known && !lines.contains(&format!("rename({name})"))
        };
        if is_free(a) && is_free(b) && random.percent(35) {
            let _ = writeln!(lines, "aos({a}, {b})");
        }
    }
    if random.percent(60) {
        let names: Vec<String> = scop.statements.iter().map(|one| one.name.clone()).collect();
        let (a, b) = (random.pick_name(&names), random.pick_name(&names));
        if a != b {
            let how = random.pick(&["reorder({}, {})", "distribute({}, {})", "fuse({}, {})"]);
            let _ = writeln!(lines, "{}", how.replacen("{}", &a, 1).replacen("{}", &b, 1));
        }
    }
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
        let _ = match (random.below(11), rank) {
            (10, 0..=1) => {
                // Another one that may have its shape.
                let others = left.iter().position(|&one| scop.arrays[one].rank() == rank);
                let Some(other) = others else { continue };
                let other = &scop.arrays[left.swap_remove(other)].source_name;
                writeln!(lines, "aos({name}, {other})")
            }
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
        if random.percent(25) && !lines.contains("aos(") {
            compose(random, name, lines);
        }
    }
}

/// One more operation on an array whose storage has changed; its dimensions may be others by now.
fn compose(random: &mut Random, name: &str, lines: &mut String) {
    let _ = match random.below(6) {
        0 => writeln!(lines, "pad({name}, {})", 1 + random.below(3)),
        1 => writeln!(lines, "transpose({name}, [1, 0])"),
        2 => writeln!(lines, "rename({name})"),
        3 => writeln!(lines, "expand({name}, [{}])", random.pick(&["i", "j"])),
        4 => writeln!(lines, "contract({name}, {})", random.below(2)),
        _ => {
            let (dim, cells) = (random.below(2), 1 + random.below(4));
            writeln!(lines, "modulo({name}, {dim}, {cells})")
        }
    };
    lines.push_str("# composed\n");
}

fn judge(case: &Case<'_, Tally>) -> Result<(), String> {
    let request = Request {
        budget: Some(20_000_000),
        ..Request::default()
    };
    let mut program = read(&case.c, &request);
    let scop = program.nests[0].scop().clone();
    let recipe = Recipe {
        script: Some(("random.lw", &case.script)),
        all: true,
        ..Recipe::default()
    };
    let done = transform(&mut program, &request, &recipe);
    let Some(changed) = done.regions.first() else {
        case.add(|tally| tally.mistaken += 1);
        return match program.has_errors() {
            true => Ok(()),
            false => Err("no result and no error".into()),
        };
    };
    let Some(verdict) = &changed.verdict else {
        case.add(|tally| tally.given_up += 1);
        return Ok(());
    };
    let stored = changed.program(&scop);
    if !verdict.is_legal() {
        for violation in verdict.violations() {
            is_real(&scop, stored, changed, violation)?;
        }
        let lost = { verdict.violations().iter() }.any(|one| matches!(one, Violation::Lost(_)));
        case.add(|tally| match lost {
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
    case.add(|tally| {
        tally.legal += 1;
        tally.moved += stored.arrays.len() - scop.arrays.len();
        tally.renamed += case.script.matches("rename(").count();
        tally.interleaved += case.script.matches("aos(").count();
        tally.composed += case.script.matches("# composed").count();
    });
    if !case.seed.is_multiple_of(3) {
        return Ok(());
    }
    let orders = done.orders().ok_or("no order")?;
    let new = match rewrite(&program, &orders, &Choices::default()) {
        Ok(new) => new,
        // Code for an order may be too long, as without other storage.
        Err(error) if error.message.contains("cannot write") => {
            case.add(|tally| tally.mistaken += 1);
            return Ok(());
        }
        Err(error) => return Err(error.to_string()),
    };
    match readback::prove(&program, &new, &request) {
        Ok(()) => case.add(|tally| tally.proved += 1),
        Err(error) if error.to_string().contains("LW0009") => {
            case.add(|tally| tally.given_up += 1);
        }
        Err(error) => return Err(format!("{error} {:?}\n{}", error.notes, new.text)),
    }
    Ok(())
}
