//! From syntax trees to relations: what the notation means.
//!
//! A disjunct is lowered over the columns of its own space, parameters first, then
//! the dimensions of its tuples. Its conditions accumulate in a list of conjunctions,
//! which stays a single one as long as nothing in the text is a disjunction; it is
//! brought into normal form once, at the end. Quantified variables are further
//! columns at the end, hidden again when their scope closes; one that is defined as an
//! integer expression takes no column at all, its name stands for the expression.
//!
//! The whole lowering is run with machine integers and again with big ones when a
//! coefficient does not fit.

mod expressions;
mod formulas;
pub(super) mod functions;
pub(super) mod polynomials;
mod values;

#[cfg(test)]
pub(super) mod tests;

use rustc_hash::FxHashMap;

use super::syntax::{
    Body, Disjunct, Element, ElementKind, Expr, Object, Parameter, Piece, PieceKind, Shape, Span,
    Tuple, TupleBody,
};
use super::{parse_object, syntax_error};
use crate::conj::Conj;
use crate::error::{Error, ParseError, Result, Stop, exact};
use crate::form::Form;
use crate::number::{Big, Coeff, Run};
use crate::relation::{Parts, Relation, Width, union};
use crate::space::{self, Name, Space};
use values::Value;

/// Reads a set, a relation or a union of such: the parameters, and one relation per
/// space in the order of their first appearance, each over all of the parameters.
///
/// `{ }` has no relation; a condition on parameters alone is a relation without tuples.
pub(crate) fn read_relations(text: &str) -> Result<(Vec<Name>, Vec<Relation>)> {
    let object = parse_object(text).map_err(|error| syntax_error(text, error))?;
    lower_relations(text, &object)
}

/// The relations that a tree read from `text` stands for.
pub(crate) fn lower_relations(text: &str, object: &Object) -> Result<(Vec<Name>, Vec<Relation>)> {
    let params = parameter_names(&object.params);
    let Body::Disjuncts(disjuncts) = &object.body else {
        return Err(parse_error(
            text,
            &object.span,
            "expected a set or relation in braces, found a value or a tuple of functions",
        ));
    };
    check_kinds(text, disjuncts)?;
    let lowered = exact!(T => settle(lower_disjuncts::<T>(text, object, &params, disjuncts)))?;
    let relations = lowered?
        .into_iter()
        .map(|(space, parts)| Relation { space, parts })
        .collect();
    Ok((params, relations))
}

/// Sets and relations do not mix in one object.
fn check_kinds(text: &str, disjuncts: &[Disjunct]) -> Result<()> {
    let is_map = |disjunct: &Disjunct| matches!(disjunct.shape, Shape::Map(..));
    match disjuncts
        .iter()
        .find(|disjunct| is_map(disjunct) != is_map(&disjuncts[0]))
    {
        None => Ok(()),
        Some(other) => Err(parse_error(
            text,
            &other.span,
            if is_map(other) {
                "expected a set like those before it, found a relation"
            } else {
                "expected a relation like those before it, found a set"
            },
        )),
    }
}

/// One union of conjunctions per space.
fn lower_disjuncts<T: Width>(
    text: &str,
    object: &Object,
    params: &[Name],
    disjuncts: &[Disjunct],
) -> std::result::Result<Vec<(Space, Parts)>, Fail> {
    let mut spaces: FxHashMap<Space, usize> = FxHashMap::default();
    let mut unions: Vec<(Space, Vec<Conj<T>>)> = Vec::new();
    for disjunct in disjuncts {
        let mut lower = Lower::<T>::new(text, disjunct.rational);
        let (space, conjs) = lower.disjunct(&object.params, params, disjunct)?;
        let at = *spaces.entry(space.clone()).or_insert_with(|| {
            unions.push((space.clone(), Vec::new()));
            unions.len() - 1
        });
        unions[at].0 = with_more_names(&unions[at].0, &space);
        for conj in conjs {
            union::push_new(&mut unions[at].1, conj);
        }
    }
    let mut out = Vec::with_capacity(unions.len());
    for (space, mut conjs) in unions {
        if disjuncts.len() > 1 || conjs.len() > 1 {
            conjs = union::nonempty(conjs)?;
        }
        out.push((space.recent(), T::store(conjs)));
    }
    Ok(out)
}

/// Why lowering stopped.
pub(super) enum Fail {
    Stop(Stop),
    Text(Box<ParseError>),
}

impl From<Stop> for Fail {
    fn from(stop: Stop) -> Fail {
        Fail::Stop(stop)
    }
}

/// Separates errors in the text from a lack of width, which is for the caller to mend.
fn settle<R>(lowered: std::result::Result<R, Fail>) -> Run<Result<R>> {
    match lowered {
        Ok(value) => Ok(Ok(value)),
        Err(Fail::Text(error)) => Ok(Err(Error::Parse(*error))),
        Err(Fail::Stop(stop)) => Err(stop),
    }
}

fn parse_error(text: &str, span: &Span, message: &str) -> Error {
    Error::Parse(ParseError::new(text, span.clone(), message))
}

fn parameter_names(params: &[Parameter]) -> Vec<Name> {
    params
        .iter()
        .map(|param| param.name.name.as_str().into())
        .collect()
}

/// What a name in scope stands for.
enum Binding<T> {
    Column(usize),
    /// Over the columns that were there when it was bound.
    Form(Form<T>),
}

/// The state while one disjunct is lowered.
struct Lower<'a, T> {
    text: &'a str,
    names: FxHashMap<&'a str, Binding<T>>,
    /// Number of columns: parameters, dimensions, quantified variables in scope.
    n_vis: usize,
    rational: bool,
}

type Lowered<R> = std::result::Result<R, Fail>;

impl<'a, T: Width> Lower<'a, T> {
    fn new(text: &'a str, rational: bool) -> Self {
        Lower {
            text,
            names: FxHashMap::default(),
            n_vis: 0,
            rational,
        }
    }

    fn disjunct(
        &mut self,
        params: &'a [Parameter],
        names: &[Name],
        disjunct: &'a Disjunct,
    ) -> Lowered<(Space, Vec<Conj<T>>)> {
        let tuples: &[&'a Tuple] = match &disjunct.shape {
            Shape::Params => &[],
            Shape::Set(tuple) => &[tuple],
            Shape::Map(domain, range) => &[domain, range],
            Shape::Polynomial { value, .. } => {
                return Err(self.fail(
                    &value.span,
                    "expected a tuple such as `[i + 1]`, found an expression: \
                     this is a polynomial",
                ));
            }
        };
        self.n_vis = params.len() + tuples.iter().map(|tuple| width(tuple)).sum::<usize>();
        let mut conjs = vec![self.universe()];
        self.parameters(params, &mut conjs)?;
        let mut column = params.len();
        for tuple in tuples {
            self.tuple(tuple, &mut column, &mut conjs)?;
        }
        if let Some(condition) = &disjunct.condition {
            self.restrict(&mut conjs, condition)?;
        }
        simplify(&mut conjs)?;
        let params = names.to_vec();
        let space = match tuples {
            [] => Space::params_only(params),
            [tuple] => Space::set(params, named_tuple(tuple)),
            [domain, range, ..] => Space::map(params, named_tuple(domain), named_tuple(range)),
        };
        Ok((space, conjs))
    }

    /// Binds the parameters to the first columns and adds what they are defined to be.
    fn parameters(&mut self, params: &'a [Parameter], conjs: &mut Vec<Conj<T>>) -> Lowered<()> {
        for (column, param) in params.iter().enumerate() {
            self.names.insert(&param.name.name, Binding::Column(column));
            if !param.definition.is_empty() {
                self.restrict_column(conjs, column, &param.definition)?;
            }
        }
        Ok(())
    }

    /// Binds the dimensions of a tuple to columns from `column` on, and adds what
    /// they are defined to be.
    fn tuple(
        &mut self,
        tuple: &'a Tuple,
        column: &mut usize,
        conjs: &mut Vec<Conj<T>>,
    ) -> Lowered<()> {
        let elements = match &tuple.body {
            TupleBody::Wrapped(left, right) => {
                self.tuple(left, column, conjs)?;
                return self.tuple(right, column, conjs);
            }
            TupleBody::Elements(elements) => elements,
        };
        for element in elements {
            self.element(element, *column, conjs)?;
            *column += 1;
        }
        Ok(())
    }

    fn element(
        &mut self,
        element: &'a Element,
        column: usize,
        conjs: &mut Vec<Conj<T>>,
    ) -> Lowered<()> {
        match &element.kind {
            ElementKind::Any => Ok(()),
            ElementKind::Fresh(name) => {
                self.names.insert(&name.name, Binding::Column(column));
                Ok(())
            }
            ElementKind::Define(name, pieces) => {
                self.names.insert(&name.name, Binding::Column(column));
                self.restrict_column(conjs, column, pieces)
            }
            ElementKind::Pieces(pieces) => self.restrict_column(conjs, column, pieces),
            ElementKind::Function(_) => Err(self.fail(
                &element.span,
                "expected an expression, found a function in braces",
            )),
        }
    }

    /// Restricts a column to the values that pieces give it.
    fn restrict_column(
        &mut self,
        conjs: &mut Vec<Conj<T>>,
        column: usize,
        pieces: &'a [Piece],
    ) -> Lowered<()> {
        if let [
            Piece {
                kind: PieceKind::Range { lower, upper },
                ..
            },
        ] = pieces
        {
            return self.restrict_to_range(conjs, column, lower.as_ref(), upper.as_ref());
        }
        let is_range = |piece: &Piece| matches!(piece.kind, PieceKind::Range { .. });
        if !pieces.iter().any(is_range) {
            let value = self.sum_of_pieces(pieces)?;
            let span = pieces.first().map_or(0..0, |piece| piece.span.clone());
            return self.restrict_to_value(conjs, column, &span, &value);
        }
        let mut union = Vec::new();
        for piece in pieces {
            let mut alternative = vec![self.universe()];
            self.restrict_column(&mut alternative, column, std::slice::from_ref(piece))?;
            union.append(&mut alternative);
        }
        meet(conjs, union)?;
        Ok(())
    }

    fn restrict_to_value(
        &mut self,
        conjs: &mut Vec<Conj<T>>,
        column: usize,
        span: &Span,
        value: &Value<T>,
    ) -> Lowered<()> {
        let variable = Value::from(Form::variable(self.n_vis, column));
        let difference = self.difference(span, &variable, value)?;
        self.restrict_sign(conjs, span, &difference, formulas::Test::Zero)
    }

    fn restrict_to_range(
        &mut self,
        conjs: &mut Vec<Conj<T>>,
        column: usize,
        lower: Option<&'a Expr>,
        upper: Option<&'a Expr>,
    ) -> Lowered<()> {
        let variable = Value::from(Form::variable(self.n_vis, column));
        if let Some(lower) = lower {
            let bound = self.expr(lower)?;
            let difference = self.difference(&lower.span, &variable, &bound)?;
            self.restrict_sign(conjs, &lower.span, &difference, formulas::Test::NotNegative)?;
        }
        if let Some(upper) = upper {
            let bound = self.expr(upper)?;
            let difference = self.difference(&upper.span, &bound, &variable)?;
            self.restrict_sign(conjs, &upper.span, &difference, formulas::Test::NotNegative)?;
        }
        Ok(())
    }

    /// All points over the present columns.
    fn universe(&self) -> Conj<T> {
        let mut conj = Conj::universe(self.n_vis);
        if self.rational {
            conj.set_rational();
        }
        conj
    }

    fn digits(&self, span: &Span, digits: &str) -> Lowered<T> {
        // Decimal conversion is quadratic, and no one means numbers of this size.
        if digits.len() > 20_000 {
            return Err(self.fail(span, "expected a number of at most 20000 digits"));
        }
        if digits.len() < 18
            && let Ok(value) = digits.parse()
        {
            return Ok(T::from_i64(value)?);
        }
        let value: Big = digits.parse().expect("digits make a number");
        Ok(T::from_big(&value)?)
    }

    fn fail(&self, span: &Span, message: impl Into<String>) -> Fail {
        Fail::Text(Box::new(ParseError::new(self.text, span.clone(), message)))
    }
}

/// Number of dimensions of a tuple.
fn width(tuple: &Tuple) -> usize {
    match &tuple.body {
        TupleBody::Elements(elements) => elements.len(),
        TupleBody::Wrapped(left, right) => width(left) + width(right),
    }
}

/// The tuple with the names that are written for its dimensions. Primes only tell
/// equal names apart, so they are not part of them.
fn named_tuple(tuple: &Tuple) -> space::Tuple {
    let name = tuple.name.as_ref().map(|name| name.name.as_str());
    match &tuple.body {
        TupleBody::Wrapped(left, right) => {
            space::Tuple::pair(named_tuple(left), named_tuple(right)).with_name(name)
        }
        TupleBody::Elements(elements) => {
            let dims = elements.iter().map(|element| match &element.kind {
                ElementKind::Fresh(name) | ElementKind::Define(name, _) => {
                    Some(name.name.trim_end_matches('\'').into())
                }
                _ => None,
            });
            space::Tuple::from_dims(name.map(Name::from), dims.collect())
        }
    }
}

/// The first of two equal spaces, its unnamed dimensions named as in the second.
fn with_more_names(first: &Space, second: &Space) -> Space {
    let params = first.params().to_vec();
    let merged = |a: Option<&space::Tuple>, b: Option<&space::Tuple>| {
        a.zip(b).map(|(a, b)| tuple_with_more_names(a, b))
    };
    match (
        merged(first.domain_tuple(), second.domain_tuple()),
        merged(first.tuple(), second.tuple()),
    ) {
        (Some(domain), Some(range)) => Space::map(params, domain, range),
        (None, Some(tuple)) => Space::set(params, tuple),
        _ => first.clone(),
    }
}

fn tuple_with_more_names(first: &space::Tuple, second: &space::Tuple) -> space::Tuple {
    let name = first.name();
    match (first.as_pair(), second.as_pair()) {
        (Some((a, b)), Some((c, d))) => {
            let left = tuple_with_more_names(a, c);
            space::Tuple::pair(left, tuple_with_more_names(b, d)).with_name(name)
        }
        _ => {
            let dims = first.dim_names().into_iter().zip(second.dim_names());
            let dims = dims.map(|(a, b)| a.or(b)).collect();
            space::Tuple::from_dims(name.map(Name::from), dims)
        }
    }
}

/// Intersects two unions. Not in normal form if both have one conjunction.
fn meet<T: Coeff>(conjs: &mut Vec<Conj<T>>, mut other: Vec<Conj<T>>) -> Run<()> {
    match (&mut conjs[..], &mut other[..]) {
        ([all], _) if all.is_plain_universe() => *conjs = other,
        (_, [all]) if all.is_plain_universe() => {}
        ([conj], [other]) => conj.conjoin(other)?,
        _ => *conjs = union::intersect(conjs, &other)?,
    }
    Ok(())
}

/// Brings every conjunction into normal form and drops those that are empty.
fn simplify<T: Coeff>(conjs: &mut Vec<Conj<T>>) -> Run<()> {
    for conj in conjs.iter_mut() {
        conj.simplify()?;
    }
    conjs.retain(|conj| !conj.is_marked_empty());
    Ok(())
}
