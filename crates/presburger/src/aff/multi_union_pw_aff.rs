//! Tuples of functions on several domain tuples, such as the members of a band in a schedule.

mod parts;

use super::affine::Aff;
use super::expr::{Expr, Sign};
use super::function::Function;
use super::macros::{arithmetic, domains, giving, importing, questions, reading, text};
use super::multi_aff::MultiAff;
use super::multi_pw_aff::MultiPwAff;
use super::multi_val::MultiVal;
use super::products::{join, pair_of};
use super::pw_aff::PwAff;
use super::pw_multi_aff::PwMultiAff;
use super::scalar::positive_integer;
use super::union_function::{UnionFunction, as_params};
use super::union_pw_aff::UnionPwAff;
use super::union_pw_multi_aff::UnionPwMultiAff;
use crate::error::{Error, Result};
use crate::relation::Relation;
use crate::set::Set;
use crate::space::{Name, Space, Tuple};
use crate::union_map::UnionMap;
use crate::union_set::UnionSet;
use crate::unions::Union;
use crate::value::Value;
use std::sync::Arc;

/// A tuple of [`UnionPwAff`]s. Without dimensions it still has a domain, kept explicitly: a union
/// of sets, or a condition on parameters that stands for every point of every space.
///
/// ```
/// # use presburger::MultiUnionPwAff;
/// let f: MultiUnionPwAff = "[{ S[i, j] -> [i]; T[i] -> [i] }, { S[i, j] -> [j]; T[i] -> [0] }]".parse()?;
/// let sizes = "{ [32, 32] }".parse()?;
/// let tiles = f.scale_down_multi_val(&sizes)?.floor()?;
/// let expected = "[{ S[i, j] -> [i // 32]; T[i] -> [i // 32] }, { S[i, j] -> [j // 32]; T[i] -> [0] }]";
/// assert!(tiles.plain_is_equal(&expected.parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MultiUnionPwAff {
    params: Arc<[Name]>,
    range: Tuple,
    components: Arc<[UnionFunction]>,
    /// The domain of a tuple without dimensions, otherwise `None`. One relation without tuple is
    /// a condition on parameters.
    domain: Option<Arc<[Relation]>>,
}

impl MultiUnionPwAff {
    /// The tuple of functions.
    ///
    /// ```
    /// # use presburger::{MultiUnionPwAff, Tuple, UnionPwAff};
    /// let f: UnionPwAff = "{ S[i] -> [i]; T[] -> [0] }".parse()?;
    /// let g = MultiUnionPwAff::from_union_pw_aff_list(Tuple::named("A", ["a"]), &[f])?;
    /// assert!(g.plain_is_equal(&"A[{ S[i] -> [i]; T[] -> [0] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_union_pw_aff_list(range: Tuple, list: &[UnionPwAff]) -> Result<MultiUnionPwAff> {
        if range.len() != list.len() {
            return Err(Error::invalid(format!(
                "{} functions for {range}",
                list.len()
            )));
        }
        let components = list.iter().map(|f| f.0.clone()).collect();
        Ok(MultiUnionPwAff::new(&[], range, components, None))
    }

    /// The tuple without dimensions on a union of sets.
    ///
    /// ```
    /// # use presburger::{MultiUnionPwAff, Tuple};
    /// let domain = "{ S[i] : i > 0; T[] }".parse()?;
    /// let f = MultiUnionPwAff::from_domain(Tuple::anonymous(0).with_name(Some("A")), &domain)?;
    /// assert!(f.plain_is_equal(&"(A[] : { S[i] : i > 0; T[] })".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_domain(range: Tuple, domain: &UnionSet) -> Result<MultiUnionPwAff> {
        if !range.is_empty() {
            return Err(Error::invalid(format!(
                "{range} has dimensions but no functions"
            )));
        }
        let space = domain.0.space();
        Ok(MultiUnionPwAff::new(
            space.params(),
            range,
            vec![],
            Some(domain.0.parts().to_vec()),
        ))
    }

    /// Every value of the function on its own.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f = MultiUnionPwAff::from_multi_pw_aff(&"{ S[i] -> A[i, (2i : i > 0)] }".parse()?);
    /// assert!(f.plain_is_equal(&"A[{ S[i] -> [i] }, { S[i] -> [2i] : i > 0 }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_multi_pw_aff(function: &MultiPwAff) -> MultiUnionPwAff {
        let components = function
            .components()
            .iter()
            .map(UnionFunction::from_function)
            .collect();
        let domain = function
            .explicit_domain()
            .map(|domain| vec![domain.clone()]);
        let range = super::function::range_tuple(function.space()).clone();
        MultiUnionPwAff::new(function.space().params(), range, components, domain)
    }

    /// Every value of the function on its own. Fails if the ranges differ.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f = "{ S[i] -> A[i, 2i] : i > 0; T[] -> A[0, 1] }".parse()?;
    /// let f = MultiUnionPwAff::from_union_pw_multi_aff(&f)?;
    /// let expected = "A[{ S[i] -> [i] : i > 0; T[] -> [0] }, { S[i] -> [2i] : i > 0; T[] -> [1] }]";
    /// assert!(f.plain_is_equal(&expected.parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_union_pw_multi_aff(function: &UnionPwMultiAff) -> Result<MultiUnionPwAff> {
        let Some(first) = function.0.functions.first() else {
            return Err(Error::invalid("a union without functions has no range"));
        };
        let range = first.range_tuple().clone();
        if let Some(other) = function
            .0
            .functions
            .iter()
            .find(|f| *f.range_tuple() != range)
        {
            return Err(first.space.mismatch(&other.space));
        }
        MultiUnionPwAff::split(&function.0, range)
    }

    /// The functions whose graph is the relation. Fails if an element is related to more than
    /// one, or if the ranges differ.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f = MultiUnionPwAff::from_union_map(&"{ A[] -> B[0]; C[] -> B[1] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"B[{ A[] -> [0]; C[] -> [1] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_union_map(map: &UnionMap) -> Result<MultiUnionPwAff> {
        MultiUnionPwAff::from_union_pw_multi_aff(&UnionPwMultiAff::from_union_map(map)?)
    }

    /// All values on their common domain. Fails for a tuple without dimensions whose domain is
    /// not a union of sets.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "A[{ S[i] -> [i] : i > 0; T[] -> [0] }, { S[i] -> [2i] }]".parse()?;
    /// let expected = "{ S[i] -> A[i, 2i] : i > 0 }".parse()?;
    /// assert!(f.to_union_pw_multi_aff()?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn to_union_pw_multi_aff(&self) -> Result<UnionPwMultiAff> {
        self.to_union_function().map(UnionPwMultiAff)
    }

    /// The graph `{ x -> self(x) }`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "B[{ A[] -> [0]; C[] -> [1] }]".parse()?;
    /// assert!(f.as_union_map()?.is_equal(&"{ A[] -> B[0]; C[] -> B[1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_union_map(&self) -> Result<UnionMap> {
        self.to_union_function()?.graph_map()
    }

    /// The tuple of the values.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "B[{ A[] -> [0]; C[] -> [1] }]".parse()?;
    /// assert_eq!(f.range_tuple().name(), Some("B"));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_tuple(&self) -> &Tuple {
        &self.range
    }

    /// Number of values.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "B[{ A[] -> [0]; C[] -> [1] }]".parse()?;
    /// assert_eq!(f.size(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        self.components.len()
    }

    /// The function in dimension `i`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "B[{ A[] -> [0]; C[] -> [1] }]".parse()?;
    /// assert!(f.at(0)?.plain_is_equal(&"{ A[] -> [0]; C[] -> [1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn at(&self, i: usize) -> Result<UnionPwAff> {
        match self.components.get(i) {
            Some(component) => Ok(UnionPwAff(component.clone())),
            None => Err(Error::invalid(format!(
                "there is no value {i} in {}",
                self.range
            ))),
        }
    }

    /// The same tuple with another function in dimension `i`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "B[{ A[] -> [0]; C[] -> [1] }]".parse()?;
    /// let f = f.set_at(0, &"{ A[] -> [7] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"B[{ A[] -> [7] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_at(&self, i: usize, function: &UnionPwAff) -> Result<MultiUnionPwAff> {
        self.at(i)?;
        let mut components = self.components.to_vec();
        components[i] = function.0.clone();
        Ok(MultiUnionPwAff::new(
            &self.params,
            self.range.clone(),
            components,
            None,
        ))
    }

    /// Where all values are defined.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "A[{ S[i] -> [i] : i > 0; T[] -> [0] }, { S[i] -> [2i] }]".parse()?;
    /// assert!(f.domain()?.is_equal(&"{ S[i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<UnionSet> {
        Ok(UnionSet(Union::new(&self.params, self.common_domain()?)?))
    }

    /// `x -> [self(x) -> other(x)]`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "B[{ A[x] -> [x + 1] : x >= 5 }]".parse()?;
    /// let g: MultiUnionPwAff = "(C[] : { A[x] : x <= 10 })".parse()?;
    /// let expected = "[B[{ A[x] -> [x + 1] : 5 <= x <= 10 }] -> C[]]".parse()?;
    /// assert!(f.range_product(&g)?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_product(&self, other: &MultiUnionPwAff) -> Result<MultiUnionPwAff> {
        self.side_by_side(other, join(&self.range, &other.range, false))
    }

    /// `x -> (self(x), other(x))` in one anonymous tuple.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "B[{ A[x] -> [x] }]".parse()?;
    /// let g: MultiUnionPwAff = "C[{ A[x] -> [2x] }]".parse()?;
    /// let expected = "[{ A[x] -> [x] }, { A[x] -> [2x] }]".parse()?;
    /// assert!(f.flat_range_product(&g)?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_range_product(&self, other: &MultiUnionPwAff) -> Result<MultiUnionPwAff> {
        self.side_by_side(other, join(&self.range, &other.range, true))
    }

    /// The first half of a range that is a pair: `[A -> B]` becomes `A`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "[B[{ A[] -> [1] }] -> C[{ A[] -> [2] }]]".parse()?;
    /// assert!(f.factor_domain()?.plain_is_equal(&"B[{ A[] -> [1] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn factor_domain(&self) -> Result<MultiUnionPwAff> {
        let (a, _) = pair_of(&self.range)?;
        Ok(self.select(a, 0..a.len()))
    }

    /// The second half of a range that is a pair: `[A -> B]` becomes `B`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "[B[{ A[] -> [1] }] -> C[{ A[] -> [2] }]]".parse()?;
    /// assert!(f.factor_range()?.plain_is_equal(&"C[{ A[] -> [2] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn factor_range(&self) -> Result<MultiUnionPwAff> {
        let (a, b) = pair_of(&self.range)?;
        Ok(self.select(b, a.len()..a.len() + b.len()))
    }

    /// The same values in another tuple with as many dimensions.
    ///
    /// ```
    /// # use presburger::{MultiUnionPwAff, Tuple};
    /// let f: MultiUnionPwAff = "B[{ A[x] -> [x] }]".parse()?;
    /// let f = f.set_range_tuple(Tuple::named("C", ["c"]))?;
    /// assert!(f.plain_is_equal(&"C[{ A[x] -> [x] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_range_tuple(&self, tuple: Tuple) -> Result<MultiUnionPwAff> {
        if tuple.len() != self.size() {
            return Err(Error::invalid(format!(
                "{} values do not fit in {tuple}",
                self.size()
            )));
        }
        Ok(self.select(&tuple, 0..self.size()))
    }

    /// Every value multiplied by the value in its place.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "[{ S[i] -> [i] }, { S[i] -> [2i] }]".parse()?;
    /// let f = f.scale_multi_val(&"{ [3, 4] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"[{ S[i] -> [3i] }, { S[i] -> [8i] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn scale_multi_val(&self, factors: &MultiVal) -> Result<MultiUnionPwAff> {
        self.with_values(factors, Expr::scale_by)
    }

    /// Every value divided by the value in its place.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "[{ S[i] -> [3i] }, { S[i] -> [8i] }]".parse()?;
    /// let f = f.scale_down_multi_val(&"{ [3, 4] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"[{ S[i] -> [i] }, { S[i] -> [2i] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn scale_down_multi_val(&self, divisors: &MultiVal) -> Result<MultiUnionPwAff> {
        self.with_values(divisors, Expr::scale_down_by)
    }

    /// Every value modulo the value in its place.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "[{ S[i] -> [i] }]".parse()?;
    /// let f = f.mod_multi_val(&"{ [4] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"[{ S[i] -> [i % 4] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn mod_multi_val(&self, moduli: &MultiVal) -> Result<MultiUnionPwAff> {
        self.with_values(moduli, |value, modulus| {
            value.modulo(&positive_integer(modulus)?)
        })
    }

    /// The part of the domain whose values are in `set`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "C[{ B[i, j] -> [i + 2j] }]".parse()?;
    /// let f = f.intersect_range(&"[N] -> { C[N] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"[N] -> C[{ B[i, j] -> [i + 2j] : i + 2j = N }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_range(&self, set: &Set) -> Result<MultiUnionPwAff> {
        let this = self.over(&super::union_function::merge_params(
            &self.params,
            set.0.space.params(),
        ));
        let mut domain = Vec::new();
        for function in this.to_union_function()?.functions.iter() {
            domain.push(function.preimage(&set.0)?);
        }
        this.restricted(&domain)
    }

    /// `x -> function(self(x))`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "C[{ A[i] -> [i]; B[j] -> [2j] }]".parse()?;
    /// let g = f.apply_aff(&"[N] -> { C[a] -> [a + N] }".parse()?)?;
    /// assert!(g.plain_is_equal(&"[N] -> { A[i] -> [i + N]; B[j] -> [2j + N] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_aff(&self, function: &Aff) -> Result<UnionPwAff> {
        self.applied(&function.to_function(), Function::substitute)
            .map(UnionPwAff)
    }

    /// `x -> function(self(x))`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "C[{ A[i] -> [i]; B[j] -> [2j] }]".parse()?;
    /// let g = f.apply_pw_aff(&"{ C[a] -> [a] : a > 0 }".parse()?)?;
    /// assert!(g.plain_is_equal(&"{ A[i] -> [i] : i > 0; B[j] -> [2j] : j > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_pw_aff(&self, function: &PwAff) -> Result<UnionPwAff> {
        self.applied(&function.0, Function::pullback)
            .map(UnionPwAff)
    }

    /// `x -> function(self(x))`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "C[{ A[i] -> [i] }]".parse()?;
    /// let g = f.apply_multi_aff(&"{ C[a] -> D[a, 2a] }".parse()?)?;
    /// assert!(g.plain_is_equal(&"D[{ A[i] -> [i] }, { A[i] -> [2i] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_multi_aff(&self, function: &MultiAff) -> Result<MultiUnionPwAff> {
        let applied = self.applied(&function.0, Function::substitute)?;
        MultiUnionPwAff::split(&applied, function.0.range_tuple().clone())
    }

    /// `x -> function(self(x))`.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "(C[] : { A[i, j] : i >= j })".parse()?;
    /// let g = f.apply_pw_multi_aff(&"[N] -> { C[] -> D[N] : N >= 0 }".parse()?)?;
    /// let expected = "[N] -> D[{ A[i, j] -> [N] : i >= j and N >= 0 }]".parse()?;
    /// assert!(g.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply_pw_multi_aff(&self, function: &PwMultiAff) -> Result<MultiUnionPwAff> {
        let applied = self.applied(&function.0, Function::pullback)?;
        MultiUnionPwAff::split(&applied, function.0.range_tuple().clone())
    }

    /// `x -> self(inner(x))`. A condition on parameters, as the domain of a tuple without
    /// dimensions, stays what it is.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "C[{ B[i, j] -> [i + 2j] }]".parse()?;
    /// let f = f.pullback_union_pw_multi_aff(&"{ A[a, b] -> B[b, a] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"C[{ A[a, b] -> [b + 2a] }]".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_union_pw_multi_aff(&self, inner: &UnionPwMultiAff) -> Result<MultiUnionPwAff> {
        let params = super::union_function::merge_params(&self.params, &inner.0.params);
        let this = self.over(&params);
        let domain = match &this.domain {
            None => None,
            Some(sets) if as_params(sets).is_some() => Some(sets.to_vec()),
            Some(_) => Some(this.to_union_function()?.pullback(&inner.0)?.domain()?),
        };
        let components: Result<Vec<UnionFunction>> = this
            .components
            .iter()
            .map(|c| c.pullback(&inner.0))
            .collect();
        Ok(MultiUnionPwAff::new(
            &params,
            this.range.clone(),
            components?,
            domain,
        ))
    }

    /// The points where all values are zero.
    ///
    /// ```
    /// # use presburger::MultiUnionPwAff;
    /// let f: MultiUnionPwAff = "F[{ A[i, j] -> [i - j]; B[i, j] -> [i - j] : i >= 0 }]".parse()?;
    /// assert!(f.zero_union_set()?.is_equal(&"{ A[i, i]; B[i, i] : i >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn zero_union_set(&self) -> Result<UnionSet> {
        self.to_union_function()?
            .to_sets(|function| function.locus(Sign::Zero))
    }

    /// The points whose values equal the parameters that `tuple` names.
    ///
    /// ```
    /// # use presburger::{MultiUnionPwAff, Tuple};
    /// let f: MultiUnionPwAff = "A[{ S[i] -> [i] }, { S[i] -> [2i] }]".parse()?;
    /// let set = f.bind(&Tuple::named("A", ["M", "N"]))?;
    /// assert!(set.is_equal(&"[M, N] -> { S[M] : N = 2M }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind(&self, tuple: &Tuple) -> Result<UnionSet> {
        let space = Space::set(self.params.to_vec(), self.range.clone());
        super::products::check_tuple(&space, Some(&self.range), tuple)?;
        self.to_union_function()?
            .to_sets(|function| function.bind(tuple))
    }
}

arithmetic!(MultiUnionPwAff, "[", "]");
questions!(MultiUnionPwAff, "[", "]");
domains!(MultiUnionPwAff, UnionSet, "[", "]");
text!(MultiUnionPwAff);
