//! Differences and inclusion where existentials have no formula, compared with counting.

use presburger::Set;
use std::collections::BTreeSet;

/// Sets of numbers between 0 and 20 whose existential has no formula, with who is in them.
type Known = (&'static str, fn(i64) -> bool);

const UNKNOWN: &[Known] = &[
    // 0; 3, 4; 6, 7, 8; 9 and all after it.
    ("exists a : 3a <= x <= 4a", |x| {
        (0..=20).any(|a| 3 * a <= x && x <= 4 * a)
    }),
    // 0; 5, 6; 10, 11, 12; 15, 16, 17, 18; 20.
    ("exists a : 5a <= x <= 6a", |x| {
        (0..=20).any(|a| 5 * a <= x && x <= 6 * a)
    }),
    (
        "exists a, b : 0 <= a <= 1 and x = 7a + 10b and b >= 0",
        |x| (0..=1).any(|a| (0..=2).any(|b| x == 7 * a + 10 * b)),
    ),
    ("exists a : 4a <= x <= 5a and x <= 2a + 9", |x| {
        (0..=20).any(|a| 4 * a <= x && x <= 5 * a && x <= 2 * a + 9)
    }),
];

fn set(condition: &str) -> Set {
    let text = format!("{{ [x] : 0 <= x <= 20 and ({condition}) }}");
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn numbers(holds: impl Fn(i64) -> bool) -> BTreeSet<i64> {
    (0..=20).filter(|x| holds(*x)).collect()
}

/// Some of the numbers, as a set and as themselves.
fn some(numbers: impl IntoIterator<Item = i64>) -> (Set, BTreeSet<i64>) {
    let numbers: BTreeSet<i64> = numbers.into_iter().collect();
    let mut found: Set = "{ [x] : false }".parse().unwrap();
    // Neighbours in one conjunction.
    for first in numbers.iter().filter(|x| !numbers.contains(&(*x - 1))) {
        let last = (*first..).take_while(|x| numbers.contains(x)).last();
        let last = last.unwrap_or(*first);
        let run: Set = format!("{{ [x] : {first} <= x <= {last} }}")
            .parse()
            .unwrap();
        found = found.union(&run).unwrap();
    }
    (found, numbers)
}

fn members(set: &Set) -> BTreeSet<i64> {
    let points = set.points().unwrap();
    let values = points.iter().map(|point| {
        let text = Set::from_point(point).to_string();
        let digits: String = text.chars().filter(|c| c.is_ascii_digit()).collect();
        digits.parse::<i64>().unwrap()
    });
    values.collect()
}

/// One piece that is left over decides only if nothing else covers it: for every choice of the
/// numbers that such a set lacks, the two together are everything if all of them are chosen.
#[test]
fn several_sets_cover_together() {
    let everything = set("true");
    for (condition, holds) in UNKNOWN {
        let unknown = set(condition);
        let lacking: Vec<i64> = numbers(|x| !holds(x)).into_iter().collect();
        let few = &lacking[..lacking.len().min(6)];
        let (others, _) = some(lacking[few.len()..].iter().copied());
        for choice in 0..1u32 << few.len() {
            let chosen = few.iter().enumerate();
            let chosen = chosen
                .filter(|(i, _)| choice >> i & 1 == 1)
                .map(|(_, x)| *x);
            let (more, chosen) = some(chosen);
            let complete = chosen.len() == few.len();
            let before = unknown.union(&others).unwrap().union(&more).unwrap();
            let after = others.union(&more).unwrap().union(&unknown).unwrap();
            for (way, all) in [("before", before), ("after", after)] {
                let covers = everything.is_subset(&all).unwrap();
                assert_eq!(covers, complete, "{condition}, {way} {chosen:?}");
                let rest = members(&everything.subtract(&all).unwrap());
                let wanted = few.iter().copied().filter(|x| !chosen.contains(x));
                assert_eq!(rest, wanted.collect(), "{condition}, {way} {chosen:?}");
            }
        }
    }
}

/// The pieces of a difference have no number in common, and together are the difference.
#[test]
fn pieces_are_disjoint() {
    let mut checked = 0;
    for first in [
        "true",
        "x mod 2 = 0",
        "x mod 3 = 1 or x mod 5 = 2",
        "exists a : 3a <= x <= 4a",
    ] {
        for (second, holds) in [
            (
                "3 <= x <= 12",
                (|x| (3..=12).contains(&x)) as fn(i64) -> bool,
            ),
            ("x mod 4 = 1", |x| x % 4 == 1),
            ("x = 7", |x| x == 7),
            ("4 <= x <= 9 and x mod 3 = 0", |x| {
                (4..=9).contains(&x) && x % 3 == 0
            }),
            ("2 * floor(x/5) <= x - 8", |x| 2 * (x / 5) <= x - 8),
            ("exists a : 5a <= x <= 6a", |x| {
                (0..=20).any(|a| 5 * a <= x && x <= 6 * a)
            }),
        ] {
            let whole = set(first);
            let difference = whole.subtract(&set(second)).unwrap();
            let wanted: BTreeSet<i64> =
                members(&whole).into_iter().filter(|x| !holds(*x)).collect();
            assert_eq!(members(&difference), wanted, "{first} without {second}");
            let pieces: Vec<Set> = difference.basic_sets().into_iter().map(Set::from).collect();
            for (i, a) in pieces.iter().enumerate() {
                for b in &pieces[..i] {
                    // A conjunction of the first set may overlap with another one of it.
                    if first.contains(" or ") {
                        continue;
                    }
                    let both = members(&a.intersect(b).unwrap());
                    assert!(both.is_empty(), "{first} without {second}: {both:?}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 10, "{checked} pairs");
}

/// In the plane there are several reasons for not being in such a set, and each half of the plane
/// covers some of them: one that is covered settles nothing about the others.
#[test]
fn the_reasons_for_being_left_out() {
    let everything: Set = "{ [x, y] : 0 <= x, y <= 20 }".parse().unwrap();
    // No bound of `a` is always the one that counts.
    let unknown = "{ [x, y] : 0 <= x, y <= 20 and exists a : 3a <= x <= 5a and 4a <= y <= 7a }";
    let unknown: Set = unknown.parse().unwrap();
    let is_in = |x, y| (0..=20).any(|a| 3 * a <= x && x <= 5 * a && 4 * a <= y && y <= 7 * a);
    type Form = fn(i64, i64) -> i64;
    let forms: [(&str, Form); 6] = [
        ("x", |x, _| x),
        ("y", |_, y| y),
        ("-x", |x, _| -x),
        ("-y", |_, y| -y),
        ("y - x", |x, y| y - x),
        ("x - y", |x, y| x - y),
    ];
    let mut covered = 0;
    for (form, value) in forms {
        for most in -20..=20 {
            // There always is such a `b`, namely 0; but it has no formula either.
            let always =
                "exists b : 2b <= x + 40 and 3b <= y + 60 and x - 90 <= 5b and y - 90 <= 7b";
            let more =
                format!("{{ [x, y] : 0 <= x, y <= 20 and {form} <= {most} and ({always}) }}");
            let more: Set = more.parse().unwrap();
            let points = (0..=20).flat_map(|x| (0..=20).map(move |y| (x, y)));
            let mut left = points.filter(|(x, y)| !is_in(*x, *y) && value(*x, *y) > most);
            let complete = left.next().is_none();
            covered += usize::from(complete);
            for all in [unknown.union(&more).unwrap(), more.union(&unknown).unwrap()] {
                let found = everything.is_subset(&all).unwrap();
                assert_eq!(found, complete, "{form} <= {most}");
            }
        }
    }
    assert!(covered > 0, "nothing is covered");
}

/// A thread has two megabytes of stack, whatever the number of pieces.
#[test]
fn many_pieces_need_little_stack() {
    let test = || {
        // Points of a curve: no two of them join.
        let points: Vec<String> = (0..1500).map(|i| format!("[{i}, {}]", i * i)).collect();
        let many: Set = format!("{{ {} }}", points.join("; ")).parse().unwrap();
        let some: Set = "{ [i, j] : 0 <= i < 1500 and j = 0 }".parse().unwrap();
        let rest = some.subtract(&many).unwrap();
        let expected: Set = "{ [i, 0] : 1 <= i < 1500 }".parse().unwrap();
        assert!(rest.is_equal(&expected).unwrap());
        assert!(!some.is_subset(&many).unwrap());
        assert!(many.is_subset(&many).unwrap());
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    thread.spawn(test).unwrap().join().unwrap();
}

/// What is implied by other constraints cuts no piece off, what is covered anyway is cut into none, and
/// neighbours that one conjunction has cut apart and the next one has not are joined.
#[test]
fn pieces_say_something_each() {
    for (whole, part, most) in [
        // i >= -2 follows from the others, of which each leaves a piece.
        (
            "{ [i, j] }",
            "{ [i, j] : -2 <= i <= 18 and -2 <= j <= i }",
            3,
        ),
        (
            "{ [i, j] : j >= 0 }",
            "{ [i, j] : 0 <= i <= 9 and j <= i and j <= 9 }",
            2,
        ),
        // The second one is all that matters.
        (
            "{ [i, j] }",
            "{ [i, j] : 3 <= i <= 8 and j mod 2 = 0 and j <= i; [i, j] : i >= 1 }",
            1,
        ),
        // Around a box, the one above as well: the corners belong to their neighbours.
        (
            "{ [x, y] : 0 <= x <= 9 and 0 <= y <= 9 }",
            "{ [x, y] : 3 <= x <= 4; [x, y] : 5 <= x <= 6 }",
            2,
        ),
    ] {
        let (a, b): (Set, Set) = (whole.parse().unwrap(), part.parse().unwrap());
        let left = a.subtract(&b).unwrap();
        assert!(left.n_basic_set() <= most, "{whole} \\ {part} = {left}");
        assert!(left.is_disjoint(&b).unwrap(), "{whole} \\ {part} = {left}");
        assert!(
            left.union(&b.intersect(&a).unwrap())
                .unwrap()
                .is_equal(&a)
                .unwrap()
        );
    }
}
