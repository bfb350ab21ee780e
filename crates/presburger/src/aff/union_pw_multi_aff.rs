//! Functions on several domain tuples.

use super::expr::Expr;
use super::function::Function;
use super::macros::{
    arithmetic, domains, giving, importing, questions, reading, text, union_domains, union_view,
};
use super::pw_multi_aff::PwMultiAff;
use super::scalar::positive_integer;
use super::union_function::{Factor, UnionFunction};
use super::union_pw_aff::UnionPwAff;
use crate::error::Result;
use crate::relation::Relation;
use crate::set::Set;
use crate::space::{Space, Tuple};
use crate::union_map::UnionMap;
use crate::union_set::UnionSet;
use crate::unions::Union;
use crate::value::Value;

/// A [`PwMultiAff`] for each of some pairs of tuples: a schedule, or an access to arrays.
///
/// Functions with the same domain tuple and different ranges have disjoint domains, so that every
/// point has at most one image.
///
/// ```
/// # use presburger::UnionPwMultiAff;
/// let f: UnionPwMultiAff = "{ S[i] -> A[i + 1]; T[i, j] -> B[j] : i > j }".parse()?;
/// let g: UnionPwMultiAff = "{ R[k] -> S[2k] }".parse()?;
/// let both = f.pullback_union_pw_multi_aff(&g)?;
/// assert!(both.plain_is_equal(&"{ R[k] -> A[2k + 1] }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct UnionPwMultiAff(pub(crate) UnionFunction);

impl UnionPwMultiAff {
    /// The union of one function.
    ///
    /// ```
    /// # use presburger::{PwMultiAff, UnionPwMultiAff};
    /// let f: PwMultiAff = "{ S[i] -> A[i] }".parse()?;
    /// assert_eq!(UnionPwMultiAff::from_pw_multi_aff(&f).n_pw_multi_aff(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_pw_multi_aff(function: &PwMultiAff) -> UnionPwMultiAff {
        UnionPwMultiAff(UnionFunction::from_function(&function.0))
    }

    /// The same function with its values in tuples of one anonymous dimension.
    ///
    /// ```
    /// # use presburger::{UnionPwAff, UnionPwMultiAff};
    /// let f: UnionPwAff = "{ S[i] -> [i]; T[] -> [0] }".parse()?;
    /// assert_eq!(UnionPwMultiAff::from_union_pw_aff(&f).n_pw_multi_aff(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_union_pw_aff(function: &UnionPwAff) -> UnionPwMultiAff {
        UnionPwMultiAff(function.0.clone())
    }

    /// The function whose graph is the relation. Fails if an element is related to more than one.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let map = "{ A[i] -> B[j] : 2j <= i <= 2j + 1; C[] -> D[0] }".parse()?;
    /// let f = UnionPwMultiAff::from_union_map(&map)?;
    /// assert!(f.plain_is_equal(&"{ A[i] -> B[i // 2]; C[] -> D[0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_union_map(map: &UnionMap) -> Result<UnionPwMultiAff> {
        UnionFunction::from_graph(map.0.space().params(), map.0.parts()).map(UnionPwMultiAff)
    }

    /// Nowhere defined, over the parameters of a space.
    ///
    /// ```
    /// # use presburger::{Space, UnionPwMultiAff};
    /// assert_eq!(UnionPwMultiAff::empty(&Space::params_only(vec![])).n_pw_multi_aff(), 0);
    /// ```
    pub fn empty(params: &Space) -> UnionPwMultiAff {
        UnionPwMultiAff(UnionFunction::empty(params.params()))
    }

    /// The function `x -> x` on a union of sets.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f = UnionPwMultiAff::identity_on(&"{ A[i] : i > 0; B[] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[i] -> A[i] : i > 0; B[] -> B[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn identity_on(domain: &UnionSet) -> Result<UnionPwMultiAff> {
        let space = domain.0.space();
        let mut out = Vec::new();
        for set in domain.0.parts() {
            let identity = super::multi_aff::MultiAff::identity_on_domain(&set.space)?;
            out.push(identity.0.intersect_domain(set)?);
        }
        UnionFunction::collect(space.params(), out).map(UnionPwMultiAff)
    }

    /// Number of spaces.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ S[i] -> A[i]; T[] -> [0] }".parse()?;
    /// assert_eq!(f.n_pw_multi_aff(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_pw_multi_aff(&self) -> usize {
        self.0.functions.len()
    }

    /// The functions, one for each pair of domain and range tuples.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ S[i] -> A[i]; T[] -> [0] }".parse()?;
    /// assert!(f.pw_multi_affs()[1].plain_is_equal(&"{ T[] -> [0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pw_multi_affs(&self) -> Vec<PwMultiAff> {
        self.0.functions.iter().cloned().map(PwMultiAff).collect()
    }

    /// The function, if there is only one.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ S[i] -> A[i] }".parse()?;
    /// assert!(f.as_pw_multi_aff()?.plain_is_equal(&"{ S[i] -> A[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_pw_multi_aff(&self) -> Result<PwMultiAff> {
        self.0.single().cloned().map(PwMultiAff)
    }

    /// Where the function is defined.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ S[i] -> A[i] : i > 0; T[] -> [0] }".parse()?;
    /// assert!(f.domain()?.is_equal(&"{ S[i] : i > 0; T[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<UnionSet> {
        self.0.domain_set()
    }

    /// `x -> (self(x), other(x))` in one anonymous tuple, where both are defined.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ S[i] -> A[i]; T[] -> [0] }".parse()?;
    /// let g: UnionPwMultiAff = "{ S[i] -> B[2i] }".parse()?;
    /// assert!(f.flat_range_product(&g)?.plain_is_equal(&"{ S[i] -> [i, 2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_range_product(&self, other: &UnionPwMultiAff) -> Result<UnionPwMultiAff> {
        self.0
            .zip(&other.0, |a, b| a.range_product(b, true))
            .map(UnionPwMultiAff)
    }

    /// `x -> [self(x) -> other(x)]`, where both are defined.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ S[i] -> A[i]; T[] -> [0] }".parse()?;
    /// let g: UnionPwMultiAff = "{ S[i] -> B[2i] }".parse()?;
    /// assert!(f.range_product(&g)?.plain_is_equal(&"{ S[i] -> [A[i] -> B[2i]] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_product(&self, other: &UnionPwMultiAff) -> Result<UnionPwMultiAff> {
        self.0
            .zip(&other.0, |a, b| a.range_product(b, false))
            .map(UnionPwMultiAff)
    }

    /// `x -> self(inner(x))`.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ B[i] -> X[2i]; C[] -> X[1] }".parse()?;
    /// let f = f.pullback_union_pw_multi_aff(&"{ A[a] -> B[a + 1]; D[] -> E[] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[a] -> X[2a + 2] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_union_pw_multi_aff(&self, inner: &UnionPwMultiAff) -> Result<UnionPwMultiAff> {
        self.0.pullback(&inner.0).map(UnionPwMultiAff)
    }

    /// `[A -> B] -> C` and `D -> A` give `[D -> B] -> C`: `inner` applied to the first half of a
    /// wrapped domain.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ [A[x] -> B[y]] -> C[x + y] }".parse()?;
    /// let f = f.preimage_domain_wrapped_domain(&"{ D[z] -> A[2z] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ [D[z] -> B[y]] -> C[2z + y] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_domain_wrapped_domain(
        &self,
        inner: &UnionPwMultiAff,
    ) -> Result<UnionPwMultiAff> {
        self.0
            .preimage_domain_wrapped_domain(&inner.0)
            .map(UnionPwMultiAff)
    }

    /// Only where the domain is a pair `A -> B` with `A` in `set`.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ [A[i] -> B[j]] -> C[i + j] }".parse()?;
    /// let f = f.intersect_domain_wrapped_domain(&"{ A[1]; B[0] }".parse()?)?;
    /// assert!(f.is_equal(&"{ [A[1] -> B[j]] -> C[1 + j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain_wrapped_domain(&self, set: &UnionSet) -> Result<UnionPwMultiAff> {
        self.0
            .intersect_domain_wrapped(set.0.parts(), Factor::Domain)
            .map(UnionPwMultiAff)
    }

    /// Only where the domain is a pair `A -> B` with `B` in `set`.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ [A[i] -> B[j]] -> C[i + j] }".parse()?;
    /// let f = f.intersect_domain_wrapped_range(&"{ A[1]; B[0] }".parse()?)?;
    /// assert!(f.is_equal(&"{ [A[i] -> B[0]] -> C[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_domain_wrapped_range(&self, set: &UnionSet) -> Result<UnionPwMultiAff> {
        self.0
            .intersect_domain_wrapped(set.0.parts(), Factor::Range)
            .map(UnionPwMultiAff)
    }

    /// The graph `{ x -> self(x) }`; fails if one of the functions has no domain tuple.
    ///
    /// ```
    /// # use presburger::UnionPwMultiAff;
    /// let f: UnionPwMultiAff = "{ S[i] -> A[2i]; T[] -> [0] }".parse()?;
    /// assert!(f.as_union_map()?.is_equal(&"{ S[i] -> A[2i]; T[] -> [0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_union_map(&self) -> Result<UnionMap> {
        self.0.graph_map()
    }

    /// The points whose values equal the parameters that `tuple` names, for the functions with
    /// this range tuple.
    ///
    /// ```
    /// # use presburger::{Tuple, UnionPwMultiAff};
    /// let f: UnionPwMultiAff = "{ S[i] -> A[2i]; T[] -> B[0] }".parse()?;
    /// let set = f.bind(&Tuple::named("A", ["M"]))?;
    /// assert!(set.is_equal(&"[M] -> { S[i] : M = 2i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind(&self, tuple: &Tuple) -> Result<UnionSet> {
        self.0.to_sets(|function| {
            if function.range_tuple() != tuple {
                return Ok(Relation::empty(function.domain_space()));
            }
            function.bind(tuple)
        })
    }

    fn read(text: &str) -> Result<UnionPwMultiAff> {
        UnionFunction::read(text).map(UnionPwMultiAff)
    }
}

impl UnionFunction {
    /// What `f` makes of each function, a set or a condition on parameters, put together.
    pub(crate) fn to_sets(&self, f: impl Fn(&Function) -> Result<Relation>) -> Result<UnionSet> {
        let sets: Result<Vec<Relation>> = self.functions.iter().map(f).collect();
        Ok(UnionSet(Union::new(&self.params, sets?)?))
    }

    pub(crate) fn domain_set(&self) -> Result<UnionSet> {
        Ok(UnionSet(Union::new(&self.params, self.domain()?)?))
    }

    pub(crate) fn graph_map(&self) -> Result<UnionMap> {
        let graphs = self.graph()?;
        if let Some(graph) = graphs.iter().find(|graph| !graph.space.is_map()) {
            let message = format!("{} is not the space of a relation", graph.space);
            return Err(crate::error::Error::invalid(message));
        }
        Ok(UnionMap(Union::new(&self.params, graphs)?))
    }
}

union_view!(UnionPwMultiAff);
union_domains!(UnionPwMultiAff);
arithmetic!(UnionPwMultiAff, "", "");
questions!(UnionPwMultiAff, "", "");
domains!(UnionPwMultiAff, UnionSet, "", "");
text!(UnionPwMultiAff);
