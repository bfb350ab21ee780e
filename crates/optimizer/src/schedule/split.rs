//! Index-set splitting: statements in pieces, so that ends that depend on each other can come together.
//!
//! On a ring of `n` cells, the first and the last one are neighbours. No affine date puts them close to each other,
//! so that no loop over time can be tiled together with the one over cells. But if the ring is cut in half, `i` is a date
//! for the first half and `n - 1 - i` for the second one: neighbours are as close as before, and so are the ends.
//!
//! Where a statement is cut follows from dependences that reach far, as from cell 0 to cell `n - 1`, or from `i` to `n - 1 - i`.
//! In all pairs of these the sum of both positions is the same, and the cut is at half of it. What comes of the pieces is up to the
//! scheduler; a program is only split where that gives more loops that can be tiled, or are parallel.
//!
//! U. Bondhugula, V. Bandishti, A. Cohen, G. Potron, N. Vasilache, *Tiling and optimizing time-iterated
//! computations on periodic domains*, 2014.

use super::problem::{Body, Problem, Relation};
use super::sizes::Sizes;
use crate::linear;
use presburger::{Aff, BasicSet, Constraint, Dim, Map, Result, Set, Value};
use std::collections::BTreeMap;

/// Distances up to here are not far.
const NEAR: i64 = 8;
/// A statement has at most this many pieces.
const MOST: usize = 8;
/// All statements together have at most this many: each piece makes the linear programs larger.
const MOST_TOGETHER: usize = 16;

/// A position on the axis of an iterator: what `f * x` is half of, `parameters… , constant`, and `f` in front.
type Middle = Vec<i64>;

impl Problem {
    /// The problem with its statements in pieces; `None` if nothing suggests to split them.
    pub(crate) fn split(&self) -> Result<Option<Problem>> {
        let mut middles: BTreeMap<(usize, usize), Vec<Middle>> = BTreeMap::new();
        for relation in &self.relations {
            for conjunction in relation.pairs.basic_maps() {
                let pairs = conjunction.to_map();
                for (iterator, middle) in self.middles(&pairs)? {
                    for statement in [relation.source, relation.sink] {
                        let known = middles.entry((statement, iterator)).or_default();
                        known.push(middle.clone());
                    }
                }
            }
        }
        if middles.is_empty() {
            return Ok(None);
        }
        let mut pieces = Vec::with_capacity(self.statements.len());
        for (statement, body) in self.statements.iter().enumerate() {
            let mut own = vec![body.domain.clone()];
            for iterator in 0..body.domain.n_dim() {
                let Some(known) = middles.get_mut(&(statement, iterator)) else {
                    continue;
                };
                // Those of a stencil differ by its radius.
                known.sort();
                let middle = &known[known.len() / 2];
                if own.len() * 2 <= MOST {
                    own = halves(&own, iterator, middle)?;
                }
            }
            pieces.push(own);
        }
        if pieces.iter().map(Vec::len).sum::<usize>() > MOST_TOGETHER {
            return Ok(None);
        }
        self.of_pieces(&pieces).map(Some)
    }

    /// The iterators along which all pairs are far apart with one sum, and what half of it is.
    fn middles(&self, pairs: &Map) -> Result<Vec<(usize, Middle)>> {
        let names: Vec<&str> = self.parameters.iter().map(String::as_str).collect();
        let pairs = pairs.intersect_params(&self.context)?.align_params(&names);
        let (n, m) = (pairs.space().n_in(), pairs.space().n_out());
        let set = pairs.wrap()?;
        let mut found = Vec::new();
        if set.space().n_param() != names.len() {
            return Ok(found);
        }
        let mut equations = Vec::new();
        for (form, modulus) in set.affine_hull()?.congruences()? {
            if modulus.is_zero() && form.floors().is_empty() {
                equations.extend(row(&form, n + m, names.len())?);
            }
        }
        for k in 0..n.min(m) {
            let mut sum = vec![0; n + m + names.len() + 1];
            sum[k] = 1;
            sum[n + k] = 1;
            let Some((factor, rest)) = linear::in_terms_of(&equations, &sum, n + m) else {
                continue;
            };
            let x = Aff::var_on_domain(set.space(), Dim::In(k))?;
            let y = Aff::var_on_domain(set.space(), Dim::In(n + k))?;
            let far = |distance: Aff| {
                let beyond = distance.add_constant(&Value::from(-1 - NEAR))?;
                intersected(&set, Constraint::non_negative(beyond))?.is_empty()
            };
            if !far(y.sub(&x)?)? || !far(x.sub(&y)?)? {
                let mut middle = vec![factor];
                middle.extend(rest);
                found.push((k, middle));
            }
        }
        Ok(found)
    }

    /// The problem of these pieces of its statements.
    fn of_pieces(&self, pieces: &[Vec<Set>]) -> Result<Problem> {
        let mut statements = Vec::new();
        let mut numbers = Vec::with_capacity(pieces.len());
        for (body, pieces) in self.statements.iter().zip(pieces) {
            let first = statements.len();
            let mut kept = Vec::new();
            for piece in pieces {
                if pieces.len() > 1 && piece.intersect_params(&self.context)?.is_empty()? {
                    continue;
                }
                kept.push(piece);
            }
            statements.extend(kept.iter().map(|piece| Body {
                domain: (*piece).clone(),
                is_piece: kept.len() > 1,
                ..body.clone()
            }));
            numbers.push(first..statements.len());
        }
        let of_pieces = |relations: &[Relation]| -> Result<Vec<Relation>> {
            let mut all = Vec::new();
            for relation in relations {
                for source in numbers[relation.source].clone() {
                    for sink in numbers[relation.sink].clone() {
                        let mut pairs = relation.pairs.clone();
                        if statements[source].is_piece {
                            pairs = pairs.intersect_domain(&statements[source].domain)?;
                        }
                        if statements[sink].is_piece {
                            pairs = pairs.intersect_range(&statements[sink].domain)?;
                        }
                        if !pairs.is_empty()? {
                            all.push(Relation {
                                source,
                                sink,
                                pairs,
                                ..relation.clone()
                            });
                        }
                    }
                }
            }
            Ok(all)
        };
        let relations = of_pieces(&self.relations)?;
        let flows = of_pieces(&self.flows)?;
        let reuses = of_pieces(&self.reuses)?;
        let sizes = Sizes::with_halves(relations.iter().map(|one| &one.pairs), &self.parameters)?;
        Ok(Problem {
            sizes,
            relations,
            flows,
            reuses,
            statements,
            ..self.clone()
        })
    }
}

/// The parts of sets up to the middle and behind it.
fn halves(sets: &[Set], iterator: usize, middle: &Middle) -> Result<Vec<Set>> {
    let mut halves = Vec::with_capacity(2 * sets.len());
    for set in sets {
        let space = set.space();
        let (factor, rest) = (middle[0], &middle[1..]);
        let mut coefficients: Vec<Value> =
            rest[..rest.len() - 1].iter().map(|&v| v.into()).collect();
        coefficients.extend((0..space.n_out()).map(|i| match i == iterator {
            true => Value::from(-2 * factor),
            false => Value::zero(),
        }));
        let constant = Value::from(rest[rest.len() - 1]);
        let left = Aff::from_coefficients(space, &coefficients, &constant)?;
        let right = left.neg()?.add_constant(&Value::from(-1))?;
        for form in [left, right] {
            halves.push(intersected(set, Constraint::non_negative(form))?);
        }
    }
    Ok(halves)
}

fn intersected(set: &Set, constraint: Constraint) -> Result<Set> {
    let half = BasicSet::from_constraints(set.space(), &[constraint])?;
    set.intersect(&half.to_set())
}

/// The coefficients of iterators and parameters, and the constant; `None` if they do not fit.
fn row(form: &Aff, iterators: usize, parameters: usize) -> Result<Option<Vec<i64>>> {
    let mut row = Vec::with_capacity(iterators + parameters + 1);
    for i in 0..iterators {
        row.push(form.coefficient(Dim::In(i))?.to_i64());
    }
    for i in 0..parameters {
        row.push(form.coefficient(Dim::Param(i))?.to_i64());
    }
    row.push(form.constant().to_i64());
    Ok(row.into_iter().collect())
}
