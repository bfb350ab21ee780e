//! Random schedules of random small programs: the verdict is what running them says.
//!
//! `LEGALITY_CASES` has the number of cases; a few hundred by default.

#[path = "../../dependence/tests/support/mod.rs"]
mod support;

use dependence::dependences;
use legality::{Options, Reductions, Role, Violation, brute, check, first_break};
use presburger::UnionMap;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use scop::schedule::{Kind, Node, ScheduleTree, TwoDPlusOne};
use scop::{AccessId, Reduction, ReductionOperator, Scop};
use std::cell::Cell;
use support::{Lines, scop};

/// A statement with two schedules: that of the program and another one.
#[derive(Clone, Debug)]
struct Random {
    depth: usize,
    condition: &'static str,
    accesses: Vec<String>,
    /// Whether it accumulates.
    sums: bool,
    old: Dates,
    new: Dates,
    /// Whether the other schedule is wanted.
    changes: bool,
}

/// Position, loop, position, loop, position: entries of a 2d+1 date.
#[derive(Clone, Debug)]
struct Dates {
    positions: [i64; 2],
    loops: [&'static str; 3],
    last: i64,
}

/// What is done to the other schedule as a whole.
#[derive(Clone, Debug)]
struct Whole {
    /// Claimed members, by number from the outside in, and what is claimed.
    claims: Vec<(usize, bool)>,
    /// Whether claimed loops declare all arrays that are accumulated into.
    declares: bool,
    /// Whether the first sequence becomes a set.
    loosens: bool,
    relaxed: bool,
    one_to_one: bool,
    /// The arrays that nobody sees afterwards.
    local: Vec<&'static str>,
}

fn subscript(depth: usize) -> impl Strategy<Value = String> {
    let simple: Vec<&'static str> = match depth {
        1 => vec!["i", "i - 1", "i + 1", "0", "N - 1 - i", "2i", "i mod 2"],
        _ => vec!["i", "j", "i + j", "j - 1", "i - 1", "i - j", "j mod 2", "0"],
    };
    prop::sample::select(simple).prop_map(String::from)
}

fn access(depth: usize) -> impl Strategy<Value = String> {
    let kind = prop_oneof![4 => Just("R"), 4 => Just("W"), 1 => Just("w"), 1 => Just("r")];
    let cell = prop_oneof![
        3 => subscript(depth).prop_map(|x| format!("A[{x}]")),
        1 => Just("s[]".to_string()),
        3 => (subscript(depth), subscript(depth)).prop_map(|(x, y)| format!("B[{x}, {y}]")),
        // Few cells, all of which an iteration may write.
        3 => prop::sample::select(vec!["0", "1", "i mod 2"]).prop_map(|x| format!("C[{x}]")),
    ];
    (kind, cell).prop_map(|(kind, cell)| format!("{kind} {cell}"))
}

fn dates(depth: usize, any: bool) -> impl Strategy<Value = Dates> {
    let mut loops = match depth {
        1 => vec![["i", "0", "0"], ["-i", "0", "0"], ["i + 1", "0", "0"]],
        _ => vec![
            ["i", "j", "0"],
            ["j", "i", "0"],
            ["-i", "j", "0"],
            ["i + j", "j", "0"],
        ],
    };
    if any {
        loops.extend(match depth {
            1 => vec![
                ["floor(i/2)", "i", "0"],
                ["i mod 2", "i", "0"],
                ["floor(i/2)", "-i", "0"],
                // Not one-to-one.
                ["floor(i/2)", "0", "0"],
            ],
            _ => vec![
                ["i", "-j", "0"],
                ["i", "i + j", "0"],
                ["floor(j/2)", "i", "j"],
                ["floor(i/2)", "floor(j/2)", "2i + j"],
                ["floor(i/2)", "i + j", "j"],
                ["i", "floor(j/2)", "j"],
                // Not one-to-one.
                ["i", "0", "0"],
            ],
        });
    }
    let positions = [0..=1i64, 0..=1i64];
    (prop::sample::select(loops), positions, 0..=2i64).prop_map(|(loops, positions, last)| Dates {
        positions,
        loops,
        last,
    })
}

fn statement() -> impl Strategy<Value = Random> {
    (1..=2usize).prop_flat_map(|depth| {
        let conditions = match depth {
            1 => vec!["0 <= i < N", "1 <= i < N and i mod 2 = 1", "0 <= i < 3"],
            _ => vec![
                "0 <= i, j < N",
                "0 <= i <= j < N",
                "0 <= i < N and i <= j <= i + 1",
            ],
        };
        let accesses = prop::collection::vec(access(depth), 1..=3);
        (
            prop::sample::select(conditions),
            accesses,
            prop::bool::weighted(0.5),
            dates(depth, false),
            dates(depth, true),
            prop::bool::weighted(0.6),
        )
            .prop_map(
                move |(condition, accesses, sums, old, new, changes)| Random {
                    depth,
                    condition,
                    accesses: if sums {
                        accumulating(&accesses)
                    } else {
                        accesses
                    },
                    sums,
                    old,
                    new,
                    changes,
                },
            )
    })
}

/// Accumulates into the cell of the first access what the others read.
fn accumulating(accesses: &[String]) -> Vec<String> {
    let cell = |access: &String| access[2..].to_string();
    let reads = accesses.iter().map(|access| format!("R {}", cell(access)));
    let first = accesses.iter().take(1);
    let write = first.map(|access| format!("W {}", cell(access)));
    reads.chain(write).collect()
}

fn whole() -> impl Strategy<Value = Whole> {
    (
        prop::collection::vec((0..4usize, any::<bool>()), 0..=2),
        any::<bool>(),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.5),
        prop::bool::weighted(0.7),
        prop::sample::subsequence(vec!["A", "B", "C"], 0..=3),
    )
        .prop_map(
            |(claims, declares, loosens, relaxed, one_to_one, local)| Whole {
                claims,
                declares,
                loosens,
                relaxed,
                one_to_one,
                local,
            },
        )
}

fn cases() -> u32 {
    let wanted = std::env::var("LEGALITY_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(300)
}

/// How many cases were of each kind, so that the test fails when it tests nothing.
#[derive(Default)]
struct Tally {
    legal: Cell<usize>,
    illegal: Cell<usize>,
    pairs: Cell<usize>,
    wrong: Cell<usize>,
    racing: Cell<usize>,
    /// Legal because accumulations may change places.
    relaxed: Cell<usize>,
    /// How often arrays are private, begin as copies, and are copied back.
    roles: Cell<[usize; 3]>,
}

/// A statement that uses an array of two cells, in loops that it has in common with others.
fn using_few_cells() -> impl Strategy<Value = Random> {
    let cell = prop::sample::select(vec![
        "C[0]",
        "C[1]",
        "C[j]",
        "C[1 - j]",
        "C[i mod 2]",
        "A[i]",
    ]);
    let kind = prop_oneof![4 => Just("R"), 5 => Just("W"), 1 => Just("w")];
    let access = (kind, cell).prop_map(|(kind, cell)| format!("{kind} {cell}"));
    let condition = vec![
        "0 <= i < N and 0 <= j < 2",
        "0 <= i < N and 0 <= j < 2",
        "0 <= i < N and j = 0",
        "0 < i < N and 0 <= j < 2",
        "0 <= i < N and 0 <= j < 2 and i + j < N",
    ];
    (
        prop::sample::select(condition),
        prop::collection::vec(access, 1..=2),
        prop_oneof![5 => Just([0, 0]), 4 => Just([0, 1]), 1 => Just([1, 0])],
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.3),
    )
        .prop_map(|(condition, accesses, positions, changes, sums)| Random {
            depth: 2,
            condition,
            accesses: match sums {
                true => accumulating(&accesses),
                false => accesses,
            },
            sums,
            old: Dates {
                positions,
                loops: ["i", "j", "0"],
                last: 0,
            },
            new: Dates {
                positions,
                loops: ["-i", "j", "0"],
                last: 1,
            },
            changes,
        })
}

/// Loops whose iterations could have arrays for themselves.
#[test]
fn private_arrays_are_what_running_says() {
    let cases = cases();
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let tally = Tally::default();
    let claims = prop::collection::vec((0..2usize, any::<bool>()), 1..=2);
    let claimed = (whole(), claims).prop_map(|(whole, claims)| Whole {
        claims,
        loosens: false,
        ..whole
    });
    let strategy = (prop::collection::vec(using_few_cells(), 2..=4), claimed);
    let result = TestRunner::new(config).run(&strategy, |(mut statements, whole)| {
        // Most often something is written first.
        if statements.len() > 2 {
            statements[0].accesses = vec!["W C[j]".into()];
        }
        judge(&statements, &whole, &tally);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let [private, first, last] = tally.roles.get();
    println!(
        "{} legal, {} illegal; arrays: {private} private, {first} first, {last} last",
        tally.legal.get(),
        tally.illegal.get(),
    );
    assert!(private + first + last > cases as usize / 50);
}

#[test]
fn verdicts_are_what_running_says() {
    let cases = cases();
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let tally = Tally::default();
    let strategy = (prop::collection::vec(statement(), 1..=3), whole());
    let result = TestRunner::new(config).run(&strategy, |(statements, whole)| {
        judge(&statements, &whole, &tally);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    println!(
        "{} legal, {} illegal, {} pairs, {} wrong, {} racing, {} by relaxing; arrays: {} private, \
         {} first, {} last",
        tally.legal.get(),
        tally.illegal.get(),
        tally.pairs.get(),
        tally.wrong.get(),
        tally.racing.get(),
        tally.relaxed.get(),
        tally.roles.get()[0],
        tally.roles.get()[1],
        tally.roles.get()[2],
    );
    let few = cases as usize / 20;
    assert!(tally.legal.get() > few && tally.illegal.get() > few);
    assert!(tally.wrong.get() > few && tally.racing.get() > few);
    assert!(tally.relaxed.get() > 0);
}

fn program(statements: &[Random], whole: &Whole) -> (Scop, ScheduleTree) {
    let head = |number: usize, s: &Random| format!("S{number}[{}]", ["", "i", "i, j"][s.depth]);
    let numbered = || statements.iter().enumerate();
    let lines: Vec<Lines> = numbered()
        .map(|(number, s)| Lines {
            head: head(number, s),
            condition: s.condition.into(),
            accesses: s.accesses.clone(),
        })
        .collect();
    let map = |date: &dyn Fn(usize, &Random) -> String| -> UnionMap {
        let dates =
            numbered().map(|(number, s)| format!("{} -> {}", head(number, s), date(number, s)));
        let dates: Vec<String> = dates.collect();
        format!("[N] -> {{ {} }}", dates.join("; "))
            .parse()
            .unwrap()
    };
    let text = |dates: &Dates, last: i64| {
        let ([p, q], [x, y, z]) = (dates.positions, dates.loops);
        format!("[{p}, {x}, {q}, {y}, 0, {z}, {last}]")
    };
    let old = map(&|number, s| text(&s.old, number as i64));
    let local: Vec<&str> = whole.local.iter().copied().chain(["s"]).collect();
    let mut program = scop("random", "[N]", "N >= 0", &lines, &old, &local).unwrap();
    for array in &mut program.arrays {
        array.behind_pointer = false;
        if array.name == "C" {
            array.extents = vec![Some("[N] -> { [(2)] }".parse().unwrap())];
        }
    }
    for (statement, random) in program.statements.iter_mut().zip(statements) {
        statement.reduction = reduction(statement, random.sums);
    }
    let new = map(&|number, s| match s.changes {
        true => text(&s.new, s.new.last),
        false => text(&s.old, number as i64),
    });
    let new = new.intersect_domain(&program.domain().unwrap()).unwrap();
    let tree = TwoDPlusOne::from_map(&new).unwrap().to_tree().unwrap();
    (program, tree)
}

/// A statement that reads and writes one cell, and writes nothing else, may accumulate.
fn reduction(statement: &scop::Statement, sums: bool) -> Option<Reduction> {
    let accesses: Vec<_> = statement.accesses().collect();
    let mut writes = accesses.iter().filter(|(_, access)| access.is_write());
    let (write, to) = writes.next()?;
    let (read, _) = accesses.iter().find(|(id, access)| {
        !access.is_write() && id < write && access.is_must() && access.relation == to.relation
    })?;
    let is_sum = sums && to.is_must() && writes.next().is_none();
    is_sum.then_some(Reduction {
        operator: ReductionOperator::Add,
        read: AccessId::new(read.index()),
        write: AccessId::new(write.index()),
    })
}

/// The tree with claims, and a set for a sequence.
fn change(tree: &ScheduleTree, whole: &Whole, arrays: &[String]) -> ScheduleTree {
    let mut member = 0;
    let mut loosens = whole.loosens;
    let changed = tree.map_bottom_up(|node| -> Result<Node, std::convert::Infallible> {
        Ok(match node.kind() {
            Kind::Band(band) => {
                let mut band = band.clone();
                for one in &mut band.members {
                    for (claimed, parallel) in &whole.claims {
                        if *claimed == member {
                            one.parallel |= *parallel;
                            one.vector |= !*parallel;
                            if whole.declares {
                                one.reductions = arrays.to_vec();
                            }
                        }
                    }
                    member += 1;
                }
                Node::band(band, node.child().cloned().unwrap_or_else(Node::leaf))
            }
            Kind::Sequence if std::mem::take(&mut loosens) => {
                Node::new(Kind::Set, node.children().to_vec()).unwrap()
            }
            _ => node,
        })
    });
    changed.unwrap().unwrap()
}

fn judge(statements: &[Random], whole: &Whole, tally: &Tally) {
    let (scop, tree) = program(statements, whole);
    let sums = scop.statements.iter().filter_map(|s| {
        let write = s.reduction?.write;
        Some(scop[s[write].array].name.clone())
    });
    let mut sums: Vec<String> = sums.collect();
    sums.sort();
    sums.dedup();
    let tree = change(&tree, whole, &sums);
    let dependences = dependences(&scop, &Default::default()).unwrap();
    let options = Options {
        all: true,
        reductions: match whole.relaxed {
            true => Reductions::Relax,
            false => Reductions::Strict,
        },
        one_to_one: whole.one_to_one,
        ..Options::default()
    };
    let verdict = check(&scop, &dependences, &tree, &options).unwrap();
    let quick = Options {
        all: false,
        ..options.clone()
    };
    let quick = check(&scop, &dependences, &tree, &quick).unwrap();
    assert_eq!(quick.is_legal(), verdict.is_legal());
    let said: Vec<String> = verdict
        .violations()
        .iter()
        .map(|v| v.sentence(&scop))
        .collect();
    let context = || format!("{said:#?}\n{statements:#?}\n{whole:?}\n{tree}");
    // Declarations are about all that stands in a loop, executed or not.
    let is_declared_wrongly = verdict.violations().iter();
    let is_declared_wrongly = is_declared_wrongly
        .filter(|v| matches!(v, Violation::Declaration(_)))
        .count()
        > 0;
    for n in 0..=4 {
        let values = [("N", n)];
        let found = brute::confirm(&scop, &tree, &verdict, &options, &values).unwrap();
        let agreed = found.disagreements.is_empty();
        assert!(agreed, "N = {n}: {:#?}\n{}", found.disagreements, context());
        tally.pairs.set(tally.pairs.get() + found.pairs);
        tally.wrong.set(tally.wrong.get() + found.wrong);
        tally.racing.set(tally.racing.get() + found.racing);
    }
    if verdict.is_legal() {
        for (member, array) in (0..8).flat_map(|m| scop.arrays().map(move |(id, _)| (m, id))) {
            let role = verdict.role(scop::MemberId::new(member), array);
            let mut roles = tally.roles.get();
            roles[0] += usize::from(role == Role::Private && scop[array].rank() > 0);
            roles[1] += usize::from(role.is_first());
            roles[2] += usize::from(role.is_last());
            tally.roles.set(roles);
        }
    }
    let count = match verdict.is_legal() {
        true => &tally.legal,
        false => &tally.illegal,
    };
    count.set(count.get() + usize::from(!is_declared_wrongly));
    if verdict.is_legal() && whole.relaxed {
        let strict = Options {
            reductions: Reductions::Strict,
            ..options.clone()
        };
        let strict = check(&scop, &dependences, &tree, &strict).unwrap();
        let relaxed = usize::from(!strict.is_legal());
        tally.relaxed.set(tally.relaxed.get() + relaxed);
    }
    for violation in verdict.violations().iter().chain(quick.violations()) {
        let problem = brute::is_real(&scop, &tree, violation).unwrap();
        assert_eq!(
            problem,
            None,
            "{}\n{}",
            violation.sentence(&scop),
            context()
        );
        is_smallest(violation);
        // The program itself is right, so that the change is to blame.
        let steps = [scop.schedule.clone(), tree.clone(), tree.clone()];
        assert_eq!(first_break(&scop, &steps, violation).unwrap(), Some(1));
    }
}

/// Nothing happens with smaller parameters.
fn is_smallest(violation: &Violation) {
    let pairs = match violation {
        Violation::Dependence(broken) => &broken.relation,
        Violation::Race(race) => &race.relation,
        Violation::Conflict(conflict) => &conflict.relation,
        _ => return,
    };
    let n = violation.parameters()[0].1.to_i64().unwrap();
    for smaller in 0..n {
        let pairs = pairs.fix_param("N", smaller).unwrap();
        assert!(pairs.is_empty().unwrap(), "{pairs}");
    }
    let here = pairs.fix_param("N", n).unwrap().project_out_all_params();
    let points = here.unwrap().wrap().unwrap().points().unwrap();
    let first = points.iter().min().unwrap().to_i64s().unwrap();
    let said = match violation {
        Violation::Conflict(conflict) => [&conflict.first, &conflict.second],
        _ => {
            let example = violation.counterexample().unwrap();
            [&example.source, &example.sink]
        }
    };
    let said: Vec<i64> = said.iter().flat_map(|p| p.to_i64s().unwrap()).collect();
    assert_eq!(said, first);
}

/// Statements without an order among others that have one: whoever sorts them must not be confused.
#[test]
fn some_instances_have_no_order() {
    let statement = |depth, condition, accesses: &[&str], old, new: Option<_>| {
        let dates = |(positions, loops, last)| Dates {
            positions,
            loops,
            last,
        };
        Random {
            depth,
            condition,
            accesses: accesses.iter().map(|one| one.to_string()).collect(),
            sums: false,
            old: dates(old),
            new: dates(new.unwrap_or(old)),
            changes: new.is_some(),
        }
    };
    let statements = [
        statement(
            1,
            "0 <= i < N",
            &["W C[i mod 2]"],
            ([0, 0], ["i", "0", "0"], 0),
            Some(([0, 0], ["i mod 2", "i", "0"], 2)),
        ),
        statement(
            1,
            "0 <= i < 3",
            &["r B[i + 1, i]", "W B[0, i mod 2]", "R A[0]"],
            ([1, 1], ["i + 1", "0", "0"], 0),
            None,
        ),
        statement(
            2,
            "0 <= i, j < N",
            &["W C[i mod 2]", "r A[j - 1]", "R C[1]"],
            ([0, 0], ["i + j", "j", "0"], 2),
            Some(([0, 0], ["i", "floor(j/2)", "j"], 2)),
        ),
    ];
    let whole = Whole {
        claims: vec![(0, true), (1, true)],
        declares: true,
        loosens: true,
        relaxed: true,
        one_to_one: false,
        local: vec!["A", "B", "C"],
    };
    judge(&statements, &whole, &Tally::default());
}

/// What a variable of the region holds that may not have been written means nothing, also where
/// copies of it hold something else then.
#[test]
fn what_nobody_has_written_means_nothing() {
    let statement = |condition, accesses: &[&str], sums, number| {
        let dates = || Dates {
            positions: [0, 0],
            loops: ["i", "j", "0"],
            last: number,
        };
        Random {
            depth: 2,
            condition,
            accesses: accesses.iter().map(|one| one.to_string()).collect(),
            sums,
            old: dates(),
            new: dates(),
            changes: false,
        }
    };
    let statements = [
        statement("0 <= i < N and 0 <= j < 2", &["w A[i]"], false, 0),
        statement(
            "0 <= i < N and j = 0",
            &["R C[0]", "R A[i]", "W C[0]"],
            true,
            1,
        ),
    ];
    let whole = Whole {
        claims: vec![(1, false)],
        declares: false,
        loosens: false,
        relaxed: false,
        one_to_one: false,
        local: vec!["A"],
    };
    judge(&statements, &whole, &Tally::default());
}
