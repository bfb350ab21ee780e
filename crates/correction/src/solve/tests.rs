//! Systems of bounds, small enough to try all answers.

use super::*;

/// A stream of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

fn holds(constraint: &Constraint, point: &[Vec<i64>]) -> bool {
    let at = |unit: usize, k: usize| point.get(unit).map_or(0, |one| one[k]);
    let bound = &constraint.bound.0;
    let difference: Vec<i64> = (0..bound.len())
        .map(|k| at(constraint.to, k) - at(constraint.from, k))
        .collect();
    match constraint.end {
        End::Greater => difference > *bound,
        End::AtLeast => difference >= *bound,
        End::Equal => {
            let last = bound.len() - 1;
            difference[..last] > bound[..last] || difference == *bound
        }
    }
}

/// All deviations of `n` units in `length` entries up to `most`.
fn all(n: usize, length: usize, most: i64) -> Vec<Vec<Vec<i64>>> {
    let mut found = vec![Vec::new()];
    for _ in 0..n * length {
        let longer = found.into_iter().flat_map(|one: Vec<i64>| {
            (-most..=most).map(move |value| one.iter().copied().chain([value]).collect())
        });
        found = longer.collect();
    }
    let split = |one: Vec<i64>| one.chunks(length).map(<[i64]>::to_vec).collect();
    found.into_iter().map(split).collect()
}

#[test]
fn solutions_are_the_smallest() {
    let mut random = Random(88172645463325252);
    let (mut solved, mut conflicts) = (0, 0);
    for _ in 0..400 {
        let (n, length, most) = match random.below(3) {
            0 => (1, 3, 4),
            1 => (2, 2, 4),
            _ => (3, 2, 2),
        };
        let mut constraints = Vec::new();
        for _ in 0..1 + random.below(5) {
            let (from, to) = (
                random.below(n as u64 + 1) as usize,
                random.below(n as u64 + 1) as usize,
            );
            let shorter = random.below(4) == 0 && length > 1;
            let entries = length - usize::from(shorter);
            let bound = (0..entries).map(|_| random.below(4) as i64 - 2).collect();
            constraints.push(Constraint {
                from,
                to,
                bound: Bound(bound),
                end: match random.below(3) {
                    0 => End::AtLeast,
                    _ => End::Greater,
                },
            });
        }
        let fits = |point: &&Vec<Vec<i64>>| constraints.iter().all(|one| holds(one, point));
        let points = all(n, length, most);
        let least = points
            .iter()
            .filter(fits)
            .map(|point| cost(point, length))
            .min();
        match solve(n, length, &constraints) {
            Ok(found) => {
                assert!(fits(&&found), "{constraints:?}: {found:?}");
                let found = cost(&found, length);
                // The box may be too small for the best point.
                if let Some(least) = least {
                    assert!(found <= least, "{constraints:?}: {found:?}, not {least:?}");
                }
                solved += 1;
            }
            Err(Conflict(why)) => {
                assert_eq!(least, None, "{constraints:?}");
                // The constraints that are named have no solution themselves.
                let named: Vec<Constraint> = why.iter().map(|&i| constraints[i].clone()).collect();
                assert!(
                    solve(n, length, &named).is_err(),
                    "{constraints:?}: {why:?}"
                );
                conflicts += 1;
            }
        }
    }
    assert!(solved > 80 && conflicts > 80, "{solved} {conflicts}");
}

#[test]
fn equal_differences_are_found() {
    let equal = |from, to, bound: &[i64]| Constraint {
        from,
        to,
        bound: Bound(bound.to_vec()),
        end: End::Equal,
    };
    let found = solve(2, 2, &[equal(0, 1, &[0, -1])]).unwrap();
    assert_eq!(cost(&found, 2), [0, 1]);
    assert!(holds(&equal(0, 1, &[0, -1]), &found));
    // Nothing is -1 and 1 at once; 1 in the entry before it frees both.
    let both = [equal(0, 1, &[0, -1]), equal(0, 1, &[0, 1])];
    assert!(solve(2, 2, &both).is_err());
}

#[test]
fn later_units_are_moved_to_later_places() {
    let one = Constraint {
        from: 0,
        to: 1,
        bound: Bound(vec![0, 1, -1]),
        end: End::Greater,
    };
    assert_eq!(
        solve(2, 3, std::slice::from_ref(&one)),
        Ok(vec![vec![0, 0, 0], vec![0, 1, 0]])
    );
    // What stays has the number of units.
    let kept = Constraint {
        from: 0,
        to: 1,
        ..one
    };
    assert_eq!(solve(1, 3, &[kept]), Ok(vec![vec![0, -1, 0]]));
}
