//! Simpler descriptions, hulls and lexicographic optima, space by space.

use super::UnionMap;
use crate::error::Result;
use crate::integer::pip::Goal;
use crate::relation::hull::Shift;
use crate::set::Set;

impl UnionMap {
    /// In each space the gist of `self` with respect to `context`; what `context` excludes is left out.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i] : 0 <= i <= 9; T[] -> [0] }".parse()?;
    /// let c: UnionMap = "{ S[i] -> [j] : i <= 9; T[] -> [j] }".parse()?;
    /// let g = a.gist(&c)?;
    /// assert!(g.intersect(&c)?.is_equal(&a.intersect(&c)?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist(&self, context: &UnionMap) -> Result<UnionMap> {
        Ok(UnionMap(self.0.gist(&context.0)?))
    }

    /// The gist with respect to what is known of the parameters.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// # use presburger::Set;
    /// let a: UnionMap = "[N] -> { S[i] -> [] : 0 <= i < N and N >= 1 }".parse()?;
    /// let c: Set = "[N] -> { : N >= 10 }".parse()?;
    /// let g = a.gist_params(&c)?;
    /// assert!(g.intersect_params(&c)?.is_equal(&a.intersect_params(&c)?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist_params(&self, context: &Set) -> Result<UnionMap> {
        Ok(UnionMap(
            self.0.each(|part| part.gist_params(&context.0).map(Some))?,
        ))
    }

    /// The same elements with fewer conjunctions in each space.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [] : i < 4; S[i] -> [] : i >= 4; T[] -> [] }".parse()?;
    /// assert!(a.coalesce()?.is_equal(&a)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn coalesce(&self) -> Result<UnionMap> {
        Ok(UnionMap(self.0.each(|part| part.coalesce().map(Some))?))
    }

    /// In each space the lexicographically smallest elements.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [j] : i <= j; T[] -> [5] }".parse()?;
    /// assert!(a.lexmin()?.is_equal(&"{ S[i] -> [i]; T[] -> [5] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lexmin(&self) -> Result<UnionMap> {
        Ok(UnionMap(
            self.0.each(|part| part.lexopt(Goal::Min).map(Some))?,
        ))
    }

    /// In each space the lexicographically largest elements.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [j] : j <= i; T[] -> [5] }".parse()?;
    /// assert!(a.lexmax()?.is_equal(&"{ S[i] -> [i]; T[] -> [5] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lexmax(&self) -> Result<UnionMap> {
        Ok(UnionMap(
            self.0.each(|part| part.lexopt(Goal::Max).map(Some))?,
        ))
    }

    /// In each space the affine hull.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [i] : 0 <= i <= 9; T[] -> [0] }".parse()?;
    /// assert!(a.is_subset(&a.affine_hull()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn affine_hull(&self) -> Result<UnionMap> {
        Ok(UnionMap(self.0.each(|part| part.affine_hull().map(Some))?))
    }

    /// In each space a single conjunction of constraints parallel to those given.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [] : i < 4; S[i] -> [] : i >= 4; T[] -> [] }".parse()?;
    /// assert!(a.is_subset(&a.simple_hull()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn simple_hull(&self) -> Result<UnionMap> {
        Ok(UnionMap(
            self.0
                .each(|part| part.simple_hull(Shift::Allowed).map(Some))?,
        ))
    }

    /// In each space the convex hull of the rational relaxations.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let a: UnionMap = "{ S[i] -> [] : i < 4; S[i] -> [] : i >= 4; T[] -> [] }".parse()?;
    /// assert!(a.is_subset(&a.polyhedral_hull()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn polyhedral_hull(&self) -> Result<UnionMap> {
        Ok(UnionMap(
            self.0.each(|part| part.polyhedral_hull().map(Some))?,
        ))
    }

    /// The union of all positive powers, and whether it is exact; otherwise it contains the closure.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let step: UnionMap = "{ A[i] -> B[i]; B[i] -> A[i + 1] : i < 9 }".parse()?;
    /// let (closure, _) = step.transitive_closure()?;
    /// assert!(step.is_subset(&closure)?);
    /// assert!(step.apply_range(&step)?.is_subset(&closure)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn transitive_closure(&self) -> Result<(UnionMap, bool)> {
        let (closure, exact) = crate::relation::closure::union_closure(&self.0)?;
        Ok((UnionMap(closure), exact))
    }
}
