//! The Boolean algebra of sets.

use super::Set;
use crate::error::Result;

impl Set {
    /// `{ x : x ∈ self ∧ x ∈ other }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 0 <= i < N }".parse()?;
    /// let b: Set = "{ [i] : i >= 5 }".parse()?;
    /// assert!(a.intersect(&b)?.is_equal(&"[N] -> { [i] : 5 <= i < N }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect(&self, other: &Set) -> Result<Set> {
        Ok(Set(self.0.intersect(&other.0)?))
    }

    /// `{ x ∈ self : the parameters are in params }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 0 <= i < N }".parse()?;
    /// let p: Set = "[N] -> { : N <= 3 }".parse()?;
    /// assert!(a.intersect_params(&p)?.is_equal(&"[N] -> { [i] : 0 <= i < N <= 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_params(&self, params: &Set) -> Result<Set> {
        Ok(Set(self.0.intersect_params(&params.0)?))
    }

    /// `{ x : x ∈ self ∨ x ∈ other }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i < 4 }".parse()?;
    /// let b: Set = "{ [i] : i >= 2 }".parse()?;
    /// assert!(a.union(&b)?.is_universe()?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union(&self, other: &Set) -> Result<Set> {
        Ok(Set(self.0.union(&other.0)?))
    }

    /// `{ x : x ∈ self ∧ x ∉ other }`, as disjoint conjunctions if those of `self` are.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 <= i < 10 }".parse()?;
    /// let b: Set = "{ [i] : i mod 3 = 0 }".parse()?;
    /// assert!(a.subtract(&b)?.is_equal(&"{ [i] : 0 <= i < 9 and i mod 3 >= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn subtract(&self, other: &Set) -> Result<Set> {
        Ok(Set(self.0.subtract(&other.0)?))
    }

    /// `{ x : x ∉ self }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 <= i < 10 }".parse()?;
    /// assert!(a.complement()?.is_equal(&"{ [i] : i < 0 or i >= 10 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn complement(&self) -> Result<Set> {
        Ok(Set(self.0.complement()?))
    }

    /// The same points in conjunctions that have none in common.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 <= i < 10 or 5 <= i < 15 }".parse()?;
    /// assert!(a.make_disjoint()?.is_equal(&"{ [i] : 0 <= i < 15 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn make_disjoint(&self) -> Result<Set> {
        Ok(Set(self.0.make_disjoint()?))
    }

    /// The same points with every existential an explicit floor.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : exists (a : 2a <= i <= 3a and a >= 3) }".parse()?;
    /// let expected = "{ [i] : exists (a : 2a <= i <= 3a and a >= 3) }".parse()?;
    /// assert!(a.compute_divs()?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn compute_divs(&self) -> Result<Set> {
        Ok(Set(self.0.compute_divs()?))
    }

    /// The same points without constraints that follow from others.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : i >= 0 and j >= 0 and i + j >= -5 }".parse()?;
    /// assert!(a.remove_redundancies()?.is_equal(&"{ [i, j] : i >= 0 and j >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn remove_redundancies(&self) -> Result<Set> {
        Ok(Set(self.0.remove_redundancies()?))
    }
}
