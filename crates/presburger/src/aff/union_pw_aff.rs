//! One-dimensional functions on several domain tuples.

use super::expr::{Expr, Sign};
use super::function::Function;
use super::macros::{
    arithmetic, comparisons, domains, giving, importing, questions, reading, text, union_domains,
    union_view,
};
use super::pw_aff::PwAff;
use super::scalar::positive_integer;
use super::union_function::{UnionFunction, merge_params};
use super::union_pw_multi_aff::UnionPwMultiAff;
use crate::error::{Error, Result};
use crate::point::Point;
use crate::set::Set;
use crate::space::{Space, Tuple};
use crate::union_map::UnionMap;
use crate::union_set::UnionSet;
use crate::value::Value;

/// A [`PwAff`] for each of some domain tuples. One of them may be a function of the parameters
/// alone.
///
/// ```
/// # use presburger::UnionPwAff;
/// let f: UnionPwAff = "{ S[i] -> [i]; T[i, j] -> [i + j] : j > 0 }".parse()?;
/// let g: UnionPwAff = "{ S[i] -> [1]; R[] -> [5] }".parse()?;
/// assert!(f.add(&g)?.plain_is_equal(&"{ S[i] -> [i + 1] }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct UnionPwAff(pub(crate) UnionFunction);

impl UnionPwAff {
    /// The union of one function.
    ///
    /// ```
    /// # use presburger::{PwAff, UnionPwAff};
    /// let f: PwAff = "{ S[i] -> [i] }".parse()?;
    /// assert_eq!(UnionPwAff::from_pw_aff(&f).n_pw_aff(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_pw_aff(function: &PwAff) -> UnionPwAff {
        UnionPwAff(UnionFunction::from_function(&function.0))
    }

    /// The union of many functions: where several are defined on a point, their sum.
    ///
    /// ```
    /// # use presburger::{PwAff, UnionPwAff};
    /// let f: PwAff = "{ S[i] -> [i] : i < 0 }".parse()?;
    /// let g: PwAff = "{ T[] -> [1] }".parse()?;
    /// let h: PwAff = "[N] -> { S[i] -> [N] : i >= 0 }".parse()?;
    /// let expected = "[N] -> { S[i] -> [i] : i < 0; S[i] -> [N] : i >= 0; T[] -> [1] }".parse()?;
    /// assert!(UnionPwAff::from_pw_affs([f, g, h])?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_pw_affs(functions: impl IntoIterator<Item = PwAff>) -> Result<UnionPwAff> {
        let functions: Vec<Function> = functions.into_iter().map(|one| one.0).collect();
        let params = functions.iter().fold(Vec::new(), |params, function| {
            merge_params(&params, function.space.params())
        });
        let sum = |a: &Function, b: &Function| a.union_with(b, a.add(b)?);
        UnionFunction::gather(&params, functions, sum).map(UnionPwAff)
    }

    /// Nowhere defined, over the parameters of a space.
    ///
    /// ```
    /// # use presburger::{Space, UnionPwAff};
    /// assert_eq!(UnionPwAff::empty(&Space::params_only(vec![])).n_pw_aff(), 0);
    /// ```
    pub fn empty(params: &Space) -> UnionPwAff {
        UnionPwAff(UnionFunction::empty(params.params()))
    }

    /// The constant `value` on every point of a union of sets.
    ///
    /// ```
    /// # use presburger::{UnionPwAff, Value};
    /// let f = UnionPwAff::val_on_domain(&"{ S[i] : i > 0; T[] }".parse()?, &Value::from(7))?;
    /// assert!(f.plain_is_equal(&"{ S[i] -> [7] : i > 0; T[] -> [7] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn val_on_domain(domain: &UnionSet, value: &Value) -> Result<UnionPwAff> {
        Expr::from_value(0, value)?;
        let params = domain.0.space();
        let range = Tuple::anonymous(1);
        let constant =
            |space: &Space| vec![Expr::from_value(space.n_total(), value).expect("checked above")];
        UnionFunction::on_sets(params.params(), domain.0.parts(), &range, constant).map(UnionPwAff)
    }

    /// The parameter `name` on every point of a union of sets.
    ///
    /// ```
    /// # use presburger::UnionPwAff;
    /// let f = UnionPwAff::param_on_domain(&"{ S[i] : i > 0 }".parse()?, "N")?;
    /// assert!(f.plain_is_equal(&"[N] -> { S[i] -> [N] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn param_on_domain(domain: &UnionSet, name: &str) -> Result<UnionPwAff> {
        let params = domain
            .0
            .space()
            .merge_params(&Space::params_only(vec![name.into()]));
        let column = params
            .iter()
            .position(|p| &**p == name)
            .expect("just added");
        let range = Tuple::anonymous(1);
        let variable = |space: &Space| vec![Expr::variable(space.n_total(), column)];
        UnionFunction::on_sets(&params, domain.0.parts(), &range, variable).map(UnionPwAff)
    }

    /// Number of domain tuples.
    ///
    /// ```
    /// # use presburger::UnionPwAff;
    /// let f: UnionPwAff = "{ S[i] -> [i]; T[] -> [0] }".parse()?;
    /// assert_eq!(f.n_pw_aff(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_pw_aff(&self) -> usize {
        self.0.functions.len()
    }

    /// The functions, one for each domain tuple.
    ///
    /// ```
    /// # use presburger::UnionPwAff;
    /// let f: UnionPwAff = "{ S[i] -> [i]; T[] -> [0] }".parse()?;
    /// assert!(f.pw_affs()[1].plain_is_equal(&"{ T[] -> [0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pw_affs(&self) -> Vec<PwAff> {
        self.0.functions.iter().cloned().map(PwAff).collect()
    }

    /// Where the function is defined.
    ///
    /// ```
    /// # use presburger::UnionPwAff;
    /// let f: UnionPwAff = "{ S[i] -> [i] : i > 0; T[] -> [0] }".parse()?;
    /// assert!(f.domain()?.is_equal(&"{ S[i] : i > 0; T[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<UnionSet> {
        self.0.domain_set()
    }

    /// The minimum where both are defined, otherwise the value of the one that is.
    ///
    /// ```
    /// # use presburger::UnionPwAff;
    /// let f: UnionPwAff = "{ S[i] -> [5]; T[] -> [0] }".parse()?;
    /// let g: UnionPwAff = "{ S[i] -> [3] : i > 0 }".parse()?;
    /// let expected = "{ S[i] -> [3] : i > 0; S[i] -> [5] : i <= 0; T[] -> [0] }".parse()?;
    /// assert!(f.union_min(&g)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union_min(&self, other: &UnionPwAff) -> Result<UnionPwAff> {
        self.union_pairs(other, &|a, b| {
            a.union_with(b, a.choose(b, Sign::NonPositive)?)
        })
    }

    /// The maximum where both are defined, otherwise the value of the one that is.
    ///
    /// ```
    /// # use presburger::UnionPwAff;
    /// let f: UnionPwAff = "{ S[i] -> [5]; T[] -> [0] }".parse()?;
    /// let g: UnionPwAff = "{ S[i] -> [7] : i > 0 }".parse()?;
    /// let expected = "{ S[i] -> [7] : i > 0; S[i] -> [5] : i <= 0; T[] -> [0] }".parse()?;
    /// assert!(f.union_max(&g)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union_max(&self, other: &UnionPwAff) -> Result<UnionPwAff> {
        self.union_pairs(other, &|a, b| {
            a.union_with(b, a.choose(b, Sign::NonNegative)?)
        })
    }

    /// `x -> self(inner(x))`.
    ///
    /// ```
    /// # use presburger::UnionPwAff;
    /// let f: UnionPwAff = "{ B[i] -> [2i]; C[] -> [1] }".parse()?;
    /// let f = f.pullback_union_pw_multi_aff(&"{ A[a] -> B[a + 1]; D[] -> E[] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[a] -> [2a + 2] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_union_pw_multi_aff(&self, inner: &UnionPwMultiAff) -> Result<UnionPwAff> {
        self.0.pullback(&inner.0).map(UnionPwAff)
    }

    /// The value at a point, `NaN` where the function is not defined.
    ///
    /// ```
    /// # use presburger::{Set, UnionPwAff, Value};
    /// let f: UnionPwAff = "{ S[i] -> [2i]; T[] -> [0] }".parse()?;
    /// let point = "{ S[4] }".parse::<Set>()?.sample_point()?.unwrap();
    /// assert_eq!(f.eval(&point)?, Value::from(8));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eval(&self, point: &Point) -> Result<Value> {
        match self.0.on(point.space().tuple()).next() {
            Some(function) => function.eval_at(point),
            None => Ok(Value::nan()),
        }
    }

    /// The graph `{ x -> self(x) }`; fails if one of the functions has no domain tuple.
    ///
    /// ```
    /// # use presburger::UnionPwAff;
    /// let f: UnionPwAff = "{ S[i] -> [2i]; T[] -> [0] }".parse()?;
    /// assert!(f.as_union_map()?.is_equal(&"{ S[i] -> [2i]; T[] -> [0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_union_map(&self) -> Result<UnionMap> {
        self.0.graph_map()
    }

    /// The points where the value equals the parameter `name`.
    ///
    /// ```
    /// # use presburger::UnionPwAff;
    /// let f: UnionPwAff = "{ S[i] -> [2i]; T[] -> [0] }".parse()?;
    /// let expected = "[M] -> { S[i] : M = 2i; T[] : M = 0 }".parse()?;
    /// assert!(f.bind("M")?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind(&self, name: &str) -> Result<UnionSet> {
        let tuple = Tuple::from_dims(None, vec![Some(name.into())]);
        self.0.to_sets(|function| function.bind(&tuple))
    }

    fn sign_set(&self, sign: Sign) -> Result<UnionSet> {
        self.0.to_sets(|function| function.locus(sign))
    }

    fn read(text: &str) -> Result<UnionPwAff> {
        let union = UnionFunction::read(text)?;
        if union
            .functions
            .iter()
            .any(|f| *f.range_tuple() != Tuple::anonymous(1))
        {
            return Err(Error::invalid("a piecewise affine form has one value"));
        }
        Ok(UnionPwAff(union))
    }
}

union_view!(UnionPwAff);
union_domains!(UnionPwAff);
arithmetic!(UnionPwAff, "", "");
questions!(UnionPwAff, "", "");
comparisons!(UnionPwAff, UnionSet);
domains!(UnionPwAff, UnionSet, "", "");
text!(UnionPwAff);
