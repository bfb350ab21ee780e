//! Strategies: what they say, how they are written, and that schedules obey them.

mod support;

use optimizer::Strategy;
use optimizer::schedule::{ConcurrentStart, Options, qualities, schedule};
use optimizer::strategy::{Condition, Dimension, Name, Policy, Term};
use presburger::Dim;
use proptest::prelude::*;
use scop::Scop;
use scop::schedule::{Kind, Placements, ScheduleTree};
use support::{all_of, kernel, kernels, program};

/// The schedule of a program by a strategy.
fn scheduled(scop: &Scop, strategy: &str) -> ScheduleTree {
    let strategy: Strategy = strategy.parse().unwrap();
    let options = strategy.options(scop, &Options::default()).unwrap();
    let found = schedule(scop, &all_of(scop), &options).unwrap();
    assert!(!found.rejected, "not legal");
    found.legal.schedule().clone()
}

/// The coefficients of iterators in the rows of a statement, from the outermost inwards.
fn rows(scop: &Scop, tree: &ScheduleTree, statement: &str) -> Vec<Vec<i64>> {
    let one = scop.statements.iter().find(|one| one.name == statement);
    let space = one.unwrap().domain.space();
    let placements = Placements::new(tree).unwrap();
    let own = placements.iter().map(|(_, one)| one);
    let mut own = own.filter(|one| one.domain.space().tuple() == space.tuple());
    let rows = own.next().unwrap().dates().map(|(_, date)| {
        let factor = |i| date.coefficient(Dim::In(i)).unwrap().to_i64().unwrap();
        (0..space.n_out()).map(factor).collect()
    });
    rows.collect()
}

#[test]
fn every_preset_schedules_every_kernel() {
    for kernels::Kernel { name, .. } in kernels::all() {
        for scop in kernel(&name) {
            for preset in Strategy::PRESETS {
                let strategy = Strategy::preset(preset).unwrap();
                let options = strategy.options(&scop, &Options::default()).unwrap();
                let found = schedule(&scop, &all_of(&scop), &options);
                let found = found.unwrap_or_else(|e| panic!("{name}, {preset}: {e}"));
                assert!(!found.rejected, "{name}, {preset}");
            }
        }
    }
}

/// The preset that says nothing is what there is without a strategy.
#[test]
fn the_default_is_the_default() {
    let scop = &kernel("jacobi-2d")[0];
    let options = Options::default();
    let own = Strategy::default().options(scop, &options).unwrap();
    assert_eq!(format!("{own:?}"), format!("{options:?}"));
}

const PRODUCT: &str =
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++)
    S: C[i][j] += A[i][k] * B[k][j];";

fn product() -> Scop {
    program(
        "int n, double A[n][n], double B[n][n], double C[n][n]",
        PRODUCT,
    )
}

#[test]
fn coefficients_are_what_is_demanded() {
    let scop = product();
    let text = "dimension 1\n S.j = 1\n S.i = 0\n S.k <= 0\ndimension 2\n S.k - S.i >= 1\n S.1 = 7";
    let tree = scheduled(&scop, text);
    let found = rows(&scop, &tree, "S");
    assert_eq!(found[0], [0, 1, 0]);
    assert!(found[1][2] > found[1][0], "{tree}");
    assert!(tree.to_string().contains("[7 - i]"), "{tree}");
    // Without it, loops are in the order of the program.
    assert_eq!(rows(&scop, &scheduled(&scop, ""), "S")[0], [1, 0, 0]);
}

/// Loops run backwards only if that is allowed.
#[test]
fn reversal_is_a_choice() {
    let scop = program(
        "int n, double A[n], double B[n], double C[n]",
        "for (int i = 0; i < n; i++) S: B[i] = A[i];
         for (int i = 0; i < n; i++) T: C[i] = B[n - 1 - i];",
    );
    assert_eq!(rows(&scop, &scheduled(&scop, "fuse max"), "T"), [[-1]]);
    let forward = scheduled(&scop, "fuse max\nreversal no");
    for statement in ["S", "T"] {
        assert!(
            rows(&scop, &forward, statement)
                .concat()
                .iter()
                .all(|one| *one >= 0)
        );
    }
}

/// The statements that share the outermost loop with one.
fn companions(scop: &Scop, tree: &ScheduleTree, statement: &str) -> Vec<String> {
    let placements = Placements::new(tree).unwrap();
    let outermost = |name: &str| {
        let one = scop.statements.iter().find(|one| one.name == name).unwrap();
        let own = placements.iter().map(|(_, one)| one);
        let mut own = own.filter(|p| p.domain.space().tuple() == one.domain.space().tuple());
        own.next().unwrap().dates().next().map(|(id, _)| id)
    };
    let names = scop.statements.iter().map(|one| one.name.clone());
    names
        .filter(|name| outermost(name) == outermost(statement))
        .collect()
}

#[test]
fn statements_share_loops_as_demanded() {
    let scop = program(
        "int n, double A[n], double B[n], double C[n], double D[n]",
        "for (int i = 0; i < n; i++) R: B[i] = A[i];
         for (int i = 0; i < n; i++) S: C[i] = A[i];
         for (int i = 0; i < n; i++) T: D[i] = A[i];",
    );
    let with = |strategy: &str, name: &str| companions(&scop, &scheduled(&scop, strategy), name);
    assert_eq!(with("fuse max", "R"), ["R", "S", "T"]);
    assert_eq!(with("fuse none", "R"), ["R"]);
    for policy in ["max", "smart", "none"] {
        let strategy = format!("fuse {policy}\ndimension 1\n fuse {{R, T}}");
        assert_eq!(with(&strategy, "R"), ["R", "T"]);
        assert_eq!(with(&strategy, "S"), ["S"]);
    }
}

/// What dependences forbid is not done.
#[test]
fn dependences_come_before_groups() {
    let scop = program(
        "int n, double A[n], double x[1], double B[n]",
        "for (int i = 0; i < n; i++) R: x[0] += A[i];
         for (int i = 0; i < n; i++) S: A[i] = x[0];
         for (int i = 0; i < n; i++) T: B[i] = A[i];",
    );
    let tree = scheduled(&scop, "temporaries no\ndimension 1\n fuse {R, T} {S}");
    assert_eq!(companions(&scop, &tree, "R"), ["R"]);
}

/// One row orders all time steps, and everything inside is parallel (Feautrier, 1992).
#[test]
fn feautrier_orders_all_at_once() {
    let scop = program(
        "int m, int n, double A[2][n][n]",
        "for (int t = 0; t < m; t++)
           for (int i = 1; i < n - 1; i++)
             for (int j = 1; j < n - 1; j++)
               S: A[(t + 1) % 2][i][j] = A[t % 2][i - 1][j] + A[t % 2][i + 1][j];",
    );
    let tree = scheduled(&scop, "preset feautrier");
    let bands: Vec<_> = tree
        .nodes()
        .into_iter()
        .filter_map(|(_, node)| match node.kind() {
            Kind::Band(band) => Some(band.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(bands.len(), 2, "{tree}");
    assert_eq!(rows(&scop, &tree, "S")[0], [1, 0, 0]);
    assert!(
        bands[1].members.iter().all(|member| member.coincident),
        "{tree}"
    );
    assert_eq!(bands[1].size(), 2);
}

/// The same, of one dimension only: the outermost loop orders, those inside can be tiled.
#[test]
fn objectives_are_said_by_dimension() {
    let scop = &kernel("seidel-2d")[0];
    let statement = scop.statements[0].name.clone();
    let tree = scheduled(scop, "dimension 1\n objective carry");
    // A row that orders all pairs at once moves across the cells; plain bands begin with time.
    assert_ne!(rows(scop, &tree, &statement)[0], [1, 0, 0]);
    assert_eq!(rows(scop, &scheduled(scop, ""), &statement)[0], [1, 0, 0]);
    let first = tree
        .nodes()
        .into_iter()
        .find_map(|(_, node)| match node.kind() {
            Kind::Band(band) => Some(band.clone()),
            _ => None,
        });
    assert_eq!(first.unwrap().size(), 1);
    assert_eq!(
        qualities(scop, &scheduled(scop, "")).unwrap()[0].permutable,
        3
    );
}

/// Two statements read the same matrix, one by columns: with `inputs` they read each cell at the same time.
#[test]
fn reads_of_the_same_data_come_together() {
    let scop = program(
        "int n, double A[n][n], double B[n][n], double C[n][n]",
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) S: B[i][j] = A[i][j];
         for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) T: C[i][j] = A[j][i];",
    );
    let together = |tree: &ScheduleTree| rows(&scop, tree, "T")[..2] == [[0, 1], [1, 0]];
    assert!(together(&scheduled(&scop, "fuse max\ninputs yes")));
    assert!(!together(&scheduled(&scop, "fuse max")));
    // Parallel loops matter more.
    let parallel = program(
        "int n, double A[n][n], double x[n], double y[n]",
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) S: x[i] += A[i][j];
         for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) T: y[i] += A[j][i];",
    );
    let tree = scheduled(&parallel, "fuse max\ninputs yes");
    for quality in qualities(&parallel, &tree).unwrap() {
        assert_eq!((quality.permutable, quality.parallel), (2, 1), "{tree}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let cases = [
        (
            "fuse",
            "line 1, column 5: expected `max`, `smart` or `none`, found the end of the line",
        ),
        (
            "fuse max min",
            "line 1, column 10: expected the end of the line, found `min`",
        ),
        (
            "fuse max\nfuse none",
            "line 2, column 1: `fuse` is said twice",
        ),
        (
            "split maybe",
            "line 1, column 7: expected `yes` or `no`, found `maybe`",
        ),
        (
            "# fine\n\n  tile 32",
            "line 3, column 3: expected a setting, `dimension` or a condition, found `tile`",
        ),
        (
            "inputs no\npreset isl",
            "line 2, column 1: `preset` comes first",
        ),
        (
            "preset best",
            "line 1, column 8: expected `default`, `pluto`, `feautrier` or `isl`, found `best`",
        ),
        (
            "coefficients 4",
            "line 1, column 14: expected `<=`, found `4`",
        ),
        (
            "coefficients <= 0",
            "line 1, column 17: there are no loops without coefficients",
        ),
        (
            "coefficients <= 99999999999999999999",
            "line 1, column 17: `99999999999999999999` is too large",
        ),
        (
            "S.i = 1",
            "line 1, column 1: a condition belongs to a dimension: write `dimension 1` before it",
        ),
        (
            "dimension 0",
            "line 1, column 11: dimensions are counted from 1 to 100",
        ),
        (
            "dimension 2\ndimension 2",
            "line 2, column 11: dimensions come in ascending order",
        ),
        (
            "dimension 1\nsplit no",
            "line 2, column 1: `split` comes before the first dimension",
        ),
        (
            "dimension 1\nfuse {S T}",
            "line 2, column 9: expected `,` or `}`, found `T`",
        ),
        (
            "dimension 1\nfuse max",
            "line 2, column 6: expected `{`, found `max`",
        ),
        (
            "dimension 1\nS.i > 0",
            "line 2, column 5: `>` means nothing here",
        ),
        (
            "dimension 1\n  S.i + >= 0",
            "line 2, column 9: expected a statement, found `>=`",
        ),
        (
            "dimension 1\n  0 * >= 0",
            "line 2, column 7: expected a statement, found `>=`",
        ),
        (
            "dimension 1\nS.2 >= 0",
            "line 2, column 3: expected an iterator, a parameter or `1`, found `2`",
        ),
        (
            "dimension 1\nS.i",
            "line 2, column 4: expected `>=`, `<=` or `=`, found the end of the line",
        ),
        ("größe 1", "line 1, column 3: `ö` means nothing here"),
    ];
    for (text, expected) in cases {
        let error = text.parse::<Strategy>().expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn names_are_those_of_the_program() {
    let scop = product();
    let cases = [
        (
            "dimension 1\n X.i = 0",
            "line 2, column 2: no statement is called `X`",
        ),
        (
            "dimension 1\n S.m = 0",
            "line 2, column 4: `m` is neither a loop around `S` nor a parameter",
        ),
        (
            "dimension 1\n fuse {S} {S}",
            "line 2, column 12: `S` is in two groups",
        ),
    ];
    for (text, expected) in cases {
        let strategy: Strategy = text.parse().unwrap();
        let error = strategy
            .options(&scop, &Options::default())
            .expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

fn name(text: String) -> Name {
    Name {
        text,
        line: 1,
        column: 1,
    }
}

fn conditions() -> impl Strategy_<Value = Condition> {
    let term = (-9i64..10, "[A-Z]", "[a-z]|1").prop_map(|(factor, statement, of)| Term {
        factor,
        statement: name(statement),
        of: name(of),
    });
    let terms = proptest::collection::vec(term, 0..4);
    (terms, -20i64..20, any::<bool>()).prop_map(|(terms, constant, equality)| Condition {
        terms,
        constant,
        equality,
    })
}

use proptest::strategy::Strategy as Strategy_;

proptest! {
    /// What is written is read as it was.
    #[test]
    fn strategies_are_read_as_they_are_written(
        preset in 0..4usize,
        largest in 1i64..50,
        policy in 0..3usize,
        diamonds in 0..3usize,
        dimensions in proptest::collection::vec(
            (proptest::collection::vec(conditions(), 0..3), any::<Option<bool>>(), any::<bool>()),
            0..4,
        ),
    ) {
        let mut strategy = Strategy::preset(Strategy::PRESETS[preset]).unwrap();
        strategy.largest = largest;
        strategy.diamonds = [ConcurrentStart::No, ConcurrentStart::Partial, ConcurrentStart::Full][diamonds];
        strategy.fusion = [Policy::Max, Policy::Smart, Policy::None][policy];
        for (conditions, carry, has_groups) in dimensions {
            let objectives = [optimizer::schedule::Objective::Distance, optimizer::schedule::Objective::Carry];
            strategy.dimensions.push(Dimension {
                objective: carry.map(|carry| objectives[usize::from(carry)]),
                groups: has_groups.then(|| vec![vec![name("S".into()), name("T".into())], vec![name("fuse".into())]]),
                conditions,
            });
        }
        let text = strategy.to_string();
        prop_assert_eq!(text.parse::<Strategy>().unwrap_or_else(|e| panic!("{e}\n{text}")), strategy);
    }

    /// Nothing that is read makes it panic.
    #[test]
    fn any_text_is_read_or_refused(text in "[a-zA-Z0-9 .,{}=<>+*#\n-]{0,60}") {
        let _ = text.parse::<Strategy>();
        let _ = format!("dimension 1\n{text}").parse::<Strategy>();
    }
}
