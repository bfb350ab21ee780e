//! Quasi-polynomials: `[n] -> { A[i] -> 1/2 * i^2 + floor(i/3) : 0 <= i < n }`.

use super::functions::elements_of;
use super::{lower_relations, parameter_names, parse_error};
use crate::error::Result;
use crate::number::{Big, Coeff};
use crate::polynomial::floor_of;
use crate::polynomial::poly::{Poly, Symbol};
use crate::relation::Relation;
use crate::space::Name;
use crate::text::syntax::{
    Body, Disjunct, ElementKind, Expr, ExprKind, Object, Parameter, Shape, Sign, Tuple,
};
use crate::text::{parse_object, syntax_error};
use crate::value::Value;
use std::collections::HashMap;

/// Exponents and degrees beyond that are mistakes.
const MAX_DEGREE: u32 = 100;

/// The parameters, and one relation and value per disjunct.
pub(crate) type Polynomials = (Vec<Name>, Vec<(Relation, Poly)>);

/// Reads polynomials with their domains.
pub(crate) fn read_polynomials(text: &str) -> Result<Polynomials> {
    let object = parse_object(text).map_err(|error| syntax_error(text, error))?;
    lower_polynomials(text, &object)
}

/// Whether an object is one of polynomials; `{ }` is not.
pub(in crate::text) fn has_polynomials(object: &Object) -> bool {
    let is_polynomial = |disjunct: &Disjunct| matches!(disjunct.shape, Shape::Polynomial { .. });
    matches!(&object.body, Body::Disjuncts(disjuncts) if disjuncts.iter().any(is_polynomial))
}

/// The polynomials that a tree read from `text` stands for.
pub(in crate::text) fn lower_polynomials(text: &str, object: &Object) -> Result<Polynomials> {
    let params = parameter_names(&object.params);
    let Body::Disjuncts(disjuncts) = &object.body else {
        let message = "expected polynomials in braces";
        return Err(parse_error(text, &object.span, message));
    };
    let mut out = Vec::with_capacity(disjuncts.len());
    for disjunct in disjuncts {
        let Shape::Polynomial { domain, value } = &disjunct.shape else {
            let message = "expected a polynomial such as `[i] -> i^2` or `n^2`, found a tuple";
            return Err(parse_error(text, &disjunct.span, message));
        };
        let shape = match domain {
            None => Shape::Params,
            Some(tuple) => Shape::Set(tuple.clone()),
        };
        // The domain is a set like any other.
        let alone = Object {
            params: object.params.clone(),
            body: Body::Disjuncts(vec![Disjunct {
                shape,
                ..disjunct.clone()
            }]),
            span: object.span.clone(),
        };
        let (_, relations) = lower_relations(text, &alone)?;
        let reader = Reader {
            text,
            columns: columns(&object.params, domain.as_ref()),
        };
        let value = reader.expr(value)?;
        for relation in relations {
            out.push((relation, value.clone()));
        }
    }
    Ok((params, out))
}

/// The columns that names stand for.
fn columns<'a>(params: &'a [Parameter], domain: Option<&'a Tuple>) -> HashMap<&'a str, usize> {
    let mut columns = HashMap::new();
    for (column, param) in params.iter().enumerate() {
        columns.insert(param.name.name.as_str(), column);
    }
    let elements = domain.map_or_else(Vec::new, elements_of);
    for (position, element) in elements.into_iter().enumerate() {
        if let ElementKind::Fresh(name) | ElementKind::Define(name, _) = &element.kind {
            columns.insert(name.name.as_str(), params.len() + position);
        }
    }
    columns
}

struct Reader<'a> {
    text: &'a str,
    columns: HashMap<&'a str, usize>,
}

impl Reader<'_> {
    fn expr(&self, expr: &Expr) -> Result<Poly> {
        match &expr.kind {
            ExprKind::Integer(digits) if digits.len() > 20_000 => {
                Err(self.fail(expr, "expected a number of at most 20000 digits"))
            }
            ExprKind::Integer(digits) => Ok(Poly::constant(digits.parse()?)),
            ExprKind::Variable(name) => match self.columns.get(name.as_str()) {
                Some(column) => Ok(Poly::symbol(Symbol::Var(*column))),
                None => Err(self.fail(
                    expr,
                    &format!("expected the name of a variable, found the unknown name `{name}`"),
                )),
            },
            ExprKind::Negate(inner) => Ok(self.expr(inner)?.neg()),
            ExprKind::Sum(terms) => {
                let mut sum = Poly::default();
                for (sign, term) in terms {
                    let term = self.expr(term)?;
                    sum = match sign {
                        Sign::Plus => sum.add(&term),
                        Sign::Minus => sum.sub(&term),
                    };
                }
                Ok(sum)
            }
            ExprKind::Product(factors) => {
                let mut product = Poly::constant(Value::one());
                for factor in factors {
                    let factor = self.expr(factor)?;
                    self.check_degree(expr, product.degree() + factor.degree())?;
                    product = product.mul(&factor)?;
                }
                Ok(product)
            }
            ExprKind::Power(base, exponent) => {
                let base = self.expr(base)?;
                let exponent: u32 = exponent
                    .digits
                    .parse()
                    .ok()
                    .filter(|exponent| *exponent <= MAX_DEGREE)
                    .ok_or_else(|| self.fail(expr, "expected an exponent of at most 100"))?;
                self.check_degree(expr, base.degree().saturating_mul(exponent))?;
                Ok(base.pow(exponent)?)
            }
            ExprKind::Quotient(inner, divisor) => {
                let divisor = Value::integer(self.divisor(divisor)?);
                Ok(self.expr(inner)?.scale(&divisor.inv()))
            }
            ExprKind::FloorQuotient(inner, divisor) => {
                self.floor(inner, &self.expr(inner)?, &self.divisor(divisor)?)
            }
            ExprKind::Modulo(inner, divisor) => {
                let value = self.expr(inner)?;
                let divisor = self.divisor(divisor)?;
                let quotient = self.floor(inner, &value, &divisor)?;
                Ok(value.sub(&quotient.scale(&Value::integer(divisor))))
            }
            ExprKind::Floor(inner) => self.floor(inner, &self.expr(inner)?, &Big::one()),
            ExprKind::Ceil(inner) => {
                let negated = self.expr(inner)?.neg();
                Ok(self.floor(inner, &negated, &Big::one())?.neg())
            }
            _ => Err(self.fail(
                expr,
                "expected a polynomial: numbers, variables, `+`, `-`, `*`, `^` and `floor`",
            )),
        }
    }

    fn floor(&self, inner: &Expr, value: &Poly, divisor: &Big) -> Result<Poly> {
        if value.degree() > 1 {
            return Err(self.fail(inner, "expected an affine expression in `floor`"));
        }
        Ok(floor_of(value, divisor)?)
    }

    /// A positive integer.
    fn divisor(&self, expr: &Expr) -> Result<Big> {
        let value = self.expr(expr)?.as_constant();
        let value = value.and_then(|value| value.to_integer().ok());
        value
            .filter(|value| value.is_pos())
            .ok_or_else(|| self.fail(expr, "expected a positive integer"))
    }

    fn check_degree(&self, expr: &Expr, degree: u32) -> Result<()> {
        match degree <= MAX_DEGREE {
            true => Ok(()),
            false => Err(self.fail(expr, "expected a polynomial of degree at most 100")),
        }
    }

    fn fail(&self, expr: &Expr, message: &str) -> crate::error::Error {
        parse_error(self.text, &expr.span, message)
    }
}
