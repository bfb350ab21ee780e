//! Statements that can have loops of their own (section 5.7), and sorting by a relation.

use crate::algorithm::Algorithm;
use crate::build::{After, Build};
use crate::error::Result;
use presburger::{Aff, Dim, Effort, Map, Set, attempt};
use scop::schedule::{Kind, Node};

impl Algorithm<'_> {
    /// The statements in groups that can be executed one after the other.
    pub(crate) fn components(&self, maps: Vec<Map>, build: &Build) -> Result<Vec<Vec<Map>>> {
        if maps.len() < 2 {
            return Ok(vec![maps]);
        }
        let domains: Vec<Set> = maps
            .iter()
            .map(|map| Ok(map.domain()?))
            .collect::<Result<_>>()?;
        let numbers: Vec<Vec<Option<i64>>> = domains
            .iter()
            .map(|domain| fixed_numbers(domain, build))
            .collect::<Result<_>>()?;
        let mut after = vec![vec![false; maps.len()]; maps.len()];
        for i in 0..maps.len() {
            for j in i + 1..maps.len() {
                let mut answers = [None, None];
                attempt(Effort::Question, || {
                    scheduled_after(
                        [&maps[i], &maps[j]],
                        [&domains[i], &domains[j]],
                        [&numbers[i], &numbers[j]],
                        build,
                        &mut answers,
                    )
                })?;
                // What is not decided easily is kept together.
                after[i][j] = answers[0].unwrap_or(true);
                after[j][i] = answers[1].unwrap_or(true);
            }
        }
        let groups = ordered_groups(maps.len(), |i, j| after[i][j]);
        Ok(groups
            .into_iter()
            .map(|group| group.into_iter().map(|i| maps[i].clone()).collect())
            .collect())
    }
}

/// The dimensions that have one number as their value, obviously.
fn fixed_numbers(domain: &Set, build: &Build) -> Result<Vec<Option<i64>>> {
    let mut numbers: Option<Vec<Option<i64>>> = None;
    for part in domain.basic_sets() {
        let mut own = vec![None; build.n];
        for (form, modulus) in part.congruences()? {
            let rest = form.add_constant(&-form.constant())?;
            for (i, own) in own.iter_mut().enumerate() {
                let factor = form.coefficient(Dim::In(i))?;
                if !modulus.is_zero() || factor.is_zero() {
                    continue;
                }
                let variable = Aff::var_on_domain(&form.domain_space(), Dim::Set(i))?;
                if rest.plain_is_equal(&variable.scale(&factor)?)? {
                    let value = -form.constant() / factor.clone();
                    *own = value.to_i64();
                }
            }
        }
        numbers = Some(match numbers {
            None => own,
            Some(other) => {
                let both = other.into_iter().zip(own);
                both.map(|(a, b)| a.filter(|_| a == b)).collect()
            }
        });
    }
    Ok(numbers.unwrap_or_else(|| vec![None; build.n]))
}

/// Whether some instance of the second statement is executed after one of the first, and the other
/// way round, the outer loops being in the same iteration.
fn scheduled_after(
    maps: [&Map; 2],
    domains: [&Set; 2],
    numbers: [&[Option<i64>]; 2],
    build: &Build,
    answers: &mut [Option<bool>; 2],
) -> Result<()> {
    let mut pairs: Option<Map> = None;
    for i in build.depth..build.n {
        if let (Some(first), Some(second)) = (numbers[0][i], numbers[1][i]) {
            if first == second {
                continue;
            }
            for (answer, follows) in answers.iter_mut().zip([first < second, first > second]) {
                answer.get_or_insert(follows);
            }
            return Ok(());
        }
        let mut pairs_here = match pairs.take() {
            Some(pairs) => pairs,
            None => {
                let mut all = Map::from_domain_and_range(domains[0], domains[1])?;
                for i in 0..build.depth {
                    all = all.equate(Dim::In(i), Dim::Out(i))?;
                }
                all
            }
        };
        let (first, second) = (Dim::In(i), Dim::Out(i));
        if answers[0].is_none() && !pairs_here.order_lt(first, second)?.is_empty()? {
            answers[0] = Some(true);
        }
        if answers[1].is_none() && !pairs_here.order_gt(first, second)?.is_empty()? {
            answers[1] = Some(true);
        }
        if answers.iter().all(Option::is_some) {
            return Ok(());
        }
        pairs_here = pairs_here.equate(first, second)?;
        if pairs_here.is_empty()? {
            for answer in answers {
                answer.get_or_insert(false);
            }
            return Ok(());
        }
        pairs = Some(pairs_here);
    }
    // Those with a common date may be executed in any order.
    let together = build.settings.group_coscheduled;
    for (answer, maps) in answers.iter_mut().zip([maps, [maps[1], maps[0]]]) {
        if answer.is_none() {
            *answer = Some(match &build.after {
                After::Leaf => together,
                After::Tree(node) => follows_in(node, maps, together)?,
            });
        }
    }
    Ok(())
}

/// The same for what a tree says of statements that the bands above it do not order.
fn follows_in(node: &Node, maps: [&Map; 2], together: bool) -> Result<bool> {
    match node.kind() {
        Kind::Leaf => Ok(together),
        Kind::Sequence | Kind::Set => {
            let mut places = [Vec::new(), Vec::new()];
            for (k, child) in node.children().iter().enumerate() {
                let Kind::Filter(filter) = child.kind() else {
                    return Ok(true);
                };
                for (map, places) in maps.iter().zip(&mut places) {
                    let range = map.range()?;
                    let part = filter.extract_set(range.space())?;
                    if !part.is_disjoint(&range)? {
                        places.push(k);
                    }
                }
            }
            let [first, second] = places;
            let (Some(earliest), Some(latest)) = (first.first(), second.last()) else {
                return Ok(false);
            };
            if first == second && first.len() == 1 {
                let child = node.children().get(*earliest).and_then(Node::child);
                return child.map_or(Ok(together), |child| follows_in(child, maps, together));
            }
            let ordered = matches!(node.kind(), Kind::Sequence);
            Ok(latest > earliest && ordered || first.iter().any(|k| second.contains(k)))
        }
        Kind::Filter(_) | Kind::Mark(_) => node
            .child()
            .map_or(Ok(together), |child| follows_in(child, maps, together)),
        // Careful: what is not looked at may order them either way.
        _ => Ok(true),
    }
}

/// The numbers up to `n` in groups such that `follows(i, j)` never leads from a group to an
/// earlier one, each group being as small as possible. Otherwise in the order of the numbers.
pub(crate) fn ordered_groups(n: usize, follows: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    // The transitive closure; there are few of them.
    let mut reach = vec![vec![false; n]; n];
    for i in 0..n {
        for j in 0..n {
            reach[i][j] = i != j && follows(i, j);
        }
    }
    for k in 0..n {
        for i in 0..n {
            if reach[i][k] {
                for j in 0..n {
                    reach[i][j] |= reach[k][j];
                }
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in 0..n {
        match groups
            .iter_mut()
            .find(|group| reach[i][group[0]] && reach[group[0]][i])
        {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    let mut sorted = Vec::with_capacity(groups.len());
    while !groups.is_empty() {
        let free = (0..groups.len())
            .find(|&g| (0..groups.len()).all(|h| h == g || !reach[groups[h][0]][groups[g][0]]));
        // There is always a free one: between different groups the relation has no cycle.
        sorted.push(groups.remove(free.unwrap_or(0)));
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::ordered_groups;

    #[test]
    fn cycles_stay_together_and_the_rest_is_sorted() {
        let edges = [(3, 0), (0, 1), (1, 0), (1, 2)];
        let groups = ordered_groups(5, |i, j| edges.contains(&(i, j)));
        assert_eq!(groups, [vec![3], vec![0, 1], vec![2], vec![4]]);
    }
}
