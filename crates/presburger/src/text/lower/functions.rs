//! Functions: tuples of quasi-affine values on domains.
//!
//! `{ A[i] -> B[i + 1, 0] : i > 0; C[] -> [(1)/2] }` has one piece per disjunct; more if
//! an element of the range is itself in pieces. Where two disjuncts of the same space
//! overlap, the values are added, as isl does, so that the pieces that are returned
//! are disjoint. The names of range dimensions say nothing about the function: they
//! cannot be used, neither in other dimensions nor in conditions.

use super::values::{Num, Value};
use super::{
    Lower, Lowered, named_tuple, parameter_names, parse_error, settle, simplify, syntax_error,
    width,
};
use crate::conj::Conj;
use crate::error::{Result, exact};
use crate::form::Form;
use crate::number::{Big, Coeff, Run};
use crate::relation::{Relation, Width, subtract, union};
use crate::space::{Name, Space, Tuple};
use crate::text::parse_object;
use crate::text::syntax::{self, Body, Disjunct, Element, ElementKind, Object, Shape, TupleBody};

/// One value of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Entry {
    /// Over the parameters and the dimensions of the domain.
    Form(Form<Big>),
    Infinity,
    NegInfinity,
    NaN,
}

/// A function with the same expressions all over its domain.
#[derive(Clone, Debug)]
pub(crate) struct ReadPiece {
    /// A map space; or, if the domain has no tuple, the set space of the range.
    pub space: Space,
    /// In the space of the domain: a set, or parameters alone.
    pub domain: Relation,
    /// One per dimension of the range.
    pub values: Vec<Entry>,
}

/// A tuple of piecewise functions on one domain, each with pieces of its own.
#[derive(Clone, Debug)]
pub(crate) struct ReadMulti {
    /// As in [`ReadPiece`].
    pub space: Space,
    /// For each dimension of the range the disjoint pieces, inside `domain`.
    pub dims: Vec<Vec<(Relation, Entry)>>,
    /// What the domain tuple and the condition after the tuples allow.
    pub domain: Relation,
}

/// A tuple of piecewise functions, each on any number of domain spaces.
#[derive(Clone, Debug)]
pub(crate) struct ReadUnionMulti {
    pub params: Vec<Name>,
    pub tuple: Tuple,
    /// For each dimension the pieces, with a single value each.
    pub dims: Vec<Vec<ReadPiece>>,
    /// The common domain `(A[] : { .. })`, over `params`, if one is given.
    pub domain: Option<Vec<Relation>>,
}

/// Reads an affine, multi-affine or piecewise function, or a union of such: the
/// parameters and disjoint pieces, grouped by space. A function without any points has
/// one piece with an empty domain, for the sake of its space.
pub(crate) fn read_pieces(text: &str) -> Result<(Vec<Name>, Vec<ReadPiece>)> {
    let object = parse(text)?;
    let params = parameter_names(&object.params);
    let disjuncts = disjuncts_of(text, &object)?;
    let pieces = lower_pieces(text, &object.params, &params, disjuncts)?;
    Ok((params, pieces))
}

/// Reads a tuple of piecewise functions with a domain of its own for each.
pub(crate) fn read_multi(text: &str) -> Result<ReadMulti> {
    let object = parse(text)?;
    let params = parameter_names(&object.params);
    let [disjunct] = disjuncts_of(text, &object)? else {
        return Err(parse_error(
            text,
            &object.span,
            "expected a single tuple of functions; its pieces go inside the tuple, \
             as in `{ [i] -> [(1 : i > 0; 2 : i < 0)] }`",
        ));
    };
    exact!(T => settle(lower_multi::<T>(text, &object, &params, disjunct)))?
}

/// Reads a tuple of functions in braces: `C[{ A[i] -> [i]; B[] -> [0] }, ..]`.
pub(crate) fn read_union_multi(text: &str) -> Result<ReadUnionMulti> {
    let object = parse(text)?;
    let Body::Tuple { tuple, domain } = &object.body else {
        return Err(parse_error(
            text,
            &object.span,
            "expected a tuple of functions such as `C[{ A[i] -> [i] }]`",
        ));
    };
    let mut params = parameter_names(&object.params);
    let mut definitions: Vec<&syntax::Parameter> = object.params.iter().collect();
    if let Some(domain) = domain {
        for param in &domain.params {
            if !params.iter().any(|name| **name == *param.name.name) {
                params.push(param.name.name.as_str().into());
                definitions.push(param);
            }
        }
    }
    let outer: Vec<syntax::Parameter> = definitions.into_iter().cloned().collect();
    let mut dims = Vec::new();
    for element in elements_of(tuple) {
        let ElementKind::Function(function) = &element.kind else {
            return Err(parse_error(
                text,
                &element.span,
                "expected a function in braces",
            ));
        };
        let disjuncts = disjuncts_of(text, function)?;
        if let Some(wrong) = disjuncts.iter().find(|d| range_width(d) != Some(1)) {
            return Err(parse_error(
                text,
                &wrong.span,
                "expected a function with a single value such as `A[i] -> [i + 1]`",
            ));
        }
        dims.push(lower_pieces(text, &outer, &params, disjuncts)?);
    }
    let domain = match domain {
        None => None,
        Some(domain) => {
            let aligned = Object {
                params: outer,
                ..(**domain).clone()
            };
            Some(super::lower_relations(text, &aligned)?.1)
        }
    };
    Ok(ReadUnionMulti {
        params,
        tuple: named_tuple(tuple),
        dims,
        domain,
    })
}

fn parse(text: &str) -> Result<Object> {
    parse_object(text).map_err(|error| syntax_error(text, error))
}

fn disjuncts_of<'a>(text: &str, object: &'a Object) -> Result<&'a [Disjunct]> {
    match &object.body {
        Body::Disjuncts(disjuncts) => Ok(disjuncts),
        _ => Err(parse_error(
            text,
            &object.span,
            "expected a function in braces such as `{ A[i] -> [i + 1] }`",
        )),
    }
}

fn range_width(disjunct: &Disjunct) -> Option<usize> {
    match &disjunct.shape {
        Shape::Set(tuple) | Shape::Map(_, tuple) => Some(width(tuple)),
        _ => None,
    }
}

fn lower_pieces(
    text: &str,
    definitions: &[syntax::Parameter],
    params: &[Name],
    disjuncts: &[Disjunct],
) -> Result<Vec<ReadPiece>> {
    exact!(T => settle(pieces_of::<T>(text, definitions, params, disjuncts)))?
}

/// A domain and the values on it.
type Valued<T> = (Vec<Conj<T>>, Vec<Num<T>>);

/// The part of a union of functions in one space.
struct Group<T> {
    space: Space,
    /// Disjoint.
    pieces: Vec<Valued<T>>,
    /// Values to show if it turns out that there are no pieces.
    values: Vec<Num<T>>,
}

fn pieces_of<T: Width>(
    text: &str,
    definitions: &[syntax::Parameter],
    params: &[Name],
    disjuncts: &[Disjunct],
) -> Lowered<Vec<ReadPiece>> {
    let mut groups: Vec<Group<T>> = Vec::new();
    for disjunct in disjuncts {
        let mut lower = Lower::<T>::new(text, false);
        let function = lower.function(definitions, params, disjunct)?;
        let mut pieces = vec![(function.domain, Vec::new())];
        for value in function.values {
            pieces = lower.with_value(pieces, value)?;
        }
        for other in &groups {
            let same_domain = other.space != function.space
                && other.space.is_map() == function.space.is_map()
                && other.space.domain_tuple() == function.space.domain_tuple();
            if same_domain && overlap(&other.pieces, &pieces)? {
                return Err(lower.fail(
                    &disjunct.span,
                    "expected one value for each point of the domain, \
                     found another with a value in another space",
                ));
            }
        }
        let at = groups
            .iter()
            .position(|group| group.space == function.space);
        let at = at.unwrap_or_else(|| {
            let n_out = function.space.n_out();
            let first = pieces.first();
            groups.push(Group {
                values: first.map_or_else(|| vec![Num::NaN; n_out], |piece| piece.1.clone()),
                space: function.space,
                pieces: Vec::new(),
            });
            groups.len() - 1
        });
        for piece in pieces {
            lower.add_piece(&mut groups[at].pieces, piece, disjunct)?;
        }
    }
    let mut out = Vec::new();
    for group in groups {
        let Group {
            space,
            mut pieces,
            values,
        } = group;
        if pieces.is_empty() {
            pieces.push((Vec::new(), values));
        }
        let domain_space = space.domain().unwrap_or_else(|_| space.to_params());
        for (domain, values) in pieces {
            out.push(ReadPiece {
                space: space.clone(),
                domain: Relation::new(domain_space.clone(), domain),
                values: values.iter().map(entry).collect::<Run<_>>()?,
            });
        }
    }
    Ok(out)
}

/// Whether the domains of two functions have a point in common.
fn overlap<T: Coeff>(a: &[Valued<T>], b: &[Valued<T>]) -> Run<bool> {
    for (left, _) in a {
        for (right, _) in b {
            if !subtract::is_disjoint(left, right)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn lower_multi<T: Width>(
    text: &str,
    object: &Object,
    params: &[Name],
    disjunct: &Disjunct,
) -> Lowered<ReadMulti> {
    let mut lower = Lower::<T>::new(text, false);
    let function = lower.function(&object.params, params, disjunct)?;
    let space = function.space;
    let domain_space = space.domain().unwrap_or_else(|_| space.to_params());
    let mut dims = Vec::with_capacity(function.values.len());
    for value in function.values {
        let Value::Pieces(pieces) = value.on(function.domain.clone())? else {
            unreachable!("a value on a domain is in pieces");
        };
        let mut dim = Vec::with_capacity(pieces.len());
        for (domain, num) in pieces {
            dim.push((Relation::new(domain_space.clone(), domain), entry(&num)?));
        }
        dims.push(dim);
    }
    Ok(ReadMulti {
        dims,
        domain: Relation::new(domain_space, function.domain),
        space,
    })
}

fn entry<T: Coeff>(num: &Num<T>) -> Run<Entry> {
    Ok(match num {
        Num::Form(form) => Entry::Form(form.convert(|value| Ok(value.to_big()))?),
        Num::Infinity => Entry::Infinity,
        Num::NegInfinity => Entry::NegInfinity,
        Num::NaN => Entry::NaN,
    })
}

/// One disjunct of a function.
struct Function<T> {
    space: Space,
    domain: Vec<Conj<T>>,
    values: Vec<Value<T>>,
}

impl<'a, T: Width> Lower<'a, T> {
    fn function(
        &mut self,
        definitions: &'a [syntax::Parameter],
        params: &[Name],
        disjunct: &'a Disjunct,
    ) -> Lowered<Function<T>> {
        let (domain_tuple, range) = match &disjunct.shape {
            Shape::Set(range) => (None, range),
            Shape::Map(domain, range) => (Some(domain), range),
            Shape::Params | Shape::Polynomial { .. } => {
                return Err(self.fail(
                    &disjunct.span,
                    "expected a function such as `A[i] -> [i + 1]`",
                ));
            }
        };
        if disjunct.rational {
            return Err(self.fail(&disjunct.span, "expected a function, found `rat:`"));
        }
        let n_param = definitions.len();
        self.n_vis = n_param + domain_tuple.map_or(0, width);
        let mut domain = vec![self.universe()];
        self.parameters(definitions, &mut domain)?;
        if let Some(tuple) = domain_tuple {
            self.tuple(tuple, &mut n_param.clone(), &mut domain)?;
        }
        let values = elements_of(range)
            .into_iter()
            .map(|element| self.range_value(element))
            .collect::<Lowered<Vec<_>>>()?;
        if let Some(condition) = &disjunct.condition {
            self.restrict(&mut domain, condition)?;
        }
        simplify(&mut domain)?;
        let params = params.to_vec();
        let space = match domain_tuple {
            None => Space::set(params, named_tuple(range)),
            Some(tuple) => Space::map(params, named_tuple(tuple), named_tuple(range)),
        };
        Ok(Function {
            space,
            domain,
            values,
        })
    }

    fn range_value(&mut self, element: &'a Element) -> Lowered<Value<T>> {
        match &element.kind {
            ElementKind::Define(_, pieces) | ElementKind::Pieces(pieces) => {
                self.sum_of_pieces(pieces)
            }
            ElementKind::Any | ElementKind::Fresh(_) | ElementKind::Function(_) => Err(self.fail(
                &element.span,
                format!(
                    "expected the value of the function, found `{}`",
                    &self.text[element.span.clone()]
                ),
            )),
        }
    }

    /// Each piece with one more value.
    fn with_value(&self, pieces: Vec<Valued<T>>, value: Value<T>) -> Lowered<Vec<Valued<T>>> {
        let mut out = Vec::new();
        match value {
            Value::Plain(num) => {
                for (domain, mut values) in pieces {
                    values.push(num.clone());
                    out.push((domain, values));
                }
            }
            Value::Pieces(parts) => {
                for (domain, values) in pieces {
                    for (part, num) in &parts {
                        let meet = union::intersect(&domain, part)?;
                        if !meet.is_empty() {
                            let mut values = values.clone();
                            values.push(num.clone());
                            out.push((meet, values));
                        }
                    }
                }
            }
        }
        Ok(out)
    }

    /// Adds a piece to disjoint ones: the sum where it meets one of them.
    fn add_piece(
        &self,
        pieces: &mut Vec<Valued<T>>,
        (domain, values): Valued<T>,
        disjunct: &Disjunct,
    ) -> Lowered<()> {
        let mut rest = domain;
        let mut sums = Vec::new();
        for (other, present) in pieces.iter_mut() {
            let meet = union::intersect(other, &rest)?;
            if subtract::is_empty(&meet)? {
                continue;
            }
            let mut sum = Vec::with_capacity(values.len());
            for (a, b) in present.iter().zip(&values) {
                let Some(value) = a.combine(&T::one(), b)? else {
                    return Err(self.infinite(&disjunct.span));
                };
                sum.push(value);
            }
            let remaining = subtract::subtract(other, &rest)?;
            rest = subtract::subtract(&rest, other)?;
            *other = remaining;
            sums.push((meet, sum));
        }
        pieces.retain(|(domain, _)| !domain.is_empty());
        pieces.append(&mut sums);
        if !rest.is_empty() {
            pieces.push((rest, values));
        }
        Ok(())
    }
}

/// The elements of a tuple, those of nested tuples included.
pub(super) fn elements_of(tuple: &syntax::Tuple) -> Vec<&Element> {
    match &tuple.body {
        TupleBody::Elements(elements) => elements.iter().collect(),
        TupleBody::Wrapped(left, right) => {
            let mut elements = elements_of(left);
            elements.append(&mut elements_of(right));
            elements
        }
    }
}
