//! Statements that can have loops of their own (section 5.7), and sorting by a relation.

use crate::algorithm::Algorithm;
use crate::build::{After, Build};
use crate::error::Result;
use crate::interleaved::interleaved;
use presburger::{Aff, Dim, Effort, Map, Set, Tuple, attempt};
use scop::schedule::{Kind, Node};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

impl Algorithm<'_> {
    /// The statements in groups that can be executed one after the other.
    pub(crate) fn components(&self, maps: Vec<Map>, build: &Build) -> Result<Vec<Vec<Map>>> {
        if maps.len() < 2 {
            return Ok(vec![maps]);
        }
        let classes = Classes::new(&maps, build)?;
        let mut by_class: HashMap<(usize, usize), Verdict> = HashMap::new();
        let together = build.settings.group_coscheduled;
        let mut paths: Option<Vec<Path>> = None;
        let mut after = vec![vec![false; maps.len()]; maps.len()];
        for i in 0..maps.len() {
            for j in i + 1..maps.len() {
                let pair = (classes.of[i], classes.of[j]);
                let verdict = match by_class.get(&pair) {
                    Some(known) => *known,
                    None if classes.are_interleaved(pair) => Verdict::INTERLEAVED,
                    None => {
                        let verdict = classes.compare(pair, build)?;
                        by_class.insert(pair, verdict);
                        verdict
                    }
                };
                if verdict.is_open() && paths.is_none() {
                    paths = Some(match &build.after {
                        After::Leaf => vec![Path::default(); maps.len()],
                        After::Tree(node) => Path::of_each(node, &maps)?,
                    });
                }
                let inside = |first: usize, second: usize| {
                    let paths = paths.as_ref()?;
                    Some(paths[first].is_followed_by(&paths[second], together))
                };
                // What is not decided easily is kept together.
                let answer = |decided: Decided, first, second| match decided {
                    Decided::Yes => true,
                    Decided::No => false,
                    Decided::Open => inside(first, second).unwrap_or(true),
                };
                after[i][j] = answer(verdict.second_follows, i, j);
                after[j][i] = answer(verdict.first_follows, j, i);
            }
        }
        let groups = ordered_groups(maps.len(), |i, j| after[i][j]);
        Ok(groups
            .into_iter()
            .map(|group| group.into_iter().map(|i| maps[i].clone()).collect())
            .collect())
    }
}

/// Statements with the same dates: a body of a thousand statements has one set of dates, and a
/// question about two statements has the same answer for any two with these dates.
struct Classes {
    /// For each statement the number of its dates.
    of: Vec<usize>,
    domains: Vec<Set>,
    numbers: Vec<Vec<Option<i64>>>,
    /// For some of the dates the number of a group; any two of a group follow each other.
    interleaved: Vec<Option<usize>>,
}

/// Whether one follows the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decided {
    Yes,
    No,
    /// The dates leave it open.
    Open,
}

/// Whether some instance of the second statement is executed after one of the first, and the other
/// way round, the outer loops being in the same iteration.
#[derive(Clone, Copy, Debug)]
struct Verdict {
    second_follows: Decided,
    first_follows: Decided,
}

impl Verdict {
    const INTERLEAVED: Verdict = Verdict {
        second_follows: Decided::Yes,
        first_follows: Decided::Yes,
    };

    fn is_open(self) -> bool {
        [self.second_follows, self.first_follows].contains(&Decided::Open)
    }
}

impl Classes {
    fn new(maps: &[Map], build: &Build) -> Result<Classes> {
        let mut places: HashMap<Set, usize> = HashMap::new();
        let mut classes = Classes {
            of: Vec::with_capacity(maps.len()),
            domains: Vec::new(),
            numbers: Vec::new(),
            interleaved: Vec::new(),
        };
        for map in maps {
            let domain = map.domain()?;
            let class = match places.get(&domain) {
                Some(&class) => class,
                None => {
                    let class = classes.domains.len();
                    classes.numbers.push(fixed_numbers(&domain, build)?);
                    classes.domains.push(domain.clone());
                    places.insert(domain, class);
                    class
                }
            };
            classes.of.push(class);
        }
        classes.interleaved = interleaved(&classes.domains, &classes.numbers, build.depth)?;
        Ok(classes)
    }

    /// Whether they are known to follow each other.
    fn are_interleaved(&self, (a, b): (usize, usize)) -> bool {
        self.interleaved[a].is_some() && self.interleaved[a] == self.interleaved[b]
    }

    /// What the dates say; what cannot be decided within the budget counts as following.
    fn compare(&self, (a, b): (usize, usize), build: &Build) -> Result<Verdict> {
        let mut answers = [None, None];
        attempt(Effort::Question, || {
            compare_dates(
                [&self.domains[a], &self.domains[b]],
                [&self.numbers[a], &self.numbers[b]],
                build,
                &mut answers,
            )
        })?;
        let [second_follows, first_follows] = answers.map(|answer| answer.unwrap_or(Decided::Yes));
        Ok(Verdict {
            second_follows,
            first_follows,
        })
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

/// Compares the dates of two statements, the outer loops being in the same iteration: whether some
/// date of the second is later than one of the first, and the other way round.
fn compare_dates(
    domains: [&Set; 2],
    numbers: [&[Option<i64>]; 2],
    build: &Build,
    answers: &mut [Option<Decided>; 2],
) -> Result<()> {
    let decided = |follows: bool| match follows {
        true => Decided::Yes,
        false => Decided::No,
    };
    let mut pairs: Option<Map> = None;
    for i in build.depth..build.n {
        if let (Some(first), Some(second)) = (numbers[0][i], numbers[1][i]) {
            if first == second {
                continue;
            }
            for (answer, follows) in answers.iter_mut().zip([first < second, first > second]) {
                answer.get_or_insert(decided(follows));
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
            answers[0] = Some(Decided::Yes);
        }
        if answers[1].is_none() && !pairs_here.order_gt(first, second)?.is_empty()? {
            answers[1] = Some(Decided::Yes);
        }
        if answers.iter().all(Option::is_some) {
            return Ok(());
        }
        pairs_here = pairs_here.equate(first, second)?;
        if pairs_here.is_empty()? {
            for answer in answers {
                answer.get_or_insert(Decided::No);
            }
            return Ok(());
        }
        pairs = Some(pairs_here);
    }
    // Those with a common date are ordered by what follows in the tree.
    for answer in answers {
        answer.get_or_insert(Decided::Open);
    }
    Ok(())
}

/// Where a statement stands in a tree below the bands: the sequences on the way to it.
#[derive(Clone, Debug, Default)]
struct Path(Vec<Turn>);

#[derive(Clone, Debug)]
enum Turn {
    /// The children of a sequence or a set that execute the statement; if there is just one, the
    /// path goes on there.
    Children { places: Vec<usize>, ordered: bool },
    /// What is not looked at may order statements either way.
    Unknown,
}

impl Path {
    /// The paths of statements, given by relations to their instances.
    fn of_each(node: &Node, maps: &[Map]) -> Result<Vec<Path>> {
        let mut paths = vec![Path::default(); maps.len()];
        let all: Vec<usize> = (0..maps.len()).collect();
        let ranges: Vec<Set> = maps
            .iter()
            .map(|map| Ok(map.range()?))
            .collect::<Result<_>>()?;
        Path::follow(node, &ranges, &all, &mut paths)?;
        Ok(paths)
    }

    /// Adds what is below `node` to the paths of some statements.
    fn follow(node: &Node, ranges: &[Set], here: &[usize], paths: &mut [Path]) -> Result<()> {
        match node.kind() {
            Kind::Leaf => Ok(()),
            Kind::Sequence | Kind::Set => {
                let ordered = matches!(node.kind(), Kind::Sequence);
                let mut by_tuple: HashMap<&Tuple, Vec<usize>> = HashMap::new();
                for &map in here {
                    if let Some(tuple) = ranges[map].space().tuple() {
                        by_tuple.entry(tuple).or_default().push(map);
                    }
                }
                let mut places: HashMap<usize, Vec<usize>> = HashMap::new();
                for (k, child) in node.children().iter().enumerate() {
                    let Kind::Filter(filter) = child.kind() else {
                        for &map in here {
                            paths[map].0.push(Turn::Unknown);
                        }
                        return Ok(());
                    };
                    for set in filter.sets() {
                        let of = set.space().tuple().and_then(|tuple| by_tuple.get(tuple));
                        for &map in of.into_iter().flatten() {
                            if !set.is_disjoint(&ranges[map])? {
                                places.entry(map).or_default().push(k);
                            }
                        }
                    }
                }
                let mut alone: Vec<Vec<usize>> = vec![Vec::new(); node.children().len()];
                for &map in here {
                    let places = places.remove(&map).unwrap_or_default();
                    if let [only] = places[..] {
                        alone[only].push(map);
                    }
                    paths[map].0.push(Turn::Children { places, ordered });
                }
                for (child, here) in node.children().iter().zip(&alone) {
                    if let Some(child) = child.child().filter(|_| !here.is_empty()) {
                        Path::follow(child, ranges, here, paths)?;
                    }
                }
                Ok(())
            }
            // None of these changes the order.
            Kind::Filter(_) | Kind::Mark(_) | Kind::Context(_) | Kind::Guard(_) => {
                match node.child() {
                    Some(child) => Path::follow(child, ranges, here, paths),
                    None => Ok(()),
                }
            }
            _ => {
                for &map in here {
                    paths[map].0.push(Turn::Unknown);
                }
                Ok(())
            }
        }
    }

    /// Whether some instance of `later` may be executed after one of this statement, on one date;
    /// `together` where the tree does not order them.
    fn is_followed_by(&self, later: &Path, together: bool) -> bool {
        for turns in self.0.iter().zip(&later.0) {
            let (
                Turn::Children {
                    places: first,
                    ordered,
                },
                Turn::Children { places: second, .. },
            ) = turns
            else {
                return true;
            };
            let (Some(earliest), Some(latest)) = (first.first(), second.last()) else {
                return false;
            };
            if first != second || first.len() > 1 {
                return latest > earliest && *ordered || first.iter().any(|k| second.contains(k));
            }
        }
        together
    }
}

/// The numbers up to `n` in groups such that `follows(i, j)` never leads from a group to an
/// earlier one, each group being as small as possible. Otherwise in the order of the numbers.
///
/// Groups are the strongly connected components (Tarjan, 1972), so this takes time in proportion
/// to the `n²` questions.
pub(crate) fn ordered_groups(n: usize, follows: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let group_of = connected(n, &follows);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    // Numbered by their first members.
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let group_of: Vec<usize> = group_of
        .iter()
        .enumerate()
        .map(|(i, component)| {
            let group = *numbers.entry(*component).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(i);
            group
        })
        .collect();
    let mut later: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    let mut earlier = vec![0; groups.len()];
    for i in 0..n {
        for j in 0..n {
            let (a, b) = (group_of[i], group_of[j]);
            if a != b && follows(i, j) {
                later[a].push(b);
                earlier[b] += 1;
            }
        }
    }
    // Of those that nothing remaining leads to, the first one.
    let free = (0..groups.len()).filter(|&group| earlier[group] == 0);
    let mut free: BinaryHeap<Reverse<usize>> = free.map(Reverse).collect();
    let mut sorted = Vec::with_capacity(groups.len());
    while let Some(Reverse(group)) = free.pop() {
        sorted.push(std::mem::take(&mut groups[group]));
        for &next in &later[group] {
            earlier[next] -= 1;
            if earlier[next] == 0 {
                free.push(Reverse(next));
            }
        }
    }
    sorted
}

/// For each number up to `n` the component that it belongs to: those that lead to each other.
fn connected(n: usize, follows: &impl Fn(usize, usize) -> bool) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let (mut order, mut low) = (vec![NEW; n], vec![NEW; n]);
    let mut component = vec![NEW; n];
    let (mut seen, mut count) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    for root in 0..n {
        if order[root] != NEW {
            continue;
        }
        // The way down, each with the next number to look at.
        let mut way = vec![(root, 0)];
        while let Some((here, next)) = way.last_mut() {
            let (i, j) = (*here, *next);
            if j == 0 {
                (order[i], low[i]) = (seen, seen);
                seen += 1;
                open.push(i);
            }
            if j == n {
                way.pop();
                if low[i] == order[i] {
                    while let Some(member) = open.pop() {
                        component[member] = count;
                        if member == i {
                            break;
                        }
                    }
                    count += 1;
                }
                if let Some((above, _)) = way.last() {
                    low[*above] = low[*above].min(low[i]);
                }
                continue;
            }
            *next += 1;
            if i == j || !follows(i, j) {
                continue;
            }
            if order[j] == NEW {
                way.push((j, 0));
            } else if component[j] == NEW {
                low[i] = low[i].min(order[j]);
            }
        }
    }
    component
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

    /// The same by definition: with the transitive closure, always taking the first free group.
    fn by_closure(n: usize, follows: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        let mut reach = vec![vec![false; n]; n];
        for (i, row) in reach.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = i != j && follows(i, j);
            }
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for i in 0..n {
            let together = |group: &&mut Vec<usize>| reach[i][group[0]] && reach[group[0]][i];
            match groups.iter_mut().find(together) {
                Some(group) => group.push(i),
                None => groups.push(vec![i]),
            }
        }
        let mut sorted = Vec::new();
        while !groups.is_empty() {
            let leads = |h: &Vec<usize>, g: &Vec<usize>| h != g && reach[h[0]][g[0]];
            let is_free = |g: &Vec<usize>| !groups.iter().any(|h| leads(h, g));
            let first = groups.iter().position(is_free).unwrap();
            sorted.push(groups.remove(first));
        }
        sorted
    }

    #[test]
    fn groups_are_those_of_the_closure() {
        let mut state = 1u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 33) % below
        };
        let mut with_cycles = 0;
        for _ in 0..500 {
            let n = 1 + next(9) as usize;
            let density = 1 + next(5);
            let edges: Vec<bool> = (0..n * n).map(|_| next(8) < density).collect();
            let follows = |i: usize, j: usize| edges[i * n + j];
            let groups = ordered_groups(n, follows);
            with_cycles += usize::from((2..n).contains(&groups.len()));
            assert_eq!(groups, by_closure(n, follows), "{n} {edges:?}");
        }
        assert!(with_cycles > 100, "{with_cycles} cases have some cycles");
    }
}
