//! Transitive closures, exact where that can be shown and over-approximated otherwise.
//!
//! A path of `k` steps of a conjunction moves by a sum of `k` of its differences. Homogenising
//! the constraints on the differences, `a·δ + c >= 0` becomes `a·δ + c k >= 0`, gives a relation
//! that contains all such sums; with the domain and range of the relation as further restriction
//! it contains the closure. To see whether it *is* the closure every element carries a step
//! counter: `R' = { (x, s) -> (y, s + 1) }`. A candidate `Q'` that only goes forward in `s` is
//! exact if and only if `Q' ⊆ R' ∪ R' ∘ Q'`, by induction on the number of steps.
//!
//! Relations of several conjunctions that fail this are taken apart: `(A ∪ B)⁺` is
//! `A⁺ ∪ (A* B A*)⁺` (Kelly, Pugh, Rosser and Shpeisman), and a union over several spaces is
//! closed with Kleene's algorithm over its spaces.

use super::{Relation, Width};
use crate::conj::Conj;
use crate::error::{Result, exact};
use crate::number::{Coeff, Run, is_zero_row, negate_row};
use crate::space::{Space, Tuple};
use crate::unions::Union;

/// Relations of more conjunctions are not taken apart.
const MAX_SPLIT: usize = 4;

impl Relation {
    /// The union of all positive powers and whether it is exact.
    pub(crate) fn transitive_closure(&self) -> Result<(Relation, bool)> {
        let (Some(from), Some(to)) = (self.space.domain_tuple(), self.space.tuple()) else {
            return Err(crate::Error::invalid(
                "only a relation has a transitive closure",
            ));
        };
        if from != to {
            return Ok((self.clone(), true));
        }
        closure(&self.coalesce()?, MAX_SPLIT)
    }
}

fn closure(relation: &Relation, splits: usize) -> Result<(Relation, bool)> {
    let twice = relation.apply_range(relation)?;
    if twice.is_subset(relation)? {
        return Ok((relation.clone(), true));
    }
    let candidate = counted_paths(relation)?;
    let step = counted_step(relation)?;
    let reached = step.union(&candidate.apply_range(&step)?)?;
    let exact = candidate.is_subset(&reached)?;
    let result = forget_counter(&candidate, &relation.space)?.coalesce()?;
    if exact {
        return Ok((result, true));
    }
    let n = relation.n_conj();
    if n >= 2 && n <= splits {
        for i in 0..n {
            let first = relation.conj(i);
            let (inner, true) = closure(&first, 0)? else {
                continue;
            };
            let mut others = Relation::empty(relation.space.clone());
            for j in (0..n).filter(|&j| j != i) {
                others = others.union(&relation.conj(j))?;
            }
            // A* B A* without an identity: B ∪ A⁺B ∪ BA⁺ ∪ A⁺BA⁺.
            let before = others.union(&inner.apply_range(&others)?)?;
            let around = before.union(&before.apply_range(&inner)?)?.coalesce()?;
            if around.n_conj() > splits {
                continue;
            }
            if let (outer, true) = closure(&around, splits - 1)? {
                return Ok((inner.union(&outer)?.coalesce()?, true));
            }
        }
    }
    Ok((result, false))
}

/// The space with a step counter behind the dimensions of both tuples.
fn counted_space(space: &Space) -> Space {
    let longer = |n: usize| Tuple::anonymous(n + 1);
    Space::map(
        space.params().to_vec(),
        longer(space.n_in()),
        longer(space.n_out()),
    )
}

/// `{ (x, s) -> (y, s + 1) : x -> y ∈ relation }`.
fn counted_step(relation: &Relation) -> Result<Relation> {
    let space = counted_space(&relation.space);
    let (p, n) = (relation.space.n_param(), relation.space.n_in());
    let parts = exact!(T => {
        let mut out = Vec::new();
        for conj in <T as Width>::load(&relation.parts)?.iter() {
            let mut conj = conj.insert_visible(p + n, 1).insert_visible(p + 2 * n + 1, 1);
            let row = conj.eq.push_zero();
            row[0] = T::one();
            row[1 + p + n] = T::one();
            row[1 + p + 2 * n + 1] = T::one().neg();
            conj.simplify()?;
            out.push(conj);
        }
        Ok::<_, crate::error::Stop>(T::store(out))
    })?;
    Ok(Relation { space, parts })
}

fn forget_counter(counted: &Relation, space: &Space) -> Result<Relation> {
    use crate::conj::Column;
    let (p, n) = (space.n_param(), space.n_in());
    let columns: Vec<Column> = (0..p + n)
        .chain(p + n + 1..p + 2 * n + 1)
        .map(Column::Old)
        .collect();
    counted.rearrange(space.clone(), &columns)
}

/// `{ (x, s) -> (y, s + k) }` for all sums of `k >= 1` differences, between domain and range.
fn counted_paths(relation: &Relation) -> Result<Relation> {
    let space = counted_space(&relation.space);
    let (p, n) = (relation.space.n_param(), relation.space.n_in());
    let deltas = relation.deltas()?;
    let parts = exact!(T => {
        let deltas = <T as Width>::load(&deltas.parts)?;
        Ok(T::store(vec![paths(&deltas, p, n)?]))
    })?;
    let all = Relation { space, parts };
    let ends = |set: Relation| -> Result<Relation> {
        // The counter is free.
        let tuple = Tuple::anonymous(n + 1);
        let space = Space::set(set.space.params().to_vec(), tuple);
        let columns: Vec<crate::conj::Column> = (0..p + n)
            .map(crate::conj::Column::Old)
            .chain([crate::conj::Column::Fresh])
            .collect();
        set.rearrange(space, &columns)
    };
    let domain = ends(relation.domain()?)?;
    let range = ends(relation.range()?)?;
    all.intersect_domain(&domain)?.intersect_range(&range)
}

/// The sums of differences, over `parameters | x | s | y | s'`.
fn paths<T: Coeff>(deltas: &[Conj<T>], p: usize, n: usize) -> Run<Conj<T>> {
    let n_vis = p + 2 * (n + 1);
    let (x, y) = (1 + p, 1 + p + n + 1);
    let mut out: Conj<T> = Conj::universe(n_vis);
    // Per conjunction: its step count, its total difference, and what its locals sum up to.
    let blocks: Vec<usize> = deltas.iter().map(|d| 1 + n + d.n_local()).collect();
    out.add_locals(blocks.iter().sum());
    let first = 1 + n_vis;
    let start = |i: usize| first + blocks[..i].iter().sum::<usize>();
    for j in 0..n {
        let row = out.eq.push_zero();
        row[x + j] = T::one();
        row[y + j] = T::one().neg();
        for i in 0..deltas.len() {
            row[start(i) + 1 + j] = T::one();
        }
    }
    let row = out.eq.push_zero();
    row[x + n] = T::one();
    row[y + n] = T::one().neg();
    for i in 0..deltas.len() {
        row[start(i)] = T::one();
    }
    let forward = out.ineq.push_zero();
    forward[0] = T::one().neg();
    forward[x + n] = T::one().neg();
    forward[y + n] = T::one();
    for (i, delta) in deltas.iter().enumerate() {
        let at = start(i);
        out.ineq.push_zero()[at] = T::one();
        let mut tab = delta.tableau()?;
        let mut rows: Vec<(Vec<T>, bool)> =
            delta.ineq.iter().map(|row| (row.to_vec(), false)).collect();
        for eq in delta.eq.iter() {
            if is_zero_row(&eq[1..1 + p]) {
                rows.push((eq.to_vec(), true));
            } else {
                let mut negated = eq.to_vec();
                negate_row(&mut negated);
                rows.push((eq.to_vec(), false));
                rows.push((negated, false));
            }
        }
        for (row, is_equality) in rows {
            let constant_part = is_zero_row(&row[1..1 + p]);
            let target = |out: &mut Conj<T>, scaled: bool| {
                let matrix = if is_equality {
                    &mut out.eq
                } else {
                    &mut out.ineq
                };
                let target = matrix.push_zero();
                if scaled {
                    target[at] = row[0].clone();
                } else {
                    target[..1 + p].clone_from_slice(&row[..1 + p]);
                }
                target[at + 1..at + 1 + row.len() - 1 - p].clone_from_slice(&row[1 + p..]);
            };
            if constant_part {
                target(&mut out, true);
                continue;
            }
            // A bound that depends on parameters stays as it is if more steps only exceed it;
            // a condition on the parameters alone holds when there is a step at all.
            let mut bound = row.clone();
            bound[1 + p..].fill(T::zero());
            negate_row(&mut bound);
            let alone = is_zero_row(&row[1 + p..]);
            if deltas.len() == 1 && (alone || tab.implies(&bound)?) {
                target(&mut out, false);
            }
        }
    }
    out.simplify()?;
    Ok(out)
}

/// The closure of a union over several spaces (Kleene).
pub(crate) fn union_closure(union: &Union) -> Result<(Union, bool)> {
    let mut tuples: Vec<Tuple> = Vec::new();
    for part in union.parts() {
        for tuple in [part.space.domain_tuple(), part.space.tuple()]
            .into_iter()
            .flatten()
        {
            if !tuples.contains(tuple) {
                tuples.push(tuple.clone());
            }
        }
    }
    let mut all_exact = true;
    let mut paths = union.clone();
    for through in &tuples {
        let find = |paths: &Union, from: &Tuple, to: &Tuple| {
            let wanted = |part: &&Relation| {
                part.space.domain_tuple() == Some(from) && part.space.tuple() == Some(to)
            };
            paths.parts().iter().find(wanted).cloned()
        };
        let cycle = match find(&paths, through, through) {
            None => None,
            Some(relation) => {
                let (closed, exact) = relation.transitive_closure()?;
                all_exact &= exact;
                Some(closed)
            }
        };
        let mut added: Vec<Relation> = cycle.iter().cloned().collect();
        for from in &tuples {
            let Some(mut into) = find(&paths, from, through) else {
                continue;
            };
            if let Some(cycle) = &cycle {
                into = into.union(&into.apply_range(cycle)?)?;
                added.push(into.clone());
            }
            for to in &tuples {
                let Some(out) = find(&paths, through, to) else {
                    continue;
                };
                added.push(into.apply_range(&out)?);
            }
        }
        for to in &tuples {
            if let (Some(cycle), Some(out)) = (&cycle, find(&paths, through, to)) {
                added.push(cycle.apply_range(&out)?);
            }
        }
        let space = union.space();
        paths = paths.union(&Union::new(space.params(), added)?)?;
        let coalesced = paths
            .parts()
            .iter()
            .map(Relation::coalesce)
            .collect::<Result<Vec<_>>>()?;
        paths = Union::new(space.params(), coalesced)?;
    }
    Ok((paths, all_exact))
}
