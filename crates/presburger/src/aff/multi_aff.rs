//! A tuple of quasi-affine forms on a whole space.

use super::affine::{Aff, check_domain};
use super::expr::Expr;
use super::function::{Function, function_space, lift_params};
use super::macros::{arithmetic, function_view, giving, importing, questions, reading, text};
use super::macros_tuple::{bindings, lex_sets, tuples};
use super::multi_val::MultiVal;
use super::products::{Comparison, pair_of};
use super::pw_multi_aff::{PwMultiAff, check_size};
use super::scalar::positive_integer;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::set::Set;
use crate::space::{Space, Tuple};
use crate::value::Value;

/// A tuple of quasi-affine forms, defined on the whole space.
///
/// ```
/// # use presburger::MultiAff;
/// let tile: MultiAff = "{ S[i, j] -> T[floor(i/32), floor(j/32)] }".parse()?;
/// let shift: MultiAff = "{ R[a] -> S[a + 32, 3a] }".parse()?;
/// let both = tile.pullback_multi_aff(&shift)?;
/// assert!(both.is_equal(&"{ R[a] -> T[1 + floor(a/32), floor(3a/32)] }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
///
/// The representation is a function with one piece whose domain is the universe.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MultiAff(pub(crate) Function);

impl MultiAff {
    /// The function `x -> x` on a set space.
    ///
    /// ```
    /// # use presburger::{MultiAff, Space, Tuple};
    /// let id = MultiAff::identity_on_domain(&Space::set(vec![], Tuple::named("S", ["i"])))?;
    /// assert!(id.plain_is_equal(&"{ S[i] -> S[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn identity_on_domain(domain: &Space) -> Result<MultiAff> {
        check_domain(domain)?;
        let Some(tuple) = domain.tuple() else {
            return Err(Error::invalid("parameters alone have no identity function"));
        };
        let n = domain.n_total();
        let values = (domain.n_param()..n)
            .map(|v| Expr::variable(n, v))
            .collect();
        Ok(MultiAff(Function::total(
            function_space(domain, tuple.clone()),
            values,
        )))
    }

    /// The function with the value zero in every dimension of `range`.
    ///
    /// ```
    /// # use presburger::{MultiAff, Space, Tuple};
    /// let domain = Space::set(vec![], Tuple::named("S", ["i"]));
    /// let zero = MultiAff::zero(&domain, Tuple::anonymous(2))?;
    /// assert!(zero.plain_is_equal(&"{ S[i] -> [0, 0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn zero(domain: &Space, range: Tuple) -> Result<MultiAff> {
        check_domain(domain)?;
        let values = vec![Expr::int(domain.n_total(), 0); range.len()];
        Ok(MultiAff(Function::total(
            function_space(domain, range),
            values,
        )))
    }

    /// The projection `[A -> B] -> A` of pairs on their first half.
    ///
    /// ```
    /// # use presburger::{MultiAff, Space, Tuple};
    /// let space = Space::map(vec![], Tuple::named("A", ["i"]), Tuple::named("B", ["j"]));
    /// let f = MultiAff::domain_map(&space)?;
    /// assert!(f.plain_is_equal(&"{ [A[i] -> B[j]] -> A[i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_map(space: &Space) -> Result<MultiAff> {
        MultiAff::identity_on_domain(&space.wrap()?)?.range_factor_domain()
    }

    /// The projection `[A -> B] -> B` of pairs on their second half.
    ///
    /// ```
    /// # use presburger::{MultiAff, Space, Tuple};
    /// let space = Space::map(vec![], Tuple::named("A", ["i"]), Tuple::named("B", ["j"]));
    /// let f = MultiAff::range_map(&space)?;
    /// assert!(f.plain_is_equal(&"{ [A[i] -> B[j]] -> B[j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_map(space: &Space) -> Result<MultiAff> {
        MultiAff::identity_on_domain(&space.wrap()?)?.range_factor_range()
    }

    /// The function with one anonymous dimension.
    ///
    /// ```
    /// # use presburger::{Aff, MultiAff};
    /// let f: Aff = "{ S[i] -> [2i] }".parse()?;
    /// assert!(MultiAff::from_aff(&f).plain_is_equal(&"{ S[i] -> [2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_aff(aff: &Aff) -> MultiAff {
        MultiAff(aff.to_function())
    }

    /// The function to `range` with these forms as values; all must have the same domain.
    ///
    /// ```
    /// # use presburger::{Aff, MultiAff, Tuple};
    /// let f: Aff = "{ S[i] -> [2i] }".parse()?;
    /// let g: Aff = "{ S[i] -> [i + 1] }".parse()?;
    /// let both = MultiAff::from_aff_list(&f.domain_space(), Tuple::named("T", ["a", "b"]), &[f, g])?;
    /// assert!(both.plain_is_equal(&"{ S[i] -> T[2i, i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_aff_list(domain: &Space, range: Tuple, list: &[Aff]) -> Result<MultiAff> {
        if range.len() != list.len() {
            return Err(Error::invalid(format!("{} forms for {range}", list.len())));
        }
        let mut all = MultiAff::zero(domain, Tuple::anonymous(0))?;
        for aff in list {
            all = all.flat_range_product(&MultiAff::from_aff(aff))?;
        }
        all.set_range_tuple(range)
    }

    /// The form in dimension `i`.
    ///
    /// ```
    /// # use presburger::MultiAff;
    /// let f: MultiAff = "{ S[i] -> T[2i, i + 1] }".parse()?;
    /// assert!(f.at(1)?.plain_is_equal(&"{ S[i] -> [i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn at(&self, i: usize) -> Result<Aff> {
        if i >= self.size() {
            return Err(Error::invalid(format!(
                "there is no value {i} in {}",
                self.0.space
            )));
        }
        Ok(self.component(i))
    }

    /// The same function with another form in dimension `i`.
    ///
    /// ```
    /// # use presburger::MultiAff;
    /// let f: MultiAff = "{ S[i] -> T[2i, i + 1] }".parse()?;
    /// let f = f.set_at(0, &"{ S[i] -> [7] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ S[i] -> T[7, i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_at(&self, i: usize, aff: &Aff) -> Result<MultiAff> {
        PwMultiAff(self.0.clone())
            .set_at(i, &super::pw_aff::PwAff(aff.to_function()))
            .map(|f| MultiAff(f.0))
    }

    /// `x -> self(inner(x))`.
    ///
    /// ```
    /// # use presburger::MultiAff;
    /// let f: MultiAff = "{ B[i] -> C[2i] }".parse()?;
    /// let inner: MultiAff = "{ A[a] -> B[5a] }".parse()?;
    /// assert!(f.pullback_multi_aff(&inner)?.plain_is_equal(&"{ A[a] -> C[10a] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_multi_aff(&self, inner: &MultiAff) -> Result<MultiAff> {
        self.0.substitute(&inner.0).map(MultiAff)
    }

    /// A function that has the same values on `context`, simpler if the equalities of the context
    /// allow it.
    ///
    /// ```
    /// # use presburger::MultiAff;
    /// let f: MultiAff = "{ S[i, j] -> T[i + j] }".parse()?;
    /// let f = f.gist(&"{ S[i, j] : j = 4 - i }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ S[i, j] -> T[4] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist(&self, context: &Set) -> Result<MultiAff> {
        let aligned = self.0.aligned_to(&context.0.space).into_owned();
        aligned
            .domain_space()
            .check_equal_tuples(&context.0.space)?;
        let context = context.0.align_params(aligned.space.params());
        let range = aligned.range_tuple().clone();
        aligned
            .map_values(range, |values| {
                super::simplify::simplify_on(values, &context)
            })
            .map(MultiAff)
    }

    /// A function that has the same values where `context` holds, simpler if its equalities allow
    /// it.
    ///
    /// ```
    /// # use presburger::MultiAff;
    /// let f: MultiAff = "[N, M] -> { S[i] -> T[i + M] }".parse()?;
    /// let f = f.gist_params(&"[N, M] -> { : M = 2N }".parse()?)?;
    /// assert!(f.plain_is_equal(&"[N, M] -> { S[i] -> T[i + 2N] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist_params(&self, context: &Set) -> Result<MultiAff> {
        let aligned = self.0.aligned_to(&context.0.space);
        self.gist(&Set(lift_params(&context.0, &aligned.domain_space())?))
    }

    /// The function as one with pieces.
    ///
    /// ```
    /// # use presburger::MultiAff;
    /// let f: MultiAff = "{ S[i] -> T[2i] }".parse()?;
    /// assert_eq!(f.to_pw_multi_aff().n_piece(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn to_pw_multi_aff(&self) -> PwMultiAff {
        PwMultiAff(self.0.clone())
    }

    /// The graph `{ x -> self(x) }`.
    ///
    /// ```
    /// # use presburger::MultiAff;
    /// let f: MultiAff = "{ S[i] -> T[2i, i + 1] }".parse()?;
    /// assert!(f.as_map()?.is_equal(&"{ S[i] -> T[2i, i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_map(&self) -> Result<Map> {
        Map::from_relation(self.0.graph()?)
    }

    /// The only element, for each value of the parameters, of a function of parameters alone.
    ///
    /// ```
    /// # use presburger::MultiAff;
    /// let f: MultiAff = "[N] -> { T[N, 2N] }".parse()?;
    /// assert!(f.as_set()?.is_equal(&"[N] -> { T[N, 2N] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_set(&self) -> Result<Set> {
        Set::from_relation(self.0.graph()?)
    }

    pub(crate) fn component(&self, i: usize) -> Aff {
        // A function of nowhere defined values has no piece: the value is not a number.
        let expr = match self.0.pieces.first() {
            Some(piece) => piece.values[i].clone(),
            None => Expr::Nan,
        };
        Aff::from_expr(&self.0.domain_space(), expr)
    }

    fn read(text: &str) -> Result<MultiAff> {
        let function = Function::read_single(text)?;
        match function.as_total() {
            Some(_) => Ok(MultiAff(function)),
            None => Err(Error::invalid(
                "the text is not one tuple of quasi-affine forms",
            )),
        }
    }
}

arithmetic!(MultiAff, "", "");
questions!(MultiAff, "", "");
function_view!(MultiAff);
bindings!(MultiAff);
tuples!(MultiAff);
text!(MultiAff);
