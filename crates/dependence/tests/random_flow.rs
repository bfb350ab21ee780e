//! Dataflow on random problems against its definition, point by point.
//!
//! Statements, accesses and schedules are small affine forms that this test evaluates itself. A
//! source before a sink is *hidden* if a must source or kill comes between them. What is not hidden
//! are the candidates; a must source that is the only candidate is a must dependence.

use dependence::{AccessInfo, Flow};
use presburger::{Budget, UnionMap};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::collections::BTreeSet;

/// `constant + a i + b j`
#[derive(Clone, Copy, Debug, PartialEq)]
struct Form(i64, i64, i64);

impl Form {
    fn value(&self, instance: &[i64]) -> i64 {
        let at = |k: usize| instance.get(k).copied().unwrap_or(0);
        self.0 + self.1 * at(0) + self.2 * at(1)
    }

    fn text(&self, depth: usize) -> String {
        let mut text = self.0.to_string();
        for (coefficient, name) in [(self.1, "i"), (self.2, "j")].iter().take(depth) {
            text += &format!(" + {coefficient}{name}");
        }
        text
    }
}

#[derive(Clone, Debug)]
struct Statement {
    depth: usize,
    /// 0: a box of size N, 1: a triangle, 2: only even `i`.
    shape: usize,
    /// Reads, writes for sure, may write, kills.
    roles: [bool; 4],
    /// The cells of the four roles.
    cells: [Form; 4],
    /// Dates for a flat schedule.
    dates: Vec<Form>,
}

impl Statement {
    fn head(&self, number: usize) -> String {
        format!("S{number}[{}]", ["", "i", "i, j"][self.depth])
    }

    fn condition(&self) -> &'static str {
        match (self.depth, self.shape) {
            (0, _) => "N >= 0",
            (1, 2) => "0 <= i < N and i mod 2 = 0",
            (1, _) => "0 <= i < N",
            (_, 0) => "0 <= i, j < N",
            (_, 1) => "0 <= i < N and i <= j < N",
            _ => "0 <= i, j < N and i mod 2 = 0",
        }
    }

    fn instances(&self, n: i64) -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        match self.depth {
            0 => found.push(vec![]),
            1 => found.extend(
                (0..n)
                    .filter(|i| self.shape != 2 || i % 2 == 0)
                    .map(|i| vec![i]),
            ),
            _ => {
                for i in 0..n {
                    for j in 0..n {
                        let inside = match self.shape {
                            0 => true,
                            1 => i <= j,
                            _ => i % 2 == 0,
                        };
                        if inside {
                            found.push(vec![i, j]);
                        }
                    }
                }
            }
        }
        found
    }
}

/// A schedule tree over the statements by number.
#[derive(Clone, Debug)]
enum Tree {
    Leaf,
    /// One date for each statement of the problem.
    Band(Vec<Form>, Box<Tree>),
    /// The part that each statement goes to.
    Branch {
        ordered: bool,
        parts: Vec<usize>,
        children: Vec<Tree>,
    },
}

impl Tree {
    fn is_before(&self, x: &Access, y: &Access) -> bool {
        match self {
            Tree::Leaf => false,
            Tree::Band(dates, child) => {
                let date = |a: &Access| dates[a.statement].value(&a.instance);
                match date(x).cmp(&date(y)) {
                    std::cmp::Ordering::Less => true,
                    std::cmp::Ordering::Equal => child.is_before(x, y),
                    std::cmp::Ordering::Greater => false,
                }
            }
            Tree::Branch {
                ordered,
                parts,
                children,
            } => {
                let (p, q) = (parts[x.statement], parts[y.statement]);
                match p == q {
                    true => children[p].is_before(x, y),
                    false => *ordered && p < q,
                }
            }
        }
    }

    /// The text of a child of a node that the statements in `here` reach.
    fn text(&self, problem: &[Statement], here: &[usize]) -> Option<String> {
        match self {
            Tree::Leaf => None,
            Tree::Band(dates, child) => {
                let dates: Vec<String> = here
                    .iter()
                    .map(|&s| {
                        let head = problem[s].head(s);
                        format!("{head} -> [({})]", dates[s].text(problem[s].depth))
                    })
                    .collect();
                let child = match child.text(problem, here) {
                    Some(child) => format!(", child: {child}"),
                    None => String::new(),
                };
                Some(format!(
                    "{{ schedule: \"[{{ {} }}]\"{child} }}",
                    dates.join("; ")
                ))
            }
            Tree::Branch {
                ordered,
                parts,
                children,
            } => {
                let mut texts = Vec::new();
                for (part, child) in children.iter().enumerate() {
                    let inside: Vec<usize> =
                        here.iter().copied().filter(|&s| parts[s] == part).collect();
                    if inside.is_empty() {
                        continue;
                    }
                    let heads: Vec<String> = inside.iter().map(|&s| problem[s].head(s)).collect();
                    let below = match child.text(problem, &inside) {
                        Some(child) => format!(", child: {child}"),
                        None => String::new(),
                    };
                    texts.push(format!(
                        "{{ filter: \"{{ {} }}\"{below} }}",
                        heads.join("; ")
                    ));
                }
                let key = if *ordered { "sequence" } else { "set" };
                Some(format!("{{ {key}: [ {} ] }}", texts.join(", ")))
            }
        }
    }
}

/// A point of an access relation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Access {
    statement: usize,
    instance: Vec<i64>,
    cell: i64,
}

/// Source, sink, cell.
type Pairs = BTreeSet<(usize, Vec<i64>, usize, Vec<i64>, i64)>;

#[derive(Default, PartialEq, Debug)]
struct Answer {
    must: Pairs,
    may: Pairs,
    must_no_source: BTreeSet<Access>,
    may_no_source: BTreeSet<Access>,
}

fn accesses(problem: &[Statement], role: usize, n: i64) -> Vec<Access> {
    let mut found = Vec::new();
    for (number, statement) in problem.iter().enumerate() {
        if statement.roles[role] {
            for instance in statement.instances(n) {
                found.push(Access {
                    statement: number,
                    cell: statement.cells[role].value(&instance),
                    instance,
                });
            }
        }
    }
    found
}

/// The answer by its definition.
fn define(problem: &[Statement], n: i64, is_before: &dyn Fn(&Access, &Access) -> bool) -> Answer {
    let [sinks, musts, mays, kills] = [0, 1, 2, 3].map(|role| accesses(problem, role, n));
    // Both a sure write and a kill is one thing that happens.
    let sure: BTreeSet<&Access> = musts.iter().chain(&kills).collect();
    let unsure: BTreeSet<&Access> = mays.iter().filter(|a| !sure.contains(a)).collect();
    let mut answer = Answer::default();
    for sink in &sinks {
        let reaches = |source: &&&Access| {
            source.cell == sink.cell
                && is_before(source, sink)
                && !sure.iter().any(|other| {
                    other.cell == sink.cell && is_before(source, other) && is_before(other, sink)
                })
        };
        let last: Vec<&&Access> = sure.iter().filter(reaches).collect();
        let other: Vec<&&Access> = unsure.iter().filter(reaches).collect();
        if last.is_empty() {
            answer.may_no_source.insert(sink.clone());
            if other.is_empty() {
                answer.must_no_source.insert(sink.clone());
            }
        }
        let is_alone = last.len() + other.len() == 1;
        for source in last.iter().chain(&other) {
            let pair = (
                source.statement,
                source.instance.clone(),
                sink.statement,
                sink.instance.clone(),
                sink.cell,
            );
            if is_alone && musts.contains(source) {
                answer.must.insert(pair.clone());
            }
            if musts.contains(source) || mays.contains(source) {
                answer.may.insert(pair);
            }
        }
    }
    answer
}

fn number(name: Option<&str>) -> usize {
    let name = name.expect("a statement");
    name[1..].parse().expect("a statement")
}

fn points(map: &presburger::Map, n: i64) -> Vec<Vec<i64>> {
    let at = format!("[N] -> {{ : N = {n} }}").parse().unwrap();
    let map = map.intersect_params(&at).unwrap();
    let points = map.project_out_all_params().unwrap().wrap().unwrap();
    let points = points.points().unwrap();
    points.iter().map(|p| p.to_i64s().unwrap()).collect()
}

fn pairs(flow: &UnionMap, n: i64) -> Pairs {
    let mut found = Pairs::new();
    for map in flow.maps() {
        let (source, depth) = (number(map.domain_tuple_name()), map.space().n_in());
        let (sink, _) = map.space().tuple().unwrap().as_pair().unwrap();
        let sink = number(sink.name());
        for point in points(&map, n) {
            let (cell, instances) = point.split_last().unwrap();
            let (a, b) = instances.split_at(depth);
            found.insert((source, a.to_vec(), sink, b.to_vec(), *cell));
        }
    }
    found
}

fn sinks(accesses: &UnionMap, n: i64) -> BTreeSet<Access> {
    let mut found = BTreeSet::new();
    for map in accesses.maps() {
        for point in points(&map, n) {
            let (cell, instance) = point.split_last().unwrap();
            found.insert(Access {
                statement: number(map.domain_tuple_name()),
                instance: instance.to_vec(),
                cell: *cell,
            });
        }
    }
    found
}

fn answer(flow: &Flow, n: i64) -> Answer {
    Answer {
        must: pairs(flow.full_must_dependence(), n),
        may: pairs(flow.full_may_dependence(), n),
        must_no_source: sinks(flow.must_no_source(), n),
        may_no_source: sinks(flow.may_no_source(), n),
    }
}

fn relation(problem: &[Statement], role: usize) -> UnionMap {
    let mut maps = Vec::new();
    for (number, statement) in problem.iter().enumerate() {
        if statement.roles[role] {
            let (head, condition) = (statement.head(number), statement.condition());
            let cell = statement.cells[role].text(statement.depth);
            maps.push(format!("{head} -> a[{cell}] : {condition}"));
        }
    }
    format!("[N] -> {{ {} }}", maps.join("; ")).parse().unwrap()
}

fn info(problem: &[Statement]) -> AccessInfo {
    AccessInfo::from_sink(relation(problem, 0))
        .must_source(relation(problem, 1))
        .may_source(relation(problem, 2))
        .kill(relation(problem, 3))
}

fn form() -> impl Strategy<Value = Form> {
    (-1..=1i64, -1..=2i64, -1..=1i64).prop_map(|(c, a, b)| Form(c, a, b))
}

/// A date: often a constant or one iterator, as in real schedules.
fn date() -> impl Strategy<Value = Form> {
    prop_oneof![
        3 => (0..=2i64).prop_map(|c| Form(c, 0, 0)),
        2 => Just(Form(0, 1, 0)),
        2 => Just(Form(0, 0, 1)),
        1 => Just(Form(0, -1, 0)),
        1 => form(),
    ]
}

fn statement() -> impl Strategy<Value = Statement> {
    let roles = prop_oneof![
        Just([true, false, false, false]),
        Just([false, true, false, false]),
        Just([true, true, false, false]),
        Just([false, false, true, false]),
        Just([false, true, true, false]),
        Just([true, false, false, true]),
        Just([false, false, false, true]),
        Just([true, true, true, true]),
    ];
    let cells = [form(), form(), form(), form()];
    let dates = prop::collection::vec(date(), 3);
    (0..=2usize, 0..=2usize, roles, cells, dates).prop_map(|(depth, shape, roles, cells, dates)| {
        Statement {
            depth,
            shape,
            roles,
            cells,
            dates,
        }
    })
}

fn problem() -> impl Strategy<Value = Vec<Statement>> {
    prop::collection::vec(statement(), 2..=4)
}

fn tree() -> impl Strategy<Value = Tree> {
    let band = |child| {
        (prop::collection::vec(date(), 4), child)
            .prop_map(|(dates, child)| Tree::Band(dates, Box::new(child)))
    };
    Just(Tree::Leaf).prop_recursive(4, 12, 3, move |inner| {
        let branch = (
            prop::bool::weighted(0.75),
            prop::collection::vec(0..=2usize, 4),
            prop::collection::vec(inner.clone(), 3),
        );
        let branch = branch.prop_map(|(ordered, parts, children)| Tree::Branch {
            ordered,
            parts,
            children,
        });
        prop_oneof![band(inner), branch]
    })
}

/// Compares at several sizes; the number of accesses and pairs that were compared.
fn check(
    problem: &[Statement],
    info: &AccessInfo,
    before: &dyn Fn(&Access, &Access) -> bool,
) -> usize {
    // Without an order between most instances, floors multiply; such a case proves nothing more.
    let flow = match Budget::operations(20_000_000).run(|| info.compute_flow()) {
        Err(presburger::Error::BudgetExhausted) => return 0,
        flow => flow.unwrap_or_else(|e| panic!("{e}\n{info}")),
    };
    let mut compared = 0;
    for n in 0..=4 {
        let expected = define(problem, n, before);
        let found = answer(&flow, n);
        assert_eq!(found, expected, "N = {n} in\n{info}{flow}");
        compared += found.must.len() + found.may.len() + found.must_no_source.len();
    }
    compared
}

/// Runs `check` on random cases, which together must have compared something.
fn run<S: Strategy>(strategy: S, check: impl Fn(S::Value) -> usize) {
    let config = ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let compared = Cell::new(0);
    let result = TestRunner::new(config).run(&strategy, |case| {
        compared.set(compared.get() + check(case));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(compared.get() > 1000, "{} comparisons", compared.get());
}

#[test]
fn flat_schedules() {
    run(problem(), |problem| {
        let dates = |(number, s): (usize, &Statement)| {
            let dates: Vec<String> = s.dates.iter().map(|d| d.text(s.depth)).collect();
            format!("{} -> [{}]", s.head(number), dates.join(", "))
        };
        let dates: Vec<String> = problem.iter().enumerate().map(dates).collect();
        let schedule = format!("{{ {} }}", dates.join("; ")).parse().unwrap();
        let info = info(&problem).schedule_map(schedule);
        let date = |a: &Access| -> Vec<i64> {
            let dates = problem[a.statement].dates.iter();
            dates.map(|d| d.value(&a.instance)).collect()
        };
        check(&problem, &info, &|x, y| date(x) < date(y))
    });
}

#[test]
fn trees() {
    run((problem(), tree()), |(problem, tree)| {
        let all: Vec<usize> = (0..problem.len()).collect();
        let heads: Vec<String> = all.iter().map(|&s| problem[s].head(s)).collect();
        let child = match tree.text(&problem, &all) {
            Some(child) => format!(", child: {child}"),
            None => String::new(),
        };
        let text = format!("{{ domain: \"{{ {} }}\"{child} }}", heads.join("; "));
        let schedule = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
        let info = info(&problem).schedule(schedule);
        check(&problem, &info, &|x, y| tree.is_before(x, y))
    });
}

/// Merging the pieces of this one's answer would take far longer than finding them.
#[test]
fn tidying_does_not_take_forever() {
    let info: AccessInfo = r#"
sink: "[N] -> { S0[i, j] -> a[2i + j] : 0 <= i < N and i <= j < N }"
may_source: "[N] -> { S1[i] -> a[2i - 1] : i mod 2 = 0 and 0 <= i < N }"
kill: "[N] -> { S0[i, j] -> a[j - i] : 0 <= i < N and i <= j < N }"
schedule_map: "{ S0[i, j] -> [i, i, -i]; S1[i] -> [2, 1, -i - 1] }"
"#
    .parse()
    .unwrap();
    let pieces = info.compute_flow().unwrap();
    let flow = pieces.coalesce().unwrap();
    assert!(flow.is_equal(&pieces).unwrap());
    // The only sure sources are kills.
    assert!(!flow.may_dependence().unwrap().is_empty().unwrap());
    assert!(flow.must_dependence().unwrap().is_empty().unwrap());
}

/// `S1` comes before `S0[2, j]`, although its first date is the larger number in the text.
#[test]
fn a_fixed_date_is_compared_with_a_loop() {
    let info: AccessInfo = r#"
sink: "[N] -> { S2[i] -> a[0] : 0 <= i < N }"
must_source: "[N] -> { S0[i, j] -> a[i - j - 1] : 0 <= i, j < N; S1[] -> a[0] : N >= 0 }"
schedule_map: "{ S0[i, j] -> [i, 1, 0]; S1[] -> [2, 0, 0]; S2[i] -> [2, i, 0] }"
"#
    .parse()
    .unwrap();
    let flow = info.compute_flow().unwrap().must_dependence().unwrap();
    // S2[0] runs at [2, 0, 0], as S1 does, and S2[1] at [2, 1, 0], as S0[2, 1] does.
    let expected = "[N] -> { S0[1, 0] -> S2[0] : N >= 2; S1[] -> S2[1] : N >= 2;
        S0[2, 1] -> S2[i] : 2 <= i < N }";
    assert!(flow.is_equal(&expected.parse().unwrap()).unwrap(), "{flow}");
}
