//! The algebra of union maps: Boolean operations, application, composition, order.

use super::{UnionMap, domain_of, range_of};
use crate::error::{Error, Result};
use crate::relation::{Order, Relation};
use crate::set::Set;
use crate::union_set::UnionSet;
use crate::value::Value;

impl UnionMap {
    /// `{ x -> y : x -> y ∈ self ∧ x -> y ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [j] : i <= j; B[] -> [0] }".parse()?;
    /// let b: UnionMap = "{ A[i] -> [j] : i >= j }".parse()?;
    /// assert!(a.intersect(&b)?.is_equal(&"{ A[i] -> [i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect(&self, other: &UnionMap) -> Result<UnionMap> {
        Ok(UnionMap(self.0.intersect(&other.0)?))
    }

    /// `{ x -> y ∈ self : the parameters are in params }`.
    ///
    /// ```
    /// # use presburger::{Set, UnionMap};
    /// let a: UnionMap = "[N] -> { A[i] -> [N] }".parse()?;
    /// let p: Set = "[N] -> { : N > 0 }".parse()?;
    /// assert!(a.intersect_params(&p)?.is_equal(&"[N] -> { A[i] -> [N] : N > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_params(&self, params: &Set) -> Result<UnionMap> {
        Ok(UnionMap(self.0.intersect_params(&params.0)?))
    }

    /// `{ x -> y : x -> y ∈ self ∨ x -> y ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [i] }".parse()?;
    /// let b: UnionMap = "{ B[] -> [0] }".parse()?;
    /// assert!(a.union(&b)?.is_equal(&"{ A[i] -> [i]; B[] -> [0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union(&self, other: &UnionMap) -> Result<UnionMap> {
        Ok(UnionMap(self.0.union(&other.0)?))
    }

    /// `{ x -> y : x -> y ∈ self ∧ x -> y ∉ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [j] : i <= j; B[] -> [0] }".parse()?;
    /// let b: UnionMap = "{ A[i] -> [i] }".parse()?;
    /// assert!(a.subtract(&b)?.is_equal(&"{ A[i] -> [j] : i < j; B[] -> [0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract(&self, other: &UnionMap) -> Result<UnionMap> {
        Ok(UnionMap(self.0.subtract(&other.0)?))
    }

    /// All pairs of the spaces in which there is a relation.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [i]; B[] -> [0] }".parse()?;
    /// assert!(a.universe()?.is_equal(&"{ A[i] -> [j]; B[] -> [j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn universe(&self) -> Result<UnionMap> {
        let all = self
            .0
            .each(|part| Ok(Some(Relation::universe(part.space.clone()))))?;
        Ok(UnionMap(all))
    }

    /// `{ x : ∃ y : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [i] : i > 0; B[] -> [0] }".parse()?;
    /// assert!(a.domain()?.is_equal(&"{ A[i] : i > 0; B[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<UnionSet> {
        Ok(UnionSet(self.0.each(|part| Ok(Some(part.domain()?)))?))
    }

    /// `{ y : ∃ x : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [i] : i > 0; B[] -> [0] }".parse()?;
    /// assert!(a.range()?.is_equal(&"{ [i] : i >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range(&self) -> Result<UnionSet> {
        Ok(UnionSet(self.0.each(|part| Ok(Some(part.range()?)))?))
    }

    /// The inverse: `{ y -> x : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> [2i]; B[] -> [0] }".parse()?;
    /// assert!(a.reverse()?.is_equal(&"{ [j] -> A[i] : j = 2i; [0] -> B[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn reverse(&self) -> Result<UnionMap> {
        Ok(UnionMap(self.0.each(|part| Ok(Some(part.reverse()?)))?))
    }

    /// `{ x -> y ∈ self : x ∈ set }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionMap = "{ A[i] -> [i]; B[] -> [0] }".parse()?;
    /// let s: UnionSet = "{ A[i] : i > 0 }".parse()?;
    /// assert!(a.intersect_domain(&s)?.is_equal(&"{ A[i] -> [i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain(&self, set: &UnionSet) -> Result<UnionMap> {
        let both = self.0.pairs(&set.0, domain_of, range_of, |map, set| {
            map.intersect_domain(set)
        })?;
        Ok(UnionMap(both))
    }

    /// `{ x -> y ∈ self : y ∈ set }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionMap = "{ A[i] -> [i]; B[] -> C[] }".parse()?;
    /// let s: UnionSet = "{ [i] : i > 0 }".parse()?;
    /// assert!(a.intersect_range(&s)?.is_equal(&"{ A[i] -> [i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range(&self, set: &UnionSet) -> Result<UnionMap> {
        let both = self.0.pairs(&set.0, range_of, range_of, |map, set| {
            map.intersect_range(set)
        })?;
        Ok(UnionMap(both))
    }

    /// `{ x -> y ∈ self : x ∉ set }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionMap = "{ A[i] -> [i]; B[] -> [0] }".parse()?;
    /// let s: UnionSet = "{ A[i] : i > 0 }".parse()?;
    /// assert!(a.subtract_domain(&s)?.is_equal(&"{ A[i] -> [i] : i <= 0; B[] -> [0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract_domain(&self, set: &UnionSet) -> Result<UnionMap> {
        let params = self.space().merge_params(&set.space());
        let difference = self.0.each(|map| {
            let domain = map.space.domain()?.with_params(params.clone());
            match set.0.in_space(&domain) {
                Some(set) => Ok(Some(map.subtract_domain(set)?)),
                None => Ok(Some(map.clone())),
            }
        })?;
        Ok(UnionMap(difference))
    }

    /// `{ x -> y ∈ self : y ∉ set }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionMap = "{ A[i] -> [i]; B[] -> C[] }".parse()?;
    /// let s: UnionSet = "{ [i] : i > 0 }".parse()?;
    /// assert!(a.subtract_range(&s)?.is_equal(&"{ A[i] -> [i] : i <= 0; B[] -> C[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract_range(&self, set: &UnionSet) -> Result<UnionMap> {
        self.reverse()?.subtract_domain(set)?.reverse()
    }

    /// `{ y : ∃ x ∈ set : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::{UnionMap, UnionSet};
    /// let a: UnionMap = "{ A[i] -> [i]; B[] -> [0] }".parse()?;
    /// let s: UnionSet = "{ A[5] }".parse()?;
    /// assert!(a.apply(&s)?.is_equal(&"{ [5] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply(&self, set: &UnionSet) -> Result<UnionSet> {
        set.apply(self)
    }

    /// `{ x -> z : ∃ y : x -> y ∈ self ∧ y -> z ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> A[i]; T[i] -> A[2i] }".parse()?;
    /// let b: UnionMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// assert!(a.apply_range(&b)?.is_equal(&"{ S[i] -> B[i + 1]; T[i] -> B[2i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_range(&self, other: &UnionMap) -> Result<UnionMap> {
        Ok(UnionMap(self.0.pairs(
            &other.0,
            range_of,
            domain_of,
            Relation::apply_range,
        )?))
    }

    /// `{ z -> y : ∃ x : x -> y ∈ self ∧ x -> z ∈ other }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// let b: UnionMap = "{ A[i] -> S[i]; A[i] -> T[2i] }".parse()?;
    /// let expected = "{ S[i] -> B[i + 1]; T[i] -> B[j] : i = 2j - 2 }".parse()?;
    /// assert!(a.apply_domain(&b)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_domain(&self, other: &UnionMap) -> Result<UnionMap> {
        Ok(UnionMap(self.0.pairs(
            &other.0,
            domain_of,
            domain_of,
            Relation::apply_domain,
        )?))
    }

    /// `self ∘ other`: `{ x -> z : ∃ y : x -> y ∈ other ∧ y -> z ∈ self }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let f: UnionMap = "{ A[i] -> B[i + 1] }".parse()?;
    /// let g: UnionMap = "{ S[i] -> A[2i] }".parse()?;
    /// assert!(f.compose(&g)?.is_equal(&"{ S[i] -> B[2i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn compose(&self, other: &UnionMap) -> Result<UnionMap> {
        other.apply_range(self)
    }

    /// `{ y - x : x -> y ∈ self }`; pairs of different tuples are left out.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> S[i + 1]; S[i] -> T[i] }".parse()?;
    /// assert!(a.deltas()?.is_equal(&"{ S[1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn deltas(&self) -> Result<UnionSet> {
        let deltas = self.0.each(|part| match part.space.map_tuples()? {
            (a, b) if a == b => Ok(Some(part.deltas()?)),
            _ => Ok(None),
        })?;
        Ok(UnionSet(deltas))
    }

    /// `{ [x -> y] -> y - x : x -> y ∈ self }`; pairs of different tuples are left out.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> S[2i]; S[i] -> T[i] }".parse()?;
    /// assert!(a.deltas_map()?.is_equal(&"{ [S[i] -> S[2i]] -> S[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn deltas_map(&self) -> Result<UnionMap> {
        let deltas = self.0.each(|part| match part.space.map_tuples()? {
            (a, b) if a == b => Ok(Some(part.deltas_map()?)),
            _ => Ok(None),
        })?;
        Ok(UnionMap(deltas))
    }

    /// `self` composed with itself: `self^exponent`. A negative exponent is a power of the
    /// inverse; the power zero is the identity on the spaces of domain and range.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ A[i] -> B[i + 1]; B[i] -> A[i] }".parse()?;
    /// assert!(a.fixed_power(2)?.is_equal(&"{ A[i] -> A[i + 1]; B[i] -> B[i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn fixed_power(&self, exponent: impl Into<Value>) -> Result<UnionMap> {
        let exponent = exponent.into();
        let exponent = exponent
            .to_i64()
            .ok_or_else(|| Error::invalid(format!("{exponent} is not a machine integer")))?;
        if exponent == 0 {
            return self.domain()?.union(&self.range()?)?.universe()?.identity();
        }
        let mut square = if exponent < 0 {
            self.reverse()?
        } else {
            self.clone()
        };
        let mut left = exponent.unsigned_abs();
        let mut power: Option<UnionMap> = None;
        loop {
            if left & 1 == 1 {
                power = Some(match power {
                    None => square.clone(),
                    Some(power) => power.apply_range(&square)?.coalesce()?,
                });
            }
            left >>= 1;
            if left == 0 {
                return Ok(power.expect("a positive number has a lowest set bit"));
            }
            square = square.apply_range(&square)?.coalesce()?;
        }
    }

    /// The parameter values for which there is a pair.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "[N] -> { S[i] -> [i] : 0 <= i < N }".parse()?;
    /// assert!(a.params()?.is_equal(&"[N] -> { : N > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn params(&self) -> Result<Set> {
        Ok(Set(self.0.params_set()?))
    }

    /// Without one parameter: the pairs that are in the relation for some value of it.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "[N] -> { S[i] -> [i + N] : N > 0 }".parse()?;
    /// assert!(a.project_out_param("N")?.is_equal(&"{ S[i] -> [j] : j > i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out_param(&self, name: &str) -> Result<UnionMap> {
        Ok(UnionMap(self.0.project_out_params(|param| param == name)?))
    }

    /// Without the parameters: the pairs that are in the relation for some parameter values.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "[N] -> { S[i] -> [i + N] : N > 0 }".parse()?;
    /// assert!(a.project_out_all_params()?.is_equal(&"{ S[i] -> [j] : j > i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out_all_params(&self) -> Result<UnionMap> {
        Ok(UnionMap(self.0.project_out_params(|_| true)?))
    }

    /// With the given parameters first, in that order; its other parameters follow.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "[N] -> { S[i] -> [i + N] }".parse()?;
    /// assert_eq!(a.align_params(&["M"]).space().n_param(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn align_params(&self, params: &[&str]) -> UnionMap {
        UnionMap(self.0.align_params_first(params))
    }

    /// Without the parameters that no constraint mentions.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "[N, M] -> { S[i] -> [i + N] }".parse()?;
    /// assert_eq!(a.drop_unused_params()?.space().n_param(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn drop_unused_params(&self) -> Result<UnionMap> {
        Ok(UnionMap(self.0.drop_unused_params()?))
    }

    /// The same pairs with every existential an explicit floor.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [j] : exists (a : i <= 3a <= j) }".parse()?;
    /// let expected = "{ S[i] -> [j] : exists (a : i <= 3a <= j) }".parse()?;
    /// assert!(a.compute_divs()?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn compute_divs(&self) -> Result<UnionMap> {
        Ok(UnionMap(
            self.0.each(|part| Ok(Some(part.compute_divs()?)))?,
        ))
    }

    /// `{ x -> y : ∃ u, v : x -> u ∈ self ∧ y -> v ∈ other ∧ u ≺ v }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i, 0]; T[i] -> [i, 1] }".parse()?;
    /// let s: UnionMap = "{ S[i] -> [i, 0] }".parse()?;
    /// let expected = "{ S[i] -> S[j] : i < j; S[i] -> T[j] : i <= j }".parse()?;
    /// assert!(s.lex_lt_union_map(&a)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_lt_union_map(&self, other: &UnionMap) -> Result<UnionMap> {
        self.lex(Order::Lt, other)
    }

    /// `{ x -> y : ∃ u, v : x -> u ∈ self ∧ y -> v ∈ other ∧ u ≼ v }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i, 0]; T[i] -> [i, 1] }".parse()?;
    /// let s: UnionMap = "{ S[i] -> [i, 0] }".parse()?;
    /// let expected = "{ S[i] -> S[j] : i <= j; S[i] -> T[j] : i <= j }".parse()?;
    /// assert!(s.lex_le_union_map(&a)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_le_union_map(&self, other: &UnionMap) -> Result<UnionMap> {
        self.lex(Order::Le, other)
    }

    /// `{ x -> y : ∃ u, v : x -> u ∈ self ∧ y -> v ∈ other ∧ u ≻ v }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i, 0]; T[i] -> [i, 1] }".parse()?;
    /// let s: UnionMap = "{ S[i] -> [i, 0] }".parse()?;
    /// let expected = "{ S[i] -> S[j] : i > j; S[i] -> T[j] : i > j }".parse()?;
    /// assert!(s.lex_gt_union_map(&a)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_gt_union_map(&self, other: &UnionMap) -> Result<UnionMap> {
        self.lex(Order::Gt, other)
    }

    /// `{ x -> y : ∃ u, v : x -> u ∈ self ∧ y -> v ∈ other ∧ u ≽ v }`.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i, 0]; T[i] -> [i, 1] }".parse()?;
    /// let s: UnionMap = "{ S[i] -> [i, 0] }".parse()?;
    /// let expected = "{ S[i] -> S[j] : i >= j; S[i] -> T[j] : i > j }".parse()?;
    /// assert!(s.lex_ge_union_map(&a)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_ge_union_map(&self, other: &UnionMap) -> Result<UnionMap> {
        self.lex(Order::Ge, other)
    }

    fn lex(&self, op: Order, other: &UnionMap) -> Result<UnionMap> {
        let order = |x: &Relation, y: &Relation| x.lex_maps(op, y);
        Ok(UnionMap(self.0.pairs(&other.0, range_of, range_of, order)?))
    }
}
