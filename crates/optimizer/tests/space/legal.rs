//! The set of all legal schedules, compared with lemma 2 on single pairs of instances.

use crate::support::{all_of, program};
use optimizer::space::schedules::{ScheduleRow, Schedules};
use presburger::{Dim, Map};
use scop::Scop;

/// The pairs of a dependence for small n: instances with the parameter and 1 behind the iterators.
fn pairs(relation: &Map) -> Vec<(Vec<i64>, Vec<i64>)> {
    let source = relation.space().n_in();
    let mut pairs = Vec::new();
    for n in 1..=6 {
        let points = relation
            .fix_param("n", n)
            .unwrap()
            .wrap()
            .unwrap()
            .points()
            .unwrap();
        pairs.extend(points.iter().map(|point| {
            let all: Vec<i64> = (0..point.space().n_out())
                .map(|i| point.coordinate(Dim::Set(i)).unwrap().to_i64().unwrap())
                .collect();
            let (x, y) = all.split_at(source);
            ([x, &[n, 1]].concat(), [y, &[n, 1]].concat())
        }));
    }
    pairs
}

/// Lemma 2: each dependence is carried by a row, and no row before that one has a negative distance.
fn is_legal(scop: &Scop, schedule: &[ScheduleRow]) -> bool {
    all_of(scop).iter().all(|one| {
        one.relation.basic_maps().iter().all(|part| {
            let (a, b) = (one.source.0.index(), one.sink.0.index());
            let pairs = pairs(&part.to_map());
            let least = |row: &ScheduleRow| {
                let date = |form: &[i64], x: &[i64]| -> i64 {
                    form.iter().zip(x).map(|(a, b)| a * b).sum()
                };
                let distances = pairs
                    .iter()
                    .map(|(x, y)| date(&row[b], y) - date(&row[a], x));
                distances.min().unwrap_or(1)
            };
            let least: Vec<i64> = schedule.iter().map(least).collect();
            let carries = least.iter().position(|least| *least >= 1);
            carries.is_some_and(|row| least[..row].iter().all(|least| *least >= 0))
        })
    })
}

const PROGRAMS: [(&str, usize); 4] = [
    ("for (int i = 1; i < n; i++) x[i] = x[i - 1];", 1),
    (
        "for (int i = 0; i < n; i++) x[i] = 0; for (int i = 0; i < n; i++) y[i] = x[n - 1 - i];",
        1,
    ),
    ("for (int i = 0; i < n; i++) { s += x[i]; y[i] = s; }", 2),
    (
        "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) A[i][j] = A[i - 1][j] + A[i][j - 1];",
        1,
    ),
];

/// All schedules with coefficients from -1 to 1, those of the parameter being zero or, in a single row, at most 1.
fn schedules(scop: &Scop, rows: usize) -> Vec<Vec<ScheduleRow>> {
    let widths: Vec<usize> = scop.statements.iter().map(|one| one.depth() + 2).collect();
    let total: usize = widths.iter().sum::<usize>() * rows;
    // Without the parameter if that makes too many.
    let is_zero = |k: usize, width: usize| rows > 1 && k + 2 == width;
    let mut all = Vec::new();
    for code in 0..3usize.pow(total as u32) {
        let mut rest = code;
        let mut skip = false;
        let schedule = (0..rows).map(|_| {
            let dates = widths.iter().map(|&width| {
                let values = (0..width).map(|k| {
                    let value = (rest % 3) as i64 - 1;
                    rest /= 3;
                    skip |= is_zero(k, width) && value != 0;
                    value
                });
                values.collect::<Vec<i64>>()
            });
            dates.collect::<ScheduleRow>()
        });
        let schedule = schedule.collect();
        if !skip {
            all.push(schedule);
        }
    }
    all
}

#[test]
fn schedules_are_in_the_set_if_and_only_if_they_are_legal() {
    for (text, rows) in PROGRAMS {
        let parameters = "int n, double A[n][n], double x[n], double y[n], double s";
        let scop = program(parameters, text);
        let set = Schedules::of_program(&scop, &all_of(&scop), rows, 1).unwrap();
        let (mut legal, mut all) = (0, 0);
        for schedule in schedules(&scop, rows) {
            let expected = is_legal(&scop, &schedule);
            assert_eq!(set.contains(&schedule), expected, "{text}: {schedule:?}");
            if let Some(point) = set.point(&schedule) {
                assert!(set.program().holds_at(&point));
                assert_eq!(set.schedule(&point), schedule);
            }
            legal += usize::from(expected);
            all += 1;
        }
        println!("{text}: {legal} of {all}");
        assert!(legal > 0 && legal < all, "{text}: {legal} of {all}");
        let first = set.first(100_000).unwrap().unwrap();
        assert!(set.contains(&first) && is_legal(&scop, &first), "{first:?}");
    }
}

/// One row is not enough for a sum: its dependences on itself and those to what reads it.
#[test]
fn some_programs_need_several_rows() {
    let scop = program(
        "int n, double A[n][n], double x[n]",
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i] = x[i] * A[i][j] + x[0];",
    );
    let set = |rows: usize| Schedules::of_program(&scop, &all_of(&scop), rows, 1).unwrap();
    assert_eq!(set(1).first(100_000).unwrap(), None);
    let two = set(2);
    let found = two.first(100_000).unwrap().unwrap();
    assert!(is_legal(&scop, &found), "{found:?}");
    let dependences = set(1).n_variables() - 4;
    assert_eq!(two.n_variables(), 2 * set(1).n_variables());
    assert!(two.n_constraints() > dependences);
}
