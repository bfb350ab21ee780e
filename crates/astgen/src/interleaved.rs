//! Sets of dates that follow each other in both directions, found without a question for each pair.
//!
//! Let `i` be the first dimension that is no fixed number, and let `x` and `y` be two values of the
//! parameters and of the dimensions up to `i` that differ in `i` alone. Any two sets of dates that
//! both have a date that starts with `x` and one that starts with `y` follow each other: the one
//! has a date before one of the other, and the other way round. So one such pair, a witness, settles
//! all questions about the sets that it belongs to, and belonging is a question about one set. A
//! hundred statements in one loop, each from another iteration on, have the last iterations in
//! common.

use crate::error::Result;
use presburger::{Dim, Effort, Map, Point, Set, attempt};
use std::collections::{BTreeMap, BTreeSet};

/// How many witnesses are tried for sets with the same fixed numbers. What they leave is compared
/// in pairs.
const MOST_WITNESSES: usize = 8;

/// For some of the sets the number of a group; any two of a group, and each with itself, have
/// elements that follow each other, the dimensions before `depth` being the same. `numbers` has the
/// dimensions that are fixed.
pub(crate) fn interleaved(
    domains: &[Set],
    numbers: &[Vec<Option<i64>>],
    depth: usize,
) -> Result<Vec<Option<usize>>> {
    let mut group_of = vec![None; domains.len()];
    if domains.len() < 3 {
        return Ok(group_of);
    }
    // By the fixed numbers at the start: different ones need no question.
    let mut by_start: BTreeMap<Vec<i64>, Vec<usize>> = BTreeMap::new();
    for (class, numbers) in numbers.iter().enumerate() {
        let inner = numbers.iter().skip(depth);
        let start: Vec<i64> = inner.map_while(|number| *number).collect();
        if depth + start.len() < numbers.len() {
            by_start.entry(start).or_default().push(class);
        }
    }
    let params = domains.iter().flat_map(|set| set.space().params());
    let params: BTreeSet<&str> = params.map(|name| &**name).collect();
    for (start, mut rest) in by_start {
        let i = depth + start.len();
        let mut tried = 0;
        // The sets often shrink or grow from the first statement to the last.
        while let (Some(&first), Some(&last), true) =
            (rest.first(), rest.last(), tried < MOST_WITNESSES)
        {
            let mut best: Vec<usize> = Vec::new();
            for class in [last, first] {
                tried += 1;
                let witness = attempt(Effort::Question, || {
                    Witness::of(&domains[class], i, &params)
                })?;
                let Some(witness) = witness.flatten() else {
                    continue;
                };
                let mut group = Vec::new();
                for &other in &rest {
                    let belongs = || witness.belongs_to(&domains[other]);
                    if attempt(Effort::Question, belongs)? == Some(true) {
                        group.push(other);
                    }
                }
                if group.len() > best.len() {
                    best = group;
                }
                if best.len() == rest.len() {
                    break;
                }
            }
            if best.len() < 2 {
                break;
            }
            for &class in &best {
                group_of[class] = best.first().copied();
            }
            rest.retain(|class| group_of[*class].is_none());
        }
    }
    Ok(group_of)
}

/// All dates that start in one of two ways, for one value of the parameters.
struct Witness {
    earlier: Set,
    later: Set,
}

impl Witness {
    /// Two starts of a set that differ in dimension `i` alone.
    fn of(set: &Set, i: usize, params: &BTreeSet<&str>) -> presburger::Result<Option<Witness>> {
        let mut pairs = Map::from_domain_and_range(set, set)?;
        for outer in 0..i {
            pairs = pairs.equate(Dim::In(outer), Dim::Out(outer))?;
        }
        let pairs = pairs.order_lt(Dim::In(i), Dim::Out(i))?;
        let Some(point) = pairs.wrap()?.flatten().sample_point()? else {
            return Ok(None);
        };
        Ok(Some(Witness {
            earlier: starting_with(set, &point, 0, i, params)?,
            later: starting_with(set, &point, set.n_dim(), i, params)?,
        }))
    }

    fn belongs_to(&self, set: &Set) -> presburger::Result<bool> {
        Ok(!set.is_disjoint(&self.earlier)? && !set.is_disjoint(&self.later)?)
    }
}

/// The elements of the space of `set` with the dimensions up to `i` and the parameters from a
/// point, the first dimension being at `offset` in it. A parameter that the point does not have is
/// 0, so that it is the same everywhere.
fn starting_with(
    set: &Set,
    point: &Point,
    offset: usize,
    i: usize,
    params: &BTreeSet<&str>,
) -> presburger::Result<Set> {
    let mut all = Set::universe(set.space().clone())?;
    for name in params {
        all = match point.space().find_param(name) {
            Some(at) => all.fix_param(name, point.coordinate(Dim::Param(at))?)?,
            None => all.fix_param(name, 0)?,
        };
    }
    for dim in 0..=i {
        all = all.fix(Dim::Set(dim), point.coordinate(Dim::Set(offset + dim))?)?;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::interleaved;
    use presburger::Set;

    /// Any two sets of a group follow each other, point by point, with `n = 9`.
    fn groups(depth: usize, texts: &[&str], fixed: &[Option<i64>]) -> Vec<Option<usize>> {
        let sets: Vec<Set> = texts
            .iter()
            .map(|text| format!("[n] -> {{ {text} }}").parse().unwrap())
            .collect();
        let numbers = vec![fixed.to_vec(); sets.len()];
        let groups = interleaved(&sets, &numbers, depth).unwrap();
        let points = |set: &Set| -> Vec<Vec<i64>> {
            let points = set.fix_param("n", 9).unwrap().points().unwrap();
            points
                .iter()
                .map(|point| point.to_i64s().unwrap())
                .collect()
        };
        let precedes = |a: &[i64], b: &[i64]| a[..depth] == b[..depth] && a < b;
        for (i, first) in sets.iter().enumerate() {
            for (j, second) in sets.iter().enumerate() {
                let some = points(first).iter().any(|a| {
                    let mut later = points(second).into_iter();
                    later.any(|b| precedes(a, &b))
                });
                assert!(
                    some || groups[i].is_none() || groups[i] != groups[j],
                    "{i} {j}"
                );
            }
        }
        groups
    }

    #[test]
    fn nested_sets_are_one_group() {
        let texts = [
            "[i, 0] : 0 <= i < n",
            "[i, 0] : 2 <= i < n",
            "[i, 0] : 5 <= i < n",
        ];
        assert_eq!(groups(0, &texts, &[None, Some(0)]), [Some(0); 3]);
        let texts = [texts[2], texts[0], texts[1]];
        assert_eq!(groups(0, &texts, &[None, Some(0)]), [Some(0); 3]);
    }

    #[test]
    fn sets_that_do_not_overlap_are_none() {
        let texts = [
            "[i, 0] : 0 <= i < 2",
            "[i, 0] : 3 <= i < 5",
            "[i, 0] : 6 <= i < 9",
        ];
        assert_eq!(groups(0, &texts, &[None, Some(0)]), [None; 3]);
        // One value is not enough to be before and after another one.
        let texts = [
            "[i, 0] : i = 4",
            "[i, 0] : 4 <= i < 5",
            "[i, 0] : 3 < i < 5",
        ];
        assert_eq!(groups(0, &texts, &[None, Some(0)]), [None; 3]);
        // Nor is one value in common.
        let texts = [
            "[i, 0] : 0 <= i <= 1",
            "[i, 0] : 1 <= i <= 2",
            "[i, 0] : 2 <= i <= 3",
        ];
        assert_eq!(groups(0, &texts, &[None, Some(0)]), [None; 3]);
    }

    #[test]
    fn outer_dimensions_and_parameters_must_agree() {
        let one = "[i, j] : i = 0 and 0 <= j < n";
        let texts = [
            one,
            "[i, j] : i = 1 and 0 <= j < n",
            "[i, j] : i = 0 and 3 <= j < n",
        ];
        assert_eq!(groups(1, &texts, &[None, None]), [Some(0), None, Some(0)]);
        let other = "[i, j] : i = 0 and n < 9 and 0 <= j < 5";
        let texts = [one, other, "[i, j] : i = 0 and n >= 9 and 3 <= j < n"];
        let found = groups(1, &texts, &[None, None]);
        assert!(found[1] != found[2] || found[1].is_none(), "{found:?}");
    }
}
