//! Operations on union sets.

use super::UnionSet;
use crate::error::Result;
use crate::relation::{Order, Relation};
use crate::set::Set;
use crate::space::{Space, Tuple};
use crate::union_map::UnionMap;

impl UnionSet {
    /// `{ x : x ∈ self ∧ x ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i >= 0; T[] }".parse()?;
    /// let b: UnionSet = "{ S[i] : i < 5; U[] }".parse()?;
    /// assert!(a.intersect(&b)?.is_equal(&"{ S[i] : 0 <= i < 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect(&self, other: &UnionSet) -> Result<UnionSet> {
        Ok(UnionSet(self.0.intersect(&other.0)?))
    }

    /// `{ x ∈ self : the parameters are in params }`.
    ///
    /// ```
    /// # use presburger::{Set, UnionSet};
    /// let a: UnionSet = "[N] -> { S[i] : i < N; T[] }".parse()?;
    /// let p: Set = "[N] -> { : N > 0 }".parse()?;
    /// let expected = "[N] -> { S[i] : i < N and N > 0; T[] : N > 0 }".parse()?;
    /// assert!(a.intersect_params(&p)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_params(&self, params: &Set) -> Result<UnionSet> {
        Ok(UnionSet(self.0.intersect_params(&params.0)?))
    }

    /// `{ x : x ∈ self ∨ x ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i >= 0; T[] }".parse()?;
    /// let b: UnionSet = "{ S[i] : i < 0; U[] }".parse()?;
    /// assert!(a.union(&b)?.is_equal(&"{ S[i]; T[]; U[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union(&self, other: &UnionSet) -> Result<UnionSet> {
        Ok(UnionSet(self.0.union(&other.0)?))
    }

    /// `{ x : x ∈ self ∧ x ∉ other }`.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i >= 0; T[] }".parse()?;
    /// let b: UnionSet = "{ S[i] : i > 5; U[] }".parse()?;
    /// assert!(a.subtract(&b)?.is_equal(&"{ S[i] : 0 <= i <= 5; T[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract(&self, other: &UnionSet) -> Result<UnionSet> {
        Ok(UnionSet(self.0.subtract(&other.0)?))
    }

    /// All points of the spaces in which there is a set.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i >= 0; T[] }".parse()?;
    /// assert!(a.universe()?.is_equal(&"{ S[i]; T[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn universe(&self) -> Result<UnionSet> {
        let all = self
            .0
            .each(|part| Ok(Some(Relation::universe(part.space.clone()))))?;
        Ok(UnionSet(all))
    }

    /// `{ y : ∃ x ∈ self : x -> y ∈ map }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionSet = "{ S[i] : 0 <= i < 3; T[] }".parse()?;
    /// let m: UnionMap = "{ S[i] -> [i, 0]; T[] -> [0, 1] }".parse()?;
    /// assert!(a.apply(&m)?.is_equal(&"{ [i, 0] : 0 <= i < 3; [0, 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply(&self, map: &UnionMap) -> Result<UnionSet> {
        let images = self
            .0
            .pairs(&map.0, tuple_of, domain_of, Relation::apply_set)?;
        Ok(UnionSet(images))
    }

    /// `{ x : ∃ y ∈ self : x -> y ∈ map }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionSet = "{ [i, 0] : 0 <= i < 3 }".parse()?;
    /// let m: UnionMap = "{ S[i] -> [i, 0]; T[] -> [0, 1] }".parse()?;
    /// assert!(a.preimage(&m)?.is_equal(&"{ S[i] : 0 <= i < 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage(&self, map: &UnionMap) -> Result<UnionSet> {
        self.apply(&map.reverse()?)
    }

    /// `{ x -> x : x ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : i > 0; T[] }".parse()?;
    /// assert!(a.identity()?.is_equal(&"{ S[i] -> S[i] : i > 0; T[] -> T[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn identity(&self) -> Result<UnionMap> {
        Ok(UnionMap(
            self.0
                .each(|part| Ok(Some(Set(part.clone()).identity()?.0)))?,
        ))
    }

    /// `{ [x -> y] : x ∈ self ∧ y ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ A[]; B[] }".parse()?;
    /// let b: UnionSet = "{ C[i] : i > 0 }".parse()?;
    /// let expected = "{ [A[] -> C[i]] : i > 0; [B[] -> C[i]] : i > 0 }".parse()?;
    /// assert!(a.product(&b)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn product(&self, other: &UnionSet) -> Result<UnionSet> {
        let products = self.0.all_pairs(&other.0, |x, y| x.product(y, false))?;
        Ok(UnionSet(products))
    }

    /// `{ x -> y : [x -> y] ∈ self }`; points that are not wrapped pairs are left out.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ [A[i] -> B[j]] : i < j; C[] }".parse()?;
    /// assert!(a.unwrap()?.is_equal(&"{ A[i] -> B[j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unwrap(&self) -> Result<UnionMap> {
        let maps = self.0.each(|part| match part.space.unwrap() {
            Ok(_) => Ok(Some(part.unwrap()?)),
            Err(_) => Ok(None),
        })?;
        Ok(UnionMap(maps))
    }

    /// `{ [x -> y] -> x : [x -> y] ∈ self }`; points that are not wrapped pairs are left out.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ [A[i] -> B[j]] : i < j; C[] }".parse()?;
    /// assert!(a.wrapped_domain_map()?.is_equal(&"{ [A[i] -> B[j]] -> A[i] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn wrapped_domain_map(&self) -> Result<UnionMap> {
        self.unwrap()?.domain_map()
    }

    /// The parameter values for which the set is not empty.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "[N] -> { S[i] : 0 <= i < N; T[] : N = -7 }".parse()?;
    /// assert!(a.params()?.is_equal(&"[N] -> { : N > 0 or N = -7 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn params(&self) -> Result<Set> {
        Ok(Set(self.0.params_set()?))
    }

    /// Without one parameter: the points that are in the set for some value of it.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "[N] -> { S[i] : 0 <= i < N < 5 }".parse()?;
    /// assert!(a.project_out_param("N")?.is_equal(&"{ S[i] : 0 <= i < 4 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out_param(&self, name: &str) -> Result<UnionSet> {
        Ok(UnionSet(self.0.project_out_params(|param| param == name)?))
    }

    /// Without the parameters: the points that are in the set for some parameter values.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "[N] -> { S[i] : 0 <= i < N < 5 }".parse()?;
    /// assert!(a.project_out_all_params()?.is_equal(&"{ S[i] : 0 <= i < 4 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out_all_params(&self) -> Result<UnionSet> {
        Ok(UnionSet(self.0.project_out_params(|_| true)?))
    }

    /// With the given parameters first, in that order; its other parameters follow.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "[N] -> { S[i] : i < N }".parse()?;
    /// assert_eq!(a.align_params(&["M"]).space().n_param(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn align_params(&self, params: &[&str]) -> UnionSet {
        UnionSet(self.0.align_params_first(params))
    }

    /// Without the parameters that no constraint mentions.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "[N, M] -> { S[i] : i < N }".parse()?;
    /// assert_eq!(a.drop_unused_params()?.space().n_param(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn drop_unused_params(&self) -> Result<UnionSet> {
        Ok(UnionSet(self.0.drop_unused_params()?))
    }

    /// The same points with every existential an explicit floor.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ S[i] : exists (a : 2a <= i <= 3a) }".parse()?;
    /// assert!(a.compute_divs()?.is_equal(&"{ S[i] : exists (a : 2a <= i <= 3a) }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn compute_divs(&self) -> Result<UnionSet> {
        Ok(UnionSet(
            self.0.each(|part| Ok(Some(part.compute_divs()?)))?,
        ))
    }

    /// `{ x -> y : x ∈ self ∧ y ∈ other ∧ x ≺ y }`, within each space.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ [0]; [5]; T[] }".parse()?;
    /// assert!(a.lex_lt_union_set(&a)?.is_equal(&"{ [0] -> [5] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_lt_union_set(&self, other: &UnionSet) -> Result<UnionMap> {
        self.lex(Order::Lt, other)
    }

    /// `{ x -> y : x ∈ self ∧ y ∈ other ∧ x ≼ y }`, within each space.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ [0]; T[] }".parse()?;
    /// assert!(a.lex_le_union_set(&a)?.is_equal(&"{ [0] -> [0]; T[] -> T[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_le_union_set(&self, other: &UnionSet) -> Result<UnionMap> {
        self.lex(Order::Le, other)
    }

    /// `{ x -> y : x ∈ self ∧ y ∈ other ∧ x ≻ y }`, within each space.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ [0]; [5]; T[] }".parse()?;
    /// assert!(a.lex_gt_union_set(&a)?.is_equal(&"{ [5] -> [0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_gt_union_set(&self, other: &UnionSet) -> Result<UnionMap> {
        self.lex(Order::Gt, other)
    }

    /// `{ x -> y : x ∈ self ∧ y ∈ other ∧ x ≽ y }`, within each space.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let a: UnionSet = "{ [0]; T[] }".parse()?;
    /// assert!(a.lex_ge_union_set(&a)?.is_equal(&"{ [0] -> [0]; T[] -> T[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_ge_union_set(&self, other: &UnionSet) -> Result<UnionMap> {
        self.lex(Order::Ge, other)
    }

    fn lex(&self, op: Order, other: &UnionSet) -> Result<UnionMap> {
        let order = |x: &Relation, y: &Relation| x.lex_sets(op, y);
        Ok(UnionMap(self.0.pairs(&other.0, tuple_of, tuple_of, order)?))
    }
}

fn domain_of(space: &Space) -> Option<Tuple> {
    space.domain_tuple().cloned()
}

fn tuple_of(space: &Space) -> Option<Tuple> {
    space.tuple().cloned()
}
