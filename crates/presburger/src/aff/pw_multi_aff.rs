//! Tuples of quasi-affine forms that differ from piece to piece.

use super::expr::Expr;
use super::extreme::Extreme;
use super::function::Function;
use super::macros::{
    arithmetic, domains, function_domains, function_view, giving, importing, questions, reading,
    text,
};
use super::macros_tuple::{bindings, lex_sets, tuples, wrapped_domains};
use super::multi_aff::MultiAff;
use super::multi_val::MultiVal;
use super::products::{Comparison, pair_of};
use super::pw_aff::PwAff;
use super::scalar::{positive_integer, value_of};
use super::union_function::Factor;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::point::Point;
use crate::set::Set;
use crate::space::{Space, Tuple};
use crate::value::Value;

/// A tuple of quasi-affine forms on each of some disjoint domains, undefined elsewhere.
///
/// It is what a single-valued relation amounts to; [`PwMultiAff::from_map`] finds the forms also
/// where the constraints only imply them.
///
/// ```
/// # use presburger::{Map, PwMultiAff};
/// let map: Map = "{ [a, b] -> [c] : (c - a - b) mod 5 = 0 and -a <= c <= 4 - a }".parse()?;
/// let f = PwMultiAff::from_map(&map)?;
/// assert_eq!(f.n_piece(), 1);
/// assert!(f.is_equal(&"{ [a, b] -> [-a + (2a + b) mod 5] }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PwMultiAff(pub(crate) Function);

impl PwMultiAff {
    /// The function on the whole space.
    ///
    /// ```
    /// # use presburger::{MultiAff, PwMultiAff};
    /// let f: MultiAff = "{ S[i] -> T[2i] }".parse()?;
    /// assert_eq!(PwMultiAff::from_multi_aff(&f).n_piece(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_multi_aff(function: &MultiAff) -> PwMultiAff {
        PwMultiAff(function.0.clone())
    }

    /// The function with one anonymous dimension.
    ///
    /// ```
    /// # use presburger::{PwAff, PwMultiAff};
    /// let f: PwAff = "{ S[i] -> [2i] : i > 0 }".parse()?;
    /// assert_eq!(PwMultiAff::from_pw_aff(&f).size(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_pw_aff(function: &PwAff) -> PwMultiAff {
        PwMultiAff(function.0.clone())
    }

    /// The function on `domain`, undefined elsewhere.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f = PwMultiAff::alloc(&"{ S[i] : i > 0 }".parse()?, &"{ S[i] -> T[2i] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ S[i] -> T[2i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn alloc(domain: &Set, function: &MultiAff) -> Result<PwMultiAff> {
        PwMultiAff::from_multi_aff(function).intersect_domain(domain)
    }

    /// The function whose graph is the relation. Fails if the relation is not single-valued.
    ///
    /// ```
    /// # use presburger::{Map, PwMultiAff};
    /// let map: Map = "{ A[i] -> B[j] : 2j <= i <= 2j + 1 }".parse()?;
    /// let f = PwMultiAff::from_map(&map)?;
    /// assert!(f.plain_is_equal(&"{ A[i] -> B[floor(i/2)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_map(map: &Map) -> Result<PwMultiAff> {
        Function::from_graph(&map.0).map(PwMultiAff)
    }

    /// The function of the parameters that gives the only element of the set. Fails if there is
    /// more than one for some value of the parameters.
    ///
    /// ```
    /// # use presburger::{PwMultiAff, Set};
    /// let set: Set = "[N] -> { S[i] : N <= 2i <= N + 1 }".parse()?;
    /// let f = PwMultiAff::from_set(&set)?;
    /// assert!(f.is_equal(&"[N] -> { S[floor((N + 1)/2)] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_set(set: &Set) -> Result<PwMultiAff> {
        if set.0.space.is_params() {
            return Err(Error::invalid("a set of parameter values has no elements"));
        }
        Function::from_graph(&set.0).map(PwMultiAff)
    }

    /// Nowhere defined.
    ///
    /// ```
    /// # use presburger::{PwMultiAff, Space, Tuple};
    /// let f = PwMultiAff::empty(Space::map(vec![], Tuple::anonymous(1), Tuple::anonymous(2)))?;
    /// assert_eq!(f.n_piece(), 0);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn empty(space: Space) -> Result<PwMultiAff> {
        if space.is_params() {
            return Err(Error::invalid("a function has a range"));
        }
        Ok(PwMultiAff(Function::empty(space)))
    }

    /// Number of pieces.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ [i] -> [i] : i > 0; [i] -> [-i] : i <= 0 }".parse()?;
    /// assert_eq!(f.n_piece(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_piece(&self) -> usize {
        self.0.pieces.len()
    }

    /// The pieces: disjoint domains and the function on each.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ [i] -> [2i] : i > 0 }".parse()?;
    /// let [(domain, value)] = &f.pieces()[..] else { panic!() };
    /// assert!(domain.is_equal(&"{ [i] : i > 0 }".parse()?)?);
    /// assert!(value.plain_is_equal(&"{ [i] -> [2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pieces(&self) -> Vec<(Set, MultiAff)> {
        let pieces = self.0.pieces.iter();
        pieces
            .map(|piece| {
                let values = Function::total(self.0.space.clone(), piece.values.clone());
                (Set(piece.domain.clone()), MultiAff(values))
            })
            .collect()
    }

    /// Where the function is defined.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ [i] -> [i] : i > 0; [i] -> [-i] : i < 0 }".parse()?;
    /// assert!(f.domain()?.is_equal(&"{ [i] : i != 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<Set> {
        self.0.domain().map(Set)
    }

    /// The forms, if the function is the same everywhere.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ S[i] -> T[2i] }".parse()?;
    /// assert!(f.as_multi_aff()?.plain_is_equal(&"{ S[i] -> T[2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_multi_aff(&self) -> Result<MultiAff> {
        match self.0.as_total() {
            Some(_) => Ok(MultiAff(self.0.clone())),
            None => Err(Error::invalid(
                "the function has more than one piece or a smaller domain",
            )),
        }
    }

    /// The function in dimension `i`.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ S[i] -> T[2i, i + 1] : i > 0 }".parse()?;
    /// assert!(f.at(1)?.plain_is_equal(&"{ S[i] -> [i + 1] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn at(&self, i: usize) -> Result<PwAff> {
        self.check_position(i)?;
        self.0.select(Tuple::anonymous(1), i..i + 1).map(PwAff)
    }

    /// The same function, where `value` is defined, with that in dimension `i`.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ S[i] -> T[2i, i + 1] }".parse()?;
    /// let f = f.set_at(0, &"{ S[i] -> [7] : i > 0 }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ S[i] -> T[7, i + 1] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_at(&self, i: usize, value: &PwAff) -> Result<PwMultiAff> {
        self.check_position(i)?;
        let range = self.0.range_tuple().clone();
        let set = |values: &[Expr], new: &[Expr]| {
            let mut values = values.to_vec();
            values[i] = new[0].clone();
            Ok(values)
        };
        self.0.zip(&value.0, range, set).map(PwMultiAff)
    }

    fn check_position(&self, i: usize) -> Result<()> {
        if i < self.size() {
            return Ok(());
        }
        Err(Error::invalid(format!(
            "there is no value {i} in {}",
            self.0.space
        )))
    }

    /// `x -> self(inner(x))`.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ B[i] -> C[2i] : i >= 0 }".parse()?;
    /// let f = f.pullback_multi_aff(&"{ A[a] -> B[a - 3] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[a] -> C[2a - 6] : a >= 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_multi_aff(&self, inner: &MultiAff) -> Result<PwMultiAff> {
        self.0.pullback(&inner.0).map(PwMultiAff)
    }

    /// `x -> self(inner(x))` where `inner` is defined.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ B[i] -> C[2i] : i >= 0 }".parse()?;
    /// let f = f.pullback_pw_multi_aff(&"{ A[a] -> B[a - 3] : a < 9 }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[a] -> C[2a - 6] : 3 <= a < 9 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_pw_multi_aff(&self, inner: &PwMultiAff) -> Result<PwMultiAff> {
        self.0.pullback(&inner.0).map(PwMultiAff)
    }

    /// The values at a point, `None` where the function is not defined.
    ///
    /// ```
    /// # use presburger::{PwMultiAff, Set, Value};
    /// let f: PwMultiAff = "{ [i] -> T[i, i // 2] : i > 0 }".parse()?;
    /// let point = "{ [5] }".parse::<Set>()?.sample_point()?.unwrap();
    /// assert_eq!(f.eval(&point)?.unwrap().values(), [Value::from(5), Value::from(2)]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eval(&self, point: &Point) -> Result<Option<MultiVal>> {
        let Some(coordinates) = point.aligned_to(&self.0.domain_space())? else {
            return Ok(None);
        };
        match self.0.values_at(&coordinates)? {
            None => Ok(None),
            Some(values) => {
                let values = values.into_iter().map(value_of).collect();
                MultiVal::new(self.0.range_tuple().clone(), values).map(Some)
            }
        }
    }

    /// The least value in every dimension, each by itself.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ [i] -> A[i, -i] : 0 <= i <= 10 }".parse()?;
    /// assert_eq!(f.min_multi_val()?.to_string(), "{ A[0, -10] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn min_multi_val(&self) -> Result<MultiVal> {
        self.extreme(Extreme::Min)
    }

    /// The greatest value in every dimension, each by itself.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "[N] -> { A[N, -N, 2N] : 0 <= N }".parse()?;
    /// assert_eq!(f.max_multi_val()?.to_string(), "{ A[infty, 0, infty] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn max_multi_val(&self) -> Result<MultiVal> {
        self.extreme(Extreme::Max)
    }

    fn extreme(&self, extreme: Extreme) -> Result<MultiVal> {
        let values: Result<Vec<Value>> = (0..self.size())
            .map(|i| self.0.optimum_of(i, extreme))
            .collect();
        MultiVal::new(self.0.range_tuple().clone(), values?)
    }

    /// The graph `{ x -> self(x) }`.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "{ S[i] -> T[2i] : i > 0 }".parse()?;
    /// assert!(f.as_map()?.is_equal(&"{ S[i] -> T[2i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_map(&self) -> Result<Map> {
        Map::from_relation(self.0.graph()?)
    }

    /// The only element, for each value of the parameters, of a function of parameters alone.
    ///
    /// ```
    /// # use presburger::PwMultiAff;
    /// let f: PwMultiAff = "[N] -> { T[N] : N > 0 }".parse()?;
    /// assert!(f.as_set()?.is_equal(&"[N] -> { T[N] : N > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_set(&self) -> Result<Set> {
        Set::from_relation(self.0.graph()?)
    }

    /// The points of the domain whose values equal the parameters that `tuple` names.
    ///
    /// ```
    /// # use presburger::{PwMultiAff, Tuple};
    /// let f: PwMultiAff = "{ B[x] -> A[x, x // 2] }".parse()?;
    /// let set = f.bind(&Tuple::named("A", ["M", "N"]))?;
    /// assert!(set.is_equal(&"[M, N] -> { B[M] : N = floor(M/2) }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind(&self, tuple: &Tuple) -> Result<Set> {
        self.0.bind(tuple).map(Set)
    }

    fn read(text: &str) -> Result<PwMultiAff> {
        Function::read_single(text).map(PwMultiAff)
    }
}

/// Fails unless the tuple can take the values of a function.
pub(crate) fn check_size(space: &Space, tuple: &Tuple) -> Result<()> {
    if space.n_out() == tuple.len() {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "the values of {space} do not fit in {tuple}"
    )))
}

function_view!(PwMultiAff);
bindings!(PwMultiAff);
wrapped_domains!(PwMultiAff);
function_domains!(PwMultiAff);
arithmetic!(PwMultiAff, "", "");
questions!(PwMultiAff, "", "");
domains!(PwMultiAff, Set, "", "");
tuples!(PwMultiAff);
text!(PwMultiAff);
