//! Tuples of piecewise functions, each with a domain of its own.

mod parts;

use super::expr::{Expr, Sign};
use super::extreme::Extreme;
use super::function::{Function, domain_space, function_space, range_tuple};
use super::macros::{arithmetic, domains, giving, importing, questions, reading, text};
use super::macros_tuple::lex_sets;
use super::multi_aff::MultiAff;
use super::multi_val::MultiVal;
use super::products::{Comparison, join, pair_of};
use super::pw_aff::PwAff;
use super::pw_multi_aff::{PwMultiAff, check_size};
use super::scalar::positive_integer;
use super::union_function::merge_params;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::relation::Relation;
use crate::set::Set;
use crate::space::{Space, Tuple};
use crate::value::Value;
use std::sync::Arc;

/// A tuple of [`PwAff`]s on the same space. Each has its own domain; the tuple as a whole is
/// defined where all of them are. Without dimensions it still has a domain, kept explicitly.
///
/// ```
/// # use presburger::MultiPwAff;
/// let f: MultiPwAff = "{ A[x] -> B[(1 : x >= 5)] }".parse()?;
/// let g: MultiPwAff = "{ A[y] -> C[(2 : y <= 10)] }".parse()?;
/// let both = f.range_product(&g)?;
/// assert!(both.domain()?.is_equal(&"{ A[x] : 5 <= x <= 10 }".parse()?)?);
/// assert!(both.range_factor_domain()?.plain_is_equal(&f)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MultiPwAff {
    space: Space,
    /// One function to an anonymous dimension for each dimension of the range.
    components: Arc<[Function]>,
    /// The domain of a tuple without dimensions, otherwise `None`.
    domain: Option<Relation>,
}

impl MultiPwAff {
    /// The tuple of functions; a tuple without dimensions is defined on `domain`.
    pub(super) fn new(space: Space, components: Vec<Function>, domain: &Relation) -> MultiPwAff {
        let domain = components
            .is_empty()
            .then(|| domain.align_params(space.params()));
        let params = space.params().to_vec();
        let components = components.iter().map(|c| c.align_params(&params)).collect();
        MultiPwAff {
            space,
            components,
            domain,
        }
    }

    /// The same with a domain that is everything unless a tuple without dimensions says otherwise.
    fn everywhere(space: Space, components: Vec<Function>) -> MultiPwAff {
        let domain = Relation::universe(domain_space(&space));
        MultiPwAff::new(space, components, &domain)
    }

    /// Every value of the function on its own.
    ///
    /// ```
    /// # use presburger::{MultiPwAff, PwMultiAff};
    /// let f: PwMultiAff = "{ A[x] -> B[x, 2x] : x > 0 }".parse()?;
    /// let g = MultiPwAff::from_pw_multi_aff(&f)?;
    /// assert!(g.plain_is_equal(&"{ A[x] -> B[(x : x > 0), (2x : x > 0)] }".parse()?)?);
    /// assert!(g.to_pw_multi_aff()?.plain_is_equal(&f)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_pw_multi_aff(function: &PwMultiAff) -> Result<MultiPwAff> {
        let function = &function.0;
        let components: Result<Vec<Function>> = (0..function.space.n_out())
            .map(|i| function.select(Tuple::anonymous(1), i..i + 1))
            .collect();
        Ok(MultiPwAff::new(
            function.space.clone(),
            components?,
            &function.domain()?,
        ))
    }

    /// Every value of the function on its own.
    ///
    /// ```
    /// # use presburger::{MultiAff, MultiPwAff};
    /// let f: MultiAff = "{ A[x] -> B[x, 2x] }".parse()?;
    /// assert_eq!(MultiPwAff::from_multi_aff(&f)?.size(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_multi_aff(function: &MultiAff) -> Result<MultiPwAff> {
        MultiPwAff::from_pw_multi_aff(&function.to_pw_multi_aff())
    }

    /// The tuple of one anonymous dimension.
    ///
    /// ```
    /// # use presburger::{MultiPwAff, PwAff};
    /// let f: PwAff = "{ A[x] -> [x] : x > 0 }".parse()?;
    /// assert_eq!(MultiPwAff::from_pw_aff(&f).size(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_pw_aff(function: &PwAff) -> MultiPwAff {
        MultiPwAff::everywhere(function.0.space.clone(), vec![function.0.clone()])
    }

    /// The tuple `range` of these functions, which must all be defined on `domain`'s space. Without
    /// functions it is defined on the set `domain`.
    ///
    /// ```
    /// # use presburger::{MultiPwAff, PwAff, Tuple};
    /// let f: PwAff = "{ A[x] -> [x] : x > 0 }".parse()?;
    /// let domain = "{ A[x] }".parse()?;
    /// let g = MultiPwAff::from_pw_aff_list(&domain, Tuple::named("B", ["b"]), &[f])?;
    /// assert!(g.plain_is_equal(&"{ A[x] -> B[(x : x > 0)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_pw_aff_list(domain: &Set, range: Tuple, list: &[PwAff]) -> Result<MultiPwAff> {
        let mut params = domain.0.space.params().to_vec();
        for function in list {
            params = merge_params(&params, function.0.space.params());
            domain
                .0
                .space
                .check_equal_tuples(&function.0.domain_space())?;
        }
        let space = function_space(&domain.0.space.with_params(params), range);
        check_size(&space, &Tuple::anonymous(list.len()))?;
        let components = list.iter().map(|f| f.0.clone()).collect();
        let this = MultiPwAff::new(space, components, &domain.0);
        if list.is_empty() {
            Ok(this)
        } else {
            this.intersect_domain(domain)
        }
    }

    /// All values on the common domain.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> B[(x : x > 0), (2x : x < 9)] }".parse()?;
    /// assert!(f.to_pw_multi_aff()?.plain_is_equal(&"{ A[x] -> B[x, 2x] : 0 < x < 9 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn to_pw_multi_aff(&self) -> Result<PwMultiAff> {
        self.to_function().map(PwMultiAff)
    }

    /// The graph `{ x -> self(x) }`.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> B[(x : x > 0), (2x : x < 9)] }".parse()?;
    /// assert!(f.as_map()?.is_equal(&"{ A[x] -> B[x, 2x] : 0 < x < 9 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_map(&self) -> Result<Map> {
        Map::from_relation(self.to_function()?.graph()?)
    }

    /// The space of the function: a set space if it is one of parameters alone.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> B[x, 2x] }".parse()?;
    /// assert_eq!(f.space().n_out(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Number of values.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> B[x, 2x] }".parse()?;
    /// assert_eq!(f.size(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        self.components.len()
    }

    /// The function in dimension `i`.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> B[(x : x > 0), 2x] }".parse()?;
    /// assert!(f.at(0)?.plain_is_equal(&"{ A[x] -> [x] : x > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn at(&self, i: usize) -> Result<PwAff> {
        match self.components.get(i) {
            Some(component) => Ok(PwAff(component.clone())),
            None => Err(Error::invalid(format!(
                "there is no value {i} in {}",
                self.space
            ))),
        }
    }

    /// The same tuple with another function in dimension `i`.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> B[(x : x > 0), 2x] }".parse()?;
    /// let f = f.set_at(0, &"{ A[x] -> [7] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[x] -> B[7, 2x] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_at(&self, i: usize, function: &PwAff) -> Result<MultiPwAff> {
        self.at(i)?.0.check_same_space(&function.0)?;
        let mut components = self.components.to_vec();
        components[i] = function.0.clone();
        let params = merge_params(self.space.params(), function.0.space.params());
        Ok(MultiPwAff::everywhere(
            self.space.with_params(params),
            components,
        ))
    }

    /// Where all values are defined.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> B[] : x > 0 }".parse()?;
    /// assert!(f.domain()?.is_equal(&"{ A[x] : x > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<Set> {
        let mut domain = match &self.domain {
            Some(domain) => return Ok(Set(domain.clone())),
            None => Relation::universe(domain_space(&self.space)),
        };
        for component in self.components.iter() {
            domain = domain.intersect(&component.domain()?)?;
        }
        Ok(Set(domain))
    }

    /// `x -> [self(x) -> other(x)]`; every value keeps its domain.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[y] -> C[] : y <= 10 }".parse()?;
    /// let g: MultiPwAff = "{ A[x] -> B[(1 : x >= 5)] }".parse()?;
    /// let expected = "{ A[x] -> [C[] -> B[(1 : x >= 5)]] : x <= 10 }".parse()?;
    /// assert!(f.range_product(&g)?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_product(&self, other: &MultiPwAff) -> Result<MultiPwAff> {
        self.side_by_side(other, join(self.range(), other.range(), false), self.size())
    }

    /// `x -> (self(x), other(x))` in one anonymous tuple.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> C[x] }".parse()?;
    /// let g: MultiPwAff = "{ A[x] -> B[2x] }".parse()?;
    /// assert!(f.flat_range_product(&g)?.plain_is_equal(&"{ A[x] -> [x, 2x] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_range_product(&self, other: &MultiPwAff) -> Result<MultiPwAff> {
        self.side_by_side(other, join(self.range(), other.range(), true), self.size())
    }

    /// The values of `other` inserted before value `at` of `self`, in an anonymous tuple.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> C[x, 3x] }".parse()?;
    /// let g: MultiPwAff = "{ A[x] -> B[2x] }".parse()?;
    /// assert!(f.range_splice(1, &g)?.plain_is_equal(&"{ A[x] -> [x, 2x, 3x] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_splice(&self, at: usize, other: &MultiPwAff) -> Result<MultiPwAff> {
        if at > self.size() {
            return Err(Error::invalid(format!(
                "there is no position {at} in {}",
                self.space
            )));
        }
        let mut dims = self.range().dim_names();
        dims.splice(at..at, other.range().dim_names());
        self.side_by_side(other, Tuple::from_dims(None, dims), at)
    }

    fn side_by_side(&self, other: &MultiPwAff, range: Tuple, at: usize) -> Result<MultiPwAff> {
        super::function::check_same_domain(&self.space, &other.space)?;
        let params = self.space.merge_params(&other.space);
        let domain = domain_space(&self.space).with_params(params);
        let mut components = self.components.to_vec();
        components.splice(at..at, other.components.iter().cloned());
        let explicit = match (&self.domain, &other.domain) {
            (Some(a), Some(b)) => a.intersect(b)?,
            (Some(a), None) | (None, Some(a)) => a.clone(),
            (None, None) => Relation::universe(domain.clone()),
        };
        let this = MultiPwAff::new(function_space(&domain, range), components, &explicit);
        if this.domain.is_some() || super::affine::is_plain_universe(&explicit) {
            return Ok(this);
        }
        this.restrict_domain(&Set(explicit))
    }

    /// `[x -> y] -> [self(x) -> other(y)]`.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> B[(1 : x >= 5)] }".parse()?;
    /// let g: MultiPwAff = "{ A[y] -> C[] : y <= 10 }".parse()?;
    /// let expected = "{ [A[x] -> A[y]] -> [B[(1 : x >= 5)] -> C[]] : y <= 10 }".parse()?;
    /// assert!(f.product(&g)?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn product(&self, other: &MultiPwAff) -> Result<MultiPwAff> {
        let (Some(x), Some(y)) = (self.space.domain_tuple(), other.space.domain_tuple()) else {
            return self.range_product(other);
        };
        let params = self.space.merge_params(&other.space);
        let n = params.len();
        let pair = Tuple::pair(x.clone(), y.clone());
        let pair = self.space.with_params(params).with_tuple(pair);
        let first: Vec<usize> = (0..n + x.len()).collect();
        let second: Vec<usize> = (0..n).chain(n + x.len()..pair.n_total()).collect();
        self.on_domain(&pair, &first)?
            .range_product(&other.on_domain(&pair, &second)?)
    }

    /// On a larger domain: `columns[v]` is the place of coordinate `v` of the present one.
    fn on_domain(&self, domain: &Space, columns: &[usize]) -> Result<MultiPwAff> {
        let space = function_space(domain, self.range().clone());
        let components: Result<Vec<Function>> = self
            .components
            .iter()
            .map(|c| {
                c.align_params(domain.params())
                    .widen_domain(domain, columns)
            })
            .collect();
        // A function without values carries the explicit domain along.
        let explicit = match &self.domain {
            None => Relation::universe(domain.clone()),
            Some(_) => {
                let whole = self.to_function()?.align_params(domain.params());
                whole.widen_domain(domain, columns)?.domain()?
            }
        };
        Ok(MultiPwAff::new(space, components?, &explicit))
    }

    /// The first half of a range that is a pair: `x -> [A -> B]` becomes `x -> A`.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> [B[(1 : x >= 5)] -> C[(2 : x <= 10)]] }".parse()?;
    /// let f = f.range_factor_domain()?;
    /// assert!(f.plain_is_equal(&"{ A[x] -> B[(1 : x >= 5)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_factor_domain(&self) -> Result<MultiPwAff> {
        let (a, _) = pair_of(self.range())?;
        Ok(self.select(a, 0..a.len()))
    }

    /// The second half of a range that is a pair: `x -> [A -> B]` becomes `x -> B`.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ A[x] -> [B[(1 : x >= 5)] -> C[]] }".parse()?;
    /// assert!(f.range_factor_range()?.plain_is_equal(&"{ A[x] -> C[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_factor_range(&self) -> Result<MultiPwAff> {
        let (a, b) = pair_of(self.range())?;
        Ok(self.select(b, a.len()..a.len() + b.len()))
    }

    fn select(&self, range: &Tuple, which: std::ops::Range<usize>) -> MultiPwAff {
        let domain = domain_space(&self.space);
        let explicit = self
            .domain
            .clone()
            .unwrap_or_else(|| Relation::universe(domain.clone()));
        let space = function_space(&domain, range.clone());
        MultiPwAff::new(space, self.components[which].to_vec(), &explicit)
    }

    /// The same values in another tuple with as many dimensions.
    ///
    /// ```
    /// # use presburger::{MultiPwAff, Tuple};
    /// let f: MultiPwAff = "{ A[x] -> B[x] }".parse()?;
    /// let f = f.set_range_tuple(Tuple::named("C", ["c"]))?;
    /// assert!(f.plain_is_equal(&"{ A[x] -> C[x] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_range_tuple(&self, tuple: Tuple) -> Result<MultiPwAff> {
        check_size(&self.space, &tuple)?;
        Ok(self.select(&tuple, 0..self.size()))
    }

    /// `x -> self(inner(x))`.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ B[i, j] -> C[(i + 2j : j > 4)] }".parse()?;
    /// let f = f.pullback_multi_aff(&"{ A[a, b] -> B[b, a] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[a, b] -> C[(b + 2a : a > 4)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_multi_aff(&self, inner: &MultiAff) -> Result<MultiPwAff> {
        self.pullback(&inner.0)
    }

    /// `x -> self(inner(x))` where `inner` is defined.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ B[i] -> C[(2i : i > 4)] }".parse()?;
    /// let f = f.pullback_pw_multi_aff(&"{ A[a] -> B[a] : a < 9 }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[a] -> C[(2a : 4 < a < 9)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_pw_multi_aff(&self, inner: &PwMultiAff) -> Result<MultiPwAff> {
        self.pullback(&inner.0)
    }

    /// `x -> self(inner(x))` where all of `inner` is defined.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ B[i, j] -> C[(i + 2j : j > 4)] }".parse()?;
    /// let f = f.pullback_multi_pw_aff(&"{ A[a, b] -> B[(b : b > a), (a : b > a)] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[a, b] -> C[(b + 2a : b > a > 4)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_multi_pw_aff(&self, inner: &MultiPwAff) -> Result<MultiPwAff> {
        match &self.domain {
            // A function without values that is defined everywhere says nothing about `inner`,
            // whose values are defined one by one.
            Some(set) if inner.size() > 0 && super::affine::is_plain_universe(set) => {
                let params = self.space.merge_params(inner.space());
                let domain = domain_space(inner.space()).with_params(params);
                let space = function_space(&domain, self.range().clone());
                Ok(MultiPwAff::everywhere(space, Vec::new()))
            }
            _ => self.pullback(&inner.to_function()?),
        }
    }

    fn pullback(&self, inner: &Function) -> Result<MultiPwAff> {
        let params = self.space.merge_params(&inner.space);
        let domain = inner.domain_space().with_params(params);
        let space = function_space(&domain, self.range().clone());
        let components: Result<Vec<Function>> =
            self.components.iter().map(|c| c.pullback(inner)).collect();
        let explicit = match &self.domain {
            Some(_) => self.to_function()?.pullback(inner)?.domain()?,
            None => Relation::universe(domain),
        };
        Ok(MultiPwAff::new(space, components?, &explicit))
    }

    /// The minimum of both in every dimension, where both are defined.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ [i] -> A[i, 3] }".parse()?;
    /// let g: MultiPwAff = "{ [i] -> A[0, (4 : i > 0)] }".parse()?;
    /// let expected = "{ [i] -> A[(i : i <= 0; 0 : i > 0), (3 : i > 0)] }".parse()?;
    /// assert!(f.min(&g)?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn min(&self, other: &MultiPwAff) -> Result<MultiPwAff> {
        self.combine(
            other,
            |x, y| x.choose(y, Sign::NonPositive),
            Relation::intersect,
        )
    }

    /// The maximum of both in every dimension, where both are defined.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ [i] -> A[i, 3] }".parse()?;
    /// let g: MultiPwAff = "{ [i] -> A[0, (4 : i > 0)] }".parse()?;
    /// let expected = "{ [i] -> A[(i : i >= 0; 0 : i < 0), (4 : i > 0)] }".parse()?;
    /// assert!(f.max(&g)?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn max(&self, other: &MultiPwAff) -> Result<MultiPwAff> {
        self.combine(
            other,
            |x, y| x.choose(y, Sign::NonNegative),
            Relation::intersect,
        )
    }

    /// The points of the domain whose values equal the parameters that `tuple` names.
    ///
    /// ```
    /// # use presburger::{MultiPwAff, Tuple};
    /// let f: MultiPwAff = "{ B[x] -> A[x, (x // 2 : x > 0)] }".parse()?;
    /// let set = f.bind(&Tuple::named("A", ["M", "N"]))?;
    /// assert!(set.is_equal(&"[M, N] -> { B[M] : N = floor(M/2) and M > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind(&self, tuple: &Tuple) -> Result<Set> {
        self.whole()?.bind(tuple).map(Set)
    }

    /// The domain dimensions become parameters, named as in `tuple`.
    ///
    /// ```
    /// # use presburger::{MultiPwAff, Tuple};
    /// let f: MultiPwAff = "{ B[x] -> A[x, (x // 2 : x > 0)] }".parse()?;
    /// let f = f.bind_domain(&Tuple::named("B", ["N"]))?;
    /// assert!(f.plain_is_equal(&"[N] -> { A[N, (N // 2 : N > 0)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind_domain(&self, tuple: &Tuple) -> Result<MultiPwAff> {
        self.moved(|function| function.bind_domain(tuple))
    }

    /// The first half of a domain that is a pair becomes parameters, named as in `tuple`.
    ///
    /// ```
    /// # use presburger::{MultiPwAff, Tuple};
    /// let f: MultiPwAff = "{ [B[x] -> C[y]] -> A[x, y] }".parse()?;
    /// let f = f.bind_domain_wrapped_domain(&Tuple::named("B", ["N"]))?;
    /// assert!(f.plain_is_equal(&"[N] -> { C[y] -> A[N, y] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind_domain_wrapped_domain(&self, tuple: &Tuple) -> Result<MultiPwAff> {
        self.moved(|function| function.bind_domain_wrapped_domain(tuple))
    }

    /// Parameters named in `tuple` become dimensions of a domain tuple like it, which is put
    /// before the present domain, if there is one.
    ///
    /// ```
    /// # use presburger::{MultiPwAff, Tuple};
    /// let f: MultiPwAff = "[M, N] -> { A[M, (N : N > 0)] }".parse()?;
    /// let f = f.unbind_params_insert_domain(&Tuple::named("C", ["N"]))?;
    /// assert!(f.plain_is_equal(&"[M] -> { C[N] -> A[M, (N : N > 0)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unbind_params_insert_domain(&self, tuple: &Tuple) -> Result<MultiPwAff> {
        self.moved(|function| function.unbind_params_insert_domain(tuple))
    }

    lex_sets!(MultiPwAff);

    fn whole(&self) -> Result<Function> {
        self.to_function()
    }

    /// The least value in every dimension, each by itself.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ [i] -> A[(i : i > 3), (-i : i < 9)] }".parse()?;
    /// assert_eq!(f.min_multi_val()?.to_string(), "{ A[4, -8] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn min_multi_val(&self) -> Result<MultiVal> {
        self.extreme(Extreme::Min)
    }

    /// The greatest value in every dimension, each by itself.
    ///
    /// ```
    /// # use presburger::MultiPwAff;
    /// let f: MultiPwAff = "{ [i] -> A[(i : i > 3), (-i : i > 9)] }".parse()?;
    /// assert_eq!(f.max_multi_val()?.to_string(), "{ A[infty, -10] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn max_multi_val(&self) -> Result<MultiVal> {
        self.extreme(Extreme::Max)
    }

    fn extreme(&self, extreme: Extreme) -> Result<MultiVal> {
        let values: Result<Vec<Value>> = self
            .components
            .iter()
            .map(|c| c.optimum_of(0, extreme))
            .collect();
        MultiVal::new(self.range().clone(), values?)
    }
}

arithmetic!(MultiPwAff, "", "");
questions!(MultiPwAff, "", "");
domains!(MultiPwAff, Set, "", "");
text!(MultiPwAff);
