//! Random scripts on random small programs: `legal` is never wrong, `illegal` comes with the
//! smallest case in which it is so, code is right, and nothing panics.
//!
//! `RANDOM_SCRIPTS` is the number of cases and `RANDOM_SEED` the first seed; each case has a seed
//! of its own, so that one that fails can be run alone:
//!
//! ```text
//! RANDOM_SCRIPTS=1 RANDOM_SEED=77 cargo test -p loopwright --test random_scripts
//! ```
//!
//! `RANDOM_SHOW` prints each case before it is judged, to find one that does not end.

mod oracle;
mod random;

use astgen::Generator;
use astgen::interpret;
use legality::{Legal, Options, Reductions, Verdict, Violation, brute};
use loopwright::program::{Program, Request, read};
use loopwright::readback;
use loopwright::rewrite::{Choices, rewrite};
use loopwright::transform::{Recipe, transform};
use presburger::{Point, Set};
use scop::{ScheduleTree, Scop};

use oracle::{Judge, Run, Values};
use random::Case;

/// What became of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Legal,
    Illegal,
    /// The script has a mistake.
    Mistaken,
    /// The work took more than it may.
    GivenUp,
}

#[derive(Default)]
struct Tally {
    legal: usize,
    /// Those of them with another order than the program's.
    changed: usize,
    claimed: usize,
    proved: usize,
    illegal: usize,
    violations: usize,
    mistaken: usize,
    given_up: usize,
    refused: usize,
}

#[test]
fn verdicts_are_what_running_says() {
    let ran = random::run("RANDOM_SCRIPTS", 0x5851_f42d_4c95_7f2d, one);
    let (cases, tally) = (ran.cases, &ran.tally);
    println!(
        "{cases} cases: {} legal ({} in another order, {} with claims, {} written and proved), \
         {} illegal ({} violations), {} scripts with mistakes, {} given up; \
         {} more operations were refused on the way",
        tally.legal,
        tally.changed,
        tally.claimed,
        tally.proved,
        tally.illegal,
        tally.violations,
        tally.mistaken,
        tally.given_up,
        tally.refused,
    );
    ran.assert_no_failures();
    if cases >= 100 {
        let few = cases / 4;
        assert!(
            tally.legal >= few && tally.illegal >= few,
            "too few of one kind"
        );
        assert!(tally.changed >= few / 2 && tally.given_up <= few / 25);
    }
}

/// Makes up a case and judges it.
fn one(case: &mut Case<'_, Tally>) -> Result<(), String> {
    case.c = random::program(&mut case.random);
    let program = read(&case.c, &Request::default());
    if program.has_errors() {
        return Err(format!("{:?}", program.diagnostics));
    }
    let (script, refused) = random::script(&mut case.random, program.nests[0].scop());
    case.add(|tally| tally.refused += refused);
    case.script = script;
    case.show();
    let relaxed = case.random.percent(10);
    let outcome = judge(case, relaxed)?;
    case.add(|tally| match outcome {
        Outcome::Legal => tally.legal += 1,
        Outcome::Illegal => tally.illegal += 1,
        Outcome::Mistaken => tally.mistaken += 1,
        Outcome::GivenUp => tally.given_up += 1,
    });
    Ok(())
}

fn judge(case: &Case<'_, Tally>, relaxed: bool) -> Result<Outcome, String> {
    let request = Request {
        budget: Some(20_000_000),
        ..Request::default()
    };
    let mut program = read(&case.c, &request);
    let scop = program.nests[0].scop().clone();
    let recipe = Recipe {
        script: Some(("random.lw", &case.script)),
        all: true,
        relax_reductions: relaxed,
        ..Recipe::default()
    };
    let done = transform(&mut program, &request, &recipe);
    let Some(changed) = done.regions.first() else {
        return match program.has_errors() {
            true => Ok(Outcome::Mistaken),
            false => Err("no result and no error".into()),
        };
    };
    let tree = &changed.outcome.schedule;
    let Some(verdict) = &changed.verdict else {
        return Ok(Outcome::GivenUp);
    };
    let sizes = sizes(&scop)?;
    confirm(&scop, tree, verdict, relaxed, &sizes)?;
    if !verdict.is_legal() {
        case.add(|tally| tally.violations += verdict.violations().len());
        return Ok(Outcome::Illegal);
    }
    let (mut is_changed, mut is_claimed) = (false, false);
    let generator = Generator::new().context(scop.context.clone());
    let ast = match generator.from_tree(tree) {
        // Later operations have moved the loop to where its length is not known.
        Err(astgen::Error::NotUnrollable { .. }) => return Ok(Outcome::Mistaken),
        ast => ast.map_err(oracle::text)?,
    };
    for values in &sizes {
        let mut run = Run::new(&scop, tree, values)?;
        if let Some(wrong) = run.refute_legal(relaxed, verdict) {
            return Err(format!("{values:?}: not legal: {wrong}"));
        }
        let wanted = run.order();
        is_changed |= wanted != run.old_order();
        is_claimed |= run.has_claims();
        let found = interpret::run(&ast, &oracle::borrowed(values), 100_000);
        let found = found.map_err(oracle::text)?;
        if found != wanted {
            return Err(format!("{values:?}: code runs {found:?}, not {wanted:?}"));
        }
    }
    let proves = case.seed.is_multiple_of(3);
    if proves {
        let orders = done.orders().ok_or("no order")?;
        match write(&program, &orders, &request) {
            Err(why) if why.contains("LW0009") => return Ok(Outcome::GivenUp),
            written => written?,
        }
    }
    case.add(|tally| {
        tally.changed += usize::from(is_changed);
        tally.claimed += usize::from(is_claimed);
        tally.proved += usize::from(proves);
    });
    Ok(Outcome::Legal)
}

/// The sizes at which a program is run.
fn sizes(scop: &Scop) -> Result<Vec<Values>, String> {
    let depth = scop.statements.iter().map(|one| one.iterators.len()).max();
    let most = match depth {
        Some(3) => 3,
        _ => 4,
    };
    let mut all = oracle::small_values(scop, most)?;
    if scop.parameters.len() > 1 {
        // Different from each other, and not all of them.
        all.retain(|values| {
            let sum: i64 = values.iter().map(|(_, value)| value).sum();
            sum >= most && sum % 2 == 1
        });
    }
    Ok(all)
}

/// That the verdict is what running says.
fn confirm(
    scop: &Scop,
    tree: &ScheduleTree,
    verdict: &Verdict,
    relaxed: bool,
    sizes: &[Values],
) -> Result<(), String> {
    let options = Options {
        all: true,
        reductions: match relaxed {
            true => Reductions::Relax,
            false => Reductions::Strict,
        },
        ..Options::default()
    };
    // Slow, and there is another oracle: the largest size is enough.
    if let Some(values) = sizes.last() {
        let borrowed = oracle::borrowed(values);
        let found = brute::confirm(scop, tree, verdict, &options, &borrowed);
        let found = found.map_err(oracle::text)?;
        if !found.disagreements.is_empty() {
            return Err(format!("{values:?}: {:#?}", found.disagreements));
        }
    }
    let mut judge = Judge::new(scop, tree, relaxed);
    for violation in verdict.violations() {
        let sentence = violation.sentence(scop);
        if let Some(wrong) = brute::is_real(scop, tree, violation).map_err(oracle::text)? {
            return Err(format!("{sentence}: {wrong}"));
        }
        if let Some(wrong) = judge.refute(violation)? {
            return Err(format!("{sentence}: {wrong}"));
        }
    }
    Ok(())
}

/// Writes and proves the new program.
fn write(program: &Program, orders: &[Legal], request: &Request<'_>) -> Result<(), String> {
    let new = rewrite(program, orders, &Choices::default()).map_err(oracle::text)?;
    let proved = readback::prove(program, &new, request);
    proved.map_err(|error| format!("{error} {:?}\n{}", error.notes, new.text))
}

/// A judge that never objects would be worth nothing: wrong verdicts are refuted.
#[test]
fn wrong_verdicts_are_refuted() {
    let c = "void f(int n, double *A)\n{\n#pragma scop\n    for (int i = 1; i < n; i++)\n        \
             S: A[i] = A[i - 1];\n#pragma endscop\n}\n";
    for (script, sizes_of_trouble) in [("reverse(S.i)", 3..5), ("parallel(S.i)", 3..5)] {
        let mut program = read(c, &Request::default());
        let scop = program.nests[0].scop().clone();
        let recipe = Recipe {
            script: Some(("wrong.lw", script)),
            all: true,
            ..Recipe::default()
        };
        let done = transform(&mut program, &Request::default(), &recipe);
        let changed = &done.regions[0];
        let tree = &changed.outcome.schedule;
        // That it is legal.
        for n in 0..5 {
            let mut run = Run::new(&scop, tree, &vec![("n".into(), n)]).unwrap();
            let refuted = run.refute_claims(false, &Default::default()).is_some();
            assert_eq!(
                refuted,
                sizes_of_trouble.contains(&n),
                "{script} with n = {n}"
            );
        }
        // That something happens that does not, or not first.
        let violation = &changed.verdict.as_ref().unwrap().violations()[0];
        let mut judge = Judge::new(&scop, tree, false);
        assert_eq!(judge.refute(violation).unwrap(), None);
        for (n, source, sink) in [(3, 2, 1), (4, 2, 3), (4, 1, 2), (3, 1, 1)] {
            let mut wrong = violation.clone();
            let example = match &mut wrong {
                Violation::Dependence(one) => &mut one.counterexample,
                Violation::Race(one) => &mut one.counterexample,
                _ => panic!("another violation"),
            };
            example.parameters = vec![("n".into(), n.into())];
            (example.source, example.sink) = (instance(source), instance(sink));
            let refuted = judge.refute(&wrong);
            assert!(!matches!(refuted, Ok(None)), "{script} {n} {source} {sink}");
        }
    }
}

/// `S[i]`
fn instance(i: i64) -> Point {
    let set: Set = format!("{{ S[{i}] }}").parse().unwrap();
    set.sample_point().unwrap().unwrap()
}
