//! The Boolean algebra of relations in one space, and what it is built from.

use super::coalesce::{self, Hull};
use super::{Parts, Relation, Width, subtract, union};
use crate::conj::Conj;
use crate::error::{Result, Stop, exact};
use crate::integer::enumerate;
use crate::number::{Big, Coeff};
use crate::space::Space;

impl Relation {
    pub(crate) fn intersect(&self, other: &Relation) -> Result<Relation> {
        let (a, b) = self.matched(other)?;
        if let Parts::Narrow(conjs) = &b.parts
            && let [only] = &conjs[..]
            && only.is_plain_universe()
            && !a.has_rational()
        {
            return Ok(a.without_marked_empty());
        }
        let parts = exact!(T => {
            let (x, y) = (<T as Width>::load(&a.parts)?, <T as Width>::load(&b.parts)?);
            Ok(T::store(union::intersect(&x, &y)?))
        })?;
        Ok(Relation {
            space: a.space.clone(),
            parts,
        })
    }

    pub(crate) fn union(&self, other: &Relation) -> Result<Relation> {
        let (a, b) = self.matched(other)?;
        let parts = exact!(T => {
            let (x, y) = (<T as Width>::load(&a.parts)?, <T as Width>::load(&b.parts)?);
            // Union itself only copies, but a loop of nothing else must end in time too.
            crate::budget::spend(1)?;
            Ok::<_, Stop>(T::store(union::union(&x, &y)))
        })?;
        Ok(Relation {
            space: a.space.clone(),
            parts,
        })
    }

    pub(crate) fn subtract(&self, other: &Relation) -> Result<Relation> {
        let (a, b) = self.matched(other)?;
        let parts = exact!(T => {
            let (x, y) = (<T as Width>::load(&a.parts)?, <T as Width>::load(&b.parts)?);
            Ok(T::store(subtract::subtract(&x, &y)?))
        })?;
        Ok(Relation {
            space: a.space.clone(),
            parts,
        })
    }

    pub(crate) fn complement(&self) -> Result<Relation> {
        Relation::universe(self.space.clone()).subtract(self)
    }

    pub(crate) fn is_empty(&self) -> Result<bool> {
        Ok(exact!(T => subtract::is_empty(&<T as Width>::load(&self.parts)?))?)
    }

    /// Without the conjunctions that have no rational points.
    pub(crate) fn without_plainly_empty(&self) -> Result<Relation> {
        let parts = exact!(T => {
            Ok(T::store(union::nonempty(<T as Width>::load(&self.parts)?.to_vec())?))
        })?;
        let space = self.space.clone();
        Ok(Relation { space, parts })
    }

    /// Without any conjunction at all.
    pub(crate) fn is_plain_empty(&self) -> bool {
        self.n_conj() == 0
    }

    pub(crate) fn is_subset(&self, other: &Relation) -> Result<bool> {
        if !self.space.has_equal_tuples(&other.space) {
            return self.is_empty();
        }
        let (a, b) = self.aligned(other);
        Ok(exact!(T => {
            let (x, y) = (<T as Width>::load(&a.parts)?, <T as Width>::load(&b.parts)?);
            subtract::is_subset(&x, &y)
        })?)
    }

    pub(crate) fn is_equal(&self, other: &Relation) -> Result<bool> {
        if !self.space.has_equal_tuples(&other.space) {
            return Ok(false);
        }
        if self.space.has_equal_params(&other.space) && self.parts == other.parts {
            return Ok(true);
        }
        Ok(self.is_subset(other)? && other.is_subset(self)?)
    }

    pub(crate) fn is_disjoint(&self, other: &Relation) -> Result<bool> {
        if !self.space.has_equal_tuples(&other.space) {
            return Ok(true);
        }
        let (a, b) = self.aligned(other);
        Ok(exact!(T => {
            let (x, y) = (<T as Width>::load(&a.parts)?, <T as Width>::load(&b.parts)?);
            subtract::is_disjoint(&x, &y)
        })?)
    }

    /// Whether the tuples are bounded for every value of the parameters.
    pub(crate) fn is_bounded(&self) -> Result<bool> {
        let n_param = self.space.n_param();
        Ok(exact!(T => {
            for conj in <T as Width>::load(&self.parts)?.iter() {
                if !conj.is_bounded_from(n_param)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?)
    }

    /// The same points with every local an explicit floor.
    pub(crate) fn compute_divs(&self) -> Result<Relation> {
        let is_done = match &self.parts {
            Parts::Narrow(conjs) => conjs.iter().all(Conj::has_known_locals),
            Parts::Wide(conjs) => conjs.iter().all(Conj::has_known_locals),
        };
        if is_done {
            return Ok(self.clone());
        }
        let parts = exact!(T => {
            let mut out = Vec::with_capacity(self.n_conj());
            for conj in <T as Width>::load(&self.parts)?.iter() {
                let pieces = conj.with_known_locals()?;
                // Integer programming distinguishes cases that are often neighbours.
                out.extend(match pieces.len() {
                    0 | 1 => pieces,
                    _ => coalesce::coalesce_with(&pieces, Hull::Bounded)?,
                });
            }
            Ok(T::store(out))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }

    /// The columns `first..first + count` projected out, in the space given.
    pub(crate) fn project_cols(
        &self,
        space: Space,
        first: usize,
        count: usize,
    ) -> Result<Relation> {
        if count == 0 {
            return Ok(self.with_space(space));
        }
        let parts = exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            let mut out = union::Distinct::with_capacity(conjs.len());
            for conj in conjs.iter() {
                // What differed in what is gone may be the same now.
                out.push(conj.project_out(first, count)?);
            }
            Ok(T::store(out.list))
        })?;
        Ok(Relation { space, parts })
    }

    /// Some integer point: all visible coordinates.
    pub(crate) fn sample(&self) -> Result<Option<Vec<Big>>> {
        let n = self.space.n_total();
        Ok(exact!(T => {
            for conj in <T as Width>::load(&self.parts)?.iter() {
                if let Some(point) = conj.sample()? {
                    return Ok(Some(point[..n].iter().map(|v| v.to_big()).collect()));
                }
            }
            Ok::<_, Stop>(None)
        })?)
    }

    /// Every point once: those of the first conjunction in lexicographic order, then the further
    /// ones of the second, and so on.
    pub(crate) fn for_each_point(&self, visit: &mut dyn FnMut(&[Big]) -> bool) -> Result<()> {
        // The order does not depend on the width, so a run repeated after an overflow can pass
        // over as many points as were shown before it.
        let mut shown = 0u64;
        exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            let mut found = 0u64;
            for (i, conj) in conjs.iter().enumerate() {
                let go_on = enumerate::for_each_point(conj, &mut |point| {
                    for earlier in &conjs[..i] {
                        if !earlier.is_marked_empty() && enumerate::has_completion(earlier, point)? {
                            return Ok(true);
                        }
                    }
                    found += 1;
                    if found <= shown {
                        return Ok(true);
                    }
                    shown = found;
                    let point: Vec<Big> = point.iter().map(|v| v.to_big()).collect();
                    Ok(visit(&point))
                })?;
                if !go_on {
                    break;
                }
            }
            Ok::<_, Stop>(())
        })?;
        Ok(())
    }

    /// The number of points.
    pub(crate) fn count(&self) -> Result<Big> {
        crate::polynomial::count(self)
    }

    /// Whether a full assignment of the visible coordinates is in the relation.
    pub(crate) fn contains(&self, point: &[Big]) -> Result<bool> {
        for conj in <Big as Width>::load(&self.parts)?.iter() {
            if !conj.is_marked_empty() && enumerate::has_completion(conj, point)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
