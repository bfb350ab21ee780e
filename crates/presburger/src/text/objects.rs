//! Reads an object whose kind only the text tells.

use super::lower::lower_relations;
use super::lower::polynomials::{has_polynomials, lower_polynomials};
use super::parser::{parse_object, parse_prefix};
use super::syntax::{self, Body, Expr, ExprKind, ValueKind};
use super::{SyntaxError, syntax_error};
use crate::error::Result;
use crate::object::Object;
use crate::polynomial::UnionPwQPolynomial;
use crate::union_map::UnionMap;
use crate::union_set::UnionSet;
use crate::unions::Union;
use crate::value::Value;

/// The largest number of bits of a power such as `2^10` in a value.
const MAX_BITS: usize = 65_536;

/// Reads an object that makes up all of `text`.
pub(crate) fn read_object(text: &str) -> Result<Object> {
    let object = parse_object(text).map_err(|error| syntax_error(text, error))?;
    lower(text, &object)
}

/// Reads an object at the start of `text`, and the number of bytes it took.
pub(crate) fn read_prefix(text: &str) -> Result<(Object, usize)> {
    let (object, used) = parse_prefix(text).map_err(|error| syntax_error(text, error))?;
    Ok((lower(text, &object)?, used))
}

fn lower(text: &str, object: &syntax::Object) -> Result<Object> {
    if let Body::Value(value) = &object.body {
        return Ok(Object::Value(lower_value(text, value)?));
    }
    if has_polynomials(object) {
        let (_, pieces) = lower_polynomials(text, object)?;
        let function = UnionPwQPolynomial::from_pieces(pieces)?;
        return Ok(Object::Polynomial(function));
    }
    let (params, relations) = lower_relations(text, object)?;
    // The union forgets relations that are plainly empty, so ask before.
    let is_map = relations.iter().any(|relation| relation.space.is_map());
    let union = Union::new(&params, relations)?;
    Ok(if is_map {
        Object::Map(UnionMap(union))
    } else {
        Object::Set(UnionSet(union))
    })
}

fn lower_value(text: &str, value: &syntax::Value) -> Result<Value> {
    let magnitude = match &value.kind {
        ValueKind::Infinity => Value::infty(),
        ValueKind::NaN => Value::nan(),
        ValueKind::Rational {
            numerator,
            denominator,
        } => {
            let numerator = literal(text, numerator)?;
            match denominator {
                None => numerator,
                Some(denominator) => &numerator / &literal(text, denominator)?,
            }
        }
    };
    Ok(if value.negative {
        -magnitude
    } else {
        magnitude
    })
}

/// The value of digits, or of a power of digits.
fn literal(text: &str, expr: &Expr) -> Result<Value> {
    let fail = |message: &str| {
        syntax_error(
            text,
            SyntaxError {
                message: message.into(),
                span: expr.span.clone(),
            },
        )
    };
    match &expr.kind {
        ExprKind::Integer(digits) if digits.len() > 20_000 => {
            Err(fail("expected a number of at most 20000 digits"))
        }
        ExprKind::Integer(digits) => digits.parse(),
        ExprKind::Power(base, exponent) => {
            let mut base = literal(text, base)?;
            let bits = base.to_string().len() * 4;
            let mut exponent: usize = exponent
                .digits
                .parse()
                .ok()
                .filter(|exponent| bits.saturating_mul(*exponent) <= MAX_BITS)
                .ok_or_else(|| fail("expected a number of at most 65536 bits"))?;
            let mut power = Value::one();
            while exponent > 0 {
                if exponent % 2 == 1 {
                    power = &power * &base;
                }
                base = &base * &base;
                exponent /= 2;
            }
            Ok(power)
        }
        _ => Err(fail("expected an integer")),
    }
}

#[cfg(test)]
mod tests {
    use crate::object::Object;

    fn check(text: &str, kind: &str, shown: &str, used: usize) {
        let (object, bytes) = Object::parse_prefix(text).expect(text);
        let found = match &object {
            Object::Set(_) => "set",
            Object::Map(_) => "map",
            Object::Polynomial(_) => "polynomial",
            Object::Value(_) => "value",
        };
        assert_eq!(
            (found, object.to_string().as_str(), bytes),
            (kind, shown, used),
            "{text}"
        );
    }

    #[test]
    fn the_text_tells_the_kind() {
        check("{ }", "set", "{ }", 3);
        check("{ [i] -> [j] : false }", "map", "{ }", 22);
        check("[N] -> { : N = 5 } * S", "set", "[N] -> { : N = 5 }", 18);
        check(
            "{ [i] -> i*i + 1; A[] -> 2 }",
            "polynomial",
            "{ [i] -> (1 + i^2); A[] -> 2 }",
            28,
        );
        check("2^10;", "value", "1024", 4);
        check("-6/4 + 1", "value", "-3/2", 4);
        check("1/0", "value", "NaN", 3);
    }

    #[test]
    fn huge_powers_are_errors() {
        for text in ["2^99999999999999999999", "9^65536", "99999999^99999"] {
            assert!(Object::parse_prefix(text).is_err(), "{text}");
        }
    }
}
