//! The operations on two operands.

use presburger::{
    Error, Map, Point, PwQPolynomial, QPolynomial, Result, Set, Space, UnionMap,
    UnionPwQPolynomial, UnionSet, Value,
};

use super::object::Object;
use super::unary::{as_map, map, set, too_large};

/// The most bytes that a string may have.
const MAX_TEXT: usize = 1 << 24;

/// Why an operation has no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An operand is of a kind that the operation does not take.
    Kind {
        message: String,
        help: Option<String>,
    },
    /// The library says no.
    Library(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Library(error)
    }
}

pub(crate) type Outcome = std::result::Result<Object, Failure>;

/// `left symbol right`
pub(crate) fn apply(symbol: &str, left: &Object, right: &Object) -> Outcome {
    let (a, b) = (left.without_flag(), right.without_flag());
    let result = match (a, b) {
        (Object::Text(_), _) | (_, Object::Text(_)) => return on_text(symbol, left, right),
        (Object::Bool(a), Object::Bool(b)) => on_bools(symbol, *a, *b),
        (Object::Set(a), Object::Set(b)) => on_sets(symbol, a, b)?,
        (Object::Map(m), Object::Set(s)) => on_map_and_set(symbol, m, s)?,
        (Object::Number(_) | Object::Count(_), Object::Number(_) | Object::Count(_)) => {
            on_numbers(symbol, a, b)?
        }
        (Object::Count(a), Object::Set(b)) => on_count_and_set(symbol, a, b)?,
        (Object::Bound(a), Object::Set(b)) if symbol == "@" => {
            let value = a.eval(&single(b)?)?;
            let value = value.ok_or_else(|| Failure::Kind {
                message: "the function has no values there that could be bounded".into(),
                help: None,
            })?;
            Some(Object::Number(value))
        }
        (Object::Map(a), Object::Count(b)) if matches!(symbol, "." | "before") => {
            Some(Object::Count(b.sum_over(a)?))
        }
        (Object::Count(a), Object::Map(b)) if symbol == "after" => {
            Some(Object::Count(a.sum_over(b)?))
        }
        _ => match (as_map(a)?, as_map(b)?) {
            (Some(a), Some(b)) => on_maps(symbol, &a, &b)?,
            _ => None,
        },
    };
    result.ok_or_else(|| wrong_kinds(symbol, a, b))
}

type Maybe = std::result::Result<Option<Object>, Failure>;

fn on_text(symbol: &str, left: &Object, right: &Object) -> Outcome {
    match (symbol, left, right) {
        ("+", ..) => {
            let text = format!("{left}{right}");
            if text.len() > MAX_TEXT {
                return Err(too_large());
            }
            Ok(Object::Text(text.into()))
        }
        ("=" | "==", Object::Text(a), Object::Text(b)) => Ok(Object::Bool(a == b)),
        _ => Err(wrong_kinds(symbol, left, right)),
    }
}

fn on_bools(symbol: &str, a: bool, b: bool) -> Option<Object> {
    Some(Object::Bool(match symbol {
        "+" => a || b,
        "*" => a && b,
        "=" | "==" => a == b,
        _ => return None,
    }))
}

fn on_sets(symbol: &str, a: &UnionSet, b: &UnionSet) -> Maybe {
    let result = match symbol {
        "+" => set(a.union(b)),
        "-" => set(a.subtract(b)),
        "*" => set(match (condition(a), condition(b)) {
            (None, Some(b)) => a.intersect_params(&b),
            (Some(a), None) => b.intersect_params(&a),
            _ => a.intersect(b),
        }),
        "%" => set(match (condition(a), condition(b)) {
            (None, Some(b)) => a.gist_params(&b),
            _ => a.gist(b),
        }),
        "->" => map(UnionMap::from_domain_and_range(a, b)),
        "cross" => set(a.product(b)),
        "=" | "==" => a.is_equal(b).map(Object::Bool),
        "<=" => a.is_subset(b).map(Object::Bool),
        ">=" => b.is_subset(a).map(Object::Bool),
        "<" => a.is_strict_subset(b).map(Object::Bool),
        ">" => b.is_strict_subset(a).map(Object::Bool),
        "<<" => map(a.lex_lt_union_set(b)),
        "<<=" => map(a.lex_le_union_set(b)),
        ">>" => map(a.lex_gt_union_set(b)),
        ">>=" => map(a.lex_ge_union_set(b)),
        // `{ }` may stand for a map.
        _ => match (
            as_map(&Object::Set(a.clone()))?,
            as_map(&Object::Set(b.clone()))?,
        ) {
            (Some(a), Some(b)) => return on_maps(symbol, &a, &b),
            _ => return Ok(None),
        },
    };
    Ok(Some(result?))
}

fn on_maps(symbol: &str, a: &UnionMap, b: &UnionMap) -> Maybe {
    let result = match symbol {
        "+" => map(a.union(b)),
        "-" => map(a.subtract(b)),
        "*" => map(a.intersect(b)),
        "%" => map(a.gist(b)),
        "." | "before" => map(a.apply_range(b)),
        "after" => map(b.apply_range(a)),
        "cross" => map(a.product(b)),
        "=" | "==" => a.is_equal(b).map(Object::Bool),
        "<=" => a.is_subset(b).map(Object::Bool),
        ">=" => b.is_subset(a).map(Object::Bool),
        "<" => a.is_strict_subset(b).map(Object::Bool),
        ">" => b.is_strict_subset(a).map(Object::Bool),
        "<<" => map(a.lex_lt_union_map(b)),
        "<<=" => map(a.lex_le_union_map(b)),
        ">>" => map(a.lex_gt_union_map(b)),
        ">>=" => map(a.lex_ge_union_map(b)),
        _ => return Ok(None),
    };
    Ok(Some(result?))
}

fn on_map_and_set(symbol: &str, m: &UnionMap, s: &UnionSet) -> Maybe {
    let result = match (symbol, condition(s)) {
        ("*", Some(params)) => m.intersect_params(&params),
        ("*", None) => m.intersect_domain(s),
        ("%", Some(params)) => m.gist_params(&params),
        ("%", None) => gist_domain(m, s),
        ("-", None) => m.subtract_domain(s),
        ("->*", None) => m.intersect_range(s),
        ("->-", None) => m.subtract_range(s),
        _ => {
            return match as_map(&Object::Set(s.clone()))? {
                Some(s) => on_maps(symbol, m, &s),
                None => Ok(None),
            };
        }
    };
    Ok(Some(map(result)?))
}

/// Map by map the gist with what is known of its domain; maps that the context excludes are
/// left out.
fn gist_domain(m: &UnionMap, context: &UnionSet) -> Result<UnionMap> {
    let mut maps: Vec<Map> = Vec::new();
    for map in m.maps() {
        let known = context.extract_set(&map.space().domain()?)?;
        if !known.plain_is_empty() {
            maps.push(map.gist_domain(&known)?);
        }
    }
    UnionMap::from_maps(maps)
}

fn on_numbers(symbol: &str, a: &Object, b: &Object) -> Maybe {
    let number = |object: &Object| -> Result<Option<Value>> {
        match object {
            Object::Number(value) => Ok(Some(value.clone())),
            Object::Count(count) => count.as_number(),
            _ => Ok(None),
        }
    };
    if let (Object::Number(x), Object::Number(y)) = (a, b) {
        let value = match symbol {
            "+" => x + y,
            "-" => x - y,
            "*" => x * y,
            _ => return Ok(compare(symbol, x, y).map(Object::Bool)),
        };
        return Ok(Some(Object::Number(value)));
    }
    let count = |object: &Object| -> Result<Option<UnionPwQPolynomial>> {
        match object {
            Object::Count(count) => Ok(Some(count.clone())),
            Object::Number(value) if value.is_rat() => Ok(Some(constant(value)?)),
            _ => Ok(None),
        }
    };
    let (Some(p), Some(q)) = (count(a)?, count(b)?) else {
        return Ok(None);
    };
    let result = match symbol {
        "+" => p.add(&q),
        "-" => p.sub(&q),
        "*" => match (a, b) {
            (Object::Number(factor), _) => q.scale(factor),
            (_, Object::Number(factor)) => p.scale(factor),
            _ => p.mul(&q),
        },
        "=" | "==" => return Ok(Some(Object::Bool(p.is_equal(&q)?))),
        _ => {
            return Ok(match (number(a)?, number(b)?) {
                (Some(x), Some(y)) => compare(symbol, &x, &y).map(Object::Bool),
                _ => None,
            });
        }
    };
    Ok(Some(Object::Count(result?)))
}

/// A number as a function without arguments.
fn constant(value: &Value) -> Result<UnionPwQPolynomial> {
    let space = Space::params_only(Vec::new());
    let value = QPolynomial::val_on_domain(&space, value)?;
    Ok(PwQPolynomial::from_piece(&Set::universe(space)?, &value)?.into())
}

/// A function restricted to a set, or its value at a single element.
fn on_count_and_set(symbol: &str, count: &UnionPwQPolynomial, set: &UnionSet) -> Maybe {
    match (symbol, condition(set)) {
        ("*", Some(params)) => {
            let parts: Result<Vec<PwQPolynomial>> = count
                .parts()
                .iter()
                .map(|part| part.intersect_params(&params))
                .collect();
            let function = UnionPwQPolynomial::from_parts(parts?)?;
            Ok(Some(Object::Count(function)))
        }
        ("*", None) => Ok(Some(Object::Count(count.intersect_domain(set)?))),
        ("@", _) => {
            let value = count.eval(&single(set)?)?;
            Ok(Some(Object::Number(value)))
        }
        _ => Ok(None),
    }
}

/// The element of a set that must have no other.
fn single(set: &UnionSet) -> std::result::Result<Point, Failure> {
    match <[_; 1]>::try_from(set.points()?) {
        Ok([point]) => Ok(point),
        Err(_) => Err(Failure::Kind {
            message: "`@` evaluates at a single element".into(),
            help: Some("write it as in `{ [i] -> i^2 } @ { [3] }`".into()),
        }),
    }
}

fn compare(symbol: &str, a: &Value, b: &Value) -> Option<bool> {
    Some(match symbol {
        "=" | "==" => a == b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        _ => return None,
    })
}

/// `M(S)` is the image of S, `M(N)` is `N . M`.
pub(crate) fn call(function: &Object, argument: &Object) -> Outcome {
    let argument = argument.without_flag();
    if let Object::Count(count) = function.without_flag() {
        match argument {
            Object::Set(set) => return Ok(Object::Count(count.intersect_domain(set)?.sum()?)),
            Object::Map(map) => return Ok(Object::Count(count.sum_over(map)?)),
            _ => {}
        }
    }
    let Some(m) = as_map(function)? else {
        return Err(Failure::Kind {
            message: format!(
                "only a map can be applied, but this is {}",
                function.a_kind()
            ),
            help: Some(
                "parentheses after a value apply it as a map; is an operator missing?".into(),
            ),
        });
    };
    match argument {
        Object::Set(s) => Ok(Object::Set(m.apply(s)?)),
        Object::Map(n) => Ok(Object::Map(n.apply_range(&m)?)),
        _ => Err(Failure::Kind {
            message: format!(
                "a map applies to a set or a map, but the argument is {}",
                argument.a_kind()
            ),
            help: None,
        }),
    }
}

/// The condition, if the set is nothing but one on the parameters.
fn condition(set: &UnionSet) -> Option<Set> {
    match &set.sets()[..] {
        [set] if set.is_params() => Some(set.clone()),
        _ => None,
    }
}

fn wrong_kinds(symbol: &str, a: &Object, b: &Object) -> Failure {
    let help = match (symbol, a, b) {
        ("." | "before" | "after", Object::Set(_), Object::Map(_)) => {
            Some("write `M(S)` to apply a map to a set")
        }
        ("->*" | "->-", Object::Set(_), _) => Some("put the map on the left"),
        ("*" | "-" | "%", Object::Set(_), Object::Map(_)) => {
            Some("put the map on the left, as in `M * S`; the set restricts its domain")
        }
        ("+", Object::Set(_), Object::Map(_)) | ("+", Object::Map(_), Object::Set(_)) => {
            Some("`identity S` turns a set into a map, `wrap M` a map into a set")
        }
        ("->", Object::Map(_), _) | ("->", _, Object::Map(_)) => {
            Some("`S -> T` relates two sets; `M . N` composes maps, `M ->* S` restricts a range")
        }
        (_, Object::Bool(_), Object::Set(_) | Object::Map(_)) => Some(
            "operators group to the left, so `A = B + C` is `(A = B) + C`; put parentheses \
             around `B + C`",
        ),
        ("@", ..) => Some("write a function and an element, as in `{ [i] -> i^2 } @ { [3] }`"),
        _ => None,
    };
    Failure::Kind {
        message: format!(
            "cannot apply `{symbol}` to {} and {}",
            a.a_kind(),
            b.a_kind()
        ),
        help: help.map(String::from),
    }
}
