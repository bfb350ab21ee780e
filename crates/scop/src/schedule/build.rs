//! Vectors to a schedule tree.
//!
//! Vectors that agree on everything so far are told apart by their positions in a sequence, then
//! ordered by their next date in a band, and so on inwards. A [`LoopStyle`] says what is wanted of
//! the loops.

use super::{Band, Member, Node, ScheduleTree, Vector};
use presburger::{Error, MultiUnionPwAff, PwAff, Result, Set, Tuple, UnionPwAff, UnionSet};
use std::collections::{BTreeMap, HashMap};

/// What is known and wanted of the loops of a tree that is made of vectors. Vectors are named by
/// their position in the list; the loop at level `k` has the dates `k` of all of them.
pub trait LoopStyle {
    /// How many loops from `level` on stand in one band; at least one.
    fn band(&self, _vectors: &[usize], _level: usize) -> usize {
        1
    }

    /// What is known and wanted of a loop.
    fn member(&self, _vectors: &[usize], _level: usize) -> Member {
        Member::default()
    }

    /// Whether dates that are numbers are places in a sequence rather than a loop, given whether
    /// they are all the same.
    fn numbers_are_places(&self, _vectors: &[usize], _level: usize, _same: bool) -> bool {
        false
    }
}

/// The tree with the order of the vectors, whose instances are those of `domain`.
///
/// [`TwoDPlusOne::to_tree`](super::TwoDPlusOne::to_tree) is the same for loops of which nothing is
/// known or wanted.
pub fn build(domain: UnionSet, vectors: &[Vector], style: &impl LoopStyle) -> Result<ScheduleTree> {
    let all: Vec<usize> = (0..vectors.len()).collect();
    let builder = Builder { vectors, style };
    Ok(ScheduleTree::new(domain, builder.positions(&all, 0)?))
}

struct Builder<'a, S> {
    vectors: &'a [Vector],
    style: &'a S,
}

impl<S: LoopStyle> Builder<'_, S> {
    /// The subtree of vectors that agree up to date `level`.
    fn positions(&self, chosen: &[usize], level: usize) -> Result<Node> {
        let mut groups: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for &index in chosen {
            let position = self.vectors[index].positions.get(level).copied();
            groups.entry(position.unwrap_or(0)).or_default().push(index);
        }
        self.sequence(chosen, groups, |group| self.loops(group, level))
    }

    fn sequence(
        &self,
        all: &[usize],
        groups: BTreeMap<i64, Vec<usize>>,
        below: impl Fn(&[usize]) -> Result<Node>,
    ) -> Result<Node> {
        if groups.len() == 1
            && let Some(group) = groups.values().next()
        {
            return below(group);
        }
        let mut parts = Vec::with_capacity(groups.len());
        let counts = self.counts(all);
        for group in groups.values() {
            parts.push((self.filter(group, &counts)?, below(group)?));
        }
        Ok(match parts.is_empty() {
            true => Node::leaf(),
            false => Node::sequence(parts),
        })
    }

    /// The loop at `level` and what is below it.
    fn loops(&self, chosen: &[usize], level: usize) -> Result<Node> {
        let is_over = |&index: &usize| self.vectors[index].dates.len() <= level;
        if chosen.iter().all(is_over) {
            return Ok(Node::leaf());
        }
        if let Some(groups) = self.numbers(chosen, level)
            && self
                .style
                .numbers_are_places(chosen, level, groups.len() == 1)
        {
            return self.sequence(chosen, groups, |group| self.positions(group, level + 1));
        }
        let count = self.style.band(chosen, level).max(1);
        let mut dates = Vec::with_capacity(count);
        let mut members = Vec::with_capacity(count);
        for k in level..level + count {
            dates.push(self.dates(chosen, k)?);
            members.push(self.style.member(chosen, k));
        }
        let schedule = MultiUnionPwAff::from_union_pw_aff_list(Tuple::anonymous(count), &dates)?;
        let mut band = Band::new(schedule);
        band.members = members;
        let child = self.positions(chosen, level + count)?;
        Ok(Node::band(band, child))
    }

    /// Where the dates of all vectors are numbers: the vectors in their order.
    fn numbers(&self, chosen: &[usize], level: usize) -> Option<BTreeMap<i64, Vec<usize>>> {
        let mut groups: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for &index in chosen {
            let date = number(self.vectors[index].dates.get(level)?)?;
            groups.entry(date).or_default().push(index);
        }
        Some(groups)
    }

    fn dates(&self, chosen: &[usize], level: usize) -> Result<UnionPwAff> {
        let counts = self.counts(chosen);
        let mut dates = Vec::with_capacity(chosen.len());
        for &index in chosen {
            let vector = &self.vectors[index];
            let date = match vector.dates.get(level) {
                Some(date) => date.clone(),
                None => zero(&vector.domain)?,
            };
            // The domain is needed where a statement has several dates only.
            dates.push(match counts[&self.tuple(index)] {
                1 => date,
                _ => date.intersect_domain(&vector.domain)?,
            });
        }
        if dates.is_empty() {
            return Err(Error::Invalid("a loop without statements".into()));
        }
        UnionPwAff::from_pw_affs(dates)
    }

    /// What distinguishes a group from the other vectors: whole statements where possible. `all` are
    /// the numbers of vectors that the statements have in all groups.
    fn filter(&self, group: &[usize], all: &HashMap<Option<&Tuple>, usize>) -> Result<UnionSet> {
        let own = self.counts(group);
        let mut sets = Vec::with_capacity(group.len());
        for &index in group {
            let tuple = self.tuple(index);
            let domain = &self.vectors[index].domain;
            sets.push(match own[&tuple] < all[&tuple] {
                true => domain.clone(),
                false => Set::universe(domain.space().clone())?,
            });
        }
        UnionSet::from_sets(sets)
    }

    /// The number of vectors of each statement.
    fn counts(&self, chosen: &[usize]) -> HashMap<Option<&Tuple>, usize> {
        let mut counts = HashMap::new();
        for &index in chosen {
            *counts.entry(self.tuple(index)).or_default() += 1;
        }
        counts
    }

    fn tuple(&self, index: usize) -> Option<&Tuple> {
        self.vectors[index].domain.space().tuple()
    }
}

/// The function that is 0 on the space of `domain`.
fn zero(domain: &Set) -> Result<PwAff> {
    let zero = presburger::Aff::zero_on_domain(domain.space())?;
    Ok(PwAff::from_aff(&zero))
}

/// The value of a function that is a number.
///
/// ```
/// use scop::schedule::number;
///
/// assert_eq!(number(&"{ S[i] -> [7] }".parse()?), Some(7));
/// assert_eq!(number(&"{ S[i] -> [i] }".parse()?), None);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn number(date: &PwAff) -> Option<i64> {
    let pieces = date.pieces();
    let [(_, aff)] = &pieces[..] else { return None };
    (aff.is_cst() && aff.constant().is_int()).then(|| aff.constant().to_i64())?
}
