//! One quasi-affine form on a whole space.

use super::expr::{Expr, Sign};
use super::function::{Function, domain_space, function_space, n_domain, param_columns};
use super::macros::{arithmetic, comparisons, giving, importing, questions, reading, text};
use super::multi_aff::MultiAff;
use super::scalar::{positive_integer, value_of};
use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::point::Point;
use crate::relation::Relation;
use crate::set::Set;
use crate::space::{Name, Space, Tuple};
use crate::value::Value;

/// A quasi-affine form: a rational affine combination of the parameters, of the dimensions of a
/// domain tuple (unless the form is one of the parameters alone), and of floors of such forms. Or
/// `NaN`, the result of arithmetic with `NaN`.
///
/// ```
/// # use presburger::Aff;
/// let f: Aff = "[N] -> { [i, j] -> [N - i + floor((i + 3j)/2)] }".parse()?;
/// let g: Aff = "[N] -> { [i, j] -> [i] }".parse()?;
/// assert!(f.add(&g)?.plain_is_equal(&"[N] -> { [i, j] -> [N + (i + 3j) // 2] }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Aff {
    /// From the domain to one anonymous dimension.
    pub(crate) space: Space,
    pub(crate) expr: Expr,
}

impl Aff {
    pub(crate) fn from_expr(domain: &Space, expr: Expr) -> Aff {
        Aff {
            space: function_space(domain, Tuple::anonymous(1)),
            expr,
        }
    }

    /// The constant `value` on the space of a domain (a set space, or parameters only).
    ///
    /// ```
    /// # use presburger::{Aff, Space, Tuple, Value};
    /// let domain = Space::set(vec![], Tuple::anonymous(1));
    /// let half = Aff::val_on_domain(&domain, &Value::rational(1, 2))?;
    /// assert_eq!(half.constant(), Value::rational(1, 2));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn val_on_domain(domain: &Space, value: &Value) -> Result<Aff> {
        check_domain(domain)?;
        Ok(Aff::from_expr(
            domain,
            Expr::from_value(domain.n_total(), value)?,
        ))
    }

    /// The constant 0 on the space of a domain.
    ///
    /// ```
    /// # use presburger::{Aff, Space, Tuple};
    /// let zero = Aff::zero_on_domain(&Space::set(vec![], Tuple::anonymous(1)))?;
    /// assert!(zero.plain_is_equal(&"{ [i] -> [0] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn zero_on_domain(domain: &Space) -> Result<Aff> {
        Aff::val_on_domain(domain, &Value::zero())
    }

    /// `NaN` on the space of a domain.
    ///
    /// ```
    /// # use presburger::{Aff, Space, Tuple};
    /// assert!(Aff::nan_on_domain(&Space::set(vec![], Tuple::anonymous(1)))?.is_nan());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn nan_on_domain(domain: &Space) -> Result<Aff> {
        Aff::val_on_domain(domain, &Value::nan())
    }

    /// The coordinate `dim` of the domain: a parameter or a dimension of its tuple.
    ///
    /// ```
    /// # use presburger::{Aff, Dim, Space, Tuple};
    /// let domain = Space::set(vec!["N".into()], Tuple::anonymous(2));
    /// let j = Aff::var_on_domain(&domain, Dim::Set(1))?;
    /// let n = Aff::var_on_domain(&domain, Dim::Param(0))?;
    /// assert!(j.add(&n)?.plain_is_equal(&"[N] -> { [i, j] -> [N + j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn var_on_domain(domain: &Space, dim: Dim) -> Result<Aff> {
        check_domain(domain)?;
        let column = domain_column(domain, dim)?;
        Ok(Aff::from_expr(
            domain,
            Expr::variable(domain.n_total(), column),
        ))
    }

    /// The dimensions of the tuple of the domain, in order.
    ///
    /// ```
    /// # use presburger::{Aff, Space, Tuple};
    /// let domain = Space::set(vec!["N".into()], Tuple::anonymous(2));
    /// let [i, j] = &Aff::vars_on_domain(&domain)?[..] else { panic!() };
    /// assert!(i.sub(j)?.plain_is_equal(&"[N] -> { [i, j] -> [i - j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn vars_on_domain(domain: &Space) -> Result<Vec<Aff>> {
        let dims = (0..domain.n_out()).map(Dim::Set);
        dims.map(|dim| Aff::var_on_domain(domain, dim)).collect()
    }

    /// The affine form with these coefficients, one for each parameter and then one for each
    /// dimension of the domain.
    ///
    /// ```
    /// # use presburger::{Aff, Space, Tuple, Value};
    /// let domain = Space::set(vec!["N".into()], Tuple::anonymous(2));
    /// let f = Aff::from_coefficients(&domain, &[2, 0, -1].map(Value::from), &Value::from(7))?;
    /// assert!(f.plain_is_equal(&"[N] -> { [i, j] -> [2N - j + 7] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_coefficients(
        domain: &Space,
        coefficients: &[Value],
        constant: &Value,
    ) -> Result<Aff> {
        check_domain(domain)?;
        if coefficients.len() != domain.n_total() {
            return Err(Error::invalid(format!(
                "{} coefficients for {domain}",
                coefficients.len()
            )));
        }
        let mut sum = Aff::val_on_domain(domain, constant)?;
        for (column, coefficient) in coefficients.iter().enumerate() {
            if !coefficient.is_zero() {
                let variable = Expr::variable(domain.n_total(), column);
                let term = Aff::from_expr(domain, variable).scale(coefficient)?;
                sum = sum.add(&term)?;
            }
        }
        Ok(sum)
    }

    /// The space of the function: domain tuple and one anonymous dimension.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ S[i] -> [2i] }".parse()?;
    /// assert_eq!(f.space().to_string(), "{ S[i] -> [i0] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The space of the domain: of a set, or of parameters only.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ S[i] -> [2i] }".parse()?;
    /// assert_eq!(f.domain_space().to_string(), "{ S[i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain_space(&self) -> Space {
        domain_space(&self.space)
    }

    /// Whether the form is not a number.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ [i] -> [NaN] }".parse()?;
    /// assert!(f.is_nan());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_nan(&self) -> bool {
        self.expr.is_nan()
    }

    /// Whether the form has no variables.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ [i] -> [3] }".parse()?;
    /// assert!(f.is_cst());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_cst(&self) -> bool {
        self.expr.as_constant().is_some()
    }

    /// The constant term.
    ///
    /// ```
    /// # use presburger::{Aff, Value};
    /// let f: Aff = "{ [i] -> [(i + 3)/2] }".parse()?;
    /// assert_eq!(f.constant(), Value::rational(3, 2));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn constant(&self) -> Value {
        value_of(self.expr.entry(0))
    }

    /// The coefficient of a parameter or domain dimension outside of floors.
    ///
    /// ```
    /// # use presburger::{Aff, Dim, Value};
    /// let f: Aff = "{ [i] -> [2i + 3*floor(i/2)] }".parse()?;
    /// assert_eq!(f.coefficient(Dim::In(0))?, Value::from(2));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn coefficient(&self, dim: Dim) -> Result<Value> {
        let (params, all) = (self.space.n_param(), n_domain(&self.space));
        let column = match dim {
            Dim::Param(i) if i < params => i,
            Dim::In(i) | Dim::Set(i) if i < all - params => params + i,
            // Says what is wrong.
            _ => domain_column(&self.domain_space(), dim)?,
        };
        Ok(value_of(self.expr.entry(1 + column)))
    }

    /// The common denominator of all coefficients.
    ///
    /// ```
    /// # use presburger::{Aff, Value};
    /// let f: Aff = "{ [i] -> [(i + 3)/2] }".parse()?;
    /// assert_eq!(f.denominator(), Value::from(2));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn denominator(&self) -> Value {
        self.expr
            .entry(0)
            .map_or(Value::nan(), |(_, denominator)| Value::integer(denominator))
    }

    /// `self * other`; one of them must be constant.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ [i] -> [i + 1] }".parse()?;
    /// let g: Aff = "{ [i] -> [2] }".parse()?;
    /// assert!(f.mul(&g)?.plain_is_equal(&"{ [i] -> [2i + 2] }".parse()?)?);
    /// assert!(f.mul(&f).is_err());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn mul(&self, other: &Aff) -> Result<Aff> {
        self.pairs(other, &Expr::mul)
    }

    /// `self / other`, which must be a constant other than zero.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ [i] -> [2i] }".parse()?;
    /// let g: Aff = "{ [i] -> [2] }".parse()?;
    /// assert!(f.div(&g)?.plain_is_equal(&"{ [i] -> [i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn div(&self, other: &Aff) -> Result<Aff> {
        self.pairs(other, &Expr::div)
    }

    /// `self + value`.
    ///
    /// ```
    /// # use presburger::{Aff, Value};
    /// let f: Aff = "{ [i] -> [2i] }".parse()?;
    /// assert!(f.add_constant(&Value::from(3))?.plain_is_equal(&"{ [i] -> [2i + 3] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add_constant(&self, value: &Value) -> Result<Aff> {
        let constant = Expr::from_value(n_domain(&self.space), value)?;
        self.each(&|expr| expr.add(&constant))
    }

    /// The value at a point of the domain, `NaN` where the form is.
    ///
    /// ```
    /// # use presburger::{Aff, Set, Value};
    /// let f: Aff = "{ [i] -> [i + floor(i/2)] }".parse()?;
    /// let point = "{ [5] }".parse::<Set>()?.sample_point()?.unwrap();
    /// assert_eq!(f.eval(&point)?, Value::from(7));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eval(&self, point: &Point) -> Result<Value> {
        self.to_function().eval_at(point)
    }

    /// `x -> self(inner(x))`.
    ///
    /// ```
    /// # use presburger::{Aff, MultiAff};
    /// let f: Aff = "{ B[i, j] -> [i + 2j] }".parse()?;
    /// let inner: MultiAff = "{ A[a] -> B[a + 1, 3a] }".parse()?;
    /// assert!(f.pullback_multi_aff(&inner)?.plain_is_equal(&"{ A[a] -> [7a + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_multi_aff(&self, inner: &MultiAff) -> Result<Aff> {
        Ok(MultiAff::from_aff(self)
            .pullback_multi_aff(inner)?
            .component(0))
    }

    /// `x -> self(inner(x))` for a form on one anonymous dimension.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ [i] -> [2i] }".parse()?;
    /// let inner: Aff = "{ A[a, b] -> [a + b] }".parse()?;
    /// assert!(f.pullback_aff(&inner)?.plain_is_equal(&"{ A[a, b] -> [2a + 2b] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn pullback_aff(&self, inner: &Aff) -> Result<Aff> {
        self.pullback_multi_aff(&MultiAff::from_aff(inner))
    }

    /// A form that has the same values on `context`, simpler if the equalities of the context
    /// allow it.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ [i, j] -> [j + floor(j/2)] }".parse()?;
    /// let context = "{ [i, j] : j = 2i }".parse()?;
    /// assert!(f.gist(&context)?.plain_is_equal(&"{ [i, j] -> [3i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist(&self, context: &Set) -> Result<Aff> {
        Ok(MultiAff::from_aff(self).gist(context)?.component(0))
    }

    /// A form that has the same values where `context` holds, simpler if its equalities allow it.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "[N, M] -> { S[i] -> [i + M] }".parse()?;
    /// let f = f.gist_params(&"[N, M] -> { : M = 2N }".parse()?)?;
    /// assert!(f.plain_is_equal(&"[N, M] -> { S[i] -> [i + 2N] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn gist_params(&self, context: &Set) -> Result<Aff> {
        Ok(MultiAff::from_aff(self).gist_params(context)?.component(0))
    }

    /// The graph `{ x -> self(x) }`; a form of parameters alone has a set as graph and is an
    /// error here.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ [i] -> [i // 2] }".parse()?;
    /// assert!(f.as_map()?.is_equal(&"{ [i] -> [j] : 2j <= i <= 2j + 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_map(&self) -> Result<Map> {
        Map::from_relation(self.to_function().graph()?)
    }

    /// The points of the domain where the form equals the parameter `name`.
    ///
    /// ```
    /// # use presburger::Aff;
    /// let f: Aff = "{ B[x] -> [floor(x/2)] }".parse()?;
    /// assert!(f.bind("M")?.is_equal(&"[M] -> { B[x] : M = floor(x/2) }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind(&self, name: &str) -> Result<Set> {
        Ok(Set(self
            .to_function()
            .bind(&Tuple::from_dims(None, vec![Some(name.into())]))?))
    }

    /// Parameters named in `tuple` become dimensions of a domain tuple like it.
    ///
    /// ```
    /// # use presburger::{Aff, Tuple};
    /// let f: Aff = "[M, N] -> { [M + N] }".parse()?;
    /// let g = f.unbind_params_insert_domain(&Tuple::named("C", ["N"]))?;
    /// assert!(g.plain_is_equal(&"[M] -> { C[N] -> [M + N] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unbind_params_insert_domain(&self, tuple: &Tuple) -> Result<Aff> {
        Ok(MultiAff::from_aff(self)
            .unbind_params_insert_domain(tuple)?
            .component(0))
    }

    pub(crate) fn to_function(&self) -> Function {
        Function::total(self.space.clone(), vec![self.expr.clone()])
    }

    /// Over more parameters.
    pub(crate) fn aligned_to(&self, params: &[Name]) -> Aff {
        let all = super::union_function::merge_params(self.space.params(), params);
        if self.space.params() == all.as_slice() {
            return self.clone();
        }
        let columns = param_columns(&self.space, &all);
        let space = self.space.with_params(all);
        let expr = self.expr.renumber(n_domain(&space), &columns);
        Aff { space, expr }
    }

    fn each(&self, f: &dyn Fn(&Expr) -> Result<Expr>) -> Result<Aff> {
        Ok(Aff {
            space: self.space.clone(),
            expr: f(&self.expr)?,
        })
    }

    fn pairs(&self, other: &Aff, f: &dyn Fn(&Expr, &Expr) -> Result<Expr>) -> Result<Aff> {
        self.space.check_equal_tuples(&other.space)?;
        let a = self.aligned_to(other.space.params());
        let b = other.aligned_to(a.space.params());
        // Parameters of the second may come in another order: align exactly.
        let b = b.reordered(a.space.params());
        Ok(Aff {
            expr: f(&a.expr, &b.expr)?,
            space: a.space,
        })
    }

    fn reordered(&self, params: &[Name]) -> Aff {
        let columns = param_columns(&self.space, params);
        let space = self.space.with_params(params.to_vec());
        Aff {
            expr: self.expr.renumber(n_domain(&space), &columns),
            space,
        }
    }

    fn is_plainly_same(&self, other: &Aff) -> Result<bool> {
        self.to_function().is_plainly_equal(&other.to_function())
    }
    fn is_same(&self, other: &Aff) -> Result<bool> {
        self.to_function().is_equal(&other.to_function())
    }
    fn any_value(&self, f: &dyn Fn(&Expr) -> bool) -> bool {
        f(&self.expr)
    }
    fn domain_has_locals(&self) -> bool {
        false
    }
    fn sign_set(&self, sign: Sign) -> Result<Set> {
        Ok(Set(self.expr.locus(&self.domain_space(), sign)?))
    }

    fn read(text: &str) -> Result<Aff> {
        let function = Function::read_single(text)?;
        match function.as_total() {
            Some([expr]) => Ok(Aff {
                expr: expr.clone(),
                space: function.space.clone(),
            }),
            _ => Err(Error::invalid("the text is not one quasi-affine form")),
        }
    }
}

/// Fails unless functions can be defined on the space.
pub(crate) fn check_domain(space: &Space) -> Result<()> {
    if space.is_map() {
        return Err(Error::invalid(format!(
            "{space} is not the space of a domain"
        )));
    }
    Ok(())
}

/// The column of a domain space that a parameter, set or domain dimension is.
pub(crate) fn domain_column(domain: &Space, dim: Dim) -> Result<usize> {
    let (first, count, i) = match dim {
        Dim::Param(i) => (0, domain.n_param(), i),
        Dim::In(i) | Dim::Set(i) => (domain.n_param(), domain.n_out(), i),
        Dim::Out(_) => return Err(Error::invalid("a domain has no range dimensions")),
    };
    if i >= count {
        return Err(Error::invalid(format!(
            "there is no dimension {dim} in {domain}"
        )));
    }
    Ok(first + i)
}

impl Function {
    /// The values of a function that is the same everywhere.
    pub(crate) fn as_total(&self) -> Option<&[Expr]> {
        match &self.pieces[..] {
            [piece] if is_plain_universe(&piece.domain) => Some(&piece.values),
            _ => None,
        }
    }

    /// The value of a one-dimensional function at a point, NaN where it is not defined.
    pub(crate) fn eval_at(&self, point: &Point) -> Result<Value> {
        let Some(coordinates) = point.aligned_to(&self.domain_space())? else {
            return Ok(Value::nan());
        };
        let values = self.values_at(&coordinates)?;
        Ok(value_of(
            values.and_then(|mut values| values.swap_remove(0)),
        ))
    }
}

/// Whether a relation is one conjunction without constraints.
pub(crate) fn is_plain_universe(relation: &Relation) -> bool {
    use crate::relation::Parts;
    match &relation.parts {
        Parts::Narrow(conjs) => conjs.iter().any(|conj| conj.is_plain_universe()),
        Parts::Wide(conjs) => conjs.iter().any(|conj| conj.is_plain_universe()),
    }
}

arithmetic!(Aff, "", "");
questions!(Aff, "", "");
comparisons!(Aff, Set);
text!(Aff);
