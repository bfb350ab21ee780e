//! The smallest deviations that are greater than all bounds.
//!
//! Units are to be moved by vectors `C` so that `C_t − C_s ≻ b` for every bound `b` between a unit `s` and a
//! unit `t`: difference constraints over vectors with the lexicographic order. They are solved entry by entry, from
//! the outermost on. In one entry a bound says `C_t − C_s ≥ b`, `≥ b + 1` if it ends there; a bound
//! that holds with equality goes on to the next entry, and one that holds with more is done with.
//!
//! Whether there is a solution does not depend on which one is chosen in an outer entry: a cycle of bounds that
//! all go on has a sum of zero there, so that it goes on in every solution. (What does not move is one more
//! unit, at 0.)
//!
//! In one entry, the sum of `|C|` is to be least. That is the minimisation of a function that is convex on a
//! lattice (Murota, *Discrete Convex Analysis*, 2003): a point is the best one if no set of units can be moved by one with
//! profit. The units that become better and those that become worse are matched, and what is left over is
//! such a set. All best points of an entry are tried, as long as they are few.

use crate::bound::Bound;

/// What must hold for the difference `C_to − C_from`; what stays where it is has the number of units.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    pub from: usize,
    pub to: usize,
    pub bound: Bound,
    pub end: End,
}

/// What a constraint says of the last entry of its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The difference is greater than the bound.
    Greater,
    /// It is not smaller than the bound.
    AtLeast,
    /// It is greater than the bound without its last entry, or equal to the bound.
    Equal,
}

/// Numbers of constraints that cannot hold together: each begins where the one before it ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Conflict(pub Vec<usize>);

/// How many best points of one entry are tried, and how many in all.
const FEW: usize = 24;
const ALL: usize = 400;

/// The smallest deviations of `n` units in `length` entries.
pub(crate) fn solve(
    n: usize,
    length: usize,
    constraints: &[Constraint],
) -> Result<Vec<Vec<i64>>, Conflict> {
    let active: Vec<usize> = (0..constraints.len()).collect();
    let mut solver = Solver {
        n,
        length,
        constraints,
        has_equalities: constraints.iter().any(|one| one.end == End::Equal),
        tried: 0,
    };
    solver.entry(0, &active, &mut vec![Vec::new(); n])
}

/// How much is moved in each entry.
pub(crate) fn cost(deviations: &[Vec<i64>], length: usize) -> Vec<i64> {
    let sum = |k: usize| deviations.iter().map(|one| one[k].abs()).sum();
    (0..length).map(sum).collect()
}

/// Smaller ones first: by cost, then by what people like better: few units, moved to later places,
/// those that come later in the program.
fn rank(deviations: &[Vec<i64>], length: usize) -> (Vec<i64>, usize, i64, Vec<bool>) {
    let moved: Vec<bool> = deviations
        .iter()
        .map(|one| one.iter().any(|&amount| amount != 0))
        .collect();
    let backwards = deviations.iter().flatten().filter(|&&one| one < 0);
    (
        cost(deviations, length),
        moved.iter().filter(|moved| **moved).count(),
        backwards.map(|one| -one).sum(),
        moved,
    )
}

struct Solver<'a> {
    n: usize,
    length: usize,
    constraints: &'a [Constraint],
    has_equalities: bool,
    tried: usize,
}

/// The greatest sum of bounds on a way between two units; `None` if there is no way.
type Ways = Vec<Vec<Option<i64>>>;

impl Solver<'_> {
    fn entry(
        &mut self,
        k: usize,
        active: &[usize],
        chosen: &mut Vec<Vec<i64>>,
    ) -> Result<Vec<Vec<i64>>, Conflict> {
        if k == self.length {
            // Every bound ends at some entry, and is done with there.
            return Ok(chosen.clone());
        }
        let steps = self.steps(active, k)?;
        let ways = self.ways(&steps)?;
        let mut best: Option<Vec<Vec<i64>>> = None;
        let mut conflict = Conflict(active.to_vec());
        for point in points(&ways, self.n) {
            self.tried += 1;
            if best.is_some() && self.tried > ALL {
                break;
            }
            let at = |unit: usize| point.get(unit).copied().unwrap_or(0);
            let goes_on = |step: &&Step| {
                let is_tight = at(step.to) - at(step.from) == step.least;
                is_tight && self.constraints[step.index].bound.0.len() > k + 1
            };
            let rest = steps.iter().filter(goes_on).map(|step| step.index);
            let rest: Vec<usize> = rest.collect();
            for (unit, chosen) in chosen.iter_mut().enumerate() {
                chosen.push(point[unit]);
            }
            let found = self.entry(k + 1, &rest, chosen);
            for chosen in chosen.iter_mut() {
                chosen.pop();
            }
            let found = match found {
                Ok(found) => found,
                // Another point may have one where differences must be equal.
                Err(why) if self.has_equalities => {
                    conflict = why;
                    continue;
                }
                Err(why) => return Err(why),
            };
            let is_better =
                |best: &Vec<Vec<i64>>| rank(&found, self.length) < rank(best, self.length);
            if best.as_ref().is_none_or(is_better) {
                best = Some(found);
            }
        }
        best.ok_or(conflict)
    }

    /// What constraints say of an entry, given that they are tight in those before it.
    fn steps(&self, active: &[usize], k: usize) -> Result<Vec<Step>, Conflict> {
        let mut steps = Vec::new();
        for &index in active {
            let one = &self.constraints[index];
            let (from, to) = (one.from, one.to);
            let Some(&value) = one.bound.0.get(k) else {
                // Nothing is great enough.
                return Err(Conflict(vec![index]));
            };
            let ends = one.bound.0.len() == k + 1;
            let least = value + i64::from(ends && one.end == End::Greater);
            steps.push(Step {
                index,
                from,
                to,
                least,
            });
            if ends && one.end == End::Equal {
                steps.push(Step {
                    index,
                    from: to,
                    to: from,
                    least: -value,
                });
            }
        }
        Ok(steps)
    }

    /// All ways (Floyd and Warshall); a cycle with a positive sum is a conflict.
    fn ways(&self, steps: &[Step]) -> Result<Ways, Conflict> {
        let n = self.n + 1;
        let mut ways: Ways = vec![vec![None; n]; n];
        let mut next: Vec<Vec<Option<Step>>> = vec![vec![None; n]; n];
        for &step in steps {
            let (from, to) = (step.from, step.to);
            if from == to && step.least > 0 {
                return Err(Conflict(vec![step.index]));
            }
            if from != to && ways[from][to].is_none_or(|known| known < step.least) {
                ways[from][to] = Some(step.least);
                next[from][to] = Some(step);
            }
        }
        for via in 0..n {
            for from in 0..n {
                let Some(first) = ways[from][via] else {
                    continue;
                };
                for to in 0..n {
                    let Some(second) = ways[via][to] else {
                        continue;
                    };
                    let sum = first + second;
                    if from == to {
                        if sum > 0 {
                            return Err(Conflict(self.cycle(&next, from, via)));
                        }
                    } else if ways[from][to].is_none_or(|known| known < sum) {
                        ways[from][to] = Some(sum);
                        next[from][to] = next[from][via];
                    }
                }
            }
        }
        Ok(ways)
    }

    /// The constraints from one unit to another one and back.
    fn cycle(&self, next: &[Vec<Option<Step>>], from: usize, via: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for (start, end) in [(from, via), (via, from)] {
            let mut at = start;
            while at != end && found.len() <= next.len() * 2 {
                let Some(step) = next[at][end] else { break };
                found.push(step.index);
                at = step.to;
            }
        }
        found
    }
}

/// What a constraint says of one entry: `C_to − C_from ≥ least`.
#[derive(Clone, Copy, Debug)]
struct Step {
    index: usize,
    from: usize,
    to: usize,
    least: i64,
}

/// The best points of an entry, at least one.
fn points(ways: &Ways, n: usize) -> Vec<Vec<i64>> {
    let best = best_point(ways, n);
    let total: i64 = best.iter().map(|one| one.abs()).sum();
    if total == 0 || total > 8 || n > 12 {
        return vec![best];
    }
    let mut found = Vec::new();
    let mut point = Vec::new();
    all_points(ways, n, total, &mut point, &mut found);
    match found.is_empty() {
        true => vec![best],
        false => found,
    }
}

/// All points that cost as much as the best one.
fn all_points(ways: &Ways, n: usize, left: i64, point: &mut Vec<i64>, found: &mut Vec<Vec<i64>>) {
    if found.len() >= FEW {
        return;
    }
    let unit = point.len();
    if unit == n {
        found.extend((left == 0).then(|| point.clone()));
        return;
    }
    let fits = |value: i64, point: &[i64]| {
        let fixed = [(n, 0)];
        let known = point.iter().copied().enumerate().chain(fixed);
        known.into_iter().all(|(other, at)| {
            ways[other][unit].is_none_or(|least| value - at >= least)
                && ways[unit][other].is_none_or(|least| at - value >= least)
        })
    };
    let amounts = (0..=left).flat_map(|amount| match amount {
        0 => vec![0],
        _ => vec![amount, -amount],
    });
    for value in amounts {
        if fits(value, point) {
            point.push(value);
            all_points(ways, n, left - value.abs(), point, found);
            point.pop();
        }
    }
}

/// A point with the least sum of absolute values.
fn best_point(ways: &Ways, n: usize) -> Vec<i64> {
    // The least solution that is at least 0, or as much as what stays allows.
    let allowed = |unit: usize| ways[unit][n].map_or(0, |least| (-least).min(0));
    let mut point: Vec<i64> = (0..n).map(allowed).collect();
    point.push(0);
    let start = point.clone();
    for from in 0..=n {
        for to in 0..n {
            if let Some(least) = ways[from][to] {
                point[to] = point[to].max(start[from] + least);
            }
        }
    }
    // Both directions until neither is worth while.
    loop {
        let up = profitable(ways, &point, n, 1);
        for &unit in &up {
            point[unit] += 1;
        }
        let down = profitable(ways, &point, n, -1);
        for &unit in &down {
            point[unit] -= 1;
        }
        if up.is_empty() && down.is_empty() {
            point.pop();
            return point;
        }
    }
}

/// Units that can be moved by one together, so that more of them become better than worse.
fn profitable(ways: &Ways, point: &[i64], n: usize, by: i64) -> Vec<usize> {
    // Moving `a` drags `b` along.
    let drags = |a: usize, b: usize| match by {
        1 => ways[a][b].is_some_and(|least| point[b] - point[a] == least),
        _ => ways[b][a].is_some_and(|least| point[a] - point[b] == least),
    };
    let is_better = |unit: usize| (point[unit] + by).abs() < point[unit].abs();
    let better: Vec<usize> = (0..n).filter(|&unit| is_better(unit)).collect();
    let mut partner: Vec<Option<usize>> = vec![None; n + 1];
    for &unit in &better {
        let mut seen = vec![false; n + 1];
        let is_matched = matched(unit, n, &drags, &is_better, &mut partner, &mut seen);
        if !is_matched {
            // Everything that was looked at on the way is dragged along by units that become better.
            let mut moved = vec![unit];
            let mut at = 0;
            while let Some(&one) = moved.get(at) {
                let dragged = (0..n).filter(|&other| other != one && drags(one, other));
                for other in dragged.collect::<Vec<_>>() {
                    for new in [Some(other), partner[other]].into_iter().flatten() {
                        if !moved.contains(&new) {
                            moved.push(new);
                        }
                    }
                }
                at += 1;
            }
            moved.sort_unstable();
            return moved;
        }
    }
    Vec::new()
}

/// Finds a partner that becomes worse for a unit that becomes better (Kuhn). What stays is a
/// partner for any number of units.
fn matched(
    unit: usize,
    n: usize,
    drags: &dyn Fn(usize, usize) -> bool,
    is_better: &dyn Fn(usize) -> bool,
    partner: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    if drags(unit, n) {
        return true;
    }
    for other in 0..n {
        if other == unit || is_better(other) || seen[other] || !drags(unit, other) {
            continue;
        }
        seen[other] = true;
        let is_free = match partner[other] {
            None => true,
            Some(rival) => matched(rival, n, drags, is_better, partner, seen),
        };
        if is_free {
            partner[other] = Some(unit);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests;
