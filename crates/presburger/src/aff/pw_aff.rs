//! Quasi-affine forms that differ from piece to piece.

use super::affine::Aff;
use super::expr::{Expr, Sign};
use super::extreme::Extreme;
use super::function::Function;
use super::macros::{
    arithmetic, comparison_maps, comparisons, domains, function_domains, function_view, giving,
    importing, questions, reading, text,
};
use super::macros_tuple::{bindings, wrapped_domains};
use super::multi_aff::MultiAff;
use super::products::Comparison;
use super::pw_multi_aff::PwMultiAff;
use super::scalar::positive_integer;
use super::union_function::Factor;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::point::Point;
use crate::set::Set;
use crate::space::{Space, Tuple};
use crate::value::Value;

/// A quasi-affine form on each of some disjoint domains, undefined elsewhere.
///
/// ```
/// # use presburger::PwAff;
/// let x: PwAff = "{ [i] -> [i] }".parse()?;
/// let zero: PwAff = "{ [i] -> [0] }".parse()?;
/// let expected: PwAff = "{ [i] -> [i] : i >= 0; [i] -> [0] : i < 0 }".parse()?;
/// assert!(x.max(&zero)?.is_equal(&expected)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PwAff(pub(crate) Function);

impl PwAff {
    /// The form on the whole space.
    ///
    /// ```
    /// # use presburger::{Aff, PwAff};
    /// let f: Aff = "{ [i] -> [2i] }".parse()?;
    /// assert!(PwAff::from_aff(&f).plain_is_equal(&"{ [i] -> [2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_aff(aff: &Aff) -> PwAff {
        PwAff(aff.to_function())
    }

    /// The form on `domain`, undefined elsewhere.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f = PwAff::alloc(&"{ [i] : i >= 0 }".parse()?, &"{ [i] -> [2i] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ [i] -> [2i] : i >= 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn alloc(domain: &Set, aff: &Aff) -> Result<PwAff> {
        PwAff::from_aff(aff).intersect_domain(domain)
    }

    /// Nowhere defined, on a set space or on parameters.
    ///
    /// ```
    /// # use presburger::{PwAff, Space, Tuple};
    /// let f = PwAff::empty(&Space::set(vec![], Tuple::anonymous(1)))?;
    /// assert_eq!(f.n_piece(), 0);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn empty(domain: &Space) -> Result<PwAff> {
        let zero = Aff::zero_on_domain(domain)?;
        Ok(PwAff(Function::empty(zero.space)))
    }

    /// 1 on the set and 0 elsewhere.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f = PwAff::indicator(&"{ [i] : i >= 0 }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ [i] -> [1] : i >= 0; [i] -> [0] : i < 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn indicator(set: &Set) -> Result<PwAff> {
        let zero = Aff::zero_on_domain(&set.0.space)?;
        let n = set.0.space.n_total();
        let pieces = [
            (set.0.clone(), vec![Expr::int(n, 1)]),
            (set.0.complement()?, vec![Expr::int(n, 0)]),
        ];
        Function::from_pieces(zero.space, pieces).map(PwAff)
    }

    /// The space of the function: domain tuple and one anonymous dimension.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ S[i] -> [i] : i > 0 }".parse()?;
    /// assert_eq!(f.space().n_in(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.0.space
    }

    /// The space of the domain: of a set, or of parameters only.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ S[i] -> [i] : i > 0 }".parse()?;
    /// assert_eq!(f.domain_space().to_string(), "{ S[i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_space(&self) -> Space {
        self.0.domain_space()
    }

    /// Number of pieces.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [i] : i > 0; [i] -> [-i] : i <= 0 }".parse()?;
    /// assert_eq!(f.n_piece(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn n_piece(&self) -> usize {
        self.0.pieces.len()
    }

    /// The pieces: disjoint domains and the form on each.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [2i] : i > 0 }".parse()?;
    /// let [(domain, aff)] = &f.pieces()[..] else { panic!() };
    /// assert!(domain.is_equal(&"{ [i] : i > 0 }".parse()?)?);
    /// assert!(aff.plain_is_equal(&"{ [i] -> [2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pieces(&self) -> Vec<(Set, Aff)> {
        let space = self.domain_space();
        let pieces = self.0.pieces.iter();
        pieces
            .map(|piece| {
                (
                    Set(piece.domain.clone()),
                    Aff::from_expr(&space, piece.values[0].clone()),
                )
            })
            .collect()
    }

    /// Where the function is defined.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [i] : i > 0; [i] -> [-i] : i < 0 }".parse()?;
    /// assert!(f.domain()?.is_equal(&"{ [i] : i != 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<Set> {
        self.0.domain().map(Set)
    }

    /// Whether all pieces are constants.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [1] : i > 0; [i] -> [2] : i < 0 }".parse()?;
    /// assert!(f.is_cst());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_cst(&self) -> bool {
        self.0
            .pieces
            .iter()
            .all(|piece| piece.values[0].as_constant().is_some())
    }

    /// The form, if the function is the same everywhere.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [2i] }".parse()?;
    /// assert!(f.as_aff()?.plain_is_equal(&"{ [i] -> [2i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_aff(&self) -> Result<Aff> {
        match self.0.as_total() {
            Some([expr]) => Ok(Aff {
                space: self.0.space.clone(),
                expr: expr.clone(),
            }),
            _ => Err(Error::invalid(
                "the function has more than one piece or a smaller domain",
            )),
        }
    }

    /// `self * other` where both are defined; in each piece one must be constant.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [i] : i > 0 }".parse()?;
    /// let two: PwAff = "{ [i] -> [2] }".parse()?;
    /// assert!(f.mul(&two)?.plain_is_equal(&"{ [i] -> [2i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn mul(&self, other: &PwAff) -> Result<PwAff> {
        self.pairs(other, &Expr::mul)
    }

    /// `self / other`, which must be constant, and not zero, in each piece.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [2i] : i > 0 }".parse()?;
    /// let two: PwAff = "{ [i] -> [2] }".parse()?;
    /// assert!(f.div(&two)?.plain_is_equal(&"{ [i] -> [i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn div(&self, other: &PwAff) -> Result<PwAff> {
        self.pairs(other, &Expr::div)
    }

    /// The quotient of the division by a piecewise constant, rounded towards zero.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [i] }".parse()?;
    /// let two: PwAff = "{ [i] -> [2] }".parse()?;
    /// let expected = "{ [i] -> [i // 2] : i >= 0; [i] -> [-((-i) // 2)] : i < 0 }".parse()?;
    /// assert!(f.tdiv_q(&two)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn tdiv_q(&self, divisor: &PwAff) -> Result<PwAff> {
        let quotient = self.div(divisor)?;
        let positive = quotient.nonneg_set()?;
        let down = quotient.floor()?.intersect_domain(&positive)?;
        let up = quotient.ceil()?.subtract_domain(&positive)?;
        down.0.union_disjoint(&up.0).map(PwAff)
    }

    /// What the division rounded towards zero leaves: `self - divisor * self.tdiv_q(divisor)`.
    ///
    /// ```
    /// # use presburger::{PwAff, Value};
    /// let f: PwAff = "{ [i] -> [i] }".parse()?;
    /// let r = f.tdiv_r(&"{ [i] -> [3] }".parse()?)?;
    /// assert_eq!(r.min_val()?, Value::from(-2));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn tdiv_r(&self, divisor: &PwAff) -> Result<PwAff> {
        self.sub(&divisor.mul(&self.tdiv_q(divisor)?)?)
    }

    /// `x -> min(self(x), other(x))` where both are defined.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [i] }".parse()?;
    /// let g: PwAff = "{ [i] -> [0] }".parse()?;
    /// let expected = "{ [i] -> [i] : i <= 0; [i] -> [0] : i > 0 }".parse()?;
    /// assert!(f.min(&g)?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn min(&self, other: &PwAff) -> Result<PwAff> {
        self.0.choose(&other.0, Sign::NonPositive).map(PwAff)
    }

    /// `x -> max(self(x), other(x))` where both are defined.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [i] }".parse()?;
    /// let g: PwAff = "{ [i] -> [0] }".parse()?;
    /// let expected = "{ [i] -> [i] : i >= 0; [i] -> [0] : i < 0 }".parse()?;
    /// assert!(f.max(&g)?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn max(&self, other: &PwAff) -> Result<PwAff> {
        self.0.choose(&other.0, Sign::NonNegative).map(PwAff)
    }

    /// The minimum where both are defined, otherwise the value of the one that is.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [5] : i >= 0 }".parse()?;
    /// let g: PwAff = "{ [i] -> [3] : i <= 9 }".parse()?;
    /// let expected = "{ [i] -> [3] : i <= 9; [i] -> [5] : i > 9 }".parse()?;
    /// assert!(f.union_min(&g)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union_min(&self, other: &PwAff) -> Result<PwAff> {
        self.0.union_with(&other.0, self.min(other)?.0).map(PwAff)
    }

    /// The maximum where both are defined, otherwise the value of the one that is.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [5] : i >= 0 }".parse()?;
    /// let g: PwAff = "{ [i] -> [3] : i <= 9 }".parse()?;
    /// let expected = "{ [i] -> [3] : i < 0; [i] -> [5] : i >= 0 }".parse()?;
    /// assert!(f.union_max(&g)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn union_max(&self, other: &PwAff) -> Result<PwAff> {
        self.0.union_with(&other.0, self.max(other)?.0).map(PwAff)
    }

    /// `x -> yes(x)` where `self(x) ≠ 0`, `no(x)` where it is zero.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let condition = PwAff::indicator(&"{ [i] : i >= 0 }".parse()?)?;
    /// let abs = condition.cond(&"{ [i] -> [i] }".parse()?, &"{ [i] -> [-i] }".parse()?)?;
    /// assert!(abs.plain_is_equal(&"{ [i] -> [i] : i >= 0; [i] -> [-i] : i < 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn cond(&self, yes: &PwAff, no: &PwAff) -> Result<PwAff> {
        let yes = yes.intersect_domain(&self.non_zero_set()?)?;
        let no = no.intersect_domain(&self.zero_set()?)?;
        yes.0.union_disjoint(&no.0).map(PwAff)
    }

    /// `x -> self(inner(x))`.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ B[i] -> [2i] : i >= 0 }".parse()?;
    /// let f = f.pullback_multi_aff(&"{ A[a] -> B[a - 3] }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[a] -> [2a - 6] : a >= 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_multi_aff(&self, inner: &MultiAff) -> Result<PwAff> {
        self.0.pullback(&inner.0).map(PwAff)
    }

    /// `x -> self(inner(x))` where `inner` is defined.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ B[i] -> [2i] : i >= 0 }".parse()?;
    /// let f = f.pullback_pw_multi_aff(&"{ A[a] -> B[a - 3] : a < 9 }".parse()?)?;
    /// assert!(f.plain_is_equal(&"{ A[a] -> [2a - 6] : 3 <= a < 9 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_pw_multi_aff(&self, inner: &PwMultiAff) -> Result<PwAff> {
        self.0.pullback(&inner.0).map(PwAff)
    }

    /// The value at a point, `NaN` where the function is not defined.
    ///
    /// ```
    /// # use presburger::{PwAff, Set, Value};
    /// let f: PwAff = "{ [i] -> [i] : i > 0; [i] -> [-i] : i < 0 }".parse()?;
    /// let point = "{ [-4] }".parse::<Set>()?.sample_point()?.unwrap();
    /// assert_eq!(f.eval(&point)?, Value::from(4));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eval(&self, point: &Point) -> Result<Value> {
        self.0.eval_at(point)
    }

    /// The least value over the domain and all parameters: `-infty` if there is none, `NaN` if
    /// the domain is empty.
    ///
    /// ```
    /// # use presburger::{PwAff, Value};
    /// let f: PwAff = "{ [i] -> [i // 2] : i >= 5; [i] -> [9] : i < 5 }".parse()?;
    /// assert_eq!(f.min_val()?, Value::from(2));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn min_val(&self) -> Result<Value> {
        self.0.optimum_of(0, Extreme::Min)
    }

    /// The greatest value over the domain and all parameters: `infty` if there is none, `NaN` if
    /// the domain is empty.
    ///
    /// ```
    /// # use presburger::{PwAff, Value};
    /// let f: PwAff = "{ [i] -> [i // 2] : i >= 5 }".parse()?;
    /// assert_eq!(f.max_val()?, Value::infty());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn max_val(&self) -> Result<Value> {
        self.0.optimum_of(0, Extreme::Max)
    }

    /// The graph `{ x -> self(x) }`.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ [i] -> [2i] : i > 0 }".parse()?;
    /// assert!(f.as_map()?.is_equal(&"{ [i] -> [2i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_map(&self) -> Result<Map> {
        Map::from_relation(self.0.graph()?)
    }

    /// The points of the domain where the value equals the parameter `name`.
    ///
    /// ```
    /// # use presburger::PwAff;
    /// let f: PwAff = "{ B[x] -> [floor(x/2)] }".parse()?;
    /// assert!(f.bind("M")?.is_equal(&"[M] -> { B[x] : M = floor(x/2) }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind(&self, name: &str) -> Result<Set> {
        self.0
            .bind(&Tuple::from_dims(None, vec![Some(name.into())]))
            .map(Set)
    }

    fn sign_set(&self, sign: Sign) -> Result<Set> {
        self.0.locus(sign).map(Set)
    }

    fn read(text: &str) -> Result<PwAff> {
        let function = Function::read_single(text)?;
        if *function.range_tuple() != Tuple::anonymous(1) {
            return Err(Error::invalid("a piecewise affine form has one value"));
        }
        Ok(PwAff(function))
    }
}

function_view!(PwAff);
bindings!(PwAff);
wrapped_domains!(PwAff);
function_domains!(PwAff);
arithmetic!(PwAff, "", "");
questions!(PwAff, "", "");
comparisons!(PwAff, Set);
comparison_maps!(PwAff);
domains!(PwAff, Set, "", "");
text!(PwAff);
