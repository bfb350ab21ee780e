//! Simpler descriptions of sets, hulls around them, and lexicographic optima.

use super::Set;
use crate::basic::BasicSet;
use crate::error::Result;
use crate::integer::pip::Goal;
use crate::relation::coalesce::Hull;
use crate::relation::hull::Shift;

impl Set {
    /// The part of `self` that is not implied by `context`: a set `g`, as simple as we can make it,
    /// with `g ∩ context = self ∩ context`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let p: Set = "{ [i] : 1 <= i <= 10 }".parse()?;
    /// let c: Set = "{ [i] : i <= 5 }".parse()?;
    /// assert_eq!(p.gist(&c)?.to_string(), "{ [i] : i >= 1 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist(&self, context: &Set) -> Result<Set> {
        Ok(Set(self.0.gist(&context.0)?))
    }

    /// The gist with respect to what is known of the parameters.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 0 <= i < N and N >= 1 }".parse()?;
    /// let c: Set = "[N] -> { : N >= 10 }".parse()?;
    /// assert!(a.gist_params(&c)?.is_equal(&"[N] -> { [i] : 0 <= i < N }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist_params(&self, context: &Set) -> Result<Set> {
        Ok(Set(self.0.gist_params(&context.0)?))
    }

    /// The same points in as few conjunctions as merging pairs gives. No coefficient of a merged
    /// conjunction is larger than the largest one of the two it is made of.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 <= i <= 4; [i] : 5 <= i <= 9 }".parse()?;
    /// assert_eq!(a.coalesce()?.to_string(), "{ [i] : 0 <= i <= 9 }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn coalesce(&self) -> Result<Set> {
        Ok(Set(self.0.coalesce()?))
    }

    /// Like [`Set::coalesce`], but every constraint of the result is one that the set has: no
    /// slanted ones appear.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : j = 0 and 0 <= i <= 2; [i, j] : j = 1 and 0 <= i <= 1 }".parse()?;
    /// assert_eq!(a.coalesce()?.n_basic_set(), 1);
    /// assert_eq!(a.coalesce_preserving()?.n_basic_set(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn coalesce_preserving(&self) -> Result<Set> {
        Ok(Set(self.0.coalesce_with(Hull::Forbidden)?))
    }

    /// Like [`Set::coalesce`], but coefficients may become twice as large.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : j = 0 and 0 <= i <= 99; [0, 1] }".parse()?;
    /// assert_eq!(a.coalesce_bounded()?.n_basic_set(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn coalesce_bounded(&self) -> Result<Set> {
        Ok(Set(self.0.coalesce_with(Hull::Doubled)?))
    }

    /// Like [`Set::coalesce`], but with any coefficients: fewer conjunctions, and faces that are
    /// slanted along hundreds of points.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : j = 0 and 0 <= i <= 99; [0, 1] }".parse()?;
    /// assert_eq!(a.coalesce()?.n_basic_set(), 2);
    /// assert_eq!(a.coalesce_unbounded()?.n_basic_set(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn coalesce_unbounded(&self) -> Result<Set> {
        Ok(Set(self.0.coalesce_with(Hull::Unbounded)?))
    }

    /// The same points with every equality that holds for them stated, in each conjunction by
    /// itself.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, e, a] : 32a - 31 <= i <= 32a and 32e - 31 <= i <= 32e }".parse()?;
    /// let b = a.detect_equalities()?;
    /// assert!(b.basic_sets()[0].constraints()?[0].is_equality());
    /// assert!(b.is_equal(&a)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn detect_equalities(&self) -> Result<Set> {
        Ok(Set(self.0.detect_equalities(false)?))
    }

    /// The same points with every equality that holds for them stated, and with inequalities that
    /// are as tight as the equalities allow.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 <= i <= 10 and (i + 1) mod 4 = 0 }".parse()?;
    /// let b: Set = "{ [i] : 3 <= i <= 7 and (i + 1) mod 4 = 0 }".parse()?;
    /// assert_eq!(a.tighten()?.to_string(), b.to_string());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn tighten(&self) -> Result<Set> {
        Ok(Set(self.0.detect_equalities(true)?))
    }

    /// The smallest affine set that contains all integer points.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : 0 <= i <= 8 and 2j <= i <= 2j and j >= 1 }".parse()?;
    /// assert!(a.affine_hull()?.to_set().is_equal(&"{ [i, j] : i = 2j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn affine_hull(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.affine_hull()?))
    }

    /// A single conjunction around the set, made of constraints parallel to those of the set.
    /// Not the smallest one, but cheap; contains [`polyhedral_hull`](Set::polyhedral_hull).
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 <= i <= 2; [i] : 7 <= i <= 9 }".parse()?;
    /// assert!(a.simple_hull()?.to_set().is_equal(&"{ [i] : 0 <= i <= 9 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn simple_hull(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.simple_hull(Shift::Allowed)?))
    }

    /// The constraints among those of the set that hold for all of it.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i, j] : i >= 1 and j >= 1; [i, j] : i >= 2 and j <= 10 }".parse()?;
    /// assert!(a.unshifted_simple_hull()?.to_set().is_equal(&"{ [i, j] : i >= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unshifted_simple_hull(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(
            self.0.simple_hull(Shift::Forbidden)?,
        ))
    }

    /// The convex hull of the rational relaxations of the conjunctions, existentials projected out.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [0, 0]; [4, 0]; [0, 4] }".parse()?;
    /// let hull = a.polyhedral_hull()?.to_set();
    /// assert!(hull.is_equal(&"{ [i, j] : i >= 0 and j >= 0 and i + j <= 4 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn polyhedral_hull(&self) -> Result<BasicSet> {
        Ok(BasicSet::from_relation(self.0.polyhedral_hull()?))
    }

    /// The convex hull: the same as [`polyhedral_hull`](Set::polyhedral_hull).
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i >= 7; [0] }".parse()?;
    /// assert!(a.convex_hull()?.to_set().is_equal(&"{ [i] : i >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn convex_hull(&self) -> Result<BasicSet> {
        self.polyhedral_hull()
    }

    /// For each value of the parameters the lexicographically smallest element.
    ///
    /// Fails with [`Error::Unbounded`](crate::Error::Unbounded) if there is none because the set has no lower bound.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i, j] : 0 <= i <= N and i + j >= N }".parse()?;
    /// assert!(a.lexmin()?.is_equal(&"[N] -> { [0, N] : N >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lexmin(&self) -> Result<Set> {
        Ok(Set(self.0.lexopt(Goal::Min)?))
    }

    /// For each value of the parameters the lexicographically largest element.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 0 <= 3i <= N }".parse()?;
    /// assert!(a.lexmax()?.is_equal(&"[N] -> { [floor(N/3)] : N >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lexmax(&self) -> Result<Set> {
        Ok(Set(self.0.lexopt(Goal::Max)?))
    }

    /// The lexicographically smallest element for each value of the parameters in `params`, and
    /// the values among them for which there is none.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 3 <= i <= N }".parse()?;
    /// let (least, none) = a.partial_lexmin(&"[N] -> { : N >= 0 }".parse()?)?;
    /// assert!(least.is_equal(&"[N] -> { [3] : N >= 3 }".parse()?)?);
    /// assert!(none.is_equal(&"[N] -> { : 0 <= N < 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn partial_lexmin(&self, params: &Set) -> Result<(Set, Set)> {
        let part = self.intersect_params(params)?;
        Ok((part.lexmin()?, params.subtract(&part.params()?)?))
    }

    /// The lexicographically largest element for each value of the parameters in `params`, and
    /// the values among them for which there is none.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 3 <= i <= N }".parse()?;
    /// let (most, _) = a.partial_lexmax(&"[N] -> { : N >= 0 }".parse()?)?;
    /// assert!(most.is_equal(&"[N] -> { [N] : N >= 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn partial_lexmax(&self, params: &Set) -> Result<(Set, Set)> {
        let part = self.intersect_params(params)?;
        Ok((part.lexmax()?, params.subtract(&part.params()?)?))
    }
}
